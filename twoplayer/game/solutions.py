"""Many games solved exactly, in pieces that share work.

The DAG of a turn takes time, then every score to beat that a second player can tell apart, then
every first player's turn: all of them grow with the entries of the layout. What is left grows with
the scores of every variant. One payoff in one entry is the unit of work, some nanoseconds.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from fractions import Fraction
from functools import lru_cache, partial
from itertools import repeat
from operator import attrgetter
from os import PathLike
from typing import NamedTuple, TypeAlias

import numpy as np

from ..exact import Rows, Values
from ..table import Table, TabledList
from ..turn.another import GameLike
from ..turn.board import ranks, scores
from ..turn.dag import check_size
from ..turn.induction import Turn, turn_of
from ..variant.beside import beside_rules
from ..variant.registry import VariantLike, as_variants
from ..variant.variant import Variant
from ..work import Executor, part, spread, tracked
from .fairness import EVS
from .solution import Solution
from .stakes import (
    RulesOfTwo,
    beaten,
    ranks_among_all,
    ranks_left,
    rules_of_two,
    tie_of,
    values_to_second,
)

_Values: TypeAlias = tuple[Fraction, tuple[Fraction, ...]]
"""The first player's EV, and the second player's value against every score."""

_DAG, _FIRST_TURN = 300, 50
"""How many payoffs take as long as the DAG of a turn, and as a first player's turn."""
_SCORE = 2400
"""How much work each score of each variant is by itself."""
_TURN = 10**6
"""How much work a turn is, however small: some hundredths of a second."""
_PIECE = 10**8
"""Up to so much work goes together: some tenths of a second."""


class Solutions(TabledList[Solution]):
    """The solutions of many variants, in order, and one table of them all.

    Its records have the name, every rule, the first player's EV and whom it favours.

    Examples
    --------
    >>> fairest = min(solve_all("sixteen"), key=lambda solution: abs(solution.first_player_ev))
    >>> fairest.variant
    Variant(immediate_clack=True)
    """

    def table(self) -> Table:
        """Return the EVs beside the rules that they are of."""
        title = f"Shut the Box: {len(self)} sets of rules, and the first player's EV"
        return beside_rules(self._found(), EVS, title=title)


def solve(variant: GameLike, second: VariantLike | None = None) -> Solution:
    """Solve a game exactly.

    Parameters
    ----------
    variant
        The rules, or the name or file of a single variant; or a `Game` of another kind.
    second
        The rules of the second player's turn, likewise, where she has some of her own: such as
        fewer tiles, for a child, or other dice. Scores are compared as numbers. `scoring`,
        `clack_payout`, `immediate_clack` and `ties` are the same for both.

    Raises
    ------
    InputError
        If what has to be the same for both is not.
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

    A child, who plays second, has the 9 covered beforehand, and gains by it:

    >>> f"{float(solve('classic', second=Variant(tiles=8)).first_player_ev):.4f}"
    '-0.2769'
    """
    return solve_two(rules_of_two(variant, second, "second"))


def solve_two(rules: RulesOfTwo) -> Solution:
    """Solve a game in which each player's turn is by rules of his own, or by the same.

    The last few are kept, since somebody's strategy may ask in every position.
    """
    return _solution_of(rules, tuple(getattr(each, "_name", None) for each in rules))


@lru_cache(maxsize=4)
def _solution_of(rules: RulesOfTwo, names: tuple[str | None, ...]) -> Solution:
    """Solve a game that is called so, which makes no difference to what rules are equal to."""
    with part(1):
        [found] = _together([rules])
    return _solution(rules, found)


