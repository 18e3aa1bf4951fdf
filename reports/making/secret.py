"""The report on secret scores: what each glance at the score to beat is worth."""

from __future__ import annotations

from fractions import Fraction
from itertools import chain, groupby
from operator import attrgetter
from textwrap import fill

from twoplayer import Bounds, Variant, family, looking, one_player, secret
from twoplayer.evening.secret import told_in_words
from twoplayer.exact import percent_text
from twoplayer.show.drawing import Axes, begin, finish, line, on_new_figure
from twoplayer.table import Column
from twoplayer.variant.variant import in_brief
from twoplayer.work import cores, spread

from .families import sixteen_and_house
from .pages import Share, page
from .rows import RULES, Row, csv_of, percent, row_of, rows_of, whole

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
        house=[(names[v], evs[v][0], evs[v][1], evs[v][-1]) for v in house],
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
    """Draw what the published rules in which both always roll are worth, by what is told."""
    axes = begin(
        on_new_figure,
        (8, 4),
        "What is a glance at the score worth?",
        "A curve for each rule set: the first player's EV by what the second is told.",
    )
    curves = []
    rolled = {v for v in family("sixteen").variants if not v.immediate_clack}
    drawn = [row for row in rows_of(_GLANCES, numbers) if row.variant in rolled]
    for number, (variant, rows) in enumerate(groupby(drawn, attrgetter("variant"))):
        evs = {fill(row.told, 16): float(100 * row.first_player_ev) for row in rows}
        look = line(number, marks=4)
        curves += axes.plot([*evs], [*evs.values()], label=in_brief(variant), **look)
    return finish(axes, curves, "what the second player is told", "player 1 EV (% of a stake)")
