"""The parts that commands share: reading games and options, and telling an answer."""

from __future__ import annotations

import os
import re
import shlex
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, redirect_stdout
from copy import copy
from functools import cache, cached_property
from os.path import splitext
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

import twoplayer

from ..errors import FileError, InputError, RulesError, Unfit, refused, visible, whole_number
from ..words import WIDTH, listed, wide
from .duration import printing, progress, say
from .together import Together, in_a_row
from .typed import (
    Code,
    TypedRules,
    check_no_more,
    game_named,
    games_named,
    player_typed,
    say_how_read,
    say_unfit,
    second_in_link,
    variants_of,
)

if TYPE_CHECKING:
    from concurrent.futures import Executor
    from fractions import Fraction

    from ..game.contest import Contest
    from ..many.results import Entry, Results
    from ..show.answer import Answer, Selection
    from ..strategy.own import Strategy
    from ..tables import Form
    from ..variant.variant import Variant

OPTIONS = "twoplayer.options"
"""Where a context keeps a command's options; of the options for rules only those that were used."""
_TYPED = "twoplayer.typed"
"""Where a context keeps the words that were typed after the name of its command."""
VARIED = ("tiles", "one_die", "clack_payout", "immediate_clack")
"""The rules that people vary most."""
COMPARED = "`twoplayer table` compares several games"
_OF_CODE = (
    "a game as code goes with fair, check, simulate, strategies, and evening, "
    "without --payouts, --bounds, --search, --orders, --results and --transcript"
)
MOST_DIGITS = 100
LABEL = re.compile(r"[A-Za-z0-9:._/+-]+")
MOST_WORK_ALONE = 3 * 10**8  # for more work a process for each core is faster
ENDINGS = {"txt": "text", "md": "markdown", "csv": "csv", "tsv": "tsv"}
ENDINGS |= {"json": "json", "jsonl": "jsonl", "tex": "latex", "html": "html", "htm": "html"}
FORMATS = [*dict.fromkeys(ENDINGS.values())]


class TypedGame:
    """A game that a user named, with the rules of both players.

    Parameters
    ----------
    first : Variant or Game
        The first player's rules.
    own : callable, optional
        The function from the first player's rules to the second player's own rules; it runs code,
        if rules are code. None: both play by the same rules.
    """

    def __init__(self, first: Any, own: Callable[[Any], Any] | None = None) -> None:
        self.first, self._own = first, own

    @cached_property
    def second(self) -> Any:
        """The second player's own rules; None where both play by the same rules."""
        return None if self._own is None else self._own(self.first)

    @property
    def rules(self) -> tuple[Any, Any]:
        """The rules of each player."""
        return self.first, self.first if self.second is None else self.second

    @cached_property
    def contest(self) -> Contest:
        """The contest by these rules; rules that do not go together are refused."""
        from ..game.contest import contest

        return contest(self.first, self.second, parameters=("GAME", "second_rules"))


def contests_of(games: Iterable[TypedGame]) -> list[Contest]:
    """Return the contests of games whose rules go together; tell why others are left out."""
    contests: list[Contest] = []
    unfit = Unfit()
    for game in games:
        with unfit.trying(game.first.name, RulesError):
            contests.append(game.contest)
    say_unfit(unfit, contests)
    return contests


