"""A strategy: any rule for choosing moves and numbers of dice, and those of one's own.

A strategy of one's own is a function, which is asked in every position that its play comes to. What
it answers is not trusted: it is kept as it is then, read up to an end, compared with what the
function answers when it is asked again, and held against the rules. Every roll of dice is told
apart, though another allows the same moves: somebody may play otherwise after 3 and 5 than after 4
and 4.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from functools import lru_cache
from inspect import Signature, getdoc, signature
from itertools import chain, islice
from typing import Any, NamedTuple, Self, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from ..errors import FileError, InputError, RulesError, cut, integer, refused, shown
from ..exact import Rows
from ..files import NAME, blamed, run
from ..game.contest import Contest
from ..turn.another import Explored
from ..turn.board import Board
from ..turn.box import check_rolls
from ..turn.dag import MoveSets
from ..turn.induction import Course, Turn
from ..turn.layout import Policy
from ..variant.dice import Roll
from ..variant.tiles import TileSet
from ..variant.variant import Variant

AnyFunction: TypeAlias = Callable[..., Any]
_MOST_TOLD = 12
"""So many legal answers are told, where another one was given."""
_MORE_READ = 100
"""So much more than there are legal answers is read of one, which has no end perhaps."""
_INTEGERS = {int, *(np.dtype(each).type for each in np.typecodes["AllInteger"])}
_FIXED = _INTEGERS | {tuple, frozenset}
_FINITE = {tuple, list, set, frozenset}
_PARAMETERS = ["open_tiles", "roll"], ["open_tiles", "roll", "score_to_beat"]


class WayToPlay:
    """What decides in all positions at once, which is quicker than to be asked in each."""

    looks = False  # it looks at the score to beat; else it does the same whatever that is
    settled = False  # what it leaves undecided is worth the same to a second player

    def turn(self, turn: Turn) -> Turn:
        """Return a player's turn as it is laid out for a policy to choose from its entries."""
        return turn

    def policy(self, game: Contest, player: int = 0, score_to_beat: int | None = None) -> Policy:
        """Return what a player may do in every state after every roll."""
        raise NotImplementedError


class Wanted(NamedTuple):
    """What a strategy looks for."""

    moves: tuple[Rows, ...]  # of every entry of the layout: most of the first, then of the next, …
    dice: NDArray[np.bool_] | None = None  # which choices, shape (choices, states); None: any


WantedBy: TypeAlias = Callable[[Contest, int, int | None], Wanted]
"""By a player of a contest, the first of whom is 0, and the score to beat, where there is one."""


@dataclass(frozen=True)
class Described(WayToPlay):
    """A way to play that looks for something in all positions at once."""

    name: str
    wanted: WantedBy = field(compare=False)
    looks: bool = False
    settled: bool = False
    anywhere: bool = False  # it looks at no tiles

    def policy(self, game: Contest, player: int = 0, score_to_beat: int | None = None) -> Policy:
        """Return what a player may do in every state after every roll."""
        if not (self.anywhere or isinstance(game.turns[player].board, Board)):
            why = f"where {self.name} looks at tiles"
            raise refused("variant", game.rules[player], "a Variant", why, RulesError)
        moves, dice = self.wanted(game, player, score_to_beat)
        return game.turns[player].policy(*moves, dice=dice)


