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
from contextlib import nullcontext
from fractions import Fraction

import pytest
from conftest import TESTS, Here, output, run

from twoplayer import Variant, registered, variants
from twoplayer.cli import main
from twoplayer.variant.fields import FIELDS

CLASSIC = "-668351559599495/166583718925369344"


COMMANDS = sorted(main.commands)


ENDS = {"done": 0, "failed": 1, "typed": 2, "file": 3}


def process(line, **options):
    command = [sys.executable, "-m", "twoplayer", *shlex.split(line)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)


def test_the_commands_are_those_that_are_documented():
    assert [
        *("advise", "bounds", "card", "certify", "check", "effects", "export", "fair", "help"),
        *("match", "mend"),
        *("orders", "page", "plot", "policy", "report", "rules", "seats", "show"),
        *("simulate", "solo", "solve", "strategies", "table"),
    ] == COMMANDS


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_examples(command):
    text = output(f"{command} --help")
    assert "Examples:" in text
    assert max(map(len, text.splitlines())) <= 80


@pytest.mark.dear
@pytest.mark.parametrize("command", ["", *COMMANDS])
@pytest.mark.usefixtures("quick_reports", "one_process", "few_are_played")
def test_every_example_in_help_runs_without_sympy(command, tmp_path, monkeypatch):
    lines = output(f"{command} --help").splitlines()
    examples = [line.strip() for line in lines if line.startswith("    twoplayer ")]
    assert examples
    monkeypatch.setitem(sys.modules, "sympy", None)  # so that importing it fails
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my-pub.toml").write_text('summary = "Ours"\nsource = "Us"\ntiles = 6\n')
    (tmp_path / "published.csv").write_bytes((TESTS / "published_sixteen.csv").read_bytes())
    for example in examples:
        if "--check" in example:
            run("report")
        stdin = None
        for part in example.replace("/tmp/", "").split("|"):
            result = run(part.strip().removeprefix("twoplayer"), input=stdin)
            stdin = result.stdout
        expected = 1 if example.startswith("twoplayer check 1/1000") else 0
        assert (example, result.exit_code) == (example, expected), result.stderr


@pytest.mark.parametrize("command", ["solve", "policy", "table", "check", "show"])
def test_every_field_is_an_option(command):
    text = output(f"{command} --help")
    for field in FIELDS:
        assert f"--{field.replace('_', '-')}" in text


