"""There is room for everything: on phones, tablets and desks, in every language, in large text.

Every state of the page is seen by axe, light and dark; nothing of it is cut off or lies on
anything, and every field in focus is in sight.
"""

import re
from itertools import count, product

import pytest
from conftest import BLANK, enter
from page_languages import TAGS
from person import (
    DESK,
    NARROW,
    PHONE,
    TABLET,
    TALL,
    TURNED,
    WIDE,
    button,
    fits,
    inside,
    menu,
    more,
    roll,
    seat,
    setting,
    tap,
    tiles,
    touch,
    wait,
)
from playwright.sync_api import expect

SIZES = [
    *((320, 568), (360, 640), (360, 740), (375, 553), (375, 667), (390, 664), (390, 844)),
    *((412, 915), (430, 932), (568, 320), (640, 360), (844, 390), (600, 960), (744, 1059)),
    *((744, 1133), (768, 954), (768, 1024), (810, 1010), (810, 1080), (820, 1106), (820, 1180)),
    *((1024, 672), (1024, 768), (1024, 1366), (1280, 800), (1440, 900)),
]
"""Phones, also on their sides, tablets and desks, with a browser's bars or without."""
SMALL = 320, 256


def at(page, size):
    """Make the window as large as that."""
    width, height = size
    page.set_viewport_size({"width": width, "height": height})


def large(page, percent=200):
    """Have text as large as somebody has set it in the browser."""
    page.evaluate("(size) => { document.documentElement.style.fontSize = size; }", f"{percent}%")


def known(page):
    """Wait until the odds stand there."""
    expect(page.locator("#ahead-1")).to_have_text(re.compile(r"^\d+$"))


# The box, at all sizes in all languages

IN_THE_WAY = """() => {
  const kinds = {
    tiles: "#tiles button", dice: "#faces .face, .total", status: "#box:not(.over) #status",
    chips: ".chip", go: "#go", tools: ".tool", end: "#winner, #why, #podium li",
  };
  const boxes = Object.entries(kinds).flatMap(([kind, selector]) =>
    [...document.querySelectorAll(selector)]
      .filter((each) => each.checkVisibility() && each.getClientRects().length)
      .map((each) => ({ kind, each, box: each.getBoundingClientRect() })),
  );
  const on = (one, other) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1.5 &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1.5;
  const name = ({ kind, each }) => each.id || kind;
  const found = [];
  boxes.forEach((one, place) => {
    const { each, box } = one;
    const [right, below] = [box.right - innerWidth, box.bottom - innerHeight];
    const cut = Math.max(-box.left, -box.top, right, below) > 1;
    if (cut) found.push(`${name(one)} leaves the screen`);
    if (["go", "status", "chips"].includes(one.kind) && each.scrollHeight > each.clientHeight + 2) {
      found.push(`${name(one)} is cut: ${each.textContent}`);
    }
    for (const other of boxes.slice(place + 1)) {
      if (on(box, other.box) && !(one.kind === "dice" && other.kind === "dice")) {
        found.push(`${name(one)} lies on ${name(other)}`);
      }
    }
  });
  return [...new Set(found)];
}"""
"""What of all that is shown lies on something else, is cut off, or leaves the screen."""
CUT = """() => [
  ...document.querySelectorAll(
    "#box:not(.over) #status, #why, #day-said, .brass, .chip, .tool, #take-turn",
  ),
].filter((each) => {
  const words = document.createRange();
  words.selectNodeContents(each);
  const { top, bottom, left, right } = words.getBoundingClientRect();
  const room = each.getBoundingClientRect();
  const lid = document.querySelector(".shut #lid")?.getBoundingClientRect();
  const beside = !lid || right < lid.left || left > lid.right;
  const isUnder = !beside && each.id !== "why" && top < lid.bottom - 1 && bottom > lid.top + 1;
  const isOut = isUnder || top < room.top - 1 || bottom > room.bottom + 1;
  return each.textContent && (isOut || left < room.left - 1 || right > room.right + 1);
}).map((each) => each.textContent)"""
"""Words that are cut off, or under the lid, however large text is."""

