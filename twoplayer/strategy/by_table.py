"""A way to play that is a table of answers by position, such as programs that learn keep."""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import lru_cache
from io import StringIO
from math import gcd
from os import PathLike, fspath
from typing import Any, NamedTuple

import numpy as np

from ..answers import misread
from ..errors import FileError, InputError, PositionError, integer, refused, shown
from ..exact import parse_exact
from ..files import read_text
from ..game.contest import Contest
from ..turn.states import States
from .asked import AskedPosition, AskedWay, Player, Positions, positions_of
from .mixture import NotLegalError, UnreadableError, Weighted, numbered, read
from .way import WayToPlay

MOST_BYTES = 2**26
"""A file with a table has at most this many bytes."""
_NAMED = 3  # positions without a row, in an error
_COLUMNS = "the columns open_tiles, roll, cover, and if wanted score_to_beat, weight, dice"
_KEY = "(open_tiles, roll) or (open_tiles, roll, score_to_beat)"
_DICE_KEY = "open_tiles or (open_tiles, score_to_beat)"
_ALSO_CALLED = {"best_moves": "cover", "dice_rolled": "dice"}
"""Columns of the program's own policies, each with its name in a table."""


class PolicyTable(AskedWay):
    """A table of moves, and perhaps one of numbers of dice.

    Parameters
    ----------
    name : str
        What errors call the strategy.
    moves : mapping
        `{(open_tiles, roll, score_to_beat): answer}`, with None for any score, as `by_position`
        makes the mapping.
    dice : mapping
        `{(open_tiles, score_to_beat): answer}`, with None for any score.
    otherwise : WayToPlay, optional
        The way to play in a position that the table does not have.
    rounds : bool
        Whether weights are rounded, as floats always are.
    """

    def __init__(
        self,
        name: str,
        moves: Mapping[Any, Any],
        dice: Mapping[Any, Any],
        otherwise: WayToPlay | None,
        rounds: bool,
    ) -> None:
        super().__init__(name)
        self.moves, self.dice = moves, dice
        self.otherwise, self.rounds = otherwise, rounds
        beaten = {key[-1] for key in (*self.moves, *self.dice)}
        self.looks = bool(beaten - {None}) or bool(otherwise and otherwise.looks)
        self._rows = lru_cache(maxsize=4)(self._rows_for)

    def _key(self) -> tuple[Any, ...]:
        return self.name, self.moves, self.dice, self.otherwise, self.rounds

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PolicyTable) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash((self.name, len(self.moves), self.rounds))

    def __reduce__(self) -> tuple[Any, ...]:
        return PolicyTable, self._key()

    def called(self, name: str, *, rounds: bool) -> PolicyTable:
        return PolicyTable(name, self.moves, self.dice, self.otherwise, rounds)

    def asked_in(self, game: Contest, player: int, score_to_beat: int | None) -> Player:
        turn = game.turns[player]
        other = None
        if self.otherwise:
            other = answering(self.otherwise, game, player, score_to_beat)
        positions = positions_of(turn)
        rows = self._rows(positions)
        return _Lookup(self, rows, positions, score_to_beat, other)

    def _rows_for(self, positions: Positions) -> _Rows:
        """Return the rows by the names of a game's positions; refuse two rows of a position."""
        board = positions.board
        found = _Rows({}, {})
        for (open_tiles, roll, beat), answer in self.moves.items():
            key = self._state(board, open_tiles), _roll(roll) if board.of_tiles else roll, beat
            self._put(found.moves, key, answer)
        for (open_tiles, beat), answer in self.dice.items():
            self._put(found.dice, (self._state(board, open_tiles), beat), answer)
        return found

    def _put(self, rows: dict[Any, Any], key: Any, answer: Any) -> None:
        if key in rows:
            raise InputError(f"got {shown(key)} twice; takes each position once", of=self.name)
        rows[key] = answer

    def _state(self, board: States, open_tiles: Any) -> int:
        try:
            return board.state_of(open_tiles)
        except PositionError as error:
            raise InputError(f"has a row for what is no position: {error}", of=self.name) from None


