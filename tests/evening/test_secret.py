"""Scores that nobody sees: literal double oracles, and laws."""

from fractions import Fraction
from itertools import combinations, product

import pytest
import sympy
from conftest import examples, paying
from drawn import pairs, rule_sets
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle import Oracle, Payoffs, subsets

from twoplayer import InputError, Variant, secret, solve, variants
from twoplayer.evening import looking
from twoplayer.evening.secret import equilibrium, told_in_words

FIELDS = ("dice", "one_die", "moves", "opening_tile", "scoring", "clack_payout")
ENDS = ("immediate_clack", "ties")
PARTS = st.lists(st.integers(0, 12), max_size=2, unique=True).map(sorted).map(tuple)


TIES = st.fractions(-2, 2, max_denominator=4)


def mixtures(payoffs):
    """Solve a matrix game by trying every pair of equally many rows and columns."""
    size = len(payoffs), len(payoffs[0])
    for count in range(1, min(size) + 1):
        for rows, columns in product(*(list(combinations(range(n), count)) for n in size)):
            part = sympy.Matrix([[payoffs[i][j] for j in columns] for i in rows])
            ones = sympy.ones(count, 1)
            # Whoever mixes so makes the other indifferent: (weights, value) of a linear system.
            both = []
            for square in (part.T, part):
                system = square.row_join(-ones).col_join(ones.T.row_join(sympy.zeros(1)))
                if not system.det():
                    break
                *weights, value = system.LUsolve(sympy.zeros(count, 1).col_join(sympy.ones(1)))
                both.append(([Fraction(int(w.p), int(w.q)) for w in weights], value))
            else:
                (x, value), (y, _) = both
                if min(*x, *y) < 0:
                    continue
                x, y = dict(zip(rows, x, strict=True)), dict(zip(columns, y, strict=True))
                value = Fraction(int(value.p), int(value.q))
                if all(
                    sum(w * payoffs[i][j] for i, w in x.items()) >= value for j in range(size[1])
                ) and all(
                    sum(w * payoffs[i][j] for j, w in y.items()) <= value for i in range(size[0])
                ):
                    return value, x, y
    raise AssertionError("no equilibrium")


class Literal:
    """The game by its definition: policies are chances of scores, found by plain recursion."""

    def __init__(self, rules, told, second=None, tie=None):
        self.tie, self.told = tie, told
        self.players = [Oracle(**rules), Oracle(**(second or rules))]
        self.scores, self.hers = (
            sorted({player.score(state) for state in subsets(player.all_tiles)})
            for player in self.players
        )
        self.ranges = sorted({self.range_of(score) for score in self.scores})

    def range_of(self, score):
        return sum(score > end for end in self.told)

    def to_second(self, first, second):
        game = self.players[0].game
        if self.tie is not None and first == second and game.second_rolls(first):
            return -self.tie
        return game.to_second(first, second)

    def reply(self, number, payoff):
        """Return how likely each score is by a policy that is best for a payoff by score."""
        player, scores = self.players[number], (self.scores, self.hers)[number]

        def ended(state):
            score = player.score(state)
            return Payoffs([payoff(score), *(Fraction(score == each) for each in scores)])

        _, *chances = player.turn(ended)(player.all_tiles)
        return dict(zip(scores, chances, strict=True))

    def first(self, second):
        return self.reply(0, lambda score: -self.against(score, second))

    def against(self, score, second):
        chances = second[self.range_of(score)]
        return sum(chance * self.to_second(score, left) for left, chance in chances.items())

    def second(self, first):
        return {
            told: self.reply(
                1,
                lambda left, told=told: sum(
                    chance * self.to_second(score, left)
                    for score, chance in first.items()
                    if self.range_of(score) == told
                ),
            )
            for told in self.ranges
        }

    def worth(self, first, second):
        return -sum(chance * self.against(score, second) for score, chance in first.items())

    def value(self):
        """Return the value by a double oracle of its own, which starts with the lowest scores."""
        rows, hers = ([self.reply(player, lambda score: Fraction(-score))] for player in (0, 1))
        columns = [dict.fromkeys(self.ranges, hers[0])]
        while True:
            payoffs = [[self.worth(row, column) for column in columns] for row in rows]
            value, x, y = mixtures(payoffs)
            first = {s: sum(w * rows[i][s] for i, w in x.items()) for s in self.scores}
            second = {
                told: {s: sum(w * columns[j][told][s] for j, w in y.items()) for s in self.hers}
                for told in self.ranges
            }
            best = self.first(second), self.second(first)
            if self.worth(best[0], second) == value == self.worth(first, best[1]):
                return value
            rows.append(best[0])
            columns.append(best[1])


