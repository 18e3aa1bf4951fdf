"""Players of the page with rules of their own: odds, links, what is kept, the sheet."""

import random

import pytest
from conftest import examples
from drawn import pairs
from hypothesis import given, settings
from hypothesis import strategies as st
from test_page import drawn_positions
from touch import go, kinds, menu, page_of, roll, solved, spelled, tap, touch

from twoplayer import Play, Variant, solve
from twoplayer.exact import fraction_text
from twoplayer.turn.turns import board_of
from twoplayer.variant.tiles import tile_sets
from twoplayer.web.link import link_to

dear = pytest.mark.dear

CHILD = Variant(tiles=8, one_die="always")
MIA = link_to(Variant(), second=CHILD)

EV = "fractionText(solver().ev)"
WORTHS = """
async ([rules, second, positions]) => {
  const odds = await new Odds(read(rules), undefined, read(second)).solve();
  return positions.map(([beat, set]) => {
    const player = beat === null ? odds.firstPlayer() : odds.player(BigInt(beat));
    const { value, win, tie } = player.worth(set);
    return [value, win, tie].map(fractionText);
  });
}
"""


def open_tiles(page):
    return [number for number, kind in kinds(page).items() if kind.startswith("open")]


def test_a_link_gives_the_second_player_rules_of_her_own(open_page):
    page = solved(open_page(link=MIA))
    assert page.evaluate(EV) == str(solve(Variant(), second=CHILD).first_player_ev)
    assert page.evaluate("location.hash") == f"#{MIA}"
    assert page.evaluate("linkToGame()") == MIA
    assert page.locator("#rules-name").inner_text() == "The classic game + Head start"
    assert open_tiles(page) == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    roll(page, 1, 1)
    touch(page, 2)
    roll(page, 1, 1)
    go(page)
    assert open_tiles(page) == [1, 2, 3, 4, 5, 6, 7, 8]
    assert page.locator("#chips button").all_inner_texts() == ["1 die", "2 dice", "End the game"]


@dear
def test_the_name_of_rules_of_all_is_said_once(open_page):
    page = open_page(link="one_die=sum%20%3C%3D%206")
    assert " : " not in page.locator("#rules-name").inner_text()


@dear
def test_drawn_positions_by_drawn_rules_of_both_are_worth_what_the_library_says(open_page):
    page = open_page()

    @given(pairs(), st.integers(0, 2**32))
    @settings(max_examples=examples(60))
    def check(rules, seed):
        first, second = (Variant(**each) for each in rules)
        solution, asked, expected = solve(first, second=second).fractions, [], []
        for beat, tiles, _ in drawn_positions(first, random.Random(seed), 5, second):
            mine = first if beat is None else second
            asked.append([beat if beat is None else str(beat), tile_sets(mine.tiles).index(tiles)])
            [_, *worth] = solution.play(score_to_beat=beat).options(tiles)[0]
            expected.append(list(map(fraction_text, worth)))
        assert page.evaluate(WORTHS, [*map(spelled, rules), asked]) == expected

    check()


PLAYED = "(link) => { openLink(link); draw(); return [fault, onPaper(), linkToGame()]; }"


@dear
def test_the_page_opens_what_play_writes_of_both(open_page):
    page = solved(open_page())

    @given(pairs(), st.integers(0, 2**32))
    @settings(max_examples=examples(60))
    def check(rules, seed):
        first, second = (Variant(**each) for each in rules)
        play, chance = Play(first, second), random.Random(seed)
        for _ in range(chance.randint(0, 20)):
            if play.over:
                break
            mine = (first, second)[play.seat - 1]
            count = chance.choice(board_of(mine).dice_in(play.open_tiles))
            play.roll(*(chance.randint(1, mine.dice.sides) for _ in range(count)))
            if play.legal_moves:
                play.cover(*chance.choice(play.legal_moves))
        link = link_to(first, play.text, second=second)
        assert page.evaluate(PLAYED, f"#{link}") == ["", play.text, link]

    check()


