"""What is made to look up: the help of every command, every word, and every public name.

They are Markdown. The page of the words is kept; the others lie below `docs/` while the site is
made.
"""

import inspect
import re
import tomllib
from configparser import ConfigParser
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from types import MemberDescriptorType

from click.testing import CliRunner

from twoplayer.cli import main
from twoplayer.cli.write import write
from twoplayer.exact import ExactResult
from twoplayer.names import everywhere, homes
from twoplayer.tables import Tabled

FROM = {name: package for package, name in reversed([*everywhere()])}
"""The package that each public name is imported from."""
HOMES = {name: homes(FROM[name])[name] for name in FROM}
_SECTION = re.compile(r"^([A-Z][\w ]+)\n-{3,}\n", re.MULTILINE)
_LISTED = ("Parameters", "Returns", "Yields", "Raises", "Attributes")
"""Sections of a docstring that list names, or types, and say what they are."""
_SHARED = (Tabled, ExactResult)
"""What most results are as well: what these offer is told once."""
START = ("Variant", "variants", "solve", "Solution", "solve_all")
_COMMANDS = """\
# The commands

This is the help of every command, as `twoplayer COMMAND --help` prints it. The
[tutorial](tutorial.md) shows them at work, and [exit codes](install.md#exit-codes) say
what has happened.
"""
_GLOSSARY = """\
# Glossary

What the words mean that texts, tables and commands use. `twoplayer help clack` says it of one word.
This page is made from what that command says.
"""
_API = """\
# API reference

Every public name, a page for each package; what stands above is needed below. `twoplayer` itself
offers what is called and constructed, and each of its packages the results. Values and chances are
exact numbers of type `sympy.Rational`. These pages are made from the docstrings.

Start here: {}.

"""


def reference():
    """Write the pages that the site alone has, by the names of their files."""
    return {"docs/commands.md": commands()} | api()


def commands():
    """Write the page of the commands."""
    kinds = [f"write {kind}" for kind in write.commands]
    lines = ["", *main.commands, *kinds, "help rules", "help rows", "help claim"]
    return _COMMANDS + "".join(map(_help, lines))


def _help(line):
    arguments = line.split()
    arguments += ["--help"] * (arguments[:1] != ["help"] or len(arguments) == 1)
    done = CliRunner().invoke(main, arguments, env={"COLUMNS": "80"}, prog_name="twoplayer")
    return f"\n## `twoplayer{line and ' '}{line}`\n\n```text\n{done.output}```\n"


def words():
    """Write the glossary, with what else a word is looked up by, so that search finds it."""
    text = (files("twoplayer.show") / "glossary.toml").read_text("utf-8")
    [entries] = tomllib.loads(text).values()
    return _GLOSSARY + "".join(map(_word, entries))


def _word(entry):
    also = f"\n*Look here for*: {', '.join(entry['also'])}.\n" if "also" in entry else ""
    return f"\n## {entry['word']}\n\n{entry['means']}\n{also}"


def api():
    """Write the pages of the public names, and what leads to them."""
    homes = _homes()
    start = ", ".join(_link(name) for name in START)
    pages = {"README": _API.format(start) + _contents(homes) + _shared()}
    for package, names in homes.items():
        about = inspect.getdoc(import_module(f"twoplayer.{package}")).partition("\n\n")[0]
        parts = [f"# The API of `{package}`\n\n{about}\n", *map(_described, names)]
        pages[package] = "\n".join(parts)
    return {f"docs/api/{name}.md": page for name, page in pages.items()}


_SETUP = ConfigParser()
_SETUP.read(Path(__file__).parent.parent / "setup.cfg")
_LAYERS = _SETUP["importlinter:contract:house"]["layers"].split()[::-1]
"""The packages, each above those that need it."""


def _homes():
    """Return the names of every package, from the ground up."""
    homes = {}
    for name, home in HOMES.items():
        homes.setdefault(home.split(".")[1], []).append(name)
    return {
        package: sorted(homes[package], key=lambda name: (name.lower(), name))
        for package in sorted(homes, key=_LAYERS.index)
    }


def _link(name, page=""):
    """Return a link to a name, from another page or from that of its own package."""
    package, names = next((p, names) for p, names in _homes().items() if name in names)
    before = [each.lower() for each in names[: names.index(name)]].count(name.lower())
    # Headings that differ in case alone are told apart by a number.
    anchor = f"{name.lower()}{f'-{before}' if before else ''}"
    return f"[`{name}`]({'' if package == page else f'{package}.md'}#{anchor})"


def _contents(homes):
    lines = [
        f"- [`{package}`]({package}.md): {', '.join(map(_link, names))}"
        for package, names in homes.items()
    ]
    return "\n".join(lines) + "\n"


def _shared():
    """Describe once what most results offer."""
    text = "\n## What a result has\n\nThe pages name these alone where a result has them.\n"
    offered = [each for base in _SHARED for each in _members(base)]
    return text + "".join(f"\n### `{at}{sign}`\n\n{_markdown(doc)}" for at, sign, doc in offered)


