"""Signals: from its first line on the program ends by them, says what it has kept, and no more."""

import os
import signal
import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")

SIGN_OF_LIFE = "import sys; print('alive', file=sys.__stdout__, flush=True)\n"
# Many short ones: a signal between Python's last look and one long sleep would wait for its end.
WAIT = "import time; any(time.sleep(0.01) for _ in iter(int, 1))\n"

IN_THE_WORK = f"""
import sys
from contextlib import contextmanager
from twoplayer import __main__
from twoplayer.cli import command

@contextmanager
def progress():
    {SIGN_OF_LIFE.strip()}
    yield

command.progress = progress
sys.argv[1:] = "table tiles --dice 3d6 --tiles 14 --scoring digits".split()
__main__.main()
"""

IN_GARBAGE = f"""
import sys
from twoplayer import __main__, cli

class Garbage:
    def __del__(self):
        {SIGN_OF_LIFE.strip()}
        {WAIT.strip()}

def command(prog_name):
    Garbage()
    {WAIT.strip()}

cli.main = command
__main__.main()
"""


def ended(number, *arguments, **environment):
    """Run Python; when it shows a sign of life it gets a signal, and then again."""
    with subprocess.Popen(
        [sys.executable, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, **environment},
    ) as running:
        assert running.stdout.readline() == b"alive\n"
        running.send_signal(number)
        _, errors = running.communicate()
    return running.returncode, errors.strip()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("library", ["click", "numpy"])
def test_while_it_imports(number, library, tmp_path):
    (tmp_path / f"{library}.py").write_text(SIGN_OF_LIFE + WAIT)
    line = ["-m", "twoplayer", "fair"]
    assert ended(number, *line, PYTHONPATH=str(tmp_path)) == (128 + number, b"")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_while_it_solves(number):
    assert ended(number, "-c", IN_THE_WORK) == (128 + number, b"")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_while_garbage_is_collected(number):
    assert ended(number, "-c", IN_GARBAGE) == (128 + number, b"")


def test_what_is_told_not_to_hear_does_not():
    code = (
        "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN); import twoplayer.__main__; "
        "print(signal.getsignal(signal.SIGINT) is signal.SIG_IGN)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert done.stdout.split() == [b"True"]


def test_who_imports_the_package_hears_signals_as_before():
    code = (
        "import signal; heard = signal.getsignal(signal.SIGINT); import twoplayer.cli.app; "
        "import twoplayer.game.solution; print(signal.getsignal(signal.SIGINT) is heard)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert done.stdout.split() == [b"True"]