class Asked:
    """What was typed for a command: the options that commands share, and the games.

    `game` returns the game that a command is about, `games` returns several games, and `seats` the
    rules of a table of players. `family` and `families` are the named rule sets, before they are
    taken apart into members.
    """

    exact: bool = False
    format: str | None = None
    output: str | None = None
    where: Sequence[str] = ()
    sort: str | None = None
    top: int | None = None
    columns: str | None = None
    digits: int | None = None
    caption: str | None = None
    label: str | None = None
    with_source: bool = False
    command: str = ""  # the whole command line
    files: Sequence[str] = ()  # of strategies, or FILE.py:NAME of a game
    results: str | None = None
    second_rules: str | None = None
    seat_rules: Sequence[str] = ()
    scheduler: str | None = None
    endings: Sequence[str] = ()  # of the file, the usual one first

    def __init__(self, rules: TypedRules, named_by: Sequence[str], without: str, **wanted: Any):
        self.rules, self.named_by = rules, named_by
        say_how_read(rules)
        # A seat's game is read, and its code run, only once.
        self._own_games = cache(lambda seat, name: game_named(name, {}, alone=True))
        self._named = games_named(named_by, without, rules)
        self.__dict__.update(wanted)
        self._in_link = self._second_in_link("second_rules" in wanted)

    def _second_in_link(self, taken: bool) -> twoplayer.variant.Family | None:
        """Return the second player's rules in a link, which count as --second-rules; or refuse."""
        for name in self.named_by:
            if (own := second_in_link(name)) is None:
                continue
            takes = ""
            if not taken:
                takes = "the rules of one player here, without second"
            elif self.second_rules is not None:
                takes = "--second-rules or second, not both"
            elif len(self.named_by) > 1:
                takes = "no other game beside it; --second-rules are for all games"
            if takes:
                raise refused("GAME", name, takes, "with rules of the second player's own")
            with _told_of("second"):
                own.single()
            return own
        return None

    @property
    def second_called(self) -> str:
        """How the second player's own rules were typed, for errors; empty where there are none."""
        if self._in_link is not None:
            return "second in a link"
        return "" if self.second_rules is None else "--second-rules"

    @property
    def families(self) -> list[twoplayer.variant.Family]:
        """The named rule sets: each is a family of one variant or several."""
        return self._families(self._named)

    def _families(self, named: Sequence[Any]) -> list[twoplayer.variant.Family]:
        for game in named:
            if isinstance(game, Code):
                raise refused("GAME", game, f"rules; {_OF_CODE}")
        return [*named]

    @property
    def family(self) -> twoplayer.variant.Family:
        """The named rule set; several are refused."""
        return self._one_of(self._named)

    def _one_of(self, named: Sequence[Any]) -> twoplayer.variant.Family:
        families = self._families(named)
        _check_one(len(families))
        return families[0]

    def _named_or(self, unnamed: str) -> list[Any]:
        if unnamed and not self.named_by:
            return games_named((), unnamed, self.rules)
        return self._named

    def game(self, *, code: bool = False, unnamed: str = "", **instead: Any) -> TypedGame:
        """Return the game that a command is about; several games are refused.

        Parameters
        ----------
        code : bool, default False
            Whether a player's game may be code, which is run.
        unnamed : str, default ""
            The rule set that is meant where none is named, if it is not the command's usual one.
        **instead
            Rules in place of typed rules.
        """
        own = self._second_player(code)  # a fault is found before a first player's code is run
        named = self._named_or(unnamed)
        if code and len(named) == 1 and isinstance(named[0], Code):
            self._check_results()
            return TypedGame(named[0].thing, own)
        return TypedGame(_single(self._one_of(named).replace(**instead)), own)

    def games(self, *, code: bool = False, unnamed: str = "", **instead: Any) -> list[TypedGame]:
        """Return all named games that fulfil the conditions of --where on rules.

        The parameters are those of `game`. The second player's game alone may be code.
        """
        own = self._second_player(code)
        named = self._families(self._named_or(unnamed))
        variants = variants_of([family.replace(**instead) for family in named])
        chosen = self.selection.of_variants(variants)
        self.selection = self.selection.of_results  # conditions on rules are used up
        return [TypedGame(variant, own) for variant in chosen]

    def _check_results(self) -> None:
        if self.results is not None:
            raise refused("results", self.results, f"none; {_OF_CODE}")

    @property
    def has_own(self) -> bool:
        """Whether players have rules of their own, or a game is code."""
        in_code = any(isinstance(game, Code) for game in self._named)
        return bool(self.second_called or self.seat_rules or in_code)

    def _read(self, name: str, option: str, seat: int = 2) -> Any:
        """Read a player's own rules; code is not run yet."""
        with _told_of(option):
            given = self._own_games(seat, name)
            if isinstance(given, twoplayer.variant.Family):
                given.single()  # or refuse several at once
            return given

    def _beside(self, first: Variant, given: Any, option: str) -> Any:
        """Return a player's own rules, beside the first player's rules; code is run for this.

        The stakes are those of the first player, unless the own rules say otherwise.
        """
        from ..variant.tiles import SCORINGS
        from ..variant.variant import STAKES

        with _told_of(option):
            if isinstance(given, Code):
                return given.thing
            own = given.options.keys() - self.rules.keys()
            stakes = {rule: getattr(first, rule) for rule in STAKES if rule not in own}
            if stakes.get("scoring") not in SCORINGS:  # except the scoring of another kind of game
                stakes.pop("scoring", None)
            return given.replace(**stakes).single()

    def _read_second(self) -> tuple[Any, str]:
        """Read the second player's own rules, if any, and return them with the option's name."""
        if self._in_link is not None:
            return self._in_link, "second"
        if self.second_rules is None:
            return None, ""
        return self._read(self.second_rules, "second_rules"), "second_rules"

    def _second_player(self, code: bool) -> Callable[[Any], Any] | None:
        """Return the function that makes the second player's rules of the first's, if any."""
        given, option = self._read_second()
        if given is None:
            return None
        if code and isinstance(given, Code):
            self._check_results()

        def own(first: Any) -> Any:
            if isinstance(given, Code) and not code:
                raise refused("second_rules", given, f"rules; {_OF_CODE}")
            return self._beside(first, given, option)

        return own

    def seats(self, usual: Any, players: int) -> list[Any]:
        """Return the rules of every seat: the usual rules, except where a seat has its own."""
        given, option = self._read_second()
        own = {} if given is None else {2: (given, option)}
        for text in self.seat_rules:
            number, equals, name = text.partition("=")
            if not (equals and number.strip().isdecimal()):
                raise refused("seat_rules", text, "K=GAME, such as 4=my-child.toml")
            seat = whole_number("seat_rules", int(number), 1, players)
            if seat in own:
                raise click.UsageError(f"--seat-rules {seat}= is given twice")
            own[seat] = self._read(name, "seat_rules", seat), "seat_rules"
        rules = {seat: self._beside(usual, *each) for seat, each in own.items()}
        return [rules.get(seat) or usual for seat in range(1, players + 1)]

    def players(self, first: str, second: str) -> list[Any]:
        """Read the strategies of both players; strategies in files are not run yet."""
        from ..strategy.way import Described

        own, _ = self._read_second()
        typed = [player_typed(first, "first"), player_typed(second, "second")]
        for player, game in zip(typed, (self._named[0], own or self._named[0]), strict=True):
            way = getattr(player, "way", None)
            if isinstance(game, Code) and isinstance(way, Described):
                way.check_without_tiles(game)
        return typed

    def run_files(self) -> list[Strategy]:
        """Run the files among the games; return their strategies, and take a game in them."""
        from ..strategy.loading import strategies_in_files
        from ..strategy.own import Strategy

        _ = _single(self.family), self._read_second()  # faults of these come before code is run
        whole = [file for file in self.files if file.endswith(".py")]
        named = [Code(file, "GAME") for file in self.files if file not in whole]
        games = [code for code in named if not isinstance(code.thing, Strategy)]
        for game in games:
            check_no_more(game, self.rules)
        if games:
            _check_one(len(games) + len(self.named_by))
        self._named = games or self._named
        return [code.thing for code in named if code not in games] + strategies_in_files(whole)

    @cached_property
    def selection(self) -> Selection:
        from ..show.answer import Selection

        return Selection.read(self.where, self.sort, self.top, self.columns)

    @cached_property
    def form(self) -> Form:
        """The form of rows; a caption or a label is refused where a format has no place for it."""
        from ..tables import Form, To

        if self.digits is not None:
            whole_number("digits", self.digits, 0, MOST_DIGITS)
        caption, label = " ".join((self.caption or "").split()), self.label or ""
        if caption and To[self.wanted_format.upper()] not in To.PEOPLE:
            raise refused("caption", caption, "a format for people", f"for {self.wanted_format}")
        if label and self.wanted_format != "latex":
            raise refused("label", label, "--format latex", f"for {self.wanted_format}")
        if label and not LABEL.fullmatch(label):
            raise refused("label", label, "letters, digits and :.-_/+, such as tab:evs")
        return Form(self.digits, visible(caption), label, self.command)

    def entries(self, games: Sequence[Contest]) -> list[Entry]:
        from ..many.results import Entry, ranked

        pairs = zip(games, self.evs(games), strict=True)
        return ranked(Entry(game.rules[0], ev, None, game.rules[1]) for game, ev in pairs)

    def evs(self, games: Sequence[Contest]) -> list[Fraction]:
        from ..game.solution import pieces, work_of
        from ..many.results import first_player_evs

        work = sum(map(work_of, pieces(games)))
        with self.kept() as known, self.workers(work) as executor:
            return first_player_evs(games, executor, known, say)

    @contextmanager
    def kept(self) -> Iterator[Results | None]:
        from ..many.results import open_results

        try:
            with open_results(self.results) as results:
                yield results
        except KeyboardInterrupt:
            if self.results is not None:
                say(f"What is done is kept in {self.results}: the same again goes on.")
            raise

    def workers(self, work: int) -> AbstractContextManager[Executor | None]:
        from ..work import cores, scheduler

        if self.scheduler is not None:
            return scheduler(self.scheduler)
        return cores() if work > MOST_WORK_ALONE else nullcontext(None)

    def tell(self, answer: Answer) -> None:
        """Write an answer in the wanted form, and say what may surprise a user."""
        with redirect_stdout(sys.stderr):  # code that is asked only now may print
            version = {"version": f"twoplayer {twoplayer.__version__}", "command": self.command}
            source = version if self.with_source else {}
            text = answer.write(self.wanted_format, self.exact, self.selection, self.form, source)
            if meant := self.selection.in_percent(answer.table):
                say(meant)
        write_out(self.path, text)
        if self.format and self.format != (usual := ENDINGS.get(self.ending, self.format)):
            say(f"It is {self.format}, as --format says, though .{self.ending} is {usual}.")

    @property
    def path(self) -> str:
        return "-" if self.output is None else self.output

    @property
    def ending(self) -> str:
        if self.path == "-":
            return (*self.endings, "")[0]
        return splitext(self.path)[1].removeprefix(".").lower()

    def check_output(self, endings: Collection[str] = (), instead: str = "") -> None:
        from ..files import is_folder

        if self.path == "-":
            return
        if is_folder(self.path):
            raise FileError(f"{self.path}: a folder, where a file is wanted")
        if not self.path or (endings and self.ending not in endings):
            named = f"a name that ends in {dotted(endings)}{instead}"
            takes = named if endings else "the name of a file, or - for stdout"
            raise refused("output", self.path, takes)

    @property
    def wanted_format(self) -> str:
        self.check_output(*(() if self.format else (ENDINGS, ", or --format")))
        return self.format or ENDINGS.get(self.ending, "text")


