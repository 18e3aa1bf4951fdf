"""One solved turn: what it is equal to, what it says of itself, and what it solves when."""

import pickle
import re
from itertools import product

import pytest

from twoplayer import Variant, one_player, seats, solve
from twoplayer.strategy import restarts
from twoplayer.turn import Option, SolvedTurn
from twoplayer.turn.induction import Turn


def test_turns_are_equal_only_if_rules_player_and_score_are(classic):
    turns = [
        classic.play(),
        classic.play(score_to_beat=5),
        classic.play(score_to_beat=12),
        solve("ten").play(score_to_beat=5),
    ]
    for place, turn in enumerate(turns):
        for other_place, other in enumerate(turns):
            assert (turn == other) == (place == other_place)
    assert len(set(turns)) == len(turns)
    assert classic.play(score_to_beat=5) == solve("classic").play(score_to_beat=5)


@pytest.mark.parametrize(
    ("turn", "said"),
    [
        (
            solve("ten").play(score_to_beat=12),
            "PlayerTurn(variant=Variant(tiles='1-10'), player='second', score_to_beat=12)",
        ),
        (
            solve("classic").play(),
            "PlayerTurn(variant=Variant(), player='first', score_to_beat=None)",
        ),
        (one_player("classic", "clack"), "OnePlayer(variant=Variant(), aim='clack')"),
    ],
    ids=["second", "first", "alone"],
)
def test_a_turn_says_what_was_solved(turn, said):
    assert repr(turn) == said
    assert isinstance(turn, SolvedTurn)


SMALL = Variant(tiles=3)


@pytest.mark.parametrize(
    ("turn", "whose"),
    [
        (solve(SMALL).play(), "The first player&#x27;s turn"),
        (solve(SMALL).play(score_to_beat=4), "The second player&#x27;s turn, to beat 4"),
        (seats(SMALL, 3).play(1), "Seat 1 of 3"),
        (seats(SMALL, 3).play(2, score_to_beat=4), "Seat 2 of 3, to beat 4"),
        (seats(SMALL, 3).play(3, score_to_beat=4, holders=2), "Seat 3 of 3, to beat 4 that 2 have"),
        (one_player(SMALL), "A turn for the lowest expected score"),
        (one_player(SMALL, "clack"), "A turn for the highest chance to clack"),
        (restarts(SMALL, "1/2"), "Starting again, every roll counts 1/2"),
    ],
    ids=lambda each: each if isinstance(each, str) else "",
)
def test_a_notebook_says_whose_turn_it_is_and_what_for(turn, whose):
    html = turn._repr_html_()
    assert html.startswith(f"<p>{whose}: 3 tiles, 1 to 3</p>")
    rows = dict(re.findall(r"<tr><td.*?>(.*?) *</td><td.*?> *(.*?) *</td></tr>", html))
    assert rows["open tiles"] == "1,2,3"
    assert rows["dice"] == "2"
    assert rows["exact"] == str(turn.value())
    assert list(rows) == ["open tiles", "dice", "value", "exact"]


def test_the_records_of_a_turn_are_its_states():
    turn = one_player(Variant(tiles=2))
    assert turn.to_records() == [
        {"open_tiles": [], "dice": [], "value": "0", "value_approx": 0.0},
        {"open_tiles": [1], "dice": [2], "value": "1", "value_approx": 1.0},
        {"open_tiles": [2], "dice": [2], "value": "35/18", "value_approx": 35 / 18},
        {"open_tiles": [1, 2], "dice": [2], "value": "25/9", "value_approx": 25 / 9},
    ]


@pytest.mark.parametrize(
    ("option", "title", "shown"),
    [
        (
            solve("ten").play(score_to_beat=5).options((9,), 4)[0],
            "Cover nothing: the turn ends",
            "wins (%)",
        ),
        (
            solve("classic").play(score_to_beat=12).options((1, 2, 5, 8), 8)[1],
            "Cover 1 + 2 + 5",
            "wins (%)",
        ),
        (one_player("classic").options((9,))[0], "Roll 2 dice", "exact"),
        (one_player("one-die-sum-6-forced").options((1,))[0], "Roll 1 die", "exact"),
    ],
    ids=["ends", "move", "dice", "die"],
)
def test_an_option_shows_what_it_is_and_its_chances_where_there_are_any(option, title, shown):
    html = option._repr_html_()
    assert html.startswith(f"<p>{title}</p>")
    assert shown in html
    assert ("wins" in html) == (option.win is not None)


def test_options_show_themselves_in_a_table_with_the_chances_that_there_are():
    of_two = solve("classic").play(score_to_beat=12).options((1, 2, 5, 8), 8)
    assert of_two == [*of_two]
    html = of_two._repr_html_()
    assert "8  " in html
    assert "1,2,5  " in html
    assert "wins (%)" in html
    assert "wins" not in one_player("classic").options((1, 2, 5, 8), 8)._repr_html_()
    assert [row["choice"] for row in of_two.to_records()] == [[8], [1, 2, 5]]
    assert one_player("classic").options(()).to_records() == []


def test_one_player_turns_of_other_aims_and_discounts_are_not_equal():
    assert one_player("classic") == one_player("classic")
    assert one_player("classic") != one_player("classic", "clack")
    assert restarts(Variant(tiles=3), "1/2") != restarts(Variant(tiles=3), "1/3")
    assert "discount=Fraction(1, 2)" in repr(restarts(Variant(tiles=3), "1/2"))


