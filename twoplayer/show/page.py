"""The page, to play with the odds by any rules, and a card to play by: HTML made of templates.

Each is one self-contained file. The page solves any rules itself (`templates/*.js`), so it is given
no more than rules and words: the table of the variants that it compares, the catalogue, and what
each field takes. A card is one sheet of A5 to print, to be laid beside the box.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Iterator, Sequence
from hashlib import sha256
from importlib.resources import files
from itertools import groupby
from typing import Any
from urllib.parse import quote

from ..errors import GameTooLargeError, InputError
from ..exact import Rational, decimal_text, decimal_texts, fraction_text
from ..game.solutions import solve
from ..game.stakes import tie_of
from ..strategy.card import Card, CardLine
from ..strategy.search import words
from ..table import To
from ..variant.beside import beside_rules
from ..variant.fields import FIELDS, MEANT, typed
from ..variant.registry import family, registered
from ..variant.tiles import TileSet
from ..variant.variant import Variant
from .fair import Game

MOST_BYTES = 1_000_000
MOST_TILES = 12
"""What the page solves at most: so many tiles."""
_ROW = 1_400
"""What a variant takes on the page, at most."""
_SOLVER = ("exact", "rules", "game", "turn", "odds", "near", "worker")
_BOARD = (
    *("dom", "phrases", "link", "memory", "board", "dice", "tiles", "felt", "rail", "dock"),
    *("advice", "graph", "story", "sound", "menu", "panel", "keys", "draw", "start"),
)
"""The scripts of the page, each after those that it calls when it is loaded."""
_STYLES = ("room", "box", "sheets")
_TITLES = {
    "tiles": "Tiles",
    "dice": "Dice",
    "weights": "How often each side comes up",
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


def render_page(entries: Sequence[Game], title: str, address: str = "") -> str:
    """Write the page of some variants, in the order given; `InputError` if it is too large.

    Links that it offers begin with the address where it lives, if that is known.
    """
    beside = beside_rules(entries, ())
    rules = [column.name for column in beside.columns if To.TEXT in column.to]
    names = ["first_player_ev_percent", "favoured", *rules, "first_player_ev"]
    common = beside.note.removeprefix("In every row: ").removesuffix(".")
    data = {**_data(entries), "address": address}
    styles = [f"\n{_template(f'{name}.css')}" for name in _STYLES]
    scripts = [
        {"solver": name in _SOLVER, "text": f"\n// {name}.js\n{_code(name)}"}
        for name in (*_SOLVER, *_BOARD)
    ]
    version = sha256(json.dumps([data, styles, scripts]).encode()).hexdigest()[:16]
    page = _html(
        "page.html",
        title=title,
        styles=styles,
        scripts=scripts,
        policy=_policy([str(script["text"]) for script in scripts]),
        data={**data, "version": version},
        headings={name: _TITLES[name] for name in names},
        rows=list(_rows(entries, names)),
        common=common,
    )
    if (size := len(page.encode())) > MOST_BYTES:
        raise _too_large(len(entries), size)
    return page


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


def _code(name: str) -> str:
    """Return a script without its comments, which a phone does not need."""
    return re.sub(r"^ *//.*\n", "", _template(f"{name}.js"), flags=re.MULTILINE)


def _policy(scripts: Sequence[str]) -> str:
    """Return what the page may do: run what stands in it, and nothing else; load and send nothing.

    Styles are free, so that readers can add their own.
    """
    digests = (b64encode(sha256(text.encode()).digest()).decode() for text in scripts)
    hashes = " ".join(f"'sha256-{digest}'" for digest in digests)
    return (
        f"default-src 'none'; style-src 'unsafe-inline'; script-src {hashes}; "
        "worker-src blob:; img-src data:; base-uri 'none'; form-action 'none'"
    )


def _template(name: str) -> str:
    return (files("twoplayer.show") / "templates" / name).read_text("utf-8")


def _html(template: str, **found: Any) -> str:
    """Fill a template with what was found."""
    from jinja2 import Environment, StrictUndefined

    environment = Environment(autoescape=True, undefined=StrictUndefined)
    return environment.from_string(_template(template)).render(found) + "\n"


def _too_large(variants: int, size: int) -> InputError:
    return InputError(
        f"{variants} variants would take about {size / 1e6:.2f} MB; takes at most "
        f"{MOST_BYTES / 1e6:.0f} MB: fewer variants",
        of="page",
    )


def _rows(entries: Sequence[Game], names: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Yield the rows of the table: a label, a link to the rules, and cells with their places."""
    percents = decimal_texts([100 * entry.first_player_ev for entry in entries], 4)
    rows = list(map(_cells, entries, percents))
    order = {name: sorted({row[name][1] for row in rows}) for name in names}
    for entry, row in zip(entries, rows, strict=True):
        cells = [(name, row[name][0], order[name].index(row[name][1])) for name in names]
        label = entry.variant.in_words()
        yield {"label": label, "link": link_to(entry.variant), "cells": cells}


