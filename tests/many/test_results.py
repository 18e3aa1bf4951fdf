"""Results that outlive a process."""

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from fractions import Fraction
from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner
from conftest import Here

import twoplayer
from twoplayer import Box, InputError, Variant, solve_all, variants, watching
from twoplayer.cli import main
from twoplayer.errors import FileError
from twoplayer.game.contest import Contest
from twoplayer.game.solution import games_of
from twoplayer.many.results import (
    first_player_evs,
    open_results,
    row_digest,
    solver_stamp,
    stamp_of,
)

CLASSIC = Contest((Variant(), Variant()))
OURS = """
summary = "Ours"
source = "Us"
tiles = ["1", "2", "3", "4", "5", "6", "7", "8", "9"]
scoring = ["sum", "digits"]
clack_payout = [1, 2, 3]
immediate_clack = [false, true]
"""


@pytest.fixture
def ours(tmp_path):
    (tmp_path / "ours.toml").write_text(OURS)
    return tmp_path


def execute(path, *statements):
    """Execute statements, each alone or with what stands for its question marks."""
    asked = [(each,) if isinstance(each, str) else each for each in statements]
    with closing(sqlite3.connect(path)) as connection, connection:
        return [connection.execute(*each).fetchall() for each in asked][-1]


def rows_in(path):
    return execute(path, "SELECT rowid, * FROM results")


def table(folder, *options):
    """Run the table of our variants."""
    line = ["table", str(folder / "ours.toml"), "--format", "csv", *options]
    result = CliRunner().invoke(main, line)
    assert result.exit_code == 0, result.stderr
    return result


SIGNALLED_AT_GROUP = """
import os, signal, sys, time
from threading import Thread
from twoplayer.__main__ import main
from twoplayer.cli import command, duration
from twoplayer.many.results import Results

keep, number, groups, again = Results.add, *map(int, sys.argv.pop(1).split())

def send_again():
    while signal.getsignal(number) is not signal.SIG_IGN:  # until it clears up
        time.sleep(0.001)
    for _ in range(again):
        os.kill(os.getpid(), number)

def keep_and_signal(self, evs):
    global groups
    keep(self, evs)
    groups -= 1
    if groups == 0:
        Thread(target=send_again, daemon=True).start()
        os.kill(os.getpid(), number)

Results.add = keep_and_signal
command.MOST_WORK_ALONE = 0  # so that there are workers
duration.MOST_SECONDS_UNTOLD = 3600  # nothing is announced, however slow the machine is
main()
"""


def signalled(folder, number, group, again=0):
    """Run the table of our variants; after a group, and again as it clears up, it gets a signal."""
    line = ["table", "ours.toml", "--format", "csv", "--results", "results.db"]
    when = " ".join(map(str, (int(number), group, again)))
    arguments = [sys.executable, "-c", SIGNALLED_AT_GROUP, when, *line]
    # What it writes to is closed only when the last of its workers has ended as well.
    return subprocess.run(arguments, check=False, cwd=folder, capture_output=True)


@pytest.mark.dear
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
def test_killed_and_started_again_it_goes_on_where_it_was(ours):
    before = []
    for groups in (1, 4, 4):
        killed = signalled(ours, signal.SIGKILL, groups)
        assert killed.returncode == -signal.SIGKILL
        after = rows_in(ours / "results.db")
        assert after[: len(before)] == before, "a row was written twice"
        assert len(after) == len(before) + 12 * groups, "every turn's variants are a group"
        before = after

    done = signalled(ours, signal.SIGKILL, 1)  # had a group been missing
    said = "108 of 108 are known from before.\n"
    assert (done.returncode, done.stderr.decode()) == (0, said)
    assert rows_in(ours / "results.db") == before
    assert done.stdout == table(ours).stdout_bytes


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT for one process")
@pytest.mark.parametrize(
    ("number", "again"),
    [
        pytest.param(signal.SIGINT, 5, id="Ctrl-C again and again"),
        pytest.param(signal.SIGTERM, 0, id="told to end once", marks=pytest.mark.dear),
        pytest.param(signal.SIGINT, 0, id="Ctrl-C once", marks=pytest.mark.dear),
        pytest.param(signal.SIGTERM, 5, id="told to end again and again", marks=pytest.mark.dear),
    ],
)
def test_interrupted_it_says_what_is_kept(ours, number, again):
    done = signalled(ours, number, 2, again)
    assert (done.returncode, done.stdout) == (128 + number, b"")
    said = b"What is done is kept in results.db: the same again goes on.\n"
    assert done.stderr.strip() + b"\n" == said
    assert len(rows_in(ours / "results.db")) == 24


