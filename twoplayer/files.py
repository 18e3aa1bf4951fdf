"""Reading and writing the files that users name, and running a file of Python that they name."""

from __future__ import annotations

import errno
import gzip
import os
import re
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import ModuleType
from typing import BinaryIO

from .errors import FileError, shown

MOST_RULES = 1_000_000
MOST_TABLE = 8_000_000
"""The most bytes of a rule file, with the files that it lists, and of a table."""

IN_A_FILE = re.compile(r"(.+\.py)(?::(.*))?", re.DOTALL)
"""A file of Python, and perhaps a name that the file defines."""
NAME = "code of {}"  # the name of the module made from a file


def names_code(given: object) -> bool:
    """Tell whether a text is `mine.py:name`, or `mine.py`; no file is looked at.

    A function that takes names of games or strategies calls this first, since `load` alone runs
    code.
    """
    return isinstance(given, str) and bool(IN_A_FILE.fullmatch(given))


def only_load_runs(text: str) -> str:
    return f"only load({shown(text)}) runs code"


_OPEN_ALREADY = re.compile(r"/dev/(stdin|stdout|stderr)|(?:/dev|/proc/self)/fd/(\d{1,9})")
_KINDS = {
    stat.S_IFDIR: "a folder",
    stat.S_IFIFO: "a named pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}


def read_text(path: str, most: int, *, piped: bool = True) -> str:
    """Return the text of a regular file; at most one byte beyond the limit `most` is read.

    Parameters
    ----------
    path
        The name of the file, as it was typed; errors repeat this name.
    most
        The most bytes that the file may hold.
    piped
        Whether the file may be open already, as `/dev/stdin` is. Another such name is `/dev/fd/63`:
        a shell hands over the output of a command by it.

    Raises
    ------
    FileError
        If the file is missing, no regular file (a folder, a device), unreadable, longer than
        `most`, or not UTF-8.
    """
    return text_of(_read(path, most, piped), path, most)


def read_bytes(path: str, most: int) -> bytes:
    """Return the bytes of a regular file, as `read_text`, except that any bytes will do."""
    return _read(path, most, piped=True)


def read_typed(path: str, most: int) -> tuple[str, bytes]:
    """Return the name of a typed file, as errors call it, and the bytes; `-` is stdin.

    Raises
    ------
    FileError
        As `read_text`, except that any bytes will do; or if stdin is closed.
    """
    if path != "-":
        return path, _read(path, most, piped=True)
    if sys.stdin is None:
        raise FileError("stdin: closed")
    return "stdin", _whole(sys.stdin.buffer, "stdin", most)


def text_of(content: bytes, path: str, most: int) -> str:
    """Return bytes as text without a byte order mark; `FileError` if too many or not UTF-8."""
    try:
        return _checked(content, path, most).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FileError(f"{path}: not UTF-8: {error.reason} at byte {error.start}") from None


def _read(path: str, most: int, piped: bool) -> bytes:
    """Return the bytes of a file, as `read_text`; a named pipe is refused without waiting."""
    number = _open_already(path) if piped else None
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    try:
        if number is None:
            _check_regular(os.stat(path), path)
        with os.fdopen(os.open(path, flags) if number is None else os.dup(number), "rb") as file:
            if number is None:
                _check_regular(os.fstat(file.fileno()), path)  # another file may be there by now
            return _whole(file, path, most)
    except FileNotFoundError:
        raise FileError(f"{path}: no such file") from None
    except FileError:  # a `FileError` is a `ValueError`
        raise
    except (OSError, ValueError) as error:
        raise FileError(f"{path}: cannot be read: {error}") from None


def _open_already(path: str) -> int | None:
    """Return the descriptor that a name stands for; None if the name is that of a file."""
    match = _OPEN_ALREADY.fullmatch(path)
    return match and (("stdin", "stdout", "stderr").index(match[1]) if match[1] else int(match[2]))


def _whole(file: BinaryIO, path: str, most: int) -> bytes:
    # One byte more than the limit: a longer file is refused, and its beginning is never used.
    return _checked(file.read(most + 1), path, most)


def _checked(content: bytes, path: str, most: int) -> bytes:
    if len(content) > most:
        raise FileError(f"{path}: too large; takes at most {most:,} bytes")
    return content


def _check_regular(status: os.stat_result, path: str) -> None:
    if not stat.S_ISREG(status.st_mode):
        kind = _KINDS.get(stat.S_IFMT(status.st_mode), "no file")
        raise FileError(f"{path}: {kind}, where a file is wanted")


def write(name: str | Path, content: str | bytes, *, folders: bool = False) -> None:
    """Write a file, whole or not at all: until the new file is written, the old file stays.

    A file `.gz` is compressed without a time, so that equal contents make equal files. A device, a
    pipe and a file that is open already are written to directly. A file that may be written, in a
    folder that may not, is also written to directly. With `folders` missing folders are made.
    """
    path = Path(name)
    data = content.encode() if isinstance(content, str) else content
    data = gzip.compress(data, mtime=0) if path.suffix == ".gz" else data
    try:
        if folders:
            path.parent.mkdir(parents=True, exist_ok=True)
        number = _open_already(str(path))
        target = os.path.realpath(path)
        if number is None and _replaceable(target):
            _replace(target, data)
        else:
            with open(target if number is None else os.dup(number), "wb") as file:
                file.write(data)
    except BrokenPipeError:  # the reader of the pipe has gone
        raise
    except (OSError, ValueError) as error:
        said = getattr(error, "strerror", None) or error
        raise FileError(f"{path}: cannot be written: {said}") from None


def is_folder(name: str) -> bool:
    return name.endswith(("/", os.sep)) or os.path.isdir(name)


def _replaceable(target: str) -> bool:
    if not os.path.lexists(target):
        return True
    writable = os.access(target, os.W_OK) and os.access(os.path.dirname(target), os.W_OK)
    return writable and os.path.isfile(target)


def _replace(target: str, data: bytes) -> None:
    """Write a file beside its place, then move it there, with the old file's mode and owner."""
    folder = os.path.dirname(target)
    if not os.path.isdir(folder):
        raise FileNotFoundError(errno.ENOENT, f"there is no folder {folder}")
    beside = os.path.join(folder, f".twoplayer-{os.urandom(8).hex()}")
    try:
        with open(beside, "xb") as file:
            with suppress(FileNotFoundError):
                status = os.stat(target)
                with suppress(OSError, AttributeError):  # Windows knows no owners
                    os.chown(beside, status.st_uid, status.st_gid)
                os.chmod(beside, stat.S_IMODE(status.st_mode))
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, target)
    finally:  # after an interruption as well
        with suppress(OSError):
            os.unlink(beside)


def run(path: str) -> ModuleType:
    """Run a file as a module of its own, which can import the modules beside the file.

    Raises
    ------
    FileError
        As `read_text`; or if the file raises any error, even `SystemExit`.
    """
    text = read_text(path, MOST_RULES, piped=False)
    module = ModuleType(name := NAME.format(path))
    module.__file__ = path
    sys.modules[name] = module  # dataclasses look for their module here
    if (folder := os.path.dirname(os.path.abspath(path))) not in sys.path:
        sys.path.append(folder)
    with blamed(path, "when it was run"):
        exec(compile(text, path, "exec"), vars(module))
    return module


@contextmanager
def blamed(path: str, when: str, known: type[BaseException] = KeyboardInterrupt) -> Iterator[None]:
    """Turn an error that a file raises into a `FileError` of one line.

    `when` says what the file was doing. Errors of the class `known` go through unchanged, and so
    does Ctrl-C.
    """
    try:
        yield
    except (KeyboardInterrupt, known):
        raise
    except BaseException as error:
        fault = f"raised {shown(error)} {when}"
        if isinstance(error, SyntaxError) and error.filename == path:
            fault = f"{error.msg} in line {error.lineno}"
        raise FileError(f"{path}: {fault}") from error
