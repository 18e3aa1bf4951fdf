"""Where a process gets little memory, or no thread: no command says that a check failed."""

import os
import subprocess
import sys
import threading

import pytest
from conftest import output

linux = pytest.mark.skipif(sys.platform != "linux", reason="others do not limit addresses")
KEPT = {name: value for name, value in os.environ.items() if not name.endswith("_NUM_THREADS")}


def ended(kilobytes, *command):
    limited = ["sh", "-c", f'ulimit -v {kilobytes}; exec "$@"', "sh", sys.executable, *command]
    return subprocess.run(limited, env=KEPT, capture_output=True, text=True, check=False)


@pytest.mark.few(2)
@linux
@pytest.mark.parametrize("kilobytes", [90_000, 120_000, 180_000, 220_000])
@pytest.mark.parametrize(
    "command", [["check", "-0.4012%"], ["write", "plot", "second-player", "-o", "-"]]
)
def test_at_little_memory_no_command_ends_with_1(kilobytes, command):
    """OpenBLAS ends the process by 1, where it is loaded and where floats are first multiplied."""
    done = ended(kilobytes, "-m", "twoplayer", *command)
    assert done.returncode in (0, 2, 3), done.stderr
    assert "Traceback" not in done.stderr
    assert done.returncode == 0 or "Error: " in done.stderr


@linux
def test_too_little_memory_to_start_is_told_with_how_much_that_takes():
    done = ended(60_000, "-m", "twoplayer", "fair", "--tiles", "2")
    said = "Error: system: not enough memory to load numpy; takes 100 MB\n"
    assert (done.returncode, done.stdout, done.stderr) == (3, "", said)


@linux
def test_what_needs_no_numbers_needs_little_memory():
    done = ended(60_000, "-m", "twoplayer", "--version")
    assert (done.returncode, done.stderr) == (0, "")


def threads_of_openblas(code, **env):
    said = "import os; print(os.environ.get('OPENBLAS_NUM_THREADS'))"
    code = f"import atexit; atexit.register(lambda: exec({said!r})); {code}"
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, env=KEPT | env, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()[-1]


COMMAND = "import sys; sys.argv[1:] = ['--version']; import twoplayer.__main__ as m; m.main()"


def test_a_command_keeps_openblas_to_one_thread_where_no_number_is_asked_for():
    assert threads_of_openblas(COMMAND) == "1"
    assert threads_of_openblas(COMMAND, OPENBLAS_NUM_THREADS="3") == "3"


@pytest.mark.dear
def test_whoever_imports_the_package_keeps_all_threads():
    assert threads_of_openblas("import twoplayer; twoplayer.solve('classic')") == "None"
    assert threads_of_openblas("import twoplayer.cli, twoplayer.__main__") == "None"


def test_what_is_announced_needs_no_thread(monkeypatch):
    def refused(thread):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refused)
    assert "-0.4012" in output("fair")
