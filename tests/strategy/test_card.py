"""Cards: every exception is the best there is, by valuing the whole game anew for each."""

from collections import defaultdict
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement

import pytest
from conftest import examples
from drawn import pairs
from hypothesis import example, given, settings
from hypothesis import strategies as st
from narrowed import narrowed
from oracle import Oracle, subsets

from twoplayer import InputError, Variant, card, solve
from twoplayer.errors import GameTooLargeError
from twoplayer.exact import percent_text
from twoplayer.strategy import CardLine, search_rules_of_thumb
from twoplayer.strategy import card as cards
from twoplayer.turn.turns import turn_of
from twoplayer.variant.dice import parse_one_die
from twoplayer.variant.tiles import tile_sets


class ByHand:
    """A card of a small game, made by the definition: sets of tiles, fractions, plain recursion."""

    def __init__(self, variant, player, rule, one_die, second=None):
        own, other = (
            each and {name: getattr(each, name) for name in each.rules()}
            for each in (variant, second)
        )
        self.game = Oracle(other, **own)
        self.oracle = self.game if player == "first" else self.game.second  # whose turn it is
        turn = own if player == "first" or other is None else other
        self.begun = Oracle(**{**turn, "opening_tile": None})  # the same after the first move
        self.rule, self.one_die, self.player = rule, one_die, player
        self.all = self.oracle.all_tiles
        self.against = self.game.second_player_values()
        self.scores = [None] if player == "first" else sorted(self.against)
        self.changed = {}

    def dice(self, state):
        may = sorted(self.oracle.dice_counts(state))
        if len(may) == 1:
            return may[0]
        return self.one_die.dice_counts(self.oracle.count, tuple(sorted(state)))[0]

    def feature(self, name, state, move):
        after = state - move
        totals = {
            sum(roll)
            for dice in self.oracle.dice_counts(after)
            for roll, _ in self.oracle.rolls(dice)
            if self.oracle.covers(after, roll)
        }
        return {
            "largest tile": max(move),
            "smallest tile": min(move),
            "tiles": len(move),
            "squares": sum(tile**2 for tile in move),
            "playable totals": len(totals) if after else 10**6,
            "1 kept": 1 in after,
            "6 or less": max(after, default=0) <= 6,
        }[name]

    @cache  # noqa: B019
    def chosen(self, state, roll):
        """What the rule of thumb leaves to choose from."""
        moves = self.oracle.covers(state, roll)
        for name, sign in self.rule:
            most = max((sign * self.feature(name, state, move) for move in moves), default=0)
            moves = [move for move in moves if sign * self.feature(name, state, move) == most]
        return moves

    def payoff(self, state, score):
        if self.player == "first":
            return -self.against[self.oracle.score(state)]
        return self.game.to_second(score, state)

    def value(self, score, changed):
        @cache
        def value(state):
            if not state:
                return self.payoff(state, score)
            return sum(
                chance * after(state, roll) for roll, chance in self.oracle.rolls(self.dice(state))
            )

        def after(state, roll):
            moves = self.chosen(state, roll)
            moves = [changed[state, roll, score]] if (state, roll, score) in changed else moves
            if not moves:
                return self.payoff(state, score)
            return sum((value(state - move) for move in moves), Fraction(0)) / len(moves)

        return value(self.all)

    @cache  # noqa: B019
    def weights(self):
        """How often an optimal first player leaves each score, who tosses for equal moves."""
        value, found, first = self.game.first_turn(), defaultdict(Fraction), self.game

        def roll_mean(state, dice):
            ended = -self.against[first.score(state)]
            return sum(
                chance * max((value(state - m) for m in first.covers(state, r)), default=ended)
                for r, chance in first.rolls(dice)
            )

        def play(state, chance):
            if not state:
                found[first.score(state)] += chance
                return
            dice = [n for n in first.dice_counts(state) if roll_mean(state, n) == value(state)]
            for n in dice:
                for roll, likely in first.rolls(n):
                    share, moves = chance * likely / len(dice), first.covers(state, roll)
                    best = max((value(state - move) for move in moves), default=None)
                    moves = [move for move in moves if value(state - move) == best]
                    for move in moves:
                        play(state - move, share / len(moves))
                    if not moves:
                        found[first.score(state)] += share

        play(first.all_tiles, Fraction(1))
        return found

    def chances(self, score):
        """How likely she wins against a score, and ties."""
        paid = self.payoff

        def of(sign):
            self.payoff = lambda state, beat: Fraction(self.who_wins(state, beat) == sign)
            return self.value(score, self.changed)

        found = of(1), of(0)
        self.payoff = paid
        return found

    def who_wins(self, state, beat):
        mine, ties = self.oracle.score(state), self.game.game.ties
        tied = {"first": -1, "second": 1, "push": 0}[ties]
        return tied if mine == beat else 1 if mine < beat else -1

    def part(self, score, changed):
        """What one score to beat adds to the EV."""
        weight = 1 if score is None else self.weights()[score]
        return weight * self.value(score, changed) if weight else 0

    def ev(self):
        return sum(self.part(score, self.changed) for score in self.scores)

    def collections(self):
        """Every state, with the rolls after which the same moves are to choose from."""
        for state in filter(None, subsets(self.all)):
            groups = defaultdict(set)
            for dice in self.oracle.dice_counts(state):
                for roll, _ in self.oracle.rolls(dice):
                    if len(self.oracle.covers(state, roll)) > 1:
                        rules = self.oracle if state == self.all else self.begun
                        allowed = frozenset(rules.covers(self.all, roll))
                        groups[allowed].add(roll)
            for rolls in groups.values():
                yield state, sorted(rolls, key=lambda roll: (len(roll), roll))

    def candidates(self):
        """Every exception there could be next, in the order in which they are to be chosen."""
        before = [self.part(score, self.changed) for score in self.scores]
        for state, rolls in self.collections():
            for move in self.oracle.covers(state, rolls[0]):
                cells = [[(state, roll, score) for roll in rolls] for score in self.scores]
                gains = [
                    self.part(score, {**self.changed, **dict.fromkeys(of_score, move)}) - part
                    for score, of_score, part in zip(self.scores, cells, before, strict=True)
                ]
                for low, high in combinations_with_replacement(range(len(gains)), 2):
                    made = [cell for of_score in cells[low : high + 1] for cell in of_score]
                    if not any(cell in self.changed for cell in made):
                        mask, covers = (sum(1 << tile for tile in s) for s in (state, move))
                        order = len(state), mask, rolls[0], covers, -high, low
                        worth = sum(gains[low : high + 1])
                        yield (-worth, order), state, rolls, move, made

    def next_line(self):
        """Make the best exception, if any is worth something."""
        best = min(self.candidates(), key=lambda each: each[0], default=None)
        if best is None or best[0][0] >= 0:
            return None
        (minus_worth, (*_, minus_high, low)), state, rolls, move, made = best
        self.changed |= dict.fromkeys(made, move)
        scores = None if self.player == "first" else (self.scores[low], self.scores[-minus_high])
        return tuple(sorted(state)), rolls, tuple(sorted(move)), scores, -minus_worth


