"""Check a certificate: a proof of the exact value of a game of Shut the Box.

    python checker.py FILE

This file stands alone. It needs Python (3.8 or later) and nothing else, and shares nothing with the
program that wrote the certificate. What may be rolled, covered and won it works out from the rules;
`Game` is the whole definition of the game.

A certificate holds a value for every set of open tiles: in the first player's turn, and in the
second's against every score. Each is determined by those of smaller sets, by the equations

    V(S) = u(S) where no tile is open; elsewhere the most, over the numbers of dice that may be
           rolled, of the mean, over all rolls, of the most of V(S ∖ m) over the sets m that the
           roll may cover, or of u(S) where it may cover none

in which u(S) is what ending the turn in S is worth: to the second player what changes hands, to
the first minus what the second player's whole turn against the score of S is worth. So the
equations have exactly one solution. If all of them hold, every value is right, and so is the first
player's expected value.

The program ends with 0 if all hold; else with 1, and the first thing that does not.
"""

from __future__ import annotations

import json
import os
import re
import stat
import sys
import zlib
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache, partial
from itertools import product
from typing import Any, NamedTuple

__all__ = ["FORMAT", "Certificate", "Game", "RefusedError", "main", "read"]

FORMAT = "twoplayer-certificate-1"

LARGEST_IN_JSON = 2**53
"""Larger numbers are written as text, since some readers of JSON round them."""

MOST_BYTES = 10**8
MOST_NUMBERS = 2 * 10**6
MOST_TILES = 24
MOST_STEPS = 10**9
"""Moves after every roll in every state, for each column of values; it is some minutes of work."""

_WHOLE = re.compile(r"0|-?[1-9][0-9]{0,3999}")
_FRACTION = re.compile(r"(-?[0-9]{1,3999})(?:/(0*[1-9][0-9]{0,3999}))?")
_DICE = re.compile(r"([1-6])d([1-9][0-9]?|100)")
_TILES = re.compile(r"([1-9][0-9]{0,99})(?:-([1-9][0-9]{0,99}))?")
_CONDITION = re.compile(r"(sum|max|count) <= (-?[0-9]{1,1000})")


class RefusedError(Exception):
    """What is wrong with a certificate, in words."""