@dataclass(frozen=True, repr=False)
class Strategy:
    """A rule for choosing moves, of one's own: a function, or two.

    It stands wherever the name of a strategy does, and so does the function `cover` alone. A
    function is asked twice in every position that its play comes to, and has to answer the same.

    In a `Game` of another kind what are called open tiles are the state: `cover` returns one of the
    states that `moves` has there, or a list of such for chance, and `dice` one of the `choices`.

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

    cover: AnyFunction | WayToPlay
    dice: AnyFunction | None = None
    name: str = field(default="", kw_only=True)
    words: str = field(default="", kw_only=True)
    source: str = field(default="", kw_only=True)
    way: WayToPlay = field(init=False, compare=False)

    def __post_init__(self) -> None:
        for parameter in ("name", "words", "source"):
            if not isinstance(given := getattr(self, parameter), str):
                raise refused(parameter, given, "text")
        name = self.name or getattr(self.cover, "__name__", type(self.cover).__name__)
        about = getdoc(self.cover) if hasattr(self.cover, "__name__") else None
        words = self.words or (about or "As its function says.").partition("\n")[0]
        cover = self.cover
        way = cover if isinstance(cover, WayToPlay) else _Answers(name, cover, self.dice)
        for field_name, value in (("name", name), ("words", words), ("way", way)):
            object.__setattr__(self, field_name, value)

    def __repr__(self) -> str:
        return f"Strategy({self.name!r})"

    @property
    def looks(self) -> bool:
        """Whether it looks at the score to beat; else it does the same whatever that is."""
        return self.way.looks

    @property
    def settled(self) -> bool:
        """Whether what it leaves undecided is worth the same to a second player."""
        return self.way.settled

    def turn(self, turn: Turn) -> Turn:
        """Return a player's turn as it is laid out for a policy to choose from its entries."""
        return self.way.turn(turn)

    def policy(self, game: Contest, player: int = 0, score_to_beat: int | None = None) -> Policy:
        """Return what a player may do in every state after every roll; the first player is 0."""
        return self.way.policy(game, player, score_to_beat)


StrategyLike: TypeAlias = str | Strategy | AnyFunction
"""A strategy or its name, several names with commas between them, or a function of one's own."""


class _Answers(WayToPlay):
    def __init__(self, name: str, cover: AnyFunction, dice: AnyFunction | None) -> None:
        self._cover = _Question(name, _COVER, cover)
        self._dice = None if dice is None else _Question(name, _DICE, dice)
        self.looks = self._cover.looks or bool(self._dice and self._dice.looks)

    def turn(self, turn: Turn) -> Turn:
        if isinstance(turn.board, Explored):
            return turn
        return positions_of(turn).turn  # in which rolls that allow the same are told apart

    def policy(self, game: Contest, player: int = 0, score_to_beat: int | None = None) -> Policy:
        """Ask in every position that this play comes to; in all others anything may be done."""
        return _policy(self, game.turns[player], score_to_beat)

    def asked_in_states(self, turn: Turn, score_to_beat: int | None) -> Policy:
        """Ask in every state of a game of another kind, from its start on."""
        board, layout, dice = turn.board, turn.layout, turn.all_dice()  # dice: (choices, states)
        choices = [choice.dice for choice in board.choices]
        collections = {roll: number for number, roll in enumerate(layout.collections)}
        cover, choose = self._cover.of(_LEAVE), self._dice and self._dice.of(_CHOOSE)
        reached, taken = {board.size - 1}, []  # taken: keys of entries
        for state in range(board.size - 1, -1, -1):  # what it leads to is lower
            if state not in reached:
                continue
            name, may = board.open_tiles[state], np.flatnonzero(dice[:, state]).tolist()
            if choose and len(may) > 1:
                place = _Place((name,), state, {choices[each]: 0 for each in may}, _MORE_READ)
                [once], [again] = choose.ask([place], score_to_beat)
                [choice] = choose.read(place, score_to_beat, once, again)
                may = [choices.index(choice)]
                dice[:, state] = np.arange(len(choices)) == may
            after = {
                roll: moves
                for roll in dict.fromkeys(chain(*(board.rolls(choices[each]) for each in may)))
                if (moves := board.moves_in(state, roll))
            }
            places = [
                _Place((name, roll), state, dict.fromkeys(moves, 0), len(moves) + _MORE_READ)
                for roll, moves in after.items()
            ]
            answers = cover.ask(places, score_to_beat)
            for place, (roll, moves), *both in zip(places, after.items(), *answers, strict=True):
                pair = int(layout.code.encode(np.array(state), collections[roll]))
                for answer in cover.read(place, score_to_beat, *both):
                    reached.add(moves[answer])
                    taken.append(pair * board.size + moves[answer])
        keys = layout.pair[layout.row] * board.size + layout.successor
        chosen = np.isin(keys, taken)
        if len(chosen):
            chosen[turn.course.row_starts[~turn.of_rows(np.logical_or, chosen)]] = True
        return turn.policy_of(chosen, dice)

    def asked(self, positions: _Positions, score_to_beat: int | None) -> Policy:
        """Ask, level by level."""
        turn, dice = positions.turn, positions.turn.all_dice()  # dice: (choices, states)
        numbers = np.array([choice.dice for choice in turn.board.choices])  # of dice, by choice
        chosen = np.zeros(len(turn.layout.row), dtype=bool)  # by entry
        reached = np.arange(turn.board.size) == turn.board.size - 1  # by state
        for level in positions.levels:
            rows = level[reached[positions.states[level]]]
            if self._dice:
                for state in dict.fromkeys(positions.states[rows].tolist()):
                    if len(may := numbers[dice[:, state]].tolist()) > 1:
                        about = (turn.board.open_tiles[state],)
                        place = _Place(about, state, dict.fromkeys(may, 0), _MORE_READ)
                        [once], [again] = self._dice.ask([place], score_to_beat)
                        [number] = self._dice.read(place, score_to_beat, once, again)
                        dice[:, state] &= numbers == number
                rolled = [len(positions.places[row].about[1]) for row in rows]
                # Only what the chosen dice can roll is asked about: (choices, rows).
                may_fall = dice[:, positions.states[rows]] & (numbers[:, np.newaxis] == rolled)
                rows = rows[may_fall.any(axis=0)]
            places = [positions.places[row] for row in rows.tolist()]
            answers = self._cover.ask(places, score_to_beat)
            sets, entries = _quickly_read(answers[0]), None
            if sets and sets == _quickly_read(answers[1]):
                entries = positions.entries(rows, sets)
            if entries is None:  # something is wrong, or written in an uncommon way
                covers = [
                    self._cover.read(place, score_to_beat, *both)
                    for place, *both in zip(places, *answers, strict=True)
                ]
                sets = _Sets([*map(tuple, chain(*covers))], [*map(len, covers)])
                entries = positions.entries(rows, sets)
                assert entries is not None, "what is legal has an entry"
            chosen[entries] = True
            reached[turn.layout.successor[entries]] = True
        return positions.policy(chosen, dice)


