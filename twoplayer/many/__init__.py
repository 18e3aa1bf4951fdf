"""Many variants: what they are worth, claims, what each rule does, what would mend a game."""

from ..names import offered

__getattr__, __dir__ = offered(__name__)
