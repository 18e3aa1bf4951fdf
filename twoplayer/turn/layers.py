"""One turn of a game too large for tables, rounded down, in layers; only recent layers are kept.

A block is all states with the same larger tiles open. A layer is all blocks with the same sum of
larger open tiles. A move leads to an earlier state of its block, or to a block of an earlier layer.
The sums of these two layers differ by the sum of the larger tiles in the move. So the layers beyond
the largest such sum are forgotten. The blocks of a layer are solved in any order, also at once.

The inner loop is plain Python on arrays, compiled by numba, the extra `large`. Places in arrays are
unsigned there: for an unsigned place numba does not test the sign.
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

MOST_SMALLER = 12  # smaller tiles: a block of their states should fit into a core's own memory
MOST_COLUMNS_AT_ONCE = 128  # with so many, the work done once for all columns takes little time
_MOST_BYTES = 3 * 10**9


class _Groups(NamedTuple):
    """The groups of moves that each roll allows, in the form for `_solve_block`.

    A choice is a number of dice to roll. Rolls of a choice that allow the same moves are merged.
    Merged rolls are numbered through all choices. The fields `outcome_from` and `outcome_group` are
    about merged rolls; the field `outcomes` has numbers of ways.
    """

    group_sum: Rows  # (groups,): the total of each of the moves of a group
    group_dice: Values  # (groups,): a bit for each choice of dice that has the group
    outcome_from: Values  # (merged rolls + 1,): the start of each one's groups in `outcome_group`
    outcome_group: Values  # flat: the groups that each merged roll allows, one after another
    ways: Rows  # (merged rolls,): the number of ways in which each merged roll falls
    choice_from: Values  # (choices + 1,): the number of the first merged roll of each choice
    outcomes: Rows  # (choices,): the number of ways in which the dice of a choice fall


class _Legal(NamedTuple):
    """The moves that smaller tiles allow, by states and groups, in the form for `_solve_block`."""

    legal_from: Values  # (states, groups + 1): the start of each group's moves in `legal_move`
    legal_move: Values  # flat: the numbers of the moves, by state, and by group within a state


class _Throws(NamedTuple):
    """The moves that the dice allow; a group has the same total and the same merged rolls."""

    smaller: Rows  # (moves,): the smaller tiles of every move, as a mask
    larger: Rows  # (moves,): the larger tiles of every move, as a mask
    group: Rows  # (moves,): the number of every move's group, ascending
    groups: _Groups

    def legal(self, smaller: Iterable[int]) -> _Legal:
        """Find the legal moves for several sets of smaller tiles, each a mask of open tiles."""
        groups = range(len(self.groups.group_sum) + 1)
        allowed = [np.flatnonzero(self.smaller & ~state == 0) for state in smaller]
        ends = np.array([np.searchsorted(self.group[moves], groups) for moves in allowed])
        ends += np.cumsum([0, *map(len, allowed[:-1])])[:, np.newaxis]
        return _Legal(ends.astype(np.uint64), np.concatenate(allowed).astype(np.uint64))


class LayeredTurn:
    """A turn with any number of states that is solved from the rules; `at_start` solves the turn.

    Attributes
    ----------
    rolls : int
        The number of tiles that some roll can cover: an upper bound of the rolls in a turn that
        cover something.
    outcomes : int
        The number of ways in which the dice fall, for the number of dice with the most ways.
    pairs : int
        An upper bound of the pairs of a state and a move that is legal there, after the first roll.
        The bound counts every roll in every state.
    """

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        board = self._board = Board(variant.turn_rules, begun=True)
        self._whole_sum = sum(board.coverable)
        self.rolls = len(board.coverable)
        self._small = min(len(board.free), MOST_SMALLER)
        halves = board.free[: self._small], board.free[self._small :]
        # The sums of all sets of smaller tiles, and of all sets of larger tiles.
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
        """Gather the moves that the dice allow in the first roll of a turn, or in any later roll.

        Masks are of the board's free tiles. If there is an opening tile, every move of the first
        roll has that tile. The opening tile counts in the total of a move, and has no bit in masks.
        """
        board, first = self._board, {self.variant.opening_tile}
        # A choice of dice, moves that some rolls of the choice allow, the weight of these rolls.
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
    def _rank(self) -> Values:  # (N,): of each state, in the order of the masks of free tiles
        return self._board.ranks_by(self.variant.scoring)

    @cached_property
    def _dice(self) -> Values:  # (N,)
        found = np.zeros(self._board.size, np.uint8)  # a bit for each choice
        for choice, dice in enumerate(self._board.dice):
            found[self._board.may_roll(dice)] |= 1 << choice
        return found

    @cached_property
    def _highest(self) -> Rows:
        """For each sum, the highest rank of the states whose open tiles have that sum or less."""
        small, large = self._sums
        found = np.zeros(self._whole_sum + 1, np.int64)
        for total, ranks in zip(large, self._rank.reshape(len(large), -1), strict=True):
            np.maximum.at(found, small + total, ranks)
        found[-1] = len(turn_of(self.variant).scores) - 1
        return np.maximum.accumulate(found)

    @cached_property
    def _slots(self) -> tuple[int, Rows]:
        """The number of blocks kept at once, and the place of each block in memory: (blocks,)."""
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
        """Return, by the sum of open tiles, how many columns may differ from the first column."""
        differs = payoffs != payoffs[:, :1]
        since = np.where(differs.any(axis=0), differs.argmax(axis=0), len(payoffs))
        found = np.ones(len(payoffs) + 1, np.int64)
        np.maximum.at(found, since, np.arange(len(since)) + 1)
        return np.asarray(np.maximum.accumulate(found)[self._highest])

    def at_start(self, payoffs: Rows, executor: Executor | None = None) -> list[int]:
        """Solve a turn for payoffs by the rank of the score, shape (scores, columns), rounded down.

        Each result is V(all tiles) or less, by less than `rolls`. A column takes less time if the
        column equals the first column for all low scores. The executor must have threads.
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
            # A move that is not allowed gets a wrong place, which is never read.
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
    """Return the compiled function that solves a block."""
    need("large")
    return compiled_and_kept(_solve_block)


