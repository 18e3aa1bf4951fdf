"""The command line. Every command imports what it needs when it runs."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any

import click

from . import __version__
from .errors import FileError, InputError

if TYPE_CHECKING:
    from .family import Family
    from .ranking import Entry

__all__ = ["main"]


class Commands(click.Group):
    """The commands, with one place where errors and interruptions become exit codes."""

    def main(self, *args: Any, **kwargs: Any) -> Any:
        try:
            sys.exit(super().main(*args, **{**kwargs, "standalone_mode": False}))
        except click.ClickException as error:
            error.show()
            sys.exit(error.exit_code)
        except (click.Abort, KeyboardInterrupt):
            sys.exit(130)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            super().invoke(ctx)
            if sys.stdout:
                sys.stdout.flush()
        except InputError as error:
            _say(*str(error).splitlines())
            ctx.exit(3 if isinstance(error, FileError) else 2)
        except BrokenPipeError:
            _silence_stdout()
            ctx.exit(141)
        except MemoryError:
            _say("memory: not enough for this game; takes fewer tiles, or simpler rolls")
            ctx.exit(2)
        except OSError as error:
            _silence_stdout()
            _say(f"output: cannot be written: {error}")
            ctx.exit(3)


def _say(*faults: str) -> None:
    for fault in faults:
        click.echo(f"Error: {fault}", err=True)


def _silence_stdout() -> None:
    """Let Python flush to nowhere on its way out, where nothing can be written any more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class RulesCommand(click.Command):
    """A command with an option for every field; it gets those that were used as `rules`.

    The options are made when the command runs, since the help of the program needs none of them.
    """

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        own = super().get_params(ctx)
        last = sum(isinstance(param, click.Argument) for param in own)
        return [*own[:last], *_rule_options(), *own[last:]]

    def invoke(self, ctx: click.Context) -> Any:
        given = {option.name: ctx.params.pop(option.name or "") for option in _rule_options()}
        ctx.params["rules"] = {name: rule for name, rule in given.items() if rule is not None}
        return super().invoke(ctx)


@cache
def _rule_options() -> list[click.Option]:
    from .fields import FIELDS

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
    from .registry import registered

    return [name for name in registered() if name.startswith(incomplete)]


_variant = click.argument("name", metavar="[VARIANT]", required=False, shell_complete=_complete)
_names = click.argument("names", metavar="[NAME]...", nargs=-1, shell_complete=_complete)
_format = click.option(
    "--format",
    type=click.Choice(["text", "markdown", "csv", "json", "latex"]),
    default="text",
    show_default=True,
    help="How the result is written.",
)


def _family(name: str | None, rules: Mapping[str, Any]) -> Family:
    """Return the rules of a name, or of the simplest game, with those of the options instead."""
    from .family import Family
    from .registry import family

    found = Family("this game", "", "", {}) if name is None else family(name)
    return found.replace(**rules)


def _solve_entries(families: Iterable[Family]) -> list[Entry]:
    from .game import solve_all
    from .ranking import Entry

    named = [member for family in families for member in family.named_members()]
    with _progress(len(named)) as advance:
        solutions = solve_all([variant for _, variant in named], advance)
    return [Entry(name, solved) for (name, _), solved in zip(named, solutions, strict=True)]


@contextmanager
def _progress(length: int) -> Iterator[Callable[[float], None]]:
    """Show a bar on a terminal's stderr, once the work has taken a second."""
    start = time.monotonic()
    watched = sys.stderr is not None and sys.stderr.isatty()
    done = 0.0
    with click.progressbar(length=1000, file=sys.stderr, hidden=True) as bar:

        def advance(steps: float) -> None:
            nonlocal done
            done += steps
            bar.hidden = not watched or time.monotonic() - start < 1
            bar.update(round(1000 * done / length) - bar.pos)

        yield advance


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="twoplayer")
def main() -> None:
    """Settle whether a house rule of Shut the Box is fair: exact values for two players.

    VARIANT is a registered name (see `twoplayer rules`), a TOML file of your own, or nothing for
    the simplest game. Every rule is also an option, which replaces that rule.

    \b
    Examples:
      twoplayer table sixteen
      twoplayer solve --one-die "sum <= 6" --immediate-clack
      twoplayer solve my-pub.toml
    """