@settings(max_examples=examples(25))
@given(rule_sets((*FIELDS, *ENDS), most_tiles=3), PARTS)
def test_the_value_is_that_of_a_literal_double_oracle(rules, told):
    game = secret(Variant(**rules), told).fractions
    assert game.best_replies.low == game.first_player_ev == game.best_replies.high
    assert game.first_player_ev == Literal(rules, told).value()


@settings(max_examples=examples(25))
@given(pairs(most_tiles=3), PARTS)
def test_by_rules_of_their_own_it_is_that_of_a_literal_double_oracle(pair, told):
    mine, hers = pair
    game = secret(Variant(**mine), told, second=Variant(**hers)).fractions
    assert game.best_replies.low == game.first_player_ev == game.best_replies.high
    assert game.first_player_ev == Literal(mine, told, hers).value()


@settings(max_examples=examples(25))
@given(pairs(stakes=("scoring", "clack_payout", "immediate_clack"), most_tiles=3), PARTS, TIES)
def test_where_a_tie_pays_it_is_that_of_a_literal_double_oracle(pair, told, tie):
    literal = Literal(pair[0], told, pair[1], tie).value()
    with paying(tie) as ties:
        mine, hers = (Variant(**rules, ties=ties) for rules in pair)
        assert secret(mine, told, second=hers).fractions.first_player_ev == literal


@settings(max_examples=examples(25))
@given(rule_sets((*FIELDS, *ENDS), most_tiles=3), PARTS)
def test_the_best_replies_are_those_of_the_definition(rules, told):
    game, literal = secret(Variant(**rules), told).fractions, Literal(rules, told)
    mixed = {
        literal.range_of(low): {
            score: sum(weight * turn.score_chances()[score] for weight, turn in policies)
            for score in literal.scores
        }
        for (low, _), policies in game.second.items()
    }
    first = game.score_chances
    assert sum(first.values()) == 1 == sum(weight for weight, _ in game.first)
    assert literal.worth(literal.first(mixed), mixed) == game.best_replies.high
    assert literal.worth(first, literal.second(first)) == game.best_replies.low


@given(rule_sets((*FIELDS, *ENDS), most_tiles=3), PARTS)
def test_every_policy_that_is_mixed_is_worth_the_game(rules, told):
    game = secret(Variant(**rules), told).fractions
    assert {turn.value() for _, turn in game.first} == {game.first_player_ev}
    to_second = 0
    for (low, high), mixed in game.second.items():
        [value] = {turn.value() for _, turn in mixed}
        come = (chance for k, chance in game.score_chances.items() if low <= k <= high)
        to_second += sum(come) * value
    assert to_second == -game.first_player_ev


@given(rule_sets((*FIELDS, *ENDS), most_tiles=3), PARTS)
def test_a_policy_does_what_is_best_against_all_that_the_other_mixes(rules, told):
    game = secret(Variant(**rules), told).fractions
    for _, turn in (*game.first, *(each for mixed in game.second.values() for each in mixed)):
        for row in turn.policy():
            worth = turn.moves(row["open_tiles"], row["roll"])
            best = max(worth.values(), default=None)
            assert all(worth[move] == best for move in row["moves"])
            assert bool(row["moves"]) == bool(worth)


@given(rule_sets((*FIELDS, *ENDS), most_tiles=3), PARTS, st.integers(0, 12))
def test_more_told_never_hurts_the_second_player(rules, told, further):
    variant, more = Variant(**rules), tuple(sorted({*told, further}))
    evs = [secret(variant, each).fractions.first_player_ev for each in ((), told, more, "score")]
    assert evs == sorted(evs, reverse=True)


