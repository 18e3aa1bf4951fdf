"""What each rule does: how far the EV moves between games that differ in nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from os import PathLike
from typing import TYPE_CHECKING, Any

from ..errors import InputError
from ..exact import ExactResult, Rational, exact_record
from ..executors import Progress
from ..game.fairness import favoured_by
from ..game.solutions import solve_all
from ..variant.fields import FIELDS
from ..variant.registry import VariantLike
from ..variant.variant import Variant
from ..writing import Listed, Row, Shown, in_percent

if TYPE_CHECKING:
    from concurrent.futures import Executor

__all__ = ["Effect", "Effects", "effects", "effects_of"]


@dataclass(frozen=True, repr=False)
class Effect(ExactResult, Shown):
    """What another value of a rule does to the first player's EV, in stakes.

    Parameters
    ----------
    rule
        The name of the rule.
    before, after
        Its two values, as `Variant.rules` spells them.

    Examples
    --------
    >>> [ties] = effects([Variant(tiles=3, dice="1d6", ties=ties) for ties in ("push", "first")])
    >>> ties
    Effect(ties: push to first, games=1, mean=409/1944)
    >>> ties.mean, list(ties.turned.values())
    (409/1944, ['first'])
    """

    rule: str
    before: str | int | bool | None
    after: str | int | bool | None
    _evs: Mapping[Variant, tuple[Fraction, Fraction]] = field(hash=False)

    def __repr__(self) -> str:
        change = f"{self.rule}: {self.before} to {self.after}"
        return f"Effect({change}, games={self.games}, mean={self.fractions.mean})"

    @property
    def changes(self) -> dict[Variant, Rational]:
        """How far the EV moves, by the game as it is before."""
        return {variant: self._number(change) for variant, change in self._changes.items()}

    @property
    def games(self) -> int:
        """How many games there are with the one value and, else the same, with the other."""
        return len(self._evs)

    @property
    def mean(self) -> Rational:
        """How far the EV moves on average; changes of both signs may cancel."""
        return self._number(Fraction(sum(self._changes.values())) / self.games)

    @property
    def mean_size(self) -> Rational:
        """How far the EV moves on average, in whichever direction."""
        return self._number(Fraction(sum(map(abs, self._changes.values()))) / self.games)

    @property
    def least(self) -> Rational:
        """The lowest change."""
        return self._number(min(self._changes.values()))

    @property
    def most(self) -> Rational:
        """The highest change."""
        return self._number(max(self._changes.values()))

    @property
    def largest_in(self) -> Variant:
        """The game, as it is before, in which the EV moves farthest."""
        return max(self._changes, key=lambda variant: abs(self._changes[variant]))

    @property
    def turned(self) -> dict[Variant, str]:
        """Who is favoured after the change, by the games, as they are before, where it is another.

        `"first"`, `"second"` or `"nobody"`.
        """
        return {
            variant: favoured_by(after)
            for variant, (before, after) in self._evs.items()
            if favoured_by(before) != favoured_by(after)
        }

    @cached_property
    def _changes(self) -> dict[Variant, Fraction]:
        return {variant: after - before for variant, (before, after) in self._evs.items()}

    def _title(self) -> str:
        return f"What {self.rule} does"

    def _rows(self) -> list[Row]:
        return [
            {
                "rule": self.rule,
                "before": self.before,
                "after": self.after,
                "games": self.games,
                "on average": in_percent(self.mean)["percent"],
                "least": in_percent(self.least)["percent"],
                "most": in_percent(self.most)["percent"],
                "favours another in": len(self.turned),
            }
        ]

    def to_records(self) -> list[dict[str, Any]]:
        """Return every game that the rule was changed in, as plain data for a data frame.

        Returns
        -------
        list of dict
            The rules as they are before; `after`, the other value; `change`, the change of the EV
            as `exact`, text `"p/q"`, and as `approx`, a float; and whom the game favours before
            and after.
        """
        return [
            {
                **variant.rules(),
                "rule": self.rule,
                "after": self.after,
                **exact_record(after - before),
                "favoured_before": favoured_by(before),
                "favoured_after": favoured_by(after),
            }
            for variant, (before, after) in self._evs.items()
        ]


class Effects(Listed[Effect]):
    """What each rule does, in the order of the rules."""

    def _title(self) -> str:
        return "What each rule does to the first player's EV"


def effects(
    variants: Iterable[VariantLike] | str | PathLike[str],
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> Effects:
    """Tell what each rule does across some variants, solving them exactly.

    The first value that a rule has among them is compared with each of its others, in the games
    that differ in nothing else.

    Parameters
    ----------
    variants, progress, executor
        As for `solve_all`.

    Raises
    ------
    InputError
        If no two of the variants differ in one rule alone.
    RulesError, UnknownNameError, FileError, GameTooLargeError
        As `solve_all`.

    Examples
    --------
    >>> for effect in effects("sixteen"):
    ...     print(effect.rule, effect.after, len(effect.turned), "of", effect.games)
    one_die always 0 of 4
    one_die max <= 6 0 of 4
    one_die sum <= 6 0 of 4
    clack_payout 2 0 of 8
    immediate_clack True 8 of 8
    """
    solutions = (each.fractions for each in solve_all(variants, progress, executor))
    return effects_of({solution.variant: solution.first_player_ev for solution in solutions})


def effects_of(evs: Mapping[Variant, Fraction]) -> Effects:
    """Tell what each rule does, from the EVs of some variants."""
    found = Effects(_compared(evs) if evs else ())
    if not found:
        raise InputError(
            f"variants: got {len(evs)}, no two of which differ in one rule alone; takes a family"
        )
    return found


def _compared(evs: Mapping[Variant, Fraction]) -> Iterator[Effect]:
    by_rules = {tuple(getattr(variant, name) for name in FIELDS): variant for variant in evs}
    for place, name in enumerate(FIELDS):
        before, *others = dict.fromkeys(rules[place] for rules in by_rules)
        for after in others:
            pairs = {
                variant: (evs[variant], evs[by_rules[changed]])
                for rules, variant in by_rules.items()
                if rules[place] == before
                and (changed := (*rules[:place], after, *rules[place + 1 :])) in by_rules
            }
            if pairs:
                spell = FIELDS[name].spell
                yield Effect(name, spell(before), spell(after), pairs)
