"""How to play: at the table, by strategies, by chance; and a whole evening, for 2 to 8 players."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import twoplayer

from ..errors import InputError, Unfit, one_of, refused
from ..work import part, tracked
from .command import HER_RULES, SEAT_RULES, SPREAD, Asked, Setting, TypedGame, contests_of, question
from .fair import FIRST, SECOND
from .typed import (
    count_of,
    played_in,
    roll_of,
    run_players,
    run_strategies,
    say_unfit,
    say_why,
    strategy_typed,
    tiles_of,
    told_of,
)

if TYPE_CHECKING:
    from ..game.contest import Contest
    from ..game.solution import PlayerTurn
    from ..show.answer import Answer
    from ..show.play import Facing
    from ..strategy.one_player import OnePlayer
    from ..variant.tiles import TileSet
    from ..variant.variant import Rules, Variant


@question("play", HER_RULES, SEAT_RULES)
@Setting("--open TILES", "What is open, such as 1,2,5,8.", "open_tiles")
@Setting("--roll ROLL", "What was rolled: a total such as 7, or dice: 3,4.")
@Setting("--to-beat SCORE", "You are second, against this score.", "score_to_beat", type=int)
@Setting(
    "--against STRATEGY",
    "The best response to somebody who plays so.",
    known="STRATEGIES",
    not_with="--players --review --for --order",
)
@Setting("--players N", "How many play: 2 to 8.", type=int)
@Setting("--seat SEAT", "Which of them you are; 1 is first.", type=int)
@Setting("--holders H", "How many have the score to beat.", type=int)
@Setting("--pays WHO", "Of several: lowest-takes, or highest-pays.", known="game.seating:PAYS")
@Setting(
    "--order ORDER",
    "turns, or another of evening --orders.",
    default="turns",
    known="evening.orders:ORDERS",
)
@Setting("--other-open TILES", "By rolls: what the other has open.")
@Setting("--other-out", "By rolls: the other is out, with those tiles.")
@Setting("--told WHAT", "By secret: nothing | clack | score, or ends: 9,19.")
@Setting("--policy N", "By secret: one of those that are mixed.", type=int)
@Setting(
    "--review FILE",
    "Look back on a game on paper: see `help review`.",
    only_with=["--seat --second-rules"],
)
@Setting(
    "--all",
    "The whole policy: every state and roll.",
    "every",
    only_with=["--open --to-beat --unreached --second-rules --against", "--for"],
)
@Setting("--unreached", "Also what never comes up in such play.", needs="--all")
@Setting(
    "--for AIM",
    "Alone: score|clack|worst-score|worst-clack|0:10,1:5.",
    "aim",
    known="strategy.one_player:AIMS",
    only_with=["--open --roll", "--all", "--worst", "--exceptions", "--chances"],
    beside="--step --discount",
)
@Setting("--step AMOUNT", "Beside what scores pay: what each move adds.", needs="--for")
@Setting("--discount G", "Beside that: what follows a roll counts G times.", needs="--for")
@Setting("--worst N", "The N worst states.", type=int, needs="--for")
@Setting("--exceptions", "Where the largest tile is wrong.", needs="--for")
@Setting("--chances", "The chance of every final score.", needs="--for")
def play(
    asked: Asked,
    open_tiles: str | None,
    roll: str | None,
    review: str | None,
    every: bool,
    unreached: bool,
    aim: str | None,
    worst: int | None,
    exceptions: bool,
    chances: bool,
    step: str | None,
    discount: str | None,
    order: str,
    **at_table: Any,
) -> Answer:
    """Say what to do at the table: every legal move, the best first.

    Without --roll: how many dice to roll, and the best move for every roll. Without --open every
    tile is open. Values are in stakes, to you.

    \b
    Examples:
      twoplayer play --open 1,2,5,8 --roll 8
      twoplayer play --players 3 --seat 3 --to-beat 12 --holders 2 --roll 8
      twoplayer play --players 4 --seat 4 --seat-rules 4=my-child.toml --to-beat 9
      twoplayer play --against smallest-first --roll 9
      twoplayer play --for 0:10,1-45:-5 --step -1/10 --discount 9/10
      twoplayer play --review game.txt --seat 2
    """
    state = None if open_tiles is None else tiles_of(open_tiles)
    if review is not None:
        return _looking_back(asked, review, at_table["seat"])
    if aim is not None:
        views = {"states": every, "worst": worst, "exceptions": exceptions, "chances": chances}
        rewards = {"step": step, "discount": discount}
        given: dict[str, Any] = {n: value for n, value in rewards.items() if value is not None}
        return _alone(twoplayer.one_player(asked.game().first, aim, **given), state, roll, views)
    if every:
        against = at_table["against"]
        return _whole_policy(asked, state, at_table["score_to_beat"], unreached, against)
    return _at_table(asked, state, roll, order, at_table)


def _looking_back(asked: Asked, review: str, seat: int | None) -> Answer:
    """Review a game on paper, from a file, for the player of a seat."""
    from ..show.play import review_answer

    game = asked.game()
    played = played_in(game.first, review, game.second)
    reviewed = played.review(1 if seat is None else seat).fractions
    return review_answer(reviewed, played.second_variant)


def _alone(
    solved: OnePlayer, state: TileSet | None, roll: str | None, views: dict[str, Any]
) -> Answer:
    """Answer how one player reaches an aim: in a state, or in a view of all states."""
    from ..show.play import solo_answer

    if roll is not None and state is None:
        state = solved.at().open_tiles
    answer = solo_answer(solved.fractions, state, roll_of(roll), **views)
    return answer.in_game(solved.variant, rows="rows", asked=solved.asked)


def _whole_policy(
    asked: Asked,
    state: TileSet | None,
    score_to_beat: int | None,
    unreached: bool,
    against: str | None,
) -> Answer:
    """Answer with the policy of the first player, or of the second player against a score."""
    from ..show.play import policy_answer

    game = asked.game()
    turn = _turn_of_two(game, score_to_beat, against).fractions
    return policy_answer(turn, state, unreached, *game.rules)


def _turn_of_two(game: TypedGame, score_to_beat: int | None, against: str | None) -> PlayerTurn:
    """Solve a player's turn: optimal, or the best response to the other player's strategy."""
    if against is None:
        return twoplayer.solve(game.first, game.second).play(score_to_beat=score_to_beat)
    [strategy] = run_strategies([strategy_typed(against, "against")])
    who = "first" if score_to_beat is None else "second"
    answer = twoplayer.best_response(game.first, strategy, who, second=game.second)
    return answer.play(score_to_beat=score_to_beat)


def _at_table(
    asked: Asked, state: TileSet | None, roll: str | None, order: str, typed: Mapping[str, Any]
) -> Answer:
    """Answer what to do in a position: of two players in an order of play, or of several."""
    from ..evening.orders import USUAL
    from ..evening.seats import check_players
    from ..show.play import advice_answer

    faced = {name: it for name, it in typed.items() if it is not None and it is not False}
    if "other_open" in faced:
        faced["other_open"] = tiles_of(faced["other_open"], "other_open")
    if "told" in faced:
        faced["told"] = told_of(faced["told"])
    rolled, game = roll_of(roll), asked.game()
    _check_faced(order, faced)
    seats = None
    if (players := faced.get("players")) is not None:
        seats = asked.seats(game.first, check_players(players))  # code in files is run here
    rules = game.rules if seats is None else seats
    seat = faced.get("seat", 2 if "score_to_beat" in faced else 1)
    tiles = _tiles_of(rules[min(max(seat, 1), len(rules)) - 1])
    state = tiles if state is None else state
    if roll is not None and not state:
        raise refused("roll", roll, "no roll then", "but every tile is covered")
    if order == USUAL:
        facing = _in_turns(game, seats, state, faced)
    else:
        facing = _in_order(game, state, order, faced)
    return advice_answer(rules, facing, rolled)


def _tiles_of(rules: Rules) -> TileSet:
    """Return the tiles of a seat's rules; a game of another kind has none, and is refused."""
    from ..turn.turns import turn_of

    own: Variant | None = turn_of(rules).board.variant
    if own is None:
        takes = "rules, or a Box, for the seat that asks; others may have any game"
        raise refused("seat_rules", rules, takes)
    return own.tiles


