"""The exact values of strategies: one by itself, from its worst to its best way, and two."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from inspect import isroutine
from operator import attrgetter, mul
from typing import ClassVar

import numpy as np

from ..answers import misread
from ..errors import InputError, RulesError, Unfit, one_of, refused, tells_its_signature
from ..exact import Bounds, ExactNumber, ExactResult, Values, exact, in_whole_numbers
from ..game.columns import EV, EV_EXACTLY, FAVOURED
from ..game.contest import Contest, OfTwo, contest
from ..game.luck import length_of
from ..game.outcomes import Days, Outcomes, ends_facing_optimal
from ..game.players import PLAYERS
from ..game.solution import solve_two
from ..tables import BOUNDED, Column, Tabled, To, decimal, percent
from ..turn.another import GameLike
from ..turn.chances import Chances, Length
from ..turn.induction import Turn
from ..turn.policy import Policy
from ..variant.registry import registered
from ..variant.variant import Rules
from ..work import part, tracked, untold
from .own import STRATEGIES, Strategy, StrategyLike, as_strategy
from .regret import Regret, Regrets, regrets_in
from .rounds_until import RoundsUntil, rounds_until
from .way import WayToPlay

NUMBERS = (
    decimal("expected_score", "expected\nscore"),
    percent("clack_chance", "clacks\n(%)"),
    percent("first_player_ev", "EV as\nfirst (%)"),
    percent("second_player_ev", "EV as\nsecond (%)"),
)
"""The numbers that tell how good a strategy is: each EV is against optimal play."""


@dataclass(frozen=True, eq=False, repr=False)
class StrategyValue(OfTwo, ExactResult, Tabled):
    """The exact values of a strategy under a variant.

    Attributes
    ----------
    strategy : Strategy
        The strategy.
    variant : Variant or Game
        The rules of the first player's turn.
    second_variant : Variant or Game
        The rules of the second player's turn.
    score_chances : dict of sympy.Rational
        The probability of each final score of a first player with the strategy, the best first.
    second_player_values : dict of sympy.Rational
        The EV of a second player with the strategy against each of the first's scores, in stakes.

    Notes
    -----
    Chance decides where the strategy leaves a choice open: of several moves, or numbers of dice,
    each is as likely. So `largest-first` alone covers any set with the largest tile; with
    `largest-first,fewest-tiles` the second name decides. `strategy_range` has the worst and the
    best way to decide.

    See Also
    --------
    twoplayer.strategy_value : Returns the values of a strategy.
    twoplayer.strategy.strategy_range : The range of the choices that the strategy leaves open.

    Examples
    --------
    >>> from twoplayer import strategy_value
    >>> value = strategy_value("classic", "largest-first,fewest-tiles")
    >>> f"{float(value.expected_score):.4f}, {float(value.first_player_ev):.4f}"
    '11.3732, -0.0204'
    """

    strategy: Strategy
    variant: Rules
    second_variant: Rules
    score_chances: dict[int, ExactNumber] = exact(repr=False)
    second_player_values: dict[int, ExactNumber] = exact(repr=False)

    about = "{self.name}"
    columns: ClassVar[Sequence[Column]] = (Column("strategy", attrgetter("name")), *NUMBERS)

    @property
    def name(self) -> str:
        """What the strategy is called."""
        return self.strategy.name

    @property
    def expected_score(self) -> ExactNumber:
        """The mean of the final score of a turn, in points: Σ chance · score."""
        chances = self.fractions.score_chances.items()
        return self._number(sum(score * chance for score, chance in chances))

    @property
    def clack_chance(self) -> ExactNumber:
        """The probability that a turn covers every tile, in [0, 1]."""
        return self._number(clacks_in(self.contest, self.fractions.score_chances))

    @property
    def first_player_ev(self) -> ExactNumber:
        """The EV of a first player with the strategy against an optimal second, in stakes."""
        gains = solve_two(self.contest).fractions.second_player_values
        return self._number(ev_between(self.fractions.score_chances, gains))

    @property
    def second_player_ev(self) -> ExactNumber:
        """The EV of a second player with the strategy against an optimal first, in stakes."""
        left = scores_left(self.contest, STRATEGIES["optimal"].way)
        return self._number(-ev_between(left, self.fractions.second_player_values))

    def rounds_until(self, total: int) -> RoundsUntil:
        """Return how many rounds a player takes alone, until the scores add up to a total.

        Parameters
        ----------
        total : int
            The total that ends the rounds, once the sum of the scores reaches or exceeds it: 1 or
            more.

        Returns
        -------
        RoundsUntil
            `.mean`, exactly; `.most_likely`; and `.chances` of the first numbers of rounds, until
            less than 1e-9 is left.

        Raises
        ------
        InputError
            If the total is no such number.
        RulesError
            If a turn is sure to score 0, or may score less.

        Examples
        --------
        >>> from twoplayer import strategy_value
        >>> rounds = strategy_value("classic", "optimal").rounds_until(45)
        >>> f"{float(rounds.mean):.4f}", rounds.most_likely, f"{float(rounds.chances[5]):.4f}"
        ('4.7200', 4, '0.2537')
        """
        return rounds_until(self.variant, self.name, self.fractions.score_chances, total)

    def ev_against(self, other: StrategyValue) -> ExactNumber:
        """Return the EV to a first player with this strategy, against another strategy.

        Parameters
        ----------
        other : StrategyValue
            The second player's strategy, valued under the same rules.

        Returns
        -------
        sympy.Rational
            The EV, in stakes, to the first player.

        Raises
        ------
        InputError
            If the other strategy was valued under other rules.

        Examples
        --------
        >>> from twoplayer import Variant, strategy_values
        >>> values = strategy_values(Variant(tiles=3))
        >>> values["optimal"].ev_against(values["random"])
        53/209952
        """
        self._check_same(other)
        left, gains = self.fractions.score_chances, other.fractions.second_player_values
        return self._number(ev_between(left, gains))

    def outcomes_against(self, other: StrategyValue) -> Outcomes:
        """Return how a game ends, of a first player with this strategy and a second with another.

        Parameters
        ----------
        other : StrategyValue
            The second player's strategy, valued under the same rules.

        Returns
        -------
        Outcomes
            How often the first player wins, nobody wins, the second player wins, and each clacks.

        Raises
        ------
        InputError
            If the other strategy was valued under other rules.

        Examples
        --------
        >>> from twoplayer import Variant, strategy_values
        >>> values = strategy_values(Variant(tiles=3))
        >>> values["optimal"].outcomes_against(values["random"]).first_wins
        2020/6561
        """
        self._check_same(other)
        return self._in_my_numbers(outcomes_between(self.contest, self.strategy, other.strategy))

    @tells_its_signature
    def regrets(
        self,
        player: str = "first",
        *,
        score_to_beat: int | None = None,
        first_strategy: StrategyLike = "optimal",
    ) -> Regrets:
        """Return the decisions in which the strategy loses: those that come up and are not best.

        Parameters
        ----------
        player : str, default "first"
            The player who has the strategy, against an optimal opponent: `"first"` or `"second"`.
        score_to_beat : int, optional
            A score that the second player has to beat, for certain. None: each score as often as
            the first player leaves it.
        first_strategy : str, Strategy or function, default "optimal"
            The strategy of the first player, whose scores a second player has to beat, as for
            `matchup`.

        Returns
        -------
        Regrets
            A row for each decision, the most costly ones first. Their `costs` add up exactly to
            what the strategy loses beside optimal play.

        Raises
        ------
        InputError
            If `player` is no such word, or a first player is told a score to beat.
        PositionError
            If the score to beat is no score of the game.

        Notes
        -----
        The regret of a decision is the optimal value there, less the value of what the strategy
        chooses; afterwards play is optimal. Numbers of dice are decisions too. The chance of a
        decision is its chance under the strategy itself. So Σ chance × regret is what the strategy
        costs.

        Examples
        --------
        >>> from twoplayer import matchup, strategy_value
        >>> value = strategy_value("classic", "largest-first,fewest-tiles")
        >>> regrets = value.regrets()
        >>> regrets.total == matchup("classic", value.strategy).fractions.first_costs
        True
        >>> regrets[0].open_tiles, regrets[0].rolls, regrets[0].best
        ((1, 2, 4, 5, 6, 7, 8), (11,), ((5, 6),))
        """
        one_of("player", player, PLAYERS)
        if player == PLAYERS[0]:
            if score_to_beat is not None:
                raise refused("score_to_beat", score_to_beat, "none for the first player")
            found = [*regrets_as_first(self.contest, self.strategy)]
        else:
            game = self.contest
            first = as_strategy(first_strategy, "first_strategy")
            left = scores_left(game, first.way)
            if score_to_beat is not None:
                game.rank_of(score_to_beat)
                left = {score_to_beat: Fraction(1)}
            found = [*regrets_as_second(game, self.strategy, left)]
        found.sort(key=lambda row: row.fractions.costs, reverse=True)
        return Regrets(map(self._in_my_numbers, found))

    def _check_same(self, other: StrategyValue) -> None:
        if not isinstance(other, StrategyValue) or other.contest != self.contest:
            raise refused("other", other, "a strategy valued under the same rules")


class StrategyValues(dict[str, StrategyValue], Tabled):
    """The values of strategies, by the strategies' names.

    Examples
    --------
    >>> from twoplayer import strategy_values
    >>> values = strategy_values("classic")
    >>> max(values, key=lambda name: values[name].clack_chance)
    'best-clack'
    """

    columns: ClassVar[Sequence[Column]] = StrategyValue.columns
    about = "What strategies are worth"

    def _rows(self) -> list[StrategyValue]:
        return [value.fractions for value in self.values()]


def strategy_values(
    variant: GameLike, also: Iterable[StrategyLike] = (), second: GameLike | None = None
) -> StrategyValues:
    """Value every strategy under a variant, except those that make no sense under its rules.

    Strategies that count sequences are left out where the number of dice is a choice. Strategies
    that only choose this number are left out where it is no choice. Strategies that look at the
    score left are left out where all moves leave the same score.

    Parameters
    ----------
    variant : Variant, str, path or Game
        The rules, as for `solve`: a variant, its registered name or its TOML file, or a game of
        another kind.
    also : iterable of strategies, default ()
        More strategies, each as for `strategy_value`; none of these is left out.
    second : Variant, str, path or Game, optional
        The rules of the second player, where they are others, as for `solve`. None: the same.

    Returns
    -------
    StrategyValues
        A dict of `StrategyValue`s by the names of the strategies, and a table.

    Raises
    ------
    InputError
        If there is no such strategy, the variant does not allow the strategy, or its answer is no
        legal move. If a strategy comes as `second`, or the rules of the two players do not go
        together.
    UnknownNameError, FileError, RulesError, GameTooLargeError
        As `solve`.

    Examples
    --------
    >>> from twoplayer import Variant, strategy_values
    >>> values = strategy_values(Variant(tiles=3))
    >>> values["random"].clack_chance, values["optimal"].ev_against(values["random"])
    (95/648, 53/209952)
    """
    return values_of(game_of(variant, second), also)


def game_of(variant: GameLike, second: GameLike | None) -> Contest:
    """Return the game of both players; refuse a strategy in place of the second player's rules."""
    check_rules(second)
    return contest(variant, second)


