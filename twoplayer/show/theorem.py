"""A game's exact value as a theorem, with its proof, for the proof assistant Coq."""

from __future__ import annotations

from ..errors import GameTooLargeError
from ..game.solutions import solve
from ..game.stakes import rules_of_two
from ..turn.board import scores
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
    first, own = rules = rules_of_two(as_variant(variant), second, "second")
    for each in set(rules):
        check_size(each)
    seconds = _seconds(first, own)
    ev = solve(first, own if own != first else None).first_player_ev
    houses = _house("game", first)
    game = "(two_turns (rules_of game))"
    if own != first:
        houses += "\n(** The second player's turn is by rules of her own. *)\n" + _house("own", own)
        game = "(two_turns_by (rules_of game) (rules_of own))"
    return _FILE.format(
        duration=_duration(seconds),
        name=name,
        houses=houses,
        game=game,
        numerator=ev.numerator,
        denominator=ev.denominator,
    )