@lru_cache(maxsize=64)
def _policy(answers: _Answers, turn: Turn, score_to_beat: int | None) -> Policy:
    """Ask once for all that is found of a way to play: its values, their range, its chances."""
    if isinstance(turn.board, Explored):
        return answers.asked_in_states(turn, score_to_beat)
    return answers.asked(positions_of(turn), score_to_beat)


class _Place(NamedTuple):
    about: tuple[Any, ...]  # the open tiles; and the roll, after one
    state: int
    legal: Mapping[Any, int]  # the mask of each answer: legal where all tiles of it are open
    most: int  # so much is read of an answer


class _Kind(NamedTuple):
    """What a function is asked, and how its answers are read and written."""

    parameter: str
    about: tuple[str, ...]
    where: str
    read: Callable[[Any], list[Any]]
    spell: Callable[[Any], str]
    chance: str  # how it is left to chance
    kept: Callable[[Any, int], Any]  # what is answered, as it is then, and as far as it is read
    told: Callable[[Any], str]  # what it is asked about


class _Question:
    def __init__(self, name: str, kind: _Kind, function: Any) -> None:
        self._name, self._kind, self._function = name, kind, function
        takes = f"a function of {', '.join(kind.about)} and, if it looks at that, score_to_beat"
        if not callable(function) or isinstance(function, type):
            raise refused(kind.parameter, function, takes)
        signed = _signature_of(function)
        alone, looks = (_binds(signed, len(kind.about) + more) for more in (0, 1))
        if signed is None or not (alone or looks):
            raise refused(kind.parameter, function, takes, "with other parameters")
        self.looks = looks and (not alone or "score_to_beat" in signed.parameters)

    def of(self, kind: _Kind) -> Self:
        """Return the same function, asked about something else."""
        other = copy(self)
        other._kind = kind
        return other

    def ask(
        self, places: Sequence[_Place], score_to_beat: int | None
    ) -> tuple[list[Any], list[Any]]:
        """Return what is answered in some positions, and when it is asked again, as it is then."""
        kept, function, beat = self._kind.kept, self._function, (score_to_beat,) * self.looks
        once, again = list[Any](), list[Any]()
        try:
            for about, _, _, most in places:
                given = about + beat
                for answers in (once, again):
                    answers.append(kept(function(*given), most))
        except BaseException as error:
            raise self._raised(error, places[len(again)], score_to_beat) from error
        return once, again

    def read(self, place: _Place, score_to_beat: int | None, once: Any, again: Any) -> list[Any]:
        """Return what was answered in a position, each legal, or say what is wrong with it."""
        try:
            choices, afterwards = map(self._kind.read, (once, again))
        except BaseException as error:
            raise self._raised(error, place, score_to_beat) from error
        closed = ~place.state
        same = choices == afterwards or set(choices) == set(afterwards)
        if same and choices and not any(place.legal.get(one, -1) & closed for one in choices):
            return choices
        got = self._spelled(choices, once)
        if not same:
            got += f" and, asked again, {self._spelled(afterwards, again)}"
        legal = [choice for choice, mask in place.legal.items() if not mask & closed]
        takes = f"; takes {self._spelled(legal, None)}"
        takes += f". Where chance is to decide, {self._kind.chance}" * (not same)
        raise self._wrong(f"got {got}", place, score_to_beat, takes)

    def _raised(self, error: BaseException, place: _Place, score_to_beat: int | None) -> InputError:
        if isinstance(error, KeyboardInterrupt):
            raise error  # whoever interrupts it is obeyed
        return self._wrong(f"raised {shown(error)}", place, score_to_beat)

    def _wrong(
        self, fault: str, place: _Place, score_to_beat: int | None, takes: str = ""
    ) -> InputError:
        where = self._kind.where.format(*map(self._kind.told, place.about))
        if self.looks and score_to_beat is not None:
            where += f", to beat {score_to_beat}"
        return InputError(f"{fault}, {where}{takes}", of=self._name)

    def _spelled(self, choices: list[Any], answer: object) -> str:
        first = [cut(self._kind.spell(choice)) for choice in choices[:_MOST_TOLD]]
        more = ["…"] * (len(choices) > _MOST_TOLD)
        return " | ".join(first + more) or shown(answer)


