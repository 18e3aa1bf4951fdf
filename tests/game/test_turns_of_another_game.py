"""One player's turn, and strategies, in a game of another kind: by plain recursion over it."""

from fractions import Fraction
from functools import cache
from zlib import crc32

import pytest
from conftest import examples
from drawn import rule_sets
from hypothesis import given, settings
from hypothesis import strategies as st
from test_another_game import Box, Coins, Literal, games

from twoplayer import (
    InputError,
    Strategy,
    Variant,
    card,
    matchup,
    one_player,
    simulate,
    solve,
    strategy_value,
    strategy_values,
)
from twoplayer.errors import RulesError
from twoplayer.strategy import restarts, strategy_range
from twoplayer.strategy.one_player import AIMS
from twoplayer.turn.another import as_game
from twoplayer.variant.fields import FIELDS

ALL_RULES = rule_sets(tuple(name for name in FIELDS if name != "tiles"), most_tiles=3)


class Heads(Coins):
    """Coins of which no tail is a clack."""

    def clack(self, state):
        return state == (0, self.start[0])


# One player


@settings(max_examples=examples(60))
@given(games())
def test_a_turn_for_one_aim_equals_its_definition(game):
    literal, better = Literal(game), 1 if game.highest_wins else -1
    wanted = {
        "score": lambda score: better * score,
        "worst-score": lambda score: -better * score,
        "clack": lambda score: int(score in game.clacks),
        "worst-clack": lambda score: -int(score in game.clacks),
    }
    sign = {"score": better, "worst-score": -better, "clack": 1, "worst-clack": -1}
    for aim, payoff in wanted.items():
        if aim.endswith("clack") and not game.clacks:
            with pytest.raises(RulesError, match=r"^variant: .* takes a game in which a turn may"):
                one_player(game, aim)
        else:
            found = one_player(game, aim).fractions.value()
            assert found == sign[aim] * literal.turn(payoff)(game.start)
    pays = {score: Fraction(place, 3) for place, score in enumerate(literal.endings())}
    found = one_player(game, payoff=pays).fractions.value()
    assert found == literal.turn(lambda score: pays.get(score, 0))(game.start)


@settings(max_examples=examples(20))
@given(ALL_RULES, st.sampled_from(list(AIMS)))
def test_rules_written_as_a_game_are_played_alone_as_a_variant_is(rules, aim):
    ours, game = one_player(Variant(**rules), aim).fractions, Box(**rules)
    if aim.endswith("clack") and not as_game(game).clacks:
        assert ours.value() == 0
        return
    theirs = one_player(game, aim).fractions
    for state, value in theirs.values().items():
        assert value == ours.value(state)
    assert theirs.aim_in_words == ours.aim_in_words


def test_where_the_highest_wins_the_best_score_is_the_highest():
    best = one_player(Coins())
    assert (best.value(), best.aim_in_words) == (Fraction(11, 8), "the highest expected score")
    assert one_player(Coins(), "worst-score").aim_in_words == "the lowest expected score"


@settings(max_examples=examples(40))
@given(games(), st.sampled_from(["1/2", "9/10"]))
def test_a_turn_that_starts_again_is_the_fixed_point(game, discount):
    """With what it found in the place of the start, the definition gives the same again."""
    if not game.clacks or not list(game.choices(game.start)):
        with pytest.raises(InputError, match=r"^(variant: .* may clack|start: nothing)"):
            restarts(game, discount)
        return
    again, g = restarts(game, discount).fractions, Fraction(discount)
    x = again.value()

    def ended(state):
        return 1 / g if game.clack(state) else x

    @cache
    def value(state):
        worth = []
        for choice in game.choices(state):
            ways = game.rolls(choice)
            after = {roll: [*game.moves(state, roll)] for roll in ways}
            best = {r: max(map(value, a), default=ended(state)) for r, a in after.items()}
            worth.append(g * sum(ways[r] * best[r] for r in ways) / sum(ways.values()))
        return max(worth, default=ended(state))

    assert value(game.start) == x
    assert again.spread() == [] or all(row["moves"] > 2 for row in again.spread())


