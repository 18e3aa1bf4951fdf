"""The inner loop of a layered turn: plain Python on arrays, compiled by numba, the extra `large`.

All numbers are whole. Places are unsigned, since arrays are then read without a look at the sign.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import cache
from typing import Any

import numpy as np

from ..errors import need
from ..exact import Rows, Values


@cache
def compiled() -> Callable[..., None]:
    """Return `_solve_block`, compiled, and run without Python's lock.

    It is kept for next time, where there is a folder to keep it in. Whatever is wrong with the
    files in there, or with the folder, costs a compilation and no more.
    """
    need("large")
    from numba import njit

    found: Callable[..., None] = njit(nogil=True, error_model="numpy")(_solve_block)
    with suppress(Exception):  # there is no folder to keep it in
        found._cache = _kept_files()(_solve_block)  # type: ignore[attr-defined]
    return found


def _kept_files() -> Callable[..., Any]:
    """Return numba's kind of cache, but one that trusts no file; numba itself lets errors pass."""
    from numba.core.caching import FunctionCache

    class Cache(FunctionCache):
        def load_overload(self, sig: Any, target_context: Any) -> Any:
            try:
                return super().load_overload(sig, target_context)  # type: ignore[no-untyped-call]
            except Exception:  # an empty file, a cut one, or anything else that is no cache
                with suppress(Exception):
                    self.flush()  # type: ignore[no-untyped-call]
                return None

        def save_overload(self, sig: Any, data: Any) -> None:
            with suppress(Exception):
                super().save_overload(sig, data)  # type: ignore[no-untyped-call]

    return Cache


def _solve_block(  # noqa: PLR0912, PLR0915, PLR0917 (numba compiles one plain function)
    values: Rows,  # the rows of all blocks that are kept, one after the other
    here: Any,  # where this block begins in them
    first: Any,  # the number of its first state to be solved
    total: int,  # of the larger open tiles
    sums: Rows,  # of each state: of the smaller open tiles
    dice: Values,  # of each state: a bit for each choice of dice that there is
    rank: Values,  # of the score of each state
    payoffs: Rows,  # by rank, of all columns
    widths: Values,  # by the sum of the open tiles, how many columns may differ from the first
    legal_from: Values,  # where the moves of each state and group begin
    legal_move: Values,  # those that its smaller tiles allow
    may: Values,  # of each move, whether the larger tiles allow it
    place: Values,  # of each move, where its successors are, from the row of the state on
    group_sum: Rows,  # the total of the moves of a group
    group_dice: Values,  # a bit for each choice of dice that has them
    outcome_from: Values,  # where the groups of each outcome of the dice begin
    outcome_group: Values,  # those that it allows
    ways: Rows,  # in how many ways it falls
    choice_from: Values,  # where the outcomes of each choice of dice begin
    outcomes: Rows,  # in how many ways they fall together
) -> None:
    """Solve the states of a block, the smaller first: those with the same larger tiles open.

    A row of `values` has a column that stands for all that are settled, and then the others of
    `payoffs`, as many as `widths` says.
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
