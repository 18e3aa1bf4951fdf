"""Published figures of one player's turn, beside the exact ones."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

import numpy as np

from ..exact import decimal_text, fraction_text, percent_text
from ..solo.one_player import one_player
from ..solo.sequences import coverable_sets, winning_sequences
from ..strategy.ranges import ends
from ..strategy.values import strategy_value
from ..turn.states import ranks
from ..variant.variant import Variant
from ..writing import Row, render

__all__ = [
    "Published",
    "figure_row",
    "final_scores",
    "published",
    "published_figures",
    "simulated_score",
]

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


def final_scores() -> Iterator[str]:
    """Compare published distributions of the final score, in a paragraph and a table."""
    rows, outside = [], []
    for fact in published()["final_scores"]:
        variant = Variant(**fact["rules"])
        solved = one_player(variant, "clack").fractions
        left = ranks(variant)
        hits = (left[:, np.newaxis] == np.arange(left.max() + 1)).astype(np.int64)
        spans = ends(variant, solved.optimal_policy, hits)
        figures = [Fraction(text) / 100 for text in fact["percent"]]
        off = [
            abs(figure - chance)
            for figure, chance in zip(figures, solved.score_chances().values(), strict=True)
        ]
        wrong = [k for k, gap in enumerate(off) if gap > _HALF]
        beyond = [
            k for k in wrong if not spans[k].low - _HALF <= figures[k] <= spans[k].high + _HALF
        ]
        outside += [f"{k} with {fact['what']}" for k in beyond]
        rows.append(
            {
                "rules": fact["what"],
                "figures": len(figures),
                "right": len(figures) - len(wrong),
                "right for another choice": len(wrong) - len(beyond),
                "wrong": len(beyond),
                "differs at most (%)": percent_text(max(off)),
                "scores that choices shift": sum(low != high for low, high in spans),
            }
        )
    whole, right = (sum(row[name] for row in rows) for name in ("figures", "right"))
    doubt = f"; but for {', '.join(outside)}, so all do" if outside else ", and so all do"
    yield (
        "How often each sum is left by who plays for the highest chance to clack: of "
        f"{whole} figures ({published()['final_scores'][0]['source']}) {right} are right if each "
        "of several optimal moves is as likely. He notes that choices between equals shift the "
        "others. They are right for such a choice if they lie between the least and the most that "
        f"any gives{doubt}."
    )
    yield render(rows, "markdown").strip()


def simulated_score() -> Iterator[str]:
    """Try the readings of a simulation with one die, in a paragraph and a table."""
    [fact] = published()["simulated_score"]
    found = {
        one_die: {
            then: strategy_value(Variant(one_die=one_die), f"fewest-tiles{chain}").fractions
            for then, chain in _THEN.items()
        }
        for one_die in _ONE_DIE
    }
    means = [value.expected_score for values in found.values() for value in values.values()]
    nearest = min(means, key=lambda mean: abs(mean - Fraction(fact["mean"])))
    digits = len(fact["mean"].partition(".")[2])
    comes_out = abs(nearest - Fraction(fact["mean"])) <= Fraction(1, 2 * 10**digits)
    yield (
        f"Covering as few tiles as can be, with one die allowed, left {fact['mean']} on average "
        f"({fact['source']}); when one die may be rolled, and who chooses between equals, is not "
        f"said. {'The nearest reading comes out' if comes_out else 'None of these readings comes'}"
        f"{'' if comes_out else ' out'}: the nearest is {decimal_text(nearest, 4)}. Where the "
        "number of dice is a choice, it is left to chance."
    )
    rows = [
        {
            "one die": one_die,
            **{then: decimal_text(value.expected_score, 4) for then, value in values.items()},
        }
        for one_die, values in found.items()
    ]
    yield render(rows, "markdown").strip()


_HALF = Fraction(1, 2 * 10**6)
"""Half a unit of the last digit of the distributions."""
_ONE_DIE = (
    *("never", "sum <= 6", "forced sum <= 6", "max <= 6", "forced max <= 6"),
    *("count <= 1", "forced count <= 1", "always"),
)
_THEN = {
    "equals by chance": "",
    "the largest tile": ",largest-first",
    "the smallest tile": ",smallest-first",
}
