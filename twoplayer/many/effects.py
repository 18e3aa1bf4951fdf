"""The effects of each rule: the change of the EV between games that differ in this rule alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from os import PathLike
from statistics import mean
from typing import Any, ClassVar, NamedTuple

from ..errors import refused
from ..exact import ExactNumber, ExactResult, exact, signed_percent
from ..game.players import favoured_by
from ..tables import Column, Decimals, Table, Tabled, TabledList, To, percent
from ..variant.columns import RULES, plain_rules
from ..variant.fields import FIELDS
from ..variant.registry import VariantLike
from ..variant.variant import Variant, in_brief
from ..words import cell_text
from ..work import Executor
from .solving import solve_all


def rule_text(value: str | int | bool | None) -> str:
    return "none" if value is None else cell_text(value)


@dataclass(frozen=True, eq=False, repr=False)
class Effect(ExactResult, Tabled):
    """The effect of another value of a rule on the first player's EV, in stakes, game by game.

    Attributes
    ----------
    rule : str
        The name of the rule.
    before : str, int, bool or None
        The value of the rule before the change, in the spelling of `Variant.rules`.
    after : str, int, bool or None
        The value of the rule after the change.
    evs : mapping of Variant to pair of exact numbers, stakes
        The EV before and after the change, by the game before the change.

    Examples
    --------
    >>> from twoplayer import Variant, effects
    >>> [ties] = effects([Variant(tiles=3, dice="1d6", ties=ties) for ties in ("push", "first")])
    >>> ties
    Effect(ties: push to first, games=1, mean=409/1944)
    >>> ties.mean, list(ties.turned.values())
    (409/1944, ['first'])
    """

    rule: str
    before: str | int | bool | None
    after: str | int | bool | None
    evs: Mapping[Variant, tuple[ExactNumber, ExactNumber]] = exact(repr=False)

    columns: ClassVar[Sequence[Column]] = (
        Column("game", lambda game: in_brief(game.variant), to=To.PEOPLE),
        *RULES,
        Column("rule", to=To.PROGRAMS),
        Column("after", to=To.PROGRAMS),
        percent("change", "change (%)"),
        Column("favoured_before"),
        Column("favoured_after"),
    )

    def __repr__(self) -> str:
        change = f"{self.rule}: {self.before} to {self.after}"
        return f"Effect({change}, games={self.games}, mean={self.fractions.mean})"

    def _key(self) -> tuple[Any, ...]:
        return self.rule, self.before, self.after, *self._changes

    @property
    def changes(self) -> dict[Variant, ExactNumber]:
        """The EV after the change less the EV before, in stakes, by the game before the change."""
        return {variant: self._number(change) for variant, change in self._changes.items()}

    @property
    def games(self) -> int:
        """The number of pairs of games that are compared: the length of `evs`."""
        return len(self._changes)

    @property
    def mean(self) -> ExactNumber:
        """The mean of `changes`, in stakes; changes of both signs may cancel."""
        return self._number(mean(self._changes.values()))

    @property
    def mean_size(self) -> ExactNumber:
        """The mean of the absolute values of `changes`, in stakes."""
        return self._number(mean(map(abs, self._changes.values())))

    @property
    def least(self) -> ExactNumber:
        """The lowest of `changes`, in stakes: the change most in favour of the second player."""
        return self._number(min(self._changes.values()))

    @property
    def most(self) -> ExactNumber:
        """The highest of `changes`, in stakes: the change most in favour of the first player."""
        return self._number(max(self._changes.values()))

    @property
    def largest_in(self) -> Variant:
        """The game, before the change, with the largest absolute change."""
        return max(self._changes, key=lambda variant: abs(self._changes[variant]))

    @property
    def turned(self) -> dict[Variant, str]:
        """The games in which another player is favoured after the change, and that player.

        Each value is `"first"`, `"second"` or `"nobody"`, by the game before the change.
        """
        games = (game for game in self._rows() if game.favoured_before != game.favoured_after)
        return {game.variant: game.favoured_after for game in games}

    @cached_property
    def _changes(self) -> dict[Variant, Fraction]:
        return {game.variant: game.change for game in self._rows()}

    def _title(self) -> str:
        return f"What {self.rule} does: {rule_text(self.before)} to {rule_text(self.after)}"

    def _rows(self) -> list[_Game]:
        return [
            _Game(variant, self.rule, self.after, evs[1] - evs[0], *map(favoured_by, evs))
            for variant, evs in self.fractions.evs.items()
        ]


class _Game(NamedTuple):
    """A game as a row: the change of its EV by one change of a rule."""

    variant: Variant
    rule: str
    after: str | int | bool | None
    change: Fraction
    favoured_before: str
    favoured_after: str


def _turned(effect: Effect) -> str | None:
    if effect.games > 1:
        return f"{len(effect.turned):,} of {effect.games:,}"
    return next(iter(effect.turned.values()), None)


class Effects(TabledList[Effect]):
    """The effects of each rule: a list of `Effect`, in the order of the rules, and a table."""

    about = "What each rule does to the first player's EV"
    columns: ClassVar[Sequence[Column]] = (
        Column("rule", shown=lambda rule: rule.replace("_", " ")),
        Column("before", to=To.PROGRAMS),
        Column("before", lambda effect: rule_text(effect.before), "from", to=To.PEOPLE, width=9),
        Column("after", to=To.PROGRAMS),
        Column("after", lambda effect: rule_text(effect.after), "to", to=To.PEOPLE, width=10),
        Column("games", to=To.PROGRAMS),
        percent("mean_size", "average size", to=To.PROGRAMS),
        percent("mean", "average\n(%)")._replace(shown=Decimals(signed_percent, 4)),
        percent("least", "lowest\n(%)")._replace(shown=Decimals(signed_percent, 4)),
        percent("most", "highest\n(%)")._replace(shown=Decimals(signed_percent, 4)),
        Column("largest_in", lambda effect: plain_rules(effect.largest_in), to=To.JSON),
        Column(
            "turned",
            lambda effect: [
                {"variant": plain_rules(v), "favoured": who} for v, who in effect.turned.items()
            ],
            to=To.JSON,
        ),
        Column("turned", lambda effect: len(effect.turned), to=To.CSV),
        Column("turned", _turned, "favours\nanother", to=To.PEOPLE, gives_way=True),
    )

    def table(self) -> Table:
        """Make a table of the effects.

        Returns
        -------
        Table
            A row for each effect, in the order of the rules. If each effect is in one game alone,
            people read one column for the change. Otherwise people read the mean, the least and the
            largest change.
        """
        table = super().table()
        if any(effect.games > 1 for effect in self):
            return table
        hidden: dict[str, Any] = {"to": To.PROGRAMS}
        alone = {"mean": {"title": "change\n(%)"}, "least": hidden, "most": hidden}
        columns = [column._replace(**alone.get(column.name, {})) for column in self.columns]
        return replace(table, columns=columns)


def effects(
    variants: Iterable[VariantLike] | str | PathLike[str], executor: Executor | None = None
) -> Effects:
    """Compute the effect of each rule on the first player's EV, in games that are otherwise equal.

    The first value of each rule is compared with every other value of the rule.

    Parameters
    ----------
    variants : iterable of Variant, str or path; or a single str or path
        The games; a family stands for all its members. Two of the games must differ in one rule
        alone, such as members of a family.
    executor : concurrent.futures.Executor, optional
        The executor that runs the work, such as a `concurrent.futures.ProcessPoolExecutor`. None:
        this process.

    Returns
    -------
    Effects
        An `Effect` for each rule and each of its values except the first, in the order of rules.

    Raises
    ------
    InputError
        If no two of the variants differ in one rule alone.
    RulesError, UnknownNameError, FileError, GameTooLargeError
        As `solve_all`.

    See Also
    --------
    twoplayer.variants : Every combination of given rules.
    twoplayer.plot.effects : A picture of the effects.
    twoplayer.mend : The changes that make one game fairer.

    Notes
    -----
    Each game is solved exactly, once, as by `solve_all`. Then a lookup finds every pair of games
    that differ in one rule.

    Examples
    --------
    >>> from twoplayer import effects
    >>> for effect in effects("sixteen"):
    ...     print(effect.rule, effect.after, len(effect.turned), "of", effect.games)
    one_die always 0 of 4
    one_die max <= 6 0 of 4
    one_die sum <= 6 0 of 4
    clack_payout 2 0 of 8
    immediate_clack True 8 of 8
    """
    solutions = (solution.fractions for solution in solve_all(variants, executor))
    return effects_of({solution.variant: solution.first_player_ev for solution in solutions})


def effects_of(evs: Mapping[Variant, Fraction]) -> Effects:
    """Compare the EVs of games that differ in one rule alone, given the EVs of all games."""
    by_rules = {tuple(getattr(variant, name) for name in FIELDS): variant for variant in evs}
    compared = []
    for place, (name, field) in enumerate(FIELDS.items()):
        values = [*dict.fromkeys(rules[place] for rules in by_rules)]
        for after in values[1:]:
            pairs = {
                variant: (evs[variant], evs[by_rules[changed]])
                for rules, variant in by_rules.items()
                if rules[place] == values[0]
                and (changed := (*rules[:place], after, *rules[place + 1 :])) in by_rules
            }
            if pairs:
                compared.append(Effect(name, field.spell(values[0]), field.spell(after), pairs))
    if not compared:
        raise refused("variants", len(evs), "a family", "no two of which differ in one rule alone")
    return Effects(compared)
