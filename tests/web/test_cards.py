"""Rules on the page: cards, switches, the seesaw, what would mend them, names, the table.

How fair they are, and what would make them fairer, is compared with Python's values in Node.
"""

import json
import re
from fractions import Fraction

import pytest
from conftest import ROOT, run
from person import (
    DESK,
    NARROW,
    PHONE,
    button,
    covered,
    fits,
    inside,
    menu,
    roll,
    says,
    status,
    tap,
    touch,
    wait,
)
from playwright.sync_api import expect
from touch import page_of

from twoplayer import Variant, registered, solve, variants
from twoplayer.web.link import link_to


def rules(page):
    return page.get_by_role("dialog", name=re.compile("^Rules"))


def card(page, title):
    cards = rules(page).get_by_role("group", name="Rules that people play")
    return cards.get_by_role("button").filter(
        has=page.locator("b", has_text=re.compile(f"^{title}"))
    )


def switch(page, label, word):
    group = rules(page).get_by_role("group", name=label, exact=True)
    return group.get_by_role("button", name=word, exact=True)


def considered(page, name):
    expect(page.locator("#menu-rules")).to_have_text(name)


def are_played(page, name, link):
    expect(page.locator("#rules-name")).to_have_text(name)
    wait(page)
    expect(page).to_have_url(re.compile(f"#{re.escape(link)}$"))


def word(page):
    """Find the word that is said over the felt for a while, with its button."""
    return page.locator("#snack")


# Cards, and what was played before


def test_a_card_is_considered_and_then_played_and_can_be_taken_back(visit):
    page = visit()
    roll(page, 3, 5)
    touch(page, 8)
    before = status(page).inner_text()
    menu(page)
    expect(card(page, "The classic game")).to_have_attribute("aria-pressed", "true")
    card(page, "Digital").tap()
    considered(page, "Digital, say what you see")
    tap(page, "As before")
    considered(page, "The classic game")
    expect(button(page, "As before")).to_have_count(0)
    card(page, "Digital").tap()
    page.keyboard.press("Escape")
    says(page, before)  # what was only considered is forgotten
    menu(page)
    considered(page, "The classic game")
    card(page, "Thai").tap()
    expect(page.locator("#verdict")).to_contain_text("one stake in 94 games goes to the second")
    expect(page.locator("#verdict-percent")).to_contain_text("1.0616 %")
    expect(rules(page)).to_contain_text("Source: Wikipedia, Shut the box")
    considered(page, "Thai style, Jackpot")
    tap(page, "Play by these rules")
    are_played(page, "Thai style, Jackpot", "moves=one-tile")
    expect(word(page).get_by_role("status")).to_have_text("Playing by: Thai style, Jackpot")
    roll(page, 3, 5)
    word(page).get_by_role("button").tap()  # and what was played since
    expect(page.locator("#rules-name")).to_have_text("The classic game")
    expect(status(page)).to_have_text(before)
    expect(covered(page)).to_have_text(["8"])
    expect(word(page)).to_have_text("")


# Switches


def test_switches_change_a_rule_each_unless_that_contradicts_the_others(visit):
    page = visit()
    menu(page)
    chosen = {
        "Tiles": "10",
        "One die at the end": "yes",
        "A clack pays": "× 2",
        "A clack wins at once": "yes",
        "Equal scores go to": "▲ 2",
    }
    for label, choice in chosen.items():
        switch(page, label, choice).tap()
        expect(switch(page, label, choice)).to_have_attribute("aria-pressed", "true")
    variant = Variant(
        tiles=10, one_die="max <= 6", clack_payout=2, immediate_clack=True, ties="second"
    )
    rules(page).get_by_text("The exact number").tap()
    exact = f"{solve(variant).first_player_ev} stakes to the first player"
    expect(page.locator("#verdict-exact")).to_have_text(exact)
    tap(page, "More rules")
    panel = page.get_by_role("dialog", name="Your rules")
    expect(panel.get_by_label("Tiles", exact=True)).to_have_value("1-10")
    panel.get_by_role("button", name="Play by these rules").tap()
    are_played(page, "your own", link_to(variant))
    menu(page)
    card(page, "2012").tap()
    considered(page, "2012")
    yes = switch(page, "One die at the end", "yes")
    expect(yes).to_have_attribute("aria-disabled", "true")
    yes.tap(force=True)
    considered(page, "2012")
    expect(yes).to_have_attribute("aria-pressed", "false")
    expect(rules(page)).to_contain_text("Source:")
    page.keyboard.press("Escape")
    named = {
        "one_die=always&clack_payout=2": ("a variant of the published sixteen", "yes"),
        "tiles=2": ("your own", "no"),
        "one_die=sum <= 4": ("your own", "yes"),
    }
    for link, (name, single) in named.items():
        page.goto(f"{page.url.partition('#')[0]}#{link}")
        expect(page.locator("#rules-name")).to_have_text(name)
        menu(page)
        holds = switch(page, "One die at the end", single)
        expect(holds).to_have_attribute("aria-pressed", "true")
        expect(page.locator("#source-line")).to_be_hidden()
        page.keyboard.press("Escape")


