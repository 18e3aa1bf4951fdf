"""A card to play by, with two sides on A5, to lay beside the box; and a sheet for a wall.

The front of the card has rules to keep in mind; the back has exceptions to look up.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement, groupby
from operator import attrgetter
from typing import Any

from ..errors import refused
from ..exact import ExactNumber, decimal_text, fraction_text
from ..game.payouts import fair_payouts
from ..game.players import favoured_by, gain_in_money, payment
from ..game.solution import solve, solve_two
from ..strategy.card import Card, CardLine
from ..strategy.search import words
from ..variant.variant import Variant, changed
from . import html
from .link import link_to

DEAREST = 10  # exceptions on the front
_ROWS = {"first": 25, "second": 16}
"""Rows of exceptions on the back; the second player's back has that player's chances as well."""
_NARROW = 20
_WIDE = {"first": 27, "second": _NARROW}
"""The most characters of tiles in one of two columns: on the front, and on a player's back."""
_STRIPS = 3  # the most strips of the second player's chances
MOST_IN_A_STRIP = 95  # characters
_MOST_LINK = 500  # more characters make a pattern too fine to be read
_PIPS = 6


def room_for(variant: Variant, player: str) -> int:
    return DEAREST + _columns(variant, _WIDE[player]) * _ROWS[player]


def render_card(card: Card, title: str = "", address: str = "") -> str:
    """Write a card as HTML, under the name of its rules and with the rules in words.

    The card links to the page at the address, with these rules, as a pattern for a phone's camera.
    Where the players have different rules there is no link.
    """
    card = card.fractions
    dearest, others = card.lines[:DEAREST], card.lines[DEAREST:]
    own, *others_rules = dict.fromkeys([card.own, *card.contest.rules])
    return html.filled(
        "card/card.html",
        title=title or own.name,
        player=card.player,
        rules="; against ".join(rules.in_words() for rules in [own, *others_rules]),
        sides=range(1, _PIPS + 1),
        roll=_dice(card),
        rule=words(card.rule).replace("among equals, the one with", "if equal, with"),
        won=_won(card),
        dearest=[(_roll(own, line.rolls), _box(card, line)) for line in dearest],
        narrow=_columns(own, _NARROW) > 1,
        others=_by_roll(card, others),
        ahead=_ahead(card),
        **_chances(card),
        cost=_cents(card.cost),
        alone=_cents(card.optimum - card.rule_ev),
        exact={
            "by this card": fraction_text(card.ev),
            "by perfect play": fraction_text(card.optimum),
            "the difference": fraction_text(card.cost),
        },
        **_linked(own, "" if others_rules else address),
    )


def render_wall(variant: Variant, title: str = "", address: str = "") -> str:
    """Write a sheet for a wall: how these rules differ, whom they favour, what mends it."""
    fair = solve(variant).fractions.fairness()
    ev, words, own = fair.first_player_ev, variant.words(), changed(variant)
    usual = (name for name, rule in variant.rules().items() if not (name in own or rule is None))
    payouts = fair_payouts(variant, 0, 10) if ev else ()  # payouts that people play
    single = next((each for each in payouts if not isinstance(each, tuple)), None)
    return html.filled(
        "card/wall.html",
        title=title or variant.name,
        own=[words[name] for name in own],
        usual=[words[name] for name in usual],
        favoured=favoured_by(ev),
        gains=gain_in_money(ev) if ev else "",
        games=f"{fair.games:,}" if fair.games else "",
        payout=single is not None and (decimal_text(single, 4), fraction_text(single)),
        payment=payment(ev) if ev else "",
        exact=fraction_text(ev),
        **_linked(variant, address),
    )


def _columns(variant: Variant, fit: int) -> int:
    return 2 if len(" ".join(map(str, variant.tiles))) <= fit else 1


def _linked(rules: Variant, address: str) -> dict[str, str]:
    if not address:
        return {"link": ""}
    link = f"{address}#{link_to(rules)}"
    if len(link) > _MOST_LINK:
        raise refused("address", link, f"at most {_MOST_LINK} characters with the rules")
    import segno

    drawn = segno.make(link, error="m", micro=False)
    pattern = drawn.svg_inline(border=2, omitsize=True, svgclass=None, lineclass=None)
    return {"link": link, "address": address.partition("://")[2], "pattern": pattern}


def _won(card: Card) -> str:
    stakes = card.contest.stakes
    if card.player == "first" or stakes.payout != 1:
        return ""
    lower = "not higher" if stakes.tie.wins > 0 else "lower"
    said = f"Once what you have open scores {lower} than the score to beat you have won"
    return f"{said}: how you go on makes no difference."


