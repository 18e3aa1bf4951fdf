"""Several players: every seat against the definition, laws, and what is asked wrongly."""

import pickle
from fractions import Fraction
from functools import cache

import pytest
from conftest import examples
from drawn import TURN_FIELDS, rule_sets, states_of
from hypothesis import example, given, settings
from hypothesis import strategies as st
from oracle import Oracle, Payoffs

from twoplayer import InputError, PositionError, RulesError, Variant, seats, solve
from twoplayer.variant.fields import FIELDS

ALL_RULES = rule_sets(tuple(name for name in FIELDS if name != "tiles"), most_tiles=3)


class Table:
    """A game of several players, valued by its definition: every history of scores on its own.

    A value has the EV of every seat, the chance of each to win alone, the chance of each to tie,
    and for each the chance that anybody after it clacks.
    """

    def __init__(self, players, pays="lowest-takes", **rules):
        self.oracle, self.players, self.pays = Oracle(**rules), players, pays
        self.after = cache(self.after)

    def winners(self, scores):
        """Return who would win with these scores; who would pay, where the highest does."""
        ties = self.oracle.game.ties
        if self.pays == "highest-pays":
            highest = [seat for seat, score in enumerate(scores) if score == max(scores)]
            return {"push": highest, "first": highest[-1:], "second": highest[:1]}[ties]
        lowest = [seat for seat, score in enumerate(scores) if score == min(scores)]
        return {"push": lowest, "first": lowest[:1], "second": lowest[-1:]}[ties]

    def ended(self, scores):
        winners, n = self.winners(scores), self.players
        if self.pays == "highest-pays":
            shares = Fraction(n - len(winners), len(winners))
            evs = [-shares if seat in winners else Fraction(1) for seat in range(n)]
            wins = [Fraction(seat not in winners) for seat in range(n)]
            return self.known(scores, winners, evs, wins)
        clacked = scores[winners[0]] == 0
        pays = self.oracle.game.clack_payout if clacked else Fraction(1)
        gets = pays * (n - len(winners)) / len(winners)
        evs = [gets if seat in winners else -pays for seat in range(n)]
        wins = [Fraction(winners == [seat]) for seat in range(n)]
        return self.known(scores, winners, evs, wins)

    def known(self, scores, winners, evs, wins):
        n = self.players
        ties = [Fraction(seat in winners and len(winners) > 1) for seat in range(n)]
        clacks = [Fraction(0 in scores[seat + 1 :]) for seat in range(n)]
        return Payoffs([*evs, *wins, *ties, *clacks])

    def after(self, scores):
        """Return what everybody gets after some scores."""
        if len(scores) == self.players or (0 in scores and self.oracle.game.immediate_clack):
            return self.ended(scores)
        start = self.oracle.all_tiles
        return self.best(scores)(start)[1]

    def best(self, scores):
        """Return what a state of the next seat's turn is worth: what is compared, and all of it."""
        n, seat, oracle = self.players, len(scores), self.oracle

        def compared(value, clacks):
            evs, wins, ties, others = (value[n * kind : n * (kind + 1)] for kind in range(4))
            holder = self.winners(scores)[:1] if scores else []
            against = [-evs[other] for other in (*holder, *range(seat + 1, n))]
            further = [ties[seat], *(e for h in holder for e in (wins[h], ties[h]))]
            further += wins[seat + 1 :]
            return Payoffs([evs[seat], *against, wins[seat], clacks, -others[seat], *further])

        def ending(state):
            value = self.after((*scores, oracle.score(state)))
            clacks = Fraction(not state)
            return compared(value, clacks), value

        @cache
        def worth(state):
            found = []
            for dice in oracle.dice_counts(state) if state else ():
                total = None
                for roll, chance in oracle.rolls(dice):
                    moves = oracle.covers(state, roll)
                    best = max((worth(state - move) for move in moves), default=ending(state))
                    part = (chance * best[0], chance * best[1])
                    total = part if total is None else (total[0] + part[0], total[1] + part[1])
                found.append(total)
            return max(found) if found else ending(state)

        return worth


def chances_of(table, value, kind):
    n = table.players
    return tuple(value[n * kind : n * (kind + 1)])


@settings(max_examples=examples(40))
@given(ALL_RULES, st.just(3))
@example({"tiles": (1, 2), "dice": "1d6", "ties": "push"}, 4)
@example({"tiles": (1, 2), "dice": "1d6", "immediate_clack": True, "clack_payout": Fraction(3)}, 4)
def test_every_seat_equals_its_definition(rules, players):
    assert_every_seat(rules, players)


@pytest.mark.dear
def test_every_seat_of_four_equals_its_definition_with_three_tiles():
    assert_every_seat({"tiles": (1, 2, 3), "dice": "1d6", "ties": "push"}, 4)


PLAIN = rule_sets((*TURN_FIELDS, "ties"), most_tiles=3)


@settings(max_examples=examples(40))
@given(PLAIN)
@example({"tiles": (1, 2, 4), "dice": "1d6", "ties": "push"})
def test_every_seat_equals_its_definition_where_the_highest_pays(rules):
    assert_every_seat(rules, 3, "highest-pays")


