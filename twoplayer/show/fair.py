"""Answers on the values of games, in sentences and tables: one game, many, with other rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import chain
from math import inf
from typing import TYPE_CHECKING

from ..exact import Bounds, decimal_text, fraction_text, percent_bounds, percent_text, plain
from ..game.columns import BOUNDED_EV, DAY, DAYS, ENDS, EV, EV_EXACTLY, EVS, FAVOURED
from ..game.fairness import Fairness
from ..game.luck import Luck
from ..game.outcomes import CHANCES
from ..game.players import favoured_by, in_plain_words, payment, who
from ..game.solution import Solution
from ..many.effects import Effect, Effects, rule_text
from ..tables import BOUNDED, Cells, Column, Decimals, Table, To, percent
from ..turn.turns import turn_of
from ..variant.columns import RULES, beside_rules
from ..variant.fields import FIELDS
from ..variant.labels import rules_in_words, title
from ..variant.variant import Variant, brief, fields_that_differ
from ..words import paragraph, parted, titled
from .answer import ONLY, Answer

if TYPE_CHECKING:
    from ..game.bounds import BoundedSolution
    from ..game.payouts import Interval
    from ..many.mending import Mend, Mending
    from ..many.results import Valued
    from ..strategy.one_player import Foreseen
    from ..strategy.values import Matchup

_MOST = 10  # mends of one rule, and of two, in text


def evs_table(entries: Sequence[Valued], more: Iterable[Column] = ()) -> Table:
    return beside_rules(entries, [*EVS, *more, EV_EXACTLY])


def _game_in_words(game: Fairness | Matchup, more: Mapping[str, str], **fair: str) -> str:
    ev, rows = game.first_player_ev, rules_in_words(game.variant, game.second_variant)
    if uncoverable := getattr(turn_of(game.variant).board, "uncoverable", ()):
        rows["never covered"] = f"{FIELDS['tiles'].words(uncoverable)}: no roll does"
    rows |= {"first player's EV": f"{ev} stakes", "in percent": f"{percent_text(ev)} %"}
    return ev_in_words(rows, favoured_by(ev), ev, more, **fair)


def _of_game(
    game: Table,
    solution: Solution | BoundedSolution,
    sentences: Callable[[bool], str],
    values: bool,
) -> Answer:
    """Answer in sentences and one row, or with `values` in a row for each score to beat."""
    against = solution.table()

    def text(exact: bool) -> str:
        return parted(sentences(exact), against.write("text") if values else "")

    def json(rows: list[Cells]) -> object:
        [row] = game.cells(To.JSON)
        second = [
            {"first_player_score": score, **plain(value)}
            for score, value in solution.second_player_values.items()
        ]
        return {**row, "second_player_values": second}

    answer = Answer(against if values else game, text, json=json, says_it=True)
    players = solution.variant, getattr(solution, "second_variant", solution.variant)
    return answer.of_players(*players) if values else answer


def ev_in_words(
    rows: Mapping[str, str],  # the rules, and the EV or its bounds
    favoured: str,
    ev: Fraction,  # exact, or near the EV
    more: Mapping[str, str] | None = None,
    *,
    fair: str = "the game is exactly fair",
    games: str = "games",
) -> str:
    """Write rows, each with a title, below a sentence on who gains how much, if that is known."""
    rows_in_words = titled({**rows, "favoured": who(favoured), **(more or {})}, least=18)
    if favoured == "unknown":
        return rows_in_words
    return parted(paragraph(in_plain_words(ev, fair, games)), rows_in_words)


_IN_WORDS = {EV.name, FAVOURED.name, "standard_deviation", "games", "side_payment"}
_DEVIATION = Column("standard_deviation", shown="{:.4f}".format, to=To.PEOPLE)


def luck_in_words(luck: Luck) -> dict[str, str]:
    """Return the lines about luck, by their titles."""
    first, second, whose = luck.first_turn_share, luck.second_turn_share, "none"
    if first is not None and second is not None:
        whose = f"{percent_text(first, 2)} % is the first turn's dice, "
        whose += f"{percent_text(second, 2)} % the second's"
    many = f"{decimal_text(luck.mean_rolls, 2)} on average, "
    many += f"from {luck.fewest_rolls} to {luck.most_rolls}"
    if rolls := luck.rolls:
        many += f", most often {max(rolls, key=rolls.__getitem__)}"
    else:
        many += "; how often each is not found soon: too many moves and scores"
    return {"luck": whose, "rolls in a game": many}


def luck_columns(luck: Luck) -> list[Column]:
    def of_luck(column: Column) -> Column:
        return column._replace(value=lambda _: column.of(luck))

    return list(map(of_luck, luck.columns))


def fairness_answer(
    solution: Solution,
    values: bool,
    luck: Luck | None = None,
    hindsight: Iterable[Foreseen | None] = (),  # by each player's rules, equal rules once
) -> Answer:
    """Answer whether a game is fair, with luck and foresight where they are asked for."""
    fairness = solution.fairness()
    ev = fairness.first_player_ev
    foreseen = {
        heading: known for heading, known in zip(_FORESIGHT, hindsight, strict=False) if known
    }

    def sentences(exact: bool) -> str:
        lines = {}
        for column in fairness.columns:
            if column.name in _IN_WORDS:
                continue
            heading, cell = " ".join(column.heading.split()), column.cell(fairness)
            if column.name in CHANCES:
                lines[CHANCES[column.name]] = _how_often(column.of(fairness), exact)
            elif column.unit == "percent":  # like the chances, with the unit after the number
                lines[heading.removesuffix(" (%)")] = f"{cell:>7} %"
            else:
                lines[heading] = str(cell)
        lines["games to notice"] = "never, as nobody gains"
        if fairness.games is not None:
            lines["games to notice"] = f"{fairness.games:,} until the gain stands out from luck"
            lines["to make it fair"] = f"{payment(ev)}, exactly {fairness.side_payment}"
        if luck:
            deviation = _DEVIATION.cell(fairness)
            shown = "too large a number" if deviation is None else f"{deviation} stakes in one game"
            lines |= {"standard deviation": shown, **luck_in_words(luck)}
        lines |= {heading: _in_hindsight(known) for heading, known in foreseen.items()}
        return _game_in_words(fairness, lines)

    more = [_DEVIATION, *luck_columns(luck)] if luck else []
    more += [
        percent(_FORESIGHT[heading], f"{heading} (%)", 2, value=lambda _, of=known: of.foresight)
        for heading, known in foreseen.items()
    ]
    return _of_game(fairness_table([fairness], more), solution, sentences, values)


_FORESIGHT = {"could be shut": "foresight", "the second's": "second_foresight"}


def _how_often(chance: Fraction, exact: bool) -> str:
    share = f"{percent_text(chance, 2):>7} %" if chance else "  never"
    return f"{share}  {fraction_text(chance)}" if exact else share


def _in_hindsight(foreseen: Foreseen) -> str:
    if foreseen.foresight is None:
        return "not found soon: too many families of states; `foresight` in Python looks further"
    if not foreseen.foresight:
        return "never, had one known every roll before"
    share = percent_text(foreseen.best / foreseen.foresight, 0)
    return (
        f"{percent_text(foreseen.foresight, 2)} % of games, had one known every roll before; the "
        f"best that one can do is {share} % of it"
    )


def fairness_table(games: Sequence[Fairness], more: Iterable[Column] = ()) -> Table:
    return beside_rules(games, [*Fairness.columns, *more], width=20)


def payout_text(interval: Interval, places: int = 4) -> str:
    low, high = interval
    if low != high:
        return f"every payout from {low}" + (" up" if high in (None, inf) else f" to {high}")
    if low.denominator == 1:
        return fraction_text(low)
    return f"{decimal_text(low, places)} ({fraction_text(low)})"


def payouts_answer(
    variant: Variant, interval: str, fair: Sequence[Interval], second: Variant | None = None
) -> Answer:
    """Answer at which clack payouts a game is exactly fair."""

    def text(exact: bool) -> str:
        if not fair:
            return f"No clack payout {interval} makes this game fair."
        these = "this" if [low == high for low, high in fair] == [True] else "these"
        head = f"Of clack payouts {interval}, the game is exactly fair with {these} and no other:"
        return "\n  ".join([head, *map(payout_text, fair)])

    def ends(interval: Interval) -> Bounds:
        low, high = interval
        return Bounds(low, None if high == inf else high)

    heading, shown = "fair clack payout (stakes)", Decimals(payout_text, 4, apart=False)
    column = Column("clack_payout", ends, heading, shown, unit="approx", ends=BOUNDED)

    def json(rows: list[Cells]) -> object:
        return {"fair_payouts": [row[column.name] for row in rows]}

    return Answer(Table([column], fair), text, json=json).of_players(variant, second or variant)


def matchup_answer(played: Matchup) -> Answer:
    """Answer with the value of a game between two strategies, and what each strategy costs."""
    alike = played.second_variant == played.variant

    def text(exact: bool) -> str:
        optimal = _percent_exactly(played.optimal_ev, exact)
        if alike:
            optimal += ": what the seat is worth"
        more, as_many, fewer = (percent_text(chance, 2) for chance in played.days(DAY))
        lines = {
            "first plays": played.first_strategy,
            "second plays": played.second_strategy,
            **{heading: _how_often(column.of(played), exact) for heading, column in ENDS.items()},
            f"a day of {DAY} games": f"the first wins more of them in {more} %, as many in "
            f"{as_many} %, fewer in {fewer} % of days",
            "both optimal": optimal,
            "first's play": _costs(played.first_costs, played.first_costs_range, exact),
            "second's play": _costs(played.second_costs, played.second_costs_range, exact),
        }
        game = _game_in_words(played, lines, fair="it is exactly fair between these two")
        apart = "" if alike else "The EV adds up from:\n\n" + _apart(played, exact)
        return parted(game, apart, paragraph(seat_and_skill(played)))

    added = () if alike else [percent(name, to=To.PROGRAMS) for name in _APART]
    table = matchup_table([played], [*ENDS.values(), *DAYS, *added])
    return Answer(table, text, json=ONLY, says_it=True).of_play(
        played.first_strategy, played.second_strategy
    )


_APART = {
    "seat_ev": ("the seat", ", by the first's rules, both optimal"),
    "rules_ev": ("the second's rules", ", both optimal"),
    "play_ev": ("the way to play", ""),
}
"""The parts of an EV; rounded, the part of the second's rules is the rest that the others leave."""


