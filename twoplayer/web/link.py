"""Links to the page: rules, and a game on paper, as the text after the `#`."""

from __future__ import annotations

import re
from collections import Counter
from os.path import exists
from typing import NamedTuple, TypeAlias
from urllib.parse import parse_qsl, quote, urlencode

from ..errors import Fault, Faults, InputError, cut, did_you_mean, shown
from ..files import IN_A_FILE
from ..variant.fields import FIELDS, typed
from ..variant.registry import family, registered
from ..variant.variant import Variant, changed

_IN_ADDRESS = {": -": "", ": ": "-", ", ": "_", "+": ".", "\n": "~"}
"""The signs in an address for signs that would be escaped there."""


def link_to(variant: Variant, text: str = "", *, second: Variant | None = None) -> str:
    """Write the text after the `#` in the address of a page that plays by some rules.

    `text` is a game on paper, as `Play` writes it: the page goes on with this game.

    >>> link_to(Variant(tiles=10, one_die="sum <= 6"))
    'tiles=1-10&one_die=sum%20%3C%3D%206'
    >>> link_to(Variant(), second=Variant(tiles=8, one_die="always"))
    'tiles=1-9&second=tiles%3D1-8%26one_die%3Dalways'
    >>> link_to(Variant(), "5+4: 9, 6+6: 3+4+5, 3+1: -")
    'tiles=1-9&game=5.4-9_6.6-3.4.5_3.1'
    """
    rules = changed(variant) or {"tiles": variant.rules()["tiles"]}
    for sign, other in _IN_ADDRESS.items():
        text = text.replace(sign, other)
    parts = {name: typed(rule) for name, rule in rules.items()}
    if second not in (None, variant):
        from ..game.contest import contest  # imported only for two players' rules

        parts["second"] = link_to(contest(variant, second).rules[1])
    if text:
        parts["game"] = text
    return urlencode(parts, quote_via=quote)


LinkedRules: TypeAlias = str | dict[str, str]
"""A registered name, or rules by their fields, as given."""

_SECOND = "second"
_POSITION = {  # names in a link that are no rules, and the commands for them
    "open": "`twoplayer play --open` asks about a position",
    "to_beat": "`twoplayer play --to-beat` asks about a position",
    "game": "`twoplayer play --review` is for a game on paper",
}
_KNOWN = {*FIELDS, *_POSITION, _SECOND, "lang"}
# The parts of a link that a page takes out before it reads rules: a language, and today's box.
_BESIDE = re.compile(r"(?:^|[#&])lang=[^&]*"), re.compile(r"(?:^|[#&])today(?=&|\Z)")
_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]*://", re.IGNORECASE)
_TAKES = "takes rules, such as tiles=1-10&ties=first, or a registered name behind the #"


class Linked(NamedTuple):
    first: LinkedRules
    second: LinkedRules | None  # the second player's own rules


def is_link(text: str) -> bool:
    """Tell rules as in a link, right or wrong, from the name of a rule set or of a file.

    A link has a `=` or a `#`, but the name of a file may have one too. An address, or a text with
    names that a link knows and no others, is a link. Any other text is a file where the file
    exists. It is a file as well where it ends like a rule file or code, and has no known name.

    >>> [is_link(text) for text in ("tiles=1-4&tile=3", "page.html#ten", "ten", "c#.toml")]
    [True, True, False, False]
    """
    if not re.search("[=#]", text):
        return False
    names = {name.replace("-", "_") for name, _ in _pairs(_behind(text))}
    if _ADDRESS.match(text) or (names and names <= _KNOWN):
        return True
    like_a_file = text.lower().endswith(".toml") or IN_A_FILE.fullmatch(text)
    return not (exists(text) or (like_a_file and not names & _KNOWN))


