"""One player, one turn: the lowest expected score, and the highest chance to clack."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from os import PathLike
from typing import TYPE_CHECKING

import numpy as np

from ..errors import InputError
from ..exact import to_rational
from ..game.payoffs import hits, ladder
from ..turn.induction import turn_of
from ..turn.solved import SolvedTurn
from ..variant.registry import as_variant
from ..variant.scoring import scores
from ..variant.variant import Variant

if TYPE_CHECKING:
    from sympy import Rational

__all__ = ["AIMS", "OnePlayer", "one_player"]

AIMS = {"score": "the lowest expected score", "clack": "the highest chance to clack"}


@dataclass(frozen=True)
class OnePlayer(SolvedTurn):
    """A turn played for one aim.

    Values are expected scores (fewer are better) or chances to clack (in [0, 1]).

    Parameters
    ----------
    variant
        The rules; payout and ties make no difference.
    aim
        `"score"` or `"clack"`.

    Examples
    --------
    >>> lowest = one_player(Variant())
    >>> lowest.value()
    27323400707/2448880128
    >>> lowest.optimal_moves((1, 4, 5, 8), 9)
    {(4, 5): 62/9}
    """

    aim: str

    def score_chances(self) -> dict[int, Rational]:
        """Return the distribution of the final score under optimal play.

        Where several moves, or numbers of dice, are optimal, each is as likely.

        Returns
        -------
        dict
            `{score: chance}`, for every score of the game, ascending; the chances add up to 1.
        """
        turn, plan = turn_of(self.variant), self.plan
        names, scale = ladder(self.variant), turn.scale_of(plan)
        blocks = turn.at_start(range(len(names)), partial(hits, self.variant), plan)
        chances = [chance for _, block in blocks for chance in block]
        return {s: to_rational(chance, scale) for s, chance in zip(names, chances, strict=True)}


def one_player(variant: Variant | str | PathLike[str], aim: str = "score") -> OnePlayer:
    """Solve a turn for one aim.

    Parameters
    ----------
    variant
        The rules; payout and ties make no difference.
    aim
        `"score"`, the lowest expected score, or `"clack"`, the highest chance to clack.

    Raises
    ------
    InputError
        If the aim is another.
    GameTooLargeError
        If the tables would be too large.

    Examples
    --------
    >>> one_player(Variant(), "clack").value()
    466473281/6530347008
    """
    variant = as_variant(variant)
    if aim not in AIMS:
        raise InputError(f"aim: got {aim!r}; takes {' | '.join(AIMS)}")
    score = np.array(scores(variant.tiles, variant.scoring), dtype=object)
    if aim == "score":
        return OnePlayer.solve(variant, -score, -1, aim=aim)
    clack = np.zeros(len(score), dtype=np.int64)
    clack[0] = 1
    return OnePlayer.solve(variant, clack, aim=aim)
