"""Verdicts on claims: whether a number is right, the exact value, and what else the number is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import inf
from operator import attrgetter
from typing import Any, NamedTuple

from ..errors import InputError, refused, scalar, tells_its_signature, whole_number
from ..exact import (
    ExactNumber,
    ExactResult,
    Rational,
    decimal_text,
    exact,
    fraction_text,
    percent_text,
)
from ..game.contest import Contest, contest
from ..game.payouts import Interval
from ..many.results import first_player_evs
from ..strategy.own import Strategy, StrategyLike, as_strategy
from ..tables import Column, Table, Tabled, TabledList, To, decimal
from ..turn.another import GameLike, as_game
from ..variant.columns import rules_of
from ..variant.variant import Rules, Variant, in_brief
from ..work import tracked
from .instead import Instead, in_words, instead
from .number import Number, number_of
from .quantity import (
    OPTIMAL_PLAY,
    QUANTITIES,
    EVs,
    Exact,
    Query,
    answers,
    quantity_named,
    question_in,
)
from .simulated import Simulated, check_simulated, simulated

_TAKES = (
    "a number such as -1/250, -0.4012%, 7.1432 %, 11.1575, '1 in 14', '0.40 ± 0.03' or "
    "'[0.40, 0.41]'"
)
MOST_SIMULATED = 10**15
_MOST_LOOKED_FOR = 20
"""Other quantities and games are looked through for this many wrong claims of a table."""


class Claim(NamedTuple):
    """The statement that a quantity of a game is a number, or several, which all have to be right.

    Parameters
    ----------
    question : Query
        The quantity, the game, and how both players play.
    numbers : tuple of Number
        The claimed number, in every form that a row has.
    games : int or None
        How many simulated games the number is from; None where it is not simulated.
    line : int or None
        The line of the claim in a table.
    row : int
        The number of the row; several rows may stand in one line, as in JSON.
    """

    question: Query
    numbers: tuple[Number, ...]
    games: int | None = None
    line: int | None = None
    row: int = 0

    @property
    def text(self) -> str:
        """The claim as it was written."""
        return "; ".join(number.text for number in self.numbers)


class Given(NamedTuple):
    """The quantity, strategies and numbers of every row that has none of its own.

    Parameters
    ----------
    of : str
        The quantity of a column called `claim`, or a similar word.
    discount : Fraction or None
        The discount of `restarts`.
    score_to_beat : int or None
        The score for `value`.
    first, second : Strategy
        How the players play.
    games : int or None
        How many games the numbers were simulated with. No row has another number of games.
    """

    of: str = "ev"
    discount: Fraction | None = None
    score_to_beat: int | None = None
    first: Strategy = OPTIMAL_PLAY
    second: Strategy = OPTIMAL_PLAY
    games: int | None = None


NOTHING_GIVEN = Given()


def read_given(
    of: object,
    score_to_beat: object,
    first_strategy: StrategyLike,
    second_strategy: StrategyLike,
    games: object,
) -> Given:
    """Read the arguments of users beside a claim, or beside a table of claims.

    The parameters are those of `check`.

    Raises
    ------
    InputError
        If an argument has no allowed value.
    """
    named, discount = quantity_named(of)
    if score_to_beat is not None:
        score_to_beat = whole_number("score_to_beat", score_to_beat, -(10**100))
    if games is not None:
        games = whole_number("games", games, 1, MOST_SIMULATED)
    first = as_strategy(first_strategy, "first_strategy")
    second = as_strategy(second_strategy, "second_strategy")
    return Given(named, discount, score_to_beat, first, second, games)


def claim_of(text: str, game: Contest, given: Given, takes: str, parameter: str = "claim") -> Claim:
    """Read one claim about a game.

    Parameters
    ----------
    text : str
        The number.
    game : Contest
        Both players' rules.
    given : Given
        The quantity, and how the players play.
    takes : str
        The forms of a claim, for the error.
    parameter : str, default "claim"
        The name of the parameter that had the claim, for the error.

    Raises
    ------
    InputError
        If the text is no number, or its unit does not fit the quantity. If the question has no
        value, as `Query.check` says. If simulated games are given for a quantity that cannot be
        simulated.
    """
    question = question_in(
        game,
        given.of,
        given.discount,
        score_to_beat=given.score_to_beat,
        first=given.first,
        second=given.second,
    )
    try:
        number = read_number(number_of(text), given.of)
    except ValueError as error:
        raise refused(parameter, text, takes, str(error)) from None
    question.check()
    if given.games is not None:
        check_simulated(question, given.games)
    return Claim(question, (number,), given.games)


def read_number(number: Number, of: str) -> Number:
    """Return a number of a quantity; raise `ValueError` if its unit does not fit the quantity.

    A whole number of points is taken for rounded: a mean score is hardly ever whole.
    """
    unit = QUANTITIES[of].unit
    units = {
        "stakes": ("percent", "cents", "stakes"),
        "chance": ("percent",),
        "points": ("points",),
        "value": ("percent",),
    }[unit]
    if number.unit and number.unit not in units:
        raise ValueError(f"in {number.unit}, where {of} has no such unit")
    if unit == "points" and number.form == "exact" and number.middle.denominator == 1:
        half = Fraction(1, 2)
        low, high = number.low - half, number.high + half
        return number._replace(low=low, high=high, form="rounded", step=Fraction(1))
    return number


@dataclass(frozen=True, eq=False, repr=False)
class Verdict(ExactResult, Tabled):
    """Whether a claim is right, and the exact value.

    Attributes
    ----------
    variant : Variant or Game
        The rules of the first player's turn.
    second_variant : Variant or Game
        The rules of the second player's turn.
    of : str
        The quantity, as `check` takes it.
    claim : str
        The number, as it was written.
    right : bool
        Whether the claim is right. An exact number has to be equal, a rounded number within half a
        unit of its last digit. The ends of an interval have to enclose the exact value, and a
        simulated number may be at most three standard deviations away.
    exact : sympy.Rational or None
        The exact value. For `payout` the fair payout nearest to the claim; None where no payout is
        fair.
    line : int or None
        The line of the claim in a table.
    judged : Claim
        The claim as it was read: its numbers, its question, and the number of simulated games.
    found : Exact
        The exact value; for `payout` the intervals of all fair payouts.
    by_chance : Simulated or None
        For a simulated number, its distance from the exact value, compared with chance.
    evs : callable
        The function that solves other games, when `instead` looks for a wrong number.
    far : bool
        Whether `instead` looks through other quantities and other games.

    Examples
    --------
    >>> from twoplayer import check
    >>> verdict = check("7.1432%", "classic", of="clack")
    >>> verdict
    Verdict(7.1432 % of clack: right)
    >>> verdict.right, verdict.exact
    (True, 466473281/6530347008)
    >>> print(check("7.143 %").instead[0].words)
    one player's best chance to clack
    """

    variant: Rules
    second_variant: Rules
    of: str
    claim: str
    right: bool
    exact: ExactNumber | None = exact()
    line: int | None = None
    judged: Claim = field(kw_only=True)
    found: Exact = field(kw_only=True)
    by_chance: Simulated | None = field(default=None, kw_only=True)
    evs: EVs = field(default=first_player_evs, kw_only=True)
    far: bool = field(default=True, kw_only=True)

    about = "Whether it is right"

    def __repr__(self) -> str:
        return f"Verdict({self.claim} of {self.of}: {'right' if self.right else 'wrong'})"

    def table(self) -> Table:
        """Put the verdict into a table.

        Returns
        -------
        Table
            One row: the claim, the exact value, whether the claim is right, and what else the
            number is.
        """
        return Verdicts([self]).table()

    def _key(self) -> tuple[Any, ...]:
        return self.judged, self.right

    @property
    def instead(self) -> tuple[Instead, ...]:
        """What a wrong number is, by the rule of accident: most often one quantity, or none.

        Each entry has its words, its quantity and game, and its exact value. The search begins at
        the first access, and takes seconds where nothing is found. The search goes through other
        signs and units, other quantities of this game, games with one rule changed, and registered
        games. For a right claim, and for a simulated number, the tuple is empty.
        """
        if self.right or self.by_chance:
            return ()
        return self._once("instead", self._look)

    def _look(self) -> tuple[Instead, ...]:
        one = self.found if isinstance(self.found, Fraction) else None
        for number in self.judged.numbers:
            for each in filter(None, (number, number.otherwise)):
                if not number.holds(one if one is not None else number.high + 1) and (
                    found := instead(self.judged.question, each, one, self.evs, far=self.far)
                ):
                    return found
        return ()

    @property
    def instead_in_words(self) -> str:
        """What a wrong number is, in a sentence; empty where no known quantity has its value."""
        if not self.instead:
            return ""
        numbers = [n for number in self.judged.numbers for n in (number, number.otherwise) if n]
        number = next(
            each for each in numbers if any(each.holds(found.claimed) for found in self.instead)
        )
        return in_words(number, self.instead)

    @property
    def says(self) -> str:
        """The verdict in sentences: what is right, exactly, and what a wrong number is."""
        lines = [f"{self._in_a_word}: {self._truth}"]
        if self.by_chance:
            lines.append(self.by_chance.words)
        if self.right and self._nearly_fair:
            lines.append("It is not exactly fair: that is so as rounded alone.")
        if said := self.instead_in_words:
            lines.append(said)
        return "\n".join(lines)

    @property
    def _in_a_word(self) -> str:
        if not self.right:
            return "wrong"
        if self.by_chance:
            return "right, as chance has it"
        forms = {number.form for number in self.judged.numbers} - {"exact"}
        if not forms:
            return "right"
        return (
            "right, between its ends" if "interval" in forms else "right, rounded to its last digit"
        )

    @property
    def _nearly_fair(self) -> bool:
        even = any(not number.middle for number in self.judged.numbers)
        return even and self.of in ("ev", "second_ev") and bool(self.found)

    @property
    def _truth(self) -> str:
        words = self.judged.question.words
        if not isinstance(self.found, Fraction):
            return _payouts_in_words(self.found)
        closed = "," * (", " in words)  # a second comma closes an insertion
        return f"{words}{closed} is {value_in_words(self.of, self.found)}"


def value_in_words(of: str, value: Fraction) -> str:
    """Say a value in its unit, first rounded for people, and then exactly."""
    if of in ("ev", "second_ev"):
        return f"{percent_text(value)} % of a stake,\nexactly {fraction_text(value)} stakes"
    if of == "value":
        return f"{decimal_text(value, 4)} stakes,\nexactly {fraction_text(value)} stakes"
    if of == "score":
        return f"{decimal_text(value, 4)} points,\nexactly {fraction_text(value)}"
    if of == "restarts":
        return f"{decimal_text(value, 4)},\nexactly {fraction_text(value)}"
    return f"{percent_text(value)} %,\nexactly {fraction_text(value)}"


def _payouts_in_words(intervals: Sequence[Interval]) -> str:
    if not intervals:
        return "no clack payout makes the game fair"
    several = [
        f"{fraction_text(low)} stakes"
        if low == high
        else f"every one from {fraction_text(low)} stakes on"
        if high == inf
        else f"every one from {fraction_text(low)} to {fraction_text(high)} stakes"
        for low, high in intervals
    ]
    about = [decimal_text(low, 4) for low, high in intervals if low == high and low.denominator > 1]
    said = f" (about {', '.join(about)})" if about else ""
    return f"the clack payouts that make the game fair are {'; '.join(several)}{said}"


class Verdicts(TabledList[Verdict]):
    r"""The verdicts on claims, in their order: a list, and a table.

    Attributes
    ----------
    passed : tuple of str
        The rows of a table that were passed over, each kind in a sentence with its count.

    Examples
    --------
    >>> from twoplayer import check_table
    >>> verdicts = check_table("tiles,clack\n9,7.1432 %\n10,5 %\n")
    >>> [verdict.right for verdict in verdicts], verdicts.right
    ([True, False], False)
    """

    passed: tuple[str, ...] = ()

    @property
    def right(self) -> bool:
        """Whether every claim is right."""
        return all(verdict.right for verdict in self)

    def look(self) -> None:
        """Find what the wrong claims are, one after another, with progress for `watching`.

        Without this call the search for a claim begins at the first access to `instead`.
        """
        for verdict in tracked([each for each in self if not each.right]):
            _ = verdict.instead

    def table(self) -> Table:
        """Put the verdicts into a table.

        Returns
        -------
        Table
            A row for each claim: its rules, the exact value, whether the claim is right, and what
            else a wrong number is.
        """
        rows = self._rows()
        of = Column("of", to=To.PROGRAMS if self._alike else To.ALL)
        value = Column("is", _exact_value, "exact value", to=To.PEOPLE)
        if self._alike and rows and rows[0].of == "ev":
            value = Column("is", _in_percent, "player 1\nEV (%)", to=To.PEOPLE)
        columns = [
            Column("line"),
            *rules_of(rows),
            *_in_brief(rows),
            of,
            *_how_played(rows),
            Column("claim", to=To.PROGRAMS),
            Column("said", _shortest, "claim", to=To.PEOPLE),
            value,
            decimal("exact", to=To.PROGRAMS),
            Column("exactly", _exactly, "exact", to=To.EXACTLY),
            Column("right"),
            Column("instead", attrgetter("instead_in_words"), "what it is"),
        ]
        # In text the sentences below a table say what a wrong number is.
        told = To.ALL ^ To.TEXT if any(verdict.instead for verdict in self) else To.PROGRAMS
        columns[-1] = columns[-1]._replace(to=told)
        return Table(columns, rows, "Whether claims are right", self.note)

    @property
    def note(self) -> str:
        """How many rows are right, and which were passed over, in sentences."""
        lines = {verdict.judged.row for verdict in self}
        wrong = {verdict.judged.row for verdict in self if not verdict.right}
        rows = f"{len(lines) - len(wrong):,} of {len(lines):,} rows are right"
        figures = f" ({len(self):,} figures)" if len(self) > len(lines) else ""
        return "\n\n".join([f"{rows}{figures}.", *self.passed])

    @property
    def _alike(self) -> bool:
        """Whether all claims are of one quantity."""
        return len({verdict.of for verdict in self}) < 2


def _in_brief(verdicts: Sequence[Verdict]) -> list[Column]:
    """Return the columns that tell people the game of a claim; none if all are the classic game."""
    if not any(verdict.variant != Variant() for verdict in verdicts):
        return []
    game = Column("game", lambda verdict: rules_in_brief(verdict.variant), to=To.PEOPLE)
    own = Column(
        "second_rules",
        lambda verdict: rules_in_brief(verdict.second_variant),
        "second's rules",
        to=To.PEOPLE,
    )
    return [game, own] if any(v.variant != v.second_variant for v in verdicts) else [game]


def rules_in_brief(rules: Rules) -> str:
    """Describe rules in a few words; for a game as code return its name."""
    return in_brief(rules) if isinstance(rules, Variant) else str(rules.name)


def _how_played(verdicts: Sequence[Verdict]) -> list[Column]:
    """Return the columns of strategies, and of scores to beat, where any claim has some."""
    questions = [verdict.judged.question for verdict in verdicts]
    columns = []
    if any(each.strategy for each in questions):
        columns.append(
            Column("strategy", lambda v: getattr(v.judged.question.strategy, "name", ""))
        )
    if any((each.first, each.second) != (OPTIMAL_PLAY, OPTIMAL_PLAY) for each in questions):
        columns += [
            Column("first", lambda v: v.judged.question.first.name, "first"),
            Column("second", lambda v: v.judged.question.second.name, "second"),
        ]
    if any(each.score_to_beat is not None for each in questions):
        columns.append(
            Column("first_player_score", lambda v: v.judged.question.score_to_beat, "to beat")
        )
    return columns


def _exact_value(verdict: Verdict) -> str:
    value = verdict.fractions.exact
    if value is None:
        return "none"
    if verdict.of in ("value", "score", "restarts", "payout"):
        return decimal_text(value, 4)
    return f"{percent_text(value)} %"


def _shortest(verdict: Verdict) -> str:
    """Return the shortest form of a claim: not the fraction, where a row has a decimal as well."""
    return min((number.text for number in verdict.judged.numbers), key=len)


def _in_percent(verdict: Verdict) -> str:
    return _exact_value(verdict).removesuffix(" %")


def _exactly(verdict: Verdict) -> str:
    value = verdict.fractions.exact
    return "none" if value is None else fraction_text(value)


def judged(
    claims: Iterable[Claim],
    evs: EVs = first_player_evs,
    failed: dict[Query, InputError] | None = None,
) -> Verdicts:
    """Judge claims, and solve each question once.

    Parameters
    ----------
    claims : iterable of Claim
        The claims.
    evs : callable, default first_player_evs
        The function that solves the EVs of many games: on several cores, or with a file of results.
    failed : dict, optional
        The dict that takes questions without an answer, with their errors. None: the first error
        is raised.

    Returns
    -------
    Verdicts
        The verdicts, in the order of the claims.
    """
    every = [*claims]
    found = answers((claim.question for claim in every), evs, failed)
    verdicts, wrong = Verdicts(), 0
    for claim in every:
        if claim.question not in found:
            continue
        verdict = _verdict(claim, found[claim.question], evs, far=wrong < _MOST_LOOKED_FOR)
        wrong += not verdict.right
        verdicts.append(verdict)
    return verdicts


def _verdict(claim: Claim, found: Exact, evs: EVs, *, far: bool) -> Verdict:
    """Judge a claim by the exact value; `far` is as of `Verdict`."""
    first, second = claim.question.contest.pair
    chance = None
    if isinstance(found, Fraction):
        near: Fraction | None = found
        if claim.games is not None:
            chance = simulated(claim.question, claim.numbers[0], found, claim.games)
            right = chance.by_chance
        else:
            right = all(_holds(number, found) for number in claim.numbers)
    else:
        near = _nearest(claim.numbers[0], found)
        right = all(_makes_fair(number, found) for number in claim.numbers)
    return Verdict(
        first,
        second,
        claim.question.of,
        claim.text,
        right,
        near,
        claim.line,
        judged=claim,
        found=found,
        by_chance=chance,
        evs=evs,
        far=far,
    )


def _holds(number: Number, value: Fraction) -> bool:
    other = number.otherwise
    return number.holds(value) or (other is not None and other.holds(value))


def _makes_fair(number: Number, intervals: Iterable[Interval]) -> bool:
    return any(low <= number.high and number.low <= high for low, high in intervals)


def _nearest(number: Number, intervals: Iterable[Interval]) -> Fraction | None:
    """Return the fair payout that is nearest to the claim; None if no payout is fair."""
    near = [Fraction(min(max(number.middle, low), high)) for low, high in intervals]
    return min(near, key=lambda payout: abs(payout - number.middle), default=None)


@tells_its_signature
def check(
    claim: str | int | Fraction | Rational,
    variant: GameLike = "classic",
    of: str = "ev",
    *,
    score_to_beat: int | None = None,
    first_strategy: StrategyLike = "optimal",
    second_strategy: StrategyLike = "optimal",
    second: GameLike | None = None,
    games: int | None = None,
) -> Verdict:
    """Tell whether a number that somebody claims is right, and what a wrong number is.

    Parameters
    ----------
    claim : str, int, Fraction or sympy.Rational
        The number. A fraction or a whole number is exact. A decimal, a percentage and a whole
        number of points are right to within half a unit of their last digit. `0.40 ± 0.03` and
        `[0.37, 0.43]` are right where the exact value lies between the ends.
    variant : Variant, str, path or Game, default "classic"
        The game, as for `solve`.
    of : str, default "ev"
        The quantity. Of two players: `ev` (the first player's EV), `second_ev`, `first_wins`,
        `tie`, `second_wins`, `first_clacks`, `second_clacks`, `value` (the second player's value
        against `score_to_beat`). Of one player: `clack` (the best chance to cover all), `score`
        (the lowest expected score), `restarts` or `restarts:G`, `foresight`. Of the rules: `payout`
        (a clack payout that makes the game fair).
    score_to_beat : int, optional
        The first player's score, for the quantity `value` alone.
    first_strategy : str, Strategy or function, default "optimal"
        How the first player plays. A quantity of one player takes one strategy alone.
    second_strategy : str, Strategy or function, default "optimal"
        How the second player plays.
    second : Variant, str, path or Game, optional
        The second player's rules, where they are others. None: those of `variant`.
    games : int, optional
        How many games the number was simulated with. A simulated number is right within three
        standard deviations of the exact value. None: the number was computed.

    Returns
    -------
    Verdict
        `right`, `exact`, `says` in sentences, and `instead`: what a wrong number is.

    Raises
    ------
    InputError
        If the claim is no number, the quantity is unknown, or the arguments do not go together.
    RulesError, UnknownNameError, FileError, GameTooLargeError
        As `solve`.

    See Also
    --------
    twoplayer.check_table : Every row of a table.
    twoplayer.solve : The values of a game.
    twoplayer.simulate : Games by chance, beside the exact values.

    Notes
    -----
    All comparisons are exact. The rule of accident decides what is told of a wrong number. A
    candidate is told only where the probability that some candidate agrees by chance is less than 1
    in 100. The variance of a simulated number is exact as well. Its standard deviation is
    sd/√`games`, where sd is that of one game.

    Examples
    --------
    >>> from twoplayer import check
    >>> check("-0.4012%").right, check("7.1432%", of="clack").right
    (True, True)
    >>> print(check("+0.4012 %").says.splitlines()[0])
    wrong: the first player's EV is -0.4012 % of a stake,
    >>> [what.of for what in check("+0.4012 %").instead]
    ['ev', 'second_ev']
    >>> fewest = "fewest-tiles,largest-first,smallest-first"
    >>> check("7.22%", of="clack", first_strategy=fewest, games=100_000).right
    True
    """
    given = read_given(of, score_to_beat, first_strategy, second_strategy, games)
    one = as_game(variant)
    two = one if second is None else as_game(second, "second")
    game = contest(one, two, parameters=("variant", "second"))
    return judged([claim_of(_text_of(claim), game, given, _TAKES)])[0]


def _text_of(claim: object) -> str:
    claim = scalar(claim)
    if isinstance(claim, bool) or claim is None:
        raise refused("claim", claim, _TAKES, "not a number")
    return repr(claim) if isinstance(claim, float) else str(claim)
