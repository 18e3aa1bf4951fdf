"""One turn: the moves that a roll allows, the DAG, backward induction, and optimal play."""

from ..names import offered

__getattr__, __dir__ = offered(__name__)
