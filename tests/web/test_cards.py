"""Rules on the page: cards, switches, the seesaw, what would mend them, names, the table."""

import re
from fractions import Fraction

import pytest
from conftest import ROOT, run
from person import fits
from touch import (
    DESK,
    NARROW,
    PHONE,
    kinds,
    leave,
    menu,
    page_of,
    roll,
    scrolls,
    solved,
    status,
    tap,
    tile,
)

from twoplayer import Variant, mend, solve, variants
from twoplayer.variant.fields import FIELDS
from twoplayer.web.link import link_to

dear = pytest.mark.dear


def card(page, title):
    heading = page.locator("b", has_text=re.compile(f"^{title}"))
    return page.locator("#cards .card").filter(has=heading)


def switch(page, label, word):
    group = page.get_by_role("group", name=label, exact=True)
    return group.get_by_role("button", name=word, exact=True)


def name(page):
    return page.locator("#rules-name").inner_text()


def judged(page):
    """Wait until the rules that are considered are solved."""
    page.locator("#verdict-more:not([hidden])").wait_for(state="attached")


def tip(page):
    return float(
        page.locator("#seesaw").evaluate("(one) => parseFloat(one.style.cssText.slice(6))")
    )


# Cards and switches


def test_a_card_is_considered_and_then_played_and_can_be_taken_back(open_page):
    page = solved(open_page())
    roll(page, 3, 5)
    tile(page, 8).click()
    before = status(page), kinds(page)
    menu(page)
    assert card(page, "The classic game").get_attribute("aria-pressed") == "true"
    card(page, "Thai").click()
    judged(page)
    assert "1.0616 %" in page.locator("#verdict").inner_text()
    assert page.locator("#menu-rules").inner_text() == "Thai style, Jackpot"
    assert (name(page), kinds(page)) == ("The classic game", before[1]), "the game goes on"
    tap(page, "Play by these rules")
    assert name(page) == "Thai style, Jackpot"
    assert page.evaluate("location.hash") == "#moves=one-tile"
    said = page.locator("#snack")
    assert said.locator("[role=status]").inner_text() == "Playing by: Thai style, Jackpot"
    said.locator("button").click()
    assert (name(page), status(page), kinds(page)) == ("The classic game", *before)
    assert said.inner_text() == ""


@dear
def test_what_was_played_since_is_taken_back_as_well(open_page):
    page = solved(open_page())
    menu(page)
    card(page, "Thai").click()
    tap(page, "Play by these rules")
    roll(page, 3, 5)
    page.locator("#snack button").click()
    assert (name(page), page.evaluate("past.length")) == ("The classic game", 0)


@dear
def test_what_is_only_considered_is_forgotten(open_page):
    page = solved(open_page())
    menu(page)
    card(page, "Digital").click()
    tap(page, "As before")
    assert card(page, "The classic game").get_attribute("aria-pressed") == "true"
    assert not page.locator("#draft").is_visible()
    card(page, "Digital").click()
    leave(page)
    menu(page)
    assert page.locator("#menu-rules").inner_text() == "The classic game"
    assert page.locator("#snack").inner_text() == ""


@dear
def test_switches_change_a_rule_each(open_page):
    page = solved(open_page())
    menu(page)
    chosen = {
        "Tiles": "10",
        "One die at the end": "yes",
        "A clack pays": "× 2",
        "A clack wins at once": "yes",
        "Equal scores go to": "▲ 2",
    }
    for label, word in chosen.items():
        switch(page, label, word).click()
        assert switch(page, label, word).get_attribute("aria-pressed") == "true"
    rules = {"one_die": "max <= 6", "clack_payout": 2, "immediate_clack": True, "ties": "second"}
    ev = solve(Variant(tiles=10, **rules)).first_player_ev
    judged(page)
    assert page.locator("#verdict-exact").text_content().split()[0] == str(ev)
    tap(page, "More rules")
    assert page.locator("#rule-tiles").input_value() == "1-10"
    page.locator("#play-these").click()
    assert page.evaluate("location.hash") == f"#{link_to(Variant(tiles=10, **rules))}"


@dear
def test_a_switch_that_contradicts_the_rules_does_nothing(open_page):
    page = solved(open_page())
    menu(page)
    card(page, "2012").click()
    yes = switch(page, "One die at the end", "yes")
    assert yes.get_attribute("aria-disabled") == "true"
    yes.click(force=True)
    assert page.locator("#menu-rules").inner_text() == "2012"
    for link, holds in (("one_die=sum <= 4", "yes"), ("one_die=never&tiles=10", "no")):
        page = solved(open_page(link=link))
        menu(page)
        pressed = switch(page, "One die at the end", holds).get_attribute("aria-pressed")
        assert pressed == "true"


