"""Games of another kind: an object with five names is solved as any set of rules is."""

import doctest
import pickle
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import count, product
from pathlib import Path
from runpy import run_path
from types import MappingProxyType

import numpy as np
import pandas
import pytest
from conftest import ROOT, examples
from drawn import UNPAID, pairs, rule_sets
from hypothesis import given, settings
from hypothesis import strategies as st
from match_oracle import Race, Rounds
from narrowed import narrowed
from oracle import Oracle
from test_spec import SPEC, assert_says

from twoplayer import (
    InputError,
    Variant,
    bounds,
    card,
    certificate,
    ev_by_payout,
    fair_payouts,
    match,
    mend,
    one_player,
    roll_by_roll,
    seats,
    shared_box,
    simulate,
    solve,
    solve_all,
    strategy_value,
)
from twoplayer.errors import GameTooLargeError, PositionError
from twoplayer.evening import rounds
from twoplayer.game import ev_by_tie
from twoplayer.game.contest import Contest
from twoplayer.game.outcomes import outcomes_of
from twoplayer.game.stakes import Stakes
from twoplayer.strategy import transcript
from twoplayer.turn import another, induction, state_graph
from twoplayer.turn.another import as_game
from twoplayer.turn.turns import turn_of
from twoplayer.variant.fields import FIELDS

EVERY_FIELD = tuple(name for name in FIELDS if name != "tiles")
ALL_RULES = rule_sets(EVERY_FIELD, most_tiles=3)


class Coins:
    """So many coins are thrown; after each throw one at least is put aside, and heads count."""

    highest_wins = True

    def __init__(self, coins=2, **more):
        self.start = coins, 0
        vars(self).update(more)

    def choices(self, state):
        return [state[0]] if state[0] else []

    def rolls(self, coins):
        return {(coins, heads): len(ways(coins, heads)) for heads in range(coins + 1)}

    def moves(self, state, roll):
        coins, heads = roll
        aside = {(a, b) for a in range(heads + 1) for b in range(coins - heads + 1) if a + b}
        return {(coins - a - b, state[1] + a) for a, b in aside}

    def score(self, state):
        return state[1]


def ways(coins, heads):
    return [n for n in range(2**coins) if n.bit_count() == heads]


class Box:
    """Shut the Box as a game of another kind, by the reading of the rules in the checker."""

    def __init__(self, **rules):
        oracle, game = Oracle(**rules), Oracle(**rules).game
        self.start = oracle.all_tiles
        self.ties, self.immediate_clack = game.ties, game.immediate_clack
        self.clack_payout = game.clack_payout
        self.choices = lambda state: oracle.dice_counts(state) if state else ()
        self.rolls = game.rolls
        self.moves = lambda state, roll: [state - move for move in oracle.covers(state, roll)]
        self.score = oracle.score
        self.clack = lambda state: not state


@settings(max_examples=examples(30))
@given(ALL_RULES)
def test_rules_written_as_a_game_are_worth_what_they_are_as_a_variant(rules):
    ours, theirs = solve(Variant(**rules)).fractions, solve(Box(**rules)).fractions
    assert theirs.first_player_ev == ours.first_player_ev
    against = theirs.second_player_values
    assert against.items() <= ours.second_player_values.items()
    same = {"variant": 0, "second_variant": 0, "_number": 0}
    outcomes = [{**vars(each.outcomes), **same} for each in (ours, theirs)]
    assert outcomes[0] == outcomes[1]
    for score in [None, *against]:
        turn, same = ours.play(score_to_beat=score), theirs.play(score_to_beat=score)
        for state, value in same.values().items():
            assert value == turn.value(state)
            assert {*same.optimal_dice(state)} == {*turn.optimal_dice(state)} or not state


@settings(max_examples=examples(30))
@given(pairs(), st.data())
def test_a_game_of_another_kind_is_for_one_player_alone_as_well(pair, data):
    """Whether that is the first, the second, or each plays one of his own."""
    variants = [Variant(**rules) for rules in pair]
    games = [Box(**rules) for rules in pair]
    ours = solve(variants[0], second=variants[1]).fractions
    first, second = data.draw(st.sampled_from([(games[0], variants[1]), (variants[0], games[1])]))
    for theirs in (solve(first, second=second).fractions, solve(*games).fractions):
        assert theirs.first_player_ev == ours.first_player_ev
        assert theirs.second_player_values.items() <= ours.second_player_values.items()
        for chance in ("first_wins", "tie", "second_wins", "first_clacks", "second_clacks"):
            assert getattr(theirs.outcomes, chance) == getattr(ours.outcomes, chance)


@settings(max_examples=examples(20))
@given(pairs(most_tiles=3), st.sampled_from([ev_by_payout, ev_by_tie]))
def test_what_is_paid_is_left_open_where_one_player_alone_has_such_a_game(pair, ev_by):
    mine, hers = (Variant(**rules) for rules in pair)
    ours, theirs = (ev_by(mine, 0, 3, second=each) for each in (hers, Box(**pair[1])))
    assert (theirs.breakpoints, theirs.lines) == (ours.breakpoints, ours.lines)


