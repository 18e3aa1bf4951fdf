"""A card to play by: the best rule of thumb, the number of dice, and the dearest exceptions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from operator import index
from typing import NamedTuple

import numpy as np

from ..errors import GameTooLargeError, InputError, one_of, shown
from ..exact import ExactResult, Rational, Values
from ..executors import Progress, told
from ..game.payoffs import results, values_to_second
from ..game.solutions import solve
from ..turn.induction import Turn, turn_of
from ..turn.positions import possible_rolls_in
from ..turn.states import ranks
from ..turn.step import Policy
from ..turn.throws import allowed_moves
from ..variant.one_die import MEASURES, OneDie, measured
from ..variant.registry import VariantLike, as_variant
from ..variant.scores import scores
from ..variant.tiles import TileSet, tile_sets
from ..variant.variant import Variant
from ..writing import Row, Shown, in_percent
from .features import RuleOfThumb, key_of
from .played import Change, Played
from .rules_of_thumb import search_rules_of_thumb
from .values import strategy_value

__all__ = ["LINES", "PLAYERS", "Card", "CardLine", "card"]

PLAYERS = ("first", "second")
LINES = 36
MOST_LINES = 1000
MOST_NUMBERS = 2**24
_SEARCH = 0.3
"""The part of the work that is done when the rule of thumb is found."""


class CardLine(NamedTuple):
    """An exception on a card: what to cover, where it is not what the rule of thumb says.

    Parameters
    ----------
    open_tiles
        The tiles that are open.
    rolls
        The rolls after which it holds: totals where only they matter, else the dice.
    covers
        The tiles to cover.
    scores
        The lowest and the highest score to beat for which it holds; None on the first player's
        card.
    worth
        By how much it raises the EV, in stakes, with the lines that were chosen before it.
    """

    open_tiles: TileSet
    rolls: tuple[int | tuple[int, ...], ...]
    covers: TileSet
    scores: tuple[int, int] | None
    worth: Rational


@dataclass(frozen=True)
class Card(ExactResult, Shown):
    """What a player can carry to the table: a rule of thumb, and exceptions.

    Everything is in stakes, to the player, against optimal play.

    Parameters
    ----------
    variant
        The rules of the game.
    player
        `"first"` or `"second"`.
    rule
        The best rule of thumb; what it leaves open, is left to chance.
    one_die
        When to roll a single die, wherever that may be chosen; None where it never may.

    Examples
    --------
    >>> found = card(Variant(tiles=5), lines=2)
    >>> found.rule, [(line.open_tiles, line.rolls, line.covers) for line in found.lines]
    ((('playable totals', 1),), [((1, 2, 3, 4, 5), (10,), (2, 3, 5)), ((1, 2, 3, 4), (5,), (2, 3))])
    >>> 100 * float(found.ev), float(found.cost)
    (-0.39286949390761594, 0.0002486115972108538)
    """

    variant: Variant
    player: str
    rule: RuleOfThumb
    one_die: OneDie | None
    _lines: tuple[CardLine, ...]
    _optimum: Fraction = field(repr=False)
    _rule_ev: Fraction = field(repr=False)
    _chances: Mapping[int, tuple[Fraction, Fraction]] = field(compare=False, repr=False)

    def _title(self) -> str:
        return f"A card for the {self.player} player: {self.variant.in_words()}"

    def _rows(self) -> list[Row]:
        return [
            {"": "the rule alone", **in_percent(self.rule_ev)},
            {"": f"with {len(self.lines)} exceptions", **in_percent(self.ev)},
            {"": "perfect play", **in_percent(self.optimum)},
        ]

    @property
    def lines(self) -> tuple[CardLine, ...]:
        """The exceptions, the one that is worth most first."""
        return tuple(line._replace(worth=self._number(line.worth)) for line in self._lines)

    @property
    def optimum(self) -> Rational:
        """The EV of optimal play."""
        return self._number(self._optimum)

    @property
    def rule_ev(self) -> Rational:
        """The EV of the rule of thumb, with that number of dice, alone."""
        return self._number(self._rule_ev)

    @property
    def ev(self) -> Rational:
        """The EV of playing by the whole card."""
        return self._number(self._rule_ev + sum(line.worth for line in self._lines))

    @property
    def cost(self) -> Rational:
        """What playing by the card is worse by than optimal play."""
        return self._number(self._optimum) - self.ev

    @property
    def chances(self) -> dict[int, tuple[Rational, Rational]]:
        """The second player's chances to win and to tie, by the score to beat, ascending.

        It holds those against which she rolls; nothing on the first player's card.
        """
        return {
            score: (self._number(win), self._number(tie))
            for score, (win, tie) in self._chances.items()
        }


def card(
    variant: VariantLike,
    player: str = "first",
    *,
    lines: int = LINES,
    progress: Progress | None = None,
) -> Card:
    """Make a card for a player: the best rule of thumb, and the exceptions that are worth most.

    The exceptions are chosen one at a time: each is the move, after a roll in a state, that raises
    the exact EV most as the card stands then. The second player's holds for the scores to beat from
    one to another, by which it is worth most; of such ranges for the one that ends latest and
    begins earliest. Exceptions that are worth the same are taken with fewer open tiles first, then
    with the lower tiles open, the lower roll, and the lower tiles covered.

    Parameters
    ----------
    variant
        The rules of the game, or the name or file of a single variant.
    player
        `"first"` or `"second"`.
    lines
        How many exceptions it has at most; it ends where none is worth anything.
    progress
        Called with the part of the work that has just been done; the parts add up to 1.

    Raises
    ------
    GameTooLargeError
        If there are too many moves, times scores to beat on the second player's card.

    Examples
    --------
    With 4 tiles and a die the second player covers her largest tile. But to beat a low score, she
    had better answer a first roll of 5 with 2 and 3:

    >>> second = card(Variant(tiles=4, dice="1d6"), "second")
    >>> second.lines[0]
    CardLine(open_tiles=(1, 2, 3, 4), rolls=(5,), covers=(2, 3), scores=(0, 2), worth=25/5832)
    >>> len(second.lines), second.cost
    (1, 0)
    """
    variant, player = as_variant(variant), one_of("player", player, PLAYERS)
    most, advance = _count(lines), told(progress, 1 - _SEARCH)
    turn, (payoffs, unit) = turn_of(variant), _payoffs(variant, player)
    best = search_rules_of_thumb(variant, told(progress, _SEARCH)).fractions.best[player]
    by_rule = turn.policy(*(key_of(variant, *part) for part in best.rule))
    one_die, policy = _best_dice(variant, by_rule, payoffs.sum(axis=1))
    played = Played(turn, payoffs, policy)
    rule_ev = played.value / unit
    found: list[CardLine] = []
    while len(found) < most and (changes := list(played.changes())):
        lines_of = {change: _line(variant, turn, change, unit) for change in changes}
        change = min(changes, key=lambda change: _order(lines_of[change]))
        found.append(lines_of[change])
        played.make(change)
        advance(1 / most)
    advance((most - len(found)) / most if most else 1)
    if player == "first":
        found = [line._replace(scores=None) for line in found]
    chances = _chances(variant, played) if player == "second" else {}
    return Card(variant, player, best.rule, one_die, tuple(found), best.optimum, rule_ev, chances)


def _count(lines: object) -> int:
    try:
        count = index(lines)  # type: ignore[arg-type]
    except TypeError:
        count = -1
    if not 0 <= count <= MOST_LINES:
        raise InputError(f"lines: got {shown(lines)}; takes a whole number from 0 to {MOST_LINES}")
    return count


def _payoffs(variant: Variant, player: str) -> tuple[Values, int]:
    """Return a player's payoffs against optimal play, in whole numbers, and what 1 is among them.

    The second player's have a column for every score to beat, times the chance of that score.
    """
    left = ranks(variant)
    columns = 1 if player == "first" else len(scores(variant))
    numbers = columns * len(turn_of(variant).layout.row)
    if numbers > MOST_NUMBERS:
        raise GameTooLargeError(
            f"tiles: got {numbers:,} moves times scores to beat; takes at most {MOST_NUMBERS:,}, "
            "which a card is made of in minutes"
        )
    if player == "first":
        payoff = solve(variant).fractions.play().payoff
        return payoff.wanted[left, :, 0], payoff.unit
    chances = strategy_value(variant, "optimal").fractions.score_chances.values()
    common = lcm(*(chance.denominator for chance in chances))
    weights = np.array([int(chance * common) for chance in chances], dtype=object)
    payoffs = values_to_second(variant, left, range(columns)) * weights
    return payoffs, common * variant.clack_payout.denominator


def _best_dice(variant: Variant, policy: Policy, payoffs: Values) -> tuple[OneDie | None, Policy]:
    """Find the best advice on the number of dice, and do as it says."""
    turn = turn_of(variant)
    found: dict[bytes, tuple[Fraction, OneDie, Policy]] = {}
    for one_die in _advice(variant):
        dice = np.zeros_like(policy.dice_weights)
        for state, tiles in enumerate(turn.states.open_tiles):
            may = np.flatnonzero(policy.dice_weights[:, state])
            wanted = one_die.dice_counts(variant.dice.number, tiles)[0]
            if len(may):
                dice[min(may, key=lambda n: abs(turn.choices[n].dice - wanted)), state] = 1
        if dice.tobytes() not in found:
            so = policy._replace(dice_unit=1, dice_weights=dice)
            [value] = turn.at_start(range(1), lambda some: payoffs[:, np.newaxis], so)
            found[dice.tobytes()] = Fraction(value, turn.scale_of(so)), one_die, so
    _, one_die, policy = max(found.values(), key=lambda each: each[0])
    return (one_die if len(found) > 1 else None), policy


def _advice(variant: Variant) -> Iterator[OneDie]:
    """Yield what can be said of when to roll a single die, the shortest first."""
    yield from (OneDie(None, forced=False), OneDie((), forced=False))
    every = turn_of(variant).states.open_tiles
    for measure in MEASURES:
        limits = sorted({measured(measure, tiles) for tiles in every if tiles})
        yield from (OneDie(((measure, limit),), forced=False) for limit in limits)


def _line(variant: Variant, turn: Turn, change: Change, unit: int) -> CardLine:
    layout, every = turn.layout, scores(variant)
    state, after = int(layout.source[change.entry]), int(layout.successor[change.entry])
    _, collection = layout.code.decode(layout.pair[layout.row[change.entry]])
    open_tiles = turn.states.open_tiles[state]
    opening = open_tiles == variant.tiles
    rolls = [
        roll
        for roll in possible_rolls_in(variant, open_tiles)
        if allowed_moves(variant, roll if isinstance(roll, tuple) else (roll,), opening)
        == layout.collections[collection]
    ]
    return CardLine(
        open_tiles,
        tuple(rolls),
        tile_sets(turn.states.free)[state ^ after],
        (every[change.low], every[change.high]),
        change.worth / unit,
    )


def _order(line: CardLine) -> tuple[object, ...]:
    """Return what decides between lines that are worth the same; as masks the tiles descend."""
    first = line.rolls[0]
    roll = (len(first), first) if isinstance(first, tuple) else first
    return len(line.open_tiles), line.open_tiles[::-1], roll, line.covers[::-1]


def _chances(variant: Variant, played: Played) -> dict[int, tuple[Fraction, Fraction]]:
    """Return the second player's chances to win and to tie against the scores she rolls against."""
    wins, _ = results(variant, ranks(variant), range(len(scores(variant))))
    found = {}
    for rank, (score, ends) in enumerate(zip(scores(variant), played.endings(), strict=True)):
        win, tie = (
            sum((ends[state] for state in np.flatnonzero(wins[:, rank] == sign)), Fraction(0))
            for sign in (1, 0)
        )
        found[score] = (win, tie)
    if variant.immediate_clack:
        del found[0]
    return found
