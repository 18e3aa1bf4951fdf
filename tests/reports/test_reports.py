"""The generated reports, and the command that writes and compares them."""

import csv
import gzip
import json
from hashlib import sha256

import pytest
from click.testing import CliRunner
from conftest import ROOT
from matplotlib.figure import Figure

from making import catalogue, command, evening
from making.catalogue import FIGURES, REPORTS, Slow, stale
from making.large import written_numbers
from twoplayer import Variant
from twoplayer.show.drawing import digest_of, save
from twoplayer.variant.variant import variant_of

COMMITTED = ROOT / "reports"


def some_are_dear(names, *, cheap):
    return [pytest.param(name, marks=[pytest.mark.dear] * (name not in cheap)) for name in names]


@pytest.mark.parametrize(
    "name",
    some_are_dear(
        sorted(REPORTS.keys() - {"atlas"}),
        cheap=("large", "evening"),
    ),
)
def test_a_report_is_the_one_that_is_committed(name, monkeypatch):
    """All but the atlas; `python reports/make.py --check` tries what is kept of the evening."""
    monkeypatch.setattr(evening, "KEPT", [kept._replace(sample=list) for kept in evening.KEPT])
    slow = Slow(evening=COMMITTED, large=written_numbers(COMMITTED))
    anew = f"`python reports/make.py {name}` writes it anew, if that is what you meant"
    assert stale(catalogue.report(name, slow), COMMITTED) == [], anew


@pytest.mark.parametrize("name", FIGURES)
def test_every_figure_that_is_committed_is_of_the_numbers_that_are(name):
    numbers = (COMMITTED / FIGURES[name][0]).read_text("utf-8")
    assert digest_of(numbers) in (COMMITTED / name).read_text("utf-8")


@pytest.mark.parametrize(
    "name", some_are_dear(sorted(FIGURES), cheap=["figures/second_player.svg"])
)
def test_every_figure_names_its_numbers_and_is_made_of_them_alone(name):
    source, draw = FIGURES[name]
    numbers = (COMMITTED / source).read_text("utf-8")
    drawn = save(draw, numbers)
    assert digest_of(numbers).encode() in drawn
    if name != "figures/atlas.svg":  # which is large, and of the kind of `tiles.svg`
        assert drawn == save(draw, numbers), "the same numbers make the same file"


@pytest.fixture
def make(tmp_path, monkeypatch):
    """Run the command on a folder, with two small reports in place of the real ones."""
    two = {
        "one": lambda slow: {"one.md": "# One\n", "one.csv": "a\n1\n"},
        "two": lambda slow: {"two.md": "2\n"},
    }
    drawn = {"figures/one.svg": ("one.csv", lambda numbers: Figure())}
    for module in (catalogue, command):
        monkeypatch.setattr(module, "REPORTS", two)
        monkeypatch.setattr(module, "FIGURES", drawn)
    monkeypatch.setattr(command, "FOLDER", tmp_path)
    monkeypatch.chdir(tmp_path.parent)
    return lambda line="": CliRunner().invoke(command.main, line)


def test_a_report_that_differs_is_named(make, tmp_path):
    names, folder = ("one.md", "one.csv", "two.md", "figures/one.svg"), tmp_path.name
    result = make()
    assert (result.exit_code, result.stdout) == (0, "")
    assert sorted(result.stderr.splitlines()) == sorted(f"Wrote {folder}/{n}." for n in names)
    result = make("--check")
    assert (result.exit_code, result.output) == (0, "")
    (tmp_path / "one.md").write_text("changed")
    (tmp_path / "two.md").unlink()
    (tmp_path / "figures" / "one.svg").write_bytes(b"other numbers, and no text: \xff")
    result = make("--check")
    assert (result.exit_code, result.stderr) == (1, "")
    differing = {*names} - {"one.csv"}
    assert {*result.stdout.splitlines()} == {f"{folder}/{name} differs" for name in differing}


def test_some_of_the_reports_can_be_named(make, tmp_path):
    assert make("two").stderr == f"Wrote {tmp_path.name}/two.md.\n"
    assert make("--check two").exit_code == 0
    result = make("--check")
    assert (result.exit_code, "two.md" in result.stdout) == (1, False)


def test_what_is_no_report_is_refused_with_those_that_are(make, tmp_path):
    result = make("two nonsense")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "Error: NAME: got 'nonsense'; takes one | two\n"
    assert not list(tmp_path.iterdir())


def test_a_report_that_cannot_be_written_is_told(make, tmp_path):
    (tmp_path / "one.md").mkdir()
    result = make()
    assert (result.exit_code, result.stdout) == (3, "")
    assert result.stderr.splitlines()[-1].startswith(f"Error: {tmp_path.name}/one.md: cannot be")


def test_what_is_compressed_is_compared_by_what_is_inside(tmp_path, monkeypatch):
    monkeypatch.setattr(catalogue, "FIGURES", {})
    path = tmp_path / "one.gz"
    for content, same in [
        (gzip.compress(b"numbers", 1), True),
        (gzip.compress(b"numbers", 9, mtime=5), True),
        (gzip.compress(b"other numbers"), False),
        (b"numbers", False),
    ]:
        path.write_bytes(content)
        assert stale({"one.gz": "numbers"}, tmp_path) == [path] * (not same)


def test_the_table_has_the_digests_of_the_certificates():
    rows = list(csv.DictReader((COMMITTED / "sixteen.csv").read_text("utf-8").splitlines()))
    assert len({row["certificate_sha256"] for row in rows}) == 16
    of = {variant_of(row): row["certificate_sha256"] for row in rows}
    for name, variant in [("classic", Variant()), ("fairest", variant_of(rows[0]))]:
        text = gzip.decompress((COMMITTED / "certificates" / f"{name}.json.gz").read_bytes())
        assert sha256(text).hexdigest() == of[variant]
        assert Variant(**json.loads(text)["rules"]) == variant