def compiled_and_kept(function: Callable[..., None]) -> Callable[..., None]:
    """Compile a function to run without Python's lock, and keep the result for the next time.

    The result is kept in files. A fault of these files, or of their folder, costs only another
    compilation.
    """
    from numba import njit

    found: Callable[..., None] = njit(nogil=True, error_model="numpy")(function)
    with suppress(Exception):  # there may be no folder for the files
        from numba.core.caching import FunctionCache

        class Cache(FunctionCache):  # this one trusts no file; numba's own raises their errors
            def load_overload(self, sig: Any, target_context: Any) -> Any:
                try:
                    return super().load_overload(sig, target_context)  # type: ignore[no-untyped-call]
                except Exception:  # the file may be empty, cut short, or broken otherwise
                    with suppress(Exception):
                        self.flush()  # type: ignore[no-untyped-call]
                    return None

            def save_overload(self, sig: Any, data: Any) -> None:
                with suppress(Exception):
                    super().save_overload(sig, data)  # type: ignore[no-untyped-call]

        found._cache = Cache(function)  # type: ignore[attr-defined, no-untyped-call]
    return found


def _solve_block(  # noqa: PLR0912, PLR0915, PLR0917 (numba compiles one plain function)
    values: Rows,  # flat: the rows of all kept blocks, one block after another
    here: Any,  # the start of this block in `values`
    first: Any,  # the number of the block's first state to be solved
    total: int,  # the sum of the larger open tiles
    sums: Rows,  # (states,): the sums of the smaller open tiles
    dice: Values,  # (states,): a bit for each choice of dice that may be rolled
    rank: Values,  # (states,): the ranks of the scores
    payoffs: Rows,  # (scores, columns), by rank
    widths: Values,  # by the sum of the open tiles, how many columns may differ from the first
    # The fields of `_Legal`, two arrays by move, and the fields of `_Groups` follow.
    legal_from: Values,  # (states, groups + 1)
    legal_move: Values,  # flat
    may: Values,  # (moves,): whether the larger tiles allow the move
    place: Values,  # (moves,): the successor's row in `values`, less the row of the state
    group_sum: Rows,  # (groups,)
    group_dice: Values,  # (groups,)
    outcome_from: Values,  # (merged rolls + 1,)
    outcome_group: Values,  # flat
    ways: Rows,  # (merged rolls,)
    choice_from: Values,  # (choices + 1,)
    outcomes: Rows,  # (choices,)
) -> None:
    """Solve the states of a block, the smaller first: write V(S), rounded down, to `values`.

    A row of `values` has room for all columns of `payoffs`. Only the first columns are written, as
    many as `widths` says. Every other column would equal the first column, and is never read.
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
                # The next move writes over a row that does not count: quicker than an `if`.
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
                # `//` rounds towards −∞.
                value = (acc[j] + ended * payoffs[paid, j]) // outcomes[choice]
                values[at + j] = max(values[at + j], value) if begun else value
            begun = True