def _apart(played: Matchup, exact: bool) -> str:
    parts = {name: Fraction(percent_text(getattr(played, name))) for name in _APART}
    parts["rules_ev"] += Fraction(percent_text(played.first_player_ev)) - sum(parts.values())
    rows = {
        words: _percent_exactly(getattr(played, name), exact, decimal_text(parts[name], 4)) + where
        for name, (words, where) in _APART.items()
    }
    return titled(rows, least=18)


def _percent_exactly(value: Fraction, exact: bool, rounded: str = "") -> str:
    share = f"{rounded or percent_text(value)} %"
    return f"{share}, exactly {fraction_text(value)}" if exact else share


def _costs(costs: Fraction, span: Bounds, exact: bool) -> str:
    costs_in_words = f"costs {_percent_exactly(costs, exact)}, against optimal play"
    if span.low == span.high:
        return costs_in_words
    return (
        f"{costs_in_words}; from {percent_text(span.low)} to {percent_text(span.high)} %, by how "
        "the choices that it leaves open are made"
    )


def seat_and_skill(played: Matchup) -> str:
    seat, skill = abs(played.seat_ev), max(played.first_costs, played.second_costs)
    if not skill:
        return "Both play as well as possible."
    player = "first" if skill == played.first_costs else "second"
    if not seat:
        return f"The seat is worth nothing, and the {player} player's play costs most."
    times = decimal_text(skill / seat, 1)
    return f"The {player} player's play costs {times} times what the seat is worth."


