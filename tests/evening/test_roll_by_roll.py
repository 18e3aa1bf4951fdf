"""Roll by roll, against its definition by plain recursion, and its laws."""

import pickle
from fractions import Fraction
from functools import cache
from itertools import product

import pytest
import sympy
from conftest import examples
from drawn import TURN_FIELDS, pairs, rule_sets, states_of
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle import Oracle

from twoplayer import Variant, roll_by_roll, solve
from twoplayer.errors import GameTooLargeError, PositionError, RulesError
from twoplayer.variant.fields import FIELDS

EVERY_FIELD = tuple(name for name in FIELDS if name != "tiles")
any_rules = rule_sets(EVERY_FIELD, most_tiles=3)


class RollByRoll(Oracle):
    """A game that is played roll by roll, valued by its definition."""

    def __init__(self, second=None, **rules):
        super().__init__(second, **rules)
        self.players = {1: self, 2: self.second}
        self.states = {1: states_of(rules), 2: states_of(second or rules)}
        self.value = cache(self.value)

    def ev(self):
        return self.value(1, self.all_tiles, self.second.all_tiles)

    def value(self, player, mine, others, other_out=False):
        """Value to a player who rolls."""
        own = self.players[player]
        return max(
            sum(
                chance * self.best(player, mine, others, other_out, roll)
                for roll, chance in own.rolls(dice)
            )
            for dice in own.dice_counts(mine)
        )

    def best(self, player, mine, others, other_out, roll):
        after = self.moves(player, mine, others, other_out, roll).values()
        return max(after) if after else self.stops(player, mine, others, other_out)

    def moves(self, player, mine, others, other_out, roll):
        return {
            tuple(sorted(move)): self.leaves(player, mine - move, others, other_out)
            for move in self.players[player].covers(mine, roll)
        }

    def leaves(self, player, mine, others, other_out):
        if mine and other_out:
            return self.value(player, mine, others, True)
        if mine:
            return -self.value(3 - player, others, mine)
        if self.game.immediate_clack:
            return self.game.clack_payout
        return self.stops(player, mine, others, other_out)

    def stops(self, player, mine, others, other_out):
        if not other_out:
            return -self.value(3 - player, others, mine, True)
        first, second = (mine, others) if player == 1 else (others, mine)
        to_second = self.to_second(self.score(first), second)
        return to_second if player == 2 else -to_second

    def positions(self):
        """Yield every position in which somebody is to roll: player, own tiles, other's, out."""
        for player, out in product((1, 2), (False, True)):
            for mine, others in product(self.states[player], self.states[3 - player]):
                over = self.game.immediate_clack and not others
                if mine and (others or out) and not over:
                    yield player, mine, others, out


def asked(player, mine, others, out):
    """Return what `value` is asked for in a position."""
    boxes = (mine, others) if player == 1 else (others, mine)
    return {
        "open_first": tuple(boxes[0]),
        "open_second": tuple(boxes[1]),
        "to_roll": player,
        "out": 3 - player if out else None,
    }


@given(any_rules)
@settings(max_examples=examples(25))
def test_the_ev_is_that_of_a_literal_recursion(rules):
    found = roll_by_roll(Variant(**rules)).first_player_ev
    assert Fraction(found.p, found.q) == RollByRoll(**rules).ev()


OWN_RULES = pairs(most_tiles=3)


@given(OWN_RULES)
@settings(max_examples=examples(25))
def test_by_rules_of_their_own_the_ev_is_that_of_a_literal_recursion(pair):
    mine, hers = pair
    found = roll_by_roll(Variant(**mine), second=Variant(**hers)).fractions.first_player_ev
    assert found == RollByRoll(hers, **mine).ev()


@given(any_rules)
@settings(max_examples=examples(10))
def test_that_both_rules_are_the_same_makes_no_difference(rules):
    variant = Variant(**rules)
    assert roll_by_roll(variant, second=Variant(**rules)) == roll_by_roll(variant)


@given(any_rules, st.data())
@settings(max_examples=examples(25))
def test_every_position_is_that_of_a_literal_recursion(rules, data):
    """A position that the game does not lead to as well."""
    assert_positions(RollByRoll(**rules), roll_by_roll(Variant(**rules)), data)


@given(OWN_RULES, st.data())
@settings(max_examples=examples(25))
def test_by_rules_of_their_own_every_position_is_that_of_a_literal_recursion(pair, data):
    mine, hers = pair
    game = roll_by_roll(Variant(**mine), second=Variant(**hers))
    assert_positions(RollByRoll(hers, **mine), game, data)