class _Rows(NamedTuple):
    """The rows of a table for one game.

    Attributes
    ----------
    moves : dict
        `{(state, roll, score_to_beat): answer}`, where the roll is the dice or their total.
    dice : dict
        `{(state, score_to_beat): answer}`.
    """

    moves: dict[tuple[int, Any, int | None], Any]
    dice: dict[tuple[int, int | None], Any]


class _Lookup(Player):
    """What a table has for the positions of one turn."""

    def __init__(
        self,
        way: PolicyTable,
        rows: _Rows,
        positions: Positions,
        score_to_beat: int | None,
        otherwise: Player | None,
    ) -> None:
        super().__init__(way.name, positions, score_to_beat if way.looks else None)
        self.rounds, self.rows, self.otherwise = way.rounds, rows, otherwise
        self.missing = list[AskedPosition]()

    def moves(self, place: AskedPosition) -> Weighted | None:
        rolls = [place.roll]
        if self.positions.board.of_tiles:
            rolls.append(sum(place.roll))
        for beat in self._beaten():
            found = [roll for roll in rolls if (place.state, roll, beat) in self.rows.moves]
            if len(found) > 1:
                why = "a row for these dice, and one for their total"
                raise InputError(f"{self.where(place)}: {why}; takes one of them", of=self.name)
            if found:
                return self._read(place, self.rows.moves[place.state, found[0], beat])
        if self.otherwise:
            return self.otherwise.moves(place)
        self.missing.append(place)
        return None

    def dice(self, place: AskedPosition) -> Weighted | None:
        for beat in self._beaten():
            if (place.state, beat) in self.rows.dice:
                return self._read(place, self.rows.dice[place.state, beat])
        return self.otherwise.dice(place) if self.otherwise else None

    def _beaten(self) -> list[int | None]:
        """Return the scores that a row may be for: this score first, then None, for any score."""
        return [None] if self.score_to_beat is None else [self.score_to_beat, None]

    def _read(self, place: AskedPosition, answer: Any) -> Weighted:
        kind, legal = self.kind(place), self.legal(place)
        try:
            return numbered(kind, read(kind, answer, len(legal), rounds=self.rounds), legal)
        except UnreadableError as reason:
            raise self.wrong(place, shown(answer), str(reason), self.takes_any(place)) from None
        except NotLegalError as reason:
            raise self.wrong(place, shown(answer), str(reason)) from None

    def check_complete(self) -> None:
        if not self.missing:
            return
        some = "; ".join(self.where(place) for place in self.missing[:_NAMED])
        many = len(self.missing)
        positions = "a position that comes" if many == 1 else f"{many} positions that come"
        more = "" if many <= _NAMED else "; …"
        takes = "a row for each, or `otherwise`, a strategy for those without"
        raise InputError(f"no row for {positions} up: {some}{more}; takes {takes}", of=self.name)


def answering(way: WayToPlay, game: Contest, player: int, score_to_beat: int | None) -> Player:
    """Return what a way to play answers in any position, also where its play never comes."""
    if isinstance(way, AskedWay):
        return way.asked_in(game, player, score_to_beat)
    return _ByPolicy(way, game, player, score_to_beat)


