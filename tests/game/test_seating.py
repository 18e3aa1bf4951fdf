"""The values of standings: what each seat, each holder and each loser may expect."""

from fractions import Fraction

import pytest
from drawn import UNPAID

from twoplayer import Variant
from twoplayer.game.contest import Contest
from twoplayer.game.seating import (
    ANY_CLACK,
    CLACK,
    HOLDER,
    HOLDER_WINS,
    LOSER,
    LOSER_WINS,
    PAYS,
    Seating,
    at_table,
    ev_of,
    payoff_facing,
    wins_of,
)

RULES = Variant(tiles=3, dice="1d3")


def seated(rules, players, *, chances=False, pays="lowest-takes"):
    return Seating(Contest((rules,) * players), chances, pays=pays)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("ties", UNPAID)
@pytest.mark.parametrize("pays", PAYS)
def test_the_evs_in_every_standing_add_up_to_0(players, ties, pays):
    table = seated(RULES.replace(ties=ties), players, pays=pays)
    for seat, standings in at_table(table).items():
        played, to_come = seat - 1, [ev_of(later) for later in range(seat, players + 1)]
        for rank in range(len(table.contest.scores)) if played else [0]:
            for holders in range(1, min(played, table.holders) + 1) or [0]:
                evs = [standings.exact(ev, rank, holders or 1) for ev in to_come]
                if played:
                    evs += [standings.exact(HOLDER, rank, holders)] * holders
                    evs += [standings.exact(LOSER, rank, holders)] * (played - holders)
                assert len(evs) == players
                assert sum(evs) == 0


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("ties", UNPAID)
def test_after_a_clack_that_wins_at_once_its_player_has_won(players, ties):
    payout = Fraction(5, 2)
    rules = RULES.replace(ties=ties, clack_payout=payout, immediate_clack=True)
    table = seated(rules, players, chances=True)
    for seat, standings in at_table(table, since=2).items():
        expected = {HOLDER: payout * (players - 1), HOLDER_WINS: 1}
        for later in range(seat, players + 1):
            expected |= {ev_of(later): -payout, wins_of(later): 0}
        if seat <= players:
            expected[CLACK] = 0
        if seat > 2:
            expected |= {LOSER: -payout, LOSER_WINS: 0}
        assert {number: standings.exact(number, 0) for number in expected} == expected


def test_what_a_seat_plays_for_is_in_the_order_in_which_it_is_compared():
    def components(players, seat, *, chances):
        table = seated(RULES, players, chances=chances)
        after = at_table(table, since=seat + 1)[seat + 1]
        ranks, holders = ([0], 1) if seat > 1 else ([], 0)
        return list(payoff_facing(table, seat, after, ranks, holders).components)

    assert components(2, 1, chances=False) == components(2, 2, chances=False) == ["value"]
    assert components(3, 1, chances=False) == ["value", "seat 2"]
    assert components(3, 2, chances=False) == ["value", "holder"]
    assert components(3, 3, chances=False) == ["value", "holder"]
    assert components(4, 3, chances=False) == ["value", "holder", "seat 4"]
    of_seat = ["win", "clack", "no other clack", "tie"]
    ends = ["any clack", "clack pays"]
    assert components(3, 1, chances=True) == [
        *("value", "seat 2", *of_seat, "seat 2 wins", "seat 3 wins", *ends)
    ]
    assert components(3, 3, chances=True) == [
        *("value", "holder", *of_seat, "holder wins", "holder ties", *ends)
    ]


@pytest.mark.parametrize("pays", PAYS)
def test_who_has_no_choice_clacks_as_often_in_every_seat(pays):
    rules = Variant(tiles=2, dice="1d2")
    table = seated(rules, 3, chances=True, pays=pays)
    standings = at_table(table)
    assert [standings[seat].exact(CLACK, 0) for seat in (1, 2, 3)] == [Fraction(1, 2)] * 3
    assert standings[1].at_start(ANY_CLACK) == Fraction(7, 8)
