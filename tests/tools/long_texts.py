"""Whatever takes text, texts of any length for it, and the longest rules that there are."""

import inspect
import re
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import click
from click.testing import CliRunner
from offered import OFFERED

from twoplayer import Play, Variant
from twoplayer.cli import main
from twoplayer.environments import ShutTheBox
from twoplayer.errors import LONGEST
from twoplayer.variant.fields import FIELDS

KINDS = ("1{}", "1{}x", "9{}", " {}x", "a{}", "1,{}", "1-2,{}", "-{}", "1.{}", "sum<=6 and {}")


def texts(length):
    """Return a text of each kind, with so many characters."""
    return [text_of(kind, length) for kind in KINDS]


def text_of(kind, length):
    """Return so many characters: a part over and over, and maybe another end."""
    part, end = kind.split("{}")
    return (part * length)[: length - len(end)] + end


def stretched(example, length):
    """Return a text that is read, made so long at each place, by gaps or by what stands there."""
    for place in range(len(example)):
        for part in dict.fromkeys((" ", example[place])):
            yield f"{example[:place]}{part * (length - len(example) - 1)}{example[place:]}x"


# What takes text: a new field of a rule set, parameter of a function or option is here by itself,
# and lacks its example then.

EXAMPLES = {name: max(map(str, rule.examples), key=len) for name, rule in FIELDS.items()} | {
    "address": "https://example.org/box",
    "aim": "0:10,1:5",
    "also": "most-rolls,largest-first",
    "claim": "-0.4012 %",
    "first_strategy": "largest-first",
    "of": "restarts:9/10",
    "second_strategy": "largest-first",
    "table": "first_player_ev\n0\n",
    "discount": "9/10",
    "explorer": "https://example.org/explorer",
    "first": "largest-first",
    "format": "markdown",
    "games": "classic",
    "high": "3/2",
    "keep": "tiles,one-die",
    "low": "0.5",
    "name": "classic",
    "names": "sixteen",
    "number": "2e5",
    "open_tiles": "1,2,5-7",
    "order": "turns",
    "other_open": "1258",
    "output": "rows.csv",
    "payoff": "0:10,1:5",
    "payouts": "0:10",
    "pays": "lowest-takes",
    "player": "first",
    "results": "my.db",
    "review": "game.txt",
    "roll": "3, 4",
    "scheduler": "tcp://localhost:1",
    "second": "mine.py:timid",
    "seat_rules": "4=my-child.toml",
    "second_rules": "my-pub.toml",
    "sort": "-ev",
    "step": "-1/10",
    "against": "largest-first",
    "size": "3.3x2.2",
    "title": "How fair",
    "regrets": "largest-first",
    "to": "largest-first",
    "illegal": "raise",
    "render_mode": "ansi",
    "starts": "loser",
    "strategy": "largest-first",
    "text": "5+4: 9, 6+6: 3+4+5\n3+1: -",
    "told": "9,19",
    "variant": "classic",
    "variants": "sixteen",
    "where": "ev >= 1/100",
    "word": "fair",
    "words": "2 to go",
}
"""What is read, by the name of what takes it."""
SMALL = {
    "variant": Variant(tiles=2, dice="2d2"),
    "claim": "0",
    "table": "first_player_ev\n0\n",
    "strategy": "largest-first",
    "to": "largest-first",
    "first_strategy": "largest-first",
    "second_strategy": "largest-first",
    "discount": "1/2",
    "text": "",
    "games": 2,
    "players": 3,
    "rounds": 1,
    "seed": 1,
    "variants": [Variant(tiles=2, dice="2d2")],
    "env": ShutTheBox(Variant(tiles=2, dice="2d2")),
    "policy": lambda observation, mask: mask.argmax(),
}
"""What functions are given beside it."""
BESIDE = {
    "check": "0",
    "write page": "--link",
    "write plot": "ranking -o x.svg",
    ("check", "claim"): "",
    ("fair", "results"): "--bounds",
    ("play", "step"): "--for 0:10",
    ("play", "discount"): "--for score",
    ("play", "pays"): "--players 3 --seat 1",
    ("play", "seat_rules"): "--players 4 --seat 1",
    ("evening", "seat_rules"): "--players 4",
    ("strategies", "player"): "--regrets random",
    ("evening", "told"): "--orders",
    ("evening", "starts"): "--wins 2",
    ("write page", "output"): "",
    ("write plot", "payouts"): "payout -o x.svg",
    ("write plot", "first"): "regret -o x.svg",
    ("write plot", "second"): "regret -o x.svg",
    ("write plot", "open_tiles"): "dag -o x.svg",
    ("write plot", "roll"): "dag -o x.svg --open 1",
    ("write plot", "review"): "chances -o x.svg",
    ("write plot", "output"): "ranking",
}
"""What is typed beside an option, if it has to be."""


