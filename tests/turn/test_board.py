"""The board of a turn: the tiles that can be covered, and those that no roll covers."""

import tracemalloc

import pytest
from drawn import TURN_FIELDS, rule_sets
from hypothesis import given
from narrowed import narrowed

from twoplayer import (
    Variant,
    ev_by_payout,
    fair_payouts,
    one_player,
    shared_box,
    simulate,
    solve,
    strategy_values,
)
from twoplayer.errors import GameTooLargeError, PositionError
from twoplayer.show import annotated_graph
from twoplayer.strategy import restarts, search_rules_of_thumb, transcript, winning_sequences
from twoplayer.turn import dag, state_graph
from twoplayer.turn.turns import board_of, turn_of
from twoplayer.variant.tiles import SCORINGS, tile_sets
from twoplayer.web.page import check_size


@pytest.mark.dear
@pytest.mark.parametrize("tiles", [13, 24])
def test_tiles_that_nothing_covers_make_no_states(tiles):
    twelve, more = solve(Variant(tiles=12)), solve(Variant(tiles=tiles))
    assert more.first_player_ev == twelve.first_player_ev
    assert len(state_graph(more.variant)) == 4096
    assert list(more.second_player_values) == list(range(tiles * (tiles + 1) // 2 + 1))


@pytest.mark.parametrize(
    "ask",
    [
        lambda variant: one_player(variant).value((1, 2, 3, 4)),
        lambda variant: one_player(variant).moves((), 5),
        lambda variant: solve(variant).play().options((1, 2, 4), 5),
        lambda variant: solve(variant).optimal_dice((1, 2)),
        lambda variant: solve(variant).play().ending_value((1, 2)),
        lambda variant: shared_box(variant).value(()),
        lambda variant: winning_sequences(variant, (1, 2, 3, 4)),
    ],
)
def test_a_state_that_no_turn_leads_to_is_refused(ask):
    said = (
        r"^open_tiles: got .*; takes tiles of the game, 1-4,30, each once, with 30, which no roll"
    )
    with pytest.raises(PositionError, match=said):
        ask(Variant(tiles="1-4,30"))


def test_the_values_of_a_turn_are_those_of_its_states():
    turn = one_player(Variant(tiles="1-3,30"))
    assert turn.values() == {tiles: turn.value(tiles) for tiles in turn.values()}
    assert {*turn.values()} == {(*tiles, 30) for tiles in tile_sets((1, 2, 3))}
    assert len(solve(Variant(tiles=24)).play().values()) == 4096


@given(rule_sets(("dice", "weights", "moves", "max_tiles", "stop_total")))
def test_a_tile_is_set_aside_only_where_no_move_covers_it(rules):
    variant = Variant(**rules)
    states = board_of(variant)
    assert sorted((*states.free, *states.uncoverable)) == list(variant.tiles)
    moves = [tiles for _, _, tiles in annotated_graph(variant).edges(data="move")]
    assert set(states.free) == {tile for move in moves for tile in move}


@given(rule_sets((*TURN_FIELDS, "scoring")))
def test_what_a_board_says_of_a_state_is_what_the_rules_say_of_its_tiles(rules):
    variant = Variant(**rules)
    board, score = board_of(variant), SCORINGS[variant.scoring].score
    assert [board.mask(tiles) for tiles in board.open_tiles] == list(range(board.size))
    turn = turn_of(variant)
    by_state = [turn.scores[rank] for rank in turn.ranks]
    assert by_state == [score(tiles) for tiles in board.open_tiles]
    for dice in board.dice:
        may = [dice in board.dice_in(tiles) if tiles else False for tiles in board.open_tiles]
        assert board.may_roll(dice).tolist() == may
        for roll in board.rolls(dice):
            moves = board.moves(roll)
            assert {board.covers[move] for move in moves} == board.sets(roll)
            legal = [any(m & state == m for m in moves) for state in range(board.size)]
            assert board.can_make(moves).tolist() == legal


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
    with pytest.raises(GameTooLargeError, match=r"^tiles: .* (takes at most|try) "):
        use(Variant(tiles=24, dice="4d6"))
    assert tracemalloc.get_traced_memory()[1] < 10e6
    tracemalloc.stop()


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ({"tiles": 24, "dice": "6d100"}, "more than 65536 sets of them"),
        (
            {"tiles": 17, "dice": "3d6", "opening_tile": 1},
            r"2\^17 states, and tables hold 65536",
        ),
        ({"tiles": 16, "dice": "4d6"}, "and 2 GB is the limit; try fewer tiles"),
    ],
)
def test_what_is_too_large_says_so(rules, said):
    with pytest.raises(GameTooLargeError, match=rf"^tiles: .*{said}"):
        solve(Variant(**rules))


def test_sets_that_are_too_many_for_one_move_do_not_count():
    sixteen = Variant(tiles=21, dice="6d100", max_tiles=1)
    assert board_of(sixteen).free == tuple(range(6, 22))
    assert len(state_graph(Variant(tiles="6-13", dice="6d100", max_tiles=1))) == 256


def test_too_many_scores_are_refused():
    with pytest.raises(GameTooLargeError, match=r"^scoring: 24 tiles by 'digits' have more than"):
        solve(Variant(tiles=24, scoring="digits"))


def test_so_many_scores_as_are_said_are_taken():
    assert len(turn_of(Variant(tiles="10-25", scoring="digits")).scores) == 2**16
    with pytest.raises(GameTooLargeError, match="17 tiles by 'digits' have more than 65536 scores"):
        len(turn_of(Variant(tiles="10-26", scoring="digits")).scores)


@narrowed(dag, MOST_STATES=2**6)
def test_so_many_states_as_are_said_are_taken():
    assert board_of(Variant(tiles=6, dice="2d7")).size == 2**6
    with pytest.raises(GameTooLargeError, match=r"in 2\^7 states, and tables hold 64;"):
        board_of(Variant(tiles=7, dice="2d7"))
