"""Midnight: six dice, of which one at least is kept after each roll.

A 1 and a 4 are needed, else the score is 0. The other four add up, and the highest score wins.
`python midnight.py` says what it is worth to go first.
"""

from collections import Counter
from itertools import combinations, product
from typing import NamedTuple

from twoplayer import solve


class State(NamedTuple):
    """How many dice are left to roll, and what those that are kept count."""

    left: int
    has_1: bool = False
    has_4: bool = False
    total: int = 0

    def keep(self, dice):
        """Return the state after more dice are kept, of which the first 1 and 4 count nothing."""
        has_1, has_4 = self.has_1 or 1 in dice, self.has_4 or 4 in dice
        needed = (has_1 - self.has_1) + 4 * (has_4 - self.has_4)
        return State(self.left - len(dice), has_1, has_4, self.total + sum(dice) - needed)


class Midnight:
    """One player's turn."""

    highest_wins = True
    start = State(left=6)

    def choices(self, state):
        """Roll all dice that are left."""
        return [state.left] if state.left else []

    def rolls(self, dice):
        """Count in how many ways dice show the same, whatever their order."""
        return Counter(tuple(sorted(roll)) for roll in product(range(1, 7), repeat=dice))

    def moves(self, state, roll):
        """Keep one of them, or more."""
        numbers = range(1, len(roll) + 1)
        return {state.keep(dice) for number in numbers for dice in combinations(roll, number)}

    def score(self, state):
        """Add up what is kept, if all that is needed is there."""
        return state.total if state.has_1 and state.has_4 else 0


if __name__ == "__main__":
    print(solve(Midnight()))
