"""The explorer, in a real browser: its numbers, its parts by hand and by keys, its addresses."""

import csv
import io
import json
import re
from fractions import Fraction

import pytest
from conftest import ROOT, output, until, written
from touch import DESK, NARROW, PHONE, TABLET, WIDE, fits

from twoplayer import InputError, Variant, solve, variants
from twoplayer.errors import GameTooLargeError
from twoplayer.many.results import Entry, noticed
from twoplayer.variant.fields import FIELDS
from twoplayer.variant.registry import family
from twoplayer.variant.tiles import SCORINGS
from twoplayer.variant.variant import variant_of
from twoplayer.web.explorer import check_games, render_explorer
from twoplayer.web.link import link_to

dear = pytest.mark.dear

SETTLED = """
async () => {
  while (location.hash !== `#${addressNow()}`) await new Promise((done) => setTimeout(done, 20));
  return location.hash.slice(1);
}
"""
REFUSED = """
(rules) => {
  try { return explorer.firstPlayerEV(rules) } catch (error) { return error.name }
}
"""


@pytest.fixture(scope="module")
def entries():
    with open(ROOT / "reports" / "atlas.csv", encoding="utf-8", newline="") as file:
        known = {
            variant_of(row): (Fraction(row["first_player_ev"]), int(row["games"]))
            for row in csv.DictReader(file)
        }
    return [Entry(variant, *known[variant]) for variant in variants("atlas")]


@pytest.fixture(scope="module")
def of_atlas(entries, tmp_path_factory):
    path = tmp_path_factory.mktemp("explorer") / "explorer.html"
    path.write_text(render_explorer(entries, family("atlas").summary), "utf-8")
    return path


@pytest.fixture
def explore(open_page, of_atlas):
    """Open the explorer of the atlas, at a link."""
    return lambda link="", viewport=None, **more: open_page(
        viewport, path=of_atlas, link=link, **more
    )


def settled(page):
    """Wait until the address is that of what is shown."""
    return page.evaluate(SETTLED)


def ev(page):
    return page.locator("#ev").inner_text().replace("\xa0", " ")


def stands(page, rank):
    """Wait until the strip stands at a game, by its place among all."""
    until(page, f"document.querySelector('[role=slider]').ariaValueNow === '{rank}'")


def chip(page, title, option):
    group = page.get_by_role("group", name=title, exact=True)
    return group.locator("label").filter(has_text=re.compile(f"^{re.escape(option)}"))


def links(page):
    """Return what the link says, and the rest of the address."""
    return page.locator("#play").get_attribute("href")


# What it is made of


def test_it_weighs_little_and_loads_nothing(of_atlas):
    text = of_atlas.read_text("utf-8")
    assert len(text.encode()) <= 250_000
    assert not re.search(r"""(src|href)=["'](?!#|data:)""", text)
    assert "default-src 'none'" in text


def test_its_numbers_are_those_of_the_report(explore, entries):
    page = explore()
    rules = [
        {name: str(value) for name, value in entry.variant.rules().items() if value is not None}
        for entry in entries
    ]
    found = page.evaluate("(all) => all.map((rules) => explorer.firstPlayerEV(rules))", rules)
    with open(ROOT / "reports" / "atlas.csv", encoding="utf-8", newline="") as file:
        reported = {row["first_player_ev"]: row for row in csv.DictReader(file)}
    assert len(found) == 1134
    assert set(found) == set(reported)
    assert found == [str(entry.first_player_ev) for entry in entries]


