"""What real machines do: workers without the program, schedulers that die, disks that are full."""

import os
import shutil
import subprocess
import sys
from contextlib import ExitStack, contextmanager
from functools import lru_cache

import pytest
from loopback import PATIENCE, ROOT, Cluster, chunks, end, until

from proofkit.foundations.errors import InputError
from proofkit.jobs import cluster as clusters
from proofkit.jobs.cluster import connected

SWEEP = ("sweep", "softmax-d1-weights/f-NN", "--grid", "a1=0.5:1.5:0.000002", "-p", "d=12")
SIMULATE = ("simulate", "-p", "m=15", "-p", "d=12", "--trials", "2e6", "--seed", "5")


IMPATIENT = """
from proofkit.jobs import cluster
cluster.PATIENCE = 3
from proofkit.cli import main
main()
"""


def start(*arguments, path=(), program=("-m", "proofkit"), **options):
    """The command, as a process of its own."""
    folders = os.pathsep.join([*map(str, path), str(ROOT)])
    return subprocess.Popen(
        [sys.executable, *program, *arguments],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": folders},
        stdout=options.pop("stdout", subprocess.PIPE),
        stderr=options.pop("stderr", subprocess.PIPE),
        text=True,
        **options,
    )


def done(*arguments, **options):
    process = start(*arguments, **options)
    try:
        out, err = process.communicate(timeout=PATIENCE)
    finally:
        end(process)
    return process.returncode, out, err


def refused(answer):
    """The one line of an answer that is an error of the user's, or of the machine's."""
    code, out, err = answer
    assert (code, out) == (2, ""), err
    assert err.startswith("proofkit: error: ")
    assert err.count("\n") == 1
    return err


# Workers that are not what they should be --------------------------------------------------

WITHOUT = """
import sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == "proofkit":
            raise ModuleNotFoundError(f"No module named {name!r}")

sys.meta_path.insert(0, Missing())
"""


def test_a_worker_without_proofkit_is_named(cluster, tmp_path):
    (tmp_path / "without.py").write_text(WITHOUT)
    worker = cluster.worker("--preload", str(tmp_path / "without.py"))
    for asked in (SWEEP, SIMULATE):
        said = refused(done(*asked, "--scheduler", cluster.address))
        assert "the worker on " in said
        assert " at tcp://127.0.0.1:" in said
        assert "No module named 'proofkit" in said
    assert worker.poll() is None, "it was told so, not killed"


LEMMA = """
from sympy import symbols
from proofkit.claims import Hypothesis, at_least
from proofkit.lemma import Lemma
from proofkit.parameters import Parameter
from proofkit.proof import Chain

x = symbols("x", real=True)
lemma = Lemma("small-lemma", title="Small", source="a test", provenance="O", section="1",
    parameters=(Parameter("x", "2", "a number"),),
    hypotheses=(Hypothesis("x-lower", at_least(x, 1)),))
lemma.claim("twice", at_least(2 * x, CONSTANT), Chain(2 * x).at_least(CONSTANT, "x >= 1"))
"""


def collection(folder, version, constant):
    """A folder with an installed collection of one lemma."""
    (folder / "small_lemmas").mkdir(parents=True)
    (folder / "small_lemmas" / "__init__.py").write_text("")
    text = LEMMA.replace("CONSTANT", constant)
    (folder / "small_lemmas" / "small_lemma.py").write_text(text)
    info = folder / f"small_lemmas-{version}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: small-lemmas\nVersion: {version}\n"
    )
    (info / "entry_points.txt").write_text("[proofkit.lemmas]\nsmall = small_lemmas\n")
    return folder


THEIRS = {
    "another version": (
        ("2.0", "2"),
        "collections.small is small-lemmas 2.0 there and small-lemmas 1.0 here",
    ),
    "other statements": (("1.0", "1"), "statements.small-lemma is "),
    "missing": (None, "cannot make the job: UnknownName: unknown lemma 'small-lemma'"),
}


def test_a_worker_with_another_collection_is_named(cluster, tmp_path):
    mine = collection(tmp_path / "mine", "1.0", "2")
    asked = ("sweep", "small-lemma", "--grid", "x=0:3:0.01")
    code, out, _ = done(*asked, path=(mine,))
    assert code == 1
    assert "301 points" in out
    for name, (theirs, named) in THEIRS.items():
        path = () if theirs is None else (collection(tmp_path / name, *theirs),)
        worker = cluster.worker(path=path)
        said = refused(done(*asked, "--scheduler", cluster.address, path=(mine,)))
        assert "the worker on " in said
        assert named in said
        end(worker)


# A scheduler that dies ---------------------------------------------------------------------


@pytest.fixture(scope="module")
def whole():
    """What a command says when nothing happens to it."""
    return lru_cache(lambda asked: done(*asked))