# The seesaw, and where things stay meanwhile

NOTED = """() => {
  const { dataset } = document.documentElement;
  const [cards, verdict] = ["cards", "verdict"].map((id) => document.getElementById(id));
  const note = () => { dataset.tops += ` ${cards.offsetTop}`; };
  dataset.tops = "";
  new MutationObserver(note).observe(verdict, { childList: true });
}"""
"""Writes down where the cards are whenever something else is said above them."""
TIP = """(seesaw) => {
  const down = (what) => seesaw.querySelector(what).getBoundingClientRect().bottom;
  return Math.sign(Math.round(down(".second") - down(".first")));
}"""
"""To whom it tips: 1 where the second player is better off, who sits on the right."""


def test_cards_stay_where_they_are_while_rules_are_judged_and_the_seesaw_tips(visit):
    page = visit("tiles=1-9", size=NARROW)
    menu(page)
    expect(page.locator("#verdict-more")).to_be_visible()
    cards, verdict = page.locator("#cards"), page.locator("#verdict")
    assert fits(page)
    pictures = cards.locator(".card > svg")
    expect(pictures).to_have_count(cards.get_by_role("button").count())
    place, before = cards.evaluate("(one) => one.offsetTop"), verdict.inner_text()
    page.evaluate(NOTED)
    page.locator("#switches [data-value='second']").tap()
    expect(verdict).not_to_have_text(before)
    expect(page.locator("#verdict-more")).to_be_visible()
    expect(page.locator("#menu-rules")).not_to_be_empty()
    tops = page.locator("html").get_attribute("data-tops").split()
    assert abs(int(tops[0]) - place) <= 1
    assert page.locator("#seesaw").evaluate(TIP) == 1
    page.locator("#switches [data-value='first']").tap()
    expect(page.locator("#seesaw")).to_have_attribute("style", re.compile("--tip: -"))
    assert page.locator("#seesaw").evaluate(TIP) == -1
    assert fits(page)
    cards.get_by_role("button").last.scroll_into_view_if_needed()
    assert fits(page)

    page = visit("tiles=1-10&scoring=digits")  # before the exact number is there
    expect(page.locator("#ahead-1")).to_contain_text("≈")
    tap(page, "Stop")
    menu(page)
    expect(page.locator("#verdict")).to_contain_text("≈")
    expect(page.locator("#seesaw")).to_have_attribute("style", re.compile("--tip"))


# What would mend it


def test_the_fairest_change_can_be_taken_and_trying_be_stopped(visit):
    page = visit("tiles=1-4")
    menu(page, "What would make it fair?")
    mends = page.get_by_role("dialog", name="What would make it fair?")
    changes = mends.get_by_role("listitem")
    expect(mends.get_by_role("status")).to_contain_text("changes tried")
    tap(page, "Stop")
    expect(mends.get_by_role("progressbar")).to_be_hidden()
    page.keyboard.press("Escape")
    expect(rules(page)).to_be_visible()
    tap(page, "What would make it fair?")
    expect(mends.get_by_role("status")).to_contain_text("the fairest first")
    first = changes.first.get_by_role("button")
    link = first.get_attribute("data-link")
    first.tap()
    expect(mends).to_have_count(0)
    tap(page, "Play by these rules")
    wait(page)
    expect(page).to_have_url(re.compile(f"#{re.escape(link)}$"))


# Names and sources

ANCHOR = """
summary = "The Anchor: 2 to go, a clack wins at once"
source = "The landlord, https://example.org/?a=1&b=<2>"
tiles = 4
opening_tile = 2
immediate_clack = true
"""
HOSTILE = {
    "<img src=x onerror=alert(1)>: <script>alert(1)</script>": "<img src=x onerror=alert(1)>",
    "</script><script>alert(1)</script>: 1": "</script><script>alert(1)</script>",
    "javascript:alert(1)": "Javascript",
    "x" * 3900: "Odd-3",  # which is no name
    "\u202eright to left: اَلْعَرَبِيَّةُ": "right to left",
}
"""Texts that are no plain ones, with what the rules are called by them."""


@pytest.fixture(scope="module")
def of_files(tmp_path_factory):
    """Write a page of a pub's rules, of some with odd names, and of the classic game."""
    folder = tmp_path_factory.mktemp("files")
    (folder / "my-pub.toml").write_text(ANCHOR)
    for number, text in enumerate(HOSTILE):
        texts = (
            f"summary = {json.dumps(text)}\nsource = {json.dumps(f'{text} javascript:alert(2)')}"
        )
        (folder / f"odd-{number}.toml").write_text(
            f"{texts}\ntiles = '1-{number + 3}'\ndice = '1d6'\n"
        )
    names = ["my-pub", *(f"odd-{number}" for number in range(len(HOSTILE)))]
    files = " ".join(str(folder / f"{name}.toml") for name in names)
    return page_of(folder, f"{files} classic --explorer explorer.html")


