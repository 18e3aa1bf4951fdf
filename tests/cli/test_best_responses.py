"""At the shell: the best response to a habit, where a strategy loses what, strategies as tables."""

import csv
import io
import json

import pytest
from conftest import output, run

from twoplayer import Variant, best_response, matchup, strategy_value

SMALL = Variant(tiles=5)


def rows_of(line):
    return list(csv.DictReader(io.StringIO(output(f"{line} --format csv"))))


def test_the_moves_at_the_table_against_a_habit_are_those_of_the_best_answer():
    turn = best_response(SMALL, "smallest-first").play()
    rows = rows_of("play --tiles 5 --against smallest-first --roll 3,3")
    found = [tuple(map(int, row["cover"].split("+"))) for row in rows]
    options = turn.options(SMALL.tiles, (3, 3))
    assert found == [option.choice for option in options]
    assert [row["value"] for row in rows] == [str(option.value) for option in options]
    assert [row["win"] for row in rows] == [str(option.win) for option in options]
    said = output("play --tiles 5 --against smallest-first --roll 3,3")
    assert "You play first, and the other will play smallest-first. 1, 2, 3, 4" in said


def test_chances_to_win_are_against_that_player():
    """The chance before the first roll is that of the whole game."""
    answer = best_response(SMALL, "smallest-first")
    [best, *_] = answer.play().options()
    played = matchup(SMALL, answer.strategy, "smallest-first")
    assert best.value == played.first_player_ev
    assert best.win - (1 - best.win - best.tie) == played.first_player_ev


def test_the_whole_policy_against_a_habit():
    turn = best_response(SMALL, "random").play()
    rows = rows_of("play --tiles 5 --against random --all")
    assert [row["value"] for row in rows] == [str(row["value"]) for row in turn.policy(True)]


def test_the_second_player_answers_anybody_by_optimal_play():
    line = "play --tiles 5 --to-beat 4 --roll 3,3"
    assert output(f"{line} --against random") == output(line)


@pytest.mark.parametrize("other", ["--players 3 --seat 1", "--for score", "--order rolls"])
def test_it_is_of_two_players_by_turns(other):
    result = run(f"play --tiles 5 --against random {other}")
    assert result.exit_code == 2
    assert "--against" in result.stderr


@pytest.mark.parametrize("line", ["--first best-answer --second random", "--second best-answer"])
def test_a_player_may_play_the_best_answer_to_the_other(line):
    first = "--first" in line
    to, player = ("random", "first") if first else ("optimal", "second")
    found = json.loads(output(f"fair --tiles 5 {line} --format json"))
    ev = best_response(SMALL, to, player).first_player_ev
    assert found["first_player_ev"]["exact"] == str(ev)
    assert f"best-against-{to}" in output(f"fair --tiles 5 {line}")
    assert output(f"simulate --tiles 5 --games 100 {line}")


def test_both_players_cannot_answer_each_other():
    result = run("fair --first best-answer --second best-answer")
    assert result.exit_code == 2
    assert result.stderr.startswith("Error: --second: got 'best-answer'; takes a strategy for one")


def test_regrets_are_rows_that_add_up_to_what_a_strategy_costs():
    value = strategy_value(SMALL, "random")
    rows = rows_of("strategies --tiles 5 --regrets random")
    assert [row["costs"] for row in rows] == [str(row.costs) for row in value.regrets()]
    second = rows_of("strategies --tiles 5 --regrets random --as second --sort -chance")
    assert {row["score_to_beat"] for row in second} != {""}
    assert len(rows_of("strategies --tiles 5 --regrets random --top 2")) == 2
    assert output("strategies --tiles 5 --regrets optimal").endswith("\nno rows\n")


def test_rows_of_regrets_have_the_rules_of_both_players(tmp_path):
    (tmp_path / "child.toml").write_text('tiles = "1-4"\n')
    line = f"strategies --tiles 5 --second-rules {tmp_path}/child.toml --regrets random"
    for player in ("first", "second"):
        rows = rows_of(f"{line} --as {player}")
        assert {(row["tiles"], row["second_tiles"], row["player"]) for row in rows} == {
            ("1-5", "1-4", player)
        }


def test_as_goes_with_regrets():
    assert run("strategies --as second").exit_code == 2
    result = run("strategies --tiles 5 --regrets random --as third")
    assert result.stderr.startswith("Error: --as: got 'third'; takes first | second")


def test_a_csv_file_goes_wherever_a_strategy_does(tmp_path):
    """The optimal policy, as it is written, plays as well as can be."""
    path = tmp_path / "best.csv"
    path.write_text(output("play --tiles 5 --all --format csv"))
    ev = str(matchup(SMALL).optimal_ev)
    found = json.loads(output(f"fair --tiles 5 --first {path} --format json"))
    assert found["first_player_ev"]["exact"] == ev
    assert str(path) in output(f"strategies --tiles 5 --also {path} --sort strategy --format csv")
    assert output(f"simulate --tiles 5 --games 100 --first {path}")
    assert run(f"fair --first {tmp_path}/none.csv").exit_code == 3
