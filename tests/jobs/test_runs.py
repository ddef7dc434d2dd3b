"""Runs: the same bytes in order, whoever computes them and whatever happened before."""

import json
import os
import subprocess
import sys
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor

import pytest
from sample_jobs import Example, Failing, Noted

from proofkit.foundations.errors import InputError, LimitExceeded, WorkersLost
from proofkit.jobs import LocalProcesses, directory, run, runner
from proofkit.jobs.job import describe, difference

WHOLE = list(run(Example()))


def noted(folder, **more):
    folder.mkdir(exist_ok=True)
    return Noted(folder=str(folder), **more)


# Executors --------------------------------------------------------------------------------


def test_results_come_in_order_and_few_are_held(tmp_path):
    job = noted(tmp_path / "notes", chunks=300)
    with ThreadPoolExecutor(4) as pool:
        for done, result in enumerate(run(job, executor=pool), 1):
            assert result == Example().compute(done - 1)
            assert len(job.computed()) <= done + runner.AHEAD


class Broken(Executor):
    def submit(self, fn, /, *args, **kwargs):
        raise BrokenExecutor


class Gone(Executor):
    def submit(self, fn, /, *args, **kwargs):
        future = Future()
        future.cancel()
        return future


@pytest.mark.parametrize("executor", [Broken(), Gone()])
def test_an_executor_that_is_no_use(executor):
    with pytest.raises(WorkersLost, match="chunk 0"):
        list(run(Example(), executor=executor))


@pytest.mark.parametrize("executor", [None, ThreadPoolExecutor])
def test_an_error_in_a_chunk_is_raised_at_its_place(executor, tmp_path):
    ready = run(Failing(), executor=executor and executor(2), directory=tmp_path / "run")
    seen = []
    with pytest.raises(ZeroDivisionError):
        seen.extend(ready)
    assert {int(p.name) for p in (tmp_path / "run" / "chunks").iterdir()} >= {0, 1, 2} - {len(seen)}
    assert 3 not in {int(p.name) for p in (tmp_path / "run" / "chunks").iterdir()}


def test_no_chunks(tmp_path):
    assert list(run(Example(chunks=0), directory=tmp_path / "run")) == []
    with LocalProcesses(2) as processes:
        assert list(run(Example(chunks=0), executor=processes)) == []


def test_progress_counts_chunks():
    seen = []
    list(run(Example(chunks=3), progress=lambda *said: seen.append(said)))
    assert seen == [(1, 3, "chunks"), (2, 3, "chunks"), (3, 3, "chunks")]


# Run directories --------------------------------------------------------------------------


@pytest.mark.parametrize("processes", [False, True])
def test_an_abandoned_run_goes_on(tmp_path, processes):
    job, place = noted(tmp_path / "notes"), tmp_path / "run"
    ready = run(job, directory=place)
    first = [next(ready) for _ in range(7)]
    ready.close()
    assert first == WHOLE[:7]
    if processes:
        with LocalProcesses(2) as pool:
            assert list(run(job, executor=pool, directory=place)) == WHOLE
    else:
        assert list(run(job, directory=place)) == WHOLE
    assert job.computed() == dict.fromkeys(range(20), 1)
    assert list(run(job, directory=place)) == WHOLE
    assert job.computed() == dict.fromkeys(range(20), 1)


def damage(change):
    def apply(folder):
        file = folder / "chunks" / "000004"
        file.write_bytes(change(file.read_bytes()))

    return apply


def swap(folder):
    (folder / "chunks" / "000004").write_bytes((folder / "chunks" / "000005").read_bytes())


DAMAGES = {
    "empty": damage(lambda data: b""),
    "torn": damage(lambda data: data[:-1]),
    "longer": damage(lambda data: data + b"\n"),
    "flipped": damage(lambda data: data[:-5] + bytes([data[-5] ^ 1]) + data[-4:]),
    "header": damage(lambda data: data.replace(b" 4 ", b" 5 ")),
    "zeros": damage(lambda data: bytes(len(data))),
    "swapped": swap,
}


@pytest.mark.parametrize("name", DAMAGES)
def test_a_damaged_chunk_is_noticed_and_computed_again(tmp_path, name):
    job, place, said = noted(tmp_path / "notes"), tmp_path / "run", []
    assert list(run(job, directory=place)) == WHOLE
    sound = (place / "chunks" / "000004").read_bytes()
    DAMAGES[name](place)
    assert list(run(job, directory=place, notice=said.append)) == WHOLE
    assert len(said) == 1
    assert said[0].endswith("000004 is damaged and computed again")
    assert job.computed() == {**dict.fromkeys(range(20), 1), 4: 2}
    assert (place / "chunks" / "000004").read_bytes() == sound


