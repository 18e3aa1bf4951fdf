r"""The game of two turns, solved from the end.

To beat the score k, the second player plays a turn whose payoff for ending in S is what changes
hands between k and score(S); its value is v2(k). The first player then plays a turn whose payoff
is −v2(score(S)); its value is the game's expected value to the first player.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache, partial
from typing import Any

import numpy as np

from ..exact import ExactResult, Rational, exact_record
from ..executors import Progress, told
from ..turn.induction import turn_of
from ..turn.payoff import Payoff
from ..turn.solved import SolvedTurn
from ..variant.scores import rank_of, scores
from ..variant.tiles import TileSet
from ..variant.variant import Variant
from ..writing import Row, Shown, in_percent
from .fairness import Fairness, favoured_by
from .outcomes import Outcomes, before_every_score, outcomes_of
from .payoffs import second_payoff, values_to_second

__all__ = ["PlayerTurn", "Solution"]


@dataclass(frozen=True)
class PlayerTurn(SolvedTurn):
    """One player's turn in a game of two, solved; everything is in stakes, to that player.

    Parameters
    ----------
    variant
        The rules.
    player
        `"first"` or `"second"`.
    score_to_beat
        The first player's score, in the second player's turn; None in the first player's.

    Examples
    --------
    >>> from twoplayer import solve
    >>> turn = solve("classic").play(12)
    >>> turn
    PlayerTurn(variant=Variant(), player='second', score_to_beat=12)
    >>> [(option.choice, option.value, option.tie) for option in turn.options((1, 2, 5, 8), 8)]
    [((8,), 1, 0), ((1, 2, 5), 1, 0)]
    """

    player: str
    score_to_beat: int | None

    def _title(self) -> str:
        beat = "" if self.score_to_beat is None else f", to beat {self.score_to_beat}"
        return f"The {self.player} player's turn{beat}: {self.variant.in_words()}"


@dataclass(frozen=True, repr=False)
class Solution(ExactResult, Shown):
    """The exact values of a variant under optimal play of both players.

    Everything is in stakes. Solutions of equal variants are equal.

    Parameters
    ----------
    variant
        The rules.

    Examples
    --------
    >>> from twoplayer import solve
    >>> solution = solve(Variant())
    >>> solution.first_player_ev
    -668351559599495/166583718925369344
    >>> 100 * float(solution.outcomes.first_wins)
    47.73801252433439
    >>> solution.optimal_moves((1, 2, 3, 4), 4)
    {(4,): 475779889837/793437161472}
    """

    variant: Variant
    _ev: Fraction = field(compare=False)
    _against: tuple[Fraction, ...] = field(compare=False)

    def __repr__(self) -> str:
        return f"Solution(variant={self.variant!r}, first_player_ev={self._ev})"

    @property
    def first_player_ev(self) -> Rational:
        """The expected value to the first player."""
        return self._number(self._ev)

    @property
    def second_player_values(self) -> dict[int, Rational]:
        """The second player's value by the first player's score, ascending.

        Where a first-player clack wins at once, the value against it is −`clack_payout`.
        """
        values = map(self._number, self._against)
        return dict(zip(scores(self.variant), values, strict=True))

    @property
    def favoured(self) -> str:
        """Who is favoured: `"first"`, `"second"` or `"nobody"`."""
        return favoured_by(self._ev)

    @property
    def outcomes(self) -> Outcomes:
        """How often the game ends in which way; `game.payoffs` says how ties in EV are decided."""
        outcomes = self._once("outcomes", lambda: outcomes_of(self.variant))
        return Outcomes(*map(self._number, outcomes))

    def fairness(self, progress: Progress | None = None) -> Fairness:
        """Tell how fair the game is.

        Parameters
        ----------
        progress
            Called with the part of the work that has just been done.
        """
        advance = told(progress)
        outcomes = self._once("outcomes", lambda: outcomes_of(self.variant, advance), advance)
        return Fairness(self.variant, self.first_player_ev, Outcomes(*map(self._number, outcomes)))

    def play(self, score_to_beat: int | None = None) -> PlayerTurn:
        """Return one player's turn, which answers every question of how to play.

        Parameters
        ----------
        score_to_beat
            The first player's score; None: it is the first player's turn. Where a clack has won
            at once there is no turn any more, and against 0 everything is worth −`clack_payout`.

        Raises
        ------
        PositionError
            If the score is not of this game.
        """
        rank = None if score_to_beat is None else rank_of(self.variant, score_to_beat)
        return self._in_my_numbers(_play(self, rank))

    def value(
        self, open_tiles: Iterable[int] | None = None, score_to_beat: int | None = None
    ) -> Rational:
        """Return the value of a state to the player whose turn it is, as `SolvedTurn.value`."""
        return self.play(score_to_beat).value(open_tiles)

    def moves(
        self,
        open_tiles: Iterable[int],
        roll: int | Sequence[int],
        score_to_beat: int | None = None,
    ) -> dict[TileSet, Rational]:
        """Return every legal move with its value, best first, as `SolvedTurn.moves`."""
        return self.play(score_to_beat).moves(open_tiles, roll)

    def optimal_moves(
        self,
        open_tiles: Iterable[int],
        roll: int | Sequence[int],
        score_to_beat: int | None = None,
    ) -> dict[TileSet, Rational]:
        """Return every optimal move with its value, as `SolvedTurn.optimal_moves`."""
        return self.play(score_to_beat).optimal_moves(open_tiles, roll)

    def optimal_dice(
        self, open_tiles: Iterable[int], score_to_beat: int | None = None
    ) -> tuple[int, ...]:
        """Return every optimal number of dice to roll, as `SolvedTurn.optimal_dice`."""
        return self.play(score_to_beat).optimal_dice(open_tiles)

    def policy(self, score_to_beat: int | None = None) -> Iterator[dict[str, Any]]:
        """Yield the whole policy of a player, as `SolvedTurn.policy`."""
        return self.play(score_to_beat).policy()

    def to_records(self) -> list[dict[str, Any]]:
        """Return the second player's value against each score, as plain data for a data frame.

        Returns
        -------
        list of dict
            `first_player_score`; the value as `exact`, text `"p/q"`, and as `approx`, a float.
        """
        return [
            {"first_player_score": score, **exact_record(value)}
            for score, value in self.fractions.second_player_values.items()
        ]

    def _title(self) -> str:
        return f"Shut the Box: {self.variant.in_words()}"

    def _rows(self) -> list[Row]:
        return [{"": "first player's EV", **in_percent(self._ev), "favoured": self.favoured}]


@lru_cache(maxsize=64)
def _play(solution: Solution, rank: int | None) -> PlayerTurn:
    """Return one player's turn, against the score of a rank."""
    variant = solution.variant
    unit = variant.clack_payout.denominator
    if rank is None:
        unit *= turn_of(variant).scale
        values = -np.array([int(value * unit) for value in solution._against], object)
        refine = partial(before_every_score, variant)
        return PlayerTurn(variant, Payoff.of_value(values, unit), "first", None, refine=refine)
    [values] = values_to_second(variant, np.arange(len(scores(variant))), [rank]).T
    score = scores(variant)[rank]
    refine = partial(_whole_second_payoff, variant, rank)
    return PlayerTurn(variant, Payoff.of_value(values, unit), "second", score, refine=refine)


def _whole_second_payoff(variant: Variant, rank: int, progress: Progress) -> Payoff:
    progress(1)
    return second_payoff(variant, [rank])
