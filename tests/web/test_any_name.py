"""Names that every object of JavaScript answers to: of files, in addresses, of players.

None of them may mean more on a page than any other name.
"""

import shlex
from collections import Counter

import pytest
from conftest import written
from page_languages import TAGS
from playwright.sync_api import expect
from touch import kinds, leave, menu, page_of, roll, solved, status, tap, touch

from twoplayer import Family
from twoplayer.show.rules import title_of

dear = pytest.mark.dear

ANY = (
    *("constructor", "toString", "valueOf", "hasOwnProperty", "isPrototypeOf"),
    *("__proto__", "__defineGetter__", "prototype"),
)
BESIDE = "my-pub"


def shown(name):
    return name[0].upper() + name[1:]


def file_of(folder, name, rules):
    path = folder / f"{name}.toml"
    path.write_text(rules)
    return path


def tiles_of(name):
    return [1, 2, 3, 5 + (*ANY, BESIDE).index(name)]


def files_of(folder, more):
    for name in (*ANY, BESIDE):
        yield file_of(folder, name, f'tiles = "1-3,{tiles_of(name)[-1]}"\n{more}\n')


@pytest.fixture(scope="module")
def single(tmp_path_factory):
    """Write a game for each name, all of them different, and for one that is like any other."""
    return [*files_of(tmp_path_factory.mktemp("single"), "")]


@pytest.fixture(scope="module")
def families(tmp_path_factory):
    """Write a family of two games for each name."""
    return [*files_of(tmp_path_factory.mktemp("families"), "clack_payout = [2, 3]")]


@pytest.fixture(scope="module")
def of_all(single, tmp_path_factory):
    return page_of(tmp_path_factory.mktemp("page"), " ".join(map(str, single)))


def plays(page):
    """See that the board is there, and play a move."""
    assert set(kinds(solved(page)).values()) == {"open"}
    roll(page, 1, 1)
    touch(page, 2)
    assert kinds(page)[2] == "covered"


def rules_name(page):
    return page.locator("#rules-name").inner_text()


# Files


def test_the_page_begins_with_a_file_of_any_name(open_page, of_all):
    page = open_page(path=of_all)
    assert rules_name(page) == "Constructor"
    plays(page)
    menu(page)
    cards = page.locator("#cards .card b").all_inner_texts()
    assert cards[: len(ANY) + 1] == [*map(shown, ANY), BESIDE.capitalize()]
    for place, name in enumerate(ANY):
        page.locator("#cards .card").nth(place).tap()
        assert page.locator("#menu-rules").inner_text() == shown(name)
        assert page.locator("#about").inner_text() == ""
    tap(page, "More rules")
    offered = page.locator("#start option").all_inner_texts()
    assert {*map(shown, ANY)} <= {*offered}
    leave(page)
    tap(page, "Compare rules")
    assert {*page.locator("#table tbody td.name").all_inner_texts()} == {*cards[: len(ANY) + 1]}


@dear
@pytest.mark.parametrize("name", ANY)
@pytest.mark.parametrize("tag", TAGS)
def test_a_link_names_a_file_of_any_name(open_page, of_all, name, tag):
    page = open_page(path=of_all, link=f"{name}&lang={tag}")
    assert page.locator("html").get_attribute("lang") == tag
    assert rules_name(page) == shown(name)
    assert page.locator("#refused").is_hidden()
    assert [*kinds(page)] == tiles_of(name)


@dear
@pytest.mark.parametrize("name", ANY)
def test_a_page_of_one_file_of_any_name(open_page, tmp_path, name):
    page = open_page(path=page_of(tmp_path, file_of(tmp_path, name, "tiles = 4\n")))
    assert rules_name(page) == shown(name)
    plays(page)
    menu(page)
    assert page.locator("#menu-rules").inner_text() == shown(name)


@dear
def test_a_file_of_any_name_may_be_a_family(open_page, tmp_path, families):
    page = open_page(path=page_of(tmp_path, " ".join(map(str, families))))
    assert rules_name(page) == "a variant of constructor"
    plays(page)
    menu(page, "Compare rules")
    named = page.locator("#table tbody td.name").all_inner_texts()
    assert Counter(named) == dict.fromkeys((*ANY, BESIDE), 2)


