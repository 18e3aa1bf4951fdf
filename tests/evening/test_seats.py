"""Several players: every seat against the definition, laws, and what is asked wrongly."""

import pickle
from fractions import Fraction
from itertools import product
from math import comb

import pytest
from conftest import examples
from drawn import TURN_FIELDS, UNPAID, pairs, rule_sets, states_of
from hypothesis import example, given, settings
from hypothesis import strategies as st
from oracle import subsets
from seat_oracle import Table, chances_of

from twoplayer import InputError, Variant, seats, solve
from twoplayer.errors import PositionError, RulesError
from twoplayer.variant.fields import FIELDS

EVERY_FIELD = tuple(name for name in FIELDS if name != "tiles")
ALL_RULES = rule_sets(EVERY_FIELD, most_tiles=3, ties=UNPAID)


@settings(max_examples=examples(40))
@given(ALL_RULES, st.just(3))
@example({"tiles": (1, 2), "dice": "1d6", "ties": "push"}, 4)
@example({"tiles": (1, 2), "dice": "1d6", "immediate_clack": True, "clack_payout": Fraction(3)}, 4)
def test_every_seat_equals_its_definition(rules, players):
    assert_every_seat(rules, players)


@pytest.mark.dear
def test_every_seat_of_four_equals_its_definition_with_three_tiles():
    assert_every_seat({"tiles": (1, 2, 3), "dice": "1d6", "ties": "push"}, 4)


PLAIN = rule_sets((*TURN_FIELDS, "ties"), most_tiles=3, ties=UNPAID)


@pytest.mark.dear
@settings(max_examples=examples(40))
@given(PLAIN)
@example({"tiles": (1, 2, 4), "dice": "1d6", "ties": "push"})
def test_every_seat_equals_its_definition_where_the_highest_pays(rules):
    assert_every_seat(rules, 3, "highest-pays")


@pytest.mark.few(1)
@pytest.mark.parametrize("ties", UNPAID)
def test_every_seat_of_four_equals_its_definition_where_the_highest_pays(ties):
    assert_every_seat({"tiles": (1, 2), "dice": "1d6", "ties": ties}, 4, "highest-pays")


@pytest.mark.dear
@settings(max_examples=examples(40))
@given(pairs(players=3, most_tiles=3, ties=UNPAID))
@example([{"tiles": (1, 2)}, {"tiles": (2, 3), "dice": "1d6"}, {"tiles": (1,)}, {"tiles": (2,)}])
def test_every_seat_equals_its_definition_by_rules_of_its_own(rules):
    assert_what_seats_are_worth(seats([Variant(**each) for each in rules]), Table(rules))


@pytest.mark.dear
@settings(max_examples=examples(40))
@given(pairs(players=3, stakes=("scoring", "ties"), most_tiles=3, ties=UNPAID))
def test_every_seat_equals_its_definition_by_rules_of_its_own_where_the_highest_pays(rules):
    found = seats([Variant(**each) for each in rules], pays="highest-pays")
    assert_what_seats_are_worth(found, Table(rules, "highest-pays"))


def assert_every_seat(rules, players, pays="lowest-takes"):
    literal = Table([rules] * players, pays)
    assert_what_seats_are_worth(seats(Variant(**rules), players, pays), literal)


def assert_what_seats_are_worth(found, literal):
    value, found = literal.after(()), found.fractions
    assert found.evs == chances_of(literal, value, 0)
    assert found.wins == chances_of(literal, value, 1)
    assert sum(found.evs) == 0


@settings(max_examples=examples(20))
@given(ALL_RULES, st.data())
def test_every_seats_turn_equals_its_definition(rules, data):
    assert_a_turn(seats(Variant(**rules), 3), [rules] * 3, data)


@settings(max_examples=examples(20))
@given(PLAIN, st.data())
def test_every_seats_turn_equals_its_definition_where_the_highest_pays(rules, data):
    assert_a_turn(seats(Variant(**rules), 3, "highest-pays"), [rules] * 3, data)


@settings(max_examples=examples(20))
@given(pairs(players=3, most_tiles=3, ties=UNPAID), st.data())
def test_every_seats_turn_equals_its_definition_by_rules_of_its_own(rules, data):
    assert_a_turn(seats([Variant(**each) for each in rules]), rules, data)