GAMES = [
    # The third line is worth the same with 1, 2, 4 and 5 open as with 1, 2, 3 and 5.
    (
        {"tiles": 5, "dice": "1d8", "scoring": "count", "ties": "second", "immediate_clack": True},
        "first",
        3,
    ),
    pytest.param(
        {"tiles": 5, "one_die": "always", "clack_payout": 2}, "first", 3, marks=pytest.mark.dear
    ),
    pytest.param(
        {"tiles": "1-3,5", "dice": "1d6", "ties": "second", "scoring": "count"},
        *("second", 4),
        marks=pytest.mark.dear,
    ),
    pytest.param(
        {"tiles": 4, "dice": "1d6", "scoring": "digits", "clack_payout": 2},
        *("second", 3),
        marks=pytest.mark.dear,
    ),
    ({"tiles": 4, "dice": "2d2", "moves": "one-tile", "immediate_clack": True}, "second", 3),
]


@pytest.mark.few(1)
@pytest.mark.parametrize(("rules", "player", "count"), GAMES, ids=str)
def test_each_exception_is_the_best_when_the_whole_game_is_valued_anew(rules, player, count):
    variant = Variant(**rules)
    made = card(variant, player, lines=count)
    by_hand = ByHand(variant, player, made.rule, made.one_die)
    assert made.rule_ev == by_hand.ev()
    assert made.lines
    for line in made.lines:
        rolls = [roll if isinstance(roll, tuple) else (roll,) for roll in line.rolls]
        assert line._replace(rolls=rolls) == by_hand.next_line()
    assert made.ev == by_hand.ev()
    if len(made.lines) < count:
        assert by_hand.next_line() is None


