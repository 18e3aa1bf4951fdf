"""The door that one comes in by, the curtain between two people, and the end of a game.

What curtain, felt and end say is compared with Python's values in Node.
"""

import re

from conftest import begun
from people import closed
from person import PHONE, button, menu, roll, says, status, stop_the_clock, tap, touch, wait
from playwright.sync_api import expect


def door(page):
    return page.get_by_role("dialog", name="Shut the Box", exact=True)


def at_the_door(page, name):
    """Find a button there by how its words begin."""
    return door(page).get_by_role("button", name=re.compile(f"^{name}"))


def curtain(page):
    return page.locator("#curtain")


def go(page):
    """Find the large button."""
    return page.locator("#go")


def take(page, name):
    """Lift the curtain, as who is next."""
    wait(page)
    curtain(page).get_by_role("button", name=f"I am {name}").tap()
    expect(curtain(page)).to_be_hidden()


def knock(page, place=1):
    """Tap a name of the rail, which opens the door."""
    page.locator(".who:visible").nth(place).tap()
    expect(door(page)).to_be_visible()


# The door


def test_who_opens_the_page_is_asked_who_plays_and_nobody_twice(visit):
    page = visit("clack_payout=2", door=True)
    expect(at_the_door(page, "Play Rosa")).to_be_visible()
    expect(door(page)).not_to_contain_text("%")
    expect(door(page)).to_contain_text("one stake in 284 games goes to the second player.")
    expect(at_the_door(page, "Today's box")).to_be_visible()
    expect(at_the_door(page, "Go on")).to_have_count(0)  # there is nothing to go on with
    door(page).get_by_role("button", pressed=True).tap()
    expect(door(page)).to_have_count(0)
    expect(page.locator("#rules-name")).to_have_text("Clack pays double")
    roll(page, 3, 5)
    knock(page)
    at_the_door(page, "Go on").tap()
    says(page, "Player 1: you rolled 8.")
    wait(page)
    page.reload()
    begun(page, door=True)
    says(page, "Player 1: you rolled 8.")
    expect(door(page)).to_have_count(0)
    page = visit("tiles=1-9&game=5.4-9_1.1", door=True)
    says(page, "Player 1: you rolled 2.")
    expect(door(page)).to_have_count(0)


def test_rosa_plays_as_well_as_she_is_to_and_no_curtain_falls_before_her(visit):
    page = visit("tiles=6-6&dice=1d20", door=True)
    strength = page.get_by_label("How Rosa plays")
    for words, plays in (("at random", "random"), ("rule of thumb", "card"), ("never", "best")):
        strength.select_option(label=strength.get_by_text(words).inner_text())
        at_the_door(page, "Play Rosa").tap()
        expect(page.locator("#seat-2 .name")).to_have_text("Rosa")
        expect(page.locator("#seat-1 .name")).to_have_text("You")
        menu(page, "Players")
        expect(page.get_by_label("How player 1 plays")).to_have_value("hand")
        expect(page.get_by_label("How player 2 plays")).to_have_value(plays)
        tap(page, "Close")
        knock(page)
        expect(strength).to_have_value(plays)
    at_the_door(page, "Play Rosa").tap()
    says(page, "Roll 1 die.")
    roll(page, 20)
    says(page, "You rolled 20. Nothing can be covered: the score is 6.")
    tap(page, "6 left: pass to Rosa")
    expect(curtain(page)).to_be_hidden()
    while "Again" not in go(page).inner_text():
        wait(page)
    says(page, "Rosa")


def test_rosa_says_what_she_would_have_taken_where_a_move_gives_much_away(visit):
    page = visit(door=True)
    at_the_door(page, "Play Rosa").tap()
    expect(page.locator("#ahead-1")).to_have_text(re.compile(r"^\d+$"))
    roll(page, 4, 5)
    touch(page, 4, 5)
    says(page, "Rosa would have taken 9.")
    tap(page, "Undo")
    touch(page, 9)
    expect(status(page)).not_to_contain_text("would have")


def test_the_door_tells_how_to_play_and_leaves_the_hands_on_the_board(visit):
    page = visit(door=True)
    at_the_door(page, "How to play").tap()
    sheet = page.get_by_role("dialog", name="How to play")
    expect(sheet.get_by_role("img")).to_have_count(3)
    expect(sheet.get_by_role("listitem").nth(1)).to_contain_text("that add up to the roll")
    sheet.get_by_role("button", name="Play").tap()
    expect(door(page)).to_be_visible()
    page.keyboard.press("Escape")
    expect(door(page)).to_have_count(0)
    expect(go(page)).to_be_focused()


