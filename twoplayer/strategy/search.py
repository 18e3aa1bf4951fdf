"""The best rules of thumb, which people can carry in their heads, by exact value.

Hundreds of policies are valued side by side, rounded down to 64 bits. The exact value is found only
of the policies that may be the best.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations, product
from operator import attrgetter
from typing import ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..exact import ExactNumber, ExactResult, Values, decimal_text, exact
from ..game.contest import Contest, contest
from ..game.players import PLAYERS
from ..game.solution import solve_two
from ..tables import Column, Tabled, To
from ..turn.induction import Turn
from ..turn.position import Payoff
from ..variant.registry import VariantLike, as_variant
from ..variant.variant import Variant
from ..work import part, tracked, untold
from .described import FEATURES, RuleOfThumb, key_of
from .one_player import one_player
from .values import against_optimal

MOST_FEATURES = 3
_POLICIES_AT_ONCE = 64  # more take more memory, and no less time
_MOST_IN_64_BITS = 2**42
"""Sums of fewer terms leave room in 64 bits for payoffs that tell policies apart."""

GOALS = {
    "score": "the lowest expected score",
    "clack": "the highest chance to clack",
    "first": "the first player's highest EV against an optimal second",
    "second": "the second player's highest EV against an optimal first",
}
_IN_PERCENT = ("clack", "first", "second")


def _number_columns(name: str, title: str = "") -> tuple[Column, Column]:
    def shown(best: BestRuleOfThumb) -> str:
        return decimal_text(getattr(best, name) * (100 if best.goal in _IN_PERCENT else 1), 4)

    return Column(name, to=To.PROGRAMS, unit="approx"), Column(name, shown, title, to=To.PEOPLE)


@dataclass(frozen=True, eq=False, repr=False)
class BestRuleOfThumb(ExactResult, Tabled):
    """The best rule of thumb for a goal, and the next best.

    Attributes
    ----------
    goal : str
        What the rule is best for. `"score"` is the lowest expected score, and `"clack"` the highest
        chance to clack. `"first"` is the first player's highest EV against an optimal second
        player. `"second"` is the second player's highest EV against an optimal first player.
    rule : tuple of (str, int)
        The best rule: features of a move, the most important first. A feature has 1 where the most
        is best, and −1 where the least is.
    runner_up : tuple of (str, int)
        The best of the rules that play differently from the best rule in some position.
    value : sympy.Rational
        The value of the best rule: an expected score, a probability in [0, 1], or an EV in stakes.
    runner_up_value : sympy.Rational
        The value of the runner-up.
    optimum : sympy.Rational
        The value of optimal play; no rule has a better one.

    Examples
    --------
    >>> from twoplayer import Variant
    >>> from twoplayer.strategy import search_rules_of_thumb
    >>> best = search_rules_of_thumb(Variant(tiles=4)).best["score"]
    >>> best.rule[0], best.cost == best.value - best.optimum
    (('smallest tile', 1), True)
    """

    goal: str
    rule: RuleOfThumb
    runner_up: RuleOfThumb
    value: ExactNumber = exact()
    runner_up_value: ExactNumber = exact()
    optimum: ExactNumber = exact()

    @property
    def cost(self) -> ExactNumber:
        """By how much the best rule is worse than optimal play: 0 or more, in the value's unit."""
        return self._number(abs(self.fractions.optimum - self.fractions.value))

    columns: ClassVar[Sequence[Column]] = (
        Column("goal", to=To.PROGRAMS),
        Column("goal", attrgetter("in_words"), width=36, to=To.PEOPLE),
        Column("rule", lambda best: words(best.rule), to=To.PROGRAMS | To.HTML),
        Column("runner_up", lambda best: words(best.runner_up), to=To.PROGRAMS),
        *_number_columns("value"),
        *_number_columns("runner_up_value", "runner-up"),
        *_number_columns("optimum"),
        *_number_columns("cost"),
    )

    def _title(self) -> str:
        return f"{GOALS[self.goal]}: {words(self.rule)}"

    @property
    def in_words(self) -> str:
        """The goal in words, with `(%)` where people read its numbers in percent."""
        return GOALS[self.goal] + (" (%)" if self.goal in _IN_PERCENT else "")


