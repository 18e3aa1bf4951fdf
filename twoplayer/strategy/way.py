"""Ways to play: each makes the policy of a turn, for a strategy of any kind."""

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
        Whether the way to play looks at the score to beat. If not, it does the same against every
        score.
    settled : bool
        Whether all choices that the way to play leaves open have the same value to a second player.
    """

    looks = False
    settled = False

    def called(self, name: str, *, rounds: bool) -> WayToPlay:
        """Return the same way to play under another name, with weights rounded or not."""
        return self

    def turn(self, turn: Turn) -> Turn:
        """Return the turn whose decisions the policy is about; it may tell more rolls apart."""
        return turn

    def policy(self, game: Contest, player: int = 0, score_to_beat: int | None = None) -> Policy:
        """Return the policy of a player: what to do in every state, after every roll."""
        raise NotImplementedError


class Wanted(NamedTuple):
    """What a player wants: the moves with the largest key, and some numbers of dice.

    Attributes
    ----------
    moves : tuple of array of int, shape (M,)
        Keys of all moves. A later key decides among moves that are equal by all earlier keys.
    dice : array of bool, shape (K, N), optional
        The choices of dice that are wanted. None: all.
    """

    moves: tuple[Rows, ...]
    dice: NDArray[np.bool_] | None = None


WantedBy: TypeAlias = Callable[[Contest, int, int | None], Wanted]
"""What a player wants, by the contest, the player's number from 0 on, and the score to beat."""


@dataclass(frozen=True)
class Described(WayToPlay):
    """A way to play that says by keys which moves it wants. Every named strategy has one.

    Attributes
    ----------
    name : str
        The name of the strategy.
    wanted : callable
        The function that says what a player wants.
    looks, settled : bool
        As of `WayToPlay`.
    anywhere : bool, default False
        Whether the strategy looks at no tiles, so that it may play a game of another kind.
    words : str
        What the strategy does, in a sentence.
    source : str
        Who proposed the strategy.
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
