"""Associative recall: what is measured, how sure it is, and that it can be resumed."""

import numpy as np
import pytest

from proofkit import cli
from proofkit.foundations.errors import Contradiction, InputError
from proofkit.probability.recall import experiment, noisy, readers, trials
from proofkit.probability.recall.experiment import clustered, student
from proofkit.probability.recall.noisy import Noisy
from proofkit.probability.recall.trials import Cell, Pairs


def shares(pairs, count=10):
    found = trials.measure(Cell(32, pairs, 256), count, 0, 0)["right"]
    return {name: sum(hits) / (pairs * count) for name, hits in found.items()}


def test_the_orders_of_magnitude():
    """Of the published table, at d = 32 and 256 values."""
    few, many = shares(16), shares(256, 4)
    for name in ("softmax b=2 log N", "linear", "score^2", "score^4", "ridge", "last 16"):
        assert few[name] == 1
    assert few["softmax b=1"] == pytest.approx(0.588, abs=0.15)
    assert few["delta rule"] == pytest.approx(0.944, abs=0.06)
    assert many["softmax b=2 log N"] == many["score^4"] == 1
    assert many["score^2"] == pytest.approx(0.978, abs=0.03)
    assert many["linear"] == pytest.approx(0.172, abs=0.05)
    assert many["ridge"] == pytest.approx(0.2, abs=0.05)
    assert many["delta rule"] == pytest.approx(0.109, abs=0.04)
    assert many["softmax b=1"] == pytest.approx(0.018, abs=0.02)


def test_readers_from_their_definitions():
    """One output after another, by loops."""
    source = np.random.default_rng(1)
    drawn = Pairs.drawn(Cell(5, 7, 9), source)
    keys, values = drawn.keys, drawn.signs[drawn.chosen]
    state = np.zeros((5, 5))
    for key, value in zip(keys, values, strict=True):
        state = state + np.outer(value - state @ key, key)
    for i, query in enumerate(keys):
        plain = sum((key @ query) * value for key, value in zip(keys, values, strict=True))
        assert np.allclose(readers.READERS["linear"](keys, values)[i], plain)
        assert np.allclose(readers.READERS["delta rule"](keys, values)[i], state @ query)
        u = [np.exp(2 * np.log(7) * (key @ query)) for key in keys]
        sharp = sum(w * value for w, value in zip(u, values, strict=True)) / sum(u)
        assert np.allclose(readers.READERS["softmax b=2 log N"](keys, values)[i], sharp)


def test_the_best_linear_error_is_what_the_rank_leaves():
    for pairs in (3, 8, 20):
        keys = np.random.default_rng(pairs).standard_normal((pairs, 8))
        error, rank = trials.best_linear(keys)
        assert rank == min(pairs, 8)
        assert error == pytest.approx(pairs - rank, abs=1e-9)


def test_a_weight_below_its_bound_stops_the_run(monkeypatch):
    keys = np.random.default_rng(0).standard_normal((6, 4))
    trials.margin(keys / np.linalg.norm(keys, axis=1, keepdims=True))
    monkeypatch.setattr(trials, "softmax_weights", lambda scores, beta: scores * 0)
    with pytest.raises(Contradiction, match="margin"):
        trials.margin(keys)


def test_a_trained_read_out():
    """Linear attention loses where the needle is faint and the tokens are many."""
    clear = noisy.measure(Noisy(32, "0", 60), 0, 0)
    assert clear == {"softmax": 60, "linear": 60}
    many = noisy.measure(Noisy(512, "0.05", 120), 0, 1)
    assert many["softmax"] > 110 > many["linear"] > 80


def test_intervals_know_that_answers_hang_together():
    assert student(9) == pytest.approx(3.2498, abs=1e-4)
    assert student(1) == pytest.approx(63.657, abs=1e-2)
    together = clustered([100, 0, 100, 0], 100)
    assert (together.value, together.low, together.high) == (0.5, 0, 1)
    even = clustered([50, 50, 50, 50], 100)
    assert 0.4 < even.low < even.value < even.high < 0.6
    sure = clustered([10, 10], 10)
    assert sure.high == 1
    assert 0.7 < sure.low < 0.8


@pytest.fixture
def small(monkeypatch):
    monkeypatch.setattr(experiment, "COLUMNS", (16, 32, 64))
    monkeypatch.setattr(experiment, "PAIRS", (4, 8))
    monkeypatch.setattr(experiment, "TOKENS", (32,))
    monkeypatch.setattr(experiment, "SAMPLES", 20)


def test_the_page_is_the_same_after_an_interruption(small, tmp_path, capsys, monkeypatch):
    arguments = ("--trials", "2", "--seeds", "2", "--workers", "1", "--seed", "3")
    assert cli.run(["recall", "-o", str(tmp_path / "whole"), *arguments]) == 0
    assert "9 files" in capsys.readouterr().out
    honest, seen = experiment.Course.compute, []

    def stop(self, index):
        seen.append(index)
        if len(seen) == 3:
            raise KeyboardInterrupt
        return honest(self, index)

    monkeypatch.setattr(experiment.Course, "compute", stop)
    kept = ("--run", str(tmp_path / "run"))
    assert cli.run(["recall", "-o", str(tmp_path / "two"), *arguments, *kept]) == 130
    seen[:] = [None] * 3
    assert cli.run(["recall", "-o", str(tmp_path / "two"), *arguments, *kept]) == 0
    assert 2 + len(seen) - 3 == 6 + 6
    for path in (tmp_path / "whole").iterdir():
        assert path.read_bytes() == (tmp_path / "two" / path.name).read_bytes()


@pytest.mark.parametrize(
    ("asked", "message"),
    [({"trials": 1}, "--trials"), ({"seed": -1}, "--seed"), ({"seeds": "x"}, "--seeds")],
)
def test_bad_plans(asked, message):
    with pytest.raises(InputError, match=message):
        experiment.plan(**asked)
