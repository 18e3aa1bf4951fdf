"""The page: one self-contained HTML file, to compare rules and to play with the odds.

The page solves a player's turn itself, in whole numbers of any size. It is given `PageData`: the
rolls and the moves that each allows, and the second player's values, from which the first player's
payoffs are made. Whole numbers that may be large are text there.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from hashlib import sha256
from importlib.resources import files
from typing import Any, NamedTuple, TypedDict

from ..errors import InputError
from ..exact import decimal_texts, fraction_text
from ..executors import Progress, told
from ..game.outcomes import against_every_score
from ..turn.induction import turn_of
from ..turn.moves import possible_rolls
from ..turn.states import States, ranks, states_of
from ..turn.throws import allowed_moves, dice_choices
from ..variant.fields import FIELDS
from ..variant.scores import scores
from ..variant.tiles import TileSet
from ..variant.variant import Variant
from ..writing import Row, cell_text
from .ranking import TITLES, Entry, brief, labels, rules_columns

__all__ = ["check_size", "render_page"]

MOST_BYTES = 3_000_000
_AROUND = 30_000
_ROW = 1_400
"""What the page takes without a variant, and each for its row and its rules in words."""
_CARRIED = ("value", "win", "clack", "tie")
"""The components of the second player's values that the first player's payoffs are made of."""
_RESULTS = ("first_player_ev_percent", "favoured")


class RollData(TypedDict):
    """A roll: how it is called, in how many ways it falls, and the bit masks of its moves."""

    name: str
    ways: str
    moves: list[int]


class DiceData(TypedDict):
    """A number of dice, the number of ways in which they fall, and the rolls.

    `states` has a 1 at the place of every state in which they may be chosen, else a 0.
    """

    dice: int
    outcomes: str
    states: str
    rolls: list[RollData]


class TurnData(TypedDict):
    """What a turn is: the numbers on the tiles, what makes values whole, and the dice."""

    tiles: TileSet
    scale: str
    choices: list[DiceData]


class ScoringData(TypedDict):
    """The different scores, ascending, and the rank of every state's score among them."""

    scores: list[str]
    ranks: list[int]


class VariantData(TypedDict):
    """A variant: the places of its turn and its scoring in the lists, words, and stakes.

    `payout` is the numerator and the denominator. `against` has, by component, what the second
    player gets against every rank, times the scale of the turn and that denominator.
    """

    turn: int
    scoring: int
    words: list[str]
    payout: list[str]
    immediateClack: bool
    ties: str
    against: dict[str, list[str]]


class PageData(TypedDict):
    """What the solver of the page is given; what variants have in common stands once."""

    turns: list[TurnData]
    scorings: list[ScoringData]
    variants: list[VariantData]


def render_page(entries: Sequence[Entry], title: str, progress: Progress | None = None) -> str:
    """Write the page of some variants, in the order given; `InputError` if it is too large."""
    from jinja2 import Environment

    data = _data([entry.variant for entry in entries], progress)
    columns, common = rules_columns(entries)
    names = [*columns[0], *_RESULTS]
    page = (
        Environment(autoescape=True)
        .from_string(_template("page.html"))
        .render(
            title=title,
            css=_template("page.css").strip(),
            script=f"{_template('game.js')}\n{_template('board.js')}".strip(),
            data=data,
            digest=sha256(json.dumps(data).encode()).hexdigest()[:16],
            headings=[
                TITLES.get(name, name.replace("_", " ")).replace("\n", " ") for name in names
            ],
            rows=list(_rows(entries, columns)),
            common=common,
        )
    )
    size = len(page.encode()) + 1
    if size > MOST_BYTES:
        raise _too_large(len(entries), size)
    return f"{page}\n"


def _template(name: str) -> str:
    return (files("twoplayer.show") / "templates" / name).read_text("utf-8")


class _Cell(NamedTuple):
    """A cell of the table: its text, an exact fraction behind it, and what it is sorted by."""

    text: str
    exact: str
    key: int
    number: bool


def _rows(entries: Sequence[Entry], columns: Sequence[Row]) -> Iterator[dict[str, Any]]:
    """Yield the rows of the table: a label, and cells."""
    names = [*columns[0], *_RESULTS]
    percents = decimal_texts([100 * entry.first_player_ev for entry in entries], 4)
    keys = {name: _keys([_sorted_by(entry, name) for entry in entries]) for name in names}
    named = labels([(entry.name, entry.variant) for entry in entries])
    for place, (entry, label, rules) in enumerate(zip(entries, named, columns, strict=True)):
        row = {**rules, "first_player_ev_percent": percents[place], "favoured": entry.favoured}
        exact = {"first_player_ev_percent": fraction_text(entry.first_player_ev)}
        yield {
            "label": label,
            "cells": [
                _Cell(cell_text(value), exact.get(name, ""), keys[name][place], name in exact)
                for name, value in row.items()
            ],
        }


