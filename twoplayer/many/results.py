"""The EVs of games: solved, compared, and kept in a file that outlives a process.

The file is a database of SQLite. A row has the rules, the EV, a stamp of the solver that found the
EV, and a digest of all three. If a score to beat stands beside the rules, a lower bound of the
second player's value stands in place of the EV. Rows of another solver are not used. A row with a
wrong digest was changed by another program, and is computed again.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from fractions import Fraction
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import chain
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from ..errors import FileError, GameTooLargeError
from ..exact import fraction_text, parse_exact
from ..game.contest import Contest
from ..game.fairness import Fairness, games_to_notice
from ..game.players import favoured_by
from ..game.solution import Solution, games_of, pieces, solve_games, work_of
from ..turn.turns import turn_of
from ..variant.fields import FIELDS
from ..variant.registry import registered, variants
from ..variant.variant import Variant
from ..work import Executor, part, spread, tracked

if TYPE_CHECKING:
    import sqlite3

    from ..game.bounds import BoundedSolution, Lows

KEPT = "tiles", "dice", "weights", "scoring"  # the rules that stay unless the user says otherwise
APPLICATION = int.from_bytes(b"2ply")
SCHEMA = 1
_TABLE = (
    "CREATE TABLE results (solver TEXT, rules TEXT, first_player_ev TEXT NOT NULL, "
    "digest TEXT NOT NULL, PRIMARY KEY (solver, rules))"
)

Said = Callable[[str], object]
Key = TypeVar("Key", bound=Contest | tuple[Contest, int])
"""A game, for its EV; or a game and a score to beat, for a bound of the second player's value."""


@cache
def played() -> Mapping[str, tuple[Any, ...]]:
    """Return the values of each rule in the registered rule sets, which people play, as spelled.

    A value that comes only in games too large for tables, such as four dice, is left out.

    >>> played()["stop_total"], played()["ties"]
    ((None, 7), ('push', 'first', 'second'))
    """
    every = dict.fromkeys([Variant(), *chain.from_iterable(map(variants, registered()))])
    rules = [variant.rules() for variant in every if has_tables(variant)]
    return {name: tuple(dict.fromkeys(rule[name] for rule in rules)) for name in FIELDS}


def has_tables(variant: Variant) -> bool:
    with suppress(GameTooLargeError):
        return turn_of(variant).board.check_size().memory > 0
    return False


class Entry(NamedTuple):
    """A variant's EV to the first player, in stakes, and perhaps the games until it shows."""

    variant: Variant
    first_player_ev: Fraction
    games: int | None = None  # as in `Fairness`, if the user asked for this number
    second_variant: Variant | None = None  # None: the same rules as `variant`

    @property
    def favoured(self) -> str:
        return favoured_by(self.first_player_ev)


Valued = Entry | Solution
AnyValued = TypeVar("AnyValued", Entry, Solution)


def ranked(entries: Iterable[AnyValued]) -> list[AnyValued]:
    """Sort by |EV|, the fairest first; entries of equal |EV| keep their order."""
    return sorted(entries, key=lambda entry: abs(entry.first_player_ev))


def fairest(contests: Iterable[Contest]) -> list[Fairness]:
    with part(of=2):
        solutions = [each.fractions for each in solve_games(contests)]
    with part(of=2):
        games = map(Solution.fairness, tracked(solutions))
        return sorted(games, key=attrgetter("side_payment"))


def noticed(entries: Sequence[Entry], executor: Executor | None = None) -> list[Entry]:
    """Find the number of games after which each advantage stands out from luck.

    This takes longer than finding the EV.

    >>> from twoplayer import solve
    >>> classic = Entry(Variant(), solve("classic").fractions.first_player_ev)
    >>> noticed([classic])[0].games
    238245
    """
    games = dict(spread(_games_of, entries, executor, lambda e: work_of(games_of([e.variant]))))
    return [entry._replace(games=games[entry]) for entry in entries]


def _games_of(entry: Entry) -> int | None:
    [game] = games_of([entry.variant])
    return games_to_notice(game, entry.first_player_ev)


@cache
def solver_stamp() -> str:
    return stamp_of(files("twoplayer"))


def stamp_of(package: Traversable) -> str:
    """Return a digest of the modules of a package that an EV depends on."""
    code = sha256()
    for name in ("exact.py", "variant", "turn", "game"):
        place = package / name
        modules = [place] if place.is_file() else place.iterdir()
        for module in sorted(modules, key=attrgetter("name")):
            if module.name.endswith(".py"):
                code.update(f"{module.name}\n".encode() + module.read_bytes())
    return code.hexdigest()


