"""Strategies as tables: mappings and CSV files, and what decides where they have no row."""

import pickle
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from conftest import examples
from drawn import TURN_FIELDS, rule_sets
from hypothesis import given, settings

from twoplayer import InputError, Strategy, Variant, matchup, solve, strategy_value
from twoplayer.errors import FileError
from twoplayer.strategy.values import StrategyValue
from twoplayer.words import render

SMALL = Variant(tiles=5)
CHOICE = Variant(tiles=5, one_die="always")


def legal(open_tiles, roll):
    """The sets that a roll may cover where any with its sum may be."""
    sets = (some for n in range(1, 5) for some in combinations(open_tiles, n))
    return [some for some in sets if sum(some) == sum(roll)]


def same(one: StrategyValue, other: StrategyValue) -> bool:
    one, other = one.fractions, other.fractions
    alike = one.second_player_values == other.second_player_values
    return alike and one.score_chances == other.score_chances


def table_of(variant, answer, rolls):
    """Make a table of what a function answers, for all open tiles."""
    return {
        (tiles, roll): answer(tiles, roll)
        for count in range(1, len(variant.tiles) + 1)
        for tiles in combinations(variant.tiles, count)
        for roll in rolls
        if legal(tiles, roll)
    }


TWO_DICE = [(a, b) for a in range(1, 7) for b in range(a, 7)]


def few(tiles, roll):
    return legal(tiles, roll)[0]


def weighed(tiles, roll):
    return {move: n for n, move in enumerate(legal(tiles, roll), 1)}


@pytest.mark.parametrize("answer", [few, legal, weighed])
def test_a_table_is_worth_what_its_function_is(answer):
    table = table_of(SMALL, answer, TWO_DICE)
    assert same(strategy_value(SMALL, Strategy.of_table(table)), strategy_value(SMALL, answer))


def test_rows_may_be_about_totals_and_tiles_in_any_order():
    table = table_of(SMALL, few, TWO_DICE)
    by_total = {(tiles[::-1], sum(roll)): move[::-1] for (tiles, roll), move in table.items()}
    assert same(strategy_value(SMALL, Strategy.of_table(by_total)), strategy_value(SMALL, few))
    both = by_total | {((1, 2, 3, 4, 5), (1, 2)): (3,)}
    with pytest.raises(InputError, match=r"1,2: a row for these dice, and one for their total"):
        strategy_value(SMALL, Strategy.of_table(both))


def test_a_row_for_a_score_comes_before_a_row_for_any():
    """Against 3 it plays at random, and else it covers few tiles, as the first player too."""
    table = table_of(SMALL, few, TWO_DICE)
    table |= {(*place, 3): legal(*place) for place in table}

    def by_score(tiles, roll, beat):
        return legal(tiles, roll) if beat == 3 else few(tiles, roll)

    made = Strategy.of_table(table)
    assert made.looks
    assert same(strategy_value(SMALL, made), strategy_value(SMALL, by_score))


def test_positions_without_a_row_are_counted_and_three_are_named():
    table = table_of(SMALL, few, TWO_DICE)
    for roll in (1, 1), (1, 2), (1, 3), (1, 4):
        del table[(1, 2, 3, 4, 5), roll]
    said = (
        r"^table: no row for \d+ positions that come up: with 1,2,3,4,5 open after roll 1,1; "
        r".* after roll 1,2; .* after roll 1,3; …; takes a row for each, or `otherwise`"
    )
    with pytest.raises(InputError, match=said):
        strategy_value(SMALL, Strategy.of_table(table))
    complete = Strategy.of_table(table, few)
    assert same(strategy_value(SMALL, complete), strategy_value(SMALL, few))


@pytest.mark.parametrize(
    "otherwise", ["largest-first", "most-tiles,largest-first", few, legal, weighed, "optimal"]
)
def test_an_empty_table_plays_as_what_decides_otherwise(otherwise):
    made = Strategy.of_table({}, otherwise)
    assert same(strategy_value(SMALL, made), strategy_value(SMALL, otherwise))
    again = Strategy.of_table({}, made)
    assert same(strategy_value(SMALL, again), strategy_value(SMALL, otherwise))


@settings(max_examples=examples(8))
@given(rule_sets(TURN_FIELDS, most_tiles=4))
def test_otherwise_decides_by_any_rules_as_the_strategy_does(rules):
    variant = Variant(**rules)
    made = Strategy.of_table({}, "lowest-score")
    assert same(strategy_value(variant, made), strategy_value(variant, "lowest-score"))