def check_rules(second: object) -> None:
    """Refuse a strategy that comes in the place of the second player's rules."""
    if _is_strategy(second):
        takes = "the second player's rules; a strategy goes as second_strategy"
        raise refused("second", second, takes)


def players_of(
    first_strategy: StrategyLike, second_strategy: StrategyLike
) -> tuple[Strategy, Strategy]:
    """Return the strategies of both players."""
    first = as_strategy(first_strategy, "first_strategy")
    return first, as_strategy(second_strategy, "second_strategy")


def _is_strategy(given: object) -> bool:
    """Return whether an object is a strategy, and no game: a name, a `Strategy` or a function."""
    if isinstance(given, str):
        return given not in registered() and {*given.replace(" ", "").split(",")} <= {*STRATEGIES}
    return isinstance(given, Strategy) or isroutine(given)


def values_of(
    game: Contest, also: Iterable[StrategyLike], failed: Unfit | None = None
) -> StrategyValues:
    """Value every strategy; the strategies that fail go into `failed`, if it is given."""
    alone = isinstance(also, (str, Strategy)) or callable(also) or not isinstance(also, Iterable)
    if alone or misread(also):
        raise refused("also", also, "a list of strategies")
    own = (as_strategy(given, "also") for given in also)
    strategies = dict.fromkeys((*STRATEGIES.values(), *own))
    names = [strategy.name for strategy in strategies]
    if len({*names}) < len(names):
        takes = "strategies with names of their own, as Strategy(…, name=…) gives one"
        raise refused("also", names[len(STRATEGIES) :], takes)
    values = StrategyValues()
    for strategy in tracked(strategies):
        try:
            values[strategy.name] = _value_of(game, strategy)
        except InputError as error:
            if strategy.name in STRATEGIES and isinstance(error, RulesError):
                continue
            if failed is None:
                raise
            failed.append((strategy.name, error))
    return values


