"""Every way in which chance may go, in place of a sample: an environment is stepped through all."""

from fractions import Fraction
from math import prod


class TooShortError(Exception):
    """A draw for which there is no number yet."""


class Script:
    """What stands in for a generator, and gives numbers that are written beforehand."""

    def __init__(self, numbers):
        self.left = [*numbers]

    def random(self):
        if not self.left:
            raise TooShortError
        return self.left.pop(0)


def every(act, cells):
    """Yield each way in which `act(generator)` may go: its probability, and what is returned.

    For each draw the numbers from 0 to 1 are cut into so many cells, in each of which the same has
    to be drawn.
    """
    scripts = [()]
    while scripts:
        script = scripts.pop()
        try:
            result = act(Script(script))
        except TooShortError:
            count = cells[len(script)]
            scripts += [(*script, (cell + 0.5) / count) for cell in range(count)]
        else:
            yield Fraction(1, prod(cells[: len(script)])), result


def placed(env, observation):
    """Return the options of `reset` by which an observation comes again."""
    tiles = [
        t for t, is_open in zip(env.variant.tiles, observation["open"], strict=True) if is_open
    ]
    options = {"open_tiles": tiles}
    if observation["roll"]:
        roll = env.rolls[observation["roll"] - 1]
        options["roll"] = roll[0] if len(roll) == 1 else roll
    if "beat" in observation:
        options["score_to_beat"] = env.scores_to_beat[observation["beat"]]
    return options


def mean_return(env, policy, of_a_roll, of_opponent=1):
    """Return the exact mean of the undiscounted return of `policy(observation, mask)`.

    A roll, and the opponent's turn, are each one draw, of so many equally likely parts.
    """
    known = {}

    def begin(generator):
        env.np_random = generator
        observation, info = env.reset()
        [*legal] = info["action_mask"].nonzero()[0]
        if [env.actions[action] for action in legal] == [()]:
            return env.step(legal[0])
        return observation, 0.0, False, False, info

    def on_average(begun, cells):
        total = Fraction(0)
        for chance, (observation, reward, over, _, info) in every(begun, cells):
            total += chance * Fraction(reward)
            if not over:
                total += chance * go_on(observation, info["action_mask"])
        return total

    def go_on(observation, mask):
        key = tuple(observation["open"].tolist()), observation["roll"], observation.get("beat")
        if key not in known:
            options = placed(env, observation)
            env.reset(options=options)
            action = policy(observation, mask)

            def step(generator):
                env.reset(options=options)
                env.np_random = generator
                return env.step(action)

            covers = env.actions[action]
            clacks = isinstance(covers, tuple) and len(covers) == observation["open"].sum()
            cells = (of_opponent,) if clacks else (of_a_roll, of_opponent)
            known[key] = on_average(step, cells)
        return known[key]

    cells = (of_opponent, of_a_roll) if env.scores_to_beat else (of_a_roll, of_opponent)
    return on_average(begin, cells)
