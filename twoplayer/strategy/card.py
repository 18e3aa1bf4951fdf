r"""A card to play by: the best rule of thumb, the number of dice, and the dearest exceptions.

`turn.chances.Advantages` finds what each change of a single move adds to the value. It goes through
the DAG once from the end and once from the beginning. A change may hold in some *columns* only,
from a first to a last. Columns are payoffs side by side; in the second player's turn they are the
scores to beat.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import GameTooLargeError, one_of, tells_its_signature, whole_number
from ..exact import ExactNumber, ExactResult, Rows, Values, exact, percent_text
from ..game.contest import Contest, OfTwo, contest
from ..game.players import PLAYERS
from ..tables import Column, Tabled, percent
from ..turn.chances import Advantages, Chances
from ..turn.induction import Turn
from ..turn.policy import Policy
from ..variant.dice import OneDie, limits_among
from ..variant.registry import VariantLike, as_variant
from ..variant.tiles import TileSet
from ..variant.variant import Variant
from ..work import part, tracked, untold
from .described import RuleOfThumb, board_in, dice_nearest, key_of
from .search import best_rules, goal_of, words
from .values import against_optimal

LINES = 36
MOST_LINES = 1000
MOST_WEIGHED = 2**24  # moves times scores to beat: minutes
_NUMBERS_AT_ONCE = 2**18


class CardLine(NamedTuple):
    """An exception on a card: the tiles to cover, where the rule of thumb says otherwise.

    Attributes
    ----------
    open_tiles : tuple of int
        The tiles that are open.
    rolls : tuple
        The rolls after which the exception holds: totals where only totals matter, otherwise tuples
        of dice.
    covers : tuple of int
        The tiles to cover.
    scores : tuple of (int, int) or None
        The lowest and the highest score to beat for which the exception holds; None for the first
        player.
    worth : sympy.Rational
        By how much the exception raises the player's EV, in stakes, given the lines before it.

    Examples
    --------
    >>> from twoplayer import Variant, card
    >>> [line] = card(Variant(tiles=4, dice="1d6"), "second").lines
    >>> line.open_tiles, line.rolls, line.covers, line.scores
    ((1, 2, 3, 4), (5,), (2, 3), (0, 2))
    """

    open_tiles: TileSet
    rolls: tuple[int | tuple[int, ...], ...]
    covers: TileSet
    scores: tuple[int, int] | None
    worth: ExactNumber


@dataclass(frozen=True, eq=False, repr=False)
class Card(OfTwo, ExactResult, Tabled):
    """A card to play by: a rule of thumb and exceptions.

    Every EV is in stakes, to the player whose card it is, against an optimal opponent.

    Attributes
    ----------
    variant : Variant
        The rules of the first player's turn.
    second_variant : Variant
        The rules of the second player's turn.
    player : str
        Whose card it is: `"first"` or `"second"`.
    rule : tuple of (str, int)
        The best rule of thumb: features of a move, the most important first. A feature has 1 where
        the most is best, and −1 where the least is. Chance decides what the rule leaves undecided.
    one_die : OneDie or None
        When to roll a single die, where the number of dice is a choice. None where it is never a
        choice.
    optimum : sympy.Rational
        The EV of optimal play.
    rule_ev : sympy.Rational
        The EV of the rule of thumb alone, with the numbers of dice of `one_die`.
    chances : dict of int to (sympy.Rational, sympy.Rational)
        The second player's probabilities to win and to tie by the card, for each score to beat,
        ascending. A score against which the second player does not roll is left out. Empty on the
        first player's card.

    Examples
    --------
    >>> from twoplayer import Variant, card
    >>> found = card(Variant(tiles=5), lines=2)
    >>> found.rule, [(line.open_tiles, line.rolls, line.covers) for line in found.lines]
    ((('playable totals', 1),), [((1, 2, 3, 4, 5), (10,), (2, 3, 5)), ((1, 2, 3, 4), (5,), (2, 3))])
    >>> 100 * float(found.ev), float(found.cost)
    (-0.39286949390761594, 0.0002486115972108538)
    """

    variant: Variant
    second_variant: Variant
    player: str
    rule: RuleOfThumb
    one_die: OneDie | None
    _lines: tuple[CardLine, ...] = field(repr=False)
    optimum: ExactNumber = exact()
    rule_ev: ExactNumber = exact()
    chances: dict[int, tuple[ExactNumber, ExactNumber]] = exact(repr=False)

    columns: ClassVar[Sequence[Column]] = (
        Column("open_tiles"),
        Column("rolls"),
        Column("covers"),
        Column("scores"),
        percent("worth", "worth (%)"),
    )

    def _title(self) -> str:
        alone, whole, best = map(percent_text, (self.rule_ev, self.ev, self.optimum))
        return (
            f"A card for the {self.player} player, who gets {whole} % by it, {alone} % by the rule "
            f"alone and {best} % by perfect play: {self.own.in_words()}. {words(self.rule)}"
        )

    @property
    def own(self) -> Variant:
        """The rules of the turn that the card is for: `variant` or `second_variant`."""
        return self.contest.rules[PLAYERS.index(self.player)]

    def _rows(self) -> tuple[CardLine, ...]:
        return self._lines

    def _key(self) -> tuple[Any, ...]:
        return *super()._key(), self._lines

    @property
    def lines(self) -> tuple[CardLine, ...]:
        """The exceptions, the most valuable first."""
        return tuple(line._replace(worth=self._number(line.worth)) for line in self._lines)

    @property
    def ev(self) -> ExactNumber:
        """The EV of playing by the whole card, rule and exceptions, in stakes."""
        return self.rule_ev + sum(line.worth for line in self.lines)

    @property
    def cost(self) -> ExactNumber:
        """By how much playing by the card is worse than optimal play, in stakes: 0 or more."""
        return self.optimum - self.ev


@tells_its_signature
def card(
    variant: VariantLike,
    player: str = "first",
    *,
    lines: int = LINES,
    second: VariantLike | None = None,
) -> Card:
    """Make a card for a player: the best rule of thumb, and the most valuable exceptions.

    An exception is a move, after a roll in a state, in the place of the move that the rule says.

    Parameters
    ----------
    variant : Variant, str or path
        The rules, or the name or file of a single variant.
    player : str, default "first"
        Whose card it is: `"first"` or `"second"`.
    lines : int, default 36
        How many exceptions the card has at most, 0 to 1000. There are fewer where no more raise the
        EV.
    second : Variant, str or path, optional
        The second player's rules, where they are others. None: those of `variant`.

    Returns
    -------
    Card
        The rule, its exceptions, and what playing by both costs against an optimal opponent.

    Raises
    ------
    InputError
        If `player` or `lines` is no such value, or a game has no tiles.
    RulesError, UnknownNameError, FileError
        As `solve`.
    GameTooLargeError
        If there are too many moves times scores to beat.

    See Also
    --------
    twoplayer.strategy.search_rules_of_thumb : The best rules of thumb.
    twoplayer.solve : Optimal play, in every position.

    Notes
    -----
    The rule is the best of all rules of thumb, as `search_rules_of_thumb` finds it. Exceptions are
    chosen greedily: each next exception is the one that raises the exact EV most, given the
    exceptions before it. One pass through the states from the end and one from the beginning value
    all exceptions. An exception of the second player holds for the range of scores to beat in which
    it adds most. Of equal ranges it holds for the one that ends latest and begins earliest.
    Exceptions of the same value are in this order: fewer open tiles, lower open tiles, lower roll,
    lower tiles to cover.

    Examples
    --------
    With 4 tiles and a die the second player covers the largest tile. But to beat a low score, a
    first roll of 5 covers 2 and 3:

    >>> from twoplayer import Variant, card
    >>> second = card(Variant(tiles=4, dice="1d6"), "second")
    >>> second.lines[0]
    CardLine(open_tiles=(1, 2, 3, 4), rolls=(5,), covers=(2, 3), scores=(0, 2), worth=25/5832)
    >>> len(second.lines), second.cost
    (1, 0)

    Against a first player with 3 tiles, the second player covers 1 and 4 to beat a high score:

    >>> mine, hers = Variant(tiles=3, dice="1d6"), Variant(tiles=4, dice="1d6")
    >>> [(line.covers, line.scores) for line in card(mine, "second", second=hers).lines]
    [((1, 4), (3, 6))]
    """
    game, player = contest(variant, second, read=as_variant), one_of("player", player, PLAYERS)
    most, turn = whole_number("lines", lines, 0, MOST_LINES), game.turns[PLAYERS.index(player)]
    numbers = len(turn.source) * (1 if player == "first" else len(game.turns[0].scores))
    if numbers > MOST_WEIGHED:
        got = f"got {numbers:,} moves times scores to beat; takes at most {MOST_WEIGHED:,}"
        raise GameTooLargeError(f"{got}, of which a card is made in minutes", of="tiles")
    with untold():
        payoff, unit = against_optimal(game, player)
        payoffs = payoff[turn.ranks]  # (states, columns)
        best = best_rules(turn, {player: goal_of(game, player)})[1][player].fractions
    with part(of=2):
        by_rule = turn.policy(*(key_of(turn, *feature) for feature in best.rule))
        with untold():
            one_die, policy = _best_dice(turn, by_rule, payoffs.sum(axis=1))
        played = Played(turn, payoffs, policy)
    rule_ev, chosen = played.value / unit, list[CardLine]()
    with part(of=2):
        for _ in tracked(range(most)):
            if not (changes := list(played.changes())):
                break
            lines_of = ((_line(game, turn, change, unit), change) for change in changes)
            line, change = min(lines_of, key=lambda pair: precedence(pair[0]))
            chosen.append(line if player == "second" else line._replace(scores=None))
            played.make(change)
    chances = _results_by_score(game, played.chances) if player == "second" else {}
    return Card(
        *game.pair, player, best.rule, one_die, tuple(chosen), best.optimum, rule_ev, chances
    )


def _best_dice(turn: Turn, policy: Policy, payoffs: Values) -> tuple[OneDie | None, Policy]:
    """Return the best rule for the number of dice beside a policy, and the policy with this rule.

    `payoffs` has what each state pays, shape (states,). The rule is None where all rules choose the
    same dice.
    """
    full = board_in(turn).variant.dice.number
    limits = [None, (), *limits_among(turn.board.open_tiles)]  # never, always, or up to a limit

    def says(one_die: OneDie, tiles: TileSet) -> int:
        return one_die.dice_counts(full, tiles)[0]

    tried: dict[bytes, tuple[Fraction, OneDie, Policy]] = {}
    for one_die in [OneDie(limit, forced=False) for limit in limits]:
        dice = dice_nearest(turn, partial(says, one_die))
        if dice.tobytes() not in tried:
            so = policy._replace(
                dice_weights=dice.astype(np.int64), dice_units=(1,) * len(policy.dice_units)
            )
            [value] = turn.at_start(range(1), lambda _: payoffs[:, np.newaxis], so)
            tried[dice.tobytes()] = Fraction(value, turn.scale_of(so)), one_die, so
    _, one_die, policy = max(tried.values(), key=lambda valued: valued[0])
    return (one_die if len(tried) > 1 else None), policy


def _line(game: Contest, turn: Turn, change: Change, unit: int) -> CardLine:
    board, every = board_in(turn), game.turns[0].scores
    state, after = int(turn.source[change.move]), int(turn.successor[change.move])
    action_set = turn.action_sets[turn.decisions.action_set[turn.decision[change.move]]]
    return CardLine(
        board.open_tiles[state],
        tuple(board.rolls_of(state, [action_set])),
        board.covers[state ^ after],
        (every[change.low], every[change.high]),
        change.worth / unit,
    )


def precedence(line: CardLine) -> tuple[object, ...]:
    first = line.rolls[0]
    roll = (len(first), first) if isinstance(first, tuple) else first
    return len(line.open_tiles), line.open_tiles[::-1], roll, line.covers[::-1]


def _results_by_score(game: Contest, chances: Chances) -> dict[int, tuple[Fraction, Fraction]]:
    results = game.stakes.who_wins(game.left(1), game.score_ranks(0))  # (states, scores to beat)
    wins, ties = (
        [
            Fraction(ways, chances.scale)
            for ways in (chances.endings * (results == sign)).sum(axis=0)
        ]
        for sign in (1, 0)
    )
    by_score = dict(zip(game.turns[0].scores, zip(wins, ties, strict=True), strict=True))
    over = game.scores[: game.stakes.clacks] if game.stakes.at_once else ()
    return {score: both for score, both in by_score.items() if score not in over}


class Change(NamedTuple):
    """Another move in one decision, against some of the scores to beat: a line of a card.

    Attributes
    ----------
    move : int
        The number of the move that is made.
    low, high : int
        The first and the last column in which the move is made: the columns of `Played`.
    worth : Fraction
        What the change adds to the turn's value, over all columns.
    """

    move: int
    low: int
    high: int
    worth: Fraction


class Played:
    """A turn played by a policy, with decisions that are changed one after the other.

    Parameters
    ----------
    turn : Turn
        The turn.
    payoffs : array of int, shape (states, columns)
        What each state pays: a column for each score to beat.
    policy : Policy
        How the turn is played before any change.
    """

    def __init__(self, turn: Turn, payoffs: Values, policy: Policy) -> None:
        self._turn, self._advantages = turn, Advantages(turn, payoffs, policy)
        # By move: whether its decision has another move, and the most that a change to it adds.
        # `_low` and `_high` are the first and the last column of this change. `_changed` says
        # whether a decision is changed, (decisions, columns).
        self._choice = np.bincount(turn.decision)[turn.decision] > 1
        self._changed = np.zeros((len(turn.decisions.state), payoffs.shape[1]), dtype=bool)
        self._worth: Values = np.zeros(len(turn.source), dtype=object)
        self._low, self._high = np.zeros((2, len(turn.source)), dtype=np.int64)
        self._find_changes(np.ones(len(payoffs), dtype=bool))

    @property
    def value(self) -> Fraction:
        """The value of the turn, over all columns."""
        return sum(self._advantages.at_start, Fraction(0))

    @property
    def chances(self) -> Chances:
        return self._advantages.chances

    def changes(self) -> Iterator[Change]:
        """Yield the best changes; a decision that was changed once is not changed again."""
        most = max(self._worth, default=0)
        worth = Fraction(most, self._advantages.unit)
        for move in np.flatnonzero(self._worth == most).tolist() if most > 0 else ():
            yield Change(move, int(self._low[move]), int(self._high[move]), worth)

    def make(self, change: Change) -> None:
        """Change a decision, and find what other changes add from then on."""
        columns = slice(change.low, change.high + 1)
        self._changed[self._turn.decision[change.move], columns] = True
        self._find_changes(self._advantages.decide(change.move, columns))

    def _find_changes(self, among: NDArray[np.bool_]) -> None:
        """Find the best change to every move from the states that `among`, (states,), marks."""
        source, states = self._turn.source, np.flatnonzero(among)
        numbers = np.isin(source, states).sum() * self._changed.shape[1]
        for block in np.array_split(states, numbers // _NUMBERS_AT_ONCE + 1):
            moves = np.flatnonzero(self._choice & np.isin(source, block))
            if len(moves):
                best = _best_columns(self._gains(moves))
                self._worth[moves], self._low[moves], self._high[moves] = best

    def _gains(self, moves: Rows) -> Values:
        """Return what every change adds in each column, (moves, columns)."""
        gains, changed = self._advantages.of(moves), self._changed[self._turn.decision[moves]]
        if changed.any():
            gains[changed] = -np.abs(gains).sum()  # below all other gains together
        return gains


def _best_columns(gains: Values) -> tuple[Values, Rows, Rows]:
    """Return the largest sum of neighbouring columns, and the first and the last of these columns.

    `gains` has the shape (moves, columns), and each returned array has the shape (moves,).
    """
    best = run = np.zeros(len(gains), dtype=object)  # by move
    begin, low, high = np.zeros((3, len(gains)), dtype=np.int64)
    for column, gain in enumerate(gains.T):
        begin[run < 0] = column
        run = np.maximum(run, 0) + gain
        better = run >= best
        best = np.where(better, run, best)
        low[better], high[better] = begin[better], column
    return best, low, high