def strategy_value(
    variant: GameLike, strategy: StrategyLike, second: GameLike | None = None
) -> StrategyValue:
    """Value one strategy under a variant.

    Parameters
    ----------
    variant : Variant, str, path or Game
        The rules, as for `solve`: a variant, its registered name or its TOML file, or a game of
        another kind.
    strategy : str, Strategy or function
        A name in `STRATEGIES`, or several names with commas between them: the next name decides
        what the name before leaves open. Or a strategy of one's own: a `Strategy`, or a function
        `cover(open_tiles, roll, score_to_beat)`. The function returns the tiles to cover, and its
        last parameter may be left out. `load("mine.py:few")` runs a file and returns the strategy
        of that name in the file. The text alone is an error, and runs nothing.
    second : Variant, str, path or Game, optional
        The rules of the second player, where they are others, as for `solve`. None: the same.

    Returns
    -------
    StrategyValue
        The values of the strategy, for a first and for a second player.

    Raises
    ------
    InputError
        If there is no such strategy, the variant does not allow the strategy, or its answer is no
        legal move. If a strategy comes as `second`, or the rules of the two players do not go
        together.
    UnknownNameError, FileError, RulesError, GameTooLargeError
        As `solve`.

    Notes
    -----
    The policy of the strategy makes a Markov chain of the turn. One pass forwards over its DAG
    gives the probability of each final score, and so all other values. A strategy that looks at the
    score to beat has a pass for each score.

    Chance decides the choices that a strategy leaves open, as `StrategyValue` says. Beyond the
    0.40 % of a stake that optimal play loses, `largest-first` costs a first player 3.58 %, and
    `largest-first,fewest-tiles` 1.64 %. `strategy_range` bounds what the open choices may decide.

    See Also
    --------
    matchup : Two strategies against each other.
    strategy_values : All named strategies beside each other.
    twoplayer.strategy.strategy_range : The worst and the best of the open choices.
    best_response : The best response to a strategy.
    one_player : The best play for one aim.

    Examples
    --------
    >>> from twoplayer import strategy_value
    >>> strategy_value("classic", "best-clack").clack_chance
    466473281/6530347008
    >>> ties = [strategy_value("classic", "most-rolls" + then) for then in ("", ",largest-first")]
    >>> [f"{float(value.expected_score):.4f}" for value in ties]
    ['13.8785', '11.2693']

    With the tiles 1 to 8 a second player gains even by covering the largest:

    >>> from twoplayer import Variant
    >>> child = strategy_value("classic", "largest-first", second=Variant(tiles=8))
    >>> f"{float(child.second_player_ev):.4f}"
    '0.2210'
    """
    return _value_of(game_of(variant, second), as_strategy(strategy))


