r"""The game of two turns, solved from the end.

To beat the score k, the second player plays a turn whose payoff for ending in S is what changes
hands between k and score(S); its value is v2(k). The first player then plays a turn whose payoff
is −v2(score(S)); its value is the game's expected value to the first player.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache, partial
from os import PathLike
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..errors import InputError
from ..exact import exact_record, to_rational
from ..executors import spread
from ..turn.induction import turn_of
from ..turn.solved import SolvedTurn
from ..variant.registry import as_variant
from ..variant.tiles import TileSet
from ..variant.variant import Variant
from .outcomes import Outcomes, outcomes_of
from .payoffs import ladder, payoffs_to_first, payoffs_to_second, rank_of

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from sympy import Rational

__all__ = ["Solution", "batches", "favoured_by", "solve", "solve_all"]


def favoured_by(first_player_ev: Rational) -> str:
    """Return whom an EV favours: `"first"`, `"second"` or `"nobody"`."""
    return "first" if first_player_ev > 0 else "second" if first_player_ev < 0 else "nobody"


@dataclass(frozen=True)
class Solution:
    """The exact values of a variant under optimal play of both players.

    Everything is in stakes. Solutions of equal variants are equal.

    Parameters
    ----------
    variant
        The rules.
    first_player_ev
        The expected value to the first player.
    scores
        Every score that the first player may leave, ascending.
    values
        The second player's value against each of them.

    Examples
    --------
    >>> solution = solve(Variant())
    >>> solution.first_player_ev
    -668351559599495/166583718925369344
    >>> 100 * float(solution.outcomes.first_wins)
    47.73801252433439
    >>> solution.optimal_moves((1, 2, 3, 4), 4)
    {(4,): 475779889837/793437161472}
    """

    variant: Variant
    first_player_ev: Rational = field(compare=False)
    scores: tuple[int, ...] = field(compare=False, repr=False)
    values: tuple[Rational, ...] = field(compare=False, repr=False)

    @property
    def second_player_values(self) -> dict[int, Rational]:
        """The second player's value by the first player's score, ascending.

        Where a first-player clack wins at once, the value against it is −`clack_payout`.
        """
        return dict(zip(self.scores, self.values, strict=True))

    @property
    def favoured(self) -> str:
        """Who is favoured: `"first"`, `"second"` or `"nobody"`."""
        return favoured_by(self.first_player_ev)

    @cached_property
    def outcomes(self) -> Outcomes:
        """How often the game ends in which way; `outcomes` says how ties in EV are decided."""
        return outcomes_of(self.variant)

    def play(self, score_to_beat: int | None = None) -> SolvedTurn:
        """Return one player's turn, solved in every state.

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
        return _play(self, score_to_beat)

    def value(self, open_tiles: Iterable[int], score_to_beat: int | None = None) -> Rational:
        """Return the value of a state to the player whose turn it is.

        Parameters
        ----------
        open_tiles
            The tiles that are open, before a roll.
        score_to_beat
            The first player's score; None: it is the first player's turn.

        Raises
        ------
        PositionError
            If the tiles or the score are not of this game.
        """
        return self.play(score_to_beat).value(open_tiles)

    def moves(
        self,
        open_tiles: Iterable[int],
        roll: int | Sequence[int],
        score_to_beat: int | None = None,
    ) -> dict[TileSet, Rational]:
        """Return every legal move with its value, best first.

        Parameters
        ----------
        open_tiles
            The tiles that are open.
        roll
            The dice, or their total where only that matters.
        score_to_beat
            The first player's score; None: it is the first player's turn.

        Returns
        -------
        dict
            `{tiles covered: value}`; empty if the turn ends.

        Raises
        ------
        PositionError
            If the tiles, the roll or the score cannot occur.
        """
        return self.play(score_to_beat).moves(open_tiles, roll)

    def optimal_moves(
        self,
        open_tiles: Iterable[int],
        roll: int | Sequence[int],
        score_to_beat: int | None = None,
    ) -> dict[TileSet, Rational]:
        """Return every optimal move with its value: those of `moves` with the highest value.

        Parameters
        ----------
        open_tiles
            The tiles that are open.
        roll
            The dice, or their total where only that matters.
        score_to_beat
            The first player's score; None: it is the first player's turn.

        Raises
        ------
        PositionError
            If the tiles, the roll or the score cannot occur.
        """
        return self.play(score_to_beat).optimal_moves(open_tiles, roll)

    def optimal_dice(
        self, open_tiles: Iterable[int], score_to_beat: int | None = None
    ) -> tuple[int, ...]:
        """Return every optimal number of dice to roll, ascending; none if no tile is open.

        Parameters
        ----------
        open_tiles
            The tiles that are open.
        score_to_beat
            The first player's score; None: it is the first player's turn.

        Raises
        ------
        PositionError
            If the tiles or the score are not of this game.
        """
        return self.play(score_to_beat).optimal_dice(open_tiles)

    def policy(self, score_to_beat: int | None = None) -> Iterator[dict[str, Any]]:
        """Yield the whole policy of a player, as `SolvedTurn.policy`.

        Parameters
        ----------
        score_to_beat
            The first player's score; None: it is the first player's turn.

        Raises
        ------
        PositionError
            If the score is not of this game.
        """
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
            for score, value in self.second_player_values.items()
        ]

    def _repr_html_(self) -> str:
        from ..writing import render

        ev = exact_record(self.first_player_ev)
        summary = {"variant": repr(self.variant), "first player's EV": ev["exact"]}
        summary |= {"about": ev["approx"], "favoured": self.favoured}
        return render([summary], "html") + render(self.to_records(), "html")