class Rolled:
    """A die is rolled once, and its side counts so many times."""

    start = 0

    def __init__(self, sides, times, highest_wins):
        self.sides, self.times, self.highest_wins = sides, times, highest_wins

    def choices(self, state):
        return ["die"] if state == 0 else []

    def rolls(self, choice):
        return dict.fromkeys(range(1, self.sides + 1), 1)

    def moves(self, state, roll):
        return [roll * self.times]

    def score(self, state):
        return state


def test_the_highest_wins_where_the_players_scores_are_others_as_well():
    """1 to 6, and 2, 4, 6 or 8: of 24 pairs the first wins 6, ties 3, and loses 15."""
    solution = solve(Rolled(6, 1, True), second=Rolled(4, 2, True)).fractions
    assert solution.first_player_ev == Fraction(6 - 15, 24) == Fraction(-3, 8)
    chances = solution.outcomes
    assert (chances.first_wins, chances.tie) == (Fraction(6, 24), Fraction(3, 24))


@pytest.mark.parametrize("highest_wins", [True, False])
@pytest.mark.parametrize(("one", "other"), [((6, 1), (4, 2)), ((3, 3), (6, 1)), ((2, 5), (3, -1))])
def test_of_scores_of_two_kinds_each_is_compared_with_each(one, other, highest_wins):
    sign = 1 if highest_wins else -1
    (mine, hers) = ([times * side for side in range(1, 1 + n)] for n, times in (one, other))
    solution = solve(Rolled(*one, highest_wins), second=Rolled(*other, highest_wins)).fractions

    def of_second(beat):
        better = [(her > beat) - (her < beat) for her in hers]
        return Fraction(sign * sum(better), len(better))

    assert solution.second_player_values == {score: of_second(score) for score in mine}
    assert solution.first_player_ev == -sum(map(of_second, mine)) / len(mine)


@pytest.mark.parametrize(
    ("second", "said"),
    [
        (Coins(ties="first"), r"^ties: got 'first', for the second player; takes 'push' as for"),
        (
            Coins(highest_wins=False),
            r"^highest_wins: .* whose lowest score wins; takes True as for the first$",
        ),
        (Coins(clack=lambda state: state[1] == 2), r"^clack: got a score that is a clack for one"),
        (
            Variant(),
            r"^highest_wins: got False, for the second player, whose lowest score",
        ),
    ],
    ids=["ties", "which end", "clacks", "a variant"],
)
def test_games_for_two_players_agree_in_what_is_at_stake(second, said):
    with pytest.raises(InputError, match=said):
        solve(Coins(), second=second)


@settings(max_examples=examples(15))
@given(rule_sets(EVERY_FIELD, most_tiles=3, ties=UNPAID))
def test_around_a_table_they_are_worth_the_same_as_well(rules):
    ours, theirs = (seats(each, 3).fractions for each in (Variant(**rules), Box(**rules)))
    assert theirs.evs == ours.evs
    assert theirs.wins == ours.wins
    assert theirs.tie_breaks_change == ours.tie_breaks_change


class Highest:
    """A match in which the higher total wins, and the higher score of a round."""

    def won(self, first, second):
        return super().won(-first, -second)

    def next_starter(self, starter, first, second):
        return super().next_starter(starter, -first, -second)


class HighestRounds(Highest, Rounds):
    """So many rounds."""


class HighestRace(Highest, Race):
    """Rounds until a total has reached a target."""


MATCH_RULES = rule_sets(("dice", "one_die", "scoring", "ties"), most_tiles=2, ties=UNPAID)


@settings(max_examples=examples(15))
@given(MATCH_RULES, st.sampled_from(["same", "alternate", "loser", "winner"]), st.booleans())
def test_rounds_equal_their_definition_whoever_wins(rules, starts, highest):
    game = Box(**rules)
    game.highest_wins = highest
    game.clack = lambda state: False
    found = match(game, rounds=2, starts=starts, exact=True).fractions.first_player_ev
    assert found == (HighestRounds if highest else Rounds)(starts, **rules).ev(2)
    low, high = match(game, rounds=2, starts=starts).fractions.first_player_ev
    assert low <= found <= high <= low + Fraction(1, 10**9)


@pytest.mark.few(1)
@pytest.mark.parametrize("starts", ["same", "alternate", "loser", "winner"])
@pytest.mark.parametrize(("highest", "literal"), [(False, Race), (True, HighestRace)])
def test_a_race_equals_its_definition_whoever_wins(starts, highest, literal):
    rules = {"tiles": (1, 2), "dice": "1d3", "ties": "second"}
    game = Box(**rules)
    game.highest_wins = highest
    del game.clack
    low, high = match(game, to=4, starts=starts).fractions.first_player_ev
    error = Fraction(1, 10**9)
    assert low - error <= Fraction(literal(starts, **rules).ev(4)) <= high + error
    assert high - low <= error


# Games drawn at random, by their definition