def _value_of(game: Contest, strategy: Strategy) -> StrategyValue:
    with part(of=2):
        left = scores_left(game, strategy.way)
    with part(of=2):
        gains = gains_to_second(game, strategy)
    return StrategyValue(strategy, *game.pair, left, gains)


def scores_left(
    game: Contest, way: WayToPlay, player: int = 0, beat: int | None = None
) -> dict[int, Fraction]:
    if not way.looks:
        player, beat = player * (game.turns[player] is not game.turns[0]), None
    return _scores_left(game, way, player, beat)


@lru_cache(maxsize=32)
def _scores_left(
    game: Contest, way: WayToPlay, player: int, beat: int | None
) -> dict[int, Fraction]:
    with untold():
        policy = way.policy(game, player, beat)
    return Chances(way.turn(game.turns[player]), policy).of_scores()


def gains_to_second(game: Contest, strategy: Strategy) -> dict[int, Fraction]:
    if strategy.settled:
        return solve_two(game).fractions.second_player_values
    return _facing(game, strategy.way)[0]


@lru_cache(maxsize=32)
def _facing(game: Contest, way: WayToPlay) -> list[dict[int, Fraction]]:
    """Return what a second player gains against each score, and how likely each end is then.

    Ends are that the first player wins, that the second wins, that the second clacks, and that the
    winner has clacked.
    """
    stakes, own, scores = game.stakes, game.score_ranks(1), game.turns[0].scores
    clacks, found = own < stakes.clacks, list[list[Fraction]]()
    for score, beat in tracked(zip(scores, game.score_ranks(0).tolist(), strict=True)):
        if way.looks or not found:
            weights, certain = in_whole_numbers(scores_left(game, way, 1, score).values())
        gains = stakes.to_second(own, [beat])[:, 0].astype(object)
        wins = stakes.who_wins(own, [beat])[:, 0]
        paid = (wins > 0) & clacks | (wins < 0) & (beat < stakes.clacks)
        kinds = wins < 0, wins > 0, clacks & stakes.goes_on(np.array(beat)), paid
        ends = [Fraction(int(weights[kind].sum()), certain) for kind in kinds]
        found.append([Fraction(weights @ gains, certain * stakes.unit), *ends])
    return [dict(zip(scores, chances, strict=True)) for chances in zip(*found, strict=True)]


