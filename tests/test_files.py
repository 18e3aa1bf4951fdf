"""Files that users name: what is read, what is refused before it is, and how they are written."""

import io
import os
import socket
import sys
import threading
from contextlib import suppress
from pathlib import Path

import pytest
from conftest import output, run

from twoplayer.errors import FileError
from twoplayer.files import read_text, read_typed, write

unix = pytest.mark.skipif(sys.platform == "win32", reason="Windows has none of these")


def refused(path, **options):
    with pytest.raises(FileError) as caught:
        read_text(str(path), 10, **options)
    return str(caught.value).removeprefix(f"{path}: ")


def test_a_file_is_read_up_to_what_it_may_hold(tmp_path):
    path = tmp_path / "ours.toml"
    path.write_text("0123456789")
    assert read_text(str(path), 10) == "0123456789"
    path.write_text("0123456789A")
    assert refused(path) == "too large; takes at most 10 bytes"


def test_a_file_that_is_missing_or_a_folder(tmp_path):
    assert refused(tmp_path / "no") == "no such file"
    assert refused(tmp_path) == "a folder, where a file is wanted"


@unix
def test_an_endless_device_is_not_read():
    assert refused("/dev/zero") == "a device, where a file is wanted"


@unix
def test_nobody_is_waited_for_at_a_named_pipe(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    assert refused(tmp_path / "pipe") == "a named pipe, where a file is wanted"


@unix
def test_a_pipe_put_in_the_place_of_a_file_is_not_waited_for_either(tmp_path, monkeypatch):
    file, pipe = tmp_path / "file", tmp_path / "pipe"
    file.write_text("")
    os.mkfifo(pipe)
    before = os.stat(file)
    monkeypatch.setattr(os, "stat", lambda path: before)
    assert refused(pipe) == "a named pipe, where a file is wanted"


@unix
def test_a_socket_is_no_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with socket.socket(socket.AF_UNIX) as some:
        some.bind("socket")
        assert refused("socket") == "a socket, where a file is wanted"


@unix
@pytest.mark.parametrize("content", [b"a table", b"", b"more than ten bytes" * 100_000])
def test_what_a_shell_hands_over_is_read_as_far(content):
    """`<(command)` is the name of a pipe that is open already."""
    end, start = os.pipe()

    def write():
        with os.fdopen(start, "wb") as file, suppress(BrokenPipeError):
            file.write(content)

    writer = threading.Thread(target=write)
    writer.start()
    path = f"/dev/fd/{end}"
    if len(content) > 10:
        assert refused(path).startswith("too large")
    else:
        assert read_text(path, 10) == content.decode()
    os.close(end)
    writer.join()


@unix
def test_what_comes_in_through_stdin_has_a_name(piped):
    piped(b"0123456789")
    assert read_text("/dev/stdin", 10) == "0123456789"


@pytest.mark.parametrize("content", [b"", b"0123456789"])
def test_stdin_is_read_up_to_what_it_may_hold(content, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))
    assert read_typed("-", 10) == ("stdin", content)


def test_stdin_that_is_too_long_is_refused_and_never_cut(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"0123456789A")))
    with pytest.raises(FileError, match=r"^stdin: too large; takes at most 10 bytes$"):
        read_typed("-", 10)


@pytest.mark.parametrize(
    ("line", "begins", "most"),
    [
        ("fair -", "tiles = 3\n", 10**6),
        pytest.param("check -", "tiles,first_player_ev\n2,0\n", 8 * 10**6, marks=pytest.mark.dear),
    ],
)
def test_rules_and_tables_of_stdin_have_the_limits_of_files(line, begins, most):
    whole = begins.ljust(most, "\n")
    assert run(line, input=whole).exit_code == 0
    result = run(line, input=f"{whole}\n")
    assert (result.exit_code, result.stdout) == (3, "")
    assert result.stderr == f"Error: stdin: too large; takes at most {most:,} bytes\n"


@unix
def test_a_rule_file_comes_in_through_stdin(piped):
    piped(b'tiles = 3\nties = "second"\n')
    answer = output("rules /dev/stdin")
    assert "3 tiles, 1 to 3" in answer
    assert "the second player wins equal scores" in answer


@unix
def test_a_file_that_is_listed_in_another_is_a_file():
    assert "where a file is wanted" in refused("/dev/stdin", piped=False)


# What is written


def only(path):
    """Return what the one file of a folder holds."""
    assert [each.name for each in path.parent.iterdir()] == [path.name]
    return path.read_bytes()


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "folder" / "file.json"
    path.parent.mkdir()
    path.write_text("before")
    return path


@unix
def test_where_there_is_no_room_what_was_there_stays(file):
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, hard))
    try:
        with pytest.raises(FileError, match=r"file\.json: cannot be written: File too large$"):
            write(file, b"a" * 20_000)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert only(file) == b"before"


def test_an_interruption_leaves_what_was_there_and_nothing_else(file, monkeypatch):
    def interrupted(descriptor):
        assert len(list(file.parent.iterdir())) == 2
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write(file, "after")
    assert only(file) == b"before"


def test_no_folder_is_made_unless_that_is_asked_for(tmp_path):
    path = tmp_path / "none" / "deep" / "file.json"
    with pytest.raises(FileError, match=r"cannot be written: there is no folder .*deep$"):
        write(path, "after")
    assert not list(tmp_path.iterdir())
    write(path, "after", folders=True)
    assert only(path) == b"after"


@unix
def test_a_new_file_has_the_usual_mode_and_an_old_one_keeps_its_own(file):
    new, usual = file.parent / "new", os.umask(0o027)
    try:
        write(new, "after")
        file.chmod(0o604)
        write(file, "after")
    finally:
        os.umask(usual)
    assert [path.stat().st_mode & 0o777 for path in (new, file)] == [0o640, 0o604]


@unix
@pytest.mark.parametrize("there", [True, False])
def test_a_link_stays_one_to_what_is_written(file, there):
    link = file.parent.parent / "link.json"
    link.symlink_to("folder/file.json")
    if not there:
        file.unlink()
    write(link, "after")
    assert link.is_symlink()
    assert only(file) == b"after"


@unix
@pytest.mark.parametrize("closed", ["file", "folder"])
def test_what_may_not_be_replaced_is_not(file, closed, monkeypatch):
    """A file that may not be written is refused; in a folder that may not, the file itself is."""
    real, path = os.access, {"file": file, "folder": file.parent}[closed]
    monkeypatch.setattr(os, "access", lambda each, mode: each != str(path) and real(each, mode))
    before = file.stat().st_ino
    write(file, "after")  # by opening it, which the system allows here
    assert (file.stat().st_ino, only(file)) == (before, b"after")


@unix
def test_a_named_pipe_stays_one(tmp_path):
    path, read = tmp_path / "pipe", []
    os.mkfifo(path)
    reader = threading.Thread(target=lambda: read.append(path.read_text()), daemon=True)
    reader.start()
    write(path, "after")
    assert path.is_fifo()
    reader.join(60)
    assert read == ["after"]


@unix
def test_what_is_open_already_is_written_on(tmp_path):
    """As `/dev/stdout` is, and what a shell names for `>(command)`."""
    path = tmp_path / "log"
    with path.open("wb", buffering=0) as log:
        log.write(b"before, ")
        write(Path(f"/dev/fd/{log.fileno()}"), "now, ")
        log.write(b"after")
    assert only(path) == b"before, now, after"
