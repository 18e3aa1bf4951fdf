"""The scripts of a page: each entry, a file of JavaScript, is made one script with what it imports.

No name is changed: all scripts of a page see what one of them declares, once `import` and `export`
are gone.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from posixpath import dirname, join, normpath

from .html import template

_IMPORT = re.compile(r'^import (?:\{[^}]*\} from )?"(.*)\.js";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=\w)", re.MULTILINE)
_DECLARED = re.compile(
    r"^(?:async )?(?:function|class|const|let) (.+?)(?: =|;|\(| \{| extends )", re.MULTILINE
)


def bundles(*entries: str) -> list[str]:
    """Return a script for each entry of a page: all that it imports and no earlier one has.

    Raise `ValueError` where files import each other, or declare the same name.

    >>> [text.count("function decimal(") for text in bundles("shared/exact", "explorer/explorer")]
    [1, 0]
    """
    texts: dict[str, str] = {}
    scripts = ["\n".join(['"use strict";', *_imported(entry, texts)]) for entry in entries]
    names = (name for text in texts.values() for name in _names(text))
    if twice := [name for name, times in Counter(names).items() if times > 1]:
        raise ValueError(f"declared in two files: {', '.join(twice)}")
    return scripts


def _imported(file: str, texts: dict[str, str], above: tuple[str, ...] = ()) -> Iterator[str]:
    """Yield the texts of a file and of those that it imports first; none that is known."""
    if file in above:
        raise ValueError(f"files import each other: {' → '.join([*above, file])}")
    if file in texts:
        return
    text = template(f"{file}.js")
    for other in _IMPORT.findall(text):
        yield from _imported(normpath(join(dirname(file), other)), texts, (*above, file))
    texts[file] = _EXPORT.sub("", _IMPORT.sub("", text))
    yield texts[file]


def _names(text: str) -> Iterator[str]:
    """Yield the names that stand at the top of a file."""
    for declared in _DECLARED.findall(text):
        yield from re.findall(r"[\w$]+", declared)
