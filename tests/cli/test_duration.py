"""How long a command takes is told beside its result, on stderr."""

import io
import sys
from types import SimpleNamespace

import pytest
from conftest import run

from twoplayer.cli import duration as told


class Terminal(io.StringIO):
    """A stderr that somebody looks at."""

    def isatty(self):
        return True


@pytest.fixture
def clock(monkeypatch):
    """A clock that stands still until it is set."""
    now = SimpleNamespace(seconds=1000.0)
    clock = SimpleNamespace(monotonic=lambda: now.seconds, time=lambda: now.seconds)
    monkeypatch.setattr(told, "time", clock)
    monkeypatch.setattr("click._termui_impl.time", clock)
    monkeypatch.setattr(told, "LONG", 8)
    return now


def work(clock, begins, takes, parts=100):
    """Work that is all of one speed, once its workers have started."""
    clock.seconds += begins
    with told.progress() as advance:
        for _ in range(parts):
            clock.seconds += takes / parts
            advance(1 / parts)


@pytest.mark.parametrize(
    ("takes", "said"),
    [
        (5, ""),
        (30, "This takes about 28 seconds.\n"),
        (150, "This takes about 2 minutes.\n"),
        (3 * 3600, "This takes about 3 hours.\n"),
    ],
)
@pytest.mark.parametrize("begins", [0, 20])
def test_what_takes_long_is_announced_once(clock, capsys, begins, takes, said):
    work(clock, begins, takes)
    assert capsys.readouterr() == ("", said)


@pytest.mark.parametrize(
    ("first", "rest", "more"),
    [
        (100, 300, "It takes about 4 minutes more.\n"),
        (300, 100, "It takes about 88 seconds more.\n"),
        (300, 290, ""),
    ],
)
def test_what_was_announced_is_revised_once_more_is_known(clock, capsys, first, rest, more):
    """The first hundredth is as slow as if all took so many seconds, what follows as the rest."""
    with told.progress() as advance:
        for done in range(100):
            clock.seconds += (first if done < 2 else rest) / 100
            advance(1 / 100)
    announced, *further = capsys.readouterr().err.splitlines(keepends=True)
    assert announced.startswith("This takes about ")
    assert "".join(further) == more


def test_on_a_terminal_there_is_a_bar_with_the_time_that_is_left(clock, monkeypatch):
    monkeypatch.setattr(sys, "stderr", Terminal())
    work(clock, 20, 100)
    bars = sys.stderr.getvalue().split("\r")
    assert "This takes about 98 seconds.\n" in bars[0]
    half = next(bar for bar in bars if " 50%" in bar)
    seconds = int(half.split("00:00:")[1][:2])
    assert 45 <= seconds <= 60


def test_where_nothing_is_known_that_is_said(monkeypatch, capsys):
    started = []
    timer = SimpleNamespace(start=lambda: started.append(True), cancel=lambda: None)
    given = []
    monkeypatch.setattr(told, "Timer", lambda *what: given.append(what) or timer)
    with told.progress():
        [(_, say, words)] = given
        say(*words)
    assert started
    assert capsys.readouterr().err == "This takes a while; how long is not known yet.\n"


def test_what_takes_longer_than_it_seemed_is_said_as_well(clock, monkeypatch):
    timers = []

    def timer(wait, say, words):
        timers.append((wait, words))
        return SimpleNamespace(start=lambda: None, cancel=timers.pop)

    monkeypatch.setattr(told, "Timer", timer)
    with told.progress() as advance:
        advance(0.1)
        clock.seconds += 2
        advance(0.8)
        [(wait, words)] = timers
        advance(0.05)
    assert (wait, words) == (16, ["This takes longer than it seemed."])
    assert not timers


def test_the_result_is_the_same_where_something_is_announced(monkeypatch):
    quiet = run("table sixteen")
    monkeypatch.setattr(told, "LONG", -1)
    monkeypatch.setattr(
        told,
        "Timer",
        lambda wait, say, words: SimpleNamespace(start=lambda: say(*words), cancel=lambda: None),
    )
    loud = run("table sixteen")
    assert loud.stdout == quiet.stdout
    assert loud.stderr.startswith("This takes a while")
