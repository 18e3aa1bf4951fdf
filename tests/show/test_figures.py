"""Figures: what is drawn are the numbers."""

import csv
import io
from fractions import Fraction
from itertools import product

import pytest

from twoplayer import InputError, Variant, ev_by_payout, fair_payouts, solve, variants
from twoplayer.show import figures
from twoplayer.show.figures import payout_numbers, second_player_numbers
from twoplayer.show.ranking import Entry, ranked, render_ranking


def entries(name):
    return ranked(
        Entry(name, variant, solve(variant).first_player_ev) for variant in variants(name)
    )


def percents(some):
    return [float(100 * entry.first_player_ev) for entry in some]


def test_a_bar_of_the_ranking_ends_at_its_value():
    shown = entries("sixteen")
    [axes] = figures.ranking(render_ranking(shown, "csv")).axes
    assert [bar.get_width() for bar in axes.patches] == percents(shown)
    assert {bar.get_x() for bar in axes.patches} == {0}
    first, second = (
        {bar.get_facecolor() for bar in axes.patches if sign * bar.get_width() > 0}
        for sign in (1, -1)
    )
    assert len(first) == len(second) == 1
    assert first != second
    assert [float(text.get_text()) for text in axes.texts[:16]] == [
        round(p, 4) for p in percents(shown)
    ]
    low, high = axes.get_ylim()
    assert low > high, "the fairest on top"


def test_of_very_many_the_ranking_draws_the_fairest():
    members = [Entry("many", Variant(tiles=1, clack_payout=p), Fraction(p, 9)) for p in range(100)]
    [axes] = figures.ranking(render_ranking(members, "csv")).axes
    assert len(axes.patches) == figures.MOST_BARS
    assert "the fairest 60 of 100" in axes.get_xlabel()


def test_a_cell_of_the_heat_map_is_the_value_of_its_rules():
    shown = entries("sixteen")
    axes, _ = figures.heat_map(render_ranking(shown, "csv")).axes
    cells = axes.images[0].get_array()
    rows, columns = (
        [label.get_text().replace("\n", ", ") for label in labels]
        for labels in (axes.get_yticklabels(), axes.get_xticklabels())
    )
    assert cells.shape == (len(rows), len(columns))
    texts = {
        (round(t.get_position()[1]), round(t.get_position()[0])): t.get_text() for t in axes.texts
    }
    for entry, percent in zip(shown, percents(shown), strict=True):
        rules = entry.variant.rules()
        words = {
            f"one die {rules['one_die']}",
            f"clack payout {rules['clack_payout']}",
            "immediate clack" if rules["immediate_clack"] else "no immediate clack",
        }
        [place] = [
            (y, x)
            for y, row in enumerate(rows)
            for x, column in enumerate(columns)
            if set(f"{row}, {column}".split(", ")) == words
        ]
        assert cells[place] == percent
        arrow, size = texts[place].split()
        assert arrow == ("▶" if percent > 0 else "◀")
        assert float(size) == round(abs(percent), 2)


def test_a_large_heat_map_says_only_what_changes():
    rules = {
        "tiles": (1, 2, 3),
        "clack_payout": range(9),
        "ties": ("push", "first", "second"),
        "scoring": ("sum", "count", "digits"),
    }
    members = [
        Variant(**dict(zip(rules, values, strict=True))) for values in product(*rules.values())
    ]
    entries = [Entry("many", variant, Fraction(1, 9)) for variant in members]
    axes, _ = figures.heat_map(render_ranking(entries, "csv")).axes
    rows = [label.get_text() for label in axes.get_yticklabels()]
    assert rows[:4] == [
        "tiles 1-1, scoring sum",
        "scoring count",
        "scoring digits",
        "tiles 1-2, scoring sum",
    ]


