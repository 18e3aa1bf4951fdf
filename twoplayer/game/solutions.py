"""Many games solved exactly, sharing work between them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import partial
from os import PathLike
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from ..errors import InputError, shown
from ..exact import Values, exact_record
from ..executors import Progress, spread, told
from ..turn.induction import Turn, turn_of
from ..turn.states import ranks
from ..variant.registry import VariantLike, as_variant, variants
from ..variant.variant import Variant
from ..writing import Listed, Row, in_percent
from .payoffs import told_apart, values_to_second
from .solution import Solution
from .work import Piece, by_turn, pieces

if TYPE_CHECKING:
    from concurrent.futures import Executor

__all__ = ["Solutions", "solve", "solve_all"]

_Apart: TypeAlias = tuple[int, int]
"""What tells scores to beat apart."""


class Solutions(Listed[Solution]):
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
