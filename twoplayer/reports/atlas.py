"""The report on the atlas: the fairest and the least fair of all, and what each rule does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path

from ..exact import parse_exact, percent_text
from ..executors import Progress, cores
from ..game.fairness import gain
from ..many.effects import Effect, effects_of
from ..many.results import EVs, Results, Said, first_player_evs
from ..payout.fair_payouts import fair_intervals
from ..payout.function import ev_by_payout
from ..payout.lines import Interval
from ..payout.points import Points
from ..show.effects import effect_row, rule_text
from ..show.fairness import payout_text
from ..show.figures import payout_numbers
from ..show.ranking import (
    TITLES,
    Entry,
    brief,
    ranked,
    render_ranking,
    signed_percent,
)
from ..variant.fields import FIELDS
from ..variant.registry import family, variants
from ..variant.variant import Variant, variant_of
from ..writing import Format, bullets, render
from .kept import written

__all__ = ["atlas_evs", "atlas_report", "sampled_evs"]

NAME = "atlas"
SAMPLE = 30
_FAIREST = 15
_LEAST_FAIR = 5
_DRAWN_BY_PAYOUT = ("classic", "clack-at-once")


def atlas_evs(
    results: Results | None = None, progress: Progress | None = None, say: Said | None = None
) -> EVs:
    """Compute the EV of every member on all cores; what the results have is not computed again."""
    return _computed(family(NAME).members(), results, progress, say)


def sampled_evs(
    folder: str,
    results: Results | None = None,
    progress: Progress | None = None,
    say: Said | None = None,
) -> EVs:
    """Take the EVs from a report in a folder; compute a fixed sample of them, and what it lacks."""
    members = family(NAME).members()
    known = written(Path(folder) / f"{NAME}.csv", _read)
    sample = members[:: len(members) // SAMPLE][:SAMPLE]
    wanted = dict.fromkeys([*sample, *(v for v in members if v not in known)])
    taken = {variant: known[variant] for variant in members if variant not in wanted}
    return {**taken, **_computed(list(wanted), results, progress, say)}


def _computed(
    variants: Sequence[Variant],
    results: Results | None,
    progress: Progress | None,
    say: Said | None,
) -> EVs:
    with cores() as executor:
        evs = first_player_evs(variants, executor, results, progress, say)
    return dict(zip(variants, evs, strict=True))


def _read(row: dict[str, str]) -> tuple[Variant, Fraction]:
    return variant_of(row), parse_exact(row["first_player_ev"])


def atlas_report(solve_members: Callable[[], EVs]) -> dict[str, str]:
    """Report the atlas from the EV of every member, in stakes."""
    evs = solve_members()
    atlas = family(NAME)
    entries = ranked([Entry(NAME, v, evs[v]) for v in atlas.members()])
    effects = effects_of({variant: evs[variant] for variant in atlas.members()})
    published = _of_every_payout("sixteen")
    with cores() as executor:
        payouts = dict(zip(published, executor.map(_always_fair_at, published), strict=True))
        drawn = list(executor.map(_drawn_by_payout, _DRAWN_BY_PAYOUT))
    page = [
        f"# {atlas.summary}",
        bullets([*_findings(entries, effects), _payout_finding(payouts)]),
        f"## The fairest {_FAIREST}",
        "The expected value to the first player, in percent of a stake and exact in stakes. All "
        f"{len(entries):,} are in [{NAME}.csv]({NAME}.csv), the fairest first. What neither a "
        "column nor the line below a table tells is as in the classic game: scores are sums, ties "
        "push.",
        render_ranking(entries[:_FAIREST], Format.MARKDOWN, exact=True).strip(),
        f"## The least fair {_LEAST_FAIR}",
        render_ranking(entries[-_LEAST_FAIR:], Format.MARKDOWN, exact=True).strip(),
        "## What each rule does",
        "![How far each rule moves the expected value](figures/atlas.svg)",
        "How far a rule moves the expected value to the first player, in percent of a stake, "
        "compared with the first that is listed for it, in games that differ in nothing else: in "
        "the picture how often how far, below it in numbers. The average size counts a change of "
        "either sign; on average they may cancel.",
        render([_effect_row(effect) for effect in effects], "markdown").strip(),
        "## What a clack should pay",
        "Every clack payout, of 0 or more, that makes the published games exactly fair; the "
        f"sixteen are these {len(payouts)} at {len(variants('sixteen')) // len(payouts)} payouts. "
        "Where there is none, that is a proof: the exact expected value is never 0.",
        render([_payout_row(v, found) for v, found in payouts.items()], "markdown", TITLES).strip(),
        f"The expected value of {len(_DRAWN_BY_PAYOUT)} of them as a function of what a clack "
        "pays; its exact values at every breakpoint are in [ev_by_payout.csv](ev_by_payout.csv):",
        "![The expected value as a function of what a clack pays](figures/ev_by_payout.svg)",
        "## Do it yourself",
        f"    twoplayer table {NAME} --results {NAME}.db --format csv\n"
        "    twoplayer fair --immediate-clack --payouts 0:\n"
        "    twoplayer report --check --full",
    ]
    return {
        f"{NAME}.md": "\n\n".join(page) + "\n",
        f"{NAME}.csv": render_ranking(entries, Format.CSV),
        "ev_by_payout.csv": payout_numbers(drawn),
    }


def _always_fair_at(variant: Variant) -> list[Interval]:
    return fair_intervals(variant, Fraction(0), None)


def _drawn_by_payout(name: str) -> tuple[str, Variant, Points]:
    ev = ev_by_payout(name, 0, 2).fractions
    return name, ev.variant, [(payout, ev(payout)) for payout in ev.breakpoints]


def _effect_row(effect: Effect) -> dict[str, str]:
    others = [field for field in family(NAME).options if field != effect.rule]
    return {**effect_row(effect), "largest in the game with": brief(effect.largest_in, others)}


def _of_every_payout(name: str) -> list[Variant]:
    """Return the members of a family that differ in more than the payout."""
    return list(dict.fromkeys(v.replace(clack_payout=1) for v in family(name).members()))


def _payout_row(variant: Variant, found: Sequence[Interval]) -> dict[str, object]:
    return {
        "one_die": variant.one_die,
        "immediate_clack": variant.immediate_clack,
        "exactly fair at": "; ".join(map(payout_text, found)) or "no payout",
    }


def _findings(entries: Sequence[Entry], effects: Sequence[Effect]) -> list[str]:
    count = Counter(entry.favoured for entry in entries)
    fair = f"{count['nobody']} are exactly fair" if count["nobody"] else "not one is exactly fair"
    by_size = sorted(effects, key=lambda effect: effect.mean_size)
    strongest, weakest = by_size[-1], by_size[0]
    at_once = next(effect for effect in effects if effect.rule == "immediate_clack")
    return [
        f"Of the {len(entries):,} games {fair}. In the fairest {gain(entries[0].first_player_ev)}: "
        f"{_words(entries[0])}.",
        f"In the least fair {gain(entries[-1].first_player_ev)}: {_words(entries[-1])}.",
        f"The second player is favoured in {count['second']} games, the first in "
        f"{count['first']}. {_always_one_sided(entries)}",
        f"The rule that matters most is {_arrow(strongest)}: it moves the expected value by "
        f"{percent_text(strongest.mean_size)} % of a stake on average, in one direction or the "
        "other. "
        f"The one that matters least is {_arrow(weakest)}: {percent_text(weakest.mean_size)} %.",
        f"A clack that wins at once gives the first player {signed_percent(at_once.mean)} % "
        f"on average, at least {percent_text(at_once.least)} % and at most "
        f"{percent_text(at_once.most)} %.",
        _may_or_must(entries),
    ]


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
        f"With {' or with '.join(rules)} it is the {who} whatever the other rules."
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
        same += [] if different else [f"`{condition}` and `forced {condition}`"]
    said = (
        "Whether one die may or must be rolled, where it can be, makes a difference to the "
        f"expected value {' and '.join(words)}."
    )
    if same:
        said += f" So games with {' or '.join(same)} stand in pairs, with the same fraction."
    return said


def _payout_finding(payouts: Mapping[Variant, Sequence[Interval]]) -> str:
    at_once = [found for v, found in payouts.items() if v.immediate_clack]
    without = [found for v, found in payouts.items() if not v.immediate_clack]
    return (
        "What a clack pays can mend the published games where it wins at once: with "
        f"{sum(map(bool, at_once))} of the {len(at_once)} rules for one die there is a payout that "
        "makes the game exactly fair. Where the second player still takes a turn, there is one "
        f"with {sum(map(bool, without))} of {len(without)}."
    )


def _words(entry: Entry) -> str:
    """Say the rules of a member in words."""
    said = entry.variant.words()
    return "; ".join(said[field] for field in family(NAME).options)


def _arrow(effect: Effect) -> str:
    before, after = rule_text(effect.before), rule_text(effect.after)
    return f"{effect.rule.replace('_', ' ')} `{after}` instead of `{before}`"
