"""Families: rule sets in which some rules are left open, and lists of rule sets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from math import prod
from typing import Any

from ..errors import InputError, RulesError, shown
from .fields import FIELDS
from .variant import Variant

__all__ = ["Family"]


@dataclass(frozen=True)
class Family:
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
    """

    name: str
    summary: str
    source: str
    options: Mapping[str, tuple[Any, ...]]
    parts: tuple[Family, ...] = ()

    def __post_init__(self) -> None:
        if not isinstance(self.options, Mapping):
            raise InputError(f"options: got {shown(self.options)}; takes what each field may be")
        faults = [
            f"{name}: an unknown rule; takes {', '.join(FIELDS)}"
            for name in self.options
            if name not in FIELDS
        ]
        faults += [
            f"{name}: got {shown(some)}, not a tuple; takes what the field may be"
            for name, some in self.options.items()
            if not isinstance(some, tuple)
        ]
        if faults:
            raise RulesError(*faults)

    def members(self) -> tuple[Variant, ...]:
        """Return the variants.

        Raises
        ------
        RulesError
            If there are faults; it names all of them, each once.
        """
        return tuple(variant for _, variant in self.named_members)

    @property
    def size(self) -> int:
        """How many members there are; none of them is made."""
        return sum(prod(map(len, family.options.values())) for family in self._listed())

    @cached_property
    def named_members(self) -> list[tuple[str, Variant]]:
        """The variants, each with the name of the rule set that it is in."""
        made, faults = [], self._unreadable()
        for family in () if faults else self._listed():
            for rules in product(*family.options.values()):
                try:
                    variant = Variant(**dict(zip(family.options, rules, strict=True)))
                    made.append((family.name, variant))
                except RulesError as error:
                    faults += error.faults
        if faults:
            raise RulesError(*dict.fromkeys(faults))
        return made

    def replace(self, **changes: object) -> Family:
        """Return the family with some fields settled."""
        settled = {name: (value,) for name, value in changes.items()}
        return replace(self, options={**self.options, **settled})

    def words(self) -> dict[str, tuple[str, ...]]:
        """Return every rule in words, by field: what it may be."""
        faults = self._unreadable()
        if faults:
            raise RulesError(*faults)
        given = {**{name: (field.default,) for name, field in FIELDS.items()}, **self.options}
        return {
            name: tuple(field.words(field.parse(value)) for value in given[name])
            for name, field in FIELDS.items()
        }

    def single(self) -> Variant:
        """Return the only member.

        Raises
        ------
        RulesError
            If there are several; it says how to pick one.
        """
        members = self.members()
        if len(members) == 1:
            return members[0]
        if self.parts:
            pick = f"name one instead: {', '.join(part.name for part in self.parts)}"
        else:
            spelled = {
                name: [str(FIELDS[name].spell(FIELDS[name].parse(value))).lower() for value in some]
                for name, some in self.options.items()
                if len(some) > 1
            }
            pick = "settle " + "; ".join(f"{n}: {' | '.join(some)}" for n, some in spelled.items())
        raise RulesError(f"{self.name} has {len(members)} members and one is wanted; {pick}")

    def _listed(self) -> Iterator[Family]:
        """Yield the families without parts that this one is or lists."""
        if not self.parts:
            yield self
        for part in self.parts:
            yield replace(part, options={**part.options, **self.options})

    def _unreadable(self) -> list[str]:
        """Name the values that cannot be read, each once however many members have it."""
        faults = []
        for name, some in self.options.items():
            for value in some:
                try:
                    FIELDS[name].read(name, value)
                except ValueError as error:
                    faults.append(str(error))
        return faults
