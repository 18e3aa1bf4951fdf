"""One complete set of rules, as a frozen value. Variants with equal rules are equal.

The name of a variant is no rule. A variant without a name is called by its rules unlike those of
the classic game.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from operator import itemgetter
from os import PathLike
from typing import Any, ClassVar, Never, TypeAlias, TypedDict, Unpack

from ..errors import Fault, Faults, InputError, RulesError, one_of, refused, shown
from ..exact import Rational
from ..tables import Column, Tabled, To
from .dice import Dice, OneDie, Weights, loaded
from .fields import FIELDS, unknown_rules
from .tiles import BY_TOTAL, COVERINGS, TileSet

STAKES = ("scoring", "clack_payout", "immediate_clack", "ties")
"""The rules of the stakes; the states and moves of a turn do not depend on these rules."""


class RuleChanges(TypedDict, total=False):
    """Rules of a `Variant` by field, any number of rules, in the types that `Variant` takes."""

    tiles: int | str | Iterable[int]
    dice: str
    weights: str | Sequence[int] | None
    one_die: str
    moves: str
    max_tiles: int | None
    opening_tile: int | None
    stop_total: int | None
    scoring: str
    clack_payout: int | str | Fraction | Rational
    immediate_clack: bool
    ties: str


@dataclass(frozen=True, init=False, repr=False)
class Variant(Tabled):
    """One complete set of rules. `Variant()` is the classic game.

    Spellings are normalised, so equal rules compare and hash equal.

    Parameters
    ----------
    *by_place : nothing
        Refused: every rule is a keyword argument.
    tiles : int, str or iterable of int, default 9
        The numbers on the open tiles at the start. This may be `9` for 1 to 9, several whole
        numbers, or text such as `"4-9"`, `"1,3,5"`, `"1-3,7"` or `"6-6"` (one tile).
    dice : str, default "2d6"
        The dice rolled normally: 1 to 6 dice with 1 to 100 sides.
    weights : str or sequence of int, default None
        The weights of the sides of a die, the 1 first: a whole number for each side, or text such
        as `"1,1,1,1,1,2"`. A side of weight 2 comes up twice as often as a side of weight 1. Equal
        weights are None.
    one_die : str, default "never"
        The rule for rolling a single die instead: `"never"`, `"always"`, or conditions on the open
        tiles, joined by `and`. Conditions are such as `"sum <= 6"`, `"max <= 6"` or
        `"count <= 1"`. With `"forced "` in front the player must roll a single die. `"sum-6"` is
        another spelling of `"sum <= 6"`.
    moves : str, default "sum"
        The sets of open tiles that a roll may cover. `"sum"`: any set with the sum of the roll.
        `"one-tile"`: one tile, showing either die or the sum. `"dice-or-sum"`: one tile, showing
        either die or the sum, or both dice's two tiles. `"exact"`: the tile of the sum, or both
        dice's two tiles. `"sum-or-difference"`: any set with the sum or the difference of the dice.
    max_tiles : int, default None
        The most tiles covered in one move. None: any number of tiles.
    opening_tile : int, default None
        A tile that the first move must cover; otherwise the turn ends. None: no such tile.
    stop_total : int, default None
        A total that ends the turn when it is rolled. None: no such total.
    scoring : str, default "sum"
        The score of the open tiles; the lower score wins. `"sum"`: their sum. `"digits"`: the tiles
        in ascending order, read as one number, so that 1, 2 and 5 score 125. `"count"`: the number
        of open tiles. `"shut"`: 0 if no tile is open, otherwise 1.
    clack_payout : exact number, stakes, default 1
        The payment for a win with every tile covered, a clack, 0 or more. This may be a whole
        number, a fraction, or text such as `"3/2"`, `"3:2"` or `"1.5"`.
    immediate_clack : bool, default False
        Whether a first player who clacks wins at once.
    ties : str, default "push"
        The winner of equal scores: nobody (`"push"`), `"first"` or `"second"`.
    **unknown : nothing
        Refused: any other name is a `RulesError`, which asks for the nearest rule.

    Attributes
    ----------
    tiles : tuple of int
        The numbers on the tiles, ascending.
    dice : Dice
        The dice rolled normally; a `Dice` is also text.
    weights : tuple of int or None
        The weights of the sides of a die, the 1 first. None: all sides have the same weight.
    one_die : OneDie
        The rule for rolling a single die; a `OneDie` is also text.
    moves : str
        The name of the rule for the sets that a roll may cover.
    max_tiles : int or None
        The most tiles covered in one move.
    opening_tile : int or None
        The tile that the first move must cover.
    stop_total : int or None
        The total that ends the turn when it is rolled.
    scoring : str
        The name of the rule for the score of open tiles.
    clack_payout : fractions.Fraction, stakes
        The payment for a win with every tile covered.
    immediate_clack : bool
        Whether a first player who clacks wins at once.
    ties : str
        The winner of equal scores.

    Raises
    ------
    RulesError
        If a field is unknown, a field does not take a value, or the rules contradict each other.
        The error names all faults.
    InputError
        If an argument has no keyword, such as in `Variant("classic")`.

    See Also
    --------
    twoplayer.solve : Computes the value of the game under optimal play.
    twoplayer.variants : The variants of registered names, families and files.
    twoplayer.registered : The registered names.
    twoplayer.Box : Rules that no field has.

    Examples
    --------
    >>> from twoplayer import Variant
    >>> Variant(one_die="sum<=6", clack_payout="2.0")
    Variant(one_die='sum <= 6', clack_payout='2')
    >>> Variant(tiles=9) == Variant(tiles="1-9")
    True
    >>> Variant(scoring="mine")
    Traceback (most recent call last):
        ...
    twoplayer.errors.RulesError: scoring: got 'mine', unknown; takes sum | digits | count | shut
    """

    tiles: TileSet
    dice: Dice
    weights: Weights | None
    one_die: OneDie
    moves: str
    max_tiles: int | None
    opening_tile: int | None
    stop_total: int | None
    scoring: str
    clack_payout: Fraction
    immediate_clack: bool
    ties: str

    columns: ClassVar[Sequence[Column]] = (
        Column("rule", itemgetter(0)),
        Column("value", itemgetter(1), to=To.PROGRAMS),
        Column("in_words", itemgetter(2)),
    )

    def __init__(
        self,
        *by_place: Never,
        tiles: int | str | Iterable[int] = 9,
        dice: str = "2d6",
        weights: str | Sequence[int] | None = None,
        one_die: str = "never",
        moves: str = "sum",
        max_tiles: int | None = None,
        opening_tile: int | None = None,
        stop_total: int | None = None,
        scoring: str = "sum",
        clack_payout: int | str | Fraction | Rational = 1,
        immediate_clack: bool = False,
        ties: str = "push",
        **unknown: Never,
    ) -> None:
        if by_place:
            raise _by_place(by_place)
        unknown_rules(unknown).tell(RulesError)
        given = {name: value for name, value in locals().items() if name in FIELDS}
        faults, normal = Faults(), {}
        for name, value in given.items():
            with faults:
                normal[name] = FIELDS[name].read(name, value)
        faults += _contradictions(normal)
        faults.tell(RulesError)
        vars(self).update(normal, weights=loaded(normal["weights"]))

    def __repr__(self) -> str:
        return f"Variant({', '.join(f'{name}={rule!r}' for name, rule in changed(self).items())})"

    @property
    def name(self) -> str:
        """The name of the rules as the user gave it: a registered name, or the name of a file.

        A member of a family has a name of its own, such as `my-pub (tiles 1-9, clack payout 2)`, or
        a registered name. So has a game of `variants` with other rules. Without a name this is the
        rules unlike those of the classic game.
        """
        name = vars(self).get("_name")
        return str(name(self) if callable(name) else name) if name else in_brief(self)

    def called(self, name: str) -> Variant:
        """Return the same rules under another name.

        Parameters
        ----------
        name : str
            The name that tables and titles show. The name need not be registered.

        Returns
        -------
        Variant
            A variant that is equal to this one, since names do not count in comparisons.

        Examples
        --------
        >>> from twoplayer import Variant
        >>> pub = Variant(tiles=12).called("my pub")
        >>> pub.name, pub == Variant(tiles=12)
        ('my pub', True)
        """
        return self._named(name, name)

    def _named(self, rule_set: str, name: str | Callable[[Variant], str]) -> Variant:
        """Return the same rules with a rule set and a name; a function may make the name later."""
        same = copy(self)
        vars(same).update(_rule_set=rule_set, _name=name)
        return same

    def is_default(self, field: str) -> bool:
        """Tell whether a rule is the same as in the classic game.

        Parameters
        ----------
        field : str
            The name of the rule, such as `"ties"`.

        Returns
        -------
        bool
            Whether `Variant()` has the same value in this field.

        Raises
        ------
        InputError
            If there is no such rule.

        Examples
        --------
        >>> from twoplayer import Variant
        >>> Variant(tiles=12).is_default("tiles"), Variant(tiles=12).is_default("ties")
        (False, True)
        """
        name = one_of("field", field, FIELDS)
        return bool(getattr(self, name) == FIELDS[name].default)

    def rules(self) -> dict[str, str | int | bool | None]:
        """Return every rule as plain data, also for JSON.

        Returns
        -------
        dict of str to str, int, bool or None
            The normal spelling of each rule, by field: `Variant(**variant.rules()) == variant`.

        Examples
        --------
        >>> import json
        >>> from twoplayer import Variant
        >>> text = json.dumps(Variant(clack_payout="3/2").rules())
        >>> Variant(**json.loads(text))
        Variant(clack_payout='3/2')
        """
        return {name: field.spell(getattr(self, name)) for name, field in FIELDS.items()}

    def words(self) -> dict[str, str]:
        """Return every rule in words.

        Returns
        -------
        dict of str to str
            A clause for each rule, by field; the fields are those of `rules`.

        Examples
        --------
        >>> from twoplayer import Variant
        >>> Variant(tiles=10).words()["tiles"]
        '10 tiles, 1 to 10'
        """
        return {name: field.words(getattr(self, name)) for name, field in FIELDS.items()}

    def in_words(self) -> str:
        """Write the rules unlike those of the classic game in words.

        Returns
        -------
        str
            A clause for each such rule, joined by semicolons; `the classic game` without such a
            rule.

        Examples
        --------
        >>> from twoplayer import Variant
        >>> Variant(tiles=10, ties="first").in_words()
        '10 tiles, 1 to 10; the first player wins equal scores'
        >>> Variant().in_words()
        'the classic game'
        """
        words = self.words()
        return "; ".join(words[name] for name in changed(self)) or "the classic game"

    def _title(self) -> str:
        return f"Shut the Box: {self.in_words()}"

    def _rows(self) -> list[tuple[str, Any, str]]:
        words = self.words()
        return [(name, rule, words[name]) for name, rule in self.rules().items()]

    def replace(self, **changes: Unpack[RuleChanges]) -> Variant:
        """Return the variant with some rules changed.

        Parameters
        ----------
        **changes
            The rules that change, as for `Variant`, such as `tiles=12, ties="first"`.

        Returns
        -------
        Variant
            The variant with these rules. The result has no name, even if the original has a name.

        Raises
        ------
        RulesError
            If a field is unknown, a field does not take a value, or the rules contradict each
            other.

        Examples
        --------
        >>> from twoplayer import Variant
        >>> Variant(tiles=12).replace(ties="first")
        Variant(tiles='1-12', ties='first')
        """
        unknown_rules(changes).tell(RulesError)
        given: dict[str, Any] = {**changes}
        return replace(self, **given)

    @property
    def side_weights(self) -> Weights:
        """The weight of each side of a die, the 1 first: `weights`, or 1 for each side."""
        return self.weights or (1,) * self.dice.sides

    @cached_property
    def turn_rules(self) -> Variant:
        """The rules of the turn alone, with the default score, payouts and ties.

        Variants with equal turn rules share one transition graph.

        Returns
        -------
        Variant
            The same object for equal rules, among the last 1024.
        """
        return _one(self.replace(**{name: FIELDS[name].default for name in STAKES}))


def _by_place(given: tuple[object, ...]) -> InputError:
    """Return the error of arguments without the name of a rule, such as `Variant("classic")`."""
    takes = "rules by their names, such as tiles=9, clack_payout=2"
    if isinstance(given[0], (str, PathLike)):
        name = shown(given[0])
        takes += f"; a name stands for its rules in functions: solve({name}), variants({name})"
    elif isinstance(given[0], Mapping):
        takes += "; of a dict Variant(**rules) makes a variant"
    return refused("Variant", given[0], takes)


Rules: TypeAlias = Variant | Any
"""The rules of any game: a game of another kind has a name, stakes and a turn, and no tiles."""


def changed(variant: Variant) -> dict[str, str | int | bool | None]:
    """Return the rules unlike those of the classic game, as plain data, by field."""
    return {name: rule for name, rule in variant.rules().items() if not variant.is_default(name)}


def in_brief(variant: Variant, fields: Collection[str] | None = None) -> str:
    """Return the name that `brief` gives; without `fields` the classic game is `classic`."""
    return "classic" if fields is None and variant == Variant() else brief(variant, fields)


def brief(variant: Variant, fields: Collection[str] | None = None) -> str:
    """Name a variant by the rules of `fields`, or by its rules unlike those of the classic game.

    >>> brief(Variant(tiles=10, one_die="sum <= 6", immediate_clack=True))
    'tiles 1-10, one die sum <= 6, immediate clack'
    >>> brief(Variant(), ["immediate_clack", "max_tiles", "ties"])
    'no immediate clack, no max tiles, ties push'
    """
    phrases, rules = [], variant.rules()
    for name in changed(variant) if fields is None else fields:
        rule, words = rules[name], name.replace("_", " ")
        if isinstance(rule, bool) or rule is None:
            phrases.append(words if rule else f"no {words}")
        else:
            phrases.append(f"{words} {rule}")
    return ", ".join(phrases) or "none"


def fields_that_differ(variants: Iterable[Variant]) -> list[str]:
    """Return the fields in which the variants differ, in the order of `FIELDS`."""
    games = list(variants)
    return [name for name in FIELDS if len({getattr(game, name) for game in games}) > 1]


def rule_set_of(variant: Rules) -> str:
    """Return the name that all members of a family share; without a family, the variant's own."""
    return str(vars(variant).get("_rule_set") or variant.name)


