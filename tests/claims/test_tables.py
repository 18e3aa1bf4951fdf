"""Tables of any form: what the program writes, and what others do."""

import codecs
import json
import re
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest
from conftest import output, run
from lacking import lacking
from narrowed import narrowed

from twoplayer import solve_all, variants
from twoplayer.claims import tables
from twoplayer.claims.tables import (
    MOST_CELLS,
    MOST_COLUMNS,
    MOST_ROWS,
    is_table,
    read_table,
    read_tables,
)
from twoplayer.cli import main
from twoplayer.cli.command import FORMATS, Question
from twoplayer.errors import FileError
from twoplayer.files import MOST_TABLE
from twoplayer.words import NUMBER

FOREIGN = Path(__file__).parent / "tables"


def of_file(name):
    return read_table((FOREIGN / name).read_bytes(), name)


def cells(table):
    return [[*row.cells.values()] for row in table.rows]


def faults(content, name="t"):
    with pytest.raises(FileError) as caught:
        read_table(content, name)
    return [str(fault) for fault in caught.value.faults]


# What the program writes. Of these, people read what programs do, row for row.

ALIKE = """
fair --tiles 4
fair --tiles 3 --luck
fair --tiles 4 --values
fair --tiles 4 --bounds
fair --tiles 4 --second-rules tiles=1-3
fair --tiles 3 --first largest-first
table --tiles 3 --tiles 4
table classic yale --tiles 4 --exact
table sixteen --tiles 4 --chances --exact
table --tiles 4 --tiles 5 --second-rules tiles=1-3 --exact
table --tiles 3 --clack-payout 3/2 --clack-payout 1 --second random
table --tiles 3 --effects
mend --tiles 3 --top 12
rules
play --tiles 4
play --tiles 4 --open 1,2,4 --roll 5
play --tiles 3 --all --to-beat 3
play --tiles 3 --for score --all
play --tiles 3 --for 0:10,1:5
play --tiles 3 --for 0:10,1:5 --step -1/10 --discount 9/10
play --tiles 3 --for clack --worst 3
play --tiles 4 --for score --exceptions
play --tiles 3 --for score --chances
strategies --tiles 3
strategies --tiles 3 --search
strategies --tiles 3 --until 10
simulate --tiles 3 --games 100
simulate --tiles 4 --transcript
evening --tiles 3 --players 3
evening --tiles 3 --players 3 --seat-rules 2=tiles=1-2
evening --tiles 3 --tiles 4 --orders
evening --tiles 3 --orders --told nothing --told clack --told 3
evening --tiles 3 --to 10
evening --tiles 3 --wins 2
check 1/3 --tiles 3
""".strip().splitlines()

# Of these, people read other rows than programs do.
UNLIKE = """
mend --tiles 3
rules sixteen
strategies --tiles 3 --matchups
evening --tiles 3
evening --tiles 3 --tiles 4 --players 3
evening --tiles 3 --rounds 2
""".strip().splitlines()

DEAR = "--to 10", "--wins", "sixteen", "--search", "--matchups", "--top 12", "--for score --all"
"""What takes longest: of each of these commands there is another line that does not."""


def circles(lines):
    """Mark what takes longest as dear."""
    return [
        pytest.param(line, marks=[pytest.mark.dear] * any(each in line for each in DEAR))
        for line in lines
    ]


WORDS = {  # columns for people alone: sentences, in which numbers may be
    "not as in the classic game",
    "second's rules",
    "favours another",
    "to make it fair (stakes a game)",
    "told",
}


def test_every_command_that_writes_rows_is_tried():
    with_rows = {
        name for name, each in main.commands.items() if isinstance(each, Question) and each.rows
    }
    new = (
        "test_tables: no line of `twoplayer {}`, whose rows `check` reads: add one, quick to run, "
        "to ALIKE in tests/claims/test_tables.py, or to UNLIKE if people read other rows"
    )
    tried = {line.split()[0] for line in [*ALIKE, *UNLIKE]}
    assert lacking(sorted(with_rows), tried, new) == ""


@cache
def written(line, format):
    return run(f"{line} --format {format}").stdout


def number(text):
    text = text.replace(",", "") if re.fullmatch(r"\d{1,3}(,\d{3})+", text) else text
    try:
        return Fraction(text.removesuffix("%").strip())
    except ValueError:
        return None


