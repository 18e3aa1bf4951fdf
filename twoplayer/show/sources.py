"""Where the sources that are cited can be read."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files


@cache
def addresses() -> Mapping[str, str]:
    """Return the address of each source, by every name that it is cited by."""
    text = (files("twoplayer.show") / "sources.toml").read_text("utf-8")
    listed = tomllib.loads(text)["sources"]
    return {name: each["address"] for each in listed for name in each["names"]}


@cache
def _names() -> re.Pattern[str]:
    longest_first = sorted(addresses(), key=len, reverse=True)
    return re.compile("|".join(map(re.escape, longest_first)))


def cited(text: str) -> list[str]:
    """Return the addresses of the sources that a text names, each once.

    >>> cited("As in Wikipedia, Shut the box")
    ['https://en.wikipedia.org/wiki/Shut_the_box']
    """
    return list(dict.fromkeys(addresses()[name] for name in _names().findall(text)))


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
    return "\n".join(line if line.startswith("|") else _names().sub(link, line) for line in lines)
