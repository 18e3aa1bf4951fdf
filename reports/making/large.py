"""The report on boxes that tables cannot hold: rendered from numbers that took minutes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

from twoplayer import Variant, solve
from twoplayer.exact import percent_bounds, percent_text
from twoplayer.game import Bounds
from twoplayer.game.bounds import enclose
from twoplayer.game.players import favoured_by, gain
from twoplayer.show.drawing import HEADING, on_new_figure
from twoplayer.show.fitting import Axes
from twoplayer.show.plot import OfSecond, second_player
from twoplayer.variant import VariantLike
from twoplayer.variant.registry import as_variant
from twoplayer.work import part

from .pages import page
from .rows import RULES, Row, bounded, csv_of, exact, percent, row_of, rows_of, text_of, whole

NUMBERS, CURVE = "large.csv", "large_second_player.csv"


_GAMES = [*RULES, bounded(percent("first_player_ev"))]
_AGAINST = [whole("first_player_score"), bounded(exact("second_player_value"))]


def large_numbers(
    variant: VariantLike = "the-300",
    other: VariantLike = "shut-the-20",
) -> dict[str, str]:
    """Compute the numbers of the report, by file.

    The variant is played as it is, and with a clack that wins at once; the other as it is.
    """
    # The second has the second player's values of the first.
    with part(of=3):
        played = enclose(as_variant(variant)).fractions
    # Against any score but a clack it makes no difference to the second player.
    lows = {score: each.low for score, each in played.second_player_values.items() if score}
    with part(of=3):
        once = enclose(played.variant.replace(immediate_clack=True), known=lows).fractions
    with part(of=3):
        games = played, once, enclose(as_variant(other)).fractions
    against = [row_of(_AGAINST, *each) for each in played.second_player_values.items()]
    return {NUMBERS: csv_of(_GAMES, games), CURVE: csv_of(_AGAINST, against)}


def written_numbers(folder: Path) -> dict[str, str]:
    """Return the numbers that a folder holds; none where a file is missing."""
    found = {name: text_of(folder / name) for name in (NUMBERS, CURVE)}
    return found if all(found.values()) else {}


def large_report(numbers: Mapping[str, str]) -> dict[str, str]:
    """Report The 300 from its numbers; nothing where there are none."""
    if not numbers:
        return {}
    evs = [game.first_player_ev for game in rows_of(_GAMES, numbers[NUMBERS])]
    games = dict(zip(_NAMES, evs, strict=True))
    against = rows_of(_AGAINST, numbers[CURVE])
    tries = int(1 / (1 + against[0].second_player_value.low))
    good, bad = _sign_changes(against)
    alike = [
        f"{one} and {other}"
        for (one, mine), (other, others) in pairwise(games.items())
        if mine.low <= others.high and others.low <= mine.high
    ]
    text = page(
        "large",
        twelve=Variant(tiles=12),
        findings=[
            finding(name, ev, solve(_NAMES[name]).fractions.first_player_ev)
            for name, ev in games.items()
        ],
        tries=round(tries, 3 - len(str(tries))),
        good=good,
        bad=bad,
        bounds=[(name, *percent_bounds(ev)) for name, ev in games.items()],
        alike=alike,
        some_alike=bool(alike),
    )
    return {"large.md": text, **numbers}


_NAMES = {
    "The 300": "classic",
    "The 300 where a clack wins at once": "clack-at-once",
    "Shut the 20!": "classic",
}
"""The games, and what each is compared with."""


def curve(numbers: str) -> Axes:
    """Draw the second player's value against the score to beat, from the rows of `CURVE`."""
    against = rows_of(_AGAINST, numbers)
    lows = [(row.first_player_score, row.second_player_value.low) for row in against]
    axes = second_player([OfSecond("The 300", *low) for low in lows], on_new_figure)
    axes.set_title("How good is a score in The 300?", loc="left", **HEADING)
    axes.set_xlabel("score that the first player has left")
    good, bad = _sign_changes(against)
    axes.annotate(
        f"{good} favours the\nfirst player,\n{bad} the second",
        ((good + bad) / 2, 0),
        (22, -50),
        textcoords="offset points",
        arrowprops={"arrowstyle": "->"},
    )
    return axes


def finding(game: str, ev: Bounds, nine: Fraction) -> str:
    """Say who is favoured, and by how much more or less than with nine tiles."""
    who, other = favoured_by(ev), favoured_by(nine)
    if who in ("nobody", "unknown"):
        return f"In {game}, nobody is favoured by more than the bounds can tell."
    least, size = min(ev, key=abs), percent_text(abs(nine))
    said = f"In {game}, {gain(least)}. With nine tiles and two dice"
    if who != other:
        return f"{said} it is the {other} player who gains, {size} %."
    gap = abs(nine) - abs(least)
    return f"{said} it is {size} %, {percent_text(abs(gap))} % {'more' if gap > 0 else 'less'}."


def _sign_changes(against: Sequence[Row]) -> tuple[int, int]:
    """Return the highest score that favours the first player, and the lowest that does not."""
    good = max(row.first_player_score for row in against if row.second_player_value.high < 0)
    bad = min(row.first_player_score for row in against if row.second_player_value.low > 0)
    return good, bad
