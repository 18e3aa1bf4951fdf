"""Figures, drawn from records, on new axes or given ones (matplotlib, the extra `plot`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise, takewhile
from math import prod
from statistics import median
from typing import Any

from ..errors import InputError
from ..exact import decimal_text
from ..many.effects import Effect, effects_of, rule_text
from ..many.entries import Valued
from ..variant.beside import fields_that_differ
from ..variant.fields import FIELDS
from ..variant.names import labels
from ..variant.variant import Variant, brief
from .curves import ev_by_payout, ev_by_tie, second_player
from .drawing import (
    FIRST,
    GREY,
    SECOND,
    Axes,
    Place,
    begin,
    drawable,
    either_way,
    even_up_to,
    on_new_figure,
    percent,
    scale_in_words,
    spread_out,
)

MOST_BARS = 60


def ranking(entries: Sequence[Valued], place: Place = on_new_figure) -> Axes:
    """Draw the EV table, the fairest first; of very many variants the fairest."""
    shown = entries[:MOST_BARS]
    evs = [percent(entry.first_player_ev) for entry in shown]
    names = drawable(labels([entry.variant for entry in shown]))
    texts = [decimal_text(ev, 4) for ev in evs]
    said = "; ".join(f"{name}: {text} %" for name, text in zip(names, texts, strict=True))
    axes = begin(
        place(4.5 + 0.07 * max(map(len, names)), 1.9 + 0.22 * len(shown)),
        "How fair are they?",
        f"A bar for each game, as long as what the first player may expect. {said}.",
        pad=20,
    )
    scale = spread_out(axes, even_up_to(evs))
    heights = range(len(shown))
    colours = [FIRST if ev > 0 else SECOND if ev < 0 else GREY for ev in evs]
    axes.barh(heights, [float(ev) for ev in evs], height=0.55, color=colours)
    for height, (ev, text) in enumerate(zip(evs, texts, strict=True)):
        side = "left" if ev >= 0 else "right"
        axes.annotate(f" {text} ", (float(ev), height), ha=side, va="center", fontsize=8)
    axes.set_yticks(list(heights), names)
    axes.invert_yaxis()
    axes.use_sticky_edges = False
    axes.margins(x=0.3)
    of = f"\n(the fairest {len(shown)} of {len(entries):,})" if len(shown) < len(entries) else ""
    axes.set_xlabel(f"expected value to the first player (%){of}{scale}")
    either_way(axes, "second player favoured", "first player favoured")
    return axes


_MOST_LABELLED_CELLS = 200
_MOST_CELLS = 150
_STEPS = 80
"""So many columns show how often a change is how large."""
_FEW = 12
"""Up to so many games in a row each is a point."""


def heat_map(entries: Sequence[Valued], place: Place = on_new_figure) -> Axes:
    """Draw which player each combination of rules favours, and by how much."""
    import numpy as np
    from matplotlib.colors import CenteredNorm, LinearSegmentedColormap, SymLogNorm

    variants = [entry.variant for entry in entries]
    evs = [percent(entry.first_player_ev) for entry in entries]
    if len(variants) < 2:
        raise InputError("a heat map: got one variant; takes a family of several")
    down, across = _sides(variants)
    table: dict[tuple[str, str], Fraction] = {}
    for variant, ev in sorted(zip(variants, evs, strict=True), key=lambda pair: _order(pair[0])):
        table[brief(variant, down), brief(variant, across) if across else ""] = ev
    rows = list(dict.fromkeys(row for row, _ in table))
    columns = list(dict.fromkeys(column for _, column in table))
    if max(len(rows), len(columns)) > _MOST_CELLS:
        raise InputError(
            f"a heat map: got {len(rows)} by {len(columns)} combinations; takes at most "
            f"{_MOST_CELLS} each way"
        )
    cells = np.array([[float(table[row, column]) for column in columns] for row in rows])
    few = len(table) <= _MOST_LABELLED_CELLS
    wide, high = (1.15, 0.3) if few else (0.16, 0.16)
    axes = begin(
        place(max(5, 3 + wide * len(columns)), max(3.5, 2.3 + high * len(rows))),
        "Whom does each combination favour?",
        f"{len(rows)} by {len(columns)} cells, blue where the first player is favoured and orange "
        "where the second is; the darker, the more.",
    )
    darkest, even = abs(cells).max(), even_up_to(cells.flat)
    norm = SymLogNorm(even, vmin=-darkest, vmax=darkest) if even else CenteredNorm(0, darkest)
    colours = LinearSegmentedColormap.from_list("favoured", [SECOND, "white", FIRST])
    image = axes.imshow(cells, colours, norm, aspect="auto")
    for (row, column), ev in table.items():
        arrow = "▶" if ev > 0 else "◀" if ev < 0 else "="
        axes.text(
            columns.index(column),
            rows.index(row),
            f"{arrow} {decimal_text(abs(ev), 2)}" if few else arrow,
            ha="center",
            va="center",
            fontsize=8 if few else 4,
            color="white" if few and abs(norm(float(ev)) - 0.5) > 0.35 else "black",
            in_layout=False,  # they lie inside of the axes
        )
    down_side, across_top = drawable(rows), drawable(columns)
    if few:
        across_top = [name.replace(", ", "\n") for name in across_top]
    else:
        down_side, across_top = map(_without_repeats, (down_side, across_top))
    axes.set_yticks(range(len(rows)), down_side, fontsize=8 if few else 6.5)
    axes.set_xticks(range(len(columns)), across_top, fontsize=8 if few else 6.5)
    axes.tick_params(axis="x", rotation=0 if few else 90)
    label = f"EV in percent: ▶ first, ◀ second player{scale_in_words(even)}"
    axes.figure.colorbar(image, ax=axes, label=label, format="%g")
    return axes


def effects(entries: Sequence[Valued], place: Place = on_new_figure) -> Axes:
    """Draw how far each rule moves the EV, as a distribution over games."""
    evs = {entry.variant: percent(entry.first_player_ev) for entry in entries}
    found = effects_of({variant: evs[variant] for variant in sorted(evs, key=_order)})
    changes = sorted((e.fractions for e in found), key=lambda effect: -effect.mean_size)
    names = list(map(_change_named, changes))
    sizes = [decimal_text(change.mean_size, 2) for change in changes]
    several = any(change.games > 1 for change in changes)
    averages = "; ".join(f"{name} {size} %" for name, size in zip(names, sizes, strict=True))
    axes = begin(
        place(9, 1.8 + 0.42 * len(changes)),
        "What does each rule do?",
        "A row for each change of a rule: how often it moves the first player's expected value "
        f"how far, in games that differ in nothing else. Average sizes: {averages}.",
        pad=28,
    )
    moved = [size for change in changes for size in change.changes.values()]
    scale = spread_out(axes, even_up_to(moved))
    few = max(change.games for change in changes) <= _FEW
    (_points if few else _bars)(axes, [change.changes.values() for change in changes])
    for row, (change, size) in enumerate(zip(changes, sizes, strict=True)):
        if change.games > 1:
            middle = float(median(change.changes.values()))
            axes.plot([middle, middle], [row - 0.8, row], color="black", linewidth=1.2)
        axes.annotate(
            size,
            (1.02, row),
            xycoords=("axes fraction", "data"),
            annotation_clip=False,
            va="bottom",
        )
    axes.set_yticks(range(len(changes)), names, va="bottom")
    axes.set_ylim(len(changes) - 0.7, -1)
    what = "a point for each game" if few else "the tallest bar of a row: the most frequent change"
    axes.set_xlabel(
        "change of the expected value to the first player (% of a stake)\n"
        f"{what}{'; black line: the median' * several}{scale}"
    )
    either_way(axes, "helps the second", "helps the first", 1.01)
    axes.annotate("average\nsize", (1.02, 1.01), xycoords="axes fraction", va="bottom")
    return axes


def _points(axes: Axes, rows: Iterable[Iterable[Fraction]]) -> None:
    """Draw a point for each game, games with equal changes above each other; and a line to 0."""
    for row, sizes in enumerate(rows):
        counts = Counter(sizes)
        low, high = (float(end(*counts, Fraction(0))) for end in (min, max))
        axes.hlines(row - 0.2, low, high, GREY, linewidth=0.5)
        for size, count in counts.items():
            heights = [row - 0.2 - 0.5 * place / count for place in range(count)]
            colour = FIRST if size > 0 else SECOND if size else GREY
            axes.scatter([float(size)] * count, heights, 18, colour, alpha=0.7, linewidths=0)


def _bars(axes: Axes, rows: Sequence[Collection[Fraction]]) -> None:
    """Draw how often a change is how large: many games."""
    import numpy as np

    moved = [float(size) for sizes in rows for size in sizes]
    to_axis = axes.xaxis.get_transform()
    low, high = (to_axis.transform(np.array([end(*moved, 0.0)]))[0] for end in (min, max))
    step = (high - low) / _STEPS or 1
    zero, above = 1 + int(-(low // step)), int(-(-high // step))
    edges = to_axis.inverted().transform(step * np.arange(-zero, above + 2))
    for row, sizes in enumerate(rows):
        counts, _ = np.histogram([float(size) for size in sizes if size], edges)
        heights = row - 0.75 * counts / max(counts.max(), 1)
        for some, start, colour in ((heights[:zero], 0, SECOND), (heights[zero:], zero, FIRST)):
            ends = edges[start : start + len(some) + 1]
            axes.stairs(some, ends, baseline=row, fill=True, color=colour)


def _change_named(effect: Effect) -> str:
    """Say what is changed, and in how many games nothing is, which no column shows."""
    before, after = rule_text(effect.before), rule_text(effect.after)
    rule = effect.rule.replace("_", " ")
    count = list(effect.changes.values()).count(Fraction(0))
    unmoved = f"\n(no change in {count} of {effect.games})" if count else ""
    [words] = drawable([f"{rule}: {after}, not {before}"])
    return f"{words}{unmoved}"


def _sides(variants: Sequence[Variant]) -> tuple[list[str], list[str]]:
    """Split the rules that differ into those of the rows and those of the columns of a table."""
    fields = fields_that_differ(variants)
    counts = [len({getattr(variant, name) for variant in variants}) for name in fields]
    if prod(counts) != len(variants):
        raise InputError(
            f"a heat map: got {len(variants)} variants; takes a family that has every combination"
        )
    splits = range(1, len(fields) + 1)
    split = min(splits, key=lambda n: abs(prod(counts[:n]) - 2 * prod(counts[n:])))
    return fields[:split], fields[split:]


def _without_repeats(names: Sequence[str]) -> list[str]:
    """Leave out what a name begins with where the one before it begins with the same."""
    kept = list(names[:1])
    for before, phrases in pairwise(name.split(", ") for name in names):
        same = takewhile(lambda pair: pair[0] == pair[1], zip(before, phrases[:-1], strict=False))
        kept.append(", ".join(phrases[len(list(same)) :]))
    return kept


def _order(variant: Variant) -> list[tuple[bool, Any]]:
    """Return what sorts a variant: rules as in the classic game come first."""
    return [(not variant.is_default(name), getattr(variant, name) or 0) for name in FIELDS]


KINDS: Mapping[str, Callable[[Any], Axes]] = {
    "ranking": ranking,
    "heat-map": heat_map,
    "effects": effects,
    "second-player": second_player,
    "payout": ev_by_payout,
    "tie": ev_by_tie,
}
"""What draws each kind of figure that users plot."""
