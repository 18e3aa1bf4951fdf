"""What rows look like beyond their format: their columns and digits, a caption, their source."""

import csv
import io
import json
import os
import re
import shutil
import subprocess
from fractions import Fraction

import pytest
from conftest import output, run

import twoplayer
from twoplayer.claims.tables import read_table
from twoplayer.cli.command import FORMATS

PEOPLE = "text", "markdown", "latex", "html"
TWO = "table --tiles 4 --tiles 5"


def flat(line):
    return list(csv.DictReader(io.StringIO(output(f"{line} --format csv"))))


# Columns


@pytest.mark.parametrize("format", FORMATS)
def test_every_format_has_the_wanted_columns_in_their_order(format):
    table = read_table(output(f"{TWO} --columns favoured,tiles,ev --format {format}"))
    if format in PEOPLE:
        assert table.headings == ["favoured", "tiles", "player 1 EV (%)"]
    else:
        names = ["favoured", "tiles", "first_player_ev"]
        assert [name for name in table.headings if name in names] == names
        assert {*table.headings} - {*names} == {"first_player_ev_percent"}
    assert [row.cells["tiles"] for row in table.rows] == ["1-4", "1-5"]


def test_a_name_is_of_all_that_a_number_has_and_its_decimal_is_alone():
    exact = {"exact": "-6863/136048896", "approx": -6863 / 136048896}
    percent = float(Fraction(-686300, 136048896))
    for columns, row in {
        "first_player_ev": {"first_player_ev": exact, "first_player_ev_percent": percent},
        "first_player_ev_percent": {"first_player_ev_percent": percent},
        "EV (%)": {"first_player_ev_percent": percent},
        "clack_payout_approx": {"clack_payout_approx": 1.0},
    }.items():
        line = f"fair --tiles 4 --columns '{columns}'"
        assert json.loads(output(f"{line} --format json")) == [row]
        assert json.loads(output(f"{line} --format jsonl")) == row
        assert [*flat(line)[0]] == [*row]


def test_of_bounds_either_end_can_be_wanted():
    pytest.importorskip("numba")
    line = "fair --tiles 4 --bounds --columns"
    assert [*flat(f"{line} first_player_ev_low")[0]] == ["first_player_ev_low"]
    assert len(flat(f"{line} first_player_ev")[0]) == 4


def test_rules_that_people_read_above_a_table_can_be_columns_of_it():
    assert "1-4" in output("play --tiles 4 --open 1,2,4 --roll 5 --columns tiles,cover")
    assert "1-3" in output(f"{TWO} --second-rules tiles=1-3 --columns second_tiles,ev")


def test_dice_that_are_rolled_are_meant_and_not_that_rule():
    for name in ("dice", "dice_rolled"):
        rows = flat(f"play --tiles 4 --open 1,2,4 --columns {name},cover")
        assert [*rows[0]] == ["dice_rolled", "cover"]
        assert {row["dice_rolled"] for row in rows} == {"2"}


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("name,pub", "got 'pub', an unknown column; takes name, tiles, dice, "),
        ("favored", "got 'favored', an unknown column; did you mean favoured?"),
        ("games", "got 'games', which needs --chances; takes name, tiles"),
        ("name,,ev", "got 'name,,ev', a name that is empty; takes names or headings of columns"),
        ("ev,EV", "got 'ev,EV', 'ev' twice; takes names or headings of columns"),
        ("ev,first_player_ev", "got 'first_player_ev', which is named before; takes each column"),
    ],
)
def test_columns_that_cannot_be_shown_are_refused(typed, said):
    result = run(f"table sixteen --tiles 4 --columns {typed}")
    assert result.exit_code == 2
    assert result.stderr.startswith(f"Error: --columns: {said}")


# Digits


def test_digits_are_those_of_what_people_read_and_of_decimals_in_csv():
    [row] = flat("fair --tiles 4 --luck --digits 3")
    assert row["first_player_ev"] == "-6863/136048896"
    assert (row["first_player_ev_percent"], row["first_wins_percent"]) == ("-0.005", "43.549")
    assert (row["standard_deviation"], row["mean_rolls_approx"]) == ("0.933", "3.824")
    for format in PEOPLE:
        shown = output(f"fair --tiles 4 --digits 7 --format {format}")
        assert "-0.0050445" in shown
        assert "43.5486678" in shown


@pytest.mark.parametrize("format", ["json", "jsonl"])
def test_in_json_decimals_have_all_their_digits(format):
    line = f"table --tiles 4 --format {format}"
    assert output(f"{line} --digits 2") == output(line)


