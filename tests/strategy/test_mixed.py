"""Mixed strategies: weights of moves and of dice, exact, wherever a strategy goes."""

from collections import ChainMap, Counter, OrderedDict, UserDict, defaultdict
from decimal import Decimal
from fractions import Fraction
from itertools import combinations
from types import MappingProxyType

import numpy as np
import pandas
import pytest
import sympy
from conftest import examples
from drawn import TURN_FIELDS, rule_sets
from hypothesis import example, given, settings
from hypothesis import strategies as st
from oracle import Oracle

from twoplayer import InputError, Strategy, Variant, matchup, simulate, solve, strategy_value
from twoplayer.strategy import strategy_range
from twoplayer.strategy.mixture import ROUNDED_TO, UnreadableError, whole_weights

SMALL = Variant(tiles=5)


def legal(open_tiles, roll):
    """The sets that a roll may cover where any with its sum may be."""
    sets = (some for n in range(1, 5) for some in combinations(open_tiles, n))
    return [some for some in sets if sum(some) == sum(roll)]


class Player:
    """A mixed strategy under some rules, whose weights depend on all that it may look at.

    Of the moves some weights are 0; `open_where` says where choices are left open instead.
    """

    def __init__(self, rules, open_where=lambda open_tiles, roll: False):
        self.oracle, self.open_where = Oracle(**rules), open_where
        self.number = Variant(**rules).dice.number

    def moves(self, open_tiles, roll, beat):
        every = sorted(self.oracle.covers(frozenset(open_tiles), roll), key=sorted)
        if self.open_where(open_tiles, roll):
            return [tuple(sorted(move)) for move in every]
        start = sum(roll) + len(open_tiles) + (beat or 0)
        weights = {tuple(sorted(move)): (start + nth) % 3 for nth, move in enumerate(every)}
        return weights if any(weights.values()) else dict.fromkeys(weights, 1)

    def dice(self, open_tiles, beat):
        return {1: 1 + len(open_tiles), self.number: 2} if self.number > 1 else 1

    @property
    def strategy(self):
        return Strategy(self.moves, self.dice, name="mixed")

    def value(self, payoff, beat=None, open_to=lambda values: sum(values) / len(values)):
        """Value the turn by plain recursion; `open_to` decides what is left open."""

        def after(state, roll):
            if not self.oracle.covers(state, roll):
                return payoff(state)
            answer = self.moves(tuple(sorted(state)), roll, beat)
            if isinstance(answer, list):
                return open_to([value(state - set(move)) for move in answer])
            whole = Fraction(sum(answer.values()))
            return sum(n / whole * value(state - set(move)) for move, n in answer.items() if n)

        def value(state):
            if not state or not self.oracle.dice_counts(state):
                return payoff(state)
            counts = self.oracle.dice_counts(state)
            weights = self.dice(tuple(sorted(state)), beat)
            if len(counts) == 1 or weights == 1:
                weights = dict.fromkeys(counts, 1)
            whole = Fraction(sum(weights[n] for n in counts))
            return sum(
                Fraction(weights[n]) / whole * chance * after(state, roll)
                for n in counts
                for roll, chance in self.rolls(n)
            )

        return value(self.oracle.all_tiles)

    def rolls(self, n):
        from itertools import product
        from math import prod

        falls = [Fraction(weight, self.oracle.faces) for weight in self.oracle.game.weights]
        return [
            (tuple(sorted(roll)), prod(falls[side - 1] for side in roll))
            for roll in product(range(1, self.oracle.sides + 1), repeat=n)
        ]


@settings(max_examples=examples(12))
@given(rule_sets((*TURN_FIELDS, "ties", "immediate_clack"), most_tiles=3))
@example({"tiles": (1, 2, 3), "dice": "2d3", "one_die": "always", "weights": (1, 1, 3)})
def test_a_mixed_strategy_is_worth_the_mean_of_what_it_does(rules):
    player = Player(rules)
    value = strategy_value(Variant(**rules), player.strategy).fractions
    score = player.oracle.score
    assert value.expected_score == player.value(lambda state: Fraction(score(state)))
    for beat, gain in value.second_player_values.items():
        assert gain == player.value(lambda state, k=beat: player.oracle.to_second(k, state), beat)


@settings(max_examples=examples(12))
@given(rule_sets((*TURN_FIELDS,), most_tiles=3), st.integers(2, 3))
def test_only_what_is_left_open_has_a_range(rules, every):
    """Weights stay as they are in the worst and the best way to decide the rest."""
    player = Player(rules, lambda open_tiles, roll: (sum(roll) + len(open_tiles)) % every == 0)
    found = strategy_range(Variant(**rules), player.strategy).fractions.expected_score

    def payoff(state):
        return Fraction(player.oracle.score(state))

    assert found == (player.value(payoff, open_to=min), player.value(payoff, open_to=max))


