"""A strategy: any rule for choosing moves and numbers of dice, by a name or of one's own."""

from __future__ import annotations

import copyreg
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from inspect import getdoc, signature
from os import PathLike, fspath
from textwrap import indent
from typing import Any, Self, TypeAlias, cast

import numpy as np

from ..errors import InputError, one_of, refused, tells_its_signature, too_long
from ..files import NAME, blamed, names_code, only_load_runs
from ..game.contest import Contest
from ..turn.induction import Turn
from ..turn.policy import Policy
from .by_table import PolicyTable, by_position, rows_of_file
from .described import DESCRIBED
from .function import ASKED_ABOUT, AnyFunction, Functions
from .way import Described, Wanted, WayToPlay


@dataclass(frozen=True, repr=False)
class Strategy:
    """A rule for choosing moves, of one's own: a function, or two, or a table.

    A `Strategy` may stand wherever the name of a strategy may, and so may the function `cover`
    alone. A function is asked twice in every position that its play comes to, and has to answer the
    same.

    An answer has one of three forms. A choice is taken. A list of choices leaves open which choice
    is taken: chance decides, each choice as likely, and `strategy_range` has the range of values.
    Weights, `{choice: weight}`, make a mixed strategy. Weights have no range: they are the
    strategy's own.

    In a `Game` of another kind the state stands for the open tiles. There `cover` returns a state
    that `moves` has, and `dice` returns one of the `choices`; several states or choices go into a
    list.

    Attributes
    ----------
    cover : callable
        `cover(open_tiles, roll, score_to_beat)` returns the tiles to cover: a tuple, list, set or
        other iterable of whole numbers, each once. Or it returns several such sets, none twice; or
        a mapping from such sets to weights. Text, flags (masks among them) and floats are refused
        in the place of a set. Tiles and dice are ascending tuples, one die is `(5,)`, and the score
        is None for the first player. A function of two parameters is not told the score. Nor is a
        function whose third parameter has a default, unless this parameter is called
        `score_to_beat`. All arguments are passed by place, so parameters may have any names. The
        function is asked only where something can be covered.
    dice : callable, optional
        `dice(open_tiles, score_to_beat)`, or `dice(open_tiles)`, returns how many dice to roll: a
        whole number, a list of numbers, or a mapping from numbers to weights. The function is asked
        where the number of dice is a choice. None: the choice is left open.
    name : str, optional
        The name of the strategy; by default the name of the function.
    words : str, optional
        What the strategy does, in a sentence; by default the first line of the function's
        docstring.
    source : str, optional
        Who proposed the strategy.
    rounds : bool, default False
        Whether all weights are rounded, as floats always are. `rounded` makes a strategy with
        rounded weights.
    way : WayToPlay
        How the strategy chooses from the moves of a turn, made from the functions.

    Raises
    ------
    InputError
        If `cover` or `dice` is no function of such parameters, or has `open_tiles`, `roll` or
        `score_to_beat` in the place of another parameter. Every function that asks the strategy
        raises this error as well. It does so for an answer that cannot be read, is not legal, or
        differs when asked again. The error names the strategy, the position, the answer, the
        reason, and what is taken.

    Notes
    -----
    Weights are 0 or more, in any unit: each weight is divided by the sum of its mapping. Whole
    numbers, fractions and decimal text are exact. Where one weight of a mapping is a float, all
    weights of the mapping become multiples of 2⁻⁵³, by largest remainders. No probability moves by
    more than 2⁻⁵³, and the value of the strategy is exact for the rounded probabilities. A weight
    of 0 may stand at a set that is not legal.

    Exact weights need one unit that makes all of them whole. Where this unit has more than 8,192
    bits, an error says so. With floats and `rounded` the unit stays small.

    See Also
    --------
    strategy_value : The values of a strategy.
    best_response : The best response to a strategy, and what the response gains.

    Examples
    --------
    >>> from itertools import combinations
    >>> from twoplayer import Strategy, Variant, matchup, strategy_value
    >>> def fewest(open_tiles, roll):
    ...     for count in range(1, 10):
    ...         for tiles in combinations(open_tiles, count):
    ...             if sum(tiles) == sum(roll):
    ...                 return tiles
    >>> strategy_value("classic", fewest).clack_chance
    76178977/1088391168
    >>> late = Strategy(fewest, dice=lambda open_tiles: 1 if max(open_tiles) < 7 else 2)
    >>> matchup(Variant(tiles=4, one_die="always"), late).first_player_ev
    -2141131/10077696

    This mixed strategy, after a 3, covers the tile 3 three times as often as the tiles 1 and 2:

    >>> def mostly_large(open_tiles, roll):
    ...     if roll == (3,) and open_tiles == (1, 2, 3):
    ...         return {(3,): 3, (1, 2): 1}
    ...     return roll if roll[0] in open_tiles else (1, 2)
    >>> strategy_value(Variant(tiles=3, dice="1d3"), mostly_large).clack_chance
    17/54
    """

    cover: AnyFunction | WayToPlay
    dice: AnyFunction | None = None
    name: str = field(default="", kw_only=True)
    words: str = field(default="", kw_only=True)
    source: str = field(default="", kw_only=True)
    rounds: bool = field(default=False, kw_only=True)
    way: WayToPlay = field(init=False, compare=False)

    def __post_init__(self) -> None:
        for parameter in ("name", "words", "source"):
            if not isinstance(given := getattr(self, parameter), str):
                raise refused(parameter, given, "text")
            if reason := too_long(given):
                raise refused(parameter, given, "a shorter text", reason)
        cover = self.cover
        name = self.name or getattr(cover, "__name__", type(cover).__name__)
        about = getdoc(cover) if hasattr(cover, "__name__") else None
        words = self.words or (about or "As its function says.").partition("\n")[0]
        if isinstance(cover, WayToPlay):
            way = cover.called(name, rounds=self.rounds)
        else:
            way = Functions(name, cover, self.dice, rounds=self.rounds)
        for field_name, value in (("name", name), ("words", words), ("way", way)):
            object.__setattr__(self, field_name, value)

    @classmethod
    @tells_its_signature
    def of_table(
        cls,
        table: Mapping[Any, Any] | str | PathLike[str],
        otherwise: StrategyLike | None = None,
        *,
        dice: Mapping[Any, Any] | None = None,
        name: str = "",
        words: str = "",
        source: str = "",
    ) -> Self:
        """Make a strategy of a table, such as the table of a program that learns.

        Parameters
        ----------
        table : mapping, str or path
            The tiles to cover, by position: `{(open_tiles, roll): answer}`, or with the score to
            beat `{(open_tiles, roll, score_to_beat): answer}`. A row for a certain score comes
            before a row for any score. The roll is a tuple of the dice, or their total. An answer
            is what `cover` may return: tiles, a list of sets of tiles, or weights. Or the path of a
            CSV file. Its columns are `open_tiles` (`1,2,5`), `roll` (`7`, or `3,4`) and `cover`
            (`2+5`). If wanted, the file has `score_to_beat`, `weight` (several rows of a position)
            and `dice` (how many are rolled with these tiles open). `twoplayer play --all --format
            csv` writes such a file.
        otherwise : str, Strategy or function, optional
            The strategy that decides in a position that the table does not have. None: a position
            without a row is an error, if play comes to the position.
        dice : mapping, optional
            How many dice to roll, where the number is a choice: `{open_tiles: number}`, or
            `{(open_tiles, score_to_beat): number}`. A list of numbers, or weights, may stand for a
            number. None: as `otherwise` says, or left open.
        name : str, optional
            The name of the strategy; by default the path of the file, or `table`.
        words : str, optional
            What the strategy does, in a sentence.
        source : str, optional
            Who proposed the strategy.

        Returns
        -------
        Strategy
            The strategy.

        Raises
        ------
        InputError
            If a key is of another form. Every function that asks the strategy raises this error as
            well. It does so for a row of no position, an answer that is not legal, and positions
            without a row.
        FileError
            If the file cannot be read, or a line is wrong.

        Examples
        --------
        >>> from twoplayer import Strategy, Variant, strategy_value
        >>> table = {((1, 2), (1,)): (1,), ((1, 2), (2,)): {(2,): 1}}
        >>> small = Variant(tiles=2, dice="1d2")
        >>> strategy_value(small, Strategy.of_table(table, "random")).clack_chance
        1/2
        """
        rows: Mapping[Any, Any]
        of_dice: Mapping[Any, Any] = {} if dice is None else dice
        if isinstance(table, (str, PathLike)):
            name = name or fspath(table)
            rows, dice_of_file = rows_of_file(table)
            of_dice = {**dice_of_file, **of_dice}
        else:
            rows = table
        for parameter, given in (("table", rows), ("dice", of_dice)):
            if not isinstance(given, Mapping):
                raise refused(parameter, given, "a mapping of positions to answers")
        other = None if otherwise is None else as_strategy(otherwise, "otherwise").way
        way = PolicyTable(name or "table", *by_position(rows, of_dice), other, False)
        words = words or "As its table says."
        return cls(way, name=name or "table", words=words, source=source)

    def rounded(self) -> Self:
        """Return the same strategy with weights rounded to multiples of 2⁻⁵³.

        Returns
        -------
        Strategy
            No probability moves by more than 2⁻⁵³.

        Examples
        --------
        >>> from twoplayer import Strategy, Variant, strategy_value
        >>> def thirds(open_tiles, roll):
        ...     if roll == (3,) and open_tiles == (1, 2, 3):
        ...         return {(3,): 1, (1, 2): 2}
        ...     return roll if roll[0] in open_tiles else (1, 2)
        >>> variant, exact = Variant(tiles=3, dice="1d3"), Strategy(thirds)
        >>> exact_chance = strategy_value(variant, exact).clack_chance
        >>> 0 < abs(strategy_value(variant, exact.rounded()).clack_chance - exact_chance) < 1e-15
        True
        """
        return replace(self, rounds=True)

    def __repr__(self) -> str:
        return f"Strategy({self.name!r})"

    @property
    def looks(self) -> bool:
        """Whether the strategy looks at the score to beat, or does the same against every score."""
        return self.way.looks

    @property
    def settled(self) -> bool:
        """Whether all choices that are left open have the same value to a second player."""
        return self.way.settled

    def turn(self, turn: Turn) -> Turn:
        """Lay a player's turn out for a policy to choose from its moves.

        Parameters
        ----------
        turn : Turn
            The turn, as it is solved.

        Returns
        -------
        Turn
            The same turn, where needed with decisions of its own for each roll.
        """
        return self.way.turn(turn)

    def policy(self, game: Contest, player: int = 0, score_to_beat: int | None = None) -> Policy:
        """Return the policy of the strategy: what to do in every state, after every roll.

        Parameters
        ----------
        game : Contest
            The game of two.
        player : int, default 0
            The player whose turn it is: 0, the first player, or 1.
        score_to_beat : int, optional
            The first player's score, in the second player's turn.

        Returns
        -------
        Policy
            The probability of every move and every number of dice.
        """
        return self.way.policy(game, player, score_to_beat)


