"""Rule sets, registered or in files: families with several values of a rule, and lists."""

from __future__ import annotations

import os
import re
import tomllib
import warnings
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, partial
from itertools import islice, product, starmap
from math import prod
from os import PathLike, fspath
from os.path import exists
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeAlias, TypedDict, Unpack

from ..errors import (
    Fault,
    Faults,
    FileError,
    InputError,
    RulesError,
    UnknownNameError,
    cut,
    did_you_mean,
    integer,
    is_array,
    refused,
    scalar,
    shown,
    too_long,
    visible,
)
from ..files import MOST_RULES, names_code, only_load_runs, read_text
from ..tables import Column, Table, Tabled
from .dice import MOST_SIDES
from .fields import (
    FIELDS,
    LEAST_OF_SIZES,
    MOST_TILES,
    ratio_said,
    typed,
    unknown_rules,
    written_as_one,
)
from .variant import Variant, brief

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

VariantLike: TypeAlias = Variant | str | PathLike[str]
"""A variant, a registered name, or the path of a TOML file."""


class Sweep(TypedDict, total=False):
    """Rules by field, each with one value or several: a value for `Variant`, or a list of them."""

    tiles: Any
    dice: str | Sequence[str]
    weights: Any
    one_die: str | Sequence[str]
    moves: str | Sequence[str]
    max_tiles: Any
    opening_tile: Any
    stop_total: Any
    scoring: str | Sequence[str]
    clack_payout: Any
    immediate_clack: Any
    ties: str | Sequence[str]


_OF_CODE = "a game as code goes with solve, seats, match, plan_evening, simulate and strategies"
LIST = "rule_sets"  # the key of a rule file that lists other rule sets

_OF_SEVERAL = "tiles", "weights"  # fields with several numbers in one value

MOST_MEMBERS = 100_000  # of a family, or of several families together
MOST_PARTS = 1_000

_PART = r"""(?:[\w-]++|"(?:[^"\\\n]|\\.){0,200}+"|'[^'\n]{0,200}+')[ \t]{0,200}+\.[ \t]{0,200}+"""
_DEEP_KEY = re.compile(rf"(?<![\w-])(?:{_PART}){{10}}")
"""The beginning of a key in many parts: the time to read a key grows as the square of its parts."""


class LeftOut(NamedTuple):
    """A member of a family whose rules contradict each other.

    Attributes
    ----------
    name : str
        The name of the rule set that the member belongs to.
    rules : mapping of str to any
        The given rules, by field, as they are written.
    faults : tuple of Fault
        The rules that contradict each other, with the values that each rule takes.
    """

    name: str
    rules: Mapping[str, Any]
    faults: tuple[Fault, ...]

    @property
    def reason(self) -> str:
        """The faults in words, a line for each."""
        return "\n".join(map(str, self.faults))