class Takes(NamedTuple):
    """Something that takes text."""

    where: str  # the function, or the command
    name: str  # the parameter
    kind: str  # how it is annotated, or the option is spelled
    give: Callable  # reads a text: it raises, or returns what the command has said

    def __str__(self):
        return f"{self.where} {self.name}"


def example_for(each):
    """Return what something reads, or say what to do where nobody has written that down."""
    if each.name in EXAMPLES:
        return EXAMPLES[each.name]
    of_option = each.kind.startswith("--")
    what = f"option {each.kind} of `twoplayer {each.where}`" if of_option else f"{each}"
    raise AssertionError(
        f"test_long_texts: no example for the {what}: add one, {each.name!r}, to EXAMPLES in "
        "tests/tools/long_texts.py, and to BESIDE what is typed beside it, if it has to be"
    )


def functions():
    """Find what public functions take."""
    for function in [*filter(inspect.isfunction, OFFERED.values()), Play, Play.of]:
        parameters = inspect.signature(function).parameters
        beside = {
            name: SMALL[name]
            for name, each in parameters.items()
            if (each.default is each.empty and name in SMALL) or name in ("players", "rounds")
        }
        for name, each in parameters.items():
            text = re.search("str|Like|Told", str(each.annotation))
            if text and not str(each.annotation).startswith("Callable"):
                give = partial(called, function, beside, name)
                yield Takes(function.__qualname__, name, str(each.annotation), give)


def called(function, beside, name, text):
    return function(**{**beside, name: text})


def options(group=main, path=""):
    """Find what commands take, and what takes the word that says which."""
    if not path:
        yield Takes("", "word", "word", said)
    for name, command in group.commands.items():
        if isinstance(command, click.Group):
            yield from options(command, f"{path}{name} ")
            continue
        for each in command.params:
            if isinstance(each.type, click.types.StringParamType):
                give = partial(typed, f"{path}{name}", each)
                yield Takes(f"{path}{name}", each.name, max(each.opts, key=len), give)


def typed(command, parameter, text):
    small = [] if command == "help" else ["--tiles", "1-2"]
    beside = BESIDE.get((command, parameter.name), BESIDE.get(command, "")).split()
    given = [parameter.opts[-1], text] if isinstance(parameter, click.Option) else ["--", text]
    return said(*command.split(), *small, *beside, *given)


def said(*words):
    return CliRunner().invoke(main, words, env={"COLUMNS": None})


LONGEST_RULES = [
    {"tiles": ",".join(str(10**99 + 2 * place) for place in range(24))},
    {"one_die": " and ".join(f"{name} <= -{'9' * 1000}" for name in ("sum", "max", "count"))},
    {"clack_payout": f"{'9' * 1000}/1{'0' * 999}"},
    {"clack_payout": f"0.{'0' * 998}1"},
    {"stop_total": f"-{'9' * 100}"},
    {"max_tiles": "9" * 100},
    {"dice": " " * (LONGEST - 3) + "1d6"},
    {"weights": f"1{f',{10**18}' * 99}", "dice": "1d100"},
]
TOO_LONG = [
    {"tiles": f"1,1{'0' * 100}"},
    {"one_die": f"sum <= 1{'0' * 1000}"},
    {"clack_payout": f"1{'0' * 1000}"},
    {"clack_payout": f"1/1{'0' * 1000}"},
    {"clack_payout": f"0.{'0' * 999}1"},
    {"stop_total": f"-1{'0' * 100}"},
    {"max_tiles": f"1{'0' * 100}"},
    {"dice": " " * (LONGEST - 2) + "1d6"},
    {"weights": f"1{f',{10**19}' * 99}", "dice": "1d100"},
]
"""The same with a digit, or a blank, more."""