def matchup_table(matchups: Sequence[Matchup], more: Iterable[Column] = ()) -> Table:
    from ..strategy.values import Matchup

    note = (
        "Choices that a strategy leaves undecided, such as the number of dice, are made by chance. "
        "Of one game alone the output shows how much hangs on them."
    )
    return beside_rules(matchups, [*Matchup.columns, *more], width=16).noted(paragraph(note))


def bounds_answer(bounded: BoundedSolution, values: bool) -> Answer:
    """Answer with bounds of the EV of a game that is too large for tables."""

    def sentences(exact: bool) -> str:
        low, high = percent_bounds(bounded.first_player_ev)
        rows = {
            "rules": title(bounded.variant),
            "first player's EV": f"at least {low} %,",
            "": f"at most  {high} % of a stake",
        }
        return ev_in_words(rows, bounded.favoured, sum(bounded.first_player_ev) * Fraction(1, 2))

    answer = _of_game(Table([*RULES, *BOUNDED_EV], [bounded]), bounded, sentences, values)
    return answer.of_players(bounded.variant)


def effects_answer(effects: Effects) -> Answer:
    turned = [paragraph(words, "- ") for effect in effects for words in _turned(effect)]
    below = ["Who else is favoured after the change:", "\n".join(turned)] if turned else []
    note = "How far each change moves the first player's EV, in percent of a stake, all else equal."
    return Answer(effects.table().noted(note), below=below)


