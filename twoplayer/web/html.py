"""Pages of HTML that stand alone: templates, scripts, what they may do, and what they are told."""

from __future__ import annotations

import re
import tomllib
from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from importlib.resources import files
from typing import Any

from ..errors import GameTooLargeError
from ..exact import fraction_text
from ..game.contest import contest
from ..game.solution import games_of
from ..many.entries import KEPT, Valued, played
from ..many.results import first_player_evs
from ..show.rules import title_of
from ..variant.fields import FIELDS, MEANT, typed
from ..variant.registry import Family, family, registered
from ..variant.ties import TIES
from ..variant.tiles import COVERINGS, SCORINGS
from ..variant.variant import Variant

MOST_TILES = 12
"""What the page solves at most: so many tiles."""
_ON_CARDS = (
    *("classic", "full-house", "thai", "digital", "masters-traditional", "two-to-go"),
    *("unlucky-7", "missionary", "even-stevens", "sum-or-difference", "2012"),
)
"""What people play: shown with a picture, behind the games that the page was made of."""
_SCREEN = re.compile(r"@custom-media (--[\w-]+) (.*);")
_ON_SCREEN = re.compile(r"(?:(?<=@container )|(?<=@container room )|(?<=@media ))\((--[\w-]+)\)")


def minified(script: str) -> str:
    """Return a script without what a phone does not need, such as comments."""
    from rjsmin import jsmin

    return str(jsmin(script))


def code(name: str) -> str:
    """Return a script that stands alone, minified."""
    return minified(template(f"{name}.js"))


def style(name: str) -> str:
    """Return a style sheet, minified; instead of the names of screens it has their sizes."""
    from rcssmin import cssmin

    screens = dict(_SCREEN.findall(template("shared/screens.css")))
    text = _ON_SCREEN.sub(lambda found: screens[found[1]], template(f"{name}.css"))
    return str(cssmin(text))


def policy(scripts: Sequence[str], beside: str = "") -> str:
    """Return what the page may do: run what stands in it, and nothing else; load and send nothing.

    What lies beside it may be used where that is said (`" 'self'"`). Styles are free, so that
    readers can add their own.
    """
    digests = (b64encode(sha256(text.encode()).digest()).decode() for text in scripts)
    hashes = " ".join(f"'sha256-{digest}'" for digest in digests)
    return (
        f"default-src 'none'; style-src 'unsafe-inline'; script-src {hashes}; "
        f"worker-src blob:{beside}; img-src data:{beside}; {beside and f'manifest-src{beside}; '}"
        "base-uri 'none'; form-action 'none'"
    )


def template(name: str) -> str:
    """Return a file of one of the folders beside this one: a template, a script, a style sheet."""
    return (files("twoplayer.web") / name).read_text("utf-8")


def thumbs() -> list[dict[str, Any]]:
    """Return the rules of thumb of the cards, for opponents that play by them."""
    rules: list[dict[str, Any]] = tomllib.loads(template("thumbs.toml"))["thumb"]
    return rules


def html(name: str, **values: Any) -> str:
    """Fill a template with what was found."""
    from jinja2 import Environment, FunctionLoader, StrictUndefined

    def not_indented(name: str) -> str:
        return re.sub(r"^\s+", "", template(name), flags=re.MULTILINE)

    loader = FunctionLoader(not_indented)
    environment = Environment(autoescape=True, undefined=StrictUndefined, loader=loader)
    return environment.get_template(name).render(values) + "\n"


def words_of_rules(options: Mapping[str, Iterable[Any]]) -> dict[str, Any]:
    """Return what scripts that read rules are given: what each takes, and what it may be, as typed.

    >>> words_of_rules({"tiles": ["1-9", "1-10"]})["options"]
    {'tiles': ['1-9', '1-10']}
    """
    return {
        "takes": {name: field.takes for name, field in FIELDS.items()},
        "kinds": {
            "moves": [
                {"name": name, "words": covering.words, "byTotal": covering.by_total}
                for name, covering in COVERINGS.items()
            ],
            "scoring": [
                {"name": name, "words": scoring.words} for name, scoring in SCORINGS.items()
            ],
            "ties": [
                {"name": name, **tie._asdict(), "pays": fraction_text(tie.pays)}
                for name, tie in TIES.items()
            ],
        },
        "meant": MEANT,
        "options": {name: [*map(typed, values)] for name, values in options.items()},
    }


def changed(variant: Variant) -> dict[str, Any]:
    """Return the rules that are not as in the classic game."""
    return {name: rule for name, rule in variant.rules().items() if not variant.is_default(name)}


def check_tiles(variants: Iterable[Variant]) -> None:
    """Raise `GameTooLargeError` if the page cannot solve some variants."""
    for variant in variants:
        if len(variant.tiles) > MOST_TILES:
            raise GameTooLargeError(
                f"got {len(variant.tiles)} of them; takes at most {MOST_TILES} on a page, "
                "which a phone can still solve",
                of="tiles",
            )


def called(rules: Family) -> str:
    """Name a rule set in a few letters: a registered one as it is typed, any other as people do."""
    as_typed = rules.name in registered() and rules == family(rules.name)
    return rules.name if as_typed else title_of(rules)


def told(
    named: Sequence[Family], entries: Sequence[Valued], second: Variant | None = None
) -> dict[str, Any]:
    """Return rules and words for the page of some games, which begins with the first of them.

    The second player may have rules of her own; `RulesError` if they do not go with these.
    """
    first = next((v for rules in named for v in rules.variants), entries[0].variant)
    both = contest(first, second).pair
    check_tiles(both)
    return {
        "begin": first.rules(),
        "second": both[1].rules(),
        **words_of_rules(played()),
        "thumbs": thumbs(),
        "mends": [name for name in FIELDS if name not in KEPT],
        "catalogue": _catalogue(named, {each.variant: each.first_player_ev for each in entries}),
    }


def _catalogue(named: Sequence[Family], evs: dict[Variant, Any]) -> list[dict[str, Any]]:
    """Return the single games: those that the page was made of, those on cards, the others.

    A card says in how many games the first player gains a stake: less than 0 where the second does,
    and 0 where nobody does.
    """
    by_name = {name: family(name) for name in registered()}
    given = {rules.name: rules for rules in named}
    every = {**given, **{name: by_name[name] for name in _ON_CARDS}, **by_name, **given}
    games = {name: rules.variants[0] for name, rules in every.items() if rules.size == 1}
    games = {name: game for name, game in games.items() if len(game.tiles) <= MOST_TILES}
    on_cards = {name: game for name, game in games.items() if name in {*given, *_ON_CARDS}}
    missing = [game for game in on_cards.values() if game not in evs]
    evs = {**evs, **dict(zip(missing, first_player_evs(games_of(missing)), strict=True))}
    entries = []
    for name, game in games.items():
        rules = every[name]
        entry: dict[str, Any] = {"name": name, "called": called(rules), "title": title_of(rules)}
        entry |= {"summary": rules.summary, "source": rules.source, "rules": changed(game)}
        if name in on_cards:
            entry["games"] = str(_games(evs[game]))
        entries.append(entry)
    return entries


def _games(ev: Any) -> int:
    """Return in how many games an EV becomes a stake: at least one, where it is not 0."""
    return ev and (round(1 / ev) or (1 if ev > 0 else -1))
