"""How long a command takes is told beside its result, on stderr."""

import io
import re
import sys
from types import SimpleNamespace

import pytest
from conftest import run

from twoplayer.cli import duration as told
from twoplayer.show import fair
from twoplayer.work import tell


class Terminal(io.StringIO):
    """A stderr that somebody looks at."""

    def isatty(self):
        return True


@pytest.fixture
def clock(monkeypatch):
    """A clock that stands still until it is set."""
    now = SimpleNamespace(seconds=1000.0)
    monkeypatch.setattr(told, "time", SimpleNamespace(monotonic=lambda: now.seconds))
    monkeypatch.setattr(told, "LONG", 8)
    return now


@pytest.fixture
def timers(monkeypatch):
    """Every timer that runs: after how long it says what."""
    running = []

    def timer(wait, say, words):
        entry = wait, *words
        return SimpleNamespace(
            start=lambda: running.append(entry), cancel=lambda: entry in running and running.clear()
        )

    monkeypatch.setattr(told, "Timer", timer)
    return running


def work(clock, takes, parts=100):
    """Work that is all of one speed."""
    with told.progress():
        for _ in range(parts):
            clock.seconds += takes / parts
            tell(1 / parts)


@pytest.mark.parametrize(
    ("takes", "said"),
    [
        (5, ""),
        (30, "This takes about 30 seconds in all.\n"),
        (150, "This takes about 150 seconds in all.\n"),
        (
            4 * 3600,  # each of its pieces takes 144 seconds
            "After 144 seconds 1.00 % of it is done.\n"
            "After 5 minutes 2.00 % of it is done.\n"
            "After 10 minutes 4.00 % of it is done.\n"
            "This takes about 4 hours in all.\n",
        ),
    ],
)
def test_what_takes_long_is_announced_once(clock, capsys, takes, said):
    work(clock, takes)
    assert capsys.readouterr() == ("", said)


def test_on_a_terminal_there_is_a_bar_with_what_is_known(clock, monkeypatch):
    monkeypatch.setattr(sys, "stderr", Terminal())
    work(clock, 100)
    bars = re.split("[\r\n]+", sys.stderr.getvalue())
    assert "This takes about 100 seconds in all." in bars
    assert next(bar for bar in bars if " 4%" in bar).endswith(" 4%")
    assert next(bar for bar in bars if " 50%" in bar).endswith(" 50%  about 100 seconds in all")


def test_where_nothing_is_known_that_is_said(clock, timers):
    with told.progress():
        tell(0.04)
        assert timers == [(4, "This takes a while; how long is not known yet.")]
    assert not timers


@pytest.mark.parametrize(("takes", "wait"), [(8, 16), (100, 190)])
def test_what_takes_longer_than_it_seemed_is_said_as_well(clock, timers, takes, wait):
    """Twice as long as what seemed to be left."""
    with told.progress():
        for _ in range(30):
            clock.seconds += takes / 100
            tell(1 / 100)
        assert timers == [(wait, "This takes longer than it seemed.")]
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


def test_how_it_ends_is_work_beside_the_ev(monkeypatch):
    """The EV is not all of what `fair` does, or whoever waits is told nothing of the rest."""
    forecasts, done = [], []

    class Kept(told.Forecast):
        def __init__(self, *given):
            super().__init__(*given)
            forecasts.append(self)

    def answer(solution, *given):
        done.append(forecasts[0].done)
        return fairness_answer(solution, *given)

    fairness_answer = fair.fairness_answer
    monkeypatch.setattr(fair, "fairness_answer", answer)
    monkeypatch.setattr(told, "Forecast", Kept)
    assert run("fair --tiles 2,5,7").exit_code == 0
    assert done == [pytest.approx(1 / 6)]
    assert forecasts[0].done == pytest.approx(1)


def test_what_is_still_unknown_after_a_while_is_told_by_its_share_ever_more_rarely(clock, capsys):
    with told.progress():
        for _ in range(400):
            clock.seconds += 1
            tell(1e-5)
    said = ["After 30 seconds 0.03 %", "After 60 seconds 0.06 %", "After 120 seconds 0.12 %"]
    said.append("After 4 minutes 0.24 %")
    assert capsys.readouterr().err == "".join(f"{each} of it is done.\n" for each in said)
