"""The program: its commands in groups, help on them, and errors as lines and exit codes."""

from __future__ import annotations

import inspect
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from itertools import pairwise
from textwrap import wrap
from typing import Any

import click

import twoplayer

from ..errors import Fault, FileError, InputError, did_you_mean, one_of, shown, too_long, visible
from ..names import everywhere
from ..words import paragraph, parted, titled, wide
from .command import OPTIONS, ROWS, Helped, columns, completing, flag_of, rule_rows, write_out
from .duration import printing, say

_IN_PYTHON: Mapping[str, Callable[[object], bool]] = {
    "a function": inspect.isroutine,
    "a class": inspect.isclass,
    "a module": inspect.ismodule,
}
_MOST_SAID = 50
_LONGEST_FAULT = 2000
_NO_THREAD = "can't start new thread"  # in Python's words


class Grouped(Helped, click.Group):
    """Commands in groups, by their purposes; a game in the place of a command means `fair`."""

    groups: Mapping[str, Sequence[click.Command]] = {}  # by their purposes

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*self.commands]

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """Find a command; the command is `fair` where the first word is a game."""
        word, known = args[0], self.list_commands(ctx)
        games: Sequence[str] = ()
        if self.get_command(ctx, word):
            return super().resolve_command(ctx, args)
        if ctx.parent is None:
            from ..files import IN_A_FILE
            from ..web.link import is_link

            games, of_file = twoplayer.registered(), IN_A_FILE.fullmatch(word)
            of_rules = word == "-" or word.lower().endswith(".toml")
            linked = not word.startswith("-") and is_link(word)
            if of_rules or word in games or of_file or linked:
                return super().resolve_command(ctx, ["fair", *args])
        if word.startswith("-") or ctx.resilient_parsing:
            return super().resolve_command(ctx, args)
        near = did_you_mean(word, [*known, *games])
        told = "" if word.lower() in games else _in_help(word)
        takes = told or near or f"takes {' | '.join(known)}"
        raise click.UsageError(f"{self.subcommand_metavar.split()[0]}: got {shown(word)}; {takes}")

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for question, some in self.groups.items():
            rows = [(str(one.name), one.get_short_help_str(_LONGEST_FAULT)) for one in some]
            formatter.write(f"\n{question}\n")
            with formatter.indentation():
                formatter.write_dl(rows, col_max=24)


class Commands(Grouped):
    """The program, which turns errors and interruptions into lines and exit codes."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return super().get_command(ctx, "fair" if cmd_name == "solve" else cmd_name)

    def main(self, *args: Any, **kwargs: Any) -> Any:
        if sys.stdout is None:  # stdout is closed: every write to it fails
            sys.stdout = os.fdopen(os.open(os.devnull, os.O_RDONLY), "w", closefd=False)
        try:
            with printing():  # completions
                sys.exit(super().main(*args, **{**kwargs, "standalone_mode": False}))
        except FileError as error:
            _say(str(error))
            sys.exit(3)
        except click.exceptions.NoArgsIsHelpError as error:
            for line in error.format_message().splitlines():
                say(line)
            sys.exit(error.exit_code)
        except click.ClickException as error:
            more = _in_help(error.option_name) if isinstance(error, click.NoSuchOption) else ""
            _say(" ".join(f"{error.format_message()} {more}".split()))
            sys.exit(error.exit_code)
        except (click.Abort, KeyboardInterrupt):  # click's error is a RuntimeError
            import signal

            signal.signal(signal.SIGINT, signal.SIG_IGN)  # nothing is left to interrupt
            sys.exit(130)
        except MemoryError:
            _say("memory: not enough for this game; try fewer tiles, or simpler rolls")
            sys.exit(2)
        except RuntimeError as error:
            if str(error) != _NO_THREAD:
                raise
            _say(f"system: {error}")
            sys.exit(3)

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        return super().make_context(*args, terminal_width=_width(), **kwargs)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        for before, text in pairwise(["", *args]):
            if reason := too_long(text):
                name = before if before.startswith("-") else "argument"
                raise click.UsageError(f"{name}: got {shown(text)}, {reason}")
        return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            super().invoke(ctx)
            with printing():
                sys.stdout.flush()
        except InputError as error:
            _say(*_as_typed(ctx, error))
            ctx.exit(3 if isinstance(error, FileError) else 2)
        except (OSError, ImportError, SystemError) as error:  # in a library, or in loading one
            _say(f"system: {' '.join(str(error).split())}")
            ctx.exit(3)
        except EOFError as error:  # click takes this for Ctrl-C
            _say(f"input: ends too early: {error}")
            ctx.exit(3)


def _as_typed(ctx: click.Context, error: InputError) -> list[str]:
    """Return the faults, with the name of each parameter's option in place of the parameter."""
    options: dict[str | None, str] = {}
    for param in ctx.meta.get(OPTIONS, ()):
        if isinstance(param, click.Option):
            flag = max(param.opts, key=len)
            options |= {param.name: flag, flag.lstrip("-").replace("-", "_"): flag}
    return [str(Fault(options.get(of, of), said)) for of, said in error.faults]