@dear
@pytest.mark.parametrize(
    ("second", "said"),
    [
        ("tiles%3D0", "second: tiles: got"),
        ("ties%3Dfirst", "second: ties: got 'first'"),
        ("second%3Dtiles%253D8", "second: second: an unknown rule"),
        ("nobody", "no name of the catalogue"),
        ("tiles%3D8&second=tiles%3D8", "given twice"),
    ],
)
def test_rules_of_her_own_that_cannot_be_are_refused(open_page, second, said):
    page = open_page(link=f"tiles=1-9&second={second}")
    assert said in page.locator("#fault").text_content()
    assert page.evaluate("haveOwn()") is False


@dear
def test_a_page_begins_with_the_rules_of_both(open_page, tmp_path):
    (tmp_path / "mia.toml").write_text('tiles = 8\none_die = "always"\n', "utf-8")
    path = page_of(tmp_path, f"classic --second-rules {tmp_path / 'mia.toml'}")
    page = solved(open_page(path=path))
    assert page.evaluate(EV) == str(solve(Variant(), second=CHILD).first_player_ev)
    assert page.evaluate("location.hash") == ""
    page = solved(open_page(path=path, link="tiles=1-10"))
    assert page.evaluate("haveOwn()") is False, "the link names rules of both"


# The sheet of the players


def give_head_start(page, row, *choices):
    menu(page, "Players")
    page.locator("#names .own").nth(row).tap()
    for value in choices:
        page.locator(f"#head-starts [data-value='{value}']").tap()


@dear
def test_a_head_start_is_given_by_hand_and_weighed_at_once(open_page):
    page = solved(open_page())
    give_head_start(page, 1, "1-8", "always")
    page.locator("#head-start-verdict:has-text('the first player loses 30.')").wait_for()
    words = page.locator("#head-start-words li").all_inner_texts()
    assert words == ["8 tiles, 1 to 8", "a single die may be rolled instead at any time"]
    page.locator("#close-head-start").tap()
    tap(page, "Play")
    assert page.evaluate("location.hash") == f"#{MIA}"
    assert page.evaluate("solver().link") == MIA


@dear
def test_who_has_a_head_start_keeps_it_whoever_starts_and_when_the_page_is_closed(open_page):
    page = solved(open_page())
    give_head_start(page, 1, "1-8")
    page.locator("#close-head-start").tap()
    page.locator("#starts").select_option("turn")
    tap(page, "Play")
    page.evaluate("lay({ game: { ...game, phase: 'over', left: [20n, 10n], player: 2 } })")
    page.evaluate("playAgain()")
    assert page.evaluate("solver().link") == "tiles=1-8&second=tiles%3D1-9"
    assert open_tiles(page) == [1, 2, 3, 4, 5, 6, 7, 8]
    again = "(() => { const { link, seats } = going(); openLink(link, readSeats(seats)); })()"
    page.evaluate(again)
    assert page.evaluate("[solver().link, linkTo(game.rules)]") == [
        "tiles=1-8&second=tiles%3D1-9",
        "tiles=1-9",
    ]
    page.evaluate("playBy(read({ tiles: '1-10' }))")
    assert page.evaluate("bothRules().map(linkTo)") == ["tiles=1-8", "tiles=1-10"]


@dear
def test_a_head_start_is_taken_back(open_page):
    page = solved(open_page(link=MIA))
    give_head_start(page, 1)
    tap(page, "No head start", "Play")
    assert page.evaluate("haveOwn()") is False
    tap(page, "Undo")
    assert page.evaluate("solver().link") == MIA


@dear
def test_of_three_each_plays_by_his_own_rules_without_odds(open_page):
    page = open_page()
    menu(page, "Players")
    tap(page, "Add a player")
    page.locator("#names .own").nth(2).tap()
    page.locator("#head-starts [data-value='1-6']").tap()
    assert page.locator("#head-start-verdict").inner_text().startswith("With rules of one’s own")
    page.locator("#close-head-start").tap()
    tap(page, "Play")
    page.evaluate("change({ ...nextTurn([20n, 30n]), left: [20n, 30n], handed: false })")
    assert open_tiles(page) == [1, 2, 3, 4, 5, 6]
    page.locator("#all-odds").tap()
    assert page.locator("#worth").inner_text().startswith("With rules of one’s own")
