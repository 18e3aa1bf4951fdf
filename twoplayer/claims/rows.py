"""Tables of claims: the game of each row, the numbers that it claims, and the verdicts on all rows.

A row's game is its rules, or its name, or both. A registered name, or a file, gives the rules that
the row leaves out. Where the name has several members, the rules of the row say which member. A
rule that contradicts the name is a fault. Any other name is a label, which says nothing of the
rules. So a row with a label has to tell all rules, otherwise it is a fault. A row without rules and
name is of the classic game.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache, cached_property
from itertools import zip_longest
from os import PathLike, fspath
from typing import Any

from ..errors import (
    FileError,
    InputError,
    UnknownNameError,
    cut,
    refused,
    scalar,
    shown,
    tells_its_signature,
    too_long,
)
from ..files import IN_A_FILE, MOST_TABLE, read_bytes
from ..game.contest import Contest, contest
from ..many.results import first_player_evs, has_tables, played
from ..strategy.own import STRATEGIES, Strategy, StrategyLike, as_strategy
from ..turn.turns import turn_of
from ..variant.fields import FIELDS
from ..variant.labels import read_brief
from ..variant.registry import Family, family, registered
from ..variant.variant import STAKES, Variant
from ..words import listed
from .headings import CONTEXT, FIGURES, Means, meaning, nearest_heading, stem_of
from .number import Number, number_of
from .quantity import OPTIMAL_PLAY, EVs, Query, quantity_named
from .simulated import check_simulated
from .tables import MOST_ROWS, Row, Sheet, read_table
from .verdict import NOTHING_GIVEN, Claim, Given, Verdicts, judged, read_given, read_number

_MOST_FAULTS = 100
_MOST_CALLED = 3  # headings in one fault
_MONTHS = "jan|feb|mar|mär|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez"
_DATE = re.compile(
    rf"\d{{1,2}}[-. /]*({_MONTHS})[a-z]*\.?([-. /]\d{{2,4}})?|({_MONTHS})[a-z]*[-. /]+\d{{1,4}}"
    r"|\d{4}-\d{2}-\d{2}([ T].*)?|\d{1,2}([./])\d{1,2}\5\d{2,4}",
    re.IGNORECASE,
)
_A_DATE = (
    "a date, which a spreadsheet has made of it; its column has to be of text before it is typed"
)
_WITH_RULES = re.compile(r"(?P<name>.+?) \((?P<rules>.+)\)", re.DOTALL)
_WITH_EXACT = re.compile(r"(\S+ %)\s+(-?\d+(?:/\d+)?)")
"""A percentage with the exact number behind it."""
_NOTE = re.compile(r"In every row: (?P<rules>.*?)\.?", re.DOTALL)
_TITLED = {
    "second's rules": "second name",
    "rules": "name",
    "first plays": "first",
    "second plays": "second",
    "players": "context",
}
_TITLES = "|".join(_TITLED)
_TITLE = re.compile(rf"(?:^(?:- )?(?:{_TITLES}):?|\s(?:- )?(?:{_TITLES}):)\s+")
"""Titles above a table: they hold for each row without a cell of this kind."""


class RowError(InputError):
    """The faults of one row."""


class _PassedError(Exception):
    """A row with a claim that cannot be checked here; the text is the reason."""


class _Columns:
    """The columns of a table by their meanings; `faults` has the faults of the headings."""

    def __init__(self, table: Sheet) -> None:
        beside = {stem_of(heading) for heading in table.headings}
        beside |= {heading.strip().lower() for heading in table.headings}
        self.comma = table.decimal_comma
        self._titled: dict[str, str] = {}
        for each in table.stated:
            text = each.strip()
            starts = [*_TITLE.finditer(text)]
            for title, after in zip_longest(starts, starts[1:]):
                kind = _TITLED[title[0].strip(" -:\n")]
                self._titled[kind] = text[title.end() : after.start() if after else None].strip()
        self.means: dict[str, Means] = {}
        unknown = []
        for heading in table.headings:
            means = meaning(heading, beside)
            if means is None:
                unknown.append(heading)
            else:
                self.means[heading] = means
        self.faults = [*_unknown(unknown)]
        if not self.faults and not any(m.kind in ("claim", "number") for m in self.means.values()):
            self.faults.append(
                "no column claims anything; takes one such as ev, ev (%), clack or score "
                "(`twoplayer help claim`)"
            )
        self.faults += _twice(self.means)

    def titled(self, kind: str, cells: Mapping[str, str]) -> bool:
        """Tell whether `cell` returns text of the table's title."""
        return not any(cells[heading] for heading in self.kinds.get(kind, ()))

    def unchecked(self, given: Given) -> Iterator[str]:
        """Yield sentences about figures that are not checked, and a quantity given in vain."""
        left = [each for each in self.kinds.get("nothing", ()) if stem_of(each) in FIGURES]
        if left:
            columns = "column" if len(left) == 1 else "columns"
            yield f"Not checked: the {columns} {listed([repr(each) for each in left])}."
        if given.of != "ev" and "number" not in self.kinds:
            yield f"No column is called `claim`, so that nothing is claimed of {given.of} alone."

    @cached_property
    def bounded(self) -> bool:
        """Whether all claims are bounds."""
        claims = [means for means in self.means.values() if means.kind == "claim"]
        return all(means.end for means in claims) and bool(claims)

    @property
    def players(self) -> str:
        """The number of players, where the title of the table tells it."""
        return self._titled.get("context", "")

    @property
    def of_changed(self) -> bool:
        """Whether a column names the changed rules, beside the rules themselves."""
        return "changed" in self.means

    def of(self, kind: str) -> list[str]:
        """Return the headings of a kind."""
        return [heading for heading, means in self.means.items() if means.kind == kind]

    @cached_property
    def kinds(self) -> dict[str, list[str]]:
        kinds = {means.kind for means in self.means.values()}
        return {kind: self.of(kind) for kind in kinds}

    def cell(self, kind: str, cells: Mapping[str, str]) -> str:
        """Return the first cell of a kind that is not empty, or the text of the table's title."""
        said = next((cells[h] for h in self.kinds.get(kind, ()) if cells[h]), "")
        return said or self._titled.get(kind, "")


