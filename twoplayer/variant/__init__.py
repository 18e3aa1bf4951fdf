"""The rules of a game: tiles, dice, moves, scoring, one die; rule sets, families, the registry."""

from ..names import offered

__getattr__, __dir__ = offered(__name__)
