"""Answers on play: advice in words, policies, one player alone, strategies, games by chance."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from operator import attrgetter, itemgetter
from typing import Any, NamedTuple, TypeAlias

from ..errors import PositionError, refused, whole_number
from ..exact import decimal_text, decimal_texts, nearest, percent_text, signed_decimal
from ..game.columns import DAYS, ENDS, EV
from ..game.outcomes import Outcomes
from ..game.players import PLAYERS
from ..game.playing import Play
from ..game.review import Looked, Review
from ..game.solution import PlayerTurn
from ..strategy.one_player import OnePlayer
from ..strategy.own import Strategy
from ..strategy.rounds_until import RoundsUntil
from ..strategy.search import GOALS, RuleOfThumbSearch, words
from ..strategy.simulation import Estimates
from ..strategy.values import NUMBERS, StrategyRange, StrategyValue
from ..tables import Cells, Column, Decimals, Table, To, decimal, percent
from ..turn.position import MoveValues, Option, Position
from ..turn.turns import board_of, turn_of
from ..variant.labels import rules_in_words
from ..variant.tiles import TileSet
from ..variant.variant import Rules, Variant
from ..words import (
    cell_text,
    dice_in_words,
    fits,
    in_sum,
    listed,
    paragraph,
    parted,
    titled,
)
from ..work import tell, tracked
from .answer import Answer
from .position import Faced, PlayedTurn, position_in_words, without_a_move

Rolled: TypeAlias = int | Sequence[int] | None

_TILES, _ROLL = map(Column, ("open_tiles", "roll"))
_DICE = Column("dice", flat="dice_rolled")
_MOST_MOVES = 4
_OVER = "Your turn is over."


class Facing(NamedTuple):
    """The position of a player who asks for advice, and the function that gives advice."""

    position: Position
    where: str  # the position, in words
    say: Callable[[Rolled, list[Option[Any]]], str]  # the advice, by these options
    then_roll: Callable[[TileSet], tuple[int, ...]] | None = None  # in a turn: how many dice next


class _Covering(Position):
    """A position of a `Box`, where moves are the tiles to cover, as in a variant."""

    def _after(self, values: MoveValues, roll: int | Sequence[int]) -> dict[TileSet, list[Any]]:
        dice, some = tuple(sorted(_numbers(roll))), self.rolls()
        if dice not in some:
            alike: Any = [known for known in some if sum(_numbers(known)) == sum(dice)] or some
            takes = f"dice, such as {in_sum(alike[len(alike) // 2])}" if some else "no roll then"
            raise refused("roll", roll, takes, kind=PositionError)
        after = super()._after(values, dice)
        return {_without(self.open_tiles, left): value for left, value in after.items()}


class _Row(NamedTuple):
    """A row of advice: a move, or the best moves after a roll, with their value."""

    cover: tuple[TileSet, ...] | None
    best: Option[Any]
    dice: int | None = None
    roll: int | tuple[int, ...] | None = None
    then_roll: tuple[int, ...] | None = None

    @property
    def sure(self) -> str | None:
        if self.best.win == 1 or self.best.tie == 1:
            return "won" if self.best.win else "a tie"
        return None if self.best.win or self.best.tie else "lost"


def advice_answer(rules: Sequence[Rules], facing: Facing, roll: Rolled) -> Answer:
    options = facing.position.options(roll)
    rows = list(_advice_rows(facing, roll, options))
    table = Table(_advice_columns(facing, roll, rows), rows)
    rolled = "" if roll is None else f", and you rolled {listed(_numbers(roll))}"
    position, advice = f"{facing.where}{rolled}.", facing.say(roll, options).split("\n")
    indents = ("  " if line.startswith(" ") else "" for line in (position, *advice))
    lines = (line.strip() for line in (position, *advice))
    head = "\n".join(map(paragraph, lines, indents))
    answer = Answer(table, lambda exact: parted(head, table.write("text", exact) if rows else ""))
    return answer.in_game(*rules, rows="moves", asked={"position": position}, advice=advice[0])


def _advice_rows(facing: Facing, roll: Rolled, options: Sequence[Option[Any]]) -> Iterator[_Row]:
    position = facing.position
    for option in options:
        if roll is None:
            for rolled in position.rolls(option.choice):
                after = position.options(rolled)
                yield _Row(_best(position, rolled, after), after[0], option.choice, rolled)
        else:
            left = _without(position.open_tiles, option.choice)
            dice = facing.then_roll(left) if facing.then_roll and option.choice else ()
            yield _Row((option.choice,) if option.choice else None, option, then_roll=dice or None)


def _advice_columns(facing: Facing, roll: Rolled, rows: Sequence[_Row]) -> list[Column]:
    """Return the columns of advice; only a turn has columns of chances."""

    def number(name: str, title: str, places: int, unit: str = "percent") -> Column:
        numbers = [getattr(row.best, name) for row in rows]
        times = 100 if unit == "percent" else 1
        # Rounded numbers look equal only where the exact numbers are equal.
        texts = decimal_texts([times * value for value in numbers], places)
        shown = dict(zip(numbers, texts, strict=True)).__getitem__
        return Column(name, attrgetter(f"best.{name}"), title, shown, unit=unit)

    columns = [_DICE, _ROLL] if roll is None and rows else []
    columns += [Column("cover", shown=_few, width=31)]
    columns += [number("value", "worth\n(stakes)", 4, "approx")]
    if facing.then_roll:
        columns += [number("win", "you win\n(%)", 2), number("tie", "a tie\n(%)", 2)]
        columns += [Column("then_roll", title="then\nroll")] if roll is not None else []
        columns += [Column("sure", to=To.PEOPLE)] if any(row.sure for row in rows) else []
    return columns


def of_turn(turn: PlayedTurn, open_tiles: TileSet) -> Facing:
    position = turn.at(open_tiles)
    if not turn_of(turn.variant).board.of_tiles:
        position = _Covering(**vars(position))
    where = position_in_words(turn, open_tiles)

    def say(roll: Rolled, options: list[Option[Any]]) -> str:
        return _say_dice(options) if roll is None else _say_move(turn, position, roll, options)

    return Facing(position, where, say, turn.optimal_dice)


def of_faced(faced: Faced) -> Facing:
    """Return the advice for a position in another order of play than turn by turn."""
    position = faced.position

    def say(roll: Rolled, options: list[Option[Any]]) -> str:
        if roll is None:
            if not options:
                return _OVER
            best, worths = position.optimal_dice(), _worth(options)
            _, worth = worths[0].split(": ")
            return "\n  ".join([f"Roll {dice_in_words(best)}: {worth}.", *worths[len(best) :]])
        if not (moves := _best(position, roll, options)):
            return f"Nothing can be covered: {without_a_move(faced)}."
        clack = ": that is a clack" if len(moves[0]) == len(position.open_tiles) else ""
        return f"Cover {cell_text(_few(moves))}{clack}."

    return Facing(position, position_in_words(faced, position.open_tiles), say)


def _say_move(
    turn: PlayedTurn, position: Position, roll: int | Sequence[int], options: list[Option[Any]]
) -> str:
    """Say what to cover after a roll, in a turn."""
    open_tiles, best = position.open_tiles, _best(position, roll, options)
    if best is None:
        total, asked = sum(_numbers(roll)), turn_of(turn.variant)
        score = asked.scores[asked.ranks[asked.board.state_of(open_tiles)]]
        ends = "Nothing can be covered: your turn ends"
        rules = asked.board.variant
        if rules and total == rules.stop_total:
            ends = f"A total of {total} ends your turn"
        return f"{ends}, with a score of {score}."
    if not options[0].win and not options[0].tie:
        return "Whatever you cover, you lose."
    moves, after = cell_text(best), _without(open_tiles, best[0])
    if not after:
        return f"Cover {moves}: that is a clack."
    if len(best) > 1:
        return f"Cover {moves}: they are equally good."
    return f"Cover {moves}, then roll {dice_in_words(turn.optimal_dice(after))}."


def _say_dice(options: list[Option[Any]]) -> str:
    """Say how many dice to roll, and how often each number wins and ties."""
    if not options:
        return _OVER
    wins, ties = (
        decimal_texts([100 * getattr(option, chance) for option in options], 2)
        for chance in ("win", "tie")
    )
    worth = [
        f"{worth_of_dice}, you win {win} % of the time"
        + (f" and tie {tie} %" if option.tie else "")
        for option, worth_of_dice, win, tie in zip(
            options, _worth(options), wins, ties, strict=True
        )
    ]
    if len(options) == 1:
        return f"Roll {worth[0]}."
    best = sorted(option.choice for option in options if option.value == options[0].value)
    return "\n  ".join([f"Roll {dice_in_words(best)}.", *worth])


def _worth(options: Sequence[Option[int]]) -> list[str]:
    values = decimal_texts([option.value for option in options], 4)
    return [
        f"{dice_in_words((option.choice,))}: worth {value} stakes"
        for option, value in zip(options, values, strict=True)
    ]


def _best(
    position: Position, roll: int | Sequence[int], options: Sequence[Option[TileSet]]
) -> tuple[TileSet, ...] | None:
    best = position.optimal_moves(roll)
    return tuple(option.choice for option in options if option.choice in best) or None


def _few(moves: tuple[TileSet, ...]) -> tuple[TileSet, ...] | str:
    if len(moves) <= _MOST_MOVES:
        return moves
    named = _MOST_MOVES - 1
    return f"{cell_text(moves[:named])} or {len(moves) - named} others"


def _without(open_tiles: TileSet, move: TileSet) -> TileSet:
    return tuple(tile for tile in open_tiles if tile not in move)


def _numbers(roll: int | Sequence[int]) -> Sequence[int]:
    return [roll] if isinstance(roll, int) else roll


_BEST_MOVES = Column("moves", lambda row: tuple(row["moves"]), width=31, flat="best_moves")
_OF_POLICY = _TILES, _DICE, _ROLL, _BEST_MOVES, decimal("value")


def policy_answer(
    turn: PlayerTurn, open_tiles: TileSet | None, unreached: bool, *rules: Rules
) -> Answer:
    """List what to do in every position, or in one; progress counts the states gone through."""
    board = board_of(turn.variant)
    reached, rows, left = not unreached, [], 1.0
    policy = turn.policy(reached) if open_tiles is None else turn.policy_in(open_tiles, reached)
    for row in policy:
        before, left = left, board.mask(row["open_tiles"]) / board.size
        tell(before - left)
        rows.append(row)
    asked = {"score_to_beat": turn.score_to_beat}
    return Answer(Table(_OF_POLICY, rows)).in_game(*rules, rows="policy", asked=asked)


def _in_a_list(numbers: Sequence[Fraction], places: int) -> str:
    return "; ".join(decimal_text(number, places) for number in numbers)


_EXACTLY = Column("value", title="exact", unit="approx")
_NEAR = Column("approx", lambda row: nearest(row["value"]), to=To.PEOPLE)
_WORTH = Column("worth", lambda row: [*row["moves"].values()], to=To.PEOPLE | To.JSON, width=16)
_WORTHS = (
    decimal("largest_tile_loses"),
    _WORTH._replace(shown=Decimals(_in_a_list, 4)),
    Column("worth", lambda row: "; ".join(map(str, row["moves"].values())), to=To.CSV),
)


def solo_answer(
    solved: OnePlayer,
    open_tiles: TileSet | None = None,
    roll: Rolled = None,
    *,
    states: bool = False,
    worst: int | None = None,
    exceptions: bool = False,
    chances: bool = False,
) -> Answer:
    """Answer a player who is alone: one position, all states, the worst, exceptions or chances."""
    columns: Sequence[Column]
    rows: Sequence[Cells]
    optimal = Column("optimal", title="worst" if solved.aim.startswith("worst") else "")
    if exceptions:
        columns = _TILES, _ROLL, _BEST_MOVES._replace(width=24), optimal, *_WORTHS
        rows = solved.exceptions()
    elif states:
        columns, rows = _OF_POLICY, list(solved.policy())
    elif worst is not None:
        whole_number("worst", worst, 1)
        every = [_state(solved, tiles) for tiles in board_of(solved.variant).open_tiles[1:]]
        every.sort(key=itemgetter("value"), reverse=solved.aim.endswith("score"))
        columns, rows = (_TILES, _DICE, _EXACTLY, _NEAR), every[:worst]
    elif chances:
        exactly = Column("chance", itemgetter("value"), "exact", unit="percent")
        columns = Column("score"), exactly, _NEAR
        rows = [{"score": k, "value": chance} for k, chance in solved.score_chances().items()]
    elif open_tiles is not None and roll is not None:
        columns = Column("covers"), optimal, _EXACTLY, _NEAR
        best = solved.optimal_moves(open_tiles, roll)
        rows = [
            {"covers": (move,), "optimal": move in best, "value": value}
            for move, value in solved.moves(open_tiles, roll).items()
        ]
        if not rows:
            value = solved.ending_value(open_tiles) * solved.discount
            ended = f"Nothing can be covered, and the turn ends: its value is {value}."
            return Answer(Table(columns, rows), lambda exact: ended)
    else:
        aim = Column("aim", lambda row: solved.aim_in_words, width=16)
        columns = aim, _TILES, _DICE, _EXACTLY, _NEAR
        rows = [_state(solved, solved.variant.tiles if open_tiles is None else open_tiles)]
    return Answer(Table(columns, rows))


def _state(solved: OnePlayer, tiles: TileSet) -> dict[str, Any]:
    return {"open_tiles": tiles, "dice": solved.optimal_dice(tiles), "value": solved.value(tiles)}


def review_answer(review: Review, second: Variant) -> Answer:
    """Look back on a game: the values of luck and of mistakes, and the costliest mistakes."""
    table = review.table()

    def text(exact: bool) -> str:
        lines = rules_in_words(review.variant, second)
        lines["looking back"] = f"the {review.player} player"
        for name, number in review.sums.items():
            lines[name] = f"{signed_decimal(number, 4):>7} stakes"
            if exact:
                lines[name] += f"  {number}"
        return parted(titled(lines), table.write("text", exact), dearest)

    dear = sorted((row for row in table.rows if row.costs), key=attrgetter("costs"), reverse=True)
    dearest = "\n".join(paragraph(_mistake(row), "- ") for row in dear[:3])
    dearest = f"The costliest mistakes:\n\n{dearest}" if dear else "Nobody made a mistake."
    names = ("game", "over", "ev", "luck", "own_mistakes", "other_mistakes", "result")
    sums = {name: getattr(review, name) for name in names}
    answer = Answer(table, text, [dearest], says_it=True)
    asked = {"seat": review.seat}
    return answer.in_game(review.variant, second, rows="rolls", asked=asked, **sums)


def _mistake(row: Looked) -> str:
    """Say what the choice of dice and the move cost at one roll, where they cost something."""
    step = row.step
    lines = [f"The {row.player} player rolled {step.rolled} with {row.open} open."]
    dice, best_dice = (dice_in_words([count]) for count in (len(step.roll), row.best_dice))
    covered, best_moves = in_sum(step.cover or ()), cell_text(_few(row.best))
    for choice, cost, best in (
        (f"Rolling {dice}", row.dice_cost, best_dice),
        (f"Covering {covered}", row.cost, best_moves),
    ):
        if cost:
            lines.append(f"{choice} cost {decimal_text(cost, 4)} stakes; {best} was best.")
    return " ".join(lines)


_STRATEGY = Column("strategy", attrgetter("name"), width=18)


def strategies_answer(
    values: Mapping[str, StrategyValue], ranges: Mapping[str, StrategyRange]
) -> Answer:
    """Answer with the values of strategies, and how much hangs on their open choices."""

    def range_column(column: Column) -> Column:
        def value(row: StrategyValue) -> Any:
            return column.of(ranges[row.name])

        return column.to_digits(1)._replace(name=f"{column.name}_range", value=value)

    spans = list(map(range_column, StrategyRange.columns[1:]))
    rows = sorted(values.values(), key=lambda row: -row.first_player_ev)
    moved = [row for row in rows if any(len(set(column.of(row))) > 1 for column in spans)]
    head = "From the worst to the best way to make the choices that they leave to chance:"
    of_ranges = (paragraph(head), Table([_STRATEGY, *spans], moved)) if moved else ()
    described = "\n".join(_described(value.strategy) for value in values.values())
    about = (Column(name, attrgetter(f"strategy.{name}")) for name in ("words", "source"))
    for_programs = (column._replace(to=To.PROGRAMS) for column in (*spans, *about))
    return Answer(Table([_STRATEGY, *NUMBERS, *for_programs], rows), below=[*of_ranges, described])


def _described(strategy: Strategy) -> str:
    source = f" ({strategy.source})" if strategy.source else ""
    return paragraph(f"{strategy.name}: {strategy.words}{source}", "- ")


@dataclass(frozen=True)
class _Rounds:
    """The rounds that a strategy takes to a total, computed once for all columns."""

    strategy: str
    mean_rounds: Fraction
    most_likely: int
    chance: Fraction
    mean_clacks: Fraction
    chances: dict[int, Fraction]

    @classmethod
    def of(cls, value: StrategyValue, rounds: RoundsUntil) -> _Rounds:
        mean, chances, most = rounds.mean, rounds.chances, rounds.most_likely
        return cls(value.name, mean, most, chances[most], mean * value.clack_chance, chances)


_OF_ROUNDS = (
    Column("strategy", width=18),
    decimal("mean_rounds", "rounds on\naverage"),
    Column("most_likely", title="most\nlikely"),
    percent("chance", "so many\n(%)", 2),
    decimal("mean_clacks", "clacks\namong them"),
    Column("chances", to=To.JSON),
    Column("exact_rounds", attrgetter("mean_rounds"), to=To.EXACTLY),
)


def rounds_answer(values: Iterable[StrategyValue], total: int) -> Answer:
    rows = [_Rounds.of(value, value.rounds_until(total).fractions) for value in tracked([*values])]
    rows.sort(key=attrgetter("mean_rounds"), reverse=True)
    note = f"So many rounds a player takes alone, until the scores add up to {total} or more."
    return Answer(Table(_OF_ROUNDS, rows).noted(note))


@dataclass(frozen=True)
class _Pair:
    """Two strategies against each other, as a row."""

    one: StrategyValue
    other: StrategyValue
    first_player_ev: Fraction

    @cached_property
    def outcomes(self) -> Outcomes:
        return self.one.outcomes_against(self.other)


def matchups_answer(values: Mapping[str, StrategyValue]) -> Answer:
    """Answer with each strategy's value against each: people read a square, programs rows."""
    evs = {(a, b): values[a].ev_against(values[b]) for a in values for b in values}
    pairs = [_Pair(values[a], values[b], ev) for (a, b), ev in evs.items()]
    names = Column("first", attrgetter("one.name")), Column("second", attrgetter("other.name"))
    rows = Table([*names, EV, *ENDS.values(), *DAYS], pairs)
    short = {name: str(number) for number, name in enumerate(values, 1)}

    def against(second: str) -> Column:
        return Column(short[second], lambda first: percent_text(evs[first, second], 1))

    first = [Column("", short.__getitem__), Column("EV (%) as first against", str)]
    beside = list(map(against, values))
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
            parts = (Table([*first, *beside[n : n + across]], [*values]) for n in starts)
            if fits(shown := parted(*(part.write("text") for part in parts), *below)):
                break
        return shown

    return Answer(Table([*first, *beside], [*values]), text, below, rows)


