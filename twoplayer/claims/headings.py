"""The meanings of columns in a table of claims, by the headings of people and of this program.

A column holds a rule, the name of the rules, a strategy, a score to beat, a claimed number, or the
context of the row. Known columns that claim nothing are passed over, such as a source or a comment.
Any other heading is a fault, since a misspelled rule would be lost without a word.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from functools import cache
from importlib import import_module
from typing import NamedTuple

from ..errors import did_you_mean
from ..names import everywhere
from ..tables import Tabled, column_named
from ..variant.columns import RULES
from ..variant.fields import FIELDS
from .quantity import ALSO, QUANTITIES

_PERCENT = re.compile(r"\(%\)|%|\bper ?cent\b|\bpct\b|\bprozent\b|_percent\b|_pct\b", re.IGNORECASE)
_AS_A_NUMBER = re.compile(r"_(approx|exactly|exact)$")
_END = re.compile(r"(?P<stem>\w+)_(?P<end>low|high)")

_RULES = {
    **{column_named(column.heading): column.name for column in RULES if column.name in FIELDS},
    **{name: name for name in FIELDS},
    "immediate": "immediate_clack",
    "one_die_rule": "one_die",
    "die": "dice",
    "payout_of_a_clack": "clack_payout",
    "tie_rule": "ties",
}
_NAMES = ("name", "game", "variant", "rules", "rule_set", "house_rule")
_SECOND_NAMES = ("second_name", "second_rules", "second_s_rules", "second_variant", "second_game")
_IN_BRIEF = ("not_as_in_the_classic_game",)
_FIRST = ("first", "first_strategy", "first_plays")
_SECOND = ("second", "second_strategy", "second_plays")
_STRATEGY = ("strategy", "policy")
_TO_BEAT = ("first_player_score", "score_to_beat", "to_beat", "against", "against_score")
_OF = ("of", "quantity", "what")
_NUMBER = ("claim", "claimed", "figure", "number", "published")
_PEOPLE = {
    "player_1_ev": "ev",
    "first_player_s_ev": "ev",
    "first_players_ev": "ev",
    "first_s_ev": "ev",
    "ev_first": "ev",
    "ev_as_first": "ev",
    "ev_to_the_first": "ev",
    "erwartungswert": "ev",
    "player_2_ev": "second_ev",
    "second_player_s_ev": "second_ev",
    "second_players_ev": "second_ev",
    "ev_second": "second_ev",
    "ev_as_second": "second_ev",
    "optimal_ev": "optimal_ev",
    "p_win": "first_wins",
    "win": "first_wins",
    "wins_first": "first_wins",
    "p_first_wins": "first_wins",
    "p_tie": "tie",
    "p_draw": "tie",
    "p_lose": "second_wins",
    "p_loss": "second_wins",
    "p_second_wins": "second_wins",
    "clacks": "clack",
    "p_clack": "clack",
    "p_shut": "clack",
    "chance_to_clack": "clack",
    "best_clack": "clack",
    "mean_score": "score",
    "average_score": "score",
    "lowest_expected_score": "score",
    "second_s_value": "value",
    "second_player_s_value": "value",
    "a_tie": "tie",
    "fair_clack_payout_stakes": "payout",
    "turns": "ev",
    "seat_1": "ev",
    "seat_2": "second_ev",
}
"""The quantities by their headings in the tables of people and of this program."""
_ONLY_A_QUANTITY_OF_CLAIMS = ("clack_payout",)  # as a heading this is a rule

CONTEXT = {
    "players": ("2",),
    "player": ("1", "first", "first player"),
    "seat": ("1", "2"),
    "order": ("turns", "turn by turn"),
    "told": (),
    "rounds": (),
    "to": (),
    "wins_needed": (),
    "length": (),
    "kind": (),
    "starts": (),
    "double": (),
    "open_tiles": (),
    "open_first": (),
    "cover": (),
    "roll": (),
    "then_roll": (),
    "since": (),
    "goal": (),
    "aim": (),
    "whose": ("both",),
    "how": (),
    "pays": ("lowest-takes",),
}
"""Columns of the context of a row, with the cells that mean a game of two, turn by turn.

