"""Matches of some rounds equal the definition, exactly or between bounds, and keep its laws."""

from fractions import Fraction

import pytest
from conftest import examples
from drawn import TURN_FIELDS, UNPAID, pairs, rule_sets
from hypothesis import given, settings
from hypothesis import strategies as st
from match_oracle import Rounds
from narrowed import narrowed

from twoplayer import Box, InputError, Variant, match, solve, watching
from twoplayer.errors import GameTooLargeError, RulesError
from twoplayer.evening import rounds as module
from twoplayer.evening.rounds import STARTS
from twoplayer.game import Bounds

MATCH_RULES = rule_sets((*TURN_FIELDS, "ties"), most_tiles=3, ties=UNPAID)
WAYS = list(STARTS)


def exactly(variant, number, starts="alternate", **own):
    return match(variant, rounds=number, starts=starts, exact=True, **own)


@settings(max_examples=examples(20))
@given(MATCH_RULES, st.sampled_from(WAYS), st.integers(1, 3))
def test_matches_equal_their_definition(rules, starts, number):
    ev = Rounds(starts, **rules).ev(number)
    assert exactly(Variant(**rules), number, starts).fractions.first_player_ev == ev
    low, high = match(Variant(**rules), number, starts=starts).fractions.first_player_ev
    assert low <= ev <= high <= low + Fraction(1, 10**9)


OWN_RULES = pairs(stakes=("scoring", "ties"), most_tiles=3, ties=UNPAID)


@settings(max_examples=examples(20))
@given(OWN_RULES, st.sampled_from(WAYS), st.integers(1, 3))
def test_by_rules_of_their_own_matches_equal_their_definition(pair, starts, number):
    mine, hers = pair
    ev, own = Rounds(starts, hers, **mine).ev(number), Variant(**hers)
    found = match(Variant(**mine), number, starts=starts, exact=True, second=own)
    assert found.fractions.first_player_ev == ev
    low, high = match(Variant(**mine), number, starts=starts, second=own).fractions.first_player_ev
    assert low <= ev <= high <= low + Fraction(1, 10**9)


@settings(max_examples=examples(5))
@given(MATCH_RULES, st.sampled_from(WAYS))
def test_that_both_rules_are_the_same_makes_no_difference(rules, starts):
    alone = exactly(Variant(**rules), 2, starts)
    same = match(Variant(**rules), 2, starts=starts, exact=True, second=Variant(**rules))
    assert same == alone
    assert same.by_rounds == alone.by_rounds


def test_a_player_keeps_his_rules_whoever_starts():
    """Without a choice, and with pushes, it is the same who starts."""
    mine, hers = (Variant(tiles=tiles, dice="1d6", moves="exact") for tiles in (4, 5))
    found = {
        match(mine, 3, starts=starts, exact=True, second=hers).fractions.first_player_ev
        for starts in WAYS
    }
    assert len(found) == 1
    assert found != {0}


def test_two_rounds_against_a_child_without_the_9():
    ev = exactly("classic", 2, second=Variant(tiles=8)).fractions.first_player_ev
    worth = "-711820729620995746624392411925745350657/1818632874295719136447064101027206660096"
    assert ev == Fraction(worth)


@pytest.mark.parametrize("ties", UNPAID)
def test_all_four_ways_to_choose_who_starts_differ_and_equal_their_definition(ties):
    rules = {"tiles": (1, 2), "dice": "2d2", "one_die": "always", "ties": ties}
    found = {way: exactly(Variant(**rules), 3, way).fractions.first_player_ev for way in WAYS}
    assert found == {way: Rounds(way, **rules).ev(3) for way in WAYS}
    assert len(set(found.values())) == 4


@pytest.mark.parametrize("scoring", ["sum", "digits"])
def test_totals_beyond_64_bits_are_exact(scoring):
    rules = {"tiles": (1, 2, 10**20), "dice": "2d2", "one_die": "always", "scoring": scoring}
    ev = exactly(Variant(**rules), 3, "loser").fractions.first_player_ev
    assert ev == Rounds("loser", **rules).ev(3)
    low, high = match(Variant(**rules), 3, starts="loser").fractions.first_player_ev
    assert low <= ev <= high
    small = {"tiles": (1, 3), "dice": "2d3", "scoring": scoring}
    for mine, hers in ((rules, small), (small, rules)):
        found = match(Variant(**mine), 2, starts="loser", exact=True, second=Variant(**hers))
        assert found.fractions.first_player_ev == Rounds("loser", hers, **mine).ev(2)


def test_the_bounds_hold_where_64_bits_are_not_enough():
    variant = Variant(tiles=(20, 21), dice="6d6", ties="second")
    assert 6**6 * 2**48 > 2**63
    ev = exactly(variant, 2).fractions.first_player_ev
    low, high = match(variant, 2).fractions.first_player_ev
    assert low <= ev <= high <= low + Fraction(1, 10**9)


@pytest.mark.dear
def test_the_bounds_of_most_rounds_are_near_each_other():
    low, high = match(Variant(tiles=1, dice="1d2"), 1000).first_player_ev
    assert 0 < high - low < Fraction(1, 10**9)


@pytest.mark.parametrize("starts", ["same", "winner"])
def test_the_size_of_blocks_makes_no_difference(starts):
    variant = Variant(tiles=3, dice="2d2", one_die="always")
    at_once = match(variant, 3, starts=starts).first_player_ev
    with narrowed(module, MOST_MADE_TOGETHER=10):
        assert match(variant, 3, starts=starts).first_player_ev == at_once


@settings(max_examples=examples(15))
@given(MATCH_RULES, st.sampled_from(WAYS))
def test_one_round_is_the_game(rules, starts):
    variant = Variant(**rules)
    assert exactly(variant, 1, starts).first_player_ev == solve(variant).first_player_ev


