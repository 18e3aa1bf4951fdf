"""What somebody types first at a prompt works, or says what is taken."""

import pickle
import re

import pytest
import sympy
from offered import OFFERED

from twoplayer import (
    InputError,
    Play,
    Variant,
    fair_payouts,
    load,
    one_player,
    roll_by_roll,
    secret,
    shared_box,
    solve,
)
from twoplayer.errors import PositionError
from twoplayer.tables import Tabled

SMALL = Variant(tiles=4)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: Variant("classic"), "Variant: got 'classic'; takes rules by their names, such as"),
        (lambda: Variant("classic"), "solve('classic'), variants('classic')"),
        (lambda: Variant({"tiles": 9}), "of a dict Variant(**rules) makes a variant"),
        (lambda: Variant(9), "Variant: got 9; takes rules by their names, such as tiles=9"),
        (lambda: solve({"tiles": 9}), "variant: got {'tiles': 9}, which may be rules: Variant(**"),
        (lambda: solve("classic", {"tiles": 8}), "second: got {'tiles': 8}, which may be rules"),
        (lambda: solve("sixteen"), "takes one: settle one_die"),
        (lambda: solve("sixteen"), "; solve_all('sixteen') solves all of them"),
        (lambda: solve(9), "variant: got 9, which may be tiles: Variant(tiles=9); takes a Variant"),
        (lambda: solve(3.5), "variant: got 3.5; takes a Variant, a registered name or a TOML file"),
        (lambda: solve(Variant), "the class itself: Variant() is the classic game"),
        (lambda: solve(SMALL).at().rolls("x"), "dice: got 'x'; takes a number of dice from 1 to 6"),
        (lambda: solve(SMALL).at().rolls(2.0), "dice: got 2.0; takes a number of dice"),
        (lambda: solve(SMALL).at().rolls([1, 7]), "dice: got [1, 7]; takes a number of dice"),
        (lambda: solve(SMALL).at().rolls(range(10**12)), "dice: got range"),
        (lambda: solve(SMALL).at().rolls(10**9), "dice: got 1000000000; takes a number of dice"),
        (lambda: solve(SMALL).moves((1, 2), None), "roll: got None; takes 2 dice from 1 to 6"),
        (lambda: Play(SMALL).roll(range(10**12)), "roll: got (0, 1, 2"),
    ],
)
def test_what_cannot_be_taken_names_what_can(call, said):
    with pytest.raises(InputError, match=re.escape(said)):
        call()


@pytest.mark.parametrize("wrong", ["x", 2.5, ("x",), [["coin"]]])
def test_what_a_game_of_another_kind_rolls_is_named(wrong, tmp_path):
    path = tmp_path / "coins.py"
    path.write_text(COINS)
    position = solve(load(f"{path}:coins")).at()
    assert position.rolls("coin") == position.rolls(["coin"]) == position.rolls() == [0, 1]
    with pytest.raises(PositionError, match=r"dice: got .*; takes what may be rolled, .*'coin'"):
        position.rolls(wrong)


COINS = """
class Coins:
    start = (2,)
    choices = lambda self, state: ["coin"] if state[0] else []
    rolls = lambda self, choice: {0: 1, 1: 1}
    moves = lambda self, state, roll: [(state[0] - 1,)] if roll else []
    score = lambda self, state: state[0]
coins = Coins()
"""

POSITIONS = {
    "Solution": lambda: solve(SMALL).at((1, 2, 3), score_to_beat=3),
    "fractions": lambda: solve(SMALL).fractions.at((1, 2, 3), score_to_beat=3),
    "OnePlayer": lambda: one_player(SMALL).at((1, 2, 3)),
    "RollByRoll": lambda: roll_by_roll(SMALL).at((1, 2, 3), (1, 4), to_roll=2),
    "out": lambda: roll_by_roll(SMALL).at((1, 2, 3), (1, 4), to_roll=2, out=1),
    "SharedBox": lambda: shared_box(SMALL).at((1, 2, 3)),
    "SecretTurn": lambda: secret(Variant(tiles=3)).first[0][1].at((1, 2, 3)),
}


@pytest.mark.parametrize("asked", POSITIONS.values(), ids=POSITIONS)
def test_a_position_is_pickled(asked):
    position = asked()
    again = pickle.loads(pickle.dumps(position))
    assert repr(again) == repr(position)
    assert again.value() == position.value()
    assert type(again.value()) is type(position.value())
    assert again.options() == position.options()
    assert again.optimal_moves(3) == position.optimal_moves(3)


def test_lists_are_taken_where_tuples_are():
    assert solve(SMALL).moves([1, 2, 3], [1, 2]) == solve(SMALL).moves((1, 2, 3), (1, 2))
    one, other = Play(SMALL), Play(SMALL)
    one.roll([1, 2])
    one.cover([1, 2])
    other.roll(1, 2)
    other.cover(1, 2)
    assert str(one) == str(other)


def test_an_attribute_of_a_class_does_not_fail():
    """A loop of `getattr` over what `dir` lists is the first thing that an editor does."""
    for each in OFFERED.values():
        if isinstance(each, type) and issubclass(each, Tabled):
            for name in dir(each):
                if not name.startswith("__"):
                    assert hasattr(each, name), (each, name)


def test_no_fair_payout_says_that_it_is_a_proof():
    none, one = fair_payouts("classic", 0, 4), fair_payouts("clack-at-once", 0, 4)
    assert none == () == pickle.loads(pickle.dumps(none))
    assert str(none) == "() (proven: no payout from 0 to 4 makes the game fair)"
    assert str(pickle.loads(pickle.dumps(none))) == str(none)
    assert str(fair_payouts("classic")) == "() (proven: no payout of 0 or more makes the game fair)"
    assert str(one) == str(tuple(one))
    assert (one.low, one.high, fair_payouts("classic").high) == (0, 4, sympy.oo)
