"""A way to play that is a function, which is asked in every position that its play comes to.

What somebody's function answers is not trusted: it is read up to an end, compared with what the
function answers when it is asked again, and held against the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import lru_cache
from inspect import signature
from itertools import islice
from operator import index
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError, cut, refused, shown
from ..exact import Rows
from ..turn.apart import BoardByDice, turn_by_dice
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
_FINITE = {tuple, list, set, frozenset}
_INTS = {int}


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
        return turn_by_dice(variant)

    def policy(self, variant: Variant, score_to_beat: int | None) -> Policy:
        """Ask in every position that this play comes to; in all others anything may be done."""
        turn = self.turn(variant)
        positions, numbers = _positions(turn), np.array([each.dice for each in turn.choices])
        dice, chosen, reached = turn.all_dice(), list[int](), {turn.board.size - 1}
        is_choice = dice.sum(axis=0) > 1
        for state in range(turn.board.size - 1, 0, -1):
            if state not in reached:
                continue
            tiles = turn.board.open_tiles[state]
            if self._dice and is_choice[state]:
                may = dict.fromkeys(numbers[dice[:, state]].tolist(), 0)
                [number] = self._dice.ask(may, state, (tiles,), score_to_beat)
                dice[:, state] &= numbers == number
            rolled = set(numbers[dice[:, state]].tolist())
            rows = positions.rows[positions.starts[state] : positions.starts[state + 1]]
            for key, roll, legal in rows:
                if len(roll) in rolled:
                    for move in self._cover.ask(legal, state, (tiles, roll), score_to_beat):
                        left = state ^ legal[move]
                        reached.add(left)
                        chosen.append(key + left)
        return turn.policy_of(positions.entries(chosen), dice)


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
        self, legal: Legal, state: int, about: tuple[Any, ...], score_to_beat: int | None
    ) -> list[Any]:
        """Return what is answered, all of which is legal in the state."""
        arguments = (*about, score_to_beat) if self.looks else about
        try:
            said = self._function(*arguments)
            found = self._kind.read(said, len(legal))
            again = self._kind.read(self._function(*arguments), len(legal))
        except (Exception, SystemExit) as error:
            got = f"raised {shown(error)}"
            raise InputError(f"{got}, {self._where(arguments)}", of=self._name) from error
        same = found == again or set(found) == set(again)
        if same and found:
            for each in found:
                if legal.get(each, -1) & ~state:
                    break
            else:
                return found
        got = self._spelled(found, said)
        if not same:
            got += f" and, asked again, {self._spelled(again, said)}"
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
    if type(answer) in _FINITE:
        return answer  # type: ignore[no-any-return]
    if isinstance(answer, (str, bytes, bytearray)) or not isinstance(answer, Iterable):
        raise _UnreadableError
    return tuple(islice(answer, most + _MORE_READ))


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


class _Positions(NamedTuple):
    """Where a function is asked in a turn: the rows of its layout in which there is a move."""

    starts: list[int]  # of the rows of each state, among all
    rows: list[tuple[int, Roll, dict[frozenset[int], int]]]
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
    assert isinstance(board, BoardByDice)
    of_roll = [
        (told.roll, {frozenset(board.covers[mask]): mask for mask in sorted(told)})
        for told in layout.collections
    ]
    pairs = np.sort(layout.pair)
    states, places = layout.code.decode(pairs)
    moving = places != layout.code.turn_ends
    starts = np.searchsorted(states[moving], np.arange(board.size + 1)).tolist()
    keys = layout.pair[layout.row] * board.size + layout.successor
    order = np.argsort(keys)
    rows = [
        (pair * board.size, *of_roll[place])
        for pair, place in zip(pairs[moving].tolist(), places[moving].tolist(), strict=True)
    ]
    return _Positions(starts, rows, keys[order], order, turn)
