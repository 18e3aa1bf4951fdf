"""Many variants: results that outlive a process, executors, and the report on the atlas."""

import csv
import io
import os
import signal
import sqlite3
import subprocess
import sys
from concurrent.futures import Future, ProcessPoolExecutor
from fractions import Fraction
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from twoplayer import FileError, InputError, Variant, solve, solve_all, variants
from twoplayer.cli import main
from twoplayer.executors import cores, spread
from twoplayer.game.solution import batches
from twoplayer.many import results
from twoplayer.many.results import first_player_evs, open_results
from twoplayer.reports import atlas as report_atlas

OURS = """
summary = "Ours"
source = "Us"
tiles = [3, 4, 5, 6, 7, 8, 9, 10, 11]
scoring = ["sum", "digits"]
clack_payout = [1, 2, 3]
immediate_clack = [false, true]
"""


class Here:
    """An executor that runs everything in this process, the last first."""

    def __init__(self):
        self.done = []

    def submit(self, work, batch):
        self.done.append(batch)
        future = Future()
        try:
            future.set_result(work(batch))
        except ZeroDivisionError as error:
            future.set_exception(error)
        return future


@pytest.fixture
def ours(tmp_path):
    (tmp_path / "ours.toml").write_text(OURS)
    return tmp_path


def rows_in(path):
    with sqlite3.connect(path) as connection:
        return connection.execute("SELECT rowid, * FROM results").fetchall()


# Results that outlive a process


SIGNALLED_AT_ROW = """
import os, signal, sys
from threading import Timer
from twoplayer.cli import main
from twoplayer.many.results import Results

keep, number, rows, *seconds = Results.add, *map(float, sys.argv.pop(1).split())

def keep_and_signal(self, variant, first_player_ev):
    global rows
    keep(self, variant, first_player_ev)
    rows -= 1
    if rows == 0:
        for after in seconds:
            Timer(after, os.kill, (os.getpid(), int(number))).start()
        os.kill(os.getpid(), int(number))

Results.add = keep_and_signal
main(prog_name="twoplayer")
"""


def signalled(folder, number, row, *seconds):
    """Run the table of our variants; at a row, and some seconds later, it gets a signal."""
    line = ["table", "ours.toml", "--format", "csv", "--results", "results.db"]
    when = " ".join(map(str, (int(number), row, *seconds)))
    arguments = [sys.executable, "-c", SIGNALLED_AT_ROW, when, *line]
    # What it writes to is closed only when the last of its workers has ended as well.
    return subprocess.run(arguments, check=False, cwd=folder, capture_output=True, timeout=60)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
@pytest.mark.parametrize("row", [1, 53, 107])
def test_killed_and_started_again_it_goes_on_where_it_was(ours, row):
    killed = signalled(ours, signal.SIGKILL, row)
    assert killed.returncode == -signal.SIGKILL
    before = rows_in(ours / "results.db")
    assert len(before) == row

    # A row more than those that are missing would kill it again.
    done = signalled(ours, signal.SIGKILL, 108 - row + 1)
    assert (done.returncode, done.stderr) == (0, b"")
    after = rows_in(ours / "results.db")
    assert after[:row] == before, "a row was written twice"
    assert len(after) == 108
    at_once = CliRunner().invoke(main, ["table", str(ours / "ours.toml"), "--format", "csv"])
    assert done.stdout == at_once.stdout_bytes


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT for one process")
def test_interrupted_it_says_what_is_kept(ours):
    done = signalled(ours, signal.SIGINT, 20)
    said = b"What is done is kept in results.db: the same again goes on.\n\n"
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", said)
    assert len(rows_in(ours / "results.db")) == 20


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT for one process")
def test_interrupted_again_and_again_it_ends_all_the_same(ours):
    done = signalled(ours, signal.SIGINT, 20, 0.05, 0.1, 0.2, 0.4)
    assert (done.returncode, done.stdout) == (130, b"")
    assert b"Traceback" not in done.stderr
    assert len(rows_in(ours / "results.db")) == 20


