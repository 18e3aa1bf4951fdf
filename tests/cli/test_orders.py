"""The orders of play beside each other, and advice in those that are not turn by turn."""

import csv
import io
import json
from contextlib import nullcontext
from dataclasses import replace
from fractions import Fraction

import pytest
from conftest import Here, output, run

from twoplayer import RulesError, Variant, executors, roll_by_roll, shared_box, solve
from twoplayer.cli import solving
from twoplayer.evening import orders
from twoplayer.evening.orders import Order

SIX = "tiles --tiles 6 --one-die never"


def rows(line):
    return list(csv.DictReader(io.StringIO(output(f"{line} --format csv"))))


def test_the_orders_have_the_exact_values():
    found = rows(f"orders {SIX}")
    assert len(found) == 4
    for row in found:
        variant = Variant(
            tiles=6,
            clack_payout=row["clack_payout"],
            immediate_clack=row["immediate_clack"] == "true",
        )
        assert row["turns"] == str(solve(variant).first_player_ev)
        assert row["rolls"] == str(roll_by_roll(variant).first_player_ev)
        assert row["box"] == str(shared_box(variant).first_player_ev)


def test_json_has_the_same_values_beside_the_rules():
    [row] = json.loads(output("orders --tiles 4 --format json"))
    assert Variant(**row["variant"]) == Variant(tiles=4)
    assert row["rolls"]["exact"] == str(roll_by_roll(Variant(tiles=4)).first_player_ev)


ORDERS = ("turns", "rolls", "box")


def test_the_variant_with_the_fairest_order_comes_first_and_the_order_is_named():
    found = rows(f"orders {SIX} classic sally ties-to-first")
    sizes = [{order: abs(Fraction(row[order])) for order in ORDERS} for row in found]
    least = [min(size.values()) for size in sizes]
    assert least == sorted(least)
    assert all(s[row["fairest"]] == min(s.values()) for s, row in zip(sizes, found, strict=True))
    assert {row["fairest"] for row in found} == {"rolls", "box"}


def test_text_has_percent_and_what_is_the_fairest():
    last = output("orders --tiles 6").splitlines()[3].split()
    assert last == ["never", "1", "no", "-0.6786", "-0.0879", "4.6651", "rolls"]


def test_where_nobody_ever_moves_only_a_shared_box_makes_a_difference():
    [row] = rows("orders --tiles 50-52")
    assert [row[order] for order in ORDERS] == ["0", "0", "-1"]


def test_what_is_too_large_is_left_out_and_named():
    result = run("orders --tiles 12 --dice 1d12 --format csv")
    [row] = csv.DictReader(io.StringIO(result.stdout))
    assert (result.exit_code, row["rolls"], row["fairest"]) == (0, "", "turns")
    assert result.stderr.startswith("your rules: roll by roll is left out. tiles: 16,777,216 pairs")
    several = run("orders tiles --tiles 12 --dice 1d12 --one-die never --clack-payout 1")
    assert several.stdout.count(" - ") == 2
    assert several.stderr.count("roll by roll is left out") == 2
    assert several.stderr.startswith("no immediate clack: roll by roll")


def test_a_game_that_is_too_large_for_every_order_is_refused():
    for names in ("", "tiles --one-die never"):
        result = run(f"orders {names} --tiles 16 --dice 1d100")
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr.startswith("Error: --tiles: ")


def test_many_variants_with_much_work_are_spread_over_all_cores(monkeypatch):
    here = Here()
    monkeypatch.setattr(executors, "cores", lambda: nullcontext(here))
    alone = output(f"orders {SIX}")
    monkeypatch.setattr(solving, "MUCH", 0)
    assert not here.done
    assert output(f"orders {SIX}") == alone
    assert len(here.done) == 4
    output("orders --tiles 6")
    assert len(here.done) == 4, "one alone tells its progress"


def half(variant):
    """A game that is worth half a stake in an order of play that goes without ties."""
    if variant.ties == "push":
        raise RulesError("got push; takes first or second", of="ties")
    return replace(solve(variant), first_player_ev=Fraction(1, 2))


@pytest.fixture
def ours(monkeypatch):
    """A further order of play, for as long as a test."""
    order = Order("ours", "as we do", "we play it as we do", half, lambda v: len([half(v)]))
    monkeypatch.setitem(orders.ORDERS, "ours", order)


