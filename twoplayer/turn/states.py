"""What may happen in a turn: the sets that rolls may cover, the states, and the choices of dice.

A tile that no roll can cover stays open for good. So the states that a turn leads to differ in the
other tiles alone: bit i of a state is the i-th smallest of those.

A roll matters only through the sets it may cover. So rolls that allow the same sets are one
outcome with their weights added: 36 pairs of dice become 11 totals where any set with the sum of
the roll may be covered.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import GameTooLargeError
from ..exact import Rows
from ..variant.covering import COVERINGS, SetsWithSum
from ..variant.dice import Dice, Roll, rolls
from ..variant.scores import scores
from ..variant.scoring import SCORINGS
from ..variant.tiles import TileSet, mask_of, tile_sets
from ..variant.variant import Variant

MOST_SETS = 2**16
MOST_STATES = 2**16
MoveSets = frozenset[int]
"""The sets of tiles that a roll may cover when all of them are open, as bit masks."""


def possible_counts(variant: Variant) -> tuple[int, ...]:
    """Return the numbers of dice that may be rolled in some state, ascending.

    Whoever may roll a single die with all tiles open may do so in every state; whoever may not
    with the smallest tile alone, in none.
    """
    extremes = (variant.tiles, variant.tiles[:1])
    counts = (variant.one_die.dice_counts(variant.dice.number, tiles) for tiles in extremes)
    return tuple(sorted(set().union(*counts)))


def possible_rolls(variant: Variant, dice: int) -> Mapping[Roll, int]:
    """Return the rolls of a number of dice, and in how many ways each falls.

    Where only the total matters, a roll is the tuple of that total.
    """
    return rolls(Dice(dice, variant.dice.sides), COVERINGS[variant.moves].by_total)


def sets_covered(variant: Variant, roll: Roll, opening: bool = False) -> frozenset[TileSet]:
    """Return the sets of tiles that a roll may cover, were all tiles open.

    >>> sorted(sets_covered(Variant(), (1, 2)))
    [(1, 2), (3,)]
    """
    if sum(roll) == variant.stop_total:
        return frozenset()
    most = variant.max_tiles or len(variant.tiles)
    must = {variant.opening_tile} if opening and variant.opening_tile else set()
    return frozenset(
        tiles
        for tiles in COVERINGS[variant.moves].sets(roll, _sets_with_sum(variant))
        if len(tiles) <= most
        and len(set(tiles)) == len(tiles)
        and must <= set(tiles) <= set(variant.tiles)
    )


def _sets_with_sum(variant: Variant) -> SetsWithSum:
    largest, most = variant.dice.number * variant.dice.sides, variant.max_tiles
    most = min(most or len(variant.tiles), len(variant.tiles))
    return lambda total: _sets_by_sum(variant.tiles, largest, most).get(total, ())


@lru_cache(maxsize=8)
def _sets_by_sum(tiles: TileSet, largest: int, most: int) -> Mapping[int, list[TileSet]]:
    """Return the sets of at most so many tiles with a sum that can be rolled, by their sum."""
    sets: list[tuple[int, TileSet]] = [(0, ())]
    for tile in tiles:
        sets += [
            (total + tile, (*some, tile))
            for total, some in sets
            if total + tile <= largest and len(some) < most
        ]
        if len(sets) > MOST_SETS:
            raise GameTooLargeError(
                f"one roll or another would cover more than {MOST_SETS} sets of them; "
                "takes fewer tiles, or smaller rolls",
                of="tiles",
            )
    by_sum: dict[int, list[TileSet]] = {}
    for total, some in sets[1:]:
        by_sum.setdefault(total, []).append(some)
    return by_sum


class States(NamedTuple):
    """The states that a turn leads to.

    >>> states = states_of(Variant(tiles="1,2,30"))
    >>> states, states.open_tiles, states.mask((2, 30))
    (States(free=(1, 2), stuck=(30,)), ((30,), (1, 30), (2, 30), (1, 2, 30)), 2)
    """

    free: TileSet  # the tiles that some roll can cover, ascending
    stuck: TileSet  # the open tiles that no roll can

    @property
    def open_tiles(self) -> tuple[TileSet, ...]:
        """The open tiles of every state."""
        return _beside(self.free, self.stuck)

    def mask(self, open_tiles: Iterable[int]) -> int:
        """Return a state from its open tiles."""
        return mask_of(self.free, set(open_tiles) - set(self.stuck))


def states_of(variant: Variant, open_tiles: Collection[int] | None = None) -> States:
    """Return the states that a turn leads to from some open tiles, or from all of them."""
    free = free_tiles(variant.turn_rules)
    begins = variant.tiles if open_tiles is None else open_tiles
    return States(free, tuple(t for t in variant.tiles if t in begins and t not in free))


def free_tiles(variant: Variant) -> TileSet:
    """Return the tiles that some roll can cover, ascending; refuse too many."""
    found = coverable_tiles(variant)
    if 2 ** len(found) > MOST_STATES:
        raise GameTooLargeError(
            f"{len(found)} of them can be covered, in 2^{len(found)} states, and tables "
            f"hold {MOST_STATES}; takes fewer tiles (`bounds` encloses the EV of larger boards)",
            of="tiles",
        )
    return found


@lru_cache(maxsize=64)
def coverable_tiles(variant: Variant) -> TileSet:
    """Return the tiles that some roll can cover, ascending, however many."""
    covered: set[int] = set()
    for dice in possible_counts(variant):
        for roll in possible_rolls(variant, dice):
            if len(covered) < len(variant.tiles):
                covered.update(*sets_covered(variant, roll))
    return tuple(sorted(covered))


@lru_cache(maxsize=8)
def _beside(free: TileSet, stuck: TileSet) -> tuple[TileSet, ...]:
    return tuple(tuple(sorted((*some, *stuck))) for some in tile_sets(free))


def state_scores(variant: Variant, states: States | None = None) -> tuple[int, ...]:
    """Return the score of every state."""
    states = states or states_of(variant)
    return tuple(map(SCORINGS[variant.scoring].score, states.open_tiles))


def ranks(variant: Variant, states: States | None = None) -> Rows:
    """Return the rank of every state's score among those of the game, shape (states,)."""
    return _ranks(variant.tiles, variant.scoring, states or states_of(variant))


