"""The game of two turns, solved from the end, and many games, in pieces that share work.

Against the score k, the second player plays a turn. The payoff for ending in S is the payment for
k and score(S), and the value of this turn is v2(k). The first player then plays a turn with the
payoff −v2(score(S)).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache, partial
from operator import itemgetter
from typing import Any, ClassVar, TypeAlias, cast

import numpy as np

from ..errors import tells_its_signature
from ..exact import ExactNumber, exact, nearest
from ..tables import Column, Table, Tabled, TabledList, To
from ..turn.another import GameLike
from ..turn.position import Options, Payoff, Position
from ..turn.solved import SolvedTurn
from ..turn.states import rank_among
from ..variant.columns import beside_rules
from ..variant.tiles import TileSet
from ..variant.variant import Rules, Variant
from ..work import Executor, spread, tracked
from .columns import EV_EXACTLY, EVS
from .contest import Contest, OfTwo, contest
from .fairness import Fairness, Favouring
from .luck import Luck, luck_of
from .outcomes import Outcomes, outcomes_of
from .seating import Seating, Standings, at_table, at_tables, ev_of, payoff_facing

_Values: TypeAlias = tuple[Fraction, dict[int, Fraction]]
"""The first player's EV, and the second player's value by the score to beat."""
_GAME = 100  # the rest of a game takes about as long as so many payoffs of its second player
_PIECE = 10**8  # the most work in a piece of several games: some tenths of a second


@dataclass(frozen=True)
class PlayerTurn(SolvedTurn):
    """One player's solved turn in a game of two; all values are in stakes, to that player.

    The methods of `SolvedTurn` list that player's options with their values. The opponent plays
    optimally.

    Attributes
    ----------
    opponent : Variant or Game
        The rules of the opponent's turn; `variant` has the rules of this turn.
    player : str
        `"first"` or `"second"`.
    score_to_beat : int or None
        The first player's score, in the second player's turn; None in the first player's turn.

    Examples
    --------
    >>> from twoplayer import solve
    >>> turn = solve("classic").play(score_to_beat=12)
    >>> turn
    PlayerTurn(variant=Variant(), player='second', score_to_beat=12)
    >>> [(option.choice, option.value, option.tie) for option in turn.options((1, 2, 5, 8), 8)]
    [((8,), 1, 0), ((1, 2, 5), 1, 0)]
    """

    opponent: Rules = field(repr=False)
    player: str
    score_to_beat: int | None

    def _title(self) -> str:
        beat = "" if self.score_to_beat is None else f", to beat {self.score_to_beat}"
        return f"The {self.player} player's turn{beat}: {self.variant.in_words()}"


@dataclass(frozen=True, eq=False, repr=False)
class Solution(OfTwo, Favouring, Tabled):
    """The exact values of a game under optimal play of both players.

    The game is zero-sum, and has perfect information. So its EV is a minimax value. The first
    player can secure the EV on average against any play, and the second player can hold the first
    player to the EV. All values are in stakes. Solutions of equal variants are equal, even if the
    names differ.

    Attributes
    ----------
    variant : Variant or Game
        The rules of the first player's turn.
    second_variant : Variant or Game
        The rules of the second player's turn: the same rules, unless `solve` was given `second`.
    first_player_ev : sympy.Rational
        The expected value to the first player, in stakes.

    See Also
    --------
    twoplayer.solve : Makes a solution.
    twoplayer.strategy_value : The value of a strategy in place of optimal play.
    twoplayer.Play : A game roll by roll, with the odds after each roll.

    Notes
    -----
    `solve` describes the equations and their solution, by backward induction over the DAG of open
    tiles. The property `fractions` has the same numbers as `fractions.Fraction`, without sympy.

    Examples
    --------
    >>> from twoplayer import Variant, solve
    >>> solution = solve(Variant())
    >>> solution.first_player_ev
    -668351559599495/166583718925369344
    >>> 100 * float(solution.outcomes.first_wins)
    47.73801252433439
    >>> solution.optimal_moves((1, 2, 3, 4), 4)
    {(4,): 475779889837/793437161472}
    """

    variant: Rules
    second_variant: Rules
    first_player_ev: ExactNumber = exact()

    about = "The values of {self.name}"
    columns: ClassVar[Sequence[Column]] = (
        Column("first_player_score", itemgetter(0), "score to beat"),
        Column("second_player_value", itemgetter(1), "second player's value", unit="approx"),
        Column("about", lambda pair: nearest(pair[1]), to=To.PEOPLE),
    )

    @property
    def name(self) -> str:
        """The name of the rules as the user gave it, or the rules unlike those of the classic game.

        If the players have different rules, the two names have *against* between them.
        """
        return " against ".join(dict.fromkeys(variant.name for variant in self.rules))

    @property
    def rules(self) -> tuple[Rules, Rules]:
        """The rules of the first player's turn, and of the second player's."""
        return self.variant, self.second_variant

    @property
    def second_player_values(self) -> dict[int, ExactNumber]:
        """The second player's value against each score of the first player, the best score first.

        In games with tiles the scores ascend from 0. Scores with which no turn ends are included:
        every set of tiles has a score.

        Returns
        -------
        dict of int to sympy.Rational
            The values, in stakes, by the score to beat. With `immediate_clack` the value against a
            clack is −`clack_payout`.

        Examples
        --------
        >>> from twoplayer import Variant, solve
        >>> solve(Variant(tiles=2, dice="1d2")).second_player_values
        {0: -1/2, 1: 1/4, 2: 3/4, 3: 1}
        """
        return cast("dict[int, ExactNumber]", self._in_numbers(self._once("values", self._solve)))

    def _solve(self) -> dict[int, Fraction]:
        return _values(self.contest, at_table(Seating(self.contest, chances=False)))[1]

    @property
    def outcomes(self) -> Outcomes:
        """The probability of each way in which the game ends, under optimal play of both players.

        Optimal play need not be unique, and the chances of optimal plays may differ although the EV
        is the same. So players decide between moves of equal EV. A player takes the higher chance
        to win, then the higher chance to clack, then the lower chance that the opponent clacks.

        Returns
        -------
        Outcomes
            Probabilities, in [0, 1]. The events are: the first player wins, nobody wins, the second
            player wins, each of the players clacks, and the winner has clacked.

        See Also
        --------
        twoplayer.game.Outcomes.days : The chance to win more games of a day than the other player.
        twoplayer.matchup : The same for other strategies.

        Examples
        --------
        >>> from twoplayer import Variant, solve
        >>> ends = solve(Variant(tiles=2, dice="2d2", one_die="always")).outcomes
        >>> ends.first_wins, ends.tie, ends.second_wins
        (17/64, 13/32, 21/64)
        """
        found = self._once("outcomes", lambda: outcomes_of(self.contest, self._standings))
        return self._in_my_numbers(found)

    @property
    def _standings(self) -> dict[int, Standings]:
        return self._once("standings", lambda: at_table(Seating(self.contest, chances=True)))

    def fairness(self) -> Fairness:
        """Compute the fairness of the game, under optimal play of both.

        Returns
        -------
        Fairness
            The favoured player, the side payment that makes the game fair, and the number of games
            after which the advantage shows.

        See Also
        --------
        twoplayer.fair_payouts : The payouts of a clack that make the game exactly fair.
        twoplayer.mend : Other changes that make the game fairer.

        Examples
        --------
        >>> from twoplayer import solve
        >>> fairness = solve("classic").fairness()
        >>> fairness.first_player_ev, fairness.games
        (-668351559599495/166583718925369344, 238245)
        """
        ev = self.fractions.first_player_ev
        return self._in_my_numbers(Fairness(*self.rules, ev, self.outcomes))

    def luck(self) -> Luck:
        """Compute the luck of each turn, and the number of rolls, under optimal play of both.

        Returns
        -------
        Luck
            The luck of each turn, as variance in square stakes, and the number of rolls.

        Examples
        --------
        >>> from twoplayer import solve
        >>> luck = solve("classic").luck()
        >>> f"{float(luck.first_turn_share):.1%}", f"{float(luck.mean_rolls):.2f}"
        ('34.7%', '11.45')
        """
        quick = self.fractions
        luck = self._once("luck", lambda: luck_of(quick.fairness(), quick.play()))
        return self._in_my_numbers(luck)

    @tells_its_signature
    def play(self, *, score_to_beat: int | None = None) -> PlayerTurn:
        """Return one player's solved turn, with methods for values and optimal play.

        Parameters
        ----------
        score_to_beat : int, optional
            The first player's score, a keyword argument. None: it is the first player's turn. With
            `immediate_clack` no turn follows a clack, and against 0 every state has the value
            −`clack_payout`.

        Returns
        -------
        PlayerTurn
            The turn, solved for that player's payoff. The second player's payoff is the payment for
            both scores. The first player's payoff for a score is minus the second player's value
            against that score.

        Raises
        ------
        PositionError
            If the game does not have the score.

        See Also
        --------
        policy : The optimal play in every state, after every roll.
        twoplayer.one_player : A turn for a score or a clack, without an opponent.

        Examples
        --------
        >>> from twoplayer import solve
        >>> turn = solve("classic").play(score_to_beat=12)
        >>> turn.optimal_moves((1, 2, 3, 4), 4)
        {(1, 3): 1, (4,): 1}
        """
        first = self.contest.turns[0]
        rank = None if score_to_beat is None else rank_among(first.scores, score_to_beat)
        return self._in_my_numbers(_player_turn(self, rank))

    @tells_its_signature
    def at(
        self, open_tiles: Iterable[int] | None = None, *, score_to_beat: int | None = None
    ) -> Position:
        """Return the position of the player whose turn it is.

        Parameters
        ----------
        open_tiles : iterable of int, optional
            That player's open tiles, in any order; in a `Game` of another kind the state. None: the
            start of the turn, with every tile open.
        score_to_beat : int, optional
            The first player's score, a keyword argument. None: it is the first player's turn.

        Returns
        -------
        Position
            The position, with the same methods for these tiles: `value()`, `moves(roll)`,
            `optimal_moves(roll)`, `optimal_dice()` and `options(roll)`.

        Raises
        ------
        PositionError
            If the open tiles are no state of that turn, or the game does not have the score.

        Examples
        --------
        >>> from twoplayer import solve
        >>> solve("classic").at((1, 2, 5, 8), score_to_beat=12).value()
        2/3
        """
        return self.play(score_to_beat=score_to_beat).at(open_tiles)

    @tells_its_signature
    def value(
        self, open_tiles: Iterable[int] | None = None, *, score_to_beat: int | None = None
    ) -> ExactNumber:
        """Return the value of a position, before a roll.

        Parameters
        ----------
        open_tiles : iterable of int, optional
            The open tiles, in any order; in a `Game` of another kind the state. None: the start of
            the turn, with every tile open.
        score_to_beat : int, optional
            The first player's score, a keyword argument. None: it is the first player's turn.

        Returns
        -------
        sympy.Rational
            The value in stakes, to the player whose turn it is, under optimal play of both from
            there on.

        Raises
        ------
        PositionError
            If the open tiles are no state of that turn, or the game does not have the score.

        See Also
        --------
        moves : The values after a roll.
        optimal_dice : The optimal numbers of dice to roll.

        Examples
        --------
        >>> from twoplayer import solve
        >>> solution = solve("classic")
        >>> solution.value() == solution.first_player_ev
        True
        >>> solution.value((1, 2, 5, 8), score_to_beat=12)
        2/3
        """
        return self.at(open_tiles, score_to_beat=score_to_beat).value()

    @tells_its_signature
    def moves(
        self,
        open_tiles: Iterable[int],
        roll: int | Sequence[int],
        *,
        score_to_beat: int | None = None,
    ) -> dict[TileSet, ExactNumber]:
        """Return every legal move with its value, the best first.

        Parameters
        ----------
        open_tiles : iterable of int
            The open tiles, in any order; in a `Game` of another kind the state.
        roll : int or sequence of int
            The dice, in any order; or their total, where only the total matters.
        score_to_beat : int, optional
            The first player's score, a keyword argument. None: it is the first player's turn.

        Returns
        -------
        dict of tuple of int to sympy.Rational
            `{tiles to cover: value}`; empty if the roll covers nothing.

        Raises
        ------
        PositionError
            If the open tiles are no state of that turn, the game does not have the score, or such
            dice cannot be rolled there.

        See Also
        --------
        optimal_moves : The moves with the best value.
        options : The same with the probabilities to win and to tie.

        Examples
        --------
        >>> from twoplayer import solve
        >>> solve("classic").moves((1, 2, 5, 8), 8, score_to_beat=12)
        {(1, 2, 5): 1, (8,): 1}
        """
        return self.at(open_tiles, score_to_beat=score_to_beat).moves(roll)

    @tells_its_signature
    def optimal_moves(
        self,
        open_tiles: Iterable[int],
        roll: int | Sequence[int],
        *,
        score_to_beat: int | None = None,
    ) -> dict[TileSet, ExactNumber]:
        """Return the optimal moves: the moves with the best value.

        Parameters
        ----------
        open_tiles : iterable of int
            The open tiles, in any order; in a `Game` of another kind the state.
        roll : int or sequence of int
            The dice, in any order; or their total, where only the total matters.
        score_to_beat : int, optional
            The first player's score, a keyword argument. None: it is the first player's turn.

        Returns
        -------
        dict of tuple of int to sympy.Rational
            `{tiles to cover: value}` with equal values; empty if the roll covers nothing.

        Raises
        ------
        PositionError
            If the open tiles are no state of that turn, the game does not have the score, or such
            dice cannot be rolled there.

        See Also
        --------
        moves : Every legal move.
        options : The same with the probabilities to win and to tie.
        twoplayer.Play : A game roll by roll.

        Examples
        --------
        >>> from twoplayer import solve
        >>> solve("classic").optimal_moves((1, 2, 3, 4, 5), 8, score_to_beat=5)
        {(3, 5): 187/1296}
        """
        return self.at(open_tiles, score_to_beat=score_to_beat).optimal_moves(roll)

    @tells_its_signature
    def optimal_dice(
        self, open_tiles: Iterable[int] | None = None, *, score_to_beat: int | None = None
    ) -> tuple[int, ...]:
        """Return every optimal number of dice to roll.

        Parameters
        ----------
        open_tiles : iterable of int, optional
            The open tiles, in any order; in a `Game` of another kind the state. None: the start of
            the turn, with every tile open.
        score_to_beat : int, optional
            The first player's score, a keyword argument. None: it is the first player's turn.

        Returns
        -------
        tuple of int
            The numbers of dice, ascending; empty if no tile is open.

        Raises
        ------
        PositionError
            If the open tiles are no state of that turn, or the game does not have the score.

        See Also
        --------
        options : Every number of dice, with its value.

        Examples
        --------
        >>> from twoplayer import solve
        >>> solve("one-die-max-6").optimal_dice((1, 2, 3), score_to_beat=2)
        (1,)
        """
        return self.at(open_tiles, score_to_beat=score_to_beat).optimal_dice()

    @tells_its_signature
    def options(
        self,
        open_tiles: Iterable[int] | None = None,
        roll: int | Sequence[int] | None = None,
        *,
        score_to_beat: int | None = None,
    ) -> Options:
        """Return the player's options, the best first, with the chances to win and to tie.

        Three chances order options of equal value: first to win, then to clack, then that the
        opponent does not clack.

        Parameters
        ----------
        open_tiles : iterable of int, optional
            The open tiles, in any order; in a `Game` of another kind the state. None: the start of
            the turn, with every tile open.
        roll : int or sequence of int, optional
            The dice, in any order; or their total, where only the total matters. None: before a
            roll.
        score_to_beat : int, optional
            The first player's score, a keyword argument. None: it is the first player's turn.

        Returns
        -------
        Options
            After a roll every legal move, or `()` alone if the roll covers nothing. Before a roll
            every number of dice that may be rolled.

        Raises
        ------
        PositionError
            If the open tiles are no state of that turn, the game does not have the score, or such
            dice cannot be rolled there.

        See Also
        --------
        moves : The values of moves alone.

        Examples
        --------
        >>> from twoplayer import solve
        >>> solve("classic").options((3, 8, 9), 8, score_to_beat=12)
        [Option(choice=(8,), value=7/36, win=7/36, tie=29/36)]
        """
        return self.at(open_tiles, score_to_beat=score_to_beat).options(roll)

    @tells_its_signature
    def policy(self, *, score_to_beat: int | None = None) -> Iterator[dict[str, Any]]:
        """Return the whole policy of a player: the optimal play in every state, after every roll.

        Parameters
        ----------
        score_to_beat : int, optional
            The first player's score, a keyword argument. None: it is the first player's turn.

        Returns
        -------
        iterator of dict
            A dict for each state in which the player rolls and each roll that may fall there, the
            start first. The keys are `open_tiles`, `dice`, `roll`, `moves` and `value`. `dice` is a
            tuple of every optimal number of dice, before the roll. `moves` is a tuple of every
            optimal move, empty if the turn ends. `value` is the value after the roll, in stakes.

        Raises
        ------
        PositionError
            If the game does not have the score.

        See Also
        --------
        play : The solved turn, with methods for single states and rolls.
        twoplayer.card : A rule of thumb in place of the whole policy.

        Examples
        --------
        >>> from twoplayer import Variant, solve
        >>> first = next(solve(Variant(tiles=3, dice="1d6")).policy())
        >>> first["open_tiles"], first["roll"], first["moves"]
        ((1, 2, 3), 1, ((1,),))
        """
        return self.play(score_to_beat=score_to_beat).policy()

    def _rows(self) -> list[tuple[int, Fraction]]:
        return [*self.fractions.second_player_values.items()]

    def _printed(self) -> Table:
        printed = self.fractions.fairness()._printed()
        return replace(printed, columns=[*printed.columns, EV_EXACTLY], title=self._title())


@lru_cache(maxsize=64)
def _player_turn(solution: Solution, rank: int | None) -> PlayerTurn:
    game, (one, other) = solution.contest, solution.rules
    stakes, (first, second) = game.stakes, game.turns
    if rank is None:
        unit, refine = stakes.unit * second.scale, partial(_with_chances, solution, None)
        against = solution.fractions.second_player_values.values()
        payoff = Payoff.of_value(-np.array([int(v * unit) for v in against], object), unit)
        return PlayerTurn(one, payoff, other, "first", None, refine=refine)
    beat = int(game.score_ranks(0)[rank])
    [values] = stakes.to_second(game.score_ranks(1), [beat]).T
    payoff, refine = Payoff.of_value(values, stakes.unit), partial(_with_chances, solution, beat)
    return PlayerTurn(other, payoff, one, "second", first.scores[rank], refine=refine)


def _with_chances(solution: Solution, rank: int | None) -> Payoff:
    table = Seating(solution.contest, chances=True)
    if rank is None:
        return payoff_facing(table, 1, solution._standings[2], [], holders=0)
    return payoff_facing(table, 2, at_table(table, since=3)[3], [rank], holders=1)


class Solutions(TabledList[Solution]):
    """The solutions of many variants, in order: a list, which is one table with a row for each.

    The records have the name, every rule, the first player's EV and the favoured player.

    Examples
    --------
    >>> from twoplayer import solve_all
    >>> fairest = min(solve_all("sixteen"), key=lambda solution: abs(solution.first_player_ev))
    >>> fairest.variant
    Variant(immediate_clack=True)
    """

    def table(self) -> Table:
        """Make a table of the rules and EVs.

        Returns
        -------
        Table
            A row for each solution, in order: the rules in which the variants differ, and the first
            player's EV.
        """
        title = f"Shut the Box: {len(self)} sets of rules, and the first player's EV"
        return beside_rules(self._rows(), EVS, title=title)


def solve(variant: GameLike, second: GameLike | None = None) -> Solution:
    """Solve a game of two exactly: compute the EV, and the value against every score.

    Parameters
    ----------
    variant : Variant, str, path or Game
        The rules, or the name or file of a single variant; or a `Game` of another kind.
        `load("mine.py:name")` runs a file and returns the game with this name in the file. The text
        alone is an `InputError`, since only `load` runs code that a text names.
    second : Variant, str, path or Game, optional
        The rules of the second player's turn, if these differ. Examples are fewer tiles, for a
        child, or other dice. None: the rules of `variant`. Scores are compared as numbers.
        `scoring`, `clack_payout`, `immediate_clack` and `ties` must be the same for both.

    Returns
    -------
    Solution
        The exact values, with methods for optimal play. `Solution.value(tiles, score_to_beat=12)`
        is the value to the second player, who has 12 to beat, before a roll. After a roll, it is
        the first value of `Solution.moves(tiles, roll, score_to_beat=12)`. `Solution.value(tiles)`
        is the value to the first player.

    Raises
    ------
    InputError
        If `variant` or `second` is no game, or a game of another kind gives an answer that cannot
        be used.
    RulesError
        If a name stands for several variants, or rules that must be the same for both differ.
    UnknownNameError
        If a name is neither registered nor a file.
    FileError
        If a file is missing or faulty.
    GameTooLargeError
        If the tables would be too large. No memory is taken before.

    See Also
    --------
    solve_all : Many games, which share work.
    twoplayer.variants : Names of rules, for one game or for many.
    twoplayer.seats : Three and more players.
    twoplayer.matchup : Two strategies in place of optimal play.
    twoplayer.one_player : A turn for the lowest score, or for a clack.
    twoplayer.bounds : Encloses the EV of a game that is too large for tables.
    twoplayer.check : Tells whether a claimed number is right.

    Notes
    -----
    Shut the Box for two players is a zero-sum game of perfect information. So backward induction
    finds its minimax value, which is the expected payoff of every equilibrium. A turn is a Markov
    decision process on a DAG. Let u(S) be the payoff of a turn that ends in the state S. Then the
    value of a state is

        V(S) = max over numbers of dice of Σ P(roll) · W(S, roll)
        W(S, roll) = max over legal moves m of V(S ∖ m), or u(S) where there is no legal move

    and V(∅) = u(∅). The second player has to beat the score k. Here u(S) is the payment for k and
    the score of S, and v₂(k) is the value of the start. For the first player u(S) is
    −v₂(score of S), and the EV is the value of the start. `twoplayer.turn.formula` has these
    equations as a short program.

    With n tiles there are up to 2ⁿ states. All scores to beat are solved at once. The cost is about
    one addition of whole numbers for each triple of a state, a move in the state, and a score to
    beat.

    References
    ----------
    - CPSC 474 assignment (Yale), which sets this game of two as an exercise:
      <https://zoo.cs.yale.edu/classes/cs474/f2019/Assignments/shut_the_box.html>

    Examples
    --------
    >>> from twoplayer import Variant, solve
    >>> solve(Variant(immediate_clack=True)).first_player_ev
    136975464175127437/127936296134683656192

    A child plays second and has the 9 covered beforehand. This head start helps the child: the
    first player loses 0.2769 stakes a game.

    >>> f"{float(solve('classic', second=Variant(tiles=8)).first_player_ev):.4f}"
    '-0.2769'
    """
    return solve_two(contest(variant, second))


def solve_two(game: Contest, *, chances: bool = False) -> Solution:
    """Solve a game of two; with `chances`, the chances of its outcomes are solved at the same time.

    Without `chances` a later call for outcomes solves both turns again.
    """
    names = tuple(getattr(rules, "_name", None) for rules in game.rules)
    return _solution_of(game, names, chances)


@lru_cache(maxsize=4)
def _solution_of(game: Contest, names: tuple[str | None, ...], chances: bool) -> Solution:
    """Solve a game of two, and keep the last solutions: a strategy may ask in every position.

    Equal rules may have different names, and a solution shows its names. So `names` is an argument.
    """
    standings = at_table(Seating(game, chances))
    solution = _with_values(game, *_values(game, standings))
    if chances:
        solution._once("standings", lambda: standings)
    return solution


def solve_games(games: Iterable[Contest], executor: Executor | None = None) -> list[Solution]:
    """Solve many contests of two, and share work between them; results are in their order."""
    every, solved = list(games), dict[Contest, _Values]()
    for piece, values in spread(_solved, pieces(every), executor, work_of):
        solved |= zip(piece, values, strict=True)
    return [_with_values(game, *solved[game]) for game in every]


def games_of(variants: Iterable[Variant]) -> list[Contest]:
    return [Contest((variant, variant)) for variant in variants]


def head_starts(variant: Variant) -> dict[int, Fraction]:
    """Return the first player's EV by the tile that the second has covered beforehand, in stakes.

    That tile does not count in the second player's score. If it is the opening tile, the second
    player need not cover it first. A game of one tile has no head start.
    """
    evs = {}
    for tile in tracked(variant.tiles if len(variant.tiles) > 1 else ()):
        opening = None if variant.opening_tile == tile else variant.opening_tile
        others = tuple(other for other in variant.tiles if other != tile)
        head_start = variant.replace(tiles=others, opening_tile=opening)
        evs[tile] = solve(variant, second=head_start).fractions.first_player_ev
    return evs


def _solved(games: Sequence[Contest]) -> list[_Values]:
    tables = at_tables([Seating(game, chances=False) for game in games])
    return [_values(game, standings) for game, standings in zip(games, tables, strict=True)]


def _with_values(game: Contest, ev: Fraction, values: dict[int, Fraction]) -> Solution:
    solution = Solution(*game.pair, ev)
    solution._once("values", lambda: values)
    return solution


def _values(game: Contest, standings: Mapping[int, Standings]) -> _Values:
    against = standings[2].by_component[ev_of(2)][game.score_ranks(0), 0].tolist()
    values = (Fraction(value, standings[2].unit) for value in against)
    by_score = dict(zip(game.turns[0].scores, values, strict=True))
    return standings[1].at_start(ev_of(1)), by_score


def pieces(games: Iterable[Contest]) -> list[list[Contest]]:
    """Put games that share work together, in pieces of some tenths of a second.

    A piece is larger only if cutting it would do work twice.
    """
    cut: list[list[Contest]] = []
    for same_turns in _groups(games, lambda game: tuple(rules.turn_rules for rules in game.rules)):
        for number, group in enumerate(_groups(same_turns, _sharing)):
            if number and work_of(joined := cut[-1] + group) <= _PIECE:
                cut[-1] = joined
            else:
                cut.append(group)
    return cut


def work_of(games: Sequence[Contest]) -> int:
    """Return the amount of work in games with the same turns: moves of turns, times payoffs."""
    payoffs = sum(len(group[0].turns[0].scores) for group in _groups(games, _sharing))
    entries = [turn.board.check_size().moves for turn in games[0].turns]
    return entries[1] * payoffs + max(entries) * _GAME * len(games)


def _groups(games: Iterable[Contest], key: Callable[[Contest], Hashable]) -> list[list[Contest]]:
    groups: dict[Hashable, list[Contest]] = {}
    for game in dict.fromkeys(games):
        groups.setdefault(key(game), []).append(game)
    return list(groups.values())


def _sharing(game: Contest) -> Hashable:
    """Return a key; games with equal keys solve nearly the same ranks to beat."""
    return game.rules[1].scoring, game.stakes.prices, bool(game.stakes.tie.wins)