StrategyLike: TypeAlias = str | Strategy | AnyFunction
"""A strategy or its name, several names with commas between them, or a function of one's own."""


class NamedStrategies(Mapping[str, Strategy]):
    """The strategies that have a name, by name: a mapping that nobody changes.

    Every function that takes a strategy takes such a name. Several names with commas between them
    make one strategy: a later name decides where the earlier names leave several moves open. Where
    all names still leave several moves open, each of these moves is as likely as the others.

    Examples
    --------
    >>> from twoplayer import STRATEGIES
    >>> print(STRATEGIES["fewest-tiles"].words)
    A move with as few tiles as possible.
    >>> "optimal" in STRATEGIES, list(STRATEGIES)[:3]
    (True, ['random', 'largest-first', 'smallest-first'])
    """

    def __init__(self, strategies: Iterable[Strategy]) -> None:
        self._by_name = {each.name: each for each in strategies}

    def __getitem__(self, name: str) -> Strategy:
        return self._by_name[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_name)

    def __len__(self) -> int:
        return len(self._by_name)

    def __repr__(self) -> str:
        return f"STRATEGIES({', '.join(self)})"

    def __str__(self) -> str:
        return "\n".join(f"{name}: {each.words}" for name, each in self.items())


STRATEGIES = NamedStrategies(
    Strategy(way, name=way.name, words=way.words, source=way.source) for way in DESCRIBED.values()
)
"""The strategies by name."""