def test_what_is_copied_is_the_report(explore):
    page = explore()
    copied = list(csv.DictReader(io.StringIO(page.evaluate("asCsv()"))))
    with open(ROOT / "reports" / "atlas.csv", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert copied == [{name: row[name] for name in copied[0]} for row in rows]


def test_rules_are_read_however_they_are_spelled(explore):
    page = explore()
    found = page.evaluate("explorer.firstPlayerEV({tiles: '10', one_die: 'SUM<=6', ties: 'First'})")
    assert found == str(solve(Variant(tiles=10, one_die="sum <= 6", ties="first")).first_player_ev)
    assert page.evaluate("explorer.firstPlayerEV()") == str(solve("classic").first_player_ev)
    for rules in ({"tiles": "8"}, {"dice": "1d6"}, {"tiles": "x"}):
        assert page.evaluate(REFUSED, rules) == "RulesError"


def test_games_to_notice_are_those_of_each_game_by_itself():
    rules = [{}, {"clack_payout": 3}, {"scoring": "count", "ties": "first"}, {"tiles": 3}]
    both = [Variant(**{"tiles": 6, **more}) for more in rules]
    both += [variant.replace(immediate_clack=True) for variant in both]
    solved = [solve(variant).fractions for variant in both]
    found = noticed([Entry(each.variant, each.first_player_ev) for each in solved])
    assert [each.variant for each in found] == both
    assert [each.games for each in found] == [each.fairness().games for each in solved]
    assert found[3].games is None


def test_games_to_notice_are_those_of_the_terminal(explore, entries):
    page = explore()
    assert "after 238,245 games." in page.locator("#notice").inner_text()
    assert re.search(r"games to notice +238,245\b", output("fair"))
    shown = page.evaluate("every.map((one) => [one.text, String(one.notice)])")
    assert dict(shown) == {str(each.first_player_ev): str(each.games) for each in entries}


@dear
def test_games_to_notice_of_the_report_are_right(entries):
    for each in entries[::60]:
        assert solve(each.variant).fairness().games == each.games


def test_every_value_of_a_rule_has_its_words(explore):
    words = explore().evaluate("[SAY.options.scoring, SAY.options.ties].map(Object.keys)")
    assert words == [list(SCORINGS), list(FIELDS["ties"].examples)]


# By hand


@pytest.mark.dear
def test_a_choice_of_a_rule_changes_everything(explore):
    page = explore()
    assert ev(page) == "−0.4012 %"
    after = chip(page, "A clack of the first player", "wins at once").locator(".ev").inner_text()
    chip(page, "A clack of the first player", "wins at once").click()
    assert ev(page) == f"{after} %" == "+0.1071 %"
    assert page.locator("#who").inner_text() == "● The first player is favoured."
    assert page.locator("#money").inner_text() == (
        "The better seat gains 10.71 cents in 100 games of a dollar."
    )
    assert page.locator("#rank").inner_text() == "Of 1,134 games 5 are fairer."
    assert "136975464175127437/127936296134683656192" in page.locator("#exact").inner_text()
    assert page.locator("[aria-selected=true]").inner_text().startswith("+0.1071")
    assert links(page) == "page.html#immediate_clack=true"
    assert settled(page) == "immediate_clack=true"


def test_what_each_change_does_is_the_ev_after_it(explore, entries):
    page = explore()
    evs = {entry.variant: entry.first_player_ev for entry in entries}
    for name, title in (("tiles", "Tiles"), ("ties", "Equal scores"), ("scoring", "Score")):
        values = family("atlas").options[name]
        shown = page.get_by_role("group", name=title, exact=True).locator(".ev").all_inner_texts()
        for value, text in zip(values, shown, strict=True):
            percent = 100 * evs[Variant(**{name: value})]
            assert abs(float(text.replace("−", "-")) - percent) <= 0.00005


@pytest.mark.dear
def test_the_fairest_games_nearby_are_the_fairest(explore, entries):
    page = explore()
    classic = Variant().rules()
    evs = {}
    for entry in entries:
        rules = entry.variant.rules()
        changes = sum(rules[name] != classic[name] for name in rules)
        evs.setdefault(changes, []).append(abs(entry.first_player_ev))
    for changes, most in ((1, 3), (2, 5)):
        shown = page.locator(f"#near-{changes} li:visible .ev").all_inner_texts()
        fairest = [float(100 * each) for each in sorted(evs[changes])[:most]]
        assert [abs(float(text.replace("−", "-"))) for text in shown] == pytest.approx(
            fairest, abs=0.00005
        )
    page.locator("#near-1 button").first.click()
    assert settled(page) == "immediate_clack=true"


def test_the_fairest_game_has_none_that_is_fairer(explore):
    page = explore("tiles=10&clack_payout=2&immediate_clack=true")
    assert ev(page) == "−0.0451 %"
    assert page.locator("#rank").inner_text() == "Of 1,134 games none is fairer."
    assert page.get_by_text("None is fairer.", exact=True).count() == 2
    assert page.locator(".near li:visible").count() == 0


@pytest.mark.dear
def test_a_finger_drags_over_the_strip_and_over_the_table(explore):
    page = explore("", PHONE)
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setTouchEmulationEnabled", {"enabled": True})

    def drag(*points):
        """Drag a finger, and return the games that were met."""
        met = []
        for number, (x, y) in enumerate(points):
            kind = "touchMove" if number else "touchStart"
            session.send(
                "Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]}
            )
            met.append(page.evaluate("[game.key, game.percent]"))
        session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        return met

    box = page.locator("#strip").bounding_box()
    across = [(box["x"] + part * box["width"] / 10, box["y"] + 90) for part in range(1, 10)]
    met = drag(*across)
    assert len({key for key, _ in met}) >= 5
    assert met[0][1].startswith("−")
    assert not met[-1][1].startswith("−")
    page.evaluate("document.getElementById('scroll').scrollIntoView({ block: 'center' })")
    box = page.locator("[aria-selected=true] td").first.bounding_box()
    down = [(box["x"] + 30, box["y"] + 20 + step * box["height"]) for step in range(4)]
    met = drag(*down)
    assert len({key for key, _ in met}) >= 3
    page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))")
    assert page.locator("[aria-selected=true]").bounding_box()["y"] == pytest.approx(
        box["y"] + 3 * box["height"], abs=5
    ), "it stays under the finger"
    assert len({key for key, _ in drag(*((x + 120, y) for x, y in down))}) == 1, "it scrolls"
    session.send("Emulation.setTouchEmulationEnabled", {"enabled": False})
    session.detach()


