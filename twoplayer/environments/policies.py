"""An agent's policy as a strategy, which is valued exactly like any other strategy."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import integer, refused
from ..strategy.own import Strategy
from ..variant.tiles import TileSet
from .encoding import Flags

if TYPE_CHECKING:
    from gymnasium import Env


def strategy_of(
    env: Env[Any, Any], policy: Callable[[dict[str, Any], Flags], Any], name: str = "policy"
) -> Strategy:
    """Make a strategy from an agent's policy.

    Parameters
    ----------
    env : gymnasium.Env
        A `ShutTheBox`, perhaps in wrappers. The environment gives the meaning of numbers, and is
        not played.
    policy : callable
        `policy(observation, mask)` returns the number of an action; or the probabilities of all
        actions, an array of shape (actions,). The mask has a 1 for every legal action. The function
        is called twice in every position that its play reaches, and must give the same answer.
    name : str, default "policy"
        The name of the strategy.

    Returns
    -------
    Strategy
        A strategy for `strategy_value`, `matchup` and other functions that take strategies, by the
        rules of `env`. If the agent of `env` is the second player, the strategy is one for the
        second player.

    Raises
    ------
    InputError
        If `env` is another environment, or `policy` no function. Functions that use the strategy
        raise this error for an answer that is no legal action.

    Examples
    --------
    A policy that takes the first legal action, the set with the lowest tiles:

    >>> import gymnasium
    >>> import twoplayer.environments
    >>> from twoplayer import strategy_value
    >>> from twoplayer.environments import strategy_of
    >>> env = gymnasium.make("twoplayer/ShutTheBox-v0")
    >>> first = strategy_of(env, lambda observation, mask: mask.argmax(), name="first")
    >>> f"{float(strategy_value('classic', first).expected_score):.4f}"
    '24.1503'
    """
    from .shut_the_box import ShutTheBox

    box = getattr(env, "unwrapped", None)
    if not isinstance(box, ShutTheBox):
        raise refused("env", env, "an environment twoplayer/ShutTheBox-v0")
    if not callable(policy):
        raise refused("policy", policy, "a function of an observation and a mask")
    asked = _Asked(box, policy)
    if box.scores_to_beat:
        return Strategy(asked.cover_facing, asked.dice_facing, name=name, words=_WORDS)
    return Strategy(asked.cover, asked.dice, name=name, words=_WORDS)


_WORDS = "As a policy says."


class _Asked:
    def __init__(self, env: Any, policy: Callable[[dict[str, Any], Flags], Any]) -> None:
        self._env, self._policy = env, policy

    def cover(self, open_tiles: TileSet, roll: tuple[int, ...]) -> Any:
        return self.cover_facing(open_tiles, roll, None)

    def dice(self, open_tiles: TileSet) -> Any:
        return self.dice_facing(open_tiles, None)

    def cover_facing(
        self, open_tiles: TileSet, roll: tuple[int, ...], score_to_beat: int | None
    ) -> Any:
        return self._answer(open_tiles, self._env._encoding.number_of(roll), score_to_beat)

    def dice_facing(self, open_tiles: TileSet, score_to_beat: int | None) -> Any:
        return self._answer(open_tiles, 0, score_to_beat)

    def _answer(self, open_tiles: TileSet, roll: int, score_to_beat: int | None) -> Any:
        env = self._env
        if score_to_beat not in (env.scores_to_beat or (None,)):
            raise ValueError("only a second_strategy, as of matchup")
        state = env._encoding.board.state_of(open_tiles)
        observation = env._observation(state, roll, score_to_beat)
        answer = self._policy(observation, env._encoding.spot(state, roll).mask.copy())
        given = np.asarray(answer)
        if given.shape != (len(env.actions),):
            if (action := integer(answer)) not in range(len(env.actions)):
                raise ValueError(f"no action from 0 to {len(env.actions) - 1}")
            return env.actions[action]
        weights = zip(env.actions, given.tolist(), strict=True)
        return {action: weight for action, weight in weights if weight}
