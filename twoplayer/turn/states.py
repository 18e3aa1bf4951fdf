"""The interface of the states of a turn: of a turn with tiles, and of a game of another kind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import index
from typing import Any, NamedTuple, Protocol

from ..errors import PositionError, refused
from ..exact import Rows
from ..variant.fields import FIELDS
from .transitions import DiceChoice, Transitions

_MOST_NAMED = 50


class Size(NamedTuple):
    """The size of the tables of a turn: upper bounds, or estimates.

    Attributes
    ----------
    edges : int
        An upper bound of the number of edges of the DAG.
    moves : int
        An upper bound of E, the number of moves of all decisions without the ends of the turn. With
        tiles the bound is known before anything is laid out. There it counts every roll in every
        state.
    memory : int
        The estimated memory of all tables, in bytes.
    """

    edges: int
    moves: int
    memory: int


class States(Protocol):
    """The states of a turn with tiles or of a game of another kind; `of_tiles` tells them apart.

    States have numbers, from 0 to N − 1. The state N − 1 is the start, and every move leads to a
    state with a lower number. Outside of `turn` a state goes by its name. With tiles the name is
    the tuple of open tiles, and a game of another kind has names of its own.

    Attributes
    ----------
    variant : Variant or None
        The rules whose tiles are covered; None in a game without tiles.
    size : int
        N, the number of states.
    of_tiles : bool
        Whether the object is a `Board`: its states are sets of open tiles. False for every `Game`,
        also for a `Box`.
    clacks : int
        The number of scores that are clacks: the best scores are clacks.
    sign : int
        1 if the lowest score is the best, −1 if the highest score is the best.
    """

    variant: Any
    size: int
    of_tiles: bool = False
    clacks: int = 1
    sign: int = 1

    @property
    def most_moves(self) -> int:
        """An upper bound of the moves in a turn, known before anything is laid out."""

    @property
    def open_tiles(self) -> tuple[Any, ...]:
        """The names of the N states, in the order of their numbers."""

    @property
    def choices(self) -> tuple[DiceChoice, ...]:
        """The K choices of dice of the turn."""

    @property
    def transitions(self) -> Transitions:
        """Every move after every roll; computed anew at each access."""

    def check_size(self) -> Size:
        """Return the size of the tables; tables that are too large are a `GameTooLargeError`."""

    def scores_by(self, scoring: str) -> tuple[int, ...]:
        """Return the scores, each once, the best first."""

    def ranks_by(self, scoring: str) -> Rows:
        """Return the place of each state's score in `scores_by`, shape (N,); −1 without a score."""

    def dice_at(self, state: int) -> tuple[Any, ...]:
        """Return the choices of dice in a state, which is given by its number."""
        return tuple(choice.dice for choice in self.choices if choice.states[state])

    def rolls(self, dice: Any) -> Mapping[Any, int]:
        """Return the rolls of a choice of dice, each with the number of ways in which it falls."""

    def rolls_in(self, open_tiles: Any, dice: Any = None) -> list[Any]:
        """Return the rolls of a choice of dice, or of all choices in a state, each roll once.

        With tiles, where only the total of the dice matters, a roll is that total, an `int`.
        """

    def moves_in(self, state: int, roll: Any) -> dict[Any, int]:
        """Return the moves that a roll allows in a state: `{name of the move: next state}`.

        The state and the next states are numbers. The name of a move is the tuple of the tiles to
        cover. In a game of another kind the name is that of the next state.
        """

    def state_of(self, open_tiles: Any, parameter: str = "open_tiles") -> int:
        """Return the number of a named state; other names are a `PositionError` of `parameter`."""

    def roll_of(self, open_tiles: Any, roll: Any) -> Any:
        """Return a roll in the form for `moves_in`; an impossible roll is a `PositionError`."""

    def said(self, state: int) -> str:
        """Return words for a state, given by its number, such as for an error."""


def rank_among(scores: Sequence[int], score_to_beat: object) -> int:
    """Return the place of a score in `scores`, or refuse a score that is not among them."""
    try:
        return scores.index(index(score_to_beat))  # type: ignore[arg-type]
    except (TypeError, ValueError):
        first = FIELDS["tiles"].spell(sorted(scores)[:_MOST_NAMED])
        more = ", …" if len(scores) > _MOST_NAMED else ""
        takes = f"a score of the game, {first}{more}"
        raise refused("score_to_beat", score_to_beat, takes, kind=PositionError) from None
