"""An evening: more players, other orders of play, several rounds."""

from ..names import offered

__getattr__, __dir__ = offered(__name__)
