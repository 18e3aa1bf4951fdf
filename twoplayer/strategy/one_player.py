"""One player, one turn: played for an aim, again until a clack, or with every roll known.

A player who starts again is paid x = V(all) for any end without a clack, and for a policy V(all) =
a + b·x. A player who knows all rolls may be in any of a family of states.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from fractions import Fraction
from functools import reduce
from itertools import chain, groupby, starmap
from operator import eq, gt, lt, or_
from statistics import mean, median
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import GameTooLargeError, InputError, RulesError, one_of, refused, shown
from ..exact import ExactNumber, Values, in_whole_numbers, parse_exact, to_rational
from ..game.contest import Contest
from ..turn.another import GameLike, as_game
from ..turn.board import Board
from ..turn.induction import NO_DISCOUNT, NO_STEP, Turn
from ..turn.position import Payoff
from ..turn.solved import SolvedTurn
from ..turn.turns import board_of, turn_of
from ..variant.dice import Roll, rolls
from ..variant.registry import VariantLike, as_variant
from ..variant.tiles import TileSet
from ..variant.variant import Variant
from .rounds_until import RoundsUntil, rounds_until

AIMS = {
    "score": "the lowest expected score",
    "clack": "the highest chance to clack",
    "worst-score": "the highest expected score",
    "worst-clack": "the lowest chance to clack",
}
"""The last two aims are of a player who plays as badly as possible, and covers where possible."""
_OPPOSITE = {"score": "worst-score", "worst-score": "score"}
"""Where the highest score wins, these two aims exchange their words."""
MOST_FAMILIES = 200_000  # of states, looked through where foresight is asked for
MOST_FAMILIES_SOON = 10_000  # looked through beside other work: about a second
_RANGE = re.compile(r"\s*(\d+)\s*-\s*(\d+)\s*")
_Fallen = tuple[int, Roll]  # a number of dice, and the numbers that they show


@dataclass(frozen=True, repr=False)
class OnePlayer(SolvedTurn):
    """A turn solved for one aim, made by `one_player`: the values of all states and moves.

    Values are expected scores (lower ones are better, unless the highest wins), probabilities to
    clack, in [0, 1], or payments.

    Payments may have a `step`, which every move that covers adds, and a `discount` g. Let u(S) be
    what the score of S pays. Then `value` is V(S), before a roll, and g counts once for every roll:

        V(S)       = max over numbers of dice n of Σ_roll P_n(roll) · g · W(S, roll)
        W(S, roll) = max over moves m of (step + V(S ∖ m)), or u(S) where no move is allowed

    V(S) is u(S) where nothing may be rolled, as in ∅. By these equations g multiplies everything
    after a roll. With a move that is the step and all that follows, and without a move u(S).
    `moves` have the values g · (step + V(S ∖ m)), and V(S) is the mean of the best of these values.
    Divided by g, such a value is what reinforcement learning calls Q, of the state and the roll
    together.

    Attributes
    ----------
    aim : str
        What the player aims at, as for `one_player`: a word, or what scores pay.
    step : Fraction
        What every move that covers adds: 0, or a number above or below 0.
    discount : Fraction
        g, the factor of everything after a roll, above 0 and at most 1.

    Examples
    --------
    >>> from twoplayer import Variant, one_player
    >>> lowest = one_player(Variant())
    >>> lowest.value()
    27323400707/2448880128
    >>> lowest.optimal_moves((1, 4, 5, 8), 9)
    {(4, 5): 62/9}
    """

    aim: str
    step: Fraction = field(default=NO_STEP, kw_only=True)
    discount: Fraction = field(default=NO_DISCOUNT, kw_only=True)

    def _title(self) -> str:
        return f"A turn for {self.aim_in_words}: {self.variant.in_words()}"

    @property
    def aim_in_words(self) -> str:
        """The aim in words, such as `the lowest expected score`."""
        if self._turn.sign < 0 and self.aim in _OPPOSITE:
            return AIMS[_OPPOSITE[self.aim]]
        if self.aim in AIMS:
            return AIMS[self.aim]
        told = f"the highest expected payment where a score pays {self.aim}"
        if self.step:
            told += f" and every move that covers {self.step}"
        if self.discount != NO_DISCOUNT:
            told += f", and everything after a roll counts {self.discount}"
        return told

    @property
    def asked(self) -> dict[str, Any]:
        """What was asked for, as fields of a record: the aim, and any step and discount."""
        asked: dict[str, Any] = {"aim": self.aim}
        if self.step:
            asked["step"] = self.step
        if self.discount != NO_DISCOUNT:
            asked["discount"] = self.discount
        return asked

    def rounds_until(self, total: int) -> RoundsUntil:
        """Return how many rounds, each played so, a player takes until scores add up to a total.

        Of several optimal moves each is as likely, as in `score_chances`.

        Parameters
        ----------
        total : int
            The total that ends the rounds, once the sum of the scores reaches or exceeds it: 1 or
            more.

        Returns
        -------
        RoundsUntil
            `.mean`, exactly; `.most_likely`; and `.chances` of the first numbers of rounds.

        Raises
        ------
        InputError
            If the total is no such number.
        RulesError
            If a turn is sure to score 0, or may score less.

        Examples
        --------
        >>> from twoplayer import one_player
        >>> f"{float(one_player('classic').rounds_until(100).mean):.4f}"
        '9.6510'
        """
        chances = self.fractions.score_chances()
        return rounds_until(self.variant, self.aim_in_words, chances, total)

    def __repr__(self) -> str:
        fields = {"variant": self.variant, **self.asked}
        return f"OnePlayer({', '.join(f'{name}={value!r}' for name, value in fields.items())})"


def one_player(
    variant: GameLike,
    aim: str = "score",
    payoff: Mapping[int, int | str | Fraction] | None = None,
    step: int | str | Fraction = 0,
    discount: int | str | Fraction = 1,
) -> OnePlayer:
    """Solve a turn for one aim of a single player, who has no opponent.

    Parameters
    ----------
    variant : Variant, str, path or Game
        The rules, as for `solve`; payout and ties make no difference.
    aim : str, default "score"
        `"score"`: the lowest expected score (the highest where the highest wins). `"clack"`: the
        highest probability to clack. `"worst-score"` and `"worst-clack"`: the opposites, for a
        player who must cover wherever a roll allows a move. Or what scores pay, such as
        `"0:10,1:5"` or `"0:10,1-45:-5"`: the highest expected payment.
    payoff : mapping of int to int, str or Fraction, optional
        What scores pay, as numbers: the payment of each score, exactly; other scores pay 0. An
        `aim` is not given beside a payoff.
    step : int, str or Fraction, default 0
        Beside what scores pay: what every move that covers adds, exactly. A step may be negative.
    discount : int, str or Fraction, default 1
        Beside what scores pay: g, exactly; 0 < g <= 1. Everything after a roll is multiplied by g,
        as the equation of `OnePlayer` says.

    Returns
    -------
    OnePlayer
        The solved turn: the value of every state, and how to play. `value()` is the expected value
        of the aim, such as the expected score. `score_chances()` has the probability of each final
        score.

    Raises
    ------
    InputError
        If `variant` is no game, or `aim` no such aim. If the payoff names what is no score of the
        game, or pays what is no exact number. If the step or the discount is no such number, or has
        no payoff beside it.
    RulesError
        If the aim is a clack in a game without clacks, or as `solve`.
    UnknownNameError, FileError
        As `solve`.
    GameTooLargeError
        If the tables would be too large.

    See Also
    --------
    twoplayer.solve : Two players.
    twoplayer.strategy_value : What a strategy of one's own attains.
    twoplayer.strategy.restarts : A turn that starts again until it clacks.
    twoplayer.strategy.foresight : The best chance of a player who knows all rolls.

    Notes
    -----
    The turn is a Markov decision process without a second player, solved by one backward induction.
    The equation is the same as for `solve`, and u(S) is the score, 1 for a clack, or what a score
    pays.

    References
    ----------
    - possiblywrong, Analysis of Shut the Box (2013), has both aims:
      <https://possiblywrong.wordpress.com/2013/01/20/analysis-of-shut-the-box/>
    - R. Bowen, Shut the box! (2025), compares them:
      <https://rossbowen.github.io/blog/shut-the-box/>

    Examples
    --------
    >>> from twoplayer import Variant, one_player
    >>> one_player("classic", "clack").value()
    466473281/6530347008
    >>> worst = one_player("classic", "worst-score")
    >>> worst.value(), worst.optimal_moves((1, 2, 3, 4, 5, 6, 7, 8, 9), 9)
    (1430805932539/58773123072, {(2, 3, 4): 60828373/2519424})
    >>> one_player(Variant(tiles=2, dice="1d2"), payoff={0: 10, 1: "5/2"}).value()
    45/8

    With rewards as in reinforcement learning, tiles 1 to 6 and one die. A clack pays 10 and any
    other end -5, and every move that covers adds -1/10:

    >>> rewards = {0: 10} | {score: -5 for score in range(1, 22)}
    >>> small = Variant(tiles=6, dice="1d6")
    >>> for g in (1, "9/10"):
    ...     best = one_player(small, payoff=rewards, step="-1/10", discount=g)
    ...     f"{float(best.value()):.4f}"
    '-4.2126'
    '-2.8163'
    """
    variant = as_game(variant)
    turn = turn_of(variant)
    turn.board.check_size()
    g, added = _discount(discount, "0 < g <= 1"), _step(step)
    if payoff is not None or (isinstance(aim, str) and ":" in aim):
        if payoff is not None and aim != "score":
            raise refused("aim", aim, "none beside a payoff")
        parameter, given = ("aim", aim) if payoff is None else ("payoff", payoff)
        pays = _pays(parameter, given, turn.scores)
        every = [pays.get(score, Fraction(0)) for score in turn.scores]
        numbers, unit = in_whole_numbers([*every, added])
        aim = _spelled(pays, turn.scores)
        paid = Payoff.of_value(numbers[:-1], unit)
        return OnePlayer(variant, paid, aim, step=added, discount=g)
    for name, got, none in (("step", step, added == 0), ("discount", discount, g == NO_DISCOUNT)):
        if not none:
            takes = "one beside what scores pay alone, such as 0:10,1:5"
            raise refused(name, got, takes, f"beside the aim {shown(aim)}")
    if one_of("aim", aim, AIMS).endswith("score"):
        values: Values = np.array(turn.scores, dtype=object)
        minimise = (aim == "score") == (turn.sign > 0)
    else:
        _check_clacks(turn, variant)
        values = (np.arange(len(turn.scores)) < turn.clacks).astype(int).astype(object)
        minimise = aim == "worst-clack"
    return OnePlayer(variant, Payoff.of_value(values, minimise=minimise), aim)


def _check_clacks(turn: Turn, variant: Variant) -> None:
    if not turn.clacks:
        takes = "a game in which a turn may clack, as its `clack` says"
        raise refused("variant", variant, takes, kind=RulesError)


def _step(given: Any) -> Fraction:
    try:
        return parse_exact(given)
    except ValueError as error:
        raise refused("step", given, "an exact number, such as '-1/10'", str(error)) from None


def _discount(given: Any, takes: str) -> Fraction:
    """Read a discount g, above 0; g = 1 is allowed where `takes` has an equals sign."""
    try:
        g = parse_exact(given)
    except ValueError as error:
        raise refused("discount", given, takes, str(error)) from None
    if not 0 < g <= 1 or (g == 1 and "=" not in takes):
        raise refused("discount", given, takes)
    return g


def _pays(parameter: str, given: Any, scores: Sequence[int]) -> dict[int, Fraction]:
    lines: Iterable[tuple[Any, Any]]
    if parameter == "aim":
        such, lines = "0:10,1:5", _lines(given, scores)
    else:
        such = "{0: 10, 1: 5}"
        if not isinstance(given, Mapping) or not given:
            raise refused(parameter, given, f"what scores pay, such as {such}")
        lines = given.items()
    takes = f"what scores of the game, {scores[0]} to {scores[-1]}, pay, such as {such}"
    pays: dict[int, Fraction] = {}
    try:
        for key, amount in lines:
            score = parse_exact(key)
            if score not in scores or score in pays:
                raise ValueError(f"where {key} is no score, or comes again")
            pays[int(score)] = parse_exact(amount)
        for left in scores:
            if left not in pays and (unnamed := _unnamed(given, left)) != 0:
                raise ValueError(f"which has {shown(unnamed)} for {left}, and does not name it")
    except ValueError as error:
        raise refused(parameter, given, takes, str(error)) from None
    return pays


def _lines(text: str, scores: Sequence[int]) -> Iterator[tuple[Any, str]]:
    """Read SCORE:PAYS, with commas between; a range stands for the game's scores in the range."""
    for line in text.split(","):
        key, _, amount = line.partition(":")
        if ends := _RANGE.fullmatch(key):
            low, high = sorted(map(parse_exact, ends.groups()))
            among = [score for score in scores if low <= score <= high]
            if not among:
                raise ValueError(f"where {key.strip()} has no score")
            yield from ((score, amount) for score in among)
        else:
            yield key, amount


