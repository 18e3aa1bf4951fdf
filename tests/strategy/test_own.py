"""Strategies of one's own: functions, what they are worth, and what is wrong with some."""

import pickle
from array import array
from collections import Counter, deque
from fractions import Fraction
from functools import partial
from itertools import combinations, count, product, repeat
from math import prod

import numpy as np
import pandas
import pytest
import sympy
from conftest import examples
from drawn import TURN_FIELDS, pairs, rule_sets
from hypothesis import example, given, settings
from hypothesis import strategies as st
from narrowed import narrowed
from oracle import Oracle

from twoplayer import (
    InputError,
    Strategy,
    Variant,
    matchup,
    simulate,
    solve,
    strategy_value,
    strategy_values,
)
from twoplayer.errors import GameTooLargeError
from twoplayer.strategy import strategy_range, transcript
from twoplayer.turn import dag
from twoplayer.turn.by_dice import BoardByDice

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
        return list(solution.optimal_moves(open_tiles, roll, score_to_beat=score_to_beat))

    def dice(open_tiles, score_to_beat):
        return solution.optimal_dice(open_tiles, score_to_beat=score_to_beat)[0]

    own = Strategy(cover, dice)
    played = matchup(variant, first_strategy=own, second_strategy=own).fractions
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
    ours, theirs = (matchup(mine, *each, second=hers).fractions for each in (own, names))
    assert ours.first_player_ev == theirs.first_player_ev
    assert (ours.first_costs, ours.second_costs) == (theirs.first_costs, theirs.second_costs)
    assert ours.first_costs_range == theirs.first_costs_range
    assert ours.second_costs_range == theirs.second_costs_range
    found = simulate(mine, 10, 1, first_strategy=own[0], second_strategy=own[1], second=hers)
    assert found[0].fractions.exact == ours.first_player_ev
    transcript(mine, 1, first_strategy=own[0], second_strategy=own[1], second=hers)


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


@pytest.mark.few(2)
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
        pandas.Index,
        sympy.FiniteSet,
        lambda move: array("i", move),
        lambda move: [*map(np.int8, move)],
        lambda move: [move],
        lambda move: (move,),
        lambda move: {move},
        lambda move: {frozenset(move)},
        lambda move: deque([move]),
        lambda move: [list(move)],
        lambda move: np.array([move]),
        lambda move: dict.fromkeys(move).keys(),
        lambda move: {move: 1}.keys(),
        lambda move: {1: move}.values(),
        lambda move: (n for n in move),
        lambda move: (iter(move) for _ in "a"),
    ],
)
def test_tiles_are_any_iterable_of_whole_numbers_or_a_list_of_such(form):
    own = strategy_value(SMALL, lambda tiles, roll: form(legal(tiles, roll)[0]))
    plain = strategy_value(SMALL, lambda tiles, roll: legal(tiles, roll)[0])
    assert own.score_chances == plain.score_chances


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


READ = r"takes \(2,\), a list of such, or {move: weight}"
FIRST = rf"with 1,2,3,4,5 open after roll 1,1(: .+; {READ}|(: .+)?; takes 2)"
REMEDY = (
    r"\. Where chance is to decide, return a list of them, or a dict of weights, not random\.choice"
)


@pytest.mark.few(16)
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


class Keyed:
    """What has keys and is no `Mapping`, as a row of sqlite3 is."""

    def __init__(self, values):
        self.values = values

    def keys(self):
        return range(len(self.values))

    def __iter__(self):
        return iter(self.values)


