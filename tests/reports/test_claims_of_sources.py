"""The report on one player: what it says of the sources is counted, not written."""

import re
import tomllib
from fractions import Fraction
from functools import cache
from importlib.resources import files
from itertools import combinations
from math import prod
from statistics import mean

import pytest
from conftest import ROOT, ev_at

from making import (
    by_digits,
    families,
    questions,
    second_seat,
    simulated,
    starting_again,
    twelve_tiles,
)
from making import one_player as report
from twoplayer import Variant, check, one_player, strategy_value
from twoplayer.strategy import coverable_sets, restarts
from twoplayer.strategy.search import words
from twoplayer.variant.registry import as_variant
from twoplayer.variant.tiles import tile_sets

PUBLISHED = (files("making") / "published.toml").read_text("utf-8")


def test_the_digital_game_is_even_between_the_payouts_that_trial_left_open():
    """The report names the one payout there is; that it is up to date, `test_reports` proves."""
    page = (ROOT / "reports" / "house_rules.md").read_text("utf-8")
    [payout] = re.findall(r"the one payout that makes it exactly fair is .* \((\d+/\d+)\)", page)
    assert Fraction("3.93") < Fraction(payout) < Fraction("3.94")
    assert ev_at(as_variant("ananian"), payout) == 0


def test_the_rule_for_the_pub():
    """The report gives the best rule for each goal that a search of all rules of thumb finds."""
    page = (ROOT / "reports" / "one_player.md").read_text("utf-8")
    [found] = re.findall(r"\n\n(- the lowest expected score: .*?)\n\n", page, re.DOTALL)
    goals = [goal.split(" Runner-up: ")[0] for goal in " ".join(found.split()).split(" - ")]
    rule = words([("tiles", -1), ("largest tile", 1), ("smallest tile", 1)])
    assert [goal.endswith(f": {rule}") for goal in goals] == [True, False, True, True]
    assert "highest chance to clack" in goals[1]


@pytest.fixture(scope="module")
def solved():
    score, clack = (one_player(Variant(), aim).fractions for aim in ("score", "clack"))
    return score, clack, restarts(Variant(), "9/10").fractions