def _spelled(pays: Mapping[int, Fraction], scores: Sequence[int]) -> str:
    """Write what scores pay as text: three or more in a row with the same payment as a range."""
    told = []
    for amount, alike in groupby(scores, pays.get):
        some = [*alike]
        if amount is None:
            continue
        ranged = len(some) > 2 and min(some) >= 0
        names = [f"{min(some)}-{max(some)}"] if ranged else some
        told += [f"{name}:{amount}" for name in names]
    return ",".join(told)


def _unnamed(given: Any, score: int) -> Any:
    """Return what a mapping has for a score that it does not name, as a defaultdict has; else 0."""
    if not hasattr(type(given), "__missing__"):
        return 0
    try:
        return copy(given)[score]  # a defaultdict would keep it
    except KeyError:
        return 0


@dataclass(frozen=True)
class Restarts(SolvedTurn):
    """The exact fixed point of a turn that starts again until every tile is covered.

    A clack pays 1, and a turn that ends otherwise starts again. `value` is V(S). A move has the
    value g·V(S ∖ m), or 1 where the move covers the last tile; so V(∅) is written as 1/g. These are
    the values of `one_player` with the discount g, where a clack pays 1/g and every other score
    pays the value of the start. The value of the start is the fixed point that `restarts` finds.

    Attributes
    ----------
    discount : fractions.Fraction
        g, the factor of everything after a roll, as for `restarts`.
    rounds : int
        How many policies were solved; the last policy is no better than the one before.

    Examples
    --------
    >>> from twoplayer import Variant
    >>> from twoplayer.strategy import restarts
    >>> again = restarts(Variant(tiles=2, dice="1d2"), "1/2")
    >>> again.value(), again.value((1,)), again.moves((1, 2), 2)
    (2/7, 4/7, {(2,): 2/7})
    >>> from twoplayer import one_player
    >>> pays = {0: 2} | dict.fromkeys((1, 2, 3), "2/7")
    >>> one_player(Variant(tiles=2, dice="1d2"), payoff=pays, discount="1/2").value()
    2/7
    """

    rounds: int = field(compare=False)
    discount: Fraction = field(kw_only=True)

    about = "Starting again, every roll counts {self.discount}"

    def spread(self) -> list[dict[str, Any]]:
        """Return how far the best move lies from the median, and the median from the worst move.

        Returns
        -------
        list of dict
            A dict for each number of legal moves above 2, `moves`. `positions` is how many pairs of
            a state and a roll have this number of moves. `best_to_median` and `median_to_worst` are
            the means of the differences of the values. `smaller`, `equal` and `larger` are the
            shares of positions where the first difference compares so with the second.

        Examples
        --------
        >>> from twoplayer.strategy import restarts
        >>> [(row["moves"], row["positions"]) for row in restarts("classic", "9/10").spread()][:3]
        [(3, 389), (4, 174), (5, 74)]
        """
        gaps: dict[int, list[tuple[Fraction, Fraction]]] = {}
        for position in self.fractions._rows():
            for roll in position.rolls():
                values = list(position.moves(roll).values())
                if len(values) > 2:
                    middle = median(values)
                    gaps.setdefault(len(values), []).append(
                        (values[0] - middle, middle - values[-1])
                    )
        rows = []
        for count, pairs in sorted(gaps.items()):
            upper, lower = map(mean, zip(*pairs, strict=True))
            numbers = {"best_to_median": upper, "median_to_worst": lower}
            for name, compare in {"smaller": lt, "equal": eq, "larger": gt}.items():
                numbers[name] = Fraction(sum(starmap(compare, pairs)), len(pairs))
            in_mine = {name: self._number(number) for name, number in numbers.items()}
            rows.append({"moves": count, "positions": len(pairs), **in_mine})
        return rows