@pytest.mark.usefixtures("ours")
def test_an_order_of_play_is_one_entry():
    [row] = rows("orders --tiles 3 --ties first")
    assert (row["ours"], row["box"]) == ("1/2", str(shared_box(Variant(tiles=3)).first_player_ev))
    assert "ours" in output("orders --tiles 3 --ties first").splitlines()[0].split()
    assert "we play it as we do" in output("mend --tiles 3 --ties first --format csv")


@pytest.mark.usefixtures("ours")
def test_an_order_may_refuse_rules_as_well_as_sizes():
    result = run("orders --tiles 3 --format csv")
    [row] = csv.DictReader(io.StringIO(result.stdout))
    assert (result.exit_code, row["ours"]) == (0, "")
    said = "your rules: as we do is left out. ties: got push; takes first or second"
    assert result.stderr == f"{said}\n"


# Advice


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("rolls --open 1,3,5 --other-open 3,4 --roll 8", "Cover 3+5."),
        ("rolls --open 3,5 --other-open 3,4 --roll 8", "Cover 3+5: that is a clack."),
        ("rolls --open 3,5 --other-open 3,4 --roll 9", "covered: you are out, with a score of 8."),
        ("rolls --open 3 --other-open 4,5", "You are the first player. 3 is open; the other has 4"),
        ("rolls --open 3 --to-roll 2", "You are the second player. 3 is open"),
        ("rolls --open 3 --other-open 4,5 --other-out", "4 and 5, out with a score of 9."),
        ("rolls --open 3 --other-open ''", "the other has nothing, out with a score of 0."),
        ("rolls --open 1,2 --one-die always", "Roll 1 die: worth "),
        ("rolls --open 1,2 --one-die always", " 2 dice: worth "),
        ("box --open 1,2 --roll 3", "Cover 1+2: that is a clack."),
        ("box --open 1,2 --roll 4", "Nothing can be covered: you pay one stake."),
        ("box --open 1,2 --roll 3", "You both share one box. 1 and 2 are open"),
    ],
)
def test_it_says_what_to_do_in_words(line, said):
    assert said in " ".join(output(f"advise --tiles 6 --order {line}").split())


def test_every_move_has_its_value_to_the_player_who_rolls():
    game = roll_by_roll(Variant(tiles=6))
    found = rows("advise --tiles 6 --order rolls --open 1,2,3,5 --other-open 3,4 --roll 5")
    moves = game.moves((1, 2, 3, 5), (3, 4), 5)
    assert {row["cover"]: row["value"] for row in found} == {
        "+".join(map(str, move)): str(value) for move, value in moves.items()
    }
    [second] = rows(
        "advise --tiles 6 --order rolls --open 3 --other-open 4 --other-out --to-roll 2 --roll 3"
    )
    assert second["value"] == str(game.moves((4,), (3,), 3, to_roll=2, out=1)[3,]) == "1"


def test_without_a_roll_every_roll_has_its_best_move():
    found = rows("advise --tiles 6 --order rolls --open 1,2,3 --other-open 4 --one-die always")
    assert [row["dice"] for row in found].count("1") == 6
    game = roll_by_roll(Variant(tiles=6, one_die="always")).fractions
    for row in found:
        best, *_ = game.options((1, 2, 3), (4,), int(row["roll"]))
        assert Fraction(row["value"]) == best.value


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("--order rolls --open ''", "--open: got none, and so you are out"),
        ("--order rolls --immediate-clack --other-open ''", "--other-open: got none, but that"),
        ("--order rolls --to-roll 3", "--to-roll: got 3; takes a whole number, 1 or 2"),
        ("--order rolls --open 1,12", "--open: got 1,12; takes tiles of the game"),
        ("--order rolls --other-open 1,12", "--other-open: got 1,12; takes tiles of the game"),
        ("--order rolls --other-open x", "--other-open: got 'x'"),
        ("--order rolls --other-open '' --other-out --open ''", "--open: got none"),
        ("--order rolls --roll 13", "--roll: got 13"),
        ("--order rolls --tiles 12", "Error: --tiles: 16,777,216 pairs of sets"),
        (
            "--order rolls --to-beat 3",
            "--holders go with --order turns",
        ),
        ("--order box --open ''", "--open: got none, and the game is over"),
        ("--order box --other-open 1", "go with --order rolls"),
        ("--other-out", "go with --order rolls"),
        ("--to-roll 1", "go with --order rolls"),
    ],
)
def test_what_cannot_be_is_an_error_that_names_the_option(line, said):
    result = run(f"advise --tiles 3 {line}" if "--tiles" not in line else f"advise {line}")
    assert (result.exit_code, result.stdout) == (2, "")
    assert said in result.stderr
    assert "Traceback" not in result.stderr
