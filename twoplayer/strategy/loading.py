"""Games and strategies in files of code: this module alone runs such files."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike, fspath
from typing import Any

from ..errors import FileError, InputError, refused
from ..files import IN_A_FILE, blamed, run
from ..turn.another import is_game
from .own import Strategy, strategies_of

_A_GAME = "a game, with choices and rolls"
_A_STRATEGY = "a Strategy, or a function of open_tiles, roll and perhaps score_to_beat"
_BY_NAME = "functions of other parameters go by their name, {}:NAME"


def load(name: str | PathLike[str]) -> Any:
    r"""Run a file of Python, and return the game or the strategy that has a name in the file.

    Nothing else in this package runs code that is named by a text: `solve("twelve.py:products")` is
    an `InputError`. So a text from a stranger, such as a field of a form, may be handed to `solve`,
    but never to `load`. The file is run as a module of its own, anew in every call, and can import
    the files beside it.

    Parameters
    ----------
    name : str or path
        `"twelve.py:products"`: the path of a file that ends in `.py`, a colon, and a name in the
        file. The path alone is enough where the file has one game or strategy.

    Returns
    -------
    Game or Strategy
        What the name stands for in the file. An object with `choices` and `rolls` is a game, and is
        returned unchanged. A class with these is called without arguments to make a game. A
        `Strategy` gets the name `mine.py:few`. A function of `open_tiles`, `roll` and perhaps
        `score_to_beat` becomes a `Strategy` with such a name.

    Raises
    ------
    InputError
        If `name` is no such text, or the file has no game or strategy of this name. The error lists
        the games and strategies of the file.
    FileError
        If the file is missing or unreadable, raises an error when it is run, or has neither a game
        nor a strategy.

    See Also
    --------
    twoplayer.Game : What a game has.
    twoplayer.Box : A game with tiles, of which one method is overridden.
    twoplayer.Strategy : What a strategy has.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> from twoplayer import load, strategy_value
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     mine = Path(folder, "tiles.py")
    ...     _ = mine.write_text("def first_tile(open_tiles, roll):\n    return [open_tiles[:1]]")
    ...     strategy = load(f"{mine}:first_tile")
    >>> strategy.name.endswith("tiles.py:first_tile")
    True
    """
    if not isinstance(name, (str, PathLike)) or not IN_A_FILE.fullmatch(str(fspath(name))):
        raise refused("name", name, "a file and what it calls something, such as 'mine.py:name'")
    return load_named(str(fspath(name)), "name")


def load_named(text: str, parameter: str, *, games: bool = True, strategies: bool = True) -> Any:
    """Do what `load` does; without `games` the file offers no games, and so for `strategies`."""
    of_file = IN_A_FILE.fullmatch(text)
    if of_file is None:
        raise refused(parameter, text, "FILE.py:NAME")
    path, name = of_file.groups()
    things = vars(run(path))
    with blamed(path, f"when {name or 'it'} was looked at", InputError):
        if games and name in things and is_game(thing := things[name]):
            return thing() if isinstance(thing, type) else thing
    offered = strategies_of(things, path, name) if strategies else {}
    if name in offered:
        return offered[name]
    if games:
        with blamed(path, "when its games were looked for", InputError):
            objects = {name: thing for name, thing in things.items() if not isinstance(thing, type)}
            offered = {name: game for name, game in objects.items() if is_game(game)} | offered
    if strategies and not offered:
        kinds = "neither a game nor a strategy" if games else "no strategy"
        takes = f"{_A_GAME}; or {_A_STRATEGY}" if games else _A_STRATEGY
        raise FileError(f"{path}: {kinds} in it; takes {takes}; {_BY_NAME.format(path)}")
    if name is None and len(offered) == 1:
        return next(iter(offered.values()))
    raise refused(parameter, text, " | ".join(f"{path}:{name}" for name in offered) or _A_GAME)


def _strategies_in(path: str) -> dict[str, Strategy]:
    if found := strategies_of(vars(run(path)), path):
        return found
    raise FileError(f"{path}: no strategy in it; takes {_A_STRATEGY}; {_BY_NAME.format(path)}")


def strategies_in_files(paths: Sequence[str]) -> list[Strategy]:
    """Run files, and return the strategies that they offer."""
    return [strategy for path in paths for strategy in _strategies_in(path).values()]