def _cells(entry: Game, percent: str) -> dict[str, tuple[str, Any]]:
    """Return each cell in words that a player understands, under its heading; and what sorts it."""
    variant, ev, words = entry.variant, entry.first_player_ev, entry.variant.words()
    may = words["one_die"].removeprefix("a single die ").removeprefix("may be rolled instead ")
    words["one_die"] = "never" if may == "is never rolled" else may
    stakes = variant.clack_payout
    words["clack_payout"] = f"{stakes} stake{'s' * (stakes != 1)}"
    at_once = variant.immediate_clack
    words["immediate_clack"] = "wins at once" if at_once else "the second still rolls"
    cells = {}
    for rule in FIELDS:
        value = getattr(variant, rule)
        cells[rule] = words[rule], (not variant.is_default(rule), value is not None, value)
    named = {"name": variant.name, "changed": variant.in_words(), "favoured": entry.favoured}
    return {
        **cells,
        **{name: (text, text) for name, text in named.items()},
        "first_player_ev": (fraction_text(ev), abs(ev)),
        "first_player_ev_percent": (percent.replace("-", "\N{MINUS SIGN}"), abs(ev)),
    }


def _data(entries: Sequence[Game]) -> dict[str, Any]:
    """Return what the scripts are given: rules and words."""
    catalogue = [
        (rules, [v for v in rules.members() if len(v.tiles) <= MOST_TILES])
        for rules in map(family, registered())
    ]
    classic = Variant()
    played = [classic, *(variant for _, variants in catalogue for variant in variants)]
    taken = {name: [getattr(variant, name) for variant in played] for name in FIELDS}
    begin = classic if classic in {entry.variant for entry in entries} else entries[0].variant
    return {
        "begin": begin.rules(),
        "takes": {name: field.takes for name, field in FIELDS.items()},
        "meant": MEANT,
        "titles": {name: _TITLES[name] for name in FIELDS},
        "options": {
            name: [typed(field.spell(value)) for value in dict.fromkeys(taken[name])]
            for name, field in FIELDS.items()
        },
        "catalogue": [
            {"name": rules.name, "summary": rules.summary, "rules": _changed(variants[0])}
            for rules, variants in catalogue
            if rules.size == len(variants) == 1
        ],
    }


def _changed(variant: Variant) -> dict[str, Any]:
    """Return the rules that are not as in the classic game."""
    return {name: rule for name, rule in variant.rules().items() if not variant.is_default(name)}


_WIDE = 19
"""So many characters of tiles fit into one of three columns; else there are two."""
_ROOM = {("first", 3): 75, ("first", 2): 44, ("second", 3): 40, ("second", 2): 28}
_TOGETHER = 8
"""So many boxes are not torn apart at the end of a column."""
_DEAREST = 10
_MOST_CHANCES = 48
_ORDINALS = {2: "second", 3: "third"}


def room_for(variant: Variant, player: str) -> int:
    """Return how many exceptions fit on a player's sheet."""
    return _ROOM[player, _columns(variant)]


