"""Several rounds of an evening: a match, a race, and who should start the next round."""

import csv
import io
import json
from fractions import Fraction

import pytest
from conftest import output, run

from twoplayer import Variant
from twoplayer.evening import match as module
from twoplayer.evening.match import Match
from twoplayer.evening.rounds import STARTS
from twoplayer.game import Bounds
from twoplayer.show.evening import fairest_starts, small_from

SMALL = "evening --tiles 3 --dice 2d2 --one-die always"
RULES = Variant(tiles=3, dice="2d2", one_die="always")


def match(number=None, way="alternate", **more):
    return module.match(RULES, number, starts=way, **more).fractions


def exactly(number, way):
    return match(number, way, exact=True)


def test_a_match_is_told_in_words_beside_the_other_ways():
    text = output(f"{SMALL} --rounds 3 --starts loser --starts winner --starts same --exact")
    found = {way: exactly(3, way) for way in ("loser", "winner", "same")}
    ev = found["loser"].first_player_ev
    assert f"first player's EV  {ev} stakes\n" in text
    assert "match              3 rounds; the loser of a round starts the next\n" in text
    assert "favoured           the second player\n" in text
    assert "the second player gains 63.51 cents in 100 matches of 1 dollar." in text
    [row] = [line.split() for line in text.splitlines() if line.startswith("       3")]
    assert row == ["3", *(f"{100 * float(found[way].first_player_ev):.4f}" for way in found)]
    assert "The fairest way to choose who starts: winner (the winner of a round" in text
    assert max(map(len, text.splitlines())) <= 80


def test_it_is_said_from_how_many_rounds_on_the_ev_is_small():
    text = " ".join(output("evening --tiles 5 --dice 2d4 --rounds 3").split())
    said = "The advantage falls below 0.1 % of a stake: with same not within 3 rounds, "
    assert f"{said}with alternate not within 3 rounds, with loser from 2 rounds on, " in text


def test_a_race_is_told_with_its_bounds():
    text = output(f"{SMALL} --to 3")
    low, high = match(to=3).first_player_ev
    assert f"first player's EV  at least {low} stakes,\n" in text
    assert f"                   at most {high}\n" in text
    assert "match              a race to 3; the players start in turn\n" in text
    for words in STARTS.values():
        assert f"\n{words} " in text
    played = match(to=3).rounds_played().fractions
    most, mean = played.most_likely, float(sum(played.mean) / 2)
    often = f"{100 * float(played.chances[most]):.2f} % of the time"
    assert f"rounds             {mean:.4f} on average; most likely {most}, {often}\n" in text
    assert "  rounds  " not in text
    assert max(map(len, text.splitlines())) <= 80


@pytest.mark.dear
def test_a_number_of_wins_is_told_with_its_bounds():
    text = output(f"{SMALL} --wins 2")
    low, high = match(wins=2).bounds
    assert "match              first to win 2 games; the players start in turn" in text
    assert f"at least {low} stakes," in text
    assert f"at most {high}" in text
    [row] = csv.DictReader(io.StringIO(output(f"{SMALL} --wins 2 --starts loser --format csv")))
    assert (row["wins"], row["starts"]) == ("2", "loser")
    assert Fraction(row["first_player_ev_low"]) == match(way="loser", wins=2).bounds.low


def test_rounds_are_told_with_their_bounds_unless_they_are_to_be_exact():
    text = output(f"{SMALL} --rounds 2")
    low, high = match(2).first_player_ev
    assert f"first player's EV  at least {low} stakes,\n" in text
    assert f"                   at most {high}\n" in text
    assert low <= exactly(2, "alternate").first_player_ev <= high


def test_only_the_ways_to_start_that_are_asked_for_are_computed(monkeypatch):
    asked, solved = [], module.match

    def solve(variant, rounds, to, starts, exact, **more):
        asked.append(starts)
        return solved(variant, rounds, to, starts, exact, **more)

    monkeypatch.setattr(module, "match", solve)
    text = output(f"{SMALL} --rounds 2 --starts winner")
    assert asked == ["winner"]
    assert "loser" not in text
    assert "fairest" not in text


