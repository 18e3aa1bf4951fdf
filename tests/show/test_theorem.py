"""A game's value as a theorem for Coq: what is written, and that Coq proves it."""

import os
import re
import shlex
import shutil
import subprocess
from fractions import Fraction

import pytest
from conftest import ROOT, output, run, written
from drawn import others
from narrowed import narrowed

from twoplayer import Variant, solve
from twoplayer.errors import GameTooLargeError, RulesError
from twoplayer.show import theorem as module
from twoplayer.show.theorem import theorem

PROOF = ROOT / "proof"

GAMES = [
    Variant(tiles=3, dice="2d3"),
    Variant(tiles="1,2,4", moves="one-tile", one_die="sum <= 6", immediate_clack=True),
    Variant(tiles="1-2,11", dice="1d6", scoring="digits", opening_tile=2, clack_payout="7/5"),
    Variant(tiles=4, dice="3d3", one_die="always", max_tiles=2, scoring="count", ties="second"),
    Variant(tiles=3, moves="dice-or-sum", stop_total=7, ties="first", clack_payout=0),
    Variant(tiles=3, moves="exact", one_die="max <= 4 and count <= 2", scoring="shut"),
    Variant(tiles=3, dice="2d4", moves="sum-or-difference", one_die="forced sum <= 4"),
    Variant(tiles=3, dice="2d2", one_die=f"forced count <= -{10**20}", weights="1,3"),
]
GAMES += others(GAMES)
PAIRS = [
    (Variant(tiles=3, dice="2d2"), Variant(tiles="2-3", dice="1d6")),
    (Variant(tiles="2,3", scoring="count"), Variant(tiles=3, dice="2d3", scoring="count")),
]


def test_the_games_have_every_value_of_a_rule():
    assert others(GAMES) == []


# What is written


@pytest.mark.parametrize(
    ("rules", "line"),
    [
        ({"tiles": "1-3,7"}, "tiles := [1; 2; 3; 7]"),
        ({"dice": "3d6"}, "dice := 3"),
        ({"dice": "1d4"}, "die_faces := [1; 2; 3; 4]"),
        ({"dice": "1d3", "weights": "1,3,2"}, "die_faces := [1; 2; 2; 2; 3; 3]"),
        ({}, "one_die_if := Not_allowed"),
        ({"one_die": "always"}, "one_die_if := Allowed_if []"),
        ({"one_die": "sum <= 6"}, "one_die_if := Allowed_if [(total, 6)]"),
        (
            {"one_die": "forced max <= 6 and count <= -1"},
            "one_die_if := Forced_if [(largest, 6); (count, -1)]",
        ),
        ({"moves": "sum-or-difference"}, "moves := Sum_or_difference"),
        ({"max_tiles": 2}, "max_tiles := Some (2)"),
        ({"opening_tile": 2}, "opening_tile := Some (2)"),
        ({"stop_total": -7}, "stop_total := Some (-7)"),
        ({"scoring": "shut"}, "scoring := By_shut"),
        ({"clack_payout": "3/2"}, "clack_payout := 3 # 2"),
        ({"immediate_clack": True}, "immediate_clack := true"),
        ({"ties": "second"}, "ties := Ties_second"),
    ],
)
def test_every_rule_is_spelled(rules, line):
    assert re.search(rf"^  {re.escape(line)};?$", theorem(Variant(tiles=3).replace(**rules)), re.M)


def claim(text):
    [found] = re.findall(r"^  \((-?\d+) # (\d+)\)\.$", text, re.MULTILINE)
    return Fraction(*map(int, found))


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_it_claims_the_value(game):
    assert claim(theorem(game)) == solve(game).fractions.first_player_ev


def test_the_second_player_may_have_rules_of_her_own():
    first, second = PAIRS[0]
    text = theorem(first, second)
    assert "Definition own : house := {|\n  tiles := [2; 3];" in text
    assert "is_value (two_turns_by (rules_of game) (rules_of own))" in text
    assert claim(text) == solve(first, second=second).fractions.first_player_ev
    assert theorem(first, first) == theorem(first)
    with pytest.raises(RulesError, match="scoring"):
        theorem(first, second.replace(scoring="count"))


