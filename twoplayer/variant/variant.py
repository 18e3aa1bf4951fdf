"""One complete set of rules, as a frozen value: what it is called, and columns beside results."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache, partial
from operator import attrgetter, itemgetter
from typing import Any, Never, TypeAlias

from ..errors import Fault, Faults, RulesError, one_of
from ..exact import Rational
from ..table import Column, Table, Tabled, To, always
from ..words import markdown_text
from .dice import Dice, OneDie, Weights, loaded
from .fields import FIELDS, unknown_rules
from .tiles import BY_TOTAL, COVERINGS, TileSet

STAKES = ("scoring", "clack_payout", "immediate_clack", "ties")
"""The rules of what is at stake, on which a turn does not depend."""
_TITLES = {
    "one_die": "roll 1 die",
    "max_tiles": "most\ntiles",
    "opening_tile": "opening\ntile",
    "stop_total": "stop\ntotal",
    "clack_payout": "clack\npays",
    "immediate_clack": "clack wins\nimmediately",
}


@dataclass(frozen=True, init=False, repr=False)
class Variant(Tabled):
    """One complete set of rules. `Variant()` is the classic game.

    Spellings are normalised, so equal rules compare and hash equal.

    Parameters
    ----------
    tiles
        The numbers on the open tiles at the start: `9` for 1 to 9, text such as `"4-9"`,
        `"1,3,5"`, `"1-3,7"`, `"6-6"` (one tile), or several whole numbers.
    dice
        The dice rolled normally, such as `"2d6"`.
    weights
        How often each side of a die comes up, the 1 first: as many whole numbers, or text such as
        `"1,1,1,1,1,2"`. Equal weights are None.
    one_die
        When a single die may be rolled instead: `"never"`, `"always"`, or conditions such as
        `"sum <= 6"`, `"max <= 6"`, `"count <= 1"` on the open tiles, joined by `and`; with
        `"forced "` in front, when it must be. `"sum-6"` is another spelling of `"sum <= 6"`.
    moves
        What a roll may cover: `"sum"` (any set of open tiles with that sum), or what else
        `twoplayer help moves` tells of.
    max_tiles
        The most tiles covered in one move, or None.
    opening_tile
        A tile that the first move must cover, or the turn ends; or None.
    stop_total
        A total that ends the turn when it is rolled, or None.
    scoring
        What the open tiles score: `"sum"`, or another, of which `twoplayer help scoring` tells.
    clack_payout
        What a win with every tile covered, a clack, pays in stakes: a whole number, a fraction, or
        text such as `"3/2"`, `"3:2"` or `"1.5"`; 0 or more.
    immediate_clack
        A first player who clacks wins at once.
    ties
        Who wins equal scores: `"push"` (nobody), or what else `twoplayer help ties` tells of.

    Raises
    ------
    RulesError
        If there are faults; it names all of them.

    Examples
    --------
    >>> Variant(one_die="sum<=6", clack_payout="2.0")
    Variant(one_die='sum <= 6', clack_payout='2')
    >>> Variant(tiles=9) == Variant(tiles="1-9")
    True
    >>> Variant(scoring="mine")
    Traceback (most recent call last):
        ...
    twoplayer.errors.RulesError: scoring: got 'mine', unknown; takes sum | digits | count | shut
    """

    tiles: TileSet
    dice: Dice
    weights: Weights | None
    one_die: OneDie
    moves: str
    max_tiles: int | None
    opening_tile: int | None
    stop_total: int | None
    scoring: str
    clack_payout: Fraction
    immediate_clack: bool
    ties: str

    columns = (
        Column("rule", itemgetter(0)),
        Column("value", itemgetter(1), to=To.PROGRAMS),
        Column("in_words", itemgetter(2)),
    )

    def __init__(
        self,
        *,
        tiles: int | str | Iterable[int] = 9,
        dice: str = "2d6",
        weights: str | Sequence[int] | None = None,
        one_die: str = "never",
        moves: str = "sum",
        max_tiles: int | None = None,
        opening_tile: int | None = None,
        stop_total: int | None = None,
        scoring: str = "sum",
        clack_payout: int | str | Fraction | Rational = 1,
        immediate_clack: bool = False,
        ties: str = "push",
        **unknown: Never,
    ) -> None:
        unknown_rules(unknown).tell(RulesError)
        given = {name: value for name, value in locals().items() if name in FIELDS}
        faults, normal = Faults(), {}
        for name, value in given.items():
            with faults:
                normal[name] = FIELDS[name].read(name, value)
        faults += _contradictions(normal)
        faults.tell(RulesError)
        vars(self).update(normal, weights=loaded(normal["weights"]))

    def __repr__(self) -> str:
        return f"Variant({', '.join(f'{name}={rule!r}' for name, rule in changed(self).items())})"

    @property
    def name(self) -> str:
        """What the rules were asked for by: a registered name, or that of a file.

        A member of a family, and a game with other rules than those that it was asked for by, has
        a name of its own: a registered one, or such as `my-pub (tiles 1-9, clack payout 2)`.
        Without a name it is what is not as in the classic game.
        """
        name = vars(self).get("_name")
        return str(name(self) if callable(name) else name) if name else in_brief(self)

    def called(self, name: str) -> Variant:
        """Return the same rules, equal to these, under a name."""
        return self._named(name, name)

    def _named(self, rule_set: str, name: str | Callable[[Variant], str]) -> Variant:
        """Return the same rules, of a rule set; a name may be made when it is asked for."""
        same = copy(self)
        vars(same).update(_rule_set=rule_set, _name=name)
        return same

    def is_default(self, field: str) -> bool:
        """Tell whether the rule of this name is as in the classic game."""
        name = one_of("field", field, FIELDS)
        return bool(getattr(self, name) == FIELDS[name].default)

    def rules(self) -> dict[str, str | int | bool | None]:
        """Return every rule as plain data, also for JSON: `Variant(**variant.rules()) == variant`.

        Examples
        --------
        >>> import json
        >>> text = json.dumps(Variant(clack_payout="3/2").rules())
        >>> Variant(**json.loads(text))
        Variant(clack_payout='3/2')
        """
        return {name: field.spell(getattr(self, name)) for name, field in FIELDS.items()}

    def words(self) -> dict[str, str]:
        """Return every rule in words, by field."""
        return {name: field.words(getattr(self, name)) for name, field in FIELDS.items()}

    def in_words(self) -> str:
        """Say in words what is not as in the classic game.

        Examples
        --------
        >>> Variant(tiles=10, ties="first").in_words()
        '10 tiles, 1 to 10; the first player wins equal scores'
        >>> Variant().in_words()
        'the classic game'
        """
        words = self.words()
        return "; ".join(words[name] for name in changed(self)) or "the classic game"

    def _title(self) -> str:
        return f"Shut the Box: {self.in_words()}"

    def _found(self) -> list[tuple[str, Any, str]]:
        words = self.words()
        return [(name, rule, words[name]) for name, rule in self.rules().items()]

    def replace(self, **changes: Any) -> Variant:
        """Return the variant with some fields changed.

        Examples
        --------
        >>> Variant(tiles=12).replace(ties="first")
        Variant(tiles='1-12', ties='first')
        """
        unknown_rules(changes).tell(RulesError)
        return replace(self, **changes)

    @property
    def side_weights(self) -> Weights:
        """The weights; 1 for each side, where none are given."""
        return self.weights or (1,) * self.dice.sides

    @cached_property
    def turn_rules(self) -> Variant:
        """The rules of a turn alone, with the default score, payout and ties.

        Variants that agree in this share one DAG.
        """
        return _one(self.replace(**{name: FIELDS[name].default for name in STAKES}))


Rules: TypeAlias = Variant | Any
"""Of a game that may be of another kind: it has a name, stakes and a turn then, and no tiles."""


def changed(variant: Variant) -> dict[str, str | int | bool | None]:
    return {name: rule for name, rule in variant.rules().items() if not variant.is_default(name)}


def in_brief(variant: Variant, fields: Collection[str] | None = None) -> str:
    return "classic" if fields is None and variant == Variant() else brief(variant, fields)


def brief(variant: Variant, fields: Collection[str] | None = None) -> str:
    """Name a variant by some of its rules; by those that are not as in the classic game.

    >>> brief(Variant(tiles=10, one_die="sum <= 6", immediate_clack=True))
    'tiles 1-10, one die sum <= 6, immediate clack'
    >>> brief(Variant(), ["immediate_clack", "max_tiles", "ties"])
    'no immediate clack, no max tiles, ties push'
    """
    phrases, rules = [], variant.rules()
    for name in changed(variant) if fields is None else fields:
        rule, words = rules[name], name.replace("_", " ")
        if isinstance(rule, bool) or rule is None:
            phrases.append(words if rule else f"no {words}")
        else:
            phrases.append(f"{words} {rule}")
    return ", ".join(phrases) or "none"


def read_brief(text: str) -> dict[str, str] | None:
    """Read the rules that `brief` writes, as text; None where it is something else.

    >>> read_brief("tiles 1-10, one die sum <= 6, immediate clack, no max tiles")
    {'tiles': '1-10', 'one_die': 'sum <= 6', 'immediate_clack': 'true', 'max_tiles': 'none'}
    >>> read_brief("none"), read_brief("our pub")
    ({}, None)
    """
    words = " ".join(text.split())
    if words.lower() in ("none", "classic", "the classic game"):
        return {}
    by_length = sorted(FIELDS, key=len, reverse=True)
    told: dict[str, str] = {}
    for phrase in re.split(r",\s+|;\s+", words):
        absent = phrase.lower().removeprefix("no ").replace(" ", "_")
        rule = next((r for r in by_length if _begins(phrase, r)), None)
        if absent in FIELDS and absent != phrase.lower().replace(" ", "_"):
            default = FIELDS[absent].default
            told[absent] = "false" if isinstance(default, bool) else "none"
        elif rule is None:
            return None
        else:
            value = phrase[len(rule) :].strip()
            if not value and not isinstance(FIELDS[rule].default, bool):
                return None
            told[rule] = value or "true"
    return told


def _begins(phrase: str, rule: str) -> bool:
    start = phrase[: len(rule) + 1].lower().replace("-", "_").replace(" ", "_")
    return start in (rule, f"{rule}_")


def fields_that_differ(variants: Iterable[Variant]) -> list[str]:
    some = list(variants)
    return [name for name in FIELDS if len({getattr(each, name) for each in some}) > 1]


def rule_set_of(variant: Rules) -> str:
    """Return the name that all members of a family share; without a family, the variant's own."""
    return str(vars(variant).get("_rule_set") or variant.name)