def test_numbers_of_dice_are_a_table_too():
    table = table_of(CHOICE, few, [*TWO_DICE, *[(n,) for n in range(1, 7)]])
    tiles = [some for n in range(1, 6) for some in combinations(CHOICE.tiles, n)]

    def dice(open_tiles):
        return 1 if max(open_tiles) < 4 else {1: 1, 2: 3}

    made = Strategy.of_table(table, dice={some: dice(some) for some in tiles})
    assert same(strategy_value(CHOICE, made), strategy_value(CHOICE, Strategy(few, dice)))
    only = Strategy.of_table({}, Strategy(few, dice))
    assert same(strategy_value(CHOICE, only), strategy_value(CHOICE, Strategy(few, dice)))

    def against_three(open_tiles, beat):
        return 2 if beat == 3 else dice(open_tiles)

    scored = {some: dice(some) for some in tiles} | {(some, 3): 2 for some in tiles}
    made = Strategy.of_table(table, dice=scored)
    assert same(strategy_value(CHOICE, made), strategy_value(CHOICE, Strategy(few, against_three)))


def file_of(rows, tmp_path):
    path = tmp_path / "mine.csv"
    path.write_text(rows if isinstance(rows, str) else render(rows, "csv"))
    return path


def test_a_csv_file_is_a_table(tmp_path):
    rows = [
        {
            "open_tiles": ",".join(map(str, tiles)),
            "roll": ",".join(map(str, roll)),
            "cover": "+".join(map(str, move)),
            "weight": weight,
            "note": "left alone",
        }
        for (tiles, roll), answer in table_of(SMALL, weighed, TWO_DICE).items()
        for move, weight in answer.items()
    ]
    path = file_of(rows, tmp_path)
    made = Strategy.of_table(path)
    assert made.name == str(path)
    assert same(strategy_value(SMALL, made), strategy_value(SMALL, weighed))


def test_a_csv_file_has_scores_and_numbers_of_dice(tmp_path):
    text = """\
open_tiles,roll,score_to_beat,cover,dice,weight
"1,2",1,,1,,
"1,2",2,,2,,
"1,2",,,,1,0.25
"1,2",,,,2,0.75
"1,2",1,2,1,,
"1,2",3,,1+2,,
1,1,,1,1,
2,2,,2,2,
"""
    variant = Variant(tiles=2, dice="2d2", one_die="always")

    def cover(tiles, roll):
        return legal(tiles, roll)

    def dice(tiles):
        return {(1, 2): {1: 1, 2: 3}, (1,): 1, (2,): 2}[tiles]

    made = Strategy.of_table(file_of(text, tmp_path))
    assert made.looks
    assert same(strategy_value(variant, made), strategy_value(variant, Strategy(cover, dice)))


@pytest.mark.parametrize("rules", [SMALL, CHOICE, Variant(tiles=4, moves="dice-or-sum")])
def test_the_program_reads_its_own_policy(rules, tmp_path):
    """What `play --all` writes as CSV is a table, whose value is that of the optimal policy."""
    rows = [
        {
            "open_tiles": row["open_tiles"],
            "dice_rolled": row["dice"],
            "roll": row["roll"],
            "best_moves": row["moves"],
        }
        for row in solve(rules).policy()
    ]
    made = Strategy.of_table(file_of(rows, tmp_path))
    found = matchup(rules, made).fractions
    assert found.first_player_ev == found.optimal_ev


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "mine.csv: empty; takes the columns open_tiles, roll, cover"),
        ("open,roll,cover\n", "mine.csv: no column open_tiles; takes the columns"),
        ("open_tiles,roll,cover\n1-3,2,2\n", r"line 2: open_tiles: got '1-3'; takes tiles such as"),
        ("open_tiles,roll,cover\n1,2.5,2\n", r"line 2: roll: got '2.5'; takes a whole number"),
        ("open_tiles,roll,cover\n1,2,two\n", r"line 2: cover: got 'two'; takes tiles such as 4\+5"),
        ("open_tiles,roll,cover\n1,,1\n", r"line 2: roll: nothing there, beside what it covers"),
        ("open_tiles,roll,cover\n1,,\n", r"line 2: neither a roll with what it covers, nor"),
        ('open_tiles,roll,cover\n1,"1\n', r"line 2: unexpected end of data"),
        ("open_tiles,roll,cover,weight\n3,3,3,1\n3,3,1+2,\n", r"weights of some moves, and none"),
        ("open_tiles,roll,cover\n3,3,3\n3,3,3\n", r"a move twice"),
        ("open_tiles,roll,cover,weight\n3,3,3 or 1+2,1\n", r"of several moves in a row"),
    ],
)
def test_a_csv_file_that_is_wrong_is_told_with_the_line(text, said, tmp_path):
    with pytest.raises(FileError, match=said):
        Strategy.of_table(file_of(text, tmp_path))


