"""The page, to play with the odds by any rules: one self-contained file, made of templates.

It solves any rules itself (`rules/`), so it is given no more than rules and words: the table of the
variants that it compares, the catalogue, and what each field takes.

In a folder of a web site it can be installed, and works without a network: a manifest lies beside
it, a service worker that keeps these few files, and the icon.
"""

from __future__ import annotations

import json
import struct
import tomllib
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from types import MappingProxyType
from typing import Any
from xml.etree import ElementTree
from zlib import compress, crc32

import numpy as np

from ..errors import InputError
from ..exact import decimal_texts, fraction_text
from ..game.contest import contest
from ..game.solution import games_of
from ..many.results import KEPT, Valued, first_player_evs, played
from ..show.rules import title_of
from ..table import To
from ..variant.fields import FIELDS
from ..variant.registry import Family, family, registered
from ..variant.variant import Variant, beside_rules, changed
from .html import (
    MOST_SOLVED,
    bundles,
    check_tiles,
    code,
    html,
    minified,
    policy,
    style,
    template,
    words_of_rules,
)
from .link import link_to

LARGEST_PAGE = 1_000_000
_ROW = 1_400
"""What a variant takes on the page, at most."""
_SIZES = (192, 512)
"""How many dots across the icon has, for those that take no other (iOS)."""
_COLOUR = "#3a2112"
"""What the icon stands on."""
_SHAPE = ("x", "y", "width", "height", "rx")
_ON_CARDS = (
    *("classic", "full-house", "thai", "digital", "masters-traditional", "two-to-go"),
    *("unlucky-7", "missionary", "even-stevens", "sum-or-difference", "2012"),
)
"""What people play: shown with a picture, behind the games that the page was made of."""
_STYLES = ("shared/room", "box/box")
"""Of what is seen first; the others lie with the scripts of the board where these are packed."""
_STYLES_LATER = (
    *("shared/sheets", "evening/evening", "menu/cards"),
    *("today/today", "coach/coach"),
)


def render_page(
    entries: Sequence[Valued],
    title: str,
    address: str = "",
    named: Sequence[Family] = (),
    *,
    second: Variant | None = None,
    elsewhere: Mapping[str, str] = MappingProxyType({}),
    packed: bool = True,
    installable: bool = False,
) -> str:
    """Write the page of some variants, in the order given; `InputError` if it is too large.

    Links that it offers begin with the address where it lives, if that is known. It begins with the
    first of the rule sets by which the variants were named, where the second player may have rules
    of her own. A page that is sent is packed: the scripts of the board, and the styles of what is
    not seen first, are deflated, which takes a third. A web site does that itself. What lives
    beside it is where its menu leads: an `explorer`, and a `lesson`. If it is installable, what
    that takes lies beside it; else it is one file.
    """
    beside = beside_rules(entries, ())
    rules = [column.name for column in beside.columns if To.TEXT in column.to]
    names = ["first_player_ev_percent", "favoured", *rules, "first_player_ev"]
    called_so = {rules.name: called(rules) for rules in named}
    solver, board = map(minified, bundles("rules/worker", "box/start"))
    data = {**told(named, entries, second), "address": address, "elsewhere": dict(elsewhere)}
    styles, later = ([*map(style, names)] for names in (_STYLES, _STYLES_LATER))
    if packed:
        board = _adding("".join(later)) + board
        data["packed"] = b64encode(compress(board.encode(), 9)).decode()
        scripts = [solver, code("box/unpack")]
    else:
        styles += later
        scripts = [solver, board, code("box/ready")]
    if installable:
        scripts.append(code("install/install"))
    version = sha256(json.dumps([data, styles, scripts]).encode()).hexdigest()[:16]
    page = html(
        "box/page.html",
        installable=installable,
        title=title,
        family=next((name for name in registered() if family(name).summary == title), ""),
        styles=styles,
        scripts=scripts,
        policy=policy([*scripts, *[board] * packed], " 'self'" * installable),
        data={**data, "version": version},
        columns=names,
        rows=list(_rows(entries, names, called_so)),
    )
    if (size := len(page.encode())) > LARGEST_PAGE:
        raise _too_large(len(entries), size)
    return page


