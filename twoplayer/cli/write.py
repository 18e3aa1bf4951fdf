"""To keep and to show: pages, reports, cards, figures, proofs, theorems, models, graphs."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from math import inf
from os.path import basename, splitext
from typing import Any

import click

import twoplayer

from ..errors import InputError, need, refused
from ..work import part
from .app import Grouped
from .command import (
    HER_RULES,
    SOLVING,
    Asked,
    Named,
    Setting,
    command_typed,
    dotted,
    question,
    write_out,
)
from .duration import say
from .fair import FIRST, OPTIMAL, SECOND
from .together import Together
from .typed import distinct, payout_range, played_in, roll_of, run_strategies, tiles_of

_OF_EVS = ("strip", "ranking", "heat-map", "effects")
_MOST_CURVES = 12
_MOST_RULES = 20  # the most whose rules a file names
_ADDRESS = re.compile(r"https?://[^\s#/][^\s#]*", re.ASCII)
_SIZE = re.compile(r"(\d+(?:\.\d+)?)\s*[x×]\s*(\d+(?:\.\d+)?)", re.ASCII)
_PLACE = re.compile(rf"{_ADDRESS.pattern}|[^\s#:]+", re.ASCII)
_COQ_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\.[vV]")


@click.group(cls=Grouped, subcommand_metavar="KIND [GAME]... -o FILE")
def write() -> None:
    """Write a page, an explorer, a report, a card, a figure, a proof, a theorem, a model, a graph.

    \b
    Examples:
      twoplayer write page sixteen -o page.html
      twoplayer write report my-pub.toml -o my-pub.html
      twoplayer write plot ranking house -o house.svg
    """


_PAGE: Any = {"endings": ["html", "htm"], "extra": "page"}
_LIVES = Setting("--address URL", "Where the page lives: links begin with it.", default="")


def _to_beat(says: str, needs: str = "") -> Setting:
    return Setting("--to-beat SCORE", says, "score_to_beat", type=int, needs=needs)


def _check_address(address: str) -> None:
    if address and not _ADDRESS.fullmatch(address):
        raise refused("address", address, "https://…, or http://…, without # and spaces")


def kind(
    name: str,
    *options: click.Option,
    endings: Sequence[str] = (),
    extra: str = "",
    required: bool = True,
    folder: str = "",
    **settings: Any,
) -> Callable[[Callable[..., Any]], click.Command]:
    """Return a decorator: the command writes the file, or the folder, that the function returns."""
    ends = f", whose name ends in {dotted(endings)}" if endings else ""
    output = Setting("-o, --output FILE", f"The file{ends}{folder}.", required=required)

    def made(function: Callable[..., Any]) -> click.Command:
        @wraps(function)
        def written(asked: Asked, **own: Any) -> None:
            from ..files import is_folder

            asked.endings = endings
            if asked.output is not None:
                if not (folder and is_folder(asked.output)):
                    asked.check_output(endings, folder)
                if extra:
                    _ = asked.families  # a game as code is refused at once
                    need(extra)
            write_out(asked.path, function(asked, **own))

        command = question(name, output, *options, rows=False, **settings)(written)
        write.add_command(command)
        return command

    return made


@kind(
    "page",
    HER_RULES,
    **_PAGE,
    required=False,
    folder=", or a folder that ends in /",
    several=True,
    games="sixteen",
    unnamed="the published sixteen; in a link, the classic game",
)
@Setting(
    "--link", "Print a link to one game, for a page that lives at --address.", instead_of="-o FILE"
)
@Setting("--review FILE", "The game on paper to go on with; - is stdin.", needs="--link")
@_LIVES
@Setting("--explorer URL", "Where an explorer lives: the menu leads there.", default="")
def page(asked: Asked, link: bool, review: str | None, address: str, explorer: str) -> Any:
    """Write a page to play on, with the odds, by any rules (extra page).

    It is one file that works offline, on a phone and on a desk. The page compares the games, and
    begins with the first one. Other rules can be set, and are solved, on the page. With
    --second-rules it begins with own rules for the second player. A folder is for a web site: from
    there the page can be installed. With --address a picture is written as well, which previews of
    links to the page show.

    \b
    Examples:
      twoplayer write page -o sixteen.html
      twoplayer write page classic clack-at-once my-pub.toml -o page.html
      twoplayer write page -o site/ --address https://example.org/box
      twoplayer write page --link two-to-go --address https://example.org/box
      twoplayer write page classic --second-rules my-child.toml -o mia.html
    """
    _check_address(address)
    if explorer and not _PLACE.fullmatch(explorer):
        takes = "where it is, such as explorer.html or https://…, without # and spaces"
        raise refused("explorer", explorer, takes)
    if link:
        from ..web.link import link_to

        game = asked.game(unnamed="classic")
        text = "" if review is None else played_in(game.first, review, game.second).text
        rules = link_to(game.first, text, second=game.second)
        if not address:
            say(f"It goes behind where the page lives, as page.html#{rules}: --address says where.")
        return f"{address and f'{address}#'}{rules}\n"

    from ..files import is_folder
    from ..game.solution import games_of
    from ..web.page import PREVIEW, check_size, preview, render_folder, render_page

    games = asked.games()
    variants = [game.first for game in games]
    check_size(variants)
    second = games[0].second
    entries = asked.entries(games_of(distinct(variants)))
    to_install = is_folder(asked.path)
    name = "" if asked.path == "-" or not address else f"{splitext(basename(asked.path))[0]}.png"
    picture = PREVIEW if to_install else name
    rendered = render_page(
        entries,
        _title(asked, len(entries)),
        address,
        asked.families,
        second=second,
        elsewhere={"explorer": explorer} if explorer else {},
        packed=not to_install,
        installable=to_install,
        picture=_beside(address, picture) if address and picture else "",
    )
    if to_install:
        return render_folder(rendered)
    return {basename(asked.path): rendered, picture: preview()} if picture else rendered


def _beside(address: str, name: str) -> str:
    """Return the address of a file beside a page, or in a folder, at an address."""
    place, _, last = address.rpartition("/")
    is_file = "." in last and not place.endswith("/")
    return f"{place if is_file else address.rstrip('/')}/{name}"


def _title(asked: Asked, games: int) -> str:
    one, *more = asked.families
    return ("" if more or asked.rules else one.summary) or f"{games} sets of rules"


@kind(
    "explorer",
    *SOLVING,
    **_PAGE,
    several=True,
    games="atlas",
    unnamed="the atlas, of 1,134 games",
)
@Setting("--address URL", "Where games are played; else page.html, beside it.", default="")
def explorer(asked: Asked, address: str) -> str:
    """Write a page to find a fair game on, among many (extra page).

    It is one file that works offline. Choose rules, or drag through all games. You see who is
    favoured, what each change would do, and which games nearby are fairer. "Play this" opens the
    page that `write page` writes.

    \b
    Examples:
      twoplayer write explorer -o explorer.html
      twoplayer write explorer sixteen my-pub.toml -o few.html
      twoplayer write explorer -o explorer.html --address https://example.org/box
    """
    from ..game.solution import games_of, pieces, work_of
    from ..many.results import Entry, noticed
    from ..web.explorer import check_games, render_explorer

    _check_address(address)
    variants = distinct([game.first for game in asked.games()])
    check_games(variants)
    games = games_of(variants)
    with part(of=2):
        entries = list(map(Entry, variants, asked.evs(games)))
    work = sum(map(work_of, pieces(games)))
    with part(of=2), asked.workers(work) as executor:
        shown = noticed(entries, executor)
    return render_explorer(shown, _title(asked, len(shown)), address or "page.html")


@kind(
    "report",
    *SOLVING,
    endings=["html", "htm", "md"],
    extra="page",
    several=True,
)
def report(asked: Asked) -> str:
    """Write a report on some rules, to read and to hand on (extras page and plot).

    It says in plain words what the rules are, whom they favour, and what would make the game fair.
    Figures, tables and exact fractions follow, and the commands that check them. It is one file,
    for a browser (.html) or in Markdown (.md). Several games are compared first.

    \b
    Examples:
      twoplayer write report -o classic.html
      twoplayer write report my-pub.toml -o my-pub.md
      twoplayer write report classic my-pub.toml --results my.db -o both.html
    """
    from ..show.reporting import render_report

    need("plot")
    games = distinct([game.first for game in asked.games()])
    alone = [] if asked.rules else [each for each in asked.families if each.size == 1]
    about = {each.single(): each for each in alone}
    return render_report(games, about, asked.evs, "markdown" if asked.ending == "md" else "html")


@kind("card", HER_RULES, **_PAGE)
@Setting("--seat INTEGER", "1: for the first player; 2: for the second.", type=int, default=1)
@Setting(
    "--wall",
    "Instead a sheet for a wall or a class: whom the rules favour, and what mends it.",
    not_with="--second-rules",
)
@_LIVES
def card(asked: Asked, seat: int, wall: bool, address: str) -> str:
    """Write a card to play by, to print on both sides of A5 (extra page).

    The front has the best rule of thumb and the ten exceptions that are worth most, and says how
    many dice to roll. The back has the other exceptions, by roll, and what it costs to play by the
    card. With --address a phone's camera finds the page with these rules.

    \b
    Examples:
      twoplayer write card -o card.html
      twoplayer write card --tiles 6 --seat 2 -o second.html
      twoplayer write card ten --address https://example.org/box -o ten.html
      twoplayer write card my-pub.toml --wall -o wall.html
      twoplayer write card --second-rules my-child.toml --seat 2 -o hers.html
    """
    from ..show.rules import title_of
    from ..variant.variant import brief
    from ..web.card_sheet import render_card, render_wall, room_for

    if seat not in (1, 2):
        raise refused("seat", seat, "1 or 2")
    _check_address(address)
    game = asked.game()
    variant, second = game.first, game.second
    title = title_of(asked.family) + (f" ({brief(variant, asked.rules)})" if asked.rules else "")
    if wall:
        return render_wall(variant, title, address)
    player, own = ("first", variant) if seat == 1 else ("second", second or variant)
    made = twoplayer.card(variant, player, lines=room_for(own, player), second=second)
    return render_card(made, title if own == variant else own.name, address)


@kind(
    "plot",
    *(each.here(needs=" ".join(_OF_EVS)) for each in SOLVING),
    endings=["svg", "png", "pdf"],
    extra="plot",
    several=True,
    unnamed="the published sixteen; for curves, regret, dag and chances, the classic game",
)
@click.argument(
    "figure",
    cls=Named,
    type=click.Choice([*_OF_EVS, "second-player", "payout", "tie", "regret", "dag", "chances"]),
    metavar="FIGURE",
    takes="strip | ranking | heat-map | effects (of many games), second-player | payout | tie "
    "(curves), regret, dag, chances (of one).",
    together={
        "payout": Together(not_with="--clack-payout"),
        "tie": Together(not_with="--ties"),
        "regret": Together(needs="--first --second"),
        "chances": Together(needs="--review"),
    },
)
@Setting("--payouts LOW:HIGH", "The range, else 0:4.", needs="payout")
@Setting("--open TILES", "One position of any game.", "open_tiles", needs="dag")
@Setting("--roll ROLL", "What was rolled there: a total such as 7, or dice: 3,4.", needs="dag")
@_to_beat("The second player's values.", needs="dag")
@Setting("--review FILE", "The game on paper; - is stdin.", needs="chances")
@FIRST.here(needs="regret")
@SECOND.here(needs="regret")
@Setting("--size WIDTHxHEIGHT", "In inches, from 3x2: 3.3x2.2 is a column of a paper.")
@Setting("--title TEXT", "Another title.", not_with="--no-title")
@Setting("--no-title", "No title, where a caption says it.")
@Setting("--paper", "For print: white, no frame, a serif font, clear in grey.")
@Setting("--with-source", "Keep version, command and rules in the file.")
def plot(
    asked: Asked,
    figure: str,
    payouts: str | None,
    open_tiles: str | None,
    roll: str | None,
    score_to_beat: int | None,
    review: str | None,
    first: str,
    second: str,
    size: str | None,
    title: str | None,
    no_title: bool,
    paper: bool,
    with_source: bool,
) -> bytes:
    """Draw a figure (extra plot): of the published sixteen, or of the classic game.

    \b
    strip          a dot for each game, by whom it favours
    ranking        how fair games are, the fairest on top
    heat-map       which player each combination of rules favours
    effects        how far each rule moves the expected value
    second-player  the second player's value against the score to beat
    payout         the expected value by what a clack pays, and where it is 0
    tie            the expected value by what a tie pays, or if it is played again
    regret         what a strategy loses, by how many tiles are open
    dag            the DAG of a small game, or the moves after a roll, with values
    chances        who wins how likely, through the game in the file of --review

    \b
    Examples:
      twoplayer write plot strip house -o house.svg
      twoplayer write plot payout clack-at-once --payouts 0.9:1 -o payout.pdf
      twoplayer write plot dag --open 1,3,4,6,7 --roll 7 -o seven.svg
      twoplayer write plot chances --review game.txt -o game.svg
      twoplayer write plot regret --first largest-first -o regret.svg
      twoplayer write plot payout --size 3.3x2.2 --paper --no-title -o payout.pdf
    """
    from ..game.solution import games_of
    from ..show import drawing, plot
    from ..show.fair import evs_table
    from ..show.graphs import drawn_graph
    from ..tables import Table

    drawn: Any
    inches = None if size is None else _inches(size)
    look = drawing.checked({"size": inches, "title": "" if no_title else title, "paper": paper})
    if figure in _OF_EVS:
        games = asked.games(unnamed="sixteen")
        drawn = asked.entries(games_of(distinct([game.first for game in games])))
        numbers = evs_table(drawn).write("csv")
    elif figure == "regret":
        drawn = _regrets(asked, first, second)
        numbers = Table(plot.POINTS[type(drawn[0])], drawn).write("csv")
    elif figure == "dag":
        state = None if open_tiles is None else tiles_of(open_tiles)
        drawn = drawn_graph(asked.game().first, state, roll_of(roll), score_to_beat)
        numbers = str([*drawn.nodes(data=True), *drawn.edges(data=True)])
    else:
        if review is None:
            drawn = _curves(figure, asked, payouts or "0:4")
        else:
            drawn = plot.points_of_game(played_in(asked.game().first, review))
        numbers = Table(plot.POINTS[type(drawn[0])], drawn).write("csv")
    return drawing.save(
        lambda _: plot.KINDS[figure](drawn, ax=drawing.on_new_figure, **look),
        numbers,
        asked.ending,
        _source(asked, figure) if with_source else "",
    )


def _inches(size: str) -> tuple[float, float]:
    if not (numbers := _SIZE.fullmatch(size.strip())):
        raise refused("size", size, "WIDTHxHEIGHT in inches, such as 3.3x2.2")
    return float(numbers[1]), float(numbers[2])


def _source(asked: Asked, figure: str) -> str:
    """Return the version that made a figure, the command, and the rules, as text."""
    from ..variant.variant import brief, changed, rule_set_of

    unnamed = "sixteen" if figure in _OF_EVS else ""
    variants = [game.first for game in asked.games(unnamed=unnamed, **_DRAWN.get(figure, {}))]
    if len(variants) <= _MOST_RULES:
        told = [brief(each) if changed(each) else "as in the classic game" for each in variants]
        pairs = zip(variants, told, strict=True)
        rules = "; ".join(f"{each.name}: {words}" for each, words in pairs)
    else:
        names = dict.fromkeys(map(rule_set_of, variants))
        rules = f"{len(variants):,} sets of rules, of {', '.join(names)}"
    return f"twoplayer {twoplayer.__version__}\n{command_typed()}\nRules: {rules}"


def _regrets(asked: Asked, first: str, second: str) -> Sequence[Any]:
    """Return what each named strategy loses, by the number of open tiles."""
    from ..show.plot import points_of_regret

    players = asked.players(first, second)
    variant = asked.game().first
    one, other = run_strategies(players)
    named = (("first", one, first), ("second", other, second))
    return [
        point
        for player, strategy, typed in named
        if typed not in OPTIMAL
        for point in points_of_regret(variant, [strategy], player)
    ]


_DRAWN: Mapping[str, Mapping[str, Any]] = {
    "second-player": {},
    "payout": {"clack_payout": 1},
    "tie": {"ties": "push"},
}
"""By figure with curves, the rule that it varies, with any value: a list of values is no fault."""


def _curves(figure: str, asked: Asked, payouts: str) -> Sequence[Any]:
    """Return the points of a figure with a curve for each game."""
    from ..show.plot import points_between, points_by_tie, points_of_second

    variants = distinct([game.first for game in asked.games(**_DRAWN[figure])])
    if len(variants) > _MOST_CURVES:
        takes = f"takes at most {_MOST_CURVES}, a curve for each"
        raise InputError(f"got {len(variants)} games; {takes}", of="FIGURE")
    if figure != "payout":
        return points_by_tie(variants) if figure == "tie" else points_of_second(variants)
    low, high, _ = payout_range(payouts)
    if high == inf:
        raise refused("payouts", payouts, "LOW:HIGH, a range with an end")
    return points_between(variants, low, high)


@kind("proof", HER_RULES)
def proof(asked: Asked) -> str:
    """Write a proof of a game's exact value, which anybody can check with Python alone.

    It is JSON, compressed if the name ends in .gz, with the value of every set of open tiles, in
    both turns. `twoplayer check FILE` checks it, as does twoplayer/checker.py without this program.

    \b
    Examples:
      twoplayer write proof -o classic.json
      twoplayer write proof my-pub.toml -o my-pub.json.gz
      twoplayer write proof --second-rules my-child.toml -o child.json
    """
    return twoplayer.certificate(*asked.game().rules).text


@kind("theorem", HER_RULES, endings=["v"])
def theorem(asked: Asked) -> str:
    """Write a game's exact value as a theorem with its proof, for the proof assistant Coq.

    The file names the folder of definitions and theorems that it needs, proof/. It names the
    command that checks it, and about how long the check takes. A game whose check would take longer
    than some minutes is refused.

    \b
    Examples:
      twoplayer write theorem -o classic.v
      twoplayer write theorem my-pub.toml --second-rules my-child.toml -o my_pub.v
    """
    from ..show.theorem import theorem

    name = "theorem.v" if asked.path == "-" else basename(asked.path)
    if not _COQ_NAME.fullmatch(name):
        raise refused("output", name, "a name of letters, digits and _, for Coq")
    return theorem(*asked.game().rules, name)


@kind("model", HER_RULES, endings=["prism"])
@_to_beat("The second player's turn against this score.")
def model(asked: Asked, score_to_beat: int | None) -> str:
    """Write one player's turn as a Markov decision process, for PRISM and Storm.

    \b
    Examples:
      twoplayer write model -o classic.prism
      twoplayer write model --one-die always --to-beat 12 -o second.prism
    """
    return twoplayer.show.prism(*asked.game().rules, score_to_beat=score_to_beat)


@kind("graph", endings=["graphml", "gexf", "dot", "json"])
@Setting("--values", "With what each set is worth to the first player.", not_with="--to-beat")
@_to_beat("With what each set is worth to the second player, against this score.")
def graph(asked: Asked, values: bool, score_to_beat: int | None) -> str:
    """Write the graph of all sets of open tiles.

    .graphml is for yEd, Gephi and networkx; .gexf for Gephi; .dot for Graphviz; .json for networkx
    and JavaScript.

    \b
    Examples:
      twoplayer write graph --tiles 4 -o four.dot
      twoplayer write graph --tiles 6 --values -o six.gexf
      twoplayer write graph --to-beat 12 -o second.graphml
    """
    from ..show.graph_files import graph_file

    return graph_file(asked.game().first, asked.ending, values, score_to_beat)


write.groups = {"Kinds:": [*write.commands.values()]}