def _turned(effect: Effect) -> Iterator[str]:
    """Yield a sentence for each player who is favoured after a change, and was not before."""
    varied = fields_that_differ(effect.fractions.changes)
    before, after = rule_text(effect.before), rule_text(effect.after)
    for player in ("first", "second", "nobody"):
        games = [variant for variant, gains in effect.turned.items() if gains == player]
        named = [f"with {brief(variant, varied)}" for variant in games[:3]]
        if more := len(games) - len(named):
            named.append(f"and in {more:,} more game{'s' if more > 1 else ''}")
        if games:
            changed = f"{effect.rule.replace('_', ' ')} {after} instead of {before}"
            where = f" {'; '.join(named)}" if varied else ""
            yield f"{changed}: {who(player)}{where}."


def mending_answer(mending: Mending) -> Answer:
    """Answer with changes that make a game fairer; people read the ten smallest of each kind."""
    quick = mending.fractions
    table, ev, of = quick.table(), quick.first_player_ev, _of_changes

    def around(rows: Table, exact: bool) -> str:
        """Write the verdict, the game, the selected rows, and below what the rows leave out."""
        words = []
        for number, changes in {1: "single changes", 2: "changes of two rules"}.items():
            if tried := len(of(quick.mends, number)):
                count = f"Of {tried:,} {changes}, {quick.fairer(number):,} make the game fairer."
                if len(of(quick.smallest, number)) > len(of(rows.rows, number)):
                    count += " --top N shows more."
                words.append(paragraph(count))
        kept = ", ".join(rule.replace("_", " ") for rule in quick.keep)
        game = {
            **rules_in_words(quick.variant, quick.second_variant),
            "first player's EV": f"{percent_text(ev)} %, exactly {fraction_text(ev)} stakes",
            "kept": f"{kept or 'nothing'} (--keep says what else)",
        }
        if but := [paragraph(each, "- ") for each in left_unsaid(rows.rows)]:
            words += ["What the table does not say:", "\n".join(but)]
        shown = _with_changes(rows).write("text", exact)
        return parted(paragraph(quick.verdict), titled(game), shown, *words)

    def text(exact: bool) -> str:
        return around(table.of(_few(quick)), exact)

    def json(rows: list[Cells]) -> object:
        asked = {"changes": quick.changes, "keep": quick.keep}
        return {**asked, "first_player_ev": ev, "verdict": quick.verdict, "mends": rows}

    answer = Answer(table, text, json=json, around=around, says_it=True)
    return answer.of_players(quick.variant, quick.second_variant)


def smallest_mends(mending: Mending) -> Table:
    """Return the mends that people read."""
    return _with_changes(mending.table().of(_few(mending)))


def left_unsaid(mends: Iterable[Mend]) -> list[str]:
    """Return, for some mends, sentences on what their rows leave out."""
    return [f"{mend.words}: {mend.but}." for mend in mends if mend.but]


def _few(mending: Mending) -> list[Mend]:
    few = (_of_changes(mending.smallest, number)[:_MOST] for number in (1, 2))
    return [*chain(*few)]


def _of_changes(mends: Iterable[Mend], number: int) -> list[Mend]:
    return [mend for mend in mends if len(mend.changed) == number]


def _with_changes(rows: Table) -> Table:
    """Drop the column of the number of changes where every row changes one rule."""
    two = any(len(mend.changed) == 2 for mend in rows.rows)
    return replace(rows, columns=[c for c in rows.columns if two or c.name != "changes"])
