"""Every table that people read fits a terminal, whatever is in it."""

import re
import shlex

import pytest
from conftest import TESTS, output, run
from lacking import lacking

from twoplayer.cli import main
from twoplayer.tables import Column, Table, To
from twoplayer.words import paragraph, render

PUBLISHED = TESTS / "published_sixteen.csv"
WIDE = "atlas --tiles 3 --one-die never"
"""A family whose members differ in four rules."""
LINES = [
    *("table sixteen", "table house --tiles 5", "table atlas --tiles 3", "fair", "fair --values"),
    *("table sixteen --tiles 5 --chances", "table house --tiles 4 --chances", "fair --tiles 5"),
    *("table tiles --tiles 4 --chances", f"table {WIDE} --chances", "fair --payouts 0:10"),
    *("fair --luck", "fair --luck --second-rules ten"),
    "table sixteen --tiles 4 --first largest-first",
    "table house --tiles 4 --first largest-first --second fewest-tiles,largest-first",
    *("table house --tiles 4 --effects", f"table {WIDE} --effects", "fair --first random"),
    *("fair --bounds --tiles 4 --values", "fair --values --top 3", "table --chances --top 3"),
    *("evening --orders house --tiles 3", "evening --orders sixteen --tiles 3"),
    *(f"evening --orders {WIDE}", f"evening --players 3 {WIDE} --scoring sum"),
    *("evening house --players 3 --tiles 3", "evening sixteen --players 3 --tiles 3"),
    *("evening --tiles 4 --players 8", "mend --tiles 4", "mend --tiles 4 --top 5", "rules"),
    *("rules house", "rules sixteen", "rules atlas", "rules the-300", "play", "play --to-beat 12"),
    *("play --one-die always --immediate-clack --roll 3,4", "play --order box --roll 8"),
    *("play --order rolls --tiles 5 --roll 5", "play --all --tiles 6"),
    *("play --players 3 --seat 3 --to-beat 9 --tiles 5 --roll 5", "play --all --open 1,2,5,8"),
    "play --tiles 5 --one-die always --to-beat 12 --all --unreached",
    *("play --for score", "play --for score --tiles 6 --all", "play --for score --chances"),
    *("play --for score --exceptions", "play --for score --worst 6", "play --for worst-score"),
    *("play --for score --open 1,4,5,8 --roll 9", "simulate --tiles 5 --games 9"),
    *("play --for score --tiles 6 --one-die always --all", "simulate --transcript"),
    *("strategies --tiles 5 --also most-rolls,largest-first", "strategies --tiles 5 --search"),
    "strategies --tiles 5 --matchups --also most-rolls,largest-first",
    "strategies --tiles 5 --until 45",
    "play --for 0:10,1-45:-5 --step -1/10 --discount 9/10",
    *(f"check {PUBLISHED}", f"check {PUBLISHED} --sort claim"),
    *("table sixteen --exact", "mend --tiles 4 --exact", "evening --players 3 --tiles 4 --exact"),
]
NO_TABLES = ("help", "write")
TORN = re.compile(r"\w-(  |$)")
"""A cell that goes on in the next line, at a hyphen."""


DEAR = (
    WIDE,
    "house",
    "sixteen --tiles 4 --first",
    "--players 8",
    "--transcript",
    "--also",
    "rules ten",
)
"""What is in lines that are run with all that is dear alone."""


@pytest.mark.few(9)
@pytest.mark.parametrize(
    "line",
    [
        pytest.param(line, marks=[pytest.mark.dear] * any(each in line for each in DEAR))
        for line in LINES
    ],
)
@pytest.mark.usefixtures("one_process", "few_are_played")
def test_what_is_printed_for_people_fits_80_columns_and_tears_no_name(line):
    result = run(line)
    assert result.exit_code == 0, result.stderr
    rows = result.stdout.splitlines()
    assert [row for row in rows if len(row) > 80] == []
    assert [row for row in rows if TORN.search(row)] == []


@pytest.mark.few(1)
@pytest.mark.parametrize(
    "line",
    [
        *("table house --tiles 4", "table house --tiles 3 --chances --exact", "play --tiles 4"),
        *("evening --orders house --tiles 2", f"table {WIDE} --effects"),
        "strategies --tiles 4 --matchups --also most-rolls,largest-first",
    ],
)
def test_it_fits_a_narrow_terminal_as_well(line):
    rows = run(line, env={"COLUMNS": "60"}).stdout.splitlines()
    assert rows
    assert [row for row in rows if len(row) > 60] == []


