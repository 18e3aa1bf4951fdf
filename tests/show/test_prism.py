"""The turns as Markov decision processes: another program solves them, exactly."""

import os
import re
from fractions import Fraction

import pytest
from conftest import ROOT
from drawn import others
from narrowed import narrowed

from twoplayer import InputError, Variant, secret, solve
from twoplayer.errors import GameTooLargeError
from twoplayer.show import model as module
from twoplayer.show import prism

GAMES = [
    Variant(tiles=5),
    Variant(tiles="2-5,7", one_die="sum <= 6", moves="one-tile", immediate_clack=True),
    Variant(
        tiles="1-3,5",
        dice="2d4",
        one_die="forced sum <= 9 and max <= 4",
        opening_tile=2,
        scoring="digits",
    ),
    Variant(tiles=5, dice="3d3", one_die="always", max_tiles=2, scoring="count", ties="second"),
    Variant(tiles="1-4,6", moves="dice-or-sum", stop_total=7, ties="first", clack_payout="3/2"),
    Variant(
        tiles="1,2,4,6,9",
        one_die=f"sum <= {10**20} and max <= 4 and count <= 2",
        moves="exact",
        scoring="shut",
    ),
    Variant(tiles=4, one_die="forced count <= 1", moves="sum-or-difference", clack_payout=0),
    Variant(tiles=4, dice="1d6", opening_tile=3, clack_payout="1000000000000000001/3"),
    Variant(
        tiles=3,
        dice="2d2",
        one_die=f"forced sum <= -{10**20}",
        clack_payout=2,
        immediate_clack=True,
    ),
    Variant(tiles=5, weights="1,1,1,1,1,2"),
    Variant(tiles=4, dice="2d3", weights=f"1,5,{10**18}", moves="exact", one_die="always"),
]
GAMES += others(GAMES)


def test_the_games_have_every_value_of_a_rule():
    assert others(GAMES) == []


@pytest.fixture(scope="module")
def storm(tmp_path_factory):
    """Storm, which finds the p of a model in exact arithmetic."""
    if not os.environ.get("MODEL_CHECKER_REQUIRED"):
        pytest.importorskip("stormpy", reason="Storm is not there: the extra `verify` has it")
    import stormpy

    path = tmp_path_factory.mktemp("storm") / "turn.prism"

    def chance(model):
        path.write_text(model, "utf-8")
        program = stormpy.parse_prism_program(path)
        [wanted] = stormpy.parse_properties('Pmax=? [F "won"]', program)
        built = stormpy.build_model[stormpy.Rational](program, [wanted])
        found = stormpy.model_checking(built, wanted, only_initial_states=True)
        return Fraction(str(found.get_value(built.initial_states[0])))

    return chance


def told(model, name):
    """Return a number that the comment of a model tells."""
    return Fraction(re.search(rf"^//   {name} = (\S+)$", model, re.MULTILINE)[1])


def value_found_by(storm, model):
    low, high = told(model, "low"), told(model, "high")
    return low + (high - low) * storm(model)


@pytest.mark.parametrize("variant", GAMES, ids=repr)
def test_storm_finds_the_same_values(storm, variant):
    solution = solve(variant).fractions
    assert value_found_by(storm, prism(variant)) == solution.first_player_ev
    for score, value in solution.second_player_values.items():
        assert value_found_by(storm, prism(variant, score_to_beat=score)) == value


PAIRS = [
    (Variant(tiles=5), Variant(tiles="2-5", dice="1d6")),
    (Variant(tiles="2,3,5", scoring="digits"), Variant(tiles=4, dice="2d4", scoring="digits")),
]


@pytest.mark.parametrize(("first", "second"), PAIRS, ids=repr)
def test_storm_finds_the_same_where_each_has_his_own_rules(storm, first, second):
    solution = solve(first, second=second).fractions
    assert value_found_by(storm, prism(first, second=second)) == solution.first_player_ev
    for score, value in solution.second_player_values.items():
        assert value_found_by(storm, prism(first, second, score_to_beat=score)) == value


