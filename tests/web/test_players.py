"""An evening on the page: names, starters, several players and rounds, the program as a player.

What the page computes of them is compared with their definitions in Node; the rules of thumb by
which the program plays, with those of the cards.
"""

import re
from urllib.parse import unquote

import pytest
from evenings import games_with_cards, known, rules_in
from people import leave, names, open_players, seat, sheet, take, tell
from person import (
    NARROW,
    PHONE,
    button,
    covered,
    inside,
    menu,
    roll,
    says,
    status,
    tap,
    tile,
    tiles,
    touch,
    wait,
)
from playwright.sync_api import expect

from twoplayer import Variant, card, seats, variants
from twoplayer.exact import decimal_text
from twoplayer.web.link import link_to

dear = pytest.mark.dear

# The rules of thumb


@pytest.mark.parametrize("link", ["tiles=4-9", "tiles=1,3,5,7,9"])
def test_the_rules_of_thumb_are_those_of_the_cards(link):
    equal_cards(link)


@dear
@pytest.mark.parametrize("link", games_with_cards())
def test_all_rules_of_thumb_are_those_of_the_cards(link):
    equal_cards(link)


def equal_cards(link):
    for player in ("first", "second"):
        found, kept = card(rules_in(link), player, lines=0), known(link, player)
        assert [list(each) for each in found.rule] == kept["rule"]
        assert (found.one_die and str(found.one_die)) == kept.get("one_die")


def test_every_game_of_the_sixteen_has_a_card():
    links = {unquote(link_to(variant)) for variant in variants("sixteen")}
    assert links <= {*games_with_cards()}


# An evening


def title(page):
    return page.get_by_role("heading", level=1)


def lines(page):
    """Return the score sheet of the evening, cell by cell."""
    rows = sheet(page).get_by_role("table").get_by_role("row")
    return [row.split("\t") for row in rows.all_inner_texts()]


def test_an_evening_has_names_a_tally_and_starters_in_turn(visit):
    page = visit("tiles=1-3", size=NARROW)
    seat(page, ["Ann", "Ben"])
    expect(names(page)).to_have_text(["Ann", "Ben"])
    expect(title(page)).to_have_text("Game 1, 0 : 0")
    says(page, "Ann: roll 2 dice.")
    roll(page, 6, 6)
    tap(page, "6 left: pass to Ben")
    curtain = page.get_by_role("dialog", name="Ben")
    expect(curtain).to_contain_text("Beat Ann’s 6")
    take(page)
    roll(page, 1, 2)
    touch(page, 3)
    roll(page, 6, 6)
    tap(page, "3 left: see who has won")
    says(page, "Ann leaves a score of 6. Ben leaves a score of 3. Ben wins 1 stake.")
    expect(title(page)).to_have_text("Game 1, 0 : 1")
    tap(page, "Again – Ben starts")
    says(page, "Ben: ")
    expect(page.locator("#seat-2")).to_have_class(re.compile("playing"))
    expect(title(page)).to_have_text("Game 2, 0 : 1")
    tap(page, "Undo")
    expect(title(page)).to_have_text("Game 1, 0 : 1")
    tell(page, "The evening")
    assert lines(page) == [
        ["Player", "Games won", "Stakes", "1"],
        ["● Ann", "0", "-1", "6"],
        ["▲ Ben", "1", "1", "3 ★"],
    ]
    tap(page, "Close", "Again – Ben starts")
    open_players(page).get_by_role("button", name="Add a player").tap()
    expect(page.locator("#players-remarks")).to_contain_text("A new evening begins.")
    tap(page, "Clear the evening")
    expect(title(page)).to_have_text("Shut the Box")
    expect(names(page)).to_have_text(["Player 1", "Player 2"])


def test_the_sheet_of_the_players_says_what_goes(visit):
    page = visit("tiles=1-12&clack_payout=2")
    players = open_players(page)
    remarks = page.locator("#players-remarks")
    play = players.get_by_role("button", name="Play", exact=True)
    field, way = (
        players.get_by_label("Name of player 2"),
        players.get_by_label("How player 2 plays"),
    )
    expect(field).to_have_attribute("placeholder", "Player 2")
    way.select_option("by the card")
    expect(field).to_have_attribute("placeholder", "Program 2")
    expect(remarks).to_have_text("By these rules the program has no card: it plays the best.")
    way.select_option("person")
    expect(field).to_have_attribute("placeholder", "Player 2")
    expect(remarks).to_be_empty()
    players.get_by_label("A game has").select_option("3 rounds")
    expect(remarks).to_contain_text("Several rounds need rules")
    expect(play).to_have_attribute("aria-disabled", "true")
    play.tap(force=True)
    expect(players).to_be_visible()
    players.get_by_label("A game has").select_option("1 round")
    add, drop = (players.get_by_role("button", name=name) for name in ("Add a", "Remove player"))
    expect(drop.first).to_have_attribute("aria-disabled", "true")
    for _ in range(6):
        add.tap()
    expect(add).to_have_attribute("aria-disabled", "true")
    expect(remarks).to_contain_text(re.compile(r"there are odds for up to 2 players"))
    drop.nth(2).tap()
    expect(drop).to_have_count(7)
    players.get_by_label("Name of player 7").fill("Zoe")
    play.tap()
    expect(names(page)).to_have_text([*(f"Player {number}" for number in range(1, 7)), "Zoe"])


