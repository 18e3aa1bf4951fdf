"""Check a certificate: a proof of the exact value of a game of Shut the Box.

    python checker.py FILE

This file stands alone. It needs Python (3.8 or later) and nothing else, and shares nothing with the
program that wrote the certificate. `Game` is the whole definition of the game.

A certificate holds a value V(S) for every set S of open tiles. The first player's turn has one such
table of values. The second player's turn has a table against every score of the first player, and
may have rules of its own. These equations determine the values:

    V(S)    = u(S)                                      if no tile is open
    V(S)    = max over d of the mean over r of W(S, r)  otherwise
    W(S, r) = max over m of V(S ∖ m)                    if the roll r may cover a set
    W(S, r) = u(S)                                      if the roll r may cover no set

Here d is a number of dice that may be rolled, r a roll of d dice, and m a set that r may cover.
The payoff u(S) belongs to the end of the turn in S. For the second player u(S) is the number of
stakes that the second player gets. For the first player u(S) is minus the value of the second
player's whole turn against the score of S. If the second player has no turn after a clack, u(S) is
the clack payout.

V(S) depends on smaller sets alone, so these equations have exactly one solution. If all of the
equations hold, every value is right, and so is the first player's expected value.

The exit code is 0 if all equations hold. The exit code is 1 if an equation fails or the file is
refused, and the first fault is printed. The exit code is 2 if the program cannot print.
"""

from __future__ import annotations

import json
import os
import re
import stat
import sys
import zlib
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from fractions import Fraction
from functools import lru_cache, partial
from itertools import product
from typing import Any, NamedTuple

FORMAT = "twoplayer-certificate-1"
LARGEST_IN_JSON = 2**53  # a larger number is written as text, since some readers would round it
MOST_BYTES = 10**8  # of a certificate, unpacked
MOST_NUMBERS = 2 * 10**6  # values in a certificate
MOST_TILES = 24
MOST_STEPS = 10**10  # some minutes of work

_TILE = "[1-9][0-9]{0,99}"
_TILES = f"{_TILE}(-{_TILE})?"
_CONDITION = "(sum|max|count) <= -?[0-9]{1,1000}"
_FRACTION = "[0-9]{1,4000}(/[1-9][0-9]{0,3999})?"

RULES = {
    "tiles": f'"(?=.*[-,]){_TILES}(,{_TILES}){{0,{MOST_TILES - 1}}}"',  # no number of tiles alone
    "dice": '"[1-6]d([1-9][0-9]?|100)"',
    "weights": 'null|"([1-9][0-9]{0,18},){0,99}[1-9][0-9]{0,18}"',
    "one_die": f'"(never|always|(forced )?{_CONDITION}( and {_CONDITION}){{0,2}})"',
    "moves": '"(sum|one-tile|dice-or-sum|exact|sum-or-difference)"',
    "max_tiles": f'null|"?{_TILE}"?',
    "opening_tile": f'null|"?{_TILE}"?',
    "stop_total": 'null|"?-?[0-9]{1,100}"?',
    "scoring": '"(sum|digits|count|shut)"',
    "clack_payout": '"[0-9]{1,1000}(/[1-9][0-9]{0,999})?"',
    "immediate_clack": "true|false",
    "ties": '"(push|first|second)"',
}
"""The spelling of every rule in JSON, with the length that the rule may have."""


class RefusedError(Exception):
    """A fault of a certificate, in words."""


