"""Figures: what is drawn are the numbers."""

import csv
import logging
import xml.etree.ElementTree as ET
from fractions import Fraction
from functools import partial
from io import StringIO
from itertools import combinations, pairwise, product

import pytest
from matplotlib.figure import Figure
from matplotlib.text import Text

from twoplayer import (
    InputError,
    Play,
    Variant,
    ev_by_payout,
    fair_payouts,
    plot,
    solve,
    solve_all,
    strategy_value,
    variants,
)
from twoplayer.errors import PositionError
from twoplayer.evening import replayed
from twoplayer.exact import decimal_text
from twoplayer.game import ev_by_tie
from twoplayer.many.results import Entry, ranked
from twoplayer.show import annotated_graph
from twoplayer.show.drawing import even_up_to, on_new_figure, save
from twoplayer.show.plot import (
    POINTS,
    OfPayout,
    OfSecond,
    OfTie,
    points_by_tie,
    points_of_game,
    points_of_payouts,
    points_of_regret,
    points_of_second,
)
from twoplayer.show.rules import caption, folk_name
from twoplayer.tables import Table
from twoplayer.variant.labels import labels
from twoplayer.variant.registry import as_variant

TIES = ("push", "first", "second")


def entries(name):
    return ranked(Entry(variant, solve(variant).first_player_ev) for variant in variants(name))


def percents(some):
    return [float(100 * entry.first_player_ev) for entry in some]


def test_a_bar_of_the_ranking_ends_at_its_value():
    shown = entries("sixteen")
    axes = plot.ranking(shown)
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


@pytest.mark.dear
@pytest.mark.parametrize(
    "name",
    [
        "thai",
        *(
            pytest.param(name, marks=pytest.mark.dear)
            for name in ("ties-to-first", "all-or-nothing")
        ),
    ],
)
def test_the_ranking_never_cuts_the_words_above_it(name):
    axes = plot.ranking(entries(name))
    figure = axes.figure
    figure.canvas.draw()
    words = [text for text in axes.texts if "favoured" in text.get_text()]
    assert len(words) == 2
    for text in words:
        box = text.get_window_extent()
        assert 0 <= box.x0 < box.x1 <= figure.bbox.x1


def test_labels_of_games_that_differ_in_many_rules_say_what_is_not_classic():
    many = Variant(tiles=4, moves="exact", max_tiles=1, ties="first")
    games = [each.called("ours") for each in (many, Variant(scoring="count"), Variant())]
    assert labels(games) == [
        "tiles 1-4, moves exact, max tiles 1, ties first",
        "scoring count",
        "classic",
    ]
    assert labels(games[1:]) == ["scoring count", "scoring sum"]


@pytest.mark.dear
@pytest.mark.parametrize("draw", [plot.ranking, plot.heat_map, plot.effects])
def test_what_is_solved_is_drawn_as_it_is(draw):
    """Values that are wrong as well: nothing is solved again."""
    solved = solve_all("sixteen")
    wanted = save(lambda _: draw("sixteen", on_new_figure), "")
    assert save(lambda _: draw(solved, on_new_figure), "") == wanted
    wrong = [Entry(each.variant, -each.first_player_ev) for each in solved]
    assert save(lambda _: draw(wrong, on_new_figure), "") != wanted


def test_of_very_many_the_ranking_draws_the_fairest():
    members = [Entry(Variant(tiles=1, clack_payout=p), Fraction(p, 9)) for p in range(100)]
    axes = plot.ranking(members)
    assert len(axes.patches) == plot.MOST_BARS
    assert axes.get_xlabel().startswith("the fairest 60 of 100\n")  # seen in any height


