"""A game on the board: rolled, covered, taken back, on paper, with its odds."""

import pickle
from copy import deepcopy
from random import Random

import pytest
from drawn import rule_sets
from hypothesis import given
from hypothesis import strategies as st
from oracle import Oracle

from twoplayer import InputError, Play, Variant, solve
from twoplayer.errors import PositionError
from twoplayer.variant.fields import FIELDS

EVERY_RULE = tuple(name for name in FIELDS if name != "tiles")
GAMES = rule_sets(EVERY_RULE, most_tiles=3)
SEEDS = st.integers(0, 2**32)
ONE = Variant(tiles="1-1", dice="1d1", immediate_clack=True)
LINES = "5+4: 9, 6+6: 3+4+5, 3+1: -\n5+2: 7, 6+3: 1+3+5, 6+1: -"
"""Two turns of the classic game."""


def acts(play, seed):
    """Go on with a game by chance, one roll or one move at a time, until it is over."""
    random, variant = Random(seed), play.variant
    while not play.over:
        if play.rolled is None:
            counts = variant.one_die.dice_counts(variant.dice.number, play.open_tiles)
            sides = variant.dice.sides
            play.roll(*(random.randint(1, sides) for _ in range(random.choice(counts))))
        else:
            play.cover(*random.choice(play.legal_moves))
        yield play


def some_of(rules, seed):
    """Return a game that is played by chance, for a while."""
    play = Play(Variant(**rules))
    for _, _ in zip(range(Random(seed).randint(0, 12)), acts(play, seed), strict=False):
        pass
    return play


@given(GAMES, SEEDS)
def test_the_text_of_a_game_is_read_back(rules, seed):
    for play in acts(Play(Variant(**rules)), seed):
        assert Play.of(play.variant, str(play)) == play
        assert len(str(play).splitlines()) == len({step.seat for step in play.steps})


@given(GAMES, SEEDS)
def test_whoever_takes_back_everything_is_at_the_start(rules, seed):
    play = Play(Variant(**rules))
    before = [play.copy()]
    before += [each.copy() for each in acts(play, seed)]
    assert before.pop() == play
    while before:
        play.undo()
        assert play == before.pop()
    assert play == Play(play.variant)
    with pytest.raises(PositionError, match=r"^undo: nothing was rolled yet"):
        play.undo()


@given(GAMES, SEEDS)
def test_legal_moves_are_those_that_the_checker_reads_in_the_rules(rules, seed):
    oracle = Oracle(**rules)
    for play in acts(Play(Variant(**rules)), seed):
        step, game = play.steps[-1], oracle.game
        roll = (sum(step.roll),) if game.by_total else step.roll
        covers = sorted(game.covers(step.open_tiles, roll))
        assert list(play.legal_moves) == (covers if step.cover is None else [])
        assert (step.cover == ()) == (not covers)
        assert len(step.roll) in game.dice_counts(step.open_tiles)


@given(GAMES, SEEDS)
def test_turns_end_as_the_checker_reads_in_the_rules(rules, seed):
    game = Oracle(**rules).game
    for play in acts(Play(Variant(**rules)), seed):
        *_, last = play.steps
        ends = last.cover == () or not last.left
        assert play.scores == tuple(
            game.score(step.left) for step in play.steps if step.cover == () or not step.left
        )
        second = last.seat == 1 and game.second_rolls(game.score(last.left))
        assert play.over == (ends and not second)
        assert play.seat == (None if play.over else 2 if ends else last.seat)
    assert play.first_player_ev == -(
        game.to_second(*play.scores) if len(play.scores) > 1 else game.to_second(0, 1)
    )


CHANCES = ("first_wins", "tie", "second_wins", "first_clacks", "second_clacks", "clack_pays")


@given(GAMES)
def test_the_chances_at_the_start_are_those_of_the_solution(rules):
    play, solution = Play(Variant(**rules)), solve(Variant(**rules))
    assert play.chances == solution.outcomes
    assert play.chances.to_records() == solution.outcomes.to_records()
    assert play.first_player_ev == solution.first_player_ev


