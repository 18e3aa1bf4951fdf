"""The documents: what they are, and what the program writes into them."""

import inspect
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

from click.testing import CliRunner
from conftest import ROOT
from offered import PUBLIC
from reference import reference, words

from twoplayer.cli import main
from twoplayer.game.front import FOR_ONE, SHARED, WORDS
from twoplayer.variant.fields import FIELDS

REFERENCE = reference()
"""The pages that only the site has."""
PAGES = {
    name: path.read_text("utf-8")
    for path in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    if (name := path.relative_to(ROOT).as_posix()) not in REFERENCE
}
RULES = "rules/README.md"
GLOSSARY = "docs/glossary.md"
EXPLAINED = ("moves", "scoring")
"""Fields whose values are words that a player has to be told."""

BLOCK = re.compile(r"^```(\w+)\n((?:.*\n)*?)```$", re.MULTILINE)
TABLE = re.compile(r"^\| field \|.*\n(?:\|.*\n)+", re.MULTILINE)
OF_NAMES = re.compile(r"^<!-- names: (.*) -->\n(?:.*\n)*?<!-- end -->$", re.MULTILINE)
OF_FRONT = re.compile(r"^\| of the core \|.*\n(?:\|.*\n)+", re.MULTILINE)


def refilled(page):
    """Return a page with every output as it is now."""
    text = PAGES[page]

    def block(found):
        kind, content = found.groups()
        if kind != "console":
            return found[0]
        line = content.partition("\n")[0]
        for name, given in files_before(text, found.start()).items():
            Path(name).write_text(given, "utf-8")
        return f"```console\n{line}\n{printed(line.removeprefix('$ '))}```"

    return with_names(with_front(BLOCK.sub(block, text)))


def with_names(text):
    """Return a page with what the docstrings of the public names say that it lists.

    A name may be that of a member. Of each stand its first sentence and its first example.
    """
    return OF_NAMES.sub(lambda found: _with_examples(found[1]), text)


def _with_examples(names):
    told = "".join(_with_example(name, PUBLIC[name]) for name in names.split())
    return f"<!-- names: {names} -->\n{told}\n<!-- end -->"


def _with_example(name, thing):
    doc = inspect.getdoc(thing)
    sentence = " ".join(doc.partition("\n\n")[0].split())
    example = re.search(r"^>>> (?:.+\n?)+", doc, re.MULTILINE)
    assert example, f"{name}: its docstring has no example"
    # The blank line ends the last output, for doctest. What is refused stands there alone.
    shown = re.sub(r">>> .+\nTraceback(?:.+\n?)+", "", example[0]).rstrip()
    given = ""
    if inspect.isroutine(thing):
        taken = inspect.signature(thing).parameters.values()
        plain = [each.replace(annotation=each.empty) for each in taken if each.name != "self"]
        given = str(inspect.Signature(plain))
    return f"\n**`{name}{given}`** {sentence}\n\n```pycon\n{shown}\n\n```\n"


def with_front(text):
    """Return a page with its tables, if it has them, of what the front of the core names."""
    first = "of the core"
    tables = [
        table(first, "what it is there for", rows=_rows(SHARED)),
        table(first, "in", "what it is there for", rows=_rows_for_one()),
        table(first, "what it has", rows=_rows(WORDS)),
    ]
    return OF_FRONT.sub(lambda _: tables.pop(0), text)


def _rows(names):
    return [(f"`{name}`", says) for name, says in names.items()]


def _rows_for_one():
    return [
        (f"`{name}`", package, says)
        for package, names in FOR_ONE.items()
        for name, says in names.items()
    ]


def files_before(text, place):
    """Return the files that a command in some place of a page may read.

    A block of TOML, JSON, Python or text is a file, under the last name before it on the page that
    ends so; a table is text as well. Python and text need not be one.
    """
    return dict(files_in(text[:place]))


def files_in(text):
    """Yield every file that a page shows whole: its name, and what is in it."""
    endings = {"toml": "toml", "json": "json", "python": "py", "text": "(?:txt|csv)"}
    for block in BLOCK.finditer(text):
        ending = endings.get(block[1], "-")
        names = re.findall(rf"`([\w-]+\.{ending})`", text[: block.start()])
        if names or block[1] in ("toml", "json"):
            yield names[-1], block[2]


def printed(command):
    """Run a command in this folder, and return what it prints.

    The checker runs alone, with Python and nothing else, on a file here or one that is kept.
    """
    program, *arguments = shlex.split(command)
    if program == "twoplayer":
        return CliRunner().invoke(main, arguments).output
    assert arguments[0] == "checker.py"
    kept = [*(ROOT / "reports" / "certificates").iterdir(), ROOT / "twoplayer" / "checker.py"]
    for path in kept:
        shutil.copy(path, ".")
    alone = [sys.executable, "-I", "-S", *arguments]
    return subprocess.run(alone, check=False, capture_output=True, text=True).stdout


def glossary_page():
    """Return the page of the words, as `twoplayer help` explains them now."""
    return words()


def rules_page():
    """Return the README of the rules, its two tables as the fields are now."""
    before, between, after = TABLE.split((ROOT / RULES).read_text("utf-8"))
    told = [
        (f"`{name}`", f.means, f.takes.replace("|", r"\|"), f"`{spelled(f.spell(f.default))}`")
        for name, f in FIELDS.items()
    ]
    meant = [
        (f"`{name}`", f"`{spelled(value)}`", FIELDS[name].words(FIELDS[name].parse(value)))
        for name in EXPLAINED
        for value in FIELDS[name].examples
    ]
    fields = table("field", "means", "takes", "left out", rows=told)
    values = table("field", "example", "means", rows=meant)
    return f"{before}{fields}{between}{values}{after}"


def spelled(value):
    """Spell a rule as a file does."""
    return "none" if value is None else str(value).lower() if isinstance(value, bool) else value


def table(*headings, rows):
    """Write rows as Markdown."""
    ruled = f"|{'---|' * len(headings)}\n"
    head, *lines = (f"| {' | '.join(map(str, row))} |\n" for row in [headings, *rows])
    return "".join([head, ruled, *lines])
