"""The EV as a function of what a tie pays the first player."""

from fractions import Fraction
from math import inf

import pytest
import sympy
from conftest import ev_at, examples, paying
from drawn import pairs, rule_sets
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from oracle import Tied

from twoplayer import Game, InputError, Variant, ev_by_payout, seats, solve
from twoplayer.errors import RulesError
from twoplayer.game import ev_by_tie
from twoplayer.variant.fields import FIELDS

ANY_BUT_TIES = rule_sets(tuple(n for n in FIELDS if n not in ("tiles", "ties")), most_tiles=3)
PLAIN = rule_sets(tuple(n for n in FIELDS if n not in ("tiles", "ties", "clack_payout")))


@settings(max_examples=examples(80))
@given(ANY_BUT_TIES, st.fractions(-3, 3), st.fractions(-3, 3), st.data())
def test_every_piece_equals_the_definition_at_its_ends_and_between(rules, one, other, data):
    assume(one != other)
    low, high = sorted((one, other))
    ev = ev_by_tie(Variant(**rules), low, high).fractions
    piece = data.draw(st.integers(0, len(ev.lines) - 1))
    ends = ev.breakpoints[piece : piece + 2]
    for tie in (*ends, sum(ends) / 2, data.draw(st.fractions(low, high))):
        assert ev(tie) == Tied(tie, **rules).first_player_ev()
    assert (ev.breakpoints[0], ev.breakpoints[-1]) == (low, high)
    assert all(before != after for before, after in zip(ev.lines, ev.lines[1:], strict=False))


@given(pairs(stakes=("scoring", "clack_payout", "immediate_clack"), most_tiles=3), st.data())
def test_every_piece_equals_the_definition_by_rules_of_his_own_and_of_hers(pair, data):
    mine, hers = pair
    ev = ev_by_tie(Variant(**mine), -2, 2, second=Variant(**hers)).fractions
    piece = data.draw(st.integers(0, len(ev.lines) - 1))
    ends = ev.breakpoints[piece : piece + 2]
    for tie in (*ends, data.draw(st.fractions(*ends))):
        assert ev(tie) == Tied(tie, second=hers, **mine).first_player_ev()


@given(ANY_BUT_TIES)
def test_far_from_0_the_first_and_the_last_line_go_on_for_ever(rules):
    ev = ev_by_tie(Variant(**rules), -sympy.oo, sympy.oo)
    assert (ev.breakpoints[0], ev.breakpoints[-1]) == (-sympy.oo, sympy.oo)
    low, *inner, high = ev.fractions.breakpoints
    assert (low, high) == (-inf, inf)
    for tie in (-(10**30), *inner[:1], *inner[-1:], 10**30):
        assert ev.fractions(tie) == Tied(tie, **rules).first_player_ev()


@settings(max_examples=examples(80))
@given(ANY_BUT_TIES, st.fractions(-3, 3))
def test_a_way_to_settle_ties_that_pays_equals_the_definition(rules, tie):
    oracle = Tied(tie, **rules)
    with paying(tie) as ties:
        solution = solve(Variant(**rules, ties=ties)).fractions
        assert solution.first_player_ev == oracle.first_player_ev()
        assert solution.second_player_values == oracle.second_player_values()
        # Who has to pay as much for a tie as for a loss may choose either, and nothing says which.
        if abs(tie) != 1:
            outcomes = oracle.outcomes()
            assert {name: getattr(solution.outcomes, name) for name in outcomes} == outcomes
        variance = oracle.mean_square() - oracle.first_player_ev() ** 2
        assert solution.fairness().variance == variance
        assert seats(solution.variant, 2).fractions.evs[0] == solution.first_player_ev


