"""What a rule set takes, and what it says of a bad one."""

import inspect
import os
import pickle
import re
import subprocess
import sys
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
import sympy
from drawn import rule_sets
from hypothesis import given

from twoplayer import Variant, variants
from twoplayer.errors import RulesError
from twoplayer.variant.fields import FIELDS
from twoplayer.variant.labels import rules_in_words
from twoplayer.variant.tiles import COVERINGS, SCORINGS, TIES


@pytest.mark.parametrize(
    ("field", "spellings"),
    [
        (
            "tiles",
            [9, "9", "1-9", " 1 - 9 ", "1–9", "1,2,3,4-9", tuple(range(1, 10)), [*range(9, 0, -1)]],
        ),
        ("tiles", ["6-6", (6,), {6}]),
        ("tiles", ["1-3,7", "7,3,1,2", (1, 2, 3, 7)]),
        ("dice", ["1d20", "d20", " 1 D 20 "]),
        ("weights", ["1,1,1,1,1,2", " 3, 3,3,3,3,6 ", (1, 1, 1, 1, 1, 2), [2, 2, 2, 2, 2, "4"]]),
        ("weights", [None, "none", "1,1,1,1,1,1", (5,) * 6]),
        ("one_die", ["sum <= 6", "sum<=6", "SUM  <=  6", "sum ≤ 6", "sum <= 6 and sum <= 8"]),
        ("one_die", ["forced sum <= 6 and max <= 3", "forced max<=3 and sum<=6"]),
        ("max_tiles", [None, "none"]),
        ("opening_tile", [2, "2"]),
        ("stop_total", [7, " 7 "]),
        ("scoring", ["digits", " Digits"]),
        ("clack_payout", ["3/2", "3:2", "1.5", Fraction(3, 2), sympy.Rational(3, 2), "+1.50"]),
        ("clack_payout", [2, "2", "2.", "2/1", Fraction(2), sympy.Integer(2)]),
        ("immediate_clack", [True, "true", "Yes"]),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_equal_rules_compare_and_hash_equal(field, spellings):
    spelled = {Variant(**{field: spelling}) for spelling in spellings}
    assert len(spelled) == 1
    assert len({repr(variant) for variant in spelled}) == 1


OWN = Variant(
    tiles="2-6",
    dice="2d4",
    weights="1,1,1,2",
    one_die="sum <= 6",
    moves="exact",
    max_tiles=1,
    opening_tile=3,
    stop_total=7,
    scoring="digits",
    clack_payout=2,
    immediate_clack=True,
    ties="first",
)


@pytest.mark.parametrize("kind", [np.array, lambda rule: np.array(rule)[()]])
def test_every_rule_may_be_a_number_a_flag_or_a_text_of_numpy(kind):
    given = {name: kind(rule) for name, rule in OWN.rules().items()}
    assert {type(rule).__module__ for rule in given.values()} == {"numpy"}
    assert not any(map(OWN.is_default, given))
    assert Variant(**given) == OWN
    assert repr(Variant(**given)) == repr(OWN)
    assert variants("classic", **given) == (OWN,)


def test_the_weights_of_a_die_may_be_an_array():
    assert Variant(weights=np.array([1, 1, 1, 1, 1, 2])) == Variant(weights="1,1,1,1,1,2")


def test_a_row_of_a_frame_is_a_variant():
    sixteen = variants("sixteen")
    frame = pd.DataFrame([each.rules() for each in sixteen])
    rows = [frame.iloc[number] for number in range(len(frame))]
    assert tuple(Variant(**{name: row[name] for name in row.index}) for row in rows) == sixteen


def test_a_float_of_numpy_is_no_exact_number():
    for number in (np.float32(1.5), np.float64(1.5), np.array(1.5)):
        with pytest.raises(RulesError, match=r"got 1\.5, a float is not exact"):
            Variant(clack_payout=number)


def test_a_series_that_is_wrong_is_told_in_a_line():
    with pytest.raises(RulesError, match=r"^immediate_clack: got 0 .*, neither") as told:
        Variant(immediate_clack=pd.Series([True, False]))
    assert len(str(told.value).splitlines()) == 1


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("tiles", ""),
        ("tiles", ()),
        ("tiles", 0),
        ("tiles", "0-3"),
        ("tiles", "-3"),
        ("tiles", (-1, 2)),
        ("tiles", "1,1"),
        ("tiles", "1-3,2"),
        ("tiles", "9-4"),
        ("tiles", "1;2"),
        ("tiles", 9.0),
        ("tiles", True),
        ("tiles", (1.0, 2)),
        ("tiles", None),
        ("tiles", 25),
        ("tiles", "1-1000000000000"),
        ("dice", "0d6"),
        ("dice", "7d6"),
        ("dice", "2d101"),
        ("dice", "two"),
        ("dice", 2),
        ("weights", ""),
        ("weights", ()),
        ("weights", 6),
        ("weights", "1,1,1,1,1,x"),
        ("weights", "1,1,1,1,1,0"),
        ("weights", (1, 1, 1, 1, 1, -2)),
        ("weights", (1, 1, 1, 1, 1, 0.5)),
        ("weights", {1, 2}),
        ("weights", "1" + ",1" * 100),
        ("weights", f"1,1,1,1,1,{10**18 + 1}"),
        ("one_die", "sum < 6"),
        ("one_die", "summ <= 6"),
        ("one_die", "sum <= 6 or max <= 6"),
        ("one_die", "sum <= 6 and"),
        ("one_die", "forced"),
        ("one_die", "sum <= 1.5"),
        ("one_die", True),
        ("moves", "any"),
        ("moves", ["sum"]),
        ("max_tiles", 0),
        ("max_tiles", 1.0),
        ("opening_tile", "two"),
        ("stop_total", 7.0),
        ("scoring", ""),
        ("clack_payout", -1),
        ("clack_payout", "-1/2"),
        ("clack_payout", "1/0"),
        ("clack_payout", 1.5),
        ("clack_payout", float("nan")),
        ("clack_payout", "double"),
        ("clack_payout", "1e9"),
        ("clack_payout", True),
        ("clack_payout", None),
        ("clack_payout", "9" * 2000),
        ("immediate_clack", 1),
        ("ties", "nobody"),
    ],
    ids=repr,
)
def test_a_bad_value_is_named_with_its_field_and_what_it_takes(field, value):
    with pytest.raises(RulesError) as caught:
        Variant(**{field: value})
    [fault] = caught.value.faults
    assert fault.parameter == field
    assert fault.said.startswith("got ")
    assert fault.said.endswith(f"takes {FIELDS[field].takes}")
    assert len(str(fault)) < 350


