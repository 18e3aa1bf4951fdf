"""What would make a game fairer: other rules, a fair payout, turns to start, orders of play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, product
from math import ceil
from typing import TYPE_CHECKING, Any, Protocol

from ..errors import GameTooLargeError, InputError, RulesError, shown
from ..evening.orders import ORDERS, work_by_order
from ..exact import ExactResult, Rational, decimal_text, exact_record, fraction_text, percent_text
from ..executors import Progress, told
from ..game.fairness import favoured_by, gain
from ..game.work import pieces
from ..payout.fair_payouts import fair_intervals
from ..payout.lines import Interval
from ..turn.dag import check_size
from ..variant.fields import FIELDS
from ..variant.registry import VariantLike, as_variant, registered, variants
from ..variant.variant import Variant
from ..writing import Row, Shown, in_percent
from .results import first_player_evs

if TYPE_CHECKING:
    from concurrent.futures import Executor

__all__ = ["Mend", "Mending", "find_mends", "mend", "played"]

MOST_PAYOUT = 10
"""Nobody pays more stakes for a clack: what would be fair beyond that is no mend."""
_PAYOUTS = 10
"""Finding the fair payouts takes so many times as long as solving the game."""
_SHORT = 100
"""A payout with a smaller denominator is said as a fraction."""
_BY_TURN = "turn_by_turn"
_STARTS, _ORDER = "starts", "order"
"""What can be changed beside the rules of `FIELDS`."""
_ORDERS = {
    "roll_by_roll": "each has a box, and the players roll once each in turn; who cannot cover is "
    "out, and the other goes on alone",
    "shared_box": "one box for both, who roll once each in turn; who cannot cover pays a stake",
}


class Solve(Protocol):
    """What finds the EVs of variants: `first_player_evs`, with where it works settled."""

    def __call__(self, variants: Sequence[Variant], *, progress: Progress) -> list[Fraction]:
        """Return the EVs, in the order of the variants."""


@dataclass(frozen=True, repr=False)
class Mend(ExactResult, Shown):
    """A change of a game, and how fair it is then.

    Parameters
    ----------
    variant
        The rules then.
    changed
        What changes: names of rules, `"starts"` (who goes first) or `"order"` (who rolls when).
    order
        `"turn_by_turn"`, `"roll_by_roll"` or `"shared_box"`.
    """

    variant: Variant
    changed: tuple[str, ...]
    order: str
    _ev: Fraction
    _payouts: Interval | None = None

    def __repr__(self) -> str:
        return f"Mend({self.words}: first_player_ev={self._ev})"

    @property
    def first_player_ev(self) -> Rational:
        """The first player's expected value then, in stakes a game.

        Where the players take turns to start, it is that of either player.
        """
        return self._number(self._ev)

    @property
    def favoured(self) -> str:
        """Who is favoured then: `"first"`, `"second"` or `"nobody"`."""
        return favoured_by(self._ev)

    @property
    def words(self) -> str:
        """What changes, in words."""
        if self.changed == (_STARTS,):
            return "the players take turns to start, for an even number of games"
        if self.changed == (_ORDER,):
            return _ORDERS[self.order]
        if self._payouts is not None:
            return f"winning with a clack pays {_payout_words(*self._payouts)}"
        said = self.variant.words()
        return "; and ".join(said[name] for name in self.changed)

    def _title(self) -> str:
        return self.words

    def _rows(self) -> list[Row]:
        return [{"change": self.words, **in_percent(self._ev), "favoured": self.favoured}]

    def to_record(self) -> dict[str, Any]:
        """Return the change as plain data.

        Returns
        -------
        dict
            `changes`, how many; `changed`, what, separated by commas; `words`; the rules then, and
            the `order`; the EV as `exact`, text `"p/q"`, and as `approx`, a float; `favoured`.
        """
        return {
            "changes": len(self.changed),
            "changed": ",".join(self.changed),
            "words": self.words,
            **self.variant.rules(),
            "order": self.order,
            **exact_record(self._ev),
            "favoured": self.favoured,
        }


@dataclass(frozen=True, repr=False)
class Mending(ExactResult, Shown):
    """What would make a game fairer.

    Parameters
    ----------
    variant
        The rules as they are.
    too_large
        The rules that were left out since no tables hold such a game.

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
    _ev: Fraction = field(compare=False)
    _mends: tuple[Mend, ...] = field(compare=False)

    def __repr__(self) -> str:
        ev, mends = self._ev, len(self._mends)
        return f"Mending(variant={self.variant!r}, first_player_ev={ev}, mends={mends})"

    @property
    def first_player_ev(self) -> Rational:
        """The first player's expected value as the game is, in stakes."""
        return self._number(self._ev)

    @property
    def mends(self) -> tuple[Mend, ...]:
        """Every change, those of one rule before those of two, and of each the fairest first."""
        return tuple(map(self._in_my_numbers, self._mends))

    @property
    def refused_orders(self) -> tuple[str, ...]:
        """The orders of play that no tables hold: `"roll_by_roll"`, `"shared_box"`."""
        tried = {each.order for each in self._mends}
        return tuple(order for order in _ORDERS if order not in tried)

    @property
    def smallest(self) -> tuple[Mend, ...]:
        """The mends without those of two rules where one of the two alone is as fair or fairer."""
        alone: dict[tuple[str, object], Fraction] = {}
        for each in self._mends:
            if len(each.changed) == 1 and each.changed[0] in FIELDS:
                alone[each.changed[0], getattr(each.variant, each.changed[0])] = abs(each._ev)

        def needed(each: Mend) -> bool:
            parts = ((name, getattr(each.variant, name)) for name in each.changed)
            return all(abs(each._ev) < alone.get(part, abs(each._ev) + 1) for part in parts)

        return tuple(each for each in self.mends if len(each.changed) == 1 or needed(each))

    def _title(self) -> str:
        return f"What would mend it: {self.variant.in_words()}"

    def _rows(self) -> list[Row]:
        return [row for each in self.smallest for row in each._rows()]

    def fairer(self, changes: int) -> int:
        """Return how many changes make the game fairer than it is, of so many that were tried.

        Parameters
        ----------
        changes
            How many rules change.
        """
        return sum(
            abs(each._ev) < abs(self._ev) for each in self._mends if len(each.changed) == changes
        )

    def unfair(self, mend: Mend) -> str:
        """Say in words what stays unfair after a change.

        Parameters
        ----------
        mend
            One of the `mends`.
        """
        if mend.changed == (_STARTS,) and self._ev:
            loses = "gains" if self._ev > 0 else "loses"
            percent = percent_text(abs(self._ev))
            return (
                "after an odd number of games, who has started once more than the other "
                f"{loses} {percent} % of a stake"
            )
        if mend._payouts and not _short(paid := mend.variant.clack_payout):
            return f"nothing, if a clack pays exactly {fraction_text(paid)}"
        return gain(mend._ev) if mend._ev else "nothing"

    def to_records(self) -> list[dict[str, Any]]:
        """Return every change as plain data for a data frame.

        Returns
        -------
        list of dict
            As `Mend.to_record`; and `unfair`, what stays so.
        """
        return [{**each.to_record(), "unfair": self.unfair(each)} for each in self._mends]


