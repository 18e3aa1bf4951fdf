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
    result = CliRunner().invoke(main, ["play", *shlex.split(line)])
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
        ("--open 1,2,5,8 --roll 8 --to-beat 12", "Cover 8 or 1+2+5: they are equally good."),
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
    numbers = "value,value_approx,win,win_percent,tie,tie_percent"
    assert rows[0] == f"dice,roll,cover,{numbers}"
    assert [row.split(",")[:2] for row in rows[1:]] == [["2", str(n)] for n in range(2, 13)]


@pytest.mark.parametrize(
    ("line", "ends"),
    [
        ("--open 1,2 --to-beat 3", ["won"] * 2 + ["a tie"] * 9),
        ("--open 1,2 --to-beat 1", ["a tie", "won"] + ["lost"] * 9),
        ("--open 8,9 --to-beat 0", ["lost"] * 6 + ["-"] * 2 + ["lost"] * 3),
        ("--open 8,9 --to-beat 0 --roll 4", ["lost"]),
        ("--open 8,9 --to-beat 9 --roll 9", ["won"]),
    ],
)
def test_what_is_lost_is_told_from_what_is_a_tie(line, ends):
    """A total of 2 leaves the 1, which two dice never cover."""
    rows = advise(line).split("---\n")[-1].splitlines()
    assert [row.rsplit("  ", 1)[-1].strip() for row in rows] == ends


def test_where_nothing_is_sure_nothing_is_said_of_it():
    assert "sure" in advise("--open 8,9 --to-beat 0").splitlines()[3]
    assert "sure" not in advise("--open 8,9 --to-beat 8 --roll 9")


def test_the_chance_to_tie_is_told():
    assert "you win 0.00 % of the time and tie 7.14 %" in advise("--to-beat 0")
    assert "tie" not in advise("--ties second").partition("\n\n")[0]
    assert "Whatever you cover, you lose." in advise("--open 5,9 --to-beat 0 --roll 9 --ties first")