def _in_help(word: str) -> str:
    word = word.lstrip("-")
    return f"`twoplayer help {word}` explains it" if word in _TOPICS or _explained(word) else ""


def _explained(word: str) -> str | None:
    """Explain a word of the trade, or in one sentence a name in Python; None for other words."""
    from ..show.rules import explained

    if meaning := explained(word):
        return meaning
    for package, name in everywhere():
        if name.lower() == word.lower().replace("-", "_").replace(" ", "_"):
            value = getattr(import_module(package), name)
            kind = next((kind for kind, one in _IN_PYTHON.items() if one(value)), None)
            first = " ".join((inspect.getdoc(value) or "").partition("\n\n")[0].split())
            more = f"`python -m pydoc {package}.{name}` says all of it."
            return f"{name}, {kind} for Python: {first} {more}" if kind else None
    return None


def _width() -> int:
    return columns(52, 80) - 2


def _say(*faults: str) -> None:
    """Print faults, a line for each; for people lines are wrapped, and long lines are cut."""
    people = os.environ.get("COLUMNS") or (sys.stderr and sys.stderr.isatty())
    for fault in faults[:_MOST_SAID]:
        cut = f"{fault[: _LONGEST_FAULT // 2]} … {fault[-_LONGEST_FAULT // 2 :]}"
        lines = [f"Error: {fault if len(fault) <= _LONGEST_FAULT else cut}"]
        if people:
            whole = visible(lines[0])
            lines = wrap(whole, _width(), break_long_words=False, break_on_hyphens=False)
        for number, line in enumerate(lines):
            say(line if number == 0 else f"  {line}")
    if len(faults) > _MOST_SAID:
        say(f"Error: and {len(faults) - _MOST_SAID:,} more")


def _listed(rows: Mapping[str, str]) -> str:
    return titled({f"  {option} ": words for option, words in rows.items()})


def _of_rows() -> str:
    ctx = click.get_current_context()
    rows = filter(None, (option.get_help_record(ctx) for option in ROWS))
    about = (
        "A column is called by its name in the CSV, or by its heading in the table. NAME of an "
        "exact number has the fraction and the decimal; NAME_percent and NAME_approx are the "
        "decimal alone. With --where, --sort, --top, --columns, --digits or --caption the table "
        "stands alone, with what explains it. Sentences that tell of all rows are left out."
    )
    return parted("Options of every command with rows:", _listed(dict(rows)), paragraph(about))


def _of_rules() -> str:
    from ..variant.fields import FIELDS

    about = (
        "Every rule is an option. It replaces that rule of the game that you name. A rule that is "
        "given twice is a sweep: `twoplayer table --tiles 9 --tiles 10` compares two games. "
        "`twoplayer help RULE` says more of a rule."
    )
    rows: dict[str, str] = {}
    for name, field in FIELDS.items():
        rows |= rule_rows(name, field.takes)
    return parted(paragraph(about), _listed(rows))


