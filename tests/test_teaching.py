"""The notebook shows what it shows when it is run, and the page that thinks what is solved."""

import re

import pytest
from conftest import ROOT
from teaching import NOTEBOOK, WATCHED, executed, figures, shown, watched

from twoplayer import Variant, one_player


@pytest.mark.dear
def test_the_notebook_shows_what_it_shows_when_it_is_run():
    kept, run = (ROOT / NOTEBOOK).read_text("utf-8"), executed()
    assert shown(run) == shown(kept)
    assert figures(run) == figures(kept) == 5


def test_the_page_that_thinks_has_what_is_solved():
    page = (ROOT / WATCHED).read_text("utf-8")
    assert watched() == page
    assert "://" not in page.replace("http://www.w3.org/2000/svg", "")


@pytest.mark.parametrize("name", [WATCHED, "docs/_templates/front.html"])
def test_the_page_that_thinks_and_the_first_one_have_the_colours_of_the_page(name):
    colour = re.compile(r"(--[\w-]+): (#\w+|Georgia.*?serif);")
    room = (ROOT / "twoplayer/web/shared/room.css").read_text("utf-8")
    light, dark = (colour.findall(part) for part in room.split("@media", 2)[:2])
    declared = colour.findall((ROOT / name).read_text("utf-8"))
    assert {"--back", "--front"} <= {name for name, _ in declared}
    assert {*declared} <= {*light, *dark}


@pytest.mark.dear
@pytest.mark.parametrize("text", ["100%", "200%"])
def test_everybody_reaches_what_the_page_that_thinks_says(tab, text):
    from axe_playwright_python.sync_playwright import Axe

    for colours, forced in [("light", "none"), ("dark", "none"), ("light", "active")]:
        tab.emulate_media(color_scheme=colours, forced_colors=forced)
        for width in (320, 1280):
            tab.set_viewport_size({"width": width, "height": 700})
            tab.goto((ROOT / WATCHED).as_uri())
            tab.evaluate("(size) => { document.documentElement.style.fontSize = size; }", text)
            for button in ("Next", "One die"):
                tab.get_by_role("button", name=button).click()
                assert Axe().run(tab).response["violations"] == [], (colours, forced, width)
                assert tab.evaluate("document.documentElement.scrollWidth") <= width
    tab.emulate_media(color_scheme="light", forced_colors="none")


def test_the_page_that_thinks_shows_open_tiles_as_the_page_does(tab):
    tab.goto((ROOT / WATCHED).as_uri())
    for opened in ([], [1], [2]):
        assert tab.locator("#tiles i:not(.covered)").all_inner_texts() == [*map(str, opened)]
        for _ in {"show", "go on"} if opened else {"go on"}:
            tab.locator("#next").click()


def test_the_page_that_thinks_fills_from_the_clack_backwards(tab):
    from axe_playwright_python.sync_playwright import Axe

    errors = []
    for kind in ("pageerror", "console"):
        tab.on(kind, lambda said: errors.append(str(said)))
    tab.set_viewport_size({"width": 320, "height": 568})
    tab.goto((ROOT / WATCHED).as_uri())
    solved = one_player(Variant(tiles=3, dice="2d4", one_die="always"))
    values = [str(position.value()) for position in solved.table().rows]

    def shown():
        return tab.locator(".value").all_text_contents()

    known = 1
    assert shown() == [values[0], *"???????"]
    for position in solved.table().rows[1:]:
        tab.get_by_role("button", name="Next").click()
        dice = "One die" if 1 in position.optimal_dice() else "Two dice"
        tab.get_by_role("button", name=dice).click()
        known += 1
        assert shown() == [*values[:known], *"?" * (8 - known)]
        assert tab.locator("caption.best").inner_text().startswith(f"{dice}: {values[known - 1]}")
    assert tab.locator("#tally").inner_text() == "7 of 7 guesses were right."
    assert tab.get_by_role("button", name="Next").is_hidden()
    assert tab.evaluate("document.documentElement.scrollWidth") <= 320
    assert Axe().run(tab).response["violations"] == []
    tab.get_by_role("button", name="From the start").click()
    assert shown() == [values[0], *"???????"]
    assert errors == []