def _unknown(headings: list[str]) -> Iterator[str]:
    far = []
    for heading in headings:
        if near := nearest_heading(heading):
            yield f"{shown(heading)}: an unknown heading; {near}"
        else:
            far.append(shown(cut(heading)))
    if far:
        said = "unknown headings" if far[1:] else "an unknown heading"
        more = f" and {len(far) - _MOST_CALLED:,} more" * (len(far) > _MOST_CALLED)
        yield (
            f"{', '.join(far[:_MOST_CALLED])}{more}: {said}; "
            "`twoplayer help claim` says what a table may have"
        )


def _twice(columns: Mapping[str, Means]) -> Iterator[str]:
    """Yield faults where two columns tell the same rule."""
    once: dict[tuple[str, str], str] = {}
    for heading, means in columns.items():
        if means.kind in ("rule", "second rule"):
            first = once.setdefault((means.kind, means.name), heading)
            if first != heading:
                yield f"{shown(first)} and {shown(heading)}: two columns of one rule"


class _Games:
    """The games of rows; rows with the same cells of rules and names share a game."""

    def __init__(self, columns: _Columns, said: Mapping[str, str]) -> None:
        self._columns, self._said = columns, said
        self._known: dict[tuple[str, ...], Contest | InputError] = {}
        wanted = ("rule", "second rule", "name", "second name", "brief", "in words")
        self._cells = [h for kind in wanted for h in columns.kinds.get(kind, ())]

    def of(self, cells: Mapping[str, str]) -> Contest:
        key = tuple(cells[heading] for heading in self._cells)
        if key not in self._known:
            try:
                self._known[key] = self._find(cells)
            except InputError as error:
                self._known[key] = error
        found = self._known[key]
        if isinstance(found, InputError):
            raise found
        return found

    def _find(self, cells: Mapping[str, str]) -> Contest:
        """Find the game of a row, which may have two players' rules."""
        told: dict[str, Any] = {**self._said, **self._rules("rule", cells)}
        columns = self._columns
        every = {columns.means[h].name for h in columns.kinds.get("rule", ())} >= {*FIELDS}
        every = every and bool(told)  # a row with a name alone tells no rules
        label = name = columns.cell("name", cells)
        if brief := columns.cell("brief", cells):  # it has all rules, so a name is a label
            told, every, name = {**_brief_rules(brief), **told}, True, ""
        if not columns.of_changed and (words := columns.cell("in words", cells)):
            told = {**told, **_changed_in_words(words)}
            first = _variant(name, {}, every=every, titled=columns.titled("name", cells))
            first = first.replace(**told)
        else:
            first = _variant(name, told, every=every, titled=columns.titled("name", cells))
        first = first.called(label) if brief and label else first
        seconds = self._rules("second rule", cells)
        of_second = {columns.means[h].name for h in columns.kinds.get("second rule", ())}
        name = columns.cell("second name", cells)
        own = None
        if seconds or name:
            # The stakes are those of the first player; so are the other rules in a row without a
            # name. Where every rule has a column, an empty cell says that there is no such rule.
            all_told = of_second >= {*FIELDS}
            as_first = () if all_told else STAKES if name else FIELDS
            base = {rule: getattr(first, rule) for rule in as_first}
            above = columns.titled("second name", cells)
            own = _variant(name, seconds, every=all_told, base=base, of="second", titled=above)
        for each in filter(None, (first, own)):
            if has_tables(each):
                continue
            if columns.bounded:
                raise _PassedError("as their games are too large to be solved, and have bounds")
            turn_of(each).board.check_size()
        return contest(first, own, parameters=("rules", "second_rules"))

    def _rules(self, kind: str, cells: Mapping[str, str]) -> dict[str, str]:
        told = {}
        for heading in self._columns.kinds.get(kind, ()):
            if cell := cells[heading]:
                name = self._columns.means[heading].name
                if name == "tiles" and _DATE.fullmatch(cell):
                    raise refused(name, cell, "tiles such as 4-9", _A_DATE, RowError)
                comma = self._columns.comma and name == "clack_payout"
                told[name] = cell.replace(",", ".") if comma else cell
        return told


