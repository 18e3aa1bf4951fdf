"""Large arrays that are used again: a new array costs as much time as filling an array."""

from __future__ import annotations

from math import prod
from threading import local
from typing import Any

import numpy as np

from ..exact import Values


class Memory(local):
    """One large array for each thread, for results that are computed a block after another.

    With new arrays in place of this one, the system would hand out and clear hundreds of megabytes
    again and again. The atlas would take half as long again.

    >>> memory = Memory()
    >>> memory.room((2, 3), np.dtype(np.int64)).shape
    (2, 3)
    """

    def __init__(self) -> None:
        self._kept: Values = np.empty(0, np.int64)  # (n,)

    def room(self, shape: tuple[int, ...], dtype: np.dtype[Any]) -> Values:
        """Return an array of this shape and type, with undefined content.

        The array is good until the next call in the same thread, which hands out the same memory.
        """
        size = prod(shape)
        if self._kept.size < size or self._kept.dtype != dtype:
            self._kept = np.empty(size, dtype)
        return self._kept[:size].reshape(shape)
