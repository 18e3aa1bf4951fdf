"""The examples in docstrings of public names run by themselves, as whoever pastes one runs it."""

import doctest
import inspect
from io import StringIO

import pytest
from offered import PUBLIC


@pytest.mark.dear
def test_an_example_imports_all_that_it_uses():
    """Else it fails for whoever pastes it; among the doctests its module has what it lacks."""
    parser, seen, fails = doctest.DocTestParser(), set(), {}
    for name, thing in PUBLIC.items():
        doc = inspect.getdoc(thing)
        if doc and ">>>" in doc and doc not in seen:
            seen.add(doc)
            said = StringIO()
            example = parser.get_doctest(doc, {}, name, None, 0)
            if doctest.DocTestRunner(verbose=False).run(example, out=said.write).failed:
                fails[name] = said.getvalue()
    assert len(seen) > 100
    assert fails == {}
