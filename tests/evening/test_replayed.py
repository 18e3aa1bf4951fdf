"""Ties that are played again: fixed points, against the definition and literal long iteration."""

from fractions import Fraction

import pytest
import sympy
from conftest import examples, to_fraction
from drawn import TURN_FIELDS, UNPAID, pairs, rule_sets
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from match_oracle import Wins
from oracle import Tied

from twoplayer import InputError, Variant, match, solve
from twoplayer.errors import RulesError
from twoplayer.evening import replayed
from twoplayer.evening.rounds import STARTS
from twoplayer.game import ev_by_tie
from twoplayer.variant.fields import FIELDS

SMALL = rule_sets(tuple(n for n in FIELDS if n not in ("tiles", "ties")), most_tiles=3)
PLAIN = rule_sets((*TURN_FIELDS, "ties"), most_tiles=2, ties=UNPAID).filter(
    lambda rules: max(rules.get("weights") or (1,)) < 1000  # else ties are as good as certain
)
PLAIN_PAIRS = pairs(stakes=("scoring", "ties"), most_tiles=2, ties=UNPAID).filter(
    lambda pair: all(max(rules.get("weights") or (1,)) < 1000 for rules in pair)
)
WAYS = [("same", False), ("other", False), ("same", True), ("other", True)]


def again(starts, double):
    """What a tie is worth to who started, of what the next game is worth to who starts it."""
    return (1 if starts == "same" else -1) * (2 if double else 1)


def value(variant, starts, double, second=None):
    try:
        return replayed(variant, starts, double, second=second).fractions.first_player_ev
    except RulesError:
        assume(False)


@settings(max_examples=examples(80))
@given(SMALL, st.sampled_from(WAYS))
def test_to_play_again_is_worth_what_the_game_is(rules, way):
    ev = value(Variant(**rules), *way)
    assert ev == Tied(again(*way) * ev, **rules).first_player_ev()


OWN_RULES = pairs(stakes=("scoring", "clack_payout", "immediate_clack"), most_tiles=3)


def following(pair, starts):
    """Whose game is played after a tie: the rules of who starts it, and of the other."""
    return pair if starts == "same" else pair[::-1]


def literal(pair, tie):
    mine, hers = pair
    return Tied(tie, second=hers, **mine).first_player_ev()


@settings(max_examples=examples(60))
@given(OWN_RULES, st.sampled_from(WAYS))
def test_by_rules_of_their_own_a_tie_is_worth_what_the_game_is_that_follows(pair, way):
    then = following(pair, way[0])
    ev, after = (
        value(Variant(**mine), *way, second=Variant(**hers)) for mine, hers in (pair, then)
    )
    assert ev == literal(pair, again(*way) * after)
    assert after == literal(then, again(*way) * ev)


@pytest.mark.dear
@settings(max_examples=examples(40))
@given(OWN_RULES, st.sampled_from(WAYS))
def test_by_rules_of_their_own_too_more_ties_come_ever_nearer(pair, way):
    mine, hers = pair
    ev, after = value(Variant(**mine), *way, second=Variant(**hers)), Fraction(0)
    off = abs(ev)
    for _ in range(3):
        next_one = literal(following(pair, way[0]), again(*way) * after)
        after = literal(pair, again(*way) * next_one)
        assert abs(after - ev) < off or off == 0
        off = abs(after - ev)


@given(SMALL, st.sampled_from(WAYS))
def test_rules_that_mean_the_same_make_no_difference(rules, way):
    variant = Variant(**{**rules, "max_tiles": None})
    same = variant.replace(max_tiles=len(variant.tiles))
    assert value(variant, *way) == value(variant, *way, second=same)


@settings(max_examples=examples(60))
@given(SMALL, st.sampled_from(WAYS))
def test_games_that_end_after_ever_more_ties_come_ever_nearer(rules, way):
    ev, after = value(Variant(**rules), *way), Fraction(0)
    off = abs(ev)
    for _ in range(4):
        after = Tied(again(*way) * after, **rules).first_player_ev()
        assert abs(after - ev) < off or off == 0
        off = abs(after - ev)


@pytest.mark.dear
@settings(max_examples=examples(40))
@given(SMALL, st.sampled_from(["same", "other"]))
def test_it_lies_between_games_that_one_or_the_other_wins_after_many_ties(rules, starts):
    ev = value(Variant(**rules), starts, double=False)
    most = max(Fraction(1), rules["clack_payout"])
    low, high = -most, most
    for _ in range(4):
        ends = sorted(again(starts, False) * end for end in (low, high))
        low, high = (Tied(end, **rules).first_player_ev() for end in ends)
        assert low <= ev <= high
    assert high - low < 2 * most


