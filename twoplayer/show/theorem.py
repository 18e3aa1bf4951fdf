"""A game's exact value as a theorem, with its proof, for the proof assistant Coq."""

from __future__ import annotations

from collections.abc import Iterable

from ..errors import GameTooLargeError
from ..game.contest import contest
from ..game.solution import solve_two
from ..turn.turns import scores
from ..variant.registry import VariantLike, as_variant
from ..variant.variant import Variant

MOST_FACES = 60
MOST_ROLLS = 1_300
MOST_WORK = 20_000_000
"""What Coq computes with in minutes: rolls beside states and scores, or beside sets to cover."""

_MEASURES = {"sum": "total", "max": "largest", "count": "count"}
_MOVES = {
    "sum": "Any_sum",
    "one-tile": "One_tile",
    "dice-or-sum": "Dice_or_sum",
    "exact": "Exact",
    "sum-or-difference": "Sum_or_difference",
}
_TIES = {"push": "Push", "first": "To_first", "second": "To_second"}

_FILE = """\
(** The exact value of a game of Shut the Box, proven from its rules. Written by twoplayer.

    It needs the folder proof/ of twoplayer, in which `make theory` has been run once. Where that
    folder is named proof, this checks it{duration}:

        coqc -Q proof Shut {name}

    What the words of the theorem mean stands in Games.v, Rules.v and House.v there. *)
From Coq Require Import List ZArith QArith.
From Shut Require Import Games Rules House Find.
Import ListNotations.
Open Scope Z_scope.

{houses}
(** What the first player gets on average, in stakes, if both play their best. *)
Theorem value : is_value {game}
  ({numerator} # {denominator}).
Proof. by_checker. Qed.

Print Assumptions value.
"""


def theorem(
    variant: VariantLike, second: VariantLike | None = None, name: str = "theorem.v"
) -> str:
    """Write a game's exact value as a theorem, with its proof, for Coq and the folder `proof/`.

    Parameters
    ----------
    variant
        The rules, or the name or file of a single variant.
    second
        The rules of the second player's turn, where she has some of her own, as for `solve`.
    name
        The file's name, for the command that checks it.

    Raises
    ------
    GameTooLargeError
        If Coq would take longer than some minutes: a die with more than 60 faces (as often as
        their weights say), more than 1,300 rolls, or more than 20 million rolls beside states and
        scores, or beside the sets of tiles that they might cover.
    RulesError
        If what has to be the same for both is not.

    Examples
    --------
    >>> text = theorem(Variant(tiles=2, dice="2d2", one_die="always"))
    >>> print(text[text.index("Theorem") : text.index("Print")].strip())
    Theorem value : is_value (two_turns (rules_of game))
      (-1 # 16).
    Proof. by_checker. Qed.
    """
    game_of_two = contest(variant, second, read=as_variant)
    first, own = game_of_two.rules
    work = _checked_work(first, own)
    ev = solve_two(game_of_two).fractions.first_player_ev
    houses = _house("game", first)
    game = "(two_turns (rules_of game))"
    if own != first:
        houses += "\n(** The second player's turn is by rules of her own. *)\n" + _house("own", own)
        game = "(two_turns_by (rules_of game) (rules_of own))"
    return _FILE.format(
        duration=_duration(work),
        name=name,
        houses=houses,
        game=game,
        numerator=ev.numerator,
        denominator=ev.denominator,
    )


def _checked_work(first: Variant, own: Variant) -> int:
    """Return how much there is to compute with, or refuse a game for which it is too much."""
    for each in (first, own):
        if each.weights is not None and (faces := sum(each.weights)) > MOST_FACES:
            raise GameTooLargeError(
                f"they add up to {faces:,}; a theorem takes at most {MOST_FACES}, for a die in "
                "which each number stands as often as its weight",
                of="weights",
            )
        if (rolls := _rolls(each)) > MOST_ROLLS:
            raise GameTooLargeError(
                f"they show {rolls:,} rolls; a theorem takes at most {MOST_ROLLS:,}", of="dice"
            )
    covers = max(3 ** len(each.tiles) * _rolls(each) for each in (first, own))
    _check_work("sets to try × rolls", covers)
    states = 2 ** len(own.tiles) * len(scores(first)) * _rolls(own)
    _check_work("states × scores × rolls", states)
    return int(covers + states)


def _check_work(what: str, work: int) -> None:
    if work > MOST_WORK:
        raise GameTooLargeError(
            f"{what} are {work:,}; a theorem takes at most {MOST_WORK:,}", of="tiles"
        )


def _rolls(variant: Variant) -> int:
    """Return how many rolls the dice show, each face as often as its weight."""
    sides = variant.dice.sides if variant.weights is None else sum(variant.weights)
    return int(sides**variant.dice.number)


def _duration(work: int) -> str:
    """Say about how long Coq takes."""
    seconds = 5 + work // 200_000
    if seconds < 60:
        return f", in about {seconds} seconds"
    return f", in about {round(seconds / 60)} minutes"


def _house(name: str, variant: Variant) -> str:
    """Write the rules of a turn as a definition, with what they are in words."""
    weights = variant.weights or (1,) * variant.dice.sides
    faces = (face for face, weight in enumerate(weights, 1) for _ in range(weight))
    payout = variant.clack_payout
    fields = {
        "tiles": _list(variant.tiles),
        "dice": variant.dice.number,
        "die_faces": _list(faces),
        "one_die_if": _condition(variant),
        "moves": _MOVES[variant.moves],
        "max_tiles": _option(variant.max_tiles),
        "opening_tile": _option(variant.opening_tile),
        "stop_total": _option(variant.stop_total),
        "scoring": f"By_{variant.scoring}",
        "clack_payout": f"{payout.numerator} # {payout.denominator}",
        "immediate_clack": str(variant.immediate_clack).lower(),
        "ties": _TIES[variant.ties],
    }
    lines = ";\n".join(f"  {field} := {value}" for field, value in fields.items())
    return f"Definition {name} : house := {{|\n{lines}\n|}}.\n"


def _list(numbers: Iterable[int]) -> str:
    return f"[{'; '.join(map(str, numbers))}]"


def _option(number: int | None) -> str:
    return "None" if number is None else f"Some ({number})"


def _condition(variant: Variant) -> str:
    rule = variant.one_die
    if rule.limits is None:
        return "Not_allowed"
    limits = "; ".join(f"({_MEASURES[measure]}, {limit})" for measure, limit in rule.limits)
    return f"{'Forced_if' if rule.forced else 'Allowed_if'} [{limits}]"
