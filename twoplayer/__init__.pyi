"""What users call and construct, each with its home; `names.py` reads them here."""

from . import claims as claims
from . import environments as environments
from . import errors as errors
from . import evening as evening
from . import game as game
from . import many as many
from . import show as show
from . import strategy as strategy
from . import turn as turn
from . import variant as variant
from .claims.rows import check_table as check_table
from .claims.verdict import check as check
from .errors import InputError as InputError
from .evening.match import match as match
from .evening.plan import plan_evening as plan_evening
from .evening.rolls import roll_by_roll as roll_by_roll
from .evening.rolls import shared_box as shared_box
from .evening.seats import seats as seats
from .evening.secret import secret as secret
from .game.bounds import bounds as bounds
from .game.certificate import certificate as certificate
from .game.payouts import ev_by_payout as ev_by_payout
from .game.payouts import fair_payouts as fair_payouts
from .game.playing import Play as Play
from .game.solution import solve as solve
from .many.effects import effects as effects
from .many.mending import mend as mend
from .many.solving import solve_all as solve_all
from .show import plot as plot
from .strategy.card import card as card
from .strategy.loading import load as load
from .strategy.one_player import one_player as one_player
from .strategy.own import STRATEGIES as STRATEGIES
from .strategy.own import Strategy as Strategy
from .strategy.response import best_response as best_response
from .strategy.response import exploitability as exploitability
from .strategy.simulation import simulate as simulate
from .strategy.values import matchup as matchup
from .strategy.values import strategy_value as strategy_value
from .strategy.values import strategy_values as strategy_values
from .turn.another import Box as Box
from .turn.another import Game as Game
from .variant.registry import registered as registered
from .variant.registry import variants as variants
from .variant.variant import Variant as Variant
from .work import watching as watching

__version__: str
__all__: list[str]
