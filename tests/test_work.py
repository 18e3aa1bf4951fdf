"""Work spread over cores and machines."""

import gc
import logging
import os
import signal
import subprocess
import sys
import threading
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import pairwise
from multiprocessing import get_context
from types import SimpleNamespace

import numpy as np
import pytest
from click.testing import CliRunner
from conftest import Here

from twoplayer import InputError, Variant, solve_all, variants
from twoplayer.cli import main
from twoplayer.game.contest import Contest
from twoplayer.game.solution import games_of, pieces, work_of
from twoplayer.turn.turns import turn_of
from twoplayer.work import (
    Watched,
    cores,
    count,
    doing,
    part,
    scheduler,
    spread,
    tell,
    tracked,
    untold,
    watching,
)


def told(work):
    """Return the shares of some work that are told."""
    shares = []
    with watching(shares.append):
        work()
    return shares


def loop(count):
    for _ in tracked(range(count)):
        pass


def test_a_loop_is_told_by_its_pieces():
    assert told(lambda: loop(4)) == [1 / 4, 1 / 2, 3 / 4, 1]


def test_a_piece_is_told_by_the_loop_inside_and_no_further():
    def nested():
        for _ in tracked(range(2)):
            loop(2)
            loop(50)

    assert told(nested) == [1 / 4, 1 / 2, 3 / 4, 1]


def test_a_batch_is_as_many_pieces_as_it_has():
    assert told(lambda: [*tracked(["abc", "d"], len)]) == [3 / 4, 1]


def test_a_single_piece_is_the_work_itself():
    assert told(lambda: [loop(2) for _ in tracked("a")]) == [1 / 2, 1]


def test_parts_are_equal_whatever_is_in_them():
    def parts():
        for number in (1, 2):
            with part(of=2):
                loop(number)

    assert told(parts) == [1 / 2, 3 / 4, 1]


def test_what_is_little_is_untold():
    def work():
        with untold():
            loop(5)
            count()
        loop(2)

    assert told(work) == [1 / 2, 1]


def test_what_is_told_is_never_more_than_the_whole():
    assert told(lambda: [tell(2 / 3) for _ in range(3)]) == [pytest.approx(2 / 3), 1, 1]


def test_a_share_ends_at_the_whole_however_it_is_rounded():
    assert told(lambda: loop(10))[-1] == 1
    assert told(lambda: [loop(7) for _ in tracked(range(11))])[-1] == 1


def test_a_loop_that_is_left_is_told_as_done_by_what_is_around_it():
    def left():
        for number in tracked(range(4)):
            if number == 1:
                break

    assert told(left) == [1 / 4, 1]


def test_what_is_counted_takes_no_share_and_is_told_all_the_same():
    """So a watcher can end work whose length is not known."""

    def work():
        with part(of=2):
            loop(2)
        for _ in range(3):
            count()

    assert told(work) == [1 / 4, 1 / 2, 1 / 2, 1 / 2, 1 / 2, 1]


def test_pieces_are_counted_as_long_as_no_share_is_done():
    whole = Watched()
    with doing(whole):
        for _ in range(3):
            count()
        loop(2)
        count()
    assert (whole.counted, whole.share) == (3, 1)


def test_work_that_fails_is_not_told_to_the_end():
    shares = []

    def fails():
        return [1 / (2 - number) for number in tracked(range(4))]

    with pytest.raises(ZeroDivisionError), watching(shares.append):
        fails()
    assert shares == [1 / 4, 1 / 2]


def test_pieces_share_turns_and_lose_nothing():
    wanted = variants("atlas")
    found = pieces(games_of([*wanted, *wanted]))
    rules = [[game.rules[0] for game in piece] for piece in found]
    assert sorted(map(repr, wanted)) == sorted(repr(v) for piece in rules for v in piece)
    assert all(len({v.turn_rules for v in piece}) == 1 for piece in rules)
    turns = [piece[0].turn_rules for piece in rules]
    assert sum(a != b for a, b in pairwise(turns)) == len(set(turns)) - 1


def test_games_are_cut_apart_where_each_is_much_work():
    rules = [Variant(clack_payout=p, ties=ties) for p in (1, 2) for ties in ("push", "first")]
    digits = [variant.replace(tiles=12, scoring="digits") for variant in rules]
    assert list(map(len, pieces(games_of([*rules, *digits])))) == [4, 1, 1, 1, 1]


@pytest.mark.dear
def test_the_turns_of_the_atlas_are_cut_where_they_are_much_work():
    found = pieces(games_of(variants("atlas")))
    small, large = ([p for p in found if len(p[0].rules[0].tiles) == n] for n in (9, 12))
    assert len(small) == 7, "a piece for each rule for one die"
    for piece in large:
        alike = {(game.rules[0].scoring, game.stakes.payout) for game in piece}
        assert len(alike) == 1 or work_of(piece) <= 10**8


def test_pairs_go_together_where_both_turns_are_the_same():
    mine, hers = variants("sixteen")[:2], [Variant(tiles=8), Variant(tiles=8, dice="2d4")]
    pairs = [Contest((one, other)) for other in hers for one in mine]
    backwards = [Contest(game.rules[::-1]) for game in pairs]
    found = pieces([*pairs, *backwards])
    assert sorted(map(repr, [*pairs, *backwards])) == sorted(repr(g) for p in found for g in p)
    assert {len({tuple(rules.turn_rules for rules in g.rules) for g in p}) for p in found} == {1}


