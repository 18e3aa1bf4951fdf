"""What the sources ask of one player's turn, and do not answer: computed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..exact import Rational, Rows
from ..game.solutions import solve
from ..strategy.features import RuleOfThumb, key_of, of_state
from ..strategy.one_player import OnePlayer, choices, one_player
from ..strategy.strategies import strategy_named
from ..strategy.values import StrategyRange, StrategyValue, matchup
from ..turn.board import board_of, ranks
from ..turn.chances import Chances
from ..turn.induction import turn_of
from ..variant.tiles import TileSet, tile_sets
from ..variant.variant import Variant
from .moves import agreeing_pairs

_PERCENTILES = (5, 10, 25, 50, 75, 90, 95)


def questions(
    score: OnePlayer, values: Mapping[str, StrategyValue], rule: RuleOfThumb
) -> dict[str, Any]:
    """Answer every question: the lowest score is played for, and has the best rule of thumb."""
    return {
        **_worst_play(score, values),
        "choices": _choices(score),
        **_good_score(score, values["optimal"]),
        **_opening_rolls(score),
        **_pattern(score),
        **_kept(score, rule),
    }


def never_wrong(
    values: Mapping[str, StrategyValue], ranges: Mapping[str, StrategyRange]
) -> Iterator[str]:
    """Say which strategies know nothing of the seat, and which are never wrong."""
    blind = [n for n, v in values.items() if not strategy_named(n).looks]
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
            "A player who always covers as few tiles as possible may still play optimally for "
            f"{' and '.join(kept)}: it depends on how he chooses between moves with equally few."
            + (f" For {' and '.join(left)} he cannot." if left else "")
        )


def _worst_play(score: OnePlayer, values: Mapping[str, StrategyValue]) -> dict[str, Any]:
    worst, least = (
        one_player(Variant(), aim).fractions.value() for aim in ("worst-score", "worst-clack")
    )
    best, seat = score.value(), matchup(Variant(), "largest-first").fractions
    expected = {
        name: values[name].expected_score for name in ("7-8-9-first", "1-2-3-4-first", "random")
    }
    return {
        "worst": worst,
        "least": least,
        "expected": expected,
        "way": {name: (value - best) / (worst - best) for name, value in expected.items()},
        "seat": abs(seat.optimal_ev),
        "loses": -seat.first_player_ev,
        "times": -seat.first_player_ev / abs(seat.optimal_ev),
        "play": seat.first_costs,
    }


def _choices(score: OnePlayer) -> list[tuple[Any, ...]]:
    games = solve(Variant()).fractions
    rows = []
    for aim, solved in (
        ("the lowest expected score", score),
        ("the highest chance to clack", one_player(Variant(), "clack")),
        ("a first player's EV", games.play()),
    ):
        found = choices(solved).fractions
        rows.append((aim, found.playable, found.real, found.costly, *found.met))
    return rows


def _good_score(score: OnePlayer, optimal: StrategyValue) -> dict[str, Any]:
    against = solve(Variant()).fractions.second_player_values
    good = max(k for k, value in against.items() if value < 0)
    first_bad = min(k for k, value in against.items() if value > 0)
    players = {
        "the lowest expected score": score.score_chances(),
        "a first player's EV": optimal.score_chances,
    }
    return {
        "good": good,
        "first_bad": first_bad,
        "good_share": _share(optimal.score_chances, good),
        "good_scores": [
            (k, against[k], _share(optimal.score_chances, k))
            for k in sorted({0, *range(good - 2, first_bad + 3)})
        ],
        "percentiles": [
            (aim, *(_percentile(chances, part) for part in _PERCENTILES))
            for aim, chances in players.items()
        ],
    }


def _share(chances: Mapping[int, Rational], most: int) -> Fraction:
    return sum((chance for k, chance in chances.items() if k <= most), Fraction(0))


def _percentile(chances: Mapping[int, Rational], percent: int) -> int:
    return next(k for k in chances if 100 * _share(chances, k) >= percent)


def _opening_rolls(score: OnePlayer) -> dict[str, Any]:
    tiles = score.variant.tiles
    clack, first = one_player(Variant(), "clack").fractions, solve(Variant()).fractions.play()
    rolls = board_of(score.variant).rolls_in(tiles)
    scores, clacks, evs = (
        {roll: next(iter(solved.optimal_moves(tiles, roll).values())) for roll in rolls}
        for solved in (score, clack, first)
    )
    in_order = sorted(scores, key=scores.__getitem__)
    return {
        "best_roll": (in_order[0], *(max(worth, key=worth.__getitem__) for worth in (clacks, evs))),
        "worst_roll": (
            in_order[-1],
            *(min(worth, key=worth.__getitem__) for worth in (clacks, evs)),
        ),
        "best_score": scores[in_order[0]],
        "worst_score": scores[in_order[-1]],
        "opening_rolls": [
            (roll, tuple(score.optimal_moves(tiles, roll)), scores[roll], clacks[roll], evs[roll])
            for roll in in_order
        ],
    }


def _pattern(score: OnePlayer) -> dict[str, Any]:
    """Compare the values of states with the means of their tiles, among those with as many."""
    by_count: dict[int, list[tuple[Fraction, Fraction]]] = {}
    for tiles in filter(None, tile_sets(score.variant.tiles)):
        point = Fraction(sum(tiles), len(tiles)), score.value(tiles)
        by_count.setdefault(len(tiles), []).append(point)
    rows, right, whole = [], 0, 0
    for count, points in by_count.items():
        agree, pairs = agreeing_pairs(points)
        if not pairs:
            continue
        right, whole = right + agree, whole + pairs
        rows.append((count, len(points), *_line(points), Fraction(agree, pairs)))
    return {"agree": Fraction(right, whole), "pattern": rows}


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


def _kept(score: OnePlayer, rule: RuleOfThumb) -> dict[str, Any]:
    variant = score.variant
    first, *others = (key_of(variant, *part) for part in rule)
    plain = _expected(score, first, *others)
    turn = turn_of(variant)
    chances = Chances(turn, score.optimal_policy)
    rows, gains, nothing = [], [], []
    for left, measure in _LEFT.items():
        key = of_state(measure)(variant)
        choice, kept = _choice_of(score, key)
        if not choice.any():
            nothing.append(left)
            continue
        of_met = [chances.of(some[turn.layout.row]) for some in (choice, kept)]
        before = _expected(score, key, first, *others)
        behind = _expected(score, first, key, *others)
        gains += [left] if min(before, behind) < plain else []
        does = Fraction(kept.sum(), choice.sum()), of_met[1] / of_met[0]
        rows.append((left, int(choice.sum()), *does, before, behind))
    gained = f"only this gains something: {', '.join(gains)}" if gains else "none of this gains"
    return {
        "plain": plain,
        "gained": gained,
        "nothing": "".join(
            f"Whether {left} is left is never a choice: after a roll all moves leave the same."
            for left in nothing
        ),
        "kept": rows,
    }


def _choice_of(score: OnePlayer, key: Rows) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return the rows whose moves differ in something, and those where an optimal one has most."""
    turn, chosen = turn_of(score.variant), score.optimal_policy.move_weights > 0
    least, most = (turn.of_rows(end, key) for end in (np.minimum, np.maximum))
    best = turn.of_rows(np.maximum, np.where(chosen, key, key.min()))
    choice = least < most
    return choice, choice & (best == most)


def _expected(score: OnePlayer, *keys: Rows) -> Fraction:
    """Return the expected score of a player who looks for some keys."""
    turn = turn_of(score.variant)
    policy = turn.policy(*keys)
    scores = score.payoff.table[ranks(score.variant), :, 0]
    return Fraction(int(turn.values(scores, policy)[-1, 0]), turn.scale_of(policy))
