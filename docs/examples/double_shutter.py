"""Double Shutter: nine columns, with the tiles 1 to 9 in front and, behind them, 9 to 1.

A tile behind is covered after the one in front of it, also in the same roll of two dice.
`python double_shutter.py` says what it is worth to go first.
"""

from collections import Counter
from itertools import product

from twoplayer import solve


class DoubleShutter:
    """One player's turn: a state is the open tiles of every column, the one in front first."""

    def __init__(self, columns=9):
        self.start = tuple((n, columns + 1 - n) for n in range(1, columns + 1))

    def choices(self, state):
        """Roll two dice, until all tiles are covered."""
        return [2] if any(state) else []

    def rolls(self, dice):
        """Count in how many ways dice have a total."""
        return Counter(map(sum, product(range(1, 7), repeat=dice)))

    def moves(self, state, total):
        """Cover any tiles with that total."""
        found = {(): 0}  # what is left of the first columns: what was covered there
        for column in state:
            found = {
                (*left, column[n:]): covered + sum(column[:n])
                for left, covered in found.items()
                for n in range(len(column) + 1)
                if covered + sum(column[:n]) <= total
            }
        return [left for left, covered in found.items() if covered == total]

    def score(self, state):
        """Add up the open tiles."""
        return sum(map(sum, state))


if __name__ == "__main__":
    print(solve(DoubleShutter()))
