"""The scripts of the page without a browser: their types, and what they compute, checked in Node.

Python writes the cases, with what comes of them. `npm install` in the root of the project installs
what checks the types.
"""

import csv
import json
import os
import random
import re
import shlex
import shutil
import subprocess
from bisect import bisect_left
from datetime import date
from fractions import Fraction
from urllib.parse import unquote

import pytest
from any_names import ANY, SPELLED, as_shown, file_of, files_of_any_name, tiles_of
from conftest import ROOT
from days import Day
from drawn import (
    ANY_BUT_THE_PAYOUT,
    TURN_FIELDS,
    drawn_positions,
    pairs,
    played_at_random,
    rule_sets,
)
from evenings import (
    ENDED,
    ROUNDS,
    SEATED,
    assert_it_plays,
    ends,
    games_of_both,
    last_rounds,
    programs,
    turns,
    turns_that_are_played,
)
from hypothesis import given, settings
from hypothesis import strategies as st
from long_texts import KINDS, LONGEST_RULES, TOO_LONG, text_of
from oracle import Oracle
from page_languages import TAGS
from read_links import OF_THE_PAGE, READ, REFUSED, in_the_address
from sent_links import HOSTILE, ODD
from spelled_rules import BAD, SPELLED_OTHERWISE, refused_by_variant
from touch import page_of, spelled

from twoplayer import Play, Variant, mend, registered, seats, solve, variants
from twoplayer.errors import LONGEST
from twoplayer.exact import fraction_text
from twoplayer.game.players import PLAYERS
from twoplayer.many.results import Entry
from twoplayer.variant.dice import MEASURES
from twoplayer.variant.fields import FIELDS
from twoplayer.variant.registry import family
from twoplayer.variant.tiles import COVERINGS, SCORINGS, tile_sets
from twoplayer.variant.variant import STAKES, variant_of
from twoplayer.web.explorer import render_explorer
from twoplayer.web.html import MOST_SOLVED
from twoplayer.web.link import link_to, read_link
from twoplayer.web.page import told

pytestmark = pytest.mark.dear

NODE = shutil.which("node")
TYPES = ROOT / "node_modules" / "typescript" / "bin" / "tsc"
SCRIPTS = ROOT / "tests" / "web" / "node"
PLAYS, PROGRAMS = SCRIPTS / "plays.js", SCRIPTS / "programs.js"
FILES = sorted(SCRIPTS.glob("*.test.js"))


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


def normal(variant):
    """Return the rules as a page spells them: as text, but for what is absent, or yes or no."""
    return {
        name: value if value is None or isinstance(value, bool) else str(value)
        for name, value in variant.rules().items()
    }


def rules():
    for each in [*drawn(rule_sets(tuple(FIELDS)[1:]), 100), *SPELLED_OTHERWISE, *LONGEST_RULES[1:]]:
        variant = Variant(**each)
        yield {
            "given": spelled(each),
            "normal": normal(variant),
            "words": variant.words(),
            "link": link_to(variant),
        }


BY_HAND = [
    {},
    {"one_die": "always", "clack_payout": 2, "immediate_clack": True},
    {"tiles": "4-8", "moves": "sum-or-difference", "clack_payout": "5/3", "ties": "first"},
    {"tiles": 6, "weights": f"1,1,1,1,{10**18},2", "one_die": "sum <= 9"},
    {"tiles": "3-7", "dice": "3d4", "opening_tile": 5, "scoring": "digits", "max_tiles": 2},
    {"tiles": 6, "one_die": "forced sum <= 6", "stop_total": 7, "scoring": "count"},
    {"tiles": "1,2,5,9", "moves": "dice-or-sum", "clack_payout": 0, "ties": "second"},
    {"tiles": 10, "one_die": "sum <= 6"},
]


