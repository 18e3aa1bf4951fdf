"""The languages of page and explorer: chosen by browser, address or setting; as narrow as English.

That every language has every phrase, and what the phrases say, is tested in Node.
"""

import re

import pytest
from conftest import enter, written
from marked import marked, outside
from page_languages import LANGUAGES, TAGS, languages_of
from person import NARROW, PHONE, fits, menu, says, status, tap, wait
from playwright.sync_api import expect

EXPLORED = "explorer classic sally digital full-house golf ties-to-first"


@pytest.fixture(scope="module")
def explorer(tmp_path_factory):
    path = tmp_path_factory.mktemp("explorer") / "explorer.html"
    written(f"write {EXPLORED} -o {path}")
    return path


def test_page_and_explorer_speak_the_same_languages():
    """Add a language to `languages.js` of `words` and of `explorer`, both."""
    assert languages_of("explorer") == languages_of("words")
    assert ["en", *LANGUAGES] == TAGS


def press(page, *ids):
    """Tap something whose words are those of any language."""
    for each in ids:
        wait(page)
        page.locator(f"#{each}").tap()


def dice(page, *faces):
    """Say what one's own dice show."""
    if page.locator("#mine").get_attribute("aria-pressed") == "false":
        press(page, "mine")
    for number in faces:
        wait(page)
        page.locator("#keys button").nth(number - 1).tap()


# Words outside of the table


@pytest.fixture(scope="module")
def in_brackets(tmp_path_factory):
    folder = tmp_path_factory.mktemp("marked")
    paths = {name: folder / f"{name}.html" for name in ("page", "explorer")}
    with marked():
        written(f"write page sixteen -o {paths['page']}")
        written(f"write {EXPLORED} -o {paths['explorer']}")
    return paths


def see(page, *ids):
    """See that each phrase comes from the table, after each tap."""
    assert outside(page) == []
    for each in ids:
        press(page, each)
        assert outside(page) == [], each


def say(page, *faces):
    for number in faces:
        dice(page, number)
        see(page)


def cover(page, place):
    page.locator("#tiles button").nth(place - 1).tap()
    see(page)


def test_no_word_of_the_page_stands_outside_the_table(visit, in_brackets):
    """Every phrase of a language of its own is in brackets: what is not comes from elsewhere."""

    def opened(link):
        page = visit(f"{link}&lang=xx", path=in_brackets["page"], size=NARROW, door=True)
        speaks(page, "xx")
        see(page)
        return enter(page)

    page = opened("one_die=always&clack_payout=2")
    say(page, 3, 5)
    expect(page.locator("#ahead-1")).not_to_be_empty()
    see(page, "hint", "all-odds", "close-all")
    cover(page, 3)
    cover(page, 5)
    see(page, "undo", "undo")
    page.keyboard.press("1")
    see(page)
    page.keyboard.press("Escape")
    see_the_sheets(page)
    see_a_game(opened("tiles=1-3&one_die=always"))
    say(opened("moves=exact&opening_tile=2&stop_total=7&ties=second"), 3, 4)
    for link in (
        "tiles=1-5&scoring=digits&dice=1d100",
        "tiles=x&ties=split&dice=3d6&moves=exact&foo=1",
        "my-pub",
    ):
        opened(link)
    page = opened("tiles=1-12&scoring=digits&dice=6d100&one_die=always")
    see(page, "halt")


def see_the_sheets(page):
    see(page, "menu-open", "mending", "stop-mend", "close-mend", "own-rules")
    page.get_by_label("⟦Start from⟧").select_option(index=3)
    see(page)
    for text in ("x", "12"):
        page.locator("#rule-tiles").select_option("⟦other …⟧")
        page.locator("#text-tiles").fill(text)
        see(page)
    see(page, "close-panel", "compare", "close-table", "how", "close-help")
    page.locator("#menu-more summary").tap()
    see(page, "set-up")
    page.locator("#player").select_option("2")
    see(page, "go", "menu-open", "players", "add-player")
    for way in page.get_by_role("dialog").get_by_role("listitem").get_by_role("combobox").all():
        way.select_option("random")
    see(page, "play-evening", "go", "go", "menu-open", "players", "end-evening")


