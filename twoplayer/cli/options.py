"""The arguments and options that commands share, and how what is typed is read."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, TypeVar

import click

from ..errors import InputError, refused, shown

if TYPE_CHECKING:
    from ..cells import Format

Command = TypeVar("Command", bound=Callable[..., Any])

RULES_TYPED = "twoplayer.rules_typed"
"""Where a context keeps the rules' options that were used."""
ENDLESS = ("", "oo", "inf", "∞")
"""How the end of a range is written that has none."""


class Named(click.Argument):
    """An argument that says what it takes, in a sentence for the help text."""

    def __init__(self, *args: Any, takes: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.takes = takes

    def get_help_record(self, ctx: click.Context) -> tuple[str, str]:
        """Return the name and what it takes."""
        return self.make_metavar(ctx), self.takes


class RulesCommand(click.Command):
    """A command with an option for every field; it gets those that were used as `rules`.

    The options are made when the command runs, since the help of the program needs none of them.
    """

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Return the command's own parameters, and the rules after them."""
        return [*super().get_params(ctx), *_rule_options()]

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what the command takes: names, options of its own, and then the rules."""
        own = super().get_params(ctx)
        groups: dict[str, list[Any]] = {
            "Arguments": [each for each in own if isinstance(each, click.Argument)],
            "Options": [each for each in own if isinstance(each, click.Option)],
        }
        records = {
            title: list(filter(None, (each.get_help_record(ctx) for each in group)))
            for title, group in groups.items()
        }
        records["Rules, in place of those of a name (`twoplayer help RULE` says more)"] = _rules()
        for title, rows in records.items():
            with formatter.section(title):
                formatter.write_dl(rows, col_max=24)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command with the rules that were given."""
        given = {option: ctx.params.pop(option.name or "") for option in _rule_options()}
        typed = {option: rule for option, rule in given.items() if rule is not None}
        ctx.meta[RULES_TYPED] = [*typed]
        ctx.params["rules"] = {option.name: rule for option, rule in typed.items()}
        return super().invoke(ctx)


def flag_of(field: str) -> str:
    """Return what the option of a rule is called, after its dashes."""
    return field.replace("_", "-")


@cache
def _rule_options() -> list[click.Option]:
    from ..variant.fields import FIELDS

    return [
        click.Option([f"--{flag_of(name)}/--no-{flag_of(name)}", name], default=None)
        if isinstance(field.default, bool)
        else click.Option([f"--{flag_of(name)}", name])
        for name, field in FIELDS.items()
    ]


def _rules() -> list[tuple[str, str]]:
    """Return every rule's option, what it means and what it takes."""
    from ..variant.fields import FIELDS

    rows = []
    for name, field in FIELDS.items():
        if isinstance(field.default, bool):
            words = {
                f"--{flag_of(name)}": field.words(True),
                f"--no-{flag_of(name)}": field.words(False),
            }
        else:
            words = {f"--{flag_of(name)} RULE": f"{field.means}: {field.takes}"}
        rows += [(option, f"{text[0].upper()}{text[1:]}.") for option, text in words.items()]
    return rows


def _complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    from ..variant.registry import registered

    return [name for name in registered() if name.startswith(incomplete)]


def _format(ctx: click.Context, param: click.Parameter, name: str) -> Format:
    from ..cells import Format

    return Format(name)


_EITHER = "A registered name (`twoplayer rules` lists them) or a TOML file of your own"
variant_argument = click.argument(
    "name",
    cls=Named,
    metavar="[VARIANT]",
    required=False,
    shell_complete=_complete,
    takes=f"{_EITHER}; without it, the classic game.",
)


def _names(without: str) -> Callable[[Command], Command]:
    return click.argument(
        "names",
        cls=Named,
        metavar="[NAME]...",
        nargs=-1,
        shell_complete=_complete,
        takes=f"{_EITHER}, also of a family: several variants. Without one it is {without}.",
    )


names_argument = _names("the classic game")
names_or_sixteen = _names("the published sixteen")
names_of_a_figure = _names("the published sixteen, or the classic game if it draws curves")
format_option = click.option(
    "--format",
    type=click.Choice(["text", "markdown", "csv", "json", "latex"]),
    metavar="FORMAT",
    callback=_format,
    default="text",
    show_default=True,
    help="How the result is written: text | markdown | csv | json | latex.",
)


_SELECTION = (
    click.option(
        "--where",
        multiple=True,
        metavar="CONDITION",
        help="Only such rows: a rule or a result, =, !=, <, <=, > or >=, and a value, such as "
        "ties=push or favoured=first. May be given several times.",
    ),
    click.option(
        "--sort",
        metavar="COLUMN",
        help="Ascending by a rule or a result, instead of the fairest first; -COLUMN descends.",
    ),
    click.option("--top", type=int, metavar="N", help="Only the first N rows."),
)


def selection_options(command: Command) -> Command:
    """Add the options that say which rows are wanted, and in what order."""
    for option in reversed(_SELECTION):
        command = option(command)
    return command


results_option = click.option(
    "--results",
    metavar="FILE",
    help="Keep every result in this SQLite file; interrupted, the command goes on from there.",
)


def ending_of(output: str, endings: Sequence[str]) -> str:
    """Return how the name of a file ends, which says what is written."""
    ending = PurePath(output).suffix.removeprefix(".").lower()
    if ending not in endings:
        raise refused("output", output, f"a file that ends in .{', .'.join(endings)}")
    return ending


def need(library: str, extra: str) -> None:
    """Refuse a command, named like its extra, where the library of the extra is missing."""
    from importlib.util import find_spec

    if find_spec(library) is None:
        raise InputError(f"needs {library}, the extra `{extra}` of this package", of=extra)


def tiles_of(text: str, parameter: str = "open_tiles") -> tuple[int, ...]:
    """Read tiles and ranges of them, between commas or spaces; empty where none is open."""
    from ..variant.fields import FIELDS

    named = text.strip().replace("+", ",")
    if not named:
        return ()
    try:
        tiles: tuple[int, ...] = FIELDS["tiles"].parse(
            f"{named}-{named}" if named.isdecimal() else named
        )
    except ValueError as error:
        raise refused(parameter, text, "tiles such as 1,4,5 or 1-4", str(error)) from None
    return tiles


def roll_of(text: str | None) -> int | tuple[int, ...] | None:
    """Read a roll: dice such as 3,4 or 3+4, or a total; None where nothing was rolled."""
    if text is None:
        return None
    try:
        dice = tuple(map(int, re.split(r"(?<=\d) ?[,+ ] ?(?=\d)", " ".join(text.split()))))
    except ValueError:
        raise refused("roll", text, "dice such as 3,4, or their total") from None
    return dice[0] if len(dice) == 1 else dice


def count_of(text: str, parameter: str) -> int:
    """Read a whole number, which may be written as 2e5."""
    if power := re.fullmatch(r"(\d{1,15})[eE]\+?(\d{1,2})", text.strip()):
        text = f"{power[1]}{'0' * int(power[2])}"
    try:
        return int(text)
    except ValueError:
        raise refused(parameter, text, "a whole number, such as 200000 or 2e5") from None


def payout_range(text: str) -> tuple[str, str | None]:
    """Read a range of payouts, LOW:HIGH; without HIGH it has no end."""
    from ..payout.function import payout_interval

    low, colon, high = (part.strip() for part in text.partition(":"))
    if not colon or ":" in high:
        raise refused("payouts", text, "LOW:HIGH, such as 0:10, or 0:")
    try:
        payout_interval(low or "0", None if high in ENDLESS else high)
    except InputError as error:
        raise InputError(f"got {shown(text)}; {error}", of="payouts") from None
    return low or "0", None if high in ENDLESS else high
