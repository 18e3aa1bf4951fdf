"""Pages of HTML that stand alone: templates, scripts, the scripts' permissions and their data."""

from __future__ import annotations

import re
from base64 import b64encode
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from importlib.resources import files
from itertools import chain
from posixpath import dirname, join, normpath
from typing import Any

from ..errors import GameTooLargeError
from ..exact import fraction_text
from ..variant.fields import FIELDS, MEANT, typed
from ..variant.tiles import COVERINGS, SCORINGS, TIES
from ..variant.variant import Variant

MOST_SOLVED = 12  # tiles
_SCREEN = re.compile(r"@custom-media (--[\w-]+) (.*);")
_ON_SCREEN = re.compile(r"(?:(?<=@container )|(?<=@container room )|(?<=@media ))\((--[\w-]+)\)")
_IMPORT = re.compile(r'^import (?:\{[^}]*\} from )?"(.*)\.js";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=\w)", re.MULTILINE)
_DECLARED = re.compile(
    r"^(?:async )?(?:function|class|const|let) (.+?)(?: =|;|\(| \{| extends )", re.MULTILINE
)


def minified(script: str) -> str:
    from rjsmin import jsmin

    return str(jsmin(script))


def code(name: str) -> str:
    return minified(template(f"{name}.js"))


def bundles(*entries: str) -> list[str]:
    """Return a script for each entry of a page, with all imports that no earlier script has.

    All scripts of a page share their declared names. `ValueError`: two files declare the same name,
    or import each other.

    >>> [text.count("function decimal(") for text in bundles("shared/exact", "explorer/explorer")]
    [1, 0]
    """
    texts: dict[str, str] = {}
    scripts = ["\n".join(['"use strict";', *_imported(entry, texts)]) for entry in entries]
    declared = (_DECLARED.findall(text) for text in texts.values())
    names = Counter(re.findall(r"[\w$]+", " ".join(chain.from_iterable(declared))))
    if twice := [name for name, times in names.items() if times > 1]:
        raise ValueError(f"declared in two files: {', '.join(twice)}")
    return scripts


def _imported(file: str, texts: dict[str, str], above: tuple[str, ...] = ()) -> Iterator[str]:
    """Yield the texts of a file and of its imports, imports first; leave out known files."""
    if file in above:
        raise ValueError(f"files import each other: {' → '.join([*above, file])}")
    if file in texts:
        return
    text = template(f"{file}.js")
    for other in _IMPORT.findall(text):
        yield from _imported(normpath(join(dirname(file), other)), texts, (*above, file))
    texts[file] = _EXPORT.sub("", _IMPORT.sub("", text))
    yield texts[file]


def style(name: str) -> str:
    """Return a style sheet, minified, with sizes in the place of the names of screens."""
    from rcssmin import cssmin

    screens = dict(_SCREEN.findall(template("shared/screens.css")))
    text = _ON_SCREEN.sub(lambda found: screens[found[1]], template(f"{name}.css"))
    return str(cssmin(text))


def policy(scripts: Sequence[str], beside: str = "") -> str:
    """Return the security policy of a page: it runs its own scripts alone, and loads nothing.

    The page sends nothing either. Styles are free, so that readers can add their own styles.
    """
    digests = (b64encode(sha256(text.encode()).digest()).decode() for text in scripts)
    hashes = " ".join(f"'sha256-{digest}'" for digest in digests)
    return (
        f"default-src 'none'; style-src 'unsafe-inline'; script-src {hashes}; "
        f"worker-src blob:{beside}; img-src data:{beside}; {beside and f'manifest-src{beside}; '}"
        "base-uri 'none'; form-action 'none'"
    )


def template(name: str) -> str:
    return (files("twoplayer.web") / name).read_text("utf-8")


def filled(name: str, **values: Any) -> str:
    from jinja2 import Environment, FunctionLoader, StrictUndefined

    loader = FunctionLoader(lambda name: re.sub(r"(?m)^\s+", "", template(name)))
    environment = Environment(autoescape=True, undefined=StrictUndefined, loader=loader)
    return environment.get_template(name).render(values) + "\n"


def words_of_rules(options: Mapping[str, Iterable[Any]]) -> dict[str, Any]:
    """Return the data of scripts that read rules: what each rule takes, and its options as typed.

    >>> words_of_rules({"tiles": ["1-9", "1-10"]})["options"]
    {'tiles': ['1-9', '1-10']}
    """
    kinds: dict[str, dict[str, dict[str, Any]]] = {
        "moves": {n: {"words": c.words, "byTotal": c.by_total} for n, c in COVERINGS.items()},
        "scoring": {name: {"words": scoring.words} for name, scoring in SCORINGS.items()},
        "ties": {n: {**tie._asdict(), "pays": fraction_text(tie.pays)} for n, tie in TIES.items()},
    }
    return {
        "takes": {name: field.takes for name, field in FIELDS.items()},
        "kinds": {rule: [{"name": n, **kinds[rule][n]} for n in kinds[rule]] for rule in kinds},
        "meant": MEANT,
        "options": {name: [*map(typed, values)] for name, values in options.items()},
    }


def check_tiles(variants: Iterable[Variant]) -> None:
    for variant in variants:
        if len(variant.tiles) > MOST_SOLVED:
            most = f"at most {MOST_SOLVED} on a page, which a phone can still solve"
            raise GameTooLargeError(f"got {len(variant.tiles)} of them; takes {most}", of="tiles")