class Drawn:
    """A game of numbered states, of which everything is drawn: moves lead to lower numbers."""

    def __init__(self, states, weights, scores, clacks, **stakes):
        self.states, self.weights, self.scores, self.clacks = states, weights, scores, clacks
        self.start = self.called(len(states) - 1)
        vars(self).update(stakes)

    @staticmethod
    def called(number):
        """Name a state: nothing but being hashable is asked of it."""
        return frozenset({number}) if number % 2 else number

    def choices(self, state):
        return list(self.states[self.number(state)])

    def number(self, state):
        return state if isinstance(state, int) else min(state)

    def rolls(self, choice):
        return dict(enumerate(self.weights[choice]))

    def moves(self, state, roll):
        number = self.number(state)
        every = [choice[roll] for choice in self.states[number].values() if roll in choice]
        return map(self.called, every[0])

    def score(self, state):
        return self.scores[self.number(state)]

    def clack(self, state):
        return self.score(state) in self.clacks


@st.composite
def games(draw):
    size = draw(st.integers(1, 5))
    weights = draw(
        st.dictionaries(st.sampled_from("abc"), st.lists(WEIGHT, min_size=1, max_size=3))
    )
    states = []
    for number in range(size):
        lower = st.lists(st.integers(0, number - 1), max_size=2) if number else st.just([])
        chosen = draw(st.sets(st.sampled_from(sorted(weights)))) if weights and number else ()
        after = draw(st.lists(lower, min_size=3, max_size=3))
        states.append({choice: dict(enumerate(after)) for choice in sorted(chosen)})
    scores = draw(st.lists(SCORE, min_size=size, max_size=size))
    highest = draw(st.booleans())
    game = Drawn(
        states,
        weights,
        scores,
        clacks=(),
        highest_wins=highest,
        ties=draw(st.sampled_from(["push", "first", "second"])),
        clack_payout=draw(st.sampled_from(["0", "1", "3/2", str(10**20)])),
        immediate_clack=draw(st.booleans()),
    )
    left = sorted(Literal(game).endings(), reverse=highest)
    game.clacks = left[: draw(st.integers(0, len(left)))]
    return game


WEIGHT = st.integers(1, 6) | st.sampled_from([7 * 11, 2**70])
SCORE = st.integers(-3, 3) | st.sampled_from([10**30, -(10**30)])


class Literal:
    """A game of two turns, valued by its definition: plain recursion over fractions."""

    def __init__(self, game):
        self.game, self.payout = game, Fraction(game.clack_payout)

    def moves(self, state, roll):
        return list(self.game.moves(state, roll))

    def endings(self):
        """Return the scores that a turn may end with."""
        found = set()

        @cache
        def visit(state):
            rolls = {r for c in self.game.choices(state) for r in self.game.rolls(c)}
            after = [self.moves(state, roll) for roll in rolls]
            if not after or not all(after):
                found.add(self.game.score(state))
            for left in after:
                for each in left:
                    visit(each)

        visit(self.game.start)
        return found

    def turn(self, payoff):
        @cache
        def value(state):
            return max(
                (self.rolled(state, c, value, payoff) for c in self.game.choices(state)),
                default=payoff(self.game.score(state)),
            )

        return value

    def rolled(self, state, choice, value, payoff):
        ways = self.game.rolls(choice)
        worth = {
            roll: max(map(value, self.moves(state, roll)), default=payoff(self.game.score(state)))
            for roll in ways
        }
        return Fraction(sum(ways[roll] * worth[roll] for roll in ways)) / sum(ways.values())

    def mean_score_at_random(self):
        """Return the mean score of who leaves every choice and move to chance."""

        def mean(values):
            return sum(values, Fraction(0)) / len(values)

        @cache
        def value(state):
            score = Fraction(self.game.score(state))
            means = []
            for choice in self.game.choices(state):
                ways = self.game.rolls(choice)
                after = {roll: list(map(value, self.moves(state, roll))) for roll in ways}
                whole = sum(ways[roll] * mean(after[roll] or [score]) for roll in ways)
                means.append(whole / sum(ways.values()))
            return mean(means or [score])

        return value(self.game.start)

    def to_second(self, first, second):
        game = self.game
        if first in game.clacks and game.immediate_clack:
            return -self.payout
        better, worse = (second > first, second < first)
        if not game.highest_wins:
            better, worse = worse, better
        if first == second:
            better, worse = game.ties == "second", game.ties == "first"
        winner = second if better else first
        return (better - worse) * (self.payout if winner in game.clacks else Fraction(1))

    @cache  # noqa: B019
    def against(self, first):
        return self.turn(lambda second: self.to_second(first, second))

    def first(self):
        return self.turn(lambda score: -self.against(score)(self.game.start))


@settings(max_examples=examples(100))
@given(games())
def test_a_game_equals_its_definition(game):
    literal, solution = Literal(game), solve(game).fractions
    assert solution.first_player_ev == literal.first()(game.start)
    against = {score: literal.against(score)(game.start) for score in literal.endings()}
    assert solution.second_player_values == against
    assert list(against) == [] or list(solution.second_player_values) == sorted(
        against, reverse=game.highest_wins
    )
    for score in [None, *against]:
        turn, value = (
            solution.play(score_to_beat=score),
            literal.first() if score is None else literal.against(score),
        )
        for state, worth in turn.values().items():
            assert worth == value(state)
            for roll in turn.at(state).rolls():
                moves = turn.moves(state, roll)
                assert moves == {left: value(left) for left in literal.moves(state, roll)}
                best = {move for move in moves if moves[move] == max(moves.values())}
                assert {*turn.optimal_moves(state, roll)} == best


