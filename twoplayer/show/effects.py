"""What each rule does, as a table."""

from __future__ import annotations

from collections.abc import Iterator

from ..many.effects import Effect, Effects, rule_text
from ..variant.beside import brief, fields_that_differ
from ..words import paragraph
from .answer import Answer

_MOST_NAMED = 3
_THEN = {"first": "the first player", "second": "the second player", "nobody": "nobody"}


def effects_answer(effects: Effects) -> Answer:
    """Say what each rule does, in percent of a stake, and where another player is favoured then."""
    note = (
        "How far each change moves the first player's expected value, in percent of a stake, in "
        "games that differ in nothing else."
    )
    table = effects.table().noted(note)
    turned = [paragraph(words, "- ") for effect in effects for words in _turned(effect)]
    lines = "\n".join(
        ["", "Who else is favoured after the change:", "", *turned, ""] * bool(turned)
    )
    return Answer(table, below=lambda _: lines)


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
