"""The command that explains rules and commands. It imports what it needs when it runs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from textwrap import wrap

import click

from ..errors import InputError, did_you_mean, one_of, shown
from ..words import paragraph, titled
from .app import GONE, gone
from .command import ROWS, Helped, flag_of
from .duration import printing

_ABOUT_FILES = """\
A file of your own holds rules that you need not type again: save this as my-pub.toml, and change
what is different. Its name stands wherever that of registered rules does."""
_ABOUT_THEM = (
    "What you leave out is as in the classic game, whose rules these are. A line that begins with "
    "# is ignored. The first two lines may be left out as well.",
    "A rule with several values in a list, such as clack_payout = [1, 2], makes the file a family: "
    "its members are all combinations, and `twoplayer table my-pub.toml` compares them.",
    'With rule_sets = ["classic", "thai", "other.toml"] the file lists rule sets instead, and the '
    "rules beside that list replace theirs, in all of them.",
    "`twoplayer help RULE` explains a rule, `twoplayer rules my-pub.toml` says all of yours in "
    "words.",
)


_ABOUT_ROWS = (
    "Columns have the names of the CSV, or those above the table. With --where, --sort or --top "
    "the table stands alone, with what explains it: sentences that tell of all rows are left out."
)


def _of_rows() -> str:
    ctx = click.get_current_context()
    rows = _listed(dict(filter(None, (option.get_help_record(ctx) for option in ROWS))))
    return "\n\n".join(["Options of every command with rows:", rows, paragraph(_ABOUT_ROWS)])


def _listed(rows: Mapping[str, str]) -> str:
    return titled({f"  {option} ": words for option, words in rows.items()})


def _of_rules() -> str:
    from ..variant.fields import FIELDS

    rows: dict[str, str] = {}
    for name, field in FIELDS.items():
        flag = flag_of(name)
        if isinstance(field.default, bool):
            said = {f"--{flag}": field.words(True), f"--no-{flag}": field.words(False)}
        else:
            said = {f"--{flag} RULE": f"{field.means}: {field.takes}"}
        rows |= {option: f"{text[0].upper()}{text[1:]}." for option, text in said.items()}
    return "\n\n".join([paragraph(_ABOUT_RULES), _listed(rows)])


_ABOUT_RULES = (
    "Every rule is an option, which replaces that rule of the game that is named. Given twice it "
    "is a sweep: `twoplayer table --tiles 9 --tiles 10` compares two games. `twoplayer help RULE` "
    "says more of a rule."
)


def _about_rule(name: str) -> str:
    import json

    from ..variant.fields import FIELDS, typed

    field = FIELDS[name]
    values = {typed(value): field.words(field.parse(value)) for value in field.examples}
    usual = typed(field.spell(field.default))
    value = next(value for value in field.examples if field.parse(value) != field.default)
    spelled, flag = typed(value), flag_of(name)
    quoted = f'"{spelled}"' if set(spelled) & set(" <") else spelled
    examples = {
        "  at a shell:": f"twoplayer fair --{flag}{f' {quoted}' * (value is not True)}",
        "  in a rule file: ": f"{name} = {json.dumps(value)}",
        "  in Python:": f"Variant({name}={value!r})",
    }
    parts = [
        paragraph(f"{name}: {field.means}"),
        paragraph(f"It takes {field.takes}. In the classic game it is {usual}."),
        titled({f"  {value} ": words for value, words in values.items()}),
        paragraph(field.more),
        titled(examples),
    ]
    return "\n\n".join(filter(None, parts))


def _about_files() -> str:
    import json

    from ..variant.fields import FIELDS

    lines = ['summary = "The Anchor, on Fridays"', 'source = "The landlord"']
    for name, field in FIELDS.items():
        usual = [value for value in field.examples if field.parse(value) == field.default]
        off = "" if usual else "# "
        value = json.dumps((*usual, *field.examples)[0])
        means = wrap(f"# {field.means}", 76, subsequent_indent="# ")
        lines += [*means, f"{off}{name} = {value}"]
    example = "\n".join(f"  {line}" for line in lines)
    return "\n\n".join([paragraph(_ABOUT_FILES), example, *map(paragraph, _ABOUT_THEM)])


_TOPICS: Mapping[str, Callable[[], str]] = {
    "rules": _of_rules,
    "rows": _of_rows,
    "files": _about_files,
}


def _topics(ctx: click.Context) -> list[str]:
    from ..show.rules import glossary
    from ..strategy.strategies import STRATEGIES
    from ..variant.fields import FIELDS
    from ..variant.registry import registered

    program = ctx.find_root().command
    assert isinstance(program, click.Group)
    topics = [*_TOPICS, *map(flag_of, FIELDS), *program.list_commands(ctx), *glossary()]
    return [*topics, *registered(), *STRATEGIES]


def _about_command(command: click.Command, parent: click.Context, name: str, kind: str) -> str:
    ctx = click.Context(command, parent=parent, info_name=name)
    if kind and isinstance(command, click.Group):
        one_of("WORD", kind, command.list_commands(ctx))
        return _about_command(command.commands[kind], ctx, kind, "")
    return command.get_help(ctx)


def _complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    return [topic for topic in _topics(ctx) if topic.startswith(incomplete)]


# A rule may be written as its option is.
@click.command("help", cls=Helped, context_settings={"ignore_unknown_options": True})
@click.argument("words", nargs=-1, metavar="[WORD]", shell_complete=_complete)
@click.pass_context
def explain(ctx: click.Context, words: tuple[str, ...]) -> None:
    """Explain a command, a rule, or a word of the trade, such as clack, stake, push or EV.

    It knows strategies and house rules by name as well; and rules (the options for them), rows (how
    to ask for a table) and files (rules of your own).

    \b
    Examples:
      twoplayer help fair
      twoplayer help ties
      twoplayer help clack
      twoplayer help 2 to go
      twoplayer help files
    """
    from ..show.rules import explained
    from ..variant.fields import FIELDS

    program = ctx.find_root()
    assert isinstance(program.command, click.Group)
    word = " ".join(words).strip()
    first, _, kind = word.partition(" ")
    name = word.lower().lstrip("-").replace("_", "-").replace(" ", "-")
    field = name.removeprefix("no-").replace("-", "_")
    if not words:
        text = program.get_help()
    elif name in _TOPICS:
        text = _TOPICS[name]()
    elif field in FIELDS:
        text = _about_rule(field)
    elif word.lower() in GONE:
        raise gone(word.lower())
    elif (command := program.command.get_command(ctx, first.lower())) and (
        not kind or isinstance(command, click.Group)
    ):
        text = _about_command(command, program, first.lower(), kind.strip())
    elif said := explained(word):
        text = paragraph(said)
    else:
        near = did_you_mean(name, _topics(ctx)) or "takes a command, a rule, or a word of the trade"
        raise InputError(f"got {shown(word)}; {near}", of="WORD")
    with printing():
        click.echo(text)
