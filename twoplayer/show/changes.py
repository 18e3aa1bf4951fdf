"""What changes of rules do: each of them, and those that would make a game fairer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ..exact import fraction_text, percent_text
from ..many.effects import Effect, Effects, rule_text
from ..many.mending import Mending
from ..table import Cells
from ..variant.beside import fields_that_differ, of_rules
from ..variant.variant import brief
from ..words import paragraph, parted, titled
from .answer import Answer
from .fair import title, who

_MOST_NAMED = 3


def effects_answer(effects: Effects) -> Answer:
    """Say what each rule does, in percent of a stake, and where another player is favoured then."""
    note = (
        "How far each change moves the first player's expected value, in percent of a stake, in "
        "games that differ in nothing else."
    )
    turned = [paragraph(words, "- ") for effect in effects for words in _turned(effect)]
    below = ["Who else is favoured after the change:", "\n".join(turned)] if turned else []
    return Answer(effects.table().noted(note), below=below)


def _turned(effect: Effect) -> Iterator[str]:
    """Say in which games a change makes another player favoured: which, and how many."""
    varied = fields_that_differ(effect.fractions.changes)
    for player in ("first", "second", "nobody"):
        games = [variant for variant, favoured in effect.turned.items() if favoured == player]
        if not games:
            continue
        before, after = rule_text(effect.before), rule_text(effect.after)
        said = f"{effect.rule.replace('_', ' ')} {after} instead of {before}: {who(player)}"
        if varied:
            named = [f"with {brief(variant, varied)}" for variant in games[:_MOST_NAMED]]
            more = len(games) - len(named)
            named += [f"and in {more:,} more game{'s' * (more > 1)}"] if more else []
            said += f" {'; '.join(named)}"
        yield f"{said}."


_MOST = 10
"""So many changes of one rule, and of two, are shown."""


def mending_answer(mending: Mending) -> Answer:
    """Say whether a game is worth mending, and what would: text has the fairest few changes."""
    quick = mending.fractions
    table, ev = quick.table(), quick.first_player_ev

    def text(exact: bool) -> str:
        shown, words = [], []
        for number, changes in {1: "single changes", 2: "changes of two rules"}.items():
            smallest = [each for each in quick.smallest if len(each.changed) == number]
            shown += smallest[:_MOST]
            if tried := sum(len(each.changed) == number for each in quick.mends):
                said = f"Of {tried:,} {changes}, {quick.fairer(number):,} make the game fairer."
                words += [paragraph(said + " --top N shows more." * (len(smallest) > _MOST))]
        several = {len(each.changed) for each in shown} != {1}
        columns = [each for each in table.columns if several or each.name != "changes"]
        rows = replace(table, columns=columns, rows=shown).write("text", exact)
        kept = ", ".join(each.replace("_", " ") for each in quick.keep)
        game = {
            "rules": title(quick.variant),
            "first player's EV": f"{percent_text(ev)} %, exactly {fraction_text(ev)} stakes",
            "kept": f"{kept or 'nothing'} (--keep says what else)",
        }
        more = [paragraph(f"{each.words}: {each.but}.", "- ") for each in shown if each.but]
        if more:
            words += ["What the table does not say:", "\n".join(more)]
        return parted(paragraph(quick.verdict), titled(game), rows, *words)

    def json(rows: list[Cells]) -> object:
        asked = {**of_rules(quick), "changes": quick.changes, "keep": quick.keep}
        return {**asked, "first_player_ev": ev, "verdict": quick.verdict, "mends": rows}

    return Answer(table, text, json=json)