@pytest.mark.dear
def test_two_commands_at_once_keep_every_result_and_agree(ours):
    line = [sys.executable, "-m", "twoplayer", "table", "ours.toml", "--results", "results.db"]
    both = [subprocess.Popen(line, cwd=ours, stdout=subprocess.PIPE) for _ in range(2)]
    one, other = (process.communicate()[0] for process in both)
    assert one == other
    assert [process.returncode for process in both] == [0, 0]
    assert len(rows_in(ours / "results.db")) == 108


def test_what_is_known_is_not_computed_again(tmp_path):
    wanted, said, shares = games_of(variants("sixteen")), [], []
    with open_results(str(tmp_path / "results.db")) as known:
        some, rest = Here(), Here()
        first_player_evs(wanted[:5], some, known, say=said.append)
        with watching(shares.append):
            evs = first_player_evs(wanted, rest, known, said.append)
    assert len(shares) == len(rest.done)
    assert shares[-1] == 1, "progress is of what is missing"
    assert sum(len(piece) for piece in some.done) == 5
    assert sum(len(piece) for piece in rest.done) == 11
    assert said == ["5 of 16 are known from before."]
    assert evs == [solution.first_player_ev for solution in solve_all("sixteen")]


class StoppedError(Exception):
    """What ends some work before it is done."""


def interrupted(work, path):
    """Do some work until a result of it is kept."""

    def progress(share):
        if rows_in(path):
            raise StoppedError

    with pytest.raises(StoppedError), watching(progress):
        work()


@pytest.mark.parametrize("executor", [None, Here()], ids=["here", "an executor"])
def test_a_sweep_in_python_goes_on_where_it_was(tmp_path, executor):
    path = tmp_path / "evs.db"
    kept = partial(solve_all, "sixteen", executor, results=path)
    interrupted(kept, path)
    before = rows_in(path)
    assert 0 < len(before) < 16
    resumed, again, fresh = kept(), kept(), solve_all("sixteen")
    assert rows_in(path)[: len(before)] == before, "a game was solved twice"
    assert len(rows_in(path)) == 16
    for each in (resumed, again):
        assert each == fresh
        assert each.to_records() == fresh.to_records()
        assert each.table().write("csv") == fresh.table().write("csv")
        values = [solution.second_player_values for solution in each]
        assert values == [solution.second_player_values for solution in fresh]


def test_python_and_the_shell_keep_the_same_rows(ours):
    table(ours, "--results", str(ours / "table.db"))
    solve_all(ours / "ours.toml", results=str(ours / "python.db"))
    rows = [{row[1:] for row in rows_in(ours / name)} for name in ("table.db", "python.db")]
    assert rows[0] == rows[1]
    with open_results(str(ours / "table.db")) as known:
        known.add({games_of(variants(ours / "ours.toml"))[0]: Fraction(1, 7)})
    found = solve_all(ours / "ours.toml", results=str(ours / "table.db"))
    assert found[0].first_player_ev == Fraction(1, 7), "what is kept is not solved again"


def test_a_sweep_keeps_pairs_of_rules_and_names(tmp_path):
    games = [("classic", Variant(tiles=8)), "ten", Variant(tiles=10)]
    kept = [solve_all(games, results=tmp_path / "evs.db") for _ in range(2)]
    for each in kept:
        assert each.to_records() == solve_all(games).to_records()
    assert len(rows_in(tmp_path / "evs.db")) == 2


def test_a_sweep_is_kept_in_a_file_and_nowhere_else(tmp_path):
    for wrong in (5, b"evs.db", ["evs.db"]):
        with pytest.raises(InputError, match=r"^results: got .*; takes the path of a file$"):
            solve_all(["classic"], results=wrong)
    with pytest.raises(FileError, match="not a regular file"):
        solve_all(["classic"], results=tmp_path)
    box = Box(Variant(tiles=3))
    with pytest.raises(InputError, match=r"^results: got .* as Box; takes none with a game of"):
        solve_all([(box, box)], results=tmp_path / "evs.db")


