"""The EV table: variants side by side, the fairest first."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, Self, TypeVar

from ..exact import decimal_text, percent_text
from ..game.fairness import favoured_by
from ..game.solution import Solution
from ..turn.states import states_of
from ..variant.fields import FIELDS
from ..variant.variant import Variant
from ..writing import Format, Row, markdown_text, paragraph, render, titled, to_json

__all__ = [
    "RESULTS",
    "TITLES",
    "Entry",
    "brief",
    "describe",
    "distinct",
    "fields_that_differ",
    "labels",
    "plain_words",
    "ranked",
    "render_beside_rules",
    "render_ranking",
    "rules_columns",
    "signed_percent",
    "title",
    "who",
]

Named = TypeVar("Named", bound=tuple[Any, ...])
_ALWAYS_SHOWN = ("one_die", "clack_payout", "immediate_clack")
TITLES = {
    "name": "rules",
    "changed": "not as in the classic game",
    "one_die": "roll 1 die",
    "max_tiles": "most\ntiles",
    "opening_tile": "opening\ntile",
    "stop_total": "stop\ntotal",
    "clack_payout": "clack\npays",
    "immediate_clack": "clack wins\nimmediately",
    "first_player_ev": "player 1 EV, exact",
    "first_player_ev_percent": "player 1\nEV (%)",
}
"""Headings of the columns, where they differ from the name."""
RESULTS = ("name", "first_player_ev", "first_player_ev_percent", "favoured")
"""The columns of the table that are no rules."""


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

    @property
    def results(self) -> Row:
        """The EV, in percent as well, and whom it favours."""
        return {
            "first_player_ev": self.first_player_ev,
            "first_player_ev_percent": percent_text(self.first_player_ev),
            "favoured": self.favoured,
        }


def ranked(entries: Iterable[Entry]) -> list[Entry]:
    """Sort by |EV|, the fairest first; equals stay in order."""
    return sorted(entries, key=lambda entry: abs(entry.first_player_ev))


def distinct(named: Iterable[Named]) -> list[Named]:
    """Leave out rules that have been listed before; of entries, or of names with variants."""
    found: dict[Variant, Named] = {}
    for each in named:
        found.setdefault(each[1], each)
    return list(found.values())


def signed_percent(change: Fraction) -> str:
    """Write how far an EV moves, in percent of a stake, with its sign."""
    return f"{'+' if change > 0 else ''}{percent_text(change)}"


def render_ranking(entries: Sequence[Entry], format: Format, exact: bool = False) -> str:
    """Write the EV table in the order given; CSV and JSON always hold the exact EV."""
    columns = ["first_player_ev_percent", "favoured", *["first_player_ev"] * exact]
    results = [entry.results for entry in entries]
    shown = [{column: row[column] for column in columns} for row in results]
    return render_beside_rules(entries, results, shown, format)


def render_beside_rules(
    entries: Sequence[Entry],
    results: Sequence[Row],
    shown: Sequence[Row],
    format: Format,
    *,
    titles: Mapping[str, str] = TITLES,
    width: int = 34,
    columns: Sequence[str] = RESULTS,
) -> str:
    """Write results beside the rules that they are of.

    Parameters
    ----------
    entries
        What the results are of.
    results
        A row for each entry, for CSV and JSON; they hold every rule as well.
    shown
        The same for the other formats, beside `rules_columns`.
    titles
        Headings of columns.
    width
        The most characters of a line that says what is not as in the classic game, in text.
    columns
        The names of the results, for CSV without a row.
    """
    rules = [{"name": entry.name, **entry.variant.rules()} for entry in entries]
    if format == "csv":
        rows = [{**rule, **row} for rule, row in zip(rules, results, strict=True)]
        return render(rows, format, dict.fromkeys(["name", *FIELDS, *columns], ""))
    if format == "json":
        nested = [{"name": entry.name, "variant": entry.variant.rules()} for entry in entries]
        return to_json([{**rule, **row} for rule, row in zip(nested, results, strict=True)])
    differing, common = rules_columns(entries)
    caption = f"\nIn every row: {common}.\n" if common and format != "latex" else ""
    rows = [{**rule, **row} for rule, row in zip(differing, shown, strict=True)]
    if format == "markdown" and rows and "name" in rows[0]:
        rows = [{**row, "name": markdown_text(row["name"])} for row in rows]
    return render(rows, format, titles, widths={"changed": width}) + caption


def rules_columns(entries: Sequence[Entry]) -> tuple[list[Row], str]:
    """Return what tells variants apart for people, and in words what they have in common.

    Returns
    -------
    columns : list of dict
        A row for each entry: the published columns and the rules in which the variants differ; or,
        where the entries have several names, the name and what is not as in the classic game.
    common : str
        The rules that all have and no column shows; empty where there is nothing to say.
    """
    if len({entry.name for entry in entries}) > 1:
        return [{"name": entry.name, "changed": brief(entry.variant)} for entry in entries], ""
    varied = fields_that_differ(entry.variant for entry in entries)
    columns = [name for name in FIELDS if name in (*_ALWAYS_SHOWN, *varied)]
    rules = [entry.variant.rules() for entry in entries]
    return [{column: rule[column] for column in columns} for rule in rules], _common(
        entries, columns
    )


def brief(variant: Variant, fields: Collection[str] | None = None) -> str:
    """Name a variant by some of its rules; by those that are not as in the classic game.

    Examples
    --------
    >>> brief(Variant(tiles=10, one_die="sum <= 6", immediate_clack=True))
    'tiles 1-10, one die sum <= 6, immediate clack'
    >>> brief(Variant(), ["immediate_clack", "max_tiles", "ties"])
    'no immediate clack, no max tiles, ties push'
    """
    if fields is None:
        fields = [name for name in FIELDS if not variant.is_default(name)]
    phrases = []
    for name in fields:
        rule, words = variant.rules()[name], name.replace("_", " ")
        if isinstance(rule, bool) or rule is None:
            phrases.append(words if rule else f"no {words}")
        else:
            phrases.append(f"{words} {rule}")
    return ", ".join(phrases) or "none"


def fields_that_differ(variants: Iterable[Variant]) -> list[str]:
    """Return the fields in which some variants differ."""
    some = list(variants)
    return [name for name in FIELDS if len({getattr(v, name) for v in some}) > 1]


def labels(named: Sequence[tuple[str, Variant]]) -> list[str]:
    """Name variants by their rule sets if these differ, else by the rules in which they differ.

    Examples
    --------
    >>> labels([("tiles", Variant()), ("tiles", Variant(tiles=10))])
    ['tiles 1-9', 'tiles 1-10']
    """
    names = [name for name, _ in named]
    fields = fields_that_differ(variant for _, variant in named)
    if len(set(names)) == len(names) or not fields:
        return names
    return [brief(variant, fields) for _, variant in named]


def describe(entry: Entry, more: Mapping[str, str] | None = None) -> str:
    """Say who is favoured and by how much: fraction, percent, further lines, plain words."""
    ev = entry.first_player_ev
    never = {}
    if stuck := states_of(entry.variant).stuck:
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
    cents = abs(ev) * 100 * 100
    gain = f"{decimal_text(cents, 2)} cents"
    if cents >= 100:
        gain = f"{decimal_text(cents / 100, 2)} dollars"
    gained = f"the {favoured_by(ev)} player gains {gain} in 100 {games} of 1 dollar"
    return paragraph(f"In plain words: {gained}.")


def _common(entries: Sequence[Entry], shown: Collection[str]) -> str:
    if not entries:
        return ""
    variant = entries[0].variant
    common = [
        variant.words()[name]
        for name in FIELDS
        if name not in shown and (name == "tiles" or not variant.is_default(name))
    ]
    return "; ".join(common)
