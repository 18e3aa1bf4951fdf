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
from os import PathLike
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from ..errors import InputError, shown
from ..exact import ExactResult, Rational, Values, exact_record
from ..executors import Progress, spread, told
from ..turn.induction import Turn, turn_of
from ..turn.payoff import Payoff
from ..turn.solved import SolvedTurn
from ..turn.states import ranks
from ..variant.registry import VariantLike, as_variant, variants
from ..variant.scores import rank_of, scores
from ..variant.tiles import TileSet
from ..variant.variant import Variant
from ..writing import Row, Shown, in_percent
from .fairness import Fairness, favoured_by
from .outcomes import Outcomes, before_every_score, outcomes_of
from .payoffs import second_payoff, told_apart, values_to_second
from .work import Piece, by_turn, pieces

if TYPE_CHECKING:
    from concurrent.futures import Executor


__all__ = ["PlayerTurn", "Solution", "solve", "solve_all"]

_Apart: TypeAlias = tuple[int, int]
"""What tells scores to beat apart."""


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


class Solutions(list[Solution], Shown):
    """The solutions of many variants, in order.

    Examples
    --------
    >>> fairest = min(solve_all("sixteen"), key=lambda solution: abs(solution.first_player_ev))
    >>> fairest.variant
    Variant(immediate_clack=True)
    """

    def to_records(self) -> list[dict[str, Any]]:
        """Return every rule and the EV of each variant, as plain data for a data frame.

        Returns
        -------
        list of dict
            The rules; the first player's EV as `exact`, text `"p/q"`, and as `approx`, a float;
            `favoured`.
        """
        return [
            {
                **s.variant.rules(),
                **exact_record(s.fractions.first_player_ev),
                "favoured": s.favoured,
            }
            for s in self
        ]

    def _title(self) -> str:
        return f"Shut the Box: {len(self)} sets of rules, and the first player's EV"

    def _rows(self) -> list[Row]:
        return [
            {
                "rules": each.variant.in_words(),
                **in_percent(each.fractions.first_player_ev),
                "favoured": each.favoured,
            }
            for each in self
        ]


def solve(variant: VariantLike) -> Solution:
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
    return solve_all([as_variant(variant)])[0]


def solve_all(
    variants: Iterable[VariantLike] | str | PathLike[str],
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> Solutions:
    """Solve many games exactly, sharing work between them.

    Variants with the same turns share one DAG; those that agree in scoring and payout as well share
    what the second player gets against scores that she cannot tell apart.

    Parameters
    ----------
    variants
        The rules, or names or files; of a family all its members are solved.
    progress
        Called with the part of the work that has just been done; the parts add up to 1.
    executor
        What runs the work, such as a `concurrent.futures.ProcessPoolExecutor`, or the
        `get_executor()` of a `dask.distributed.Client`; None: this process.

    Returns
    -------
    Solutions
        A list, in the order of `variants`, that shows itself as a table in a notebook.

    Raises
    ------
    InputError
        If something else was given.
    RulesError, UnknownNameError, FileError, GameTooLargeError
        As `solve`.

    Examples
    --------
    >>> [s.favoured for s in solve_all([Variant(), Variant(immediate_clack=True)])]
    ['second', 'first']
    >>> len(solve_all("sixteen"))
    16
    """
    wanted = _members(variants)
    solved: dict[Variant, Solution] = {}
    if executor is None:
        turns = by_turn(wanted)
        whole = sum(turn.work for turn in turns)
        for turn in turns:
            part = told(progress, turn.work / whole)
            solved |= {solution.variant: solution for solution in _solutions(turn.variants, part)}
    else:
        cut = pieces(wanted)
        whole = sum(piece.work for piece in cut)
        for piece, solutions in spread(_solved, cut, executor):
            solved |= {solution.variant: solution for solution in solutions}
            told(progress)(piece.work / whole)
    return Solutions(solved[variant] for variant in wanted)


def _members(given: Iterable[VariantLike] | str | PathLike[str]) -> list[Variant]:
    """Return the variants that are meant; a name stands for all its members."""
    if isinstance(given, (str, PathLike)):
        return list(variants(given))
    if isinstance(given, (Variant, bytes)) or not hasattr(given, "__iter__"):
        raise InputError(
            f"variants: got {shown(given)}; takes several in a list, or the name of a family"
        )
    found: list[Variant] = []
    for each in given:
        if not isinstance(each, (Variant, str, PathLike)):
            raise InputError(f"variants: got {shown(each)} among them; takes variants and names")
        found += [each] if isinstance(each, Variant) else variants(each)
    return found


def _solved(piece: Piece) -> list[Solution]:
    return _solutions(piece.variants)


def _solutions(members: Sequence[Variant], progress: Progress | None = None) -> list[Solution]:
    """Solve variants with the same turns.

    Against a clack each second player is on her own: where it wins at once, there is no turn.
    """
    turn = turn_of(members[0])
    clacked = [values_to_second(variant, ranks(variant), [0]) for variant in members]
    against = [
        np.array([to_clack, *others], object)
        for to_clack, others in zip(
            turn.values(np.column_stack(clacked))[-1].tolist(),
            _against_scores(turn, members, told(progress)),
            strict=True,
        )
    ]

    def payoffs(some: range) -> Values:
        return np.column_stack([-against[place][ranks(members[place])] for place in some])

    evs = turn.at_start(range(len(members)), payoffs)
    units = [turn.scale * variant.clack_payout.denominator for variant in members]
    return [
        Solution(variant, Fraction(ev, turn.scale * unit), tuple(Fraction(n, unit) for n in values))
        for variant, ev, unit, values in zip(members, evs, units, against, strict=True)
    ]


def _against_scores(turn: Turn, members: Sequence[Variant], progress: Progress) -> list[list[int]]:
    """Return every second player's values against the ranks from 1 on.

    With equal scoring and payout, those against ranks that cannot be told apart are equal: of them
    one is solved.
    """
    solved: dict[tuple[str, Fraction], dict[_Apart, int]] = {}
    apart: list[list[_Apart]] = []
    missing: list[dict[_Apart, int]] = []
    for variant in members:
        known = solved.setdefault((variant.scoring, variant.clack_payout), {})
        leavable = np.flatnonzero(np.bincount(ranks(variant)[turn.ends]))
        apart.append(told_apart(variant, leavable)[1:])
        missing.append({pair: rank for rank, pair in enumerate(apart[-1], 1) if pair not in known})
        known |= missing[-1]
    whole = sum(map(len, missing))
    found = []
    for variant, pairs, new in zip(members, apart, missing, strict=True):
        known = solved[variant.scoring, variant.clack_payout]
        payoffs = partial(_to_second, variant, list(new.values()))
        share = told(progress, len(new) / whole)
        values = turn.at_start(range(len(new)), payoffs, progress=share)
        known |= zip(new, values, strict=True)
        found.append([known[pair] for pair in pairs])
    return found


def _to_second(variant: Variant, beat: Sequence[int], some: range) -> Values:
    return values_to_second(variant, ranks(variant), beat[some.start : some.stop])


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