def test_a_chunk_of_another_run_is_noticed(tmp_path):
    for seed in (0, 1):
        list(run(Example(seed=seed), directory=tmp_path / str(seed)))
    name, said = "chunks/000002", []
    (tmp_path / "0" / name).write_bytes((tmp_path / "1" / name).read_bytes())
    assert list(run(Example(), directory=tmp_path / "0", notice=said.append)) == WHOLE
    assert len(said) == 1


@pytest.mark.parametrize(
    ("job", "message"),
    [
        (Example(seed=1), "holds another run: seed is 0 there and 1 here"),
        (Example(chunks=21), "holds another run: chunks is 20 there and 21 here"),
    ],
)
def test_another_jobs_directory_is_refused(tmp_path, job, message):
    list(run(Example(), directory=tmp_path))
    with pytest.raises(InputError, match=message):
        list(run(job, directory=tmp_path))
    assert list(run(Example(), directory=tmp_path)) == WHOLE


def test_another_version_is_refused(tmp_path, monkeypatch):
    list(run(Example(), directory=tmp_path))
    monkeypatch.setattr("proofkit.jobs.job.__version__", "9.9")
    with pytest.raises(InputError, match=r"proofkit is [\d.]+ there and 9\.9 here"):
        list(run(Example(), directory=tmp_path))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "does not describe a run"),
        ("{", "does not describe a run"),
        ("[]", "does not describe a run"),
        ("{}", "does not describe a run"),
        ("[" * 100_000, "does not describe a run"),
        ('{"digest": 1}', "chunks is only here"),
        (" " * 2_000_000, "does not describe a run"),
    ],
)
def test_a_job_file_that_is_none(tmp_path, text, message):
    (tmp_path / "job.json").write_text(text)
    with pytest.raises(InputError, match=message):
        list(run(Example(), directory=tmp_path))


def test_a_job_file_that_was_changed(tmp_path):
    list(run(Example(), directory=tmp_path))
    file = tmp_path / "job.json"
    file.write_text(json.dumps({**json.loads(file.read_text()), "digest": "0" * 64}))
    with pytest.raises(InputError, match="was changed: its digest does not fit"):
        list(run(Example(), directory=tmp_path))


def test_somebodys_folder_is_left_alone(tmp_path):
    (tmp_path / "thesis.tex").write_text("x")
    with pytest.raises(InputError, match=r"not a run directory: it has thesis\.tex in it"):
        list(run(Example(), directory=tmp_path))
    assert not (tmp_path / "job.json").exists()


def test_what_an_earlier_run_left_half_written_is_cleared(tmp_path):
    list(run(Example(), directory=tmp_path))
    for name in ("job.json.part", "chunks/000009.part", "chunks/000019.part"):
        (tmp_path / name).write_text("half")
    (tmp_path / "chunks" / "000019").unlink()
    assert list(run(Example(), directory=tmp_path)) == WHOLE
    assert list(tmp_path.rglob("*.part")) == []


@pytest.mark.parametrize(
    "theirs",
    [
        {"chunks/download.part": "half a film"},
        {"lock": "my own notes"},
        {"lock": "", "chunks/000000": "x"},
        {"job.json.part": "x"},
        {"job.json": '{"mine": 1}', "chunks/000001.part": "x"},
    ],
)
def test_what_we_did_not_write_is_left_alone(tmp_path, theirs):
    for name, text in theirs.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    with pytest.raises(InputError):
        list(run(Example(), directory=tmp_path))
    found = {p.relative_to(tmp_path).as_posix(): p for p in tmp_path.rglob("*") if p.is_file()}
    assert {name: p.read_text() for name, p in found.items()} == theirs


def test_in_our_own_directory_too(tmp_path):
    list(run(Example(), directory=tmp_path))
    for name in ("download.part", "1.part", "000001.part.txt"):
        (tmp_path / "chunks" / name).write_text("theirs")
    assert list(run(Example(), directory=tmp_path)) == WHOLE
    for name in ("download.part", "1.part", "000001.part.txt"):
        assert (tmp_path / "chunks" / name).read_text() == "theirs"


@pytest.mark.parametrize("stage", [(), ("lock",), ("lock", "job.json.part")])
def test_a_run_that_was_killed_at_birth_goes_on(tmp_path, stage):
    for name in stage:
        (tmp_path / name).write_text("process 1 on here" if name == "lock" else "{")
    assert list(run(Example(), directory=tmp_path)) == WHOLE
    assert not list(tmp_path.rglob("*.part"))


