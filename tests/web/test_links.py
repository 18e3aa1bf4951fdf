"""What is sent: links to rules, to a position, to a whole game; what hostile ones do.

What links mean, and which are refused, is compared with Python in Node.
"""

import re

import pytest
from conftest import output
from person import (
    DESK,
    NARROW,
    button,
    covered,
    inside,
    menu,
    more,
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
from sent_links import HOSTILE
from touch import page_of

from twoplayer import Play

HOME = "https://example.org/box/"


@pytest.fixture(scope="module")
def with_address(tmp_path_factory):
    return page_of(tmp_path_factory.mktemp("page"), f"classic --address {HOME}")


# What the device offers to send with: it is told what was given to each.
DEVICE = """() => {
  const told = (name, what) => { document.documentElement.dataset[name] = JSON.stringify(what); };
  const answers = [null, "AbortError", "NotAllowedError"];
  navigator.share = async (what) => {
    told("shared", what);
    const why = answers.shift();
    if (why) throw new DOMException("", why);
  };
  navigator.clipboard.writeText = async (text) => told("copied", text);
}"""


def has_sent(page, name, *texts):
    for text in texts:
        expect(page.locator("html")).to_have_attribute(f"data-{name}", re.compile(re.escape(text)))


def link_sent(page, whole=True):
    menu(page)
    page.get_by_role("dialog").get_by_role("button", name="Send", exact=True).tap()
    page.get_by_label("The game as it stands").set_checked(whole)
    link = page.get_by_label("The link").input_value()
    tap(page, "Close")
    return link


def test_a_game_that_is_sent_opens_at_its_position(visit, with_address):
    page = visit(path=with_address)
    roll(page, 3, 5)
    touch(page, 8)
    roll(page, 6, 6)
    touch(page, 9, 3)
    roll(page, 4, 3)
    link = link_sent(page)
    assert link == f"{HOME}#tiles=1-9&game=5.3-8_6.6-3.9_4.3"
    assert link_sent(page, whole=False) == f"{HOME}#tiles=1-9"
    other = visit(link.partition("#")[2], path=with_address, door=True)
    expect(status(other)).to_have_text(status(page).inner_text())
    expect(covered(other)).to_have_text(["3", "8", "9"])
    tap(other, *["Undo"] * 5)
    expect(covered(other)).to_have_count(0)
    expect(button(other, "Undo")).to_have_attribute("aria-disabled", "true")


def test_a_game_from_a_position_of_ones_own_is_sent_with_it_to_its_end(visit, with_address):
    page = visit(path=with_address)
    more(page, "Set up a position")
    page.get_by_label("Whose turn").select_option("2")
    page.get_by_role("combobox", name="Score to beat").select_option("12")
    touch(page, 3, 4, 5, 6, 8, 9)
    tap(page, "Play from here")
    assert link_sent(page) == f"{HOME}#tiles=1-9&open=1.2.7&to_beat=12"
    roll(page, 3, 4)
    touch(page, 7)
    link = link_sent(page)
    assert link == f"{HOME}#tiles=1-9&open=1.2.7&to_beat=12&game=4.3-7"
    other = visit(link.partition("#")[2], path=with_address, door=True)
    says(other, "Player 2")
    roll(other, 1, 2)
    tap(other, "Hint", "Cover 1 + 2")
    says(other, "wins")
    ended = status(other).inner_text()
    link = link_sent(other)
    assert link.endswith("&game=4.3-7_2.1-1.2")
    again = visit(link.partition("#")[2], path=with_address, door=True)
    expect(status(again)).to_have_text(ended)


def test_the_command_writes_a_link_to_a_game_on_paper(tmp_path):
    path = tmp_path / "game.txt"
    path.write_text("5+4:9, 6+6: 5+4+3, 3+1: -\n2+1", encoding="utf-8")
    link = output(f"write page --link --review {path} --address {HOME}")
    assert link == f"{HOME}#tiles=1-9&game=5.4-9_6.6-3.4.5_3.1~2.1\n"
    assert Play.of("classic", path.read_text("utf-8")).over is False


# Sending


def test_what_the_device_offers_is_used_to_send(visit, with_address):
    page = visit(path=with_address)
    page.evaluate(DEVICE)
    menu(page, "Send")
    tap(page, "Send …")
    has_sent(
        page, "shared", '"title":"Shut the Box: The classic game"', f'"url":"{HOME}#tiles=1-9"'
    )
    send = page.get_by_role("dialog", name="Send")
    expect(send).to_contain_text("Whoever opens the link plays by these rules.")
    tap(page, "Send …")
    expect(send.locator("#sent")).to_have_text("")  # somebody has thought better of it
    expect(page.locator("html")).not_to_have_attribute("data-copied", re.compile("."))
    tap(page, "Send …")
    expect(send.get_by_role("status")).to_have_text("Copied.")
    has_sent(page, "copied", f"{HOME}#tiles=1-9")


def test_a_file_is_sent_as_a_file(visit):
    page = visit(size=DESK)
    page.evaluate(DEVICE)
    roll(page, 3, 5)
    touch(page, 8)
    menu(page, "Send")
    expect(button(page, "Send …")).to_have_count(0)
    expect(page.get_by_role("dialog")).to_contain_text("send the file itself")
    expect(page.get_by_label("The link")).to_have_value("#tiles=1-9&game=5.3-8")


@pytest.mark.parametrize(("more", "rounds"), [(1, "1"), (0, "2")])
def test_a_game_of_many_players_or_rounds_is_sent_as_rules(visit, with_address, more, rounds):
    page = visit(path=with_address)
    menu(page, "Players")
    for _ in range(more):
        page.locator("#add-player").tap()
    page.locator("#rounds").select_option(rounds)
    page.locator("#play-evening").tap()
    roll(page, 4, 5)
    menu(page, "Send")
    expect(page.get_by_label("The game as it stands")).to_be_hidden()
    expect(page.get_by_role("dialog")).to_contain_text("the rules alone")
    expect(page.get_by_label("The link")).to_have_value(f"{HOME}#tiles=1-9")


def test_rules_are_sent_from_their_panel(visit, with_address):
    page = visit(path=with_address)
    menu(page, "More rules")
    page.get_by_label("Start from").select_option(label="2 to go")
    page.get_by_role("dialog", name="Your rules").get_by_role("button", name="Send").tap()
    expect(page.get_by_label("The link")).to_have_value(f"{HOME}#opening_tile=2")
    expect(page.get_by_label("The game as it stands")).to_be_hidden()


# What somebody may send


@pytest.mark.parametrize("name", ["markup", "an illegal move"])
def test_a_hostile_link_is_refused_with_a_word_and_something_is_played(visit, name):
    link, said = HOSTILE[name]
    page = visit(link, door=True)
    refusal = page.get_by_role("alert")
    expect(refusal).to_have_text("This link has something that this page does not know.")
    fault = page.locator("#fault")
    expect(fault).to_be_hidden()
    page.get_by_text("What was wrong?").tap()
    expect(fault).to_contain_text(said)
    expect(page.locator("img, #fault *")).to_have_count(0)
    page.reload()
    page.get_by_text("What was wrong?").tap()
    expect(fault).to_contain_text(said)
    expect(covered(page)).to_have_count(0)
    button(page, re.compile("^Play: ")).tap()
    expect(refusal).to_have_count(0)
    expect(page.locator("#go")).to_be_focused()
    page.locator("#go").tap()
    says(page, "rolled")


def test_a_refusal_moves_nothing_and_may_be_touched(visit):
    before = visit("lang=de", size=NARROW).locator("#go").bounding_box()
    page = visit("tiles=10&ties=split&weights=0&foo=1&lang=de", size=NARROW, door=True)
    assert page.locator("#go").bounding_box() == before
    inside(page, tiles(page), page.locator("#go"))
    wait(page)
    page.get_by_role("alert").tap()
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.locator("#faces .hollow")).not_to_have_count(0)  # no dice were rolled


def test_a_link_may_be_a_name_and_another_address_another_game(visit):
    page = visit("sally")
    name = page.locator("#rules-name")
    expect(name).to_have_text("Sally")
    page.evaluate("() => { location.hash = 'ties=first'; }")
    expect(name).to_have_text("Ties to first")
    roll(page, 3, 4)
    tile(page, 7).tap()
    expect(covered(page)).to_have_text(["7"])
    wait(page)  # the game is kept once it is drawn
    page.evaluate("() => { location.hash = 'my-pub'; }")
    expect(page.get_by_role("alert")).to_be_visible()
    page.get_by_text("What was wrong?").tap()
    expect(page.locator("#fault")).to_contain_text("'my-pub' is no name of the catalogue")
    page.go_back()
    expect(name).to_have_text("Ties to first")
    expect(covered(page)).to_have_text(["7"])
