"""A game of several players by its definition: a literal recursion over the scores so far.

Of each turn `oracle.py` has the rules; who wins, who pays and what decides equal values are written
down here.
"""

from fractions import Fraction
from functools import cache

from oracle import Oracle, Payoffs


class Table:
    """A game of several players, valued by its definition: every history of scores on its own.

    A value has the EV of every seat, the chance of each to win alone, the chance of each to tie,
    and for each the chance that anybody after it clacks.
    """

    def __init__(self, rules, pays="lowest-takes"):
        self.oracles = [Oracle(**each) for each in rules]  # of every seat
        self.stakes, self.players, self.pays = self.oracles[0].game, len(rules), pays
        self.after = cache(self.after)

    def winners(self, scores):
        """Return who would win with these scores; who would pay, where the highest does."""
        ties = self.stakes.ties
        if self.pays == "highest-pays":
            highest = [seat for seat, score in enumerate(scores) if score == max(scores)]
            return {"push": highest, "first": highest[-1:], "second": highest[:1]}[ties]
        lowest = [seat for seat, score in enumerate(scores) if score == min(scores)]
        return {"push": lowest, "first": lowest[:1], "second": lowest[-1:]}[ties]

    def ended(self, scores):
        winners, n = self.winners(scores), self.players
        if self.pays == "highest-pays":
            shares = Fraction(n - len(winners), len(winners))
            evs = [-shares if seat in winners else Fraction(1) for seat in range(n)]
            wins = [Fraction(seat not in winners) for seat in range(n)]
            return self.known(scores, winners, evs, wins)
        clacked = scores[winners[0]] == 0
        pays = self.stakes.clack_payout if clacked else Fraction(1)
        gets = pays * (n - len(winners)) / len(winners)
        evs = [gets if seat in winners else -pays for seat in range(n)]
        wins = [Fraction(winners == [seat]) for seat in range(n)]
        return self.known(scores, winners, evs, wins)

    def known(self, scores, winners, evs, wins):
        n = self.players
        ties = [Fraction(seat in winners and len(winners) > 1) for seat in range(n)]
        clacks = [Fraction(0 in scores[seat + 1 :]) for seat in range(n)]
        return Payoffs([*evs, *wins, *ties, *clacks])

    def after(self, scores):
        """Return what everybody gets after some scores."""
        if len(scores) == self.players or (0 in scores and self.stakes.immediate_clack):
            return self.ended(scores)
        return self.best(scores)(self.oracles[len(scores)].all_tiles)[1]

    def best(self, scores):
        """Return what a state of the next seat's turn is worth: what is compared, and all of it."""
        n, seat = self.players, len(scores)
        oracle = self.oracles[seat]

        def compared(value, clacks):
            evs, wins, ties, others = (value[n * kind : n * (kind + 1)] for kind in range(4))
            holder = self.winners(scores)[:1] if scores else []
            against = [-evs[other] for other in (*holder, *range(seat + 1, n))]
            further = [ties[seat], *(e for h in holder for e in (wins[h], ties[h]))]
            further += wins[seat + 1 :]
            return Payoffs([evs[seat], *against, wins[seat], clacks, -others[seat], *further])

        def ending(state):
            value = self.after((*scores, oracle.score(state)))
            clacks = Fraction(not state)
            return compared(value, clacks), value

        @cache
        def worth(state):
            found = []
            for dice in oracle.dice_counts(state) if state else ():
                total = None
                for roll, chance in oracle.rolls(dice):
                    moves = oracle.covers(state, roll)
                    best = max((worth(state - move) for move in moves), default=ending(state))
                    part = (chance * best[0], chance * best[1])
                    total = part if total is None else (total[0] + part[0], total[1] + part[1])
                found.append(total)
            return max(found) if found else ending(state)

        return worth


def chances_of(table, value, kind):
    n = table.players
    return tuple(value[n * kind : n * (kind + 1)])
