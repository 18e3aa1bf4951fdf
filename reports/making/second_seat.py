"""What K. Leswing says of two players: what his ways to play are worth, and the second seat.

One player looks for the lowest expected score. Another covers the tiles that are the largest number
in binary, where the highest tile is the first digit. A third knows the score to beat, and is as
glad of a tie as of a win.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain, combinations
from math import isqrt
from typing import Any, TypeAlias

import numpy as np

from twoplayer import Variant, matchup, solve
from twoplayer.game import Bounds, Outcomes
from twoplayer.strategy import OnePlayer
from twoplayer.strategy.described import of_move
from twoplayer.strategy.values import worst_and_best
from twoplayer.turn.chances import Chances
from twoplayer.turn.turns import turn_of
from twoplayer.variant.tiles import TileSet

from .pages import Share
from .published import Published, published


def largest_in_binary(open_tiles: TileSet, roll: Sequence[int]) -> TileSet:
    """Cover the tiles that are the largest number in binary, as a strategy."""
    every = chain.from_iterable(combinations(open_tiles, n) for n in range(1, len(open_tiles) + 1))
    fitting = (tiles for tiles in every if sum(tiles) == sum(roll))
    return max(fitting, key=lambda tiles: sum(2**tile for tile in tiles), default=())


def lost_in_binary(score: OnePlayer) -> list[Fraction]:
    """Return the points of expected score that he loses at each place where that is not best."""
    turn = turn_of(score.variant)
    policy = turn.policy(turn.source ^ turn.successor)
    wanted = score.payoff.wanted[turn.ranks, :, 0]
    after = turn.evaluate(wanted)[turn.successor, 0]
    lost = turn.of_decisions(np.maximum, after) - after[policy.move_weights > 0]
    unit = turn.scale * score.payoff.unit
    return [Fraction(int(each), unit) for each in lost if each]


def leswings_figures(score: OnePlayer) -> Iterator[Published]:
    """Yield his figures of the two players beside the exact ones."""
    [places], [day] = (published()[kind] for kind in ("largest_in_binary", "day"))
    loses = lost_in_binary(score)
    source, largest = places["source"], "the largest tiles in binary"
    count, most = Fraction(len(loses)), max(loses)
    yield Published(source, f"places where {largest} are not best", places["count"], count)
    yield Published(source, f"most that {largest} lose (points)", places["most"], most)
    found = matchup(score.variant, "lowest-score", largest_in_binary).fractions.days(day["rounds"])
    for how, chance in {"won": found.more, "lost": found.fewer, "drawn": found.as_many}.items():
        what = f"days of {day['rounds']} rounds {how} (%), lowest score against {largest}"
        yield Published(source, what, day[how], 100 * chance, simulated=day["days"])


def in_binary(score: OnePlayer) -> dict[str, Any]:
    """Say in how many places that player loses more than the most that is published."""
    [places] = published()["largest_in_binary"]
    loses, most = lost_in_binary(score), places["most"]
    return {"binary_most": most, "binary_loses": Share.of(lost > Fraction(most) for lost in loses)}


def second_seat(score: OnePlayer) -> dict[str, Any]:
    """Say what going second is worth, against a first player who plays for the lowest score."""
    [fact] = published()["second_seat"]
    [day] = published()["day"]
    variant, left = score.variant, score.score_chances()
    glad, gains = glad_of_a_tie(variant, left)
    optimal, alike = (
        matchup(variant, "lowest-score", second).fractions for second in ("optimal", "lowest-score")
    )
    ways = {
        "plays optimally": _ends(optimal.outcomes),
        "is as glad of a tie as of a win": _against(left, glad),
        "plays for the lowest score as well": _ends(alike.outcomes),
    }
    against = solve(variant).fractions.second_player_values
    gain = sum((chance * against[k] for k, chance in left.items()), Fraction(0))
    variance = sum(chance * (against[k] - gain) ** 2 for k, chance in left.items())
    return {
        "seat_said": fact,
        "second_ways": [
            (how, won, lost, tied, won - lost) for how, (won, lost, tied) in ways.items()
        ],
        "day": day["rounds"],
        "first_of_a_day": optimal.days(day["rounds"]),
        "second_gains": gain,
        "worth_nothing": not gain,
        "glad_gains": gains,
        "standard_error": Fraction(isqrt(int(variance * 10**12 / fact["games"])), 10**6),
    }


_Ends: TypeAlias = tuple[Fraction, Fraction, Fraction]  # she wins, loses, ties


def _ends(outcomes: Outcomes) -> _Ends:
    return outcomes.second_wins, outcomes.first_wins, outcomes.tie


def _against(left: Mapping[int, Fraction], replies: Mapping[int, Mapping[int, Fraction]]) -> _Ends:
    """Return how she fares against who leaves scores so often, by her replies to each."""
    ends = dict.fromkeys((1, -1, 0), Fraction(0))
    for k, chance in left.items():
        for reply, part in replies[k].items():
            ends[(reply < k) - (reply > k)] += chance * part
    return ends[1], ends[-1], ends[0]


def glad_of_a_tie(
    variant: Variant, left: Mapping[int, Fraction]
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
