"""How far a command is, told beside its result on stderr: a bar on a terminal, lines elsewhere."""

import io
import re
import subprocess
import sys
import time
from itertools import islice
from threading import Event
from types import SimpleNamespace

import pytest
from conftest import run
from narrowed import narrowed

from twoplayer.cli import duration as told
from twoplayer.show import fair
from twoplayer.work import Watched, count, tell

SOON = 20
"""Seconds within which another thread has done what takes it none: only a failure waits."""
CURSOR = "\033[?25h"


class Terminal(io.StringIO):
    """A stderr that somebody looks at."""

    def __init__(self):
        super().__init__()
        self.written = Event()

    def isatty(self):
        return True

    def write(self, text):
        self.written.set()
        return super().write(text)

    @property
    def drawn(self):
        """What has stood in each line, one state after another, without the frame of the bar."""
        states = re.split("[\r\n]+", self.getvalue().replace("\033[?25l", "").replace(CURSOR, ""))
        return [re.sub(r"^ *\[.*\] *", "", state).strip() for state in states if state.strip()]


def watched(monkeypatch):
    """Return a terminal that is stderr; pytest sets its own again before every test."""
    stream = Terminal()
    monkeypatch.setattr(sys, "stderr", stream)
    return stream


@pytest.fixture
def clock(monkeypatch):
    """A clock that stands still until it is set, also for click."""
    now = SimpleNamespace(seconds=1000.0)
    monkeypatch.setattr(time, "time", lambda: now.seconds)
    return now


# Lines


@pytest.mark.parametrize(
    ("seconds", "share", "said"),
    [
        (10, 0, "After 10 seconds 0.0 % of the work is done."),
        (10, 0.0492, "After 10 seconds 4.9 % of the work is done."),
        (
            40,
            0.0501,
            "After 40 seconds 5.0 % of the work is done; at this pace the rest takes 13 minutes.",
        ),
        (
            1000,
            0.9999,
            "After 17 minutes 99.9 % of the work is done; at this pace the rest takes 0 seconds.",
        ),
        (
            36000,
            1 / 4,
            "After 10 hours 25.0 % of the work is done; at this pace the rest takes 30 hours.",
        ),
    ],
)
def test_a_line_has_the_share_the_time_and_what_is_left_after_a_twentieth(seconds, share, said):
    whole, times = Watched(), iter([7, 7 + seconds])
    lines = told.Lines(whole, lambda: next(times))
    whole.tell(share)
    assert lines.text() == said


def test_where_the_length_is_not_known_the_line_has_a_count_alone():
    whole, times = Watched(), iter([0, 10, 40, 70, 100])
    lines = told.Lines(whole, lambda: next(times))
    whole.count()
    unknown = "done; how many there are is not known."
    assert lines.text() == f"After 10 seconds 1 piece of work is {unknown}"
    for _ in range(1233):
        whole.count()
    assert lines.text() == f"After 40 seconds 1,234 pieces of work are {unknown}"
    whole.tell(1 / 2)
    assert lines.text() == "After 70 seconds 50.0 % of the work is done."


def test_a_line_comes_after_ten_seconds_and_every_half_minute_a_bar_after_two():
    with narrowed(told, MOST_SECONDS_UNTOLD=10):
        assert [*islice(told.Lines(Watched()).waits, 4)] == [10, 30, 30, 30]
    assert [*islice(told.Bar(Watched()).waits, 4)] == [2, 1, 1, 1]


def test_lines_are_told_while_the_work_goes_on(monkeypatch):
    """Work that is silent for long is told of as well."""
    stream = Terminal()
    stream.isatty = lambda: False
    monkeypatch.setattr(sys, "stderr", stream)
    with narrowed(told, MOST_SECONDS_UNTOLD=0), told.progress():
        assert stream.written.wait(SOON)
    assert stream.getvalue() == "After 0 seconds 0.0 % of the work is done.\n"


def test_the_result_is_the_same_where_something_is_told():
    quiet = run("table sixteen")
    with narrowed(told, MOST_SECONDS_UNTOLD=0):
        loud = run("table sixteen")
    assert (loud.stdout, loud.exit_code) == (quiet.stdout, 0)
    assert loud.stderr.startswith("After 0 seconds ")