def search_answer(search: RuleOfThumbSearch) -> Answer:
    """Answer which rules of thumb are best, and how many were tried."""
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
    note = "By luck alone a correct value lies outside the margin once in 20 times."
    return Answer(estimates.table().noted(note))


def _covered(step: Mapping[str, Any]) -> str:
    return "turn ends" if step["covers"] is None else in_sum(step["covers"])


_OF_TRANSCRIPT = (
    *map(Column, ("player", "open_tiles")),
    _DICE,
    Column("covers", _covered, to=To.PEOPLE),
    Column("covers", to=To.PROGRAMS),
    *map(decimal, ("value_before", "value_after")),
)


def transcript_answer(play: Play, steps: Sequence[dict[str, Any]]) -> Answer:
    player, stakes = steps[-1]["player"], steps[-1]["value_after"]
    result = f"the {player} player {'wins' if stakes > 0 else 'loses'} {abs(stakes)}"
    scores = zip(PLAYERS, play.scores, strict=False)
    left = (f"the {who} player leaves {score or 'nothing, a clack'}" for who, score in scores)
    end = f"In the end {' and '.join(left)}: {result if stakes else 'nobody pays'}."
    note = f"Values are in stakes, to the player who moves. {end}"
    return Answer(Table(_OF_TRANSCRIPT, steps, note=note))