@settings(max_examples=examples(15))
@given(ALL_RULES)
def test_rules_written_as_a_game_start_again_as_a_variant_does(rules):
    ours, game = restarts(Variant(**rules), "9/10").fractions, Box(**rules)
    if not as_game(game).clacks:
        assert ours.value() == 0
        return
    theirs = restarts(game, "9/10").fractions
    for state, value in theirs.values().items():
        assert value == ours.value(state)


def test_how_far_the_best_move_is_from_the_median_is_told_of_every_game():
    """With one die every set of tiles comes up."""
    rules = {"tiles": "1-6", "dice": "1d6"}
    ours, theirs = (
        restarts(game, "9/10").fractions.spread() for game in (Variant(**rules), Box(**rules))
    )
    assert theirs == ours
    assert [row["moves"] for row in ours] == [3, 4]


# Strategies


def some(*about):
    """Return a number that follows from what one is asked."""
    return crc32(repr([sorted(a) if isinstance(a, frozenset) else a for a in about]).encode())


def drawn_strategy(game, looks, chance):
    """A strategy that does something else in every position, by no plan."""

    def cover(open_tiles, roll, score_to_beat):
        moves = list(dict.fromkeys(game.moves(open_tiles, roll)))
        number = some(open_tiles, roll, score_to_beat if looks else None)
        one = moves[number % len(moves)]
        if not chance:
            return one
        return [move for move in moves if some(move, number) % 2 or move == one]

    def dice(open_tiles, score_to_beat):
        choices = list(game.choices(open_tiles))
        return choices[some(open_tiles, score_to_beat if looks else None) % len(choices)]

    return cover, dice


def followed(game, cover, dice, beat, payoff):
    """Value a strategy by plain recursion."""

    def mean(values):
        return Fraction(sum(values)) / len(values)

    @cache
    def value(state):
        choices = list(game.choices(state))
        if dice and len(choices) > 1:
            choices = [dice(state, beat)]
        worth = []
        for choice in choices:
            ways = game.rolls(choice)
            total = Fraction(0)
            for roll, weight in ways.items():
                if not [*game.moves(state, roll)]:
                    total += weight * payoff(game.score(state))
                    continue
                made = cover(state, roll, beat)
                made = made if isinstance(made, list) else [made]
                total += weight * mean([value(left) for left in made])
            worth.append(total / sum(ways.values()))
        return mean(worth) if worth else Fraction(payoff(game.score(state)))

    return value(game.start)


@settings(max_examples=examples(60))
@given(games(), st.booleans(), st.booleans(), st.booleans())
def test_a_strategy_of_ones_own_is_worth_what_its_play_is(game, looks, chance, rolls):
    literal = Literal(game)
    cover, dice = drawn_strategy(game, looks, chance)
    dice = dice if rolls else None
    value = strategy_value(game, Strategy(cover, dice)).fractions
    for score in literal.endings():
        left = followed(game, cover, dice, None, lambda own, k=score: int(own == k))
        assert value.score_chances.get(score, 0) == left
        gains = followed(game, cover, dice, score, lambda own, k=score: literal.to_second(k, own))
        assert value.second_player_values[score] == gains
    evs = [chance * -literal.against(k)(game.start) for k, chance in value.score_chances.items()]
    assert value.first_player_ev == sum(evs)
    ends = matchup(game, Strategy(cover, dice), "optimal").fractions
    assert ends.first_player_ev == value.first_player_ev
    assert sum((ends.outcomes.first_wins, ends.outcomes.tie, ends.outcomes.second_wins)) == 1


@settings(max_examples=examples(25))
@given(games())
def test_named_strategies_that_look_at_no_tiles_are_worth_what_they_say(game):
    literal, values = Literal(game), strategy_values(game)
    clack = ["best-clack"] * bool(game.clacks)
    assert [*values] == ["random", "lowest-score", *clack, "optimal"]
    assert values["random"].fractions.expected_score == literal.mean_score_at_random()
    assert values["lowest-score"].expected_score == one_player(game).value()
    if clack:
        assert values["best-clack"].clack_chance == one_player(game, "clack").value()
    assert values["optimal"].ev_against(values["optimal"]) == solve(game).first_player_ev


