"""The whole of a sweep, and what it refuses."""

import pickle
import tracemalloc
from fractions import Fraction

import numpy as np
import pytest

import proofkit
from proofkit.foundations.errors import InputError, LimitExceeded, UnknownName
from proofkit.questions.sweep import Listed, Sweep, assemble, cells, grid, job, output, reading
from proofkit.questions.sweep.cells import FAILS, HOLDS, NOWHERE
from proofkit.questions.sweep.columns import Column, Doubles, column


def swept(selection, points, given=None, **options):
    work = Sweep(tuple(selection), points, given or {}, **options)
    work.check()
    return assemble(work, map(work.compute, range(work.chunks)))


def row(result, claim):
    rows = np.concatenate([result.of(part)[0] for part in result.sweep.parts])
    return rows[output.claim_names(result).index(claim)]


def test_cells_are_those_of_check():
    result = swept(["softmax-d1-weights"], grid(["a1=0.5:1.5:0.25", "n=10,100,300"]), {"d": "12"})
    for index, (a1, n) in enumerate((a, n) for a in range(5) for n in (10, 100, 300)):
        value = Fraction(1, 2) + Fraction(a1, 4)
        report = proofkit.check("softmax-d1-weights", n=n, d=12, a1=value)
        for claim in report.lemmas[0].claims:
            cell = row(result, f"softmax-d1-weights/{claim.claim.id}")[index]
            assert {HOLDS: "holds", FAILS: "fails"}[cell] == claim.verdict


def test_a_tie_on_a_line_is_settled_without_the_kernel():
    points = grid(["a0=0:1/10:1/100", "t=1:20:1"])
    result = swept(["softmax-d0-weights"], points)
    assert (row(result, "softmax-d0-weights/f-NO")[:20] == HOLDS).all()
    assert result.asked.sum() == 0


def test_hypotheses_stand_beside_the_claims():
    result = swept(["softmax-d1-weights/f-NN"], grid(["a1=0.6,0.7,0.8"]))
    (part,) = result.sweep.parts
    _, met, _ = result.of(part)
    names = [h.id for h in part.hypotheses]
    assert met[names.index("a1-lower")].tolist() == [FAILS, HOLDS, HOLDS]


def test_points_that_do_not_exist_say_so():
    result = swept(["softmax-d1-weights/f-NN"], grid(["n=99,100,0,1/2"]))
    assert row(result, "softmax-d1-weights/f-NN").tolist() == [NOWHERE, HOLDS, NOWHERE, NOWHERE]


def test_given_all_of_n_d_t_they_have_to_agree():
    points = Listed(
        {
            k: column([Fraction(v) for v in vs])
            for k, vs in {"n": (10, 11), "d": (12, 12), "t": (1, 1)}.items()
        }
    )
    result = swept(["softmax-d1-weights/f-NN"], points)
    assert row(result, "softmax-d1-weights/f-NN").tolist() == [HOLDS, NOWHERE]


def test_a_sweep_without_any_point_is_an_error():
    with pytest.raises(InputError, match="t: expected an integer, got 7/100"):
        swept(["softmax-d1-weights"], grid(["n=7"]))


def test_undefined_cells_are_undecided():
    result = swept(["linear-unit/normalised"], grid(["total=-1,0,1"]))
    assert row(result, "linear-unit/normalised").tolist() == [HOLDS, cells.UNDECIDED, HOLDS]


def test_axes_that_a_lemma_does_not_have_change_nothing():
    both = grid(["a0=0:1/10:1/20", "a1=0.5:1:0.25"])
    result = swept(["softmax-d0-weights/f-NN", "softmax-d1-weights/f-NN"], both)
    alone = swept(["softmax-d1-weights/f-NN"], grid(["a1=0.5:1:0.25"]))
    one = row(alone, "softmax-d1-weights/f-NN")
    assert row(result, "softmax-d1-weights/f-NN").tolist() == one.tolist() * 3


