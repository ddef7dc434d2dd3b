"""Processes on this machine: the same results, whichever of them dies and when."""

import os
import pickle
import subprocess
import sys
import threading
import time
from concurrent.futures import BrokenExecutor
from multiprocessing import Pipe
from pathlib import Path

import pytest
from loopback import until
from sample_jobs import Deadly, Example, Heavy, Interrupted, Noted, refuse, stay

from proofkit.foundations.errors import (
    CertificateError,
    InternalError,
    ProofkitError,
    Terminated,
    WorkersLost,
)
from proofkit.jobs import LocalProcesses, local, run

WHOLE = list(run(Example()))


@pytest.mark.parametrize("patience", [0, 1e-9, 60])
def test_processes_make_no_difference(patience):
    with LocalProcesses(2, patience) as processes:
        assert list(run(Example(), executor=processes)) == WHOLE


def test_patience_is_work_done_here(tmp_path):
    (tmp_path / "notes").mkdir()
    job = Noted(folder=str(tmp_path / "notes"), seconds=0.01)
    with LocalProcesses(2, patience=0.005) as processes:
        assert list(run(job, executor=processes)) == WHOLE
    assert os.getpid() in job.processes()
    assert len(job.processes()) > 1
    assert set(job.computed().values()) == {1}


def test_a_killed_process_is_replaced(tmp_path):
    for life in range(2):
        (tmp_path / f"life-{life}").touch()
    with LocalProcesses(2) as processes:
        assert list(run(Deadly(folder=str(tmp_path)), executor=processes)) == WHOLE


def test_large_jobs_do_not_block_the_way(tmp_path):
    """More than a pipe holds is under way when a process is killed, and when nobody cares."""
    (tmp_path / "life-0").touch()
    heavy = Heavy(folder=str(tmp_path), load=bytes(5_000_000))
    with LocalProcesses(2) as processes:
        assert list(run(heavy, executor=processes)) == WHOLE
    with LocalProcesses(2) as processes:
        ready = run(heavy, executor=processes)
        assert next(ready) == WHOLE[0]
        ready.close()


def test_a_process_killed_in_the_middle_of_an_answer_holds_nobody_up(tmp_path):
    """More than a pipe holds: half of it has arrived, and the other half never will."""
    (tmp_path / "life-0").touch()
    job = Interrupted(folder=str(tmp_path))
    with LocalProcesses(2) as processes:
        assert list(run(job, executor=processes)) == list(run(job))
    with LocalProcesses(2) as processes:
        ready = run(job, executor=processes)
        assert next(ready)
        ready.close()


def test_what_cannot_travel_is_an_error_of_its_own():
    with LocalProcesses(1) as processes:
        assert processes.submit(int, "7").result() == 7
        with pytest.raises((AttributeError, pickle.PicklingError), match="lambda"):
            processes.submit(lambda: 1).result()
        with pytest.raises(TypeError, match="cannot pickle"):
            processes.submit(threading.Lock).result()
        with pytest.raises(CertificateError, match=r"^here: not so"):
            processes.submit(refuse).result()
        with pytest.raises(InternalError, match="Stays: here: not so"):
            processes.submit(stay).result()
        assert processes.submit(int, "8").result() == 8


def test_a_chunk_that_always_kills_is_one_error(tmp_path):
    for life in range(100):
        (tmp_path / f"life-{life}").touch()
    with pytest.raises(WorkersLost, match=r"lost its worker 4 times"), LocalProcesses(2) as pool:
        list(run(Deadly(folder=str(tmp_path)), executor=pool))


@pytest.mark.parametrize("heard", ["nothing", "half of it", "where to look"])
def test_a_process_whose_parent_dies_while_it_starts_says_nothing(heard):
    ours, theirs = Pipe()
    if heard == "half of it":
        os.write(ours.fileno(), b"\0\0\1\0half")
    elif heard == "where to look":
        ours.send(sys.path)
    ours.close()
    with theirs:
        arguments = [sys.executable, "-P", "-c", local._BEGIN, str(theirs.fileno())]
        done = subprocess.run(
            arguments, pass_fds=[theirs.fileno()], capture_output=True, check=False, timeout=60
        )
    assert (done.stdout, done.stderr) == (b"", b"")


def test_who_is_ended_while_it_starts_processes_leaves_none(monkeypatch):
    """As by a signal that comes before `submit` is back."""
    start = threading.Thread.start

    def ended(thread):
        start(thread)
        raise Terminated

    monkeypatch.setattr(local._Line, "start", ended)
    before = below()
    with pytest.raises(Terminated), LocalProcesses(1) as processes:
        processes.submit(int, "7")
    assert below() <= before


def test_a_lock_that_nobody_gives_back_holds_nobody_up(monkeypatch):
    """As when a signal comes while the first process has just taken it."""
    monkeypatch.setattr(local, "_FAREWELL", 0.01)
    with LocalProcesses(1) as processes:
        future = processes.submit(time.sleep, 600)
        until(future.running)
        future._condition.acquire()
    future._condition.release()
    with pytest.raises(BrokenExecutor):
        future.result()


def below():
    """The processes that this one started."""
    listed = Path("/proc/self/task").glob("*/children")
    return {int(pid) for file in listed for pid in file.read_text().split()}


def test_a_script_that_starts_processes_when_it_is_imported_is_told(monkeypatch):
    monkeypatch.setattr(local, "_imported", threading.Event())
    with LocalProcesses(1) as processes, pytest.raises(ProofkitError, match="__name__ == "):
        processes.submit(int, "7").result()
