"""The report on one player: published figures beside exact ones, strategies, rules of thumb."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..exact import decimal_text, fraction_text, percent_text
from ..show.strategies import render_search, render_strategies
from ..solo.one_player import OnePlayer, one_player
from ..solo.restarts import Restarts, restarts
from ..strategy.ranges import strategy_range
from ..strategy.rules_of_thumb import RuleOfThumbSearch, search_rules_of_thumb, words
from ..strategy.values import strategy_value, strategy_values
from ..variant.tiles import TileSet, tile_sets
from ..variant.variant import Variant
from ..writing import Format, Row, bullets, render
from .published import Published, figure_row, published, published_figures
from .questions import questions, seat_or_skill

__all__ = ["one_player_report"]

BOWEN = "R. Bowen, Shut the box! (2025)"
SQUIRES = "T. Squires, Learning how to play a game meant for children (2023)"
VANDEKLEUT = "avandekleut.github.io, Shut the Box with Dynamic Programming"

_WORST = 10


def one_player_report() -> dict[str, str]:
    """Report one player's turn: every published figure beside the exact one, and strategies."""
    figures = list(published_figures())
    score, clack = (one_player(Variant(), aim).fractions for aim in ("score", "clack"))
    again = restarts(Variant(), "9/10").fractions
    values = {name: value.fractions for name, value in strategy_values(Variant()).items()}
    ranges = {name: strategy_range(Variant(), name).fractions for name in values}
    search = search_rules_of_thumb(Variant()).fractions
    page = [
        "# One player: the published results, exactly",
        bullets([*_findings(figures, score, clack, again), *seat_or_skill(values, ranges)]),
        "## Every published figure beside ours",
        "Right means right to the last digit that the source gives.",
        render([figure_row(figure) for figure in figures], "markdown").strip(),
        "## The values of the states",
        "The lowest expected score of every state against the mean of its open tiles, one panel "
        "for each number of open tiles; the numbers are in [state_values.csv](state_values.csv).",
        "![Expected score against the mean of the open tiles](figures/state_values.svg)",
        "## Is the largest tile always right?",
        f"With 9 tiles and two dice it is wrong in {len(score.exceptions())} states and rolls for "
        f"the lowest score, in {len(clack.exceptions())} for the chance to clack, and in "
        f"{len(again.exceptions())} where a failed turn starts again and every roll counts 9/10 of "
        f"the one before. These are the {_WORST} where it loses most of the score "
        "(`twoplayer solo --exceptions` lists them all):",
        render(_worst_exceptions(score), "markdown").strip(),
        "## Starting again: best, median and worst move",
        f"With the discount 9/10 the start is worth {fraction_text(again.value())}, about "
        f"{decimal_text(again.value(), 6)} ({SQUIRES}). For every state and roll with three moves "
        "or more, this is how far the best move lies from the median, and the median from the "
        "worst; the shares tell in how many positions the first distance is the smaller one.",
        render(_spread_rows(again), "markdown").strip(),
        "## Strategies, valued exactly",
        "No simulation: what a strategy leaves open is decided uniformly at random, and counted "
        "with its chance. The EVs are against optimal play.",
        render_strategies(values, ranges, Format.MARKDOWN).strip(),
        "## A rule to carry in your head",
        _pub_sentence(search),
        render_search(search, Format.MARKDOWN).strip(),
        *questions(score, values, search.best["score"].rule),
        "## Do it yourself",
        "    twoplayer solo --worst 6\n    twoplayer solo --aim clack --exceptions\n"
        "    twoplayer solo --aim worst-score\n    twoplayer fair --first largest-first\n"
        "    twoplayer strategies --matchups\n    twoplayer strategies --search\n"
        "    twoplayer simulate --games 1000000",
    ]
    records = [
        {"open_tiles": r["open_tiles"], "exact": r["exact"], "approx": r["approx"]}
        for r in score.to_records()[1:]
    ]
    return {
        "one_player.md": "\n\n".join(page) + "\n",
        "state_values.csv": render(records, "csv"),
    }


class Claim(NamedTuple):
    """What a source says in words, whether it is right, and what is true."""

    right: bool
    words: str


