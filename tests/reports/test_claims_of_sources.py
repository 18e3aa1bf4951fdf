"""The report on one player: what it says of the sources is counted, not written."""

import tomllib
from importlib.resources import files

import pytest

from twoplayer import Variant, one_player, restarts
from twoplayer.reports import one_player as report

PUBLISHED = (files("twoplayer.reports") / "published.toml").read_text("utf-8")


@pytest.fixture(scope="module")
def solved():
    score, clack = (one_player(Variant(), aim).fractions for aim in ("score", "clack"))
    return score, clack, restarts(Variant(), "9/10").fractions


@pytest.mark.parametrize(
    ("printed", "instead", "wrong_figures", "wrong_claims"),
    [
        ("", "", 0, 3),
        ('"8" = "6.888889"', '"8" = "6.888888"', 1, 3),
        ("covers = [3, 5]", "covers = [8]", 0, 4),
        ('"5,6,7,8,9" = "24.7", ', "", 0, 4),
        ('simulated_percent = "0.71"', 'simulated_percent = "0.81"', 1, 3),
    ],
)
def test_what_is_wrong_is_counted(
    solved, monkeypatch, printed, instead, wrong_figures, wrong_claims
):
    assert printed in PUBLISHED
    facts = tomllib.loads(PUBLISHED.replace(printed, instead, 1))
    monkeypatch.setattr(report, "published", lambda: facts)
    figures = list(report.published_figures())
    said = report._findings(figures, *solved)
    right = len(figures) - wrong_figures
    assert f"Of {len(figures)} published figures {right} are right" in said[1]
    assert f"and {wrong_figures} wrong" in said[1]
    assert said[1].endswith(f"Of 5 claims in words {wrong_claims} are wrong:")
    assert [line.split(".")[0] for line in said[2:7]] == ["Wrong"] * wrong_claims + ["Right"] * (
        5 - wrong_claims
    )
