"""Names that every object of JavaScript answers to: of files, in addresses, of players.

None of them may mean more on a page than any other name; what links to them mean is asked in Node.
"""

import re
from collections import Counter

import pytest
from any_names import ANY, BESIDE, as_shown, file_of, files_of_any_name, tiles_of
from conftest import written
from person import menu, roll, says, tap, tiles, touch
from playwright.sync_api import expect
from touch import page_of

from twoplayer.show.rules import title_of
from twoplayer.variant import Family


@pytest.fixture(scope="module")
def single(tmp_path_factory):
    return [*files_of_any_name(tmp_path_factory.mktemp("single"))]


@pytest.fixture(scope="module")
def of_all(single, tmp_path_factory):
    return page_of(tmp_path_factory.mktemp("page"), " ".join(map(str, single)))


@pytest.fixture(scope="module")
def families(tmp_path_factory):
    """Write a family of two games for each name."""
    return [*files_of_any_name(tmp_path_factory.mktemp("families"), "clack_payout = [2, 3]")]


def rules_name(page):
    return page.locator("#rules-name")


def names_in_the_table(page):
    menu(page, "Compare rules")
    return page.get_by_role("dialog").locator("td.name").all_inner_texts()


# Files


def test_the_page_begins_with_a_file_of_any_name(visit, of_all):
    page = visit(path=of_all)
    expect(rules_name(page)).to_have_text("Constructor")
    expect(tiles(page)).to_have_text([str(tile) for tile in tiles_of("constructor")])
    roll(page, 1, 1)
    touch(page, 2)
    says(page, "Player 1")
    menu(page)
    cards = page.locator("#cards").get_by_role("button")
    for place, name in enumerate((*ANY, BESIDE)):
        expect(cards.nth(place).locator("b")).to_have_text(as_shown(name))
        cards.nth(place).tap()
        expect(page.locator("#menu-rules")).to_have_text(as_shown(name))
        expect(page.locator("#about")).to_have_text("")
    tap(page, "More rules")
    offered = page.get_by_label("Start from").get_by_role("option").all_inner_texts()
    assert {*map(as_shown, ANY)} <= {*offered}


def test_a_file_of_any_name_may_be_a_family(visit, tmp_path, families):
    page = visit(path=page_of(tmp_path, " ".join(map(str, families))))
    expect(rules_name(page)).to_have_text("a variant of constructor")
    assert Counter(names_in_the_table(page)) == dict.fromkeys((*ANY, BESIDE), 2)


@pytest.mark.parametrize("which", ["single", "families"])
def test_the_explorer_has_games_of_any_name(visit, tmp_path, which, request):
    files = " ".join(map(str, request.getfixturevalue(which)))
    written(f"write explorer {files} -o {tmp_path / 'x.html'}")
    page = visit(path=tmp_path / "x.html")
    games = (1 + len(ANY)) * (1 + (which == "families"))
    expect(page.locator("#lead")).to_contain_text(f"{games} sets")
    known = page.get_by_label("What people play:")
    names = known.get_by_role("option").all_inner_texts()[1:]
    assert {*names} == ({*ANY, BESIDE} if which == "single" else set())
    for name in names:
        known.select_option(label=name)
        expect(page.locator("#who")).to_contain_text(f"{name}: ")
    page.get_by_role("grid").press("ArrowDown")


def test_an_address_of_the_explorer_may_say_any_name(visit, tmp_path):
    name = "__proto__"
    written(f"write explorer thai digital --tiles 3 -o {tmp_path / 'x.html'}")
    path = tmp_path / "x.html"
    read = f"lang={name}&sort={name}&only.{name}=1&only.ties={name}"
    for link, refused in ((read, False), (f"tiles=1-3&{name}=1", True)):
        page = visit(link, path=path)
        expect(page.get_by_role("alert")).to_have_count(int(refused))
        expect(page.get_by_role("row").filter(has_text=re.compile("[+−]"))).to_have_count(2)


@pytest.mark.parametrize("kind", ["", "--wall"])
def test_a_card_has_any_name(tmp_path, single, kind):
    for name, path in zip(ANY, single, strict=False):
        written(f"write card {kind} {path} -o {tmp_path / 'card.html'}")
        title = re.search(r"(?s)<h1.*?>(.*?)</h1>", (tmp_path / "card.html").read_text("utf-8"))[1]
        assert re.sub("<.*?>", "", title).strip().startswith(name)


