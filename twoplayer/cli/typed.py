"""The reading of typed words: games, with typed rules in place of theirs, tiles, rolls, numbers."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping, Sequence, Sized
from contextlib import redirect_stdout
from functools import cached_property
from typing import Any

import click

import twoplayer

from ..errors import FileError, InputError, RulesError, Unfit, refused, shown
from .duration import say

TypedRules = Mapping[str, Any]
"""The typed value of each rule; a list of values where a rule was typed several times."""
_STDIN = "twoplayer.stdin"
_MOST_LEFT_OUT = 10
BEST_ANSWER = "best-answer"
"""The word for the best response to the other player's strategy, in the place of a strategy."""


def check_no_more(what: object, others: object) -> None:
    """Refuse other rules, if any, beside a thing that has rules of its own."""
    if others:
        raise click.UsageError(f"{what} has the rules in it; give no others")


def games_named(names: Sequence[str], without: str, rules: TypedRules) -> list[Any]:
    # Where a rule is typed several times without a name, only these rules are compared.
    swept = any(isinstance(rule, list) for rule in rules.values())
    if rules and not names and (swept or without == "classic"):
        return [_yours(rules)]
    return [game_named(name, rules) for name in names or [without]]


def _yours(rules: TypedRules) -> twoplayer.variant.Family:
    return twoplayer.variant.Family("your rules", "", "", {}).replace(**rules)


def game_named(name: str, rules: TypedRules, *, alone: bool = False) -> Any:
    """Read a name, a file, `-` for stdin, rules as in a link, or code, which is no family.

    A link gives the first player's rules; with `alone` the link may have no others.
    """
    from ..files import IN_A_FILE, MOST_RULES, text_of
    from ..variant.registry import family_in, remarks
    from ..web.link import is_link, read_link

    if is_link(name):
        link = read_link(name)
        if alone and link.second is not None:
            takes = "the rules of one player here, without second"
            raise refused("GAME", name, takes, "with rules of the second player's own")
        return _linked(link.first).replace(**rules)
    if of_file := IN_A_FILE.fullmatch(name):
        if not of_file[2]:
            takes = f"rules; strategies go with `twoplayer strategies`, or --first {name}:NAME"
            raise refused("GAME", name, f"{takes}; a game as code is {name}:NAME")
        check_no_more(name, rules)
        return Code(name, "GAME", strategies=False)
    try:
        if name == "-":
            source, content = read_once(name, MOST_RULES)
            text = text_of(content, source, MOST_RULES)
            if not text.strip():
                raise FileError(f"{source}: nothing came; takes a rule file")
            rule_set = family_in(text, source)
        else:
            rule_set = twoplayer.variant.family(name)
    except twoplayer.errors.UnknownNameError as error:
        raise twoplayer.errors.UnknownNameError(_mistaken(name) or str(error)) from None
    for remark in remarks(rule_set, rules):
        say(remark)
    return rule_set.replace(**rules)


class Code:
    """FILE.py:NAME as it was typed. The file is run once, when `thing` is first asked for.

    So a file is not run where other typed words are refused.
    """

    def __init__(self, text: str, parameter: str, **kinds: bool) -> None:
        self.text, self._parameter, self._kinds = text, parameter, kinds

    def __repr__(self) -> str:
        return self.text

    @cached_property
    def thing(self) -> Any:
        """A `Strategy`; or the rules of a game, with the typed text as their name."""
        from ..files import blamed
        from ..strategy.loading import load_named
        from ..strategy.own import Strategy
        from ..turn.another import as_game

        with redirect_stdout(sys.stderr):
            thing = load_named(self.text, self._parameter, **self._kinds)
            if isinstance(thing, Strategy):
                return thing
            path, _, name = self.text.rpartition(":")
            with blamed(path, f"when {name} was asked", InputError):
                return as_game(thing, self._parameter).called(self.text)


def strategy_typed(text: str, parameter: str) -> Any:
    """Read the name of a strategy, or its table in a CSV file.

    A strategy in a file of Python is `Code`, which is run when it is needed.
    """
    from ..files import IN_A_FILE
    from ..strategy.own import Strategy, strategy_named

    if IN_A_FILE.fullmatch(text):
        return Code(text, parameter, games=False)
    if text.lower().endswith(".csv"):
        return Strategy.of_table(text)
    return strategy_named(text, parameter, "FILE.py:NAME | FILE.csv")


def player_typed(text: str, parameter: str) -> Any:
    """Read a player's strategy, which may be the best response to the other player's strategy."""
    return BEST_ANSWER if text == BEST_ANSWER else strategy_typed(text, parameter)


