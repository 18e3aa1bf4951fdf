"""Strategies valued exactly, rules of thumb searched, games simulated."""

from ..names import offered

__getattr__, __dir__ = offered(__name__)
