"""How long work takes is told rightly, within a factor of three, or not at all."""

import re
from heapq import heapify, heapreplace
from random import Random
from types import SimpleNamespace

import pytest
from narrowed import narrowed

from twoplayer import Variant, bounds, variants
from twoplayer.cli.duration import Forecast, Span
from twoplayer.evening import match as matching
from twoplayer.evening.rounds import BY_SCORES, STARTS, ScoredTurn
from twoplayer.game.solution import games_of, pieces, work_of
from twoplayer.turn import layers
from twoplayer.work import present, tracked, watching

UNITS = {"hours": 3600, "minutes": 60, "seconds": 1}


def numbers(words):
    """Return every number of seconds that a sentence has."""
    found = re.search(r"takes (?:about )?(\d+)(?: to (\d+))? (hours|minutes|seconds) in all", words)
    *amounts, unit = found.groups()
    return [int(amount) * UNITS[unit] for amount in amounts if amount]


def finished(pieces, workers=1, begins=0):
    """Return when each piece of some work is finished, and what part of it that is.

    A piece is how long it takes and what it is said to weigh; any worker takes the next.
    """
    free, ends = [float(begins)] * workers, []
    heapify(free)
    weight = sum(said for _, said in pieces)
    for takes, said in pieces:
        ends.append((free[0] + takes, said / weight))
        heapreplace(free, free[0] + takes)
    return sorted(ends)


def forecasts(events):
    """Return what is said after each of some pieces is finished."""
    forecast = Forecast()
    said = [forecast.add(*event) for event in events]
    return [words for words in said if words]


def off(events):
    """Return by what factor a number that is announced is off, at most; 1 where nothing is."""
    whole = events[-1][0]
    told = [number for words in forecasts(events) for number in numbers(words)]
    return max((max(number / whole, whole / number) for number in told), default=1)


def drawn(random, shape):
    """Return pieces of work of very different sizes, which weigh what they take."""
    count = random.choice((1, 2, 5, 20, 100, 400))
    sizes = {
        "equal": lambda: [1] * count,
        "of every size": lambda: [random.lognormvariate(0, 2) for _ in range(count)],
        "giants among dwarfs": lambda: [1] * count + [count * random.random() for _ in range(3)],
        "ever larger": lambda: [2**n for n in range(min(count, 20))],
        "ever smaller": lambda: [2**-n for n in range(min(count, 20))],
    }[shape]()
    if shape == "giants among dwarfs":
        random.shuffle(sizes)
    whole = random.choice((5, 20, 100, 1000, 100_000)) / sum(sizes)
    return [(size * whole, size) for size in sizes]


SHAPES = ("equal", "of every size", "giants among dwarfs", "ever larger", "ever smaller")


@pytest.mark.parametrize("shape", SHAPES)
def test_pieces_of_any_size_that_weigh_what_they_take_are_told_rightly(shape):
    random = Random(shape)
    for _ in range(60):
        assert off(finished(drawn(random, shape), begins=random.choice((0, 1, 30)))) <= 2


def test_what_passes_before_work_begins_is_not_taken_for_work():
    """The first piece is a fifth of all, so that most of what is done seems to have been slow."""
    pieces = [(20, 20)] + [(1, 1)] * 80
    assert [forecasts(finished(pieces, begins=begins)) for begins in (0, 300)] == [
        ["This takes about 100 seconds in all."],
        ["This takes 7 to 10 minutes in all."],
    ]


@pytest.mark.parametrize("shape", SHAPES)
def test_pieces_that_two_work_on_are_told_rightly(shape):
    random = Random(shape)
    for _ in range(60):
        pieces, begins = drawn(random, shape), random.choice((0, 1, 30))
        assert off(finished(pieces, workers=2, begins=begins)) <= 3


def test_equal_pieces_that_many_work_on_are_told_rightly():
    """All of them are at work at once, and finish nearly at once."""
    random = Random(0)
    for workers in (4, 16, 64):
        for count in (20, 100, 1000):
            work = [(60 * random.uniform(0.95, 1.05), 1) for _ in range(count)]
            assert off(finished(work, workers, begins=random.choice((0, 2)))) <= 3


@pytest.mark.parametrize("shape", SHAPES)
def test_weights_may_be_wrong_by_seven_tenths(shape):
    """Each piece takes up to 1.7 times as long as it weighs beside the others, or as much less."""
    random = Random(shape)
    for _ in range(60):
        pieces = [(t * 1.7 ** random.uniform(-1, 1), w) for t, w in drawn(random, shape)]
        assert off(finished(pieces, begins=random.choice((0, 1)))) <= 3


SECONDS = {
    (9, "sum digits count"): 0.31,
    (10, "sum digits"): 0.32,
    (10, "digits count"): 0.26,
    (12, "sum"): 0.43,
    (12, "digits"): 0.92,
    (12, "count"): 0.12,
}
"""How long the pieces of the atlas took on one core, by their tiles and how they are scored."""


def seconds_of(piece):
    rules = [game.rules[0] for game in piece]
    return SECONDS[len(rules[0].tiles), " ".join(dict.fromkeys(each.scoring for each in rules))]


@pytest.mark.dear
@pytest.mark.parametrize(("workers", "begins"), [(1, 0), (1, 3), (2, 2), (8, 4)])
@pytest.mark.parametrize("slower", [1, 6])
def test_the_atlas_is_told_rightly(workers, begins, slower):
    cut = [
        (slower * seconds_of(piece), work_of(piece))
        for piece in pieces(games_of(variants("atlas")))
    ]
    events = finished(cut, workers, begins)
    assert off(events) <= 2
    assert forecasts(events) or events[-1][0] < 16