@lru_cache(maxsize=1024)
def _one(variant: Variant) -> Variant:
    return variant


def variant_of(row: Mapping[str, str]) -> Variant:
    """Return the rules in a row of CSV; a field without a cell, or with an empty cell, is default.

    Other columns are ignored. A value that cannot be read is a `RulesError`.
    """
    rules: dict[str, Any] = {name: row[name] for name in FIELDS if row.get(name)}
    return Variant(**rules)


def _contradictions(rules: dict[str, Any]) -> Iterator[Fault]:
    # A rule that could not be read is not in `rules`.
    dice, moves, one_die = rules.get("dice"), rules.get("moves"), rules.get("one_die", "never")
    if dice and moves and dice.number > 2 and not COVERINGS[moves].by_total:
        yield Fault.got("moves", moves, f"{BY_TOTAL} with {dice}", "defined for one or two dice")
    if dice and (weights := rules.get("weights")) and (count := len(weights)) != dice.sides:
        got, takes = ",".join(map(str, weights)), f"{dice.sides} of them with dice {dice}"
        yield Fault.got("weights", got, takes, f"{count} number{'s' * (count > 1)}")
    if dice and dice.number == 1 and one_die != "never":
        yield Fault.got("one_die", one_die, f"'never' with {dice}", "with one die anyway")
    tile, tiles = rules.get("opening_tile"), rules.get("tiles")
    if tile is not None and tiles and tile not in tiles:
        yield Fault.got("opening_tile", tile, f"one of {tiles}", "not a tile of this game")
