"""The box to play on, as somebody plays: by touch, with hints, odds, and the story of a game."""

import re
from fractions import Fraction

import pytest
from conftest import to_fraction
from person import (
    LOW,
    NARROW,
    PHONE,
    TURNED,
    WIDE,
    button,
    inside,
    more,
    roll,
    says,
    setting,
    status,
    tap,
    tiles,
    touch,
    wait,
)
from playwright.sync_api import expect

from twoplayer import Variant, solve


def go(page):
    """Find the large button."""
    return page.locator("#go")


def are(page, kind, *numbers):
    """See which tiles look so."""
    found = tiles(page).and_(page.locator(f".{kind}"))
    expect(found).to_have_text([str(number) for number in numbers])


def chips(page):
    return page.locator("#chips").get_by_role("button")


def play_on(page, stop="Again"):
    """Play by hints until the large button says something."""
    while stop not in go(page).inner_text():
        wait(page)
        words = go(page).inner_text()  # what was there before may have passed
        if stop in words:
            break
        if (curtain := page.locator("#curtain")).is_visible():
            curtain.get_by_role("button").tap()
        elif words.startswith("Cover"):
            tap(page, "Hint")
            chips(page).first.tap()
        else:
            go(page).tap()
        yield words


def test_taps_build_a_move_that_falls_when_it_makes_the_roll(visit):
    page = visit()
    touch(page, 3)
    are(page, "covered")
    roll(page, 3, 5)
    are(page, "dim", 9)
    expect(go(page)).to_have_text("Cover …")
    kept = [each.element_handle() for each in tiles(page).all()]
    touch(page, 9)
    says(page, "9 is more than 8.")
    touch(page, 3)
    are(page, "chosen", 3)
    expect(go(page)).to_have_text("Cover 3 + …")
    touch(page, 8)
    says(page, "3 + 8 is more than 8.")
    are(page, "chosen", 3)
    touch(page, 3)
    are(page, "chosen")
    touch(page, 5)
    says(page, "5 chosen, 3 to go.")
    touch(page, 3)
    are(page, "covered", 3, 5)
    tap(page, "Undo")
    are(page, "covered")
    assert all(each.evaluate("(tile) => tile.isConnected") for each in kept), "the style moves them"
    says(page, "Player 1: you rolled 8. Cover tiles that add up to 8.")
    tap(page, "Undo")
    says(page, "Player 1: 3 and …")
    tap(page, "Undo")
    expect(button(page, "Undo")).to_have_attribute("aria-disabled", "true")


def test_a_tile_that_cannot_be_covered_shakes_and_so_does_the_button(visit):
    page = visit(reduced_motion="no-preference")
    page.evaluate(SHAKEN)
    shaken = page.locator("html")
    roll(page, 3, 5)
    touch(page, 9)
    expect(shaken).to_have_attribute("data-shaken", "9 ")
    says(page, "9 is more than 8.")
    wait(page)
    go(page).tap(force=True)
    expect(shaken).to_have_attribute("data-shaken", "9 Cover … ")
    says(page, "Cover tiles that add up to 8.")
    touch(page, 8)
    touch(page, 8)
    says(page, "The 8 is covered already.")


SHAKEN = """() => {
  const { dataset } = document.documentElement;
  dataset.shaken = "";
  addEventListener("animationstart", ({ target, animationName }) => {
    if (animationName === "rattle") dataset.shaken += `${target.textContent} `;
  }, true);
}"""


def test_the_first_three_moves_are_told_what_to_cover_and_the_next_ones_are_not(visit):
    page = visit()
    for number in (8, 7, 6):
        roll(page, number - 3, 3)
        says(page, f"you rolled {number}. Cover tiles that add up to {number}.")
        touch(page, number)
    roll(page, 4, 5)
    expect(status(page)).to_have_text("Player 1: you rolled 9.")
    wait(page)
    page.reload()
    expect(status(page)).to_have_text("Player 1: you rolled 9.")


