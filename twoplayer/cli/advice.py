"""The command that advises. It imports what it needs when it runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from ..errors import InputError, shown
from .duration import progress
from .options import RulesCommand, format_option, roll_of, tiles_of, variant_argument
from .solving import family_of

if TYPE_CHECKING:
    from ..evening.seats import SeatTurn
    from ..executors import Progress
    from ..game.solution import PlayerTurn
    from ..variant.variant import Variant
    from ..writing import Format

__all__ = ["advise"]


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
@format_option
def advise(
    name: str | None,
    rules: dict[str, Any],
    open_tiles: str | None,
    roll: str | None,
    score_to_beat: int | None,
    players: int | None,
    seat: int | None,
    holders: int | None,
    format: Format,
) -> None:
    """Say what to do at the table: every legal move, best first.

    Each with what it is worth, the chance that you win, and how many dice to roll next. Without
    --roll: how many dice to roll now, and the best move for every roll. Without --open every tile
    is open; without --to-beat you are the first player.

    \b
    Examples:
      twoplayer advise --open 1,2,5,8 --roll 8
      twoplayer advise --open 1,2,5,8 --to-beat 12
      twoplayer advise --one-die always --immediate-clack --roll 3,4
      twoplayer advise --players 3 --seat 3 --to-beat 12 --holders 2 --roll 8
    """
    from ..executors import told
    from ..show.advice import render_advice

    variant = family_of(name, rules).single()
    if variant.immediate_clack and score_to_beat == 0:
        raise InputError(
            "score_to_beat: got 0, but that clack has won at once; takes a higher score"
        )
    state = variant.tiles if open_tiles is None else tiles_of(open_tiles)
    if roll is not None and not state:
        raise InputError(f"roll: got {shown(roll)}, but no tile is open; takes nothing then")
    if players is None and (seat or holders) is not None:
        raise InputError("players: takes how many play, where there is a seat")
    with progress() as advance:
        solving = told(advance, 1 / 4)
        turn = (
            _of_two(variant, score_to_beat, solving)
            if players is None
            else _at_table(variant, players, seat, score_to_beat, holders, solving)
        )
        turn.options(state, progress=told(advance, 3 / 4))
    click.echo(render_advice(turn, state, roll_of(roll), format), nl=False)


def _of_two(
    variant: Variant, score_to_beat: int | None, progress: Progress
) -> PlayerTurn | SeatTurn:
    from ..game.solution import solve_all

    return solve_all([variant], progress)[0].fractions.play(score_to_beat)


def _at_table(
    variant: Variant,
    players: int,
    seat: int | None,
    score_to_beat: int | None,
    holders: int | None,
    progress: Progress,
) -> PlayerTurn | SeatTurn:
    from ..evening.seats import seats

    if seat is None:
        raise InputError(f"seat: takes which of the {players} you are; 1 plays first")
    table = seats(variant, players, progress).fractions
    return table.play(seat, score_to_beat, 1 if holders is None else holders)
