"""The command itself, interrupted and killed: it goes on and ends with the same bytes."""

import os
import re
import signal
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest
from loopback import ROOT, chunks, end, until

from proofkit.foundations.errors import WorkersLost
from proofkit.jobs.cluster import connected

SIMULATE = ("simulate", "-p", "m=15", "-p", "d=12", "--trials", "5e6", "--seed", "5")
LATER = "000016"
"""A chunk that is under way only when the first one is counted: so many are handed out at most."""


@contextmanager
def started(*arguments):
    process = subprocess.Popen(
        [sys.executable, "-m", "proofkit", *arguments],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        yield process
    finally:
        end(process)
        process.stdout.close()
        process.stderr.close()


def children(process):
    """The processes that it started, and that live."""
    listed = Path(f"/proc/{process.pid}/task").glob("*/children")  # each thread has its own
    return [int(pid) for file in listed for pid in file.read_text().split()]


def alive(pid):
    """Does it run? A process that is dead and waits for burial does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.fixture(scope="module")
def whole():
    with started(*SIMULATE, "--workers", "1") as process:
        out, err = process.communicate()
    assert (process.returncode, err) == (0, "")
    return out


@pytest.mark.parametrize("workers", ["1", "2"])
@pytest.mark.parametrize("name", ["SIGINT", "SIGKILL"])
def test_a_stopped_simulation_goes_on(tmp_path, whole, name, workers):
    place = tmp_path / "run"
    arguments = (*SIMULATE, "--run", str(place), "--workers", workers)
    with started(*arguments) as process:
        until(lambda: LATER in chunks(place))
        below = children(process)
        if name == "SIGINT":  # as from a terminal: the whole group gets it
            os.killpg(process.pid, signal.SIGINT)
        else:
            process.kill()
        out, err = process.communicate()
    assert len(below) == (int(workers) if workers != "1" else 0)
    until(lambda: not any(map(alive, below)))
    if name == "SIGINT":
        assert (process.returncode, err) == (130, "")
        assert "interrupted, 5000000 were asked for" in out
    else:
        assert (out, err) == ("", ""), "nobody is left who could say anything"
    kept = len(chunks(place))
    assert kept < 72
    with started(*arguments) as process:
        assert process.communicate() == (whole, "")
    assert len(chunks(place)) == 72
    assert not list(place.rglob("*.part"))


def test_one_huge_network_is_interrupted_within_and_goes_on(tmp_path):
    """A single trial of 10^10 neurons is cut too, and takes no more memory than a small one."""
    place = tmp_path / "run"
    arguments = ("simulate", "-p", "m=1e10", "-p", "d=12", "--trials", "1", "--run", str(place))
    with started(*arguments, "--workers", "1") as process:
        until(lambda: len(chunks(place)) >= 3)
        most = re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{process.pid}/status").read_text())
        process.send_signal(signal.SIGINT)
        out, err = process.communicate()
    assert (process.returncode, out, err) == (130, "", "proofkit: error: interrupted\n")
    assert int(most[1]) < 300_000
    kept = {name: (place / "chunks" / name).stat().st_mtime_ns for name in chunks(place)}
    with started(*arguments, "--workers", "1") as process:
        until(lambda: len(chunks(place)) > len(kept))
        process.kill()
    assert {n: (place / "chunks" / n).stat().st_mtime_ns for n in kept} == kept


def test_two_commands_do_not_share_a_directory(tmp_path):
    arguments = (*SIMULATE, "--run", str(tmp_path / "run"))
    with started(*arguments, "--workers", "1") as first:
        until(lambda: chunks(tmp_path / "run"))
        first.send_signal(signal.SIGSTOP)  # it holds the folder for as long as we need
        with started(*arguments) as second:
            out, err = second.communicate()
        first.kill()
    assert (second.returncode, out) == (2, "")
    assert f"is in use by process {first.pid} on " in err
    assert err.count("\n") == 1


def test_another_simulations_directory_is_refused(run, tmp_path):
    place = str(tmp_path / "run")
    asked = ("simulate", "-p", "d=12", "--trials", "2000", "--run", place)
    code, out, err = run(*asked)
    assert (code, err) == (0, "")
    assert run(*asked) == (0, out, "")
    code, out, err = run(*asked, "--seed", "1")
    assert (code, out) == (2, "")
    assert err == f"proofkit: error: {shown(place)} holds another run: seed is 0 there and 1 here\n"
    code, _, err = run("study", "-o", str(tmp_path / "study"), "--run", place)
    assert code == 2
    assert "holds another run: " in err


def shown(place):
    return place if len(place) <= 60 else f"...{place[-57:]}"


def test_a_damaged_chunk_is_said(run, tmp_path):
    asked = ("simulate", "-p", "d=12", "--trials", "2000", "--run", str(tmp_path))
    _, before, _ = run(*asked)
    (tmp_path / "chunks" / "000000").write_text("gone")
    code, out, err = run(*asked)
    assert (code, out) == (0, before)
    assert err.endswith("chunks/000000 is damaged and computed again\n")
    assert err.startswith("proofkit: note: ")


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (["--workers", "0"], "--workers: expected 1 to 256, got 0"),
        (["--workers", "1.5"], "--workers: expected an integer, got 1.5"),
        (["--workers", "some"], "--workers: expected an exact number"),
        (["--workers", "2", "--scheduler", "tcp://h:1"], "exclude each other"),
        (["--tls-cert", "ours.pem"], "go with --scheduler tls://"),
        (
            ["--scheduler", "h:1"],
            "--scheduler: expected tcp://HOST:PORT or tls://HOST:PORT, got 'h:1'",
        ),
        (["--run", "/dev/null/x"], "cannot make /dev/null/x: Not a directory"),
    ],
)
def test_bad_places(run, asked, message):
    code, out, err = run("simulate", "--trials", "1", *asked)
    assert (code, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1


def test_dask_is_named_when_it_is_missing(run, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    code, out, err = run("simulate", "--trials", "1", "--scheduler", "tcp://127.0.0.1:1")
    assert (code, out) == (2, "")
    assert err == "proofkit: error: --scheduler needs Dask: pip install dask distributed\n"


def test_simulate_on_a_cluster(run, cluster):
    cluster.worker()
    asked = ("simulate", "-p", "m=15", "-p", "d=12", "--trials", "3e5")
    assert run(*asked, "--scheduler", cluster.address) == run(*asked)
    said = f"{cluster.address} lost the work: the executor gave up chunk 1"
    with pytest.raises(WorkersLost, match=said), connected(cluster.address):
        # as after a scheduler that died and came back
        raise WorkersLost("the executor gave up chunk 1")


def test_an_interrupted_command_on_a_cluster(cluster, tmp_path, whole):
    cluster.worker()
    place = tmp_path / "run"
    arguments = (*SIMULATE, "--run", str(place), "--scheduler", cluster.address)
    with started(*arguments) as process:
        until(lambda: LATER in chunks(place))
        process.send_signal(signal.SIGINT)
        out, err = process.communicate()
    assert (process.returncode, err) == (130, "")
    assert "interrupted" in out
    with started(*arguments) as process:
        assert process.communicate() == (whole, "")
