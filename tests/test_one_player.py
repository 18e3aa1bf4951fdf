"""One player: published figures, the oracle, brute force, and chance."""

from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from conftest import to_fraction
from drawn import rule_sets
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle import Oracle, subsets
from test_spec import assert_rounds, assert_says, facts

from twoplayer import (
    InputError,
    Variant,
    coverable_sets,
    one_player,
    restarts,
    search_rules,
    simulate,
    solve,
    strategy_values,
    transcript,
    winning_sequences,
)
from twoplayer.strategy.rules_of_thumb import every_rule
from twoplayer.strategy.strategies import STRATEGIES, rule_plan, strategy_value
from twoplayer.turn.induction import turn_of
from twoplayer.variant.fields import FIELDS

TURN_FIELDS = ("dice", "one_die", "moves", "max_tiles", "opening_tile", "stop_total", "scoring")


def tiles_of(text):
    return tuple(map(int, text.split(",")))


# Published figures


@pytest.mark.parametrize("fact", facts("expected_score"))
def test_expected_score(fact):
    solved = one_player(Variant())
    for text, figure in fact.get("states", {}).items():
        assert_rounds(to_fraction(solved.value(tiles_of(text))), figure)
    if "exact" in fact:
        assert_says(fact, to_fraction(solved.value()))


@pytest.mark.parametrize("fact", facts("worst_states"))
def test_worst_states(fact):
    solved = one_player(Variant())
    values = {r["open_tiles"]: solved.value(r["open_tiles"]) for r in solved.to_records()}
    worst = sorted(values, key=lambda tiles: -values[tiles])[: len(fact["states"])]
    assert worst == [tiles_of(text) for text in fact["states"]]
    for text, figure in fact["states"].items():
        assert_rounds(to_fraction(values[tiles_of(text)]), figure)


@pytest.mark.parametrize("fact", facts("optimal"))
def test_optimal_move(fact):
    best = one_player(Variant()).optimal_moves(fact["open"], fact["roll"])
    assert list(best) == [tuple(fact["covers"])]


@pytest.mark.parametrize("fact", facts("exceptions"))
def test_exceptions_to_the_largest_tile(fact):
    found = one_player(Variant(), fact["aim"]).exceptions()
    assert len(found) == fact["count"]
    for row in found:
        largest = max(max(move) for move in row["moves"])
        assert not any(largest in move for move in row["optimal"])
        assert row["largest_tile_loses"] > 0


@pytest.mark.parametrize("fact", facts("clack_chance"))
def test_clack_chance(fact):
    assert_says(fact, to_fraction(one_player(Variant(**fact["rules"]), "clack").value()))


@pytest.mark.parametrize("fact", facts("sequences"))
def test_winning_sequences(fact):
    counts = {int(moves): count for moves, count in fact["counts"].items()}
    assert winning_sequences(Variant(tiles=fact["tiles"])) == counts


@pytest.mark.parametrize("fact", facts("coverable"))
def test_coverable_sets(fact):
    assert len(coverable_sets(Variant(tiles=fact["tiles"]))) == fact["count"]


@pytest.mark.parametrize("fact", facts("strategy"))
def test_strategy(fact):
    value = strategy_value(Variant(tiles=fact["tiles"]), fact["name"])
    assert_rounds(100 * to_fraction(value.clack_chance), fact["clack_percent"])


def test_the_two_aims_part():
    score, clack = one_player(Variant()), one_player(Variant(), "clack")
    assert clack.value((4, 5)) > clack.value((1, 8))
    assert score.value((4, 5)) > score.value((1, 8))


# The oracle and brute force


