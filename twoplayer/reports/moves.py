"""What the sources say of states and single moves: counted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np

from ..cells import cell_text
from ..exact import Rational
from ..strategy.features import playable
from ..strategy.one_player import OnePlayer, Restarts, coverable_sets, restarts
from ..strategy.strategies import STRATEGIES
from ..strategy.values import StrategyValue
from ..turn.board import ranks
from ..turn.chances import Chances
from ..turn.induction import turn_of
from ..turn.solved import SolvedTurn, without_the_largest_tile
from ..variant.tiles import TileSet
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
        by_chance = sum(lost, Fraction(0)) / len(lost)
        more = Fraction(sum(2 * part > 1 for part in lost), len(lost))
        rows.append((aim, len(lost), by_chance, more))
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
    variant = solved.variant
    turn, policy = turn_of(variant), solved.optimal_policy
    return sum(1 for _ in without_the_largest_tile(turn, policy))


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
    by_count: dict[int, dict[TileSet, Fraction]] = {}
    for tiles, chance in covers_nothing(variant).items():
        by_count.setdefault(len(tiles), {})[tiles] = chance
    rows, agree, whole = [], 0, 0
    for count, chances in by_count.items():
        right, pairs = agreeing_pairs([(sum(tiles), c) for tiles, c in chances.items()])
        agree, whole = agree + right, whole + pairs
        mean = sum(chances.values(), Fraction(0)) / len(chances)
        (least, where), (most, where_most) = (_where(chances, end) for end in (min, max))
        rows.append((count, least, where, mean, most, where_most))
    return {"harder": Fraction(agree, whole), "nothing_to_cover": rows}


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
