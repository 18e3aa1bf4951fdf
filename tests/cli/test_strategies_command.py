"""The commands about strategies and one player."""

import csv
import json
from fractions import Fraction

import pytest
from conftest import output, run

from twoplayer import Variant, matchup, strategy_value
from twoplayer.strategy import strategy_range

CHAIN = "most-rolls,largest-first"


@pytest.mark.dear
def test_a_chain_is_valued_beside_the_others():
    text = output(f"strategies --also {CHAIN}")
    assert max(map(len, text.splitlines())) <= 80
    table, _, _ = text.partition("From the worst")
    assert ["11.2693", "6.9202", "-1.5773", "-1.1718"] in [
        row.split()[-4:] for row in table.splitlines()
    ]
    assert "can still be played. Then: A move with the largest" in " ".join(text.split())


def test_how_much_hangs_on_what_is_left_open_is_told():
    """The lowest score leaves nothing open that makes a difference."""
    text = output("strategies --tiles 5")
    _, _, spans = text.partition("From the worst to the best way")
    found = strategy_range(Variant(tiles=5), "random").expected_score
    assert f"{float(found.low):.1f} to {float(found.high):.1f}" in spans
    assert "lowest-score " not in spans.partition("- random")[0]
    rows = list(csv.DictReader(output("strategies --tiles 5 --format csv").splitlines()))
    [row] = [row for row in rows if row["strategy"] == "random"]
    assert Fraction(row["expected_score_range_low"]) == found.low
    assert Fraction(row["expected_score_range_high"]) == found.high
    of_json = json.loads(output("strategies --tiles 5 --format json"))
    [of_random] = [each for each in of_json["strategies"] if each["strategy"] == "random"]
    assert of_random["expected_score_range"]["low"]["exact"] == str(found.low)
    assert of_random["first_player_ev"]["exact"] == row["first_player_ev"]


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("rules", "fair"), [("", True), ("--immediate-clack", False), ("--ties first", False)]
)
def test_where_nobody_looks_at_the_score_to_beat_the_game_is_fair(rules, fair):
    text = output(f"strategies --tiles 4 {rules} --matchups")
    assert ("exactly fair if both play alike" in text) == fair
    value = strategy_value(Variant(tiles=4), "random")
    assert value.ev_against(value) == 0


def test_a_chain_that_there_is_not():
    result = run("strategies --also largest-first,slow")
    assert result.exit_code == 2
    assert result.stderr.startswith("Error: --also: got 'slow'; takes random | largest-first")
    assert run("strategies --search --also random").exit_code == 2


def test_programs_get_how_every_game_between_two_ends():
    line, variant = "strategies --tiles 4 --scoring digits", Variant(tiles=4, scoring="digits")
    rows = csv.DictReader(output(f"{line} --matchups --format csv").splitlines())
    found = {(row["first"], row["second"]): row for row in rows}
    for pair in (("random", "optimal"), ("optimal", "random"), ("random", "sure-win-or-tie")):
        played = matchup(variant, *pair).fractions
        for name in ("first_wins", "tie", "second_wins", "first_clacks", "second_clacks"):
            assert found[pair][name] == str(getattr(played.outcomes, name))
        assert float(found[pair]["day_fewer"]) == float(played.days(20).fewer)
