"""The one door by which a test sets a constant of the package: its bounds, which it narrows."""

from contextlib import contextmanager
from fractions import Fraction

import pytest


@contextmanager
def narrowed(module, **bounds):
    """Give some bounds of a module other numbers, in a `with`, or as the decorator of a test.

    A bound is called `MOST_…` where it is declared, and is a number. Whatever else a test would
    set is shown by something public: an argument, an option, a file, a game that is large enough.
    """
    for name in bounds:
        if not (name.startswith("MOST_") and isinstance(vars(module).get(name), int | Fraction)):
            raise ValueError(f"{name} of {module.__name__} is no bound: it is called MOST_… there")
    with pytest.MonkeyPatch.context() as patch:
        for name, bound in bounds.items():
            patch.setattr(module, name, bound)
        yield
