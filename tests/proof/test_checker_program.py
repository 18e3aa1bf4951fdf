"""The proven checker answers as `checker.py` does.

They differ in two things alone. What is too large to be expanded the proven one refuses with 2. And
several files packed by gzip, one after the other, are one file to the command `gzip`: the proven
one checks what is in it, and `checker.py` refuses it for its form.
"""

import gzip
import json
import os
import random
import shutil
import subprocess

import pytest
from conftest import ROOT, examples
from drawn import pairs, rule_sets
from hypothesis import given, settings
from hypothesis import strategies as st

from twoplayer import Variant, certificate, registered, variants
from twoplayer.checker import RULES, main
from twoplayer.errors import InputError
from twoplayer.variant.fields import FIELDS
from twoplayer.variant.tiles import COVERINGS, SCORINGS, TIES

PROGRAM = ROOT / "proof" / "checker"
ALL_FIELDS = rule_sets(tuple(name for name in FIELDS if name != "tiles"))
TOO_LARGE = 2
"""The exit code for what is too large to be expanded."""

pytestmark = [
    pytest.mark.dear,
    pytest.mark.skipif(
        not PROGRAM.exists() and not os.environ.get("COQ_REQUIRED"),
        reason="the proven checker is not built: make -C proof checker",
    ),
]


@pytest.fixture(scope="module")
def answers(tmp_path_factory):
    """Return the exit codes of both checkers for a certificate: as data, text or bytes."""
    path = tmp_path_factory.mktemp("certificate") / "game.json"

    def found(claims):
        text = claims if isinstance(claims, str | bytes) else json.dumps(claims)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        done = subprocess.run([PROGRAM, path], capture_output=True, text=True, check=False)
        assert done.stderr == ""
        assert ("proven." in done.stdout) is (done.returncode == 0)
        return main([str(path)]), done.returncode

    return found


def test_what_is_registered_is_proven(answers):
    proven = 0
    for name in registered():
        games = variants(name)
        if len(games) == 1 and len(games[0].tiles) <= 12:
            assert answers(certificate(games[0]).text) == (0, 0), name
            proven += 1
    assert proven > 30


def altered(claims, choose):
    """Return certificates in which one thing is changed, in every part, each with what it is."""

    def changed(change):
        copy = json.loads(json.dumps(claims))
        change(copy)
        return copy

    def off_by_one(values):
        place = choose(range(len(values)))
        number = int(values[place]) + choose([-1, 1])
        values[place] = str(number) if abs(number) > 2**53 else number

    def second_off(copy):
        off_by_one(copy["second"]["values"][choose(sorted(copy["second"]["values"]))])

    def other_rule(copy):
        whose = choose([name for name in ("rules", "second_rules") if name in copy])
        name, value = choose(
            [
                *(("moves", value) for value in COVERINGS),
                *(("scoring", value) for value in SCORINGS),
                *(("ties", value) for value in TIES),
                *(("immediate_clack", value) for value in (True, False)),
                *(("max_tiles", value) for value in (None, 1, 2)),
                *(("stop_total", value) for value in (None, 3, 7)),
                *(("clack_payout", value) for value in ("0", "1", "3/2")),
                *(("one_die", value) for value in ("never", "always", "forced max <= 2")),
            ]
        )
        copy[whose][name] = value

    yield "the first player's table", changed(lambda copy: off_by_one(copy["first"]["values"]))
    yield "the second player's table", changed(second_off)
    yield "the claim", changed(lambda copy: copy.update(first_player_ev="1/7"))
    yield "a rule", changed(other_rule)


def agree(answers, claims, seed):
    choose = random.Random(seed).choice
    slow, proven = answers(claims)
    assert proven == slow == 0 or proven == TOO_LARGE
    if proven == 0:
        for what, false in altered(claims, choose):
            slow, proven = answers(false)
            assert proven == slow, (what, false)


@given(ALL_FIELDS, st.integers())
@settings(max_examples=examples(200))
def test_it_agrees_on_any_rules_and_when_one_thing_is_altered(answers, rules, seed):
    agree(answers, json.loads(certificate(Variant(**rules)).text), seed)


@given(pairs(), st.integers())
@settings(max_examples=examples(100))
def test_it_agrees_where_each_has_his_own_rules(answers, rules, seed):
    try:
        found = certificate(*(Variant(**each) for each in rules))
    except InputError:
        return
    agree(answers, json.loads(found.text), seed)


COINS = certificate(Variant(tiles=2, dice="2d2", one_die="always")).text
DATA = json.loads(COINS)


def with_rule(**rules):
    return json.dumps({**DATA, "rules": {**DATA["rules"], **rules}})


