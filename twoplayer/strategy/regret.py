"""Where a strategy loses: the regret of each decision that comes up and is not best.

Let V(S) be the value of a state under optimal play, and W(S, roll) the value after a roll. The
regret of a decision is what the choice there loses, if play is optimal afterwards:

    W(S, roll) − Σ π(m)·V(S ∖ m)      of a choice of moves, by the probabilities π of the strategy
    V(S) − Σ π(n)·Σ P(roll)·W(S, roll)  of a choice of the number of dice n

A strategy costs exactly Σ chance × regret, over all decisions. The chance is how likely the
strategy itself is to come to the decision. This equation is the performance difference lemma.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, NamedTuple

import numpy as np

from ..exact import ExactNumber, ExactResult, Values, exact
from ..tables import Column, TabledList, percent
from ..turn.board import Board
from ..turn.chances import Chances
from ..turn.induction import Turn
from ..turn.policy import Policy


@dataclass(frozen=True, eq=False, repr=False)
class Regret(ExactResult):
    """A decision that comes up, and in which a strategy's choice is not best.

    Attributes
    ----------
    open_tiles : tuple of int
        The open tiles; in a game of another kind the state.
    rolls : tuple
        The rolls after which the decision is taken. Rolls that allow the same moves are one
        decision, where the strategy does not tell the rolls apart. Empty for the choice of a number
        of dice.
    score_to_beat : int or None
        The first player's score, in the second player's turn.
    best : tuple
        Every move, or number of dice, that is optimal.
    choices : dict of sympy.Rational
        The choices of the strategy, each move or number of dice with its probability.
    chance : sympy.Rational
        How likely the decision is to come up in a game.
    regret : sympy.Rational
        What the choice loses there, in stakes, if play is optimal afterwards.
    """

    open_tiles: Any
    rolls: tuple[Any, ...]
    score_to_beat: int | None
    best: tuple[Any, ...]
    choices: dict[Any, ExactNumber] = exact()
    chance: ExactNumber = exact()
    regret: ExactNumber = exact()

    @property
    def costs(self) -> ExactNumber:
        """The chance times the regret: what the decision loses in a game, on average."""
        return self.chance * self.regret


def _choices_text(regret: Regret) -> str:
    """Write the choices, with their chances in percent where there are several."""
    several = len(regret.choices) > 1
    return ", ".join(
        _choice_text(choice) + (f" ({100 * float(chance):.3g} %)" if several else "")
        for choice, chance in regret.choices.items()
    )


def _choice_text(choice: Any) -> str:
    return "+".join(map(str, choice)) if isinstance(choice, tuple) else str(choice)


class Regrets(TabledList[Regret]):
    """The decisions in which a strategy loses something, the most costly ones first.

    See Also
    --------
    StrategyValue.regrets : Returns these decisions.

    Examples
    --------
    >>> from twoplayer import strategy_value
    >>> value = strategy_value("classic", "largest-first,fewest-tiles")
    >>> regrets = value.regrets()
    >>> worst = regrets[0]
    >>> worst.open_tiles, worst.rolls, worst.best
    ((1, 2, 4, 5, 6, 7, 8), (11,), ((5, 6),))
    """

    columns: ClassVar[Sequence[Column]] = (
        Column("open_tiles", title="open"),
        Column("rolls", title="roll", shown=lambda rolls: " | ".join(map(_choice_text, rolls))),
        Column("score_to_beat", title="to beat"),
        Column("choices", _choices_text, title="it does"),
        Column("best", shown=lambda best: " or ".join(map(_choice_text, best))),
        percent("chance", "comes up\n(%)"),
        percent("regret", "loses\nthere (%)"),
        percent("costs", "costs\n(%)"),
    )
    about = "Where a strategy loses what"

    @property
    def total(self) -> Fraction:
        """The sum of what all decisions cost: what the strategy costs, in stakes."""
        return sum((row.fractions.costs for row in self), Fraction(0))

    def by_open_tiles(self) -> dict[int, Fraction]:
        """Return what the decisions cost by how many tiles are open, the most tiles first.

        Returns
        -------
        dict of fractions.Fraction
            `{number of open tiles: costs}`, in stakes; they add up to `total`.
        """
        costs = dict[int, Fraction]()
        for row in self:
            many = len(row.open_tiles)
            costs[many] = costs.get(many, Fraction(0)) + row.fractions.costs
        return dict(sorted(costs.items(), reverse=True))


class _Decided(NamedTuple):
    """What a strategy does in one decision, and what the choice loses.

    Attributes
    ----------
    state : int
        The number of the state.
    action_set : int
        The number of the action set; −1 for the choice of a number of dice.
    options : list
        The choices: states that moves lead to, or numbers of choices of dice.
    shares : list of Fraction
        The probability of each choice.
    worth : list of Fraction
        The value of each choice, in stakes.
    chance, regret : Fraction
        As of `Regret`.
    """

    state: int
    action_set: int
    options: list[int]
    shares: list[Fraction]
    worth: list[Fraction]
    chance: Fraction
    regret: Fraction


def regrets_in(
    turn: Turn,
    policy: Policy,
    payoffs: Values,
    unit: int,
    *,
    score_to_beat: int | None = None,
    weight: Fraction = Fraction(1),
) -> Iterator[Regret]:
    """Yield the decisions of a turn that come up and lose something.

    Parameters
    ----------
    turn : Turn
        The turn.
    policy : Policy
        What the player does.
    payoffs : array of whole numbers, shape (N,)
        u(S) of the player, times `unit`.
    unit : int
        The factor that makes payoffs whole.
    score_to_beat : int, optional
        The score to beat for which the payoffs are.
    weight : Fraction, default 1
        How likely the turn is to be played.
    """
    board = turn.board
    for decided in _decided(turn, policy, payoffs, unit):
        best = max(decided.worth)
        names = [_named(turn, decided, option) for option in decided.options]
        chosen = zip(names, decided.shares, strict=True)
        worth = zip(names, decided.worth, strict=True)
        yield Regret(
            board.open_tiles[decided.state],
            _rolls(turn, decided),
            score_to_beat,
            tuple(name for name, value in worth if value == best),
            {name: share for name, share in chosen if share},
            weight * decided.chance,
            decided.regret,
        )


def _rolls(turn: Turn, decided: _Decided) -> tuple[Any, ...]:
    """Return the rolls after which a decision is taken; none for the choice of a number of dice."""
    if decided.action_set < 0:
        return ()
    moves = turn.action_sets[decided.action_set]
    board = turn.board
    return tuple(board.rolls_of(decided.state, {moves})) if isinstance(board, Board) else (moves,)


def _named(turn: Turn, decided: _Decided, option: int) -> Any:
    """Return a choice as a caller writes it: the tiles to cover, a state, or a number of dice."""
    board = turn.board
    if decided.action_set < 0:
        return board.choices[option].dice
    if not board.of_tiles:
        return board.open_tiles[option]
    after = set(board.open_tiles[option])
    return tuple(tile for tile in board.open_tiles[decided.state] if tile not in after)


def _decided(turn: Turn, policy: Policy, payoffs: Values, unit: int) -> Iterator[_Decided]:
    """Yield the decisions that lose something, first those of moves, then those of dice.

    `payoffs` has what each state pays, shape (N,), times `unit`.
    """
    chances = Chances(turn, policy)
    ended = payoffs.astype(object) * turn.scale  # (N,), times `scale`, as all values below
    values = turn.evaluate(payoffs[:, np.newaxis])[:, 0].astype(object)  # (N,)
    scale = turn.scale * unit
    source, successor = turn.source, turn.successor
    after = np.where(successor == source, ended[source], values[successor])  # (M,)
    after_roll = turn.of_decisions(np.maximum, after)  # W(S, roll), (D,)
    yield from _moves(turn, chances, after, after_roll, scale)
    yield from _dice(turn, chances, policy, after_roll, scale)


def _moves(
    turn: Turn, chances: Chances, after: Values, after_roll: Values, scale: int
) -> Iterator[_Decided]:
    """Yield the choices of moves that lose something.

    `after` has the value of the turn after each move, shape (M,), and `after_roll` after each roll
    with the best move, shape (D,). Both are times `scale`.
    """
    share, whole = chances.share[:, 0], chances.of_decision
    lost = after_roll * whole - turn.of_decisions(np.add, after * share)  # (D,), times `whole`
    states, sets = turn.decisions.state, turn.decisions.action_set
    reach = chances.reach[states, 0]  # (D,)
    first = np.append(turn.first_moves, len(after))
    for decision in np.flatnonzero((lost * reach > 0).astype(bool)).tolist():
        moves = range(first[decision], first[decision + 1])
        unit = int(chances.unit_of_move[moves[0]])
        many = int(whole[decision])
        yield _Decided(
            int(states[decision]),
            int(sets[decision]),
            turn.successor[list(moves)].tolist(),
            [Fraction(int(share[move]), many) for move in moves],
            [Fraction(int(after[move]), scale) for move in moves],
            Fraction(int(reach[decision]) * many, chances.scale * unit),
            Fraction(int(lost[decision]), many * scale),
        )


def _dice(
    turn: Turn, chances: Chances, policy: Policy, after_roll: Values, scale: int
) -> Iterator[_Decided]:
    """Yield the choices of a number of dice that lose something.

    `after_roll` has the shape (D,), as for moves.
    """
    for state, means in turn.of_dice(after_roll).items():
        reach = Fraction(int(chances.reach[state, 0]), chances.scale)
        weights = [int(policy.dice_weights[number, state]) for number in means]
        shares = [Fraction(weight, sum(weights)) for weight in weights]
        worth = [mean / scale for mean in means.values()]
        lost = max(worth) - sum(p * value for p, value in zip(shares, worth, strict=True))
        if lost and reach:
            yield _Decided(state, -1, [*means], shares, worth, reach, lost)
