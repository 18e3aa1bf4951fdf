"""The inner loop of a layered turn: plain Python on arrays, compiled by numba, the extra `large`.

All numbers are whole. Places are unsigned, since arrays are then read without a look at the sign.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Any

import numpy as np

from ..errors import InputError
from ..exact import Rows, Values

__all__ = ["compiled"]


@cache
def compiled() -> Callable[..., None]:
    """Return `_solve_block`, compiled, and run without Python's lock; it is kept for next time.

    Raises
    ------
    InputError
        If numba is missing.
    """
    try:
        from numba import njit
    except ImportError:
        raise InputError(
            "bounds: needs numba, the extra `large` of this package: pip install 'twoplayer[large]'"
        ) from None
    jit = partial(njit, nogil=True, error_model="numpy")
    found: Callable[..., None]
    try:
        found = jit(cache=True)(_solve_block)
    except RuntimeError:  # there is no folder to keep it in
        found = jit()(_solve_block)
    return found


def _solve_block(  # noqa: PLR0912, PLR0915, PLR0917 (numba compiles one plain function)
    values: Rows,
    here: Any,
    first: Any,
    total: int,
    sums: Rows,
    dice: Values,
    rank: Values,
    payoffs: Rows,
    widths: Values,
    legal_from: Values,
    legal_move: Values,
    may: Values,
    place: Values,
    group_sum: Rows,
    group_dice: Values,
    outcome_from: Values,
    outcome_group: Values,
    ways: Rows,
    choice_from: Values,
    outcomes: Rows,
) -> None:
    """Solve the states of a block, the smaller first: those with the same larger tiles open.

    A row of `values` has a column that stands for all that are settled, and then the others of
    `payoffs`, as many as `widths` says.

    Parameters
    ----------
    values
        The rows of all blocks that are kept, one after the other.
    here, first
        Where this block begins in `values`, and the number of its first state to be solved.
    total
        The sum of the larger open tiles.
    sums, dice, rank
        Of each state: the sum of the smaller open tiles, a bit for each choice of dice that there
        is, and the rank of its score.
    payoffs
        By rank, the payoffs of all columns.
    widths
        By the sum of the open tiles, how many columns may differ from the first, with that one.
    legal_from, legal_move
        Of each state and group of moves, which of its smaller tiles allow, and whether (`may`) the
        larger ones do.
    place
        Of each move, where its successors are in `values`, from the row of the state on.
    group_sum, group_dice
        The total of the moves of a group, and a bit for each choice of dice that has them.
    outcome_from, outcome_group, ways
        The groups that an outcome of the dice allows, and in how many ways it falls.
    choice_from, outcomes
        The outcomes of a choice of dice, and in how many ways they fall together.
    """
    one, four = np.uint64(1), np.uint64(4)
    stride = np.uint64(payoffs.shape[1])
    groups = np.uint64(len(group_sum))
    best = np.empty(groups * stride, np.int64)
    found = np.empty(groups, np.bool_)
    acc, other = np.empty(stride, np.int64), np.empty(stride, np.int64)
    rows = np.empty(np.uint64(len(place)) + one, np.uint64)
    for state in range(np.uint64(len(sums))):
        open_sum = np.uint64(total + sums[state])
        row = (first + state) * stride
        width = widths[open_sum]
        at = here + row
        paid = np.uint64(rank[state])
        if dice[state] == 0:
            for j in range(width):
                values[at + j] = payoffs[paid, j]
            continue
        for g in range(groups):
            found[g] = False
            if not group_dice[g] & dice[state]:
                continue
            count = np.uint64(0)
            for e in range(legal_from[state, g], legal_from[state, g + one]):
                move = legal_move[e]
                # A row that does not count is written over: this is quicker than to ask first.
                rows[count] = place[move] + row
                count += may[move]
            if count == 0:
                continue
            found[g] = True
            to = g * stride
            wide = min(widths[open_sum - np.uint64(group_sum[g])], width)
            a = rows[np.uint64(0)]
            for j in range(wide):
                best[to + j] = values[a + j]
            k = one
            while k + four <= count:
                a, b = rows[k], rows[k + one]
                c, d = rows[k + np.uint64(2)], rows[k + np.uint64(3)]
                for j in range(wide):
                    best[to + j] = max(
                        best[to + j], values[a + j], values[b + j], values[c + j], values[d + j]
                    )
                k += four
            while k < count:
                a = rows[k]
                for j in range(wide):
                    best[to + j] = max(best[to + j], values[a + j])
                k += one
            for j in range(wide, width):
                best[to + j] = best[to]
        begun = False
        for choice in range(np.uint64(len(outcomes))):
            if not dice[state] >> choice & 1:
                continue
            stuck = 0
            for j in range(width):
                acc[j] = 0
            for o in range(choice_from[choice], choice_from[choice + one]):
                count = np.uint64(0)
                for e in range(outcome_from[o], outcome_from[o + one]):
                    g = outcome_group[e]
                    if not found[g]:
                        continue
                    to = g * stride
                    if count == 0:
                        a = to
                    else:
                        for j in range(width):
                            other[j] = max(best[a + j] if count == 1 else other[j], best[to + j])
                    count += one
                if count == 0:
                    stuck += ways[o]
                elif count == 1:
                    for j in range(width):
                        acc[j] += ways[o] * best[a + j]
                else:
                    for j in range(width):
                        acc[j] += ways[o] * other[j]
            for j in range(width):
                # Whole numbers are divided towards −∞.
                worth = (acc[j] + stuck * payoffs[paid, j]) // outcomes[choice]
                values[at + j] = max(values[at + j], worth) if begun else worth
            begun = True
