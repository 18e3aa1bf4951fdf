"""Back and Forward, and what is there again when the page was closed."""

import pytest
from conftest import until
from touch import enter, kinds, menu, roll, setting, solved, status, tap, touch

BEFORE = "data:text/html,<title>before</title>"
HEARD = "!globalThis.twoplayer || history.state?.place === trail.place"
"""The page has done what a step in the history asks for, or is not there any more."""


@pytest.fixture
def come_from(open_page, tab, of_sixteen):
    """Open the page from another one, to which Back may lead."""

    def opened(link=""):
        open_page()
        tab.goto(BEFORE)
        tab.goto(f"{of_sixteen.as_uri()}{link and f'#{link}'}")
        return enter(solved(tab))

    return opened


def settled(page):
    """Wait until the game is kept."""
    page.evaluate(
        """async () => {
          while (keeping !== null) await new Promise((on) => setTimeout(on, 20));
        }"""
    )
    return page


def back(page, steps=1):
    for _ in range(steps):
        settled(page).go_back()
        until(page, HEARD)


def leaves(page):
    """See that the page goes away, for the one before it."""
    page.wait_for_url(BEFORE)


def has_left(page):
    return page.title() == "before"


# Back


def test_back_leaves_a_page_on_which_nothing_was_done(come_from):
    page = come_from()
    back(page)
    leaves(page)


def test_back_closes_the_dialog_then_undoes_the_rules_then_the_move(come_from):
    page = come_from("clack_payout=2")
    settled(page)
    tap(page, "Roll 2 dice")
    settled(page)
    rolled = status(page)
    menu(page, "Compare rules")
    settled(page)
    page.locator("#table tbody tr").first.click()
    solved(page)
    assert page.evaluate("location.hash") == "#immediate_clack=true"
    menu(page)
    settled(page)
    back(page)
    assert not page.locator("#menu").is_visible()
    assert page.evaluate("location.hash") == "#immediate_clack=true"
    back(page)
    assert page.evaluate("location.hash") == "#clack_payout=2"
    assert status(page) == rolled
    back(page)
    assert status(page).endswith("roll 2 dice.")
    back(page)
    leaves(page)


@pytest.mark.dear
def test_back_takes_back_rules_from_a_card_as_undo_does(come_from):
    page = come_from()
    tap(settled(page), "Roll 2 dice")
    rolled = status(settled(page))
    for by_hand in (True, False):
        menu(page)
        settled(page)
        page.locator("#cards .card:not([aria-pressed=true])").first.click()
        page.locator("#play-draft").click()
        assert page.evaluate("location.hash") != ""
        assert page.locator("#snack.shown").count()
        settled(page)
        if by_hand:
            page.locator("#snack button").click()
        else:
            back(page)
        assert status(page) == rolled
        assert page.locator("#snack.shown").count() == 0
    back(page)
    assert status(page).endswith("roll 2 dice.")
    back(page)
    leaves(page)


@pytest.mark.dear
def test_dialogs_on_dialogs_are_closed_one_by_one(come_from):
    page = come_from()
    menu(page)
    settled(page)
    tap(page, "How to play")
    settled(page)
    back(page)
    assert not page.locator("#help").is_visible()
    assert page.locator("#menu").is_visible()
    back(page)
    assert not page.locator("#menu").is_visible()
    back(page)
    leaves(page)


@pytest.mark.dear
def test_what_was_closed_or_undone_by_hand_keeps_nobody(come_from):
    page = come_from()
    menu(page)
    settled(page)
    tap(page, "Back to the game")
    settled(page)
    tap(page, "Roll 2 dice")
    settled(page)
    tap(page, "Undo")
    back(page)
    leaves(page)


@pytest.mark.dear
def test_back_leaves_in_the_end_however_long_the_game(come_from):
    page = come_from()
    page.evaluate("() => { settings.mine = true; draw(); }")
    for faces, tiles in [((4, 5), [9]), ((4, 4), [8]), ((3, 4), [7]), ((3, 3), [6]), ((1, 4), [5])]:
        roll(settled(page), *faces)
        touch(page, *tiles)
        settled(page)
    assert page.evaluate("past.length") > 10
    back(page, 8)
    assert not has_left(page)
    assert kinds(page)[9] == "covered"
    back(page)
    leaves(page)
    page.go_forward()
    assert solved(page).evaluate("game.open") < 511, "it is still there"