def _sorted_by(entry: Entry, column: str) -> Any:
    if column in FIELDS:
        rule = getattr(entry.variant, column)
        return not entry.variant.is_default(column), rule is not None, rule
    if column == "first_player_ev_percent":
        return abs(entry.first_player_ev)
    return {"name": entry.name, "changed": brief(entry.variant), "favoured": entry.favoured}[column]


def _keys(values: Sequence[Any]) -> list[int]:
    """Return the place of every value among the different ones, ascending."""
    order = sorted(set(values))
    return [order.index(value) for value in values]


def _data(variants: Sequence[Variant], progress: Progress | None) -> PageData:
    turns = list(dict.fromkeys(variant.turn_rules for variant in variants))
    advance = told(progress, 1 / (len(variants) + len(turns)))
    scorings = list(dict.fromkeys((variant.tiles, variant.scoring) for variant in variants))
    data: PageData = {
        "turns": [],
        "scorings": [_scoring(*each) for each in scorings],
        "variants": [],
    }
    for rules in turns:
        data["turns"].append(_turn(rules))
        advance(1)
    for variant in variants:
        payout, spelled = variant.clack_payout, variant.rules()
        data["variants"].append(
            {
                "turn": turns.index(variant.turn_rules),
                "scoring": scorings.index((variant.tiles, variant.scoring)),
                "words": [s for name, s in variant.words().items() if spelled[name] is not None],
                "payout": [str(payout.numerator), str(payout.denominator)],
                "immediateClack": variant.immediate_clack,
                "ties": variant.ties,
                "against": _against(variant, advance),
            }
        )
    return data


def _against(variant: Variant, progress: Progress) -> dict[str, list[str]]:
    payoff = against_every_score(variant, progress)
    more = _scale(variant) // turn_of(variant).scale
    columns = dict(zip(payoff.components, more * payoff.table[:, 0].T, strict=True))
    return {name: list(map(str, columns[name])) for name in _CARRIED}


def _every_set(tiles: TileSet) -> States:
    """Return the states of the page: every set of the tiles, since players may set up any."""
    return States(tiles, ())


def _scale(rules: Variant) -> int:
    """Return what makes the values of every set of the tiles whole."""
    states = states_of(rules)
    if not states.stuck:
        return int(turn_of(rules).scale)
    # Other conditions for one die may hold in sets that a turn does not lead to.
    return _scale_at_most(rules)


def _scale_at_most(rules: Variant) -> int:
    """Bound the scale: no set has more rolls that cover something than tiles they can cover."""
    return int(rules.dice.sides ** (rules.dice.number * len(states_of(rules).free)))


def check_size(variants: Sequence[Variant]) -> None:
    """Raise `InputError` if some variants would make a page too large, before they are solved."""
    size = _AROUND + _ROW * len(variants)
    for variant in variants:
        digits = len(str(_scale_at_most(variant) * variant.clack_payout.denominator))
        size += len(scores(variant)) * len(_CARRIED) * (digits + len('"", '))
    for tiles in {variant.tiles for variant in variants}:
        size += 2 ** len(tiles) * len("123, ")
    for rules in {variant.turn_rules for variant in variants}:
        if size <= MOST_BYTES:
            size += len(json.dumps(_turn(rules)))
    if size > MOST_BYTES:
        raise _too_large(len(variants), size)


def _too_large(variants: int, size: int) -> InputError:
    return InputError(
        f"page: {variants} variants would take about {size / 1e6:.2f} MB; takes at most "
        f"{MOST_BYTES / 1e6:.0f} MB: fewer variants, tiles or scores"
    )


def _turn(rules: Variant) -> TurnData:
    every = _every_set(rules.tiles)
    return {
        "tiles": rules.tiles,
        "scale": str(_scale(rules)),
        "choices": [
            {
                "dice": choice.dice,
                "outcomes": str(choice.outcomes),
                "states": "".join("01"[may] for may in choice.states.tolist()),
                "rolls": [
                    {
                        "name": "·".join(map(str, roll)),
                        "ways": str(ways),
                        "moves": sorted(allowed_moves(rules, roll, choice.opening, every)),
                    }
                    for roll, ways in possible_rolls(rules, choice.dice).items()
                ],
            }
            for choice in dice_choices(rules, every)
        ],
    }


def _scoring(tiles: TileSet, scoring: str) -> ScoringData:
    rules = Variant(tiles=tiles, scoring=scoring)
    return {
        "scores": list(map(str, scores(rules))),
        "ranks": ranks(rules, _every_set(tiles)).tolist(),
    }
