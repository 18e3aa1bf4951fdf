"""How long a command takes is told beside its result, on stderr."""

import io
import re
import sys
from contextlib import contextmanager
from types import SimpleNamespace

import pytest
from conftest import run
from narrowed import narrowed

from twoplayer.cli import duration as told
from twoplayer.show import fair
from twoplayer.work import part, tell, tracked


class Terminal(io.StringIO):
    """A stderr that somebody looks at."""

    def isatty(self):
        return True


@pytest.fixture
def clock(monkeypatch):
    """A clock that stands still until it is set."""
    now = SimpleNamespace(seconds=1000.0)
    monkeypatch.setattr(told, "time", SimpleNamespace(monotonic=lambda: now.seconds))
    with narrowed(told, MOST_SECONDS_UNTOLD=8):
        yield now


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
        assert timers == [(pytest.approx(wait), "This takes longer than it seemed.")]
    assert not timers


def test_the_result_is_the_same_where_something_is_announced(monkeypatch):
    quiet = run("table sixteen")
    monkeypatch.setattr(
        told,
        "Timer",
        lambda wait, say, words: SimpleNamespace(start=lambda: say(*words), cancel=lambda: None),
    )
    with narrowed(told, MOST_SECONDS_UNTOLD=-1):
        loud = run("table sixteen")
    assert loud.stdout == quiet.stdout
    assert loud.stderr.startswith("This takes a while")


@pytest.mark.parametrize("takes", [(20, 200, 1000), (1000, 200, 20), (2, 100, 2)])
def test_parts_that_are_unlike_each_other_are_announced_each_by_itself(clock, capsys, takes):
    """However long one takes, that tells nothing of the others."""
    with told.progress():
        for seconds in takes:
            with part(of=len(takes)):
                for _ in tracked(range(100)):
                    clock.seconds += seconds / 100
    said = {2: "", 20: "20 seconds", 100: "100 seconds", 200: "3 minutes", 1000: "17 minutes"}
    assert capsys.readouterr().err == "".join(
        f"This part of it takes about {said[seconds]} in all.\n" for seconds in takes if seconds > 2
    )


def test_a_part_that_took_no_time_tells_nothing_of_what_is_left(clock, capsys):
    with told.progress():
        with part(of=2):
            pass
        with part(of=2):
            clock.seconds += 500
    assert capsys.readouterr().err == ""


def test_parts_of_what_is_repeated_are_announced_as_the_whole(clock, capsys):
    with told.progress():
        for _ in tracked(range(20)):
            for seconds in (1, 9):
                with part(of=2):
                    clock.seconds += seconds
    assert capsys.readouterr().err == "This takes 2 to 3 minutes in all.\n"


def test_the_bar_says_nothing_of_the_whole_where_a_part_is_known(clock, monkeypatch):
    monkeypatch.setattr(sys, "stderr", Terminal())
    with told.progress():
        for _ in range(2):
            with part(of=2):
                for _ in tracked(range(100)):
                    clock.seconds += 1
    bars = re.split("[\r\n]+", sys.stderr.getvalue())
    assert next(bar for bar in bars if " 25%" in bar).endswith(" 25%")


def test_how_it_ends_is_work_beside_the_ev(monkeypatch):
    """The EV is not all of what `fair` does, or whoever waits is told nothing of the rest."""
    done, parts = [], []

    def answer(solution, *given):
        done.append(sum(parts))
        return fairness_answer(solution, *given)

    fairness_answer, watching = fair.fairness_answer, told.watching

    @contextmanager
    def watched(progress):
        with watching(lambda part: (parts.append(part), progress(part))):
            yield

    monkeypatch.setattr(fair, "fairness_answer", answer)
    monkeypatch.setattr(told, "watching", watched)
    assert run("fair --tiles 2,5,7").exit_code == 0
    assert done == [pytest.approx(1 / 2)]
    assert sum(parts) == pytest.approx(1)


def test_what_is_still_unknown_after_a_while_is_told_by_its_share_ever_more_rarely(clock, capsys):
    with told.progress():
        for _ in range(400):
            clock.seconds += 1
            tell(1e-5)
    said = ["After 30 seconds 0.03 %", "After 60 seconds 0.06 %", "After 120 seconds 0.12 %"]
    said.append("After 4 minutes 0.24 %")
    assert capsys.readouterr().err == "".join(f"{each} of it is done.\n" for each in said)