@given(GAMES, SEEDS)
def test_the_chances_are_those_that_the_oracle_has(rules, seed):
    """Before a roll; and after one those of the best move, by everything that decides."""
    oracle = Oracle(**rules)
    for play in acts(Play(Variant(**rules)), seed):
        if play.over or play.rolled is not None:
            continue
        now, open_tiles = play.chances.fractions, frozenset(play.open_tiles)
        of_turn = oracle.first_plays() if play.seat == 1 else oracle.second_plays(play.scores[0])
        value, wins, clacks, *others, tie = of_turn(open_tiles)
        ours, theirs = ("first", "second")[:: 1 if play.seat == 1 else -1]
        assert (getattr(now, f"{ours}_wins"), now.tie) == (wins, tie)
        assert getattr(now, f"{theirs}_wins") == 1 - wins - tie
        assert getattr(now, f"{ours}_clacks") == clacks
        assert play.first_player_ev == (value if play.seat == 1 else -value)
        known = [-other for other in others] or [play.scores[0] == 0]
        assert getattr(now, f"{theirs}_clacks") == known[0]


@given(GAMES, SEEDS)
def test_at_the_end_it_is_certain_who_has_won(rules, seed):
    *_, play = acts(Play(Variant(**rules)), seed)
    chances = play.chances.fractions
    assert {getattr(chances, name) for name in CHANCES} <= {0, 1}
    assert chances.first_wins + chances.tie + chances.second_wins == 1
    assert (chances.first_clacks, chances.second_clacks)[: len(play.scores)] == tuple(
        int(score == 0) for score in play.scores
    )


@given(GAMES, SEEDS)
def test_a_copy_goes_on_by_itself(rules, seed):
    play = some_of(rules, seed)
    for same in (play.copy(), deepcopy(play), pickle.loads(pickle.dumps(play))):
        assert same == play
        for _ in acts(same, seed):
            assert same != play


def test_dice_and_tiles_may_come_in_any_order():
    one, other = Play("classic"), Play("classic")
    one.roll(3, 5)
    one.cover(7, 1)
    other.roll(5, 3)
    other.cover(1, 7)
    assert one == other == Play.of("classic", " 3+5 :7 + 1")
    assert one != Play(Variant(ties="first"))
    assert repr(one) == "Play.of(Variant(), '5+3: 1+7')"


def test_the_number_of_dice_is_said_by_the_roll():
    play = Play(Variant(one_die="max <= 6", tiles=6))
    play.roll(5)
    play.cover(5)
    play.roll(4, 2)
    assert str(play) == "5: 5, 4+2"
    assert play.legal_moves == ((1, 2, 3), (2, 4), (6,))


