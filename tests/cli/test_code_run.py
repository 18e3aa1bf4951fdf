"""Code in files: `load` alone runs it in Python, and at the shell what can use it does."""

import inspect
from pathlib import Path

import click
import pytest
from conftest import run
from offered import OFFERED

from twoplayer import InputError, Strategy, Variant, load, seats, solve, strategy_value, variants
from twoplayer.cli import main
from twoplayer.errors import FileError

CODE = """
from pathlib import Path

from twoplayer import Box, Variant

Path("was_run").touch()


def strategy(open_tiles, roll):
    return open_tiles


class Products(Box):
    def covers(self, open_tiles, roll):
        return [*super().covers(open_tiles, roll), *[{6}] * (6 in open_tiles)]


game = Products(Variant(tiles="3-3", dice="1d3"))
"""
MARK = Path("was_run")


@pytest.fixture(autouse=True)
def beside_code(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text(CODE)


def leaves(command, path=""):
    """Every command of the program, by what is typed to call it."""
    if not isinstance(command, click.Group):
        return {path.strip(): command}
    of_group = command.commands.items()
    return {
        p: each for name, some in of_group for p, each in leaves(some, f"{path} {name}").items()
    }


COMMANDS = leaves(main)
# What each command needs beside a game, and where what it writes goes.
NEEDED = {
    "check": " 1/3",
    "simulate": " --games 9",
    "play": " --players 2 --seat 1",
    "evening": " --players 2",
    "write plot": " ranking",
}
NEEDED |= {f"write {kind}": " -o out.html" for kind in ("page", "explorer", "card")}
NEEDED |= {f"write {kind}": " -o out.json" for kind in ("proof", "graph")}
NEEDED |= {f"write {kind}": " -o out.v" for kind in ("theorem", "model")}
NEEDED["write plot"] += " -o out.svg"
NEEDED["write model"] = " -o out.prism"
KINDS = "GAME", "STRATEGY", "FILE.py"
# One tile, so that every strategy and code for one player go with it.
SMALL = "--tiles 3-3 --dice 1d3"


def places():
    """List the arguments and options of all commands that are a game or a strategy."""
    for path, command in COMMANDS.items():
        for each in command.params:
            if any(kind in (each.metavar or "") for kind in KINDS):
                yield path, each.name, each.opts[0] if isinstance(each, click.Option) else ""


PLACES = [*places()]
GAMES = {"games", "second_rules", "seat_rules"}
OF_A_GAME = {
    *((name, "games") for name in ("fair", "check", "simulate", "strategies", "evening")),
    *((name, "second_rules") for name in ("fair", "table", "check", "simulate", "strategies")),
    *((name, each) for name in ("evening", "play") for each in ("second_rules", "seat_rules")),
}
OF_A_STRATEGY = {
    *(
        (name, seat)
        for name in ("fair", "table", "simulate", "check")
        for seat in ("first", "second")
    ),
    *(("strategies", each) for each in ("games", "also", "regrets")),
}


def typed(path, place, option, text):
    text = f"2={text}" if place == "seat_rules" else text
    rules = "" if text.endswith(":game") and place == "games" else SMALL
    return f"{path}{NEEDED.get(path, '')} {option} {text} {rules}"


def ran():
    was = MARK.exists()
    MARK.unlink(missing_ok=True)
    return was


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("what", "used"),
    [
        ("mine.py:game", OF_A_GAME),
        ("mine.py:strategy", OF_A_STRATEGY),
        ("mine.py", OF_A_STRATEGY),
    ],
)
def test_a_file_is_run_where_its_code_is_used_and_nowhere_else(what, used):
    assert {path for path, *_ in PLACES} == COMMANDS.keys() - {"help"}
    for path, place, option in PLACES:
        # Of a file it is only known what a name in it is when it has been run.
        if ":" in what and (place in GAMES) != (what == "mine.py:game") and place != "games":
            continue
        result = run(line := typed(path, place, option, what))
        if (path, place) in used:
            assert result.exit_code == (path == "check"), (line, result.stderr)  # no such value
            assert ran(), line
        elif what != "mine.py:strategy" or (path, place) not in OF_A_GAME:
            assert (result.exit_code, result.stdout) == (2, ""), line
            assert not ran(), line


