"""A report of one's own: it says what the commands say, in one file that loads nothing."""

import json
import re
import shlex
from base64 import b64decode
from html import unescape
from html.parser import HTMLParser

import pytest
from conftest import output, run, written
from narrowed import narrowed

from twoplayer import InputError, Variant, solve, variants
from twoplayer.errors import GameTooLargeError, UnknownNameError
from twoplayer.show import report, reporting

PUB = """
summary = "The <b>Lamb</b>: four tiles & a [link](https://example.org)"
source = "<img src=https://example.org/x.png> *The landlord*"
tiles = 4
immediate_clack = true
"""
ENDINGS = {"html": "html", "markdown": "md"}
LOADING = "src", "srcset", "href", "data", "poster", "action", "background", "formaction"
"""Attributes that may make a browser ask for something."""


class Page(HTMLParser):
    """A page as a browser reads it: its elements, and its text."""

    def __init__(self, text):
        super().__init__()
        self.elements, self.said, self._hidden = [], [], 0
        self.feed(text)
        self.text = " ".join("".join(self.said).split())

    def handle_starttag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))
        self._hidden += tag == "style"

    def handle_endtag(self, tag):
        self._hidden -= tag == "style"
        self.said.append(" " * (tag in ("td", "th", "li", "p")))

    def handle_data(self, text):
        self.said.append("" if self._hidden else text)

    def all(self, tag):
        return [attributes for name, attributes in self.elements if name == tag]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with the rules of a pub, and the report on them in both formats."""
    folder = tmp_path_factory.mktemp("pub")
    (folder / "my-pub.toml").write_text(PUB)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        for ending in ENDINGS.values():
            name = f"report.{ending}"
            assert written(f"write report my-pub.toml -o {name}") == f"Wrote {name}.\n"
    return folder


@pytest.fixture
def pub(folder, monkeypatch):
    monkeypatch.chdir(folder)
    return folder


def of_pub(folder, format="html"):
    return (folder / f"report.{ENDINGS[format]}").read_text("utf-8")


def read(text, format):
    """Return the words of a report, whatever it is written in."""
    if format == "html":
        return Page(text).text
    return " ".join(re.sub(r"\\(?=[^\w\s])|\|", " ", text).split())


def cells(table):
    """Return the cells of all rows of a table in Markdown."""
    rows = [line for line in table.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in row.split("|")[1:-1]] for row in rows[2:]]


@pytest.mark.parametrize("format", ENDINGS)
def test_it_says_what_the_commands_say(format, pub):
    said = read(of_pub(pub, format), format)
    fair = json.loads(output("fair my-pub.toml --values --format json"))
    exact = [fair["first_player_ev"], *(each for each in fair["second_player_values"])]
    chances = [fair[f"{who}_{what}"] for who in ("first", "second") for what in ("wins", "clacks")]
    for number in (*exact, *chances, fair["tie"], fair["side_payment"]):
        assert number["exact"] in said
    assert f"{fair['games']:,}" in said
    mending = json.loads(output("mend my-pub.toml --format json"))
    assert mending["verdict"] in said
    for row in cells(output("mend my-pub.toml --format markdown"))[:10]:
        assert " ".join(row[1:]) in said
    for words in Variant(tiles=4, immediate_clack=True).words().values():
        assert words.lower() in said.lower() or words in Variant().words().values()


def test_the_effects_are_those_of_the_command(pub):
    text = of_pub(pub, "markdown")
    known = {
        tuple(row)
        for row in cells(
            output("table my-pub.toml --ties push --ties first --effects --format markdown")
        )
    }
    [row] = known
    assert row[:4] in {tuple(each[:4]) for each in cells(text)}


@pytest.mark.parametrize("format", ENDINGS)
def test_what_it_says_to_type_checks_it(format, pub):
    text = of_pub(pub, format)
    lines = re.findall(r"^ {4}twoplayer (.*)$", text, re.MULTILINE)
    if format == "html":
        lines = re.findall(r"<dd><code>twoplayer (.*?)</code>", text)
    assert [shlex.split(line)[0] for line in lines] == [
        "fair",
        "fair",
        "check",
        "mend",
        "write",
        "check",
    ]
    for line in lines:
        done = run(line)
        assert done.exit_code == 0, done.stderr


def test_options_spell_the_game_where_no_name_does(pub):
    rules = "--tiles 1-2 --one-die 'max <= 2' --immediate-clack"
    said = f"<code>twoplayer fair {rules} --exact</code>"
    assert said in unescape(output(f"write report {rules} -o -"))


@pytest.mark.parametrize(
    "games",
    [
        "my-pub.toml",
        pytest.param("my-pub.toml even-stevens thai --tiles 3", marks=pytest.mark.dear),
    ],
)
def test_the_page_loads_nothing_and_runs_nothing(games, pub):
    text = output(f"write report {games} -o -")
    page = Page(text)
    allowed = {"html", "head", "meta", "title", "style", "body", "header", "section", "footer"}
    allowed |= {"h1", "h2", "h3", "p", "b", "i", "a", "ul", "ol", "li", "dl", "dt", "dd", "div"}
    allowed |= {"span", "small", "strong", "code", "figure", "img", "details", "summary"}
    allowed |= {"table", "thead", "tbody", "tr", "th", "td"}
    assert {tag for tag, _ in page.elements} <= allowed
    for tag, attributes in page.elements:
        assert not [name for name in attributes if name.startswith("on")]
        asked = [attributes[name] for name in LOADING if name in attributes]
        assert all(
            each.startswith("data:image/" if tag == "img" else ("#", "https://")) for each in asked
        )
    [style] = re.findall(r"<style>(.*?)</style>", text, re.DOTALL)
    assert not re.search(r"url\(|@import|https?:", style)
    policy = [meta["content"] for meta in page.all("meta") if "http-equiv" in meta]
    assert policy == [
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; "
        "form-action 'none'"
    ]
    for image in page.all("img"):
        drawn = b64decode(image["src"].partition(",")[2]).decode()
        assert drawn.rstrip().endswith("</svg>")
        assert not re.search(r"<script|<image|href=\"(?!#)", drawn)
        assert image["alt"]


def test_what_a_file_says_is_text_in_the_page(pub):
    text = of_pub(pub)
    page = Page(text)
    assert page.text.startswith("Shut the Box: The <b>Lamb</b>")
    assert "The <b>Lamb</b>: four tiles & a [link](https://example.org)" in page.text
    assert "Source: <img src=https://example.org/x.png> *The landlord*" in page.text
    assert "<b>Lamb" not in text
    assert len(page.all("img")) == 2


def test_what_a_file_says_is_text_in_markdown(pub):
    text = of_pub(pub, "markdown")
    assert text.startswith("# Shut the Box: The \\<b>Lamb\\</b>\n")
    assert "Source: \\<img src=https://example.org/x.png> \\*The landlord\\*\n" in text
    assert "a \\[link\\](https://example.org)" in text


@pytest.mark.dear
def test_the_name_of_a_file_is_text(pub):
    (pub / "a<i>&b.toml").write_text("tiles = 3\n")
    page = Page(output("write report 'a<i>&b.toml' -o -"))
    assert page.text.startswith("Shut the Box: a<i>&b ")
    assert {len(page.all(tag)) for tag in ("i",)} == {3}, "the parts of the bar alone"


def test_figures_in_markdown_stand_below_the_text(pub):
    text = of_pub(pub, "markdown")
    used = re.findall(r"^!\[.*\]\[(.*)\]$", text, re.MULTILINE)
    given = re.findall(r"^\[(.*)\]: data:image/svg\+xml;base64,[\w+/=]+$", text, re.MULTILINE)
    assert used == given == ["nearby-1", "scores-1"]
    assert text.index("version") < text.index("[nearby-1]: ")


@pytest.mark.few(1)
@pytest.mark.parametrize("format", ENDINGS)
def test_python_and_the_shell_write_the_same(format, pub):
    text = of_pub(pub, format)
    assert report(["my-pub.toml"], format) == text


def test_a_variant_is_called_by_its_rules():
    text = report([Variant(tiles=4, ties="first"), Variant(tiles=4, ties="first")], "markdown")
    assert text.startswith("# Shut the Box: 4 tiles, at equal scores the first wins\n")


def test_several_games_are_compared_first_the_fairest_on_top():
    games = variants("sixteen", tiles=3)[:2]
    page = Page(report(games))
    leads = [each["href"] for each in page.all("a")]
    places = [each["id"] for each in page.all("section") if "id" in each]
    assert leads == [f"#{place}" for place in places] == ["#game-1", "#game-2"]
    evs = sorted((solve(game).fractions.first_player_ev for game in games), key=abs)
    exact = [page.text.index(f" {ev} ") for ev in evs]
    assert exact == sorted(exact)
    assert "What each rule does" in page.text, "the two differ in one rule alone"


@pytest.mark.dear
def test_several_games_in_markdown(pub):
    text = report(["my-pub.toml", *variants("sixteen", tiles=3)[:2]], "markdown")
    assert "\n## What each rule does\n" in text
    assert len(re.findall(r"^### The rules$", text, re.MULTILINE)) == 3
    assert "What each rule does" not in report(["my-pub.toml", "thai"], "markdown")


def test_a_fair_game_has_nothing_to_mend(pub):
    page = Page(output("write report --tiles 4 --opening-tile 2 -o -"))
    assert "This game is exactly fair." in page.text
    assert "The game is exactly fair: there is nothing to mend." in page.text


def test_who_gains_need_not_win_more_often(pub):
    said = "The favoured player wins less often than the other, and more at a time."
    game = Variant(tiles=4, moves="exact", clack_payout=3, immediate_clack=True)
    assert said in Page(report(game)).text
    assert said not in Page(of_pub(pub)).text


@pytest.mark.dear
def test_games_of_very_many_scores_have_no_table_of_them():
    text = report(Variant(tiles="1-8", scoring="digits", max_tiles=1), "markdown")
    assert "score to beat" not in text.replace("by the score to beat", "").partition("---\n\n")[0]
    assert "--values\n" in text


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: report([]), r"^games: got none; takes rules"),
        (lambda: report(5), r"^games: got 5 among them"),
        (lambda: report(["classic", 5]), r"^games: got 5 among them"),
        (lambda: report("classic", "pdf"), r"^format: got 'pdf'; takes html \| markdown"),
        (lambda: report("classic", executor=5), r"^executor: got 5"),
    ],
)
def test_what_is_no_game_and_no_format_is_refused(call, said):
    with pytest.raises(InputError, match=said):
        call()


def test_a_game_that_is_not_there_or_too_large_is_refused(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UnknownNameError):
        report("clasic")
    with pytest.raises(GameTooLargeError):
        report("the-300")
    assert run("write report the-300 -o x.html").exit_code == 2
    assert run("write report --tiles 3 -o x.pdf").exit_code == 2
    assert not list(tmp_path.iterdir())


def test_a_section_is_for_some_games_and_a_table_for_many(pub):
    with narrowed(reporting, MOST_REPORTED=2):
        done = run("write report sixteen --tiles 3 -o x.html")
    assert done.exit_code == 2
    assert (
        "got 16 games; takes at most 2, a section for each; `twoplayer table` compares"
        in done.stderr
    )


@pytest.mark.dear
def test_what_is_kept_is_not_solved_again(pub):
    line = "write report my-pub.toml --results evs.db -o kept.html"
    assert written(line) == "Wrote kept.html.\n"
    said = written(line)
    assert re.search(r"^(\d+) of \1 are known from before\.$", said, re.MULTILINE)
    assert (pub / "kept.html").read_text("utf-8") == of_pub(pub)