def test_weights_alone_have_no_range():
    player = Player({"tiles": (1, 2, 3, 4, 5)})
    found = strategy_range(SMALL, player.strategy)
    value = strategy_value(SMALL, player.strategy)
    assert found.clack_chance == (value.clack_chance, value.clack_chance)
    assert found.ev_as_first == (value.first_player_ev, value.first_player_ev)
    assert found.ev_as_second == (value.second_player_ev, value.second_player_ev)


def test_even_weights_are_worth_as_much_as_a_list_and_have_no_range():
    def even(open_tiles, roll):
        return dict.fromkeys(legal(open_tiles, roll), 7)

    ours, known = (strategy_value(SMALL, each).fractions for each in (even, "random"))
    assert ours.score_chances == known.score_chances
    assert ours.second_player_values == known.second_player_values
    low, high = strategy_range(SMALL, even).expected_score
    assert low == high == known.expected_score
    low, high = strategy_range(SMALL, "random").expected_score
    assert low < high


FORMS = {
    "a dict": dict,
    "an OrderedDict": OrderedDict,
    "a Counter": Counter,
    "a defaultdict": lambda weights: defaultdict(int, weights),
    "a UserDict": UserDict,
    "a ChainMap": ChainMap,
    "a mappingproxy": MappingProxyType,
    "a sympy Dict": lambda weights: sympy.Dict(
        {sympy.Tuple(*move): weight for move, weight in weights.items()}
    ),
    "a Series": lambda weights: pandas.Series(
        list(weights.values()), index=[*map(frozenset, weights)]
    ),
    "sets as keys": lambda weights: {frozenset(move): n for move, n in weights.items()},
    "tiles in any order": lambda weights: {move[::-1]: n for move, n in weights.items()},
    "text": lambda weights: {move: f"{n}.50" for move, n in weights.items()},
    "decimals": lambda weights: {move: Decimal(2 * n + 1) / 2 for move, n in weights.items()},
    "fractions": lambda weights: {move: Fraction(2 * n + 1, 2) for move, n in weights.items()},
    "numpy": lambda weights: {move: np.int8(n) for move, n in weights.items()},
    "sympy": lambda weights: {move: sympy.Rational(n, 7) for move, n in weights.items()},
    "what is not legal with the weight 0": lambda weights: {**weights, (1, 2, 3, 4, 5): 0},
}
HALVES = {"text", "decimals", "fractions"}


@pytest.mark.parametrize("form", FORMS)
def test_weights_are_any_mapping_of_exact_numbers(form):
    def weights(open_tiles, roll, half=False):
        more = Fraction(1, 2) if half else 0
        return {move: n + more for n, move in enumerate(legal(open_tiles, roll), 1)}

    def plain(open_tiles, roll):
        return weights(open_tiles, roll, form in HALVES)

    def formed(open_tiles, roll):
        return FORMS[form](weights(open_tiles, roll))

    ours, known = (strategy_value(SMALL, each).fractions for each in (formed, plain))
    assert ours.score_chances == known.score_chances


@given(
    st.lists(st.floats(0, 1e300), min_size=1, max_size=12).filter(any)
    | st.lists(st.floats(0, 1), min_size=1, max_size=12).filter(any)
)
def test_floats_become_probabilities_that_are_as_near_as_they_can_be(weights):
    """Each is a multiple of 2⁻⁵³, they add up to 1, and none moves by more than that."""
    found = whole_weights(weights)
    unit = sum(found)
    assert ROUNDED_TO % unit == 0
    total = sum(map(Fraction, weights))
    for weight, number in zip(weights, found, strict=True):
        assert abs(Fraction(weight) / total - Fraction(number, unit)) <= Fraction(1, 2**53)


@given(st.lists(st.fractions(0, 10, max_denominator=50), min_size=1, max_size=8).filter(any))
def test_exact_weights_keep_their_ratios(weights):
    found = whole_weights(weights)
    for weight, number in zip(weights, found, strict=True):
        assert weight * sum(found) == number * sum(weights)


def test_a_float_beside_exact_weights_makes_all_of_them_floats():
    assert sum(whole_weights([Fraction(1, 3), Fraction(1, 3), 0.5])) == ROUNDED_TO
    assert whole_weights([Fraction(1, 3), Fraction(2, 3)]) == [1, 2]
    assert whole_weights([Fraction(1, 3), Fraction(2, 3)], rounds=True) != [1, 2]


@pytest.mark.parametrize("weights", [[], [0], [-1, 2], [float("inf")], [True], ["a"], [None]])
def test_what_is_no_weight_is_refused(weights):
    with pytest.raises(UnreadableError):
        whole_weights(weights)


def soft(open_tiles, roll):
    """Weigh moves by a number that has no short fraction."""
    return {move: 1 / (3 + n) for n, move in enumerate(legal(open_tiles, roll))}