# By keys


def test_the_strip_is_a_slider(explore):
    page = explore()
    slider = page.get_by_role("slider")
    slider.focus()
    rank = int(slider.get_attribute("aria-valuenow"))
    page.keyboard.press("ArrowRight")
    stands(page, rank + 1)
    assert ev(page)[:-2] in slider.get_attribute("aria-valuetext")
    page.keyboard.press("End")
    stands(page, 1134)
    assert ev(page) == "+20.6882 %"
    page.keyboard.press("Home")
    page.keyboard.press("ArrowLeft")
    stands(page, 1)
    assert ev(page) == "−27.7278 %"


@pytest.mark.dear
def test_the_table_has_a_cursor(explore):
    page = explore("", DESK)
    page.locator("#grid").focus()
    for key, found in (("Home", "−0.0451 %"), ("ArrowDown", "−0.0554 %"), ("End", "−27.7278 %")):
        page.keyboard.press(key)
        assert ev(page) == found
        here = page.locator("#grid").get_attribute("aria-activedescendant")
        assert page.locator(f"[id='{here}']").get_attribute("aria-selected") == "true"
        assert page.locator(f"[id='{here}'] .ev").is_visible()


# Filters, order, addresses


@pytest.mark.dear
def test_a_filter_and_an_order_are_in_the_address(explore):
    page = explore()
    page.locator("#filter summary").click()
    page.get_by_label("Equal scores").last.select_option("first")
    page.get_by_label("Favoured").select_option("second")
    page.locator("[data-name=tiles] button").click()
    page.locator("[data-name=tiles] button").click()
    link = settled(page)
    assert link == "tiles=1-9&sort=-tiles&only.favoured=second&only.ties=first"
    rows = list(csv.DictReader(io.StringIO(page.evaluate("asCsv()"))))
    assert {(row["ties"], row["favoured"]) for row in rows} == {("first", "second")}
    assert page.locator("#count").inner_text() == f"Filter: {len(rows)} of 1,134 games"
    assert [row["tiles"] for row in rows] == sorted(
        (row["tiles"] for row in rows), key=lambda text: -int(text[2:])
    )
    assert page.evaluate("asMarkdown()").count("\n") == len(rows) + 2
    page.get_by_role("slider").focus()
    page.keyboard.press("End")
    assert "second player" in page.locator("#who").inner_text()

    page.get_by_label("Favoured").select_option("nobody")
    assert page.locator("#count").inner_text() == "Filter: 0 of 1,134 games"
    for part in ("#strip", "#grid"):
        page.locator(part).focus()
        page.keyboard.press("End")
    page.locator("#strip").click()

    other = explore(link)
    assert other.locator("#count").inner_text() == f"Filter: {len(rows)} of 1,134 games"
    assert other.locator("[data-name=tiles]").get_attribute("aria-sort") == "descending"
    other.locator("#filter summary").click()
    other.get_by_role("button", name="Show all").click()
    assert other.locator("#count").inner_text() == "Filter: all 1,134 games"


