"""Claims of others against what is true: numbers, tables, proofs."""

import gzip
import json
import os
import sys

import pytest
from conftest import TESTS, output, run, written
from narrowed import narrowed

from twoplayer.cli import command
from twoplayer.files import MOST_TABLE

unix = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such names")

CLASSIC = "-668351559599495/166583718925369344"


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (f"check {CLASSIC}", 0),
        (f"check {CLASSIC} classic", 0),
        (f"check {CLASSIC.replace('-', '−')}", 0),
        (f"check {CLASSIC.removeprefix('-')}", 1),
        ("check 0 --tiles 4", 1),
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
        pytest.param("-0.4013%", "wrong", marks=pytest.mark.dear),
        ("-0.002", "wrong"),
        pytest.param("-0.00402", "wrong", marks=pytest.mark.dear),
        ("-0.00401", "right, rounded to its last digit"),
        ("-0.004012", "right, rounded to its last digit"),
        ("[-0.41 %, -0.40 %]", "right, between its ends"),
        ("-0.40 % ± 0.01 %", "right, between its ends"),
        (CLASSIC, "right"),
    ],
)
def test_a_fraction_is_exact_and_a_decimal_rounded(claim, line):
    result = run(f"check '{claim}'")
    said = f"{line}: the first player's EV is -0.4012 % of a stake,\nexactly {CLASSIC} stakes\n"
    assert result.stdout == said
    assert result.exit_code == (0 if line.startswith("right") else 1)


def test_a_wrong_claim_that_would_be_right_in_percent_is_told():
    result = run("check -0.4012")
    assert result.exit_code == 1
    said = "It equals, to its 4 digits, the first player's EV in percent, which is written with %:"
    assert said in " ".join(result.stdout.split())
    assert output("check -0.4012%").startswith("right, rounded")


@pytest.mark.parametrize("claim", ["-0.0041", "-0.41", "0.004", "-0.00", "0", "-0.4"])
def test_nothing_is_told_where_it_would_be_an_accident(claim):
    assert "equals" not in run(f"check {claim}").stdout


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("7.1432% --of clack", "right, rounded to its last digit: one player's best chance to"),
        ("11.16 --of score", "right, rounded to its last digit: one player's lowest expected"),
        ("'1 in 14' --of clack", "right"),
        ("0.086 --of restarts", "right"),
        ("0.094 --of restarts:99/100", "wrong"),
        ("8.814% --of foresight", "right"),
        ("-0.0122 --of value --to-beat 10", "right"),
        ("47.738% --of first_wins", "right"),
        ("71/2 --tiles 4 --of payout", "right"),
        pytest.param("3.9313 ananian --of payout", "right", marks=pytest.mark.dear),
        ("-3.98% --first largest-first", "right"),
        ("6.7583% --of clack --first largest-first", "right"),
        ("65.1352% --tiles 4 --second-rules classic", "right"),
        (
            "7.22% --of clack --first fewest-tiles,largest-first,smallest-first --games 100000",
            "right",
        ),
        ("7.22% --of clack --first fewest-tiles --games 100000", "wrong"),
        pytest.param("7.1432% --of clack --first largest-first", "wrong", marks=pytest.mark.dear),
        pytest.param("11.90 --of score --first largest-first", "wrong", marks=pytest.mark.dear),
        ("'-0.43% to -0.37%'", "right, between its ends"),
        ("'-1 out of 249'", "right, rounded"),
    ],
)
def test_a_claim_is_of_the_quantity_game_and_strategies_that_are_given(line, said):
    result = run(f"check {line}")
    assert result.stdout.startswith(said)
    assert result.exit_code == (1 if said == "wrong" else 0)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("7% --of cluck", "got 'cluck', an unknown quantity; did you mean clack?"),
        ("7% --of value", "--to-beat: got none; takes a score of the first player, 0 to 45"),
        ("7% --to-beat 3", "takes none, except where `value` is claimed"),
        ("7% --of foresight --first random", "first_strategy: got 'random'"),
        ("7% --of clack --first random --second random", "second_strategy: got 'random'"),
        ("7% --of score", "in percent, where score has no such unit"),
        ("2 --of payout --games 9", "games: got 9, where payout is claimed"),
        ("7% --of clack --second-rules ten", "second: got 'ten', where clack is of one player"),
        ("7% --games 0", "games: got 0; takes a whole number, 1 to"),
    ],
)
def test_what_does_not_go_together_is_refused(line, said):
    result = run(f"check {line}")
    assert (result.exit_code, result.stdout) == (2, "")
    assert said in result.stderr


