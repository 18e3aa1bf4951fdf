"""A box with a rule of one's own: it is worth what its variant is, but for what it says itself."""

from fractions import Fraction

import numpy as np
import pytest
from drawn import rule_sets
from hypothesis import given

from twoplayer import Box, InputError, Variant, match, seats, simulate, solve
from twoplayer.errors import GameTooLargeError
from twoplayer.variant.fields import FIELDS

RULES = [
    Variant(tiles=5),
    Variant(tiles=6, one_die="sum <= 6", opening_tile=2, max_tiles=2, stop_total=7),
    Variant(tiles="1,2,5,30", weights="1,1,1,1,1,2"),
    Variant(tiles=4, moves="exact", immediate_clack=True, clack_payout="3/2"),
    Variant(tiles=5, scoring="digits", ties="first", one_die="forced max <= 3"),
    Variant(tiles=5, dice="3d4", scoring="count"),
]


@pytest.mark.parametrize("variant", RULES)
def test_a_box_by_itself_is_worth_what_its_variant_is(variant):
    box, known = solve(Box(variant)).fractions, solve(variant).fractions
    assert box.first_player_ev == known.first_player_ev
    for score, value in box.second_player_values.items():
        assert value == known.second_player_values[score]
    assert box.outcomes.first_clacks == known.outcomes.first_clacks


@given(rule_sets([name for name in FIELDS if name != "tiles"], most_tiles=3))
def test_whatever_the_rules_are(rules):
    variant = Variant(**rules)
    assert solve(Box(variant)).fractions.first_player_ev == (
        solve(variant).fractions.first_player_ev
    )


def test_seats_and_matches_are_those_of_the_variant():
    variant = Variant(tiles=4)
    assert seats(Box(variant), 3).evs == seats(variant, 3).evs
    ours, theirs = (match(each, 2, exact=True) for each in (Box(variant), variant))
    assert ours.first_player_ev == theirs.first_player_ev


class Pairs(Box):
    """Each die covers its own tile, both or one of them, as each is open."""

    def covers(self, open_tiles, roll):
        shown = [die for die in dict.fromkeys(roll) if die in open_tiles]
        return (some for some in ([*shown], *([die] for die in shown)) if some)


def test_a_covering_is_asked_once_for_each_set_and_roll_with_the_dice_as_a_tuple():
    asked = []

    class Asked(Box):
        def covers(self, open_tiles, roll):
            asked.append((open_tiles, roll))
            return super().covers(open_tiles, roll)

    solve(Asked(Variant(tiles=3, one_die="always")))
    assert len(asked) == len(set(asked))
    rolls = {(a,) for a in range(1, 7)} | {(a, b) for b in range(1, 7) for a in range(1, b + 1)}
    assert {roll for _, roll in asked} == rolls
    assert {tiles for tiles, _ in asked} <= {(1,), (2,), (3,), (1, 2), (1, 3), (2, 3), (1, 2, 3)}


def test_a_covering_of_ones_own_is_valued_exactly():
    one = solve(Pairs(Variant(tiles="1-1"))).fractions
    clack = Fraction(11, 36)
    assert one.outcomes.first_clacks == clack
    assert one.first_player_ev == 0
    assert solve(Pairs(Variant(tiles=2))).optimal_moves((1, 2), (1, 2)).keys() == {()}


@pytest.mark.parametrize(
    ("limit", "roll", "left"),
    [
        ({}, (1, 2), {(), (1,), (2,)}),
        ({"max_tiles": 1}, (1, 2), {(1,), (2,)}),
        ({"opening_tile": 2}, (1, 2), {(), (1,)}),
        ({"opening_tile": 2}, (1, 1), set()),
        ({"stop_total": 3}, (1, 2), set()),
    ],
)
def test_the_limits_of_the_variant_hold_on_top_of_a_covering(limit, roll, left):
    assert {*solve(Pairs(Variant(tiles=2, **limit))).moves((1, 2), roll)} == left


