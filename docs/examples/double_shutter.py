"""Double Shutter: nine columns, with the tiles 1 to 9 in front and, behind them, 9 to 1.

A tile behind is covered after the one in front of it. `python double_shutter.py` says what it is
worth to go first, and what one player alone expects.

The rules are those that D. Hathaway (Double Shutter) tells of the game in his box. Others tell them
otherwise, or not at all, so what is unclear is a parameter: whether a tile in front counts twice,
when a single die may be rolled, and whether one roll may cover both tiles of a column.
"""

from collections import Counter
from functools import lru_cache
from itertools import product

from twoplayer import one_player, solve


class DoubleShutter:
    """One player's turn: a state is the open tiles of every column, the one in front first."""

    def __init__(self, columns=9, *, front=2, one_die="exposed", at_once=2):
        self.start = tuple((n, columns + 1 - n) for n in range(1, columns + 1))
        self.front = front  # what a tile in front counts, where one behind it counts 1
        self.one_die = one_die  # the tiles whose sum is 6 or less then: exposed, all, or never
        self.at_once = at_once  # tiles of one column that a roll may cover

    def clack(self, state):
        """Tell whether all tiles are covered."""
        return not any(state)

    def choices(self, state):
        """Roll two dice, or one where that is allowed, until all tiles are covered."""
        exposed = (sum(column[: 1 if self.one_die == "exposed" else 2]) for column in state)
        few = self.one_die != "never" and sum(exposed) <= 6
        return [] if self.clack(state) else [1, 2] if few else [2]

    def rolls(self, dice):
        """Count in how many ways dice have a total."""
        return Counter(map(sum, product(range(1, 7), repeat=dice)))

    def moves(self, state, total):
        """Cover any tiles with that total."""
        return [left for left, covered in ways_to_cover(state, self.at_once) if covered == total]

    def score(self, state):
        """Add up the open tiles; one in front has another behind it."""
        return sum(sum(column) + (self.front - 1) * sum(column[:-1]) for column in state)


@lru_cache(maxsize=1)  # a state is asked about with all totals in a row
def ways_to_cover(state, at_once):
    """Return what any tiles leave, and their total, which two dice can show."""
    found = [((), 0)]
    for column in state:
        found = [
            ((*left, column[n:]), total)
            for left, covered in found
            for n in range(min(len(column), at_once) + 1)
            if (total := covered + sum(column[:n])) <= 12
        ]
    return found


if __name__ == "__main__":
    solution = solve(DoubleShutter())
    print(solution)
    print(one_player(solution.variant))  # its states are known by now
    print(one_player(solution.variant, "clack"))
