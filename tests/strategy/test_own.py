"""Strategies of one's own: functions, what they are worth, and what is wrong with some."""

import pickle
from fractions import Fraction
from itertools import combinations, count, product, repeat
from math import prod

import numpy as np
import pytest
from conftest import examples
from drawn import TURN_FIELDS, pairs, rule_sets
from hypothesis import example, given, settings
from hypothesis import strategies as st
from oracle import Oracle

from twoplayer import (
    GameTooLargeError,
    InputError,
    Strategy,
    Variant,
    matchup,
    simulate,
    solve,
    strategy_range,
    strategy_value,
    strategy_values,
    transcript,
)
from twoplayer.strategy import own
from twoplayer.strategy.own import BoardByDice
from twoplayer.turn import dag
from twoplayer.turn.turns import turn_of

SMALL = Variant(tiles=5)


def legal(open_tiles, roll):
    """The sets that a roll may cover where any with its sum may be."""
    sets = (some for n in range(1, 5) for some in combinations(open_tiles, n))
    return [some for some in sets if sum(some) == sum(roll)]


def first_of(open_tiles, roll):
    return legal(open_tiles, roll)[0]


def always_one(open_tiles):
    return 1


def best_by(key, moves=legal):
    """Write a strategy that leaves to chance what has equally much of something."""

    def cover(open_tiles, roll):
        every = moves(open_tiles, roll)
        return [some for some in every if key(some) == max(map(key, every))]

    return cover


def moves_under(rules):
    """Return what lists the legal moves under some rules, by another reading of them."""
    oracle = Oracle(**rules)
    return lambda open_tiles, roll: oracle.covers(frozenset(open_tiles), roll)


ALIKE = {
    "random": lambda move: 0,
    "largest-first": max,
    "smallest-first": lambda move: -min(move),
    "fewest-tiles": lambda move: -len(move),
    "most-tiles": len,
}


@settings(max_examples=examples(10))
@given(rule_sets((*TURN_FIELDS, "clack_payout", "ties", "immediate_clack")))
@pytest.mark.parametrize("name", ALIKE)
def test_a_function_that_plays_as_a_named_strategy_is_worth_the_same(name, rules):
    own, variant = best_by(ALIKE[name], moves_under(rules)), Variant(**rules)
    ours, theirs = strategy_value(variant, own), strategy_value(variant, name)
    assert ours.fractions.score_chances == theirs.fractions.score_chances
    assert ours.fractions.second_player_values == theirs.fractions.second_player_values
    mine, known = (strategy_range(variant, each).to_records() for each in (own, name))
    assert [{**row, "strategy": ""} for row in mine] == [{**row, "strategy": ""} for row in known]


def follow(oracle, cover, payoff, dice_of=lambda state: None):
    """Value a function by plain recursion over every roll of the dice, told apart."""

    def value(state):
        if not state:
            return payoff(state)
        counts = oracle.dice_counts(state)
        counts = [dice_of(state)] if dice_of(state) and len(counts) > 1 else counts
        by_dice = [sum(ways * after(state, roll) for roll, ways in rolls(n)) for n in counts]
        return sum(by_dice) / len(by_dice)

    def rolls(n):
        falls = [Fraction(weight, oracle.faces) for weight in oracle.game.weights]
        return [
            (tuple(sorted(roll)), prod(falls[side - 1] for side in roll))
            for roll in product(range(1, oracle.sides + 1), repeat=n)
        ]

    def after(state, roll):
        if not oracle.covers(state, roll):
            return payoff(state)
        return value(state - set(cover(tuple(sorted(state)), roll)))

    return value(oracle.all_tiles)