def test_a_heat_map_takes_every_combination_and_not_too_many():
    shown = entries("sixteen")
    with pytest.raises(InputError, match="got 15 variants; takes a family"):
        figures.heat_map(render_ranking(shown[1:], "csv"))
    with pytest.raises(InputError, match="got one variant"):
        figures.heat_map(render_ranking(shown[:1], "csv"))
    many = [Entry("many", Variant(tiles=1, clack_payout=p), Fraction(p, 9)) for p in range(400)]
    with pytest.raises(InputError, match="takes at most 150 each way"):
        figures.heat_map(render_ranking(many, "csv"))


def test_the_curves_of_the_second_player_are_her_values():
    named = [("classic", solve("classic")), ("digital", solve("digital"))]
    [axes] = figures.second_player(second_player_numbers(named[:1])).axes
    line = axes.lines[0]
    values = named[0][1].second_player_values
    assert line.get_xdata().tolist() == list(values)
    assert line.get_ydata().tolist() == [float(value) for value in values.values()]
    [axes] = figures.second_player(second_player_numbers(named)).axes
    assert axes.lines[1].get_xdata().tolist() == list(range(512)), (
        "scores of three digits and more: by place"
    )
    assert "place" in axes.get_xlabel()


def marks(axes):
    return [x for line in axes.lines if line.get_linestyle() == "None" for x in line.get_xdata()]


@pytest.mark.parametrize(
    ("rules", "high"),
    [
        ({"tiles": 7, "immediate_clack": True}, 4),
        ({"tiles": 7}, 4),
        ({"tiles": "4-6", "ties": "first", "immediate_clack": True}, 6),
        ({"tiles": 5}, 100),
    ],
    ids=str,
)
def test_the_payouts_that_are_marked_are_those_that_are_fair(rules, high):
    variant = Variant(**rules)
    ev = ev_by_payout(variant, 0, high)
    points = [(payout, ev.fractions(payout)) for payout in ev.fractions.breakpoints]
    [axes] = figures.ev_by_payout(payout_numbers([("ours", variant, points)])).axes
    curve = axes.lines[0]
    assert curve.get_xdata().tolist() == [float(payout) for payout in ev.breakpoints]
    assert curve.get_ydata().tolist() == [float(100 * ev(payout)) for payout in ev.breakpoints]
    fair = fair_payouts(variant, 0, high)
    points = [payout for payout in fair if not isinstance(payout, tuple)]
    assert marks(axes) == [float(payout) for payout in points]
    thick = [line.get_xdata().tolist() for line in axes.lines if line.get_linewidth() == 4]
    ends = [[float(end) for end in interval] for interval in fair if isinstance(interval, tuple)]
    assert [[min(map(min, thick)), max(map(max, thick))]] == ends if ends else not thick


def test_the_legend_names_every_fair_payout_and_interval():
    numbers = "name,clack_payout,first_player_ev\n" + "".join(
        f"ours,{payout},{ev}\n" for payout, ev in [(0, 0), (1, 1), (2, -2), (3, 0), (4, 0)]
    )
    [axes] = figures.ev_by_payout(numbers).axes
    legend = axes.get_legend().get_texts()[0].get_text()
    assert legend == "ours, fair at 0 and 1.3333 and 3 to 4"


def test_a_payout_where_the_line_only_touches_0_is_marked():
    touching = "name,clack_payout,first_player_ev\nours,0,1/2\nours,1,0\nours,2,1/2\n"
    [axes] = figures.ev_by_payout(touching).axes
    assert marks(axes) == [1]
    assert axes.get_legend().get_texts()[0].get_text() == "ours, fair at 1"


@pytest.mark.parametrize(
    ("column", "draw"), [("first_player_ev", figures.ranking), ("exact", figures.second_player)]
)
def test_what_is_too_large_to_draw_is_refused(column, draw):
    numbers = (
        render_ranking(entries("sixteen")[:1], "csv")
        if draw is figures.ranking
        else second_player_numbers([("ours", solve(Variant(tiles=1)))])
    )
    rows = list(csv.DictReader(io.StringIO(numbers)))
    rows[0][column] = str(10**400)
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]))
    writer.writeheader()
    writer.writerows(rows)
    with pytest.raises(InputError, match=r"got a value of 40[13] digits"):
        draw(text.getvalue())
