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
from operator import itemgetter
from typing import Any

import numpy as np

from ..exact import Rational, exact, nearest
from ..table import Column, Table, Tabled, To
from ..turn.board import rank_of, scores
from ..turn.induction import turn_of
from ..turn.position import Payoff
from ..turn.solved import SolvedTurn
from ..variant.tiles import TileSet
from ..variant.variant import Variant
from .fairness import EV_EXACTLY, EVS, Fairness, Favouring, Luck, Outcomes, luck_of, outcomes_of
from .seating import Seating, at_table, payoff_facing
from .stakes import RulesOfTwo, ranks_among_all, values_to_second


@dataclass(frozen=True)
class PlayerTurn(SolvedTurn):
    """One player's turn in a game of two, solved; everything is in stakes, to that player.

    Parameters
    ----------
    variant
        The rules of that player's turn.
    opponent
        The rules of the other's.
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

    opponent: Variant = field(repr=False)
    player: str
    score_to_beat: int | None

    def _title(self) -> str:
        beat = "" if self.score_to_beat is None else f", to beat {self.score_to_beat}"
        return f"The {self.player} player's turn{beat}: {self.variant.in_words()}"


@dataclass(frozen=True, eq=False, repr=False)
class Solution(Favouring, Tabled):
    """The exact values of a variant under optimal play of both players.

    Everything is in stakes. Solutions of equal variants are equal, whatever they are called.

    Parameters
    ----------
    variant, second_variant
        The rules of the first player's turn, and of the second's, who has the same as a rule.
    first_player_ev
        The expected value to the first player.
    second_player_values
        The second player's value by the first player's score, ascending. Where a first-player
        clack wins at once, the value against it is −`clack_payout`.

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
    second_variant: Variant
    first_player_ev: Rational = exact()
    second_player_values: dict[int, Rational] = exact(repr=False)

    about = "The values of {self.name}"
    columns = (
        Column("first_player_score", itemgetter(0), "score to beat"),
        Column("second_player_value", itemgetter(1), "second player's value", unit="approx"),
        Column("about", lambda pair: nearest(pair[1]), to=To.PEOPLE),
    )

    @property
    def name(self) -> str:
        """What the rules were asked for by; else what is not as in the classic game."""
        names = dict.fromkeys(variant.name for variant in self.rules)
        return " against ".join(names)

    @property
    def rules(self) -> RulesOfTwo:
        """The rules of both players' turns."""
        return self.variant, self.second_variant

    @property
    def outcomes(self) -> Outcomes:
        """How often the game ends in which way; `game.stakes` says how ties in EV are decided."""
        return self._in_my_numbers(self._once("outcomes", lambda: outcomes_of(self.rules)))

    def fairness(self) -> Fairness:
        """Tell how fair the game is."""
        ev = self.fractions.first_player_ev
        return self._in_my_numbers(Fairness(*self.rules, ev, self.outcomes))

    def luck(self) -> Luck:
        """Tell whose dice decide the game, and how many rolls it takes."""
        quick = self.fractions
        found = self._once("luck", lambda: luck_of(quick.fairness(), quick.play))
        return self._in_my_numbers(found)

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

    def _found(self) -> list[tuple[int, Fraction]]:
        return [*self.fractions.second_player_values.items()]

    def _repr_html_(self) -> str:
        return Table([*EVS, EV_EXACTLY], [self.fractions], self._title()).html()


@lru_cache(maxsize=64)
def _play(solution: Solution, rank: int | None) -> PlayerTurn:
    """Return one player's turn, against the score of a rank."""
    first, second = rules = solution.rules
    unit = first.clack_payout.denominator
    if rank is None:
        unit *= turn_of(second).scale
        against = solution.fractions.second_player_values.values()
        values = -np.array([int(value * unit) for value in against], object)
        payoff, whole = Payoff.of_value(values, unit), partial(_whole, rules, None)
        return PlayerTurn(first, payoff, second, "first", None, refine=whole)
    beat = int(ranks_among_all(rules, 0)[rank])
    [values] = values_to_second(second, ranks_among_all(rules, 1), [beat]).T
    payoff, whole = Payoff.of_value(values, unit), partial(_whole, rules, beat)
    return PlayerTurn(second, payoff, first, "second", scores(first)[rank], refine=whole)


def _whole(rules: RulesOfTwo, rank: int | None) -> Payoff:
    """Return what a player plays for, with the chances, against a score."""
    seating, seat = Seating(rules, chances=True), 1 if rank is None else 2
    after = at_table(seating, seat + 1)[seat + 1]
    return payoff_facing(seating, seat, after, rank, holders=seat - 1)