def assert_positions(literal, game, data):
    game, every = game.fractions, list(literal.positions())
    for _ in range(3):
        position = data.draw(st.sampled_from(every))
        at, own = asked(*position), literal.players[position[0]]
        assert game.value(**at) == literal.value(*position)
        dice = data.draw(st.sampled_from(sorted(own.dice_counts(position[1]))))
        roll, _ = data.draw(st.sampled_from(own.rolls(dice)))
        showing = roll if len(roll) == dice else roll[0]
        moves = literal.moves(*position, roll)
        assert game.moves(**at, roll=showing) == moves
        [best, *_] = game.options(**at, roll=showing)
        assert best.value == literal.best(*position, roll)
        assert game.options(**at)[0].value == literal.value(*position)


@given(rule_sets((*TURN_FIELDS, "clack_payout"), most_tiles=3), st.data())
@settings(max_examples=examples(10))
def test_with_ties_pushed_it_makes_no_difference_who_is_called_first(rules, data):
    game = roll_by_roll(Variant(**rules)).fractions
    some = st.sampled_from(list(filter(None, states_of(rules))))
    mine, others = data.draw(some), data.draw(some)
    assert game.value(mine, others) == game.value(others, mine, to_roll=2)
    assert game.value(mine, others, out=2) == game.value(others, mine, to_roll=2, out=1)


@given(any_rules)
@settings(max_examples=examples(10))
def test_who_wins_ties_gains_by_it(rules):
    first, pushed, second = (
        roll_by_roll(Variant(**{**rules, "ties": ties})).fractions.first_player_ev
        for ties in ("first", "push", "second")
    )
    assert second <= pushed <= first


@given(any_rules)
@settings(max_examples=examples(10))
def test_alone_one_plays_a_turn_of_two_players_turn_by_turn(rules):
    variant, every = Variant(**rules), rules["tiles"]
    game, turns, score = roll_by_roll(variant), solve(variant), Oracle(**rules).score
    for left in filter(None, states_of(rules)):
        alone = game.value(left, every, to_roll=2, out=1)
        assert alone == turns.value(every, score_to_beat=score(left))


@given(st.sets(st.integers(1, 6), min_size=1, max_size=3), st.integers(1, 9))
@settings(max_examples=examples(10))
def test_a_relabelling_of_single_tiles_changes_nothing(tiles, shift):
    """One die and one tile a move: tiles are names, as long as their order is kept."""
    rules = {"dice": "1d20", "max_tiles": 1, "scoring": "count"}
    one = roll_by_roll(Variant(tiles=tuple(sorted(tiles)), **rules))
    other = roll_by_roll(Variant(tiles=tuple(sorted(tile + shift for tile in tiles)), **rules))
    assert one.first_player_ev == other.first_player_ev


def test_of_one_tile_that_every_roll_covers_the_first_player_clacks_and_ties():
    sure = Variant(tiles="2-2", dice="2d1", clack_payout=3)
    assert roll_by_roll(sure).first_player_ev == 0
    assert roll_by_roll(sure.replace(ties="first")).first_player_ev == 3
    assert roll_by_roll(sure.replace(immediate_clack=True)).first_player_ev == 3
    assert roll_by_roll(sure).value((), (2,), to_roll=2) == 0


def test_values_beyond_64_bits_are_exact():
    rules = {"tiles": (1, 2, 3), "dice": "2d20", "clack_payout": Fraction(10**18 + 1, 3)}
    found = roll_by_roll(Variant(**rules)).fractions.first_player_ev
    assert found == RollByRoll(**rules).ev()


@pytest.mark.dear
def test_the_classic_game_is_far_fairer_roll_by_roll(classic):
    """So much is what an independent program found."""
    found = roll_by_roll("classic").first_player_ev
    assert found == sympy.Rational(-555021081819463247, 1727139997818229358592)
    assert abs(found) * 10 < abs(classic.first_player_ev)


