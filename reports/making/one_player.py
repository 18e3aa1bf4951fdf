"""The report on one player: published figures beside exact ones, strategies, rules of thumb."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from statistics import fmean
from typing import Any

import numpy as np

from twoplayer import Variant, one_player, strategy_value, strategy_values
from twoplayer.exact import decimal_text
from twoplayer.show.drawing import BEST, HEADING, WIDE, Figure, grid_behind, new_figure
from twoplayer.show.play import search_answer, strategies_answer
from twoplayer.strategy import (
    OnePlayer,
    Restarts,
    coverable_sets,
    restarts,
    search_rules_of_thumb,
    strategy_range,
    winning_sequences,
)
from twoplayer.strategy.search import words
from twoplayer.strategy.values import worst_and_best
from twoplayer.tables import Column
from twoplayer.turn.turns import turn_of
from twoplayer.variant.tiles import tile_sets

from .by_digits import by_digits, hopfers_figures
from .pages import Share, page
from .published import Published, games_within, published
from .questions import (
    best_in_game,
    covers_nothing,
    decompositions,
    nearer_to_the_median,
    never_wrong,
    parted,
    questions,
    worths,
)
from .rows import csv_of, exact, percent, row_of, rows_of
from .second_seat import in_binary, leswings_figures, second_seat
from .simulated import simulated_figures, simulated_turns, variance_of
from .starting_again import starting_again
from .twelve_tiles import bontragers_figures, twelve_tiles

_HALF = Fraction(1, 2 * 10**6)
"""Half a unit of the last digit of the distributions of scores."""


_STATES = [
    Column("open_tiles", read=lambda cell: tuple(map(int, cell.split(",")))),
    *(exact("value"), percent("covers_nothing")),
]
"""The lowest expected score with some open tiles, and the chance to cover nothing next."""


def one_player_report() -> dict[str, str]:
    """Report one player's turn: every published figure beside the exact one, and strategies."""
    figures = list(published_figures())
    score, clack = (one_player(Variant(), aim).fractions for aim in ("score", "clack"))
    again = restarts(Variant(), "9/10").fractions
    values = {name: value.fractions for name, value in strategy_values(Variant()).items()}
    ranges = {name: strategy_range(Variant(), name).fractions for name in values}
    valued = strategies_answer(values, ranges)
    search = search_rules_of_thumb(Variant()).fractions
    best = search.best["score"]
    text = page(
        "one_player",
        score=score.value(),
        clack=clack.value(),
        **claims_counted(figures, score, clack, again),
        figures=[figure.row for figure in figures],
        worst_exceptions=[
            (r["open_tiles"], r["roll"], r["optimal"], tuple(r["moves"]), r["largest_tile_loses"])
            for r in sorted(score.exceptions(), key=lambda r: -r["largest_tile_loses"])[:5]
        ],
        again=again.value(),
        spread=[tuple(row.values()) for row in again.spread()],
        strategies=replace(valued, below=valued.below[-1:]).write("markdown").strip(),
        rule=words(best.rule),
        best=best,
        best_for=Share.of(each.rule == best.rule for each in search.best.values()),
        search=search_answer(search).write("markdown").strip(),
        values=values,
        **questions(score, clack, again, values, best.rule),
        **never_wrong(values, ranges),
        **starting_again(again.discount),
        **second_seat(score),
        **in_binary(score),
        **twelve_tiles(),
        final=final_scores(),
        simulated=simulated_scores(),
        turns=simulated_turns(),
        digits=by_digits(),
    )
    nothing = covers_nothing(score.variant)
    states = [
        row_of(_STATES, tiles, score.value(tiles), nothing[tiles])
        for tiles in filter(None, tile_sets(score.variant.tiles))
    ]
    return {"one_player.md": text, "state_values.csv": csv_of(_STATES, states)}


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
            # The source's way to give a figure stands before ours.
            kind = next(k for k in ("rounded_percent", "rounded", "cut", "exact") if k in fact)
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
        chance = strategy_value(Variant(**fact["rules"]), fact["name"]).fractions.clack_chance
        if "cut" in fact:
            yield Published(fact["source"], fact["what"], fact["cut"], chance, cut=True)
        else:
            figure, games = fact["simulated_percent"], fact["games"]
            yield Published(fact["source"], fact["what"], figure, 100 * chance, simulated=games)
    yield from bontragers_figures()
    yield from leswings_figures(score)
    yield from hopfers_figures()
    yield from simulated_figures()


def final_scores() -> dict[str, Any]:
    """Compare published distributions of the final score."""
    rows: list[tuple[Any, ...]] = []
    outside: list[str] = []
    for fact in published()["final_scores"]:
        variant = Variant(**fact["rules"])
        solved, left = one_player(variant, "clack").fractions, turn_of(variant).ranks
        hits = (left[:, np.newaxis] == np.arange(left.max() + 1)).astype(np.int64)
        spans = worst_and_best(turn_of(variant), solved.optimal_policy, hits)
        figures = [Fraction(text) / 100 for text in fact["percent"]]
        off = [abs(f - c) for f, c in zip(figures, solved.score_chances().values(), strict=True)]
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
        "doubt": f". All do except {', '.join(outside)}" if outside else ", and so all do",
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
            games = games_within(variance_of(program), off)
            found = {"fact": fact, "score": program.expected_score, "games": games}
    return {**found, "rows": rows}