def test_every_wrong_line_of_a_file_is_told(tmp_path):
    text = "open_tiles,roll,cover\n1-3,2,2\n1,x,2\n1,1,1\n"
    with pytest.raises(FileError) as found:
        Strategy.of_table(file_of(text, tmp_path))
    assert len(found.value.faults) == 2


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ({(1, 2, 3, 4): (1,)}, r"^table: got .*; takes keys such as \(open_tiles, roll\)"),
        ({"1,2": (1,)}, r"^table: got .*; takes keys such as"),
        ({((1,), (1,), "x"): (1,)}, r"^table: got .*; takes keys such as"),
        ([((1,), (1,))], r"^table: got .*; takes a mapping of positions to answers"),
        (5, r"^table: got 5; takes a mapping of positions to answers"),
        ({((1, 9), (1,)): (1,)}, r"^table: has a row for what is no position: open_tiles: got 1,9"),
        ({((1, 2), "12"): (1,)}, r"^table: got '12'; takes a roll: a total such as 7, or dice"),
        ({((1, 2), 3): (3,), ((2, 1), 3): (3,)}, r"^table: got .* twice; takes each position once"),
        ({((1, 2, 3, 4, 5), 2): (3,)}, r"^table: got \(3,\), with 1,2,3,4,5 open after roll 1,1; "),
        (
            {((1, 2, 3, 4, 5), 2): {}},
            r"after roll 1,1: no move in it; takes \(2,\), a list of such",
        ),
    ],
)
def test_a_table_that_is_none_is_refused(table, said):
    with pytest.raises(InputError, match=said):
        strategy_value(SMALL, Strategy.of_table(table, "random"))


def test_a_table_of_a_game_of_another_kind_has_its_states():
    class Coins:
        """Two coins lie with heads up; what is thrown may turn one, and the rest is the score."""

        start = "two"

        def choices(self, state):
            return ["coin"] if state != "none" else []

        def rolls(self, choice):
            return {"heads": 1, "tails": 1}

        def moves(self, state, roll):
            if roll == "tails":
                return []
            return ["one", "none"] if state == "two" else ["none"]

        def score(self, state):
            return {"two": 2, "one": 1, "none": 0}[state]

        def clack(self, state):
            return state == "none"

    half = {("two", "heads"): {"one": 1, "none": 1}, ("one", "heads"): "none"}
    found = strategy_value(Coins(), Strategy.of_table(half)).fractions
    assert found.score_chances == {0: Fraction(3, 8), 1: Fraction(1, 8), 2: Fraction(1, 2)}


def test_a_table_goes_to_another_process():
    made = Strategy.of_table(table_of(SMALL, few, TWO_DICE), "random", name="mine")
    again = pickle.loads(pickle.dumps(made))
    assert again == made
    assert again.name == "mine"
    assert same(strategy_value(SMALL, again), strategy_value(SMALL, few))
    assert same(strategy_value(SMALL, again.rounded()), strategy_value(SMALL, few))


def test_tiles_without_quotes_are_too_many_cells(tmp_path):
    path = tmp_path / "table.csv"
    path.write_text("open_tiles,roll,cover\n1,2,3,3,3\n")
    with pytest.raises(FileError, match="line 2: more cells than columns"):
        Strategy.of_table(path, "random")


def test_tiles_of_numpy_may_be_a_key_of_dice():
    variant = Variant(tiles=2, dice="2d2", one_die="always")
    two = {tuple(np.array([1, 2])): 1}, {(1, 2): 1}
    tables = (Strategy.of_table({}, "random", dice=dice) for dice in two)
    numpys, ours = (strategy_value(variant, table).clack_chance for table in tables)
    assert numpys == ours
