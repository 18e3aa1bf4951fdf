"""What the sources ask of one player's turn, and do not answer: computed, in words and tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..exact import Rational, Rows, decimal_text, fraction_text, percent_text
from ..game.solutions import solve
from ..solo.choices import choices, met
from ..solo.one_player import OnePlayer, one_player
from ..strategy.features import RuleOfThumb, entry_numbers, key_of, of_state
from ..strategy.matchup import matchup
from ..strategy.ranges import StrategyRange
from ..strategy.strategies import strategy_named
from ..strategy.values import StrategyValue
from ..turn.induction import turn_of
from ..turn.positions import possible_rolls_in
from ..turn.states import ranks
from ..variant.tiles import TileSet, tile_sets
from ..variant.variant import Variant
from ..writing import Row, cell_text, render
from .published import final_scores, simulated_score

__all__ = ["questions", "seat_or_skill"]

_PERCENTILES = (5, 10, 25, 50, 75, 90, 95)
_FAR = 10**6
_FRIEND, _OWN = "7-8-9-first", "1-2-3-4-first"


def questions(
    score: OnePlayer, values: Mapping[str, StrategyValue], rule: RuleOfThumb
) -> list[str]:
    """Answer every question, in headings, paragraphs and tables of Markdown.

    Parameters
    ----------
    score
        The turn played for the lowest score.
    values
        What the strategies are worth.
    rule
        The best rule of thumb for the lowest score.
    """
    return [
        "## How badly can one play?",
        *_worst_play(score, values),
        "## How often is there a choice?",
        *_choices(score),
        "## What is a good score?",
        *_good_score(score, values["optimal"]),
        "## The best and the worst opening roll",
        *_opening_rolls(score),
        "## The higher the tiles, the worse?",
        *_pattern(score),
        "## Is it worth keeping the 1, or a parity?",
        *_kept(score, rule),
        "## How often which score is left",
        *final_scores(),
        "## A simulation that allowed one die",
        *simulated_score(),
    ]


def _table(rows: Sequence[Row]) -> str:
    return render(rows, "markdown").strip()


def seat_or_skill(
    values: Mapping[str, StrategyValue], ranges: Mapping[str, StrategyRange]
) -> Iterator[str]:
    """Say what the seat is worth beside how one plays, and which strategies are never wrong."""
    played = matchup(Variant(), "largest-first").fractions
    seat, lost = abs(played.optimal_ev), -played.first_player_ev
    yield (
        f"The seat is worth {percent_text(seat)} % of a stake: so much the first player loses if "
        "both play optimally. A first player who covers the largest tile loses "
        f"{percent_text(lost)} % to an optimal second, {decimal_text(lost / seat, 1)} "
        f"times as much; his play alone costs {percent_text(played.first_costs)} %."
    )
    blind = [n for n, v in values.items() if strategy_named(n).against is None]
    if not any(values[name].ev_against(values[name]) for name in blind):
        yield (
            f"All {len(blind)} strategies that do not look at the score to beat are worth exactly "
            "0 against themselves. If nobody looks at it, and both play alike, the classic game "
            "is exactly fair: knowing the score to beat is all that the second seat is worth."
        )
    few, any_move = ranges["fewest-tiles"], ranges["random"]
    as_good = {
        "the lowest expected score": few.expected_score.low == any_move.expected_score.low,
        "the highest chance to clack": few.clack_chance.high == any_move.clack_chance.high,
        "a first player's EV": few.ev_as_first.high == any_move.ev_as_first.high,
        "a second player's EV": few.ev_as_second.high == any_move.ev_as_second.high,
    }
    kept, left = ([aim for aim in as_good if as_good[aim] == some] for some in (True, False))
    if kept:
        yield (
            "Who always covers as few tiles as can be may still play optimally for "
            f"{' and '.join(kept)}: all depends on how he decides between moves with as few."
            + (f" For {' and '.join(left)} he cannot." if left else "")
        )


def _worst_play(score: OnePlayer, values: Mapping[str, StrategyValue]) -> Iterator[str]:
    worst, least = (
        one_player(Variant(), aim).fractions.value() for aim in ("worst-score", "worst-clack")
    )
    yield (
        "Who covers wherever he can, and chooses as badly as can be, expects "
        f"{fraction_text(worst)}, about {decimal_text(worst, 4)}; who wants to clack as seldom as "
        f"can be, still does in {fraction_text(least)}, about {percent_text(least)} %, of turns. "
        f"Any move by chance expects {decimal_text(values['random'].expected_score, 4)}."
    )
    friend, own = (values[name].expected_score for name in (_FRIEND, _OWN))
    span = worst - score.value()
    yield (
        f"The plan of R. Bowen's friend (`{_FRIEND}`) expects "
        f"{decimal_text(friend, 4)}: {percent_text((friend - score.value()) / span, 1)} % of the "
        f"way from the best to the worst play. Bowen's own (`{_OWN}`) expects "
        f"{decimal_text(own, 4)}, {percent_text((own - score.value()) / span, 1)} % of the way: he "
        "called it nearly the worst that one can do. Both are our reading of a few words."
    )


def _choices(score: OnePlayer) -> Iterator[str]:
    games = solve(Variant()).fractions
    rows = []
    for aim, solved in (
        ("the lowest expected score", score),
        ("the highest chance to clack", one_player(Variant(), "clack")),
        ("a first player's EV", games.play()),
    ):
        found = choices(solved).fractions
        playable, real, costly = found.met
        rows.append(
            {
                "for": aim,
                "states and rolls with a move": found.playable,
                "with a choice": found.real,
                "where a wrong move costs": found.costly,
                "moves in a turn": decimal_text(playable, 2),
                "with a choice in a turn": decimal_text(real, 2),
                "costly in a turn": decimal_text(costly, 2),
            }
        )
    yield (
        f"Of {rows[0]['states and rolls with a move']} states and totals that have a move "
        f"{rows[0]['with a choice']} have two or more. A turn of optimal play meets "
        f"{rows[0]['with a choice in a turn']} of them in {rows[0]['moves in a turn']} moves, so "
        "most moves are choices."
    )
    yield _table(rows)


def _good_score(score: OnePlayer, optimal: StrategyValue) -> Iterator[str]:
    against = solve(Variant()).fractions.second_player_values
    good = max(k for k, value in against.items() if value < 0)
    first_bad = min(k for k, value in against.items() if value > 0)
    rows = [
        {
            "score": k,
            "second player's EV (%)": percent_text(against[k], 2),
            "leaves it or less (%)": percent_text(_share(optimal.score_chances, k), 2),
        }
        for k in sorted({0, *range(good - 2, first_bad + 3)})
    ]
    yield (
        f"A first player who leaves {good} or less is ahead, and with {first_bad} or more behind: "
        "there the second player's value changes its sign. An optimal first player leaves "
        f"{good} or less in {percent_text(_share(optimal.score_chances, good), 1)} % of turns."
    )
    yield _table(rows)
    players = {
        "the lowest expected score": score.score_chances(),
        "a first player's EV": optimal.score_chances,
    }
    yield (
        "Of optimal play so many percent of the turns leave the score or less; what is a choice "
        "between equals is decided by chance:"
    )
    yield _table(
        [
            {"for": aim, **{f"{part} %": _percentile(chances, part) for part in _PERCENTILES}}
            for aim, chances in players.items()
        ]
    )


def _share(chances: Mapping[int, Rational], most: int) -> Fraction:
    return sum((chance for k, chance in chances.items() if k <= most), Fraction(0))


def _percentile(chances: Mapping[int, Rational], percent: int) -> int:
    return next(k for k in chances if 100 * _share(chances, k) >= percent)


def _opening_rolls(score: OnePlayer) -> Iterator[str]:
    tiles = score.variant.tiles
    clack, first = one_player(Variant(), "clack").fractions, solve(Variant()).fractions.play()
    rolls = possible_rolls_in(score.variant, tiles)
    worth: list[dict[Any, Fraction]] = [
        {roll: next(iter(solved.optimal_moves(tiles, roll).values())) for roll in rolls}
        for solved in (score, clack, first)
    ]
    scores, clacks, evs = worth
    in_order = sorted(scores, key=lambda roll: scores[roll])
    yield (
        f"The best opening roll is {in_order[0]}, and the worst {in_order[-1]}: the expected score "
        f"is {decimal_text(scores[in_order[0]], 4)} and {decimal_text(scores[in_order[-1]], 4)} "
        "after them. For the chance to clack it is "
        f"{max(clacks, key=lambda roll: clacks[roll])} and "
        f"{min(clacks, key=lambda roll: clacks[roll])}, for a first player's EV "
        f"{max(evs, key=lambda roll: evs[roll])} and {min(evs, key=lambda roll: evs[roll])}."
    )
    yield _table(
        [
            {
                "roll": roll,
                "cover": cell_text(tuple(score.optimal_moves(tiles, roll))),
                "expected score": decimal_text(scores[roll], 4),
                "clacks (%)": percent_text(clacks[roll]),
                "first player's EV (%)": percent_text(evs[roll], 2),
            }
            for roll in in_order
        ]
    )


def _pattern(score: OnePlayer) -> Iterator[str]:
    """Compare the values of states with the means of their tiles, among those with as many."""
    by_count: dict[int, list[tuple[Fraction, Fraction]]] = {}
    for tiles in filter(None, tile_sets(score.variant.tiles)):
        point = Fraction(sum(tiles), len(tiles)), score.value(tiles)
        by_count.setdefault(len(tiles), []).append(point)
    rows, right, whole = [], 0, 0
    for count, points in by_count.items():
        pairs = [(a, b) for a, b in combinations(sorted(points), 2) if a[0] < b[0]]
        if not pairs:
            continue
        agree = sum(a[1] < b[1] for a, b in pairs)
        right, whole = right + agree, whole + len(pairs)
        slope, explained = _line(points)
        rows.append(
            {
                "open tiles": count,
                "states": len(points),
                "score per 1 of the mean": decimal_text(slope, 3),
                "explained by the mean (%)": percent_text(explained, 1),
                "pairs where the higher mean costs more (%)": percent_text(
                    Fraction(agree, len(pairs)), 1
                ),
            }
        )
    yield (
        '"Definitely a pattern" (R. Bowen): with as many tiles open, of two states the one with '
        f"the higher mean of its tiles costs more in {percent_text(Fraction(right, whole), 1)} % "
        "of pairs. The line of least squares has the slope below, and explains so much of the "
        "variance:"
    )
    yield _table(rows)


def _line(points: Sequence[tuple[Fraction, Fraction]]) -> tuple[Fraction, Fraction]:
    """Return the slope of the line of least squares, and r²: the variance that it explains."""
    count = len(points)
    x_mean, y_mean = (sum(part) / count for part in zip(*points, strict=True))
    xy = sum((x - x_mean) * (y - y_mean) for x, y in points)
    xx, yy = (sum((p[i] - m) ** 2 for p in points) for i, m in enumerate((x_mean, y_mean)))
    return xy / xx, xy**2 / (xx * yy)


_LEFT: Mapping[str, Callable[[TileSet], int]] = {
    "the 1 open": lambda tiles: int(1 in tiles),
    "the 1 covered": lambda tiles: int(1 not in tiles),
    "an even sum": lambda tiles: int(sum(tiles) % 2 == 0),
    "an even number of tiles": lambda tiles: int(len(tiles) % 2 == 0),
    "an odd number of tiles": lambda tiles: len(tiles) % 2,
    "as many odd as even tiles": lambda tiles: -abs(sum(tile % 2 or -1 for tile in tiles)),
}
"""What a move may leave: much of it is wanted."""


def _kept(score: OnePlayer, rule: RuleOfThumb) -> Iterator[str]:
    variant = score.variant
    first, *others = (key_of(variant, *part) for part in rule)
    plain = _expected(score, first, *others)
    met_by = dict(met(variant, score.optimal_policy))
    rows, gains, nothing = [], [], []
    for left, measure in _LEFT.items():
        key = entry_numbers(variant, of_state(measure)(variant), after=True)
        choice, kept = _choice_of(score, key)
        if not choice.any():
            nothing.append(left)
            continue
        of_met = [
            sum((chance for row, chance in met_by.items() if some[row]), Fraction(0))
            for some in (choice, kept)
        ]
        before = _expected(score, key, first, *others)
        behind = _expected(score, first, key, *others)
        gains += [left] if min(before, behind) < plain else []
        rows.append(
            {
                "leave": left,
                "choices": int(choice.sum()),
                "an optimal move does (%)": percent_text(Fraction(kept.sum(), choice.sum()), 1),
                "of those met (%)": percent_text(of_met[1] / of_met[0], 1),
                "this, then the rule": decimal_text(before, 4),
                "this as its second look": decimal_text(behind, 4),
            }
        )
    gained = f"only this gains something: {', '.join(gains)}" if gains else "none of this gains"
    yield (
        f"T. Squires asks both. Beside the best rule of thumb, which expects "
        f"{decimal_text(plain, 4)}, {gained}, as the first look at a move or as the second. "
        f"Where it is a choice to leave {rows[0]['leave']}, an optimal move does so in "
        f"{rows[0]['an optimal move does (%)']} % of states and totals. "
        + "".join(
            f"Whether {left} is left is never a choice: all moves after a roll are alike in it."
            for left in nothing
        )
    )
    yield _table(rows)


def _choice_of(score: OnePlayer, key: Rows) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return the rows whose moves differ in something, and those where an optimal one has most."""
    row = turn_of(score.variant).layout.row
    chosen = score.optimal_policy.move_weights > 0
    least, most, best = (np.full(row.max() + 1, start) for start in (_FAR, -_FAR, -_FAR))
    np.minimum.at(least, row, key)
    np.maximum.at(most, row, key)
    np.maximum.at(best, row[chosen], key[chosen])
    choice = least < most
    return choice, choice & (best == most)


def _expected(score: OnePlayer, *keys: Rows) -> Fraction:
    """Return the expected score of who looks for some keys."""
    turn = turn_of(score.variant)
    policy = turn.policy(*keys)
    scores = score.payoff.table[ranks(score.variant), :, 0]
    return Fraction(int(turn.values(scores, policy)[-1, 0]), turn.scale_of(policy))
