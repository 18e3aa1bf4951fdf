"""A command: it names its games and finds an answer; all that commands share is done here."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, redirect_stdout
from functools import cache, cached_property
from os.path import splitext
from types import NoneType
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar, cast

import click

from ..errors import FileError, InputError, RulesError, refused, whole_number
from ..words import WIDTH, listed, wide
from .duration import printing, progress, say
from .typed import Rules, forbid, game_named, games_named, say_how_read, say_why, variants_of

if TYPE_CHECKING:
    from concurrent.futures import Executor
    from fractions import Fraction

    from ..game.contest import Contest
    from ..many.results import Entry, Results
    from ..show.answer import Answer, Selection
    from ..variant.registry import Family
    from ..variant.variant import Variant

OPTIONS = "twoplayer.options"
"""Where a context keeps the options that a command takes, of rules those that were used."""
COMPARED = "`twoplayer table` compares several games"
_OF_CODE = (
    "a game as code goes with fair, check, simulate, strategies, and evening, "
    "without --payouts, --bounds, --search, --orders, --results and --transcript"
)
MUCH = 3 * 10**8
"""So much work, of some seconds, is worth starting a process for each core."""
ENDINGS = {
    "txt": "text",
    "md": "markdown",
    "csv": "csv",
    "tsv": "tsv",
    "json": "json",
    "tex": "latex",
    "html": "html",
    "htm": "html",
}
"""How files of rows end, and in which format these are then."""
FORMATS = [*dict.fromkeys(ENDINGS.values())]
_OUTPUT = "the name of a file, or - for stdout"


class Asked:
    """What was typed: the games, and how the answer is wanted."""

    exact: bool = False
    format: str | None = None
    output: str | None = None
    where: Sequence[str] = ()
    sort: str | None = None
    top: int | None = None
    files: Sequence[str] = ()  # of strategies
    results: str | None = None
    second_rules: str | None = None
    seat_rules: Sequence[str] = ()
    scheduler: str | None = None
    endings: Sequence[str] = ()  # that the file may have, the usual one first

    def __init__(self, rules: Rules, named_by: Sequence[str], without: str | None, **wanted: Any):
        self.rules = rules
        self.named_by = named_by  # the words that name the games
        say_how_read(rules)
        # By the seat that they are of: read once, and run once.
        self._own_games = cache(lambda seat, name: game_named(name, {}))
        self.given = games_named(named_by, without, rules) if without else []
        self.__dict__.update(wanted)

    @property
    def families(self) -> list[Family]:
        """The rules that are named; games as code are none."""
        from ..variant.registry import Family

        for each in self.given:
            if not isinstance(each, Family):
                raise refused("GAME", each, f"rules; {_OF_CODE}")
        return cast("list[Family]", self.given)

    @property
    def family(self) -> Family:
        """The only game, as it was named."""
        if len(self.families) > 1:
            raise click.UsageError(f"got {len(self.families)} games; takes one; {COMPARED}")
        return self.families[0]

    @property
    def variant(self) -> Variant:
        """The only game."""
        try:
            return self.family.single()
        except RulesError as error:
            if self.family.size < 2:
                raise
            *faults, last = error.faults
            raise RulesError(*faults, last._replace(said=f"{last.said}; {COMPARED}")) from None

    @property
    def game(self) -> Variant:
        """The only game, by rules or as code."""
        from ..variant.registry import Family

        one, *more = self.given
        return self.variant if more or isinstance(one, Family) else one

    @property
    def has_own(self) -> bool:
        """Whether some player has rules of his own, or all have a game as code."""
        from ..variant.registry import Family

        own = self.second_rules is not None or self.seat_rules
        return bool(own) or not all(isinstance(each, Family) for each in self.given)

    def _own(self, name: str, option: str, first: Variant, seat: int = 2) -> Variant:
        """Return a player's own rules, whose stakes are the first's if not said, or code."""
        from ..turn.another import ANY_SCORING
        from ..variant.registry import Family
        from ..variant.variant import STAKES

        try:
            if not isinstance(given := self._own_games(seat, name), Family):
                return given
            stakes = {
                rule: getattr(first, rule)
                for rule in STAKES
                if rule in self.rules or rule not in given.options
            }
            if stakes.get("scoring") == ANY_SCORING:
                del stakes["scoring"]
            return given.replace(**stakes).single()
        except InputError as error:
            raise type(error)(*map(str, error.faults), of=option) from None

    @cached_property
    def second(self) -> Variant | None:
        """The second player's own rules."""
        return self.second_beside(self.variant)

    def second_beside(self, first: Variant, code: bool = False) -> Variant | None:
        """Return the second player's own rules; a game as code is refused, or taken."""
        from ..variant.variant import Variant

        name = self.second_rules
        own = None if name is None else self._own(name, "second_rules", first)
        if not (code or isinstance(own, (Variant, NoneType))):
            raise refused("second_rules", own, f"rules; {_OF_CODE}")
        return own

    @property
    def contest(self) -> Contest:
        """The only game, as two play it."""
        return self.contests([self.game])[0]

    def contests(self, variants: Sequence[Variant]) -> list[Contest]:
        """Return games, each against her own rules; what these do not go with is left out."""
        from ..game.contest import contest

        games: list[Contest] = []
        refused: list[tuple[str, RulesError]] = []
        for variant in variants:
            try:
                own = self.second_beside(variant, code=True)
                games.append(contest(variant, own, parameters=("GAME", "second_rules")))
            except RulesError as error:
                refused.append((variant.name, error))
        if refused and not games:
            raise refused[0][1]
        say_why(refused)
        return games

    def seats(self, players: int) -> list[Variant]:
        """Return the rules of every seat of so many."""
        of_second = [] if self.second_rules is None else [f"2={self.second_rules}"]
        forbid(of_second and self.seat_rules, "--second-rules is --seat-rules 2=: one of them")
        option = "second_rules" if of_second else "seat_rules"
        own: dict[int, Variant] = {}
        for text in (*self.seat_rules, *of_second):
            number, equals, name = text.partition("=")
            if not (equals and number.strip().isdecimal()):
                raise refused("seat_rules", text, "K=GAME, such as 4=my-child.toml")
            seat = whole_number("seat_rules", int(number), 1, players)
            forbid(seat in own, f"--seat-rules {seat}= is given twice")
            own[seat] = self._own(name, option, self.game, seat)
        return [own.get(seat) or self.game for seat in range(1, players + 1)]

    @cached_property
    def variants(self) -> list[Variant]:
        """The games whose rules are as is wanted."""
        wanted = self.selection
        self.selection = wanted.of_results  # of rules there is no more to ask
        return wanted.of_variants(variants_of(self.families))

    @cached_property
    def selection(self) -> Selection:
        """Which rows are wanted."""
        from ..show.answer import Selection

        return Selection.read(self.where, self.sort, self.top)

    def or_else(self, name: str) -> Asked:
        """Ask the same of other games, where none was named."""
        if self.named_by:
            return self
        self.given = games_named(self.named_by, name, self.rules)
        return self

    def entries(self, games: Sequence[Contest]) -> list[Entry]:
        """Return games with their EVs, the fairest first."""
        from ..many.results import Entry, ranked

        pairs = zip(games, self.evs(games), strict=True)
        return ranked(Entry(game.rules[0], ev, None, game.rules[1]) for game, ev in pairs)

    def evs(self, games: Sequence[Contest]) -> list[Fraction]:
        """Return the EVs of games.

        What the file of results has is not computed again. Much work is spread over all cores, or
        over the machines of a scheduler.
        """
        from ..game.solution import pieces, work_of
        from ..many.results import first_player_evs
        from ..variant.variant import Variant

        rules = {rules for game in games for rules in game.rules}
        if self.results and not all(isinstance(each, Variant) for each in rules):
            raise refused("results", self.results, f"none; {_OF_CODE}")
        work = sum(map(work_of, pieces(games)))
        with self.kept() as known, self.workers(work) as executor:
            return first_player_evs(games, executor, known, say)

    @contextmanager
    def kept(self) -> Iterator[Results | None]:
        """Open the file of results; where the work is interrupted, say that it has what is done."""
        from ..many.results import open_results

        try:
            with open_results(self.results) as results:
                yield results
        except KeyboardInterrupt:
            if self.results is not None:
                say(f"What is done is kept in {self.results}: the same again goes on.")
            raise

    def workers(self, work: int) -> AbstractContextManager[Executor | None]:
        """Return what so much work is spread over; nothing where it is little."""
        from ..work import cores, scheduler

        if self.scheduler is not None:
            return scheduler(self.scheduler)
        return cores() if work > MUCH else nullcontext(None)

    def tell(self, answer: Answer) -> None:
        """Write an answer as it is wanted, to stdout or into a file."""
        with redirect_stdout(sys.stderr):  # as what is asked late prints
            text = answer.write(self.wanted_format, self.exact, self.selection)
            if meant := self.selection.in_percent(answer.table):
                say(meant)
        write_out("-" if self.output is None else self.output, text)
        if self.format and self.format != (usual := ENDINGS.get(self.ending, self.format)):
            say(f"It is {self.format}, as --format says, though .{self.ending} is {usual}.")

    @property
    def columns(self) -> int:
        """How wide the answer may be: as the terminal, within reason, or as a file."""
        to_file = self.output not in (None, "-")
        return WIDTH if to_file else text_columns()

    @property
    def ending(self) -> str:
        """How the name of the file ends that is written; to stdout goes what is usual."""
        if self.output == "-":
            return next(iter(self.endings), "")
        return splitext(self.output or "")[1].removeprefix(".").lower()

    def check_output(self, endings: Sequence[str] = (), instead: str = "") -> None:
        """Refuse what is no name of a file, or one that has none of some endings."""
        from ..files import is_folder

        name = self.output or ""
        if name == "-":
            return
        if is_folder(name):
            raise FileError(f"{name}: a folder, where a file is wanted")
        if not name or (endings and self.ending not in endings):
            ends = listed([f".{each}" for each in endings], "or")
            takes = f"a name that ends in {ends}{instead}" if endings else _OUTPUT
            raise refused("output", name, takes)

    @property
    def wanted_format(self) -> str:
        """The format that was typed, or else what the name of the file says."""
        if self.output not in (None, "-"):
            self.check_output(*(() if self.format else ([*ENDINGS], ", or --format")))
        return self.format or ENDINGS.get(self.ending, "text")


