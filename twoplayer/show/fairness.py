"""Fairness as text and tables."""

from __future__ import annotations

from collections.abc import Sequence

from ..exact import decimal_text, exact_record, fraction_text, percent_text
from ..game.fairness import Fairness, favoured_by
from ..payout.lines import Interval
from ..writing import Format, Row, render
from .ranking import RESULTS, TITLES, Entry, describe, render_beside_rules

__all__ = [
    "RESULT_COLUMNS",
    "describe_one",
    "payout_text",
    "render_all",
    "render_payouts",
    "results_of",
]

_PAYOUT_TITLES = {"lowest": "lowest", "highest": "highest", "about": "lowest, about"}
_CHANCES = {
    "first_wins": "first player wins",
    "tie": "a tie",
    "second_wins": "second player wins",
    "first_clacks": "first player clacks",
    "second_clacks": "second player clacks",
}
RESULT_COLUMNS = (*RESULTS, *_CHANCES, "standard_deviation", "games", "side_payment")
"""The columns of the table that are no rules."""
_TITLES = {
    **TITLES,
    "changed": "not as in the\nclassic game",
    "games": "games to\nnotice",
    "side_payment": "side payment, exact",
}


def describe_one(name: str, fairness: Fairness, exact: bool = False) -> str:
    """Say how fair a variant is: who wins how often, and what would even it out."""
    lines = {}
    for field, title in _CHANCES.items():
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
        lines["games to notice"] = f"{_games(fairness)} until the gain stands out of luck"
        lines["to make it fair"] = (
            f"the {payer} player pays the {other} {decimal_text(payment, 4)} stakes a game, "
            f"exactly {fraction_text(payment)}"
        )
    return describe(_entry(name, fairness), lines)


def render_all(named: Sequence[tuple[str, Fairness]], format: Format, exact: bool = False) -> str:
    """Write how fair some variants are, in the order given.

    CSV and JSON hold everything: exact, and chances in [0, 1].
    """
    entries = [_entry(*pair) for pair in named]
    results = [results_of(*pair) for pair in named]
    columns = ["first_player_ev_percent", "favoured", "games", *["side_payment"] * exact]
    shown = [
        {**{column: row[column] for column in columns}, "games": _games(fairness)}
        for row, (_, fairness) in zip(results, named, strict=True)
    ]
    return render_beside_rules(
        entries, results, shown, format, titles=_TITLES, width=20, columns=RESULT_COLUMNS
    )


def _entry(name: str, fairness: Fairness) -> Entry:
    return Entry(name, fairness.variant, fairness.first_player_ev)


def results_of(name: str, fairness: Fairness) -> Row:
    """Return how fair a variant is as a row."""
    return {
        **_entry(name, fairness).results,
        **{field: getattr(fairness.outcomes, field) for field in _CHANCES},
        "standard_deviation": fairness.standard_deviation,
        "games": fairness.games,
        "side_payment": fairness.side_payment,
    }


def _games(fairness: Fairness) -> str | None:
    return None if fairness.games is None else f"{fairness.games:,}"


def payout_text(found: Interval) -> str:
    """Write what `fair_intervals` found: a payout as decimal and fraction, or an interval.

    Examples
    --------
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
        rows = [
            {"lowest": low, "highest": high, "about": exact_record(low)["approx"]}
            for low, high in found
        ]
        return render(rows, format, _PAYOUT_TITLES)
    if not found:
        return f"No clack payout {interval} makes this game fair.\n"
    lines = "".join(f"  {payout_text(each)}\n" for each in found)
    [(low, high), *more] = found
    these = "these" if more or low != high else "this"
    head = f"Of clack payouts {interval}, the game is exactly fair with {these} and no other:"
    return f"{head}\n{lines}"
