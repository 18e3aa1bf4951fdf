"""Players of the page with rules of their own: odds, links, what is kept, the sheet."""

import random

import pytest
from conftest import examples
from drawn import pairs
from hypothesis import given, settings
from hypothesis import strategies as st
from test_page import drawn_positions
from touch import go, kinds, page_of, roll, solved, spelled, touch

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
    assert page.locator("#rules-name").inner_text() == "classic : your own"
    assert open_tiles(page) == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    roll(page, 1, 1)
    touch(page, 2)
    roll(page, 1, 1)
    go(page)
    assert open_tiles(page) == [1, 2, 3, 4, 5, 6, 7, 8]
    assert page.locator("#chips button").all_inner_texts() == ["1 die", "2 dice"]


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
            [_, *worth] = solution.play(beat).options(tiles)[0]
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
