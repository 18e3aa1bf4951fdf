"""A game on the board: rolls, moves and undoing them; the game on paper and in a notebook."""

from __future__ import annotations

import re
from collections.abc import Iterable
from copy import copy
from functools import cached_property
from html import escape
from itertools import groupby, islice
from operator import attrgetter, index
from typing import Any, ClassVar, Self

from ..errors import InputError, PositionError, refused, shown, too_long, whole_number
from ..exact import Rational, to_rational
from ..tables import Table
from ..turn.turns import board_of
from ..variant.fields import MOST_TILES
from ..variant.registry import VariantLike, as_variant
from ..variant.tiles import SCORINGS, TileSet
from ..variant.variant import Variant
from ..words import in_sum, listed
from .contest import contest
from .outcomes import Outcomes
from .players import PLAYERS
from .review import Review, Step, looked_at
from .solution import Solution, solve_two

_SUM = r"[0-9]{1,100}(?: ?\+ ?[0-9]{1,100})*"
_ENTRY = re.compile(rf"({_SUM}) ?(?:: ?(-|{_SUM})?)?")
"""An entry of a game on paper, in which no two spaces stand side by side."""
_ON_PAPER = "a line for each turn, such as 5+4: 9, 6+6: 3+4+5, 3+1: -"
_MOST_NAMED = 12