@pytest.mark.dear
def test_a_filter_that_leaves_the_game_out_begins_at_the_fairest(explore):
    page = explore()
    page.get_by_role("slider").focus()
    page.keyboard.press("End")
    until(page, "document.getElementById('scroll').scrollTop > 0")
    page.locator("#filter summary").click()
    page.get_by_label("Favoured").select_option("second")
    assert page.locator("#scroll").evaluate("(it) => it.scrollTop") == 0
    assert page.locator("#rows .ev").first.inner_text() == "−0.0451"


@pytest.mark.dear
def test_back_is_where_one_was(explore):
    page = explore()
    chip(page, "Tiles", "1–12").click()
    settled(page)
    chip(page, "Equal scores", "first wins").click()
    settled(page)
    page.go_back()
    page.locator("#ev:has-text('−0.1580')").wait_for()
    page.go_back()
    page.locator("#ev:has-text('−0.4012')").wait_for()


@pytest.mark.dear
def test_a_link_is_the_one_of_the_page(explore, entries):
    page = explore()
    for entry in entries[::97]:
        link = link_to(entry.variant)
        found = page.evaluate(
            "(link) => { location.hash = link; open(); return linkTo(rulesOf(game)); }", link
        )
        assert found == link


@pytest.mark.dear
@pytest.mark.parametrize(
    ("link", "said"),
    [
        ("tiles=8", "These rules are not among the games here. The page can solve them: open it"),
        ("tiles=x&ties=y", "The rules in the address cannot be read. tiles: got 'x'"),
        ("nonsense", "The rules in the address cannot be read. nonsense: an unknown rule"),
        ("tiles=9&tiles=10", "The rules in the address cannot be read. tiles: given twice"),
        ("only.x=3&sort=y", ""),
        ("only.constructor=3&sort=toString", ""),
    ],
)
def test_what_the_address_has_no_game_for_is_said(explore, link, said):
    page = explore(link)
    assert page.locator("#fault").is_visible() == bool(said)
    assert (page.locator("#fault").text_content() or "").startswith(said)
    assert ev(page) == "−0.4012 %"
    if link == "tiles=8":
        assert page.locator("#fault a").get_attribute("href") == "page.html#tiles=8"


@pytest.mark.dear
@dear
def test_a_game_is_found_by_the_name_that_people_have_for_it(explore):
    page = explore()
    page.locator("#known").select_option(label="Siam Mandalay")
    assert settled(page) == link_to(family("siam-mandalay").single())
    assert page.locator("#who").inner_text().startswith("Siam Mandalay: ")
    chip(page, "Tiles", "1–10").click()
    assert page.locator("#known").input_value() == "", "nobody has a name for it"


@dear
def test_a_game_is_sent_as_a_sentence(explore):
    page = explore("scoring=digits")
    page.evaluate("navigator.share = async (given) => { globalThis.given = given; }")
    page.locator("#send").click()
    given = page.evaluate("given")
    assert given["text"].startswith("Digital, say what you see: −4.5525\N{NO-BREAK SPACE}%. ")
    assert "url" not in given, "a file has no address"


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


@pytest.mark.parametrize("name", ["The Anchor", "constructor", "my pub"])
def test_games_of_a_file_keep_their_names(open_page, tmp_path, name):
    games = [Entry(v, Fraction(1, 9), 9) for v in (Variant(), Variant(tiles=3).called(name))]
    path = tmp_path / "x.html"
    path.write_text(render_explorer(games, ""), "utf-8")
    for tag, classic in (("en", "The classic game, Golf"), ("es", "Clásico, Golf")):
        page = open_page(path=path, link=f"lang={tag}")
        assert {*page.locator("#known option").all_inner_texts()[1:]} == {classic, name}


