"""The scripts of the page without a browser: their types, and what they compute, checked in Node.

Python writes the cases, with what comes of them. `npm install` in the root of the project installs
what checks the types.
"""

import json
import os
import random
import shutil
import subprocess
from datetime import date
from fractions import Fraction

import pytest
from conftest import ROOT
from days import Day
from drawn import ANY_BUT_THE_PAYOUT, pairs, rule_sets
from hypothesis import given, settings
from hypothesis import strategies as st
from read_links import OF_THE_PAGE, READ, REFUSED, in_the_address
from test_links import played_at_random
from test_page import BAD, drawn_positions, refused_by_variant
from touch import spelled

from twoplayer import Variant, seats, solve
from twoplayer.exact import fraction_text
from twoplayer.many.results import Entry
from twoplayer.variant.fields import FIELDS
from twoplayer.variant.registry import family
from twoplayer.variant.tiles import COVERINGS, SCORINGS, tile_sets
from twoplayer.web.link import link_to
from twoplayer.web.page import told

pytestmark = pytest.mark.dear

NODE = shutil.which("node")
TYPES = ROOT / "node_modules" / "typescript" / "bin" / "tsc"
FILES = sorted((ROOT / "tests" / "web" / "node").glob("*.test.js"))


def needed(found, what):
    """Skip a test where something is missing, unless that is not allowed."""
    if not found:
        if os.environ.get("NODE_REQUIRED"):
            pytest.fail(f"{what} is missing")
        pytest.skip(f"{what} is missing")


def node(*arguments, **more):
    result = subprocess.run(
        [NODE, *map(str, arguments)], cwd=ROOT, capture_output=True, text=True, check=False, **more
    )
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


def test_what_travels_between_the_scripts_has_the_shape_that_is_told():
    needed(NODE and TYPES.exists(), "Node, with what `npm install` installs,")
    node(TYPES, "--project", ROOT)


def drawn(strategy, number):
    """Return as many examples of a strategy; the same each time."""
    found = []

    @settings(max_examples=number, database=None, derandomize=True)
    @given(strategy)
    def draw(each):
        found.append(each)

    draw()
    return found


def fractions():
    exact = st.fractions(-100, 100, max_denominator=10**6)
    halves = [Fraction(units, 200) for units in range(-5, 6)]
    pairs = [*drawn(st.tuples(exact, exact), 100), *((each, each) for each in halves)]
    for one, other in pairs:
        yield {
            "one": str(one),
            "other": str(other),
            "sum": str(one + other),
            "difference": str(one - other),
            "isLess": one < other,
            "rounded": [rounded(one, places) for places in range(5)],
        }


def rounded(number, places):
    units = round(number * 10**places)
    digits = f"{abs(units):0{places + 1}}"
    sign = "−" if units < 0 else ""
    whole, part = digits[: len(digits) - places], digits[len(digits) - places :]
    return f"{sign}{whole}.{part}" if places else f"{sign}{whole}"


def rules():
    for each in drawn(rule_sets(tuple(FIELDS)[1:]), 100):
        variant = Variant(**each)
        yield {
            "given": spelled(each),
            "normal": {
                name: value if value is None or isinstance(value, bool) else str(value)
                for name, value in variant.rules().items()
            },
            "words": variant.words(),
            "link": link_to(variant),
        }


