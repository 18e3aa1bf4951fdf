"""Claims about expected values beside what is true."""

from __future__ import annotations

from collections.abc import Sequence

from ..exact import percent_text
from ..many.claims import Checked
from ..writing import Format, render
from .ranking import TITLES

__all__ = ["render_checks", "verdict"]


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


def render_checks(checked: Sequence[Checked], format: Format) -> str:
    """Write claim after claim whether it is right, and beside a wrong one what is."""
    rows = [
        {
            "line": c.claim.line,
            "claim": c.claim.text,
            "first_player_ev_percent": percent_text(c.first_player_ev),
            "right": c.right,
            "first_player_ev": c.first_player_ev,
        }
        for c in checked
    ]
    wrong = sum(not c.right for c in checked)
    if format == "text" and not wrong:
        for row in rows:
            del row["first_player_ev"]
    text = render(rows, format, TITLES)
    if format.prose:
        text += f"\n{len(rows) - wrong} of {len(rows)} rows are right.\n"
    return text
