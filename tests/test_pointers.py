"""A name that a text gives its reader is the name of something, and the reader can reach it."""

import ast
import builtins
import doctest
import importlib.util
import inspect
import re
from functools import cache
from pathlib import Path

import click
import pytest
from conftest import ROOT
from documents import PAGES
from offered import OFFERED, PUBLIC

import twoplayer
from twoplayer.cli import main
from twoplayer.show import plot
from twoplayer.variant.fields import FIELDS
from twoplayer.variant.tiles import COVERINGS, SCORINGS, TIES

PACKAGE = ROOT / "twoplayer"
SOURCES = {
    path.relative_to(ROOT).as_posix(): path.read_text("utf-8")
    for path in sorted(PACKAGE.rglob("*"))
    if path.suffix in (".py", ".toml")
}
DOCUMENTS = PAGES | {
    path.relative_to(ROOT).as_posix(): path.read_text("utf-8")
    for folder in (".", "benchmarks", "reports", "reports/making/templates", "rules")
    for path in sorted((ROOT / folder).glob("*.md"))
}
HOUSE = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
NAME = r"[A-Za-z]\w*"
MARKED = re.compile(rf"(?<!`)`({NAME}(?:\.{NAME})*)(?:\([^`]*\))?`(?!`)")
"""A name in backticks: alone, dotted or called."""


SAID = {name: text for name, value in PUBLIC.items() if (text := inspect.getdoc(value))}


def fields(value):
    """Return the names of the fields of a class."""
    classes = value.__mro__ if inspect.isclass(value) else ()
    return {name for each in classes for name in getattr(each, "__annotations__", ())}


@cache
def known():
    """Return the words that a user meets: names, members, parameters, rules, columns, values."""
    texts = (
        node.value
        for path, text in SOURCES.items()
        for node in (ast.walk(ast.parse(text)) if path.endswith(".py") else ())
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )
    found = {*dir(builtins), *FIELDS, *main.commands, *twoplayer.registered(), *texts}
    for name, value in PUBLIC.items():
        found |= {*name.split("."), *fields(value)}
        if inspect.isfunction(value):
            found |= {*inspect.signature(value).parameters}
    return found


def is_there(name):
    """Whether a dotted name leads from a public name, or an installed library, to something."""
    first, *parts = name.split(".")
    if first in OFFERED:
        value = OFFERED[first]
    elif importlib.util.find_spec(first):
        value = importlib.import_module(first)
    else:
        return False
    for number, part in enumerate(parts, 1):
        inner = f"{getattr(value, '__name__', '')}.{part}"
        if hasattr(value, "__path__") and importlib.util.find_spec(inner):
            value = importlib.import_module(inner)
        elif part in fields(value):
            return number == len(parts)
        elif hasattr(value, part):
            value = getattr(value, part)
        else:
            return False
    return True


def nowhere(text):
    """Return the names in backticks in a text for users that are the names of nothing."""
    names = dict.fromkeys(MARKED.findall(text))
    return [name for name in names if not (is_there(name) if "." in name else name in known())]


def test_what_a_public_docstring_names_a_user_can_reach():
    assert {"solve", "Variant", "Solution.moves", "plot.strip"} <= SAID.keys()
    assert {name: found for name, text in SAID.items() if (found := nowhere(text))} == {}


def test_a_name_of_nothing_is_found():
    assert nowhere("`game.stakes` says it, `GOALS`, `Luck.dice` and `sympy.infinite`") == [
        *("game.stakes", "GOALS", "Luck.dice", "sympy.infinite"),
    ]
    assert nowhere("`solve(…)`, `Luck.rolls`, `clack_payout`, `sympy.oo`, `max <= 6`, `()`") == []


def test_the_help_of_a_variant_names_every_value_of_its_rules():
    values = {*COVERINGS, *SCORINGS, *TIES}
    assert [each for each in values if f'`"{each}"`' not in SAID["Variant"]] == []


SEE_ALSO = re.compile(r"^See Also\n-+\n((?:.+\n?)+)", re.MULTILINE)


def pointed_to(text):
    """Return the names under *See Also* in a docstring, each with what is said of it."""
    lines = "".join(SEE_ALSO.findall(text)).replace("\n    ", " ").splitlines()
    return dict(line.split(" : ", 1) for line in lines)


