"""Reading and writing the files that users name."""

from __future__ import annotations

import gzip
import os
import re
import stat
import sys
from pathlib import Path
from typing import BinaryIO

from .errors import FileError

__all__ = ["MOST_RULES", "MOST_TABLE", "decode", "read_stdin", "read_text", "write"]

MOST_RULES = 1_000_000
MOST_TABLE = 8_000_000
"""The most bytes of a rule file, with the files that it lists, and of a table."""

_OPEN_ALREADY = re.compile(r"/dev/stdin|(?:/dev|/proc/self)/fd/\d{1,9}")
_KINDS = {
    stat.S_IFDIR: "a folder",
    stat.S_IFIFO: "a named pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}


def read_text(path: str, most: int, *, piped: bool = True) -> str:
    """Return the text of a file, which is never read beyond what it may hold.

    Parameters
    ----------
    path
        A regular file.
    most
        The most bytes that it may hold.
    piped
        What is open already may be read as well: `/dev/stdin`, and names such as `/dev/fd/63`, by
        which a shell hands over the output of a command.

    Raises
    ------
    FileError
        If it is missing, something else than a file, too large, unreadable, or not UTF-8.
    """
    try:
        with _opened(path, piped) as file:
            return _text(file, path, most)
    except FileNotFoundError:
        raise FileError(f"{path}: no such file") from None
    except (OSError, ValueError) as error:
        if isinstance(error, FileError):
            raise
        raise FileError(f"{path}: cannot be read: {error}") from None


def read_stdin(most: int) -> str:
    """Return the text that comes in through stdin, as `read_text`."""
    if sys.stdin is None:
        raise FileError("stdin: closed")
    return _text(sys.stdin.buffer, "stdin", most)


def _opened(path: str, piped: bool) -> BinaryIO:
    """Open a file; never wait for somebody who writes to it, and never touch a device."""
    if piped and _OPEN_ALREADY.fullmatch(path):
        number = path.rpartition("/")[2]
        return os.fdopen(os.dup(0 if number == "stdin" else int(number)), "rb")
    _check_regular(os.stat(path), path)
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    file = os.fdopen(os.open(path, flags), "rb")
    try:
        _check_regular(os.fstat(file.fileno()), path)  # it may be another one by now
    except FileError:
        file.close()
        raise
    return file


def _text(file: BinaryIO, path: str, most: int) -> str:
    content = file.read(most + 1)
    if len(content) > most:
        raise FileError(f"{path}: too large; takes at most {most:,} bytes")
    return decode(content, path)


def _check_regular(status: os.stat_result, path: str) -> None:
    if not stat.S_ISREG(status.st_mode):
        kind = _KINDS.get(stat.S_IFMT(status.st_mode), "no file")
        raise FileError(f"{path}: {kind}, where a file is wanted")


def decode(content: bytes, shown: str) -> str:
    """Return the text of UTF-8 bytes, shown in errors under a name.

    Raises
    ------
    FileError
        If they are not UTF-8.
    """
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FileError(f"{shown}: not UTF-8: {error.reason} at byte {error.start}") from None


def write(path: Path, content: str | bytes) -> None:
    """Write a file, and the folders that it is in.

    It is compressed if its name ends in `.gz`, and without a time, so that equal contents make
    equal files.

    Raises
    ------
    FileError
        If it cannot be written.
    """
    data = content.encode() if isinstance(content, str) else content
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(gzip.compress(data, mtime=0) if path.suffix == ".gz" else data)
    except (OSError, ValueError) as error:
        raise FileError(f"{path}: cannot be written: {error}") from None
