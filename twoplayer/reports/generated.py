"""The generated reports: findings first, in plain words, then the tables behind them."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ..executors import Progress, told
from ..many.results import EVs
from ..show import figures
from ..show.card import render_card, room_for
from ..show.drawing import digest_of, save
from ..show.page import render_page
from ..show.sources import linked
from ..strategy.card import card
from ..variant.registry import family
from ..variant.variant import Variant
from .atlas import atlas_report
from .evening import evening_report
from .family import entries_of, sixteen_report, tiles_report
from .house import house_report
from .large import CURVE, NUMBERS, curve, large_report, written_numbers
from .one_player import one_player_report

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["FIGURES", "LARGE", "PAGES", "REPORTS", "draw", "reports", "stale"]


CARDS = {"card_first.html": "first", "card_second.html": "second"}
PAGES = ("page.html", *CARDS)
"""What needs jinja2."""

LARGE, _OF_LARGE = NUMBERS, "large.md"


def page_report() -> dict[str, str]:
    """Write the page of the sixteen; nothing where jinja2 is missing."""
    if find_spec("jinja2") is None:
        return {}
    return {PAGES[0]: render_page(entries_of("sixteen"), family("sixteen").summary)}


def cards_report() -> dict[str, str]:
    """Write the cards of the classic game; nothing where jinja2 is missing."""
    if find_spec("jinja2") is None:
        return {}
    room = {player: room_for(Variant(), player) for player in CARDS.values()}
    return {
        name: render_card(card("classic", player, lines=room[player]))
        for name, player in CARDS.items()
    }


class Slow(NamedTuple):
    """How reports come by what takes long.

    Parameters
    ----------
    evs
        Gives the EVs of the atlas.
    folder
        Where the rows of an evening are taken from, but for a sample; None: all are computed.
    large
        The numbers of large boxes, by file; nothing where there are none.
    """

    evs: Callable[[], EVs]
    folder: Path | None
    large: Mapping[str, str]


REPORTS: Mapping[str, Callable[[Slow], dict[str, str]]] = {
    "sixteen": lambda _: sixteen_report(),
    "tiles": lambda _: tiles_report(),
    "house_rules": lambda _: house_report(),
    "one_player": lambda _: one_player_report(),
    "page": lambda _: page_report(),
    "cards": lambda _: cards_report(),
    "large": lambda slow: large_report(slow.large),
    "evening": lambda slow: evening_report(slow.folder),
    "atlas": lambda slow: atlas_report(slow.evs),
}
"""What makes the files of each report: their content by name."""


_SECONDS = {"sixteen": 1, "tiles": 2, "house_rules": 6, "one_player": 8, "cards": 10}
_SECONDS |= {"evening": 10, "evs": 30}
"""How long some take, and the EVs of the atlas, beside the others: progress counts time."""


def reports(
    evs: Callable[[Progress], EVs],
    folder: Path | None = None,
    progress: Progress | None = None,
    large: Mapping[str, str] | None = None,
) -> dict[str, str]:
    """Make every report: the content by the name of its file.

    The EVs of the atlas are given; rows of an evening are taken from a folder, as `Slow` says, and
    so are the numbers of large boxes, if they are not given.
    """
    numbers = written_numbers(folder) if large is None else large
    whole = sum(_SECONDS.get(name, 1) for name in REPORTS) + _SECONDS["evs"]
    made: dict[str, str] = {}
    for name, make in REPORTS.items():
        share = told(progress, _SECONDS["evs"] / whole)
        files = make(Slow(partial(evs, share), folder, numbers))
        made |= {
            file: linked(text) if file.endswith(".md") else text for file, text in files.items()
        }
        told(progress)(_SECONDS.get(name, 1) / whole)
    return made


_LARGEST_FIGURE = 10**7
_OVERHEAD = 10**4
"""By so many bytes a compressed file may be larger than what is inside."""

FIGURES: Mapping[str, tuple[str, Callable[[str], Axes | Figure]]] = {
    "figures/sixteen.svg": ("sixteen.csv", figures.ranking),
    "figures/tiles.svg": ("tiles.csv", figures.heat_map),
    "figures/atlas.svg": ("atlas.csv", figures.effects),
    "figures/second_player.svg": ("second_player.csv", figures.second_player),
    "figures/ev_by_payout.svg": ("ev_by_payout.csv", figures.ev_by_payout),
    "figures/evening.svg": ("evening_seats.csv", figures.seats),
    "figures/large.svg": (CURVE, curve),
    "figures/state_values.svg": ("state_values.csv", figures.state_values),
}
"""Each figure by its file: the report that holds its numbers, and what draws it."""


def draw(made: Mapping[str, str]) -> dict[str, str]:
    """Draw the figures of the reports; none where matplotlib is missing."""
    if find_spec("matplotlib") is None:
        return {}
    return {
        name: save(drawing, made[numbers]).decode()
        for name, (numbers, drawing) in FIGURES.items()
        if numbers in made
    }


def stale(made: Mapping[str, str], folder: Path) -> list[Path]:
    """Return the paths of the reports that differ from what is in a folder.

    Reports are compared byte for byte, compressed ones by what is inside; figures by the numbers
    that they were drawn from.
    """
    found = [folder / name for name, text in made.items() if not _holds(folder / name, text)]
    if LARGE not in made and (folder / _OF_LARGE).exists():  # without the numbers that it shows
        found.append(folder / _OF_LARGE)
    for name, (numbers, _) in FIGURES.items():
        if numbers in made and digest_of(made[numbers]).encode() not in _held(
            folder / name, _LARGEST_FIGURE
        ):
            found.append(folder / name)
    return found


def _held(path: Path, most: int) -> bytes:
    """Return what a file holds, or so much of it; nothing where there is none."""
    if not path.is_file():
        return b""
    with path.open("rb") as file:
        return file.read(most)


def _holds(path: Path, text: str) -> bool:
    """Tell whether a file holds a text; it may be compressed in another way."""
    wanted = text.encode()
    held = _held(path, len(wanted) + _OVERHEAD)
    if path.suffix == ".gz":
        try:
            held = zlib.decompressobj(wbits=31).decompress(held, len(wanted) + 1)
        except zlib.error:
            return False
    return held == wanted
