"""Work: its progress, its spread over an executor, and this machine's cores and memory.

A watcher stands around the work, and is never handed down as a parameter. Work that reports no
progress counts as a whole once it is done, so all parts add up to 1.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from .errors import InputError, need, refused, shown

if TYPE_CHECKING:
    import concurrent.futures

Executor: TypeAlias = "concurrent.futures.Executor"  # a text, since the import takes time
Batch = TypeVar("Batch")
Result = TypeVar("Result")


class Work:
    """Work under way: a `share` of the work `outer`; without `outer` nobody watches the work."""

    def __init__(self, outer: Work | None = None, share: float = 1) -> None:
        self._outer, self._share, self.left = outer, share, 1.0

    def tell(self, done: float) -> None:
        done = min(done, self.left)
        self.left -= done
        if done and self._outer:
            self._outer.tell(done * self._share)

    def count(self) -> None:
        if self._outer:
            self._outer.count()


class Watched(Work):
    """The whole work that somebody watches.

    Parameters
    ----------
    progress
        A function that is called with the share of work done, whenever more is done.
    """

    def __init__(self, progress: Callable[[float], object] = lambda share: None) -> None:
        super().__init__()
        self._progress = progress
        self.counted = 0  # pieces of work of unknown length, done before any share is told

    @property
    def share(self) -> float:
        return 1 - self.left if self.left > _ROUNDING else 1.0

    def tell(self, done: float) -> None:
        super().tell(done)
        self._progress(self.share)

    def count(self) -> None:
        self.counted += self.left == 1
        self._progress(self.share)


_ROUNDING = 1e-13  # a smaller rest of work comes from rounding alone
_present: ContextVar[Work | None] = ContextVar("present", default=None)


def present() -> Work:
    return _present.get() or Work()


@contextmanager
def doing(work: Work) -> Iterator[None]:
    before = _present.get()
    _present.set(work)
    try:
        yield
        if work.left > _ROUNDING:
            work.tell(work.left)
    finally:
        # A generator that an error has left may end later, when other work is under way.
        if _present.get() is work:
            _present.set(before)


@contextmanager
def watching(progress: Callable[[float], object]) -> Iterator[None]:
    """Watch the progress of the work that is done inside of a block of Python's *with*.

    Parameters
    ----------
    progress : callable
        A function that is called with the share of the work done, a float from 0 to 1, whenever
        more is done. The share never falls, and is 1 at the end. An error that `progress` raises
        ends the work. So `progress` can end the work after a given time.

    Yields
    ------
    None
        Nothing is handed to the block.

    Raises
    ------
    InputError
        If `progress` cannot be called.

    See Also
    --------
    twoplayer.solve_all : Work that may take long, and runs in several processes with an executor.

    Examples
    --------
    >>> from twoplayer import solve_all, watching
    >>> shares = []
    >>> with watching(shares.append):
    ...     solutions = solve_all("sixteen")
    >>> len(shares) > 1, shares == sorted(shares), shares[-1]
    (True, True, 1.0)
    """
    if not callable(progress):
        raise refused("progress", progress, "a function of the share done")
    before = _present.get()
    try:
        with doing(Watched(progress)):
            yield
    finally:
        _present.set(before)  # a generator that an error has left may not have ended yet


@contextmanager
def part(of: int) -> Iterator[None]:
    """Do one part of the present work, which has `of` parts of the same length."""
    with doing(Work(present(), 1 / of)):
        yield


@contextmanager
def untold() -> Iterator[None]:
    """Do work that is short beside the rest of the present work, without telling its progress."""
    with doing(Work()):
        yield


def tell(done: float) -> None:
    present().tell(done)


def count() -> None:
    """Tell that a piece of work of unknown length is done; the share of work done stays."""
    present().count()


def tracked(
    batches: Iterable[Batch], pieces: Callable[[Batch], float] = lambda batch: 1
) -> Iterator[Batch]:
    """Yield batches of the present work; each batch is done before the next batch is taken.

    `pieces` tells how many pieces of work a batch has. A single batch is the whole work.
    """
    every = list(batches)
    if len(every) == 1:
        yield from every
        return
    outer, counts = present(), [*map(pieces, every)]
    whole = sum(counts) or 1  # all batches may be without pieces of work
    for batch, count in zip(every, counts, strict=True):
        with doing(Work(outer, count / whole)):
            yield batch


_SIGNALS = (signal.SIGINT, signal.SIGTERM)
_SECONDS_TO_ANSWER = 10


def spread(
    work: Callable[[Batch], Result],
    batches: Iterable[Batch],
    executor: Executor | None,
    pieces: Callable[[Batch], float] = lambda batch: 1,
) -> Iterator[tuple[Batch, Result]]:
    """Call `work` on every batch, and yield each batch with its result when it is finished.

    Parameters
    ----------
    work
        A function of a batch. An executor sends the function, batches and results between
        processes.
    batches
        The batches. With an executor the batches are finished in any order.
    executor
        The executor that runs the work. None: this process does one batch after another.
    pieces
        The amount of work in a batch, beside the others; progress is told in these amounts.

    Raises
    ------
    InputError
        If `executor` cannot be handed work.
    """
    if executor is None:
        yield from ((batch, work(batch)) for batch in tracked(batches, pieces))
        return
    from concurrent.futures import as_completed

    if not callable(getattr(executor, "submit", None)):
        takes = "an executor of `concurrent.futures`; several games come in one list"
        raise refused("executor", executor, takes)
    jobs: dict[concurrent.futures.Future[Result], Batch] = {}
    try:
        with _signals_for_this_process_alone(), untold():
            for batch in batches:
                jobs[executor.submit(work, batch)] = batch
        counts = {job: pieces(batch) for job, batch in jobs.items()}
        whole = sum(counts.values()) or 1
        for job in as_completed(jobs):
            yield jobs[job], job.result()
            tell(counts[job] / whole)
    finally:
        for job in jobs:
            job.cancel()


@contextmanager
def cores() -> Iterator[Executor]:
    """Yield an executor of new processes, one for each core.

    On Ctrl-C further signals are ignored until all workers have ended. If a worker is lost, an
    `InputError` is raised.
    """
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import active_children, get_context

    heard = {number: signal.getsignal(number) for number in _SIGNALS}
    hook, context = threading.excepthook, get_context("spawn")
    try:
        with ProcessPoolExecutor(mp_context=context, initializer=_end_with_parent) as executor:
            try:
                with _said("a worker ended"):
                    yield executor
            except KeyboardInterrupt:
                for number in _SIGNALS:
                    signal.signal(number, signal.SIG_IGN)
                # When the workers end, the executor's own thread fails on the cancelled work.
                threading.excepthook = lambda _: None
                for worker in active_children():
                    worker.kill()
                raise
    except KeyboardInterrupt:
        for number, handler in heard.items():
            signal.signal(number, handler)
        raise
    finally:
        threading.excepthook = hook


@contextmanager
def _said(loss: str, *errors: type[Exception], of: str | None = None) -> Iterator[None]:
    from concurrent.futures import BrokenExecutor, CancelledError

    kinds: tuple[type[Exception], ...] = (BrokenExecutor, CancelledError, *errors)
    try:
        yield
    except kinds as error:
        kept = "results that are kept in a file are not lost: start again to go on"
        raise InputError(f"{loss} before the work was done; {kept}", of=of) from error


@contextmanager
def _signals_for_this_process_alone() -> Iterator[None]:
    """Block signals in processes that start in this block; these end with this process."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _end_with_parent() -> None:
    """End when the parent process ends, even if the parent process was killed."""
    from multiprocessing import parent_process
    from multiprocessing.connection import wait

    parent: Any = parent_process()

    def watch() -> None:
        wait([parent.sentinel])
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


