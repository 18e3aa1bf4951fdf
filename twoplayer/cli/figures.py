"""The commands that draw: figures and the page. They import what they need when they run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from ..errors import InputError, refused
from .duration import progress
from .options import (
    Named,
    RulesCommand,
    ending_of,
    names_of_a_figure,
    names_or_sixteen,
    need,
    payout_range,
    results_option,
)
from .solving import distinct_of, family_of, members_of, solve_entries

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..variant.family import Family

_FORMATS = ("svg", "png", "pdf")
_OF_EVS = ("ranking", "heat-map", "effects")
_MOST_CURVES = 12


@click.command(cls=RulesCommand)
@click.argument(
    "kind",
    cls=Named,
    metavar="KIND",
    type=click.Choice(["ranking", "heat-map", "effects", "second-player", "payout"]),
    takes="What is drawn: ranking | heat-map | effects | second-player | payout.",
)
@names_of_a_figure
@click.option(
    "-o", "--output", required=True, metavar="FILE", help=f"One of .{', .'.join(_FORMATS)}."
)
@click.option(
    "--payouts", default="0:4", show_default=True, metavar="LOW:HIGH", help="Range of `payout`."
)
@results_option
def plot(
    kind: str,
    names: tuple[str, ...],
    rules: dict[str, Any],
    output: str,
    payouts: str,
    results: str | None,
) -> None:
    """Draw a figure of some variants (extra plot).

    \b
    ranking        how fair they are, the fairest on top
    heat-map       which player each combination of rules favours
    effects        how far each rule moves the expected value, in all games
    second-player  the second player's value against the score to beat
    payout         the expected value by what a clack pays, and where it is 0

    \b
    Examples:
      twoplayer plot ranking sixteen -o sixteen.svg
      twoplayer plot heat-map sixteen -o sixteen.png
      twoplayer plot effects tiles -o effects.svg
      twoplayer plot heat-map sixteen --results my.db -o sixteen.svg
      twoplayer plot second-player classic ten -o values.svg
      twoplayer plot payout clack-at-once --payouts 0.9:1 -o payout.pdf
    """
    from pathlib import Path

    if results is not None and kind not in _OF_EVS:
        raise click.UsageError(f"--results goes with {' and '.join(_OF_EVS)}")
    if kind == "payout" and "clack_payout" in rules:
        raise click.UsageError("payout and --clack-payout exclude each other")
    format = ending_of(output, _FORMATS)
    need("matplotlib", "plot")
    default = "sixteen" if kind in _OF_EVS else None
    families = [family_of(name, rules) for name in names or [default]]

    from ..files import write
    from ..show.drawing import save
    from ..show.figures import KINDS
    from ..show.ranking import evs_table, ranked
    from ..variant.beside import csv_of

    drawn: Sequence[Any]
    if kind in _OF_EVS:
        drawn = distinct_of(ranked(solve_entries(members_of(families), results)))
        numbers = evs_table(drawn).write("csv")
    else:
        drawn = _points(kind, families, payouts)
        numbers = csv_of(type(drawn[0]), drawn)
    write(Path(output), save(lambda _: KINDS[kind](drawn), numbers, format))


@click.command(cls=RulesCommand)
@names_or_sixteen
@click.option("-o", "--output", metavar="FILE", help="The HTML file.")
@click.option("--link", is_flag=True, help="Print what follows # in a link to one variant.")
def page(names: tuple[str, ...], rules: dict[str, Any], output: str | None, link: bool) -> None:
    """Write a page to play with the odds, by any rules (extra page).

    It is one file that works offline, on a phone and on a desk. The variants are those that it
    compares; other rules are set, and solved, on the page. A link with rules behind its # opens any
    such page on these rules.

    \b
    Examples:
      twoplayer page -o sixteen.html
      twoplayer page classic clack-at-once my-pub.toml -o page.html
      twoplayer page sixteen --tiles 10 -o ten.html
      twoplayer page --link two-to-go --clack-payout 2
    """
    from pathlib import Path

    if link == (output is not None):
        raise click.UsageError("takes either -o FILE or --link")
    if link:
        click.echo(_link(names, rules))
        return
    assert output is not None

    need("jinja2", "page")
    families = [family_of(name, rules) for name in names or ["sixteen"]]
    title = families[0].summary if len(families) == 1 and not rules else ""

    from ..files import write
    from ..show.page import check_size, render_page
    from ..show.ranking import ranked

    named = members_of(families)
    check_size([variant for _, variant in named])
    entries = distinct_of(ranked(solve_entries(named)))
    write(Path(output), render_page(entries, title or f"{len(entries)} sets of rules"))


def _link(names: tuple[str, ...], rules: dict[str, Any]) -> str:
    from ..show.page import link_to

    if len(names) > 1:
        raise click.UsageError("--link takes one variant")
    return link_to(family_of(names[0] if names else None, rules).single())


def _points(kind: str, families: Sequence[Family], payouts: str) -> Sequence[Any]:
    """Return the points of a figure with a curve for each variant."""
    from ..exact import parse_exact
    from ..show.figures import points_between, points_of_second

    if kind == "payout":
        families = [family.replace(clack_payout=1) for family in families]
    members = distinct_of(members_of(families))
    if len(members) > _MOST_CURVES:
        raise InputError(
            f"got {len(members)} variants; takes at most {_MOST_CURVES} curves", of="plot"
        )
    if kind != "payout":
        with progress():
            return points_of_second(members)
    low, high = payout_range(payouts)
    if high is None:
        raise refused("payouts", payouts, "LOW:HIGH, a range with an end")
    with progress():
        return points_between(members, parse_exact(low), parse_exact(high))
