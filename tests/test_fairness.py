"""Fairness: who wins how often, what would mend a game, and the payout that makes it fair."""

import json
import re
import shlex
from fractions import Fraction

import pytest
import sympy
from click.testing import CliRunner
from conftest import to_fraction
from drawn import rule_sets
from hypothesis import assume, given
from hypothesis import strategies as st
from oracle import Oracle

from twoplayer import InputError, Variant, solve, variants
from twoplayer.cli import main
from twoplayer.game.fairness import fairness_of
from twoplayer.payout import fair_payouts as fair_payouts_module
from twoplayer.payout.curve import sure_sign
from twoplayer.payout.fair_payouts import fair_payouts
from twoplayer.payout.function import ev_by_payout
from twoplayer.payout.lines import Line, Span
from twoplayer.variant.fields import FIELDS
from twoplayer.variant.registry import single

ANY = rule_sets(tuple(name for name in FIELDS if name not in ("tiles", "clack_payout")))
"""Rules of all kinds, but with the payout left open."""


def ev_at(variant, payout):
    return solve(variant.replace(clack_payout=payout)).first_player_ev


# Who wins how often


def test_chances_are_sympy_rationals_in_the_unit_interval():
    outcomes = solve(Variant(tiles=5, ties="second")).outcomes
    for chance in vars(outcomes).values():
        assert isinstance(chance, sympy.Rational)
        assert 0 <= chance <= 1


@given(ANY)
def test_where_every_win_pays_one_stake_the_ev_is_a_difference_of_chances(rules):
    solution = solve(Variant(**rules))
    outcomes = solution.outcomes
    assert solution.first_player_ev == outcomes.first_wins - outcomes.second_wins


def test_nobody_ties_where_ties_are_decided():
    for ties in ("first", "second"):
        assert solve(Variant(tiles=6, ties=ties)).outcomes.tie == 0


def test_of_equally_good_plays_the_one_that_wins_more_often_is_meant():
    """A clack that pays nothing is worth no more than a tie, but it is a win."""
    outcomes = solve(Variant(tiles="1,2", dice="1d2", clack_payout=0)).outcomes
    assert (
        to_fraction(outcomes.second_clacks)
        == Oracle((1, 2), "1d2", clack_payout=Fraction(0)).outcomes()["second_clacks"]
    )
    assert outcomes.second_clacks > 0


def test_where_a_clack_wins_at_once_no_game_has_two():
    at_once = solve(Variant(tiles=4, immediate_clack=True)).outcomes
    assert at_once.clack_pays == at_once.first_clacks + at_once.second_clacks


# At a glance


def test_the_variance_is_that_of_the_stakes_that_change_hands():
    fairness = fairness_of(Variant(tiles=1, dice="1d2", clack_payout=3))
    # Each player clacks with chance 1/2, so that a stake of 3 changes hands in half of the games.
    assert fairness.variance == Fraction(9, 2)
    assert fairness.standard_deviation == pytest.approx(4.5**0.5)


@pytest.mark.parametrize("variant", variants("sixteen")[:6], ids=str)
def test_after_the_games_to_notice_the_gain_is_two_standard_deviations(variant):
    fairness = fairness_of(variant)
    gain, variance = fairness.side_payment, fairness.variance
    assert fairness.games**2 * gain**2 >= 4 * fairness.games * variance
    assert (fairness.games - 1) * gain**2 < 4 * variance


def test_a_gain_without_luck_shows_after_one_game():
    certain = fairness_of(Variant(tiles="1-1", dice="1d1", clack_payout=2, ties="first"))
    assert (certain.side_payment, certain.variance, certain.games) == (2, 0, 1)


def test_a_fair_game_never_shows_who_gains():
    fairness = fairness_of("all-or-nothing")
    assert (fairness.favoured, fairness.side_payment, fairness.games) == ("nobody", 0, None)


# The EV as a function of the payout


@given(ANY, st.fractions(0, 6), st.fractions(0, 6), st.data())
def test_every_piece_equals_the_solver_at_its_ends_and_between(rules, one, other, data):
    assume(one != other)
    variant, low, high = Variant(**rules), *sorted((one, other))
    ev = ev_by_payout(variant, low, high)
    piece = data.draw(st.integers(0, len(ev.lines) - 1))
    ends = ev.breakpoints[piece : piece + 2]
    anywhere = data.draw(st.fractions(low, high))
    for payout in (*ends, sum(ends) / 2, anywhere):
        assert ev(payout) == ev_at(variant, payout)
    assert ev.breakpoints[0] == low
    assert ev.breakpoints[-1] == high
    assert all(before != after for before, after in zip(ev.lines, ev.lines[1:], strict=False))


@given(rule_sets(("dice", "scoring", "immediate_clack", "ties")))
def test_the_whole_function_equals_the_oracle_on_a_fine_grid(rules):
    assume(len(rules["tiles"]) <= 3)
    ev = ev_by_payout(Variant(**rules), 0, 4)
    for step in range(41):
        payout = Fraction(step, 10)
        assert to_fraction(ev(payout)) == Oracle(**rules, clack_payout=payout).first_player_ev()


