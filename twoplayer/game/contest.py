"""The gate: the rules that are given for each player become their turns and the stakes.

Only this module reads and compares the rules of players, and refuses rules that do not fit.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest
from typing import Any

import numpy as np

from ..errors import Fault, Faults, RulesError
from ..exact import Rows
from ..turn.another import ANY_SCORING, GameLike, as_game
from ..turn.induction import Turn
from ..turn.states import rank_among
from ..turn.turns import turn_of
from ..variant.fields import FIELDS
from ..variant.tiles import TIES
from ..variant.variant import STAKES, Rules
from .stakes import Stakes

_ORDINALS = "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"


@dataclass(frozen=True)
class Contest:
    """Players who take a turn each, in their order, and the stakes."""

    rules: tuple[Rules, ...]  # variants, or games of another kind with the same attributes

    def __getstate__(self) -> dict[str, Any]:
        return {"rules": self.rules}

    @property
    def pair(self) -> tuple[Rules, Rules]:
        """The rules of both players, in a contest of two; other contests raise an error."""
        first, second = self.rules
        return first, second

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The turn of each player; players with the same turn rules and scoring share a turn."""
        return tuple(map(turn_of, self.rules))

    @cached_property
    def stakes(self) -> Stakes:
        rules, turns = self.rules[0], self.turns
        # The number of ranks that are clacks: all ranks up to the worst clack.
        clacks = turns[0].clacks
        if len(set(turns)) > 1:
            worst = [self.score_ranks(player)[: turn.clacks] for player, turn in enumerate(turns)]
            clacks = 1 + max(np.concatenate(worst).tolist(), default=-1)
        return Stakes(rules.clack_payout, rules.immediate_clack, TIES[rules.ties], clacks)

    @cached_property
    def scores(self) -> tuple[int, ...]:
        """All scores of all players, each once, the best first; a score's place is its rank."""
        scores, *others = {turn.scores for turn in self.turns}
        if not others:
            return scores
        return tuple(sorted({*scores}.union(*others), reverse=self.turns[0].sign < 0))

    def score_ranks(self, player: int) -> Rows:
        """Return the ranks of the scores of a player's turn, ascending; the first player is 0.

        Shape (scores of the turn,): from a rank in the turn to the rank in the contest.
        """
        turn = self.turns[player]
        if turn.scores == self.scores:
            return np.arange(len(self.scores))
        all_scores, scores = (
            turn.sign * np.array(best_first, object) for best_first in (self.scores, turn.scores)
        )
        return np.searchsorted(all_scores, scores)

    def left(self, player: int) -> Rows:
        """Return the rank of the score of each state of a player's turn, shape (N,).

        In a game of another kind a state in which no turn ends gets the worst rank. No result
        depends on this rank.
        """
        return self.score_ranks(player)[self.turns[player].ranks]

    def rank_of(self, score_to_beat: int) -> int:
        """Return the rank of a score; a score that the game does not have is a `PositionError`."""
        return rank_among(self.scores, score_to_beat)

    def check_plain(self, where: str) -> None:
        """Refuse a clack that does not pay 1 or wins at once, and a tie that pays.

        The `RulesError` has `where`, words for the game that takes no such rules, such as a match.
        """
        faults = self._paid_ties(where)
        for name, needed in (("clack_payout", 1), ("immediate_clack", False)):
            if (rule := getattr(self.rules[0], name)) != needed:
                unlike = f"got {rule}; takes {needed}".lower()
                why = "a clack is a score like any other then"
                faults.append(Fault(name, f"{unlike} {where}: {why}"))
        faults.tell(RulesError)

    def _paid_ties(self, where: str) -> Faults:
        ties = self.rules[0].ties
        taken = " | ".join(name for name, tie in TIES.items() if not tie.pays)
        return Faults([Fault.got("ties", ties, taken, where)] if TIES[ties].pays else [])

    def check(self) -> None:
        """Refuse players whose rules do not fit together: a `RulesError` with every fault.

        The stakes must be the same for all players, and so must the scores that are clacks.
        """
        first, *others = self.rules
        faults = self._paid_ties("with more than two players") if len(others) > 1 else Faults()
        for player, rules in enumerate(others, 1):
            for name in (*STAKES, "highest_wins"):
                whose = f"for the {_ORDINALS[player]} player"
                of_first, rule = _spelled(first, name), _spelled(rules, name)
                if name == "highest_wins":
                    whose += f", whose {'highest' if rule else 'lowest'} score wins"
                if rule != of_first and ANY_SCORING not in (rule, of_first):
                    faults.append(Fault.got(name, rule, f"{of_first!r} as for the first", whose))
        faults.tell(RulesError)
        for player, turn in enumerate(self.turns):
            if (self.score_ranks(player) < self.stakes.clacks).sum() != turn.clacks:
                got = "got a score that is a clack for one of the players alone, or below one"
                takes = "clacks that are so for all, and better than all other scores"
                raise RulesError(f"{got}; takes {takes}", of="clack")


class OfTwo:
    """A result about two players, with the rules of both players."""

    variant: Rules
    second_variant: Rules

    @property
    def contest(self) -> Contest:
        """Both players' turns and the stakes, in the form for the solver."""
        return Contest((self.variant, self.second_variant))


def contest(
    *given: GameLike | None,
    parameters: Sequence[str] = ("variant", "second"),
    read: Callable[[Any, str], Rules] = as_game,
) -> Contest:
    """Return the contest of the rules that are given for each player.

    Parameters
    ----------
    *given : Variant, str, path, Game or None
        The rules of each player's turn, in the order of their turns. None: the first player's.
    parameters : sequence of str
        The parameter names of players in errors; the last name is also that of all later players.
    read : callable
        A function that reads rules, and refuses all other values. `as_variant` takes only games
        with tiles.

    Raises
    ------
    RulesError
        If the rules do not fit together, or a name stands for several variants.
    InputError, UnknownNameError, FileError, GameTooLargeError
        As `read`.
    """
    rules: list[Rules] = []
    for game, name in zip_longest(given, parameters[: len(given)], fillvalue=parameters[-1]):
        rules.append(rules[0] if rules and game is None else read(game, name))
    made = Contest(tuple(rules))
    if len(rules) > 2 or len(set(rules)) > 1:
        made.check()
    return made


def _spelled(rules: Any, name: str) -> Any:
    if name == "highest_wins":
        return getattr(rules, name, False)
    return FIELDS[name].spell(getattr(rules, name))
