"""The aims of an agent: the payment for each score, alone or against another player."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

from ..errors import InputError, one_of, refused
from ..exact import in_whole_numbers, parse_exact
from ..game.contest import Contest, contest
from ..game.players import PLAYERS
from ..strategy.one_player import AIMS, one_player
from ..strategy.own import Strategy, StrategyLike, as_strategy
from ..strategy.values import check_rules, gains_to_second, scores_left
from ..turn.position import Payoff
from ..turn.solved import SolvedTurn
from ..turn.turns import turn_of
from ..variant.registry import VariantLike, as_variant
from ..variant.variant import Variant
from .encoding import Lottery, Random

AimLike: TypeAlias = str | Mapping[int, int | str | Fraction]
LARGEST_PAID = 10**100
"""The largest payment, since rewards are floats."""
_MOST_SOLVED = 64
"""The most solved turns that are kept, each against a score to beat."""


class Paid(NamedTuple):
    reward: float
    other_score: int | None = None  # the other player's score, if the other player has played


class Ending(NamedTuple):
    """The possible payments for a score that an agent leaves, with their chances."""

    lottery: Lottery
    paid: list[Paid]

    def drawn(self, random: Random) -> Paid:
        return self.paid[self.lottery.draw(random) if len(self.paid) > 1 else 0]


class Aim:
    """The payments that an agent plays for, and a reward for every move.

    Parameters
    ----------
    rules : Variant
        The rules of the agent's turn.
    step : Fraction
        The reward of every move that covers tiles.
    largest : Fraction
        The largest payment or cost of an end.

    Attributes
    ----------
    scores_to_beat : tuple of int
        The possible scores of an earlier player, the best first; empty without an earlier player.
    may_be_over : bool
        Whether the agent may have no turn, such as after a clack that wins at once.
    """

    scores_to_beat: tuple[int, ...] = ()
    may_be_over = False

    def __init__(self, rules: Variant, step: Fraction, largest: Fraction) -> None:
        self.rules, self.step = rules, step
        self.scores = turn_of(rules).scores
        for parameter, amount in (("step", step), ("aim", largest)):
            if abs(amount) > LARGEST_PAID:
                raise InputError("too large for the floats of rewards", of=parameter)
        self._endings: dict[tuple[int, int | None], Ending] = {}
        self._solved: dict[int | None, SolvedTurn] = {}

    @property
    def worst(self) -> Fraction:
        """The lowest payment of an end."""
        raise NotImplementedError

    def drawn(self, random: Random) -> int | None:
        """Draw the score to beat; without an earlier player return None, and draw nothing."""
        return None

    def goes_on(self, score_to_beat: int | None) -> bool:
        """Return whether the agent has a turn after a score to beat."""
        return True

    def facing(self, score_to_beat: int | None) -> list[Fraction]:
        """Return the mean payment for each score that the agent may leave, by its rank."""
        raise NotImplementedError

    def paid(self, rank: int, score_to_beat: int | None, random: Random) -> Paid:
        """Draw the payment for leaving the score of a rank."""
        key = rank, score_to_beat
        if (ending := self._endings.get(key)) is None:
            ending = self._endings[key] = self._ending(rank, score_to_beat)
        return ending.drawn(random)

    def _ending(self, rank: int, score_to_beat: int | None) -> Ending:
        reward = float(self.facing(score_to_beat)[rank])
        return Ending(Lottery.of([1]), [Paid(reward, score_to_beat)])

    def solved(self, score_to_beat: int | None) -> SolvedTurn:
        """Solve the agent's turn for the mean payments."""
        if (found := self._solved.get(score_to_beat)) is None:
            if len(self._solved) >= _MOST_SOLVED:
                self._solved.clear()
            numbers, unit = in_whole_numbers([*self.facing(score_to_beat), self.step])
            payoff = Payoff.of_value(numbers[:-1], unit)
            found = SolvedTurn(self.rules, payoff, step=self.step).fractions
            self._solved[score_to_beat] = found
        return found


