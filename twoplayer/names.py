"""The public names: the package that offers each name, and the module that defines the name.

Both are read from the stub beside the `__init__.py` of a package. So a name is imported when the
name is first used, and type checkers read the same lines.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec

TYPE_CHECKING = False  # type checkers take this for True; importing `typing` would cost time
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

ROOT = __name__.partition(".")[0]


@cache
def _lines(package: str) -> list[tuple[str, str]]:
    """Return the module and the name of every import in the stub of a package."""
    spec = find_spec(package)  # without importing the package, which may need large libraries
    assert spec is not None  # the package has a file, which may be in a zip file
    stub = spec.loader.get_data(f"{spec.origin}i").decode()  # type: ignore[union-attr]
    words = (line.split() for line in stub.splitlines() if line.startswith("from ."))
    return [(_absolute(home, package), name) for _, home, _, name, *_ in words]


def _absolute(home: str, package: str) -> str:
    module = home.lstrip(".")
    base = package.rsplit(".", len(home) - len(module) - 1)[0]
    return f"{base}.{module}" if module else base


@cache
def homes(package: str = ROOT) -> Mapping[str, str]:
    """Return the module of every name that a package offers.

    >>> homes()["Variant"], homes("twoplayer.game")["Solution"]
    ('twoplayer.variant.variant', 'twoplayer.game.solution')
    """
    if package == f"{ROOT}.errors":
        return dict.fromkeys(import_module(package).__all__, package)
    return {name: home for home, name in _lines(package) if home != ROOT}


def packages() -> list[str]:
    """Return the inner packages that offer names, by their names inside of `twoplayer`."""
    return [name for home, name in _lines(ROOT) if home == ROOT]


def everywhere() -> Iterator[tuple[str, str]]:
    """Yield a package and a public name for every name, in the order of the packages."""
    for package in (ROOT, *(f"{ROOT}.{name}" for name in packages())):
        for name in sorted(homes(package)):
            yield package, name


def offered(package: str) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """Return `__getattr__` and `__dir__` of a package, which import a name when it is used."""

    def get(name: str) -> object:
        if name == "__all__":
            return sorted(homes(package))
        if name.startswith("__") or name not in homes(package):
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        # Unlike `import_module`, `__import__` also imports the name, if the name is a module's.
        return getattr(__import__(homes(package)[name], None, None, [name]), name)

    def names() -> list[str]:
        return sorted(homes(package))

    return get, names
