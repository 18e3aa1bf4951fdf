"""The command that advises. It imports what it needs when it runs."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

import click

from ..errors import InputError, shown
from .duration import progress
from .options import RulesCommand, format_option, roll_of, tiles_of, variant_argument
from .solving import family_of

if TYPE_CHECKING:
    from ..executors import Progress
    from ..show.advice import PlayedTurn
    from ..variant.tiles import TileSet
    from ..variant.variant import Variant
    from ..writing import Format

    Rolled: TypeAlias = int | tuple[int, ...] | None

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
@click.option(
    "--order",
    type=click.Choice(["turns", "rolls", "box"]),
    default="turns",
    show_default=True,
    help="Turn by turn, roll by roll, or one box for both.",
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
    score_to_beat: int | None,
    players: int | None,
    seat: int | None,
    holders: int | None,
    order: str,
    other_open: str | None,
    other_out: bool,
    to_roll: int | None,
    format: Format,
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
    beside = other_open is not None or other_out or to_roll is not None
    if beside and order != "rolls":
        raise click.UsageError("--other-open, --other-out and --to-roll go with --order rolls")
    at_table = players is not None or seat is not None or holders is not None
    if (score_to_beat is not None or at_table) and order != "turns":
        raise click.UsageError("--to-beat, --players, --seat and --holders go with --order turns")
    if at_table and players is None:
        raise InputError("players: got none; takes how many play, beside --seat and --holders")
    if variant.immediate_clack and score_to_beat == 0:
        raise InputError(
            "score_to_beat: got 0, but that clack has won at once; takes a higher score"
        )
    state = variant.tiles if open_tiles is None else tiles_of(open_tiles)
    if roll is not None and not state:
        raise InputError(f"roll: got {shown(roll)}, but no tile is open; takes nothing then")
    rolled = roll_of(roll)
    if order == "turns":
        solve = partial(_of_two, variant, score_to_beat)
        if players is not None:
            solve = partial(_at_table, variant, players, seat, score_to_beat, holders)
        text = _turn_by_turn(solve, state, rolled, format)
    elif order == "rolls":
        others = variant.tiles if other_open is None else tiles_of(other_open, "other_open")
        seat = 1 if to_roll is None else to_roll
        text = _roll_by_roll(variant, state, others, rolled, format, seat=seat, other_out=other_out)
    else:
        text = _with_one_box(variant, state, rolled, format)
    click.echo(text, nl=False)


def _turn_by_turn(
    solve: Callable[[Progress], PlayedTurn], state: TileSet, roll: Rolled, format: Format
) -> str:
    from ..executors import told
    from ..show.advice import render_advice

    with progress() as advance:
        turn = solve(told(advance, 1 / 4))
        turn.options(state, progress=told(advance, 3 / 4))
    return render_advice(turn, state, roll, format)


def _of_two(variant: Variant, score_to_beat: int | None, progress: Progress) -> PlayedTurn:
    from ..game.solutions import solve_all

    return solve_all([variant], progress)[0].fractions.play(score_to_beat)


def _at_table(
    variant: Variant,
    players: int,
    seat: int | None,
    score_to_beat: int | None,
    holders: int | None,
    progress: Progress,
) -> PlayedTurn:
    from ..evening.seats import check_players, seats

    check_players(players)
    if seat is None:
        raise InputError(f"seat: got none; takes which of the {players} you are; 1 plays first")
    table = seats(variant, players, progress).fractions
    return table.play(seat, score_to_beat, 1 if holders is None else holders)


def _roll_by_roll(
    variant: Variant,
    state: TileSet,
    others: TileSet,
    roll: Rolled,
    format: Format,
    *,
    seat: int,
    other_out: bool,
) -> str:
    from ..evening.alternate import alternate
    from ..show.advice import render_roll_by_roll
    from ..turn.positions import tiles_of

    mine, theirs = tiles_of(variant, state), tiles_of(variant, others, "other_open")
    if not mine:
        raise InputError("open_tiles: got none, and so you are out; takes one or more")
    if variant.immediate_clack and not theirs:
        raise InputError("other_open: got none, but that clack has won; takes one or more")
    with progress() as advance:
        game = alternate(variant, advance).fractions
    return render_roll_by_roll(game, mine, theirs, roll, format, seat=seat, other_out=other_out)


def _with_one_box(variant: Variant, state: TileSet, roll: Rolled, format: Format) -> str:
    from ..evening.shared_box import shared_box
    from ..show.advice import render_shared_box

    return render_shared_box(shared_box(variant).fractions, state, roll, format)
