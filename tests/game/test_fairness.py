"""Who wins how often, and what would mend a game."""

from fractions import Fraction
from functools import cache

import pytest
import sympy
from conftest import examples, to_fraction
from drawn import ANY_BUT_THE_PAYOUT, rule_sets
from hypothesis import example, given, settings
from oracle import Oracle, Payoffs

from twoplayer import Variant, solve, variants
from twoplayer.game.players import gain, gain_in_money, in_plain_words, payment
from twoplayer.variant.fields import FIELDS
from twoplayer.variant.tiles import TIES


def test_chances_are_sympy_rationals_in_the_unit_interval():
    outcomes = solve(Variant(tiles=5, ties="second")).outcomes
    for chance in (getattr(outcomes, column.name) for column in outcomes.columns):
        assert isinstance(chance, sympy.Rational)
        assert 0 <= chance <= 1


@given(ANY_BUT_THE_PAYOUT)
def test_where_every_win_pays_one_stake_the_ev_is_a_difference_of_chances(rules):
    solution = solve(Variant(**rules))
    outcomes = solution.outcomes
    paid = outcomes.first_wins - outcomes.second_wins + TIES[rules["ties"]].pays * outcomes.tie
    assert solution.first_player_ev == paid


def test_nobody_ties_where_ties_are_decided():
    for ties in ("first", "second"):
        assert solve(Variant(tiles=6, ties=ties)).outcomes.tie == 0


def test_of_equally_good_plays_the_one_that_wins_more_often_is_meant():
    """A clack that pays nothing is worth no more than a tie, but it is a win."""
    outcomes = solve(Variant(tiles="1,2", dice="1d2", clack_payout=0)).outcomes
    assert (
        to_fraction(outcomes.second_clacks)
        == Oracle(tiles=(1, 2), dice="1d2", clack_payout=Fraction(0)).outcomes()["second_clacks"]
    )
    assert outcomes.second_clacks > 0


def test_where_a_clack_wins_at_once_no_game_has_two():
    at_once = solve(Variant(tiles=4, immediate_clack=True)).outcomes
    assert at_once.clack_pays == at_once.first_clacks + at_once.second_clacks


def test_the_variance_is_that_of_the_stakes_that_change_hands():
    fairness = solve(Variant(tiles=1, dice="1d2", clack_payout=3)).fairness()
    # Each player clacks with chance 1/2, so that a stake of 3 changes hands in half of the games.
    assert fairness.variance == Fraction(9, 2)
    assert fairness.standard_deviation == pytest.approx(4.5**0.5)


@given(rule_sets(tuple(name for name in FIELDS if name != "tiles"), most_tiles=3))
def test_the_variance_equals_the_definition(rules):
    fairness, oracle = solve(Variant(**rules)).fairness().fractions, Oracle(**rules)
    assert fairness.variance == oracle.mean_square() - oracle.first_player_ev() ** 2


@pytest.mark.parametrize("variant", variants("sixteen")[:6], ids=str)
def test_after_the_games_to_notice_the_gain_is_two_standard_deviations(variant):
    fairness = solve(variant).fairness()
    gain, variance = fairness.side_payment, fairness.variance
    assert fairness.games**2 * gain**2 >= 4 * fairness.games * variance
    assert (fairness.games - 1) * gain**2 < 4 * variance


def test_a_gain_without_luck_shows_after_one_game():
    certain = solve(Variant(tiles="1-1", dice="1d1", clack_payout=2, ties="first")).fairness()
    assert (certain.side_payment, certain.variance, certain.games) == (2, 0, 1)


def test_a_fair_game_never_shows_who_gains():
    solution = solve("all-or-nothing")
    fairness = solution.fairness()
    assert (solution.favoured, fairness.side_payment, fairness.games) == ("nobody", 0, None)


class Squared(Oracle):
    """A game in which the mean square of what changes hands is found as the EV is."""

    def second_payoff(self, beat):
        of = super().second_payoff(beat)
        return lambda state: Payoffs((*of(state), self.to_second(beat, state) ** 2))

    def first_payoff(self):
        against = cache(lambda beat: self.second_plays(beat)(self.second.all_tiles))

        def payoff(state):
            value, loses, other_clacks, tie, square = against(self.score(state))
            clack = Fraction(not state)
            return Payoffs((-value, 1 - loses - tie, clack, -other_clacks, tie, square))

        return payoff

    def variance(self):
        ev, *_, square = self.first_plays()(self.all_tiles)
        return square - ev**2


@settings(max_examples=examples(100))
@given(rule_sets(tuple(name for name in FIELDS if name != "tiles"), most_tiles=3))
@example({"tiles": (1, 2), "ties": "first", "clack_payout": Fraction(3)})
@example({"tiles": (1, 2), "ties": "second", "clack_payout": Fraction(3)})
@example({"tiles": (1, 2), "immediate_clack": True, "clack_payout": Fraction(0)})
def test_the_variance_is_that_of_a_literal_recursion(rules):
    assert solve(Variant(**rules)).fractions.fairness().variance == Squared(**rules).variance()


def test_who_gains_and_how_much_is_said_in_words():
    ev = Fraction(-1, 250)
    assert gain(ev) == "the second player gains 0.4000 % of a stake in a game"
    assert gain_in_money(ev) == "the second player gains 40.00 cents in 100 games of 1 dollar"
    assert gain_in_money(Fraction(1, 100)).startswith("the first player gains 1.00 dollars in 100")
    assert in_plain_words(0) == "In plain words: nobody gains: the game is exactly fair."
    assert payment(ev) == "the second player pays the first 0.0040 stakes a game"