def _variant(
    name: str,
    told: Mapping[str, str],
    *,
    every: bool,
    base: Mapping[str, Any] | None = None,
    of: str = "",
    titled: bool = False,
) -> Variant:
    """Return the one game that agrees with a name and with the told rules.

    Parameters
    ----------
    name : str
        The name in the row; `""` where there is none.
    told : mapping of str to str
        The rules that the row tells, by field.
    every : bool
        Whether the row has a place for every rule, so that a name may be a label.
    base : mapping, optional
        The rules that neither the name nor the row tells; None: those of the classic game.
    of : str, default ""
        Whose rules they are, for errors.
    titled : bool, default False
        Whether the name is from a title of this program, above the table.
    """
    rules = {rule: FIELDS[rule].read(rule, cell) for rule, cell in told.items()}
    parameter = f"{of}_name" if of else "name"
    spelled = {rule: FIELDS[rule].spell(value) for rule, value in rules.items()}
    if not name:
        return Variant(**{**_spelled(base or {}), **spelled})
    known = _family(name, parameter, every=every)
    if known is None and not every and (inside := _WITH_RULES.fullmatch(name)):
        in_brackets = read_brief(inside["rules"])
        if in_brackets is not None:  # the form of a family member's name
            more: dict[str, Any] = {**in_brackets, **told}
            named = _family(inside["name"], parameter, every=False)
            several = named is not None and len(named.variants) > 1
            if named is None or several or titled:
                # After a family's name the rules say which member is meant. In a title, and after
                # an unknown name, they are all rules that differ from the classic game.
                label = inside["name"] if several else ""
                found = _variant(label, more, every=False, base=base, of=of)
            else:  # the form of a registered game's name with some rules replaced
                found = named.single().replace(**more)
            return found.called(name)
    if known is None:
        in_words = None if every else read_brief(name)
        if in_words is None and not every:
            takes = "a registered name, a file, or a column for every rule"
            raise refused(parameter, name, takes, "which says nothing of the rules", RowError)
        said = {**_spelled(base or {}), **(in_words or {}), **spelled}
        return Variant(**said).called(name)
    if base and (stakes := {r: v for r, v in _spelled(base).items() if r not in known.options}):
        known = known.replace(**stakes)
    members = known.variants
    agreeing = [v for v in members if all(getattr(v, r) == x for r, x in rules.items())]
    distinct = [*dict.fromkeys(agreeing)]
    if len(distinct) == 1:
        return agreeing[0]
    if not distinct:
        against = next((r for r, x in rules.items() if x not in _of_members(members, r)), "")
        if not against:
            raise RowError(f"no member of {name} has all of these rules", of=parameter)
        there = listed([str(FIELDS[against].spell(x)) for x in _of_members(members, against)], "or")
        got = shown(str(spelled[against]))
        raise RowError(f"got {got}, which contradicts {name}, where it is {there}", of=against)
    open_rules = [r for r in FIELDS if len({getattr(v, r) for v in distinct}) > 1]
    games = f"got {shown(name)}, which is {len(distinct):,} games"
    takes = f"takes the rules in which they differ: {', '.join(open_rules)}"
    raise RowError(f"{games}; {takes}", of=parameter)


