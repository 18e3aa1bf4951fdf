"""Tabular Q-learning, valued exactly while it learns: `python q_learning.py` draws how it goes.

It writes `learning.csv` and `learning.svg` where it is started. It needs the extras `gym` and
`plot`, and takes some minutes.
"""

import csv
import io
from pathlib import Path

import gymnasium
import numpy as np

import twoplayer.environments  # noqa: F401
from twoplayer import one_player, strategy_value
from twoplayer.environments import strategy_of


class QLearner:
    """A table of what each action is worth, for all open tiles and rolls."""

    def __init__(self, env, seed=1):
        self.env, self.rng = env, np.random.default_rng(seed)
        env.reset(seed=seed)
        self.bits = 2 ** np.arange(env.observation_space["open"].n)
        rolls, actions = env.observation_space["roll"].n, env.action_space.n
        self.worth = np.zeros((2 ** len(self.bits), rolls, actions))
        self.tried = np.zeros(self.worth.shape)

    def row(self, observation):
        return self.bits @ observation["open"], observation["roll"]

    def policy(self, observation, mask):
        return np.where(mask, self.worth[self.row(observation)], -np.inf).argmax()

    def learn(self, games, explore=0.05):
        for _ in range(games):
            (observation, info), over = self.env.reset(), False
            while not over:
                row, mask = self.row(observation), info["action_mask"]
                action = self.policy(observation, mask)
                if self.rng.random() < explore:
                    action = self.rng.choice(np.flatnonzero(mask))
                observation, reward, over, _, info = self.env.step(action)
                if not over:
                    reward += self.worth[self.row(observation)][info["action_mask"] > 0].max()
                self.tried[row][action] += 1
                rate = self.tried[row][action] ** -0.7
                self.worth[row][action] += rate * (reward - self.worth[row][action])


HEADINGS = "games", "believed", "worth", "possible"


def learning(thousands, variant="classic"):
    """Yield, after each thousand games, what is believed, worth and possible: expected scores."""
    env = gymnasium.make("twoplayer/ShutTheBox-v0", variant=variant, aim="score")
    learner, box = QLearner(env), env.unwrapped
    possible = float(one_player(variant).value())
    for thousand in range(1, thousands + 1):
        learner.learn(1000)
        worth = strategy_value(variant, strategy_of(env, learner.policy)).expected_score
        yield 1000 * thousand, -believed(learner, box), float(worth), possible


def believed(learner, box):
    """Return what the table says that the first roll is worth, on average."""
    dice = [(one, other) for one in range(1, 7) for other in range(1, 7)]
    rolls = [box.rolls.index((one + other,)) + 1 for one, other in dice]
    rows = learner.worth[learner.bits.sum(), rolls]  # (36, actions)
    legal = learner.tried[learner.bits.sum(), rolls] > 0
    return np.where(legal, rows, -np.inf).max(axis=1).clip(min=-100).mean()


def drawn(numbers):
    """Draw the lines of a CSV."""
    from twoplayer.show import drawing

    axes = drawing.on_new_figure(drawing.WIDE, 3.6)
    rows = [[float(cell) for cell in row] for row in [*csv.reader(io.StringIO(numbers))][1:]]
    games, *lines = zip(*rows, strict=True)
    said = "Expected score by games learnt from: believed, exactly worth, possible."
    drawing.begin(axes, (drawing.WIDE, 3.6), "What has the agent learnt?", said)
    looks = ((drawing.NOBODY, "--"), (drawing.INK, "-"), (drawing.BEST, ":"))
    names = "what it believes", "what it is worth, exactly", "what is possible"
    for line, name, (colour, style) in zip(lines, names, looks, strict=True):
        axes.plot(games, line, color=colour, linestyle=style, linewidth=1.6, label=name)
    axes.set_xlabel("games")
    axes.set_ylabel("expected score")
    axes.set_ylim(0, 19)
    axes.set_xlim(0, games[-1])
    axes.legend(frameon=False)
    drawing.grid_behind(axes)
    return axes


if __name__ == "__main__":
    from twoplayer.show import drawing

    rows = [HEADINGS, *([games, *(f"{n:.6f}" for n in line)] for games, *line in learning(60))]
    numbers = "".join(f"{','.join(map(str, row))}\n" for row in rows)
    Path("learning.csv").write_text(numbers, "utf-8")
    Path("learning.svg").write_bytes(drawing.save(drawn, numbers))
