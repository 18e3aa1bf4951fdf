"""The manners of the page: keys, focus, what is announced, large text, small screens, print."""

import re

import pytest
from conftest import until
from page_languages import LANGUAGES, TAGS
from person import fits
from test_players import evening
from touch import (
    DESK,
    NARROW,
    PHONE,
    TABLET,
    TALL,
    TURNED,
    WIDE,
    go,
    kinds,
    menu,
    next_thing,
    roll,
    set_up,
    setting,
    solved,
    status,
    tap,
    tile,
    tiles_that_are,
    touch,
)

dear = pytest.mark.dear


def focused(page):
    return page.evaluate("document.activeElement.id || document.activeElement.textContent")


# Keys


@dear
@pytest.mark.parametrize("viewport", [PHONE, TURNED, DESK], ids=["phone", "turned", "desk"])
def test_a_whole_game_by_keys(open_page, viewport):
    page = solved(open_page(viewport))
    setting(page, "Ask first")
    setting(page, "Always show the best moves")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("1")
    assert page.locator("#typed").inner_text() == "Typed 1 …"
    page.keyboard.press("2")
    assert "you rolled 12" in status(page)
    page.keyboard.press("3")
    page.keyboard.press("9")
    assert page.locator("#tiles .chosen").all_inner_texts() == ["3", "9"]
    page.keyboard.press("Enter")
    assert (kinds(page)[3], kinds(page)[9]) == ("covered", "covered")
    page.keyboard.press("6")
    page.keyboard.press("2")
    page.keyboard.press("Escape")
    page.keyboard.press("Enter")
    assert kinds(page)[6] == "covered", "the best move"
    for key in ["9", "Enter"] * 3:
        page.keyboard.press(key)
    while page.evaluate("game.player === 1"):
        page.keyboard.press("4")
        page.keyboard.press("Enter")
    assert status(page).startswith("Player 2, to tie at 0")
    while "wins" not in status(page) and "tie" not in status(page):
        page.keyboard.press("7")
        page.keyboard.press("Enter")


@dear
def test_letters_are_the_other_buttons(open_page):
    page = solved(open_page(DESK))
    page.evaluate("hush(0)")  # the door has just closed
    page.keyboard.press("r")
    assert page.locator("#faces .face").count() == 2
    page.keyboard.press("h")
    assert page.locator("#chips .best").count() >= 1
    page.keyboard.press("u")
    assert page.locator("#faces .face").count() == 0
    page.keyboard.press("d")
    assert page.locator("#keys button").count() == 6
    page.keyboard.press("?")
    assert page.locator("#menu").is_visible()


def test_enter_twice_plays_nothing_unseen(open_page):
    """Were it to, these rules would let it: each roll covers its one tile."""
    page = solved(open_page(link="dice=1d6&moves=one-tile&tiles=1-6"))
    page.locator("#go").focus()
    page.evaluate("addEventListener('keyup', () => { still += 1e9; }, { once: true })")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    assert page.locator("#faces .face").count() == 1
    assert "covered" not in kinds(page).values()
    assert focused(page) == "tiles"


@dear
def test_a_held_key_plays_nothing(open_page):
    page = solved(open_page())
    setting(page, "Always show the best moves")
    roll(page, 3, 5)
    page.locator("#go").focus()
    for key in ("Enter", "Space", "8", "Backspace", "r", "u"):
        before = status(page), kinds(page), page.evaluate("past.length")
        page.evaluate(
            """(key) => {
              const options = { key, repeat: true, bubbles: true, cancelable: true };
              const event = new KeyboardEvent("keydown", options);
              globalThis.passedOn = document.activeElement.dispatchEvent(event);
            }""",
            {"Space": " "}.get(key, key),
        )
        assert not page.evaluate("passedOn"), "the browser must not press the button either"
        assert (status(page), kinds(page), page.evaluate("past.length")) == before