class Game:
    """The rules of a game, spelled as in a certificate, and the meaning of these rules.

    A roll is a tuple of the dice, in any order. Where only the total of the dice matters, a roll is
    a tuple of the total alone.
    """

    def __init__(self, rules: Mapping[str, Any]) -> None:
        _exactly(rules, RULES, "rules")
        for name, form in RULES.items():
            _spelled(rules[name], form, name)
        self.said = "".join(f"- {name}: {shown(rules[name])}\n" for name in RULES).replace('"', "")
        self.tiles: tuple[int, ...] = ()
        for part in rules["tiles"].split(","):
            low, high = int(part.split("-")[0]), int(part.split("-")[-1])
            self.tiles += tuple(range(low, min(high, low + MOST_TILES) + 1))
            right = list(self.tiles) == sorted(set(self.tiles)) and low <= high
            _need(right and len(self.tiles) <= MOST_TILES, "tiles: not 1 to 24, ascending")
        self.states = range(2 ** len(self.tiles))
        self.dice, sides = map(int, rules["dice"].split("d"))
        self.weights = [int(n) for n in (rules["weights"] or "1" + ",1" * (sides - 1)).split(",")]
        _need(len(self.weights) == sides, "weights: not as many as a die has sides")
        one_die = rules["one_die"]
        self.choice = {"never": {self.dice}, "forced": {1}}.get(one_die.split()[0], {1, self.dice})
        self.limits = re.findall("(sum|max|count) <= (-?[0-9]+)", one_die)
        self.max_tiles, self.opening_tile, self.stop_total = (
            None if rules[name] is None else _whole(rules[name], name)
            for name in ("max_tiles", "opening_tile", "stop_total")
        )
        self.moves, self.scoring, self.ties = rules["moves"], rules["scoring"], rules["ties"]
        self.clack_payout = Fraction(rules["clack_payout"])
        self.immediate_clack = rules["immediate_clack"]
        _need(self.opening_tile in (None, *self.tiles), "opening_tile: not a tile of the game")
        self.by_total = self.moves == "sum"
        _need(self.dice < 3 or self.by_total, "moves: not for three dice or more")
        _need(self.dice > 1 or one_die == "never", "one_die: with one die it can only be 'never'")

    def dice_counts(self, open_tiles: Collection[int]) -> set[int]:
        now = {"sum": sum(open_tiles), "max": max(open_tiles, default=0), "count": len(open_tiles)}
        beyond = any(now[name] > int(limit) for name, limit in self.limits)
        return {self.dice} if beyond else self.choice

    def rolls(self, dice: int) -> Mapping[tuple[int, ...], int]:
        """Return the weight of each roll of so many dice; probabilities are in proportion to it."""
        ways: Counter[tuple[int, ...]] = Counter({(): 1})
        for _ in range(dice):
            before, ways = ways, Counter()
            for roll, (number, weight) in product(before, enumerate(self.weights, 1)):
                after = sorted((*roll, number))
                ways[(sum(after),) if self.by_total else tuple(after)] += weight * before[roll]
        return ways

    def sets(self, open_tiles: Collection[int], roll: tuple[int, ...]) -> list[tuple[int, ...]]:
        """Return the sets of open tiles that any roll after the first of a turn may cover."""
        total, difference = sum(roll), abs(roll[0] - roll[-1])
        if total == self.stop_total:
            return []
        tiles, sets = tuple(sorted(open_tiles)), []
        if self.moves in ("sum", "sum-or-difference"):  # any set with the sum of the roll
            sets += with_sum(tiles, total)
        if self.moves == "sum-or-difference" and difference:  # or with the difference
            sets += with_sum(tiles, difference)
        if self.moves in ("one-tile", "dice-or-sum", "exact"):  # the tile that shows the sum
            sets.append((total,))
        if self.moves in ("one-tile", "dice-or-sum"):  # a tile that shows one of the dice
            sets += [(number,) for number in roll]
        if self.moves in ("dice-or-sum", "exact") and difference:  # the tiles of both dice
            sets.append(tuple(sorted(roll)))
        most = self.max_tiles or len(tiles)
        return [some for some in sets if len(some) <= most and set(tiles).issuperset(some)]

    def covers(self, open_tiles: Collection[int], roll: tuple[int, ...]) -> set[tuple[int, ...]]:
        """Return the sets that a roll may cover; if there is any, the player must cover one."""
        must = self.opening_tile if len(open_tiles) == len(self.tiles) else None
        return {some for some in self.sets(open_tiles, roll) if must is None or must in some}

    def open_tiles(self, state: int) -> tuple[int, ...]:
        """Return the tiles that are open in a state, whose bit i stands for the i-th smallest."""
        return tuple(tile for bit, tile in enumerate(self.tiles) if state >> bit & 1)

    def choices(self, state: int, rolls: Mapping[int, Any]) -> list[Counter[frozenset[int]]]:
        """Return, for each number of dice, how many throws offer each set of next states."""
        open_tiles, choices = self.open_tiles(state), []
        bits = {tile: 1 << bit for bit, tile in enumerate(self.tiles)}
        for dice in self.dice_counts(open_tiles) if state else ():
            throws: Counter[frozenset[int]] = Counter()
            for roll, ways in rolls[dice].items():
                sets = self.covers(open_tiles, roll)
                throws[frozenset(state - sum(bits[tile] for tile in some) for some in sets)] += ways
            choices.append(throws)
        return choices

    def score(self, open_tiles: Collection[int]) -> int:
        """Return the score of a turn that ends; lower is better. With no tile open it is 0."""
        if self.scoring == "digits":  # the tiles in ascending order, read as one number
            return int("0" + "".join(map(str, sorted(open_tiles))))
        if self.scoring == "sum":
            return sum(open_tiles)
        return len(open_tiles) if self.scoring == "count" else int(len(open_tiles) > 0)  # "shut"

    def second_rolls(self, first: int) -> bool:
        """Tell whether the second player has a turn, after this score of the first."""
        return first > 0 or not self.immediate_clack

    def to_second(self, first: int, second: int) -> Fraction:
        """Return the second player's payoff for the scores of both players, in stakes."""
        if not self.second_rolls(first):
            return -self.clack_payout
        if second < first or (second == first and self.ties == "second"):
            return self.clack_payout if second == 0 else Fraction(1)
        if first < second or (second == first and self.ties == "first"):
            return -self.clack_payout if first == 0 else Fraction(-1)
        return Fraction(0)