def test_rules_of_a_file_keep_their_name_and_source_and_lead_to_an_explorer(visit, of_files):
    page = visit(path=of_files)
    expect(page.locator("#rules-name")).to_have_text("The Anchor")  # the first that was named
    menu(page)
    expect(card(page, "The Anchor").locator("span").first).to_have_text(
        "2 to go, a clack wins at once"
    )
    expect(page.locator("#source")).to_have_text("The landlord, https://example.org/?a=1&b=<2>")
    link = page.locator("#source").get_by_role("link")
    expect(link).to_have_attribute("href", "https://example.org/?a=1&b=")
    expect(link).to_have_attribute("rel", re.compile("noopener"))
    switch(page, "A clack wins at once", "no").tap()
    expect(page.locator("#source")).to_be_hidden()
    explorer = page.locator("#to-explorer")
    rest = "tiles=1-4&opening_tile=2"
    expect(explorer).to_have_attribute("href", f"explorer.html#{rest}")
    page.get_by_label("Language").select_option("de")
    expect(explorer).to_have_attribute("href", f"explorer.html#{rest}&lang=de")
    page.get_by_label("Sprache").select_option("en")
    tap(page, "As before", "Compare rules")
    table = page.get_by_role("dialog").get_by_role("table")
    expect(table.locator("td.name", has_text="The Anchor")).to_have_count(1)
    page = visit("my-pub", path=of_files)
    expect(page.locator("#rules-name")).to_have_text("The Anchor")


def test_names_and_sources_are_text(visit, of_files):
    page = visit(path=of_files, size=NARROW)
    for number, (text, name) in enumerate(HOSTILE.items()):
        page.goto(page.url.partition("#")[0] + f"#odd-{number}")
        expect(page.locator("#rules-name")).to_contain_text(name)
        inside(page, page.locator("#go"))
        menu(page)
        source = f"{text} javascript:alert(2)".replace("\u202e", r"\u202e")  # else it would turn
        expect(page.locator("#source")).to_have_text(source)
        expect(page.locator("#source a, #menu img, #menu script")).to_have_count(0)
        assert fits(page)
        page.keyboard.press("Escape")


# Where else one may go


def test_the_page_that_thinks_and_the_reports_lead_to_each_other():
    thinks = (ROOT / "docs" / "watch-it-think.html").read_text("utf-8")
    for name in ("page", "explorer"):
        assert f'href="../reports/{name}.html"' in thinks
    page = (ROOT / "reports" / "page.html").read_text("utf-8")
    assert '"lesson": "../docs/watch-it-think.html"' in page


# The table, a view of its own


def test_the_table_fills_the_screen_and_a_line_of_it_is_played_with_a_word_that_goes(visit):
    page = visit()
    for size in (PHONE, DESK):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        menu(page, "Compare rules")
        table = page.get_by_role("dialog", name="Compare rules")
        box = table.bounding_box()
        assert (box["width"], box["height"]) == size
        table.get_by_role("row").last.scroll_into_view_if_needed()
        tap(page, "Close")
        expect(table).to_have_count(0)
        expect(rules(page)).to_be_visible()
        tap(page, "Back to the game")
    menu(page, "Compare rules")
    table.locator("tbody tr").first.tap()
    expect(page.locator("#rules-name")).to_have_text("Clack at once")
    word(page).get_by_role("button").focus()
    wait(page, 60)
    expect(word(page)).to_contain_text("Playing by: Clack at once")  # while somebody is on it
    page.locator("#go").focus()
    wait(page, 60)
    expect(word(page)).to_have_text("")


# What the page is told


def data_of(path):
    return json.loads(re.search(r'id="data">(.*?)</script>', path.read_text("utf-8"))[1])


def test_every_card_says_how_fair_it_is(of_sixteen):
    told = {
        each["name"]: each["games"] for each in data_of(of_sixteen)["catalogue"] if "games" in each
    }
    assert len(told) > 8
    for name in told.keys() & {*registered()}:
        assert int(told[name]) == round(1 / Fraction(str(solve(name).first_player_ev)))


@pytest.mark.dear
def test_what_is_at_stake_in_every_game_is_not_called_fair(tmp_path):
    mine = tmp_path / "mine.toml"
    for ties, games in (("first", 1), ("second", -1)):
        mine.write_text(
            f"summary = 'Mine'\ntiles = '1-1'\ndice = '1d1'\nclack_payout = 100\nties = '{ties}'\n"
        )
        page = data_of(page_of(tmp_path, str(mine)))
        assert page["catalogue"][0]["games"] == str(games)


@pytest.mark.dear
def test_a_page_begins_with_what_was_named_first(tmp_path):
    path = tmp_path / "page.html"
    assert run(f"write page ten classic -o {path}").exit_code == 0
    begin = data_of(path)["begin"]
    assert (begin["tiles"], begin["dice"], begin["clack_payout"]) == ("1-10", "2d6", "1")
    assert len(variants("sixteen")) == 16
