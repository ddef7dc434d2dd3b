"""Streams: colour, width, encodings, closed pipes, the progress bar, light imports."""

import io
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from proofkit import cli
from proofkit.cli import progress, terminal
from proofkit.foundations.seals import FORMAT, SCHEMA

ROOT = Path(__file__).parent.parent.parent


class Terminal(io.StringIO):
    encoding = "utf-8"

    def isatty(self):
        return True


def start(*arguments, **options):
    return subprocess.run(
        [sys.executable, "-m", "proofkit", *arguments],
        capture_output=True,
        text=True,
        check=False,
        **options,
    )


@pytest.mark.parametrize("argument", ["--help", "--version", "check --help", "explain --help"])
def test_help_and_version_are_light(argument):
    code = (
        "import sys; from proofkit.cli import run; code = run(sys.argv[1].split());"
        "heavy = {'sympy', 'numpy', 'mpmath', 'flint'} & set(sys.modules);"
        "sys.exit(f'{code} {heavy}' if code or heavy else 0)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, argument], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_import_proofkit_is_light():
    code = "import sys, proofkit; sys.exit('sympy' in sys.modules or 'click' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_verify_takes_the_kernel_only(tmp_path):
    """Neither SymPy, nor a collection, nor the search is there while certificates are replayed."""
    shipped = ROOT / "lemmas" / "certificates" / "softmax-unit.json"
    claims = list(json.loads(shipped.read_text(encoding="utf-8")).values())
    file = tmp_path / "certificates.json"
    file.write_text(json.dumps({"format": FORMAT, "schema": SCHEMA, "claims": claims}))
    code = (
        "import sys; from proofkit.cli import run; code = run(['verify', sys.argv[1]]);"
        "heavy = {'sympy', 'numpy', 'mpmath', 'lemmas', 'proofkit.search'} & set(sys.modules);"
        "sys.exit(f'{code} {heavy}' if code or heavy else 0)"
    )
    command = [sys.executable, "-c", code, str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert f"{len(claims)} certificates replayed: {len(claims)} proved" in done.stdout


def test_module_and_version():
    done = start("--version")
    assert done.returncode == 0
    assert done.stdout.startswith("proofkit 0.")


@pytest.mark.parametrize(
    ("choice", "environment", "tty", "colored"),
    [
        ("auto", {}, True, True),
        ("auto", {}, False, False),
        ("auto", {"NO_COLOR": "1"}, True, False),
        ("auto", {"NO_COLOR": ""}, True, True),
        ("auto", {"TERM": "dumb"}, True, False),
        ("always", {"NO_COLOR": "1"}, False, True),
        ("never", {}, True, False),
    ],
)
def test_when_there_is_colour(monkeypatch, choice, environment, tty, colored):
    for name in ("NO_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    stream = Terminal()
    monkeypatch.setattr(stream, "isatty", lambda: tty)
    monkeypatch.setattr(sys, "stdout", stream)
    assert terminal.style(choice).color is colored


def test_output_fits_an_old_encoding(monkeypatch):
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding="ascii"))
    assert terminal.style("auto").unicode is False
    terminal.write("f ≥ 1")
    assert raw.getvalue() == b"f \\u2265 1\n"


def test_a_closed_pipe_is_no_traceback(tmp_path):
    reader, writer = os.pipe()
    os.close(reader)
    script = (
        "import sys, click; from proofkit.cli import terminal\n"
        "try: terminal.write('x' * 10**6)\n"
        "except click.exceptions.Exit as gone: sys.exit(gone.exit_code)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], stdout=writer, stderr=subprocess.PIPE, check=False
    )
    os.close(writer)
    assert (done.returncode, done.stderr) == (terminal.CLOSED_PIPE, b"")


def test_progress_is_for_people_and_for_long_work(monkeypatch):
    stream = Terminal()
    monkeypatch.setattr(sys, "stderr", stream)
    with progress.bar() as bar:
        bar(1, 10, "short")
    assert stream.getvalue() == ""
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    with progress.bar() as bar:
        bar(5, 10, "softmax-d1-weights/f-NN")
    shown = stream.getvalue()
    assert "[############............] 5/10 softmax-d1-weights/f-NN" in shown
    assert shown.endswith("\r\033[K")
    piped = io.StringIO()
    monkeypatch.setattr(sys, "stderr", piped)
    with progress.bar() as bar:
        bar(1, 1, "x")
    assert piped.getvalue() == ""


@pytest.mark.parametrize("redirection", [">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_streams_are_no_traceback(redirection):
    command = f'"{sys.executable}" -m proofkit list {redirection}'
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_full_disk_is_one_line():
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "proofkit", "list"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr == (
        "proofkit: error: cannot write to standard output: No space left on device\n"
    )


@pytest.mark.parametrize("arguments", ["--help", "check --help", "--version", "list"])
def test_a_full_disk_below_the_help_is_one_line(arguments):
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "proofkit", *arguments.split()],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr.startswith("proofkit: error: cannot write to standard output")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(("arguments", "code"), [("list", 0), ("check nothing", 2)])
def test_a_full_disk_below_standard_error_changes_no_code(arguments, code):
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "proofkit", *arguments.split()],
            stdout=subprocess.DEVNULL,
            stderr=full,
            check=False,
        )
    assert done.returncode == code