@settings(max_examples=examples(15))
@given(rule_sets((*TURN_FIELDS, "ties", "immediate_clack"), most_tiles=3))
@example({"tiles": (1, 2, 3), "dice": "2d3", "one_die": "always"})
@example({"tiles": (1, 2, 3), "dice": "2d3", "one_die": "always", "weights": (1, 1, 3)})
def test_every_die_the_number_of_dice_and_the_score_to_beat_may_matter(rules):
    """It covers few tiles after a high die, many else; and the higher the score the fewer dice."""
    variant, oracle, moves = Variant(**rules), Oracle(**rules), moves_under(rules)

    def cover(open_tiles, roll, score_to_beat):
        wanted = len(open_tiles) % 2 == (roll[-1] + len(roll) + (score_to_beat or 0)) % 3
        ordered = sorted(moves(open_tiles, roll), key=lambda move: (len(move), sorted(move)))
        return ordered[-1 if wanted else 0]

    def dice(open_tiles, score_to_beat):
        return variant.dice.number if (score_to_beat or 0) % 2 == len(open_tiles) % 2 else 1

    value = strategy_value(variant, Strategy(cover, dice)).fractions

    def worth(beat, payoff):
        return follow(
            oracle,
            lambda state, roll: cover(state, roll, beat),
            payoff,
            lambda state: dice(state, beat),
        )

    assert value.expected_score == worth(None, lambda state: Fraction(oracle.score(state)))
    for beat, gain in value.second_player_values.items():
        assert gain == worth(beat, lambda state, k=beat: oracle.to_second(k, state))


@settings(max_examples=examples(8))
@given(rule_sets(("dice", "one_die", "moves", "scoring", "ties", "clack_payout"), most_tiles=3))
def test_optimal_moves_and_dice_make_an_optimal_strategy(rules):
    """Its value is that of the game, though it decides ties in value its own way."""
    variant = Variant(**rules)
    solution = solve(variant).fractions

    def cover(open_tiles, roll, score_to_beat):
        return list(solution.optimal_moves(open_tiles, roll, score_to_beat))

    def dice(open_tiles, score_to_beat):
        return solution.optimal_dice(open_tiles, score_to_beat)[0]

    own = Strategy(cover, dice)
    played = matchup(variant, first=own, second=own).fractions
    assert played.first_player_ev == played.optimal_ev == solution.first_player_ev
    assert played.first_costs == played.second_costs == 0


@settings(max_examples=examples(15))
@given(pairs(), st.sampled_from([*ALIKE]), st.sampled_from([*ALIKE]))
def test_each_player_is_asked_by_his_own_rules_alone(pair, first, second):
    """What would be wrong under the other's rules is refused, so nobody is asked about these."""
    mine, hers = (Variant(**rules) for rules in pair)
    names = first, second
    own = [
        best_by(ALIKE[name], moves_under(rules)) for name, rules in zip(names, pair, strict=True)
    ]
    ours, theirs = (matchup(mine, *each, second_rules=hers).fractions for each in (own, names))
    assert ours.first_player_ev == theirs.first_player_ev
    assert (ours.first_costs, ours.second_costs) == (theirs.first_costs, theirs.second_costs)
    assert ours.first_costs_range == theirs.first_costs_range
    assert ours.second_costs_range == theirs.second_costs_range
    found = simulate(mine, 10, 1, first=own[0], second=own[1], second_rules=hers)
    assert found[0].fractions.exact == ours.first_player_ev
    transcript(mine, 1, first=own[0], second=own[1], second_rules=hers)


def test_a_function_of_two_parameters_is_not_asked_about_the_score():
    asked = []

    def cover(open_tiles, roll):
        asked.append((open_tiles, roll))
        return legal(open_tiles, roll)[0]

    strategy_value(SMALL, cover)
    first = asked[::2]
    assert asked[1::2] == first, "twice each"
    assert len(set(first)) == len(first)
    assert all(legal(*each) for each in first), "only where something can be covered"
    assert all(roll == tuple(sorted(roll)) for _, roll in first)