class Game:
    """The rules of a game, and what they mean.

    Tiles are tuples of numbers, ascending. A roll is a tuple of dice, in whatever order; where only
    the total of the dice matters, a tuple of that total.

    Parameters
    ----------
    rules
        Every rule by its name, spelled as in a certificate.
    """

    def __init__(self, rules: Mapping[str, Any]) -> None:
        _exactly(rules, FIELDS, "rules")
        self.tiles = _tiles(_text(rules, "tiles"))
        self.dice, self.sides = _dice(_text(rules, "dice"))
        self.single, self.forced, self.limits = _one_die(_text(rules, "one_die"))
        self.moves: str = _one_of(rules, "moves", MOVES)
        self.max_tiles = _optional(rules, "max_tiles")
        self.opening_tile = _optional(rules, "opening_tile")
        self.stop_total = _optional(rules, "stop_total")
        self.scoring: str = _one_of(rules, "scoring", SCORINGS)
        self.clack_payout = _fraction(rules, "clack_payout")
        self.immediate_clack: bool = _one_of(rules, "immediate_clack", (False, True))
        self.ties: str = _one_of(rules, "ties", TIES)
        _need(self.max_tiles is None or self.max_tiles > 0, "max_tiles: not positive")
        _need(self.clack_payout >= 0, "clack_payout: negative")
        _need(self.opening_tile in (None, *self.tiles), "opening_tile: not a tile of the game")
        _need(self.dice < 3 or self.moves == "sum", "moves: three dice or more go with 'sum' alone")
        _need(self.dice > 1 or not self.single, "one_die: with one die it can only be 'never'")

    def dice_counts(self, open_tiles: Collection[int]) -> set[int]:
        """Return how many dice the player may roll."""
        measures = {"sum": sum(open_tiles), "max": max(open_tiles, default=0)}
        measures["count"] = len(open_tiles)
        if not self.single or any(measures[name] > limit for name, limit in self.limits):
            return {self.dice}
        return {1} if self.forced else {1, self.dice}

    def rolls(self, dice: int) -> Mapping[tuple[int, ...], int]:
        """Return in how many ways each roll of some dice falls, of `sides**dice` in all."""
        numbers = range(1, self.sides + 1)
        if self.moves != "sum":
            return Counter(product(numbers, repeat=dice))
        ways = Counter({0: 1})
        for _ in range(dice):
            before, ways = ways, Counter()
            for total, number in product(before, numbers):
                ways[total + number] += before[total]
        return {(total,): count for total, count in ways.items()}

    def sets(self, roll: tuple[int, ...]) -> set[tuple[int, ...]]:
        """Return the sets of tiles that a roll covers, were all open and none had to be covered."""
        total, difference = sum(roll), abs(roll[0] - roll[-1])
        shown = [(number,) for number in roll]
        both = [tuple(sorted(roll))] if len(roll) == 2 and difference else []
        if total == self.stop_total:
            return set()
        if self.moves == "sum":  # any set with the sum of the roll
            found = self.with_sum(total)
        elif self.moves == "sum-or-difference":  # a difference of 0 covers nothing
            found = self.with_sum(total) + (self.with_sum(difference) if difference else [])
        elif self.moves == "one-tile":  # a tile that shows one of the dice, or the sum
            found = [*shown, (total,)]
        elif self.moves == "dice-or-sum":  # the same, or the tiles of both dice together
            found = [*shown, (total,), *both]
        else:  # "exact": the tile that shows the sum, or the tiles of both dice together
            found = [(total,), *both]
        most = self.max_tiles or len(self.tiles)
        return {some for some in found if len(some) <= most and set(some) <= set(self.tiles)}

    def with_sum(self, total: int) -> list[tuple[int, ...]]:
        """Return the sets of the game's tiles with a sum that the dice can show."""
        return _sets_by_sum(self.tiles, self.dice * self.sides).get(total, [])

    def covers(self, open_tiles: Collection[int], roll: tuple[int, ...]) -> set[tuple[int, ...]]:
        """Return the sets that a roll may cover; the player must cover one, if there is any."""
        sets = {some for some in self.sets(roll) if set(some) <= set(open_tiles)}
        if self.opening_tile is not None and len(open_tiles) == len(self.tiles):
            return {some for some in sets if self.opening_tile in some}
        return sets

    def score(self, open_tiles: Collection[int]) -> int:
        """Return the score of a turn that ends; lower is better. With no tile open it is 0."""
        if self.scoring == "digits":  # the tiles in ascending order, read as one number
            return int("0" + "".join(map(str, sorted(open_tiles))))
        if self.scoring == "sum":
            return sum(open_tiles)
        return len(open_tiles) if self.scoring == "count" else int(len(open_tiles) > 0)  # "shut"

    def to_second(self, first: int, second: int) -> Fraction:
        """Return what the second player gets where the players have left these scores."""
        if first == 0 and self.immediate_clack:
            return -self.clack_payout
        if second < first or (second == first and self.ties == "second"):
            return self.clack_payout if second == 0 else Fraction(1)
        if first < second or (second == first and self.ties == "first"):
            return -self.clack_payout if first == 0 else Fraction(-1)
        return Fraction(0)

    def second_rolls(self, first: int) -> bool:
        """Tell whether the second player has a turn, after this score of the first."""
        return first > 0 or not self.immediate_clack

    def words(self) -> Iterator[str]:
        """Say every rule in words."""
        tiles = ", ".join(map(str, self.tiles))
        yield (
            f"{len(self.tiles)} tiles: {tiles}"
            if len(self.tiles) > 1
            else f"a single tile, {tiles}"
        )
        number = f"{self.dice} dice" if self.dice > 1 else "a single die"
        yield f"{number} with {self.sides} side{'s' * (self.sides > 1)}"
        limits = " and ".join(MEASURES[name].format(limit) for name, limit in self.limits)
        verb = "must be rolled" if self.forced else "may be rolled instead"
        when = f"{verb} {f'while {limits}' if limits else 'at any time'}"
        yield f"a single die {when if self.single else 'is never rolled'}"
        yield f"a roll covers {MOVES[self.moves]}"
        most = f"at most {self.max_tiles}" if self.max_tiles else "any number of"
        yield f"{most} tile{'s' * (self.max_tiles != 1)} in one move"
        opening = f"the first move must cover the {self.opening_tile}"
        yield opening if self.opening_tile else "any first move"
        stop = f"rolling {self.stop_total} in total ends the turn at once"
        yield "no roll ends the turn by itself" if self.stop_total is None else stop
        yield f"score: {SCORINGS[self.scoring]}; lower wins"
        stakes = f"{self.clack_payout} stake{'s' * (self.clack_payout != 1)}"
        yield f"winning with a clack (every tile covered) pays {stakes}"
        after = "after a first-player clack the second player still takes a turn"
        yield "a first-player clack wins at once" if self.immediate_clack else after
        tied = "push" if self.ties == "push" else f"the {self.ties} player wins equal scores"
        yield "equal scores push" if self.ties == "push" else tied


