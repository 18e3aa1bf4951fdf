"""How far some work is, told to whoever watches: it is around the work, never handed down.

Work says how much of itself each part is; a part that tells nothing of itself counts once it is
done, so whatever is watched adds up to 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeAlias, TypeVar

from .errors import refused

Progress: TypeAlias = Callable[[float], object]
"""Called with the part of the work that has just been done."""

Piece = TypeVar("Piece")
_ROUNDED = 1e-13
"""So little is left by rounding alone."""
_told: ContextVar[Progress] = ContextVar("progress", default=lambda share: None)


@contextmanager
def watching(progress: Progress) -> Iterator[None]:
    """Watch the work that is done inside.

    Parameters
    ----------
    progress
        Called with the part of the work, in [0, 1], that has just been done; they add up to 1.

    Raises
    ------
    InputError
        If `progress` cannot be called.

    Examples
    --------
    >>> from twoplayer import solve_all
    >>> parts = []
    >>> with watching(parts.append):
    ...     solutions = solve_all("sixteen")
    >>> len(parts) > 1, round(sum(parts), 9)
    (True, 1.0)
    """
    if not callable(progress):
        raise refused("progress", progress, "a function of the part just done")
    before = _told.set(progress)
    try:
        with part(1):
            yield
    finally:
        _told.reset(before)


@contextmanager
def part(share: float) -> Iterator[None]:
    """Do a part of the present work, in [0, 1]."""
    outer, left = _told.get(), share

    def inner(done: float) -> None:
        nonlocal left
        done = min(done * share, left)
        left -= done
        if done:
            outer(done)

    _told.set(inner)
    try:
        yield
    finally:
        if _told.get() is inner:  # a loop that was left by an error ends when somebody else is told
            _told.set(outer)
    if left > _ROUNDED * share:
        outer(left)


def tell(done: float) -> None:
    """Tell how much of the present work, in [0, 1], has just been done."""
    _told.get()(done)


def tracked(pieces: Iterable[Piece], by: Callable[[Piece], float] | None = None) -> Iterator[Piece]:
    """Yield the pieces of the present work, each of which is done before the next is taken.

    `by` says how much work a piece is, beside the others; without it all are alike.
    """
    some = list(pieces)
    sizes = [by(piece) if by else 1.0 for piece in some]
    whole = sum(sizes)
    for piece, size in zip(some, sizes, strict=True):
        with part(size / whole):
            yield piece
