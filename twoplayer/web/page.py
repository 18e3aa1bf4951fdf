"""The page to play on, with the odds by any rules, which the page solves: one self-contained file.

In a folder of a web site the page can be installed, and works without a network.
"""

from __future__ import annotations

import json
import struct
import tomllib
from base64 import b64encode
from collections.abc import Mapping, Sequence
from hashlib import sha256
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
from ..tables import To
from ..variant.columns import beside_rules
from ..variant.fields import FIELDS
from ..variant.registry import Family, family, registered
from ..variant.variant import Variant, changed, rule_set_of
from . import html
from .link import link_to

LARGEST_PAGE = 1_000_000
PREVIEW = "preview.png"
_ROW = 1_400  # bytes: the most for a variant
_SIZES = 192, 512  # dots across the icon, for systems without SVG icons (iOS)
_COLOUR = "#3a2112"  # behind the icon
_TITLE = "Shut the Box"
_ABOUT = (
    "The dice game of pubs: a box a day with the same dice for everybody, a game against the "
    "program or among friends, and the exact odds."
)
_ON_CARDS = (  # games that people play, shown with a picture
    *("classic", "full-house", "thai", "digital", "masters-traditional", "two-to-go"),
    *("unlucky-7", "missionary", "even-stevens", "sum-or-difference", "2012"),
)
_STYLES = ("shared/room", "box/box")
_STYLES_LATER = ("shared/sheets", "evening/evening", "menu/cards", "today/today", "coach/coach")


def render_page(
    entries: Sequence[Valued],
    title: str,
    address: str = "",
    named: Sequence[Family] = (),
    *,
    second: Variant | None = None,
    elsewhere: Mapping[str, str] = {},
    packed: bool = True,
    installable: bool = False,
    picture: str = "",
) -> str:
    """Write the page of some variants, in the order given; `InputError` if it is too large.

    The page begins with the first of the rule sets by which the variants were named. If packed, the
    scripts of the board, and the styles of parts that are not seen first, are deflated to about a
    third. A web site deflates files itself. The menu leads `elsewhere`: to an `explorer`, and a
    `lesson`. Where the page has an address, previews of links to the page show its title, a
    description, and the picture at the address `picture`.
    """
    beside = beside_rules(entries, ())
    rules = [column.name for column in beside.columns if To.TEXT in column.to]
    names = ["first_player_ev_percent", "favoured", *rules, "first_player_ev"]
    solver, board = map(html.minified, html.bundles("rules/worker", "box/start"))
    data = {**told(named, entries, second), "address": address, "elsewhere": {**elsewhere}}
    styles, later = ([*map(html.style, names)] for names in (_STYLES, _STYLES_LATER))
    scripts = [solver, board, html.code("box/ready")]
    if packed:
        made = "Object.assign(document.createElement('style'),{textContent:%s})"
        board = f"document.head.append({made % json.dumps(''.join(later))});{board}"
        data["packed"] = b64encode(compress(board.encode(), 9)).decode()
        scripts, later = [solver, html.code("box/unpack")], []
    scripts += [html.code("install/install")] * installable
    version = sha256(json.dumps([data, [*styles, *later], scripts]).encode()).hexdigest()[:16]
    page = html.filled(
        "box/page.html",
        installable=installable,
        title=_TITLE,
        about=_ABOUT,
        address=address,
        picture=picture,
        games=title,
        family=next((name for name in registered() if family(name).summary == title), ""),
        styles=[*styles, *later],
        scripts=scripts,
        policy=html.policy([*scripts, *[board] * packed], " 'self'" * installable),
        data={**data, "version": version},
        columns=names,
        rows=_rows(entries, names, named),
    )
    _check_bytes(len(entries), len(page.encode()))
    return page


def check_size(variants: Sequence[Variant]) -> None:
    """Raise `InputError` if a page of some variants would be too large, before any is solved."""
    _check_bytes(len(variants), _ROW * len(variants))
    html.check_tiles(variants)


