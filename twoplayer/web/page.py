"""The page, to play with the odds by any rules: one self-contained file, made of templates.

It solves any rules itself (`rules/`), so it is given no more than rules and words: the table of the
variants that it compares, the catalogue, and what each field takes. `folder.py` has the page that
can be installed.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from types import MappingProxyType
from typing import Any
from zlib import compress

from ..errors import InputError
from ..exact import decimal_texts, fraction_text
from ..many.entries import Valued
from ..table import To
from ..variant.beside import beside_rules
from ..variant.fields import FIELDS
from ..variant.registry import Family, family, registered
from ..variant.variant import Variant
from .html import called, check_tiles, code, html, minified, policy, style, told
from .link import link_to
from .scripts import bundles

MOST_BYTES = 1_000_000
_ROW = 1_400
"""What a variant takes on the page, at most."""
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
    if (size := len(page.encode())) > MOST_BYTES:
        raise _too_large(len(entries), size)
    return page


def _adding(styles: str) -> str:
    """Write a script that adds styles to those of the page."""
    made = "Object.assign(document.createElement('style'),{textContent:%s})"
    return f"document.head.append({made % json.dumps(styles)});"


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