def _adding(styles: str) -> str:
    """Write a script that adds styles to those of the page."""
    made = "Object.assign(document.createElement('style'),{textContent:%s})"
    return f"document.head.append({made % json.dumps(styles)});"


def check_size(variants: Sequence[Variant]) -> None:
    """Raise `InputError` if a page of some variants would be too large, before they are solved."""
    if _ROW * len(variants) > LARGEST_PAGE:
        raise _too_large(len(variants), _ROW * len(variants))
    check_tiles(variants)


def _too_large(variants: int, size: int) -> InputError:
    return InputError(
        f"{variants} variants would take about {size / 1e6:.2f} MB; takes at most "
        f"{LARGEST_PAGE / 1e6:.0f} MB: fewer variants",
        of="page",
    )


def _rows(
    entries: Sequence[Valued], names: Sequence[str], called_so: Mapping[str, str]
) -> Iterator[dict[str, Any]]:
    """Yield the rows of the table: a name, a link to the rules, cells with their places in order.

    A rule set is called by its name, or otherwise here.
    """
    percents = decimal_texts([100 * entry.first_player_ev for entry in entries], 4)
    sets = [called_so.get(entry.variant.name, entry.variant.name) for entry in entries]
    rows = list(map(_cells, entries, percents, sets))
    order = {name: sorted({row[name][1] for row in rows}) for name in names}
    for entry, row, name in zip(entries, rows, sets, strict=True):
        cells = [(column, row[column][0], order[column].index(row[column][1])) for column in names]
        yield {"name": name, "link": link_to(entry.variant), "cells": cells}


def _cells(entry: Valued, percent: str, name: str) -> dict[str, tuple[str, Any]]:
    """Return each cell, under its heading, and what sorts it; the page puts rules in words."""
    variant, ev = entry.variant, entry.first_player_ev
    rules = ((rule, getattr(variant, rule)) for rule in FIELDS)
    return {
        **{n: ("", (not variant.is_default(n), rule is not None, rule)) for n, rule in rules},
        "name": (name, name),
        "changed": ("", variant.in_words()),
        "favoured": ("", entry.favoured),
        "first_player_ev": (fraction_text(ev), abs(ev)),
        "first_player_ev_percent": (percent.replace("-", "\N{MINUS SIGN}"), abs(ev)),
    }


def called(rules: Family) -> str:
    """Name a rule set in a few letters: a registered one as it is typed, any other as people do."""
    as_typed = rules.name in registered() and rules == family(rules.name)
    return rules.name if as_typed else title_of(rules)


def thumbs() -> list[dict[str, Any]]:
    """Return the rules of thumb of the cards, for opponents that play by them."""
    rules: list[dict[str, Any]] = tomllib.loads(template("thumbs.toml"))["thumb"]
    return rules


def told(
    named: Sequence[Family], entries: Sequence[Valued], second: Variant | None = None
) -> dict[str, Any]:
    """Return rules and words for the page of some games, which begins with the first of them.

    The second player may have rules of her own; `RulesError` if they do not go with these.
    """
    first = next((v for rules in named for v in rules.variants), entries[0].variant)
    both = contest(first, second).pair
    check_tiles(both)
    return {
        "begin": first.rules(),
        "second": both[1].rules(),
        **words_of_rules(played()),
        "thumbs": thumbs(),
        "mends": [name for name in FIELDS if name not in KEPT],
        "catalogue": _catalogue(named, {each.variant: each.first_player_ev for each in entries}),
    }


