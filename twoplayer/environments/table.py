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
    """Make a game of several players as an environment of PettingZoo, of its kind AEC.

    Agents are called player_0, player_1 and so on, in the order of their turns. Each takes a turn,
    and knows the scores before. At the end of the game every agent gets its stakes, as `seats` says
    who pays whom: of two players these are the stakes of `solve`.

    The `action_mask` among the infos of an agent says which actions are legal. What they mean the
    environment has as `actions`, and the rolls as `rolls`, as of `ShutTheBox`. After the game the
    infos have each `score`.

    The observation of an agent is an array of floats from 0 to 1, with these parts:

    1. for each tile of its own box, 1 where it is open;
    2. for each of the `rolls`, 1 where it is the agent's and has just fallen;
    3. for each seat, 1 where it is the agent's;
    4. the place of the best score so far among all, from 0, the best, to 1, where nobody has any;
    5. how many of the players have it, as a share of all.

    Parameters
    ----------
    variant : Variant, str or path, default "classic"
        The rules, or the name or file of a single variant.
    players : int, default 2
        How many play, 2 to 8.
    illegal : str, default "end"
        What an illegal action does. `"end"`: the game ends, and the agent pays every other one the
        most that is ever paid. `"raise"`: it is an error.
    render_mode : str, optional
        `"ansi"`: `render` returns a line of text, of the box of the agent that is to move.
        `"rgb_array"`: it returns pixels.

    Returns
    -------
    pettingzoo.AECEnv
        The environment. It is not in any wrapper.

    Raises
    ------
    InputError
        If a parameter is none of these.
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
