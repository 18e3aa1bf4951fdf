"""The command that advises. It imports what it needs when it runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from ..errors import InputError, one_of, refused
from ..words import listed
from .duration import progress
from .options import RulesCommand, format_option, roll_of, tiles_of, variant_argument
from .solving import family_of

if TYPE_CHECKING:
    from ..cells import Format
    from ..show.advice import Facing, PlayedTurn
    from ..variant.tiles import TileSet
    from ..variant.variant import Variant


@click.command(cls=RulesCommand)
@variant_argument
@click.option("--open", "open_tiles", metavar="TILES", help="What is open, such as 1,2,5,8.")
@click.option("--roll", metavar="ROLL", help="What was rolled: a total such as 7, or dice: 3,4.")
@click.option(
    "--to-beat",
    "score_to_beat",
    type=int,
    metavar="SCORE",
    help="You are second, against this score; of several players, the lowest so far.",
)
@click.option("--players", type=int, metavar="N", help="How many play: 2 to 8.")
@click.option("--seat", type=int, metavar="SEAT", help="Which of them you are; 1 plays first.")
@click.option("--holders", type=int, metavar="H", help="How many have the lowest score so far.")
@click.option(
    "--order",
    metavar="ORDER",
    default="turns",
    show_default=True,
    help="Who rolls when: turns, rolls (roll by roll) or box (one box for both).",
)
@click.option("--other-open", metavar="TILES", help="Roll by roll: what the other has open.")
@click.option("--other-out", is_flag=True, help="Roll by roll: the other is out, with those tiles.")
@click.option("--to-roll", type=int, metavar="1|2", help="Roll by roll: which player you are.")
@format_option
def advise(
    name: str | None,
    rules: dict[str, Any],
    open_tiles: str | None,
    roll: str | None,
    order: str,
    format: Format,
    **beside: Any,
) -> None:
    """Say what to do at the table: every legal move, best first.

    Each with what it is worth, the chances that you win and that it is a tie, how many dice to roll
    next, and "lost", "a tie" or "won" where the end is sure. Without
    --roll: how many dice to roll now, and the best move for every roll. Without --open every tile
    is open; without --to-beat you are the first player.

    Roll by roll, and with one box, it is every legal move with what it is worth to you, who roll;
    without --other-open the other has every tile open, without --to-roll you are the first player.

    \b
    Examples:
      twoplayer advise --open 1,2,5,8 --roll 8
      twoplayer advise --open 1,2,5,8 --to-beat 12
      twoplayer advise --one-die always --immediate-clack --roll 3,4
      twoplayer advise --players 3 --seat 3 --to-beat 12 --holders 2 --roll 8
      twoplayer advise --order rolls --open 1,2,5,8 --other-open 3,4 --roll 8
    """
    variant = family_of(name, rules).single()
    asked = {
        name: given for name, given in beside.items() if given is not None and given is not False
    }
    if "other_open" in asked:
        asked["other_open"] = tiles_of(asked["other_open"], "other_open")
    from ..evening.orders import ORDERS, USUAL

    one_of("order", order, ORDERS)
    options = {each.name: each.opts[0] for each in click.get_current_context().command.params}
    for each in ORDERS.values():
        if each.name != order and not asked.keys().isdisjoint(each.asks):
            said = listed([options[name] for name in each.asks])
            raise click.UsageError(f"{said} go with --order {each.name}")
    if variant.immediate_clack and asked.get("score_to_beat") == 0:
        raise refused("score_to_beat", 0, "a higher score", "but that clack has won at once")
    state = variant.tiles if open_tiles is None else tiles_of(open_tiles)
    if roll is not None and not state:
        raise refused("roll", roll, "nothing then", "but no tile is open")
    rolled = roll_of(roll)
    from ..show.advice import of_faced, render_advice

    with progress():
        if order == USUAL:
            facing = _in_turn(variant, state, **asked)
        else:
            facing = of_faced(ORDERS[order].solve(variant).fractions.faced(state, **asked))
    click.echo(render_advice(facing, rolled, format), nl=False)


def _in_turn(
    variant: Variant,
    state: TileSet,
    *,
    score_to_beat: int | None = None,
    players: int | None = None,
    **at_table: int,
) -> Facing:
    from ..evening.seats import check_players, seats
    from ..game.solutions import solve_all
    from ..progress import part
    from ..show.advice import of_turn

    turn: PlayedTurn
    if at_table and players is None:
        raise InputError("got none; takes how many play, beside --seat and --holders", of="players")
    with part(1 / 4):
        if players is None:
            turn = solve_all([variant])[0].fractions.play(score_to_beat)
        else:
            check_players(players)
            if "seat" not in at_table:
                raise InputError(
                    f"got none; takes which of the {players} you are; 1 plays first", of="seat"
                )
            table = seats(variant, players).fractions
            turn = table.play(score_to_beat=score_to_beat, **at_table)
    turn.options(state)
    return of_turn(turn, state)
