"""The explorer, as somebody uses it: by hand, by keys, at addresses. Node asks for its numbers."""

import csv
import io
import json
import re
from fractions import Fraction

import pytest
from conftest import ROOT, output, written
from person import DESK, NARROW, PHONE, TABLET, WIDE, fits, wait
from playwright.sync_api import expect

from twoplayer import InputError, Variant, solve, variants
from twoplayer.errors import GameTooLargeError
from twoplayer.many.results import Entry, noticed
from twoplayer.variant.registry import family
from twoplayer.variant.variant import variant_of
from twoplayer.web.explorer import check_games, render_explorer
from twoplayer.web.link import link_to

ATLAS = ROOT / "reports" / "atlas.csv"


def atlas():
    with open(ATLAS, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.fixture(scope="module")
def entries():
    known = {variant_of(row): row for row in atlas()}
    rows = [(each, known[each]) for each in variants("atlas")]
    return [Entry(v, Fraction(row["first_player_ev"]), int(row["games"])) for v, row in rows]


@pytest.fixture(scope="module")
def of_atlas(entries, tmp_path_factory):
    path = tmp_path_factory.mktemp("explorer") / "explorer.html"
    path.write_text(render_explorer(entries, family("atlas").summary), "utf-8")
    return path


@pytest.fixture
def explore(visit, of_atlas):
    """Open the explorer of the atlas, at a link."""
    return lambda link="", **more: visit(link, path=of_atlas, **more)


def has_ev(page, text):
    """See that the game on show is worth so much, which stands behind the words."""
    ev = re.escape(text.replace(" ", "\xa0"))
    expect(page.locator("#exact")).to_have_text(re.compile(f"^EV: {ev}, exactly "))


def percent(page):
    return re.search(r"[+−]?[\d.]+", page.locator("#exact").text_content())[0]


def rest(page, link):
    """Stay at a game, and see that the address is that of what is shown."""
    wait(page)
    expect(page).to_have_url(re.compile(f"#{re.escape(link)}$"))


def chip(page, title, option):
    group = page.get_by_role("group", name=title, exact=True)
    return group.locator("label").filter(has_text=re.compile(f"^{re.escape(option)}"))


def row_here(page):
    return page.get_by_role("row", selected=True)


# What it is made of


def test_it_weighs_little_and_loads_nothing(of_atlas):
    text = of_atlas.read_text("utf-8")
    assert len(text.encode()) <= 250_000
    assert not re.search(r"""(src|href)=["'](?!#|data:)""", text)
    assert "default-src 'none'" in text


def test_games_to_notice_are_those_of_each_game_by_itself():
    rules = [{}, {"clack_payout": 3}, {"scoring": "count", "ties": "first"}, {"tiles": 3}]
    both = [Variant(**{"tiles": 6, **more}) for more in rules]
    both += [variant.replace(immediate_clack=True) for variant in both]
    solved = [solve(variant).fractions for variant in both]
    found = noticed([Entry(each.variant, each.first_player_ev) for each in solved])
    assert [each.variant for each in found] == both
    assert [each.games for each in found] == [each.fairness().games for each in solved]
    assert found[3].games is None


@pytest.mark.dear
def test_games_to_notice_of_the_report_are_right(entries):
    for each in entries[::300]:
        assert solve(each.variant).fairness().games == each.games


def names_told(*variants):
    """Return what people call each game, by its tiles, as the page is told."""
    page = render_explorer([Entry(each, Fraction(1, 9), 9) for each in variants], "")
    data = json.loads(re.search(r'id="data">(.*)</script>', page)[1])
    tiles = data["options"]["tiles"]
    names = {tiles[int(key)]: [title for _, title in some] for key, some in data["names"].items()}
    return {each: names.get(each, []) for each in tiles}


def test_a_name_that_several_games_have_is_that_of_none():
    games = [Variant(tiles=tiles).called("my-pub") for tiles in (3, 4)]
    assert names_told(*games) == {"1-3": [], "1-4": []}
    other = Variant(tiles=5).called("The Anchor")
    assert names_told(*games, other) == {"1-3": [], "1-4": [], "1-5": ["The Anchor"]}
    assert names_told(games[0], other) == {"1-3": ["my-pub"], "1-5": ["The Anchor"]}


def test_a_file_is_not_called_as_the_registered_game_of_its_name():
    golf, ours = Variant().called("golf"), Variant(tiles=3).called("golf")
    assert names_told(golf, ours) == {"1-9": ["The classic game", "Golf"], "1-3": []}
    assert names_told(ours, Variant(tiles=4)) == {"1-3": [], "1-4": []}


# By hand


def test_a_choice_of_a_rule_changes_everything(explore):
    page = explore()
    has_ev(page, "−0.4012 %")
    expect(page.locator("#ev")).to_have_text("Nearly fair")
    expect(page.locator("#who")).to_have_text(
        "The classic game, Golf: About one stake in 249 games goes to the second player."
    )
    expect(page.get_by_text("−0.4012\xa0%")).to_be_hidden()  # until somebody asks for it
    page.get_by_text("The exact number").click()
    expect(page.get_by_text("−0.4012\xa0%")).to_be_visible()
    expect(page.locator("#notice")).to_contain_text("after 238,245 games.")
    assert re.search(r"games to notice +238,245\b", output("fair"))
    at_once = chip(page, "A clack of the first player", "wins at once")
    expect(at_once).to_contain_text("+0.1071")
    at_once.click()
    has_ev(page, "+0.1071 %")
    expect(page.locator("#who")).to_have_text(
        "About one stake in 934 games goes to the first player."
    )
    expect(page.locator("#rank")).to_have_text("Of 1,134 games 5 are fairer.")
    expect(page.locator("#exact")).to_contain_text("136975464175127437/127936296134683656192")
    expect(row_here(page)).to_contain_text("+0.1071")
    play = page.get_by_role("link", name="Play this")
    expect(play).to_have_attribute("href", "page.html#immediate_clack=true")
    rest(page, "immediate_clack=true")
    chip(page, "Tiles", "1–12").click()
    rest(page, "tiles=1-12&immediate_clack=true")
    page.go_back()
    has_ev(page, "+0.1071 %")
    page.go_back()
    has_ev(page, "−0.4012 %")
    page.locator("#near-1").get_by_role("button").first.click()
    has_ev(page, "+0.1071 %")


def test_the_fairest_game_has_none_that_is_fairer(explore):
    page = explore("tiles=10&clack_payout=2&immediate_clack=true")
    has_ev(page, "−0.0451 %")
    expect(page.locator("#rank")).to_have_text("Of 1,134 games none is fairer.")
    expect(page.get_by_text("None is fairer.", exact=True)).to_have_count(2)
    expect(page.locator(".near").get_by_role("listitem")).to_have_count(0)


def test_a_finger_drags_over_the_strip_and_over_the_table(explore):
    page = explore(size=PHONE)
    session = page.context.new_cdp_session(page)

    def drag(*points):
        """Drag a finger, and return the games that were met: what each is worth, and its link."""
        met = []
        for number, (x, y) in enumerate(points):
            kind = "touchMove" if number else "touchStart"
            touched = {"type": kind, "touchPoints": [{"x": x, "y": y}]}
            session.send("Input.dispatchTouchEvent", touched)
            page.evaluate("() => new Promise((drawn) => requestAnimationFrame(drawn))")
            met.append((percent(page), play.get_attribute("href")))
        session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        return met

    play = page.get_by_role("link", name="Play this")
    box = page.get_by_role("slider").bounding_box()
    across = [(box["x"] + part * box["width"] / 10, box["y"] + 90) for part in range(1, 10)]
    met = drag(*across)
    assert len({*met}) >= 5
    assert met[0][0].startswith("−")
    assert met[-1][0].startswith("+")
    expect(row_here(page)).to_contain_text(percent(page))
    page.locator("#scroll").evaluate("(it) => it.scrollIntoView({ block: 'center' })")
    box = row_here(page).get_by_role("gridcell").first.bounding_box()
    down = [(box["x"] + 30, box["y"] + 20 + step * box["height"] / 3) for step in range(10)]
    assert len({*drag(*down)}) >= 3
    expect(row_here(page)).to_contain_text(percent(page))
    there = row_here(page).bounding_box()["y"]
    assert there == pytest.approx(box["y"] + 3 * box["height"], abs=5), "it stays under the finger"
    assert len({*drag(*((x + 120, y) for x, y in down))}) == 1, "it scrolls"


def test_keys_go_over_the_strip_and_the_table(explore):
    page = explore(size=DESK)
    slider = page.get_by_role("slider")
    slider.focus()
    rank = int(slider.get_attribute("aria-valuenow"))
    page.keyboard.press("ArrowRight")
    expect(slider).to_have_attribute("aria-valuenow", str(rank + 1))
    expect(slider).to_have_attribute(
        "aria-valuetext", re.compile(page.locator("#ev").inner_text()[:-2])
    )
    for keys, place, ev in (
        (["End"], "1134", "+20.6882 %"),
        (["Home", "ArrowLeft"], "1", "−27.7278 %"),
    ):
        for key in keys:
            page.keyboard.press(key)
        expect(slider).to_have_attribute("aria-valuenow", place)
        has_ev(page, ev)
    grid = page.get_by_role("grid")
    grid.focus()
    for key, ev in (("Home", "−0.0451 %"), ("ArrowDown", "−0.0554 %"), ("End", "−27.7278 %")):
        page.keyboard.press(key)
        has_ev(page, ev)
        expect(row_here(page)).to_contain_text(ev[:-2])
        expect(row_here(page)).to_be_in_viewport()
        here = row_here(page).get_attribute("id")
        expect(grid).to_have_attribute("aria-activedescendant", here)


# Filters, order, addresses, what is copied


def copied(page, name):
    """Copy by a button, and read it where the browser lets nobody copy."""
    page.get_by_role("button", name=name).click()
    expect(page.get_by_text("Copy them from here:")).to_be_visible()
    return page.get_by_role("textbox").input_value()


REFUSES = "navigator.clipboard.writeText = () => Promise.reject(new Error('not here'));"


def test_what_is_copied_is_the_report(explore):
    page = explore()
    page.evaluate(f"() => {{ {REFUSES} }}")
    rows = list(csv.DictReader(io.StringIO(copied(page, "Copy as CSV"))))
    assert len(rows) == 1134
    assert rows == [{name: row[name] for name in rows[0]} for row in atlas()]
    text = copied(page, "Copy as Markdown")
    assert text.startswith("| EV (%) | Favoured | Tiles |")
    assert text.count("\n") == len(rows) + 2


def test_a_filter_and_an_order_are_in_the_address(explore):
    page = explore()
    page.get_by_role("slider").focus()
    page.keyboard.press("End")
    has_ev(page, "+20.6882 %")
    expect(row_here(page)).to_contain_text("+20.6882")  # the table follows in the next frame
    page.locator("#filter summary").click()
    only = page.locator("#only")
    only.get_by_label("Favoured").select_option("second")
    expect(page.get_by_role("gridcell").first).to_have_text("−0.0451")  # begins at the fairest
    only.get_by_label("Equal scores").select_option("first")
    tiles = page.get_by_role("columnheader", name="Tiles")
    tiles.get_by_role("button").click()
    tiles.get_by_role("button").click()
    page.get_by_role("slider").focus()
    for key in ("Home", "End", "ArrowRight"):
        page.keyboard.press(key)
        expect(page.locator("#who")).to_contain_text("second player")
    wait(page)
    expect(page).to_have_url(re.compile("sort=-tiles&only.favoured=second&only.ties=first$"))
    count = page.locator("#count").inner_text()
    page.evaluate(f"() => {{ {REFUSES} }}")
    rows = list(csv.DictReader(io.StringIO(copied(page, "Copy as CSV"))))
    assert count == f"Filter: {len(rows)} of 1,134 games"
    assert {(row["ties"], row["favoured"]) for row in rows} == {("first", "second")}
    last = [int(row["tiles"][2:]) for row in rows]
    assert last == sorted(last, reverse=True)
    only.get_by_label("Favoured").select_option("nobody")
    expect(page.locator("#count")).to_have_text("Filter: 0 of 1,134 games")
    page.get_by_role("grid").press("End")

    other = explore("tiles=1-9&sort=-tiles&only.favoured=second&only.ties=first")
    expect(other.locator("#count")).to_have_text(count)
    expect(other.get_by_role("columnheader", name="Tiles")).to_have_attribute(
        "aria-sort", "descending"
    )
    other.locator("#filter summary").click()
    other.get_by_role("button", name="Show all").click()
    expect(other.locator("#count")).to_have_text("Filter: all 1,134 games")


@pytest.mark.parametrize(
    ("link", "said"),
    [
        ("tiles=8", "These rules are not among the games here. The page can solve them: open it"),
        ("tiles=x&ties=y", "The rules in the address cannot be read. tiles: got 'x'"),
        ("only.constructor=3&sort=toString", ""),
    ],
)
def test_what_the_address_has_no_game_for_is_said(explore, link, said):
    page = explore(link)
    has_ev(page, "−0.4012 %")
    alert = page.get_by_role("alert")
    if said:
        expect(alert).to_contain_text(said)
    else:
        expect(alert).to_have_count(0)
    if link == "tiles=8":
        expect(alert.get_by_role("link")).to_have_attribute("href", "page.html#tiles=8")


def test_a_game_is_found_by_its_name_and_sent_as_a_sentence(explore):
    page = explore()
    known = page.get_by_label("What people play:")
    known.select_option(label="Siam Mandalay")
    rest(page, link_to(family("siam-mandalay").single()))
    expect(page.locator("#who")).to_contain_text("Siam Mandalay: ")
    chip(page, "Tiles", "1–10").click()
    expect(known).to_have_value("")  # nobody has a name for it
    page = explore("scoring=digits")
    page.evaluate(f"() => {{ {REFUSES} }}")
    page.get_by_role("button", name="Send a link").click()
    sent = page.get_by_role("textbox")
    expect(sent).to_have_value(
        re.compile("^Digital, say what you see: Not fair: about one stake in 22 ")
    )
    expect(sent).not_to_have_value(re.compile("file:"))  # a file has no address


def test_the_console_answers_what_a_game_is_worth(explore):
    page = explore()
    ev = page.evaluate("() => explorer.firstPlayerEV({tiles: '10', ties: 'first'})")
    assert ev == str(solve(Variant(tiles=10, ties="first")).first_player_ev)
    assert (
        page.evaluate(
            """() => {
          try { return explorer.firstPlayerEV({tiles: "8"}) } catch (error) { return error.name }
        }"""
        )
        == "RulesError"
    )


# Manners


@pytest.mark.parametrize(
    ("size", "how"),
    [(TABLET, "dark"), (WIDE, "forced"), (NARROW, "light")],
)
def test_it_is_for_everybody_in_large_text_too(explore, size, how):
    from axe_playwright_python.sync_playwright import Axe

    forced = {"forced_colors": "active"} if how == "forced" else {"color_scheme": how}
    link = "tiles=12&one_die=forced%20sum%20%3C%3D%206&scoring=count&only.scoring=count"
    page = explore(link, size=size, **forced)
    page.locator("#filter summary").click()
    for each in page.locator(".chip, .near button, #play, select, #copy-csv, summary").all():
        if box := each.bounding_box():
            assert min(box["width"], box["height"]) >= 44, "large enough for a finger"
    exact = page.locator("#exact")
    page.get_by_text("The exact number").click()
    assert exact.evaluate("(it) => it.scrollWidth <= it.clientWidth"), "all of it is seen"
    for text in ("100%", "200%"):
        page.evaluate("(size) => { document.documentElement.style.fontSize = size; }", text)
        found = Axe().run(page)
        assert found.response["violations"] == []
        assert len(found.response["passes"]) > 20
        assert fits(page)


# The command


def test_any_games_can_be_explored(visit, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert written("write explorer sixteen --tiles 6 -o x.html") == "Wrote x.html.\n"
    page = visit("tiles=6&immediate_clack=true", path=tmp_path / "x.html")
    expect(page.locator("#lead")).to_contain_text("16 sets")
    ev = solve(Variant(tiles=6, immediate_clack=True)).first_player_ev
    expect(page.locator("#exact")).to_contain_text(f"{ev}")
    written("write explorer thai digital --tiles 3 -o y.html")
    page = visit(path=tmp_path / "y.html")
    absent = page.locator(".chip").filter(has=page.get_by_role("radio", disabled=True))
    expect(absent).to_contain_text(["not here", "not here"])
    for each in absent.all():
        assert each.evaluate("(it) => it.scrollWidth <= it.clientWidth")


def test_one_game_is_all_there_is_with_names_and_a_lesson(visit, tmp_path):
    games = [
        Entry(Variant(), Fraction(1, 9), 9),
        Entry(Variant(tiles=3).called("my pub"), Fraction(1, 9), 9),
    ]
    path = tmp_path / "x.html"
    path.write_text(render_explorer(games, "", elsewhere={"lesson": "think.html"}), "utf-8")
    page = visit("lang=es", path=path)
    names = page.locator("#known").get_by_role("option").all_inner_texts()
    assert {*names[1:]} == {"Clásico, Golf", "my pub"}
    expect(page.locator("#to-lesson")).to_have_attribute("href", "think.html")
    line = f"write explorer classic --tiles 3 -o {path} --address https://a.org/box"
    written(line)
    page = visit(path=path)
    expect(page.locator("#to-lesson")).to_be_hidden()
    page.get_by_role("slider").press("ArrowRight")
    play = page.get_by_role("link", name="Play this")
    expect(play).to_have_attribute("href", "https://a.org/box#tiles=1-3")


def test_what_cannot_be_explored_is_refused():
    with pytest.raises(InputError, match=r"got 2,268 games; takes at most 2,000"):
        check_games([*variants("atlas")] * 2)
    with pytest.raises(GameTooLargeError, match="got 13 of them; takes at most 12"):
        check_games([Variant(tiles=13)])