@lru_cache(maxsize=2**12)
def with_sum(tiles: tuple[int, ...], total: int) -> list[tuple[int, ...]]:
    """Return the sets of the given tiles with this sum."""
    if total <= 0 or not tiles:
        return [()] if total == 0 else []
    first, others = tiles[0], tiles[1:]
    return with_sum(others, total) + [(first, *s) for s in with_sum(others, total - first)]


# The equations


class Turn(NamedTuple):
    """A turn, and the values that a certificate claims for the turn."""

    name: str
    ending: Callable[[int], Fraction]  # u(S), by the score of S
    denominator: int  # D
    values: list[int]  # V(S)·D for every state

    def value(self, state: int = -1) -> Fraction:  # without a state: the value of all tiles
        return Fraction(self.values[state], self.denominator)

    def right(self, score: int, choices: list[Counter[frozenset[int]]]) -> Fraction:
        """Return V(S)·D by the equation of a state S with this score and these choices."""
        ended, values = self.ending(score) * self.denominator, self.values
        end = ended.numerator if ended.denominator == 1 else ended  # whole numbers are quicker
        means = []
        for throws in choices:
            best = [n * max([values[s] for s in after], default=end) for after, n in throws.items()]
            means.append(Fraction(sum(best), sum(throws.values())))
        return max(means, default=ended)


