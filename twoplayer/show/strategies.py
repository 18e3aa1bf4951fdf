"""What the commands for strategies and simulated games show."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from itertools import groupby
from typing import Any

from ..exact import decimal_text, percent_text
from ..strategy.ranges import StrategyRange
from ..strategy.rules_of_thumb import GOALS, RuleOfThumbSearch, words
from ..strategy.simulation import Estimate
from ..strategy.strategies import strategy_named
from ..strategy.values import StrategyValue
from ..variant.scoring import SCORINGS
from ..variant.variant import Variant
from ..writing import Format, paragraph, render

__all__ = [
    "render_estimates",
    "render_matchups",
    "render_search",
    "render_strategies",
    "render_transcript",
]


def render_strategies(
    values: Mapping[str, StrategyValue], ranges: Mapping[str, StrategyRange], format: Format
) -> str:
    """Write what each strategy is worth, the best first player first.

    People also get how far that may move, from the worst to the best way to decide what a strategy
    leaves open; programs get both ends beside each value.
    """
    optimal = values["optimal"]
    in_order = sorted(values.values(), key=lambda v: -v.ev_against(optimal))
    rows, moved = [], []
    for value in in_order:
        numbers = {
            "expected_score": value.expected_score,
            "clack_chance": value.clack_chance,
            "ev_as_first": value.ev_against(optimal),
            "ev_as_second": -optimal.ev_against(value),
        }
        ends = {what: getattr(ranges[value.name], what) for what in numbers}
        of = strategy_named(value.name)
        exact = dict(numbers)
        for what, (low, high) in ends.items():
            exact |= {f"{what}_least": low, f"{what}_most": high}
        texts = {what: decimal_text(n * _TIMES[what], 4) for what, n in numbers.items()}
        shown = exact if format.exact else texts
        said = {"words": of.words, "source": of.source} if format.exact else {}
        rows.append({"strategy": value.name, **shown, **said})
        if any(low != high for low, high in ends.values()):
            spans = {what: _span(*(n * _TIMES[what] for n in end)) for what, end in ends.items()}
            moved.append({"strategy": value.name, **spans})
    text = render(rows, format, _TITLES, _WIDTHS)
    if not format.prose:
        return text
    if moved:
        caption = paragraph(_LEFT_OPEN) if format == "text" else _LEFT_OPEN
        text += f"\n{caption}\n\n{render(moved, format, _TITLES, _WIDTHS)}"
    described = [(name, strategy_named(name)) for name in values]
    lines = [f"{name}: {s.words}" + (f" ({s.source})" if s.source else "") for name, s in described]
    return text + "\n" + "\n".join(paragraph(line, "- ") for line in lines) + "\n"


_LEFT_OPEN = (
    "What they leave open is decided by chance. From the worst to the best way to decide it:"
)
_WIDTHS = {"strategy": 18}
_TIMES = {"expected_score": 1, "clack_chance": 100, "ev_as_first": 100, "ev_as_second": 100}
_TITLES = {
    "expected_score": "expected\nscore",
    "clack_chance": "clacks\n(%)",
    "ev_as_first": "EV as\nfirst (%)",
    "ev_as_second": "EV as\nsecond (%)",
}


def _span(*ends: Fraction) -> str:
    """Write two ends, or one where they are as good as equal."""
    return " to ".join(dict.fromkeys(decimal_text(end, 1) for end in ends))


def render_matchups(values: Mapping[str, StrategyValue], format: Format) -> str:
    """Write the first player's EV of every strategy against every other."""
    rows = [
        {"first": a.name, "second": b.name, "first_player_ev": a.ev_against(b)}
        for a in values.values()
        for b in values.values()
    ]
    if format.exact:
        return render(rows, format)
    evs = {(row["first"], row["second"]): row["first_player_ev"] for row in rows}
    short = {name: f"{number}" for number, name in enumerate(values, 1)}
    grid = [
        {
            "": short[first],
            "EV (%) as first against": first,
            **{short[second]: percent_text(evs[first, second], 1) for second in values},
        }
        for first in values
    ]
    text = render(grid, format)
    blind = [name for name in values if strategy_named(name).against is None]
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
    exact = format.exact
    rows = []
    for best in found.best.values():
        numbers = {
            "value": best.value,
            "runner_up_value": best.runner_up_value,
            "optimum": best.optimum,
            "cost": best.cost,
        }
        times = 1 if best.goal == "score" else 100
        rows.append(
            {
                "goal": best.goal if exact else GOALS[best.goal] + (" (%)" if times > 1 else ""),
                **({"rule": words(best.rule), "runner_up": words(best.runner_up)} if exact else {}),
                **{n: v if exact else decimal_text(v * times, 4) for n, v in numbers.items()},
            }
        )
    text = render(rows, format, {"runner_up_value": "runner-up"}, widths={"goal": 36})
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


def render_estimates(found: Sequence[Estimate], format: Format) -> str:
    """Write the estimates beside the exact values."""
    exact = format.exact
    rows = [
        {
            "what": estimate.what,
            "simulated": estimate.mean,
            "margin": estimate.margin,
            "exact": estimate.exact if exact else decimal_text(estimate.exact, 6),
            "agrees": estimate.agrees,
        }
        for estimate in found
    ]
    text = render(rows, format, {"margin": "± (95 %)"})
    if not format.prose:
        return text
    luck = "By luck alone a correct value lies outside the margin once in 20 times."
    return f"{text}\n{luck}\n"


def render_transcript(variant: Variant, steps: Sequence[dict[str, Any]], format: Format) -> str:
    """Write a game move by move."""
    if format.exact:
        return render(steps, format)
    rows = [
        {
            **step,
            "covers": "turn ends" if step["covers"] is None else "+".join(map(str, step["covers"])),
            "value_before": decimal_text(step["value_before"], 4),
            "value_after": decimal_text(step["value_after"], 4),
        }
        for step in steps
    ]
    text = render(rows, format)
    if not format.prose:
        return text
    player, stakes = steps[-1]["player"], steps[-1]["value_after"]
    result = f"the {player} player {'wins' if stakes > 0 else 'loses'} {abs(stakes)}"
    left = " and ".join(f"the {who} player leaves {text}" for who, text in _left(variant, steps))
    end = f"In the end {left}: {result if stakes else 'nobody pays'}."
    return f"{text}\nValues are in stakes, to the player who moves. {end}\n"


def _left(variant: Variant, steps: Sequence[dict[str, Any]]) -> Iterator[tuple[str, str]]:
    """Yield what each player leaves: a score, or nothing, which is a clack."""
    for player, turn in groupby(steps, lambda step: str(step["player"])):
        *_, last = turn
        left = set(last["open_tiles"]) - set(last["covers"] or ())
        score = reduce(SCORINGS[variant.scoring].add, sorted(left), 0)
        yield player, str(score) if left else "nothing, a clack"
