"""Matches of two players over several rounds: a number of them, or until a total is reached."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from ..errors import Fault, Faults, InputError, RulesError, one_of, refused, whole_number
from ..exact import Bounds, Rational, percent_text
from ..exact import exact as exact_field
from ..game.fairness import BOUNDED_EV, EVS, Favouring
from ..game.stakes import tie_of
from ..table import Column, Table, Tabled, To
from ..turn.another import GameLike, as_game
from ..variant.variant import Variant
from ..work import tracked
from .rounds import MOST_ROUNDS, STARTS, ScoredTurn, race
from .rounds import rounds as rounds_of

ROUNDS = 5
"""So many are played, if nothing is said."""
_TAKE = {"same": 1, "alternate": 1, "loser": 4, "winner": 4}
"""How long matches take beside each other, by who starts the next round: the last from as long as
the first to 18 times as long."""


@dataclass(frozen=True, eq=False, repr=False)
class Match(Favouring, Tabled):
    """What a match of several rounds is worth under optimal play of both players.

    Parameters
    ----------
    variant
        The rules.
    rounds
        How many there are; None: as many as it takes.
    to
        The total that ends it at the end of a round; None: none does.
    starts
        Who starts the next round: `"same"`, `"alternate"`, `"loser"` or `"winner"`.
    exact
        Whether the EV is exact; else it lies between bounds.
    first_player_ev
        The expected value to the player who starts round 1, in stakes.
    by_rounds
        That of matches of 1, 2, … rounds, up to this one's, by their number; none of a race.

    Examples
    --------
    >>> three = match(Variant(tiles=4), rounds=3, exact=True)
    >>> three.favoured, three.percent, three.by_rounds[1]
    ('second', '-0.0020', -6863/136048896)
    """

    variant: Variant
    rounds: int | None
    to: int | None
    starts: str
    exact: bool
    first_player_ev: Rational | Bounds = exact_field()
    by_rounds: dict[int, Rational | Bounds] = exact_field(repr=False)

    columns = (
        Column("starts", to=To.PROGRAMS),
        Column("rounds"),
        Column("to", to=To.PROGRAMS),
    )

    @property
    def middle(self) -> Fraction:
        """The first player's EV, or what lies between its bounds."""
        return sum(self.bounds, Fraction(0)) / 2

    @property
    def percent(self) -> str:
        """The first player's EV in percent, as people read it."""
        return percent_text(Fraction(0) if self.favoured == "unknown" else self.middle)

    @property
    def length(self) -> str:
        """How long it is, in words."""
        if self.rounds is None:
            return f"a race to {self.to}"
        return "1 round" if self.rounds == 1 else f"{self.rounds} rounds"

    def each(self) -> list[Match]:
        """Return the matches of 1, 2, … rounds, or the one race, in `Fraction`s."""
        evs = self.fractions.by_rounds
        some = [replace(self, rounds=n, first_player_ev=evs[n], by_rounds={n: evs[n]}) for n in evs]
        return [match.fractions for match in some or [self]]

    _found = each

    def table(self) -> Table:
        """Return the columns of rounds or of a race, exact or between bounds."""
        known = [column for column in self.columns if column.of(self) is not None]
        ev = EVS if self.exact else BOUNDED_EV
        return Table([*known, *ev], self._found(), self._title())

    def _title(self) -> str:
        what = "Matches in rounds" if self.by_rounds else self.length.capitalize()
        return f"{what}, starts {self.starts}: {self.variant.in_words()}"


def match(
    variant: GameLike,
    rounds: int | None = None,
    to: int | None = None,
    starts: str = "alternate",
    exact: bool = False,
) -> Match:
    """Solve a match over rounds: each player takes a turn in each, and scores are added up.

    The lower total wins one stake. Equal totals are as `ties` says, where the first player is who
    starts round 1.

    Parameters
    ----------
    variant
        As for `solve`; a clack pays 1 and does not win at once.
    rounds
        How many there are.
    to
        Instead, a race: it ends after the round in which a total has reached this.
    starts
        Who starts the next round: `"same"`, `"alternate"`, or by the scores of this one, whatever
        `ties` says, `"loser"` or `"winner"`; after equal scores the same player again.
    exact
        The EV of rounds is a fraction. Else it lies between proven bounds, at most 1e-9 apart,
        which takes less time by far.

    Raises
    ------
    InputError
        If not one of `rounds`, 1 to 1000, and `to`, a whole number from 1 on, is given; if `starts`
        is unknown; if a race is to be `exact`, or its bounds cannot be brought near enough.
    RulesError
        If the rules are not those of a match.
    GameTooLargeError
        If there are too many totals.

    Examples
    --------
    >>> low, high = match(Variant(tiles=2, ties="second"), to=5, starts="loser").first_player_ev
    >>> f"{float(low):.9f} {float(high):.9f}"
    '-0.717089932 -0.717089932'
    >>> match(Variant(tiles=3), rounds=2, starts="loser", exact=True).first_player_ev
    0
    """
    rules = match_rules(variant, starts)
    if (rounds is None) == (to is None):
        got = "none" if to is None else f"{rounds} beside a total to reach"
        raise InputError(f"got {got}; takes a number of rounds, or a total to reach", of="rounds")
    if to is None:
        number = whole_number("rounds", rounds, 1, MOST_ROUNDS)
        turn = ScoredTurn(rules)
        evs = rounds_of(turn, number, starts, tie_of(rules), exact=exact)
        return Match(rules, number, None, starts, exact, evs[-1], dict(enumerate(evs, 1)))
    goal = whole_number("to", to, 1)
    if exact:
        raise refused("exact", exact, "False in a race", "whose exact denominator explodes")
    ev = race(ScoredTurn(rules), goal, starts, tie_of(rules))
    return Match(rules, None, goal, starts, False, ev, {})


def matches(
    variant: GameLike,
    rounds: int | None = None,
    to: int | None = None,
    starts: Sequence[str] = (),
    exact: bool = False,
) -> dict[str, Match]:
    """Solve a match by who starts the next round, in `Fraction`s: by some ways, or by all."""
    ways = [*dict.fromkeys(starts or _TAKE)]
    for way in ways:
        match_rules(variant, way)
    # What takes most comes first: the others matter little then, whatever they take.
    found = {
        way: match(variant, rounds, to, way, exact).fractions
        for way in tracked(sorted(ways, key=_TAKE.__getitem__)[::-1], by=_TAKE.__getitem__)
    }
    return {way: found[way] for way in ways}


def match_rules(variant: GameLike, starts: str) -> Variant:
    """Return the rules of a match, where a round of them is just a score of each player."""
    one_of("starts", starts, STARTS)
    rules = as_game(variant)
    faults = Faults()
    for name, needed in (("clack_payout", 1), ("immediate_clack", False)):
        if getattr(rules, name) != needed:
            said = f"got {getattr(rules, name)}; takes {needed}".lower()
            faults.append(Fault(name, f"{said} in a match, where only totals count"))
    faults.tell(RulesError)
    return rules