def title(variant: Rules) -> str:
    if not isinstance(variant, Variant):  # a game as code
        return str(variant.name)
    if variant == Variant():
        return "the classic game"
    return f"{rule_set_of(variant)} ({brief(variant)})"


def rules_in_words(*rules: Rules) -> dict[str, str]:
    """Return the rules of each player, titled; of all at once where they are alike."""
    first, *others = rules
    if len({*rules}) == 1:
        return {"rules": title(first)}
    if len(others) > 1:
        return {f"seat {seat}": title(each) for seat, each in enumerate(rules, 1)}
    return {"rules": title(first), "second's rules": title(others[0])}


def labels(
    variants: Sequence[Variant],
    said: Callable[[Variant, Collection[str] | None], str] = in_brief,
) -> list[str]:
    """Name variants by their rule sets if these differ, else by the rules in which they differ.

    Where they differ in many, each is named by those that are not as in the classic game.

    >>> labels([Variant(tiles=9).called("tiles"), Variant(tiles=10).called("tiles")])
    ['tiles 1-9', 'tiles 1-10']
    """
    names, fields = [*map(rule_set_of, variants)], fields_that_differ(variants)
    if len(set(names)) == len(names) or not fields:
        named = zip(names, variants, strict=True)
        return [n if n != in_brief(v) or v == Variant() else said(v, None) for n, v in named]
    # More than four are too long to be read beside a bar.
    return [said(each, None if len(fields) > 4 else fields) for each in variants]