def test_the_careful_are_asked_first(visit):
    page = visit()
    setting(page, "Ask first")
    roll(page, 3, 5)
    touch(page, 5, 3)
    are(page, "chosen", 3, 5)
    says(page, "3 + 5 chosen: that makes the roll.")
    tap(page, "Cover 3 + 5")
    are(page, "covered", 3, 5)


def test_tiles_that_may_become_another_move_do_not_fall(visit):
    page = visit("moves=sum-or-difference")
    roll(page, 1, 6)
    touch(page, 5)
    are(page, "chosen", 5)  # which is the difference, and 2 + 5 the sum
    expect(go(page)).to_have_text("Cover 5")
    touch(page, 2)
    are(page, "covered", 2, 5)


@pytest.mark.parametrize(
    ("size", "link"),
    [
        (NARROW, "one_die=sum%20%3C%3D%206&clack_payout=2"),
        (LOW, "tiles=1-12&dice=1d20"),
        (TURNED, "tiles=999988-999999&dice=6d100&scoring=digits"),
        (WIDE, "tiles=1-10"),
    ],
)
def test_a_whole_game_by_touch_without_scrolling(visit, size, link):
    """The large button stays where it is, and is always the next thing."""
    page = visit(link, size=size)
    place = go(page).bounding_box()

    def seen():
        assert go(page).bounding_box() == place
        inside(page, go(page), status(page), chips(page), tiles(page), page.locator(".tool, .face"))

    for name in ("My dice", "My dice"):
        tap(page, name)
        seen()
    more(page, "Set up a position")
    page.get_by_label("Whose turn").select_option("2")
    seen()
    tap(page, "Cancel")
    for _ in play_on(page):
        seen()
    expect(status(page)).to_have_text(re.compile(r"nobody wins\.|Player [12] wins \d stakes?\."))
    tap(page, re.compile("^Again"))
    are(page, "covered")


def test_the_hint_of_a_long_language_moves_nothing(visit):
    page = visit("tiles=1-12&dice=1d20&lang=de", size=NARROW)
    place = go(page).bounding_box()
    go(page).tap()
    hint = page.locator("#hint")
    if hint.get_attribute("aria-disabled") == "false":
        hint.tap()
        expect(chips(page)).not_to_have_count(0)
    assert go(page).bounding_box() == place
    inside(page, chips(page), status(page))


def test_a_clack_shuts_the_lid_and_undo_opens_it(visit):
    page = visit("clack_payout=3:2&immediate_clack=yes&open=9")
    roll(page, 4, 5)
    tap(page, "Cover 9")
    says(page, "Player 1 clacks: every tile is covered. Player 1 wins 3/2 stakes.")
    expect(page.locator("#lid")).to_be_visible()
    tap(page, re.compile("^Again"))
    are(page, "covered")
    expect(page.locator("#lid")).to_be_hidden()


def test_a_position_is_set_up_or_left_as_it_was(visit):
    page = visit()
    roll(page, 3, 5)
    touch(page, 8)
    before = status(page).inner_text()
    more(page, "Set up a position")
    touch(page, 1, 2, 3)
    page.get_by_label("Whose turn").select_option("2")
    tap(page, "Cancel")
    expect(status(page)).to_have_text(before)
    are(page, "covered", 8)
    more(page, "Set up a position")
    says(page, "Setting up a position")
    touch(page, 4)
    page.get_by_label("Whose turn").select_option("2")
    page.get_by_role("combobox", name="Score to beat").select_option("20")
    tap(page, "Play from here")
    says(page, "Player 2, to beat 20: tap what your dice show.")
    are(page, "covered", 4, 8)