MOVES = {
    "sum": "any set of open tiles with the sum of the roll",
    "one-tile": "exactly one tile, showing either die or the sum",
    "dice-or-sum": "one tile showing either die or the sum, or both dice's tiles",
    "exact": "the tile showing the sum, or both dice's tiles",
    "sum-or-difference": "any set of open tiles with the sum or the difference of the dice",
}
SCORINGS = {
    "sum": "the sum of the open tiles",
    "digits": "the open tiles in ascending order, read as one number",
    "count": "how many tiles are open",
    "shut": "0 if every tile is covered, else 1",
}
MEASURES = {
    "sum": "the open tiles sum to {} or less",
    "max": "the largest open tile is {} or less",
    "count": "{} or fewer tiles are open",
}
TIES = ("push", "first", "second")
FIELDS = (
    *("tiles", "dice", "one_die", "moves", "max_tiles", "opening_tile", "stop_total"),
    *("scoring", "clack_payout", "immediate_clack", "ties"),
)


@lru_cache(maxsize=4)
def _sets_by_sum(tiles: tuple[int, ...], most: int) -> Mapping[int, list[tuple[int, ...]]]:
    found: dict[int, list[tuple[int, ...]]] = {0: [()]}
    for tile in tiles:
        for total, sets in list(found.items()):
            if total + tile <= most:
                longer = [(*some, tile) for some in sets]
                found[total + tile] = found.get(total + tile, []) + longer
    return found


# The equations


class Column:
    """The values of one turn, V(S)·D for every set of open tiles S.

    Parameters
    ----------
    turn
        Whose it is, in words.
    denominator
        D.
    values
        Bit i of a place in this list stands for the i-th smallest tile.
    ending
        u(S), what ending the turn is worth, by the score of S.
    """

    def __init__(
        self, turn: str, denominator: int, values: list[int], ending: Callable[[int], Fraction]
    ) -> None:
        self.turn, self.denominator, self.values = turn, denominator, values
        self.ending = ending

    def value(self, state: int = -1) -> Fraction:
        """Return V(S); of all tiles, if no state is given."""
        return Fraction(self.values[state], self.denominator)

    def right(self, score: int, choices: list[Throws], common: int) -> int | Fraction:
        """Return what the equation of a state says that V(S)·D is, times a common factor.

        Parameters
        ----------
        score
            Of the state.
        choices
            What each number of dice may cover there.
        common
            A multiple of the outcomes of each.
        """
        worth = self.ending(score) * self.denominator
        ended = worth.numerator if worth.denominator == 1 else worth
        if not choices:
            return ended * common
        values = self.values
        return max(
            common
            // throws.outcomes
            * sum(
                [ways * max([values[state] for state in after]) for ways, after in throws.covering],
                throws.stuck * ended,
            )
            for throws in choices
        )


class Throws(NamedTuple):
    """The throws of some dice in a state.

    Parameters
    ----------
    outcomes
        The number of equally likely ways in which the dice fall.
    stuck
        In how many of them nothing may be covered.
    covering
        In how many of them the tiles may be covered that lead to the same states; these states.
    """

    outcomes: int
    stuck: int
    covering: list[tuple[int, list[int]]]