@dear
def test_what_is_typed_is_forgotten_with_what_it_was_meant_for(open_page):
    page = solved(open_page(DESK, link="tiles=12"))
    page.keyboard.press("1")
    page.keyboard.press("Backspace")
    assert page.locator("#typed").text_content() == ""
    page.keyboard.press("1")
    roll(page, 3, 5)
    page.keyboard.press("3")
    assert tiles_that_are(page, "chosen") == [3]


@dear
def test_a_double_tap_is_one_tap(open_page):
    page = solved(open_page())
    setting(page, "Always show the best moves")
    roll(page, 3, 4)
    page.locator("#chips button").first.dblclick()
    assert status(page) == "Player 1: tap what your dice show."
    assert tiles_that_are(page, "covered") == [7]
    tap(page, "My dice")
    page.locator("#go").dblclick()
    assert page.locator("#faces .face").count() == 2
    assert tiles_that_are(page, "covered") == [7], "the best move, which is shown, is not played"


# Focus


@dear
def test_the_focus_stays_on_what_is_still_there(open_page):
    page = solved(open_page(DESK))
    roll(page, 3, 5)
    for key in ("Space", "Enter"):
        tile(page, 3).focus()
        page.keyboard.press(key)
        assert page.evaluate("document.activeElement.textContent") == "3"
    assert kinds(page)[3] == "open", "both have done the same to the tile"
    menu(page, "Set up a position")
    tile(page, 4).focus()
    page.keyboard.press("Enter")
    assert kinds(page)[4] == "covered"
    assert page.evaluate("document.activeElement.textContent") == "4"


@dear
def test_the_focus_goes_where_the_hands_go_on(open_page):
    page = solved(open_page(DESK))
    page.locator("#go").focus()
    page.keyboard.press("Space")
    assert focused(page) == "tiles", "there is something to choose"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.dataset.tile") == "1"
    page.evaluate("undo()")
    tap(page, "My dice")
    for number in (3, 5):
        page.get_by_role("button", name=f"A die shows {number}").focus()
        page.keyboard.press("Enter")
    assert focused(page) == "tiles"
    tap(page, "Hint")
    page.locator("#chips .best").focus()
    page.keyboard.press("Enter")
    assert kinds(page)[8] == "covered"
    assert focused(page) == "go"


# What is announced


ANNOUNCED = """
() => {
  globalThis.announced = [];
  for (const region of document.querySelectorAll("[role=status], [role=alert]")) {
    const heard = () => region.textContent && announced.push(region.textContent);
    new MutationObserver(heard).observe(region, { childList: true, characterData: true });
  }
}
"""


@dear
def test_what_happens_is_announced_once(open_page):
    page = solved(open_page())
    tap(page, "My dice")
    page.evaluate(ANNOUNCED)
    roll(page, 3, 5)
    touch(page, 3, 5)
    assert page.evaluate("announced") == [
        "Player 1: 3 and …",
        "Player 1: you rolled 8. Tap the tiles to cover.",
        "3 chosen, 5 to go.",
        "Player 1: tap what your dice show.",
    ]


@dear
def test_every_part_is_in_a_landmark_under_a_name(open_page):
    page = solved(open_page(WIDE))
    names = [
        page.get_by_role(role, name=name).count()
        for role, name in [
            ("banner", None),
            ("main", "The box"),
            ("region", "Play"),
            ("complementary", "The story of the game"),
        ]
    ]
    assert names == [1, 1, 1, 1]
    roll(page, 3, 5)
    tap(page, "Hint")
    assert page.get_by_role("heading", name="Choices").count() == 1


# All states, at all sizes


def to_the_end(page):
    set_up(page, {1, 2}, 12)
    roll(page, 1, 2)
    tap(page, "Hint", "Cover 1 + 2")


