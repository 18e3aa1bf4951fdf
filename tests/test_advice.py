"""Advice at the table: the solver's values, the chances to win, and honest words."""

import shlex
from fractions import Fraction

import pytest
from click.testing import CliRunner
from conftest import to_fraction
from drawn import rule_sets
from hypothesis import given
from hypothesis import strategies as st
from oracle import Oracle, subsets

from twoplayer import PositionError, Variant, solve
from twoplayer.cli import main
from twoplayer.exact import decimal_texts
from twoplayer.game.advice import Advisor
from twoplayer.variant.fields import FIELDS


def advise(line):
    result = CliRunner().invoke(main, ["advise", *shlex.split(line)])
    assert result.exit_code == 0, result.stderr
    return result.stdout


@given(rule_sets(tuple(name for name in FIELDS if name != "tiles")), st.data())
def test_every_option_equals_the_oracle(rules, data):
    variant, oracle = Variant(**rules), Oracle(**rules)
    beat = data.draw(st.sampled_from([None, *oracle.second_player_values()]))
    plays = oracle.first_plays() if beat is None else oracle.second_plays(beat)
    advisor = Advisor.of(variant, beat)
    state = data.draw(st.sampled_from(list(subsets(oracle.all_tiles))[1:]))

    by_dice = advisor.dice(state)
    assert {option.choice for option in by_dice} == oracle.dice_counts(state)
    assert (to_fraction(by_dice[0].value), to_fraction(by_dice[0].win)) == plays(state)[:2]

    dice = data.draw(st.sampled_from(sorted(oracle.dice_counts(state))))
    roll = data.draw(st.tuples(*[st.integers(1, oracle.sides)] * dice))
    after = {tuple(sorted(m)): plays(state - m) for m in oracle.covers(state, roll)}
    options = advisor.moves(state, roll)
    assert {o.choice: (to_fraction(o.value), to_fraction(o.win)) for o in options} == {
        move: worth[:2] for move, worth in after.items()
    }
    in_order = [after[option.choice] for option in options]
    assert in_order == sorted(in_order, reverse=True)


@pytest.mark.parametrize("beat", [None, 0, 12])
def test_the_best_dice_are_the_solvers(beat):
    solution = solve(Variant(one_die="always", clack_payout=2))
    advisor = Advisor.of(solution.variant, beat)
    for state in [(1, 2, 3), (4, 5, 6), (9,), (2, 7, 8, 9)]:
        assert advisor.best_dice(state) == solution.optimal_dice(state, beat)
        assert advisor.dice(state)[0].value == solution.value(state, beat)


def test_a_score_that_cannot_be_left_is_refused():
    with pytest.raises(PositionError, match="score_to_beat"):
        Advisor.of(Variant(), 46)


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
