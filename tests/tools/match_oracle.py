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

    NOISE, PLAIN = Decimal("1e-15"), Decimal("1e-11")
    doubtful = False

    def ev(self, target):
        return self.values(target)(0, 0, 1)

    def values(self, target):
        """What both totals and who starts the next round are worth to player 1, as a function."""
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

        return value

    def rounds(self, target, most):
        """How likely a race from the start takes 0, 1, … rounds, up to so many.

        Both play for its values, and choose evenly among what is worth the same, to 12 digits.
        """
        value = self.values(target)
        known = {}
        states, found = {(0, 0, 1): Decimal(1)}, []
        for _ in range(most + 1):
            over = {s for s in states if max(s[:2]) >= target}
            found.append(sum((states[s] for s in over), Decimal(0)))
            after = defaultdict(Decimal)
            for state in states.keys() - over:
                if state not in known:
                    known[state] = [*self._next(*state, value)]
                for then, chance in known[state]:
                    after[then] += states[state] * chance
            states = after
        return found

    def _next(self, first, second, starter, value):
        sign = {1: 1, 2: -1}[starter]
        mine, other = self.players[starter], self.players[3 - starter]

        def then(own, others):
            scores = (own, others) if starter == 1 else (others, own)
            next_starter = self.next_starter(starter, *scores)
            return first + scores[0], second + scores[1], next_starter

        def facing(own):
            return lambda state: -sign * value(*then(own, other.score(state)))

        def payoff(state):
            return -other.turn(facing(mine.score(state)))(other.all_tiles)

        for end, chance in mine.ends(payoff).items():
            own = mine.score(end)
            for others_end, others_chance in other.ends(facing(own)).items():
                yield then(own, other.score(others_end)), chance * others_chance

    def ends(self, payoff):
        """How likely a turn that is played for a payoff ends in each state."""
        payoff = cache(payoff)
        value = self.turn(payoff)

        def spread(chance, found, into):
            for end, more in found.items():
                into[end] += chance * more

        @cache
        def of(state):
            if not state:
                return {state: Decimal(1)}
            by_dice = {dice: of_dice(state, dice) for dice in self.dice_counts(state)}
            worth = {dice: mean for dice, (mean, _) in by_dice.items()}
            into = defaultdict(Decimal)
            for dice in (best := self.best(worth)):
                spread(Decimal(1) / len(best), by_dice[dice][1], into)
            return into

        def of_dice(state, dice):
            mean, into = Decimal(0), defaultdict(Decimal)
            for roll, chance in self.rolls(dice):
                worth = {m: value(state - m) for m in self.covers(state, roll)}
                mean += chance * max(worth.values(), default=payoff(state))
                for move in (best := self.best(worth)):
                    spread(chance / len(best), of(state - move), into)
                if not worth:
                    into[state] += chance
            return mean, into

        return of(self.all_tiles)

    def best(self, worth):
        """What is worth the most, or nearly."""
        most = max(worth.values(), default=0)
        less = {choice: most - value for choice, value in worth.items()}
        self.doubtful |= any(self.NOISE < loss < self.PLAIN for loss in less.values())
        return [choice for choice, loss in less.items() if loss < Decimal("1e-12")]

    def is_doubtful(self):
        """Whether a choice was so little worse than another that bounds may not tell them apart."""
        return any(player.doubtful for player in self.players.values())


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
