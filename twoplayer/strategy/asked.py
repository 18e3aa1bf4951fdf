"""A way to play that is asked in every position that its play comes to, and not trusted.

The positions are gone through level by level, from the start of the turn on. A position leads to
later levels alone. In each position the player answers with choices and weights. Every choice is
compared with the legal choices. Positions that this play never comes to are not asked about, and
there the policy does anything.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from ..errors import InputError, cut, shown
from ..exact import Values
from ..game.contest import Contest
from ..turn.by_dice import by_dice
from ..turn.induction import Turn
from ..turn.policy import Policy
from ..turn.states import States
from .mixture import Kind, NumbersOfDice, OfAnotherGame, SetsOfTiles, Weighted
from .way import WayToPlay

MOST_WEIGHT_BITS = 8192
"""The most bits of a policy's exact weights in one unit: values have as many bits, and more."""
_MOST_TOLD = 12  # legal choices, in the error about a choice that is not legal


class AskedPosition(NamedTuple):
    """A position in which a player is asked.

    Attributes
    ----------
    state : int
        The number of the state.
    open_tiles : object
        The state as a caller writes it: a tuple of tiles, or a state of a game of another kind.
    roll : object
        The dice, ascending, or the outcome of another game; None before a roll.
    decision : int
        The number of the decision; −1 before a roll.
    """

    state: int
    open_tiles: Any
    roll: Any = None
    decision: int = -1


class Positions:
    """The positions of a turn in which there is a choice, and the legal choices there.

    Attributes
    ----------
    turn : Turn
        The turn, with decisions of its own for every roll.
    levels : list of list of AskedPosition
        The positions after a roll, from the start on. A position leads to later lists alone.
    moves : Kind
        How moves are written.
    dice : Kind
        How choices of dice are written.
    """

    def __init__(self, turn: Turn) -> None:
        of_tiles = turn.board.of_tiles
        self.turn = turn = by_dice(turn) if of_tiles else turn
        self.board: States = turn.board
        self.moves: Kind = SetsOfTiles() if of_tiles else OfAnotherGame("state")
        self.dice: Kind = NumbersOfDice() if of_tiles else OfAnotherGame("choice")
        names = self.board.open_tiles
        # The moves of one decision stand together. With tiles, the move to the highest state comes
        # first, and a move is the set of tiles that it covers. Otherwise a move is the next state.
        if of_tiles:
            in_order = np.lexsort((-turn.successor, turn.decision))  # (M,)
            coverable = [frozenset(tiles).difference(names[0]) for tiles in names]
            covered = (turn.source ^ turn.successor)[in_order]  # (M,), masks
            chosen: list[Any] = [coverable[mask] for mask in covered.tolist()]
        else:
            in_order = np.arange(len(turn.successor))  # (M,)
            chosen = turn.successor.tolist()
        self._moves = [*zip(chosen, in_order.tolist(), strict=True)]
        self._begins = [*turn.first_moves.tolist(), len(chosen)]
        self._legal: dict[int, dict[Any, int]] = {}
        sets = turn.action_sets
        rolls = [action_set.roll if of_tiles else action_set for action_set in sets]
        state_of, set_of = turn.decisions.state, turn.decisions.action_set
        # The decisions with a move, in the order of a turn; states of one level in descending
        # order.
        order = np.lexsort((set_of, -state_of, -turn.generation[state_of]))
        order = order[set_of[order] >= 0]  # (decisions with a move,)
        places = [
            AskedPosition(state, names[state], rolls[action_set], decision)
            for state, action_set, decision in zip(
                state_of[order].tolist(), set_of[order].tolist(), order.tolist(), strict=True
            )
        ]
        starts = np.flatnonzero(np.diff(turn.generation[state_of[order]], prepend=-1)).tolist()
        self.levels = [places[low:high] for low, high in pairwise([*starts, len(places)])]

    def legal_moves(self, place: AskedPosition) -> Mapping[Any, int]:
        """Return the number of every legal move, by the choice that an answer has for the move."""
        number, board = place.decision, self.board
        if number not in self._legal:
            of_decision = dict(self._moves[slice(*self._begins[number : number + 2])])
            if not board.of_tiles:
                # As this roll writes the states: another roll may write an equal state otherwise.
                moves = board.moves_in(place.state, place.roll).items()
                of_decision = {name: of_decision[state] for name, state in moves}
            self._legal[number] = of_decision
        return self._legal[number]

    def legal_dice(self, place: AskedPosition) -> Mapping[Any, int]:
        """Return the number of every choice of dice that may be made in a state."""
        choices = enumerate(self.board.choices)
        return {choice.dice: nth for nth, choice in choices if choice.states[place.state]}


