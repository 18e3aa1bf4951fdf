"""The environment of Gymnasium: what it shows, what it takes, and what is exact in it."""

import re
import subprocess
import sys
from fractions import Fraction
from itertools import product

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env

import twoplayer.environments  # noqa: F401
from twoplayer import Variant, one_player, registered, solve, variants
from twoplayer.errors import GameTooLargeError, InputError, PositionError, RulesError

NAME = "twoplayer/ShutTheBox-v0"


def made(variant="classic", aim="score", **more):
    return gymnasium.make(NAME, variant=variant, aim=aim, **more).unwrapped


AIMS = {
    "score": {},
    "clack": {"aim": "clack", "step": "-1/10"},
    "first": {"aim": "win", "opponent": "random"},
    "second": {"aim": "win", "seat": "second", "opponent": "largest-first"},
    "paytable": {"aim": {0: 10, 1: "5/2"}},
}


@pytest.mark.few(4)
@pytest.mark.parametrize("variant", ["classic", "one-die-max-6", "clack-at-once", "two-to-go"])
@pytest.mark.parametrize("aim", AIMS)
def test_the_checker_of_gymnasium_finds_nothing(aim, variant):
    """Not even something to warn of, which is an error here."""
    check_env(gymnasium.make(NAME, variant=variant, **AIMS[aim]).unwrapped)


def test_the_classic_game_has_62_actions_and_11_rolls():
    env = made()
    assert (env.action_space.n, env.observation_space["roll"].n) == (62, 12)
    assert env.observation_space["open"].n == 9
    assert "beat" not in env.observation_space.spaces
    assert (env.actions[0], env.actions[-1]) == ((2,), (5, 7))
    assert env.rolls == [(total,) for total in range(2, 13)]


def test_a_second_player_sees_the_score_to_beat():
    env = made(aim="win", seat="second")
    assert env.observation_space["beat"].n == 46
    observation, _ = env.reset(options={"score_to_beat": 12, "open_tiles": (1, 4, 5), "roll": 5})
    assert env.scores_to_beat[observation["beat"]] == 12


def test_a_number_of_dice_is_an_action_where_it_is_a_choice():
    env = made("one-die-max-6")
    assert env.actions[-2:] == [1, 2]
    observation, info = env.reset(options={"open_tiles": range(1, 7)})
    assert observation["roll"] == 0
    assert [env.actions[action] for action in np.flatnonzero(info["action_mask"])] == [1, 2]
    assert env.exact.value() == -one_player("one-die-max-6").fractions.value(range(1, 7))
    observation, reward, over, *_ = env.step(env.actions.index(1))
    assert (reward, over) == (0, False)
    assert env.rolls[observation["roll"] - 1] <= (6,)


def test_of_the_dice_that_must_be_rolled_nothing_is_chosen():
    assert 1 not in made(Variant(one_die="forced sum <= 6")).actions


def test_to_cover_nothing_is_an_action_only_where_a_turn_may_be_over_before_a_move():
    assert () not in made().actions
    assert made("two-to-go").actions[-1] == ()
    assert () not in made("clack-at-once").actions
    assert made("clack-at-once", "win", seat="second").actions[-1] == ()


def legal_in(env, info):
    return {env.actions[action] for action in np.flatnonzero(info["action_mask"])}


TOO_LARGE = ["shut-the-20", "the-300"]
SINGLE = [n for n in registered() if n not in TOO_LARGE and len(variants(n)) == 1]


@pytest.mark.few(5)
@pytest.mark.parametrize("name", SINGLE)
def test_what_is_legal_is_what_the_rules_say(name):
    variant = variants(name)[0]
    env, turn, rng = made(variant), one_player(variant), np.random.default_rng(1)
    for seed in range(5):
        observation, info = env.reset(seed=seed)
        over = False
        while not over:
            assert (env.action_masks() == info["action_mask"].astype(bool)).all()
            flags = observation["open"].astype(bool)
            tiles = tuple(np.array(variant.tiles)[flags].tolist())
            position = turn.at(tiles)
            if observation["roll"]:
                roll = env.rolls[observation["roll"] - 1]
                moves = position.moves(roll[0] if len(roll) == 1 else roll)
                assert legal_in(env, info) == ({*moves} or {()})
            else:
                assert legal_in(env, info) == {*position.optimal_dice()} | legal_in(env, info)
            action = rng.choice(np.flatnonzero(info["action_mask"]))
            observation, reward, over, _, info = env.step(action)
        flags = observation["open"].astype(bool)
        tiles = tuple(np.array(variant.tiles)[flags].tolist())
        assert -reward == info["score"] == turn.ending_value(tiles)