@given(ANY)
def test_beyond_the_last_breakpoint_the_line_goes_on_for_ever(rules):
    variant = Variant(**rules)
    ev = ev_by_payout(variant)
    assert ev.breakpoints[-1] == sympy.oo
    for payout in (ev.breakpoints[-2], ev.breakpoints[-2] + 1, 10**30):
        assert ev(payout) == ev_at(variant, payout)


def test_a_short_range_of_payouts_has_dozens_of_pieces():
    variant = Variant(immediate_clack=True)
    ev = ev_by_payout(variant, Fraction(9, 10), Fraction(6, 5))
    assert len(ev.lines) == 75
    assert max(slope for _, slope in ev.lines) <= sympy.Rational(466473281, 6530347008)
    for low, high in zip(ev.breakpoints[:5], ev.breakpoints[1:], strict=False):
        assert ev(low) == ev_at(variant, low)
        assert ev((low + high) / 2) == ev_at(variant, (low + high) / 2)


def test_the_function_as_a_sympy_expression():
    ev = ev_by_payout(Variant(tiles=5, immediate_clack=True), 0, 4)
    expression = ev.to_sympy()
    assert isinstance(expression, sympy.Piecewise)
    for payout in (0, ev.breakpoints[1], sympy.Rational(7, 3), 4):
        assert expression.subs("p", payout) == ev(payout)
    assert expression.subs("p", 5) is sympy.nan
    above_one = ev_by_payout(ev.variant, 1, 4).to_sympy()
    assert above_one.subs("p", 0) is sympy.nan
    assert above_one.subs("p", 1) == ev(1)


def test_progress_adds_up_to_one():
    parts = []
    ev_by_payout(Variant(tiles=6), 0, 4, parts.append)
    assert sum(parts) == pytest.approx(1)
    parts.clear()
    assert fair_payouts(Variant(tiles=6, immediate_clack=True), 0, 4, parts.append)
    assert sum(parts) == pytest.approx(1)
    parts.clear()
    assert not fair_payouts(Variant(tiles=6), 0, 4, parts.append)
    assert sum(parts) == pytest.approx(1)


@pytest.mark.parametrize(
    ("low", "high"), [(9, 9 + Fraction(1, 10**18)), (10**20, None), (10**20, 10**20 + 1)]
)
def test_progress_is_told_in_the_shortest_and_farthest_ranges_too(low, high):
    variant = Variant(
        tiles="2", dice="2d4", one_die="forced sum <= 9", moves="dice-or-sum", ties="second"
    )
    for function in (ev_by_payout, fair_payouts):
        parts = []
        function(variant, low, high, parts.append)
        assert sum(parts) == pytest.approx(1)
    assert fair_payouts(Variant(tiles=5), 71 + low, high and 71 + high) == (
        (71 + low, sympy.oo if high is None else 71 + high),
    )


# The payouts that make a game fair


@given(ANY, st.fractions(0, 3), st.fractions(3, 9).filter(lambda high: high > 3))
def test_fair_payouts_are_all_zeros_of_the_function(rules, low, high):
    variant = Variant(**rules)
    ev = ev_by_payout(variant, low, high)
    points, intervals = set(), []
    for (start, end), (constant, slope) in zip(
        zip(ev.breakpoints, ev.breakpoints[1:], strict=False), ev.lines, strict=True
    ):
        if not constant and not slope:
            intervals.append((start, end))
        elif slope and start <= -constant / slope <= end:
            points.add(-constant / slope)
    alone = {p for p in points if not any(a <= p <= b for a, b in intervals)}
    found = fair_payouts(variant, low, high)
    assert [each for each in found if isinstance(each, tuple)] == intervals
    assert {each for each in found if not isinstance(each, tuple)} == alone


@given(ANY, st.fractions(0, 9), st.fractions(0, 9), st.data())
def test_a_sure_sign_holds_from_end_to_end(rules, one, other, data):
    assume(one != other)
    variant, low, high = Variant(**rules), *sorted((one, other))
    end = data.draw(st.sampled_from([high, None]))
    sign = sure_sign(variant, low, end)
    anywhere = data.draw(st.fractions(low, high if end else 10**9))
    for payout in (low, high, anywhere):
        assert sign * ev_at(variant, payout) > 0 or sign == 0


def test_signs_are_sure_in_wide_ranges():
    assert sure_sign(Variant(), Fraction(0), Fraction(1, 2)) == -1
    assert sure_sign(Variant(immediate_clack=True), Fraction(2), Fraction(4)) == 1
    assert sure_sign(Variant(tiles=6, ties="first"), Fraction(1), None) == 1
    assert sure_sign(Variant(immediate_clack=True), Fraction(0), Fraction(4)) == 0


@pytest.mark.parametrize("one_die", ["never", "always", "max <= 6", "sum <= 6"])
def test_a_clack_at_once_can_be_made_exactly_fair(one_die):
    variant = Variant(one_die=one_die, immediate_clack=True)
    [payout] = fair_payouts(variant, 0, 4)
    assert isinstance(payout, sympy.Rational)
    assert ev_at(variant, payout) == 0


