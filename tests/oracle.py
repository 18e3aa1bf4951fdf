"""The definition of the game, by plain recursion over fractions and sets of tiles.

It shares no code with the package and knows nothing of its data: rules come as the plain words of
a rule file, and every rule is read from its description in the simplest way. Slow on purpose.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import TypeVar

Tiles = frozenset[int]


def subsets(tiles: Tiles) -> Iterator[Tiles]:
    for size in range(len(tiles) + 1):
        yield from map(frozenset, combinations(sorted(tiles), size))


class Payoffs(tuple[Fraction, ...]):
    """Payoffs that compare lexicographically and add up one by one."""

    def __add__(self, other: tuple[Fraction, ...]) -> Payoffs:  # type: ignore[override]
        return Payoffs(a + b for a, b in zip(self, other, strict=True))

    def __rmul__(self, chance: Fraction) -> Payoffs:  # type: ignore[override]
        return Payoffs(chance * a for a in self)


Payoff = TypeVar("Payoff", Fraction, Payoffs)


class Oracle:
    """One game, valued by its definition."""

    def __init__(
        self,
        tiles: tuple[int, ...] = tuple(range(1, 10)),
        dice: str = "2d6",
        one_die: str = "never",
        moves: str = "sum",
        max_tiles: int | None = None,
        opening_tile: int | None = None,
        stop_total: int | None = None,
        scoring: str = "sum",
        clack_payout: Fraction = Fraction(1),
        immediate_clack: bool = False,
        ties: str = "push",
    ) -> None:
        self.all_tiles = frozenset(tiles)
        self.count, self.sides = map(int, dice.split("d"))
        self.one_die = one_die
        self.moves = moves
        self.max_tiles = max_tiles
        self.opening_tile = opening_tile
        self.stop_total = stop_total
        self.scoring = scoring
        self.clack_payout = clack_payout
        self.immediate_clack = immediate_clack
        self.ties = ties
        self.rolls = cache(self.rolls)  # type: ignore[method-assign]
        self.covers = cache(self.covers)  # type: ignore[method-assign]

    # The rules

    def dice_counts(self, state: Tiles) -> set[int]:
        if self.one_die == "never":
            return {self.count}
        if self.one_die == "always":
            return {1, self.count}
        measures = {"sum": sum(state), "max": max(state, default=0), "count": len(state)}
        limits = re.findall(r"(\w+) <= (-?\d+)", self.one_die)
        if not all(measures[name] <= int(limit) for name, limit in limits):
            return {self.count}
        return {1} if "forced" in self.one_die else {1, self.count}

    def rolls(self, dice: int) -> list[tuple[tuple[int, ...], Fraction]]:
        every = list(product(range(1, self.sides + 1), repeat=dice))
        if self.moves == "sum":  # only the total matters, so equal totals are added up
            totals = [sum(roll) for roll in every]
            return [((t,), Fraction(totals.count(t), len(every))) for t in sorted(set(totals))]
        return [(roll, Fraction(1, len(every))) for roll in every]

    def covers(self, state: Tiles, roll: tuple[int, ...]) -> list[Tiles]:
        """What a roll may cover in a state."""
        if sum(roll) == self.stop_total:
            return []
        opening = state == self.all_tiles and self.opening_tile is not None
        return [
            move
            for move in subsets(state)
            if move
            and self.fits(move, roll)
            and (self.max_tiles is None or len(move) <= self.max_tiles)
            and (not opening or self.opening_tile in move)
        ]

    def fits(self, move: Tiles, roll: tuple[int, ...]) -> bool:
        total = sum(roll)
        both = len(roll) == 2 and roll[0] != roll[1] and move == frozenset(roll)
        single = len(move) == 1
        if self.moves == "sum":
            return sum(move) == total
        if self.moves == "one-tile":
            return single and (move <= frozenset(roll) or sum(move) == total)
        if self.moves == "dice-or-sum":
            return both or (single and (move <= frozenset(roll) or sum(move) == total))
        if self.moves == "exact":
            return both or (single and sum(move) == total)
        difference = abs(roll[0] - roll[1]) if len(roll) == 2 else 0
        return sum(move) == total or (difference > 0 and sum(move) == difference)

    def score(self, state: Tiles) -> int:
        if self.scoring == "digits":
            return int("0" + "".join(str(tile) for tile in sorted(state)))
        return {"sum": sum(state), "count": len(state), "shut": int(bool(state))}[self.scoring]

    # The values

    def turn(self, payoff: Callable[[Tiles], Payoff]) -> Callable[[Tiles], Payoff]:
        """Value the states of a turn: V and W of the definition."""

        @cache
        def value(state: Tiles) -> Payoff:
            if not state:
                return payoff(state)
            return max(
                sum(
                    (chance * after(state, roll) for roll, chance in self.rolls(dice)),
                    0 * payoff(state),
                )
                for dice in self.dice_counts(state)
            )

        def after(state: Tiles, roll: tuple[int, ...]) -> Payoff:
            moves = self.covers(state, roll)
            return max((value(state - move) for move in moves), default=payoff(state))

        return value

    def to_second(self, beat: int, state: Tiles) -> Fraction:
        """What the second player gets for leaving a state, against a score."""
        mine = self.score(state)
        second = mine < beat or (mine == beat and self.ties == "second")
        first = mine > beat or (mine == beat and self.ties == "first")
        if beat == 0 and self.immediate_clack:
            return -self.clack_payout
        if second:
            return self.clack_payout if not state else Fraction(1)
        if first:
            return -self.clack_payout if beat == 0 else Fraction(-1)
        return Fraction(0)

    def second_turn(self, beat: int) -> Callable[[Tiles], Fraction]:
        return self.turn(lambda state: self.to_second(beat, state))

    def second_player_values(self) -> dict[int, Fraction]:
        scores = sorted({self.score(state) for state in subsets(self.all_tiles)})
        return {beat: self.second_turn(beat)(self.all_tiles) for beat in scores}

    def first_turn(self) -> Callable[[Tiles], Fraction]:
        against = self.second_player_values()
        return self.turn(lambda state: -against[self.score(state)])

    def first_player_ev(self) -> Fraction:
        return self.first_turn()(self.all_tiles)

    # Who wins how often, where ties in value go to the mover's win, clack, and the other's no clack

    def second_payoff(self, beat: int) -> Callable[[Tiles], Payoffs]:
        """Value, chance to win and to clack, and behind them the chance of a tie."""

        def payoff(state: Tiles) -> Payoffs:
            mine = self.score(state)
            if beat == 0 and self.immediate_clack:
                return Payoffs((-self.clack_payout, Fraction(0), Fraction(0), Fraction(0)))
            wins = mine < beat or (mine == beat and self.ties == "second")
            tie = mine == beat and self.ties == "push"
            value = self.to_second(beat, state)
            return Payoffs((value, Fraction(wins), Fraction(not state), Fraction(tie)))

        return payoff

    def second_plays(self, beat: int) -> Callable[[Tiles], Payoffs]:
        return self.turn(self.second_payoff(beat))

    def first_payoff(self) -> Callable[[Tiles], Payoffs]:
        """Value, chance to win and to clack, minus that of the other, and the chance of a tie."""
        against = cache(lambda beat: self.second_plays(beat)(self.all_tiles))

        def payoff(state: Tiles) -> Payoffs:
            value, loses, other_clacks, tie = against(self.score(state))
            return Payoffs((-value, 1 - loses - tie, Fraction(not state), -other_clacks, tie))

        return payoff

    def first_plays(self) -> Callable[[Tiles], Payoffs]:
        return self.turn(self.first_payoff())

    def outcomes(self) -> dict[str, Fraction]:
        _, wins, clacks, others, tie = self.first_plays()(self.all_tiles)
        return {
            "first_wins": wins,
            "tie": tie,
            "second_wins": 1 - wins - tie,
            "first_clacks": clacks,
            "second_clacks": -others,
        }