def positions(number):
    """Draw positions of drawn rules, each with what it is worth and with every choice there.

    To these come half as many where each player has rules of his own.
    """
    same = ((each, None) for each in drawn(rule_sets(tuple(FIELDS)[1:], most_tiles=5), number // 5))
    own = drawn(pairs(), number // 10)
    for seed, (each, others) in enumerate((*same, *own)):
        variant, second = Variant(**each), others and Variant(**others)
        solution = solve(variant, second=second).fractions
        for beat, tiles, thrown in drawn_positions(variant, random.Random(seed), 5, second):
            mine = variant if beat is None else second or variant
            sets, by_total = tile_sets(mine.tiles), COVERINGS[mine.moves].by_total
            turn = solution.play(beat)
            options = turn.options(tiles, sum(thrown) if by_total else thrown)
            moves = [option for option in options if option.choice]
            dice = turn.options(tiles)
            yield {
                "rules": spelled(each),
                "second": others and spelled(others),
                "beat": None if beat is None else str(beat),
                "set": sets.index(tiles),
                "roll": thrown,
                "worth": texts(dice[0][1:]),
                "dice": [[choice, *texts(worth)] for choice, *worth in dice],
                "moves": [[sets.index(choice), *texts(worth)] for choice, *worth in moves],
                "ended": None if moves else texts(options[0][1:]),
            }


def texts(numbers):
    return list(map(fraction_text, numbers))


def of_several():
    for number, each in enumerate(drawn(rule_sets(tuple(FIELDS)[1:], most_tiles=3), 20)):
        players = 3 + number % 2
        found = seats(Variant(**each), players=players)
        yield {
            "rules": spelled(each),
            "players": players,
            "evs": texts(found.evs),
            "wins": texts(found.wins),
        }


def games():
    drawing = st.tuples(ANY_BUT_THE_PAYOUT, st.integers(0, 2**32), st.integers(0, 30))
    for each, seed, rolls in drawn(drawing, 100):
        variant = Variant(**each)
        play = played_at_random(variant, random.Random(seed), rolls)
        yield {
            "link": link_to(variant, play.text),
            "text": play.text,
            "over": play.over,
            "left": list(map(str, play.scores)),
            "set": tile_sets(variant.tiles).index(play.open_tiles),
        }


def links():
    for link, says in {**READ, **dict.fromkeys(REFUSED)}.items():
        yield {"address": in_the_address(link), "says": says, "pagesOwn": False}
    for link in OF_THE_PAGE:
        yield {"address": in_the_address(link), "says": None, "pagesOwn": True}


def days():
    """Draw rules and dates, with the dice, the best's turn and somebody's, and its squares."""
    drawing = st.tuples(rule_sets(tuple(FIELDS)[1:], most_tiles=5), st.dates())
    loaded = {"tiles": 6, "weights": (1, 2, 300, 1, 1, 10**18)}
    given_days = [({}, date(2026, 11, 23)), (loaded, date(2026, 11, 24)), *drawn(drawing, 60)]
    for seed, (each, when) in enumerate(given_days):
        day = Day(Variant(**each), when.isoformat())
        best, some = day.best(), day.at_random(random.Random(seed))
        yield {
            "rules": spelled(each),
            "date": day.date,
            "rolls": [day.faces(number) for number in range(1, 21)],
            "best": list(as_entries(day, best)),
            "bestLeft": str(day.left(best)),
            "drawn": list(as_entries(day, some)),
            "left": str(day.left(some)),
            "squares": list(day.squares(some)),
        }


def as_entries(day, played):
    sets = tile_sets(day.variant.tiles)
    for _, dice, faces, move in played:
        yield [dice, faces, move and sets.index(tuple(sorted(move)))]


@pytest.fixture(scope="module")
def cases(tmp_path_factory):
    needed(NODE, "Node")
    found = {
        "given": told([family("classic")], [Entry(Variant(), solve("classic").first_player_ev)]),
        "fractions": list(fractions()),
        "rules": list(rules()),
        "badRules": [
            {"given": given, "faults": faults}
            for given, faults in zip(BAD, refused_by_variant(BAD), strict=True)
        ],
        "positions": list(positions(300)),
        "seats": list(of_several()),
        "games": list(games()),
        "links": list(links()),
        "days": list(days()),
        "kinds": [list(COVERINGS), list(SCORINGS), list(FIELDS["ties"].examples)],
    }
    assert len(found["positions"]) >= 300
    path = tmp_path_factory.mktemp("cases") / "cases.json"
    path.write_text(json.dumps(found), "utf-8")
    return path


def test_there_is_something_to_run():
    assert len(FILES) >= 5


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name.partition(".")[0])
def test_the_scripts_compute_what_python_does(cases, file):
    said = node("--test", file, env={**os.environ, "CASES": str(cases)})
    assert "# fail 0" in said.replace("ℹ", "#")
