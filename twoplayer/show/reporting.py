"""A report on some games, as a page of HTML or as Markdown, for people who play by their rules.

A report has the answers and tables that commands print, in the template of a page.
"""

from __future__ import annotations

import re
import shlex
from base64 import b64encode
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import partial
from importlib.resources import files
from os import PathLike
from typing import TYPE_CHECKING, Any, NamedTuple

from .. import __version__
from ..errors import InputError, need, one_of
from ..exact import fraction_text, percent_text
from ..game.columns import ENDS
from ..game.contest import Contest
from ..game.fairness import Fairness
from ..game.players import favoured_by, gain_in_money, payment
from ..game.solution import Solution, games_of, solve_two
from ..many.effects import effects_of
from ..many.mending import Mend, Mending, Solve, find_mends
from ..many.results import KEPT, Entry, first_player_evs, ranked
from ..tables import Column, Table
from ..variant.fields import FIELDS, typed
from ..variant.labels import labels
from ..variant.registry import Family, VariantLike, as_variants, family, registered, variants
from ..variant.variant import Variant, changed
from ..work import Executor, part, tracked, untold
from . import drawing
from .fair import effects_answer, evs_table, left_unsaid, smallest_mends
from .rules import caption, cited, folk_name, title_of

if TYPE_CHECKING:
    from jinja2 import Environment

MOST_REPORTED = 30
"""The most games of a report, each with a section; `table` compares more."""
_NEIGHBOURS = 9  # bars beside the game's own
_MOST_SCORES = 200  # a report with more scores has no table of values
_WIDEST = 64  # characters of a name beside a bar
_FORMATS = {"html": "html", "markdown": "md"}
"""The formats, and how the names of their templates end."""


class _Figure(NamedTuple):
    """A figure in a page: its title, words for readers who do not see it, and its source."""

    title: str
    words: str
    source: str


def report(
    games: Iterable[VariantLike] | Variant | str | PathLike[str] = "classic",
    format: str = "html",
    executor: Executor | None = None,
) -> str:
    """Write a report on one game or several: whom the rules favour, and what would mend that.

    For each game the report has the rules in words, who gains how much, and the chances. It has the
    fairest games nearby, what each rule does, and the second player's value against each score. It
    ends with the exact fractions, and with the commands that check them. Several games are compared
    first.

    Parameters
    ----------
    games : variant names, `Variant` or files, default "classic"
        One name or several games, at most 30; a family stands for all its members.
    format : str, default "html"
        `"html"` or `"markdown"`.
    executor : concurrent.futures.Executor, optional
        The executor of the work, such as a `concurrent.futures.ProcessPoolExecutor`. None: this
        process.

    Returns
    -------
    str
        The text of one file, with the figures in it. The file has no scripts, and loads nothing.

    Raises
    ------
    InputError
        If there is no game, or there are more than 30, or if the format is unknown. If jinja2 or
        matplotlib is missing (the extras `page` and `plot`).
    RulesError, UnknownNameError, FileError, GameTooLargeError
        As `solve`.

    See Also
    --------
    twoplayer.mend : What would make a game fairer, as data.
    twoplayer.effects : What each rule does, as data.
    twoplayer.plot : The figures.

    Examples
    --------
    >>> from twoplayer import Variant
    >>> from twoplayer.show import report
    >>> text = report(Variant(tiles=3), format="markdown")
    >>> text.splitlines()[0]
    '# Shut the Box: 3 tiles'
    """
    one = isinstance(games, (Variant, str, bytes, PathLike)) or not hasattr(games, "__iter__")
    asked: dict[Variant, Variant] = {}
    about: dict[Variant, Family] = {}
    for each in [games] if one else games:  # type: ignore[union-attr]
        some = as_variants([each], "games")  # type: ignore[list-item]
        asked |= {variant: variant for variant in some if variant not in asked}
        if len(some) == 1 and not isinstance(each, Variant):
            about.setdefault(some[0], family(each))  # type: ignore[arg-type]
    solve = partial(first_player_evs, executor=executor)
    return render_report([*asked], about, solve, format)


