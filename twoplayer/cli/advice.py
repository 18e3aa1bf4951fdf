"""The command that advises. It imports what it needs when it runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from ..errors import InputError, shown
from .duration import progress
from .options import RulesCommand, format_option, roll_of, tiles_of, variant_argument
from .solving import family_of

if TYPE_CHECKING:
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
    help="You are second, against this score.",
)
@format_option
def advise(
    name: str | None,
    rules: dict[str, Any],
    open_tiles: str | None,
    roll: str | None,
    score_to_beat: int | None,
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
    """
    from ..executors import told
    from ..game.solution import solve_all
    from ..show.advice import render_advice

    variant = family_of(name, rules).single()
    if variant.immediate_clack and score_to_beat == 0:
        raise InputError(
            "score_to_beat: got 0, but that clack has won at once; takes a higher score"
        )
    state = variant.tiles if open_tiles is None else tiles_of(open_tiles)
    if roll is not None and not state:
        raise InputError(f"roll: got {shown(roll)}, but no tile is open; takes nothing then")
    with progress() as advance:
        [solution] = solve_all([variant], told(advance, 1 / 4))
        turn = solution.fractions.play(score_to_beat)
        turn.options(state, progress=told(advance, 3 / 4))
    click.echo(render_advice(turn, state, roll_of(roll), format), nl=False)
