"""The folder of theorems, as far as it can be read without Coq."""

import json
import re
import runpy

import pytest
from conftest import ROOT

from twoplayer import Variant, certificate
from twoplayer.show.theorem import theorem
from twoplayer.variant.tiles import COVERINGS, SCORINGS, TIES

PROOF = ROOT / "proof"
SOURCES = {path.stem: path.read_text("utf-8") for path in sorted(PROOF.glob("*.v"))}
DEFINITIONS = ("Games", "Rules", "House")
"""The files that have to be believed, and read."""

COMMENT = re.compile(r"\(\*.*?\*\)", re.DOTALL)
UNPROVEN = re.compile(
    r"\b(Admitted|admit|Axioms?|Parameters?|Conjectures?|Primitive|native_compute|Unset|bypass_\w+)\b"
)
DOCUMENT = (ROOT / "docs" / "proof.md").read_text("utf-8")


def said(name):
    """Return a file without its comments."""
    return COMMENT.sub("", SOURCES[name])


@pytest.mark.parametrize("name", SOURCES)
def test_nothing_is_assumed(name):
    assert not UNPROVEN.search(said(name))
    assert said(name).count("Section ") == len(re.findall(r"^End ", said(name), re.MULTILINE))
    outside = re.sub(r"^Section (\w+)\.[\s\S]*?^End \1\.", "", said(name), flags=re.MULTILINE)
    assert not re.search(r"^\s*(Variable|Hypothes[ie]s|Context)", outside, re.MULTILINE)


@pytest.mark.parametrize("name", DEFINITIONS)
def test_definitions_stand_alone(name):
    assert not re.search(r"\b(Lemma|Theorem|Proof|Qed|Ltac)\b", said(name))
    assert set(re.findall(r"Shut Require Import (.*)\.", said(name))) <= {"Games", "Games Rules"}


IN_COQ = [
    *((name, name.replace("-", "_").capitalize()) for name in COVERINGS),
    *((name, f"By_{name}") for name in SCORINGS),
    *((name, f"Ties_{name}") for name in TIES),
]
"""Every covering, scoring and tie, with its name in the theory."""


@pytest.mark.parametrize(("name", "in_coq"), IN_COQ)
def test_the_theory_and_its_checker_know_every_covering_scoring_and_tie(name, in_coq):
    defined = re.search(rf"^Inductive \w+_rule :=.*\b{in_coq}\b", said("House"), re.MULTILINE)
    assert defined, f"proof/House.v: say what {name!r} means there, and call it {in_coq}"
    pair = f'("{name}", {in_coq})'
    assert pair in (PROOF / "main.ml").read_text("utf-8"), f"proof/main.ml: add {pair} to house_of"


def test_the_sixteen_are_those_of_the_report():
    written = runpy.run_path(str(PROOF / "sixteen.py"))["theorems"]()
    assert SOURCES["Sixteen"] == written
    assert written.count("Theorem ") == 16


def test_the_classic_game_is_as_the_program_writes_it():
    assert SOURCES["Classic"] == theorem("classic", name="Classic.v")


def test_the_summary_has_every_theorem():
    names = [
        f"{name}.{found}"
        for name in SOURCES
        for found in re.findall(r"^ *Theorem (\w+)", said(name), re.MULTILINE)
    ]
    listed = re.findall(r"^Check ([\w.]+)\. Print Assumptions \1\.$", said("Summary"), re.MULTILINE)
    assert sorted(listed) == sorted(names)
    assert len(names) > 50


def test_everything_that_is_built_is_checked_by_the_second_kernel():
    made = dict(
        re.findall(r"^(\w+) = (.*)$", (PROOF / "Makefile").read_text("utf-8"), re.MULTILINE)
    )
    built = {*DEFINITIONS, *made["THEORY"].split()[1:], *made["GAMES"].split()}
    assert built == set(SOURCES) - {"Summary", "Extract"}


def test_the_coins_have_the_certificate_of_the_document():
    known = json.loads(certificate(Variant(tiles=2, dice="2d2", one_die="always")).text)
    tables = {
        score: [int(number) for number in values.split(";")]
        for score, values in re.findall(r"\((\d+), table_of \[(.*?)\]\)", said("Coins"))
    }
    assert tables == known["second"]["values"]
    [first] = re.findall(r"first_table := table_of \[(.*?)\]", said("Coins"))
    assert [int(number) for number in first.split(";")] == known["first"]["values"]
    units = re.findall(r"(second|first)_unit := (\d+)", said("Coins"))
    assert dict(units) == {each: known[each]["denominator"] for each in ("second", "first")}