def _about_rule(name: str) -> str:
    """Explain a rule: its values in words, and an example at a shell, in a file and in Python."""
    import json

    from ..variant.fields import FIELDS, typed

    field = FIELDS[name]
    value = next(value for value in field.examples if field.parse(value) != field.default)
    spelled, usual = typed(value), typed(field.spell(field.default))
    quoted = f'"{spelled}"' if set(spelled) & set(" <") else spelled
    option = f"--{flag_of(name)}" if value is True else f"--{flag_of(name)} {quoted}"
    examples = {
        "  at a shell:": f"twoplayer fair {option}",
        "  in a rule file: ": f"{name} = {json.dumps(value)}",
        "  in Python:": f"Variant({name}={value!r})",
    }
    return parted(
        paragraph(f"{name}: {field.means}"),
        paragraph(f"It takes {field.takes}. In the classic game it is {usual}."),
        _listed({typed(value): field.words(field.parse(value)) for value in field.examples}),
        paragraph(field.more),
        titled(examples),
    )


_BEFORE_A_FILE = (
    "A file of your own holds rules that you need not type again. Save this as fridays.toml, and "
    "change what is different. The name of the file stands wherever a GAME does."
)
_BEHIND_A_FILE = (
    "A rule that you leave out is as in the classic game, whose rules these are. A line that "
    "begins with # is ignored. The first two lines may be left out as well.",
    "A rule with several values in a list, such as clack_payout = [1, 2], makes the file a family. "
    "Its members are all combinations, and `twoplayer table fridays.toml` compares them.",
    'With rule_sets = ["classic", "thai", "other.toml"] the file lists rule sets instead, and the '
    "rules beside that list replace theirs, in all of them.",
    "`twoplayer help RULE` explains a rule, `twoplayer rules fridays.toml` says all of yours in "
    "words.",
    "A GAME is a name that `twoplayer rules` lists, such a file, or - for a file on stdin, once. "
    "It may also be rules as in a link to the page (tiles=1-10&ties=first), or FILE.py:NAME, code "
    "that is run. NAME is a game if it has choices and rolls (`twoplayer help Game`). Otherwise it "
    "is a strategy.",
    "A link means what it means on the page, and is written between quotes. It is rules, or a name "
    "behind a #, such as 'https://example.org/box#ten'. second= counts as --second-rules; lang and "
    "today are passed over. A rule that stands twice or without a value is an error, and so is "
    "what is no rule.",
)


def _about_files() -> str:
    import json

    from ..variant.fields import FIELDS

    lines = ['  summary = "The Anchor, on Fridays"', '  source = "The landlord"']
    for name, field in FIELDS.items():
        usual = [value for value in field.examples if field.parse(value) == field.default]
        value = json.dumps((*usual, *field.examples)[0])
        lines += wrap(f"  # {field.means}", _width(), subsequent_indent="  # ")
        lines.append(f"  {'' if usual else '# '}{name} = {value}")
    return parted(paragraph(_BEFORE_A_FILE), "\n".join(lines), *map(paragraph, _BEHIND_A_FILE))


def _cited() -> str:
    about = (
        "Give the version and the rules beside a value that you cite: the EV is exact. "
        "--with-source adds both to rows, and the command. For BibTeX and biblatex:"
    )
    # The same as in CITATION.cff.
    citation = f"""\
@misc{{twoplayer,
  title   = {{twoplayer: exact values of Shut the Box for two players, under any house rules}},
  author  = {{{{the twoplayer developers}}}},
  year    = {{2026}},
  note    = {{Python package, version {twoplayer.__version__}}}
}}"""
    return parted(paragraph(about), citation)