PLAYED = "2.2-4_6.2-1.2.5_5.3-8_6.3-9_4.3-7_1.1~2.2-4_3.1-1.3_4.2-6_6.5-2.9_6.2-8_4.1-5_2.1-"
STEPS = {
    "begun": ("tiles=1-9", []),
    "rolled": ("tiles=1-9&game=5.3", []),
    "chosen": ("tiles=1-9&game=5.3", ["#tiles [data-tile='3']"]),
    "a hint": ("tiles=1-9&game=5.3", ["#hint"]),
    "a hint of risks": ("tiles=1-9&open=3.9", ["#hint"]),
    "own dice": ("tiles=1-9", ["#mine"]),
    "stuck": ("tiles=1-9&open=1&game=5.3", []),
    "to beat": ("tiles=1-9&open=1.2.9&to_beat=12&game=6.3", []),
    "beaten": ("tiles=1-9&open=1.2&to_beat=12", []),
    "a clack": ("tiles=1-9&open=1.2&game=2.1-1.2", []),
    "over": (f"tiles=1-9&game={PLAYED}", []),
    "over by a clack": ("tiles=1-9&open=1.2&to_beat=12&game=2.1-1.2", []),
}
"""What is opened, and what is then tapped."""


def steps(page):
    """Open one step of a game after the other, in the language that was opened."""
    address = page.url.partition("#")[0]
    for step, (link, taps) in STEPS.items():
        page.goto(f"{address}#{link}")
        known(page)
        for what in taps:
            wait(page)
            page.locator(what).tap()
        if step.startswith("over"):
            expect(page.locator("#why")).not_to_be_empty()
        yield step
        if "#mine" in taps:
            page.locator("#mine").tap()


@pytest.mark.parametrize("tag", TAGS)
def test_nothing_lies_on_anything_and_nothing_is_cut(visit, tag):
    """Each step comes at each size, each size in each language, each language at each step."""
    page, found = visit(f"lang={tag}", door=True), {}
    for size in SIZES:
        at(page, size)
        if not fits(page) or page.locator("#door-friends").bounding_box()["y"] >= size[1]:
            found["the door", size] = "is too large"
    enter(page)
    for place, step in enumerate(steps(page)):
        for number, size in enumerate(SIZES):
            if (number + place) % len(TAGS) != TAGS.index(tag):
                continue
            at(page, size)
            if wrong := page.evaluate(IN_THE_WAY) + page.evaluate(CUT):
                found[step, size] = wrong
        large(page)
        for size in (NARROW, TALL, TURNED, TABLET, LOW_TABLET, WIDE):
            at(page, size)
            if wrong := page.evaluate(CUT):
                found[step, size, "large"] = wrong
        large(page, 100)
    assert found == {}


# The end, whoever has won

LONG_NAMES = [
    *("Wolfgang-Mar", "Josephine-Al", "Bartholomew1", "Maximilianna"),
    *("Grandma-Rose", "Konstantinos", "Wilhelminaaa", "Theodora-Ann"),
]
"""Names of twelve letters."""
LEFT_OPEN = [9, 2, 3, 9, 5, 6, 7, 8]
"""What each covers of the tiles 1 to 9 before the turn ends: of four and more two share the win."""
OFF_THE_FELT = """() => {
  const felt = document.querySelector("#felt").getBoundingClientRect();
  const chips = document.querySelector("#chips").getBoundingClientRect();
  const off = (box) => box.left < felt.left - 1 || box.right > felt.right + 1 ||
    box.top < felt.top - 1 || box.bottom > chips.top + 1;
  const parts = [...document.querySelectorAll("#winner, .total, #why, #podium, #podium .step b")];
  return parts.filter((each) => each.checkVisibility() && each.textContent).flatMap((each) => {
    const words = document.createRange();
    words.selectNodeContents(each);
    const boxes = [each.getBoundingClientRect()];
    if (each.matches("#winner, #why")) boxes.push(words.getBoundingClientRect());
    const bar = each.closest(".step")?.getBoundingClientRect();
    const cut = bar && boxes[0].bottom > bar.bottom + 1;
    return boxes.some(off) || cut ? [`${each.id || each.className}: ${each.textContent}`] : [];
  });
}"""
"""What of the end is not on the felt, above the choices: the winner, the score, the steps."""
NARROWEST, WIDEST = 320, 1440


