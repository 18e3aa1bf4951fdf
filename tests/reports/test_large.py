"""The report on The 300, on a small board."""

from fractions import Fraction
from importlib.util import find_spec

import pytest
from click.testing import CliRunner
from conftest import ROOT

from making import catalogue, command, large
from making.large import (
    CURVE,
    NUMBERS,
    curve,
    large_numbers,
    large_report,
    written_numbers,
)
from making.rows import read_csv
from twoplayer import Variant, solve
from twoplayer.exact import Bounds, parse_exact

if find_spec("numba") is None:
    pytest.skip("the extra `large` is missing", allow_module_level=True)

SMALL, OTHER = Variant(tiles=6), Variant(tiles=5)


@pytest.fixture(scope="module")
def numbers():
    return large_numbers(SMALL, OTHER)


def test_the_numbers_enclose_the_exact_ones(numbers):
    games = SMALL, SMALL.replace(immediate_clack=True), OTHER
    for row, game in zip(read_csv(numbers[NUMBERS]), games, strict=True):
        low, high = (parse_exact(row[f"first_player_ev_{end}"]) for end in ("low", "high"))
        exact = solve(game).fractions
        assert low <= exact.first_player_ev <= high
    exact = solve(SMALL).fractions.second_player_values
    for row in read_csv(numbers[CURVE]):
        value = exact[int(row["first_player_score"])]
        low, high = (parse_exact(row[f"second_player_value_{end}"]) for end in ("low", "high"))
        assert low <= value <= high


def test_the_report_is_written_from_its_numbers(numbers, tmp_path):
    made = large_report(numbers)
    for name, text in made.items():
        (tmp_path / name).write_text(text, "utf-8")
    assert large_report(written_numbers(tmp_path)) == made
    (tmp_path / CURVE).unlink()
    assert large_report(written_numbers(tmp_path)) == {}


def test_the_second_players_curve_is_drawn(numbers):
    line, *_ = curve(numbers[CURVE]).get_lines()
    exact = solve(SMALL).fractions.second_player_values
    assert line.get_ydata() == pytest.approx([float(value) for value in exact.values()])


@pytest.mark.dear
def test_the_command_computes_the_numbers_only_when_it_is_told_to(numbers, tmp_path, monkeypatch):
    told = []
    figure = {"figures/large.svg": catalogue.FIGURES["figures/large.svg"]}
    for module in (catalogue, command):
        monkeypatch.setattr(module, "FIGURES", figure)
    monkeypatch.setattr(command, "large_numbers", lambda: told.append("anew") or numbers)
    monkeypatch.setattr(command, "FOLDER", tmp_path)
    monkeypatch.chdir(tmp_path)

    def make(line):
        return CliRunner().invoke(command.main, line)

    assert "no report on large boxes" in make("large").stderr
    assert not list(tmp_path.iterdir())
    assert make("large --large").exit_code == 0
    assert told == ["anew"]
    assert make("large").exit_code == 0
    assert make("large --check").exit_code == 0
    assert told == ["anew"]
    (tmp_path / "large.md").write_text("changed")
    assert make("large --check").stdout == "large.md differs\n"
    (tmp_path / NUMBERS).unlink()
    result = make("large --check")
    assert (result.exit_code, result.stdout) == (1, "large.md differs\n")


FLOATS = {
    NUMBERS: ["-0.003816199864268989", "-0.003816199864261754", "-0.005269427620638562"],
    CURVE: {
        0: "-0.9999999090295829",
        100: "-0.8637591093579294",
        142: "-0.01257966650449876",
        143: "0.01399765844371793",
    },
}
"""What another program found for the boards of the report, in C++ and floats of 64 bits."""


def test_the_committed_bounds_enclose_what_another_program_found():
    found = {name: read_csv(text) for name, text in written_numbers(ROOT / "reports").items()}
    for row, number in zip(found[NUMBERS], FLOATS[NUMBERS], strict=True):
        low, high = (parse_exact(row[f"first_player_ev_{end}"]) for end in ("low", "high"))
        assert low <= parse_exact(number) <= high
        assert high - low < Fraction(1, 10**13)
    for score, number in FLOATS[CURVE].items():
        row = found[CURVE][score]
        assert row["first_player_score"] == str(score)
        low, high = (parse_exact(row[f"second_player_value_{end}"]) for end in ("low", "high"))
        assert low <= parse_exact(number) <= high


def test_what_the_report_says_follows_from_its_bounds(numbers):
    """In all cases: the same player gains, the other one does, nobody can tell."""
    cases = {
        (-3, -2): "in a game. With nine tiles and two dice it is 1.0000 %, 1.0000 % less.",
        (
            2,
            3,
        ): "gains 2.0000 % of a stake in a game. With nine tiles and two dice it is the second",
        (-1, 1): "nobody is favoured by more than the bounds can tell",
        (0, 1): "nobody is favoured by more than the bounds can tell",
    }
    for ends, said in cases.items():
        ev = Bounds(*(Fraction(end, 100) for end in ends))
        line = large.finding("a box", ev, Fraction(-1, 100))
        assert said in line
    page = large_report(numbers)["large.md"]
    values = solve(SMALL).fractions.second_player_values
    good = max(score for score, value in values.items() if value < 0)
    assert f"a first player who leaves {good} or less is favoured" in page


def test_the_committed_numbers_are_of_the_300_and_of_20_tiles():
    of_300 = written_numbers(ROOT / "reports")
    assert [row["tiles"] for row in read_csv(of_300[NUMBERS])] == ["1-24", "1-24", "1-20"]
    assert len(read_csv(of_300[CURVE])) == 301
