"""The changes that make a game fairer: other rules, other orders of play, and exact remedies."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from itertools import combinations, product
from math import ceil
from operator import attrgetter
from typing import Any, ClassVar

from ..errors import GameTooLargeError, RulesError, whole_number
from ..evening.match import AGAIN, ROUNDS, matches, replayed
from ..evening.orders import ORDERS, OTHERS, USUAL, in_orders
from ..evening.rounds import STARTS
from ..exact import (
    Bounds,
    ExactNumber,
    ExactResult,
    decimal_text,
    exact,
    fraction_text,
    percent_text,
)
from ..game.columns import EITHER_EV
from ..game.contest import Contest, contest
from ..game.fairness import Favouring, games_to_notice
from ..game.payouts import fair_intervals
from ..game.players import gain, gain_in_money, payment
from ..tables import Column, Table, Tabled, To
from ..variant.columns import RULES, SECOND_RULES
from ..variant.fields import FIELDS, rules_named
from ..variant.registry import VariantLike, as_variant
from ..variant.variant import STAKES, Variant
from ..work import Executor, part
from .results import KEPT, first_player_evs, has_tables, played

MOST_PAYOUT = 10  # stakes; nobody pays more for a clack
BY_OWN_RULES = ("rolls",)  # the other orders of play that are tried if the players' rules differ
_LONG_DENOMINATOR = 100  # from this denominator on a payout is written as a decimal

Solve = Callable[[Sequence[Contest]], list[Fraction]]
"""A function from games to EVs, such as `first_player_evs` with a fixed executor."""


@dataclass(frozen=True, eq=False, repr=False)
class Mend(Favouring, Tabled):
    """A change of a game, and the fairness of the game after the change.

    Attributes
    ----------
    variant : Variant
        The rules of the first player's turn after the change.
    second_variant : Variant
        The rules of the second player's turn after the change.
    changed : tuple of str
        The names of the changed rules, or the name of another change. `"starts"`: the players take
        turns to start. `"rounds"`: the totals of several rounds are compared. `"replayed"`: ties
        are played again. `"order"`: the order of play. `"difference"`: the difference of the scores
        is paid instead of a stake. `"side_payment"`: a payment before each game.
    order : str
        The order of play after the change; `"secret"` is turn by turn, with secret scores.
    words : str
        The change, in words.
    but : str
        The unfairness that remains although the EV is 0, or the amount that must be exact, in
        words; otherwise empty.
    first_player_ev : sympy.Rational or Bounds, stakes
        The first player's EV after the change, per game. For several rounds it is the EV per match,
        between bounds. If the players take turns to start, it is the mean EV of the player who
        starts the first game, over an even number of games.
    payouts : tuple of (sympy.Rational, sympy.Rational), stakes, or None
        The ends of a range of fair payouts, in [0, 10]. Payouts above 10 are not tried, so a range
        that ends at 10 may go on. None: another change.
    """

    variant: Variant
    second_variant: Variant
    changed: tuple[str, ...]
    order: str
    words: str
    but: str
    first_player_ev: ExactNumber | Bounds = exact()
    payouts: tuple[ExactNumber, ExactNumber | None] | None = exact(repr=False)

    columns: ClassVar[Sequence[Column]] = (
        *RULES,
        Column("changes", lambda mend: len(mend.changed)),
        Column("changed", to=To.JSON),
        Column("changed", lambda mend: ",".join(mend.changed), to=To.CSV),
        Column("what_changes", attrgetter("words"), width=42),
        Column("order", to=To.PROGRAMS),
        Column("unfair", to=To.PROGRAMS),
        *EITHER_EV,
    )

    def __repr__(self) -> str:
        return f"Mend({self.words}: {self.unfair})"

    @property
    def unfair(self) -> str:
        """The unfairness after the change, in words; `nothing` if the game is fair."""
        if self.but or not self.size:
            return self.but or "nothing"
        if self.favoured == "unknown":
            return "less than the bounds tell"
        return gain(sum(self.bounds) / 2, "match" if "rounds" in self.changed else "game")

    @property
    def size(self) -> Fraction:
        """The largest possible |EV| after the change, as a `fractions.Fraction`."""
        return max(map(abs, self.bounds), default=Fraction(0))

    @property
    def games(self) -> int | None:
        """The number of games after which the advantage stands out from luck, as in `Fairness`.

        None if nobody is favoured. Also None for other orders of play, other starts, several
        rounds, and ties that are played again.
        """
        alike = self.order == USUAL and not {"starts", "rounds", "replayed"} & {*self.changed}
        game = Contest((self.variant, self.second_variant))
        return games_to_notice(game, self.bounds.low) if alike else None

    def _title(self) -> str:
        return self.words


@dataclass(frozen=True, eq=False, repr=False)
class Mending(ExactResult, Tabled):
    """The result of `mend`: every change of a game that was tried.

    Attributes
    ----------
    variant : Variant
        The rules of the first player's turn before any change.
    second_variant : Variant
        The rules of the second player's turn before any change.
    changes : int
        The largest number of rules that change together, 1 or 2.
    keep : tuple of str
        The names of the rules that stay.
    too_large : tuple of Variant
        The changed rules of the second player's turn that were left out, since the game is too
        large for tables.
    first_player_ev : sympy.Rational, stakes
        The first player's expected value before any change.
    mends : tuple of Mend
        Every change. Changes of one rule come before changes of two, and in both the fairest first.

    Examples
    --------
    >>> from twoplayer import Variant, mend
    >>> mending = mend(Variant(tiles=4, dice="1d6"))
    >>> mending.first_player_ev, mending.fairer(changes=1), mending.mends[0].unfair[:48]
    (-25/5832, 15, 'after an odd number of games, the player who has')
    >>> mending.verdict.partition(",")[0]
    'The second player gains 42.87 cents in 100 games of 1 dollar'
    """

    variant: Variant
    second_variant: Variant
    changes: int
    keep: tuple[str, ...]
    too_large: tuple[Variant, ...] = field(repr=False)
    first_player_ev: ExactNumber = exact()
    mends: tuple[Mend, ...] = exact(repr=False)

    about = "What would mend it"
    columns: ClassVar[Sequence[Column]] = Mend.columns

    @property
    def verdict(self) -> str:
        """A few sentences: whether the unfairness matters, and the smallest helpful changes."""
        ev, mends = self.fractions.first_player_ev, self.fractions.mends
        games = games_to_notice(Contest((self.variant, self.second_variant)), ev)
        if games is None:
            return "The game is exactly fair: there is nothing to mend."
        matters = games <= 10_000  # so many are ten games a week for twenty years
        turn = self.second_variant.turn_rules
        worth = "that is worth mending" if matters else "it hardly matters"
        sentences = [f"{gain_in_money(ev).capitalize()}, which {_noticed(games)}: {worth}."]
        if any("starts" in mend.changed and not mend.size for mend in mends):
            sentences.append("Take turns at starting: that is exactly fair.")
        sentences += _worth_naming(
            ev, [mend for mend in mends if "rounds" in mend.changed], matters
        )
        # Players agree most easily on few changes, and on rules that leave the turn unchanged.
        rules = [mend for mend in mends if FIELDS.keys() >= {*mend.changed} and not mend.but]
        rules.sort(key=lambda mend: (len(mend.changed), mend.second_variant.turn_rules != turn))
        none = ["No change of rules among those tried makes it twice as fair."]
        return " ".join(sentences + (_worth_naming(ev, rules, matters) or none))

    @property
    def refused_orders(self) -> tuple[str, ...]:
        """The names of the orders of play that are not among the mends.

        Such an order has no exact value in this game, or needs equal rules for both players.
        """
        tried = {each.order for each in self.fractions.mends}
        return tuple(order for order in OTHERS if order not in tried)

    @property
    def smallest(self) -> tuple[Mend, ...]:
        """The mends without changes of two rules where one of the rules alone is as fair."""
        alone = {
            (name, getattr(each.second_variant, name)): each.size
            for each in self.fractions.mends
            for name in each.changed
            if len(each.changed) == 1 and name in FIELDS
        }

        def needed(each: Mend) -> bool:
            parts = ((name, getattr(each.second_variant, name)) for name in each.changed)
            return all(each.size < alone.get(part, each.size + 1) for part in parts)

        return tuple(each for each in self.mends if len(each.changed) == 1 or needed(each))

    def table(self) -> Table:
        """Make a table of the mends.

        Returns
        -------
        Table
            A row for each mend, in their order. If the players' rules differ, a row has the rules
            of both players.
        """
        own = SECOND_RULES if self.second_variant != self.variant else []
        return replace(super().table(), columns=[*self.columns, *own])

    def _rows(self) -> Sequence[Mend]:
        return self.fractions.mends

    def _printed(self) -> Table:
        title = f"{self._title()}. {self.verdict}"
        return replace(self.table().of(self.fractions.smallest), title=title)

    def fairer(self, changes: int) -> int:
        """Count the mends with so many changes that make the game fairer.

        Parameters
        ----------
        changes : int
            The number of rules that a mend changes, 1 or 2.

        Returns
        -------
        int
            The number of such mends with a smaller |EV| than the game before any change.
        """
        before, mends = abs(self.fractions.first_player_ev), self.fractions.mends
        return sum(each.size < before for each in mends if len(each.changed) == changes)


def mend(
    variant: VariantLike,
    changes: int = 1,
    keep: str | Iterable[str] = KEPT,
    executor: Executor | None = None,
    second: VariantLike | None = None,
) -> Mending:
    """Try changes that may make a game fairer: other rules, other orders of play, exact remedies.

    These changes are tried:

    - every other value of one rule, or of two rules, among the values in registered rule sets;
    - the other orders of play, if they have an exact value;
    - five rounds, if the rules allow a match. The same player starts every round, the players start
      in turn, or the loser of a round starts the next;
    - ties that are played again, with the same player or the other player starting, also for double
      the stake;
    - remedies that make a game exactly fair.

    There are four such remedies:

    - the players take turns to start;
    - the difference of the scores is paid instead of a stake, if both players always roll;
    - a side payment;
    - a clack payout up to 10 stakes.

    If the second player has rules of their own, the rules of the turn change for that player alone.
    The rules of the stakes change for both players. Then taking turns to start is not always fair.
    Changes that are fair only under equal rules are left out: secret scores, one box, and the
    difference of the scores.

    Parameters
    ----------
    variant : Variant, str or path
        The rules, or the name or file of a single variant.
    changes : int, default 1
        The largest number of rules that change together, 1 or 2.
    keep : str or iterable of str, default ("tiles", "dice", "weights", "scoring")
        The names of the rules that stay, also as text with commas; `"none"` keeps none. With
        `"clack_payout"` no payment changes, except by a side payment.
    executor : concurrent.futures.Executor, optional
        The executor that runs the work, such as a `concurrent.futures.ProcessPoolExecutor`. None:
        this process.
    second : Variant, str or path, optional
        The rules of the second player's turn, if these differ. None: the rules of `variant`.

    Returns
    -------
    Mending
        Every change that was tried, with the exact EV after it, or proven bounds of the EV.

    Raises
    ------
    InputError
        If `changes` is not 1 or 2, `keep` has a name that no rule has, or a game has no tiles.
    RulesError, UnknownNameError, FileError, GameTooLargeError
        As `solve`.

    See Also
    --------
    twoplayer.fair_payouts : Every payout of a clack that is exactly fair.
    twoplayer.plan_evening : Ways to play by unchanged rules.
    twoplayer.effects : The effect of each rule in many games.

    Notes
    -----
    Every change of rules makes a game that is solved exactly. With `changes=2` there may be
    hundreds of games.

    Examples
    --------
    >>> from twoplayer import Variant, mend
    >>> best = mend(Variant(tiles=4)).mends[0]
    >>> best.words, best.first_player_ev
    ('the players take turns to start, for an even number of games', 0)

    A child plays second, with the tiles 1 to 3 alone:

    >>> best = mend(Variant(tiles=4), second=Variant(tiles=3)).mends[1]
    >>> best.changed, best.second_variant.moves, best.first_player_ev
    (('moves',), 'dice-or-sum', 6722605/725594112)
    """
    game = contest(variant, second, read=as_variant)
    return find_mends(game, changes, keep, partial(first_player_evs, executor=executor))


def find_mends(game: Contest, changes: int, keep: str | Iterable[str], solve: Solve) -> Mending:
    """Solve the game, the game with the players exchanged, and every change of the game."""
    changes, kept = whole_number("changes", changes, 1, 2), rules_named("keep", keep)
    for turn in game.turns:
        turn.board.check_size()
    every = [*_changed(game, changes, kept)]
    tried = [each for each in every if all(map(has_tables, each[1].pair))]
    with part(of=3):
        ev, other_ev, *evs = solve([game, Contest(game.pair[::-1]), *(each[1] for each in tried)])
    with part(of=3):
        mends = [*_remedies(game, ev, other_ev, kept)] if ev else []
    with part(of=3):
        mends += [
            Mend(*game.pair, ("order",), order, ORDERS[order].how, "", value, None)
            for order, value in in_orders(game, OTHERS if _alike(game) else BY_OWN_RULES).items()
            if isinstance(value, Fraction)
        ]
    for (changed, rules), value in zip(tried, evs, strict=True):
        words = "; and ".join(_words(rules, name) for name in changed)
        mends.append(Mend(*rules.pair, changed, USUAL, words, "", value, None))
    mends.sort(key=lambda each: (len(each.changed), each.size))
    too_large = tuple(rules.rules[1] for _, rules in every if not all(map(has_tables, rules.pair)))
    return Mending(*game.pair, changes, kept, too_large, ev, tuple(mends))


def _alike(game: Contest) -> bool:
    return game.rules[0] == game.rules[1]


def _words(game: Contest, name: str) -> str:
    words = game.rules[1].words()[name]
    return words if _alike(game) or name in STAKES else f"for the second player {words}"


def _changed(
    game: Contest, changes: int, kept: Collection[str]
) -> Iterator[tuple[tuple[str, ...], Contest]]:
    """Yield the names of the changed rules, and the game with these changes: one rule or two."""
    first, second = game.pair
    own, alike = second.rules(), _alike(game)
    others = {
        name: [value for value in some if value != own[name]]
        for name, some in played().items()
        if name not in kept
    }
    for number in range(1, changes + 1):
        for names in combinations(others, number):
            for values in product(*(others[name] for name in names)):
                changed = dict(zip(names, values, strict=True))
                of_both = {name: changed[name] for name in names if alike or name in STAKES}
                with suppress(RulesError):  # the changed rules may contradict each other
                    yield names, Contest((first.replace(**of_both), second.replace(**changed)))


def _remedies(
    game: Contest, ev: Fraction, other_ev: Fraction, kept: Collection[str]
) -> Iterator[Mend]:
    """Yield the remedies of an unfair game, the easiest to agree on first.

    No remedy changes a rule of a turn.
    """
    first, second = game.pair
    alike, in_turn = _alike(game), (ev - other_ev) / 2

    def fair(changed: str, words: str, but: str = "", ev: Any = Fraction(0)) -> Mend:
        return Mend(first, second, (changed,), USUAL, words, but, ev, None)

    odd = (
        "after an odd number of games, the player who has started once more than the other "
        f"{'gains' if ev > 0 else 'loses'} {percent_text(abs(ev))} % of a stake"
    )
    but = "" if in_turn else odd
    words = "the players take turns to start, for an even number of games"
    yield fair("starts", words, but, in_turn)
    ways = "same", "alternate", "loser"  # starting by the winner is as fair as by the loser
    with suppress(RulesError, GameTooLargeError), part(of=3):
        for way, match in matches(first, ROUNDS, starts=ways, second=second).items():
            words = f"the lower total of {match.length} wins; {STARTS[way]}"
            yield fair("rounds", words, ev=match.first_player_ev)
    with part(of=3):
        for each in [] if "ties" in kept else product(AGAIN, (False, True)):
            with suppress(RulesError):
                again = replayed(first, *each, second).fractions
                yield fair("replayed", again.how, ev=again.first_player_ev)
    paid = "clack_payout" not in kept
    coins = first.scoring in ("sum", "count")  # by digits the difference is more than anybody has
    if alike and paid and coins and not first.immediate_clack:
        yield fair("difference", "the difference of the scores is paid instead of a stake")
    exactly = f"nothing, if exactly {fraction_text(abs(ev))} stakes are paid"
    yield fair("side_payment", payment(ev), exactly)
    low, high = Fraction(0), Fraction(MOST_PAYOUT)
    with part(of=3):
        intervals = fair_intervals(first, low, high, second) if paid else []
    for low, high in intervals:
        whole = Fraction(ceil(low))
        payout = whole if whole <= high else low
        words = f"winning with a clack pays {_payouts_text(low, high)}"
        exactly = f"nothing, if a clack pays exactly {fraction_text(payout)}"
        but = exactly if payout.denominator >= _LONG_DENOMINATOR else ""
        one, other = (rules.replace(clack_payout=payout) for rules in game.pair)
        yield Mend(one, other, ("clack_payout",), USUAL, words, but, Fraction(0), (low, high))


def _payouts_text(low: Fraction, high: Fraction) -> str:
    if low == high:
        text = decimal_text(low, 4) if low.denominator >= _LONG_DENOMINATOR else fraction_text(low)
        return f"{text} stake{'' if low == 1 else 's'}"
    if high >= MOST_PAYOUT:
        return f"{fraction_text(low)} stakes or more (tried up to {MOST_PAYOUT})"
    return f"anything from {fraction_text(low)} to {fraction_text(high)} stakes"


def _noticed(games: int | None) -> str:
    return f"takes {games:,} game{'' if games == 1 else 's'} to notice"


def _worth_naming(ev: Fraction, mends: Iterable[Mend], matters: bool) -> list[str]:
    """Name each mend that is at least twice as fair as the last named one, or as the game."""
    sentences, least = [], abs(ev)
    for each in mends:
        if least and each.size * 2 <= least:
            least = each.size
            times = abs(ev) / least if least else Fraction(0)
            shown = f"{decimal_text(times, int(times < 10))} times as" if times else "exactly"
            seen = f", and {_noticed(each.games)}" if matters and each.games else ""
            do = "change two rules" if len(each.changed) == 2 else "change one rule"
            if "rounds" in each.changed:
                do = "play several rounds"
            sentences.append(f'Or {do}: "{each.words}" is {shown} fair{seen}.')
    return sentences
