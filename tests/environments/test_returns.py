"""What an agent gets on average is exactly what the program says that its policy is worth."""

from fractions import Fraction

import gymnasium
import pytest
from enumerated import mean_return

import twoplayer.environments  # noqa: F401
from twoplayer import Variant, matchup, one_player, solve, strategy_value
from twoplayer.environments import strategy_of

THREE = Variant(tiles=3, dice="1d3")
GAMES = {  # and into how many equally likely parts a roll can be cut
    "three tiles": (THREE, 3),
    "a choice of dice": (Variant(tiles=3, dice="2d2", one_die="always"), 4),
    "a loaded die": (Variant(tiles=3, dice="1d3", weights=(1, 1, 2)), 4),
    "a first roll that may cover nothing": (THREE.replace(opening_tile=2), 3),
    "a tile that nothing covers": (Variant(tiles="1,3,9", dice="1d3"), 3),
    "by the dice": (Variant(tiles="1-4", dice="2d2", moves="dice-or-sum"), 4),
}
STAKES = {
    "three tiles": THREE,
    "clacks pay, ties to the second": THREE.replace(clack_payout="3/2", ties="second"),
    "a clack wins at once": THREE.replace(immediate_clack=True, clack_payout=2),
    "one by digits, where the first roll may fail": THREE.replace(
        scoring="digits", opening_tile=2, ties="first"
    ),
}
OF_OPPONENTS = 2**4 * 3**3
"""The likelihood of each score of the opponent, in `STAKES`, is a whole number of such parts."""


def made(variant, aim="score", **more):
    return gymnasium.make("twoplayer/ShutTheBox-v0", variant=variant, aim=aim, **more).unwrapped


def first_legal(observation, mask):
    return mask.argmax()


def last_legal(observation, mask):
    return len(mask) - 1 - mask[::-1].argmax()


@pytest.fixture(params=[first_legal, last_legal], ids=["first", "last"])
def policy(request):
    return request.param


def best(env):
    return lambda observation, mask: env.exact.optimal_actions()[0]


@pytest.mark.parametrize("game", GAMES)
def test_the_return_of_a_policy_is_its_value(game, policy):
    variant, cells = GAMES[game]
    for aim, value_of in {
        "score": lambda found: -found.expected_score,
        "clack": lambda found: found.clack_chance,
        "0:10,3:5/2": lambda found: 10 * left(found, 0) + Fraction(5, 2) * left(found, 3),
    }.items():
        if "9" in variant.rules()["tiles"] and ":" in aim:
            continue
        env = made(variant, aim)
        value = strategy_value(variant, strategy_of(env, policy)).fractions
        assert mean_return(env, policy, cells) == value_of(value)


def left(value, score):
    return value.score_chances.get(score, 0)


@pytest.mark.parametrize("game", GAMES)
def test_the_best_return_is_what_one_player_says(game):
    variant, cells = GAMES[game]
    for aim, sign in (("score", -1), ("clack", 1), ("worst-score", 1), ("worst-clack", -1)):
        env = made(variant, aim)
        assert mean_return(env, best(env), cells) == sign * one_player(variant, aim).value()
    payoff = {variant.tiles[0]: 8, 0: "-1/2"}
    env = made(variant, payoff)
    assert mean_return(env, best(env), cells) == one_player(variant, payoff=payoff).value()


@pytest.mark.parametrize("game", GAMES)
def test_a_reward_for_every_move_is_in_the_return_and_in_the_exact_values(game):
    variant, cells = GAMES[game]
    payoff = dict.fromkeys(variant.tiles[:1], 8) | {0: "-1/2"}
    for step in ("-1/8", 2):
        env = made(variant, payoff, step=step)
        best_value = one_player(variant, payoff=payoff, step=step).value()
        assert mean_return(env, best(env), cells) == best_value


@pytest.mark.few(3)
@pytest.mark.parametrize("opponent", ["optimal", "random", "smallest-first"])
@pytest.mark.parametrize("stakes", STAKES)
def test_the_return_against_an_opponent_is_that_of_the_matchup(stakes, opponent, policy):
    variant = STAKES[stakes]
    first = made(variant, "win", opponent=opponent)
    value = matchup(variant, strategy_of(first, policy), opponent).first_player_ev
    assert mean_return(first, policy, 3, OF_OPPONENTS) == value
    second = made(variant, "win", seat="second", opponent=opponent)
    value = matchup(variant, opponent, strategy_of(second, policy)).first_player_ev
    assert mean_return(second, policy, 3, OF_OPPONENTS) == -value


@pytest.mark.few(2)
@pytest.mark.parametrize("stakes", STAKES)
def test_the_best_return_against_an_optimal_opponent_is_the_value_of_the_game(stakes):
    variant = STAKES[stakes]
    value = solve(variant).first_player_ev
    for seat, sign in (("first", 1), ("second", -1)):
        env = made(variant, "win", seat=seat)
        assert mean_return(env, best(env), 3, OF_OPPONENTS) == sign * value


def test_each_plays_by_his_own_rules():
    second = Variant(tiles=2, dice="1d3")
    value = solve(THREE, second=second).first_player_ev
    for seat, sign in (("first", 1), ("second", -1)):
        env = made(THREE, "win", seat=seat, second=second)
        assert env.variant == (THREE if seat == "first" else second)
        assert mean_return(env, best(env), 3, OF_OPPONENTS) == sign * value
