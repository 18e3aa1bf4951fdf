"""Every table that the program writes, and that has a quantity to check, passes `check -`.

The lines go through all commands that write such tables, with second rules, chances, strategies,
families, links and files; each in every format. The list of commands is taken from the program: a
new one needs a line here, or a word why it has none.
"""

import csv

import pytest
from conftest import output, run
from lacking import lacking

from twoplayer.cli import main
from twoplayer.cli.command import FORMATS

CHILD = 'tiles = "2-3"\n'
PUB = "tiles = 3\nclack_payout = [1, 2]\n"
MINE = """
from itertools import combinations


def few(open_tiles, roll):
    sets = [each for n in (1, 2, 3) for each in combinations(open_tiles, n)]
    return [each for each in sets if sum(each) == sum(roll)][:1]
"""

LINES = [
    "fair --tiles 3",
    "fair --tiles 3 --exact",
    "fair --tiles 3 --values",
    "fair --tiles 3 --luck",
    "fair --tiles 3 --bounds",
    "fair --tiles 3 --first largest-first --second random",
    "fair --tiles 3 --second-rules child.toml",
    "fair --tiles 3 --second-rules child.toml --values",
    "fair 'https://example.org/box#tiles=1-3&ties=first'",
    "fair 'tiles=1-3&second=tiles%3D2-3'",
    "fair pub.toml --clack-payout 3/2",
    "table tiles --tiles 3",
    "table pub.toml",
    "table sixteen --tiles 3 --chances --top 3",
    "table pub.toml --exact --second-rules child.toml",
    "table yale thai pub.toml --tiles 3",
    "table pub.toml --first largest-first",
    "mend --tiles 3 --top 9",
    "strategies --tiles 3",
    "strategies --tiles 3 --second-rules child.toml",
    "strategies --tiles 3 --matchups",
    "simulate --tiles 3 --games 100",
    "simulate --tiles 3 --games 100 --first random --second-rules child.toml",
    "evening --tiles 3 --players 2",
    "evening pub.toml --clack-payout 1 --orders",
]
SENTENCES = {"fair --tiles 5 --payouts 0:50", "check 1/3 --tiles 3"}
"""These are sentences in text, and tables in every other format."""
DEAR = "--matchups", "--payouts", "sixteen", "strategies --tiles 3 --second"
"""What takes longest; of each command there is another line."""
RIGHT_OR_WRONG = {"check 1/3 --tiles 3"}  # what is judged is what it says is exact

NOTHING_TO_CHECK = {
    "play": "what a state is worth, and a move",
    "rules": "rules",
    "write": "files",
    "help": "words",
}


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, text in {"child.toml": CHILD, "pub.toml": PUB, "mine.py": MINE}.items():
        (tmp_path / name).write_text(text, "utf-8")


def verdicts(table, *options):
    result = run(" ".join(["check -", *options, "--format csv"]), input=table)
    assert result.exit_code == 0, result.stderr + result.stdout
    return [*csv.DictReader(result.stdout.splitlines())]


def test_every_command_writes_what_passes_or_has_nothing_to_check():
    tried = {line.split()[0] for line in [*LINES, *SENTENCES]}
    new = (
        "test_pipes: no line of `twoplayer {}`, whose rows `check` judges: add one to LINES in "
        "tests/claims/test_pipes.py, or its name to NOTHING_TO_CHECK, with what its rows say"
    )
    assert lacking(main.commands, tried | {*NOTHING_TO_CHECK}, new) == ""


@pytest.mark.few(5)
@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    "line",
    [
        pytest.param(line, marks=[pytest.mark.dear] * any(each in line for each in DEAR))
        for line in [*LINES, *sorted(SENTENCES)]
    ],
)
def test_what_a_command_writes_passes_in_every_format(line):
    found = {}
    for format in FORMATS:
        if line in SENTENCES and format == "text":
            continue
        made = run(f"{line} --format {format}")
        assert made.exit_code == (1 if line in RIGHT_OR_WRONG else 0)
        found[format] = verdicts(made.stdout)
        assert {row["right"] for row in found[format]} == {"true"}
    # What is claimed of which games is the same, whoever reads it.
    games = [
        {(r["tiles"], r["ties"], r["clack_payout"]) for r in found[f]} for f in ("csv", "html")
    ]
    assert games[0] == games[1] or "--top" in line or line.startswith("mend")


@pytest.mark.parametrize("exact", ["", "--exact"])
@pytest.mark.parametrize("format", FORMATS)
def test_rounds_until_a_total_are_neither_right_nor_wrong(format, exact):
    """A table of figures of another kind is refused: none of them is taken for an EV."""
    made = output(f"strategies --tiles 3 --until 10 {exact} --format {format}")
    result = run("check -", input=made)
    assert result.exit_code == 3
    known = "unknown headings" if "json" in format else "no column claims anything"
    assert known in result.stderr
    assert result.stdout == ""


@pytest.mark.usefixtures("here")
def test_what_is_said_of_code_is_checked_where_the_code_is_given_as_well():
    made = output("fair --tiles 3 --first mine.py:few --format csv")
    result = run("check -", input=made)
    assert result.exit_code == 3
    assert "as 'mine.py:few' is code, which no table may run" in result.stderr
    assert len(verdicts(made, "--first mine.py:few")) >= 6


@pytest.mark.dear
@pytest.mark.parametrize("format", FORMATS)
def test_one_wrong_figure_is_found_in_any_format(format):
    made = output(f"table classic --tiles 5 --format {format}")
    assert "-0.3680" in made
    assert run("check -", input=made).exit_code == 0
    assert run("check -", input=made.replace("-0.3680", "-0.3681")).exit_code == 1