@pytest.mark.parametrize(("asked", "moment"), [(SWEEP, 0), (SWEEP, 4), (SIMULATE, 5)])
def test_a_scheduler_that_dies_is_named_and_nothing_is_lost(
    cluster, tmp_path, whole, asked, moment
):
    cluster.worker()
    place = tmp_path / "run"
    there = ("--scheduler", cluster.address, "--run", str(place))
    process = start(*asked, *there, program=("-c", IMPATIENT))
    try:
        until(lambda: process.poll() is not None or len(chunks(place)) >= moment)
        end(cluster.scheduler)
        out, err = process.communicate(timeout=PATIENCE)
    finally:
        end(process)
    answer = process.returncode, out, err
    if answer != whole(asked):  # it may have been faster
        assert cluster.address in refused(answer)
    assert done(*asked, "--run", str(place)) == whole(asked)


# Disks -------------------------------------------------------------------------------------


@contextmanager
def small_disk(folder, size, inodes=None):
    """A disk of so many bytes; a test that may not mount one is skipped."""
    folder.mkdir()
    options = f"size={size}" + (f",nr_inodes={inodes}" if inodes else "")
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", options, "none", str(folder)],
        capture_output=True,
        check=False,
    )
    if made.returncode:
        pytest.skip("no disk may be mounted here")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


@pytest.mark.parametrize("stage", ["no room at all", "no more files", "room for some chunks"])
def test_a_full_disk_is_one_line_and_the_run_goes_on(tmp_path, whole, stage):
    room = {"no room at all": 4096, "no more files": 65536, "room for some chunks": 600_000}[stage]
    with small_disk(tmp_path / "disk", room, 2 if stage == "no more files" else None) as disk:
        place = disk / "run"
        if stage == "no room at all":
            place.mkdir()
            (disk / "film").write_bytes(bytes(4096))
        said = refused(done(*SWEEP, "--run", str(place)))
        assert "No space left on device" in said
        kept = len(chunks(place))
        assert kept > 0 or stage != "room for some chunks"
        (disk / "film").unlink(missing_ok=True)
        remount(disk, "size=50m,nr_inodes=1000")
        assert done(*SWEEP, "--run", str(place)) == whole(SWEEP)
        assert len(chunks(place)) == 8


def remount(disk, options):
    subprocess.run(["mount", "-o", f"remount,{options}", str(disk)], check=True)


def test_a_disk_that_is_only_read(tmp_path, whole):
    """What is complete can be read; what is not, or is of another job, ends in one line."""
    with small_disk(tmp_path / "disk", "50m") as disk:
        place = disk / "run"
        assert done(*SWEEP, "--run", str(place)) == whole(SWEEP)
        remount(disk, "ro")
        assert done(*SWEEP, "--run", str(place)) == whole(SWEEP)
        other = (*SWEEP[:-1], "d=22")
        assert "holds another run" in refused(done(*other, "--run", str(place)))
        remount(disk, "rw")
        (place / "chunks" / "000003").unlink()
        remount(disk, "ro")
        assert "Read-only file system" in refused(done(*SWEEP, "--run", str(place)))


# TLS ---------------------------------------------------------------------------------------


def certificate(folder, name, *authority):
    """A key and a certificate: its own authority's, or one that another signed."""
    key, cert = folder / f"{name}.key", folder / f"{name}.pem"
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"),
            *("-subj", f"/CN={name}", "-addext", "subjectAltName=IP:127.0.0.1"),
            *("-keyout", str(key), "-out", str(cert), *authority),
        ],
        check=True,
        capture_output=True,
    )
    return cert, key


def tls(authority, certificate, key):
    return {"tls_ca_file": authority, "tls_client_cert": certificate, "tls_client_key": key}


@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl makes the certificates")
def test_a_cluster_with_certificates(tmp_path, whole, monkeypatch):
    ca, ca_key = certificate(tmp_path, "authority")
    cert, key = certificate(tmp_path, "ours", "-CA", str(ca), "-CAkey", str(ca_key))
    files = ("--tls-ca-file", str(ca), "--tls-cert", str(cert), "--tls-key", str(key))
    with ExitStack() as stack:
        cluster = Cluster(tmp_path, stack, *files)
        cluster.worker()
        assert cluster.address.startswith("tls://")
        assert done(*SIMULATE, "--scheduler", cluster.address, *files) == whole(SIMULATE)
        monkeypatch.setattr(clusters, "PATIENCE", 2)
        strangers_cert, strangers_key = map(str, certificate(tmp_path, "stranger"))
        for address, shown, message in (
            (cluster.address.replace("tls", "tcp"), None, "no Dask scheduler answers"),
            (
                cluster.address,
                tls(strangers_cert, strangers_cert, strangers_key),
                "no Dask scheduler answers",
            ),
            (cluster.address, None, "cannot be used: expected --tls-ca-file, --tls-cert"),
            (
                cluster.address,
                tls(str(tmp_path / "none.pem"), str(cert), str(key)),
                "certificates cannot be used",
            ),
        ):
            with pytest.raises(InputError, match=message), connected(address, shown):
                pass