def test_a_cell_of_the_heat_map_is_the_value_of_its_rules():
    shown = entries("sixteen")
    axes = plot.heat_map(shown)
    cells = axes.images[0].get_array()
    rows, columns = (
        [label.get_text() for label in labels]
        for labels in (axes.get_yticklabels(), axes.get_xticklabels())
    )
    assert cells.shape == (len(rows), len(columns))
    texts = {
        (round(t.get_position()[1]), round(t.get_position()[0])): t.get_text() for t in axes.texts
    }
    for entry, percent in zip(shown, percents(shown), strict=True):
        words = caption(entry.variant, ["one_die", "clack_payout", "immediate_clack"])
        [place] = [
            (y, x)
            for y, row in enumerate(rows)
            for x, column in enumerate(columns)
            if " ".join(f"{row} {column}".split()) == words.replace(",", "")
        ]
        assert cells[place] == percent
        arrow, size = texts[place].split()
        assert arrow == ("●" if percent > 0 else "▲")
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
    entries = [Entry(variant, Fraction(1, 9)) for variant in members]
    axes = plot.heat_map(entries)
    rows = [label.get_text() for label in axes.get_yticklabels()]
    assert rows[:4] == [
        "1 tile, score the sum",
        "score how many tiles",
        "score the digits",
        "2 tiles, score the sum",
    ]


def test_a_heat_map_takes_every_combination_and_not_too_many():
    shown = entries("sixteen")
    with pytest.raises(InputError, match="got 15 variants; takes a family"):
        plot.heat_map(shown[1:])
    with pytest.raises(InputError, match="got one variant"):
        plot.heat_map(shown[:1])
    many = [Entry(Variant(tiles=1, clack_payout=p), Fraction(p, 9)) for p in range(400)]
    with pytest.raises(InputError, match="takes at most 150 each way"):
        plot.heat_map(many)


def test_the_curves_of_the_second_player_are_her_values():
    named = [as_variant(name) for name in ("classic", "digital")]
    axes = plot.second_player(points_of_second(named[:1]))
    line = axes.lines[0]
    values = solve("classic").second_player_values
    assert line.get_xdata().tolist() == list(values)
    assert line.get_ydata().tolist() == [float(value) for value in values.values()]
    axes = plot.second_player(points_of_second(named))
    assert axes.lines[1].get_xdata().tolist() == list(range(512)), (
        "scores of three digits and more: by place"
    )
    assert "place" in axes.get_xlabel()


def names(axes):
    """Return what stands at the ends of curves."""
    return [" ".join(t.get_text().split()) for t in axes.texts if t.get_fontsize() == 8.5]


def marks(axes):
    return [x for line in axes.lines if line.get_linestyle() == "None" for x in line.get_xdata()]


@pytest.mark.dear
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
    axes = plot.ev_by_payout(points_of_payouts([(variant.called("ours"), points)]))
    curve = axes.lines[0]
    assert curve.get_xdata().tolist() == [float(payout) for payout in ev.breakpoints]
    assert curve.get_ydata().tolist() == [float(100 * ev(payout)) for payout in ev.breakpoints]
    fair = fair_payouts(variant, 0, high)
    points = [payout for payout in fair if not isinstance(payout, tuple)]
    assert marks(axes) == [float(payout) for payout in points]
    thick = [line.get_xdata().tolist() for line in axes.lines if line.get_linewidth() == 4]
    ends = [[float(end) for end in interval] for interval in fair if isinstance(interval, tuple)]
    assert [[min(map(min, thick)), max(map(max, thick))]] == ends if ends else not thick


def test_where_a_tie_is_played_again_is_where_the_line_crosses_what_the_game_is_worth():
    variant = Variant(tiles=2, dice="2d2", one_die="always")
    axes = plot.ev_by_tie(points_by_tie([variant]))
    ev = ev_by_tie(variant)
    curve, dots = axes.lines[:2]
    assert curve.get_xdata().tolist() == [float(tie) for tie in ev.breakpoints]
    assert curve.get_ydata().tolist() == [float(100 * ev(tie)) for tie in ev.breakpoints]
    evs = [replayed(variant, starts).first_player_ev for starts in ("same", "other")]
    assert dots.get_ydata().tolist() == [float(100 * ev) for ev in evs]
    assert dots.get_xdata().tolist() == [float(evs[0]), -float(evs[1])]
    [said] = names(axes)
    assert said.endswith("played again -10.5263 %, or -4.4444 % if the other starts")