def claims_counted(
    figures: Sequence[Published], score: OnePlayer, clack: OnePlayer, again: Restarts
) -> dict[str, Any]:
    """Return how much of what was published is right; a line of `claims.md` is a claim in words."""
    wrong = [figure for figure in figures if figure.verdict.startswith("wrong")]
    solved = {"score": score, "clack": clack, "again": again}
    lost = {name: len(each.exceptions()) for name, each in solved.items()}
    nearer = nearer_to_the_median(worths(again))
    ten = Variant(tiles=10)
    best = one_player(ten, "clack").fractions.value()
    proposed = strategy_value(ten, "most-sequences").fractions.clack_chance
    moves, [states], [game] = (published()[kind] for kind in ("optimal", "worst_states", "game"))
    optimum = [list(score.optimal_moves(each["open"], each["roll"])) for each in moves]
    by_value = sorted(tile_sets(score.variant.tiles), key=lambda tiles: -score.value(tiles))
    worst = [", ".join(map(str, tiles)) for tiles in by_value[: len(states["states"])]]
    best_moves = best_in_game(score, game["moves"])
    apart = parted(score, clack)
    whole, with_tile = decompositions()
    plan, friends = (
        strategy_range(Variant(), name).fractions.expected_score
        for name in ("1-2-3-4-first", "7-8-9-first")
    )
    worst_play = one_player(Variant(), "worst-score").fractions.value()
    [wins] = [each["one_in"] for each in published()["strategy"] if "one_in" in each]
    one_in = [1 / chance for chance in (proposed, best)]
    said = page(
        "claims",
        lost=lost,
        largest_tile=not any(lost.values()),
        nearer=nearer,
        share=Fraction(*nearer),
        often=2 * nearer.so > nearer.all,
        best=best,
        proposed=proposed,
        most_sequences=best == proposed,
        optimum=" and ".join(
            f"{' or '.join('+'.join(map(str, tiles)) for tiles in found)} with "
            f"{', '.join(map(str, each['open']))} open after rolling {each['roll']}"
            for each, found in zip(moves, optimum, strict=True)
        ),
        optimal=optimum == [[tuple(each["covers"])] for each in moves],
        worst=worst,
        in_their_order=worst == [state.replace(",", ", ") for state in states["states"]],
        best_moves=best_moves,
        moves=game["moves"],
        all_best=best_moves == len(game["moves"]),
        apart=apart,
        diverge=bool(apart.so),
        clacks=[clack.value((4, 5)), clack.value((1, 8))],
        scores=[score.value((4, 5)), score.value((1, 8))],
        whole=whole,
        with_tile=list(map(str, with_tile)),
        fewer=with_tile == sorted(with_tile, reverse=True) and with_tile[0] > with_tile[-1],
        plan=plan,
        friends=friends,
        worst_play=worst_play,
        worst_possible=plan.high == worst_play,
        did_better=friends.high < plan.low,
        wins=wins,
        one_in=one_in,
        so_often=all(abs(games - wins) < 1 for games in one_in),
        **second_seat(score),
        **twelve_tiles(),
    )
    in_order = ("Wrong", "Not zero", "Rarer than not", "Right")
    claims = sorted(said.splitlines(), key=lambda claim: in_order.index(claim.split(".")[0]))
    return {
        "lost": lost,
        "figures_right": len(figures) - len(wrong),
        "some_wrong": bool(wrong),
        "wrong": [
            f"{f.what}, {f.figure} ({f.source}): it is {decimal_text(f.exact, 4)}" for f in wrong
        ],
        "claims": claims,
        "claims_right": sum(claim.startswith("Right") for claim in claims),
        "claims_wrong": sum(claim.startswith("Wrong") for claim in claims),
    }


def state_values(numbers: str) -> Figure:
    """Draw the value of every state against the mean of its open tiles, a panel for each number."""
    points: dict[int, list[tuple[float, float]]] = {}
    for row in rows_of(_STATES, numbers):
        point = fmean(row.open_tiles), float(row.value)
        points.setdefault(len(row.open_tiles), []).append(point)
    figure = new_figure(WIDE, 5.6)
    figure.suptitle("What is a set of open tiles worth?", x=0.02, ha="left", **HEADING)
    panels = figure.subplots(3, 3, sharex=True, sharey=True)
    for panel, (count, found) in zip(panels.flat, sorted(points.items()), strict=True):
        panel.scatter(*zip(*found, strict=True), s=9, color=BEST, linewidths=0)
        panel.set_title(f"{count} open tile{'s' * (count > 1)}", fontsize=9)
        panel.set_label(f"{len(found)} sets of {count}, a point each.")
        grid_behind(panel)
    figure.supxlabel("mean of the open tiles", fontsize=10)
    figure.supylabel("lowest expected score, played alone", fontsize=10)
    return figure
