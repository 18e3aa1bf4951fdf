"""The kinds of figures that users plot, and the numbers that each is drawn from, as CSV."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from ..fairness import EVByPayout
from ..game import Solution
from .figures import ev_by_payout, heat_map, ranking, second_player
from .ranking import labels
from .table import render

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["KINDS", "payout_numbers", "second_player_numbers"]

KINDS: Mapping[str, Callable[[str], Figure]] = {
    "ranking": ranking,
    "heat-map": heat_map,
    "second-player": second_player,
    "payout": ev_by_payout,
}
"""What draws each kind."""


def second_player_numbers(named: Sequence[tuple[str, Solution]]) -> str:
    """Return the second player's value by the score to beat, of each of some games."""
    names = labels([(name, solution.variant) for name, solution in named])
    rows = [
        {"name": name, **record}
        for name, (_, solution) in zip(names, named, strict=True)
        for record in solution.to_records()
    ]
    return render(rows, "csv")


def payout_numbers(named: Sequence[tuple[str, EVByPayout]]) -> str:
    """Return the EV at every breakpoint of the clack payout, of each of some games."""
    names = labels([(name, ev.variant) for name, ev in named])
    rows = [
        {"name": name, "clack_payout": payout, "first_player_ev": ev(payout)}
        for name, (_, ev) in zip(names, named, strict=True)
        for payout in ev.breakpoints
    ]
    return render(rows, "csv")
