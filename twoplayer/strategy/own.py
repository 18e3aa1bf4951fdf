"""Strategies of one's own: functions, and files of them, wherever the name of a strategy may stand.

A file of strategies is code. It is run where it is named, and nowhere else.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from inspect import signature
from os.path import abspath, dirname
from types import ModuleType
from typing import Any

from ..errors import FileError, refused, shown, too_long
from ..files import MOST_RULES, read_text
from .strategies import STRATEGIES, strategy_named
from .strategy import Strategy, StrategyLike

_PARAMETERS = ["open_tiles", "roll"], ["open_tiles", "roll", "score_to_beat"]
_NAME = "strategies of {}"
"""What the module of a file is called."""
_FILE = re.compile(r"(.+\.py)(?::(.*))?", re.DOTALL)


def as_strategy(given: StrategyLike, parameter: str = "name") -> Strategy:
    """Return a strategy, that of a name, of a function, or of a file, such as `mine.py:timid`.

    Errors name the parameter that it was handed in as.
    """
    if isinstance(given, Strategy):
        return given
    if callable(given):
        return Strategy(given)
    if not isinstance(given, str) or too_long(given):
        raise refused(parameter, given, f"{' | '.join(STRATEGIES)} | a function")
    if (of_file := _FILE.fullmatch(given)) is None:
        return strategy_named(given, parameter)
    path, name = of_file.groups()
    found = strategies_in(path)
    if name is None and len(found) == 1:
        [name] = found
    if name not in found:
        raise refused(parameter, given, " | ".join(f"{path}:{each}" for each in found))
    return found[name]


def strategies_in(path: str) -> dict[str, Strategy]:
    """Run a file, and return the strategies that it offers, by their names there.

    Those are its `Strategy` objects, and the functions of `open_tiles`, `roll` and perhaps
    `score_to_beat` that it defines, but for what has a `_` in front.
    """
    module = _run(path)
    found: dict[str, Strategy] = {}
    for name, each in list(vars(module).items()):
        # What a file has may do anything when it is looked at, but for what its type says.
        own = issubclass(type(each), Strategy)
        if str(name).startswith("_") or not (own or _covers(each, _NAME.format(path))):
            continue
        with _told(path, f"when {name} was looked at"):
            found[name] = replace(each if own else Strategy(each), name=name)
    if not found:
        takes = "a Strategy, or a function of open_tiles, roll and perhaps score_to_beat"
        raise FileError(f"{path}: no strategy in it; takes {takes}")
    return found


def strategies_in_files(paths: Sequence[str]) -> list[Strategy]:
    """Return what several files offer; a name that there is elsewhere has the file before it."""
    found = [(path, each) for path in paths for each in strategies_in(path).values()]
    known = Counter([*STRATEGIES, *(each.name for _, each in found)])
    return [
        replace(each, name=f"{path}:{each.name}") if known[each.name] > 1 else each
        for path, each in found
    ]


def _covers(each: Any, module: str) -> bool:
    """Return whether something is a function of a module, with the parameters of `cover`."""
    if not callable(each) or issubclass(type(each), type):
        return False
    try:
        return each.__module__ == module and [*signature(each).parameters] in _PARAMETERS
    except KeyboardInterrupt:
        raise
    except BaseException:
        return False


@contextmanager
def _told(path: str, when: str) -> Iterator[None]:
    """Say in a line what a file raises; whoever interrupts it is obeyed."""
    try:
        yield
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        said = f"raised {shown(error)} {when}"
        if isinstance(error, SyntaxError) and error.filename == path:
            said = f"{error.msg} in line {error.lineno}"
        raise FileError(f"{path}: {said}") from error


def _run(path: str) -> ModuleType:
    """Run a file as a module of its own, which finds what lies beside it."""
    text = read_text(path, MOST_RULES, piped=False)
    module = ModuleType(name := _NAME.format(path))
    module.__file__ = path
    sys.modules[name] = module  # as dataclasses, for one, need it
    if (folder := dirname(abspath(path))) not in sys.path:
        sys.path.append(folder)
    with _told(path, "when it was run"):
        exec(compile(text, path, "exec"), vars(module))
    return module