@given(rule_sets((*FIELDS, *ENDS), most_tiles=3))
def test_all_told_is_the_game_that_is_solved(rules):
    variant = Variant(**rules)
    every = tuple(solve(variant).second_player_values)
    assert secret(variant, "score").first_player_ev == solve(variant).first_player_ev
    assert secret(variant, every).first_player_ev == solve(variant).first_player_ev


@given(pairs(most_tiles=3))
def test_all_told_is_the_game_that_is_solved_by_rules_of_their_own_as_well(pair):
    mine, hers = (Variant(**rules) for rules in pair)
    solution = solve(mine, second=hers)
    every = tuple(solution.second_player_values)
    for told in ("score", every):
        assert secret(mine, told, second=hers).first_player_ev == solution.first_player_ev


@given(rule_sets((*FIELDS, *ENDS), most_tiles=3), PARTS)
def test_rules_that_mean_the_same_make_no_difference(rules, told):
    variant = Variant(**{**rules, "max_tiles": None})
    same = variant.replace(max_tiles=len(variant.tiles))
    one, two = secret(variant, told), secret(variant, told, second=same)
    assert one != two
    assert one.fractions.first_player_ev == two.fractions.first_player_ev
    assert one.fractions.score_chances == two.fractions.score_chances


@given(rule_sets(FIELDS, most_tiles=4))
def test_where_nothing_is_told_and_ties_push_every_game_is_fair(rules):
    assert secret(Variant(**rules)).first_player_ev == 0


@pytest.mark.parametrize(
    ("rules", "told", "ev"),
    [
        ({}, (), "0"),
        ({}, "clack", "-3856035583205791/191904444202025484288"),
        ({}, (10,), "-141489153285805513/191904444202025484288"),
        ({}, "score", "-668351559599495/166583718925369344"),
        ({"ties": "first"}, (), "82247520851219443/1999004627104432128"),
    ],
)
def test_the_classic_game_by_what_is_told(rules, told, ev):
    assert secret(Variant(**rules), told).first_player_ev == Fraction(ev)


@pytest.mark.dear
def test_a_child_who_plays_without_the_9():
    child = Variant(tiles=8)
    found = looking("classic", second=child)
    evs = [each.fractions.first_player_ev for each in found]
    assert evs[0] == Fraction("-5801146287219121705/21322716022447276032")
    assert evs == sorted(evs, reverse=True)
    assert evs[-1] == solve("classic", second=child).fractions.first_player_ev
    game = found[0]
    assert (game.second_variant, game.pure) == (child, True)
    assert game != secret("classic")
    for seat, tiles in ((1, 9), (2, 8)):
        position = game.faced(range(1, tiles + 1), seat).position
        assert position.open_tiles == tuple(range(1, tiles + 1))


class Coins:
    """Three coins are tossed, at most twice each turn: all heads are a clack, else the most win."""

    highest_wins = True
    start = 2, 0

    def choices(self, state):
        return ["toss"] if state[0] else []

    def rolls(self, choice):
        return {0: 1, 1: 3, 2: 3, 3: 1}

    def moves(self, state, roll):
        return [(state[0] - 1, roll), (0, roll)]

    def score(self, state):
        return state[1]

    def clack(self, state):
        return state[1] == 3


class Tails(Coins):
    """The same, but the fewest tails win."""

    highest_wins = False

    def score(self, state):
        return 3 - state[1]


def test_in_a_game_of_another_kind_where_the_highest_wins_as_much_can_be_told():
    solution = solve(Coins()).fractions
    assert secret(Coins()).first_player_ev == 0
    assert secret(Coins(), (0, 1, 2)).first_player_ev == solution.first_player_ev < 0
    for heads in range(3):
        of_heads, of_tails = secret(Coins(), (heads,)), secret(Tails(), (2 - heads,))
        assert of_heads.fractions.first_player_ev == of_tails.fractions.first_player_ev
    clack = secret(Coins(), "clack")
    assert (clack.told, [*clack.second]) == ((2,), [(3, 3), (0, 2)])
    assert secret(Tails(), "clack").told == (0,)


