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

from twoplayer import GameTooLargeError, InputError, Variant, roll_by_roll, solve_all, variants
from twoplayer.cli import main
from twoplayer.evening.orders import work_by_order
from twoplayer.evening.seats import seats_work
from twoplayer.game.solution import pieces
from twoplayer.turn.turns import turn_of
from twoplayer.work import cores, scheduler, spread, watching


def test_pieces_share_turns_and_lose_nothing():
    wanted = variants("atlas")
    found = pieces([*wanted, *wanted])
    assert sorted(map(repr, wanted)) == sorted(repr(v) for piece in found for v in piece.variants)
    assert all(len({v.turn_rules for v in piece.variants}) == 1 for piece in found)
    turns = [piece.variants[0].turn_rules for piece in found]
    assert sum(a != b for a, b in pairwise(turns)) == len(set(turns)) - 1


def test_the_turns_of_the_atlas_are_cut_where_they_are_much_work():
    found = pieces(variants("atlas"))
    small, large = ([p for p in found if len(p.variants[0].tiles) == n] for n in (9, 12))
    assert len(small) == 7, "a piece for each rule for one die"
    assert all(
        len({(v.scoring, v.clack_payout) for v in p.variants}) == 1 or p.work <= 10**8
        for p in large
    )


@pytest.mark.parametrize(
    ("work", "least", "most"),
    [
        (lambda variant: sum(piece.work for piece in pieces([variant])), 3, 30),
        (work_by_order, 20, 200),
        (lambda variant: seats_work(variant, 3, chances=False), 10, 100),
    ],
)
def test_a_small_game_weighs_little_and_not_next_to_nothing(work, least, most):
    """The times of 2 and of 9 tiles that were measured are within these factors of each other."""
    assert least <= work(Variant(tiles=9)) / work(Variant(tiles=2)) <= most


def test_a_game_that_is_too_large_in_one_order_weighs_what_it_is_in_the_others():
    large, usual = Variant(tiles=12), Variant()
    with pytest.raises(GameTooLargeError):
        roll_by_roll(large)
    assert work_by_order(usual) / 5 <= work_by_order(large) <= work_by_order(usual)


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


@pytest.mark.dear
def test_the_machines_of_a_dask_scheduler():
    distributed = pytest.importorskip("distributed")
    wanted = variants("sixteen")
    cluster = distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0"
    )
    with cluster, distributed.Client(cluster) as client:
        assert solve_all(wanted, executor=client.get_executor()) == solve_all(wanted)
        line = ["table", "sixteen", "--scheduler", cluster.scheduler_address]
        result = CliRunner().invoke(main, line)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == CliRunner().invoke(main, ["table", "sixteen"]).stdout


def test_a_scheduler_that_is_not_there():
    result = CliRunner().invoke(main, ["table", "--scheduler", "nowhere"])
    assert result.exit_code == 2
    assert "scheduler: got 'nowhere'" in result.stderr


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


def parts_of(variant):
    """Return the parts in which one turn is told, solved for one payoff after its DAG is known."""
    turn, parts = turn_of(variant), []
    payoffs = np.arange(turn.board.size)[:, np.newaxis]
    with watching(parts.append):
        turn.at_start(range(1), lambda some: payoffs)
    return parts, len(turn.layout.layers)


def test_long_numbers_are_told_layer_by_layer():
    """Each layer may take long, where short numbers take next to nothing."""
    rules = Variant(tiles=6)
    assert parts_of(rules) == ([1], 6)
    parts, layers = parts_of(rules.replace(weights=f"{10**18},1,1,1,1,1"))
    assert len(parts) == layers == 6
    assert sum(parts) == pytest.approx(1)