@pytest.mark.parametrize("filter_", ["numpy", "numba", "none"])
def test_the_filters_agree(filter_):
    points = grid(["a1=0.55:0.7:0.01", "n=10,100,1000"])
    one = swept(["softmax-d1-weights"], points, {"d": "3"}, filter=filter_)
    assert (one.codes == swept(["softmax-d1-weights"], points, {"d": "3"}).codes).all()


def test_probabilities_can_be_swept_and_left_out():
    every = swept(["hoeffding"], grid(["s=1,2"]))
    assert (every.codes[: len(every.sweep.parts[0].claims)] == HOLDS).all()
    with pytest.raises(InputError, match="--claims all"):
        swept(["hoeffding"], grid(["s=1,2"]), claims="deterministic")


def test_the_job_is_picklable_and_pure(monkeypatch):
    monkeypatch.setattr(job, "CHUNK", 10)
    work = Sweep(("softmax-d1-weights/f-NN",), grid(["a1=0.5:1:0.01"]), {})
    again = pickle.loads(pickle.dumps(work))
    assert work.chunks == 6 and again.key() == work.key()
    assert [work.compute(k) for k in range(6)] == [again.compute(k) for k in range(5, -1, -1)][::-1]
    other = Sweep(("softmax-d1-weights/f-NN",), grid(["a1=0.5:1:0.02"]), {})
    assert other.key() != work.key()


@pytest.mark.parametrize(
    ("axis", "message"),
    [
        ("a1=1:2:0", "step of 1:2:0 is zero"),
        ("a1=2:1:1", "lead away"),
        ("a1=1:2:-1", "lead away"),
        ("a1=1:2", "START:STOP:STEP"),
        ("a1", "NAME=START:STOP:STEP"),
        ("a1=x", "got 'x'"),
        ("a1=1,1.0", "given twice"),
        ("a1=0:1e9:1e-9", "at most"),
    ],
)
def test_a_bad_grid_is_refused_in_one_line(axis, message):
    with pytest.raises(InputError, match=message):
        grid([axis])


def test_absurd_sizes_are_refused():
    with pytest.raises(LimitExceeded):
        grid(["a1=1:9999999:1", "n=1:9999999:1"])
    with pytest.raises(LimitExceeded):
        swept(["softmax-d1-weights"], grid(["a1=1:30000:1", "n=1:30000:1"]))


def test_names_are_checked():
    with pytest.raises(UnknownName, match="unknown parameter 'zeta'"):
        swept(["softmax-d1-weights"], grid(["zeta=1"]))
    with pytest.raises(InputError, match="no selected claim"):
        swept(["softmax-d1-weights"], grid(["a0=1"]))
    with pytest.raises(InputError, match="given twice"):
        swept(["softmax-d1-weights"], grid(["a1=1"]), {"a1": "1"})


def test_the_end_of_a_range_counts_when_it_is_hit():
    assert grid(["a1=0.5:1.5:0.1"]).axes["a1"][-1] == Fraction(3, 2)
    assert grid(["a1=0:1:0.3"]).axes["a1"][-1] == Fraction(9, 10)
    assert tuple(grid(["a1=1:0:-1/2"]).axes["a1"]) == (1, Fraction(1, 2), 0)


def test_points_are_read_exactly(tmp_path):
    table = tmp_path / "points.csv"
    table.write_text("n,a1\n100,0.1\n1e400,1/3\n")
    points = reading.read(str(table))
    assert points.columns["a1"].exact(0) == Fraction(1, 10)
    assert points.columns["n"].exact(1) == 10**400
    arrays = tmp_path / "points.npz"
    np.savez(arrays, n=np.array([100, 200]), a1=np.array([0.1, 0.5]))
    points = reading.read(str(arrays))
    assert points.columns["a1"].exact(0) == Fraction(0.1)
    assert points.columns["n"].exact(1) == 200