def test_a_percentage_is_one_word():
    result = run("check -0.4012 %")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "a percentage is one word, such as -0.4012%" in result.stderr


@pytest.mark.parametrize(
    "digit",
    [
        *("-0.36", "-0.368", "-0.36801", "-0.4", "0.37"),
        pytest.param("-0.36800", marks=pytest.mark.dear),
    ],
)
def test_a_percentage_is_right_to_within_half_a_unit_of_its_last_digit(digit):
    right = digit in ("-0.368", "-0.36801", "-0.4")  # it is -0.3680083…
    result = run("check -", input=f"tiles,first_player_ev_percent\n5,{digit}\n")
    assert result.exit_code == (0 if right else 1)


def test_a_table_may_have_percent_signs():
    assert "1 of 1 rows are right" in output(
        "check -", input="first_player_ev_percent\n-0.4012 %\n"
    )


def test_the_published_table_passes_row_by_row():
    text = output(f"check {TESTS / 'published_sixteen.csv'}")
    assert text.count("yes") == 16
    assert "16 of 16 rows are right." in text


def test_table_and_check_go_together_in_a_pipe(tmp_path):
    made = output("table tiles --tiles 4 --format csv")
    assert "16 of 16 rows are right" in output("check -", input=made)
    path = tmp_path / "t.csv"
    path.write_text(made)
    assert output(f"check {path}") == output("check -", input=made)


def test_much_of_a_table_is_checked_on_all_cores(one_process):
    with narrowed(command, MOST_WORK_ALONE=0):
        made = output("table tiles --tiles 4 --format csv")
        spread_before = len(one_process.done)
        assert "16 of 16 rows are right" in output("check -", input=made)
    assert len(one_process.done) > spread_before


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ("", "no rows"),
        ("tiles,first_player_ev\n", "no rows"),
        ("tiles\n9\n", "no column claims anything"),
        ("colour,first_player_ev\nred,0\n", "colour"),
        ("tiles,Tiles,first_player_ev\n9,9,0\n", "two columns of one rule"),
        ("tiles,first_player_ev\n0,0\n", "line 2: tiles"),
        ("tiles,first_player_ev\n9,x\n", "line 2: first_player_ev"),
        ("tiles,first_player_ev\n9\n", "line 2: a row of 1"),
        ("tiles,first_player_ev\n9,\n", "no claim that can be checked: 1 row is passed over"),
        ("first_player_ev_percent\n1/3\n", "line 2: first_player_ev_percent"),
        ('tiles,first_player_ev\n"9,0\n', "not CSV"),
    ],
)
def test_a_faulty_table_ends_with_3(table, said):
    result = run("check -", input=table)
    assert result.exit_code == 3
    assert said in result.stderr
    assert result.stderr.startswith("Error: stdin: ")


def test_a_table_that_is_not_utf8_ends_with_3():
    assert run("check -", input=b"\xff").exit_code == 3


def test_a_proof_is_checked_whatever_it_is_called(tmp_path):
    for name in ("proof.json", "proof.json.gz", "proof"):
        path = tmp_path / name
        written(f"write proof --tiles 3 -o {path}")
        said = output(f"check {path}")
        assert said.startswith(f"{path}: every equation holds.\n")
        [row] = json.loads(output(f"check {path} --format json"))
        assert row == {"claim": str(path), "right": True, "said": said.rstrip()}


@unix
@pytest.mark.parametrize("name", ["/dev/stdin", "/dev/fd/0", "-"])
def test_what_comes_through_a_pipe_is_read_whole(name, piped):
    content = (TESTS / "published_sixteen.csv").read_bytes()
    piped(content)  # a name is of the process's own stdin, and - of what Python reads from
    assert "16 of 16 rows are right" in output(f"check {name}", input=content)


@unix
@pytest.mark.parametrize("packed", [bytes, gzip.compress], ids=["plain", "gzip"])
def test_a_proof_comes_through_a_pipe_as_well(packed, piped):
    proof = packed(output("write proof --tiles 3 -o -").encode())
    for name, called in ("/dev/stdin", "/dev/stdin"), ("-", "stdin"):
        piped(proof)
        assert output(f"check {name}", input=proof).startswith(f"{called}: every equation holds.\n")
    piped(packed(b'{"format": 1}'))
    result = run("check /dev/stdin")
    assert (result.exit_code, result.stdout[:21]) == (1, "/dev/stdin: refused: ")