# `help(STRATEGIES)` shows the docstring of the class, whose only instance is `STRATEGIES`.
NamedStrategies.__doc__ = f"{NamedStrategies.__doc__}\n    The names::\n\n" + indent(
    str(STRATEGIES), " " * 8
)


def as_strategy(given: StrategyLike, parameter: str = "strategy") -> Strategy:
    if isinstance(given, Strategy):
        return given
    if callable(given):
        return Strategy(given)
    if not isinstance(given, str) or too_long(given):
        takes = f"{' | '.join(STRATEGIES)} | a function"
        raise refused(parameter, given, takes, too_long(given) or "")
    if names_code(given):
        takes = f"a name of a strategy, a Strategy or a function; {only_load_runs(given)}"
        raise refused(parameter, given, takes)
    return strategy_named(given, parameter)


def strategy_named(name: str, parameter: str, or_else: str = "a function") -> Strategy:
    """Return a strategy, or a chain of strategies: the next decides what one leaves open.

    >>> print(strategy_named("fewest-tiles, largest-first", "name").words)
    A move with as few tiles as possible. Then: A move with the largest tile that can be covered.
    """
    given = [part.strip() for part in name.split(",")]
    parts = [STRATEGIES[one_of(parameter, part, STRATEGIES, or_else)] for part in given]
    if len(parts) == 1:
        return parts[0]
    ways = [cast(Described, part.way) for part in parts]

    def wanted(game: Contest, player: int, score_to_beat: int | None) -> Wanted:
        wishes = [way.wanted(game, player, score_to_beat) for way in ways]
        dice = game.turns[player].all_dice()
        for wish in wishes:
            if wish.dice is not None:
                both = dice & wish.dice
                dice = np.where(both.any(axis=0), both, dice)
        return Wanted(tuple(key for wish in wishes for key in wish.moves), dice)

    return Strategy(
        Described(
            ",".join(way.name for way in ways),
            wanted,
            looks=any(way.looks for way in ways),
            settled=ways[0].settled,
            anywhere=all(way.anywhere for way in ways),
        ),
        name=name,
        words=" Then: ".join(part.words for part in parts),
        source="; ".join(dict.fromkeys(part.source for part in parts if part.source)),
    )


