"""Is it right? A number that somebody claims, a table of such numbers, or a proof."""

from __future__ import annotations

import re
from os.path import exists
from typing import TYPE_CHECKING

import click

from ..errors import FileError, refused, whole_number
from .command import HER_RULES, SOLVING, Asked, Named, Question, Setting, question
from .duration import say
from .fair import FIRST, OPTIMAL, SECOND
from .typed import check_no_more, read_once, run_players

if TYPE_CHECKING:
    from ..show.answer import Answer

_CLAIM = (
    "a number such as -1/250, -0.4012%, 7.1432%, 11.16 or '1 in 14'; a table, a proof, or - for "
    "stdin"
)
_MINUS = "\N{MINUS SIGN}"
_NEGATIVE = re.compile(r"-[.,]?\d.* .*|-\\.*")
_NUMBER = re.compile(r"^\W*\d")


class _Check(Question):
    """The command, which takes a negative number for a claim, though it looks like options."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        # Words, such as those of `-1 out of 250`, may have letters of options.
        read = [_MINUS + a[1:] if _NEGATIVE.fullmatch(a) else a for a in args]
        return super().parse_args(ctx, read)


# An unknown option goes to CLAIM, since a negative number looks like one.
@question(
    "check", *SOLVING, HER_RULES, context_settings={"ignore_unknown_options": True}, cls=_Check
)
@click.argument(
    "claim", cls=Named, metavar="CLAIM", takes="A number, a table, a proof, or - for stdin."
)
@Setting(
    "--of QUANTITY",
    "What the number is of (`help claim`); without it, the first player's EV.",
    default="ev",
    known="claims.quantity:QUANTITIES",
)
@Setting("--to-beat K", "With --of value: the first player's score.", "score_to_beat", type=int)
@FIRST
@SECOND
@Setting(
    "--games N",
    "The number is from so many simulated games. It is right where chance explains the difference.",
    name="simulated",
    type=int,
)
def check(
    asked: Asked,
    claim: str,
    of: str,
    score_to_beat: int | None,
    first: str,
    second: str,
    simulated: int | None,
) -> Answer:
    """Tell whether a claimed number is right, and what a wrong one is. Exit code 1: it is wrong.

    A fraction must be exact. A decimal or a percentage is right to within half a unit of its last
    digit. A table is what this program writes, in any format, or your own (`twoplayer help
    claim`). A proof is from `twoplayer write proof`; twoplayer/checker.py alone checks it.

    \b
    Examples:
      twoplayer check -0.4012%
      twoplayer check -668351559599495/166583718925369344
      twoplayer check 7.1432% --of clack
      twoplayer check 7.22% --of clack --games 100000
      twoplayer check -27.69% --second-rules my-child.toml
      twoplayer check published.csv --results my.db
      twoplayer table sixteen --format csv | twoplayer check -
    """
    from ..checker import MOST_BYTES
    from ..claims.quantity import quantity_named
    from ..claims.rows import check_claims
    from ..claims.tables import is_table, read_table
    from ..claims.verdict import MOST_SIMULATED, Given, claim_of, judged
    from ..show.claims import proof_answer, verdict_answer, verdicts_answer
    from ..strategy.own import as_strategy

    if claim.startswith("--"):
        raise click.NoSuchOption(claim)
    claim = claim.replace(_MINUS, "-")
    named, discount = quantity_named(of)
    if simulated is not None:
        whole_number("simulated", simulated, 1, MOST_SIMULATED)
    players = asked.players(first, second)
    single = _is_number(claim)
    others = asked.rules or asked.named_by or asked.second_called
    content, name = b"", claim
    if not single:
        check_no_more(claim, others)
        name, content = read_once(claim, MOST_BYTES)
    proof = content.startswith(b"\x1f") or (content.startswith(b"{") and not is_table(content))
    more = (
        (of, first, second) != ("ev", *OPTIMAL)
        or score_to_beat is not None
        or simulated is not None
    )
    if proof:
        if more:
            raise click.UsageError(f"{claim} is a proof, which says what it is of; give no more")
        return proof_answer(name, content)
    game = asked.game(code=True).contest if single else None
    one, other = map(as_strategy, run_players(players))
    given = Given(named, discount, score_to_beat, one, other, simulated)
    if game:
        verdicts = judged([claim_of(claim, game, given, _CLAIM, "CLAIM")], asked.evs)
        verdicts.look()
        return verdict_answer(verdicts[0])
    verdicts = check_claims(read_table(content, name), name, given, asked.evs)
    verdicts.look()
    for passed in verdicts.passed:
        say(passed)
    return verdicts_answer(verdicts)


def _is_number(text: str) -> bool:
    """Tell whether a claim is a number; a number comes before a file with such a name."""
    from ..claims.number import number_of

    number, why = _NUMBER.search(text), ""
    try:
        number_of(text)
    except ValueError as error:
        why = str(error) if number else ""
    else:
        return True
    if text == "-" or exists(text):
        return False
    if not number and text.lower().endswith((".csv", ".tsv", ".json", ".gz", ".md", ".tex")):
        raise FileError(f"{text}: no such file")
    raise refused("CLAIM", text, _CLAIM, why)