@lru_cache(maxsize=8)
def _ranks(tiles: TileSet, scoring: str, states: States) -> Rows:
    rules = Variant(tiles=tiles, scoring=scoring)
    place = {score: rank for rank, score in enumerate(scores(rules))}
    found = np.array([place[score] for score in state_scores(rules, states)])
    found.flags.writeable = False
    return found


class DiceChoice(NamedTuple):
    """A number of dice, and the states in which the player may choose to roll it."""

    dice: int
    outcomes: int  # equally likely ways in which they fall
    opening: bool  # the first roll of a turn, after which a certain tile must be covered
    weights: Mapping[MoveSets, int]  # how many of the outcomes allow each collection of moves
    states: NDArray[np.bool_]  # where they may be rolled, by mask


def allowed_moves(
    variant: Variant, roll: Roll, opening: bool = False, states: States | None = None
) -> MoveSets:
    """Return the moves that a roll allows, were all tiles open, as masks of the free tiles."""
    turn = variant.turn_rules
    return _moves(turn, roll, opening, states.free if states else free_tiles(turn))


@lru_cache(maxsize=2**14)
def _moves(variant: Variant, roll: Roll, opening: bool, free: TileSet) -> MoveSets:
    return MoveSets(mask_of(free, tiles) for tiles in sets_covered(variant, roll, opening))


def dice_choices(variant: Variant, states: States | None = None) -> tuple[DiceChoice, ...]:
    """Return every number of dice that may be chosen in a turn.

    The first roll differs from a later one where the first move must cover a certain tile. No dice
    are rolled once every tile is covered.
    """
    return _choices(variant, states or states_of(variant))


@lru_cache(maxsize=8)
def _choices(variant: Variant, states: States) -> tuple[DiceChoice, ...]:
    every = states.open_tiles
    counts = [variant.one_die.dice_counts(variant.dice.number, tiles) for tiles in every]
    opens = np.array([tiles == variant.tiles for tiles in every])
    opens &= variant.opening_tile is not None
    found = []
    for dice in possible_counts(variant):
        may = np.array([dice in count for count in counts]) & np.array(list(map(bool, every)))
        for opening, where in ((True, may & opens), (False, may & ~opens)):
            if where.any():
                weights: Counter[MoveSets] = Counter()
                for roll, ways in possible_rolls(variant, dice).items():
                    weights[allowed_moves(variant, roll, opening, states)] += ways
                outcomes = variant.dice.sides**dice
                found.append(DiceChoice(dice, outcomes, opening, weights, where))
    return tuple(found)
