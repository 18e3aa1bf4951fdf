"""What is played, and here or not: the list in the README of the rules is held against the program.

Each entry has what the program would have to take. That is refused, or there is no way to say it; a
new way to say something is a reason to read the list again.
"""

import re
from inspect import signature

import pytest
from conftest import ROOT, output, run
from lacking import lacking

from twoplayer import InputError, Variant, match, roll_by_roll, seats, shared_box, solve
from twoplayer.evening import replayed
from twoplayer.evening.orders import ORDERS
from twoplayer.evening.rounds import STARTS
from twoplayer.game.seating import PAYS
from twoplayer.turn.another import Game
from twoplayer.variant.fields import FIELDS
from twoplayer.variant.tiles import SCORINGS

READ_AGAIN = (
    "{} is new: read *Played, but not here* in rules/README.md again, take out what is here now, "
    "and name it beside the others in tests/test_played.py"
)
RULES = (ROOT / "rules" / "README.md").read_text("utf-8")


NAMES = ("choices", "rolls", "moves", "score")


class OneTile:
    """A single tile, the 6, which one die covers; a roll may leave everything as it is."""

    start = "open"

    def __init__(self, waits):
        self.waits = waits  # the rolls after which the turn goes on though nothing is covered

    def choices(self, state):
        return [1] if state == "open" else []

    def rolls(self, dice):
        return dict.fromkeys(range(1, 7), 1)

    def moves(self, state, roll):
        return ["shut"] if roll == 6 else ["open"] * (roll in self.waits)

    def score(self, state):
        return 6 * (state == "open")


def leads_back(waits):
    with pytest.raises(InputError, match="takes states that never come again"):
        solve(OneTile(waits))


def a_pass():
    assert solve(OneTile(())).first_player_ev == 0
    leads_back(range(1, 6))


class FourCards:
    """Four cards, of which a roll of two coins turns one over; the fewest turns count."""

    start = frozenset({1, 2, 3, 4})

    def choices(self, up):
        return [2] if up else []

    def rolls(self, coins):
        return {(1, 1): 1, (1, 2): 2, (2, 2): 1}

    def moves(self, up, roll):
        return {up ^ {card} for card in (*roll, sum(roll))}

    def score(self, up):
        return len(up)


def cards_that_flip_back():
    with pytest.raises(InputError, match="takes states that never come again"):
        solve(FourCards())


def a_pot_that_stays():
    """Two can replay their tie; of three those who tie share, as one who gains nothing shows."""
    assert {*signature(replayed).parameters} == {"variant", "starts", "double", "second"}
    assert {*signature(seats).parameters} == {"variant", "players", "pays"}
    assert [*seats(Variant(tiles="6-6", dice="1d1"), players=3).evs] == [0, 0, 0]


def a_turn_that_depends():
    """No question that a game is asked has the first player's turn in it."""
    asked = {name: [*signature(getattr(Game, name)).parameters] for name in NAMES}
    assert asked == {
        "choices": ["self", "state"],
        "rolls": ["self", "choice"],
        "moves": ["self", "state", "roll"],
        "score": ["self", "state"],
    }


def is_refused(line, because):
    result = run(f"evening {line}")
    assert (result.exit_code, result.stdout) == (2, "")
    assert because in result.stderr


def matches_of_three():
    for length in ("--rounds 5", "--to 45", "--wins 2"):
        is_refused(f"--players 3 {length}", "--players, --orders, --rounds, --to, and --wins: one")
    assert {*signature(match).parameters} == {
        *("variant", "second"),
        *("rounds", "to", "wins", "starts", "exact"),
    }


def evenings_of_three():
    is_refused("--players 3 --orders", "--players, --orders, --rounds, --to, and --wins: one")
    assert [*signature(roll_by_roll).parameters] == ["variant", "second"]
    matches_of_three()


def a_clack_that_adds_points():
    is_refused(
        "--rounds 5 --clack-payout 10", "takes 1 in a match: a clack is a score like any other"
    )
    matches_of_three()


def a_box_for_both():
    """Every loser pays one stake there, whatever is open."""
    values = {scoring: shared_box(Variant(tiles=6, scoring=scoring)) for scoring in SCORINGS}
    assert len({each.first_player_ev for each in values.values()}) == 1
    assert [*signature(shared_box).parameters] == ["variant"]


def points_for_what_is_covered():
    """A turn ends with a clack, which scores 0, whatever is counted."""
    for scoring in SCORINGS:
        solution = solve(Variant(tiles=2, scoring=scoring))
        assert min(solution.second_player_values) == 0
        assert solution.value((), score_to_beat=1) == 1
    matches_of_three()


def the_other_opens():
    assert lacking(ORDERS, {"turns", "rolls", "box", "secret"}, READ_AGAIN) == ""
    assert lacking(STARTS, {"same", "alternate", "loser", "winner"}, READ_AGAIN) == ""


NOT_HERE = {
    "A pass": a_pass,
    "Doubles that roll again": lambda: leads_back([1]),
    "Cards that flip back": cards_that_flip_back,
    "Elimination": matches_of_three,
    "A pot that stays": a_pot_that_stays,
    "A turn that depends on the first player's": a_turn_that_depends,
    "Matches, and roll by roll, of three and more players": evenings_of_three,
    "A clack that adds 10 or 20 points": a_clack_that_adds_points,
    "The loser pays for the open tiles": a_box_for_both,
    "Points for covered tiles": points_for_what_is_covered,
    "One player closes what the other opens": the_other_opens,
}


def entries(heading):
    [section] = re.findall(rf"^## {heading}\n([\s\S]*?)(?=^## |\Z)", RULES, re.MULTILINE)
    return dict(re.findall(r"^- \*(.+?)\*([\s\S]*?)(?=^- |^\n|\Z)", section, re.MULTILINE))


def test_the_list_has_what_is_tried_here():
    assert [*entries("Played, but not here")] == [*NOT_HERE]


@pytest.mark.parametrize("name", NOT_HERE)
def test_what_is_listed_as_not_here_is_not(name):
    NOT_HERE[name]()


@pytest.mark.few(3)
@pytest.mark.parametrize("name", NOT_HERE)
def test_no_command_is_called_by_what_is_listed_as_not_here(name):
    assert not re.search("twoplayer |--", entries("Played, but not here")[name])
    assert run(f'help "{name}"').exit_code == 2


def test_what_can_be_said_has_been_looked_for_in_the_list():
    """A new rule, or a new way to pay, may be one that the list still calls missing."""
    of_a_turn = {"tiles", "dice", "weights", "one_die", "moves", "max_tiles"}
    of_its_end = {
        "opening_tile",
        "stop_total",
        "scoring",
        "clack_payout",
        "immediate_clack",
        "ties",
    }
    assert lacking(FIELDS, of_a_turn | of_its_end, READ_AGAIN) == ""
    assert lacking(PAYS, {"lowest-takes", "highest-pays"}, READ_AGAIN) == ""
    assert {*signature(seats).parameters} == {"variant", "players", "pays"}


def test_what_is_played_around_a_rule_set_is_here():
    found = entries("What is played around a rule set")
    said = {
        name: re.findall(r"`twoplayer (.+?)`", " ".join(t.split())) for name, t in found.items()
    }
    assert all(said.values())
    assert "The highest score pays" in said
    assert not {*said} & {*NOT_HERE}
    for line in said["The highest score pays"]:
        assert "the player with the highest score pays a stake to everybody else" in output(
            f"{line} --tiles 4"
        )