@settings(max_examples=examples(40))
@given(games(), st.fractions(0, 3))
def test_what_a_clack_pays_is_left_open_as_well(game, payout):
    found = ev_by_payout(game, 0, 3).fractions(payout)
    game.clack_payout = payout
    assert found == Literal(game).first()(game.start)


@settings(max_examples=examples(40))
@given(games())
def test_two_seats_are_the_two_players_and_three_pay_each_other(game):
    solution = solve(game).fractions
    two = seats(game, 2).fractions
    assert two.evs[0] == solution.first_player_ev
    for score, value in solution.second_player_values.items():
        assert (
            two.play(2, score_to_beat=score).value()
            == solution.play(score_to_beat=score).value()
            == value
        )
    table = seats(game, 3).fractions
    assert sum(table.evs) == 0
    assert all(0 <= chance <= 1 for chance in table.wins)


@settings(max_examples=examples(25))
@given(games())
def test_what_is_simulated_is_what_is_exact(game):
    if max(map(abs, game.scores)) > 100 or Fraction(game.clack_payout) > 100:
        return
    solution, literal = solve(game).fractions, Literal(game)
    ev, score, clack = (each.fractions for each in simulate(game, games=200, seed=1))
    assert ev.exact == solution.first_player_ev
    assert min(literal.endings()) <= score.exact <= max(literal.endings())
    assert game.clacks or clack.exact == clack.mean == 0
    for each in (ev, score, clack):
        assert abs(each.mean - each.exact) <= 3 * each.margin + 1
    random = simulate(game, games=2, seed=1, first_strategy="random")
    assert random[1].fractions.exact == literal.mean_score_at_random()


def test_a_simulation_agrees_with_what_is_exact():
    assert all(each.agrees for each in simulate(Coins(3), games=20_000, seed=2))
    random = simulate(
        Coins(3), games=20_000, seed=2, first_strategy="random", second_strategy="random"
    )
    assert all(each.agrees for each in random)
    assert random[1].exact < simulate(Coins(3), games=2, seed=2)[1].exact


# How to play


def test_the_policy_has_every_state_and_roll():
    turn = solve(Coins()).fractions.play()
    rows = list(turn.policy())
    assert [row["open_tiles"] for row in rows[:3]] == [(2, 0)] * 3
    assert rows[2] == {
        "open_tiles": (2, 0),
        "dice": (2,),
        "roll": (2, 2),
        "moves": ((0, 2),),
        "value": Fraction(1, 2),
    }
    assert {row["open_tiles"] for row in rows} == {(1, 0), (1, 1), (2, 0)}
    assert (
        turn.at().rolls() == turn.at().rolls(2) == turn.at().rolls((2,)) == [(2, 0), (2, 1), (2, 2)]
    )
    longer = solve(Coins(3)).play()
    assert {row["open_tiles"] for row in longer.policy()} >= {(2, 0), (2, 1), (1, 0), (1, 1)}
    reached = {row["open_tiles"] for row in longer.policy(reached=True)}
    assert reached == {(3, 0), (2, 0), (2, 1), (1, 0), (1, 1), (1, 2)}
    assert turn.optimal_dice((0, 2)) == ()
    assert turn.options((2, 0), (2, 2))[0].choice == (0, 2)


def test_results_show_themselves_and_are_equal_where_all_answers_were():
    for ask in (solve, lambda game: seats(game, 3), lambda game: match(game, 2)):
        found = ask(Coins())
        assert found == ask(Coins()) != ask(Coins(3))
        assert "Coins" in repr(found)
        assert "Coins" in found._repr_html_()
        assert found.to_records()
    assert repr(solve(Coins())) == ("Solution(variant=Coins(), first_player_ev=0)")
    turn = solve(Coins()).play(score_to_beat=1)
    assert "Coins" in turn._repr_html_()
    assert "in state (2, 0)" in turn.at()._repr_html_()
    assert turn.options((2, 0), (2, 2))[0]._repr_html_()
    assert pickle.loads(pickle.dumps(solve(Coins()))) == solve(Coins())


def test_an_object_that_has_changed_is_another_game():
    game = Coins(2)
    before = solve(game)
    game.start = 3, 0
    assert solve(game) == solve(Coins(3)) != before
    assert before.value() == before.first_player_ev
    assert seats(before.variant, 2).evs[0] == before.first_player_ev


