"""The report on secret scores: what each glance at the score to beat is worth."""

from __future__ import annotations

from fractions import Fraction
from heapq import nlargest
from itertools import chain

from twoplayer import Variant, one_player, secret
from twoplayer.evening import looking
from twoplayer.evening.secret import told_in_words
from twoplayer.exact import percent_text
from twoplayer.game import Bounds
from twoplayer.show.drawing import (
    GREY,
    SECOND,
    TRIANGLE,
    WIDE,
    begin,
    grid_behind,
    names_above,
    on_new_figure,
)
from twoplayer.show.fitting import Axes
from twoplayer.tables import Column
from twoplayer.variant import family
from twoplayer.work import cores, spread

from .families import sixteen_and_house
from .pages import Share, page
from .rows import RULES, Row, csv_of, percent, row_of, rows_of, whole

_MOST = 8
"""So many house rules are shown; the file has all."""
_GLANCES = [*RULES, Column("told"), percent("first_player_ev"), whole("policies")]
"""What a game is worth where so much is told; and how many policies the first player mixes."""


def secret_report() -> dict[str, str]:
    """Report what each glance is worth: the sixteen, and the house rules."""
    sixteen, house = (family(name).variants for name in ("sixteen", "house"))
    names = sixteen_and_house()
    with cores() as executor:
        solved = dict(spread(_glances, names, executor))
    glances = {variant: solved[variant] for variant in names}
    evs = {v: [row.first_player_ev for row in rows] for v, rows in glances.items()}
    classic = evs[Variant()]
    even = {v: v.ties == "push" and not v.immediate_clack for v in names}
    mixing = [v for v, (row, *_) in glances.items() if row.policies > 1]
    outguessed = [loss for v in mixing for loss in _outguessed(v)]
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
        mixed=[f"`{v.name}` ({glances[v][0].policies})" for v in mixing],
        outguessed=Bounds(min(outguessed), max(outguessed)),
        sixteen=[(names[v], *evs[v]) for v in sixteen],
        house=[
            (names[v], evs[v][0], evs[v][1], evs[v][-1])
            for v in nlargest(_MOST, house, key=lambda v: abs(evs[v][1] - evs[v][0]))
        ],
        most=_MOST,
    )
    return {"secret.md": text, "secret.csv": csv_of(_GLANCES, [*chain(*glances.values())])}


def _outguessed(variant: Variant) -> list[Fraction]:
    """Return what each policy that is mixed loses, if it is always played, to the best reply."""
    game = secret(variant).fractions
    return [-game.sure_of(policy.score_chances()) for _, policy in game.first]


def _glances(variant: Variant) -> list[Row]:
    return [
        row_of(_GLANCES, variant, told_in_words(game.told), game.first_player_ev, len(game.first))
        for game in (each.fractions for each in looking(variant))
    ]


def secret_figure(numbers: str) -> Axes:
    """Draw what each glance gains, by the published rules in which both always roll."""
    rolled = {v for v in family("sixteen").variants if not v.immediate_clack}
    drawn = [row for row in rows_of(_GLANCES, numbers) if row.variant in rolled]
    gains: dict[str, dict[Variant, float]] = {}
    for row in drawn:
        gains.setdefault(row.told, {})[row.variant] = float(-100 * row.first_player_ev)
    axes = begin(
        on_new_figure,
        (WIDE, 1.2 + 0.62 * len(gains)),
        "What is a glance at the score worth?",
        "A row for what the second player is told: what she gains by it, a point for each game.",
    )
    for place, by_game in enumerate(gains.values()):
        classic = by_game[Variant()]
        others = [place] * len(by_game)
        axes.scatter([*by_game.values()], others, s=16, c=GREY, alpha=0.5, linewidths=0)
        axes.scatter([classic], [place], s=70, c=SECOND, marker="^", zorder=3)
        axes.annotate(f"{classic:.3f}", (classic, place), (0, -15), textcoords="offset points")
    names_above(axes, [f"told {told}" for told in gains], 0.22)
    axes.set_ylim(len(gains) - 0.4, -0.8)
    axes.set_xlabel(
        "what the second player gains (% of a stake)\n"
        f"{TRIANGLE} the classic game; dots: other published rules"
    )
    grid_behind(axes, "x")
    axes.spines["left"].set_visible(False)
    return axes
