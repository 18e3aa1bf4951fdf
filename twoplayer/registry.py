"""The rule sets in `rules/*.toml` and in users' own files: families, and the variants in them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import product
from os import PathLike, fspath
from pathlib import Path
from typing import Any

from .errors import FileError, RulesError, UnknownNameError
from .fields import FIELDS
from .files import read_text
from .variant import Variant

__all__ = ["Family", "family", "registered", "rules_folder", "single", "variants"]


@dataclass(frozen=True)
class Family:
    """A rule set in which some rules are left open as lists.

    Parameters
    ----------
    name
        The name it is registered under, or the name of its file.
    summary, source
        What it is, and where it is from.
    options
        For each field that is given, what it may be. The members are every combination, in the
        order written, the last field varying fastest.
    """

    name: str
    summary: str
    source: str
    options: Mapping[str, tuple[Any, ...]]

    def members(self) -> tuple[Variant, ...]:
        """Return the variants.

        Raises
        ------
        RulesError
            If there are faults; it names all of them, each once.
        """
        made, faults = [], list(self._unreadable())
        for rules in [] if faults else product(*self.options.values()):
            try:
                made.append(Variant(**dict(zip(self.options, rules, strict=True))))
            except RulesError as error:
                faults += error.faults
        if faults:
            raise RulesError(*dict.fromkeys(faults))
        return tuple(made)

    def replace(self, **changes: object) -> Family:
        """Return the family with some fields settled."""
        settled = {name: (value,) for name, value in changes.items()}
        return Family(self.name, self.summary, self.source, {**self.options, **settled})

    def words(self) -> dict[str, tuple[str, ...]]:
        """Return every rule in words, by field: what it may be."""
        return {
            name: tuple(
                field.words(field.parse(value))
                for value in self.options.get(name, (field.default,))
            )
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
        open_fields = {name: some for name, some in self.options.items() if len(some) > 1}
        choices = "; ".join(
            f"{name}: {', '.join(str(FIELDS[name].spell(FIELDS[name].parse(v))) for v in some)}"
            for name, some in open_fields.items()
        )
        raise RulesError(
            f"{self.name} has {len(members)} members and one is wanted; settle {choices}"
        )

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
    text = fspath(name)
    if text in registered():
        return _parse(text, text, (rules_folder() / f"{text}.toml").read_text("utf-8"))
    path = Path(text)
    if not (path.suffix == ".toml" or path.name != text or path.exists()):
        raise UnknownNameError(_unknown(text))
    return _parse(path.stem, text, read_text(text))


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


def _parse(name: str, shown: str, text: str) -> Family:
    """Make a family from the text of a rule file, shown in errors under a name."""
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
    for key in [key for key in rules if key not in FIELDS]:
        faults.append(f"{key}: an unknown key; takes summary, source, {', '.join(FIELDS)}")
        del rules[key]
    options = {}
    for key, value in rules.items():
        options[key] = tuple(value) if isinstance(value, list) else (value,)
        if not options[key]:
            faults.append(f"{key}: got [], an empty list; takes {FIELDS[key].takes}")
    made = Family(name, str(about["summary"]), str(about["source"]), options)
    try:
        made.members()
    except RulesError as error:
        faults += error.faults
    if faults:
        raise FileError(*(f"{shown}: {fault}" for fault in faults))
    return made
