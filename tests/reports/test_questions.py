"""What the report on one player answers in words: it is counted, not written."""

import re
import tomllib
from fractions import Fraction
from importlib.resources import files

import pytest
from conftest import ROOT

from making import one_player as report
from making import questions, simulated
from making.published import games_within
from twoplayer import Variant, matchup, one_player, solve, strategy_value

PAGE = (ROOT / "reports" / "one_player.md").read_text("utf-8")
PUBLISHED = (files("making") / "published.toml").read_text("utf-8")


def test_the_seat_and_the_skill():
    played = matchup("classic", "largest-first").fractions
    lost, seat = -100 * played.first_player_ev, -100 * played.optimal_ev
    assert f"The seat is worth {float(seat):.4f} %" in PAGE
    assert f"loses {float(lost):.4f} % to an optimal second, {float(lost / seat):.1f} times" in PAGE


def test_a_good_score_is_where_the_second_players_value_changes_its_sign(classic):
    values = classic.second_player_values
    [(good, bad)] = re.findall(
        r"leaves (\d+) or less is ahead, and one who leaves (\d+) or more is behind", PAGE
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
    assert questions.least_squares(points) == (Fraction(5, 2), Fraction(25, 28))


def test_a_percentile_is_the_least_score_that_so_many_leave():
    chances = {0: Fraction(1, 10), 3: Fraction(4, 10), 7: Fraction(5, 10)}
    assert [questions.percentile(chances, p) for p in (10, 11, 50, 51, 100)] == [0, 3, 3, 7, 7]


@pytest.mark.parametrize(
    ("printed", "instead", "doubt"),
    [
        ("", "", ", and so all do"),
        ('"7.1432", "2.6507"', '"7.1431", "2.6507"', ". All do except 0 with two dice"),
    ],
)
def test_the_distributions_are_counted(monkeypatch, printed, instead, doubt):
    facts = tomllib.loads(PUBLISHED.replace(printed, instead, 1))
    monkeypatch.setattr(report, "published", lambda: facts)
    found = report.final_scores()
    assert found["source"] == "Butler, durangobill.com, distribution of final scores"
    assert (found["whole"], found["right"]) == (138, 110 - bool(printed))
    assert found["doubt"] == doubt


def test_a_simulation_is_played_exactly_by_its_program_and_by_its_text():
    found = report.simulated_scores()
    assert found["fact"]["mean"] == "11.42"
    assert found["score"] == Fraction(446942729047, 39182082048)
    assert {
        called: [said, *map(rounded, scores)] for called, _, said, *scores in found["rows"]
    } == {
        "Greedy": ["11.42", "11.4068", "11.2310"],
        "Shortest": ["", "12.0569", "11.8006"],
        "Random": ["", "20.4520", "20.4142"],
        "Longest": ["", "24.1701", "24.1684"],
    }


def rounded(value):
    return f"{float(value):.4f}"


def test_the_mean_of_so_many_games_is_so_far_off_within_three_standard_errors():
    """The variance is 2/9, and the standard error of n games the square root of 2/9n."""
    value = strategy_value(Variant(tiles="1-1", dice="1d3"), "random").fractions
    assert value.score_chances == {0: Fraction(1, 3), 1: Fraction(2, 3)}
    variance = simulated.variance_of(value)
    assert variance == Fraction(2, 9)
    assert games_within(variance, Fraction(1, 100)) == "20,000"
    assert games_within(variance, Fraction(3, 100)) == "2,220"