def _catalogue(named: Sequence[Family], evs: dict[Variant, Any]) -> list[dict[str, Any]]:
    """Return the single games: those that the page was made of, those on cards, the others.

    A card says in how many games the first player gains a stake: less than 0 where the second does,
    and 0 where nobody does.
    """
    by_name = {name: family(name) for name in registered()}
    given = {rules.name: rules for rules in named}
    every = {**given, **{name: by_name[name] for name in _ON_CARDS}, **by_name, **given}
    games = {name: rules.variants[0] for name, rules in every.items() if rules.size == 1}
    games = {name: game for name, game in games.items() if len(game.tiles) <= MOST_SOLVED}
    on_cards = {name: game for name, game in games.items() if name in {*given, *_ON_CARDS}}
    missing = [game for game in on_cards.values() if game not in evs]
    evs = {**evs, **dict(zip(missing, first_player_evs(games_of(missing)), strict=True))}
    entries = []
    for name, game in games.items():
        rules = every[name]
        entry: dict[str, Any] = {"name": name, "called": called(rules), "title": title_of(rules)}
        entry |= {"summary": rules.summary, "source": rules.source, "rules": changed(game)}
        if name in on_cards:
            entry["games"] = str(_games(evs[game]))
        entries.append(entry)
    return entries


def _games(ev: Any) -> int:
    """Return in how many games an EV becomes a stake: at least one, where it is not 0."""
    return ev and (round(1 / ev) or (1 if ev > 0 else -1))


def render_folder(page: str) -> Mapping[str, str | bytes]:
    """Return a page that can be installed, and what that takes beside it, by file name."""
    files: dict[str, str | bytes] = {
        "index.html": page,
        "manifest.webmanifest": json.dumps(_manifest(), indent=1) + "\n",
        "icon.svg": f"{_icon()}\n",
        **{f"icon-{size}.png": _png(size) for size in _SIZES},
    }
    contents = (each if isinstance(each, bytes) else each.encode() for each in files.values())
    version = sha256(b"".join(contents)).hexdigest()[:16]
    kept = ["./", *list(files)[1:]]
    return {**files, "service.js": html("install/service.js", version=version, files=kept)}


def _manifest() -> dict[str, object]:
    sizes = [("icon.svg", "any", "image/svg+xml")]
    sizes += [(f"icon-{size}.png", f"{size}x{size}", "image/png") for size in _SIZES]
    return {
        "name": "Shut the Box",
        "id": "./",
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": _COLOUR,
        "theme_color": _COLOUR,
        "icons": [
            {"src": name, "sizes": size, "type": kind, "purpose": purpose}
            for name, size, kind in sizes
            for purpose in ("any", "maskable")
        ],
    }


def _icon() -> str:
    """Return the icon as SVG: boxes with round corners alone."""
    return "".join(template("install/icon.svg").splitlines())


def _png(size: int) -> bytes:
    """Draw the icon in dots, as many across as down."""
    down, across = (np.mgrid[:size, :size] + 0.5) * 100 / size
    dots = np.full((size, size, 3), [float(each) for each in bytes.fromhex(_COLOUR[1:])])
    for box in ElementTree.fromstring(_icon()):
        x, y, width, height, corner = (float(box.attrib[name]) for name in _SHAPE)
        # How far a dot is outside of the box without its corners, and so how much it is covered.
        right = np.maximum(abs(across - x - width / 2) - width / 2 + corner, 0)
        below = np.maximum(abs(down - y - height / 2) - height / 2 + corner, 0)
        part = np.clip((corner - np.hypot(right, below)) * size / 100 + 0.5, 0, 1)[..., None]
        dots += part * ([*bytes.fromhex(box.attrib["fill"][1:])] - dots)
    rows = np.pad(dots.round().astype(np.uint8).reshape(size, -1), ((0, 0), (1, 0)))
    header = struct.pack(">2I5B", size, size, 8, 2, 0, 0, 0)
    chunks = {b"IHDR": header, b"IDAT": compress(rows.tobytes(), 9), b"IEND": b""}
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", crc32(kind + data))
        for kind, data in chunks.items()
    )