TO_THE_END_OF_DAY = """() => {
  while (!run.isOver) {
    throwDice();
    if (!run.isOver) coverTiles(run.moves[0]);
  }
  showEnd();
}"""
STATES = {
    "a new game": lambda page: None,
    "a roll": lambda page: roll(page, 3, 5),
    "tiles tapped": lambda page: (roll(page, 3, 5), tile(page, 3).click()),
    "a hint": lambda page: (roll(page, 3, 5), tap(page, "Hint")),
    "own dice": lambda page: tap(page, "My dice"),
    "stuck": lambda page: (set_up(page, {1}), roll(page, 3, 5)),
    "a head start": lambda page: (
        menu(page, "Players"),
        page.locator("#names .own").last.click(),
        page.locator("#head-starts [data-value='always']").click(),
        page.locator("#head-start-verdict:has-text('loses')").wait_for(),
    ),
    "a refused link": lambda page: (
        page.evaluate("openLink('#foo=1'); draw()"),
        page.get_by_text("What was wrong?").click(),
    ),
    "exact odds": lambda page: (
        roll(page, 3, 5),
        page.locator("#all-odds").click(),
        page.locator("#exact-odds").check(),
        page.locator("#worth:has-text('worth')").wait_for(),
    ),
    "all odds": lambda page: (
        roll(page, 3, 5),
        page.locator("#all-odds").click(),
        page.locator("#worth:has-text('worth')").wait_for(),
    ),
    "setting up": lambda page: menu(page, "Set up a position"),
    "the menu": lambda page: (menu(page), page.locator("#verdict-more summary").click()),
    "the table": lambda page: (
        menu(page, "Compare rules"),
        page.locator("#exact").check(),
    ),
    "your rules": lambda page: (
        menu(page, "More rules"),
        page.get_by_label("A single die", exact=True).select_option("other …"),
        page.locator("#panel-more summary").wait_for(),
    ),
    "other rules": lambda page: (
        menu(page),
        page.locator("#cards .card").nth(2).click(),
        page.locator("#verdict:has-text('94 games')").wait_for(),
    ),
    "what would mend it": lambda page: (
        menu(page, "What would make it fair?", "Stop"),
        page.locator("#close-mend").wait_for(),
    ),
    "a word with undo": lambda page: page.evaluate("playAnew(read({ tiles: '1-10' }))"),
    "something to send": lambda page: (
        roll(page, 3, 5),
        touch(page, 8),
        menu(page, "Send"),
    ),
    "a question": lambda page: page.evaluate("snack(SAY.wasPlaying, SAY.takeUp, undo)"),
    "how to play": lambda page: menu(page, "How to play"),
    "a clack": lambda page: (set_up(page, {1, 2}), roll(page, 1, 2), go(page)),
    "the door": lambda page: page.evaluate("openDoor()"),
    "friends": lambda page: (page.evaluate("openDoor()"), page.locator("#door-friends").click()),
    "the curtain": lambda page: page.evaluate("() => { pickFaces([6, 6]); endTurn(); }"),
    "beaten": lambda page: (
        set_up(page, {1, 2}, beat=10),
        page.get_by_role("button", name="End the game").wait_for(),
    ),
    "the end": to_the_end,
    "the story": lambda page: (
        to_the_end(page),
        tap(page, "The story of the game"),
        page.get_by_text("Player 2 made no mistake").wait_for(),
    ),
    "the coach": lambda page: (
        page.evaluate("settings.coach = true"),
        roll(page, 4, 5),
        touch(page, 4, 5),
    ),
    "today's box": lambda page: (menu(page, "Today's box"), page.locator("#day-go").click()),
    "the end of today's box": lambda page: (
        menu(page, "Today's box"),
        page.evaluate(TO_THE_END_OF_DAY),
        page.locator("#day-rolls tr").first.wait_for(),
    ),
    "a picture to send": lambda page: (
        to_the_end(page),
        tap(page, "Send"),
        page.get_by_role("button", name="Save the picture").wait_for(),
    ),
    "four players": lambda page: (
        evening(page, ["Ann", "Ben", "Mia", "Dan"]),
        page.locator(".chance:not(:empty)").first.wait_for(),
    ),
}
LARGE = "document.documentElement.style.fontSize = '200%'"
PLAIN = "document.documentElement.style.fontSize = ''"