An empty cell means such a game as well. A row with another cell has a claim that cannot be checked
here.
"""
FIGURES = (
    *("wins", "simulated", "chance", "best", "worst", "spread", "rolls", "box", "secret"),
    *("mean_rounds", "rounds_on_average", "most_likely", "so_many", "mean_clacks"),
    *("clacks_among_them", "exact_rounds", "until"),
)
"""Columns of figures of this program that are not checked; a note says so."""
_HARMLESS = (
    *FIGURES,
    *("line", "right", "instead", "says", "note", "notes", "comment", "comments", "source", "year"),
    *("author", "id", "page", "url", "certificate_sha256", "loading", "summary", "policies"),
    *("members", "changes", "changed", "unfair", "agrees", "margin", "gains", "loses"),
    *("tie_breaks_change", "fairest", "seat_3", "seat_4", "seat_5", "seat_6", "seat_7", "seat_8"),
    *("words", "what_it_is", "said", "seat_rules", "first_costs", "second_costs", "favoured"),
    *("games", "games_to_notice", "side_payment", "seat_ev", "rules_ev", "play_ev", "about"),
    *("day_more", "day_as_many", "day_fewer", "mean_rolls", "fewest_rolls", "most_rolls"),
    *("expected_score_range", "clack_chance_range", "first_player_ev_range"),
    *("second_player_ev_range", "to_make_it_fair", "to_make_it_fair_stakes_a_game"),
    *("could_be_shut", "first_s_costs", "second_s_costs", "first_s_play", "second_s_play"),
    *("a_day_of_20_games", "both_optimal", "seed", "keep", "verdict", "wins_alone", "exact_value"),
    *("code", "strategy_code", "source_version", "source_command", "source_rules"),
)


class Means(NamedTuple):
    """The meaning of a column.

    Parameters
    ----------
    kind : str
        - of rules: `"rule"`, `"second rule"`, `"name"`, `"second name"`, `"brief"` (rules in a few
          words) or `"in words"` (changed rules, in sentences);
        - of play: `"first"`, `"second"`, `"strategy"` or `"to beat"`;
        - of numbers: `"claim"`, `"of"`, or `"number"` (of the quantity that `"of"` names);
        - of others: `"context"` or `"nothing"`.
    name : str
        The rule, the quantity, or the word of the context.
    percent : bool
        Whether the numbers of the column are in percent.
    end : str
        `"low"` or `"high"` for an end of bounds, otherwise `""`.
    """

    kind: str
    name: str = ""
    percent: bool = False
    end: str = ""


_ONLY_IN_PERCENT = {  # headings in tables for people
    "in": Means("claim", "ev", percent=True),
    "at_least": Means("claim", "ev", percent=True, end="low"),
    "at_most": Means("claim", "ev", percent=True, end="high"),
    "could_be_shut": Means("claim", "foresight", percent=True),
    "both_optimal": Means("claim", "optimal_ev", percent=True),
}
_KINDS = {
    **{name: Means("rule", rule) for name, rule in _RULES.items()},
    **{f"second_{name}": Means("second rule", name) for name in FIELDS},
    **{name: Means("name", name) for name in _NAMES},
    **{name: Means("second name", name) for name in _SECOND_NAMES},
    **{name: Means("brief", name) for name in _IN_BRIEF},
    "what_changes": Means("in words", "what_changes"),
    **{name: Means("first", name) for name in _FIRST},
    **{name: Means("second", name) for name in _SECOND},
    **{name: Means("strategy", name) for name in _STRATEGY},
    **{name: Means("to beat", name) for name in _TO_BEAT},
    **{name: Means("of", name) for name in _OF},
    **{name: Means("number", name) for name in _NUMBER},
    **{name: Means("context", name) for name in CONTEXT},
}


def meaning(  # noqa: PLR0911 - a heading after the other that depends on what is beside it
    heading: str, beside: Collection[str]
) -> Means | None:
    """Return the meaning of a column; None for an unknown heading.

    Parameters
    ----------
    heading : str
        The heading, as it was written.
    beside : collection of str
        All headings, as `stem_of` returns them: some headings depend on the others.

    Examples
    --------
    >>> meaning("First player's EV (%)", ())
    Means(kind='claim', name='ev', percent=True, end='')
    >>> meaning("second_tiles", ()), meaning("one dye", ())
    (Means(kind='second rule', name='tiles', percent=False, end=''), None)
    """
    around, percent = {*beside}, bool(_PERCENT.search(heading))
    whole = stem_of(heading)
    stem, end = _AS_A_NUMBER.sub("", whole), ""
    if (match := _END.fullmatch(stem)) and stem not in _RULES:
        stem, end = match["stem"], match["end"]
    own_rule = stem.removeprefix("second_") in _RULES
    if end and own_rule:
        return Means("claim", "payout", end=end)
    if own_rule and whole.endswith("_approx"):
        return Means("nothing")
    if stem == "tie" and (whole == "tie_approx" or "tie_approx" in around):
        return Means("context", "tie")  # the payment of a tie, which is never in percent
    if stem in ("exact", "computed"):  # a number of the quantity in the row, as of `check`
        return Means("number", stem) if {*_OF} & around else Means("claim", "ev")
    if stem in _NUMBER and "right" in around:  # of verdicts, with the exact value beside it
        return Means("nothing")
    if stem in ("score", "value") and not _claims(stem, around):
        return Means("nothing")
    if percent and stem in _ONLY_IN_PERCENT:
        return _ONLY_IN_PERCENT[stem]
    if known := _KINDS.get(stem):
        return known._replace(percent=percent) if known.kind == "number" else known
    if of := _quantity(stem):
        return Means("claim", of, percent, end)
    return Means("nothing") if stem in _HARMLESS or stem in _of_this_program() else None


def stem_of(heading: str) -> str:
    r"""Return a heading as the name of a column, without a sign or a word for percent.

    >>> stem_of("Player 1\nEV (%)"), stem_of("clack-payout"), stem_of("P(win)")
    ('player_1_ev', 'clack_payout', 'p_win')
    """
    return column_named(_PERCENT.sub(" ", heading))


def nearest_heading(heading: str) -> str | None:
    """Return a question for the known heading that is spelled most alike, or None."""
    known = [*FIELDS, *_NAMES, *QUANTITIES, *ALSO, *_PEOPLE, *_FIRST, *_SECOND, *_TO_BEAT, *_NUMBER]
    return did_you_mean(stem_of(heading), known)


def _claims(stem: str, beside: Iterable[str]) -> bool:
    """Tell whether `score` or `value` is a claim, and not that of a chance or of a move."""
    if stem == "score":
        return not {"chance", "chance_percent"} & {*beside}
    return bool({*_TO_BEAT} & {*beside})


def _quantity(stem: str) -> str | None:
    if stem in _ONLY_A_QUANTITY_OF_CLAIMS:
        return None
    return _PEOPLE.get(stem) or ALSO.get(stem) or (stem if stem in QUANTITIES else None)


@cache
def _of_this_program() -> frozenset[str]:
    """Return the names of all columns that results of this program have."""
    for package, name in everywhere():  # imports all modules with columns
        getattr(import_module(package), name)
    names: set[str] = set()
    kinds = [Tabled]
    while kinds:
        kind = kinds.pop()
        kinds += kind.__subclasses__()
        for column in getattr(kind, "columns", ()):
            of_column = (column.name, *column.names, column_named(column.heading))
            names |= {stem_of(each) for each in of_column}
            names |= {
                match["stem"] for each in of_column if (match := _END.fullmatch(stem_of(each)))
            }
    return frozenset(names)