@pytest.mark.parametrize("moment", [0.1, 0.2, 0.4, 0.8])
def test_ctrl_c_is_answered_in_a_line_also_while_importing(moment):
    """Before Python has come to the command itself, Python answers."""
    process = subprocess.Popen(
        [sys.executable, "-m", "proofkit", "prove"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    time.sleep(moment)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate()
    if "proofkit/" in err or process.returncode == 130:
        assert (process.returncode, err) == (130, "proofkit: error: interrupted\n")


def test_a_polite_end_leaves_nothing_behind():
    process = subprocess.Popen(
        [sys.executable, "-m", "proofkit", "simulate", "--trials", "1e10", "--workers", "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    threads = Path(f"/proc/{process.pid}/task")
    while not any(file.read_text() for file in threads.glob("*/children")):
        time.sleep(0.02)  # until the processes that work for it are there
    process.send_signal(signal.SIGTERM)
    out, err = process.communicate()
    assert (process.returncode, out, err) == (143, "", "proofkit: error: terminated\n")


NARROW = (
    "list",
    "check softmax-d1-weights",
    "explain softmax-d1-weights/f-NN",
    "prove softmax-d1-weights/f-NN",
    "graph softmax-d1-weights/f-NN",
    "graph softmax-d1-weights/f-NN --lemmas",
    "threshold softmax-d1-weights/f-NN --over a1",
    "regions softmax-d1-weights/f-NN --over a1=1:6/5 --over n=10:1000 --boxes 20",
    "sweep softmax-d1-weights --grid a1=1/2,1",
    "simulate --trials 1000 --repeat 2",
    "probability --mechanism power:6",
    "mechanisms",
    "walkthrough",
    "ask x^2+y^2+z^2+w^2>=x*y+y*z+z*w+w*x",
)


@pytest.mark.parametrize("arguments", NARROW)
def test_lines_are_no_wider_than_the_page(monkeypatch, capsys, arguments):
    said = {}
    for width in (40, 80):
        monkeypatch.setenv("COLUMNS", str(width))
        cli.run(arguments.split())
        out, err = capsys.readouterr()
        assert out, err
        assert max(map(len, out.splitlines())) <= width
        said[width] = re.sub(r"[\W_]+", "", out)
    if arguments.startswith(("graph", "ask", "threshold")):
        assert said[40] == said[80], "broken otherwise, and nothing cut off"


def test_without_a_width_lines_are_whole(monkeypatch, capsys):
    """As in a pipe: who searches for a line finds all of it."""
    monkeypatch.delenv("COLUMNS", raising=False)
    monkeypatch.setattr(shutil, "get_terminal_size", lambda fallback: os.terminal_size(fallback))
    terminal.show("  " + "word " * 40)
    assert capsys.readouterr().out == "  " + "word " * 40 + "\n"


@pytest.mark.parametrize(
    ("line", "folded"),
    [
        ("short enough", ["short enough"]),
        ("", [""]),
        ("  a table  with  columns", ["  a table", "   with", "   columns"]),
        ("x" * 20 + " y", ["x" * 20, "   y"]),
        ("see " + "x" * 12, ["see", "x" * 12]),
        ("\033[1;31mfails\033[0m here", ["\033[1;31mfails\033[0m here"]),
        ("\033[1;31mfails right\033[0m here", ["\033[1;31mfails right\033[0m", "   here"]),
    ],
)
def test_folding(line, folded):
    assert terminal.fold(line, 12).split("\n") == folded


def test_a_bar_shows_that_there_is_work_while_nobody_calls(monkeypatch):
    stream = Terminal()
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr(progress, "PATIENCE", 0.01)
    with progress.bar("proving"):
        while "] proving" not in stream.getvalue():
            time.sleep(0.01)
    assert "] proving" in stream.getvalue()
    assert stream.getvalue().endswith("\r\033[K")


def test_reading_and_writing_many_points_shows_how_far_it_is(monkeypatch, tmp_path):
    (tmp_path / "points.csv").write_text("a1\n" + "".join(f"1.{k:05}\n" for k in range(20_000)))
    stream = Terminal()
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    monkeypatch.setattr(progress, "_REDRAW", 0.0)
    asked = ["softmax-d1-weights/f-NN", "--points", str(tmp_path / "points.csv")]
    assert cli.run(["sweep", *asked, "-o", str(tmp_path / "out.csv")]) == 0
    shown = stream.getvalue()
    for bar in ("/160003 bytes of points", "1/1 chunks", "8192/20000 lines", "20000/20000 lines"):
        assert bar in shown
    assert len((tmp_path / "out.csv").read_text().splitlines()) == 20_001
