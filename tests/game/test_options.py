"""What a player may do: the solver's values, and the chances to win and to tie."""

import pytest
from conftest import to_fraction
from drawn import rule_sets, states_of
from hypothesis import given
from hypothesis import strategies as st
from oracle import Oracle

from twoplayer import Variant, solve
from twoplayer.errors import PositionError
from twoplayer.variant.fields import FIELDS


@given(rule_sets(tuple(name for name in FIELDS if name != "tiles")), st.data())
def test_every_option_equals_the_oracle(rules, data):
    variant, oracle = Variant(**rules), Oracle(**rules)
    beat = data.draw(st.sampled_from([None, *oracle.second_player_values()]))
    plays = oracle.first_plays() if beat is None else oracle.second_plays(beat)
    turn = solve(variant).play(score_to_beat=beat)
    state = data.draw(st.sampled_from(list(filter(None, states_of(rules)))))

    by_dice = turn.options(state)
    assert {option.choice for option in by_dice} == oracle.dice_counts(state)
    assert chances(by_dice[0]) == expected(plays(state))

    dice = data.draw(st.sampled_from(sorted(oracle.dice_counts(state))))
    roll = data.draw(st.tuples(*[st.integers(1, oracle.sides)] * dice))
    after = {tuple(sorted(m)): plays(state - m) for m in oracle.covers(state, roll)}
    options = turn.options(state, roll)
    payoff = oracle.first_payoff() if beat is None else oracle.second_payoff(beat)
    after = after or {(): payoff(state)}
    assert {o.choice: chances(o) for o in options} == {
        move: expected(worth) for move, worth in after.items()
    }
    in_order = [after[option.choice] for option in options]
    assert in_order == sorted(in_order, reverse=True)


def chances(option):
    return tuple(map(to_fraction, option[1:]))


def expected(worth):
    """The value, the chance to win, and that of a tie, which stands last in the oracle."""
    return worth[0], worth[1], worth[-1]


@pytest.mark.parametrize("beat", [None, 0, 12])
def test_the_best_dice_are_the_solvers(beat):
    solution = solve(Variant(one_die="always", clack_payout=2))
    for state in [(1, 2, 3), (4, 5, 6), (9,), (2, 7, 8, 9)]:
        options = solution.play(score_to_beat=beat).options(state)
        best = [o.choice for o in options if o.value == options[0].value]
        assert tuple(sorted(best)) == solution.optimal_dice(state, score_to_beat=beat)
        assert options[0].value == solution.value(state, score_to_beat=beat)


def test_a_score_that_cannot_be_left_is_refused():
    with pytest.raises(PositionError, match="score_to_beat"):
        solve(Variant()).play(score_to_beat=46)
