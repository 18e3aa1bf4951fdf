"""The explorer: a page with many solved games, to find a fair game.

The explorer has the look, the rules and the words of the page of `web.page`, where the games are
played.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from ..errors import InputError
from ..exact import fraction_text
from ..many.results import Entry
from ..show.rules import title_of
from ..variant.fields import FIELDS, typed
from ..variant.registry import family, registered
from ..variant.variant import Variant, changed, fields_that_differ, in_brief, rule_set_of
from . import html

MOST_EXPLORED = 2_000  # games fit into the page, and are found at once


def render_explorer(
    games: Sequence[Entry],
    title: str,
    address: str = "page.html",
    *,
    elsewhere: Mapping[str, str] = {},
) -> str:
    """Write the explorer of some games, with the values of each rule in the order of the games.

    Games are played on the page at the address. `elsewhere` may have the address of a `lesson`.
    """
    scripts = [*map(html.minified, html.bundles("explorer/explorer"))]
    return html.filled(
        "explorer/explorer.html",
        installable=False,
        title=f"Shut the Box: {title}",
        about="",
        address="",
        picture="",
        styles=[*map(html.style, ("shared/room", "shared/sheets", "explorer/explorer"))],
        scripts=scripts,
        policy=html.policy(scripts),
        data={**_data(games), "address": address, "elsewhere": {**elsewhere}},
    )


def check_games(variants: Sequence[Variant]) -> None:
    if len(variants) > MOST_EXPLORED:
        said = f"got {len(variants):,} games; takes at most {MOST_EXPLORED:,}"
        raise InputError(said, of="explorer")
    html.check_tiles(variants)


def _data(games: Sequence[Entry]) -> dict[str, Any]:
    """Return the data of the scripts: each game by the places of its rules among the options."""
    variants = [each.variant for each in games]
    rules = [variant.rules() for variant in variants]
    words = html.words_of_rules({name: dict.fromkeys(r[name] for r in rules) for name in FIELDS})
    fields = fields_that_differ(variants)
    begin = Variant() if Variant() in variants else variants[0]

    def places(variant: Variant) -> str:
        rules = variant.rules()
        return ",".join(str(words["options"][name].index(typed(rules[name]))) for name in fields)

    return {
        **words,
        "fields": fields,
        "common": {name: rule for name, rule in changed(begin).items() if name not in fields},
        "begin": places(begin),
        "names": {places(variant): names for variant, names in _named(variants).items()},
        "games": {
            places(each.variant): [fraction_text(each.first_player_ev), str(each.games or "")]
            for each in games
        },
    }


def _named(variants: Sequence[Variant]) -> dict[Variant, list[tuple[str, str]]]:
    names = defaultdict[Variant, list[tuple[str, str]]](list)
    for rules in map(family, registered()):
        single = rules.size == 1 and ":" in rules.summary
        if single and (variant := rules.single()) in variants:
            names[variant].append((rules.name, title_of(rules)))
    counts = Counter(map(rule_set_of, variants))
    for variant in variants:
        name = rule_set_of(variant)
        if counts[name] == 1 and name not in registered() and name != in_brief(variant):
            names[variant].append((name, name))
    return names
