"""Shut the Box for OpenSpiel, whose algorithms unroll every history of a game.

So they value small games: `python for_open_spiel.py` compares what they find for three tiles and a
die of three sides with the exact numbers. It needs `pip install open_spiel`.
"""

import pyspiel
from open_spiel.python.algorithms import best_response as open_spiel_response
from open_spiel.python.algorithms import expected_game_score, exploitability
from open_spiel.python.policy import TabularPolicy, UniformRandomPolicy

from twoplayer import Box, Variant, best_response, matchup, solve
from twoplayer import exploitability as exploits

_TYPE = pyspiel.GameType(
    short_name="python_shut_the_box",
    long_name="Shut the Box",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=False,
    parameter_specification={"tiles": "1-3", "dice": "1d3", "one_die": "never", "ties": "first"},
)


class ShutTheBox(pyspiel.Game):
    """The game of two, by tiles, dice, `one_die` and `ties`; all else is as in the classic."""

    def __init__(self, params=None):
        self.variant = Variant(**{**_TYPE.parameter_specification, **(params or {})})
        self.box, tiles = Box(self.variant), self.variant.tiles
        info = pyspiel.GameInfo(
            num_distinct_actions=2 ** len(tiles) + self.variant.dice.number + 1,
            max_chance_outcomes=len(self.rolls(self.variant.dice.number)),
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=4 * len(tiles) + 2,
        )
        super().__init__(_TYPE, info, params or {})

    def rolls(self, dice):
        """List the rolls of some dice with their probabilities."""
        ways = self.box.rolls(dice)
        return [(roll, count / sum(ways.values())) for roll, count in sorted(ways.items())]

    def number_of(self, action):
        """Return the number of an action: a bit for each tile, a number of dice above these."""
        tiles = self.variant.tiles
        if isinstance(action, int):
            return 2 ** len(tiles) + action
        return sum(2 ** tiles.index(tile) for tile in action)

    def new_initial_state(self):
        """Begin a game."""
        return State(self)

    def make_py_observer(self, iig_obs_type=None, params=None):
        """Make what says what a player knows, which is all."""
        return Observer()


class State(pyspiel.State):
    """A history: the boxes of both players, and what the one to move has chosen and rolled."""

    def __init__(self, game):
        super().__init__(game)
        self.scores = []
        self.begin()

    def begin(self):
        """Begin the next turn."""
        self.open_tiles, self.dice, self.roll = self.get_game().box.start, None, None
        self.go_on()

    def go_on(self):
        """Choose the dice where that is no choice, or end the turn where nothing is left."""
        self.dice, self.roll = None, None
        choices = [*self.get_game().box.choices(self.open_tiles)]
        if not choices:
            self.end()
        elif len(choices) == 1:
            self.dice = choices[0]

    def end(self):
        """Leave what is open, and hand the dice over."""
        self.scores.append(self.get_game().box.score(self.open_tiles))
        if len(self.scores) < 2:
            self.begin()

    def actions(self):
        """Return what the player to move may do, by its number."""
        if self.dice is None:
            every = self.get_game().box.choices(self.open_tiles)
        else:
            left = self.get_game().box.moves(self.open_tiles, self.roll)
            every = [tuple(sorted({*self.open_tiles} - {*tiles})) for tiles in left]
        return {self.get_game().number_of(action): action for action in every}

    def current_player(self):
        """Return whose move it is."""
        if len(self.scores) == 2:
            return pyspiel.PlayerId.TERMINAL
        rolling = self.dice is not None and self.roll is None
        return pyspiel.PlayerId.CHANCE if rolling else len(self.scores)

    def is_terminal(self):
        """Return whether both have played."""
        return len(self.scores) == 2

    def _legal_actions(self, player):
        return sorted(self.actions())

    def chance_outcomes(self):
        """Return the rolls, by their places, with their probabilities."""
        return [
            (place, chance) for place, (_, chance) in enumerate(self.get_game().rolls(self.dice))
        ]

    def _apply_action(self, action):
        if self.current_player() == pyspiel.PlayerId.CHANCE:
            self.roll, _ = self.get_game().rolls(self.dice)[action]
            if not self.actions():
                self.end()
        elif self.dice is None:
            self.dice = self.actions()[action]
        else:
            self.open_tiles = tuple(sorted({*self.open_tiles} - {*self.actions()[action]}))
            self.go_on()

    def _action_to_string(self, player, action):
        if player == pyspiel.PlayerId.CHANCE:
            return f"roll {self.get_game().rolls(self.dice)[action][0]}"
        return f"choose {self.actions()[action]}"

    def returns(self):
        """Return what each player gets."""
        if not self.is_terminal():
            return [0.0, 0.0]
        first, second = self.scores
        tied = {"push": 0.0, "first": 1.0, "second": -1.0}[self.get_game().variant.ties]
        won = tied if first == second else 1.0 if first < second else -1.0
        return [won, -won]

    def __str__(self):
        """Name the position, by which a player may tell it from others."""
        return f"{self.scores} {self.open_tiles} {self.dice} {self.roll}"


class Observer:
    """A player sees everything; what has led there makes no difference."""

    tensor, dict = None, {}

    def set_from(self, state, player):
        """Put nothing into a tensor, of which there is none."""

    def string_from(self, state, player):
        """Say what a player knows."""
        return str(state)


pyspiel.register_game(_TYPE, ShutTheBox)


def optimal_policy(game):
    """Make the policy that plays as `solve` says: the first of the optimal moves."""
    policy, solution = TabularPolicy(game), solve(game.variant)
    for state in policy.states:
        turn = solution.play(score_to_beat=state.scores[0] if state.scores else None)
        position = turn.at(state.open_tiles)
        if state.dice is None:
            best = position.optimal_dice()[0]
        else:
            best = min(position.optimal_moves(state.roll))
        probabilities = policy.policy_for_key(state.information_state_string())
        probabilities[:] = 0
        probabilities[game.number_of(best)] = 1
    return policy


def found_by_open_spiel(game):
    """Value optimal and random play by the algorithms of OpenSpiel."""
    optimal, random = optimal_policy(game), UniformRandomPolicy(game)
    start = game.new_initial_state()
    replies = [open_spiel_response.BestResponsePolicy(game, player, random) for player in (0, 1)]
    return {
        "EV of optimal play": expected_game_score.policy_value(start, [optimal, optimal])[0],
        "EV of random play": expected_game_score.policy_value(start, [random, random])[0],
        "best response of the first player to random": replies[0].value(start),
        "best response of the second player to random": replies[1].value(start),
        "exploitability of random": exploitability.exploitability(game, random),
        "exploitability of optimal play": exploitability.exploitability(game, optimal),
    }


def found_exactly(variant):
    """Value the same exactly."""
    first = best_response(variant, "random").first_player_ev
    second = -best_response(variant, "random", player="second").first_player_ev
    return {
        "EV of optimal play": solve(variant).first_player_ev,
        "EV of random play": matchup(variant, "random", "random").first_player_ev,
        "best response of the first player to random": first,
        "best response of the second player to random": second,
        "exploitability of random": exploits(variant, "random", "random").exploitability,
        "exploitability of optimal play": exploits(variant, "optimal", "optimal").exploitability,
    }


if __name__ == "__main__":
    game = pyspiel.load_game("python_shut_the_box")
    found, exact = found_by_open_spiel(game), found_exactly(game.variant)
    for what, number in found.items():
        print(f"{what:45} {number:12.9f}  {exact[what]}")
