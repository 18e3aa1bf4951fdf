"""Claims about expected values beside what is true."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import redirect_stdout
from io import StringIO
from operator import attrgetter

from .. import checker
from ..exact import percent_text
from ..game.fairness import EV, EV_PERCENT
from ..many.claims import Checked
from ..table import Column, Table, To
from .answer import Answer


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
    EV_PERCENT._replace(to=To.ALL),
    Column("right"),
)


def checks_answer(checked: Sequence[Checked], one: bool) -> Answer:
    """Say claim after claim whether it is right, and beside a wrong one what is."""
    wrong = sum(not each.right for each in checked)
    exactly = EV._replace(to=To.ALL if wrong else To.PROGRAMS | To.EXACTLY)
    note = f"{len(checked) - wrong} of {len(checked)} rows are right."
    rows = Table([*_COLUMNS, exactly], checked, note=note)
    text = (lambda exact: f"{verdict(checked[0])}\n") if one else None
    return Answer(rows, text, right=not wrong)


def proof_answer(path: str) -> Answer:
    """Say whether a certificate holds, as the checker that stands alone says it."""
    said = StringIO()
    with redirect_stdout(said):
        code = checker.main([path])
    columns = Column("claim"), Column("right"), Column("said", width=60)
    row = {"claim": path, "right": code == 0, "said": said.getvalue().rstrip()}
    return Answer(Table(columns, [row]), lambda exact: said.getvalue(), right=code == 0)