@pytest.mark.parametrize(
    ("rules", "field"),
    [
        ({"dice": "3d6", "moves": "exact"}, "moves"),
        ({"dice": "1d6", "one_die": "always"}, "one_die"),
        ({"dice": "1d4", "weights": "1,1,1,1,1,2"}, "weights"),
        ({"weights": "1,1"}, "weights"),
        ({"opening_tile": 12}, "opening_tile"),
    ],
)
def test_rules_that_contradict_each_other_are_refused(rules, field):
    with pytest.raises(RulesError) as caught:
        Variant(**rules)
    [fault] = caught.value.faults
    assert str(fault).startswith(f"{field}: got ")


def test_all_faults_are_named_at_once():
    with pytest.raises(RulesError) as caught:
        Variant(tiles=0, one_die="sum < 6", clack_payout=0.5, dice="3d6", moves="exact")
    assert [fault.parameter for fault in caught.value.faults] == [
        "tiles",
        "one_die",
        "clack_payout",
        "moves",
    ]
    assert str(caught.value) == "\n".join(map(str, caught.value.faults))


@given(rule_sets(tuple(name for name in FIELDS if name != "tiles")))
def test_rules_and_repr_read_back(rules):
    variant = Variant(**rules)
    assert Variant(**variant.rules()) == variant
    assert eval(repr(variant)) == variant


@given(rule_sets(tuple(name for name in FIELDS if name != "tiles")))
def test_every_rule_has_words(rules):
    words = Variant(**rules).words()
    assert list(words) == list(FIELDS)
    assert all(words.values())


