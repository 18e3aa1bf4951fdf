"""What the package offers to users, each name with its home; `names.py` reads them here."""

from .match import Match as Match
from .match import Replayed as Replayed
from .match import replayed as replayed
from .plan import Plan as Plan
from .plan import Way as Way
from .rolls import RollByRoll as RollByRoll
from .rolls import SharedBox as SharedBox
from .rounds_played import RoundsPlayed as RoundsPlayed
from .seats import Seats as Seats
from .seats import SeatTurn as SeatTurn
from .secret import Looking as Looking
from .secret import Secret as Secret
from .secret import SecretTurn as SecretTurn
from .secret import looking as looking

__all__: list[str]
