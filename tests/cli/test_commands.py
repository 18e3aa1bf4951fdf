"""The command line: what it prints, how it ends, and what it says of bad input."""

import csv
import importlib.util
import io
import json
import os
import re
import shlex
import subprocess
import sys
from fractions import Fraction
from importlib.util import find_spec

import pytest
from conftest import output, run

from twoplayer import registered, variants
from twoplayer.cli import main
from twoplayer.cli.command import FORMATS
from twoplayer.cli.write import write
from twoplayer.exact import percent_text
from twoplayer.variant.fields import FIELDS

NEEDS_NUMBA = pytest.mark.skipif(find_spec("numba") is None, reason="the extra `large` is missing")
CLASSIC = "-668351559599495/166583718925369344"
ENDS = {"done": 0, "failed": 1, "typed": 2, "file": 3}


SILENT = (
    "from twoplayer.__main__ import main; from twoplayer.cli import duration; "
    "duration.MOST_SECONDS_UNTOLD = 3600; main()"
)
"""A process that announces nothing, however slow the machine is."""


def process(line, **options):
    command = [sys.executable, "-c", SILENT, *shlex.split(line)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)


def test_the_commands_stand_in_groups_the_first_question_first():
    groups = {group: [each.name for each in some] for group, some in main.groups.items()}
    listed = output("--help").partition("Show this message and exit.\n")[2]
    assert re.findall(r"^\S.*$|(?<=^  )[a-z]+", listed, re.MULTILINE) == [
        line for group, names in groups.items() for line in [group, *names]
    ]
    assert [*main.commands] == [name for names in groups.values() for name in names]
    assert next(iter(groups)) == "Is it fair?"
    assert next(iter(main.commands)) == "fair"
    kinds = output("write --help").partition("Kinds:\n")[2]
    assert re.findall(r"(?<=^  )[a-z]+", kinds, re.MULTILINE) == [*write.commands]


def test_a_first_word_that_is_nothing_is_an_error():
    takes = f"takes {' | '.join(main.commands)}"
    near = {"Classic": "classic", "wirte": "write", "sixten": "sixteen"}
    for word in ("nonsense", *near):
        result = run(f"{word} --tiles 4")
        said = f"did you mean {near[word]}?" if word in near else takes
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr == f"Error: COMMAND: got '{word}'; {said}\n"


@pytest.mark.parametrize("line", ["cite", "clack", "fair --head-start 7", "evening --handicap"])
def test_what_is_no_command_or_option_but_explained_says_where(line):
    result = run(line)
    word = line.split()[:2][-1].removeprefix("--")
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"`twoplayer help {word}` explains it" in result.stderr
    assert run(f"help {word}").exit_code == 0


def test_a_process_that_ends_looks_through_nothing_for_garbage():
    """Python itself does at its end, which is a sixth of a short command."""
    code = (
        "import atexit, gc, sys; from twoplayer.__main__ import main; sys.argv[1:] = ['--help']\n"
        "atexit.register(lambda: print(len(gc.get_objects()) < 1000 < gc.get_freeze_count()))\n"
        "main()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "True"


def test_help_version_completion_and_a_link_import_nothing_heavy_and_nothing_that_solves():
    code = (
        "import sys\nfrom twoplayer.cli import main\n"
        "try: main(sys.argv[1:], prog_name='twoplayer')\n"
        "except SystemExit: pass\n"
        "heavy = {'numpy', 'networkx', 'sympy', 'tabulate'}\n"
        "heavy |= {f'twoplayer.{name}' for name in ('turn', 'game', 'evening', 'many')}\n"
        "if sys.argv[1:] == ['--help']: heavy |= {'csv', 'fractions', 'json'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    for arguments, environment in [
        (["--help"], {}),
        (["--version"], {}),
        (["fair", "--help"], {}),
        (["help", "one-die"], {}),
        (["help", "files"], {}),
        (["write", "page", "--link"], {}),
        (
            [],
            {
                "_TWOPLAYER_COMPLETE": "bash_complete",
                "COMP_WORDS": "twoplayer fair ",
                "COMP_CWORD": "2",
            },
        ),
    ]:
        done = subprocess.run(
            [sys.executable, "-c", code, *arguments],
            env={**os.environ, **environment},
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout.splitlines()[-1] == "[]"
        if environment:
            assert "sixteen" in done.stdout


@pytest.mark.few(9)
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.dear] * (name in ("2012", "full-house")))
        for name in (*registered(), None)
    ],
)
def test_words_and_one_variants_results_fit_a_terminal(name):
    lines = output(f"rules {name or '--one-die always'}").splitlines()
    if name is None or len(variants(name)) == 1:
        command = "fair --bounds --tiles 12" if name in ("the-300", "shut-the-20") else "fair"
        lines += output(f"{command} {name or ''}").splitlines()
    assert max(map(len, lines)) <= 80


