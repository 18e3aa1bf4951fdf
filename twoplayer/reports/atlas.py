"""The report on the atlas: the fairest and the least fair of all, and what each rule does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

from ..game.curve import Interval
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
from .pages import kept, page, written

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
    evs = solve_members()
    atlas = family(NAME)
    entries = ranked(Entry(v, evs[v]) for v in atlas.members())
    effects = effects_of({variant: evs[variant] for variant in atlas.members()})
    # Those that differ in more than the payout.
    published = list(dict.fromkeys(v.replace(clack_payout=1) for v in variants("sixteen")))
    with cores() as executor:
        always_fair_at = partial(fair_intervals, low=Fraction(0), high=None)
        payouts = dict(zip(published, executor.map(always_fair_at, published), strict=True))
        drawn = list(executor.map(_drawn_by_payout, _DRAWN_BY_PAYOUT))
    text = page(
        NAME,
        summary=atlas.summary,
        **_findings(entries, effects),
        mended=_mended(payouts, at_once=True),
        without=_mended(payouts, at_once=False),
        games=len(entries),
        fairest_number=_FAIREST,
        fairest=evs_table(entries[:_FAIREST]),
        least_number=_LEAST_FAIR,
        least_fair=evs_table(entries[-_LEAST_FAIR:]),
        effects=[_effect_row(effect) for effect in effects],
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


def _findings(entries: Sequence[Entry], effects: Sequence[Effect]) -> dict[str, Any]:
    count = Counter(entry.favoured for entry in entries)
    weakest, *_, strongest = sorted(effects, key=lambda effect: effect.mean_size)
    return {
        "fair": f"{count['nobody']} are" if count["nobody"] else "not one is",
        "gains": [gain(entries[place].first_player_ev) for place in (0, -1)],
        "words": [_words(entries[place]) for place in (0, -1)],
        "count": count,
        "one_sided": _always_one_sided(entries),
        "strongest": strongest,
        "weakest": weakest,
        "arrows": [_arrow(strongest), _arrow(weakest)],
        "at_once": next(effect for effect in effects if effect.rule == "immediate_clack"),
        "may_or_must": _may_or_must(entries),
    }


def _always_one_sided(entries: Sequence[Entry]) -> str:
    """Name the rules under which the same player is favoured whatever the others are."""
    found: dict[str, list[str]] = {}
    for field, values in family(NAME).options.items():
        for value in values:
            rule = FIELDS[field].parse(value)
            favoured = {e.favoured for e in entries if getattr(e.variant, field) == rule}
            if len(favoured) == 1:
                words = f"{field.replace('_', ' ')} {rule_text(FIELDS[field].spell(rule))}"
                found.setdefault(favoured.pop(), []).append(words)
    return " ".join(
        f"With {' or with '.join(rules)} it is the {who}, whatever the other rules are."
        for who, rules in found.items()
    )


def _may_or_must(entries: Sequence[Entry]) -> str:
    """Compare games in which one die may be rolled with those in which it must."""
    evs = {entry.variant: entry.first_player_ev for entry in entries}
    words, same = [], []
    for condition in ("sum <= 6", "max <= 6"):
        pairs = [
            (ev, evs[v.replace(one_die=f"forced {condition}")])
            for v, ev in evs.items()
            if v.one_die == condition
        ]
        different = sum(may != must for may, must in pairs)
        words.append(f"at `{condition}` in {different} of {len(pairs)} games")
        same += [] if different else [f"`{condition}` has a twin with `forced {condition}`"]
    said = (
        "Whether one die *may* be rolled or *must* be changes the expected value "
        f"{' and '.join(words)}."
    )
    if same:
        said += f" So every game with {', and every one with '.join(same)}, of the same fraction."
    return said


def _mended(payouts: Mapping[Variant, Sequence[Interval]], at_once: bool) -> dict[str, int]:
    """Count the rules for which there is a fair payout, and all."""
    some = [bool(found) for v, found in payouts.items() if v.immediate_clack == at_once]
    return {"fair": sum(some), "all": len(some)}


def _words(entry: Entry) -> str:
    """Say the rules of a member that are not as in the classic game in words."""
    said, variant = entry.variant.words(), entry.variant
    return "; ".join(said[field] for field in FIELDS if not variant.is_default(field))


def _arrow(effect: Effect) -> str:
    rule, before, after, *_ = _effect_row(effect)
    return f"{rule} `{after}` instead of `{before}`"