@pytest.mark.dear
def test_forward_does_again_what_back_has_undone(come_from):
    page = come_from()
    roll(page, 3, 5)
    touch(settled(page), 8)
    settled(page)
    assert kinds(page)[8] == "covered"
    back(page)
    assert kinds(page)[8] == "open"
    page.go_forward()
    page.locator("#tiles .covered").wait_for()
    assert kinds(page)[8] == "covered"
    back(page)
    touch(page, 5, 3)
    settled(page)
    history = page.context.new_cdp_session(page).send("Page.getNavigationHistory")
    assert history["currentIndex"] == len(history["entries"]) - 1, "there is nothing ahead any more"
    assert (kinds(page)[8], kinds(page)[3]) == ("open", "covered")


@pytest.mark.dear
def test_back_is_still_sane_when_the_page_was_loaded_again(come_from):
    page = come_from()
    roll(page, 3, 5)
    touch(settled(page), 8)
    settled(page).reload()
    solved(page)
    back(page)
    assert kinds(page)[8] == "open"
    assert "rolled 8" in status(page)


# The page closed


@pytest.fixture
def shelf(new_context, of_sixteen):
    """Open the page again and again in one browser, closing it in between."""
    context = new_context(offline=True)
    said = []

    def opened(link="", path=of_sixteen):
        for page in context.pages:
            page.close()
        page = context.new_page()
        page.set_viewport_size({"width": 360, "height": 640})
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on("console", lambda message: said.append(message.text))
        page.goto(f"{path.as_uri()}{link and f'#{link}'}")
        return enter(solved(page))

    opened.context = context
    yield opened
    assert said == []


def test_a_game_goes_on_when_the_page_was_closed(shelf):
    page = shelf()
    assert page.locator("#snack.shown").count() == 0
    setting(page, "Ask first")
    roll(page, 3, 5)
    touch(page, 8)
    tap(page, "Cover 8")
    roll(page, 6, 6)
    before = status(settled(page))
    page = shelf()
    assert set(kinds(page).values()) == {"open"}
    assert page.locator("#ask").is_checked() or page.evaluate("settings.ask"), "settings too"
    assert page.locator("#snack").inner_text().startswith("You were playing here.")
    page.locator("#snack button").click()
    assert status(page) == before
    assert kinds(page)[8] == "covered"
    assert page.locator("#snack.shown").count() == 0
    for _ in range(3):
        tap(page, "Undo")
    assert set(kinds(page).values()) == {"open"}


@pytest.mark.dear
def test_what_was_played_stays_until_something_else_is(shelf):
    page = shelf()
    roll(page, 3, 5)
    settled(page)
    for _ in range(2):
        page = shelf("tiles=4")
        settled(page)
    roll(page, 1, 1)
    settled(page)
    menu(page)
    tap(page, "Go on where I was")
    assert "rolled 8" in status(page)
    assert page.evaluate("location.hash") == "#tiles=1-9"


@pytest.mark.dear
def test_a_game_that_is_over_is_not_gone_on_with(shelf):
    page = shelf()
    page.evaluate("openLink('tiles=1-9&game=1.1-2')")
    page.evaluate("draw()")
    settled(page)
    page.evaluate("playAgain()")
    settled(page)
    page = shelf()
    assert page.locator("#snack.shown").count() == 0


def evening_of(page):
    return page.evaluate(
        "onShelf([game.evening, game.order, linkToGame(), game.player, game.left])"
    )


@pytest.mark.dear
@pytest.mark.parametrize(("players", "rounds"), [(2, 1), (2, 3), (3, 1), (8, 2)])
def test_an_evening_goes_on_with_its_tally(shelf, players, rounds):
    page = shelf()
    page.evaluate(
        """([count, rounds]) => {
          const players = Array.from({ length: count }, (_, place) => ({ name: `N${place}` }));
          settings.evening = readEvening({ players, starts: "turn", rounds });
          change(newGame(game.rules, seated({ ...settings.evening, lines: [] }, 0)));
          const on = () => {
            if (game.phase === "passed") change(nextTurn(game.left));
            else if (mayRoll()) rollDice();
            else if (movesNow().length) cover(movesNow()[0]);
            else endTurn();
          };
          while (game.phase !== "over") on();
          playAgain();
          while (game.player < 2 && game.phase !== "over") on();
        }""",
        [players, rounds],
    )
    before = evening_of(settled(page))
    page = shelf()
    assert page.evaluate("eveningNow().players.length") == players, "the names are there at once"
    assert page.evaluate("eveningNow().lines.length") == 0
    page.locator("#snack button").click()
    assert evening_of(page) == before
    assert page.evaluate("eveningNow().lines.length") == 1