@dear
def test_every_card_says_how_fair_it_is(open_page):
    cards = open_page().evaluate(
        "page.catalogue.filter(({ games }) => games).map(({ name, games }) => [name, games])"
    )
    assert len(cards) > 8
    for called, games in cards:
        ev = Fraction(str(solve(called).first_player_ev))
        assert int(games) == round(1 / ev)
    shown = card(open_page(), "The classic game").locator("small").text_content()
    assert shown == "▲a stake in 249\N{NO-BREAK SPACE}games, player 2 is better off"


@pytest.mark.dear
def test_what_is_at_stake_in_every_game_is_not_called_fair(open_page, tmp_path):
    rules = "summary = 'Mine'\ntiles = '1-1'\ndice = '1d1'\nclack_payout = 100\n"
    for ties, games in (("first", 1), ("second", -1)):
        mine = tmp_path / "mine.toml"
        mine.write_text(f"{rules}ties = '{ties}'\n")
        page = open_page(path=page_of(tmp_path, str(mine)))
        assert page.evaluate("page.catalogue[0].games") == str(games)
        assert page.evaluate(f"String(gamesFor([{100 * games}n, 1n]))") == str(games)


@dear
@pytest.mark.parametrize("tag", ["en", "de"])
def test_cards_stay_where_they_are_while_rules_are_judged(open_page, tag):
    page = solved(open_page(NARROW, link=f"tiles=1-9&lang={tag}"))
    page.evaluate("openMenu()")
    before, after, said = page.evaluate(
        """() => {
          const top = () => element("cards").getBoundingClientRect().top;
          const before = top();
          element("cards").children[2].click();
          return [before, top(), element("verdict").textContent === SAY.judging];
        }"""
    )
    assert said
    assert abs(before - after) < 1, "in whole pixels"
    judged(page)
    assert page.locator("#judged").evaluate("(one) => one.style.minHeight") == ""


@dear
def test_a_source_is_called_one_and_left_out_where_there_is_none(open_page):
    page = solved(open_page())
    menu(page)
    card(page, "Thai").click()
    assert page.locator("#source-line").inner_text() == "Source: Wikipedia, Shut the box"
    switch(page, "A clack wins at once", "yes").click()
    assert page.locator("#source-line").is_hidden()


@dear
def test_cards_are_seen_where_screens_are_small(open_page):
    page = solved(open_page(NARROW))
    menu(page)
    assert fits(page)
    card(page, "Sum|Tiles with|2012").last.scroll_into_view_if_needed()
    assert fits(page)
    assert page.locator("#cards .picture").count() == page.locator("#cards .card").count()


@dear
def test_a_picture_is_drawn_of_any_rules(open_page):
    page = open_page()
    drawn = page.evaluate(
        """(given) => given.map((rules) => picture(read(rules)).querySelectorAll("*").length)""",
        [
            {"tiles": "1"},
            {"tiles": "7,999988-999990", "dice": "6d100", "scoring": "digits"},
            {"dice": "1d20", "clack_payout": "1" * 999 + "/7", "stop_total": "7"},
            {"dice": "2d1", "moves": "exact", "weights": None},
            {"weights": "1,1,1,1,1,2", "max_tiles": "2", "scoring": "shut", "ties": "second"},
        ],
    )
    assert min(drawn) > 4


# The seesaw


@pytest.mark.dear
def test_the_seesaw_tips_to_who_is_better_off(open_page):
    page = solved(open_page(link="immediate_clack=true"))
    assert tip(page) < 0, "down on the left, where the first player sits"
    assert "second player loses" in page.locator("#verdict").text_content()
    menu(page)
    little = tip(page)
    switch(page, "Equal scores go to", "● 1").click()
    judged(page)
    assert tip(page) < little
    switch(page, "Equal scores go to", "▲ 2").click()
    judged(page)
    assert tip(page) > 0
    assert page.evaluate("lean([0n, 1n])") == 0
    assert page.evaluate("lean([-(10n ** 400n), 10n ** 400n])") == 15


