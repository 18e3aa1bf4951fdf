"""The table of the benchmarks is what `benchmarks/run.py` measures, and within what it allows."""

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def run():
    """Return `benchmarks/run.py`, which is in no package."""
    spec = spec_from_file_location("run", ROOT / "benchmarks" / "run.py")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def rows(run):
    return [*run.kept().values()]


def test_the_table_has_a_row_for_each_benchmark_by_its_name_and_with_its_limits(run, rows):
    wanted = [
        [each.name, str(each.limit), "" if each.memory_limit is None else f"{each.memory_limit} MB"]
        for each in run.BENCHMARKS
    ]
    assert [[name, limit, memory] for name, _, _, limit, _, memory in rows] == wanted
    assert len({name for name, *_ in wanted}) == len(wanted)


def test_what_the_table_says_was_measured_is_allowed(rows):
    for name, middle, _, limit, peak, most in rows:
        assert float(middle) <= float(limit), name
        assert not most or int(peak.removesuffix(" MB")) <= int(most.removesuffix(" MB")), name


def test_the_page_shows_ten_rows_of_them(run, rows):
    text = run.README.read_text("utf-8")
    assert run.table_of(text).count("\n") == 10
    assert run.filled(text, rows) == text


def test_a_row_that_was_measured_takes_the_place_of_the_one_before(run):
    first, second = run.BENCHMARKS[:2]
    cells = run.Measured(second, [0.5, 0.25, 0.75], [60.0, 61.4, 59.0]).cells
    assert cells == [second.name, "0.50", "0.25 to 0.75", str(second.limit), "61 MB", ""]
    page = f"{run.HEAD}| {second.name} | of before |\n\nBelow."
    assert run.filled(page, [[first.name], cells]) == f"{run.HEAD}{run.row_of(cells)}\nBelow."
    gone = f"{run.HEAD}| what is measured no more |\n\nBelow."
    assert run.filled(gone, [cells]) == f"{run.HEAD}\nBelow."


def test_what_is_measured_passes_by_its_median_and_by_every_peak(run):
    large = next(each for each in run.BENCHMARKS if each.memory_limit == 1000)
    above, most = large.limit + 1, large.limit
    assert run.Measured(large, [above, most, most], [1000.0] * 3).allowed
    assert not run.Measured(large, [above, above, most], [1000.0] * 3).allowed
    assert not run.Measured(large, [most] * 3, [9.0, 1000.5, 9.0]).allowed


def test_a_single_row_is_measured_and_written(run, tmp_path, monkeypatch, capsys):
    page, only = tmp_path / "README.md", run.Benchmark("quick", ["-c", ""], ["-c", ""], 100)
    kept = tmp_path / "measured.csv"
    kept.write_text("quick,of before\nwhat is measured no more,1\n")
    page.write_text(f"Here:\n\n{run.HEAD}| quick | of before |\n\nThere.\n")
    monkeypatch.setattr(run, "README", page)
    monkeypatch.setattr(run, "MEASURED", kept)
    monkeypatch.setattr(run, "BENCHMARKS", [only])
    monkeypatch.setattr(sys, "argv", ["run.py", "1", "--only", "qui", "--write"])
    assert run.main() == 0
    printed = capsys.readouterr().out
    assert printed.startswith(f"{run.HEAD}| quick | ")
    assert page.read_text() == f"Here:\n\n{printed}\nThere.\n"
    assert run.row_of(run.kept()["quick"]) in printed
    assert [*run.kept()] == ["quick"]
    monkeypatch.setattr(run, "BENCHMARKS", [only._replace(limit=0.001)])
    assert run.main() == 1
    monkeypatch.setattr(sys, "argv", ["run.py", "--only", "nothing"])
    with pytest.raises(SystemExit):
        run.main()
    assert "no row has 'nothing' in its name" in capsys.readouterr().err
