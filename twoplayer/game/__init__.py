"""Two turns: what changes hands, the solution, how it ends, how fair it is."""

from ..names import offered

__getattr__, __dir__ = offered(__name__)
