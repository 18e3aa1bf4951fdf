"""The report on loaded dice: its dice, and its games."""

import csv
from fractions import Fraction

import pytest
from conftest import ROOT

from making import dice
from twoplayer import Variant, registered, solve
from twoplayer.variant.fields import FIELDS
from twoplayer.variant.variant import variant_of


def chances(weights):
    return [Fraction(weight, sum(weights)) for weight in weights]


def test_a_face_comes_up_a_percentage_point_more_often_at_the_cost_of_all_others():
    for face in range(1, 7):
        more = [chance - Fraction(1, 6) for chance in chances(dice.more_often(face))]
        assert more.pop(face - 1) == Fraction(1, 100)
        assert more == [Fraction(-1, 500)] * 5


def test_weldons_dice_show_fives_and_sixes_as_often_as_his():
    *lower, five, six = chances(dice.OTHERS["Weldon's"])
    assert len(set(lower)) == 1
    assert five == six
    assert five + six == Fraction(106_602, 315_672)
    assert f"{float(five + six):.4f}" == "0.3377"


@pytest.mark.dear
def test_one_player_or_both_have_the_loaded_dice():
    """The values are those of the literal definition: of both, and of the first player alone."""
    text = (ROOT / "reports" / "dice.csv").read_text("utf-8")
    rows = [row for row in csv.DictReader(text.splitlines()) if row["loading"].startswith("a six")]
    evs = {row["whose"]: row["first_player_ev"] for row in rows[:3]}
    assert evs["both"] == "-7055026249119222525659828/1104427674243920646305299201"
    assert evs["first"] == "83415792708077896897157/651067706136796878311424"
    solved = {
        row.whose: row
        for row in dice.rows_of_loadings(Variant())
        if row.loading.startswith("a six")
    }
    assert {whose: str(row.first_player_ev) for whose, row in solved.items()} == evs


def test_each_row_has_the_rules_of_both_players():
    text = (ROOT / "reports" / "dice.csv").read_text("utf-8")
    loaded = {"even": (False, False), "first": (True, False), "second": (False, True)}
    for row in csv.DictReader(text.splitlines()):
        both = bool(row["weights"]), bool(row["second_weights"])
        assert both == loaded.get(row["whose"], (row["loading"] != "even",) * 2)
        apart = [name for name in FIELDS if row[name] != row[f"second_{name}"]]
        assert set(apart) <= {"weights"}


def test_a_row_by_payout_is_of_a_game_with_that_payout():
    text = (ROOT / "reports" / "ev_by_payout.csv").read_text("utf-8")
    rows = list(csv.DictReader(text.splitlines()))
    assert len({row["name"] for row in rows}) == len(rows)
    for row in rows:
        called = f"clack payout {row['clack_payout']})"
        assert row["name"] in registered() or row["name"].endswith(called)
    last = variant_of(rows[-1])
    assert rows[-1]["first_player_ev"] == str(solve(last).first_player_ev)
