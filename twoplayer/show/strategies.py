"""What the commands for strategies and simulated games show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..exact import decimal_text
from ..strategy.rules_of_thumb import GOALS, RuleOfThumbSearch, words
from ..strategy.simulation import Estimate
from ..strategy.strategies import STRATEGIES, StrategyValue
from ..writing import Format, paragraph, render

__all__ = [
    "render_estimates",
    "render_matchups",
    "render_search",
    "render_strategies",
    "render_transcript",
]


def render_strategies(values: Mapping[str, StrategyValue], format: Format) -> str:
    """Write what each strategy is worth, the best first player first."""
    optimal = values["optimal"]
    exact = format.exact
    rows = []
    for value in sorted(values.values(), key=lambda v: -v.ev_against(optimal)):
        first, second = value.ev_against(optimal), -optimal.ev_against(value)
        shown = {
            "expected_score": (value.expected_score, 1),
            "clack_chance": (value.clack_chance, 100),
            "ev_as_first": (first, 100),
            "ev_as_second": (second, 100),
        }
        row, told = {"strategy": value.name}, STRATEGIES[value.name]
        row |= {n: v if exact else decimal_text(v * times, 4) for n, (v, times) in shown.items()}
        rows.append(row if not exact else {**row, "words": told.words, "source": told.source})
    titles = {
        "expected_score": "expected\nscore",
        "clack_chance": "clacks\n(%)",
        "ev_as_first": "EV as\nfirst (%)",
        "ev_as_second": "EV as\nsecond (%)",
    }
    text = render(rows, format, titles)
    if not format.prose:
        return text
    said = [
        f"{name}: {STRATEGIES[name].words}"
        + (f" ({STRATEGIES[name].source})" if STRATEGIES[name].source else "")
        for name in values
    ]
    return text + "\n" + "\n".join(paragraph(line, "- ") for line in said) + "\n"


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
            **{short[second]: decimal_text(100 * evs[first, second], 1) for second in values},
        }
        for first in values
    ]
    return render(grid, format)


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
        f"All {found.rules} rules were valued; {found.different} of them differ in what they do. "
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


def render_transcript(steps: Sequence[dict[str, Any]], format: Format) -> str:
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
    end = f"In the end {result if stakes else 'nobody pays'}."
    return f"{text}\nValues are in stakes, to the player who moves. {end}\n"