class Play:
    """A game of two on the board: the player to roll, the legal moves after a roll, and the odds.

    `roll` and `cover` go on with the game, and `undo` goes back. A roll that covers nothing ends
    the turn, and so does a clack.

    Parameters
    ----------
    variant : Variant, str or path
        The rules, or the name or file of a single variant.
    second : Variant, str or path, optional
        The rules of the second player's turn, if these differ, as for `solve`. None: the rules of
        `variant`.

    Raises
    ------
    InputError, RulesError, UnknownNameError, FileError
        As `solve`; a game of another kind is refused.
    GameTooLargeError
        If the game is too large for tables.

    See Also
    --------
    twoplayer.solve : The values behind the odds, for any position.
    twoplayer.plot.chances : A picture of the odds in the course of the game.

    Examples
    --------
    >>> from twoplayer import Play
    >>> play = Play("classic")
    >>> play.roll(3, 5)
    >>> play.legal_moves
    ((1, 2, 5), (1, 3, 4), (1, 7), (2, 6), (3, 5), (8,))
    >>> play.cover(8)
    >>> play.roll(6, 1)
    >>> play.cover(1, 6)
    >>> play.undo()  # what was covered
    >>> play
    Play.of(Variant(), '5+3: 8, 6+1')
    >>> play.seat, play.open_tiles, play.over, f"{float(play.chances.first_wins):.4f}"
    (1, (1, 2, 3, 4, 5, 6, 7, 9), False, '0.5740')
    """

    def __init__(self, variant: VariantLike, second: VariantLike | None = None) -> None:
        self._contest = contest(variant, second, read=as_variant)
        self._boards = tuple(map(board_of, self._contest.rules))  # refuses games that are too large
        self._steps: tuple[Step, ...] = ()

    @classmethod
    def of(cls, variant: VariantLike, text: str, second: VariantLike | None = None) -> Self:
        """Read a game on paper.

        Parameters
        ----------
        variant : Variant, str or path
            The rules, or the name or file of a single variant; the text has no rules.
        text : str
            A line for each turn, with a comma between two rolls. A roll is the dice, a colon, and
            the covered tiles, or `-` if the roll covers nothing.
        second : Variant, str or path, optional
            The second player's rules, if these differ. None: the rules of `variant`.

        Returns
        -------
        Play
            The game after the last roll; the text may end before the game ends.

        Raises
        ------
        PositionError
            If the text is not a game by these rules. The error names the place in the text, and
            what was expected there.
        InputError, GameTooLargeError
            As `Play`; also if `text` is no text.

        Examples
        --------
        >>> from twoplayer import Play
        >>> print(Play.of("classic", "5+4:9, 6+6: 5+4+3, 3+1: -"))
        5+4: 9, 6+6: 3+4+5, 3+1: -
        """
        if not isinstance(text, str):
            raise refused("text", text, _ON_PAPER)
        if reason := too_long(text):
            raise refused("text", text, _ON_PAPER, reason, PositionError)
        play = cls(variant, second)
        turns = [(n, line) for n, line in enumerate(text.splitlines(), 1) if line.strip()]
        for seat, (number, line) in enumerate(turns, 1):
            for place, entry in enumerate(line.split(","), 1):
                try:
                    play._read(entry, seat)
                except InputError as error:
                    fault = f"line {number}, roll {place}: {error}"
                    raise PositionError(fault, of="text") from None
        return play

    def _read(self, entry: str, seat: int) -> None:
        if self.seat != seat:
            if self.over:
                raise PositionError("the game is over before it")
            late = "the turn is over before it, and the next one has a line of its own"
            raise PositionError(late if (self.seat or 0) > seat else "the turn before is not over")
        if not (match := _ENTRY.fullmatch(" ".join(entry.split()))):
            raise refused("roll", entry.strip(), "dice, a colon and tiles, such as 5+3: 8, or -")
        dice, covered = match.groups()
        self.roll(*map(int, dice.split("+")))
        if covered == "-" and self.legal_moves:
            raise self._refused(covered)
        if covered and covered != "-":
            self.cover(*map(int, covered.split("+")))

    @property
    def variant(self) -> Variant:
        """The rules of the first player's turn."""
        return self._contest.rules[0]

    @property
    def second_variant(self) -> Variant:
        """The rules of the second player's turn."""
        return self._contest.rules[1]

    @property
    def steps(self) -> tuple[Step, ...]:
        """Every roll of the game so far, in order, each as a named tuple.

        The fields of such a tuple are `seat` (1 or 2), `score_to_beat` (None in the first player's
        turn), `open_tiles` before the roll, `roll`, and `cover`. `cover` is `()` if the roll covers
        nothing, and None if the player has not covered tiles yet.
        """
        return self._steps

    @cached_property
    def _solution(self) -> Solution:
        return solve_two(self._contest)

    @property
    def _last(self) -> Step:
        return self._steps[-1] if self._steps else Step(1, None, self.variant.tiles)

    @property
    def _now(self) -> Step | None:
        last = self._last
        if last.cover is None:
            return last
        if last.goes_on:
            return Step(last.seat, last.score_to_beat, last.left)
        if last.seat == 2 or (self.variant.immediate_clack and not last.left):
            return None
        return Step(2, self._score(last), self.second_variant.tiles)

    def _score(self, last: Step) -> int:
        return SCORINGS[self.variant.scoring].score(last.left)

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self._now is None

    @property
    def seat(self) -> int | None:
        """The seat of the player whose turn it is: 1, the first player, or 2; None at the end."""
        return self._now.seat if self._now else None

    @property
    def score_to_beat(self) -> int | None:
        """The first player's score, in the second player's turn; None before and after it."""
        return self._now.score_to_beat if self._now else None

    @property
    def open_tiles(self) -> TileSet:
        """The open tiles of the player whose turn it is, ascending.

        At the end of the game these are the open tiles of the last turn.
        """
        return self._now.open_tiles if self._now else self._last.left

    @property
    def rolled(self) -> tuple[int, ...] | None:
        """The dice of the roll that the player has to cover now, ascending; None before a roll."""
        return self._now.roll or None if self._now else None

    @property
    def scores(self) -> tuple[int, ...]:
        """The scores of the turns that are over, the first player's first."""
        return tuple(self._score(step) for step in self._steps if not step.goes_on)

    @property
    def legal_moves(self) -> tuple[TileSet, ...]:
        """Every set of tiles that may be covered now; empty before a roll."""
        if not (now := self._now) or not now.roll:
            return ()
        board = self._boards[now.seat - 1]
        return tuple(board.moves_in(board.mask(now.open_tiles), now.roll))

    def roll(self, *dice: int | Iterable[int]) -> None:
        """Roll the dice; if the roll covers nothing, the turn is over.

        Parameters
        ----------
        *dice : int
            The number that each of the dice shows, in any order, or one list of these numbers. The
            player has chosen to roll so many dice.

        Raises
        ------
        PositionError
            If such dice cannot be rolled now.

        Examples
        --------
        >>> from twoplayer import Play
        >>> play = Play("classic")
        >>> play.roll(4, 2)
        >>> play.rolled, play.legal_moves
        ((2, 4), ((1, 2, 3), (1, 5), (2, 4), (6,)))
        """
        given = _one_by_one(dice)
        if not (now := self._now):
            raise PositionError(f"got {shown(given)}, but the game is over", of="roll")
        if now.roll:
            fault = f"got {shown(given)}, but {now.rolled} is to be covered first"
            raise PositionError(f"{fault}, by {self._named_moves()}", of="roll")
        board = self._boards[now.seat - 1]
        rolled = board.roll_of(now.open_tiles, given)
        moves = board.moves_in(board.mask(now.open_tiles), rolled)
        self._steps += (now._replace(roll=rolled, cover=None if moves else ()),)

    def cover(self, *tiles: int | Iterable[int]) -> None:
        """Cover the tiles of a move; if no tile is left open, the turn is over.

        Parameters
        ----------
        *tiles : int
            The tiles of one of the legal moves, in any order, or one list of these tiles.

        Raises
        ------
        PositionError
            If the tiles are not a legal move, or nothing was rolled.

        Examples
        --------
        >>> from twoplayer import Play
        >>> play = Play("classic")
        >>> play.roll(4, 2)
        >>> play.cover(1, 5)
        >>> play.open_tiles
        (2, 3, 4, 6, 7, 8, 9)
        """
        given = _one_by_one(tiles)
        try:
            move = tuple(sorted(map(index, given)))
        except TypeError:
            raise self._refused(given) from None
        if move not in self.legal_moves:
            raise self._refused(given)
        *before, last = self._steps
        self._steps = (*before, last._replace(cover=move))

    def _refused(self, got: object) -> InputError:
        why = "takes a roll first"
        if self.rolled:
            why = f"takes {self._named_moves()}"
        elif self._last.cover == ():
            why = f"{self._last.rolled} covers nothing"
        elif self.over:
            why = "the game is over"
        return PositionError(f"got {shown(got)}; {why}", of="cover")

    def _named_moves(self) -> str:
        moves = list(map(in_sum, self.legal_moves))
        named, more = moves[:_MOST_NAMED], len(moves) - _MOST_NAMED
        return listed([*named, f"{more} others"] if more > 0 else named, "or")

    def undo(self) -> None:
        """Take back the last step: the covered tiles, or the roll.

        Raises
        ------
        PositionError
            If nothing was rolled yet.
        """
        if not self._steps:
            raise PositionError("nothing was rolled yet", of="undo")
        *before, last = self._steps
        self._steps = (*before, last._replace(cover=None)) if last.cover else tuple(before)

    def copy(self) -> Self:
        """Return a copy of the game, to try other rolls and moves.

        Returns
        -------
        Play
            An equal game. Rolls and moves in one of the two games do not change the other game.
        """
        return copy(self)

    @property
    def chances(self) -> Outcomes:
        """The probability of each end of the game from here on, under optimal play of both.

        After a roll the best move is supposed. At the end of the game each probability is 0 or 1.
        """
        parts, second = self._last.after(self._solution), self._last.seat == 2
        mine, other = PLAYERS[::-1] if second else PLAYERS
        chances: dict[str, Any] = {
            f"{mine}_wins": parts["win"],
            "tie": parts["tie"],
            f"{other}_wins": 1 - parts["win"] - parts["tie"],
            f"{mine}_clacks": parts["clack"],
            f"{other}_clacks": int(not self.scores[0]) if second else -parts["no other clack"],
            "clack_pays": parts["clack pays"],
        }
        return Outcomes(self.variant, self.second_variant, **chances, since=self.text)

    @property
    def first_player_ev(self) -> Rational:
        """The value of the game to the first player now, in stakes, under optimal play of both.

        After a roll the best move is supposed. At the end of the game the value is the first
        player's gain.
        """
        to_player = self._last.after(self._solution)["value"]
        return to_rational(to_player if self._last.seat == 1 else -to_player)

    def review(self, seat: int = 1) -> Review:
        """Look back on the game: compute the luck of each roll and the cost of each decision.

        Parameters
        ----------
        seat : int, default 1
            The player who looks back: 1, the first player, or 2.

        Returns
        -------
        Review
            The luck of every roll and the cost of every decision, in stakes. The game need not be
            over.

        Raises
        ------
        InputError
            If `seat` is neither 1 nor 2.

        Notes
        -----
        A single move needs no game. Its cost is the first value of `Solution.moves`, which is that
        of the best move, less the value of the move.

        Examples
        --------
        >>> from twoplayer import Play
        >>> review = Play.of("classic", "5+4: 9, 6+6: 3+4+5, 3+1: -").review()
        >>> f"{float(review.luck):.4f}", f"{float(review.own_mistakes):.4f}"
        ('-0.3083', '0.5653')
        """
        seat = whole_number("seat", seat, 1, 2)
        rows = tuple(looked_at(step, seat, self._solution) for step in self._steps)
        ev = self._solution.fractions.first_player_ev * (1 if seat == 1 else -1)
        result = rows[-1].value if rows else ev
        return Review(self.variant, self.text, seat, self.over, rows, ev, result)

    @property
    def text(self) -> str:
        """The game on paper, for `Play.of`: a line for each turn; empty before the first roll."""
        turns = groupby(self._steps, attrgetter("seat"))
        return "\n".join(", ".join(map(str, turn)) for _, turn in turns)

    def __str__(self) -> str:
        return self.text or self._in_words()

    def __repr__(self) -> str:
        second = "" if self.variant == self.second_variant else f", {self.second_variant!r}"
        return f"Play.of({self.variant!r}, {self.text!r}{second})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Play):
            return NotImplemented
        return (self._contest, self._steps) == (other._contest, other._steps)

    __hash__: ClassVar[None] = None  # type: ignore[assignment]

    def _in_words(self) -> str:
        left = [f"the {PLAYERS[place]} player left {k}" for place, k in enumerate(self.scores)]
        if not (now := self._now):
            return f"The game is over: {listed(left)}."
        who = f"The {PLAYERS[now.seat - 1]} player"
        against = "" if now.score_to_beat is None else f", against {now.score_to_beat},"
        return f"{who}{against} {f'rolled {now.rolled}' if now.roll else 'is to roll'}."

    def _repr_html_(self) -> str:
        odds = Table(Outcomes.columns[:3], [self.chances.fractions], self._in_words())
        return f"{_drawn(self)}\n{odds.html()}"


