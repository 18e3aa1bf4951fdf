"""A position in words: whose turn it is, the open tiles, and what is known of the other player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias, assert_never

from ..evening.rolls import FacedBox, FacedRoll
from ..evening.seats import SeatTurn
from ..evening.secret import FacedSecret, told_in_words
from ..exact import percent_text
from ..game.players import PLAYERS
from ..game.solution import PlayerTurn
from ..strategy.response import AnsweringTurn
from ..variant.tiles import TileSet
from ..words import are_open, cell_text, listed

PlayedTurn: TypeAlias = PlayerTurn | SeatTurn
Faced: TypeAlias = FacedRoll | FacedBox | FacedSecret

_MOST_DIFFERENCES = 8  # the most choices with different policies that are listed


def position_in_words(faced: PlayedTurn | Faced, open_tiles: TileSet) -> str:
    """Say who plays, and what that player sees; the text has no full stop at its end."""
    what_is_open = are_open(open_tiles) if open_tiles else "Every tile is covered"
    match faced:
        case FacedBox():
            return f"You both share one box. {what_is_open}"
        case FacedRoll():
            return f"You are the {PLAYERS[faced.seat - 1]} player. {what_is_open}; {_other(faced)}"
        case FacedSecret():
            return f"{_in_secret(faced)}. {what_is_open}"
        case _:
            return f"{_in_turn(faced)} {what_is_open}"


def without_a_move(faced: Faced) -> str:
    """Say what happens to a player who can cover nothing."""
    match faced:
        case FacedBox():
            return "you pay one stake"
        case FacedRoll():
            return f"you are out, with a score of {faced.score}"
        case FacedSecret():
            return "your turn ends"
        case _:
            assert_never(faced)


def _other(faced: FacedRoll) -> str:
    score = faced.others_score
    out = "" if score is None else f", out with a score of {score}"
    return f"the other has {listed(faced.others)}{out}"


def _in_turn(turn: PlayedTurn) -> str:
    beat, place = turn.score_to_beat, "second"
    if isinstance(turn, SeatTurn):
        place = f"in seat {turn.seat} of {turn.players}"
        have = f" that {turn.holders} have" if turn.holders > 1 else ""
        if turn.pays == "highest-pays" and beat is not None:
            return f"You play {place}; the highest score pays, so far {beat}{have}."
        if have:
            return f"You play {place}, against a score of {beat}{have}."
    if isinstance(turn, AnsweringTurn):
        return f"You play first, and the other will play {turn.to.name}."
    return "You play first." if beat is None else f"You play {place}, against a score of {beat}."


def _in_secret(faced: FacedSecret) -> str:
    """Say what the second player is told, and which of the mixed policies this policy is."""
    if faced.score_range is None:
        who = f"You play first; the other will be told {told_in_words(faced.told)}"
    elif not faced.told:
        who = "You play second, and are told nothing"
    else:
        between = " to ".join(dict.fromkeys(map(str, faced.score_range)))
        who = f"You play second, and are told that the score to beat is {between}"
    count = len(faced.weights)
    if count == 1:
        return who
    shares = listed([f"{percent_text(weight, 2)} %" for weight in faced.weights])
    return (
        f"{who}; chance chooses one of {count} policies, by {shares}: this is {faced.policy}. "
        f"They differ in {_differences(faced.differences)}"
    )


def _differences(differences: Sequence[Mapping[str, Any]]) -> str:
    if len(differences) > _MOST_DIFFERENCES:
        return f"{len(differences)} choices"
    return "what they cover of " + "; ".join(
        f"{cell_text(choice['open_tiles'])} with {cell_text(choice['roll'])} "
        f"({', '.join(map(cell_text, choice['moves']))})"
        for choice in differences
    )
