"""Published figures of one player's turn, beside the exact ones."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

import numpy as np

from ..exact import decimal_text, fraction_text
from ..strategy.one_player import coverable_sets, one_player, winning_sequences
from ..strategy.values import StrategyValue, ends, strategy_value
from ..turn.board import ranks
from ..variant.variant import Variant

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


def figure_row(figure: Published) -> tuple[str, ...]:
    """Return a figure as a row of a table."""
    text, digits = fraction_text(figure.exact), len(figure.figure.partition(".")[2])
    exact = text if len(text) < 50 else "see the command"
    ours = decimal_text(figure.exact, max(4, digits)) if "/" in text else text
    return figure.what, figure.figure, exact, ours, figure.verdict, figure.source


def final_scores() -> dict[str, Any]:
    """Compare published distributions of the final score."""
    rows: list[tuple[Any, ...]] = []
    outside: list[str] = []
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
        right, other = len(figures) - len(wrong), len(wrong) - len(beyond)
        shifted = sum(low != high for low, high in spans)
        rows.append((fact["what"], len(figures), right, other, len(beyond), max(off), shifted))
    return {
        "whole": sum(row[1] for row in rows),
        "right": sum(row[2] for row in rows),
        "source": published()["final_scores"][0]["source"],
        "doubt": f"; but for {', '.join(outside)}, so all do" if outside else ", and so all do",
        "rows": rows,
    }


def simulated_scores() -> dict[str, Any]:
    """Play a simulated program exactly, as it is and as its text says."""
    rows, found = [], {}
    for fact in published()["simulated_score"]:
        program, text = (
            strategy_value(Variant(one_die=fact[rule]), fact["strategy"]).fractions
            for rule in ("one_die", "one_die_in_words")
        )
        here, scores = f"`{fact['strategy']}`", (program.expected_score, text.expected_score)
        rows.append((fact["called"], here, fact.get("mean", ""), *scores))
        if "mean" in fact:
            off = abs(program.expected_score - Fraction(fact["mean"]))
            games = _games_within(program, off)
            found = {"fact": fact, "score": program.expected_score, "games": games}
    return {**found, "rows": rows}


def _games_within(value: StrategyValue, off: Fraction) -> str:
    """Return of how many games at most a mean may be so far off, in three significant digits."""
    mean = value.expected_score
    variance = sum(chance * (k - mean) ** 2 for k, chance in value.score_chances.items())
    games = int(9 * variance / off**2)
    unit = 10 ** max(0, len(str(games)) - 3)
    return f"{games // unit * unit:,}"


_HALF = Fraction(1, 2 * 10**6)
"""Half a unit of the last digit of the distributions."""
