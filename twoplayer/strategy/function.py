"""A way to play that is a function of one's own, asked in every position that its play comes to.

The function is asked twice, since a value is of a player who does the same in the same position. An
answer is read at once, up to a limit, so that the function may change it afterwards.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from inspect import Signature, signature
from typing import Any, TypeAlias

from ..errors import InputError, refused, shown
from ..game.contest import Contest
from .asked import AskedPosition, AskedWay, Player, Positions, positions_of, some_of
from .mixture import NotLegalError, UnreadableError, Weighted, numbered, read

AnyFunction: TypeAlias = Callable[..., Any]
ASKED_ABOUT = ("open_tiles", "roll", "score_to_beat")
"""What a function of moves is told, by place."""
_CHANCE = (
    "Where chance is to decide, return a list of them, or a dict of weights, and not random.choice"
)


class Functions(AskedWay):
    """A function that chooses moves, and perhaps one that chooses numbers of dice.

    Parameters
    ----------
    name : str
        What errors call the strategy.
    cover : callable
        The function that chooses moves, as of `Strategy`.
    dice : callable or None
        The function that chooses numbers of dice. None: each number that may be rolled is as
        likely.
    rounds : bool
        Whether weights are rounded, as floats always are.

    Raises
    ------
    InputError
        If `cover` or `dice` is no function of the right parameters.
    """

    def __init__(
        self, name: str, cover: AnyFunction, dice: AnyFunction | None, *, rounds: bool
    ) -> None:
        super().__init__(name)
        self.cover, cover_looks = cover, _looks("cover", cover, ASKED_ABOUT[:2])
        self.dice, dice_looks = dice, dice is not None and _looks("dice", dice, ASKED_ABOUT[:1])
        self.cover_looks, self.dice_looks = cover_looks, dice_looks
        self.looks = cover_looks or dice_looks
        self.rounds = rounds

    def asked_in(self, game: Contest, player: int, score_to_beat: int | None) -> Player:
        return _Questions(self, positions_of(game.turns[player]), score_to_beat)


class _Questions(Player):
    def __init__(self, way: Functions, positions: Positions, score_to_beat: int | None) -> None:
        super().__init__(way.name, positions, score_to_beat if way.looks else None)
        self.rounds = way.rounds
        self._cover, self._dice = way.cover, way.dice
        self._told_cover = (score_to_beat,) if way.cover_looks else ()
        self._told_dice = (score_to_beat,) if way.dice_looks else ()

    def moves(self, place: AskedPosition) -> Weighted:
        return self._answer(place, self._cover, place.open_tiles, place.roll, *self._told_cover)

    def dice(self, place: AskedPosition) -> Weighted | None:
        if self._dice is None:
            return None
        return self._answer(place, self._dice, place.open_tiles, *self._told_dice)

    def _answer(self, place: AskedPosition, function: AnyFunction, *about: Any) -> Weighted:
        """Ask twice, and return the numbers of the chosen moves, or of the choices of dice."""
        kind, legal = self.kind(place), self.legal(place)
        answer, then = None, ""
        try:
            answer = function(*about)
            once = mixture = read(kind, answer, len(legal), rounds=self.rounds)
            chosen = numbered(kind, mixture, legal)
            then = "asked again, "
            answer = function(*about)
            mixture = read(kind, answer, len(legal), rounds=self.rounds)
            if mixture == once:
                return chosen
            numbered(kind, mixture, legal)
        except UnreadableError as reason:
            takes = self.takes_any(place)
            raise self.wrong(place, then + shown(answer), str(reason), takes) from None
        except NotLegalError as reason:
            raise self.wrong(place, then + self._spelled(mixture, place), str(reason)) from None
        except KeyboardInterrupt:
            raise  # a user may interrupt a function
        except BaseException as error:
            fault = f"raised {shown(error)}, {then}{self.where(place)}"
            raise InputError(fault, of=self.name) from error
        got = f"{self._spelled(once, place)} and, {then}{self._spelled(mixture, place)}"
        raise self.wrong(place, got, takes=f"{self.takes(place)}. {_CHANCE}")

    def _spelled(self, mixture: Weighted, place: AskedPosition) -> str:
        spelled = self.kind(place).spelled
        if not mixture.given:
            return " | ".join(some_of(spelled, mixture.weights))
        weights = mixture.weights
        return " | ".join(some_of(lambda choice: f"{spelled(choice)}: {weights[choice]}", weights))


def _looks(parameter: str, function: Any, about: tuple[str, ...]) -> bool:
    """Return whether a function looks at the score to beat; refuse one with other parameters."""
    takes = f"a function of {', '.join(about)} and, if it looks at that, score_to_beat"
    if not callable(function) or isinstance(function, type):
        raise refused(parameter, function, takes)
    alone, looks = (_bound(function, len(about) + more) for more in (0, 1))
    if not (bound := alone or looks):
        raise refused(parameter, function, takes, "with other parameters")
    # Arguments are passed by place: a parameter in another's place would get the wrong argument.
    places = {name: place for place, name in enumerate([*about, ASKED_ABOUT[2]])}
    for place, (called, about_it) in enumerate(bound.parameters.items()):
        by_name = about_it.kind is about_it.KEYWORD_ONLY
        elsewhere = called in ASKED_ABOUT and (places.get(called) != place or by_name)
        if elsewhere and not (by_name and isinstance(function, partial)):
            raise refused(parameter, function, takes, f"with {called} in another place")
    return bool(looks) and (not alone or ASKED_ABOUT[2] in bound.parameters)


def _bound(function: AnyFunction, count: int) -> Signature | None:
    """Return the signature of a function that takes `count` arguments; None if it takes others."""
    try:
        found = signature(function)
        found.bind(*[None] * count)
    except KeyboardInterrupt:
        raise
    except BaseException:  # a user's object may raise anything when it is inspected
        return None
    return found
