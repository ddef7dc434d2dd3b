"""A Dask cluster: the same bytes, whoever dies, and one line where there is none."""

import signal
import socket
import threading

import pytest
from loopback import end, until
from sample_jobs import Deadly, Example, Noted

from proofkit.foundations.errors import InputError, WorkersLost
from proofkit.jobs import cluster as clusters
from proofkit.jobs import run
from proofkit.jobs.cluster import checked, connected

pytest.importorskip("distributed", reason="pip install dask distributed")


def test_a_worker_killed_midway_makes_no_difference(cluster, tmp_path):
    workers = [cluster.worker() for _ in range(2)]
    notes = tmp_path / "notes"
    notes.mkdir()
    job = Noted(chunks=60, folder=str(notes), seconds=0.03)
    results = []
    with connected(cluster.address) as executor:
        until(lambda: len(executor._client.nthreads()) == 2)
        for result in run(job, executor=executor, directory=tmp_path / "run"):
            results.append(result)
            if len(results) == 8:
                until(lambda: job.processes() == {worker.pid for worker in workers})
                workers[0].send_signal(signal.SIGKILL)
                workers[0].wait()
    assert results == list(run(Example(chunks=60)))
    assert workers[1].poll() is None
    assert set(job.computed()) == set(range(60))
    survivors = [f for f in notes.iterdir() if f.name.endswith(f"-{workers[1].pid}")]
    assert len(survivors) > 8
    assert list(run(job, directory=tmp_path / "run")) == results


def test_a_chunk_that_kills_every_worker_is_one_error(cluster, tmp_path):
    for life in range(9):
        (tmp_path / f"life-{life}").touch()
    for _ in range(5):
        cluster.worker()
    with pytest.raises(WorkersLost, match="lost the work"), connected(cluster.address) as executor:
        list(run(Deadly(folder=str(tmp_path)), executor=executor))


def test_a_scheduler_that_dies_is_one_error(cluster, tmp_path, monkeypatch):
    cluster.worker()
    job = Noted(chunks=100, folder=str(tmp_path / "notes"), seconds=0.02)
    (tmp_path / "notes").mkdir()
    seen = []
    with pytest.raises(WorkersLost), connected(cluster.address) as executor:
        for result in run(job, executor=executor, directory=tmp_path / "run"):
            seen.append(result)
            if len(seen) == 3:
                monkeypatch.setattr(clusters, "PATIENCE", 1)
                end(cluster.scheduler)
    assert (
        list(run(Noted(chunks=100, folder=str(tmp_path / "notes")), directory=tmp_path / "run"))[:3]
        == seen
    )


def test_a_worker_with_another_version_is_refused(cluster, tmp_path):
    preload = tmp_path / "older.py"
    preload.write_text("import proofkit.jobs.job\nproofkit.jobs.job.__version__ = '0.0.1'\n")
    cluster.worker("--preload", str(preload))
    with (
        pytest.raises(InputError, match=r"proofkit is 0\.0\.1 there and"),
        connected(cluster.address) as executor,
    ):
        list(run(Example(), executor=executor))


def test_a_scheduler_without_workers(cluster, monkeypatch):
    monkeypatch.setattr(clusters, "PATIENCE", 1)
    with pytest.raises(WorkersLost, match="has no workers"), connected(cluster.address):
        pass


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1:8786",
        "http://host:1",
        "tcp://host",
        "tcp://host:0",
        "tcp://host:99999",
        "tcp://:8786",
        "tcp://user:word@host:1",
        "tcp://h:1\n",
    ],
)
def test_addresses_that_are_none(address):
    with pytest.raises(
        InputError, match="--scheduler: expected tcp://HOST:PORT or tls://HOST:PORT, got"
    ):
        checked(address)


@pytest.mark.parametrize(
    "address",
    ["tls://127.0.0.1:8786", "tcp://127.0.0.1:8786", "tcp://node-1.example:8786", "tcp://[::1]:1"],
)
def test_addresses(address):
    checked(address)


def test_nobody_answers(monkeypatch):
    monkeypatch.setattr(clusters, "PATIENCE", 1)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with (
        pytest.raises(InputError, match="no Dask scheduler answers at"),
        connected(f"tcp://127.0.0.1:{port}"),
    ):
        pass


@pytest.mark.parametrize("answer", [b"", b"HTTP/1.1 400 Bad Request\r\n\r\n" * 50])
def test_somebody_else_answers(monkeypatch, answer):
    monkeypatch.setattr(clusters, "PATIENCE", 2)
    held = []

    def serve():
        while True:
            try:
                held.append(server.accept()[0])
                held[-1].sendall(answer)
            except OSError:
                return

    with socket.create_server(("127.0.0.1", 0)) as server:
        thread = threading.Thread(target=serve)
        thread.start()
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        with pytest.raises(InputError, match="no Dask scheduler answers at"), connected(address):
            pass
        server.shutdown(socket.SHUT_RDWR)
        thread.join()
    for connection in held:
        connection.close()