@pytest.mark.dear
def test_a_table_is_checked_by_what_is_known(ours):
    """So a value that is kept, and wrong, makes a right row wrong."""
    kept = ("--results", str(ours / "results.db"))
    (ours / "table.csv").write_text(table(ours, *kept).stdout)
    line = ["check", str(ours / "table.csv"), *kept]
    result = CliRunner().invoke(main, line)
    assert (result.exit_code, result.stderr) == (0, "108 of 108 are known from before.\n")
    assert "108 of 108 rows are right" in result.stdout
    with open_results(str(ours / "results.db")) as known:
        known.add({games_of(variants(ours / "ours.toml"))[0]: Fraction(1, 7)})
    result = CliRunner().invoke(main, line)
    assert (result.exit_code, result.stderr) == (1, "108 of 108 are known from before.\n")
    assert "107 of 108 rows are right" in result.stdout


class Overtaken(Here):
    """An executor during whose first work another command finishes the same."""

    def __init__(self, wanted, path):
        super().__init__()
        self.others = iter([(wanted, path)])

    def submit(self, work, batch):
        for wanted, path in self.others:
            with open_results(path) as known:
                first_player_evs(wanted, Here(), known)
        return super().submit(work, batch)


def test_two_commands_at_once_may_find_the_same(tmp_path):
    wanted, path = games_of(variants("sixteen"))[:5], str(tmp_path / "results.db")
    with open_results(path) as known:
        evs = first_player_evs(wanted, Overtaken(wanted, path), known)
        assert known.known(wanted) == dict(zip(wanted, evs, strict=True))
    assert evs == [solution.first_player_ev for solution in solve_all(variants("sixteen")[:5])]
    assert len(rows_in(path)) == len(wanted)


@pytest.mark.few(1)
@pytest.mark.parametrize(
    "tampering",
    [
        "first_player_ev = '1/7'",
        "rules = (SELECT rules FROM results AS other WHERE other.rowid = results.rowid % 108 + 1)",
        "digest = 'x'",
        "digest = (SELECT digest FROM results WHERE rowid = 5)",
        "first_player_ev = 0.25, digest = 7",
        "first_player_ev = X'00', rules = NULL",
        f"rules = '{'[' * 10**5}'",
    ],
)
def test_a_changed_row_never_reaches_a_table(ours, tampering):
    kept = ("--results", str(ours / "results.db"))
    right = table(ours, *kept).stdout
    execute(ours / "results.db", f"UPDATE OR REPLACE results SET {tampering} WHERE rowid = 20")
    again = table(ours, *kept)
    assert again.stdout == right
    assert "results.db: 1 row was changed by something else" in again.stderr
    third = table(ours, *kept)
    assert (third.stdout, third.stderr) == (right, "108 of 108 are known from before.\n")


@pytest.mark.parametrize("text", ["one", "1/0", "9" * 10**5, 0.25, None, b"1/7", "[" * 10**5])
def test_what_is_no_number_is_not_believed_even_with_its_digest(tmp_path, text):
    said, path = [], tmp_path / "results.db"
    with open_results(str(path)) as known:
        known.add({CLASSIC: Fraction(1)})
    [(rules,)] = execute(path, "SELECT rules FROM results")
    row = ("?" if text is None else text, row_digest(rules, text))
    execute(path, ("UPDATE results SET first_player_ev = ?, digest = ?", row))
    with open_results(str(path)) as known:
        assert known.known([CLASSIC], said.append) == {}
    assert len(said) == 1


def test_results_of_another_solver_do_not_count(tmp_path):
    path, classic = str(tmp_path / "results.db"), CLASSIC
    with open_results(path) as known:
        known.add({classic: Fraction(1, 2)})
        assert known.known([classic]) == {classic: Fraction(1, 2)}
    execute(path, "UPDATE results SET solver = 'another'")
    of_another = rows_in(path)
    with open_results(path) as known:
        assert known.known([classic]) == {}
        known.add({classic: Fraction(1, 3)})
        assert known.known([classic]) == {classic: Fraction(1, 3)}
    assert [row for row in rows_in(path) if row in of_another] == of_another, "it is left alone"