MALFORMED = {
    "nothing": "",
    "an end too early": COINS[: len(COINS) // 2],
    "something after it": COINS + "1",
    "no object": "[1, 2]",
    "not JSON": COINS.replace('"push"', "push"),
    "a comma too many": COINS.replace("[6, 0", "[6,, 0"),
    "a number with a 0 in front": COINS.replace("[6, 0", "[06, 0"),
    "a fraction in a table": COINS.replace("[6, 0", "[6.0, 0"),
    "an exponent": COINS.replace("[6, 0", "[6e0, 0"),
    "a small number as text": COINS.replace("[6, 0", '["6", 0'),
    "a large number as none": COINS.replace("[6, 0", f"[{2**60}, 0"),
    "true for 1": COINS.replace("[8, 4", "[true, 4"),
    "a name twice": COINS.replace('"ties"', '"moves": "sum", "ties"'),
    "an unknown name": COINS.replace('"first_player_ev"', '"more": 1, "first_player_ev"'),
    "an unknown rule": with_rule(colour="red"),
    "a rule that is missing": COINS.replace(', "ties": "push"', ""),
    "another format": COINS.replace("certificate-1", "certificate-2"),
    "a value that is missing": COINS.replace("[6, 0, -3, -1]", "[6, 0, -3]"),
    "a value too many": COINS.replace("[6, 0, -3, -1]", "[6, 0, -3, -1, 0]"),
    "a score that is missing": COINS.replace('"2": [8, 8, 4, 6],\n', ""),
    "a score too many": COINS.replace('"3": [8', '"4": [8, 8, 8, 8], "3": [8'),
    "a score with a 0 in front": COINS.replace('"3": [', '"03": ['),
    "no denominator": COINS.replace('"16"', '"0"'),
    "a denominator that is a number": COINS.replace('"16"', "16"),
    "a claim in no form": COINS.replace('"-1/16"', '"-1/-16"'),
    "a claim that is a number": COINS.replace('"-1/16"', "0"),
    "a claim that is not reduced": COINS.replace('"-1/16"', '"-2/32"'),
    "characters beyond ASCII": COINS.replace("push", "püsh"),
    "a backslash": COINS.replace("push", "pu\\u0073h"),
    "room around it": f" \n\t{COINS}\r\n",
    "half of a packed file": gzip.compress(COINS.encode())[:-9],
    "a packed file": gzip.compress(COINS.encode()),
    "tiles as a number": with_rule(tiles="2"),
    "tiles out of order": with_rule(tiles="2,1"),
    "no tiles": with_rule(tiles=""),
    "25 tiles": with_rule(tiles="1-25"),
    "very many tiles": with_rule(tiles=f"1-{10**30}"),
    "an opening tile that is none": with_rule(opening_tile=3),
    "an opening tile as text": with_rule(opening_tile="2"),
    "no tile at most": with_rule(max_tiles=0),
    "seven dice": with_rule(dice="7d2"),
    "a die with 101 sides": with_rule(dice="2d101"),
    "a die without a side": with_rule(dice="2d0"),
    "a weight too few": with_rule(weights="1"),
    "a weight of 0": with_rule(weights="0,1"),
    "weights": with_rule(weights="1,1"),
    "a condition in no form": with_rule(one_die="sum < 6"),
    "four conditions": with_rule(one_die=" and ".join(["sum <= 6"] * 4)),
    "three conditions": with_rule(one_die=" and ".join(["sum <= 006"] * 3)),
    "conditions without an end": with_rule(one_die="sum <= 6 and "),
    "forced, and no condition": with_rule(one_die="forced always"),
    "three dice and other moves": with_rule(dice="3d2", moves="exact"),
    "one die, or one": with_rule(dice="1d2"),
    "a payout below 0": with_rule(clack_payout="-1"),
    "a payout by 0": with_rule(clack_payout="1/0"),
    "a payout that is a number": with_rule(clack_payout=1),
    "a payout that is not reduced": with_rule(clack_payout="2/2"),
    "a truth as text": with_rule(immediate_clack="false"),
    "stakes that differ": json.dumps({**DATA, "second_rules": {**DATA["rules"], "ties": "first"}}),
}


@pytest.mark.parametrize("claims", MALFORMED.values(), ids=MALFORMED.keys())
def test_it_agrees_on_what_is_malformed(answers, claims):
    slow, proven = answers(claims)
    assert proven == slow
    assert claims != COINS


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("value", [None, True, 0, -1, 1.5, "", "x", [], {}, "1" * 30])
def test_it_agrees_on_any_value_of_a_rule(answers, rule, value):
    slow, proven = answers(with_rule(**{rule: value}))
    assert proven == slow


def test_parts_that_are_packed_one_by_one_are_one_file(answers):
    parts = gzip.compress(COINS[:99].encode()) + gzip.compress(COINS[99:].encode())
    assert answers(parts) == (1, 0)


def test_what_is_too_large_is_refused_with_2(answers):
    assert answers(with_rule(weights=f"1,{10**18}")) == (1, TOO_LARGE)
    large = json.loads(certificate(Variant(tiles="1-2", dice="1d2")).text)
    large["rules"] = json.loads(with_rule(dice="6d30", tiles="1-2"))["rules"]
    assert answers(large)[1] == TOO_LARGE


@pytest.mark.parametrize("stream", [">&-", ">/dev/full", ">/dev/full 2>&1"])
def test_an_answer_that_cannot_be_printed_is_none(stream, tmp_path):
    (tmp_path / "true.json").write_text(COINS)
    line = ["sh", "-c", f'exec "$@" {stream}', "sh", PROGRAM, "true.json"]
    done = subprocess.run(line, cwd=tmp_path, capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (2, b"")


def test_it_says_which_game_is_proven(tmp_path):
    shutil.copy(ROOT / "reports" / "certificates" / "classic.json.gz", tmp_path)
    line = [PROGRAM, "classic.json.gz"]
    done = subprocess.run(line, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.stdout.startswith("classic.json.gz: proven.\n\nThe rules:\n- tiles: 1-9\n")
    assert done.stdout.endswith(" is -668351559599495/166583718925369344 stakes.\n")
    for line in ([PROGRAM], [PROGRAM, "a", "b"], [PROGRAM, "missing.json"], [PROGRAM, tmp_path]):
        assert subprocess.run(line, capture_output=True, check=False).returncode == 1
