"""Every report: what makes it, its figures, and whether it is the one that is there."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from twoplayer import Variant, card, plot
from twoplayer.errors import missing
from twoplayer.game.players import PLAYERS
from twoplayer.many.results import Entry
from twoplayer.show.drawing import Figure, digest_of, on_new_figure, save
from twoplayer.show.fitting import Axes
from twoplayer.show.plot import OfSecond, OfTie
from twoplayer.show.rules import title_of
from twoplayer.tables import Column
from twoplayer.variant import family
from twoplayer.web.card_sheet import render_card, room_for
from twoplayer.web.explorer import render_explorer
from twoplayer.web.page import render_page

from .dice import dice_report
from .evening import SEATS, TIES, evening_report, seats_figure
from .families import (
    EVS_OF_GAMES,
    SECOND,
    atlas_evs,
    atlas_games,
    atlas_report,
    entries_of,
    house_report,
    payouts_figure,
    sixteen_report,
    tiles_report,
)
from .large import CURVE, curve, large_report
from .one_player import one_player_report, state_values
from .pages import linked
from .rows import rows_of, text_of
from .secret import secret_figure, secret_report

PAGES = {
    "page.html": "page",
    "card_first.html": "page",
    "card_second.html": "page",
    "explorer.html": "atlas",
}
"""What needs the extra `page`, and the report that it is of."""

_ELSEWHERE = {"explorer": "explorer.html", "lesson": "../docs/watch-it-think.html"}
"""Where the page leads, from its place among the reports."""


def pages_report(address: str = "", *, picture: str = "", packed: bool = True) -> dict[str, str]:
    """Write the page of the sixteen, and cards of the classic game, where the extra `page` is.

    Where the page will live at an address, they link to it, and previews of links to it show a
    picture, by its address. A site's is not packed.
    """
    if missing("page"):
        return {}
    sixteen = family("sixteen")
    games = entries_of("sixteen")
    of_sixteen = render_page(
        games,
        sixteen.summary,
        address,
        [sixteen],
        elsewhere=_ELSEWHERE,
        packed=packed,
        picture=picture,
    )
    title, lines = title_of(family("classic")), {p: room_for(Variant(), p) for p in PLAYERS}
    cards = [render_card(card("classic", p, lines=lines[p]), title, address) for p in PLAYERS]
    return dict(zip(PAGES, [of_sixteen, *cards], strict=False))


def explored_atlas(folder: Path | None) -> dict[str, str]:
    """Report the atlas, and write its explorer where the extra `page` is."""
    games = atlas_games(atlas_evs(folder), folder)
    report = atlas_report(games)
    if missing("page"):
        return report
    explorer = render_explorer(games, family("atlas").summary, elsewhere=_ELSEWHERE)
    return {**report, "explorer.html": explorer}


class Slow(NamedTuple):
    """What is there already of what takes long; nothing where that is computed."""

    atlas: Path | None = None  # a folder with the games of the atlas, believed but for a sample
    evening: Path | None = None  # one with the rows of an evening, which are as well
    large: Mapping[str, str] = {}  # the numbers of large boxes, by file


REPORTS: Mapping[str, Callable[[Slow], dict[str, str]]] = {
    "sixteen": lambda _: sixteen_report(),
    "tiles": lambda _: tiles_report(),
    "house_rules": lambda _: house_report(),
    "one_player": lambda _: one_player_report(),
    "page": lambda _: pages_report(),
    "large": lambda slow: large_report(slow.large),
    "evening": lambda slow: evening_report(slow.evening),
    "secret": lambda _: secret_report(),
    "dice": lambda _: dice_report(),
    "atlas": lambda slow: explored_atlas(slow.atlas),
}
"""What makes the files of each report: their content by name."""


def report(name: str, slow: Slow) -> dict[str, str]:
    """Make a report: the content of its files by name, with links to the sources on its pages."""
    made = REPORTS[name](slow)
    return {file: linked(text) if file.endswith(".md") else text for file, text in made.items()}


Draw: TypeAlias = "Callable[[str], Axes | Figure]"


def _of(columns: Sequence[Column], point: type[Any], drawn: Callable[..., Axes]) -> Draw:
    """Draw the points that stand in the rows of a table."""

    def draw(numbers: str) -> Axes:
        points = [point(**vars(row)) for row in rows_of(columns, numbers)]
        return drawn(points, ax=on_new_figure)

    return draw


FIGURES: Mapping[str, tuple[str, Draw]] = {
    "figures/sixteen.svg": ("sixteen.csv", _of(EVS_OF_GAMES, Entry, plot.ranking)),
    "figures/tiles.svg": ("tiles.csv", _of(EVS_OF_GAMES, Entry, plot.heat_map)),
    "figures/strip.svg": ("atlas.csv", _of(EVS_OF_GAMES, Entry, plot.strip)),
    "figures/atlas.svg": ("atlas.csv", _of(EVS_OF_GAMES, Entry, plot.effects)),
    "figures/second_player.svg": (
        "second_player.csv",
        _of(SECOND, OfSecond, plot.second_player),
    ),
    "figures/ev_by_payout.svg": ("ev_by_payout.csv", payouts_figure),
    "figures/ev_by_tie.svg": ("evening_ties.csv", _of(TIES, OfTie, plot.ev_by_tie)),
    "figures/evening.svg": (SEATS.file, seats_figure),
    "figures/large.svg": (CURVE, curve),
    "figures/secret.svg": ("secret.csv", secret_figure),
    "figures/state_values.svg": ("state_values.csv", state_values),
}
"""Each figure by its file: the report that holds its numbers, and what draws it of that."""


def draw(made: Mapping[str, str]) -> dict[str, str]:
    """Draw the figures of a report; none where matplotlib is missing."""
    if missing("plot"):
        return {}
    return {
        name: save(drawing, made[numbers]).decode()
        for name, (numbers, drawing) in FIGURES.items()
        if numbers in made
    }


def stale(made: Mapping[str, str], folder: Path) -> list[Path]:
    """Return the paths of a report's files that differ from what is in a folder.

    They are compared byte for byte, compressed ones by what is inside; figures by the numbers that
    they were drawn from.
    """
    found = [folder / name for name, text in made.items() if not _holds(folder / name, text)]
    drawn = {folder / name: numbers for name, (numbers, _) in FIGURES.items() if numbers in made}
    return found + [p for p, of in drawn.items() if digest_of(made[of]) not in text_of(p)]


def _holds(path: Path, text: str) -> bool:
    """Tell whether a file holds a text; it may be compressed in another way."""
    wanted, opened = text.encode(), gzip.open if path.suffix == ".gz" else open
    if not path.is_file():
        return False
    try:
        with opened(path, "rb") as file:
            return file.read(len(wanted) + 1) == wanted
    except (OSError, EOFError, zlib.error):
        return False
