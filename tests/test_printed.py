"""What `print` shows of a result: the table that a notebook shows, as text."""

import pytest
from test_api import PARTS, results

from twoplayer import InputError, Variant, mend, simulate, solve, solve_all
from twoplayer.tables import Column, Table, Tabled, To
from twoplayer.words import cell_text

CLASSIC = """\
The values of classic: the classic game

                     value
-------------------  -----------------------------------
player 1 EV (%)      -0.4012
favoured             second
first wins (%)       47.74
tie (%)              4.12
second wins (%)      48.14
first clacks (%)     7.12
second clacks (%)    7.05
games to notice      238,245
side payment, exact  668351559599495/166583718925369344
player 1 EV, exact   -668351559599495/166583718925369344

In plain words: the second player gains 40.12 cents in 100 games of 1 dollar."""


def test_a_solution_prints_how_fair_the_game_is_and_what_that_is_in_money():
    assert str(solve("classic")) == CLASSIC
    assert "nobody gains: the game is exactly fair" in str(solve(Variant(tiles=1, dice="1d1")))


def test_rules_print_every_rule_and_repeat_in_python_what_differs():
    rules = Variant(tiles=4, ties="first")
    assert repr(rules) == "Variant(tiles='1-4', ties='first')"
    lines = str(rules).splitlines()
    assert lines[0] == "Shut the Box: 4 tiles, 1 to 4; the first player wins equal scores"
    assert [line.split()[0] for line in lines[4:]] == [*rules.rules()]


def test_every_result_prints_its_title_and_the_cells_that_people_read():
    for result in results():
        if isinstance(result, Tabled) and type(result).__name__ not in PARTS:
            words, shown = str(result).split(), result._printed()  # noqa: SLF001
            title = shown.title.split()
            assert words[: len(title)] == title, result
            cells = [cell_text(c) for row in shown.cells(To.TEXT)[:50] for c in row.values()]
            assert set(" ".join(cells).split()) <= set(words), result


def test_more_than_sixty_rows_print_the_first_fifty_and_how_to_get_the_others():
    def table(rows):
        return Table([Column("n")], [{"n": n} for n in range(rows)], "Numbers")

    assert str(table(60)).splitlines()[-1].strip() == "59"
    text, html = str(table(1134)), table(1134).html()
    assert text.splitlines()[-3:] == [
        *(" 49", ""),
        '… and 1,084 more: .table().write("text")',
    ]
    assert html.count("<tr>") == 51
    assert '… and 1,084 more: .table().write("html")' in html


def test_a_list_of_results_prints_one_table():
    both = solve_all([Variant(tiles=2), Variant(tiles=3)])
    assert str(both).startswith("Shut the Box: 2 sets of rules, and the first player's EV\n\n")
    assert repr(both) == f"[{both[0]!r}, {both[1]!r}]"
    assert "exact" in str(simulate(Variant(tiles=2), 10, 1))


def test_mending_prints_its_verdict_above_the_table():
    mending = mend(Variant(tiles=2))
    assert " ".join(str(mending).split()).startswith(f"{mending.table().title}. {mending.verdict}")


def test_a_table_is_written_in_a_format_that_there_is():
    with pytest.raises(InputError, match=r"^format: got .foo.; takes text \| markdown \| "):
        solve("classic").table().write("foo")
