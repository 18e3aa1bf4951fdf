"""Rules beside results: what tells variants apart, in few words or columns, and rows of CSV."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction
from functools import partial
from operator import itemgetter
from typing import Annotated, Any, TypeAlias, TypeVar, get_type_hints

from ..exact import Bounds, parse_exact
from ..table import Column, Table, To, read
from ..words import markdown_text
from .fields import FIELDS
from .variant import Variant, variant_of

Record = TypeVar("Record", bound=tuple[Any, ...])

Percent: TypeAlias = Annotated[Fraction, "percent"]
PercentBounds: TypeAlias = Annotated[Bounds, "percent"]
"""What stands beside its percentage, not beside its decimal."""

_ALWAYS_SHOWN = ("one_die", "clack_payout", "immediate_clack")
_TITLES = {
    "one_die": "roll 1 die",
    "max_tiles": "most\ntiles",
    "opening_tile": "opening\ntile",
    "stop_total": "stop\ntotal",
    "clack_payout": "clack\npays",
    "immediate_clack": "clack wins\nimmediately",
}


def beside_rules(
    named: Sequence[tuple[str, Any]],  # each result has a `variant`
    columns: Iterable[Column],
    *,
    width: int = 34,  # of what is not as in the classic game, in text
    title: str = "",
) -> Table:
    """Put results, each with the name that its rules were asked for by, beside these rules.

    Programs get the name and every rule. People get the published columns and the rules in which
    the variants differ; or, where there are several names, the name and what is not as in the
    classic game, which alone stands where a column for each rule would be too wide for a terminal.
    """
    rules, own = (
        [each._replace(value=_of_result(each)) for each in some] for some in (RULES, columns)
    )
    name = Column("name", itemgetter(0), "rules", to=To.PROGRAMS)
    title_of_brief = "not as in the classic game"
    in_brief = Column(
        "changed", lambda pair: brief(pair[1].variant), title_of_brief, to=To.PEOPLE, width=width
    )
    if len({each for each, _ in named}) > 1:
        in_markdown = name._replace(shown=markdown_text, to=To.MARKDOWN)
        as_it_is = name._replace(to=To.PEOPLE ^ To.MARKDOWN)
        return Table([name, *rules, in_markdown, as_it_is, in_brief, *own], named, title)
    variants = [result.variant for _, result in named]
    wanted = {*_ALWAYS_SHOWN, *fields_that_differ(variants)}
    by_rule = [each._replace(to=To.PEOPLE) for each in rules if each.name in wanted]
    common = [
        words
        for variant in variants[:1]
        for rule, words in variant.words().items()
        if rule not in wanted and (rule == "tiles" or not variant.is_default(rule))
    ]
    note = f"In every row: {'; '.join(common)}." if common else ""
    narrow = Table([in_brief, *own], named)
    return Table([name, *rules, *by_rule, *own], named, title, note, narrow)


def _of_result(column: Column) -> Any:
    return lambda pair: column.of(pair[1])


def plain_rules(variant: Variant) -> dict[str, Any]:
    """Return the rules as JSON has them: the payout is a number, or exact, and never text."""
    payout = variant.clack_payout
    return {**variant.rules(), "clack_payout": int(payout) if payout == int(payout) else payout}


def _rule(name: str, result: Any) -> Any:
    return FIELDS[name].spell(getattr(result.variant, name))


RULES = [
    Column("variant", lambda result: plain_rules(result.variant), to=To.JSON),
    *(Column(n, partial(_rule, n), _TITLES.get(n, ""), to=To.CSV) for n in FIELDS),
]
"""The rules that a result is of, for programs: whole, and then one by one."""


def called(variant: Variant) -> str:
    """Return what rules are called that no name was asked for by."""
    return brief(variant) if variant != Variant() else "classic"


def brief(variant: Variant, fields: Collection[str] | None = None) -> str:
    """Name a variant by some of its rules; by those that are not as in the classic game.

    >>> brief(Variant(tiles=10, one_die="sum <= 6", immediate_clack=True))
    'tiles 1-10, one die sum <= 6, immediate clack'
    >>> brief(Variant(), ["immediate_clack", "max_tiles", "ties"])
    'no immediate clack, no max tiles, ties push'
    """
    if fields is None:
        fields = [name for name in FIELDS if not variant.is_default(name)]
    phrases, rules = [], variant.rules()
    for name in fields:
        rule, words = rules[name], name.replace("_", " ")
        if isinstance(rule, bool) or rule is None:
            phrases.append(words if rule else f"no {words}")
        else:
            phrases.append(f"{words} {rule}")
    return ", ".join(phrases) or "none"


def fields_that_differ(variants: Iterable[Variant]) -> list[str]:
    """Return the fields in which some variants differ."""
    some = list(variants)
    return [name for name in FIELDS if len({getattr(each, name) for each in some}) > 1]


def columns_of(record: type[Record]) -> list[Column]:
    """Return a column for each field of a named tuple; for its variant, one for each rule."""
    columns = []
    for name, kind in get_type_hints(record, include_extras=True).items():
        columns += RULES[1:] if kind is Variant else [_COLUMNS[kind]._replace(name=name)]
    return columns


_EXACT = Column("", unit="approx", read=parse_exact)
_PERCENT = Column("", unit="percent", read=lambda cell: parse_exact(cell) if cell else None)
_COLUMNS: dict[Any, Column] = {
    str: Column(""),
    int: Column("", read=int),
    tuple[int, ...]: Column("", read=lambda cell: tuple(map(int, cell.split(",")))),
    Fraction: _EXACT,
    Bounds: _EXACT._replace(bounds=True),
    Percent: _PERCENT._replace(read=parse_exact),
    Percent | None: _PERCENT,
    PercentBounds: _PERCENT._replace(read=parse_exact, bounds=True),
}


def csv_of(record: type[Record], records: Iterable[Record]) -> str:
    """Write named tuples as CSV."""
    return Table(columns_of(record), list(records)).write("csv")


def records_of(record: type[Record], text: str) -> list[Record]:
    """Read the named tuples of a CSV; a row that cannot be read is left out."""
    names, found = get_type_hints(record), []
    for row in read(columns_of(record), text):
        try:
            cells = {**row, "variant": variant_of(row)} if "variant" in names else row
        except ValueError:
            continue
        found.append(record(*(cells[name] for name in names)))
    return found
