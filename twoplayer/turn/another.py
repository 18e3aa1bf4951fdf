"""Games of another kind: the methods of their turn, and the exploration of its states.

A `Box` is such a game: it has the tiles of a variant, and a subclass changes a rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from copy import copy
from fractions import Fraction
from functools import cached_property, partial
from itertools import chain, islice
from math import comb, gcd
from os import PathLike
from typing import Any, Protocol, TypeAlias

import networkx as nx
import numpy as np

from ..answers import flag, misread, no_set
from ..errors import (
    Fault,
    Faults,
    GameTooLargeError,
    InputError,
    PositionError,
    integer,
    refused,
    shown,
)
from ..exact import Rows
from ..files import names_code, only_load_runs
from ..variant.dice import Roll, rolls
from ..variant.fields import FIELDS
from ..variant.registry import VariantLike, as_variant
from ..variant.tiles import SCORINGS, TileSet
from ..variant.variant import Rules, Variant
from ..words import listed
from .board import Board
from .dag import BYTES_A_MOVE, MOST_STATES
from .states import Size, States
from .transitions import DiceChoice, Transitions

MOST_ROLLS = 2**13  # rolls of a number of dice, if all rolls are told apart
MOST_MOVES = 2**22  # moves after rolls, in all states together
MOST_BITS = 2**32  # bits of exact numbers, with one number in every state
MOST_WORDS = 2**30  # products of 64-bit words, against all scores in all moves: minutes of work
MOST_LAID_OUT = 2**31  # 64-bit words of exact numbers, times states, times states in a turn
MOST_IN_A_TURN = 5_181  # states one after another; longer turns would exceed MOST_LAID_OUT
ANY_SCORING = "its own"
_NAMED = 6  # rolls or choices that an error names
_WORD = 64
MOST_BITS_OF_A_WEIGHT = 2**14  # bits of the weight of a roll
_RULES = {name: FIELDS[name] for name in ("ties", "clack_payout", "immediate_clack")}
_RULES["highest_wins"] = FIELDS["immediate_clack"]  # a flag as well
_too_large = partial(GameTooLargeError, of="moves")


class Game(Protocol):
    """A game of another kind, for `solve`, `seats`, `match`, `one_player` and strategies.

    An object with `start`, `choices`, `rolls`, `moves` and `score` is a game. Its class need not
    inherit from any class. States, choices and rolls are hashable values, and never None. A state
    never comes again in a turn. The turn ends in a state where `choices` returns nothing, or where
    `moves` returns nothing after a roll.

    A game may have more attributes:

    - `highest_wins = True`, if the highest score wins;
    - `clack(state)`, True or False: whether a turn that ends in the state is a clack. A clack must
      have a better score than every end that is no clack;
    - the stakes of a `Variant`: `ties`, `clack_payout`, `immediate_clack`.

    Every method is asked once for each argument, before the game is solved. The player chooses
    freely among `choices` and among `moves`. So both return lists, sets or other iterables. A
    mapping is refused, since its values would be lost. Text is refused as well.

    See Also
    --------
    twoplayer.Box : A game with tiles, of which one method is overridden.
    twoplayer.load : Reads a game from a file of Python.

    Examples
    --------
    A player rolls a die up to three times, and may stop after any roll. The last roll counts, and
    the highest score wins:

    >>> class LastRoll:
    ...     highest_wins = True
    ...     start = 3, 0
    ...
    ...     def choices(self, state):
    ...         return ["die"] if state[0] else []
    ...
    ...     def rolls(self, choice):
    ...         return dict.fromkeys(range(1, 7), 1)
    ...
    ...     def moves(self, state, roll):
    ...         return {(state[0] - 1, roll), (0, roll)}
    ...
    ...     def score(self, state):
    ...         return state[1]
    >>> from twoplayer import solve
    >>> solution = solve(LastRoll())
    >>> solution.first_player_ev, solution.optimal_moves((3, 0), 5)
    (-215/3888, {(0, 5): -1/18})
    """

    @property
    def start(self) -> Any:
        """The state in which a turn starts."""

    def choices(self, state: Any, /) -> Iterable[Any]:
        """Return the player's choices of dice in a state.

        Parameters
        ----------
        state : hashable
            `start`, or a state that `moves` has returned.

        Returns
        -------
        iterable of hashable
            Numbers of dice, or other labels that `rolls` takes. Without a choice the turn ends in
            this state.
        """

    def rolls(self, choice: Any, /) -> Mapping[Any, int]:
        """Return the probability distribution of a roll, as whole weights.

        Parameters
        ----------
        choice : hashable
            One of `choices`.

        Returns
        -------
        mapping of hashable to int
            The weight of each roll, 1 or more. The probability of a roll is its weight over the sum
            of all weights.
        """

    def moves(self, state: Any, roll: Any, /) -> Iterable[Any]:
        """Return the states that the player may choose among after a roll.

        Parameters
        ----------
        state : hashable
            The state before the roll.
        roll : hashable
            A key of a mapping that `rolls` has returned.

        Returns
        -------
        iterable of hashable
            States that have not come before in this turn. Without a state the turn ends in `state`.
        """

    def score(self, state: Any, /) -> int:
        """Return the score of a turn that ends in a state.

        Parameters
        ----------
        state : hashable
            A state in which a turn may end.

        Returns
        -------
        int
            The score. The lower score wins; with `highest_wins = True` the higher score wins.
        """


GameLike: TypeAlias = Variant | str | PathLike[str] | Game
"""A variant, its name or file; or a game of another kind, as `load("mine.py:name")` returns it."""


def as_game(variant: Any, parameter: str = "variant") -> Rules:
    """Return the variant that `as_variant` returns, or a game of another kind, explored."""
    if names_code(variant):
        takes = "a Variant, a registered name, a TOML file or a Game"
        raise refused(parameter, variant, f"{takes}; {only_load_runs(variant)}")
    if not is_game(variant, partly=True):
        return as_variant(variant, parameter)
    if isinstance(variant, type):
        raise refused(parameter, variant, f"an object of this class, {variant.__name__}()")
    return variant if isinstance(variant, Explored) else Explored(variant)


def is_game(thing: object, *, partly: bool = False) -> bool:
    """Tell whether a thing is a game, or a class of games, by its `choices` and `rolls`.

    With `partly` one of these two attributes is enough.
    """
    has = [hasattr(thing, name) for name in ("choices", "rolls")]
    return any(has) if partly else all(has)


class Explored(States):
    """The rules of a game of another kind, and the states of its turn, all asked for once.

    Two explored games are equal if the classes of their games have the same name, and all answers
    were the same.

    Parameters
    ----------
    game : Game
        The game. Its methods are called here for everything that may come, and never again.

    Attributes
    ----------
    open_tiles : tuple
        The states, as the game calls them, in the order of their numbers.
    scores : tuple of int
        The scores of the states where a turn may end, each once, the best first.
    ranks : array of int, shape (N,)
        The place in `scores` of each state's score; −1 where no turn ends.

    Raises
    ------
    InputError
        If the game lacks a method, or gives an answer that cannot be used, such as a state that
        comes again. An error that the game itself raises goes through.
    GameTooLargeError
        If there are too many states, moves or scores, or exact numbers would be too long.
    """

    scoring = ANY_SCORING
    open_tiles: tuple[Any, ...] = ()
    _typed = ""  # the name of the game as it was typed, such as its place in a file

    def __init__(self, game: Game) -> None:
        self.name = type(game).__name__
        self.variant = game.variant if isinstance(game, Box) else None
        faults = Faults()
        for name in ("choices", "rolls", "moves", "score", *["clack"] * hasattr(game, "clack")):
            if not callable(getattr(game, name, None)):
                faults.append(Fault(name, f"not a method of {self.name}; takes a function"))
        if getattr(game, "start", None) is None:
            faults.append(Fault("start", f"not there in {self.name}; takes a state"))
        rules = {}
        for name, field in _RULES.items():
            with faults:
                rules[name] = field.read(name, getattr(game, name, field.default))
        faults.tell(InputError)
        vars(self).update(rules)
        self.sign = -1 if rules["highest_wins"] else 1  # a lower score times this is better
        self._weights: dict[Any, dict[Any, int]] = {}  # by choice: the weights of its rolls
        self._dice: dict[Any, tuple[Any, ...]] = {}  # by state: the choices of dice
        self._after: dict[Any, dict[Any, tuple[Any, ...]]] = {}  # by state, by roll: next states
        self._explore(game)
        self._put_in_order()
        self._score(game)
        answers = self._after, self._weights, self._dice, self.ranks.tolist(), self.clacks
        self._key = self.name, self.open_tiles, self.scores, answers, rules

    def __eq__(self, other: object) -> bool:
        return self._key == getattr(other, "_key", None)

    def __hash__(self) -> int:
        return hash((self.size, self.scores))

    def __repr__(self) -> str:
        return self._typed or f"{self.name}()"

    def called(self, name: str) -> Explored:
        """Return the same game with another name, such as the name of its file."""
        same = copy(self)
        vars(same).update(name=name, _typed=name)
        return same

    @property
    def turn_rules(self) -> Explored:
        return self

    def in_words(self) -> str:
        return self.name

    def _explore(self, game: Game) -> None:
        """Ask for everything that may come after the start: choices of dice, rolls, next states.

        The method fills `_weights`, `_dice` and `_after`. It refuses turns that never end or have
        too many states.
        """
        try:
            hash(game.start)
        except TypeError:
            takes = "a hashable value, such as a tuple in place of a list"
            raise refused("start", game.start, takes) from None
        new, moves = [(game.start, 1)], 0
        while new:
            state, long = new.pop()  # `long` states lead from the start to this one, both counted
            if state in self._after:
                continue
            if long > MOST_IN_A_TURN:
                # If states nest without end, hashing a state goes through all states before it.
                raise _too_large(
                    f"they lead through {long} states of {self.name} in a turn, and more are to "
                    f"come; takes up to {MOST_IN_A_TURN}; try shorter turns"
                )
            self._dice[state] = _several("choices", game.choices(state), state=state)
            found = self._after[state] = {}
            for choice in self._dice[state]:
                if choice not in self._weights:
                    self._weights[choice] = _weights_of_rolls(choice, game.rolls(choice))
                for roll in self._weights[choice]:
                    if roll not in found:
                        moved = game.moves(state, roll)
                        left = found[roll] = _several("moves", moved, roll=roll, state=state)
                        new += [(successor, long + 1) for successor in left]
                        moves += 1 + len(left)
                states = len(self._after)
                if states > MOST_STATES or moves + len(self._weights) * states > MOST_MOVES:
                    raise _too_large(
                        f"{states} states of {self.name}, with {moves} moves after rolls, were "
                        f"found, and more are to come; takes up to {MOST_STATES} states, and "
                        f"{MOST_MOVES} moves and choices in them"
                    )

    def _put_in_order(self) -> None:
        """Give numbers to the states, so that every move leads to a state with a lower number.

        States are ordered by their topological generations. States that come again are refused, and
        so is a turn with exact numbers that are too long.
        """
        graph: nx.DiGraph[Any] = nx.DiGraph()
        graph.add_nodes_from(self._after)
        for state, by_roll in self._after.items():
            graph.add_edges_from((left, state) for moves in by_roll.values() for left in moves)
        try:
            generations = list(nx.topological_generations(graph))
        except nx.NetworkXUnfeasible:
            cycle = [state for state, *_ in nx.find_cycle(graph)][::-1]
            named = [*map(shown, cycle[:3]), *["…"] * (len(cycle) > 3), shown(cycle[0])]
            again = f"they lead from {' to '.join(named)}; takes states that never come again"
            raise InputError(again, of="moves") from None
        self.open_tiles = tuple(chain.from_iterable(generations))
        self.size = len(self.open_tiles)
        self._generation = np.repeat(np.arange(len(generations)), list(map(len, generations)))
        bits = (sum(ways.values()).bit_length() for ways in self._weights.values())
        self._bits_of_a_roll = max(bits, default=0)
        self._bits = self._bits_of_a_roll * len(generations)
        if self._bits * self.size > MOST_BITS:
            raise _too_large(
                f"they lead through {len(generations)} states in a turn, and exact numbers of "
                f"{self._bits} bits in {self.size} states are too many; try shorter turns"
            )
        self._number = {state: number for number, state in enumerate(self.open_tiles)}
        self._after = {state: self._after[state] for state in self.open_tiles}

    def _score(self, game: Game) -> None:
        """Ask for the score of every state where a turn may end, and whether the end is a clack.

        Clacks must score better than all other ends. A game that would take hours is refused.
        """
        ends = [s for s, rolls in self._after.items() if not rolls or not all(rolls.values())]
        scores: dict[Any, int] = {}
        for state in ends:
            if (score := integer(given := game.score(state))) is None:
                raise refused("score", given, "a whole number", f"of state {shown(state)}")
            scores[state] = score
        self.scores = tuple(sorted(set(scores.values()), reverse=self.sign < 0))  # the best first
        places: dict[Any, int] = {score: place for place, score in enumerate(self.scores)}
        # −1 where no turn ends.
        self.ranks: Rows = np.array([places.get(scores.get(s), -1) for s in self.open_tiles])
        clack = getattr(game, "clack", lambda state: False)
        clacks = {s for s in ends if _told("clack", clack(s), lambda s: f"of state {shown(s)}", s)}
        self.clacks = len({scores[state] for state in clacks})  # the number of scores of clacks
        for state, score in scores.items():
            if (places[score] < self.clacks) != (state in clacks):
                takes = "clacks that score better than all states that are none"
                best = "lowest" if self.sign > 0 else "highest"
                why = f"which scores {shown(score)}, where the {best} wins"
                raise refused("clack", state, takes, why)
        # Numbers are multiplied against every score, in every move: work of hours is refused.
        moves = sum(len(left) for rolls in self._after.values() for left in rolls.values())
        words = (1 + self._bits // _WORD) * (1 + self._bits_of_a_roll // _WORD)
        if len(self.scores) * moves * words > MOST_WORDS:
            raise _too_large(
                f"against {len(self.scores)} scores, {moves} moves after rolls would be weighed in "
                f"exact numbers of {self._bits} bits; try fewer scores, or shorter turns"
            )
        longest = 1 + int(self._generation[-1])
        if longest * self.size * (self._bits // _WORD) > MOST_LAID_OUT:
            raise _too_large(
                f"they lead through {longest} of {self.size} states in a turn, with exact numbers "
                f"of {self._bits} bits; try shorter turns"
            )

    @property
    def most_moves(self) -> int:
        return int(self._generation[-1])

    def check_size(self) -> Size:
        moves = len(self.transitions.source)
        return Size(moves, moves, moves * BYTES_A_MOVE)

    def scores_by(self, scoring: str) -> tuple[int, ...]:
        return self.scores

    def ranks_by(self, scoring: str) -> Rows:
        return self.ranks

    @cached_property
    def choices(self) -> tuple[DiceChoice, ...]:
        where = {choice: np.zeros(self.size, dtype=bool) for choice in self._weights}
        for number, state in enumerate(self.open_tiles):
            for choice in self._dice[state]:
                where[choice][number] = True
        return tuple(
            DiceChoice(choice, sum(weights.values()), False, weights, where[choice])
            for choice, weights in self._weights.items()
        )

    @cached_property
    def transitions(self) -> Transitions:
        action_sets = list(dict.fromkeys(chain.from_iterable(self._weights.values())))
        place = {roll: number for number, roll in enumerate(action_sets)}
        moves = [
            (number, self._number[left], place[roll])
            for number, rolls in enumerate(self._after.values())
            for roll, after in rolls.items()
            for left in after
        ]
        source, successor, action_set = np.array(moves, np.int64).reshape(-1, 3).T
        return Transitions(source, successor, action_set, action_sets, self._generation)

    def rolls(self, dice: Any) -> Mapping[Any, int]:
        return self._weights[dice]

    def rolls_in(self, open_tiles: Any, dice: Any = None) -> list[Any]:
        chosen = self._dice[open_tiles] if dice is None else dice
        try:
            several = isinstance(chosen, list) or chosen not in self._weights
            chosen = chosen if several else (chosen,)
            return list(dict.fromkeys(roll for choice in chosen for roll in self._weights[choice]))
        except (TypeError, KeyError):
            known = ", ".join(map(shown, islice(self._weights, _NAMED)))
            takes = f"what may be rolled, one or several: {known}"
            raise refused("dice", dice, takes, kind=PositionError) from None

    def moves_in(self, state: int, roll: Any) -> dict[Any, int]:
        return {left: self._number[left] for left in self._after[self.open_tiles[state]][roll]}

    def state_of(self, open_tiles: Any, parameter: str = "open_tiles") -> int:
        with suppress(TypeError):
            if open_tiles in self._number:
                return self._number[open_tiles]
        raise refused(parameter, open_tiles, f"a state of {self.name}", kind=PositionError)

    def roll_of(self, open_tiles: Any, roll: Any) -> Any:
        after = self._after[open_tiles]
        with suppress(TypeError):
            if roll in after:
                return roll
        known = ", ".join([*map(shown, islice(after, _NAMED)), *["…"] * (len(after) > _NAMED)])
        takes = f"a roll in state {shown(open_tiles)}: [{known}]"
        raise refused("roll", roll, takes, kind=PositionError)

    def said(self, state: int) -> str:
        return f"in state {shown(self.open_tiles[state])}"


def _several(name: str, given: Any, **asked: Any) -> tuple[Any, ...]:
    """Return the distinct values of a game's answer; `asked` is the question's state or roll.

    `asked` is written out only if the answer is refused, since a state may be long.
    """
    if why := misread(given):
        where = f"{_where(asked)}: {why}"
        raise refused(name, given, "several hashable values, such as a list", where)
    try:
        listed = tuple(islice(given, MOST_STATES + 1))
        distinct = tuple(dict.fromkeys(listed))
    except TypeError as error:
        raise refused(name, given, "several hashable values", _where(asked)) from error
    if None in distinct or len(listed) > MOST_STATES:
        got, takes = None if None in distinct else listed, "values that are not None"
        raise refused(name, got, f"up to {MOST_STATES} {takes}", _where(asked))
    return distinct


def _where(asked: Mapping[str, Any]) -> str:
    words = {"roll": "after roll", "state": "in state", "choice": "of choice"}
    return " ".join(f"{words[name]} {shown(thing)}" for name, thing in asked.items())


def _weights_of_rolls(choice: Any, given: Any) -> dict[Any, int]:
    if not isinstance(given, Mapping) or not given:
        raise refused("rolls", given, "rolls with their weights", f"of choice {shown(choice)}")
    weights: dict[Any, int] = {}
    for roll in _several("rolls", iter(given), choice=choice):
        if (weight := integer(given[roll])) is None or weight < 1:
            of = f"for roll {shown(roll)} of choice {shown(choice)}"
            raise refused("rolls", given[roll], "a whole number, 1 or more", of)
        weights[roll] = weight
    if (bits := max(weights.values()).bit_length()) > MOST_BITS_OF_A_WEIGHT:
        why = f"got a weight of {bits} bits, of choice {shown(choice)}"
        raise GameTooLargeError(f"{why}; takes up to {MOST_BITS_OF_A_WEIGHT} bits", of="rolls")
    common = gcd(*weights.values())
    return {roll: weight // common for roll, weight in weights.items()}


def _told(name: str, given: Any, state_in_words: Callable[[Any], str], state: Any) -> bool:
    """Read True or False, and refuse others: Python takes text, a method or None for one too."""
    if (is_so := flag(given)) is None:
        raise refused(name, given, "True or False", state_in_words(state))
    return is_so


def _with_open(open_tiles: TileSet) -> str:
    return f"with {','.join(map(str, open_tiles))} open"


def _sets_covered(given: Any, open_tiles: TileSet, roll: Roll) -> list[frozenset[int]]:
    """Read sets of open tiles; in a set each tile is a whole number, and comes once."""

    def wrong(value: Any, why: str) -> InputError:
        where = f"{_with_open(open_tiles)} after roll {','.join(map(str, roll))}"
        return refused("covers", value, "sets of open tiles", where + (f": {why}" if why else ""))

    if why := misread(given):
        raise wrong(given, why)
    found, every = [], {*open_tiles}
    try:
        for move in given:
            if why := misread(move):
                raise wrong(move, why)
            tiles = tuple(move)
            if why := no_set(tiles):
                raise wrong(tiles, why)
            if not tiles or not every.issuperset(tiles):
                raise wrong({*tiles}, "")
            found.append(frozenset(tiles))
    except TypeError as error:
        raise wrong(given, "") from error
    return found


class Box:
    """The tiles, dice and stakes of a variant as a `Game`, which a subclass changes.

    A `Box` itself has the value of the variant. A subclass overrides `covers` (the sets that a roll
    may cover), `score`, or `ends` (whether a turn ends before a roll). Each method is asked once
    for every possible state, or for every possible state and roll, before the game is solved.

    Parameters
    ----------
    variant : Variant, str or path, default "classic"
        The rules, or the name or file of a single variant. These rules hold for everything that a
        subclass does not override.

    Raises
    ------
    InputError, RulesError, UnknownNameError, FileError
        As `solve`, if `variant` is no variant.

    See Also
    --------
    twoplayer.Game : A game without tiles.
    twoplayer.load : Reads a game from a file of Python.

    Examples
    --------
    The product of the dice may be covered as well:

    >>> from twoplayer import Box
    >>> class Products(Box):
    ...     def covers(self, open_tiles, roll):
    ...         product = roll[0] * roll[-1]
    ...         return [*super().covers(open_tiles, roll), *[{product}] * (product in open_tiles)]
    >>> from twoplayer import solve
    >>> f"{float(solve(Products('classic')).first_player_ev):.4%}"
    '-0.8544%'
    """

    def __init__(self, variant: VariantLike = "classic") -> None:
        self.variant: Variant = as_variant(variant)
        self.start: TileSet = self.variant.tiles
        self.ties: str = self.variant.ties
        self.clack_payout: Fraction = self.variant.clack_payout
        self.immediate_clack: bool = self.variant.immediate_clack

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.variant!r})"

    def __str__(self) -> str:
        methods = ("covers", "score", "ends")
        changed = [name for name in methods if getattr(type(self), name) is not getattr(Box, name)]
        which = f", which has its own {listed(changed)}" if changed else ""
        return f"{type(self).__name__}{which}\n\n{self.variant}"

    def covers(self, open_tiles: TileSet, roll: Roll) -> Iterable[Iterable[int]]:
        """Return the sets of open tiles that a roll may cover.

        A subclass may return other sets. `max_tiles`, `opening_tile` and `stop_total` of the
        variant hold for all sets that the method returns.

        Parameters
        ----------
        open_tiles : tuple of int
            The tiles that are open, ascending; one or more.
        roll : tuple of int
            The dice, ascending. A single die is a tuple of one number, such as `(5,)`.

        Returns
        -------
        iterable of iterables of int
            Sets of open tiles in any order, none of them empty, each tile once in its set. Neither
            a set nor the whole iterable may be a mapping or text. Without any set the turn ends.

        Examples
        --------
        >>> from twoplayer import Box
        >>> [sorted(tiles) for tiles in Box("classic").covers((1, 2, 3), (1, 2))]
        [[1, 2], [3]]
        """
        return [tiles for tiles in self._sets[roll] if tiles <= {*open_tiles}]

    def score(self, open_tiles: TileSet) -> int:
        """Return the score of a turn that ends with the given tiles open; the lower score wins.

        A subclass may return another score. The score without an open tile must be better than all
        other scores, since that end is a clack.

        Parameters
        ----------
        open_tiles : tuple of int
            The tiles that are open, ascending.

        Returns
        -------
        int
            The score by the variant's `scoring`.

        Examples
        --------
        >>> from twoplayer import Box
        >>> Box("classic").score((1, 9))
        10
        """
        return SCORINGS[self.variant.scoring].score(open_tiles)

    def ends(self, open_tiles: TileSet) -> bool:
        """Tell whether a turn ends with the given tiles open, before a roll.

        A subclass may return another answer. `choices` calls this method only while a tile is open.

        Parameters
        ----------
        open_tiles : tuple of int
            The tiles that are open, ascending.

        Returns
        -------
        bool
            Always False, unless a subclass overrides the method.
        """
        return False

    def choices(self, open_tiles: TileSet) -> Iterable[int]:
        """Return the numbers of dice that may be rolled.

        Parameters
        ----------
        open_tiles : tuple of int
            The tiles that are open, ascending.

        Returns
        -------
        iterable of int
            One or two numbers, ascending, by the variant's `dice` and `one_die`. Empty if the turn
            ends: without an open tile, and where `ends` returns True.

        Raises
        ------
        InputError
            If `ends` returns neither True nor False.

        Examples
        --------
        >>> from twoplayer import Box, Variant
        >>> Box(Variant(one_die="sum <= 6")).choices((1, 5))
        (1, 2)
        """
        if not open_tiles or _told("ends", self.ends(open_tiles), _with_open, open_tiles):
            return ()
        return self.variant.one_die.dice_counts(self.variant.dice.number, open_tiles)

    def rolls(self, dice: int) -> Mapping[Roll, int]:
        """Return the rolls of a number of dice with their weights.

        Parameters
        ----------
        dice : int
            The number of dice, 1 or more. Dice are told apart by the numbers that they show, not
            by order.

        Returns
        -------
        mapping of tuple of int to int
            The weight of each roll, with its dice ascending. With fair dice the weight is the
            number of equally likely orders of the dice. With loaded dice each order counts as often
            as the product of the weights of its sides.

        Raises
        ------
        GameTooLargeError
            If there are more than 8192 rolls.

        Examples
        --------
        >>> from twoplayer import Box
        >>> ways = Box("classic").rolls(2)
        >>> ways[1, 2], ways[3, 3], sum(ways.values())
        (2, 1, 36)
        """
        check_rolls(dice, self.variant.dice.sides)
        return rolls(dice, self.variant.side_weights)

    def moves(self, open_tiles: TileSet, roll: Roll) -> list[TileSet]:
        """Return the sets of tiles that may be left open after a roll.

        Parameters
        ----------
        open_tiles : tuple of int
            The tiles that are open, ascending.
        roll : tuple of int
            The dice, ascending. A single die is a tuple of one number, such as `(5,)`.

        Returns
        -------
        list of tuple of int
            The tiles left open, ascending, for each set of `covers` that `max_tiles` and
            `opening_tile` allow. The list is empty if the turn ends, such as after a roll that adds
            up to `stop_total`.

        Raises
        ------
        InputError
            If `covers` returns anything except sets of open tiles.

        Examples
        --------
        >>> from twoplayer import Box
        >>> Box("classic").moves((1, 2, 3), (1, 2))
        [(3,), (1, 2)]
        """
        rules = self.variant
        if sum(roll) == rules.stop_total:
            return []
        opens = {rules.opening_tile} - {None} if open_tiles == self.start else set()
        covered = _sets_covered(self.covers(open_tiles, roll), open_tiles, roll)
        return [
            tuple(tile for tile in open_tiles if tile not in tiles)
            for tiles in covered
            if len(tiles) <= (rules.max_tiles or len(tiles)) and opens <= tiles
        ]

    def clack(self, open_tiles: TileSet) -> bool:
        """Tell whether every tile is covered.

        Parameters
        ----------
        open_tiles : tuple of int
            The tiles that are open.

        Returns
        -------
        bool
            Whether no tile is open, so that a win is paid `clack_payout`.
        """
        return not open_tiles

    @cached_property
    def _sets(self) -> Mapping[Roll, list[frozenset[int]]]:
        board = Board(self.variant)
        every = (roll for dice in board.dice for roll in self.rolls(dice))
        return {roll: list(map(frozenset, sorted(board.sets(roll)))) for roll in every}


def check_rolls(dice: int, sides: int) -> None:
    """Raise a `GameTooLargeError` for dice with too many rolls to tell apart."""
    if comb(dice + sides - 1, dice) > MOST_ROLLS:
        raise GameTooLargeError(
            f"{dice}d{sides} fall in more than {MOST_ROLLS} ways, each of which would be told "
            "apart; try fewer dice, or fewer sides",
            of="dice",
        )
