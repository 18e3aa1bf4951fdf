"""Files of code: run where they are named, and nowhere else."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from os.path import abspath, dirname
from types import ModuleType

from .errors import FileError, shown
from .files import MOST_RULES, read_text

IN_A_FILE = re.compile(r"(.+\.py)(?::(.*))?", re.DOTALL)
"""A file, and perhaps what it calls something."""
NAME = "code of {}"
"""What the module of a file is called."""


def run(path: str) -> ModuleType:
    """Run a file as a module of its own, which finds what lies beside it."""
    text = read_text(path, MOST_RULES, piped=False)
    module = ModuleType(name := NAME.format(path))
    module.__file__ = path
    sys.modules[name] = module  # as dataclasses, for one, need it
    if (folder := dirname(abspath(path))) not in sys.path:
        sys.path.append(folder)
    with blamed(path, "when it was run"):
        exec(compile(text, path, "exec"), vars(module))
    return module


@contextmanager
def blamed(path: str, when: str, known: type[Exception] | None = None) -> Iterator[None]:
    """Say in a line what a file raises, unless that is known; interruptions are obeyed."""
    try:
        yield
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        if known and isinstance(error, known):
            raise
        fault = f"raised {shown(error)} {when}"
        if isinstance(error, SyntaxError) and error.filename == path:
            fault = f"{error.msg} in line {error.lineno}"
        raise FileError(f"{path}: {fault}") from error