@pytest.mark.parametrize("name", TOO_LARGE)
def test_a_game_too_large_for_tables_is_refused(name):
    with pytest.raises(GameTooLargeError):
        made(name)


@pytest.mark.parametrize("member", variants("tiles")[::16])
def test_members_of_families_are_played(member):
    env = made(member)
    assert env.reset(seed=1)[0]["open"].tolist() == [1] * len(member.tiles)


def test_what_is_handed_out_belongs_to_the_agent():
    env = made()
    observation, info = env.reset(seed=1)
    observation["open"][:] = 0
    info["action_mask"][:] = 0
    again, info = env.reset(seed=1)
    assert again["open"].all()
    assert info["action_mask"].any()


def played(env, seed):
    observation, info = env.reset(seed=seed)
    seen, over = [observation["roll"]], False
    while not over:
        observation, reward, over, _, info = env.step(info["action_mask"].argmax())
        seen += [observation["roll"], reward, info.get("other_score")]
    return seen


def test_a_seed_decides_the_dice_and_the_opponent():
    env, other = (made(aim="win", seat=seat) for seat in ("first", "first"))
    games = [played(env, seed) for seed in range(20)]
    assert games == [played(other, seed) for seed in range(20)]
    assert len({*map(tuple, games)}) > 10


# Exact


def test_exact_values_are_those_of_the_solver():
    env = made()
    env.reset(options={"open_tiles": (1, 4, 5, 8), "roll": 9})
    values = env.exact.q_values()
    expected = one_player("classic").fractions.moves((1, 4, 5, 8), 9)
    assert {env.actions[a]: -value for a, value in values.items()} == expected
    assert env.exact.value() == -Fraction(62, 9)
    assert [env.actions[action] for action in env.exact.optimal_actions()] == [(4, 5)]
    other = env.actions.index((1, 8))
    assert env.exact.regret(other) == env.exact.value() - values[other] > 0
    assert env.exact.regret(np.int64(env.exact.optimal_actions()[0])) == 0
    assert {type(value) for value in values.values()} == {Fraction}


def test_exact_values_are_those_against_the_score_to_beat():
    env, solution = made(aim="win", seat="second"), solve("classic").fractions
    for beat, tiles in product((3, 12, 30), [(1, 2, 5, 8), (1, 3, 4, 7)]):
        env.reset(options={"score_to_beat": beat, "open_tiles": tiles, "roll": 8})
        found = {env.actions[a]: value for a, value in env.exact.q_values().items()}
        assert found == solution.moves(tiles, 8, score_to_beat=beat)


def test_exact_values_of_rolls_whose_dice_matter():
    variant = Variant(moves="dice-or-sum")
    env = made(variant, "clack")
    env.reset(options={"open_tiles": (1, 2, 3, 4, 5), "roll": (2, 3)})
    found = {env.actions[a]: value for a, value in env.exact.q_values().items()}
    assert found == one_player(variant, "clack").fractions.moves((1, 2, 3, 4, 5), (2, 3))


def test_where_no_position_lies_before_the_agent_nothing_is_said():
    env = made()
    for ask in (env.exact.value, env.exact.optimal_actions, env.action_masks, lambda: env.step(0)):
        with pytest.raises(ResetNeeded, match="call reset"):
            ask()


# Illegal actions


def test_an_illegal_action_ends_the_turn_and_pays_the_worst():
    env = made()
    illegal = int((env.reset(seed=1)[1]["action_mask"] == 0).argmax())
    assert env.exact.regret(illegal) == env.exact.value() + 45
    _, reward, over, cut, info = env.step(illegal)
    assert (reward, over, cut, info["illegal"]) == (-45, True, False, True)


@pytest.mark.parametrize(
    ("aim", "more", "worst"),
    [
        ("clack", {}, 0),
        ("clack", {"step": -1}, -8),
        ("clack", {"step": 1}, 0),
        ("win", {"variant": "clack-pays-double"}, -2),
        ({0: 10, 1: "-5/2"}, {}, -2.5),
    ],
)
def test_the_worst_is_no_better_than_what_any_legal_policy_gets(aim, more, worst):
    env = made(aim=aim, **more)
    env.reset(seed=1)
    assert env.step(10**6)[1] == worst


def test_an_illegal_action_may_be_an_error():
    env = made(illegal="raise")
    env.reset(options={"open_tiles": (1, 2, 5, 8), "roll": 8})
    legal = {env.actions[a]: a for a in env.exact.q_values()}
    said = f"action: got 0, illegal with 1,2,5,8 open after roll 8; takes {legal[1, 2, 5]} (1+2+5)"
    for refused in (env.step, env.exact.regret):
        with pytest.raises(InputError, match=re.escape(said)):
            refused(0)
    _, _, over, *_ = env.step(legal[8,])
    assert isinstance(over, bool), "the turn has gone on"


