"""The report on boxes that tables cannot hold: rendered from numbers that took minutes."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import FileError
from ..exact import Bounds, parse_exact, percent_bounds, percent_text
from ..executors import Progress, told
from ..files import MOST_TABLE, read_text
from ..game.bounds import enclose
from ..game.fairness import favoured_between, favoured_by
from ..game.solutions import solve
from ..many.results import Results, Said, known_bounds
from ..show import figures
from ..variant.registry import VariantLike, as_variant
from ..writing import Row, bullets, read_csv, render

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["CURVE", "NUMBERS", "curve", "large_numbers", "large_report", "written_numbers"]

NUMBERS, CURVE = "large.csv", "large_second_player.csv"

_SHARES = 0.92, 0.03, 0.05
"""Which shares of the work the games are; the second has the second player's values of the first.
"""


def large_numbers(
    variant: VariantLike = "the-300",
    other: VariantLike = "shut-the-20",
    progress: Progress | None = None,
    results: Results | None = None,
    say: Said | None = None,
) -> dict[str, str]:
    """Compute the numbers of the report: the content by the name of its file.

    Parameters
    ----------
    variant
        What is played as it is, and with a clack that wins at once.
    other
        What is played as it is.
    results
        What is known from before, to which is added what is found.
    """
    first, second, third = (told(progress, share) for share in _SHARES)

    played = known_bounds(as_variant(variant), results, first, say)
    # Against any score but a clack it makes no difference to the second player.
    lows = {score: each.low for score, each in played.second_player_values.items() if score}
    once = enclose(played.variant.replace(immediate_clack=True), second, known=lows).fractions
    games = played, once, known_bounds(as_variant(other), results, third, say)
    rows: list[Row] = [
        {
            **game.variant.rules(),
            "first_player_ev_low": game.low,
            "first_player_ev_high": game.high,
        }
        for game in games
    ]
    against: list[Row] = [
        {"first_player_score": score, **each._asdict()}
        for score, each in played.second_player_values.items()
    ]
    return {NUMBERS: render(rows, "csv"), CURVE: render(against, "csv")}


def written_numbers(folder: Path | None) -> dict[str, str]:
    """Return the numbers that a folder holds; none where a file is missing."""
    if folder is None:
        return {}
    try:
        return {name: read_text(str(folder / name), MOST_TABLE) for name in (NUMBERS, CURVE)}
    except FileError:
        return {}


def large_report(numbers: Mapping[str, str]) -> dict[str, str]:
    """Report The 300 from its numbers; nothing where there are none."""
    if not numbers:
        return {}
    played, once, other = (_ends(row, "first_player_ev_") for row in read_csv(numbers[NUMBERS]))
    against = {int(row["first_player_score"]): _ends(row) for row in read_csv(numbers[CURVE])}
    rows = {
        "The 300": played,
        "The 300 where a clack wins at once": once,
        "Shut the 20!": other,
    }
    nine = {rules: solve(rules).fractions.first_player_ev for rules in ("classic", "clack-at-once")}
    page = [
        "# The 300, and Shut the 20!: boxes too large for tables",
        "The 300 has the tiles 1 to 24 and four dice; Shut the 20! has the tiles 1 to 20, and four "
        "dice as well.",
        bullets(
            [
                *_findings("The 300", played, nine["classic"]),
                *_findings("The 300 where a clack wins at once", once, nine["clack-at-once"]),
                *_findings("Shut the 20!", other, nine["classic"]),
                *_scores(against),
            ]
        ),
        "## How sure this is",
        "There are 2²⁴ sets of 24 tiles, and 2²⁰ of 20, too many for tables of exact values. "
        "Instead the values are rounded, always to the same side, and [it is "
        "proven](../docs/mathematics.md) how far off that can be: the true value lies between the "
        "two numbers that are given.",
        render([_row(name, ev) for name, ev in rows.items()], "markdown"),
        f"The bounds as fractions are in [large.csv](large.csv). {_apart(rows)}".rstrip(),
        "## What the second player of The 300 may expect",
        "Against each score that the first has left, in stakes; the numbers are in "
        "[large_second_player.csv](large_second_player.csv).",
        "![The second player's value against the score to beat](figures/large.svg)",
        "## Do it yourself",
        "It takes some minutes, and the extra `large`:",
        "    twoplayer bounds the-300\n    twoplayer bounds the-300 --immediate-clack\n"
        "    twoplayer bounds shut-the-20\n"
        "    twoplayer report --large",
    ]
    return {"large.md": "\n\n".join(map(str.rstrip, page)) + "\n", **numbers}


def curve(numbers: str) -> Axes:
    """Draw the second player's value against the score to beat, from the rows of `CURVE`."""
    rows = [
        {"name": "The 300", "first_player_score": row["first_player_score"], "exact": row["low"]}
        for row in read_csv(numbers)
    ]
    axes = figures.second_player(render(rows, "csv"))
    axes.set_xlabel("score to beat")
    return axes


def _ends(row: Mapping[str, str], name: str = "") -> Bounds:
    return Bounds(*(parse_exact(row[f"{name}{end}"]) for end in Bounds._fields))


def _findings(game: str, ev: Bounds, nine: Fraction) -> list[str]:
    """Say who is favoured, and by how much more or less than with nine tiles."""
    who, other = favoured_between(ev), favoured_by(nine)
    if who in ("nobody", "unknown"):
        return [f"In {game}, nobody is favoured by more than the bounds can tell."]
    size = min(map(abs, ev))
    said = f"In {game}, the {who} player gains {percent_text(size)} % of a stake in a game"
    if who != other:
        return [
            f"{said}. With nine tiles and two dice it is the {other} player who gains, "
            f"{percent_text(abs(nine))} %."
        ]
    gap = abs(nine) - size
    return [
        f"{said}, {percent_text(abs(gap))} % of a stake {'less' if gap > 0 else 'more'} than with "
        f"nine tiles and two dice, where it is {percent_text(abs(nine))} %."
    ]


def _scores(against: Mapping[int, Bounds]) -> list[str]:
    """Say how often a box is shut at best, and which score is a good one to leave."""
    games = int(1 / (1 + against[0].low))
    good = max(score for score, value in against.items() if value.high < 0)
    bad = min(score for score, value in against.items() if value.low > 0)
    return [
        "A first player who shuts the box of The 300 has all but won: a second player who tries to "
        f"do so as well manages it in 1 of {round(games, 3 - len(str(games))):,} games at best.",
        f"In The 300, whoever leaves {good} or less is favoured, and whoever leaves {bad} or more "
        "is not.",
    ]


def _apart(rows: Mapping[str, Bounds]) -> str:
    """Say which games the bounds do not tell apart."""
    alike = [
        f"{one} and {other}"
        for (one, mine), (other, others) in pairwise(rows.items())
        if mine.low <= others.high and others.low <= mine.high
    ]
    return f"They do not tell these apart: {'; '.join(alike)}." if alike else ""


def _row(game: str, ev: Bounds) -> Row:
    low, high = percent_bounds(ev)
    return {"the game": game, "at least (%)": low, "at most (%)": high}
