"""How pages are filled with what was found."""

import re
from fractions import Fraction
from importlib.util import find_spec, module_from_spec
from urllib.parse import unquote

import pytest
from conftest import ROOT

from making.families import entries_of
from making.pages import Share, filled
from twoplayer import Variant
from twoplayer.variant import registry
from twoplayer.web.link import link_to


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("{x}", "-1/3"),
        ("{x:3}", "-0.333"),
        ("{x:1%} %", "-33.3 %"),
        ("{x:%}, {y:%}", "-33.3333, 50.0000"),
        ("{x:+%}, {y:+1%}, {zero:+1}", "-33.3333, +50.0, 0.0"),
        ("{n:,} games", "1,134 games"),
        ("{said}", "- one\n- two"),
        ("{said: or }", "one or two"),
        ("{so:these {n:,}|those}, {not_so:these|those}{not_so:, too}", "these 1,134, those"),
        ("{of.so} of {of.all}, {said:n}", "2 of 3, 2"),
        ("{rows[0][1]:2%}", "-33.33"),
    ],
)
def test_a_page_says_how_what_was_found_is_written(text, written):
    found = {"x": Fraction(-1, 3), "y": Fraction(1, 2), "zero": Fraction(0), "n": 1134}
    rows = [("ours", Fraction(-1, 3))]
    found |= {"said": ["one", "two"], "rows": rows, "so": True, "not_so": False}
    found |= {"of": Share.of([True, False, True])}
    assert filled(text, found) == written


def test_a_page_names_the_columns_of_rows_and_how_they_are_written():
    rows = [("ours", Fraction(-1, 3)), ("none", None)]
    page = filled("{rows:game|gain (%)=1%}", {"rows": rows})
    lines = [[cell.strip() for cell in line.split("|")[1:-1]] for line in page.splitlines()]
    assert [lines[0], *lines[2:]] == [["game", "gain (%)"], ["ours", "-33.3"], ["none", "-"]]


def test_a_row_has_what_the_page_has_columns_for():
    with pytest.raises(ValueError, match="longer"):
        filled("{rows:one|two}", {"rows": [(1, 2, 3)]})


def test_what_a_report_on_evenings_takes_is_read_when_it_is_made(monkeypatch):
    def fail(*asked):
        raise AssertionError(asked)

    monkeypatch.setattr(registry, "family", fail)
    spec = find_spec("making.evening")
    spec.loader.exec_module(module_from_spec(spec))


def test_a_family_is_solved_once_for_all_reports():
    assert entries_of("sixteen") is entries_of("sixteen")


LINK = re.compile(r"\]\((page|explorer)\.html#([^)]*)\)")


@pytest.mark.few(2)
@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, id=path.name, marks=[pytest.mark.dear] * (path.name == "atlas.md"))
        for path in sorted((ROOT / "reports").glob("*.md"))
    ],
)
def test_a_report_leads_to_games(path):
    """What stands behind the # is some rules, and the explorer has only those of the atlas."""
    found = LINK.findall(path.read_text("utf-8"))
    assert {where for where, _ in found} == {"page", "explorer"} or path.name == "house_rules.md"
    for where, rules in found:
        fields = dict(rule.split("=") for rule in rules.split("&"))
        immediate = fields.pop("immediate_clack", "false") == "true"
        given = {name: unquote(text) for name, text in fields.items()}
        numbers = {name: int(n) for name, n in given.items() if n.isdigit() and name != "tiles"}
        variant = Variant(**given | numbers, immediate_clack=immediate)
        assert link_to(variant) == rules
        assert where == "page" or variant in registry.variants("atlas")


@pytest.mark.parametrize("name", [path.name for path in (ROOT / "reports").glob("*.md")])
def test_a_report_says_for_whom_it_is_what_it_found_and_what_to_do_with_it(name):
    """Each section has a sentence on its use; the last one is nothing else."""
    opening, *sections = (ROOT / "reports" / name).read_text("utf-8").split("\n## ")
    assert 0 < opening.index("**For whom:**") < opening.index("**What it found:**\n\n- ")
    without = [each for each in sections if "**What to do with it:**" not in each]
    assert [each.partition("\n")[0] for each in without] == ["Do it yourself"]