@lru_cache(maxsize=1024)
def _one(variant: Variant) -> Variant:
    return variant


def variant_of(row: Mapping[str, str]) -> Variant:
    """Return the rules in a row of CSV; other columns, and empty cells, say nothing."""
    rules: dict[str, Any] = {name: row[name] for name in FIELDS if row.get(name)}
    return Variant(**rules)


def _contradictions(rules: dict[str, Any]) -> Iterator[Fault]:
    # What could not be read is not among them.
    dice, moves, one_die = rules.get("dice"), rules.get("moves"), rules.get("one_die", "never")
    if dice and moves and dice.number > 2 and not COVERINGS[moves].by_total:
        yield Fault.got("moves", moves, f"{BY_TOTAL} with {dice}", "defined for one or two dice")
    if dice and (weights := rules.get("weights")) and (count := len(weights)) != dice.sides:
        got, takes = ",".join(map(str, weights)), f"{dice.sides} of them with dice {dice}"
        yield Fault.got("weights", got, takes, f"{count} number{'s' * (count > 1)}")
    if dice and dice.number == 1 and one_die != "never":
        yield Fault.got("one_die", one_die, f"'never' with {dice}", "with one die anyway")
    tile, tiles = rules.get("opening_tile"), rules.get("tiles")
    if tile is not None and tiles and tile not in tiles:
        yield Fault.got("opening_tile", tile, f"one of {tiles}", "not a tile of this game")