def test_a_game_by_own_rules_is_kept_beside_those_of_either_player(tmp_path):
    rules = Variant(tiles=3), Variant(tiles=4)
    games = [Contest((one, other)) for one in rules for other in rules]
    with open_results(str(tmp_path / "results.db")) as known:
        evs = first_player_evs(games, results=known)
        assert evs == [solution.first_player_ev for solution in solve_all(g.pair for g in games)]
        assert len(set(evs)) == 4
        assert known.known(games) == dict(zip(games, evs, strict=True))


@pytest.mark.parametrize("module", ["turn/induction.py", "game/stakes.py", "variant/dice.py"])
def test_a_changed_line_of_the_solver_makes_another_stamp(tmp_path, module):
    copied = shutil.copytree(Path(twoplayer.__file__).parent, tmp_path / "twoplayer")
    assert stamp_of(copied) == solver_stamp()
    (copied / "show" / "figures.py").write_text("")
    assert stamp_of(copied) == solver_stamp(), "not of the solver"
    changed = (copied / module).read_text().replace("+", "-", 1)
    (copied / module).write_text(changed)
    assert stamp_of(copied) != solver_stamp()


def refused(path):
    result = CliRunner().invoke(main, ["table", "sixteen", "--results", str(path)])
    assert result.exit_code == 3
    assert result.stderr.count("\n") == 1
    assert str(path) in result.stderr
    with pytest.raises(FileError), open_results(str(path)):
        pass
    return result.stderr


def test_a_file_that_holds_no_results_is_refused(tmp_path):
    text = tmp_path / "text.db"
    text.write_text("not a database, but long enough to look like one" * 9)
    refused(text)
    refused(tmp_path)


def test_a_database_of_something_else_is_refused_and_left_alone(tmp_path):
    execute(tmp_path / "theirs.db", "CREATE TABLE results (a)", "INSERT INTO results VALUES (1)")
    before = (tmp_path / "theirs.db").read_bytes()
    assert "a database of something else" in refused(tmp_path / "theirs.db")
    assert (tmp_path / "theirs.db").read_bytes() == before


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TRIGGER more AFTER INSERT ON results BEGIN DELETE FROM results; END",
        "CREATE TABLE theirs (a)",
        "ALTER TABLE results DROP COLUMN digest",
        "DROP TABLE results",
    ],
)
def test_a_file_with_more_or_less_than_results_is_refused(tmp_path, statement):
    path = tmp_path / "results.db"
    with open_results(str(path)):
        pass
    execute(path, statement)
    assert "a database of something else" in refused(path)


def test_rows_without_end_are_refused(tmp_path):
    path = tmp_path / "results.db"
    with open_results(str(path)):
        pass
    endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n"
    columns = f"'{solver_stamp()}' AS solver, i AS rules, i AS first_player_ev, i AS digest"
    execute(
        path,
        "DROP TABLE results",
        f"CREATE VIEW results AS SELECT {columns} FROM ({endless})",
    )
    assert "a database of something else" in refused(path)


def test_a_file_of_another_schema_is_refused(tmp_path):
    path = tmp_path / "results.db"
    with open_results(str(path)):
        pass
    execute(path, "PRAGMA user_version = 2")
    assert "another version" in refused(path)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such files")
def test_what_is_no_regular_file_is_refused(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    assert "not a regular file" in refused(tmp_path / "pipe")
    assert "not a regular file" in refused("/dev/zero")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such names")
@pytest.mark.parametrize("name", [":memory:", "file:x.db?mode=memory", "file::memory:"])
def test_every_name_is_that_of_a_file(name, tmp_path, monkeypatch):
    """SQLite alone would take these for databases that are gone when it ends."""
    monkeypatch.chdir(tmp_path)
    with open_results(name) as known:
        known.add({CLASSIC: Fraction(1)})
    assert [path.name for path in tmp_path.iterdir()] == [name]
    with open_results(name) as known:
        assert known.known([CLASSIC]) == {CLASSIC: 1}


def test_a_row_that_is_too_long_is_refused(tmp_path):
    path = tmp_path / "results.db"
    with open_results(str(path)) as known:
        known.add({CLASSIC: Fraction(1)})
    execute(path, "UPDATE results SET rules = hex(zeroblob(2000000))")
    with pytest.raises(FileError, match="too big"), open_results(str(path)) as known:
        known.known([CLASSIC])
