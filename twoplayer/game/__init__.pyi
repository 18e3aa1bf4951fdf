"""What the package offers to users, each name with its home; `names.py` reads them here."""

from ..exact import Bounds as Bounds
from .bounds import BoundedSolution as BoundedSolution
from .certificate import Certificate as Certificate
from .fairness import Fairness as Fairness
from .luck import Luck as Luck
from .outcomes import Days as Days
from .outcomes import Outcomes as Outcomes
from .payouts import EVByPayout as EVByPayout
from .payouts import EVByTie as EVByTie
from .payouts import FairPayouts as FairPayouts
from .payouts import ev_by_tie as ev_by_tie
from .review import Review as Review
from .solution import PlayerTurn as PlayerTurn
from .solution import Solution as Solution
from .solution import Solutions as Solutions

__all__: list[str]