BY_COUNT = {"scoring": "count", "clack_payout": "1/2", "ties": "second"}
ONE_OF_THREE_FIRST = (
    {"tiles": (1,), "moves": "one-tile"},
    {"tiles": (1, 2, 4), "moves": "dice-or-sum", "opening_tile": 1},
)
"""As a first roll 2, 2 and 2, 4 allow the same, which is nothing, and later they do not."""


@pytest.mark.dear
@settings(max_examples=examples(12))
@given(pairs(most_tiles=3), st.sampled_from(cards.PLAYERS))
@example([{"tiles": (1, 2, 3), "dice": "1d6"}, {"tiles": (1, 2, 3, 4), "dice": "1d6"}], "second")
@example([{"tiles": (1, 2, 3, 4), "dice": "1d6"}, {"tiles": (1, 2, 3), "dice": "1d6"}], "first")
@example([{**BY_COUNT, **rules} for rules in ONE_OF_THREE_FIRST], "second")
def test_by_own_rules_each_exception_is_the_best_by_the_definition(pair, player):
    mine, hers = (Variant(**rules) for rules in pair)
    made = card(mine, player, lines=2, second=hers).fractions
    by_hand = ByHand(mine, player, made.rule, made.one_die, hers)
    ev = by_hand.ev()
    assert made.rule_ev == ev
    solved = solve(mine, second=hers).fractions.first_player_ev
    assert made.optimum == (solved if player == "first" else -solved)
    for line in made.lines:
        candidates = list(by_hand.candidates())
        assert line.worth == max(-worth for (worth, _), *_ in candidates)
        as_said = [cells for _, *move, cells in candidates if says(line, move, cells)]
        by_hand.changed |= dict.fromkeys(as_said[0], frozenset(line.covers))
        assert by_hand.ev() - ev == line.worth
        ev += line.worth
    assert made.ev == ev
    for score, chances in made.chances.items():
        assert chances == by_hand.chances(score)


def says(line, move, cells):
    """Whether a line says to make a move after these rolls, against these scores."""
    state, rolls, covers = move
    totals = {roll if isinstance(roll, int) else sum(roll) for roll in line.rolls}
    exactly = {roll for roll in line.rolls if not isinstance(roll, int)}
    scores = None if line.scores is None else [score for *_, score in cells]
    return (
        line.open_tiles == tuple(sorted(state))
        and set(line.covers) == covers
        and exactly <= set(rolls)
        and totals == {sum(roll) for roll in rolls}
        and (scores is None or line.scores == (min(scores), max(scores)))
    )


@pytest.mark.dear
def test_by_equal_rules_a_card_is_that_of_one_rule_set():
    variant = Variant(tiles=4, one_die="always")
    for player in cards.PLAYERS:
        assert card(variant, player, second=variant) == card(variant, player)


@pytest.mark.parametrize("rolls", [(3, 5, 11), ((5,), (1, 2), (1, 6), (2, 2))], ids=str)
def test_lines_that_are_worth_the_same_stand_in_the_order_that_is_documented(rolls):
    """Fewer open tiles first, then the lower tiles, the lower roll, the lower tiles covered."""
    sets = tile_sets((1, 2, 3, 5))
    documented = [
        CardLine(open_tiles, (roll,), covers, None, 0)
        for open_tiles in sorted(sets, key=len)
        for roll in rolls
        for covers in sets
    ]
    backwards = documented[::-1]
    assert sorted(backwards, key=cards.precedence) == documented


