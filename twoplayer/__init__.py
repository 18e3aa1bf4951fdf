"""Exact values of Shut the Box for two players, under any house rules."""

from functools import cache as _cache

__version__ = "0.4.0"


@_cache
def _homes() -> dict[str, str]:
    """Return the module of every public name, to be imported when a name of it is first used."""
    stub = __loader__.get_data(f"{__file__}i").decode()  # out of a zip file as well
    lines = [line.split() for line in stub.splitlines() if line.startswith("from .")]
    return {name: home.removeprefix(".") for _, home, _, name, *_ in lines}


def __getattr__(name: str) -> object:
    if name == "__all__":
        return sorted(_homes())
    if name not in _homes():
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    # Unlike `import_module` this imports the name as well, if it is that of a module.
    return getattr(__import__(_homes()[name], globals(), None, [name], 1), name)


def __dir__() -> list[str]:
    return sorted([*_homes(), "__version__"])
