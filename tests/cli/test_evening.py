"""An evening: what every seat is worth, and who should roll when."""

import csv
import io
import json
from fractions import Fraction
from types import SimpleNamespace

import pytest
from conftest import output, run
from narrowed import narrowed

from twoplayer import Variant, roll_by_roll, seats, shared_box, solve, variants
from twoplayer.cli import command
from twoplayer.evening import looking, replayed
from twoplayer.evening.orders import ORDERS
from twoplayer.show.evening import tie_breaks

SMALL = "--tiles 4 --dice 1d6"
SIX = "tiles --tiles 6 --one-die never"


def rows(line):
    return list(csv.DictReader(io.StringIO(output(f"{line} --format csv"))))


# Seats


def test_every_seat_is_told_in_words():
    text = output(f"evening {SMALL} --players 4 --one-die never")
    assert "players 4" in text
    assert "seat 4 sits best and seat 1 worst" in text
    assert max(map(len, text.splitlines())) <= 80


def test_a_row_for_each_seat_is_exact():
    line = f"evening {SMALL} --players 3 --format"
    rows = list(csv.DictReader(output(f"{line} csv").splitlines()))
    found = seats(Variant(tiles=4, dice="1d6"), 3).fractions
    assert tuple(Fraction(row["ev"]) for row in rows) == found.evs
    assert tuple(Fraction(row["wins"]) for row in rows) == found.wins
    assert [row["seat"] for row in rows] == ["1", "2", "3"]
    of_json = json.loads(output(f"{line} json"))
    assert Variant(**of_json["variant"]) == Variant(tiles=4, dice="1d6")
    assert [row["ev"]["exact"] for row in of_json["seats"]] == [row["ev"] for row in rows]
    assert not of_json["seats"][0].keys() & {"name", "variant"}


@pytest.mark.dear
def test_a_family_is_ranked_by_what_lies_between_its_seats():
    line = "evening sixteen --tiles 5 --players 3"
    rows = list(csv.DictReader(output(f"{line} --format csv").splitlines()))
    spreads = [Fraction(row["spread"]) for row in rows[::3]]
    assert spreads == sorted(spreads)
    assert len(rows) == 3 * len(variants("sixteen"))
    text = output(line)
    assert max(map(len, text.splitlines())) <= 80
    assert "help the others" not in text


def test_what_lies_between_two_ways_to_break_ties_is_said_as_that():
    """It is no bound: ties can be broken in other ways."""
    some, none = (
        SimpleNamespace(tie_breaks_change=change, tie_breaks_matter=change > 0)
        for change in (Fraction(1, 1000), Fraction(0))
    )
    head = (
        "Where several moves have the same value to a player, the player is assumed to help the "
        "others least. By helping them most,"
    )
    assert tie_breaks([none]) == ""
    assert tie_breaks([some]) == (
        f"{head} a seat would be worth 0.1000000 % of a stake more or less."
    )
    assert tie_breaks([some, none]) == (
        f"{head} a seat would be worth up to 0.1000000 % of a stake more or less "
        "in 1 of these 2 games."
    )


@pytest.mark.parametrize("players", ["0", f"{10**30}", "9"])
def test_two_to_eight_may_play(players):
    result = run(f"evening --players {players}")
    assert result.exit_code == 2
    assert f"--players: got {players}; takes a whole number, 2 to 8" in result.stderr


# Orders


def test_the_orders_have_the_exact_values():
    found = rows(f"evening --orders {SIX}")
    assert len(found) == 4
    for row in found:
        variant = Variant(
            tiles=6,
            clack_payout=row["clack_payout"],
            immediate_clack=row["immediate_clack"] == "true",
        )
        assert row["turns"] == str(solve(variant).first_player_ev)
        assert row["rolls"] == str(roll_by_roll(variant).first_player_ev)
        assert row["box"] == str(shared_box(variant).first_player_ev)


def test_json_has_the_same_values_beside_the_rules():
    row = json.loads(output("evening --orders --tiles 4 --format json"))
    assert Variant(**row["variant"]) == Variant(tiles=4)
    assert row["rolls"]["exact"] == str(roll_by_roll(Variant(tiles=4)).first_player_ev)


def test_the_variant_with_the_fairest_order_comes_first_and_the_order_is_named():
    found = rows(f"evening --orders {SIX} classic sally ties-to-first")
    sizes = [{order: abs(Fraction(row[order])) for order in ORDERS} for row in found]
    least = [min(size.values()) for size in sizes]
    assert least == sorted(least)
    assert all(s[row["fairest"]] == min(s.values()) for s, row in zip(sizes, found, strict=True))
    assert {row["fairest"] for row in found} >= {"secret", "rolls", "box"}