def read_link(text: str, parameter: str = "GAME") -> Linked:
    """Read the rules in a link, or in the text after its `#`, as the page does.

    The page's language, and the word for today's box, are passed over. The names of fields may be
    spelled like options, with `-` for `_`.

    Raises
    ------
    InputError
        If the link names no rules, a rule twice, a rule without a value, or a name that is no rule.
        The error has all faults. Whether the rules go together is not checked.

    Examples
    --------
    >>> read_link("https://example.org/box#tiles=1-10&one_die=sum%20%3C%3D%206&lang=de")
    Linked(first={'tiles': '1-10', 'one_die': 'sum <= 6'}, second=None)
    >>> read_link("tiles=1-9&second=tiles%3D1-8"), read_link("#ten").first
    (Linked(first={'tiles': '1-9'}, second={'tiles': '1-8'}), 'ten')
    """
    reading = _Reading(parameter, text)
    behind = _behind(text)
    if "=" not in behind:
        first, seconds = reading.named(behind), []
    else:
        pairs = _pairs(behind)
        first = reading.fields([pair for pair in pairs if pair[0] != _SECOND])
        seconds = [value for name, value in pairs if name == _SECOND]
    if len(seconds) > 1:
        reading.wrong(f"with {_SECOND} twice", "takes it once")
    second = reading.second(seconds[0]) if seconds else None
    reading.faults.tell(InputError)
    return Linked(first, second)


class _Reading:
    def __init__(self, parameter: str, text: str) -> None:
        self.faults = Faults()
        self._parameter, self._text = parameter, text

    def wrong(self, why: str, takes: str) -> None:
        self.faults.append(Fault(self._parameter, f"got {shown(self._text)}, {why}; {takes}"))

    def named(self, name: str, where: str = "") -> LinkedRules:
        if not name:
            self.wrong(f"which names no rules{where}", _TAKES)
        elif name not in (known := registered()):
            near = did_you_mean(name, known) or "`twoplayer rules` lists the names"
            self.wrong(f"where {shown(name)}{where} is no registered name", near)
        elif (size := family(name).size) > 1:
            self.wrong(f"where {name}{where} is {size} games", "takes the name of one")
        return name

    def fields(self, pairs: list[tuple[str, str]], where: str = "") -> LinkedRules:
        spelled = [(name.replace("-", "_"), value) for name, value in pairs]
        rules = dict(spelled)
        if not rules:
            self.wrong(f"which names no rules{where or ' of the game'}", _TAKES)
        for name, times in Counter(name for name, _ in spelled).items():
            if times > 1:
                self.wrong(f"with {cut(name)} twice{where}", "takes each rule once")
        for name, value in rules.items():
            if name in _POSITION and not where:
                self.wrong(f"with {name}, which is no rule", f"takes rules; {_POSITION[name]}")
            elif name not in FIELDS:
                takes = did_you_mean(name, FIELDS) or f"takes {', '.join(FIELDS)}, {_SECOND}"
                self.wrong(f"where {shown(name)}{where} is no rule", takes)
            elif not value:
                takes = f"takes {FIELDS[name].takes}; or leave it out"
                self.wrong(f"with nothing for {name}{where}", takes)
            else:
                try:
                    FIELDS[name].read(name, value)
                except InputError as error:
                    inside = f"{_SECOND}: " if where else ""
                    said = [f"{inside}{fault}" for fault in error.faults]
                    self.faults += [Fault(self._parameter, each) for each in said]
        return rules

    def second(self, text: str) -> LinkedRules:
        where = f" in {_SECOND}"
        if "=" in text:
            return self.fields(_pairs(_without(text)), where)
        return self.named(_without(text), where)


def _behind(text: str) -> str:
    """Return the text of an address after its `#`, or the whole text if it is rules alone."""
    before, mark, behind = text.partition("#")
    if _ADDRESS.match(text):
        return _without(behind)
    # A text with known names of rules before its `#` is rules, and not the name of a page.
    rules = not mark or not _KNOWN.isdisjoint(name for name, _ in _pairs(before))
    return _without(text if rules else behind)


def _without(text: str) -> str:
    text = text.lstrip("#")
    for beside in _BESIDE:
        text = beside.sub("", text, count=1)
    return text.removeprefix("&")


def _pairs(text: str) -> list[tuple[str, str]]:
    return parse_qsl(text.removeprefix("?"), keep_blank_values=True)