def test_a_model_tells_the_rules_of_both():
    said = prism(*PAIRS[0], score_to_beat=3).partition("mdp")[0]
    assert "//   tiles: 4 tiles, 2 to 5; the other player's: 5 tiles, 1 to 5\n" in said
    assert "t1 :" not in prism(*PAIRS[0], score_to_beat=3)
    assert "the other player" not in prism(PAIRS[0][0])


def test_storm_finds_the_ev_of_the_classic_game(storm):
    assert value_found_by(storm, prism("classic")) == Fraction(-668351559599495, 166583718925369344)


@pytest.mark.parametrize("variant", GAMES[:4], ids=repr)
def test_storm_finds_no_better_reply_where_scores_are_secret(storm, variant):
    game = secret(variant).fractions
    [second] = game.second.values()
    for sign, mixed in (1, game.first), (-1, second):
        model = module.model_of(mixed[0][1], "A turn where scores are secret", variant)
        assert value_found_by(storm, model) == sign * game.first_player_ev


@pytest.mark.parametrize("score", [None, 1, 7])
def test_a_model_tells_the_value_that_is_to_be_found(score):
    model = prism(GAMES[4], score_to_beat=score)
    low, high, value, p = (told(model, name) for name in ("low", "high", "value", "p"))
    assert value == solve(GAMES[4]).fractions.play(score_to_beat=score).value()
    assert value == low + (high - low) * p
    assert low < high


def test_the_page_on_second_opinions_shows_the_comment_of_the_classic_game():
    page = (ROOT / "docs" / "howto" / "a-second-opinion.md").read_text("utf-8")
    shown = [line for line in page.splitlines() if line.startswith("    // ")]
    assert len(shown) == 6
    assert "\n".join(line.strip() for line in shown) in prism("classic")


def test_where_a_clack_has_won_at_once_nothing_is_left_to_win():
    model = prism(Variant(tiles=3, clack_payout=2, immediate_clack=True), score_to_beat=0)
    assert [told(model, name) for name in ("low", "high", "value", "p")] == [-2, -2, -2, 0]


def test_the_chances_of_every_command_add_up_to_one():
    commands = [line for game in GAMES for line in prism(game).splitlines() if ":(now'=" in line]
    assert len(commands) > 100
    for command in commands:
        chances = [
            Fraction(re.sub(r"\.0\b", "", chance))
            for chance in re.findall(r"([\d./]+):\(now'=", command)
        ]
        assert sum(chances) == 1
        assert 0 not in chances


def test_only_sets_that_a_turn_can_reach_have_an_end():
    model = prism(Variant(tiles="1,3,5", dice="2d2", scoring="digits"))
    assert re.findall(r"open_set=(\d+)", model) == ["4", "5", "7"]


def test_large_numbers_have_a_point_and_small_ones_none():
    commands = prism("classic").partition("endmodule")[0].partition("module turn")[2]
    chances = re.findall(r"([\d./]+):\(now'=", commands)
    pointed = [re.fullmatch(r"\d+\.0/(\d+)\.0", chance) for chance in chances if "." in chance]
    plain = [re.fullmatch(r"\d+(?:/(\d+))?", chance) for chance in chances if "." not in chance]
    assert min(int(chance[1]) for chance in pointed) > module.INT_MAX
    assert max(int(chance[1] or 1) for chance in plain) <= module.INT_MAX


@narrowed(module, MOST_PRISM_MOVES=5)
def test_a_model_that_would_be_too_long_is_refused_with_its_size():
    with pytest.raises(GameTooLargeError, match=r"^tiles: 6 moves after 6 kinds of roll; takes at"):
        prism(Variant(tiles=3))


def test_a_number_beyond_the_language_is_refused():
    with pytest.raises(InputError, match=r"^tiles: .* takes at most 2147483647"):
        prism(Variant(tiles=(1, 2**31)))