CUT = """
() => [
  ...document.querySelectorAll("#status, #day-status, .brass, .chip, .tool"),
].filter((each) => {
  const words = document.createRange();
  words.selectNodeContents(each);
  const { top, bottom, left, right } = words.getBoundingClientRect();
  const room = each.getBoundingClientRect();
  const lid = document.querySelector(".shut #lid")?.getBoundingClientRect();
  const beside = !lid || right < lid.left || left > lid.right;
  const isUnder = !beside && top < lid.bottom - 1 && bottom > lid.top + 1;
  const isOut = isUnder || top < room.top - 1 || bottom > room.bottom + 1;
  return each.textContent && (isOut || left < room.left - 1 || right > room.right + 1);
}).map((each) => each.textContent)
"""

HIDDEN = """
() => {
  const over = [...document.querySelectorAll("dialog[open], #curtain:not([hidden])")].at(-1);
  const reached = over ?? document.getElementById("room");
  const all = [...reached.querySelectorAll("button, select, input, summary, [tabindex='0']")];
  return all.filter((each) => each.checkVisibility() && !each.disabled).filter((each) => {
    each.focus();
    each.scrollIntoView({ block: "nearest", behavior: "instant" });
    const { x, y, width, height } = each.getBoundingClientRect();
    const [high, wide] = [Math.min(height, innerHeight), Math.min(width, innerWidth)];
    const middle = [wide / 2, Math.max(0, -y) + high / 2];
    const points = height > innerHeight ? [middle] : [[wide / 2, 2], middle, [wide / 2, high - 2]];
    return !points.every(([right, down]) => {
      const found = document.elementFromPoint(x + right, y + down);
      return found && (each.contains(found) || found.contains(each) && found !== reached);
    });
  }).map((each) => each.id || each.textContent);
}
"""
SMALL = {"width": 320, "height": 256}


@dear
@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("text", ["plain", "large"])
def test_every_state_fits_can_be_read_and_is_reached(open_page, state, text):
    """What axe says of it, what is cut off, and which field in focus is out of sight."""
    from axe_playwright_python.sync_playwright import Axe

    page = solved(open_page(NARROW))
    if text == "large":
        page.evaluate(LARGE)
    STATES[state](page)
    assert fits(page), "nothing is wider than the narrowest phone"
    for scheme, viewport in [("light", PHONE), ("dark", TURNED), ("dark", DESK)]:
        page.set_viewport_size(viewport)
        page.emulate_media(color_scheme=scheme)
        found = Axe().run(page)
        assert found.response["violations"] == [], viewport
        assert len(found.response["passes"]) > 10
    if text == "large":  # also where it becomes so only now
        page.evaluate(PLAIN)
        page.evaluate(LARGE)
    for viewport in (NARROW, TALL, TURNED, SMALL, TABLET):
        page.set_viewport_size(viewport)
        assert page.evaluate(CUT) == [], viewport
    for viewport in (PHONE, TURNED) if text == "large" else (SMALL,):
        page.set_viewport_size(viewport)
        assert page.evaluate(HIDDEN) == [], viewport


@dear
@pytest.mark.parametrize("state", ["the coach", "today's box", "the end of today's box"])
@pytest.mark.parametrize("text", ["plain", "large"])
def test_axe_finds_nothing_in_forced_colours(open_page, state, text):
    from axe_playwright_python.sync_playwright import Axe

    page = solved(open_page())
    if text == "large":
        page.evaluate(LARGE)
    STATES[state](page)
    page.emulate_media(forced_colors="active")
    for viewport in (PHONE, TURNED, DESK):
        page.set_viewport_size(viewport)
        assert Axe().run(page).response["violations"] == [], viewport
    page.emulate_media(forced_colors="none")


IN_ITS_NAME = {"type": "rule", "values": ["label-content-name-mismatch"]}