HOSTILE = {
    "<img src=x onerror=alert(1)>": "<img src=x onerror=a",
    "<b>Ann</b>": "<b>Ann</b>",
    "N" * 20: "N" * 20,
    "שרה\u202e": "\u2068שרה\u2069",
    "a    b": "a b",
    "${who}": "${who}",
    "__proto__": "__proto__",
    "": "Player 8",
}
FOUR = dict.fromkeys(("Ann", "Ben", "Cleo", "Dan"))
SCORES = [4, 6, 3, 0, 6, 4, 3, 3]
"""What the seats leave, round by round."""


@pytest.mark.parametrize(("size", "people", "rounds"), [(NARROW, HOSTILE, 1), (PHONE, FOUR, 2)])
def test_an_evening_by_touch_where_nothing_moves(visit, size, people, rounds):
    page = visit("tiles=1-3", size=size)
    seat(page, [*people], rounds=rounds)
    shown = [*people.values()] if people is HOSTILE else [*people]
    expect(names(page)).to_have_text(shown)
    expect(page.locator("#rail img, #rail li b")).to_have_count(0)
    box, dock = page.get_by_role("main"), page.get_by_role("region", name="Play")
    before = [part.bounding_box() for part in (box, dock)]
    count, sums = len(shown), [0] * len(shown)
    for number in range(rounds):
        if rounds > 1:
            expect(title(page)).to_have_text(f"Round {number + 1} of {rounds}")
        for turn in range(count):
            place = (number + turn) % count
            says(page, re.compile(f"^{re.escape(shown[place])}[:,] "))
            score = SCORES[(3 * number + turn) % len(SCORES)]
            sums[place] += score
            leave(page, score)
            assert [part.bounding_box() for part in (box, dock)] == before
            inside(page, page.locator("#go"), status(page), tiles(page))
        if number + 1 < rounds:
            says(page, f"Round {number + 1} of {rounds} is over.")
            tap(page, f"Next round: {shown[number + 1]} starts")
            take(page)
    says(page, re.compile(r"stakes?( each)?\."))
    tell(page, "The evening")
    rows = lines(page)[1:]
    played = [[int(cell.split()[0]) for cell in row[3:]] for row in rows]
    assert [*map(sum, played)] == sums
    assert ["★" in row[-1] for row in rows] == [each == min(sums) for each in sums]
    tap(page, "Close")
    wait(page)
    page.reload()
    expect(names(page)).to_have_text(shown)


def test_the_rail_tells_the_odds_of_everybody_or_why_there_are_none(visit):
    page = visit("tiles=1-4&dice=1d6")
    seat(page, ["Ann", "Ben", "Cleo"])
    table = seats(Variant(tiles=4, dice="1d6"), 3)
    rail = page.get_by_role("list", name="Players").first.get_by_role("listitem")
    chances = [re.compile(rf"win {round(100 * win)}\s%") for win in table.wins]
    expect(rail).to_have_text(chances)
    odds = button(page, "All odds")
    expect(odds).to_have_accessible_description(re.compile("^To win alone, in 100: Ann "))
    odds.tap()
    values = (decimal_text(ev, 3).replace("-", "−") for ev in table.evs)
    each = ", ".join(map(" ".join, zip(("Ann", "Ben", "Cleo"), values, strict=True)))
    expect(sheet(page, "All odds")).to_contain_text(f"Worth in stakes, to each: {each}.")
    page = visit("tiles=1-12")
    seat(page, ["Ann", "Ben", "Cleo"])
    expect(page.locator("#working-words")).to_have_text("no odds")
    button(page, re.compile("All odds")).tap()
    why = "No odds for so many: by these rules, for up to 2."
    expect(sheet(page, "All odds")).to_contain_text(why)


def test_the_program_plays_step_by_step_and_undo_takes_all_of_it_back(visit):
    page = visit(size=NARROW, when="2026-11-23T12:00:00")
    seat(page, ["Ann", ""], ways={2: "at random"})
    expect(names(page)).to_have_text(["Ann", "Program 2"])
    for move in ((3, 9), (4, 8), (5, 7)):
        roll(page, 6, 6)
        touch(page, *move)
    roll(page, 6, 6)
    page.clock.pause_at("2026-11-23T13:00:00")  # now the program goes on only where time passes
    tap(page, "My dice", re.compile("9 left: pass to Program 2"))
    expect(button(page, "Program 2 plays …")).to_be_visible()
    says(page, "Program 2 rolls.")
    page.clock.fast_forward(400)  # a moment that only a person needs
    page.locator("#felt").tap(force=True)
    page.keyboard.type("11")
    says(page, "Program 2 rolls.")
    expect(button(page, "Hint")).to_have_attribute("aria-disabled", "true")
    wait(page)
    says(page, "Program 2 has rolled")
    for number in range(1, 10):
        tile(page, number).tap(force=True)  # nobody plays for the program
    expect(page.locator("#tiles .chosen")).to_have_count(0)
    expect(covered(page)).to_have_count(0)
    menu(page)
    says(page, "Program 2 covers")
    covers = status(page).inner_text()
    for _ in range(5):
        wait(page)
    expect(status(page)).to_have_text(covers)  # it waits behind a sheet
    tap(page, "Back to the game")
    wait(page)
    says(page, "Program 2 rolls.")
    expect(covered(page)).not_to_have_count(0)
    page.locator("#go").tap()  # which hurries it
    says(page, "Program 2 has rolled")
    tap(page, "Undo")
    says(page, "Ann: you rolled 12.")
    expect(covered(page)).to_have_count(6)
