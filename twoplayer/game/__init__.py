"""Games of two turns: the stakes, the solution, the outcomes, the fairness."""

from ..names import offered

__getattr__, __dir__ = offered(__name__)
