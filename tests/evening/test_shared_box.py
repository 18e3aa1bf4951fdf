"""One box for both players, against its definition by plain recursion, and its laws."""

from fractions import Fraction
from functools import cache

import pytest
import sympy
from conftest import examples
from drawn import TURN_FIELDS, rule_sets, states_of
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle import Oracle

from twoplayer import Variant, shared_box
from twoplayer.errors import PositionError
from twoplayer.variant.fields import FIELDS
from twoplayer.variant.tiles import SCORINGS

any_rules = rule_sets(tuple(name for name in FIELDS if name != "tiles"))
turns = rule_sets((*TURN_FIELDS, "clack_payout"))


class OneBox(Oracle):
    """A game with one box, valued by its definition."""

    def __init__(self, **rules):
        super().__init__(**rules)
        self.value = cache(self.value)

    def value(self, state):
        """Value to the player who rolls."""
        if not state:
            return -self.game.clack_payout
        return max(
            sum(
                chance * max(self.moves(state, roll).values(), default=Fraction(-1))
                for roll, chance in self.rolls(dice)
            )
            for dice in self.dice_counts(state)
        )

    def moves(self, state, roll):
        moves = self.covers(state, roll)
        return {tuple(sorted(move)): -self.value(state - move) for move in moves}


@given(any_rules)
def test_the_ev_and_every_state_are_those_of_a_literal_recursion(rules):
    literal, box = OneBox(**rules), shared_box(Variant(**rules)).fractions
    assert box.first_player_ev == literal.value(literal.all_tiles)
    for state in states_of(rules):
        assert box.value(state) == literal.value(state)


@given(any_rules, st.data())
@settings(max_examples=examples(25))
def test_every_move_is_that_of_a_literal_recursion(rules, data):
    literal, box = OneBox(**rules), shared_box(Variant(**rules)).fractions
    state = data.draw(st.sampled_from(list(filter(None, states_of(rules)))))
    for dice in literal.dice_counts(state):
        for roll, _ in literal.rolls(dice):
            showing = roll if len(roll) == dice else roll[0]
            moves = literal.moves(state, roll)
            assert box.moves(state, showing) == moves
            best = box.options(state, showing)[0].value
            assert best == max(moves.values(), default=-1)
    assert box.options(state)[0].value == literal.value(state)


@given(turns, st.sampled_from(list(SCORINGS)), st.booleans())
@settings(max_examples=examples(10))
def test_scoring_ties_and_a_clack_at_once_make_no_difference(rules, scoring, at_once):
    others = {"scoring": scoring, "ties": "second", "immediate_clack": at_once}
    one, other = Variant(**rules), Variant(**{**rules, **others})
    assert shared_box(one).to_records() == shared_box(other).to_records()


@given(any_rules)
@settings(max_examples=examples(20))
def test_the_last_tile_is_worth_what_a_clack_pays(rules):
    box = shared_box(Variant(**rules))
    if frozenset() in states_of(rules):
        assert box.value(()) == -rules["clack_payout"]
    else:
        with pytest.raises(PositionError, match=r"got none; .* which no roll can cover$"):
            box.value(())


@given(st.sets(st.integers(1, 6), min_size=1, max_size=4), st.integers(1, 9))
@settings(max_examples=examples(10))
def test_a_relabelling_of_single_tiles_changes_nothing(tiles, shift):
    """One die and one tile a move: tiles are names."""
    one, other = (
        shared_box(Variant(tiles=tuple(sorted(some)), dice="1d20", max_tiles=1))
        for some in (tiles, {tile + shift for tile in tiles})
    )
    assert one.first_player_ev == other.first_player_ev


def test_of_sure_rolls_who_covers_the_last_tile_is_known():
    """With a difference of 0 and a sum of 2 every roll covers the 2, and nothing else."""
    assert shared_box(Variant(tiles="2-2", dice="2d1", clack_payout=3)).first_player_ev == 3
    assert shared_box(Variant(tiles="1,2", dice="2d1")).first_player_ev == 1
    assert shared_box(Variant(tiles="1,2", dice="2d1")).value((1,)) == -1


def test_values_beyond_64_bits_are_exact():
    rules = {"tiles": (1, 2, 3), "dice": "2d20", "clack_payout": Fraction(10**18 + 1, 3)}
    literal = OneBox(**rules)
    assert shared_box(Variant(**rules)).fractions.first_player_ev == literal.value(
        literal.all_tiles
    )


BOX = shared_box(Variant(tiles=3))


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: BOX.moves((), 2), "open_tiles: got none, and the game is over"),
        (lambda: BOX.options(()), "open_tiles: got none, and the game is over"),
        (lambda: BOX.value((4,)), "open_tiles: got 4; takes tiles of the game, 1-3"),
        (lambda: BOX.moves((1,), 13), "roll: got 13; takes 2 dice from 1 to 6"),
    ],
)
def test_what_cannot_be_is_an_error_that_says_why(call, said):
    with pytest.raises(PositionError) as error:
        call()
    assert said in str(error.value)


def test_a_result_is_like_the_others():
    assert isinstance(BOX.first_player_ev, sympy.Rational)
    assert type(BOX.fractions.value()) is Fraction
    assert BOX.value() == BOX.first_player_ev
    assert shared_box(Variant(tiles=3)) == BOX
    assert repr(BOX) == (
        f"SharedBox(variant=Variant(tiles='1-3'), first_player_ev={BOX.first_player_ev})"
    )
    assert BOX.favoured == "second"
    assert BOX.to_records()[0] == {"open_tiles": [], "value": "-1", "value_approx": -1.0}
    assert len(BOX.to_records()) == 8
    assert BOX.moves((1,), 12) == {}
    assert BOX.options((1,), 12)[0].choice == ()