@dear
def test_the_seesaw_tips_before_the_exact_number_is_there(open_page):
    page = solved(open_page())
    menu(page)
    page.evaluate("consider(read({ tiles: '1-12', scoring: 'digits' }))")
    page.locator("#verdict:has-text('≈')").wait_for()
    assert tip(page) > 0


# What would mend it


@dear
def test_what_is_tried_is_what_mend_tries(open_page):
    page = open_page()
    for rules in ({}, {"tiles": "1-4", "dice": "1d6"}, {"tiles": "1-4", "ties": "first"}):
        made = mend(Variant(**rules)).mends
        links = [
            link_to(each.variant)
            for each in made
            if {*each.changed} <= FIELDS.keys() and each.payouts is None
        ]
        found = page.evaluate(
            "(rules) => changesOfOne(read(rules)).map((each) => linkTo(each.rules))", rules
        )
        assert sorted(found) == sorted(links)


@pytest.mark.dear
def test_the_fairest_change_comes_first_and_can_be_taken(open_page):
    page = solved(open_page(link="tiles=1-4"))
    menu(page, "What would make it fair?")
    page.locator("#mends li").first.wait_for()
    now = abs(solve(Variant(tiles=4)).first_player_ev)
    fairer = [each for each in mend(Variant(tiles=4)).mends if {*each.changed} <= FIELDS.keys()]
    sizes = [abs(each.first_player_ev) for each in fairer if each.payouts is None]
    best = [Fraction(str(size)) for size in sorted(sizes) if size < now][:8]
    shown = page.locator("#mends small:last-child").all_inner_texts()
    found = [abs(Fraction(re.sub("[^0-9.]", "", text))) for text in shown]
    assert [round(each * 100, 4) for each in best] == [round(each, 4) for each in found]
    first = page.locator("#mends button").first
    link = first.get_attribute("data-link")
    first.click()
    assert page.evaluate("linkTo(draft)") == link
    assert page.locator("#mend").is_hidden()
    tap(page, "Play by these rules")
    assert page.evaluate("location.hash") == f"#{link}"


@dear
def test_trying_can_be_stopped(open_page):
    page = solved(open_page(link="tiles=4"))
    page.evaluate("consider(read({ tiles: '1-12', scoring: 'digits' }))")
    menu(page, "What would make it fair?")
    assert "changes tried" in page.locator("#mend-said").inner_text()
    tap(page, "Stop")
    assert page.locator("#mend-progress").is_hidden()
    assert page.evaluate("mending.solvers.size + mending.left.length") == 0
    leave(page)
    assert page.locator("#menu").is_visible()


@dear
def test_where_nothing_is_fairer_that_is_said(open_page):
    page = solved(open_page(link="tiles=1&dice=1d1"))
    menu(page, "What would make it fair?")
    page.locator("#mend-said:has-text('No single change')").wait_for()
    assert page.locator("#mends li").count() == 0


# Names


ANCHOR = """
summary = "The Anchor: 2 to go, a clack wins at once"
source = "The landlord, https://example.org/?a=1&b=<2>"
tiles = 4
opening_tile = 2
immediate_clack = true
"""


@pytest.fixture
def of_anchor(tmp_path):
    (tmp_path / "my-pub.toml").write_text(ANCHOR)
    return tmp_path / "my-pub.toml"


@pytest.mark.dear
def test_rules_of_a_file_keep_their_name_and_source(open_page, of_anchor):
    page = solved(open_page(path=page_of(of_anchor.parent, f"{of_anchor} classic")))
    assert name(page) == "The Anchor", "the first that was named"
    menu(page)
    first = page.locator("#cards .card").first
    assert first.locator("b").inner_text() == "The Anchor"
    assert first.locator("span").first.inner_text() == "2 to go, a clack wins at once"
    assert page.locator("#source").inner_text() == "The landlord, https://example.org/?a=1&b=<2>"
    link = page.locator("#source a")
    assert link.get_attribute("href") == "https://example.org/?a=1&b="
    assert "noopener" in link.get_attribute("rel")
    assert page.locator("#about").text_content() == "The Anchor: 2 to go, a clack wins at once"
    tap(page, "Compare rules")
    assert "The Anchor" in page.locator("#table td.name").all_inner_texts()
    page = solved(open_page(path=of_anchor.parent / "page.html", link="my-pub"))
    assert name(page) == "The Anchor"


@dear
def test_a_row_without_a_name_is_a_variant_of_its_set(open_page):
    page = solved(open_page(link="one_die=always&clack_payout=2"))
    assert name(page) == "a variant of the published sixteen"
    page = solved(open_page(link="tiles=2"))
    assert name(page) == "your own"


