"""The report on one player: published figures beside exact ones, strategies, rules of thumb."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from importlib.resources import files
from statistics import fmean
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..exact import decimal_text, fraction_text
from ..show.drawing import FIRST, new_figure, plain
from ..show.strategies import search_answer, strategies_answer
from ..strategy.one_player import (
    OnePlayer,
    Restarts,
    coverable_sets,
    one_player,
    restarts,
    winning_sequences,
)
from ..strategy.search import search_rules_of_thumb, words
from ..strategy.values import StrategyValue, ends, strategy_range, strategy_value, strategy_values
from ..turn.board import ranks
from ..variant.beside import Percent, csv_of
from ..variant.tiles import tile_sets
from ..variant.variant import Variant
from .pages import page
from .questions import (
    best_in_game,
    by_chance,
    by_discount,
    covers_nothing,
    decompositions,
    largest_tile_wrong,
    nearer_to_the_median,
    never_wrong,
    nothing_to_cover,
    one_roll_away,
    parted,
    questions,
    worths,
)

if TYPE_CHECKING:
    from matplotlib.figure import Figure

BOWEN = "R. Bowen, Shut the box! (2025)"
SQUIRES = "T. Squires, Learning how to play a game meant for children (2023)"
VANDEKLEUT = "avandekleut.github.io, Shut the Box with Dynamic Programming"

_WORST = 10
_FLOAT_NOISE = Fraction(1, 10**14)
_SAID = ("rounded_percent", "rounded", "cut", "exact")
"""How a figure may be given, the source's way before ours."""
_HALF = Fraction(1, 2 * 10**6)
"""Half a unit of the last digit of the distributions of scores."""


class OfState(NamedTuple):
    """The lowest expected score with some open tiles, and the chance to cover nothing next."""

    open_tiles: tuple[int, ...]
    value: Fraction
    covers_nothing: Percent


def one_player_report() -> dict[str, str]:
    """Report one player's turn: every published figure beside the exact one, and strategies."""
    figures = list(published_figures())
    score, clack = (one_player(Variant(), aim).fractions for aim in ("score", "clack"))
    again = restarts(Variant(), "9/10").fractions
    values = {name: value.fractions for name, value in strategy_values(Variant()).items()}
    ranges = {name: strategy_range(Variant(), name).fractions for name in values}
    search = search_rules_of_thumb(Variant()).fractions
    best = search.best["score"]
    text = page(
        "one_player",
        score=score.value(),
        clack=clack.value(),
        **_counted(figures, score, clack, again),
        never_wrong=list(never_wrong(values, ranges)),
        figures=[figure_row(figure) for figure in figures],
        worst_number=_WORST,
        worst_exceptions=[
            (row["open_tiles"], row["roll"], row["optimal"], tuple(row["moves"]), loses)
            for row in sorted(score.exceptions(), key=lambda row: -row["largest_tile_loses"])[
                :_WORST
            ]
            for loses in [row["largest_tile_loses"]]
        ],
        again=again.value(),
        SQUIRES=SQUIRES,
        spread=[tuple(row.values()) for row in again.spread()],
        by_discount=by_discount(again),
        by_chance=by_chance(
            {
                "the lowest expected score": score,
                "the highest chance to clack": clack,
                "a clack with restarts": again,
            }
        ),
        strategies=strategies_answer(values, ranges).write("markdown").strip(),
        rule=words(best.rule),
        best=best,
        best_for=sum(each.rule == best.rule for each in search.best.values()),
        goals=len(search.best),
        search=search_answer(search).write("markdown").strip(),
        **questions(score, values, best.rule),
        **nothing_to_cover(score.variant),
        one_roll_away=one_roll_away(values),
        final=final_scores(),
        simulated=simulated_scores(),
    )
    nothing = covers_nothing(score.variant)
    states = [
        OfState(tiles, score.value(tiles), nothing[tiles])
        for tiles in filter(None, tile_sets(score.variant.tiles))
    ]
    return {"one_player.md": text, "state_values.csv": csv_of(OfState, states)}


_VERDICTS = ("Wrong", "Rarer than not", "Right")


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
        if off < _FLOAT_NOISE:
            return "right but for the last digit of a float"
        chance = self.exact / 100
        if self.simulated and (off / 100) ** 2 * self.simulated <= 9 * chance * (1 - chance):
            return "simulated; within three standard errors"
        return f"wrong: {decimal_text(self.exact, digits)}"