def assert_a_turn(found, rules, data):
    literal = Table(rules, found.pays)
    before = ()
    for oracle in literal.oracles[: data.draw(st.integers(0, 2))]:
        scores = sorted({oracle.score(state) for state in subsets(oracle.all_tiles)})
        before += (data.draw(st.sampled_from(scores)),)
    if 0 in before and literal.stakes.immediate_clack:
        return
    counts = (min if found.pays == "lowest-takes" else max)(before, default=None)
    seat = len(before) + 1
    turn = found.fractions.play(seat, score_to_beat=counts, holders=max(before.count(counts), 1))
    worth = literal.best(before)
    for state in states_of(rules[seat - 1]):
        compared, value = worth(state)
        assert turn.value(state) == compared[0] == value[seat - 1]
    best = turn.options(literal.oracles[seat - 1].all_tiles)[0]
    assert (best.win, best.tie) == (
        literal.after(before)[2 + seat],
        literal.after(before)[5 + seat],
    )


TWO_WAYS = {
    "tiles": (1, 2, 3),
    "dice": "2d2",
    "one_die": "always",
    "scoring": "count",
    "clack_payout": Fraction(11, 9),
    "immediate_clack": True,
    "ties": "first",
}
"""A game in which seat 1 may clack more often or win more often, worth the same to him."""


@given(rule_sets(EVERY_FIELD, most_tiles=5))
@example(TWO_WAYS)
def test_two_seats_are_the_game_of_two(rules):
    solution = solve(Variant(**rules)).fractions
    found = seats(Variant(**rules), 2).fractions
    assert found.evs == (solution.first_player_ev, -solution.first_player_ev)
    assert found.wins == (solution.outcomes.first_wins, solution.outcomes.second_wins)
    assert not found.tie_breaks_matter
    for score in solution.second_player_values:
        assert found.play(2, score_to_beat=score).value() == solution.value(score_to_beat=score)


@given(pairs())
def test_two_seats_by_rules_of_their_own_are_the_game_of_two(pair):
    first, second = (Variant(**rules) for rules in pair)
    solution, found = solve(first, second=second).fractions, seats([first, second]).fractions
    assert found.evs == (solution.first_player_ev, -solution.first_player_ev)
    assert found.wins == (solution.outcomes.first_wins, solution.outcomes.second_wins)
    assert not found.tie_breaks_matter
    for score in solution.second_player_values:
        assert found.play(2, score_to_beat=score).value() == solution.value(score_to_beat=score)


@given(ALL_RULES)
def test_the_same_rules_for_every_seat_are_one_game(rules):
    variant = Variant(**rules)
    one, listed = seats(variant, 3), seats([variant] * 3)
    assert (one, hash(one), repr(one)) == (listed, hash(listed), repr(listed))
    assert one.fractions.evs == listed.fractions.evs
    assert one.play(3, score_to_beat=0) == listed.play(3, score_to_beat=0)


@given(rule_sets((*TURN_FIELDS, "ties"), most_tiles=5, ties=UNPAID))
def test_two_seats_of_which_the_highest_pays_are_the_game_of_two(rules):
    solution = solve(Variant(**rules)).fractions
    found = seats(Variant(**rules), 2, "highest-pays").fractions
    assert found.evs == (solution.first_player_ev, -solution.first_player_ev)
    assert found.wins == (solution.outcomes.first_wins, solution.outcomes.second_wins)
    for score in solution.second_player_values:
        assert found.play(2, score_to_beat=score).value() == solution.value(score_to_beat=score)


def test_where_the_highest_pays_it_is_better_still_to_know_more():
    for players, evs in ((3, (-0.507, -0.057, 0.565)), (4, (-0.588, -0.259, 0.163, 0.683))):
        found = seats("classic", players, "highest-pays").fractions
        assert [float(f"{100 * float(ev):.3f}") for ev in found.evs] == [*evs]
        assert sum(found.evs) == 0


def test_a_clack_that_is_more_than_a_score_is_refused_where_the_highest_pays():
    with pytest.raises(RulesError) as caught:
        seats(Variant(clack_payout=2, immediate_clack=True), 3, "highest-pays")
    assert [fault.parameter for fault in caught.value.faults] == ["clack_payout", "immediate_clack"]


