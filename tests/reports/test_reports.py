"""The generated reports, and the commands that write and compare them."""

import csv
import gzip
import json
from hashlib import sha256

import pytest
from conftest import ROOT, output, run, written

from twoplayer import Variant
from twoplayer.reports import evening
from twoplayer.reports import generated as report
from twoplayer.reports.large import written_numbers
from twoplayer.show.drawing import digest_of, save
from twoplayer.variant.variant import variant_of

COMMITTED = ROOT / "reports"


def some_are_dear(names, *, cheap):
    return [pytest.param(name, marks=[pytest.mark.dear] * (name not in cheap)) for name in names]


@pytest.mark.parametrize(
    "name",
    some_are_dear(
        sorted(report.REPORTS.keys() - {"atlas"}),
        cheap=("sixteen", "large", "evening"),
    ),
)
def test_a_report_is_the_one_that_is_committed(name, monkeypatch):
    """All but the atlas; `twoplayer write reports --check` compares the whole evening as well."""
    monkeypatch.setattr(evening, "TRIED", dict.fromkeys(evening.TRIED, list))
    slow = report.Slow(dict, COMMITTED, written_numbers(COMMITTED))
    assert report.stale(report.reports(slow, [name, "large"]), COMMITTED) == []


@pytest.mark.parametrize("name", report.FIGURES)
def test_every_figure_that_is_committed_is_of_the_numbers_that_are(name):
    numbers = (COMMITTED / report.FIGURES[name][0]).read_text("utf-8")
    assert digest_of(numbers) in (COMMITTED / name).read_text("utf-8")


@pytest.mark.parametrize(
    "name", some_are_dear(sorted(report.FIGURES), cheap=["figures/second_player.svg"])
)
def test_every_figure_names_its_numbers_and_is_made_of_them_alone(name):
    source, draw = report.FIGURES[name]
    numbers = (COMMITTED / source).read_text("utf-8")
    drawn = save(draw, numbers)
    assert digest_of(numbers).encode() in drawn
    if name != "figures/atlas.svg":  # which is large, and of the kind of `tiles.svg`
        assert drawn == save(draw, numbers), "the same numbers make the same file"


@pytest.mark.usefixtures("quick_reports")
def test_a_report_that_differs_is_named(tmp_path):
    names = ("one.md", "one.csv", "two.md", "figures/one.svg")
    said = written(f"write reports --output {tmp_path}").splitlines()
    assert sorted(said) == sorted(f"Wrote {tmp_path / name}." for name in names)
    assert output(f"write reports --check --output {tmp_path}") == ""
    (tmp_path / "one.md").write_text("changed")
    (tmp_path / "two.md").unlink()
    (tmp_path / "figures" / "one.svg").write_bytes(b"other numbers, and no text: \xff")
    result = run(f"write reports --check --output {tmp_path}")
    assert result.exit_code == 1
    for name in {*names} - {"one.csv"}:
        assert f"{name} differs" in result.stdout
    assert "one.csv" not in result.stdout


def test_what_is_compressed_is_compared_by_what_is_inside(tmp_path, monkeypatch):
    monkeypatch.setattr(report, "FIGURES", {})
    path = tmp_path / "one.gz"
    for content, same in [
        (gzip.compress(b"numbers", 1), True),
        (gzip.compress(b"numbers", 9, mtime=5), True),
        (gzip.compress(b"other numbers"), False),
        (b"numbers", False),
    ]:
        path.write_bytes(content)
        assert report.stale({"one.gz": "numbers"}, tmp_path) == [path] * (not same)


def test_the_table_has_the_digests_of_the_certificates():
    rows = list(csv.DictReader((COMMITTED / "sixteen.csv").read_text("utf-8").splitlines()))
    assert len({row["certificate_sha256"] for row in rows}) == 16
    of = {variant_of(row): row["certificate_sha256"] for row in rows}
    for name, variant in [("classic", Variant()), ("fairest", variant_of(rows[0]))]:
        text = gzip.decompress((COMMITTED / "certificates" / f"{name}.json.gz").read_bytes())
        assert sha256(text).hexdigest() == of[variant]
        assert Variant(**json.loads(text)["rules"]) == variant


@pytest.mark.usefixtures("quick_reports")
def test_reports_that_cannot_be_written_or_found(tmp_path):
    (tmp_path / "file").write_text("")
    lines = (
        "write reports --output file",
        "write reports --check --output none",
        "write reports --output none/deep",
    )
    for line in lines:
        result = run(line.replace("--output ", f"--output {tmp_path}/"))
        assert result.exit_code == 3
        assert len(result.stderr.splitlines()) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
