"""Strategies, against brute force."""

from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations

import numpy as np
import pytest
from conftest import examples, to_fraction
from drawn import TURN_FIELDS, pairs, rule_sets
from hypothesis import example, given, settings
from hypothesis import strategies as st
from oracle import Oracle
from test_spec import assert_rounds, facts

from twoplayer import InputError, Variant, matchup, solve, strategy_values
from twoplayer.errors import GameTooLargeError, RulesError
from twoplayer.game.contest import contest
from twoplayer.strategy import strategy_range, transcript
from twoplayer.strategy.described import dice_nearest, key_of
from twoplayer.strategy.own import STRATEGIES, Strategy
from twoplayer.strategy.values import strategy_value
from twoplayer.strategy.way import Described, Wanted
from twoplayer.turn.turns import board_of, turn_of
from twoplayer.variant.fields import FIELDS


@pytest.mark.parametrize("fact", facts("strategy"))
def test_strategy(fact):
    value = strategy_value(Variant(**fact["rules"]), fact["name"])
    assert_rounds(100 * to_fraction(value.clack_chance), fact["clack_percent"])


def mean(values):
    return sum(values, Fraction(0)) / len(values)


def follow(
    oracle, choose, payoff, decide=mean, dice_of=lambda oracle, state: oracle.dice_counts(state)
):
    """Value a strategy by plain recursion: the mean over the moves that it chooses from."""

    @cache
    def value(state):
        if not state:
            return payoff(state)
        by_dice = [
            sum(chance * after(state, roll) for roll, chance in oracle.rolls(dice))
            for dice in dice_of(oracle, state)
        ]
        return decide(by_dice)

    def after(state, roll):
        moves = oracle.covers(state, roll)
        if not moves:
            return payoff(state)
        best = max(choose(move, state - move) for move in moves)
        chosen = [move for move in moves if choose(move, state - move) == best]
        return decide([value(state - move) for move in chosen])

    return value(oracle.all_tiles)


def playable_totals(oracle, state):
    rolls = {r for n in oracle.dice_counts(state) for r, _ in oracle.rolls(n)}
    return len({sum(roll) for roll in rolls if oracle.covers(state, roll)}) if state else 1000


def playable_rolls(oracle, state):
    """A clack is above all; else the chance to have a move, with the best number of dice."""
    return max(playable(oracle, state, n) for n in oracle.dice_counts(state)) if state else 2


def playable(oracle, state, dice):
    rolls = oracle.rolls(dice)
    return sum((chance for roll, chance in rolls if oracle.covers(state, roll)), Fraction(0))


def assert_as_counted_by_brute_force(rules):
    """As a strategy and as a feature of rules; measured in the state after the move."""
    variant, oracle = Variant(**rules), Oracle(**rules)

    def clack(state):
        return Fraction(not state)

    for policy, count in (
        (STRATEGIES["most-rolls"].policy(contest(variant)), playable_rolls),
        (turn_of(variant).policy(key_of(turn_of(variant), "playable totals", 1)), playable_totals),
    ):
        turn = turn_of(variant)
        payoffs = np.array([[int(not open_tiles)] for open_tiles in turn.board.open_tiles])
        value = Fraction(int(turn.evaluate(payoffs, policy)[-1, 0]), turn.scale_of(policy))
        assert value == follow(oracle, lambda move, after, c=count: c(oracle, after), clack)


@settings(max_examples=examples(15))
@given(rule_sets(TURN_FIELDS))
def test_what_can_still_be_played_equals_brute_force(rules):
    assert_as_counted_by_brute_force(rules)


@pytest.mark.parametrize("tiles", [(1, 2, 3, 4), (1, 2, 4, 5)])
def test_what_can_still_be_played_is_with_the_better_number_of_dice(tiles):
    """In the one game the chance with one die decides, in the other that with two."""
    assert_as_counted_by_brute_force({"tiles": tiles, "dice": "2d3", "one_die": "always"})


def likelier_dice(oracle, state):
    counts = oracle.dice_counts(state)
    if {7, 8, 9} <= state:
        return [max(counts)]
    return [max(counts, key=lambda dice: (playable(oracle, state, dice), dice))]