def test_a_game_between_mixed_strategies_ends_as_their_policies_say():
    """Outcomes add up, its EV is that of its outcomes, and a simulation agrees with all of it."""
    player = Player({"tiles": (1, 2, 3, 4, 5)})
    found = matchup(SMALL, player.strategy, soft).fractions
    ends = found.outcomes
    assert ends.first_wins + ends.tie + ends.second_wins == 1
    assert ends.first_wins - ends.second_wins == found.first_player_ev
    estimates = simulate(SMALL, 20_000, 3, first_strategy=player.strategy, second_strategy=soft)
    assert [each.agrees for each in estimates] == [True, True, True]


@settings(max_examples=examples(10))
@given(rule_sets(("tiles", "dice", "one_die", "moves"), most_tiles=3))
def test_the_number_of_rolls_is_that_of_the_mixed_strategies(rules):
    """Counted by plain recursion over the first turn, where the second player has one roll."""
    player = Player(rules)
    found = matchup(Variant(**rules), player.strategy, player.strategy).fractions
    counted = found.rolls
    if counted is not None:
        assert sum(counted.values()) == 1
        assert sum(n * chance for n, chance in counted.items()) == found.mean_rolls
        assert min(counted) == found.fewest_rolls
        assert max(counted) == found.most_rolls


def test_the_mean_number_of_rolls_weighs_moves():
    """Tiles 1 and 2, a die of 2 sides: after 2 a cover of 2 ends sooner than nothing would."""
    variant = Variant(tiles=3, dice="1d3", moves="sum")

    def mostly(open_tiles, roll):
        every = legal(open_tiles, roll)
        return {move: 3 if len(move) > 1 else 1 for move in every}

    def rolls(state):
        """The mean number of rolls from a state on."""
        if not state:
            return Fraction(0)
        total = Fraction(1)
        for die in (1, 2, 3):
            answer = mostly(state, (die,))
            whole = sum(answer.values())
            for move, n in answer.items():
                total += Fraction(n, 3 * whole) * rolls(tuple(t for t in state if t not in move))
        return total

    one_turn = rolls((1, 2, 3))
    assert matchup(variant, mostly, mostly).fractions.mean_rolls == 2 * one_turn


def test_weights_of_too_many_digits_are_refused_and_rounded_ones_are_not():
    def exact(open_tiles, roll):
        every = legal(open_tiles, roll)
        start = sum(open_tiles) * 10**200 + sum(roll) * 10**150
        return {move: start + 10**100 * n + 1 for n, move in enumerate(every)}

    variant = Variant(tiles=7)
    with pytest.raises(InputError, match=r"^exact: got exact weights that need \d+ bits .*rounded"):
        strategy_value(variant, exact)
    near = strategy_value(variant, Strategy(exact).rounded()).fractions
    assert sum(near.score_chances.values()) == 1
    assert abs(near.expected_score - strategy_value(variant, "random").fractions.expected_score) < 1


def test_rounding_hardly_changes_a_value():
    player = Player({"tiles": (1, 2, 3, 4, 5)})
    exact, near = (
        strategy_value(SMALL, each).fractions.clack_chance
        for each in (player.strategy, player.strategy.rounded())
    )
    assert exact != near
    assert abs(exact - near) < Fraction(1, 2**45)


def test_the_best_moves_with_any_weights_are_optimal():
    solution = solve(SMALL).fractions

    def cover(open_tiles, roll, score_to_beat):
        best = solution.optimal_moves(open_tiles, roll, score_to_beat=score_to_beat)
        return {move: n for n, move in enumerate(best, 1)}

    assert matchup(SMALL, cover, cover).first_player_ev == solution.first_player_ev


def test_a_list_of_numbers_of_dice_is_left_open():
    rules = SMALL.replace(one_die="always")
    open_, both = (
        strategy_value(rules, Strategy(legal, dice)).fractions
        for dice in (lambda open_tiles: [1, 2], None)
    )
    assert open_.score_chances == both.score_chances
    low, high = strategy_range(rules, Strategy(legal, lambda open_tiles: [2, 1])).expected_score
    assert (low, high) == strategy_range(rules, "random").expected_score


@pytest.mark.parametrize("one", [1, 1.0])
def test_all_sets_of_tiles_may_have_weights_of_which_most_are_zero(one):
    variant = Variant(tiles=7)
    every = [some for n in range(8) for some in combinations(range(1, 8), n)]

    def masked(open_tiles, roll):
        allowed = legal(open_tiles, roll)
        return {some: one if some in allowed else 0 * one for some in every}

    def short(open_tiles, roll):
        return dict.fromkeys(legal(open_tiles, roll), one)

    value = strategy_value(variant, masked).clack_chance
    assert value == strategy_value(variant, short).clack_chance