def test_text_has_percent_and_what_is_the_fairest():
    last = output("evening --orders --tiles 6").splitlines()[3].split()
    assert last == ["never", "1", "no", "-0.6786", "-0.0879", "4.6651", "0.0000", "secret"]


def test_orders_are_told_in_words_that_people_use():
    said = " ".join(output("evening --orders --tiles 3").split())
    assert "One box for both: the players roll once each in turn" in said
    assert "One box for both: they roll" in " ".join(output("help 'order of play'").split())
    assert "Box:" not in said


def test_where_nobody_ever_moves_only_a_shared_box_makes_a_difference():
    [row] = rows("evening --orders --tiles 50-52")
    assert [row[order] for order in ("turns", "rolls", "box", "secret")] == ["0", "0", "-1", "0"]


@pytest.mark.dear
def test_what_is_too_large_is_left_out_and_named():
    result = run("evening --orders --tiles 12 --dice 1d12 --format csv")
    [row] = csv.DictReader(io.StringIO(result.stdout))
    assert (result.exit_code, row["rolls"], row["fairest"]) == (0, "", "secret")
    assert result.stderr.startswith("your rules: roll by roll is left out. tiles: 16,777,216 pairs")
    several = run("evening --orders tiles --tiles 12 --dice 1d12 --one-die never --clack-payout 1")
    assert several.stdout.count(" - ") == 2
    assert several.stderr.startswith(
        "no immediate clack: roll by roll and 1 more like it are left out. tiles: 16,777,216 pairs"
    )
    assert several.stderr.count("\n") == 1, "a line for each reason"


def test_a_game_that_is_too_large_for_every_order_is_refused():
    for names in ("", "tiles --one-die never"):
        result = run(f"evening --orders {names} --tiles 16 --dice 1d100")
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr.startswith("Error: --tiles: ")


def test_many_variants_with_much_work_are_spread_over_all_cores(one_process):
    alone = output(f"evening --orders {SIX}")
    assert not one_process.done
    with narrowed(command, MOST_WORK_ALONE=0):
        assert output(f"evening --orders {SIX}") == alone
        assert len(one_process.done) == 4
        output("evening --orders --tiles 6")
    assert len(one_process.done) == 4, "one alone tells its progress"


def test_what_is_told_is_a_row_each():
    found = rows("evening --orders --told nothing --told clack --told 9,19")
    evs = [each.first_player_ev for each in looking("classic", [(), "clack", (9, 19)])]
    assert [Fraction(row["first_player_ev"]) for row in found] == evs
    assert [row["told"] for row in found][:2] == ["nothing", "a clack or not"]
    of_json = json.loads(output("evening --orders --told clack --tiles 4 --format json"))
    assert Variant(**of_json["variant"]) == Variant(tiles=4)
    assert [row["told"] for row in of_json["told"]] == ["a clack or not"]
    result = run("evening --orders --told 9,9")
    assert (result.exit_code, "takes scores, ascending" in result.stderr) == (2, True)


def test_where_the_highest_pays_that_is_said_and_has_its_own_values():
    line = "evening --tiles 4 --players 3 --pays highest-pays"
    text = output(line)
    assert "stakes  the player with the highest score pays a stake to everybody else" in text
    assert "wins" not in text
    found = seats(Variant(tiles=4), 3, pays="highest-pays").fractions
    assert [Fraction(row["ev"]) for row in rows(line)] == [*found.evs]
    assert {row["pays"] for row in rows(line)} == {"highest-pays"}
    several = output("evening even-stevens classic --tiles 4 --players 3 --pays highest-pays")
    assert "The player with the highest score pays a stake to everybody else." in several


def test_an_evening_has_a_line_of_ties_that_are_played_again_where_they_have_a_value():
    [row] = [row for row in rows("evening --tiles 4") if "again" in row["how"]]
    ev = replayed(Variant(tiles=4), "other").fractions.first_player_ev
    assert {abs(ev)} == {Fraction(row[name]) for name in ("gains_low", "gains_high")}
    alone = run("evening --tiles 20-20")
    assert "again" not in alone.stdout
    assert alone.stderr.startswith("A tie that is played again is left out. ")


def test_an_evening_says_why_several_rounds_are_left_out():
    without = run("evening --tiles 4 --immediate-clack")
    assert "rounds," not in without.stdout
    assert without.stderr.startswith("What several rounds are worth is left out. immediate_clack:")