@lru_cache(maxsize=4)
def positions_of(turn: Turn) -> Positions:
    """Return the positions of a turn, which are kept: a strategy is asked about many scores."""
    return Positions(turn)


class AskedWay(WayToPlay):
    """A way to play that answers position by position.

    Parameters
    ----------
    name : str
        What errors call the strategy.
    """

    def __init__(self, name: str) -> None:
        self.name = name

    def turn(self, turn: Turn) -> Turn:
        return positions_of(turn).turn

    def policy(self, game: Contest, player: int = 0, score_to_beat: int | None = None) -> Policy:
        return _walked(self, game, player, score_to_beat)

    def asked_in(self, game: Contest, player: int, score_to_beat: int | None) -> Player:
        """Return the player who answers in the positions of one turn."""
        raise NotImplementedError


class Player:
    """What a player does in the positions of one turn.

    Parameters
    ----------
    name : str
        What errors call the strategy.
    positions : Positions
        The positions.
    score_to_beat : int or None
        The score to beat, where the player looks at it.
    """

    def __init__(self, name: str, positions: Positions, score_to_beat: int | None) -> None:
        self.name, self.positions, self.score_to_beat = name, positions, score_to_beat

    def moves(self, place: AskedPosition) -> Weighted | None:
        """Return the numbers of the moves in a position; None where the player has no answer."""
        raise NotImplementedError

    def dice(self, place: AskedPosition) -> Weighted | None:
        """Return the numbers of the choices of dice in a state; None where any may be made."""
        raise NotImplementedError

    def check_complete(self) -> None:
        """Refuse a strategy that had no answer in some position, after all were asked about."""

    def wrong(self, place: AskedPosition, got: str, why: str = "", takes: str = "") -> InputError:
        """Return the error of an answer, with the position and the legal choices there."""
        where = self.where(place) + (f": {why}" if why else "")
        return InputError(f"got {got}, {where}; takes {takes or self.takes(place)}", of=self.name)

    def where(self, place: AskedPosition) -> str:
        """Describe a position."""
        board = self.positions.board
        where = board.said(place.state)
        if place.decision >= 0:
            of_dice = board.of_tiles
            where += (
                f" after roll {','.join(map(str, place.roll)) if of_dice else shown(place.roll)}"
            )
        return f"{where}, to beat {self.score_to_beat}" if self.score_to_beat is not None else where

    def takes(self, place: AskedPosition) -> str:
        """List a position's legal choices; in a game of another kind also other forms of answer."""
        if not self.positions.board.of_tiles:
            return self.takes_any(place)
        return " | ".join(some_of(self.kind(place).spelled, self.legal(place)))

    def takes_any(self, place: AskedPosition) -> str:
        """List the legal choices as a function returns them, and say what else it may return."""
        kind = self.kind(place)
        legal = " | ".join(some_of(kind.written, self.legal(place)))
        return f"{legal}, a list of such, or {{{kind.named}: weight}}"

    def kind(self, place: AskedPosition) -> Kind:
        """Return the kind of choice in a position: moves, or numbers of dice before a roll."""
        return self.positions.dice if place.decision < 0 else self.positions.moves

    def legal(self, place: AskedPosition) -> Mapping[Any, int]:
        """Return the number of every legal choice of a position."""
        if place.decision < 0:
            return self.positions.legal_dice(place)
        return self.positions.legal_moves(place)


