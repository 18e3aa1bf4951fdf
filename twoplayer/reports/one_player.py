"""The report on one player: published figures beside exact ones, strategies, rules of thumb."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from ..exact import decimal_text, fraction_text, parse_exact
from ..show.strategies import render_search, render_strategies
from ..solo.one_player import OnePlayer, one_player
from ..solo.restarts import Restarts, restarts
from ..solo.sequences import coverable_sets, winning_sequences
from ..strategy.rules_of_thumb import RuleSearch, search_rules, words
from ..strategy.strategies import strategy_value, strategy_values
from ..variant.tiles import TileSet, tile_sets
from ..variant.variant import Variant
from ..writing import Row, bullets, render

__all__ = ["one_player_report"]

BOWEN = "R. Bowen, Shut the box! (2025)"
LESWING = "Leswing (karlleswing.com, 2020) and others"
BUTLER = "Butler, durangobill.com"
CLARK = "jkclark/Shut-the-Box-2"
SQUIRES = "T. Squires, Learning how to play a game meant for children (2023)"
VANDEKLEUT = "avandekleut.github.io, Shut the Box with Dynamic Programming"

EXPECTED_SCORES = {
    "8": "6.888889",
    "2,6": "5.969136",
    "1,8": "6.888889",
    "4,5": "7.027778",
    "1,3,5,7,9": "12.3",
    "4,7,8": "14.5",
    "1,3,4,7,8": "12.0",
    "3,4,7,8": "15.2",
    "4,5,6,9": "18.0",
    "1,5": "4.61",
    "3,5,6,8,9": "22.7",
    "1,3,4,6": "5.43",
    "2,6,7": "9.86",
    "2,6,8": "12.5",
    "5,6,7,8,9": "24.7",
    "4,5,7,8,9": "23.8",
    "6,7,8,9": "23.6",
    "4,5,6,7,8,9": "23.2",
    "5,7,8,9": "22.7",
    "4,6,7,8,9": "22.7",
}
"""The lowest expected score of a state, as published by Bowen."""

SEQUENCES = {5: 117120, 6: 465677280, 7: 27229396320, 8: 166670380800, 9: 161989632000}
"""Winning sequences of 10 tiles by number of moves, as published by van de Kleut."""


FLOAT_NOISE = Fraction(1, 10**14)


class Published(NamedTuple):
    """A published figure, and the exact one."""

    source: str
    what: str
    figure: str
    exact: Fraction
    simulated: int = 0

    @property
    def verdict(self) -> str:
        """Whether the figure is right to its last digit, or within its sampling error."""
        digits = len(self.figure.partition(".")[2])
        off = abs(self.exact - Fraction(self.figure))
        if off <= Fraction(1, 2 * 10**digits):
            return "right"
        if off < FLOAT_NOISE:
            return "right but for the last digit of a float"
        chance = self.exact / 100
        if self.simulated and (off / 100) ** 2 * self.simulated <= 9 * chance * (1 - chance):
            return "simulated; within three standard errors"
        return f"wrong: {decimal_text(self.exact, digits)}"


def published_figures() -> Iterator[Published]:
    """Yield every published figure beside the exact one."""
    score, clack = one_player(Variant()), one_player(Variant(), "clack")
    yield Published(
        LESWING, "expected score, 9 tiles", "11.157508444202621", parse_exact(score.value())
    )
    for state, figure in EXPECTED_SCORES.items():
        tiles = tuple(map(int, state.split(",")))
        yield Published(
            BOWEN, f"expected score of {state}", figure, parse_exact(score.value(tiles))
        )
    percent = {
        "two dice": ("7.1432", Variant()),
        "one die if sum <= 6": ("9.7614", Variant(one_die="sum <= 6")),
        "one die if sum <= 6, two tiles at most": (
            "7.4194",
            Variant(one_die="sum <= 6", max_tiles=2),
        ),
    }
    for what, (figure, variant) in percent.items():
        chance = parse_exact(one_player(variant, "clack").value())
        yield Published(BUTLER, f"chance to clack (%), {what}", figure, 100 * chance)
    twelve = parse_exact(one_player(Variant(tiles=12), "clack").value())
    yield Published(CLARK, "chance to clack, 12 tiles", "0.0036221811360789631", twelve)
    yield Published(BOWEN, "chance to clack of 4,5", "0.13", parse_exact(clack.value((4, 5))))
    ten = Variant(tiles=10)
    counted = winning_sequences(ten)
    for moves, count in SEQUENCES.items():
        what = f"winning sequences of {moves} moves, 10 tiles"
        yield Published(VANDEKLEUT, what, str(count), Fraction(counted[moves]))
    sets = len(coverable_sets(Variant(tiles=12)))
    yield Published(VANDEKLEUT, "sets of tiles that two dice can cover", "68", Fraction(sets))
    for name, figure in (("random", "0.71"), ("most-sequences", "3.88")):
        chance = 100 * parse_exact(strategy_value(ten, name).clack_chance)
        what = f"chance to clack (%), 10 tiles, {name}, 1,000,000 games"
        yield Published(VANDEKLEUT, what, figure, chance, simulated=1_000_000)


def one_player_report() -> dict[str, str]:
    """Report one player's turn: every published figure beside the exact one, and strategies."""
    figures = list(published_figures())
    score, clack = one_player(Variant()), one_player(Variant(), "clack")
    again = restarts(Variant(), "9/10")
    values, search = strategy_values(Variant()), search_rules(Variant())
    page = [
        "# One player: the published results, exactly",
        bullets(_findings(figures, score, clack, again)),
        "## Every published figure beside ours",
        "Right means right to the last digit that the source gives.",
        render([_figure_row(figure) for figure in figures], "markdown").strip(),
        "## The values of the states",
        "The lowest expected score of every state against the mean of its open tiles, one panel "
        "for each number of open tiles; the numbers are in [state_values.csv](state_values.csv).",
        "![Expected score against the mean of the open tiles](figures/state_values.svg)",
        "## Is the largest tile always right?",
        f"With 9 tiles and two dice it is wrong in {len(score.exceptions())} states and rolls for "
        f"the lowest score, in {len(clack.exceptions())} for the chance to clack, and in "
        f"{len(again.exceptions())} where a failed turn starts again and every roll counts 9/10 of "
        "the one before. These are the ten where it loses most of the score "
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
        render_strategies(values, "markdown").strip(),
        "## A rule to carry in your head",
        _pub_sentence(search),
        render_search(search, "markdown").strip(),
        "## Do it yourself",
        "    twoplayer solo --worst 6\n    twoplayer solo --aim clack --exceptions\n"
        "    twoplayer strategies --matchups\n    twoplayer strategies --search\n"
        "    twoplayer simulate --games 1000000",
    ]
    records = [
        {"open_tiles": r["open_tiles"], "exact": r["exact"], "approx": r["approx"]}
        for r in score.to_records()[1:]
    ]
    return {
        "one_player.md": "\n\n".join(page).replace("\\\n", "\n") + "\n",
        "state_values.csv": render(records, "csv"),
    }