def _way_named(name: str) -> Described:
    return cast(Described, strategy_named(name, "name").way)


copyreg.pickle(Described, lambda way: (_way_named, (way.name,)))


def strategies_of(
    things: Mapping[str, Any], path: str, wanted: str | None = None
) -> dict[str, Strategy]:
    """Return the strategies among the objects that a file has defined, by their names there.

    Each strategy gets a name with the path, such as `mine.py:few`, to differ from strategies of
    other files.

    A strategy is a `Strategy` object, or a function of `open_tiles`, `roll` and perhaps
    `score_to_beat` that the file defines. Names with a `_` in front are left out. A function that
    is `wanted` by its name is a strategy with any name, and with any names of its parameters.
    """
    strategies: dict[str, Strategy] = {}
    for name, value in list(things.items()):
        # An object of a file may run any code when it is inspected; its type alone is safe to read.
        is_strategy = issubclass(type(value), Strategy)
        if name == wanted:
            offered = is_strategy or _is_function(value)
        else:
            hidden = str(name).startswith("_")
            offered = not hidden and (is_strategy or _covers(value, NAME.format(path)))
        if offered:
            with blamed(path, f"when {name} was looked at", InputError):
                made = value if is_strategy else Strategy(value)
                strategies[name] = replace(made, name=f"{path}:{name}")
    return strategies


def _is_function(value: Any) -> bool:
    return callable(value) and not issubclass(type(value), type)


def _covers(value: Any, module: str) -> bool:
    """Tell whether a value is a function of moves that a module defines."""
    try:
        ours = _is_function(value) and value.__module__ == module
        asked_about = [*signature(value).parameters] if ours else []
    except KeyboardInterrupt:
        raise
    except BaseException:  # a user's object may raise anything when it is inspected
        return False
    return asked_about in ([*ASKED_ABOUT[:2]], [*ASKED_ABOUT])