def ev_between(left: Mapping[int, Fraction], gains: Mapping[int, Fraction]) -> Fraction:
    return -_mean(left, gains)


def _mean(left: Mapping[int, Fraction], numbers: Mapping[int, Fraction]) -> Fraction:
    return sum((chance * numbers[score] for score, chance in left.items()), Fraction(0))


def clacks_in(game: Contest, left: Mapping[int, Fraction]) -> Fraction:
    return sum([*left.values()][: game.turns[0].clacks], Fraction(0))


def outcomes_between(game: Contest, first: Strategy, second: Strategy) -> Outcomes:
    if first.settled and second.settled:
        return solve_two(game).fractions.outcomes
    left = scores_left(game, first.way)
    one, other, second_clacks, clack_pays = (
        _mean(left, ends) for ends in ends_facing(game, second)
    )
    clacks = int((game.score_ranks(0) < game.stakes.clacks).sum())
    first_clacks = sum([*left.values()][:clacks], Fraction(0))
    chances = one, 1 - one - other, other, first_clacks, second_clacks, clack_pays
    return Outcomes(*game.pair, *chances, players=(first, second))


def ends_facing(game: Contest, second: Strategy) -> Sequence[Mapping[int, Fraction]]:
    """Return how likely each end is against each of the first player's scores.

    Ends are that the first player wins, that the second player wins, that the second clacks, and
    that the winner has clacked.
    """
    return ends_facing_optimal(game) if second.settled else _facing(game, second.way)[1:]


def length_between(game: Contest, first: Strategy, second: Strategy) -> Length:
    turns = first.turn(game.turns[0]), second.turn(game.turns[1])

    def reply(rank: int) -> Policy:
        with untold():
            return second.policy(game, 1, game.scores[rank] if second.looks else None)

    both = first.settled and second.settled
    policy = solve_two(game).fractions.play().finest_policy if both else first.policy(game)
    return length_of(game, turns, policy, None if second.settled else reply, looks=second.looks)


def regrets_as_first(game: Contest, strategy: Strategy) -> Iterator[Regret]:
    """Yield the decisions in which a first player loses something, against an optimal second."""
    gains, unit = against_optimal(game, PLAYERS[0])  # (scores, 1)
    turn = strategy.turn(game.turns[0])
    return regrets_in(turn, strategy.policy(game), gains[turn.ranks, 0], unit)


def regrets_as_second(
    game: Contest, strategy: Strategy, left: Mapping[int, Fraction]
) -> Iterator[Regret]:
    """Yield the decisions in which a second player loses, by the chances of the first's scores."""
    turn, stakes, own = strategy.turn(game.turns[1]), game.stakes, game.score_ranks(1)
    for score, chance in tracked(left.items()):
        rank = game.rank_of(score)
        if not chance or not stakes.goes_on(np.array(rank)):
            continue
        gains = stakes.to_second(own, [rank])[:, 0]  # by the second player's score
        policy = strategy.policy(game, 1, score if strategy.looks else None)
        yield from regrets_in(
            turn, policy, gains[turn.ranks], stakes.unit, score_to_beat=score, weight=chance
        )


def against_optimal(game: Contest, player: str) -> tuple[Values, int]:
    """Return a player's payoff for each score against optimal play, and the payoffs' unit.

    The first player's payoff has the shape (own scores, 1). The second player's has the shape (own
    scores, scores to beat), each column times the chance of the score to beat.
    """
    if player == "first":
        payoff = solve_two(game).fractions.play().payoff
        return payoff.wanted[:, :, 0], payoff.unit  # (the first's scores, 1)
    weights, unit = _weights_of_optimal(game)
    to_second = game.stakes.to_second(game.score_ranks(1), game.score_ranks(0))
    return to_second * weights, unit  # (the second's scores, the first's)


def _weights_of_optimal(game: Contest) -> tuple[Values, int]:
    """Return how often an optimal first player leaves each score, and the number for a sure stake.

    The array has the shape (scores to beat,).
    """
    weights, unit = in_whole_numbers(scores_left(game, STRATEGIES["optimal"].way).values())
    return weights, unit * game.stakes.unit