def greedy(oracle, move, after):
    """Of equals the set that comes first when sets are written with the largest tile first."""
    counts = oracle.dice_counts(after) if after else []
    if not {7, 8, 9} <= move | after:
        counts = sorted(counts)[-1:]
    likely = max((playable(oracle, after, dice) for dice in counts), default=0)
    return likely, sorted(move, reverse=True)


DICE = {
    "greedy": greedy,
    "playable-dice": lambda oracle, move, after: 0,
    "most-tiles,playable-dice": lambda oracle, move, after: len(move),
    "playable-dice,fewest-tiles": lambda oracle, move, after: -len(move),
}


@pytest.mark.dear
@settings(max_examples=examples(20))
@given(rule_sets((*TURN_FIELDS, "ties")))
@example({"tiles": (2, 7, 8, 9), "one_die": "always"})
@example({"tiles": (1, 7, 8, 9), "dice": "3d4", "one_die": "always"})
@example({"tiles": (1, 2, 3, 6, 7), "one_die": "always"})
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.dear] * ("," in name)) for name in DICE]
)
def test_a_strategy_that_says_how_many_dice_it_rolls_equals_brute_force(name, rules):
    """Its value, the distribution of its score, its range and its games against others.

    Where there is never a choice of dice, what only says how many is refused.
    """
    variant, oracle = Variant(**rules), Oracle(**rules)
    states = [frozenset(tiles) for tiles in board_of(variant).open_tiles if tiles]
    if name != "greedy" and all(len(oracle.dice_counts(state)) < 2 for state in states):
        with pytest.raises(RulesError, match=r"^one_die: got .* never a choice; takes"):
            strategy_value(variant, name)
        return

    def worth(payoff, decide=mean):
        def choose(move, after):
            return DICE[name](oracle, move, after)

        return follow(oracle, choose, payoff, decide, likelier_dice)

    value = strategy_value(variant, name).fractions
    optimal = strategy_value(variant, "optimal").fractions
    against = oracle.second_player_values()
    for score, chance in value.score_chances.items():
        assert chance == worth(lambda state, k=score: Fraction(oracle.score(state) == k))
    for beat, gain in value.second_player_values.items():
        assert gain == worth(lambda state, k=beat: oracle.to_second(k, state))
    ev = worth(lambda state: -against[oracle.score(state)])
    assert matchup(variant, name, "optimal").fractions.first_player_ev == ev
    assert optimal.ev_against(value) == matchup(variant, "optimal", name).fractions.first_player_ev
    scores = strategy_range(variant, name).fractions.expected_score
    assert scores == tuple(worth(lambda s: Fraction(oracle.score(s)), end) for end in (min, max))


@pytest.mark.dear
def test_games_by_chance_are_played_with_the_dice_that_a_strategy_says():
    """Whoever left them to chance would roll a single die in a first roll every other time."""
    steps = [
        step
        for seed in range(10)
        for step in transcript(
            Variant(one_die="always"), seed, first_strategy="greedy", second_strategy="greedy"
        )
    ]
    oracle = Oracle(one_die="always")
    for step in steps:
        assert [len(step["dice"])] == likelier_dice(oracle, frozenset(step["open_tiles"]))
    assert {len(step["dice"]) for step in steps} == {1, 2}


def test_the_number_of_dice_may_depend_on_the_score_to_beat():
    """As second player with a single die against a low score; asked where that is a choice."""
    rules = {"tiles": (1, 2, 3, 4), "dice": "2d3", "one_die": "sum <= 6"}
    variant, oracle, asked = Variant(**rules), Oracle(**rules), set()

    def wanted(game, player, beat):
        def dice(tiles):
            asked.add(tiles)
            return 1 if beat is not None and beat < 5 else 2

        return Wanted((), dice_nearest(game.turns[player], dice))

    value = strategy_value(variant, Strategy(Described("by-score", wanted, looks=True))).fractions
    assert asked == {tiles for tiles in board_of(variant).open_tiles if 0 < sum(tiles) <= 6}
    for beat, gain in value.second_player_values.items():
        end = min if beat < 5 else max
        assert gain == follow(
            oracle,
            lambda move, after: 0,
            lambda state, k=beat: oracle.to_second(k, state),
            dice_of=lambda oracle, state, end=end: [end(oracle.dice_counts(state))],
        )


