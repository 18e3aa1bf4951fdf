"""What the how-to of published figures says of numbers, quantities and headings is so."""

import re

import pytest
from documents import PAGES

from twoplayer.claims.headings import meaning
from twoplayer.claims.number import number_of
from twoplayer.claims.quantity import QUANTITIES, quantity_named

PAGE = PAGES["docs/howto/check-a-published-figure.md"]
FORMS = {"exactly": "exact", "a rounded": "rounded", "rounded": "rounded", "between": "interval"}
KINDS = {
    "any quantity": ("number", "of"),
    "the ends of an interval": ("claim",),
    "the game's name": ("name",),
    "the second player's name and rules": ("second name", "second rule"),
    "how the players play": ("first", "second", "strategy"),
    "the score to beat": ("to beat",),
    "nothing": ("nothing",),
}


def rows(heading):
    """Return the rows of the table below a line of headings."""
    [body] = re.findall(rf"^{re.escape(heading)}\n\|[-|]+\n((?:\|.*\n)+)", PAGE, re.MULTILINE)
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in body.splitlines()]


def code(cell):
    return re.findall(r"`([^`]+)`", cell)


WRITTEN = [(text, said) for cell, said in rows("| written | taken for |") for text in code(cell)]
CALLED = [(what, each) for what, cell in rows("| what it is | headings |") for each in code(cell)]


@pytest.mark.parametrize(("text", "said"), WRITTEN)
def test_a_number_is_taken_for_what_the_page_says(text, said):
    [form] = {form for begin, form in FORMS.items() if said.startswith(begin)}
    number = number_of(text)
    assert number.form == form
    assert (number.unit in ("percent", "cents")) == ("hundredth" in said or "7 %" in text)


def test_every_quantity_is_on_the_page_twice():
    named = [name for cell, *_ in rows("| `--of` | what it is | unit |") for name in code(cell)]
    assert [*dict.fromkeys(quantity_named(name)[0] for name in named)] == [*QUANTITIES]
    assert {code(what)[0] for what, _ in CALLED if code(what)} == {*QUANTITIES}


@pytest.mark.parametrize(("what", "heading"), CALLED)
def test_a_heading_means_what_the_page_says(what, heading):
    if heading in ("--of", "clack_payout"):
        return  # an option, and what is no claim
    means = meaning(heading, {"score_to_beat"} if what == "`value`" else ())
    if name := code(what):
        assert (means.kind, [means.name]) == ("claim", name)
    else:
        assert means.kind in KINDS[what]


@pytest.mark.parametrize(
    ("heading", "claimed_beside", "no_claim_beside"),
    [("value", ("tiles", "score_to_beat"), ("tiles", "ev")), ("score", ("tiles",), ("chance",))],
)
def test_what_stands_beside_a_heading_decides_whether_it_claims(
    heading, claimed_beside, no_claim_beside
):
    """A value is that of a turn against a score; a score with a chance is one of many."""
    assert meaning(heading, claimed_beside).kind == "claim"
    assert meaning(heading, no_claim_beside).kind == "nothing"