class _ByPolicy(Player):
    """The answers of a way to play that has a policy for all positions."""

    def __init__(
        self, way: WayToPlay, game: Contest, player: int, score_to_beat: int | None
    ) -> None:
        plain = game.turns[player]
        super().__init__("otherwise", positions_of(plain), score_to_beat)
        self.plain, self.policy = plain, way.policy(game, player, score_to_beat)
        self._numbers = {moves: number for number, moves in enumerate(plain.action_sets)}

    def moves(self, place: AskedPosition) -> Weighted:
        # Rolls with equal moves may share a decision of the plain turn: this roll's action set
        # finds it.
        moves = self.positions.turn.action_sets[
            int(self.positions.turn.decisions.action_set[place.decision])
        ]
        known = frozenset(moves) if self.positions.board.of_tiles else moves
        number = self._numbers[known]
        [decision] = self.plain.decision_of(np.array([place.state]), np.array([number])).tolist()
        those = np.flatnonzero(self.plain.decision == decision)
        weights = self.policy.move_weights[those].tolist()
        after = dict(zip(self.plain.successor[those].tolist(), weights, strict=True))
        legal = self.legal(place).values()
        successor = self.positions.turn.successor
        found = {number: after[int(successor[number])] for number in legal}
        mixed = self.policy.mixed_moves
        return _mixture(found, mixed is not None and bool(mixed[those[0]]))

    def dice(self, place: AskedPosition) -> Weighted:
        weights = self.policy.dice_weights[:, place.state].tolist()
        mixed = self.policy.mixed_dice
        return _mixture(
            {number: weights[number] for number in self.legal(place).values()},
            mixed is not None and bool(mixed[place.state]),
        )


