"""The picture of how a game has ended: drawn by the page, saved as a file, or shared."""

import struct

import pytest
from test_firefox import until
from test_players import evening, finish
from touch import PHONE, menu, page_of, solved, tap

dear = pytest.mark.dear
HOME = "https://example.org/box.html"

# How many colours it has, and whether each corner of the felt is painted.
PAINTED = """() => {
  const { width, height } = element("postcard");
  const { data } = element("postcard").getContext("2d").getImageData(0, 0, width, height);
  const pixels = [...new Uint32Array(data.buffer)];
  return [new Set(pixels).size, pixels.every((pixel) => pixel >>> 24 === 255)];
}"""
CAN_SHARE = """
globalThis.shared = [];
const said = {
  canShare: ({ files }) => files.length === 1,
  share: async (given) => shared.push(given),
};
for (const [name, value] of Object.entries(said)) Object.defineProperty(navigator, name, { value });
"""


def ended(page, names=("Ann", "Ben")):
    evening(solved(page), names)
    finish(page)
    until(page, "whyNoOdds() !== '' || game.log.every((each) => lookBack(each) !== null)")
    page.evaluate("draw()")
    return page


def size_of(png):
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    return struct.unpack(">II", png[16:24])


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=dear)])
@pytest.mark.parametrize(
    "names",
    [
        ("Ann", "Ben"),
        pytest.param(("Grandma Josephine-M", "Wolfgang Amadeus Moz"), marks=dear),
        pytest.param(("Ann", "Ben", "Mia", "שרה"), marks=dear),
        pytest.param(tuple("ABCDEFGH"), marks=dear),
    ],
)
def test_how_a_game_has_ended_is_saved_as_a_picture(open_page, names, scheme):
    page = ended(open_page(PHONE, scheme), names)
    tap(page, "Send")
    until(page, "pictured !== null")
    with page.expect_download() as download:
        tap(page, "Save the picture")
    assert download.value.suggested_filename == "shut-the-box.png"
    wide, high = size_of(download.value.path().read_bytes())
    assert [wide, high] == page.evaluate("[element('postcard').width, element('postcard').height]")
    assert (wide, 1000 < high < 2000) == (1080, True)
    colours, whole = page.evaluate(PAINTED)
    assert colours > 500
    assert whole
    assert page.locator("#sent").inner_text() == "Saved among the downloads."
    assert page.evaluate("element('postcard').ariaLabel.startsWith(element('winner').textContent)")


@dear
def test_it_is_shared_where_the_device_shares_files(open_page, tmp_path):
    page = ended(open_page(path=page_of(tmp_path, f"classic --address {HOME}")))
    page.evaluate(CAN_SHARE)
    tap(page, "Send")
    until(page, "pictured !== null")
    tap(page, "Send the picture")
    until(page, "shared.length > 0")
    assert page.evaluate("shared[0].files.map(({ name, type }) => [name, type])") == [
        ["shut-the-box.png", "image/png"]
    ]


@dear
def test_nothing_is_pictured_before_the_end_nor_with_rules_alone(open_page):
    page = solved(open_page())
    menu(page, "Send")
    assert page.locator("#picture").is_hidden()
    tap(page, "Close")
    ended(page)
    menu(page, "More rules")
    page.locator("#send-rules").tap()
    assert page.locator("#picture").is_hidden()


@dear
def test_what_is_sent_at_the_end_is_the_game(open_page, tmp_path):
    page = ended(open_page(path=page_of(tmp_path, f"classic --address {HOME}")))
    tap(page, "Send")
    assert page.locator("#send-link").input_value().startswith(f"{HOME}#tiles=1-9&game=6.6-")
    how = page.locator("#send-how")
    assert how.inner_text() == "Whoever opens the link sees how the game went."
    page.locator("#send-game").uncheck()
    assert how.inner_text() == "Whoever opens the link plays by these rules."


@dear
def test_several_rounds_are_pictured_after_the_last(open_page):
    page = evening(open_page(), ["Ann", "Ben"], rounds=2)
    finish(page)
    tap(page, "Send")
    assert page.locator("#picture").is_hidden()