def line(*evs):
    return [OfPayout("ours", Fraction(p), Fraction(ev)) for p, ev in enumerate(evs)]


def test_the_name_of_a_line_has_every_fair_payout_and_interval():
    axes = plot.ev_by_payout(line(0, 1, -2, 0, 0))
    assert names(axes) == ["ours: fair at 0 and 1.3333 and 3 to 4"]


def test_a_payout_where_the_line_only_touches_0_is_marked():
    axes = plot.ev_by_payout(line("1/2", 0, "1/2"))
    assert marks(axes) == [1]
    assert names(axes) == ["ours: fair at 1"]


@pytest.mark.parametrize(
    "draw",
    [
        lambda large: plot.ranking([Entry(Variant(), large)]),
        lambda large: plot.second_player([OfSecond("ours", 1, large)]),
        lambda large: plot.ev_by_payout([OfPayout("ours", large, Fraction(0))]),
        lambda large: plot.ev_by_tie([OfTie("ours", large, Fraction(0))]),
    ],
)
def test_what_is_too_large_to_draw_is_refused(draw):
    with pytest.raises(InputError, match=r"got a value of 40[13] digits"):
        draw(Fraction(10**400))


def test_what_is_beyond_floats_has_no_decimal():
    points = points_of_second([Variant(tiles=1, clack_payout="1" + "0" * 400)])
    rows = csv.DictReader(StringIO(Table(POINTS[OfSecond], points).write("csv")))
    assert {row["second_player_value_approx"] == "" for row in rows} == {True, False}