@pytest.mark.dear
def test_solutions_come_in_order_whatever_finishes_first():
    wanted = variants("sixteen")
    one_by_one = solve_all(wanted)
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        spread_out = solve_all(wanted, executor=executor)
    assert spread_out == one_by_one
    for found, expected in zip(spread_out, one_by_one, strict=True):
        assert found.first_player_ev == expected.first_player_ev
        assert found.second_player_values == expected.second_player_values


def test_an_error_in_the_work_is_not_lost():
    def fails(batch):
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        list(spread(fails, [[Variant()]], Here()))


def test_who_ended_the_work_by_an_error_watches_no_more():
    def progress(share):
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError), watching(progress):
        solve_all("sixteen")
    assert len(solve_all("sixteen")) == 16


@pytest.mark.dear
def test_the_machines_of_a_dask_scheduler(tmp_path):
    distributed = pytest.importorskip("distributed")
    wanted = variants("sixteen")
    cluster = distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0"
    )
    with cluster, distributed.Client(cluster) as client:
        executor = client.get_executor()
        assert solve_all(wanted, executor) == solve_all(wanted)
        some = [solve_all(wanted[:5], executor, tmp_path / "evs.db") for _ in range(2)]
        kept = solve_all(wanted, executor, tmp_path / "evs.db")
        line = ["table", "sixteen", "--scheduler", cluster.scheduler_address]
        result = CliRunner().invoke(main, line)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == CliRunner().invoke(main, ["table", "sixteen"]).stdout
    alone = [solve_all(games).table().write("csv") for games in (wanted[:5], wanted[:5], wanted)]
    assert [each.table().write("csv") for each in (*some, kept)] == alone


@pytest.mark.dear
def test_a_scheduler_that_is_not_there():
    result = CliRunner().invoke(main, ["table", "--scheduler", "nowhere"])
    assert result.exit_code == 2
    assert "scheduler: got 'nowhere'" in result.stderr


@pytest.mark.dear
def test_nothing_is_left_of_a_scheduler_that_does_not_answer():
    from distributed import Client

    def clients():
        return {id(each) for each in gc.get_objects() if type(each) is Client}

    gc.collect()
    gc.disable()
    try:
        before = clients()
        with pytest.raises(InputError, match="none answers"), scheduler("nowhere"):
            pass
        assert clients() <= before
    finally:
        gc.enable()


def test_a_scheduler_without_the_library():
    # A process of its own: a client that another test has left must find the library to clear up.
    code = "import sys; sys.modules['distributed'] = None; import twoplayer.cli as cli; cli.main()"
    line = [sys.executable, "-c", code, "table", "--scheduler", "127.0.0.1:1"]
    result = subprocess.run(line, capture_output=True, text=True, check=False)
    assert result.returncode == 2
    assert result.stderr == "Error: this needs distributed: pip install '.[dask]' in a clone\n"


class LostScheduler:
    """A client whose scheduler is lost while it works."""

    def __init__(self, address, timeout):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *error):
        pass

    def wait_for_workers(self, number, timeout):
        pass

    def get_executor(self):
        return self

    def submit(self, work, batch):
        logging.getLogger("distributed.client").error("Traceback")
        future = Future()
        future.cancel()
        future.set_running_or_notify_cancel()
        return future


@pytest.mark.dear
def test_a_scheduler_that_is_lost_is_said_in_a_line(monkeypatch, caplog):
    monkeypatch.setattr(pytest.importorskip("distributed"), "Client", LostScheduler)
    result = CliRunner().invoke(main, ["table", "--scheduler", "tcp://here:1"])
    assert result.exit_code == 2
    [reason] = result.stderr.splitlines()
    assert "--scheduler: 'tcp://here:1' or a worker of it was lost" in reason
    assert not caplog.records
    assert not logging.root.manager.disable, "afterwards everything is logged as before"


def test_work_that_is_not_wanted_any_more_is_cancelled():
    waiting = [Future() for _ in variants("sixteen")]
    given = iter(waiting)
    executor = SimpleNamespace(submit=lambda work, batch: next(given))
    done = spread(len, variants("sixteen"), executor)
    waiting[0].set_result(2)
    next(done)
    done.close()
    assert all(future.cancelled() for future in waiting[1:])


@pytest.mark.dear
def test_a_worker_that_dies_is_said_in_a_line(tmp_path):
    with pytest.raises(InputError, match="a worker ended"), cores() as executor:
        list(spread(kill, variants("sixteen"), executor))


def kill(batch):
    os.kill(os.getpid(), signal.SIGKILL)


def test_after_an_interruption_signals_and_threads_are_heard_as_before():
    heard, hook = signal.getsignal(signal.SIGINT), threading.excepthook
    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert signal.getsignal(signal.SIGINT) is heard
    assert threading.excepthook is hook


def interrupted():
    with cores() as executor:
        executor.submit(len, "")
        raise KeyboardInterrupt


def told_of(variant):
    """Return the shares that are told of one turn, solved for one payoff, and its levels."""
    turn = turn_of(variant)
    payoffs = np.arange(turn.board.size)[:, np.newaxis]
    return told(lambda: turn.at_start(range(1), lambda some: payoffs)), turn.most_rolls


def test_long_numbers_are_told_level_by_level():
    """Each level may take long, where short numbers take next to nothing."""
    rules = Variant(tiles=6)
    assert told_of(rules) == ([1], 5)
    shares, levels = told_of(rules.replace(weights=f"{10**18},1,1,1,1,1"))
    assert len(shares) == levels == 5
    assert shares == sorted(shares)
