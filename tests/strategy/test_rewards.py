"""One player whose moves are rewarded, and whose rolls discount what follows: the definition."""

from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from conftest import examples, output, to_fraction
from drawn import TURN_FIELDS, rule_sets, states_of
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle import Oracle
from test_spec import assert_says, facts

from twoplayer import Game, InputError, Variant, one_player
from twoplayer.strategy import restarts

PAYS = st.fractions(min_value=-20, max_value=20, max_denominator=7)
STEPS = st.sampled_from([Fraction(0), Fraction(-1, 10), Fraction(5, 3), Fraction(-(10**19), 7)])
DISCOUNTS = st.sampled_from([Fraction(1), Fraction(9, 10), Fraction(1, 2), Fraction(3, 10**7)])
SMALL = Variant(tiles=3, dice="1d3")


def literally(oracle, pays, step, g):
    """Return V(S), and W(S, roll) times g of every move, by the equation in `OnePlayer`."""

    def ended(state):
        return pays.get(oracle.score(state), Fraction(0))

    def moves(state, roll):
        return {m: g * (step + value(state - m)) for m in oracle.covers(state, roll)}

    @cache
    def value(state):
        if not state:
            return ended(state)
        return max(
            sum(
                chance * max(moves(state, roll).values(), default=g * ended(state))
                for roll, chance in oracle.rolls(dice)
            )
            for dice in oracle.dice_counts(state)
        )

    return value, moves


@pytest.mark.parametrize("fact", facts("rewards"))
def test_what_is_known_of_rewards(fact):
    solved = one_player(Variant(**fact["rules"]), fact["aim"], step=fact["step"])
    assert_says(fact, to_fraction(solved.value()))


@settings(max_examples=examples(40))
@given(rule_sets((*TURN_FIELDS, "scoring")), STEPS, DISCOUNTS, st.data())
def test_rewards_and_discounts_equal_their_definition(rules, step, g, data):
    """The value of every state, that of every move, and of every roll in the policy."""
    oracle = Oracle(**rules)
    scores = sorted({oracle.score(state) for state in states_of(rules)})
    pays = data.draw(st.dictionaries(st.sampled_from(scores), PAYS, min_size=1))
    solved = one_player(Variant(**rules), payoff=pays, step=step, discount=g).fractions
    value, moves = literally(oracle, pays, step, g)
    for state in states_of(rules):
        assert solved.value(tuple(sorted(state))) == value(state)
    for row in solved.policy():
        state, dice = frozenset(row["open_tiles"]), row["roll"]
        worth = moves(state, (dice,) if isinstance(dice, int) else dice)
        ended = g * pays.get(oracle.score(state), Fraction(0))
        best = max(worth.values(), default=ended)
        assert row["value"] == best
        assert {*map(frozenset, row["moves"])} == {m for m in worth if worth[m] == best}
        found = solved.moves(row["open_tiles"], dice)
        assert {frozenset(m): found[m] for m in found} == worth
        options = solved.options(row["open_tiles"], dice)
        assert {frozenset(o.choice): o.value for o in options} == (worth or {frozenset(): ended})


class Ladder(Game):
    """Climb by the die, or rest on the spot; a state holds how often one has rested."""

    start = (0, 0)

    def choices(self, state):
        return [1, 2] if state[0] < 5 else []

    def rolls(self, choice):
        return dict.fromkeys(range(1, 4), choice)

    def moves(self, state, roll):
        height, rests = state
        climbed = [(height + roll, rests)] if height + roll <= 5 else []
        return climbed + [(height, rests + 1)] * (rests < 2 and roll > 1)

    def score(self, state):
        return (5 - state[0]) * 3 + state[1]

    def clack(self, state):
        return state == (5, 0)


@settings(max_examples=examples(20))
@given(STEPS, DISCOUNTS, st.dictionaries(st.integers(0, 2), PAYS, min_size=1))
def test_in_a_game_of_another_kind_every_move_is_rewarded(step, g, pays):
    game = Ladder()

    @cache
    def value(state):
        ended, worth = pays.get(game.score(state), Fraction(0)), []
        for choice in game.choices(state):
            rolls = game.rolls(choice)
            best = [
                max((step + value(after) for after in game.moves(state, roll)), default=ended)
                for roll in rolls
            ]
            worth.append(g * sum(best) / len(rolls))
        return max(worth, default=ended)

    solved = one_player(game, payoff=pays, step=step, discount=g).fractions
    assert solved.value() == value(game.start)
    assert {state: solved.value(state) for state in solved.values()} == {
        state: value(state) for state in solved.values()
    }