@pytest.mark.parametrize("players", range(2, 9))
def test_all_evs_add_up_to_nothing(players):
    found = seats(Variant(tiles=4, dice="1d6", clack_payout=Fraction(5, 3)), players).fractions
    assert len(found.evs) == len(found.wins) == players
    assert sum(found.evs) == 0
    assert 0 < sum(found.wins) < 1


@pytest.mark.parametrize(
    ("rules", "evs"),
    [
        (
            {},
            [
                "-1482994362744591213132214111/278489469559244459746642624512",
                "-714412098853596249317823365/1670936817355466758479855747072",
                "9612378275321143528111108031/1670936817355466758479855747072",
            ],
        ),
        (  # where it matters how ties in a player's own value are decided
            {"clack_payout": 2, "one_die": "always"},
            [
                "-4698613513865178038832686287/704926469821837538733689143296",
                "-31727497187492656432725190475/22557647034298801239478052585472",
                "182083129631178353675371151659/22557647034298801239478052585472",
            ],
        ),
    ],
)
def test_three_seats_are_what_an_independent_program_found(rules, evs):
    assert seats(Variant(**rules), 3).fractions.evs == tuple(map(Fraction, evs))


@pytest.mark.dear
def test_a_child_without_the_9_is_best_off_and_most_so_in_the_last_seat():
    rules = ["classic", "classic", Variant(tiles=8)]
    found = seats(rules).fractions
    assert found.evs == (
        Fraction("-168501137951139698957199627907/835468408677733379239927873536"),
        Fraction("-20663221604637652689902386793/104433551084716672404990984192"),
        Fraction("333806910788240920476418722251/835468408677733379239927873536"),
    )
    first = seats(rules[::-1]).fractions
    assert 0 < first.evs[0] < found.evs[2]
    assert found != first != seats("classic", 3)
    assert "rules=(Variant(), Variant(), Variant(tiles='1-8'))" in repr(found)
    assert [seat.variant.tiles[-1] for seat in found.each()] == [9, 9, 8]


def test_a_seat_faces_what_those_before_may_leave():
    found = seats([Variant(tiles=2), Variant(tiles="3,5"), Variant(tiles="1,9")])
    assert found.play(3, score_to_beat=5).variant == Variant(tiles="1,9")
    assert found.play(3, score_to_beat=5) != seats(
        [Variant(tiles="1,5")] * 2 + [Variant(tiles="1,9")]
    ).play(3, score_to_beat=5)
    for seat, score in ((2, 5), (3, 9)):
        with pytest.raises(PositionError, match=r"^score_to_beat: got .; takes a score of"):
            found.play(seat, score_to_beat=score)


class Coins:
    """So many coins are tossed once, as a game of another kind: heads are the score."""

    start = "coins"

    def __init__(self, number):
        self.number = number

    def choices(self, state):
        return ["toss"] if state == "coins" else []

    def rolls(self, choice):
        return {heads: comb(self.number, heads) for heads in range(self.number + 1)}

    def moves(self, state, roll):
        return [roll]

    def score(self, state):
        return state

    def clack(self, state):
        return state == 0


def test_games_of_another_kind_sit_beside_each_other_and_beside_a_variant():
    """Nobody has a choice, so it is counted who has the fewest heads, or shares them."""
    never = Variant(tiles="1-1", dice="1d1")  # always leaves 0
    tosses = [[(heads, Fraction(comb(n, heads), 2**n)) for heads in range(n + 1)] for n in (1, 3)]
    expected = [Fraction(0)] * 3
    for (one, chance), (three, another) in product(*tosses):
        scores = [one, three, 0]
        lowest = [seat for seat, score in enumerate(scores) if score == min(scores)]
        for seat in range(3):
            gets = Fraction(3, len(lowest)) if seat in lowest else Fraction(0)
            expected[seat] += chance * another * (gets - 1)
    assert seats([Coins(1), Coins(3), never]).fractions.evs == tuple(expected)


def test_who_is_helped_by_a_move_that_costs_nothing_matters_a_little():
    double = seats(Variant(clack_payout=2, immediate_clack=True), 3)
    assert double.tie_breaks_matter
    assert 0 < double.tie_breaks_change < Fraction(1, 10**8)
    assert not seats("classic", 3).tie_breaks_matter


def test_who_plays_later_knows_more():
    evs = seats("classic", 4).fractions.evs
    assert sorted(evs) == list(evs)
    assert evs[0] < 0 < evs[-1]


