"""Matches of several rounds as text and tables: who is favoured, and who should start."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import TypeAlias

from ..evening.match import RESULT, Match
from ..evening.rounds import STARTS
from ..table import Column, Table, To
from ..variant.beside import plain_rules
from ..words import paragraph, titled
from .answer import Answer
from .ranking import plain_words, title, who

SMALL = Fraction(1, 1000)
"""An EV below this, of a stake, is told to be small."""

_LONG = 50
"""An exact fraction with as many characters is left to the formats that programs read."""

Ways: TypeAlias = Mapping[str, Match]
"""A match by who starts the next round, in `Fraction`s."""


def match_answer(name: str, ways: Ways, starts: str) -> Answer:
    """Say what a match is worth to the player who starts round 1; `starts` was asked for."""
    asked = ways[starts]
    every = replace(asked.table(), rows=[row for match in ways.values() for row in match.each()])
    shown = _table(ways)

    def text(exact: bool) -> str:
        said = [*_small(ways), *([_fairest(ways)] if len(ways) > 1 else [])]
        told = "".join(f"\n{paragraph(line)}\n" for line in said)
        return f"{_described(name, asked)}\n{shown.write('text')}{told}"

    def json() -> object:
        cells = every.cells(To.JSON)
        own = next(row for row in reversed(cells) if row["starts"] == starts)
        return {"variant": plain_rules(asked.variant), **own, "all_ways": cells}

    return Answer(shown, text, programs=every, json=json)


def _table(ways: Ways) -> Table:
    """Return the ways beside each other: by the number of rounds, or below each other."""
    if not all(match.by_rounds for match in ways.values()):
        way = Column("starts", shown=STARTS.__getitem__)
        return Table([way, *RESULT], [*ways.values()])

    def beside(way: str) -> Column:
        return Column(way, lambda row: row[way].percent, f"{way} (%)")

    rows = [
        dict(zip(ways, each, strict=True))
        for each in zip(*(match.each() for match in ways.values()), strict=True)
    ]
    number = Column("rounds", lambda row: next(iter(row.values())).rounds)
    return Table([number, *map(beside, ways)], rows)


def fairest(ways: Ways) -> list[str]:
    """Return the way to choose who starts whose EV is nearest to 0; all that may be, of several."""
    bounds = {way: match.bounds for way, match in ways.items()}
    most = {way: max(abs(low), abs(high)) for way, (low, high) in bounds.items()}
    least = {way: max(0, low, -high) for way, (low, high) in bounds.items()}
    return [way for way in ways if least[way] <= min(most.values())]


def small_from(match: Match) -> int | None:
    """Return the number of rounds from which on the EV is small; None if it is not, up to all."""
    every = match.each()
    large = [n for n, each in enumerate(every, 1) if max(map(abs, each.bounds)) >= SMALL]
    first = max(large, default=0) + 1
    return first if first <= len(every) else None


def _described(name: str, match: Match) -> str:
    """Say what one match is worth: exact or between bounds, in percent, and in plain words."""
    low, high = match.bounds
    if not match.exact:
        exact = {"first player's EV": f"at least {low} stakes,", "": f"at most {high}"}
    else:
        exact = {"first player's EV": f"{low} stakes"} if len(str(low)) < _LONG else {}
    rows = {
        "rules": title(name, match.variant),
        "match": f"{match.length}; {STARTS[match.starts]}",
        **exact,
        "in percent": f"{match.percent} %",
        "favoured": who(match.favoured),
    }
    if match.favoured == "unknown":
        return f"{titled(rows, least=18)}\n"
    words = plain_words(match.middle, "match", "matches")
    return f"{titled(rows, least=18)}\n\n{words}\n"


def _small(ways: Ways) -> list[str]:
    """Say from how many rounds on the EV is small; of a race nothing."""
    found = []
    for way, match in ways.items():
        if len(match.by_rounds) > 1:
            first, most = small_from(match), match.rounds
            when = f"from {first} rounds on" if first else f"not within {most} rounds"
            found.append(f"{when} with {way}")
    if all(text.startswith("from 1 ") for text in found):
        return []
    return [
        "Of the advantage less than 0.1 % of a stake is left, in the matches that are shown: "
        f"{', '.join(found)}."
    ]


def _fairest(ways: Ways) -> str:
    best = fairest(ways)
    if len(best) == len(ways):
        exact = all(match.exact for match in ways.values())
        same = "are equally fair" if exact else "are as fair, as far as their bounds tell"
        return f"All {len(ways)} ways to choose who starts {same}."
    return (
        "The fairest way to choose who starts: "
        + ", or ".join(f"{way} ({STARTS[way]})" for way in best)
        + "."
    )
