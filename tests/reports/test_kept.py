"""Rows that are kept in a report: believed only where a sample of them is known and right."""

from fractions import Fraction

import pytest

from making.rows import RULES, Row, csv_of, kept, percent, read_csv, row_of, rows_of, text_of, whole
from twoplayer import Variant
from twoplayer.words import render

RIGHT = {key: key**2 for key in range(5)}


def solve(asked):
    def solved(keys):
        asked.append(list(keys))
        return {key: key**2 for key in keys}

    return solved


def test_what_is_known_is_not_computed_again_but_for_a_sample():
    asked = []
    assert kept(list(RIGHT), RIGHT, solve(asked), [1, 3]) == RIGHT
    assert asked == [[1, 3]]


def test_what_is_missing_is_computed():
    asked, known = [], {key: value for key, value in RIGHT.items() if key != 4}
    assert kept(list(RIGHT), known, solve(asked), [1]) == RIGHT
    assert asked == [[1, 4]]


@pytest.mark.parametrize("known", [{**RIGHT, 1: 7, 2: 7}, {0: 0, 2: 7, 3: 9}])
def test_where_the_sample_is_wrong_or_missing_nothing_is_believed(known):
    assert kept(list(RIGHT), known, solve([]), [1]) == RIGHT


COLUMNS = [whole("key"), percent("value"), *RULES]


@pytest.mark.parametrize("value", [Fraction(-1, 3), Fraction(2), None])
def test_rows_are_read_as_they_were_written(value):
    games = Variant(tiles="1,3", immediate_clack=True), Variant()
    rows = [Row(key=key, value=value, variant=variant) for key, variant in enumerate(games)]
    assert rows_of(COLUMNS, csv_of(COLUMNS, rows)) == rows


def test_a_number_that_is_called_like_a_rule_is_none():
    columns = [percent("clack_payout")]
    row = row_of(columns, Fraction(1, 2))
    assert row == Row(clack_payout=Fraction(1, 2))
    assert rows_of(columns, csv_of(columns, [row])) == [row]


def test_rows_that_cannot_be_read_count_as_missing(tmp_path):
    row = Row(key=1, value=Fraction(1), variant=Variant())
    lines = csv_of(COLUMNS, [row]).splitlines()
    spoilt = [lines[1].replace(*change) for change in [("1,1,", "x,1,"), ("1,1,", "1,x,")]]
    rules = lines[1].replace("push", "pull")
    text = "\n".join([*lines, *spoilt, rules, "3", lines[1] + ",more"]) + "\n"
    assert rows_of(COLUMNS, text) == [row]
    for path in (tmp_path / "none.csv", None):
        assert rows_of(COLUMNS, text_of(path)) == []


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1+cmd|' /C calc'!A1", "@SUM(A1)", "'=1", "＝1"])
def test_what_a_spreadsheet_would_work_out_is_read_as_it_was(name):
    rows = [{"name": name, "minus": "-0.4012", "fraction": "-1/3", "percent": "-0.4 %"}]
    assert read_csv(render(rows, "csv")) == rows
