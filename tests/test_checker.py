"""The checker: it accepts what is right, and refuses everything else, with the reason."""

import gzip
import json
import os
import re
import shutil
import subprocess
import sys
import time
import zlib

import pytest
from conftest import ROOT
from drawn import rule_sets
from hypothesis import given

from twoplayer import RulesError, Variant, certificate, registered, solve, variants
from twoplayer import checker as module
from twoplayer.checker import Certificate, Game, RefusedError, main
from twoplayer.variant.fields import FIELDS

BOARD = certificate(Variant(tiles=4, dice="2d3")).text
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


def test_the_certificates_of_boards_of_six_tiles_are_accepted():
    boards = set(on_six_tiles())
    assert len(boards) > 20
    for variant in boards:
        checked(json.loads(certificate(variant).text))


def test_the_classic_certificate_is_accepted_in_less_than_five_seconds():
    claims = json.loads(certificate("classic").text)
    start = time.process_time()
    assert len(checked(claims).second) == 46
    assert time.process_time() - start < 5


@pytest.mark.parametrize("name", ["classic.json.gz", "fairest.json.gz"])
def test_it_runs_with_python_alone(name, tmp_path):
    shutil.copy(ROOT / "twoplayer" / "checker.py", tmp_path)
    shutil.copy(ROOT / "reports" / "certificates" / name, tmp_path)
    alone = [sys.executable, "-I", "-S", "checker.py", name]
    done = subprocess.run(alone, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"{name}: every equation holds.\n")
    assert "- 512 equations of the first player's turn\n" in done.stdout


@given(ALL_FIELDS)
def test_it_says_the_rules_in_the_same_words_as_the_program(rules):
    variant = Variant(**rules)
    tiles, *others = Game(variant.rules()).words()
    assert others == list(variant.words().values())[1:]
    assert tiles.endswith(", ".join(map(str, variant.tiles)))


def test_no_throw_covers_both_dice_of_a_double_or_a_difference_of_nothing():
    rules = Variant(tiles=6, moves="dice-or-sum").rules()
    assert Game(rules).sets((2, 2)) == {(2,), (4,)}
    assert Game(rules).sets((1, 3)) == {(1,), (3,), (4,), (1, 3)}
    assert Game({**rules, "moves": "exact"}).sets((2, 2)) == {(4,)}
    assert Game({**rules, "moves": "sum-or-difference"}).sets((1, 1)) == {(2,)}


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


OTHER_RULES = {
    "tiles": "1-3,5",
    "dice": "2d4",
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


@pytest.mark.parametrize("field", FIELDS)
def test_the_certificate_of_other_rules_is_refused(field):
    said = refusal(changed(BOARD, "rules", field, OTHER_RULES[field]))
    by_form = {
        "tiles": "second: values: 11: missing, and a score of this game",
        "scoring": "second: values: '5': no score to beat in this game",
        "immediate_clack": "second: values: '0': no score to beat in this game",
    }
    assert said == by_form[field] if field in by_form else "the rules give" in said


@pytest.mark.parametrize(
    ("path", "value", "fault"),
    [
        (("second", "values", "3"), ..., "second: values: 3: missing, and a score of this game"),
        (("second", "values", "11"), [0] * 16, "second: values: '11': no score to beat"),
        (("second", "values", "3", 0), ..., "second: values: 3: 15 values instead of 16"),
        (("first", "values", 0), ..., "first: values: 15 values instead of 16"),
        (("first", "values"), lambda values: [*values, 0], "first: values: 17 values instead of"),
        (("first", "values", 0), 0.5, "first: values: 0.5 is not a whole number"),
        (("first", "values", 0), True, "first: values: True is not a whole number"),
        (("first", "values", 0), "1", "first: values: '1' is not a whole number"),
        (("first", "values", 0), 2**53 + 1, r"first: values: \d+ is not a whole number, as text"),
        (("first", "values"), {}, "first: values: not a list"),
        (("first", "denominator"), "0", "first: denominator: '0' is not the text of a positive"),
        (("second", "denominator"), -1, "second: denominator: -1 is not the text of a positive"),
        (("first_player_ev",), 0, "first_player_ev: 0 is not a fraction, as text"),
        (("first_player_ev",), "1/0", "first_player_ev: '1/0' is not a fraction, as text"),
        (("format",), "2", "format: '2' is not 'twoplayer-certificate-1'"),
        (("second",), ..., "file: second is missing"),
        (("author",), "me", "file: 'author' is unknown"),
        (("rules", "ties"), ..., "rules: ties is missing"),
        (("rules", "mood"), "good", "rules: 'mood' is unknown"),
        (("rules", "tiles"), "4", "tiles: '4' is not tiles such as 1-3,7 or 6-6"),
        (("rules", "tiles"), "1-9999999999999", "tiles: not 1 to 24, ascending"),
        (("rules", "tiles"), "1-24", "first: values: 16 values instead of 16777216"),
        (("rules", "tiles"), "2,1", "tiles: not ascending"),
        (("rules", "dice"), "7d6", "dice: '7d6' is not 1 to 6 dice"),
        (("rules", "dice"), "1d6", None),
        (("rules", "dice"), "3d6", None),
        (("rules", "one_die"), "sum < 6", "one_die: 'sum < 6' is not conditions"),
        (("rules", "moves"), ["sum"], r"moves: \['sum'\] is not one of sum, one-tile"),
        (("rules", "max_tiles"), 0, "max_tiles: not positive"),
        (("rules", "opening_tile"), 5, "opening_tile: not a tile of the game"),
        (("rules", "immediate_clack"), 0, "immediate_clack: 0 is not one of False, True"),
        (("rules", "clack_payout"), "-1", "clack_payout: negative"),
        (("rules", "clack_payout"), "1.5", "clack_payout: '1.5' is not a fraction"),
    ],
)
def test_what_is_not_as_it_should_be_is_refused(path, value, fault):
    assert re.match(fault or ".*the rules give", refusal(changed(BOARD, *path, value)), re.DOTALL)


def test_rules_that_do_not_go_together_are_refused():
    rules = Variant().rules()
    with pytest.raises(RefusedError, match="three dice or more go with 'sum' alone"):
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


def test_a_file_is_not_read_to_its_end_if_it_has_none(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(module, "MOST_BYTES", 10**6)
    (tmp_path / "bomb").write_bytes(bomb())
    with open(tmp_path / "zeros", "wb") as file:
        file.truncate(10**9)
    os.mkfifo(tmp_path / "pipe")
    ends = {"bomb": "unpacked, larger than 1 MB", "zeros": "larger than 1 MB"}
    ends |= {"pipe": "not a plain file", "/dev/zero": "not a plain file"}
    for name, fault in {**ends, "": "cannot be read", "none": "cannot be read"}.items():
        assert main([str(tmp_path / name)]) == 1
        assert f": refused: {fault}" in capsys.readouterr().out


def test_rules_that_would_take_hours_are_refused(monkeypatch):
    monkeypatch.setattr(module, "MOST_STEPS", 100)
    assert (
        refusal(json.loads(BOARD)) == "rules: a roll covers too much to go through in some minutes"
    )


def test_without_a_file_it_says_what_it_takes(capsys):
    assert main([]) == 1
    assert capsys.readouterr().out == "usage: python checker.py FILE\n"