@pytest.mark.parametrize("ties", FIELDS["ties"].examples)
def test_every_seat_of_four_equals_its_definition_where_the_highest_pays(ties):
    assert_every_seat({"tiles": (1, 2), "dice": "1d6", "ties": ties}, 4, "highest-pays")


def assert_every_seat(rules, players, pays="lowest-takes"):
    literal = Table(players, pays, **rules)
    value = literal.after(())
    found = seats(Variant(**rules), players, pays).fractions
    assert found.evs == chances_of(literal, value, 0)
    assert found.wins == chances_of(literal, value, 1)
    assert sum(found.evs) == 0


@settings(max_examples=20)
@given(ALL_RULES, st.data())
def test_every_seats_turn_equals_its_definition(rules, data):
    assert_a_turn(rules, data, "lowest-takes")


@settings(max_examples=20)
@given(PLAIN, st.data())
def test_every_seats_turn_equals_its_definition_where_the_highest_pays(rules, data):
    assert_a_turn(rules, data, "highest-pays")


def assert_a_turn(rules, data, pays):
    variant = Variant(**rules)
    literal = Table(3, pays, **rules)
    scores = sorted({literal.oracle.score(frozenset(s)) for s in _sets(variant.tiles)})
    before = data.draw(st.lists(st.sampled_from(scores), max_size=2).map(tuple))
    if 0 in before and variant.immediate_clack:
        return
    counts = (min if pays == "lowest-takes" else max)(before, default=None)
    seat = len(before) + 1
    turn = seats(variant, 3, pays).fractions.play(seat, counts, max(before.count(counts), 1))
    worth = literal.best(before)
    for state in states_of(rules):
        compared, value = worth(state)
        assert turn.value(state) == compared[0] == value[seat - 1]
    best = turn.options(variant.tiles)[0]
    assert (best.win, best.tie) == (
        literal.after(before)[2 + seat],
        literal.after(before)[5 + seat],
    )


def _sets(tiles):
    return [
        tuple(t for i, t in enumerate(tiles) if mask >> i & 1) for mask in range(2 ** len(tiles))
    ]


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


@given(rule_sets(tuple(name for name in FIELDS if name != "tiles"), most_tiles=5))
@example(TWO_WAYS)
def test_two_seats_are_the_game_of_two(rules):
    solution = solve(Variant(**rules)).fractions
    found = seats(Variant(**rules), 2).fractions
    assert found.evs == (solution.first_player_ev, -solution.first_player_ev)
    assert found.wins == (solution.outcomes.first_wins, solution.outcomes.second_wins)
    assert not found.tie_breaks_matter
    for score in solution.second_player_values:
        assert found.play(2, score).value() == solution.value(score_to_beat=score)


@given(rule_sets((*TURN_FIELDS, "ties"), most_tiles=5))
def test_two_seats_of_which_the_highest_pays_are_the_game_of_two(rules):
    solution = solve(Variant(**rules)).fractions
    found = seats(Variant(**rules), 2, "highest-pays").fractions
    assert found.evs == (solution.first_player_ev, -solution.first_player_ev)
    assert found.wins == (solution.outcomes.first_wins, solution.outcomes.second_wins)
    for score in solution.second_player_values:
        assert found.play(2, score).value() == solution.value(score_to_beat=score)


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
    assert found.play(4, 3, holders=3) == found.play(4, 3)


def test_a_tie_with_more_is_worth_less():
    found = seats(Variant(tiles="3,6,9,12"), 4).fractions
    values = [found.play(4, 12, holders).value((3, 9)) for holders in (1, 2, 3)]
    assert values == sorted(values, reverse=True)
    assert len(set(values)) == 3


def test_where_a_clack_has_won_everything_is_worth_what_it_costs():
    turn = seats(Variant(immediate_clack=True, clack_payout=2), 3).fractions.play(3, 0)
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
        (lambda: table().play(0), PositionError, "seat: got 0; takes a whole number, 1 to 3"),
        (lambda: table().play(1, 12), PositionError, "score_to_beat: got 12; takes none"),
        (lambda: table().play(2), PositionError, "score_to_beat: got none; takes the lowest"),
        (lambda: table().play(2, 99), PositionError, "score_to_beat: got 99; takes a score"),
        (lambda: table().play(2, 3, 2), PositionError, "holders: got 2; takes 1"),
        (
            lambda: table().play(3, 3, 3),
            PositionError,
            "holders: got 3; takes a whole number, 1 or 2",
        ),
        (
            lambda: table().play(3, 3, 0),
            PositionError,
            "holders: got 0; takes a whole number, 1 or 2",
        ),
    ],
)
def test_what_is_asked_wrongly_says_what_it_takes(asked, error, what):
    with pytest.raises(error, match=what):
        asked()


def test_a_seats_turn_is_pickled_and_answers_the_same():
    turn = table().fractions.play(3, 2)
    again = pickle.loads(pickle.dumps(turn))
    assert again == turn
    assert again.options((1, 2)) == turn.options((1, 2))


def table():
    return seats(Variant(tiles=3, dice="1d4"), 3)
