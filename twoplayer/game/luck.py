"""Whose dice decide a game, and how many rolls it takes.

Let X be what the first player gains, and T1 the first turn. The variance of X is parted in two:

    Var(X) = Var(E[X | T1]) + E[Var(X | T1)]

The first part is the luck of the first turn, and the second that of the second turn. How many rolls
a game takes is counted for any way to play it, since strategies ask as well.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import cycle
from typing import ClassVar

from ..exact import ExactNumber, ExactResult, exact
from ..tables import Column, Tabled, To, decimal, percent
from ..turn.chances import NO_ROLLS, Length, lengths
from ..turn.induction import Turn
from ..turn.policy import Chosen, Policy
from ..turn.solved import SolvedTurn
from ..variant.variant import Rules
from . import seating
from .contest import Contest
from .fairness import Fairness

MOST_COUNTED = 10**7
"""Of so many moves times scores to beat the rolls are counted, in some seconds."""


@dataclass(frozen=True, eq=False, repr=False)
class Luck(ExactResult, Tabled):
    """Whose dice decide a game under optimal play of both, and how many rolls it takes.

    Attributes
    ----------
    variant : Variant or Game
        The rules of the first player's turn.
    fewest_rolls : int
        The least number of rolls that a game takes.
    most_rolls : int
        The largest number of rolls that a game takes.
    first_turn : exact number, square stakes
        The variance that the first turn contributes: that of the game's value after this turn.
    second_turn : exact number, square stakes
        The rest of the variance of what the first player gains.
    mean_rolls : exact number
        The expected number of rolls. Choices that are equally good in every respect are equally
        likely.
    rolls : dict of int to exact number, or None
        The probability of each number of rolls, ascending. None of a game that has too many moves
        and scores for it to be found in some seconds.

    Notes
    -----
    X is what the first player gains, and S the state in which the first turn ends. The law of total
    variance divides Var X into two parts. Var E[X | S] is the luck of the first turn, and
    E[Var(X | S)] that of the second.

    Examples
    --------
    >>> from twoplayer import Variant, solve
    >>> luck = solve(Variant(tiles=2)).luck()
    >>> luck.first_turn_share, luck.rolls, luck.mean_rolls
    (595/1212, {2: 1225/1296, 3: 35/648, 4: 1/1296}, 37/18)
    """

    variant: Rules
    fewest_rolls: int
    most_rolls: int
    first_turn: ExactNumber = exact()
    second_turn: ExactNumber = exact()
    mean_rolls: ExactNumber = exact()
    rolls: dict[int, ExactNumber] | None = exact(repr=False)

    about = "Whose dice decide it"
    columns: ClassVar[Sequence[Column]] = (
        percent("first_turn_share", "the first turn's\ndice (%)", 2),
        percent("second_turn_share", "the second turn's\ndice (%)", 2),
        decimal("mean_rolls", "rolls in\na game", 2),
        Column("fewest_rolls", to=To.PROGRAMS),
        Column("most_rolls", to=To.PROGRAMS),
        Column(
            "rolls",
            lambda luck: luck.rolls and [{"rolls": n, "chance": p} for n, p in luck.rolls.items()],
            to=To.JSON,
        ),
    )

    @property
    def first_turn_share(self) -> ExactNumber | None:
        """How much of all luck is that of the first turn, in [0, 1]; None where there is none."""
        return self._share(self.first_turn)

    @property
    def second_turn_share(self) -> ExactNumber | None:
        """How much of all luck is that of the second turn, in [0, 1]; None where there is none."""
        return self._share(self.second_turn)

    def _share(self, part: ExactNumber) -> ExactNumber | None:
        whole = self.first_turn + self.second_turn
        return self._number(part / whole) if whole else None


def luck_of(fairness: Fairness, first: SolvedTurn) -> Luck:
    """Part the variance of a game in the luck of each turn, and count its rolls.

    Parameters
    ----------
    fairness : Fairness
        How fair the game is, in `fractions.Fraction`s.
    first : SolvedTurn
        The first player's turn, optimal, in `fractions.Fraction`s.
    """
    game, left = Contest((fairness.variant, fairness.second_variant)), first.score_chances()
    by_rank = zip(left.values(), first.payoff.table[:, 0, 0].tolist(), strict=True)
    square = sum(chance * Fraction(value, first.payoff.unit) ** 2 for chance, value in by_rank)
    of_first = square - fairness.first_player_ev**2
    least, most, mean, rolls = length_of(game, game.turns, first.finest_policy)
    of_second = fairness.variance - of_first
    return Luck(fairness.variant, least, most, of_first, of_second, mean, rolls)


def _optimal_second(game: Contest, ranks: Sequence[int]) -> Chosen:
    """Return what an optimal second player may choose, a column for each of some ranks to beat.

    Moves and dice that are equally good by EV, then by winning, then by clacking are all among it.
    """
    turn, table = game.turns[1], seating.Seating(game, chances=True)
    payoff = seating.payoff_facing(table, 2, seating.at_table(table, since=3)[3], ranks, holders=1)
    decide = [payoff.components.index(component.name) for component in seating.LAST_PLAYS_FOR]
    return turn.marked(payoff.wanted[turn.ranks][..., decide])[1]


def length_of(
    game: Contest,
    turns: Sequence[Turn],
    first: Policy,
    second: Callable[[int], Policy] | None = None,
    *,
    looks: bool = True,
) -> Length:
    """Return how many rolls a game takes that is played in some way.

    Parameters
    ----------
    game : Contest
        The game.
    turns : sequence of Turn
        The first player's turn, and the second's.
    first : Policy
        The first player's. What it gives no weight may not be chosen.
    second : callable, optional
        Makes the second player's, against a rank to beat. None: everything that is optimal.
    looks : bool, default True
        Whether the second player looks at the score to beat. Otherwise one rank is asked about.

    Returns
    -------
    Length
        Of the whole game. Its chances are None where moves times scores exceed `MOST_COUNTED`.
    """
    one, other = turns
    ranks = game.score_ranks(0)
    going = one.attainable[game.stakes.goes_on(ranks[one.attainable])]
    faced = ranks[going if looks else going[:1]]
    counted = len(other.source) * len(one.scores) <= MOST_COUNTED
    after = [NO_ROLLS] * len(one.scores)

    def replies(block: range) -> Chosen:
        beaten = faced[block].tolist()
        return Chosen.by(map(second, beaten)) if second else _optimal_second(game, beaten)

    found = lengths(other, len(faced), replies, counted=counted)
    for rank, length in zip(going.tolist(), cycle(found), strict=False):
        after[rank] = length
    (length,) = lengths(one, 1, lambda _: Chosen.by([first]), after, counted=counted)
    return length
