"""Is that so? Claims of others against what is true, and rules in words."""

from __future__ import annotations

import re
from contextlib import suppress
from os.path import exists
from typing import TYPE_CHECKING

import click

from ..errors import FileError, InputError, refused
from .command import KEPT, SPREAD, Asked, Named, question
from .typed import say_left_out

if TYPE_CHECKING:
    from ..many.claims import Claim
    from ..show.answer import Answer

_TAKES = "a fraction such as -1/250, a percentage such as -0.4012%, a CSV, a proof, or - for stdin"
_FILES = (".csv", ".json", ".gz")
_PROOF = "{", "\x1f"
"""How a proof begins, as it is or compressed."""


# An unknown option goes to CLAIM, since a negative number looks like one.
@question("check", KEPT, SPREAD, context_settings={"ignore_unknown_options": True})
@click.argument("claim", cls=Named, metavar="CLAIM", takes=f"What is claimed: {_TAKES}.")
def check(asked: Asked, claim: str) -> Answer:
    """Tell whether a claimed value is right. Exit code 1 says that it is not.

    A fraction is in stakes, and exact; a percentage is right to within half a unit of its last
    digit. A CSV has the names of rules as headings, and first_player_ev (a fraction) or
    first_player_ev_percent (a decimal). A proof is a file of `twoplayer write proof`; Python alone
    can check it too, with twoplayer/checker.py.

    \b
    Examples:
      twoplayer check -668351559599495/166583718925369344
      twoplayer check -0.4012%
      twoplayer check 1/1000 --immediate-clack
      twoplayer check published.csv --results my.db
      twoplayer table sixteen --format csv | twoplayer check -
    """
    from ..files import MOST_TABLE, read_stdin, read_text
    from ..many.claims import Checked, read_claims
    from ..show.fair import checks_answer, proof_answer

    if claim.startswith("--"):
        raise click.NoSuchOption(claim)
    single = _single(claim, asked)
    if single is None and (asked.rules or len(asked.named_by) > 0):
        raise click.UsageError(f"{claim} has the rules in it; give no others")
    if single:
        claims = [single]
    elif claim == "-":
        claims = read_claims(read_stdin(MOST_TABLE), "stdin")
    elif (begins := _begins(claim)) in _PROOF:
        return proof_answer(claim)
    elif begins == "[":
        raise FileError(f"{claim}: a table in JSON; takes it in CSV (--format csv)")
    else:
        claims = read_claims(read_text(claim, MOST_TABLE), claim)
    evs = asked.evs([claim.variant for claim in claims])
    return checks_answer(list(map(Checked, claims, evs)), one=single is not None)


def _single(text: str, asked: Asked) -> Claim | None:
    """Read a claim that is a number; None where it is `-` or a file."""
    from ..many.claims import claim_of

    number = re.match(r"\s*[+−-]?\s*\.?\d", text) is not None
    if text == "-" or (not number and exists(text)):
        return None
    if not number:
        if text.lower().endswith(_FILES):
            raise FileError(f"{text}: no such file")
        raise refused("CLAIM", text, _TAKES)
    try:
        return claim_of(text, asked.variant)
    except InputError:
        raise
    except ValueError as error:
        if exists(text):
            return None
        raise refused("CLAIM", text, _TAKES, str(error)) from None


def _begins(path: str) -> str:
    """Return the first character of a file, if it can be read."""
    with suppress(OSError), open(path, "rb") as file:
        return file.read(1).decode("latin-1")
    return ""


@question("rules")
def rules(asked: Asked) -> Answer:
    """List the registered rules; or say every rule of a game in words, and its source.

    \b
    Examples:
      twoplayer rules
      twoplayer rules sixteen
      twoplayer rules --tiles 12 --ties second
    """
    from ..show.rules import registered_answer, rules_answer

    if not asked.rules and not asked.named_by:
        return registered_answer()
    answer = rules_answer(asked.family)
    say_left_out(asked.families)
    return answer
