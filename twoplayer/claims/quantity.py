"""What can be claimed of a game, and how the exact value is found.

A quantity has the name of its column in the program's own tables. A question is a quantity of a
game: its rules, how the two play, and the score to beat where the quantity asks for one.
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
"""What everything after a roll counts in `restarts`, unless somebody says otherwise."""

Exact: TypeAlias = Fraction | tuple[Interval, ...]
"""An exact number; of `payout`, the intervals of all payouts that make the game fair."""


class Quantity(NamedTuple):
    """Something that has an exact value in every game.

    Parameters
    ----------
    words : str
        What it is, within a sentence.
    unit : str
        `"stakes"`, `"chance"`, `"points"`, or `"value"` (of `restarts`, which has no unit).
    players : int
        2 if it is of a game of two, 1 if one player takes a turn alone.
    strategies : bool
        Whether there is such a value for players who follow other strategies as well.
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
"""What else quantities are called."""

_ENDS = "first_wins", "tie", "second_wins", "first_clacks", "second_clacks"


class Query(NamedTuple):
    """A quantity of a game, for which there is one exact value.

    Parameters
    ----------
    of : str
        The name of the quantity.
    contest : Contest
        The rules of both players' turns.
    first, second : Strategy
        How the two play.
    strategy : Strategy or None
        How one player plays, where the quantity is of one; None for the best way there is.
    score_to_beat : int or None
        The first player's score; only for `value`.
    discount : Fraction or None
        What everything after a roll counts; only for `restarts`.
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
        """Whether both players, or the one, play as well as anybody can."""
        return self.strategy is None and self.first == self.second == OPTIMAL_PLAY

    @property
    def words(self) -> str:
        """What is asked, within a sentence: the quantity, the score to beat, how the two play."""
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
        """Return the same of one player, who plays as the one of the two who is not optimal.

        Raises
        ------
        InputError
            If neither of them is.
        """
        both = [each for each in (self.first, self.second) if each != OPTIMAL_PLAY]
        if both[1:]:
            why = f"beside a first strategy, where {self.of} is of one player"
            raise refused("second_strategy", self.second.name, "none", why)
        return self._replace(
            first=OPTIMAL_PLAY, second=OPTIMAL_PLAY, strategy=both[0] if both else None
        )

    def check(self) -> None:
        """Refuse what has no value: a strategy, or a score to beat, that does not go with it.

        Raises
        ------
        InputError
            If the quantity takes no strategies, no rules of the second player, or no score to beat,
            and there are such; or if it takes a score to beat and there is none.
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
    """Return the name of a quantity, and the discount that `restarts` has.

    Parameters
    ----------
    text : str
        A name in `QUANTITIES`, or another name of one; `restarts:4/5` has its discount.
    parameter : str
        What it was handed in as, for the error.

    Raises
    ------
    InputError
        If it is no quantity, or no discount between 0 and 1.

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
    """Return what is asked of a game; of one player, if the quantity is one of his.

    Parameters
    ----------
    game : Contest
        Both players' rules.
    of, discount
        The quantity, as `quantity_named` returns it.
    score_to_beat : int or None
        For `value`.
    first, second : Strategy
        How the two play.

    Raises
    ------
    InputError
        If the quantity is of one player, and neither of the two plays optimally.
    """
    asked = Query(of, game, first, second, None, score_to_beat, discount)
    return asked.of_one_player() if asked.quantity.players == 1 else asked


EVs: TypeAlias = Callable[[Sequence[Contest]], Sequence[Fraction]]
"""What solves the EVs of many games, in their order."""


def answers(
    questions: Iterable[Query],
    evs: EVs = first_player_evs,
    failed: dict[Query, InputError] | None = None,
) -> dict[Query, Exact]:
    """Find the exact value of every question, each once.

    Games whose EV alone is asked are solved together, as those with the same turns share work.

    Parameters
    ----------
    questions : iterable of Query
        What is asked; the same may come again.
    evs : callable
        What solves the EVs of many games: on several cores, or with a file of results.
    failed : dict, optional
        Where what cannot be answered goes, with its error; else that is raised.

    Returns
    -------
    dict
        `{question: exact value}`.

    Raises
    ------
    InputError
        If a question has no value, as `Query.check` says; or as `solve`, `one_player`,
        `matchup`, and what else answers it.
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
        Any but one of `payout`.

    Raises
    ------
    InputError
        As `answers`.
    """
    value = answers([question])[question]
    assert isinstance(value, Fraction)
    return value


def ends_of(question: Query) -> Outcomes:
    """Return how the game of a question ends, as the two in it play; its numbers are `Fraction`s.

    Parameters
    ----------
    question : Query
        One of two players.
    """
    if question.optimal:
        return solve_two(question.contest, chances=True).fractions.outcomes
    return _played(question).outcomes


def _played(question: Query) -> Matchup:
    first, second = question.contest.pair
    return matchup(first, question.first, question.second, second).fractions


def _value(question: Query) -> Fraction:
    assert question.score_to_beat is not None  # as `check` sees to
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