# What is refused


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"rolls": None}, r"^rolls: not a method of Coins; takes a function$"),
        ({"score": 3, "start": None}, r"^score: not a method.*\nstart: not there in Coins"),
        ({"clack": True}, r"^clack: not a method of Coins"),
        ({"choices": lambda state: 5}, r"^choices: got 5, in state \(2, 0\); takes several"),
        ({"rolls": lambda choice: [1, 2]}, r"^rolls: got \[1, 2\], of choice 2; takes rolls with"),
        ({"rolls": lambda choice: {}}, r"^rolls: got {}, of choice 2; takes rolls with"),
        ({"rolls": lambda choice: {1: 0}}, r"^rolls: got 0, for roll 1 of choice 2; takes a whole"),
        (
            {"rolls": lambda choice: {1: 0.5}},
            r"^rolls: got 0.5, for .*; takes a whole number, 1 or",
        ),
        ({"rolls": lambda choice: {1: True}}, r"^rolls: got True, for roll 1 of choice 2; takes "),
        ({"rolls": lambda choice: {1: 1}.items()}, r"^rolls: got dict_items.* rolls with their"),
        ({"moves": lambda state, roll: 1}, r"^moves: got 1, after roll \(2, 0\) in state \(2, 0\)"),
        ({"moves": lambda state, roll: [[1]]}, r"^moves: got \[\[1\]\], after roll .* hashable"),
        ({"moves": lambda state, roll: [None]}, r"^moves: got None, after roll .* not None"),
        ({"moves": lambda state, roll: count()}, r"^moves: got \(0, 1, .*; takes up to 65536"),
        ({"score": lambda state: "2"}, r"^score: got '2', of state .*; takes a whole number"),
        ({"score": lambda state: 1.0}, r"^score: got 1.0, of state .*; takes a whole number"),
        ({"highest_wins": 1}, r"^highest_wins: got 1, neither; takes "),
        ({"ties": "both"}, r"^ties: got 'both'.*; takes push | first | second"),
        ({"clack_payout": 0.5}, r"^clack_payout: got 0.5, a float is not exact"),
        ({"clack": lambda state: state[1] < 2}, r"^clack: got \(0, \d\), .* takes clacks that"),
        (
            {"start": [2, 0]},
            r"^start: got \[2, 0\]; takes a hashable value, such as a tuple in place of a list$",
        ),
    ],
)
def test_what_is_no_game_is_refused_by_what_is_wrong_with_it(changed, said):
    with pytest.raises(InputError, match=said):
        solve(Coins(**changed))


SEVERAL = "several hashable values, such as a list$"


@pytest.mark.parametrize(
    ("form", "said"),
    [
        (dict.fromkeys, rf"got {{.*: a mapping; takes {SEVERAL}"),
        (Counter, rf"got Counter\(.*: a mapping; takes {SEVERAL}"),
        (lambda several: MappingProxyType(dict.fromkeys(several)), "got mappingproxy.*: a mapping"),
        (lambda several: dict.fromkeys(several, 1).items(), "got dict_items.*: a mapping"),
        (pandas.Series, r"got 0 .* dtype: \w+, .*: a mapping"),
        (str, rf"got '.*: text; takes {SEVERAL}"),
        (lambda several: b"abc", rf"got b'abc', .*: bytes; takes {SEVERAL}"),
        (lambda several: {}, "got {}, .*: a mapping"),
    ],
)
@pytest.mark.parametrize("asked", ["choices", "moves"])
def test_what_has_keys_and_text_are_not_read_as_lists_of_states_or_choices(asked, form, said):
    """The player chooses freely: that somebody gave weights would be lost without a word."""
    plain = getattr(Coins(), asked)
    for same in (tuple, set, frozenset, iter, lambda several: dict.fromkeys(several).keys()):
        game = Coins(**{asked: lambda *about, form=same: form(list(plain(*about)))})
        assert solve(game).fractions.second_player_values[0] == Fraction(7, 8)
    with pytest.raises(InputError, match=rf"^{asked}: {said}"):
        solve(Coins(**{asked: lambda *about: form(list(plain(*about)))}))


@pytest.mark.parametrize(
    "answer", [None, 0, 1, 1.0, "no", "", [], [True], np.array([True]), str.isdigit, {True: 1}]
)
def test_a_clack_is_true_or_false_and_nothing_that_python_takes_for_it(answer):
    for form in (bool, np.bool_):
        assert solve(Coins(clack=lambda state, form=form: form(state[1] == 2))).variant.clacks == 1
    said = r"^clack: got .*, of state \(0, \d\); takes True or False$"
    with pytest.raises(InputError, match=said):
        solve(Coins(clack=lambda state: answer))


@pytest.mark.parametrize(
    ("moves", "said"),
    [
        (lambda state, roll: [state], r"^moves: they lead from \(2, 0\) to \(2, 0\); takes states"),
        (
            lambda state, roll: [(2, 1 - state[1])],
            r"from \(2, \d\) to \(2, \d\) to \(2, \d\); takes",
        ),
        (
            lambda state, roll: [(2, (state[1] + 1) % 9)],
            r"to … to .*; takes states that never come",
        ),
    ],
)
def test_a_state_that_comes_again_is_refused(moves, said):
    with pytest.raises(InputError, match=said):
        solve(Coins(moves=moves))


def test_a_game_without_end_is_refused():
    with pytest.raises(GameTooLargeError, match=r"^moves: they lead through 5182 states of Coins"):
        solve(Coins(rolls=lambda coins: {"h": 1}, moves=lambda state, roll: [(2, state[1] + 1)]))