def test_what_is_known_is_not_computed_again(tmp_path):
    wanted = variants("sixteen")
    with open_results(str(tmp_path / "results.db")) as known:
        some = Here()
        first_player_evs(wanted[:5], some, known)
        rest = Here()
        evs = first_player_evs(wanted, rest, known)
    assert sum(map(len, some.done)) == 5
    assert sum(map(len, rest.done)) == 11
    assert evs == [solution.first_player_ev for solution in solve_all(wanted)]


def test_results_of_another_version_do_not_count(tmp_path, monkeypatch):
    with open_results(str(tmp_path / "results.db")) as known:
        known.add(Variant(), 1)
        assert known.known() == {Variant(): 1}
        monkeypatch.setattr(results, "__version__", "0.0.0")
        assert known.known() == {}


@pytest.mark.parametrize("content", ["not a database, but long enough to look like one" * 9, None])
def test_a_file_that_holds_no_results_is_refused(tmp_path, content):
    path = tmp_path / "results.db"
    if content is None:
        path.mkdir()
    else:
        path.write_text(content)
    result = CliRunner().invoke(main, ["table", "sixteen", "--results", str(path)])
    assert result.exit_code == 3
    assert result.stderr.count("\n") == 1
    assert str(path) in result.stderr


def test_a_row_of_somebody_else_is_named(tmp_path):
    path = str(tmp_path / "results.db")
    with open_results(path), sqlite3.connect(path) as connection:
        connection.execute(f"INSERT INTO results VALUES ('{results.__version__}', '[]', '1')")
    with (
        pytest.raises(FileError, match="a row that was not written here"),
        open_results(path) as known,
    ):
        known.known()


# Executors


def test_batches_share_work_and_lose_nothing():
    wanted = variants("tiles")
    found = batches(wanted)
    assert sorted(map(repr, wanted)) == sorted(repr(v) for batch in found for v in batch)
    assert {len(batch) for batch in found} == {2}
    turns = [batch[0].one_turn() for batch in found]
    assert sum(a != b for a, b in pairwise(turns)) == len(set(turns)) - 1


def test_solutions_come_in_order_whatever_finishes_first():
    wanted = variants("sixteen")
    one_by_one = solve_all(wanted)
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        spread_out = solve_all(wanted, executor=executor)
    assert spread_out == one_by_one
    for found, expected in zip(spread_out, one_by_one, strict=True):
        assert found.first_player_ev == expected.first_player_ev
        assert found.values == expected.values


def test_an_error_in_the_work_is_not_lost():
    def fails(batch):
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        list(spread(fails, [[Variant()]], Here()))


def test_the_machines_of_a_dask_scheduler():
    distributed = pytest.importorskip("distributed")
    wanted = variants("sixteen")
    cluster = distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    )
    with cluster, distributed.Client(cluster) as client:
        assert solve_all(wanted, executor=client.get_executor()) == solve_all(wanted)
        line = ["table", "sixteen", "--scheduler", cluster.scheduler_address]
        result = CliRunner().invoke(main, line)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == CliRunner().invoke(main, ["table", "sixteen"]).stdout


def test_a_scheduler_that_is_not_there(monkeypatch):
    result = CliRunner().invoke(main, ["table", "--scheduler", "nowhere"])
    assert result.exit_code == 2
    assert "scheduler: got 'nowhere'" in result.stderr
    monkeypatch.setitem(sys.modules, "distributed", None)
    result = CliRunner().invoke(main, ["table", "--scheduler", "127.0.0.1:1"])
    assert result.exit_code == 2
    assert "the extra `dask`" in result.stderr


# The atlas


def test_the_atlas_has_every_combination():
    members = variants("atlas")
    assert len(members) == len(set(members)) == 1134
    assert len({v.one_turn() for v in members}) == 3 * 7


@pytest.fixture(scope="module")
def written():
    return (Path(__file__).parent.parent / "reports" / "atlas.csv").read_text("utf-8")


def test_the_report_holds_every_member_the_fairest_first(written):
    rows = list(csv.DictReader(io.StringIO(written)))
    evs = [abs(report_atlas.parse_exact(row["first_player_ev"])) for row in rows]
    assert len(rows) == 1134
    assert evs == sorted(evs)


