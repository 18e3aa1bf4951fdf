"""Expected values that outlive a process, in an SQLite file: one transaction a row."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from contextlib import closing, contextmanager
from fractions import Fraction

from ..errors import FileError
from ..exact import fraction_text, parse_exact
from ..executors import Progress, spread, told
from ..game.solution import batches, solve_all
from ..variant.variant import Variant

__all__ = ["Results", "first_player_evs", "open_results"]


class Results:
    """First players' EVs by variant in an SQLite database; other versions' do not count."""

    def __init__(self, connection: sqlite3.Connection, path: str, version: str) -> None:
        self._connection = connection
        self._path = path
        self._version = version
        with connection:
            connection.execute(
                "CREATE TABLE IF NOT EXISTS results (version TEXT, rules TEXT, "
                "first_player_ev TEXT NOT NULL, PRIMARY KEY (version, rules))"
            )

    def known(self) -> dict[Variant, Fraction]:
        """Return every value that is there."""
        rows = self._connection.execute(
            "SELECT rules, first_player_ev FROM results WHERE version = ?", (self._version,)
        )
        try:
            return {Variant(**json.loads(rules)): parse_exact(ev) for rules, ev in rows}
        except (TypeError, ValueError) as error:
            raise FileError(f"{self._path}: a row that was not written here: {error}") from None

    def add(self, variant: Variant, first_player_ev: Fraction) -> None:
        """Keep a first player's EV, at once and for good."""
        row = self._version, json.dumps(variant.rules()), fraction_text(first_player_ev)
        with self._connection:
            self._connection.execute("INSERT OR IGNORE INTO results VALUES (?, ?, ?)", row)


@contextmanager
def open_results(path: str | None, version: str) -> Iterator[Results]:
    """Open a file of results, which is made where there is none; without a name they are in memory.

    Raises
    ------
    FileError
        If it cannot be read or written, or is something else.
    """
    if path is not None and not path.strip():
        raise FileError("results: an empty name; takes a file")
    try:
        with closing(sqlite3.connect(":memory:" if path is None else path)) as connection:
            yield Results(connection, path or "", version)
    except sqlite3.Error as error:
        raise FileError(f"{path}: cannot be used for results: {error}") from None


def first_player_evs(
    variants: Sequence[Variant],
    executor: Executor,
    results: Results | None = None,
    progress: Progress | None = None,
) -> list[Fraction]:
    """Return the EVs of many variants, those that are known from before, the others computed.

    Parameters
    ----------
    results
        What is known from before, to which every EV is added when it is computed.

    Returns
    -------
    list of Fraction
        In the order of `variants`, in stakes, whatever was finished first.
    """
    evs = results.known() if results else {}
    missing = [variant for variant in dict.fromkeys(variants) if variant not in evs]
    advance = told(progress, 1 / (len(set(variants)) or 1))
    advance(len(set(variants)) - len(missing))
    for batch, found in spread(_evs, batches(missing), executor):
        for variant, ev in zip(batch, found, strict=True):
            evs[variant] = ev
            if results:
                results.add(variant, ev)
        advance(len(batch))
    return [evs[variant] for variant in variants]


def _evs(batch: Sequence[Variant]) -> list[Fraction]:
    """Return the EVs alone: little to send, however many scores a game has."""
    return [solution.fractions.first_player_ev for solution in solve_all(batch)]
