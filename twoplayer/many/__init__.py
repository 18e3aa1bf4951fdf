"""Many variants: their values, the effects of each rule, and the changes that mend a game."""

from ..names import offered

__getattr__, __dir__ = offered(__name__)
