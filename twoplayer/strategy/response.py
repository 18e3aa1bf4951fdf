"""The best response to a strategy, and how far two strategies are from an equilibrium.

The second player knows the first player's score. So the second player's best response to anybody is
optimal play against each score. The first player's best response is a turn with another payoff. A
score k pays −v₂(k), where v₂(k) is the value of the second player's strategy against k.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from operator import attrgetter
from typing import ClassVar

from ..errors import one_of, refused, tells_its_signature
from ..exact import ExactNumber, ExactResult, exact, in_whole_numbers
from ..game.columns import EV, EV_EXACTLY
from ..game.contest import Contest, OfTwo
from ..game.players import PLAYERS
from ..game.solution import PlayerTurn, solve_two
from ..tables import Column, Tabled, To, percent
from ..turn.another import GameLike
from ..turn.policy import Policy
from ..turn.position import Payoff
from ..variant.variant import Rules
from .own import STRATEGIES, Strategy, StrategyLike, as_strategy
from .values import ends_facing, ev_between, gains_to_second, game_of, players_of, scores_left
from .way import WayToPlay

_FIRST, _SECOND = PLAYERS


@dataclass(frozen=True)
class AnswerTo(WayToPlay):
    """The best response to a strategy as first player, and optimal play as second player.

    Attributes
    ----------
    to : Strategy
        The strategy to which this is the best response.
    """

    to: Strategy
    looks = True

    def policy(self, game: Contest, player: int = 0, score_to_beat: int | None = None) -> Policy:
        if player:
            return STRATEGIES["optimal"].policy(game, player, score_to_beat)
        return _answer_to(game, self.to).optimal_policy


@dataclass(frozen=True)
class AnsweringTurn(PlayerTurn):
    """The first player's turn, solved against a second player with a given strategy.

    Attributes
    ----------
    to : Strategy
        The second player's strategy.
    """

    to: Strategy

    def _title(self) -> str:
        return f"{super()._title()}; against {self.to.name}"


def answer_to(to: Strategy) -> Strategy:
    """Return the best response to a strategy, as a strategy of any game."""
    words = f"The best response to {to.name}."
    return Strategy(AnswerTo(to), name=f"best-against-{to.name}", words=words)


@lru_cache(maxsize=32)
def _answer_to(game: Contest, to: Strategy) -> AnsweringTurn:
    """Return the first player's turn, solved against the second player's strategy."""
    gains = gains_to_second(game, to)
    worth, unit = in_whole_numbers([-gains[score] for score in game.turns[0].scores])
    mine, other = game.pair
    payoff = Payoff.of_value(worth, unit)
    refine = partial(_with_chances, game, to)
    return AnsweringTurn(mine, payoff, other, _FIRST, None, to, refine=refine)


def _with_chances(game: Contest, to: Strategy) -> Payoff:
    """Return a first player's payoff, with the chances of a win for this player, and of a tie."""
    gains, (wins, losses, *_) = gains_to_second(game, to), ends_facing(game, to)
    scores = game.turns[0].scores
    of_scores = [(-gains[k], wins[k], 1 - wins[k] - losses[k]) for k in scores]
    numbers, unit = in_whole_numbers([number for three in of_scores for number in three])
    return Payoff(("value", "win", "tie"), numbers.reshape(len(scores), 1, 3), unit)


