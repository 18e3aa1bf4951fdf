"""Published figures of one player's turn, beside the exact ones."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from ..exact import decimal_text, fraction_text
from ..solo.one_player import one_player
from ..solo.sequences import coverable_sets, winning_sequences
from ..strategy.values import strategy_value
from ..variant.variant import Variant
from ..writing import Row

__all__ = ["Published", "figure_row", "published", "published_figures"]

FLOAT_NOISE = Fraction(1, 10**14)
_SAID = ("rounded_percent", "rounded", "cut", "exact")
"""How a figure may be given, the source's way before ours."""


@cache
def published() -> Mapping[str, list[dict[str, Any]]]:
    """Return the published facts by their kind."""
    text = (files("twoplayer.reports") / "published.toml").read_text("utf-8")
    return tomllib.loads(text)


class Published(NamedTuple):
    """A published figure, and the exact one."""

    source: str
    what: str
    figure: str
    exact: Fraction
    simulated: int = 0
    cut: bool = False

    @property
    def verdict(self) -> str:
        """Whether the figure is right to its last digit, or within its sampling error."""
        digits = len(self.figure.partition(".")[2])
        last = Fraction(0) if "/" in self.figure else Fraction(1, 10**digits)
        off = abs(self.exact - Fraction(self.figure))
        if off <= last / 2:
            return "right"
        if self.cut and 0 < self.exact - Fraction(self.figure) < last:
            return "right, but cut off after its last digit"
        if off < FLOAT_NOISE:
            return "right but for the last digit of a float"
        chance = self.exact / 100
        if self.simulated and (off / 100) ** 2 * self.simulated <= 9 * chance * (1 - chance):
            return "simulated; within three standard errors"
        return f"wrong: {decimal_text(self.exact, digits)}"


def published_figures() -> Iterator[Published]:
    """Yield every published figure beside the exact one."""
    facts = published()
    score = one_player(Variant()).fractions
    for fact in facts["expected_score"] + facts["worst_states"]:
        if "published" in fact:
            yield Published(fact["source"], fact["what"], fact["published"], score.value())
        for state, figure in fact.get("states", {}).items():
            value = score.value(map(int, state.split(",")))
            yield Published(fact["source"], f"expected score of {state}", figure, value)
    for fact in facts["clack_chance"] + facts["worst_play"]:
        if "what" in fact:
            solved = one_player(Variant(**fact["rules"]), fact.get("aim", "clack")).fractions
            kind = next(name for name in _SAID if name in fact)
            value = solved.value(fact.get("open")) * (100 if kind == "rounded_percent" else 1)
            cut = kind == "cut"
            yield Published(fact["source"], fact["what"], fact[kind], value, cut=cut)
    for fact in facts["sequences"]:
        counted = winning_sequences(Variant(tiles=fact["tiles"]))
        for moves, count in fact["counts"].items():
            what = f"winning sequences of {moves} moves, {fact['tiles']} tiles"
            yield Published(fact["source"], what, str(count), Fraction(counted[int(moves)]))
    for fact in facts["coverable"]:
        sets = Fraction(len(coverable_sets(Variant(tiles=fact["tiles"]))))
        what = "sets of tiles that two dice can cover"
        yield Published(fact["source"], what, str(fact["count"]), sets)
    for fact in facts["strategy"]:
        value = strategy_value(Variant(tiles=fact["tiles"]), fact["name"]).fractions
        what = (
            f"chance to clack (%), {fact['tiles']} tiles, {fact['name']}, {fact['games']:,} games"
        )
        figure, chance = fact["simulated_percent"], 100 * value.clack_chance
        yield Published(fact["source"], what, figure, chance, simulated=fact["games"])


def figure_row(figure: Published) -> Row:
    """Return a figure as a row of a table."""
    digits = max(4, len(figure.figure.partition(".")[2]))
    exact = figure.exact
    whole = exact.denominator == 1
    return {
        "what": figure.what,
        "published": figure.figure,
        "exact": fraction_text(exact) if len(fraction_text(exact)) < 50 else "see the command",
        "ours": fraction_text(exact) if whole else decimal_text(exact, digits),
        "verdict": figure.verdict,
        "source": figure.source,
    }