@main.command()
@_format
def rules(format: str) -> None:
    """List the registered rules: name, members, summary.

    \b
    Examples:
      twoplayer rules
      twoplayer rules --format json
    """
    from .registry import family, registered
    from .table import render

    rows = [
        {"name": name, "members": len(family(name).members()), "summary": family(name).summary}
        for name in registered()
    ]
    click.echo(render(rows, format, widths={"summary": 46}), nl=False)


@main.command(cls=RulesCommand)
@_variant
def show(name: str | None, rules: dict[str, Any]) -> None:
    """Say every rule of a variant or a family in words, and where it is from.

    \b
    Examples:
      twoplayer show sixteen
      twoplayer show --tiles 12 --ties second
    """
    family = _family(name, rules)
    members = len(family.members())
    if name is not None:
        click.echo(f"{family.name}: {family.summary}\nSource: {family.source}\n")
    width = max((len(part.name) for part in family.parts), default=0)
    for part in family.parts:
        click.echo(f"{part.name:<{width}}  {part.summary}")
    if family.parts and family.options:
        click.echo("\nIn all of them:")
    for field, choices in family.words().items():
        if family.parts and field not in family.options:
            continue
        for number, text in enumerate(choices):
            click.echo(f"{'' if number else field:<16} {'or ' if number else ''}{text}")
    if members > 1:
        click.echo(f"\n{members} members{'' if family.parts else ': every combination'}.")


@main.command(cls=RulesCommand)
@_variant
@click.option("--values", is_flag=True, help="Also the second player's value against each score.")
@_format
def solve(name: str | None, rules: dict[str, Any], values: bool, format: str) -> None:
    """Compute the first player's exact expected value of one variant.

    With --values, --format markdown, csv and latex write the second player's values instead of
    the expected value; JSON always holds both.

    \b
    Examples:
      twoplayer solve
      twoplayer solve sixteen --one-die never --clack-payout 1 --immediate-clack
      twoplayer solve --tiles 12 --values
      twoplayer solve --format json
    """
    from .ranking import describe, json_row, render_ranking
    from .table import render, to_json

    family = _family(name, rules)
    family.single()
    [entry] = _solve_entries([family])
    against = entry.solution.to_records()
    titles = {
        "first_player_score": "score to beat",
        "exact": "second player's value",
        "approx": "about",
    }
    if format == "json":
        row = {key: json_row(entry)[key] for key in ("variant", "first_player_ev")}
        text = to_json({**row, "second_player_values": against})
    elif format == "text":
        text = describe(entry)
        text += "\n" + render(against, format, titles) if values else ""
    elif values:
        text = render(against, format, titles)
    else:
        text = render_ranking([entry], format, exact=True)
    click.echo(text, nl=False)


@main.command(cls=RulesCommand)
@_variant
@click.option(
    "--to-beat",
    type=int,
    metavar="SCORE",
    help="The second player's policy against this score, in place of the first player's.",
)
@_format
def policy(name: str | None, rules: dict[str, Any], to_beat: int | None, format: str) -> None:
    """Print the whole policy: what to roll and to cover in every state, after every roll.

    A row holds the open tiles, every optimal number of dice to roll before ("1,2": either), a
    roll, every optimal move after it ("3+5 or 8"; none where the turn ends), and the value then.
    There is a row for every set of tiles and every roll, whether a game gets there or not.

    \b
    Examples:
      twoplayer policy
      twoplayer policy --one-die always --to-beat 12
      twoplayer policy --clack-payout 2 --immediate-clack --format csv
    """
    from .exact import exact_record
    from .game import solve
    from .table import render

    solution = solve(_family(name, rules).single())
    rows: list[dict[str, Any]] = []
    with _progress(2 ** len(solution.variant.tiles)) as advance:
        for row in solution.policy(to_beat):
            if format != "json":
                row["about"] = exact_record(row["value"])["approx"]
            if not rows or rows[-1]["open_tiles"] != row["open_tiles"]:
                advance(1)
            rows.append(row)
    click.echo(render(rows, format), nl=False)