def drawn_rules(number):
    """Draw rules, and half as many where each player has rules of his own."""
    yield from ((each, None) for each in drawn(rule_sets(tuple(FIELDS)[1:], most_tiles=5), number))
    yield from drawn(pairs(), number // 2)


def positions(some_rules, number):
    """Draw positions by rules, each with what it is worth and with every choice there."""
    for seed, (each, others) in enumerate(some_rules):
        variant, second = Variant(**each), others and Variant(**others)
        solution = solve(variant, second=second).fractions
        for beat, tiles, thrown in drawn_positions(variant, random.Random(seed), number, second):
            mine = variant if beat is None else second or variant
            sets, by_total = tile_sets(mine.tiles), COVERINGS[mine.moves].by_total
            turn = solution.play(score_to_beat=beat)
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
                # What gives away a twentieth of a stake, or more.
                "much": [
                    sets.index(each.choice)
                    for each in moves
                    if moves[0].value - each.value >= Fraction(1, 20)
                ],
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


def catalogue():
    """Return every registered game that a page solves, and what it is worth."""
    for name in registered():
        if len(found := variants(name)) == 1 and len(found[0].tiles) <= MOST_SOLVED:
            yield {
                "name": name,
                "rules": spelled(found[0].rules()),
                "ev": str(solve(found[0]).first_player_ev),
            }


def reviews():
    """Draw games that were played to their end, each as its winner looks back on it."""
    drawing = st.tuples(rule_sets(tuple(FIELDS)[1:], most_tiles=5), st.integers(0, 2**32))
    for each, seed in drawn(drawing, 100):
        variant = Variant(**each)
        play = played_at_random(variant, random.Random(seed), 100)
        if not play.over:
            continue
        review = play.review().fractions
        seat = 2 if review.result < 0 else 1
        review = play.review(seat).fractions
        wrong = {
            PLAYERS.index(player) + 1: sorted(
                cost
                for row in review.to_records()
                for cost in map(Fraction, (row["dice_cost"] or 0, row["cost"] or 0))
                if cost and row["player"] == player
            )
            for player in PLAYERS
        }
        parts = (review.ev, review.luck, -review.own_mistakes, review.other_mistakes)
        yield {
            "link": link_to(variant, play.text),
            "seat": seat,
            "result": fraction_text(review.result),
            "sum": " + ".join(f"({fraction_text(part)})" for part in parts),
            "mistakes": {seat: list(map(fraction_text, some)) for seat, some in wrong.items()},
            "hundredths": [round(100 * part / review.result) for part in (parts[0], *parts[2:])]
            if review.result
            else None,
        }


def opened():
    """Return links, with what is said of those that are refused."""
    yield from ({"link": f"#{link}", "said": said} for link, said in HOSTILE.values())
    yield from ({"link": f"#{link}", "said": ""} for link in ODD.values())
    for link, said in {
        "tiles=4&tiles=5": "tiles: given twice; takes one value",
        "tiles=1-9&second=tiles%3D0": "second: tiles: got",
        "tiles=1-9&second=ties%3Dfirst": "second: ties: got 'first'",
        "tiles=1-9&second=second%3Dtiles%253D8": "second: second: an unknown rule",
        "tiles=1-9&second=nobody": "no name of the catalogue",
        "tiles=1-9&second=tiles%3D8&second=tiles%3D8": "given twice",
        f"{'x' * 100_000}=4": f"{'x' * 40} … {'x' * 10}: an unknown rule; takes tiles, ",
        "x" * 100_000: f"'{'x' * 39} … {'x' * 9}' is no name of the catalogue",
        f"clack_payout={'1' * 100_000}x": "100001 characters long, more than 4000; takes an exact",
        "&".join(f"x{number}=1" for number in range(50_000)): (
            f"50000 rules are given, more than {len(FIELDS)}"
        ),
    }.items():
        yield {"link": f"#{link}", "said": said}


def every_value():
    """Yield rules in which every value that people play, or that is registered, comes once."""
    values = [(name, value) for name, field in FIELDS.items() for value in field.examples]
    values += [("moves", name) for name in COVERINGS] + [("scoring", name) for name in SCORINGS]
    yield from ({name: str(value)} for name, value in values)
    yield from ({"one_die": f"{name} <= 3"} for name in MEASURES)
    for each in variants("house") + variants("atlas")[::50]:
        yield {name: str(value) for name, value in each.rules().items() if value is not None}


def data_of(path):
    """Return what a page is told by the program."""
    return json.loads(re.search(r'id="data">(.*?)</script>', path.read_text("utf-8"))[1])


def of_files(folder):
    """Return what a page of files of any name is told, and what its links mean."""
    files = [*files_of_any_name(folder)]
    links = {f"{name}&lang={tag}": (name, tiles_of(name)) for name in ANY for tag in TAGS}
    names = [*dict(SPELLED)]
    for number, name in enumerate(names):
        files.append(file_of(folder, name.removesuffix(".toml"), f'tiles = "1,2,{20 + number}"\n'))
    links |= {link: (name, [1, 2, 20 + names.index(name)]) for name, link in SPELLED}
    return {
        "given": data_of(page_of(folder, shlex.join(map(str, files)))),
        "links": [
            {"link": link, "shown": as_shown(name), "tiles": tiles}
            for link, (name, tiles) in links.items()
        ],
    }


def explored():
    """Return what the explorer of the atlas is told, and what holds of its games."""
    with open(ROOT / "reports" / "atlas.csv", encoding="utf-8", newline="") as file:
        rows = {variant_of(row): row for row in csv.DictReader(file)}
    entries = [
        Entry(each, Fraction(rows[each]["first_player_ev"]), int(rows[each]["games"]))
        for each in variants("atlas")
    ]
    sizes = sorted(abs(each.first_player_ev) for each in entries)
    text = render_explorer(entries, "")
    return {
        "given": json.loads(re.search(r'id="data">(.*?)</script>', text)[1]),
        "games": [
            {
                "rules": spelled(each.variant.rules()),
                "link": link_to(each.variant),
                "ev": str(each.first_player_ev),
                "games": str(each.games),
                "percent": rounded(100 * each.first_player_ev, 4),
                "fairer": bisect_left(sizes, abs(each.first_player_ev)),
            }
            for each in entries
        ],
        "near": [*fairest_near(entries)],
    }


def fairest_near(entries):
    """Yield, of a few games, those that are fairer with one change of a rule, or with two."""
    for one in entries[::100]:
        rules = one.variant.rules()
        for changes, most in ((1, 3), (2, 5)):
            sizes = (
                abs(each.first_player_ev)
                for each in entries
                if sum(each.variant.rules()[name] != rules[name] for name in rules) == changes
            )
            fairer = sorted(size for size in sizes if size < abs(one.first_player_ev))[:most]
            yield {
                "link": link_to(one.variant),
                "changes": changes,
                "most": most,
                "sizes": list(map(str, fairer)),
            }


def turns_over():
    """Draw scores that the first player leaves, each with what the second one then hopes for."""
    drawn_sets = drawn(rule_sets(tuple(FIELDS)[1:], most_tiles=5), 60)
    for seed, each in enumerate([{}, {"ties": "second"}, {"ties": "first"}, *drawn_sets]):
        variant, oracle = Variant(**each), Oracle(**each)
        solution, chance = solve(variant).fractions, random.Random(seed)
        for tiles in chance.choices(tile_sets(variant.tiles), k=3):
            score = SCORINGS[variant.scoring].score(tiles)
            if score or not variant.immediate_clack:
                hope = solution.play(score_to_beat=score).options(variant.tiles)[0]
                yield {
                    "rules": spelled(each),
                    "set": tile_sets(variant.tiles).index(tiles),
                    "score": str(score),
                    "win": fraction_text(hope.win),
                    "beaten": [has_all(oracle, score, some) for some in tile_sets(variant.tiles)],
                }


def has_all(oracle, score, tiles):
    """Tell whether the second player has won, and could win no more by a clack."""
    now = oracle.second_payoff(score)(frozenset(tiles))
    return bool(tiles) and now[1] == 1 and now[0] == oracle.to_second(score, frozenset())


def mended():
    """Return rules, with every change of one of them, and how fair the fairer ones are."""
    for each in ({"tiles": "1-4"}, {"tiles": "1-4", "ties": "first"}, {"tiles": 1, "dice": "1d1"}):
        variant = Variant(**each)
        tried = [
            one
            for one in mend(variant).mends
            if {*one.changed} <= FIELDS.keys() and one.payouts is None
        ]
        now = abs(solve(variant).first_player_ev)
        yield {
            "rules": spelled(each),
            "tried": len(tried),
            "fairer": {
                link_to(one.variant): percent_of(one.first_player_ev)
                for one in sorted(tried, key=lambda one: abs(one.first_player_ev))
                if abs(one.first_player_ev) < now
            },
        }


def percent_of(ev):
    return rounded(100 * Fraction(fraction_text(ev)), 4)


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
        "classic": normal(Variant()),
        "stakes": list(STAKES),
        "badRules": [
            {"given": given, "faults": faults}
            for given, faults in zip(BAD, refused_by_variant(BAD), strict=True)
        ],
        "tooLong": [
            {"given": given, "faults": faults}
            for given, faults in zip(TOO_LONG, refused_by_variant(TOO_LONG), strict=True)
        ],
        # Where the first few are not refused, a million characters would take hours.
        "anyLength": [
            {
                "length": length,
                "kinds": KINDS,
                "faults": refused_by_variant(
                    [dict.fromkeys(FIELDS, text_of(kind, length)) for kind in KINDS]
                ),
            }
            for length in (LONGEST + 1, 10**6)
        ],
        "positions": [
            *positions(drawn_rules(60), 5),
            *positions(((each, None) for each in BY_HAND), 60),
        ],
        "seats": list(of_several()),
        "games": list(games()),
        "gamesOfBoth": list(games_of_both(drawn(st.tuples(pairs(), st.integers(0, 2**32)), 60))),
        "ends": list(ends(drawn(ENDED, 200))),
        "lastRounds": list(last_rounds(drawn(ROUNDS, 40))),
        "turns": list(turns(drawn(SEATED, 25))),
        "turnsThatArePlayed": list(turns_that_are_played()),
        "links": list(links()),
        "days": list(days()),
        "turnsOver": list(turns_over()),
        "mended": list(mended()),
        "catalogue": list(catalogue()),
        "reviews": list(reviews()),
        "opened": list(opened()),
        "toPlay": [link_to(Variant(**each)) for each in drawn(ANY_BUT_THE_PAYOUT, 200)],
        "programs": list(
            programs(
                unquote(link_to(Variant(**each))) for each in drawn(rule_sets(TURN_FIELDS), 40)
            )
        ),
        "names": of_files(tmp_path_factory.mktemp("names")),
        "explored": explored(),
        "digits": fraction_text(
            solve(Variant(tiles=8, scoring="digits")).fractions.first_player_ev
        ),
        "kinds": [list(COVERINGS), list(SCORINGS), list(FIELDS["ties"].examples)],
        "fields": list(FIELDS),
        "measures": list(MEASURES),
        "everyValue": list(every_value()),
    }
    assert len(found["positions"]) >= 400
    assert len(found["reviews"]) >= 50
    path = tmp_path_factory.mktemp("cases") / "cases.json"
    path.write_text(json.dumps(found), "utf-8")
    return path


def test_there_is_something_to_run():
    assert len(FILES) >= 5


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name.partition(".")[0])
def test_the_scripts_compute_what_python_does(cases, file):
    said = node("--test", file, env={**os.environ, "CASES": str(cases)})
    assert "# fail 0" in said.replace("ℹ", "#")


def test_play_reads_what_the_page_writes(cases):
    written = json.loads(node(PLAYS, env={**os.environ, "CASES": str(cases)}))
    links = json.loads(cases.read_text("utf-8"))["toPlay"]
    for rules, (text, link, phase, seat, open_tiles) in zip(links, written, strict=True):
        variant = Variant(**read_link(f"#{rules}").first)
        play = Play.of(variant, text)
        assert play.text == text
        assert link == link_to(variant, text)
        assert phase != "over" or play.over
        if phase == "turn" and play.seat == seat:
            assert list(play.open_tiles) == open_tiles
    assert {phase for _, _, phase, *_ in written} == {"turn", "over"}


def test_the_program_plays_as_its_way_to_play_says(cases):
    for game in json.loads(node(PROGRAMS, env={**os.environ, "CASES": str(cases)})):
        assert_it_plays(**game)
