"""Files of strategies on the command line: what they offer, when they are run, what is wrong."""

import csv
import json
import os
import subprocess
import sys

import pytest
from conftest import run

from twoplayer import InputError, Variant, load, matchup, strategy_value, strategy_values
from twoplayer.strategy.own import STRATEGIES

MINE = '''
"""Some strategies."""
from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from helpers_beside_it import sets
from twoplayer import Strategy

print("this is no data")


@dataclass
class Kept:
    tiles: tuple[int, ...]


def few(open_tiles, roll):
    """Cover few tiles."""
    print("nor is this")
    return sets(open_tiles, roll)[0]


@cache
def any_move(open_tiles, roll, score_to_beat):
    return sets(open_tiles, roll)


def _hidden(open_tiles, roll):
    return sets(open_tiles, roll)[-1]


def helper(tiles, total):
    return None


late = Strategy(_hidden, dice=lambda open_tiles: 1, words="One die, many tiles.")
'''
HELPERS = """
from itertools import combinations


def sets(open_tiles, roll):
    every = [some for n in range(1, 5) for some in combinations(open_tiles, n)]
    return [some for some in every if sum(some) == sum(roll)]
"""


@pytest.fixture
def mine(tmp_path, monkeypatch):
    """A file of three strategies in the present folder, which imports from another one there."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delitem(sys.modules, "helpers_beside_it", raising=False)
    monkeypatch.setattr(sys, "path", [*sys.path])
    (tmp_path / "mine.py").write_text(MINE, "utf-8")
    (tmp_path / "helpers_beside_it.py").write_text(HELPERS, "utf-8")
    return tmp_path


def printed(line):
    """Run a command; what a file of strategies prints goes to stderr."""
    result = run(line)
    assert result.exit_code == 0, result.stderr
    assert "no data" not in result.stdout
    assert "nor is this" not in result.stdout
    assert result.stderr.startswith("this is no data\n")
    return result.stdout


def names_in(text):
    """Return the first column of the rows, which stand below the line that says whose they are."""
    title, rows, *_ = text.split("\n\n")
    assert title.startswith("rules ")
    return [line.split()[0] for line in rows.splitlines()[3:]]


@pytest.mark.usefixtures("mine")
def test_a_files_strategies_are_ranked_beside_those_that_are_known():
    text = printed("strategies --tiles 4 mine.py")
    assert max(map(len, text.splitlines())) <= 80
    names = names_in(text)
    known = {*STRATEGIES} - {"playable-dice"}
    own = {"mine.py:few", "mine.py:any_move", "mine.py:late"}
    assert {*names} >= own
    assert {*names} <= known | own
    assert "- mine.py:few: Cover few tiles." in text
    assert "- mine.py:late: One die, many tiles." in text
    rows = list(csv.DictReader(printed("strategies --tiles 4 mine.py --format csv").splitlines()))
    scores = {row["strategy"]: row["expected_score"] for row in rows}
    assert scores["mine.py:any_move"] == scores["random"]


TOSSED = """
import random
from helpers_beside_it import sets


def tossed(open_tiles, roll):
    return random.choice(sets(open_tiles, roll))


def nothing(open_tiles, roll):
    return None
