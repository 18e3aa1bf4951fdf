"""Evenings, drawn, with what comes of them by definition: several players, rounds, the program.

The scripts of the page are asked for the same in Node.
"""

import random
from fractions import Fraction

from drawn import TURN_FIELDS, UNPAID, pairs, played_at_random, rule_sets
from hypothesis import strategies as st
from match_oracle import Match
from oracle import Oracle
from seat_oracle import Table
from touch import spelled

from twoplayer import Variant, seats, solve
from twoplayer.exact import fraction_text
from twoplayer.turn.turns import board_of, turn_of
from twoplayer.variant.tiles import COVERINGS, tile_sets
from twoplayer.variant.variant import STAKES, variant_of
from twoplayer.web.link import link_to
from twoplayer.web.page import thumbs

STARTS = ("turn", "loser", "winner", "same")


def texts(numbers):
    return list(map(fraction_text, numbers))


# How a game ends, and who starts the next one

ENDED = st.tuples(
    rule_sets(STAKES, most_tiles=1, ties=UNPAID),
    st.lists(st.integers(0, 4), min_size=2, max_size=8),
    st.integers(0, 7),
    st.sampled_from(STARTS),
)


def ends(drawn):
    """Yield scores in the order of the seats, and what they bring to each; None had no turn."""
    for rules, scores, first, starts in drawn:
        players = len(scores)
        order = [(first + seat) % players for seat in range(players)]
        played = scores
        if rules["immediate_clack"] and 0 in scores:
            played = scores[: scores.index(0) + 1]
        table = Table([rules] * players)
        winners = table.winners(played)
        yield {
            "rules": spelled(rules),
            "players": players,
            "order": order,
            "starts": starts,
            "left": list(map(str, played)),
            "stakes": texts(table.ended(played)[:players]),
            "won": sorted(order[seat] for seat in winners) if len(winners) < players else [],
            "next": next_starter(starts, order, played),
        }


def next_starter(starts, order, played):
    """Return the place of who starts next, where the seats have left these scores, or had none."""
    if starts == "same":
        return order[0]
    if starts == "turn":
        return (order[0] + 1) % len(order)
    if starts == "winner":
        return order[played.index(min(played))]
    return order[len(played)] if len(played) < len(order) else order[played.index(max(played))]


# The last of several rounds

ROUNDS = st.tuples(
    pairs(stakes=("scoring", "ties"), most_tiles=3, ties=UNPAID),
    st.tuples(st.integers(0, 9), st.integers(0, 9)),
    st.sampled_from([1, 2]),
)


def last_rounds(drawn):
    """Yield what the players have left before, and what the last round is worth to its starter."""
    for (rules, second), totals, starter in drawn:
        match = Match("same", second=second, **rules)

        def worth(first, other, _, match=match, totals=totals):
            return match.won(totals[0] + first, totals[1] + other)

        value = match.round(starter, worth, {})
        yield {
            "rules": spelled(rules),
            "second": spelled(second),
            "totals": list(map(str, totals)),
            "starter": starter,
            "ev": fraction_text(value if starter == 1 else -value),
        }


# The turns of several players

SEATED = st.tuples(
    rule_sets((*TURN_FIELDS, *STAKES), most_tiles=3, ties=UNPAID),
    st.sampled_from([3, 3, 3, 4]),
    st.integers(0, 2**32),
)


FOUR_SHARE = {"tiles": (1, 2), "dice": "1d6", "clack_payout": Fraction(5, 3), "ties": "push"}
"""Four play, two hold the lowest score, and one has lost."""


def turns(drawn):
    """Yield positions with what each of the players gets: stakes, and chances to win alone."""
    for rules, players, seed in (*drawn, (FOUR_SHARE, 4, 1)):
        chance = random.Random(seed)
        small = {**rules, "tiles": rules["tiles"][:2]} if players > 3 else rules
        if small.get("opening_tile") not in (None, *small["tiles"]):
            small["opening_tile"] = None
        variant = Variant(**small)
        table, found = Table([small] * players), seats(variant, players).fractions
        for number in range(5):
            left, tiles, roll = position(variant, chance, players)
            if rules is FOUR_SHARE and number < 2:
                left = [[3, 1, 1], [2, 2, 3]][number]
            value = table.best(tuple(left))(frozenset(tiles))[1]
            evs, wins = value[:players], value[players : 2 * players]
            each = [texts(both) for both in zip(evs, wins, strict=True)]
            yield {**asked(variant, players, left, tiles, roll, found), "each": each}


PLAYED = [({}, 3), ({"ties": "first"}, 4), ({"tiles": 10}, 3)]
"""Rules that people play, and how many of them; too large for the definition."""


def turns_that_are_played():
    chance = random.Random(1)
    for rules, players in PLAYED:
        variant = Variant(**rules)
        found = seats(variant, players).fractions
        for _ in range(20):
            yield asked(variant, players, *position(variant, chance, players), found)


