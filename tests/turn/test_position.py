"""Positions: what is said of those that cannot occur."""

import pytest

from twoplayer import Variant, roll_by_roll, shared_box, solve
from twoplayer.errors import PositionError


def test_dice_in_any_order_or_their_total_mean_the_same(classic):
    every = [classic.moves(range(1, 10), roll) for roll in (7, (3, 4), (4, 3), [4, 3])]
    assert all(moves == every[0] for moves in every)


@pytest.mark.parametrize(
    ("call", "named"),
    [
        (lambda s: s.value((1, 10)), "open_tiles"),
        (lambda s: s.value((1, 1)), "open_tiles"),
        (lambda s: s.value((1,), score_to_beat=46), "score_to_beat"),
        (lambda s: s.value((1,), score_to_beat=-1), "score_to_beat"),
        (lambda s: s.moves((1, 2), 1), "roll"),
        (lambda s: s.moves((1, 2), 13), "roll"),
        (lambda s: s.moves((1, 2), (3,)), "roll"),
        (lambda s: s.moves((1, 2), (0, 3)), "roll"),
        (lambda s: s.moves((1, 2), (1, 2, 3)), "roll"),
        (lambda s: s.moves((1, 2), 7.0), "roll"),
        (lambda s: s.moves((1, 2), "34"), "roll"),
        (lambda s: s.optimal_moves((1, 2), (7, 1)), "roll"),
    ],
)
def test_an_impossible_position_says_what_was_expected_and_what_came(classic, call, named):
    with pytest.raises(PositionError, match=f"^{named}: got .*; takes "):
        call(classic)


@pytest.mark.parametrize(
    "position",
    [
        solve(Variant(tiles=4)).play().at((1, 2, 3)),
        solve(Variant(tiles=4)).play(score_to_beat=3).at((1, 2, 3)),
        roll_by_roll(Variant(tiles=4)).at((1, 2, 3), (2, 4)),
        roll_by_roll(Variant(tiles=4)).at((1, 2, 3), (2, 4), out=2),
        shared_box(Variant(tiles=4, one_die="always")).at((1, 2, 3)),
    ],
    ids=["first", "second", "rolls", "alone", "box"],
)
def test_a_position_is_worth_what_its_best_options_are_in_every_order_of_play(position):
    by_dice = position.options()
    best = [option.choice for option in by_dice if option.value == position.value()]
    assert position.optimal_dice() == tuple(sorted(best)) != ()
    assert [row["dice"] for row in position.to_records()] == [each.choice for each in by_dice]
    for roll in position.rolls():
        options, moves = position.options(roll), position.moves(roll)
        assert {each.choice: each.value for each in options if each.choice} == moves
        most = [move for move, value in moves.items() if value == options[0].value]
        assert sorted(most) == list(position.optimal_moves(roll))


def test_where_the_dice_matter_a_total_is_not_enough():
    solution = solve(Variant(tiles=6, moves="one-tile"))
    with pytest.raises(PositionError, match="roll: got 7; takes 2 dice from 1 to 6"):
        solution.moves((1, 6), 7)
    assert set(solution.moves((1, 6), (1, 6))) == {(1,), (6,)}


def test_where_the_dice_matter_a_number_means_a_die_only_if_no_more_may_be_rolled():
    rules = {"tiles": 6, "moves": "one-tile"}
    choice, forced = (
        solve(Variant(**rules, one_die=one_die)) for one_die in ("always", "forced max <= 6")
    )
    with pytest.raises(PositionError, match="roll: got 6; takes 1 or 2 dice from 1 to 6"):
        choice.moves((1, 6), 6)
    assert choice.moves((1, 6), (6,)).keys() == {(6,)}
    assert forced.moves((1, 6), 6) == forced.moves((1, 6), (6,))


def test_one_die_may_be_rolled_only_where_the_rules_allow():
    solution = solve(Variant(tiles=6, one_die="sum <= 6"))
    assert solution.moves((1, 5), 1) == solution.moves((1, 5), (1,))
    with pytest.raises(PositionError, match="takes 2 dice"):
        solution.moves((1, 6), (1,))


def test_a_tile_of_very_many_digits_is_not_written_out(classic):
    with pytest.raises(PositionError) as error:
        classic.value((10**5000,))
    assert len(str(error.value)) < 200


SMALL = Variant(tiles=4)
ASKED = [
    (solve(SMALL), ((1, 2, 4),), {"score_to_beat": 3}),
    (solve(SMALL).play(score_to_beat=3), ((1, 2, 4),), {}),
    (roll_by_roll(SMALL), ((1, 3), (1, 2, 4)), {"to_roll": 2}),
    (shared_box(SMALL), ((1, 2, 4),), {}),
]


@pytest.mark.parametrize(("result", "tiles", "named"), ASKED)
def test_what_is_asked_of_a_result_is_what_its_position_says(result, tiles, named):
    position = result.at(*tiles, **named)
    for ask in ("value", "optimal_dice", "options"):
        of_result, of_position = getattr(result, ask), getattr(position, ask)()
        assert of_result(*tiles, **named) == of_position
    for ask in ("moves", "optimal_moves", "options"):
        of_result, of_position = getattr(result, ask), getattr(position, ask)(4)
        assert of_result(*tiles, 4, **named) == of_position
        assert of_result(*tiles, roll=4, **named) == of_position
        assert of_position


@pytest.mark.parametrize(("result", "tiles", "named"), ASKED)
def test_a_roll_is_needed_for_moves_and_is_given_once(result, tiles, named):
    for arguments, more in (((), {}), ((4,), {"roll": 4})):
        with pytest.raises(TypeError, match="roll"):
            result.moves(*tiles, *arguments, **more, **named)