def _check_bytes(variants: int, size: int) -> None:
    if size > LARGEST_PAGE:
        said = f"{variants} variants would take about {size / 1e6:.2f} MB; takes at most "
        raise InputError(f"{said}{LARGEST_PAGE / 1e6:.0f} MB: fewer variants", of="page")


def _rows(
    entries: Sequence[Valued], names: Sequence[str], named: Sequence[Family]
) -> list[dict[str, Any]]:
    """Return the rows of the table, each cell with its place in order; the page words rules."""
    own_titles = _own_titles(named)
    percents = decimal_texts([100 * entry.first_player_ev for entry in entries], 4)
    rows = []
    for entry, percent in zip(entries, percents, strict=True):
        variant, ev = entry.variant, entry.first_player_ev
        own_title = own_titles.get((rule_set_of(variant), variant))
        name = own_title or rule_set_of(variant)
        cells: dict[str, tuple[str, Any]] = {  # the text of each cell, and its sort key
            "name": (name, name),
            "changed": ("", variant.in_words()),
            "favoured": ("", entry.favoured),
            "first_player_ev": (fraction_text(ev), abs(ev)),
            "first_player_ev_percent": (percent.replace("-", "\N{MINUS SIGN}"), abs(ev)),
        }
        for rule in FIELDS:
            value = getattr(variant, rule)
            cells[rule] = "", (not variant.is_default(rule), value is not None, value)
        rows.append(cells)
    order = {name: sorted({row[name][1] for row in rows}) for name in names}
    return [
        {
            "name": row["name"][0],
            "own": (rule_set_of(entry.variant), entry.variant) in own_titles,
            "link": link_to(entry.variant),
            "cells": [(n, row[n][0], order[n].index(row[n][1])) for n in names],
        }
        for entry, row in zip(entries, rows, strict=True)
    ]


def _is_registered(rules: Family) -> bool:
    """Tell a registered rule set from a file of the same name, and from a changed rule set."""
    return rules.name in registered() and rules == family(rules.name)


def _own_titles(named: Sequence[Family]) -> dict[tuple[str, Variant], str]:
    """Return the titles of the games that are not registered, by their names and rules.

    The page knows registered games by their names, and has names for these in every language.
    """
    titles = {}
    for rules in named:
        own = {each.name: each for each in rules.parts or [rules] if not _is_registered(each)}
        for variant in rules.variants if own else ():
            if each := own.get(rule_set_of(variant)):
                titles[rule_set_of(variant), variant] = title_of(each)
    return titles


def thumbs() -> list[dict[str, Any]]:
    return list(tomllib.loads(html.template("thumbs.toml"))["thumb"])


def told(
    named: Sequence[Family], entries: Sequence[Valued], second: Variant | None = None
) -> dict[str, Any]:
    first = next((v for rules in named for v in rules.variants), entries[0].variant)
    both = contest(first, second).pair
    html.check_tiles(both)
    return {
        "begin": first.rules(),
        "second": both[1].rules(),
        **html.words_of_rules(played()),
        "thumbs": thumbs(),
        "mends": [name for name in FIELDS if name not in KEPT],
        "catalogue": _catalogue(named, {each.variant: each.first_player_ev for each in entries}),
    }


