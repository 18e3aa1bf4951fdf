"""The page, to play with the odds by any rules: one self-contained file, made of templates.

It solves any rules itself (`templates/*.js`), so it is given no more than rules and words: the
table of the variants that it compares, the catalogue, and what each field takes.
In a folder of a web site it can be installed, and works without a network: beside it lie a
manifest, a service worker that keeps these few files, and the icon.
"""

from __future__ import annotations

import json
import struct
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any
from xml.etree import ElementTree
from zlib import compress, crc32

import numpy as np

from ..errors import InputError
from ..exact import decimal_texts, fraction_text
from ..many.entries import Valued
from ..table import To
from ..variant.beside import beside_rules
from ..variant.fields import FIELDS
from ..variant.registry import Family, family, registered
from ..variant.variant import Variant
from .html import called, check_tiles, code, html, policy, style, template, told
from .link import link_to

MOST_BYTES = 1_000_000
_ROW = 1_400
"""What a variant takes on the page, at most."""
_SOLVER = ("exact", "rules", "game", "turn", "odds", "seats", "near", "worker")
_BOARD = (
    *("dom", "phrases", "german", "french", "spanish", "speech", "link", "languages", "back"),
    *("memory", "storage", "evening", "board", "paper", "dice", "tiles", "felt", "rail", "crowd"),
    *("dock", "opponent", "advice", "graph", "story", "sound", "menu", "table", "players"),
    *("panel", "send", "keys", "draw", "snack", "picture", "seesaw", "cards", "mend", "start"),
)
"""What the solver needs, and what the board does: the latter is deflated, which takes a third."""
SCRIPTS = (*_SOLVER, *_BOARD)
"""The scripts of the page, each after those that it calls when it is loaded."""
_STYLES = ("room", "box", "sheets", "evening", "cards")


def render_page(
    entries: Sequence[Valued],
    title: str,
    address: str = "",
    named: Sequence[Family] = (),
    *,
    installable: bool = False,
) -> str:
    """Write the page of some variants, in the order given; `InputError` if it is too large.

    Links that it offers begin with the address where it lives, if that is known. It begins with the
    first of the rule sets by which the variants were named. If it is installable, what that takes
    lies beside it; else it is one file.
    """
    beside = beside_rules(entries, ())
    rules = [column.name for column in beside.columns if To.TEXT in column.to]
    names = ["first_player_ev_percent", "favoured", *rules, "first_player_ev"]
    called_so = {rules.name: called(rules) for rules in named}
    board = "".join(map(code, _BOARD))
    packed = b64encode(compress(board.encode(), 9)).decode()
    data = {**told(named, entries), "address": address, "packed": packed}
    styles = [style(name) for name in _STYLES]
    names_of_scripts = (*_SOLVER, "unpack", *["install"] * installable)
    scripts = [{"solver": name in _SOLVER, "text": code(name)} for name in names_of_scripts]
    version = sha256(json.dumps([data, styles, scripts]).encode()).hexdigest()[:16]
    page = html(
        "page.html",
        installable=installable,
        title=title,
        family=next((name for name in registered() if family(name).summary == title), ""),
        styles=styles,
        scripts=scripts,
        policy=policy(
            [*(str(script["text"]) for script in scripts), board], " 'self'" * installable
        ),
        data={**data, "version": version},
        columns=names,
        rows=list(_rows(entries, names, called_so)),
    )
    if (size := len(page.encode())) > MOST_BYTES:
        raise _too_large(len(entries), size)
    return page


def check_size(variants: Sequence[Variant]) -> None:
    """Raise `InputError` if a page of some variants would be too large, before they are solved."""
    if _ROW * len(variants) > MOST_BYTES:
        raise _too_large(len(variants), _ROW * len(variants))
    check_tiles(variants)


def _too_large(variants: int, size: int) -> InputError:
    return InputError(
        f"{variants} variants would take about {size / 1e6:.2f} MB; takes at most "
        f"{MOST_BYTES / 1e6:.0f} MB: fewer variants",
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


def render_folder(
    entries: Sequence[Valued], title: str, address: str = "", named: Sequence[Family] = ()
) -> Mapping[str, str | bytes]:
    """Write the page of some variants, and what makes it installable: contents by file name."""
    icon = "".join(template("icon.svg").splitlines())
    files: dict[str, str | bytes] = {
        "index.html": render_page(entries, title, address, named, installable=True),
        "manifest.webmanifest": json.dumps(_manifest(), indent=1) + "\n",
        "icon.svg": f"{icon}\n",
        **{f"icon-{size}.png": _png(icon, size) for size in _SIZES},
    }
    contents = (each if isinstance(each, bytes) else each.encode() for each in files.values())
    version = sha256(b"".join(contents)).hexdigest()[:16]
    kept = ["./", *list(files)[1:]]
    return {**files, "service.js": html("service.js", version=version, files=kept)}


_COLOUR = "#3a2112"
_SIZES = (192, 512)
_SHAPE = ("x", "y", "width", "height", "rx")


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


def _png(icon: str, size: int) -> bytes:
    """Draw an icon, boxes with round corners alone, in dots, for those that take no other (iOS)."""
    down, across = (np.mgrid[:size, :size] + 0.5) * 100 / size
    dots = np.full((size, size, 3), [float(each) for each in bytes.fromhex(_COLOUR[1:])])
    for box in ElementTree.fromstring(icon):
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