def test_a_table_is_read_in_pieces(tmp_path, monkeypatch):
    """Whole numbers, fractions and numbers beyond 64 bits may begin anywhere."""
    monkeypatch.setattr(reading, "PIECE", 2)
    texts = ["1", "-2", "1/3", "", "1e30", "-0.25", "3e-2", "7"]
    table = tmp_path / "points.csv"
    table.write_text("a1,n\n" + "".join(f"{t},{t}\n" if t else "\n" for t in texts))
    found = reading.read(str(table)).columns
    values = [Fraction(text) for text in texts if text]
    for name in ("a1", "n"):
        assert [found[name].exact(k) for k in range(len(found[name]))] == values
    table.write_text("n\n1\n2\n3\nx\n")
    with pytest.raises(InputError, match="line 5: n: expected an exact number"):
        reading.read(str(table))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no points"),
        ("n\n", "no points"),
        ("n,n\n1,2\n", "once"),
        ("n,a1\n1\n", "line 2 has 1 values"),
        ("n\nnan\n", "line 2: n: expected an exact number"),
    ],
)
def test_a_bad_table_is_refused_in_one_line(tmp_path, text, message):
    table = tmp_path / "points.csv"
    table.write_text(text)
    with pytest.raises(InputError, match=message):
        reading.read(str(table))


def test_bad_arrays_are_refused(tmp_path):
    path = tmp_path / "points.npz"
    for bad in (
        {"a1": np.array([np.nan])},
        {"a1": np.zeros((2, 2))},
        {"a1": np.array([None])},
        {"a1": np.zeros(2), "n": np.ones(3)},
    ):
        np.savez(path, **bad)
        with pytest.raises(InputError):
            reading.read(str(path))
    path.write_bytes(b"PK")
    with pytest.raises(InputError):
        reading.read(str(path))


def test_the_same_sweep_is_the_same_bytes(tmp_path):
    points = grid(["a1=0.5:1:0.1", "n=100,200,250"])
    first, second = (swept(["softmax-d1-weights"], points) for _ in range(2))
    assert b"".join(output.npz(first)) == b"".join(output.npz(second))
    assert "".join(output.csv(first)) == "".join(output.csv(second))
    assert output.json_text(first) == output.json_text(second)
    path = tmp_path / "cells.npz"
    path.write_bytes(b"".join(output.npz(first)))
    with np.load(path, allow_pickle=False) as arrays:
        assert arrays["verdicts"].shape == (12, 6, 3)
        assert arrays["axis_a1"][1] == "3/5"
        assert list(arrays["verdict_names"]) == ["undecided", "holds", "fails", "no such point"]


def test_columns_are_exact_beyond_64_bits():
    big = Column(np.array([2**61, 3]))
    product = big * big + 1
    assert product.exact(0) == 2**122 + 1 and product.exact(1) == 10
    half = column([Fraction(1, 2), Fraction(3)]) / Column(np.array([0, 2]))
    assert half.defined.tolist() == [False, True]
    assert (1 - Doubles(np.array([0.1]))).exact(0) == 1 - Fraction(0.1)


def test_a_long_axis_costs_no_more_than_its_chunks():
    """A range travels as two numbers, and a chunk makes its own values only."""
    points = grid(["a1=1/2:11/2:1/1999999"])
    work = Sweep(("softmax-d1-weights/f-NN",), points, {"d": "12"})
    work.check()
    assert len(points) == 9_999_996
    assert len(pickle.dumps(work)) < 1_000
    assert len(str(work.key())) < 2_000
    work.compute(work.chunks - 1)
    tracemalloc.start()
    try:
        last = work.compute(work.chunks - 1)
        work.compute(0)
        assert tracemalloc.get_traced_memory()[1] < 64_000_000
    finally:
        tracemalloc.stop()
    count = len(points) - (work.chunks - 1) * job.CHUNK
    assert len(last) == work.rows * (8 + count)
    end = Fraction(1, 2) + Fraction(len(points) - 1, 1999999)
    assert points.at(np.array([len(points) - 1]))["a1"].exact(0) == end


def test_a_cell_is_a_byte_in_memory_and_only_once(monkeypatch):
    monkeypatch.setattr(job, "CHUNK", 1 << 12)
    given = ["softmax-d1-weights/f-NN"], grid(["a1=1/2:5/2:1/200000"]), {"d": "12"}
    swept(["softmax-d1-weights/f-NN"], grid(["a1=1"]), {"d": "12"})
    tracemalloc.start()
    try:
        result = swept(*given)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 1.5 * result.sweep.rows * 400_001
