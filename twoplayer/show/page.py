"""The page: one self-contained HTML file, to play with the odds and to set one's own rules.

The page solves any rules itself (`templates/*.js`), so it is given no more than rules and words:
the table of the variants that it compares, the catalogue, and what each field takes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from hashlib import sha256
from importlib.resources import files
from typing import Any, NamedTuple
from urllib.parse import quote

from ..cells import Row, cell_text
from ..errors import GameTooLargeError, InputError
from ..exact import decimal_texts, fraction_text
from ..table import To
from ..variant.beside import beside_rules
from ..variant.fields import FIELDS, typed
from ..variant.registry import family, registered
from ..variant.variant import Variant
from .fair import Game, labels

MOST_BYTES = 1_000_000
MOST_TILES = 12
"""What the page solves at most: so many tiles."""
_ROW = 1_400
"""What a variant takes on the page, at most."""
_SOLVER = ("exact", "rules", "game", "turn", "odds", "worker")
_BOARD = ("link", "dice", "board", "draw", "keys", "panel", "start")
"""The scripts of the page, each after those that it calls when it is loaded."""
_TITLES = {
    "tiles": "Tiles",
    "dice": "Dice",
    "one_die": "A single die",
    "moves": "What a roll covers",
    "max_tiles": "Tiles in one move",
    "opening_tile": "First move",
    "stop_total": "A roll that ends the turn",
    "scoring": "Score",
    "clack_payout": "A clack (every tile covered) pays",
    "immediate_clack": "A clack of the first player",
    "ties": "Equal scores",
    "name": "Rules",
    "changed": "Not as in the classic game",
    "first_player_ev_percent": "First player's EV (%)",
    "favoured": "Favoured",
    "first_player_ev": "EV, exact (stakes)",
}


def render_page(entries: Sequence[Game], title: str) -> str:
    """Write the page of some variants, in the order given; `InputError` if it is too large."""
    from jinja2 import Environment

    beside = beside_rules([(entry.name, entry) for entry in entries], ())
    rules = [column for column in beside.columns if To.TEXT in column.to]
    columns = [{column.name: column.cell(row) for column in rules} for row in beside.rows]
    names = ["first_player_ev_percent", "favoured", *columns[0], "first_player_ev"]
    common = beside.note.removeprefix("In every row: ").removesuffix(".")
    css, data = _template("page.css").strip(), _data(entries)
    scripts = [
        {"name": f"{name}.js", "solver": name in _SOLVER, "text": _template(f"{name}.js")}
        for name in (*_SOLVER, *_BOARD)
    ]
    version = sha256(json.dumps([data, css, scripts]).encode()).hexdigest()[:16]
    page = (
        Environment(autoescape=True)
        .from_string(_template("page.html"))
        .render(
            title=title,
            css=css,
            scripts=scripts,
            data={**data, "version": version},
            headings={name: _TITLES[name] for name in names},
            rows=list(_rows(entries, columns, names)),
            common=common,
        )
    )
    size = len(page.encode()) + 1
    if size > MOST_BYTES:
        raise _too_large(len(entries), size)
    return f"{page}\n"


def check_size(variants: Sequence[Variant]) -> None:
    """Raise `InputError` if a page of some variants would be too large, before they are solved."""
    if _ROW * len(variants) > MOST_BYTES:
        raise _too_large(len(variants), _ROW * len(variants))
    for variant in variants:
        if len(variant.tiles) > MOST_TILES:
            raise GameTooLargeError(
                f"got {len(variant.tiles)} of them; takes at most {MOST_TILES} on a page, "
                "which a phone can still solve",
                of="tiles",
            )


def link_to(variant: Variant) -> str:
    """Write what stands behind the `#` in the address of a page that plays by some rules.

    >>> link_to(Variant(tiles=10, one_die="sum <= 6"))
    'tiles=1-10&one_die=sum%20%3C%3D%206'
    """
    fields = [name for name in FIELDS if not variant.is_default(name)] or ["tiles"]
    rules = variant.rules()
    return "&".join(f"{name}={quote(typed(rules[name]), safe='')}" for name in fields)


def _template(name: str) -> str:
    return (files("twoplayer.show") / "templates" / name).read_text("utf-8")


def _too_large(variants: int, size: int) -> InputError:
    return InputError(
        f"{variants} variants would take about {size / 1e6:.2f} MB; takes at most "
        f"{MOST_BYTES / 1e6:.0f} MB: fewer variants",
        of="page",
    )


class _Cell(NamedTuple):
    """A cell of the table: its column, its text, and what it is sorted by."""

    column: str
    text: str
    key: int


def _rows(
    entries: Sequence[Game], columns: Sequence[Row], names: Sequence[str]
) -> Iterator[dict[str, Any]]:
    """Yield the rows of the table: a label, a link to the rules, and cells."""
    percents = [
        text.replace("-", "\N{MINUS SIGN}")
        for text in decimal_texts([100 * entry.first_player_ev for entry in entries], 4)
    ]
    keys = {name: [_sorted_by(entry, name) for entry in entries] for name in names}
    order = {name: sorted(set(values)) for name, values in keys.items()}
    named = labels([(entry.name, entry.variant) for entry in entries])
    for place, (entry, label, rules) in enumerate(zip(entries, named, columns, strict=True)):
        row = {
            "first_player_ev_percent": percents[place],
            "favoured": entry.favoured,
            **{name: _in_words(entry.variant, name, value) for name, value in rules.items()},
            "first_player_ev": fraction_text(entry.first_player_ev),
        }
        yield {
            "label": label,
            "link": link_to(entry.variant),
            "cells": [
                _Cell(name, cell_text(row[name]), order[name].index(keys[name][place]))
                for name in names
            ],
        }


def _in_words(variant: Variant, column: str, value: object) -> object:
    """Put a cell into words that a player understands, under its heading."""
    words = variant.words()
    if column == "changed":
        return variant.in_words()
    if column == "one_die":
        may = words[column].removeprefix("a single die ").removeprefix("may be rolled instead ")
        return "never" if may == "is never rolled" else may
    if column == "clack_payout":
        return f"{value} stake{'s' * (variant.clack_payout != 1)}"
    if column == "immediate_clack":
        return "wins at once" if value else "the second still rolls"
    return words.get(column, value)


def _sorted_by(entry: Game, column: str) -> Any:
    if column in FIELDS:
        rule = getattr(entry.variant, column)
        return not entry.variant.is_default(column), rule is not None, rule
    if column in ("first_player_ev", "first_player_ev_percent"):
        return abs(entry.first_player_ev)
    return {
        "name": entry.name,
        "changed": _in_words(entry.variant, "changed", None),
        "favoured": entry.favoured,
    }[column]


def _data(entries: Sequence[Game]) -> dict[str, Any]:
    """Return what the scripts are given: rules and words."""
    catalogue = [
        (rules, [v for v in rules.members() if len(v.tiles) <= MOST_TILES])
        for rules in map(family, registered())
    ]
    played = [variant for _, variants in catalogue for variant in variants]
    classic = Variant()
    begin = classic if classic in {entry.variant for entry in entries} else entries[0].variant
    return {
        "begin": begin.rules(),
        "takes": {name: field.takes for name, field in FIELDS.items()},
        "titles": {name: _TITLES[name] for name in FIELDS},
        "options": {
            name: [
                typed(field.spell(value))
                for value in dict.fromkeys(
                    [field.default, *(getattr(variant, name) for variant in played)]
                )
            ]
            for name, field in FIELDS.items()
        },
        "catalogue": [
            {"name": rules.name, "summary": rules.summary, "rules": variants[0].rules()}
            for rules, variants in catalogue
            if rules.size == len(variants) == 1
        ],
    }
