"""There is room for everything: on phones, tablets and desks, with a browser's bars or without."""

import pytest
from page_languages import TAGS
from touch import take

pytestmark = pytest.mark.dear

SIZES = [
    *((320, 568), (360, 640), (360, 740), (375, 553), (375, 667), (390, 664), (390, 844)),
    *((412, 915), (430, 932), (568, 320), (640, 360), (844, 390), (600, 960), (744, 1059)),
    *((744, 1133), (768, 954), (768, 1024), (810, 1010), (810, 1080), (820, 1106), (820, 1180)),
    *((1024, 672), (1024, 768), (1024, 1366), (1280, 800), (1440, 900)),
]

# What of all that is shown lies on something else, is cut off, or leaves the screen.
IN_THE_WAY = """
() => {
  const kinds = {
    tiles: "#tiles button", dice: "#faces .face, .total", status: "#status", chips: ".chip",
    go: "#go", tools: ".tool", end: "#winner, #why, #squares, #end-graph svg, #podium li",
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
}
"""

STEPS = {
    "begun": "change(newGame(game.rules))",
    "rolled": "pickFaces([3, 5])",
    "hint": "lay({ game: { ...game, asked: true } }); draw()",
    "stuck": "cover(1 << 7); pickFaces([2, 7 - 1]); cover(movesNow()[0]); stall()",
    "next": "endTurn(); takeTurn(); pickFaces([3, 6])",
    "over": "cover(movesNow()[0]); stall(); endTurn()",
}
STALL = """() => {
  globalThis.stall = () => {
    while (mayRoll() || movesNow().length) {
      if (mayRoll()) pickFaces(Array(diceNow()).fill(rulesOfGame().sides));
      else cover(movesNow()[0]);
    }
  };
}"""


@pytest.mark.parametrize("tag", TAGS)
def test_nothing_lies_on_anything_and_nothing_is_cut(open_page, tag):
    page = open_page(link=f"lang={tag}")
    page.locator("#verdict:not(:empty):not(:has-text('≈'))").wait_for(state="attached")
    page.evaluate(STALL)
    found = {}
    for step, done in STEPS.items():
        page.evaluate(f"() => {{ {done}; clearSnack(); }}")
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            if wrong := page.evaluate(IN_THE_WAY):
                found[step, width, height] = wrong
    assert found == {}


@pytest.mark.parametrize("tag", TAGS)
def test_the_curtain_and_the_door_fit(open_page, tag):
    page = open_page(link=f"lang={tag}")
    page.evaluate(STALL)
    page.evaluate("() => { stall(); endTurn(); }")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        box = page.locator("#take-turn").bounding_box()
        assert 0 <= box["y"] <= box["y"] + box["height"] <= height
        assert 0 <= box["x"] <= box["x"] + box["width"] <= width
    take(page)
    page.evaluate("openDoor()")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("element('door').scrollWidth <= element('door').clientWidth")
        assert page.locator("#door-friends").bounding_box()["y"] < height
