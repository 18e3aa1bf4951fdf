"""A strategy: any rule for choosing moves and numbers of dice, and those of one's own.

A function of one's own is asked in every position that its play comes to, and not trusted: its
answer is kept as it is then, read up to an end, and held against another answer and the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from inspect import getdoc, signature
from itertools import chain, islice, pairwise
from numbers import Number
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..answers import MAPPING, flag, holds, misread, no_set
from ..errors import InputError, RulesError, cut, integer, refused, shown
from ..exact import Rows
from ..files import NAME, blamed
from ..game.contest import Contest
from ..turn.board import Board
from ..turn.by_dice import by_dice
from ..turn.induction import Turn
from ..turn.policy import Policy
from ..turn.states import States

AnyFunction: TypeAlias = Callable[..., Any]
_MOST_TOLD = 12  # legal answers, where another one was given
_MORE_READ = 100
"""So much more than there are legal answers is read of one, which has no end perhaps."""
_INTEGERS = {int, *(np.dtype(code).type for code in np.typecodes["AllInteger"])}
_SETS = {tuple, frozenset}
_FIXED = _INTEGERS | _SETS
_FINITE = {tuple, list, set, frozenset}
_ASKED = ["open_tiles", "roll", "score_to_beat"]


class WayToPlay:
    """What decides in all positions at once, which is quicker than to be asked in each."""

    looks = False  # it looks at the score to beat; else it does the same whatever that is
    settled = False  # what it leaves undecided is worth the same to a second player

    def turn(self, turn: Turn) -> Turn:
        return turn

    def policy(self, game: Contest, player: int = 0, score_to_beat: int | None = None) -> Policy:
        raise NotImplementedError


class Wanted(NamedTuple):
    moves: tuple[Rows, ...]  # of every move, each (M,): most of the first, then of the next, …
    dice: NDArray[np.bool_] | None = None  # which choices, shape (choices, states); None: any


WantedBy: TypeAlias = Callable[[Contest, int, int | None], Wanted]
"""By a player of a contest, the first of whom is 0, and the score to beat, where there is one."""


@dataclass(frozen=True)
class Described(WayToPlay):
    name: str
    wanted: WantedBy = field(compare=False)
    looks: bool = False
    settled: bool = False
    anywhere: bool = False  # it looks at no tiles

    def policy(self, game: Contest, player: int = 0, score_to_beat: int | None = None) -> Policy:
        turn = game.turns[player]
        if not turn.board.of_tiles:
            self.check_without_tiles(game.rules[player])
        moves, dice = self.wanted(game, player, score_to_beat)
        return turn.policy(*moves, dice=dice)

    def check_without_tiles(self, game: object) -> None:
        """Refuse a game of another kind where the strategy looks at tiles."""
        if not self.anywhere:
            why = f"where {self.name} looks at tiles"
            raise refused("variant", game, "a Variant", why, RulesError)


@dataclass(frozen=True, repr=False)
class Strategy:
    """A rule for choosing moves, of one's own: a function, or two.

    It stands wherever the name of a strategy does, and so does the function `cover` alone. A
    function is asked twice in every position that its play comes to, and has to answer the same.

    In a `Game` of another kind the state stands for the open tiles. There `cover` returns one of
    the states that `moves` has, or a list of several; and `dice` returns one of the `choices`.

    Attributes
    ----------
    cover : callable
        `cover(open_tiles, roll, score_to_beat)` returns the tiles to cover: a tuple, list, set or
        other iterable of whole numbers, each once. Or it returns several such sets, none twice,
        and each is taken with the same chance. Other chances are not read yet: a mapping, such
        as a dict or a Series, and pairs of a move and a number are refused. So are text, flags
        (masks among them) and floats. Tiles and dice are ascending tuples, one die is `(5,)`, and
        the score is None for the first player. A function of two parameters is not asked about the
        score; nor is one whose third has a default, unless that is called `score_to_beat`. All is
        passed by place, whatever the parameters are called. It is asked only where something can
        be covered.
    dice : callable, optional
        `dice(open_tiles, score_to_beat)`, or `dice(open_tiles)`, returns how many dice to roll: one
        whole number. It is asked where that is a choice. None: it is left to chance.
    name : str, optional
        What it is called; without it as the function is.
    words : str, optional
        What it does, in a sentence; without it the first line of the function's docstring.
    source : str, optional
        Who proposed it.
    way : WayToPlay
        How it chooses from the moves of a turn: made from the functions.

    Raises
    ------
    InputError
        If `cover` or `dice` is no function of such parameters, or has `open_tiles`, `roll` or
        `score_to_beat` in the place of another. Whatever asks the strategy raises it as well, for
        an answer that is not read, not legal or not the same when asked again. It names the
        strategy, the position, the answer, the reason, and what is taken.

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
        """Lay a player's turn out for a policy to choose from its moves.

        Parameters
        ----------
        turn : Turn
            The turn, as it is solved.

        Returns
        -------
        Turn
            The same, where needed with a move for each set of tiles.
        """
        return self.way.turn(turn)

    def policy(self, game: Contest, player: int = 0, score_to_beat: int | None = None) -> Policy:
        """Return what the strategy does in every state, after every roll.

        Parameters
        ----------
        game : Contest
            The game of two.
        player : int, default 0
            Whose turn it is: 0, the first player, or 1.
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


class _Answers(WayToPlay):
    def __init__(self, name: str, cover: AnyFunction, dice: AnyFunction | None) -> None:
        self.cover = _Question(name, "cover", cover)
        self.dice = None if dice is None else _Question(name, "dice", dice)
        self.looks = self.cover.looks or bool(self.dice and self.dice.looks)

    def turn(self, turn: Turn) -> Turn:
        return positions_of(turn).turn

    def policy(self, game: Contest, player: int = 0, score_to_beat: int | None = None) -> Policy:
        return _asked(self, game.turns[player], score_to_beat)


@lru_cache(maxsize=64)
def _asked(answers: _Answers, turn: Turn, score_to_beat: int | None) -> Policy:
    """Ask in every position that this play comes to; in all others anything may be done."""
    positions = positions_of(turn)
    turn, board = positions.turn, positions.turn.board
    dice, chosen = turn.all_dice(), np.zeros(len(turn.source), dtype=bool)
    reached = {board.size - 1}
    for level in positions.levels:
        places = [place for place in level if place.state in reached]
        if answers.dice:
            rolls = {}  # of the number of dice that is chosen, by state
            for state in dict.fromkeys(place.state for place in places):
                if dice[:, state].sum() > 1:
                    place = _Place((board.open_tiles[state],), state)
                    [number] = answers.dice.answered(board, [place], score_to_beat)
                    dice[:, state] = np.arange(len(dice)) == number
                    rolls[state] = board.rolls(board.choices[number].dice)
            places = [
                place
                for place in places
                if place.state not in rolls or place.about[1] in rolls[place.state]
            ]
        keys = answers.cover.answered(board, places, score_to_beat)
        moves = positions.order[np.searchsorted(positions.keys, np.array(keys, np.int64))]
        reached.update(turn.successor[moves].tolist())
        chosen[moves] = True
    chosen[turn.first_moves[~turn.of_decisions(np.logical_or, chosen)]] = True
    return turn.policy_of(chosen, dice)


class _Place(NamedTuple):
    about: tuple[Any, ...]  # what the state is called; and the roll, after one
    state: int
    most: int = _MORE_READ  # so much is read of an answer
    moves: Any = None  # the action set that the roll leaves
    key: int = 0  # of its moves, but for what they lead to


class _Positions(NamedTuple):
    turn: Turn  # in which rolls that allow the same are told apart
    levels: list[list[_Place]]  # from the start on: what one leads to is in a later one
    keys: Rows  # of all moves, ascending
    order: Rows  # the move of each of these keys


@lru_cache(maxsize=4)
def positions_of(turn: Turn) -> _Positions:
    of_tiles = turn.board.of_tiles
    if of_tiles:
        turn = by_dice(turn)
    board, action_sets = turn.board, turn.action_sets
    rolls = [moves.roll if of_tiles else moves for moves in action_sets]
    most = np.bincount(turn.decision) + _MORE_READ
    state_of, set_of = turn.decisions.state, turn.decisions.action_set
    # The decisions with a move, as a turn comes to them; its states in descending order.
    decisions = np.lexsort((set_of, -state_of, -turn.generation[state_of]))
    decisions = decisions[set_of[decisions] >= 0]
    columns = (of[decisions].tolist() for of in (state_of, set_of, most))
    places = [
        _Place((board.open_tiles[state], rolls[roll]), state, read, action_sets[roll], key)
        for state, roll, read, key in zip(*columns, (decisions * board.size).tolist(), strict=True)
    ]
    starts = np.flatnonzero(np.diff(turn.generation[state_of[decisions]], prepend=-1)).tolist()
    levels = [places[low:high] for low, high in pairwise([*starts, len(places)])]
    keys = turn.decision * board.size + turn.successor
    order = np.argsort(keys)
    return _Positions(turn, levels, keys[order], order)


class _Question:
    def __init__(self, name: str, parameter: str, function: Any) -> None:
        self._name, self._parameter, self._function = name, parameter, function
        about = ["open_tiles", "roll"][: 2 if parameter == "cover" else 1]
        takes = f"a function of {', '.join(about)} and, if it looks at that, score_to_beat"
        if not callable(function) or isinstance(function, type):
            raise refused(parameter, function, takes)
        alone, looks = (
            _safely(lambda count: signature(function).bind(*[None] * count), len(about) + more)
            for more in (0, 1)
        )
        if not (bound := alone or looks):
            raise refused(parameter, function, takes, "with other parameters")
        # Each is told by its place, and would be taken for what stands there.
        places = {name: place for place, name in enumerate([*about, "score_to_beat"])}
        for place, (called, about_it) in enumerate(bound.signature.parameters.items()):
            by_name = about_it.kind is about_it.KEYWORD_ONLY
            elsewhere = called in _ASKED and (places.get(called) != place or by_name)
            if elsewhere and not (by_name and isinstance(function, partial)):
                raise refused(parameter, function, takes, f"with {called} in another place")
        self.looks = bool(looks) and (not alone or "score_to_beat" in looks.signature.parameters)

    def answered(self, board: States, places: list[_Place], score_to_beat: int | None) -> list[int]:
        kind = _KINDS[self._parameter, board.of_tiles]
        function, beat = self._function, (score_to_beat,) * self.looks
        once, again = list[Any](), list[Any]()
        try:
            for place in places:
                given = place.about + beat
                for answers in (once, again):
                    answer = function(*given)
                    whole = type(answer) is tuple and answer and type(answer[0]) is int
                    answers.append(answer if whole else kind.kept(answer, place.most))
            if quickly := kind.quickly(board, places, once, again):
                return quickly
            several = list[tuple[_Place, list[Any], list[Any], list[Any]]]()
            for place, *both in zip(places, once, again, strict=True):
                choices, afterwards = map(kind.read, both)
                several.append((place, both, choices, afterwards))
        except KeyboardInterrupt:
            raise  # whoever interrupts it is obeyed
        except BaseException as error:
            fault = f"raised {shown(error)}, {self._where(board, place, score_to_beat)}"
            raise InputError(fault, of=self._name) from error
        keys = list[int]()
        for place, both, choices, afterwards in several:
            legal = kind.legal(board, place)
            wrong = kind.wrong(both[0], choices, legal)
            if wrong is None and choices != afterwards and set(choices) != set(afterwards):
                wrong = self._changed(kind, both, choices, afterwards, legal)
            if wrong is not None:
                got, why, takes = wrong
                where = self._where(board, place, score_to_beat) + f": {why}" * bool(why)
                raise InputError(f"got {got}, {where}; takes {takes}", of=self._name)
            keys += [place.key + legal[choice] for choice in choices]
        return keys

    def _changed(
        self,
        kind: _Kind,
        both: list[Any],
        choices: list[Any],
        afterwards: list[Any],
        legal: dict[Any, int],
    ) -> _Wrong:
        """Say what is wrong where the same question had a legal answer, and then another one."""
        once, again = kind.spelled(choices, both[0]), kind.wrong(both[1], afterwards, legal)
        if again is None:
            got, why = kind.spelled(afterwards, both[1]), ""
            takes = kind.spelled([*legal], None)
            takes += f". Where chance is to decide, {_CHANCE[self._parameter]}"
        else:
            got, why, takes = again
            read = type(both[1]) is tuple and not both[1]
            why = "an iterator is read once alone" if read else why
        return _Wrong(f"{once} and, asked again, {got}", why, takes)

    def _where(self, board: States, place: _Place, score_to_beat: int | None) -> str:
        where = board.said(place.state)
        for roll in place.about[1:]:
            told = ",".join(map(str, roll)) if board.of_tiles else shown(roll)
            where += f" after roll {told}"
        beaten = self.looks and score_to_beat is not None
        return f"{where}, to beat {score_to_beat}" if beaten else where


_CHANCE = {"cover": "return a list of moves, not random.choice of it", "dice": "leave `dice` out"}
"""How something is left to chance."""
_WEIGHED = "and chances are not read yet"
_SEVERAL = ", or a list of moves, with even chances"


def _safely(look: Callable[..., Any], *given: Any) -> Any:
    """Look at what may do anything then, but for an interruption; return None where it fails."""
    try:
        return look(*given)
    except KeyboardInterrupt:
        raise
    except BaseException:
        return None


class _Wrong(NamedTuple):
    got: str
    why: str  # empty where what came, beside what is legal, says it all
    takes: str


class _Kind(NamedTuple):
    kept: Callable[[Any, int], Any]  # an answer as it is then, and as far as it is read
    read: Callable[[Any], list[Any]]
    legal: Callable[[Any, _Place], dict[Any, int]]  # what each legal answer leads to
    unread: Callable[[Any], str]  # why an answer is none that can be read
    spell: Callable[[Any], str] = shown
    quickly: Callable[..., list[int]] = lambda *asked: []  # `answered`, or nothing
    written: Callable[[Any], str] | None = None  # as it is returned, where it is spelled otherwise
    illegal: Callable[[Any, Collection[Any]], str] = lambda answer, legal: ""
    several: str = ""  # what else may be returned

    def wrong(self, answer: Any, choices: list[Any], legal: dict[Any, int]) -> _Wrong | None:
        """Say what is wrong with an answer that was read as some choices; None: nothing is."""
        got, others = self.spelled(choices, answer), []
        for choice in choices:
            # Python takes True for 1, which may be a number of dice.
            is_flag = flag(choice) is not None and flag(choice) not in map(flag, legal)
            if is_flag or not _safely(legal.__contains__, choice):
                others.append(choice)
        if not choices:
            written = self._replace(spell=self.written or self.spell)
            takes = written.spelled([*legal], None) + self.several
            return _Wrong(got, _safely(self.unread, answer) or "", takes)
        if not others:
            return None
        why = _safely(self.illegal, answer, legal) or ""
        if len(choices) > 1:
            why = f"{cut(self.spell(others[0]))} is not legal"
        return _Wrong(got, why, self.spelled([*legal], None))

    def spelled(self, choices: list[Any], answer: object) -> str:
        first = [cut(self.spell(choice)) for choice in choices[:_MOST_TOLD]]
        more = ["…"] * (len(choices) > _MOST_TOLD)
        return " | ".join(first + more) or shown(answer)


def _kept(answer: Any, most: int, parts: bool = True) -> Any:
    """Return an answer, and each part of it, as it is now, and as far as it is read.

    A mapping and text are returned as they are, and so is what holds nothing.
    """
    if type(answer) in _FINITE and len(answer) < most:
        members = tuple(answer)
    elif misread(answer):
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


def _quickly(board: Board, places: list[_Place], once: list[Any], again: list[Any]) -> list[int]:
    """Return the keys of what is covered, where all answers are legal, and quick to read."""
    if {*map(type, both := once + again)} != {tuple} or not all(both):
        return []
    kinds, mask_of = {*map(type, chain.from_iterable(both))}, board.mask_in_any_order
    sets, where = once, places
    if not kinds <= _INTEGERS:  # in some positions several
        several = [choice if type(choice[0]) in _SETS else (choice,) for choice in both]
        kinds = {*map(type, parts := [*chain(*several)])}
        kinds = {*map(type, chain(*parts))} if kinds <= _SETS else kinds
        where = [place for place, of in zip(places, several, strict=False) for _ in of]
        sets = parts[: len(where)]
    if not kinds <= _INTEGERS or once != again:
        return []
    keys = [
        key + (state ^ mask)
        for (_, state, _, moves, key), tiles in zip(where, sets, strict=True)
        if (mask := mask_of(tiles)) in moves and mask & state == mask
    ]
    return keys if len({*keys}) == len(sets) else []


def _sets_in(answer: Any) -> list[frozenset[int]]:
    """Read a set of tiles, or several; none where it is neither, or something comes twice."""
    if (one := _set(answer)) is not None:
        return [one]
    several = [*map(_set, answer)] if isinstance(answer, tuple) else []
    distinct = [tiles for tiles in dict.fromkeys(several) if tiles is not None]
    return distinct if len(distinct) == len(several) else []


def _set(given: Any) -> frozenset[int] | None:
    if type(given) not in _SETS:
        return None
    tiles = frozenset(map(integer, given))
    whole = frozenset(tile for tile in tiles if tile is not None)
    return whole if len(whole) == len(given) else None


def _no_sets(answer: Any) -> str:
    """Say why an answer, as it was kept, is neither a set of tiles nor several."""
    if not isinstance(answer, tuple):
        kind = misread(answer) or ("a number" if isinstance(answer, Number) else "")
        return _keyed(answer) or (f"{kind}, no set of tiles" if kind else "no set of tiles")
    parts = [part for part in answer if type(part) in _SETS]
    if any(map(_weighed, [answer, *parts])):
        return f"numbers beside sets of tiles, {_WEIGHED}"
    for part in answer if parts else ():
        if type(part) not in _SETS:
            return _keyed(part) or f"{shown(part)} is no set of tiles"
    for part in parts or [answer]:
        if why := next(filter(None, map(_keyed, part)), no_set(part)):
            return why
    return "a move twice"


def _keyed(answer: Any) -> str:
    """Say so of a mapping; of all else nothing."""
    return f"{MAPPING}, {_WEIGHED}" if misread(answer) == MAPPING else ""


def _weighed(members: Collection[Any]) -> bool:
    """Tell whether some members are numbers and others sets: moves with what they would weigh."""
    numbers = [isinstance(member, Number) for member in members]
    return any(numbers) and any(map(holds, members))


def _states_in(answer: Any) -> list[Any]:
    """Read a state, or a list of several; none where it cannot be one, or one comes twice."""
    several = answer if type(answer) is list else [answer]
    try:
        return several if len({*several}) == len(several) else []
    except TypeError:
        return []


def _no_states(answer: Any) -> str:
    """Say why an answer is neither a state nor a list of several."""
    several = answer if type(answer) is list else [answer]
    for choice in several:
        try:
            hash(choice)
        except TypeError:
            return _keyed(choice) or f"{shown(choice)} is no state: it cannot be a key of a dict"
    return "a state twice" if several else "no state in it"


def _one_state(answer: Any, legal: Collection[Any]) -> str:
    """Say so where an answer that holds states was read as one."""
    fixed = isinstance(answer, (tuple, frozenset)) and answer
    several = isinstance(answer, Iterator) or (fixed and all(choice in legal for choice in answer))
    return _keyed(answer) or ("one state; several go into a list" if several else "")


def _legal_sets(board: Board, place: _Place) -> dict[frozenset[int], int]:
    moves = board.moves_in(place.state, place.about[1])
    return {frozenset(tiles): moves[tiles] for tiles in sorted(moves, key=lambda t: -moves[t])}


def _legal_dice(board: States, place: _Place) -> dict[Any, int]:
    every = enumerate(board.choices)
    return {choice.dice: number for number, choice in every if choice.states[place.state]}


_KINDS = {
    ("cover", True): _Kind(
        _kept,
        _sets_in,
        _legal_sets,
        _no_sets,
        lambda tiles: "+".join(map(shown, sorted(tiles))) or "nothing",
        _quickly,
        written=lambda tiles: shown(tuple(sorted(tiles))),
        several=_SEVERAL,
    ),
    ("dice", True): _Kind(
        _kept,
        lambda answer: [number for number in [integer(answer)] if number is not None],
        _legal_dice,
        _keyed,
        lambda number: f"{number} {'die' if number == 1 else 'dice'}",
    ),
    ("cover", False): _Kind(
        lambda answer, most: answer[:most] if type(answer) is list else answer,
        _states_in,
        lambda board, place: board.moves_in(place.state, place.about[1]),
        _no_states,
        illegal=_one_state,
        several=_SEVERAL,
    ),
    ("dice", False): _Kind(
        lambda answer, _: answer,
        lambda answer: [] if type(answer) is list else _states_in(answer),
        _legal_dice,
        _keyed,
    ),
}
"""By what is asked, and whether states are of tiles."""


def strategies_of(
    things: Mapping[str, Any], path: str, wanted: str | None = None
) -> dict[str, Strategy]:
    """Return the strategies among what a file has defined, by their names there.

    Each is called by both, such as `mine.py:few`, which tells it from those of other files.

    Those are its `Strategy` objects, and the functions of `open_tiles`, `roll` and perhaps
    `score_to_beat` that it defines, except those with a `_` in front. A function that is `wanted`
    by its name is one whatever it and its parameters are called.
    """
    strategies: dict[str, Strategy] = {}
    for name, value in list(things.items()):
        # What a file has may do anything when it is looked at, except what its type says.
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
    def asks() -> bool:
        ours = value.__module__ == module
        return ours and [*signature(value).parameters] in (_ASKED[:2], _ASKED)

    return _is_function(value) and bool(_safely(asks))