def test_shorter_matches_are_in_longer_ones():
    longer = exactly(Variant(tiles=4), 4, "loser")
    assert list(longer.by_rounds) == [1, 2, 3, 4]
    for number, ev in longer.by_rounds.items():
        assert exactly(Variant(tiles=4), number, "loser").first_player_ev == ev


@pytest.mark.parametrize("starts", WAYS)
def test_without_a_choice_a_match_with_pushes_is_fair(starts):
    assert exactly(Variant(tiles=4, dice="1d6", moves="exact"), 4, starts).first_player_ev == 0


@pytest.mark.parametrize("starts", WAYS)
def test_who_wins_ties_in_a_game_without_a_choice_gains_as_much(starts):
    """Swapping the players turns one into the other."""
    game = Variant(tiles=4, dice="1d6", moves="exact")
    first, second = (
        exactly(game.replace(ties=ties), 3, starts).first_player_ev for ties in ("first", "second")
    )
    assert first == -second > 0


# What is refused


@pytest.mark.parametrize("number", [0, -1, 1001, 2.0, "5", True, [3]])
def test_what_is_no_number_of_rounds_is_refused(number):
    with pytest.raises(InputError, match=r"^rounds: got .*; takes a whole number, 1 to 1000"):
        match(Variant(tiles=2), number)


def test_a_match_has_a_number_of_rounds_or_a_total_to_reach_or_a_number_of_wins():
    takes = r"; takes one of them: a number of rounds, a total to reach, or a number of wins$"
    with pytest.raises(InputError, match=f"^rounds, to, wins: got none{takes}"):
        match(Variant(tiles=2))
    with pytest.raises(InputError, match=f"^rounds, to, wins: got rounds 3 and to 45{takes}"):
        match(Variant(tiles=2), 3, 45)
    with pytest.raises(InputError, match=f"^rounds, to, wins: got to 45 and wins 2{takes}"):
        match(Variant(tiles=2), to=45, wins=2)


@pytest.mark.parametrize("starts", ["first", "", None, 2, ["same"]])
def test_an_unknown_way_to_choose_who_starts_is_refused(starts):
    said = r"^starts: got .*; takes same \| alternate \| loser \| winner"
    with pytest.raises(InputError, match=said):
        exactly(Variant(tiles=2), 2, starts)


@pytest.mark.parametrize("starts", WAYS)
def test_a_game_of_another_kind_may_be_one_players_alone(starts):
    """Here it is one of tiles, so that it is known what it is worth."""
    mine, hers = Variant(tiles=4), Variant(tiles=3)
    expected = match(mine, 2, starts=starts, exact=True, second=hers).first_player_ev
    for one, other in ((Box(mine), hers), (mine, Box(hers))):
        found = match(one, 2, starts=starts, exact=True, second=other)
        assert found.first_player_ev == expected


def test_what_has_to_be_the_same_for_both_is_said():
    said = r"^ties: got 'first', for the second player; takes 'push' as for the first"
    with pytest.raises(RulesError, match=said):
        match(Variant(tiles=3), 2, second=Variant(tiles=3, ties="first"))


def test_rules_that_are_none_of_a_match_are_refused_with_all_faults():
    with pytest.raises(RulesError) as refused:
        exactly(Variant(tiles=2, clack_payout="3/2", immediate_clack=True), 2)
    [payout, at_once] = map(str, refused.value.faults)
    assert payout.startswith("clack_payout: got 3/2; takes 1 ")
    assert at_once.startswith("immediate_clack: got true; takes false ")


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("rules", "number"),
    [({"scoring": "digits"}, 2), ({}, 1000), ({"scoring": "digits", "tiles": 4}, 40)],
)
def test_too_many_totals_are_refused_before_any_is_solved(rules, number):
    parts, said = [], r"^rounds: got .* there are \d+ pairs"
    with watching(parts.append), pytest.raises(GameTooLargeError, match=said):
        exactly(Variant(**rules), number)
    assert parts == [1], "nothing is told before the end"


# The result


def test_a_match_says_what_it_is():
    found = exactly(Variant(tiles=3, dice="2d2", one_die="always"), 2, "same")
    assert (found.variant.tiles, found.rounds, found.to, found.starts) == (
        (1, 2, 3),
        2,
        None,
        "same",
    )
    assert found.favoured == "second"
    assert len(repr(found)) < 200
    assert found == exactly(found.variant, 2, "same") != exactly(found.variant, 2, "loser")
    *_, last = found.to_records()
    ev = found.fractions.first_player_ev
    assert last == {
        "starts": "same",
        "rounds": 2,
        "first_player_ev": str(ev),
        "first_player_ev_percent": float(ev * 100),
        "favoured": "second",
    }


def test_between_bounds_it_says_both():
    found = match(Variant(tiles=3, dice="2d2", one_die="always"), 2, starts="same")
    assert isinstance(found.first_player_ev, Bounds)
    assert [*found.by_rounds] == [1, 2]
    assert found.favoured == "second"
    assert {*found.to_records()[0]} == {
        "starts",
        "rounds",
        "first_player_ev_low",
        "first_player_ev_low_percent",
        "first_player_ev_high",
        "first_player_ev_high_percent",
        "favoured",
    }


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("number", "starts", "ev"),
    [
        (2, "loser", -0.00036953350138836),
        (2, "winner", -0.00035956252649891),
        (3, "alternate", -0.00230483328438653),
    ],
)
def test_the_classic_game_is_what_an_independent_program_found(number, starts, ev):
    found = exactly("classic", number, starts).fractions.first_player_ev
    assert abs(float(found) - ev) < 1e-15
