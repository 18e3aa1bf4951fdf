"""Ways to play: what makes the policy of a turn, for a strategy of any kind."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..errors import RulesError, refused
from ..exact import Rows
from ..game.contest import Contest
from ..turn.induction import Turn
from ..turn.policy import Policy


class WayToPlay:
    """What a strategy does in all positions of a turn at once.

    Attributes
    ----------
    looks : bool
        Whether it looks at the score to beat. If not, it does the same whatever that score is.
    settled : bool
        Whether all that it leaves open is worth the same to a second player.
    """

    looks = False
    settled = False

    def called(self, name: str, *, rounds: bool) -> WayToPlay:
        """Return the same way to play by another name, with weights rounded or not."""
        return self

    def turn(self, turn: Turn) -> Turn:
        """Return the turn whose decisions the policy is about: it may tell more rolls apart."""
        return turn

    def policy(self, game: Contest, player: int = 0, score_to_beat: int | None = None) -> Policy:
        """Return what a player does in every state, after every roll."""
        raise NotImplementedError


class Wanted(NamedTuple):
    """What a player wants: the moves with the largest key, and some numbers of dice.

    Attributes
    ----------
    moves : tuple of array of int, shape (M,)
        Keys of all moves. A later key decides among moves that are equal by all before it.
    dice : array of bool, shape (K, N), optional
        Which choices of dice are made. None: any.
    """

    moves: tuple[Rows, ...]
    dice: NDArray[np.bool_] | None = None


WantedBy: TypeAlias = Callable[[Contest, int, int | None], Wanted]
"""By a player of a contest, the first of whom is 0, and the score to beat, where there is one."""


@dataclass(frozen=True)
class Described(WayToPlay):
    """A way to play that says by keys which moves it wants. Strategies with a name are such.

    Attributes
    ----------
    name : str
        What it is called.
    wanted : callable
        Says what a player wants.
    looks, settled : bool
        As of `WayToPlay`.
    anywhere : bool, default False
        Whether it looks at no tiles, so that it may play a game of another kind.
    words : str
        What it does, in a sentence.
    source : str
        Who proposed it.
    """

    name: str
    wanted: WantedBy = field(compare=False)
    looks: bool = False
    settled: bool = False
    anywhere: bool = False
    words: str = field(default="", kw_only=True)
    source: str = field(default="", kw_only=True)

    def policy(self, game: Contest, player: int = 0, score_to_beat: int | None = None) -> Policy:
        turn = game.turns[player]
        if not turn.board.of_tiles:
            self.check_without_tiles(game.rules[player])
        moves, dice = self.wanted(game, player, score_to_beat)
        return turn.policy(*moves, dice=dice)

    def check_without_tiles(self, game: object) -> None:
        """Refuse a game of another kind where the strategy looks at tiles."""
        if not self.anywhere:
            why = f"where {self.name} looks at tiles"
            raise refused("variant", game, "a Variant", why, RulesError)
