"""The command about fairness."""

import json
import re
import shlex
from fractions import Fraction

import pytest
import sympy
from click.testing import CliRunner

from twoplayer import Variant, solve
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
