"""What equal scores do.

A way to settle them is one entry in `TIES`: what is said of it, who wins, and what is paid where
nobody does. All who know ties ask for these alone.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple


class Tie(NamedTuple):
    """A way to settle equal scores."""

    words: str
    wins: int = 0  # who: 1 the second player, or the latest of several; −1 the first; 0 nobody
    pays: Fraction = Fraction(0)  # what the second player pays the first where nobody wins


TIES = {
    "push": Tie("equal scores push: nobody wins"),
    "first": Tie("the first player wins equal scores", wins=-1),
    "second": Tie("the second player wins equal scores", wins=1),
}