def test_what_cannot_be_copied_is_shown(explore):
    page = explore()
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(); }")
    page.get_by_role("button", name="Copy as Markdown").click()
    page.get_by_text("Copy them from here:").wait_for()
    assert page.locator("#copy-text").input_value().startswith("| EV (%) | Favoured | Tiles |")


# Manners


@dear
@pytest.mark.parametrize("scheme", ["light", "dark", "forced"])
@pytest.mark.parametrize("text", ["100%", "200%"])
def test_axe_finds_nothing(explore, scheme, text):
    from axe_playwright_python.sync_playwright import Axe

    page = explore(
        "tiles=10&ties=first&only.ties=first", color_scheme=scheme.replace("forced", "light")
    )
    page.emulate_media(forced_colors="active" if scheme == "forced" else "none")
    page.evaluate("(size) => { document.documentElement.style.fontSize = size; }", text)
    page.locator("#filter summary").click()
    for viewport in (PHONE, TABLET, WIDE):
        page.set_viewport_size(viewport)
        found = Axe().run(page)
        assert found.response["violations"] == [], viewport
        assert len(found.response["passes"]) > 20
        assert fits(page)
    page.emulate_media(forced_colors="none")


@dear
@pytest.mark.parametrize("viewport", [NARROW, PHONE, TABLET, WIDE])
def test_nothing_is_wider_than_the_screen_and_all_is_large_enough_for_a_finger(explore, viewport):
    page = explore("tiles=12&one_die=forced%20sum%20%3C%3D%206&scoring=count", viewport)
    page.locator("#filter summary").click()
    assert fits(page)
    for each in page.locator(".chip, .near button, #play, select, #copy-csv, summary").all():
        if each.is_visible():
            box = each.bounding_box()
            assert box["height"] >= 44
            assert box["width"] >= 44
    fraction = page.locator("#exact")
    assert fraction.evaluate("(it) => it.scrollWidth <= it.clientWidth"), "all of it is seen"
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert fits(page)


# The command


def test_any_games_can_be_explored(explore, open_page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert written("write explorer sixteen --tiles 6 -o x.html") == "Wrote x.html.\n"
    page = open_page(path=tmp_path / "x.html")
    assert page.locator("#lead").inner_text().startswith("16 sets")
    rules = Variant(tiles=6, immediate_clack=True)
    given = {name: str(value) for name, value in rules.rules().items() if value is not None}
    found = page.evaluate("(rules) => explorer.firstPlayerEV(rules)", given)
    assert found == str(solve(rules).first_player_ev)


def test_what_is_no_game_here_is_said_within_its_choice(open_page, tmp_path):
    written(f"write explorer thai digital --tiles 3 -o {tmp_path / 'x.html'}")
    page = open_page(path=tmp_path / "x.html")
    absent = page.locator(".chip:has(:disabled)")
    assert absent.all_inner_texts() == ["sum\nnot here", "the digits\nnot here"]
    for chip in absent.all():
        assert chip.evaluate("(it) => it.scrollWidth <= it.clientWidth")


def test_one_game_is_all_there_is(open_page, tmp_path):
    line = f"write explorer classic --tiles 3 -o {tmp_path / 'x.html'} --address https://a.org/box"
    written(line)
    page = open_page(path=tmp_path / "x.html")
    page.get_by_role("slider").focus()
    page.keyboard.press("ArrowRight")
    assert links(page) == "https://a.org/box#tiles=1-3"


def test_it_leads_to_the_lesson_where_that_is_known(open_page, tmp_path):
    games = [Entry(Variant(), Fraction(-1, 9), 9)]
    path = tmp_path / "x.html"
    for elsewhere, shown in [({}, False), ({"lesson": "think.html"}, True)]:
        path.write_text(render_explorer(games, "", elsewhere=elsewhere), "utf-8")
        link = open_page(path=path).locator("#to-lesson")
        assert link.is_visible() == shown
    assert link.get_attribute("href") == "think.html"


def test_what_cannot_be_explored_is_refused():
    with pytest.raises(InputError, match=r"got 2,268 games; takes at most 2,000"):
        check_games([*variants("atlas")] * 2)
    with pytest.raises(GameTooLargeError, match="got 13 of them; takes at most 12"):
        check_games([Variant(tiles=13)])