def _one_by_one(given: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return numbers that are given one by one, or in one list."""
    if len(given) == 1 and isinstance(given[0], Iterable) and not isinstance(given[0], str):
        return tuple(islice(given[0], MOST_TILES + 1))
    return given


def _drawn(play: Play) -> str:
    """Draw the present player's tiles and dice as SVG; covered tiles are grey."""
    seat = play.seat or play.steps[-1].seat
    tiles = (play.variant if seat == 1 else play.second_variant).tiles
    dice = play.rolled or ()
    wide = max(34, 10 + 9 * len(str(tiles[-1])))
    squares = ""
    for place, number in enumerate([*tiles, *dice[::-1]]):
        is_die = place >= len(tiles)
        left, corner = place * (wide + 6) + 20 * is_die + 2, 12 if is_die else 4
        whole = is_die or number in play.open_tiles
        fill, ink = ("#fff", "#000") if whole else ("#ddd", "#999")
        squares += (
            f'<rect x="{left}" y="4" width="{wide}" height="40" rx="{corner}" fill="{fill}" '
            f'stroke="{ink}"/><text x="{left + wide // 2}" y="30" fill="{ink}">{number}</text>'
        )
    width = (len(tiles) + len(dice)) * (wide + 6) + 20
    described = f"open: {in_sum(play.open_tiles) or 'nothing'}; rolled: {in_sum(dice) or 'nothing'}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{escape(described)}" '
        f'width="{width}" height="48" viewBox="0 0 {width} 48" font-family="sans-serif" '
        f'font-size="16" text-anchor="middle">{squares}</svg>'
    )