def _claims(score: OnePlayer, clack: OnePlayer, again: Restarts) -> Iterator[Claim]:
    """Yield what the sources claim in words, the wrong claims first."""
    lost = [len(solved.exceptions()) for solved in (score, clack, again)]
    yield Claim(
        not any(lost),
        f'"The largest tile is always right" ({SQUIRES}): it loses in {lost[0]} states and rolls '
        f"for the score, {lost[1]} for the clack, {lost[2]} with restarts.",
    )
    smaller, total = _nearer(again)
    yield Claim(
        2 * smaller > total,
        '"The best move is often nearer to the median than the median to the worst" '
        f"({SQUIRES}): so it is in {smaller} of {total} states and rolls with three moves or more.",
    )
    ten = Variant(tiles=10)
    best = one_player(ten, "clack").fractions.value()
    proposed = strategy_value(ten, "most-sequences").fractions.clack_chance
    yield Claim(
        best == proposed,
        f'"Choosing the most winning sequences is optimal" ({VANDEKLEUT}), with 10 tiles: it '
        f"clacks in {percent_text(proposed)} % of turns, the optimum in "
        f"{percent_text(best)} %.",
    )
    moves = [(tuple(fact["open"]), fact["roll"]) for fact in published()["optimal"]]
    yield Claim(
        all(
            list(score.optimal_moves(fact["open"], fact["roll"])) == [tuple(fact["covers"])]
            for fact in published()["optimal"]
        ),
        f"The moves that {BOWEN} calls optimal: the optimum is "
        f"{' and '.join(_covers(score, *move) for move in moves)}.",
    )
    [fact] = published()["worst_states"]
    worst = _worst(score, len(fact["states"]))
    yield Claim(
        worst == [tuple(map(int, state.split(","))) for state in fact["states"]],
        f"The {len(worst)} worst states, in their order ({BOWEN}): they are "
        f"{'; '.join(', '.join(map(str, tiles)) for tiles in worst)}.",
    )


def _findings(
    figures: Sequence[Published], score: OnePlayer, clack: OnePlayer, again: Restarts
) -> list[str]:
    wrong = [figure for figure in figures if figure.verdict.startswith("wrong")]
    claims = sorted(_claims(score, clack, again), key=lambda claim: claim.right)
    false = sum(not claim.right for claim in claims)
    return [
        f"The lowest expected score of 9 tiles with two dice is {score.value()}, about "
        f"{decimal_text(score.value(), 6)}; the highest chance to clack is {clack.value()}, about "
        f"{percent_text(clack.value())} %.",
        f"Of {len(figures)} published figures {len(figures) - len(wrong)} are right, or within "
        f"the error of a float or a simulation, and {len(wrong)} wrong"
        + "".join(f"; {f.what}: {f.figure} ({f.source}) is {f.verdict}" for f in wrong)
        + f". Of {len(claims)} claims in words {false} are wrong:",
        *(f"{'Right' if claim.right else 'Wrong'}. {claim.words}" for claim in claims),
        "The two aims part: 4, 5 clacks more often than 1, 8 "
        f"({decimal_text(clack.value((4, 5)), 4)} against {decimal_text(clack.value((1, 8)), 4)}) "
        f"and yet has the worse expected score ({decimal_text(score.value((4, 5)), 4)} against "
        f"{decimal_text(score.value((1, 8)), 4)}).",
    ]


def _covers(score: OnePlayer, open_tiles: TileSet, roll: int) -> str:
    best = " or ".join("+".join(map(str, move)) for move in score.optimal_moves(open_tiles, roll))
    return f"{best} with {', '.join(map(str, open_tiles))} open after rolling {roll}"


def _worst(score: OnePlayer, count: int) -> list[TileSet]:
    order = sorted(tile_sets(score.variant.tiles), key=lambda tiles: -score.value(tiles))
    return order[:count]


def _worst_exceptions(score: OnePlayer) -> list[Row]:
    found = sorted(score.exceptions(), key=lambda row: -row["largest_tile_loses"])[:_WORST]
    return [
        {
            "open_tiles": row["open_tiles"],
            "roll": row["roll"],
            "optimal": row["optimal"],
            "legal": tuple(row["moves"]),
            "largest_tile_loses": decimal_text(row["largest_tile_loses"], 4),
        }
        for row in found
    ]


def _spread_rows(again: Restarts) -> list[Row]:
    return [
        {
            "legal moves": row["moves"],
            "positions": row["positions"],
            "best to median (mean)": decimal_text(row["best_to_median"], 5),
            "median to worst (mean)": decimal_text(row["median_to_worst"], 5),
            "smaller (%)": percent_text(row["smaller"], 1),
            "equal (%)": percent_text(row["equal"], 1),
            "larger (%)": percent_text(row["larger"], 1),
        }
        for row in again.spread()
    ]


def _nearer(again: Restarts) -> tuple[int, int]:
    rows = again.spread()
    smaller = sum(int(row["smaller"] * row["positions"]) for row in rows)
    return smaller, sum(row["positions"] for row in rows)


def _pub_sentence(search: RuleOfThumbSearch) -> str:
    best = search.best["score"]
    return (
        f"**{words(best.rule)}** It expects a score of {decimal_text(best.value, 4)}, "
        f"{decimal_text(best.cost, 4)} more than the best that can be done, and is the best rule "
        f"of its kind for {sum(b.rule == best.rule for b in search.best.values())} of the "
        f"{len(search.best)} goals."
    )
