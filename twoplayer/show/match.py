"""Matches of several rounds as text and tables: who is favoured, and who should start."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias

from ..cells import Format, to_json
from ..evening.match import RESULT, STARTS
from ..evening.race import Race
from ..evening.rounds import Rounds
from ..table import Column, Table, To
from ..variant.beside import plain_rules
from ..words import paragraph, titled
from .ranking import plain_words, title, who

SMALL = Fraction(1, 1000)
"""An EV below this, of a stake, is told to be small."""

_LONG = 50
"""An exact fraction with as many characters is left to the formats that programs read."""

Ways: TypeAlias = Mapping[str, Rounds | Race]
"""A match by who starts the next round, all four, in `Fraction`s."""


def render_match(name: str, ways: Ways, starts: str, format: Format) -> str:
    """Write what a match is worth to the player who starts round 1; `starts` was asked for."""
    asked = ways[starts]
    if format.exact:
        table = Table(asked.columns, [row for match in ways.values() for row in _lengths(match)])
        if format == "csv":
            return table.write(format)
        rows = table.cells(To.JSON)
        own = next(row for row in reversed(rows) if row["starts"] == starts)
        return to_json({"variant": plain_rules(asked.variant), **own, "all_ways": rows})
    text = _table(ways).write(format)
    if format != "text":
        return text
    told = "".join(f"\n{paragraph(line)}\n" for line in [*_small(ways), _fairest(ways)])
    return f"{_described(name, asked)}\n{text}{told}"


def _lengths(match: Rounds | Race) -> Sequence[Rounds | Race]:
    """Return the matches of 1, 2, … rounds, or the one race."""
    return [match] if isinstance(match, Race) else match.shorter()


def _table(ways: Ways) -> Table:
    """Return the ways beside each other: by the number of rounds, or below each other."""
    if isinstance(ways["same"], Race):
        way = Column("starts", shown=STARTS.__getitem__)
        return Table([way, *RESULT], [*ways.values()])

    def beside(way: str) -> Column:
        return Column(way, lambda row: row[way].percent, f"{way} (%)")

    rows = [
        dict(zip(ways, each, strict=True))
        for each in zip(*map(_lengths, ways.values()), strict=True)
    ]
    return Table([Column("rounds", lambda row: row["same"].rounds), *map(beside, ways)], rows)


def fairest(ways: Ways) -> list[str]:
    """Return the way to choose who starts whose EV is nearest to 0; all that may be, of several."""
    bounds = {way: match.bounds for way, match in ways.items()}
    most = {way: max(abs(low), abs(high)) for way, (low, high) in bounds.items()}
    least = {way: max(0, low, -high) for way, (low, high) in bounds.items()}
    return [way for way in ways if least[way] <= min(most.values())]


def small_from(match: Rounds) -> int | None:
    """Return the number of rounds from which on the EV is small; None if it is not, up to all."""
    large = [n for n, ev in match.by_rounds.items() if abs(ev) >= SMALL]
    first = max(large, default=0) + 1
    return first if first <= match.rounds else None


def _described(name: str, match: Rounds | Race) -> str:
    """Say what one match is worth: exact, in percent, and in plain words."""
    low, high = match.bounds
    if isinstance(match, Race):
        length = f"a race to {match.target}"
        exact = {"first player's EV": f"at least {low} stakes,", "": f"at most {high}"}
    else:
        length = "1 round" if match.rounds == 1 else f"{match.rounds} rounds"
        exact = {"first player's EV": f"{low} stakes"} if len(str(low)) < _LONG else {}
    rows = {
        "rules": title(name, match.variant),
        "match": f"{length}; {STARTS[match.starts]}",
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
        if isinstance(match, Rounds):
            first, most = small_from(match), match.rounds
            found.append(f"{f'from {first}' if first else f'not up to {most}'} with {way}")
    if len(_lengths(ways["same"])) < 2 or all(text.startswith("from 1 ") for text in found):
        return []
    return [
        "Of the numbers of rounds that are shown, these leave less than 0.1 % of a stake to "
        f"anybody: {', '.join(found)}."
    ]


def _fairest(ways: Ways) -> str:
    best = fairest(ways)
    if len(best) == len(ways):
        exact = all(isinstance(match, Rounds) for match in ways.values())
        same = "are equally fair" if exact else "are as fair, as far as their bounds tell"
        return f"All four ways to choose who starts {same}."
    return (
        "The fairest way to choose who starts: "
        + ", or ".join(f"{way} ({STARTS[way]})" for way in best)
        + "."
    )
