"""Several players at a table, as an environment of PettingZoo."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..errors import InputError, need, one_of, whole_number
from ..game.contest import contest
from ..variant.registry import VariantLike, as_variant
from .aims import LARGEST_PAID
from .drawing import RENDER_MODES

if TYPE_CHECKING:
    from pettingzoo import AECEnv


def table_env(
    variant: VariantLike = "classic",
    players: int = 2,
    *,
    illegal: str = "end",
    render_mode: str | None = None,
) -> AECEnv[str, Any, Any]:
    """Make a game of several players as an environment of PettingZoo, a `pettingzoo.AECEnv`.

    Agents are called player_0, player_1 and so on, in the order of their turns. Each agent takes a
    turn, and knows the earlier scores. At the end of the game every agent gets its stakes, by the
    payments of `seats`. For two players these are the stakes of `solve`.

    The `action_mask` in an agent's info says which actions are legal. The attribute `actions` of
    the environment has the meaning of actions, and `rolls` the meaning of rolls, as in
    `ShutTheBox`. An agent's info has the `score` after that agent's turn.

    The observation of an agent is an array of floats from 0 to 1, with these parts:

    1. for each tile of the agent's own box, 1 if the tile is open;
    2. for each of the `rolls`, 1 if the agent has just rolled it;
    3. for each seat, 1 if the seat is the agent's;
    4. the place of the best score so far among all scores, from 0, the best, to 1, the worst, which
       also stands for no score;
    5. the share of players who have the best score so far, among all players.

    Parameters
    ----------
    variant : Variant, str or path, default "classic"
        The rules, or the name or file of a single variant.
    players : int, default 2
        The number of players, 2 to 8.
    illegal : str, default "end"
        The effect of an illegal action. `"end"`: the game ends, and the agent pays every other
        agent the largest payment of the game. `"raise"`: the action is an error.
    render_mode : str, optional
        `"ansi"`: `render` returns a line of text, for the box of the agent that is to move.
        `"rgb_array"`: `render` returns pixels. None: `render` returns None.

    Returns
    -------
    pettingzoo.AECEnv
        The environment, without any wrapper.

    Raises
    ------
    InputError
        If a parameter has another value, or `clack_payout` is too large for floats.
    UnknownNameError, FileError, RulesError, GameTooLargeError
        As `solve`.

    Examples
    --------
    >>> from twoplayer.environments import table_env
    >>> env = table_env("classic", players=3)
    >>> env.reset(seed=1)
    >>> for agent in env.agent_iter():
    ...     observation, reward, terminated, truncated, info = env.last()
    ...     print(agent, reward) if terminated else None
    ...     env.step(None if terminated else info["action_mask"].argmax())
    player_2 -1.0
    player_0 -1.0
    player_1 2.0
    """
    need("gym")
    from .aec import TableGame
    from .shut_the_box import ILLEGAL

    whole_number("players", players, 2, 8)
    one_of("illegal", illegal, ILLEGAL)
    if render_mode is not None:
        one_of("render_mode", render_mode, RENDER_MODES)
    game = contest(*[as_variant(variant)] * players, read=as_variant)
    if game.stakes.most > LARGEST_PAID:
        raise InputError("too large for the floats of rewards", of="clack_payout")
    return TableGame(game, illegal, render_mode)