def restarts(variant: GameLike, discount: int | str | Fraction) -> Restarts:
    """Solve a turn that starts again until every tile is covered, where later rolls count less.

    Parameters
    ----------
    variant : Variant, str, path or Game
        The rules, as for `solve`: a `Game` of another kind starts again until it clacks. Scoring,
        payout and ties make no difference.
    discount : int, str or Fraction
        g, the factor of everything after a roll, exactly; 0 < g < 1.

    Returns
    -------
    Restarts
        The solved turn: the value of every state, and how to play. The value of the start is the
        largest mean of gⁿ, where n counts the rolls of all turns before the last roll.

    Raises
    ------
    InputError
        If `discount` is no such number, `variant` no game, or the turn over before it begins.
    RulesError
        If no turn can clack, or as `solve`.
    UnknownNameError, FileError, GameTooLargeError
        As `solve`.

    Notes
    -----
    The method is policy iteration. The turn is solved by backward induction for the value that a
    new start has under the policy before. These steps are repeated until the value is a fixed
    point. Every step is exact, and there are finitely many policies.

    References
    ----------
    - T. Squires, Learning how to play a game meant for children (2023), where a failed turn starts
      again: <https://github.com/trevorsquires/shut_the_box>

    Examples
    --------
    >>> from twoplayer.strategy import restarts
    >>> float(restarts("classic", "9/10").value())
    0.08597603941503769
    """
    g = _discount(discount, "0 < g < 1")
    variant = as_game(variant)
    turn = turn_of(variant)
    _check_clacks(turn, variant)
    if not turn.board.dice_at(turn.board.size - 1):
        raise InputError("nothing may be rolled there; takes a state to roll in", of="start")
    unit = g.numerator
    ends = np.full(len(turn.scores), unit, dtype=object)
    ends[: turn.clacks] = 0
    clack = np.zeros_like(ends)
    clack[: turn.clacks] = g.denominator

    x, rounds = Fraction(0), 0
    while True:
        rounds += 1
        payoffs = clack * x.denominator + ends * x.numerator
        _, policy = turn.optimum(payoffs[turn.ranks], g)
        a, b = turn.evaluate(np.column_stack([clack, ends])[turn.ranks], policy, g)[-1]
        better = Fraction(int(a), unit * turn.scale_of(policy, g) - int(b))
        if better == x:
            payoff = Payoff.of_value(payoffs, unit * x.denominator)
            return Restarts(variant, payoff, rounds, discount=g)
        x = better


