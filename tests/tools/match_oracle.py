"""The values of matches by their definition: a literal recursion over rounds and players.

Of each turn `oracle.py` has the value; totals, who starts and who wins are written down here. What
does not end by itself, a race with two clacks in a round or a tie that is played again, is repeated
until nothing moves any more.
"""

from collections import defaultdict
from decimal import Decimal
from fractions import Fraction
from functools import cache

from oracle import Oracle


class Match(Oracle):
    """Values are to player 1, who starts round 1; player 2 keeps his own rules, if he has some."""

    def __init__(self, starts, second=None, **rules):
        super().__init__(**rules)
        self.starts = starts
        self.players = {1: self, 2: type(self)(starts, **second) if second else self}

    def next_starter(self, starter, first, second):
        """Who starts the next round, where player 1 and player 2 have scored this."""
        if self.starts == "alternate":
            return 3 - starter
        if self.starts == "same" or first == second:
            return starter
        won, lost = (1, 2) if first < second else (2, 1)
        return {"winner": won, "loser": lost}[self.starts]

    def won(self, first, second):
        """What player 1 gets, where these are the totals at the end."""
        if first == second:
            return {"push": 0, "first": 1, "second": -1}[self.game.ties]
        return 1 if first < second else -1

    def round(self, starter, worth, known):
        """The value of a round, where `worth` says what scores and the next starter are worth.

        What is known after scores of the starter stays so.
        """
        sign = {1: 1, 2: -1}[starter]
        mine, other = self.players[starter], self.players[3 - starter]

        def after(own):
            def payoff(state):
                scores = (own, other.score(state)) if starter == 1 else (other.score(state), own)
                return -sign * worth(*scores, self.next_starter(starter, *scores))

            if own not in known:
                known[own] = -other.turn(payoff)(other.all_tiles)
            return known[own]

        return sign * mine.turn(lambda state: after(mine.score(state)))(mine.all_tiles)


class Rounds(Match):
    """So many rounds: by fractions."""

    def ev(self, rounds):
        @cache
        def value(left, lead, starter):
            if not left:
                return Fraction(self.won(lead, 0))
            return self.round(starter, lambda a, b, then: value(left - 1, lead + a - b, then), {})

        return value(rounds, 0, 1)


class Repeated(Match):
    """Rounds that may come back to where they were: by decimals of 28 digits."""

    STILL = Decimal("1e-16")

    def rolls(self, dice):
        return [
            (roll, Decimal(chance.numerator) / chance.denominator)
            for roll, chance in super().rolls(dice)
        ]

    def settled(self, states, known, once):
        """Play states once more, again and again, until their values stay."""
        known.update(dict.fromkeys(states, Decimal(0)))
        moved = 1
        while moved > self.STILL:
            before = [known[state] for state in states]
            known.update({state: once(*state) for state in states})
            moved = max(abs(known[s] - v) for s, v in zip(states, before, strict=True))


class Race(Repeated):
    """Rounds until a total has reached a target."""

    def ev(self, target):
        known, after = {}, defaultdict(dict)

        def value(first, second, starter):
            if max(first, second) >= target:
                return Decimal(self.won(first, second))
            if (first, second, starter) not in known:
                self.settled([(first, second, 1), (first, second, 2)], known, once)
            return known[first, second, starter]

        def once(first, second, starter):
            after[first, second, starter].pop(0, None)  # two clacks may follow a clack alone
            return self.round(
                starter,
                lambda a, b, then: value(first + a, second + b, then),
                after[first, second, starter],
            )

        return value(0, 0, 1)


class Wins(Repeated):
    """Games until somebody has won so many; of equal scores nobody wins one."""

    def ev(self, wins):
        known = {}

        def value(first, second, starter):
            if wins in (first, second):
                return Decimal(1 if first == wins else -1)
            if (first, second, starter) not in known:
                self.settled([(first, second, 1), (first, second, 2)], known, once)
            return known[first, second, starter]

        def once(first, second, starter):
            return self.round(
                starter, lambda a, b, then: value(first + (a < b), second + (b < a), then), {}
            )

        return value(0, 0, 1)