def _signature_of(function: AnyFunction) -> Signature | None:
    try:
        return signature(function)
    except KeyboardInterrupt:
        raise
    except BaseException:  # whatever happens when it is asked for
        return None


def _binds(signed: Signature | None, arguments: int) -> bool:
    try:
        return signed is not None and bool(signed.bind(*[None] * arguments))
    except TypeError:
        return False


def _kept_tiles(answer: Any, most: int) -> Any:
    short = type(answer) is tuple and 0 < len(answer) < _MORE_READ
    return answer if short and type(answer[0]) is int else _kept(answer, most)


def _kept(answer: Any, most: int, parts: bool = True) -> Any:
    """Return what is answered, and each part of it, as it is now, and as far as it is read."""
    if type(answer) in _FINITE and len(answer) < most:
        members = tuple(answer)
    elif isinstance(answer, (str, bytes, bytearray)):
        return answer
    else:
        try:
            iterator = iter(answer)
        except TypeError:
            return answer
        members = tuple(islice(iterator, most))
    if parts and not _FIXED.issuperset(map(type, members)):
        return tuple([_kept(member, most, parts=False) for member in members])
    return members


class _Sets(NamedTuple):
    tiles: Sequence[TileSet]
    many: Sequence[int] | None = None  # how many in each position; None: one


def _quickly_read(answers: list[Any]) -> _Sets | None:
    """Return the sets that are answered, if that is quick to see."""
    if not {*map(type, answers)} <= {tuple}:
        return None
    if (kinds := {*map(type, chain.from_iterable(answers))}) <= _INTEGERS:
        return _Sets(answers)
    if not kinds <= _FIXED:
        return None
    several = answers
    if kinds & _INTEGERS:  # in some positions one set, in others several
        several = [each if each and type(each[0]) not in _INTEGERS else (each,) for each in answers]
    parts = [*chain.from_iterable(several)]
    if _INTEGERS.isdisjoint(map(type, parts)) and _INTEGERS.issuperset(map(type, chain(*parts))):
        return _Sets([*map(tuple, parts)], [*map(len, several)])
    return None


