"""Exact values of Shut the Box for two players, under any house rules."""

TYPE_CHECKING = False  # as type checkers see it; the program starts without `typing`
if TYPE_CHECKING:
    from .errors import FaultsError as FaultsError
    from .errors import FileError as FileError
    from .errors import GameTooLargeError as GameTooLargeError
    from .errors import InputError as InputError
    from .errors import PositionError as PositionError
    from .errors import RulesError as RulesError
    from .errors import UnknownNameError as UnknownNameError
    from .evening.alternate import Alternate as Alternate
    from .evening.alternate import alternate as alternate
    from .evening.race import Race as Race
    from .evening.race import race as race
    from .evening.rounds import Rounds as Rounds
    from .evening.rounds import rounds as rounds
    from .evening.seats import Seats as Seats
    from .evening.seats import SeatTurn as SeatTurn
    from .evening.seats import seats as seats
    from .evening.shared_box import SharedBox as SharedBox
    from .evening.shared_box import shared_box as shared_box
    from .exact import Bounds as Bounds
    from .game.bounds import BoundedSolution as BoundedSolution
    from .game.bounds import bounds as bounds
    from .game.certificate import Certificate as Certificate
    from .game.certificate import certificate as certificate
    from .game.fairness import Fairness as Fairness
    from .game.outcomes import Outcomes as Outcomes
    from .game.solution import PlayerTurn as PlayerTurn
    from .game.solution import Solution as Solution
    from .game.solutions import Solutions as Solutions
    from .game.solutions import solve as solve
    from .game.solutions import solve_all as solve_all
    from .many.effects import Effect as Effect
    from .many.effects import Effects as Effects
    from .many.effects import effects as effects
    from .many.mending import Mend as Mend
    from .many.mending import Mending as Mending
    from .many.mending import mend as mend
    from .payout.fair_payouts import fair_payouts as fair_payouts
    from .payout.function import EVByPayout as EVByPayout
    from .payout.function import ev_by_payout as ev_by_payout
    from .show import plot as plot
    from .show.prism import prism as prism
    from .solo.one_player import OnePlayer as OnePlayer
    from .solo.one_player import one_player as one_player
    from .solo.restarts import Restarts as Restarts
    from .solo.restarts import restarts as restarts
    from .solo.sequences import coverable_sets as coverable_sets
    from .solo.sequences import winning_sequences as winning_sequences
    from .strategy.card import Card as Card
    from .strategy.card import CardLine as CardLine
    from .strategy.card import card as card
    from .strategy.matchup import Matchup as Matchup
    from .strategy.matchup import matchup as matchup
    from .strategy.ranges import StrategyRange as StrategyRange
    from .strategy.ranges import strategy_range as strategy_range
    from .strategy.rules_of_thumb import BestRuleOfThumb as BestRuleOfThumb
    from .strategy.rules_of_thumb import RuleOfThumbSearch as RuleOfThumbSearch
    from .strategy.rules_of_thumb import search_rules_of_thumb as search_rules_of_thumb
    from .strategy.simulation import Estimate as Estimate
    from .strategy.simulation import Estimates as Estimates
    from .strategy.simulation import simulate as simulate
    from .strategy.simulation import transcript as transcript
    from .strategy.strategies import STRATEGIES as STRATEGIES
    from .strategy.strategies import Strategy as Strategy
    from .strategy.values import StrategyValue as StrategyValue
    from .strategy.values import strategy_value as strategy_value
    from .strategy.values import strategy_values as strategy_values
    from .turn.dag import annotated_graph as annotated_graph
    from .turn.dag import state_graph as state_graph
    from .turn.option import Option as Option
    from .turn.payoff import Payoff as Payoff
    from .turn.solved import SolvedTurn as SolvedTurn
    from .turn.step import Policy as Policy
    from .variant.dice import Dice as Dice
    from .variant.family import Family as Family
    from .variant.family import LeftOut as LeftOut
    from .variant.one_die import OneDie as OneDie
    from .variant.registry import VariantLike as VariantLike
    from .variant.registry import family as family
    from .variant.registry import registered as registered
    from .variant.registry import variants as variants
    from .variant.variant import Variant as Variant

__version__ = "0.2.0"

_PUBLIC = {
    "errors": "FaultsError FileError GameTooLargeError InputError PositionError RulesError "
    "UnknownNameError",
    "evening.seats": "SeatTurn Seats seats",
    "evening.alternate": "Alternate alternate",
    "evening.shared_box": "SharedBox shared_box",
    "evening.race": "Race race",
    "evening.rounds": "Rounds rounds",
    "exact": "Bounds",
    "game.bounds": "BoundedSolution bounds",
    "game.certificate": "Certificate certificate",
    "game.fairness": "Fairness",
    "game.outcomes": "Outcomes",
    "game.solution": "PlayerTurn Solution",
    "game.solutions": "Solutions solve solve_all",
    "many.effects": "Effect Effects effects",
    "many.mending": "Mend Mending mend",
    "payout.fair_payouts": "fair_payouts",
    "payout.function": "EVByPayout ev_by_payout",
    "show": "plot",
    "show.prism": "prism",
    "solo.one_player": "OnePlayer one_player",
    "solo.restarts": "Restarts restarts",
    "solo.sequences": "coverable_sets winning_sequences",
    "strategy.card": "Card CardLine card",
    "strategy.rules_of_thumb": "BestRuleOfThumb RuleOfThumbSearch search_rules_of_thumb",
    "strategy.simulation": "Estimate Estimates simulate transcript",
    "strategy.strategies": "STRATEGIES Strategy",
    "strategy.matchup": "Matchup matchup",
    "strategy.ranges": "StrategyRange strategy_range",
    "strategy.values": "StrategyValue strategy_value strategy_values",
    "turn.dag": "annotated_graph state_graph",
    "turn.payoff": "Payoff",
    "turn.option": "Option",
    "turn.solved": "SolvedTurn",
    "turn.step": "Policy",
    "variant.dice": "Dice",
    "variant.family": "Family LeftOut",
    "variant.one_die": "OneDie",
    "variant.registry": "VariantLike family registered variants",
    "variant.variant": "Variant",
}
"""The public names by their home, which is imported when one is first used: libraries are slow."""

_HOME = {name: home for home, names in _PUBLIC.items() for name in names.split()}

__all__ = sorted(_HOME)  # noqa: PLE0605


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    # Unlike `import_module` this imports the name as well, if it is that of a module.
    return getattr(__import__(_HOME[name], globals(), None, [name], 1), name)


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