@pytest.mark.parametrize("which", ["single", "families"])
def test_the_explorer_has_games_of_any_name(open_page, tmp_path, which, request):
    files = " ".join(map(str, request.getfixturevalue(which)))
    written(f"write explorer {files} -o {tmp_path / 'x.html'}")
    page = open_page(path=tmp_path / "x.html")
    known = page.locator("#known option").all_inner_texts()[1:]
    assert {*known} == ({*ANY, BESIDE} if which == "single" else set())
    for name in known:
        page.locator("#known").select_option(label=name)
        assert page.locator("#who").inner_text().startswith(f"{name}: ")
    games = (1 + len(ANY)) * (1 + (which == "families"))
    assert page.locator("#lead").inner_text().startswith(f"{games} sets")
    page.get_by_role("grid").press("ArrowDown")


@pytest.mark.parametrize("kind", ["", "--wall"])
def test_a_card_has_any_name(open_page, tmp_path, single, kind):
    for name, path in zip(ANY, single, strict=False):
        written(f"write card {kind} {path} -o {tmp_path / 'card.html'}")
        page = open_page(path=tmp_path / "card.html", door=True)
        assert page.locator("h1").first.inner_text().startswith(name)


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


def cards_of(page):
    parts = (":scope > b", ":scope > span")
    for card in page.locator("#cards .card").all():
        yield tuple(card.locator(part).text_content() for part in parts)


@dear
@pytest.mark.parametrize(
    ("line", "tiles", "cards"),
    [
        ("{0}", 4, [A_FILE, CLASSIC]),
        ("{0} golf", 4, [A_FILE, GOLF, CLASSIC]),
        ("golf {0}", 9, [GOLF, A_FILE, CLASSIC]),
        ("{0} {1}", 4, [A_FILE, A_FILE, CLASSIC]),
    ],
)
def test_games_of_one_name_are_all_there(open_page, tmp_path, golfs, line, tiles, cards):
    path = page_of(tmp_path, line.format(*golfs))
    page = open_page(path=path, link="lang=de")
    assert (rules_name(page), len(kinds(page))) == (cards[0][0], tiles)
    assert [*cards_of(page)][: len(cards)] == cards


@dear
def test_each_game_of_a_name_may_be_begun_with(open_page, tmp_path, golfs):
    page = open_page(path=page_of(tmp_path, " ".join(map(str, golfs))))
    menu(page, "More rules")
    for place, tiles in enumerate(("1-4", "1-5"), start=1):
        page.get_by_label("Start from").select_option(index=place)
        assert page.locator("#start option:checked").inner_text() == "Golf.toml"
        assert page.locator("#rule-tiles").input_value() == tiles


@dear
def test_a_file_is_not_described_as_the_registered_game_of_its_name(open_page, tmp_path):
    """Its title may be spelled as the registered name is."""
    path = file_of(tmp_path, "2012", 'summary = "2012: ours"\ntiles = 4\n')
    page = open_page(path=page_of(tmp_path, path), link="lang=de")
    assert rules_name(page) == "2012"
    assert next(cards_of(page)) == ("2012", "ours")


@dear
def test_a_part_of_a_list_keeps_its_name(open_page, tmp_path):
    file_of(tmp_path, "2012", "tiles = 4\n")
    path = file_of(tmp_path, "list", 'rule_sets = ["2012.toml", "thai"]\n')
    page = open_page(path=page_of(tmp_path, path), link="lang=de")
    assert rules_name(page) == "Variante von „2012.toml“"


@pytest.mark.parametrize("summary", [": by us", " : by us", ""])
def test_a_title_is_never_empty(summary):
    assert title_of(Family("ours", summary, "", {})) == "ours"