class Results:
    """First players' EVs by game in an SQLite database; an empty one is made a file of results."""

    def __init__(self, connection: sqlite3.Connection, path: str) -> None:
        self._connection = connection
        self._path = path
        with connection:
            if not self._pragma("schema_version"):
                connection.execute("BEGIN IMMEDIATE")
            if not self._pragma("schema_version"):
                connection.execute(f"PRAGMA application_id = {APPLICATION}")
                connection.execute(f"PRAGMA user_version = {SCHEMA}")
                connection.execute(_TABLE)
        # Reading a view, or writing with a trigger, could do anything, and run without end.
        made = connection.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
        numbers = self._pragma("application_id"), self._pragma("user_version")
        if numbers != (APPLICATION, SCHEMA) or made != [(_TABLE,)]:
            raise FileError(
                f"{path}: a database of something else, or of another version; takes a file of "
                "results, or the name of a new one"
            )

    def _pragma(self, name: str) -> int:
        return int(self._connection.execute(f"PRAGMA {name}").fetchone()[0])

    def known(self, asked: Iterable[Key], say: Said | None = None) -> dict[Key, Fraction]:
        """Return the values of those games that the file has; drop rows with a wrong digest."""
        wanted = {_rules_of(key): key for key in asked}
        rows = self._connection.execute(
            "SELECT rowid, rules, first_player_ev, digest FROM results WHERE solver = ?",
            (solver_stamp(),),
        )
        values, wrong = {}, []
        for number, rules, text, digest in rows:
            value = None
            if digest == row_digest(rules, text):
                with suppress(ValueError):
                    value = parse_exact(text)
            if value is None:
                wrong.append((number,))
            elif rules in wanted:
                values[wanted[rules]] = value
        if wrong:
            with self._connection:
                self._connection.executemany("DELETE FROM results WHERE rowid = ?", wrong)
            if say:
                were = f"{len(wrong)} {'row was' if len(wrong) == 1 else 'rows were'}"
                again = "what is needed of them is computed again"
                say(f"{self._path}: {were} changed by something else; {again}")
        return values

    def add(self, values: Mapping[Key, Fraction]) -> None:
        texts = [(_rules_of(key), fraction_text(value)) for key, value in values.items()]
        rows = [(solver_stamp(), *row, row_digest(*row)) for row in texts]
        with self._connection:
            self._connection.executemany("INSERT OR REPLACE INTO results VALUES (?, ?, ?, ?)", rows)


def _rules_of(key: Contest | tuple[Contest, int]) -> str:
    game, score = key if isinstance(key, tuple) else (key, None)
    first, second = game.pair
    own = {"second_rules": second.rules()} if second != first else {}
    beaten = {} if score is None else {"score_to_beat": score}
    return json.dumps({**first.rules(), **own, **beaten})


def row_digest(rules: object, value: object) -> str:
    return sha256(repr((solver_stamp(), rules, value)).encode()).hexdigest()


@contextmanager
def open_results(path: str | None) -> Iterator[Results | None]:
    """Open a file of results, and make a missing file; without a path yield None."""
    if path is None:
        yield None
        return
    import sqlite3

    if not path.strip("\0 "):
        raise FileError("an empty name; takes a file", of="results")
    if os.path.exists(path) and not os.path.isfile(path):
        raise FileError(f"{path}: not a regular file; takes a file of results, or a new name")
    try:
        # With a folder in front `:memory:` is a file, and so is `file:x.db?mode=memory`.
        place = os.path.join(os.curdir, path)
        # The timeout, in seconds, is for another command that is writing to the file.
        with closing(sqlite3.connect(place, timeout=60)) as connection:
            connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, 10**6)  # bytes of any text
            yield Results(connection, path)
    except sqlite3.Error as error:
        raise FileError(f"{path}: cannot be used for results: {error}") from None


def first_player_evs(
    games: Sequence[Contest],
    executor: Executor | None = None,
    results: Results | None = None,
    say: Said | None = None,
) -> list[Fraction]:
    """Return the EVs of many games in order; EVs that `results` lacks are computed and added.

    Parameters
    ----------
    games : sequence of Contest
        The games; a game that comes several times is solved once.
    executor : concurrent.futures.Executor, optional
        The executor that solves pieces of the games. None: this process solves them.
    results : Results, optional
        A file of EVs; new EVs are added piece by piece.
    say : callable, optional
        A function that gets sentences, such as the number of EVs known from before.

    Returns
    -------
    list of Fraction
        The EV to the first player, in stakes, of each game.
    """
    different = dict.fromkeys(games)
    evs = dict(results.known(different, say)) if results else {}
    if evs and say:
        say(f"{len(evs):,} of {len(different):,} are known from before.")
    missing = pieces(game for game in different if game not in evs)
    for piece, solved in spread(_evs, missing, executor, work_of):
        new = dict(zip(piece, solved, strict=True))
        evs |= new
        if results:
            results.add(new)
    return [evs[game] for game in games]


def known_bounds(
    variant: Variant, results: Results | None = None, say: Said | None = None
) -> BoundedSolution:
    """Enclose the value of a game, in `fractions`; `results` keeps the bounds as they are found."""
    from ..game.bounds import enclose

    if results is None:
        return enclose(variant).fractions
    [game] = games_of([variant])
    known = results.known([(game, score) for score in game.scores], say)
    if known and say:
        say(f"{len(known):,} of the second player's values are known from before.")

    def keep(lows: Lows) -> None:
        results.add({(game, score): low for score, low in lows.items()})

    return enclose(variant, known={s: low for (_, s), low in known.items()}, keep=keep).fractions


def _evs(piece: list[Contest]) -> list[Fraction]:
    return [each.fractions.first_player_ev for each in solve_games(piece)]
