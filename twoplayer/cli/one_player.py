"""The commands for one player, strategies, simulated games and a card to play by."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from .duration import progress
from .options import (
    RulesCommand,
    count_of,
    ending_of,
    format_option,
    need,
    roll_of,
    tiles_of,
    variant_argument,
)
from .solving import family_of

if TYPE_CHECKING:
    from ..cells import Format


@click.command(cls=RulesCommand)
@variant_argument
@click.option(
    "--aim", default="score", show_default=True, help="score | clack | worst-score | worst-clack."
)
@click.option(
    "--open", "open_tiles", metavar="TILES", help="What is open, such as 1,4,5,8; else every tile."
)
@click.option("--roll", metavar="ROLL", help="After this roll: a total such as 9, or dice: 4,5.")
@click.option("--states", is_flag=True, help="The whole policy: every state and roll.")
@click.option("--worst", type=int, metavar="N", help="The N states with the worst values.")
@click.option("--exceptions", is_flag=True, help="Where the largest tile is the wrong one.")
@click.option("--chances", is_flag=True, help="The chance of every final score.")
@format_option
def solo(
    name: str | None,
    rules: dict[str, Any],
    aim: str,
    open_tiles: str | None,
    roll: str | None,
    format: Format,
    **views: Any,
) -> None:
    """Solve one player's turn: the lowest expected score, or the highest chance to clack.

    The aims worst-score and worst-clack are the opposite: how badly one can play who covers
    wherever he can.

    \b
    Examples:
      twoplayer solo
      twoplayer solo --aim clack --one-die "sum <= 6"
      twoplayer solo --open 1,4,5,8 --roll 9
      twoplayer solo --aim worst-score
      twoplayer solo --worst 6
      twoplayer solo --exceptions --format csv
      twoplayer solo --tiles 4 --states
    """
    from ..show.solo import render_solo
    from ..strategy.one_player import one_player

    asked = [name for name, wanted in views.items() if wanted]
    if len(asked) + (open_tiles is not None) > 1:
        raise click.UsageError("--open, --states, --worst, --exceptions, --chances: one of them")
    if roll is not None and asked:
        raise click.UsageError(f"--roll and --{asked[0]} exclude each other")
    solved = one_player(family_of(name, rules).single(), aim).fractions
    state = None if open_tiles is None else tiles_of(open_tiles)
    if roll is not None and state is None:
        state = solved.variant.tiles
    click.echo(render_solo(solved, format, state, roll_of(roll), **views), nl=False)


@click.command(cls=RulesCommand)
@variant_argument
@click.option(
    "--also",
    multiple=True,
    metavar="STRATEGY",
    help="And this chain: the next decides what one leaves open, such as most-rolls,largest-first.",
)
@click.option("--matchups", is_flag=True, help="Every strategy against every other.")
@click.option("--search", is_flag=True, help="Find the best rules of thumb.")
@format_option
def strategies(
    name: str | None,
    rules: dict[str, Any],
    also: tuple[str, ...],
    matchups: bool,
    search: bool,
    format: Format,
) -> None:
    """Value the strategies that people describe, exactly: what each costs.

    The columns are the expected score, the chance to clack, and the strategy's EV as first and as
    second player against optimal play. What a strategy leaves open, such as the number of dice, is
    decided at random; a second table tells how far that may move, from the worst to the best way to
    decide it. Those that make no sense under the rules are left out. In CSV and JSON all values are
    exact.

    \b
    Examples:
      twoplayer strategies
      twoplayer strategies --also most-rolls,largest-first
      twoplayer strategies --one-die always --also fewest-tiles,playable-dice
      twoplayer strategies yale --matchups
      twoplayer strategies --tiles 5 --search
    """
    from ..progress import part, tracked
    from ..show.strategies import render_matchups, render_search, render_strategies
    from ..strategy.rules_of_thumb import search_rules_of_thumb
    from ..strategy.strategies import strategy_named
    from ..strategy.values import strategy_range, strategy_value, strategy_values

    if search and (matchups or also):
        raise click.UsageError("--search goes without --matchups and --also")
    variant = family_of(name, rules).single()
    for chain in also:
        strategy_named(chain, "also")
    with progress():
        if search:
            text = render_search(search_rules_of_thumb(variant).fractions, format)
        else:
            with part(1 / 2):
                values = strategy_values(variant)
                values |= {chain: strategy_value(variant, chain) for chain in also}
            quick = {name: value.fractions for name, value in values.items()}
            if matchups:
                text = render_matchups(quick, format)
            else:
                ranges = {each: strategy_range(variant, each).fractions for each in tracked(quick)}
                text = render_strategies(quick, ranges, format)
    click.echo(text, nl=False)


@click.command(cls=RulesCommand)
@variant_argument
@click.option("--games", metavar="N", default="100000", show_default=True, help="How many games.")
@click.option("--seed", type=int, default=1, show_default=True, help="The same games again.")
@click.option("--first", default="optimal", show_default=True, help="The first one's strategy.")
@click.option("--second", default="optimal", show_default=True, help="The second one's strategy.")
@click.option("--transcript", is_flag=True, help="Play one game, move by move.")
@format_option
def simulate(
    name: str | None,
    rules: dict[str, Any],
    games: str,
    seed: int,
    first: str,
    second: str,
    transcript: bool,
    format: Format,
) -> None:
    """Play games by chance, and compare with the exact values.

    The names of the strategies are those of `twoplayer strategies`; of several with commas between
    them the next decides what one leaves open.

    \b
    Examples:
      twoplayer simulate
      twoplayer simulate --games 200000 --first largest-first
      twoplayer simulate yale --seed 7 --transcript
    """
    from ..show import strategies as views
    from ..strategy import simulation

    variant = family_of(name, rules).single()
    if transcript:
        steps = simulation.game_played(variant, seed, first=first, second=second)
        text = views.render_transcript(variant, steps, format)
    else:
        with progress():
            found = simulation.simulate(
                variant, count_of(games, "games"), seed, first=first, second=second
            )
        text = views.render_estimates(found, format)
    click.echo(text, nl=False)


@click.command(cls=RulesCommand)
@variant_argument
@click.option("--second", is_flag=True, help="For the second player, in place of the first.")
@click.option("-o", "--output", required=True, metavar="FILE", help="The HTML file.")
def card(name: str | None, rules: dict[str, Any], second: bool, output: str) -> None:
    """Write a card to play by: one sheet of A5 to print (extra page).

    It says how many dice to roll and has the best rule of thumb. Then come the exceptions that are
    worth most, by exact value against perfect play, as many as fit; and what it costs to play by
    the card. Open it in a browser, and print it.

    \b
    Examples:
      twoplayer card -o card.html
      twoplayer card --tiles 6 --second -o second.html
      twoplayer card my-pub.toml -o our-card.html
    """
    from pathlib import Path

    ending_of(output, ("html",))
    need("jinja2", "page")
    family = family_of(name, rules)
    variant = family.single()

    from ..files import write
    from ..show.card import render_card, room_for
    from ..strategy.card import card as made_for

    player = "second" if second else "first"
    with progress():
        made = made_for(variant, player, lines=room_for(variant, player))
    write(Path(output), render_card(made, family.name))