def test_a_check_computes_a_sample_and_takes_the_rest_as_it_is(written, tmp_path, monkeypatch):
    asked = []

    def computed(wanted, *more):
        asked.extend(wanted)
        return {variant: solve("classic").first_player_ev for variant in wanted}

    monkeypatch.setattr(report_atlas, "_computed", computed)
    (tmp_path / "atlas.csv").write_text(written)
    evs = report_atlas.sampled_evs(str(tmp_path))
    assert len(asked) == len(set(asked)) == 30
    assert {len({getattr(v, field) for v in asked}) for field in ("tiles", "scoring", "ties")} == {
        3
    }
    assert len(evs) == 1134
    wrong = [v for v, ev in evs.items() if ev == solve("classic").first_player_ev]
    assert set(asked) <= set(wrong)

    asked.clear()
    lines = written.splitlines(keepends=True)
    (tmp_path / "atlas.csv").write_text("".join(lines[:-3]) + "nonsense\n")
    report_atlas.sampled_evs(str(tmp_path))
    assert 30 < len(set(asked)) <= 33


def test_rows_of_other_games_are_left_out(written, tmp_path, monkeypatch):
    monkeypatch.setattr(
        report_atlas, "_computed", lambda wanted, *more: dict.fromkeys(wanted, Fraction(1))
    )
    (tmp_path / "atlas.csv").write_text(written.replace("atlas,1-9,", "atlas,1-8,", 3))
    evs = report_atlas.sampled_evs(str(tmp_path))
    assert set(evs) == set(variants("atlas"))


def test_the_findings_are_those_of_the_rows(written):
    """Every finding, counted again from the table in the simplest way."""
    rows = list(csv.DictReader(io.StringIO(written)))
    page = (Path(__file__).parent.parent / "reports" / "atlas.md").read_text("utf-8")
    fields = ("tiles", "one_die", "scoring", "clack_payout", "immediate_clack", "ties")
    ev = {tuple(r[f] for f in fields): Fraction(r["first_player_ev"]) for r in rows}
    assert len(ev) == 1134
    second, first = (sum(sign * e > 0 for e in ev.values()) for sign in (-1, 1))
    assert f"favoured in {second} games, the first in {first}." in page
    assert "Of the 1,134 games not one is exactly fair" in page
    assert all(ev.values())

    def sizes(field, before, after):
        place = fields.index(field)
        for rules, value in ev.items():
            if rules[place] == before:
                yield ev[(*rules[:place], after, *rules[place + 1 :])] - value

    changes = list(sizes("scoring", "sum", "count"))
    size = float(100 * sum(map(abs, changes)) / len(changes))
    assert f"scoring `count` instead of `sum`: it moves the expected value by {size:.4f} %" in page
    changes = list(sizes("immediate_clack", "false", "true"))
    average, most = (float(100 * x) for x in (sum(changes) / len(changes), max(changes)))
    assert min(changes) == 0
    assert f"{average:+.4f} % on average, at least 0.0000 % and at most {most:.4f} %" in page
    for condition in ("sum <= 6", "max <= 6"):
        differ = sum(change != 0 for change in sizes("one_die", condition, f"forced {condition}"))
        assert f"at `{condition}` in {differ} of 162 games" in page
    one_sided = {e < 0 for rules, e in ev.items() if "digits" in rules or rules[-1] == "second"}
    assert one_sided == {True}
    assert "With scoring digits or with ties second it is the second" in page


def test_work_that_is_not_wanted_any_more_is_cancelled():
    waiting = [Future() for _ in batches(variants("sixteen"))]
    given = iter(waiting)
    executor = SimpleNamespace(submit=lambda work, batch: next(given))
    done = spread(len, batches(variants("sixteen")), executor)
    waiting[0].set_result(2)
    next(done)
    done.close()
    assert all(future.cancelled() for future in waiting[1:])


def test_a_worker_that_dies_is_said_in_a_line(tmp_path):
    with pytest.raises(InputError, match="a worker ended"), cores() as executor:
        list(spread(kill, batches(variants("sixteen")), executor))


def kill(batch):
    os.kill(os.getpid(), signal.SIGKILL)