def asked(variant, players, left, tiles, roll, found):
    """Return a position, what it is worth to who plays, and what the best after a roll is."""
    beat, seat = min(left, default=None), len(left) + 1
    holders = 1 if variant.ties != "push" else max(left.count(beat), 1)
    turn = found.play(seat, score_to_beat=beat, holders=holders)
    dice, best = turn.options(tiles)[0], turn.options(tiles, roll)[0]
    return {
        "rules": spelled(variant.rules()),
        "players": players,
        "left": list(map(str, left)),
        "set": tile_sets(variant.tiles).index(tiles),
        "roll": [roll] if isinstance(roll, int) else list(roll),
        "worth": texts(dice[1:]),
        "rolled": texts(best[1:]),
    }


def position(variant, chance, players):
    """Draw what those before have left, what is open, and a roll."""
    board = board_of(variant)
    every = [score for score in turn_of(variant).scores if score or not variant.immediate_clack]
    left = [chance.choice(every) for _ in range(chance.randrange(players if every else 1))]
    tiles = chance.choice(list(filter(None, board.open_tiles)))
    return left, tiles, chance.choice(board.rolls_in(tiles))


# Rules of the second player's own


def games_of_both(drawn):
    """Yield games that were played at random, each by his own rules, as `Play` writes them."""
    for (first, second), seed in drawn:
        rules = Variant(**first), Variant(**second)
        chance = random.Random(seed)
        play = played_at_random(rules[0], chance, chance.randint(0, 20), second=rules[1])
        yield {"link": link_to(rules[0], play.text, second=rules[1]), "text": play.text}


# The program as a player

BEST = ["tiles=1-9", "one_die=sum <= 6", "tiles=1-6&scoring=digits&one_die=always"]


def games_with_cards():
    return sorted({game for each in thumbs() for game in each["games"]})


def known(link, player):
    """Return the rule of thumb that is kept for a player of a game."""
    return next(each for each in thumbs() if player in each["players"] and link in each["games"])


def rules_in(link):
    return variant_of(dict(field.split("=", 1) for field in link.split("&")))


def programs(links):
    """Yield what the program is to play: by which rules, and in which of its ways."""
    yield from ({"link": link, "way": "best"} for link in (*BEST, *links))
    yield from ({"link": link, "way": "random"} for link in (*BEST, "dice=3d6", *links))
    yield from ({"link": link, "way": "card"} for link in games_with_cards())


def assert_it_plays(link, way, steps):
    """See that each step of the program is one that its way to play allows."""
    variant = rules_in(link)
    solution, board = solve(variant), board_of(variant)
    for step in steps:
        tiles, beat = tuple(step["open"]), step["beat"]
        facing = {"score_to_beat": None if beat is None else int(beat)}
        if "move" in step:
            by_total = COVERINGS[variant.moves].by_total
            legal = solution.moves(tiles, sum(step["roll"]) if by_total else step["roll"], **facing)
            may = best_moves(link, variant, way, step, legal)
            assert tuple(step["move"]) in may, (link, way, step)
        else:
            counts = board.dice_in(tiles)
            if way == "best":
                counts = solution.optimal_dice(tiles, **facing)
            elif way == "card" and len(counts) > 1:
                one = known(link, player_of(beat)).get("one_die")
                counts = [counts[0] if one and holds(one, tiles) else counts[-1]]
            assert step["dice"] in counts, (link, way, step)


def player_of(beat):
    return "first" if beat is None else "second"


def best_moves(link, variant, way, step, legal):
    """Return the moves among which one that plays in some way does not choose."""
    if way == "random":
        return legal
    if way == "best":
        return [move for move, value in legal.items() if value == max(legal.values())]
    rule = known(link, player_of(step["beat"]))["rule"]
    worth = {move: looked_for(variant, rule, step["open"], move) for move in legal}
    return [move for move in legal if worth[move] == max(worth.values())]


FEATURES = {
    "largest tile": lambda _, move, left: max(move),
    "smallest tile": lambda _, move, left: min(move),
    "tiles": lambda _, move, left: len(move),
    "squares": lambda _, move, left: sum(tile**2 for tile in move),
    "1 kept": lambda _, move, left: 1 in left,
    "6 or less": lambda _, move, left: max(left, default=0) <= 6,
    "playable totals": lambda variant, move, left: playable_totals(variant, left),
}
"""What a rule of thumb looks at, by the tiles of a move and those that it leaves open."""


def looked_for(variant, rule, tiles, move):
    left = tuple(tile for tile in tiles if tile not in move)
    return [sign * FEATURES[name](variant, move, left) for name, sign in rule]


def playable_totals(variant, tiles):
    """Count the totals that cover something; a clack is above all of them."""
    if not tiles:
        return 10**6
    oracle, state = Oracle(**variant.rules()), frozenset(tiles)
    rolls = (roll for dice in oracle.dice_counts(state) for roll, _ in oracle.rolls(dice))
    return len({sum(roll) for roll in rolls if oracle.covers(state, roll)})


def holds(advice, tiles):
    """Tell whether advice such as "sum <= 6" says to roll a single die."""
    measures = {"sum": sum(tiles), "max": max(tiles), "count": len(tiles)}
    conditions = (each.split(" <= ") for each in advice.split(" and "))
    return all(measures[name] <= int(limit) for name, limit in conditions)