def _mixture(weights: Mapping[int, int], given: bool) -> Weighted:
    factor = gcd(*weights.values())
    return Weighted({n: weight // factor for n, weight in weights.items() if weight}, given)


def by_position(
    moves: Mapping[Any, Any], dice: Mapping[Any, Any]
) -> tuple[dict[Any, Any], dict[Any, Any]]:
    """Return both tables of a `Strategy.of_table` with keys as `PolicyTable` takes them."""
    return (
        {_three(key): answer for key, answer in moves.items()},
        {_two(key): answer for key, answer in dice.items()},
    )


def _three(key: Any) -> tuple[Any, Any, int | None]:
    if not isinstance(key, tuple) or len(key) not in (2, 3):
        raise refused("table", key, f"keys such as {_KEY}")
    open_tiles, roll, *beat = key
    return open_tiles, roll, _beat("table", key, beat[0]) if beat else None


def _two(key: Any) -> tuple[Any, int | None]:
    pair = isinstance(key, tuple) and len(key) == 2 and integer(key[0]) is None
    return (key[0], _beat("dice", key, key[1])) if pair else (key, None)


def _beat(parameter: str, key: Any, beat: Any) -> int | None:
    if beat is not None and integer(beat) is None:
        takes = _KEY if parameter == "table" else _DICE_KEY
        raise refused(parameter, key, f"keys such as {takes}")
    return integer(beat)


def _roll(roll: Any) -> int | tuple[int, ...]:
    """Return a roll as it is looked up: a total, or the dice in ascending order."""
    if (total := integer(roll)) is not None:
        return total
    dice = (
        [integer(die) for die in roll] if isinstance(roll, Iterable) and not misread(roll) else []
    )
    whole = [die for die in dice if die is not None]
    if not whole or len(whole) < len(dice):
        raise refused("table", roll, "a roll: a total such as 7, or dice such as (3, 4)")
    return tuple(sorted(whole))


def rows_of_file(path: str | PathLike[str]) -> tuple[dict[Any, Any], dict[Any, Any]]:
    """Read the table of a CSV file: its moves, and its numbers of dice.

    Parameters
    ----------
    path : str or path
        The file. Its first row has the headings `open_tiles`, `roll` and `cover`, and if wanted
        `score_to_beat`, `weight` and `dice`. Other columns are left alone.

    Returns
    -------
    tuple of dict
        The tables of moves and of numbers of dice, as `PolicyTable` takes them.

    Raises
    ------
    FileError
        If the file cannot be read, a column is missing, or a cell does not fit its column. All
        errors of cells are told at once, each with its line.
    """
    path = fspath(path)
    lines = csv.reader(StringIO(read_text(path, MOST_BYTES)), strict=True)
    reading = _Reading(path)
    try:
        for cells in lines:
            reading.line(lines.line_num, cells)
    except csv.Error as error:
        raise FileError(f"{path}, line {lines.line_num}: {error}") from None
    return reading.rows()


class _Reading:
    """A CSV file, read line by line."""

    def __init__(self, path: str) -> None:
        self.path, self.columns = path, list[str]()
        self.faults = list[str]()
        self.moves = defaultdict[Any, list[tuple[Any, str]]](list)
        self.dice = defaultdict[Any, dict[int, str]](dict)

    def line(self, number: int, cells: list[str]) -> None:
        """Read one line: the first has the headings."""
        cells = [cell.strip() for cell in cells]
        if not any(cells):
            return
        if not self.columns:
            self.columns = [_ALSO_CALLED.get(cell, cell) for cell in cells]
            if lacks := [
                name for name in ("open_tiles", "roll", "cover") if name not in self.columns
            ]:
                raise FileError(f"{self.path}: no column {' or '.join(lacks)}; takes {_COLUMNS}")
            return
        row = defaultdict[str, str](str, zip(self.columns, cells, strict=False))
        try:
            if any(cells[len(self.columns) :]):
                raise ValueError("more cells than columns; takes quotes around tiles with commas")
            self._row(row)
        except ValueError as fault:
            self.faults.append(f"{self.path}, line {number}: {fault}")

    def _row(self, row: Mapping[str, str]) -> None:
        open_tiles = _tiles("open_tiles", row["open_tiles"])
        beat = _whole("score_to_beat", row["score_to_beat"]) if row["score_to_beat"] else None
        roll, cover, weight = row["roll"], row["cover"], row["weight"]
        for text in row["dice"].split(",") if row["dice"] else ():
            # A weight belongs to the moves of a row, if the row has moves.
            self.dice[open_tiles, beat][_whole("dice", text)] = "" if cover else weight
        if not cover:
            if not roll and not row["dice"]:
                raise ValueError("neither a roll with what it covers, nor a number of dice")
            return  # the roll covers nothing: the turn ends
        if not roll:
            raise ValueError("roll: nothing there, beside what it covers")
        dice = tuple(_whole("roll", die) for die in roll.replace("+", ",").split(","))
        key = open_tiles, dice if len(dice) > 1 else dice[0], beat
        moves = [_tiles("cover", move) for move in cover.split(" or ")]
        if weight and len(moves) > 1:
            raise ValueError("weight: of several moves in a row; takes a row for each")
        self.moves[key] += [(move, weight) for move in moves]

    def rows(self) -> tuple[dict[Any, Any], dict[Any, Any]]:
        """Return the tables that were read; raise all faults together."""
        moves = {key: self._answer(key, dict(of), len(of)) for key, of in self.moves.items()}
        dice = {key: self._answer(key, of, len(of)) for key, of in self.dice.items()}
        if self.faults:
            raise FileError(*self.faults)
        if not self.columns:
            raise FileError(f"{self.path}: empty; takes {_COLUMNS}")
        return moves, dice

    def _answer(self, key: Any, weights: dict[Any, str], rows: int) -> Any:
        weighed = [weight for weight in weights.values() if weight]
        if len(weights) < rows:
            self.faults.append(f"{self.path}: {key}: a move twice")
        if weighed and len(weighed) < len(weights):
            self.faults.append(f"{self.path}: {key}: weights of some moves, and none of others")
        if not weighed:
            return [*weights]
        return {choice: _decimal(weight) for choice, weight in weights.items()}


def _decimal(text: str) -> Any:
    """Return a weight of a file: exact text stays text; text with an exponent becomes a float."""
    try:
        parse_exact(text)
    except ValueError:
        try:
            return float(text)
        except ValueError:
            return text  # `mixture.read` refuses this text
    return text


def _whole(column: str, text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise ValueError(f"{column}: got {shown(text)}; takes a whole number") from None


def _tiles(column: str, text: str) -> tuple[int, ...]:
    parts = text.replace("+", ",").split(",")
    try:
        return tuple(sorted(map(int, parts)))
    except ValueError:
        takes = "1,2,5,8" if column == "open_tiles" else "4+5, or several such with ' or ' between"
        raise ValueError(f"{column}: got {shown(text)}; takes tiles such as {takes}") from None
