"""The game of two turns between proven bounds, for games whose tables of exact values do not fit.

Values are whole multiples of 1/unit of a stake, and means over the rolls are rounded down.
`docs/mathematics/large-games.md` says why the EV lies between the bounds, and why no number
overflows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from operator import itemgetter
from typing import ClassVar, TypeAlias

import numpy as np

from ..errors import GameTooLargeError, refused
from ..exact import Bounds, exact, outward
from ..tables import BOUNDED, Column, Table, Tabled, To
from ..turn.layers import LayeredTurn
from ..variant.registry import VariantLike, as_variant
from ..variant.variant import Variant
from ..work import core_count, tracked, untold
from .columns import BOUNDED_EV
from .contest import Contest
from .fairness import Favouring

MOST_WORK = 10**12  # the most pairs of a state and a move, times scores to beat
APART = Fraction(1, 10**9)  # the largest distance of the two bounds, in stakes
Lows: TypeAlias = Mapping[int, Fraction]
"""Lower bounds of the second player's value, by the score to beat."""


@dataclass(frozen=True, eq=False, repr=False)
class BoundedSolution(Favouring, Tabled):
    """The values of a variant under optimal play of both players, between proven bounds.

    Attributes
    ----------
    variant : Variant
        The rules.
    first_player_ev : Bounds, stakes
        Bounds of the first player's expected value, at most 10⁻⁹ stakes apart.
    second_player_values : dict of int to Bounds, stakes
        Bounds of the second player's value, by the first player's score, ascending.

    Examples
    --------
    >>> from twoplayer import bounds, solve
    >>> solution = bounds("classic")
    >>> solution
    BoundedSolution(name='classic', variant=Variant(), first_player_ev≈-0.0040121061)
    >>> low, high = solution.first_player_ev
    >>> low <= solve("classic").first_player_ev <= high, float(high - low) < 1e-15
    (True, True)
    """

    variant: Variant
    first_player_ev: Bounds = exact()
    second_player_values: dict[int, Bounds] = exact(repr=False)

    about = "Between bounds"
    columns: ClassVar[Sequence[Column]] = (
        Column("first_player_score", itemgetter(0), "score to beat"),
        Column("second_player_value", itemgetter(1), to=To.PROGRAMS, unit="approx", ends=BOUNDED),
        Column("at least", lambda pair: outward(pair[1], places=10)[0], to=To.PEOPLE),
        Column("at most", lambda pair: outward(pair[1], places=10)[1], to=To.PEOPLE),
    )

    def _rows(self) -> list[tuple[int, Bounds]]:
        return [*self.fractions.second_player_values.items()]

    def _printed(self) -> Table:
        return Table(BOUNDED_EV, [self.fractions], self._title())


def bounds(variant: VariantLike) -> BoundedSolution:
    """Compute proven bounds of the value of a game that may be too large for `solve`.

    Parameters
    ----------
    variant : Variant, str or path
        The rules, or the name or file of a single variant.

    Returns
    -------
    BoundedSolution
        Bounds of the exact values, at most 10⁻⁹ stakes apart.

    Raises
    ------
    InputError
        If numba is missing (the extra `large`), or the game has no tiles.
    RulesError, UnknownNameError, FileError
        As `solve`, if the rules are wrong or a name is neither registered nor a file.
    GameTooLargeError
        If the game would take too long, or has too many scores or moves. Also if 64 bits have no
        room for narrow bounds: the payouts, the dice or the weights are too large.

    See Also
    --------
    twoplayer.solve : The exact value of a game whose tables fit the memory limit.

    Notes
    -----
    The bounds are found by backward induction in whole numbers of 64 bits, on all cores. Means over
    rolls are rounded down. The largest possible loss of all rolls of a turn gives the other bound.
    The limits are 10¹² triples of a set of tiles, a move and a score to beat, and 65,536 different
    scores. With tiles from 1 on, every board scored by sum, by count or by shut keeps to these
    limits. So do up to 16 tiles scored by digits.

    Examples
    --------
    >>> from fractions import Fraction
    >>> from twoplayer import Variant, bounds
    >>> low, high = bounds(Variant(tiles=2, dice="1d6")).second_player_values[3]
    >>> low <= Fraction(1, 2) <= high
    True
    """
    return enclose(as_variant(variant))


