"""Fairness as text and tables."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import TYPE_CHECKING

from ..exact import decimal_text, exact_record, fraction_text
from ..game.fairness import Fairness
from ..payout.fair_payouts import FairPayout
from ..writing import Row, render
from .ranking import TITLES, Entry, describe, render_beside_rules

if TYPE_CHECKING:
    from sympy import Rational

__all__ = ["describe_fairness", "payout_text", "render_fairness", "render_payouts"]

_PAYOUT_TITLES = {"lowest": "lowest", "highest": "highest", "about": "lowest, about"}
_CHANCES = {
    "first_wins": "first player wins",
    "tie": "a tie",
    "second_wins": "second player wins",
    "first_clacks": "first player clacks",
    "second_clacks": "second player clacks",
}
_TITLES = {
    **TITLES,
    "changed": "not as in the\nsimplest game",
    "games": "games to\nnotice",
    "side_payment": "side payment, exact",
}


def describe_fairness(name: str, fairness: Fairness, exact: bool = False) -> str:
    """Say how fair a variant is: who wins how often, and what would even it out.

    Parameters
    ----------
    name
        The name of its rule set.
    fairness
        How fair it is.
    exact
        Show the chances as fractions too.
    """
    lines = {}
    for field, title in _CHANCES.items():
        chance = getattr(fairness.outcomes, field)
        percent = f"{_percent(chance):>7} %" if chance else "  never"
        lines[title] = percent + f"  {fraction_text(chance)}" * exact
    deviation = fairness.standard_deviation
    shown = "too large a number" if deviation is None else f"{deviation:.4f} stakes in one game"
    lines["standard deviation"] = shown
    if fairness.games is None:
        lines["games to notice"] = "never, as nobody gains"
    else:
        payer, other = fairness.favoured, {"first": "second", "second": "first"}[fairness.favoured]
        payment = fairness.side_payment
        lines["games to notice"] = f"{_games(fairness)} until the gain stands out of luck"
        lines["to make it fair"] = (
            f"the {payer} player pays the {other} {decimal_text(payment, 4)} stakes a game, "
            f"exactly {fraction_text(payment)}"
        )
    return describe(Entry.of(name, fairness.solution), lines)


def render_fairness(named: Sequence[tuple[str, Fairness]], format: str, exact: bool = False) -> str:
    """Write how fair some variants are, the fairest first.

    Parameters
    ----------
    named
        Each with the name of its rule set.
    format
        As in `table.render`. CSV and JSON hold everything: exact, and chances in [0, 1].
    exact
        Show the exact side payment in the other formats too.
    """
    in_order = sorted(named, key=lambda pair: pair[1].side_payment)
    entries = [Entry.of(name, fairness.solution) for name, fairness in in_order]
    results = [
        {**entry.results, **_results(fairness)}
        for entry, (_, fairness) in zip(entries, in_order, strict=True)
    ]
    columns = ["first_player_ev_percent", "favoured", "games", *["side_payment"] * exact]
    shown = [
        {**{column: row[column] for column in columns}, "games": _games(fairness)}
        for row, (_, fairness) in zip(results, in_order, strict=True)
    ]
    return render_beside_rules(entries, results, shown, format, titles=_TITLES, width=20)


def _results(fairness: Fairness) -> Row:
    return {
        **{field: getattr(fairness.outcomes, field) for field in _CHANCES},
        "standard_deviation": fairness.standard_deviation,
        "games": fairness.games,
        "side_payment": fairness.side_payment,
    }


def _games(fairness: Fairness) -> str | None:
    return None if fairness.games is None else f"{fairness.games:,}"


def _percent(chance: Rational) -> str:
    return decimal_text(100 * chance, 2)


def payout_text(found: FairPayout) -> str:
    """Write what `fair_payouts` found: a payout as decimal and fraction, or an interval.

    Examples
    --------
    >>> from fractions import Fraction
    >>> payout_text(Fraction(1, 3)), payout_text((1, Fraction(5, 2)))
    ('0.3333 (1/3)', 'every payout from 1 to 5/2')
    """
    if isinstance(found, tuple):
        low, high = found
        return f"every payout from {low}" + (" up" if high == inf else f" to {high}")
    if found == int(found):
        return fraction_text(found)
    return f"{decimal_text(found, 4)} ({fraction_text(found)})"


def render_payouts(interval: str, found: Sequence[FairPayout], format: str) -> str:
    """Write which clack payouts make a variant fair.

    Parameters
    ----------
    interval
        Where they were sought, in words.
    found
        What `fair_payouts` found.
    format
        As in `table.render`. Text is sentences; the others have a row for each result, with the
        lowest and the highest payout of an interval, which are equal where there is just one.
    """
    if format != "text":
        rows = []
        for each in found:
            low, high = each if isinstance(each, tuple) else (each, each)
            high = None if high == inf else high
            rows.append(
                dict(zip(_PAYOUT_TITLES, (low, high, exact_record(low)["approx"]), strict=True))
            )
        return render(rows, format, _PAYOUT_TITLES)
    if not found:
        return f"No clack payout {interval} makes this game fair.\n"
    lines = "".join(f"  {payout_text(each)}\n" for each in found)
    these = "these" if len(found) > 1 or isinstance(found[0], tuple) else "this"
    head = f"Of clack payouts {interval}, the game is exactly fair with {these} and no other:"
    return f"{head}\n{lines}"