def _dice(card: Card) -> str:
    dice, one_die = card.own.dice, card.own.one_die
    if dice.number == 1:
        return "Roll the die."
    usual = "both dice" if dice.number == 2 else f"all {dice.number} dice"
    if card.one_die is None:
        return f"Roll {usual}" + ("." if one_die == "never" else f"; {one_die.words()}.")
    if card.one_die == "never":
        return f"Always roll {usual}, also where you may roll one."
    if card.one_die == "always":
        return f"Roll one die wherever you may; else {usual}."
    when = card.one_die.words().partition(" while ")[2]
    return f"Roll one die where you may and {when}; else {usual}."


def _roll(variant: Variant, either: Sequence[Any]) -> dict[str, Any]:
    totals = [roll for roll in either if isinstance(roll, int)]
    rolls = [roll for roll in either if not isinstance(roll, int)]
    said = [*map(str, totals), *("+".join(map(str, roll)) for roll in rolls)]
    dice = variant.dice
    faces = combinations_with_replacement(range(1, dice.sides + 1), 2) if dice.number == 2 else ()
    shown = [*rolls, *(each for each in faces if sum(each) in totals)]
    if any(max(roll) > _PIPS for roll in shown):
        shown = []
    return {"total": totals[0] if totals else None, "faces": shown, "said": " or ".join(said)}


def _box(card: Card, line: CardLine) -> dict[str, Any]:
    tiles = [
        (tile, "cover" if tile in line.covers else "open" if tile in line.open_tiles else "shut")
        for tile in card.own.tiles
    ]
    against, open_tiles = _against(card, line), ", ".join(map(str, line.open_tiles))
    said = f"With {open_tiles} open cover {' + '.join(map(str, line.covers))}"
    said += f", to beat {against}" if against else ""
    return {"tiles": tiles, "against": against, "said": said}


def _by_roll(card: Card, lines: Sequence[CardLine]) -> list[list[Any]]:
    """Return columns, equally long: a roll with lines in two columns has its tab in both."""

    def place(line: CardLine) -> tuple[object, ...]:
        return line.rolls, line.covers, len(line.open_tiles), line.open_tiles, line.scores

    ordered = sorted(lines, key=place)
    rows = -(-len(ordered) // _columns(card.own, _WIDE[card.player])) or 1
    columns = (ordered[start : start + rows] for start in range(0, len(ordered), rows))
    by_roll = (groupby(column, attrgetter("rolls")) for column in columns)
    return [
        [(_roll(card.own, rolls), [_box(card, line) for line in same]) for rolls, same in tabs]
        for tabs in by_roll
    ]


def _against(card: Card, line: CardLine) -> str:
    if line.scores is None:
        return ""
    every, (low, high) = list(card.chances), line.scores
    if low <= every[0]:
        return "" if high == every[-1] else f"{high} or less"
    if high == every[-1]:
        return f"{low} or more"
    return f"{low}" if low == high else f"{low} to {high}"


def _chances(card: Card) -> dict[str, Any]:
    longest = max(map(len, map(str, card.chances)), default=1)
    fit = MOST_IN_A_STRIP // (max(longest, 3) + 2)  # with two characters between scores
    step = max(-(-len(card.chances) // (_STRIPS * fit)), 1)
    shown = list(card.chances.items())[::step]
    length = -(-len(shown) // max(-(-len(shown) // fit), 1)) or 1
    ordinal = {2: "second", 3: "third"}.get(step, f"{step}th")
    return {
        "which": f", every {ordinal} one" if step > 1 else "",
        "strips": [
            [
                ("to beat", [score for score, _ in strip]),
                ("you win", [_percent(win) for _, (win, _) in strip]),
                ("tie", [_percent(tie) for _, (_, tie) in strip]),
            ]
            for strip in (shown[start : start + length] for start in range(0, len(shown), length))
        ],
    }


def _ahead(card: Card) -> str:
    values = solve_two(card.contest).fractions.second_player_values
    scores, good = [*values], [score for score, value in values.items() if value < 0]
    if 0 in values.values() or good != scores[: len(good)] or good in ([], scores):
        return ""
    worst, beyond = good[-1], scores[len(good)]
    if card.player == "first":
        return f"Leave {worst} or less, and you are ahead; with {beyond} or more you are behind."
    return f"To beat {beyond} or more you are ahead; to beat {worst} or less you are behind."


def _percent(chance: ExactNumber) -> str:
    whole = round(100 * chance)
    return "<1" if whole == 0 < chance else ">99" if whole == 100 > 100 * chance else str(whole)


def _cents(stakes: ExactNumber) -> str:
    return decimal_text(100 * 100 * stakes, 0)
