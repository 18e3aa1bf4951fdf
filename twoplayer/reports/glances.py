"""The report on scores that nobody sees: what each glance at the score to beat is worth."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, groupby
from operator import attrgetter
from textwrap import fill
from typing import TYPE_CHECKING, NamedTuple

from ..evening.replies import told_in_words
from ..evening.secret import looking, secret
from ..exact import percent_text
from ..show.drawing import MARKS, begin, finish, line, on_new_figure
from ..strategy.one_player import one_player
from ..variant.beside import Percent, csv_of
from ..variant.registry import family
from ..variant.variant import Variant, brief, in_brief
from ..work import cores, spread
from .pages import Share, page

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.lines import Line2D


class SecretRow(NamedTuple):
    """What a game is worth where so much is told of the score to beat."""

    variant: Variant
    told: str
    first_player_ev: Percent
    policies: int  # that the first player mixes


def secret_report() -> dict[str, str]:
    """Report what each glance is worth: the sixteen, and the house rules."""
    sixteen, house = (family(name).variants for name in ("sixteen", "house"))
    names = {v: brief(v) for v in sixteen} | {v: f"`{v.name}`" for v in reversed(house)}
    with cores() as executor:
        solved = dict(spread(_solve, names, executor))
    found = {variant: solved[variant] for variant in names}
    classic = [row.first_player_ev for row in found[Variant()]]
    even = {v: v.ties == "push" and not v.immediate_clack for v in names}
    evs = {v: [row.first_player_ev for row in rows] for v, rows in found.items()}
    game, lowest = secret("classic").fractions, one_player("classic").fractions.score_chances()
    text = page(
        "secret",
        even=Share.of(even.values()),
        as_said=[v for v in names if not evs[v][0]] == [v for v in names if even[v]],
        uneven=[f"`{v.name}`, {percent_text(evs[v][0])} %" for v in house if not even[v]],
        gain=-classic[-1],
        shares=[ev / classic[-1] for ev in classic],
        lowest=-game.sure_of(lowest),
        only=game.only,
        clacks=(game.score_chances[0], lowest[0]),
        mixed=[
            f"`{v.name}` ({row.policies})" for v, (row, *_) in found.items() if row.policies > 1
        ],
        sixteen=[(names[v], *evs[v]) for v in sixteen],
        house=[(names[v], evs[v][0], evs[v][1], evs[v][-1]) for v in house],
    )
    return {"secret.md": text, "secret.csv": csv_of(SecretRow, chain(*found.values()))}


def _solve(variant: Variant) -> list[SecretRow]:
    return [
        SecretRow._make((variant, told_in_words(game.told), game.first_player_ev, len(game.first)))
        for game in (each.fractions for each in looking(variant))
    ]


def glances_figure(numbers: Sequence[SecretRow]) -> Axes:
    """Draw what the published rules in which both always roll are worth, by what is told."""
    axes = begin(
        on_new_figure(8, 4),
        "What is a glance at the score worth?",
        "A curve for each rule set: the first player's EV by what the second is told.",
    )
    curves: list[Line2D] = []
    for variant, rows in groupby(numbers, attrgetter("variant")):
        if variant in family("sixteen").variants and not variant.immediate_clack:
            evs = {fill(row.told, 16): float(100 * row.first_player_ev) for row in rows}
            number = len(curves)
            look = {**line(number), "marker": MARKS[number % len(MARKS)], "markersize": 4}
            curves += axes.plot([*evs], [*evs.values()], label=in_brief(variant), **look)
    finish(axes, curves, "what the second player is told", "player 1 EV (% of a stake)")
    return axes