def published_figures() -> Iterator[Published]:
    """Yield every published figure beside the exact one."""
    facts, score = published(), one_player(Variant()).fractions
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
            yield Published(fact["source"], fact["what"], fact[kind], value, cut=kind == "cut")
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


def _counted(
    figures: Sequence[Published], score: OnePlayer, clack: OnePlayer, again: Restarts
) -> dict[str, Any]:
    """Return how much of what was published is right; a line of `claims.md` is a claim in words."""
    wrong = [figure for figure in figures if figure.verdict.startswith("wrong")]
    solved = {"score": score, "clack": clack, "again": again}
    lost = {name: largest_tile_wrong(each) for name, each in solved.items()}
    smaller, total = nearer_to_the_median(worths(again))
    ten = Variant(tiles=10)
    best = one_player(ten, "clack").fractions.value()
    proposed = strategy_value(ten, "most-sequences").fractions.clack_chance
    moves, [states], [game] = (published()[kind] for kind in ("optimal", "worst_states", "game"))
    optimum = [list(score.optimal_moves(each["open"], each["roll"])) for each in moves]
    in_order = sorted(tile_sets(score.variant.tiles), key=lambda tiles: -score.value(tiles))
    worst = [", ".join(map(str, tiles)) for tiles in in_order[: len(states["states"])]]
    best_moves = best_in_game(score, game["moves"])
    disagree, choices = parted(score, clack)
    whole, with_tile = decompositions()
    said = page(
        "claims",
        SQUIRES=SQUIRES,
        VANDEKLEUT=VANDEKLEUT,
        BOWEN=BOWEN,
        lost=lost,
        smaller=smaller,
        total=total,
        share=Fraction(smaller, total),
        best=best,
        proposed=proposed,
        optimum=" and ".join(
            f"{' or '.join('+'.join(map(str, tiles)) for tiles in found)} with "
            f"{', '.join(map(str, each['open']))} open after rolling {each['roll']}"
            for each, found in zip(moves, optimum, strict=True)
        ),
        worst_number=len(worst),
        worst="; ".join(worst),
        best_moves=best_moves,
        moves=len(game["moves"]),
        disagree=disagree,
        choices=choices,
        clacks=[clack.value((4, 5)), clack.value((1, 8))],
        scores=[score.value((4, 5)), score.value((1, 8))],
        whole=whole,
        with_tile=", ".join(map(str, with_tile)),
    )
    right = [
        not any(lost.values()),
        2 * smaller > total,
        best == proposed,
        optimum == [[tuple(each["covers"])] for each in moves],
        worst == [state.replace(",", ", ") for state in states["states"]],
        best_moves == len(game["moves"]),
        disagree > 0,
        with_tile == sorted(with_tile, reverse=True) and with_tile[0] > with_tile[-1],
    ]
    verdicts = ["Right" if each else "Wrong" for each in right]
    verdicts[1] = verdicts[1].replace("Wrong", "Rarer than not")
    claims = zip(verdicts, said.splitlines(), strict=True)
    return {
        "lost": lost,
        "count_of_figures": f"Of {len(figures)} published figures {len(figures) - len(wrong)} are "
        f"right, or within the error of a float or a simulation, and {len(wrong)} wrong"
        + "".join(f"; {f.what}: {f.figure} ({f.source}) is {f.verdict}" for f in wrong)
        + ".",
        "count_of_claims": f"Of {len(verdicts)} claims in words {verdicts.count('Right')} are "
        f"right and {verdicts.count('Wrong')} wrong",
        "claims": [
            f"{verdict}. {words}"
            for verdict, words in sorted(claims, key=lambda claim: _VERDICTS.index(claim[0]))
        ],
    }


def state_values(values: Iterable[OfState]) -> Figure:
    """Draw the value of every state against the mean of its open tiles, a panel for each number."""
    points: dict[int, list[tuple[float, float]]] = {}
    for tiles, value, _ in values:
        points.setdefault(len(tiles), []).append((fmean(tiles), float(value)))
    figure = new_figure(8, 7)
    figure.suptitle("What a set of open tiles is worth to one player", fontweight="bold")
    panels = figure.subplots(3, 3, sharex=True, sharey=True)
    for panel, (count, found) in zip(panels.flat, sorted(points.items()), strict=True):
        panel.scatter(*zip(*found, strict=True), s=9, color=FIRST, linewidths=0)
        panel.set_title(f"{count} open tile{'s' * (count > 1)}", fontsize=9)
        panel.set_label(f"{len(found)} sets of {count}, a point each.")
        plain(panel)
    figure.supxlabel("mean of the open tiles")
    figure.supylabel("lowest expected score")
    return figure
