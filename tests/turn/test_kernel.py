"""What is compiled for bounds is kept for next time, and nothing that is kept is relied on."""

from importlib.util import find_spec
from itertools import product

import numpy as np
import pytest

from twoplayer.turn.layers import compiled_and_kept

if find_spec("numba") is None:
    pytest.skip("the extra `large` is missing", allow_module_level=True)


def one_more(numbers):
    numbers[0] += 1


@pytest.fixture
def kept(tmp_path, monkeypatch):
    """Keep the files of a function that takes no time to compile."""
    monkeypatch.setattr("numba.config.CACHE_DIR", str(tmp_path))
    assert not taken_from_the_cache()
    return {path.suffix: path for path in tmp_path.glob("*/*")}


def taken_from_the_cache():
    """Compile as a new process does, and add 1; tell whether what was kept is used."""
    compiled, numbers = compiled_and_kept(one_more), np.zeros(1, np.int64)
    compiled(numbers)
    assert numbers == [1]
    return bool(compiled.stats.cache_hits)


def test_what_is_compiled_is_kept(kept):
    assert sorted(kept) == [".nbc", ".nbi"]
    assert taken_from_the_cache()


@pytest.mark.dear
def test_a_file_that_is_spoilt_costs_one_compilation(kept):
    for path, left in product(kept.values(), (0, 20)):
        content = path.read_bytes()
        assert len(content) > left
        path.write_bytes(content[:left])
        assert [taken_from_the_cache(), taken_from_the_cache()] == [False, True], (path, left)


def test_where_nothing_can_be_written_it_is_compiled_each_time(kept):
    kept[".nbi"].unlink()
    kept[".nbi"].mkdir()
    assert [taken_from_the_cache(), taken_from_the_cache()] == [False, False]


def test_where_there_is_no_folder_it_is_compiled_each_time(kept, monkeypatch):
    where = "numba.core.caching.FunctionCache._impl_class._locator_classes"
    monkeypatch.setattr(where, [])
    assert not taken_from_the_cache()