def test_a_turn_of_too_many_rolls_is_refused_before_its_numbers_are_made():
    walk = Coins(
        rolls=lambda coins: {"heads": 1, "tails": 10**1000},
        moves=lambda state, roll: [(2, state[1] + 1)],
        choices=lambda state: [2] if state[1] < 5000 else [],
    )
    with pytest.raises(GameTooLargeError, match=r"^moves: they lead through 5001 states in a turn"):
        solve(walk)


@pytest.mark.parametrize(
    "use",
    [
        bounds,
        card,
        certificate,
        fair_payouts,
        mend,
        roll_by_roll,
        shared_box,
        state_graph,
        lambda game: strategy_value(game, "highest-score-left"),
        lambda game: transcript(game, 1),
        lambda game: solve_all([game]),
    ],
)
def test_what_is_about_tiles_refuses_it(use):
    with pytest.raises(InputError, match=r"^variants?: got .*Coins.*takes"):
        use(Coins())


def test_tiles_are_not_asked_for():
    with pytest.raises(InputError, match=r"^variant: got Coins\(\); takes a game with tiles$"):
        solve(Coins()).play().exceptions()


def test_a_class_is_not_its_object():
    with pytest.raises(InputError, match=r"^variant: got .*; takes an object of .* Coins\(\)$"):
        solve(Coins)


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda turn: turn.value((9, 9)), r"^open_tiles: got \(9, 9\); takes a state of Coins$"),
        (lambda turn: turn.value([2, 0]), r"^open_tiles: got \[2, 0\]; takes a state of Coins$"),
        (lambda turn: turn.moves((1, 0), 4), r"^roll: got 4; takes a roll in state \(1, 0\): \[\("),
        (lambda turn: turn.moves((1, 0), [4]), r"^roll: got \[4\]; takes a roll in state"),
        (lambda turn: turn.ending_value((2, 0)), r"^open_tiles: got \(2, 0\); takes a state where"),
    ],
)
def test_a_position_that_cannot_come_is_refused(ask, said):
    with pytest.raises(PositionError, match=said):
        ask(solve(Coins()).play())


def test_a_score_that_cannot_come_is_refused():
    with pytest.raises(PositionError, match=r"^score_to_beat: got 7; takes a score .*, 0-2$"):
        solve(Coins()).play(score_to_beat=7)


def test_a_race_needs_scores_that_lead_to_its_end():
    with pytest.raises(InputError, match=r"^to: got 5, where a turn may score -2; takes a number"):
        match(Coins(score=lambda state: -state[1]), to=5)


def test_a_match_needs_plain_stakes():
    with pytest.raises(InputError, match=r"^clack_payout: got 3/2; takes 1 in a match"):
        match(Coins(clack_payout="3/2"), rounds=2)


# The examples of the documents


def example(name):
    return run_path(str(ROOT / "docs" / "examples" / f"{name}.py"))


@pytest.mark.dear
def test_midnight_is_worth_what_it_is():
    ev = Fraction(-265293018541524931892741563513, 3341873634710933516959711494144)
    assert solve(example("midnight")["Midnight"]()).fractions.first_player_ev == ev


def test_in_double_shutter_a_tile_behind_comes_after_the_one_in_front():
    """Of two columns the first has a 1 before a 2, the second a 2 before a 1."""
    game = example("double_shutter")["DoubleShutter"](columns=2)
    assert game.start == ((1, 2), (2, 1))
    after = {total: {*game.moves(game.start, total)} for total in (2, 3, 6, 7)}
    assert after == {
        2: {((1, 2), (1,))},
        3: {((), (2, 1)), ((1, 2), ()), ((2,), (1,))},
        6: {((), ())},
        7: set(),
    }
    assert (game.score(game.start), game.score(((2,), (2, 1))), game.score(((), ()))) == (9, 7, 0)


class Columns:
    """A turn of Double Shutter, played as well as possible; sets of tiles are tried one by one."""

    def __init__(self, columns, front, one_die, at_once):
        self.start = tuple((n, columns + 1 - n) for n in range(1, columns + 1))
        self.front, self.one_die, self.at_once = front, one_die, at_once

    def score(self, state):
        return sum(
            self.front * column[0] + column[1] for column in state if len(column) == 2
        ) + sum(column[0] for column in state if len(column) == 1)

    def may_roll_one(self, state):
        exposed, every = sum(column[0] for column in state if column), sum(map(sum, state))
        return {"exposed": exposed <= 6, "all": every <= 6, "never": False}[self.one_die]

    def turn(self, payoff):
        @cache
        def value(state):
            if not any(state):
                return payoff(0)
            dice = [range(1, 7)] * self.may_roll_one(state) + [SUMS]
            return max(
                sum((best(state, t) for t in each), Fraction(0)) / len(each) for each in dice
            )

        def best(state, total):
            found = []
            for taken in product(*(range(len(column) + 1) for column in state)):
                each = [*zip(state, taken, strict=True)]
                covered = sum(sum(column[:n]) for column, n in each)
                if covered == total and max(taken) <= self.at_once:
                    found.append(value(tuple(column[n:] for column, n in each)))
            return max(found) if found else payoff(self.score(state))

        return value(self.start)