def test_help_version_and_completion_import_no_heavy_library():
    code = (
        "import sys\nfrom twoplayer.cli import main\n"
        "try: main(sys.argv[1:], prog_name='twoplayer')\n"
        "except SystemExit: pass\n"
        "heavy = {'numpy', 'networkx', 'sympy', 'tabulate'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    for arguments, environment in [
        (["--help"], {}),
        (["--version"], {}),
        (["solve", "--help"], {}),
        (["help", "one-die"], {}),
        (["help", "files"], {}),
        (
            [],
            {
                "_TWOPLAYER_COMPLETE": "bash_complete",
                "COMP_WORDS": "twoplayer solve ",
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


def test_solve_says_who_gains_what_in_plain_words():
    text = output("solve")
    assert CLASSIC in text
    assert "-0.4012 %" in text
    assert text.endswith("the second player gains 40.12 cents in 100 games of 1 dollar.\n")


TOO_LARGE = ("the-300", "shut-the-20")


@pytest.mark.parametrize("name", TOO_LARGE)
def test_what_no_tables_hold_is_refused_with_the_command_that_does_it(name):
    result = run(f"solve {name}")
    assert result.exit_code == 2
    assert "`bounds`" in result.stderr


@pytest.mark.parametrize("name", [*registered(), None])
def test_words_and_one_variants_results_fit_a_terminal(name):
    lines = output(f"show {name or '--one-die always'}").splitlines()
    if name is None or len(variants(name)) == 1:
        command = "bounds --tiles 12" if name in TOO_LARGE else "solve"
        lines += output(f"{command} {name or ''}").splitlines()
    assert max(map(len, lines)) <= 80


def test_solve_names_rules_as_they_were_asked_for():
    assert "rules              the classic game\n" in output("solve --tiles 9")
    assert "rules              your rules (tiles 1-10)\n" in output("solve --tiles 10")
    assert "rules              ten (tiles 1-10)\n" in output("solve ten")


def test_solve_says_which_tiles_are_never_covered():
    assert "never covered      2 tiles, 13 to 14: no roll does\n" in output(
        "solve --tiles 1,2,13,14"
    )
    assert "never covered" not in output("solve --tiles 4")


def test_solve_says_that_a_fair_game_is_fair():
    assert "exactly fair" in output("solve --tiles 1-1")


def test_solve_picks_a_member_of_a_family_by_its_options():
    text = output("solve sixteen --one-die never --clack-payout 1 --immediate-clack")
    assert "136975464175127437/127936296134683656192" in text


def test_solve_as_json():
    data = json.loads(output("solve --format json --tiles 1-3,7 --clack-payout 3:2"))
    assert Variant(**data["variant"]) == Variant(tiles="1-3,7", clack_payout="3/2")
    assert list(data) == ["variant", "first_player_ev", "second_player_values"]
    classic = json.loads(output("solve --format json"))
    assert classic["first_player_ev"] == {"exact": CLASSIC, "approx": -0.004012106128444167}
    assert classic["second_player_values"][0]["exact"] == "-6063873727/6530347008"
    assert len(classic["second_player_values"]) == 46


def test_solve_values():
    text = output("solve --values --format csv")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [int(row["first_player_score"]) for row in rows] == list(range(46))
    assert "194230963/2176782336" in output("solve --values")


def test_the_table_of_sixteen_is_the_published_one_in_80_columns():
    text = output("table sixteen")
    assert max(map(len, text.splitlines())) <= 80
    rows = [re.split(r"  +", line.strip()) for line in text.splitlines()[3:19]]
    published = csv.reader((TESTS / "published_sixteen.csv").read_text("utf-8").splitlines()[1:])
    yes = {"true": "yes", "false": "no"}
    assert [row[:4] for row in rows] == [[d, p, yes[i], ev] for d, p, i, ev in published]
    assert [row[4] for row in rows] == ["second" if "-" in row[3] else "first" for row in rows]


def test_without_a_name_the_table_is_of_the_sixteen():
    assert output("table") == output("table sixteen")


@pytest.mark.parametrize("format", ["text", "markdown", "csv", "json", "latex"])
def test_a_table_has_the_fraction_in_every_format(format):
    assert CLASSIC in output(f"table sixteen --exact --format {format}")


@pytest.mark.parametrize("format", ["csv", "json"])
def test_csv_and_json_always_have_the_fraction(format):
    assert CLASSIC in output(f"table sixteen --format {format}")


@pytest.mark.parametrize("format", ["text", "markdown", "csv", "json", "latex"])
@pytest.mark.parametrize(
    "command",
    [
        *("rules", "policy --tiles 2", "check --table -", "solo --tiles 3", "solo --worst 3"),
        *("show sixteen", "show house --tiles 4", "solo --roll 7", "policy --open 1,2 --exact"),
        *("solo --tiles 4 --states", "solo --tiles 5 --exceptions", "solo --tiles 3 --chances"),
        *(
            "solo --open 1,4,5,8 --roll 9",
            "strategies --tiles 3",
            "strategies --tiles 3 --matchups",
        ),
        *("simulate --tiles 3 --games 100", "simulate --tiles 3 --transcript"),
        *("orders --tiles 3", "advise --tiles 3 --order box", "advise --tiles 3 --order rolls"),
    ],
)
def test_every_command_of_rows_has_every_format(command, format):
    text = output(f"{command} --format {format}", input=f"tiles,first_player_ev\n,{CLASSIC}\n")
    if format == "json":
        assert json.loads(text)
    if format == "csv":
        assert len({len(row) for row in csv.reader(io.StringIO(text))}) == 1
    if format == "latex":
        assert text.startswith(r"\begin{tabular}")


def test_table_and_check_go_together_in_a_pipe(tmp_path):
    made = output("table tiles --tiles 4 --format csv")
    assert "16 of 16 rows are right" in output("check --table -", input=made)
    path = tmp_path / "t.csv"
    path.write_text(made)
    assert output(f"check --table {path}") == output("check --table -", input=made)


def test_the_published_table_passes_row_by_row():
    text = output(f"check --table {TESTS / 'published_sixteen.csv'}")
    assert text.count("yes") == 16
    assert "16 of 16 rows are right." in text


@pytest.mark.parametrize("digit", ["-0.4013", "-0.401", "-0.40121", "-0.4", "0.4012", "-0.40120"])
def test_a_percentage_is_right_to_within_half_a_unit_of_its_last_digit(digit):
    right = digit in ("-0.401", "-0.40121", "-0.4")
    result = run("check --table -", input=f"first_player_ev_percent\n{digit}\n")
    assert result.exit_code == (0 if right else 1)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (f"check {CLASSIC}", 0),
        (f"check {CLASSIC} classic", 0),
        (f"check {CLASSIC.replace('-', '−')}", 0),
        (f"check {CLASSIC.removeprefix('-')}", 1),
        (f"check {CLASSIC} --tiles 10", 1),
        (f"check {CLASSIC} --stop-total -1", 0),
        ("check -1/3", 1),
        ("check -.5", 1),
        ("check 0 --tiles 1-1", 0),
    ],
)
def test_checking_a_fraction(line, code):
    result = run(line)
    assert result.exit_code == code
    assert result.stdout.startswith("right: " if code == 0 else "wrong: ")


@pytest.mark.parametrize(
    ("claim", "line"),
    [
        ("-0.4012%", "right, rounded to its last digit"),
        ("-0.4012 %", "right, rounded to its last digit"),
        ("−0.40 %", "right, rounded to its last digit"),
        ("-0.4013%", "wrong"),
        ("0.4012%", "wrong"),
        ("-0.00401", "wrong"),
    ],
)
def test_a_claim_in_percent_is_rounded_and_one_without_is_exact(claim, line):
    result = run(f"check '{claim}'")
    assert result.stdout == f"{line}: the first player's EV is {CLASSIC} stakes (-0.4012 %)\n"
    assert result.exit_code == (0 if line.startswith("right") else 1)


def test_a_wrong_claim_that_would_be_right_in_percent_is_told():
    result = run("check -0.4012")
    assert result.exit_code == 1
    assert result.stdout.endswith("\nIn percent it would be right: that is written -0.4012%\n")


def test_a_table_may_have_percent_signs():
    assert "1 of 1 rows are right" in output(
        "check --table -", input="first_player_ev_percent\n-0.4012 %\n"
    )


def test_much_of_a_table_is_checked_on_all_cores(monkeypatch):
    from twoplayer import executors
    from twoplayer.cli import solving

    here = Here()
    monkeypatch.setattr(executors, "cores", lambda: nullcontext(here))
    monkeypatch.setattr(solving, "MUCH", 0)
    made = output("table tiles --tiles 4 --format csv")
    spread_before = len(here.done)
    assert "16 of 16 rows are right" in output("check --table -", input=made)
    assert len(here.done) > spread_before


@pytest.mark.dear
def test_a_policy_has_what_comes_up_in_decimals_that_fit():
    lines = output("policy").splitlines()
    assert max(map(len, lines)) <= 80
    assert not [line for line in lines if "/" in line]
    every = output("policy --tiles 6 --all").splitlines()
    assert len(every) == 2 + 63 * 11
    assert set(output("policy --tiles 6").splitlines()) < set(every)


def test_a_policy_of_one_state():
    rows = list(csv.DictReader(io.StringIO(output("policy --open '1 2 5 8' --format csv"))))
    assert [row["roll"] for row in rows] == [str(roll) for roll in range(2, 13)]
    assert {row["open_tiles"] for row in rows} == {"1,2,5,8"}
    assert "389179848989/705277476864" in output("policy --open 1,2,5,8 --exact")
    assert output("policy --open ''") == "none\n"


def test_policy_rows():
    rows = list(csv.DictReader(io.StringIO(output("policy --one-die always --format csv"))))
    row = next(r for r in rows if r["open_tiles"] == "1,2,3,4,5" and r["roll"] == "8")
    assert row["moves"] == "3+5"
    assert float(row["value_approx"]) == pytest.approx(float(Fraction(row["value"])))
    assert next(r for r in rows if r["open_tiles"] == "1")["dice"] == "1"
    assert not next(r for r in rows if r["open_tiles"] == "1" and r["roll"] == "2")["moves"]
    assert not [r for r in rows if r["open_tiles"] == "1" and int(r["roll"]) > 6]


def test_rules_lists_what_is_registered():
    rows = list(csv.DictReader(io.StringIO(output("rules --format csv"))))
    assert tuple(row["name"] for row in rows) == registered()
    assert max(map(len, output("rules").splitlines())) <= 80


def test_show_says_every_rule_and_the_source():
    text = output("show sixteen --ties second")
    for field in FIELDS:
        assert f"\n{field} " in text
    assert "possiblywrong" in text
    assert "16 members" in text
    assert "the second player wins equal scores" in text


def test_without_a_name_and_rules_it_is_the_classic_game():
    assert output("show") == output("show classic")
    assert output("show").startswith("classic: ")
    assert output("show --ties first").startswith("tiles ")


def test_none_clears_a_field(tmp_path):
    path = tmp_path / "pub.toml"
    path.write_text('summary = "x"\nsource = "y"\nmax_tiles = 1\nopening_tile = 2\n')
    text = output(f"solve {path} --max-tiles none --opening-tile none")
    assert CLASSIC in text


@pytest.mark.parametrize(
    ("line", "end", "said"),
    [
        ("solve sixten", "typed", "sixten"),
        ("solve sixteen", "typed", "one_die"),
        ("solve ''", "typed", "an empty name"),
        (f"solve {'a' * 300}", "typed", "neither a registered name"),
        ("check 0 --stop-total x", "typed", "--stop-total: got 'x'"),
        ("solo --aim win", "typed", "--aim"),
        ("solo --open 1,x", "typed", "--open"),
        ("solo --open 1,12", "typed", "--open: got 1,12; takes tiles of the game, 1-9"),
        ("solo --open 1-2 --roll 13", "typed", "--roll: got 13"),
        ("simulate --first clever", "typed", "--first: got 'clever'"),
        ("simulate --games 0", "typed", "--games: got 0"),
        ("policy tiles", "typed", "tiles"),
        ("check 1/3 sixteen", "typed", "sixteen"),
        ("solve --one-die 'sum < 6'", "typed", "--one-die: got"),
        ("solve --one-die 'summ <= 6'", "typed", "--one-die: got"),
        ("solve --tiles ''", "typed", "tiles"),
        ("solve --tiles 1,1", "typed", "tiles"),
        ("solve --tiles=-1", "typed", "tiles"),
        ("solve --tiles 0-3", "typed", "tiles"),
        ("solve --tiles 25", "typed", "tiles"),
        ("solve --tiles 16 --dice 6d100", "typed", "tiles"),
        ("table --clack-payout=-1", "typed", "--clack-payout: got"),
        ("table --clack-payout 1/0", "typed", "--clack-payout: got"),
        ("check nonsense", "typed", "FRACTION"),
        ("check 1/0", "typed", "FRACTION"),
        ("policy --to-beat 99", "typed", "--to-beat: got 99; takes a score of the game, 0-45"),
        ("advise --roll x", "typed", "--roll: got 'x'; takes dice"),
        ("advise --open 3-1", "typed", "--open: got '3-1'"),
        ("advise --open '' --roll 7", "typed", "no tile is open"),
        ("advise --immediate-clack --to-beat 0", "typed", "has won at once"),
        ("fair sixteen --payouts 0:4", "typed", "sixteen without its payouts has 8 members"),
        ("export -o x.svg", "typed", "takes a file that ends in .prism, .graphml, .dot, .json"),
        ("export -o x", "typed", "takes a file that ends in"),
        ("export sixteen -o x.prism", "typed", "16 members and one is wanted"),
        ("export --to-beat 1 -o x.dot", "typed", "--to-beat goes with .prism"),
        ("export --to-beat 99 -o x.prism", "typed", "--to-beat: got 99; takes a score"),
        ("export --tiles 99999999999 -o x.dot", "typed", "more than"),
        ("plot heat-map classic ten yale -o x.svg", "typed", "takes a family"),
        ("plot payout tiles -o x.svg", "typed", "got 24 variants; takes at most 12 curves"),
        ("plot second-player --clack-payout 9999999999999 -o x.svg", "typed", "value of 13 digits"),
        ("strategies search", "typed", "Error: search: neither"),
        ("solve --ties split", "typed", "takes push (nobody wins) | first | second"),
        ("solve --immediate-clack true", "typed", "its opposite is --no-immediate-clack"),
        ("advise --open 1 2", "typed", "several tiles, or dice, are one word, such as 1,2,5,8"),
        ("solve SIXTEEN", "typed", "did you mean sixteen?"),
        ("check -1/3%", "typed", "not a decimal"),
        ("simulate --games 1e", "typed", "--games: got '1e'; takes a whole number"),
        ("simulate --games 1e-3", "typed", "--games: got '1e-3'; takes a whole number"),
        ("help tie", "typed", "did you mean ties?"),
        ("help xyzzy", "typed", "takes one of tiles, dice"),
        ("policy --open 1,12", "typed", "--open: got 1,12; takes tiles of the game, 1-9"),
        ("solve no-such.toml", "file", "no-such.toml"),
        ("solve ./no-such", "file", "no-such"),
        ("solve .", "file", "folder"),
        ("table classic no-such.toml", "file", "no-such.toml"),
        ("check --table no-such.csv", "file", "no-such.csv"),
        ("check --table .", "file", "folder"),
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
    "line",
    [
        *("solve --no-such", "nonsense", "check", "check 1/3 --table -", "solve --format xml"),
        *("check --no-such", "solo --states --chances"),
        *("strategies --search --matchups", "fair --payouts 0:4 --clack-payout 2"),
        *("plot payout -o x.svg --results r.db", "plot payout -o x.svg --clack-payout 2"),
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
    result = run(f"solve {path}")
    assert result.exit_code == 3
    lines = result.stderr.splitlines()
    assert len(lines) == 4
    assert all(line.startswith(f"Error: {path}: ") for line in lines)
    for field in ("summary", "tiles", "clack_payout", "colour"):
        assert f": {field}: " in result.stderr


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ("", "no rows"),
        ("tiles,first_player_ev\n", "no rows"),
        ("tiles\n9\n", "neither"),
        ("colour,first_player_ev\nred,0\n", "colour"),
        ("first_player_ev,first_player_ev\n0,0\n", "twice"),
        ("tiles,first_player_ev\n0,0\n", "line 2: tiles"),
        ("tiles,first_player_ev\n9,x\n", "line 2: first_player_ev"),
        ("tiles,first_player_ev\n9\n", "line 2: a row of 1"),
        ("tiles,first_player_ev\n9,\n", "line 2: no claim"),
        ("first_player_ev_percent\n1/3\n", "line 2: first_player_ev_percent"),
        ('tiles,first_player_ev\n"9,0\n', "not CSV"),
    ],
)
def test_a_faulty_table_ends_with_3(table, said):
    result = run("check --table -", input=table)
    assert result.exit_code == 3
    assert said in result.stderr
    assert result.stderr.startswith("Error: stdin: ")


def test_a_table_that_is_not_utf8_ends_with_3():
    assert run("check --table -", input=b"\xff").exit_code == 3


@pytest.mark.parametrize(
    "line",
    [
        *("policy --tiles 6", "--help"),
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
        ("plot ranking sixteen -o x.svg", "matplotlib", "plot"),
        ("page sixteen -o x.html", "jinja2", "page"),
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
    assert library in result.stderr
    assert f"the extra `{extra}`" in result.stderr
    assert not list(tmp_path.iterdir())


def test_drawing_is_imported_only_where_it_is_used():
    code = "import sys; from twoplayer.cli import main; main(['table', 'sixteen'])"
    check = (
        "import atexit, sys; atexit.register(lambda: print(*sorted({'matplotlib', 'jinja2', "
        "'distributed'} & set(sys.modules)), 'drawn', file=sys.stderr)); " + code
    )
    done = subprocess.run([sys.executable, "-c", check], capture_output=True, text=True, check=True)
    assert done.stderr.strip() == "drawn"