def winning_sequences(
    variant: VariantLike, open_tiles: Iterable[int] | None = None
) -> dict[int, int]:
    """Count the sequences of rolls and moves that cover every open tile.

    A sequence counts once for every way in which its dice can fall, with good and with bad moves.

    Parameters
    ----------
    variant : Variant, str or path
        The rules, or the name or file of a single variant.
    open_tiles : iterable of int, optional
        The tiles that are open at first. None: all tiles.

    Returns
    -------
    dict of int to int
        `{number of moves: number of sequences}`, ascending, without numbers of 0.

    Raises
    ------
    InputError, UnknownNameError, FileError, GameTooLargeError
        As `solve`; a game of another kind is an `InputError`.
    RulesError
        If the number of dice is ever a choice: sequences have no common weight then. As `solve`.
    PositionError
        If `open_tiles` are not tiles of the game.

    References
    ----------
    - avandekleut.github.io, Shut the Box with Dynamic Programming, counts these sequences:
      <https://avandekleut.github.io/assets/shut-the-box/shut-the-box/>

    Examples
    --------
    >>> from twoplayer import Variant
    >>> from twoplayer.strategy import winning_sequences
    >>> winning_sequences(Variant(tiles=3))
    {1: 5, 2: 14}
    """
    variant = as_variant(variant)
    board = board_of(variant)
    state = board.state_of(variant.tiles if open_tiles is None else open_tiles)
    return turn_of(variant).sequences_from(state, _all_covered(board))


