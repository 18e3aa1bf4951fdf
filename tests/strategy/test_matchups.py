"""How a game between two strategies ends, and a day of them, by going through all of it."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import prod

import pytest
from conftest import examples
from drawn import TURN_FIELDS, pairs, rule_sets
from hypothesis import given, settings
from hypothesis import strategies as st
from narrowed import narrowed
from oracle import Oracle
from roll_oracle import of_both, played_optimally, turn_of_rolls
from test_strategies import CHOICES, follow, largest

from twoplayer import InputError, Variant, matchup, solve
from twoplayer.game import luck as luck_module
from twoplayer.variant.fields import FIELDS
from twoplayer.variant.tiles import TIES

NAMES = st.sampled_from(sorted(CHOICES))


def left_by(oracle, name):
    """Return how likely the turn ends in each state, by the state."""
    states = [frozenset(tiles) for tiles in product(*((t, 0) for t in sorted(oracle.all_tiles)))]
    states = [state - {0} for state in states]
    chances = {
        state: follow(oracle, CHOICES[name], lambda end, s=state: Fraction(end == s))
        for state in states
    }
    return {state: chance for state, chance in chances.items() if chance}


def ends(oracle, left, replies):
    """Add up all pairs of what the first leaves and the second: chances, by what is told."""
    found = Counter()
    for state, chance in left.items():
        score = oracle.score(state)
        found["first_clacks"] += chance * (not state)
        if not oracle.game.second_rolls(score):
            found["first_wins"] += chance
            found["clack_pays"] += chance
            continue
        for other, part in replies.items():
            mine, ties = oracle.second.score(other), oracle.game.ties
            won = score < mine or (score == mine and ties == "first")
            lost = mine < score or (mine == score and ties == "second")
            weight = chance * part
            found["first_wins"] += weight * won
            found["second_wins"] += weight * lost
            found["tie"] += weight * (not won and not lost)
            found["second_clacks"] += weight * (not other)
            found["clack_pays"] += weight * ((won and not state) or (lost and not other))
    return found


NAMED = "first_wins", "tie", "second_wins", "first_clacks", "second_clacks", "clack_pays"


@settings(max_examples=examples(15))
@given(pairs(most_tiles=3), NAMES, NAMES)
def test_a_game_between_two_ends_as_all_pairs_of_turns_do(pair, one, other):
    mine, hers = (Variant(**rules) for rules in pair)
    oracle = Oracle(pair[1], **pair[0])
    played = matchup(mine, one, other, second=hers).fractions
    found = ends(oracle, left_by(oracle, one), left_by(oracle.second, other))
    assert {name: getattr(played.outcomes, name) for name in NAMED} == {
        name: found[name] for name in NAMED
    }
    assert (played.outcomes.variant, played.outcomes.second_variant) == (mine, hers)


@settings(max_examples=examples(15))
@given(pairs(most_tiles=3), NAMES)
def test_against_an_optimal_second_it_ends_as_her_best_replies_do(pair, name):
    mine, hers = (Variant(**rules) for rules in pair)
    oracle = Oracle(pair[1], **pair[0])
    outcomes = matchup(mine, name, "optimal", second=hers).outcomes.fractions
    second_wins = tie = clacks = Fraction(0)
    for state, chance in left_by(oracle, name).items():
        _, wins, clack, tied = oracle.second_plays(oracle.score(state))(oracle.second.all_tiles)
        second_wins += chance * wins
        tie += chance * tied
        clacks += chance * clack
    assert outcomes.second_wins == second_wins
    assert outcomes.tie == tie
    assert outcomes.second_clacks == clacks


@settings(max_examples=examples(15))
@given(rule_sets(tuple(n for n in FIELDS if n not in ("tiles", "clack_payout"))), NAMES, NAMES)
def test_what_changes_hands_is_what_the_outcomes_pay(rules, one, other):
    variant = Variant(**rules)
    for first, second in ((one, other), (one, "optimal"), ("optimal", other)):
        played = matchup(variant, first, second).fractions
        ends = played.outcomes
        assert ends.first_wins + ends.tie + ends.second_wins == 1
        paid = ends.first_wins - ends.second_wins + TIES[variant.ties].pays * ends.tie
        assert played.first_player_ev == paid


@settings(max_examples=examples(15))
@given(rule_sets(tuple(name for name in FIELDS if name != "tiles")))
def test_between_two_optimal_players_it_is_the_game(rules):
    variant = Variant(**rules)
    ends, of_game = matchup(variant).outcomes, solve(variant).outcomes
    assert ends == of_game
    assert [getattr(ends, name) for name in NAMED] == [getattr(of_game, name) for name in NAMED]
    assert matchup(variant, "random").outcomes != of_game


def rolls_of(oracle, choose):
    def moves_after(state, roll):
        moves = oracle.covers(state, roll)
        best = max((choose(move, state - move) for move in moves), default=None)
        return [move for move in moves if choose(move, state - move) == best]

    return turn_of_rolls(oracle, oracle.dice_counts, moves_after)


LENGTH = "fewest_rolls", "most_rolls", "mean_rolls"


@settings(max_examples=examples(15))
@given(pairs(most_tiles=3), NAMES, st.sampled_from([*sorted(CHOICES), "optimal"]))
def test_a_game_between_two_takes_the_rolls_of_both_turns(pair, one, other):
    mine, hers = (Variant(**rules) for rules in pair)
    oracle, optimal = Oracle(pair[1], **pair[0]), solve(mine, hers).fractions
    played = matchup(mine, one, other, second=hers).fractions

    def replies(score):
        if not oracle.game.second_rolls(score):
            return {(0, 0): 1}
        if other == "optimal":
            return played_optimally(oracle.second, optimal.play(score_to_beat=score))
        return rolls_of(oracle.second, CHOICES[other])

    found = of_both(rolls_of(oracle, CHOICES[one]), replies)
    mean = sum(rolls * chance for rolls, chance in found.items())
    assert played.rolls == found
    assert [getattr(played, name) for name in LENGTH] == [min(found), max(found), mean]
    with narrowed(luck_module, MOST_COUNTED=-1):
        again = replace(played)
        assert again.rolls is None
        assert [getattr(again, name) for name in LENGTH] == [min(found), max(found), mean]


@settings(max_examples=examples(10))
@given(rule_sets(tuple(name for name in FIELDS if name != "tiles")))
def test_two_optimal_players_take_the_rolls_of_the_game(rules):
    played, luck = matchup(Variant(**rules)), solve(Variant(**rules)).luck()
    assert played.rolls == luck.rolls
    assert [getattr(played, name) for name in LENGTH] == [getattr(luck, name) for name in LENGTH]


def test_whoever_looks_or_is_a_function_takes_the_rolls_of_how_she_plays():
    """A function that does what a strategy does, in positions in which rolls are told apart."""
    named, looks = (
        lambda tiles, roll: largest(tiles, roll) or (),
        lambda tiles, roll, score_to_beat: largest(tiles, roll) or (),
    )
    four = Variant(tiles=4)
    lengths = {matchup(four, "random", own).mean_rolls for own in (named, looks)}
    assert lengths == {matchup(four, "random", "largest-first").mean_rolls}


def test_outcomes_are_equal_if_the_players_are():
    games = [matchup("classic", "random", name).outcomes for name in ("optimal", "largest-first")]
    assert games[0] == matchup("classic", "random").outcomes != games[1]


def test_whoever_looks_is_asked_about_each_score():
    """By digits a move that is sure to win need not be the one that leaves the lowest score."""
    variant = Variant(tiles=5, scoring="digits")
    blind, looks = (
        matchup(variant, "random", name).outcomes.fractions
        for name in ("lowest-score-left", "sure-win-or-tie")
    )
    assert looks.second_wins > blind.second_wins


@settings(max_examples=examples(15))
@given(rule_sets(TURN_FIELDS, most_tiles=3), NAMES, NAMES, st.integers(1, 5))
def test_a_day_is_every_way_in_which_its_games_may_end(rules, one, other, games):
    played = matchup(Variant(**rules), one, other).fractions
    chances = {
        1: played.outcomes.first_wins,
        0: played.outcomes.tie,
        -1: played.outcomes.second_wins,
    }
    day = Counter()
    for results in product(chances, repeat=games):
        ahead = sum(results)
        how = "more" if ahead > 0 else "fewer" if ahead else "as_many"
        day[how] += prod(map(chances.__getitem__, results))
    assert played.days(games)._asdict() == {n: day[n] for n in ("more", "as_many", "fewer")}


def test_of_one_game_a_day_is_how_it_ends():
    played = matchup("classic", "largest-first")
    ends = played.outcomes
    assert played.days(1) == (ends.first_wins, ends.tie, ends.second_wins)


@pytest.mark.parametrize("games", [0, -1, 366, 2.5, "many"])
def test_what_is_no_number_of_games_is_refused(games):
    with pytest.raises(InputError, match=r"^games: got .*; takes a whole number, 1 to 365"):
        matchup(Variant(tiles=1), "random").days(games)