class Dice:
    """A number of dice, and what their throws may cover.

    Throws that may cover the same are put together.

    Parameters
    ----------
    game
        The rules.
    number
        How many are rolled.
    steps
        The most moves, after throws, in all states together.
    """

    def __init__(self, game: Game, number: int, steps: int) -> None:
        self.outcomes = game.sides**number
        ways: Counter[frozenset[int]] = Counter()
        for roll, count in game.rolls(number).items():
            sets = frozenset(mask_of(game.tiles, some) for some in game.sets(roll))
            if sets not in ways:
                steps -= sum(2 ** (len(game.tiles) - _size(some)) for some in sets)
                _need(steps >= 0, "rules: a roll covers too much to go through in some minutes")
            ways[sets] += count
        self._ways = list(ways.values())
        self._throws: dict[int, list[int]] = {}
        for throw, sets in enumerate(ways):
            for some in sets:
                self._throws.setdefault(some, []).append(throw)

    def throws(self, state: int, must: int) -> Throws:
        """Return what may be thrown in a state, where some tiles have to be covered."""
        after: dict[int, list[int]] = {}
        few = len(self._throws) <= 2 ** _size(state)
        for some in self._throws if few else _subsets(state):
            if some & state == some and some & must == must:
                for throw in self._throws.get(some, ()):
                    after.setdefault(throw, []).append(state ^ some)
        covering = [(self._ways[throw], states) for throw, states in after.items()]
        return Throws(self.outcomes, self.outcomes - sum(n for n, _ in covering), covering)


def mask_of(tiles: Sequence[int], some: Collection[int]) -> int:
    """Return some of the tiles as a number, whose bit i is the i-th smallest tile."""
    return sum(1 << tiles.index(tile) for tile in some)


def _size(state: int) -> int:
    return bin(state).count("1")


def _subsets(state: int) -> Iterator[int]:
    some = state
    while some:
        yield some
        some = (some - 1) & state