@pytest.mark.few(2)
@pytest.mark.parametrize(
    "command",
    [
        "play --open 1,2,3 --roll 3",
        "play --all",
        "strategies",
        "evening --players 3",
        "evening --orders",
        "evening",
        "simulate --games 100",
        "table --effects --ties first --ties push",
    ],
)
def test_exact_numbers_stand_in_columns_of_their_own_for_whoever_asks(command):
    plain, exact = (output(f"{command} --tiles 4{more}") for more in ("", " --exact"))
    assert not re.search(r"\d/\d", plain)
    [row, *_] = csv.DictReader(io.StringIO(output(f"{command} --tiles 4 --format csv")))
    numbers = [row[n] for n in row if row.keys() & {f"{n}_percent", f"{n}_approx"}]
    assert {n for n in numbers if "/" in n} & {*exact.split()}


@pytest.mark.few(24)
@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize(
    "command",
    [
        *(
            "rules",
            "play --all --tiles 2",
            "check -",
            "play --for score --tiles 3",
            "play --for score --worst 3",
        ),
        *(
            "rules sixteen",
            "rules house --tiles 4",
            "play --for score --roll 7",
            "play --all --open 1,2 --exact",
        ),
        *(
            "play --for score --tiles 4 --all",
            "play --for score --tiles 5 --exceptions",
            "play --for score --tiles 3 --chances",
        ),
        *(
            "play --for score --open 1,4,5,8 --roll 9",
            "strategies --tiles 3",
            "strategies --tiles 3 --matchups",
        ),
        *("simulate --tiles 3 --games 100", "simulate --tiles 3 --transcript"),
        *(
            "evening --orders --tiles 3",
            "play --tiles 3 --order box",
            "play --tiles 3 --order rolls",
        ),
    ],
)
def test_every_command_of_rows_has_every_format(command, format):
    text = output(f"{command} --format {format}", input=f"tiles,first_player_ev\n,{CLASSIC}\n")
    if format == "json":
        assert json.loads(text)
    if format == "csv":
        assert len({len(row) for row in csv.reader(io.StringIO(text))}) == 1
    if format == "html":
        assert re.match(
            "(<p>(rules|first plays|second plays|second's rules): .*</p>\n+)*<table>", text
        )
    if format == "latex":
        assert re.match(
            r"(\\par\\noindent (rules|first plays|second plays).*\n+)*(% .*\n)*"
            r"(\\noindent\\resizebox.*\n)?(\\begingroup.*\n)?\\begin{tabular}",
            text,
        )


@pytest.mark.few(5)
@pytest.mark.parametrize(
    "command",
    [
        *("table --chances", "table --effects", "table --first random", "mend", "strategies"),
        *("evening", "evening --players 3", "evening --orders", "evening --rounds 2"),
        *("strategies --matchups", "play --roll 4", "play --for clack --chances"),
        pytest.param("fair --bounds", marks=NEEDS_NUMBA),
    ],
)
def test_percentages_in_csv_are_alike_rounded_and_right_to_their_last_digit(command):
    rows = list(csv.DictReader(io.StringIO(output(f"{command} --tiles 4 --format csv"))))
    percentages = {
        (row[name.removesuffix("_percent")], row[name])
        for row in rows
        for name in row
        if name.endswith("_percent")
    }
    assert len(percentages) > 1
    for exact, percentage in percentages - {("", "")}:
        assert percentage == percent_text(Fraction(exact))
        assert "." in percentage


def test_rules_lists_what_is_registered():
    rows = list(csv.DictReader(io.StringIO(output("rules --format csv"))))
    assert tuple(row["name"] for row in rows) == registered()
    assert max(map(len, output("rules").splitlines())) <= 80


def test_rules_says_every_rule_and_the_source():
    text = output("rules sixteen --ties second")
    for field in FIELDS:
        assert f"\n{field} " in text
    assert "possiblywrong" in text
    assert "16 members" in text
    assert "the second player wins equal scores" in text