def _check_faced(order: str, faced: Mapping[str, Any]) -> None:
    """Refuse options that an order of play does not ask for, and missing options."""
    from ..evening.orders import ORDERS, USUAL
    from ..evening.seats import check_players

    asks = {name: other.asks for name, other in ORDERS.items() if other.asks is not None}
    asks_here = asks[one_of("order", order, asks)]
    for name in faced:
        if name not in asks_here and name != "against":  # the option itself refuses other orders
            fitting = " | ".join(other for other, names in asks.items() if name in names)
            raise InputError(f"goes with --order {fitting}", of=name)
    if order != USUAL:
        return
    players = faced.get("players")
    if players is None and faced.keys() - {"score_to_beat", "against"}:
        takes = (
            "takes how many play, beside --seat, --holders and --pays; of two players, --to-beat "
            "alone says that you are the second"
        )
        raise InputError(f"got none; {takes}", of="players")
    if players is not None and "seat" not in faced:
        check_players(players)
        takes = f"takes which of the {players} you are; 1 plays first"
        raise InputError(f"got none; {takes}", of="seat")


def _in_order(game: TypedGame, state: TileSet, order: str, faced: Mapping[str, Any]) -> Facing:
    """Return the position of one of two players in an order of play that is not by turns."""
    from ..evening.orders import ORDERS
    from ..show.play import of_faced

    return of_faced(ORDERS[order].solve(game.first, game.second).fractions.faced(state, **faced))


