"""Claims: numbers that somebody says about a game, their verdicts, and what wrong ones are."""

from ..names import offered

__getattr__, __dir__ = offered(__name__)