@settings(max_examples=30)
@given(rule_sets(TURN_FIELDS), st.sampled_from(["score", "clack"]))
def test_one_player_equals_the_oracle(rules, aim):
    solved, oracle = one_player(Variant(**rules), aim), Oracle(**rules)
    if aim == "score":
        value = oracle.turn(lambda state: Fraction(-oracle.score(state)))
        shown = {state: -value(state) for state in subsets(oracle.all_tiles)}
    else:
        value = oracle.turn(lambda state: Fraction(not state))
        shown = {state: value(state) for state in subsets(oracle.all_tiles)}
    assert {s: to_fraction(solved.value(s)) for s in shown} == shown
    chances = solved.score_chances()
    assert sum(chances.values()) == 1
    if aim == "score":
        assert sum(score * chance for score, chance in chances.items()) == solved.value()
    else:
        assert chances[0] == solved.value()


def follow(oracle, choose, payoff):
    """Value a strategy by plain recursion: the mean over the moves that it chooses from."""

    @cache
    def value(state):
        if not state:
            return payoff(state)
        by_dice = [
            sum(chance * after(state, roll) for roll, chance in oracle.rolls(dice))
            for dice in oracle.dice_counts(state)
        ]
        return sum(by_dice, Fraction(0)) / len(by_dice)

    def after(state, roll):
        moves = oracle.covers(state, roll)
        if not moves:
            return payoff(state)
        best = max(choose(move, state - move) for move in moves)
        chosen = [move for move in moves if choose(move, state - move) == best]
        return sum((value(state - move) for move in chosen), Fraction(0)) / len(chosen)

    return value(oracle.all_tiles)


def playable_totals(oracle, state):
    rolls = {r for n in oracle.dice_counts(state) for r, _ in oracle.rolls(n)}
    return len({sum(roll) for roll in rolls if oracle.covers(state, roll)}) if state else 1000


def playable_rolls(oracle, state):
    """A clack is above all; else the chance to have a move, with the best number of dice."""
    if not state:
        return 2
    return max(
        sum((chance for roll, chance in oracle.rolls(n) if oracle.covers(state, roll)), Fraction(0))
        for n in oracle.dice_counts(state)
    )


@settings(max_examples=15)
@given(rule_sets(TURN_FIELDS))
def test_what_can_still_be_played_equals_brute_force(rules):
    """As a strategy and as a feature of rules; measured in the state after the move."""
    variant, oracle = Variant(**rules), Oracle(**rules)

    def clack(state):
        return Fraction(not state)

    for plan, count in (
        (STRATEGIES["most-rolls"].plan(variant, None), playable_rolls),
        (rule_plan(variant, [("playable totals", 1)]), playable_totals),
    ):
        turn = turn_of(variant)
        payoffs = np.zeros((2 ** len(variant.tiles), 1), dtype=np.int64)
        payoffs[0] = 1
        value = Fraction(int(turn.values(payoffs, plan)[-1, 0]), turn.scale_of(plan))
        assert value == follow(oracle, lambda move, after, c=count: c(oracle, after), clack)


CHOICES = {
    "random": lambda move, after: 0,
    "largest-first": lambda move, after: max(move),
    "smallest-first": lambda move, after: -min(move),
    "fewest-tiles": lambda move, after: -len(move),
    "most-tiles": lambda move, after: len(move),
}


@settings(max_examples=10)
@given(rule_sets(TURN_FIELDS))
@pytest.mark.parametrize("name", CHOICES)
def test_a_strategy_equals_brute_force(name, rules):
    value, oracle = strategy_value(Variant(**rules), name), Oracle(**rules)
    score = follow(oracle, CHOICES[name], lambda state: Fraction(oracle.score(state)))
    assert to_fraction(value.expected_score) == score
    clack = follow(oracle, CHOICES[name], lambda state: Fraction(not state))
    assert to_fraction(value.clack_chance) == clack
    for beat, against in value.second_player_values.items():
        payoff = follow(oracle, CHOICES[name], lambda state, k=beat: oracle.to_second(k, state))
        assert against == payoff


@settings(max_examples=15)
@given(rule_sets(tuple(name for name in FIELDS if name != "tiles")))
def test_optimal_against_optimal_is_the_game(rules):
    variant = Variant(**rules)
    optimal = strategy_value(variant, "optimal")
    assert optimal.ev_against(optimal) == solve(variant).first_player_ev
    assert optimal.second_player_values == {
        k: to_fraction(v) for k, v in solve(variant).second_player_values.items()
    }


