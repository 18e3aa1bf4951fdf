"""The notebook shows what it shows when it is run."""

import nbformat
import pytest
from teaching import NOTEBOOK, executed, figures, shown


@pytest.mark.dear
def test_the_notebook_shows_what_it_shows_when_it_is_run():
    kept, run = nbformat.read(NOTEBOOK, as_version=4), executed()
    assert shown(run) == shown(kept)
    assert figures(run) == figures(kept) == 3
