"""Many games, solved; games with an EV in a file of results are not solved again."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from os import PathLike, fspath
from typing import Any

from ..errors import refused, too_long
from ..game.contest import Contest, contest
from ..game.solution import Solution, Solutions, games_of, solve_games
from ..turn.another import GameLike
from ..variant.registry import VariantLike, as_variants
from ..variant.variant import Variant
from ..work import Executor
from .results import first_player_evs, open_results


def solve_all(
    variants: Iterable[VariantLike | tuple[GameLike, GameLike]] | str | PathLike[str],
    executor: Executor | None = None,
    results: str | PathLike[str] | None = None,
) -> Solutions:
    """Solve many games exactly, and share work between them.

    Parameters
    ----------
    variants : iterable of Variant, str, path or pairs; or a single str or path
        The rules, or names or files; a family stands for all its members. `variants(…)` makes
        combinations of rules. A pair, as a tuple, is one game: the rules of the first player's
        turn, and of the second player's turn, as for `solve`. A `Game` of another kind is taken
        only in a pair.
    executor : concurrent.futures.Executor, optional
        The executor that runs the work, such as a `concurrent.futures.ProcessPoolExecutor`, or the
        result of `dask.distributed.Client.get_executor`. None: this process.
    results : str or path, optional
        An SQLite file that keeps every EV as soon as the EV is found, as by `twoplayer table
        --results FILE` at the shell. A missing file is made. EVs in the file are not found again,
        so interrupted work can go on. Other values of a solution, such as `second_player_values`,
        are found when they are first asked for. None: nothing is kept.

    Returns
    -------
    Solutions
        A list of `Solution`, in order, which is a table. Solutions of a registered name or a file
        have a name.

    Raises
    ------
    InputError, RulesError, UnknownNameError, FileError, GameTooLargeError
        As `solve`. If `results` is no path, or a `Game` of another kind is to be kept, that is an
        `InputError`. If the file holds other data, or cannot be used, that is a `FileError`.

    See Also
    --------
    twoplayer.variants : Every combination of given rules.
    twoplayer.effects : The effect of each rule on the EV.
    twoplayer.watching : Tells the progress of the work.

    Notes
    -----
    Variants with the same turn have one transition graph. Variants that differ in payouts alone
    also share most of the second player's work.

    An EV in the file is used if the same version of the solver has found it, and the row has not
    been changed since. Otherwise the game is solved again. Several processes may use one file at
    once.

    Examples
    --------
    >>> from twoplayer import Variant, solve_all
    >>> [s.favoured for s in solve_all([Variant(), Variant(immediate_clack=True)])]
    ['second', 'first']
    >>> len(solve_all("sixteen"))
    16

    A child has the 9 covered beforehand, and plays second, or first:

    >>> games = [("classic", Variant(tiles=8)), (Variant(tiles=8), "classic")]
    >>> [f"{float(s.first_player_ev):.4f}" for s in solve_all(games)]
    ['-0.2769', '0.2682']

    The second time the EVs are read from the file:

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     before = solve_all("sixteen", results=Path(folder) / "evs.db")
    ...     again = solve_all("sixteen", results=Path(folder) / "evs.db")
    >>> again.to_records() == before.to_records()
    True
    """
    games = _games_in(variants)
    if results is None:
        return Solutions(solve_games(games, executor))
    with open_results(_path_of(results, games)) as known:
        evs = first_player_evs(games, executor, known)
    return Solutions(Solution(*game.pair, ev) for game, ev in zip(games, evs, strict=True))


def _path_of(results: object, games: Iterable[Contest]) -> str:
    """Return the path of a file of results; refuse other values, and games that no file keeps."""
    if not isinstance(results, (str, PathLike)) or not isinstance(path := fspath(results), str):
        raise refused("results", results, "the path of a file")
    if reason := too_long(path):
        raise refused("results", path, "the path of a file", reason)
    for rules in chain.from_iterable(game.rules for game in games):
        if not isinstance(rules, Variant):
            raise refused("results", path, "none with a game of another kind", f"as {rules.name}")
    return path


def _games_in(given: Any) -> list[Contest]:
    if isinstance(given, (str, PathLike, Variant, bytes)) or not hasattr(given, "__iter__"):
        return games_of(as_variants(given))
    games: list[Contest] = []
    for game in given:
        if isinstance(game, tuple) and len(game) == 2:
            games.append(contest(*game, parameters=("variants",)))
        else:
            games += games_of(as_variants([game]))
    return games
