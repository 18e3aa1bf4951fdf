"""A way to play that is a function, which is asked in every position that its play comes to.

What somebody's function answers is not trusted: it is read up to an end, compared with what the
function answers when it is asked again, and held against the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import lru_cache, reduce
from inspect import signature
from itertools import chain, islice
from math import comb
from operator import index, or_
from typing import Any, NamedTuple, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..errors import GameTooLargeError, InputError, cut, refused, shown
from ..exact import Rows
from ..turn.board import Board, MoveSets, board_of
from ..turn.dag import check_size
from ..turn.induction import Turn
from ..turn.layout import Policy
from ..variant.dice import Roll
from ..variant.variant import Variant

Function: TypeAlias = Callable[..., Any]
Legal: TypeAlias = Mapping[Any, int]
"""The mask of each answer that there is: it is legal where all tiles of the mask are open."""
_MOST_TOLD = 12
"""So many legal answers are told, where another one was given."""
_MORE_READ = 100
"""So much more than there are legal answers is read of one, which has no end perhaps."""
_MOST_ROLLS = 2**13
_FINITE = {tuple, list, set, frozenset}
_TUPLES, _INTS = {tuple}, {int}


class Asked:
    """The functions of a strategy, whose answers are a policy."""

    settled = False

    def __init__(self, name: str, cover: Function, dice: Function | None) -> None:
        self._cover = _Question(name, _COVER, cover)
        self._dice = None if dice is None else _Question(name, _DICE, dice)

    @property
    def looks(self) -> bool:
        """Whether it wants to know the score to beat."""
        return self._cover.looks or bool(self._dice and self._dice.looks)

    def turn(self, variant: Variant) -> Turn:
        """Return the turn it is asked about, in which rolls that allow the same are told apart."""
        board_of(variant)  # or say that it is too large, or no box at all
        return _turn(variant.turn_rules)

    def policy(self, variant: Variant, score_to_beat: int | None) -> Policy:
        """Ask in every position that this play comes to; in all others anything may be done."""
        turn = self.turn(variant)
        positions, numbers = _positions(turn), np.array([each.dice for each in turn.choices])
        dice, chosen, reached = turn.all_dice(), list[int](), {turn.board.size - 1}
        is_choice = (dice.sum(axis=0) > 1).tolist()
        for state in range(turn.board.size - 1, 0, -1):
            if state not in reached:
                continue
            rows = positions.rows[positions.starts[state] : positions.starts[state + 1]]
            if self._dice and is_choice[state]:
                may = dict.fromkeys(numbers[dice[:, state]].tolist(), 0)
                before = _Row((turn.board.open_tiles[state],), may)
                [[number]] = self._dice.ask(state, [before], score_to_beat)
                dice[:, state] &= numbers == number
                rows = [row for row in rows if len(row.about[1]) == number]
            found = self._cover.ask(state, rows, score_to_beat)
            for row, moves in zip(rows, found, strict=True):
                key, legal = row.key, row.legal
                for move in moves:
                    left = state ^ legal[move]
                    reached.add(left)
                    chosen.append(key + left)
        return turn.policy_of(positions.entries(chosen), dice)


class _Row(NamedTuple):
    """What a function is asked in a state, but for the score to beat."""

    about: tuple[Any, ...]  # the open tiles; and the roll, after one
    legal: Legal
    key: int = 0  # that of its entries, but for what they leave


class _Kind(NamedTuple):
    """What a function is asked, and how its answers are read and written."""

    parameter: str
    about: tuple[str, ...]
    where: str
    read: Callable[[Any, int], list[Any]]
    spell: Callable[[Any], str]


class _Question:
    """A function that is asked twice for each position."""

    def __init__(self, name: str, kind: _Kind, function: Any) -> None:
        self._name, self._kind, self._function = name, kind, function
        takes = f"a function of {', '.join(kind.about)} and, if it looks at that, score_to_beat"
        if not callable(function) or isinstance(function, type):
            raise refused(kind.parameter, function, takes)
        alone, looks = (_binds(function, len(kind.about) + more) for more in (0, 1))
        if not (alone or looks):
            raise refused(kind.parameter, function, takes, "with other parameters")
        self.looks = looks and (not alone or "score_to_beat" in signature(function).parameters)

    def ask(
        self, state: int, rows: Sequence[_Row], score_to_beat: int | None
    ) -> Sequence[Sequence[Any]]:
        """Return what is answered in some rows of a state, all of which is legal in it."""
        function, beat = self._function, (score_to_beat,) * self.looks
        once, again = list[Any](), list[Any]()
        for about, legal, _ in rows:
            arguments = about + beat
            try:
                said = function(*arguments)
                once.append(said if type(said) is tuple else _kept(said, len(legal)))
                said = function(*arguments)
                again.append(said if type(said) is tuple else _kept(said, len(legal)))
            except (Exception, SystemExit) as error:
                got = f"raised {shown(error)}"
                raise InputError(f"{got}, {self._where(arguments)}", of=self._name) from error
        if (plain := _plain(once, again)) is not None:
            masks = [row.legal.get(each, -1) for each, row in zip(plain, rows, strict=True)]
            if not reduce(or_, masks, 0) & ~state:
                return [(each,) for each in plain]
        every = zip(rows, once, again, strict=True)
        return [self._read(state, row.about + beat, row.legal, *both) for row, *both in every]

    def _read(
        self, state: int, arguments: tuple[Any, ...], legal: Legal, said: Any, again: Any
    ) -> list[Any]:
        """Read what was answered in one position, or say what is wrong with it."""
        found, once_more = (self._kind.read(each, len(legal)) for each in (said, again))
        same = found == once_more or set(found) == set(once_more)
        if same and found and not any(legal.get(each, -1) & ~state for each in found):
            return found
        got = self._spelled(found, said)
        if not same:
            got += f" and, asked again, {self._spelled(once_more, again)}"
        takes = self._spelled([each for each, mask in legal.items() if not mask & ~state], None)
        raise InputError(f"got {got}, {self._where(arguments)}; takes {takes}", of=self._name)

    def _where(self, arguments: tuple[Any, ...]) -> str:
        """Say in which position the function was asked."""
        about = [",".join(map(str, each)) for each in arguments[: len(self._kind.about)]]
        beat = arguments[-1] if self.looks else None
        return self._kind.where.format(*about) + f", to beat {beat}" * (beat is not None)

    def _spelled(self, answers: list[Any], said: object) -> str:
        some = [cut(self._kind.spell(each)) for each in answers[:_MOST_TOLD]]
        more = ["…"] * (len(answers) > _MOST_TOLD)
        return " | ".join(some + more) or shown(said)


def _binds(function: Function, arguments: int) -> bool:
    """Return whether a function takes so many arguments."""
    try:
        signature(function).bind(*[None] * arguments)
    except (TypeError, ValueError):
        return False
    return True


def _sum(tiles: frozenset[int]) -> str:
    return "+".join(map(shown, sorted(tiles))) or "nothing"


class _UnreadableError(Exception):
    """An answer, or a part of one, is not what it should be."""


def _kept(answer: Any, most: int) -> Any:
    """Return what an answer consists of, as far as it is read; it may change when asked again."""
    if type(answer) in _FINITE:
        return tuple(answer)
    if isinstance(answer, (str, bytes, bytearray)) or not isinstance(answer, Iterable):
        return answer
    return tuple(islice(answer, most + _MORE_READ))


def _plain(once: list[Any], again: list[Any]) -> list[frozenset[int]] | None:
    """Return the sets of tiles that are answered, if all are, and nothing else: so it is quick."""
    every = once + again
    if {*map(type, every)} != _TUPLES or {*map(type, chain.from_iterable(every))} != _INTS:
        return None
    found = [*map(frozenset, once)]
    return found if once == again and [*map(len, found)] == [*map(len, once)] else None


def _sets_in(answer: Any, most: int) -> list[frozenset[int]]:
    """Read a set of tiles, or several; none where it is neither, or something comes twice."""
    try:
        given = _some(answer, most)
        try:
            return [_set(given)]
        except _UnreadableError:
            several = [_set(_some(each, most)) for each in given]
    except _UnreadableError:
        return []
    return several if len(set(several)) == len(several) else []


def _some(answer: Any, most: int) -> Collection[Any]:
    """Return what an answer consists of, as far as it is read."""
    if not isinstance(kept := _kept(answer, most), tuple):
        raise _UnreadableError
    return kept


def _set(given: Collection[Any]) -> frozenset[int]:
    if {*map(type, given)} != _INTS:
        given = [*map(_whole, given)]
    found = frozenset(given)
    if len(found) < len(given):
        raise _UnreadableError
    return found


def _whole(given: Any) -> int:
    """Return a whole number, of any kind but a flag."""
    try:
        if not isinstance(given, bool) and getattr(given, "dtype", None) != "bool":  # numpy's
            return index(given)
    except TypeError:  # as of an array, which may be a set of tiles
        pass
    raise _UnreadableError


def _numbers_in(answer: Any, most: int) -> list[int]:
    """Read a number of dice; none where it is something else."""
    try:
        return [_whole(answer)]
    except _UnreadableError:
        return []


_COVER = _Kind("cover", ("open_tiles", "roll"), "with {} open after roll {}", _sets_in, _sum)
_DICE = _Kind(
    "dice",
    ("open_tiles",),
    "with {} open",
    _numbers_in,
    lambda n: f"{n} {'die' if n == 1 else 'dice'}",
)


# A turn in which every roll of dice is told apart, though another allows the same moves: somebody
# may play otherwise after 3 and 5 than after 4 and 4. Its states are those of the board.


class _Told(frozenset[int]):
    """The moves that one roll allows, told apart from those of any other.

    >>> one, other = _Told((3, 5), {1, 2}), _Told((4, 4), {1, 2})
    >>> one == other, one == _Told((3, 5), {1, 2}), sorted(one) == sorted(other)
    (False, True, True)
    """

    roll: Roll

    def __new__(cls, roll: Roll, moves: Iterable[int]) -> Self:
        """Keep the roll beside its moves."""
        told = super().__new__(cls, moves)
        told.roll = roll
        return told

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Told) and self.roll == other.roll and super().__eq__(other)

    def __hash__(self) -> int:
        return hash((self.roll, super().__hash__()))


class _BoardByDice(Board):
    """A board on which a roll is always the tuple of its dice."""

    def __init__(self, variant: Variant) -> None:
        super().__init__(variant)
        self.by_total = False

    def rolls(self, dice: int) -> Mapping[Roll, int]:
        """Return the rolls of a number of dice, and in how many ways each falls."""
        sides = self.variant.dice.sides
        if not self.by_total and comb(dice + sides - 1, dice) > _MOST_ROLLS:
            raise GameTooLargeError(
                f"{dice}d{sides} fall in more than {_MOST_ROLLS} ways, each of which would be told "
                "apart; takes fewer dice, or fewer sides",
                of="dice",
            )
        return super().rolls(dice)

    def moves(self, roll: Roll, opening: bool = False) -> MoveSets:
        """Return the moves that a roll allows, were all tiles open."""
        return _Told(roll, super().moves(roll, opening))


@lru_cache(maxsize=4)
def _turn(rules: Variant) -> Turn:
    check_size(rules)
    board = _BoardByDice(rules)
    check_size(rules, board)
    return Turn(rules, board)


class _Positions(NamedTuple):
    """Where a function is asked in a turn: the rows of its layout in which there is a move."""

    starts: list[int]  # of the rows of each state, among all
    rows: list[_Row]
    keys: Rows  # of every entry, ascending
    order: Rows
    turn: Turn

    def entries(self, keys: list[int]) -> NDArray[np.bool_]:
        """Return which entries of the layout have some keys; all of a row in which none has."""
        chosen = np.zeros(len(self.keys), dtype=bool)
        chosen[self.order[np.searchsorted(self.keys, np.array(keys, np.int64))]] = True
        asked = self.turn.of_rows(np.logical_or, chosen)
        return np.asarray(chosen | ~asked[self.turn.layout.row])


@lru_cache(maxsize=4)
def _positions(turn: Turn) -> _Positions:
    """Put the rows of a turn in the order in which it is asked."""
    layout, board = turn.layout, turn.board
    assert isinstance(board, _BoardByDice)
    rolls = [told.roll for told in layout.collections]
    legal = [
        {frozenset(board.covers[mask]): mask for mask in sorted(told)}
        for told in layout.collections
    ]
    pairs = np.sort(layout.pair)
    states, places = layout.code.decode(pairs)
    moving = places != layout.code.turn_ends
    starts = np.searchsorted(states[moving], np.arange(board.size + 1)).tolist()
    keys = layout.pair[layout.row] * board.size + layout.successor
    order = np.argsort(keys)
    rows = [
        _Row((board.open_tiles[state], rolls[place]), legal[place], pair * board.size)
        for pair, state, place in zip(
            *(of[moving].tolist() for of in (pairs, states, places)), strict=True
        )
    ]
    return _Positions(starts, rows, keys[order], order, turn)
