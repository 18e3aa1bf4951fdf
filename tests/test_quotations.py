"""What stands in quotation marks is what a source says.

In reports and documents double quotation marks hold the words of others and nothing else: outside
of code all that stands in them is, word for word, part of a sentence of a source that is kept in
`tests/spec/quotations.toml`, and the paragraph names who said it.
"""

import json
import re
import tomllib
from html.parser import HTMLParser

import pytest
from conftest import ROOT
from documents import REFERENCE

from twoplayer.show.rules import cited

SAID = tomllib.loads((ROOT / "tests/spec/quotations.toml").read_text("utf-8"))["quotation"]
EXCERPTS = [(each["author"], excerpt) for each in SAID for excerpt in each["excerpts"]]
FOLDERS = ("docs", "reports", "rules", "benchmarks")
CODE = re.compile(r"^(`{3,})[\s\S]*?^\1`*$|(?<=\n\n)(?: {4}.*\n?)+|(`+)[\s\S]*?\2", re.MULTILINE)
PARAGRAPH = re.compile(r"\n\s*\n|\n(?=\s*(?:[-*|]|\d+\.) )")
MARK = '["“”„‟«»]'
QUOTED = re.compile(f"{MARK}(.*?){MARK}", re.DOTALL)
TEMPLATE = re.compile(r"\{[{%].*?[%}]\}", re.DOTALL)
BLOCK = re.compile(r"^ *> (.*)", re.MULTILINE)
FEWEST_WORDS = 3
"""Fewer stand in so many sentences that they are nobody's."""


class _Words(HTMLParser):
    """The text of a page, a paragraph for each piece between tags."""

    def __init__(self):
        super().__init__()
        self.found, self.inside = [], None

    def handle_starttag(self, tag, attrs):
        self.inside = tag if tag in ("script", "style", "code", "pre") else self.inside

    def handle_endtag(self, tag):
        self.inside = None if tag == self.inside else self.inside

    def handle_data(self, data):
        if not self.inside:
            self.found.append(data)


def words_of(path):
    """Return the text of a document: Markdown, what is in a notebook, or the words of a page."""
    text = path.read_text("utf-8")
    if path.suffix == ".ipynb":
        cells = json.loads(text)["cells"]
        return "\n\n".join("".join(c["source"]) for c in cells if c["cell_type"] == "markdown")
    if path.suffix == ".html":
        page = _Words()
        page.feed(TEMPLATE.sub(" ", text))
        return "\n\n".join(page.found)
    return text


DOCUMENTS = {
    path.relative_to(ROOT).as_posix(): words_of(path)
    for ending in ("md", "ipynb", "html")
    for path in [
        *ROOT.glob(f"*.{ending}"),
        *(path for folder in FOLDERS for path in (ROOT / folder).rglob(f"*.{ending}")),
    ]
} | REFERENCE


def spaced(text):
    return " ".join(text.replace('"', "'").split())


def unknown_quotations(text):
    """Return what is quoted, and nobody who is named beside it has said; and what is not closed."""
    found = []
    for paragraph in PARAGRAPH.split(CODE.sub("", text)):
        said = [spaced(excerpt) for author, excerpt in EXCERPTS if author in paragraph]
        for quoted in QUOTED.findall(paragraph) + BLOCK.findall(paragraph):
            words = spaced(quoted)
            part = re.compile(rf"(?<!\w){re.escape(words)}(?!\w)")
            if len(words.split()) < FEWEST_WORDS or not any(map(part.search, said)):
                found.append(words)
        if len(re.findall(MARK, paragraph)) % 2:
            found.append(paragraph)
    return found


@pytest.mark.parametrize("page", sorted(DOCUMENTS))
def test_every_quotation_is_word_for_word_in_its_source(page):
    assert unknown_quotations(DOCUMENTS[page]) == []


def test_every_kind_of_document_is_read():
    assert {*DOCUMENTS} >= {
        "README.md",
        "docs/notebook.ipynb",
        "docs/watch-it-think.html",
        "docs/howto/an-evening.md",
        "docs/api/game.md",
        "reports/one_player.md",
        "reports/page.html",
        "rules/README.md",
    }


@pytest.mark.parametrize(("author", "excerpt"), EXCERPTS)
def test_what_is_kept_is_a_sentence_or_much_of_one(author, excerpt):
    """A few words that somebody chose out of it would hold a paraphrase as well as a quotation."""
    whole = excerpt[0].isupper() and excerpt[-1] in ".!?"
    assert whole or len(excerpt.split()) >= 12
    assert unknown_quotations(f"“{excerpt}” ({author})".replace('"', "'")) == []
    words = spaced(excerpt).split()
    for place in range(1, len(words) - 1):
        other = " ".join(words[:place] + words[place + 1 :])
        assert unknown_quotations(f'"{other}" ({author})') == [other]


def test_what_is_kept_is_quoted_and_its_source_can_be_read():
    report = (ROOT / "reports/one_player.md").read_text("utf-8")
    quoted = [spaced(words) for words in QUOTED.findall(CODE.sub("", report))]
    for _, excerpt in EXCERPTS:
        assert any(words in spaced(excerpt) for words in quoted)
    assert all(cited(each["source"]) and each["author"] in each["source"] for each in SAID)


@pytest.mark.parametrize(
    "text",
    [
        'It is "definitely a pattern" (R. Bowen).',
        'It "definitely shows a trend" (R. Bowen).',
        'It "definitely shows a pat" (R. Bowen).',
        'It "Definitely shows a pattern" (R. Bowen).',
        'It "definitely shows a pattern" (T. Squires).',
        'It "definitely shows a pattern".\n\nSo says R. Bowen.',
        "- R. Bowen\n- It “definitely shows a pattern”.",
        "| R. Bowen | «a pattern, it definitely shows» |",
        "R. Bowen says:\n\n> It is so.",
        'R. Bowen: 3" wide, and "definitely shows a pattern".',
        'R. Bowen sees "a pattern".',
        'A so-called "pattern".',
    ],
)
def test_a_quotation_that_nobody_has_said_is_noticed(text):
    assert unknown_quotations(text)


@pytest.mark.parametrize(
    "text",
    [
        'R. Bowen says that it\n"definitely shows\na pattern", or “shows a pattern”.',
        '- "definitely shows a pattern"\n  (R. Bowen)',
        "K. Leswing knows \"no such thing as a 'risky' move\".",
        'Write `tiles = "4-9"`, or\n\n    twoplayer solve "my pub.toml"\n',
        '```toml\nname = "Thai"\n```\n\n````text\n```\n"x"\n````',
    ],
)
def test_quotations_that_are_known_and_code_pass(text):
    assert unknown_quotations(text) == []


def test_of_a_page_the_words_are_read(tmp_path):
    path = tmp_path / "page.html"
    path.write_text('<p class="x">It is <b>"so"</b>.</p><script>"no"</script><code>"no"</code>')
    assert unknown_quotations(words_of(path)) == ["so"]
