"""Bounds for games that tables cannot hold, on games that they can."""

import csv
import io
import os
import signal
import subprocess
import sys
import tracemalloc
from fractions import Fraction
from importlib.util import find_spec

import pytest
import sympy
from conftest import examples, output, parts_of, run
from drawn import HUGE, rule_sets
from hypothesis import example, given, settings
from hypothesis import strategies as st
from narrowed import narrowed
from offered import OFFERED

import twoplayer
from twoplayer import InputError, Variant, bounds, solve
from twoplayer.errors import GameTooLargeError
from twoplayer.game import bounds as module
from twoplayer.game.bounds import enclose
from twoplayer.many.results import Results
from twoplayer.turn import layers
from twoplayer.variant.fields import FIELDS

if find_spec("numba") is None:
    pytest.skip("the extra `large` is missing", allow_module_level=True)
dear = pytest.mark.dear

ANY_RULES = rule_sets(tuple(name for name in FIELDS if name != "tiles"), most_tiles=6)
CLASSIC = Variant()
SMALL = Variant(tiles=6)


def outside(variant):
    """Return what is not between its bounds: scores to beat, and the EV."""
    found, exact = bounds(variant).fractions, solve(variant).fractions
    wrong = [
        score
        for score, (low, high) in found.second_player_values.items()
        if not low <= exact.second_player_values[score] <= high
    ]
    low, high = found.first_player_ev
    return wrong + ["EV"] * (not low <= exact.first_player_ev <= high)


def widest(solution):
    return max(high - low for low, high in solution.fractions.second_player_values.values())


@pytest.fixture
def in_pieces():
    """Blocks of two tiles, of which a window is kept, and three columns at once."""
    with narrowed(layers, MOST_SMALLER=2, MOST_COLUMNS_AT_ONCE=3):
        yield


@settings(max_examples=examples(150))
@given(ANY_RULES, st.sampled_from([0, 1, 2, 12]), st.sampled_from([1, 5, 128]))
@example({"tiles": (1,), "dice": "2d1", "clack_payout": HUGE}, 12, 128)
@example({"tiles": (1,), "clack_payout": HUGE}, 12, 128)
@example({"tiles": (1, 4), "opening_tile": 1}, 1, 1)
@example({"tiles": (2, 3, 5), "ties": "second", "immediate_clack": True}, 1, 5)
def test_the_exact_values_lie_between_narrow_bounds(rules, smaller, columns):
    """Whatever the rules are, and however the states are laid out."""
    variant = Variant(**rules)
    with narrowed(layers, MOST_SMALLER=smaller, MOST_COLUMNS_AT_ONCE=columns):
        try:
            found = bounds(variant).fractions
        except GameTooLargeError as error:
            found = str(error)
        if isinstance(found, str):
            assert found.startswith(("clack_payout: got ", "weights: got "))
            assert variant.clack_payout == HUGE or 10**18 in (variant.weights or ())
            return
        assert outside(variant) == []
    low, high = found.first_player_ev
    assert high - low <= Fraction(1, 10**9)
    assert widest(found) <= Fraction(1, 10**9)


@pytest.mark.few(1)
@pytest.mark.parametrize(
    "rules",
    [
        {},
        pytest.param({"scoring": "digits", "one_die": "forced sum <= 6"}, marks=dear),
        pytest.param(
            {"tiles": 12, "moves": "sum-or-difference", "one_die": "count <= 2"}, marks=dear
        ),
        {"tiles": 10, "dice": "6d6", "clack_payout": "20/7"},
        pytest.param({"tiles": 11, "dice": "3d100"}, marks=dear),
        pytest.param(
            {"tiles": "1-10,50", "dice": "1d20", "opening_tile": 7, "ties": "first"}, marks=dear
        ),
    ],
)
@pytest.mark.usefixtures("in_pieces")
def test_larger_boards_in_many_blocks(rules):
    assert outside(Variant(**rules)) == []


@dear
def test_sixteen_tiles_and_three_dice():
    """Sixteen blocks of twelve tiles; few scores, since exact tables take seconds for each."""
    assert outside(Variant(tiles=16, dice="3d6", scoring="shut", clack_payout=2)) == []