@pytest.mark.parametrize("tag", TAGS)
@pytest.mark.parametrize("players", [2, 3, 4, 8])
def test_who_has_won_stands_on_the_felt_at_every_size(visit, tag, players):
    page = visit(f"tiles=1-9&dice=1d20&max_tiles=1&lang={tag}", size=TALL, door=True)
    page.locator("#door-friends").tap()
    for _ in range(players - 2):
        page.locator("#add-friend").tap()
    for field, name in zip(page.locator("#friend-names input").all(), LONG_NAMES, strict=False):
        field.fill(name)
    page.locator("#play-friends").tap()
    wait(page)
    page.locator("#mine").tap()
    for number in range(players):
        for face in (LEFT_OPEN[number], 20):
            wait(page)
            page.locator("#keys button").nth(face - 1).tap()
            if face < 20:
                tiles_of(page).nth(face - 1).tap()
        wait(page)
        page.locator("#go").tap()
        wait(page)
        if (curtain := page.locator("#take-turn")).is_visible():
            curtain.tap()
    winner = page.locator("#winner")
    expect(winner).to_contain_text(LONG_NAMES[0])
    expect(winner).to_contain_text(LONG_NAMES[3] if players > 3 else LONG_NAMES[0])
    found = {}
    for size in SIZES:
        at(page, size)
        if wrong := page.evaluate(OFF_THE_FELT):
            found[size] = wrong
    assert min(SIZES)[0] == NARROWEST
    assert max(SIZES)[0] == WIDEST
    assert found == {}


def tiles_of(page):
    """Find the tiles in any language."""
    return page.locator("#tiles button")


@pytest.mark.parametrize("tag", TAGS)
def test_what_comes_after_the_end_is_seen_in_large_text(visit, tag):
    page = visit(f"lang={tag}", door=True, when="2026-11-23T12:00:00", size=TALL)
    address = page.url.partition("#")[0]
    enter(page)
    for step in ("over", "over by a clack"):
        page.goto(f"{address}#{STEPS[step][0]}")
        known(page)
        expect(page.locator("#why")).not_to_be_empty()
        large(page)
        inside(page, page.locator("#dock button:visible, .chip"))
        large(page, 100)
    page.goto(f"{address}#tiles=1-9&today")
    while not page.locator("#day-end").is_visible():
        wait(page)
        playable = page.locator("#tiles .open:not(.dim)[aria-disabled=false]")
        (playable.first if playable.count() else page.locator("#go")).tap()
    expect(page.locator("#day-scores dd")).to_have_count(2)
    expect(page.locator("#day-scores")).not_to_contain_text("…")
    large(page)
    inside(page, page.locator("#dock button:visible, .chip, #day-said"))


UPRIGHT_TABLET = 768, 1024


def test_the_felt_is_as_large_at_the_end_as_before_and_no_rules_are_cut_beside_it(visit):
    page, felts = visit("tiles=1-9", size=UPRIGHT_TABLET), []
    for link in ("tiles=1-9", "tiles=1-9&game=5.3", f"tiles=1-9&game={PLAYED}"):
        page.goto(f"{page.url.partition('#')[0]}#{link}")
        known(page)
        felts.append(page.locator("#felt").bounding_box())
    assert felts == felts[:1] * 3
    expect(page.locator("#why")).not_to_be_empty()
    for size in (UPRIGHT_TABLET, WIDE):
        at(page, size)
        expect(page.locator("#lines")).to_be_visible()
        expect(page.locator("#sheet-rules")).to_be_hidden()


# What is tapped

LOW_DESK = 1280, 680
LOW_TABLET = 1024, 672
SIX = NARROW, TALL, TURNED, TABLET, WIDE, LOW_DESK


def test_what_is_tapped_is_large_enough_and_the_story_stands_where_there_is_room(visit):
    page = visit("tiles=1-9&game=5.4-9_5.3")
    book, box = page.locator("#book"), page.locator("#box")
    for link, size in product(("tiles=1-9&game=5.4-9_5.3", "tiles=1-12&game=5.4-9_5.3"), SIX):
        page.goto(f"{page.url.partition('#')[0]}#{link}")
        expect(tiles(page)).to_have_count(9 if "1-9" in link else 12)
        at(page, size)
        inside(page, page.locator("#rail, #box, #dock, #book:visible"))
        sizes = [each.bounding_box() for each in tiles(page).all()]
        assert all(one["height"] >= 44 and one["width"] >= 32 for one in sizes), size
        assert all(one["height"] * one["width"] >= 44 * 44 for one in sizes), size
        if "1-9" in link and size != LOW_DESK:
            assert all(one["height"] >= 1.1 * one["width"] for one in sizes), "tiles stand upright"
            dice = [each.bounding_box() for each in page.locator("#faces .face").all()]
            assert len(dice) == 2
            assert all(die["width"] >= min(74, 1.4 * sizes[0]["width"]) for die in dice), size
        for each in page.locator(".tool").all():
            one = each.bounding_box()
            assert min(one["height"], one["width"]) >= 44, size
        room = box.bounding_box()
        if size in (NARROW, TALL, TURNED):
            expect(book).to_be_hidden()
        elif size == TABLET:
            assert book.bounding_box()["y"] >= room["y"] + room["height"]
        else:
            assert book.bounding_box()["x"] >= room["x"] + room["width"]
            assert room["x"] < 100, "the room is used"
        if size == TURNED:
            dock = page.locator("#dock").bounding_box()
            assert dock["x"] >= room["x"] + room["width"]
    tap(page, "Undo", "My dice")
    at(page, NARROW)
    for each in button(page, re.compile("^A die shows")).all():
        one = each.bounding_box()
        assert min(one["height"], one["width"]) >= 44