@dataclass(frozen=True, eq=False, repr=False)
class BestResponse(OfTwo, ExactResult, Tabled):
    """The best response to a strategy, and what it gains.

    Attributes
    ----------
    to : Strategy
        The strategy of the other player, to which the best response is found.
    player : str
        The player who responds: `"first"` or `"second"`.
    variant : Variant or Game
        The rules of the first player's turn.
    second_variant : Variant or Game
        The rules of the second player's turn.
    first_player_ev : sympy.Rational
        The EV to the first player, in stakes, if `player` plays the best response and the other
        player plays `to`.
    optimal_ev : sympy.Rational
        The EV to the first player, in stakes, if both play optimally: the minimax value of the
        game.
    """

    to: Strategy
    player: str
    variant: Rules
    second_variant: Rules
    first_player_ev: ExactNumber = exact()
    optimal_ev: ExactNumber = exact()

    columns: ClassVar[Sequence[Column]] = (
        Column("player"),
        Column("to", attrgetter("to.name")),
        EV._replace(title="EV to the\nfirst (%)"),
        percent("over_value", "over the\nvalue (%)"),
        EV_EXACTLY,
    )
    about = "The best response of the {self.player} player to {self.to.name}"

    @property
    def over_value(self) -> ExactNumber:
        """What the best response gains beyond the value of the game: 0 or more stakes."""
        gained = self.first_player_ev - self.optimal_ev
        return gained if self.player == _FIRST else -gained

    @property
    def strategy(self) -> Strategy:
        """The best response as a strategy; of several best moves each is as likely.

        As first player the strategy is the best response to a second player with the strategy `to`.
        As second player the strategy is optimal, and optimal play is the best response to anybody.
        """
        return answer_to(self.to)

    @tells_its_signature
    def play(self, *, score_to_beat: int | None = None) -> PlayerTurn:
        """Return the solved turn of the player who responds: what to do in every position.

        Parameters
        ----------
        score_to_beat : int, optional
            The first player's score, where the second player responds. None for the first player.

        Returns
        -------
        PlayerTurn
            The turn, with values in stakes to the player who responds.

        Raises
        ------
        InputError
            If the first player is told a score to beat, or the second is told none.
        PositionError
            If the score to beat is no score of the game.

        Examples
        --------
        >>> from twoplayer import best_response
        >>> answer = best_response("classic", "smallest-first")
        >>> answer.play().optimal_moves((1, 2, 3, 4, 5, 6, 7, 8, 9), 9).keys()
        dict_keys([(9,)])
        """
        if (score_to_beat is None) == (self.player == _SECOND):
            takes = "the first's score" if self.player == _SECOND else "none for the first player"
            raise refused("score_to_beat", score_to_beat, takes)
        if score_to_beat is not None:
            solution = solve_two(self.contest)
            return self._in_my_numbers(solution.play(score_to_beat=score_to_beat))
        return self._in_my_numbers(_answer_to(self.contest, self.to))


def best_response(
    variant: GameLike, to: StrategyLike, player: str = "first", second: GameLike | None = None
) -> BestResponse:
    """Find the best response to a strategy exactly: how to play against a player who plays so.

    Parameters
    ----------
    variant : Variant, str, path or Game
        The rules, as for `solve`: a variant, its registered name or its TOML file, or a game of
        another kind.
    to : str, Strategy or function
        The other player's strategy, as for `strategy_value`. Chance decides the choices that the
        strategy leaves open, each choice as likely.
    player : str, default "first"
        The player who responds: `"first"`, to a second player who plays `to`; or `"second"`, to a
        first player.
    second : Variant, str, path or Game, optional
        The rules of the second player, where they are others, as for `solve`. None: the same.

    Returns
    -------
    BestResponse
        The EV, what the response gains beyond the value of the game, and the moves.

    Raises
    ------
    InputError
        If `player` is no such word. As `strategy_value`, if the strategy cannot be used.
    UnknownNameError, FileError, RulesError, GameTooLargeError
        As `solve`.

    Notes
    -----
    The best response of a first player is one backward induction. Its payoff is u(S) = −v₂(k),
    where k is the score of S, and v₂(k) the value of `to` to a second player against k. So the
    computation needs the value of `to` against every score, and one more turn. The second player's
    best response is optimal play against each score, since the second player knows the score.

    See Also
    --------
    exploitability : What both players would gain by a best response.
    matchup : Two strategies against each other.

    Examples
    --------
    A first player gains 0.686 stakes a game from a second player who covers the smallest tile:

    >>> from twoplayer import best_response, matchup
    >>> answer = best_response("classic", "smallest-first")
    >>> f"{float(answer.first_player_ev):.4f}, {float(answer.over_value):.4f}"
    '0.6860, 0.6900'
    >>> game = matchup("classic", answer.strategy, "smallest-first")
    >>> game.first_player_ev == answer.first_player_ev
    True
    """
    one_of("player", player, PLAYERS)
    game, strategy = game_of(variant, second), as_strategy(to, "to")
    value = solve_two(game).fractions
    if player == _FIRST:
        ev = _answer_to(game, strategy).fractions.value()
    else:
        ev = ev_between(scores_left(game, strategy.way), value.second_player_values)
    return BestResponse(strategy, player, *game.pair, ev, value.first_player_ev)