def test_a_score_and_an_end_of_ones_own_are_what_counts():
    class Penalty(Box):
        def score(self, open_tiles):
            return super().score(open_tiles) + 10 * (1 in open_tiles)

    class NearlyShut(Box):
        def ends(self, open_tiles):
            return len(open_tiles) < 2

    assert 1 not in solve(Penalty(Variant(tiles=3))).second_player_values
    assert 11 in solve(Penalty(Variant(tiles=3))).second_player_values
    turn = solve(NearlyShut(Variant(tiles=3))).play()
    assert turn.at((2,)).optimal_dice() == ()
    assert turn.at((1, 3)).optimal_dice() == (2,)
    assert simulate(NearlyShut(Variant(tiles=3)), 200, 1)[0].agrees


@pytest.mark.parametrize("answer", [None, 3, [3], [[9]], [[]], [{1}, {4}]])
def test_a_covering_that_is_none_names_where_it_was_asked(answer):
    class Wrong(Box):
        def covers(self, open_tiles, roll):
            return answer

    said = r"^covers: got .*, with 1,2,3 open after roll 1,1; takes sets of open tiles$"
    with pytest.raises(InputError, match=said):
        solve(Wrong(Variant(tiles=3)))


@pytest.mark.parametrize(
    ("answer", "got", "why"),
    [
        ({(2,): 0.9}, r"{\(2,\): 0.9}", "a mapping"),
        ([{2: 0.9}], "{2: 0.9}", "a mapping"),
        ({(2,): 1}.items(), "dict_items", "a mapping"),
        ("2", "'2'", "text"),
        (["2"], "'2'", "text"),
        ([b"\x02"], "b'.x02'", "bytes"),
        ([(2.0,)], r"\(2.0,\)", "2.0 is no whole number"),
        ([{2}, (2, 2)], r"\(2, 2\)", "a tile twice"),
        ([[True]], r"\(True,\)", "True is a flag, no tile"),
        ([[False, True, False]], r"\(False, True, False\)", "False is a flag, no tile"),
        ([((2,), 1)], r"\(\(2,\), 1\)", r"\(2,\) is no tile"),
    ],
)
def test_a_covering_that_would_be_read_as_another_is_refused_with_the_reason(answer, got, why):
    """Python would take True for the tile 1, and a dict for the list of its keys."""

    class Wrong(Box):
        def covers(self, open_tiles, roll):
            return answer

    said = rf"^covers: got {got}.*, with 1,2,3 open after roll 1,1: {why}; takes sets of open"
    with pytest.raises(InputError, match=said):
        solve(Wrong(Variant(tiles=3)))


@pytest.mark.parametrize("form", [tuple, list, set, frozenset, iter, np.array])
def test_a_covering_may_be_answered_in_any_form(form):
    class Same(Box):
        def covers(self, open_tiles, roll):
            return (form([*tiles]) for tiles in super().covers(open_tiles, roll))

    rules = Variant(tiles=3)
    assert solve(Same(rules)).first_player_ev == solve(rules).first_player_ev


@pytest.mark.parametrize("answer", [None, 0, "no", str.isdigit, [True]])
def test_an_end_is_true_or_false(answer):
    class Ends(Box):
        def ends(self, open_tiles):
            return answer

    said = r"^ends: got .*, with 1,2,3 open; takes True or False$"
    with pytest.raises(InputError, match=said):
        solve(Ends(Variant(tiles=3)))


def test_what_is_no_variant_or_has_too_many_rolls_is_refused():
    with pytest.raises(InputError, match=r"^variant: got 5"):
        Box(5)
    with pytest.raises(GameTooLargeError, match="6d100 fall in more than 8192 ways"):
        solve(Box(Variant(tiles=3, dice="6d100")))


def test_a_box_shows_its_rules_and_which_are_its_own():
    class Penalty(Box):
        def score(self, open_tiles):
            return super().score(open_tiles) + 1

    assert str(Box("ten")) == f"Box\n\n{Variant(tiles=10).called('ten')}"
    assert str(Penalty("ten")).startswith("Penalty, which has its own score\n\nShut the Box: ")
