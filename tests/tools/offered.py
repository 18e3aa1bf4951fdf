"""Every public name, and what it is."""

from importlib import import_module

from twoplayer.names import everywhere

FROM = {name: package for package, name in reversed([*everywhere()])}
"""The package that each is imported from, the one of all where it is there."""
OFFERED = {name: getattr(import_module(FROM[name]), name) for name in sorted(FROM)}