@given(SMALL, st.sampled_from(WAYS))
def test_it_is_where_the_function_meets_the_line(rules, way):
    variant = Variant(**rules)
    ev = value(variant, *way)
    far = 3 * max(abs(ev), 1)
    assert ev_by_tie(variant, -far, far).fractions(again(*way) * ev) == ev


def test_what_ties_are_far_from_what_the_game_is_worth_makes_no_difference():
    """Two coins: where a tie pays more than a stake it is likelier than a half."""
    coins = Variant(tiles=2, dice="2d2", one_die="always")
    assert ev_by_tie(coins, -3, -1).lines[0][1] > sympy.Rational(1, 2)
    assert replayed(coins, double=True).first_player_ev == sympy.Rational(-1, 3)


def test_how_ties_are_settled_makes_no_difference():
    for starts, double in WAYS:
        each = [replayed(Variant(tiles=4, ties=t), starts, double) for t in FIELDS["ties"].examples]
        assert len({found.first_player_ev for found in each}) == 1


def test_where_there_are_no_ties_it_is_the_game():
    variant = Variant(tiles="1-1", dice="1d2", immediate_clack=True, ties="first")
    lone = Variant(tiles="1-1", dice="1d1", immediate_clack=True)
    assert replayed(lone).first_player_ev == solve(lone).first_player_ev == 1
    assert replayed(variant).first_player_ev != solve(variant).first_player_ev


@pytest.mark.parametrize("starts", ["same", "other"])
def test_where_a_tie_is_certain_the_game_never_ends(starts):
    with pytest.raises(RulesError, match=r"^tiles: a tie may be certain, so the game might never"):
        replayed(Variant(tiles="20-20"), starts)


def test_where_half_the_games_are_tied_doubling_has_no_value():
    """A coin for each: who has the 1 covered wins, and half of the games are tied."""
    coin = Variant(tiles="1-1", dice="1d2")
    assert ev_by_tie(coin).lines == ((0, Fraction(1, 2)),)
    assert replayed(coin, "other").first_player_ev == 0
    with pytest.raises(RulesError, match=r"^double: got True, .* 50.00 %.*; takes False$"):
        replayed(coin, double=True)
    with pytest.raises(RulesError, match=r"^double"):
        replayed(Variant(scoring="shut"), "other", double=True)


@pytest.mark.parametrize(
    ("starts", "double", "said"),
    [("alternate", False, "starts: got 'alternate'; takes same | other"), ("same", 2, "double: ")],
)
def test_what_is_asked_wrongly_is_refused(starts, double, said):
    with pytest.raises(InputError) as caught:
        replayed(Variant(tiles=2), starts, double)
    assert str(caught.value).startswith(said)


def test_of_two_games_it_matters_how_likely_a_tie_is_in_both():
    """With a half in one of them the stakes may double, if the other is tied more rarely."""
    one, child = Variant(tiles="1-1", dice="2d2", one_die="always"), Variant(tiles=2, dice="2d2")
    for first, second, most in ((one, child, "3/8"), (child, one, "1/2")):
        lines = ev_by_tie(first, -2, 2, second=second).fractions.lines
        assert max(slope for _, slope in lines) == Fraction(most)
    assert replayed(one, "other", double=True, second=child).first_player_ev == Fraction(1, 2)
    said = r"^double: got True, where ties may have chances of 50.00 % and 62.50 %, by who starts"
    with pytest.raises(RulesError, match=said):
        replayed(one, "other", double=True, second=Variant(tiles="1,3", dice="2d2"))


def test_by_whose_rules_a_game_is_played_again():
    mine, hers = Variant(tiles=4), Variant(tiles=3)
    found = replayed(mine, second=hers)
    assert (found.variant, found.second_variant) == (mine, hers)
    assert found != replayed(mine)
    assert "second_variant=Variant(tiles='1-3')" in repr(found)
    with pytest.raises(InputError, match=r"^clack_payout: got '2', for the second player; takes"):
        replayed(mine, second=hers.replace(clack_payout=2))