def render_report(
    games: Sequence[Variant], about: Mapping[Variant, Family], solve: Solve, format: str = "html"
) -> str:
    """Write the report on different games.

    Parameters
    ----------
    games
        The rules of each game.
    about
        The rule set of each game that has one; the report has its summary and source.
    solve
        The function that finds the EVs of many games.
    format
        The format, as `report` takes it.
    """
    ending = _FORMATS[one_of("format", format, tuple(_FORMATS))]
    need("page")
    need("plot")
    if not games:
        raise InputError("got none; takes rules, or names or files", of="games")
    if len(games) > MOST_REPORTED:
        takes = (
            f"takes at most {MOST_REPORTED}, a section for each; `twoplayer table` compares more"
        )
        raise InputError(f"got {len(games)} games; {takes}", of="games")
    written = _template(format, ending)
    write = partial(_written, format)
    titles = _titles(games, about)
    evs: dict[Contest, Fraction] = {}

    def remembered(wanted: Sequence[Contest]) -> list[Fraction]:
        missing = [game for game in dict.fromkeys(wanted) if game not in evs]
        evs.update(zip(missing, solve(missing), strict=True))
        return [evs[game] for game in wanted]

    with untold():
        own = remembered(games_of(games))
    entries = ranked(map(Entry, games, own))
    places = {entry.variant: place for place, entry in enumerate(entries, 1)}
    sections = [
        {
            "place": places[entry.variant],
            "title": titles[entry.variant],
            **_section(
                entry.variant, titles[entry.variant], about.get(entry.variant), remembered, write
            ),
        }
        for entry in tracked(entries)
    ]
    title = sections[0]["title"] if len(games) == 1 else f"{len(games)} sets of rules"
    with untold():
        compared = _compared(entries, titles, write) if len(games) > 1 else {}
    text = written.render(
        title=f"Shut the Box: {title}", sections=sections, version=__version__, **compared
    )
    return re.sub(r"\n{3,}", "\n\n", text).rstrip("\n") + "\n"


def _template(format: str, ending: str) -> Any:
    from jinja2 import Environment, StrictUndefined
    from markupsafe import Markup

    from ..words import markdown_text

    def escaped(value: Any) -> Any:
        return value if isinstance(value, Markup) else Markup(markdown_text(str(value)))

    own: dict[str, Any] = {} if format == "html" else {"finalize": escaped}
    environment: Environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, **own
    )
    environment.filters["as_typed"] = Markup  # for a block of code, where no sign is markup
    text = (files("twoplayer.show") / f"report.{ending}").read_text("utf-8")
    return environment.from_string(text)


def _written(format: str, table: Table, exact: bool = False) -> Any:
    """Write a table in the format of the report, with its cells escaped."""
    from markupsafe import Markup

    return Markup(table.write(format, exact).rstrip("\n"))


Write = Callable[..., Any]


def _titles(games: Sequence[Variant], about: Mapping[Variant, Family]) -> dict[Variant, str]:
    names = [caption(games[0])] if len(games) == 1 else map(folk_name, labels(games, caption))
    named = zip(games, names, strict=True)
    titles = {variant: name[:1].upper() + name[1:] for variant, name in named}
    return titles | {variant: title_of(rules) for variant, rules in about.items()}


def _compared(
    entries: Sequence[Entry], titles: Mapping[Variant, str], write: Write
) -> dict[str, Any]:
    """Return the parts above the sections of several games."""
    from . import plot

    named = [_called(titles[entry.variant], entry) for entry in entries]
    compared: dict[str, Any] = {
        "table": write(evs_table(entries)),
        "ranking": _figure(partial(plot.ranking, named), evs_table(named)),
        "effects": "",
    }
    with suppress(InputError):  # where no two games differ in one rule alone
        effects = effects_of({entry.variant: entry.first_player_ev for entry in entries})
        compared["effects"] = write(effects_answer(effects).table)
    return compared


def _section(
    variant: Variant, title: str, rules: Family | None, solve: Solve, write: Write
) -> dict[str, Any]:
    """Return the parts of the section on a game."""
    [game] = games_of([variant])
    with part(of=4):
        solution = solve_two(game, chances=True).fractions
    with part(of=2):
        mending = find_mends(game, 1, KEPT, solve).fractions
    with part(of=4), untold():
        return {
            **_rules(variant, rules),
            **_fairness(solution, mending, write),
            **_neighbours(title, Entry(variant, solution.first_player_ev), mending, write),
            **_scores(title, solution, write),
            "commands": _commands(variant, solution.first_player_ev),
        }


def _rules(variant: Variant, rules: Family | None) -> dict[str, Any]:
    words, own = variant.words(), changed(variant)
    usual = (name for name, rule in variant.rules().items() if not (name in own or rule is None))
    return {
        "summary": rules.summary if rules else "",
        "source": rules.source if rules else "",
        "cited": cited(rules.source) if rules else [],
        "own": [words[name] for name in own],
        "usual": [words[name] for name in usual],
    }


def _fairness(solution: Solution, mending: Mending, write: Write) -> dict[str, Any]:
    fairness, few = solution.fairness(), smallest_mends(mending)
    ev = fairness.first_player_ev
    return {
        "favoured": favoured_by(ev),
        "gains": gain_in_money(ev) if ev else "",
        "verdict": mending.verdict,
        "shares": _shares(fairness),
        "seldom": _wins_less_often(fairness),
        "mends": write(few),
        "unsaid": left_unsaid(few.rows),
        "tried": len(mending.mends),
        "fairer": mending.fairer(1),
        "numbers": write(_numbers(fairness)),
    }