def _of_members(members: Iterable[Variant], rule: str) -> list[Any]:
    """Return the values that a rule has in some games, each once."""
    return [*dict.fromkeys(getattr(each, rule) for each in members)]


def _spelled(rules: Mapping[str, Any]) -> dict[str, Any]:
    return {rule: FIELDS[rule].spell(value) for rule, value in rules.items()}


def _family(name: str, parameter: str, *, every: bool) -> Family | None:
    """Return the rules of a registered name, or of a file; None for any other name."""
    named = name.strip()
    if named.lower() in ("the classic game", "classic game"):
        named = "classic"
    if IN_A_FILE.fullmatch(named):
        raise _PassedError(f"as {shown(name)} is code, which no table may run")
    if named not in registered() and not named.endswith(".toml"):
        lower = named.lower().replace(" ", "-").replace("_", "-")
        if every or lower not in registered():
            return None
        named = lower
    try:
        return family(named)
    except UnknownNameError:
        return None
    except FileError:
        if every:
            return None  # a label that looks like the name of a file
        raise


def _brief_rules(text: str) -> dict[str, str]:
    """Read the rules that a cell tells in a few words."""
    told = read_brief(text)
    if told is None:
        raise refused("rules", text, "rules such as 'tiles 1-10, ties first'", kind=RowError)
    return told


@cache
def _in_words() -> Mapping[str, tuple[str, Any]]:
    """Return the rules that people play, by the words for them."""
    return {
        FIELDS[rule].words(FIELDS[rule].parse(value)): (rule, value)
        for rule, values in played().items()
        for value in values
    }


def _changed_in_words(text: str) -> dict[str, Any]:
    """Read the changed rules in the words of `mend`."""
    told = {}
    for words in text.split("; "):
        if words not in _in_words():
            raise _PassedError("as they change something else than a rule of a turn")
        rule, value = _in_words()[words]
        told[rule] = value
    return told


def _of_matrix(table: Sheet) -> Sheet:
    """Return a matrix of strategies against each other as rows of two strategies."""
    [heading, *_] = [each for each in table.headings if stem_of(each) == "ev_as_first_against"]
    names = {cells[""]: cells[heading] for _, cells in table.rows}
    rows = [
        Row(line, {"first": cells[heading], "second": names[number], "EV (%)": cells[number]})
        for line, cells in table.rows
        for number in names
        if number in cells
    ]
    return table._replace(rows=rows, headings=["first", "second", "EV (%)"])