"""


def test_one_that_fails_is_left_out_with_the_reason_and_the_others_are_valued(mine):
    (mine / "tossed.py").write_text(TOSSED, "utf-8")
    result = run("strategies --tiles 4 tossed.py mine.py")
    assert result.exit_code == 0
    first_words = {line.split(" ")[0] for line in result.stdout.splitlines()}
    assert "mine.py:few" in first_words
    assert not first_words & {"tossed.py:tossed", "tossed.py:nothing"}
    lines = [line for line in result.stderr.splitlines() if "left out" in line]
    assert [line.partition(" is left out. got ")[0] for line in lines] == [
        "tossed.py:tossed",
        "tossed.py:nothing",
    ]
    assert lines[0].endswith("return a list of them, or a dict of weights, and not random.choice")
    assert "random.choice" not in lines[1]


def test_where_none_of_ones_own_can_be_valued_that_is_an_error(mine):
    (mine / "tossed.py").write_text(TOSSED, "utf-8")
    for line in ("strategies --tiles 4 tossed.py", "fair --tiles 4 --first tossed.py:tossed"):
        result = run(line)
        assert result.exit_code == 2
        assert "tossed: got " in result.stderr
        assert "return a list of them" in result.stderr


def test_in_python_a_strategy_that_fails_is_an_error(mine):
    (mine / "tossed.py").write_text(TOSSED, "utf-8")
    with pytest.raises(InputError, match=r"^tossed.py:nothing: got None"):
        strategy_values(Variant(tiles=4), [load("tossed.py:nothing")])


@pytest.mark.dear
@pytest.mark.usefixtures("mine")
def test_they_play_every_other_one():
    rows = json.loads(printed("strategies --tiles 3 mine.py --matchups --format json"))["matchups"]
    pairs = {(row["first"], row["second"]) for row in rows}
    assert {
        ("mine.py:few", "mine.py:late"),
        ("mine.py:late", "optimal"),
        ("optimal", "mine.py:any_move"),
    } <= pairs
    text = printed("strategies mine.py --tiles 3 --matchups")
    assert max(map(len, text.splitlines())) <= 80


@pytest.mark.usefixtures("mine")
def test_a_strategy_of_a_file_stands_where_a_name_does():
    [row] = csv.DictReader(printed("fair --tiles 4 --first mine.py:few --format csv").splitlines())
    ev = matchup(Variant(tiles=4), first_strategy=load("mine.py:few")).first_player_ev
    assert row["first_player_ev"] == str(ev)
    assert row["first"] == "mine.py:few"
    assert "any_move" in printed("fair --tiles 3 --second mine.py:any_move")
    assert "few" in printed("fair --tiles 3 --first mine.py:few --second-rules ten")
    assert "agrees" in printed("simulate --tiles 3 --games 100 --first mine.py:late")
    assert "second" in printed("simulate --tiles 3 --transcript --second mine.py:few")
    assert printed("table --tiles 3 --tiles 4 --first mine.py:few").count("1-") <= 3
    assert "few" in printed("strategies --tiles 3 --also mine.py:few")


def test_where_a_file_has_one_strategy_its_name_is_enough(mine):
    (mine / "one.py").write_text("def it(open_tiles, roll):\n    return open_tiles[-1:]\n")
    row = json.loads(run("fair --tiles 3-3 --dice 1d3 --first one.py --format json").stdout)
    assert row["first"] == "one.py:it"
    result = run("fair --first mine.py")
    assert result.exit_code == 2
    assert "--first: got 'mine.py'; takes mine.py:few | mine.py:any" in result.stderr


def test_every_one_of_a_file_is_called_by_the_file_as_well(mine):
    code = (
        "def random(open_tiles, roll):\n    return ()\ndef few(open_tiles, roll):\n    return ()\n"
    )
    (mine / "other.py").write_text(code.replace("()\n", "open_tiles\n"))
    text = printed("strategies mine.py other.py --tiles 1 --dice 1d1")
    names = {*names_in(text)}
    assert names >= {"mine.py:few", "other.py:few", "other.py:random", "random", "mine.py:late"}


@pytest.mark.usefixtures("mine")
@pytest.mark.parametrize(
    "line",
    [
        "fair mine.py",
        "fair --tiles 3",
        "rules mine.py",
        "check 0 mine.py",
        "check mine.py",
        "help mine.py",
        "mine.py",
        "play mine.py",
        "evening mine.py",
        "strategies mine.py --tiles x",
        "strategies mine.py --search",
        "strategies yale thai mine.py",
    ],
)
def test_nothing_runs_a_file_that_does_not_have_to(line):
    result = run(line)
    assert "no data" not in result.stderr + result.stdout
    assert result.exit_code in ((0,) if line == "fair --tiles 3" else (2, 3))
    assert "Traceback" not in result.stderr


@pytest.mark.few(1)
@pytest.mark.parametrize(
    "words", ["strategies mine", "fair --first mine.py:", "strategies mine.py "]
)
def test_completion_runs_nothing(mine, words):
    (mine / "mine.py").write_text("open('was_run', 'w')\n")
    settings = {
        "_TWOPLAYER_COMPLETE": "bash_complete",
        "COMP_WORDS": f"twoplayer {words}",
        "COMP_CWORD": str(len(words.split(" "))),
    }
    subprocess.run([sys.executable, "-m", "twoplayer"], check=True, env={**os.environ, **settings})
    assert not (mine / "was_run").exists()


def code_returning(answer):
    return f"def it(open_tiles, roll):\n    return {answer}\n"


@pytest.mark.parametrize(
    ("code", "exit_code", "said"),
    [
        (
            code_returning("None"),
            2,
            "mine.py:it: got None, with 1,2,3,4,5,6,7,8,9 open after roll 1,1: ",
        ),
        (code_returning("1 / 0"), 2, "mine.py:it: raised ZeroDivisionError("),
        (code_returning("exit()"), 2, "mine.py:it: raised SystemExit("),
        (code_returning("__import__('itertools').count()"), 2, "mine.py:it: got 0+1+2+3+"),
        (code_returning("it(open_tiles, roll)"), 2, "mine.py:it: raised RecursionError("),
        ("from twoplayer import Strategy\nit = Strategy(5)\n", 3, "mine.py: raised InputError("),
        ("def it(open_tiles, roll:\n", 3, "mine.py: '(' was never closed in line 1"),
        ("1 / 0\n", 3, "mine.py: raised ZeroDivisionError('division by zero')"),
        ("exit()\n", 3, "mine.py: raised SystemExit("),
        ("import no_such_thing\n", 3, "mine.py: raised ModuleNotFoundError("),
        ("x = 1\n", 3, "mine.py: no strategy in it; takes a Strategy, or a function of open_tiles"),
        ("\0", 3, "mine.py: "),
    ],
)
@pytest.mark.parametrize("command", ["strategies mine.py", "fair --first mine.py:it"])
def test_what_is_wrong_with_a_file_is_a_line(command, code, exit_code, said, mine):
    (mine / "mine.py").write_text(code)
    result = run(command)
    assert result.exit_code == exit_code, result.stderr
    assert result.stderr.startswith(f"Error: {said}")
    assert not result.stdout


OTHERWISE = """
from helpers_beside_it import sets