@pytest.fixture(scope="module")
def computed_once():
    """What does not depend on what a source says is computed for the first test alone."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("one_player", "strategy_value", "strategy_range", "worths"):
            patch.setattr(report, name, cache(getattr(report, name)))
        patch.setattr(families, "ev_by_tie", cache(families.ev_by_tie))
        patch.setattr(second_seat, "glad_of_a_tie", cache_by_rules(second_seat.glad_of_a_tie))
        yield


def cache_by_rules(function):
    """Compute once, of what cannot be a key but follows from the rules."""
    found = {}
    return lambda rules, left: found.setdefault(rules, found.get(rules) or function(rules, left))


def say(monkeypatch, printed, instead):
    """Have the sources say something else."""
    assert printed in PUBLISHED
    facts = tomllib.loads(PUBLISHED.replace(printed, instead, 1))
    for module in (report, second_seat, families, twelve_tiles, by_digits, simulated):
        monkeypatch.setattr(module, "published", lambda: facts)


@pytest.mark.dear
@pytest.mark.usefixtures("computed_once")
@pytest.mark.parametrize(
    ("printed", "instead", "wrong_figures", "wrong_claims"),
    [
        ("", "", 4, 4),
        pytest.param('"8" = "6.888889"', '"8" = "6.888888"', 5, 4, marks=pytest.mark.dear),
        pytest.param('cut = "0.0097"', 'cut = "0.0098"', 4, 4, marks=pytest.mark.dear),
        pytest.param('cut = "0.0097"', 'cut = "0.0096"', 5, 4, marks=pytest.mark.dear),
        pytest.param('exact = "145/1944"', 'exact = "72/965"', 5, 4, marks=pytest.mark.dear),
        pytest.param("covers = [3, 5]", "covers = [8]", 4, 5, marks=pytest.mark.dear),
        pytest.param('"5,6,7,8,9" = "24.7", ', "", 4, 5, marks=pytest.mark.dear),
        pytest.param("[6, [6]]", "[6, [2, 4]]", 4, 5, marks=pytest.mark.dear),
        pytest.param(
            'simulated_percent = "0.71"', 'simulated_percent = "0.81"', 5, 4, marks=pytest.mark.dear
        ),
        pytest.param("one_in = 25", "one_in = 20", 4, 5, marks=pytest.mark.dear),
        pytest.param('count = "210"', 'count = "209"', 5, 4, marks=pytest.mark.dear),
        pytest.param('most = "0.1"', 'most = "4.5"', 3, 4, marks=pytest.mark.dear),
        pytest.param('won = "49.3"', 'won = "52.5"', 5, 4, marks=pytest.mark.dear),
        pytest.param('mean = "36"', 'mean = "35"', 5, 4, marks=pytest.mark.dear),
        pytest.param('most_often = "33"', 'most_often = "34"', 5, 4, marks=pytest.mark.dear),
        pytest.param("rarer = 9 ", "rarer = 33 ", 4, 5, marks=pytest.mark.dear),
        pytest.param('"7" = "1950.347"', '"7" = "1944.138"', 3, 4, marks=pytest.mark.dear),
        pytest.param('"7,2" = "40935.389"', '"7,2" = "40935.388"', 5, 4, marks=pytest.mark.dear),
        pytest.param('figure = "7.22"', 'figure = "7.25"', 5, 4, marks=pytest.mark.dear),
        pytest.param('figure = "33.6623"', 'figure = "33.6999"', 5, 4, marks=pytest.mark.dear),
        pytest.param('figure = "33.8425"', 'figure = "33.8424"', 5, 4, marks=pytest.mark.dear),
    ],
)
def test_what_is_wrong_is_counted(
    solved, monkeypatch, printed, instead, wrong_figures, wrong_claims
):
    say(monkeypatch, printed, instead)
    figures = list(report.published_figures())
    said = report.claims_counted(figures, *solved)
    assert said["figures_right"] == len(figures) - wrong_figures
    assert len(said["wrong"]) == wrong_figures
    right_claims = 12 - wrong_claims
    assert (said["claims_right"], said["claims_wrong"]) == (right_claims, wrong_claims)
    verdicts = ["Wrong"] * wrong_claims + ["Not zero", "Rarer than not"] + ["Right"] * right_claims
    assert [line.split(".")[0] for line in said["claims"]] == verdicts


# Two players


@pytest.mark.dear
@pytest.mark.usefixtures("computed_once")
@pytest.mark.parametrize(
    ("printed", "instead", "wrong"),
    [
        ("", "", {"3.8"}),
        ('figure = "3.8"', 'figure = "3.9"', set()),
        ('figure = "-2.5"', 'figure = "-2.4"', {"3.8", "-2.4"}),
        ('figure = "1"', 'figure = "2"', {"3.8", "2"}),
        ("tie = 2", "tie = 10", {"3.8", "below 0"}),
        ("clack_payout = 4", "clack_payout = 5", {"3.8", "0.1"}),
    ],
)
def test_what_is_said_of_two_players_is_compared(monkeypatch, printed, instead, wrong):
    say(monkeypatch, printed, instead)
    figures = list(families.published_of_two(as_variant("ananian"), Fraction("3.9313")))
    assert len(figures) == 5
    verdicts = {f.figure: f.verdict for f in figures}
    assert {figure for figure, verdict in verdicts.items() if verdict != "right"} == wrong
    assert all(verdicts[figure].startswith("wrong: ") for figure in wrong)


@pytest.mark.dear
def test_the_largest_number_in_binary_is_no_best_move_in_210_places(solved):
    """Counted by the definition: the 9 is the first digit, and the largest of the moves is made."""
    score, loses = solved[0], []
    for tiles in filter(None, tile_sets(score.variant.tiles)):
        for roll in range(2, 13):
            if moves := score.moves(tiles, roll):
                binary = max(moves, key=lambda move: sum(2**tile for tile in move))
                loses.append(moves[binary] - min(moves.values()))
                assert second_seat.largest_in_binary(tiles, (roll,)) == binary
    assert sorted(filter(None, loses)) == sorted(second_seat.lost_in_binary(score))
    assert len([*filter(None, loses)]) == 210
    assert second_seat.in_binary(score)["binary_loses"] == (187, 210)


def test_the_second_seat_is_worth_what_the_readme_says():
    """The same stands in the report: an optimal first player, and one for the lowest score."""
    lowest, optimal = (strategy_value("classic", name) for name in ("lowest-score", "optimal"))
    said = " ".join((ROOT / "README.md").read_text("utf-8").split())
    best, low = (float(-100 * each.ev_against(optimal)) for each in (optimal, lowest))
    assert f"it is worth {best:.4f} % of a stake if both play optimally, and {low:.4f} %" in said
    page = (ROOT / "reports" / "one_player.md").read_text("utf-8")
    assert f"it is worth {low:.4f} %, and {best:.4f} % if both play optimally" in page


def test_what_going_second_is_worth(solved):
    found = second_seat.second_seat(solved[0])
    ways = {how: [*map(rounded, rates)] for how, *rates in found["second_ways"]}
    assert ways == {
        "plays optimally": ["48.1609", "47.7129", "4.1262", "0.4481"],
        "is as glad of a tie as of a win": ["47.9161", "47.6640", "4.4198", "0.2521"],
        "plays for the lowest score as well": ["47.9384", "47.9384", "4.1232", "0.0000"],
    }
    assert found["second_gains"] == found["second_ways"][0][-1]
    assert found["glad_gains"].low < found["second_ways"][1][-1] < found["glad_gains"].high
    assert found["glad_gains"].high < found["second_gains"]


def rounded(part):
    return f"{float(100 * part):.4f}"


# Programs and turns of others


WAYS = {total: 6 - abs(7 - total) for total in range(2, 13)}
"""In how many of 36 ways two dice fall."""


SETS = {total: [] for total in range(1, 13)}
for some in sorted(s for n in range(1, 5) for s in combinations(range(1, 13), n) if sum(s) <= 12):
    SETS[sum(some)].append(some)  # of five tiles the sum is 15 at least


LIKELY = {
    some: prod(Fraction(WAYS.get(tile, 0), 36) for tile in some)
    for sets in SETS.values()
    for some in sets
}
"""How likely two dice are to show the tiles one after the other."""


def sets_of(tiles, total):
    return [some for some in SETS[total] if {*some} <= {*tiles}]


@pytest.mark.dear
def test_the_program_for_twelve_tiles_leaves_what_a_plain_walk_says():
    """The program lists sets in the order of its loops, and takes the first of the likeliest."""
    left, full = dict.fromkeys(range(79), Fraction(0)), tuple(range(1, 13))
    reached = {tiles: Fraction(0) for n in range(12, -1, -1) for tiles in combinations(full, n)}
    reached[full] = Fraction(1)
    for tiles, chance in reached.items():
        dice = WAYS if sum(tiles) >= 6 else dict.fromkeys(range(1, 7), 6)
        for total, ways in dice.items() if chance else ():
            part = chance * Fraction(ways, 36)
            if sets := sets_of(tiles, total):
                taken = max(sets, key=LIKELY.get) if any(map(LIKELY.get, sets)) else max(sets)
                reached[tuple(tile for tile in tiles if tile not in taken)] += part
            else:
                left[sum(tiles)] += part
    assert left == twelve_tiles.played_by_bontrager().score_chances
    found = twelve_tiles.twelve_tiles()
    assert found["is_rarer"]
    assert not found["program_best"]
    assert (found["twelve"]["rarer"], found["twelve"]["so_often"]) == (9, left[9])
    figures = [(f.figure, f.exact) for f in twelve_tiles.bontragers_figures()]
    assert figures == [
        ("36", sum(k * chance for k, chance in left.items())),
        ("0.41", 100 * left[0]),
        ("33", max(left, key=left.get)),
    ]


@pytest.mark.dear
def test_two_tiles_at_most_clack_so_often_at_best_by_chance_and_at_worst():
    @cache
    def clacks(tiles, choose):
        if not tiles:
            return Fraction(1)
        value = Fraction(0)
        for total, ways in WAYS.items():
            if sets := [some for some in sets_of(tiles, total) if len(some) <= 2]:
                after = [tuple(t for t in tiles if t not in some) for some in sets]
                value += Fraction(ways, 36) * choose([clacks(rest, choose) for rest in after])
        return value

    published = tomllib.loads(PUBLISHED)
    facts = [*published["clack_chance"], *published["strategy"], *published["worst_play"]]
    said = [fact["cut"] for fact in facts if fact["source"] == "cambridgemovies.org.uk"]
    found = [clacks(tuple(range(1, 10)), choose) for choose in (max, mean, min)]
    variant = Variant(max_tiles=2)
    best, worst = (one_player(variant, aim).fractions for aim in ("clack", "worst-clack"))
    by_chance = strategy_value(variant, "random").fractions.clack_chance
    assert found == [best.value(), by_chance, worst.value()]
    assert [str(float(value))[: len(text)] for value, text in zip(found, said, strict=True)] == said


FULL = tuple(range(1, 10))


def rest(tiles, some):
    return tuple(tile for tile in tiles if tile not in some)


@pytest.mark.dear
@pytest.mark.parametrize(("lacking", "wrong"), [(None, {"7", "7,5", "7,6"}), ((2, 3, 4), set())])
def test_all_figures_by_digits_come_out_where_2_3_and_4_may_not_cover_a_9(lacking, wrong):
    """A plain walk, by the definition: the lowest number that one can expect of the open tiles."""

    def after(tiles, total):
        sets = [some for some in sets_of(tiles, total) if some != lacking]
        return min(
            ((number(left), left) for some in sets for left in [rest(tiles, some)]), default=None
        )

    @cache
    def number(tiles):
        if not tiles:
            return Fraction(0)
        stays = Fraction(int("".join(map(str, tiles))))
        best = {total: after(tiles, total) or (stays,) for total in WAYS}
        return sum(
            (Fraction(ways, 36) * best[total][0] for total, ways in WAYS.items()), Fraction(0)
        )

    [fact] = tomllib.loads(PUBLISHED)["by_digits"]
    found = {}
    for rolls in fact["after"]:
        tiles = FULL
        for total in map(int, rolls.split(",")):
            found[rolls], tiles = after(tiles, total)
    said = by_digits.by_digits()
    assert [*found.values()] == [row[2 if lacking is None else 3] for row in said["rows"]]
    off = {
        rolls for rolls, figure in fact["after"].items() if f"{float(found[rolls]):.3f}" != figure
    }
    assert off == wrong
    assert (said["right"], said["come_out"], said["all"]) == (3, 6, 6)


@pytest.mark.dear
def test_simulated_turns_are_what_their_programs_do_exactly():
    """mampersat: of the sets that are shortest the first, in order; Moikii: the last in reverse."""

    def fewest(sets):
        return min(sets, key=len)  # of equals the first, and they are ordered

    def largest(sets):
        return max(sets, key=lambda some: some[::-1])

    def ends(choose):
        reached, left = {FULL: Fraction(1)}, dict.fromkeys(range(46), Fraction(0))
        while reached:
            tiles = max(reached, key=len)
            chance = reached.pop(tiles)
            if not tiles:
                left[0] += chance
                continue
            for total, ways in WAYS.items():
                if sets := sets_of(tiles, total):
                    after = rest(tiles, choose(sets))
                    reached[after] = reached.get(after, 0) + chance * Fraction(ways, 36)
                else:
                    left[sum(tiles)] += chance * Fraction(ways, 36)
        return left

    clacks, covers, best = (figure.exact for figure in simulated.simulated_figures())
    assert clacks == 100 * ends(fewest)[0] == 100 * Fraction(76178977, 1088391168)
    assert covers == 45 - sum(k * chance for k, chance in ends(largest).items())
    assert rounded(covers / 100) == "33.6267"
    assert best == 45 - one_player(Variant(), "score").fractions.value()


@pytest.mark.dear
def test_chance_explains_a_simulation_that_is_above_the_optimum():
    """`check` says the same, and takes the end of the rounded figure that is nearer."""
    found = simulated.simulated_turns()
    assert [row[3:4] + row[5:] for row in found["rows"]] == [
        (100_000, "120,000"),
        (100_000, "419,000"),
    ]
    assert found["above"]
    strategy = "fewest-tiles,largest-first,smallest-first"
    for games, right in ((100_000, True), (130_000, False)):
        said = check("7.22%", of="clack", first_strategy=strategy, games=games)
        assert said.right == right
    assert not check("7.22%", of="clack").right


def test_so_many_turns_go_by_without_a_clack():
    values = {n: strategy_value("classic", n).fractions for n in ("largest-first", "best-clack")}
    rows = {turns: rates for turns, *rates in questions.no_clack(values)}
    for turns, rates in rows.items():
        misses = [[1 - value.clack_chance] * turns for value in values.values()]
        assert rates == [*map(prod, misses)]
    assert [f"{float(100 * rate):.2f}" for rate in rows[20]] == ["24.67", "22.71"]


# Starting again


@pytest.mark.dear
def test_starting_again_by_the_text_is_what_restarts_has(solved):
    again = solved[2]
    found = starting_again.fixed_point(coverable_sets(Variant()), again.discount)
    assert found == (again.value(), 4040, 0, len(again.exceptions()))


@pytest.mark.dear
def test_giving_up_and_a_list_that_lacks_a_set_change_what_is_best(solved):
    again = solved[2]
    found = starting_again.starting_again(again.discount)
    assert (found["missing"], found["twice"]) == ("1,2,3,4", "1,3,6")
    freely, short = found["giving_up"], found["of_program"]
    assert short.start < again.value() < freely.start
    assert (freely.given_up, freely.largest_wrong) == (412, 571)
    assert (short.places, short.given_up, short.largest_wrong) == (4039, 0, 199)