def test_before_a_roll_and_after_a_turn_nothing_is_to_be_covered():
    play = Play("classic")
    assert (play.legal_moves, play.rolled, play.score_to_beat) == ((), None, None)
    assert (play.text, str(play)) == ("", "The first player is to roll.")
    play = Play.of("classic", LINES.splitlines()[0])
    assert (play.legal_moves, play.seat, play.scores) == ((), 2, (24,))
    assert (play.open_tiles, play.score_to_beat) == (tuple(range(1, 10)), 24)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("5+3: 9", "line 1, roll 1: cover: got (9,); takes 1+2+5, 1+3+4, 1+7, 2+6, 3+5 or 8"),
        ("5+3: -", "line 1, roll 1: cover: got '-'; takes 1+2+5"),
        ("7+1: 8", "line 1, roll 1: roll: got (7, 1); takes 2 dice from 1 to 6"),
        ("5: 5", "line 1, roll 1: roll: got (5,); takes 2 dice from 1 to 6"),
        ("5+4: 9,", "line 1, roll 2: roll: got ''; takes dice, a colon and tiles"),
        ("nine", "line 1, roll 1: roll: got 'nine'; takes dice"),
        (
            "5+4, 3+1: 4",
            "line 1, roll 2: roll: got (3, 1), but 5+4 is to be covered first, by 1+2+6",
        ),
        ("5+4: 9, 5+4: 8", "line 1, roll 2: cover: got (8,); takes 1+2+6, 1+3+5"),
        ("5+4: 9\n3+1: 4", "line 2, roll 1: the turn before is not over"),
        ("\n6+6: 3+9, 6+6: 4+8, 6+6: 12", "line 2, roll 3: cover: got (12,); takes 1+5+6 or 5+7"),
        ("6+6: 3+9, 6+6: 4+8, 6+6: 5+7, 6+6: 6", "line 1, roll 4: cover: got (6,); 6+6 covers"),
        (LINES.replace("\n", ", "), "line 1, roll 4: the turn is over before it, and the next"),
        (f"{LINES}\n1+1: 2", "line 3, roll 1: the game is over before it"),
    ],
)
def test_a_faulty_text_is_told_where_it_is_and_what_was_expected(text, said):
    with pytest.raises(PositionError) as caught:
        Play.of("classic", text)
    assert str(caught.value).startswith(f"text: {said}")


@pytest.mark.parametrize(
    ("act", "said"),
    [
        (lambda play: play.cover(8), r"cover: got \(8,\); takes a roll first"),
        (lambda play: play.roll(), r"roll: got \(\); takes 2 dice from 1 to 6"),
        (lambda play: play.roll((3, 4), 5), r"roll: got \(\(3, 4\), 5\); takes 2 dice"),
        (
            lambda play: [play.roll(3, 4), play.roll(3, 4)],
            r"roll: got \(3, 4\), but 4.3 is to be cov",
        ),
        (lambda play: [play.roll(3, 4), play.cover()], r"cover: got \(\); takes 1.2.4, 1.6"),
        (lambda play: [play.roll(3, 4), play.cover("7")], r"cover: got \('7',\); takes 1.2.4"),
        (lambda play: [play.__init__(ONE), play.roll(1), play.cover(1), play.cover(1)], "is over"),
        (lambda play: play.review(3), "seat: got 3; takes a whole number, 1 or 2"),
        (lambda play: Play.of("classic", 5), "text: got 5; takes a line for each turn"),
        (lambda play: Play("sixteen"), "got 16 games"),
    ],
)
def test_what_cannot_be_done_is_told(act, said):
    with pytest.raises(InputError, match=said):
        act(Play("classic"))


def test_a_picture_of_an_empty_box_says_so():
    assert 'aria-label="open: nothing; rolled: nothing"' in Play.of(ONE, "1: 1")._repr_html_()


@pytest.mark.parametrize("text", ["", "5+4: 9, 6+6", LINES])
def test_a_notebook_draws_the_tiles_the_dice_and_the_odds(text):
    play = Play.of("classic", text)
    html = play._repr_html_()
    assert html.count("<rect") == 9 + 2 * (play.rolled is not None)
    assert html.count("#999") == 2 * (9 - len(play.open_tiles))
    who = "The game is over" if play.over else "The first player"
    assert f"<p>{who}" in html
    assert "second player wins (%)" in html


def test_of_very_many_moves_the_first_are_named():
    """With the tiles 1 to 11 there are twelve for an 11, and fifteen for a 12 with the tile 12."""

    def said(tiles, dice):
        play = Play(Variant(tiles=tiles))
        play.roll(*dice)
        with pytest.raises(InputError) as error:
            play.cover(1)
        return len(play.legal_moves), str(error.value)

    count, twelve = said(11, (6, 5))
    assert (count, twelve.count(",") + twelve.count(" or "), "others" in twelve) == (12, 12, False)
    count, more = said(12, (6, 6))
    assert more.endswith(f" or {count - 12} others")