def solve(variant: Variant | str | PathLike[str]) -> Solution:
    """Solve a game exactly.

    Parameters
    ----------
    variant
        The rules, or the name or file of a single variant.

    Raises
    ------
    RulesError
        If a name stands for several variants.
    UnknownNameError, FileError
        If a name is not registered, or its file is faulty.
    GameTooLargeError
        If the tables would be too large.

    Examples
    --------
    >>> solve(Variant(immediate_clack=True)).first_player_ev
    136975464175127437/127936296134683656192
    """
    return solve_all([variant])[0]


def solve_all(
    variants: Iterable[Variant | str | PathLike[str]],
    progress: Callable[[float], object] | None = None,
    executor: Executor | None = None,
) -> list[Solution]:
    """Solve many games exactly, sharing work between them.

    Variants with the same turns share one DAG; those that agree in everything but
    `immediate_clack` share the second player's work against every score but a clack.

    Parameters
    ----------
    variants
        The rules, or names or files of single variants.
    progress
        Called with how many variants have just been solved, in parts of them.
    executor
        What runs the work, such as a `concurrent.futures.ProcessPoolExecutor`, or the
        `get_executor()` of a `dask.distributed.Client`; None: this process.

    Returns
    -------
    list of Solution
        In the order of `variants`.

    Raises
    ------
    RulesError, UnknownNameError, FileError, GameTooLargeError
        As `solve`.

    Examples
    --------
    >>> [s.favoured for s in solve_all([Variant(), Variant(immediate_clack=True)])]
    ['second', 'first']
    """
    if isinstance(variants, (str, Variant)):
        raise InputError(f"variants: got {variants!r}; takes several, such as variants('sixteen')")
    wanted = [as_variant(variant) for variant in variants]
    distinct = list(dict.fromkeys(wanted))
    solved: dict[Variant, Solution] = {}
    if executor is None:
        for row in _rows(distinct, progress):
            solved[row.variant] = row.solution()
    else:
        for batch, rows in spread(_all_rows, batches(distinct), executor):
            solved |= {row.variant: row.solution() for row in rows}
            if progress:
                progress(len(batch))
    return [solved[variant] for variant in wanted]


def batches(variants: Iterable[Variant]) -> list[list[Variant]]:
    """Put variants together that share the second player's work; those with a DAG in common follow.

    Parameters
    ----------
    variants
        The rules.

    Examples
    --------
    >>> at_once = Variant(immediate_clack=True)
    >>> [len(batch) for batch in batches([Variant(), Variant(tiles=10), at_once])]
    [2, 1]
    """
    by_turn: dict[Variant, dict[Variant, list[Variant]]] = {}
    for variant in variants:
        patient = variant.replace(immediate_clack=False)
        by_turn.setdefault(variant.one_turn(), {}).setdefault(patient, []).append(variant)
    return [batch for by_patient in by_turn.values() for batch in by_patient.values()]


class _Row(NamedTuple):
    """A solution as plain whole numbers, which other processes can send.

    Parameters
    ----------
    variant
        The rules.
    scale
        That of a turn.
    ev
        The expected value to the first player, times `scale` twice and the payout's denominator.
    against
        The second player's values by the rank of the score, times `scale` and that denominator.
    """

    variant: Variant
    scale: int
    ev: int
    against: list[int]

    def solution(self) -> Solution:
        """Return the solution."""
        unit = self.scale * self.variant.clack_payout.denominator
        return Solution(
            self.variant,
            to_rational(self.ev, self.scale * unit),
            tuple(ladder(self.variant)),
            tuple(to_rational(value, unit) for value in self.against),
        )


def _all_rows(variants: Sequence[Variant]) -> list[_Row]:
    return list(_rows(variants, None))


def _rows(
    variants: Sequence[Variant], progress: Callable[[float], object] | None
) -> Iterator[_Row]:
    for some in batches(variants):
        yield from _rows_of_batch(some, progress)


def _rows_of_batch(
    members: Sequence[Variant], progress: Callable[[float], object] | None
) -> Iterator[_Row]:
    """Solve variants that agree in all but `immediate_clack`."""
    turn = turn_of(members[0])
    patient = members[0].replace(immediate_clack=False)
    to_beat = range(1, len(ladder(patient)))
    shared: list[int] = []
    for some, values in turn.at_start(to_beat, partial(payoffs_to_second, patient)):
        shared += values
        if progress:
            progress(len(members) * len(some) / len(to_beat))
    # Against a clack each is on its own: where it wins at once, the second player has no turn.
    clacked = turn.values(np.column_stack([payoffs_to_second(v, [0]) for v in members]))[-1]
    against = [[int(value), *shared] for value in clacked]
    columns = [payoffs_to_first(v, a) for v, a in zip(members, against, strict=True)]
    evs = turn.values(np.column_stack(columns))[-1]
    for variant, ev, values in zip(members, evs, against, strict=True):
        yield _Row(variant, turn.scale, int(ev), values)


@lru_cache(maxsize=64)
def _play(solution: Solution, score_to_beat: int | None) -> SolvedTurn:
    """Solve the states of one player's turn, against one score."""
    variant = solution.variant
    unit = variant.clack_payout.denominator
    if score_to_beat is None:
        unit *= turn_of(variant).scale
        against = [int(value.p) * (unit // int(value.q)) for value in solution.values]
        return SolvedTurn.solve(variant, payoffs_to_first(variant, against), unit)
    payoffs = payoffs_to_second(variant, [rank_of(variant, score_to_beat)])
    return SolvedTurn.solve(variant, payoffs[:, 0], unit)