_OF_CLAIMS = (
    "Quantities, each for --of, and as the heading of a column of numbers:",
    "In a table a number stands below its quantity, or below what people call the quantity: EV "
    "(%), first player's EV, P(win), P(clack) or expected score. `%` in a heading says that its "
    "numbers are in percent. A number below claim, claimed, figure or published is of what a "
    "column `of` says, or --of.",
    "A row's game is its rules, in columns that are called as in a rule file (`twoplayer help "
    "rules`), such as tiles or one_die. A rule that is left out is as in the classic game. Or the "
    "game is a name, below name, game, variant or rules: registered rules, or a file. A rule "
    "beside the name must not contradict it. Any other name needs a column for every rule.",
    "The second player's rules stand below second_name, or second_tiles and so on. Strategies "
    "stand below first and second, or, of one player, below strategy; the score to beat below "
    "score_to_beat. Columns such as source, note, comment, author, year and url are passed over. "
    "Any other heading is an error.",
    "A table is CSV (commas, semicolons, tabs), JSON, Markdown, LaTeX, HTML, or plain as this "
    "program prints it. A number is a fraction, which is exact, or a decimal, a percentage, "
    "'1 in 14', '0.40 ± 0.03' or '[0.37, 0.43]'.",
)


def _about_claims() -> str:
    from ..claims.quantity import QUANTITIES
    from ..show.rules import explained

    first, *others = _OF_CLAIMS
    quantities = _listed({name: f"{each.words}." for name, each in QUANTITIES.items()})
    claim = explained("claim") or ""
    return parted(paragraph(claim), paragraph(first), quantities, *map(paragraph, others))


_TOPICS = {
    "rules": _of_rules,
    "rows": _of_rows,
    "files": _about_files,
    "claim": _about_claims,
    "cite": _cited,
}


def _topics() -> list[str]:
    from ..show.rules import glossary
    from ..variant.fields import FIELDS
    from . import main

    topics = [*_TOPICS, *map(flag_of, FIELDS), *main.commands, *glossary()]
    return [*topics, *twoplayer.registered(), *twoplayer.STRATEGIES]


# A rule may be written like its option.
@click.command("help", cls=Helped, context_settings={"ignore_unknown_options": True})
@click.argument("words", nargs=-1, metavar="[WORD]", shell_complete=completing("cli.app:_topics"))
@click.pass_context
def explain(ctx: click.Context, words: tuple[str, ...]) -> None:
    """Explain a command, a rule, or a word of the trade, such as clack, stake, push or EV.

    It knows strategies and house rules by name as well, and what Python offers. Five more words are
    rules (their options), rows (asking for a table), files (rules of your own), claim (tables to
    check) and cite (BibTeX).

    \b
    Examples:
      twoplayer help fair
      twoplayer help ties
      twoplayer help clack
      twoplayer help 2 to go
      twoplayer help files
    """
    from ..variant.fields import FIELDS
    from . import main

    ctx.with_resource(wide(columns(60, 160)))
    word = " ".join(words).strip()
    first, _, kind = word.partition(" ")
    name = word.lower().lstrip("-").replace("_", "-").replace(" ", "-")
    field = name.removeprefix("no-").replace("-", "_")
    if not words:
        text = parted(ctx.find_root().get_help())
    elif name in _TOPICS:
        text = _TOPICS[name]()
    elif field in FIELDS:
        text = _about_rule(field)
    elif (command := main.get_command(ctx, first.lower())) and (
        not kind or isinstance(command, click.Group)
    ):
        about = click.Context(command, parent=ctx.find_root(), info_name=first.lower())
        if kind and isinstance(command, click.Group):
            kind = one_of("WORD", kind.strip(), command.list_commands(about))
            about = click.Context(command.commands[kind], parent=about, info_name=kind)
        text = parted(about.get_help())
    elif meaning := _explained(word):
        text = parted(paragraph(meaning))
    else:
        near = did_you_mean(name, _topics()) or "takes a command, a rule, or a word of the trade"
        raise InputError(f"got {shown(word)}; {near}", of="WORD")
    write_out("-", text)