def beside_rules(
    results: Sequence[Any],  # each has a `variant`
    columns: Iterable[Column],
    *,
    width: int = 34,  # of what is not as in the classic game, in text
    title: str = "",
) -> Table:
    """Put results beside their rules.

    Programs get the name and every rule. People get the published columns and the rules in which
    the variants differ; or, where there are several names, the name and what is not as in the
    classic game, which alone stands where a column for each rule would be too wide for a terminal.
    """
    own, variants = [*columns], [result.variant for result in results]
    rules = rules_of(results)
    if not all(isinstance(each, Variant) for each in variants):
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
        changed = changed._replace(gives_way=True)  # to names, which tell them apart
        return Table([*rules, in_markdown, as_it_is, changed, *own], results, title)
    wanted = {"one_die", "clack_payout", "immediate_clack", *fields_that_differ(variants)}
    by_rule = [each._replace(to=To.PEOPLE) for each in RULES if each.name in wanted]
    common = [
        rule
        for rule in FIELDS
        if rule not in wanted and variants and (rule == "tiles" or not variants[0].is_default(rule))
    ]
    # In the words of `brief`, which can be read again.
    note = f"In every row: {brief(variants[0], common)}." if common else ""
    narrow = Table([changed, *own], results)
    return Table([*rules, *by_rule, *own], results, title, note, narrow)


def rules_of(results: Sequence[Any]) -> list[Column]:
    """Return the rules of results, both players' where they differ; of games as code the names."""
    several = {"": [each.variant for each in results]}
    others = [*map(_second, results)]
    if others != several[""]:
        several["second_"] = others
    return [column for player, rules in several.items() for column in _of_some(player, rules)]


def rules_beside(*rules: Rules) -> list[Column]:
    """Return the rules of each player as columns that are the same in every row.

    Where all are alike these are the first's alone. Those of two are told apart as in `rules_of`,
    those of more by their seats.

    >>> two = rules_beside(Variant(), Variant(tiles=4))
    >>> [(column.name, column.of(None)) for column in two if "tiles" in column.name][::2]
    [('tiles', '1-9'), ('second_tiles', '1-4')]
    """
    apart = rules if len({*rules}) > 1 else rules[:1]
    players = ["", "second_"] if len(apart) < 3 else ["", *map("seat_{}_".format, range(2, 9))]
    pairs = zip(players, apart, strict=False)
    return [c for name, each in pairs for c in _of_some(name, [each], partial(always, each))]


def _of_some(
    player: str, rules: Sequence[Rules], of: Callable[[Any], Rules] | None = None
) -> list[Column]:
    """Return the columns of one player's rules; of code there are none but its name.

    Where several of these have one name, what is not as in the classic game stands behind it.
    """
    every = SECOND_RULES if player == "second_" else RULES
    if of or player not in ("", "second_"):
        every = _rules_of(player, of)
    if rules and not any(isinstance(each, Variant) for each in rules):
        return every[:1]
    meant: dict[str, set[Rules]] = {}
    for each in rules:
        meant.setdefault(each.name, set()).add(each)
    if all(len(some) == 1 for some in meant.values()):
        return every

    def told_apart(row: Any) -> str:
        each = (of or (_second if player else attrgetter("variant")))(row)
        return f"{each.name} ({_said(each)})" if len(meant[each.name]) > 1 else str(each.name)

    return [every[0]._replace(value=told_apart), *every[1:]]


def plain_rules(variant: Rules) -> dict[str, Any] | None:
    """Return the rules as JSON has them, where the payout is exact; of code there are none."""
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
"""The rules that a result is of, for programs: their name, all of them, and then one by one."""