@pytest.mark.parametrize(
    ("function", "looks"),
    [
        (legal, False),
        (lambda open_tiles, roll, score: legal(open_tiles, roll), True),
        (lambda open_tiles, roll, score_to_beat=None: legal(open_tiles, roll), True),
        (lambda open_tiles, roll, least=1: legal(open_tiles, roll), False),
        (lambda *given: legal(*given[:2]), False),
    ],
)
def test_who_looks_at_the_score_is_known_by_the_parameters(function, looks):
    assert Strategy(function).looks == looks
    assert strategy_value(SMALL, function) != strategy_value(SMALL, "random")
    ours, known = (strategy_value(SMALL, each).fractions for each in (function, "random"))
    assert ours.second_player_values == known.second_player_values


@pytest.mark.parametrize(
    "form",
    [
        tuple,
        list,
        set,
        frozenset,
        iter,
        np.array,
        dict.fromkeys,
        lambda move: [move],
        lambda move: [list(move)],
        lambda move: np.array([move]),
        lambda move: {move: "why"},
        lambda move: (n for n in move),
    ],
)
def test_tiles_are_any_iterable_of_whole_numbers_or_a_list_of_such(form):
    own = strategy_value(SMALL, lambda tiles, roll: form(legal(tiles, roll)[0]))
    plain = strategy_value(SMALL, lambda tiles, roll: legal(tiles, roll)[0])
    assert own.score_chances == plain.score_chances


@pytest.mark.parametrize(
    "form", [tuple, list, set, np.array, lambda move: [move], lambda move: [list(move)], iter]
)
def test_common_answers_are_read_together_and_not_one_by_one(form, monkeypatch):
    """Else what they cost is many times what a strategy with a name does."""
    monkeypatch.setattr("twoplayer.strategy.own._set", None)
    assert strategy_value(SMALL, lambda tiles, roll: form(legal(tiles, roll)[0]))


@pytest.mark.parametrize("form", [list, lambda move: [move], lambda move: (move,)])
def test_what_is_answered_is_what_it_was_then(form):
    """A function may write all its answers into the same list."""
    kept = []

    def cover(open_tiles, roll):
        kept[:] = legal(open_tiles, roll)[0]
        return kept if form is list else form(kept)

    own = strategy_value(SMALL, cover)
    plain = strategy_value(SMALL, lambda tiles, roll: legal(tiles, roll)[0])
    assert own.score_chances == plain.score_chances


def test_one_set_or_several_may_be_answered_as_it_comes():
    def cover(open_tiles, roll):
        every = legal(open_tiles, roll)
        return every[0] if len(every) == 1 else [frozenset(some) for some in every]

    own, known = (strategy_value(SMALL, each).fractions for each in (cover, "random"))
    assert own.score_chances == known.score_chances


FIRST = r"with 1,2,3,4,5 open after roll 1,1; takes 2"
REMEDY = r"\. Where chance is to decide, return a list of moves, not random\.choice of it"


@pytest.mark.parametrize(
    "answer",
    [
        *(None, 2, True, 2.0, "2", b"\x02", object(), lambda: 2),
        *((), [[]], (1,), (3,), (1, 2), (2, 2), [(2,), (1,)], [(2,), (2,)], [(2,), 2]),
        *((2.0,), ("2",), (True,), {None}, [[True, True]], np.array([2.0]), np.array([True])),
        *(-2, (-2,), (10**400,), [10**5000]),
        *(repeat(2), count(), repeat((2,)), repeat(repeat(2)), repeat("2")),
    ],
)
def test_an_illegal_answer_is_told_with_the_position_and_what_is_legal(answer):
    with pytest.raises(InputError, match=rf"^clever: got .*, {FIRST}({REMEDY})?$") as found:
        strategy_value(SMALL, Strategy(lambda tiles, roll: answer, name="clever"))
    assert ("asked again" in str(found.value)) == str(found.value).endswith("choice of it")


class Stop(BaseException):
    """What is no `Exception`, as the limits of time of some graders are."""


class Tile:
    """What raises where it is read as a number."""

    def __index__(self):
        raise Stop


def raising(error):
    def cover(open_tiles, roll):
        raise error

    return cover