# Files called as what is registered, or as each other

CLASSIC = (
    "Klassisch",
    "Klappen 1 bis 9, immer zwei Würfel, die kleinere Summe gewinnt, bei Gleichstand niemand",
)
GOLF = "Golf", "Die Summe der offenen Klappen zählt, weniger ist besser (das klassische Spiel)"
A_FILE = "Golf.toml", ""  # which tells it from what is registered


@pytest.fixture(scope="module")
def golfs(tmp_path_factory):
    """Write two games that are called as the registered golf, in two folders."""
    folders = [tmp_path_factory.mktemp("golf") for _ in range(2)]
    return [file_of(folder, "golf", f"tiles = {4 + at}\n") for at, folder in enumerate(folders)]


@pytest.mark.parametrize(
    ("line", "count", "cards"),
    [
        ("{0} golf", 4, [A_FILE, GOLF, CLASSIC]),
        ("{0} {1}", 4, [A_FILE, A_FILE, CLASSIC]),
    ],
)
def test_games_of_one_name_are_all_there(visit, tmp_path, golfs, line, count, cards):
    page = visit("lang=de", path=page_of(tmp_path, line.format(*golfs)))
    expect(rules_name(page)).to_have_text(cards[0][0])
    expect(page.locator("#tiles").get_by_role("button")).to_have_count(count)
    shown = page.locator("#cards .card")
    for place, (name, summary) in enumerate(cards):
        expect(shown.nth(place).locator(":scope > b")).to_have_text(name)
        expect(shown.nth(place).locator(":scope > span")).to_have_text(summary)


def test_each_game_of_a_name_may_be_begun_with(visit, tmp_path, golfs):
    page = visit(path=page_of(tmp_path, " ".join(map(str, golfs))))
    menu(page, "More rules")
    for place, spelled in enumerate(("1-4", "1-5"), start=1):
        page.get_by_label("Start from").select_option(index=place)
        expect(page.get_by_role("combobox", name="Tiles", exact=True)).to_have_value(spelled)


def test_a_file_is_not_described_as_the_registered_game_of_its_name(visit, tmp_path):
    """Its title may be spelled as the registered name is; and a part of a list keeps its name."""
    path = file_of(tmp_path, "2012", 'summary = "2012: ours"\ntiles = 4\n')
    page = visit("lang=de", path=page_of(tmp_path, path))
    expect(rules_name(page)).to_have_text("2012")
    expect(page.locator("#cards .card").first).to_contain_text("2012ours")
    file_of(tmp_path, "2012", "tiles = 4\n")
    listed = file_of(tmp_path, "list", 'rule_sets = ["2012.toml", "thai"]\n')
    page = visit("lang=de", path=page_of(tmp_path, listed))
    expect(rules_name(page)).to_have_text("Variante von „2012.toml“")


@pytest.mark.parametrize("summary", [": by us", " : by us", ""])
def test_a_title_is_never_empty(summary):
    assert title_of(Family("ours", summary, "", {})) == "ours"


def test_a_link_to_a_day_is_to_no_file_of_that_name(visit, tmp_path):
    path = file_of(tmp_path, "today", "tiles = 4\n")
    page = visit("today", path=page_of(tmp_path, f"classic {path}"), door=True)
    expect(page.get_by_role("heading", level=1)).to_have_text("Today's box")
    expect(page).to_have_url(re.compile("#tiles=1-9&today$"))


# Players


def test_players_may_have_any_name(visit):
    page = visit(door=True)
    page.get_by_role("button", name=re.compile("2 to 8")).tap()
    for number, name in enumerate(ANY, start=1):
        if number > 2:
            page.get_by_role("button", name="Add a player").last.tap()
        page.get_by_label(f"Name of player {number}").fill(name)
    page.locator("#play-friends").tap()
    says(page, "constructor: roll 2 dice.")
    expect(page.get_by_role("list", name="Players").locator("bdi").first).to_have_text(ANY[0])
    assert page.locator("#crowd bdi").all_inner_texts() == [*ANY]
    roll(page, 3, 5)
    touch(page, 8)
    menu(page, "Players")
    for number, name in enumerate(ANY, start=1):
        expect(page.get_by_label(f"Name of player {number}").last).to_have_value(name)