def agree(shown, exact, units=Fraction(1, 2)):
    """Whether what people read says the same as a cell of CSV, to so much of its last digit."""
    if shown == exact or (shown, exact) in (("yes", "true"), ("no", "false")):
        return True
    one, other = number(shown), number(exact)
    if one is None or other is None:
        return False
    most = units / 10 ** len(shown.rstrip(" %").partition(".")[2])
    return any(abs(one - sign * unit * other) <= most for unit in (1, 100) for sign in (1, -1))


@pytest.mark.few(6)
@pytest.mark.parametrize("line", circles([*ALIKE, *UNLIKE]))
def test_json_is_read_to_the_cells_of_csv(line):
    table, as_json = (read_table(written(line, format)) for format in ("csv", "json"))
    assert is_table(written(line, "json"))

    # A percentage is rounded in CSV; what is exact has no bounds, and no decimal, in JSON.
    # Of a row in which rules stand beside dice and moves, CSV calls these otherwise.
    aside = ("_percent", "_approx", "dice_rolled", "best_moves", "then_dice")
    exact = [name for name in table.headings if not name.endswith(aside)]
    if not {*aside}.isdisjoint(table.headings):
        exact = [name for name in exact if name not in ("dice", "moves")]
    both = [name for name in exact if name in as_json.headings]
    assert all(name.endswith(("_low", "_high")) for name in exact if name not in both)
    found = {tuple(row.cells[name] for name in both): row.cells for row in as_json.rows}
    for _, row in table.rows:
        same = found[tuple(row[name] for name in both)]
        for name in row.keys() & same.keys() - {*both, "dice", "moves"}:
            assert not same[name] or agree(row[name], same[name])


@pytest.mark.few(6)
@pytest.mark.parametrize("line", circles(ALIKE))
def test_what_people_read_is_read_to_the_values_of_csv(line):
    table = read_table(written(line, "csv"))
    for format in ("text", "markdown", "latex", "html"):
        text = written(line, format)
        if format == "text" and line.startswith("check"):
            continue  # a sentence
        found = read_table(text)
        assert is_table(text)
        assert len(found.rows) == len(table.rows)
        for (_, people), (_, row) in zip(found.rows, table.rows, strict=True):
            for heading, cell in people.items():
                if NUMBER.fullmatch(cell) and heading not in WORDS:
                    units = 1 if heading.startswith("at ") else Fraction(1, 2)  # rounded outwards
                    assert any(agree(cell, each, units) for each in row.values()), heading


@pytest.mark.few(6)
@pytest.mark.parametrize("line", circles([*ALIKE, *UNLIKE]))
def test_the_forms_for_people_are_read_alike(line):
    # Text leaves out what there is no room for; of one game it is lines, not a table.
    by_format = {f: read_table(written(line, f)) for f in ("markdown", "latex", "html")}
    texts = read_tables(written(line, "text"))
    if len(texts[0].rows) > 1 and not line.startswith(
        ("rules sixteen", "evening", "mend", "check")
    ):
        by_format["text"] = texts[0]
    first, *others = by_format.values()
    for other in others:
        both = [name for name in first.headings if name in other.headings]
        assert len(both) > 1
        assert [[row.cells[name] for name in both] for row in first.rows] == [
            [row.cells[name] for name in both] for row in other.rows
        ]