def _sets_in(answer: Any) -> list[frozenset[int]]:
    """Read a set of tiles, or several; none where it is neither, or something comes twice."""
    if (one := _set(answer)) is not None:
        return [one]
    several = [*map(_set, answer)] if isinstance(answer, tuple) else []
    distinct = [tiles for tiles in dict.fromkeys(several) if tiles is not None]
    return distinct if len(distinct) == len(several) else []


def _set(given: Any) -> frozenset[int] | None:
    if not isinstance(given, tuple):
        return None
    tiles = frozenset(map(integer, given))
    whole = frozenset(tile for tile in tiles if tile is not None)
    return whole if len(whole) == len(given) else None


def _numbers_in(answer: Any) -> list[int]:
    return [] if (number := integer(answer)) is None else [number]


def _spelled_tiles(tiles: frozenset[int]) -> str:
    return "+".join(map(shown, sorted(tiles))) or "nothing"


def _spelled_dice(number: int) -> str:
    return f"{number} {'die' if number == 1 else 'dice'}"


def _listed(tiles: TileSet) -> str:
    return ",".join(map(str, tiles))


def _kept_states(answer: Any, most: int) -> Any:
    return answer[:most] if type(answer) is list else answer


def _states_in(answer: Any) -> list[Any]:
    """Read a state, or a list of several; none where it cannot be one, or one comes twice."""
    return _hashable(answer if type(answer) is list else [answer])


def _hashable(several: list[Any]) -> list[Any]:
    try:
        return several if len({*several}) == len(several) else []
    except TypeError:
        return []


_OPEN, _IN = "with {} open", "in state {}"
_COVER = _Kind(
    "cover",
    ("open_tiles", "roll"),
    f"{_OPEN} after roll {{}}",
    _sets_in,
    _spelled_tiles,
    "return a list of moves, not random.choice of it",
    _kept_tiles,
    _listed,
)
_LEAVE = _COVER._replace(
    where=f"{_IN} after roll {{}}", read=_states_in, spell=shown, kept=_kept_states, told=shown
)
_DICE = _Kind(
    "dice",
    ("open_tiles",),
    _OPEN,
    _numbers_in,
    _spelled_dice,
    "leave `dice` out",
    _kept_tiles,
    _listed,
)
_CHOOSE = _DICE._replace(
    where=_IN,
    read=lambda answer: _hashable([answer]),
    spell=shown,
    kept=lambda answer, most: answer,
    told=shown,
)


class _Masks(dict[TileSet, int]):
    """The mask of each set of tiles, in whatever order; −1 of one that the board has not."""

    def __missing__(self, tiles: TileSet) -> int:
        mask = self[tiles] = self.get(tuple(sorted(tiles)), -1)
        return mask


class _Positions(NamedTuple):
    """Where a function is asked in a turn: the rows of its layout in which there is a move."""

    places: list[_Place]
    states: Rows  # by position, as the next
    keys: Rows  # that of its entries, but for what they leave
    levels: list[Rows]  # from all tiles on: what one leads to is in a later one
    masks: _Masks
    every_key: Rows  # of all entries, ascending
    order: Rows  # the entry of each of these keys
    starts: Rows  # the first entry of every row
    turn: Turn

    def entries(self, rows: Rows, sets: _Sets) -> Rows | None:
        """Return the entries of what is covered in some rows; None if that is not legal."""
        masks = np.array([*map(self.masks.__getitem__, sets.tiles)], np.int64)  # by set
        if sets.many is not None:
            rows = np.repeat(rows, np.array(sets.many, np.int64))
        states = self.states[rows]
        keys = self.keys[rows] + (states ^ masks)
        places = np.searchsorted(self.every_key, keys).clip(max=len(self.every_key) - 1)
        legal = (masks & ~states == 0) & (self.every_key[places] == keys)
        if sets.many is not None:
            legal &= all(sets.many) and len(np.unique(keys)) == len(keys)
        return self.order[places] if legal.all() else None

    def policy(self, chosen: NDArray[np.bool_], dice: NDArray[np.bool_]) -> Policy:
        """Return the policy that chooses from some entries; in rows without one from the first."""
        chosen[self.starts[~self.turn.of_rows(np.logical_or, chosen)]] = True
        return self.turn.policy_of(chosen, dice)