def test_friends_are_called_by_the_names_that_they_have_typed(visit):
    page = visit("tiles=1-3&dice=1d20", size=PHONE, door=True)
    at_the_door(page, "Friends on this phone").tap()
    fields = door(page).get_by_role("listitem")
    drop = door(page).get_by_role("button", name=re.compile("^Remove player"))
    expect(drop).to_have_count(0)  # two are the fewest
    for _ in range(6):
        at_the_door(page, "Add a player").tap()
    expect(fields).to_have_count(8)
    expect(at_the_door(page, "Add a player")).to_have_attribute("aria-disabled", "true")
    for left in (7, 6, 5, 4, 3):
        drop.nth(2).tap()
        expect(fields).to_have_count(left)
    for number, name in enumerate(["Ann", "Ben", "Mia"], start=1):
        door(page).get_by_label(f"Name of player {number}").fill(name)
    at_the_door(page, "Players and settings").tap()
    names = page.get_by_label(re.compile("^Name of player"))
    for number, name in enumerate(["Ann", "Ben", "Mia"]):
        expect(names.nth(number)).to_have_value(name)
    tap(page, "Close")
    knock(page, 0)
    at_the_door(page, "Friends on this phone").tap()
    for number, name in enumerate(["Ann", "Ben", "Mia"]):
        expect(names.nth(number)).to_have_value(name)
    at_the_door(page, "Play$").tap()
    says(page, "Ann: roll 1 die.")

    roll(page, 3)
    touch(page, 3)
    roll(page, 20)
    tap(page, "3 left: pass to Ben")
    expect(page.locator("#next-player")).to_have_text("▲ Ben")
    expect(page.locator("#target-of")).to_have_text("Beat Ann’s")
    take(page, "Ben")
    roll(page, 5)
    touch(page, 2, 3)
    roll(page, 20)
    tap(page, "1 left: pass to Mia")
    take(page, "Mia")
    roll(page, 20)
    tap(page, "6 left: see who has won")
    steps = page.locator("#podium").get_by_role("listitem")
    expect(steps).to_have_text(["Ben▲ 1", "Ann● 3", "Mia■ 6"])
    high = [each.bounding_box()["height"] for each in steps.all()]
    assert high[0] > high[1] > high[2]
    expect(page.locator("#winner")).to_have_text("▲ Ben wins")
    tap(page, "Again – Ben starts")
    expect(page.locator("#next-player")).to_have_text("▲ Ben")
    expect(page.locator("#target")).to_have_text("")
    take(page, "Ben")
    says(page, "Ben: tap what your dice show.")


def test_the_door_opens_again_on_the_next_evening_with_the_names_of_the_last(visit):
    page = visit(door=True)
    at_the_door(page, "Friends on this phone").tap()
    fields = door(page).get_by_role("textbox")
    for place, name in enumerate(["Ann", "Ben"]):
        fields.nth(place).fill(name)
    at_the_door(page, "Play$").tap()
    roll(page, 3, 5)
    knock(page, 0)
    expect(door(page)).to_contain_text("Game 1, 0 : 0")
    at_the_door(page, "Go on").tap()
    page = closed(page, door=True)
    at_the_door(page, "Friends on this phone").tap()
    fields = door(page).get_by_role("textbox")
    for place, name in enumerate(["Ann", "Ben"]):
        expect(fields.nth(place)).to_have_value(name)
    at_the_door(page, "Go on").tap()
    says(page, "Ann: you rolled 8.")


# The curtain, and the end


def test_a_second_tap_is_not_meant_for_what_another_sees(visit):
    page = visit("tiles=1-9&open=9")
    roll(page, 1, 1)
    stop_the_clock(page)
    passing = go(page).bounding_box()
    go(page).tap()
    lift = curtain(page).get_by_role("button")
    expect(lift).to_be_focused()
    lifting = lift.bounding_box()
    assert lifting["y"] + lifting["height"] < passing["y"]
    lift.tap()
    expect(curtain(page)).to_be_visible()
    take(page, "Player 2")
    before = status(page).inner_text()
    go(page).tap()
    expect(status(page)).to_have_text(before)
    wait(page)
    go(page).tap()
    expect(status(page)).not_to_have_text(before)

    page = visit("tiles=1-9&open=9&to_beat=20")
    roll(page, 1, 1)
    stop_the_clock(page)
    for _ in range(2):
        go(page).tap()
    expect(page.locator("#winner")).to_be_visible()
    wait(page)
    go(page).tap()
    expect(page.locator("#winner")).to_be_hidden()
    says(page, "Player 1: ")


def test_who_has_won_before_the_first_roll_is_told_and_may_end_the_game(visit):
    page = visit("tiles=1-9&second=tiles%3D1-3")
    roll(page, 1, 1)
    touch(page, 2)
    roll(page, 1, 1)
    tap(page, "43 left: pass to player 2")
    said = "Beaten! Player 2 has won: play on for the clack, or end."
    expect(page.locator("#target")).to_have_text("43")
    expect(page.locator("#hope-said")).to_have_text(said)
    expect(page.locator("#hope")).to_be_hidden()
    plain = status(page).evaluate("(one) => getComputedStyle(one.parentElement).color")
    take(page, "Player 2")
    expect(status(page)).to_have_text(said)
    expect(status(page)).not_to_have_css("color", plain)
    tap(page, "End the game")
    expect(page.locator("#winner")).to_have_text("▲ Player 2 wins")
    expect(go(page)).to_have_text("Again – player 1 starts")
    button(page, "Send").and_(page.locator(":visible")).first.tap()
    expect(page.get_by_role("dialog", name="Send")).to_contain_text(
        "Shut the Box: Player 2 wins against Player 1, 6 : 43"
    )
