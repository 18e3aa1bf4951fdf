"""Many payoffs written as one, for values beyond 64 bits: one long number is quicker than many."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..exact import Values

__all__ = ["Packing", "size_of"]


class Packing(NamedTuple):
    """How Python integers are written in one.

    Every division of backward induction is exact, for each of them and so for all together. Tuples
    compare as what they are packed in does, since the first component stands highest. Under a
    policy nothing is compared, so whole columns go together as well.

    Parameters
    ----------
    bits
        How many each integer takes, with its sign.
    columns_too
        Whether columns are packed, not components alone.
    """

    bits: int
    columns_too: bool

    @classmethod
    def of(cls, payoffs: Values, scale: int, *, columns_too: bool) -> Packing:
        """Return how payoffs are packed, and values up to so many times as large."""
        return cls((size_of(payoffs) * scale).bit_length() + 1, columns_too)

    def pack(self, payoffs: Values) -> Values:
        """Return what is packed, shape (states, columns), or (states, 1).

        Examples
        --------
        >>> packing = Packing.of(np.array([[9, -9]]), scale=1, columns_too=True)
        >>> packed = packing.pack(np.array([[0, 1], [2, -3]], dtype=object))
        >>> packed.tolist(), packing.unpack(packed, (2,)).tolist()
        ([[1], [61]], [[0, 1], [2, -3]])
        """
        columns = 1 if self.columns_too else payoffs.shape[1]
        packed = np.zeros((len(payoffs), columns), dtype=object)
        for part in np.moveaxis(payoffs.reshape(len(payoffs), columns, -1), -1, 0):
            packed = (packed << self.bits) + part
        return packed

    def unpack(self, packed: Values, shape: tuple[int, ...]) -> Values:
        """Return what was packed, of so many columns, or columns and components."""
        unpacked = np.empty((len(packed), *shape), dtype=object)
        parts = unpacked.reshape(*packed.shape, -1)
        half = 1 << (self.bits - 1)
        for place in reversed(range(parts.shape[-1])):
            parts[..., place] = ((packed + half) & (2 * half - 1)) - half
            packed = (packed - parts[..., place]) >> self.bits
        return unpacked


def size_of(payoffs: Values) -> int:
    """Return the size of the largest number."""
    return max(abs(int(payoffs.max())), abs(int(payoffs.min())))