def terminal_columns() -> int:
    """Return how wide the terminal is, as click would; it imports a slow module to find it."""
    try:
        return int(os.environ.get("COLUMNS") or os.get_terminal_size().columns)
    except (ValueError, OSError):
        return WIDTH


def text_columns() -> int:
    """Return for how wide a terminal texts are written: as this one, within reason."""
    return min(max(terminal_columns(), 60), 160)


def write_out(path: str, content: str | bytes) -> None:
    """Write a file, and say so; `-` is stdout."""
    from ..files import write

    with printing():
        if path == "-":
            click.echo(content, nl=False)
            return
        write(path, content)
    say(f"Wrote {path}.")


class Named(click.Argument):
    """An argument that says what it takes, in a sentence for the help text."""

    def __init__(self, *args: Any, takes: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.takes = takes

    def get_help_record(self, ctx: click.Context) -> tuple[str, str]:
        """Return the name and what it takes."""
        return self.make_metavar(ctx), self.takes


def completing(
    words: str | Sequence[str],
) -> Callable[[click.Context, click.Parameter, str], list[str]]:
    """Complete what is typed by some words, or by those of a `module:NAME`, which is read late."""

    def complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
        names = words
        if isinstance(words, str):
            from pkgutil import resolve_name

            names = resolve_name(f"twoplayer.{words}")
        return [w for w in (names() if callable(names) else names) if w.startswith(incomplete)]

    return complete


Function = TypeVar("Function", bound=Callable[..., object])


class Setting(click.Option):
    """An option that is written as its help is; without what it takes it is a flag.

    Before a function it is an option of that command, as `click.option` is.
    """

    def __init__(
        self, spelled: str, says: str, name: str | None = None, known: str = "", **more: Any
    ) -> None:
        if known:
            more["shell_complete"] = completing(known)
        words = spelled.replace(",", "").split()
        takes = None if words[-1].startswith("-") else words.pop()
        names = [*words, name] if name else words
        super().__init__(names, metavar=takes, is_flag=None if takes else True, help=says, **more)

    def __call__(self, command: Function) -> Function:
        """Add the option to a function that becomes a command."""
        vars(command).setdefault("__click_params__", []).append(self)
        return command


_KNOWN_COLUMNS = "show.answer:MOST_ASKED"
ROWS = (
    Setting(
        "--format FORMAT",
        f"How rows are written: {' | '.join(FORMATS)}.",
        type=click.Choice([*FORMATS], case_sensitive=False),
    ),
    Setting(
        "-o, --output FILE", "Into this file, whose ending says the format unless --format does."
    ),
    Setting(
        "--where CONDITION",
        "Only such rows: a rule or a column, =, !=, <, <=, > or >=, and a value, such as ties=push "
        "or 'ev>0'. May be given several times.",
        known=_KNOWN_COLUMNS,
        multiple=True,
    ),
    Setting(
        "--sort COLUMN",
        "Ascending by a rule or a column; -COLUMN descends: --sort=-ev.",
        known=_KNOWN_COLUMNS,
    ),
    Setting("--top N", "Only the first N rows.", type=int),
    Setting("--exact", "The exact fractions as well; CSV and JSON always have them."),
)
"""How rows are wanted: `twoplayer help rows` explains these options, once."""
RESULTS = Setting(
    "--results FILE",
    "Keep what is solved in this SQLite file; interrupted, the command goes on from there.",
)
SPREAD = Setting("--scheduler ADDRESS", "Work on the machines of this dask scheduler.")
HER_RULES = Setting(
    "--second-rules GAME",
    "The second player's own rules, as a GAME is given.",
    known="variant.registry:registered",
)
SEAT_RULES = Setting(
    "--seat-rules K=GAME", "With --players: seat K's own rules; several times.", multiple=True
)
Found: TypeAlias = "Callable[..., Answer | None]"


class Helped(click.Command):
    """A command whose help is printed where its arguments are read."""

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        """Read the arguments."""
        with printing():
            return super().make_context(*args, **kwargs)


class Question(Helped):
    """A command that is asked about games; it gets what was `asked`, and its own options."""

    def __init__(
        self,
        *args: Any,
        games: str | None = "classic",  # those meant without a name; None: it takes no game
        unnamed: str = "",  # what these are, where that hangs on what is asked
        several: bool = False,  # it takes several games
        code: bool = False,  # it takes files of strategies as well
        rows: bool = True,  # it answers with rows
        more: Sequence[click.Option] = (),
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.games, self.code = games, code
        self.rows, self.more = ROWS if rows else (), more
        if games is not None:
            game = Named(
                ["games"],
                metavar="[GAME]" + "..." * several + " [FILE.py]..." * code,
                nargs=-1,
                required=False,
                shell_complete=completing("variant.registry:registered"),
                takes=f"{_A_GAME}; without it, {unnamed or _WITHOUT[games]}.{_CODE * code}",
            )
            self.params.append(game)
            self.params.sort(key=lambda each: isinstance(each, click.Option))
        self.params += more

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Return the command's own parameters, and after them those of rows and rules."""
        return [*super().get_params(ctx), *self.rows, *(rule_options() if self.games else ())]

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what the command takes of its own, and where the rest is explained."""
        records = [record for each in self.params if (record := each.get_help_record(ctx))]
        with formatter.section("Takes"):
            formatter.write_dl(records, col_max=24)
        formatter.write_paragraph()
        if self.rows:
            formatter.write_text(
                "--format, -o FILE, --where, --sort, --top, --exact: see `twoplayer help rows`."
            )
        if self.games:
            formatter.write_text(
                "Any rule is an option too, such as --tiles 10: see `twoplayer help rules`."
            )

    def invoke(self, ctx: click.Context) -> None:
        """Find the answer, with a bar if it takes long, and write it."""
        own = {option.name for option in self.params} - {option.name for option in self.more}
        ctx.meta[OPTIONS] = [*self.params, *self.rows]
        named = ctx.params.pop("games", ())
        files = list(filter(_of_strategies, named)) if self.code else []
        names = [name for name in named if name not in files]
        rules = _typed_rules(ctx) if self.games else {}
        shared = {name: ctx.params.pop(name) for name in {*ctx.params} - own}
        asked = Asked(rules, names, self.games, files=files, **shared)
        if self.rows:
            _ = asked.selection, asked.wanted_format  # or say at once that they cannot be read
        with wide(asked.columns):
            with progress(), redirect_stdout(sys.stderr) if self.rows else nullcontext():
                answer = self.callback(asked, **ctx.params) if self.callback else None
            if answer is not None:
                asked.tell(answer)
        if answer is not None and not answer.right:
            ctx.exit(1)


def _of_strategies(name: str) -> bool:
    """Tell whether strategies are meant: a file of code, and in it what is no game."""
    if ".py:" not in f"{name}:":
        return False
    from ..turn.another import names_game

    with redirect_stdout(sys.stderr):
        return not names_game(name)


_A_GAME = "A name, a TOML file, - or FILE.py:NAME (`help files`)"
_CODE = " Of each FILE.py, which is code and is run, all strategies."
_WITHOUT = {"classic": "the classic game", "sixteen": "the published sixteen"}


def flag_of(rule: str) -> str:
    """Return what the option of a rule is called, after its dashes."""
    return rule.replace("_", "-")


@cache
def rule_options() -> list[click.Option]:
    """Return an option for every rule; given several times it is a sweep.

    They are made when a command runs, since the help of the program needs none of them.
    """
    from ..variant.fields import FIELDS, typed

    options = []
    for name, rule in FIELDS.items():
        if isinstance(rule.default, bool):
            for no, known in ("", name), ("no-", f"no_{name}"):
                options.append(click.Option([f"--{no}{flag_of(name)}", known], count=True))
        else:
            values = completing([typed(value) for value in rule.examples])
            spelled = [f"--{flag_of(name)}", name]
            options.append(click.Option(spelled, multiple=True, shell_complete=values))
    return options


def _typed_rules(ctx: click.Context) -> dict[str, Any]:
    """Take the rules that were typed out of the parameters: a value, or a list of several."""
    rules: dict[str, Any] = {}
    for option in rule_options():
        if given := ctx.params.pop(option.name or ""):
            ctx.meta[OPTIONS].append(option)
            name = (option.name or "").removeprefix("no_")
            values = [option.name == name] if option.count else given
            rules.setdefault(name, []).extend(values)
    return {name: values[0] if len(values) == 1 else values for name, values in rules.items()}


def question(name: str, *more: click.Option, **settings: Any) -> Callable[[Found], Question]:
    """Make a function a command: it gets what was `asked` and its own options."""
    return click.command(name, cls=Question, more=more, **settings)
