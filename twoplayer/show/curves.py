"""Curves of games: values against scores, and the EV by what a clack or a tie pays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import groupby, pairwise
from typing import Any, NamedTuple, TypeVar

from ..exact import decimal_text
from ..game.payouts import Points, ev_points
from ..game.payouts import ev_by_tie as found_by_tie
from ..game.solution import solve_all
from ..variant.beside import Percent
from ..variant.names import labels
from ..variant.variant import Variant
from ..work import tracked
from .drawing import GREY, Axes, Place, begin, drawable, drawn_number, finish, line, on_new_figure

Point = TypeVar("Point", bound=tuple[Any, ...])

_LARGE_SCORE = 200
_MOST_MARKS = 100
"""More points of a curve are a line."""
_EV = "expected value to the first player (%)"


class OfSecond(NamedTuple):
    """A point of a curve: what the second player may expect against a score."""

    name: str
    first_player_score: int
    second_player_value: Fraction


class OfPayout(NamedTuple):
    """A point of a line: the EV where a clack pays so many stakes; each name has its ascending."""

    name: str
    clack_payout: Fraction
    first_player_ev: Percent


class OfTie(NamedTuple):
    """A point of a line: the EV where a tie pays the first player so much."""

    name: str
    tie: Fraction
    first_player_ev: Percent


def second_player(points: Sequence[OfSecond], place: Place = on_new_figure) -> Axes:
    """Draw the second player's value against the score to beat, a curve for each name."""
    large = max(point.first_player_score for point in points) > _LARGE_SCORE
    said = "A curve for each game: the second player's value in stakes, by the score to beat."
    axes, curves = begin(place(8, 4.5), "What the second player may expect", said), []
    for number, (name, curve) in enumerate(_by_name(points)):
        scores = [point.first_player_score for point in curve]
        values = [float(drawn_number(point.second_player_value)) for point in curve]
        x = list(range(len(scores))) if large else scores
        look = line(number, marks=3 if len(x) <= _MOST_MARKS else 0)
        curves += axes.plot(x, values, label=name, **look)
    by = "place of the first player's score among all scores" if large else "score to beat"
    return finish(axes, curves, by, "value to the second player, in stakes")


def ev_by_payout(points: Sequence[OfPayout], place: Place = on_new_figure) -> Axes:
    """Draw the EV as a function of the clack payout, a line for each name, and where it is fair."""
    said = (
        "A line for each game: the first player's expected value, by the stakes that a clack pays. "
        "It is fair where the line is at 0."
    )
    axes, curves = begin(place(8, 4.5), "What should a clack pay?", said), []
    for number, (name, ends) in enumerate(_by_name(points)):
        line_of = [(drawn_number(payout), drawn_number(100 * ev)) for _, payout, ev in ends]
        payouts, evs = ([float(each) for each in some] for some in zip(*line_of, strict=True))
        look = line(number)
        zeros, intervals = _zeros(line_of)
        fair = [decimal_text(payout, 0 if payout.denominator == 1 else 4) for payout in zeros]
        fair += [f"{float(low):g} to {float(high):g}" for low, high in intervals]
        label = f"{name}, fair at {' and '.join(fair)}" if fair else name
        curves += axes.plot(payouts, evs, label=label, **look)
        for low, high in intervals:
            axes.plot([float(low), float(high)], [0, 0], color=look["color"], linewidth=4)
        axes.plot([float(payout) for payout in zeros], [0] * len(zeros), "o", color=look["color"])
    return finish(axes, curves, "stakes that a clack pays", _EV)


