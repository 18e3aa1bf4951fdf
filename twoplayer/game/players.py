"""The two players: what they are called, and which of them a value favours."""

from __future__ import annotations

from ..exact import Bounds, Rational, bounds_of

PLAYERS = ("first", "second")


def favoured_by(first_player_ev: Rational | Bounds) -> str:
    """Return whom an EV favours: `"first"`, `"second"`, `"nobody"`; `"unknown"` about both."""
    low, high = bounds_of(first_player_ev)
    if low == high == 0:
        return "nobody"
    return "first" if low > 0 else "second" if high < 0 else "unknown"


def who(favoured: str) -> str:
    """Say who is favoured, as a result names it."""
    if favoured == "unknown":
        return "nobody, or by less than the bounds can tell"
    return favoured if favoured == "nobody" else f"the {favoured} player"
