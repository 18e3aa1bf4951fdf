"""What is wrong is an object, with its parameter, what came and what it takes."""

import pickle
import shlex

import click
import numpy as np
import pytest
from conftest import run
from offered import OFFERED

import twoplayer
from twoplayer import InputError, Variant, seats
from twoplayer.cli import main
from twoplayer.cli.command import flag_of
from twoplayer.cli.write import write
from twoplayer.errors import Fault, Faults, PositionError, RulesError, refused, shown, whole_number
from twoplayer.variant.fields import FIELDS

ERRORS = [OFFERED[name] for name in OFFERED if name.endswith("Error")]


def caught(error, call, *arguments, **named):
    with pytest.raises(error) as found:
        call(*arguments, **named)
    return found.value


def test_a_refusal_names_its_parameter_beside_what_is_said():
    [fault] = caught(InputError, seats, "classic", 1).faults
    assert fault.parameter == "players"
    assert fault.said == "got 1; takes a whole number, 2 to 8"
    assert str(fault) == "players: got 1; takes a whole number, 2 to 8"


def test_the_reason_stands_behind_the_value():
    error = refused("roll", (7, 7), "dice of the game", "more than can fall", PositionError)
    assert type(error) is PositionError
    assert str(error) == "roll: got (7, 7), more than can fall; takes dice of the game"


def test_what_has_no_parameter_is_said_alone():
    error = InputError("a worker ended")
    assert error.faults == (Fault(None, "a worker ended"),)
    assert str(error) == "a worker ended"


def test_the_text_of_an_error_has_a_line_for_each_of_its_faults():
    error = caught(RulesError, Variant, dice="0d6", ties="split", stop_total=0.5)
    assert [fault.parameter for fault in error.faults] == ["dice", "stop_total", "ties"]
    assert str(error).splitlines() == list(map(str, error.faults))


@pytest.mark.parametrize("kind", ERRORS)
def test_an_error_is_the_same_in_another_process(kind):
    error = kind(Fault("tiles", "too many"), "in a file", of="dice")
    copy = pickle.loads(pickle.dumps(error))
    assert type(copy) is kind
    assert copy.faults == error.faults == (("tiles", "too many"), ("dice", "in a file"))
    assert str(copy) == "tiles: too many\ndice: in a file"


def test_a_refusal_of_what_cannot_be_pickled_can_be():
    error = caught(InputError, twoplayer.solve_all, "sixteen", executor=lambda: None)
    assert pickle.loads(pickle.dumps(error)).faults[0].parameter == "executor"
    error = caught(InputError, twoplayer.solve_all, "classic", "thai")
    assert "got 'thai'; takes an executor" in str(error)
    assert str(error).endswith("several games come in one list")


def test_faults_of_several_readings_are_told_together_each_once():
    faults, read = Faults(), []
    for value in (1, "x", 2, "y", "x"):
        with faults:
            read.append(whole_number("rounds", value, 1))
    error = caught(RulesError, faults.tell, RulesError)
    assert read == [1, 2]
    assert [fault.said.partition(";")[0] for fault in error.faults] == ["got 'x'", "got 'y'"]


def test_where_there_are_no_faults_none_are_told():
    faults = Faults()
    with faults:
        whole_number("rounds", 1, 1)
    faults.tell(RulesError)


def test_an_error_that_is_no_refusal_is_not_collected():
    with pytest.raises(ZeroDivisionError), Faults():
        1 / 0  # noqa: B018


@pytest.mark.parametrize(
    ("value", "low", "high"), [(2, 2, 8), (8, 2, 8), (10**400, 0, None), (np.int64(3), 3, 3)]
)
def test_a_whole_number_within_its_limits_is_taken(value, low, high):
    assert whole_number("n", value, low, high) == value


@pytest.mark.parametrize("value", [1, 9, -2, 2.0, "2", None, True, np.True_, [2], 10**400])
def test_what_is_no_whole_number_within_its_limits_is_refused(value):
    [fault] = caught(InputError, whole_number, "n", value, 2, 8).faults
    assert fault.parameter == "n"
    assert fault.said.startswith("got ")
    assert fault.said.endswith("; takes a whole number, 2 to 8")


@pytest.mark.parametrize(
    ("limits", "takes"),
    [((1,), "a whole number, 1 or more"), ((1, 2), "a whole number, 1 or 2"), ((1, 1), "1")],
)
def test_what_is_taken_is_said_as_short_as_can_be(limits, takes):
    error = caught(InputError, whole_number, "n", 0, *limits)
    assert str(error) == f"n: got 0; takes {takes}"