@unix
def test_nobody_is_waited_for_at_a_named_pipe(tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    result = run(f"check {path}")
    assert (result.exit_code, result.stdout) == (3, "")
    assert result.stderr == f"Error: {path}: a named pipe, where a file is wanted\n"


def test_a_table_may_have_so_many_bytes_and_a_proof_more(tmp_path):
    path = tmp_path / "table.csv"
    path.write_bytes(b"first_player_ev\n" + b" " * MOST_TABLE)
    result = run(f"check {path}")
    assert (result.exit_code, result.stdout) == (3, "")
    assert result.stderr == f"Error: {path}: too large; takes at most 8,000,000 bytes\n"
    path.write_bytes(b"{" + b" " * MOST_TABLE)
    assert "not a whole JSON file" in run(f"check {path}").stdout


def test_a_fault_is_told_once_and_how_many_rows_are_like_it():
    result = run("check -", input="tiles,first_player_ev\n" + "0,0\n" * 60)
    [told] = result.stderr.splitlines()
    assert result.exit_code == 3
    assert told.startswith("Error: stdin: line 2: tiles: got '0'")
    assert told.endswith(", and 59 more rows like it")


def test_a_proof_that_was_tampered_with_is_wrong(tmp_path):
    path = tmp_path / "proof.json"
    written(f"write proof --tiles 3 -o {path}")
    claims = json.loads(path.read_text())
    claims["first"]["values"][3] += 1
    cut = path.read_text()[:-9]
    for name, text, why in (
        ("new", json.dumps(claims), "the first"),
        ("cut", cut, "not a whole JSON"),
    ):
        for ending, data in {"json": text.encode(), "gz": gzip.compress(text.encode())}.items():
            wrong = tmp_path / f"{name}.{ending}"
            wrong.write_bytes(data)
            result = run(f"check {wrong}")
            assert result.exit_code == 1
            assert result.stdout.startswith(f"{wrong}: refused: {why}")


@pytest.mark.parametrize("name", ["none.csv", "none.json", "none.GZ", "deep/none.csv"])
def test_a_file_that_is_not_there_ends_with_3(name):
    result = run(f"check {name}")
    assert (result.exit_code, result.stderr) == (3, f"Error: {name}: no such file\n")


@pytest.mark.parametrize("word", ["none", "none.txt", "1/0", "-1/3%", "fair"])
def test_another_word_is_no_claim(word):
    result = run(f"check {word}")
    assert result.exit_code == 2
    assert result.stderr.startswith(f"Error: CLAIM: got '{word}'")
    assert "a table, a proof, or - for stdin" in result.stderr


def test_a_number_comes_first_and_a_file_of_that_name_after_it(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "0").write_text("tiles,first_player_ev\n4,0\n")
    (tmp_path / "20").write_text(f"first_player_ev\n{CLASSIC}\n")
    (tmp_path / "20.csv").write_text(f"first_player_ev\n{CLASSIC}\n")
    assert run("check 0 --tiles 4").stdout.startswith("wrong: ")
    assert run("check 20 --tiles 4").stdout.startswith("wrong: ")
    assert "1 of 1 rows are right" in output("check 20.csv")
    assert "0 of 1 rows are right" in run("check ./0").stdout


@pytest.mark.parametrize("rules", ["classic", "--tiles 10", "ten --ties first"])
def test_a_table_and_a_proof_have_the_rules_in_them(rules, tmp_path):
    path = tmp_path / "proof.json"
    written(f"write proof --tiles 3 -o {path}")
    for claim in ("-", path, TESTS / "published_sixteen.csv"):
        result = run(f"check {claim} {rules}", input="first_player_ev\n0\n")
        assert result.exit_code == 2
        assert "has the rules in it" in result.stderr


def test_wrong_rows_can_be_asked_for_alone():
    table = f"tiles,first_player_ev\n9,{CLASSIC}\n5,{CLASSIC}\n"
    result = run("check - --where right=no --format csv", input=table)
    assert result.exit_code == 1
    assert [row.split(",")[0] for row in result.stdout.splitlines()] == ["line", "3"]