@dataclass(frozen=True, repr=False)
class Family(Tabled):
    """A rule set in which rules may have several values, or a list of other rule sets.

    Attributes
    ----------
    name : str
        The registered name, or the name of the file.
    summary : str
        The rule set in a sentence.
    source : str
        The place where the rules are played or printed.
    options : mapping of str to tuple
        The values of each given field. The members are every combination, the last field varying
        fastest.
    parts : tuple of Family, default ()
        The rule sets of a list, in order. Then `options` replace the options of these rule sets.

    See Also
    --------
    twoplayer.variant.family : Reads a family by its name, or from a file.
    twoplayer.variants : The members alone.

    Examples
    --------
    >>> from twoplayer.variant import Family
    >>> dice = Family("dice", "", "", {"dice": ("2d6", "1d12"), "one_die": ("never", "always")})
    >>> dice
    Family('dice', size=4)
    >>> len(dice.variants), [(each.rules["dice"], each.reason) for each in dice.left_out]
    (3, [('1d12', "one_die: got 'always', with one die anyway; takes 'never' with 1d12")])
    """

    name: str
    summary: str
    source: str
    options: Mapping[str, tuple[Any, ...]]
    parts: tuple[Family, ...] = ()
    _written: Mapping[str, tuple[Any, ...]] | None = field(default=None, repr=False, compare=False)
    """The options before `replace`, or None; a member's name has the rules that differ."""

    columns: ClassVar[Sequence[Column]] = (
        *Variant.columns[:2],
        Variant.columns[2]._replace(title="may be"),
    )

    def __post_init__(self) -> None:
        if not isinstance(self.options, Mapping):
            raise refused("options", self.options, "what each field may be")
        faults = unknown_rules(self.options)
        faults += [
            Fault.got(cut(name), values, "what the field may be", "not a tuple")
            for name, values in self.options.items()
            if not isinstance(values, tuple)
        ]
        faults.tell(RulesError)

    def __repr__(self) -> str:
        return f"Family({self.name!r}, size={self.size})"

    def _title(self) -> str:
        many = f"{self.size:,} games" if self.size != 1 else "one game"
        return f"{self.name}, {many}{self.summary and ': '}{self.summary}"

    def _rows(self) -> Sequence[tuple[str, str, str]]:
        if self.parts:
            return [(part.name, part.name, part.summary) for part in self.parts]
        words, options = self.words(), self.options.items()
        return [(n, " | ".join(map(str, values)), " | ".join(words[n])) for n, values in options]

    def table(self) -> Table:
        """Make a table of the values of each given rule.

        Returns
        -------
        Table
            A row for each field of `options`, with its values, also in words. For a list of rule
            sets, a row for each rule set with its summary.
        """
        table = super().table()
        if not self.parts:
            return table
        rule, value, words = self.columns
        columns = [rule._replace(title="game"), value, words._replace(title="what it is")]
        return replace(table, columns=columns)

    def members(self) -> tuple[Variant, ...]:
        """Return the variants of every combination.

        Returns
        -------
        tuple of Variant
            The members in order, the last field of `options` varying fastest. Equal to `variants`.

        Raises
        ------
        RulesError
            If rules of any member contradict each other. The error names all faults, each once.

        See Also
        --------
        Family.variants : The same, without the members whose rules contradict each other.

        Examples
        --------
        >>> from twoplayer.variant import family
        >>> len(family("sixteen").members())
        16
        """
        Faults(
            f"{member.name}: {fault}" if self.parts else fault
            for member in self.left_out
            for fault in member.faults
        ).tell(RulesError)
        return self.variants

    @property
    def variants(self) -> tuple[Variant, ...]:
        """The members without contradictions in their rules, each with a name of its own.

        Members of a registered list have their registered names. In a family a member has a
        registered name, or the name of the family followed by the varying rules.

        Raises
        ------
        RulesError
            If there is no such member, or a value cannot be read. The error names all faults, each
            once.
        """
        made, left_out = self._tried
        if not made:
            Faults(fault for member in left_out for fault in member.faults).tell(RulesError)
        return made

    @property
    def left_out(self) -> tuple[LeftOut, ...]:
        """The members whose rules contradict each other, each with the reason.

        `variants` has all other members.
        """
        return self._tried[1]

    @property
    def size(self) -> int:
        """The number of members, with those in `left_out`; no member is made to count them."""
        return sum(prod(map(len, family.options.values())) for family in self._listed())

    @cached_property
    def _tried(self) -> tuple[tuple[Variant, ...], tuple[LeftOut, ...]]:
        self._read()
        made, left_out = [], []
        for family in self._listed():
            for combination in product(*family.options.values()):
                rules = dict(zip(family.options, combination, strict=True))
                try:
                    made.append(family._called(Variant(**rules)))
                except RulesError as error:
                    left_out.append(LeftOut(family.name, rules, error.faults))
        return tuple(made), tuple(left_out)

    def replace(self, **changes: Unpack[Sweep]) -> Family:
        """Return the family with other values of some rules: one value each, or several.

        Parameters
        ----------
        **changes
            The rules that change, as for `variants`: a list is several values. As there, a value
            that may have been meant otherwise gives a warning.

        Returns
        -------
        Family
            The family with these rules; the members are made when they are asked for.

        Raises
        ------
        RulesError
            If a field is unknown, or weights are in a list. A value that cannot be read is an error
            only when the members are asked for.

        Examples
        --------
        >>> from twoplayer.variant import family
        >>> family("sixteen").replace(one_die="never", ties=["push", "first"]).size
        8
        """
        return self._replaced(changes, stacklevel=3)

    def _replaced(self, changes: Mapping[str, Any], stacklevel: int) -> Family:
        options = {**self.options}
        for name, given in changes.items():
            many = _is_list(name, given)
            values = islice(given, MOST_MEMBERS + 1) if many else [given]
            options[name] = kept = tuple(map(_kept, values))
            if warning := _said_of_list(name, kept) if many else _said_of_one(name, *kept):
                warnings.warn(warning, stacklevel=stacklevel)
        return self._with(options)

    def _apart(self) -> Family:
        """Return a copy, with copies of its parts: changing the options of one changes no other."""
        same = copy(self)
        object.__setattr__(same, "options", {**self.options})
        object.__setattr__(same, "parts", tuple(part._apart() for part in self.parts))
        return same

    def _with(self, options: Mapping[str, tuple[Any, ...]]) -> Family:
        written = self.options if self._written is None else self._written
        return replace(self, options=options, _written=written)

    @cached_property
    def _settled(self) -> Mapping[str, Any]:
        """The rules with one value in the family as written: `{field: normal value}`.

        A rule that is not written has its default as the value. A rule with several values, or with
        a value that cannot be read, is left out.
        """
        written = self.options if self._written is None else self._written
        settled = {}
        for name, rule in FIELDS.items():
            values = written.get(name, (rule.default,))
            with suppress(RulesError):  # a value that was replaced need not be readable
                if len(values) == 1:
                    settled[name] = rule.read(name, *values)
        return settled

    def _called(self, variant: Variant) -> Variant:
        """Return a member with its name: the family's name, followed by the member's own rules.

        These are the rules with several values in the family, and rules that differ from the
        family's only value.
        """
        rules, settled = vars(variant), self._settled
        told = tuple(n for n in FIELDS if n not in settled or rules[n] != settled[n])
        return variant._named(self.name, partial(_own_name, self.name, told) if told else self.name)

    def words(self) -> dict[str, tuple[str, ...]]:
        """Return the values of every rule, in words.

        Returns
        -------
        dict of str to tuple of str
            A text for each value of each field. A field that is not given has the value of the
            classic game.

        Examples
        --------
        >>> from twoplayer.variant import family
        >>> family("sixteen").words()["tiles"]
        ('9 tiles, 1 to 9',)
        """
        read = self._read()
        return {
            name: tuple(map(field.words, read.get(name, [field.default])))
            for name, field in FIELDS.items()
        }

    def single(self) -> Variant:
        """Return the only member.

        Returns
        -------
        Variant
            The member, with its name.

        Raises
        ------
        RulesError
            If there are several members. The error says how to pick one of the members.

        Examples
        --------
        >>> from twoplayer.variant import family
        >>> family("classic").single()
        Variant()
        """
        return self._single()

    def _single(self, otherwise: str = "") -> Variant:
        if self.size == 1:
            return self.variants[0]
        read = self._read()
        if self.parts:
            pick = " | ".join(part.name for part in self.parts)
        else:
            one = filter(None, starmap(written_as_one, self.options.items()))
            write = "".join(f"write {text} for one game with these tiles, or " for text in one)
            pick = f"{write}settle " + ", ".join(
                f"{name} ({' | '.join(typed(FIELDS[name].spell(value)) for value in values)})"
                for name, values in read.items()
                if len(values) > 1
            )
        raise RulesError(f"got {self.size} games, of {self.name}; takes one: {pick}{otherwise}")

    def _listed(self) -> list[Family]:
        listed = [part._with({**part.options, **self.options}) for part in self.parts]
        return listed or [self]

    def _read(self) -> dict[str, list[Any]]:
        faults, read = Faults(), {name: list[Any]() for name in self.options}
        for name, values in self.options.items():
            for value in values:
                with faults:
                    read[name].append(FIELDS[name].read(name, value))
        faults.tell(RulesError)
        return read


