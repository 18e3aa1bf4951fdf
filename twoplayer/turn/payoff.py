"""What a turn is played for: a payoff for leaving each score, in named components."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from ..exact import Values


@dataclass(frozen=True, eq=False)
class Payoff:
    """What leaving each score is worth.

    The player compares by the first component; where that is equal by the next, and so on.

    Parameters
    ----------
    components
        What they are called, such as `("value", "win", "tie")`. The first is `"value"`.
    table
        u·unit in whole numbers, by the rank of the score that is left, shape (scores, columns,
        components); a column for each of several payoffs that are solved together.
    unit
        What makes them whole.
    minimise
        The player wants little of it, not much.

    Examples
    --------
    >>> import numpy as np
    >>> score = Payoff.of_value(np.array([0, 1, 2, 3]), minimise=True)
    >>> score.wanted[:, 0, 0].tolist(), score.exact(-72, scale=36)
    ([0, -1, -2, -3], Fraction(2, 1))
    """

    components: tuple[str, ...]
    table: Values
    unit: int = 1
    minimise: bool = False

    @classmethod
    def of_value(cls, values: Values, unit: int = 1, *, minimise: bool = False) -> Payoff:
        """Return the payoff of a value alone, shape (scores,)."""
        return cls(("value",), values[:, None, None], unit, minimise)

    @property
    def wanted(self) -> Values:
        """What the player wants much of, which is what is solved for; shaped as `table`."""
        return -self.table if self.minimise else self.table

    def exact(self, wanted: int | Fraction, scale: int = 1) -> Fraction:
        """Return the exact payoff, or value, behind a whole number that was wanted.

        Parameters
        ----------
        wanted
            One of `wanted`, or a value that was solved for it.
        scale
            What made values whole, beside the unit.
        """
        return Fraction(-wanted if self.minimise else wanted, self.unit * scale)
