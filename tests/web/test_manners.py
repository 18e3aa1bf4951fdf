"""The manners of the page: keys, focus, what is announced, print, motion, sound.

That there is room for everything, whoever reads it, is asked in `test_room.py`.
"""

import re

import pytest
from conftest import ROOT
from page_languages import TAGS
from person import (
    DESK,
    TURNED,
    WIDE,
    button,
    covered,
    menu,
    more,
    roll,
    says,
    setting,
    status,
    stop_the_clock,
    tap,
    tile,
    tiles,
    touch,
    wait,
)
from playwright.sync_api import expect


def go(page):
    """Find the large button."""
    return page.locator("#go")


def faces(page):
    """Find the dice that lie there."""
    return page.locator("#faces .face")


def chosen(page):
    return tiles(page).and_(page.locator("[aria-pressed=true]"))


def press(page, *keys):
    """Press keys, one after the other, each after a while."""
    for key in keys:
        wait(page)
        page.keyboard.press(key)


def let_go(page):
    """Take the hands off what has the focus: click where nothing is."""
    page.locator("#rules-name").click()


def with_the_best(visit, link="", **more):
    """Open the page with the best moves shown, once they are known."""
    page = visit(link, **more)
    setting(page, "Always show the best moves")
    expect(page.locator("#ahead-1")).to_have_text(re.compile(r"^\d+$"))
    return page


# Keys


def test_a_whole_game_by_keys(visit):
    page = with_the_best(visit, size=TURNED)
    setting(page, "Ask first")
    let_go(page)
    press(page, "1")
    expect(page.locator("#typed")).to_have_text("Typed 1 …")
    press(page, "2")
    says(page, "you rolled 12")
    press(page, "3", "9")
    expect(chosen(page)).to_have_text(["3", "9"])
    press(page, "Escape")
    expect(chosen(page)).to_have_count(0)
    says(page, "you rolled 12")
    press(page, "3", "9", "Enter")
    expect(covered(page)).to_have_text(["3", "9"])
    press(page, "8", "Enter")  # the best move, which is shown
    expect(covered(page)).not_to_have_text(["3", "9"])
    while not page.locator("#winner").is_visible():
        press(page, "7", "Enter")
    expect(status(page)).to_have_text(re.compile("wins|nobody"))
    press(page, "Enter")
    says(page, "Player 1: roll 2 dice.")


def test_letters_are_buttons_and_what_is_typed_is_forgotten_with_what_it_was_meant_for(visit):
    page = visit("tiles=12", size=DESK)
    expect(page.locator("#ahead-1")).to_have_text(re.compile(r"^\d+$"))
    press(page, "r")
    expect(faces(page)).to_have_count(2)
    press(page, "h")
    expect(page.locator("#chips .best")).not_to_have_count(0)
    press(page, "u")
    expect(faces(page)).to_have_count(0)
    press(page, "d")
    expect(button(page, re.compile("^A die shows"))).to_have_count(6)
    press(page, "1")
    expect(page.locator("#typed")).to_have_text("Typed 1 …")
    press(page, "Backspace")
    expect(page.locator("#typed")).to_have_text("")
    press(page, "1")
    roll(page, 3, 5)
    let_go(page)
    press(page, "3")
    expect(chosen(page)).to_have_text(["3"])
    press(page, "?")
    expect(page.get_by_role("dialog", name=re.compile("^Rules"))).to_be_visible()


# Hands that shake


def hold(page, key):
    """Hold a key so long that it repeats."""
    wait(page)
    for _ in range(4):
        page.keyboard.down(key)
        wait(page)
    page.keyboard.up(key)


def test_a_held_key_does_what_one_press_does(visit):
    page = with_the_best(visit)
    roll(page, 3, 5)
    go(page).focus()
    hold(page, "Enter")
    expect(covered(page)).to_have_text(["8"])
    says(page, "tap what your dice show")
    hold(page, "7")
    says(page, "you rolled 7")
    expect(covered(page)).to_have_text(["8"])
    hold(page, "u")
    expect(covered(page)).to_have_text(["8"])
    hold(page, "Backspace")
    expect(covered(page)).to_have_count(0)
    says(page, "you rolled 8")


