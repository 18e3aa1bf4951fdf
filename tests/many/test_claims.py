"""Tables of claims that are too large, or all wrong."""

from fractions import Fraction

import pytest

from twoplayer import FileError
from twoplayer.many import claims
from twoplayer.many.claims import claim_of, read_claims


def faults(table):
    with pytest.raises(FileError) as caught:
        read_claims(table, "t.csv")
    return tuple(map(str, caught.value.faults))


def test_a_table_has_so_many_rows_and_no_more(monkeypatch):
    monkeypatch.setattr(claims, "MOST_ROWS", 3)
    table = "tiles,first_player_ev\n" + "9,0\n\n" * 3
    assert len(read_claims(table, "t.csv")) == 3
    assert faults(table + "9,0\n") == ("t.csv: more than 3 rows; takes several tables",)


def test_the_rest_of_a_table_full_of_faults_is_not_read(monkeypatch):
    monkeypatch.setattr(claims, "MOST_FAULTS", 5)
    found = faults("tiles,first_player_ev\n" + "x,0\n" * 9)
    assert [fault.split(": ")[1] for fault in found] == [f"line {n}" for n in range(2, 7)]


def test_headings_without_end_are_named_once_each():
    found = faults(",".join(["tiles", "odd"] * 50_000) + "\n9\n")
    assert sum("a heading twice" in fault for fault in found) == 2


def test_headings_may_be_those_of_a_table_and_unknown_ones_are_named_at_once():
    table = "Roll 1 die,clack-pays,Player 1 EV (%)\nsum <= 6,2,-0.39\n"
    assert read_claims(table, "a table") == read_claims(
        "one_die,clack_payout,first_player_ev_percent\nsum <= 6,2,-0.39\n", "a table"
    )
    assert read_claims("one die,EV\nnever,-1/250\n", "t")[0].low == Fraction(-1, 250)
    [fault] = faults("pub,landlord,tiles,ev\nours,me,9,0\n")
    assert fault.startswith("t.csv: 'pub', 'landlord': unknown headings; takes tiles, ")
    [fault, *_] = faults(",".join(f"x{n}" for n in range(99)) + ",ev\n")
    assert fault.startswith("t.csv: 'x0', 'x1', 'x2', 'x3', 'x4', …: unknown headings")


def test_a_cell_says_what_a_single_claim_may():
    [claim] = read_claims("One die,Immediate,EV\nnever,yes,-0.4012%\n", "t")
    assert claim[-2:] == claim_of("-0.4012%", claim.variant)[-2:]
    assert claim.variant.immediate_clack


def test_a_cell_with_a_long_number_is_cut():
    [fault] = faults("tiles,first_player_ev\n9," + "9" * 100_000 + "\n")
    assert len(fault) < 200
    assert "100000 characters long, more than 4000" in fault


def test_a_game_that_is_too_large_is_a_fault_of_its_line():
    table = "tiles,dice,first_player_ev\n9,2d6,1/3\n24,6d6,1/3\n"
    with pytest.raises(FileError, match=r"^a table: line 3: tiles: 24 of them can be covered"):
        read_claims(table, "a table")