def some_of(spelled: Any, choices: Any) -> list[str]:
    """Return the first of some choices as text, and `…` where there are more."""
    texts = [cut(spelled(choice)) for choice in [*choices][:_MOST_TOLD]]
    return [*texts, "…"] if len(choices) > _MOST_TOLD else texts


@lru_cache(maxsize=64)
def _walked(way: AskedWay, game: Contest, player: int, score_to_beat: int | None) -> Policy:
    """Ask in every position that this play comes to; in all others the policy does anything."""
    asked = way.asked_in(game, player, score_to_beat)
    walk = _Walk(asked)
    for level in asked.positions.levels:
        walk.go_through(level)
    asked.check_complete()
    return walk.policy()


class _Walk:
    """A pass of a player through the positions of a turn, and the policy of the answers."""

    def __init__(self, asked: Player) -> None:
        self.asked, self.turn = asked, asked.positions.turn
        board = self.turn.board
        self.reached = {board.size - 1}
        self.moves, self.weights = list[int](), list[int]()  # of the chosen moves
        self.mixed_moves, self.mixed_dice = list[int](), list[int]()  # decisions, and states
        self.dice = self.turn.all_dice().astype(object)  # (K, N)
        self.open_dice = (self.dice.sum(axis=0) > 1).tolist()  # of each state

    def go_through(self, level: list[AskedPosition]) -> None:
        """Ask in the reached positions of a level, and note the states that come next."""
        places = [place for place in level if place.state in self.reached]
        rolls = {
            place.state: self._rolls_chosen(place)
            for place in {place.state: place for place in places}.values()
            if self.open_dice[place.state]
        }
        asked, moves = self.asked, self.moves
        for place in places:
            allowed = rolls.get(place.state)
            if allowed is not None and place.roll not in allowed:
                continue
            if (mixture := asked.moves(place)) is None:
                continue
            moves += mixture.weights
            self.weights += mixture.weights.values()
            if mixture.given:
                self.mixed_moves.append(place.decision)
        # Moves of this level lead to lower ones alone.
        self.reached.update(self.turn.successor[moves].tolist())

    def _rolls_chosen(self, place: AskedPosition) -> set[Any] | None:
        """Ask for the number of dice in a state; return the rolls of the answer, None for all."""
        before = AskedPosition(place.state, place.open_tiles)
        if (mixture := self.asked.dice(before)) is None:
            return None
        board, rolls = self.turn.board, set[Any]()
        self.dice[:, place.state] = 0
        for choice, weight in mixture.weights.items():
            self.dice[choice, place.state] = weight
            rolls.update(board.rolls(board.choices[choice].dice))
        if mixture.given:
            self.mixed_dice.append(place.state)
        return rolls

    def policy(self) -> Policy:
        turn = self.turn
        weights = np.zeros(len(turn.source), dtype=object)  # (M,)
        weights[self.moves] = self.weights
        weights[turn.first_moves[turn.of_decisions(np.add, weights) == 0]] = 1
        mixed_moves = mixed_dice = None
        if self.mixed_moves:
            mixed_moves = np.isin(turn.decision, self.mixed_moves)  # (M,)
        if self.mixed_dice:
            mixed_dice = np.isin(np.arange(turn.board.size), self.mixed_dice)  # (N,)
        chosen = _in_64_bits(weights), _in_64_bits(self.dice)
        policy = turn.policy_of(*chosen, mixed_moves, mixed_dice)
        bits = policy.factor.bit_length()
        if policy.is_mixed and bits > MOST_WEIGHT_BITS:
            takes = (
                f"weights of at most {MOST_WEIGHT_BITS} bits: floats, or the strategy's `rounded()`"
            )
            got = f"exact weights that need {bits} bits in one unit"
            raise InputError(f"got {got}; takes {takes}", of=self.asked.name)
        return policy


def _in_64_bits(weights: Values) -> Values:
    """Return whole numbers, of any shape (…), in 64 bits where any sum of them fits."""
    return weights.astype(np.int64) if int(weights.sum()) < 2**63 else weights