def _single(family: twoplayer.variant.Family) -> Variant:
    """Return the only variant of a family; the error of several says how to compare them."""
    try:
        return family.single()
    except RulesError as error:
        if family.size < 2:
            raise
        *faults, last = error.faults
        raise RulesError(*faults, last._replace(said=f"{last.said}; {COMPARED}")) from None


def _check_one(games: int) -> None:
    if games > 1:
        raise click.UsageError(f"got {games} games; takes one; {COMPARED}")


@contextmanager
def _told_of(option: str) -> Iterator[None]:
    """Name the option in errors about its value."""
    try:
        yield
    except InputError as error:
        raise type(error)(*map(str, error.faults), of=option) from None


def dotted(endings: Iterable[str]) -> str:
    return listed([f".{ending}" for ending in endings], "or")


def columns(least: int, most: int) -> int:
    try:
        width = int(os.environ.get("COLUMNS") or os.get_terminal_size().columns)
    except (ValueError, OSError):
        width = WIDTH
    return max(min(width, most), least)


def write_out(path: str, content: Any) -> None:
    """Write the result of a command, text or bytes; several files are a dict by their names.

    Several files go into the folder at the path, or beside the file at the path.
    """
    from ..files import is_folder, write

    with printing():
        if isinstance(content, dict):
            folder = path if is_folder(path) else os.path.dirname(path)
            for name, text in content.items():
                write(os.path.join(folder, name), text, folders=is_folder(path))
        elif path == "-":
            click.echo(content, nl=False)
            return
        else:
            write(path, content)
    others = [] if not isinstance(content, dict) or is_folder(path) else [*content][1:]
    say(f"Wrote {path}{''.join(f', and {name} beside it' for name in others)}.")