def test_dice_are_rolled_on_the_felt_and_shown_as_faces(visit):
    page = visit("one_die=always")
    faces = page.locator("#faces")
    expect(faces.locator(".hollow")).to_have_count(2)
    tap(page, "1 die")
    expect(faces.locator(".hollow")).to_have_count(1)
    tap(page, "2 dice")
    page.locator("#middle").tap()
    pips = faces.locator("circle").count()
    says(page, f"Player 1: you rolled {pips}.")
    many = visit("dice=6d100")
    many.locator("#middle").tap()
    said = status(many).inner_text()
    assert "you rolled" in said
    wait(many)
    many.locator("#middle").tap()  # a roll is no button to roll again
    expect(status(many)).to_have_text(said)
    twenty = visit("dice=1d20")
    go(twenty).tap()
    expect(twenty.locator("#faces text")).to_have_text(re.compile(r"^(1?\d|20)$"))


def read(text):
    """Read odds such as "worth 0.1 stakes · win 50 % · tie 3 %"."""
    match = re.search(r"worth\s(−?[\d.]+) stakes · win\s([\d.]+)\s% · tie\s([\d.]+)\s%", text)
    return [Fraction(number.replace("−", "-")) for number in match.groups()]


def near(shown, exact):
    return all(abs(one - each) < Fraction(1, 100) for one, each in zip(shown, exact, strict=True))


def test_all_odds_are_a_sheet_of_moves_with_bars_and_fractions_if_asked(visit):
    page = visit("one_die=sum%20%3C%3D%206")
    options = solve(Variant(one_die="sum <= 6")).fractions.play().options(range(1, 10), 8)
    roll(page, 3, 5)
    expect(page.locator("#ahead-1")).to_have_text(re.compile(r"^\d+$"))
    assert int(page.locator("#ahead-1").inner_text()) == round(100 * options[0].win)
    button(page, re.compile("All odds")).tap()
    items = page.get_by_role("dialog").get_by_role("listitem")
    expect(items).to_have_count(len(options))
    for item, option in zip(items.all(), options, strict=True):
        name = item.get_by_role("button").inner_text()
        assert ("(best)" in name) == (option.value == options[0].value)
        bar = item.locator(".chances").bounding_box()["width"]
        part = item.locator(".chances i").first.bounding_box()["width"]
        assert abs(part - bar * option.win) < 1.5
    expect(items.first.get_by_text("exactly")).to_be_hidden()
    page.get_by_role("checkbox", name="Show exact fractions").check()
    for item, option in zip(items.all(), options, strict=True):
        exact = f"exactly {option.value} stakes, win {option.win}, tie {option.tie}"
        expect(item.get_by_text(exact)).to_be_visible()
        odds = read(item.locator(".odds").text_content())
        assert near(odds, (option.value, 100 * option.win, 100 * option.tie)), odds
    items.nth(1).tap(position={"x": 200, "y": 45})  # the whole card is the button
    are(page, "covered", 3, 5)


def test_nothing_is_given_away_unasked(visit):
    page = visit("one_die=always")
    roll(page, 3, 4)
    expect(page.locator("#ahead-1")).not_to_be_empty()  # who is ahead may be seen
    expect(page.get_by_role("main")).not_to_contain_text(re.compile("worth|[Bb]est|★|in 100|%"))
    expect(chips(page)).to_have_count(0)
    page.keyboard.press("Enter")
    are(page, "covered")
    setting(page, "Show who is ahead", holds=False)
    expect(page.locator("#ahead-1")).to_be_empty()
    expect(button(page, "All odds")).to_have_count(1)


def test_a_hint_marks_the_best_tiles_for_one_roll(visit):
    page = visit()
    options = solve("classic").fractions.play().options(range(1, 10), 8)
    expect(page.locator("#ahead-1")).not_to_be_empty()
    tap(page, "Hint")
    expect(chips(page)).to_have_text([re.compile(r"^Risk of being stuck\s*0 in 100$")])
    tap(page, "Hint")
    roll(page, 3, 5)
    tap(page, "Hint")
    are(page, "star", *options[0].choice)
    shown = [re.compile(" \\+ ".join(map(str, each.choice))) for each in options[:3]]
    expect(chips(page)).to_have_text([*shown, "All moves"])
    expect(page.locator("#said")).to_contain_text("Best: ")
    tap(page, "Hint")
    expect(chips(page)).to_have_count(0)
    are(page, "star")
    tap(page, "Hint")
    chips(page).first.tap()
    are(page, "covered", *options[0].choice)
    roll(page, 3, 4)
    expect(chips(page)).to_have_count(0)
    setting(page, "Always show the best moves")
    expect(chips(page).last).to_have_text("All moves")


