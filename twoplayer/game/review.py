"""A review of a game: the luck of each roll, and the cost of each decision."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from operator import attrgetter
from typing import Any, ClassVar, NamedTuple, TypeAlias

from ..exact import ExactNumber, ExactResult, decimal_text, exact, signed_decimal
from ..tables import Column, Decimals, Tabled, To, decimal, percent
from ..variant.dice import Roll
from ..variant.fields import FIELDS
from ..variant.tiles import TileSet
from ..variant.variant import Variant
from ..words import cell_text, dice_in_words, in_sum
from .players import PLAYERS
from .solution import Solution

Parts: TypeAlias = "dict[str, ExactNumber]"


class Step(NamedTuple):
    """A roll in a game, and the covered tiles: `()` if the roll covers nothing, None if not yet."""

    seat: int
    score_to_beat: int | None
    open_tiles: TileSet
    roll: Roll = ()
    cover: TileSet | None = None

    def __str__(self) -> str:
        return self.rolled if self.cover is None else f"{self.rolled}: {self.covered}"

    @property
    def rolled(self) -> str:
        return in_sum(self.roll[::-1])

    @property
    def covered(self) -> str:
        return "?" if self.cover is None else in_sum(self.cover) or "-"

    @property
    def left(self) -> TileSet:
        return tuple(tile for tile in self.open_tiles if tile not in (self.cover or ()))

    @property
    def goes_on(self) -> bool:
        return self.cover is None or bool(self.cover and self.left)

    def options(self, solution: Solution) -> dict[Any, Parts]:
        """Return the value of each move, or of `()`, the best first; before a roll, of each choice.

        The values have the components of `Position.prospects`, to the player who rolls.
        """
        position = solution.fractions.play(score_to_beat=self.score_to_beat).at(self.open_tiles)
        return dict(position.prospects(self.roll or None))

    def after(self, solution: Solution) -> Parts:
        """Return the value of the move; if no tile is covered yet, the value of the best move."""
        options = self.options(solution)
        return next(iter(options.values())) if self.cover is None else options[self.cover]


class Looked(NamedTuple):
    """A roll of a game in a seat's review; values and costs are in stakes."""

    step: Step
    luck: Fraction  # to the seat: the value after the roll, less the value of rolling these dice
    best_dice: int  # the best number of dice to roll
    dice_cost: Fraction  # to the player who rolled: the best number's value, less the rolled one's
    best: tuple[TileSet, ...]  # every best move; empty if the roll covers nothing
    cost: Fraction  # to the player who rolled: the best move's value, less the value of the move
    value: Fraction  # to the seat, after the move
    win: Fraction  # the chance that the seat wins, after the move
    tie: Fraction  # the chance that nobody wins, after the move

    @property
    def player(self) -> str:
        return PLAYERS[self.step.seat - 1]

    @property
    def open(self) -> str:
        tiles = self.step.open_tiles
        return str(FIELDS["tiles"].spell(tiles)) if len(tiles) > 1 else in_sum(tiles)

    @property
    def costs(self) -> Fraction:
        return self.dice_cost + self.cost


def _cost(cost: Fraction, places: int) -> str:
    return decimal_text(cost, places) if cost else "-"


def _better(row: Looked) -> str | None:
    dice = [dice_in_words([row.best_dice])] if row.dice_cost else []
    better = dice + ([cell_text(row.best)] if row.cost else [])
    return ", ".join(better) or None


