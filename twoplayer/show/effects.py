"""What each rule does, as a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..exact import percent_text
from ..many.effects import Effect
from ..writing import Format, Row, paragraph, render, to_json
from .ranking import brief, fields_that_differ, signed_percent

__all__ = ["effect_row", "render_effects", "rule_text"]

_MOST_NAMED = 3
_THEN = {"first": "the first player", "second": "the second player", "nobody": "nobody"}
_NUMBERS = ("games", "mean_size", "mean", "least", "most")
_TITLES = {"on average": "on\naverage", "turned": "favours\nanother"}


def render_effects(effects: Sequence[Effect], format: Format) -> str:
    """Write what each rule does, in percent of a stake; CSV and JSON are exact, and in stakes.

    Below the table stands where another player is favoured then, for people.
    """
    if format == "json":
        return to_json(
            [
                {
                    **_exact_row(effect),
                    "largest_in": effect.largest_in.rules(),
                    "turned": [
                        {"variant": variant.rules(), "favoured": favoured}
                        for variant, favoured in effect.turned.items()
                    ],
                }
                for effect in effects
            ]
        )
    if format == "csv":
        return render([{**_exact_row(e), "turned": len(e.turned)} for e in effects], format)
    rows = []
    for effect in effects:
        row = effect_row(effect)
        del row["average size"]
        rows.append({**row, "turned": f"{len(effect.turned):,} of {effect.games:,}"})
    text = render(rows, format, _TITLES, widths={"from": 9, "to": 10})
    turned = [paragraph(words, "- ") for effect in effects for words in _turned(effect)]
    if not format.prose or not turned:
        return text
    lines = "\n".join(turned)
    return f"{text}\nWho else is favoured after the change:\n\n{lines}\n"


def effect_row(effect: Effect) -> dict[str, str]:
    """Return what a rule does as a row, in percent of a stake."""
    quick = effect.fractions
    return {
        "rule": effect.rule.replace("_", " "),
        "from": rule_text(effect.before),
        "to": rule_text(effect.after),
        "average size": percent_text(quick.mean_size),
        "on average": signed_percent(quick.mean),
        "lowest": signed_percent(quick.least),
        "highest": signed_percent(quick.most),
    }


def rule_text(value: str | int | bool | None) -> str:
    """Write the value of a rule for people."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)


def _exact_row(effect: Effect) -> Row:
    quick = effect.fractions
    rule = {"rule": effect.rule, "before": effect.before, "after": effect.after}
    return {**rule, **{name: getattr(quick, name) for name in _NUMBERS}}


def _turned(effect: Effect) -> Iterator[str]:
    """Say in which games a change makes another player favoured: which, and how many."""
    varied = fields_that_differ(effect.fractions.changes)
    for player, words in _THEN.items():
        games = [variant for variant, favoured in effect.turned.items() if favoured == player]
        if not games:
            continue
        before, after = rule_text(effect.before), rule_text(effect.after)
        said = f"{effect.rule.replace('_', ' ')} {after} instead of {before}: {words}"
        if varied:
            named = [f"with {brief(variant, varied)}" for variant in games[:_MOST_NAMED]]
            more = len(games) - len(named)
            named += [f"and in {more:,} more game{'s' * (more > 1)}"] if more else []
            said += f" {'; '.join(named)}"
        yield f"{said}."