def _neighbours(title: str, game: Entry, mending: Mending, write: Write) -> dict[str, Any]:
    """Return the EVs of games that differ in a rule: the fairest games as a figure."""
    from . import plot

    others = [*map(_neighbour, filter(_is_neighbour, mending.mends))]
    nearby = ranked([_called(f"{title}, as it is", game), *ranked(others)[:_NEIGHBOURS]])
    evs = {each.variant: each.first_player_ev for each in (game, *others)}
    return {
        "nearby": _figure(partial(plot.ranking, nearby), evs_table(nearby)),
        "effects": write(effects_answer(effects_of(evs)).table) if others else "",
    }


def _scores(title: str, solution: Solution, write: Write) -> dict[str, Any]:
    """Return the value of each score: as a figure, and as a table."""
    from . import plot

    against, values = solution.table(), solution.second_player_values
    points = [plot.OfSecond(title, *point) for point in values.items()]
    return {
        "scores": _figure(partial(plot.second_player, points), against),
        "against": write(against) if len(values) <= _MOST_SCORES else "",
    }


def _is_neighbour(mend: Mend) -> bool:
    """Tell whether a mend changes rules alone, to values that people play."""
    return {*mend.changed} <= FIELDS.keys() and mend.payouts is None


def _neighbour(mend: Mend) -> Entry:
    """Return the game after a mend, named by the changes, as far as a figure has room."""
    name = mend.words if len(mend.words) <= _WIDEST else caption(mend.variant, mend.changed)
    return _called(name, Entry(mend.variant, mend.bounds.low))


def _called(name: str, entry: Entry) -> Entry:
    """Return a game under a name that a figure shows."""
    return entry._replace(variant=entry.variant.called(name))


def _shares(fairness: Fairness) -> list[tuple[str, str, str]]:
    """Return how often each outcome comes: a word for the colour, the words, and the percentage."""
    ends = zip(("first", "nobody", "second"), ENDS.items(), strict=False)
    return [(who, words, percent_text(column.of(fairness), 2)) for who, (words, column) in ends]


def _wins_less_often(fairness: Fairness) -> bool:
    """Tell whether the favoured player wins less often than the other, but more each time."""
    ahead = fairness.outcomes.first_wins - fairness.outcomes.second_wins
    return fairness.first_player_ev * ahead < 0


def _numbers(fairness: Fairness) -> Table:
    """Return the numbers of a game, each in percent and as a fraction."""
    columns = Column("what", title="what"), Column("about"), Column("exactly")
    numbers = {"first player's expected value, in stakes": fairness.first_player_ev}
    numbers |= {f"{words}, of all games": column.of(fairness) for words, column in ENDS.items()}
    rows: list[dict[str, str]] = [
        {"what": what, "about": f"{percent_text(number)} %", "exactly": fraction_text(number)}
        for what, number in numbers.items()
    ]
    if fairness.games is not None:
        paid = {"about": payment(fairness.first_player_ev), "exactly": f"{fairness.side_payment}"}
        rows.append({"what": "what makes it fair", **paid})
        noticed = {"about": f"{fairness.games:,}", "exactly": "-"}
        rows.append({"what": "games until the gain stands out from luck", **noticed})
    return Table(columns, rows)


def _commands(variant: Variant, ev: Fraction) -> list[tuple[str, str]]:
    """Return command lines that check the report, each with what it does."""
    name = _typed(variant)
    return [
        ("prints the value and the chances", f"twoplayer fair {name} --exact"),
        ("prints the second player's value against each score", f"twoplayer fair {name} --values"),
        ("checks the exact value", f"twoplayer check {fraction_text(ev)} {name}"),
        ("tries every change", f"twoplayer mend {name}"),
        ("writes a proof", f"twoplayer write proof {name} -o proof.json"),
        ("checks the proof, as does checker.py with Python alone", "twoplayer check proof.json"),
    ]


def _typed(variant: Variant) -> str:
    """Return a game as typed at the shell: its registered name, or its rules as options."""
    if variant.name in registered() and variants(variant.name) == (variant,):
        return str(variant.name)
    words = []
    for name, rule in changed(variant).items():
        flag = f"--{name.replace('_', '-')}"
        words += [flag] if rule is True else [flag, shlex.quote(typed(rule))]
    return " ".join(words) or "classic"


def _figure(draw: Callable[..., Any], numbers: Table) -> _Figure:
    axes = draw(ax=drawing.on_new_figure)
    image = drawing.save(lambda _: axes, numbers.write("csv"))
    words = str(axes.get_label())
    source = f"data:image/svg+xml;base64,{b64encode(image).decode()}"
    return _Figure(axes.get_title(loc="left"), words, source)
