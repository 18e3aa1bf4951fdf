"""The arguments and options that commands share, and how what is typed is read."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

import click

from ..errors import InputError, shown

if TYPE_CHECKING:
    from ..writing import Format

__all__ = [
    "RulesCommand",
    "ending_of",
    "format_option",
    "names_argument",
    "payout_range",
    "results_option",
    "roll_of",
    "tiles_of",
    "variant_argument",
]

ENDLESS = ("", "oo", "inf", "∞")
"""How the end of a range is written that has none."""


class RulesCommand(click.Command):
    """A command with an option for every field; it gets those that were used as `rules`.

    The options are made when the command runs, since the help of the program needs none of them.
    """

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Return the command's own parameters, with the rules between arguments and options."""
        own = super().get_params(ctx)
        last = sum(isinstance(param, click.Argument) for param in own)
        return [*own[:last], *_rule_options(), *own[last:]]

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command with the rules that were given."""
        given = {option.name: ctx.params.pop(option.name or "") for option in _rule_options()}
        ctx.params["rules"] = {name: rule for name, rule in given.items() if rule is not None}
        return super().invoke(ctx)


@cache
def _rule_options() -> list[click.Option]:
    from ..variant.fields import FIELDS

    options = []
    for name, field in FIELDS.items():
        flag = name.replace("_", "-")
        help = f"{field.takes}."
        if isinstance(field.default, bool):
            options.append(click.Option([f"--{flag}/--no-{flag}", name], default=None, help=help))
        else:
            options.append(click.Option([f"--{flag}", name], metavar="RULE", help=help))
    return options


def _complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    from ..variant.registry import registered

    return [name for name in registered() if name.startswith(incomplete)]


def _format(ctx: click.Context, param: click.Parameter, name: str) -> Format:
    from ..writing import Format

    return Format(name)


variant_argument = click.argument(
    "name", metavar="[VARIANT]", required=False, shell_complete=_complete
)
names_argument = click.argument("names", metavar="[NAME]...", nargs=-1, shell_complete=_complete)
format_option = click.option(
    "--format",
    type=click.Choice(["text", "markdown", "csv", "json", "latex"]),
    callback=_format,
    default="text",
    show_default=True,
    help="How the result is written.",
)


results_option = click.option(
    "--results",
    metavar="FILE",
    help="Keep every result in this SQLite file; interrupted, the command goes on from there.",
)


def ending_of(output: str, endings: Sequence[str]) -> str:
    """Return how the name of a file ends, which says what is written."""
    ending = PurePath(output).suffix.removeprefix(".").lower()
    if ending not in endings:
        raise InputError(
            f"output: got {shown(output)}; takes a file that ends in .{', .'.join(endings)}"
        )
    return ending


def tiles_of(text: str, parameter: str = "open_tiles") -> tuple[int, ...]:
    """Read tiles and ranges of them, separated by commas; empty where none is open."""
    from ..variant.fields import FIELDS

    named = text.strip()
    if not named:
        return ()
    try:
        tiles: tuple[int, ...] = FIELDS["tiles"].parse(
            f"{named}-{named}" if named.isdecimal() else named
        )
    except ValueError as error:
        raise InputError(
            f"{parameter}: got {shown(text)}, {error}; takes tiles such as 1,4,5 or 1-4"
        ) from None
    return tiles


def roll_of(text: str | None) -> int | tuple[int, ...] | None:
    """Read a roll: dice separated by commas, or a total; None where nothing was rolled."""
    if text is None:
        return None
    try:
        dice = tuple(int(part) for part in text.split(","))
    except ValueError:
        raise InputError(
            f"roll: got {shown(text)}; takes dice such as 3,4, or their total"
        ) from None
    return dice[0] if len(dice) == 1 else dice


def payout_range(text: str) -> tuple[str, str | None]:
    """Read a range of payouts, LOW:HIGH; without HIGH it has no end."""
    from ..payout.function import payout_interval

    low, colon, high = (part.strip() for part in text.partition(":"))
    if not colon or ":" in high:
        raise InputError(f"payouts: got {shown(text)}; takes LOW:HIGH, such as 0:10, or 0:")
    try:
        payout_interval(low or "0", None if high in ENDLESS else high)
    except InputError as error:
        raise InputError(f"payouts: got {shown(text)}; {error}") from None
    return low or "0", None if high in ENDLESS else high
