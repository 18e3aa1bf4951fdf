"""The report on one player: what it says of the sources is counted, not written."""

import re
import tomllib
from fractions import Fraction
from functools import cache
from importlib.resources import files

import pytest
from conftest import ROOT, ev_at

from making import one_player as report
from twoplayer import Variant, one_player, restarts
from twoplayer.strategy.search import words
from twoplayer.variant.registry import as_variant

PUBLISHED = (files("making") / "published.toml").read_text("utf-8")


def test_the_digital_game_is_even_between_the_payouts_that_trial_left_open():
    """The report names the one payout there is; that it is up to date, `test_reports` proves."""
    page = (ROOT / "reports" / "house_rules.md").read_text("utf-8")
    [payout] = re.findall(r"the one payout that makes it exactly fair is .* \((\d+/\d+)\)", page)
    assert Fraction("3.93") < Fraction(payout) < Fraction("3.94")
    assert ev_at(as_variant("ananian"), payout) == 0


def test_the_rule_for_the_pub():
    """The report gives the best rule for each goal that a search of all rules of thumb finds."""
    page = (ROOT / "reports" / "one_player.md").read_text("utf-8")
    [found] = re.findall(r"\n\n(- the lowest expected score: .*?)\n\n", page, re.DOTALL)
    goals = [goal.split(" Runner-up: ")[0] for goal in " ".join(found.split()).split(" - ")]
    rule = words([("tiles", -1), ("largest tile", 1), ("smallest tile", 1)])
    assert [goal.endswith(f": {rule}") for goal in goals] == [True, False, True, True]
    assert "highest chance to clack" in goals[1]


@pytest.fixture(scope="module")
def solved():
    score, clack = (one_player(Variant(), aim).fractions for aim in ("score", "clack"))
    return score, clack, restarts(Variant(), "9/10").fractions


@pytest.fixture(scope="module")
def computed_once():
    """What does not depend on what a source says is computed for the first test alone."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("one_player", "strategy_value", "worths"):
            patch.setattr(report, name, cache(getattr(report, name)))
        yield


@pytest.mark.usefixtures("computed_once")
@pytest.mark.parametrize(
    ("printed", "instead", "wrong_figures", "wrong_claims"),
    [
        ("", "", 0, 2),
        ('"8" = "6.888889"', '"8" = "6.888888"', 1, 2),
        ('cut = "0.0097"', 'cut = "0.0098"', 0, 2),
        ('cut = "0.0097"', 'cut = "0.0096"', 1, 2),
        ('exact = "145/1944"', 'exact = "72/965"', 1, 2),
        ("covers = [3, 5]", "covers = [8]", 0, 3),
        ('"5,6,7,8,9" = "24.7", ', "", 0, 3),
        ("[6, [6]]", "[6, [2, 4]]", 0, 3),
        ('simulated_percent = "0.71"', 'simulated_percent = "0.81"', 1, 2),
    ],
)
def test_what_is_wrong_is_counted(
    solved, monkeypatch, printed, instead, wrong_figures, wrong_claims
):
    assert printed in PUBLISHED
    facts = tomllib.loads(PUBLISHED.replace(printed, instead, 1))
    monkeypatch.setattr(report, "published", lambda: facts)
    figures = list(report.published_figures())
    said = report._counted(figures, *solved)
    assert said["figures_right"] == len(figures) - wrong_figures
    assert len(said["wrong"]) == wrong_figures
    right_claims = 7 - wrong_claims
    assert (said["claims_right"], said["claims_wrong"]) == (right_claims, wrong_claims)
    verdicts = ["Wrong"] * wrong_claims + ["Rarer than not"] + ["Right"] * right_claims
    assert [line.split(".")[0] for line in said["claims"]] == verdicts