@pytest.mark.parametrize("player", cards.PLAYERS)
def test_a_card_is_refused_from_one_number_too_many_on(player):
    variant = Variant(tiles=4)
    columns = 1 if player == "first" else len(solve(variant).second_player_values)
    numbers = columns * len(turn_of(variant).decision)
    with narrowed(cards, MOST_WEIGHED=numbers):
        assert card(variant, player, lines=0)
    said = f"^tiles: got {numbers:,} moves times scores"
    with (
        narrowed(cards, MOST_WEIGHED=numbers - 1),
        pytest.raises(GameTooLargeError, match=said),
    ):
        card(variant, player, lines=0)


@pytest.mark.parametrize("player", cards.PLAYERS)
def test_a_card_with_every_exception_is_optimal_play(player):
    made = card(Variant(tiles=5), player, lines=1000)
    assert made.optimum == (1 if player == "first" else -1) * solve(made.variant).first_player_ev
    assert made.optimum - made.rule_ev == sum(line.worth for line in made.lines) > 0
    assert made.cost == 0


@pytest.mark.few(1)
@pytest.mark.parametrize("player", cards.PLAYERS)
def test_without_exceptions_a_card_is_the_best_rule_of_thumb(player):
    variant = Variant(tiles=6)
    made, best = card(variant, player, lines=0), search_rules_of_thumb(variant).best[player]
    assert (made.rule, made.ev, made.cost) == (best.rule, best.value, best.cost)
    assert made.one_die is None


@pytest.mark.few(1)
@pytest.mark.parametrize("one_die", ["always", "max <= 4"])
def test_the_number_of_dice_is_the_best_that_can_be_said(one_die):
    variant = Variant(tiles=5, one_die=one_die)
    made = card(variant, lines=0)
    evs = {}
    for text in (
        made.one_die,
        *("never", "always", "sum <= 4", "sum <= 7", "max <= 3", "count <= 2"),
    ):
        evs[text] = ByHand(variant, "first", made.rule, parse_one_die(text)).ev()
    assert made.ev == evs[made.one_die] == max(evs.values())
    assert len(set(evs.values())) > 2


def test_the_chances_of_the_second_player_are_those_of_the_card():
    variant = Variant(tiles=5, ties="push")
    made = card(variant, "second", lines=1000)
    solved = solve(variant)
    for score, (win, tie) in made.chances.items():
        value = solved.second_player_values[score]
        assert win - (1 - win - tie) == value
    at_once = card(Variant(tiles=3, immediate_clack=True), "second", lines=0)
    assert 0 not in at_once.chances
    assert card(variant, lines=0).chances == {}


def test_what_is_not_a_card_is_refused():
    for wrong in (-1, 1001, "3", 1.5, None):
        with pytest.raises(InputError, match=r"lines: got .*; takes a whole number, 0 to 1000"):
            card("classic", lines=wrong)
    with pytest.raises(InputError, match="player: got 'third'"):
        card("classic", "third")
    with pytest.raises(GameTooLargeError, match="moves times scores to beat"):
        card(Variant(tiles=12, scoring="digits"), "second")


def test_a_card_has_its_exceptions_as_records():
    made = card(Variant(tiles=5), lines=2)
    first, _ = made.to_records()
    assert first == {
        "open_tiles": [1, 2, 3, 4, 5],
        "rolls": [10],
        "covers": [2, 3, 5],
        "scores": None,
        "worth": str(made.fractions.lines[0].worth),
        "worth_percent": float(100 * made.fractions.lines[0].worth),
    }
    assert made != card(Variant(tiles=5), lines=1)
    for number in (made.rule_ev, made.ev, made.optimum):
        assert percent_text(number) in made._repr_html_()