def test_no_name_is_not_the_current_directory(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match="--run: expected the name of a folder"):
        next(run(Example(), directory=""))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["chunks/000004", "job.json"])
@pytest.mark.parametrize("kind", ["pipe", "device"])
def test_what_never_ends_or_never_answers_is_refused(tmp_path, name, kind):
    list(run(Example(), directory=tmp_path))
    place = tmp_path / name
    place.unlink()
    if kind == "pipe":
        os.mkfifo(place)
    else:
        place.symlink_to("/dev/zero")
    with pytest.raises(InputError, match=f"{name} is not a file that a run has written"):
        list(run(Example(), directory=tmp_path))
    assert place.is_fifo() or place.is_symlink()


def test_two_runs_do_not_share_a_directory(tmp_path):
    ready = run(Example(), directory=tmp_path)
    next(ready)
    with pytest.raises(InputError, match=f"in use by process {os.getpid()} on "):
        next(run(Example(), directory=tmp_path))
    assert [WHOLE[0], *ready] == WHOLE
    assert list(run(Example(), directory=tmp_path)) == WHOLE


def test_too_many_chunks_for_a_directory(tmp_path):
    with pytest.raises(LimitExceeded, match="too many for a run directory"):
        next(run(Example(chunks=directory.MAX_CHUNKS + 1), directory=tmp_path / "run"))


@pytest.mark.parametrize("place", ["file/run", "file", "\0"])
def test_a_place_where_nothing_can_be(tmp_path, place):
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match=r"cannot (make|read) "):
        next(run(Example(), directory=tmp_path / place))


WITHIN = """
import os, sys
sys.path.append(sys.argv[1])
from sample_jobs import Example
from proofkit.foundations.errors import InputError
from proofkit.jobs import run
os.chdir(sys.argv[2])
if os.geteuid() == 0:
    os.seteuid(65534)
try:
    print(len(list(run(Example(), directory="."))))
except InputError as error:
    sys.exit(str(error))
"""


@pytest.mark.parametrize("missing", [False, True])
def test_a_directory_that_must_not_be_written(tmp_path, missing):
    """What is complete can be read; what is not, ends in one line before any work."""
    list(run(Example(), directory=tmp_path / "run"))
    if missing:
        (tmp_path / "run" / "chunks" / "000019").unlink()
    (tmp_path / "run" / "lock").chmod(0o444)
    (tmp_path / "run").chmod(0o555)
    arguments = [sys.executable, "-c", WITHIN, os.path.dirname(__file__), str(tmp_path / "run")]
    done = subprocess.run(arguments, capture_output=True, text=True, check=False)
    if missing:
        assert (done.returncode, done.stderr) == (1, "cannot write lock: Permission denied\n")
    else:
        assert (done.returncode, done.stdout) == (0, "20\n")


FULL = """
import resource, sys
sys.path.append(sys.argv[1])
from sample_jobs import Large
from proofkit.foundations.errors import InputError
from proofkit.jobs import run
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[3]), int(sys.argv[3])))
try:
    list(run(Large(), directory=sys.argv[2]))
except InputError as error:
    sys.exit(str(error))
"""


def test_a_full_disk_is_one_line_and_loses_nothing(tmp_path):
    """Chunk `i` has `1000 i` bytes; files may have 6000."""
    arguments = [sys.executable, "-c", FULL, os.path.dirname(__file__), str(tmp_path / "run")]
    done = subprocess.run([*arguments, "6000"], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.endswith("000006: File too large; what is done so far is kept\n"), (
        done.stderr
    )
    assert sorted(p.name for p in (tmp_path / "run" / "chunks").iterdir()) == [
        f"{index:06}" for index in range(6)
    ]
    again = subprocess.run([*arguments, "100000"], capture_output=True, text=True, check=False)
    assert (again.returncode, again.stderr) == (0, "")


# What differs -----------------------------------------------------------------------------


def test_differences_are_named():
    here = describe(Example())
    assert difference(here, here) is None
    assert (
        difference({"a": {"b": [1, 2]}}, {"a": {"b": [1, 3]}})
        == "a.b is [1, 2] there and [1, 3] here"
    )
    assert difference({"key": {}}, {"key": {"seed": 1}}) == "seed is only here"
    assert difference({"a": 1}, {"a": True}) == "a is 1 there and true here"
    assert len(difference({"a": "x" * 9999}, {"a": "y\n" * 9999})) < 120
