"""What the commands for strategies and simulated games show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from operator import attrgetter
from typing import Any

from ..exact import percent_text
from ..game.fairness import DAYS, ENDS, EV, Outcomes
from ..game.players import PLAYERS
from ..game.playing import Play
from ..strategy.search import GOALS, RuleOfThumbSearch, words
from ..strategy.simulation import Estimates
from ..strategy.values import NUMBERS, StrategyRange, StrategyValue
from ..table import Column, Table, To, between, decimal
from ..words import fits, paragraph, parted
from .answer import Answer


def _range_column(column: Column) -> Column:
    name = f"{column.name}_range"
    return between(column, 1)._replace(name=name, value=lambda row: column.of(row["range"]))


_STRATEGY = Column("strategy", width=18)
_RANGES = [_range_column(column) for column in StrategyRange.columns[1:]]
_VALUES = (
    _STRATEGY,
    *NUMBERS,
    *(column._replace(to=To.PROGRAMS) for column in _RANGES),
    *(Column(name, to=To.PROGRAMS) for name in ("words", "source")),
)
_LEFT_OPEN = "From the worst to the best way to make the choices that they leave to chance:"


def strategies_answer(
    values: Mapping[str, StrategyValue], ranges: Mapping[str, StrategyRange]
) -> Answer:
    """Say what each strategy is worth, the best first player first.

    People also get how far that may move, from the worst to the best way to decide what a strategy
    leaves open; programs get both ends beside each value.
    """
    valued = []
    for name, value in values.items():
        row, of = {column.name: column.of(value) for column in NUMBERS}, value.strategy
        said = {"strategy": of.name, "words": of.words, "source": of.source}
        valued.append({**row, **said, "range": ranges[name]})
    rows = sorted(valued, key=lambda row: -row["first_player_ev"])
    moved = [row for row in rows if any(len(set(column.of(row))) > 1 for column in _RANGES)]
    lines = [
        f"{row['strategy']}: {row['words']}" + f" ({row['source']})" * bool(row["source"])
        for row in valued
    ]
    listed = "\n".join(paragraph(line, "- ") for line in lines)
    spans = (paragraph(_LEFT_OPEN), Table([_STRATEGY, *_RANGES], moved)) if moved else ()
    return Answer(Table(_VALUES, rows), below=(*spans, listed))


@dataclass(frozen=True)
class _Pair:
    """Two strategies, and the EV to the first; how a game ends is found where it is asked for."""

    one: StrategyValue
    other: StrategyValue
    first_player_ev: Fraction

    @cached_property
    def outcomes(self) -> Outcomes:
        return self.one.outcomes_against(self.other)


_OF_PAIR = Column("first", attrgetter("one.name")), Column("second", attrgetter("other.name"))


def matchups_answer(values: Mapping[str, StrategyValue]) -> Answer:
    """Say what every strategy is worth to the first player against every other."""
    evs = {(a, b): values[a].ev_against(values[b]) for a in values for b in values}
    pairs = [_Pair(values[a], values[b], ev) for (a, b), ev in evs.items()]
    rows = Table([*_OF_PAIR, EV, *ENDS.values(), *DAYS], pairs)
    short = {name: str(number) for number, name in enumerate(values, 1)}

    def against(second: str) -> Column:
        return Column(short[second], lambda first: percent_text(evs[first, second], 1))

    first = [Column("", short.__getitem__), Column("EV (%) as first against", str)]
    beside, names = list(map(against, values)), list(values)
    blind = [name for name, value in values.items() if not value.strategy.looks]
    note = (
        f"{', '.join(blind)}: these do not look at the score to beat, and each is worth exactly 0 "
        "against itself. Under these rules the game is exactly fair if both play alike and nobody "
        "looks."
    )
    fair = blind and not any(evs[name, name] for name in blind)
    below = [paragraph(note)] if fair else []

    def text(exact: bool) -> str:
        for across in range(len(beside), 0, -1):
            starts = range(0, len(beside), across)
            parts = (Table([*first, *beside[n : n + across]], names) for n in starts)
            if fits(said := parted(*(part.write("text") for part in parts), *below)):
                break
        return said

    return Answer(Table([*first, *beside], names), text, below, rows)


def search_answer(search: RuleOfThumbSearch) -> Answer:
    """Say what the best rule for each goal is."""
    rules = [
        f"{GOALS[b.goal]}: {words(b.rule)} "
        f"{'As good' if b.runner_up_value == b.value else 'Runner-up'}: {words(b.runner_up)}"
        for b in search.best.values()
    ]
    count = (
        f"All {search.rules} rules were tried; {search.different} of them play differently. "
        "Where the number of dice is a choice, a rule leaves it to chance."
    )
    listed = "\n".join(paragraph(rule, "- ") for rule in rules)
    return Answer(search.table(), below=[listed, paragraph(count)])


def estimates_answer(estimates: Estimates) -> Answer:
    """Return the estimates beside the exact values."""
    luck = "By luck alone a correct value lies outside the margin once in 20 times."
    return Answer(estimates.table().noted(luck))


_OF_TRANSCRIPT = (
    *map(Column, ("player", "open_tiles", "dice")),
    Column(
        "covers",
        lambda step: "turn ends" if step["covers"] is None else "+".join(map(str, step["covers"])),
        to=To.PEOPLE,
    ),
    Column("covers", to=To.PROGRAMS),
    *map(decimal, ("value_before", "value_after")),
)


def transcript_answer(play: Play, steps: Sequence[dict[str, Any]]) -> Answer:
    """Return a game move by move."""
    player, stakes = steps[-1]["player"], steps[-1]["value_after"]
    result = f"the {player} player {'wins' if stakes > 0 else 'loses'} {abs(stakes)}"
    left = [
        f"the {who} player leaves {score or 'nothing, a clack'}"
        for who, score in zip(PLAYERS, play.scores, strict=False)
    ]
    end = f"In the end {' and '.join(left)}: {result if stakes else 'nobody pays'}."
    note = f"Values are in stakes, to the player who moves. {end}"
    return Answer(Table(_OF_TRANSCRIPT, steps, note=note))