KEYS = "a mapping, no set of tiles"
BESIDE = "a set of tiles beside what is none; weights go into a dict"
ALL = [(1, 2, 3), (2, 4), (1, 5)]
"""What may be covered after 3 and 3, where this is the first question with a choice."""
MEANT = {
    "a dict of tiles": ({2: 0.9, 4: 0.1}, "2 is no set of tiles"),
    "tiles as keys": (dict.fromkeys((2, 4)), "None is no weight: not a number"),
    "an empty dict": ({}, "no move in it"),
    "a Counter of tiles": (Counter((2, 4)), "2 is no set of tiles"),
    "a dict's items": ({(2, 4): 1}.items(), KEYS),
    "items of tiles": ({2: 4}.items(), KEYS),
    "a dict in a list": ([{(2, 4): 1}], r"{\(2, 4\): 1} is a mapping, no set of tiles"),
    "tiles as keys in a list": ([{2: 0.5, 4: 0.5}], "{.*} is a mapping, no set of tiles"),
    "dicts in lists in a list": ([[{2: 1}]], "{2: 1} is a mapping"),
    "keys by another name": (Keyed([(2, 4), (1, 5)]), KEYS),
    "a Series of weights": (
        pandas.Series([99, 1], index=["2+4", "1+5"]),
        r"'2\+4' is text, no set of tiles",
    ),
    "a Series of tiles": (pandas.Series([2, 4]), "0 is no set of tiles"),
    "a DataFrame": (pandas.DataFrame({2: [0.5], 4: [0.5]}), ".+ is no weight: not a number"),
    "pairs of move and count": ([((2, 4), 99), ((1, 5), 1)], r"\(2, 4\) is no tile"),
    "pairs of move and chance": ([((2, 4), 0.5), ((1, 5), 0.5)], r"\(2, 4\) is no tile"),
    "pairs of list and chance": ([([2, 4], 0.5)], r"\[2, 4\] is no tile"),
    "pairs of array and chance": ([(np.array([2, 4]), 0.5)], r"array\(\[2, 4\]\) is no tile"),
    "a move and a chance": (((2, 4), 1.0), BESIDE),
    "numbered moves": ([(0, (2, 4)), (1, (1, 5))], r"\(2, 4\) is no tile"),
    "moves, and their weights": ((ALL, [1, 1, 1]), r"\[?\(1, 2, 3\).* is no tile"),
    "lists in lists in a list": ([[(2, 4)], [(1, 5)]], r"\(2, 4\) is no tile"),
    "text": ("24", "text, no set of tiles"),
    "a name of a strategy": ("largest-first", "text, no set of tiles"),
    "text in a list": (["24"], "'24' is text, no set of tiles"),
    "characters": (["2", "4"], "'2' is text, no set of tiles"),
    "bytes": (b"\x02\x04", "bytes, no set of tiles"),
    "a bytearray": (bytearray(b"\x02\x04"), "bytes, no set of tiles"),
    "a memoryview": (memoryview(b"\x02\x04"), "bytes, no set of tiles"),
    "bytes in a list": ([memoryview(b"\x02\x04")], ".* is bytes, no set of tiles"),
    "a mask over tiles": (np.isin(range(1, 6), (2, 4)), "np.False_ is a flag, no tile"),
    "flags": ([False, True, False, True, False], "False is a flag, no tile"),
    "True for a tile": ((True, 5), "True is a flag, no tile"),
    "numpy's True for a tile": ((np.True_, 5), "np.True_ is a flag, no tile"),
    "a mask of 0 and 1": ([0, 1, 0, 1, 0], "a tile twice"),
    "chances of moves": (np.array([0.1, 0.8, 0.1]), r"np.float64\(0.1\) is no whole number"),
    "chances in a table": (np.array([[0.5], [0.5]]), r"np.float64\(0.5\) is no whole number"),
    "floats": ((2.0, 4.0), "2.0 is no whole number"),
    "numpy's floats": ((np.float64(2), np.float64(4)), "np.float64.* is no whole number"),
    "fractions": ((Fraction(2), Fraction(4)), ".* is no whole number"),
    "what is masked": (np.ma.array([2, 4], mask=[0, 1]), "masked is no whole number"),
    "a number": (6, "no set of tiles"),
    "a number of numpy": (np.int64(6), "no set of tiles"),
    "an array that is a number": (np.array(6), "no set of tiles"),
    "a number beside moves": ([(2, 4), 6], BESIDE),
    "nothing": (None, "no set of tiles"),
    "nothing in a list": ([None], "None is no whole number"),
    "nothing beside a move": ([(2, 4), None], BESIDE),
    "a move twice": ([(2, 4), (2, 4), (1, 5)], "a move twice"),
    "a move twice, otherwise": ([(2, 4), (4, 2)], "a move twice"),
    "all moves, and one again": ([*ALL, {5, 1}], "a move twice"),
    "a move twice with weights": ({(2, 4): 1, (4, 2): 1}, "a move twice"),
    "a tile twice": ((2, 2, 4), "a tile twice"),
    "a tile twice in a list": ([(1, 5), (3, 3)], "a tile twice"),
    "weights of nothing": ({(2, 4): 0, (1, 5): 0}, "no weight above 0"),
    "a weight below 0": ({(2, 4): 2, (1, 5): -1}, "-1 is a weight below 0"),
    "no number": ({(2, 4): float("nan"), (1, 5): 1}, "nan is no weight"),
    "a weight without end": ({(2, 4): np.inf}, "inf is no weight"),
    "no weights": (dict.fromkeys(ALL), "None is no weight: not a number"),
    "flags as weights": (dict.fromkeys(ALL, True), "True is a flag, no weight"),
    "words as weights": ({(2, 4): "half"}, "'half' is no weight: not an exact number"),
    "weights in lists": ({(2, 4): [1]}, r"\[1\] is no weight: not a number"),
}
"""What is meant otherwise than Python reads it, or may be; and what is said of it."""