@pytest.mark.parametrize(
    "rules",
    [
        {"tiles": (1000, 2000), "max_tiles": 99},
        {"one_die": "sum <= -5"},
        {"dice": "6d100", "tiles": 3},
        {"dice": "1d1", "stop_total": -1},
        {"tiles": 16},
    ],
    ids=repr,
)
def test_an_odd_game_that_can_be_played_is_not_refused(rules):
    assert Variant(**rules) != Variant()


def test_the_defaults_of_the_signature_are_those_of_the_fields():
    parameters = inspect.signature(Variant).parameters
    assert [*parameters] == ["by_place", *FIELDS, "unknown"]
    for name, parameter in list(parameters.items())[1:-1]:
        assert FIELDS[name].read(name, parameter.default) == FIELDS[name].default


@pytest.mark.parametrize(
    ("field", "sign"), [("max_tiles", 1), ("stop_total", 1), ("stop_total", -1)]
)
def test_whole_numbers_have_at_most_a_hundred_digits(field, sign):
    largest = sign * (10**100 - 1)
    assert Variant(**{field: largest}).rules()[field] == largest
    assert Variant(**{field: str(largest)}) == Variant(**{field: largest})
    with pytest.raises(RulesError, match=f"^{field}: got .*too large a number"):
        Variant(**{field: largest + sign})


@pytest.mark.parametrize(
    "rules", [{"tiles": 10**5000}, {"max_tiles": 10**5000}, {"clack_payout": 10**5000}]
)
def test_numbers_of_thousands_of_digits_are_refused(rules):
    [field] = rules
    with pytest.raises(RulesError, match=f"^{field}: got a number with thousands of digits"):
        Variant(**rules)


def test_the_records_of_rules_are_what_they_are_and_mean():
    records = Variant(one_die="always", clack_payout="3:2").to_records()
    assert [record["rule"] for record in records] == list(FIELDS)
    assert {record["rule"]: record["value"] for record in records} == {
        **Variant().rules(),
        "one_die": "always",
        "clack_payout": "3/2",
    }
    assert records[0]["in_words"] == "9 tiles, 1 to 9"


def test_another_process_makes_its_own_hash():
    """There, equal texts have another one."""
    variant = Variant(scoring="digits")
    code = (
        "import pickle, sys; from twoplayer import Variant\n"
        "sent, made = pickle.load(sys.stdin.buffer), Variant(scoring='digits')\n"
        "print(sent == made, hash(sent) == hash(made), hash(made))"
    )
    equal, alike, there = subprocess.run(
        [sys.executable, "-c", code],
        input=pickle.dumps(variant),
        env={**os.environ, "PYTHONHASHSEED": "random"},
        capture_output=True,
        check=True,
    ).stdout.split()
    assert (equal, alike) == (b"True", b"True")
    assert int(there) != hash(variant)


@pytest.mark.parametrize(
    ("rules", "meant"),
    [
        ({"dice": "2"}, "2d6"),
        ({"one_die": "6 or less"}, "'sum <= 6' or 'max <= 6'"),
        ({"clack_payout": "double"}, "2"),
        ({"ties": "split"}, "push"),
    ],
)
def test_what_people_say_for_a_rule_is_asked_about(rules, meant):
    with pytest.raises(RulesError, match=re.escape(f"did you mean {meant}?")):
        Variant(**rules)


@pytest.mark.parametrize("name", [*COVERINGS, *SCORINGS, *TIES])
def test_the_docstring_tells_of_every_covering_scoring_and_tie(name):
    told = inspect.getdoc(Variant)
    assert f'`"{name}"`' in told, (
        f"the docstring of Variant: say what {name!r} means, below its field"
    )


def test_rules_are_told_once_or_of_the_second_player_or_of_every_seat():
    nine, ten, twelve = Variant(), Variant(tiles=10).called("ten"), Variant(tiles=12).called("12")
    nines, tens, twelves = "the classic game", "ten (tiles 1-10)", "12 (tiles 1-12)"
    assert rules_in_words(nine) == rules_in_words(nine, nine, nine) == {"rules": nines}
    assert rules_in_words(nine, ten) == {"rules": nines, "second's rules": tens}
    of_three = {"seat 1": nines, "seat 2": tens, "seat 3": twelves}
    assert rules_in_words(nine, ten, twelve) == of_three
    assert rules_in_words(nine, nine, ten) == {"seat 1": nines, "seat 2": nines, "seat 3": tens}