@pytest.mark.parametrize(("wanted", "rolled"), [(0, {1}), (1, {1}), (2, {1, 3}), (3, {3})])
def test_of_the_numbers_of_dice_that_are_allowed_the_nearest_is_rolled(wanted, rolled):
    variant = Variant(tiles=3, dice="3d3", one_die="always")
    found = dice_nearest(turn_of(variant), lambda tiles: wanted)[:, 1:]
    dice = [choice.dice for choice in turn_of(variant).board.choices]
    assert all({dice[n] for n in np.flatnonzero(some)} == rolled for some in found.T)


CHOICES = {
    "random": lambda move, after: 0,
    "largest-first": lambda move, after: max(move),
    "smallest-first": lambda move, after: -min(move),
    "fewest-tiles": lambda move, after: -len(move),
    "most-tiles": lambda move, after: len(move),
}


@settings(max_examples=examples(10))
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


def largest(open_tiles, roll):
    """As largest-first, asked in each position."""
    some = [c for n in range(1, 5) for c in combinations(open_tiles, n) if sum(c) == sum(roll)]
    return [move for move in some if max(move) == max(map(max, some))]


@settings(max_examples=examples(25))
@given(pairs(), st.sampled_from(sorted(CHOICES)))
def test_by_own_rules_a_strategy_equals_brute_force_in_the_turn_of_each(pair, name):
    mine, hers = (Variant(**rules) for rules in pair)
    value = strategy_value(mine, name, second=hers).fractions
    oracle, choose = Oracle(pair[1], **pair[0]), CHOICES[name]
    against = oracle.second_player_values()
    for score, chance in value.score_chances.items():
        assert chance == follow(oracle, choose, lambda s, k=score: Fraction(oracle.score(s) == k))
    assert value.first_player_ev == follow(oracle, choose, lambda s: -against[oracle.score(s)])
    for beat, gain in value.second_player_values.items():
        assert gain == follow(oracle.second, choose, lambda s, k=beat: oracle.to_second(k, s))
    best = matchup(mine, "optimal", name, second=hers).fractions
    assert value.second_player_ev == -best.first_player_ev
    found = strategy_range(mine, name, second=hers).fractions
    ends = [follow(oracle, choose, lambda s: -against[oracle.score(s)], end) for end in (min, max)]
    assert found.ev_as_first == tuple(ends)
    assert found.ev_as_second.low <= value.second_player_ev <= found.ev_as_second.high


@settings(max_examples=examples(15))
@given(pairs())
def test_by_own_rules_a_function_is_asked_in_the_turn_of_each(pair):
    pair = [{**rules, "moves": "sum", "max_tiles": None, "opening_tile": None} for rules in pair]
    mine, hers = (Variant(**rules) for rules in pair)
    asked = strategy_value(mine, largest, second=hers).fractions
    named = strategy_value(mine, "largest-first", second=hers).fractions
    assert asked.score_chances == named.score_chances
    assert asked.second_player_values == named.second_player_values


def test_a_strategy_by_own_rules_meets_one_by_the_same_alone():
    mine, hers = Variant(tiles=3), Variant(tiles=4)
    value = strategy_values(mine, second=hers)["random"]
    assert value == strategy_value(mine, "random", second=hers)
    assert value != strategy_value(mine, "random") == strategy_value(mine, "random", mine)
    met = value.ev_against(strategy_value(mine, "optimal", second=hers))
    assert met == matchup(mine, "random", second=hers).first_player_ev
    with pytest.raises(InputError, match=r"other: got .* valued under the same rules"):
        value.ev_against(strategy_value(mine, "optimal"))
    with pytest.raises(InputError, match=r"^ties: got 'first'"):
        strategy_value(mine, "random", second=hers.replace(ties="first"))


SCORES = {
    "highest-score-left": lambda oracle, beat, after: oracle.score(after),
    "lowest-score-left": lambda oracle, beat, after: -oracle.score(after),
    "sure-win-or-tie": lambda oracle, beat, after: (
        0 if beat is None else oracle.to_second(beat, after),
        oracle.score(after),
    ),
}


def scores_after(oracle, state):
    """Return what the moves after every roll may leave."""
    rolls = [roll for dice in oracle.dice_counts(state) for roll, _ in oracle.rolls(dice)]
    return [{oracle.score(state - move) for move in oracle.covers(state, roll)} for roll in rolls]


def all_alike(oracle, rules):
    """Whether no roll has moves that leave different scores."""
    states = map(frozenset, board_of(Variant(**rules)).open_tiles)
    return all(len(each) < 2 for state in states if state for each in scores_after(oracle, state))