def test_what_stands_under_see_also_is_there():
    pointing = {name: found for name, text in SAID.items() if (found := pointed_to(text))}
    assert {"solve", "fair_payouts", "secret", "Variant", "plot.strip"} <= pointing.keys()
    for name, found in pointing.items():
        assert [each for each in found if not (is_there(each) or each in known())] == [], name
        assert all(said.endswith(".") for said in found.values()), name
        assert name not in [each.removeprefix("twoplayer.") for each in found]
    assert not is_there("twoplayer.ev_by_tie")


def names_not_made(examples):
    """Return the names that examples use, and neither import nor make."""
    found, made = set(), {*dir(builtins)}
    for node in ast.walk(ast.parse(examples)):
        if isinstance(node, ast.Name):
            (found if isinstance(node.ctx, ast.Load) else made).add(node.id)
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            made.add(node.name)
        elif isinstance(node, ast.arg):
            made.add(node.arg)
        elif isinstance(node, ast.alias):
            made.add(node.asname or node.name)
        elif isinstance(node, ast.ExceptHandler):
            made.add(node.name)
    return found - made


def test_an_example_uses_what_a_user_can_import():
    private, parser = {}, doctest.DocTestParser()
    for name, text in SAID.items():
        of_plot = {*plot.__all__} if name.startswith("plot.") else set()
        examples = "".join(each.source for each in parser.get_examples(text))
        if found := names_not_made(examples) - {*OFFERED} - of_plot:
            private[name] = found
    assert private == {}
    assert names_not_made("[who for who in AGAIN]") == {"AGAIN"}


PATH = re.compile(
    r"(?<![\w/.])(?:benchmarks|docs|proof|reports|rules|tests|twoplayer)/[\w./*-]*[\w*]"
)
BUILT = ("proof/checker",)
CALLED = ("twoplayer/ShutTheBox-v0",)
"""Names that look like paths: that of an environment of Gymnasium."""
MODULE = re.compile(rf"`((?:{'|'.join(sorted(HOUSE))})\.[\w.]+)`")


def test_a_file_that_a_text_names_is_there():
    """A path begins at the root, or beside the file that names it."""
    absent = {
        (page, path)
        for page, text in {**DOCUMENTS, **SOURCES}.items()
        for path in PATH.findall(re.sub(r"https?:\S+", "", text).replace("NAME", "*"))
        if path not in (*BUILT, *CALLED)
        and not [*ROOT.glob(path), *(ROOT / page).parent.glob(f"{path}*")]
    }
    assert absent == set()


def test_a_module_that_a_docstring_or_comment_names_is_there():
    named = {name for text in SOURCES.values() for name in MODULE.findall(text)}
    assert named
    assert [name for name in named if not is_there(f"twoplayer.{name}")] == []


FENCED = re.compile(r"^(`{3,})[\s\S]*?^\1`*$", re.MULTILINE)
FILE = re.compile(
    r"\.(?:cff|cfg|csv|gexf|graphml|gz|html|js|json|jsonl|md|parquet|png|prism|py|toml|v)$"
)
OF_DEVELOPERS = ("CONTRIBUTING.md", "docs/architecture.md", "docs/proof.md", "rules/README.md")
"""Pages that name what is inside: the modules, the scripts, the theorems."""
OF_NO_NAMES = ("CHANGELOG.md", "reports/")
"""What was called otherwise once; and reports, whose names are rules and strategies."""
OF_OTHERS = {
    "pip": "what installs packages of Python",
    "Counter": "of Python's collections",
    "get_executor": "of dask",
    "sb3_contrib": "a library for agents",
    "NUMBA_CACHE_DIR": "of numba",
    "landscape": "of LaTeX",
    "py": "Python on Windows",
    "explorer.firstPlayerEV": "at the console of a browser",
    "DoubleShutter": "of docs/examples",
    "minimax": "a theorem",
    "nodes": "of networkx",
    "Erwartungswert": "a heading of a table",
    "second_tiles": "a column, one of many",
    "tilse": "a heading that is misspelled",
    "project_urls": "of setup.cfg, once there is an address",
}
EXTRAS = {"verify", "docs", "test", "dev"}
ENDINGS = ("_percent", "_approx", "_low", "_high", "_exact")
"""How the names of columns end that are beside another column."""


@cache
def words_inside():
    """Return every word of the package, of the tests, of the proofs and of what sets them up."""
    folders = {"twoplayer": ".py .js .toml", "tests": ".py", "proof": ".v .ml", "docs": ".py"}
    paths = [ROOT / name for name in ("setup.cfg", "package.json", "proof/Makefile")]
    for folder, endings in folders.items():
        paths += [p for p in (ROOT / folder).rglob("*") if p.suffix in endings.split()]
    paths.remove(Path(__file__))  # its examples are names of nothing
    return {word for path in paths for word in re.findall(r"\w+", path.read_text("utf-8"))}


