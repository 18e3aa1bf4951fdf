"""Rules beside results: what tells variants apart, in few words or columns."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import partial
from itertools import chain
from operator import attrgetter
from types import NoneType
from typing import Any

from ..table import Column, Table, To
from ..words import markdown_text
from .fields import FIELDS
from .variant import Variant, brief, fields_that_differ, in_brief

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
    results: Sequence[Any],  # each has a `variant`
    columns: Iterable[Column],
    *,
    width: int = 34,  # of what is not as in the classic game, in text
    title: str = "",
) -> Table:
    """Put results beside the rules that they are of, and what these were asked for by.

    Programs get the name and every rule. People get the published columns and the rules in which
    the variants differ; or, where there are several names, the name and what is not as in the
    classic game, which alone stands where a column for each rule would be too wide for a terminal.
    """
    own, variants = [*columns], [result.variant for result in results]
    rules = rules_of(results)
    if len(rules) < len(RULES):
        return Table([*(name._replace(to=To.ALL) for name in rules), *own], results, title)
    if len(rules) > len(RULES):
        own = [_SECOND, *own]
    title_of_brief = "not as in the classic game"
    changed = Column(
        "changed", lambda result: brief(result.variant), title_of_brief, to=To.PEOPLE, width=width
    )
    if len({variant.name for variant in variants}) > 1:
        in_markdown = NAME._replace(shown=markdown_text, to=To.MARKDOWN)
        as_it_is = NAME._replace(to=To.PEOPLE ^ To.MARKDOWN)
        changed = changed._replace(gives_way=True)  # to names, which tell them apart
        return Table([*rules, in_markdown, as_it_is, changed, *own], results, title)
    wanted = {*_ALWAYS_SHOWN, *fields_that_differ(variants)}
    by_rule = [each._replace(to=To.PEOPLE) for each in RULES if each.name in wanted]
    common = [
        words
        for variant in variants[:1]
        for rule, words in variant.words().items()
        if rule not in wanted and (rule == "tiles" or not variant.is_default(rule))
    ]
    note = f"In every row: {'; '.join(common)}." if common else ""
    narrow = Table([changed, *own], results)
    return Table([*rules, *by_rule, *own], results, title, note, narrow)


def rules_of(results: Sequence[Any]) -> list[Column]:
    """Return the rules of results for programs, both players' where they differ.

    Games as code have names alone.
    """
    firsts = [each.variant for each in results]
    others = [getattr(each, "second_variant", None) for each in results]
    own = any(other not in (None, one) for one, other in zip(firsts, others, strict=True))
    several = [RULES, SECOND_RULES] if own else [RULES]
    if all(isinstance(each, (Variant, NoneType)) for each in (*firsts, *others)):
        return [*chain(*several)]
    return [name for name, *_ in several]


def of_rules(variant: Variant, second: Variant | None = None) -> dict[str, Any]:
    """Return rules, and what they were asked for by, as JSON has them; and the second player's."""
    own = {"variant": variant, "second_variant": second}
    rules = {name: plain_rules(each) for name, each in own.items() if isinstance(each, Variant)}
    return {"name": variant.name, **rules}


def plain_rules(variant: Variant) -> dict[str, Any]:
    """Return the rules as JSON has them: the payout is a number, or exact, and never text."""
    payout = variant.clack_payout
    return {**variant.rules(), "clack_payout": int(payout) if payout == int(payout) else payout}


def _rule(name: str, variant_of: Callable[[Any], Variant], result: Any) -> Any:
    rule = getattr(variant_of(result), name)
    return rule if isinstance(rule, Fraction) else FIELDS[name].spell(rule)


def _rules_of(player: str) -> list[Column]:
    """Return the name of rules, all of them, and then one by one: of both players, or of one."""
    of = attrgetter(f"{player}variant")
    title = "second's rules" if player else "rules"
    return [
        Column(f"{player}name", attrgetter(f"{player}variant.name"), title, to=To.PROGRAMS),
        Column(f"{player}variant", lambda result: plain_rules(of(result)), to=To.JSON),
        *(
            Column(player + n, partial(_rule, n, of), _TITLES.get(n, ""), to=To.CSV, unit=unit)
            for n, rule in FIELDS.items()
            for unit in ["approx" * isinstance(rule.default, Fraction)]
        ),
    ]


RULES = _rules_of("")
"""The rules that a result is of, for programs: their name, all of them, and then one by one."""
SECOND_RULES = _rules_of("second_")
"""The same of the second player's, where she has some of her own."""
NAME, _RULES = RULES[0], RULES[2:]
_SECOND = Column(
    "second_rules", lambda result: in_brief(result.second_variant), "second's rules", to=To.PEOPLE
)
