"""The languages of page and explorer, as their own `languages.js` name them."""

import re

from conftest import ROOT

ENTRY = re.compile(r"\b([a-z]{2,3}): ([A-Z]\w*)")
"""A language in the table of all: its tag, and the name of its phrases."""


def languages_of(folder):
    """Return the tags of the languages of which a folder of the page has phrases."""
    text = (ROOT / "twoplayer/web" / folder / "languages.js").read_text("utf-8")
    return [tag for tag, _ in ENTRY.findall(text.partition("Object.assign(LANGUAGES, ")[2])]


TAGS = languages_of("words")
"""All languages, English first."""
LANGUAGES = [tag for tag in TAGS if tag != "en"]
"""Those into which English is translated."""