def _in_turns(
    game: TypedGame, seats: Sequence[Rules] | None, state: TileSet, faced: Mapping[str, Any]
) -> Facing:
    """Return the position of a player in a turn: of two players, or of several in seats."""
    from ..show.play import of_turn

    score_to_beat = faced.get("score_to_beat")
    if game.first.immediate_clack and score_to_beat == 0:
        raise refused("score_to_beat", 0, "a higher score", "a clack, which has won at once")
    turn: Any
    with part(of=2):
        if seats is None:
            turn = _turn_of_two(game, score_to_beat, faced.get("against")).fractions
        else:
            table = twoplayer.seats(seats, pays=faced.get("pays", "lowest-takes")).fractions
            holders = faced.get("holders", 1)
            turn = table.play(faced["seat"], score_to_beat=score_to_beat, holders=holders)
    with part(of=2):
        turn.options(state)
    return of_turn(turn, state)


@question("strategies", HER_RULES, code=True)
@Setting(
    "--also STRATEGY",
    "This too; or a chain, such as most-rolls,largest-first: the next decides what one leaves "
    "open.",
    known="STRATEGIES",
    multiple=True,
)
@Setting("--matchups", "Every strategy against every other.")
@Setting("--search", "Find the best rules of thumb.", not_with="--matchups --also FILE.py")
@Setting(
    "--regrets STRATEGY",
    "Where this one loses what, decision by decision.",
    known="STRATEGIES",
    not_with="--matchups --search --also",
)
@Setting(
    "--as PLAYER",
    "Who plays so: first, by default, or second.",
    "player",
    known="game.players:PLAYERS",
    needs="--regrets",
)
@Setting(
    "--until TOTAL",
    "Rounds alone until the scores add up to it.",
    "total",
    type=int,
    not_with="--matchups --search --regrets",
)
def strategies(
    asked: Asked,
    also: tuple[str, ...],
    matchups: bool,
    search: bool,
    regrets: str | None,
    player: str | None,
    total: int | None,
) -> Answer:
    """Value the strategies that people describe, exactly: what each costs.

    The table has the expected score, the chance to clack, and the EV as first and as second player
    against optimal play. What a strategy leaves open, such as the number of dice, is decided at
    random; a second table tells how much that matters. Strategies that make no sense under the
    rules are left out. A file of your own holds functions of open_tiles, roll and perhaps
    score_to_beat that return the tiles to cover: it is code, and is run.

    \b
    Examples:
      twoplayer strategies
      twoplayer strategies mine.py
      twoplayer strategies --also most-rolls,largest-first
      twoplayer strategies yale --matchups
      twoplayer strategies --until 45
      twoplayer strategies --regrets largest-first --as second --top 10
      twoplayer strategies --second-rules my-child.toml
      twoplayer strategies --tiles 5 --search
    """
    from ..game.contest import contest
    from ..show import play as show
    from ..strategy.values import strategy_range, values_of

    if search:
        game = asked.game()
        variant, own = game.first, game.second
        best = twoplayer.strategy.search_rules_of_thumb(variant, own).fractions
        return show.search_answer(best).in_game(variant, own or variant, rows="rules_of_thumb")
    if regrets is not None:
        return _regrets(asked, regrets, player or "first")
    more = [strategy_typed(name, "also") for name in also]
    in_files = asked.run_files()
    variant, own = asked.game(code=True).contest.pair
    more = [*run_strategies(more), *in_files]
    failed = Unfit()
    with part(of=2):
        values = values_of(contest(variant, own), more, failed)
    say_unfit(failed, more[len(failed) :])
    quick = {name: value.fractions for name, value in values.items()}
    if total is not None:
        with part(of=2):
            answer = show.rounds_answer(quick.values(), total)
        return answer.in_game(variant, own, rows="strategies", asked={"until": total})
    if matchups:
        return show.matchups_answer(quick).in_game(variant, own, rows="matchups")
    with part(of=2):
        ranges = {
            name: strategy_range(variant, value.strategy, own).fractions
            for name, value in zip(quick, tracked(quick.values()), strict=True)
        }
    return show.strategies_answer(quick, ranges).in_game(variant, own, rows="strategies")