@pytest.mark.dear
def test_all_scores_of_thirteen_tiles():
    """Two blocks, in which most columns are settled early."""
    assert outside(Variant(tiles=13, clack_payout=2)) == []


def test_it_makes_no_difference_how_states_and_columns_are_split():
    whole = bounds(CLASSIC)
    with narrowed(layers, MOST_SMALLER=3, MOST_COLUMNS_AT_ONCE=7):
        split = bounds(CLASSIC)
    assert split.first_player_ev == whole.first_player_ev
    assert split.second_player_values == whole.second_player_values


# What is refused


@pytest.mark.dear
@given(rule_sets(("dice", "weights", "one_die", "clack_payout")))
def test_no_number_leaves_64_bits(rules):
    variant = Variant(**rules)
    turn = layers.LayeredTurn(variant)
    try:
        unit = module.parts_of_a_stake(variant, turn)
    except GameTooLargeError:
        return
    stakes = max(1, variant.clack_payout)
    assert (stakes * unit + 2 * turn.rolls) * turn.outcomes < 2**63
    assert (unit * variant.clack_payout).denominator == 1


def test_a_payout_is_refused_from_one_unit_on_for_which_64_bits_have_no_room():
    turn = layers.LayeredTurn(Variant(tiles=3))
    room = (2**63 - 1) // 36 - 2 * turn.rolls
    assert outside(Variant(tiles=3, clack_payout=Fraction(room, room - 1))) == []
    with pytest.raises(GameTooLargeError, match=r"^clack_payout: .* 64 bits have no room"):
        bounds(Variant(tiles=3, clack_payout=Fraction(room + 1, room)))


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ({"tiles": 24, "dice": "6d6"}, r"^tiles: .* pairs of a set of tiles and a move, .* try"),
        pytest.param(
            {"tiles": 24, "dice": "6d100"},
            r"^tiles: .* more than 65536 sets of them; try",
            marks=dear,
        ),
        pytest.param(
            {"tiles": 24, "dice": "4d6", "scoring": "digits"},
            r"^scoring: .* try fewer tiles",
            marks=dear,
        ),
        ({"dice": "6d100"}, r"^dice: got '6d100', which fall in 1,000,000,000,000 ways"),
        (
            {"weights": f"1,1,1,1,1,{10**18}"},
            r"^weights: .* whose sum is 1,000,000,000,000,000,005",
        ),
    ],
)
def test_what_is_too_large_is_refused_before_memory_is_taken(rules, said):
    tracemalloc.start()
    with pytest.raises(GameTooLargeError, match=said):
        bounds(Variant(**rules))
    assert tracemalloc.get_traced_memory()[1] < 30e6
    tracemalloc.stop()


def test_a_game_is_refused_from_one_unit_of_work_too_much_on():
    variant = Variant(tiles=2)
    work = layers.LayeredTurn(variant).pairs * len(solve(variant).second_player_values)
    with narrowed(module, MOST_WORK=work):
        assert outside(variant) == []
    said = r"^tiles: .* pairs of a set of tiles and a move"
    with narrowed(module, MOST_WORK=work - 1), pytest.raises(GameTooLargeError, match=said):
        bounds(variant)


def test_without_numba_it_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "numba", None)
    layers.compiled.cache_clear()
    with pytest.raises(InputError, match=r"pip install '\.\[large\]'"):
        bounds(CLASSIC)
    said = "Error: this needs numba: pip install '.[large]' in a clone\n"
    for line in ("fair --bounds", "fair the-300"):
        result = run(line)
        assert (result.exit_code, result.stderr.splitlines(keepends=True)[-1]) == (2, said)
    assert output("fair").startswith("In plain words: ")


@pytest.mark.dear
def test_numba_is_imported_for_bounds_alone():
    names = "import sys, twoplayer; twoplayer.bounds; twoplayer.solve('classic')"
    line = [sys.executable, "-c", f"{names}; sys.exit('numba' in sys.modules)"]
    assert subprocess.run(line, check=False, env={**os.environ}).returncode == 0


# The work, and what is kept of it


@pytest.mark.usefixtures("in_pieces")
def test_progress_adds_up_to_the_whole():
    parts = parts_of(lambda: bounds(Variant(tiles=6)))
    assert len(parts) > 40
    assert sum(parts) == pytest.approx(1)