def test_further_components_are_solved_only_when_a_chance_is_asked_for(classic):
    plain, asked = classic.play(score_to_beat=12), []

    def refine():
        asked.append(True)
        return plain.refine()

    turn = SolvedTurn(plain.variant, plain.payoff, refine=refine)
    assert turn.value() == plain.value()
    assert turn.moves((1, 2, 5, 8), 8) == plain.moves((1, 2, 5, 8), 8)
    assert turn.optimal_dice((1, 2)) == plain.optimal_dice((1, 2))
    assert asked == []
    assert turn.options((1, 2, 5, 8), 8) == plain.options((1, 2, 5, 8), 8)
    turn.options((1, 2, 5, 8))
    assert len(asked) == 1, "and only once"


@pytest.mark.parametrize("beat", [None, 12])
def test_a_payoff_names_its_components_and_its_unit(classic, beat):
    turn = classic.play(score_to_beat=beat)
    assert turn.payoff.components == ("value",)
    whole = turn.refine()
    assert whole.components[:3] == ("value", "win", "clack")
    assert "tie" in whole.components
    assert not whole.minimise
    for open_tiles in ((3,), (1, 4), (3, 4, 5, 6, 7, 8, 9)):
        part = dict(zip(whole.components, whole.table[sum(open_tiles), 0].tolist(), strict=True))
        [option] = turn.options(open_tiles, 2)
        assert option.choice == ()
        assert whole.exact(part["value"]) == turn.fractions.ending_value(open_tiles)
        assert 0 <= part["win"] + part["tie"] <= whole.unit


def test_a_minimum_is_a_direction_of_the_payoff():
    lowest = one_player("classic")
    assert lowest.payoff.minimise
    assert lowest.payoff.unit == 1
    assert lowest.payoff.table[:, 0, 0].tolist()[:4] == [0, 1, 2, 3]
    assert lowest.ending_value((1, 2)) == 3
    worth = [option.value for option in lowest.options((1, 4, 5, 8), 9)]
    assert worth == sorted(worth) == list(lowest.moves((1, 4, 5, 8), 9).values())


def test_alone_nobody_wins_or_ties():
    [option] = one_player("classic").options((9,))
    assert option == Option(2, one_player("classic").value((9,)), None, None)


def test_where_the_turn_ends_the_one_option_is_to_cover_nothing(classic):
    assert classic.play(score_to_beat=5).options((9,), 4) == [Option((), -1, 0, 0)]
    assert classic.play(score_to_beat=9).options((9,), 4) == [Option((), 0, 0, 1)]
    assert classic.play(score_to_beat=10).options((9,), 4) == [Option((), 1, 1, 0)]
    assert classic.play(score_to_beat=10).options(()) == []


def test_with_a_discount_options_are_worth_what_moves_are():
    again = restarts("classic", "9/10")
    options = again.options((1, 2, 3, 4, 5, 6), 7)
    assert {o.choice: o.value for o in options} == again.moves((1, 2, 3, 4, 5, 6), 7)
    assert again.options((1, 2, 3))[0].value == again.value((1, 2, 3))
    [ends] = again.options((9,), 4)
    row = next(r for r in again.policy() if (r["open_tiles"], r["roll"]) == ((9,), 4))
    assert (ends.choice, ends.value) == ((), row["value"])


def test_a_turn_can_be_sent_to_another_process(classic):
    again = pickle.loads(pickle.dumps(classic.play(score_to_beat=12)))
    assert again == classic.play(score_to_beat=12)
    assert again.options((1, 2, 3), 3) == classic.play(score_to_beat=12).options((1, 2, 3), 3)


def test_what_is_solved_is_shared_by_the_same_turn_in_other_numbers(monkeypatch):
    solved = []
    optimum = Turn.optimum
    monkeypatch.setattr(Turn, "optimum", lambda *a: solved.append(a) or optimum(*a))
    solution = solve(Variant(tiles="3-7"))
    for numbers in (solution.fractions, solution, solution.fractions):
        numbers.value()
        numbers.value((3, 4))
        numbers.play().options((3, 4))
    assert len(solved) == 1


@pytest.mark.few(1)
@pytest.mark.parametrize("score_to_beat", [None, 0, 4])
def test_what_a_policy_reaches_is_what_comes_up_when_it_is_followed(score_to_beat):
    variant = Variant(tiles=5, one_die="sum <= 9", moves="sum-or-difference")
    turn = solve(variant).fractions.play(score_to_beat=score_to_beat)
    come_up = set()

    follow = [variant.tiles]
    while follow:
        open_tiles = follow.pop()
        for dice in turn.optimal_dice(open_tiles):
            for roll in product(range(1, 7), repeat=dice):
                if (open_tiles, tuple(sorted(roll))) in come_up:
                    continue
                come_up.add((open_tiles, tuple(sorted(roll))))
                moves = turn.optimal_moves(open_tiles, roll)
                follow += [tuple(tile for tile in open_tiles if tile not in m) for m in moves]

    every, reached = list(turn.policy()), list(turn.policy(reached=True))
    assert {(row["open_tiles"], row["roll"]) for row in reached} == come_up
    assert [row for row in every if (row["open_tiles"], row["roll"]) in come_up] == reached
    assert len(reached) < len(every)
