"""What would make a game fairer: the verdict, and a table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ..cells import Format, to_json
from ..exact import fraction_text, percent_text
from ..many.mending import Mending
from ..table import To
from ..words import paragraph, titled
from .ranking import title

_NUMBERS = {1: "single changes", 2: "changes of two rules"}


def render_mending(name: str, mending: Mending, top: int, format: Format) -> str:
    """Write the `top` fairest changes of one rule, and of two; programs get all, and exact."""
    quick = mending.fractions
    table, ev = quick.table(), quick.first_player_ev
    if format == "json":
        asked = {"variant": quick.variant.rules(), "changes": quick.changes, "keep": quick.keep}
        found = {"verdict": quick.verdict, "mends": table.cells(To.JSON)}
        return to_json({**asked, "first_player_ev": ev, **found})
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
    kept = ", ".join(each.replace("_", " ") for each in quick.keep)
    game = {
        "rules": title(name, quick.variant),
        "first player's EV": f"{percent_text(ev)} %, exactly {fraction_text(ev)} stakes",
        "kept": f"{kept or 'nothing'} (--keep says what else)",
    }
    more = [paragraph(f"{each.words}: {each.but}.", "- ") for each in shown if each.but]
    if more:
        words.append("\n".join(["What the table does not say:", "", *more]))
    parts = [paragraph(quick.verdict), titled(game), text.rstrip(), *words]
    return "\n\n".join(parts) + "\n"


def _tried(mending: Mending, number: int, more: int) -> Iterator[str]:
    """Say how many changes were tried, and what is not shown."""
    tried = sum(len(each.changed) == number for each in mending.mends)
    if tried:
        yield (
            f"Of {tried:,} {_NUMBERS[number]}, {mending.fairer(number):,} make the game "
            f"fairer.{' --top shows more of what was tried.' if more > 0 else ''}"
        )
