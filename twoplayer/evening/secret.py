"""Secret scores: the second player is told little of the first player's score, or nothing.

Only the chances of scores matter, so the best response to a mixed strategy is a turn paid by score.
A small matrix game of policies is solved exactly. The best responses to its solution join the
policies, until both have the same value: `docs/mathematics/several-players.md` has the proof.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import chain, compress, islice, pairwise
from math import lcm
from operator import attrgetter, index
from typing import Any, ClassVar, NamedTuple, TypeAlias

import numpy as np

from ..errors import InputError, refused, tells_its_signature, whole_number
from ..exact import Bounds, ExactNumber, Values, exact, in_whole_numbers, parse_exact
from ..game.columns import EITHER_EV, EV_EXACTLY
from ..game.contest import Contest, OfTwo, contest
from ..game.fairness import Favouring
from ..game.players import PLAYERS
from ..game.solution import solve_two
from ..tables import Column, Tabled, TabledList
from ..turn.another import GameLike
from ..turn.induction import Turn
from ..turn.policy import Policy
from ..turn.position import Payoff, Position
from ..turn.solved import SolvedTurn
from ..variant.tiles import TileSet
from ..variant.variant import Rules
from ..work import tracked

Told: TypeAlias = "tuple[int, ...] | str"
"""Scores that end a range, `"clack"`, or `"score"`."""
Range: TypeAlias = tuple[int, int]
Mixture: TypeAlias = "tuple[tuple[ExactNumber, SolvedTurn], ...]"
"""Policies with their weights, which add up to 1."""

_MOST_SCORES = 2**16
_MOST_POLICIES = 100  # of each player


@dataclass(frozen=True)
class SecretTurn(SolvedTurn):
    """A turn of a game with secret scores: a best response to the other player's mixed strategy.

    All values are in stakes, to the player of the turn. The second player has a turn for each range
    of scores that may be told. Of equally good moves, a policy mixed with others takes the moves
    that it took when it was found.

    Attributes
    ----------
    opponent : Variant or Game
        The rules of the other player's turn.
    player : str
        `"first"` or `"second"`.
    game : tuple of int or "score"
        What the second player is told in the game, as for `secret`.
    told : tuple of (int, int) or None
        The lowest and the highest score of the range that the second player is told. None in the
        first player's turn.
    number : int
        The place of this policy among the best responses, in the order in which they were found,
        from 0 on.
    found : SecretTurn or None
        The same turn against the mixed strategy to which the policy was first found as a best
        response. None: this turn is against that mixed strategy.
    """

    opponent: Rules = field(repr=False)
    player: str
    game: Told
    told: Range | None
    number: int
    found: SecretTurn | None = field(default=None, compare=False)

    about = "The {self.player} player's turn where scores are secret"

    @property
    def optimal_policy(self) -> Policy:
        """The policy of every move and number of dice that the turn takes, each equally likely."""
        return self.found.optimal_policy if self.found else super().optimal_policy

    @property
    def finest_policy(self) -> Policy:
        """The policy of the turn if every further component decides ties in value."""
        return self.found.finest_policy if self.found else super().finest_policy

    def _in(self, state: int) -> Position:
        position = super()._in(state)
        return _Chosen(**vars(position), _before=self.found._in(state)) if self.found else position


@dataclass(frozen=True, eq=False, repr=False)
class _Chosen(Position):
    """A position where, of the best choices, the choices found before are taken."""

    _before: Position

    def optimal_moves(self, roll: int | Sequence[int]) -> dict[TileSet, ExactNumber]:
        best, before = super().optimal_moves(roll), self._before.optimal_moves(roll)
        return {move: best[move] for move in best if move in before} or best

    def optimal_dice(self) -> tuple[int, ...]:
        best, before = super().optimal_dice(), self._before.optimal_dice()
        return tuple(dice for dice in best if dice in before) or best


class MixedStrategy(NamedTuple):
    """A mixed strategy, as far as it matters: how likely it leaves each score.

    The turns of a pure strategy are known as well.
    """

    parts: Values  # times `unit`: (own scores, ranges); the first player's (own scores, 1)
    unit: int
    turns: Sequence[SecretTurn] = ()  # a turn for each range


class Unseen:
    """The game in which both players choose the chances of their scores."""

    def __init__(self, game: Contest, told: tuple[int, ...]) -> None:
        self.game, self.told, stakes = game, told, game.stakes
        scores, own = game.turns[0].scores, [game.score_ranks(player) for player in (0, 1)]
        place = [bisect_left(told, score) for score in scores]
        # Whether each of the first's scores is in each range.
        self.inside = np.equal.outer(place, [*dict.fromkeys(place)])  # (first's scores, ranges)
        by_range = [[*compress(scores, each)] for each in self.inside.T]
        self.ranges = [(min(some), max(some)) for some in by_range]
        back = np.array(stakes.steps_back(len(game.scores)))  # (2, ranks)
        steps = np.array(stakes.steps(own[0])), back[:, own[1]]  # each (2, own scores)
        # Of each player, by own score. `steps`: how many of the other's scores beat the score, and
        # how many do not lose against it, shape (2, own scores). `clacks` and `prices`: whether the
        # score is a clack, and the payoff of a win with it, times the stakes' unit, shape (own
        # scores, 1).
        self.steps = [np.searchsorted(own[1 - one], counts) for one, counts in enumerate(steps)]
        self.clacks = [(ranks < stakes.clacks)[:, np.newaxis] for ranks in own]
        self.prices = [stakes.price(ranks).astype(object)[:, np.newaxis] for ranks in own]

    def _facing(self, player: int, other: Values) -> Values:
        """Return what a player gets for leaving each score, shape (own scores, ranges, parts).

        The payoffs are times the stakes' unit and the unit of `other`. `other` has the chances of
        the other player's scores, shape (the other's scores, ranges).
        """
        stakes, (beaten, held) = self.game.stakes, self.steps[player]  # each (own scores,)
        certain = other.sum(axis=0)  # (ranges,)
        # (other's scores + 1, ranges): sums up to each score, of chances and of chances times
        # prices
        below, paid = (
            np.concatenate([0 * parts[:1], np.cumsum(parts, axis=0)])
            for parts in (other, other * self.prices[1 - player])
        )
        lost, won = below[beaten], certain - below[held]  # (own scores, ranges)
        tied = certain - won - lost
        value = won * self.prices[player] - paid[beaten]
        value += tied * int((-1) ** player * stakes.tie.pays * stakes.unit)
        other_clacks = (other * self.clacks[1 - player]).sum(axis=0) + 0 * won
        chances = won, certain * self.clacks[player], -other_clacks, tied
        return np.stack([value, *(part * stakes.unit for part in chances)], axis=-1)

    def _to_first(self, second: MixedStrategy) -> Values:
        """Return what the first player gets for each own score, shape (own scores, 1, parts)."""
        return self._facing(0, second.parts)[self.inside][:, np.newaxis]

    def value(self, first: MixedStrategy, second: MixedStrategy) -> Fraction:
        gets = (first.parts * self._to_first(second)[..., 0]).sum()
        return Fraction(gets, first.unit * second.unit * self.game.stakes.unit)

    def reply(self, player: int, played: MixedStrategy, number: int) -> MixedStrategy:
        """Return a best response to a mixed strategy, with a turn for each range that may be told.

        Where a range never comes up, the response is to all of its scores as equally likely.
        """
        ranges: Sequence[Range | None] = self.ranges if player else [None]
        if player:
            parts = np.where(self.inside, played.parts, 0)  # shape (first's scores, ranges)
            parts = np.where(parts.any(axis=0), parts, self.inside.astype(object))  # likewise
            payoffs, units = self._facing(1, parts), parts.sum(axis=0).tolist()
        else:
            payoffs, units = self._to_first(played), [played.unit]
        own, other = self.game.rules[:: (-1) ** player]
        names, turns = ("value", "win", "clack", "no other clack", "tie"), list[SecretTurn]()
        for place, (score_range, unit) in enumerate(zip(ranges, units, strict=True)):
            payoff = Payoff(names, payoffs[:, place : place + 1], unit * self.game.stakes.unit)
            whose = PLAYERS[player]
            turns.append(SecretTurn(own, payoff, other, whose, self.told, score_range, number))
        left = (turn.fractions.score_chances().values() for turn in turns)
        parts, unit = in_whole_numbers([*chain(*left)])
        return MixedStrategy(parts.reshape(len(turns), -1).T, unit, turns)


def told_in_words(told: Told) -> str:
    """Say what the second player is told.

    >>> told_in_words(()), told_in_words((0,)), told_in_words((10,))
    ('nothing', 'a clack or not', '10 or less, or more than 10')
    >>> told_in_words((0, 19))
    'a clack, 1 to 19, or more than 19'
    """
    if isinstance(told, str) or not told:
        return "the score" if told else "nothing"
    if told == (0,):
        return "a clack or not"
    first = "a clack" if told[0] == 0 else f"{told[0]} or less"
    between = (f"{low + 1} to {high}" for low, high in pairwise(told))
    return ", ".join([first, *between, f"or more than {told[-1]}"])


def _read_told(told: Any, first: Turn) -> Told:
    """Read what the second player is told: ascending scores that end ranges, or `"score"`."""
    if told == "score":
        return "score"
    if told == "clack":  # the score that ends a range with all clacks, or with none
        both = zip(first.scores[: first.clacks][-1:], first.scores[first.clacks :], strict=False)
        return tuple(map(min, both))
    try:
        given = tuple(map(index, islice(told, _MOST_SCORES)))
    except TypeError:
        given = (-1,)
    if any(low >= high for low, high in pairwise((-1, *given))) or len(given) == _MOST_SCORES:
        takes = 'scores, ascending, 0 or more, each once; "clack" or "score"'
        raise refused("told", told, takes)
    return given


def _mixed_strategy(
    weights: Sequence[Fraction], policies: Sequence[MixedStrategy]
) -> MixedStrategy:
    mixed = [(w, policy) for w, policy in zip(weights, policies, strict=True) if w]
    unit = lcm(*(weight.denominator * policy.unit for weight, policy in mixed))
    # (own scores, ranges)
    parts = sum(policy.parts * int(weight * unit / policy.unit) for weight, policy in mixed)
    return MixedStrategy(np.asarray(parts, object), unit)


def equilibrium(
    payoffs: Sequence[Sequence[Fraction]],
) -> tuple[Fraction, list[Fraction], list[Fraction]]:
    """Solve a matrix game: its value, and how the player of the rows and of the columns mix.

    The payoffs are to the rows. The method is the simplex method. Where several variables may enter
    or leave the basis, the one with the lowest index does.

    >>> equilibrium([[Fraction(1), Fraction(-1)], [Fraction(-2), Fraction(2)]])
    (Fraction(0, 1), [Fraction(2, 3), Fraction(1, 3)], [Fraction(1, 2), Fraction(1, 2)])
    """
    count, wide = len(payoffs), len(payoffs[0])
    shift = 1 - min(map(min, payoffs))
    # The sum of q is maximised such that no row of (payoffs + shift)·q is above 1. The table has
    # these rows and the goal. Its columns are q, the slack of each row, and 1.
    table: Values = np.full((count + 1, wide + count + 1), Fraction(0))  # (rows + 1, columns)
    table[:-1, :wide] = np.array(payoffs) + shift
    table[:-1, -1] = table[range(count), range(wide, wide + count)] = Fraction(1)
    table[-1, :wide] = Fraction(-1)
    basis = list(range(wide, wide + count))
    while len(wanted := np.flatnonzero(table[-1] < 0)):
        enters = wanted[0]
        bounding = np.flatnonzero(table[:-1, enters] > 0).tolist()
        leaves = min(bounding, key=lambda i: (table[i, -1] / table[i, enters], basis[i]))
        pivot = table[leaves] / table[leaves, enters]
        rows = np.flatnonzero(table[:, enters])
        table[rows] -= np.outer(table[rows, enters], pivot)
        table[leaves], basis[leaves] = pivot, int(enters)
    *goal, most = table[-1]
    q = dict(zip(basis, table[:-1, -1], strict=True))
    mixed = [q.get(j, Fraction(0)) / most for j in range(wide)]
    return 1 / most - shift, [part / most for part in goal[wide:]], mixed


class FacedSecret(NamedTuple):
    """The situation of a player of a game with secret scores.

    Attributes
    ----------
    position : Position
        The position, with the values and choices of the policy `policy`.
    seat : int
        The player who rolls: 1, the first player, or 2.
    told : tuple of int or "score"
        What the second player is told in this game, as for `secret`.
    score_range : tuple of (int, int) or None
        The lowest and the highest score of the range that the player is told; None for the first
        player.
    weights : sequence of sympy.Rational
        The weight of each policy that this player mixes.
    policy : int
        The number of the policy, from 1 on.
    differences : sequence of mappings
        The choices in which the policies differ, as of `Secret.differences`; empty for a single
        policy.
    """

    position: Position
    seat: int
    told: Told
    score_range: Range | None
    weights: Sequence[ExactNumber]
    policy: int
    differences: Sequence[Mapping[str, Any]]


@dataclass(frozen=True, eq=False, repr=False)
class Secret(OfTwo, Favouring, Tabled):
    """A game solved in equilibrium, in which the second player is told little of the first's score.

    The game is zero-sum, but not of perfect information: an equilibrium may mix policies. Its EV is
    the minimax value. All values are in stakes.

    Attributes
    ----------
    variant : Variant or Game
        The rules of the first player's turn.
    second_variant : Variant or Game
        The rules of the second player's turn.
    told : tuple of int or "score"
        What the second player is told, as for `secret`.
    first_player_ev : sympy.Rational or Bounds
        The expected value to the first player, in stakes. `Bounds` where a hundred policies of each
        player were found, and more are needed.
    best_replies : Bounds
        The EVs to the first player of two best responses. `low` is the EV of the second player's
        best response to `first`, and `high` that of the first player's best response to `second`.
        Equal numbers prove that the EV is exact.
    first : tuple of (sympy.Rational, SecretTurn)
        The first player's mixed strategy: the probability of each policy, and the policy. Where the
        score is told, the policy is a `PlayerTurn`.
    second : dict of (int, int) to tuple of (sympy.Rational, SecretTurn)
        The second player's mixed strategies, by the lowest and the highest score of each range that
        may be told.
    score_chances : dict of int to sympy.Rational
        The probability that the first player leaves each score, in [0, 1], the best score first.

    See Also
    --------
    twoplayer.evening.looking : The same game, where the second player is told more and more.

    Examples
    --------
    >>> from twoplayer import secret
    >>> game = secret("classic")
    >>> game.first_player_ev, game.pure, game.score_chances[0]
    (0, True, 1394012237/19591041024)
    """

    variant: Rules
    second_variant: Rules
    told: Told
    first_player_ev: ExactNumber | Bounds = exact()
    best_replies: Bounds = exact(repr=False)
    first: Mixture = exact(repr=False)
    second: dict[tuple[int, int], Mixture] = exact(repr=False)
    score_chances: dict[int, ExactNumber] = exact(repr=False)

    about = "Secret scores, told {self._told_in_words}"
    columns: ClassVar[Sequence[Column]] = (
        Column("told", attrgetter("_told_in_words")),
        *EITHER_EV[:2],
        EV_EXACTLY,
    )

    @property
    def _told_in_words(self) -> str:
        return told_in_words(self.told)

    @property
    def pure(self) -> bool:
        """Whether neither player mixes policies in the equilibrium that was found."""
        return all(len(mixed) == 1 for mixed in (self.first, *self.second.values()))

    @property
    def only(self) -> bool:
        """Whether this is proven to be the only equilibrium.

        The proof holds where no player mixes policies, and no choice that comes up is tied. A
        policy of any equilibrium is a best response to this equilibrium, and there is no other best
        response. False says that nothing is proven.
        """
        quick = self.fractions
        come_up = (
            any(quick.score_chances[score] for score in self._in(score_range))
            for score_range in quick.second
        )
        if not (self.pure and all(come_up)):
            return False
        turns = (turn for mixed in (quick.first, *quick.second.values()) for _, turn in mixed)
        any_reply = (replace(t, found=None) if isinstance(t, SecretTurn) else t for t in turns)
        choices = (row for turn in any_reply for row in turn.policy(reached=True))
        return all(len(row["dice"]) < 2 and len(row["moves"]) < 2 for row in choices)

    def _in(self, score_range: Range) -> list[int]:
        low, high = score_range
        return [score for score in self.contest.turns[0].scores if low <= score <= high]

    def sure_of(self, score_chances: Mapping[int, ExactNumber | Fraction]) -> ExactNumber:
        """Return the EV of a distribution of scores against the second player's best response.

        Parameters
        ----------
        score_chances : mapping of int to int, str, Fraction or sympy.Rational
            The probability of each score, exact, in [0, 1], such as `score_chances()` of a turn of
            `one_player`. A missing score has the probability 0.

        Returns
        -------
        sympy.Rational
            The EV to the first player, in stakes.

        Raises
        ------
        InputError
            If a probability is no exact number, such as a float.

        Examples
        --------
        The EV of playing for the lowest score, where the score is secret:

        >>> from twoplayer import one_player, secret
        >>> chances = one_player("classic").score_chances()
        >>> f"{float(secret('classic').sure_of(chances)):.4%}"
        '-0.0463%'
        """
        scores = self.contest.turns[0].scores
        game = Unseen(self.contest, scores if isinstance(self.told, str) else self.told)
        try:
            chances = [parse_exact(score_chances.get(score, 0)) for score in scores]
        except ValueError as error:
            takes = "the exact probability of each score"
            raise refused("score_chances", score_chances, takes, str(error)) from None
        parts, unit = in_whole_numbers(chances)  # (scores,)
        first = MixedStrategy(parts[:, np.newaxis], unit)
        return self._number(game.value(first, game.reply(1, first, 0)))

    @tells_its_signature
    def faced(
        self,
        open_tiles: Iterable[int],
        seat: int = 1,
        told: Told | None = None,
        *,
        score_to_beat: int | None = None,
        policy: int | None = None,
    ) -> FacedSecret:
        """Return the situation of a player who rolls.

        Parameters
        ----------
        open_tiles : iterable of int
            The tiles that are open to that player.
        seat : int, default 1
            The player who rolls: 1, the first player, or 2.
        told : tuple of int or str, optional
            What the second player is told, as for `secret`. None: the same as in this game.
        score_to_beat : int, optional
            A score in the range that the second player was told. None for the first player, and
            where nothing is told.
        policy : int, optional
            The number of one of the mixed policies, from 1 on. None: the likeliest policy.

        Returns
        -------
        FacedSecret
            The position, the seat, what the second player is told, and the policies of the player
            who rolls.
        """
        game = self if told is None else secret(self.variant, told, self.second_variant).fractions
        score_range, mixed = game._mixture_of(seat, score_to_beat)
        weights = [weight for weight, _ in mixed]
        likeliest = 1 + weights.index(max(weights))
        number = whole_number("policy", likeliest if policy is None else policy, 1, len(mixed))
        differences = game.differences(seat, score_to_beat=score_to_beat) if len(mixed) > 1 else []
        position = mixed[number - 1][1].at(open_tiles)
        return FacedSecret(position, seat, game.told, score_range, weights, number, differences)

    @tells_its_signature
    def differences(
        self, seat: int = 1, *, score_to_beat: int | None = None
    ) -> list[dict[str, Any]]:
        """Return the choices in which the mixed policies of a player differ.

        Parameters
        ----------
        seat : int, default 1
            1 for the first player, 2 for the second.
        score_to_beat : int, optional
            A score in the range that the second player is told. By name only. None for the first
            player, and where nothing is told.

        Returns
        -------
        list of dict
            A dict for each such state and roll: `open_tiles`, `roll`, `dice` and `moves`. `dice`
            and `moves` are lists of the choices of each policy there, in the order of the policies.
            A policy that never comes there has None. The list is empty where a player has a single
            policy.

        Raises
        ------
        InputError
            If there is no such seat, or the score is in no range that may be told.

        Examples
        --------
        >>> from twoplayer import secret
        >>> game = secret("digital")
        >>> for choice in game.differences()[:2]:
        ...     print(choice["open_tiles"], choice["roll"], choice["moves"])
        (2, 3, 4, 6, 7, 8) 9 [((2, 7),), ((3, 6),), ((3, 6),)]
        (1, 2, 4, 7, 8) 12 [((1, 4, 7),), ((1, 4, 7),), ((4, 8),)]
        """
        policies = [
            {(row["open_tiles"], row["roll"]): row for row in turn.policy(reached=True)}
            for _, turn in self.fractions._mixture_of(seat, score_to_beat)[1]
        ]
        differences = []
        for tiles, roll in dict.fromkeys(chain(*policies)):
            rows = [policy.get((tiles, roll)) for policy in policies]
            done = {name: [row and row[name] for row in rows] for name in ("dice", "moves")}
            if any(len({*choices} - {None}) > 1 for choices in done.values()):
                differences.append({"open_tiles": tiles, "roll": roll, **done})
        return differences

    def _mixture_of(self, seat: int, score_to_beat: int | None) -> tuple[Range | None, Mixture]:
        """Return the range that the second player is told, and the mixed strategy of a player."""
        if whole_number("seat", seat, 1, 2) == 1:
            if score_to_beat is not None:
                raise refused("score_to_beat", score_to_beat, "none for the first seat")
            return None, self.first
        ranges = [each for each in self.second if score_to_beat in (None, *self._in(each))]
        if len(ranges) != 1:
            got = "none" if score_to_beat is None else score_to_beat
            takes = f"a score in the range that is told: {self._told_in_words}"
            raise InputError(f"got {got}; takes {takes}", of="score_to_beat")
        return ranges[0], self.second[ranges[0]]


def secret(variant: GameLike, told: Told = (), second: GameLike | None = None) -> Secret:
    """Solve a game in which the second player is told little of the first's score, or nothing.

    Parameters
    ----------
    variant : Variant, str, path or Game
        The game, as for `solve`.
    told : sequence of int or str, default ()
        What the second player is told of the first player's score. `()`: nothing. Ascending scores:
        the range of the score, where each given score ends a range. So `(10,)` tells whether the
        score is 10 or less, and `(0,)`, or `"clack"`, whether the first player has clacked.
        `"score"`: the score itself, as in the game that `solve` solves.
    second : Variant, str, path or Game, optional
        The second player's rules, where they are others. None: those of `variant`.

    Returns
    -------
    Secret
        An equilibrium: its EV, and the mixed strategy of each player.

    Raises
    ------
    InputError
        If `variant` or `second` is no game, or `told` is nothing that can be told.
    RulesError, UnknownNameError, FileError, GameTooLargeError
        As `solve`.

    See Also
    --------
    twoplayer.evening.looking : The EVs where the second player is told more and more.
    twoplayer.solve : The game in which the score is told.

    Notes
    -----
    The game is zero-sum, without perfect information. The payoff depends on the distributions of
    scores alone, and is linear in each. So by the minimax theorem there is a value, in mixed
    strategies. The method is the double oracle. The matrix game of the known policies is solved
    exactly, by the simplex method. Each player's best response to the solution, found by backward
    induction, joins the known policies. These steps are repeated until both best responses have the
    same value. At most a hundred policies of each player are found.

    References
    ----------
    - McMahan, Gordon and Blum (2003), for the double oracle.

    Examples
    --------
    >>> from twoplayer import Variant, secret
    >>> game = secret(Variant(tiles=4), told="clack")
    >>> game.first_player_ev == game.best_replies.low == game.best_replies.high
    True
    >>> sorted(game.second)
    [(0, 0), (1, 10)]

    A child, who plays without the 9:

    >>> f"{float(secret('classic', second=Variant(tiles=8)).first_player_ev):.4f}"
    '-0.2721'
    """
    both = contest(variant, second)
    told = _read_told(told, both.turns[0])
    if isinstance(told, str):
        return _all_told(both)
    game, players = Unseen(both, told), (0, 1)
    sizes = [len(both.score_ranks(player)) for player in players]
    # Every score equally likely: (own scores, ranges)
    any_score = [MixedStrategy(np.ones((n, len(game.ranges)), object), n) for n in sizes]
    policies = [[game.reply(player, any_score[1 - player], 0)] for player in players]
    payoffs = [[game.value(policies[0][0], policies[1][0])]]
    while True:
        value, *weights = equilibrium(payoffs)
        mixed = [*map(_mixed_strategy, weights, policies)]
        his, hers = (game.reply(player, mixed[1 - player], len(payoffs)) for player in players)
        bounds = Bounds(game.value(mixed[0], hers), game.value(his, mixed[1]))
        if bounds.low == bounds.high or len(payoffs) == _MOST_POLICIES:
            break
        for row, policy in zip(payoffs, policies[0], strict=True):
            row.append(game.value(policy, hers))
        policies[0].append(his)
        policies[1].append(hers)
        payoffs.append([game.value(his, policy) for policy in policies[1]])
    [of_first], of_second = map(_mixtures, weights, policies, (his, hers))
    replies = dict(zip(game.ranges, of_second, strict=True))
    left = (Fraction(part, mixed[0].unit) for part in mixed[0].parts[:, 0])
    chances = dict(zip(both.turns[0].scores, left, strict=True))
    ev = value if bounds.low == bounds.high else bounds
    return Secret(*both.pair, told, ev, bounds, of_first, replies, chances)


def looking(
    variant: GameLike, told: Iterable[Told] | None = None, second: GameLike | None = None
) -> Looking:
    """Solve a game for several amounts that the second player is told, from nothing to the score.

    Parameters
    ----------
    variant : Variant, str, path or Game
        The game, as for `solve`.
    told : iterable of what `secret` takes, optional
        What the second player is told in each game. None: nothing; a clack or not; the score. With
        scoring by the sum also whether the score is 10 or less, and in which ten the score lies.
    second : Variant, str, path or Game, optional
        The second player's rules, where they are others. None: those of `variant`.

    Returns
    -------
    Looking
        A list of `Secret`, in that order, and a table.

    Raises
    ------
    InputError
        If `variant` or `second` is no game, or an item of `told` is nothing that can be told.
    RulesError, UnknownNameError, FileError, GameTooLargeError
        As `solve`.

    See Also
    --------
    twoplayer.secret : One of these games.

    Examples
    --------
    >>> from twoplayer.evening import looking
    >>> [(game.told, f"{float(game.first_player_ev):.4%}") for game in looking("classic")][:3]
    [((), '0.0000%'), ((0,), '-0.0020%'), ((10,), '-0.0737%')]
    """
    one, other = contest(variant, second).rules
    by_sum = ((10,), (9, 19, 29, 39)) if one.scoring == "sum" else ()
    several = ((), "clack", *by_sum, "score") if told is None else told
    if isinstance(several, str) or not isinstance(several, Iterable):
        raise refused("told", told, "a list of what the second player is told")
    return Looking(secret(one, what, other) for what in tracked(several))


class Looking(TabledList[Secret]):
    """The result of `looking`: a list of `Secret`, one for each item of `told`, and a table."""

    columns: ClassVar[Sequence[Column]] = Secret.columns
    about = "What the second player is told"


def _all_told(game: Contest) -> Secret:
    solution = solve_two(game).fractions
    ev, turn = solution.first_player_ev, solution.play()
    second: dict[Range, Mixture] = {
        (score, score): ((1, solution.play(score_to_beat=score)),) for score in game.turns[0].scores
    }
    bounds, chances = Bounds(ev, ev), turn.score_chances()
    return Secret(*game.pair, "score", ev, bounds, ((1, turn),), second, chances)


def _mixtures(
    weights: Sequence[Fraction], policies: Sequence[MixedStrategy], best: MixedStrategy
) -> list[Mixture]:
    """Return the mixed strategy for each range, with turns against the other's mixed strategy."""
    by_policy = [(w, policy.turns) for w, policy in zip(weights, policies, strict=True) if w]
    return [
        tuple((w, replace(now, number=of[place].number, found=of[place])) for w, of in by_policy)
        for place, now in enumerate(best.turns)
    ]
