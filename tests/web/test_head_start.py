"""Players of the page with rules of their own: links, the sheet, what is said of the odds.

What a game of both is worth, and what is kept of it, is compared with the library in Node.
"""

import re

from people import closed, go, leave, names, open_players, sheet
from person import button, covered, menu, roll, says, tap, tiles, touch, wait
from playwright.sync_api import expect
from touch import page_of

from twoplayer import Variant, solve
from twoplayer.web.link import link_to

CHILD = Variant(tiles=8, one_die="always")
MIA = link_to(Variant(), second=CHILD)


def rules_name(page):
    return page.locator("#rules-name")


def has_tiles(page, most):
    expect(tiles(page)).to_have_text([str(number) for number in range(1, most + 1)])


def is_at(page, link):
    wait(page)
    expect(page).to_have_url(re.compile(f"{re.escape(f'#{link}' if link else '.html')}$"))


def is_worth(page, variant, second):
    """See what the menu says that a game is worth, exactly."""
    menu(page)
    sheet(page, "Rules").get_by_text("The exact number").tap()
    ev = solve(variant, second=second).first_player_ev
    expect(page.locator("#verdict-exact")).to_have_text(f"{ev} stakes to the first player")
    tap(page, "Back to the game")


def test_a_link_or_the_page_gives_the_second_player_rules_of_her_own(visit, tmp_path):
    page = visit(MIA)
    expect(rules_name(page)).to_have_text("The classic game + Head start")
    is_at(page, MIA)
    is_worth(page, Variant(), CHILD)
    has_tiles(page, 9)
    roll(page, 1, 1)
    touch(page, 2)
    roll(page, 1, 1)
    go(page)
    has_tiles(page, 8)
    expect(page.locator("#chips").get_by_role("button")).to_have_text(
        ["1 die", "2 dice", "End the game"]
    )
    (tmp_path / "mia.toml").write_text('tiles = 8\none_die = "always"\n', "utf-8")
    path = page_of(tmp_path, f"classic --second-rules {tmp_path / 'mia.toml'}")
    page = visit(path=path)
    expect(rules_name(page)).to_have_text("The classic game + Head start")
    is_worth(page, Variant(), CHILD)
    is_at(page, "")
    page = visit("tiles=1-10", path=path)  # a link names rules of both
    expect(rules_name(page)).to_have_text("Ten")
    is_worth(page, Variant(tiles=10), Variant(tiles=10))


def give(page, number, *choices):
    """Give a player a head start, in the sheet of the players."""
    players = open_players(page)
    players.get_by_role("button", name="Head start").nth(number - 1).tap()
    start = sheet(page, "Head start")
    for title, choice in choices:
        start.get_by_role("group", name=title).get_by_role("button", name=choice).tap()
    return start


def press(start, name):
    start.get_by_role("button", name=name, exact=True).tap()
    expect(start).to_have_count(0)


def test_a_head_start_is_given_by_hand_weighed_at_once_kept_and_taken_back(visit):
    page = visit()
    start = give(page, 2, ("Tiles", "8"), ("A single die", "at any time"))
    expect(start).to_contain_text("about 30 stakes in 100 games go to the second player.")
    expect(start.get_by_role("listitem")).to_have_text(
        ["8 tiles, 1 to 8", "a single die may be rolled instead at any time"]
    )
    press(start, "Close")
    players = sheet(page)
    expect(players.get_by_role("button", name="Head start").last).to_have_text(
        "Head start: 8 tiles, 1 to 8; a single die may be rolled instead at any time"
    )
    players.get_by_label("Who starts the next game?").select_option("each in turn")
    players.get_by_role("button", name="Play", exact=True).tap()
    is_at(page, MIA)
    roll(page, 4, 5)
    touch(page, 9)
    press(give(page, 2), "No head start")
    sheet(page).get_by_role("button", name="Play", exact=True).tap()
    expect(rules_name(page)).to_have_text("The classic game")
    is_at(page, "tiles=1-9")
    tap(page, "Undo")
    is_at(page, MIA)
    expect(covered(page)).to_have_text(["9"])


def test_who_has_a_head_start_keeps_it_whoever_starts_and_when_the_page_was_closed(visit):
    page = visit("tiles=1-3")
    press(give(page, 2, ("Tiles", "2")), "Close")
    sheet(page).get_by_role("button", name="Play", exact=True).tap()
    leave(page, 4)
    has_tiles(page, 2)
    roll(page, 6, 6)
    go(page)
    tap(page, re.compile("^Again – player 2 starts"))
    has_tiles(page, 2)
    page = closed(page)
    has_tiles(page, 9)
    page.get_by_role("button", name=re.compile("^Go on: You were playing here")).tap()
    has_tiles(page, 2)
    expect(rules_name(page)).to_contain_text(" + ")
    roll(page, 6, 6)
    go(page)
    has_tiles(page, 3)


def twelves(page):
    """Play a turn by twelves alone, and pass the box on."""
    for move in ((3, 9), (4, 8), (5, 7)):
        roll(page, 6, 6)
        touch(page, *move)
    roll(page, 6, 6)
    go(page)


def test_of_three_each_plays_by_his_own_rules_without_odds(visit):
    page = visit()
    players = open_players(page)
    players.get_by_role("button", name="Add a player").tap()
    players.get_by_role("button", name="Head start").nth(2).tap()
    start = sheet(page, "Head start")
    start.get_by_role("group", name="Tiles").get_by_role("button", name="6").tap()
    expect(start).to_contain_text("With rules of one’s own there are odds for two players alone.")
    press(start, "Close")
    players.get_by_role("button", name="Play", exact=True).tap()
    expect(names(page)).to_have_count(3)
    for _ in range(2):
        has_tiles(page, 9)
        expect(rules_name(page)).to_have_text("The classic game")
        twelves(page)
    says(page, "Player 3, to beat 9")
    has_tiles(page, 6)
    expect(rules_name(page)).to_have_text("The classic game")  # by the rules of all
    button(page, re.compile("All odds")).tap()
    expect(sheet(page, "All odds")).to_contain_text("With rules of one’s own")
