"""One turn: what a roll may cover, the DAG, backward induction, and how to play."""

from ..names import offered

__getattr__, __dir__ = offered(__name__)