def endless(open_tiles, roll):
    return endless(open_tiles, roll)


def mutating(open_tiles, roll):
    open_tiles.remove(1)


@pytest.mark.parametrize(
    ("function", "said"),
    [
        (raising(ZeroDivisionError("by zero")), "raised ZeroDivisionError('by zero'), "),
        (raising(SystemExit(0)), "raised SystemExit(0), "),
        (raising(InputError("mine")), "raised InputError("),
        (raising(Stop()), "raised Stop(), "),
        (lambda tiles, roll: [Tile()], "raised Stop(), "),
        (endless, "raised RecursionError('maximum recursion"),
        (mutating, "raised AttributeError("),
        (lambda tiles, roll: (1 / 0 for _ in "a"), "raised ZeroDivisionError("),
        (lambda tiles, roll: (tile + "1" for tile in tiles), "raised TypeError("),
    ],
)
def test_a_function_that_raises_is_told_with_the_position(function, said):
    with pytest.raises(InputError) as found:
        strategy_value(SMALL, Strategy(function, name="clever"))
    [fault] = found.value.faults
    assert fault.parameter == "clever"
    assert fault.said.startswith(said)
    assert fault.said.endswith(" with 1,2,3,4,5 open after roll 1,1")
    assert found.value.__cause__ is not None


def test_whoever_interrupts_a_function_is_obeyed():
    with pytest.raises(KeyboardInterrupt):
        strategy_value(SMALL, raising(KeyboardInterrupt()))


def test_a_function_that_changes_its_mind_is_refused():
    moods = count()

    def moody(open_tiles, roll):
        every = legal(open_tiles, roll)
        return every[next(moods) % len(every)]

    again = "got 3 and, asked again, 1+2, with 1,2,3,4,5 open after roll 1,2; takes 3 | 1+2"
    again += ". Where chance is to decide, return a list of moves, not random.choice of it"
    with pytest.raises(InputError, match=r"asked again") as found:
        strategy_value(SMALL, moody)
    assert {*str(found.value)} <= {*f"moody: {again}"}
    kept = [5]

    def hoarding(open_tiles, roll):
        kept.append(1)
        return kept

    with pytest.raises(InputError, match=r"^hoarding: got 1\+5|^hoarding: got \[5, 1"):
        strategy_value(SMALL, hoarding)


def test_the_score_to_beat_is_told_where_it_is_known():
    def late(open_tiles, roll, score_to_beat):
        return legal(open_tiles, roll) if score_to_beat != 3 else None

    with pytest.raises(InputError, match=r"^late: got None, with .*, to beat 3; takes "):
        strategy_value(SMALL, late)


@pytest.mark.parametrize(
    "function", [lambda: 1, lambda tiles: 1, lambda a, b, c, d: 1, lambda a, b, *, c: 1, int, max]
)
def test_a_function_of_other_parameters_is_refused(function):
    with pytest.raises(InputError, match=r"^cover: got .*; takes a function of open_tiles, roll"):
        strategy_value(SMALL, function)


@pytest.mark.parametrize("given", [5, None, b"random", ["random"]])
def test_what_is_neither_a_name_nor_a_function_is_refused(given):
    with pytest.raises(InputError, match=r"^first: got .* \| optimal \| a function$"):
        matchup(SMALL, first=given)
    with pytest.raises(InputError, match=r"^cover: got "):
        Strategy(given)
    with pytest.raises(InputError, match=r"^name: got 5; takes text"):
        Strategy(legal, name=5)


@pytest.mark.parametrize("answer", [0, 3, -1, True, "2", 2.0, None, (2,)])
def test_a_number_of_dice_that_may_not_be_rolled_is_told_with_the_position(answer):
    strategy = Strategy(legal, lambda open_tiles: answer, name="clever")
    assert strategy_value(SMALL, strategy), "it is asked where there is a choice alone"
    with pytest.raises(InputError, match=r"^clever: got .* with .* open; takes 1 die \| 2 dice$"):
        strategy_value(SMALL.replace(one_die="always"), strategy)
    with pytest.raises(InputError, match=r"^dice: got .*takes a function of open_tiles and"):
        Strategy(legal, 2)


