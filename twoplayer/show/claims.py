"""Claims about expected values beside what is true."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter

from ..cells import Format
from ..exact import percent_text
from ..game.fairness import EV, EV_EXACTLY
from ..many.claims import Checked
from ..table import Column, Table


def verdict(checked: Checked) -> str:
    """Say whether a claim is right, and what is; of a wrong one, whether it is meant in percent."""
    word = "right" if checked.right else "wrong"
    if checked.right and "%" in checked.claim.text:
        word = "right, rounded to its last digit"
    ev = checked.first_player_ev
    said = f"{word}: the first player's EV is {ev} stakes ({percent_text(ev)} %)"
    if checked.right or not checked.right_in_percent:
        return said
    text = checked.claim.text
    return f"{said}\nIn percent it would be right: that is written {text}%"


_COLUMNS = (
    Column("line", attrgetter("claim.line")),
    Column("claim", attrgetter("claim.text")),
    EV,
    Column("right"),
    EV_EXACTLY,
)


def render_checks(checked: Sequence[Checked], format: Format) -> str:
    """Write claim after claim whether it is right, and beside a wrong one what is."""
    wrong = sum(not c.right for c in checked)
    text = Table(_COLUMNS, checked).write(format, exact=bool(wrong) or format != "text")
    if format.prose:
        text += f"\n{len(checked) - wrong} of {len(checked)} rows are right.\n"
    return text
