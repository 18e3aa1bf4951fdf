"""What K. Leswing says of two players: what his ways to play are worth, and the second seat.

One player looks for the lowest expected score. Another covers the tiles that are the largest number
in binary, where the highest tile is the first digit. A third knows the score to beat, and is as
glad of a tie as of a win.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import product
from math import isqrt
from typing import Any, NamedTuple

import numpy as np

from twoplayer import Bounds, OnePlayer, Variant, solve
from twoplayer.exact import Rational
from twoplayer.strategy.strategies import of_move
from twoplayer.strategy.values import worst_and_best
from twoplayer.turn.chances import Chances
from twoplayer.turn.turns import turn_of

from .pages import Share
from .published import Published, published


class Ways(NamedTuple):
    """How likely a game is won, lost and drawn."""

    won: Fraction
    lost: Fraction
    drawn: Fraction

    @classmethod
    def of(cls, own: Mapping[int, Rational], others: Mapping[int, Rational]) -> Ways:
        """Compare the scores of two players who know nothing of each other's; the lower wins."""
        return cls.by_sign(
            (x - y, a * b) for (x, a), (y, b) in product(own.items(), others.items())
        )

    @classmethod
    def by_sign(cls, chances: Iterable[tuple[int, Any]]) -> Ways:
        """Add up the chances of what is below 0, above it, and 0."""
        found = [Fraction(0)] * 3
        for number, chance in chances:
            found[0 if number < 0 else 1 if number else 2] += chance
        return cls(*found)

    def of_rounds(self, rounds: int) -> Ways:
        """Return how likely more, fewer and as many of some rounds are won as lost."""
        ahead = {0: Fraction(1)}
        for _ in range(rounds):
            after: dict[int, Fraction] = {}
            for (lead, chance), (step, part) in product(
                ahead.items(), zip((-1, 1, 0), self, strict=True)
            ):
                after[lead + step] = after.get(lead + step, Fraction(0)) + chance * part
            ahead = after
        return Ways.by_sign(ahead.items())


class Binary(NamedTuple):
    """A player who covers the tiles that are the largest number in binary."""

    loses: list[Fraction]  # points, of expected score, at each place where that is not best
    score_chances: Mapping[int, Rational]


def largest_in_binary(score: OnePlayer) -> Binary:
    """Value that player beside one who looks for the lowest expected score."""
    turn = turn_of(score.variant)
    policy = turn.policy(turn.layout.source ^ turn.layout.successor)
    wanted = score.payoff.wanted[turn.ranks, :, 0]
    after = turn.values(wanted)[turn.layout.successor, 0]
    lost = turn.of_rows(np.maximum, after) - after[policy.move_weights > 0]
    unit = turn.scale * score.payoff.unit
    loses = [Fraction(int(each), unit) for each in lost if each]
    return Binary(loses, Chances(turn, policy).of_scores())


def leswings_figures(score: OnePlayer) -> Iterator[Published]:
    """Yield his figures of the two players beside the exact ones."""
    [places], [day] = (published()[kind] for kind in ("largest_in_binary", "day"))
    binary = largest_in_binary(score)
    source, largest = places["source"], "the largest tiles in binary"
    count, most = Fraction(len(binary.loses)), max(binary.loses)
    yield Published(source, f"places where {largest} are not best", places["count"], count)
    yield Published(source, f"most that {largest} lose (points)", places["most"], most)
    rounds = Ways.of(score.score_chances(), binary.score_chances)
    for how, chance in rounds.of_rounds(day["rounds"])._asdict().items():
        what = f"days of {day['rounds']} rounds {how} (%), lowest score against {largest}"
        yield Published(source, what, day[how], 100 * chance, simulated=day["days"])


def in_binary(score: OnePlayer) -> dict[str, Any]:
    """Say in how many places that player loses more than the most that is published."""
    [places] = published()["largest_in_binary"]
    loses, most = largest_in_binary(score).loses, places["most"]
    return {"binary_most": most, "binary_loses": Share.of(lost > Fraction(most) for lost in loses)}


def second_seat(score: OnePlayer) -> dict[str, Any]:
    """Say what going second is worth, against a first player who plays for the lowest score."""
    [fact] = published()["second_seat"]
    left, solution = score.score_chances(), solve(score.variant).fractions
    optimal = {k: solution.play(k).score_chances() for k in left}
    glad, gains = _glad_of_a_tie(score.variant, left)
    ways = {
        "plays optimally": _against(left, optimal),
        "is as glad of a tie as of a win": _against(left, glad),
        "plays for the lowest score as well": Ways.of(left, left),
    }
    against = solution.second_player_values
    gain = sum((chance * against[k] for k, chance in left.items()), Fraction(0))
    variance = sum(chance * (against[k] - gain) ** 2 for k, chance in left.items())
    return {
        "seat_said": fact,
        "second_ways": [
            (how, way.lost, way.won, way.drawn, way.lost - way.won) for how, way in ways.items()
        ],
        "second_gains": gain,
        "worth_nothing": not gain,
        "glad_gains": gains,
        "standard_error": Fraction(isqrt(int(variance * 10**12 / fact["games"])), 10**6),
    }


def _against(left: Mapping[int, Rational], replies: Mapping[int, Mapping[int, Rational]]) -> Ways:
    """Return how a first player fares who leaves scores so often, by the replies to each."""
    return Ways.by_sign(
        (k - reply, chance * part)
        for k, chance in left.items()
        for reply, part in replies[k].items()
    )


def _glad_of_a_tie(
    variant: Variant, left: Mapping[int, Rational]
) -> tuple[dict[int, dict[int, Fraction]], Bounds]:
    """Return what a second player leaves against each score who wants it, or less.

    Of moves that are as good to her she makes the first in the list of the program: tiles with the
    1 come last, then those with the 2, and so on. Beside it stands what she gains if she chooses
    between them as badly as possible, and as well.
    """
    turn = turn_of(variant)
    own = np.array(turn.scores)[turn.ranks]
    first = of_move(lambda tiles: -sum(2 ** (max(variant.tiles) - tile) for tile in tiles))(turn)
    replies, least, most = {}, Fraction(0), Fraction(0)
    for k, chance in left.items():
        _, glad = turn.optimum((own <= k).astype(np.int64)[:, np.newaxis])
        chosen = turn.best_among(glad.move_weights > 0, first)
        replies[k] = Chances(turn, turn.policy_of(chosen)).of_scores()
        [(low, high)] = worst_and_best(turn, glad, np.sign(k - own)[:, np.newaxis])
        least, most = least + chance * low, most + chance * high
    return replies, Bounds(least, most)
