"""A card as one sheet to print: HTML for A5, to be laid beside the box."""

from __future__ import annotations

from importlib.resources import files
from itertools import groupby
from typing import NamedTuple

from ..exact import Rational, decimal_text, fraction_text
from ..game.solutions import solve
from ..game.stakes import tie_of
from ..strategy.card import Card, CardLine
from ..strategy.search import words
from ..variant.tiles import TileSet
from ..variant.variant import Variant

_WIDE = 19
"""So many characters of tiles fit into one of three columns; else there are two."""
_ROOM = {("first", 3): 75, ("first", 2): 44, ("second", 3): 40, ("second", 2): 28}
_TOGETHER = 8
"""So many boxes are not torn apart at the end of a column."""
_DEAREST = 10
_MOST_CHANCES = 48
_ORDINALS = {2: "second", 3: "third"}


def room_for(variant: Variant, player: str) -> int:
    """Return how many exceptions fit on a player's sheet."""
    return _ROOM[player, _columns(variant)]


class _Group(NamedTuple):
    """Exceptions with the same roll and move."""

    heading: str
    boxes: list[tuple[str, str, bool]]  # to beat which scores; whether they are worth most


def render_card(card: Card, name: str = "classic") -> str:
    """Write a card as HTML, with the name of its rules."""
    from jinja2 import Environment, StrictUndefined

    card = card.fractions
    template = (files("twoplayer.show") / "templates" / "card.html").read_text("utf-8")
    step = -(-len(card.chances) // _MOST_CHANCES)
    shown = list(card.chances.items())[:: step or 1]
    return (
        Environment(autoescape=True, undefined=StrictUndefined)
        .from_string(template)
        .render(
            player=card.player,
            game=_game(name, card.variant),
            roll=_dice(card),
            rule=words(card.rule),
            won=_won(card),
            groups=_groups(card),
            columns=_columns(card.variant),
            dearest=_DEAREST if len(card.lines) > 2 * _DEAREST else 0,
            ahead=_ahead(card),
            chances=[(score, _percent(win), _percent(tie)) for score, (win, tie) in shown],
            which=f", every {_ORDINALS.get(step, f'{step}th')} one" if step > 1 else "",
            cost=_cents(card.cost),
            alone=_cents(card.optimum - card.rule_ev),
            exact={
                "by this card": fraction_text(card.ev),
                "by perfect play": fraction_text(card.optimum),
                "the difference": fraction_text(card.cost),
            },
        )
        + "\n"
    )


def _columns(variant: Variant) -> int:
    return 3 if len(_box(variant.tiles, variant.tiles)) <= _WIDE else 2


def _game(name: str, variant: Variant) -> str:
    """Name the rules, and say which are not as in the classic game."""
    words = variant.in_words()
    return words if variant == Variant() else f"{name} ({words})"


def _won(card: Card) -> str:
    """Say when the second player has won, and how to go on makes no difference."""
    if card.player == "first" or card.variant.clack_payout != 1:
        return ""
    lower = "not higher" if tie_of(card.variant) > 0 else "lower"
    return (
        f"Once what you have open scores {lower} than the score to beat you have won: how you go "
        "on makes no difference."
    )


def _dice(card: Card) -> str:
    """Say how many dice to roll."""
    dice, one_die = card.variant.dice, card.variant.one_die
    if dice.number == 1:
        return "Roll the die."
    usual = "both dice" if dice.number == 2 else f"all {dice.number} dice"
    if card.one_die is None:
        said = one_die.words()
        return f"Roll {usual}" + ("." if one_die == "never" else f"; {said}.")
    if card.one_die == "never":
        return f"Always roll {usual}, also where you may roll one."
    if card.one_die == "always":
        return f"Roll one die wherever you may; else {usual}."
    when = card.one_die.words().partition(" while ")[2]
    return f"Roll one die where you may and {when}; else {usual}."


def _groups(card: Card) -> list[_Group]:
    """Sort the exceptions as one looks them up: by roll, by move, by what is open."""

    def place(line: CardLine) -> tuple[object, ...]:
        return line.rolls, line.covers, len(line.open_tiles), line.open_tiles, line.scores

    dearest = card.lines[:_DEAREST]
    found = []
    for (rolls, covers), lines in groupby(
        sorted(card.lines, key=place), lambda line: (line.rolls, line.covers)
    ):
        rolled = " or ".join(
            "+".join(map(str, roll)) if isinstance(roll, tuple) else str(roll) for roll in rolls
        )
        boxes = [
            (_box(card.variant.tiles, line.open_tiles), _against(card, line), line in dearest)
            for line in lines
        ]
        heading = f"{rolled}: cover {' + '.join(map(str, covers))}"
        for start in range(0, len(boxes), _TOGETHER):
            part = boxes[start : start + _TOGETHER]
            found.append(_Group(f"{heading}, more" if start else heading, part))
    return found


def _box(tiles: TileSet, open_tiles: TileSet) -> str:
    """Draw the box: open tiles, and dots for those that are covered."""
    return " ".join(str(tile) if tile in open_tiles else "·" * len(str(tile)) for tile in tiles)


def _against(card: Card, line: CardLine) -> str:
    """Say to beat which scores a line holds; nothing where it does for all."""
    if line.scores is None:
        return ""
    every, (low, high) = list(card.chances), line.scores
    if low <= every[0]:
        return "" if high == every[-1] else f"≤ {high}"
    if high == every[-1]:
        return f"≥ {low}"
    return f"{low}" if low == high else f"{low}–{high}"


def _ahead(card: Card) -> str:
    """Say which scores are good ones, with perfect play on both sides."""
    values = solve(card.variant).fractions.second_player_values
    good = [score for score, value in values.items() if value < 0]
    even = 0 in values.values()
    if even or good != list(values)[: len(good)] or not 0 < len(good) < len(values):
        return ""
    worst, next_score = good[-1], list(values)[len(good)]
    if card.player == "first":
        return f"Whoever leaves {worst} or less is ahead; with {next_score} or more the other is."
    return f"You are ahead against {next_score} or more, and behind against {worst} or less."


def _percent(chance: Rational) -> str:
    """Write a chance in whole percent; what is not certain is never written as if it were."""
    whole = round(100 * chance)
    if whole == 0 < chance:
        return "<1"
    return ">99" if whole == 100 and chance < 1 else str(whole)


def _cents(stakes: Rational) -> str:
    """Write what stakes are in 100 games of a dollar."""
    return decimal_text(100 * 100 * stakes, 0)
