"""Matches of several rounds as text and tables: who is favoured, and who should start."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from ..evening.match import STARTS
from ..evening.race import Race
from ..evening.rounds import Rounds
from ..exact import Bounds, percent_text
from ..game.fairness import favoured_by
from ..writing import Format, Row, paragraph, render, titled, to_json
from .ranking import plain_words, title, who

__all__ = ["fairest", "render_match", "small_from"]

SMALL = Fraction(1, 1000)
"""An EV below this, of a stake, is told to be small."""

_PERCENT = "first_player_ev_percent"
_LONG = 50
"""An exact fraction with as many characters is left to the formats that programs read."""

_TITLES = {
    "first_player_ev_percent": "player 1 EV (%)",
    **{way: f"{way} (%)" for way in STARTS},
}


def render_match(name: str, ways: Mapping[str, Rounds | Race], starts: str, format: Format) -> str:
    """Write what a match is worth to the player who starts round 1.

    Parameters
    ----------
    name
        What the rules were asked for by.
    ways
        The match by who starts the next round, all four, in `fractions`.
    starts
        The way that was asked for.
    """
    asked = ways[starts]
    if format.exact:
        rows = [row for match in ways.values() for row in _rows(match)]
        if format == "csv":
            return render(rows, format)
        return to_json({"variant": asked.variant.rules(), **_rows(asked)[-1], "all_ways": rows})
    table = render(_table(ways), format, _TITLES)
    if format != "text":
        return table
    told = "".join(f"\n{paragraph(line)}\n" for line in [*_small(ways), _fairest(ways)])
    return f"{_described(name, asked)}\n{table}{told}"


def fairest(ways: Mapping[str, Rounds | Race]) -> list[str]:
    """Return the way to choose who starts whose EV is nearest to 0; all that may be, of several."""
    bounds = {way: _bounds(match) for way, match in ways.items()}
    most = {way: max(abs(low), abs(high)) for way, (low, high) in bounds.items()}
    least = {way: max(0, low, -high) for way, (low, high) in bounds.items()}
    return [way for way in ways if least[way] <= min(most.values())]


def small_from(match: Rounds) -> int | None:
    """Return the number of rounds from which on the EV is small; None if it is not, up to all."""
    large = [n for n, ev in match.by_rounds.items() if abs(ev) >= SMALL]
    first = max(large, default=0) + 1
    return first if first <= match.rounds else None


def _bounds(match: Rounds | Race) -> Bounds:
    ev = match.first_player_ev
    return ev if isinstance(ev, Bounds) else Bounds(ev, ev)


def _middle(bounds: Bounds) -> Fraction:
    return sum(bounds, Fraction(0)) / 2


def _rows(match: Rounds | Race) -> list[Row]:
    """Return the EV as programs read it: of a race, or of each number of rounds."""
    if isinstance(match, Race):
        row = {"starts": match.starts, "target": match.target}
        row |= {f"first_player_ev_{end}": bound for end, bound in _bounds(match)._asdict().items()}
        return [{**row, **_shown(_middle(_bounds(match)), match.favoured)}]
    return [
        {
            "starts": match.starts,
            "rounds": number,
            "first_player_ev": ev,
            **_shown(ev, favoured_by(ev)),
        }
        for number, ev in match.by_rounds.items()
    ]


def _shown(ev: Fraction, favoured: str) -> Row:
    percent = percent_text(Fraction(0) if favoured == "unknown" else ev)
    return {"first_player_ev_percent": percent, "favoured": favoured}


def _table(ways: Mapping[str, Rounds | Race]) -> list[Row]:
    """Return the ways beside each other: by the number of rounds, or below each other."""
    each = {way: _rows(match) for way, match in ways.items()}
    column = _PERCENT
    if "target" in each["same"][0]:
        shown = (column, "favoured")
        return [
            {"starts": STARTS[w], **{name: row[name] for name in shown}}
            for w, [row] in each.items()
        ]
    by_number = zip(*each.values(), strict=True)
    return [
        {"rounds": rows[0]["rounds"], **{row["starts"]: row[column] for row in rows}}
        for rows in by_number
    ]


def _described(name: str, match: Rounds | Race) -> str:
    """Say what one match is worth: exact, in percent, and in plain words."""
    low, high = _bounds(match)
    length = "1 round" if len(_rows(match)) == 1 else f"{len(_rows(match))} rounds"
    exact = {"first player's EV": f"{low} stakes"} if len(str(low)) < _LONG else {}
    if isinstance(match, Race):
        length = f"a race to {match.target}"
        exact = {"first player's EV": f"at least {low} stakes,", "": f"at most {high}"}
    rows = {
        "rules": title(name, match.variant),
        "match": f"{length}; {STARTS[match.starts]}",
        **exact,
        "in percent": f"{_shown(_middle(Bounds(low, high)), match.favoured)[_PERCENT]} %",
        "favoured": who(match.favoured),
    }
    if match.favoured == "unknown":
        return f"{titled(rows, least=18)}\n"
    words = plain_words(_middle(Bounds(low, high)), "match", "matches")
    return f"{titled(rows, least=18)}\n\n{words}\n"


def _small(ways: Mapping[str, Rounds | Race]) -> list[str]:
    """Say from how many rounds on the EV is small; of a race nothing."""
    found = []
    for way, match in ways.items():
        if isinstance(match, Rounds):
            first, most = small_from(match), match.rounds
            found.append(f"{f'from {first}' if first else f'not up to {most}'} with {way}")
    if len(ways["same"].to_records()) < 2 or all(text.startswith("from 1 ") for text in found):
        return []
    return [
        "Of the numbers of rounds that are shown, these leave less than 0.1 % of a stake to "
        f"anybody: {', '.join(found)}."
    ]


def _fairest(ways: Mapping[str, Rounds | Race]) -> str:
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
