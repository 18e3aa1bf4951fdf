"""Shut the Box as an environment of Gymnasium, with exact values."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import PositionError, need, one_of, refused
from ..strategy.own import StrategyLike
from ..variant.registry import VariantLike
from ..variant.tiles import TileSet
from ..variant.variant import Variant
from .aims import AimLike, aim_of
from .drawing import RENDER_MODES, Pixels, drawn
from .encoding import THE_END, Encoding, Spot, read_action

need("gym")

from gymnasium import Env, spaces  # noqa: E402
from gymnasium.error import ResetNeeded  # noqa: E402

ILLEGAL = {
    "end": "an illegal action ends the turn, and pays the worst",
    "raise": "an illegal action is an error",
}


class ExactValues:
    """The exact values of an agent's present position: `ShutTheBox.exact`.

    A value is the expected sum of the agent's rewards from here on, under optimal play, as a
    `fractions.Fraction`. Earlier rewards do not count.

    Parameters
    ----------
    env : ShutTheBox
        The environment; every method uses its present position.

    Examples
    --------
    >>> import gymnasium
    >>> import twoplayer.environments
    >>> env = gymnasium.make("twoplayer/ShutTheBox-v0", aim="clack").unwrapped
    >>> observation, info = env.reset(options={"open_tiles": (1, 2, 5, 8), "roll": 8})
    >>> {env.actions[action]: value for action, value in env.exact.q_values().items()}
    {(1, 2, 5): Fraction(5, 36), (8,): Fraction(103, 648)}
    >>> env.exact.value(), [env.actions[action] for action in env.exact.optimal_actions()]
    (Fraction(103, 648), [(8,)])
    """

    def __init__(self, env: ShutTheBox) -> None:
        self._env = env

    def value(self) -> Fraction:
        """Return the value of the position: the value of the best action.

        Returns
        -------
        Fraction
            After a roll W(S, roll); before the choice of dice V(S).

        Raises
        ------
        gymnasium.error.ResetNeeded
            If the turn is over, or has not begun.
        """
        return max(self.q_values().values())

    def q_values(self) -> dict[int, Fraction]:
        """Return the value of every legal action.

        Returns
        -------
        dict
            `{action: value}`, by the number of the action.

        Raises
        ------
        gymnasium.error.ResetNeeded
            If the turn is over, or has not begun.
        """
        env = self._env
        spot = env._before()
        turn = env._aim.solved(env._beat)
        open_tiles = env._encoding.board.open_tiles[spot.state]
        if THE_END in spot.after.values():
            return dict.fromkeys(spot.after, Fraction(turn.ending_value(open_tiles)))
        values: Mapping[Any, Any]
        if spot.roll:
            roll = env.rolls[spot.roll - 1]
            values = turn.moves(open_tiles, roll[0] if env._encoding.board.by_total else roll)
        else:
            values = {option.choice: option.value for option in turn.options(open_tiles)}
        actions: list[Any] = env.actions
        return {action: values[actions[action]] for action in sorted(spot.after)}

    def regret(self, action: int | np.int64) -> Fraction:
        """Return the regret of an action: the value of the best action less the action's value.

        Parameters
        ----------
        action : int
            The number of the action. The value of an illegal action is its payment.

        Returns
        -------
        Fraction
            The regret, 0 or more. An optimal action has the regret 0.

        Raises
        ------
        InputError
            If the action is illegal, and illegal actions are errors; or if it is no whole number.
        gymnasium.error.ResetNeeded
            If the turn is over, or has not begun.
        """
        env, values, number = self._env, self.q_values(), read_action(action)
        if number not in values and env.illegal == "raise":
            raise env._encoding.refused(action, env._before())
        return max(values.values()) - values.get(number, env._worst)

    def optimal_actions(self) -> list[int]:
        """Return the actions with the highest value.

        Returns
        -------
        list of int
            The numbers of these actions, ascending.

        Raises
        ------
        gymnasium.error.ResetNeeded
            If the turn is over, or has not begun.
        """
        values = self.q_values()
        best = max(values.values())
        return sorted(action for action, value in values.items() if value == best)


class ShutTheBox(Env[dict[str, Any], np.int64]):
    """A turn of Shut the Box as an environment of Gymnasium, `"twoplayer/ShutTheBox-v0"`.

    An episode is a turn. The environment rolls the dice. If the number of dice is no choice, an
    action is a set of tiles to cover. A roll that covers nothing ends the turn by itself.

    The observation is a dict:

    - `open` has a 1 for every open tile.
    - `roll` is the number of the roll in `rolls`, from 1 on; 0 if the agent is to choose the number
      of dice.
    - `beat`, for a second player alone, is the place of the first player's score in
      `scores_to_beat`.

    The `action_mask` of the info says which actions are legal. After the turn the info has the
    `score`, and as `other_score` the score of an opponent who has played. After an illegal action
    the info has `illegal`.

    The mean of the undiscounted return is exactly the value of a policy. By the aim this is the
    expected score with a minus sign, the chance to clack, the expected payment, or the EV in
    stakes.

    Parameters
    ----------
    variant : Variant, str or path, default "classic"
        The rules, or the name or file of a single variant. If the aim is `"win"`, these are the
        first player's rules.
    aim : str or mapping, default "score"
        `"score"`: the end pays the score, with a minus sign. `"clack"`: a clack pays 1. `"win"`:
        the end pays stakes, against an opponent. Other aims are payments for scores, as for
        `one_player`: a mapping such as `{0: 10, 1: 5}`, or text, `"0:10,1:5"`.
    seat : str, optional
        `"first"` or `"second"`, if the aim is `"win"`. None: the first.
    opponent : str, Strategy or function, optional
        The other player's strategy, if the aim is `"win"`, as for `strategy_value`. None: optimal
        play.
    second : Variant, str or path, optional
        The second player's rules, if the aim is `"win"` and these differ. None: the rules of
        `variant`.
    step : int, str or Fraction, default 0
        The extra reward of every move that covers tiles, exact, such as `"-1/10"`.
    illegal : str, default "end"
        The effect of an illegal action. `"end"`: the action ends the turn, and pays a lower bound
        of all that the aim can pay in a turn. So no policy gains by an illegal action. `"raise"`:
        the action is an error.
    render_mode : str, optional
        `"ansi"`: `render` returns a line of text. `"rgb_array"`: `render` returns pixels. None:
        `render` returns None.

    Attributes
    ----------
    variant : Variant
        The rules of the agent's turn.
    actions : list
        The meaning of each action: the tiles to cover, as a tuple, or the number of dice to roll.
        If a turn may be over before the first move, there is an action `()`, which covers nothing.
        That action is legal in such a turn alone, since `reset` cannot end an episode.
    rolls : list of tuple of int
        The meaning of each number of a roll, from 1 on: dice, or their total if only that matters.
    scores_to_beat : tuple of int
        The meaning of each `beat`; empty without scores to beat.
    exact : ExactValues
        The exact values of the position.
    illegal : str
        The effect of an illegal action, as given.
    metadata : dict
        The modes of `render`, in the form of Gymnasium.

    Raises
    ------
    InputError
        If a parameter has another value; or if seat, opponent or second come with another aim.
    UnknownNameError, FileError, RulesError, GameTooLargeError
        As `solve`.

    Examples
    --------
    >>> import gymnasium
    >>> import twoplayer.environments
    >>> env = gymnasium.make("twoplayer/ShutTheBox-v0", variant="classic", aim="score")
    >>> observation, info = env.reset(seed=1)
    >>> env.unwrapped.rolls[observation["roll"] - 1]
    (7,)
    >>> [action] = env.unwrapped.exact.optimal_actions()
    >>> env.unwrapped.actions[action]
    (7,)
    >>> observation, reward, terminated, truncated, info = env.step(action)
    >>> observation["open"], reward, terminated
    (array([1, 1, 1, 1, 1, 1, 0, 1, 1], dtype=int8), 0.0, False)
    """

    variant: Variant
    actions: list[TileSet | int]
    rolls: list[tuple[int, ...]]
    scores_to_beat: tuple[int, ...]
    exact: ExactValues
    illegal: str
    metadata: dict[str, Any] = {  # noqa: RUF012
        "render_modes": [*RENDER_MODES],
        "render_fps": 4,
    }

    def __init__(
        self,
        variant: VariantLike = "classic",
        aim: AimLike = "score",
        *,
        seat: str | None = None,
        opponent: StrategyLike | None = None,
        second: VariantLike | None = None,
        step: int | str | Fraction = 0,
        illegal: str = "end",
        render_mode: str | None = None,
    ) -> None:
        self._aim = aim_of(variant, aim, seat, opponent, second=second, step=step)
        self.illegal = one_of("illegal", illegal, ILLEGAL)
        if render_mode is not None:
            one_of("render_mode", render_mode, RENDER_MODES)
        self.render_mode = render_mode
        self.variant = self._aim.rules
        self._encoding = Encoding(self.variant, may_be_over=self._aim.may_be_over)
        self.actions = [*self._encoding.actions]
        self.rolls = [*self._encoding.rolls]
        self.scores_to_beat = self._aim.scores_to_beat
        self.exact = ExactValues(self)
        turn = self._encoding.turn
        self._ranks: list[int] = turn.ranks.tolist()
        self._step = float(self._aim.step)
        self._worst = self._aim.worst + min(self._aim.step, Fraction(0)) * turn.most_rolls
        of: dict[str, spaces.Space[Any]] = {
            "open": spaces.MultiBinary(len(self.variant.tiles)),
            "roll": spaces.Discrete(len(self.rolls) + 1),
        }
        if self.scores_to_beat:
            of["beat"] = spaces.Discrete(len(self.scores_to_beat))
        self._place_to_beat = {score: place for place, score in enumerate(self.scores_to_beat)}
        self.observation_space: spaces.Space[dict[str, Any]] = spaces.Dict(of)
        self.action_space: spaces.Space[np.int64] = spaces.Discrete(len(self.actions))
        self._spot: Spot | None = None
        self._over = True
        self._beat: int | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a turn.

        Parameters
        ----------
        seed : int, optional
            The seed that starts new random numbers. None: the random numbers go on.
        options : dict, optional
            A position to begin in, in place of the start. `open_tiles` goes with a `roll`, or alone
            if the number of dice is a choice. Without `score_to_beat` that score is drawn.

        Returns
        -------
        tuple
            The observation, and the info.

        Raises
        ------
        InputError
            If an option has another name.
        PositionError
            If there is no such position, or the position has no legal action.
        """
        super().reset(seed=seed)
        options = options or {}
        for name in options:
            one_of("options", name, ("open_tiles", "roll", "score_to_beat"))
        random = self.np_random.random
        given = options.get("score_to_beat")
        if given is not None and given not in self._place_to_beat:
            takes = "one of env.unwrapped.scores_to_beat" if self.scores_to_beat else "none"
            raise refused("score_to_beat", given, takes, kind=PositionError)
        self._beat = self._aim.drawn(random) if given is None else int(given)
        self._over = False
        if not self._aim.goes_on(self._beat):
            self._spot = self._encoding.over()
        elif {"open_tiles", "roll"} & options.keys():
            self._spot = self._placed(options.get("open_tiles"), options.get("roll"))
        else:
            self._spot = self._encoding.begun(random)
        return self._seen(self._spot), {"action_mask": self._spot.mask.copy()}

    def _placed(self, open_tiles: Any, roll: Any) -> Spot:
        encoding, board = self._encoding, self._encoding.board
        state = encoding.start if open_tiles is None else board.state_of(open_tiles)
        if roll is None:
            if len(board.dice_at(state)) < 2:
                takes = "the roll as well, where the number of dice is no choice"
                raise refused("open_tiles", open_tiles, takes, kind=PositionError)
            return encoding.spot(state, 0)
        spot = encoding.spot(
            state, encoding.number_of(board.roll_of(board.open_tiles[state], roll))
        )
        if not spot.after:
            takes = f"one that covers something, {board.said(state)}"
            raise refused("roll", roll, takes, kind=PositionError)
        return spot

    def step(
        self, action: int | np.int64
    ) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Do an action, and roll again.

        Parameters
        ----------
        action : int
            The number of the action, in `actions`.

        Returns
        -------
        tuple
            The observation, the reward, whether the turn is over, False (no turn is cut short), and
            the info.

        Raises
        ------
        InputError
            If the action is illegal, and illegal actions are errors; or if it is no whole number.
        gymnasium.error.ResetNeeded
            If the turn is over, or has not begun.
        """
        spot = self._before()
        after = spot.after.get(read_action(action))
        if after is None:
            return self._ended_by(action, spot)
        reward = 0.0
        if after != THE_END:
            reward = self._step if spot.roll else 0.0
            self._spot = spot = self._encoding.following(spot, after, self.np_random.random)
            if spot.after:
                return self._seen(spot), reward, False, False, {"action_mask": spot.mask.copy()}
        self._over = True
        rank = self._ranks[spot.state]
        paid = self._aim.paid(rank, self._beat, self.np_random.random)
        info = {"action_mask": np.zeros_like(spot.mask), "score": self._aim.scores[rank]}
        if paid.other_score is not None:
            info["other_score"] = paid.other_score
        return self._seen(spot), reward + paid.reward, True, False, info

    def _ended_by(
        self, action: object, spot: Spot
    ) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        if self.illegal == "raise":
            raise self._encoding.refused(action, spot)
        self._over = True
        info = {"action_mask": np.zeros_like(spot.mask), "illegal": True}
        return self._seen(spot), float(self._worst), True, False, info

    def _before(self) -> Spot:
        """Return the agent's position, or raise `ResetNeeded` without a turn under way."""
        if self._over or self._spot is None:
            raise ResetNeeded("the turn is over, or has not begun: call reset")
        return self._spot

    def _seen(self, spot: Spot) -> dict[str, Any]:
        return self._observation(spot.state, spot.roll, self._beat)

    def _observation(self, state: int, roll: int, beat: int | None) -> dict[str, Any]:
        seen: dict[str, Any] = {"open": self._encoding.open_in(state).copy(), "roll": roll}
        if beat is not None:
            seen["beat"] = self._place_to_beat[beat]
        return seen

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal, in the form for the algorithms of sb3-contrib.

        Returns
        -------
        array of bool, shape (actions,)
            True for each legal action.

        Raises
        ------
        gymnasium.error.ResetNeeded
            If the turn is over, or has not begun.
        """
        return self._before().mask.astype(bool)

    def render(self) -> str | Pixels | None:
        """Show the box, the roll and the score to beat.

        Returns
        -------
        str, array or None
            A line of text, or pixels of shape (height, width, 3), by `render_mode`. Without a mode
            None.

        Raises
        ------
        gymnasium.error.ResetNeeded
            If no turn has begun.
        """
        if (spot := self._spot) is None:
            raise ResetNeeded("no turn has begun: call reset")
        return drawn(self.render_mode, self._encoding, spot.state, spot.roll, self._beat)