def _regrets(asked: Asked, typed: str, player: str) -> Answer:
    """List the decisions in which a strategy is not best, the most costly first."""
    from ..show.answer import Answer

    named = strategy_typed(typed, "regrets")
    game = asked.game(code=True).contest.pair
    [strategy] = run_strategies([named])
    with part(of=2):
        value = twoplayer.strategy_value(game[0], strategy, game[1]).fractions
    with part(of=2):
        table = value.regrets(player).table()
    about = {"strategy": value.name, "player": player}
    return Answer(table).in_game(*game, rows="decisions", asked=about)


@question("simulate", HER_RULES)
@Setting("--games N", "How many games.", "number", default="100000")
@Setting("--seed INTEGER", "Another number gives other games.", type=int, default=1)
@FIRST
@SECOND
@Setting("--transcript", "Play one game, move by move.")
def simulate(
    asked: Asked, number: str, seed: int, first: str, second: str, transcript: bool
) -> Answer:
    """Play games by chance, and compare with the exact values.

    \b
    Examples:
      twoplayer simulate
      twoplayer simulate --games 2e5 --first largest-first --seed 3
      twoplayer simulate yale --seed 7 --transcript
      twoplayer simulate --second-rules my-child.toml
    """
    from ..show import play as show
    from ..strategy import simulation
    from ..strategy.own import as_strategy

    strategies = asked.players(first, second)
    asks: dict[str, Any] = {"seed": seed}
    if transcript:
        game = asked.game()
        variant, own = game.first, game.second
        one, other = map(as_strategy, run_players(strategies))
        played = simulation.game_played(variant, seed, one, other, own)
        asks = {"first": one.name, "second": other.name, **asks}
        answer = show.transcript_answer(played, simulation.steps_of(played))
        both = answer.in_game(variant, own or variant, rows="steps", asked=asks)
        return both.of_play(one.name, other.name)
    games = count_of(number, "games")
    variant, own = asked.game(code=True).contest.pair
    one, other = map(as_strategy, run_players(strategies))
    estimates = simulation.simulate(
        variant, games, seed, first_strategy=one, second_strategy=other, second=own
    )
    asks = {"first": one.name, "second": other.name, **asks}
    answer = show.estimates_answer(estimates)
    both = answer.in_game(variant, own, rows="estimates", asked={**asks, "games": games})
    return both.of_play(one.name, other.name)


_OF_EVENING = ("--players", "--orders", "--rounds", "--to", "--wins")


