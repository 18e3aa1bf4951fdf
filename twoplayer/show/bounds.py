"""A game between proven bounds, as text and tables."""

from __future__ import annotations

from fractions import Fraction

from ..exact import Bounds, outward, percent_bounds
from ..game.bounds import BoundedSolution
from ..writing import Format, Row, render, titled, to_json
from .ranking import plain_words, title, who

__all__ = ["render_bounds"]

_PLACES = 10
"""So many digits of a value in stakes are shown."""

_TITLES = {"first_player_score": "score to beat", "low": "at least", "high": "at most"}


def render_bounds(name: str, found: BoundedSolution, values: bool, format: Format) -> str:
    """Write what a game is worth to the first player at least and at most.

    Parameters
    ----------
    name
        What the rules were asked for by.
    found
        The bounds, in `fractions`.
    values
        Also, or in a table instead, the second player's values.
    """
    ev = Bounds(found.low, found.high)
    ends = {f"first_player_ev_{end}": bound for end, bound in ev._asdict().items()}
    row: Row = {**ends, "favoured": found.favoured}
    if format == "json":
        rows = found.to_records()
        return to_json({"variant": found.variant.rules(), **row, "second_player_values": rows})
    if values and format.exact:
        return render(found.to_records(), format)
    if format.exact:
        return render([{**found.variant.rules(), **row}], format)
    against = found.second_player_values.items() if values else ()
    table = render([_shown(*each) for each in against], format, _TITLES) if values else ""
    low, high = percent_bounds(ev)
    if format == "text":
        return _described(name, found, low, high) + (f"\n{table}" if values else "")
    brief = {"at least (%)": low, "at most (%)": high, "favoured": found.favoured}
    return table or render([brief], format)


def _shown(score: int, bounds: Bounds) -> Row:
    low, high = outward(bounds, _PLACES)
    return {"first_player_score": score, "low": low, "high": high}


def _described(name: str, found: BoundedSolution, low: str, high: str) -> str:
    rows = {
        "rules": title(name, found.variant),
        "first player's EV": f"at least {low} %,",
        "": f"at most  {high} % of a stake",
        "favoured": who(found.favoured),
    }
    text = f"{titled(rows, least=18)}\n"
    if found.favoured == "unknown":
        return text
    return f"{text}\n{plain_words((found.low + found.high) * Fraction(1, 2))}\n"
