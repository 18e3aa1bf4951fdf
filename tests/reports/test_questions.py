"""What the report on one player answers in words: it is counted, not written."""

import re
import tomllib
from fractions import Fraction
from importlib.resources import files

import pytest
from conftest import ROOT

from twoplayer import Variant, matchup, one_player, solve
from twoplayer.reports import published as sources
from twoplayer.reports import questions

PAGE = (ROOT / "reports" / "one_player.md").read_text("utf-8")
PUBLISHED = (files("twoplayer.reports") / "published.toml").read_text("utf-8")


def test_the_seat_and_the_skill():
    played = matchup("classic", "largest-first").fractions
    lost, seat = -100 * played.first_player_ev, -100 * played.optimal_ev
    assert f"The seat is worth {float(seat):.4f} %" in PAGE
    assert f"loses {float(lost):.4f} % to an optimal second, {float(lost / seat):.1f} times" in PAGE


def test_a_good_score_is_where_the_second_players_value_changes_its_sign(classic):
    values = classic.second_player_values
    [(good, bad)] = re.findall(
        r"leaves (\d+) or less is ahead, and with (\d+) or more behind", PAGE
    )
    assert values[int(good)] < 0 < values[int(bad)]
    assert all((value < 0) == (score <= int(good)) for score, value in values.items() if value)


def test_the_opening_rolls_are_in_order():
    found = re.findall(
        r"^\| +(\d+) \| [\d+]+ +\| +([\d.]+) \| +([\d.]+) \| +(-?[\d.]+) \|$", PAGE, re.M
    )
    assert sorted(int(roll) for roll, *_ in found) == list(range(2, 13))
    scores = [Fraction(score) for _, score, *_ in found]
    assert scores == sorted(scores)
    every = tuple(range(1, 10))
    for roll, score, _, ev in found:
        best = next(iter(one_player(Variant()).optimal_moves(every, int(roll)).values()))
        assert abs(best - Fraction(score)) <= Fraction(1, 20_000)
        best = next(iter(solve("classic").optimal_moves(every, int(roll)).values()))
        assert abs(100 * best - Fraction(ev)) <= Fraction(1, 200)


def test_the_line_of_least_squares():
    """Through 0, 1 and 5 at 0, 1 and 2 it rises 5/2, and explains 25/28 of the variance."""
    points = [(Fraction(x), Fraction(y)) for x, y in ((0, 0), (1, 1), (2, 5))]
    assert questions._line(points) == (Fraction(5, 2), Fraction(25, 28))


def test_a_percentile_is_the_least_score_that_so_many_leave():
    chances = {0: Fraction(1, 10), 3: Fraction(4, 10), 7: Fraction(5, 10)}
    assert [questions._percentile(chances, p) for p in (10, 11, 50, 51, 100)] == [0, 3, 3, 7, 7]


@pytest.mark.parametrize(
    ("printed", "instead", "said"),
    [
        (
            "",
            "",
            "138 figures (Butler, durangobill.com, distribution of final scores) 110 are right",
        ),
        ("", "", "that any gives, and so all do."),
        ('"7.1432", "2.6507"', '"7.1431", "2.6507"', "; but for 0 with two dice, so all do."),
    ],
)
def test_the_distributions_are_counted(monkeypatch, printed, instead, said):
    facts = tomllib.loads(PUBLISHED.replace(printed, instead, 1))
    monkeypatch.setattr(sources, "published", lambda: facts)
    paragraph, _ = sources.final_scores()
    assert said in paragraph


@pytest.mark.parametrize(
    ("mean", "said"),
    [("11.42", "None of these readings comes out"), ("11.32", "The nearest reading comes out")],
)
def test_a_reading_comes_out_or_not(monkeypatch, mean, said):
    facts = tomllib.loads(PUBLISHED.replace('"11.42"', f'"{mean}"', 1))
    monkeypatch.setattr(sources, "published", lambda: facts)
    paragraph, _ = sources.simulated_score()
    assert said in paragraph
