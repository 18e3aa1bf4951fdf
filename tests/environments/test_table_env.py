"""The environment of PettingZoo: players at a table, who get their stakes."""

import re
from fractions import Fraction

import numpy as np
import pytest
from enumerated import every
from pettingzoo.test import api_test, seed_test

from twoplayer import Variant, matchup, seats
from twoplayer.environments import table_env
from twoplayer.errors import InputError

GAMES = {
    "classic": ("classic", 2),
    "a choice of dice": ("one-die-max-6", 3),
    "a first roll that may cover nothing": ("two-to-go", 2),
    "a clack wins at once": ("clack-at-once", 4),
}


@pytest.mark.few(2)
@pytest.mark.parametrize("game", GAMES)
def test_the_tests_of_pettingzoo_find_nothing(game):
    """Not even something to warn of, which is an error here."""
    api_test(table_env(*GAMES[game]), num_cycles=100)
    seed_test(lambda: table_env(*GAMES[game]), num_cycles=100)


class Recorded:
    """What stands in for a generator: numbers of before, then new ones, all of which are kept."""

    def __init__(self, before, generator):
        self.before, self.generator, self.new = [*before], generator, []

    def random(self):
        if self.before:
            return self.before.pop(0)
        self.new.append(self.generator.random())
        return self.new[-1]


def mean_rewards(variant, players, policy, of_a_roll):
    """Return the exact mean of what every agent gets, by stepping through every game.

    An environment of PettingZoo cannot be put into a position: what led there is done again.
    """
    env, known = table_env(variant, players), {}

    def on_average(drawn, actions):
        def go(generator):
            env.np_random = Recorded(drawn, generator)
            env.reset()
            for action in actions:
                env.step(action)
            if all(env.terminations.values()):
                return None, [Fraction(env.rewards[agent]) for agent in env.agents], None
            agent = env.agent_selection
            scores = tuple(env.infos[each].get("score") for each in env.agents)
            return (scores, env.observe(agent).tobytes()), env.np_random.new, policy(env)

        total = np.full(players, Fraction(0))
        # The turn of a player ends with one draw, and that of the next begins with another.
        for chance, (position, found, action) in every(go, [of_a_roll] * 2):
            if position is None:
                total += chance * np.array(found)
                continue
            if position not in known:
                known[position] = on_average([*drawn, *found], [*actions, action])
            total += chance * known[position]
        return total

    return on_average([], []).tolist()


def seen(env):
    """Return what the agent to move sees: the open tiles, and the roll."""
    agent = env.agent_selection
    flags = env.observe(agent)
    tiles, rolls = len(env.variant.tiles), len(env.rolls)
    open_tiles = tuple(np.array(env.variant.tiles)[flags[:tiles] == 1].tolist())
    [*rolled] = np.flatnonzero(flags[tiles : tiles + rolls]).tolist()
    return open_tiles, env.rolls[rolled[0]] if rolled else None


def last_legal(env):
    return int(np.flatnonzero(env.infos[env.agent_selection]["action_mask"])[-1])


def largest_sum_of(open_tiles, roll):
    """Do the same as a strategy: of the sets that come last, those of the actions are sorted."""
    sets = [tiles for tiles in [(1,), (2,), (1, 2), (3,)] if {*tiles} <= {*open_tiles}]
    return [tiles for tiles in sets if sum(tiles) == sum(roll)][-1]


@pytest.mark.parametrize(
    "rules",
    [{}, {"ties": "second", "clack_payout": 2}, {"immediate_clack": True, "clack_payout": "3/2"}],
)
def test_two_players_get_what_the_matchup_says(rules):
    variant = Variant(tiles=3, dice="1d3", **rules)
    ev = matchup(variant, largest_sum_of, largest_sum_of).first_player_ev
    assert mean_rewards(variant, 2, last_legal, 3) == [ev, -ev]


@pytest.mark.parametrize("ties", ["push", "first", "second"])
def test_three_players_who_play_the_equilibrium_get_its_values(ties):
    variant = Variant(tiles=3, dice="1d3", ties=ties, clack_payout=2, opening_tile=2)
    table = seats(variant, 3)

    def equilibrium(env):
        agents = env.agents
        played = [env.infos[agent]["score"] for agent in agents if "score" in env.infos[agent]]
        open_tiles, roll = seen(env)
        facing = {}
        if played:
            facing = {"score_to_beat": min(played), "holders": played.count(min(played))}
        turn = table.play(len(played) + 1, **facing)
        return env.actions.index(turn.options(open_tiles, sum(roll))[0].choice)

    assert mean_rewards(variant, 3, equilibrium, 3) == [*table.evs]


def test_a_table_takes_a_variant_its_name_or_its_file(tmp_path):
    path = tmp_path / "small.toml"
    path.write_text('summary = "Small"\nsource = "Us"\ntiles = 3\n')
    rules = [table_env(given).variant for given in (path, Variant(tiles=3), "ten")]
    assert rules == [Variant(tiles=3), Variant(tiles=3), Variant(tiles=10)]


def test_what_an_agent_sees():
    env = table_env(Variant(tiles=3, dice="1d3"), 2)
    env.reset(seed=3)
    while env.agent_selection == "player_0":
        assert seen(env)[1] is not None
        env.step(env.infos["player_0"]["action_mask"].argmax())
    left = env.infos["player_0"]["score"]
    observed = env.observe("player_1")
    assert observed.shape == (3 + 3 + 2 + 2,)
    assert observed[:3].tolist() == [1, 1, 1]
    assert observed[6:8].tolist() == [0, 1]
    assert observed[8:].tolist() == pytest.approx([left / 6, 1 / 2])
    assert env.observe("player_0")[:3] @ [1, 2, 3] == left


def test_an_illegal_action_ends_the_game():
    env = table_env("clack-pays-double", 3)
    env.reset(seed=1)
    env.step(10**6)
    assert env.rewards == {"player_0": -4, "player_1": 2, "player_2": 2}
    assert all(env.terminations.values())
    assert env.infos["player_0"]["illegal"]


def test_an_illegal_action_may_be_an_error():
    env = table_env(illegal="raise")
    env.reset(seed=1)
    with pytest.raises(InputError, match="action: got -1, illegal with 1,2,3,4,5,6,7,8,9 open"):
        env.step(-1)


def test_the_box_of_who_is_to_move_is_drawn():
    env = table_env(Variant(tiles=3, dice="1d3"), render_mode="ansi")
    env.reset(seed=3)
    assert re.fullmatch(r"1 2 3  roll [123]", env.render())
    while env.agent_selection == "player_0":
        env.step(env.infos["player_0"]["action_mask"].argmax())
    left = env.infos["player_0"]["score"]
    assert re.fullmatch(rf"1 2 3  roll [123]  to beat {left}", env.render())
    env.render_mode = "rgb_array"
    assert env.render().shape[2] == 3


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"players": 1}, "players: got 1; takes a whole number, 2 to 8"),
        ({"illegal": "no"}, "illegal: got 'no'; takes end | raise"),
        ({"render_mode": "human"}, "render_mode: got 'human'; takes ansi | rgb_array"),
        ({"variant": Variant(clack_payout=10**101)}, "clack_payout: too large for the floats"),
    ],
)
def test_what_is_no_table_is_refused(given, said):
    with pytest.raises(InputError, match=re.escape(said)):
        table_env(**given)
