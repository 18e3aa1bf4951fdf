"""Whose dice decide a game of two, and how many rolls it takes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

from ..exact import ExactResult, Rational, decimal_text, exact, percent_text
from ..table import Column, Tabled, To, decimal, percent
from ..turn.board import clacks, scores
from ..turn.induction import turn_of
from ..turn.solved import SolvedTurn
from ..variant.variant import Variant
from ..work import tracked
from .fairness import Fairness


@dataclass(frozen=True, eq=False, repr=False)
class Luck(ExactResult, Tabled):
    """Whose dice decide a game under optimal play of both, and how many rolls it takes.

    What the first player gains is X, and what the game is worth to him after his turn Y. The
    variance of X is that of Y, which is the luck of the first turn, and what is left of it on
    average after that turn, which is the luck of the second.

    Parameters
    ----------
    variant
        The rules.
    first_turn, second_turn
        How much of the variance each turn is, in square stakes.
    rolls
        The chance that the game takes so many rolls, by their number, ascending; None of a game
        that has too many scores for it to be found.

    Examples
    --------
    >>> from twoplayer import solve
    >>> luck = solve(Variant(tiles=2)).luck()
    >>> luck.first_turn_share, luck.rolls, luck.mean_rolls
    (595/1212, {2: 1225/1296, 3: 35/648, 4: 1/1296}, 37/18)
    """

    variant: Variant
    first_turn: Rational = exact()
    second_turn: Rational = exact()
    rolls: dict[int, Rational] | None = exact(repr=False)

    about = "Whose dice decide it"
    columns = (
        percent("first_turn_share", "the first turn's\ndice (%)", 2),
        percent("second_turn_share", "the second turn's\ndice (%)", 2),
        decimal("mean_rolls", "rolls in\na game", 2),
        Column(
            "rolls",
            lambda luck: [{"rolls": n, "chance": p} for n, p in (luck.rolls or {}).items()],
            to=To.JSON,
        ),
    )

    @property
    def first_turn_share(self) -> Rational | None:
        """How much of all luck is that of the first turn, in [0, 1]; None where there is none."""
        return self._share(self.first_turn)

    @property
    def second_turn_share(self) -> Rational | None:
        """How much is that of the second turn."""
        return self._share(self.second_turn)

    def _share(self, part: Rational) -> Rational | None:
        whole = self.first_turn + self.second_turn
        return self._number(part / whole) if whole else None

    @property
    def mean_rolls(self) -> Rational | None:
        """How many rolls a game takes on average; None where `rolls` is."""
        if self.rolls is None:
            return None
        return self._number(sum(rolls * chance for rolls, chance in self.rolls.items()))


def luck_in_words(luck: Luck) -> dict[str, str]:
    """Say whose luck it is, and how many rolls a game takes, by what they are."""
    first, second, mean = luck.first_turn_share, luck.second_turn_share, luck.mean_rolls
    found, rolls = {"luck": "none"}, luck.rolls or {}
    if first is not None and second is not None:
        shares = percent_text(first, 2), percent_text(second, 2)
        found["luck"] = "{} % is the first turn's dice, {} % the second's".format(*shares)
    if mean is not None:
        often, span = max(rolls, key=rolls.__getitem__), f"from {min(rolls)} to {max(rolls)}"
        said = f"{decimal_text(mean, 2)} on average, {span}, most often {often}"
        found["rolls in a game"] = said
    return found


def luck_columns(luck: Luck) -> list[Column]:
    """Return columns for programs that read the luck in a row of something else."""

    def cell(column: Column, row: object) -> Any:
        return column.of(luck)

    return [
        column._replace(value=partial(cell, column), to=column.to & To.PROGRAMS)
        for column in luck.columns
    ]


_MOST_COUNTED = 10**6
"""Of so many moves times scores to beat the rolls are counted, in a second."""


def luck_of(fairness: Fairness, play: Callable[[int | None], SolvedTurn]) -> Luck:
    """Return the luck of a game from how fair it is and its turns, all in `Fraction`s."""
    variant, first = fairness.variant, play(None)
    left, worth = first.score_chances(), first.payoff
    by_rank = zip(left.values(), worth.table[:, 0, 0].tolist(), strict=True)
    square = sum(chance * Fraction(value, worth.unit) ** 2 for chance, value in by_rank)
    of_first = square - fairness.first_player_ev**2
    counted = len(turn_of(variant).layout.row) * len(left) <= _MOST_COUNTED
    rolls = _rolls(variant, play) if counted else None
    return Luck(variant, of_first, fairness.variance - of_first, rolls)


def _rolls(variant: Variant, play: Callable[[int | None], SolvedTurn]) -> dict[int, Fraction]:
    """Return the chance of each number of rolls."""
    found = defaultdict[int, Fraction](Fraction)
    over = scores(variant)[: clacks(variant)] if variant.immediate_clack else ()
    for score, of_first in tracked(play(None).roll_chances().items()):
        then = {0: Fraction(1)} if score in over else _all(play(score))
        for (before, chance), (after, of_second) in product(of_first.items(), then.items()):
            found[before + after] += chance * of_second
    return dict(sorted(found.items()))


def _all(turn: SolvedTurn) -> dict[int, Fraction]:
    """Return the chance of each number of rolls in a turn, whatever it leaves."""
    found = defaultdict[int, Fraction](Fraction)
    for rolls, chance in (pair for each in turn.roll_chances().values() for pair in each.items()):
        found[rolls] += chance
    return found
