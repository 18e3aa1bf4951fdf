"""Every public name, and what it is."""

import inspect
from importlib import import_module

from twoplayer.names import everywhere

FROM = {name: package for package, name in reversed([*everywhere()])}
"""The package that each is imported from, the one of all where it is there."""
OFFERED = {name: getattr(import_module(FROM[name]), name) for name in sorted(FROM)}


def _public():
    """Yield every public name with what it is, and every public member of a class or a module."""
    for name, value in OFFERED.items():
        yield name, value
        if inspect.isclass(value):
            for part, member in inspect.getmembers(value):
                own = inspect.isroutine(member) or isinstance(member, property)
                written = getattr(getattr(member, "fget", None) or member, "__module__", "") or ""
                if written.startswith("gymnasium"):
                    continue  # it is told there
                if not part.startswith("_") and (own or hasattr(member, "attrname")):
                    yield f"{name}.{part}", member
        elif inspect.ismodule(value):
            yield from ((f"{name}.{part}", getattr(value, part)) for part in value.__all__)


PUBLIC = dict(_public())
"""Every public name and public member, such as `Solution.play` and `plot.strip`."""
