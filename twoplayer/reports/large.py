"""The report on boxes that tables cannot hold: rendered from numbers that took minutes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from ..exact import Bounds, percent_bounds, percent_text
from ..game.bounds import enclose
from ..game.fairness import favoured_by, gain
from ..game.solution import solve
from ..many.results import Results, Said, known_bounds
from ..show.curves import OfSecond, second_player
from ..show.drawing import Axes
from ..variant.beside import PercentBounds, csv_of, records_of
from ..variant.registry import VariantLike, as_variant
from ..variant.variant import Variant
from ..work import part
from .pages import page, text_of

NUMBERS, CURVE = "large.csv", "large_second_player.csv"


class _Game(NamedTuple):
    variant: Variant
    first_player_ev: PercentBounds


class _Against(NamedTuple):
    first_player_score: int
    second_player_value: Bounds


def large_numbers(
    variant: VariantLike = "the-300",
    other: VariantLike = "shut-the-20",
    results: Results | None = None,
    say: Said | None = None,
) -> dict[str, str]:
    """Compute the numbers of the report, by file; what is found is added to the results.

    The variant is played as it is, and with a clack that wins at once; the other as it is.
    """
    # The second has the second player's values of the first.
    first, second, third = map(part, (0.92, 0.03, 0.05))
    with first:
        played = known_bounds(as_variant(variant), results, say)
    # Against any score but a clack it makes no difference to the second player.
    lows = {score: each.low for score, each in played.second_player_values.items() if score}
    with second:
        once = enclose(played.variant.replace(immediate_clack=True), known=lows).fractions
    with third:
        games = played, once, known_bounds(as_variant(other), results, say)
    against = played.second_player_values.items()
    return {
        NUMBERS: csv_of(_Game, [_Game(game.variant, game.first_player_ev) for game in games]),
        CURVE: csv_of(_Against, [_Against(*each) for each in against]),
    }


def written_numbers(folder: Path) -> dict[str, str]:
    """Return the numbers that a folder holds; none where a file is missing."""
    found = {name: text_of(folder / name) for name in (NUMBERS, CURVE)}
    return found if all(found.values()) else {}


def large_report(numbers: Mapping[str, str]) -> dict[str, str]:
    """Report The 300 from its numbers; nothing where there are none."""
    if not numbers:
        return {}
    evs = [game.first_player_ev for game in records_of(_Game, numbers[NUMBERS])]
    games = dict(zip(_NAMES, evs, strict=True))
    against = records_of(_Against, numbers[CURVE])
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
            _finding(name, ev, solve(_NAMES[name]).fractions.first_player_ev)
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
    against = records_of(_Against, numbers)
    axes = second_player([OfSecond("The 300", k, value.low) for k, value in against])
    axes.set_xlabel("score to beat")
    good, bad = _sign_changes(against)
    axes.annotate(
        f"{good} favours the first player,\n{bad} the second",
        ((good + bad) / 2, 0),
        (15, -40),
        textcoords="offset points",
        arrowprops={"arrowstyle": "->"},
    )
    return axes


def _finding(game: str, ev: Bounds, nine: Fraction) -> str:
    """Say who is favoured, and by how much more or less than with nine tiles."""
    who, other = favoured_by(ev), favoured_by(nine)
    if who in ("nobody", "unknown"):
        return f"In {game}, nobody is favoured by more than the bounds can tell."
    least, size = min(ev, key=abs), percent_text(abs(nine))
    said = f"In {game}, {gain(least)}"
    if who != other:
        return f"{said}. With nine tiles and two dice it is the {other} player who gains, {size} %."
    gap = abs(nine) - abs(least)
    return (
        f"{said}, {percent_text(abs(gap))} % of a stake {'less' if gap > 0 else 'more'} than with "
        f"nine tiles and two dice, where it is {size} %."
    )


def _sign_changes(against: Sequence[_Against]) -> tuple[int, int]:
    """Return the highest score that favours the first player, and the lowest that does not."""
    good = max(score for score, value in against if value.high < 0)
    return good, min(score for score, value in against if value.low > 0)
