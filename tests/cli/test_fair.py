"""The command about fairness."""

import json
import re
import shlex
from fractions import Fraction

import pytest
import sympy
from click.testing import CliRunner
from conftest import run

from twoplayer import Variant, matchup, solve
from twoplayer.cli import main
from twoplayer.payout.fair_payouts import fair_payouts


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
        assert row["games"] == solve(Variant(**row["variant"])).fairness().games


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
        (
            "--tiles 5 --payouts 0:50 --format csv",
            "clack_payout_low,clack_payout_low_approx,clack_payout_high,clack_payout_high_approx",
        ),
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


def test_people_play_as_they_do():
    text = fair("--tiles 6 --first largest-first")
    played = matchup(Variant(tiles=6), "largest-first")
    assert f"{played.first_player_ev} stakes" in text
    assert "what the seat is worth" in text
    assert "first's play       costs" in text
    assert "times what the seat is" in text
    alike = fair("--tiles 6 --first random --second random")
    assert "the game is exactly fair" in alike
    assert fair("--tiles 6 --first optimal --second optimal") == fair("--tiles 6")


def test_a_game_that_a_strategy_does_not_go_with_is_left_out_of_a_sweep():
    result = run("fair digital classic --tiles 5 --first highest-score-left")
    assert result.exit_code == 0
    assert "digital" in result.stdout
    assert "classic" not in result.stdout.splitlines()[-1]
    assert result.stderr.startswith("classic is left out. scoring: got 'sum'")
    assert run("fair classic --first highest-score-left").exit_code == 2
    assert run("fair sixteen --first nonsense").stderr.count("\n") == 1
    assert run("fair classic two-to-go --first highest-score-left").exit_code == 2


def test_several_games_between_people_are_ranked():
    chain = "largest-first,lowest-score"
    rows = json.loads(fair(f"sixteen --tiles 5 --first {chain} --format json"))
    evs = [Fraction(row["first_player_ev"]["exact"]) for row in rows]
    assert evs == sorted(evs, key=abs)
    for row in rows[:3]:
        played = matchup(Variant(**row["variant"]), chain).fractions
        assert row["first"] == chain
        for name in ("first_player_ev", "optimal_ev", "first_costs", "second_costs"):
            assert Fraction(row[name]["exact"]) == getattr(played, name)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("--first slow", "Error: --first: got 'slow'; takes random | largest-first"),
        ("--second random,slow", "Error: --second: got 'slow'; takes random | largest-first"),
        ("--first lowest-score-left", "by which all moves after a roll leave the same score"),
        ("--first random --payouts 0:2", "--payouts is of optimal play"),
    ],
)
def test_a_strategy_that_there_is_not(line, said):
    result = CliRunner().invoke(main, ["fair", *shlex.split(line)])
    assert result.exit_code == 2
    assert said in result.stderr