def test_a_game_played_again_says_what_it_is():
    found = replayed(Variant(tiles=4), "other", double=True)
    assert found == replayed(found.variant, "other", double=True) != replayed(found.variant)
    ev = found.fractions.first_player_ev
    assert found.to_records() == [
        {
            "starts": "other",
            "double": True,
            "first_player_ev": str(ev),
            "first_player_ev_percent": float(100 * ev),
            "favoured": "second",
        }
    ]
    assert "the other player starts, for double the stake" in found._repr_html_()


# A number of wins


MOST_TIES = Fraction(19, 20)
"""With more ties than this the definition takes minutes, since it plays until somebody has won."""


def assume_decided(*games):
    """Leave out games that are almost always tied."""
    for first, second in games:
        assume(solve(first, second=second).outcomes.fractions.tie <= MOST_TIES)


@pytest.mark.dear
@settings(max_examples=examples(48))
@given(PLAIN, st.sampled_from([*STARTS]), st.integers(1, 3))
def test_the_bounds_hold_what_the_definition_of_wins_converges_to(rules, starts, wins):
    value(Variant(**rules), "same", double=False)
    assume_decided((Variant(**rules), None))
    low, high = match(Variant(**rules), wins=wins, starts=starts).fractions.first_player_ev
    literal = Fraction(Wins(starts, **rules).ev(wins))
    assert low - Fraction(1, 10**12) <= literal <= high + Fraction(1, 10**12)
    assert 0 <= high - low <= Fraction(1, 10**9)


@pytest.mark.dear
@settings(max_examples=examples(24))
@given(PLAIN_PAIRS, st.sampled_from([*STARTS]), st.integers(1, 2))
def test_by_rules_of_their_own_the_bounds_of_wins_hold_as_well(pair, starts, wins):
    mine, hers = (Variant(**rules) for rules in pair)
    value(mine, "other", double=False, second=hers)
    assume_decided((mine, hers), (hers, mine))
    low, high = match(mine, wins=wins, starts=starts, second=hers).fractions.first_player_ev
    literal = Fraction(Wins(starts, pair[1], **pair[0]).ev(wins))
    assert low - Fraction(1, 10**12) <= literal <= high + Fraction(1, 10**12)
    assert 0 <= high - low <= Fraction(1, 10**9)


@given(PLAIN_PAIRS, st.sampled_from([*STARTS]))
def test_by_rules_of_their_own_one_win_is_a_game_whose_ties_are_played_again(pair, starts):
    mine, hers = (Variant(**rules) for rules in pair)
    again = "other" if starts == "alternate" else "same"
    ev = value(mine, again, double=False, second=hers)
    low, high = match(mine, wins=1, starts=starts, second=hers).fractions.first_player_ev
    assert low <= ev <= high


@pytest.mark.dear
@given(PLAIN, st.sampled_from([*STARTS]))
def test_one_win_is_a_game_whose_ties_are_played_again(rules, starts):
    ev = value(Variant(**rules), "other" if starts == "alternate" else "same", double=False)
    low, high = match(Variant(**rules), wins=1, starts=starts).fractions.first_player_ev
    assert low <= ev <= high


@pytest.mark.dear
def test_the_loser_of_a_game_starting_evens_out_what_the_same_player_would_lose():
    evs = {way: match("classic", wins=2, starts=way).fractions.middle for way in STARTS}
    assert evs["same"] < evs["loser"] < evs["alternate"] < 0


@pytest.mark.parametrize("wins", [0, 51, 2.0, "2", True])
def test_what_is_no_number_of_wins_is_refused(wins):
    with pytest.raises(InputError, match=r"^wins: got .*; takes a whole number, 1 to 50"):
        match(Variant(tiles=2), wins=wins)


def test_wins_are_not_exact_and_end():
    with pytest.raises(InputError, match=r"^exact: got True, .*; takes False for a number of wins"):
        match(Variant(tiles=2), wins=2, exact=True)
    with pytest.raises(InputError, match=r"^wins: got 2, where a tie is so near to certain"):
        match(Variant(tiles="20-20"), wins=2)
    with pytest.raises(RulesError, match=r"^clack_payout: got 2; takes 1 in a match"):
        match(Variant(clack_payout=2), wins=2)


def test_a_number_of_wins_says_what_it_is():
    found = match(Variant(tiles=4), wins=2, starts="loser")
    assert (found.wins, found.rounds, found.to, found.length) == (
        2,
        None,
        None,
        "first to win 2 games",
    )
    assert [*found.to_records()[0]][:2] == ["starts", "wins"]
    assert to_fraction(found.first_player_ev.low) == found.fractions.first_player_ev.low