@pytest.mark.parametrize("ties", ["first", "second"])
def test_where_nobody_shares_it_makes_no_difference_how_many_hold(ties):
    found = seats(Variant(tiles=4, dice="1d6", ties=ties), 4).fractions
    assert found.play(4, score_to_beat=3, holders=3) == found.play(4, score_to_beat=3)


def test_a_tie_with_more_is_worth_less():
    found = seats(Variant(tiles="3,6,9,12"), 4).fractions
    values = [
        found.play(4, score_to_beat=12, holders=holders).value((3, 9)) for holders in (1, 2, 3)
    ]
    assert values == sorted(values, reverse=True)
    assert len(set(values)) == 3


def test_where_a_clack_has_won_everything_is_worth_what_it_costs():
    turn = seats(Variant(immediate_clack=True, clack_payout=2), 3).fractions.play(
        3, score_to_beat=0
    )
    assert turn.value() == turn.value(()) == -2


@pytest.mark.parametrize(
    ("asked", "error", "what"),
    [
        (lambda: seats("classic", 1), InputError, "players: got 1; takes a whole number, 2 to 8"),
        (lambda: seats("classic", 9), InputError, "players: got 9; takes a whole number, 2 to 8"),
        (
            lambda: seats("classic", "3"),
            InputError,
            "players: got '3'; takes a whole number, 2 to 8",
        ),
        (
            lambda: seats("classic", True),
            InputError,
            "players: got True; takes a whole number, 2 to 8",
        ),
        (
            lambda: seats("classic", 3, "winner"),
            InputError,
            "pays: got 'winner'; takes lowest-takes | highest-pays",
        ),
        (lambda: seats("classic"), InputError, "players: got None; takes a whole number, 2 to 8"),
        (lambda: seats(["classic"]), InputError, "players: got 1; takes a whole number, 2 to 8"),
        (
            lambda: seats(["classic"] * 3, 3),
            InputError,
            "players: got 3; takes none beside a list with the rules of every seat",
        ),
        (
            lambda: seats(["classic", 5]),
            InputError,
            r"variant: got 5, which may be tiles: .*; takes a Variant",
        ),
        (
            lambda: seats(["classic", "classic", Variant(ties="first")]),
            RulesError,
            "ties: got 'first', for the third player; takes 'push' as for the first",
        ),
        (lambda: table().play(0), PositionError, "seat: got 0; takes a whole number, 1 to 3"),
        (
            lambda: table().play(1, score_to_beat=12),
            PositionError,
            "score_to_beat: got 12; takes none",
        ),
        (lambda: table().play(2), PositionError, "score_to_beat: got none; takes the lowest"),
        (
            lambda: table().play(2, score_to_beat=99),
            PositionError,
            "score_to_beat: got 99; takes a score",
        ),
        (
            lambda: table().play(2, score_to_beat=3, holders=2),
            PositionError,
            "holders: got 2; takes 1",
        ),
        (
            lambda: table().play(3, score_to_beat=3, holders=3),
            PositionError,
            "holders: got 3; takes a whole number, 1 or 2",
        ),
        (
            lambda: table().play(3, score_to_beat=3, holders=0),
            PositionError,
            "holders: got 0; takes a whole number, 1 or 2",
        ),
    ],
)
def test_what_is_asked_wrongly_says_what_it_takes(asked, error, what):
    with pytest.raises(error, match=what):
        asked()


def test_a_seats_turn_is_pickled_and_answers_the_same():
    turn = table().fractions.play(3, score_to_beat=2)
    again = pickle.loads(pickle.dumps(turn))
    assert again == turn
    assert again.options((1, 2)) == turn.options((1, 2))


def table():
    return seats(Variant(tiles=3, dice="1d4"), 3)


def test_a_turn_is_headed_by_its_seat_and_what_it_faces_and_who_shares_that():
    table = seats("classic", 3)
    titles = [
        str(table.play(seat, **facing)).splitlines()[0]
        for seat, facing in [
            (1, {}),
            (3, {"score_to_beat": 12}),
            (3, {"score_to_beat": 12, "holders": 2}),
        ]
    ]
    assert titles == [
        "Seat 1 of 3: the classic game",
        "Seat 3 of 3, to beat 12: the classic game",
        "Seat 3 of 3, to beat 12 that 2 have: the classic game",
    ]
