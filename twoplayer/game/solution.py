"""The game of two turns, solved from the end, and many games, in pieces that share work.

To beat the score k, the second player plays a turn whose payoff for ending in S is what changes
hands between k and score(S); its value is v2(k). The first player then plays a turn whose payoff
is −v2(score(S)).
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
_GAME = 100  # all else in a game takes about as long as so many payoffs of its second player
_PIECE = 10**8  # up to so much work goes together: some tenths of a second


@dataclass(frozen=True)
class PlayerTurn(SolvedTurn):
    """One player's turn in a game of two, solved; everything is in stakes, to that player.

    The methods of `SolvedTurn` value and list what that player may do. The other plays optimally.

    Attributes
    ----------
    opponent : Variant or Game
        The rules of the other player's turn; `variant` are those of this one.
    player : str
        `"first"` or `"second"`.
    score_to_beat : int or None
        The first player's score, in the second player's turn; None in the first player's.

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

    The game is zero-sum, and has perfect information. So its EV is a minimax value: the first
    player is sure of it on average against any play, and the second player can hold the first to
    it. Everything is in stakes. Solutions of equal variants are equal, whatever they are called.

    Attributes
    ----------
    variant : Variant or Game
        The rules of the first player's turn.
    second_variant : Variant or Game
        The rules of the second player's turn: the same, unless `solve` was given others.
    first_player_ev : sympy.Rational
        The expected value to the first player.

    See Also
    --------
    twoplayer.solve : Makes a solution.
    twoplayer.strategy_value : What a strategy gets in the place of optimal play.
    twoplayer.Play : A game roll by roll, with the odds after each roll.

    Notes
    -----
    The equations and how they are solved, by backward induction over the DAG of open tiles, are
    those of `solve`. `fractions` has the same numbers as `fractions.Fraction`, without sympy.

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
        """The name by which the rules were asked for, or else what is not as in the classic game.

        Two players with rules of their own have two names, with *against* between them.
        """
        return " against ".join(dict.fromkeys(variant.name for variant in self.rules))

    @property
    def rules(self) -> tuple[Rules, Rules]:
        """The rules of the first player's turn, and of the second player's."""
        return self.variant, self.second_variant

    @property
    def second_player_values(self) -> dict[int, ExactNumber]:
        """The second player's value against each score of the first player, the best score first.

        In games with tiles the scores ascend from 0. Every set of tiles has a score, even one that
        no turn ends with.

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
        """How often the game ends in which way, if both players play as well as possible.

        Optimal play need not be unique, and its chances may differ where its EV does not. So each
        player decides between moves of equal EV: for the higher chance to win, then for the higher
        chance to clack, then for the lower chance that the opponent clacks.

        Returns
        -------
        Outcomes
            Probabilities, in [0, 1]: that the first player wins, nobody wins, or the second player
            wins; that each of them clacks; that the winner has clacked.

        See Also
        --------
        twoplayer.game.Outcomes.days : Who has won more after a day of several games.
        twoplayer.matchup : The same of other strategies.

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
        """Tell how fair the game is, under optimal play of both.

        Returns
        -------
        Fairness
            Whom the EV favours, the side payment that evens it out, and after how many games the
            advantage shows.

        See Also
        --------
        twoplayer.fair_payouts : The payouts of a clack that make the game exactly fair.
        twoplayer.mend : Other changes that make it fairer.

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
        """Tell whose dice decide the game, and how many rolls it takes, under optimal play of both.

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
        """Return one player's turn, which answers every question of how to play.

        Parameters
        ----------
        score_to_beat : int, optional
            The first player's score, by its name alone. None: it is the first player's turn. With
            `immediate_clack` no turn follows a clack: against 0 every state is worth
            −`clack_payout`.

        Returns
        -------
        PlayerTurn
            The turn, solved for that player's payoff. The second player's payoff is what changes
            hands. The first player's payoff for a score is minus the second player's value against
            that score.

        Raises
        ------
        PositionError
            If the score is not of this game.

        See Also
        --------
        policy : Everything at once.
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
        """Return what lies before the player whose turn it is.

        Parameters
        ----------
        open_tiles : iterable of int, optional
            The tiles that are open to that player, in any order; in a `Game` of another kind the
            state. None: the start of the turn, with every tile open.
        score_to_beat : int, optional
            The first player's score, by its name alone. None: it is the first player's turn.

        Returns
        -------
        Position
            It has the same methods for these tiles: `value()`, `moves(roll)`,
            `optimal_moves(roll)`, `optimal_dice()` and `options(roll)`.

        Raises
        ------
        PositionError
            If the open tiles are no state of that turn, or the score is not of this game.

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
            The first player's score, by its name alone. None: it is the first player's turn.

        Returns
        -------
        sympy.Rational
            In stakes, to the player whose turn it is, under optimal play of both from there on.

        Raises
        ------
        PositionError
            If the open tiles are no state of that turn, or the score is not of this game.

        See Also
        --------
        moves : The values after a roll.
        optimal_dice : How many dice to roll.

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
            The first player's score, by its name alone. None: it is the first player's turn.

        Returns
        -------
        dict of tuple of int to sympy.Rational
            `{tiles to cover: value}`; empty where the roll covers nothing.

        Raises
        ------
        PositionError
            If the open tiles are no state of that turn, the score is not of this game, or such dice
            cannot be rolled there.

        See Also
        --------
        optimal_moves : The best of them.
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
        """Return the optimal moves: those of `moves` with the best value.

        Parameters
        ----------
        open_tiles : iterable of int
            The open tiles, in any order; in a `Game` of another kind the state.
        roll : int or sequence of int
            The dice, in any order; or their total, where only the total matters.
        score_to_beat : int, optional
            The first player's score, by its name alone. None: it is the first player's turn.

        Returns
        -------
        dict of tuple of int to sympy.Rational
            `{tiles to cover: value}`, where all values are equal; empty where the roll covers
            nothing.

        Raises
        ------
        PositionError
            If the open tiles are no state of that turn, the score is not of this game, or such dice
            cannot be rolled there.

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
            The first player's score, by its name alone. None: it is the first player's turn.

        Returns
        -------
        tuple of int
            Ascending; empty if no tile is open.

        Raises
        ------
        PositionError
            If the open tiles are no state of that turn, or the score is not of this game.

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
        """Return what the player may do, best first, with the chances to win and to tie.

        Options of equal value are in the order in which ties are decided: by the chance to win,
        then to clack, then that the opponent does not clack.

        Parameters
        ----------
        open_tiles : iterable of int, optional
            The open tiles, in any order; in a `Game` of another kind the state. None: the start of
            the turn, with every tile open.
        roll : int or sequence of int, optional
            The dice, in any order; or their total, where only the total matters. None: before a
            roll.
        score_to_beat : int, optional
            The first player's score, by its name alone. None: it is the first player's turn.

        Returns
        -------
        Options
            After a roll every legal move, or `()` alone where the roll covers nothing; before a
            roll every number of dice that may be rolled.

        Raises
        ------
        PositionError
            If the open tiles are no state of that turn, the score is not of this game, or such dice
            cannot be rolled there.

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
        """Return the whole policy of a player: what to do in every state, after every roll.

        Parameters
        ----------
        score_to_beat : int, optional
            The first player's score, by its name alone. None: it is the first player's turn.

        Returns
        -------
        iterator of dict
            A dict for each state in which the player rolls and each roll that may fall there, the
            start first: `open_tiles`; `dice`, every optimal number of dice to roll before; `roll`;
            `moves`, a tuple of every optimal move, empty where the turn ends; `value` after the
            roll, in stakes.

        Raises
        ------
        PositionError
            If the score is not of this game.

        See Also
        --------
        play : The turn, to be asked.
        twoplayer.card : A rule of thumb in the place of the whole policy.

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
    """The solutions of many variants, in order: a list, which is one table of them all.

    Its records have the name, every rule, the first player's EV and whom it favours.

    Examples
    --------
    >>> from twoplayer import solve_all
    >>> fairest = min(solve_all("sixteen"), key=lambda solution: abs(solution.first_player_ev))
    >>> fairest.variant
    Variant(immediate_clack=True)
    """

    def table(self) -> Table:
        """Put the EVs beside the rules that they are of.

        Returns
        -------
        Table
            A row for each solution, in order: the rules in which they differ, and the EV to the
            first player.
        """
        title = f"Shut the Box: {len(self)} sets of rules, and the first player's EV"
        return beside_rules(self._rows(), EVS, title=title)


def solve(variant: GameLike, second: GameLike | None = None) -> Solution:
    """Solve a game of two exactly: its EV, and the value against every score.

    Parameters
    ----------
    variant : Variant, str, path or Game
        The rules, or the name or file of a single variant; or a `Game` of another kind.
        `load("mine.py:name")` runs a file and returns the game that it calls so. The text alone is
        an `InputError`: nothing but `load` runs code that a text names.
    second : Variant, str, path or Game, optional
        The rules of the second player's turn, where they are others: such as fewer tiles, for a
        child, or other dice. None: those of `variant`. Scores are compared as numbers. `scoring`,
        `clack_payout`, `immediate_clack` and `ties` must be the same for both.

    Returns
    -------
    Solution
        The exact values, and what answers how to play: `Solution.value(tiles, score_to_beat=12)`
        is for the second player, who has 12 to beat, and `Solution.value(tiles)` for the first.

    Raises
    ------
    InputError
        If `variant` or `second` is no game, or a game of another kind answers with what cannot be
        used.
    RulesError
        If a name stands for several variants, or what has to be the same for both is not.
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
    twoplayer.matchup : Two strategies in the place of optimal play.
    twoplayer.one_player : A turn for the lowest score, or for a clack.
    twoplayer.bounds : Encloses the EV of a game that is too large.
    twoplayer.check : Tells whether a number that somebody claims is right.

    Notes
    -----
    Shut the Box of two is a zero-sum game of perfect information. So backward induction finds its
    minimax value, which is the payoff of every equilibrium. A turn is a Markov decision process on
    a DAG. With u(S), the payoff of a turn that ends in the state S, the value of a state is

        V(S) = max over numbers of dice of Σ P(roll) · W(S, roll)
        W(S, roll) = max over legal moves m of V(S ∖ m), or u(S) where there is no legal move

    and V(∅) = u(∅). The second player, who has to beat the score k, plays for u(S) = what changes
    hands between k and the score of S; v₂(k) is the value of the start. The first player plays for
    u(S) = −v₂(score of S), and the EV is the value of the start. `twoplayer.turn.formula` has this
    as a short program.

    With n tiles there are up to 2ⁿ states. All scores to beat are solved at once. The cost is about
    as many additions of whole numbers as there are pairs of a state and a move, times scores to
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

    A child, who plays second, has the 9 covered beforehand, and gains by it: the EV is that of the
    first player, who loses 0.2769 stakes a game.

    >>> f"{float(solve('classic', second=Variant(tiles=8)).first_player_ev):.4f}"
    '-0.2769'
    """
    return solve_two(contest(variant, second))


def solve_two(game: Contest, *, chances: bool = False) -> Solution:
    """Solve a game of two; with `chances`, those of its outcomes are found at once.

    A later question for outcomes would solve both turns again.
    """
    names = tuple(getattr(rules, "_name", None) for rules in game.rules)
    return _solution_of(game, names, chances)


@lru_cache(maxsize=4)
def _solution_of(game: Contest, names: tuple[str | None, ...], chances: bool) -> Solution:
    """Solve a game of two, and keep the last few: a strategy may ask in every position.

    Equal rules may have different names, which a solution shows: so `names` tell them apart.
    """
    standings = at_table(Seating(game, chances))
    solution = _with_values(game, *_values(game, standings))
    if chances:
        solution._once("standings", lambda: standings)
    return solution


def solve_games(games: Iterable[Contest], executor: Executor | None = None) -> list[Solution]:
    """Solve many contests of two, in their order, sharing work between them."""
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
    """Put games together that share work, in pieces of some tenths of a second.

    Larger ones are those of which no more can be cut off without doing work again.
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
    """Return how much work games with the same turns are: moves of the turns, times payoffs."""
    payoffs = sum(len(group[0].turns[0].scores) for group in _groups(games, _sharing))
    entries = [turn.board.check_size().moves for turn in games[0].turns]
    return entries[1] * payoffs + max(entries) * _GAME * len(games)


def _groups(games: Iterable[Contest], key: Callable[[Contest], Hashable]) -> list[list[Contest]]:
    groups: dict[Hashable, list[Contest]] = {}
    for game in dict.fromkeys(games):
        groups.setdefault(key(game), []).append(game)
    return list(groups.values())


def _sharing(game: Contest) -> Hashable:
    """Return what games have in common that solve nearly the same ranks to beat."""
    return game.rules[1].scoring, game.stakes.prices, bool(game.stakes.tie.wins)