def run_strategies(typed: Iterable[Any]) -> list[Any]:
    return [player.thing if isinstance(player, Code) else player for player in typed]


def run_players(typed: Sequence[Any]) -> list[Any]:
    """Return the strategies of two players; one may be the best response to the other."""
    from ..strategy.own import as_strategy
    from ..strategy.response import answer_to

    run = run_strategies(typed)
    answers = [player is BEST_ANSWER for player in run]
    if all(answers):
        takes = f"a strategy for one of both players, where the other is {BEST_ANSWER}"
        raise refused("second", BEST_ANSWER, takes)
    for player, answer in enumerate(answers):
        if answer:
            run[player] = answer_to(as_strategy(run[1 - player]))
    return run


def _linked(given: str | Mapping[str, str]) -> twoplayer.variant.Family:
    return twoplayer.variant.family(given) if isinstance(given, str) else _yours(given)


def second_in_link(name: str) -> twoplayer.variant.Family | None:
    """Return the second player's own rules in a link, with the stakes of the link alone."""
    from ..variant.fields import FIELDS
    from ..variant.variant import STAKES
    from ..web.link import is_link, read_link

    if not is_link(name) or (second := read_link(name).second) is None:
        return None
    hers = _linked(second)
    unsaid = [stake for stake in STAKES if stake not in hers.options]
    return hers.replace(**{stake: FIELDS[stake].default for stake in unsaid})


def read_once(path: str, most: int) -> tuple[str, bytes]:
    from ..files import read_typed

    if path == "-":
        read = click.get_current_context().meta
        if read.get(_STDIN):
            raise click.UsageError("- is stdin, which is read once")
        read[_STDIN] = True
    return read_typed(path, most)


def say_how_read(rules: TypedRules) -> None:
    """Tell how typed rules are read that a user may easily mean otherwise."""
    from ..variant.fields import LEAST_OF_SIZES, ratio_said

    typed = {name: rule if isinstance(rule, list) else [rule] for name, rule in rules.items()}
    for text in typed.get("tiles", ()):
        tiles = [tile.strip() for tile in text.split(",")]
        if len(tiles) > 1 and all(t.isdecimal() and int(t) >= LEAST_OF_SIZES for t in tiles):
            several = " ".join(f"--tiles {tile}" for tile in tiles)
            say(f"--tiles {text} is one game, with these tiles alone. Several sizes are {several}.")
    for text in typed.get("clack_payout", ()):
        if words := ratio_said(text):
            say(f"--clack-payout {text} {words}")


def _mistaken(name: str) -> str | None:
    if name.lower() in ("true", "false", "yes", "no"):
        meant = (
            "an option such as --immediate-clack takes no value, and its opposite is "
            "--no-immediate-clack"
        )
    elif name == "%":
        meant = "a percentage is one word, such as -0.4012%"
    elif name.isdecimal():
        meant = "several tiles, or dice, are one word, such as 1,2,5,8"
    else:
        return None
    return f"{name}: not a name; {meant}"


def variants_of(families: Sequence[twoplayer.variant.Family]) -> list[twoplayer.Variant]:
    """Return the members of all families; tell why combinations that are no game are left out."""
    variants: list[twoplayer.Variant] = []
    for family in families:
        try:
            variants += family.variants
        except RulesError as error:
            if len(families) == 1:
                raise
            raise RulesError(*(f"{family.name}: {fault}" for fault in error.faults)) from None
    say_left_out(families)
    return variants


def say_left_out(families: Iterable[twoplayer.variant.Family]) -> None:
    left_out = []
    for family in families:
        several = {} if family.size == 1 or family.parts else family.options
        varied = [name for name, some in several.items() if len(some) > 1]
        for member in family.left_out:
            rules = ", ".join(f"{name} {member.rules[name]}" for name in varied)
            left_out.append((f"{member.name} ({rules})" if rules else member.name, member.reason))
    say_why(left_out)


def say_unfit(unfit: Unfit, fitting: Sized) -> None:
    """Tell why games that do not fit are left out; if no game fits, raise the first error."""
    unfit.check(fitting)
    say_why((what, _reason(what, error)) for what, error in unfit)


def _reason(what: str, error: InputError) -> str:
    """Return the faults of an error, without the name that stands before them already."""
    faults = error.faults
    return "; ".join(fault.said if fault.parameter == what else str(fault) for fault in faults)


