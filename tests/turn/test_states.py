"""States: the tiles that can be covered, and those that no roll covers."""

import tracemalloc

import pytest
from drawn import rule_sets
from hypothesis import given

from twoplayer import (
    GameTooLargeError,
    Variant,
    annotated_graph,
    ev_by_payout,
    fair_payouts,
    one_player,
    restarts,
    search_rules_of_thumb,
    simulate,
    solve,
    state_graph,
    strategy_values,
    transcript,
    winning_sequences,
)
from twoplayer.show.page import check_size
from twoplayer.turn.states import states_of
from twoplayer.variant.tiles import tile_sets


@pytest.mark.parametrize("tiles", [13, 24])
def test_tiles_that_nothing_covers_make_no_states(tiles):
    twelve, more = solve(Variant(tiles=12)), solve(Variant(tiles=tiles))
    assert more.first_player_ev == twelve.first_player_ev
    assert len(state_graph(more.variant)) == 4096
    assert list(more.second_player_values) == list(range(tiles * (tiles + 1) // 2 + 1))


def test_a_state_that_no_turn_leads_to_is_solved_when_it_is_asked_for():
    with_30, without = one_player(Variant(tiles="1-4,30")), one_player(Variant(tiles=4))
    assert with_30.value((1, 2, 3, 4)) == without.value()
    assert with_30.value(()) == 0
    sets = tile_sets(with_30.variant.tiles)
    assert with_30.values() == {tiles: with_30.value(tiles) for tiles in sets}
    assert with_30.moves((1, 2, 4), 5) == without.moves((1, 2, 4), 5)
    assert with_30.options((1, 2, 4)) == without.options((1, 2, 4))
    assert winning_sequences(with_30.variant, (1, 2, 3, 4)) == winning_sequences(without.variant)


@given(rule_sets(("dice", "moves", "max_tiles", "stop_total")))
def test_a_tile_is_set_aside_only_where_no_move_covers_it(rules):
    variant = Variant(**rules)
    states = states_of(variant)
    assert sorted((*states.free, *states.stuck)) == list(variant.tiles)
    moves = [tiles for _, _, tiles in annotated_graph(variant).edges(data="move")]
    assert set(states.free) == {tile for move in moves for tile in move}


@pytest.mark.parametrize(
    "use",
    [
        solve,
        state_graph,
        annotated_graph,
        one_player,
        ev_by_payout,
        fair_payouts,
        strategy_values,
        search_rules_of_thumb,
        winning_sequences,
        lambda variant: restarts(variant, "1/2"),
        lambda variant: simulate(variant, 10, 1),
        lambda variant: transcript(variant, 1),
        lambda variant: one_player(variant, "clack"),
        lambda variant: check_size([variant]),
    ],
)
def test_what_is_too_large_is_refused_before_memory_is_taken(use):
    tracemalloc.start()
    with pytest.raises(GameTooLargeError, match=r"^tiles: .* takes "):
        use(Variant(tiles=24, dice="4d6"))
    assert tracemalloc.get_traced_memory()[1] < 10e6
    tracemalloc.stop()


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ({"tiles": 24, "dice": "6d100"}, "more than 65536 sets of them"),
        (
            {"tiles": 17, "dice": "3d6", "opening_tile": 1},
            r"2\^17 states, and tables hold 65536",
        ),
        ({"tiles": 16, "dice": "4d6"}, "and 2 GB is the limit; takes fewer tiles"),
    ],
)
def test_what_is_too_large_says_so(rules, said):
    with pytest.raises(GameTooLargeError, match=rf"^tiles: .*{said}"):
        solve(Variant(**rules))


def test_sets_that_are_too_many_for_one_move_do_not_count():
    sixteen = Variant(tiles=21, dice="6d100", max_tiles=1)
    assert states_of(sixteen).free == tuple(range(6, 22))
    assert len(state_graph(Variant(tiles="6-13", dice="6d100", max_tiles=1))) == 256


def test_more_sets_than_states_have_no_list_of_values():
    with pytest.raises(GameTooLargeError, match=r"^tiles: 16777216 sets of them; takes at most"):
        solve(Variant(tiles=24)).play().values()


def test_too_many_scores_are_refused():
    with pytest.raises(GameTooLargeError, match=r"^scoring: 24 tiles by 'digits' have more than"):
        solve(Variant(tiles=24, scoring="digits"))
