"""The report on the atlas: the fairest and the least fair of all, and what each rule does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from operator import itemgetter
from pathlib import Path
from typing import Any

from ..game.fairness import gain
from ..game.payouts import Points, ev_by_payout, fair_intervals
from ..many.effects import Effect, effects_of, rule_text
from ..many.results import EVs, Results, Said, first_player_evs
from ..show.fair import Entry, evs_table, payout_text, ranked
from ..show.figures import OfPayout, points_of_payouts
from ..variant.beside import csv_of
from ..variant.fields import FIELDS
from ..variant.registry import family, variants
from ..variant.variant import Variant, brief
from ..work import cores
from .pages import Share, kept, page, written

NAME = "atlas"
SAMPLE = 30
_FAIREST = 15
_LEAST_FAIR = 5
_DRAWN_BY_PAYOUT = ("classic", "clack-at-once")


def atlas_evs(folder: Path | None, results: Results | None = None, say: Said | None = None) -> EVs:
    """Compute the EV of every member on all cores; what the results have is not computed again.

    Of what a report in a folder has, only a fixed sample is computed.
    """
    members = family(NAME).members()
    rows = written(folder and folder / f"{NAME}.csv", Entry)
    return kept(
        members,
        {entry.variant: entry.first_player_ev for entry in rows},
        lambda some: _computed(some, results, say),
        members[:: len(members) // SAMPLE][:SAMPLE],
        doubted=False,
    )


def _computed(variants: Sequence[Variant], results: Results | None, say: Said | None) -> EVs:
    with cores() as executor:
        evs = first_player_evs(variants, executor, results, say)
    return dict(zip(variants, evs, strict=True))


def atlas_report(solve_members: Callable[[], EVs]) -> dict[str, str]:
    """Report the atlas from the EV of every member, in stakes."""
    atlas, evs = family(NAME), solve_members()
    entries = ranked(Entry(v, evs[v]) for v in atlas.members())
    count = Counter(entry.favoured for entry in entries)
    effects = [_effect_row(effect) for effect in effects_of({v: evs[v] for v in atlas.members()})]
    weakest, *_, strongest = sorted(effects, key=itemgetter(3))
    forced = {may: _changed_where_forced(evs, may) for may in ("sum <= 6", "max <= 6")}
    # Those that differ in more than the payout.
    published = list(dict.fromkeys(v.replace(clack_payout=1) for v in variants("sixteen")))
    with cores() as executor:
        always_fair_at = partial(fair_intervals, low=Fraction(0), high=None)
        payouts = dict(zip(published, executor.map(always_fair_at, published), strict=True))
        drawn = list(executor.map(_drawn_by_payout, _DRAWN_BY_PAYOUT))
    text = page(
        NAME,
        summary=atlas.summary,
        fair=f"{count['nobody']} are" if count["nobody"] else "not one is",
        gains=[gain(entries[place].first_player_ev) for place in (0, -1)],
        words=[_words(entries[place].variant) for place in (0, -1)],
        count=count,
        one_sided=list(_always_one_sided(entries)),
        strongest=strongest,
        weakest=weakest,
        at_once=next(row for row in effects if row[0] == "immediate clack"),
        forced=forced,
        twins=not forced["sum <= 6"].so,
        mended=[
            Share.of(bool(payouts[v]) for v in published if v.immediate_clack == at_once)
            for at_once in (False, True)
        ],
        games=len(entries),
        fairest_number=_FAIREST,
        fairest=evs_table(entries[:_FAIREST]),
        least_number=_LEAST_FAIR,
        least_fair=evs_table(entries[-_LEAST_FAIR:]),
        effects=effects,
        published=len(payouts),
        payouts=len(variants("sixteen")) // len(payouts),
        always_fair=[
            (v.one_die, v.immediate_clack, "; ".join(map(payout_text, found)) or "no payout")
            for v, found in payouts.items()
        ],
        drawn=len(_DRAWN_BY_PAYOUT),
    )
    return {
        f"{NAME}.md": text,
        f"{NAME}.csv": evs_table(entries).write("csv"),
        "ev_by_payout.csv": csv_of(OfPayout, points_of_payouts(drawn)),
    }


def _drawn_by_payout(name: str) -> tuple[Variant, Points]:
    ev = ev_by_payout(name, 0, 2).fractions
    return ev.variant, [(payout, ev(payout)) for payout in ev.breakpoints]


def _effect_row(effect: Effect) -> tuple[Any, ...]:
    others = [field for field in family(NAME).options if field != effect.rule]
    words = effect.rule.replace("_", " "), rule_text(effect.before), rule_text(effect.after)
    sizes = effect.mean_size, effect.mean, effect.least, effect.most
    return *words, *sizes, brief(effect.largest_in, others)


def _always_one_sided(entries: Sequence[Entry]) -> Iterator[str]:
    """Name the rules under which the same player is favoured whatever the others are."""
    found: dict[str, list[str]] = {}
    for field, values in family(NAME).options.items():
        for value in values:
            rule = FIELDS[field].parse(value)
            favoured = {e.favoured for e in entries if getattr(e.variant, field) == rule}
            if len(favoured) == 1:
                words = f"{field.replace('_', ' ')} {rule_text(FIELDS[field].spell(rule))}"
                found.setdefault(favoured.pop(), []).append(words)
    for who, rules in found.items():
        yield f"With {' or with '.join(rules)} it is the {who}, whatever the other rules are."


def _changed_where_forced(evs: EVs, may: str) -> Share:
    """Count the games whose EV changes where one die must be rolled, not may."""
    games = [variant for variant in evs if variant.one_die == may]
    return Share.of(evs[v] != evs[v.replace(one_die=f"forced {may}")] for v in games)


def _words(variant: Variant) -> str:
    """Say the rules of a member that are not as in the classic game in words."""
    said = variant.words()
    return "; ".join(said[field] for field in FIELDS if not variant.is_default(field))