class _Reader:
    """Reads the claims of a table row by row."""

    def __init__(self, table: Sheet, given: Given) -> None:
        self.columns, self.given = _Columns(table), given
        self.faults: list[tuple[int, str]] = []
        self.passed: Counter[str] = Counter()
        notes = [match for each in table.stated if (match := _NOTE.fullmatch(each.strip()))]
        self.said = {k: v for note in notes for k, v in (read_brief(note["rules"]) or {}).items()}
        self._games = _Games(self.columns, self.said)

    def claims(self, rows: Iterable[Row]) -> Iterator[Claim]:
        for number, (line, cells) in enumerate(rows, 1):
            try:
                for claim in self._claims(line, cells):
                    yield claim._replace(row=number)
            except _PassedError as passed:
                self.passed[str(passed)] += 1
            except InputError as error:
                self.faults += [(line, str(fault)) for fault in error.faults]

    def _claims(self, line: int, cells: Mapping[str, str]) -> Iterator[Claim]:
        of_seat = self._seat(cells)
        numbers = self._numbers(cells, of_seat)
        if not numbers:
            raise _PassedError("as no number is claimed there")
        game = self._games.of(cells)
        for (of, discount), said in numbers.items():
            question = self._question(of, discount, game, cells)
            question.check()
            if self.given.games is not None:
                check_simulated(question, self.given.games)
            yield Claim(question, tuple(said), self.given.games, line)

    def _seat(self, cells: Mapping[str, str]) -> str:
        """Return the seat of a row, `""` for none; pass over a row about another kind of game."""
        seat = ""
        for heading in self.columns.kinds.get("context", ()):
            cell, name = cells[heading], self.columns.means[heading].name
            if name == "seat":
                seat = cell
            if name == "whose" and self.columns.kinds.get("second rule"):
                continue
            if cell and cell.lower() not in CONTEXT.get(name, ()):
                raise _PassedError(f"as their {heading} says that they are of something else")
        if self.columns.players not in ("", "2"):
            raise _PassedError("as the title says that more than two play")
        changed = cells.get("changed", "")
        if changed and not {each.strip() for each in changed.split(",")} <= {*FIELDS}:
            raise _PassedError("as what they change is no rule of a turn")
        return seat

    def _numbers(
        self, cells: Mapping[str, str], seat: str
    ) -> dict[tuple[str, Fraction | None], list[Number]]:
        """Return the numbers that a row claims, by quantity and discount."""
        found: dict[tuple[str, Fraction | None], list[Number]] = {}
        ends: dict[str, dict[str, Number]] = {}
        for heading, means in self.columns.means.items():
            if means.kind not in ("claim", "number") or not (cell := cells[heading]):
                continue
            of, discount = self._of(means, cells)
            if seat == "2":
                of = _OF_SECOND.get(of, of)
            both = _WITH_EXACT.fullmatch(cell)
            for part in both.groups() if both else [cell]:
                number = self._number(heading, part, of, percent=means.percent and not both)
                if means.end:
                    ends.setdefault(of, {}).setdefault(means.end, number)
                else:
                    found.setdefault((of, discount), []).append(number)
        for of, pair in ends.items():
            if of == "payout":
                found.setdefault((of, None), []).extend(pair.values())
            elif (of, None) not in found and len(pair) == 2:
                low, high = pair["low"], pair["high"]
                text = f"{low.text} to {high.text}"
                bounds = Number(text, low.low, high.high, form="interval", step=high.high - low.low)
                found[of, None] = [bounds]
        return found

    def _of(self, means: Means, cells: Mapping[str, str]) -> tuple[str, Fraction | None]:
        if means.kind == "claim":
            return means.name, None
        if not (said := self.columns.cell("of", cells)):
            return self.given.of, self.given.discount
        known = _MEASURED.get(said.lower(), said)
        if not known:
            raise _PassedError(f"as `check` does not know the quantity {shown(said)}")
        return quantity_named(known, "of")

    def _number(self, heading: str, cell: str, of: str, *, percent: bool) -> Number:
        """Read the number of a cell; refuse a date that a spreadsheet has made of a number."""
        parameter = " ".join(heading.split())
        if _DATE.fullmatch(cell):
            raise refused(parameter, cell, "a number", _A_DATE, RowError)
        cell = {"never": "0 %", "always": "100 %"}.get(cell, cell)
        if of == "payout":  # the words of `fair --payouts`
            cell = re.sub(r"^every payout from\s+|\s+on$", "", cell)
        try:
            number = number_of(cell, percent=percent, comma=self.columns.comma)
            if percent and number.unit == "percent" and not re.search(r"[^\d.,+−–-]", cell):
                number = number._replace(text=f"{number.text} %")
            return read_number(number, "ev" if of == "optimal_ev" else of)
        except InputError:
            raise
        except ValueError as error:
            said = f"got {shown(cell)}, {error}"
            raise RowError(said, of=parameter) from None

    def _question(
        self, of: str, discount: Fraction | None, game: Contest, cells: Mapping[str, str]
    ) -> Query:
        """Return the question of a claim: strategies of the row come before those given beside."""
        if of == "optimal_ev":
            return Query("ev", game)
        first, second = self._plays("first", cells), self._plays("second", cells)
        own = self._plays("strategy", cells)
        asked = Query(of, game, first or self.given.first, second or self.given.second)
        if of == "value":
            score = self.columns.cell("to beat", cells)
            beat = self.given.score_to_beat if not score else _score(score)
            asked = asked._replace(first=OPTIMAL_PLAY, score_to_beat=beat)
            return asked._replace(second=own) if own else asked
        if asked.quantity.players == 1:
            asked = asked._replace(contest=Contest((game.rules[0], game.rules[0])))
            one = asked.of_one_player()._replace(discount=discount)
            return one._replace(strategy=own) if own else one
        if own and of in ("second_ev", "second_wins", "second_clacks"):
            return asked._replace(second=own)
        return asked._replace(first=own) if own else asked

    def _plays(self, kind: str, cells: Mapping[str, str]) -> Strategy | None:
        """Return the strategy that a row names; code that the row names is not run."""
        if not (name := self.columns.cell(kind, cells)):
            return None
        if IN_A_FILE.fullmatch(name):
            for given in (self.given.first, self.given.second):
                if given.name == name:  # it was run where it was given beside the table
                    return given
            raise _PassedError(f"as {shown(name)} is code, which no table may run")
        known = name.strip()
        try:
            return as_strategy(known, kind)
        except InputError:
            raise refused(kind, name, " | ".join(STRATEGIES), kind=RowError) from None