def _findings(
    figures: Sequence[Published], score: OnePlayer, clack: OnePlayer, again: Restarts
) -> list[str]:
    wrong = [figure for figure in figures if figure.verdict.startswith("wrong")]
    ten = Variant(tiles=10)
    best, proposed = (
        decimal_text(100 * chance, 4)
        for chance in (
            one_player(ten, "clack").value(),
            strategy_value(ten, "most-sequences").clack_chance,
        )
    )
    smaller, total = _nearer(again)
    return [
        f"The lowest expected score of 9 tiles with two dice is {score.value()}, about "
        f"{decimal_text(score.value(), 6)}; the highest chance to clack is {clack.value()}, about "
        f"{decimal_text(100 * clack.value(), 4)} %.",
        f"Of {len(figures)} published figures {len(figures) - len(wrong)} are right, or within "
        f"the error of a float or a simulation, and {len(wrong)} wrong"
        + "".join(f"; {f.what}: {f.figure} ({f.source}) is {f.verdict}" for f in wrong)
        + ". Of what was claimed in words, three things are wrong, and come next.",
        f'"The largest tile is always right" ({SQUIRES}) is false for every aim: it loses in '
        f"{len(score.exceptions())} states and rolls for the score, {len(clack.exceptions())} for "
        f"the clack, {len(again.exceptions())} with restarts.",
        '"The best move is often nearer to the median than the median to the worst" is true in '
        f"{smaller} of {total} states and rolls with three moves or more, so more often it is not.",
        "Choosing the most winning sequences is not optimal, as was claimed for 10 tiles: it "
        f"clacks in {proposed} % of turns, the optimum in {best} %.",
        f"The moves that {BOWEN} calls optimal are: {_covers(score, (1, 2, 3, 4, 5), 8)} and "
        f"{_covers(score, (1, 4, 5, 8), 9)}. Its six worst states are the worst, in its order: "
        f"{_worst(score)}.",
        "The two aims part: 4, 5 clacks more often than 1, 8 "
        f"({decimal_text(clack.value((4, 5)), 4)} against {decimal_text(clack.value((1, 8)), 4)}) "
        f"and yet has the worse expected score ({decimal_text(score.value((4, 5)), 4)} against "
        f"{decimal_text(score.value((1, 8)), 4)}).",
    ]


def _covers(score: OnePlayer, open_tiles: TileSet, roll: int) -> str:
    best = " or ".join("+".join(map(str, move)) for move in score.optimal_moves(open_tiles, roll))
    return f"{best} with {', '.join(map(str, open_tiles))} open after rolling {roll}"


def _worst(score: OnePlayer) -> str:
    order = sorted(tile_sets(score.variant.tiles), key=lambda tiles: -score.value(tiles))
    return "; ".join(", ".join(map(str, tiles)) for tiles in order[:6])


def _figure_row(figure: Published) -> Row:
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


def _worst_exceptions(score: OnePlayer) -> list[Row]:
    found = sorted(score.exceptions(), key=lambda row: -row["largest_tile_loses"])[:10]
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
            "smaller (%)": decimal_text(100 * row["smaller"], 1),
            "equal (%)": decimal_text(100 * row["equal"], 1),
            "larger (%)": decimal_text(100 * row["larger"], 1),
        }
        for row in again.spread()
    ]


def _nearer(again: Restarts) -> tuple[int, int]:
    rows = again.spread()
    smaller = sum(int(row["smaller"] * row["positions"]) for row in rows)
    return smaller, sum(row["positions"] for row in rows)


def _pub_sentence(search: RuleSearch) -> str:
    best = search.best["score"]
    return (
        f"**{words(best.rule)}** It expects a score of {decimal_text(best.value, 4)}, "
        f"{decimal_text(best.cost, 4)} more than the best that can be done, and is the best rule "
        f"of its kind for {sum(b.rule == best.rule for b in search.best.values())} of the "
        f"{len(search.best)} goals."
    )