@dataclass(frozen=True, eq=False, repr=False)
class RuleOfThumbSearch(ExactResult, Tabled):
    """The best rules of thumb, one for each goal, made by `search_rules_of_thumb`.

    Attributes
    ----------
    variant : Variant
        The rules of the first player's turn.
    second_variant : Variant
        The rules of the second player's turn.
    rules : int
        How many rules of thumb there are: ordered choices of up to three features, each high or
        low.
    different : int
        How many of the rules play differently from each other, and were valued. Where the turns of
        the players differ, the rules of both turns are counted.
    best : dict of str to BestRuleOfThumb
        The best by each goal: `"score"`, `"clack"`, `"first"` and `"second"`.

    Examples
    --------
    >>> from twoplayer import Variant
    >>> from twoplayer.strategy import search_rules_of_thumb
    >>> search = search_rules_of_thumb(Variant(tiles=4))
    >>> list(search.best), search.best["first"].rule
    (['score', 'clack', 'first', 'second'], (('smallest tile', 1),))
    """

    variant: Variant
    second_variant: Variant
    rules: int
    different: int
    best: dict[str, BestRuleOfThumb] = exact(repr=False)

    about = "The best of {self.rules:,} rules of thumb"
    columns: ClassVar[Sequence[Column]] = BestRuleOfThumb.columns

    def _rows(self) -> list[BestRuleOfThumb]:
        return list(self.fractions.best.values())


def words(rule: RuleOfThumb) -> str:
    parts = [FEATURES[name].high if sign > 0 else FEATURES[name].low for name, sign in rule]
    return f"Take the move with {'; among equals, the one with '.join(parts)}."


def every_rule_of_thumb() -> Iterator[tuple[tuple[str, int], ...]]:
    for count in range(1, MOST_FEATURES + 1):
        for features in permutations(FEATURES, count):
            for signs in product((1, -1), repeat=count):
                yield tuple(zip(features, signs, strict=True))


class Goal(NamedTuple):
    player: int  # whose turn it is, from 0 on
    payoff: Payoff
    optimum: Fraction  # the value of optimal play


def search_rules_of_thumb(
    variant: VariantLike, second: VariantLike | None = None
) -> RuleOfThumbSearch:
    """Value every rule of thumb, and find the best for each goal.

    A rule compares the legal moves by up to three features, such as how many tiles a move covers.
    The first feature decides, and the next among equals. Rules are valued against an optimal
    opponent where there is one, and the values that are returned are exact. Rules that choose the
    same moves everywhere are valued once.

    Parameters
    ----------
    variant : Variant, str or path
        The rules, or the name or file of a single variant.
    second : Variant, str or path, optional
        The second player's rules, where they are others, as for `solve`. None: those of `variant`.
        The goals `"score"` and `"clack"` are about the first player's turn.

    Returns
    -------
    RuleOfThumbSearch
        How many rules there are, and the best for each goal.

    Raises
    ------
    InputError, UnknownNameError, FileError, RulesError, GameTooLargeError
        As `solve`; a game of another kind is an `InputError`.

    See Also
    --------
    twoplayer.card : A rule of thumb with exceptions.
    twoplayer.strategy_values : Strategies that people use.

    Notes
    -----
    All rules that play differently are valued side by side. Their values are whole numbers of 64
    bits, rounded down, and the most that rounding takes away is proven. The rules that may be the
    best or the next best are valued once more, exactly.

    Examples
    --------
    >>> from twoplayer import Variant
    >>> from twoplayer.strategy import search_rules_of_thumb
    >>> search_rules_of_thumb(Variant(tiles=4)).rules
    1862
    """
    game = contest(variant, second, read=as_variant)
    with untold():
        alone = {aim: one_player(game.rules[0], aim).fractions for aim in ("score", "clack")}
        goals = {aim: Goal(0, turn.payoff, turn.value()) for aim, turn in alone.items()}
        goals |= {player: goal_of(game, player) for player in PLAYERS}
    best, different = dict[str, BestRuleOfThumb](), 0
    for turn in tracked(dict.fromkeys(game.turns)):
        of_turn = {name: goal for name, goal in goals.items() if game.turns[goal.player] is turn}
        tried, found = best_rules(turn, of_turn)
        best, different = best | found, different + tried
    return RuleOfThumbSearch(*game.pair, len([*every_rule_of_thumb()]), different, best)


