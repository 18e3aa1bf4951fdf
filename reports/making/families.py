"""The reports on families: the sixteen, with more tiles, house rules one at a time, the atlas."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, partial
from itertools import chain, groupby
from math import inf
from operator import attrgetter, itemgetter
from pathlib import Path
from typing import Any, TypeAlias

from twoplayer import (
    Variant,
    certificate,
    ev_by_payout,
    plot,
    registered,
    roll_by_roll,
    solve,
    solve_all,
    variants,
)
from twoplayer.exact import Rational
from twoplayer.game import Bounds, Solution, ev_by_tie
from twoplayer.game.columns import GAMES
from twoplayer.game.payouts import fair_intervals
from twoplayer.game.players import gain
from twoplayer.game.solution import games_of
from twoplayer.many import Effect
from twoplayer.many.effects import effects_of, rule_text
from twoplayer.many.results import Entry, first_player_evs, noticed, ranked
from twoplayer.show.drawing import on_new_figure
from twoplayer.show.fair import evs_table, payout_text
from twoplayer.show.fitting import Axes
from twoplayer.show.plot import OfPayout, points_of_second
from twoplayer.tables import Column, To
from twoplayer.variant import family
from twoplayer.variant.fields import FIELDS
from twoplayer.variant.registry import as_variant
from twoplayer.variant.variant import brief, fields_that_differ, in_brief
from twoplayer.work import cores

from .pages import Share, linked_to, page
from .published import Published, published
from .rows import RULES, Row, csv_of, exact, kept, percent, rows_of, text_of, whole

EVS_OF_GAMES = [*RULES, percent("first_player_ev")]
ATLAS = [*EVS_OF_GAMES, Column(GAMES.name, read=lambda cell: int(cell) if cell else None)]
SECOND = [Column("name"), whole("first_player_score"), exact("second_player_value")]
PAYOUTS = [Column("name", attrgetter("variant.name")), *RULES, percent("first_player_ev")]
EVs: TypeAlias = Mapping[Variant, Fraction]


def sixteen_and_house() -> dict[Variant, str]:
    """Return what the published sixteen, and each house rule alone, are called in other reports."""
    sixteen, house = (family(name).variants for name in ("sixteen", "house"))
    return {v: brief(v) for v in sixteen} | {v: f"`{v.name}`" for v in reversed(house)}


_SHOWN = 16
"""A report shows so many members of a family; its CSV has all."""


@cache
def entries_of(name: str) -> list[Solution]:
    """Solve the members of a registered family once for all reports, the fairest first."""
    return ranked([solution.fractions for solution in solve_all(name)])


def sixteen_report() -> dict[str, str]:
    """Report the published sixteen, with certificates of two and the digests of all.

    All sixteen would be more than a megabyte. Whoever wants another can make it, and compare its
    digest.
    """
    entries = entries_of("sixteen")
    proofs = {entry.variant: certificate(entry.variant) for entry in entries}
    digest = Column("certificate_sha256", lambda e: proofs[e.variant].sha256, to=To.CSV)
    return {
        **family_report("sixteen", digest, **_lucks(entries)),
        "certificates/classic.json.gz": proofs[Variant()].text,
        "certificates/fairest.json.gz": proofs[entries[0].variant].text,
    }


def _lucks(entries: Sequence[Solution]) -> dict[str, Any]:
    """Return whose dice decide some games, and how many rolls they take."""
    lucks: list[Any] = [entry.luck() for entry in entries]
    shares = [each.first_turn_share for each in lucks]
    rules = [(v.one_die, v.clack_payout, v.immediate_clack) for v in (e.variant for e in entries)]
    return {
        "first": Bounds(min(shares), max(shares)),
        "luck": [
            (*game, share, luck.mean_rolls, _likely(luck.rolls or {}))
            for game, share, luck in zip(rules, shares, lucks, strict=True)
        ],
    }


def _likely(rolls: Mapping[int, Fraction]) -> str:
    """Return between which numbers of rolls nine of ten games lie: the likelier end is kept."""
    low, high = min(rolls), max(rolls)
    left_out = Fraction(0)
    while True:
        end = min(low, high, key=rolls.__getitem__)
        left_out += rolls[end]
        if left_out > Fraction(1, 10):
            return f"{low} to {high}"
        low, high = (low + 1, high) if end == low else (low, high - 1)


def family_report(name: str, *more: Column, **found: Any) -> dict[str, str]:
    """Report a registered family; its table may have more columns, and its pictures findings."""
    rules, entries = family(name), entries_of(name)
    table, shown = evs_table(entries, more), evs_table(entries[:_SHOWN])
    ends = [entries[place].fairness() for place in (0, -1)]
    text = page(
        "family",
        family=rules,
        favoured=_favoured(entries),
        members=len(entries),
        ends=ends,
        has=[_label(entry, entries) for entry in (entries[0], entries[-1])],
        gains=[gain(each.first_player_ev) for each in ends],
        table=shown.write("markdown", exact=True).strip(),
        shown=_SHOWN,
        some=len(entries) > _SHOWN,
        pictures=page(name, **found),
    )
    return {f"{name}.md": text, f"{name}.csv": table.write("csv")}


def _favoured(entries: Sequence[Solution]) -> str:
    """Say who is favoured when, for each of several tiles."""
    several = len({entry.variant.tiles for entry in entries}) > 1
    in_order = sorted(entries, key=lambda entry: entry.variant.tiles[::-1])
    by_tiles = groupby(in_order, lambda entry: entry.variant.words()["tiles"])
    favoured = [
        f"with {tiles}, " * several + _favoured_when(list(group)) for tiles, group in by_tiles
    ]
    return ". ".join(f"{each[0].upper()}{each[1:]}" for each in favoured)


def _favoured_when(entries: Sequence[Solution]) -> str:
    """Say when the first player is favoured, by the one rule that decides it if there is one."""
    first = [entry for entry in entries if entry.favoured == "first"]
    others = {entry.favoured for entry in entries} - {"first"}
    if not others or (not first and others == {"second"}):
        return f"the {entries[0].favoured} player is favoured in all {len(entries)}"
    for name in FIELDS:
        for entry in entries:
            rule = getattr(entry.variant, name)
            if first == [e for e in entries if getattr(e.variant, name) == rule]:
                where = entry.variant.words()[name]
                return f"the first player is favoured exactly where {where}, {len(first)} times"
    listed = " or ".join(_label(entry, entries) for entry in first)
    return f"the first player is favoured in {len(first)} of {len(entries)}: {listed}"


def _label(entry: Solution, among: Sequence[Solution]) -> str:
    """Name a variant by the rules in which the variants around it differ."""
    return brief(entry.variant, fields_that_differ(e.variant for e in among))


def tiles_report() -> dict[str, str]:
    """Report the published rules with 9, 10 and 12 tiles, and what the second player gains."""
    points = points_of_second([as_variant(name) for name in ("classic", "ten", "full-house")])
    return {**family_report("tiles"), "second_player.csv": csv_of(SECOND, points)}


_SHORT = Fraction(1, 10**6)
WHOLE_RULE_SETS = ("masters-traditional", "yale", "ananian")
"""Registered rule sets that change several rules of the classic game, and are reported with it."""


def house_report() -> dict[str, str]:
    """Report every house rule alone: its EV, and whether ties to the first player mend the game."""
    families = [*family("house").parts, *map(family, WHOLE_RULE_SETS)]
    games = [each.single() for each in families]
    tied = [v.replace(ties="first").called(f"{v.name}, ties to the first player") for v in games]
    solved = [solution.fractions for solution in solve_all([*games, *tied])]
    by_name = dict(zip((each.name for each in families), solved, strict=False))
    where_tied = dict(zip(by_name, solved[len(games) :], strict=True))
    names = [solution.variant.name for solution in ranked(by_name.values())]
    pushed = [name for name in names if by_name[name].variant.ties == "push"]

    evs = {name: solution.first_player_ev for name, solution in by_name.items()}
    changes = {name: ev - evs["classic"] for name, ev in evs.items()}
    changed = {n: fields_that_differ([Variant(), by_name[n].variant]) for n in names}
    alone = [name for name in names if len(changed[name]) == 1]
    least, *_, most = sorted(alone, key=lambda name: abs(changes[name]))
    after = {name: where_tied[name].first_player_ev for name in pushed}
    told = {e.name: f"{linked_to(e.single(), f'`{e.name}`')}: {e.summary}" for e in families}
    ties = {n: (after[n], _verdict(evs[n], after[n])) for n in pushed}
    ananian = by_name["ananian"].variant
    [even] = fair_intervals(ananian, Fraction(0), inf)
    of_two = list(published_of_two(ananian, even[0]))
    [even_said] = [f["figure"] for f in published()["of_two"] if f["number"] == "even_payout"]
    text = page(
        "house_rules",
        classic=(evs["classic"], after["classic"], after["classic"] / abs(evs["classic"])),
        overshoots=Share.of(would == "overshoot" for _, would in ties.values()),
        helps=_coded(n for n, (_, would) in ties.items() if would in ("mend it", "help")),
        alone=len(alone),
        favoured={
            who: _coded(name for name in alone if by_name[name].favoured == who)
            for who in ("first", "second", "nobody")
        },
        most=(most, changes[most]),
        least=(least, changes[least]),
        said=[(f.what, f.figure, f.exact, f.verdict) for f in of_two],
        said_right=Share.of(figure.verdict == "right" for figure in of_two),
        even_said=even_said,
        at_even_said=solve(ananian.replace(clack_payout=even_said)).fractions.first_player_ev,
        in_turn=roll_by_roll(ananian).fractions.first_player_ev,
        even=payout_text(even),
        forced_is_same=evs["one-die-sum-6-forced"] == evs["one-die-sum-6"],
        whole=_coded(WHOLE_RULE_SETS),
        several=[
            f"`{name}` changes {len(changed[name])}: {' and '.join(changed[name])}"
            for name in names
            if len(changed[name]) > 1 and name not in WHOLE_RULE_SETS
        ],
        also=_coded(n for n in registered() if n != "classic" and variants(n) == (Variant(),)),
        rules=[(told[n], evs[n], changes[n], *ties.get(n, (None, None))) for n in names],
        sets=" ".join(WHOLE_RULE_SETS),
    )
    entries = [*map(by_name.__getitem__, names), *map(where_tied.__getitem__, pushed)]
    return {"house_rules.md": text, "house_rules.csv": evs_table(entries).write("csv")}


def published_of_two(variant: Variant, even: Fraction) -> Iterator[Published]:
    """Yield what is published of two players beside the exact figures."""
    for fact in published()["of_two"]:
        game = variant.replace(clack_payout=fact.get("clack_payout", variant.clack_payout))
        solved = solve(game).fractions
        numbers = {
            "ev": 100 * solved.first_player_ev,
            "ties": 100 * solved.outcomes.tie,
            "even_payout": even,
        }
        exact = numbers[fact["number"]]
        if "tie" in fact:
            # A short range, since the whole of the function takes long.
            exact = 100 * ev_by_tie(game, fact["tie"], fact["tie"] + _SHORT).fractions(fact["tie"])
        yield Published(fact["source"], fact["what"], fact["figure"], exact)


def _verdict(before: Rational, after: Rational) -> str:
    """Say what giving ties to the first player would do."""
    if after == before:
        return "change nothing"
    if before >= 0:
        return "not be wanted"
    if abs(after) < abs(before):
        return "help" if after else "mend it"
    return "overshoot"


def _coded(names: Iterable[str]) -> list[str]:
    return [f"`{name}`" for name in names]


_SAMPLE = 30
"""Of so many games of the atlas the EV is computed although a report has it."""
_DRAWN_BY_PAYOUT = ["classic", "clack-at-once"]


def _evs_of(variants: Sequence[Variant]) -> EVs:
    with cores() as executor:
        evs = first_player_evs(games_of(variants), executor)
    return dict(zip(variants, evs, strict=True))


def _noticed(entries: Sequence[Entry]) -> list[Entry]:
    with cores() as executor:
        return noticed(entries, executor)


def atlas_evs(folder: Path | None, solved: Callable[[Sequence[Variant]], EVs] = _evs_of) -> EVs:
    """Compute the EV of every member on all cores; of what a report in a folder has, a sample."""
    members = family("atlas").members()
    rows = rows_of(EVS_OF_GAMES, text_of(folder and folder / "atlas.csv"))
    return kept(
        members,
        {row.variant: row.first_player_ev for row in rows},
        solved,
        members[:: len(members) // _SAMPLE][:_SAMPLE],
        doubted=False,
    )


def atlas_games(
    evs: EVs,
    folder: Path | None,
    counted: Callable[[Sequence[Entry]], list[Entry]] = _noticed,
) -> list[Entry]:
    """Find after how many games the EV of every member is noticed, on all cores, in their order.

    What a report in a folder has is tried by a fixed sample, and then taken.
    """
    entries = [Entry(*each) for each in evs.items()]
    rows = rows_of(ATLAS, text_of(folder and folder / "atlas.csv"))

    def games(some: Sequence[Entry]) -> dict[Entry, int | None]:
        return {each._replace(games=None): each.games for each in counted(some)}

    known = {Entry(row.variant, row.first_player_ev): row.games for row in rows}
    found = kept(entries, known, games, entries[:: len(entries) // _SAMPLE][:_SAMPLE])
    return [entry._replace(games=found[entry]) for entry in entries]


def atlas_report(games: Sequence[Entry]) -> dict[str, str]:
    """Report the atlas: what every member is worth, and what that depends on."""
    evs = {each.variant: each.first_player_ev for each in games}
    entries = ranked(games)
    count = Counter(entry.favoured for entry in entries)
    effects = [_effect_row(effect) for effect in effects_of(evs)]
    weakest, *_, strongest = sorted(effects, key=itemgetter(3))
    forced = {may: _changed_where_forced(evs, may) for may in ("sum <= 6", "max <= 6")}
    # Those that differ in more than the payout.
    published = list(dict.fromkeys(v.replace(clack_payout=1) for v in variants("sixteen")))
    with cores() as executor:
        always_fair_at = partial(fair_intervals, low=Fraction(0), high=inf)
        payouts = dict(zip(published, executor.map(always_fair_at, published), strict=True))
        drawn = [*chain(*executor.map(_drawn_by_payout, _DRAWN_BY_PAYOUT))]
    text = page(
        "atlas",
        summary=family("atlas").summary,
        fair=f"{count['nobody']} are" if count["nobody"] else "not one is",
        gains=[gain(entries[place].first_player_ev) for place in (0, -1)],
        ends=[entries[place].variant for place in (0, -1)],
        has=[in_brief(entries[place].variant) for place in (0, -1)],
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
        fairest=[_row(entry) for entry in entries[:10]],
        least_fair=[_row(entry) for entry in entries[-3:]],
        effects=[(*row, linked_to(game, "this game", "explorer")) for *row, game in effects],
        published=len(payouts),
        payouts=len(variants("sixteen")) // len(payouts),
        always_fair=[
            (v.one_die, v.immediate_clack, "; ".join(map(payout_text, found)) or "no payout")
            for v, found in payouts.items()
        ],
        drawn=_DRAWN_BY_PAYOUT,
    )
    return {
        "atlas.md": text,
        "atlas.csv": evs_table(entries, [GAMES]).write("csv"),
        "ev_by_payout.csv": csv_of(PAYOUTS, drawn),
    }


def _drawn_by_payout(name: str) -> list[Row]:
    """Return the games between whose payouts the expected value is a straight line."""
    ev, rules = ev_by_payout(name, 0, 2).fractions, family(name)
    games = {payout: rules.replace(clack_payout=payout).single() for payout in ev.breakpoints}
    return [Row(variant=games[each], first_player_ev=ev(each)) for each in ev.breakpoints]


def payouts_figure(numbers: str) -> Axes:
    """Draw the expected value as a function of what a clack pays, a line for each game."""
    called = {as_variant(name).replace(clack_payout=0): name for name in _DRAWN_BY_PAYOUT}
    points = [
        OfPayout(
            called[row.variant.replace(clack_payout=0)],
            row.variant.clack_payout,
            row.first_player_ev,
        )
        for row in rows_of(PAYOUTS, numbers)
    ]
    return plot.ev_by_payout(points, ax=on_new_figure)


def _effect_row(effect: Effect) -> tuple[Any, ...]:
    words = effect.rule.replace("_", " "), rule_text(effect.before), rule_text(effect.after)
    sizes = effect.mean_size, effect.mean, effect.least, effect.most
    return *words, *sizes, effect.largest_in


def _row(entry: Entry) -> tuple[str, Rational, str]:
    """Return a row of a narrow table, which leads to the game."""
    rules = linked_to(entry.variant, in_brief(entry.variant), "explorer")
    return rules, entry.first_player_ev, entry.favoured


def _always_one_sided(entries: Sequence[Entry]) -> Iterator[str]:
    """Name the rules under which the same player is favoured whatever the others are."""
    found: dict[str, list[str]] = {}
    for field, values in family("atlas").options.items():
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