@dataclass(frozen=True, eq=False, repr=False)
class StrategyRange(ExactResult, Tabled):
    """The values of a strategy, however the choices that it leaves undecided are made.

    Each number has a worst and a best way of its own to make these choices. Such a way may look at
    everything, also at the score to beat.

    Attributes
    ----------
    strategy : Strategy
        The strategy.
    variant : Variant or Game
        The rules of the first player's turn.
    second_variant : Variant or Game
        The rules of the second player's turn.
    expected_score : Bounds
        The least and the most of the mean of the final score.
    clack_chance : Bounds
        The least and the most of the probability to cover every tile.
    ev_as_first : Bounds
        The least and the most of the EV to a first player with the strategy, against optimal play.
    ev_as_second : Bounds
        The least and the most of the EV to a second player with the strategy, against optimal play.

    See Also
    --------
    twoplayer.strategy.strategy_range : Returns the range of a strategy.

    Examples
    --------
    >>> from twoplayer.strategy import strategy_range
    >>> low, high = strategy_range("classic", "largest-first").clack_chance
    >>> f"{float(low):.4f} to {float(high):.4f}"
    '0.0656 to 0.0696'
    """

    strategy: Strategy
    variant: Rules
    second_variant: Rules
    expected_score: Bounds = exact(repr=False)
    clack_chance: Bounds = exact(repr=False)
    ev_as_first: Bounds = exact(repr=False)
    ev_as_second: Bounds = exact(repr=False)

    about = "{self.name}, from its worst to its best"
    columns: ClassVar[Sequence[Column]] = (
        Column("strategy", attrgetter("name")),
        *(column._replace(ends=BOUNDED) for column in NUMBERS[:2]),
        NUMBERS[2]._replace(value=attrgetter("ev_as_first"), ends=BOUNDED),
        NUMBERS[3]._replace(value=attrgetter("ev_as_second"), ends=BOUNDED),
    )

    @property
    def name(self) -> str:
        """What the strategy is called."""
        return self.strategy.name


def strategy_range(
    variant: GameLike, strategy: StrategyLike, second: GameLike | None = None
) -> StrategyRange:
    """Value a strategy with the worst and the best way to make the choices that it leaves open.

    Parameters
    ----------
    variant : Variant, str, path or Game
        The rules, as for `solve`: a variant, its registered name or its TOML file, or a game of
        another kind.
    strategy : str, Strategy or function
        A name in `STRATEGIES`, or several names with commas between them: the next name decides
        what the name before leaves open. Or a strategy of one's own: a `Strategy`, or a function
        `cover(open_tiles, roll, score_to_beat)`. The function returns the tiles to cover, and its
        last parameter may be left out. `load("mine.py:few")` runs a file and returns the strategy
        of that name in the file. The text alone is an error, and runs nothing.
    second : Variant, str, path or Game, optional
        The rules of the second player, where they are others, as for `solve`. None: the same.

    Returns
    -------
    StrategyRange
        The least and the most of each number of a `StrategyValue`.

    Raises
    ------
    InputError
        If there is no such strategy, the variant does not allow the strategy, or its answer is no
        legal move. If a strategy comes as `second`, or the rules of the two players do not go
        together.
    UnknownNameError, FileError, RulesError, GameTooLargeError
        As `solve`.

    See Also
    --------
    twoplayer.strategy_value : The value where chance decides.

    Examples
    --------
    >>> from twoplayer.strategy import strategy_range
    >>> found = strategy_range("classic", "most-rolls")
    >>> [f"{float(score):.4f}" for score in found.expected_score]
    ['11.2548', '15.2922']
    """
    game, way = game_of(variant, second), as_strategy(strategy)
    ranges = *range_as_first(game, way), range_as_second(game, way)
    return StrategyRange(way, *game.pair, *ranges)


def range_as_first(game: Contest, strategy: Strategy) -> tuple[Bounds, Bounds, Bounds]:
    turn, (gains, unit) = game.turns[0], against_optimal(game, "first")
    by_rank = np.array(turn.scores, dtype=object), np.arange(len(gains)) < turn.clacks, gains
    payoffs = np.column_stack(by_rank)[turn.ranks]  # (states, 3)
    found = worst_and_best(strategy.turn(turn), strategy.policy(game), payoffs)
    score, clack, (least, most) = found
    return score, clack, Bounds(least / unit, most / unit)


def range_as_second(game: Contest, strategy: Strategy) -> Bounds:
    if strategy.settled:
        ev = -solve_two(game).fractions.first_player_ev
        return Bounds(ev, ev)
    weights, unit = _weights_of_optimal(game)
    gains = game.stakes.to_second(game.left(1), game.score_ranks(0))  # (states, scores to beat)
    scores: Sequence[int | None] = game.turns[0].scores if strategy.looks else [None]
    turn, spans = strategy.turn(game.turns[1]), list[Bounds]()
    for score, against in zip(scores, np.array_split(gains, len(scores), axis=1), strict=True):
        spans += worst_and_best(turn, strategy.policy(game, 1, score), against)
    return Bounds(*(sum(map(mul, weights, end)) / unit for end in zip(*spans, strict=True)))


