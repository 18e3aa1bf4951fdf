"""The report on The 300, which tables cannot hold: rendered from numbers that took minutes."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import FileError
from ..exact import Bounds, parse_exact
from ..executors import Progress, told
from ..files import MOST_TABLE, read_text
from ..game.bounds import bounds
from ..game.solutions import solve
from ..many.results import Results, Said
from ..show import figures
from ..show.bounds import percent_bounds
from ..show.ranking import ev_percent
from ..variant.registry import VariantLike, as_variant
from ..writing import Row, bullets, read_csv, render

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["CURVE", "NUMBERS", "curve", "large_numbers", "large_report", "written_numbers"]

NUMBERS, CURVE = "large.csv", "large_second_player.csv"

_FIRST_TURN = 0.03
"""Which share of the work the second game is, which has the second player's values of the first."""


def large_numbers(
    variant: VariantLike = "the-300",
    progress: Progress | None = None,
    results: Results | None = None,
    say: Said | None = None,
) -> dict[str, str]:
    """Compute the numbers of the report: the content by the name of its file.

    Parameters
    ----------
    results
        What is known from before, to which is added what is found.
    """
    rules = as_variant(variant)
    known = results.known_lows(rules, say) if results else {}
    keep = partial(results.add_lows, rules) if results else None
    share = told(progress, 1 - _FIRST_TURN)
    played = bounds(rules, share, known=known, keep=keep).fractions
    # Against any score but a clack it makes no difference to the second player.
    lows = {score: each.low for score, each in played.second_player_values.items() if score}
    once = bounds(
        rules.replace(immediate_clack=True), told(progress, _FIRST_TURN), known=lows
    ).fractions
    rows: list[Row] = [
        {
            **game.variant.rules(),
            "first_player_ev_low": game.low,
            "first_player_ev_high": game.high,
        }
        for game in (played, once)
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
    played, once = (_ends(row, "first_player_ev_") for row in read_csv(numbers[NUMBERS]))
    against = {int(row["first_player_score"]): _ends(row) for row in read_csv(numbers[CURVE])}
    nine = {rules: solve(rules).fractions.first_player_ev for rules in ("classic", "clack-at-once")}
    page = [
        "# The 300: tiles 1 to 24, four dice",
        bullets(
            [
                *_findings("As it is played", played, nine["classic"]),
                *_findings("Where a clack wins at once", once, nine["clack-at-once"]),
                *_scores(against),
            ]
        ),
        "## How sure this is",
        "There are 2²⁴ sets of tiles, too many for tables of exact values. Instead the values are "
        "rounded, always to the same side, and [it is proven](../docs/mathematics.md) how far off "
        "that can be: the true value lies between the two numbers that are given.",
        render([_row("as it is played", played), _row("a clack wins at once", once)], "markdown"),
        "As fractions they are in [large.csv](large.csv).",
        "## What the second player may expect",
        "Against each score that the first has left, in stakes; the numbers are in "
        "[large_second_player.csv](large_second_player.csv).",
        "![The second player's value against the score to beat](figures/large.svg)",
        "## Do it yourself",
        "It takes some minutes, and the extra `large`:",
        "    twoplayer bounds the-300\n    twoplayer bounds the-300 --immediate-clack\n"
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


def _findings(when: str, ev: Bounds, nine: Fraction) -> list[str]:
    """Say who is favoured, and by how much less than with nine tiles."""
    if ev.low < 0 < ev.high:
        return [f"{when}, nobody is favoured by more than the bounds can tell."]
    who, size = ("first", ev.low) if ev.low > 0 else ("second", -ev.high)
    other = "first" if nine > 0 else "second"
    gap = abs(nine) - size
    apart = f"{ev_percent(abs(gap))} % {'more' if gap > 0 else 'less'}"
    return [
        f"{when}, the {who} player gains {ev_percent(size)} % of a stake in a game. With nine "
        f"tiles and two dice the {other} player gains {ev_percent(abs(nine))} %, which is {apart}."
    ]


def _scores(against: Mapping[int, Bounds]) -> list[str]:
    """Say how often a box is shut at best, and which score is a good one to leave."""
    games = int(1 / (1 + against[0].low))
    even = next(b for (_, a), (b, value) in pairwise(against.items()) if a.low < 0 <= value.low)
    return [
        "Who has to shut the box, since the first player has, does so in 1 of "
        f"{round(games, 3 - len(str(games))):,} games; the more tiles there are, the less it "
        "matters what a clack does.",
        f"Whoever leaves {even - 1} or less is favoured, and whoever leaves {even} or more is not.",
    ]


def _row(game: str, ev: Bounds) -> Row:
    low, high = percent_bounds(ev)
    return {"the game": game, "at least (%)": low, "at most (%)": high}
