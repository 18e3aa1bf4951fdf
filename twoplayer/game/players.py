"""The two players in words: their names, the favoured player, and the gain of that player."""

from __future__ import annotations

from ..exact import Bounds, ExactNumber, bounds_of, decimal_text, percent_text

PLAYERS = ("first", "second")


def favoured_by(first_player_ev: ExactNumber | Bounds) -> str:
    low, high = bounds_of(first_player_ev)
    if low == high == 0:
        return "nobody"
    return "first" if low > 0 else "second" if high < 0 else "unknown"


def who(favoured: str) -> str:
    if favoured == "unknown":
        return "nobody, or by less than the bounds can tell"
    return favoured if favoured == "nobody" else f"the {favoured} player"


def gain(first_player_ev: ExactNumber, of: str = "game") -> str:
    """Say `the second player gains 0.4000 % of a stake in a game`."""
    if first_player_ev == 0:
        return "exactly fair"
    percent = percent_text(abs(first_player_ev))
    return f"the {favoured_by(first_player_ev)} player gains {percent} % of a stake in a {of}"


def gain_in_money(first_player_ev: ExactNumber, games: str = "games") -> str:
    """Say `the second player gains 40.00 cents in 100 games of 1 dollar`."""
    cents = abs(first_player_ev) * 100 * 100
    money = f"{decimal_text(cents, 2)} cents"
    if cents >= 100:
        money = f"{decimal_text(cents / 100, 2)} dollars"
    return f"the {favoured_by(first_player_ev)} player gains {money} in 100 {games} of 1 dollar"


def in_plain_words(
    first_player_ev: ExactNumber, fair: str = "the game is exactly fair", games: str = "games"
) -> str:
    gained = gain_in_money(first_player_ev, games) if first_player_ev else f"nobody gains: {fair}"
    return f"In plain words: {gained}."


def payment(first_player_ev: ExactNumber) -> str:
    payer, other = PLAYERS if first_player_ev > 0 else PLAYERS[::-1]
    paid = decimal_text(abs(first_player_ev), 4)
    return f"the {payer} player pays the {other} {paid} stakes a game"