def test_nothing_told_in_the_classic_game():
    game = secret("classic").fractions
    assert game.pure
    assert game.score_chances[0] == Fraction("1394012237/19591041024")
    mean = sum(score * chance for score, chance in game.score_chances.items())
    assert mean == Fraction("218795871457/19591041024")


def test_by_digits_policies_are_mixed():
    game = secret("digital")
    assert game.first_player_ev == 0
    assert not game.pure
    assert [round(float(weight), 3) for weight, _ in game.first] == [0.632, 0.214, 0.154]


@pytest.mark.dear
def test_where_policies_that_are_mixed_differ():
    game = secret("digital")
    found = {(each["open_tiles"], each["roll"]): each["moves"] for each in game.differences()}
    assert found == {
        ((2, 3, 4, 6, 7, 8), 9): [((2, 7),), ((3, 6),), ((3, 6),)],
        ((1, 2, 7, 8), 8): [((1, 7),), ((1, 7),), ((8,),)],
        ((1, 2, 4, 7, 8), 12): [((1, 4, 7),), ((1, 4, 7),), ((4, 8),)],
        ((1, 2, 3, 7, 8), 11): [((1, 3, 7),), ((1, 3, 7),), ((3, 8),)],
    }
    assert game.differences(2) == game.differences()  # ties push: both are in the same place
    turn = game.fractions.first[0][1]
    for (open_tiles, roll), moves in found.items():  # and each is as good as the others
        best = turn.at(open_tiles).options(roll)[0].value
        worth = turn.moves(open_tiles, roll)
        assert {worth[move] for done in moves for move in done} == {best}
    assert secret("classic").differences() == []


@pytest.mark.dear
def test_all_rule_sets_of_the_catalogue_have_an_exact_value():
    for variant in {*variants("sixteen"), *variants("house")}:
        game = secret(variant)
        assert game.best_replies.low == game.first_player_ev == game.best_replies.high


@pytest.mark.dear
def test_looking_goes_from_nothing_to_the_score():
    found = looking("classic")
    assert [each.told for each in found] == [(), (0,), (10,), (9, 19, 29, 39), "score"]
    evs = [each.first_player_ev for each in found]
    assert evs == sorted(evs, reverse=True)
    assert [each.told for each in looking("digital", [(), "score"])] == [(), "score"]


@pytest.mark.parametrize("told", ["what", (1, 1), (2, 1), (-1,), (0.5,), 3, None, range(10**12)])
def test_what_cannot_be_told(told):
    with pytest.raises(InputError, match=r"told: got .* takes scores, ascending"):
        secret("classic", told)


def test_what_is_told_in_words():
    assert told_in_words((0, 9, 19)) == "a clack, 1 to 9, 10 to 19, or more than 19"


PAYOFFS = st.integers(1, 4).flatmap(
    lambda wide: st.lists(
        st.lists(st.fractions(-3, 3, max_denominator=4), min_size=wide, max_size=wide),
        min_size=1,
        max_size=4,
    )
)


@given(PAYOFFS)
def test_nobody_gains_by_leaving_an_equilibrium(payoffs):
    value, rows, columns = equilibrium(payoffs)
    assert sum(rows) == sum(columns) == 1
    assert min(*rows, *columns) >= 0
    for column in zip(*payoffs, strict=True):
        assert sum(w * p for w, p in zip(rows, column, strict=True)) >= value
    for row in payoffs:
        assert sum(w * p for w, p in zip(columns, row, strict=True)) <= value


@pytest.mark.parametrize("seat", [0, 3, -1, 1.0, "1"])
def test_there_are_two_seats(seat):
    game = secret(Variant(tiles=2))
    for ask in (game.differences, lambda seat: game.faced((1,), seat)):
        with pytest.raises(InputError, match=r"^seat: got .*; takes a whole number, 1 or 2$"):
            ask(seat)
