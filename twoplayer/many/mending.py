"""What would make a game fairer: other rules, other orders of play, and what makes it fair."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache, partial
from itertools import combinations, product
from math import ceil
from operator import attrgetter
from typing import Any, TypeAlias

from ..errors import GameTooLargeError, RulesError, whole_number
from ..evening.orders import ORDERS, USUAL, in_orders, others, work_by_order
from ..exact import ExactResult, Rational, decimal_text, exact, fraction_text, percent_text
from ..game.fairness import (
    EVS,
    GAMES,
    favoured_by,
    gain,
    gain_in_money,
    games_to_notice,
    payment,
)
from ..game.payouts import fair_intervals
from ..game.solutions import pieces
from ..table import Column, Tabled, To
from ..turn.dag import check_size
from ..variant.beside import RULES
from ..variant.fields import FIELDS, rules_named
from ..variant.registry import VariantLike, as_variant, registered, variants
from ..variant.variant import Variant
from ..work import Executor, part
from .results import first_player_evs

KEPT = tuple(name for name in ("tiles", "dice", "weights", "scoring") if name in FIELDS)
"""The box, its dice and how to count stay as they are, unless somebody says otherwise."""
MOST_PAYOUT = 10
"""Nobody pays more stakes for a clack: what would be fair beyond that is no mend."""
_PAYOUTS = 10
"""Finding the fair payouts takes so many times as long as solving the game."""
_LONG = 100
"""A payout with such a denominator or a larger one is said as a decimal."""
_COUNTED = ("sum", "count")
"""Of such scores a difference is a number of coins that somebody may have."""
_PLENTY = 10_000
"""Ten games every week for twenty years: what nobody notices in so many hardly matters."""
_WORTH = 2
"""A change of rules is named in the verdict if it is at least so many times as fair."""

Solve: TypeAlias = Callable[[Sequence[Variant]], list[Fraction]]
"""What finds the EVs of variants: `first_player_evs`, with where it works settled."""
_Change: TypeAlias = tuple[tuple[str, ...], Variant]
"""The names of the rules that change, and all of them then."""


@dataclass(frozen=True, eq=False, repr=False)
class Mend(ExactResult, Tabled):
    """A change of a game, and how fair it is then.

    Parameters
    ----------
    variant
        The rules then.
    changed
        What changes: names of rules, or one of `"starts"` (who goes first), `"order"` (who rolls
        when), `"difference"` (that is paid instead of a stake) and `"side_payment"`.
    order
        The order of play then.
    words
        What changes, in words.
    but
        What stays unfair although the EV is 0, or what has to be exact; empty where there is none.
    first_player_ev
        The first player's expected value then, in stakes a game. Where the players take turns to
        start, it is that of either player.
    payouts
        The first and the last fair payout, of those between which every one is; None: another
        change.
    """

    variant: Variant
    changed: tuple[str, ...]
    order: str
    words: str
    but: str
    first_player_ev: Rational = exact()
    payouts: tuple[Rational, Rational | None] | None = exact(repr=False)

    columns = (
        *RULES,
        Column("changes", lambda mend: len(mend.changed)),
        Column("changed", to=To.JSON),
        Column("changed", lambda mend: ",".join(mend.changed), to=To.CSV),
        Column("what_changes", attrgetter("words"), width=42),
        Column("order", to=To.PROGRAMS),
        Column("unfair", to=To.PROGRAMS),
        *EVS,
        GAMES,
    )

    def __repr__(self) -> str:
        return f"Mend({self.words}: first_player_ev={self.fractions.first_player_ev})"

    @property
    def unfair(self) -> str:
        """What stays unfair then, in words."""
        ev = self.fractions.first_player_ev
        return self.but or (gain(ev) if ev else "nothing")

    @property
    def favoured(self) -> str:
        """Who is favoured then: `"first"`, `"second"` or `"nobody"`."""
        return favoured_by(self.fractions.first_player_ev)

    @property
    def games(self) -> int | None:
        """After how many games the advantage stands out of luck then, as of `Fairness`.

        None where nobody is favoured, and in another order of play, of which it is not known.
        """
        ev = self.fractions.first_player_ev
        return games_to_notice(self.variant, ev) if self.order == USUAL else None

    def _title(self) -> str:
        return self.words


@dataclass(frozen=True, eq=False, repr=False)
class Mending(ExactResult, Tabled):
    """What would make a game fairer.

    Parameters
    ----------
    variant
        The rules as they are.
    changes
        How many rules may change, 1 or 2.
    keep
        The names of the rules that stay.
    too_large
        The rules that were left out since no tables hold such a game.
    first_player_ev
        The first player's expected value as the game is, in stakes.
    mends
        Every change, those of one rule before those of two, and of each the fairest first.

    Examples
    --------
    >>> mending = mend(Variant(tiles=4, dice="1d6"))
    >>> mending
    Mending(variant=Variant(tiles='1-4', dice='1d6'), changes=1, first_player_ev=-25/5832, mends=18)
    >>> mending.fairer(changes=1), mending.mends[0].unfair[:49]
    (9, 'after an odd number of games, whoever has started')
    >>> mending.verdict.partition(",")[0]
    'The second player gains 42.87 cents in 100 games of 1 dollar'
    """

    variant: Variant
    changes: int
    keep: tuple[str, ...]
    too_large: tuple[Variant, ...]
    first_player_ev: Rational = exact()
    mends: tuple[Mend, ...] = exact(repr=False)

    columns = Mend.columns

    def __repr__(self) -> str:
        asked = f"variant={self.variant!r}, changes={self.changes}"
        ev, mends = self.fractions.first_player_ev, len(self.fractions.mends)
        return f"Mending({asked}, first_player_ev={ev}, mends={mends})"

    @property
    def verdict(self) -> str:
        """Does it matter, and what is the least to change: a few sentences."""
        ev, turn = self.fractions.first_player_ev, self.variant.turn_rules
        games, least = games_to_notice(self.variant, ev), abs(ev)
        if games is None:
            return "The game is exactly fair: there is nothing to mend."
        matters = games <= _PLENTY
        said = [
            f"{gain_in_money(ev).capitalize()}, which {_noticed(games)}: "
            f"{'that is worth mending' if matters else 'it hardly matters'}.",
            "Take turns at starting: that is exactly fair.",
        ]
        # There is least to agree on where few rules change, and none of the turn.
        rules = [each for each in self.fractions.mends if FIELDS.keys() >= {*each.changed}]
        rules.sort(key=lambda each: (len(each.changed), each.variant.turn_rules != turn))
        for each in rules:
            unfair = abs(each.first_player_ev)
            if each.but or not least or unfair * _WORTH > least:
                continue
            least, fair = unfair, "exactly fair"
            if unfair:
                fair = f"{decimal_text(abs(ev) / unfair, 1)} times as fair"
                fair += f", and {_noticed(each.games)}" * matters
            number = ("", "one rule", "two rules")[len(each.changed)]
            said.append(f'Or change {number}: "{each.words}" is {fair}.')
        if len(said) == 2:
            said.append("No change of rules among those tried makes it twice as fair.")
        return " ".join(said)

    @property
    def refused_orders(self) -> tuple[str, ...]:
        """The other orders of play in which the game has no exact value."""
        tried = {each.order for each in self.fractions.mends}
        return tuple(order for order in others() if order not in tried)

    @property
    def smallest(self) -> tuple[Mend, ...]:
        """The mends without those of two rules where one of the two alone is as fair or fairer."""
        unfair = {mend: abs(mend.first_player_ev) for mend in self.fractions.mends}
        alone: dict[tuple[str, object], Fraction] = {}
        for each, size in unfair.items():
            if len(each.changed) == 1 and each.changed[0] in FIELDS:
                alone[each.changed[0], getattr(each.variant, each.changed[0])] = size

        def needed(each: Mend) -> bool:
            parts = ((name, getattr(each.variant, name)) for name in each.changed)
            return all(unfair[each] < alone.get(part, unfair[each] + 1) for part in parts)

        return tuple(each for each in self.mends if len(each.changed) == 1 or needed(each))

    def _found(self) -> Sequence[Mend]:
        return self.fractions.mends

    def _title(self) -> str:
        return f"What would mend it: {self.variant.in_words()}"

    def _repr_html_(self) -> str:
        title = f"{self._title()}. {self.verdict}"
        return replace(self.table(), rows=self.fractions.smallest, title=title).html()

    def fairer(self, changes: int) -> int:
        """Return how many of so many changes make the game fairer than it is.

        Parameters
        ----------
        changes
            How many rules change.
        """
        before, mends = abs(self.fractions.first_player_ev), self.fractions.mends
        some = [abs(each.first_player_ev) for each in mends if len(each.changed) == changes]
        return sum(after < before for after in some)


def mend(
    variant: VariantLike,
    changes: int = 1,
    keep: str | Iterable[str] = KEPT,
    executor: Executor | None = None,
) -> Mending:
    """Try what would make a game fairer.

    Tried are every other value of one rule, or of two as well, among those that people play (in the
    registered rule sets); the other orders of play, where they have an exact value; and what makes
    any game exactly fair: that the players take turns to start, that the difference of the scores
    is paid instead of a stake (where both always roll), a side payment, and the clack payouts up to
    10 stakes that do. Rules that contradict each other are left out.

    Parameters
    ----------
    variant
        The rules, or the name or file of a single variant.
    changes
        How many rules may change, 1 or 2.
    keep
        The names of the rules that stay, also as text with commas between; `"none"` keeps none.
        With `"clack_payout"` nothing else is paid than now, but for a side payment.
    executor
        As for `solve_all`.

    Raises
    ------
    InputError
        If `changes` or `keep` is something else.
    RulesError, UnknownNameError, FileError, GameTooLargeError
        As `solve`.

    Examples
    --------
    >>> best = mend(Variant(tiles=4)).mends[0]
    >>> best.words, best.first_player_ev
    ('the players take turns to start, for an even number of games', 0)
    """
    solve = partial(first_player_evs, executor=executor)
    return find_mends(as_variant(variant), changes, keep, solve)


def find_mends(variant: Variant, changes: int, keep: str | Iterable[str], solve: Solve) -> Mending:
    """Do what `mend` does, with what finds the EVs."""
    changes, kept = whole_number("changes", changes, 1, 2), rules_named("keep", keep)
    check_size(variant)
    tried, too_large = _fitting(_changed(variant, changes, kept))
    every = [variant, *(rules for _, rules in tried)]
    by_rules, alone = (sum(p.work for p in pieces(some)) for some in (every, [variant]))
    payouts, orders = _PAYOUTS * alone, work_by_order(variant, others())
    whole = by_rules + payouts + orders
    with part(by_rules / whole):
        ev, *evs = solve(every)
    with part(payouts / whole):
        found = [*_fair(variant, ev, kept)] if ev else []
    with part(orders / whole):
        found += [
            Mend(variant, ("order",), order, ORDERS[order].how, "", value, None)
            for order, value in in_orders(variant, others()).items()
            if isinstance(value, Fraction)
        ]
    for (changed, rules), value in zip(tried, evs, strict=True):
        words = "; and ".join(map(rules.words().__getitem__, changed))
        found.append(Mend(rules, changed, USUAL, words, "", value, None))
    found.sort(key=lambda each: (len(each.changed), abs(each.fractions.first_player_ev)))
    return Mending(variant, changes, kept, tuple(too_large), ev, tuple(found))


@lru_cache(maxsize=1)
def played() -> Mapping[str, tuple[Any, ...]]:
    """Return what people play: for each rule, its values in the registered rule sets, as spelled.

    What only goes with a board too large for tables, such as four dice, is not among them.

    >>> played()["stop_total"], played()["ties"]
    ((None, 7), ('push', 'first', 'second'))
    """
    every = dict.fromkeys(variant for name in registered() for variant in variants(name))
    fitting, _ = _fitting(((), variant) for variant in [Variant(), *every])
    rules = [variant.rules() for _, variant in fitting]
    return {name: tuple(dict.fromkeys(rule[name] for rule in rules)) for name in FIELDS}


def _changed(variant: Variant, changes: int, kept: Collection[str]) -> Iterator[_Change]:
    """Yield the rules with one field of another value, then with two; what contradicts is not."""
    own = variant.rules()
    others = {
        name: [value for value in some if value != own[name]]
        for name, some in played().items()
        if name not in kept
    }
    for number in range(1, changes + 1):
        for names in combinations(others, number):
            for values in product(*(others[name] for name in names)):
                try:
                    yield names, variant.replace(**dict(zip(names, values, strict=True)))
                except RulesError:
                    continue


def _fitting(tried: Iterable[_Change]) -> tuple[list[_Change], list[Variant]]:
    """Return the changes after which tables hold the game, and the rules of the others."""
    fitting, too_large = [], []
    for changed, variant in tried:
        try:
            check_size(variant)
            fitting.append((changed, variant))
        except GameTooLargeError:
            too_large.append(variant)
    return fitting, too_large


def _fair(variant: Variant, ev: Fraction, kept: Collection[str]) -> Iterator[Mend]:
    """Yield what makes a game exactly fair that is not, the easiest to agree on first."""
    fair = partial(Mend, order=USUAL, but="", first_player_ev=Fraction(0), payouts=None)
    but = (
        "after an odd number of games, whoever has started once more than the other "
        f"{'gains' if ev > 0 else 'loses'} {percent_text(abs(ev))} % of a stake"
    )
    words = "the players take turns to start, for an even number of games"
    yield fair(variant, ("starts",), words=words, but=but)
    paid = "clack_payout" not in kept
    if paid and variant.scoring in _COUNTED and not variant.immediate_clack:
        words = "the difference of the scores is paid instead of a stake"
        yield fair(variant, ("difference",), words=words)
    exactly = f"nothing, if exactly {fraction_text(abs(ev))} stakes are paid"
    yield fair(variant, ("side_payment",), words=payment(ev), but=exactly)
    for low, high in fair_intervals(variant, Fraction(0), Fraction(MOST_PAYOUT)) if paid else ():
        whole = Fraction(ceil(low))
        payout = whole if high is None or whole <= high else low
        words = f"winning with a clack pays {_payout_words(low, high)}"
        exactly = f"nothing, if a clack pays exactly {fraction_text(payout)}"
        but = exactly * (payout.denominator >= _LONG)
        rules = variant.replace(clack_payout=payout)
        yield fair(rules, ("clack_payout",), words=words, but=but, payouts=(low, high))


def _payout_words(low: Fraction, high: Fraction | None) -> str:
    if low != high:
        if high is None or high >= MOST_PAYOUT:
            return f"{fraction_text(low)} stakes or more (tried up to {MOST_PAYOUT})"
        return f"anything from {fraction_text(low)} to {fraction_text(high)} stakes"
    text = decimal_text(low, 4) if low.denominator >= _LONG else fraction_text(low)
    return f"{text} stake{'s' * (low != 1)}"


def _noticed(games: int | None) -> str:
    return f"takes {games:,} game{'s' * (games != 1)} to notice"