def _is_list(name: str, value: object) -> bool:
    """Tell whether an argument for a field is several values, and not one value.

    A tuple or a range of tiles, or of weights, is one value; a list of tiles is several values.
    """
    lists = list if name in _OF_SEVERAL else (list, tuple, range)
    return isinstance(value, lists) or is_array(value)


def _kept(value: Any) -> Any:
    """Return a value for a field in a form that can be read more than once, and compared."""
    if isinstance(value, Iterator) or is_array(value):
        return tuple(map(scalar, islice(value, MOST_SIDES + 1)))
    return scalar(value)


def _said_of_list(name: str, values: tuple[Any, ...]) -> str | None:
    """Say that a list is taken for several values, if it may mean one value; refuse weights."""
    if not (len(values) <= MOST_SIDES and written_as_one(name, values)):
        return None
    listed = f"[{', '.join(map(str, values))}]"
    if name == "weights":
        takes = f"the weights of one die in a tuple, {values}"
        raise refused(name, [*values], takes, "a list, which is several", RulesError)
    one = f"One game with these tiles alone is {name}={values}"
    return f"{name}={listed} is {len(values)} games. {one}. Sizes as text are not warned of."


def _said_of_one(name: str, value: Any) -> str | None:
    """Say that numbers are taken for the tiles of one game, if they may be meant as sizes."""
    if name != "tiles" or isinstance(value, (str, bytes)) or not isinstance(value, Iterable):
        return None
    numbers = [*map(integer, islice(value, MOST_TILES + 1))]
    sizes = sorted(number for number in numbers if number is not None and number >= LEAST_OF_SIZES)
    if len(numbers) < 2 or len(sizes) < len(numbers):
        return None
    one = f"tiles={shown(value)} is one game, with these tiles alone"
    return f"{one}. Several sizes are tiles=[{sizes[0]}, …]."


