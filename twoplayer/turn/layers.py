"""One turn of a game too large for tables, rounded down, in layers of which a window is kept.

The states with the same larger tiles open are a block, and the blocks whose larger tiles have the
same sum are a layer. A move leads to an earlier state of its block, or to a block of an earlier
layer: earlier by no more than the larger tiles of a move sum to. So older layers are forgotten, and
the blocks of a layer are solved beside each other.

The inner loop is plain Python on arrays, compiled by numba, the extra `large`. Places are unsigned
there, since arrays are then read without a look at the sign.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from concurrent.futures import Executor
from contextlib import suppress
from functools import cache, cached_property
from itertools import chain
from typing import Any, NamedTuple

import numpy as np

from ..errors import need
from ..exact import Rows, Values
from ..variant.tiles import mask_of, tile_sets
from ..variant.variant import Variant
from ..work import free_memory, spread, tracked
from .board import Board
from .memory import Memory
from .transitions import ActionSet
from .turns import turn_of

MOST_SMALLER = 12  # tiles of a block, which should fit a core's own memory
MOST_COLUMNS_AT_ONCE = 128  # make little of what is done once for all of them
_MOST_BYTES = 3 * 10**9


class _Groups(NamedTuple):
    """Which rolls allow which groups of moves, as `_solve_block` takes it.

    A choice is a number of dice to roll. Rolls of a choice that allow the same moves are merged,
    and each merged roll has a number. They are numbered through all choices. The fields
    `outcome_from` and `outcome_group` are about merged rolls; `outcomes` is a number of ways.
    """

    group_sum: Rows  # (groups,): the total of the moves of a group
    group_dice: Values  # (groups,): a bit for each choice of dice that has the group
    outcome_from: Values  # (merged rolls + 1,): where the groups of each begin, in `outcome_group`
    outcome_group: Values  # flat: the groups that each merged roll allows, one after another
    ways: Rows  # (merged rolls,): in how many ways the dice fall so
    choice_from: Values  # (choices + 1,): the number of the first merged roll of each choice
    outcomes: Rows  # (choices,): the number of ways in which its dice fall


class _Legal(NamedTuple):
    """Which moves the smaller tiles of some states allow, by groups, as `_solve_block` takes it."""

    legal_from: Values  # (states, groups + 1): where the moves of each begin, in `legal_move`
    legal_move: Values  # the numbers of the moves: by states, and by groups within each


class _Throws(NamedTuple):
    """What the dice allow: moves of one total that the same merged rolls allow are a group."""

    smaller: Rows  # (moves,): the tiles of every move, as a mask of the smaller ones
    larger: Rows  # (moves,): and as a mask of the larger ones
    group: Rows  # (moves,): the number of its group, ascending
    groups: _Groups

    def legal(self, smaller: Iterable[int]) -> _Legal:
        """Look through the moves for some sets of smaller tiles, each as a mask of those open."""
        groups = range(len(self.groups.group_sum) + 1)
        allowed = [np.flatnonzero(self.smaller & ~state == 0) for state in smaller]
        ends = np.array([np.searchsorted(self.group[moves], groups) for moves in allowed])
        ends += np.cumsum([0, *map(len, allowed[:-1])])[:, np.newaxis]
        return _Legal(ends.astype(np.uint64), np.concatenate(allowed).astype(np.uint64))


class LayeredTurn:
    """A turn that is solved from the rules, whatever its number of states; `at_start` does it.

    Attributes
    ----------
    rolls : int
        An upper bound of the rolls that cover something: how many tiles some roll can cover.
    outcomes : int
        In how many ways the dice fall, the most of any number of dice.
    pairs : int
        At least the number of pairs of a state and a move that is legal there, after the first
        roll. It counts as if every roll could fall in every state.
    """

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        board = self._board = Board(variant.turn_rules, begun=True)
        self._whole_sum = sum(board.coverable)
        self.rolls = len(board.coverable)
        self._small = min(len(board.free), MOST_SMALLER)
        halves = board.free[: self._small], board.free[self._small :]
        # The sums of all sets of the smaller tiles, and of the larger ones.
        self._sums = [np.array([*map(sum, tile_sets(tiles))], np.int64) for tiles in halves]
        self.outcomes = max(sum(board.rolls(dice).values()) for dice in board.dice)
        self._memory = Memory()

    @cached_property
    def pairs(self) -> int:
        every = zip(self._later.smaller.tolist(), self._later.larger.tolist(), strict=True)
        return sum(self._board.size >> a.bit_count() + b.bit_count() for a, b in every)

    @cached_property
    def _later(self) -> _Throws:
        return self._throws(opening=False)

    @cached_property
    def _first(self) -> _Throws:
        return self._throws(opening=True)

    def _throws(self, *, opening: bool) -> _Throws:
        """Gather what the dice allow in the first roll of a turn, or in any later one.

        Masks are of the board's free tiles. In the first roll every move has the opening tile, if
        there is one: it counts in a move's total, and has no place in its mask.
        """
        board, first = self._board, {self.variant.opening_tile}
        # A choice of dice, the moves that some rolls of it allow, and the weight of these rolls.
        outcomes: list[tuple[int, ActionSet, int]] = []
        total: dict[int, int] = {}
        for choice, dice in enumerate(board.dice):
            weights: Counter[ActionSet] = Counter()
            for roll, count in board.rolls(dice).items():
                sums = {
                    mask_of(board.free, {*tiles} - first): sum(tiles)
                    for tiles in board.sets(roll, opening)
                    if {*tiles} - (first if opening else set()) <= {*board.free}
                }
                total |= sums
                weights[frozenset(sums)] += count
            outcomes += [(choice, moves, count) for moves, count in weights.items()]
        homes = defaultdict[int, list[int]](list)
        for number, (_, moves, _) in enumerate(outcomes):
            for move in moves:
                homes[move].append(number)
        groups = defaultdict[tuple[int, tuple[int, ...]], list[int]](list)
        for move in sorted(homes, key=lambda move: (total[move], homes[move], move)):
            groups[total[move], tuple(homes[move])].append(move)
        of_outcome: list[list[int]] = [[] for _ in outcomes]
        for group, (_, numbers) in enumerate(groups):
            for outcome in numbers:
                of_outcome[outcome].append(group)
        allowing = [sum({1 << outcomes[number][0] for number in numbers}) for _, numbers in groups]
        ordered = np.array([*chain.from_iterable(groups.values())], np.int64)
        ways = [[w for choice, _, w in outcomes if choice == c] for c in range(len(board.dice))]
        return _Throws(
            ordered & (1 << self._small) - 1,
            ordered >> self._small,
            np.repeat(np.arange(len(groups)), [len(alike) for alike in groups.values()]),
            _Groups(
                group_sum=np.array([of_all for of_all, _ in groups], np.int64),
                group_dice=np.array(allowing, np.uint8),
                outcome_from=np.cumsum([0, *map(len, of_outcome)]).astype(np.uint64),
                outcome_group=np.array([*chain.from_iterable(of_outcome)], np.uint64),
                ways=np.array([*chain.from_iterable(ways)], np.int64),
                choice_from=np.cumsum([0, *map(len, ways)]).astype(np.uint64),
                outcomes=np.array([sum(of_choice) for of_choice in ways], np.int64),
            ),
        )

    @cached_property
    def _rank(self) -> Values:  # (N,), the states by their masks of free tiles
        return self._board.ranks_by(self.variant.scoring)

    @cached_property
    def _dice(self) -> Values:  # (N,)
        found = np.zeros(self._board.size, np.uint8)  # a bit for each choice
        for choice, dice in enumerate(self._board.dice):
            found[self._board.may_roll(dice)] |= 1 << choice
        return found

    @cached_property
    def _highest(self) -> Rows:
        """By a sum, the highest rank of the states whose open tiles have that sum or less."""
        small, large = self._sums
        found = np.zeros(self._whole_sum + 1, np.int64)
        for total, ranks in zip(large, self._rank.reshape(len(large), -1), strict=True):
            np.maximum.at(found, small + total, ranks)
        found[-1] = len(turn_of(self.variant).scores) - 1
        return np.maximum.accumulate(found)

    @cached_property
    def _slots(self) -> tuple[int, Rows]:
        """How many blocks are kept at once, and the place of each while it is: (blocks,)."""
        large = self._sums[1]
        moved = np.concatenate([self._later.larger, self._first.larger, [0]])
        reach = large[moved].max()
        found = np.zeros(len(large), np.int64)
        free: list[int] = []
        live: list[int] = []
        most = 0
        for block in np.argsort(large, kind="stable").tolist():
            while live and large[live[0]] < large[block] - reach:
                free.append(int(found[live.pop(0)]))
            if not free:
                free.append(most)
                most += 1
            found[block] = free.pop()
            live.append(block)
        return most, found

    @cached_property
    def columns_at_once(self) -> int:
        rows: int = self._slots[0] * 2**self._small + len(turn_of(self.variant).scores)
        room = min(_MOST_BYTES, free_memory() // 2) // (8 * rows)
        return max(1, min(MOST_COLUMNS_AT_ONCE, room - 1))

    def widths(self, payoffs: Rows) -> Rows:
        """Return, by the sum of the open tiles, how many columns may differ from the first."""
        differs = payoffs != payoffs[:, :1]
        since = np.where(differs.any(axis=0), differs.argmax(axis=0), len(payoffs))
        found = np.ones(len(payoffs) + 1, np.int64)
        np.maximum.at(found, since, np.arange(len(since)) + 1)
        return np.asarray(np.maximum.accumulate(found)[self._highest])

    def at_start(self, payoffs: Rows, executor: Executor | None = None) -> list[int]:
        """Solve a turn for payoffs by the rank of the score, shape (scores, columns), rounded down.

        The results are V(all tiles) or less, by less than `rolls`. A column is quicker where it
        equals the first for all low scores. The executor has threads.
        """
        solve = compiled()
        widths = self.widths(payoffs).astype(np.uint64)
        small, large = self._sums
        slots, slot = self._slots
        stride = payoffs.shape[1]
        size = len(small) * stride
        values = self._memory.room((slots * size,), np.dtype(np.int64))
        legal = self._legal

        def solve_block(block: int, start: bool = False) -> None:
            throws = self._first if start else self._later
            states = slice(-1, None) if start else slice(None)
            may = throws.larger & ~block == 0
            # Of moves that are not allowed it is the place of something else, which is not read.
            to = slot[block & ~throws.larger] * size - throws.smaller * stride
            here = slice(block * len(small), (block + 1) * len(small))
            sums, dice, rank = small[states], self._dice[here][states], self._rank[here][states]
            total = large[block]
            if start:
                total = self._whole_sum - sums[0]
                rolled = self._board.dice_in(self.variant.tiles)
                bits = [1 << choice for choice, n in enumerate(self._board.dice) if n in rolled]
                dice = np.array([sum(bits)], np.uint8)
                rank = np.array([len(payoffs) - 1], np.uint16)
            solve(
                values,
                np.uint64(slot[block] * size),
                np.uint64(len(small) - 1 if start else 0),
                np.int64(total),
                *(sums, dice, rank, payoffs, widths),
                *(throws.legal([len(small) - 1]) if start else legal),
                *(may.astype(np.uint64), to.astype(np.uint64)),
                *throws.groups,
            )

        layers = [np.flatnonzero(large == total).tolist() for total in np.unique(large)]
        for blocks in tracked(layers, pieces=len):
            spare = executor if len(blocks) > 1 else None
            for _ in spread(solve_block, blocks, spare):
                pass
        solve_block(len(large) - 1, start=True)
        row, wide = values[slot[-1] * size :][:size][-stride:], int(widths[-1])
        row[wide:] = row[0]
        return list(row.tolist())

    @cached_property
    def _legal(self) -> _Legal:
        return self._later.legal(range(2**self._small))


@cache
def compiled() -> Callable[..., None]:
    """Return what solves a block, compiled."""
    need("large")
    return compiled_and_kept(_solve_block)


def compiled_and_kept(function: Callable[..., None]) -> Callable[..., None]:
    """Return a function that is compiled, run without Python's lock, and kept for next time.

    Whatever is wrong with the files, or the folder, in which it is kept costs a compilation alone.
    """
    from numba import njit

    found: Callable[..., None] = njit(nogil=True, error_model="numpy")(function)
    with suppress(Exception):  # there is no folder to keep it in
        from numba.core.caching import FunctionCache

        class Cache(FunctionCache):  # one that trusts no file: numba itself lets errors pass
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

        found._cache = Cache(function)  # type: ignore[attr-defined, no-untyped-call]
    return found


def _solve_block(  # noqa: PLR0912, PLR0915, PLR0917 (numba compiles one plain function)
    values: Rows,  # flat: the rows of all blocks that are kept, one after the other
    here: Any,  # where this block begins in them
    first: Any,  # the number of its first state to be solved
    total: int,  # of the larger open tiles
    sums: Rows,  # (states,): of the smaller open tiles
    dice: Values,  # (states,): a bit for each choice of dice that there is
    rank: Values,  # (states,): of the score
    payoffs: Rows,  # (scores, columns), by rank
    widths: Values,  # by the sum of the open tiles, how many columns may differ from the first
    # What follows is as in `_Legal`, by move, and as in `_Groups`.
    legal_from: Values,  # (states, groups + 1)
    legal_move: Values,  # flat
    may: Values,  # (moves,): whether the larger tiles allow it
    place: Values,  # (moves,): where its successors are, from the row of the state on
    group_sum: Rows,  # (groups,)
    group_dice: Values,  # (groups,)
    outcome_from: Values,  # (merged rolls + 1,)
    outcome_group: Values,  # flat
    ways: Rows,  # (merged rolls,)
    choice_from: Values,  # (choices + 1,)
    outcomes: Rows,  # (choices,)
) -> None:
    """Solve the states of a block, the smaller first: V(S), rounded down, into `values`.

    A row of `values` has room for all columns of `payoffs`. Only the first few are written, as many
    as `widths` says. The others equal the first there, and are never read.
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
            ended = 0
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
                    ended += ways[o]
                elif count == 1:
                    for j in range(width):
                        acc[j] += ways[o] * best[a + j]
                else:
                    for j in range(width):
                        acc[j] += ways[o] * other[j]
            for j in range(width):
                # Whole numbers are divided towards −∞.
                value = (acc[j] + ended * payoffs[paid, j]) // outcomes[choice]
                values[at + j] = max(values[at + j], value) if begun else value
            begun = True
