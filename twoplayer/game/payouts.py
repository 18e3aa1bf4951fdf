r"""The EV as a function of the payment of a clack or a tie, and the payouts that make a game fair.

Let x be the payment of a clack or a tie. At every end of a turn the second player gets
constant + slope·x. So each v2(k) is a maximum of lines, and convex in x. Between neighbouring
breakpoints of all v2 the first player's value is convex as well.

The line of a value just right of x is found by solving with the payoffs (value at x, slope),
compared lexicographically. Other places have other payoffs:

- just left of x: (value at x, −slope);
- above all breakpoints: (slope, constant);
- below all breakpoints: (−slope, constant).

If a convex function has the same line at both ends of an interval, the function is that line in
between. Otherwise the two lines cross inside, and the interval is cut at the crossing.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from itertools import chain, groupby, pairwise
from math import inf, lcm
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self, TypeAlias

import numpy as np

from ..errors import InputError, refused
from ..exact import ExactNumber, ExactResult, Rational, Values, exact, parse_exact, to_rational
from ..tables import Column, Tabled, To
from ..turn.another import GameLike
from ..turn.induction import Turn
from ..variant.registry import VariantLike, as_variant
from ..variant.variant import Rules, Variant
from ..work import count, part, tell, tracked, untold
from .contest import Contest, contest
from .solution import games_of, solve_games, solve_two

if TYPE_CHECKING:
    from sympy import Piecewise
    from sympy.core.numbers import Infinity

Interval: TypeAlias = tuple[Fraction, Any]
"""The ends of an interval: exact numbers, or `inf` if the interval is endless."""
FairPayout: TypeAlias = "Rational | tuple[Rational, Rational | Infinity]"


class FairPayouts(tuple[FairPayout, ...]):
    """The clack payouts that make a game exactly fair, ascending: a tuple, made by `fair_payouts`.

    Each element is a payout, a `sympy.Rational` in stakes, or a pair `(low, high)`: then every
    payout from `low` to `high` is fair. An empty tuple is shown with its range of payouts. It is
    proven that no payout in this range is fair.

    Examples
    --------
    >>> from twoplayer import Variant, fair_payouts
    >>> none = fair_payouts("classic")
    >>> none, len(none), none.low, none.high
    (() (proven: no payout of 0 or more makes the game fair), 0, 0, oo)
    """

    _ends: Interval

    def __new__(cls, payouts: Iterable[FairPayout], ends: Interval) -> FairPayouts:
        found = super().__new__(cls, payouts)
        found._ends = ends
        return found

    def __getnewargs__(self) -> tuple[Any, ...]:
        return tuple(self), self._ends

    @property
    def low(self) -> Rational:
        """The least payout that was asked for, in stakes."""
        return to_rational(self._ends[0])

    @property
    def high(self) -> Rational | Infinity:
        """The largest payout that was asked for, in stakes; `sympy.oo` without a largest one."""
        return to_rational(self._ends[1])

    def __repr__(self) -> str:
        if self:
            return super().__repr__()
        low, high = self._ends
        which = f"of {low} or more" if high == inf else f"from {low} to {high}"
        return f"() (proven: no payout {which} makes the game fair)"


Points: TypeAlias = list[tuple[Fraction, Fraction]]
"""Pairs of a payout and the first player's EV at the payout; payouts ascend."""

_SHORT = 128  # an interval from a to b is short, with few pieces, if b − a ≤ (1 + a)/128
_MOST_LEFT = 64  # with more intervals left, halving rules out too few to save time
_POINTS = 100


class Line(NamedTuple):
    """A payoff or a value as a function of the payment x: constant + slope·x, in stakes."""

    constant: Fraction
    slope: Fraction

    def at(self, x: Fraction) -> Fraction:
        return self.constant + self.slope * x


class Unknown(NamedTuple):
    """A game of two in which one payment x is left open, so that payoffs are lines in x."""

    contest: Contest
    pays: str  # "clack": a clack pays x; "tie": a tie pays the first player x, in place of `ties`

    @property
    def unit(self) -> int:
        """The factor that makes all payoffs whole, with x = 0 and with x = 1 stake."""
        return self.contest.stakes.left_open(self.pays)[0].unit


class Segment(NamedTuple):
    """An interval on which one of several functions is a line."""

    key: int  # the number of the function
    low: Fraction  # −inf if the interval has no lower end
    high: Any  # inf if the interval has no upper end
    line: Line


