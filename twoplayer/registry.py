"""The rule sets in `rules/*.toml` and in users' own files: families, and the variants in them."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import product
from os import PathLike, fspath
from pathlib import Path
from typing import Any

from .errors import FileError, InputError, RulesError, UnknownNameError
from .fields import FIELDS
from .files import read_text
from .variant import Variant

__all__ = ["Family", "family", "registered", "rules_folder", "single", "variants"]

LIST = "rule_sets"
"""The key of a rule file that lists other rule sets."""


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

    def members(self) -> tuple[Variant, ...]:
        """Return the variants.

        Raises
        ------
        RulesError
            If there are faults; it names all of them, each once.
        """
        return tuple(variant for _, variant in self.named_members())

    def named_members(self) -> list[tuple[str, Variant]]:
        """Return the variants, each with the name of the rule set that it is in."""
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
            pick = f"name one: {', '.join(part.name for part in self.parts)}"
        else:
            pick = "settle " + "; ".join(
                f"{name}: {', '.join(str(FIELDS[name].spell(FIELDS[name].parse(v))) for v in some)}"
                for name, some in self.options.items()
                if len(some) > 1
            )
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


def rules_folder() -> Traversable:
    """Return the folder of the registered rules, of an installed package or of a checkout."""
    package = files("twoplayer")
    inside = package / "rules"
    return inside if inside.is_dir() else Path(str(package)).parent / "rules"


def registered() -> tuple[str, ...]:
    """List the registered names.

    Examples
    --------
    >>> "classic" in registered()
    True
    """
    names = (entry.name for entry in rules_folder().iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml")))


def family(name: str | PathLike[str]) -> Family:
    """Read a rule set.

    Parameters
    ----------
    name
        A registered name, or the path of a TOML file.

    Raises
    ------
    UnknownNameError
        If it is neither.
    FileError
        If the file is missing, unreadable or faulty; it names all faults.
    """
    return _parse(*_find(name))


def variants(name: str | PathLike[str]) -> tuple[Variant, ...]:
    """Return the variants of a registered name or a TOML file.

    Parameters
    ----------
    name
        A registered name, or the path of a TOML file.

    Raises
    ------
    UnknownNameError, FileError
        As `family`.

    Examples
    --------
    >>> len(variants("sixteen"))
    16
    """
    return family(name).members()


def single(name: str | PathLike[str]) -> Variant:
    """Return the variant of a registered name or a TOML file that holds just one.

    Raises
    ------
    UnknownNameError, FileError
        As `family`.
    RulesError
        If it holds several; it says how to pick one.

    Examples
    --------
    >>> single("classic")
    Variant()
    """
    return family(name).single()


def _unknown(name: str) -> str:
    from difflib import get_close_matches

    near = get_close_matches(name, registered())
    hint = f"did you mean {near[0]}?" if near else f"registered are {', '.join(registered())}"
    return f"{name}: neither a registered name nor a TOML file; {hint}"


def _find(name: str | PathLike[str]) -> tuple[str, str, str]:
    """Return the name of a rule set, the name to show in errors, and the text of its file."""
    shown = fspath(name)
    if shown in registered():
        return shown, shown, (rules_folder() / f"{shown}.toml").read_text("utf-8")
    path = Path(shown)
    if not (path.suffix == ".toml" or path.name != shown or path.exists()):
        raise UnknownNameError(_unknown(shown))
    return path.stem, shown, read_text(shown)


def _parse(name: str, shown: str, text: str, listed: bool = False) -> Family:
    """Make a family from the text of a rule file; one that is listed must not be a list."""
    try:
        rules: dict[str, Any] = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise FileError(f"{shown}: not TOML: {error}") from None
    faults = []
    about = {}
    for key in ("summary", "source"):
        about[key] = rules.pop(key, None)
        if not isinstance(about[key], str) or not about[key].strip():
            faults.append(f"{key}: got {about[key]!r}, not text; takes a sentence, and is required")
    if listed and LIST in rules:
        raise FileError(f"{shown}: {LIST}: a list in a list")
    parts = []
    for part in _names(rules.pop(LIST, []), faults):
        try:
            parts.append(_parse(*_find(part), listed=True))
        except InputError as error:
            faults += [f"{LIST}: {fault}" for fault in str(error).splitlines()]
    for key in [key for key in rules if key not in FIELDS]:
        known = ", ".join(["summary", "source", LIST, *FIELDS])
        faults.append(f"{key}: an unknown key; takes {known}")
        del rules[key]
    options = {}
    for key, value in rules.items():
        options[key] = tuple(value) if isinstance(value, list) else (value,)
        if not options[key]:
            faults.append(f"{key}: got [], an empty list; takes {FIELDS[key].takes}")
    made = Family(name, str(about["summary"]), str(about["source"]), options, tuple(parts))
    try:
        made.members()
    except RulesError as error:
        faults += error.faults
    if faults:
        raise FileError(*(f"{shown}: {fault}" for fault in faults))
    return made


def _names(value: object, faults: list[str]) -> list[str]:
    """Return the names in a list of rule sets, or note the fault."""
    if isinstance(value, list) and all(isinstance(name, str) for name in value):
        return value
    faults.append(f"{LIST}: got {value!r}, not a list of names; takes names and files")
    return []
