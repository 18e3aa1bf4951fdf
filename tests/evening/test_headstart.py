"""A head start: a tile of the second player's is covered before she begins."""

import csv
import io
import json
from fractions import Fraction

from conftest import examples, output
from drawn import ANY_BUT_THE_PAYOUT
from hypothesis import given, settings
from oracle import Oracle

from twoplayer import Variant
from twoplayer.game.solution import head_starts


def without(rules, tile):
    first = rules.get("opening_tile")
    tiles = tuple(each for each in rules["tiles"] if each != tile)
    return {**rules, "tiles": tiles, "opening_tile": None if first == tile else first}


@given(ANY_BUT_THE_PAYOUT)
@settings(max_examples=examples(10))
def test_each_is_a_game_in_which_the_second_has_a_tile_less(rules):
    found = head_starts(Variant(**rules))
    tiles = rules["tiles"]
    assert list(found) == (list(tiles) if len(tiles) > 1 else [])
    for tile, ev in found.items():
        assert ev == Oracle(without(rules, tile), **rules).first_player_ev()


def test_in_the_classic_game_large_tiles_help_a_child():
    evs = head_starts(Variant())
    assert [tile for tile, ev in evs.items() if ev < 0] == [7, 8, 9]
    assert evs[1] == max(evs.values())


def test_an_evening_says_so_in_a_sentence_and_has_a_row_for_each_tile():
    text = output("evening --tiles 6 --dice 1d6 --one-die never")
    evs = head_starts(Variant(tiles=6, dice="1d6"))
    assert "A head start for a child who plays second: the child gains with" in text
    assert "covered beforehand" not in text.partition("Fairest")[0]
    assert max(map(len, text.splitlines())) <= 80
    line = "evening --tiles 6 --dice 1d6 --format"
    records = list(csv.DictReader(io.StringIO(output(f"{line} csv"))))[-6:]
    for record, (tile, ev) in zip(records, evs.items(), strict=True):
        assert record["how"] == f"2 players, the {tile} of the second player covered beforehand"
        assert Fraction(record["gains_low"]) == abs(ev)
        assert record["best"] == ("1" if ev > 0 else "2")
    of_json = json.loads(output(f"{line} json"))
    assert [row["how"] for row in of_json["ways"]][-6:] == [record["how"] for record in records]


def test_a_single_tile_cannot_be_spared():
    assert head_starts(Variant(tiles="6-6")) == {}
    assert "head start" not in output("evening --tiles 6-6")