@main.command(cls=RulesCommand)
@_names
@click.option(
    "--exact", is_flag=True, help="The exact fractions too; CSV and JSON always have them."
)
@_format
def table(names: tuple[str, ...], rules: dict[str, Any], exact: bool, format: str) -> None:
    """Print the EV table of families, variants and files, the fairest first.

    Without a NAME it is the table of the published sixteen.

    \b
    Examples:
      twoplayer table sixteen
      twoplayer table tiles --one-die never --exact
      twoplayer table sixteen my-pub.toml --format markdown
    """
    from .ranking import ranked, render_ranking

    entries = _solve_entries([_family(name, rules) for name in names or ["sixteen"]])
    click.echo(render_ranking(ranked(entries), format, exact), nl=False)


# An unknown option goes to FRACTION, since a negative number looks like one.
@main.command(cls=RulesCommand, context_settings={"ignore_unknown_options": True})
@click.argument("fraction", required=False)
@_variant
@click.option("--table", metavar="FILE", help="Check every row of a CSV instead; - is stdin.")
@_format
def check(
    fraction: str | None,
    name: str | None,
    rules: dict[str, Any],
    table: str | None,
    format: str,
) -> None:
    """Tell whether FRACTION is the exact EV of a variant. Exit code 1 says that it is not.

    A table has the names of the rules as headings, and first_player_ev (a fraction, in stakes)
    or first_player_ev_percent (a decimal, right to within half a unit of its last digit).

    \b
    Examples:
      twoplayer check -668351559599495/166583718925369344
      twoplayer check 1/1000 --immediate-clack
      twoplayer check --table published.csv
      twoplayer table sixteen --format csv | twoplayer check --table -
    """
    from .check import Claim, check_claims, read_claims, render_checks, verdict
    from .exact import parse_exact
    from .files import decode, read_text

    if fraction is not None and fraction.startswith("--"):
        raise click.NoSuchOption(fraction)
    if table is None and fraction is None:
        raise click.UsageError("give a FRACTION, or --table FILE")
    if table is None:
        try:
            value = parse_exact(fraction)
        except ValueError as error:
            raise InputError(f"FRACTION: got {fraction!r}, {error}; takes p/q, in stakes") from None
        claims = [Claim(None, _family(name, rules).single(), str(value), value, value)]
    elif fraction is None and not rules:
        from_stdin = table == "-"
        text = decode(_stdin(), "stdin") if from_stdin else read_text(table)
        claims = read_claims(text, "stdin" if from_stdin else table)
    else:
        raise click.UsageError("--table takes its rules from the table alone")
    with _progress(len(claims)) as advance:
        checked = check_claims(claims, advance)
    if table is None and format == "text":
        click.echo(verdict(checked[0]))
    else:
        click.echo(render_checks(checked, format), nl=False)
    sys.exit(0 if all(c.right for c in checked) else 1)


@main.command(cls=RulesCommand)
@_variant
@click.option("--aim", default="score", show_default=True, help="score | clack.")
@click.option("--open", "open_tiles", metavar="TILES", help="Only this state, such as 1,4,5,8.")
@click.option("--roll", metavar="ROLL", help="And this roll: a total such as 9, or dice: 4,5.")
@click.option("--states", is_flag=True, help="The whole policy: every state and roll.")
@click.option("--worst", type=int, metavar="N", help="The N states with the worst values.")
@click.option("--exceptions", is_flag=True, help="Where the largest tile is the wrong one.")
@click.option("--chances", is_flag=True, help="The chance of every final score.")
@_format
def solo(
    name: str | None,
    rules: dict[str, Any],
    aim: str,
    open_tiles: str | None,
    roll: str | None,
    format: str,
    **views: Any,
) -> None:
    """Solve one player's turn: the lowest expected score, or the highest chance to clack.

    \b
    Examples:
      twoplayer solo
      twoplayer solo --aim clack --one-die "sum <= 6"
      twoplayer solo --open 1,4,5,8 --roll 9
      twoplayer solo --worst 6
      twoplayer solo --exceptions --format csv
      twoplayer solo --tiles 4 --states
    """
    from .solo import one_player
    from .solo_views import view

    asked = [name for name, wanted in views.items() if wanted]
    if len(asked) + (open_tiles is not None) > 1:
        raise click.UsageError("--open, --states, --worst, --exceptions, --chances: one of them")
    if roll is not None and open_tiles is None:
        raise click.UsageError("--roll goes with --open")
    solved = one_player(_family(name, rules).single(), aim)
    state = None if open_tiles is None else _numbers("--open", open_tiles)
    dice = None if roll is None else _numbers("--roll", roll)
    total = dice[0] if dice and len(dice) == 1 else dice
    click.echo(view(solved, format, state, total, **views), nl=False)