def solve_all(
    variants: Iterable[VariantLike] | str | PathLike[str],
    executor: Executor | None = None,
) -> Solutions:
    """Solve many games exactly, sharing work between them.

    Variants with the same turns share one DAG; those that agree in scoring and payout as well share
    what the second player gets against scores that she cannot tell apart.

    Parameters
    ----------
    variants
        The rules, or names or files; of a family all its members are solved.
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
    games, solved = as_variants(variants), dict[Variant, _Values]()
    for piece, values in spread(_solved, pieces(games), executor, by=lambda piece: piece.work):
        solved |= zip(piece.variants, values, strict=True)
    return Solutions(_solution((variant, variant), solved[variant]) for variant in games)


def _solution(rules: RulesOfTwo, found: _Values) -> Solution:
    ev, against = found
    return Solution(*rules, ev, dict(zip(scores(rules[0]), against, strict=True)))


def _solved(piece: Piece) -> list[_Values]:
    return _together([(variant, variant) for variant in piece.variants])


def _together(games: Sequence[RulesOfTwo]) -> list[_Values]:
    """Solve games with the same turns.

    Against a clack, rank 0, each second player is on her own: where it wins at once, there is no
    turn.
    """
    first, second = map(turn_of, games[0])
    clacked = [values_to_second(rules[1], ranks_left(rules, 1), [0]) for rules in games]
    against = [
        np.array([to_clack, *others], object)
        for to_clack, others in zip(
            second.values(np.column_stack(clacked))[-1].tolist(),
            _against_scores(second, games),
            strict=True,
        )
    ]

    def payoffs(some: range) -> Values:
        return np.column_stack([-against[place][ranks(games[place][0])] for place in some])

    evs = first.at_start(range(len(games)), payoffs)
    units = [second.scale * variant.clack_payout.denominator for variant, _ in games]
    return [
        (Fraction(ev, first.scale * unit), tuple(Fraction(n, unit) for n in values))
        for ev, unit, values in zip(evs, units, against, strict=True)
    ]


def _against_scores(turn: Turn, games: Sequence[RulesOfTwo]) -> list[list[int]]:
    """Return every second player's values against the first's scores but the best.

    Of those that cannot be told apart one is solved.
    """
    known: dict[Hashable, int] = {}
    apart: list[list[Hashable]] = []
    missing: list[dict[Hashable, int]] = []
    for rules in games:
        leavable = np.flatnonzero(np.bincount(ranks_left(rules, 1)[turn.ends]))
        beat = ranks_among_all(rules, 0)[1:]
        apart.append(_told_apart(rules[1], leavable, beat))
        both = zip(apart[-1], beat.tolist(), strict=True)
        missing.append({key: rank for key, rank in both if key not in known})
        known |= missing[-1]
    each = zip(games, missing, strict=True)
    for rules, new in tracked(each, by=lambda one: 1 + len(one[1])):
        payoffs = partial(_to_second, rules, list(new.values()))
        known |= zip(new, turn.at_start(range(len(new)), payoffs), strict=True)
    return [[known[key] for key in keys] for keys in apart]


def _to_second(rules: RulesOfTwo, beat: Sequence[int], some: range) -> Values:
    return values_to_second(rules[1], ranks_left(rules, 1), beat[some.start : some.stop])


class Piece(NamedTuple):
    """Variants with the same turns, to be solved together, and how much work they are."""

    variants: list[Variant]
    work: int


def pieces(variants: Iterable[Variant]) -> list[Piece]:
    """Put variants together that share work, in pieces of some tenths of a second.

    Larger ones are those of which no more can be cut off without doing work again.

    >>> rules = [Variant(clack_payout=p, ties=t) for p in (1, 2) for t in ("push", "first")]
    >>> [len(piece.variants) for piece in pieces(rules)]
    [4]
    >>> digits = [each.replace(tiles=12, scoring="digits") for each in rules]
    >>> [len(piece.variants) for piece in pieces([*rules, *digits])]
    [4, 1, 1, 1, 1]
    """
    found: list[Piece] = []
    for turn in _grouped(variants, attrgetter("turn_rules")):
        for number, group in enumerate(_grouped(turn, _sharing)):
            piece = _piece(group)
            if number and (joined := _piece(found[-1].variants + group)).work <= _PIECE:
                found[-1] = joined
            else:
                found.append(piece)
    return found


def _piece(variants: list[Variant]) -> Piece:
    payoffs = sum(len(scores(group[0])) for group in _grouped(variants, _sharing))
    payoffs += _DAG + _FIRST_TURN * len(variants)
    every = sum(len(scores(variant)) for variant in variants)
    return Piece(variants, _TURN + check_size(variants[0]).entries * payoffs + _SCORE * every)


def _grouped(
    variants: Iterable[Variant], key: Callable[[Variant], Hashable]
) -> list[list[Variant]]:
    groups: dict[Hashable, list[Variant]] = {}
    for variant in dict.fromkeys(variants):
        groups.setdefault(key(variant), []).append(variant)
    return list(groups.values())


def _told_apart(variant: Variant, leavable: Rows, beat: Rows) -> list[Hashable]:
    """Return what tells ranks to beat apart, of which none is 0.

    Of games with the same turns, equal ones are worth the same to a second player: what she gets
    depends on the scoring, the payout, and how many of the ranks that a turn can leave, ascending,
    win and do not lose.

    To beat 1 of the ranks 0, 1 and 2, where she can't leave 1, she has to clack.

    >>> leavable, beat = np.array([0, 2]), np.array([1, 2])
    >>> [key[-2:] for key in _told_apart(Variant(tiles="1,2"), leavable, beat)]
    [(1, 1), (1, 2)]
    >>> [key[-2:] for key in _told_apart(Variant(tiles="1,2", ties="first"), leavable, beat)]
    [(1, 1), (1, 1)]
    """
    ends = (counts.tolist() for counts in beaten(variant, leavable, beat))
    payout = variant.clack_payout.as_integer_ratio()
    return list(zip(repeat(variant.scoring), repeat(payout), *ends, strict=False))


def _sharing(variant: Variant) -> Hashable:
    """Return what games have in common of whose ranks to beat nearly none is told apart.

    That is, beside scoring and payout, whether their edges are even or odd.
    """
    return variant.scoring, variant.clack_payout, tie_of(variant) % 2
