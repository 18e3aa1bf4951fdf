"""What the sources say and ask of states and single moves: counted, and computed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, groupby
from statistics import mean
from typing import Any

import numpy as np

from ..cells import cell_text
from ..exact import Rational, Rows
from ..game.solutions import solve
from ..strategy.features import RuleOfThumb, key_of, of_state, playable
from ..strategy.one_player import OnePlayer, Restarts, choices, coverable_sets, one_player, restarts
from ..strategy.strategies import STRATEGIES, strategy_named
from ..strategy.values import StrategyRange, StrategyValue, matchup
from ..turn.board import board_of, ranks
from ..turn.induction import turn_of
from ..turn.solved import Chances, SolvedTurn, without_the_largest_tile
from ..variant.tiles import TileSet, tile_sets
from ..variant.variant import Variant

_DISCOUNTS = ("1/2", "3/4", "9/10", "99/100", "999999/1000000")
_AWAY = ("largest-first", "best-clack")


def worths(solved: SolvedTurn) -> list[list[int]]:
    """Return what the moves of every choice are worth, as whole numbers, the worst first."""
    variant, turn = solved.variant, turn_of(solved.variant)
    wanted = solved.payoff.wanted[ranks(variant), :, 0]
    after = turn.values(wanted, None, solved.discount)[turn.layout.successor, 0]
    found: dict[int, list[int]] = {}
    for row, worth in zip(turn.layout.row.tolist(), after.tolist(), strict=True):
        found.setdefault(row, []).append(worth)
    return [sorted(moves) for moves in found.values() if len(moves) > 1]


def nearer_to_the_median(moves: Sequence[Sequence[int]]) -> tuple[int, int]:
    """Count where the best of three moves or more is nearer to the median than that to the worst.

    It is in how many, and of how many.
    """
    gaps = []
    for worst, *others, best in (some for some in moves if len(some) > 2):
        twice_the_median = others[(len(others) - 1) // 2] + others[len(others) // 2]
        gaps.append(2 * (best + worst) - 2 * twice_the_median)
    return sum(gap < 0 for gap in gaps), len(gaps)


def parted(one: SolvedTurn, other: SolvedTurn) -> tuple[int, int]:
    """Count the choices in which no move is best for both, and all choices."""
    row = turn_of(one.variant).layout.row
    alike = (one.optimal_policy.move_weights > 0) & (other.optimal_policy.move_weights > 0)
    return len(np.unique(row)) - len(np.unique(row[alike])), int((np.bincount(row) > 1).sum())


def decompositions() -> tuple[int, list[int]]:
    """Count the sets of tiles that two dice can cover, and those of them with each tile."""
    sets = coverable_sets(Variant())
    return len(sets), [sum(tile in tiles for tiles in sets) for tile in Variant().tiles]


def best_in_game(score: OnePlayer, moves: Sequence[tuple[int, Sequence[int]]]) -> int:
    """Count the moves of a game that are the only best ones where they are made."""
    left, found = set(score.variant.tiles), 0
    for roll, covered in moves:
        found += list(score.optimal_moves(sorted(left), roll)) == [tuple(covered)]
        left -= set(covered)
    return found


def by_chance(solved: Mapping[str, SolvedTurn]) -> list[tuple[Any, ...]]:
    """Return how much a move by chance loses."""
    rows = []
    for aim, each in solved.items():
        lost = [
            Fraction(moves[-1] * len(moves) - sum(moves), (moves[-1] - moves[0]) * len(moves))
            for moves in worths(each)
            if moves[0] < moves[-1]
        ]
        more = Fraction(sum(2 * part > 1 for part in lost), len(lost))
        rows.append((aim, len(lost), mean(lost), more))
    return rows


def by_discount(again: Restarts) -> list[tuple[Any, ...]]:
    """Return what the discount does."""
    rows = []
    for text in _DISCOUNTS:
        same = Fraction(text) == again.discount
        solved = again if same else restarts(again.variant, text).fractions
        nearer, choices = nearer_to_the_median(worths(solved))
        rows.append((text, solved.value(), largest_tile_wrong(solved), nearer, choices))
    return rows


def largest_tile_wrong(solved: SolvedTurn) -> int:
    """Count the states and rolls where no optimal move covers the largest coverable tile."""
    return sum(1 for _ in without_the_largest_tile(solved.variant, solved.optimal_policy))


def one_roll_away(values: Mapping[str, StrategyValue]) -> list[tuple[Any, ...]]:
    """Return how often a single roll may clack."""
    rows = []
    for name in _AWAY:
        away, clacks = chance_of_one_roll_away(Variant(), name), values[name].clack_chance
        rows.append((name, away, clacks, clacks / away))
    return rows


def chance_of_one_roll_away(variant: Variant, name: str) -> Fraction:
    """Return the chance to reach a state that one roll may clear, under plain rules.

    What is left of such a state is another one, or has no move; so these are entered once.
    """
    turn, policy = turn_of(variant), STRATEGIES[name].policy(variant, None)
    source, successor = turn.layout.source, turn.layout.successor
    clearable = set(coverable_sets(variant))
    away = np.array([tiles in clearable for tiles in turn.board.open_tiles])
    return Chances(turn, policy).of(~away[source] & away[successor])


def covers_nothing(variant: Variant) -> dict[TileSet, Fraction]:
    """Return the chance that the next roll covers nothing, in every state with an open tile."""
    [live], [choice] = playable(variant), turn_of(variant).choices
    return {
        tiles: 1 - Fraction(int(live[state]), choice.outcomes)
        for state, tiles in enumerate(turn_of(variant).board.open_tiles)
        if tiles
    }


def nothing_to_cover(variant: Variant) -> dict[str, Any]:
    """Return how often the next roll covers nothing, and is likelier to with a higher sum."""
    every = covers_nothing(variant)
    rows, pairs = [], []
    for count, states in groupby(sorted(every, key=len), len):
        chances = {tiles: every[tiles] for tiles in states}
        pairs.append(agreeing_pairs([(sum(tiles), c) for tiles, c in chances.items()]))
        least, most = (_where(chances, end) for end in (min, max))
        rows.append((count, *least, mean(chances.values()), *most))
    return {"harder": Fraction(*map(sum, zip(*pairs, strict=True))), "nothing_to_cover": rows}


def _where(
    chances: Mapping[TileSet, Fraction], end: Callable[[Iterable[Fraction]], Fraction]
) -> tuple[Fraction, str]:
    """Return the least or the most of some chances, and where it is."""
    chance = end(chances.values())
    first, *others = [tiles for tiles, each in chances.items() if each == chance]
    return chance, cell_text(first) + (f" and {len(others)} more" if others else "")


def agreeing_pairs(points: Sequence[tuple[Rational, Rational]]) -> tuple[int, int]:
    """Count the pairs where what is higher in the first is so in the second, and all that differ.

    Pairs that are equal in the first are left out.
    """
    pairs = [(a, b) for a, b in combinations(sorted(points), 2) if a[0] < b[0]]
    return sum(a[1] < b[1] for a, b in pairs), len(pairs)


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
    best, *_, worst = in_order = sorted(scores, key=scores.__getitem__)
    most, least = ([end(w, key=w.__getitem__) for w in (clacks, evs)] for end in (max, min))
    return {
        "best_roll": (best, *most),
        "worst_roll": (worst, *least),
        "best_score": scores[best],
        "worst_score": scores[worst],
        "opening_rolls": [
            (roll, tuple(score.optimal_moves(tiles, roll)), scores[roll], clacks[roll], evs[roll])
            for roll in in_order
        ],
    }


def _pattern(score: OnePlayer) -> dict[str, Any]:
    """Compare the values of states with the means of their tiles, among those with as many."""
    rows, pairs = [], []
    # The set of all tiles has none to be compared with.
    for count, states in groupby(sorted(tile_sets(score.variant.tiles)[1:-1], key=len), len):
        points = [(Fraction(sum(tiles), count), score.value(tiles)) for tiles in states]
        pairs.append(agreeing_pairs(points))
        rows.append((count, len(points), *_line(points), Fraction(*pairs[-1])))
    return {"agree": Fraction(*map(sum, zip(*pairs, strict=True))), "pattern": rows}


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
    variant, turn = score.variant, turn_of(score.variant)
    first, *others = (key_of(variant, *part) for part in rule)
    plain = _expected(score, first, *others)
    chances, chosen = Chances(turn, score.optimal_policy), score.optimal_policy.move_weights > 0
    # Of rows whose moves differ in something an optimal one may have most of it.
    rows, gains, nothing = [], [], []
    for left, measure in _LEFT.items():
        key = of_state(measure)(variant)
        least, most = (turn.of_rows(end, key) for end in (np.minimum, np.maximum))
        choice = least < most
        kept = choice & (turn.of_rows(np.maximum, np.where(chosen, key, key.min())) == most)
        if not choice.any():
            nothing.append(left)
            continue
        of_met = [chances.of(some[turn.layout.row]) for some in (choice, kept)]
        before = _expected(score, key, first, *others)
        behind = _expected(score, first, key, *others)
        gains += [left] if min(before, behind) < plain else []
        does = Fraction(kept.sum(), choice.sum()), of_met[1] / of_met[0]
        rows.append((left, int(choice.sum()), *does, before, behind))
    return {
        "plain": plain,
        "gained": f"only this gains something: {', '.join(gains)}"
        if gains
        else "none of this gains",
        "nothing": "".join(
            f"Whether {left} is left is never a choice: after a roll all moves leave the same."
            for left in nothing
        ),
        "kept": rows,
    }


def _expected(score: OnePlayer, *keys: Rows) -> Fraction:
    """Return the expected score of a player who looks for some keys."""
    turn = turn_of(score.variant)
    policy = turn.policy(*keys)
    scores = score.payoff.table[ranks(score.variant), :, 0]
    return Fraction(int(turn.values(scores, policy)[-1, 0]), turn.scale_of(policy))
