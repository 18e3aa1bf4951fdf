"""What would make a game fairer, as a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ..cells import Format
from ..game.fairness import gain
from ..many.mending import Mend, Mending
from ..words import paragraph
from .ranking import Entry, describe

_NUMBERS = {1: "single changes", 2: "changes of two rules"}


def render_mending(name: str, mending: Mending, top: int, format: Format) -> str:
    """Write the `top` fairest changes of one rule, and of two; programs get all, and exact."""
    quick = mending.fractions
    table = quick.table()
    if format.exact:
        return table.write(format)
    shown, words = [], []
    for number in _NUMBERS:
        smallest = [each for each in quick.smallest if len(each.changed) == number]
        shown += smallest[:top]
        words += [paragraph(said) for said in _tried(quick, number, len(smallest) - top)]
    several = {len(each.changed) for each in shown} != {1}
    columns = [each for each in table.columns if several or each.name != "changes"]
    text = replace(table, columns=columns, rows=shown).write(format)
    if format != "text":
        return text
    game = describe(Entry(name, quick.variant, quick.first_player_ev))
    if quick.first_player_ev == 0:
        game += "\nThere is nothing to mend. With another rule it would be:\n"
    parts = [game.rstrip(), text.rstrip(), *words, *_unfair(quick, shown)]
    return "\n\n".join(parts) + "\n"


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