def all_winning_sequences(board: Board, turn: Turn) -> list[int]:
    """Count the winning sequences of every state, with any number of moves."""
    return turn.sequences(_all_covered(board))


def _all_covered(board: Board) -> NDArray[np.bool_]:
    """Return the states without an open tile, (N,); refuse rules by which the dice are a choice."""
    for tiles in filter(None, board.open_tiles):
        if len(board.dice_in(tiles)) > 1:
            why = f"with which the number of dice is a choice when {tiles} are open"
            takes = "rules that leave none, such as 'never' or 'forced …'"
            raise refused("one_die", board.variant.one_die, takes, why, RulesError)
    return np.array([not tiles for tiles in board.open_tiles])


def coverable_sets(variant: VariantLike) -> list[TileSet]:
    """Return the sets of tiles that some roll can cover, the smallest sums first.

    Parameters
    ----------
    variant : Variant, str or path
        The rules, or the name or file of a single variant.

    Returns
    -------
    list of tuple of int
        The sets, each an ascending tuple; among equal sums the sets with the lower tiles first.

    Raises
    ------
    InputError, RulesError, UnknownNameError, FileError
        As `solve`; a game of another kind is an `InputError`.

    Examples
    --------
    >>> from twoplayer import Variant
    >>> from twoplayer.strategy import coverable_sets
    >>> coverable_sets(Variant(tiles=3))
    [(2,), (1, 2), (3,), (1, 3), (2, 3), (1, 2, 3)]
    """
    board = board_of(as_variant(variant))
    action_sets = {action_set for choice in board.choices for action_set in choice.weights}
    moves = {move for action_set in action_sets for move in action_set}
    return sorted((board.covers[move] for move in moves), key=lambda tiles: (sum(tiles), tiles))


