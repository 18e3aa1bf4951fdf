"""What is promised of a run of the tests.

The default circle needs Python alone, a hang ends, and a browser that has crashed starts again.
"""

import re
import subprocess
import sys
from configparser import ConfigParser

import pytest
from conftest import CHROMIUM, ROOT, TESTS

NEEDY = """
import pytest


def test_in_a_browser(tab):
    assert tab


@pytest.fixture
def storm():
    pass


def test_by_a_model_checker(storm):
    pass


def test_it_needs_python_alone():
    pass
"""


@pytest.mark.parametrize(
    ("circle", "collected"),
    [
        pytest.param("not dear", ["test_it_needs_python_alone"], id="the default circle"),
        pytest.param(
            "dear",
            ["test_in_a_browser", "test_by_a_model_checker"],
            marks=pytest.mark.dear,
            id="dear",
        ),
    ],
)
def test_what_needs_a_browser_or_another_program_is_dear_without_saying_so(
    tmp_path, circle, collected
):
    done = run(tmp_path, NEEDY, "--collect-only", "-m", circle)
    assert re.findall(r"Function (\w+)", done.stdout) == collected


MANY = """
import pytest


@pytest.mark.few(2)
@pytest.mark.parametrize("case", [pytest.param(0, marks=pytest.mark.dear), 1, 2, 3, 4])
def test_it(case):
    pass
"""


@pytest.mark.parametrize(
    ("circle", "cases"), [("not dear", "14"), pytest.param("", "01234", marks=pytest.mark.dear)]
)
def test_of_a_test_with_many_cases_a_few_are_in_the_default_circle(tmp_path, circle, cases):
    done = run(tmp_path, MANY, "--collect-only", "-m", circle)
    assert "".join(re.findall(r"Function test_it\[(\d)\]", done.stdout)) == cases


LINES = """
import pytest


@pytest.mark.few(1)
@pytest.mark.parametrize("line", ["fair --luck", "fair", "mend", "table --exact", "table"])
def test_it(line):
    pass
"""


def test_of_command_lines_one_of_each_command_stays(tmp_path):
    done = run(tmp_path, LINES, "--collect-only", "-m", "not dear")
    assert re.findall(r"Function test_it\[(\w+)", done.stdout) == ["fair", "mend", "table"]


@pytest.mark.parametrize(
    "line",
    [
        ["node", "--version"],
        ["sh", "-c", "coqc --version"],
        [sys.executable, "-m", "pip", "--version"],
        [sys.executable, "-c", "import setuptools.build_meta"],
    ],
    ids=lambda line: " ".join(line[-2:]),
)
def test_what_is_not_dear_starts_only_python_and_installs_nothing(line):
    with pytest.raises(pytest.fail.Exception, match=f"starts {re.escape(line[0])}: mark it dear"):
        subprocess.run(line, check=False)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such shell")
def test_what_is_not_dear_starts_python_in_a_shell_too():
    line = [sys.executable, "-c", "print(1)"]
    for start in (line, ["sh", "-c", 'exec "$@"', "sh", *line]):
        assert subprocess.run(start, capture_output=True, check=True).stdout.split() == [b"1"]


@pytest.mark.dear
def test_what_is_dear_may_start_anything():
    subprocess.run(["git", "--version"], capture_output=True, check=True)


CRASHES = """
from pathlib import Path

import pytest

TRIED = Path(__file__).with_name("tried")


def test_it_crashes(tab):
    tried = len(TRIED.read_text()) if TRIED.exists() else 0
    TRIED.write_text("x" * (tried + 1))
    if tried < {times}:
        tab.goto("chrome://crash")
    assert tab.title() == {title!r}


def test_the_next(tab):
    tab.set_content("<title>the next</title>")
    assert tab.title() == "the next"
"""


def run(folder, text, *options):
    """Run the tests in a text as those of the project are run."""
    (folder / "test_it.py").write_text(text)
    line = [sys.executable, "-m", "pytest", "-c", str(ROOT / "setup.cfg"), "-m", "", "-n", "0"]
    return subprocess.run(
        [*line, "-p", "conftest", "--rootdir", str(folder), *options, str(folder / "test_it.py")],
        cwd=TESTS,
        check=False,
        capture_output=True,
        text=True,
    )


@pytest.mark.dear
@pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium to test in")
@pytest.mark.parametrize(
    ("times", "title", "passed", "tried"),
    [
        pytest.param(1, "", "2 passed", 2, id="a crash: the test is tried again"),
        pytest.param(2, "", "1 failed, 1 passed", 2, id="another crash: it has failed"),
        pytest.param(0, "no", "1 failed, 1 passed", 1, id="what it asserts fails at once"),
    ],
)
def test_a_browser_that_crashes_is_started_again_once(tmp_path, times, title, passed, tried):
    done = run(tmp_path, CRASHES.format(times=times, title=title))
    assert passed in done.stdout
    again = "Tried again, since its browser had crashed: test_it.py::test_it_crashes"
    assert (again in done.stdout) == (times > 0)
    assert len((tmp_path / "tried").read_text()) == tried


HANGS = """
from threading import Event


def test_it_hangs():
    Event().wait()
"""


@pytest.mark.dear
def test_a_test_that_hangs_is_ended_and_it_is_printed_where_it_hung(tmp_path):
    done = run(tmp_path, HANGS, "-o", "faulthandler_timeout=1")
    assert done.returncode == 1
    assert "in test_it_hangs" in done.stderr


def test_a_test_may_take_a_quarter_of_an_hour():
    config = ConfigParser()
    config.read(ROOT / "setup.cfg")
    assert config["tool:pytest"].getint("faulthandler_timeout") == 15 * 60
