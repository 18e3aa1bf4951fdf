r"""A turn as it is played by a policy, and what it would bring to play otherwise after one roll.

A state is met once in a turn at most, and what may follow a move is the same however it was
reached. So another move m after a roll r in S raises the value of the whole turn by exactly

    chance to be in S and to roll r · (V(S ∖ m) − what is done now after r in S is worth)

One pass through the DAG from the end finds every value, and one from the beginning every chance;
with them stands what each change of a single move is worth. A change gives other values to what
lies above S alone, and other chances to what lies below.

There are several payoffs side by side, the *columns*: in the second player's turn the scores to
beat. A change may hold in some of them only, from one to another.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..exact import Rows, Values
from ..turn.induction import Turn
from ..turn.layout import Policy
from ..turn.solved import Chances

_BLOCK = 2**18
"""So many numbers are worked on together."""


class Change(NamedTuple):
    """Another move in a state, after the rolls of a collection, in some columns."""

    entry: int  # of the layout: what is played
    low: int  # the first column in which it is …
    high: int  # … and the last
    worth: Fraction  # by how much it raises the value of the turn, all columns added up


class Played:
    """A turn that is played by a policy, for payoffs u(S) in whole numbers: (states, columns).

    The tiles 1 to 3 and a die with as many sides, played for a clack by moves at random. A first
    roll of 3 had better cover the 3, since another 3 covers both 1 and 2:

    >>> from twoplayer import Variant
    >>> turn = Turn(Variant(tiles=3, dice="1d3"))
    >>> played = Played(turn, np.array([[1], *[[0]] * 7]), turn.policy())
    >>> [change] = played.changes()
    >>> played.value, change.worth
    (Fraction(8, 27), Fraction(1, 27))
    >>> played.make(change)
    >>> played.value, list(played.changes())
    (Fraction(1, 3), [])
    """

    def __init__(self, turn: Turn, payoffs: Values, policy: Policy) -> None:
        self._layout = layout = turn.layout
        self.chances = Chances(turn, policy, payoffs.shape[1])
        self._values: Values = np.tile(payoffs.astype(object) * self.chances.scale, (2, 1))
        self._choice = np.bincount(layout.row)[layout.row] > 1
        self._changed = np.zeros((len(layout.pair), payoffs.shape[1]), dtype=bool)
        self._worth: Values = np.zeros(len(layout.row), dtype=object)
        self._low, self._high = np.zeros((2, len(layout.row)), dtype=np.int64)
        every = np.ones(len(payoffs), dtype=bool)
        self._find_values(every, slice(None))
        self._find_changes(every)

    @property
    def value(self) -> Fraction:
        """The value of the turn, all columns added up."""
        root = self._values[self.chances.states - 1]
        return Fraction(int(root.sum()), self.chances.scale)

    def changes(self) -> Iterator[Change]:
        """Yield the best changes; what has been changed once stays as it is.

        Of those that are worth the same it is the one in the columns that end latest, and begin
        earliest.
        """
        most = max(self._worth, default=0)
        for entry in np.flatnonzero(self._worth == most).tolist() if most > 0 else ():
            worth = Fraction(most, self.chances.scale**2 * self.chances.unit)
            yield Change(entry, int(self._low[entry]), int(self._high[entry]), worth)

    def make(self, change: Change) -> None:
        """Play otherwise."""
        row, state = self._layout.row[change.entry], self._layout.source[change.entry]
        columns = slice(change.low, change.high + 1)
        self.chances.share[self._layout.row == row, columns] = 0
        self.chances.share[change.entry, columns] = self.chances.of_row[row]
        self._changed[row, columns] = True
        states = np.arange(self.chances.states)
        above, below = states & state == state, states & state == states
        self._find_values(above, columns)
        self.chances.spread(below, columns)
        self._find_changes(above | below)

    def _find_values(self, above: NDArray[np.bool_], columns: slice) -> None:
        """Find the values of some states, from those below them."""
        source, chances = self._layout.source, self.chances
        for level in range(1, chances.open_tiles.max() + 1):
            entries = np.flatnonzero(above[source] & (chances.open_tiles[source] == level))
            taken = chances.goal[entries]
            chances.add_up(self._values, taken, source[entries], entries, columns)

    def _find_changes(self, among: NDArray[np.bool_]) -> None:
        """Find what changes are worth in some states."""
        source, states = self._layout.source, np.flatnonzero(among)
        numbers = np.isin(source, states).sum() * self._changed.shape[1]
        for some in np.array_split(states, numbers // _BLOCK + 1):
            self._look_for_changes(np.flatnonzero(self._choice & np.isin(source, some)))

    def _look_for_changes(self, entries: Rows) -> None:
        """Find in which columns each of some moves is a change for the better, of whole rows."""
        if not len(entries):
            return
        rows, source = self._layout.row[entries], self._layout.source[entries]
        after = self._values[self.chances.goal[entries]]
        firsts = np.flatnonzero(np.diff(rows, prepend=-1))
        now = np.add.reduceat(after * self.chances.share[entries], firsts, axis=0)
        of_row = np.repeat(np.arange(len(firsts)), np.diff(firsts, append=len(rows)))
        gains = after * self.chances.of_row[rows][:, np.newaxis] - now[of_row]
        gains *= self.chances.reach[source]
        changed = self._changed[rows]
        if changed.any():
            gains[changed] = -1 - np.abs(gains).sum()
        self._worth[entries], self._low[entries], self._high[entries] = _best_columns(gains)


def _best_columns(gains: Values) -> tuple[Values, Rows, Rows]:
    """Return the largest sum of columns that follow each other, their first and their last."""
    best = run = np.zeros(len(gains), dtype=object)
    begin, low, high = np.zeros((3, len(gains)), dtype=np.int64)
    for column, gain in enumerate(gains.T):
        fresh = run < 0
        begin[fresh] = column
        run = np.where(fresh, 0, run) + gain
        better = run >= best
        best = np.where(better, run, best)
        low[better], high[better] = begin[better], column
    return best, low, high
