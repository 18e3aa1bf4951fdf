"""What stands in quotation marks is what a source says.

In reports and documents double quotation marks hold the words of others and nothing else: outside
of code all that stands in them is, word for word, part of what `tests/spec/quotations.toml` knows,
and the paragraph names who said it.
"""

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SAID = tomllib.loads((ROOT / "tests/spec/quotations.toml").read_text("utf-8"))["quotation"]
OF_FOLDERS = ("benchmarks", "reports", "rules")
DOCUMENTS = [
    *sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]),
    *sorted(path for name in OF_FOLDERS for path in (ROOT / name).glob("*.md")),
]
CODE = re.compile(r"^(`{3,})[\s\S]*?^\1`*$|(?<=\n\n)(?: {4}.*\n?)+|(`+)[\s\S]*?\2", re.MULTILINE)
PARAGRAPH = re.compile(r"\n\s*\n|\n(?=\s*(?:[-*|]|\d+\.) )")
MARK = '["“”„‟«»]'
QUOTED = re.compile(f"{MARK}(.*?){MARK}", re.DOTALL)
BLOCK = re.compile(r"^ *> (.*)", re.MULTILINE)


def unknown_quotations(text):
    """Return what is quoted, and nobody who is named beside it has said; and what is not closed."""
    found = []
    for paragraph in PARAGRAPH.split(CODE.sub("", text)):
        said = [w for each in SAID if each["author"] in paragraph for w in each["words"]]
        for quoted in QUOTED.findall(paragraph) + BLOCK.findall(paragraph):
            words = " ".join(quoted.split())
            if not words or not any(
                re.search(rf"(?<!\w){re.escape(words)}(?!\w)", whole) for whole in said
            ):
                found.append(words)
        if len(re.findall(MARK, paragraph)) % 2:
            found.append(paragraph)
    return found


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_quotation_is_word_for_word_in_its_source(path):
    assert unknown_quotations(path.read_text("utf-8")) == []


@pytest.mark.parametrize(
    "text",
    [
        'It is "definitely a trend" (R. Bowen).',
        'It is "definitely a pat" (R. Bowen).',
        'It is "Definitely a pattern" (R. Bowen).',
        'It is "definitely a pattern" (T. Squires).',
        'It is "definitely a pattern".\n\nSo says R. Bowen.',
        "- R. Bowen\n- It is “definitely a pattern”.",
        "| R. Bowen | «a pattern, definitely» |",
        "R. Bowen says:\n\n> It is so.",
        'R. Bowen: 3" wide, and "definitely a pattern".',
        'A so-called "pattern".',
    ],
)
def test_a_quotation_that_nobody_has_said_is_noticed(text):
    assert unknown_quotations(text)


@pytest.mark.parametrize(
    "text",
    [
        'R. Bowen sees\n"definitely a\npattern", and “a pattern” it is.',
        '- "definitely a pattern"\n  (R. Bowen)',
        'Write `tiles = "4-9"`, or\n\n    twoplayer solve "my pub.toml"\n',
        '```toml\nname = "Thai"\n```\n\n````text\n```\n"x"\n````',
    ],
)
def test_quotations_that_are_known_and_code_pass(text):
    assert unknown_quotations(text) == []