@settings(max_examples=10)
@given(rule_sets(TURN_FIELDS))
def test_no_strategy_beats_optimal_play(rules):
    values = strategy_values(Variant(**rules))
    optimal = values["optimal"]
    ev = optimal.ev_against(optimal)
    for value in values.values():
        assert value.ev_against(optimal) <= ev
        assert optimal.ev_against(value) >= ev
        assert value.expected_score >= values["lowest-score"].expected_score
        assert value.clack_chance <= values["best-clack"].clack_chance


def count_sequences(oracle, dice):
    """Count by trying every roll and move."""

    @cache
    def counted(state):
        if not state:
            return {0: 1}
        counts = {}
        for roll, chance in oracle.rolls(dice):
            for move in oracle.covers(state, roll):
                for moves, count in counted(state - move).items():
                    ways = count * int(chance * oracle.sides**dice)
                    counts[moves + 1] = counts.get(moves + 1, 0) + ways
        return counts

    return counted(oracle.all_tiles)


@settings(max_examples=20)
@given(rule_sets(("dice", "moves", "max_tiles", "opening_tile", "stop_total")))
def test_winning_sequences_equal_brute_force(rules):
    oracle = Oracle(**rules)
    expected = count_sequences(oracle, oracle.count)
    assert winning_sequences(Variant(**rules)) == dict(sorted(expected.items()))


def test_winning_sequences_are_refused_where_the_number_of_dice_is_a_choice():
    with pytest.raises(InputError, match=r"^one_die: got 'always', with which the number of dice"):
        winning_sequences(Variant(tiles=3, one_die="always"))
    assert winning_sequences(Variant(tiles=3, one_die="forced sum <= 3"))
    never = Variant(tiles="2-5", one_die="sum <= 0")
    assert winning_sequences(never) == winning_sequences(Variant(tiles="2-5"))
    assert "most-sequences" not in strategy_values(Variant(tiles=3, one_die="always"))


# Starting again


@settings(max_examples=15)
@given(
    rule_sets(("dice", "one_die", "moves", "stop_total")),
    st.sampled_from(["1/2", "9/10", "1/100"]),
)
def test_restarts_are_the_fixed_point(rules, discount):
    """The values fulfil the equations of the definition, which have one solution."""
    oracle, g = Oracle(**rules), Fraction(discount)
    solved = restarts(Variant(**rules), discount)
    value = {s: to_fraction(solved.value(s)) for s in subsets(oracle.all_tiles) if s}
    start = value[oracle.all_tiles]

    def after(state, roll):
        worth = [value[state - m] * g if state - m else 1 for m in oracle.covers(state, roll)]
        return max(worth, default=g * start)

    for row in solved.policy():
        state = frozenset(row["open_tiles"])
        by_total = isinstance(row["roll"], int)
        assert to_fraction(row["value"]) == after(
            state, (row["roll"],) if by_total else row["roll"]
        )
    for state, shown in value.items():
        by_dice = [
            sum(chance * after(state, roll) for roll, chance in oracle.rolls(dice))
            for dice in oracle.dice_counts(state)
        ]
        assert shown == max(by_dice)


def test_the_author_of_restarts_is_wrong_twice():
    """T. Squires (2023): the largest tile is always right; the best move is near the median."""
    solved = restarts(Variant(), "9/10")
    assert len(solved.exceptions()) == 193
    rows = solved.spread()
    smaller = sum(row["smaller"] * row["positions"] for row in rows)
    assert smaller < sum(row["positions"] for row in rows) / Fraction(2)
    assert all(row["best_to_median"] > row["median_to_worst"] for row in rows)


@pytest.mark.parametrize("discount", [0, 1, "-1/2", "3/2", 0.9, "x", None])
def test_a_discount_outside_0_to_1_is_refused(discount):
    with pytest.raises(InputError, match=r"^discount: got .* takes 0 < g < 1"):
        restarts(Variant(tiles=2), discount)