class At(NamedTuple):
    """A place just left or just right of x, for one of several functions."""

    key: int  # the number of the function
    x: Any  # inf: above every breakpoint; −inf: below every breakpoint
    side: int  # −1 left, 1 right

    @property
    def order(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """The matrix from (constant, slope) to the two components that lines are compared by."""
        if abs(self.x) == inf:
            return (0, 1 if self.x > 0 else -1), (1, 0)
        return (self.x.denominator, self.x.numerator), (0, self.side)

    def line(self, components: Sequence[int], scale: int) -> Line:
        """Return the line with these components over `scale`: the inverse of `order`."""
        (a, b), (c, d) = self.order
        first, second = components
        scale *= a * d - b * c
        return Line(
            Fraction(d * first - b * second, scale), Fraction(a * second - c * first, scale)
        )


def ev_segments(unknown: Unknown, low: Any, high: Any) -> list[Segment]:
    """Return the first player's exact EV from `low` to `high`, piece by piece, as lines.

    Neighbouring pieces have different lines. The keys of the pieces have no meaning.
    """
    first, second = unknown.contest.turns
    columns, half = len(first.scores), 2 * share(low, high)
    against = segments_of(partial(_second, unknown), [(low, high)] * columns, columns * half)
    cuts = sorted({segment.low for segment in against})
    to_second = np.empty((len(cuts), columns, 2), dtype=object)
    scale = second.scale * unknown.unit
    for rank, start, end, line in against:
        between = slice(bisect_left(cuts, start), bisect_left(cuts, end))
        to_second[between, rank] = [int(part * scale) for part in line]
    segments = segments_of(partial(_first, unknown, to_second), [*pairwise([*cuts, high])], half)
    of_line = [list(alike) for _, alike in groupby(segments, attrgetter("line"))]
    return [alike[0]._replace(high=alike[-1].high) for alike in of_line]


def sure_sign(unknown: Unknown, low: Fraction, high: Any) -> int:
    """Return 1 or −1 if the EV surely has this sign from `low` to `high`, otherwise 0.

    Each of the second player's values lies between its tangent at `low` and its chord. Put all
    tangents, or all chords, in place of these values. In both cases the first player's value is
    convex. With tangents the greater of its two ends is an upper bound of the EV. With chords its
    tangent at `low` is a lower bound.
    """
    at_low, at_high = _every_second(unknown, low, 1), _every_second(unknown, high, -1)
    chords = []
    for first, last in zip(at_low, at_high, strict=True):
        start = first.at(low)
        slope = last.slope if high == inf else (last.at(high) - start) / (high - low)
        chords.append(Line(start - slope * low, slope))
    whole = lcm(*(part.denominator for line in (*at_low, *chords) for part in line))
    both = [[[int(n * whole) for n in line] for line in lines] for lines in (at_low, chords)]
    # `_first` expects lines times a scale; without that scale only the signs of results are right.
    above, below = _first(unknown, np.array(both, object), [At(0, high, -1), At(1, low, 1)])
    if below.at(low) < 0:
        return -int(above.slope <= 0 if high == inf else above.at(high) < 0)
    if below.at(low) > 0:
        return int(below.slope >= 0 if high == inf else below.at(high) > 0)
    return 0


def share(low: Any, high: Any) -> float:
    """Return the length of an interval on the axis x/(1 + |x|): no interval is endless there."""
    near, far = (
        Fraction(1 if x > 0 else -1) if abs(x) == inf else x / (1 + abs(x)) for x in (low, high)
    )
    return float(far - near)


def segments_of(
    evaluate: Callable[[Sequence[At]], Iterable[Line]], intervals: Sequence[Interval], whole: float
) -> list[Segment]:
    """Cut the interval of each of several convex functions into segments with one line each.

    Each crossing is a breakpoint, or lies on a line that was not known before. So the cutting ends.

    Parameters
    ----------
    evaluate : callable
        A function from places to the lines of the convex functions just beside these places.
    intervals : sequence
        The interval of each function; the place in this sequence is the function's key.
    whole : float
        The `share` of all intervals together, for the progress.

    Returns
    -------
    list of Segment
        The segments by function, then ascending.
    """
    segments = []
    lines: dict[At, Line] = {}
    pending = [(key, *ends) for key, ends in enumerate(intervals)]
    while pending:
        ends = [end for key, low, high in pending for end in (At(key, low, 1), At(key, high, -1))]
        new = [place for place in ends if place not in lines]
        lines |= zip(new, evaluate(new), strict=True)
        cut = []
        for key, low, high in pending:
            (a, b), (c, d) = line, last = lines[At(key, low, 1)], lines[At(key, high, -1)]
            if line == last:
                segments.append(Segment(key, low, high, line))
                tell(share(low, high) / whole)
            else:
                crossing = (a - c) / (d - b)
                cut += [(key, low, crossing), (key, crossing, high)]
        pending = cut
    return sorted(segments)


def _lines(
    turn: Turn,
    places: Sequence[At],
    payoffs: Callable[[list[int]], Iterable[Values]],
    unit: int,
) -> list[Line]:
    """Return the line of the value of a turn at each of several places.

    Parameters
    ----------
    turn : Turn
        The turn.
    places : sequence of At
        The places, each beside an x, and for one function.
    payoffs : callable
        A function from the keys of places to the constants and the slopes of u(S), each times
        `unit`: two arrays, shape (N, places).
    unit : int
        The factor that makes payoffs whole.
    """

    def tuples(columns: range) -> Values:  # (states, places, 2)
        here = places[columns.start : columns.stop]
        constant, slope = payoffs([place.key for place in here])
        order = np.array([place.order for place in here], dtype=object)  # (places, 2, 2)
        components = [constant * order[:, row, 0] + slope * order[:, row, 1] for row in (0, 1)]
        return np.stack(components, axis=-1)

    with untold():  # progress counts payments, not turns
        values = turn.at_start(range(len(places)), tuples, components=2)
    scale = turn.scale * unit
    return [place.line(value, scale) for place, value in zip(places, values, strict=True)]


def _second(unknown: Unknown, places: Sequence[At]) -> list[Line]:
    """Return lines of the second player's value; the key of a place is a rank of the first turn."""
    game = unknown.contest
    left, beat, stakes = game.left(1), game.score_ranks(0), game.stakes.left_open(unknown.pays)

    def payoffs(ranks: list[int]) -> Iterable[Values]:
        at_none, at_one = (paid.to_second(left, beat[ranks]) for paid in stakes)
        return at_none, at_one - at_none

    return _lines(game.turns[1], places, payoffs, unknown.unit)


@lru_cache(maxsize=32)
def _every_second(unknown: Unknown, x: Any, side: int) -> list[Line]:
    """Return the second player's line against every score beside x; two intervals share one x."""
    ranks = range(len(unknown.contest.turns[0].scores))
    return _second(unknown, [At(rank, x, side) for rank in ranks])


def _first(unknown: Unknown, to_second: Values, places: Sequence[At]) -> list[Line]:
    """Return the lines of the first player's value; the key of a place numbers an interval.

    `to_second` has the constant and the slope of the second player's value against each score. Both
    are times the second turn's scale and the unit: whole numbers, shape (intervals, scores, 2).
    """
    first, second = unknown.contest.turns
    unit = second.scale * unknown.unit
    return _lines(first, places, lambda keys: -to_second[keys][:, first.ranks].T, unit)


@dataclass(frozen=True, eq=False, repr=False)
class _EVByPaid(ExactResult, Tabled):
    """The first player's EV as a function of a payment, which the two subclasses name."""

    variant: Rules
    second_variant: Rules
    breakpoints: tuple[ExactNumber | Infinity, ...] = exact()
    lines: tuple[tuple[ExactNumber, ExactNumber], ...] = exact()

    paid: ClassVar[str]  # the name of the payment
    symbol: ClassVar[str]

    @classmethod
    def _of(cls, unknown: Unknown, low: Any, high: Any) -> Self:
        _, lows, _, lines = zip(*ev_segments(unknown, low, high), strict=True)
        return cls(*unknown.contest.pair, (*lows, high), lines)

    def _in_numbers(self, value: Any) -> Any:
        if value in (inf, -inf) and self._number is Fraction:
            return value
        return super()._in_numbers(value)

    def _key(self) -> tuple[Any, ...]:
        low, *_, high = self.fractions.breakpoints
        return self.variant, self.second_variant, low, high

    def __repr__(self) -> str:
        low, *_, high = self.breakpoints
        same = self.second_variant == self.variant
        second = "" if same else f", second_variant={self.second_variant!r}"
        return f"{type(self).__name__}(variant={self.variant!r}{second}, from {low} to {high})"

    def __call__(self, paid: int | str | Fraction | Rational) -> ExactNumber:
        """Return the EV at a payment of so many stakes.

        Parameters
        ----------
        paid
            An exact number: a whole number, a fraction, or text such as `"5/2"`.

        Raises
        ------
        InputError
            If `paid` is not exact, or outside of the first and the last breakpoint.
        """
        x, quick = _stakes(self.paid, paid), self.fractions
        low, *inner, high = quick.breakpoints
        if x < low or x > high:
            ends = f"{_end_text(low)} to {_end_text(high)}"
            raise InputError(f"got {x}; takes one from {ends}", of=self.paid)
        constant, slope = quick.lines[bisect_left(inner, x)]
        return self._number(constant + slope * x)

    def to_sympy(self) -> Piecewise:
        """Return the function as an expression of sympy.

        Returns
        -------
        sympy.Piecewise
            The EV in stakes, in the symbol p, or τ. Beyond the first and the last breakpoint the
            value is nan.

        Examples
        --------
        >>> from twoplayer import Variant, ev_by_payout
        >>> ev_by_payout(Variant(tiles=3, dice="1d6"), 0, 4).to_sympy()
        Piecewise((nan, p < 0), (p/648 - 1/648, p <= 1), (0, p <= 4))
        """
        from sympy import Piecewise, Symbol, nan

        x = Symbol(self.symbol)
        pieces = [
            (constant + slope * x, x <= end)
            for (constant, slope), end in zip(self.lines, self.breakpoints[1:], strict=True)
        ]
        below = (nan, x < self.breakpoints[0])
        return Piecewise(*[below] * (self.fractions.breakpoints[0] > -inf), *pieces)

    def _rows(self) -> list[dict[str, Any]]:
        ends = pairwise(map(_end_text, self.fractions.breakpoints))
        return [
            {"low": low, "high": high, "constant": constant, "slope": slope}
            for (low, high), (constant, slope) in zip(ends, self.fractions.lines, strict=True)
        ]


def _line_columns(symbol: str) -> tuple[Column, ...]:
    return (
        Column("low", title=f"{symbol} from", unit="approx"),
        Column("high", title="to", unit="approx"),
        Column("line", f"{{0[constant]}} + {{0[slope]}}·{symbol}".format, "EV", to=To.PEOPLE),
        Column("constant", to=To.PROGRAMS, unit="approx"),
        Column("slope", to=To.PROGRAMS, unit="approx"),
    )


def _end_text(end: Any) -> Any:
    return {inf: "oo", -inf: "-oo"}.get(end, end)


class EVByPayout(_EVByPaid):
    """The first player's expected value as a function of the clack payout: lines, piece by piece.

    A call with a payout, such as `ev("5/2")`, returns the EV at this payout. An argument that is
    not exact, or beyond the breakpoints, is an `InputError`.

    Attributes
    ----------
    variant : Variant or Game
        The rules of the first player's turn; the payout in these rules makes no difference.
    second_variant : Variant or Game
        The rules of the second player's turn.
    breakpoints : tuple of sympy.Rational
        The ends of the pieces, ascending, one more than there are pieces. The last end may be
        infinite: `sympy.oo`, or `math.inf` among `fractions.Fraction`s.
    lines : tuple of (sympy.Rational, sympy.Rational)
        The constant and the slope of each piece: at a payout of p stakes the EV is
        constant + slope · p stakes.
    paid : str
        The name of the argument, `"payout"`.
    symbol : str
        The letter of the argument, `"p"`.

    Notes
    -----
    Under one pair of strategies the EV is a straight line in p. The first player maximises the EV
    over strategies, and the second player minimises the EV. So the EV is linear in pieces: between
    two breakpoints one pair of optimal strategies stays optimal.

    Examples
    --------
    >>> from twoplayer import Variant, ev_by_payout
    >>> ev = ev_by_payout(Variant(tiles=3, dice="1d6", immediate_clack=True), 0, 4)
    >>> ev.breakpoints, ev.lines
    ((0, 1, 4), ((-1/648, 73/648), (0, 1/9)))
    >>> ev("5/2")
    5/18
    """

    paid: ClassVar[str] = "payout"
    symbol: ClassVar[str] = "p"
    about = "The EV by what a clack pays, p"
    columns: ClassVar[Sequence[Column]] = _line_columns(symbol)


class EVByTie(_EVByPaid):
    """The first player's EV as a function of τ, the payment of a tie to the first player.

    The function is a line in each of several pieces. A call with a payment, such as `ev("1/2")`,
    returns the EV at this payment. An argument that is not exact, or beyond the breakpoints, is an
    `InputError`.

    Attributes
    ----------
    variant : Variant or Game
        The rules of the first player's turn; `ties` in these rules makes no difference.
    second_variant : Variant or Game
        The rules of the second player's turn.
    breakpoints : tuple of sympy.Rational
        The ends of the pieces, ascending, one more than there are pieces. The first and the last
        end may be infinite: `-sympy.oo` and `sympy.oo`, or infinite floats among
        `fractions.Fraction`s.
    lines : tuple of (sympy.Rational, sympy.Rational)
        The constant and the slope of each piece: at τ stakes for a tie the EV is
        constant + slope · τ stakes. The slope is the probability of a tie.
    paid : str
        The name of the argument, `"tie"`.
    symbol : str
        The letter of the argument, `"τ"`.

    Examples
    --------
    >>> from twoplayer import Variant
    >>> from twoplayer.game import ev_by_tie
    >>> ev = ev_by_tie(Variant(tiles=3, dice="1d6"))
    >>> ev.breakpoints, ev.lines
    ((-1, 1), ((0, 409/1944),))
    >>> ev("1/2")
    409/3888
    """

    paid: ClassVar[str] = "tie"
    symbol: ClassVar[str] = "τ"
    about = "The EV by what a tie pays the first player, τ"
    columns: ClassVar[Sequence[Column]] = _line_columns(symbol)


def ev_by_payout(
    variant: GameLike,
    low: int | str | Fraction | Rational = 0,
    high: int | str | Fraction | Rational | None = None,
    second: GameLike | None = None,
) -> EVByPayout:
    """Return the first player's exact EV as a function of the clack payout, in all its pieces.

    Parameters
    ----------
    variant : Variant, str, path or Game
        The game, as for `solve`; the payout in its rules makes no difference.
    low : int, str, Fraction or sympy.Rational, default 0
        The smallest payout, in stakes, exact: a float is refused.
    high : int, str, Fraction or sympy.Rational, optional
        The largest payout, in stakes. None, or `sympy.oo`: there is no largest payout.
    second : Variant, str, path or Game, optional
        The second player's rules, if these differ. None: the rules of `variant`.

    Returns
    -------
    EVByPayout
        The breakpoints and lines. A call with a payout returns the EV at this payout.

    Raises
    ------
    InputError
        If `low` is not below `high`, one of them is negative or not exact, or an argument is no
        game.
    RulesError, UnknownNameError, FileError, GameTooLargeError
        As `solve`.

    See Also
    --------
    twoplayer.fair_payouts : The payouts at which the EV is 0.
    twoplayer.game.ev_by_tie : The EV by the payment of a tie.
    twoplayer.plot.ev_by_payout : A picture of the function.

    Notes
    -----
    The second player's value against a score is a maximum of lines in the payout, and so convex.
    Between the breakpoints of these values the first player's value is convex as well. Backward
    induction over pairs (value, slope), compared lexicographically, finds the line just beside a
    payout. If the lines at the ends of an interval differ, the interval is cut at their crossing.
    The cost grows with the number of pieces, and there may be tens of thousands of pieces.

    Examples
    --------
    >>> from twoplayer import Variant, ev_by_payout, solve
    >>> ev = ev_by_payout(Variant(tiles=4, immediate_clack=True), 0, 3)
    >>> len(ev.lines), ev(2) == solve(ev.variant.replace(clack_payout=2)).first_player_ev
    (2, True)
    """
    unknown = Unknown(contest(variant, second), "clack")
    return EVByPayout._of(unknown, *payout_interval(low, high))


def ev_by_tie(
    variant: GameLike,
    low: int | str | Fraction | Rational | None = None,
    high: int | str | Fraction | Rational | None = None,
    second: GameLike | None = None,
) -> EVByTie:
    """Return the first player's exact EV as a function of the payment of a tie to the first player.

    The second player makes this payment after every tie, also after two clacks. If a clack pays 1
    stake, the payments −1, 0 and 1 are the three values of the rule `ties`.

    Parameters
    ----------
    variant : Variant, str, path or Game
        The game, as for `solve`; `ties` in its rules makes no difference.
    low : int, str, Fraction or sympy.Rational, optional
        The smallest payment of a tie to the first player, in stakes, or `-sympy.oo`. Below 0 the
        first player pays. None: minus the largest payment in the game, 1 stake or the clack payout.
    high : int, str, Fraction or sympy.Rational, optional
        The largest payment of a tie to the first player, in stakes, or `sympy.oo`. None: the
        largest payment in the game.
    second : Variant, str, path or Game, optional
        The second player's rules, if these differ. None: the rules of `variant`.

    Returns
    -------
    EVByTie
        The breakpoints and lines. A call with a payment returns the EV at this payment.

    Raises
    ------
    InputError
        If `low` is not below `high`, one of them is not exact, or an argument is no game.
    RulesError, UnknownNameError, FileError, GameTooLargeError
        As `solve`.

    See Also
    --------
    twoplayer.ev_by_payout : The EV by the payout of a clack.
    twoplayer.evening.replayed : A game whose ties are played again.
    twoplayer.plot.ev_by_tie : A picture of the function.

    Notes
    -----
    The method is the same as for `ev_by_payout`.

    Examples
    --------
    >>> from twoplayer import Variant, solve
    >>> from twoplayer.game import ev_by_tie
    >>> ev = ev_by_tie(Variant(tiles=4))
    >>> games = [solve(Variant(tiles=4, ties=ties)) for ties in ("second", "push", "first")]
    >>> [ev(-1), ev(0), ev(1)] == [game.first_player_ev for game in games]
    True
    """
    game = contest(variant, second)
    start = _endless_or("low", -game.stakes.most if low is None else low)
    end = _above(start, game.stakes.most if high is None else high, "more than")
    return EVByTie._of(Unknown(game, "tie"), start, end)


def payout_interval(low: object, high: object) -> Interval:
    """Read the ends of an interval of payouts; bad ends are an `InputError` of `low` or `high`."""
    start = _stakes("low", low)
    if start < 0:
        raise InputError(f"got {low}, negative; takes 0 or more stakes", of="low")
    return start, _above(start, inf if high is None else high, "a payout above")


def _above(low: Any, high: object, above: str) -> Any:
    end = _endless_or("high", high)
    if end <= low:
        raise InputError(f"got {high}; takes {above} {_end_text(low)}", of="high")
    return end


def _endless_or(name: str, value: Any) -> Any:
    """Read an exact number that may be infinite."""
    for endless in (inf, -inf):
        if (value == endless) is True:  # comparing an array returns an array
            return endless
    return _stakes(name, value)


def _stakes(name: str, value: object) -> Fraction:
    try:
        return parse_exact(value)
    except ValueError as error:
        raise refused(name, value, "an exact number of stakes", str(error)) from None


def fair_payouts(
    variant: VariantLike,
    low: int | str | Fraction | Rational = 0,
    high: int | str | Fraction | Rational | None = None,
    second: VariantLike | None = None,
) -> FairPayouts:
    """Return every clack payout that makes a variant exactly fair; an empty tuple proves none.

    Parameters
    ----------
    variant : Variant, str or path
        The rules, or the name or file of a single variant; the payout in these rules makes no
        difference.
    low : int, str, Fraction or sympy.Rational, default 0
        The smallest payout to look at, in stakes, exact: a float is refused.
    high : int, str, Fraction or sympy.Rational, optional
        The largest payout to look at, in stakes. None, or `sympy.oo`: there is no largest payout.
    second : Variant, str or path, optional
        The second player's rules, if these differ. None: the rules of `variant`.

    Returns
    -------
    FairPayouts
        A tuple, ascending. An element is a payout in stakes, or a pair `(low, high)`: every payout
        from `low` to `high` is fair, and `high` may be `sympy.oo`. The empty tuple is a result, and
        no failure: it is proven that no payout from `low` to `high` makes the game fair.

    Raises
    ------
    InputError
        If `low` is not below `high`, one of them is negative or not exact, or a game has no tiles.
    RulesError, UnknownNameError, FileError, GameTooLargeError
        As `solve`.

    See Also
    --------
    twoplayer.ev_by_payout : The EV by the payout, as a function.
    twoplayer.mend : Other changes that make a game fairer.
    twoplayer.plot.ev_by_payout : A picture with the fair payouts.

    Notes
    -----
    The EV is linear in pieces as a function of the payout. An interval is halved until tangents and
    chords prove that the EV keeps its sign there, or until the interval is short. In the remaining
    intervals all pieces are found, with their zeros. Every payout found is checked: the game with
    this payout is solved.

    References
    ----------
    - C. Scott Ananian, Making shut-the-box fair (journal), who looks for such a payout:
      <http://cananian.livejournal.com/tag/shut%20the%20box>

    Examples
    --------
    >>> from twoplayer import Variant, fair_payouts
    >>> fair_payouts(Variant(tiles=5), 0, 100)
    ((71/2, 100),)
    >>> fair_payouts(Variant(), 0, 4)
    () (proven: no payout from 0 to 4 makes the game fair)
    """
    one, other = contest(variant, second, read=as_variant).pair
    ends = payout_interval(low, high)
    found = (
        to_rational(first) if first == last else (to_rational(first), to_rational(last))
        for first, last in fair_intervals(one, *ends, other)
    )
    return FairPayouts(found, ends)


def fair_intervals(
    variant: Rules, low: Fraction, high: Any, second: Variant | None = None
) -> list[Interval]:
    """Return the fair payouts of `fair_payouts` as intervals; a single payout has equal ends.

    An interval is halved until `sure_sign` rules the interval out, or the interval is short. In the
    remaining intervals the pieces of the EV are found. Each result is checked: the games at both
    ends, and at a payout in between, must be fair.
    """
    unknown = Unknown(contest(variant, second), "clack")
    unsure = _unsure(unknown, low, high)
    zeros: list[Interval] = []
    segments = chain.from_iterable(ev_segments(unknown, *ends) for ends in tracked(unsure))
    for _, start, end, line in segments:
        if not any(line):
            zeros.append((start, end))
        elif line.slope and start <= (x := -line.constant / line.slope) <= end:
            zeros.append((x, x))
    fair = _joined(zeros)
    for first, last in fair:
        for payout in {first, first + 1 if last == inf else (first + last) / 2, last} - {inf}:
            with_payout = (rules.replace(clack_payout=payout) for rules in unknown.contest.rules)
            paid = Contest(tuple(with_payout))
            with untold():
                if solve_two(paid).favoured != "nobody":
                    raise AssertionError(f"{paid} is not fair")
    return fair


def _unsure(game: Unknown, low: Fraction, high: Any) -> list[Interval]:
    """Return the intervals that `sure_sign` does not rule out, ascending."""
    unsure: list[Interval] = []
    pending: list[Interval] = [(low, high)]
    while pending:
        start, end = pending.pop()
        if end - start <= (1 + start) / _SHORT or len(unsure) > _MOST_LEFT:
            unsure.append((start, end))
        elif not sure_sign(game, start, end):
            middle = 2 * start + 1 if end == inf else (start + end) / 2
            pending += [(middle, end), (start, middle)]
        count()  # the number of intervals is not known beforehand
    return _joined(unsure)


def _joined(intervals: Iterable[Interval]) -> list[Interval]:
    """Join neighbours among ascending intervals: one ends where the next begins."""
    joined: list[Interval] = []
    for low, high in intervals:
        touches = joined and joined[-1][1] == low
        joined.append((joined.pop()[0] if touches else low, high))
    return joined


def ev_points(variant: Variant, low: Fraction, high: Fraction) -> Points:
    """Return the exact EV at payouts of equal distances, and at the ends of all fair intervals.

    These points are enough to draw the curve, which may have tens of thousands of pieces.
    """
    with part(of=2):
        fair = fair_intervals(variant, low, high)
    even = (low + (high - low) * place / _POINTS for place in range(_POINTS + 1))
    apart = (p for p in even if not any(start < p < end for start, end in fair))
    with part(of=2):
        paid = (variant.replace(clack_payout=p) for p in {*apart, *chain(*fair)})
        games = solve_games(games_of(paid))
    return sorted((game.variant.clack_payout, game.fractions.first_player_ev) for game in games)
