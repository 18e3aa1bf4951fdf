"""The report on loaded dice: its dice, and its games."""

import csv
from fractions import Fraction

import pytest
from conftest import ROOT

from making import dice
from twoplayer import Variant

DOUBLE = Variant(weights="1,1,1,1,1,2")


def chances(weights):
    return [Fraction(weight, sum(weights)) for weight in weights]


def test_a_face_comes_up_a_percentage_point_more_often_at_the_cost_of_all_others():
    for face in range(1, 7):
        more = [chance - Fraction(1, 6) for chance in chances(dice._more_often(face))]
        assert more.pop(face - 1) == Fraction(1, 100)
        assert more == [Fraction(-1, 500)] * 5


def test_weldons_dice_show_fives_and_sixes_as_often_as_his():
    *lower, five, six = chances(dice._OTHERS["Weldon's"])
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
    solved = {row.whose: row for row in dice._rows(Variant()) if row.variant == DOUBLE}
    assert {whose: str(row.first_player_ev) for whose, row in solved.items()} == evs
