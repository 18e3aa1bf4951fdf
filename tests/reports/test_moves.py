"""What the report says of states and single moves, against plain counting."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations

import pytest
from oracle import Oracle, subsets
from test_spec import assert_rounds, facts

from making import questions
from twoplayer import Variant, one_player
from twoplayer.strategy import restarts


@pytest.fixture(scope="module")
def aims():
    return {aim: one_player(Variant(), aim).fractions for aim in ("score", "clack")}


@pytest.fixture(scope="module")
def worths(aims):
    """What every legal move is worth, the best first, by state and total, for each aim."""
    ways = Counter(
        (tiles, sum(move))
        for tiles in subsets(frozenset(range(1, 10)))
        for move in subsets(tiles)
        if 2 <= sum(move) <= 12
    )
    choices = [at for at, sets in ways.items() if sets > 1]
    return {aim: {at: solved.moves(*at) for at in choices} for aim, solved in aims.items()}


@pytest.mark.parametrize("fact", facts("parted"))
def test_in_so_many_choices_no_move_is_best_for_both_aims(fact, aims, worths):
    score, clack = worths["score"], worths["clack"]
    best = {
        at: [
            {m for m, v in w[at].items() if v == next(iter(w[at].values()))} for w in (score, clack)
        ]
        for at in score
    }
    assert sum(one.isdisjoint(other) for one, other in best.values()) == fact["disagree"]
    assert len(score) == fact["choices"]
    assert questions.parted(aims["score"], aims["clack"]) == (fact["disagree"], fact["choices"])


@pytest.mark.parametrize("fact", facts("by_chance"))
def test_so_far_from_the_best_move_to_the_worst_is_one_by_chance(fact, aims, worths):
    lost = []
    for found in worths[fact["aim"]].values():
        best, *_, worst = values = list(found.values())
        if best != worst:
            lost.append((best - sum(values) / len(values)) / (best - worst))
    mean = sum(lost) / len(lost)
    assert_rounds(mean, fact["rounded"])
    [(_, choices, loses, more)] = questions.by_chance({"this": aims[fact["aim"]]})
    assert (choices, loses) == (len(lost), mean)
    assert more == Fraction(sum(part > Fraction(1, 2) for part in lost), len(lost))


@pytest.mark.parametrize("fact", facts("decompositions"))
def test_so_many_sets_hold_each_tile(fact):
    sets = [s for n in range(1, 10) for s in combinations(range(1, 10), n) if 2 <= sum(s) <= 12]
    with_tile = [sum(tile in s for s in sets) for tile in range(1, 10)]
    assert questions.decompositions() == (len(sets), with_tile) == (fact["sets"], fact["with_tile"])


@pytest.mark.parametrize("fact", facts("game"))
def test_every_move_of_a_printed_game_is_the_only_one_of_lowest_expected_score(fact, aims):
    left = set(range(1, 10))
    for roll, covered in fact["moves"]:
        assert list(aims["score"].optimal_moves(sorted(left), roll)) == [tuple(covered)]
        left -= set(covered)
    assert questions.best_in_game(aims["score"], fact["moves"]) == len(fact["moves"])
    assert questions.best_in_game(aims["score"], [*fact["moves"][:2], [6, [2, 4]]]) == 2


@pytest.mark.parametrize("discount", ["1/2", "9/10"])
def test_the_best_move_is_nearer_to_the_median_as_often_as_the_spread_tells(discount):
    solved = restarts(Variant(tiles=6), discount).fractions
    rows = solved.spread()
    smaller = sum(row["smaller"] * row["positions"] for row in rows)
    total = sum(row["positions"] for row in rows)
    assert questions.nearer_to_the_median(questions.worths(solved)) == (smaller, total)


def test_the_median_of_an_even_number_of_moves_lies_between_the_two_in_the_middle():
    """Between 2 and 4 it is 3: as near to 5 as to 1, nearer to 5 than to 0, and not to 6."""
    some = [[1, 2, 4, 5], [0, 2, 4, 5], [0, 2, 4, 6], [1, 2, 4, 6], [7, 8], [0, 6, 7]]
    assert questions.nearer_to_the_median(some) == (2, 5)


def test_the_chance_that_the_next_roll_covers_nothing():
    oracle, found = Oracle(), questions.covers_nothing(Variant())
    assert len(found) == 511
    for tiles in list(found)[::7]:
        state = frozenset(tiles)
        stuck = [chance for roll, chance in oracle.rolls(2) if not oracle.covers(state, roll)]
        assert found[tiles] == sum(stuck)


@pytest.mark.parametrize("tiles", [(1, 2, 3, 4, 5), (2, 4, 6, 7, 9)])
def test_the_chance_to_be_a_single_roll_away(tiles):
    oracle = Oracle(tiles=tiles)

    @cache
    def away(state):
        """Return the chance that whoever covers the largest tile meets what one roll clears."""
        if any(state in oracle.covers(state, roll) for roll, _ in oracle.rolls(2)):
            return Fraction(1)
        return sum((chance * after(state, roll) for roll, chance in oracle.rolls(2)), Fraction(0))

    def after(state, roll):
        most = max((max(move) for move in oracle.covers(state, roll)), default=0)
        chosen = [state - move for move in oracle.covers(state, roll) if max(move) == most]
        return sum(map(away, chosen), Fraction(0)) / max(len(chosen), 1)

    found = questions.chance_of_one_roll_away(Variant(tiles=tiles), "largest-first")
    assert 0 < found == away(oracle.all_tiles) < 1


def test_pairs_agree_where_both_numbers_rise():
    points = [(1, 5), (2, 6), (2, 9), (3, 4)]
    assert questions.agreeing_pairs(points) == (2, 5)
