"""The checker: it accepts what is right, and refuses everything else, with the reason."""

import gzip
import json
import os
import re
import shutil
import subprocess
import sys
import tracemalloc
import zlib

import pytest
from conftest import ROOT
from drawn import rule_sets
from hypothesis import given
from narrowed import narrowed

from twoplayer import Variant, certificate, registered, solve, variants
from twoplayer import checker as module
from twoplayer.checker import RULES, Certificate, Game, RefusedError, main, read
from twoplayer.errors import RulesError
from twoplayer.game import certificate as written
from twoplayer.variant.fields import FIELDS
from twoplayer.variant.tiles import COVERINGS, SCORINGS, TIES

BOARD = certificate(Variant(tiles=4, dice="2d3")).text
OTHER_RULES = {
    "tiles": "1-3,5",
    "dice": "2d4",
    "weights": "1,2,1",
    "one_die": "always",
    "moves": "exact",
    "max_tiles": 1,
    "opening_tile": 2,
    "stop_total": 3,
    "scoring": "count",
    "clack_payout": "2",
    "immediate_clack": True,
    "ties": "first",
}
ALL_FIELDS = rule_sets(tuple(name for name in FIELDS if name != "tiles"))


def checked(claims):
    """Return a certificate after all of its equations have been checked."""
    found = Certificate(claims)
    found.check()
    return found


def refusal(claims):
    """Return why a certificate is refused."""
    with pytest.raises(RefusedError) as refused:
        checked(claims)
    return str(refused.value)


# What is right


@pytest.mark.parametrize(
    ("field", "kinds"), [("moves", COVERINGS), ("scoring", SCORINGS), ("ties", TIES)]
)
def test_the_checker_takes_every_covering_scoring_and_tie(field, kinds):
    new = [name for name in kinds if not re.fullmatch(RULES[field], json.dumps(name))]
    assert not new, f"twoplayer/checker.py: add {', '.join(new)} to {field} in RULES, and to Game"


@given(ALL_FIELDS)
def test_the_certificate_of_every_rule_set_is_accepted(rules):
    variant = Variant(**rules)
    accepted = checked(json.loads(certificate(variant).text))
    assert accepted.ev == solve(variant).fractions.first_player_ev


def on_six_tiles():
    """Every registered rule set, on a board of six tiles."""
    for name in registered():
        for variant in variants(name) if len(variants(name)) == 1 else ():
            try:
                yield variant.replace(tiles=6)
            except RulesError:
                continue


@pytest.mark.dear
def test_the_certificates_of_boards_of_six_tiles_are_accepted():
    boards = set(on_six_tiles())
    assert len(boards) > 20
    for variant in boards:
        checked(json.loads(certificate(variant).text))


@pytest.mark.dear
def test_the_classic_certificate_is_accepted():
    assert len(checked(json.loads(certificate("classic").text)).second) == 46


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pipes that are closed")
def test_where_nobody_reads_what_it_prints_it_ends_silently(tmp_path):
    name = tmp_path / "two.json"
    name.write_text(certificate(Variant(tiles=2)).text)
    read, write = os.pipe()
    os.close(read)
    line = [sys.executable, str(ROOT / "twoplayer" / "checker.py"), name]
    done = subprocess.run(line, stdout=write, stderr=subprocess.PIPE, check=False)
    os.close(write)
    assert (done.returncode, done.stderr) == (141, b"")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such devices")
@pytest.mark.parametrize("stream", [">&-", ">/dev/full", ">/dev/full 2>&1"])
def test_an_answer_that_cannot_be_printed_is_none(stream, tmp_path):
    """Neither that the certificate holds nor that it does not; for both there are 0 and 1."""
    (tmp_path / "true.json").write_text(certificate(Variant(tiles=2)).text)
    (tmp_path / "false.json").write_text("{}")
    for name in ("true.json", "false.json"):
        line = [sys.executable, "-I", "-S", str(ROOT / "twoplayer" / "checker.py"), name]
        shell = ["sh", "-c", f'exec "$@" {stream}', "sh", *line]
        done = subprocess.run(shell, cwd=tmp_path, capture_output=True, check=False)
        assert (done.returncode, done.stdout, done.stderr) == (2, b"", b"")


