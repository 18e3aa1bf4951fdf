"""A game's exact value as a theorem with its proof, for the proof assistant Coq."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.resources import files

from ..errors import GameTooLargeError
from ..game.contest import contest
from ..game.solution import solve_two
from ..turn.turns import turn_of
from ..variant.registry import VariantLike, as_variant
from ..variant.variant import Variant

MOST_COQ_FACES = 60
MOST_COQ_ROLLS = 1_300
MOST_COQ_WORK = 20_000_000
"""What Coq computes with in minutes: rolls × states × scores, or rolls × sets to cover."""
_TEMPLATE = files("twoplayer.show") / "theorem.v"


def theorem(
    variant: VariantLike, second: VariantLike | None = None, name: str = "theorem.v"
) -> str:
    """Write the exact EV of a game as a theorem; refuse a game that would take Coq long."""
    of_two = contest(variant, second, read=as_variant)
    first, own = of_two.rules
    seconds = 5 + _checked_work(first, own) // 200_000
    ev = solve_two(of_two).fractions.first_player_ev
    houses, game = _house("game", first), "(two_turns (rules_of game))"
    if own != first:
        houses += "\n(** The second player's turn has its own rules. *)\n" + _house("own", own)
        game = "(two_turns_by (rules_of game) (rules_of own))"
    return _TEMPLATE.read_text("utf-8").format(
        duration=f"{seconds} seconds" if seconds < 60 else f"{round(seconds / 60)} minutes",
        name=name,
        houses=houses,
        game=game,
        numerator=ev.numerator,
        denominator=ev.denominator,
    )


def _checked_work(first: Variant, own: Variant) -> int:
    """Return about how many steps Coq takes; refuse more steps than Coq takes in minutes."""
    for variant in (first, own):
        if (faces := sum(variant.weights or ())) > MOST_COQ_FACES:
            takes = f"at most {MOST_COQ_FACES}, for a die in which each number stands as often as"
            raise GameTooLargeError(
                f"they add up to {faces:,}; a theorem takes {takes} its weight", of="weights"
            )
    # The number of faces is the sum of the weights.
    rolls = [int(sum(variant.side_weights) ** variant.dice.number) for variant in (first, own)]
    if (most := max(rolls)) > MOST_COQ_ROLLS:
        raise GameTooLargeError(
            f"they show {most:,} rolls; a theorem takes at most {MOST_COQ_ROLLS:,}", of="dice"
        )
    covers = max(3 ** len(first.tiles) * rolls[0], 3 ** len(own.tiles) * rolls[1])
    states = 2 ** len(own.tiles) * len(turn_of(first).scores) * rolls[1]
    for what, work in {"sets to try × rolls": covers, "states × scores × rolls": states}.items():
        if work > MOST_COQ_WORK:
            raise GameTooLargeError(
                f"{what} are {work:,}; a theorem takes at most {MOST_COQ_WORK:,}", of="tiles"
            )
    return int(covers + states)


def _house(name: str, variant: Variant) -> str:
    """Write rules as the definition of a value of the theory's type `house`, under a name."""
    faces = (face for face, n in enumerate(variant.side_weights, 1) for _ in range(n))
    payout = variant.clack_payout
    optional = {
        name: "None" if (rule := getattr(variant, name)) is None else f"Some ({rule})"
        for name in ("max_tiles", "opening_tile", "stop_total")
    }
    fields = {
        "tiles": _coq_list(variant.tiles),
        "dice": variant.dice.number,
        "die_faces": _coq_list(faces),
        "one_die_if": _condition(variant),
        "moves": variant.moves.replace("-", "_").capitalize(),
        **optional,
        "scoring": f"By_{variant.scoring}",
        "clack_payout": f"{payout.numerator} # {payout.denominator}",
        "immediate_clack": str(variant.immediate_clack).lower(),
        "ties": f"Ties_{variant.ties}",
    }
    lines = ";\n".join(f"  {field} := {value}" for field, value in fields.items())
    return f"Definition {name} : house := {{|\n{lines}\n|}}.\n"


def _coq_list(numbers: Iterable[int]) -> str:
    return f"[{'; '.join(map(str, numbers))}]"


def _condition(variant: Variant) -> str:
    rule, named = variant.one_die, {"sum": "total", "max": "largest", "count": "count"}
    if rule.limits is None:
        return "Not_allowed"
    limits = "; ".join(f"({named[measure]}, {limit})" for measure, limit in rule.limits)
    return f"{'Forced_if' if rule.forced else 'Allowed_if'} [{limits}]"