def test_every_command_that_prints_a_table_is_among_them():
    new = (
        "test_widths: no line of `twoplayer {}`: add one, quick to run, to LINES in "
        "tests/cli/test_widths.py, or its name to NO_TABLES there if it prints no table"
    )
    tried = {shlex.split(line)[0] for line in LINES}
    assert lacking(main.commands, {*tried, *NO_TABLES}, new) == ""
    assert tried.isdisjoint(NO_TABLES)


@pytest.mark.dear
def test_a_family_in_which_too_much_differs_says_in_words_what_is_not_classic():
    text = output(f"evening --players 3 {WIDE} --scoring sum --clack-payout 2 --ties first")
    assert text.startswith("roll 1 die ")
    text = output(f"evening --players 3 {WIDE}")
    assert text.startswith("not as in the ")
    assert "\ntiles 1-3,  " in text
    assert "\nclack payout 2,\n" in text


def test_in_a_table_that_is_too_wide_the_widest_columns_are_broken_and_numbers_never_are():
    row = {"so many words": "word " * 20, "tiles": "1,2,3", "games played": "1,234,567"}
    lines = render([{**row, "a list": ",".join(["12"] * 20)}], "text").splitlines()
    assert max(map(len, lines)) <= 80
    assert lines[0].split() == ["so", "many", "words", "tiles", "games", "played", "a", "list"]
    assert "1,2,3" in lines[2]
    assert "1,234,567" in lines[2]
    assert len(lines) > 3
    assert all(line.rstrip().endswith(("12", "12,", "word")) for line in lines[2:])


def test_a_name_is_whole_and_a_column_that_says_so_gives_way_to_it():
    row = {"rules": "three-down-extreme", **{str(number): "1" * 12 for number in range(5)}}
    columns = [Column(name, gives_way=name in "24") for name in row]

    def headings(*columns, exact=False):
        head, *lines = Table(columns, [row]).write("text", exact).splitlines()
        assert lines[1].startswith("three-down-extreme  ")
        return "".join(head.split()), lines[2:]

    assert headings(*columns[:5]) == ("rules0123", [])
    left_out = "Left out, as there is no room: {}."
    assert headings(*columns) == ("rules0123", ["", left_out.format(4)])
    wider = [each._replace(shown=lambda cell: f"{cell * 2}") for each in columns[1:3]]
    assert headings(columns[0], *wider, *columns[3:])[0] == "rules013"
    exactly = Column("exact", lambda row: "1/3", to=To.EXACTLY)
    under = ["  exact: 1/3", "", left_out.format(4)]
    assert headings(*columns, exactly, exact=True) == ("rules0123", under)
    assert headings(*columns[:4], exactly, exact=True) == ("rules012exact", [])
    assert "1" * 12 in Table(columns, [row]).write("markdown").split(" | ")[-1]


def test_what_cannot_fit_is_left_as_it_is():
    row = {"some words": "one two three", "exact": "1" * 90}
    assert render([row], "text").splitlines()[2].split("  ") == ["one two three", "1" * 90]


@pytest.mark.parametrize("width", range(66, 80))
def test_a_number_and_its_percent_sign_stay_together(width):
    assert "0.4012 %" in paragraph(f"{'x' * width} 0.4012 % of a stake")


def test_tables_are_as_wide_as_the_terminal_and_prose_never_wider_than_80():
    heights = {}
    for columns in (60, 80, 120):
        text = run("mend --tiles 4", env={"COLUMNS": str(columns)}).stdout
        assert max(map(len, text.splitlines())) <= columns
        verdict, *_, last = text.split("\n\n")
        assert max(map(len, f"{verdict}\n{last}".splitlines())) <= 80
        heights[columns] = text.count("\n")
    assert heights[60] > heights[80] > heights[120]


@pytest.mark.parametrize(("columns", "width"), [(20, 60), (400, 160)])
def test_there_is_an_end_to_how_narrow_and_how_wide_a_table_is(columns, width):
    command = "table house --tiles 3 --top 9"
    assert run(command, env={"COLUMNS": str(columns)}).stdout == (
        run(command, env={"COLUMNS": str(width)}).stdout
    )


def test_a_file_is_as_wide_as_ever(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    run("table house --tiles 3 -o it.txt", env={"COLUMNS": "60"})
    assert (tmp_path / "it.txt").read_text() == output("table house --tiles 3")


def test_a_number_and_its_percent_sign_are_never_parted():
    text = render([{"said": "it moves by 0.25 % of a stake"}], "text", widths={"said": 14})
    assert "0.25 %" in text
    assert "0.25 %" in paragraph(f"{'x' * 74} 0.25 %")