def worst_and_best(turn: Turn, policy: Policy, payoffs: Values) -> list[Bounds]:
    """Return the worst and the best value of a policy that leaves choices open, by column.

    `payoffs` has the shape (states, columns). The worst way to choose is the best way for the
    opposite of the payoffs.
    """
    allowed = policy.as_restriction
    scale = turn.scale_of(allowed)
    lows, highs = turn.evaluate(np.hstack([-payoffs, payoffs]), allowed)[-1].reshape(2, -1)
    ends = zip(lows.tolist(), highs.tolist(), strict=True)
    return [Bounds(Fraction(-low, scale), Fraction(high, scale)) for low, high in ends]


@dataclass(frozen=True, eq=False, repr=False)
class Matchup(OfTwo, ExactResult, Tabled):
    """A game between two strategies, valued exactly.

    Attributes
    ----------
    variant : Variant or Game
        The rules of the first player's turn.
    second_variant : Variant or Game
        The rules of the second player's turn.
    players : tuple of (Strategy, Strategy)
        The strategies of the first player and of the second.
    first_player_ev : sympy.Rational
        The EV to the first player, in stakes, if both play by these strategies.
    optimal_ev : sympy.Rational
        The EV to the first player, in stakes, if both play optimally: the minimax value of the
        game.
    first_costs : sympy.Rational
        What the first player's strategy loses to an optimal opponent, compared with optimal play: 0
        or more stakes.
    second_costs : sympy.Rational
        What the second player's strategy loses to an optimal opponent, compared with optimal play:
        0 or more stakes.

    See Also
    --------
    twoplayer.matchup : Values a game between two strategies.
    twoplayer.exploitability : What a best response to each strategy would gain.

    Examples
    --------
    >>> from twoplayer import matchup
    >>> found = matchup("classic", "largest-first", "random")
    >>> f"{float(found.first_player_ev):.4f}, {float(found.second_costs):.4f}"
    '0.5471, 0.5730'
    """

    variant: Rules
    second_variant: Rules
    players: tuple[Strategy, Strategy]
    first_player_ev: ExactNumber = exact()
    optimal_ev: ExactNumber = exact()
    first_costs: ExactNumber = exact()
    second_costs: ExactNumber = exact()

    about = "{self.first_strategy} against {self.second_strategy}"
    columns: ClassVar[Sequence[Column]] = (
        Column("first", attrgetter("first_strategy"), to=To.PROGRAMS),
        Column("second", attrgetter("second_strategy"), to=To.PROGRAMS),
        EV._replace(title="EV (%)"),
        FAVOURED._replace(to=To.PROGRAMS),
        percent("optimal_ev", "both\noptimal\n(%)", gives_way=True),
        percent("first_costs", "first's\ncosts\n(%)"),
        percent("second_costs", "second's\ncosts\n(%)"),
        EV_EXACTLY,
    )

    @property
    def first_strategy(self) -> str:
        """The name of the first player's strategy."""
        return self.players[0].name

    @property
    def second_strategy(self) -> str:
        """The name of the second player's strategy."""
        return self.players[1].name

    @property
    def outcomes(self) -> Outcomes:
        """How often a game between the two strategies has each end.

        Chance decides the choices that a strategy leaves open. Between moves that are equally good
        an optimal second player does as `solve(…).outcomes` says, and so does an optimal first
        player against an optimal second.
        """
        found = self._once("outcomes", lambda: outcomes_between(self.contest, *self.players))
        return self._in_my_numbers(found)

    def days(self, games: int) -> Days:
        """Return how a day of several games ends between these players.

        Parameters
        ----------
        games : int
            How many games they play, 1 to 365.

        Returns
        -------
        Days
            The probabilities that the first player has won more games, that both have won as many,
            and that the second player has won more.

        Raises
        ------
        InputError
            If `games` is no such number.

        Examples
        --------
        >>> from twoplayer import matchup
        >>> day = matchup("classic", "lowest-score", "fewest-tiles").days(20)
        >>> [f"{float(chance):.4f}" for chance in day]
        ['0.5402', '0.1034', '0.3563']
        """
        return self.outcomes.days(games)

    @property
    def fewest_rolls(self) -> int:
        """How many rolls the game takes at least."""
        return self._length.least

    @property
    def most_rolls(self) -> int:
        """How many rolls the game takes at most."""
        return self._length.most

    @property
    def mean_rolls(self) -> ExactNumber:
        """How many rolls the game takes on average, with open choices decided as in `outcomes`.

        Examples
        --------
        >>> from twoplayer import matchup
        >>> found = matchup("classic", "largest-first", "random")
        >>> found.fewest_rolls, f"{float(found.mean_rolls):.4f}", found.most_rolls
        (4, '10.0647', 18)
        """
        return self._number(self._length.mean)

    @property
    def rolls(self) -> dict[int, ExactNumber] | None:
        """The chance of each number of rolls, as `Luck.rolls`."""
        found: dict[int, ExactNumber] | None = self._in_numbers(self._length.chances)
        return found

    @property
    def _length(self) -> Length:
        return self._once("length", lambda: length_between(self.contest, *self.players))

    @property
    def seat_ev(self) -> ExactNumber:
        """The EV to the first player if both had the first player's rules, and played optimally."""
        if self.second_variant == self.variant:
            return self.optimal_ev
        same = Contest((self.variant, self.variant))
        solution = self._once("seat", lambda: solve_two(same).fractions)
        return self._number(solution.first_player_ev)

    @property
    def rules_ev(self) -> ExactNumber:
        """What the second player's own rules add to `seat_ev`, if both play optimally."""
        return self.optimal_ev - self.seat_ev

    @property
    def play_ev(self) -> ExactNumber:
        """What the strategies add: `first_player_ev` less `optimal_ev`, in stakes."""
        return self.first_player_ev - self.optimal_ev

    @property
    def first_costs_range(self) -> Bounds:
        """The least and the most of `first_costs`, however choices left undecided are made."""
        *_, ev = self._once("first", lambda: range_as_first(self.contest, self.players[0]))
        return self._costs(self.fractions.optimal_ev, ev)

    @property
    def second_costs_range(self) -> Bounds:
        """The least and the most of `second_costs`, however choices left undecided are made."""
        ev = self._once("second", lambda: range_as_second(self.contest, self.players[1]))
        return self._costs(-self.fractions.optimal_ev, ev)

    def _costs(self, best: Fraction, ev: Bounds) -> Bounds:
        return Bounds(self._number(best - ev.high), self._number(best - ev.low))


