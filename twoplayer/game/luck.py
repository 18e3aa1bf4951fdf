"""The share of each turn in the luck of a game, and the number of rolls in a game.

Let X be the first player's gain, and T1 the first turn. The variance of X has two parts:

    Var(X) = Var(E[X | T1]) + E[Var(X | T1)]

The first part is the luck of the first turn, and the second part is the luck of the second turn.
Rolls are counted for any policies of the two players, since the package `strategy` needs this too.
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
"""The most moves times scores to beat for which numbers of rolls are counted, in some seconds."""


@dataclass(frozen=True, eq=False, repr=False)
class Luck(ExactResult, Tabled):
    """The luck of each turn in a game under optimal play of both, and the number of rolls.

    Attributes
    ----------
    variant : Variant or Game
        The rules of the first player's turn.
    fewest_rolls : int
        The least number of rolls that a game takes.
    most_rolls : int
        The largest number of rolls that a game takes.
    first_turn : exact number, square stakes
        The variance that the first turn contributes: the variance of the game's value after this
        turn.
    second_turn : exact number, square stakes
        The rest of the variance of the first player's gain.
    mean_rolls : exact number
        The expected number of rolls. Choices that are equally good in every component are equally
        likely.
    rolls : dict of int to exact number, or None
        The probability of each number of rolls, ascending. None for a game with too many moves and
        scores to compute this in some seconds.

    Notes
    -----
    Let X be the first player's gain, and S the state in which the first turn ends. The law of total
    variance divides Var X into two parts. Var E[X | S] is the luck of the first turn, and
    E[Var(X | S)] is the luck of the second turn.

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
        """The share of the first turn in all luck, in [0, 1]; None if the variance is 0."""
        return self._share(self.first_turn)

    @property
    def second_turn_share(self) -> ExactNumber | None:
        """The share of the second turn in all luck, in [0, 1]; None if the variance is 0."""
        return self._share(self.second_turn)

    def _share(self, part: ExactNumber) -> ExactNumber | None:
        whole = self.first_turn + self.second_turn
        return self._number(part / whole) if whole else None


def luck_of(fairness: Fairness, first: SolvedTurn) -> Luck:
    """Part the variance of a game into the luck of each turn, and count the rolls of the game.

    Parameters
    ----------
    fairness : Fairness
        The fairness of the game, in `fractions.Fraction`s.
    first : SolvedTurn
        The first player's solved turn, in `fractions.Fraction`s.
    """
    game, left = Contest((fairness.variant, fairness.second_variant)), first.score_chances()
    by_rank = zip(left.values(), first.payoff.table[:, 0, 0].tolist(), strict=True)
    square = sum(chance * Fraction(value, first.payoff.unit) ** 2 for chance, value in by_rank)
    of_first = square - fairness.first_player_ev**2
    least, most, mean, rolls = length_of(game, game.turns, first.finest_policy)
    of_second = fairness.variance - of_first
    return Luck(fairness.variant, least, most, of_first, of_second, mean, rolls)


def _optimal_second(game: Contest, ranks: Sequence[int]) -> Chosen:
    """Return the choices of an optimal second player, a column for each rank to beat.

    All moves and dice that are best by EV, then by the chance to win, then to clack, are marked.
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
    """Return the number of rolls in a game that is played by given policies.

    Parameters
    ----------
    game : Contest
        The game.
    turns : sequence of Turn
        The first player's turn, and the second's.
    first : Policy
        The first player's policy. A choice without weight is never made.
    second : callable, optional
        A function from a rank to beat to the second player's policy. None: all optimal choices.
    looks : bool, default True
        Whether the second player's policy depends on the score to beat. Otherwise `second` is
        called for one rank.

    Returns
    -------
    Length
        The number of rolls in the whole game. Its chances are None if moves times scores exceed
        `MOST_COUNTED`.
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
