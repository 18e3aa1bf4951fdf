"""Rows that are kept in a report: believed only where a sample of them is known and right."""

import pytest

from twoplayer.reports.kept import kept, written

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


def test_rows_that_cannot_be_read_count_as_missing(tmp_path):
    path = tmp_path / "rows.csv"
    path.write_text("key,value\n1,1\nx,2\n3\n")

    def read(row):
        return int(row["key"]), int(row["value"] or "x")

    assert written(path, read) == {1: 1}
    assert written(tmp_path / "none.csv", read) == written(None, read) == {}
