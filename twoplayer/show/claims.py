"""Verdicts on claims, in sentences and tables, and on proofs."""

from __future__ import annotations

from functools import partial

from ..claims.verdict import Verdict, Verdicts
from ..tables import Column, Table
from ..variant.labels import rules_in_words
from ..variant.variant import Variant
from ..words import paragraph, parted, titled
from .answer import ONLY, Answer

_MOST_TOLD = 20
"""At most this many wrong rows are told in sentences below a table."""


def verdict_in_words(verdict: Verdict) -> str:
    """Write a verdict in lines of text: an exact fraction stands whole in a line of its own."""
    lines = [
        line if line.startswith("exactly ") else paragraph(line)
        for line in verdict.says.split("\n")
    ]
    rules = verdict.variant, verdict.second_variant
    below = "" if {*rules} == {Variant()} else titled(rules_in_words(*rules))
    return parted("\n".join(lines), below)


def verdict_answer(verdict: Verdict) -> Answer:
    """Answer a single claim: in sentences for people, as one row for programs."""
    answer = Answer(
        verdict.table(),
        lambda exact: verdict_in_words(verdict),
        json=ONLY,
        right=verdict.right,
        says_it=True,
    )
    return answer.of_players(verdict.variant, verdict.second_variant)


def verdicts_answer(verdicts: Verdicts) -> Answer:
    """Answer a table of claims: a row for each claim, and sentences on wrong claims below."""
    table = verdicts.table()
    wrong = [verdict for verdict in verdicts if not verdict.right]

    def text(exact: bool) -> str:
        told = [] if exact else wrong[:_MOST_TOLD]
        lines = [paragraph(f"Line {verdict.line}: {_in_a_row(verdict)}") for verdict in told]
        if len(wrong) > len(told) and told:
            more = f"{len(wrong) - len(told):,} more are wrong: --where right=no --exact lists them"
            lines.append(paragraph(f"{more}."))
        return parted(table.write("text", exact), "\n".join(lines))

    return Answer(table, text, right=verdicts.right)


def _in_a_row(verdict: Verdict) -> str:
    """Write a verdict in sentences, in one line."""
    lines = verdict.says.split("\n")
    return " ".join(line if line.endswith((",", ".")) else f"{line}." for line in lines)


def proof_answer(name: str, content: bytes) -> Answer:
    """Answer whether a proof holds, by the independent checker."""
    from ..checker import parsed, verdict

    right, said = verdict(name, partial(parsed, content))
    columns = Column("claim"), Column("right"), Column("said", width=60)
    row = {"claim": name, "right": right, "said": said}
    return Answer(Table(columns, [row]), lambda exact: said, right=right)