class Certificate:
    """What a certificate claims: all of it is there, in its right form; `check` tells if it holds.

    Parameters
    ----------
    data
        What the file holds, as `json` reads it.

    Raises
    ------
    RefusedError
        If something is missing, or too much, or not as it should be.
    """

    def __init__(self, data: object) -> None:
        claims = _exactly(data, ("format", "rules", "first_player_ev", "second", "first"), "file")
        _need(claims["format"] == FORMAT, f"format: {shown(claims['format'])} is not {FORMAT!r}")
        first = _exactly(claims["first"], ("denominator", "values"), "first")
        second = _exactly(claims["second"], ("denominator", "values"), "second")
        denominator, against = _denominator(second, "second"), second["values"]
        _need(isinstance(against, dict), "second: values: not an object")
        self.ev = _fraction(claims, "first_player_ev")
        self.game = Game(claims["rules"])
        self.states = range(2 ** len(self.game.tiles))
        # The length comes first, so that rules cannot ask for more than the file is long.
        values = _values(first["values"], len(self.states), "first: values")
        turn = "the first player's turn"
        self.first = Column(turn, _denominator(first, "first"), values, self._to_first)
        self.second: dict[int, Column] = {}
        self.scores: list[int] = []
        for state in self.states:
            score = self.game.score(self.open_tiles(state))
            self.scores.append(score)
            if self.game.second_rolls(score) and score not in self.second:
                name = f"second: values: {shown(score)}"
                _need(str(score) in against, f"{name}: missing, and a score of this game")
                values = _values(against[str(score)], len(self.states), name)
                turn = f"the second player's turn against {shown(score)}"
                to_second = partial(self.game.to_second, score)
                self.second[score] = Column(turn, denominator, values, to_second)
        known = set(map(str, self.second))
        for name in against:
            _need(name in known, f"second: values: {shown(name)}: no score to beat in this game")

    def _to_first(self, score: int) -> Fraction:
        if not self.game.second_rolls(score):
            return self.game.clack_payout
        return -self.second[score].value()

    def open_tiles(self, state: int) -> tuple[int, ...]:
        """Return the tiles that are open in a state."""
        return tuple(tile for bit, tile in enumerate(self.game.tiles) if state >> bit & 1)

    def check(self) -> None:
        """Check every equation: the second player's turns, then the first player's, then the EV.

        The states of a turn are gone through in the order of their numbers.

        Raises
        ------
        RefusedError
            If one does not hold.
        """
        game = self.game
        dice = {
            number: Dice(game, number, MOST_STEPS // (len(self.second) + 1))
            for number in ({1, game.dice} if game.single else {game.dice})
        }
        common = game.sides**game.dice
        opening = mask_of(game.tiles, [game.opening_tile] if game.opening_tile else [])
        for columns, state in product([[*self.second.values()], [self.first]], self.states):
            open_tiles = self.open_tiles(state)
            must = opening if state == self.states[-1] else 0
            counts = game.dice_counts(open_tiles) if state else ()
            choices = [dice[number].throws(state, must) for number in counts]
            for column in columns:
                right = column.right(self.scores[state], choices, common)
                if column.values[state] * common != right:
                    where = f"{column.turn}, with {_listed(open_tiles)} open"
                    given = Fraction(right) / (common * column.denominator)
                    raise _differs(where, column.value(state), given)
        if self.ev != self.first.value():
            raise _differs("first_player_ev", self.ev, self.first.value())

    def report(self) -> str:
        """Say what there was to check."""
        states, scores = len(self.states), len(self.second)
        ev = shown(self.ev)
        if abs(self.ev) < 10**9:
            ev += f" stakes, about {float(100 * self.ev):.4f} %"
        return "\n".join(
            [
                "The rules:",
                *(f"- {words}" for words in self.game.words()),
                "",
                "Checked:",
                f"- {scores} scores to beat, from {shown(min(self.second))} to "
                f"{shown(max(self.second))}: every one that there is",
                f"- {scores * states} equations of the second player's turns",
                f"- {states} equations of the first player's turn",
                "- the first player's expected value",
                "",
                f"The first player's expected value is {ev}.",
            ]
        )


# The file


def read(path: str) -> Any:
    """Return what a file holds, compressed by gzip or not.

    Raises
    ------
    RefusedError
        If it is no plain file, too large, or no JSON. Its size is checked before it is read, so
        that no file takes more memory than a large certificate.
    """
    try:
        with open(os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0)), "rb") as file:
            _need(stat.S_ISREG(os.fstat(file.fileno()).st_mode), "not a plain file")
            content = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise RefusedError(f"cannot be read: {error.strerror}") from None
    large = f"larger than {MOST_BYTES // 10**6} MB"
    _need(len(content) <= MOST_BYTES, large)
    if content.startswith(b"\x1f\x8b"):
        unpack = zlib.decompressobj(wbits=31)
        try:
            content = unpack.decompress(content, MOST_BYTES + 1)
        except zlib.error:
            raise RefusedError("not gzip") from None
        _need(len(content) <= MOST_BYTES, f"unpacked, {large}")
        _need(unpack.eof and not unpack.unused_data, "not whole, or more than one file in it")
    _need(content.isascii() and b"\\" not in content, "characters that no certificate has")
    _need(content.count(b",") < MOST_NUMBERS + 1000, f"more than {MOST_NUMBERS} numbers")
    _need(content.count(b"[") + content.count(b"{") < 10**4, "more lists than a certificate has")
    try:
        return json.loads(
            content.decode("ascii"),
            object_pairs_hook=_without_repeats,
            parse_int=_integer,
            parse_float=_not_whole,
            parse_constant=_not_whole,
        )
    except (ValueError, RecursionError) as error:
        raise RefusedError(f"not JSON: {error}") from None


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    _need(len(found) == len(pairs), "a name twice in an object")
    return found


def _integer(digits: str) -> int:
    _need(len(digits) <= 4000, "a number of more than 4000 digits")
    return int(digits)


def _not_whole(number: str) -> int:
    raise RefusedError(f"{shown(number)}: not a whole number")


def _need(holds: bool, fault: str) -> None:
    if not holds:
        raise RefusedError(fault)


def _differs(where: str, given: Fraction, right: Fraction) -> RefusedError:
    says, gives = shown(given), shown(right)
    return RefusedError(f"{where}:\n  the file says   {says}\n  the rules give  {gives}")


def _exactly(given: Any, names: Collection[str], where: str) -> dict[str, Any]:
    """Return an object with certain names, all of them and no other."""
    _need(isinstance(given, dict), f"{where}: not an object")
    for name in names:
        _need(name in given, f"{where}: {name} is missing")
    for name in given:
        _need(name in names, f"{where}: {shown(name)} is unknown")
    found: dict[str, Any] = given
    return found


def _values(given: Any, count: int, where: str) -> list[int]:
    _need(isinstance(given, list), f"{where}: not a list")
    _need(len(given) == count, f"{where}: {len(given)} values instead of {count}")
    return [_number(value, where) for value in given]