def test_it_is_called_as_its_function_and_says_what_that_does():
    def timid(open_tiles, roll):
        """Cover many tiles.

        So few are left.
        """

    assert (Strategy(timid).name, Strategy(timid).words) == ("timid", "Cover many tiles.")
    assert Strategy(timid, name="shy", words="As few.").words == "As few."
    assert Strategy(timid) == Strategy(timid) != Strategy(legal)
    assert matchup(SMALL, first=legal).first == "legal"


def test_two_functions_of_one_name_are_two_strategies():
    def cover(open_tiles, roll):
        return legal(open_tiles, roll)[0]

    one, cover = cover, lambda open_tiles, roll: legal(open_tiles, roll)[-1]
    other = Strategy(cover, name="cover")
    played = matchup(SMALL, one, other)
    assert (played.first, played.second) == ("cover", "cover")
    assert played.first_costs != played.second_costs
    assert played != matchup(SMALL, other, one)
    with pytest.raises(InputError, match=r"^also: got \['cover', 'cover'\]; takes .* names of"):
        strategy_values(SMALL, [one, other])


def test_they_are_valued_beside_those_that_are_known():
    found = strategy_values(SMALL, [legal, "most-rolls,largest-first", "random"])
    assert [*found][-2:] == ["legal", "most-rolls,largest-first"]
    assert found["legal"].score_chances == found["random"].score_chances


def test_games_by_chance_are_played_as_the_function_says():
    """After 1 and 3 it covers one tile, after two 2 as many as can be: the total is the same."""

    def cover(open_tiles, roll):
        every = sorted(legal(open_tiles, roll), key=len)
        return every[-1 if roll == (2, 2) else 0]

    for seed in range(12):
        for step in transcript(SMALL, seed, first=cover, second=cover):
            if step["covers"] is not None:
                assert step["covers"] == cover(step["open_tiles"], step["dice"])
    found = simulate(
        SMALL, 20_000, 2, first=cover, second=lambda tiles, roll, beat: [cover(tiles, roll)]
    )
    assert [each.agrees for each in found] == [True, True, True]


def test_rolls_too_many_to_be_told_apart_are_refused():
    variant = Variant(tiles=3, dice="6d100")
    assert strategy_value(variant, "random")
    with pytest.raises(GameTooLargeError, match=r"^dice: 6d100 fall in more than"):
        strategy_value(variant, legal)


@pytest.mark.parametrize("dice", [None, always_one])
def test_what_is_made_of_a_function_can_be_sent_to_another_process(dice):
    rules = SMALL.replace(one_die="always")
    mine = Strategy(first_of, dice)
    for made in mine, strategy_value(rules, mine), matchup(rules, mine, "largest-first"):
        assert pickle.loads(pickle.dumps(made)) == made
    again = pickle.loads(pickle.dumps(mine))
    assert strategy_value(rules, again) == strategy_value(rules, mine)


def test_so_many_rolls_as_are_said_are_told_apart():
    """Three dice of 35 sides fall in 7770 ways, and of 36 in 8436."""
    assert len(BoardByDice(Variant(tiles=1, dice="3d35")).rolls(3)) == 7770
    with pytest.raises(GameTooLargeError, match="3d36 fall in more than 8192 ways"):
        BoardByDice(Variant(tiles=1, dice="3d36")).rolls(3)


def test_a_turn_that_is_too_large_is_refused_before_its_rolls_are_told_apart(monkeypatch):
    monkeypatch.setattr(dag, "MEMORY_LIMIT", 10)
    monkeypatch.setattr(own, "BoardByDice", None)
    with pytest.raises(GameTooLargeError, match=r"^tiles: the tables of 8 states"):
        own.positions_of(turn_of(Variant(tiles="1,5,11")))
