"""A strategy: any rule for choosing moves and numbers of dice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from inspect import getdoc
from typing import NamedTuple, Protocol, TypeAlias, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from ..errors import refused
from ..exact import Rows
from ..game.stakes import RulesOfTwo
from ..turn.induction import Turn, turn_of
from ..turn.layout import Policy
from ..variant.variant import Variant
from .asked import Asked, Function


@runtime_checkable
class Way(Protocol):
    """What decides in all positions at once, which is quicker than to be asked in each."""

    @property
    def looks(self) -> bool:
        """It looks at the score to beat; else it does the same whatever that is."""

    @property
    def settled(self) -> bool:
        """What it leaves undecided is worth the same to a second player."""

    def turn(self, variant: Variant) -> Turn:
        """Return the turn whose entries a policy chooses from."""

    def policy(self, variant: Variant, score_to_beat: int | None) -> Policy:
        """Return what may be done in every state after every roll; None: as first player."""


class Wanted(NamedTuple):
    """What a strategy looks for."""

    moves: tuple[Rows, ...]  # of every entry of the layout: most of the first, then of the next, …
    dice: NDArray[np.bool_] | None = None  # which choices, shape (choices, states); None: any


WantedBy: TypeAlias = Callable[[Variant, int | None], Wanted]


@dataclass(frozen=True)
class Described:
    """A way to play that looks for something in all positions at once.

    Parameters
    ----------
    name
        What the strategy is called.
    wanted
        What it looks for in a move and a number of dice, under a variant and against a score to
        beat; None: it is the first player's turn.
    looks
        It looks at the score to beat; else it does the same whatever that is.
    settled
        What it leaves undecided is worth the same to a second player.
    of_two
        What it looks for where that hangs on the rules of both players' turns.
    """

    name: str
    wanted: WantedBy = field(compare=False)
    looks: bool = False
    settled: bool = False
    of_two: Callable[[RulesOfTwo], WantedBy] | None = field(default=None, compare=False)

    def knowing(self, rules: RulesOfTwo) -> Described:
        """Return it where the rules of both players' turns are known."""
        return replace(self, wanted=self.of_two(rules)) if self.of_two else self

    def turn(self, variant: Variant) -> Turn:
        """Return the turn whose moves a policy of it chooses from."""
        return turn_of(variant)

    def policy(self, variant: Variant, score_to_beat: int | None) -> Policy:
        """Return what it may do in every state after every roll."""
        moves, dice = self.wanted(variant, score_to_beat)
        return turn_of(variant).policy(*moves, dice=dice)


@dataclass(frozen=True, repr=False)
class Strategy:
    """A rule for choosing moves, of one's own: a function, or two.

    It stands wherever the name of a strategy does, and so does the function `cover` alone. A
    function is asked twice in every position that its play comes to, and has to answer the same.

    Parameters
    ----------
    cover
        `cover(open_tiles, roll, score_to_beat)` returns the tiles to cover, any iterable of whole
        numbers; or a list of such, among which chance decides evenly. Tiles and dice are ascending
        tuples, one die is such as `(5,)`, and the score is None for the first player. A function
        of two parameters is not asked about the score. It is asked only where something can be
        covered.
    dice
        `dice(open_tiles, score_to_beat)`, or `dice(open_tiles)`, returns how many dice to roll; it
        is asked where that is a choice. None: it is left to chance.
    name
        What it is called; without it as the function is.
    words
        What it does, in a sentence; without it the first line of the function's docstring.
    source
        Who proposed it.

    Examples
    --------
    >>> from itertools import combinations
    >>> from twoplayer import Variant, matchup, strategy_value
    >>> def fewest(open_tiles, roll):
    ...     for count in range(1, 10):
    ...         for tiles in combinations(open_tiles, count):
    ...             if sum(tiles) == sum(roll):
    ...                 return tiles
    >>> strategy_value("classic", fewest).clack_chance
    76178977/1088391168
    >>> late = Strategy(fewest, dice=lambda open_tiles: 1 if max(open_tiles) < 7 else 2)
    >>> matchup(Variant(tiles=4, one_die="always"), first=late).first_player_ev
    -2141131/10077696
    """

    cover: Function | Way
    dice: Function | None = None
    name: str = field(default="", kw_only=True)
    words: str = field(default="", kw_only=True)
    source: str = field(default="", kw_only=True)
    way: Way = field(init=False, compare=False)

    def __post_init__(self) -> None:
        for parameter in ("name", "words", "source"):
            if not isinstance(given := getattr(self, parameter), str):
                raise refused(parameter, given, "text")
        name = self.name or getattr(self.cover, "__name__", type(self.cover).__name__)
        said = getdoc(self.cover) if hasattr(self.cover, "__name__") else None
        words = self.words or (said or "As its function says.").partition("\n")[0]
        way = self.cover if isinstance(self.cover, Way) else Asked(name, self.cover, self.dice)
        for field_name, value in (("name", name), ("words", words), ("way", way)):
            object.__setattr__(self, field_name, value)

    def __repr__(self) -> str:
        return f"Strategy({self.name!r})"

    def knowing(self, rules: RulesOfTwo) -> Strategy:
        """Return it where the rules of both players' turns are known."""
        way = self.way
        return replace(self, cover=way.knowing(rules)) if isinstance(way, Described) else self

    @property
    def looks(self) -> bool:
        """Whether it looks at the score to beat; else it does the same whatever that is."""
        return self.way.looks

    @property
    def settled(self) -> bool:
        """Whether what it leaves undecided is worth the same to a second player."""
        return self.way.settled

    def turn(self, variant: Variant) -> Turn:
        """Return the turn whose moves a policy of it chooses from."""
        return self.way.turn(variant)

    def policy(self, variant: Variant, score_to_beat: int | None) -> Policy:
        """Return what it may do in every state after every roll; None: as first player."""
        return self.way.policy(variant, score_to_beat)


StrategyLike: TypeAlias = str | Strategy | Function
"""A strategy or its name, several names with commas between them, or a function of one's own."""
