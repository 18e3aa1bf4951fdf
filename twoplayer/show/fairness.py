"""Fairness as text and tables."""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter

from ..cells import Format
from ..exact import decimal_text, exact_record, fraction_text, percent_text
from ..game.fairness import Fairness, favoured_by
from ..game.outcomes import CHANCES
from ..payout.lines import Interval
from ..table import Column, Table
from ..variant.beside import beside_rules
from .ranking import Entry, describe

_PAYOUTS = (
    Column("lowest", itemgetter(0)),
    Column("highest", itemgetter(1)),
    Column("about", lambda ends: exact_record(ends[0])["approx"], "lowest, about"),
)


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
        payer = favoured_by(fairness.first_player_ev)
        other = {"first": "second", "second": "first"}[payer]
        payment = fairness.side_payment
        lines["games to notice"] = f"{fairness.games:,} until the gain stands out of luck"
        lines["to make it fair"] = (
            f"the {payer} player pays the {other} {decimal_text(payment, 4)} stakes a game, "
            f"exactly {fraction_text(payment)}"
        )
    return describe(Entry(name, fairness.variant, fairness.first_player_ev), lines)


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


def render_payouts(interval: str, found: Sequence[Interval], format: Format) -> str:
    """Write which clack payouts of an interval make a variant fair.

    Text is sentences; the other formats have a row for each result, with its ends.
    """
    if format != "text":
        return Table(_PAYOUTS, found).write(format)
    if not found:
        return f"No clack payout {interval} makes this game fair.\n"
    lines = "".join(f"  {payout_text(each)}\n" for each in found)
    [(low, high), *more] = found
    these = "these" if more or low != high else "this"
    head = f"Of clack payouts {interval}, the game is exactly fair with {these} and no other:"
    return f"{head}\n{lines}"