def render_card(card: Card) -> str:
    """Write a card as HTML, with the name of its rules and what is not as in the classic game."""
    card = card.fractions
    rules = card.variant.in_words()
    step = -(-len(card.chances) // _MOST_CHANCES)
    shown = list(card.chances.items())[:: step or 1]
    return _html(
        "card.html",
        player=card.player,
        game=rules if card.variant == Variant() else f"{card.variant.name} ({rules})",
        roll=_dice(card),
        rule=words(card.rule),
        won=_won(card),
        groups=list(_groups(card)),
        columns=_columns(card.variant),
        dearest=_DEAREST if len(card.lines) > 2 * _DEAREST else 0,
        ahead=_ahead(card),
        chances=[(score, *map(_percent, chances)) for score, chances in shown],
        which=f", every {_ORDINALS.get(step, f'{step}th')} one" if step > 1 else "",
        cost=_cents(card.cost),
        alone=_cents(card.optimum - card.rule_ev),
        exact={
            "by this card": fraction_text(card.ev),
            "by perfect play": fraction_text(card.optimum),
            "the difference": fraction_text(card.cost),
        },
    )


def _columns(variant: Variant) -> int:
    return 3 if len(_box(variant.tiles, variant.tiles)) <= _WIDE else 2


def _won(card: Card) -> str:
    """Say when the second player has won, and how to go on makes no difference."""
    if card.player == "first" or card.variant.clack_payout != 1:
        return ""
    lower = "not higher" if tie_of(card.variant) > 0 else "lower"
    return (
        f"Once what you have open scores {lower} than the score to beat you have won: how you go "
        "on makes no difference."
    )


def _dice(card: Card) -> str:
    """Say how many dice to roll."""
    dice, one_die = card.variant.dice, card.variant.one_die
    if dice.number == 1:
        return "Roll the die."
    usual = "both dice" if dice.number == 2 else f"all {dice.number} dice"
    if card.one_die is None:
        return f"Roll {usual}" + ("." if one_die == "never" else f"; {one_die.words()}.")
    if card.one_die == "never":
        return f"Always roll {usual}, also where you may roll one."
    if card.one_die == "always":
        return f"Roll one die wherever you may; else {usual}."
    when = card.one_die.words().partition(" while ")[2]
    return f"Roll one die where you may and {when}; else {usual}."


def _groups(card: Card) -> Iterator[tuple[str, list[tuple[str, str, bool]]]]:
    """Sort the exceptions as one looks them up: by roll, by move, by what is open.

    Under a heading there are boxes, to beat which scores, and whether they are worth most.
    """

    def place(line: CardLine) -> tuple[object, ...]:
        return line.rolls, line.covers, len(line.open_tiles), line.open_tiles, line.scores

    dearest = card.lines[:_DEAREST]
    for (rolls, covers), lines in groupby(
        sorted(card.lines, key=place), lambda line: (line.rolls, line.covers)
    ):
        rolled = " or ".join(
            "+".join(map(str, roll)) if isinstance(roll, tuple) else str(roll) for roll in rolls
        )
        boxes = [
            (_box(card.variant.tiles, line.open_tiles), _against(card, line), line in dearest)
            for line in lines
        ]
        heading = f"{rolled}: cover {' + '.join(map(str, covers))}"
        for start in range(0, len(boxes), _TOGETHER):
            yield f"{heading}, more" if start else heading, boxes[start : start + _TOGETHER]


def _box(tiles: TileSet, open_tiles: TileSet) -> str:
    """Draw the box: open tiles, and dots for those that are covered."""
    return " ".join(str(tile) if tile in open_tiles else "·" * len(str(tile)) for tile in tiles)


def _against(card: Card, line: CardLine) -> str:
    """Say to beat which scores a line holds; nothing where it does for all."""
    if line.scores is None:
        return ""
    every, (low, high) = list(card.chances), line.scores
    if low <= every[0]:
        return "" if high == every[-1] else f"≤ {high}"
    if high == every[-1]:
        return f"≥ {low}"
    return f"{low}" if low == high else f"{low}–{high}"


def _ahead(card: Card) -> str:
    """Say which scores are good ones, with perfect play on both sides."""
    values = solve(card.variant).fractions.second_player_values
    good = [score for score, value in values.items() if value < 0]
    even = 0 in values.values()
    if even or good != list(values)[: len(good)] or not 0 < len(good) < len(values):
        return ""
    worst, next_score = good[-1], list(values)[len(good)]
    if card.player == "first":
        return f"Whoever leaves {worst} or less is ahead; with {next_score} or more the other is."
    return f"You are ahead against {next_score} or more, and behind against {worst} or less."


def _percent(chance: Rational) -> str:
    """Write a chance in whole percent; what is not certain is never written as if it were."""
    whole = round(100 * chance)
    return "<1" if whole == 0 < chance else ">99" if whole == 100 > 100 * chance else str(whole)


def _cents(stakes: Rational) -> str:
    """Write what stakes are in 100 games of a dollar."""
    return decimal_text(100 * 100 * stakes, 0)
