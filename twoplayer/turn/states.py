"""The interface that both kinds of states have: of a turn with tiles, and of any other game."""

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
    """How large the tables of a turn are.

    Attributes
    ----------
    edges : int
        The edges of the DAG, or more.
    moves : int
        At least E, the moves of all decisions without those that end the turn. With tiles it is
        known before anything is laid out: it counts as if every roll could fall in every state.
    memory : int
        What all of it takes, in bytes, or a part of it that is too much already.
    """

    edges: int
    moves: int
    memory: int


class States(Protocol):
    """The states of a turn, of tiles or of a game of another kind; `of_tiles` tells which.

    States have numbers, from 0 to N − 1. The last one is the start, and every move leads to one of
    a lower number. Outside of `turn` a state is what it is called: the tuple of its open tiles; in
    a game of another kind what that game calls it.

    Attributes
    ----------
    variant : Variant or None
        The rules whose tiles are covered; None where there are no tiles.
    size : int
        N.
    of_tiles : bool
        Whether it is a `Board`: its states are sets of open tiles. False for every `Game`, also a
        `Box`.
    clacks : int
        How many of the scores are clacks, from the best on.
    sign : int
        1 where the lowest score is the best, −1 where the highest is.
    """

    variant: Any
    size: int
    of_tiles: bool = False
    clacks: int = 1
    sign: int = 1

    @property
    def most_moves(self) -> int:
        """A number of moves that no turn exceeds, known before anything is laid out."""

    @property
    def open_tiles(self) -> tuple[Any, ...]:
        """What every state is called, N of them in the order of their numbers."""

    @property
    def choices(self) -> tuple[DiceChoice, ...]:
        """What may be rolled, K choices of dice."""

    @property
    def transitions(self) -> Transitions:
        """Every move after every roll; made anew whenever it is asked for."""

    def check_size(self) -> Size:
        """Return how large the tables are; too large ones are a `GameTooLargeError`."""

    def scores_by(self, scoring: str) -> tuple[int, ...]:
        """Return the scores, each once, the best first."""

    def ranks_by(self, scoring: str) -> Rows:
        """Return the place of each state's score among these, shape (N,); −1 where it has none."""

    def dice_at(self, state: int) -> tuple[Any, ...]:
        """Return what may be rolled in a state, given by its number."""
        return tuple(choice.dice for choice in self.choices if choice.states[state])

    def rolls(self, dice: Any) -> Mapping[Any, int]:
        """Return the rolls of some dice, each with the number of ways in which it falls."""

    def rolls_in(self, open_tiles: Any, dice: Any = None) -> list[Any]:
        """Return the rolls of some dice, or of all that may be rolled in a state, each once.

        Of tiles where only the total matters, these are whole numbers: the totals.
        """

    def moves_in(self, state: int, roll: Any) -> dict[Any, int]:
        """Return the moves that a roll allows in a state: `{what it is called: where it leads}`.

        States are numbers here. A move is the tuple of the tiles to cover; in a game of another
        kind it is called as the state that it leads to.
        """

    def state_of(self, open_tiles: Any, parameter: str = "open_tiles") -> int:
        """Return the number of a state; none of the game's is a `PositionError` of `parameter`."""

    def roll_of(self, open_tiles: Any, roll: Any) -> Any:
        """Return a roll as `moves_in` takes it; one that cannot fall is a `PositionError`."""

    def said(self, state: int) -> str:
        """Return words for a state, for an error."""


def rank_among(scores: Sequence[int], score_to_beat: object) -> int:
    """Return the place of a score among some, or refuse what is none of them."""
    try:
        return scores.index(index(score_to_beat))  # type: ignore[arg-type]
    except (TypeError, ValueError):
        first = FIELDS["tiles"].spell(sorted(scores)[:_MOST_NAMED])
        more = ", …" if len(scores) > _MOST_NAMED else ""
        takes = f"a score of the game, {first}{more}"
        raise refused("score_to_beat", score_to_beat, takes, kind=PositionError) from None
