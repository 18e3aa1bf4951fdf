"""Games played by chance."""

from fractions import Fraction
from math import sqrt
from statistics import NormalDist, stdev

import pytest

from twoplayer import InputError, Variant, one_player, simulate, solve
from twoplayer.strategy import transcript
from twoplayer.strategy.simulation import Estimate


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("rules", "first", "second"),
    [
        ({}, "optimal", "optimal"),
        pytest.param(
            {"one_die": "always", "immediate_clack": True, "clack_payout": 2},
            *("random", "optimal"),
            marks=pytest.mark.dear,
        ),
        ({"tiles": 6, "moves": "dice-or-sum", "opening_tile": 2}, "largest-first", "random"),
        ({"tiles": 8, "dice": "3d6", "stop_total": 7, "ties": "first"}, "best-clack", "most-rolls"),
        ({"tiles": 6, "weights": "7,1,1,1,1,2", "one_die": "always"}, "optimal", "largest-first"),
        ({"tiles": (50,)}, "optimal", "lowest-score"),
    ],
)
def test_exact_values_lie_in_the_confidence_intervals(rules, first, second):
    found = simulate(Variant(**rules), 40_000, 2, first_strategy=first, second_strategy=second)
    assert [estimate.agrees for estimate in found] == [True, True, True]


@pytest.mark.parametrize(
    ("mean", "agrees"), [(0.4, False), (0.5, True), (0.75, True), (1.0, True), (1.1, False)]
)
def test_an_estimate_agrees_with_what_lies_within_its_margin_on_either_side(mean, agrees):
    estimate = Estimate("EV", mean, 0.25, Fraction(3, 4))
    assert estimate.agrees == agrees


@pytest.mark.parametrize(
    ("weights", "chance"),
    [((1, 3), 3 / 4), ((1, 10**18), 1), ((10**18,) * 9 + (1,), 1 / 9)],
    ids=["some", "nearly all", "more than 64 bits have room for"],
)
def test_a_die_shows_a_side_as_often_as_it_weighs(weights, chance):
    """A 2, where that alone is a clack."""
    rules = Variant(tiles="2-2", dice=f"1d{len(weights)}", weights=weights)
    *_, clacks = simulate(rules, 40_000, seed=1)
    assert clacks.mean == pytest.approx(chance, abs=0.01)


def test_a_seed_gives_the_same_games():
    runs = [simulate(Variant(tiles=5), 1000, seed) for seed in (1, 1, 2)]
    assert runs[0] == runs[1] != runs[2]
    assert transcript(Variant(), 3) == transcript(Variant(), 3)


@pytest.mark.parametrize("games", [2, 3, 50])
def test_the_margin_is_that_of_the_deviation_of_the_sample(games):
    """A game in which player 1 clacks counts 1, any other 0."""
    *_, clacks = simulate(Variant(tiles=2, dice="1d3"), games, seed=1)
    ones = round(games * clacks.mean)
    assert 0 < ones < games, "else there is no deviation"
    deviation = stdev([1] * ones + [0] * (games - ones))
    assert clacks.margin == pytest.approx(NormalDist().inv_cdf(0.975) * deviation / sqrt(games))


@pytest.mark.parametrize(
    ("at_once", "who_rolls"), [(True, ["first"]), (False, ["first", "second"])]
)
def test_after_a_clack_that_wins_at_once_nobody_rolls(at_once, who_rolls):
    """Whoever rolls here clacks with the first roll."""
    certain = Variant(tiles="1-1", dice="1d1", immediate_clack=at_once)
    assert [step["player"] for step in transcript(certain, 1)] == who_rolls


def test_a_transcript_is_a_legal_game():
    variant = Variant(one_die="max <= 6", immediate_clack=True)
    solution = solve(variant)
    for seed in range(20):
        beat = None
        left = variant.tiles
        player = "first"
        for step in transcript(variant, seed, second_strategy="largest-first"):
            if step["player"] != player:
                player, beat, left = step["player"], sum(left), variant.tiles
            assert step["open_tiles"] == left
            moves = solution.moves(left, step["dice"], score_to_beat=beat)
            assert step["value_before"] == solution.value(left, score_to_beat=beat)
            if step["covers"] is None:
                assert not moves
            else:
                assert step["value_after"] == moves[step["covers"]]
                left = tuple(tile for tile in left if tile not in step["covers"])


def test_an_unknown_strategy_is_named():
    with pytest.raises(InputError, match=r"^first_strategy: got 'clever'; takes random \| "):
        simulate(Variant(tiles=3), 10, 1, first_strategy="clever")
    with pytest.raises(InputError, match=r"^second_strategy: got 'clever'"):
        transcript(Variant(tiles=3), 1, second_strategy="clever")
    for play in (transcript, lambda variant, seed: simulate(variant, 10, seed)):
        with pytest.raises(InputError, match=r"^seed: got -1"):
            play(Variant(tiles=3), -1)
    with pytest.raises(InputError, match=r"^clack_payout: too large"):
        simulate(Variant(tiles=3, clack_payout=10**400), 10, 1)
    with pytest.raises(InputError, match=r"^games: got 1;"):
        simulate(Variant(tiles=3), 1, 1)
    with pytest.raises(InputError, match=r"^aim: got 'win'; takes score \| clack"):
        one_player(Variant(tiles=3), "win")


def test_scores_beyond_floats_are_refused():
    tiles = ",".join(["1", *(str(10**98 + n) for n in range(4))])
    with pytest.raises(InputError, match=r"^tiles: too large for the floats"):
        simulate(Variant(tiles=tiles, scoring="digits"), 10, 1)