@settings(max_examples=examples(30))
@given(rule_sets((*TURN_FIELDS, "ties", "immediate_clack"), most_tiles=3))
@example({"tiles": (1, 2, 3, 4, 5), "dice": "2d3", "scoring": "digits"})
@pytest.mark.parametrize("name", SCORES)
def test_a_strategy_that_looks_at_scores_equals_brute_force(name, rules):
    """It is refused where no roll has moves that leave different scores."""
    variant, oracle = Variant(**rules), Oracle(**rules)
    if all_alike(oracle, rules):
        with pytest.raises(RulesError, match=r"scoring: .* the same score"):
            strategy_value(variant, name)
        return

    def worth(beat, payoff):
        return follow(oracle, lambda move, after: SCORES[name](oracle, beat, after), payoff)

    value = strategy_value(variant, name)
    assert value.expected_score == worth(None, lambda state: Fraction(oracle.score(state)))
    for beat, against in value.fractions.second_player_values.items():
        assert against == worth(beat, lambda state, k=beat: oracle.to_second(k, state))


@settings(max_examples=examples(20))
@given(pairs(stakes=("scoring", "ties", "immediate_clack"), most_tiles=3))
def test_by_own_rules_who_looks_sees_scores_of_the_other(pair):
    mine, hers = (Variant(**rules) for rules in pair)
    oracle = Oracle(pair[1], **pair[0])
    if any(map(all_alike, (oracle, oracle.second), pair)):
        with pytest.raises(RulesError, match=r"scoring: .* the same score"):
            strategy_value(mine, "sure-win-or-tie", second=hers)
        return

    def worth(player, beat, payoff):
        def look(move, after):
            won = 0 if beat is None else oracle.to_second(beat, after)
            return won, player.score(after)

        return follow(player, look, payoff)

    value = strategy_value(mine, "sure-win-or-tie", second=hers).fractions
    score = worth(oracle, None, lambda state: Fraction(oracle.score(state)))
    assert value.expected_score == score
    for beat, gain in value.second_player_values.items():
        assert gain == worth(oracle.second, beat, lambda s, k=beat: oracle.to_second(k, s))


@pytest.mark.parametrize(("scoring", "told"), [("sum", set()), ("digits", set(SCORES))])
def test_where_every_move_leaves_the_same_score_nobody_chooses_by_it(scoring, told):
    values = strategy_values(Variant(tiles=5, scoring=scoring))
    assert values.keys() == STRATEGIES.keys() - SCORES.keys() - {"playable-dice"} | told


def test_what_looks_at_the_score_to_beat_is_valued_score_by_score():
    """The optimum as well: one of its many values is computed twice, in two ways."""
    variant, optimal = Variant(tiles=5, scoring="digits"), STRATEGIES["optimal"]
    unsettled = Strategy(replace(optimal.way, settled=False))
    by_score, known = (strategy_value(variant, each) for each in (unsettled, "optimal"))
    assert by_score.second_player_values == known.second_player_values
    assert known.second_player_values == solve(variant).second_player_values


@settings(max_examples=examples(15))
@given(rule_sets(tuple(name for name in FIELDS if name != "tiles")))
def test_optimal_against_optimal_is_the_game(rules):
    variant = Variant(**rules)
    optimal = strategy_value(variant, "optimal")
    assert optimal.ev_against(optimal) == solve(variant).first_player_ev
    assert optimal.second_player_values == {
        k: to_fraction(v) for k, v in solve(variant).second_player_values.items()
    }


@settings(max_examples=examples(10))
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


def test_a_strategy_is_worth_the_same_under_another_name():
    """The optimum knows the score to beat, whatever it is called."""
    called = replace(STRATEGIES["optimal"], name="perfect")
    variant = Variant(tiles=5, immediate_clack=True)
    perfect, optimal = strategy_value(variant, called), strategy_value(variant, "optimal")
    assert perfect.strategy.name == "perfect"
    assert perfect.second_player_values == optimal.second_player_values
    assert perfect.ev_against(perfect) == solve(variant).first_player_ev


def test_a_game_too_large_is_no_reason_to_leave_every_strategy_out():
    with pytest.raises(GameTooLargeError):
        strategy_values(Variant(tiles=16, dice="2d20", moves="dice-or-sum"))
