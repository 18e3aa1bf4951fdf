"""What the sources say and ask of states and single moves: counted, and computed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, groupby
from operator import itemgetter
from statistics import mean
from typing import Any

import numpy as np

from twoplayer import STRATEGIES, Variant, matchup, one_player, solve, strategy_value
from twoplayer.exact import Rational, Rows
from twoplayer.game.contest import contest
from twoplayer.strategy import (
    OnePlayer,
    Restarts,
    StrategyRange,
    StrategyValue,
    coverable_sets,
    foresight,
    restarts,
)
from twoplayer.strategy.described import RuleOfThumb, key_of, of_state, playable
from twoplayer.strategy.one_player import AIMS
from twoplayer.turn import SolvedTurn
from twoplayer.turn.chances import Chances
from twoplayer.turn.turns import board_of, turn_of
from twoplayer.variant.tiles import TileSet, tile_sets
from twoplayer.words import cell_text

from .pages import Share


def worths(solved: SolvedTurn) -> list[list[int]]:
    """Return what the moves of every choice are worth, as whole numbers, the worst first."""
    turn = turn_of(solved.variant)
    wanted = solved.payoff.wanted[turn.ranks, :, 0]
    after = turn.evaluate(wanted, None, solved.discount)[turn.successor, 0]
    found: dict[int, list[int]] = {}
    for row, worth in zip(turn.decision.tolist(), after.tolist(), strict=True):
        found.setdefault(row, []).append(worth)
    return [sorted(moves) for moves in found.values() if len(moves) > 1]


def nearer_to_the_median(moves: Sequence[Sequence[int]]) -> Share:
    """Count where the best of three or more is nearer to the median than that to the worst."""
    return Share.of(
        best + worst < others[(len(others) - 1) // 2] + others[len(others) // 2]
        for worst, *others, best in moves
        if others
    )


def parted(one: SolvedTurn, other: SolvedTurn) -> Share:
    """Count the choices in which no move is best for both."""
    row = turn_of(one.variant).decision
    alike = (one.optimal_policy.move_weights > 0) & (other.optimal_policy.move_weights > 0)
    apart = len(np.unique(row)) - len(np.unique(row[alike]))
    return Share(apart, int((np.bincount(row) > 1).sum()))


def choices(solved: SolvedTurn) -> tuple[list[int], list[Fraction]]:
    """Count the states and rolls with a move, with a choice, and where some move is worse.

    Beside that stands how many of each a turn meets on average, where each of several optimal moves
    is as likely. The states are those that a turn leads to, tiles that nothing covers set aside;
    rolls that allow the same moves count once.
    """
    turn, rank = turn_of(solved.variant), solved.move_ranks
    counts = np.bincount(turn.decision)
    least, most = (turn.of_decisions(end, rank) for end in (np.minimum, np.maximum))
    playable = turn.decisions.action_set >= 0
    kinds = [playable, playable & (counts > 1), playable & (least < most)]
    chances = Chances(turn, solved.optimal_policy)
    return [int(kind.sum()) for kind in kinds], [chances.of(kind[turn.decision]) for kind in kinds]


def decompositions() -> tuple[int, list[int]]:
    """Count the sets of tiles that two dice can cover, and those of them with each tile."""
    sets = coverable_sets(Variant())
    return len(sets), [sum(tile in tiles for tiles in sets) for tile in Variant().tiles]


def best_in_game(score: OnePlayer, moves: Sequence[tuple[int, Sequence[int]]]) -> int:
    """Count the moves of a game that are the only best ones where they are made."""
    left, found = set(score.variant.tiles), 0
    for roll, covered in moves:
        found += list(score.optimal_moves(sorted(left), roll)) == [tuple(covered)]
        left -= set(covered)
    return found


def by_chance(solved: Mapping[str, SolvedTurn]) -> list[tuple[Any, ...]]:
    """Return how much a move by chance loses."""
    rows = []
    for aim, each in solved.items():
        costly = [moves for moves in worths(each) if moves[0] < moves[-1]]
        lost = [Fraction(w[-1] * len(w) - sum(w), (w[-1] - w[0]) * len(w)) for w in costly]
        more = Share.of(2 * part > 1 for part in lost)
        rows.append((aim, len(lost), mean(lost), Fraction(*more)))
    return rows


def by_discount(again: Restarts) -> list[tuple[Any, ...]]:
    """Return what the discount does."""
    rows = []
    for text in ("1/2", "3/4", "9/10", "99/100", "999999/1000000"):
        same = Fraction(text) == again.discount
        solved = again if same else restarts(again.variant, text).fractions
        nearer = nearer_to_the_median(worths(solved))
        rows.append((text, solved.value(), len(solved.exceptions()), *nearer))
    return rows


def one_roll_away(values: Mapping[str, StrategyValue]) -> list[tuple[Any, ...]]:
    """Return how often a single roll may clack."""
    away = {n: chance_of_one_roll_away(Variant(), n) for n in ("largest-first", "best-clack")}
    clacks = {name: values[name].clack_chance for name in away}
    return [(name, away[name], clacks[name], clacks[name] / away[name]) for name in away]


def no_clack(values: Mapping[str, StrategyValue]) -> list[tuple[Any, ...]]:
    """Return how often so many turns in a row go by without a clack."""
    misses = [1 - values[name].clack_chance for name in ("largest-first", "best-clack")]
    return [(turns, *(miss**turns for miss in misses)) for turns in (5, 10, 20, 30, 40, 60)]


def chance_of_one_roll_away(variant: Variant, name: str) -> Fraction:
    """Return the chance to reach a state that one roll may clear, under plain rules.

    What is left of such a state is another one, or has no move; so these are entered once.
    """
    turn, policy = turn_of(variant), STRATEGIES[name].policy(contest(variant))
    source, successor = turn.source, turn.successor
    clearable = set(coverable_sets(variant))
    away = np.array([tiles in clearable for tiles in turn.board.open_tiles])
    return Chances(turn, policy).of(~away[source] & away[successor])


def covers_nothing(variant: Variant) -> dict[TileSet, Fraction]:
    """Return the chance that the next roll covers nothing, in every state with an open tile."""
    turn = turn_of(variant)
    [live], [choice] = playable(turn), turn.board.choices
    return {
        tiles: 1 - Fraction(int(live[state]), choice.outcomes)
        for state, tiles in enumerate(turn.board.open_tiles)
        if tiles
    }


def _nothing_to_cover(variant: Variant) -> dict[str, Any]:
    """Return how often the next roll covers nothing, and is likelier to with a higher sum."""
    every = covers_nothing(variant)
    rows, pairs = [], []
    for count, states in groupby(sorted(every, key=len), len):
        chances = {tiles: every[tiles] for tiles in states}
        pairs.append(agreeing_pairs([(sum(tiles), c) for tiles, c in chances.items()]))
        rows.append((count, *_where(chances, min), mean(chances.values()), *_where(chances, max)))
    return {"harder": Fraction(*map(sum, zip(*pairs, strict=True))), "nothing_to_cover": rows}


def _where(
    chances: Mapping[TileSet, Fraction], end: Callable[[Iterable[Fraction]], Fraction]
) -> tuple[Fraction, str]:
    """Return the least or the most of some chances, and where it is."""
    chance = end(chances.values())
    first, *others = [tiles for tiles, each in chances.items() if each == chance]
    return chance, cell_text(first) + (f" and {len(others)} more" if others else "")


def agreeing_pairs(points: Sequence[tuple[Rational, Rational]]) -> Share:
    """Count the pairs where what is higher in the first is so in the second.

    Pairs that are equal in the first are left out.
    """
    pairs = [(a, b) for a, b in combinations(sorted(points), 2) if a[0] < b[0]]
    return Share.of(bool(a[1] < b[1]) for a, b in pairs)


def _pattern(score: OnePlayer) -> dict[str, Any]:
    """Compare the values of states with the means of their tiles, among those with as many."""
    rows, pairs = [], []
    # The set of all tiles has none to be compared with.
    for count, states in groupby(sorted(tile_sets(score.variant.tiles)[1:-1], key=len), len):
        points = [(Fraction(sum(tiles), count), score.value(tiles)) for tiles in states]
        pairs.append(agreeing_pairs(points))
        rows.append((count, len(points), *least_squares(points), Fraction(*pairs[-1])))
    return {"agree": Fraction(*map(sum, zip(*pairs, strict=True))), "pattern": rows}


def least_squares(points: Sequence[tuple[Fraction, Fraction]]) -> tuple[Fraction, Fraction]:
    """Return the slope of the line of least squares, and r²: the variance that it explains."""
    count = len(points)
    x_mean, y_mean = (sum(part) / count for part in zip(*points, strict=True))
    xy = sum((x - x_mean) * (y - y_mean) for x, y in points)
    xx, yy = (sum((p[i] - m) ** 2 for p in points) for i, m in enumerate((x_mean, y_mean)))
    return xy / xx, xy**2 / (xx * yy)


def questions(
    score: OnePlayer,
    clack: OnePlayer,
    again: Restarts,
    values: Mapping[str, StrategyValue],
    rule: RuleOfThumb,
) -> dict[str, Any]:
    """Answer every question; of the rules of thumb the best is for the lowest score."""
    first = solve(Variant()).fractions.play()
    aims = {AIMS["score"]: score, AIMS["clack"]: clack}
    counted = {a: choices(solved) for a, solved in {**aims, "a first player's EV": first}.items()}
    return {
        **_worst_play(score, values),
        "by_discount": by_discount(again),
        "by_chance": by_chance({**aims, "a clack with restarts": again}),
        "one_roll_away": one_roll_away(values),
        "no_clack": no_clack(values),
        "choices": [(aim, *counts, *met) for aim, (counts, met) in counted.items()],
        **_good_score(score, values["optimal"]),
        **_opening_rolls(score, clack, first),
        **_pattern(score),
        **_nothing_to_cover(score.variant),
        **_kept(score, rule),
        **_in_hindsight(),
    }


def _in_hindsight() -> dict[str, Any]:
    """Return what could be shut by whoever knew every roll, and what part of it others shut."""
    games = {f"{n} tiles": Variant(tiles=n) for n in (9, 6, 10, 12)}
    games["9 tiles, one die may be rolled once 7, 8 and 9 are shut"] = Variant(one_die="max <= 6")
    rows = []
    for name, variant in games.items():
        could = foresight(variant)
        best = one_player(variant, "clack").fractions.value()
        largest = strategy_value(variant, "largest-first").fractions.clack_chance
        rows.append((name, could, best, best / could, largest, largest / could))
    return {"could_be_shut": rows, "foresight": rows[0][1]}


def never_wrong(
    values: Mapping[str, StrategyValue], ranges: Mapping[str, StrategyRange]
) -> dict[str, Any]:
    """Return which strategies know nothing of the seat, and which are never wrong."""
    blind = [value for value in values.values() if not value.strategy.looks]
    few, any_move = ranges["fewest-tiles"], ranges["random"]
    as_good = {
        "the lowest expected score": few.expected_score.low == any_move.expected_score.low,
        "the highest chance to clack": few.clack_chance.high == any_move.clack_chance.high,
        "a first player's EV": few.ev_as_first.high == any_move.ev_as_first.high,
        "a second player's EV": few.ev_as_second.high == any_move.ev_as_second.high,
    }
    return {
        "blind": blind,
        "blind_evs": sorted({str(value.ev_against(value)) for value in blind}),
        "few_best": [aim for aim, so in as_good.items() if so],
        "few_worse": [aim for aim, so in as_good.items() if not so],
    }


def _worst_play(score: OnePlayer, values: Mapping[str, StrategyValue]) -> dict[str, Any]:
    worst = one_player(Variant(), "worst-score").fractions.value()
    best, seat = score.value(), matchup(Variant(), "largest-first").fractions
    return {
        "way": {name: (v.expected_score - best) / (worst - best) for name, v in values.items()},
        "worst_play": worst,
        "seat": abs(seat.optimal_ev),
        "loses": -seat.first_player_ev,
        "times": -seat.first_player_ev / abs(seat.optimal_ev),
        "play": seat.first_costs,
        "play_times": seat.first_costs / abs(seat.optimal_ev),
    }


def _good_score(score: OnePlayer, optimal: StrategyValue) -> dict[str, Any]:
    against = solve(Variant()).fractions.second_player_values
    good = max(k for k, value in against.items() if value < 0)
    first_bad = min(k for k, value in against.items() if value > 0)
    players = {AIMS["score"]: score.score_chances(), "a first player's EV": optimal.score_chances}
    return {
        "good": good,
        "first_bad": first_bad,
        "good_scores": [
            (k, against[k], _share(optimal.score_chances, k))
            for k in sorted({0, *range(good - 2, first_bad + 3)})
        ],
        "percentiles": [
            (aim, *(percentile(chances, part) for part in (5, 10, 25, 50, 75, 90, 95)))
            for aim, chances in players.items()
        ],
    }


def _share(chances: Mapping[int, Rational], most: int) -> Fraction:
    return sum((chance for k, chance in chances.items() if k <= most), Fraction(0))


def percentile(chances: Mapping[int, Rational], percent: int) -> int:
    return next(k for k in chances if 100 * _share(chances, k) >= percent)


def _opening_rolls(score: OnePlayer, clack: OnePlayer, first: SolvedTurn) -> dict[str, Any]:
    tiles, rows = score.variant.tiles, []
    for roll in board_of(score.variant).rolls_in(tiles):
        best = [solved.optimal_moves(tiles, roll) for solved in (score, clack, first)]
        rows.append((roll, tuple(best[0]), *(next(iter(moves.values())) for moves in best)))
    return {"opening_rolls": sorted(rows, key=itemgetter(2))}


_LEFT: Mapping[str, Callable[[TileSet], int]] = {
    "the 1 open": lambda tiles: int(1 in tiles),
    "the 1 covered": lambda tiles: int(1 not in tiles),
    "an even sum": lambda tiles: int(sum(tiles) % 2 == 0),
    "an even number of tiles": lambda tiles: int(len(tiles) % 2 == 0),
    "an odd number of tiles": lambda tiles: len(tiles) % 2,
    "as many odd as even tiles": lambda tiles: -abs(sum(tile % 2 or -1 for tile in tiles)),
}
"""What a move may leave: much of it is wanted."""


def _kept(score: OnePlayer, rule: RuleOfThumb) -> dict[str, Any]:
    turn = turn_of(score.variant)
    first, *others = (key_of(turn, *part) for part in rule)
    plain = _expected(score, first, *others)
    chances, chosen = Chances(turn, score.optimal_policy), score.optimal_policy.move_weights > 0
    # Of rows whose moves differ in something an optimal one may have most of it.
    rows, gained, never = [], [], []
    for left, measure in _LEFT.items():
        key = of_state(measure)(turn)
        least, most = (turn.of_decisions(end, key) for end in (np.minimum, np.maximum))
        choice = least < most
        kept = choice & (turn.of_decisions(np.maximum, np.where(chosen, key, key.min())) == most)
        if not choice.any():
            never.append(left)
            continue
        of_met = [chances.of(some[turn.decision]) for some in (choice, kept)]
        before = _expected(score, key, first, *others)
        behind = _expected(score, first, key, *others)
        gained += [left] if min(before, behind) < plain else []
        does = Fraction(kept.sum(), choice.sum()), of_met[1] / of_met[0]
        rows.append((left, int(choice.sum()), *does, before, behind))
    found = {"plain": plain, "gains": bool(gained), "gained": gained}
    return {**found, "never": never, "kept": rows}


def _expected(score: OnePlayer, *keys: Rows) -> Fraction:
    """Return the expected score of a player who looks for some keys."""
    turn = turn_of(score.variant)
    policy = turn.policy(*keys)
    scores = score.payoff.table[turn.ranks, :, 0]
    return Fraction(int(turn.evaluate(scores, policy)[-1, 0]), turn.scale_of(policy))
