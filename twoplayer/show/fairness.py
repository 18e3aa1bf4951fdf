"""Fairness as text and tables."""

from __future__ import annotations

from collections.abc import Sequence

from ..exact import Bounds, decimal_text, fraction_text, percent_text
from ..game.fairness import CHANCES, Fairness, payment
from ..game.solution import Solution
from ..game.solutions import solve_named
from ..payout.lines import Interval
from ..progress import part, tracked
from ..table import Column, Table, To
from ..variant.beside import beside_rules
from ..variant.variant import Variant
from .answer import Answer
from .ranking import Entry, against_scores, describe


def describe_one(name: str, fairness: Fairness, exact: bool = False) -> str:
    """Say how fair a variant is: who wins how often, and what would even it out."""
    lines = {}
    for field, title in CHANCES.items():
        chance = getattr(fairness.outcomes, field)
        percent = f"{percent_text(chance, 2):>7} %" if chance else "  never"
        lines[title] = percent + f"  {fraction_text(chance)}" * exact
    deviation = fairness.standard_deviation
    shown = "too large a number" if deviation is None else f"{deviation:.4f} stakes in one game"
    lines["standard deviation"] = shown
    if fairness.games is None:
        lines["games to notice"] = "never, as nobody gains"
    else:
        lines["games to notice"] = f"{fairness.games:,} until the gain stands out of luck"
        lines["to make it fair"] = (
            f"{payment(fairness.first_player_ev)}, exactly {fraction_text(fairness.side_payment)}"
        )
    return describe(Entry(name, fairness.variant, fairness.first_player_ev), lines)


def fairness_answer(name: str, solution: Solution, values: bool) -> Answer:
    """Say how fair a game is; with values, also what the second player has against each score."""
    fairness, against = solution.fairness(), solution.table()
    game = table_of([(name, fairness)])

    def text(exact: bool) -> str:
        described = describe_one(name, fairness, exact)
        return described + (f"\n{against.write('text')}" if values else "")

    def json() -> object:
        [row] = game.cells(To.JSON)
        return {**row, "second_player_values": against_scores(solution.second_player_values)}

    return Answer(against if values else game, text, json=json)


def fairest(members: Sequence[tuple[str, Variant]]) -> list[tuple[str, Fairness]]:
    """Return how fair some variants are, the fairest first."""
    with part(1 / 2):
        solutions = solve_named(members)
    named = [(each.name, each.fractions.fairness()) for each in tracked(solutions)]
    return sorted(named, key=lambda pair: pair[1].side_payment)


def table_of(named: Sequence[tuple[str, Fairness]]) -> Table:
    """Return how fair some variants are, in the order given."""
    return beside_rules(named, Fairness.columns, width=20, changed="not as in the\nclassic game")


def payout_text(found: Interval) -> str:
    """Write what `fair_intervals` found: a payout as decimal and fraction, or an interval.

    >>> from fractions import Fraction
    >>> payout_text((Fraction(1, 3), Fraction(1, 3))), payout_text((Fraction(1), Fraction(5, 2)))
    ('0.3333 (1/3)', 'every payout from 1 to 5/2')
    """
    low, high = found
    if low != high:
        return f"every payout from {low}" + (" up" if high is None else f" to {high}")
    if low.denominator == 1:
        return fraction_text(low)
    return f"{decimal_text(low, 4)} ({fraction_text(low)})"


_PAYOUTS = [
    Column(
        "clack_payout", None, "fair clack payout (stakes)", payout_text, unit="approx", bounds=True
    )
]


def payouts_answer(interval: str, found: Sequence[Interval]) -> Answer:
    """Say which clack payouts of an interval make a variant fair: a row for each, with its ends."""

    def text(exact: bool) -> str:
        if not found:
            return f"No clack payout {interval} makes this game fair.\n"
        lines = "".join(f"  {payout_text(each)}\n" for each in found)
        [(low, high), *more] = found
        these = "these" if more or low != high else "this"
        head = f"Of clack payouts {interval}, the game is exactly fair with {these} and no other:"
        return f"{head}\n{lines}"

    return Answer(Table(_PAYOUTS, [{"clack_payout": Bounds(*ends)} for ends in found]), text)