GAME = roll_by_roll(Variant(tiles=3))
AT_ONCE = roll_by_roll(Variant(tiles=3, immediate_clack=True))


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: GAME.value((1,), (2,), out=1), "to_roll: got 1, who is out; takes 2"),
        (lambda: GAME.value((), (2,)), "to_roll: got 1, who is out; takes 2"),
        (lambda: GAME.moves((1,), (), 2, to_roll=2), "to_roll: got 2, who is out; takes 1"),
        (lambda: GAME.value((), ()), "nobody is, since both players are out"),
        (lambda: GAME.value((), (1,), to_roll=2, out=2), "both players are out"),
        (lambda: AT_ONCE.value((), (1,), to_roll=2), "open_first: got none, and that clack"),
        (lambda: AT_ONCE.value((1,), ()), "open_second: got none, and that clack"),
        (lambda: GAME.value((1,), (2,), to_roll=3), "to_roll: got 3; takes a whole number, 1 or 2"),
        (
            lambda: GAME.value((1,), (2,), to_roll="1"),
            "to_roll: got '1'; takes a whole number, 1 or 2",
        ),
        (lambda: GAME.value((1,), (2,), out=0), "out: got 0; takes a whole number, 1 or 2"),
        (lambda: GAME.value((1, 4), (2,)), "open_first: got 1,4; takes tiles of the game, 1-3"),
        (lambda: GAME.value((1,), (2, 2)), "open_second: got 2,2; takes tiles of the game"),
        (lambda: GAME.value((1,), 5), "open_second: got 5; takes several tiles"),
        (lambda: GAME.moves((1,), (2,), 13), "roll: got 13; takes 2 dice from 1 to 6"),
    ],
)
def test_what_cannot_be_is_an_error_that_says_why(call, said):
    with pytest.raises(PositionError) as error:
        call()
    assert said in str(error.value)


@pytest.mark.parametrize("rules", [{"tiles": 12}, {"tiles": 16}, {"tiles": 12, "ties": "first"}])
def test_what_would_not_fit_is_refused(rules):
    with pytest.raises(GameTooLargeError, match=r"^tiles: .* GB"):
        roll_by_roll(Variant(**rules))
    with pytest.raises(GameTooLargeError, match=r"^tiles: .* GB"):
        roll_by_roll(Variant(**rules), second=Variant(**rules, max_tiles=3))


def test_what_has_to_be_the_same_for_both_is_said():
    said = r"^clack_payout: got '2', for the second player; takes '1' as for the first"
    with pytest.raises(RulesError, match=said):
        roll_by_roll(Variant(tiles=3), second=Variant(tiles=3, clack_payout=2))


@given(rule_sets(("dice", "moves", "ties"), most_tiles=3), st.integers(1, 3))
@settings(max_examples=examples(10))
def test_tiles_that_nothing_covers_change_nothing_where_nobody_can_clack(rules, more):
    """They are set aside as well: all of them would be pairs of many sets."""
    one, other = (
        roll_by_roll(Variant(**{**rules, "tiles": (*rules["tiles"], *range(200, end))}))
        for end in (201, 201 + 5 * more)
    )
    assert one.first_player_ev == other.first_player_ev


def test_a_result_is_like_the_others():
    assert isinstance(GAME.first_player_ev, sympy.Rational)
    assert isinstance(GAME.value((1,), (2,)), sympy.Rational)
    assert isinstance(GAME.moves((1, 3), (2,), 3)[3,], sympy.Rational)
    assert type(GAME.fractions.value((1,), (2,))) is Fraction
    assert roll_by_roll(Variant(tiles=3)) == GAME
    assert repr(GAME) == (
        f"RollByRoll(variant=Variant(tiles='1-3'), first_player_ev={GAME.first_player_ev})"
    )
    assert pickle.loads(pickle.dumps(GAME)).value((1,), (2,)) == GAME.value((1,), (2,))
    assert GAME.favoured == "nobody"
    last = GAME.to_records()[-1]
    assert last["open_first"] == [1, 2, 3]
    assert Fraction(last["value"]) == GAME.fractions.value((1, 2, 3), (1, 2, 3), to_roll=2)
    assert [option.choice for option in GAME.options((1, 2), (3,))] == [2]
    assert GAME.options((1,), (2,), 12)[0].choice == ()
    assert GAME.moves((1,), (2,), 12) == {}


def test_before_a_roll_there_are_no_moves():
    with pytest.raises(PositionError, match="roll: got None"):
        roll_by_roll(Variant(tiles=3)).moves((1, 2), (3,), None)


@pytest.mark.parametrize("tiles", ["1-4", "1-3,9"])
def test_a_position_that_the_opening_never_leads_to_has_its_value(tiles):
    """Nobody can cover the tile that the first move must cover, and longer turns lie elsewhere."""
    rules = {"tiles": tiles, "dice": "1d3", "opening_tile": int(tiles[-1])}
    literal, game = RollByRoll(**rules), roll_by_roll(Variant(**rules)).fractions
    for position in literal.positions():
        assert game.value(**asked(*position)) == literal.value(*position), position