@question("evening", SPREAD, HER_RULES, SEAT_RULES, several=True)
@Setting("--players N", "What every seat is worth among N, 2 to 8.", type=int, one_of=_OF_EVENING)
@Setting(
    "--pays WHO", "lowest-takes, or highest-pays.", known="game.seating:PAYS", needs="--players"
)
@Setting("--orders", "Two players, by who rolls when.", one_of=_OF_EVENING)
@Setting(
    "--told WHAT",
    "Of secret scores: nothing | clack | score, or 9,19.",
    multiple=True,
    needs="--orders",
)
@Setting("--rounds N", "A match: the lower total of N rounds wins.", type=int, one_of=_OF_EVENING)
@Setting(
    "--to TOTAL",
    "A race: rounds until a total is reached, and how many.",
    type=int,
    one_of=_OF_EVENING,
)
@Setting(
    "--wins N",
    "A match: who first wins N games; ties are played again.",
    type=int,
    one_of=_OF_EVENING,
)
@Setting(
    "--starts WHO",
    "Who starts the next round: same | alternate | loser | winner; by default all four.",
    known="evening.rounds:STARTS",
    multiple=True,
    needs="--rounds --to --wins",
)
def evening(
    asked: Asked,
    players: int | None,
    pays: str | None,
    orders: bool,
    told: tuple[str, ...],
    rounds: int | None,
    to: int | None,
    wins: int | None,
    starts: tuple[str, ...],
) -> Answer:
    """Plan an evening: who sits best, in which order to roll, how to play several rounds.

    Without an option it says all of that about one game, and which tiles a child should have
    covered beforehand. Among several players the one who leaves the lowest score gets a stake from
    everybody else, or the one with the highest score pays them.

    There are four orders. Turn by turn, a player rolls until nothing can be covered. Roll by roll,
    each player has a box, and they roll once each in turn. Or both players share one box. Or the
    scores are secret: nobody sees a score until both turns have ended.

    The value of a match lies between proven bounds, at most 1e-9 of a stake apart. With --exact
    rounds are exact, which takes far longer. For a race the command also says how many rounds it
    takes if both players play so.

    \b
    Examples:
      twoplayer evening
      twoplayer evening --players 4 --pays highest-pays
      twoplayer evening --players 4 --seat-rules 4=my-child.toml
      twoplayer evening sixteen --tiles 6 --orders
      twoplayer evening --orders --told nothing --told clack --told 10
      twoplayer evening --rounds 3 --starts loser --second-rules my-child.toml
      twoplayer evening --to 45 --starts alternate
      twoplayer evening --wins 2
    """
    is_match = (rounds, to, wins) != (None, None, None)
    if players is not None:
        return _seats(asked, players, pays or "lowest-takes")
    if orders and not told:
        return _orders(asked)
    from ..evening.rounds import STARTS
    from ..show import evening as show

    heard = [*map(told_of, told)]
    for way in starts:
        one_of("starts", way, STARTS)
    first, second = asked.game(code=True).contest.pair
    if told:
        from ..show.answer import Answer

        known = twoplayer.evening.looking(first, heard, second)
        return Answer(known.table()).in_game(first, second, rows="told")
    if is_match:
        from ..evening.match import matches

        with part(of=1 if to is None else 2):
            ways = matches(first, rounds, to, starts, asked.exact, wins=wins, second=second)
        shown = starts[0] if starts else "alternate"
        played = None
        if to is not None:
            try:
                with part(of=2):
                    played = ways[shown].rounds_played().fractions
            except InputError as error:
                say_why([("How many rounds it takes", error)])
        return show.match_answer(ways, shown, played)
    plan = twoplayer.plan_evening(first, second=second)
    say_why((f"{what[0].upper()}{what[1:]}", why) for what, why in plan.left_out)
    return show.evening_answer(plan)


def _seats(asked: Asked, players: int, pays: str) -> Answer:
    """Answer with the values of seats: of one game, also with seats' own rules, or of several."""
    from ..evening.seats import check_players, in_each_seat, seats_of_all
    from ..game.solution import games_of
    from ..show.evening import seats_answer

    check_players(players)
    if asked.has_own:
        usual = asked.game(code=True).first
        rules = asked.seats(usual, players)
        table = twoplayer.seats(rules, pays=pays).fractions
        own = [seat for seat, its_rules in enumerate(rules, 1) if its_rules != usual]
        with part(of=2):
            table.solve_other_way()
        with part(of=2):
            return seats_answer([table], {seat: in_each_seat(table, seat) for seat in tracked(own)})
    variants = [game.first for game in asked.games()]
    with asked.workers(players * _work(games_of(variants))) as executor:
        games = seats_of_all(variants, players, chances=True, pays=pays, executor=executor)
    return seats_answer([game.fractions for game in games], {})


def _work(games: Iterable[Contest]) -> int:
    # A seat, or all orders, take 50 times the work of an EV.
    from ..game.solution import work_of

    different = set(games)
    return 50 * sum(work_of([game]) for game in different) if len(different) > 1 else 0


def _orders(asked: Asked) -> Answer:
    """Compare the orders of play in each game; tell why an order has no value."""
    from ..evening.orders import ORDERS, evs_by_order
    from ..show.evening import Compared, orders_answer
    from ..variant.labels import labels

    games = contests_of(asked.games(code=True))
    with asked.workers(_work(games)) as executor:
        by_game = evs_by_order(games, executor)
    compared, unfit = [], Unfit()
    for game, label in zip(games, labels([game.rules[0] for game in games]), strict=True):
        evs = {}
        for order, ev in by_game[game].items():
            if isinstance(ev, InputError):
                unfit.append((f"{label}: {ORDERS[order].words}", ev))
            else:
                evs[order] = ev
        if evs:
            compared.append(Compared(*game.pair, evs))
    say_unfit(unfit, compared)
    return orders_answer(compared)
