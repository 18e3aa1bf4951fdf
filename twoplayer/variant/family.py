"""Families: rule sets in which some rules are left open, and lists of rule sets."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from math import prod
from operator import itemgetter
from typing import Any, NamedTuple

from ..errors import Fault, Faults, RulesError, cut, refused
from ..table import Column, Table, Tabled, To
from .fields import FIELDS, ratio_said, typed, unknown_rules, written_as_one
from .variant import Variant


class LeftOut(NamedTuple):
    """A member of a family whose rules contradict each other.

    Parameters
    ----------
    name
        The name of the rule set that it is in.
    rules
        The rules that are given, by field, as they are written.
    faults
        What contradicts what.
    """

    name: str
    rules: Mapping[str, Any]
    faults: tuple[Fault, ...]

    @property
    def reason(self) -> str:
        """What contradicts what, a line for each fault."""
        return "\n".join(map(str, self.faults))


@dataclass(frozen=True, repr=False)
class Family(Tabled):
    """A rule set in which some rules are left open, or a list of other rule sets.

    Parameters
    ----------
    name
        The name it is registered under, or the name of its file.
    summary, source
        What it is, and where it is from.
    options
        For each field that is given, what it may be. The members are every combination, in the
        order written, the last field varying fastest.
    parts
        The rule sets that it lists, in order, if it does; the options replace their own then.

    Examples
    --------
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

    columns = (
        Column("rule", itemgetter(0)),
        Column("value", itemgetter(1), to=To.PROGRAMS),
        Column("in_words", itemgetter(2), "may be"),
    )

    def __post_init__(self) -> None:
        if not isinstance(self.options, Mapping):
            raise refused("options", self.options, "what each field may be")
        faults = unknown_rules(self.options)
        faults += [
            Fault.got(cut(name), some, "what the field may be", "not a tuple")
            for name, some in self.options.items()
            if not isinstance(some, tuple)
        ]
        faults.tell(RulesError)

    def __repr__(self) -> str:
        return f"Family({self.name!r}, size={self.size})"

    def _title(self) -> str:
        many = f"{self.size:,} games" if self.size != 1 else "one game"
        return ": ".join(filter(None, [f"{self.name}, {many}", self.summary]))

    def _found(self) -> Sequence[tuple[str, str, str]]:
        if self.parts:
            return [(part.name, part.name, part.summary) for part in self.parts]
        words = self.words()
        return [
            (name, " | ".join(map(str, some)), " | ".join(words[name]))
            for name, some in self.options.items()
        ]

    def table(self) -> Table:
        """Return what each rule that is given may be; of a list, what its parts are."""
        found = super().table()
        if not self.parts:
            return found
        name, value, words = found.columns
        return replace(
            found, columns=[name._replace(title="game"), value, words._replace(title="what it is")]
        )

    def members(self) -> tuple[Variant, ...]:
        """Return the variants, which are every combination.

        Raises
        ------
        RulesError
            If there are faults; it names all of them, each once.
        """
        Faults(
            f"{each.name}: {fault}" if self.parts else fault
            for each in self.left_out
            for fault in each.faults
        ).tell(RulesError)
        return self.variants

    @property
    def variants(self) -> tuple[Variant, ...]:
        """The members whose rules go together, called by the name of their rule set.

        Raises
        ------
        RulesError
            If there are none, or a value cannot be read; it names all faults, each once.
        """
        made, left_out = self._tried
        if not made:
            raise RulesError(*dict.fromkeys(fault for each in left_out for fault in each.faults))
        return tuple(made)

    @property
    def left_out(self) -> tuple[LeftOut, ...]:
        """The members that are not among the `variants`, as their rules contradict each other."""
        return tuple(self._tried[1])

    @property
    def size(self) -> int:
        """How many members there are; none of them is made."""
        return sum(prod(map(len, family.options.values())) for family in self._listed())

    @cached_property
    def _tried(self) -> tuple[list[Variant], list[LeftOut]]:
        """The members that can be played, and the others."""
        self._check_readable()
        made, left_out = [], []
        for family in self._listed():
            for combination in product(*family.options.values()):
                rules = dict(zip(family.options, combination, strict=True))
                try:
                    made.append(Variant(**rules).called(family.name))
                except RulesError as error:
                    left_out.append(LeftOut(family.name, rules, error.faults))
        return made, left_out

    def replace(self, **changes: object) -> Family:
        """Return the family with some fields settled; in a list, what a field may be."""
        settled = {
            name: tuple(value) if isinstance(value, list) else (value,)
            for name, value in changes.items()
        }
        return replace(self, options={**self.options, **settled})

    def words(self) -> dict[str, tuple[str, ...]]:
        """Return every rule in words, by field: what it may be."""
        self._check_readable()
        return {
            name: tuple(map(field.words, map(field.parse, self.options.get(name, [field.default]))))
            for name, field in FIELDS.items()
        }

    def single(self) -> Variant:
        """Return the only member.

        Raises
        ------
        RulesError
            If there are several; it says how to pick one.
        """
        if self.size == 1:
            return self.variants[0]
        self._check_readable()
        if self.parts:
            pick = " | ".join(part.name for part in self.parts)
        else:
            one = [written_as_one(name, some) for name, some in self.options.items()]
            write = "".join(
                f"write {each} for one game with these tiles, or " for each in one if each
            )
            pick = f"{write}settle " + ", ".join(
                f"{name} ({' | '.join(typed(field.spell(field.parse(value))) for value in some)})"
                for name, some in self.options.items()
                if len(some) > 1
                for field in [FIELDS[name]]
            )
        raise RulesError(f"got {self.size} games, of {self.name}; takes one: {pick}")

    def _listed(self) -> list[Family]:
        """Return the families without parts that this one is or lists."""
        listed = [replace(part, options={**part.options, **self.options}) for part in self.parts]
        return listed or [self]

    def _check_readable(self) -> None:
        """Refuse values that cannot be read, each once however many members have it."""
        faults = Faults()
        for name, some in self.options.items():
            for value in some:
                with faults:
                    FIELDS[name].read(name, value)
        faults.tell(RulesError)


def remarks(family: Family, settled: Collection[str] = ()) -> list[str]:
    """Say what rules of a family may be meant otherwise than taken; those settled since are not.

    >>> remarks(Family("mine", "", "", {"tiles": (1, 2, 4)}))
    ['mine: tiles = [1, 2, 4] is a family of 3 games. One game is written tiles = "1-2,4".']
    """
    said = []
    for name, values in family.options.items():
        if name in settled:
            continue
        if one := written_as_one(name, values):
            listed = f"{name} = [{', '.join(map(str, values))}]"
            said.append(f"{listed} is a family of {len(values)} games. One game is written {one}.")
        if name == "clack_payout":
            ratios = ((value, ratio_said(value)) for value in values)
            said += [f'{name} = "{value}" {words}' for value, words in ratios if words]
    said = [f"{family.name}: {remark}" for remark in said]
    return sum((remarks(part, {*settled, *family.options}) for part in family.parts), said)