def fewest(o, r):
    return sets(o, r)[0]


def third(o, r, beat):
    return sets(o, r) if beat == 3 else sets(o, r)[0]


def swapped(roll, open_tiles):
    return sets(open_tiles, roll)[0]


def one(o):
    return o
"""


def test_a_function_that_is_named_may_call_its_parameters_as_it_likes(mine):
    """As in Python; a file offers without its name only what is surely meant as a strategy."""
    (mine / "otherwise.py").write_text(OTHERWISE, "utf-8")
    rules = Variant(tiles=4)
    same = strategy_value(rules, load("mine.py:few")).score_chances
    for name in ("otherwise.py:fewest", "otherwise.py:third", "otherwise.py:sets"):
        assert strategy_value(rules, load(name)).name == name
    assert strategy_value(rules, load("otherwise.py:fewest")).score_chances == same
    assert strategy_value(rules, load("mine.py:_hidden")).name == "mine.py:_hidden"
    result = run("fair --tiles 4 --first otherwise.py:fewest")
    assert (result.exit_code, result.stderr) == (0, "")
    result = run("strategies --tiles 4 otherwise.py")
    assert result.exit_code == 3
    assert result.stderr.endswith(" go by their name, otherwise.py:NAME\n")
    for name, why in (("swapped", "with roll in another place"), ("one", "with other parameters")):
        result = run(f"fair --tiles 4 --first otherwise.py:{name}")
        assert result.exit_code == 2
        assert result.stderr.startswith(f"Error: cover: got <function {name} at ")
        assert f", {why}; takes a function of open_tiles, roll and, if it" in result.stderr


SOFT = """
from helpers_beside_it import sets