def foresight(variant: VariantLike) -> ExactNumber:
    """Compute the probability that a player clacks who knows all rolls beforehand.

    Roll number i is fixed beforehand, for all dice. A single die shows the first of these dice, and
    the choice to roll a single die is made with hindsight as well. No player without foresight has
    a higher chance to clack.

    Parameters
    ----------
    variant : Variant, str or path
        The rules, or the name or file of a single variant. Scoring, payout and ties make no
        difference.

    Returns
    -------
    sympy.Rational
        A probability, in [0, 1].

    Raises
    ------
    InputError, RulesError, UnknownNameError, FileError
        As `solve`; a game of another kind is an `InputError`.
    GameTooLargeError
        If there are too many families of states; the error may come only after some time. If the
        tables of a turn would be too large.

    See Also
    --------
    twoplayer.one_player : The best chance to clack without foresight.

    Notes
    -----
    A family is the set of states that the player may be in, and each roll turns a family into
    another one. The probability is found by recursion over families. At most 200,000 families are
    looked through.

    References
    ----------
    - n-o-r.xyz, Shut the Box (2019), asks how many games can be shut at all:
      <https://n-o-r.xyz/2019/01/20/shut-the-box.html>

    Examples
    --------
    >>> from twoplayer import one_player
    >>> from twoplayer.strategy import foresight
    >>> foresight("classic")
    35974417/408146688
    >>> best = one_player("classic", "clack").value()
    >>> f"{float(best / foresight('classic')):.1%}"
    '81.0%'
    """
    return to_rational(foresight_of(as_variant(variant)))