@pytest.mark.parametrize("tag", [pytest.param(tag, marks=[dear] * (tag != "en")) for tag in TAGS])
def test_what_stands_on_the_bar_is_its_name(open_page, tag):
    """Who speaks to a machine says what he sees; what it means is told beside it."""
    from axe_playwright_python.sync_playwright import Axe
    from playwright.sync_api import expect

    page = solved(open_page(link=f"lang={tag}"))
    bar = page.locator("#all-odds")
    tie, odds = map(re.escape, page.evaluate("[SAY.tieShort, SAY.barHidden]"))
    expect(bar).to_have_accessible_name(re.compile(rf"\d+ {tie} \d+ \d+ {odds}"))
    first, tie, second = re.findall(r"\d+", bar.inner_text())
    said = rf" 1 .*\b{first}\b.*\b100\b.*\b{tie}\b.* 2 .*\b{second}\b"
    expect(bar).to_have_accessible_description(re.compile(said))
    found = Axe().run(page, options={"runOnly": IN_ITS_NAME})
    assert found.response["violations"] == []


TURNS = [
    "",
    "pickFaces([3, 5])",
    "hint()",
    "cover(1 << 7)",
    "hint()",
    "set('mine', true)",
    "pickFaces([6])",
    "setUp({ open: 1 })",
    "setUp({ open: 1, player: 2, beat: 7n })",
    "change({ phase: 'turn' }); pickFaces([3, 5])",
    "endTurn()",
]
"""A game, line by line, of which the first is a new one."""


@dear
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_words_are_cut_off_in_another_language(open_page, language):
    page = solved(open_page(link=f"lang={language}"))
    for turn in TURNS:
        page.evaluate(f"() => {{ {turn} }}")
        for size in ("", "200%"):
            page.evaluate("(size) => { document.documentElement.style.fontSize = size; }", size)
            for viewport in (NARROW, TALL, TURNED, TABLET, WIDE):
                page.set_viewport_size(viewport)
                assert page.evaluate(CUT) == [], (turn, size, viewport)


@dear
def test_the_longest_numbers_do_not_make_a_phone_scroll_sideways(open_page):
    page = solved(open_page(NARROW, link=f"tiles=1-3&clack_payout={'1234567890' * 5}"))
    for _ in range(2):
        roll(page, 1, 1)
        go(page)
        assert fits(page)


@dear
@pytest.mark.parametrize(
    "viewport",
    [NARROW, TALL, TURNED, TABLET, WIDE],
    ids=["narrow", "tall", "turned", "tablet", "desk"],
)
@pytest.mark.parametrize("tiles", [9, 12])
def test_what_is_tapped_is_large_enough_for_a_finger(open_page, viewport, tiles):
    page = solved(open_page(viewport, link=f"tiles={tiles}"))
    boxes = [each.bounding_box() for each in page.locator("#tiles button").all()]
    assert all(box["height"] >= 44 and box["width"] >= 32 for box in boxes)
    assert all(box["height"] * box["width"] >= 44 * 44 for box in boxes)
    tap(page, "My dice")
    for each in page.locator("#keys button, .tool").all():
        box = each.bounding_box()
        assert box["height"] >= 44
        assert box["width"] >= 44


@dear
@pytest.mark.parametrize(
    "viewport",
    [NARROW, TALL, TURNED, TABLET, WIDE],
    ids=["narrow", "tall", "turned", "tablet", "desk"],
)
def test_tiles_stand_upright_and_dice_are_large(open_page, viewport):
    page = solved(open_page(viewport))
    roll(page, 3, 5)
    tiles = [each.bounding_box() for each in page.locator("#tiles button").all()]
    assert all(box["height"] >= 1.1 * box["width"] for box in tiles)
    dice = [each.bounding_box() for each in page.locator("#faces .face").all()]
    assert all(box["width"] >= min(74, 1.4 * tiles[0]["width"]) for box in dice)


@pytest.mark.dear
def test_beside_the_box_there_is_the_story_where_there_is_room(open_page):
    def place(what):
        page.locator(what).wait_for()
        return page.locator(what).bounding_box()

    for viewport in (NARROW, TALL, TURNED):
        page = solved(open_page(viewport))
        assert not page.locator("#book").is_visible()
    assert place("#dock")["x"] >= place("#box")["x"] + place("#box")["width"], "turned"
    page = solved(open_page(TABLET, link="tiles=1-9&game=5.4-9"))
    assert place("#book")["y"] >= place("#box")["y"] + place("#box")["height"]
    for viewport in (WIDE, {"width": 1280, "height": 680}):
        page = solved(open_page(viewport))
        assert place("#book")["x"] >= place("#box")["x"] + place("#box")["width"]
        assert place("#box")["x"] < 100, "the room is used"
    to_the_end(page)
    assert not page.locator(".to-story").is_visible(), "it is there already"


