"""Strategies as people describe them, the features of a move, and rules of thumb made of these.

A strategy says which moves it may make, and perhaps how many dice it rolls. A next strategy may
decide among the choices that a strategy leaves open. Chance decides, uniformly, among the choices
that all strategies leave open.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from typing import NamedTuple, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from ..errors import RulesError, refused
from ..exact import Rows, Values
from ..game.contest import Contest
from ..game.solution import solve_two
from ..turn.board import Board
from ..turn.induction import Turn
from ..turn.solved import SolvedTurn
from ..variant.tiles import TileSet
from .one_player import all_winning_sequences, one_player
from .way import Described, Wanted, WantedBy

RuleOfThumb = Sequence[tuple[str, int]]
"""Features, the most important first: each has 1 where much is wanted, −1 where little is."""
MoveKey: TypeAlias = Callable[[Turn], Rows]
"""A function that gives every move a whole number, shape (M,): a player wants the largest."""


class Feature(NamedTuple):
    """What a rule of thumb looks at in a move.

    Attributes
    ----------
    high, low : str
        In words, what a player wants who prefers much of the feature, and one who prefers little.
    key : MoveKey
        How much of the feature every move has.
    """

    high: str
    low: str
    key: MoveKey


def board_in(turn: Turn) -> Board:
    return cast(Board, turn.board)


def of_move(measure: Callable[[TileSet], int]) -> MoveKey:
    def key(turn: Turn) -> Rows:  # (M,)
        by_mask = np.array([*map(measure, board_in(turn).covers)])
        return np.asarray(by_mask[turn.source ^ turn.successor])

    return key


def of_state(measure: Callable[[TileSet], int]) -> MoveKey:
    return lambda turn: np.array([*map(measure, turn.board.open_tiles)])[turn.successor]


def clack_first(turn: Turn, numbers: Values) -> Rows:
    """Return the number of the state after every move, (N,) to (M,); a clack ranks highest."""
    above = [not tiles for tiles in turn.board.open_tiles]
    by_state = np.where(above, numbers.max() + 1, numbers).tolist()
    return np.array(by_state)[turn.successor]


def _playable_totals(turn: Turn) -> Rows:
    """Return how many totals have a move after every move, shape (M,)."""
    board = board_in(turn)
    totals: dict[int, NDArray[np.bool_]] = {}  # by total, the states where the total has a move
    for choice in board.choices:
        for roll in board.rolls(choice.dice):
            live = choice.states & board.can_make(board.moves(roll, choice.opening))
            totals[sum(roll)] = live | totals.get(sum(roll), False)
    return clack_first(turn, sum(totals.values(), np.zeros(board.size, np.int64)))


def playable(turn: Turn) -> Values:
    """Return the chance that a roll has a move, by choice of dice and state; −1: never rolled."""
    board, most = board_in(turn), turn.most_outcomes
    weights: Values = np.zeros((len(board.choices), board.size), dtype=np.object_)
    for live, choice in zip(weights, board.choices, strict=True):
        for moves, weight in choice.weights.items():
            live[board.can_make(moves)] += weight * most // choice.outcomes
        live[~choice.states] = -1
    return weights


def playable_rolls(turn: Turn) -> Rows:
    """Return the chance that the next roll, of the best dice, has a move, after every move.

    The chances are whole numbers of one unit, shape (M,), and a clack ranks highest.
    """
    return clack_first(turn, playable(turn).max(axis=0, initial=0))


def dice_nearest(turn: Turn, wanted: Callable[[TileSet], int]) -> NDArray[np.bool_]:
    """Return which choices of dice are nearest to a wanted number, shape (choices, states)."""
    nearest = turn.all_dice()
    dice = np.array([choice.dice for choice in turn.board.choices])
    for state in np.flatnonzero(nearest.sum(axis=0) > 1):
        off = abs(dice - wanted(turn.board.open_tiles[state]))
        nearest[:, state] &= off == off[nearest[:, state]].min()
    return nearest


def _most(of: str, key: MoveKey, ends: Sequence[str] = ("highest", "lowest")) -> Feature:
    high, low = (f"the {end} {of}" for end in ends)
    return Feature(high, low, key)


_MANY = "most", "fewest"
FEATURES: Mapping[str, Feature] = {
    "largest tile": _most("largest tile", of_move(lambda tiles: max(tiles, default=0))),
    "smallest tile": _most("smallest tile", of_move(lambda tiles: min(tiles, default=0))),
    "tiles": _most("tiles", of_move(len), _MANY),
    "squares": _most("sum of squares", of_move(lambda tiles: sum(tile**2 for tile in tiles))),
    "playable totals": _most("totals left to play", _playable_totals, _MANY),
    "1 kept": Feature("the 1 still open", "the 1 covered", of_state(lambda tiles: int(1 in tiles))),
    "6 or less": Feature(
        "nothing above 6 left open",
        "something above 6 left open",
        of_state(lambda tiles: int(max(tiles, default=0) <= 6)),
    ),
}
"""What a rule of thumb may look at."""


def key_of(turn: Turn, feature: str, sign: int) -> Rows:
    """Return how much of a feature every move has, times a sign, shape (M,)."""
    return sign * FEATURES[feature].key(turn)


ANANIAN = "C. Scott Ananian, series on Shut the Box (journal)"
BOWEN = "R. Bowen, Shut the box! (2025)"
KNIGHT = "V. Knight, simulation, cited by possiblywrong, Analysis of Shut the Box (2013)"


def _by(*keys: MoveKey) -> WantedBy:
    return lambda game, player, _: Wanted(tuple(key(game.turns[player]) for key in keys))


def _by_feature(name: str, sign: int) -> WantedBy:
    return _by(lambda turn: key_of(turn, name, sign))


def _seven_eight_nine(move: TileSet) -> int:
    largest = max(move, default=0)
    return largest if largest in (7, 8, 9) else -min(move, default=0)


def _by_solved(solved_turn: Callable[[Contest, int, int | None], SolvedTurn]) -> WantedBy:
    def wanted(game: Contest, player: int, score_to_beat: int | None) -> Wanted:
        solved = solved_turn(game, player, score_to_beat)
        return Wanted((solved.move_ranks,), solved.optimal_policy.dice_weights > 0)

    return wanted


def _by_aim(aim: str) -> WantedBy:
    return _by_solved(lambda game, player, _: one_player(game.rules[player], aim))


def _sequences_after(turn: Turn) -> Rows:
    """Return the rank of every move by the winning sequences that it leaves, shape (M,)."""
    sequences = all_winning_sequences(board_in(turn), turn)
    _, rank = np.unique(np.array(sequences, dtype=object), return_inverse=True)
    return clack_first(turn, rank)


def _high_open(tiles: TileSet) -> bool:
    return {7, 8, 9}.issubset(tiles)


def _of_most_dice(live: Values) -> Values:
    """Return by state what `live`, shape (choices, states), has for the most dice of that state."""
    none = np.zeros(live.shape[1:], object)
    return reduce(lambda fewer, more: np.where(more < 0, fewer, more), live, none)


def _playable_dice(turn: Turn) -> NDArray[np.bool_]:
    """Return which choices of dice `playable-dice` makes, shape (choices, states)."""
    board, live = board_in(turn), playable(turn)
    likelier = live.max(axis=0, initial=0) > _of_most_dice(live)

    def wanted(tiles: TileSet) -> int:
        few = likelier[board.mask(tiles)] and not _high_open(tiles)
        return 1 if few else board.variant.dice.number

    return dice_nearest(turn, wanted)


def _only_playable_dice(game: Contest, player: int, _: object) -> Wanted:
    turn = game.turns[player]
    if (turn.all_dice().sum(axis=0) < 2).all():
        why = "with which the number of dice is never a choice"
        takes = "rules with such a choice, such as 'always'"
        raise refused("one_die", game.rules[player].one_die, takes, why, RulesError)
    return Wanted((), _playable_dice(turn))


def _greedy(game: Contest, player: int, _: object) -> Wanted:
    """Count the next roll's moves as the source's program does: a shut box has none."""
    turn = game.turns[player]
    live, source, successor = playable(turn), turn.source, turn.successor
    high = np.array([*map(_high_open, turn.board.open_tiles)])[source]
    of_best, of_most = live.max(axis=0, initial=0), _of_most_dice(live)
    likely = np.where(high, of_best[successor], of_most[successor])
    _, rank = np.unique(likely, return_inverse=True)
    return Wanted((rank, source ^ successor), _playable_dice(turn))


def _score_left(turn: Turn) -> Rows:
    """Return the rank of the score that every move leaves, shape (M,).

    Raises
    ------
    RulesError
        If all moves after a roll leave the same score.
    """
    left: Rows = turn.ranks[turn.successor]
    if np.array_equal(turn.of_decisions(np.minimum, left), turn.of_decisions(np.maximum, left)):
        why = "by which all moves after a roll leave the same score"
        takes = "one by which they differ, in a game with a choice of moves"
        raise refused("scoring", turn.scoring, takes, why, RulesError)
    return left


def _sure_win_or_tie(game: Contest, player: int, score_to_beat: int | None) -> Wanted:
    """Want a move after which the score already wins or ties: further moves only lower a score."""
    turn = game.turns[player]
    left = _score_left(turn)
    if score_to_beat is None:
        return Wanted((left,))
    sure = game.stakes.who_wins(game.score_ranks(player)[left], [game.rank_of(score_to_beat)])
    return Wanted((sure[:, 0].astype(np.int64), left))


def _way(name: str, words: str, wanted: WantedBy, source: str = "", **described: bool) -> Described:
    return Described(name, wanted, words=words, source=source, **described)


_NAMED = (
    _way("random", "Any legal move, each as likely.", _by(), anywhere=True),
    _way(
        "largest-first",
        "A move with the largest tile that can be covered.",
        _by_feature("largest tile", 1),
        "T. Squires, Learning how to play a game meant for children (2023)",
    ),
    _way(
        "smallest-first",
        "A move with the smallest tile that can be covered.",
        _by_feature("smallest tile", -1),
    ),
    _way(
        "7-8-9-first",
        "A move with the largest of the tiles 7, 8 and 9 that can be covered; where none can, a "
        "move with the smallest tile.",
        _by(of_move(_seven_eight_nine)),
        BOWEN,
    ),
    _way(
        "1-2-3-4-first",
        "A move with as many of the tiles 1, 2, 3 and 4 as possible.",
        _by(of_move(lambda move: len({1, 2, 3, 4}.intersection(move)))),
        BOWEN,
    ),
    _way("fewest-tiles", "A move with as few tiles as possible.", _by_feature("tiles", -1)),
    _way("most-tiles", "A move with as many tiles as possible.", _by_feature("tiles", 1)),
    _way(
        "most-sequences",
        "The move after which the most sequences of rolls and moves cover everything.",
        _by(_sequences_after),
        "avandekleut.github.io, Shut the Box with Dynamic Programming",
    ),
    _way(
        "most-rolls",
        "The move after which the most rolls can still be played.",
        _by(playable_rolls),
    ),
    _way(
        "greedy",
        "The move after which the next roll, of all dice, is likeliest to have a move (while 7, 8 "
        "and 9 are all open, the next roll of the better number). Among equals the largest tile "
        "decides, then the next largest. The number of dice is that of playable-dice.",
        _greedy,
        KNIGHT,
    ),
    _way(
        "playable-dice",
        "A single die where it is likelier to have a move than all dice, and 7, 8 and 9 are not "
        "all open; then any legal move.",
        _only_playable_dice,
        KNIGHT,
    ),
    _way(
        "lowest-score",
        "The move, and the number of dice, with the lowest expected score.",
        _by_aim("score"),
        BOWEN,
        anywhere=True,
    ),
    _way(
        "best-clack",
        "The move, and the number of dice, with the highest chance to clack.",
        _by_aim("clack"),
        "Butler, durangobill.com",
        anywhere=True,
    ),
    _way(
        "highest-score-left",
        "The move after which the score of the open tiles is as high as possible.",
        _by(_score_left),
        ANANIAN,
    ),
    _way(
        "lowest-score-left",
        "The move after which the score of the open tiles is as low as possible.",
        _by(lambda turn: -_score_left(turn)),
        ANANIAN,
    ),
    _way(
        "sure-win-or-tie",
        "As second player a move that is a sure win, else one that is a sure tie; of several, "
        "where there is none, and as first player, the one that leaves the highest score.",
        _sure_win_or_tie,
        ANANIAN,
        looks=True,
    ),
    _way(
        "optimal",
        "The move, and the number of dice, that is best against an optimal opponent; if several "
        "are, chance decides.",
        _by_solved(
            lambda game, _, score_to_beat: solve_two(game).play(score_to_beat=score_to_beat)
        ),
        looks=True,
        settled=True,
        anywhere=True,
    ),
)
DESCRIBED: Mapping[str, Described] = {way.name: way for way in _NAMED}
"""The ways to play that people describe, by name."""