@settings(max_examples=examples(15))
@given(rule_sets(TURN_FIELDS), st.sampled_from(["1/2", "9/10"]))
def test_restarts_are_a_turn_that_pays_its_own_value(rules, discount):
    """A clack pays 1/g, and every other score what the start is worth."""
    variant, oracle = Variant(**rules), Oracle(**rules)
    again = restarts(variant, discount).fractions
    scores = {oracle.score(state) for state in states_of(rules)} - {0}
    pays = {0: 1 / Fraction(discount)} | dict.fromkeys(scores, again.value())
    same = one_player(variant, payoff=pays, discount=discount).fractions
    assert same.values() == again.values()
    assert [*same.policy()] == [*again.policy()]


def test_without_a_discount_the_steps_are_as_many_as_the_moves():
    """A player who wants nothing else makes as many moves as there can be; or as few."""
    most = one_player(SMALL, payoff={0: 0}, step=1)
    fewest = one_player(SMALL, payoff={0: 0}, step=-1)
    assert most.value() == 2
    assert fewest.value() == Fraction(-46, 27)
    assert most.step == 1
    assert most.discount == 1


def test_a_step_and_a_discount_are_parts_of_what_was_asked():
    plain = one_player(SMALL, payoff={0: 10})
    rewarded = one_player(SMALL, payoff={0: 10}, step="-1/10", discount="9/10")
    assert plain == one_player(SMALL, "0:10", step=0, discount="1")
    assert plain != one_player(SMALL, "0:10", discount="9/10")
    assert plain != one_player(SMALL, "0:10", step="-1/10")
    assert rewarded == one_player(SMALL, "0:10", step=Fraction(-1, 10), discount="0.9")
    assert "step" not in repr(plain)
    assert repr(rewarded).endswith("aim='0:10', step=Fraction(-1, 10), discount=Fraction(9, 10))")
    assert rewarded.aim_in_words == (
        "the highest expected payment where a score pays 0:10 and every move that covers -1/10, "
        "and everything after a roll counts 9/10"
    )


def test_a_range_of_scores_pays_alike():
    each = {0: 10} | dict.fromkeys((1, 2, 3, 4, 5, 6), -5)
    assert one_player(SMALL, "0:10, 1 - 6:-5") == one_player(SMALL, payoff=each)
    assert one_player(SMALL, payoff=each).aim == "0:10,1-6:-5"
    assert one_player(SMALL, "1-2:1,4:1").aim == "1:1,2:1,4:1"
    by_digits = one_player(Variant(tiles=3, scoring="digits"), "2-13:1")
    assert by_digits.aim == "2-13:1"
    assert by_digits == one_player(by_digits.variant, payoff=dict.fromkeys((2, 3, 12, 13), 1))


@pytest.mark.parametrize(
    ("name", "asked", "said"),
    [
        ("step", {"step": 0.1}, "a float is not exact"),
        ("step", {"step": "x"}, "takes an exact number, such as '-1/10'"),
        ("step", {"step": None}, "takes an exact number, such as '-1/10'"),
        ("step", {"step": np.array([1, 2])}, "takes an exact number, such as '-1/10'"),
        ("discount", {"discount": 0}, "takes 0 < g <= 1"),
        ("discount", {"discount": "11/10"}, "takes 0 < g <= 1"),
        ("discount", {"discount": 0.9}, "a float is not exact"),
        ("discount", {"discount": True}, "takes 0 < g <= 1"),
    ],
)
def test_what_is_no_step_or_discount_is_refused(name, asked, said):
    with pytest.raises(InputError, match=rf"^{name}: got ") as refused:
        one_player(SMALL, payoff={0: 1}, **asked)
    assert said in str(refused.value)


@pytest.mark.parametrize("aim", ["score", "clack", "worst-score", "worst-clack"])
@pytest.mark.parametrize("asked", [{"step": 1}, {"discount": "1/2"}])
def test_beside_an_aim_that_is_a_word_they_are_refused(aim, asked):
    [name] = asked
    with pytest.raises(InputError, match=rf"^{name}: got .*, beside the aim '{aim}'; takes one "):
        one_player(SMALL, aim, **asked)


def test_they_are_asked_at_the_shell():
    text = output("play --tiles 6 --dice 1d6 --for 0:10,1-21:-5 --step -1/10")
    assert "-20473/4860" in text
    text = output("play --tiles 3 --dice 1d6 --for 0:1,3:1 --discount 1/2 --open 3 --roll 2")
    assert "Nothing can be covered, and the turn ends: its value is 1/2." in text
