"""The quantities that can be claimed of a game, and how their exact values are found.

A quantity has the name of its column in the program's own tables. A question is a quantity with a
game: the rules, how the players play, and the score to beat where the quantity needs one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from math import inf
from typing import NamedTuple, TypeAlias

from ..errors import InputError, did_you_mean, refused, shown, too_long
from ..exact import parse_exact
from ..game.contest import Contest
from ..game.outcomes import Outcomes
from ..game.payouts import Interval, fair_intervals
from ..game.solution import solve_two
from ..many.results import first_player_evs
from ..strategy.one_player import foresight_of, one_player, restarts
from ..strategy.own import STRATEGIES, Strategy
from ..strategy.values import Matchup, gains_to_second, matchup, strategy_value
from ..tables import column_named
from ..work import tracked

OPTIMAL_PLAY = STRATEGIES["optimal"]
DISCOUNT = Fraction(9, 10)
"""The factor of everything after a roll in `restarts`, where no other discount is given."""

Exact: TypeAlias = Fraction | tuple[Interval, ...]
"""An exact number; for `payout`, the intervals of all payouts that make the game fair."""


class Quantity(NamedTuple):
    """A quantity, with an exact value in every game.

    Parameters
    ----------
    words : str
        The words for the quantity, within a sentence.
    unit : str
        `"stakes"`, `"chance"`, `"points"`, or `"value"` (of `restarts`, which has no unit).
    players : int
        2 for a game of two players, 1 for a player who takes a turn alone.
    strategies : bool
        Whether the quantity also has a value for players who do not play optimally.
    """

    words: str
    unit: str
    players: int = 2
    strategies: bool = True


QUANTITIES = {
    "ev": Quantity("the first player's EV", "stakes"),
    "second_ev": Quantity("the second player's EV", "stakes"),
    "first_wins": Quantity("the chance that the first player wins", "chance"),
    "tie": Quantity("the chance of a tie", "chance"),
    "second_wins": Quantity("the chance that the second player wins", "chance"),
    "first_clacks": Quantity("the chance that the first player clacks", "chance"),
    "second_clacks": Quantity("the chance that the second player clacks", "chance"),
    "value": Quantity("the second player's value", "stakes"),
    "clack": Quantity("one player's best chance to clack", "chance", players=1),
    "score": Quantity("one player's lowest expected score", "points", players=1),
    "restarts": Quantity(
        "the value of starting again until a clack", "value", players=1, strategies=False
    ),
    "foresight": Quantity(
        "the chance to clack had one known every roll before",
        "chance",
        players=1,
        strategies=False,
    ),
    "payout": Quantity("a clack payout that makes the game fair", "stakes", strategies=False),
}
"""Every quantity that can be claimed, by its name."""

ALSO = {
    "first_player_ev": "ev",
    "first_ev": "ev",
    "expected_value": "ev",
    "second_player_ev": "second_ev",
    "second_player_value": "value",
    "clack_chance": "clack",
    "expected_score": "score",
    "clack_payout": "payout",
    "fair_payout": "payout",
    "first_player_wins": "first_wins",
    "second_player_wins": "second_wins",
    "first_player_clacks": "first_clacks",
    "second_player_clacks": "second_clacks",
    "ties": "tie",
    "draw": "tie",
}
"""Other names of quantities."""

_ENDS = "first_wins", "tie", "second_wins", "first_clacks", "second_clacks"


class Query(NamedTuple):
    """A question: a quantity of a game, with one exact value.

    Parameters
    ----------
    of : str
        The name of the quantity.
    contest : Contest
        The rules of both players' turns.
    first, second : Strategy
        How the players play.
    strategy : Strategy or None
        How the player plays, for a quantity of one player; None for the best way.
    score_to_beat : int or None
        The first player's score; only for `value`.
    discount : Fraction or None
        The factor of everything after a roll; only for `restarts`.
    """

    of: str
    contest: Contest
    first: Strategy = OPTIMAL_PLAY
    second: Strategy = OPTIMAL_PLAY
    strategy: Strategy | None = None
    score_to_beat: int | None = None
    discount: Fraction | None = None

    @property
    def quantity(self) -> Quantity:
        return QUANTITIES[self.of]

    @property
    def optimal(self) -> bool:
        """Whether both players, or the one player, play optimally."""
        return self.strategy is None and self.first == self.second == OPTIMAL_PLAY

    @property
    def words(self) -> str:
        """The question within a sentence: the quantity, the score to beat, and the strategies."""
        words = self.quantity.words
        if self.strategy is not None:
            words = {"clack": "the chance to clack", "score": "the expected score"}[self.of]
            return f"{words} with {self.strategy.name}"
        if self.score_to_beat is not None:
            words += f" against {self.score_to_beat}"
            if self.second != OPTIMAL_PLAY:
                words += f", with {self.second.name}"
        elif not self.optimal:
            words += f", {self.first.name} against {self.second.name}"
        if self.discount is not None:
            words += f", where everything after a roll counts {self.discount}"
        return words

    def of_one_player(self) -> Query:
        """Return the question about one player, with the strategy that is not optimal, if any.

        Raises
        ------
        InputError
            If neither player plays optimally.
        """
        both = [each for each in (self.first, self.second) if each != OPTIMAL_PLAY]
        if both[1:]:
            why = f"beside a first strategy, where {self.of} is of one player"
            raise refused("second_strategy", self.second.name, "none", why)
        return self._replace(
            first=OPTIMAL_PLAY, second=OPTIMAL_PLAY, strategy=both[0] if both else None
        )

    def check(self) -> None:
        """Refuse a question without a value: with a strategy or a score that does not fit it.

        Raises
        ------
        InputError
            If strategies, rules of the second player, or a score to beat are given for a quantity
            that does not take them. If the quantity needs a score to beat, and none is given.
        """
        one, other = self.contest.pair
        if not self.quantity.strategies:
            for parameter, given in (
                ("first_strategy", self.strategy or self.first),
                ("second_strategy", self.second),
            ):
                if given != OPTIMAL_PLAY:
                    raise refused(parameter, given.name, "none", f"where {self.of} is claimed")
        if self.quantity.players == 1 and other != one:
            takes = "none: claim it of the second player's rules alone"
            raise refused("second", other.name, takes, f"where {self.of} is of one player")
        if self.of == "value":
            if self.first != OPTIMAL_PLAY:
                why = "where the second player's value against a score is claimed"
                raise refused("first_strategy", self.first.name, "none", why)
            scores = self.contest.turns[0].scores
            if self.score_to_beat not in scores:
                takes = f"a score of the first player, {scores[0]} to {scores[-1]}"
                if self.score_to_beat is None:
                    raise InputError(f"got none; takes {takes}", of="score_to_beat")
                why = "where the second player's value is claimed"
                raise refused("score_to_beat", self.score_to_beat, takes, why)
        elif self.score_to_beat is not None:
            takes = "none, except where `value` is claimed"
            raise refused("score_to_beat", self.score_to_beat, takes)


def quantity_named(text: object, parameter: str = "of") -> tuple[str, Fraction | None]:
    """Return the name of a quantity, and the discount of `restarts`.

    Parameters
    ----------
    text : str
        A name in `QUANTITIES` or in `ALSO`; `restarts:4/5` has its discount.
    parameter : str, default "of"
        The name of the parameter that had the text, for the error.

    Raises
    ------
    InputError
        If the text is no quantity, or the discount is not between 0 and 1.

    Examples
    --------
    >>> quantity_named("first_player_ev"), quantity_named("restarts:4/5")
    (('ev', None), ('restarts', Fraction(4, 5)))
    """
    if not isinstance(text, str):
        raise refused(parameter, text, " | ".join(QUANTITIES))
    if reason := too_long(text):
        raise refused(parameter, text, " | ".join(QUANTITIES), reason)
    name, colon, given = text.partition(":")
    name = column_named(name)
    name = ALSO.get(name, name)
    if name not in QUANTITIES or (colon and name != "restarts"):
        near = did_you_mean(name, [*QUANTITIES, *ALSO])
        if near:
            raise InputError(f"got {shown(text)}, an unknown quantity; {near}", of=parameter)
        raise refused(parameter, text, " | ".join(QUANTITIES), "an unknown quantity")
    if name != "restarts":
        return name, None
    try:
        discount = parse_exact(given) if colon else DISCOUNT
    except ValueError as error:
        raise refused(parameter, text, "restarts:G, 0 < G < 1", str(error)) from None
    if not 0 < discount < 1:
        raise refused(parameter, text, "restarts:G, 0 < G < 1")
    return name, discount


def question_in(
    game: Contest,
    of: str,
    discount: Fraction | None = None,
    *,
    score_to_beat: int | None = None,
    first: Strategy = OPTIMAL_PLAY,
    second: Strategy = OPTIMAL_PLAY,
) -> Query:
    """Return the question of a quantity of a game; about one player, where the quantity is.

    Parameters
    ----------
    game : Contest
        Both players' rules.
    of, discount
        The quantity, as `quantity_named` returns it.
    score_to_beat : int, optional
        The score for `value`.
    first, second : Strategy
        How the players play.

    Raises
    ------
    InputError
        If the quantity is of one player, and neither player plays optimally.
    """
    asked = Query(of, game, first, second, None, score_to_beat, discount)
    return asked.of_one_player() if asked.quantity.players == 1 else asked


EVs: TypeAlias = Callable[[Sequence[Contest]], Sequence[Fraction]]
"""A function that solves the EVs of many games, in their order."""


def answers(
    questions: Iterable[Query],
    evs: EVs = first_player_evs,
    failed: dict[Query, InputError] | None = None,
) -> dict[Query, Exact]:
    """Find the exact value of every question, and solve each question once.

    Games of which the EV alone is asked are solved together, since equal turns share work.

    Parameters
    ----------
    questions : iterable of Query
        The questions; a question may come several times.
    evs : callable, default first_player_evs
        The function that solves the EVs of many games: on several cores, or with a file of results.
    failed : dict, optional
        The dict that takes questions without an answer, with their errors. None: the first error
        is raised.

    Returns
    -------
    dict
        `{question: exact value}`.

    Raises
    ------
    InputError
        If a question has no value, as `Query.check` says. As the function that answers the
        question, such as `solve`, `one_player` or `matchup`.
    """
    asked = [*dict.fromkeys(questions)]
    for question in asked:
        question.check()
    solved = [each for each in asked if each.of in ("ev", "second_ev") and each.optimal]
    games = [*dict.fromkeys(each.contest for each in solved)]
    by_game = dict(zip(games, evs(games), strict=True)) if games else {}
    found: dict[Query, Exact] = {}
    for question in solved:
        ev = by_game[question.contest]
        found[question] = ev if question.of == "ev" else -ev
    for question in tracked([each for each in asked if each not in found]):
        try:
            found[question] = _answer(question)
        except InputError as error:
            if failed is None:
                raise
            failed[question] = error
    return found


def _answer(question: Query) -> Exact:
    of = question.of
    if find := _FOUND.get(of):
        return find(question)
    if of in ("ev", "second_ev"):
        ev = Fraction(_played(question).first_player_ev)
        return ev if of == "ev" else -ev
    chance: Fraction = getattr(ends_of(question), of)
    return chance


def value_of(question: Query) -> Fraction:
    """Return the exact value of a question that has one number for its answer.

    Parameters
    ----------
    question : Query
        A question of any quantity except `payout`.

    Raises
    ------
    InputError
        As `answers`.
    """
    value = answers([question])[question]
    assert isinstance(value, Fraction)
    return value


def ends_of(question: Query) -> Outcomes:
    """Return how the game of a question ends, by the players' strategies; numbers are `Fraction`s.

    Parameters
    ----------
    question : Query
        A question about two players.
    """
    if question.optimal:
        return solve_two(question.contest, chances=True).fractions.outcomes
    return _played(question).outcomes


def _played(question: Query) -> Matchup:
    first, second = question.contest.pair
    return matchup(first, question.first, question.second, second).fractions


def _value(question: Query) -> Fraction:
    assert question.score_to_beat is not None  # `check` makes sure of that
    return gains_to_second(question.contest, question.second)[question.score_to_beat]


def _clack(question: Query) -> Fraction:
    rules = question.contest.rules[0]
    if question.strategy is None:
        return Fraction(one_player(rules, "clack").fractions.value())
    return Fraction(strategy_value(rules, question.strategy).fractions.clack_chance)


def _score(question: Query) -> Fraction:
    rules = question.contest.rules[0]
    if question.strategy is None:
        return Fraction(one_player(rules).fractions.value())
    return Fraction(strategy_value(rules, question.strategy).fractions.expected_score)


def _restarts(question: Query) -> Fraction:
    discount = question.discount or DISCOUNT
    return Fraction(restarts(question.contest.rules[0], discount).fractions.value())


def _payout(question: Query) -> tuple[Interval, ...]:
    first, second = question.contest.pair
    return tuple(fair_intervals(first, Fraction(0), inf, second))


_FOUND: Mapping[str, Callable[[Query], Exact]] = {
    "value": _value,
    "clack": _clack,
    "score": _score,
    "restarts": _restarts,
    "foresight": lambda question: foresight_of(question.contest.rules[0]),
    "payout": _payout,
}
