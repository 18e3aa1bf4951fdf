"""Reading and writing the files that users name."""

from __future__ import annotations

import gzip
from pathlib import Path

from .errors import FileError

__all__ = ["decode", "read_text", "write"]


def read_text(path: str) -> str:
    """Return the text of a file.

    Raises
    ------
    FileError
        If it is missing, a folder, unreadable, or not UTF-8.
    """
    try:
        content = Path(path).read_bytes()
    except FileNotFoundError:
        raise FileError(f"{path}: no such file") from None
    except IsADirectoryError:
        raise FileError(f"{path}: a folder, where a file is wanted") from None
    except (OSError, ValueError) as error:
        raise FileError(f"{path}: cannot be read: {error}") from None
    return decode(content, path)


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
