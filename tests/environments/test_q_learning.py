"""The example of the how-to: what it shows, and the figure."""

import csv
import re
import runpy

import pytest
from conftest import ROOT

from twoplayer import one_player

HOW_TO = (ROOT / "docs" / "howto" / "train-an-agent.md").read_text("utf-8")
EXAMPLE = ROOT / "docs" / "examples" / "q_learning.py"
NUMBERS = ROOT / "docs" / "learning.csv"


@pytest.fixture(scope="module")
def example():
    return runpy.run_path(str(EXAMPLE))


def test_the_how_to_shows_the_example():
    [shown] = re.findall(r"^>>> (class QLearner(?:.*\n)(?:\.\.\..*\n)+)", HOW_TO, re.MULTILINE)
    lines = [line.removeprefix("...").removeprefix(" ") for line in shown.splitlines()]
    assert "\n".join(lines).rstrip() in EXAMPLE.read_text("utf-8")


def test_the_figure_shows_numbers_that_are_kept(example):
    from twoplayer.show import drawing

    numbers = NUMBERS.read_text("utf-8")
    kept = NUMBERS.with_suffix(".svg").read_text("utf-8")
    assert drawing.digest_of(numbers) in kept
    assert drawing.digest_of(numbers) in drawing.save(example["drawn"], numbers).decode()


def test_what_is_possible_is_exact_and_nothing_is_worth_more():
    rows = [*csv.DictReader(NUMBERS.read_text("utf-8").splitlines())]
    assert [int(row["games"]) for row in rows] == [*range(1000, 1000 * len(rows) + 1, 1000)]
    possible = f"{float(one_player('classic').value()):.6f}"
    assert {row["possible"] for row in rows} == {possible}
    assert all(float(row["worth"]) > float(possible) for row in rows)


@pytest.mark.dear
def test_the_first_thousands_are_learnt_again(example):
    kept = [*csv.reader(NUMBERS.read_text("utf-8").splitlines())][1:3]
    found = [*example["learning"](2)]
    assert [[float(cell) for cell in row] for row in kept] == [
        pytest.approx(row, abs=1e-6) for row in found
    ]
