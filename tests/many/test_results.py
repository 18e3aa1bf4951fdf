"""Results that outlive a process."""

import signal
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest
from click.testing import CliRunner
from conftest import Here

from twoplayer import FileError, Variant, __version__, solve_all, variants
from twoplayer.cli import main
from twoplayer.many.results import first_player_evs, open_results

OURS = """
summary = "Ours"
source = "Us"
tiles = [3, 4, 5, 6, 7, 8, 9, 10, 11]
scoring = ["sum", "digits"]
clack_payout = [1, 2, 3]
immediate_clack = [false, true]
"""


@pytest.fixture
def ours(tmp_path):
    (tmp_path / "ours.toml").write_text(OURS)
    return tmp_path


def rows_in(path):
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute("SELECT rowid, * FROM results").fetchall()


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
    with open_results(str(tmp_path / "results.db"), __version__) as known:
        some = Here()
        first_player_evs(wanted[:5], some, known)
        rest = Here()
        evs = first_player_evs(wanted, rest, known)
    assert sum(map(len, some.done)) == 5
    assert sum(map(len, rest.done)) == 11
    assert evs == [solution.first_player_ev for solution in solve_all(wanted)]


def test_results_of_another_version_do_not_count(tmp_path):
    with open_results(str(tmp_path / "results.db"), __version__) as known:
        known.add(Variant(), 1)
        assert known.known() == {Variant(): 1}
    with open_results(str(tmp_path / "results.db"), "0.0.0") as known:
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
    with (
        open_results(path, __version__),
        closing(sqlite3.connect(path)) as other,
        other as connection,
    ):
        connection.execute(f"INSERT INTO results VALUES ('{__version__}', '[]', '1')")
    with (
        pytest.raises(FileError, match="a row that was not written here"),
        open_results(path, __version__) as known,
    ):
        known.known()