@pytest.mark.parametrize("answer", MEANT)
def test_an_answer_that_would_be_read_as_another_is_refused_with_the_reason(answer):
    """An answer means what anybody would mean by it, or it is refused, and the reason told."""
    given, why = MEANT[answer]

    def meant(open_tiles, roll):
        every = legal(open_tiles, roll)
        return given if roll == (3, 3) and len(open_tiles) == 5 else every

    takes = r"takes \(1, 2, 3\) \| \(2, 4\) \| \(1, 5\), a list of such, or {move: weight}"
    said = rf"^meant: got .+, with 1,2,3,4,5 open after roll 3,3: {why}; {takes}$"
    with pytest.raises(InputError, match=said) as found:
        strategy_value(SMALL, meant)
    assert "\n" not in str(found.value)


USES = [
    strategy_value,
    strategy_range,
    lambda game, own: strategy_values(game, [own]),
    lambda game, own: matchup(game, first_strategy=own),
    lambda game, own: matchup(game, second_strategy=own),
    lambda game, own: simulate(game, 10, 1, first_strategy=own),
    lambda game, own: transcript(game, 1, second_strategy=own),
]


@pytest.mark.parametrize("use", USES)
def test_weights_are_taken_wherever_a_strategy_is_asked(use):
    def soft(open_tiles, roll):
        return {move: 1 / (1 + n) for n, move in enumerate(legal(open_tiles, roll))}

    assert use(SMALL, soft)


def test_of_several_moves_the_one_that_is_not_legal_is_named():
    said = r"got 2 \| 3\+4, with .* after roll 1,1: 3\+4 is not legal; takes 2$"
    with pytest.raises(InputError, match=said):
        strategy_value(SMALL, lambda tiles, roll: [(2,), (3, 4)])


def test_an_iterator_that_was_read_before_is_told_as_it_is_when_asked_again():
    kept = {}

    def once(open_tiles, roll):
        return kept.setdefault((open_tiles, roll), iter(legal(open_tiles, roll)[0]))

    with pytest.raises(InputError, match=rf"^once: got asked again, .*: no move in it; {READ}$"):
        strategy_value(SMALL, once)


@pytest.mark.parametrize(
    "also", [legal, "random", "mine.py", Strategy(legal), {"mine": legal}, {legal: 1}, None]
)
def test_what_is_no_list_of_strategies_is_refused(also):
    with pytest.raises(InputError, match=r"^also: got .*; takes a list of strategies$"):
        strategy_values(SMALL, also)


class Numbers:
    """A die is rolled up to twice; a state is how often it may be rolled, and what it showed."""

    start = 2, 0

    def choices(self, state):
        return ["die", "coin"] if state[0] else []

    def rolls(self, choice):
        return dict.fromkeys(range(6 if choice == "die" else 2), 1)

    def moves(self, state, roll):
        return [(state[0] - 1, roll), (0, roll)] if state[0] == 2 else [(0, roll)]

    def score(self, state):
        return state[1]


TWO = [(1, 0), (0, 0)]
NO_KEY = ".+ cannot be a key of a dict"


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ([{(1, 0): 1}], "a mapping in a list"),
        ({(1, 0): 1}.items(), "a mapping in a list"),
        (pandas.Series(TWO), r"\(1, 0\) is no weight: not a number"),
        ({(1, 0), (0, 0)}, NO_KEY),
        (np.array([1, 0]), NO_KEY),
        ([[1, 0]], NO_KEY),
        (tuple(TWO), ""),
        (frozenset(TWO), ""),
        (iter(TWO), ""),
        ({(1, 0): 1, 5: 1}, "5 is not legal"),
        ([*TWO, (1, 0)], "a state twice"),
        ([(1, 0), ((0, 0), 1)], r"\(\(0, 0\), 1\) is not legal"),
        ([1, 0], "1 is not legal"),
        ([], "no state in it"),
    ],
)
def test_a_state_of_another_game_is_read_as_that_state_or_refused(answer, why):
    """A tuple is one state there, whatever it holds, and a list is several."""

    def answering(given):
        def meant(state, roll):
            return given if state == (2, 0) and roll == 0 else [(0, roll)]

        return meant

    for legal_one in ((1, 0), [(1, 0)], (np.int64(1), np.int64(0)), TWO):
        assert strategy_value(Numbers(), answering(legal_one))
    said = (
        rf"^meant: got .+, in state \(2, 0\) after roll 0(: )?{why}; takes \(1, 0\) \| \(0, 0\), a"
    )
    with pytest.raises(InputError, match=said):
        strategy_value(Numbers(), answering(answer))


