"""Rule sets drawn at random, small enough for the oracle."""

from fractions import Fraction

from hypothesis import strategies as st

from twoplayer import Play, Variant, solve
from twoplayer.turn.board import Board
from twoplayer.turn.turns import board_of
from twoplayer.variant.fields import FIELDS
from twoplayer.variant.tiles import COVERINGS, SCORINGS, TIES
from twoplayer.variant.variant import STAKES

HUGE = Fraction(10**18 + 1, 3)
"""A payout whose multiples soon leave 64 bits."""

CONDITIONS = ["sum <= 6", "max <= 6", "count <= 1", "sum <= 9 and max <= 4", "sum <= 0"]


LOADED = [(1, 2), (7, 1, 1), (3, 3), (10**18, 1), (2, 4, 6)]
"""Weights of the first sides of a die, again and again; some have no room in 64 bits."""


UNPAID = [name for name, tie in TIES.items() if not tie.pays]
"""The ties that go with three and more players, and with matches."""


def others(games):
    """Return a small game for each value of a rule that none of some games has.

    So a covering, a scoring, a way to settle ties or a rule that is new is tried as well.
    """
    kinds = {"moves": COVERINGS, "scoring": SCORINGS, "ties": TIES}
    found = []
    for name, field in FIELDS.items():
        had = {getattr(game, name) for game in games}
        values = kinds.get(name, field.examples if len(had) == 1 else ())
        missing = [value for value in values if field.parse(value) not in had]
        found += [Variant(**{"tiles": 3, name: value}) for value in missing]
    return found


@st.composite
def rule_sets(
    draw, fields=("one_die", "clack_payout", "immediate_clack"), most_tiles=4, ties=tuple(TIES)
):
    """Plain rules, with tiles and the given fields drawn and the others left at their defaults.

    A tile more costs the oracle four times as long.
    """
    tiles = draw(st.sets(st.integers(1, 12), min_size=1, max_size=most_tiles))
    choices = {
        "tiles": st.just(tuple(sorted(tiles))),
        "dice": st.sampled_from(["2d6", "2d4", "2d8", "3d6", "3d3", "1d6", "1d20", "2d1"]),
        "weights": st.sampled_from([None, *LOADED]),
        "one_die": st.sampled_from(
            ["never", "always", *CONDITIONS, *(f"forced {c}" for c in CONDITIONS)]
        ),
        "moves": st.sampled_from(list(COVERINGS)),
        "max_tiles": st.sampled_from([None, 1, 2, 9]),
        "opening_tile": st.sampled_from([None, *tiles]),
        "stop_total": st.sampled_from([None, 2, 7, 40]),
        "scoring": st.sampled_from(list(SCORINGS)),
        "clack_payout": st.sampled_from(
            [*map(Fraction, ("0", "1/2", "1", "5/3", "2", "19/5")), HUGE]
        ),
        "immediate_clack": st.booleans(),
        "ties": st.sampled_from(ties),
    }
    rules = {name: draw(choices[name]) for name in ("tiles", *fields)}
    dice, sides = map(int, rules.get("dice", "2d6").split("d"))
    if rules.get("weights"):
        rules["weights"] = (rules["weights"] * sides)[:sides]
    if dice == 1:
        rules.pop("one_die", None)
    if dice > 2 and not COVERINGS[rules.get("moves", "sum")].by_total:
        del rules["moves"]
    return rules


def states_of(rules):
    """Return the sets of open tiles that can come: every set with the tiles that no roll covers."""
    return list(map(frozenset, board_of(Variant(**rules)).open_tiles))


@st.composite
def families(draw):
    """Rule sets of one turn or two, each with several scorings, payouts and ways to settle ties."""
    turn = rule_sets(tuple(name for name in FIELDS if name not in ("tiles", *STAKES)))
    turns = draw(st.lists(turn, min_size=1, max_size=2))
    stakes = draw(st.lists(rule_sets(STAKES, most_tiles=1), min_size=2, max_size=6))
    return [{**each, **rules} for rules in turns for each in stakes]


@st.composite
def pairs(draw, players=2, stakes=STAKES, most_tiles=4, ties=tuple(TIES)):
    """Rules of the turns of two players or more, each with his own, and the same at stake."""
    names = tuple(name for name in FIELDS if name not in ("tiles", *STAKES))
    turn = rule_sets(names, most_tiles)
    same = draw(rule_sets(stakes, most_tiles=1, ties=ties))
    return [{**same, **draw(turn)} for _ in range(players)]


TURN_FIELDS = (*(name for name in FIELDS if name not in ("tiles", *STAKES)), "scoring")
"""The rules of a turn, and the scoring."""

ANY_BUT_THE_PAYOUT = rule_sets(
    tuple(name for name in FIELDS if name not in ("tiles", "clack_payout"))
)
"""Rules of all kinds, but with the payout left open."""


def drawn_positions(variant, drawn, number, second=None):
    """Draw scores to beat (None: the first player's turn), open tiles, and rolls."""
    scores = solve(variant, second=second).second_player_values
    beats = [None, *(score for score in scores if score or not variant.immediate_clack)]
    boards = {True: Board(variant), False: Board(second or variant)}
    for _ in range(number):
        beat = drawn.choice(beats)
        board = boards[beat is None]
        tiles = drawn.choice([tiles for tiles in board.open_tiles if tiles])
        yield beat, tiles, drawn.choice(list(board.rolls(drawn.choice(board.dice_in(tiles)))))


def played_at_random(variant, chance, rolls, second=None):
    """Play at random for so many rolls at most; now and then what was rolled is left there."""
    play, rules = Play(variant, second), (variant, second or variant)
    for _ in range(rolls):
        if play.over:
            break
        mine = rules[play.seat - 1]
        count = chance.choice(board_of(mine).dice_in(play.open_tiles))
        play.roll(*(chance.randint(1, mine.dice.sides) for _ in range(count)))
        if play.legal_moves and chance.random() < 0.98:
            play.cover(*chance.choice(play.legal_moves))
        elif play.legal_moves:
            break
    return play
