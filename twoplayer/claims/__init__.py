"""Claims: numbers that somebody says about a game, judged, and told what else they are."""

from ..names import offered

__getattr__, __dir__ = offered(__name__)
