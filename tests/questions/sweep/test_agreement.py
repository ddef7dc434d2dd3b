"""The filter against the kernel: never a contradiction, and few cells left over."""

from fractions import Fraction

import numpy as np
import pytest

from proofkit.language import registry
from proofkit.questions.sweep import reading

LEMMAS = [lemma.id for lemma, _ in registry.find(())]


@pytest.mark.parametrize("name", LEMMAS)
def test_the_filter_never_contradicts_the_kernel(tools, name):
    lemma = tools.lemma(name)
    points = tools.random_points(lemma, 30, np.random.default_rng(7))
    assert tools.Decided(lemma, points).contradictions() == []


def test_the_filter_settles_nearly_all_cells(tools):
    total = left = 0
    for name in LEMMAS:
        lemma = tools.lemma(name)
        points = tools.random_points(lemma, 400, np.random.default_rng(8), usual=True)
        found = tools.Decided(lemma, points).found
        total, left = total + found.size, left + (found == 0).sum()
    assert left < 0.01 * total


HARD = {
    "t": ["1", "2", "10", "1e9", "1e18", "1e40"],
    "d": ["3", "4", "1e9"],
    "a0": ["0", "1/100", "1/10", "-1/2", "-1", "1e-40", "1e9", "40"],
    "a1": ["0", "7/10", "1", "-1", "-2", "0.6180339887498948482", "40", "1e9", "1e-300", "1e300"],
    "b": ["1/10", "9/10", "0", "1", "-3", "1e9"],
}


@pytest.mark.parametrize("name", ["softmax-d0-weights", "softmax-d1-weights", "softmax-d1-context"])
@pytest.mark.parametrize("which", ["softmax", "linear", "identity-softmax", "identity-linear"])
def test_at_hard_points(tools, name, which):
    try:
        lemma = tools.lemma(name.replace("softmax", which, 1))
    except registry.UnknownName:
        pytest.fail(f"no lemma for {which} {name}")
    names = [p.name for p in lemma.parameters if p.name in HARD]
    rng = np.random.default_rng(9)
    points = {k: [Fraction(HARD[k][i]) for i in rng.integers(0, len(HARD[k]), 60)] for k in names}
    assert tools.Decided(lemma, points).contradictions() == []


def test_within_ulps_of_equality(tools):
    """f_NN = 1/2 where a1*(1 + a1) = log(n - 1)/log n: doubles next to the root, both sides."""
    lemma = tools.lemma("softmax-d1-weights")
    rng = np.random.default_rng(10)
    n = rng.integers(3, 10**6, 300)
    share = np.log(n - 1.0) / np.log(n * 1.0)
    root = (np.sqrt(1 + 4 * share) - 1) / 2
    near = root + rng.integers(-64, 65, 300) * np.spacing(root)
    points = {
        "n": [Fraction(int(k)) for k in n],
        "a1": [Fraction(value) for value in near.tolist()],
    }
    decided = tools.Decided(lemma, points, {"d": "3"})
    assert decided.there.all()
    assert decided.contradictions() == []


def test_what_overflows_is_left_to_the_kernel(tools):
    lemma = tools.lemma("softmax-d1-weights")
    points = {
        "t": [Fraction(10) ** 400, Fraction(10) ** 400, Fraction(10)],
        "a1": [Fraction(1), Fraction(1, 2), Fraction(10) ** 400],
    }
    decided = tools.Decided(lemma, points, {"d": "3"})
    half = [k for k, item in enumerate(decided.items) if str(item.fact[2]) == "1/2"]
    row = half[0]
    assert decided.found[row].tolist() == [0, 0, 0]
    assert decided.contradictions() == []


@pytest.mark.parametrize("tiny", ["1e-320", "1e-400", "-1e-400"])
def test_what_is_too_small_for_a_double_is_not_zero(tools, tiny):
    """The sign of a number is asked where its double would be 0."""
    for name in ("linear-d0-weights", "softmax-d0-context", "gap-weights"):
        lemma = tools.lemma(name)
        points = tools.random_points(lemma, 4, np.random.default_rng(11), usual=True)
        for moved in [p.name for p in lemma.parameters if not p.integer and p.name in points]:
            decided = tools.Decided(lemma, points | {moved: [Fraction(tiny)] * 4})
            assert decided.contradictions() == []


def test_the_largest_negative_integer_is_subtracted_exactly(tmp_path):
    """In 64 bits the opposite of -2^63 is -2^63 again."""
    path = tmp_path / "points.npz"
    np.savez(path, b=np.array([-(2**63), 5]))
    (c, _) = [(1 - reading.read(str(path)).columns["b"]).exact(k) for k in (0, 1)]
    assert c == 1 + 2**63