def _catalogue(named: Sequence[Family], evs: dict[Variant, Any]) -> list[dict[str, Any]]:
    """Return the single games: those that the page was made of, those on cards, the others.

    The games that the page was made of may share a name, such as files in two folders. All of these
    are listed, and the registered game of that name is left out. A card says in how many games the
    first player gains a stake; the number is below 0 where the second player gains.
    """
    given = {rules.name for rules in named}
    others = [n for n in dict.fromkeys((*_ON_CARDS, *registered())) if n not in given]
    games: dict[tuple[str, Variant], Family] = {}
    for rules in (*named, *map(family, others)):
        if rules.size == 1 and len(rules.variants[0].tiles) <= html.MOST_SOLVED:
            games.setdefault((rules.name, rules.variants[0]), rules)
    on_cards = [(name, game) for name, game in games if name in {*given, *_ON_CARDS}]
    missing = [game for _, game in on_cards if game not in evs]
    evs = {**evs, **dict(zip(missing, first_player_evs(games_of(missing)), strict=True))}
    entries = []
    for (name, game), rules in games.items():
        entry: dict[str, Any] = {"name": name, "title": title_of(rules)}
        entry |= {"summary": rules.summary, "source": rules.source, "rules": changed(game)}
        if not _is_registered(rules):
            entry["own"] = True
        if name in {*given, *_ON_CARDS}:
            ev = evs[game]
            entry["games"] = str(ev and (round(1 / ev) or (1 if ev > 0 else -1)))
        entries.append(entry)
    return entries


def preview() -> bytes:
    """Draw the picture for previews of links to the page, as PNG."""
    return _png(html.filled("install/preview.svg"), 1200, 630)


def render_folder(page: str) -> Mapping[str, str | bytes]:
    """Return the files of a page that can be installed, by name."""
    pngs = {f"icon-{size}.png": size for size in _SIZES}
    sizes = [(name, f"{size}x{size}", "image/png") for name, size in pngs.items()]
    manifest = {
        "name": _TITLE,
        "id": "./",
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": _COLOUR,
        "theme_color": _COLOUR,
        "icons": [
            {"src": name, "sizes": size, "type": kind, "purpose": purpose}
            for name, size, kind in [("icon.svg", "any", "image/svg+xml"), *sizes]
            for purpose in ("any", "maskable")
        ],
    }
    icon = "".join(html.template("install/icon.svg").splitlines())
    files: dict[str, str | bytes] = {
        "index.html": page,
        "manifest.webmanifest": json.dumps(manifest, indent=1) + "\n",
        "icon.svg": f"{icon}\n",
        **{name: _png(icon, size, size) for name, size in pngs.items()},
    }
    contents = (each.encode() if isinstance(each, str) else each for each in files.values())
    version = sha256(b"".join(contents)).hexdigest()[:16]
    kept = ["./", *list(files)[1:]]
    service = html.filled("install/service.js", version=version, files=kept)
    return {**files, "service.js": service, PREVIEW: preview()}


def _png(drawing: str, wide: int, high: int) -> bytes:
    """Draw an SVG of boxes with round corners as PNG, `wide` dots across and `high` dots down."""
    root = ElementTree.fromstring(drawing)
    unit = float(root.attrib["viewBox"].split()[2]) / wide  # across a dot
    down, across = (np.mgrid[:high, :wide] + 0.5) * unit
    dots = np.full((high, wide, 3), [float(each) for each in bytes.fromhex(_COLOUR[1:])])
    shape = ("x", "y", "width", "height", "rx")
    for box in root:
        x, y, width, height, corner = (float(box.attrib[name]) for name in shape)
        # How far a dot is outside of the box without its corners, and so how much of the dot is
        # covered.
        right = np.maximum(abs(across - x - width / 2) - width / 2 + corner, 0)
        below = np.maximum(abs(down - y - height / 2) - height / 2 + corner, 0)
        part = np.clip((corner - np.hypot(right, below)) / unit + 0.5, 0, 1)[..., None]
        dots += part * ([*bytes.fromhex(box.attrib["fill"][1:])] - dots)
    rows = np.pad(dots.round().astype(np.uint8).reshape(high, -1), ((0, 0), (1, 0)))
    header = struct.pack(">2I5B", wide, high, 8, 2, 0, 0, 0)
    chunks = {b"IHDR": header, b"IDAT": compress(rows.tobytes(), 9), b"IEND": b""}
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", crc32(kind + data))
        for kind, data in chunks.items()
    )