def test_ten_tiles_can_be_made_exactly_fair():
    variant = Variant(tiles=10, immediate_clack=True)
    [payout] = fair_payouts(variant, 0, 4)
    assert ev_at(variant, payout) == 0


def test_the_classic_game_is_fair_at_no_payout():
    assert fair_payouts(Variant(), 0, 4) == ()


def test_a_game_that_is_fair_at_every_payout_gives_the_whole_range():
    assert fair_payouts(Variant(tiles="1-1"), 0, 10) == ((0, 10),)
    assert fair_payouts(Variant(tiles="1-1")) == ((0, sympy.oo),)
    assert fair_payouts("all-or-nothing", 1, 2) == ((1, 2),)


def test_a_game_that_is_fair_from_some_payout_on():
    assert fair_payouts(Variant(tiles=5)) == ((sympy.Rational(71, 2), sympy.oo),)


def test_the_digital_game_is_even_between_the_payouts_that_trial_left_open():
    digital = single("ananian")
    [payout] = fair_payouts(digital, 0, 10)
    assert Fraction("3.93") < payout < Fraction("3.94")
    assert ev_at(digital, payout) == 0


@pytest.mark.parametrize(
    ("low", "high", "said"),
    [
        (0.5, 1, "low: got 0.5, a float"),
        (-1, 1, "low: got -1, negative"),
        (0, "x", "high: got 'x', not an exact number"),
        (2, 2, "high: got 2; takes a payout above 2"),
        (3, "5/2", "takes a payout above 3"),
    ],
)
def test_a_bad_interval_is_refused(low, high, said):
    for function in (ev_by_payout, fair_payouts):
        with pytest.raises(InputError, match=said):
            function(Variant(), low, high)


def test_a_payout_outside_of_the_function_is_refused():
    ev = ev_by_payout(Variant(tiles=3), 1, 2)
    for payout in (0, "5/2", 1.5):
        with pytest.raises(InputError, match="payout: got"):
            ev(payout)


def test_a_payout_that_plain_solving_refutes_is_never_returned(monkeypatch):
    wrong = Line(Fraction(-1), Fraction(1))
    spans = [Span(0, Fraction(0), Fraction(4), wrong, wrong)]
    monkeypatch.setattr(fair_payouts_module, "ev_spans", lambda *arguments: spans)
    with pytest.raises(AssertionError, match="is not fair"):
        fair_payouts(Variant(tiles=6, immediate_clack=True), 0, 4)


# The command


def fair(line):
    result = CliRunner().invoke(main, ["fair", *shlex.split(line)])
    assert result.exit_code == 0, result.stderr
    return result.stdout


def test_who_cannot_clack_never_does():
    text = fair("--tiles 7,9 --stop-total 7")
    assert re.findall(r"player clacks +never", text)
    assert fair_payouts(Variant(tiles="7,9", stop_total=7)) == ((0, sympy.oo),)
    assert fair_payouts(Variant(tiles="7,9", stop_total=7, ties="first")) == ()


def test_a_family_is_ranked_the_fairest_first():
    rows = json.loads(fair("sixteen --format json"))
    sizes = [Fraction(row["side_payment"]["exact"]) for row in rows]
    assert sizes == sorted(sizes)
    assert all(Fraction(row["side_payment"]["exact"]) > 0 for row in rows)
    for row in rows[:3]:
        outcomes = solve(Variant(**row["variant"])).outcomes
        assert row["second_clacks"]["exact"] == str(outcomes.second_clacks)
        assert row["games"] == fairness_of(Variant(**row["variant"])).games


def test_one_variant_is_told_in_words():
    text = fair("classic --exact")
    outcomes = solve("classic").outcomes
    assert re.search(rf"first player clacks +7\.12 %  {outcomes.first_clacks}", text)
    assert "the second player pays the first 0.0040 stakes a game" in text
    assert "never, as nobody gains" in fair("all-or-nothing")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (
            "--tiles 5 --payouts 0:",
            "of 0 or more, the game is exactly fair with these and no other",
        ),
        ("--tiles 5 --payouts 0:", "every payout from 71/2 up"),
        ("--tiles 5 --payouts 0:50", "every payout from 71/2 to 50"),
        ("--tiles 5 --payouts 0:9", "No clack payout from 0 to 9 makes this game fair."),
        ("sixteen --one-die never --immediate-clack --payouts 0:2", "0.9278 (158684"),
        ("--tiles 5 --payouts 0:50 --format csv", "lowest,highest,about"),
        ("--tiles 5 --payouts 0:9 --format latex", "% none"),
    ],
)
def test_the_fair_payouts_are_told(line, said):
    assert said in fair(line)


@pytest.mark.parametrize("payouts", ["5", "5:1", "a:1", "0:1:2", "-1:2", "0:nan"])
def test_a_bad_range_names_the_option(payouts):
    result = CliRunner().invoke(main, ["fair", "--payouts", payouts])
    assert result.exit_code == 2
    assert result.stderr.startswith(f"Error: --payouts: got '{payouts}'")