_OF_SECOND = {"ev": "second_ev", "first_wins": "second_wins", "first_clacks": "second_clacks"}
"""The quantities that a row of the second seat means."""
_MEASURED = {
    "first player's ev": "ev",
    "first player clacks": "first_clacks",
    "first player's score": "",  # its player aims at winning, not at a low score
}
"""The names of `simulate` for its quantities; `""` where no quantity is meant."""


def _score(text: str) -> int:
    if not re.fullmatch(r"-?\d{1,100}", text):
        raise refused("score_to_beat", text, "a whole number", kind=RowError)
    return int(text)


def read_claims(
    table: Sheet, name: str, given: Given = NOTHING_GIVEN
) -> tuple[list[Claim], tuple[str, ...]]:
    """Read the claims of a table.

    Parameters
    ----------
    table : Sheet
        The table, as `read_table` gives it.
    name : str
        The name of the table in errors.
    given : Given, default NOTHING_GIVEN
        The quantity, strategies and numbers for every row without its own.

    Returns
    -------
    claims : list of Claim
    passed : tuple of str
        The rows that were passed over, each kind in a sentence.

    Raises
    ------
    FileError
        If a heading is unknown, a row is faulty, or there is no claim. Faults of one kind are told
        once, with the number of further ones.
    """
    if "ev_as_first_against" in map(stem_of, table.headings):
        table = _of_matrix(table)
    reader = _Reader(table, given)
    faults = list(reader.columns.faults)
    if len(table.rows) > MOST_ROWS:
        faults.append(f"more than {MOST_ROWS:,} rows; takes several tables")
    claims = [] if faults else [*reader.claims(table.rows)]
    faults += _told_once(reader.faults)
    if not claims and not faults:
        faults.append(f"no claim that can be checked: {_passed(reader.passed)[0]}")
    if faults:
        raise FileError(*(f"{name}: {fault}" for fault in faults[:_MOST_FAULTS]))
    return claims, (*_passed(reader.passed), *reader.columns.unchecked(given))


def _passed(reasons: Counter[str]) -> tuple[str, ...]:
    return tuple(
        f"{count:,} row{'s are' if count > 1 else ' is'} passed over, {reason}."
        for reason, count in reasons.items()
    )


def _told_once(faults: Iterable[tuple[int, str]]) -> Iterator[str]:
    """Yield a fault for each kind: its first line, and how many more rows have the fault."""
    kinds: dict[str, list[tuple[int, str]]] = {}
    for line, fault in faults:
        kind = re.sub(r"got ('(?:[^'\\]|\\.)*'|\"[^\"]*\")", "got", fault)
        kinds.setdefault(kind, []).append((line, fault))
    for (line, fault), *more in kinds.values():
        rows = f", and {len(more):,} more row{'s' * (len(more) > 1)} like it" if more else ""
        yield f"line {line}: {fault}{rows}"


