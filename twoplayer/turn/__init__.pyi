"""What the package offers to users, each name with its home; `names.py` reads them here."""

from .policy import Policy as Policy
from .position import Option as Option
from .position import Options as Options
from .position import Payoff as Payoff
from .position import Position as Position
from .solved import SolvedTurn as SolvedTurn
from .turns import state_graph as state_graph

__all__: list[str]