def _numbers(option: str, text: str) -> tuple[int, ...]:
    """Read whole numbers, separated by commas."""
    try:
        return tuple(int(part) for part in text.split(",") if text.strip())
    except ValueError:
        raise InputError(f"{option}: got {text!r}; takes numbers such as 1,4,5") from None


@main.command(cls=RulesCommand)
@_variant
@click.option("--matchups", is_flag=True, help="Every strategy against every other.")
@click.option("--search", is_flag=True, help="Find the best rules that fit in a head.")
@_format
def strategies(
    name: str | None, rules: dict[str, Any], matchups: bool, search: bool, format: str
) -> None:
    """Value the strategies that people describe, exactly: what each costs.

    The columns are the expected score, the chance to clack, and the strategy's EV as first and as
    second player against optimal play. What a strategy leaves open is decided at random. In CSV
    and JSON all values are exact.

    \b
    Examples:
      twoplayer strategies
      twoplayer strategies yale --matchups
      twoplayer strategies --tiles 5 --search
    """
    from .rule_search import every_rule, render_search, search_rules
    from .strategy import STRATEGIES, render_matchups, render_strategies, strategy_values

    if matchups and search:
        raise click.UsageError("--matchups and --search exclude each other")
    variant = _family(name, rules).single()
    if search:
        with _progress(sum(1 for _ in every_rule())) as advance:
            text = render_search(search_rules(variant, advance), format)
    else:
        with _progress(len(STRATEGIES)) as advance:
            values = strategy_values(variant, advance)
        text = (render_matchups if matchups else render_strategies)(values, format)
    click.echo(text, nl=False)


@main.command(cls=RulesCommand)
@_variant
@click.option("--games", type=int, default=100_000, show_default=True, help="How many games.")
@click.option("--seed", type=int, default=1, show_default=True, help="The same games again.")
@click.option("--first", default="optimal", show_default=True, help="The first one's strategy.")
@click.option("--second", default="optimal", show_default=True, help="The second one's strategy.")
@click.option("--transcript", is_flag=True, help="Play one game, move by move.")
@_format
def simulate(
    name: str | None,
    rules: dict[str, Any],
    games: int,
    seed: int,
    first: str,
    second: str,
    transcript: bool,
    format: str,
) -> None:
    """Play games by chance, and compare with the exact values.

    The names of the strategies are those of `twoplayer strategies`.

    \b
    Examples:
      twoplayer simulate
      twoplayer simulate --games 200000 --first largest-first
      twoplayer simulate yale --seed 7 --transcript
    """
    from . import simulation as play

    variant = _family(name, rules).single()
    if transcript:
        steps = play.transcript(variant, seed, first=first, second=second)
        text = play.render_transcript(steps, format)
    else:
        with _progress(games) as advance:
            found = play.simulate(
                variant, games, seed, first=first, second=second, progress=advance
            )
        text = play.render_estimates(found, format)
    click.echo(text, nl=False)


def _stdin() -> bytes:
    if sys.stdin is None:
        raise FileError("stdin: closed")
    return sys.stdin.buffer.read()


@main.command()
@click.option(
    "--output",
    default="reports",
    show_default=True,
    metavar="FOLDER",
    help="Where the reports are.",
)
@click.option("--check", is_flag=True, help="Write nothing; exit code 1 where a report differs.")
def report(output: str, check: bool) -> None:
    """Write the reports, or compare them with what is there.

    \b
    Examples:
      twoplayer report
      twoplayer report --check
      twoplayer report --output /tmp/reports
    """
    from .figures import FIGURES
    from .report import REPORTS, differing, draw, reports, write

    with _progress(len(REPORTS)) as advance:
        made = reports(advance)
    if not check:
        figures = draw(made)
        for path in write({**made, **figures}, output):
            click.echo(path)
        for name in FIGURES if not figures else ():
            click.echo(f"{name} was not drawn: it needs matplotlib, the extra `plot`", err=True)
        return
    different = differing(made, output)
    for path in different:
        click.echo(f"{path} differs")
    sys.exit(1 if different else 0)