def ev_by_tie(points: Sequence[OfTie], place: Place = on_new_figure) -> Axes:
    """Draw the EV as a function of what a tie pays, a line for each name, and that of a new game.

    Then a tie pays what the game is worth, or, where the other player starts, minus that: these are
    two lines as well, and the game is worth what there is where they cross its own.
    """
    said = (
        "A line for each game: the first player's expected value, by the stakes that a tie pays "
        "him. It crosses a dashed line, and a dotted one, at what the game is worth if a tie is "
        "played again, and the same player starts, or the other."
    )
    axes, curves, most = begin(place(8, 4.5), "What is a tie worth?", said), [], Fraction(0)
    for number, (name, ends) in enumerate(_by_name(points)):
        line_of = [(drawn_number(tie), drawn_number(100 * ev)) for _, tie, ev in ends]
        ties, evs = ([float(each) for each in some] for some in zip(*line_of, strict=True))
        look = line(number)
        again = [_crossing(line_of, sign) for sign in _AGAIN]
        same, other = (decimal_text(ev, 4) for _, ev in again)
        label = f"{name}; played again {same} % or {other} %"
        curves += axes.plot(ties, evs, label=label, **look)
        x, y = ([float(each) for each in some] for some in zip(*again, strict=True))
        axes.plot(x, y, "o", color=look["color"])
        most = max(most, *(abs(ev) for _, ev in line_of))
    for sign, (who, style) in _AGAIN.items():
        end = float(most) / 2
        label = f"played again, the {who} player starts"
        look = {"color": GREY, "linewidth": 1, "linestyle": style, "label": label}
        curves += axes.plot([-end / 100, end / 100], [-sign * end, sign * end], **look)
    return finish(axes, curves, "stakes that a tie pays the first player", _EV)


_AGAIN = {1: ("same", "--"), -1: ("other", ":")}
"""What a tie pays is what the game is worth, times this, where it is played again."""


def _crossing(points: Sequence[tuple[Fraction, Fraction]], sign: int) -> tuple[Fraction, Fraction]:
    """Return where a tie pays what the game is worth, in stakes, and that in percent."""
    alone, intervals = _zeros([(tie, ev - 100 * sign * tie) for tie, ev in points])
    [tie, *_] = *alone, *(low for low, _ in intervals)
    return tie, 100 * sign * tie


def points_of_second(variants: Sequence[Variant]) -> list[OfSecond]:
    """Return the second player's value by the score to beat, of each of some games."""
    solved = solve_all(variants)
    return [
        OfSecond(name, score, value)
        for name, solution in zip(labels(variants), solved, strict=True)
        for score, value in solution.fractions.second_player_values.items()
    ]


def points_between(variants: Sequence[Variant], low: Fraction, high: Fraction) -> list[OfPayout]:
    """Return the EV at the clack payouts between two where its slope changes, and at these."""
    return points_of_payouts([(each, ev_points(each, low, high)) for each in tracked(variants)])


def points_by_tie(variants: Sequence[Variant]) -> list[OfTie]:
    """Return the EV by what a tie pays, where its slope changes and at the ends, of some games."""
    found = [found_by_tie(each).fractions for each in tracked(variants)]
    return [
        OfTie(name, tie, constant + slope * tie)
        for name, ev in zip(labels(variants), found, strict=True)
        for tie, (constant, slope) in zip(ev.breakpoints, (ev.lines[0], *ev.lines), strict=True)
    ]


def points_of_payouts(drawn: Sequence[tuple[Variant, Points]]) -> list[OfPayout]:
    """Return the EV at some clack payouts, of each of some games."""
    names = labels([variant for variant, _ in drawn])
    return [
        OfPayout(name, *point)
        for name, (_, points) in zip(names, drawn, strict=True)
        for point in points
    ]


def _by_name(points: Iterable[Point]) -> Iterator[tuple[str, list[Point]]]:
    """Group points by the names that they stand under, as they can be drawn."""
    for name, some in groupby(points, lambda point: str(point[0])):
        yield drawable([name])[0], list(some)


def _zeros(
    points: Sequence[tuple[Fraction, Fraction]],
) -> tuple[list[Fraction], list[tuple[Fraction, Fraction]]]:
    """Return where a line from point to point is 0: alone, and all the way from one to the next."""
    intervals = [(p, q) for (p, ev), (q, next_ev) in pairwise(points) if ev == next_ev == 0]
    crossed = [
        p - ev * (q - p) / (next_ev - ev)
        for (p, ev), (q, next_ev) in pairwise(points)
        if ev * next_ev < 0
    ]
    touched = {p for p, ev in points if ev == 0} - {end for ends in intervals for end in ends}
    return sorted([*crossed, *touched]), intervals