class Certificate:
    """The claims of a certificate in its right form; `check` tells whether the claims hold."""

    def __init__(self, data: Any) -> None:
        known = ("format", "rules", "first_player_ev", "second", "first")
        _exactly(data, known, "file", more=("second_rules",))
        _spelled(data["format"], f'"{FORMAT}"', "format")
        _spelled(data["first_player_ev"], f'"-?{_FRACTION}"', "first_player_ev")
        for player in ("second", "first"):
            _exactly(data[player], ("denominator", "values"), player)
            _spelled(data[player]["denominator"], '"[1-9][0-9]{0,3999}"', f"{player}: denominator")
        against = data["second"]["values"]
        _need(isinstance(against, dict), "second: values: not an object")
        self.ev = Fraction(data["first_player_ev"])
        self.game, self.own = map(Game, (data["rules"], data.get("second_rules", data["rules"])))
        for name in ("scoring", "clack_payout", "immediate_clack", "ties"):
            same = getattr(self.own, name) == getattr(self.game, name)
            _need(same, f"second_rules: {name}: not as in rules")
        # The length is compared first, so that no rules make more states than the file has values.
        values = _values(data["first"]["values"], len(self.game.states), "first: values")
        first, second = (int(data[player]["denominator"]) for player in ("first", "second"))
        self.first = Turn("the first player's turn", self.to_first, first, values)
        self.second: dict[int, Turn] = {}
        scores = {self.game.score(self.game.open_tiles(state)) for state in self.game.states}
        for score in filter(self.game.second_rolls, sorted(scores)):
            where = f"second: values: {shown(score)}"
            _need(str(score) in against, f"{where}: missing, and a score of this game")
            values = _values(against[str(score)], len(self.own.states), where)
            name = f"the second player's turn against {shown(score)}"
            self.second[score] = Turn(name, partial(self.game.to_second, score), second, values)
        _exactly(against, {str(score) for score in self.second}, "second: values")

    def to_first(self, score: int) -> Fraction:
        return -self.second[score].value() if score in self.second else self.game.clack_payout

    def check(self) -> None:
        """Check every equation, the second player's first; an equation that fails is refused.

        The `RefusedError` says which equation fails, or that the rules have too many moves.
        """
        steps = 0
        for game, turns in (self.own, [*self.second.values()]), (self.game, [self.first]):
            rolls = {dice: game.rolls(dice) for dice in (1, game.dice)}
            for roll in (*rolls[1], *rolls[game.dice]):
                moves = [len(game.states) >> len(some) for some in game.sets(game.tiles, roll)]
                # Finding a move takes as long as reading that move in a hundred equations.
                steps += (len(game.states) + sum(moves)) * (len(turns) + 100)
                _need(steps <= MOST_STEPS, "rules: more rolls and moves than fit into some minutes")
            for state in game.states:
                open_tiles, choices = game.open_tiles(state), game.choices(state, rolls)
                for turn in turns:
                    right = turn.right(game.score(open_tiles), choices)
                    if turn.values[state] != right:
                        tiles = shown(open_tiles).strip("[]") or "no tile"
                        where = f"{turn.name}, with {tiles} open"
                        _equal(where, turn.value(state), right / turn.denominator)
        _equal("first_player_ev", self.ev, self.first.value())

    def report(self) -> str:
        first, second, scores = len(self.game.states), len(self.own.states), len(self.second)
        own = f"\nThe second player's own:\n{self.own.said}" * (self.own.said != self.game.said)
        percent = f", about {float(100 * self.ev):.4f} %" if abs(self.ev) < 10**9 else ""
        return f"""The rules:
{self.game.said}{own}
Checked:
- {scores} scores to beat, from {shown(min(self.second))} to {shown(max(self.second))}: \
every one that there is
- {scores * second} equations of the second player's turns
- {first} equations of the first player's turn
- the first player's expected value

The first player's expected value is {shown(self.ev)} stakes{percent}."""


# The file


def read(path: str) -> Any:
    """Return the data of a certificate file; of a longer file no more is read than is allowed."""
    with open(os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0)), "rb") as file:
        _need(stat.S_ISREG(os.fstat(file.fileno()).st_mode), "not a plain file")
        return parsed(file.read(MOST_BYTES + 1) or b"")  # `read` gives None if the file would wait


