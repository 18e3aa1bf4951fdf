"""What others have published, as `published.toml` has it, and whether it is right."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from twoplayer.exact import decimal_text, fraction_text

BELOW_0 = "below 0"
"""What a source says of a number that it does not give."""


@cache
def published() -> Mapping[str, list[dict[str, Any]]]:
    """Return the published facts by their kind."""
    text = (files("making") / "published.toml").read_text("utf-8")
    return tomllib.loads(text)


class Published(NamedTuple):
    """A published figure, and the exact one."""

    source: str
    what: str
    figure: str
    exact: Fraction
    simulated: int = 0
    cut: bool = False
    variance: Fraction | None = None
    """Of one game, where a figure is no chance in percent."""

    @property
    def verdict(self) -> str:
        """Whether the figure is right to its last digit, or within its sampling error."""
        if self.figure == BELOW_0:
            return "right" if self.exact < 0 else f"wrong: {decimal_text(self.exact, 4)}"
        digits = len(self.figure.partition(".")[2])
        last = Fraction(0) if "/" in self.figure else Fraction(1, 10**digits)
        off = abs(self.exact - Fraction(self.figure))
        if off <= last / 2:
            return "right"
        if self.cut and 0 < self.exact - Fraction(self.figure) < last:
            return "right, but cut off after its last digit"
        if off < Fraction(1, 10**14):
            return "right but for the last digit of a float"
        if self.simulated and off**2 * self.simulated <= 9 * self._variance:
            return "simulated; within three standard errors"
        return f"wrong: {decimal_text(self.exact, digits)}"

    @property
    def games_within(self) -> str:
        """Of how many games at most a figure may be so far off, within three standard errors."""
        return games_within(self._variance, abs(self.exact - Fraction(self.figure)))

    @property
    def _variance(self) -> Fraction:
        return self.exact * (100 - self.exact) if self.variance is None else self.variance

    @property
    def row(self) -> tuple[str, ...]:
        """The figure as a row of a table."""
        text, digits = fraction_text(self.exact), len(self.figure.partition(".")[2])
        exact = text if len(text) < 50 else "a long fraction"
        ours = decimal_text(self.exact, max(4, digits)) if "/" in text else text
        by = self.source.partition(",")[0]
        return self.what, self.figure, exact, ours, self.verdict, by


def games_within(variance: Fraction, off: Fraction) -> str:
    """Return of how many games at most a mean may be so far off, in three significant digits."""
    games = int(9 * variance / off**2)
    unit = 10 ** max(0, len(str(games)) - 3)
    return f"{games // unit * unit:,}"
