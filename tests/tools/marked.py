"""Pages with one language more, as somebody who adds one writes it: each phrase is in brackets.

What a page shows outside of brackets comes from elsewhere than the table of its phrases.
"""

import re
from contextlib import contextmanager

import pytest

from twoplayer.web import html

MARK = """
const mark = (each) => {
  if (typeof each === "string") return `⟦${each}⟧`;
  if (typeof each === "function") return (...told) => `⟦${each(...told)}⟧`;
  if (Array.isArray(each)) return each.map(mark);
  return Object.fromEntries(Object.entries(each).map(([name, inner]) => [name, mark(inner)]));
};
const called = page.catalogue ?? [];
const given = [...called.map(({ name }) => name), ...Object.values(page.names ?? {}).flat(2)];
const names = Object.fromEntries(given.map((name) => [name, name]));
const summaries = Object.fromEntries(called.map((each) => [each.name, each.summary]));
summaries.sixteen = "all";
export const MARKED = mark({ ...SPOKEN, names: { ...SPOKEN.names, ...names }, summaries });
"""


@contextmanager
def marked():
    """Let pages that are written speak a language `xx` too, in brackets, in a `with`."""
    read = html.template

    def template(name):
        folder, _, file = name.partition("/")
        if file == "marked.js":
            english = "EXPLORER_IN_ENGLISH" if folder == "explorer" else "ENGLISH"
            heads = f'import {{ {english} }} from "./english.js";\n'
            heads += 'import { page } from "../shared/given.js";\n'
            return heads + MARK.replace("SPOKEN", english)
        text = read(name)
        if file == "languages.js":
            text = f'import {{ MARKED }} from "./marked.js";\n{text}'
            text = re.sub(r" \}\);\s*$", ", xx: MARKED });\n", text)
            assert "xx: MARKED" in text
        return text

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(html, "template", template)
        yield


SHOWN = """() => {
  const said = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { data, parentElement } = texts.currentNode;
    if (!parentElement.closest("script, noscript, #old, #language, #source")) said.push(data);
  }
  for (const name of ["aria-label", "title", "placeholder", "label"]) {
    const called = [...document.querySelectorAll(`[${name}]`)];
    said.push(...called.map((each) => each.getAttribute(name)));
  }
  return said;
}"""
"""All texts of a document, and what its parts are called."""


def outside(page):
    """Return what a page says with a letter outside of brackets."""
    return [text for text in page.evaluate(SHOWN) if re.search(r"[^\W\d_]", without(text))]


def without(text):
    """Take what is in brackets out of a text, the innermost first."""
    while (shorter := re.sub("⟦[^⟦⟧]*⟧", "", text)) != text:
        text = shorter
    return text