LINK = re.compile(
    r"(?:^```coq\n((?:.*\n)*?)```\n\n)?^\[`(\w+)\.v`\]\(\.\./proof/\2\.v\)$", re.MULTILINE
)
"""A link to definitions that stands alone, below what is quoted of them."""
CORE = {
    "Games": {"game", "history", "strategy", "payoff", "is_value"},
    "Rules": {"turn", "lower_wins", "shut_the_box"},
    "House": set(),
}


def test_the_document_quotes_the_definitions_word_for_word():
    """The site puts each of these files, whole, in the place of what is quoted of it."""
    quoted = {name: text for text, name in LINK.findall(DOCUMENT)}
    assert [*quoted] == [*DEFINITIONS]
    assert DOCUMENT.count("```coq") == sum(map(bool, quoted.values()))
    for name, text in quoted.items():
        parts = text.strip().split("\n\n") if text else []
        assert [part for part in parts if f"\n{part}\n\n" not in f"{SOURCES[name]}\n"] == []
        defined = re.findall(r"^(?:Inductive|Definition|Fixpoint) (\w+)", text, re.MULTILINE)
        assert {*defined} == CORE[name]


def test_the_theorems_that_the_document_names_are_there():
    theorems = set(re.findall(r"Theorem (\w+)", "".join(map(said, SOURCES))))
    rows = re.findall(
        r"^\| (`[a-z].*?) \|", DOCUMENT.partition("## What is trusted")[0], re.MULTILINE
    )
    named = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
    assert named <= theorems
    assert len(named) > 20


TABLE = DOCUMENT.partition("## What is trusted")[0]
BELIEVED, PROVEN = TABLE.partition("## What you must believe")[2].split("## What is proven")
OWN_CASES = ("Small", "Coins")
"""Files of theorems on single games, which are defined there."""


def defined(name):
    """Return the names that a file defines; a field of a record stands for the record."""
    kind = "Definition|Fixpoint|Inductive|Record"
    names = re.findall(rf"^ *(?:{kind}) (\w+)", said(name), re.MULTILINE)
    found = dict(zip(names, names, strict=True))
    for record, body in re.findall(r"^Record (\w+)[^{.]*\{(.*?)\n\}", said(name), re.M | re.S):
        found |= dict.fromkeys(re.findall(r"^  (\w+) :", body, re.MULTILINE), record)
    return found


def spoken_of(name, theorem):
    """Return the definitions beside the three files in a theorem, and in its section's premises."""
    before, _, after = said(name).partition(f"Theorem {theorem}")
    section = before.rpartition("\nSection ")[2]
    around = "" if "\nEnd " in section else section
    premises = re.findall(r"^  (?:Hypothesis|Variables?) .*?\.\n", around, re.M | re.S)
    statement = re.split(r"\.\n *Proof", after)[0]
    words = {*re.findall(r"\w+", " ".join([statement, *premises]))}
    imported = re.findall(r"Shut Require Import (.*)\.", said(name))[0].split()
    there = {}
    for each in [*imported, name]:
        there |= defined(each) if each not in DEFINITIONS else {}
    return {there[word] for word in words & {*there}}


def test_the_document_names_every_definition_that_its_theorems_speak_of():
    listed = {*re.findall(r"`(\w+)`", BELIEVED)}
    spoken = set()
    for name in SOURCES.keys() - {*OWN_CASES}:
        for proven in re.findall(r"^ *Theorem (\w+)", said(name), re.MULTILINE):
            if name == "Sixteen":
                assert spoken_of(name, proven) == set(), "they need the three files alone"
            elif f"`{proven}`" in PROVEN:
                spoken |= spoken_of(name, proven)
    assert {"is_mixture", "proper", "value", "number", "careful"} <= spoken
    assert spoken - listed == set()


def test_the_document_says_where_each_of_these_definitions_stands():
    rows = re.findall(r"^\| `.*?\| (.*?) \| (.*?) \|$", BELIEVED, re.MULTILINE)
    for definitions, where in rows:
        files = re.findall(r"`(\w+)\.v`", where)
        there = set().union(*map(defined, files))
        assert {*re.findall(r"`(\w+)`", definitions)} <= there
    assert len(rows) > 5


@pytest.mark.parametrize(
    ("rests_on", "found"),
    [
        ("Closed under the global context", []),
        ("Axioms:\nguess : 1 = 2", ["Sound.two"]),
        ("", ["Sound.two"]),
    ],
)
def test_a_theorem_that_rests_on_anything_is_found(rests_on, found):
    open_theorems = runpy.run_path(str(PROOF / "closed.py"))["open_theorems"]
    summary = "".join(
        f"Check Sound.{name}. Print Assumptions Sound.{name}.\n" for name in ("one", "two")
    )
    printed = "one\n     : True\nClosed under the global context\n"
    assert (
        open_theorems(summary, f"{printed}two\n     : forall n,\n       n = 1\n{rests_on}\n")
        == found
    )
    assert open_theorems(summary, printed) == ["Sound.two"]
