"""The command that explains rules and commands. It imports what it needs when it runs."""

from __future__ import annotations

import json

import click

from ..errors import InputError, did_you_mean, shown
from .options import flag_of

FILES = "files"
_ABOUT_FILES = """\
A file of your own holds rules that you need not type again: save this as my-pub.toml, and change
what is different. Its name stands wherever that of registered rules does."""
_ABOUT_THEM = (
    "What you leave out is as in the classic game, which is what stands above; a line that begins "
    "with # says nothing. The first two lines may be left out as well.",
    "A rule with several values in a list, such as clack_payout = [1, 2], makes the file a family: "
    "its members are all combinations, and `twoplayer table my-pub.toml` compares them.",
    'With rule_sets = ["classic", "thai", "other.toml"] the file lists rule sets instead, and the '
    "rules beside that list replace theirs, in all of them.",
    "`twoplayer help RULE` explains a rule, `twoplayer show my-pub.toml` says all of yours in "
    "words.",
)


def _topics(ctx: click.Context) -> list[str]:
    from ..variant.fields import FIELDS

    program = ctx.find_root().command
    assert isinstance(program, click.Group)
    return [*map(flag_of, FIELDS), FILES, *program.list_commands(ctx)]


def _complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    return [topic for topic in _topics(ctx) if topic.startswith(incomplete)]


# A rule may be written as its option is.
@click.command("help", context_settings={"ignore_unknown_options": True})
@click.argument("topic", required=False, shell_complete=_complete)
@click.pass_context
def explain(ctx: click.Context, topic: str | None) -> None:
    """Explain a rule or a command, or how to write a rule file.

    TOPIC is a rule, such as one-die; a command, such as solve; or files, for rules of your own.

    \b
    Examples:
      twoplayer help ties
      twoplayer help solve
      twoplayer help files
    """
    from ..variant.fields import FIELDS

    program = ctx.find_root()
    assert isinstance(program.command, click.Group)
    name = (topic or "").strip().lower().lstrip("-").replace("_", "-")
    fields = {flag_of(field): field for field in FIELDS}
    if topic is None:
        text = program.get_help()
    elif name.removeprefix("no-") in fields:
        text = _about_rule(fields[name.removeprefix("no-")])
    elif name == FILES:
        text = _about_files()
    elif command := program.command.get_command(ctx, name):
        text = command.get_help(click.Context(command, parent=program, info_name=name))
    else:
        near = did_you_mean(name, _topics(ctx)) or f"takes one of {', '.join(_topics(ctx))}"
        raise InputError(f"got {shown(topic)}; {near}", of="TOPIC")
    click.echo(text)


def _about_rule(name: str) -> str:
    """Say what a rule means, what it takes, and what its values mean, with an example."""
    from ..variant.fields import FIELDS, typed
    from ..words import paragraph, titled

    field = FIELDS[name]
    values = {typed(value): field.words(field.parse(value)) for value in field.examples}
    usual = typed(field.spell(field.default))
    value = next(value for value in field.examples if field.parse(value) != field.default)
    spelled, flag = typed(value), flag_of(name)
    quoted = f'"{spelled}"' if set(spelled) & set(" <") else spelled
    examples = {
        "  at a shell:": f"twoplayer solve --{flag}{f' {quoted}' * (value is not True)}",
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
    """Say how to write a rule file, with every rule in one."""
    from ..variant.fields import FIELDS
    from ..words import paragraph

    lines = ['summary = "The Anchor, on Fridays"', 'source = "The landlord"']
    for name, field in FIELDS.items():
        usual = [value for value in field.examples if field.parse(value) == field.default]
        off = "" if usual else "# "
        value = json.dumps((*usual, *field.examples)[0])
        lines += [f"# {field.means}", f"{off}{name} = {value}"]
    example = "\n".join(f"  {line}" for line in lines)
    return "\n\n".join([paragraph(_ABOUT_FILES), example, *map(paragraph, _ABOUT_THEM)])