def names_of_nothing(page, text):
    """Return the names in backticks on a page that are neither public nor made on the page.

    A page for developers may name what is inside as well.
    """
    made = {word for code in FENCED.finditer(text) for word in re.findall(r"\w+", code[0])}
    made |= {*OF_OTHERS, *EXTRAS}
    inside = words_inside() if page in OF_DEVELOPERS else set()
    names = [name for name in MARKED.findall(FENCED.sub("", text)) if not FILE.search(name)]
    return [
        name
        for name in dict.fromkeys(names)
        if name not in made
        and name.split(".")[0] not in made
        and "NAME" not in name
        and not name.endswith(ENDINGS)
        and not {*name.split(".")} <= inside
        and not (is_there(name) if "." in name else name in known())
    ]


@pytest.mark.parametrize("page", [page for page in DOCUMENTS if not page.startswith(OF_NO_NAMES)])
def test_a_name_in_a_document_is_the_name_of_something(page):
    """Name what is meant now; what belongs to another program is named in `OF_OTHERS`."""
    assert names_of_nothing(page, DOCUMENTS[page]) == []


def test_a_name_of_nothing_in_a_document_is_found():
    text = "`solve`, `solved_all(…)`, `Luck.dice`, `mine`.\n\n```python\nmine = 1\n```\n"
    assert names_of_nothing("docs/a.md", text) == ["solved_all", "Luck.dice"]
    assert names_of_nothing("docs/proof.md", "`accepts_sound` and `accepts_all_sound`") == [
        "accepts_all_sound"
    ]


TYPED = re.compile(
    r"^```(?:console|text)\n((?:.*\n)*?)```$|(?<=\n\n)((?: {4}.*\n)+)|(?<!`)`([^`]+)`(?!`)",
    re.MULTILINE,
)
SCRIPTS = ("benchmarks/run.py", "docs/picture.py", "reports/make.py")
"""Scripts of the project that documents say how to call, with options of their own."""


def options_of(command):
    """Return the options of a command, those of rules and of rows as well."""
    params = command.get_params(click.Context(command))
    return {name for param in params for name in (*param.opts, *param.secondary_opts)}


@cache
def every_option():
    """Return the options of all commands, and of the scripts of the project."""
    groups = (main, main.commands["write"])
    commands = [each for group in groups for each in group.commands.values()]
    every = {name for each in commands for name in options_of(each)}
    sources = "".join((ROOT / script).read_text("utf-8") for script in SCRIPTS)
    return every | options_of(main) | {*re.findall(r'"(--[\w-]+)"', sources)}


def lines_typed(text):
    """Yield what a page says to type, as words: lines of a shell, and what begins as one."""
    for found in TYPED.finditer(text):
        block = found[1] or found[2] or " ".join(found[3].split())
        for line in block.splitlines():
            for typed in re.split(r" && | \| ", line.strip().removeprefix("$ ")):
                if re.match(r"(?:\S*/)?twoplayer |--\w", typed):
                    yield typed.split()


def wrongly_typed(text):
    """Return the commands and the options on a page that there are not."""
    wrong = []
    for first, *rest in lines_typed(text):
        command = main
        if first.startswith("--"):
            wrong += [first] * (first.partition("=")[0] not in every_option())
            continue
        while isinstance(command, click.Group) and rest and rest[0][0] not in "-[…":
            name = rest.pop(0)
            if name == name.upper() or "{" in name:
                break
            if name not in command.commands:
                wrong.append(name)
                break
            command = command.commands[name]
        if command.name != "help":
            given = [word.partition("=")[0] for word in rest if re.match(r"--\w", word)]
            known_here = every_option() if command is main else options_of(command)
            wrong += [option for option in given if option not in known_here]
    return wrong


@pytest.mark.parametrize("page", [page for page in DOCUMENTS if page != "CHANGELOG.md"])
def test_what_a_document_says_to_type_is_a_command_and_its_options(page):
    """The changelog says what was called otherwise once."""
    assert wrongly_typed(DOCUMENTS[page]) == []


def test_a_command_and_an_option_that_are_not_there_are_found():
    text = "`twoplayer fare`, `twoplayer fair --fare`, `twoplayer write page --top`, `--fares`"
    assert wrongly_typed(text) == ["fare", "--fare", "--top", "--fares"]
    text = "`twoplayer COMMAND --help`, `twoplayer fair --one-die sum-6 --top 3`, `--tiles 4`"
    assert wrongly_typed(text) == []
