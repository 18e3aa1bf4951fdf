"""Files that users name: what is read, and what is refused before it is."""

import os
import socket
import sys
import threading
from contextlib import suppress

import pytest

from twoplayer import FileError
from twoplayer.files import read_text

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
def test_a_file_that_is_listed_in_another_is_a_file():
    assert "where a file is wanted" in refused("/dev/stdin", piped=False)