def see_a_game(page):
    say(page, 6, 6)
    see(page, "go", "take-turn")
    say(page, 1, 2)
    cover(page, 3)
    say(page, 6, 6)
    see(page, "go")
    page.locator("#chips .to-story").tap()
    see(page)


def test_no_word_of_the_explorer_stands_outside_the_table(visit, in_brackets):
    path = in_brackets["explorer"]
    for link in ("", "tiles=3&", "tiles=x&", "ties=first&only.favoured=second&sort=ties&"):
        page = visit(f"{link}lang=xx", path=path, size=NARROW)
        expect(page.locator("html")).to_have_attribute("lang", "xx")
        assert outside(page) == [], link
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error()); }")
    page.locator("#filter summary").tap()
    for act in ("copy-csv", "copy-text", "send"):
        if (one := page.locator(f"#{act}")).is_visible():
            one.tap()
    expect(page.locator("#sent")).not_to_be_empty()
    assert outside(page) == []
    page.locator("#known").select_option(index=1)
    wait(page)
    assert outside(page) == []


# How a language is chosen


def speaks(page, tag):
    expect(page.locator("html")).to_have_attribute("lang", tag)


def is_at(page, end):
    wait(page)
    expect(page).to_have_url(re.compile(f"{re.escape(end)}$"))


def rules_name(page):
    return page.locator("#rules-name")


def test_the_browser_or_the_address_chooses_and_an_unknown_language_is_none(visit):
    for locale, tag, said in [
        ("de-AT", "de", "Spieler 1: wirf 2 Würfel."),
        ("fr-CA", "fr", "Joueur 1\N{NO-BREAK SPACE}: lance 2 dés."),
        ("es-MX", "es", "Jugador 1: tira 2 dados."),
        ("ja-JP", "en", "Player 1: roll 2 dice."),
    ]:
        page = visit(locale=locale)
        speaks(page, tag)
        expect(status(page)).to_have_text(said)
        is_at(page, ".html")  # nothing was chosen
    page = visit("lang=es", locale="de-AT")
    expect(rules_name(page)).to_have_text("Clásico")
    expect(page).to_have_title("Shut the Box")
    expect(page.locator("#table-of")).to_have_text(re.compile("^Las dieciséis p"))
    page = visit("sally&lang=fr")
    says(page, "lance 2 dés")
    expect(rules_name(page)).to_have_text("Sally")
    page = visit("lang=xx&tiles=4")
    says(page, "Player 1: roll 2 dice.")
    expect(page.get_by_role("alert")).to_have_count(0)


def test_a_setting_is_kept_in_the_address_and_a_refusal_is_said_in_it(visit):
    page = visit("clack_payout=2")
    expect(page.locator("#table-of")).to_have_text(re.compile("^The published s"))
    menu(page)
    page.get_by_label("Language").select_option("Deutsch")
    tap(page, "Zurück zum Spiel")
    expect(page.locator("#table-of")).to_have_text(re.compile("^Die sechzehn"))
    is_at(page, "#clack_payout=2&lang=de")
    expect(rules_name(page)).to_have_text("Klack zählt doppelt")
    page.reload()
    says(page, "Würfel")
    tap(page, "Regeln")
    page.get_by_label("Sprache").select_option("English")
    tap(page, "Back to the game")
    is_at(page, "#clack_payout=2&lang=en")
    menu(page, "Send")
    expect(page.get_by_label("The link")).to_have_value("#clack_payout=2")  # of no language
    for link, english, german in [
        ("ties=x", "unknown", "unbekannt"),
        ("game=5.3-9", "covers", "schließt"),
    ]:
        page = visit(link, door=True)
        for rules, label, itself, said in [
            ("Rules", "Language", "Deutsch", german),
            ("Regeln", "Sprache", "English", english),
        ]:
            tap(page, rules)
            page.get_by_label(label).select_option(itself)
            page.locator("#close-menu").tap()
            expect(page.locator("#fault")).to_contain_text(said)
            wait(page)
            page.reload()
            expect(page.locator("#fault")).to_contain_text(said)
            expect(page.locator("#undo")).to_have_attribute("aria-disabled", "true")