def test_an_action_is_a_whole_number_of_any_kind():
    env = made()
    for kind in (int, np.int32, np.array):
        _, info = env.reset(seed=1)
        assert env.step(kind(info["action_mask"].argmax()))[1] == 0
    env.reset(seed=1)
    with pytest.raises(InputError, match="action: got 'x'; takes the number of an action"):
        env.step("x")


# What is drawn


def test_a_box_in_text():
    env = made(aim="win", seat="second", render_mode="ansi")
    env.reset(options={"open_tiles": (1, 4, 8), "roll": 5, "score_to_beat": 12})
    assert env.render() == "1 . . 4 . . . 8 .  roll 5  to beat 12"


def test_a_box_in_pixels():
    env = made(variant=Variant(moves="exact"), render_mode="rgb_array")
    env.reset(options={"roll": (3, 5)})
    whole = env.render()
    assert (whole.dtype, whole.shape[2]) == (np.uint8, 3)
    env.reset(options={"open_tiles": (1, 2, 3, 5, 6, 7, 8, 9), "roll": (3, 5)})
    changed = np.argwhere((env.render() != whole).any(axis=2))
    width = whole.shape[1] // 9
    assert {x // width for _, x in changed.tolist()} == {3}, "the tile 4, and no other"
    env.reset(options={"roll": (3, 6)})
    low = np.argwhere((env.render() != whole).any(axis=2))
    assert low[:, 0].min() >= whole.shape[0] // 2, "the dice lie below the tiles"


def test_without_a_mode_nothing_is_drawn():
    env = made()
    env.reset(seed=1)
    assert env.render() is None


# What is refused


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"aim": "fun"}, "aim: got 'fun'; takes win | score | clack"),
        ({"aim": "0:x"}, "aim: got '0:x'"),
        ({"aim": {99: 1}}, "payoff: got {99: 1}"),
        ({"aim": 3}, "aim: got 3"),
        ({"seat": "first"}, "seat: got 'first'; takes nothing where the aim is not 'win'"),
        ({"opponent": "random"}, "opponent: got 'random'; takes nothing"),
        ({"aim": "win", "seat": 2}, "seat: got 2; takes first | second"),
        ({"aim": "win", "opponent": "nobody"}, "opponent: got 'nobody'"),
        ({"aim": "win", "second": "random"}, "second: got 'random'; takes the second player's"),
        ({"step": 0.1}, "step: got 0.1, a float is not exact"),
        ({"illegal": "ignore"}, "illegal: got 'ignore'; takes end | raise"),
        ({"step": 10**101}, "step: too large for the floats of rewards"),
        ({"variant": Variant(clack_payout=10**101), "aim": "win"}, "too large for the floats"),
    ],
)
def test_what_is_no_environment_is_refused(given, said):
    with pytest.raises(InputError, match=re.escape(said)):
        gymnasium.make(NAME, **given)


def test_rules_that_do_not_go_together_are_refused():
    with pytest.raises(RulesError, match="scoring"):
        made(aim="win", second=Variant(scoring="digits"))


@pytest.mark.parametrize(
    ("options", "kind", "said"),
    [
        ({"open": (1,)}, InputError, "options: got 'open'; takes open_tiles | roll"),
        ({"open_tiles": (1, 2)}, PositionError, "open_tiles: got (1, 2); takes the roll as well"),
        ({"open_tiles": (1, 99), "roll": 3}, PositionError, "open_tiles: got 1,99"),
        ({"open_tiles": (1, 2), "roll": 12}, PositionError, "roll: got 12; takes one that covers"),
        ({"roll": 13}, PositionError, "roll: got 13"),
        ({"score_to_beat": 3}, PositionError, "score_to_beat: got 3; takes none"),
    ],
)
def test_a_turn_begins_where_there_is_something_to_do(options, kind, said):
    with pytest.raises(kind, match=re.escape(said)):
        made().reset(options=options)


# The extra


def test_without_gymnasium_the_extra_is_named():
    code = (
        "import sys; sys.modules['gymnasium'] = None\n"
        "import importlib.util; there = importlib.util.find_spec\n"
        "importlib.util.find_spec = lambda name: None if name == 'gymnasium' else there(name)\n"
        "import twoplayer.environments\n"
        "from twoplayer.environments import ShutTheBox"
    )
    done = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, text=True)
    assert done.stderr.endswith("this needs gymnasium: pip install '.[gym]' in a clone\n")


def test_gymnasium_is_imported_only_where_it_is_used():
    code = (
        "import sys, twoplayer; hasattr(twoplayer, 'nothing'); twoplayer.solve('classic')\n"
        "print({'gymnasium', 'pettingzoo'} & {*sys.modules})"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout == "set()\n"
