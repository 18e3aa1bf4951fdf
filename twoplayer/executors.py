"""Work spread over an executor, of this machine's cores or of many machines, and its progress."""

from __future__ import annotations

import logging
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from .errors import InputError, shown

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

__all__ = ["Progress", "cores", "scheduler", "spread", "spread_by_size", "told"]

Progress: TypeAlias = Callable[[float], object]
"""Called with the part of the work that has just been done; the parts add up to 1."""

Batch = TypeVar("Batch")
Result = TypeVar("Result")
_SIGNALS = (signal.SIGINT, signal.SIGTERM)
_SECONDS = 10
"""How long a scheduler may take to answer."""


def told(progress: Progress | None, share: float = 1) -> Progress:
    """Return what a piece of the work, a share of all of it, calls with its own progress."""
    if progress is None:
        return lambda part: None
    if not callable(progress):
        raise InputError(f"progress: got {shown(progress)}; takes a function of the part just done")
    return lambda part: progress(part * share)


def spread(
    work: Callable[[Batch], Result], batches: Iterable[Batch], executor: Executor | None
) -> Iterator[tuple[Batch, Result]]:
    """Do some work on every batch, and yield batches with their results as they are finished.

    Parameters
    ----------
    work
        A function of a batch that can be sent to other processes, as must be its result.
    batches
        What to work on.
    executor
        What runs it, with the `submit` of `concurrent.futures`; None: this process, one after the
        other.
    """
    if executor is None:
        yield from ((batch, work(batch)) for batch in batches)
        return
    from concurrent.futures import as_completed

    if not callable(getattr(executor, "submit", None)):
        raise InputError(f"executor: got {shown(executor)}; takes one of `concurrent.futures`")
    jobs: dict[Future[Result], Batch] = {}
    try:
        with _signals_for_this_process_alone():
            for batch in batches:
                jobs[executor.submit(work, batch)] = batch
        for job in as_completed(jobs):
            yield jobs[job], job.result()
    finally:
        for job in jobs:
            job.cancel()


def spread_by_size(
    work: Callable[..., Result],
    sizes: Mapping[Batch, int],
    executor: Executor | None,
    progress: Progress | None,
) -> dict[Batch, Result]:
    """Do some work on every batch, and return the results by batch.

    Parameters
    ----------
    work
        As of `spread`; it takes a `progress` as well, which is told in this process alone.
    sizes
        How much work each batch is, beside the others.
    executor
        As of `spread`.
    progress
        Called with the part of all the work that has just been done.
    """
    whole = sum(sizes.values())
    shares = {batch: told(progress, size / whole) for batch, size in sizes.items()}
    if executor is None:
        return {batch: work(batch, progress=share) for batch, share in shares.items()}
    found = {}
    for batch, result in spread(work, sizes, executor):
        found[batch] = result
        shares[batch](1)
    return found


@contextmanager
def cores() -> Iterator[Executor]:
    """Run work on all cores of this machine.

    Raises
    ------
    InputError
        If a worker ends before its work is done.
    """
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    heard = {number: signal.getsignal(number) for number in _SIGNALS}
    hook = threading.excepthook
    try:
        with (
            ProcessPoolExecutor(
                mp_context=get_context("spawn"), initializer=_end_with_parent
            ) as executor,
            _said("a worker ended"),
            _ctrl_c_ends_workers(),
        ):
            yield executor
    except KeyboardInterrupt:
        for number, handler in heard.items():
            signal.signal(number, handler)
        raise
    finally:
        threading.excepthook = hook


@contextmanager
def _ctrl_c_ends_workers() -> Iterator[None]:
    """End all workers on Ctrl-C; no further signal is heard until they have ended."""
    from multiprocessing import active_children

    try:
        yield
    except KeyboardInterrupt:
        for number in _SIGNALS:
            signal.signal(number, signal.SIG_IGN)
        # The executor's own thread fails on work that was cancelled when its workers end.
        threading.excepthook = lambda _: None
        for worker in active_children():
            worker.kill()
        raise


@contextmanager
def _said(loss: str, *errors: type[Exception]) -> Iterator[None]:
    """Say in a line what was lost, where that is known by work that is not done."""
    from concurrent.futures import BrokenExecutor, CancelledError

    kinds: tuple[type[Exception], ...] = (BrokenExecutor, CancelledError, *errors)
    try:
        yield
    except kinds as error:
        raise InputError(
            f"{loss} before the work was done; results that are kept in a file are not "
            "lost: start again to go on"
        ) from error


@contextmanager
def _signals_for_this_process_alone() -> Iterator[None]:
    """Spare processes that are started here what is sent to all of them, where that can be.

    They end with this one, and have nothing to say of it.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _end_with_parent() -> None:
    """Let a process end when the one that started it does, even if that was killed."""
    from multiprocessing import parent_process
    from multiprocessing.connection import wait

    parent = parent_process()

    def watch() -> None:
        if parent is not None:
            wait([parent.sentinel])
            os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


@contextmanager
def scheduler(address: str) -> Iterator[Executor]:
    """Run work on the machines of a `dask.distributed` scheduler.

    Parameters
    ----------
    address
        Where it listens, such as `tcp://host:8786`.

    Raises
    ------
    InputError
        If dask (the extra `dask`) is missing, no scheduler answers, it has no worker, or a worker
        ends before its work is done.
    """
    try:
        from distributed import Client, KilledWorker
        from distributed.comm.core import CommClosedError
    except ImportError:
        raise InputError("scheduler: needs dask, the extra `dask` of this package") from None
    with _unlogged():
        try:
            client = Client(address, timeout=_SECONDS)
        except (OSError, TypeError, ValueError) as error:
            raise InputError(f"scheduler: got {shown(address)}, none answers: {error}") from None
        with client:
            try:
                client.wait_for_workers(1, timeout=_SECONDS)
            except TimeoutError:
                raise InputError(f"scheduler: got {shown(address)}, which has no worker") from None
            with _said(
                f"scheduler: {shown(address)} or a worker of it was lost",
                KilledWorker,
                CommClosedError,
            ):
                yield client.get_executor()


@contextmanager
def _unlogged() -> Iterator[None]:
    """Keep from stderr what libraries log: an error is told in a line."""
    before = logging.root.manager.disable
    logging.disable()
    try:
        yield
    finally:
        logging.disable(before)