def parsed(content: bytes) -> Any:
    """Return the data in the bytes of a certificate, which may be compressed by gzip."""
    if content.startswith(b"\x1f\x8b"):
        unpack = zlib.decompressobj(wbits=31)
        content = unpack.decompress(content, MOST_BYTES + 1)
        whole = unpack.eof and not unpack.unused_data
        _need(whole or len(content) > MOST_BYTES, "not whole, or more than one file in it")
    _need(len(content) <= MOST_BYTES, f"larger than {MOST_BYTES // 10**6} MB")
    _need(content.isascii() and b"\\" not in content, "characters that no certificate has")
    _need(content.count(b",") < MOST_NUMBERS + 1000, f"more than {MOST_NUMBERS} numbers")
    _need(content.count(b"[") + content.count(b"{") < 10**4, "more lists than a certificate has")
    try:
        # A number of a hundred digits is refused anyway, and a million digits take long to read.
        return json.loads(
            content.decode(), object_pairs_hook=_object, parse_int=lambda digits: int(digits[:100])
        )
    except json.JSONDecodeError as error:
        raise RefusedError(f"not a whole JSON file: {error}") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    _need(len(dict(pairs)) == len(pairs), "a name twice in an object")
    return dict(pairs)


def _need(holds: object, fault: str) -> None:
    if not holds:
        raise RefusedError(fault)


def _equal(where: str, claimed: Fraction, given: Fraction) -> None:
    says = f"the file says   {shown(claimed)}\n  the rules give  {shown(given)}"
    _need(claimed == given, f"{where}:\n  {says}")


def _exactly(given: Any, names: Collection[str], where: str, more: Collection[str] = ()) -> None:
    """Refuse everything except an object with all of `names`, and perhaps some of `more`."""
    _need(isinstance(given, dict), f"{where}: not an object")
    for name in names:
        _need(name in given, f"{where}: {name} is missing")
    for name in given:
        _need(name in names or name in more, f"{where}: {shown(name)} is unknown")


def _spelled(given: Any, form: str, where: str) -> None:
    fits = re.fullmatch(form, json.dumps(given))
    _need(fits, f"{where}: {shown(given)} is not of the form {form}")


def _values(given: Any, count: int, where: str) -> list[int]:
    _need(isinstance(given, list), f"{where}: not a list")
    _need(len(given) == count, f"{where}: {len(given)} values instead of {count}")
    return [_whole(value, where) for value in given]


def _whole(given: Any, where: str) -> int:
    """Return a whole number; beyond 2^53, too large for some readers, the number must be text."""
    text = isinstance(given, str) and re.fullmatch("-?[1-9][0-9]{15,3999}", given) is not None
    number = int(given) if text else given
    if type(number) is int and (abs(number) > LARGEST_IN_JSON) is text:
        return number
    raise RefusedError(f"{where}: {shown(given)} is not a whole number, as text beyond 2^53 alone")


def shown(value: object) -> str:
    try:
        text = str(value) if isinstance(value, Fraction) else json.dumps(value)
    except ValueError:
        return "a number with thousands of digits"
    return text if len(text) <= 400 else f"{text[:200]} ... {text[-50:]}"


def verdict(path: str, claims: Callable[[], Any]) -> tuple[bool, str]:
    name = ascii(path)[1:-1]
    try:
        certificate = Certificate(claims())
        certificate.check()
    except (RefusedError, OSError, ValueError, RecursionError, MemoryError, zlib.error) as error:
        why = error if isinstance(error, RefusedError) else ascii(error)
        return False, f"{name}: refused: {why}"
    return True, f"{name}: every equation holds.\n\n{certificate.report()}"


def main(arguments: list[str]) -> int:
    if len(arguments) != 1:
        print("usage: python checker.py FILE")
        return 1
    holds, said = verdict(arguments[0], partial(read, arguments[0]))
    print(said)
    return 0 if holds else 1


if __name__ == "__main__":
    try:
        code = main(sys.argv[1:]) if sys.stdout else 2
        print(end="", flush=True)
    except KeyboardInterrupt:
        code = 130
    except BrokenPipeError:  # the reader of the output has gone
        os._exit(141)
    except OSError:
        os._exit(2)
    sys.exit(code)
