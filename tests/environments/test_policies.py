"""An agent's policy, as a strategy that is valued exactly."""

import re

import gymnasium
import numpy as np
import pytest

import twoplayer.environments  # noqa: F401
from twoplayer import Variant, matchup, strategy_value
from twoplayer.environments import strategy_of
from twoplayer.errors import InputError


def made(variant="classic", **more):
    return gymnasium.make("twoplayer/ShutTheBox-v0", variant=variant, **more)


def fewest(open_tiles, roll):
    """Cover as few tiles as possible; of several such sets the first."""
    sets = made_sets(open_tiles, sum(roll))
    return min(sets, key=lambda tiles: (len(tiles), tiles))


def made_sets(tiles, total):
    if not tiles or total <= 0:
        return [()] if total == 0 else []
    first, *others = tiles
    with_it = [(first, *more) for more in made_sets(others, total - first)]
    return with_it + made_sets(others, total)


def test_a_policy_is_worth_what_the_same_is_as_a_function():
    variant = Variant(tiles=6)
    env = made(variant)
    actions = env.unwrapped.actions

    def policy(observation, mask):
        legal = np.flatnonzero(mask)
        return min(legal, key=lambda action: (len(actions[action]), actions[action]))

    found = strategy_of(env, policy, name="fewest")
    assert found.name == "fewest"
    value = strategy_value(variant, fewest)
    assert strategy_value(variant, found).score_chances == value.score_chances


def test_a_policy_chooses_the_number_of_dice():
    variant = Variant(tiles=4, one_die="always")
    few, many = (
        strategy_of(made(variant), lambda observation, mask, last=last: chosen(mask, last))
        for last in (False, True)
    )
    assert strategy_value(variant, few).score_chances != strategy_value(variant, many).score_chances


def chosen(mask, last):
    legal = np.flatnonzero(mask)
    return legal[-1 if last else 0]


def test_the_policy_of_a_second_player_sees_the_score_to_beat():
    variant = Variant(tiles=3, dice="1d3")
    env, seen = made(variant, aim="win", seat="second"), set()

    def policy(observation, mask):
        seen.add(observation["beat"])
        return mask.argmax()

    second = strategy_of(env, policy)
    assert matchup(variant, "optimal", second).second_costs >= 0
    assert seen == {*range(len(env.unwrapped.scores_to_beat))}
    with pytest.raises(InputError, match="only a second_strategy, as of matchup"):
        strategy_value(variant, second)


@pytest.mark.parametrize("variant", [Variant(tiles=5), Variant(tiles=3, one_die="always")])
def test_probabilities_are_a_mixed_strategy(variant):
    """The mask itself is one: every legal action, each as likely."""
    env, random = made(variant), strategy_value(variant, "random")
    even = strategy_of(env, lambda observation, mask: mask)
    assert strategy_value(variant, even).score_chances == random.score_chances
    floats = strategy_of(env, lambda observation, mask: mask / mask.sum())
    near = strategy_value(variant, floats).expected_score
    assert abs(near - random.expected_score) < 1e-12


def test_probabilities_of_what_is_illegal_are_refused():
    even = np.full(62, 1 / 62)
    with pytest.raises(InputError, match="with 1,2,3,4,5,6,7,8,9 open after roll 1,1"):
        strategy_value("classic", strategy_of(made(), lambda observation, mask: even))


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (0, "policy: got 2, with 1,2,3,4,5,6,7,8,9 open after roll 1,2"),
        (62, "policy: raised ValueError('no action from 0 to 61'), with 1,2,3,4,5,6,7,8,9 open"),
        ("most", "policy: raised ValueError('no action from 0 to 61')"),
    ],
)
def test_an_answer_that_is_no_legal_action_names_the_position(answer, said):
    with pytest.raises(InputError, match=re.escape(said)):
        strategy_value("classic", strategy_of(made(), lambda observation, mask: answer))


@pytest.mark.parametrize(
    ("env", "policy", "said"),
    [
        ("classic", min, "env: got 'classic'; takes an environment twoplayer/ShutTheBox-v0"),
        (None, 3, "policy: got 3; takes a function of an observation and a mask"),
    ],
)
def test_what_is_no_policy_is_refused(env, policy, said):
    with pytest.raises(InputError, match=re.escape(said)):
        strategy_of(env or made(), policy)