@dear
def test_the_page_begins_with_a_file_whose_title_is_empty(open_page, tmp_path):
    path = file_of(tmp_path, "ours", 'summary = ": by us"\ntiles = 4\n')
    page = open_page(path=page_of(tmp_path, path))
    assert rules_name(page) == "Ours"
    plays(page)


# Addresses


@dear
@pytest.mark.parametrize(
    ("name", "link"),
    [
        *(("my pub", "my pub"), ("my pub", "my%20pub"), ("bär", "bär"), ("bär", "b%C3%A4r")),
        *(("100%", "100%"), ("100%", "100%25"), ("a&b", "a&b"), ("a#b", "a#b"), ("👍", "👍")),
        *(("second", "second"), ("lang", "lang"), ("game", "game"), ("open", "open")),
        # A file called as a registered game keeps its ending.
        *(("to_beat", "to_beat"), ("tiles.toml", "tiles.toml"), ("sort", "sort"), ("only", "only")),
        *(("last", "last"), ("settings", "settings"), ("class", "class"), ("none", "none")),
    ],
)
def test_a_link_may_spell_a_name_as_a_browser_does(open_page, tmp_path, name, link):
    path = file_of(tmp_path, name.removesuffix(".toml"), "tiles = 4\n")
    page = open_page(path=page_of(tmp_path, f"classic {shlex.quote(str(path))}"), link=link)
    assert page.locator("#refused").is_hidden()
    assert rules_name(page) == shown(name)
    assert len(kinds(page)) == 4


@dear
def test_a_link_to_a_day_is_to_no_file_of_that_name(open_page, tmp_path):
    path = file_of(tmp_path, "today", "tiles = 4\n")
    page = open_page(path=page_of(tmp_path, f"classic {path}"), link="today", door=True)
    assert page.locator("#day").is_visible()
    assert page.locator("#refused").is_hidden()


FEW = ("constructor", "hasOwnProperty", "__proto__")


@dear
@pytest.mark.parametrize("name", FEW)
def test_an_address_may_say_any_name(open_page, name):
    beside = ("lang", "second", "game", "open", "to_beat")
    said = [f"{field}={name}" for field in (*beside, "ties", "scoring", "moves", "one_die")]
    for link in (name, f"{name}=1", f"tiles=1-4&{name}=1", *said):
        page = open_page(link=link)
        assert page.locator("html").get_attribute("lang") == "en"
        assert page.locator("#refused").is_hidden() == (link == f"lang={name}"), link
        assert set(kinds(page).values()) == {"open"}
        menu(page)
        assert page.locator("#menu-rules").inner_text()


@dear
@pytest.mark.parametrize("name", FEW)
def test_an_address_of_the_explorer_may_say_any_name(open_page, tmp_path, name):
    written(f"write explorer thai digital --tiles 3 -o {tmp_path / 'x.html'}")
    for text, refused in {
        **dict.fromkeys((f"lang={name}", f"sort={name}", f"only.{name}=1"), False),
        **dict.fromkeys((f"only.ties={name}", f"only.moves={name}"), False),
        **dict.fromkeys((name, f"{name}=1", f"tiles=1-3&{name}=1", f"ties={name}"), True),
    }.items():
        page = open_page(path=tmp_path / "x.html", link=text)
        assert page.locator("#fault").is_visible() == refused, text
        expect(page.locator("#rows tr[data-key]")).to_have_count(2)  # drawn in the next frame


# Players


def test_players_may_have_any_name(open_page):
    page = open_page(door=True)
    page.locator("#door-friends").tap()
    for number, name in enumerate(ANY, start=1):
        if number > 2:
            page.locator("#add-friend").tap()
        page.get_by_label(f"Name of player {number}").fill(name)
    page.locator("#play-friends").tap()
    assert page.evaluate("game.evening.players.map(({ name }) => name)") == [*ANY]
    assert status(page) == "constructor: roll 2 dice."
    assert page.locator("#crowd bdi").all_inner_texts() == [*ANY]
    roll(page, 3, 5)
    touch(page, 8)
    menu(page, "Players")
    names = page.locator("#names input.player-name")
    assert [each.input_value() for each in names.all()] == [*ANY]
