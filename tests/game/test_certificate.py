"""Certificates: what is in them, and the command that writes them."""

import gzip
import json
from fractions import Fraction

import pytest
from conftest import output, run, written
from narrowed import narrowed

from twoplayer import Variant, certificate, solve
from twoplayer.checker import Certificate, read
from twoplayer.errors import GameTooLargeError
from twoplayer.game import certificate as module
from twoplayer.turn import dag
from twoplayer.variant.tiles import tile_sets


def test_it_has_the_value_of_every_set_of_tiles_in_both_turns():
    variant = Variant(tiles="1-3,6", dice="1d6", clack_payout="3/2", immediate_clack=True)
    claims, solution = json.loads(certificate(variant).text), solve(variant).fractions
    assert claims["rules"] == variant.rules()
    assert claims["first_player_ev"] == str(solution.first_player_ev)
    assert list(claims["second"]["values"]) == [str(k) for k in solution.second_player_values if k]
    unit = int(claims["second"]["denominator"])
    for score, values in claims["second"]["values"].items():
        shown = [
            solution.value(tiles, score_to_beat=int(score)) * unit
            for tiles in tile_sets(variant.tiles)
        ]
        assert values == shown
    unit = int(claims["first"]["denominator"])
    assert claims["first"]["values"] == [solution.value(s) * unit for s in tile_sets(variant.tiles)]


def test_equal_rules_make_equal_text():
    one, other = certificate(Variant(tiles=4, clack_payout="2.0")), Variant(clack_payout=2, tiles=4)
    assert one == certificate(other)
    assert one.sha256 == certificate(other).sha256 != certificate(Variant(tiles=4)).sha256


def test_numbers_that_some_readers_would_round_are_text():
    variant = Variant(tiles=3, clack_payout=Fraction(10**18 + 1, 3), stop_total=10**20)
    claims = json.loads(certificate(variant).text)
    numbers = [n for values in claims["second"]["values"].values() for n in values]
    assert {type(n) for n in numbers if abs(int(n)) > 2**53} == {str}
    assert {type(n) for n in numbers if abs(int(n)) <= 2**53} == {int}
    assert claims["rules"]["stop_total"] == "100000000000000000000"
    Certificate(claims).check()


@pytest.mark.parametrize(
    ("rules", "count"),
    [({"tiles": 12, "scoring": "digits"}, "16,777,216"), ({"tiles": 16}, "9,043,968")],
    ids=["digits", "16 tiles"],
)
@narrowed(dag, MOST_MEMORY=0)
def test_a_game_of_too_many_values_is_refused_before_it_is_solved(rules, count):
    """Where there is no room for any table, this is said first."""
    with pytest.raises(GameTooLargeError, match=f"^tiles: .* has {count} values; try fewer"):
        certificate(Variant(**rules))


def test_a_game_is_refused_from_one_value_too_many_on():
    variant, values = Variant(tiles=2, immediate_clack=True), 4 * (3 + 1)
    with narrowed(module, MOST_NUMBERS=values):
        certificate(variant)
    said = "has 16 values; try fewer tiles"
    with (
        narrowed(module, MOST_NUMBERS=values - 1),
        pytest.raises(GameTooLargeError, match=said),
    ):
        certificate(variant)


def test_the_command_writes_what_the_checker_accepts(tmp_path):
    line = "write proof sixteen --one-die never --clack-payout 2 --immediate-clack --tiles 4 -o"
    text = output(f"{line} -")
    for name in ("plain.json", "packed.json.gz", "again.json.gz"):
        assert written(f"{line} {tmp_path / name}") == f"Wrote {tmp_path / name}.\n"
        Certificate(read(str(tmp_path / name))).check()
    assert (tmp_path / "plain.json").read_text("utf-8") == text
    packed = (tmp_path / "packed.json.gz").read_bytes()
    assert gzip.decompress(packed).decode() == text
    assert packed[3:8] == bytes(5), "no name and no time"
    assert packed == (tmp_path / "again.json.gz").read_bytes()


@pytest.mark.dear
def test_the_command_writes_a_proof_of_both_players_rules(tmp_path):
    path = str(tmp_path / "two.json")
    written(f"write proof --tiles 4 --scoring count --second-rules ten --opening-tile 2 -o {path}")
    claims = read(path)
    assert claims["second_rules"] == Variant(tiles=10, scoring="count").rules()
    Certificate(claims).check()
    assert "The second player's own:\n- tiles: 1-10\n" in output(f"check {path}")


def test_what_the_command_refuses(tmp_path):
    for line, code in [
        ("write proof", 2),
        ("write proof sixteen -o x.json", 2),
        ("write proof --tiles 12 --scoring digits -o x.json", 2),
        (f"write proof --tiles 2 -o {tmp_path}", 3),
    ]:
        result = run(line)
        assert result.exit_code == code
        assert "Error: " in result.stderr
