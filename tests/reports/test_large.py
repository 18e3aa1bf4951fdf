"""The report on The 300, on a small board."""

import pytest
from conftest import ROOT, output, run

from twoplayer import Variant, solve
from twoplayer.exact import parse_exact
from twoplayer.many.results import open_results
from twoplayer.reports import generated, large
from twoplayer.reports.large import (
    CURVE,
    NUMBERS,
    curve,
    large_numbers,
    large_report,
    written_numbers,
)
from twoplayer.writing import read_csv

pytest.importorskip("numba", reason="the extra `large` is missing")

SMALL, OTHER = Variant(tiles=6), Variant(tiles=5)


@pytest.fixture(scope="module")
def numbers():
    parts = []
    found = large_numbers(SMALL, OTHER, parts.append)
    assert sum(parts) == pytest.approx(1)
    return found


def test_the_numbers_enclose_the_exact_ones(numbers):
    games = SMALL, SMALL.replace(immediate_clack=True), OTHER
    for row, game in zip(read_csv(numbers[NUMBERS]), games, strict=True):
        low, high = (parse_exact(row[f"first_player_ev_{end}"]) for end in ("low", "high"))
        exact = solve(game).fractions
        assert low <= exact.first_player_ev <= high
    exact = solve(SMALL).fractions.second_player_values
    for row in read_csv(numbers[CURVE]):
        value = exact[int(row["first_player_score"])]
        assert parse_exact(row["low"]) <= value <= parse_exact(row["high"])


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


def test_what_is_kept_makes_the_same_numbers(numbers, tmp_path):
    with open_results(str(tmp_path / "results.db")) as results:
        assert large_numbers(SMALL, OTHER, results=results) == numbers
        assert len(results.known_lows(SMALL)) == 22
        assert large_numbers(SMALL, OTHER, results=results) == numbers


def test_the_command_computes_the_numbers_only_when_it_is_told_to(numbers, tmp_path, monkeypatch):
    told = []
    monkeypatch.setattr(generated, "REPORTS", {"large": generated.REPORTS["large"]})
    figure = {"figures/large.svg": generated.FIGURES["figures/large.svg"]}
    monkeypatch.setattr(generated, "FIGURES", figure)
    monkeypatch.setattr(
        large, "large_numbers", lambda **given: told.append(given["results"]) or numbers
    )
    line = f"report --output {tmp_path}"
    assert "no report on large boxes" in run(line).stderr
    assert not list(tmp_path.iterdir())
    output(f"{line} --large")
    assert told == [None]
    output(line)
    assert output(f"{line} --check") == ""
    assert told == [None]
    (tmp_path / "large.md").write_text("changed")
    assert "large.md differs" in run(f"{line} --check").stdout
    (tmp_path / NUMBERS).unlink()
    result = run(f"{line} --check")
    assert (result.exit_code, result.stdout) == (1, f"{tmp_path / 'large.md'} differs\n")


def test_the_committed_numbers_are_of_the_300_and_of_20_tiles():
    of_300 = written_numbers(ROOT / "reports")
    assert [row["tiles"] for row in read_csv(of_300[NUMBERS])] == ["1-24", "1-24", "1-20"]
    assert len(read_csv(of_300[CURVE])) == 301
