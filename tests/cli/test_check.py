"""Claims of others against what is true: numbers, tables, proofs."""

import gzip
import json
import os
import sys
from contextlib import nullcontext

import pytest
from conftest import TESTS, Here, output, run, written

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
        ("-0.00402", "wrong"),
    ],
)
def test_a_claim_in_percent_is_rounded_and_one_without_is_exact(claim, line):
    result = run(f"check '{claim}'")
    said = f"{line}: the first player's EV is -0.4012 % of a stake,\nexactly {CLASSIC} stakes\n"
    assert result.stdout == said
    assert result.exit_code == (0 if line.startswith("right") else 1)


@pytest.mark.parametrize(
    ("claim", "meant"),
    [("-0.4012", "-0.4012%"), ("-0.4", "-0.4%"), ("-0.004", "-0.4%"), ("-0.00401", "-0.401%")],
)
def test_a_wrong_claim_that_would_be_right_in_percent_is_told(claim, meant):
    result = run(f"check {claim}")
    assert result.exit_code == 1
    said = f"\nAs a percentage it would be right: that is written {meant}\n"
    assert result.stdout.endswith(said)
    assert output(f"check {meant}").startswith("right, rounded")


@pytest.mark.parametrize("claim", ["-0.0041", "-0.41", "0.004", "0.4012", "-0.00", "0"])
def test_no_percentage_is_told_where_none_would_be_right(claim):
    assert "As a percentage" not in run(f"check {claim}").stdout


def test_a_percentage_is_one_word():
    result = run("check -0.4012 %")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "a percentage is one word, such as -0.4012%" in result.stderr


@pytest.mark.parametrize("digit", ["-0.4013", "-0.401", "-0.40121", "-0.4", "0.4012", "-0.40120"])
def test_a_percentage_is_right_to_within_half_a_unit_of_its_last_digit(digit):
    right = digit in ("-0.401", "-0.40121", "-0.4")
    result = run("check -", input=f"first_player_ev_percent\n{digit}\n")
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


def test_much_of_a_table_is_checked_on_all_cores(monkeypatch):
    from twoplayer import work
    from twoplayer.cli import command

    here = Here()
    monkeypatch.setattr(work, "cores", lambda: nullcontext(here))
    monkeypatch.setattr(command, "MUCH", 0)
    made = output("table tiles --tiles 4 --format csv")
    spread_before = len(here.done)
    assert "16 of 16 rows are right" in output("check -", input=made)
    assert len(here.done) > spread_before


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


def test_so_many_faults_are_told_and_how_many_there_are_more():
    result = run("check -", input="tiles,first_player_ev\n" + "0,0\n" * 60)
    *told, last = result.stderr.splitlines()
    assert (result.exit_code, len(told), last) == (3, 50, "Error: and 10 more")
    assert told[-1].startswith("Error: stdin: line 51: tiles: got '0'")


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


@pytest.mark.dear
def test_a_table_is_taken_in_csv(tmp_path):
    path = tmp_path / "table.json"
    written(f"table tiles -o {path}")
    result = run(f"check {path}")
    assert (result.exit_code, result.stdout) == (3, "")
    assert result.stderr.startswith(f"Error: {path}: a table in JSON; takes it in CSV")


@pytest.mark.parametrize("word", ["none", "none.txt", "1/0", "-1/3%", "fair"])
def test_another_word_is_no_claim(word):
    result = run(f"check {word}")
    assert result.exit_code == 2
    assert result.stderr.startswith(f"Error: CLAIM: got '{word}'")
    assert "a CSV, a proof, or - for stdin" in result.stderr


def test_a_number_comes_first_and_a_file_of_that_name_after_it(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "0").write_text("first_player_ev\n1\n")
    (tmp_path / "2026").write_text(f"first_player_ev\n{CLASSIC}\n")
    (tmp_path / "2026.csv").write_text(f"first_player_ev\n{CLASSIC}\n")
    assert run("check 0").stdout.startswith("wrong: ")
    assert run("check 2026").stdout.startswith("wrong: ")
    assert "1 of 1 rows are right" in output("check 2026.csv")
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
    table = f"tiles,first_player_ev\n9,{CLASSIC}\n10,{CLASSIC}\n"
    result = run("check - --where right=no --format csv", input=table)
    assert result.exit_code == 1
    assert [row.split(",")[0] for row in result.stdout.splitlines()] == ["line", "3"]