def test_where_nobody_reads_what_is_told_the_result_is_the_same():
    code = (
        "import twoplayer.__main__ as m; from twoplayer.cli import duration; "
        "duration.MOST_SECONDS_UNTOLD = 0; m.main()"
    )
    line = [sys.executable, "-c", code, "table", "sixteen"]
    with subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stderr.close()
        printed = process.stdout.read().decode()
    assert process.returncode == 0
    assert printed == run("table sixteen").stdout


# The bar


def test_a_bar_has_what_is_left_after_a_twentieth(clock, monkeypatch):
    """Click's estimate is taken from there on: what came before would blur it for seconds."""
    terminal = watched(monkeypatch)
    whole = Watched()
    bar = told.Bar(whole)
    for share in (0, 0.01, 0.04, 0.10, 0.50):
        clock.seconds += 10
        whole.tell(share - whole.share)
        bar.show()
    bar.end()
    assert terminal.drawn[:4] == ["0%", "1%", "4%", "10%  00:06:00"]
    assert re.fullmatch(r"50%  00:0\d:\d\d", terminal.drawn[4])
    assert terminal.getvalue().endswith(f"{CURSOR}\n")


def test_where_the_length_is_not_known_the_bar_has_a_count_alone(clock, monkeypatch):
    terminal = watched(monkeypatch)
    whole = Watched()
    bar = told.Bar(whole)
    for number in range(1, 4):
        whole.count()
        clock.seconds += 10
        bar.show()
        assert terminal.drawn[-1] == str(number)
    whole.tell(1 / 2)
    clock.seconds += 10
    bar.show()
    assert terminal.drawn == ["1", "2", "3", "50%"]


def test_what_ends_soon_draws_nothing(monkeypatch):
    terminal = watched(monkeypatch)
    with told.progress():
        count()
        tell(1 / 2)
    assert terminal.getvalue() == ""


def test_a_bar_is_drawn_while_the_work_goes_on_and_ends_full(monkeypatch):
    terminal, begun = watched(monkeypatch), Event()
    monkeypatch.setattr(told, "Bar", drawn_once(told.Bar, begun))
    with told.progress():
        begun.set()
        assert terminal.written.wait(SOON)
    assert terminal.drawn == ["0%", "100%"]
    assert terminal.getvalue().endswith(f"{CURSOR}\n")


@pytest.mark.parametrize("error", [KeyboardInterrupt, MemoryError])
def test_an_error_leaves_the_bar_as_it_is_in_a_line_of_its_own(monkeypatch, error):
    terminal, begun = watched(monkeypatch), Event()
    monkeypatch.setattr(told, "Bar", drawn_once(told.Bar, begun))

    def fails():
        tell(0.03)
        begun.set()
        assert terminal.written.wait(SOON)
        raise error

    with pytest.raises(error), told.progress():
        fails()
    told.say("Error: something")
    assert terminal.drawn == ["3%", "Error: something"]
    assert terminal.getvalue().endswith(f"{CURSOR}\nError: something\n")


def test_what_is_said_meanwhile_stands_below_the_bar(clock, monkeypatch):
    terminal = watched(monkeypatch)
    whole = Watched()
    bar = told.Bar(whole)
    bar.show()
    told.say("Wrote a file.")
    whole.tell(0.01)
    bar.show()
    bar.end()
    assert terminal.drawn == ["0%", "Wrote a file.", "1%"]


def drawn_once(bar, begun):
    """Return a kind of bar that is drawn once, when something has begun."""

    def waits():
        begun.wait(SOON)
        yield 0

    def made(whole):
        found = bar(whole)
        found.waits = waits()
        return found

    return made


# What a command tells


def test_how_it_ends_is_work_beside_the_ev(monkeypatch):
    """The EV is not all of what `fair` does, or whoever waits is told nothing of the rest."""
    works, shares = [], []

    def whole():
        works.append(Watched())
        return works[-1]

    def answer(*given):
        shares.append(works[-1].share)
        return fairness_answer(*given)

    fairness_answer = fair.fairness_answer
    monkeypatch.setattr(fair, "fairness_answer", answer)
    monkeypatch.setattr(told, "Watched", whole)
    assert run("fair --tiles 2,5,7").exit_code == 0
    assert shares == [pytest.approx(1 / 2)]
    assert works[-1].share == 1