def _own_name(rule_set: str, told: Collection[str], variant: Variant) -> str:
    """Return the registered name of a game, or its rule set's name followed by the rules `told`."""
    return _registered_games().get(variant) or f"{rule_set} ({brief(variant, told)})"


@cache
def _registered_games() -> Mapping[Variant, str]:
    """Return the name of every game that is registered by itself; with two names, the first."""
    games: dict[Variant, str] = {}
    for name in registered():
        rules = _loads(_registered_text(name))
        if LIST not in rules and not any(isinstance(rule, list) for rule in rules.values()):
            known = {field: rule for field, rule in rules.items() if field in FIELDS}
            games.setdefault(Variant(**known), name)
    return games


def remarks(family: Family, settled: Collection[str] = ()) -> list[str]:
    """Say which rules of a family may have been meant otherwise than they are taken.

    A rule that has been `settled` since is left out.

    >>> remarks(Family("mine", "", "", {"tiles": (1, 2, 4)}))
    ['mine: tiles = [1, 2, 4] is a family of 3 games. One game is written tiles = "1-2,4".']
    """
    found = []
    for name, values in family.options.items():
        if name in settled:
            continue
        if one := written_as_one(name, values):
            listed = f"{name} = [{', '.join(map(str, values))}]"
            found.append(f"{listed} is a family of {len(values)} games. One game is written {one}.")
        if name == "clack_payout":
            found += [
                f'{name} = "{payout}" {words}' for payout in values if (words := ratio_said(payout))
            ]
    found = [f"{family.name}: {remark}" for remark in found]
    return sum((remarks(part, {*settled, *family.options}) for part in family.parts), found)


def rules_folder() -> Traversable:
    """Return the folder of the registered rules: in a checkout, an installation or a zip file."""
    package = Path(__file__).parents[1]
    for folder in (package / "rules", package.parent / "rules"):
        if folder.is_dir():
            return folder
    from importlib.resources import files  # slow, and only needed for a package in a zip file

    return files("twoplayer") / "rules"


