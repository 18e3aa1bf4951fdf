"""Verdicts: what is right, in which words, and what chance explains of a simulated number."""

import json
from fractions import Fraction

import pytest
from conftest import run
from sympy import Rational

from twoplayer import InputError, Variant, check, solve
from twoplayer.claims.quantity import QUANTITIES

CLASSIC = Fraction(-668351559599495, 166583718925369344)


def test_a_verdict_has_the_exact_value_and_the_claim_as_it_was_written():
    verdict = check("-0.4012%")
    assert (verdict.right, verdict.claim, verdict.of) == (True, "-0.4012 %", "ev")
    assert verdict.exact == Rational(-668351559599495, 166583718925369344)
    assert isinstance(verdict.fractions.exact, Fraction)


@pytest.mark.parametrize(
    "claim", [CLASSIC, str(CLASSIC), Rational(CLASSIC.numerator, CLASSIC.denominator)]
)
def test_a_number_may_be_given_as_a_number(claim):
    assert check(claim).right
    assert not check(-claim if not isinstance(claim, str) else claim.removeprefix("-")).right


def test_fair_as_rounded_is_right_and_said_not_to_be_exactly_fair():
    said = check("0 %").says
    assert said.startswith("right, rounded")
    assert said.endswith("It is not exactly fair: that is so as rounded alone.")
    assert "not exactly fair" not in check("0", Variant(tiles=2, dice="2d2")).says


@pytest.mark.parametrize("of", [name for name in QUANTITIES if name not in ("payout",)])
def test_every_quantity_is_right_as_it_is_and_wrong_beside_it(of):
    more = {"score_to_beat": 10} if of == "value" else {}
    exact = check("1", "classic", of=of, **more).fractions.exact
    assert check(str(exact), "classic", of=of, **more).right
    assert not check(str(exact + Fraction(1, 10**9)), "classic", of=of, **more).right


@pytest.mark.dear
def test_a_payout_is_right_where_it_makes_the_game_fair():
    low = check("35.5", Variant(tiles=5), of="payout")
    assert low.right
    assert check("71/2", Variant(tiles=5), of="payout").right, "exactly the lowest"
    assert not check("3549/100", Variant(tiles=5), of="payout").right
    assert check("99", Variant(tiles=5), of="payout").right
    wrong = check("35", Variant(tiles=5), of="payout")
    assert (wrong.right, wrong.exact) == (False, Rational(71, 2))
    none = check("4", "classic", of="payout")
    assert (none.right, none.exact) == (False, None)
    assert "no clack payout makes the game fair" in none.says


@pytest.mark.parametrize("of", ["restarts", "foresight", "payout"])
def test_what_is_defined_for_the_best_play_alone_takes_no_strategy(of):
    with pytest.raises(InputError, match=rf"^first_strategy: got .*, where {of} is claimed"):
        check("1/2", Variant(tiles=4), of=of, first_strategy="largest-first")


def test_only_a_payout_that_is_not_whole_is_said_in_decimals_as_well():
    soon = {"immediate_clack": True, "ties": "second"}
    whole = Variant(tiles=3, dice="1d3", scoring="shut", **soon)
    half = Variant(tiles="2-3", dice="2d2", **soon)
    assert check("3", whole, of="payout").says.endswith("fair are 4 stakes")
    assert check("3", half, of="payout").says.endswith("fair are 7/2 stakes (about 3.5000)")


def test_the_second_players_own_rules_count():
    exact = solve("classic", second="ten").first_player_ev
    assert check(str(exact), "classic", second="ten").right


def test_a_simulated_number_is_right_within_three_standard_deviations():
    # σ² is p(1 − p), and so 9·p(1 − p)/N is the square of the largest difference.
    p = check("1", of="clack").fractions.exact
    games = 10_000
    widest = (9 * p * (1 - p) / games) ** Fraction(1, 2)
    for part, right in ((0.999, True), (1.001, False)):
        for sign in (1, -1):
            claim = Fraction(p + sign * Fraction(widest) * Fraction(part))
            assert check(claim, of="clack", games=games).right is right


@pytest.mark.parametrize("of", ["ev", "second_ev", "first_wins"])
def test_the_variance_of_one_game_is_exact(of):
    verdict = check("0.1", of=of, games=100)
    chance = verdict.fractions.exact
    of_an_event = chance * (1 - chance)
    of_the_game = solve("classic").fairness().fractions.variance
    assert verdict.by_chance.variance == (of_an_event if of == "first_wins" else of_the_game)


def test_what_is_no_mean_of_games_is_not_simulated():
    for of in ("payout", "restarts"):
        with pytest.raises(InputError, match=r"^games: got 9, where"):
            check("1", of=of, games=9)


def test_a_verdict_is_a_row_like_any_other():
    row = json.loads(run("check -0.36% --tiles 5 --format json").stdout)
    assert (row["of"], row["claim"], row["right"]) == ("ev", "-0.36 %", False)
    assert row["exact"]["exact"] == str(solve(Variant(tiles=5)).first_player_ev)
    assert row["variant"]["tiles"] == "1-5"
    chosen = run("check -0.36% --tiles 5 --where right=yes --format csv")
    assert chosen.stdout.count("\n") == 1
