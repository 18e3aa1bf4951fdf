"""The rules of results as columns, beside the numbers that belong to these rules.

A result has a `variant`, and a `second_variant` if the second player has other rules. Programs get
the name and every rule, as `RULES` and `SECOND_RULES`. People get the rules that tell results
apart. Games as code have only a name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import partial
from operator import attrgetter
from typing import Any

from ..tables import Column, Table, To, always
from ..words import markdown_text
from .fields import FIELDS
from .variant import Rules, Variant, brief, fields_that_differ, in_brief, rule_set_of

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
    width: int = 34,  # in text, of the column of rules unlike those of the classic game
    title: str = "",
) -> Table:
    """Make a table of results beside their rules.

    Programs get the name and every rule. People get columns for `one_die`, `clack_payout` and
    `immediate_clack`, and for every other rule in which the variants differ. A terminal that is too
    narrow for these columns gets one column of the rules unlike those of the classic game. If the
    rule sets have several names, people get the name and this one column.
    """
    own, variants = [*columns], [result.variant for result in results]
    rules = rules_of(results)
    if not all(isinstance(variant, Variant) for variant in variants):
        ends = "name", "second_name"
        named = [r._replace(to=To.ALL) if r.name in ends else r for r in rules]
        return Table([*named, *own], results, title)
    if any(column.name == "second_name" for column in rules):
        second = Column("second_rules", lambda result: _said(_second(result)), "second's rules")
        own = [second._replace(to=To.PEOPLE), *own]
    changed = Column("changed", lambda result: brief(result.variant), "not as in the classic game")
    changed = changed._replace(to=To.PEOPLE, width=width)
    if len({*map(rule_set_of, variants)}) > 1:
        name = Column("name", lambda result: rule_set_of(result.variant), "rules")
        in_markdown = name._replace(shown=markdown_text, to=To.MARKDOWN)
        as_it_is = name._replace(to=To.PEOPLE ^ To.MARKDOWN)
        changed = changed._replace(gives_way=True)  # names tell the results apart already
        return Table([*rules, in_markdown, as_it_is, changed, *own], results, title)
    wanted = {"one_die", "clack_payout", "immediate_clack", *fields_that_differ(variants)}
    by_rule = [column._replace(to=To.PEOPLE) for column in RULES if column.name in wanted]
    common = [
        rule
        for rule in FIELDS
        if rule not in wanted and variants and (rule == "tiles" or not variants[0].is_default(rule))
    ]
    # The words are those of `brief`, so that `read_brief` can read the note.
    note = f"In every row: {brief(variants[0], common)}." if common else ""
    narrow = Table([changed, *own], results)
    return Table([*rules, *by_rule, *own], results, title, note, narrow)


def rules_of(results: Sequence[Any]) -> list[Column]:
    """Return the columns of the rules of results, for both players if these differ.

    Games as code have only the column of the name.
    """
    several = {"": [result.variant for result in results]}
    others = [*map(_second, results)]
    if others != several[""]:
        several["second_"] = others
    return [column for player, rules in several.items() for column in _of_some(player, rules)]


def rules_beside(*rules: Rules) -> list[Column]:
    """Return the rules of each player as columns that are the same in every row.

    If all rules are equal, there are only the first player's columns. The columns of two players
    have names as in `rules_of`. The columns of more players have names with the seat.

    >>> two = rules_beside(Variant(), Variant(tiles=4))
    >>> [(column.name, column.of(None)) for column in two if "tiles" in column.name][::2]
    [('tiles', '1-9'), ('second_tiles', '1-4')]
    """
    apart = rules if len({*rules}) > 1 else rules[:1]
    players = ["", "second_"] if len(apart) < 3 else ["", *map("seat_{}_".format, range(2, 9))]
    pairs = zip(players, apart, strict=False)
    return [c for name, table in pairs for c in _of_some(name, [table], partial(always, table))]


def _of_some(
    player: str, rules: Sequence[Rules], of: Callable[[Any], Rules] | None = None
) -> list[Column]:
    """Return the columns of one player's rules: the name, and for games of tiles every rule.

    Parameters
    ----------
    player
        The beginning of the names of the columns: nothing, `second_`, or a seat such as `seat_3_`.
    rules
        The rules in all rows. If different rules have the same name, a cell has the name and, in
        brackets, the rules unlike those of the classic game.
    of
        A function from a row to the rules. None: that player's `variant` or `second_variant`.
    """
    every = SECOND_RULES if player == "second_" else RULES
    if of or player not in ("", "second_"):
        every = _rules_of(player, of)
    if rules and not any(isinstance(one, Variant) for one in rules):
        return every[:1]
    meant: dict[str, set[Rules]] = {}
    for one in rules:
        meant.setdefault(one.name, set()).add(one)
    if all(len(named_alike) == 1 for named_alike in meant.values()):
        return every

    def told_apart(row: Any) -> str:
        one = (of or (_second if player else attrgetter("variant")))(row)
        return f"{one.name} ({_said(one)})" if len(meant[one.name]) > 1 else str(one.name)

    return [every[0]._replace(value=told_apart), *every[1:]]


def plain_rules(variant: Rules) -> dict[str, Any] | None:
    """Return the rules in the form for JSON; None for a game as code.

    `clack_payout` is a `Fraction`; JSON has this as an exact and an approximate number.
    """
    if not isinstance(variant, Variant):
        return None
    return {**variant.rules(), "clack_payout": variant.clack_payout}


def _said(variant: Rules) -> str:
    return in_brief(variant) if isinstance(variant, Variant) else str(variant.name)


def _second(result: Any) -> Rules:
    return getattr(result, "second_variant", None) or result.variant


def _rule(name: str, variant_of: Callable[[Any], Rules], result: Any) -> Any:
    variant = variant_of(result)
    if not isinstance(variant, Variant):
        return None
    rule = getattr(variant, name)
    return rule if isinstance(rule, Fraction) else FIELDS[name].spell(rule)


def _rules_of(player: str, of: Callable[[Any], Rules] | None = None) -> list[Column]:
    of = of or (_second if player else attrgetter("variant"))
    title = "second's rules" if player else "rules"
    return [
        Column(f"{player}name", lambda result: of(result).name, title, to=To.PROGRAMS),
        Column(f"{player}variant", lambda result: plain_rules(of(result)), to=To.JSON),
        *(
            Column(player + n, partial(_rule, n, of), _TITLES.get(n, ""), to=To.CSV, unit=unit)
            for n in FIELDS
            for unit in ["approx" * (n == "clack_payout")]
        ),
    ]


RULES, SECOND_RULES = _rules_of(""), _rules_of("second_")
"""The columns of the rules of a result, for programs: the name, all rules, and each rule."""
