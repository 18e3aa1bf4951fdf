"""How many rolls a turn takes, by plain recursion, where each choice that is left is as likely."""

from collections import Counter
from functools import cache


def turn_of_rolls(oracle, numbers_in, moves_after):
    """Return the chance of each final score with each number of rolls.

    `numbers_in` names the numbers of dice that are chosen from in a state, `moves_after` the moves
    after a roll there; none: the turn ends.
    """

    @cache
    def after(state):
        if not state:
            return {(oracle.score(state), 0): 1}
        found, numbers = Counter(), numbers_in(state)
        for roll, chance in (each for dice in numbers for each in oracle.rolls(dice)):
            moves = moves_after(state, roll)
            ways = [after(state - frozenset(move)) for move in moves]
            for way in ways or [{(oracle.score(state), 0): 1}]:
                for (score, rolls), part in way.items():
                    share = chance * part / len(numbers) / max(len(moves), 1)
                    found[score, rolls + 1] += share
        return found

    return after(oracle.all_tiles)


def played_optimally(oracle, turn):
    """Return that of a solved turn, whose choices are best by everything that decides ties."""

    def tied(prospects):
        return [choice for choice, parts in prospects if parts == prospects[0][1]]

    def moves_after(state, roll):
        moves = tied(turn.at(state).prospects(roll[0] if oracle.game.by_total else roll))
        return [] if moves == [()] else moves

    return turn_of_rolls(oracle, lambda state: tied(turn.at(state).prospects()), moves_after)


def of_both(first, replies):
    """Return the chance of each number of rolls in a game, by what the first turn leaves."""
    found = Counter()
    for (score, rolls), chance in first.items():
        for (_, more), part in replies(score).items():
            found[rolls + more] += chance * part
    return dict(sorted(found.items()))