@pytest.mark.parametrize("answer", [{1: -1, 2: 1}, {1: 1}.items(), {(1,): 1}, {}])
def test_numbers_of_dice_with_weights_that_are_none_are_refused(answer):
    strategy = Strategy(legal, lambda open_tiles: answer, name="clever")
    takes = r"takes 1 die \| 2 dice, a list of such, or {number: weight}"
    with pytest.raises(InputError, match=rf"^clever: got .*open(: .*)?; {takes}$"):
        strategy_value(SMALL.replace(one_die="always"), strategy)


def test_an_answer_that_fails_when_it_is_compared_is_an_illegal_one():
    class Exits:
        def __hash__(self):
            return hash("die")

        def __eq__(self, other):
            raise SystemExit

    strategy = Strategy(lambda state, roll: (0, roll), lambda state: Exits(), name="it")
    with pytest.raises(InputError, match=r"^it: raised SystemExit\(\), in state "):
        strategy_value(Numbers(), strategy)


def test_a_state_of_another_game_is_answered_as_its_roll_writes_it():
    """A roll may lead to True, and another to 1.0: to Python one state, written in two ways."""

    class Written:
        start = 2

        def choices(self, state):
            return ["coin"] if state == 2 else []

        def rolls(self, choice):
            return {"flags": 1, "floats": 1}

        def moves(self, state, roll):
            return [True, False] if roll == "flags" else [1.0, 0.0]

        def score(self, state):
            return int(state)

    asked = []

    def as_written(state, roll):
        asked.append(roll)
        return False if roll == "flags" else 0.0

    assert strategy_value(Written(), as_written).score_chances[0] == 1
    assert {*asked} == {"flags", "floats"}
    with pytest.raises(InputError, match=r"got 7, .*flags.*; takes True \| False, a list"):
        strategy_value(Written(), lambda state, roll: 7)


@pytest.mark.parametrize("one", [True, np.True_])
def test_a_flag_is_no_number_of_dice_unless_flags_may_be_chosen(one):
    """`max(open_tiles) < 7` may be meant as *one die*: False would be none."""

    class Dice(Numbers):
        def choices(self, state):
            return [1, 2] if state[0] else []

    class Flags(Numbers):
        def choices(self, state):
            return [False, True] if state[0] else []

    flagged = Strategy(lambda state, roll: (0, roll), lambda state: one, name="it")
    assert strategy_value(Flags(), flagged)
    with pytest.raises(InputError, match=r"^it: got .*True.*; takes 1 \| 2, a list"):
        strategy_value(Dice(), flagged)
    with pytest.raises(InputError, match=r"^it: got .*True.*; takes 1 die \| 2 dice, a list"):
        strategy_value(SMALL.replace(one_die="always"), Strategy(legal, lambda t: one, name="it"))


@pytest.mark.parametrize(
    ("cover", "dice", "said"),
    [
        (lambda roll, open_tiles: None, None, "^cover: .* with roll in another place"),
        (lambda roll, tiles: None, None, "^cover: .* with roll in another place"),
        (lambda tiles, open_tiles: None, None, "^cover: .* with open_tiles in another place"),
        (lambda tiles, score_to_beat: None, None, "^cover: .* with score_to_beat in another"),
        (lambda o, r, k=1, score_to_beat=0: None, None, "^cover: .* with score_to_beat in another"),
        (lambda o, r, *, score_to_beat=0: None, None, "^cover: .* with score_to_beat in another"),
        (legal, lambda open_tiles, roll: 1, "^dice: .* with roll in another place"),
        (legal, lambda score_to_beat, tiles: 1, "^dice: .* with score_to_beat in another place"),
    ],
)
def test_what_is_asked_about_one_thing_is_not_told_another(cover, dice, said):
    """It is told all by place: a roll would be taken for the open tiles."""
    with pytest.raises(InputError, match=rf"{said}.*; takes a function of open_tiles"):
        Strategy(cover, dice)