def test_without_a_name_the_rules_that_are_typed_are_told():
    assert output("rules classic").startswith("classic: ")
    assert output("rules --ties first").startswith("ties ")


@pytest.mark.parametrize(
    ("line", "end", "said"),
    [
        ("fair sixten", "typed", "sixten"),
        ("fair sixteen", "typed", "one_die"),
        ("fair ''", "typed", "an empty name"),
        (f"fair {'a' * 300}", "typed", "neither a registered name"),
        ("check 0 --stop-total x", "typed", "--stop-total: got 'x'"),
        ("play --for win", "typed", "--for: got 'win'"),
        ("play --for score --open 1,x", "typed", "--open"),
        ("play --for score --open 1,12", "typed", "--open: got 1,12; takes tiles of the game, 1-9"),
        ("play --for score --open 1-2 --roll 13", "typed", "--roll: got 13"),
        ("simulate --first clever", "typed", "--first: got 'clever'"),
        ("simulate --games 0", "typed", "--games: got 0"),
        ("play --all tiles", "typed", "tiles"),
        ("check 1/3 sixteen", "typed", "sixteen"),
        ("fair --one-die 'sum < 6'", "typed", "--one-die: got"),
        ("fair --one-die 'summ <= 6'", "typed", "--one-die: got"),
        ("fair --tiles ''", "typed", "tiles"),
        ("fair --tiles 1,1", "typed", "tiles"),
        ("fair --tiles=-1", "typed", "tiles"),
        ("fair --tiles 0-3", "typed", "tiles"),
        ("fair --tiles 25", "typed", "tiles"),
        ("play --tiles 16 --dice 6d100", "typed", "tiles"),
        ("table --clack-payout=-1", "typed", "--clack-payout: got"),
        ("table --clack-payout 1/0", "typed", "--clack-payout: got"),
        ("check nonsense", "typed", "CLAIM"),
        ("check 1/0", "typed", "CLAIM"),
        ("play --all --to-beat 99", "typed", "--to-beat: got 99; takes a score of the game, 0-45"),
        ("play --roll x", "typed", "--roll: got 'x'; takes dice"),
        ("play --open 3-1", "typed", "--open: got '3-1'"),
        ("play --open '' --roll 7", "typed", "every tile is covered; takes no roll then"),
        ("play --immediate-clack --to-beat 0", "typed", "has won at once"),
        ("fair sixteen --payouts 0:4", "typed", "got 8 games, of sixteen"),
        ("write graph -o x.svg", "typed", "takes a name that ends in .graphml, .gexf, "),
        ("write graph --values --to-beat 3 -o x.dot", "typed", "--values and --to-beat exclude"),
        ("write model -o x", "typed", "takes a name that ends in .prism"),
        ("write model sixteen -o x.prism", "typed", "got 16 games, of sixteen; takes one: settle"),
        ("write model --to-beat 99 -o x.prism", "typed", "--to-beat: got 99; takes a score"),
        ("write graph --tiles 99999999999 -o x.dot", "typed", "more than"),
        ("write plot heat-map classic ten yale -o x.svg", "typed", "takes a family"),
        (
            "write plot payout tiles -o x.svg",
            "typed",
            "got 24 games; takes at most 12, a curve for each",
        ),
        (
            "write plot second-player --clack-payout 9999999999999 -o x.svg",
            "typed",
            "value of 13 digits",
        ),
        ("strategies search", "typed", "Error: search: neither"),
        ("fair --ties split", "typed", "takes push (nobody wins) | first | second"),
        ("fair --immediate-clack true", "typed", "its opposite is --no-immediate-clack"),
        ("play --open 1 2", "typed", "several tiles, or dice, are one word, such as 1,2,5,8"),
        ("solve SIXTEEN", "typed", "did you mean sixteen?"),
        ("check -1/3%", "typed", "not a decimal"),
        ("simulate --games 1e", "typed", "--games: got '1e'; takes a whole number"),
        ("simulate --games 1e-3", "typed", "--games: got '1e-3'; takes a whole number"),
        ("help tis", "typed", "did you mean ties?"),
        ("help xyzzy", "typed", "takes a command, a rule, or a word of the trade"),
        ("play --all --open 1,12", "typed", "--open: got 1,12; takes tiles of the game, 1-9"),
        ("fair no-such.toml", "file", "no-such.toml"),
        ("table --results ''", "file", "--results: an empty name"),
        ("solve ./no-such", "file", "no-such"),
        ("solve .", "file", "folder"),
        ("table classic no-such.toml", "file", "no-such.toml"),
        ("check no-such.csv", "file", "no-such.csv"),
        ("check .", "file", "folder"),
    ],
)
def test_bad_input_gets_one_line_and_the_right_exit_code(line, end, said):
    result = run(line)
    assert result.exit_code == ENDS[end]
    assert result.stdout == ""
    [reason] = result.stderr.splitlines()
    assert reason.startswith("Error: ")
    assert said in reason


