"""What the commands for strategies and simulated games show."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Any

from ..cells import Format, Row
from ..exact import decimal_text, percent_text
from ..strategy.rules_of_thumb import GOALS, RuleOfThumbSearch, words
from ..strategy.simulation import Estimates
from ..strategy.strategies import strategy_named
from ..strategy.values import StrategyRange, StrategyValue
from ..table import Column, Table, To
from ..variant.tiles import SCORINGS
from ..variant.variant import Variant
from ..words import paragraph

_NUMBERS = {
    "expected_score": ("expected\nscore", 1),
    "clack_chance": ("clacks\n(%)", 100),
    "ev_as_first": ("EV as\nfirst (%)", 100),
    "ev_as_second": ("EV as\nsecond (%)", 100),
}
"""Their titles for people, and how many times as large they are for them."""


def _number(name: str, title: str, times: int) -> Column:
    return Column(name, None, title, lambda number: decimal_text(number * times, 4))


def _span(name: str, title: str, times: int) -> Column:
    """Return both ends, or one where they are as good as equal."""

    def ends(row: Row) -> str:
        both = (decimal_text(row[f"{name}_{end}"] * times, 1) for end in ("least", "most"))
        return " to ".join(dict.fromkeys(both))

    return Column(name, ends, title)


_ENDS = [f"{name}_{end}" for name in _NUMBERS for end in ("least", "most")]
_STRATEGY = Column("strategy", width=18)
_VALUES = (
    _STRATEGY,
    *(_number(name, *shown) for name, shown in _NUMBERS.items()),
    *(Column(name, to=To.PROGRAMS) for name in (*_ENDS, "words", "source")),
)
_SPANS = (_STRATEGY, *(_span(name, *shown) for name, shown in _NUMBERS.items()))
_LEFT_OPEN = (
    "What they leave open is decided by chance. From the worst to the best way to decide it:"
)


def render_strategies(
    values: Mapping[str, StrategyValue], ranges: Mapping[str, StrategyRange], format: Format
) -> str:
    """Write what each strategy is worth, the best first player first.

    People also get how far that may move, from the worst to the best way to decide what a strategy
    leaves open; programs get both ends beside each value.
    """
    optimal, valued = values["optimal"], []
    for name, value in values.items():
        evs = value.ev_against(optimal), -optimal.ev_against(value)
        numbers = zip(_NUMBERS, (value.expected_score, value.clack_chance, *evs), strict=True)
        ends = zip(_ENDS, (end for n in _NUMBERS for end in getattr(ranges[name], n)), strict=True)
        of = strategy_named(name)
        said = {"strategy": value.name, "words": of.words, "source": of.source}
        valued.append({**dict(numbers), **dict(ends), **said})
    rows = sorted(valued, key=lambda row: -row["ev_as_first"])
    text = Table(_VALUES, rows).write(format)
    if not format.prose:
        return text
    moved = [row for row in rows if any(row[f"{n}_least"] != row[f"{n}_most"] for n in _NUMBERS)]
    if moved:
        caption = paragraph(_LEFT_OPEN) if format == "text" else _LEFT_OPEN
        text += f"\n{caption}\n\n{Table(_SPANS, moved).write(format)}"
    lines = (
        f"{row['strategy']}: {row['words']}" + f" ({row['source']})" * bool(row["source"])
        for row in valued
    )
    return text + "\n" + "\n".join(paragraph(line, "- ") for line in lines) + "\n"


_ACROSS = 8
"""So many columns of strategies fit a terminal, beside their names."""


def render_matchups(values: Mapping[str, StrategyValue], format: Format) -> str:
    """Write the first player's EV of every strategy against every other."""
    evs = {(a, b): values[a].ev_against(values[b]) for a in values for b in values}
    if format.exact:
        columns = [Column(name) for name in ("first", "second", "first_player_ev")]
        pairs = [{"first": a, "second": b, "first_player_ev": ev} for (a, b), ev in evs.items()]
        return Table(columns, pairs).write(format)
    short = {name: str(number) for number, name in enumerate(values, 1)}

    def against(second: str) -> Column:
        return Column(short[second], lambda first: percent_text(evs[first, second], 1))

    first = [Column("", short.__getitem__), Column("EV (%) as first against", str)]
    beside, across = list(map(against, values)), _ACROSS if format == "text" else len(values)
    parts = (beside[start : start + across] for start in range(0, len(beside), across))
    text = "\n".join(Table([*first, *some], list(values)).write(format) for some in parts)
    blind = [name for name in values if not strategy_named(name).looks]
    if not format.prose or not blind or any(evs[name, name] for name in blind):
        return text
    said = (
        f"{', '.join(blind)}: whoever plays so does not look at the score to beat, and is worth "
        "exactly 0 against himself. Under these rules the game is exactly fair if both play alike "
        "and nobody looks."
    )
    return f"{text}\n{paragraph(said)}\n"


def render_search(found: RuleOfThumbSearch, format: Format) -> str:
    """Write the best rule for each goal."""
    text = found.table().write(format)
    if not format.prose:
        return text
    said = [
        paragraph(
            f"{GOALS[b.goal]}: {words(b.rule)} "
            f"{'As good' if b.runner_up_value == b.value else 'Runner-up'}: {words(b.runner_up)}",
            "- ",
        )
        for b in found.best.values()
    ]
    count = paragraph(
        f"All {found.rules} rules were tried; {found.different} of them differ in what they do. "
        "Where the number of dice is a choice, a rule leaves it to chance."
    )
    return "\n".join([text, *said, "", count, ""])


def render_estimates(found: Estimates, format: Format) -> str:
    """Write the estimates beside the exact values."""
    luck = "By luck alone a correct value lies outside the margin once in 20 times."
    return found.table().noted(luck).write(format)


def _four(value: Fraction) -> str:
    return decimal_text(value, 4)


_STEPS = (
    *map(Column, ("player", "open_tiles", "dice")),
    Column(
        "covers",
        lambda step: "turn ends" if step["covers"] is None else "+".join(map(str, step["covers"])),
        to=To.PEOPLE,
    ),
    Column("covers", to=To.PROGRAMS),
    *(Column(name, shown=_four) for name in ("value_before", "value_after")),
)


def render_transcript(variant: Variant, steps: Sequence[dict[str, Any]], format: Format) -> str:
    """Write a game move by move."""
    player, stakes = steps[-1]["player"], steps[-1]["value_after"]
    result = f"the {player} player {'wins' if stakes > 0 else 'loses'} {abs(stakes)}"
    left = " and ".join(f"the {who} player leaves {text}" for who, text in _left(variant, steps))
    end = f"In the end {left}: {result if stakes else 'nobody pays'}."
    note = f"Values are in stakes, to the player who moves. {end}"
    return Table(_STEPS, steps, note=note).write(format)


def _left(variant: Variant, steps: Sequence[dict[str, Any]]) -> Iterator[tuple[str, str]]:
    """Yield what each player leaves: a score, or nothing, which is a clack."""
    for player, turn in groupby(steps, lambda step: str(step["player"])):
        *_, last = turn
        left = set(last["open_tiles"]) - set(last["covers"] or ())
        score = SCORINGS[variant.scoring].score(sorted(left))
        yield player, str(score) if left else "nothing, a clack"