def best_rules(turn: Turn, goals: Mapping[str, Goal]) -> tuple[int, dict[str, BestRuleOfThumb]]:
    wanted = np.column_stack([goal.payoff.wanted[:, 0, 0] for goal in goals.values()])
    payoffs, by_moves = wanted[turn.ranks], dict[bytes, RuleOfThumb]()
    keys = {feature: key_of(turn, *feature) for feature in product(FEATURES, (1, -1))}
    chosen: dict[RuleOfThumb, NDArray[np.bool_]] = {(): turn.all_moves()}
    with part(of=2):
        for rule in tracked([*every_rule_of_thumb()]):
            moves = turn.best_among(chosen[rule[:-1]], keys[rule[-1]])
            if len(rule) < MOST_FEATURES:
                chosen[rule] = moves
            by_moves.setdefault(moves.tobytes(), rule)
    played, valued = [*by_moves], []
    with part(of=2):
        places = contenders(turn, payoffs, played)
    for place in places:
        policy = turn.policy_of(np.frombuffer(played[place], np.bool_))
        with untold():
            root = turn.at_start(range(len(goals)), lambda columns: payoffs[:, columns], policy)
        values = [Fraction(value, turn.scale_of(policy)) for value in root]
        valued.append((by_moves[played[place]], values))
    best = {}
    for column, (name, goal) in enumerate(goals.items()):
        by_value = [(values[column], rule) for rule, values in valued]
        by_value.sort(key=lambda pair: -pair[0])
        (most, first), (next_most, second) = (by_value * 2)[:2]
        most, next_most = map(goal.payoff.exact, (most, next_most))
        best[name] = BestRuleOfThumb(name, first, second, most, next_most, goal.optimum)
    return len(by_moves), best


def contenders(turn: Turn, payoffs: Values, policies: Sequence[bytes]) -> list[int]:
    """Return the policies that may be the best or the next best for one of some payoffs.

    Let V be the value of a policy, and v the rounded value: v ≤ V < v + 1 + 3·rolls, as
    `docs/mathematics/the-game.md` says. Payoffs are whole numbers of shape (states, columns). They
    are scaled so that a sum over moves, outcomes or dice is below 2⁶³; where that leaves no room,
    they are Python integers. A policy is given as bytes: a flag for each move of the turn, which
    says whether the policy may choose the move.
    """
    most = max(len(turn.source), turn.most_outcomes, len(turn.board.choices))
    kind, room = (np.int64, 2**62 // most) if most < _MOST_IN_64_BITS else (object, 2**62)
    sizes = np.maximum(np.abs(payoffs.astype(object)).max(axis=0), 1)
    scaled = (payoffs.astype(object) * room // sizes).astype(kind)
    lows = np.empty((payoffs.shape[1], len(policies)), np.int64)
    for start in tracked(range(0, len(policies), _POLICIES_AT_ONCE)):
        block = policies[start : start + _POLICIES_AT_ONCE]
        chosen = np.array([np.frombuffer(policy, np.bool_) for policy in block]).T.copy()
        lows[:, start : start + _POLICIES_AT_ONCE] = turn.rounded_at_start(scaled, chosen)
    second = np.sort(lows, axis=1)[:, -2:][:, :1]
    may_be = (lows + 1 + 3 * turn.most_rolls >= second).any(axis=0)
    return list(np.flatnonzero(may_be).tolist())


def goal_of(game: Contest, player: str) -> Goal:
    payoffs, unit = against_optimal(game, player)
    place, ev = PLAYERS.index(player), solve_two(game).fractions.first_player_ev
    return Goal(place, Payoff.of_value(payoffs.sum(axis=1), unit), -ev if place else ev)
