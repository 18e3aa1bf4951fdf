"""The generated reports: findings first, in plain words, then the tables behind them."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from ..errors import missing
from ..game.review import PLAYERS
from ..many.results import EVs
from ..show import curves, figures
from ..show.card_sheet import render_card, room_for
from ..show.curves import OfPayout, OfSecond, OfTie
from ..show.drawing import Axes, Figure, digest_of, save
from ..show.explorer import render_explorer
from ..show.fair import Entry
from ..show.html import title_of
from ..show.page import render_page
from ..show.rules import linked
from ..strategy.card import card
from ..variant.beside import records_of
from ..variant.registry import family
from ..variant.variant import Variant
from ..work import tracked
from .evening import SeatsRow, SecretRow, evening_report, seats_figure, secret_figure, secret_report
from .families import (
    atlas_games,
    atlas_report,
    entries_of,
    house_report,
    sixteen_report,
    tiles_report,
)
from .large import CURVE, NUMBERS, curve, large_report
from .loaded import dice_report
from .one_player import OfState, one_player_report, state_values
from .pages import text_of

PAGES = {
    "page.html": "page",
    "card_first.html": "page",
    "card_second.html": "page",
    "explorer.html": "atlas",
}
"""What needs the extra `page`, and the report that it is of."""


def pages_report(address: str = "") -> dict[str, str]:
    """Write the page of the sixteen, and cards of the classic game, where the extra `page` is.

    Where the page will live at an address, they link to it.
    """
    if missing("page"):
        return {}
    sixteen = family("sixteen")
    of_sixteen = render_page(entries_of("sixteen"), sixteen.summary, address, [sixteen])
    title, lines = title_of(family("classic")), {p: room_for(Variant(), p) for p in PLAYERS}
    cards = [render_card(card("classic", p, lines=lines[p]), title, address) for p in PLAYERS]
    return dict(zip(PAGES, [of_sixteen, *cards], strict=False))


def explored_atlas(slow: Slow) -> dict[str, str]:
    """Report the atlas, and write its explorer where the extra `page` is."""
    games = atlas_games(slow.evs(), slow.folder)
    report = atlas_report(games)
    if missing("page"):
        return report
    explorer = render_explorer(games, family("atlas").summary)
    return {**report, "explorer.html": explorer}


class Slow(NamedTuple):
    """How reports come by what takes long."""

    evs: Callable[[], EVs]  # of the atlas
    folder: Path | None  # has the rows of an evening, but for a sample; None: all are computed
    large: Mapping[str, str]  # the numbers of large boxes, by file; nothing where there are none


REPORTS: Mapping[str, Callable[[Slow], dict[str, str]]] = {
    "sixteen": lambda _: sixteen_report(),
    "tiles": lambda _: tiles_report(),
    "house_rules": lambda _: house_report(),
    "one_player": lambda _: one_player_report(),
    "page": lambda _: pages_report(),
    "large": lambda slow: large_report(slow.large),
    "evening": lambda slow: evening_report(slow.folder),
    "secret": lambda _: secret_report(),
    "dice": lambda _: dice_report(),
    "atlas": explored_atlas,
}
"""What makes the files of each report: their content by name."""


_SECONDS = {
    "tiles": 2,
    "house_rules": 6,
    "one_player": 8,
    "page": 11,
    "evening": 10,
    "atlas": 30,
    "secret": 8,
    "dice": 6,
}
"""How long some take, beside the others: progress counts time."""


def reports(slow: Slow, names: Iterable[str] = REPORTS) -> dict[str, str]:
    """Make reports, all if none are named: the content by the name of its file."""
    return {
        file: linked(text) if file.endswith(".md") else text
        for name in tracked(list(names), by=lambda name: _SECONDS.get(name, 1))
        for file, text in REPORTS[name](slow).items()
    }


Draw: TypeAlias = "Callable[[str], Axes | Figure]"


def _of(record: type[Any], drawn: Callable[[Any], Axes | Figure]) -> Draw:
    return lambda numbers: drawn(records_of(record, numbers))


FIGURES: Mapping[str, tuple[str, Draw]] = {
    "figures/sixteen.svg": ("sixteen.csv", _of(Entry, figures.ranking)),
    "figures/tiles.svg": ("tiles.csv", _of(Entry, figures.heat_map)),
    "figures/atlas.svg": ("atlas.csv", _of(Entry, figures.effects)),
    "figures/second_player.svg": ("second_player.csv", _of(OfSecond, curves.second_player)),
    "figures/ev_by_payout.svg": ("ev_by_payout.csv", _of(OfPayout, curves.ev_by_payout)),
    "figures/ev_by_tie.svg": ("evening_ties.csv", _of(OfTie, curves.ev_by_tie)),
    "figures/evening.svg": ("evening_seats.csv", _of(SeatsRow, seats_figure)),
    "figures/large.svg": (CURVE, curve),
    "figures/secret.svg": ("secret.csv", _of(SecretRow, secret_figure)),
    "figures/state_values.svg": ("state_values.csv", _of(OfState, state_values)),
}
"""Each figure by its file: the report that holds its numbers, and what draws it of that."""


def draw(made: Mapping[str, str]) -> dict[str, str]:
    """Draw the figures of the reports; none where matplotlib is missing."""
    if missing("plot"):
        return {}
    return {
        name: save(drawing, made[numbers]).decode()
        for name, (numbers, drawing) in FIGURES.items()
        if numbers in made
    }


def stale(made: Mapping[str, str], folder: Path, large: bool = True) -> list[Path]:
    """Return the paths of the reports that differ from what is in a folder.

    Reports are compared byte for byte, compressed ones by what is inside; figures by the numbers
    that they were drawn from. Without its numbers the report on large boxes, if that is among what
    was made, cannot be compared.
    """
    found = [folder / name for name, text in made.items() if not _holds(folder / name, text)]
    if large and NUMBERS not in made and (folder / "large.md").exists():
        found.append(folder / "large.md")
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
