"""Several players at the shell."""

import csv
import json
from fractions import Fraction
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from twoplayer import Variant, seats, variants
from twoplayer.cli import main
from twoplayer.show.seats import tie_breaks

SMALL = ["--tiles", "4", "--dice", "1d6"]
SEAT_3 = ["--players", "3", "--seat", "3", "--to-beat"]


def run(*line):
    result = CliRunner().invoke(main, list(line))
    assert result.exit_code == 0, result.stderr
    return result.stdout


def test_every_seat_is_told_in_words():
    text = run("seats", *SMALL, "--players", "4", "--one-die", "never")
    assert "players 4" in text
    assert "seat 4 sits best and seat 1 worst" in text
    assert max(map(len, text.splitlines())) <= 80


def test_a_row_for_each_seat_is_exact():
    line = ["seats", *SMALL, "--players", "3", "--format"]
    rows = list(csv.DictReader(run(*line, "csv").splitlines()))
    found = seats(Variant(tiles=4, dice="1d6"), 3).fractions
    assert tuple(Fraction(row["ev"]) for row in rows) == found.evs
    assert tuple(Fraction(row["wins"]) for row in rows) == found.wins
    assert [row["seat"] for row in rows] == ["1", "2", "3"]
    of_json = json.loads(run(*line, "json"))
    assert [row["ev"]["exact"] for row in of_json] == [row["ev"] for row in rows]


def test_a_family_is_ranked_by_what_lies_between_its_seats():
    line = ["seats", "sixteen", "--tiles", "5", "--players", "3"]
    rows = list(csv.DictReader(run(*line, "--format", "csv").splitlines()))
    spreads = [Fraction(row["spread"]) for row in rows[::3]]
    assert spreads == sorted(spreads)
    assert len(rows) == 3 * len(variants("sixteen"))
    text = run(*line)
    assert max(map(len, text.splitlines())) <= 80
    assert "help the others" not in text


def test_what_lies_between_two_ways_to_break_ties_is_said_as_that():
    """It is no bound: ties can be broken in other ways."""
    some, none = (
        SimpleNamespace(tie_breaks_change=change, tie_breaks_matter=change > 0)
        for change in (Fraction(1, 1000), Fraction(0))
    )
    head = "Where moves are worth the same to a player, he is taken to help the others least. If he"
    assert tie_breaks([none]) == ""
    assert tie_breaks([some]) == (
        f"{head} helped them most, a seat would be worth 0.1000000 % of a stake more or less."
    )
    assert tie_breaks([some, none]) == (
        f"{head} helped them most, a seat would be worth up to 0.1000000 % of a stake more or less "
        "in 1 of these 2 games."
    )


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (["seats", "--players", "0"], "--players: got 0; takes a whole number, 2 to 8"),
        (["seats", "--players", f"{10**30}"], "takes a whole number, 2 to 8"),
        (["seats", "--players", "9"], "--players: got 9; takes a whole number, 2 to 8"),
        (["play", "--seat", "2"], "--players: got none; takes how many play"),
        (["play", "--players", "3"], "--seat: got none; takes which of the 3 you are"),
        (
            ["play", *SMALL, "--players", "3", "--seat", "4"],
            "--seat: got 4; takes a whole number, 1 to 3",
        ),
        (["play", *SMALL, "--players", "3", "--seat", "2"], "--to-beat: got none; takes the"),
        (
            [
                "play",
                *SMALL,
                *SEAT_3,
                "2",
                "--holders",
                "3",
            ],
            "--holders: got 3; takes a whole number, 1 or 2",
        ),
    ],
)
def test_what_is_typed_wrongly_says_what_it_takes(line, reason):
    result = CliRunner().invoke(main, line)
    assert result.exit_code == 2
    assert reason in result.stderr


def test_advice_for_a_seat_says_what_it_faces():
    line = [
        *[
            "--players",
            "3",
            "--seat",
            "3",
            "--to-beat",
            "12",
            "--holders",
            "2",
            "--open",
            "3,8,9",
            "--roll",
            "8",
        ]
    ]
    text = run("play", *line)
    assert text.startswith("You play in seat 3 of 3, against a score of 12 that 2 have.")
    [row] = json.loads(run("play", *line, "--format", "json"))
    assert (row["value"]["exact"], row["win"]["exact"]) == ("7/18", "7/36")
