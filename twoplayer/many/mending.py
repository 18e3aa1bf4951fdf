"""What would make a game fairer: other rules, a fair payout, turns to start, orders of play."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, product
from math import ceil
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeAlias

from ..errors import GameTooLargeError, InputError, RulesError, whole_number
from ..evening.orders import ORDERS, USUAL, in_orders, others, work_by_order
from ..exact import (
    ExactResult,
    Rational,
    decimal_text,
    exact,
    fraction_text,
    percent_text,
)
from ..game.fairness import EV, EV_PERCENT, FAVOURED, favoured_by, gain
from ..game.work import pieces
from ..payout.fair_payouts import fair_intervals
from ..progress import part
from ..table import Column, Table, Tabled, To
from ..turn.dag import check_size
from ..variant.beside import RULES
from ..variant.fields import FIELDS
from ..variant.registry import VariantLike, as_variant, registered, variants
from ..variant.variant import Variant
from .results import first_player_evs

if TYPE_CHECKING:
    from concurrent.futures import Executor

MOST_PAYOUT = 10
"""Nobody pays more stakes for a clack: what would be fair beyond that is no mend."""
_PAYOUTS = 10
"""Finding the fair payouts takes so many times as long as solving the game."""
_SHORT = 100
"""A payout with a smaller denominator is said as a fraction."""
_STARTS, _ORDER = "starts", "order"
"""What can be changed beside the rules of `FIELDS`."""


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
        What changes: names of rules, `"starts"` (who goes first) or `"order"` (who rolls when).
    order
        Who rolls when: `"turns"`, `"rolls"` or `"box"`.
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
    first_player_ev: Rational = exact()
    payouts: tuple[Rational, Rational | None] | None = exact(repr=False)

    columns = (
        *RULES,
        Column("changes", lambda mend: len(mend.changed)),
        Column("changed", to=To.JSON),
        Column("changed", lambda mend: ",".join(mend.changed), to=To.CSV | To.RECORDS),
        Column("what_changes", attrgetter("words"), width=42),
        Column("order", to=To.PROGRAMS),
        EV,
        EV_PERCENT._replace(to=To.PEOPLE),
        FAVOURED,
    )

    def __repr__(self) -> str:
        return f"Mend({self.words}: first_player_ev={self.fractions.first_player_ev})"

    @property
    def favoured(self) -> str:
        """Who is favoured then: `"first"`, `"second"` or `"nobody"`."""
        return favoured_by(self.fractions.first_player_ev)

    @property
    def words(self) -> str:
        """What changes, in words."""
        if self.changed == (_STARTS,):
            return "the players take turns to start, for an even number of games"
        if self.changed == (_ORDER,):
            return ORDERS[self.order].how
        if (payouts := self.fractions.payouts) is not None:
            return f"winning with a clack pays {_payout_words(*payouts)}"
        said = self.variant.words()
        return "; and ".join(said[name] for name in self.changed)

    def _title(self) -> str:
        return self.words


@dataclass(frozen=True, eq=False, repr=False)
class Mending(ExactResult, Tabled):
    """What would make a game fairer.

    Parameters
    ----------
    variant
        The rules as they are.
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
    Mending(variant=Variant(tiles='1-4', dice='1d6'), first_player_ev=-25/5832, mends=27)
    >>> mending.fairer(changes=1), mending.unfair(mending.mends[0])[:49]
    (17, 'after an odd number of games, who has started onc')
    """

    variant: Variant
    too_large: tuple[Variant, ...]
    first_player_ev: Rational = exact()
    mends: tuple[Mend, ...] = exact(repr=False)

    def __repr__(self) -> str:
        quick = self.fractions
        ev, mends = quick.first_player_ev, len(quick.mends)
        return f"Mending(variant={self.variant!r}, first_player_ev={ev}, mends={mends})"

    @property
    def refused_orders(self) -> tuple[str, ...]:
        """The orders of play, beside the usual one, that refuse the game."""
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

    def table(self) -> Table:
        """Return every change with what stays unfair."""
        quick = self.fractions
        unfair = Column("unfair", quick.unfair, to=To.PROGRAMS)
        return Table([*Mend.columns, unfair], quick.mends, self._title())

    def _title(self) -> str:
        return f"What would mend it: {self.variant.in_words()}"

    def _repr_html_(self) -> str:
        return replace(self.table(), rows=self.fractions.smallest).html()

    def fairer(self, changes: int) -> int:
        """Return how many changes make the game fairer than it is, of so many that were tried.

        Parameters
        ----------
        changes
            How many rules change.
        """
        quick = self.fractions
        some = (each for each in quick.mends if len(each.changed) == changes)
        return sum(abs(each.first_player_ev) < abs(quick.first_player_ev) for each in some)

    def unfair(self, mend: Mend) -> str:
        """Say in words what stays unfair after a change.

        Parameters
        ----------
        mend
            One of the `mends`.
        """
        before, after = self.fractions.first_player_ev, mend.fractions.first_player_ev
        if mend.changed == (_STARTS,) and before:
            return (
                "after an odd number of games, who has started once more than the other "
                f"{'gains' if before > 0 else 'loses'} {percent_text(abs(before))} % of a stake"
            )
        if mend.payouts and not _short(paid := mend.variant.clack_payout):
            return f"nothing, if a clack pays exactly {fraction_text(paid)}"
        return gain(after) if after else "nothing"


def mend(
    variant: VariantLike,
    changes: int = 1,
    executor: Executor | None = None,
) -> Mending:
    """Try what would make a game fairer.

    Tried are every other value of one rule, or of two as well, among those that people play (in the
    registered rule sets); the clack payouts up to 10 stakes that are exactly fair; that the players
    take turns to start; and the other orders of play, roll by roll and with one box for both, where
    their tables fit. Rules that contradict each other are left out.

    Parameters
    ----------
    variant
        The rules, or the name or file of a single variant.
    changes
        How many rules may change, 1 or 2.
    executor
        As for `solve_all`.

    Raises
    ------
    InputError
        If `changes` is something else.
    RulesError, UnknownNameError, FileError, GameTooLargeError
        As `solve`.

    Examples
    --------
    >>> best = mend(Variant(tiles=4)).mends[0]
    >>> best.words, best.first_player_ev
    ('the players take turns to start, for an even number of games', 0)
    """
    return find_mends(as_variant(variant), changes, lambda some: first_player_evs(some, executor))


def find_mends(variant: Variant, changes: int, solve: Solve) -> Mending:
    """Do what `mend` does, with what finds the EVs."""
    whole_number("changes", changes, 1, 2)
    check_size(variant)
    tried, too_large = _fitting(_changed(variant, changes))
    every = [variant, *(rules for _, rules in tried)]
    by_rules, alone = (sum(p.work for p in pieces(some)) for some in (every, [variant]))
    payouts, orders = _PAYOUTS * alone, work_by_order(variant, others())
    whole = by_rules + payouts + orders
    with part(by_rules / whole):
        ev, *evs = solve(every)
    with part(payouts / whole):
        found = [*_fair(variant, ev)]
    with part(orders / whole):
        found += _ordered(variant)
    found += [
        Mend(rules, changed, USUAL, value, None)
        for (changed, rules), value in zip(tried, evs, strict=True)
    ]
    found.sort(key=lambda each: (len(each.changed), abs(each.fractions.first_player_ev)))
    return Mending(variant, tuple(too_large), ev, tuple(found))


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


def _changed(variant: Variant, changes: int) -> Iterator[_Change]:
    """Yield the rules with one field of another value, then with two; what contradicts is not."""
    own = variant.rules()
    others = {
        name: [value for value in some if value != own[name]] for name, some in played().items()
    }
    for number in range(1, changes + 1):
        for names in combinations(FIELDS, number):
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


def _fair(variant: Variant, ev: Fraction) -> Iterator[Mend]:
    """Yield what makes a game exactly fair that is not: turns to start, and payouts."""
    if not ev:
        return
    yield Mend(variant, (_STARTS,), USUAL, Fraction(0), None)
    for low, high in fair_intervals(variant, Fraction(0), Fraction(MOST_PAYOUT)):
        whole = Fraction(ceil(low))
        payout = whole if high is None or whole <= high else low
        paid = variant.replace(clack_payout=payout)
        yield Mend(paid, ("clack_payout",), USUAL, Fraction(0), (low, high))


def _ordered(variant: Variant) -> Iterator[Mend]:
    """Yield the other orders of play that do not refuse the game."""
    for order, ev in in_orders(variant, others()).items():
        if not isinstance(ev, InputError):
            yield Mend(variant, (_ORDER,), order, ev, None)


def _payout_words(low: Fraction, high: Fraction | None) -> str:
    if low != high:
        if high is None or high >= MOST_PAYOUT:
            return f"{fraction_text(low)} stakes or more (tried up to {MOST_PAYOUT})"
        return f"anything from {fraction_text(low)} to {fraction_text(high)} stakes"
    text = fraction_text(low) if _short(low) else decimal_text(low, 4)
    return f"{text} stake{'s' * (low != 1)}"


def _short(payout: Fraction) -> bool:
    return payout.denominator < _SHORT