@pytest.mark.parametrize(
    ("line", "usual", "shown"),
    [
        ("table --tiles 3 --effects --ties first --ties push", "-38.4541", "-38.5"),
        ("play --tiles 4 --for score --exceptions", "4.1111; 4.2145", "4.1; 4.2"),
        (
            "fair --tiles 4 --immediate-clack --payouts 0:",
            "0.0029 (137952/47238721)",
            "0.003 (137952/47238721)",
        ),
    ],
)
def test_numbers_beside_words_have_so_many_digits_as_well(line, usual, shown):
    assert usual in output(line)
    assert shown in re.split(" {2,}|\n", output(f"{line} --digits 1"))


def test_digits_are_a_whole_number():
    assert "takes a whole number, 0 to 100" in run("fair --digits -1").stderr


# A caption and a label


@pytest.mark.parametrize(
    ("format", "begins"),
    [
        ("text", "EV & more\n\n"),
        ("markdown", "EV & more\n\n|"),
        ("html", "<table>\n<caption>EV &amp; more</caption>\n<thead>"),
    ],
)
def test_a_caption_stands_above(format, begins):
    assert output(f"{TWO} --caption 'EV & more' --format {format}").startswith(begins)


def test_a_caption_or_a_label_makes_a_float_of_latex():
    line = "play --tiles 4 --open 1,2,4 --roll 5 --format latex"
    text = output(f"{line} --caption 'EV & more' --label tab:a")
    needs, command, *lines = text.splitlines()
    assert needs == r"% needs \usepackage{booktabs}"
    assert command == f"% twoplayer {line} --caption 'EV & more' --label tab:a"
    assert lines[:4] == [
        *(r"\begin{table}", r"\centering", r"\caption{EV \& more}", r"\label{tab:a}")
    ]
    assert lines[-2:] == [
        r"\par\smallskip\footnotesize rules: your rules (tiles 1-4)",
        r"\end{table}",
    ]
    assert r"\begin{table}" in output(f"{line} --label tab:a")
    assert r"\begin{table}" not in output(line)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("--label tab:a", "--label: got 'tab:a', for text; takes --format latex"),
        ("--format latex --label 'a}'", "--label: got 'a}'; takes letters, digits and :.-_/+"),
        ("--format csv --caption A", "--caption: got 'A', for csv; takes a format for people"),
    ],
)
def test_what_a_format_has_no_place_for_is_refused(options, said):
    result = run(f"table --tiles 3 {options}")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"Error: {said}")


# LaTeX

TABLES = [
    "table sixteen --tiles 4 --caption 'First player: −0.4 % of ½ stake, \"50_%\" & {x}^2'",
    "table sixteen --tiles 4 --exact --columns one_die,ev --label tab:exact",
    "fair --tiles 4 --ties first --with-source",
    "strategies --tiles 3 --columns strategy,expected_score --caption Strategies --digits 2",
    "play --tiles 3 --open 1,2 --roll 3",
    "play --tiles 3 --for score --worst 3",
    "rules",
    "rules sixteen --caption 'café — “naïve” ≤ ∞'",
    "evening --tiles 3 --rounds 2",
    "table --tiles 3 --clack-payout 3/2 --clack-payout 2 --caption Payouts",
    "check 1/3 --tiles 3",
    "table sixteen --tiles 4 --exact --chances",
    "table sixteen --tiles 4 --exact --chances --caption Wide --label tab:wide",
]


@pytest.mark.dear
def test_latex_compiles(tmp_path):
    if shutil.which("pdflatex") is None and not os.environ.get("LATEX_REQUIRED"):
        pytest.skip("there is no pdflatex to compile with")
    written = [run(f"{line} --format latex").stdout for line in TABLES]
    assert all(r"\begin{tabular}" in each for each in written)
    packages = r"\usepackage{booktabs}\usepackage[T1]{fontenc}\usepackage{graphicx}"
    parts = [rf"\documentclass{{article}}{packages}\begin{{document}}", *written]
    paper = "\n\n".join([*parts, r"Table~\ref{tab:exact}.\end{document}"])
    (tmp_path / "paper.tex").write_text(paper, "utf-8")
    for _ in range(2):  # the second time references are known
        made = subprocess.run(
            ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "paper.tex"],
            cwd=tmp_path,
            check=False,
            capture_output=True,
            text=True,
            errors="replace",
        )
        assert made.returncode == 0, made.stdout[-2000:]
    assert "undefined" not in made.stdout
    assert "Overfull \\hbox" not in made.stdout
    assert (tmp_path / "paper.pdf").stat().st_size > 0


WIDE = "table sixteen --tiles 4 --exact"