class Clock:
    """A clock that goes on by what is worked on; when which share was told, of each kind of work.

    The time of every kind is from its start on.
    """

    def __init__(self):
        self.seconds = self._told = 0
        self.kinds = {}

    def told(self, share):
        kind = present().kind
        begun, events = self.kinds.setdefault(kind, (self._told, []))
        done = sum(part for _, part in events)
        events.append((self.seconds - begun, 1 - kind.left - done))
        self._told = self.seconds

    @property
    def said(self):
        """What is announced of the kinds that take long."""
        return [words for _, events in self.kinds.values() for words in forecasts(events)]

    @property
    def off(self):
        """By what factor an announcement is off, at most."""
        return max(off(events) for _, events in self.kinds.values())


@pytest.mark.few(1)
@pytest.mark.parametrize("starts", STARTS)
@pytest.mark.parametrize(
    "goal",
    [
        {"to": 25},
        *(pytest.param(goal, marks=pytest.mark.dear) for goal in ({"wins": 9}, {"rounds": 20})),
    ],
)
def test_matches_are_told_rightly(monkeypatch, starts, goal):
    """Where a turn takes a second for each column."""
    clock, solve = Clock(), ScoredTurn.values

    def values(self, payoffs, **how):
        clock.seconds += payoffs.shape[1]
        return solve(self, payoffs, **how)

    monkeypatch.setattr(ScoredTurn, "values", values)
    with watching(clock.told):
        matching.match(Variant(tiles=3), starts=starts, **goal)
    assert clock.said
    assert clock.off <= 3


def test_bounds_are_told_rightly(monkeypatch):
    """Where a block takes a second for each move and each column in which states differ."""
    pytest.importorskip("numba")
    clock = Clock()

    def compiled():
        def solve(values, *given):
            widths, may = given[6], given[9]
            clock.seconds += int(may.sum() * widths.mean())

        return solve

    monkeypatch.setattr(layers, "compiled", compiled)
    with watching(clock.told), narrowed(layers, MOST_SMALLER=5, MOST_COLUMNS_AT_ONCE=20):
        bounds(Variant(tiles=12))
    assert clock.said
    assert clock.off <= 3


@pytest.mark.parametrize("factor", [1, 2, 5, 18, 1000])
@pytest.mark.parametrize("starts", [(), ("same", "alternate", "loser"), ("winner", "loser")])
def test_matches_by_all_ways_to_start_are_told_rightly(factor, starts, monkeypatch):
    """Those in which scores say who starts have taken up to 18 times as long as the others."""
    clock = Clock()

    def match(variant, rounds, to, way, exact, wins, second):
        for _ in tracked(range(50)):
            clock.seconds += factor if way in BY_SCORES else 1
        return SimpleNamespace(fractions=None)

    monkeypatch.setattr(matching, "match", match)
    with watching(clock.told):
        matching.matches("classic", rounds=50, starts=starts)
    assert clock.said
    assert clock.off <= 1.2


@pytest.mark.parametrize(
    "events",
    [
        pytest.param([(n, 1e-9) for n in range(1, 60)], id="next to nothing is done"),
        pytest.param([(n, 1 / 1000) for n in range(1, 50)], id="less than a twentieth is done"),
        pytest.param([(n / 10, 1 / 20) for n in range(1, 19)], id="less than two seconds"),
        pytest.param([(100, 1 / 20)], id="a piece that may have begun late"),
        pytest.param([(60, 0.01), (90, 0.7), (100, 0.01)], id="a piece that is most of it"),
        pytest.param(
            [(60 + n / 1000, 1 / 20) for n in range(16)], id="many pieces that were begun at once"
        ),
        pytest.param(
            [*((n, 1 / 100) for n in range(1, 5)), *((40 * n, 1 / 100) for n in range(1, 6))],
            id="ever slower",
        ),
        pytest.param([(n / 5, 1 / 50) for n in range(1, 51)], id="all takes ten seconds"),
    ],
)
def test_what_is_not_known_is_not_told(events):
    assert forecasts(events) == []


def test_most_work_is_announced_once_a_tenth_of_it_is_done():
    said = [forecasts(finished([(whole / 50, 1)] * 5)) for whole in (40, 100, 5000)]
    assert said == [[], [], []]
    said = [forecasts(finished([(whole / 50, 1)] * 50)[:5]) for whole in (40, 100, 5000, 10**5)]
    assert said == [
        ["This takes about 40 seconds in all."],
        ["This takes about 100 seconds in all."],
        ["This takes about 83 minutes in all."],
        ["This takes about 28 hours in all."],
    ]


def test_what_is_rough_is_a_range():
    events = finished([(2, 1)] * 100, begins=4)
    assert forecasts(events[:10]) == ["This takes 3 to 5 minutes in all."]


@pytest.mark.parametrize(
    ("first", "rest", "said"),
    [
        (1, 10, ["This takes about 100 seconds in all.", "By now it seems that this takes"]),
        (10, 1, ["This takes about 17 minutes in all.", "By now it seems that this takes"]),
        (10, 9, ["This takes about 17 minutes in all."]),
    ],
)
def test_what_turns_out_to_be_wrong_is_told_anew_and_only_then(first, rest, said):
    pieces = [(first, 1)] * 10 + [(rest, 1)] * 90
    found = forecasts(finished(pieces))
    assert found[0] == said[0]
    assert all(words.startswith(said[-1]) for words in found[1:])
    assert len(found) > 1 or len(said) == 1


def test_a_span_is_written_in_units_that_are_not_finer_than_what_is_known():
    spans = (13, 14), (100, 140), (170, 250), (3 * 3600, 4.4 * 3600)
    assert [str(Span(*span)) for span in spans] == [
        "about 15 seconds",
        "100 to 140 seconds",
        "3 to 4 minutes",
        "3 to 4 hours",
    ]