def mend(
    variant: VariantLike,
    changes: int = 1,
    progress: Progress | None = None,
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
    progress
        Called with the part of the work that has just been done; the parts add up to 1.
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

    def evs(variants: Sequence[Variant], *, progress: Progress) -> list[Fraction]:
        return first_player_evs(variants, executor, progress=progress)

    return find_mends(as_variant(variant), changes, progress, evs)


def find_mends(variant: Variant, changes: int, progress: Progress | None, solve: Solve) -> Mending:
    """Do what `mend` does, with what finds the EVs."""
    if isinstance(changes, bool) or not isinstance(changes, int) or changes not in (1, 2):
        raise InputError(f"changes: got {shown(changes)}; takes 1 or 2")
    check_size(variant)
    tried, too_large = _fitting(_changed(variant, changes))
    every = [variant, *(rules for _, rules in tried)]
    by_rules, alone = (sum(p.work for p in pieces(some)) for some in (every, [variant]))
    payouts, orders = _PAYOUTS * alone, work_by_order(variant)
    whole = by_rules + payouts + orders
    ev, *evs = solve(every, progress=told(progress, by_rules / whole))
    found = [
        *_fair(variant, ev, told(progress, payouts / whole)),
        *_ordered(variant, told(progress, orders / whole)),
        *(
            Mend(rules, changed, _BY_TURN, value)
            for (changed, rules), value in zip(tried, evs, strict=True)
        ),
    ]
    found.sort(key=lambda each: (len(each.changed), abs(each._ev)))
    return Mending(variant, tuple(too_large), ev, tuple(found))


@lru_cache(maxsize=1)
def played() -> Mapping[str, tuple[Any, ...]]:
    """Return what people play: for each rule, its values in the registered rule sets, as spelled.

    What only goes with a board too large for tables, such as four dice, is not among them.

    Examples
    --------
    >>> played()["stop_total"], played()["ties"]
    ((None, 7), ('push', 'first', 'second'))
    """
    every = dict.fromkeys(variant for name in registered() for variant in variants(name))
    fitting, _ = _fitting(((), variant) for variant in [Variant(), *every])
    rules = [variant.rules() for _, variant in fitting]
    return {name: tuple(dict.fromkeys(rule[name] for rule in rules)) for name in FIELDS}


def _changed(variant: Variant, changes: int) -> Iterator[tuple[tuple[str, ...], Variant]]:
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


def _fitting(
    tried: Iterable[tuple[tuple[str, ...], Variant]],
) -> tuple[list[tuple[tuple[str, ...], Variant]], list[Variant]]:
    """Return the changes after which tables hold the game, and the rules of the others."""
    fitting, too_large = [], []
    for changed, variant in tried:
        try:
            check_size(variant)
            fitting.append((changed, variant))
        except GameTooLargeError:
            too_large.append(variant)
    return fitting, too_large


def _fair(variant: Variant, ev: Fraction, progress: Progress) -> Iterator[Mend]:
    """Yield what makes a game exactly fair that is not: turns to start, and payouts."""
    if not ev:
        progress(1)
        return
    yield Mend(variant, (_STARTS,), _BY_TURN, Fraction(0))
    for low, high in fair_intervals(variant, Fraction(0), Fraction(MOST_PAYOUT), progress):
        whole = Fraction(ceil(low))
        payout = whole if high is None or whole <= high else low
        paid = variant.replace(clack_payout=payout)
        yield Mend(paid, ("clack_payout",), _BY_TURN, Fraction(0), (low, high))


def _ordered(variant: Variant, progress: Progress) -> Iterator[Mend]:
    """Yield the other orders of play in which the tables fit."""
    for order in _ORDERS:
        solve, part = ORDERS[order]
        share = told(progress, part / sum(ORDERS[each][1] for each in _ORDERS))
        try:
            ev = solve(variant, share).fractions.first_player_ev
        except GameTooLargeError:
            share(1)
        else:
            yield Mend(variant, (_ORDER,), order, ev)


def _payout_words(low: Fraction, high: Fraction | None) -> str:
    if low != high:
        if high is None or high >= MOST_PAYOUT:
            return f"{fraction_text(low)} stakes or more (tried up to {MOST_PAYOUT})"
        return f"anything from {fraction_text(low)} to {fraction_text(high)} stakes"
    text = fraction_text(low) if _short(low) else decimal_text(low, 4)
    return f"{text} stake{'s' * (low != 1)}"


def _short(payout: Fraction) -> bool:
    return payout.denominator < _SHORT