@pytest.mark.parametrize(
    "line", ["fair {}.toml", "fair --first {}.py:s", "check {}.csv", "play --review {}.txt"]
)
def test_a_name_with_a_new_line_in_it_stays_in_one(line):
    result = run(line.format("'a\nb'"))
    assert result.exit_code == 3
    assert re.fullmatch(r"Error: a\\nb\.\w+: no such file\n", result.stderr)


def test_every_fault_of_the_second_rules_has_a_line(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text("tiles = 0\ndice = 0\n")
    result = run(f"fair --second-rules {path}")
    tiles, dice = result.stderr.splitlines()
    assert result.exit_code == 3
    assert tiles.startswith(f"Error: --second-rules: {path}: tiles: got 0")
    assert dice.startswith(f"Error: --second-rules: {path}: dice: got 0")


@pytest.mark.parametrize(
    "line",
    [
        *("fair --no-such", "nonsense", "check", "check 1/3 --table -", "fair --format xml"),
        *("check --no-such", "play --for score --all --chances"),
        *("strategies --search --matchups", "fair --payouts 0:4 --clack-payout 2"),
        *(
            "write plot payout -o x.svg --results r.db",
            "write plot payout -o x.svg --clack-payout 2",
        ),
    ],
)
def test_bad_usage_ends_with_2(line):
    result = run(line)
    assert result.exit_code == 2
    assert "Error: " in result.stderr


def test_without_a_command_there_is_help():
    result = run("")
    assert result.exit_code == 2
    assert result.stderr.startswith("Usage: ")


def test_a_rule_file_with_several_faults_names_them_all(tmp_path):
    path = tmp_path / "pub.toml"
    path.write_text("summary = 1\ntiles = 9.0\nclack_payout = 1.5\ncolour = 1\n")
    result = run(f"fair {path}")
    assert result.exit_code == 3
    lines = result.stderr.splitlines()
    assert len(lines) == 4
    assert all(line.startswith(f"Error: {path}: ") for line in lines)
    for field in ("summary", "tiles", "clack_payout", "colour"):
        assert f": {field}: " in result.stderr


@pytest.mark.parametrize(
    "line",
    [
        *("play --all --tiles 6", "--help"),
        *(pytest.param(line, marks=pytest.mark.dear) for line in ("table", "--version")),
    ],
)
def test_a_closed_pipe_ends_silently(line):
    running = process(line)
    running.stdout.close()  # long before there is anything to print
    errors = running.stderr.read()
    running.stderr.close()
    assert running.wait() == 141
    assert errors == b""


@pytest.mark.parametrize(
    ("line", "library", "extra"),
    [
        ("write plot ranking sixteen -o x.svg", "matplotlib", "plot"),
        ("write page sixteen -o x.html", "jinja2", "page"),
        ("write explorer -o x.html", "jinja2", "page"),
        ("write card -o x.html", "jinja2", "page"),
        ("write report -o x.html", "jinja2", "page"),
        ("write report -o x.md", "matplotlib", "plot"),
        ("table --scheduler 127.0.0.1:1", "distributed", "dask"),
    ],
)
def test_a_missing_extra_is_named(line, library, extra, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    there = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name: None if name == library else there(name)
    )
    result = run(line)
    assert result.exit_code == 2
    said = f"Error: this needs {library}: pip install '.[{extra}]' in a clone\n"
    assert result.stderr.endswith(said)
    assert not list(tmp_path.iterdir())


def test_drawing_is_imported_only_where_it_is_used():
    check = (
        "import atexit, sys; atexit.register(lambda: print(*sorted({'matplotlib', 'jinja2', "
        "'distributed'} & set(sys.modules)), 'drawn', file=sys.stderr)); " + SILENT
    )
    line = [sys.executable, "-c", check, "table", "sixteen", "--tiles", "3"]
    done = subprocess.run(line, capture_output=True, text=True, check=True)
    assert done.stderr.strip() == "drawn"