def test_it_says_what_it_needs_and_how_long_it_takes():
    assert "coqc -Q proof Shut mine.v\n" in theorem(GAMES[0], name="mine.v")
    assert re.search(r"in about \d+ seconds:", theorem(GAMES[0]))
    assert re.search(r"in about \d+ minutes:", theorem(Variant(tiles=11)))


@pytest.mark.parametrize(
    ("rules", "refusal"),
    [
        ({"weights": "1,1,1,1,1,56"}, "weights: they add up to 61; a theorem takes at most 60"),
        ({"dice": "4d7"}, "dice: they show 2,401 rolls; a theorem takes at most 1,300"),
        ({"dice": "2d3", "weights": "11,20,29"}, "dice: they show 3,600 rolls"),
        ({"tiles": 10, "scoring": "digits"}, "tiles: states × scores × rolls are 37,748,736"),
        ({"tiles": 13, "scoring": "shut"}, "tiles: sets to try × rolls are 57,395,628"),
        ({"tiles": 24}, "tiles: sets to try × rolls are 10,167,463,313,316"),
    ],
)
def test_what_takes_coq_too_long_is_refused_with_the_figure(rules, refusal):
    with pytest.raises(GameTooLargeError, match=re.escape(refusal)):
        theorem(Variant(**rules))


def test_rules_of_her_own_may_be_too_large():
    with pytest.raises(GameTooLargeError, match="tiles: sets to try × rolls"):
        theorem(Variant(tiles=2), Variant(tiles=13))


def test_what_is_as_large_as_may_be_is_not_refused():
    variant, work = Variant(tiles=3, dice="2d3"), 8 * 7 * 9
    with narrowed(module, MOST_COQ_WORK=work):
        theorem(variant)
    with narrowed(module, MOST_COQ_WORK=work - 1), pytest.raises(GameTooLargeError):
        theorem(variant)


# The command


def test_the_command_writes_it(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert written("write theorem --tiles 3 -o three.v") == "Wrote three.v.\n"
    assert (tmp_path / "three.v").read_text("utf-8") == theorem(Variant(tiles=3), name="three.v")
    assert output("write theorem --tiles 3 -o -") == theorem(Variant(tiles=3))
    (tmp_path / "child.toml").write_text('tiles = 2\ndice = "1d6"\n')
    text = output("write theorem --tiles 3 --second-rules child.toml -o -")
    assert text == theorem(Variant(tiles=3), Variant(tiles=2, dice="1d6"))


@pytest.mark.parametrize("name", ["clack-at-once.v", "9.v", "a b.v", "ä.v"])
def test_a_name_that_coq_does_not_take_is_refused(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = run(f"write theorem --tiles 3 -o {shlex.quote(name)}")
    assert done.exit_code != 0
    assert "takes a name of letters, digits and _" in done.stderr
    assert not list(tmp_path.iterdir())


# What Coq says of it


@pytest.fixture(scope="module")
def coq(tmp_path_factory):
    """Coq, with the theory of `proof/` as it has been built: whether it finds a text proven."""
    required = os.environ.get("COQ_REQUIRED")
    if not required and shutil.which("coqc") is None:
        pytest.skip("there is no Coq")
    if not required and not (PROOF / "Find.vo").exists():
        pytest.skip("the theory is not built: make -C proof theory")
    folder = tmp_path_factory.mktemp("coq")

    def proven(text):
        (folder / "game.v").write_text(text, "utf-8")
        line = ["coqc", "-Q", str(PROOF), "Shut", "game.v"]
        done = subprocess.run(line, cwd=folder, capture_output=True, text=True, check=False)
        assert ("Closed under the global context" in done.stdout) is (done.returncode == 0)
        return done.returncode == 0

    return proven


@pytest.mark.dear
@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_coq_proves_it_and_nothing_else(coq, game):
    text = theorem(game)
    assert coq(text)
    number = claim(text).numerator
    assert not coq(text.replace(f"  ({number} #", f"  ({number + 1} #"))


@pytest.mark.dear
@pytest.mark.parametrize(("first", "second"), PAIRS, ids=repr)
def test_coq_proves_it_where_each_has_his_own_rules(coq, first, second):
    assert coq(theorem(first, second))
    assert not coq(theorem(first, second).replace("(rules_of own)", "(rules_of game)"))