def test_the_longest_numbers_do_not_make_a_phone_scroll_sideways(visit):
    page = visit(f"tiles=1-3&clack_payout={'1234567890' * 5}", size=NARROW)
    for _ in range(2):
        roll(page, 1, 1)
        page.locator("#go").tap()
        assert fits(page)


# Names

UNCUT = """(parts) => parts.every(({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
  scrollWidth <= clientWidth + 1 && scrollHeight <= clientHeight + 2)"""
ON_ITS_SIDE = 844, 390


def test_names_are_not_cut_where_there_is_room_nor_the_button_of_the_curtain(visit):
    page = visit("tiles=9-9&dice=1d6", size=ON_ITS_SIDE)
    who = page.locator(".who:visible")
    for others in ((), ("Mum", "Tom")):
        seat(page, "Grandma Lisbeth", "Grandpa Ben", *others)
        expect(who).to_have_count(2 + len(others))
        assert who.evaluate_all(UNCUT), others
    seat(page, "Ann", "Grandpa Ben")
    roll(page, 1)
    tap(page, "9 left: pass to Grandpa Ben")
    take = page.locator("#take-turn")
    large(page)
    at(page, PHONE)
    assert take.evaluate_all(UNCUT)
    inside_of(take, PHONE)
    large(page, 100)
    for size in SIZES:
        at(page, size)
        inside_of(take, size)


def inside_of(part, size):
    """See that a part is in a window of that size."""
    box = part.bounding_box()
    assert box["x"] >= 0, size
    assert box["y"] >= 0, size
    assert box["x"] + box["width"] <= size[0], size
    assert box["y"] + box["height"] <= size[1], size


# Every state


def to_the_end(page):
    roll(page, 1, 2)
    touch(page, 1, 2)
    expect(page.locator("#why")).not_to_be_empty()


def all_odds(page):
    button(page, re.compile("All odds")).tap()
    expect(page.locator("#worth")).to_contain_text("worth")


def exact_odds(page):
    all_odds(page)
    page.get_by_role("checkbox", name="Show exact fractions").check()


def head_start(page):
    menu(page, "Players")
    page.locator("#names .own").last.tap()
    page.locator("#head-starts [data-value='always']").tap()
    expect(page.locator("#head-start-verdict")).to_contain_text(" go")


def own_rules(page):
    menu(page, "More rules")
    page.get_by_label("A single die", exact=True).select_option("other …")
    expect(page.locator("#panel-more summary")).to_be_visible()


def other_rules(page):
    menu(page)
    page.locator("#cards .card").nth(2).tap()
    expect(page.locator("#verdict")).to_contain_text("94 games")


def mend(page):
    menu(page, "What would make it fair?", "Stop")
    expect(page.locator("#close-mend")).to_be_visible()


def by_other_rules(page):
    menu(page, "Compare rules")
    page.get_by_role("dialog").locator("tbody tr").first.tap()
    expect(page.locator("#snack").get_by_role("button")).to_be_visible()


def was_playing(page):
    touch(page, 8)
    wait(page)
    address = page.url.partition("#")[0]
    page.goto(BLANK)
    page.goto(f"{address}#tiles=1-8")
    expect(page.locator("#snack").get_by_role("button")).to_have_count(1)
    enter(page)


def coach(page):
    setting(page, "Coach")
    touch(page, 4, 5)
    expect(page.get_by_role("dialog", name=re.compile("^After 4"))).to_be_visible()


def today(page):
    menu(page, "Today's box")
    page.locator("#go").tap()


def todays_end(page):
    today(page)
    while not page.locator("#day-end").is_visible():
        wait(page)
        playable = page.locator("#tiles .open:not(.dim)[aria-disabled=false]")
        (playable.first if playable.count() else page.locator("#go")).tap()
    expect(page.locator("#go")).to_have_attribute("aria-disabled", "false")


def send_a_picture(page):
    to_the_end(page)
    page.locator("#chips").get_by_role("button", name="Send").tap()
    expect(button(page, "Save the picture")).to_be_visible()