def _described(name):
    value = getattr(import_module(FROM[name]), name)
    text = f"## `{name}`\n\n`from {FROM[name]} import {name}`\n"
    page = HOMES[name].split(".")[1]
    if inspect.isclass(value):
        own = _members(value)
        text += f"\n{_markdown(inspect.getdoc(value))}"
        text += "".join(f"\n### `{name}.{at}{sign}`\n\n{_markdown(doc)}" for at, sign, doc in own)
        shared = [base for base in _SHARED if issubclass(value, base)]
        names = ", ".join(f"`{at}`" for base in shared for at, _, _ in _members(base))
        if names:
            text += f"\nAnd [what a result has](README.md#what-a-result-has): {names}.\n"
        bases = [b.__name__ for b in value.__mro__[1:] if b.__name__ in HOMES]
        if bases:
            also = ", ".join(_link(base, page) for base in bases)
            text += f"\nAnd everything of {also}.\n"
    elif inspect.ismodule(value):
        functions = ((at, getattr(value, at)) for at in value.__all__)
        own = [(at, _signature(f), inspect.getdoc(f)) for at, f in functions]
        text += f"\n{_markdown(inspect.getdoc(value))}"
        text += "".join(f"\n### `{name}.{at}{sign}`\n\n{_markdown(doc)}" for at, sign, doc in own)
    elif callable(value):
        text += f"\n```python\n{name}{_signature(value)}\n```\n\n{_markdown(inspect.getdoc(value))}"
    else:
        home = import_module(HOMES[name])
        text += f"\n{_comment(home, name)}\n"
    return text


def _members(value):
    """Yield the name, the signature and the docstring of what a class adds to public bases."""
    private = [b for b in value.__mro__[1:] if b.__module__.startswith("twoplayer.")]
    private = [b for b in private if b.__name__ not in HOMES and b not in _SHARED]
    members = {
        name: member for base in [*private[::-1], value] for name, member in vars(base).items()
    }
    for name, member in members.items():
        function = getattr(member, "__func__", member)
        if name.startswith("_") or isinstance(member, MemberDescriptorType):
            continue
        if inspect.isfunction(function):
            yield name, _signature(function, bound=True), inspect.getdoc(function)
        elif isinstance(member, property) or hasattr(member, "attrname"):
            yield name, "", inspect.getdoc(member)


class _Plain(str):
    """Text that is shown as it is: an annotation is no string."""

    __slots__ = ()
    __repr__ = str.__str__


def _signature(function, bound=False):
    signature = inspect.signature(function)
    parameters = [
        each.replace(annotation=_plain(each.annotation)) for each in signature.parameters.values()
    ][bound:]
    returns = _plain(signature.return_annotation)
    return str(signature.replace(parameters=parameters, return_annotation=returns))


def _plain(annotation):
    return _Plain(annotation) if isinstance(annotation, str) else annotation


def _comment(module, name):
    """Return the text below a name that is no function and no class."""
    source = inspect.getsource(module)
    found = re.search(rf'^{name}\b.*?^"""(.*?)"""', source, re.MULTILINE | re.DOTALL)
    return found[1]


def _markdown(doc):
    """Turn a docstring, in the form of numpydoc, into Markdown."""
    first, *rest = _SECTION.split(doc)
    text = _prose(first)
    for title, content in zip(rest[::2], rest[1::2], strict=True):
        write = _list if title in _LISTED else _pointers if title == "See Also" else _prose
        body = write(content)
        text += f"\n**{title}**\n\n{body}"
    return text


def _list(content):
    """Write names that are followed by indented text as a list."""
    entries = re.findall(r"^(\S.*)\n((?:(?: +.*)?\n?)*)", content.strip() + "\n", re.MULTILINE)
    lines = []
    for entry, text in entries:
        name, _, kind = entry.partition(" : ")
        several = name.split(", ") if name.replace(", ", "").isidentifier() else [name]
        names = ", ".join(f"`{each}`" for each in several)
        words = " ".join(text.split())
        kind = re.sub(r'"[^"]*"', r"`\g<0>`", kind)  # a default that is text
        lines.append(f"- {names}{kind and f' ({kind})'}{words and f': {words}'}")
    return "\n".join(lines) + "\n"


def _pointers(content):
    """Write the names under *See Also*, each a line with what it is there for, as a list."""
    lines = (line.partition(" : ") for line in content.strip().splitlines())
    return "".join(f"- `{name}`: {said}\n" for name, _, said in lines)


def _prose(content):
    """Keep words, and fence examples and formulas."""
    blocks = re.split(r"\n{2,}", content.strip())
    made = []
    for block in blocks:
        if block.startswith(">>>"):
            made.append(f"```pycon\n{block}\n```")
        elif block.startswith("    "):
            made.append(f"```text\n{inspect.cleandoc(block)}\n```")
        else:
            made.append(block)
    return "\n\n".join(made) + "\n"