@pytest.mark.dear
def test_a_row_of_effects_is_the_distribution_of_the_changes_of_a_rule():
    shown = entries("tiles")
    axes = plot.effects(shown)
    evs = {entry.variant: 100 * entry.first_player_ev for entry in shown}
    names = [label.get_text() for label in axes.get_yticklabels()]
    row = names.index("a clack wins at once")
    changes = [
        evs[variant.replace(immediate_clack=True)] - ev
        for variant, ev in evs.items()
        if not variant.immediate_clack
    ]
    assert {"10 tiles, not 9 tiles", "one die at any time, not never", "a clack pays 2, not 1"} <= {
        *names
    }
    assert len(names) == 2 + 3 + 1 + 1
    averages = [float(text.get_text()) for text in axes.texts[: len(names)]]
    assert averages == sorted(averages, reverse=True)
    assert averages[row] == round(float(sum(map(abs, changes)) / len(changes)), 2)
    second, first = [p for p in axes.patches if p.get_data().baseline == row]
    assert second.get_facecolor() != first.get_facecolor()
    assert second.get_data().edges[-1] == first.get_data().edges[0] == 0
    for patch, sign in ((second, -1), (first, 1)):
        values, edges, _ = patch.get_data()
        shown = [float(change) for change in changes if sign * change > 0]
        drawn = [any(low <= change < high for change in shown) for low, high in pairwise(edges)]
        assert [value < row for value in values] == drawn
    middle, _ = axes.lines[row].get_xdata()
    assert middle == pytest.approx(float(sum(sorted(changes)[len(changes) // 2 - 1 :][:2]) / 2))


@pytest.mark.dear
def test_of_few_games_the_changes_of_a_rule_are_points():
    shown = entries("sixteen")
    axes = plot.effects(shown)
    evs = {entry.variant: 100 * entry.first_player_ev for entry in shown}
    changes = [
        float(evs[variant.replace(clack_payout=2)] - ev)
        for variant, ev in evs.items()
        if variant.clack_payout == 1
    ]
    names = [label.get_text() for label in axes.get_yticklabels()]
    row = names.index("a clack pays 2, not 1")
    points = [
        x
        for each in axes.collections
        for x, y in each.get_offsets().tolist()
        if row - 0.8 < y < row
    ]
    assert sorted(points) == sorted(changes)
    assert not axes.patches
    assert "one die at a sum of 6 or less, not never" in names


@pytest.mark.dear
def test_the_median_is_drawn_and_named_where_there_are_several_games():
    several, one = (plot.effects(entries(name)) for name in ("sixteen", "house"))
    assert "black line: the median" in several.get_xlabel()
    assert "median" not in one.get_xlabel()
    assert len(one.lines) == 1, "at 0"


def test_where_a_rule_changes_nothing_the_figure_says_how_often():
    rules = [Variant(tiles=3, ties=ties, scoring=how) for ties in TIES for how in ("sum", "count")]
    same = [Entry(variant, Fraction(len(variant.ties), 900)) for variant in rules]
    axes = plot.effects(same)
    names = [label.get_text() for label in axes.get_yticklabels()]
    assert names[-1] == "score how many tiles, not the sum; no change in 3 of 3"
    assert "at equal scores the second wins, not nobody wins" in names


def test_effects_take_games_that_differ_in_one_rule():
    far = [Variant(tiles=3), Variant(tiles=4, ties="first")]
    one = [Entry(variant, Fraction(1, 9)) for variant in far]
    with pytest.raises(InputError, match="no two of which differ in one rule alone"):
        plot.effects(one)


FAR_OFF = [Entry(Variant(tiles=n).called("ours"), Fraction(n, 1000)) for n in range(2, 9)]
FAR_OFF += [Entry(Variant(tiles=9).called("ours"), Fraction(97, 100))]


@pytest.mark.dear
def test_one_game_far_off_does_not_hide_what_the_others_are():
    even = even_up_to(entry.first_player_ev for entry in FAR_OFF)
    assert even == 0.01
    numbers = FAR_OFF
    ranking, heat_map = plot.ranking(numbers), plot.heat_map(numbers)
    place = ranking.transData.transform([(0, 0), (0.2, 0), (97, 0)])[:, 0]
    assert place[1] - place[0] > (place[2] - place[0]) / 20
    assert "the scale is even up to ±1, and logarithmic beyond" in ranking.get_xlabel()
    [image] = heat_map.images
    assert image.norm(0.2) > 0.52
    assert "logarithmic beyond" in heat_map.figure.axes[1].get_xlabel()
    near = plot.ranking(FAR_OFF[:-1])
    assert "logarithmic" not in near.get_xlabel()


@pytest.mark.few(1)
@pytest.mark.parametrize("kind", ["ranking", "heat-map", "effects"])
def test_a_figure_says_what_there_is_to_see_to_those_who_hear_it(kind):
    svg = ET.fromstring(save(lambda _: plot.KINDS[kind](FAR_OFF), ""))
    name = "{http://www.w3.org/2000/svg}"
    title, said = svg.find(f"{name}title"), svg.find(f"{name}desc")
    assert svg.get("role") == "img"
    assert title.text.endswith("?")
    assert len(said.text) > 40
    if kind == "ranking":
        assert "9 tiles: 97.0000 %" in said.text


@pytest.mark.few(1)
@pytest.mark.parametrize(
    "draw",
    [
        lambda axes: plot.ranking("sixteen", axes),
        lambda axes: plot.heat_map("sixteen", axes),
        lambda axes: plot.effects(["sixteen", Variant(tiles=3)], axes),
        lambda axes: plot.second_player(["classic", Variant(tiles=3)], axes),
        lambda axes: plot.ev_by_payout(Variant(tiles=3), "1/2", 2, axes),
        lambda axes: plot.ev_by_tie(Variant(tiles=3), axes),
        lambda axes: plot.regret("smallest-first", Variant(tiles=3), axes),
        lambda axes: plot.dag(Variant(tiles=3), axes),
        lambda axes: plot.chances(Play.of(Variant(tiles=3), "1+1: 2, 6+6: -"), axes),
    ],
)
def test_a_plot_is_drawn_on_axes_that_are_given_or_new(draw):
    import matplotlib as mpl

    mpl.use("agg")
    from matplotlib import pyplot

    with mpl.rc_context({"text.parse_math": True}):
        given = pyplot.figure().subplots()
        assert draw(given) is given
        assert given.get_title(loc="left")
        new = draw(None)
        assert new.figure is pyplot.gcf()
        assert new.figure is not given.figure
        legend = new.get_legend()
        texts = [*new.texts, *(legend.get_texts() if legend else [])]
        assert texts
        assert not any(text.get_parse_math() for text in texts)
    with pytest.raises(InputError, match="ax: got 7; takes those of a matplotlib figure"):
        draw(7)


def boxes_in(axes):
    """Return what stands in each box: the tiles, the value, and how many dice are best if asked."""
    boxes = [text.get_text() for text in axes.texts if text.get_zorder() == 0]
    return [box.replace("\n= ", "\n").split("\n") for box in boxes]


def arrows_in(axes):
    from matplotlib.patches import FancyArrowPatch

    return [patch for patch in axes.patches if isinstance(patch, FancyArrowPatch)]


def test_the_picture_of_the_dag_has_every_state_and_move():
    import matplotlib as mpl

    mpl.use("agg")
    variant = Variant(tiles=3)
    axes, graph = plot.dag(variant), annotated_graph(variant, values=True)
    drawn = dict(boxes_in(axes))
    solution = solve(variant)
    for tiles in (tiles for _, tiles in graph.nodes(data="open_tiles")):
        value = solution.value(tiles)
        assert drawn.pop(" ".join(map(str, tiles)) or "clack") in {
            f"{value}",
            f"{float(value):.4f}",
        }
    assert not drawn
    arrows = arrows_in(axes)
    assert len(arrows) == len(graph.edges)
    thin = [arrow for arrow in arrows if arrow.get_linewidth() < 1]
    assert len(thin) == 1, "with all open, 1 and 2 are never the best to cover"
    [roll] = {roll for _, _, best in graph.in_edges(0, data="best") for roll in best} - {2, 3, 4, 5}
    texts = [text.get_text() for text in axes.texts]
    assert (roll, "6" in texts) == (6, True), "the roll that clacks from the start"
    with pytest.raises(InputError, match=r"dag: got 32 states; takes a game of at most 16, or a "):
        plot.dag(Variant(tiles=5))


def test_a_box_says_how_many_dice_are_best_where_there_is_a_choice():
    import matplotlib as mpl

    mpl.use("agg")
    boxes = {
        tiles: dice for tiles, _, *dice in boxes_in(plot.dag(Variant(tiles=2, one_die="always")))
    }
    assert boxes == {"clack": [], "1": ["1 die"], "2": ["1 die"], "1 2": ["1 die"]}


def test_a_game_whose_tiles_no_roll_reaches_is_one_box():
    import matplotlib as mpl

    mpl.use("agg")
    axes = plot.dag(Variant(tiles=1))
    assert [tiles for tiles, _ in boxes_in(axes)] == ["1"]
    assert not arrows_in(axes)


@pytest.mark.few(2)
@pytest.mark.parametrize("tiles", [3, 4, "2,3,5"])
def test_no_arrow_runs_through_a_box_and_no_label_hides(tiles):
    import matplotlib as mpl

    mpl.use("agg")
    axes = plot.dag(Variant(tiles=tiles))
    axes.figure.canvas.draw()
    words = [text for text in axes.texts if "bold" not in text.get_text()]
    boxes = [text.get_window_extent() for text in words if text.get_zorder() == 0]
    for arrow in arrows_in(axes):
        points = axes.transData.transform(arrow.get_path().interpolated(30).vertices)
        assert not any(box.count_contains(points) for box in boxes)
    for one, other in combinations(words, 2):
        assert not one.get_window_extent().overlaps(other.get_window_extent()), (one, other)


def test_the_picture_of_a_position_has_every_move_after_the_roll():
    import matplotlib as mpl

    mpl.use("agg")
    turn = solve("classic").play(score_to_beat=12)
    axes = plot.dag("classic", open_tiles=(1, 3, 4, 6, 7), roll=7, score_to_beat=12)
    moves = turn.moves((1, 3, 4, 6, 7), 7)
    assert [*moves] == [(7,), (1, 6), (3, 4)]
    drawn = dict(boxes_in(axes))
    for left, value in zip(("1 3 4 6", "3 4 7", "1 6 7"), moves.values(), strict=True):
        assert drawn[left] in {str(value), decimal_text(value, 4)}
    widths = [arrow.get_linewidth() for arrow in arrows_in(axes)]
    assert sorted(width > 1 for width in widths) == [False, False, True]
    with pytest.raises(InputError, match=r"^roll: got none; takes what was rolled in this"):
        plot.dag("classic", open_tiles=(1, 2))
    with pytest.raises(PositionError, match=r"^open_tiles: "):
        plot.dag("classic", open_tiles=(1, 10), roll=5)


def test_what_matplotlib_tells_of_its_folders_is_not_told(caplog):
    def draw(numbers):
        logging.getLogger("matplotlib").warning("there was an issue with MPLCONFIGDIR")
        return Figure()

    assert save(draw, "").startswith(b"<?xml")
    assert not caplog.records


@pytest.mark.dear
def test_a_figure_names_games_as_they_were_asked_for(house):
    """A list of rule sets by theirs; rules alone by what is not as in the classic game."""
    axes = plot.ranking(["house", Variant(tiles=3)])
    shown = {label.get_text() for label in axes.get_yticklabels()}
    assert shown == {*(folk_name(each.name) for each in house), "3 tiles"}
    some = ["ten", Variant(tiles=3)]
    for draw in (plot.second_player, partial(plot.ev_by_payout, low=0, high=1)):
        assert [name.split(":")[0] for name in names(draw(some))] == ["Ten", "3 tiles"]
    for wrong in (5, b"classic", [5], []):
        with pytest.raises(InputError, match=r"^games: got "):
            plot.ranking(wrong)


def test_the_bands_of_the_chances_are_those_of_the_game_and_fill_the_figure():
    play = Play.of(Variant(tiles=3), "1+1: 2, 6+6: -\n2+1: 1+2, 6+6: -")
    points = points_of_game(play)
    assert [point.roll for point in points] == ["start", *map(str, play.steps)]
    outcomes, end = solve(play.variant).fractions.outcomes, play.chances.fractions
    for point, chances in ((points[0], outcomes), (points[-1], end)):
        assert point[2:] == (chances.first_wins, chances.tie, chances.second_wins)
    axes = plot.chances(play)
    tops = [band.get_paths()[0].vertices[:, 1].max() for band in axes.collections]
    first, tie = (
        100 * float(max(p)) for p in zip(*((p[2], p[2] + p[3]) for p in points), strict=True)
    )
    assert tops == pytest.approx([first, tie, 100])
    assert [line.get_xdata()[0] for line in axes.lines] == [2]


@pytest.mark.dear
def test_a_strip_has_a_dot_for_each_game_coloured_by_whom_it_favours():
    shown = entries("house")
    axes = plot.strip(shown)
    signs = [(p > 0) - (p < 0) for p in percents(shown)]
    assert [len(dots.get_xdata()) for dots in axes.lines[:3]] == [*map(signs.count, (-1, 0, 1))]
    assert max(axes.lines[0].get_xdata()) < max(axes.lines[2].get_xdata())
    spots = {(x, y) for dots in axes.lines[:3] for x, y in zip(*dots.get_data(), strict=True)}
    assert len(spots) == len(shown), "none over another"


# Size, title and paper

SMALL = Variant(tiles=3)
MANY = [
    Entry(
        Variant(tiles=tiles, clack_payout=pays, ties=ties, one_die=one_die),
        Fraction((tiles + 1) * (pays - 2) + len(ties), 1000),
    )
    for tiles, pays, ties, one_die in product(
        (2, 3), (1, 2, 3), TIES, ("never", "always", "sum <= 6", "max <= 6")
    )
]
LINES = [Variant(tiles=n, dice="1d6", one_die="never").called(f"game number {n}") for n in (2, 3)]
GAME = "1+1: 2, 6+6: -"
DRAWN = {
    "strip": partial(plot.strip, MANY),
    "ranking": partial(plot.ranking, MANY),
    "heat-map": partial(plot.heat_map, MANY),
    "effects": partial(plot.effects, MANY),
    "second-player": partial(plot.second_player, LINES),
    "payout": partial(plot.ev_by_payout, LINES, 0, 4),
    "tie": partial(plot.ev_by_tie, LINES),
    "regret": partial(plot.regret, ["smallest-first", "random"], SMALL),
    "dag": partial(plot.dag, SMALL),
    "chances": partial(plot.chances, Play.of(SMALL, GAME)),
}
"""Each figure, with much to say."""


def seen_ticks(axis):
    low, high = sorted(axis.get_view_interval())
    ticks = zip(axis.get_majorticklocs(), axis.get_ticklabels(), strict=False)
    return [label for at, label in ticks if low <= at <= high and label.get_text()]


def test_every_figure_is_fitted():
    assert DRAWN.keys() == plot.KINDS.keys()


@pytest.mark.few(6)
@pytest.mark.parametrize("paper", [False, True])
@pytest.mark.parametrize("size", [(3, 2), (3.3, 2.2), None])
@pytest.mark.parametrize("kind", DRAWN)
def test_nothing_is_cut_at_any_size(kind, size, paper):
    axes = DRAWN[kind](ax=on_new_figure, size=size, paper=paper)
    figure = axes.figure
    figure.draw_without_rendering()
    if size:
        assert tuple(figure.get_size_inches()) == size
    width, height = figure.get_size_inches()
    box = figure.get_tightbbox()
    assert min(box.x0, box.y0, width - box.x1, height - box.y1) >= 0
    _tell_labels_apart(figure)
    figure.set_dpi(150)  # as it is saved, with letters of another width
    figure.draw_without_rendering()
    box = figure.get_tightbbox()
    assert min(box.x0, box.y0, width - box.x1, height - box.y1) >= -0.005


def _tell_labels_apart(figure):
    for each in figure.axes:
        for axis in (each.xaxis, each.yaxis):
            boxes = [label.get_window_extent() for label in seen_ticks(axis)]
            assert not any(one.overlaps(other) for one, other in combinations(boxes, 2))


def test_a_low_heat_map_has_no_bar_of_colours_and_its_columns_have_their_names():
    axes = plot.heat_map("sixteen", size=(3, 2))
    assert axes.figure.axes == [axes]
    names = [" ".join(label.get_text().split()) for label in axes.get_xticklabels()]
    assert names[:2] == ["a clack pays 1, no clack wins at once", "a clack wins at once"]
    assert "the darker, the more" in " ".join(axes.get_xlabel().split())
    assert len(plot.heat_map("sixteen", size=(4, 3.5)).figure.axes) == 2


@pytest.mark.few(2)
@pytest.mark.parametrize("kind", DRAWN)
def test_a_title_is_another_or_none(kind):
    draw = partial(DRAWN[kind], ax=on_new_figure)
    long = "A title of one's own that is far too long to stand in a single line"
    titled = draw(title=long, size=(3, 2)).get_title(loc="left")
    assert titled.split() == long.split()
    assert "\n" in titled
    assert draw(title="").get_title(loc="left") == ""
    assert b"<title>" in save(lambda _: draw(title=""), ""), "it is read aloud all the same"


def test_on_paper_the_ground_is_white_and_grey_tells_the_players_apart():
    usual, printed = (plot.ranking(FAR_OFF, on_new_figure, paper=paper) for paper in (False, True))
    assert printed.figure.get_facecolor() == printed.get_facecolor() == (1, 1, 1, 1)
    assert usual.get_facecolor() != (1, 1, 1, 1)
    both = [Entry(SMALL, Fraction(1, 9)), Entry(Variant(tiles=4), Fraction(-1, 9))]
    first, second = plot.ranking(both, on_new_figure, paper=True).patches

    def grey(bar):
        red, green, blue, _ = bar.get_facecolor()
        return 0.299 * red + 0.587 * green + 0.114 * blue

    assert abs(grey(first) - grey(second)) > 0.3
    assert not first.get_hatch()
    assert second.get_hatch()
    curves = plot.second_player(LINES, on_new_figure, paper=True).lines[:2]
    assert len({curve.get_marker() for curve in curves}) == 2
    assert len({curve.get_linestyle() for curve in curves}) == 2


def test_a_small_ranking_says_that_it_is_of_the_fairest():
    axes = plot.ranking(MANY, on_new_figure, size=(3, 2))
    bars = len(axes.patches)
    assert 2 <= bars < len(MANY)
    assert f"the fairest {bars} of {len(MANY)}" in " ".join(axes.get_xlabel().split())


@pytest.mark.parametrize(
    ("look", "said"),
    [
        (
            {"size": (2.9, 2)},
            r"size: got \(2.9, 2\); takes a width and a height",
        ),
        ({"size": "wide"}, "size: got 'wide'; takes a width"),
        ({"title": 5}, "title: got 5; takes text"),
        ({"title": "a" * 201}, "title: got 'a.*; takes text of at most 200 characters"),
        ({"title": "a" * 60, "size": (3, 2)}, "too long for the figure; takes a shorter one"),
        ({"title": "how fair " * 22, "size": (3, 2)}, "takes a shorter one, or a larger size"),
        ({"paper": "white"}, "paper: got 'white'; takes True or False"),
    ],
)
def test_a_look_that_is_none_is_refused(look, said):
    with pytest.raises(InputError, match=said):
        plot.ranking(FAR_OFF, on_new_figure, **look)


def test_axes_of_ones_own_have_a_size_and_other_words_are_none():
    own = on_new_figure(4, 3)
    with pytest.raises(InputError, match=r"size: got .*; takes none with axes of your own"):
        plot.ranking(FAR_OFF, own, size=(4, 3))
    with pytest.raises(TypeError, match="unexpected keyword argument 'titel'"):
        plot.ranking(FAR_OFF, own, titel="so")


def test_small_axes_of_ones_own_have_small_words():
    large, small = (plot.second_player(LINES, on_new_figure(*of)) for of in ((9, 7), (3.3, 2.2)))
    sizes = [
        {words.get_fontsize() for words in axes.findobj(Text) if words.get_text()}
        for axes in (large, small)
    ]
    assert max(sizes[1]) < max(sizes[0])
    box = small.figure.get_tightbbox()
    assert box.x1 <= 3.3


# Regret


def test_the_bars_of_a_strategy_are_its_regrets_by_open_tiles():
    axes = plot.regret("smallest-first", SMALL, player="second")
    regrets = strategy_value(SMALL, "smallest-first").regrets("second")
    by_tiles = regrets.by_open_tiles()
    heights = [float(100 * by_tiles.get(many, 0)) for many in (3, 2, 1)]
    assert [bar.get_height() for bar in axes.patches] == heights
    assert [label.get_text() for label in axes.get_xticklabels()] == ["3", "2", "1"]
    [label] = axes.get_legend().get_texts()
    assert label.get_text() == f"smallest-first: {decimal_text(100 * regrets.total, 4)} %"


def test_strategies_stand_beside_each_other_and_not_too_many():
    points = points_of_regret(SMALL, ["smallest-first"], "first")
    points += points_of_regret(SMALL, ["smallest-first"], "second")
    labels = [text.get_text() for text in plot.regret(points).get_legend().get_texts()]
    assert [label.split(":")[0] for label in labels] == [
        "smallest-first (first player)",
        "smallest-first (second player)",
    ]
    rows = Table(POINTS[type(points[0])], points).write("csv").splitlines()
    assert len(rows) == 1 + len(points) == 7
    with pytest.raises(InputError, match="strategies: got 0; takes from 1 to 7"):
        plot.regret([], SMALL)