def registered() -> tuple[str, ...]:
    """List the registered names of variants, families and lists.

    Returns
    -------
    tuple of str
        The names, in alphabetical order. Every function that takes rules takes such a name, such as
        `variants`. `solve` takes a name that stands for one game.

    See Also
    --------
    twoplayer.variants : The variants that a name stands for.
    twoplayer.variant.family : The summary, source and options of a name.

    Examples
    --------
    >>> from twoplayer import registered
    >>> "classic" in registered()
    True
    """
    names = (entry.name for entry in rules_folder().iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml")))


def family(name: str | PathLike[str]) -> Family:
    """Read a rule set of one or several variants.

    Parameters
    ----------
    name : str or path
        A registered name, or the path of a TOML file.

    Returns
    -------
    Family
        The rule set: its `variants`, and in `left_out` the members whose rules contradict each
        other.

    Raises
    ------
    InputError
        If `name` is no text and no path.
    UnknownNameError
        If `name` is neither a registered name nor a file.
    FileError
        If the file is missing, unreadable or faulty, or all members have contradictions. The error
        names all faults.

    See Also
    --------
    twoplayer.variants : The variants themselves, all without contradictions.
    twoplayer.registered : The registered names.

    Examples
    --------
    >>> from twoplayer.variant import family
    >>> house = family("house").replace(one_die="max <= 6")
    >>> len(house.variants), [each.name for each in house.left_out]
    (26, ['2012'])
    """
    if not isinstance(name, (str, PathLike)):
        raise refused("name", name, "a registered name or a TOML file")
    file = _find(name)
    return _registered(file)._apart() if file.name in registered() else _parse(file)


@cache
def _registered(file: _RuleText) -> Family:
    """Read a registered rule set once: `table` and `check` ask for all, a thousand members."""
    return _parse(file)


def family_in(text: str, name: str) -> Family:
    """Read the text of a rule file as `family` reads a file; errors call the text by `name`.

    Listed rule files are looked for in the folder of `name`.
    """
    return _parse(_RuleText(name, Path(name), text))


def variants(name: str | PathLike[str], **rules: Unpack[Sweep]) -> tuple[Variant, ...]:
    """Return the variants of a registered name or a TOML file, with other rules if any are given.

    Parameters
    ----------
    name : str or path
        A registered name, or the path of a TOML file.
    **rules
        Rules in place of those in the rule set, as for `Variant`. A list is several values, and
        every combination is a variant. An array, a pandas Series, a tuple and a range are several
        values as well. But a tuple or a range of tiles, or of weights, is one value. Two kinds of
        values give a warning, since they may have been meant otherwise. One is a game whose tiles
        look like sizes, such as `range(9, 12)`. The other is a list of sizes that look like the
        tiles of one game, such as `[1, 3, 5]`. Sizes as text, such as `["1", "3", "5"]`, give no
        warning.

    Returns
    -------
    tuple of Variant
        The variants in order, the last rule of the rule set varying fastest.

    Raises
    ------
    InputError
        If `name` is neither text nor a path.
    UnknownNameError
        If `name` is neither a registered name nor a file.
    FileError
        If the file is missing, unreadable or faulty, or rules of a member contradict each other.
    RulesError
        If a rule of `rules` is unknown or wrong, or contradicts another rule, or there are too many
        combinations. `family(name).replace(**rules)` leaves members with contradictions out.

    See Also
    --------
    twoplayer.variant.family : The rule set that has the variants as members.
    twoplayer.registered : The registered names.
    twoplayer.solve_all : Solves all of the variants.

    Examples
    --------
    >>> from twoplayer import variants
    >>> len(variants("sixteen"))
    16
    >>> sweep = variants("classic", tiles=[9, 10], clack_payout=[1, 2, "5/2"])
    >>> len(sweep), sweep[-1]
    (6, Variant(tiles='1-10', clack_payout='5/2'))
    """
    found = family(name)._replaced(rules, stacklevel=3)
    if found.size > MOST_MEMBERS:
        raise RulesError(f"more than {MOST_MEMBERS} combinations", of=", ".join(rules))
    try:
        return found.members()
    except RulesError as error:
        if rules:
            raise
        raise FileError(*(f"{fspath(name)}: {fault}" for fault in error.faults)) from None


def as_variant(variant: VariantLike, parameter: str = "variant") -> Variant:
    """Return one game of tiles: a `Variant` unchanged, or the game of a name or a file.

    Raises
    ------
    InputError
        If `variant` is anything else, such as a game as code, which has no tiles. The error names
        the `parameter`.
    RulesError
        If the name stands for several games.
    UnknownNameError, FileError
        As `family`.
    """
    if isinstance(variant, Variant):
        return variant
    of_code = names_code(variant)
    if of_code or not isinstance(variant, (str, PathLike)):
        takes = "a Variant, a registered name or a TOML file"
        if of_code:
            takes += f"; {_OF_CODE}, and {only_load_runs(str(variant))}"
        why = "where tiles are asked about" if of_code or hasattr(variant, "choices") else ""
        several: Any = variant if isinstance(variant, (list, tuple)) or is_array(variant) else ()
        members = [*islice(several, MOST_TILES + 1)]
        if members and all(integer(member) is not None for member in members):
            why = f"which is tiles: Variant(tiles={shown(variant)})"
        elif integer(variant) is not None:
            why = f"which may be tiles: Variant(tiles={shown(variant)})"
        elif isinstance(variant, Mapping):
            why = "which may be rules: Variant(**rules) makes a variant of them"
        elif isinstance(variant, type) and issubclass(variant, Variant):
            why = "the class itself: Variant() is the classic game"
        raise refused(parameter, variant, takes, why)
    return family(variant)._single(f"; solve_all({shown(variant)}) solves all of them")


def as_variants(
    given: Iterable[VariantLike] | str | PathLike[str], parameter: str = "variants"
) -> list[Variant]:
    """Return games of tiles, from several variants and names; a family stands for its members.

    Raises
    ------
    InputError
        If `given` is a single `Variant`, or has an item that is neither a variant nor a name.
    RulesError, UnknownNameError, FileError
        As `variants`.
    """
    if isinstance(given, (str, PathLike)):
        given = [given]
    if isinstance(given, (Variant, bytes)) or not hasattr(given, "__iter__"):
        raise refused(parameter, given, "several in a list, or the name of a family")
    meant: list[Variant] = []
    for item in given:
        if not isinstance(item, (Variant, str, PathLike)):
            got = f"got {shown(item)} among them; takes variants and names"
            raise InputError(got, of=parameter)
        meant += [item] if isinstance(item, Variant) else variants(item)
    return meant


def _near(name: str, path: Path) -> str | None:
    beside: list[str] = []
    with suppress(OSError):  # the name may be one that no folder can have
        beside = [entry.name for entry in islice(path.parent.glob("*.toml"), 200)]
    if path.name in beside:  # the file is a link to a missing file
        return None
    if folder := os.path.dirname(name):
        return did_you_mean(name, [os.path.join(folder, file) for file in beside])
    return did_you_mean(name, [*registered(), *beside])


def _neither(name: str, near: str | None) -> str:
    if "=" in name or "#" in name:  # the commands read links before they come here
        near = "rules as in a link go with the commands, and in Python as Variant(tiles=…)"
    near = near or "`twoplayer rules` lists the names; a file's name ends in .toml"
    return f"{cut(name) or 'an empty name'}: neither a registered name nor a TOML file; {near}"


class _RuleText(NamedTuple):
    """The text of a rule set that is found and read, but not parsed yet."""

    name: str  # the name of the family: registered, or the file's name, made fit to be printed
    path: Path  # the path that faults name; listed rule files stand in the same folder
    text: str  # TOML, if the file has no fault


def _find(
    name: str | PathLike[str], beside: Path = Path(), most: int = MOST_RULES, *, piped: bool = True
) -> _RuleText:
    """Find and read a rule set; a registered name comes before a file of the same name.

    Parameters
    ----------
    name
        A registered name, or a path.
    beside
        The folder that a relative path starts from.
    most
        The most bytes that a file may hold.
    piped
        Whether the file may be open already, as for `read_text`.

    Raises
    ------
    UnknownNameError
        If `name` is neither a registered name nor a file, or names code.
    FileError
        If the file is missing, unreadable, or longer than `most`.
    """
    shown = str(fspath(name))
    if shown in registered():
        return _RuleText(shown, Path(shown), _registered_text(shown))
    if names_code(shown):
        takes = "takes a registered name or a TOML file"
        raise UnknownNameError(f"{cut(shown)}: code; {takes}; {only_load_runs(shown)}")
    if not shown.strip():
        raise UnknownNameError("an empty name; takes a registered name or a TOML file")
    if reason := too_long(shown):
        raise UnknownNameError(f"{cut(shown)}: {reason}; takes a registered name or a TOML file")
    path = beside / shown
    if not exists(path):
        near = _near(shown, path)
        if not (path.suffix == ".toml" or Path(shown).name != shown):
            raise UnknownNameError(_neither(shown, near))
        if near:
            raise FileError(f"{path}: no such file; {near}")
    # A file never gets the name of registered rules.
    name = path.name if path.stem in registered() else path.stem
    return _RuleText(visible(name), path, read_text(str(path), most, piped=piped))


def _registered_text(name: str) -> str:
    return (rules_folder() / f"{name}.toml").read_text("utf-8")


def _parse(file: _RuleText, listed: bool = False) -> Family:
    """Parse a rule set as a family, with the rule sets that it lists; a `listed` one has no list.

    Raises
    ------
    FileError
        If the file, its fields or its listed rule sets have faults, or if all members have
        contradictions. The error has all faults.
    """
    name, shown, text = file
    try:
        rules = _loads(text)
    except ValueError as error:
        raise FileError(f"{shown}: not TOML: {error}") from None
    if listed and LIST in rules:
        raise FileError(f"{shown}: {LIST}: a list in a list")
    faults = Faults()
    summary, source = (_sentence(rules, key, faults) for key in ("summary", "source"))
    parts: list[Family] = []
    if LIST in rules:
        with faults:
            parts = _parts(rules.pop(LIST), shown.parent, len(text), faults)
    made = Family(name, summary, source, _options(rules, faults), tuple(parts))
    if made.size > MOST_MEMBERS:
        fields = ", ".join([*([LIST] if parts else []), *made.options])
        faults.append(f"{fields}: more than {MOST_MEMBERS} combinations")
    else:
        with faults:
            made.variants  # noqa: B018 - raises where none is left
    if faults:
        raise FileError(*(f"{shown}: {fault}" for fault in faults))
    return made


def _loads(text: str) -> dict[str, Any]:
    if _DEEP_KEY.search(text):
        raise ValueError("a key in more than ten parts")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        raise
    except RecursionError:
        raise ValueError("lists in lists without end") from None
    except ValueError:
        raise ValueError("a number with thousands of digits") from None


def _sentence(rules: dict[str, Any], key: str, faults: Faults) -> str:
    if (value := rules.pop(key, None)) is None:
        return ""
    if reason := too_long(value) if isinstance(value, str) and value.strip() else "not text":
        faults.append(Fault.got(key, value, "a sentence", reason))
    return visible(" ".join(str(value).split()))


def _parts(names: object, folder: Path, read: int, faults: Faults) -> list[Family]:
    """Return the rule sets that a file lists, and add the faults of faulty ones to `faults`.

    Parameters
    ----------
    names
        The value of the file's list: registered names, and paths of files from its `folder`.
    read
        The number of characters that are read already. All files together may hold no more than a
        single file.
    faults
        The list of faults to add to. If a rule set has faults, the others are still read.

    Raises
    ------
    InputError
        If the list itself is wrong, before any file is opened; or if the list has too many games.
    """
    if not (isinstance(names, list) and names and all(isinstance(name, str) for name in names)):
        raise refused(LIST, names, "names and files", "not a list of names")
    if len(names) > MOST_PARTS:
        raise InputError(f"got {len(names)} names; takes at most {MOST_PARTS}", of=LIST)
    if len(set(names)) < len(names):
        raise refused(LIST, names, "each once", "a name twice")
    # A rule file may be a stranger's: if it names anything else, no file is opened.
    known = registered()
    Faults(
        Fault(LIST, _neither(name, None if os.path.dirname(name) else _near(name, folder / name)))
        for name in names
        if name not in known and not name.lower().endswith(".toml")
    ).tell(InputError)
    parts: list[Family] = []
    for name in names:
        try:
            file = _find(name, folder, max(MOST_RULES - read, 0), piped=False)
            read += len(file.text)
            parts.append(_parse(file, listed=True))
        except InputError as error:
            faults += [f"{LIST}: {fault}" for fault in error.faults]
        if sum(part.size for part in parts) > MOST_MEMBERS:
            raise InputError(f"more than {MOST_MEMBERS} combinations", of=LIST)
    return parts


def _options(rules: Mapping[str, Any], faults: Faults) -> dict[str, tuple[Any, ...]]:
    """Return the values of each given field as they are written; no value is read yet.

    A list is several values. Faults of keys and lists are added to `faults`.
    """
    options = {}
    for key, value in rules.items():
        if key not in FIELDS:
            known = ["summary", "source", LIST, *FIELDS]
            takes = f"takes {', '.join(known)}"
            near = did_you_mean(key, known) if len(faults) < 50 else None  # a slow search
            faults.append(f"{cut(key)}: an unknown key; {near or takes}")
            continue
        values = value if isinstance(value, list) else [value]
        if key == "weights" and values is value and (one := written_as_one(key, values)):
            faults.append(Fault.got(key, value, f"text: {one}", "a list, which is a family"))
            continue
        if not values:
            faults.append(Fault.got(key, [], FIELDS[key].takes, "an empty list"))
        once = {repr(item) if isinstance(item, (list, dict)) else item: item for item in values}
        if len(once) < len(values):
            faults.append(Fault.got(key, value, "each once", "a value twice"))
        options[key] = tuple(once.values())
    return options