WRONG = {
    "address": "file:///box.html",
    "explorer": "java script:1",
    "step": "x",
    "discount": "2",
    "player": "third",
    "total": "0",
    "against": "x",
    "size": "x",
    "title": "a" * 201,
    "regrets": "x",
    "open_tiles": "1,x",
    "other_open": "1,x",
    "roll": "x",
    "score_to_beat": "99",
    "second_rules": "nonsense",
    "order": "x",
    "players": "0",
    "seat": "9",
    "holders": "9",
    "results": "",
    "output": "x.none",
    "payouts": "x",
    "first": "clever",
    "second": "clever",
    "also": "clever",
    "where": "x",
    "sort": "x",
    "top": "0",
    "rounds": "0",
    "to": "0",
    "starts": "nobody",
    "keep": "colour",
    "changes": "3",
    "number": "x",
    "seed": "-1",
    "aim": "win",
    "worst": "0",
    "scheduler": "nowhere",
    "told": "9,1",
    "pays": "nobody",
    "seat_rules": "child.toml",
    "wins": "0",
    "policy": "9",
    "of": "nonsense",
    "simulated": "0",
}
"""What no command takes, by parameter."""
NEEDED = {
    "check": ["0"],
    "write card": ["-o", "x.html"],
    "write explorer": ["-o", "x.html", "--tiles", "3"],
    "write graph": ["-o", "x.dot"],
    "write model": ["-o", "x.prism"],
    "write page": ["-o", "x.html"],
    "write plot": ["-o", "x.svg", "--tiles", "3"],
    "write proof": ["-o", "x.json"],
    "write report": ["-o", "x.md"],
    "write theorem": ["-o", "x.v"],
}
"""What a command does not do without."""
BESIDE = {
    "play --other-open": ["--order", "rolls"],
    "play --told": ["--order", "secret"],
    "play --policy": ["--order", "secret"],
    "evening --told": ["--orders"],
    "write plot --payouts": ["payout"],
    "write plot --first": ["regret"],
    "write plot --second": ["regret"],
    "write plot --size": ["ranking"],
    "write plot --title": ["ranking"],
    "write plot --output": ["ranking"],
    "write plot --results": ["ranking"],
    "write plot --scheduler": ["ranking"],
    "write plot --open": ["dag", "--roll", "3"],
    "write plot --roll": ["dag"],
    "write plot --to-beat": ["dag"],
    "play --pays": ["--players", "3", "--seat", "1"],
    "evening --pays": ["--players", "3"],
    "play --seat-rules": ["--players", "3", "--seat", "1"],
    "evening --seat-rules": ["--players", "3"],
    "play --seat": ["--players", "3"],
    "play --holders": ["--players", "3", "--seat", "2", "--to-beat", "3"],
    "evening --starts": ["--rounds", "2"],
    "evening --scheduler": ["--orders"],
    "evening --sort": ["--orders"],
    "play --worst": ["--for", "score"],
    "play --step": ["--for", "0:1"],
    "strategies --as": ["--regrets", "random"],
    "play --discount": ["--for", "0:1"],
    "fair --results": ["--bounds"],
}
"""What an option goes with."""

ANY_FILE = [
    *[(f"write {kind}", "output") for kind in ("card", "page", "proof")],
    *[(command, "review") for command in ("play", "write page", "write plot")],
]
"""What names a file of any kind: what is wrong is told of the file."""


def options_of(command):
    """Yield the names of a command's options that take a value which this package reads."""
    for each in dict.fromkeys([*command.params, *getattr(command, "shared", ())]):
        of_a_value = isinstance(each, click.Option) and not each.is_flag
        if of_a_value and not isinstance(each.type, click.Choice):
            yield each.name, max(each.opts, key=len)


COMMANDS = main.commands | {f"write {name}": each for name, each in write.commands.items()}
OPTIONS = [
    (name, parameter, option)
    for name, command in COMMANDS.items()
    for parameter, option in options_of(command)
    if (name, parameter) not in ANY_FILE
]


@pytest.mark.few(10)
@pytest.mark.parametrize(("command", "parameter", "option"), OPTIONS)
def test_every_option_is_named_as_it_was_typed(command, parameter, option, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    line = [*command.split(), *NEEDED.get(command, ()), *BESIDE.get(f"{command} {option}", ())]
    result = run(shlex.join([*line, option, WRONG[parameter]]))
    assert result.exit_code in (2, 3)
    assert result.stderr.split()[1].removesuffix(":") == option
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("field", [name for name in FIELDS if name != "immediate_clack"])
@pytest.mark.parametrize("command", ["fair", "table", "simulate", "write graph -o x.dot"])
def test_every_rule_is_named_as_it_was_typed(command, field):
    result = run(f"{command} --{flag_of(field)} nonsense")
    assert result.exit_code == 2
    assert result.stderr.startswith(f"Error: --{flag_of(field)}: got 'nonsense', ")


def test_a_rule_set_that_is_called_like_an_option_keeps_its_name():
    result = run("table tiles house --tiles 5 --dice 9d6")
    assert result.stderr.startswith("Error: tiles: dice: got '9d6'")


class Hostile:
    """A value that does something of its own when it is shown."""

    def __init__(self, error):
        self.error = error

    def __repr__(self):
        raise self.error


@pytest.mark.parametrize("error", [SystemExit(7), ValueError("no"), GeneratorExit(), OSError()])
def test_whatever_a_value_does_when_it_is_shown_it_is_called_by_its_kind(error):
    assert shown(Hostile(error)) == "a Hostile"
    assert shown([Hostile(error)]) == "a list"


def test_who_interrupts_a_value_that_is_shown_is_obeyed():
    with pytest.raises(KeyboardInterrupt):
        shown(Hostile(KeyboardInterrupt()))


def test_a_number_too_long_to_be_written_is_called_so():
    assert shown(10**5000) == shown((1, 10**5000)) == "a number with thousands of digits"


def test_what_is_nearly_a_name_is_asked_for():
    with pytest.raises(RulesError, match=r"^tile: an unknown rule; did you mean tiles\?$"):
        Variant(tile=9)
    with pytest.raises(AttributeError, match=r"no attribute 'ev': did you mean first_player_ev\?"):
        twoplayer.solve(Variant(tiles=1)).ev  # noqa: B018
    assert not hasattr(twoplayer.solve(Variant(tiles=1)), "evs")
    for line, meant in (
        ("table --tiles 3 --where favored=first", "favoured"),
        ("fair '2 to go'", "two-to-go"),
    ):
        result = run(line)
        assert result.exit_code == 2
        assert result.stderr.endswith(f"did you mean {meant}?\n")


def test_a_decimal_comma_is_told():
    for line in ("check 0 --of restarts:0,9", "fair --clack-payout 1,5"):
        assert "not an exact number: a decimal has a point" in run(line).stderr