def test_where_nothing_is_to_be_chosen_the_hint_is_the_risk(visit):
    page = visit("open=3.9")
    expect(page.locator("#ahead-1")).not_to_be_empty()
    tap(page, "Hint")
    ways = sum(one + other in (3, 9, 12) for one in range(1, 7) for other in range(1, 7))
    risk = round(100 * (1 - Fraction(ways, 36)))
    expect(chips(page)).to_have_text([re.compile(rf"^Risk of being stuck\s*{risk} in 100$")])
    roll(page, 1, 1)
    expect(button(page, "Hint")).to_have_attribute("aria-disabled", "true")


def test_rounded_odds_come_first_can_be_stopped_and_exact_ones_follow(visit):
    page = visit("tiles=1-10&scoring=digits")
    rail = page.locator("#ahead-1")
    expect(rail).to_contain_text("≈")
    tap(page, "Stop")
    expect(page.locator("#working-words")).to_have_text("≈ rounded")
    roll(page, 5, 6)  # while the exact ones rest
    tap(page, "Hint")
    expect(chips(page).first).to_contain_text("≈")
    best = solve(Variant(tiles=10, scoring="digits")).fractions.play().options(range(1, 11), 11)[0]
    expect(chips(page).first).to_contain_text(" + ".join(map(str, best.choice)))
    button(page, re.compile("All odds")).tap()
    expect(page.locator("#worth")).to_contain_text("≈")
    expect(page.get_by_role("dialog")).not_to_contain_text("exactly")
    tap(page, "Close")
    tap(page, "Go on")
    expect(rail).not_to_contain_text("≈")
    expect(chips(page).first).not_to_contain_text("≈")


def test_the_board_is_played_on_while_the_odds_are_worked_out(visit):
    page = visit("tiles=1-12&scoring=digits&dice=6d100&one_die=always")
    expect(page.locator("#working-words")).to_contain_text("…")
    tap(page, "Hint")
    expect(chips(page)).to_contain_text(["Working out the odds …"])
    go(page).tap()
    says(page, "Player 1: you rolled")
    tap(page, "Stop")
    expect(page.locator("#working-words")).to_have_text("no odds")


@pytest.mark.parametrize("size", [PHONE, WIDE])
def test_the_story_tells_the_mistakes_to_be_tried_again_and_has_a_score_sheet(visit, size):
    page = visit("tiles=1-6", size=size)
    values = solve(Variant(tiles=6)).moves(range(1, 7), 6)
    lost = to_fraction(max(values.values()) - values[1, 2, 3])
    roll(page, 2, 4)
    touch(page, 1, 2, 3)
    roll(page, 6, 6)
    for _ in play_on(page):
        pass
    if size == PHONE:
        tap(page, "The story")
    story = page.locator("#story")
    expect(story).to_contain_text("covered 1 + 2 + 3; better")
    cost = re.search(r"Player 1’s mistakes cost ([\d.]+) stakes", story.inner_text())[1]
    assert abs(Fraction(cost) - lost) <= Fraction(1, 20000)
    expect(story).to_contain_text(re.compile("Player 1 played like .*Player 2 made no mistake"))
    expect(story.get_by_role("img").locator(".wrong")).to_have_count(1)
    lines = story.get_by_role("row").filter(has=page.get_by_role("cell"))
    expect(lines.first).to_have_text(re.compile(r"1\s*2 \+ 4\s*1 \+ 2 \+ 3\s*15"))
    tap(page, "Try it again")
    expect(page.get_by_role("dialog")).to_have_count(0)
    says(page, "Player 1: you rolled 6.")
    are(page, "covered")
    if size == WIDE:
        expect(page.locator("#tale")).to_be_hidden()
