"""Matrix games: two players choose at once, a row and a column, and mix what they choose."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction


def equilibrium(
    payoffs: Sequence[Sequence[Fraction]],
) -> tuple[Fraction, list[Fraction], list[Fraction]]:
    """Solve a matrix game: its value, and how the player of the rows and of the columns mix.

    The payoffs are to the rows. By the simplex method, where of several that may enter the basis or
    leave it the lowest index does.

    >>> equilibrium([[Fraction(1), Fraction(-1)], [Fraction(-2), Fraction(2)]])
    (Fraction(0, 1), [Fraction(2, 3), Fraction(1, 3)], [Fraction(1, 2), Fraction(1, 2)])
    """
    count, wide = len(payoffs), len(payoffs[0])
    shift = 1 - min(map(min, payoffs))
    # The sum of q is to be the most for which no row of (payoffs + shift)·q is above 1.
    rows = [
        [
            *(payoff + shift for payoff in row),
            *(Fraction(i == j) for j in range(count)),
            Fraction(1),
        ]
        for i, row in enumerate(payoffs)
    ]
    goal = [Fraction(-1)] * wide + [Fraction(0)] * (count + 1)
    basis = list(range(wide, wide + count))
    while any(part < 0 for part in goal):
        enters = next(j for j, part in enumerate(goal) if part < 0)
        bounding = (i for i, row in enumerate(rows) if row[enters] > 0)
        leaves = min(bounding, key=lambda i: (rows[i][-1] / rows[i][enters], basis[i]))
        pivot = [part / rows[leaves][enters] for part in rows[leaves]]
        rows = [_without(row, pivot, enters) for row in rows]
        goal, rows[leaves], basis[leaves] = _without(goal, pivot, enters), pivot, enters
    found = dict(zip(basis, (row[-1] for row in rows), strict=True))
    most = goal[-1]
    mixed = [found.get(j, Fraction(0)) / most for j in range(wide)]
    return 1 / most - shift, [part / most for part in goal[wide:-1]], mixed


def _without(row: list[Fraction], pivot: list[Fraction], enters: int) -> list[Fraction]:
    """Return a row of which so much of the pivot is taken that nothing is left of a variable."""
    times = row[enters]
    return [part - times * of for part, of in zip(row, pivot, strict=True)] if times else row