def foresight_of(variant: Variant) -> Fraction:
    """Return `foresight` as a `Fraction`, for what goes on to compute with it."""
    return _foresight(variant, MOST_FAMILIES)


class Foreseen(NamedTuple):
    """The chance to shut a game with every roll known beforehand, and without foresight."""

    foresight: Fraction | None  # None where it is not found soon
    best: Fraction


def in_hindsight(game: Contest) -> list[Foreseen | None]:
    """Return the chances by each player's rules, equal rules once; None: a game without tiles."""
    return [*map(_foreseen, dict.fromkeys(game.rules))]


def _foreseen(variant: Variant) -> Foreseen | None:
    if not turn_of(variant).board.of_tiles:
        return None
    best = one_player(variant, "clack").fractions.value()
    try:
        return Foreseen(_foresight(variant, MOST_FAMILIES_SOON), best)
    except GameTooLargeError:
        return Foreseen(None, best)


def _foresight(variant: Variant, most_families: int) -> Fraction:
    """Compute the chance; bit i of a family says whether it has state i, so a move is a shift."""
    board = board_of(variant)
    if board.uncoverable:
        return Fraction(0)
    start, every = 1 << (board.size - 1), _rolls(board)
    total = every.total()
    # By whether the turn begins, and by roll: the states in which a move may be covered, and the
    # move.
    covers = [
        {(dice, roll): _covers(board, dice, roll, opening) for dice, roll in {*chain(*every)}}
        for opening in (False, True)
    ]
    # By family, the chance times `total` to the power of a number of rolls, and this number.
    known = {0: (0, 0)}

    def chance(family: int) -> tuple[int, int]:
        if family & 1:
            return 1, 0
        if family in known:
            return known[family]
        if len(known) > most_families:
            got = f"rolls that are known lead to more than {most_families:,} families of states"
            raise GameTooLargeError(f"{got}; try fewer tiles", of="tiles")
        known[family] = 0, 0  # stands until the chance is found, and counts the family
        left = {
            fallen: reduce(or_, ((family & states) >> move for states, move in moves), 0)
            for fallen, moves in covers[family == start].items()
        }
        ways = Counter[int]()
        for together, count in every.items():
            ways[reduce(or_, map(left.__getitem__, together))] += count
        after_moves = [(count, *chance(after)) for after, count in ways.items()]
        rolls = max(rolls for _, _, rolls in after_moves)
        shut = sum(count * shut * total ** (rolls - fewer) for count, shut, fewer in after_moves)
        known[family] = shut, rolls + 1
        return known[family]

    shut, rolls = chance(start)
    return Fraction(shut, total**rolls)


def _covers(board: Board, dice: int, roll: Roll, opening: bool) -> list[tuple[int, int]]:
    moves, may = board.moves(roll, opening), board.may_roll(dice)
    states = [np.packbits(may & board.can_make([move]), bitorder="little") for move in moves]
    families = [int.from_bytes(flags.tobytes(), "little") for flags in states]
    return list(zip(families, moves, strict=True))


def _rolls(board: Board) -> Counter[tuple[_Fallen, ...]]:
    """Count the ways in which dice fall; a single die shows the first of all dice."""
    weights, number = board.variant.side_weights, board.variant.dice.number
    if len(board.dice) == 1:
        [dice] = board.dice
        return Counter({((dice, roll),): count for roll, count in board.rolls(dice).items()})
    ways = Counter[tuple[_Fallen, ...]]()
    for first, weight in enumerate(weights, 1):
        for others, count in rolls(number - 1, weights, board.by_total).items():
            thrown = first, *others
            together = (sum(thrown),) if board.by_total else tuple(sorted(thrown))
            ways[(1, (first,)), (number, together)] += weight * count
    return ways
