"""Streams that take nothing, or are closed: the exit code says what there was to say."""

import os
import shlex
import subprocess
import sys
from contextlib import suppress

import pytest
from conftest import run

from twoplayer.cli import main
from twoplayer.game import solution

unix = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such devices")

PRINTING = [
    *("--help", "--version", "help", "help ties", "help files", "help clack", "rules"),
    *(
        "rules classic",
        "write page --link --address https://example.org/box",
        "write proof --tiles 2 -o -",
        "fair --tiles 2",
    ),
    *("table --tiles 2", "check 0 --tiles 2", "check 1 --tiles 2", "play --for score --tiles 2"),
    *("strategies --tiles 2", "evening --players 3 --tiles 2", "write plot --help"),
    *(f"{command} --help" for command in sorted(main.commands)),
]
WRONG = {
    "": 2,
    "fair --tiles x": 2,
    "fair --nope": 2,
    "nope": 2,
    "rules nope": 2,
    "rules nope.toml": 3,
    "check 1 --tiles 2": 1,
    "write plot ranking classic -o nope/x.svg": 3,
}


@pytest.fixture(params=["full", "closed"])
def stream(request):
    """Give what Python has for a stream that is closed, or for one on a disk that is full."""
    if request.param == "closed":
        yield None
        return
    with suppress(OSError), open("/dev/full", "w") as full:
        yield full


def ended(line):
    with pytest.raises(SystemExit) as caught:
        main(shlex.split(line), prog_name="twoplayer")
    return caught.value.code


@pytest.mark.few(20)
@unix
@pytest.mark.parametrize("line", PRINTING)
def test_output_that_cannot_be_written_ends_with_3(line, stream, monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdout", stream)
    assert ended(line) == 3
    [said] = capsys.readouterr().err.splitlines()
    assert said.startswith("Error: output: cannot be written: ")


@unix
def test_completions_that_cannot_be_written_end_with_3(stream, monkeypatch):
    for name, value in {"_TWOPLAYER_COMPLETE": "bash_complete", "COMP_WORDS": "t s"}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("COMP_CWORD", "1")
    monkeypatch.setattr(sys, "stdout", stream)
    assert ended("") == 3


@pytest.mark.few(8)
@unix
@pytest.mark.parametrize("line", WRONG)
def test_errors_that_cannot_be_told_end_as_they_would(line, stream, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stderr", stream)
        assert ended(line) == WRONG[line]
    assert run(line).exit_code == WRONG[line]


@unix
def test_what_nothing_is_printed_of_needs_no_stdout(stream, monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "stdout", stream)
    assert ended(f"write proof --tiles 2 -o {tmp_path / 'x.json'}") in (0, None)


@unix
def test_a_process_that_cannot_say_anything_has_the_same_exit_codes():
    """Python itself ends with 120 where it cannot write, on its way out, what it has in store."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    for line, redirected, code, said in [
        ("fair --tiles x", "2>/dev/full", 2, 0),
        ("--version", ">/dev/full", 3, 1),
    ]:
        command = [sys.executable, "-m", "twoplayer", *shlex.split(line)]
        shell = ["sh", "-c", f'exec "$@" {redirected}', "sh", *command]
        done = subprocess.run(shell, env=kept, capture_output=True, check=False)
        assert (done.returncode, done.stdout, done.stderr.count(b"\n")) == (code, b"", said)


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (EOFError("Ran out of input"), 3, "input: ends too early: Ran out of input"),
        (OSError("no shared object"), 3, "system: no shared object"),
        (BrokenPipeError(32, "Broken pipe"), 3, "system: [Errno 32] Broken pipe"),
        (RuntimeError("can't start new thread"), 3, "system: can't start new thread"),
        (ImportError("\n\nnot\nto be loaded"), 3, "system: not to be loaded"),
        (
            MemoryError(),
            2,
            "memory: not enough for this game; try fewer tiles, or simpler rolls",
        ),
    ],
)
def test_what_the_system_refuses_is_neither_output_nor_an_interruption(
    error, code, said, monkeypatch
):
    def fails(*asked, **named):
        raise error

    monkeypatch.setattr(solution, "solve_two", fails)
    result = run("fair")
    assert (result.exit_code, result.stderr) == (code, f"Error: {said}\n")


def test_no_folder_is_made_for_a_file(tmp_path):
    result = run(f"write proof --tiles 2 -o {tmp_path / 'none' / 'x.json'}")
    assert (result.exit_code, result.stderr.count("\n")) == (3, 1)
    assert "there is no folder" in result.stderr
    assert not list(tmp_path.iterdir())
