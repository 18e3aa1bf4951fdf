"""The EV table: variants side by side, the fairest first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, Self, TypeVar

from ..exact import percent_text, plain
from ..game.fairness import EV_EXACTLY, EVS, favoured_by, gain_in_money
from ..game.solution import Solution
from ..table import Column, Table
from ..turn.board import board_of
from ..variant.beside import beside_rules, brief, called, fields_that_differ
from ..variant.fields import FIELDS
from ..variant.variant import Variant
from ..words import paragraph, titled

Named = TypeVar("Named", bound=tuple[Any, ...])

_MOST_RULES = 4
"""A label that says more rules than these is too long to be read beside a bar."""


class Entry(NamedTuple):
    """A variant's EV to the first player, in stakes, and the name that it was asked for by."""

    name: str
    variant: Variant
    first_player_ev: Fraction

    @classmethod
    def of(cls, name: str, solution: Solution) -> Self:
        """Return the result that a solution holds."""
        return cls(name, solution.variant, solution.fractions.first_player_ev)

    @property
    def favoured(self) -> str:
        """Who is favoured: `"first"`, `"second"` or `"nobody"`."""
        return favoured_by(self.first_player_ev)


Game = TypeVar("Game", Entry, Solution)


def solved(named: Iterable[tuple[str, Variant]], evs: Iterable[Fraction]) -> list[Entry]:
    """Return variants that have names, each with its EV."""
    return [Entry(name, variant, ev) for (name, variant), ev in zip(named, evs, strict=True)]


def ranked(entries: Iterable[Game]) -> list[Game]:
    """Sort by |EV|, the fairest first; equals stay in order."""
    return sorted(entries, key=lambda entry: abs(entry.first_player_ev))


def distinct(named: Iterable[Named]) -> list[Named]:
    """Leave out rules that have been listed before; of entries, or of names with variants."""
    found: dict[Variant, Named] = {}
    for each in named:
        found.setdefault(each[1], each)
    return list(found.values())


def evs_table(entries: Sequence[Entry | Solution], more: Iterable[Column] = ()) -> Table:
    """Return the EV table in the order given, perhaps with further columns for programs."""
    named = [(entry.name, entry) for entry in entries]
    return beside_rules(named, [*EVS, *more, EV_EXACTLY])


def against_scores(values: Mapping[int, Any]) -> list[dict[str, Any]]:
    """Return the second player's values, or bounds of them, as JSON has them."""
    return [{"first_player_score": score, **plain(value)} for score, value in values.items()]


def labels(named: Sequence[tuple[str, Variant]]) -> list[str]:
    """Name variants by their rule sets if these differ, else by the rules in which they differ.

    Where they differ in many, each is named by those that are not as in the classic game.

    >>> labels([("tiles", Variant()), ("tiles", Variant(tiles=10))])
    ['tiles 1-9', 'tiles 1-10']
    """
    names = [name for name, _ in named]
    fields = fields_that_differ(variant for _, variant in named)
    if len(set(names)) == len(names) or not fields:
        return names
    if len(fields) > _MOST_RULES:
        return [called(variant) for _, variant in named]
    return [brief(variant, fields) for _, variant in named]


def describe(entry: Entry | Solution, more: Mapping[str, str] | None = None) -> str:
    """Say who is favoured and by how much: fraction, percent, further lines, plain words."""
    ev = entry.first_player_ev
    never = {}
    if stuck := board_of(entry.variant).stuck:
        never["never covered"] = f"{FIELDS['tiles'].words(stuck)}: no roll does"
    rows = {
        "rules": title(entry.name, entry.variant),
        **never,
        "first player's EV": f"{ev} stakes",
        "in percent": f"{percent_text(ev)} %",
        "favoured": who(entry.favoured),
        **(more or {}),
    }
    return f"{titled(rows, least=18)}\n\n{plain_words(ev)}\n"


def title(name: str, variant: Variant) -> str:
    """Name a variant, and say what is not as in the classic game."""
    changed = brief(variant)
    return f"{name} ({changed})" if changed != "none" else "the classic game"


def who(favoured: str) -> str:
    """Say who is favoured, as a result names it."""
    if favoured == "unknown":
        return "nobody, or by less than the bounds can tell"
    return favoured if favoured == "nobody" else f"the {favoured} player"


def plain_words(ev: Fraction, game: str = "game", games: str = "games") -> str:
    """Say what an EV is in money, in a paragraph."""
    if ev == 0:
        return f"In plain words: nobody gains: the {game} is exactly fair."
    return paragraph(f"In plain words: {gain_in_money(ev, games)}.")
