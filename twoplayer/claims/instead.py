"""What a wrong number is instead: another sign, another unit, another quantity, another game.

Candidates come in three tiers. The first has this game in every quantity, sign and unit. The second
has the same quantity of games with one rule changed, and of the sixteen. The third has the same
quantity of every registered game.

A number of few digits agrees with some candidate by accident. Let x be the claim. Suppose that a
number is equally likely anywhere between 2/3·|x| and 3/2·|x|, a range of the length 5/6·|x|. Let
the claim be right for numbers within a width w, and let n candidates of all tiers so far lie in the
range. Then some candidate agrees by accident with a chance of at most n·w / (5/6·|x|). A tier is
told only where this chance is less than 1 in 100. The search ends with the first tier in which a
candidate agrees. About 3·q²/π² fractions with a denominator of at most q lie between two whole
numbers. So a fraction with the denominator q has the width 10/3 / q².
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from ..errors import InputError
from ..exact import ExactNumber, fraction_text, to_rational
from ..game.contest import Contest, contest
from ..game.solution import pieces, work_of
from ..many.results import has_tables, played
from ..strategy.one_player import in_hindsight
from ..variant.fields import FIELDS
from ..variant.labels import title
from ..variant.registry import registered, variants
from ..variant.variant import Rules, Variant
from ..work import part, untold
from .number import Number
from .quantity import QUANTITIES, EVs, Query, answers, value_of

ACCIDENT = Fraction(1, 100)
"""A tier is told only where the chance that a number agrees by accident is less than this."""
_NEAR = Fraction(3, 2)
"""A candidate is near a number if the larger of both is at most this many times the smaller."""
_MOST_MEMBERS = 100  # of a registered family; larger ones take minutes
_MOST_WORK = 10**9  # games that take longer together, some ten seconds, are not looked through
_ONE_PLAYER = ("clack", "score", "restarts")
_OF_TWO = ("ev", "second_ev", "first_wins", "tie", "second_wins", "first_clacks", "second_clacks")
_ELSEWHERE = (*_OF_TWO, "clack", "score", "value")
"""Quantities that are found quickly in many games."""


class Instead(NamedTuple):
    """A candidate for a wrong number: a quantity of a game that the number may be meant for.

    Parameters
    ----------
    words : str
        The words for the candidate, within a sentence.
    value : Fraction
        The exact value of the quantity; `exact` is the same as a `sympy.Rational`.
    question : Query
        The quantity, the game and the strategies.
    factor : Fraction
        The factor of the value in the claim. −1 is for the other sign, 100 for a percentage without
        its sign, 1/100 for a percent sign too many. Otherwise 1.
    """

    words: str
    value: Fraction
    question: Query
    factor: Fraction = Fraction(1)

    @property
    def of(self) -> str:
        """The quantity."""
        return self.question.of

    @property
    def exact(self) -> ExactNumber:
        """The exact value of the quantity."""
        return to_rational(self.value)

    @property
    def claimed(self) -> Fraction:
        """The number that a claim has to have to mean this candidate."""
        return self.value * self.factor


def instead(
    question: Query, number: Number, exact: Fraction | None, evs: EVs, *, far: bool = True
) -> tuple[Instead, ...]:
    """Find what a wrong number is, where an agreement by accident is unlikely.

    Parameters
    ----------
    question : Query
        The question that the number is claimed to answer.
    number : Number
        The claim.
    exact : Fraction or None
        The right number; None where the answer is not one number.
    evs : callable
        The function that solves the EVs of many games.
    far : bool, default True
        Whether to look beyond the sign and the unit, which takes seconds.

    Returns
    -------
    tuple of Instead
        The candidates that agree, of the first tier with any; most often one candidate, or none.
    """
    if not number.middle:
        return ()
    tiers: list[Callable[[], Iterable[Instead]]] = [lambda: _own(question, exact, number)]
    if far:
        tiers = [
            lambda: _of_this_game(question, exact, number),
            lambda: _relatives(question, evs),
            lambda: _registered(question, evs),
        ]
    candidates: list[Instead] = []
    for tier in tiers:
        # A candidate that agrees is one more near the number.
        if not _no_accident(number, 1 + _near(number, candidates)):
            break
        with part(of=len(tiers)), untold():
            new = [*tier()]
        candidates += new
        found = [each for each in new if number.holds(each.claimed)]
        if found and _no_accident(number, _near(number, candidates)):
            return tuple(found)
    return ()


def digits_of(number: Number) -> int:
    """Count the significant digits of a rounded number: 3 of `0.0401`, 4 of `0.04010`."""
    if not number.step:
        return 0
    digits = abs(number.middle) / number.step
    return len(str(int(digits)))


def _near(number: Number, candidates: Iterable[Instead]) -> int:
    """Count the candidates with the sign of a number and about the same size."""
    ends = sorted((number.middle / _NEAR, number.middle * _NEAR))
    return sum(ends[0] <= each.claimed <= ends[1] for each in candidates)


def _no_accident(number: Number, near: int) -> bool:
    """Tell whether, of `near` candidates near a number, one hardly ever agrees by accident."""
    size = abs(number.middle)
    exact = number.low == number.high
    width = Fraction(10, 3 * size.denominator**2) if exact else number.high - number.low
    return near * width < ACCIDENT * (_NEAR - 1 / _NEAR) * size


def _own(question: Query, exact: Fraction | None, number: Number) -> Iterator[Instead]:
    """Yield the quantity itself, also with the other sign and in another unit."""
    if exact is None:
        return
    for words, sign in (("", 1), (" with the other sign", -1)):
        signed = question.quantity.unit in ("stakes", "value")
        if sign < 0 and not signed:
            continue
        yield from _in_units(question, exact, number, words, sign)


def _in_units(
    question: Query, exact: Fraction, number: Number, more: str = "", sign: int = 1
) -> Iterator[Instead]:
    """Yield a quantity times a sign, and as a number with a percent sign too many or too few."""
    words = question.words + more
    yield Instead(words, exact, question, Fraction(sign))
    if question.quantity.unit == "points":
        return
    if number.unit in ("percent", "cents"):
        said = "in stakes" if question.quantity.unit == "stakes" else "as a part of 1"
        yield Instead(
            f"{words}, {said}, without the sign for percent",
            exact,
            question,
            Fraction(sign, 100),
        )
    else:
        percent = f"{words} in percent, which is written with %"
        yield Instead(percent, exact, question, Fraction(sign * 100))


def _of_this_game(question: Query, exact: Fraction | None, number: Number) -> Iterator[Instead]:
    """Yield every quantity of the game in every unit, and of stakes with each sign."""
    yield from _own(question, exact, number)
    for other, value in _quantities(question).items():
        if other.of == question.of:
            continue
        yield from _in_units(other, value, number)
        # The other sign of a player's EV is the other player's EV, a quantity of its own.
    if question.of == "value":
        for score in question.contest.turns[0].scores:
            if score != question.score_to_beat:
                against = question._replace(score_to_beat=score)
                yield Instead(against.words, value_of(against), against)


@lru_cache(maxsize=32)
def _quantities_of(contest: Contest) -> dict[Query, Fraction]:
    """Find every quantity of a game under optimal play, except quantities that take long."""
    found: dict[Query, Fraction] = {}
    asked = [Query(of, contest) for of in _OF_TWO]
    first, second = contest.pair
    if first == second:
        asked += [Query(of, contest) for of in _ONE_PLAYER]
    for each in asked:
        with suppress(InputError):
            found[each] = value_of(each)
    if first == second and isinstance(first, Variant):
        with suppress(InputError):
            [foreseen] = in_hindsight(contest)
            if foreseen and foreseen.foresight is not None:
                found[Query("foresight", contest)] = foreseen.foresight
    return found


def _quantities(question: Query) -> dict[Query, Fraction]:
    """Find the quantities of a game under optimal play, and with the strategies of a question."""
    found = dict(_quantities_of(question.contest))
    if question.optimal:
        return found
    for of in (*_OF_TWO, "clack", "score"):
        with suppress(InputError):
            other = question._replace(of=of, score_to_beat=None, discount=None)
            if QUANTITIES[of].players == 1 and other.strategy is None:
                other = other.of_one_player()
            if QUANTITIES[of].players == 2 and other.strategy is not None:
                continue  # the other player's strategy is not known
            other.check()
            found[other] = value_of(other)
    return found


@lru_cache(maxsize=64)
def _relatives(question: Query, evs: EVs) -> tuple[Instead, ...]:
    """Return the same quantity of games with one rule changed, and of the sixteen."""
    first, second = question.contest.pair
    if first != second:
        games = [contest(second, first), contest(first, None), contest(second, None)]
        named = ["with the rules of the two exchanged", _named(first), _named(second)]
        return _elsewhere(question, games, named, evs)
    if not isinstance(first, Variant):
        return ()
    changed: dict[Variant, str] = {}
    for rule, values in played().items():
        for value in values:
            with suppress(InputError):
                other = first.replace(**{rule: value})
                words = FIELDS[rule].words(getattr(other, rule))
                changed.setdefault(other, f"with one rule changed: {words}")
    others = {each: _named(each) for each in variants("sixteen")} | changed
    others.pop(first, None)
    return _elsewhere(question, [contest(each, None) for each in others], [*others.values()], evs)


def _registered(question: Query, evs: EVs) -> Iterator[Instead]:
    """Yield the same quantity of every registered game."""
    # The candidates do not depend on the game, and are found once for all games.
    classic = contest(Variant(), None)
    for each in _in_all_registered(question._replace(contest=classic), evs):
        if each.question.contest != question.contest:
            yield each


@lru_cache(maxsize=64)
def _in_all_registered(question: Query, evs: EVs) -> tuple[Instead, ...]:
    every: dict[Variant, str] = {}
    for name in registered():
        members = variants(name)
        if len(members) <= _MOST_MEMBERS:
            for each in members:
                every.setdefault(each, _named(each))
    return _elsewhere(question, [contest(each, None) for each in every], [*every.values()], evs)


def _named(variant: Variant) -> str:
    return f"of {title(variant)}"


def _elsewhere(
    question: Query, games: Sequence[Contest], named: Sequence[str], evs: EVs
) -> tuple[Instead, ...]:
    """Return a quantity in other games, except in games that are too large for tables."""
    words = dict(zip(games, named, strict=True))
    small = [game for game in words if all(map(_has_tables, game.rules))]
    if question.of not in _ELSEWHERE or sum(map(work_of, pieces(small))) > _MOST_WORK:
        return ()
    asked = [question._replace(contest=game) for game in small]
    known = answers([q for q in asked if q.of in ("ev", "second_ev") and q.optimal], evs)
    found = []
    for other in asked:
        with suppress(InputError):
            value = known[other] if other in known else value_of(other)
            assert isinstance(value, Fraction)
            found.append(Instead(f"{other.words} {words[other.contest]}", value, other))
    return tuple(found)


def _has_tables(rules: Rules) -> bool:
    return not isinstance(rules, Variant) or has_tables(rules)


def in_words(number: Number, found: Sequence[Instead]) -> str:
    """Say what a wrong number equals, and the exact value of that.

    Parameters
    ----------
    number : Number
        The claim.
    found : sequence of Instead
        The candidates that agree, at least one.
    """
    count = digits_of(number)
    agrees = f"equals, to its {count} digits," if count else "equals"
    same = " or ".join(each.words for each in found)
    exactly = "; ".join(dict.fromkeys(fraction_text(each.value) for each in found))
    return f"It {agrees} {same}: exactly {exactly}."
