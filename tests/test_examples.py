"""The examples in docstrings of public names run by themselves, as whoever pastes one runs it."""

import doctest
import inspect
from io import StringIO

import pytest
from offered import OFFERED


def documented():
    """Yield every public name and member that has a docstring with an example."""
    for name, public in OFFERED.items():
        yield name, public
        if inspect.isclass(public):
            for member in dir(public):
                found = inspect.getattr_static(public, member)
                found = getattr(found, "__func__", getattr(found, "func", found))
                if not member.startswith("_"):
                    yield f"{name}.{member}", getattr(found, "fget", found)
        if inspect.ismodule(public):
            yield from ((f"{name}.{member}", getattr(public, member)) for member in public.__all__)


@pytest.mark.dear
def test_an_example_imports_all_that_it_uses():
    """Else it fails for whoever pastes it; among the doctests its module has what it lacks."""
    parser, seen, fails = doctest.DocTestParser(), set(), {}
    for name, thing in documented():
        doc = inspect.getdoc(thing) if inspect.isclass(thing) or inspect.isroutine(thing) else None
        if doc and ">>>" in doc and doc not in seen:
            seen.add(doc)
            said = StringIO()
            example = parser.get_doctest(doc, {}, name, None, 0)
            if doctest.DocTestRunner(verbose=False).run(example, out=said.write).failed:
                fails[name] = said.getvalue()
    assert len(seen) > 100
    assert fails == {}