# Print


@dear
def test_what_is_printed_is_the_score_sheet(open_page):
    page = solved(open_page())
    roll(page, 3, 5)
    touch(page, 8)
    page.emulate_media(media="print")
    for what in ("#box", "#dock", "#all-odds"):
        assert not page.locator(what).is_visible()
    assert page.locator("#lines").inner_text().split() == ["1", "3", "+", "5", "8", "37"]
    assert page.locator("#sheet-rules").inner_text().startswith("9 tiles, 1 to 9;")
    page.emulate_media(media="screen")


# Motion, sound


@dear
def test_nothing_moves_for_whom_motion_is_too_much(open_page):
    page = solved(open_page())
    moving = "() => { rollDice(); return document.getAnimations().length; }"
    assert page.evaluate(moving) == 0
    tap(page, "Undo")
    page.emulate_media(reduced_motion="no-preference")
    assert page.evaluate(moving) > 0
    page.emulate_media(reduced_motion="reduce")


MOVED = """
() => {
  document.getAnimations().forEach((each) => each.finish());
  %s;
  return document.getAnimations()
    .filter(({ effect }) => effect.target.closest("%s"))
    .map((each) => each.animationName ?? each.transitionProperty);
}
"""


@dear
def test_dice_tumble_tiles_fall_the_stuck_rattles_and_a_clack_is_a_wave(open_page):
    page = solved(open_page())
    page.emulate_media(reduced_motion="no-preference")

    def moved(act, what):
        return page.evaluate(MOVED % (act, what))

    assert moved("rollDice()", "#faces").count("tumble") == 2
    page.evaluate("undo()")
    assert moved("pickFaces([3, 5])", "#bar").count("width") >= 2, "who is ahead slides"
    assert moved("tapTile(2)", "#tiles").count("transform") == 1, "it is lifted"
    assert moved("tapTile(4)", "#tiles").count("transform") == 2, "they fall"
    page.evaluate("setUp({ open: 3 }), change({ phase: 'turn' })")
    assert moved("pickFaces([3, 5])", "#tiles").count("rattle") == 9
    page.evaluate("undo()")
    page.evaluate("pickFaces([1, 2])")
    clack = moved("cover(3)", "#tiles, #lid")
    assert (clack.count("wave"), clack.count("transform")) == (9, 3), "two fall, and the lid"
    page.emulate_media(reduced_motion="reduce")


@dear
def test_a_clack_is_felt_until_somebody_does_not_want_it(open_page):
    page = solved(open_page(link="tiles=1-2"))
    page.evaluate("() => { globalThis.felt = 0; navigator.vibrate = () => { felt += 1; }; }")
    for wanted in (True, False):
        setting(page, "Vibration", wanted)
        roll(page, 1, 2)
        touch(page, 1, 2)
        assert page.locator("#lid").is_visible()
        assert page.evaluate("felt") == 1
        menu(page, "New game")


SOUNDS = """
() => {
  globalThis.heard = [];
  strike = (...knock) => heard.push(knock);
}
"""


@dear
def test_sound_is_off_until_somebody_wants_it(open_page):
    page = solved(open_page())
    page.evaluate(SOUNDS)
    tap(page, "Roll 2 dice", "Undo")
    assert page.evaluate("heard.length") == 0
    setting(page, "Sound")
    tap(page, "Roll 2 dice")
    page.locator("#status:has-text('rolled')").wait_for()
    until(page, "heard.length")


def test_nobody_is_called_names(open_page):
    page = solved(open_page())
    words = page.evaluate("document.body.innerHTML + Object.values(SAY).join()")
    assert "sucker" not in words
    assert re.match(
        "Nearly fair: the first player loses 0.4012 %", page.evaluate("verdict(solver().ev)")
    )
    assert next_thing(page) == "Roll 2 dice"
