"""Advice at the table: honest words."""

import shlex
from fractions import Fraction

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from twoplayer.cli import main
from twoplayer.exact import decimal_texts


def advise(line):
    result = CliRunner().invoke(main, ["advise", *shlex.split(line)])
    assert result.exit_code == 0, result.stderr
    return result.stdout


@given(st.lists(st.fractions(-1, 1, max_denominator=10**6), min_size=1, max_size=6))
def test_two_values_look_equal_only_if_they_are(values):
    texts = decimal_texts(values, 2)
    for one, text in zip(values, texts, strict=True):
        for other, other_text in zip(values, texts, strict=True):
            assert (one == other) == (text == other_text)
        assert abs(Fraction(text) - one) <= Fraction(1, 200)


def test_values_that_differ_late_are_shown_apart():
    assert decimal_texts([Fraction(1, 10**6), Fraction(2, 10**6)], 4) == ["0.000001", "0.000002"]
    assert decimal_texts([Fraction(12344, 10**6), Fraction(12341, 10**6)], 4)[0] == "0.012344"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("--open 1,2,5,8 --roll 8", "Cover 8, then roll 2 dice."),
        ("--open 1,2,5,8 --roll 8 --to-beat 12", "Cover 8 or 1+2+5: they are as good."),
        ("--open 9 --roll 9", "Cover 9: that is a clack."),
        ("--stop-total 7 --roll 7", "A total of 7 ends your turn, with a score of 45."),
        ("--open 9 --roll 3", "Nothing can be covered: your turn ends, with a score of 9."),
        ("--one-die always --open 1,2,3", "Roll 1 die."),
        ("--open 1,2", "Roll 2 dice: worth"),
        ("--to-beat 30", "You play second, against a score of 30."),
        ("--open ''", "Every tile is covered."),
    ],
)
def test_it_says_what_to_do_in_words(line, said):
    assert said in advise(line)


def test_without_a_roll_every_roll_has_its_best_move():
    rows = advise("--open 1,2,5,8 --format csv").splitlines()
    assert rows[0] == "dice,roll,cover,value,win"
    assert [row.split(",")[:2] for row in rows[1:]] == [["2", str(n)] for n in range(2, 13)]
