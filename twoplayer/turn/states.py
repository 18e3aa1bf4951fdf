"""The states of a turn, as all who ask for them know them, whatever they are states of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import index
from typing import Any, NamedTuple, Protocol

from ..errors import PositionError, refused
from ..exact import Rows
from ..variant.fields import FIELDS
from .layout import DiceChoice, Transitions

_MOST_NAMED = 50


class Size(NamedTuple):
    edges: int
    moves: int  # of the layout: of all decisions
    memory: int  # what all of it takes, in bytes, or a part of it that is too much already


class States(Protocol):
    """The states of a turn, of tiles or of a game of another kind; whoever asks need not know.

    The last one is the start, and every move leads to one of a lower number.
    """

    variant: Any  # the rules whose tiles are covered; None where there are none
    size: int
    of_tiles: bool = False  # whether house rules say what is covered
    clacks: int = 1  # how many of the scores are clacks, from the best on
    sign: int = 1  # a lower score times this is better

    @property
    def most_moves(self) -> int:
        """A number of moves that no turn exceeds, known before anything is laid out."""

    @property
    def open_tiles(self) -> tuple[Any, ...]:
        """What every state is called."""

    @property
    def choices(self) -> tuple[DiceChoice, ...]: ...

    @property
    def transitions(self) -> Transitions:
        """Every move after every roll; made anew whenever it is asked for."""

    def check_size(self) -> Size:
        """Return how large the tables are, or refuse those that are too large."""

    def scores_by(self, scoring: str) -> tuple[int, ...]: ...

    def ranks_by(self, scoring: str) -> Rows:
        """Return the place of every state's score among these; −1 where no turn ends."""

    def dice_at(self, state: int) -> tuple[Any, ...]:
        return tuple(choice.dice for choice in self.choices if choice.states[state])

    def rolls(self, dice: Any) -> Mapping[Any, int]: ...

    def rolls_in(self, open_tiles: Any, dice: Any = None) -> list[Any]: ...

    def moves_in(self, state: int, roll: Any) -> dict[Any, int]:
        """Return what each move is called, and the state that it leads to."""

    def state_of(self, open_tiles: Any, parameter: str = "open_tiles") -> int:
        """Return the number of a state, checked to be one that can come."""

    def roll_of(self, open_tiles: Any, roll: Any) -> Any:
        """Return a roll as the others have it, checked to be one that can fall here."""

    def said(self, state: int) -> str: ...


def rank_among(scores: Sequence[int], score_to_beat: object) -> int:
    try:
        return scores.index(index(score_to_beat))  # type: ignore[arg-type]
    except (TypeError, ValueError):
        first = FIELDS["tiles"].spell(sorted(scores)[:_MOST_NAMED])
        more = ", …" if len(scores) > _MOST_NAMED else ""
        takes = f"a score of the game, {first}{more}"
        raise refused("score_to_beat", score_to_beat, takes, kind=PositionError) from None
