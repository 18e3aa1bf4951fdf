"""The turn of a variant: its states, choices of dice, moves of rolls, and scores.

A tile that no roll can cover stays open for good: bit i of a state is the i-th smallest of the
other tiles. Rolls that allow the same sets have one action set, and their numbers of ways are
added.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache, cached_property
from itertools import islice
from operator import index
from typing import Any

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from ..errors import GameTooLargeError, PositionError, integer, refused, scalar, shown
from ..exact import Values
from ..variant.dice import MEASURES, MOST_DICE, Roll, rolls
from ..variant.fields import LARGEST
from ..variant.tiles import COVERINGS, SCORINGS, TileSet, mask_of, tile_sets
from ..variant.variant import Variant
from .dag import graph_of, size_of, transitions_in
from .states import Size, States
from .transitions import ActionSet, DiceChoice, Transitions

MOST_SETS = 2**16  # sets of tiles that one roll or another covers
MOST_SCORES = 2**16


class Board(States):
    """The states of a turn with tiles, and the rolls and moves in each state.

    The `free` tiles are open or covered. No roll can cover the `uncoverable` tiles: they stay open.
    A roll is the tuple of its dice, or a tuple of the total where only the total matters. Once the
    turn has `begun`, the tile that the first move must cover is covered for good.

    >>> board = Board(Variant(tiles="1,2,30"))
    >>> board.free, board.uncoverable, board.open_tiles, board.mask((2, 30))
    ((1, 2), (30,), ((30,), (1, 30), (2, 30), (1, 2, 30)), 2)
    """

    of_tiles = True
    by_total: bool  # whether only the total of the dice matters
    coverable: TileSet  # the tiles that some roll can cover
    free: TileSet  # the coverable tiles that are not covered for good
    uncoverable: TileSet  # the tiles that no roll can cover

    def __init__(self, variant: Variant, *, begun: bool = False) -> None:
        self.variant = variant
        self.by_total = COVERINGS[variant.moves].by_total
        self._moves: dict[tuple[Roll, bool], ActionSet] = {}
        coverable: set[int] = set()
        for roll in self.every_roll():
            if len(coverable) < len(variant.tiles):
                coverable.update(*self.sets(roll))
        first = {variant.opening_tile} if begun else set()
        self.coverable: TileSet = tuple(sorted(coverable))
        self.free: TileSet = tuple(sorted(coverable - first))
        self.uncoverable: TileSet = tuple(tile for tile in variant.tiles if tile not in coverable)
        self.size = 1 << len(self.free)

    @property
    def most_moves(self) -> int:
        return len(self.free)

    @property
    def covers(self) -> tuple[TileSet, ...]:
        """The set of free tiles that each bit mask stands for."""
        return tile_sets(self.free)

    @cached_property
    def open_tiles(self) -> tuple[TileSet, ...]:
        if not self.uncoverable:
            return self.covers
        return tuple(tuple(sorted((*tiles, *self.uncoverable))) for tiles in self.covers)

    def mask(self, open_tiles: Iterable[int]) -> int:
        """Return the bit mask of a state, which is the number of the state."""
        return mask_of(self.free, set(open_tiles) - set(self.uncoverable))

    @cached_property
    def mask_in_any_order(self) -> Callable[[tuple[int, ...]], int]:
        """A quick function from free tiles in any order to their mask; −1 for any other tuple."""
        masks = {tiles: mask for mask, tiles in enumerate(self.covers)}
        return cache(lambda tiles: masks.get(tuple(sorted(tiles)), -1))

    def measured(self, add: Callable[[int, int], int]) -> tuple[list[int], Values]:
        """Return the different measures of states, and the place of each state's measure.

        A measure is a score, or the quantity in a condition of `one_die`. Sets of tiles are not
        measured one by one, since there are few different measures and many sets.

        Parameters
        ----------
        add : callable
            `add(measure of some tiles, a larger tile)` is the measure of these tiles together.

        Returns
        -------
        tuple
            The measures, ascending; and the place of each state's measure among these, shape (N,).
        """
        known, place = [0], np.zeros(1, np.uint16)
        for tile in sorted((*self.free, *self.uncoverable)):
            more = [add(value, tile) for value in known]
            before, known = known, sorted({*more, *(known if tile in self.free else ())})
            where = {value: number for number, value in enumerate(known)}
            covered, place = place, np.array([where[value] for value in more], np.uint16)[place]
            if tile in self.free:
                without = np.array([where[value] for value in before], np.uint16)[covered]
                place = np.concatenate([without, place])
        return known, place

    def scores_by(self, scoring: str) -> tuple[int, ...]:
        tiles, add = self.variant.tiles, SCORINGS[scoring].add
        scores = {0}
        for tile in tiles:
            scores |= {add(score, tile) for score in scores}
            if len(scores) > MOST_SCORES:
                raise GameTooLargeError(
                    f"{len(tiles)} tiles by {scoring!r} have more than {MOST_SCORES} scores; "
                    "try fewer tiles, or another scoring",
                    of="scoring",
                )
        return tuple(sorted(scores))

    def ranks_by(self, scoring: str) -> Values:
        known, place = self.measured(SCORINGS[scoring].add)
        every = np.array(self.scores_by(scoring), object)
        return np.searchsorted(every, np.array(known, object)).astype(np.uint16)[place]

    @property
    def transitions(self) -> Transitions:
        return transitions_in(self.graph(), self.choices)

    def graph(self) -> nx.DiGraph[int]:
        return graph_of(self.choices, self.size)

    def check_size(self) -> Size:
        return self._tables

    @cached_property
    def _tables(self) -> Size:
        rolls = self.every_roll()
        return size_of(len(self.free), len(rolls), map(self.moves, rolls))

    @cached_property
    def dice(self) -> tuple[int, ...]:
        """The numbers of dice that may be rolled in one state or another, ascending.

        A player who may roll a single die with all tiles open may do so in every state. A player
        who may not roll a single die with only the smallest tile open may do so in no state.
        """
        extremes = (self.variant.tiles, self.variant.tiles[:1])
        return tuple(sorted(set().union(*map(self.dice_in, extremes))))

    def dice_in(self, open_tiles: TileSet) -> tuple[int, ...]:
        """Return the numbers of dice that may be rolled with the given tiles open."""
        return self.variant.one_die.dice_counts(self.variant.dice.number, open_tiles)

    def may_roll(self, dice: int) -> NDArray[np.bool_]:
        """Return whether a number of dice may be rolled in each state, shape (N,)."""
        one_die, full = self.variant.one_die, self.variant.dice.number
        found = np.full(self.size, one_die.limits is not None)
        for measure, limit in one_die.limits or ():
            known, place = self.measured(MEASURES[measure][0])
            found &= np.array([value <= limit for value in known])[place]
        if dice == full:
            found = ~(found & one_die.forced)
        found[0] &= bool(self.uncoverable)
        return found

    def rolls(self, dice: int) -> Mapping[Roll, int]:
        return rolls(dice, self.variant.side_weights, self.by_total)

    def every_roll(self) -> list[Roll]:
        """Return every roll of every number of dice."""
        return [roll for dice in self.dice for roll in self.rolls(dice)]

    def rolls_in(
        self, open_tiles: TileSet, dice: int | Sequence[int] | None = None
    ) -> list[int] | list[Roll]:
        counts = self.dice_in(open_tiles) if dice is None else _counts_of(dice)
        found = {roll for count in counts for roll in self.rolls(count)}
        if self.by_total:
            return sorted(total for (total,) in found)
        return sorted(found, key=lambda roll: (len(roll), roll))

    def sets(self, roll: Roll, opening: bool = False) -> frozenset[TileSet]:
        """Return the sets of tiles that a roll may cover if all tiles are open.

        `opening` says that the roll is the first of the turn. Then a set must have the opening
        tile, if the variant has an opening tile.
        """
        variant = self.variant
        if sum(roll) == variant.stop_total:
            return frozenset()
        most = variant.max_tiles or len(variant.tiles)
        must = {variant.opening_tile} if opening and variant.opening_tile else set()
        return frozenset(
            tiles
            for tiles in COVERINGS[variant.moves].sets(roll, lambda n: self._sets_by_sum.get(n, ()))
            if len(tiles) <= most
            and len(set(tiles)) == len(tiles)
            and must <= set(tiles) <= set(variant.tiles)
        )

    @cached_property
    def _sets_by_sum(self) -> Mapping[int, list[TileSet]]:
        """The sets that one move may cover, by their sum, as far as the sum can be rolled."""
        tiles, largest = self.variant.tiles, self.variant.dice.number * self.variant.dice.sides
        most = self.variant.max_tiles or len(tiles)
        sets: list[tuple[int, TileSet]] = [(0, ())]
        for tile in tiles:
            sets += [
                (total + tile, (*smaller, tile))
                for total, smaller in sets
                if total + tile <= largest and len(smaller) < most
            ]
            if len(sets) > MOST_SETS:
                raise GameTooLargeError(
                    f"one roll or another would cover more than {MOST_SETS} sets of them; "
                    "try fewer tiles, or smaller rolls",
                    of="tiles",
                )
        by_sum = defaultdict[int, list[TileSet]](list)
        for total, covered in sets[1:]:
            by_sum[total].append(covered)
        return by_sum

    def moves(self, roll: Roll, opening: bool = False) -> ActionSet:
        """Return the action set of a roll: the sets to cover if all tiles are open, as masks."""
        if (roll, opening) not in self._moves:
            masks = (mask_of(self.free, tiles) for tiles in self.sets(roll, opening))
            self._moves[roll, opening] = ActionSet(masks)
        return self._moves[roll, opening]

    def can_make(self, moves: Iterable[int]) -> NDArray[np.bool_]:
        """Return whether one of the given moves is legal in each state, shape (N,)."""
        states, found = np.arange(self.size), np.zeros(self.size, dtype=bool)
        for move in moves:
            found |= states & move == move
        return found

    def moves_in(self, state: int, roll: Roll) -> dict[TileSet, int]:
        opening = state == self.size - 1
        moves = [move for move in self.moves(roll, opening) if move & state == move]
        return dict(sorted((self.covers[move], state ^ move) for move in moves))

    def rolls_of(self, state: int, among: Collection[ActionSet]) -> list[Any]:
        """Return the rolls of a state with an action set in `among`, in the form of `rolls_in`."""
        opening = state == self.size - 1
        return [
            roll
            for roll in self.rolls_in(self.open_tiles[state])
            if self.moves(roll if isinstance(roll, tuple) else (roll,), opening) in among
        ]

    def state_of(self, open_tiles: Iterable[int], parameter: str = "open_tiles") -> int:
        every, uncoverable = self.variant.tiles, self.uncoverable
        try:
            tiles = tuple(map(index, islice(open_tiles, len(every) + 1)))
        except TypeError:
            raise refused(parameter, open_tiles, "several tiles", kind=PositionError) from None
        if len(set(tiles)) < len(tiles) or not set(uncoverable) <= set(tiles) <= set(every):
            large = max(map(abs, tiles), default=0) > LARGEST
            got = shown(tiles) if large else ",".join(map(str, tiles)) or "none"
            takes = f"tiles of the game, {self.variant.rules()['tiles']}, each once"
            if uncoverable:
                takes += f", with {','.join(map(str, uncoverable))}, which no roll can cover"
            raise PositionError(f"got {got}; takes {takes}", of=parameter)
        return self.mask(tiles)

    def roll_of(self, open_tiles: TileSet, roll: int | Sequence[int]) -> Roll:
        counts, sides = self.dice_in(open_tiles), self.variant.dice.sides
        wanted = f"{' or '.join(map(str, counts))} dice from 1 to {sides}"
        given = roll if isinstance(roll, Iterable) else (roll,)
        try:
            dice = tuple(sorted(map(index, islice(given, MOST_DICE + 1))))
        except TypeError:
            dice = ()
        possible = len(dice) in counts and all(1 <= die <= sides for die in dice)
        if given is not roll:
            if self.by_total:
                possible = any(count <= sum(dice) <= count * sides for count in counts)
                wanted += ", or their total"
            else:
                possible &= counts == (1,)
        if not possible:
            raise refused("roll", roll, wanted, kind=PositionError)
        return dice

    def said(self, state: int) -> str:
        return f"with {','.join(map(str, self.open_tiles[state])) or 'nothing'} open"

    @cached_property
    def choices(self) -> tuple[DiceChoice, ...]:
        """Every number of dice, once more for the first roll if there is an opening tile."""
        opens = np.zeros(self.size, dtype=bool)
        opens[-1] = self.variant.opening_tile is not None
        found = []
        for dice in self.dice:
            may, outcomes = self.may_roll(dice), sum(self.rolls(dice).values())
            for opening, where in ((True, may & opens), (False, may & ~opens)):
                if where.any():
                    weights: Counter[ActionSet] = Counter()
                    for roll, ways in self.rolls(dice).items():
                        weights[self.moves(roll, opening)] += ways
                    found.append(DiceChoice(dice, outcomes, opening, weights, where))
        return tuple(found)


def _counts_of(dice: object) -> tuple[int, ...]:
    """Read a number of dice, or several numbers of dice."""
    several = [dice] if isinstance(scalar(dice), int) else dice
    try:
        counts = [*islice(several, MOST_DICE + 1)]  # type: ignore[call-overload]
    except TypeError:
        counts = [dice]
    found = tuple(count for count in map(integer, counts) if count and 1 <= count <= MOST_DICE)
    if len(found) < len(counts):
        takes = f"a number of dice from 1 to {MOST_DICE}, or several"
        raise refused("dice", dice, takes, kind=PositionError)
    return found