HOSTILE = [
    "<img src=x onerror=alert(1)>: <script>alert(1)</script>",
    "</script><script>alert(1)</script>: 1",
    "javascript:alert(1)",
    "x" * 3900,
    "\u202eright to left: اَلْعَرَبِيَّةُ",
]


@dear
@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_names_and_sources_are_text(open_page, tmp_path, text):
    path = tmp_path / "pub.toml"
    escaped = text.encode("unicode-escape").decode() if "\u202e" in text else text
    path.write_text(f'summary = "{escaped}"\nsource = "{escaped} javascript:alert(2)"\ntiles = 3\n')
    page = solved(open_page(NARROW, path=page_of(tmp_path, path)))
    menu(page)
    assert page.locator("#source a").count() == 0
    assert page.locator("#menu img, #menu script").count() == 0
    assert fits(page)
    leave(page)
    assert not scrolls(page)


# Where else one may go


HREFS = """
() => [...document.querySelectorAll("#elsewhere a:not([hidden])")]
  .map((one) => one.getAttribute("href"))
"""


@dear
def test_the_menu_leads_to_an_explorer_of_the_rules_that_are_considered(open_page, tmp_path):
    path = page_of(tmp_path, "classic --explorer explorer.html")
    page = solved(open_page(path=path, link="tiles=1-10"))
    menu(page)
    assert page.evaluate(HREFS) == ["explorer.html#tiles=1-10"]
    switch(page, "A clack pays", "× 2").click()
    assert page.evaluate(HREFS) == ["explorer.html#tiles=1-10&clack_payout=2"]
    page = solved(open_page(path=path, link="tiles=1-10&lang=de"))
    page.evaluate("openMenu()")
    assert page.evaluate(HREFS) == ["explorer.html#tiles=1-10&lang=de"]


def test_the_page_that_thinks_and_the_reports_lead_to_each_other():
    thinks = (ROOT / "docs" / "watch-it-think.html").read_text("utf-8")
    for name in ("page", "explorer"):
        assert f'href="../reports/{name}.html"' in thinks
    page = (ROOT / "reports" / "page.html").read_text("utf-8")
    assert '"lesson": "../docs/watch-it-think.html"' in page


# The table, a view of its own


@dear
def test_the_table_fills_the_screen_and_leads_back(open_page):
    for viewport in (PHONE, DESK):
        page = solved(open_page(viewport))
        menu(page, "Compare rules")
        box = page.locator("#table").bounding_box()
        assert (box["width"], box["height"]) == (viewport["width"], viewport["height"])
        page.locator("#table").evaluate("(one) => one.scrollTo(0, 9999)")
        tap(page, "Close")
        assert page.locator("#menu").is_visible()


@pytest.mark.dear
def test_a_line_of_the_table_throws_no_game_away_without_a_word(open_page):
    page = solved(open_page())
    roll(page, 3, 5)
    tile(page, 8).click()
    menu(page, "Compare rules")
    page.locator("#table tbody tr").first.click()
    assert name(page) == "Clack at once"
    assert page.locator("#snack [role=status]").inner_text() == "Playing by: Clack at once"
    assert not scrolls(page)
    page.locator("#snack button").click()
    assert (name(page), kinds(page)[8]) == ("The classic game", "covered")


@dear
def test_a_word_goes_by_itself_unless_somebody_is_on_it(open_page):
    page = solved(open_page())
    page.evaluate("globalThis.setTimeout = (act) => { globalThis.later = act; }")
    page.evaluate("snack('One', 'Undo', () => {}), snack('Two', 'Undo', () => {})")
    assert page.locator("#snack").inner_text().split() == ["Two", "Undo"]
    page.locator("#snack button").focus()
    page.evaluate("later()")
    assert page.locator("#snack button").count() == 1
    page.evaluate("document.activeElement.blur(); later()")
    assert page.locator("#snack").inner_text() == ""


@pytest.mark.dear
def test_a_page_begins_with_what_was_named_first(tmp_path):
    path = tmp_path / "page.html"
    assert run(f"write page ten classic -o {path}").exit_code == 0
    assert '"begin": {"clack_payout": "1", "dice": "2d6"' in path.read_text("utf-8")
    assert '"tiles": "1-10"' in path.read_text("utf-8").partition('"begin"')[2][:400]
    assert len(variants("sixteen")) == 16