@pytest.mark.parametrize(
    "name", ["classic.json.gz", pytest.param("fairest.json.gz", marks=pytest.mark.dear)]
)
def test_it_runs_with_python_alone(name, tmp_path):
    shutil.copy(ROOT / "twoplayer" / "checker.py", tmp_path)
    shutil.copy(ROOT / "reports" / "certificates" / name, tmp_path)
    alone = [sys.executable, "-I", "-S", "checker.py", name]
    done = subprocess.run(alone, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"{name}: every equation holds.\n")
    assert "- 512 equations of the first player's turn\n" in done.stdout


def test_it_prints_the_rules_as_the_file_spells_them(tmp_path, capsys):
    rules = Variant(**{**OTHER_RULES, "dice": "2d3"}).rules()
    (tmp_path / "other.json").write_text(certificate(Variant(**rules)).text)
    assert main([str(tmp_path / "other.json")]) == 0
    printed = capsys.readouterr().out.split("The rules:\n")[1].split("\n\n")[0].splitlines()
    plain = {
        name: rule if isinstance(rule, str) else json.dumps(rule) for name, rule in rules.items()
    }
    assert printed == [f"- {name}: {rule}" for name, rule in plain.items()]


def test_no_throw_covers_both_dice_of_a_double_or_a_difference_of_nothing():
    def covers(moves, roll):
        game = Game(Variant(tiles=6, moves=moves).rules())
        return game.covers(game.tiles, roll)

    assert covers("dice-or-sum", (2, 2)) == {(2,), (4,)}
    assert covers("dice-or-sum", (1, 3)) == {(1,), (3,), (4,), (1, 3)}
    assert covers("exact", (2, 2)) == {(4,)}
    assert covers("sum-or-difference", (1, 1)) == {(2,)}


# What is wrong


def changed(text, *path_and_value):
    """Return claims with one thing changed, or left out where the value is `...`."""
    *path, last, value = path_and_value
    claims = place = json.loads(text)
    for step in path:
        place = place[step]
    if value is ...:
        del place[last]
    else:
        place[last] = value(place[last]) if callable(value) else value
    return claims


def test_no_number_can_be_changed():
    """Each is the only solution of an equation, and that is the one that fails."""
    text = certificate(Variant(tiles=2, dice="2d2", one_die="always")).text
    claims = json.loads(text)
    sets = ["no tile", "1", "2", "1, 2"]
    for state, tiles in enumerate(sets):
        for score in claims["second"]["values"]:
            said = refusal(changed(text, "second", "values", score, state, lambda n: n + 1))
            assert said.startswith(f"the second player's turn against {score}, with {tiles} open:")
        said = refusal(changed(text, "first", "values", state, lambda n: n - 1))
        assert said.startswith(f"the first player's turn, with {tiles} open:")
    for player in ("first", "second"):
        assert "the rules give" in refusal(changed(text, player, "denominator", "24"))


def test_an_equation_that_fails_is_told_with_both_its_sides():
    right = json.loads(BOARD)["second"]["values"]["5"][0b1010]
    denominator = int(json.loads(BOARD)["second"]["denominator"])
    said = refusal(changed(BOARD, "second", "values", "5", 0b1010, 0))
    shown = re.fullmatch(
        r"the second player's turn against 5, with 2, 4 open:\n"
        r"  the file says   0\n  the rules give  (-?\d+)/(\d+)",
        said,
    )
    assert int(shown[1]) * denominator == right * int(shown[2])


def test_another_expected_value_is_refused():
    said = refusal(changed(BOARD, "first_player_ev", "1/7"))
    assert said.startswith("first_player_ev:\n  the file says   1/7\n  the rules give  ")


@pytest.mark.parametrize("field", FIELDS)
def test_the_certificate_of_other_rules_is_refused(field):
    said = refusal(changed(BOARD, "rules", field, OTHER_RULES[field]))
    by_form = {
        "tiles": "second: values: 11: missing, and a score of this game",
        "scoring": 'second: values: "5" is unknown',
        "immediate_clack": 'second: values: "0" is unknown',
    }
    assert said == by_form[field] if field in by_form else "the rules give" in said