def test_csv_has_every_number_of_rounds_exact():
    text = output(f"{SMALL} --rounds 2 --exact --format csv")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [(row["starts"], int(row["rounds"])) for row in rows] == [
        (way, number) for way in STARTS for number in (1, 2)
    ]
    for row in rows:
        found = exactly(int(row["rounds"]), row["starts"])
        assert Fraction(row["first_player_ev"]) == found.first_player_ev
        assert row["favoured"] == found.favoured


@pytest.mark.dear
def test_csv_has_the_bounds_of_races():
    rows = list(csv.DictReader(io.StringIO(output(f"{SMALL} --to 2 --format csv"))))
    for row, way in zip(rows, STARTS, strict=True):
        bounds = Bounds(*(Fraction(row[f"first_player_ev_{end}"]) for end in ("low", "high")))
        assert (row["starts"], bounds) == (way, match(way=way, to=2).first_player_ev)


def test_json_has_the_rules_what_was_asked_for_and_the_rest():
    line = f"{SMALL} --rounds 2 --starts winner --starts same --exact --format json"
    found, solved = json.loads(output(line)), exactly(2, "winner")
    assert Variant(**found["variant"]) == RULES
    assert found["first_player_ev"]["exact"] == str(solved.first_player_ev)
    assert (found["starts"], found["rounds"], len(found["all_ways"])) == ("winner", 2, 4)


@pytest.mark.parametrize("format", ["markdown", "latex"])
def test_other_formats_have_the_table_alone(format):
    text = output(f"{SMALL} --rounds 2 --format {format}")
    assert "alternate" in text
    assert "plain words" not in text


def test_the_players_start_in_turn_where_nothing_is_said():
    assert "5 rounds; the players start in turn" in output("evening --tiles 2 --rounds 5")
    assert "1 round; the players start in turn" in output("evening --tiles 2 --rounds 1")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("--rounds 3 --to 45", "--players, --orders, --rounds, --to, and --wins: one of them"),
        ("--wins 2 --to 45", "--players, --orders, --rounds, --to, and --wins: one of them"),
        ("--rounds 0", "--rounds: got 0; takes a whole number, 1 to 1000"),
        ("--to 5 --exact", "--exact: got True, whose exact denominator explodes; takes False"),
        ("--to -5", "--to: got -5; takes a whole number, 1 or more"),
        ("--starts loser", "--starts goes with --rounds, --to and --wins"),
        (
            "--rounds 3 --starts first",
            "--starts: got 'first'; takes same | alternate | loser | winner",
        ),
        ("--clack-payout 2 --rounds 3", "--clack-payout: got 2; takes 1 in a match"),
        ("--scoring digits --rounds 3", "--rounds: got 3, in which there are "),
        ("sixteen --rounds 3", "got 16 games, of sixteen; takes one: settle"),
    ],
)
def test_what_is_no_match_is_an_error_in_a_line(line, said):
    result = run(f"evening {line}")
    assert result.exit_code == 2
    assert said in result.stderr
    assert not result.stdout


# What is said of several ways


def made(way, *evs):
    found = dict(enumerate(map(Fraction, evs), 1))
    return Match(RULES, RULES, len(evs), None, way, True, found[len(evs)], found)


@pytest.mark.parametrize(
    ("evs", "number"),
    [
        (("1/2000", "-1/2000"), 1),
        (("1/2000", "1/1000", "1/1001"), 3),
        (("1/2000", "-1/1000"), None),
        (("1/2", "1/10000", "0"), 2),
    ],
)
def test_an_ev_is_small_from_a_number_of_rounds_on(evs, number):
    assert small_from([each.bounds for each in made("same", *evs).each()]) == number


def test_the_fairest_way_is_that_with_the_ev_nearest_to_0():
    ways = {"same": made("same", "1/2", "-1/9"), "loser": made("loser", "1/2", "1/8")}
    assert fairest_starts(ways) == ["same"]
    assert fairest_starts({**ways, "winner": made("winner", "0", "1/9")}) == ["same", "winner"]


def test_of_races_all_are_fairest_that_may_be():
    bounds = {"same": ("-3", "1"), "loser": ("1", "2"), "winner": ("5/2", "3"), "alternate": (2, 2)}
    ways = {
        way: Match(RULES, RULES, None, 9, way, False, Bounds(*map(Fraction, ends)), {}).fractions
        for way, ends in bounds.items()
    }
    assert fairest_starts(ways) == ["same", "loser", "alternate"]
