"""Strategies of one's own: functions, and files of them, wherever the name of a strategy may stand.

A file of strategies is code. It is run where it is named, and nowhere else.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Sequence
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
    names = _run(path)
    found = {
        name: replace(each if isinstance(each, Strategy) else Strategy(each), name=name)
        for name, each in names.items()
        if not name.startswith("_")
        and (isinstance(each, Strategy) or _covers(each, names["__name__"]))
    }
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
    if not callable(each) or isinstance(each, type) or getattr(each, "__module__", "") != module:
        return False
    return [*signature(each).parameters] in _PARAMETERS


def _run(path: str) -> dict[str, Any]:
    """Run a file as a module of its own, which finds what lies beside it, and return its names."""
    text = read_text(path, MOST_RULES, piped=False)
    module = ModuleType(f"strategies of {path}")
    module.__file__ = path
    sys.modules[module.__name__] = module  # as dataclasses, for one, need it
    if (folder := dirname(abspath(path))) not in sys.path:
        sys.path.append(folder)
    try:
        exec(compile(text, path, "exec"), vars(module))
    except SyntaxError as error:
        raise FileError(f"{path}: {error.msg} in line {error.lineno}") from error
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise FileError(f"{path}: raised {shown(error)} when it was run") from error
    return vars(module)
