"""The value of a game by its definition: plain recursion over fractions and sets of tiles.

What the rules mean is read in `twoplayer/checker.py`, the one reading of them that the solver does
not share; the recursion, and who wins how often, are written down here. Slow on purpose.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import TypeVar

from twoplayer.checker import Game

Tiles = frozenset[int]

CLASSIC = {
    "tiles": "1-9",
    "dice": "2d6",
    "weights": None,
    "one_die": "never",
    "moves": "sum",
    "max_tiles": None,
    "opening_tile": None,
    "stop_total": None,
    "scoring": "sum",
    "clack_payout": "1",
    "immediate_clack": False,
    "ties": "push",
}


def spelled(rules: dict[str, object]) -> dict[str, object]:
    """Spell rules as a certificate does."""
    found = {n: str(rule) if isinstance(rule, Fraction) else rule for n, rule in rules.items()}
    for name, form in (("tiles", "{0}-{0}"), ("weights", "{}")):
        if isinstance(rule := found.get(name), tuple):
            found[name] = ",".join(map(form.format, rule))
    return found


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
    """One game, valued by its definition; the second player may have rules of her own."""

    def __init__(self, second: dict[str, object] | None = None, **rules: object) -> None:
        game = self.game = Game({**CLASSIC, **spelled(rules)})
        self.second = self if second is None else Oracle(**second)
        self.all_tiles = frozenset(game.tiles)
        self.count, self.sides = game.dice, len(game.weights)
        self.faces = sum(game.weights)  # as if a die had so many sides, that come up alike
        self.dice_counts, self.score = game.dice_counts, game.score
        self.rolls = cache(self.rolls)  # type: ignore[method-assign]
        self.covers = cache(self.covers)  # type: ignore[method-assign]
        self.second_player_values = cache(self.second_player_values)  # type: ignore[method-assign]

    # The rules

    def rolls(self, dice: int) -> list[tuple[tuple[int, ...], Fraction]]:
        ways = self.game.rolls(dice)
        return [(roll, Fraction(ways[roll], self.faces**dice)) for roll in ways]

    def covers(self, state: Tiles, roll: tuple[int, ...]) -> list[Tiles]:
        return list(map(frozenset, self.game.covers(state, roll)))

    def to_second(self, beat: int, state: Tiles) -> Fraction:
        return self.game.to_second(beat, self.second.score(state))

    # The values

    def turn(self, payoff: Callable[[Tiles], Payoff]) -> Callable[[Tiles], Payoff]:
        """Value the states of a turn: V and W of the definition."""

        @cache
        def value(state: Tiles) -> Payoff:
            ended = payoff(state)
            if not state:
                return ended
            return max(
                sum(
                    (chance * after(state, roll, ended) for roll, chance in self.rolls(dice)),
                    0 * ended,
                )
                for dice in self.dice_counts(state)
            )

        def after(state: Tiles, roll: tuple[int, ...], ended: Payoff) -> Payoff:
            moves = self.covers(state, roll)
            return max((value(state - move) for move in moves), default=ended)

        return value

    def second_turn(self, beat: int) -> Callable[[Tiles], Fraction]:
        return self.second.turn(lambda state: self.to_second(beat, state))

    def second_player_values(self) -> dict[int, Fraction]:
        scores = sorted({self.score(state) for state in subsets(self.all_tiles)})
        return {beat: self.second_turn(beat)(self.second.all_tiles) for beat in scores}

    def first_turn(self) -> Callable[[Tiles], Fraction]:
        against = self.second_player_values()
        return self.turn(lambda state: -against[self.score(state)])

    def first_player_ev(self) -> Fraction:
        return self.first_turn()(self.all_tiles)

    # Who wins how often, where ties in value go to the mover's win, clack, and the other's no clack

    def second_payoff(self, beat: int) -> Callable[[Tiles], Payoffs]:
        """Value, chance to win and to clack, and behind them the chance of a tie."""

        def payoff(state: Tiles) -> Payoffs:
            mine, ties = self.second.score(state), self.game.ties
            value = self.to_second(beat, state)
            if not self.game.second_rolls(beat):
                return Payoffs((value, Fraction(0), Fraction(0), Fraction(0)))
            wins = mine < beat or (mine == beat and ties == "second")
            tie = mine == beat and ties == "push"
            return Payoffs((value, Fraction(wins), Fraction(not state), Fraction(tie)))

        return payoff

    def second_plays(self, beat: int) -> Callable[[Tiles], Payoffs]:
        return self.second.turn(self.second_payoff(beat))

    def first_payoff(self) -> Callable[[Tiles], Payoffs]:
        """Value, chance to win and to clack, minus that of the other, and the chance of a tie."""
        against = cache(lambda beat: self.second_plays(beat)(self.second.all_tiles))

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

    def mean_square(self) -> Fraction:
        """The mean square of what changes hands; it stands behind all that decides."""

        def second(beat: int) -> Payoffs:
            plays_for = self.second_payoff(beat)
            paid = cache(lambda state: self.to_second(beat, state) ** 2)
            turn = self.second.turn(lambda state: Payoffs((*plays_for(state), paid(state))))
            return turn(self.second.all_tiles)

        against, plays_for = cache(second), self.first_payoff()

        def first(state: Tiles) -> Payoffs:
            return Payoffs((*plays_for(state), against(self.score(state))[-1]))

        return self.turn(first)(self.all_tiles)[-1]


class Tied(Oracle):
    """A game in which every tie pays the first player so much."""

    def __init__(self, tie: Fraction, **rules: object) -> None:
        super().__init__(**rules)
        self.tie = tie

    def to_second(self, beat: int, state: Tiles) -> Fraction:
        tied = self.second.score(state) == beat and self.game.second_rolls(beat)
        return -self.tie if tied else super().to_second(beat, state)