def test_a_range_goes_from_the_worst_choice_to_the_best():
    found = strategy_range(Coins(3), "random").fractions.expected_score
    worst, best = (one_player(Coins(3), aim).fractions.value() for aim in ("worst-score", "score"))
    assert (found.low, found.high) == (worst, best)


def test_for_one_player_alone_a_game_of_another_kind_has_strategies_as_well():
    mine, theirs = Box(tiles="1-3"), Variant(tiles=4)
    found = strategy_value(theirs, "random", second=mine).fractions
    same = strategy_value(theirs, "random", second=Variant(tiles=3)).fractions
    assert found.second_player_values.items() >= same.second_player_values.items()
    assert found.second_player_ev == same.second_player_ev


def all_aside(open_tiles, roll):
    return 0, open_tiles[1] + roll[1]


def test_what_is_simulated_with_a_strategy_of_ones_own_is_exact():
    found = simulate(Coins(3), 20_000, 1, first_strategy=all_aside, second_strategy="lowest-score")
    assert found[1].exact == Fraction(3, 2)
    assert all(each.agrees for each in found)


@pytest.mark.parametrize(
    ("cover", "said"),
    [
        (
            lambda s, r: (9, 9),
            r"^<lambda>: got \(9, 9\), in state \(2, 0\) after roll \(2, 0\); take",
        ),
        (lambda s, r: [(0, 0), (0, 0)], r"got \[\(0, 0\), \(0, 0\)\], in state"),
        (lambda s, r: [], r"got \[\], in state \(2, 0\) after"),
        (lambda s, r: {1}, r"got \{1\}, in state"),
        (lambda s, r: [[1]], r"got \[\[1\]\], in state"),
        (lambda s, r: None, r"got None, in state \(2, 0\) after roll \(2, 0\); takes \("),
        (lambda s, r: 1 / 0, r"raised .*division by zero.*, in state \(2, 0\) after roll \(2, 0\)"),
    ],
)
def test_an_answer_that_is_no_move_is_told(cover, said):
    with pytest.raises(InputError, match=said):
        strategy_value(Coins(), cover)


def test_an_answer_that_changes_is_told():
    answers = iter([(0, 0), (1, 0)] * 9)
    with pytest.raises(InputError, match=r"got \(0, 0\) and, asked again, \(1, 0\), in state"):
        strategy_value(Coins(), lambda open_tiles, roll: next(answers))


def test_what_may_not_be_rolled_is_told():
    game = Coins(choices=lambda state: range(1, state[0] + 1))
    takes = r"in state \(2, 0\); takes 1 \| 2, a list of such, or {choice: weight}$"
    with pytest.raises(InputError, match=rf"got 7, {takes}"):
        strategy_value(game, Strategy(all_aside, dice=lambda state: 7))
    with pytest.raises(InputError, match=r"got 7 \| 1, in state \(2, 0\): 7 is not legal"):
        strategy_value(game, Strategy(all_aside, dice=lambda state: [7, 1]))


@pytest.mark.parametrize("name", ["largest-first", "most-rolls", "highest-score-left", "greedy"])
def test_who_looks_at_tiles_has_none_to_look_at(name):
    why = f"^variant: got Coins\\(\\), where {name} looks at tiles; takes a Variant$"
    with pytest.raises(RulesError, match=why):
        strategy_value(Coins(), name)
    with pytest.raises(RulesError, match="looks at tiles"):
        simulate(Coins(), 10, 1, second_strategy=f"random,{name}")


def test_a_card_has_lines_about_tiles():
    with pytest.raises(
        InputError, match=r"^variant: got .*Coins.*, where tiles are asked about; takes"
    ):
        card(Coins())
