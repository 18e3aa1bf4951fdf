"""What the commands for one player, strategies and simulated games show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..errors import InputError
from ..exact import decimal_text, exact_record
from ..rule_search import GOALS, RuleSearch, words
from ..simulation import Estimate
from ..solo import AIMS, OnePlayer
from ..states import TileSet
from ..strategy import STRATEGIES, StrategyValue
from .paragraphs import paragraph
from .table import Row, render, with_decimal

__all__ = [
    "render_estimates",
    "render_matchups",
    "render_search",
    "render_solo",
    "render_strategies",
    "render_transcript",
]


def render_solo(
    solved: OnePlayer,
    format: str,
    open_tiles: TileSet | None = None,
    roll: int | Sequence[int] | None = None,
    *,
    states: bool = False,
    worst: int | None = None,
    exceptions: bool = False,
    chances: bool = False,
) -> str:
    """Write one view of a solved turn; of the whole board where none is asked for."""
    rows: Sequence[Row]
    if exceptions:
        rows = _exceptions(solved, format)
    elif states:
        rows = [with_decimal(row, format) for row in solved.policy()]
    elif worst is not None:
        rows = _worst(solved, worst)
    elif chances:
        rows = [
            {"score": k, **exact_record(chance)} for k, chance in solved.score_chances().items()
        ]
    elif open_tiles is not None and roll is not None:
        rows = _moves(solved, open_tiles, roll)
        if not rows and format == "text":
            value = solved.ending_value(open_tiles)
            return f"Nothing can be covered, and the turn ends: its value is {value}.\n"
    else:
        rows = [_state(solved, open_tiles)]
    return render(rows, format, widths={"aim": 16, "moves": 24, "worth": 16})


def _worst(solved: OnePlayer, count: int) -> Sequence[Row]:
    if count < 1:
        raise InputError(f"worst: got {count}; takes 1 or more")
    records = solved.to_records()[1:]
    order = sorted(records, key=lambda r: solved.value(r["open_tiles"]), reverse=True)
    if solved.aim == "clack":
        order.reverse()
    return order[:count]


def _state(solved: OnePlayer, open_tiles: TileSet | None) -> Row:
    tiles = solved.variant.tiles if open_tiles is None else open_tiles
    value = solved.value(tiles)
    row = {"aim": AIMS[solved.aim], "open_tiles": tiles, "dice": solved.optimal_dice(tiles)}
    return {**row, **exact_record(value)}


def _moves(solved: OnePlayer, open_tiles: TileSet, roll: int | Sequence[int]) -> list[Row]:
    """Return every legal move, best first."""
    best = solved.optimal_moves(open_tiles, roll)
    return [
        {"covers": (move,), "optimal": move in best, **exact_record(value)}
        for move, value in solved.moves(open_tiles, roll).items()
    ]


def _exceptions(solved: OnePlayer, format: str) -> list[Row]:
    rows: list[Row] = []
    for found in solved.exceptions():
        legal = tuple(found["moves"])
        values = found["moves"].values()
        exact = format == "csv"
        worth = "; ".join(str(v) if exact else decimal_text(v, 4) for v in values)
        rows.append(
            {
                **found,
                "moves": legal,
                "worth": [exact_record(v) for v in values] if format == "json" else worth,
                "largest_tile_loses": found["largest_tile_loses"]
                if format in ("csv", "json")
                else decimal_text(found["largest_tile_loses"], 4),
            }
        )
    return rows


def render_strategies(values: Mapping[str, StrategyValue], format: str) -> str:
    """Write what each strategy is worth, the best first player first."""
    optimal = values["optimal"]
    exact = format in ("csv", "json")
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
    if format not in ("text", "markdown"):
        return text
    said = [
        f"{name}: {STRATEGIES[name].words}"
        + (f" ({STRATEGIES[name].source})" if STRATEGIES[name].source else "")
        for name in values
    ]
    return text + "\n" + "\n".join(paragraph(line, "- ") for line in said) + "\n"


def render_matchups(values: Mapping[str, StrategyValue], format: str) -> str:
    """Write the first player's EV of every strategy against every other."""
    rows = [
        {"first": a.name, "second": b.name, "first_player_ev": a.ev_against(b)}
        for a in values.values()
        for b in values.values()
    ]
    if format in ("csv", "json"):
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


def render_search(found: RuleSearch, format: str) -> str:
    """Write the best rule for each goal."""
    exact = format in ("csv", "json")
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
    if format not in ("text", "markdown"):
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


def render_estimates(found: Sequence[Estimate], format: str) -> str:
    """Write the estimates beside the exact values."""
    exact = format in ("csv", "json")
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
    if format not in ("text", "markdown"):
        return text
    luck = "By luck alone a correct value lies outside the margin once in 20 times."
    return f"{text}\n{luck}\n"


def render_transcript(steps: Sequence[dict[str, Any]], format: str) -> str:
    """Write a game move by move."""
    if format in ("csv", "json"):
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
    if format not in ("text", "markdown"):
        return text
    player, stakes = steps[-1]["player"], steps[-1]["value_after"]
    result = f"the {player} player {'wins' if stakes > 0 else 'loses'} {abs(stakes)}"
    end = f"In the end {result if stakes else 'nobody pays'}."
    return f"{text}\nValues are in stakes, to the player who moves. {end}\n"