@pytest.mark.parametrize(
    "line",
    [
        *("fair mine.py:game --tiles 4", "fair mine.py:game ten"),
        *("fair mine.py:game -o x.nope", "fair mine.py:game --first nope"),
        *("fair mine.py:game --bounds", "fair mine.py:game --payouts 0:", "check x mine.py:game"),
        *("fair mine.py:game --first largest-first", "fair mine.py:game --second-rules gone.toml"),
        *("fair --first mine.py --tiles x", "fair --first mine.py --second nope"),
        *("fair --first mine.py --luck", "table --first mine.py --effects", "simulate sixteen"),
        *("simulate --first mine.py --games x", "simulate mine.py:game --transcript"),
        *("strategies mine.py --search", "mine.py:game -x"),
        *("strategies mine.py --also nope", "strategies yale thai mine.py"),
        *("evening mine.py:game --orders", "evening mine.py:game --told x", "fair x mine.py:game"),
        *("evening mine.py:game --rounds 2 --starts nope", "evening --seat-rules 2=mine.py:game"),
        *(
            "play --players 2 --seat-rules 2=mine.py:game --roll x",
            "play --seat-rules 2=mine.py:game",
        ),
        *(
            "play --players 2 --seat 1 --second-rules mine.py:game --open x",
            "mine.py:game nope.toml",
        ),
        *(
            "fair 'mine.py:game#tiles=3&tiles=4'",
            "fair 'tiles=3&second=mine.py:game'",
            "help mine.py",
        ),
        *(
            "check mine.py",
            "fair --results x.db mine.py:game",
            "check 0 --results x.db mine.py:game",
        ),
    ],
)
def test_what_is_wrong_beside_it_is_said_before_a_file_is_run(line):
    result = run(line)
    assert not ran()
    assert result.exit_code in (2, 3) or line.startswith(("table", "simulate sixteen"))


# Python

SMALLEST = Variant(tiles="3-3", dice="1d3")
# The parameters that are a game or a strategy, and what the others of some functions need.
ARE_CODE = {"variant", "variants", "name", "second", "also"}
ARE_CODE |= {"strategy", "first_strategy", "second_strategy"}
OTHERS = {
    "claim": "0",
    "table": "ev\n0\n",
    "variant": SMALLEST,
    "strategy": "random",
    "first_strategy": "random",
    "second_strategy": "random",
    "to": "random",
    "games": 9,
    "seed": 1,
    "discount": "9/10",
}
FUNCTIONS = {
    name: inspect.signature(thing).parameters
    for name, thing in OFFERED.items()
    # What `load` reads is run; a name of `strategy_of` is what a policy is called.
    if (inspect.isfunction(thing) and name not in ("load", "strategy_of"))
    or name in ("Box", "Play")
}
DOORS = [(name, each) for name, takes in FUNCTIONS.items() for each in takes if each in ARE_CODE]
CODES = "mine.py:game", "mine.py:strategy", "mine.py", "mine.py:", "gone.py:game"


@pytest.mark.parametrize(("name", "parameter"), DOORS)
def test_in_python_no_text_is_code_except_for_loads(name, parameter):
    given = {each: OTHERS[each] for each in FUNCTIONS[name] if each in OTHERS}
    if name == "seats":
        given["players"] = 3
    for text in CODES:
        if parameter not in ("variants", "also"):
            with pytest.raises(InputError, match=rf"only load\('{text}'\) runs code"):
                OFFERED[name](**given | {parameter: text})
        for other in (Path(text), [text], [Path(text)]):
            with pytest.raises(InputError):
                OFFERED[name](**given | {parameter: other})
    assert not ran()


def test_in_python_nothing_else_runs_what_a_text_names():
    for what in CODES:
        with pytest.raises(InputError):
            variants("classic", tiles=[what])
        with pytest.raises(InputError):
            seats([SMALLEST, what])
        Path("list.toml").write_text(f'rule_sets = ["ten", "{what}"]\n')
        with pytest.raises(InputError, match="neither a registered name nor a TOML file"):
            variants("list.toml")
    assert not ran()


def test_load_runs_a_file_and_returns_what_it_calls_so():
    game = load("mine.py:game")
    assert ran()
    assert solve(game).first_player_ev == solve(SMALLEST).first_player_ev
    strategy = load(Path("mine.py:strategy"))
    assert isinstance(strategy, Strategy)
    assert strategy.name == "mine.py:strategy"
    assert strategy_value(SMALLEST, strategy).first_player_ev == solve(SMALLEST).first_player_ev
    assert type(load("mine.py:game")) is not type(game)  # the file is run anew


def test_load_takes_the_path_alone_where_there_is_one_thing():
    Path("one.py").write_text("def it(open_tiles, roll):\n    return open_tiles\n")
    assert load("one.py").name == load("one.py:it").name == "one.py:it"
    with pytest.raises(
        InputError, match=r"^name: got 'mine.py'; takes mine.py:game \| mine.py:str"
    ):
        load("mine.py")


@pytest.mark.parametrize(
    ("name", "error", "said"),
    [
        ("mine.py:nope", InputError, "name: got 'mine.py:nope'; takes mine.py:game | mine.py:str"),
        ("classic", InputError, "name: got 'classic'; takes a file and what it calls something"),
        ("mine.toml:game", InputError, "name: got 'mine.toml:game'; takes a file"),
        (5, InputError, "name: got 5; takes a file and what it calls something"),
        ("", InputError, "name: got ''; takes a file"),
        ("gone.py:game", FileError, "gone.py: no such file"),
        ("empty.py:game", FileError, "empty.py: neither a game nor a strategy in it; takes a game"),
        ("failing.py:game", FileError, "failing.py: raised ZeroDivisionError('division by zero')"),
    ],
)
def test_what_load_cannot_return_is_an_error_that_says_what_it_takes(name, error, said):
    Path("empty.py").touch()
    Path("failing.py").write_text("1 / 0\n")
    with pytest.raises(error) as caught:
        load(name)
    assert said in str(caught.value)