@pytest.mark.dear
def test_an_evening_goes_on_after_its_last_game(shelf):
    page = shelf()
    page.evaluate(
        """() => {
          const evening = { ...readEvening(ALONE), starts: "turn", lines: [] };
          change(newGame(game.rules, seated(evening, 0)));
          put({ open: 1 });
          put(ended({ open: 1 }));
          put(nextTurn(game.left));
          change(ended({ open: 2 }));
        }"""
    )
    settled(page)
    page = shelf()
    page.locator("#snack button").click()
    assert page.evaluate("[game.order.join(), eveningNow().lines.length, game.phase]") == [
        "1,0",
        1,
        "turn",
    ]


BAD_LINES = [
    '[{"order": [0, 0], "scores": ["1", "2"], "stakes": null, "won": []}]',
    '[{"order": [0, 1], "scores": ["x", "2"], "stakes": null, "won": []}]',
    '[{"order": [0, 1], "scores": ["1"], "stakes": null, "won": []}]',
    "[null]",
    "7",
]


@pytest.mark.dear
@pytest.mark.parametrize("lines", BAD_LINES)
def test_a_score_sheet_that_is_none_is_left(shelf, lines):
    page = shelf()
    seats = f'{{"evening": {{"players": [{{}}, {{}}], "lines": {lines}}}, "order": [0, 1]}}'
    assert page.evaluate(f"readSeats({seats})") == {}


@pytest.mark.dear
def test_a_language_that_was_chosen_is_spoken_again(shelf):
    page = shelf()
    menu(page)
    page.get_by_label("Language").select_option("de")
    settled(page)
    for link, tag in [("", "de"), ("tiles=4&lang=fr", "fr"), ("", "de")]:
        page = shelf(link)
        assert page.locator("html").get_attribute("lang") == tag
        assert ("lang" in page.evaluate("location.hash")) == bool(link), "it is not asked for again"


@pytest.mark.dear
def test_own_rules_are_there_again(shelf):
    page = shelf("tiles=4")
    page.evaluate("playBy(read({ tiles: '1-5' }))")
    settled(page)
    page = shelf()
    page.locator("#snack button").click()
    assert len(kinds(solved(page))) == 5


@pytest.mark.dear
@pytest.mark.parametrize(
    "kept",
    [
        "null",
        "1",
        "[",
        '"x"',
        '{"last": 1, "settings": 7}',
        '{"settings": {"language": "__proto__"}}',
        '{"last": {"link": "tiles=1-9&game=9.9"}}',
    ],
)
def test_what_else_the_shelf_may_hold(shelf, kept):
    page = shelf()
    key = page.evaluate("shelf()")
    shelf.context.add_init_script(
        f"localStorage.setItem({key!r}, {kept!r});"  # as Python spells them, so does JavaScript
    )
    page = shelf()
    if page.locator("#snack.shown").count():
        page.locator("#snack button").click()
        assert "cannot be rolled" in page.locator("#fault").text_content()
    tap(page, "Roll 2 dice")
    assert "rolled" in status(page)


@pytest.mark.dear
def test_a_page_that_may_keep_nothing_works(shelf):
    shelf.context.add_init_script(
        """Object.defineProperty(globalThis, "localStorage", {
          get() { throw new DOMException("no", "SecurityError"); },
        });"""
    )
    page = shelf()
    tap(page, "Roll 2 dice")
    assert "rolled" in status(settled(page))


@pytest.mark.dear
def test_a_question_goes_by_itself_unless_somebody_is_on_it(shelf):
    page = shelf()
    page.evaluate(
        """() => {
          const later = setTimeout;
          globalThis.setTimeout = (act, time) => {
            if (time !== SNACK_LASTS) return later(act, time);
            globalThis.pass = act;
          };
          snack("Nobody asked", "Undo", () => null);
          snackBar.querySelector("button").focus();
        }"""
    )
    page.evaluate("pass()")
    assert page.locator("#snack.shown").count()
    page.evaluate("document.activeElement.blur()")
    page.evaluate("pass()")
    assert not page.locator("#snack.shown").count()