def table_in(given: Any) -> tuple[Sheet, str]:
    """Read a table that a user gives: a path, the text of a table, records, or a data frame.

    Returns
    -------
    table : Sheet
    name : str
        The name of the table in errors.
    """
    if isinstance(given, Sheet):
        return given, "table"
    if hasattr(given, "to_dict") and hasattr(given, "columns"):
        if any(name is not None for name in given.index.names):
            given = given.reset_index()  # the index may name the games
        if not given.columns.is_unique:
            raise FileError("table: two columns of one heading")
        given = given.to_dict("records")
    if isinstance(given, bytes):
        return read_table(given, "table"), "table"
    if isinstance(given, str) and "\n" in given:
        return read_table(given, "table"), "table"
    if isinstance(given, (str, PathLike)):
        path = fspath(given)
        if reason := too_long(path):
            raise refused("table", path, "a path, the text of a table, records, or a frame", reason)
        return read_table(read_bytes(path, MOST_TABLE), path), path
    if isinstance(given, Iterable):
        records = [*given]
        if records and all(isinstance(each, Mapping) for each in records):
            headings = [str(name) for name in dict.fromkeys(n for each in records for n in each)]
            rows = [
                Row(number, {h: _cell(each, h) for h in headings})
                for number, each in enumerate(records, 1)
            ]
            return Sheet(rows, headings, False, []), "table"
    raise refused("table", given, "a path, the text of a table, records, or a data frame")


def _cell(record: Mapping[Any, Any], heading: str) -> str:
    """Return a value of a record as the text of a cell; "" for a missing value."""
    value = record.get(heading)
    if isinstance(value, Iterable) and not isinstance(value, (str, bytes, Mapping)):
        return ",".join(str(scalar(each)) for each in value)
    value = scalar(value)
    if value is None or str(value) in ("nan", "NaN", "<NA>", "NaT"):  # missing in a frame
        return ""
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() else repr(value)
    return str(value).strip()


def check_claims(table: Sheet, name: str, given: Given, evs: EVs = first_player_evs) -> Verdicts:
    """Judge the claims of a table that has been read.

    Parameters
    ----------
    table, name, given
        As for `read_claims`.
    evs : callable, default first_player_evs
        The function that solves the EVs of many games: on several cores, or with a file of results.
    """
    claims, passed = read_claims(table, name, given)
    failed: dict[Query, InputError] = {}
    verdicts = judged(claims, evs, failed)
    if failed:
        faults = [
            (claim.line or 0, str(fault))
            for claim in claims
            if claim.question in failed
            for fault in failed[claim.question].faults
        ]
        raise FileError(*(f"{name}: {fault}" for fault in _told_once(faults)))
    verdicts.passed = passed
    return verdicts


@tells_its_signature
def check_table(
    table: str | PathLike[str] | bytes | Iterable[Mapping[str, object]] | Any,
    *,
    of: str = "ev",
    score_to_beat: int | None = None,
    first_strategy: StrategyLike = "optimal",
    second_strategy: StrategyLike = "optimal",
    games: int | None = None,
) -> Verdicts:
    r"""Tell for every row of a table whether its claims are right.

    A row's game is its rules, or a registered name or file, which gives the rules that the row
    leaves out. Its claims are in columns named after a quantity, such as `ev`, `EV (%)`, `clack` or
    `expected score`. `docs/howto/check-a-published-figure.md` has all headings and forms.

    Parameters
    ----------
    table : str, path, bytes, list of dict or data frame
        The path of a file, the text of a table (CSV, JSON, Markdown, LaTeX, HTML, or plain text),
        or the rows of a table.
    of : str, default "ev"
        The quantity of a column called `claim`, as for `check`.
    score_to_beat : int, optional
        The first player's score, for claims of `value` in rows without such a score.
    first_strategy : str, Strategy or function, default "optimal"
        How the first player plays, in rows without a strategy.
    second_strategy : str, Strategy or function, default "optimal"
        How the second player plays, in rows without a strategy.
    games : int, optional
        The number of simulated games behind the numbers of all rows. None: the numbers were
        computed.

    Returns
    -------
    Verdicts
        A list of `Verdict`, each with its `line`, and a table; `right` tells whether all are right.

    Raises
    ------
    FileError
        If the file is missing, a heading is unknown, or a row is faulty.
    InputError
        If the arguments beside the table do not go together.

    See Also
    --------
    twoplayer.check : One number.

    Examples
    --------
    >>> from twoplayer import check_table
    >>> verdicts = check_table("name,ev\nclassic,-0.4012 %\nten,-0.3775 %\n")
    >>> [verdict.right for verdict in verdicts]
    [True, True]
    >>> rows = [{"tiles": 9, "clack": "7.15 %"}]
    >>> check_table(rows)[0].right
    False
    """
    read, name = table_in(table)
    given = read_given(of, score_to_beat, first_strategy, second_strategy, games)
    return check_claims(read, name, given)