def of_four(page):
    seat(page, "Ann", "Ben", "Mia", "Dan")
    expect(page.locator(".chance").first).not_to_be_empty()


def stay(page):
    """Do nothing: the link opens it."""


ROLLED = "tiles=1-9&game=5.3"
ENDING = "tiles=1-9&open=1.2&to_beat=12"
STATES = {
    "play": {
        "a new game": ("", stay),
        "a roll": (ROLLED, stay),
        "tiles tapped": (ROLLED, lambda page: touch(page, 3)),
        "a hint": (ROLLED, lambda page: tap(page, "Hint")),
        "own dice": ("", lambda page: tap(page, "My dice")),
        "stuck": ("tiles=1-9&open=1&game=5.3", stay),
        "setting up": ("", lambda page: more(page, "Set up a position")),
    },
    "rules": {
        "the menu": ("", lambda page: (menu(page), page.locator("#verdict-more summary").tap())),
        "other rules": ("", other_rules),
        "your rules": ("", own_rules),
        "what would mend it": ("", mend),
        "how to play": ("", lambda page: menu(page, "How to play")),
    },
    "odds": {
        "all odds": (ROLLED, all_odds),
        "exact odds": (ROLLED, exact_odds),
        "the table": (
            "",
            lambda page: (menu(page, "Compare rules"), page.locator("#exact").check()),
        ),
        "the coach": ("tiles=1-9&game=5.4", coach),
    },
    "people": {
        "the door": (None, stay),
        "friends": (None, lambda page: page.locator("#door-friends").tap()),
        "a head start": ("", head_start),
        "the curtain": ("tiles=1-9&open=9&game=6.6", lambda page: page.locator("#go").tap()),
        "four players": ("", of_four),
    },
    "words": {
        "a refused link": ("foo=1", lambda page: page.get_by_text("What was wrong?").tap()),
        "a word with undo": ("", by_other_rules),
        "a question": (ROLLED, was_playing),
        "something to send": ("tiles=1-9&game=5.3-8", lambda page: menu(page, "Send")),
        "today's box": ("", today),
    },
    "the end": {
        "a clack": ("tiles=1-9&open=1.2", lambda page: (roll(page, 1, 2), touch(page, 1, 2))),
        "beaten": (ENDING, stay),
        "the end": (ENDING, to_the_end),
        "the story": (
            ENDING,
            lambda page: (to_the_end(page), tap(page, "The story")),
        ),
        "a picture to send": (ENDING, send_a_picture),
        "the end of today's box": ("", todays_end),
        "today's box roll by roll": (
            "",
            lambda page: (todays_end(page), tap(page, "Roll by roll")),
        ),
    },
}
"""What is opened (nothing, to stay at the door), and what is then done, of each state."""
IN_FORCED_COLOURS = {"the coach", "today's box", "the end of today's box"}

HIDDEN = """() => {
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
}"""
"""What has the focus and is out of sight, or under something."""


def seen_by_axe(page, size, **media):
    from axe_playwright_python.sync_playwright import Axe

    at(page, size)
    page.emulate_media(**media)
    found = Axe().run(page).response
    assert found["violations"] == [], (size, media)
    assert len(found["passes"]) > 10


@pytest.mark.parametrize("group", STATES)
def test_every_state_fits_can_be_read_and_is_reached(visit, group):
    """Axe sees each state plain and large, light and dark, at two of three sizes."""
    turn = count()
    for state, (link, act) in STATES[group].items():
        page = visit(link or "", size=NARROW, door=link is None)
        if link is not None:
            known(page)
        act(page)
        number = next(turn)
        screens = [(PHONE, TURNED, DESK)[(number + place) % 3] for place in range(2)]
        schemes = ("light", "dark") if number % 2 else ("dark", "light")
        for percent, screen, scheme in zip((100, 200), screens, schemes, strict=True):
            large(page, percent)
            at(page, NARROW)
            assert fits(page), f"{state} is wider than the narrowest phone"
            seen_by_axe(page, screen, color_scheme=scheme)
            if state in IN_FORCED_COLOURS:
                seen_by_axe(page, screen, color_scheme="light", forced_colors="active")
                page.emulate_media(forced_colors="none")
            for size in (NARROW, TALL, TURNED, SMALL, TABLET):
                at(page, size)
                assert page.evaluate(CUT) == [], (state, percent, size)
            for size in (PHONE, TURNED) if percent == 200 else (SMALL,):
                at(page, size)
                assert page.evaluate(HIDDEN) == [], (state, percent, size)
        page.context.close()