SUMS = [sum(dice) for dice in product(range(1, 7), repeat=2)]


@pytest.mark.dear
@pytest.mark.parametrize(
    ("front", "one_die", "at_once"),
    [
        pytest.param(2, "exposed", 2, marks=pytest.mark.dear),
        pytest.param(2, "all", 2, marks=pytest.mark.dear),
        (1, "never", 2),
        pytest.param(2, "exposed", 1, marks=pytest.mark.dear),
    ],
)
def test_double_shutter_with_three_columns_is_worth_what_the_rules_say(front, one_die, at_once):
    @cache
    def to_second(score):
        return literal.turn(lambda own: (own < score) - (own > score))

    rules = {"front": front, "one_die": one_die, "at_once": at_once}
    game, literal = example("double_shutter")["DoubleShutter"](3, **rules), Columns(3, **rules)
    ev = literal.turn(lambda own: -to_second(own))
    assert solve(game).fractions.first_player_ev == ev != 0
    score, clack = (one_player(game, aim).fractions.value() for aim in ("score", "clack"))
    assert score == -literal.turn(lambda own: -own)
    assert clack == literal.turn(lambda own: int(own == 0))


@pytest.mark.dear
@pytest.mark.parametrize(
    "rules", [{}, {"front": 1}, {"one_die": "all"}, {"one_die": "never"}, {"at_once": 1}]
)
def test_double_shutter_is_worth_what_the_page_says(rules):
    page = (ROOT / "docs" / "howto" / "another-game.md").read_text("utf-8")
    cell = (
        "".join(f"`{name}={value!r}`".replace("'", '"') for name, value in rules.items())
        or "as it is"
    )
    [row] = [line for line in page.splitlines() if line.startswith(f"| {cell} |")]
    solution = solve(example("double_shutter")["DoubleShutter"](**rules)).fractions
    score, clack = (
        one_player(solution.variant, aim).fractions.value() for aim in ("score", "clack")
    )
    found = score, 100 * clack, 100 * solution.first_player_ev
    assert [*map(str.strip, row.split("|"))][3:6] == [
        f"{float(each):.4f}".replace("-", "−") for each in found
    ]
    for fact in () if rules else SPEC["other_games"]["double_shutter"]:
        assert_says(fact, score)


@pytest.mark.dear
def test_the_page_of_another_game_is_right():
    page = str(ROOT / "docs" / "howto" / "another-game.md")
    assert "-1365630136693154904355/27634239965091669737472" in Path(page).read_text("utf-8")
    assert doctest.testfile(page, module_relative=False).failed == 0


# Many scores, and long numbers


class Ends:
    """A roll leads to any of some ends, each with a score of its own."""

    start = "start"

    def __init__(self, ends):
        self.ends = ends

    def choices(self, state):
        return ["die"] if state == "start" else []

    def rolls(self, choice):
        return dict.fromkeys(range(self.ends), 1)

    def moves(self, state, roll):
        return [roll]

    def score(self, state):
        return state


class Walk:
    """At each of some steps a turn goes on or ends, and it scores how far it went."""

    start = 0

    def __init__(self, steps, weight):
        self.steps, self.weight = steps, weight

    def choices(self, state):
        return ["die"] if state < self.steps else []

    def rolls(self, choice):
        return {"end": 1, "on": self.weight}

    def moves(self, state, roll):
        return [state + 1] if roll == "on" else []

    def score(self, state):
        return state


class OneEnd(Walk):
    """It goes on whatever falls, up to one end with one score."""

    def moves(self, state, roll):
        return [state + 1]


class ChosenEnds(Ends):
    """The same, but whoever rolls chooses: there is one roll, with many moves."""

    def rolls(self, choice):
        return {"any": 1}

    def moves(self, state, roll):
        return range(self.ends)


def test_of_ends_that_are_as_likely_nobody_is_favoured():
    solution = solve(Ends(9)).fractions
    assert solution.first_player_ev == 0
    assert solution.second_player_values == {n: Fraction(2 * n - 8, 9) for n in range(9)}


@pytest.mark.few(1)
@pytest.mark.parametrize(("kind", "tie"), [(Ends, Fraction(1, 60)), (ChosenEnds, 1)])
def test_many_scores_are_compared_a_block_after_the_other(kind, tie, monkeypatch):
    """No table has a place for every pair of scores."""
    compared = []

    def counted(stakes, left, beat):
        compared.append(len(left) * len(beat))
        return who_wins(stakes, left, beat)

    who_wins = Stakes.who_wins
    monkeypatch.setattr(Stakes, "who_wins", counted)
    with narrowed(induction, MOST_SOLVED_TOGETHER=2**8):
        solution = solve(kind(60)).fractions
        assert solution.outcomes.tie == tie
        assert seats(kind(60), 3).fractions.evs == (0, 0, 0)
    assert max(compared) <= induction.MOST_BLOCKS_MADE * 2**8 < 60**2


def test_long_numbers_are_solved_a_few_at_once():
    short, long = (turn_of(as_game(Walk(20, weight))) for weight in (1, 10**200))
    columns = [turn.columns_at_once(None, 1) for turn in (short, long)]
    assert columns[0] > 10 * columns[1]