def matchup(
    variant: GameLike,
    first_strategy: StrategyLike = "optimal",
    second_strategy: StrategyLike = "optimal",
    second: GameLike | None = None,
) -> Matchup:
    """Value a game between two strategies.

    Parameters
    ----------
    variant : Variant, str, path or Game
        The rules, as for `solve`: a variant, its registered name or its TOML file, or a game of
        another kind.
    first_strategy : str, Strategy or function, default "optimal"
        How the first player plays, as for `strategy_value`.
    second_strategy : str, Strategy or function, default "optimal"
        How the second player plays.
    second : Variant, str, path or Game, optional
        The rules of the second player, where they are others, as for `solve`. None: the same.

    Returns
    -------
    Matchup
        The EV to the first player, what each strategy costs its player, and how the game ends.

    Raises
    ------
    InputError
        If there is no such strategy, the variant does not allow the strategy, or its answer is no
        legal move. If a strategy comes as `second`, or the rules of the two players do not go
        together.
    UnknownNameError, FileError, RulesError, GameTooLargeError
        As `solve`.

    Notes
    -----
    The EV is −Σ P(k) · v(k). P(k) is the chance that the first player's strategy leaves the score
    k, and v(k) the value of the second player's strategy against k. Chance decides the choices that
    a strategy leaves open.

    See Also
    --------
    strategy_value : One strategy against an optimal opponent.
    best_response : The best response to one strategy.
    exploitability : What a best response to each would gain.
    simulate : The same game, played by chance.

    Examples
    --------
    >>> from twoplayer import matchup
    >>> found = matchup("classic", first_strategy="largest-first")
    >>> found.optimal_ev, f"{float(found.optimal_ev):.4f}", f"{float(found.first_costs):.4f}"
    (-668351559599495/166583718925369344, '-0.0040', '0.0358')
    >>> f"{float(found.outcomes.first_wins):.4f}"
    '0.4598'
    """
    game = game_of(variant, second)
    players = one, other = players_of(first_strategy, second_strategy)
    optimal = STRATEGIES["optimal"]
    firsts, seconds = dict.fromkeys((optimal, one)), dict.fromkeys((optimal, other))
    with part(of=2):
        left = {player: scores_left(game, player.way) for player in tracked(firsts)}
    with part(of=2):
        gains = {player: gains_to_second(game, player) for player in tracked(seconds)}
    ev, against_best, of_best, best = (
        ev_between(left[mine], gains[hers]) for mine in (one, optimal) for hers in (other, optimal)
    )
    return Matchup(*game.pair, players, ev, best, best - against_best, of_best - best)