@dataclass(frozen=True, eq=False, repr=False)
class Review(ExactResult, Tabled):
    """A review of a game by one player, the seat: the luck of rolls, and the cost of decisions.

    Everything is in stakes. The luck of a roll is the value of the game after the roll, less the
    value before the roll, to the seat. The cost of a decision is its regret, to the player who
    decided. It is the value of the best decision, less the value of the decision made. The choice
    of the number of dice is a decision as well. So
    `result == ev + luck - own_mistakes + other_mistakes`, exactly. The records have a row for each
    roll.

    Attributes
    ----------
    variant : Variant
        The rules of the first player's turn.
    game : str
        The game on paper, in the form for `Play.of`.
    seat : int
        The player who looks back: 1 or 2.
    over : bool
        Whether the game is over.
    ev : sympy.Rational
        The value of the game to the seat before the first roll.
    result : sympy.Rational
        The seat's gain. Before the end of the game, the value of the game to the seat now.

    Examples
    --------
    >>> from twoplayer import Play
    >>> review = Play.of("classic", "5+4: 9, 6+6: 3+4+5, 3+1: -").review()
    >>> review.over, f"{float(review.luck):.4f}", f"{float(review.own_mistakes):.4f}"
    (False, '-0.3083', '0.5653')
    >>> review.result == review.ev + review.luck - review.own_mistakes + review.other_mistakes
    True
    """

    variant: Variant
    game: str
    seat: int
    over: bool = field(compare=False)
    _looked: tuple[Looked, ...] = field(compare=False, repr=False)
    ev: ExactNumber = exact()
    result: ExactNumber = exact()

    about = "The game as the {self.player} player looks back on it"
    columns: ClassVar[Sequence[Column]] = (
        Column("player"),
        Column("open_tiles", attrgetter("open"), "open", to=To.PEOPLE),
        Column("open_tiles", attrgetter("step.open_tiles"), to=To.PROGRAMS),
        Column("roll", attrgetter("step.rolled"), to=To.PEOPLE),
        Column("roll", attrgetter("step.roll"), to=To.PROGRAMS),
        decimal("luck"),
        Column("covers", attrgetter("step.covered"), "cover", to=To.PEOPLE),
        Column("covers", lambda row: row.step.cover or None, to=To.PROGRAMS),
        Column("costs", shown=Decimals(_cost, 4), to=To.PEOPLE),
        Column("better", _better, "best", to=To.PEOPLE),
        *(decimal(name, to=To.PROGRAMS) for name in ("dice_cost", "cost")),
        *(Column(name, to=To.PROGRAMS) for name in ("best_dice", "best")),
        decimal("value", "worth\nthen"),
        percent("win", "wins\n(%)", 2),
        percent("tie", "ties (%)", 2, to=To.PROGRAMS),
    )

    @property
    def player(self) -> str:
        """The player who looks back: `"first"` or `"second"`."""
        return PLAYERS[self.seat - 1]

    @property
    def luck(self) -> ExactNumber:
        """The sum of the luck of all rolls, of both players, to the seat, in stakes."""
        return self._number(sum(row.luck for row in self._looked))

    @property
    def own_mistakes(self) -> ExactNumber:
        """The sum of the costs of the seat's decisions, to the seat, in stakes: 0 or more."""
        return self._mistakes(self.player)

    @property
    def other_mistakes(self) -> ExactNumber:
        """The sum of the costs of the other player's decisions, to that player, in stakes: ≥ 0."""
        return self._mistakes(PLAYERS[2 - self.seat])

    @property
    def sums(self) -> dict[str, ExactNumber]:
        """The parts of the result by their names, in stakes, and the result itself, last.

        The seat's own mistakes have a minus sign, so that the parts add up to the result.
        """
        return {
            "before the game": self.ev,
            "luck": self.luck,
            "own mistakes": -self.own_mistakes,
            "other's mistakes": self.other_mistakes,
            "result" if self.over else "worth now": self.result,
        }

    def _title(self) -> str:
        sums = ", ".join(
            f"{name} {signed_decimal(number, 4)}" for name, number in self.fractions.sums.items()
        )
        return f"{super()._title()}. In stakes: {sums}."

    def _mistakes(self, player: str) -> ExactNumber:
        return self._number(sum(row.costs for row in self._looked if row.player == player))

    def _rows(self) -> Sequence[Looked]:
        return self._looked


def looked_at(step: Step, seat: int, solution: Solution) -> Looked:
    """Review one roll for a seat, 1 or 2; if no tile is covered yet, the cost of a move is 0."""
    sign = 1 if step.seat == seat else -1
    options, after = step.options(solution), step.after(solution)
    by_dice = step._replace(roll=()).options(solution)
    best_dice, rolled = next(iter(by_dice)), by_dice[len(step.roll)]["value"]
    most = next(iter(options.values()))["value"]
    return Looked(
        step,
        sign * (most - rolled),
        best_dice,
        by_dice[best_dice]["value"] - rolled,
        tuple(move for move, parts in options.items() if move and parts["value"] == most),
        most - after["value"],
        sign * after["value"],
        after["win"] if sign > 0 else 1 - after["win"] - after["tie"],
        after["tie"],
    )