def test_the_explorer_speaks_as_the_page_does_and_is_as_narrow(visit, explorer):
    """The address says the language, or else the browser; what is chosen goes along to the page."""
    titles = {"en": "Which rules are fair?", "de": "Welche Regeln sind gerecht?"}
    page = visit(path=explorer, size=NARROW)
    title, play = page.get_by_role("heading", level=1), page.locator("#play")
    expect(title).to_have_text(titles["en"])
    expect(play).to_have_attribute("href", re.compile("#tiles=1-9$"))
    is_at(page, ".html")
    seen = set()
    for tag in [*LANGUAGES, "en"]:
        page.locator("#language").select_option(tag)
        speaks(page, tag)
        is_at(page, f"#tiles=1-9&lang={tag}")
        expect(play).to_have_attribute("href", re.compile(f"#tiles=1-9&lang={tag}$"))
        said = title.inner_text()
        seen.add(said)
        assert titles.get(tag, said) == said
        expect(page).to_have_title(f"Shut the Box: {said}")
        page.reload()
        expect(title).to_have_text(said)
        page.locator("#filter summary").tap()
        assert fits(page)
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert fits(page)
        page.evaluate("document.documentElement.style.fontSize = ''")
    assert len(seen) == len(TAGS)
    page = visit(path=explorer, locale="de-AT")
    expect(page.locator("#ev")).to_have_text("Fast gerecht")
    expect(page.locator("#exact")).to_contain_text("−0,4012\N{NO-BREAK SPACE}%, genau ")
    expect(page.locator("#known option:checked")).to_have_text("Klassisch, Golf")


# Words that are longer than in English

CUT = """
() => [...document.querySelectorAll("#box:not(.over) #status, #go, .tool, .chip, #position *")]
  .filter(({ clientWidth, clientHeight, scrollWidth, scrollHeight }) =>
    clientWidth && (scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1))
  .map((each) => each.id || each.textContent)
"""


@pytest.mark.parametrize("tag", LANGUAGES)
def test_words_of_every_language_fit(visit, tag):
    def seen(page, *ids):
        for each in ["", *ids]:
            if each:
                press(page, each)
            for width, height in (PHONE, NARROW):
                page.set_viewport_size({"width": width, "height": height})
                assert fits(page), each
                assert page.evaluate(CUT) == [], each

    page = visit(f"one_die=always&lang={tag}", size=NARROW)
    expect(page.locator("#ahead-1")).not_to_be_empty()
    seen(page, "mine")
    dice(page, 3, 5)
    seen(page, "hint", "all-odds", "close-all", "menu-open", "own-rules", "close-panel", "how")
    seen(page, "close-help")
    page.locator("#menu-more summary").tap()
    seen(page, "set-up")
    page.locator("#player").select_option("2")
    seen(page, "go")
    # The ends: equal scores, another one wins, a clack.
    page = visit(f"tiles=1-3&lang={tag}", size=NARROW)
    for ending in (lambda: dice(page, 6, 6), lambda: three(page), lambda: clack(page)):
        dice(page, 6, 6)
        seen(page, "go")
        if page.locator("#curtain").is_visible():
            seen(page, "take-turn")
        ending()
        seen(page)
        if page.locator("#box:not(.over)").count():
            seen(page, "go")
        seen(page, "go")
    clack(page)
    seen(page, "go")


def three(page):
    dice(page, 1, 2)
    page.locator("#tiles button").nth(2).tap()
    dice(page, 6, 6)


def clack(page):
    dice(page, 1, 1)
    page.locator("#tiles button").nth(1).tap()
    dice(page, 1, 3)
    for place in (0, 2):
        page.locator("#tiles button").nth(place).tap()
