"""Many payoffs written as one, for values beyond 64 bits: one long number is quicker than many."""

from __future__ import annotations

from math import prod
from typing import NamedTuple

import numpy as np

from ..exact import Values

__all__ = ["Packing", "size_of"]


class Packing(NamedTuple):
    """How many Python integers are written in one: under a policy a value is a sum of payoffs.

    So is then the value of what is packed, and every division in it is exact.

    Parameters
    ----------
    shape
        Of what is packed for one state.
    bits
        How many each integer takes, with its sign.
    """

    shape: tuple[int, ...]
    bits: int

    @classmethod
    def of(cls, payoffs: Values, scale: int) -> Packing:
        """Return how payoffs are packed, and values up to so many times as large."""
        return cls(payoffs.shape[1:], (size_of(payoffs) * scale).bit_length() + 1)

    def pack(self, payoffs: Values) -> Values:
        """Return what has one column, shape (states, 1).

        Examples
        --------
        >>> packing = Packing.of(np.array([[9, -9]]), scale=1)
        >>> packed = packing.pack(np.array([[1, 0], [-3, 2]], dtype=object))
        >>> packed.tolist(), packing.unpack(packed).tolist()
        ([[1], [61]], [[1, 0], [-3, 2]])
        """
        packed = np.zeros((len(payoffs), 1), dtype=object)
        for column in payoffs.reshape(len(payoffs), -1).T[::-1]:
            packed[:, 0] = (packed[:, 0] << self.bits) + column
        return packed

    def unpack(self, packed: Values) -> Values:
        """Return every column."""
        rest, half = packed[:, 0], 1 << (self.bits - 1)
        columns = np.empty((len(rest), prod(self.shape)), dtype=object)
        for place in range(columns.shape[1]):
            columns[:, place] = ((rest + half) & (2 * half - 1)) - half
            rest = (rest - columns[:, place]) >> self.bits
        return columns.reshape(len(rest), *self.shape)


def size_of(payoffs: Values) -> int:
    """Return the size of the largest number."""
    return max(abs(int(payoffs.max())), abs(int(payoffs.min())))
