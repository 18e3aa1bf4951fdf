"""Rows that are kept in a report: believed only where a sample of them is known and right."""

from fractions import Fraction
from typing import NamedTuple

import pytest

from twoplayer import Variant
from twoplayer.reports.pages import kept, written
from twoplayer.variant.beside import Percent, csv_of

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


class Row(NamedTuple):
    key: int
    value: Percent | None
    variant: Variant


@pytest.mark.parametrize("value", [Fraction(-1, 3), Fraction(2), None])
def test_rows_are_read_as_they_were_written(tmp_path, value):
    rows = [Row(1, value, Variant(tiles="1,3", immediate_clack=True)), Row(2, value, Variant())]
    path = tmp_path / "rows.csv"
    path.write_text(csv_of(Row, rows))
    assert written(path, Row) == rows


def test_rows_that_cannot_be_read_count_as_missing(tmp_path):
    path = tmp_path / "rows.csv"
    lines = csv_of(Row, [Row(1, Fraction(1), Variant())]).splitlines()
    spoilt = [lines[1].replace(*change) for change in [("1,1,", "x,1,"), ("1,1,", "1,x,")]]
    rules = lines[1].replace("push", "pull")
    path.write_text("\n".join([*lines, *spoilt, rules, "3", lines[1] + ",more"]) + "\n")
    assert written(path, Row) == [Row(1, Fraction(1), Variant())]
    assert written(tmp_path / "none.csv", Row) == written(None, Row) == []
