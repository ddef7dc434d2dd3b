"""Files are there whole or not at all, whatever happens to who writes them."""

import os
import subprocess
import sys

import pytest

from proofkit.foundations import files
from proofkit.foundations.errors import InputError


@pytest.fixture(params=["nameless", "draft"])
def way(request, monkeypatch):
    """Where files need no name until they are whole, and where they do."""
    if request.param == "draft":
        monkeypatch.setattr(files, "_NAMELESS", 0)
    return request.param


@pytest.mark.parametrize("old", [None, "old"])
def test_an_interrupted_write_changes_nothing(tmp_path, way, old):
    path = tmp_path / "cells.csv"
    if old:
        path.write_text(old)
    (tmp_path / ".cells.csv.g9uvi55y").write_text("another program's")
    before = {file.name: file.read_text() for file in tmp_path.iterdir()}

    def pieces():
        yield b"new"
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        files.write_pieces(str(path), pieces())
    assert {file.name: file.read_text() for file in tmp_path.iterdir()} == before


def test_a_whole_file_takes_the_place_of_the_old_one(tmp_path, way):
    path = tmp_path / "cells.csv"
    (tmp_path / "link").symlink_to(path)
    for text in ("first", "second"):
        files.write(str(tmp_path / "link"), text)
        assert path.read_text() == text
        assert path.stat().st_nlink == 1
        assert path.stat().st_mode & 0o777 == 0o666 & ~umask()
    assert sorted(file.name for file in tmp_path.iterdir()) == ["cells.csv", "link"]


def umask():
    mask = os.umask(0)
    os.umask(mask)
    return mask


SLOW = """
import sys, time
from proofkit.foundations import files

def pieces():
    yield b"new"
    print("half", flush=True)
    time.sleep(600)

files.write_pieces(sys.argv[1], pieces())
"""


@pytest.mark.parametrize("old", [None, "old"])
def test_a_writer_that_is_killed_leaves_nothing(tmp_path, old):
    try:
        os.close(os.open(tmp_path, os.O_TMPFILE | os.O_WRONLY))
    except (AttributeError, OSError):
        pytest.skip("every file has a name here")
    path = tmp_path / "t.svg"
    if old:
        path.write_text(old)
    arguments = [sys.executable, "-c", SLOW, str(path)]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "half\n"
        process.kill()
    assert [file.read_text() for file in tmp_path.iterdir()] == ([old] if old else [])


@pytest.mark.parametrize(
    ("name", "message"),
    [("", "expected a name"), ("none/x", "No such file"), (".", "Is a directory")],
)
def test_a_place_where_no_file_can_be(tmp_path, monkeypatch, way, name, message):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match=message):
        files.write(name, "text")
    assert list(tmp_path.iterdir()) == []
