"""The environment behind `table_env`; this module needs PettingZoo, and is imported when used."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from numpy.typing import NDArray
from pettingzoo import AECEnv

from ..game.contest import Contest
from ..variant.variant import Variant
from .drawing import RENDER_MODES, Pixels, drawn
from .encoding import THE_END, Encoding, Spot, read_action

Seen = NDArray[np.float32]


class TableGame(AECEnv):  # type: ignore[misc]
    """Players who take a turn each, for stakes; `table_env` makes and describes it."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "shut_the_box_v0",
        "render_modes": [*RENDER_MODES],
        "render_fps": 4,
        "is_parallelizable": False,
    }

    def __init__(self, game: Contest, illegal: str, render_mode: str | None) -> None:
        super().__init__()
        self._game, self.illegal, self.render_mode = game, illegal, render_mode
        self.variant: Variant = game.rules[0]
        self._encoding = Encoding(self.variant)
        self.actions, self.rolls = [*self._encoding.actions], [*self._encoding.rolls]
        players = len(game.rules)
        self.possible_agents = [f"player_{number}" for number in range(players)]
        self.agents: list[str] = []
        size = len(self.variant.tiles) + len(self.rolls) + players + 2
        self.observation_spaces = {
            agent: spaces.Box(0, 1, (size,), np.float32) for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: spaces.Discrete(len(self.actions)) for agent in self.possible_agents
        }
        self._left: list[int] = self._encoding.turn.ranks.tolist()
        self.np_random, _ = seeding.np_random()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self.np_random, _ = seeding.np_random(seed)
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._states = dict.fromkeys(self.agents, self._encoding.start)
        self._ranks: list[int] = []  # the ranks of the scores of the turns that are over
        self._next()

    def _next(self) -> None:
        """Begin the turn of the next player."""
        self.agent_selection = self.agents[len(self._ranks)]
        self._put(self._encoding.begun(self.np_random.random))

    def _put(self, spot: Spot) -> None:
        self._spot = spot
        self._states[self.agent_selection] = spot.state
        nothing = np.zeros_like(spot.mask)
        for agent in self.agents:
            mask = spot.mask if agent == self.agent_selection else nothing
            self.infos[agent]["action_mask"] = mask.copy()

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        encoding, spot, random = self._encoding, self._spot, self.np_random.random
        after = spot.after.get(read_action(action))
        if after is None:
            if self.illegal == "raise":
                raise encoding.refused(action, spot)
            self.infos[agent]["illegal"] = True
            others, most = len(self.agents) - 1, float(self._game.stakes.most)
            self._end([-most * others if each == agent else most for each in self.agents])
        elif after != THE_END and (spot := encoding.following(spot, after, random)).after:
            self._put(spot)
        else:
            self._states[agent] = spot.state
            self._leave(self._left[spot.state])
        self._accumulate_rewards()

    def _leave(self, rank: int) -> None:
        """End a turn with the score of a rank, and end the game after the last turn.

        A clack that wins at once ends the game as well.
        """
        self.infos[self.agent_selection]["score"] = self._game.scores[rank]
        self._ranks.append(rank)
        stakes, players = self._game.stakes, len(self.agents)
        if len(self._ranks) == players or (stakes.at_once and rank < stakes.clacks):
            self._end([*map(float, paid_by_rank(self._game, self._ranks))])
        else:
            self._next()

    def _end(self, rewards: Sequence[float]) -> None:
        for agent, reward in zip(self.agents, rewards, strict=True):
            self.rewards[agent] = reward
            self.terminations[agent] = True
            self.infos[agent]["action_mask"] = np.zeros_like(self._spot.mask)

    def observe(self, agent: str) -> Seen:
        seat, rolled = self.possible_agents.index(agent), np.zeros(len(self.rolls), np.float32)
        if agent == self.agent_selection and self._spot.roll:
            rolled[self._spot.roll - 1] = 1
        seats = np.zeros(len(self.possible_agents), np.float32)
        seats[seat] = 1
        best, holders = 1.0, 0
        if self._ranks:
            best = min(self._ranks) / max(len(self._game.scores) - 1, 1)
            holders = self._ranks.count(min(self._ranks))
        facing = np.array([best, holders / len(self.possible_agents)], np.float32)
        tiles = self._encoding.open_in(self._states[agent]).astype(np.float32)
        return np.concatenate([tiles, rolled, seats, facing])

    def render(self) -> str | Pixels | None:
        spot, mine = self._spot, self._states[self.agent_selection]
        roll = spot.roll if mine == spot.state else 0
        best = self._game.scores[min(self._ranks)] if self._ranks else None
        return drawn(self.render_mode, self._encoding, mine, roll, best)

    def close(self) -> None:
        """Do nothing, since there is nothing to release."""


def paid_by_rank(game: Contest, ranks: Sequence[int]) -> list[Fraction]:
    """Return the payoff of every player, by the ranks of the scores of the turns that are over.

    The player with the best score gets a stake from every other player. Players who tie for the
    best score share these stakes. If the rule `ties` decides, the earliest or the latest of them
    gets all.
    """
    stakes, players, best = game.stakes, len(game.rules), min(ranks)
    winners = [player for player, rank in enumerate(ranks) if rank == best]
    if stakes.tie.wins:
        winners = winners[:1] if stakes.tie.wins < 0 else winners[-1:]
    price = stakes.payout if best < stakes.clacks else Fraction(1)
    won = price * (players - len(winners)) / len(winners)
    return [won if player in winners else -price for player in range(players)]