@given(ANY_BUT_TIES, st.fractions(-3, 3))
def test_what_a_clack_should_pay_knows_what_a_tie_pays(rules, tie):
    rules = {**rules, "clack_payout": Fraction(1)}
    with paying(tie) as ties:
        ev = ev_by_payout(Variant(**rules, ties=ties), 0, 3).fractions
    for payout in ev.breakpoints:
        assert ev(payout) == Tied(tie, **{**rules, "clack_payout": payout}).first_player_ev()


def test_among_three_players_no_tie_pays():
    with paying(Fraction(1, 2)) as ties, pytest.raises(RulesError, match=r"^ties: got 'pays 1/2'"):
        seats(Variant(ties=ties), 3)


@given(PLAIN)
def test_minus_1_0_and_1_are_the_three_ways_to_settle_ties_where_a_clack_pays_1(rules):
    variant = Variant(**rules)
    ev = ev_by_tie(variant)
    for tie, ties in ((-1, "second"), (0, "push"), (1, "first")):
        assert ev(tie) == ev_at(variant.replace(ties=ties), 1)
        assert ev_by_tie(variant.replace(ties=ties)).lines == ev.lines


@given(ANY_BUT_TIES)
def test_the_slope_is_a_chance(rules):
    lines = ev_by_tie(Variant(**rules)).fractions.lines
    assert all(0 <= slope <= 1 for _, slope in lines)


def test_without_a_range_it_is_from_losing_the_most_to_winning_it():
    for payout, most in ((0, 1), (1, 1), ("5/2", "5/2")):
        ev = ev_by_tie(Variant(tiles=3, clack_payout=payout))
        assert ev.breakpoints[-1] == sympy.Rational(most) == -ev.breakpoints[0]


def test_where_a_tie_is_certain_it_is_the_whole_game():
    assert ev_by_tie(Variant(tiles="20-20")).lines == ((0, 1),)


class TwoCoins:
    """Two coins are tossed, and the most heads win."""

    start = "two"
    highest_wins = True

    def choices(self, state):
        return ["coins"] if state == "two" else []

    def rolls(self, choice):
        return {0: 1, 1: 2, 2: 1}

    def moves(self, state, roll):
        return [roll]

    def score(self, state):
        return state


def test_a_game_of_another_kind_has_ties_as_well():
    game: Game = TwoCoins()
    assert ev_by_tie(game).lines == ((0, sympy.Rational(3, 8)),)
    assert solve(game).first_player_ev == 0


def test_the_function_as_a_sympy_expression():
    ev = ev_by_tie(Variant(tiles=4))
    expression = ev.to_sympy()
    for tie in (-1, ev.breakpoints[1], sympy.Rational(1, 3), 1):
        assert expression.subs("τ", tie) == ev(tie)
    assert expression.subs("τ", 2) is sympy.nan
    assert expression.subs("τ", -2) is sympy.nan


def test_the_pieces_are_records_with_their_ends_and_their_lines():
    records = ev_by_tie(Variant(tiles=3, dice="1d6"), low=-1, high=sympy.oo).to_records()[:1]
    names = ("low", "high", "constant", "slope")
    assert [{n: each[n] for n in names} for each in records] == [
        {"low": "-1", "high": "1", "constant": "0", "slope": "409/1944"}
    ]


@pytest.mark.parametrize(
    ("low", "high", "said"),
    [
        (0.5, 1, "low: got 0.5, a float"),
        (0, "x", "high: got 'x', not an exact number"),
        (1, None, "high: got 1; takes more than 1"),
        (3, "5/2", "high: got 5/2; takes more than 3"),
        (sympy.oo, sympy.oo, "high: got oo; takes more than oo"),
    ],
)
def test_a_bad_interval_is_refused(low, high, said):
    with pytest.raises(InputError, match=f"^{said}"):
        ev_by_tie(Variant(), low, high)


def test_what_a_tie_pays_outside_of_the_function_is_refused():
    ev = ev_by_tie(Variant(tiles=3))
    for tie in (-2, "5/2", 1.5):
        with pytest.raises(InputError, match=r"^tie: got"):
            ev(tie)
