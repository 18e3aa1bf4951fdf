"""Claims about expected values: whether a fraction, or every row of a table, is right."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import islice
from typing import NamedTuple

from ..errors import Faults, FileError, InputError, RulesError, cut, shown
from ..exact import parse_exact, percent_text
from ..game.fairness import EV
from ..table import column_named
from ..turn.turns import turn_of
from ..variant.fields import FIELDS
from ..variant.variant import RULES, Variant, variant_of

MOST_ROWS = 50_000
MOST_FAULTS = 100
_EV, _PERCENT = "first_player_ev", "first_player_ev_percent"
_IGNORED = ("name", "clack_payout_approx", "favoured", "certificate_sha256")
_KNOWN = (*FIELDS, _EV, _PERCENT, *_IGNORED)
_ALSO = {
    **{column_named(column.heading): column.name for column in RULES if column.name in FIELDS},
    "immediate": "immediate_clack",
    "ev": _EV,
    "ev_percent": _PERCENT,
    column_named(EV.heading): _PERCENT,
}
"""What people call some of these, as above a table."""


class Claim(NamedTuple):
    """What a row of a table says: that the EV, in stakes, lies between `low` and `high`."""

    line: int | None  # where it stands
    variant: Variant
    text: str  # how it is written
    low: Fraction
    high: Fraction  # equal to `low` if the claim is exact


class Checked(NamedTuple):
    claim: Claim
    first_player_ev: Fraction

    @property
    def right(self) -> bool:
        return self.claim.low <= self.first_player_ev <= self.claim.high

    @property
    def meant(self) -> str:
        """The percentage that would be right, where it lacks its sign or is in stakes; or ""."""
        text = self.claim.text
        places = len(text.partition(".")[2])
        if text.endswith("%") or not places:
            return ""
        in_stakes = [percent_text(self.claim.low, places - 2)] if places > 2 else []
        for percent in (text, *in_stakes):
            low, high = _rounded(percent)
            if low <= self.first_player_ev <= high:
                return f"{percent}%"
        return ""


def claim_of(text: str, variant: Variant) -> Claim:
    """Read one claim about a variant, or raise `ValueError` with the reason alone.

    It is an exact number of stakes, or, with `%`, right to within half a unit of its last digit.

    >>> claim_of("-0.4 %", Variant())[-2:], claim_of("-0.4", Variant())[-2:]
    ((Fraction(-9, 2000), Fraction(-7, 2000)), (Fraction(-2, 5), Fraction(-2, 5)))
    """
    text = text.strip()
    low, high = _said(text)
    return Claim(None, variant, re.sub(r"\s*%$", " %", text), low, high)


def read_claims(text: str, name: str) -> list[Claim]:
    r"""Read a table of claims, which has this name in errors; all its faults are named.

    It is CSV, or has tabs in place of commas, with the fields of a rule set as headings, and with
    `first_player_ev` (as for `claim_of`), `first_player_ev_percent` (with or without `%`), or both;
    or with what stands above our tables. An empty cell is the default of its field.

    >>> [claim] = read_claims("tiles,first_player_ev_percent\n9,-0.5\n", "a table")
    >>> claim.line, claim.low, claim.high
    (2, Fraction(-11, 2000), Fraction(-9, 2000))
    """
    between = "\t" if "\t" in text.partition("\n")[0] else ","
    reader = csv.reader(io.StringIO(text), delimiter=between, strict=True)
    try:
        rows = islice(filter(any, reader), MOST_ROWS + 2)
        numbered = [(reader.line_num, row) for row in rows]
    except csv.Error as error:
        raise FileError(f"{name}: line {reader.line_num}: not CSV: {error}") from None
    headings = [*map(_heading, numbered[0][1])] if numbered else []
    faults = _heading_faults(headings)
    if len(numbered) < 2:
        faults.append("no rows; takes a line of headings and a line for each claim")
    if len(numbered) > MOST_ROWS + 1:
        faults.append(f"more than {MOST_ROWS:,} rows; takes several tables")
    claims = []
    for line, cells in numbered[1:] if not faults else []:
        try:
            claims.append(_claim(line, headings, cells))
        except InputError as error:
            faults += [f"line {line}: {fault}" for fault in error.faults]
        if len(faults) >= MOST_FAULTS:
            break
    if faults:
        raise FileError(*(f"{name}: {fault}" for fault in faults))
    return claims


def _heading(text: str) -> str:
    name = column_named(text)
    name = _ALSO.get(name, name)
    return name if name in _KNOWN else text.strip()


def _heading_faults(headings: Sequence[str]) -> Faults:
    faults = Faults()
    unknown = [shown(heading) for heading in dict.fromkeys(headings) if heading not in _KNOWN]
    if unknown:
        said = "unknown headings" if unknown[1:] else "an unknown heading"
        unknown[5:] = ["…"] * bool(unknown[5:])
        faults.append(f"{', '.join(unknown)}: {said}; takes {', '.join(_KNOWN)}")
    faults += [f"{cut(h)}: a heading twice" for h, n in Counter(headings).items() if n > 1]
    if "name" in headings and not set(FIELDS) & set(headings):
        faults.append("name: a name alone; takes the rules themselves, a column for each field")
    if headings and not {_EV, _PERCENT} & set(headings):
        faults.append(f"neither a heading {_EV} nor {_PERCENT}; takes one or both")
    return faults


def _claim(line: int, headings: Sequence[str], cells: Sequence[str]) -> Claim:
    if len(cells) != len(headings):
        raise RulesError(f"a row of {len(cells)}; takes {len(headings)}, one for each heading")
    row = {heading: cell.strip() for heading, cell in zip(headings, cells, strict=True)}
    ranges, faults = [], Faults()
    for column, read in ((_EV, _said), (_PERCENT, _rounded)):
        try:
            ranges += [read(said)] if (said := row.get(column)) else []
        except ValueError as error:
            faults.append(f"{column}: got {shown(said)}, {error}")
    if not ranges and not faults:
        faults.append(f"no claim; takes {_EV}, {_PERCENT} or both")
    with faults:
        variant = variant_of(row)
        turn_of(variant).board.check_size()
    faults.tell(RulesError)
    percent = row.get(_PERCENT, "").removesuffix("%").strip()
    text = "; ".join(filter(None, [row.get(_EV), percent and f"{percent} %"]))
    lows, highs = zip(*ranges, strict=True)
    return Claim(line, variant, text, max(lows), min(highs))


def _said(text: str) -> tuple[Fraction, Fraction]:
    if text.endswith("%"):
        return _rounded(text)
    value = parse_exact(text)
    return value, value


def _rounded(text: str) -> tuple[Fraction, Fraction]:
    text = text.strip().removesuffix("%").strip()
    value = parse_exact(text)
    if re.search("[/:]", text):
        raise ValueError("not a decimal; takes percent such as -0.4012")
    half = Fraction(1, 2 * 10 ** len(text.partition(".")[2]))
    return (value - half) / 100, (value + half) / 100