def soft(open_tiles, roll):
    return {move: 1 / len(sets(open_tiles, roll)) for move in sets(open_tiles, roll)}
"""


@pytest.mark.parametrize(
    "line",
    [
        "fair --tiles 4 --first soft.py:soft",
        "fair --tiles 4 --second soft.py:soft",
        "strategies --tiles 4 soft.py",
        "strategies --tiles 4 --also soft.py:soft --matchups",
        "simulate --tiles 4 --games 10 --first soft.py:soft",
        "simulate --tiles 4 --transcript --second soft.py:soft",
        "table --tiles 4 --tiles 5 --first soft.py:soft",
    ],
)
def test_weights_of_moves_are_taken_by_every_command(mine, line):
    """Even weights are worth what chance is, so far as floats are even."""
    (mine / "soft.py").write_text(SOFT, "utf-8")
    result = run(line)
    assert result.exit_code == 0, result.stderr
    assert "soft" in result.stdout


@pytest.mark.usefixtures("mine")
def test_what_is_wrong_with_a_name_names_the_option():
    result = run("fair --first mine.py:fee")
    assert result.exit_code == 2
    said = "Error: --first: got 'mine.py:fee'; takes mine.py:few | mine.py:any_move | mine.py:late"
    assert result.stderr.splitlines()[-1] == said
    result = run("fair --first few")
    assert result.stderr.endswith(" | optimal | FILE.py:NAME | FILE.csv\n")
    result = run("simulate --second none.py:it")
    assert (result.exit_code, result.stderr) == (3, "Error: none.py: no such file\n")
    result = run("fair mine.py")
    assert result.stderr.startswith("Error: GAME: got 'mine.py'; takes rules; strategies go with")


def test_a_file_called_like_a_module_leaves_that_alone(mine):
    (mine / "statistics.py").write_text(code_returning("open_tiles") + "NormalDist = None\n")
    result = run("simulate --tiles 1 --dice 1d1 --games 10 --first statistics.py:it")
    assert result.exit_code == 0, result.stderr


HOSTILE = """
from twoplayer import Strategy

class Unsigned:
    __signature__ = property(lambda self: 1 / 0)
    def __call__(self, open_tiles, roll):
        return open_tiles

class Exits(Unsigned):
    __signature__ = property(lambda self: exit(7))

class Unreadable:
    def __getattribute__(self, name):
        raise SystemExit(7)

class Called(Unreadable):
    def __call__(self, open_tiles, roll):
        return open_tiles

class Silent(Exception):
    def __repr__(self):
        raise SystemExit(7)

def silent(open_tiles, roll):
    raise Silent

one, other, third, fourth = Unsigned(), Exits(), Unreadable(), Called()
del __name__
"""


def test_what_a_file_has_beside_its_strategies_may_do_anything_when_it_is_looked_at(tmp_path):
    path = tmp_path / "hostile.py"
    path.write_text(HOSTILE, "utf-8")
    result = run(f"fair --tiles 3 --first {path}:silent")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(
        f"Error: {path}:silent: raised a Silent, with 1,2,3 open after roll"
    )
    missing = run(f"fair --tiles 3 --first {path}:other")
    assert missing.exit_code == 2
    assert "with other parameters; takes a function of open_tiles" in missing.stderr
    none = run(f"fair --tiles 3 --first {path}:one_more")
    assert none.exit_code == 2
    assert none.stderr.rstrip().endswith(f"takes {path}:silent")
    unreadable = run(f"fair --tiles 3 --first {path}:fourth")
    assert (unreadable.exit_code, unreadable.stdout) == (3, "")
    assert unreadable.stderr.startswith(f"Error: {path}: raised SystemExit(7) when fourth was")


def test_a_function_that_does_not_tell_what_it_takes_is_refused():
    class Unsigned:
        __signature__ = property(lambda self: 1 / 0)

        def __call__(self, open_tiles, roll):
            return open_tiles

    with pytest.raises(InputError, match=r"^cover: got .*, with other parameters; takes a fun"):
        strategy_value(Variant(tiles=1), Unsigned())
