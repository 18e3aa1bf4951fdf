"""How often a player has a choice, and how often a wrong one costs something."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

import numpy as np

from ..exact import ExactResult, Rational, Values, exact
from ..turn.induction import Turn, turn_of
from ..turn.solved import SolvedTurn
from ..turn.step import Policy
from ..variant.variant import Variant


@dataclass(frozen=True, eq=False, repr=False)
class Choices(ExactResult):
    """States and rolls that can be played: how many, and how often a turn meets them.

    The states are those that a turn leads to, tiles that nothing covers set aside; rolls that allow
    the same moves count once. The means are of a turn that is played optimally, where each of
    several optimal moves, or numbers of dice, is as likely.
    """

    playable: int  # states and rolls with a move
    real: int  # with two or more
    costly: int  # of these, with some that is worse than another
    met: tuple[Rational, ...] = exact()  # how many of each kind a turn meets on average


def choices(solved: SolvedTurn) -> Choices:
    """Count the choices of a solved turn."""
    layout = turn_of(solved.variant).layout
    entries = np.bincount(layout.row)
    rank = solved.move_ranks
    least, most = (np.full(len(entries), start) for start in (rank.max(initial=0), 0))
    np.minimum.at(least, layout.row, rank)
    np.maximum.at(most, layout.row, rank)
    _, collection = layout.code.decode(layout.pair)
    playable = collection != layout.code.turn_ends
    kinds = [playable, playable & (entries > 1), playable & (least < most)]
    found = dict(met(solved.variant, solved.optimal_policy))
    means = tuple(
        sum((chance for row, chance in found.items() if kind[row]), Fraction(0)) for kind in kinds
    )
    playable_count, real, costly = (int(kind.sum()) for kind in kinds)
    return Choices(playable_count, real, costly, means)


def met(variant: Variant, policy: Policy) -> Iterator[tuple[int, Fraction]]:
    """Yield every row of the layout that a turn meets under a policy, with the chance of it."""
    turn = turn_of(variant)
    layout, (chances, unit) = turn.layout, chances_of_rows(turn, policy)
    states = layout.code.decode(layout.pair)[0].tolist()
    after, shares = (
        np.split(each, turn.row_starts[1:]) for each in (layout.successor, policy.move_weights)
    )
    reached = {len(policy.dice_weights[0]) - 1: Fraction(1)}
    for row in sorted(range(len(states)), key=lambda row: -states[row].bit_count()):
        state = states[row]
        chance = reached.get(state, 0) * Fraction(chances[row], unit)
        if not chance:
            continue
        yield row, chance
        for left, share in zip(after[row].tolist(), shares[row].tolist(), strict=True):
            if share and left != state:
                more = chance * Fraction(share, policy.move_unit)
                reached[left] = reached.get(left, Fraction(0)) + more


def chances_of_rows(turn: Turn, policy: Policy) -> tuple[Values, int]:
    """Return the chance of every row in its state, as whole numbers, and what 1 is among them."""
    layout = turn.layout
    whole = lcm(*(policy.dice_unit * choice.outcomes for choice in turn.choices))
    chances: Values = np.zeros(len(layout.pair), dtype=object)
    order = np.argsort(layout.pair)
    for layer in layout.layers:
        for dice in layer.dice:
            pairs = layer.by_row.keys[dice.rows]
            states, _ = layout.code.decode(pairs)
            rows = order[np.searchsorted(layout.pair, pairs, sorter=order)]
            one = whole // policy.dice_unit // dice.outcomes
            chances[rows] += policy.dice_weights[dice.choice, states] * dice.weights * one
    return chances, whole
