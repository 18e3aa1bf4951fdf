"""Is it fair? One game, many games beside each other, and what would mend a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

import twoplayer

from ..errors import GameTooLargeError, RulesError, Unfit, need
from ..work import part, tracked
from .command import HER_RULES, SOLVING, Asked, Setting, contests_of, question
from .duration import say
from .typed import distinct, payout_range, run_players, say_left_out, say_unfit

if TYPE_CHECKING:
    from ..game.contest import Contest
    from ..show.answer import Answer

OPTIMAL = ("optimal", "optimal")
FIRST, SECOND = (
    Setting(
        f"--{player} STRATEGY",
        f"How the {player} player plays, or your mine.py:NAME.",
        default="optimal",
        known="STRATEGIES",
    )
    for player in ("first", "second")
)


_OF_FAIR = ("--luck", "--payouts", "--bounds --results", "--first --second")


@question(
    "fair",
    Setting(
        "--results FILE",
        "Keep bounds, and what leads to them, in this file.",
        one_of=_OF_FAIR,
        not_with="--second-rules",
    ),
    HER_RULES,
    varied=True,
)
@Setting("--values", "Also the second player's value against each score.")
@Setting("--luck", "Also standard deviation, whose dice decide, and rolls.", one_of=_OF_FAIR)
@Setting(
    "--payouts LOW:HIGH",
    "Instead: every clack payout in this range that makes the game exactly fair. 0: has no "
    "upper end. If there is none, that is proven.",
    one_of=_OF_FAIR,
    not_with="--clack-payout",
)
@FIRST
@SECOND
@Setting(
    "--bounds",
    "Enclose the value between proven bounds, at most 1e-9 of a stake apart (extra large). A game "
    "that is too large for tables has bounds without this option.",
    one_of=_OF_FAIR,
    not_with="--second-rules",
)
def fair(
    asked: Asked,
    values: bool,
    luck: bool,
    payouts: str | None,
    first: str,
    second: str,
    bounds: bool,
) -> Answer:
    """Tell how fair a game is: who is favoured, by how much, what would mend it.

    It prints the first player's exact expected value, how often each player wins and clacks, and
    the payment that makes the game fair. It also says after how many games the advantage stands out
    from luck.

    --first and --second say how people play, by names of `twoplayer strategies`, or by a file of
    your own, which is code and is run. --second-rules gives the second player's turn rules of its
    own. A rule that you type is then the first player's; scoring, ties and what a clack does are
    for both.

    \b
    Examples:
      twoplayer fair
      twoplayer fair --one-die sum-6 --immediate-clack
      twoplayer fair my-pub.toml --format json
      twoplayer fair --luck
      twoplayer fair --payouts 0:10
      twoplayer fair --first largest-first
      twoplayer fair --second-rules my-child.toml --second largest-first
    """
    if payouts is not None:
        return _fair_payouts(asked, payouts)
    from ..game.solution import solve_two
    from ..show.fair import fairness_answer, matchup_answer

    if (first, second) != OPTIMAL:
        players = asked.players(first, second)
        rules, others = asked.game(code=True).contest.pair
        one, other = run_players(players)
        return matchup_answer(twoplayer.matchup(rules, one, other, others).fractions)
    bounded = bounds or asked.results is not None
    game = asked.game(code=not bounded).contest
    try:
        game.turns[0].board.check_size()
    except GameTooLargeError:
        if asked.second_called or luck:
            raise
        say("This game is too large for tables: its value is enclosed between proven bounds.")
        bounds = True
    if bounds:
        from ..many.results import known_bounds
        from ..show.fair import bounds_answer

        need("large")  # before a file is made
        variant = asked.game().first
        with asked.kept() as kept:
            return bounds_answer(known_bounds(variant, kept, say), values)
    if asked.results is not None:
        goes_with = "it goes with --bounds, or a game too large for tables"
        raise click.UsageError(f"--results keeps bounds: {goes_with}")
    with part(of=2):
        solution = solve_two(game, chances=True).fractions
    with part(of=2):
        if not luck:
            return fairness_answer(solution, values)
        from ..strategy.one_player import in_hindsight

        return fairness_answer(solution, values, solution.luck(), in_hindsight(game))


def _fair_payouts(asked: Asked, payouts: str) -> Answer:
    from ..game.payouts import fair_intervals
    from ..show.fair import payouts_answer

    # The payout of the rules makes no difference, so a list of payouts is no fault.
    game = asked.game(clack_payout=1)
    low, high, words = payout_range(payouts)
    fair = fair_intervals(game.first, low, high, game.second)
    return payouts_answer(game.first, words, fair, game.second)


_OF_TABLE = ("--chances", "--effects", "--first --second")


@question(
    "table",
    *SOLVING,
    HER_RULES,
    games="sixteen",
    unnamed="the published sixteen",
    several=True,
    varied=True,
)
@Setting(
    "--chances", "Also what `fair` knows: how often each wins, games to notice.", one_of=_OF_TABLE
)
@FIRST
@SECOND
@Setting(
    "--effects",
    "Instead: what each rule does across these games.",
    one_of=_OF_TABLE,
    not_with="--second-rules",
)
def table(asked: Asked, chances: bool, first: str, second: str, effects: bool) -> Answer:
    """Print the expected values of many games, the fairest first.

    A GAME may be a family of many games, and a rule that you type several times is a sweep.
    --effects compares the first value of each rule with its others, in games that differ in nothing
    else. It says how far the first player's expected value moves. --second-rules gives the second
    player the same rules in every row. Much work is done on all cores.

    \b
    Examples:
      twoplayer table sixteen
      twoplayer table --tiles 9 --tiles 10 --clack-payout 1 --clack-payout 2
      twoplayer table house --chances --where favoured=first --sort=-games --top 5
      twoplayer table tiles --one-die never --effects
      twoplayer table sixteen my-pub.toml --results my.db -o table.csv
      twoplayer table house --second-rules my-child.toml
    """
    from ..game.solution import games_of
    from ..many.results import fairest
    from ..show.answer import Answer
    from ..show.fair import effects_answer, evs_table, fairness_table, matchup_table

    if effects:
        from ..many.effects import effects_of

        variants = distinct([game.first for game in asked.games()])
        asked.selection.check(twoplayer.many.Effects.columns)
        evs = dict(zip(variants, asked.evs(games_of(variants)), strict=True))
        return effects_answer(effects_of(evs))
    if (first, second) != OPTIMAL:
        asked.selection.check(matchup_table([]).columns)
        players = asked.players(first, second)
        matchups = _matchups(contests_of(asked.games(code=True)), players)
        answer = Answer(matchup_table(matchups))
        both = [(game.first_strategy, game.second_strategy) for game in matchups]
        return answer.of_play(*both[0]) if both else answer
    if chances:
        asked.selection.check(fairness_table([]).columns)
        return Answer(fairness_table(fairest(contests_of(asked.games(code=True)))))
    asked.selection.check(evs_table([]).columns, fairness_table([]).columns)
    return Answer(evs_table(asked.entries(contests_of(asked.games(code=True)))))


def _matchups(
    contests: Sequence[Contest], players: Sequence[Any]
) -> list[twoplayer.strategy.Matchup]:
    """Value the play of both players in every game that allows it, the fairest game first."""
    one, other = run_players(players)
    games: list[twoplayer.strategy.Matchup] = []
    unfit = Unfit()
    for contest in tracked(contests):
        variant, own = contest.pair
        with unfit.trying(variant.name, RulesError):
            games.append(twoplayer.matchup(variant, one, other, own).fractions)
    say_unfit(unfit, games)
    return sorted(games, key=lambda game: abs(game.first_player_ev))


@question("mend", *SOLVING, HER_RULES)
@Setting("--changes INTEGER", "How many rules may change: 1, or 2.", type=int, default=1)
@Setting(
    "--keep FIELDS",
    "The rules that stay, such as tiles,one-die, or none; by default tiles, dice, scoring.",
)
def mend(asked: Asked, changes: int, keep: str | None) -> Answer:
    """Say whether it matters that a game is unfair, and what would make it fairer.

    It tries the values that people play for one rule, or for two, the other orders of play, and
    several rounds. It also says what makes the game exactly fair. The players start in turn, hide
    the score to beat, or pay the difference of the scores. Or there is a side payment, or another
    payout for a clack. With --second-rules only the second player's turn changes, and what needs
    equal rules is left out.

    \b
    Examples:
      twoplayer mend
      twoplayer mend my-pub.toml --changes 2
      twoplayer mend --keep dice,clack-payout
      twoplayer mend --second-rules my-child.toml
      twoplayer mend clack-at-once --where changes=1 --format csv
    """
    from ..evening.orders import ORDERS
    from ..many.mending import BY_OWN_RULES, find_mends
    from ..many.results import KEPT as USUALLY
    from ..show.fair import mending_answer

    asked.selection.check(twoplayer.many.Mend.columns)
    game = asked.game().contest
    mending = find_mends(game, changes, USUALLY if keep is None else keep, asked.evs)
    if mending.too_large:
        say(f"{len(mending.too_large):,} changes are left out: the games are too large for tables.")
    alike = mending.variant == mending.second_variant
    for order in mending.refused_orders:
        exact = alike or order in BY_OWN_RULES
        why = "has no exact value for these rules" if exact else "is a mend by equal rules alone"
        say(f"The order of play {ORDERS[order].words} is left out: it {why}.")
    return mending_answer(mending)


@question("rules")
def rules(asked: Asked) -> Answer:
    """List the registered rules; or say every rule of a game in words, and its source.

    \b
    Examples:
      twoplayer rules
      twoplayer rules sixteen
      twoplayer rules --tiles 12 --ties second
    """
    from ..show.rules import registered_answer, rules_answer

    if not asked.rules and not asked.named_by:
        return registered_answer()
    answer = rules_answer(asked.family)
    say_left_out(asked.families)
    return answer
