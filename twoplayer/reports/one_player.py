"""The report on one player: published figures beside exact ones, strategies, rules of thumb."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from statistics import fmean
from typing import TYPE_CHECKING, Any, NamedTuple

from ..cells import Format
from ..show.drawing import FIRST, new_figure, plain
from ..show.strategies import search_answer, strategies_answer
from ..strategy.one_player import OnePlayer, Restarts, one_player, restarts
from ..strategy.search import search_rules_of_thumb, words
from ..strategy.values import strategy_range, strategy_value, strategy_values
from ..variant.beside import Percent, csv_of
from ..variant.tiles import tile_sets
from ..variant.variant import Variant
from .pages import page
from .published import (
    Published,
    figure_row,
    final_scores,
    published,
    published_figures,
    simulated_scores,
)
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
        strategies=strategies_answer(values, ranges).write(Format.MARKDOWN).strip(),
        rule=words(best.rule),
        best=best,
        best_for=sum(each.rule == best.rule for each in search.best.values()),
        goals=len(search.best),
        search=search_answer(search).write(Format.MARKDOWN).strip(),
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