@contextmanager
def scheduler(address: str) -> Iterator[Executor]:
    """Yield an executor over the workers of a Dask scheduler, such as `tcp://10.0.0.1:8786`.

    Raises
    ------
    InputError
        If the extra `dask` is not installed, or no scheduler answers, or there is no worker, or the
        scheduler or a worker is lost.
    """
    need("dask")
    import gc
    import logging

    from distributed import Client, KilledWorker
    from distributed.comm.core import CommClosedError

    with ExitStack() as afterwards:  # meanwhile libraries log nothing, as the error says enough
        afterwards.callback(logging.disable, logging.root.manager.disable)
        logging.disable()
        said = ""
        try:
            client = Client(address, timeout=_SECONDS_TO_ANSWER)
        except (OSError, TypeError, ValueError) as error:
            said = f"got {shown(address)}, none answers: {error}"
        if said:
            # Otherwise the failed client may be collected while another client starts, which hangs.
            gc.collect()
            raise InputError(said, of="scheduler")
        with client:
            try:
                client.wait_for_workers(1, timeout=_SECONDS_TO_ANSWER)
            except TimeoutError:
                said = f"got {shown(address)}, which has no worker"
                raise InputError(said, of="scheduler") from None
            lost = f"{shown(address)} or a worker of it was lost"
            with _said(lost, KilledWorker, CommClosedError, of="scheduler"):
                yield client.get_executor()


def core_count() -> int:
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


def free_memory() -> int:
    """Return how many bytes of memory are free; 4 GB where the system does not say."""
    free = 4 * 10**9
    with suppress(AttributeError, OSError, ValueError):  # on Windows
        free = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    with suppress(OSError, KeyError, ValueError), open("/proc/meminfo") as file:
        lines = dict(line.split(":") for line in file)
        free = 1024 * int(lines["MemAvailable"].split()[0])
    with suppress(OSError, ValueError), open("/sys/fs/cgroup/memory.max") as file:
        free = min(free, int(file.read()))  # the file has no number if the container has no limit
    return free