class Alone(Aim):
    """A turn without an opponent, with a payment for each score."""

    def __init__(self, rules: Variant, amounts: list[Fraction], step: Fraction) -> None:
        super().__init__(rules, step, max(map(abs, amounts)))
        self._amounts = amounts

    @property
    def worst(self) -> Fraction:
        return min(self._amounts)

    def facing(self, score_to_beat: int | None) -> list[Fraction]:
        return self._amounts


class Against(Aim):
    """A turn for stakes, against another player who plays before the agent or after it."""

    def __init__(self, game: Contest, player: int, opponent: Strategy, step: Fraction) -> None:
        super().__init__(game.rules[player], step, game.stakes.most)
        self._game, self._player, self._opponent = game, player, opponent
        if player:
            self.scores_to_beat = game.turns[0].scores
            self.may_be_over = game.stakes.at_once
            left = scores_left(game, opponent.way)
            self._before = Lottery.of(left.values())

    @property
    def worst(self) -> Fraction:
        return -self._game.stakes.most

    def drawn(self, random: Random) -> int | None:
        return self.scores_to_beat[self._before.draw(random)] if self._player else None

    def goes_on(self, score_to_beat: int | None) -> bool:
        return score_to_beat is None or not self._won_at_once(score_to_beat)

    def _won_at_once(self, score: int) -> bool:
        stakes = self._game.stakes
        return stakes.at_once and self._game.rank_of(score) < stakes.clacks

    def facing(self, score_to_beat: int | None) -> list[Fraction]:
        if self._player:
            assert score_to_beat is not None
            return self._to_second(score_to_beat)
        gains = gains_to_second(self._game, self._opponent)
        return [-gains[score] for score in self.scores]

    def _to_second(self, score: int) -> list[Fraction]:
        """Return the second player's payoffs against a score, by the rank of the second's score."""
        game = self._game
        gains = game.stakes.to_second(game.score_ranks(1), [game.rank_of(score)])[:, 0]
        return [Fraction(gain, game.stakes.unit) for gain in gains.tolist()]

    def _ending(self, rank: int, score_to_beat: int | None) -> Ending:
        score = self.scores[rank]
        if self._player or self._won_at_once(score):
            reward = float(self.facing(score_to_beat)[rank])
            return Ending(Lottery.of([1]), [Paid(reward, score_to_beat)])
        left = scores_left(self._game, self._opponent.way, 1, score)
        gains = self._to_second(score)
        paid = [Paid(-float(gain), own) for gain, own in zip(gains, left, strict=True)]
        return Ending(Lottery.of(left.values()), paid)


def aim_of(
    variant: VariantLike,
    aim: AimLike,
    seat: str | None,
    opponent: StrategyLike | None,
    *,
    second: VariantLike | None,
    step: Any,
) -> Aim:
    """Read the aim of an agent, with the rules, the seat and the opponent."""
    try:
        each = parse_exact(step)
    except ValueError as error:
        raise refused("step", step, "an exact number, such as '-1/10'", str(error)) from None
    if aim == "win":
        check_rules(second)
        player = PLAYERS.index(one_of("seat", "first" if seat is None else seat, PLAYERS))
        strategy = as_strategy("optimal" if opponent is None else opponent, "opponent")
        return Against(contest(variant, second, read=as_variant), player, strategy, each)
    for parameter, given in (("seat", seat), ("opponent", opponent), ("second", second)):
        if given is not None:
            raise refused(parameter, given, "nothing where the aim is not 'win'")
    rules = as_variant(variant)
    if isinstance(aim, Mapping):
        solved = one_player(rules, payoff=aim)
    else:
        if not (isinstance(aim, str) and ":" in aim):
            one_of("aim", aim, ["win", *AIMS], "what scores pay, such as 0:10,1:5")
        solved = one_player(rules, aim)
    payoff = solved.payoff
    amounts = [Fraction(amount, payoff.unit) for amount in payoff.wanted[:, 0, 0].tolist()]
    return Alone(rules, amounts, each)