@pytest.mark.parametrize(
    ("path", "value", "fault"),
    [
        (("second", "values", "3"), ..., "second: values: 3: missing, and a score of this game"),
        (("second", "values", "11"), [0] * 16, 'second: values: "11" is unknown'),
        (("second", "values", "3", 0), ..., "second: values: 3: 15 values instead of 16"),
        (("first", "values", 0), ..., "first: values: 15 values instead of 16"),
        (("first", "values"), lambda values: [*values, 0], "first: values: 17 values instead of"),
        (("first", "values", 0), 0.5, "first: values: 0.5 is not a whole number"),
        (("first", "values", 0), True, "first: values: true is not a whole number"),
        (("first", "values", 0), "1", 'first: values: "1" is not a whole number'),
        (("first", "values", 0), 2**53 + 1, r"first: values: \d+ is not a whole number, as text"),
        (("first", "values"), {}, "first: values: not a list"),
        (("first", "denominator"), "0", r'first: denominator: "0" is not of the form "\[1-9\]'),
        (("second", "denominator"), -1, r'second: denominator: -1 is not of the form "\[1-9\]'),
        (("first_player_ev",), 0, 'first_player_ev: 0 is not of the form "-'),
        (("first_player_ev",), "1/0", 'first_player_ev: "1/0" is not of the form "-'),
        (("format",), "2", 'format: "2" is not of the form "twoplayer-certificate-1"'),
        (("second",), ..., "file: second is missing"),
        (("author",), "me", 'file: "author" is unknown'),
        (("rules", "ties"), ..., "rules: ties is missing"),
        (("rules", "mood"), "good", 'rules: "mood" is unknown'),
        (("rules", "tiles"), "4", 'tiles: "4" is not of the form '),
        (("rules", "tiles"), "1-9999999999999", "tiles: not 1 to 24, ascending"),
        (("rules", "tiles"), "1-24", "first: values: 16 values instead of 16777216"),
        (("rules", "tiles"), "2,1", "tiles: not 1 to 24, ascending"),
        (("rules", "dice"), "7d6", r'dice: "7d6" is not of the form "\[1-6\]d'),
        (("rules", "dice"), "1d6", None),
        (("rules", "weights"), "1,2", "weights: not as many as a die has sides"),
        (("rules", "weights"), [1, 2, 1], r"weights: \[1, 2, 1\] is not of the form null"),
        (("rules", "weights"), "1,0,1", 'weights: "1,0,1" is not of the form null'),
        (("rules", "dice"), "3d6", None),
        (("rules", "one_die"), "sum < 6", 'one_die: "sum < 6" is not of the form '),
        (("rules", "moves"), ["sum"], r'moves: \["sum"\] is not of the form "\(sum\|one-tile'),
        (("rules", "max_tiles"), 0, "max_tiles: 0 is not of the form null"),
        (("rules", "opening_tile"), 5, "opening_tile: not a tile of the game"),
        (("rules", "immediate_clack"), 0, "immediate_clack: 0 is not of the form true"),
        (("rules", "clack_payout"), "-1", 'clack_payout: "-1" is not of the form '),
        (("rules", "clack_payout"), "1.5", 'clack_payout: "1.5" is not of the form '),
    ],
)
def test_what_is_not_as_it_should_be_is_refused(path, value, fault):
    assert re.match(fault or ".*the rules give", refusal(changed(BOARD, *path, value)), re.DOTALL)


def test_rules_that_do_not_go_together_are_refused():
    rules = Variant().rules()
    with pytest.raises(RefusedError, match="moves: not for three dice or more"):
        Game({**rules, "dice": "3d6", "moves": "exact"})
    with pytest.raises(RefusedError, match="with one die it can only be 'never'"):
        Game({**rules, "dice": "1d6", "one_die": "always"})


# Files that are no certificates


def bomb():
    """Twenty million blanks, packed."""
    packer = zlib.compressobj(wbits=31)
    return b"".join(packer.compress(b" " * 10**6) for _ in range(20)) + packer.flush()


CONTENTS = {
    "nothing": b"",
    "words": b"hello",
    "no text": bytes(range(256)),
    "another encoding": BOARD.encode("utf-16"),
    "half of one": BOARD[:100].encode(),
    "an array": b"[1, 2]",
    "nesting": b"[" * 9000,
    "much nesting": b"[" * 10**6,
    "a long number": b"9" * 10**6,
    "a float": BOARD.replace("[", "[0.5,").encode(),
    "a large float": b"[1e999999999]",
    "no number": b"[NaN]",
    "a name twice": BOARD.replace('"format"', '"format": 1, "format"').encode(),
    "an escape": BOARD.replace("format", "\\u0066ormat").encode(),
    "many numbers": b"[" + b"1," * (2 * 10**6 + 1000) + b"1]",
    "half a gzip": gzip.compress(BOARD.encode())[:-20],
    "two in a gzip": gzip.compress(BOARD.encode()) * 2,
    "no gzip": b"\x1f\x8b" + BOARD.encode(),
}