def test_a_table_that_is_wider_than_the_text_is_set_as_wide_as_that():
    shrunk = r"\noindent\resizebox{\ifdim\width>\linewidth\linewidth\else\width\fi}{!}{%"
    needs, _, times, begin, *lines = output(f"{WIDE} --chances --format latex").splitlines()
    assert needs == r"% needs \usepackage{booktabs} \usepackage{graphicx}"
    assert re.match(r"% about [1-9]\.\d times as wide as the text of an article: ", times)
    assert begin == shrunk
    assert lines.count("}") == 1
    narrow = output(f"{WIDE} --columns one_die,ev --format latex")
    assert r"\resizebox" not in narrow
    assert "graphicx" not in narrow


def test_the_lines_of_a_heading_stand_above_each_other_in_latex():
    text = output("table sixteen --tiles 4 --columns one_die,ev --format latex")
    assert r" roll 1 die   &   \shortstack[r]{player 1\\EV (\%)} \\" in text


def test_the_first_comment_says_what_letters_need():
    def needs(caption):
        line = "play --tiles 3 --open 1,2 --roll 3 --format latex"
        return output(f"{line} --caption '{caption}'").partition("\n")[0]

    assert needs("plain") == r"% needs \usepackage{booktabs}"
    assert needs("café") == r"% needs \usepackage{booktabs} \usepackage[T1]{fontenc}"
    assert needs("日本").endswith("and LuaLaTeX or XeLaTeX, with a font that has 日")


# Where rows are from


def test_a_source_is_a_version_a_command_and_rules():
    line = "fair --tiles 4 --with-source"
    version, rules = f"twoplayer {twoplayer.__version__}", "your rules (tiles 1-4)"
    assert output(line).endswith(
        f"\n\nversion: {version}\ncommand: twoplayer {line}\nrules: {rules}\n"
    )
    said = f"version: {version}\ncommand: twoplayer {line} --format {{}}\nrules: {rules}\n"
    for format in ("markdown", "html"):
        text = output(f"{line} --format {format}")
        assert text.endswith(f"\n\n<!--\n{said.format(format)}-->\n")
    commented = "".join(f"% {each}\n" for each in said.format("latex").splitlines())
    assert commented in output(f"{line} --format latex")
    for format in ("csv", "json", "jsonl"):
        text = output(f"{line} --format {format}")
        [row] = flat(line) if format == "csv" else [json.loads(text)]
        assert (row["source_version"], row["source_rules"]) == (version, rules)
        assert row["source_command"] == f"twoplayer {line} --format {format}"


def test_each_row_has_the_rules_that_it_is_of():
    rows = flat(f"{TWO} --columns ev --with-source")
    assert [row["source_rules"] for row in rows] == [
        "your rules (tiles 1-4)",
        "your rules (tiles 1-5)",
    ]
    assert "rule sets: your rules (tiles 1-4); your rules (tiles 1-5)" in output(
        f"{TWO} --with-source"
    )


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("line", ["fair --tiles 4", "table sixteen --tiles 4", TWO])
def test_rows_with_a_source_are_checked_as_they_are_without(line, format):
    made = output(f"{line} --with-source --format {format}")
    assert run("check -", input=made).exit_code == 0


def test_a_command_cannot_end_a_comment():
    line = "table --tiles 3 --with-source --where 'name!=-->'"
    for format in ("markdown", "html"):
        text = output(f"{line} --format {format}")
        assert text.count("-->") == 1
        assert text.endswith("\n-->\n")
    lines = output("table --tiles 3 --where 'name!=a\nb' --format latex").splitlines()
    assert lines[1].startswith("% twoplayer table")
    assert lines[2].startswith(r"\begin{tabular}")


# For other programs

READ = [
    "fair --tiles 4",
    "table --tiles 3 --clack-payout 1 --clack-payout 3/2",
    "table sixteen --tiles 4 --chances",
    "mend --tiles 3",
    "play --tiles 3 --open 1,2",
    "play --tiles 3 --for score --all",
    "strategies --tiles 3",
    "simulate --tiles 3 --games 10",
    "evening --tiles 3 --players 3",
]


@pytest.mark.parametrize("line", READ)
def test_pandas_reads_rows_at_the_first_try(line):
    pandas = pytest.importorskip("pandas")
    rows = pandas.read_csv(io.StringIO(output(f"{line} --format csv")))
    for name in rows:
        if name.endswith(("_percent", "_approx")):
            assert rows[name].dtype.kind in "fi", name
    lines = output(f"{line} --format jsonl")
    assert len(pandas.read_json(io.StringIO(lines), lines=True)) == len(rows)
    assert len(lines.splitlines()) == len(rows)


@pytest.mark.parametrize("line", READ)
def test_in_json_lines_a_name_has_one_type(line):
    rows = [json.loads(each) for each in output(f"{line} --format jsonl").splitlines()]
    for name in rows[0]:
        kinds = {type(row[name]) for row in rows if row[name] is not None}
        assert len(kinds) <= 1, name
