"""Pages of Markdown: templates, filled with what was found."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import singledispatch
from importlib.resources import files
from numbers import Rational
from string import Formatter
from typing import Any, NamedTuple

from twoplayer import Variant
from twoplayer.exact import decimal_text, percent_text
from twoplayer.game import Bounds
from twoplayer.show.rules import addresses, cited_names
from twoplayer.web.link import link_to
from twoplayer.words import render


def page(name: str, /, **found: Any) -> str:
    """Return a page: its template, filled with what was found; every one knows the classic game."""
    template = (files("making") / "templates" / f"{name}.md").read_text("utf-8")
    return filled(template, {"game": Variant(), **found})


def filled(template: str, found: dict[str, Any]) -> str:
    """Fill a template; `{name:how}` is what was found by a name, as `written` has it."""
    return _Findings().vformat(template, (), found)


class _Findings(Formatter):
    """Write what was found as a page has it."""

    def format_field(self, value: Any, how: str) -> str:
        """Write one value."""
        return written(value, how)


@singledispatch
def written(value: Any, how: str) -> str:
    """Write what was found: text and whole numbers as Python does, and more of some kinds."""
    return format(value, how)


@written.register
def _(so: bool, how: str) -> str:
    """Choose words: `{so:these|or these}`."""
    these, _, others = how.partition("|")
    return these if so else others


@written.register
def _(number: Rational, how: str) -> str:
    """Write the fraction; `4`: a decimal of four places, `4%`: in percent, `+4%`: with its sign."""
    if isinstance(number, int) or not how:
        return format(number, how)
    text_of = percent_text if how.endswith("%") else decimal_text
    text = text_of(number, int(how.strip("+%") or 4))
    return f"+{text}" if how[0] == "+" and number and text[0] != "-" else text


@written.register
def _(bounds: Bounds, how: str) -> str:
    """Write both numbers, or one where they look alike."""
    return " to ".join(dict.fromkeys(written(end, how) for end in bounds))


@written.register
def _(rules: Variant, how: str) -> str:
    """Link words to where one plays by some rules, `{rules:page|these}`, or finds them."""
    where, _, words = how.partition("|")
    return linked_to(rules, words, where)


@written.register(list)
def _(rows: list[Any], how: str) -> str:
    """Write bullets; `, `: joined by that; `n`: how many; `game|gain (%)=4%`: rows by columns."""
    if how == "n":
        return f"{len(rows):,}"
    if "|" not in how:
        return how.join(rows) if how else "\n".join(f"- {line}" for line in rows)
    columns = [column.partition("=") for column in how.split("|")]
    titled = [
        {
            title: written(cell, form) if form and cell is not None else cell
            for (title, _, form), cell in zip(columns, row, strict=True)
        }
        for row in rows
    ]
    return render(titled, "markdown").strip()


def linked_to(variant: Variant, words: str, where: str = "page") -> str:
    """Link words to the page of some rules, which lies beside the reports.

    >>> linked_to(Variant(tiles=10), "ten tiles", "explorer")
    '[ten tiles](explorer.html#tiles=1-10)'
    """
    return f"[{words}]({where}.html#{link_to(variant)})"


class Share(NamedTuple):
    """Of how many something is so."""

    so: int
    all: int

    @classmethod
    def of(cls, each: Iterable[bool]) -> Share:
        """Count them."""
        found = list(each)
        return cls(sum(found), len(found))


def linked(page: str) -> str:
    """Make a link of the first mention of each source in a Markdown page; tables stay as they are.

    >>> linked("sabasallath, and sabasallath again")
    '[sabasallath](https://github.com/sabasallath/shut_the_box_analysis), and sabasallath again'
    """
    met: set[str] = set()

    def link(found: re.Match[str]) -> str:
        address = addresses()[found[0]]
        if address in met:
            return found[0]
        met.add(address)
        return f"[{found[0]}]({address})"

    lines = page.split("\n")
    return "\n".join(
        line if line.startswith("|") else cited_names().sub(link, line) for line in lines
    )
