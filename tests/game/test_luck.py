"""Whose dice decide a game, and how many rolls it takes."""

from collections import Counter
from fractions import Fraction
from functools import cache

from drawn import TURN_FIELDS, rule_sets
from hypothesis import given
from oracle import Oracle
from test_playing import GAMES

from twoplayer import Variant, solve
from twoplayer.game import fairness
from twoplayer.turn.turns import board_of


@given(GAMES)
def test_the_luck_of_both_turns_is_the_variance(rules):
    """That of the second is what is left on average, for each score, of the square of a payoff."""
    solution = solve(Variant(**rules)).fractions
    luck, against = solution.luck(), solution.second_player_values
    left = solution.play().score_chances()
    assert luck.first_turn + luck.second_turn == solution.fairness().variance
    ev = solution.first_player_ev
    assert luck.first_turn == sum(left[k] * (-value - ev) ** 2 for k, value in against.items())
    assert luck.second_turn == sum(left[k] * _variance(solution, k) for k in left if left[k])


def _variance(solution, score):
    """Return the variance of what changes hands after a first turn that left a score."""
    variant = solution.variant
    if variant.immediate_clack and score == 0:
        return 0
    _, parts = solution.play(score).at().prospects()[0]
    stakes = solution.contest.stakes
    square = stakes.mean_square(1 - parts["tie"], parts["clack pays"], parts["tie"])
    return square - parts["value"] ** 2


@given(GAMES)
def test_a_game_takes_some_number_of_rolls(rules):
    variant = Variant(**rules)
    luck = solve(variant).fractions.luck()
    rolls = luck.rolls
    assert sum(rolls.values()) == 1
    assert (luck.fewest_rolls, luck.most_rolls) == (min(rolls), max(rolls))
    assert luck.mean_rolls == sum(number * chance for number, chance in rolls.items())
    assert min(rolls) >= (1 if variant.immediate_clack else 2)
    assert max(rolls) <= 2 * (len(board_of(variant).free) + 1)


def tied(prospects):
    """Return the choices that are best by everything that decides."""
    return [choice for choice, parts in prospects if parts == prospects[0][1]]


@given(rule_sets(TURN_FIELDS, most_tiles=3))
def test_rolls_are_those_of_plain_recursion_where_each_best_choice_is_as_likely(rules):
    oracle, turn = Oracle(**rules), solve(Variant(**rules)).fractions.play()

    @cache
    def ends(state):
        """Return the chance of each final score with each number of rolls."""
        position, found = turn.at(state), Counter()
        if not state:
            return {(0, 0): Fraction(1)}
        numbers = tied(position.prospects())
        for roll, chance in (each for dice in numbers for each in oracle.rolls(dice)):
            moves = tied(position.prospects(roll[0] if oracle.game.by_total else roll))
            for move in moves:
                left = state - frozenset(move)
                then = ends(left) if move else {(oracle.score(state), 0): Fraction(1)}
                for (score, rolls), part in then.items():
                    found[score, rolls + 1] += chance * part / len(moves) / len(numbers)
        return found

    expected = {}
    for (score, rolls), chance in ends(oracle.all_tiles).items():
        expected.setdefault(score, {})[rolls] = chance
    assert turn.roll_chances() == expected
    assert {k: chance for k, chance in turn.score_chances().items() if chance} == {
        k: sum(of_score.values()) for k, of_score in expected.items()
    }


def test_whoever_clacks_at_once_leaves_no_roll_to_the_second():
    """A single tile that every roll covers: two rolls, or one."""
    certain = Variant(tiles="1-1", dice="1d1")
    assert solve(certain).luck().rolls == {2: 1}
    assert solve(certain.replace(immediate_clack=True)).luck().rolls == {1: 1}


def test_without_luck_there_are_no_shares():
    luck = solve(Variant(tiles="1-1", dice="1d1")).luck()
    assert (luck.first_turn, luck.second_turn, luck.first_turn_share) == (0, 0, None)


def test_two_with_rules_of_their_own_take_as_many_rolls_as_their_turns():
    luck = solve(Variant(tiles=4), second=Variant(tiles=3, one_die="always")).fractions.luck()
    assert luck.mean_rolls == sum(number * chance for number, chance in luck.rolls.items())
    assert (luck.fewest_rolls, luck.most_rolls) == (min(luck.rolls), max(luck.rolls))


def test_in_a_game_of_very_many_scores_rolls_are_not_counted_but_averaged(monkeypatch):
    monkeypatch.setattr(fairness, "_MOST_COUNTED", 10)
    solution = solve(Variant(tiles=4)).fractions
    luck = solution.luck()
    counted = fairness._rolls(solution.contest, solution.play)
    assert luck.rolls is None
    assert luck.mean_rolls == sum(number * chance for number, chance in counted.items())
    assert luck.first_turn_share > 0
