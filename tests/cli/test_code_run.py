"""Code in files: `load` alone runs it in Python; at the shell, what can use it, and nothing else."""

import inspect
from pathlib import Path

import click
import pytest
from conftest import run

import twoplayer
from twoplayer import FileError, InputError, Strategy, Variant, load, solve, strategy_value
from twoplayer.cli import main

CODE = """
from pathlib import Path

Path("was_run").touch()


class Game:
    start = 2

    def choices(self, state):
        return ["coin"] if state else []

    def rolls(self, choice):
        return {"heads": 1, "tails": 1}

    def moves(self, state, roll):
        return [state - 1] if roll == "heads" else []

    def score(self, state):
        return state


def first_move(open_tiles, roll):
    return open_tiles if len(open_tiles) == 1 else [tuple(open_tiles)[:1]]


game = Game()
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
    return {p: each for name, some in of_group for p, each in leaves(some, f"{path} {name}").items()}


COMMANDS = leaves(main)
# What each command needs beside a game, and what makes its options meaningful.
NEEDED = {
    "check": " 1/3",
    "simulate": " --games 9",
    "play": " --players 2 --seat 1",
    "evening": " --players 2",
    "write plot": " ranking",
}
WRITTEN = {
    "write page": "html",
    "write explorer": "html",
    "write card": "html",
    "write plot": "svg",
    "write proof": "json",
    "write theorem": "v",
    "write model": "v",
    "write graph": "json",
}
# Where code is used, at what: these alone run it.
GAMES = {
    (command, place)
    for command in ("fair", "check", "simulate", "strategies", "evening")
    for place in ("games", "second_rules")
} | {("evening", "seat_rules"), ("play", "seat_rules"), ("play", "second_rules")}
STRATEGIES = {(command, place) for command in ("fair", "table", "simulate") for place in ("first", "second")}
STRATEGIES |= {("strategies", "also"), ("strategies", "games")}


def places():
    """Every argument and option of every command that takes a text."""
    for path, command in COMMANDS.items():
        context = click.Context(command)
        for each in command.get_params(context):
            if not getattr(each, "is_flag", False) and not getattr(each, "count", False):
                yield path, each


def typed(path, place, text):
    text = f"1={text}" if place.name == "seat_rules" else text
    given = f" {text}" if isinstance(place, click.Argument) else f" {place.opts[0]} {text}"
    given = given + NEEDED.get(path, "") if place.name == "games" else NEEDED.get(path, "") + given
    if path == "check" and place.name == "games":
        given = f" 1/3 {text}"
    to = f" -o out.{WRITTEN[path]}" if path in WRITTEN and "-o" not in place.opts else ""
    return path + given + to


@pytest.mark.parametrize("what", ["mine.py:game", "mine.py:first_move", "mine.py"])
def test_a_file_is_run_where_its_code_is_used_and_nowhere_else(what):
    ran = set()
    for path, place in places():
        result = run(typed(path, place, what))
        assert result.exit_code in (0, 1, 2, 3), (path, place.name, result.exception)
        if MARK.exists():
            MARK.unlink()
            ran.add((path, place.name))
    print(sorted(ran))
    assert ran == {}