def test_scores_that_no_state_has_take_no_room(monkeypatch):
    """Of the tiles 1 to 10 a coin covers three, and the rest stay: 8 of the 1024 scores."""
    seen = []

    def counted(stakes, left, beat):
        seen.append((len(left), len(beat)))
        return who_wins(stakes, left, beat)

    who_wins = Stakes.who_wins
    monkeypatch.setattr(Stakes, "who_wins", counted)
    outcomes_of(Contest((Variant(tiles=10, dice="1d3", scoring="digits"),) * 2))
    most = [max(each) for each in zip(*seen, strict=True)]
    assert most[0] == 8
    assert most[1] <= 1 + 2 * 8, "beside 0, each of them, and what lies between two"


@pytest.mark.parametrize(
    ("game", "said"),
    [
        (Walk(1, 10**300_000), r"^rolls: got a weight of 996579 bits, .*; takes up to 16384 bits$"),
        (
            Walk(2000, 10**100),
            r"^moves: against 2001 scores, 2000 moves .* exact numbers of \d+ bi",
        ),
        (
            OneEnd(2000, 10**100),
            r"^moves: they lead through 2001 of 2001 states in a turn, with exact numb",
        ),
        (
            Walk(5180, 10**300),
            r"^moves: they lead through 5181 states in a turn, and exact numbers of",
        ),
    ],
)
def test_what_would_take_for_ever_is_refused(game, said):
    with pytest.raises(GameTooLargeError, match=said):
        solve(game)


@narrowed(another, MOST_WORDS=6, MOST_BITS_OF_A_WEIGHT=2)
def test_the_size_of_a_game_of_ones_own_has_the_limits_that_it_says():
    """Two moves against three scores; a weight of two bits."""
    assert solve(Walk(2, 3)).first_player_ev == 0
    with pytest.raises(GameTooLargeError, match=r"^rolls: got a weight of 3 bits"):
        solve(Walk(2, 4))
    with pytest.raises(GameTooLargeError, match=r"^moves: against 4 scores, 3 moves"):
        solve(Walk(3, 3))


class Nested:
    """Every state holds the one before: whoever looks it up goes through all of them."""

    start = ()

    def choices(self, state):
        return ["coin"]

    def rolls(self, choice):
        return {"heads": 1, "tails": 1}

    def moves(self, state, roll):
        return [(state, roll)]

    def score(self, state):
        return 0


@pytest.mark.dear
def test_a_turn_of_too_many_states_is_refused_before_all_of_them_are_found():
    found = []

    class Watched(Nested):
        def moves(self, state, roll):
            found.append(roll)
            return super().moves(state, roll)

    said = r"^moves: they lead through 5182 states of Watched in a turn, .*; takes up to 5181; try"
    with pytest.raises(GameTooLargeError, match=said):
        solve(Watched())
    assert len(found) <= 2 * 5182


def test_no_turn_of_more_states_would_have_been_laid_out_anyway():
    """Numbers of a bit for each of them, in as many states, as often as there are layers."""
    longest = another.MOST_IN_A_TURN
    words = [n * n * (n // 64) for n in range(longest, longest + 1000)]
    assert words[0] <= another.MOST_LAID_OUT < min(words[1:])


def test_a_state_is_written_out_only_where_it_is_refused():
    class Silent(tuple):
        def __repr__(self):
            raise AssertionError

    game = Coins(1)
    game.start = Silent((1, 0))
    assert solve(game).first_player_ev == 0


@pytest.mark.parametrize(
    ("bound", "said"), [("MOST_STATES", "takes up to 12 states"), ("MOST_MOVES", "and 12 moves")]
)
def test_a_turn_of_too_many_states_or_moves_is_refused(bound, said):
    with narrowed(another, **{bound: 12}), pytest.raises(GameTooLargeError, match=said):
        solve(Walk(20, 1))


def test_choices_of_dice_count_beside_the_moves():
    """In each of five states: a choice, two rolls, and a move after one of them."""
    with narrowed(another, MOST_MOVES=5 * (1 + 2 + 1)):
        assert set(solve(Walk(5, 1)).second_player_values) == set(range(6))
    with narrowed(another, MOST_MOVES=5 * (1 + 2 + 1) - 1), pytest.raises(GameTooLargeError):
        solve(Walk(5, 1))


@pytest.mark.dear
def test_too_many_states_or_moves_are_told_with_how_many_there_may_be():
    numbers = count(1)
    many = Coins(moves=lambda state, roll: [(2, next(numbers)) for _ in range(9000)])
    said = r"^moves: \d+ states of Coins, .* takes up to 65536 states, and 4194304 moves and cho"
    with pytest.raises(GameTooLargeError, match=said):
        solve(many)


@narrowed(rounds, MOST_ENDS=5)
def test_a_match_of_too_many_scores_is_refused():
    assert match(Ends(5), 2, exact=True).first_player_ev == 0
    for asked in ({"rounds": 2}, {"wins": 2}, {"to": 9}):
        with pytest.raises(GameTooLargeError, match=r"^scoring: a turn may end with 6 scores; tak"):
            match(Ends(6), **asked)