class Named(click.Argument):
    """An argument that the help explains: its values, and the options that go with them."""

    def __init__(
        self, *args: Any, takes: str, together: Mapping[str, Together] = {}, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.takes, self.together = takes, together

    def get_help_record(self, ctx: click.Context) -> tuple[str, str]:
        limits = [f"{value} {together.words}" for value, together in self.together.items()]
        return self.make_metavar(ctx), _bracketed(self.takes, "; ".join(limits))


def completing(words: str | Sequence[str]) -> Callable[..., list[str]]:
    """Return a function that completes by words, or by those of a name, imported late."""

    def complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
        names = words
        if isinstance(words, str):
            from pkgutil import resolve_name

            names = resolve_name(f"twoplayer.{words}")
        known = names() if callable(names) else names
        return [word for word in known if word.startswith(incomplete)]

    return complete


class Setting(click.Option):
    """An option, spelled as in its help; also the decorator that adds the option to a command.

    The parameters of `Together` say which other options go with the option.
    """

    def __init__(
        self,
        spelled: str,
        says: str,
        name: str | None = None,
        known: str = "",
        *,
        needs: str = "",
        not_with: str = "",
        only_with: Sequence[str] = (),
        beside: str = "",
        one_of: Sequence[str] = (),
        instead_of: str = "",
        hint: str = "",
        **more: Any,
    ) -> None:
        if known:
            more["shell_complete"] = completing(known)
        words = spelled.replace(",", "").split()
        takes = None if words[-1].startswith("-") else words.pop()
        names = [*words, name] if name else words
        super().__init__(names, metavar=takes, is_flag=None if takes else True, help=says, **more)
        self._together = Together(needs, not_with, only_with, beside, one_of, instead_of, hint)

    def __call__(self, command: Any) -> Any:
        vars(command).setdefault("__click_params__", []).append(self)
        return command

    def here(self, **together: Any) -> Setting:
        """Return this option for another command, with other limits on the options beside it."""
        other = copy(self)
        other._together = Together(**together)
        return other

    @property
    def together(self) -> Mapping[str, Together]:
        """The limits on options beside this one, by its name on the command line."""
        return {self.opts[0]: self._together}

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        record = super().get_help_record(ctx)
        return record and (record[0], _bracketed(record[1], self._together.words))


def _bracketed(says: str, limits: str) -> str:
    return f"{says}  [{limits}]" if limits else says


_KNOWN_COLUMNS = "show.answer:MOST_ASKED"
ROWS = (
    Setting(
        "--format FORMAT",
        f"How rows are written: {' | '.join(FORMATS)}.",
        type=click.Choice(FORMATS, case_sensitive=False),
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
    Setting(
        "--columns NAMES",
        "Only these columns, in this order, with commas between them: --columns name,ev.",
    ),
    Setting("--exact", "The exact fractions as well; CSV and JSON always have them."),
    Setting(
        "--digits N",
        "Decimal places of what people read, and of decimals in CSV; exact numbers stay exact.",
        type=int,
    ),
    Setting("--caption TEXT", "A caption, in text, Markdown, LaTeX and HTML."),
    Setting("--label TEXT", "A label for LaTeX, such as tab:evs."),
    Setting(
        "--with-source",
        "Say version, command and rules as well: in text below the rows, in CSV and JSON as "
        "source_version, source_command and source_rules, else in a comment.",
    ),
)
SPREAD = Setting("--scheduler ADDRESS", "Work on the machines of this dask scheduler.")
SOLVING = (
    Setting(
        "--results FILE",
        "Keep what is solved in this SQLite file; interrupted, the command goes on from there.",
    ),
    SPREAD,
)
HER_RULES = Setting(
    "--second-rules GAME", "The second player's own rules, as a GAME is given.", known="registered"
)
SEAT_RULES = Setting(
    "--seat-rules K=GAME",
    "Seat K's own rules; several times.",
    multiple=True,
    needs="--players",
    not_with="--second-rules",
    hint="--seat-rules 2=GAME says the second player's rules",
)


def command_typed() -> str:
    """Return the running command, as it was typed."""
    context = click.get_current_context()
    _, *command = context.command_path.split()  # after the name of the program
    return shlex.join(["twoplayer", *command, *context.meta[_TYPED]])


class Helped(click.Command):
    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ctx.meta[_TYPED] = [*args]
        return super().parse_args(ctx, args)

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        with printing():
            return super().make_context(*args, **kwargs)


class Question(Helped):
    """A command that gets an `Asked`, and returns an answer, which is told.

    The command takes games, options of its own, options that other commands have too, and every
    rule as an option.
    """

    def __init__(
        self,
        *args: Any,
        games: str = "classic",  # the games that are meant without a name
        unnamed: str = "the classic game",  # these games in words
        several: bool = False,  # the command takes several games
        code: bool = False,  # the command takes files of strategies as well
        rows: bool = True,  # the command answers with rows
        varied: bool = False,  # the help lists the rules that people vary
        more: Sequence[click.Option] = (),
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.games, self.code, self.varied = games, code, varied
        self.rows, self.more = ROWS if rows else (), more
        metavar = "[GAME]..." if several else "[GAME]"
        takes = f"A name, a TOML file, - or FILE.py:NAME (`help files`); without it, {unnamed}."
        if code:
            metavar += " [FILE.py]..."
            takes += " Of each FILE.py, which is code and is run, all strategies."
        game = Named(
            ["games"],
            metavar=metavar,
            nargs=-1,
            required=False,
            shell_complete=completing("registered"),
            takes=takes,
        )
        arguments = [param for param in self.params if isinstance(param, click.Argument)]
        settings = [param for param in self.params if isinstance(param, click.Option)]
        self.params = [*arguments, game, *settings]
        self.params += more

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        return [*super().get_params(ctx), *self.rows, *rule_options()]

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        records = [record for param in self.params if (record := param.get_help_record(ctx))]
        with formatter.section("Takes"):
            formatter.write_dl(records, col_max=24)
        formatter.write_paragraph()
        for alternatives in self._alternatives():
            formatter.write_text(f"At most one of {in_a_row(alternatives)}.")
        if self.rows:
            formatter.write_text(
                "--format, -o FILE, --where, --sort, --top, --columns, --exact, --digits, "
                "--caption, --label, --with-source: see `twoplayer help rows`."
            )
        if self.varied:
            _write_rules(formatter)
        else:
            formatter.write_text(
                "Any rule is an option too, such as --tiles 10: see `twoplayer help rules`."
            )

    def _alternatives(self) -> Iterable[Sequence[str]]:
        """Return the groups of options that exclude each other, each group once."""
        settings = [param for param in self.params if isinstance(param, Setting)]
        declared = [together for setting in settings for together in setting.together.values()]
        return dict.fromkeys(together.one_of for together in declared if together.one_of)

    def invoke(self, ctx: click.Context) -> None:
        own = {option.name for option in self.params} - {option.name for option in self.more}
        ctx.meta[OPTIONS] = [*self.params, *self.rows]
        named = ctx.params.pop("games")
        files = list(filter(_is_code, named)) if self.code else []
        names = [name for name in named if name not in files]
        typed = self._typed(ctx)
        if files:
            typed["FILE.py"] = "code in files"
        rules = _typed_rules(ctx)
        shared = {name: ctx.params.pop(name) for name in {*ctx.params} - own}
        asked = Asked(
            rules, names, self.games, files=files, command=visible(command_typed()), **shared
        )
        if self.rows:
            # These are read now, so that faults in them are told at once.
            _ = asked.selection, asked.wanted_format, asked.form
        if asked.second_called:
            typed["--second-rules"] = asked.second_called
        self._check_together(typed)
        with wide(WIDTH if asked.path != "-" else columns(60, 160)):
            with progress(), redirect_stdout(sys.stderr) if self.rows else nullcontext():
                answer = self.callback(asked, **ctx.params) if self.callback else None
            if answer is not None:
                asked.tell(answer)
                if not answer.right:
                    ctx.exit(1)

    def _typed(self, ctx: click.Context) -> dict[str, str]:
        """Return the typed options that change something, each with its name in errors."""
        typed = {}
        for param in self.get_params(ctx):
            value = ctx.params.get(str(param.name))
            by_hand = ctx.get_parameter_source(str(param.name)) is ParameterSource.COMMANDLINE
            if by_hand and value != param.get_default(ctx):
                word = param.opts[0] if isinstance(param, click.Option) else str(value)
                typed[word] = word
        return typed

    def _check_together(self, typed: Mapping[str, str]) -> None:
        """Refuse options that do not go together, by the limits that each option declares."""
        options = [param.opts[0] for param in self.params if isinstance(param, click.Option)]
        for param in self.params:
            if isinstance(param, (Setting, Named)):
                for word, together in param.together.items():
                    for fault in together.faults(word, typed, options):
                        raise click.UsageError(fault)


def _is_code(name: str) -> bool:
    from ..files import IN_A_FILE
    from ..web.link import is_link

    return bool(IN_A_FILE.fullmatch(name)) and not is_link(name)


def flag_of(rule: str) -> str:
    return rule.replace("_", "-")


def rule_rows(name: str, takes: str) -> dict[str, str]:
    """Return the options of a rule as in the help, each with its meaning.

    `takes` tells the values of a rule that is no flag.
    """
    from ..variant.fields import FIELDS

    rule, flag = FIELDS[name], flag_of(name)
    if isinstance(rule.default, bool):
        texts = {f"--{flag}": rule.words(True), f"--no-{flag}": rule.words(False)}
    else:
        texts = {f"--{flag} RULE": f"{rule.means}: {takes}"}
    return {option: f"{text[0].upper()}{text[1:]}." for option, text in texts.items()}


def _write_rules(formatter: click.HelpFormatter) -> None:
    """Write the rules that people vary, each with values, and name the other rules."""
    from ..variant.fields import FIELDS, typed

    rows: dict[str, str] = {}
    for name in VARIED:
        values = [typed(value) for value in FIELDS[name].examples]
        quoted = [f"'{value}'" if " " in value else value for value in values]
        rows |= rule_rows(name, " | ".join(quoted))
    with formatter.section("Rules, of which each is an option"):
        formatter.write_dl([*rows.items()], col_max=24)
    formatter.write_paragraph()
    others = ", ".join(f"--{flag_of(name)}" for name in FIELDS if name not in VARIED)
    formatter.write_text(f"And {others}: see `twoplayer help rules`.")


@cache
def rule_options() -> list[click.Option]:
    from ..variant.fields import FIELDS, typed

    options = []
    for name, rule in FIELDS.items():
        flag = flag_of(name)
        if isinstance(rule.default, bool):
            options += [click.Option([f"--{no}{flag}"], count=True) for no in ("", "no-")]
        else:
            values = completing([typed(value) for value in rule.examples])
            options.append(click.Option([f"--{flag}"], multiple=True, shell_complete=values))
    return options


def _typed_rules(ctx: click.Context) -> dict[str, Any]:
    rules: dict[str, Any] = {}
    for option in rule_options():
        known = str(option.name)
        if given := ctx.params.pop(known):
            ctx.meta[OPTIONS].append(option)
            name = known.removeprefix("no_")
            rules.setdefault(name, []).extend([known == name] if option.count else given)
    return {name: values[0] if len(values) == 1 else values for name, values in rules.items()}


def question(
    name: str, *more: click.Option, cls: type[Question] = Question, **settings: Any
) -> Callable[[Callable[..., Answer | None]], Question]:
    return click.command(name, cls=cls, more=more, **settings)