def enclose(
    rules: Variant,
    *,
    known: Lows | None = None,
    keep: Callable[[Lows], object] | None = None,
) -> BoundedSolution:
    """Enclose the value of a game, as `bounds`, and go on from an earlier run if there is one.

    Parameters
    ----------
    rules : Variant
        The rules.
    known : mapping, optional
        Lower bounds of the second player's value that `keep` got in an earlier run, for the same
        turn with the same stakes. These bounds are not checked.
    keep : callable, optional
        A function that gets such bounds as they are found, for some scores at a time.
    """
    turn, game = LayeredTurn(rules), Contest((rules,))
    every, stakes = game.scores, game.stakes
    unit = parts_of_a_stake(rules, turn)
    if (work := turn.pairs * len(every)) > MOST_WORK:
        raise GameTooLargeError(
            f"{turn.pairs:,} pairs of a set of tiles and a move, times {len(every)} scores to "
            f"beat, are {work:.1e}, and {MOST_WORK:.0e} is the limit; try fewer tiles, or rolls "
            "that cover fewer sets",
            of="tiles",
        )
    lows = {score: low for score, low in (known or {}).items() if score in every}
    if rules.immediate_clack:
        lows[0] = -rules.clack_payout
    missing = [rank for rank, score in enumerate(every) if score not in lows]
    # A block takes scores far apart, so that all blocks have about the same work.
    count = -(-len(missing) // turn.columns_at_once)
    with ThreadPoolExecutor(core_count()) as threads:
        for ranks in tracked([missing[number::count] for number in range(count)]):
            # The first column has a rank beyond all scores: every score beats this rank.
            payoffs = stakes.to_second(np.arange(len(every)), [len(every), *ranks])
            [_, *found] = turn.at_start(payoffs * (unit // stakes.unit), threads)
            new = {every[r]: Fraction(n, unit) for r, n in zip(ranks, found, strict=True)}
            lows |= new
            if keep:
                keep(new)
        left = np.array([[-int(lows[score] * unit)] for score in every])
        with untold():
            [ev] = turn.at_start(left, threads)
    error = Fraction(turn.rolls, unit)
    against = {score: Bounds(lows[score], min(lows[score] + error, stakes.most)) for score in every}
    if rules.immediate_clack:
        against[0] = Bounds(lows[0], lows[0])
    middle = Fraction(ev, unit)
    return BoundedSolution(rules, Bounds(middle - error, middle + error), against)


def parts_of_a_stake(variant: Variant, turn: LayeredTurn) -> int:
    """Return the number of parts of a stake, the largest for which values fit into 64 bits.

    If bounds would be more than `APART` apart with so few parts, raise a `GameTooLargeError`.
    """
    stakes, weights = Contest((variant,)).stakes, variant.weights
    room = (2**63 - 1) // turn.outcomes - 2 * turn.rolls

    def parts(paid: Fraction) -> int:
        most = room // int(paid * stakes.unit)
        return stakes.unit * 2 ** (most.bit_length() - 1) if most > 0 else 0

    unit = parts(stakes.most)
    if 2 * turn.rolls < APART * unit:
        return unit
    name, takes = "dice", "fewer dice, or with fewer sides"
    why = f"which fall in {turn.outcomes:,} ways"
    if stakes.payout != 1 and 2 * turn.rolls < APART * parts(1 / Fraction(stakes.unit)):
        takes = "a payout that is smaller and has a smaller denominator, or fewer dice"
        name, why = "clack_payout", f"beside {turn.outcomes:,} ways in which the dice fall"
    elif weights:
        name, takes = "weights", "smaller ones, or fewer dice"
        why = f"whose sum is {sum(weights):,}"
    why += f": 64 bits have no room for bounds {float(APART):.0e} apart"
    raise refused(name, variant.rules()[name], takes, why, GameTooLargeError)