def test_what_nobody_has_seen_is_not_played_by_a_second_press_or_tap(visit):
    """Were it to be, these rules would let it: each roll covers its one tile."""
    page = visit("dice=1d6&moves=one-tile&tiles=1-6")
    go(page).focus()
    stop_the_clock(page)
    wait(page)
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(faces(page)).to_have_count(1)
    expect(covered(page)).to_have_count(0)
    expect(page.locator("#tiles")).to_be_focused()  # there is something to see first

    page = with_the_best(visit)
    roll(page, 3, 4)
    stop_the_clock(page)
    page.locator("#chips").get_by_role("button").first.dblclick()
    expect(status(page)).to_have_text("Player 1: tap what your dice show.")
    expect(covered(page)).to_have_text(["7"])
    tap(page, "My dice")
    go(page).dblclick()
    expect(faces(page)).to_have_count(2)
    expect(covered(page)).to_have_text(["7"])


# Focus


def test_the_focus_goes_where_the_hands_go_on_and_else_stays(visit):
    page = visit(size=DESK)
    go(page).focus()
    press(page, "Space")
    expect(page.locator("#tiles")).to_be_focused()  # there is something to choose
    press(page, "Tab")
    expect(tile(page, 1)).to_be_focused()
    press(page, "u")
    tap(page, "My dice")
    for number in (3, 5):
        button(page, f"A die shows {number}").focus()
        press(page, "Enter")
    expect(page.locator("#tiles")).to_be_focused()
    for key in ("Space", "Enter"):
        tile(page, 3).focus()
        press(page, key)
        expect(tile(page, 3)).to_be_focused()
    expect(chosen(page)).to_have_count(0)  # both have done the same to the tile
    tap(page, "Hint")
    page.locator("#chips .best").focus()
    press(page, "Enter")
    expect(covered(page)).to_have_text(["8"])
    expect(go(page)).to_be_focused()
    more(page, "Set up a position")
    tile(page, 4).focus()
    press(page, "Enter")
    expect(covered(page)).to_have_text(["4", "8"])
    expect(tile(page, 4)).to_be_focused()


# What is read out

HEARD = """() => {
  const { dataset } = document.documentElement;
  dataset.heard = "";
  for (const region of document.querySelectorAll("[role=status], [role=alert]")) {
    const heard = () => { if (region.textContent) dataset.heard += `${region.textContent}|`; };
    new MutationObserver(heard).observe(region, { childList: true, characterData: true });
  }
}"""


def test_what_happens_is_announced_once_and_every_part_has_a_name(visit):
    page = visit(size=WIDE)
    for role, name in {
        "banner": None,
        "main": "The box",
        "region": "Play",
        "complementary": "The story of the game",
    }.items():
        expect(page.get_by_role(role, name=name)).to_have_count(1)
    tap(page, "My dice")
    page.evaluate(HEARD)
    roll(page, 3, 5)
    touch(page, 3, 5)
    said = [
        "Player 1: 3 and …",
        "Player 1: you rolled 8. Cover tiles that add up to 8.",
        "3 chosen, 5 to go.",
        "Player 1: tap what your dice show.",
    ]
    expect(page.locator("html")).to_have_attribute("data-heard", "|".join([*said, ""]))
    tap(page, "Hint")
    expect(page.get_by_role("heading", name="Choices")).to_have_count(1)


IN_ITS_NAME = {"type": "rule", "values": ["label-content-name-mismatch"]}


def test_what_stands_on_the_bar_is_its_name_in_every_language(visit):
    """Who speaks to a machine says what he sees; what it means is told beside it."""
    from axe_playwright_python.sync_playwright import Axe

    for tag in TAGS:
        page = visit(f"lang={tag}")
        bar = page.locator("#all-odds")
        expect(page.locator("#ahead-1")).to_have_text(re.compile(r"^\d+$"))
        first, tie, second = re.findall(r"\d+", bar.inner_text())
        name = re.compile(rf"{first} \D+ {tie} {second} \w+")
        expect(bar).to_have_accessible_name(name)
        said = rf" 1 .*\b{first}\b.*\b100\b.*\b{tie}\b.* 2 .*\b{second}\b"
        expect(bar).to_have_accessible_description(re.compile(said))
        found = Axe().run(page, options={"runOnly": IN_ITS_NAME})
        assert found.response["violations"] == []


def test_nobody_is_called_names():
    for path in (ROOT / "twoplayer" / "web").glob("*/*.[jh]*"):
        assert "sucker" not in path.read_text("utf-8").lower(), path.name


