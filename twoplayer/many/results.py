"""Expected values that outlive a process, in an SQLite file: one transaction a row."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

from .. import __version__
from ..errors import FileError
from ..exact import fraction_text, parse_exact, to_rational
from ..executors import spread
from ..game.solution import batches, solve_all
from ..variant.variant import Variant

if TYPE_CHECKING:
    from sympy import Rational

__all__ = ["Results", "first_player_evs", "open_results"]


class Results:
    """First players' expected values by variant, of this version of the package.

    Parameters
    ----------
    connection
        An SQLite database.
    path
        What it is called in errors.
    """

    def __init__(self, connection: sqlite3.Connection, path: str) -> None:
        self._connection = connection
        self._path = path
        with connection:
            connection.execute(
                "CREATE TABLE IF NOT EXISTS results (version TEXT, rules TEXT, "
                "first_player_ev TEXT NOT NULL, PRIMARY KEY (version, rules))"
            )

    def known(self) -> dict[Variant, Rational]:
        """Return every value that is there."""
        rows = self._connection.execute(
            "SELECT rules, first_player_ev FROM results WHERE version = ?", (__version__,)
        )
        try:
            return {
                Variant(**json.loads(rules)): to_rational(parse_exact(ev)) for rules, ev in rows
            }
        except (TypeError, ValueError) as error:
            raise FileError(f"{self._path}: a row that was not written here: {error}") from None

    def add(self, variant: Variant, first_player_ev: Rational) -> None:
        """Keep a value, at once and for good.

        Parameters
        ----------
        variant
            The rules.
        first_player_ev
            The expected value to the first player, in stakes.
        """
        row = __version__, json.dumps(variant.rules()), fraction_text(first_player_ev)
        with self._connection:
            self._connection.execute("INSERT OR IGNORE INTO results VALUES (?, ?, ?)", row)


@contextmanager
def open_results(path: str | None) -> Iterator[Results]:
    """Open a file of results, which is made where there is none.

    Parameters
    ----------
    path
        The file; None: results are kept in memory, and gone afterwards.

    Raises
    ------
    FileError
        If it cannot be read or written, or is something else.
    """
    if path is not None and not path.strip():
        raise FileError("results: an empty name; takes a file")
    try:
        with closing(sqlite3.connect(":memory:" if path is None else path)) as connection:
            yield Results(connection, path or "")
    except sqlite3.Error as error:
        raise FileError(f"{path}: cannot be used for results: {error}") from None


def first_player_evs(
    variants: Sequence[Variant],
    executor: Executor,
    results: Results | None = None,
    progress: Callable[[float], object] | None = None,
) -> list[Rational]:
    """Return the EVs of many variants, those that are known from before, the others computed.

    Parameters
    ----------
    variants
        The rules.
    executor
        What runs the work: `concurrent.futures` or anything like it.
    results
        What is known from before, to which every EV is added when it is computed.
    progress
        Called with how many variants have just been done.

    Returns
    -------
    list of Rational
        In the order of `variants`, in stakes, whatever was finished first.
    """
    evs = results.known() if results else {}
    missing = [variant for variant in dict.fromkeys(variants) if variant not in evs]
    if progress:
        progress(len(variants) - len(missing))
    for batch, found in spread(_evs, batches(missing), executor):
        for variant, ev in zip(batch, found, strict=True):
            evs[variant] = to_rational(parse_exact(ev))
            if results:
                results.add(variant, evs[variant])
        if progress:
            progress(len(batch))
    return [evs[variant] for variant in variants]


def _evs(batch: Sequence[Variant]) -> list[str]:
    """Return the EVs as text: little to send, however many scores a game has."""
    return [fraction_text(solution.first_player_ev) for solution in solve_all(batch)]