def test_names_that_say_nothing_and_what_is_settled_before_stand_anywhere():
    known = strategy_value(SMALL, legal).score_chances
    for same in (
        lambda tiles, dice: legal(tiles[:], dice),
        lambda tiles, dice, beat: legal(tiles, dice),
        lambda tiles, dice, k=1: legal(tiles, dice),
        lambda *told: legal(told[0], told[1]),
        partial(lambda tiles, dice, score_to_beat: legal(tiles, dice), score_to_beat=5),
    ):
        assert strategy_value(SMALL, same).score_chances == known


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
    again += ". Where chance is to decide, return a list of them, or a dict of weights, "
    again += "and not random.choice"
    with pytest.raises(InputError, match=r"asked again") as found:
        strategy_value(SMALL, moody)
    assert {*str(found.value)} <= {*f"moody: {again}"}
    kept = [5]

    def hoarding(open_tiles, roll):
        kept.append(1)
        return kept

    with pytest.raises(InputError, match=r"^hoarding: got 1\+5|^hoarding: got asked again, "):
        strategy_value(SMALL, hoarding)


def test_the_score_to_beat_is_told_where_it_is_known():
    def late(open_tiles, roll, score_to_beat):
        return legal(open_tiles, roll) if score_to_beat != 3 else None

    with pytest.raises(
        InputError, match=r"^late: got None, with .*, to beat 3: no set of tiles; takes \("
    ):
        strategy_value(SMALL, late)


@pytest.mark.parametrize(
    "function", [lambda: 1, lambda tiles: 1, lambda a, b, c, d: 1, lambda a, b, *, c: 1, int, max]
)
def test_a_function_of_other_parameters_is_refused(function):
    with pytest.raises(InputError, match=r"^cover: got .*; takes a function of open_tiles, roll"):
        strategy_value(SMALL, function)


@pytest.mark.parametrize("given", [5, None, b"random", ["random"]])
def test_what_is_neither_a_name_nor_a_function_is_refused(given):
    with pytest.raises(InputError, match=r"^first_strategy: got .* \| optimal \| a function$"):
        matchup(SMALL, first_strategy=given)
    with pytest.raises(InputError, match=r"^cover: got "):
        Strategy(given)
    with pytest.raises(InputError, match=r"^name: got 5; takes text"):
        Strategy(legal, name=5)


@pytest.mark.parametrize("answer", [0, 3, -1, True, "2", 2.0, None, (2,)])
def test_a_number_of_dice_that_may_not_be_rolled_is_told_with_the_position(answer):
    strategy = Strategy(legal, lambda open_tiles: answer, name="clever")
    assert strategy_value(SMALL, strategy), "it is asked where there is a choice alone"
    with pytest.raises(
        InputError, match=r"^clever: got .* with .* open(: .*)?; takes 1 die \| 2 dice"
    ):
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
    assert matchup(SMALL, first_strategy=legal).first_strategy == "legal"


def test_two_functions_of_one_name_are_two_strategies():
    def cover(open_tiles, roll):
        return legal(open_tiles, roll)[0]

    one, cover = cover, lambda open_tiles, roll: legal(open_tiles, roll)[-1]
    other = Strategy(cover, name="cover")
    played = matchup(SMALL, one, other)
    assert (played.first_strategy, played.second_strategy) == ("cover", "cover")
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
        for step in transcript(SMALL, seed, first_strategy=cover, second_strategy=cover):
            if step["covers"] is not None:
                assert step["covers"] == cover(step["open_tiles"], step["dice"])
    found = simulate(
        SMALL,
        20_000,
        2,
        first_strategy=cover,
        second_strategy=lambda tiles, roll, beat: [cover(tiles, roll)],
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


@narrowed(dag, MOST_MEMORY=10)
def test_a_turn_that_is_too_large_is_refused_before_its_rolls_are_told_apart():
    """Three dice of 36 sides fall in more ways than are told apart, which nobody gets to hear."""
    with pytest.raises(GameTooLargeError, match=r"^tiles: the tables of 8 states"):
        strategy_value(Variant(tiles="1,5,11", dice="3d36"), lambda tiles, roll: None)


@pytest.mark.parametrize("given", ["random", "largest-first, fewest-tiles", legal, Strategy(legal)])
def test_a_strategy_is_no_rules_of_the_second_player(given):
    asked = [
        lambda: matchup(SMALL, second=given),
        lambda: strategy_value(SMALL, "random", second=given),
        lambda: strategy_values(SMALL, second=given),
        lambda: simulate(SMALL, 10, 1, second=given),
        lambda: transcript(SMALL, 1, second=given),
    ]
    for ask in asked:
        with pytest.raises(
            InputError, match=r"^second: got .*rules; a strategy .* second_strategy$"
        ):
            ask()
