"""The picture of how a game has ended: saved as a file, or shared.

What stands on it, and of which games there is one, is asked in Node.
"""

import re

import numpy as np
from matplotlib.image import imread
from person import NARROW, PHONE, button, menu, roll, seat, tap, touch, wait
from playwright.sync_api import expect
from touch import page_of

HOME = "https://example.org/box.html"
SHARES = """() => {
  const { dataset } = document.documentElement;
  const said = {
    canShare: ({ files }) => files.length === 1,
    share: async ({ files: [{ name, type }] }) => { dataset.shared = `${name} ${type}`; },
  };
  for (const [name, value] of Object.entries(said)) {
    Object.defineProperty(navigator, name, { value });
  }
}"""
"""What a device that shares files can do."""


def all_roll(page, count):
    """Let everybody roll what covers something, and then what covers nothing."""
    for place in range(count):
        roll(page, 2 + place % 2)
        touch(page, 2 + place % 2)
        roll(page, 20)
        tap(page, re.compile("left: "))
        if place + 1 < count:
            wait(page)
            page.locator("#take-turn").tap()


def open_to_send(page):
    page.locator("#chips").get_by_role("button", name="Send").tap()
    return page.get_by_role("dialog", name="Send")


def test_how_a_game_has_ended_is_saved_as_a_picture(visit):
    names = "Grandma Josephine-M", "Wolfgang Amadeus Moz", "שרה"
    page = visit("tiles=1-4&dice=1d20", color_scheme="dark", size=NARROW)
    seat(page, *names)
    all_roll(page, len(names))
    send = open_to_send(page)
    picture = send.get_by_role("img")
    winner = page.locator("#winner span").text_content()
    expect(picture).to_have_accessible_name(re.compile(f"^{re.escape(winner)}[.] "))
    with page.expect_download() as download:
        tap(page, "Save the picture")
    expect(send.get_by_role("status")).to_have_text("Saved among the downloads.")
    assert download.value.suggested_filename == "shut-the-box.png"
    dots = imread(download.value.path(), format="png")
    high, wide, _ = dots.shape
    assert wide == 1080
    assert 800 < high < 2000
    assert dots.shape[2] == 3 or (dots[..., 3] == 1).all(), "there is no hole in it"
    assert len(np.unique(dots.reshape(high * wide, -1), axis=0)) > 500
    shown = picture.bounding_box()
    assert abs(shown["width"] / shown["height"] - wide / high) < 0.05


def test_it_is_shared_where_the_device_shares_files_and_the_game_with_it(visit, tmp_path):
    page = visit(
        "tiles=1-3&dice=1d20", path=page_of(tmp_path, f"classic --address {HOME}"), size=PHONE
    )
    page.evaluate(SHARES)
    menu(page, "Send")
    expect(button(page, re.compile("the picture$"))).to_have_count(0)  # nothing has ended yet
    tap(page, "Close")
    all_roll(page, 2)
    send = open_to_send(page)
    link = send.get_by_label("The link")
    expect(link).to_have_value(re.compile(rf"^{re.escape(HOME)}#.*&game=2-2_20~3-3_20$"))
    expect(send).to_contain_text("Whoever opens the link sees how the game went.")
    tap(page, "Send the picture")
    shared = "shut-the-box.png image/png"
    expect(page.locator("html")).to_have_attribute("data-shared", shared)
    send.get_by_label("The game as it stands").uncheck()
    expect(send).to_contain_text("Whoever opens the link plays by these rules.")
    tap(page, "Close")
    menu(page, "More rules")
    page.get_by_role("dialog", name="Your rules").get_by_role("button", name="Send").tap()
    expect(send).to_be_visible()
    expect(button(page, re.compile("the picture$"))).to_have_count(0)