# Rules to carry in the head


def test_the_search_finds_the_best_of_every_rule():
    variant = Variant(tiles=6)
    found = search_rules(variant)
    assert found.rules == len(list(every_rule())) == 14 + 168 + 1680
    rules = list(every_rule())[::97]
    best = found.best["clack"].value
    for rule in rules:
        tried = STRATEGIES["random"]._replace(plan=lambda v, k, rule=rule: rule_plan(v, rule))
        with pytest.MonkeyPatch.context() as patch:
            patch.setitem(STRATEGIES, "tried", tried)
            value = strategy_value(variant, "tried")
            optimal = strategy_value(variant, "optimal")
        assert value.clack_chance <= best
        assert value.expected_score >= found.best["score"].value
        assert value.ev_against(optimal) <= found.best["first"].value
        assert -optimal.ev_against(value) <= found.best["second"].value
    for goal in found.best.values():
        assert goal.cost >= 0


def test_the_rule_for_the_pub():
    best = search_rules(Variant()).best
    assert best["score"].rule == (("tiles", -1), ("largest tile", 1), ("smallest tile", 1))
    assert {goal.rule for goal in best.values() if goal.goal != "clack"} == {best["score"].rule}


# Chance


@pytest.mark.parametrize(
    ("rules", "first", "second"),
    [
        ({}, "optimal", "optimal"),
        ({"one_die": "always", "immediate_clack": True, "clack_payout": 2}, "random", "optimal"),
        ({"tiles": 6, "moves": "dice-or-sum", "opening_tile": 2}, "largest-first", "random"),
        ({"tiles": 8, "dice": "3d6", "stop_total": 7, "ties": "first"}, "best-clack", "most-rolls"),
        ({"tiles": (50,)}, "optimal", "lowest-score"),
    ],
)
def test_exact_values_lie_in_the_confidence_intervals(rules, first, second):
    found = simulate(Variant(**rules), 40_000, 2, first=first, second=second)
    assert [estimate.agrees for estimate in found] == [True, True, True]


def test_a_seed_gives_the_same_games():
    runs = [simulate(Variant(tiles=5), 1000, seed) for seed in (1, 1, 2)]
    assert runs[0] == runs[1] != runs[2]
    assert transcript(Variant(), 3) == transcript(Variant(), 3)


def test_a_transcript_is_a_legal_game():
    variant = Variant(one_die="max <= 6", immediate_clack=True)
    solution = solve(variant)
    for seed in range(20):
        beat = None
        left = variant.tiles
        player = "first"
        for step in transcript(variant, seed, second="largest-first"):
            if step["player"] != player:
                player, beat, left = step["player"], sum(left), variant.tiles
            assert step["open_tiles"] == left
            moves = solution.moves(left, step["dice"], beat)
            assert step["value_before"] == solution.value(left, beat)
            if step["covers"] is None:
                assert not moves
            else:
                assert step["value_after"] == moves[step["covers"]]
                left = tuple(tile for tile in left if tile not in step["covers"])


def test_an_unknown_strategy_is_named():
    with pytest.raises(InputError, match=r"^strategy: got 'clever'; takes random \| "):
        simulate(Variant(tiles=3), 10, 1, first="clever")
    with pytest.raises(InputError, match=r"^strategy: got 'clever'"):
        transcript(Variant(tiles=3), 1, second="clever")
    for play in (transcript, lambda variant, seed: simulate(variant, 10, seed)):
        with pytest.raises(InputError, match=r"^seed: got -1"):
            play(Variant(tiles=3), -1)
    with pytest.raises(InputError, match=r"^clack_payout: too large"):
        simulate(Variant(tiles=3, clack_payout=10**400), 10, 1)
    with pytest.raises(InputError, match=r"^games: got 1;"):
        simulate(Variant(tiles=3), 1, 1)
    with pytest.raises(InputError, match=r"^aim: got 'win'; takes score \| clack"):
        one_player(Variant(tiles=3), "win")