@dataclass(frozen=True, eq=False, repr=False)
class Exploitability(OfTwo, ExactResult, Tabled):
    """How far two strategies are from an equilibrium: what a best response to each would gain.

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
    first_gain : sympy.Rational
        What the first player would gain over this EV by a best response: 0 or more stakes.
    second_gain : sympy.Rational
        What the second player would gain by a best response: 0 or more stakes.
    """

    variant: Rules
    second_variant: Rules
    players: tuple[Strategy, Strategy]
    first_player_ev: ExactNumber = exact()
    first_gain: ExactNumber = exact()
    second_gain: ExactNumber = exact()

    columns: ClassVar[Sequence[Column]] = (
        Column("first", lambda found: found.players[0].name, to=To.PROGRAMS),
        Column("second", lambda found: found.players[1].name, to=To.PROGRAMS),
        EV._replace(title="EV (%)"),
        percent("first_gain", "first\ncould\ngain (%)"),
        percent("second_gain", "second\ncould\ngain (%)"),
        percent("exploitability", "exploit-\nability (%)"),
    )

    def _title(self) -> str:
        first, second = (player.name for player in self.players)
        return f"{first} against {second}: what a best response would gain"

    @property
    def nash_conv(self) -> ExactNumber:
        """The sum of both gains, 0 in an equilibrium: NashConv."""
        return self.first_gain + self.second_gain

    @property
    def exploitability(self) -> ExactNumber:
        """Half of `nash_conv`: what a best response gains on average over both seats."""
        return self.nash_conv / 2


def exploitability(
    variant: GameLike,
    first_strategy: StrategyLike,
    second_strategy: StrategyLike,
    second: GameLike | None = None,
) -> Exploitability:
    """Compute how exploitable two strategies are: what a best response to each would gain.

    Parameters
    ----------
    variant : Variant, str, path or Game
        The rules, as for `solve`: a variant, its registered name or its TOML file, or a game of
        another kind.
    first_strategy : str, Strategy or function
        How the first player plays, as for `strategy_value`.
    second_strategy : str, Strategy or function
        How the second player plays.
    second : Variant, str, path or Game, optional
        The rules of the second player, where they are others, as for `solve`. None: the same.

    Returns
    -------
    Exploitability
        What each player would gain, NashConv, and its half, the exploitability.

    Raises
    ------
    InputError
        As `matchup`, if a strategy cannot be used.
    UnknownNameError, FileError, RulesError, GameTooLargeError
        As `solve`.

    Notes
    -----
    NashConv is the sum over both players of what each would gain by a best response to the other.
    Exploitability is half of NashConv. OpenSpiel defines both so for games of two. Both are 0 if
    and only if the strategies are an equilibrium. Both are about the whole game from its start:
    what a strategy does in positions that never come up makes no difference.

    References
    ----------
    M. Lanctot et al., OpenSpiel: A framework for reinforcement learning in games (2019).

    See Also
    --------
    best_response : The best response to one strategy.
    StrategyValue.regrets : The decisions in which a strategy loses something.

    Examples
    --------
    >>> from twoplayer import Variant, exploitability
    >>> exploitability("classic", "optimal", "optimal").nash_conv
    0
    >>> found = exploitability(Variant(tiles=3), "random", "largest-first")
    >>> found.first_gain, found.second_gain, found.exploitability
    (53/209952, 0, 53/419904)
    """
    game = game_of(variant, second)
    players = one, other = players_of(first_strategy, second_strategy)
    left, gains = scores_left(game, one.way), gains_to_second(game, other)
    ev = ev_between(left, gains)
    best_of_second = ev_between(left, solve_two(game).fractions.second_player_values)
    first_gain = _answer_to(game, other).fractions.value() - ev
    return Exploitability(*game.pair, players, ev, first_gain, ev - best_of_second)