# Print


def test_what_is_printed_is_the_score_sheet(visit):
    page = visit()
    roll(page, 3, 5)
    touch(page, 8)
    page.emulate_media(media="print")
    for name in ("The box", "Play"):
        expect(page.get_by_label(name, exact=True)).to_be_hidden()
    expect(page.locator("#all-odds")).to_be_hidden()
    lines = page.get_by_role("table", name="Score sheet").locator("tbody")
    expect(lines).to_have_text(re.compile(r"1\s*3 \+ 5\s*8\s*37"))
    expect(page.get_by_text("9 tiles, 1 to 9;")).to_be_visible()


# Motion, sound

MOVES = """() => {
  const { dataset } = document.documentElement;
  dataset.moves = "";
  const kinds = { animationstart: "animationName", transitionrun: "propertyName" };
  for (const [kind, name] of Object.entries(kinds)) {
    addEventListener(kind, (event) => {
      const part = event.target.closest("#faces, #bar, #tiles, #lid")?.id;
      if (part) dataset.moves += ` ${part}:${event[name]}`;
    }, true);
  }
}"""
MOVED = [
    "faces:tumble",  # the dice are rolled
    "tiles:transform",  # a tile is lifted, and falls
    "bar:width",  # who is ahead slides
    "tiles:rattle",  # a roll covers nothing
    "tiles:wave",  # a clack
    "lid:transform",
]


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_dice_tumble_tiles_fall_and_a_clack_is_a_wave_but_for_whom_it_is_too_much(visit, motion):
    page = visit("open=1.2.9", reduced_motion=motion)
    expect(page.locator("#ahead-1")).to_have_text(re.compile(r"^\d+$"))
    page.evaluate(MOVES)
    still = lambda: page.evaluate("document.getAnimations().length") == 0  # noqa: E731
    stills = []
    tap(page, "Roll 2 dice")
    stills.append(still())
    tap(page, "Undo")
    roll(page, 4, 5)
    touch(page, 9)
    stills.append(still())
    roll(page, 6, 6)
    stills.append(still())
    tap(page, "Undo", "Undo")
    roll(page, 1, 2)
    touch(page, 1)
    stills.append(still())
    touch(page, 2)
    stills.append(still())
    expect(page.locator("#lid")).to_be_visible()
    if motion == "reduce":
        assert all(stills)
        expect(page.locator("html")).to_have_attribute("data-moves", "")
        return
    for each in MOVED:
        expect(page.locator("html")).to_have_attribute("data-moves", re.compile(each))


FELT = """() => {
  const { dataset } = document.documentElement;
  const { start } = AudioBufferSourceNode.prototype;
  dataset.felt = dataset.knocks = "";
  navigator.vibrate = () => { dataset.felt += "~"; };
  AudioBufferSourceNode.prototype.start = function (...when) {
    dataset.knocks = "heard";
    start.apply(this, when);
  };
}"""


def test_a_clack_is_felt_and_wood_heard_as_somebody_wants_it(visit):
    page = visit("tiles=1-2")
    html = page.locator("html")
    page.evaluate(FELT)
    for wanted in (True, False):
        setting(page, "Vibration", wanted)
        roll(page, 1, 2)
        touch(page, 1, 2)
        expect(page.locator("#lid")).to_be_visible()
        expect(html).to_have_attribute("data-felt", "~")
        menu(page, "New game")
    expect(html).to_have_attribute("data-knocks", "heard")  # nobody need ask for it


def test_sound_is_muted_beside_the_name_and_stays_so(visit):
    page = visit("tiles=1-2")
    html, mute = page.locator("html"), page.locator("#mute")
    expect(mute).to_have_attribute("aria-pressed", "true")
    title = page.get_by_role("heading", level=1).bounding_box()
    beside = mute.bounding_box()
    assert title["y"] <= beside["y"] + beside["height"] / 2 <= title["y"] + title["height"]
    tap(page, "Sound")
    page.evaluate(FELT)
    tap(page, "Roll 2 dice")
    says(page, "rolled")
    expect(html).to_have_attribute("data-knocks", "")
    wait(page)
    page.reload()
    expect(mute).to_have_attribute("aria-pressed", "false")
    page.evaluate(FELT)
    tap(page, "Sound")
    expect(html).to_have_attribute("data-knocks", "heard")