def _number(given: Any, where: str) -> int:
    """Return a whole number; it is text if, and only if, it is too large for some readers."""
    if type(given) is int and abs(given) <= LARGEST_IN_JSON:
        return given
    if isinstance(given, str) and _WHOLE.fullmatch(given) and abs(int(given)) > LARGEST_IN_JSON:
        return int(given)
    raise RefusedError(
        f"{where}: {shown(given)} is not a whole number, as text beyond 2^53 and only there"
    )


def _denominator(claims: Mapping[str, Any], where: str) -> int:
    given = claims["denominator"]
    right = isinstance(given, str) and _WHOLE.fullmatch(given) is not None and int(given) > 0
    _need(right, f"{where}: denominator: {shown(given)} is not the text of a positive number")
    return int(given)


def _fraction(claims: Mapping[str, Any], name: str) -> Fraction:
    given = claims[name]
    found = _FRACTION.fullmatch(given) if isinstance(given, str) else None
    if found is None:
        raise RefusedError(f"{name}: {shown(given)} is not a fraction, as text")
    return Fraction(int(found[1]), int(found[2] or 1))


def _text(rules: Mapping[str, Any], name: str) -> str:
    _need(isinstance(rules[name], str) and len(rules[name]) <= 4000, f"{name}: not text")
    return str(rules[name])


def _optional(rules: Mapping[str, Any], name: str) -> int | None:
    return None if rules[name] is None else _number(rules[name], name)


def _one_of(rules: Mapping[str, Any], name: str, options: Collection[Any]) -> Any:
    for option in options:
        if type(rules[name]) is type(option) and rules[name] == option:
            return option
    raise RefusedError(f"{name}: {shown(rules[name])} is not one of {', '.join(map(str, options))}")


def _tiles(text: str) -> tuple[int, ...]:
    found: list[int] = []
    for part in text.split(","):
        match = _TILES.fullmatch(part)
        # A single number would mean so many tiles.
        if match is None or (part == text and match[2] is None):
            raise RefusedError(f"tiles: {shown(text)} is not tiles such as 1-3,7 or 6-6")
        low, high = int(match[1]), int(match[2] or match[1])
        _need(low <= high < low + MOST_TILES, f"tiles: not 1 to {MOST_TILES}, ascending")
        found += range(low, high + 1)
        _need(found == sorted(set(found)), "tiles: not ascending")
        _need(len(found) <= MOST_TILES, f"tiles: more than {MOST_TILES}")
    return tuple(found)


def _dice(text: str) -> tuple[int, int]:
    match = _DICE.fullmatch(text)
    if match is None:
        raise RefusedError(f"dice: {shown(text)} is not 1 to 6 dice with 1 to 100 sides")
    return int(match[1]), int(match[2])


def _one_die(text: str) -> tuple[bool, bool, list[tuple[str, int]]]:
    """Return whether a single die may ever be rolled, must be, and under which conditions."""
    if text in ("never", "always"):
        return text == "always", False, []
    forced = text.startswith("forced ")
    limits = []
    for condition in text[len("forced ") * forced :].split(" and "):
        match = _CONDITION.fullmatch(condition)
        if match is None:
            raise RefusedError(f"one_die: {shown(text)} is not conditions such as sum <= 6")
        limits.append((match[1], int(match[2])))
    return True, forced, limits


def shown(value: object) -> str:
    """Return a value as text of a line's length."""
    try:
        text = str(value) if isinstance(value, (int, Fraction)) else ascii(value)
    except ValueError:
        return "a number with thousands of digits"
    return text if len(text) <= 400 else f"{text[:200]} ... {text[-50:]}"


def _listed(tiles: Sequence[int]) -> str:
    return shown(", ".join(map(str, tiles))).strip("'") or "no tile"


def main(arguments: Sequence[str]) -> int:
    """Check the certificate that is named, and say so; return the exit code."""
    if len(arguments) != 1:
        print("usage: python checker.py FILE")
        return 1
    name = ascii(arguments[0])[1:-1]
    try:
        certificate = Certificate(read(arguments[0]))
        certificate.check()
    except RefusedError as error:
        print(f"{name}: refused: {error}")
        return 1
    except MemoryError:
        print(f"{name}: refused: it takes more memory than there is")
        return 1
    print(f"{name}: every equation holds.\n\n{certificate.report()}")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