def positions_of(turn: Turn) -> _Positions:
    """Return where a function is asked in a turn; the last few are kept."""
    return _positions(cast(Board, turn.board).variant, turn.scoring)


@lru_cache(maxsize=4)
def _positions(rules: Variant, scoring: str) -> _Positions:
    """Put the rows of a turn in the order in which it is asked."""
    board = BoardByDice(rules)
    turn = Turn(Course(board), scoring)
    layout = turn.layout
    rolls = [moves.roll for moves in layout.collections]
    legal = [
        {frozenset(board.covers[mask]): mask for mask in sorted(moves)}
        for moves in layout.collections
    ]
    most = [len(moves) + _MORE_READ for moves in legal]
    states, which = layout.code.decode(layout.pair)  # by row; which: the place of the roll
    moving = np.flatnonzero(which != layout.code.turn_ends)
    rows = moving[np.lexsort((which[moving], -states[moving], -board.level[states[moving]]))]
    states, which = states[rows], which[rows]  # of the positions, from all tiles on
    starts = np.flatnonzero(np.diff(board.level[states]))
    keys = layout.pair[layout.row] * board.size + layout.successor  # by entry: row, then state
    order = np.argsort(keys)
    return _Positions(
        [
            _Place((board.open_tiles[state], rolls[roll]), state, legal[roll], most[roll])
            for state, roll in zip(states.tolist(), which.tolist(), strict=True)
        ],
        states,
        layout.pair[rows] * board.size,
        np.split(np.arange(len(rows)), starts + 1),
        _Masks((tiles, mask) for mask, tiles in enumerate(board.covers)),
        keys[order],
        order,
        np.flatnonzero(np.diff(layout.row, prepend=-1)),
        turn,
    )


class ByDice(frozenset[int]):
    """The moves that one roll allows, told apart from those of any other.

    >>> one, other = ByDice((3, 5), {1, 2}), ByDice((4, 4), {1, 2})
    >>> one == other, one == ByDice((3, 5), {1, 2}), sorted(one) == sorted(other)
    (False, True, True)
    """

    roll: Roll

    def __new__(cls, roll: Roll, moves: Iterable[int]) -> Self:
        """Keep the roll beside its moves."""
        by_dice = super().__new__(cls, moves)
        by_dice.roll = roll
        return by_dice

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ByDice) and self.roll == other.roll and super().__eq__(other)

    def __hash__(self) -> int:
        return hash((self.roll, super().__hash__()))


class BoardByDice(Board):
    """A board on which a roll is always the tuple of its dice."""

    def __init__(self, variant: Variant) -> None:
        super().__init__(variant)
        self.by_total = False

    def rolls(self, dice: int) -> Mapping[Roll, int]:
        """Return the rolls of a number of dice, and in how many ways each falls."""
        if not self.by_total:
            check_rolls(dice, self.variant.dice.sides)
        return super().rolls(dice)

    def moves(self, roll: Roll, opening: bool = False) -> MoveSets:
        """Return the moves that a roll allows, were all tiles open."""
        return ByDice(roll, super().moves(roll, opening))


def strategies_in(path: str) -> dict[str, Strategy]:
    """Run a file, and return the strategies that it offers, by their names there.

    Those are its `Strategy` objects, and the functions of `open_tiles`, `roll` and perhaps
    `score_to_beat` that it defines, but for what has a `_` in front.
    """
    module = run(path)
    strategies: dict[str, Strategy] = {}
    for name, value in list(vars(module).items()):
        # What a file has may do anything when it is looked at, but for what its type says.
        is_strategy = issubclass(type(value), Strategy)
        if str(name).startswith("_") or not (is_strategy or _covers(value, NAME.format(path))):
            continue
        with blamed(path, f"when {name} was looked at"):
            strategies[name] = replace(value if is_strategy else Strategy(value), name=name)
    if not strategies:
        takes = "a Strategy, or a function of open_tiles, roll and perhaps score_to_beat"
        raise FileError(f"{path}: no strategy in it; takes {takes}")
    return strategies


def _covers(value: Any, module: str) -> bool:
    if not callable(value) or issubclass(type(value), type):
        return False
    try:
        return value.__module__ == module and [*signature(value).parameters] in _PARAMETERS
    except KeyboardInterrupt:
        raise
    except BaseException:
        return False