@pytest.mark.few(6)
@pytest.mark.parametrize("line", circles([*ALIKE, *UNLIKE]))
def test_wanted_columns_are_those_of_every_format(line):
    line = line.replace(" --exact", "")  # which adds columns for people
    table = read_table(written(line, "csv"))
    filled = [name for name in table.headings if any(row.cells[name] for row in table.rows)]
    whole = [name for name in filled if not name.endswith(("_approx", "_percent"))]
    names = [*dict.fromkeys([whole[len(whole) // 2], whole[-1], whole[0]])]
    for format in [each for each in FORMATS if len(table.rows) > 1 or each != "text"]:
        found = read_table(written(f"{line} --columns {','.join(names)}", format))
        assert len(found.rows) == len(table.rows)
        if format in ("text", "markdown", "latex", "html"):
            assert len(found.headings) == len(names)
        else:
            assert [name for name in found.headings if name in names] == names


def test_names_and_words_that_were_wrapped_are_whole_again():
    table, text = (read_table(written("rules", format)) for format in ("csv", "text"))
    assert cells(text) == cells(table)
    long = "play --tiles 9 --for 0:10,1:5"
    assert read_table(written(long, "text")).rows[0].cells["aim"] == (
        "the highest expected payment where a score pays 0:10,1:5"
    )


def test_an_exact_number_below_a_row_is_of_that_row():
    table = read_table(output("table classic yale --exact"))
    assert table.rows[1].cells == {
        "rules": "yale",
        "not as in the classic game": "one die forced sum <= 6, immediate clack",
        "player 1 EV (%)": "0.5621",
        "favoured": "first",
        "player 1 EV, exact": "2157277998416810269/383808888404050968576",
    }
    assert [row.line for row in table.rows] == [4, 6]


def test_what_is_the_same_in_every_row_is_stated():
    for format in ("text", "markdown", "html"):
        assert (
            "In every row: tiles 1-4."
            in read_table(written("table sixteen --tiles 4", format)).stated
        )
    stated = read_table(written("fair --tiles 4 --values", "text")).stated
    assert "first player's EV: -6863/136048896 stakes" in stated
    assert "rules: your rules (tiles 1-4)" in stated


def test_the_lines_of_one_game_are_a_row():
    [row] = read_table(output("fair --tiles 4")).rows
    assert row.line == 3
    assert row.cells["first player's EV"] == "-6863/136048896 stakes"
    assert row.cells["in percent"] == "-0.0050 %"
    assert row.cells["to make it fair"].endswith("a game, exactly 6863/136048896")


def test_json_of_a_game_is_its_row_and_those_of_its_tables():
    text = written("fair --tiles 4 --second-rules tiles=1-3", "json")
    game, *values = read_table(text).rows
    assert game.line == 1
    assert (game.cells["tiles"], game.cells["second_tiles"]) == ("1-4", "1-3")
    assert game.cells["first_player_ev"] == "13307825/60466176"
    assert len(values) == 11
    assert values[3].cells["second_player_value"] != ""
    assert values[3].cells["second_tiles"] == "1-3"
    assert values[3].cells["first_player_ev"] == ""
    line = text.splitlines()[values[3].line :][0]
    assert line.strip() == '"first_player_score": 3,'


def test_a_cell_that_a_spreadsheet_would_work_out_is_as_it_was():
    rows = read_table("name,ev\n'=evil,'-1/3\n''=x,'quoted'\n").rows
    assert [[*row.cells.values()] for row in rows] == [["=evil", "-1/3"], ["'=x", "'quoted'"]]


def test_a_number_in_percent_has_no_other_decimal_as_in_csv():
    by_format = [read_table(written("fair --tiles 4", format)) for format in ("csv", "json")]
    for table in by_format:
        assert {"first_player_ev_percent", "side_payment_approx"} <= {*table.headings}
        assert "first_player_ev_approx" not in table.headings


# What others write


def test_a_german_spreadsheet():
    table = of_file("german.csv")
    assert table.decimal_comma
    assert table.headings == ["Klappen", "Würfel", "ein Würfel", "Gewinn (%)", "Bemerkung"]
    assert [row.line for row in table.rows] == [5, 7]
    assert table.rows[0].cells["Gewinn (%)"] == "-0,4012"
    assert table.rows[0].cells["Bemerkung"].split() == ["Grundspiel;", "ohne", "Sonderregeln"]
    assert table.rows[1].cells["Bemerkung"] == ""
    assert table.stated == ["Hausregeln im Vergleich", "Quelle: eigene Rechnung"]


@pytest.mark.parametrize("name", ["excel-le.txt", "excel-be.txt"])
def test_text_with_tabs_that_excel_writes_in_utf_16(name):
    table = of_file(name)
    assert table.rows[1] == (4, {"tiles": "1-12", "one_die": "sum <= 6", "EV (%)": "0,5"})
    assert len(table.rows) == 2


def test_the_first_line_of_excel_says_what_parts_the_cells():
    table = of_file("sep.csv")
    assert table.decimal_comma
    assert table.rows == [
        (3, {"tiles": "1,2,5", "name": "ours, at home", "EV": "-0,0040"}),
        (4, {"tiles": "1-9", "name": 'say "no"', "EV": "-1/250"}),
    ]


def test_markdown_of_a_readme():
    table = of_file("readme.md")
    assert table.headings == ["Rules | name", "EV (%)", "P(win)", "source"]
    assert cells(table) == [
        ["one_die | never", "−0.4012", "47.1 %", "table 1 and 2"],
        ["a|b", r"\frac{1}{250}", "1 in 14", ""],
        ["classic", "0.5621", "", "x_y"],
    ]
    assert table.rows[0].line == 14
    assert table.stated[:3] == [
        "Results",
        "All with two dice of six sides.",
        "In every row: 9 tiles.",
    ]
    assert not any("Nothing of it" in each for each in table.stated)


def test_latex_of_a_paper():
    table = of_file("paper.tex")
    assert table.headings == ["rules & name", "EV (%)", "clack pays", "remark"]
    assert cells(table) == [
        ["one_die <= 6", "-0.4012", "1/2", "two lines"],
        ["classic game", "-0{,}25", "2", ""],
        ["1–10", "0.5621", ">= 3", "a b"],
    ]
    assert [row.line for row in table.rows] == [14, 16, 18]
    assert table.stated == ["First player's EV in percent of a stake", "All with two dice."]


def test_a_latex_cell_of_several_columns_is_refused_by_its_name():
    assert faults((FOREIGN / "spanning.tex").read_bytes(), "spanning.tex") == [
        r"spanning.tex: line 5: \multicolumn: a cell of several columns; takes one for each"
    ]
    [fault] = faults(r"\begin{tabular}{l}a \\ \multirow{2}{*}{b} \\ \end{tabular}")
    assert r"line 1: \multirow" in fault
    assert faults("x\n\\begin{tabular}{l}a \\\\ b") == [
        r"t: line 2: \begin{tabular} without its \end"
    ]


def test_html_of_a_wiki():
    table = of_file("wiki.html")
    assert table.headings == ["tiles", "one die", "EV stakes", "EV (%)"]
    assert cells(table) == [
        ["1–9", "never", "−4.0121×10^−3", "−0.4012"],
        ["1–9", "sum <= 6", "1/250", ""],
        ["1–10", "max <= 6", "", "0.5 %"],
    ]
    assert [row.line for row in table.rows] == [16, 17, 19]
    assert table.stated == [
        "House rules",
        "All with two dice.",
        "The first player's EV",
        "with more tiles",
        "In every row: ties push.",
    ]


def test_json_lines_with_numbers_exactly_as_they_are_written():
    table = of_file("runs.jsonl")
    assert [row.line for row in table.rows] == [1, 2, 4]
    assert [row.cells["ev"] for row in table.rows] == ["-0.401200", "5.6e-3", "1/3"]
    assert table.rows[1].cells["first"] == "true"
    assert table.rows[1].cells["open tiles"] == "1,2,5"
    assert table.rows[0].cells["seat"] == ""
    assert table.rows[2].cells["tiles"] == "1-9"


def test_other_forms():
    rows = [{"game": "yale", "EV": "0.0056"}, {"game": "thai", "EV": "-0.01"}]
    for text in (
        '[["game", "EV"], ["yale", 0.0056], ["thai", -0.01]]',
        'game\tEV\r"yale"\t0.0056\rthai\t-0.01\r',
        "sep=|\ngame|EV\nyale|0.0056\nthai|-0.01",
        "game, EV\nyale, 0.0056\n\n , \ngame,EV\nthai,-0.01",
        "game | EV\n---|---\nyale | 0.0056\nthai | -0.01",
        "```\n$ twoplayer table yale thai\ngame  EV\n----  ------\nyale  0.0056\nthai   -0.01\n```",
        r"\begin{tabularx}{9cm}{lX}game & EV\\\hline yale & 0.0056\\thai & -0.01\end{tabularx}",
        "game;EV\nyale;0.0056;;\nthai;-0.01;\n",
        "<TABLE><TR><TD>game<TD>EV<TR><TD>yale<TD>0.0056<TR><TD>thai<TD>-0.01</TABLE>",
        r"\begin{array}{ll}game & EV\\\hline yale & $0.0056$\\ thai & \(-0.01\)\end{array}",
    ):
        assert [row.cells for row in read_table(text).rows] == rows, text
        for encoded in (text.encode(), codecs.BOM_UTF8 + text.encode(), text.encode("utf-16")):
            assert [row.cells for row in read_table(encoded).rows] == rows


def test_of_several_tables_each_has_what_is_said_of_it():
    page = (
        "Nine tiles:\n\n| EV |\n|---|\n| 1 |\n\nIn every row: a.\n\n"
        "# Ten\n\n| EV |\n|----|\n| 2 |\n| 3 |\n\nIn every row: b.\n"
    )
    one, two = read_tables(page)
    assert (cells(one), one.stated) == ([["1"]], ["Nine tiles:", "In every row: a."])
    assert (cells(two), two.stated) == ([["2"], ["3"]], ["Ten", "In every row: b."])
    assert read_table(page) == two


# What is broken


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "no rows; takes a line of headings and a line for each claim"),
        ("tiles,ev\n", "no rows; takes a line of headings and a line for each claim"),
        ("a,b\n1,2\n3\n4\n5,6\n", "line 3: a row of 1; takes 2, one for each heading; and 1 more"),
        ("a,b\n1,2,3\n", "line 2: a row of 3; takes 2, one for each heading"),
        ("a|b\n-|-\n1|2\n3\n", "line 4: a row of 1; takes 2, one for each heading"),
        ("a,b,a\n1,2,3\n", "a: a heading twice, above different cells"),
        ('[{"a": 1, "a": 2}]', "a: a heading twice, above different cells"),
        ('a,b\n1,"2\n3,4\n', "line 2: not CSV: unexpected end of data"),
        ('{"a": 1,\n "b": }', "line 2: not JSON: Expecting value"),
        ('[{"a": 1},\n 5]', "line 2: got 5; takes an object for each row"),
        ("[" * 100_000, "not a table: lists in lists without end"),
        ("a  b\n-- --\n1  2\nxxxxx\n", "line 4: 'xxxxx' stands between the columns"),
        (b"tiles,ev\n\xff,1\n", "not UTF-8: invalid start byte at byte 9"),
        ("a,b\n1,\0\n", "line 2: a character of no meaning (NUL); takes text"),
        ("sep=\n", "no rows; takes a line of headings and a line for each claim"),
    ],
)
def test_a_fault_names_its_line_and_what_is_taken(content, said):
    [fault] = faults(content)
    assert fault.startswith(f"t: {said}")


def test_two_columns_of_one_heading_are_one_where_they_are_equal():
    table = read_table("a,b,a\n1,2,1\n")
    assert (table.headings, cells(table)) == (["a", "b"], [["1", "2"]])


def test_a_column_without_heading_is_left_out_if_nothing_is_in_it():
    assert read_table("a,,b\n1,,2\n").headings == ["a", "b"]
    assert read_table(",a\n0,1\n").rows[0].cells == {"": "0", "a": "1"}


def test_a_table_of_one_row_too_many_is_refused():
    with narrowed(tables, MOST_ROWS=2):
        assert len(read_table("a,b\n1,2\n3,4\n").rows) == 2
        assert faults("a,b\n1,2\n3,4\n5,6\n") == ["t: more than 2 rows; takes several tables"]


@pytest.mark.dear
def test_a_table_has_its_limits():
    rows = "1,2\n" * MOST_ROWS
    assert len(read_table(f"a,b\n{rows}").rows) == MOST_ROWS
    said = f"t: more than {MOST_ROWS:,} rows; takes several tables"
    assert faults(f"a,b\n{rows}1,2\n") == [said]
    assert faults('{"a": 1}\n' * (MOST_ROWS + 1)) == [said]
    wide = ",".join(f"c{n}" for n in range(MOST_COLUMNS + 1))
    assert faults(f"{wide}\n{wide.replace('c', '')}\n") == [
        f"t: more than {MOST_COLUMNS:,} columns; takes several tables"
    ]
    uneven = json.dumps([{f"c{n % 999}": n} for n in range(MOST_CELLS // 999 + 1)])
    assert faults(uneven) == [f"t: more than {MOST_CELLS:,} cells; takes several tables"]
    spans = f"<table><tr>{'<td colspan=1000>' * 2}</table>"
    assert faults(spans) == [f"t: more than {MOST_COLUMNS:,} columns; takes several tables"]
    assert faults(b" " * (MOST_TABLE + 1)) == [f"t: too large; takes at most {MOST_TABLE:,} bytes"]


def test_what_is_no_table():
    for text in (
        "",
        "-0.4012 %",
        "−0,4012",
        "1 in 14",
        "-668351559599495/166583718925369344\n",
        "[0.40, 0.41]",
        "17",
        '{"format": "twoplayer-certificate-1", "rules": {"tiles": "1-9"}}',
        b"\x1f\x8b\x08\x00\xff",
    ):
        assert not is_table(text), text
    for text in ("tiles,ev", "ev\n1/3", '{"ev": 1}', '[{"ev": 1}', "a,b\n1\n"):
        assert is_table(text), text


@pytest.mark.parametrize("format", FORMATS)
def test_every_format_that_the_program_writes_is_read(format):
    """A new one has to be read as well, by `read_table` of `twoplayer/claims/tables.py`."""
    table = read_table(written("table sixteen --tiles 4 --exact", format))
    evs = {str(each.first_player_ev) for each in solve_all(variants("sixteen", tiles=4))}
    assert evs <= {cell for row in table.rows for cell in row.cells.values()}