def say_why(left_out: Iterable[tuple[str, object]]) -> None:
    """Tell what is left out, and why; things with the same reason are counted in one line."""
    alike: dict[str, list[str]] = {}
    for what, reason in left_out:
        alike.setdefault("; ".join(str(reason).splitlines()), []).append(what)
    for reason, (first, *more) in [*alike.items()][:_MOST_LEFT_OUT]:
        which = f"{first} and {len(more):,} more like it are" if more else f"{first} is"
        say(f"{which} left out. {reason}")
    if len(alike) > _MOST_LEFT_OUT:
        say(f"{len(alike) - _MOST_LEFT_OUT:,} more such reasons are not told.")


def distinct(variants: Sequence[twoplayer.Variant]) -> list[twoplayer.Variant]:
    """Return each variant once, and tell which names are left out so."""
    from ..variant.variant import rule_set_of

    kept = {variant: rule_set_of(variant) for variant in reversed(variants)}
    names = ((rule_set_of(variant), kept[variant]) for variant in variants)
    others = ((name, first) for name, first in names if name != first)
    for name, first in dict.fromkeys(others):
        say(f"{name} is left out where it has the same rules as {first}.")
    return list(dict.fromkeys(variants))


def tiles_of(text: str, parameter: str = "open_tiles") -> tuple[int, ...]:
    """Read tiles and ranges; three or more digits in a row that ascend are a tile each.

    >>> tiles_of("1,2,5-7"), tiles_of("1258"), tiles_of("12"), tiles_of("")
    ((1, 2, 5, 6, 7), (1, 2, 5, 8), (12,), ())
    """
    from ..variant.fields import FIELDS

    named = text.strip().replace("+", ",")
    if not named:
        return ()
    if re.fullmatch(r"[1-9]{3,}", named) and sorted(set(named)) == [*named]:
        named = ",".join(named)
    try:
        return tuple(FIELDS["tiles"].parse(f"{named}-{named}" if named.isdecimal() else named))
    except ValueError as error:
        raise refused(parameter, text, "tiles such as 1,4,5 or 1-4", str(error)) from None


def played_in(
    variant: twoplayer.Variant, path: str, second_rules: twoplayer.Variant | None = None
) -> twoplayer.Play:
    from ..files import MOST_TABLE, text_of

    name, content = read_once(path, MOST_TABLE)
    text = text_of(content, name, MOST_TABLE)
    try:
        return twoplayer.Play.of(variant, text, second_rules)
    except twoplayer.errors.PositionError as error:
        [fault] = error.faults
        raise FileError(f"{name}: {fault.said}") from None


def told_of(text: str) -> tuple[int, ...] | str:
    """Read what the second player is told: a word, or scores that end ranges; () for nothing."""
    if text in ("clack", "score"):
        return text
    try:
        return () if text == "nothing" else tuple(map(int, text.split(",")))
    except ValueError:
        takes = "nothing | clack | score, or scores that end ranges, such as 10 or 9,19"
        raise refused("told", text, takes) from None


def roll_of(text: str | None) -> int | tuple[int, ...] | None:
    """Read a roll: a total, or dice with a comma, a plus or a space between them."""
    if text is None:
        return None
    try:
        dice = tuple(map(int, re.split(r"(?<=\d) ?[,+ ] ?(?=\d)", " ".join(text.split()))))
    except ValueError:
        raise refused("roll", text, "dice such as 3,4, or their total") from None
    return dice[0] if len(dice) == 1 else dice


def count_of(text: str, parameter: str) -> int:
    """Read a whole number, which may be written as 2e5."""
    if power := re.fullmatch(r"(\d{1,15})[eE]\+?(\d{1,2})", text.strip()):
        text = f"{power[1]}{'0' * int(power[2])}"
    try:
        return int(text)
    except ValueError:
        raise refused(parameter, text, "a whole number, such as 200000 or 2e5") from None


def payout_range(text: str) -> tuple[Any, Any, str]:
    """Return both ends, the upper end infinite where none is typed, and the range in words."""
    from ..game.payouts import payout_interval

    low, colon, high = (part.strip() for part in text.partition(":"))
    if not colon or ":" in high:
        raise refused("payouts", text, "LOW:HIGH, such as 0:10, or 0:")
    low, endless = low or "0", high in ("", "oo", "inf", "∞")
    try:
        ends = payout_interval(low, None if endless else high)
    except InputError as error:
        [fault] = error.faults
        takes = fault.said.partition("; ")[2]
        end = (fault.parameter or "").upper()
        raise InputError(f"got {shown(text)}; {end} {takes}", of="payouts") from None
    return *ends, f"of {low} or more" if endless else f"from {low} to {high}"