@pytest.mark.parametrize("kind", CONTENTS)
def test_any_other_file_is_refused_in_a_line(kind, tmp_path, capsys):
    (tmp_path / "file").write_bytes(CONTENTS[kind])
    assert main([str(tmp_path / "file")]) == 1
    said, warned = capsys.readouterr()
    assert re.fullmatch(r".*file: refused: .{5,150}\n", said)
    assert not warned


@narrowed(module, MOST_BYTES=10**6)
def test_a_file_is_not_read_to_its_end_if_it_has_none(tmp_path, capsys):
    (tmp_path / "bomb").write_bytes(bomb())
    with open(tmp_path / "zeros", "wb") as file:
        file.truncate(10**9)
    os.mkfifo(tmp_path / "pipe")
    tracemalloc.start()
    ends = {"bomb": "larger than 1 MB", "zeros": "larger than 1 MB"}
    ends |= {"pipe": "not a plain file", "/dev/zero": "not a plain file"}
    for name, fault in {**ends, "": "IsADirectoryError", "none": "FileNotFoundError"}.items():
        assert main([str(tmp_path / name)]) == 1
        assert f": refused: {fault}" in capsys.readouterr().out
    assert tracemalloc.get_traced_memory()[1] < 10**7
    tracemalloc.stop()


def test_a_file_is_refused_from_one_byte_too_much_on(tmp_path):
    assert module.MOST_BYTES == 100 * 10**6
    for content in (BOARD.encode(), gzip.compress(BOARD.encode())):
        (tmp_path / "file").write_bytes(content)
        with narrowed(module, MOST_BYTES=len(BOARD)):
            assert read(str(tmp_path / "file")) == json.loads(BOARD)
        less = narrowed(module, MOST_BYTES=len(BOARD) - 1)
        with less, pytest.raises(RefusedError, match="larger than"):
            read(str(tmp_path / "file"))


@pytest.mark.parametrize(
    ("kind", "fault"),
    [("many numbers", "more than 2000000 numbers"), ("much nesting", "more lists than")],
)
def test_what_is_large_is_refused_before_it_is_taken_apart(kind, fault, tmp_path):
    (tmp_path / "file").write_bytes(CONTENTS[kind])
    with pytest.raises(RefusedError, match=fault):
        read(str(tmp_path / "file"))


def test_as_many_numbers_are_read_as_a_certificate_may_have(tmp_path):
    assert module.MOST_NUMBERS == written.MOST_NUMBERS
    claims = json.loads(BOARD)
    values = [*claims["second"]["values"].values(), claims["first"]["values"]]
    (tmp_path / "file").write_text(BOARD)
    with narrowed(module, MOST_NUMBERS=sum(map(len, values))):
        assert read(str(tmp_path / "file")) == claims


def test_rules_that_would_take_hours_are_refused_from_one_step_too_many_on():
    """Each total is looked for in 16 states, and each move of it is looked at in its states."""
    assert module.MOST_STEPS == 10**10
    moves = {2: [1], 3: [1, 2], 4: [1, 2], 5: [2, 2], 6: [2, 3]}  # of the tiles 1 to 4: their sizes
    steps = sum(16 + sum(2 ** (4 - size) for size in sizes) for sizes in moves.values())
    steps += 16 + 8 + 16 + 8 + 16 + 8 + 4  # with one die: 1; 2; 3, or 1 and 2
    steps *= 11 + 100 + 1 + 100  # of the second player's turns, and of the first's one
    with narrowed(module, MOST_STEPS=steps):
        checked(json.loads(BOARD))
    with narrowed(module, MOST_STEPS=steps - 1):
        said = refusal(json.loads(BOARD))
    assert said == "rules: more rolls and moves than fit into some minutes"


def test_without_a_file_it_says_what_it_takes(capsys):
    assert main([]) == 1
    assert capsys.readouterr().out == "usage: python checker.py FILE\n"
