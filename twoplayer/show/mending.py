"""What would make a game fairer, as a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ..exact import percent_text
from ..game.fairness import gain
from ..many.mending import Mend, Mending
from ..writing import Format, Row, paragraph, render, to_json
from .ranking import Entry, describe

__all__ = ["render_mending"]

_TITLES = {"what_changes": "what changes", "ev": "player 1\nEV (%)"}
_NUMBERS = {1: "single changes", 2: "changes of two rules"}


def render_mending(name: str, mending: Mending, top: int, format: Format) -> str:
    """Write the fairest changes of one rule, and of two; CSV and JSON have all, and are exact.

    Parameters
    ----------
    name
        What the game is called.
    mending
        What was tried.
    top
        How many changes of one rule are shown, and how many of two.
    format
        How they are written.
    """
    quick = mending.fractions
    if format == "json":
        return to_json(
            [{"variant": each.variant.rules(), **_exact_row(quick, each)} for each in quick.mends]
        )
    if format == "csv":
        flat = [{**each.variant.rules(), **_exact_row(quick, each)} for each in quick.mends]
        return render(flat, format)
    shown, words = [], []
    for number in _NUMBERS:
        smallest = [each for each in quick.smallest if len(each.changed) == number]
        shown += smallest[:top]
        words += [paragraph(said) for said in _tried(quick, number, len(smallest) - top)]
    several = {len(each.changed) for each in shown} != {1}
    rows = [_row(each, several) for each in shown]
    table = render(rows, format, _TITLES, widths={"what_changes": 42})
    if format != "text":
        return table
    game = describe(Entry(name, quick.variant, quick.first_player_ev))
    if quick.first_player_ev == 0:
        game += "\nThere is nothing to mend. So it would be with another rule:\n"
    parts = [game.rstrip(), table.rstrip(), *words, *_unfair(quick, shown)]
    return "\n\n".join(parts) + "\n"


def _row(mend: Mend, several: bool) -> Row:
    return {
        **({"changes": len(mend.changed)} if several else {}),
        "what_changes": mend.words,
        "ev": percent_text(mend.first_player_ev),
        "favoured": mend.favoured,
    }


def _exact_row(mending: Mending, mend: Mend) -> dict[str, Any]:
    return {
        "changes": len(mend.changed),
        "changed": mend.changed,
        "what_changes": mend.words,
        "order": mend.order,
        "first_player_ev": mend.first_player_ev,
        "favoured": mend.favoured,
        "unfair": mending.unfair(mend),
    }


def _tried(mending: Mending, number: int, more: int) -> Iterator[str]:
    """Say how many changes were tried, and what is not shown."""
    tried = sum(len(each.changed) == number for each in mending.mends)
    if tried:
        yield (
            f"Of {tried:,} {_NUMBERS[number]}, {mending.fairer(number):,} make the game "
            f"fairer.{' --top shows more of what was tried.' if more > 0 else ''}"
        )


def _unfair(mending: Mending, shown: Sequence[Mend]) -> Iterator[str]:
    """Say what stays unfair where the table does not."""
    said = {each: mending.unfair(each) for each in shown}
    lines = [
        paragraph(f"{each.words}: {unfair}.", "- ")
        for each, unfair in said.items()
        if unfair not in ("nothing", gain(each.first_player_ev))
    ]
    if lines:
        yield "\n".join(["What the table does not say:", "", *lines])