@pytest.mark.usefixtures("in_pieces")
def test_what_is_known_is_not_computed_again(monkeypatch):
    whole, kept = bounds(CLASSIC), []
    enclose(CLASSIC, keep=kept.append)
    assert [len(lows) for lows in kept] == [3] * 14 + [2] * 2
    known = {score: low for lows in kept[:15] for score, low in lows.items()}
    again = []
    assert enclose(CLASSIC, known=known, keep=again.append) == whole
    assert again == kept[15:]


class Interrupted(Results):
    """Results during whose second group somebody presses Ctrl-C."""

    groups = 0

    def add(self, values):
        self.groups += 1
        if self.groups == 2:
            raise KeyboardInterrupt
        super().add(values)


@pytest.mark.usefixtures("in_pieces")
def test_interrupted_it_goes_on_where_it_was(tmp_path, monkeypatch):
    path = tmp_path / "results.db"
    line = f"fair --bounds --tiles 6 --values --results {path}"
    heard = signal.getsignal(signal.SIGINT)
    with monkeypatch.context() as patch:
        patch.setattr("twoplayer.many.results.Results", Interrupted)
        stopped = run(line)
    signal.signal(signal.SIGINT, heard)  # which is deaf to more, since the program would end
    assert stopped.exit_code == 130
    assert f"What is done is kept in {path}: the same again goes on." in stopped.stderr
    again = run(line)
    assert "3 of the second player's values are known from before." in again.stderr
    assert again.stdout == output("fair --bounds --tiles 6 --values")
    third = run(line)
    assert "22 of the second player's values are known from before." in third.stderr
    assert third.stdout == again.stdout


SIGN_OF_LIFE = """
import sys
from twoplayer import Variant, bounds, watching
from twoplayer.__main__ import main
from twoplayer.turn import layers

solve = layers.LayeredTurn.at_start

def at_start(self, payoffs, executor):
    with watching(lambda part: print("alive", file=sys.__stdout__, flush=True)):
        return solve(self, payoffs, executor)

layers.LayeredTurn.at_start = at_start
main()
"""


@pytest.mark.dear
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT for one process")
def test_ctrl_c_ends_it_at_once():
    line = [sys.executable, "-c", SIGN_OF_LIFE, "fair", "--tiles", "20", "--dice", "4d6"]
    with subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout.readline() == b"alive\n"
        process.send_signal(signal.SIGINT)
        rest, errors = process.communicate()
    assert process.returncode in (130, -signal.SIGINT)
    assert b"Traceback" not in errors
    assert rest.count(b"alive") < 256, "it was not solved to the end"


# What is printed


def test_the_bounds_that_are_printed_are_bounds():
    [row] = csv.DictReader(io.StringIO(output("fair --bounds --format csv")))
    low, high = (Fraction(row[f"first_player_ev_{end}"]) for end in ("low", "high"))
    assert low <= solve(CLASSIC).fractions.first_player_ev <= high
    text = output("fair --bounds")
    assert "at least -0.4012106129 %" in text
    assert "at most  -0.4012106128 % of a stake" in text
    assert "the second player gains 40.12 cents" in text
    assert '"favoured": "second"' in output("fair --bounds --format json")


def test_a_notebook_shows_it_and_it_gives_rationals():
    found = bounds("classic")
    table = found._repr_html_()
    assert "at least (%)" in table
    assert "-0.4012106129" in table
    low, high = found.fractions.second_player_values[0]
    assert found.to_records()[0] == {
        "first_player_score": 0,
        "second_player_value_low": str(low),
        "second_player_value_low_approx": float(low),
        "second_player_value_high": str(high),
        "second_player_value_high_approx": float(high),
    }
    assert isinstance(found.first_player_ev.low, sympy.Rational)
    assert type(found.fractions.first_player_ev.low) is Fraction
    assert found == found.fractions == twoplayer.bounds(CLASSIC)


def test_nobody_is_called_favoured_next_to_0():
    assert "or by less than the bounds can tell" in output("fair --bounds --tiles 2")
    assert bounds(Variant(tiles=2)).favoured == "unknown"
    assert bounds(Variant(tiles="13-13")).favoured == "nobody"
    assert {name for name in OFFERED if "ound" in name} >= {"bounds", "BoundedSolution"}
