"""Blocked attention against its definition in Arb: no error may exceed its bound."""

import tracemalloc

import numpy as np
import pytest
from flint import arb, ctx
from sympy import Abs, Max, Rational, exp, log, sin

from proofkit.attention import Unit, identity, linear, ones, softmax
from proofkit.attention.blocked import attention, rounding
from proofkit.foundations.errors import InputError, LimitExceeded, ProofkitError, UnsupportedTerm

square = Unit("square", lambda z: z**2 + 1)
UNITS = {
    "softmax": (softmax, lambda z: z.exp()),
    "linear": (linear, lambda z: z),
    "square": (square, lambda z: z * z + 1),
    "relu": (Unit("relu", lambda z: Max(z, 0)), lambda z: z.max(arb(0))),
    "softplus": (Unit("softplus", lambda z: log(1 + exp(z))), lambda z: (1 + z.exp()).log()),
    "rational": (
        Unit("rational", lambda z: 1 / (Rational(1, 3) + Abs(z)) ** 2),
        lambda z: 1 / (arb(1) / 3 + abs(z)) ** 2,
    ),
}
RANDOM = np.random.default_rng(20231011685)


def exact(matrix, link, weights=identity, values=None):
    """Attention from its definition, entry by entry, in Arb."""
    rows = [[arb(x) for x in row] for row in np.asarray(matrix).tolist()]
    held = rows if values is None else [[arb(x) for x in row] for row in values.tolist()]
    if weights is ones:
        asking = answering = [[sum(row, arb(0))] for row in rows]
    elif weights is identity:
        asking = answering = rows
    else:
        x = [[arb(e) for e in row] for row in weights.tolist()]
        width = range(len(x[0]))
        asking = [
            [sum((r[k] * x[k][j] for k in range(len(x))), arb(0)) for j in width] for r in rows
        ]
        answering = rows
    contexts = []
    for query in asking:
        scores = [
            sum((a * b for a, b in zip(query, key, strict=True)), arb(0)) for key in answering
        ]
        if link is UNITS["softmax"][1]:
            top = max((s.mid() for s in scores), key=lambda s: s.fmpq())
            scores = [s - top for s in scores]
        u = [link(score) for score in scores]
        alpha = sum(u, arb(0))
        contexts.append(
            [
                sum((a * row[k] for a, row in zip(u, held, strict=True)), arb(0)) / alpha
                for k in range(len(held[0]))
            ]
        )
    return contexts


def errors(found, truth):
    """The error of every entry, rounded up; entries without a bound must not be numbers."""
    out = np.zeros(found.bounds.shape)
    for place in np.ndindex(*out.shape):
        if not np.isfinite(found.bounds[place]):
            assert np.isinf(found.bounds[place]) and np.isnan(found.contexts[place])
            continue
        error = abs(arb(float(found.contexts[place])) - truth[place[0]][place[1]])
        assert error.rad() < 1e-100, "the reference itself is not sharp enough"
        bound = arb(float(found.bounds[place]))
        assert not error > bound, (place, error, bound)
        out[place] = float(error.abs_upper())
    return out


@pytest.fixture(autouse=True)
def many_digits():
    with ctx.workprec(2000):
        yield


def normal(n, d, scale=1.0):
    return RANDOM.standard_normal((n, d)) * scale


def one_dominating():
    matrix = normal(20, 4)
    matrix[7] *= 1e6
    return matrix


def cancelling():
    half = normal(12, 6, 1e8)
    return np.hstack([half, -half + normal(12, 6, 1e-3)])


NASTY = {
    "n=1": normal(1, 5),
    "d=1": normal(9, 1),
    "one number": np.array([[-3.5]]),
    "zeros": np.zeros((4, 3)),
    "ordinary": normal(40, 8),
    "huge scores": normal(15, 4, 1e6),
    "scores beyond all digits": normal(15, 4, 1e12),
    "near the end of the range": normal(6, 2, 1e140),
    "ties": np.repeat(normal(3, 4), 6, axis=0),
    "one dominating": one_dominating(),
    "denormals": normal(8, 3, 5e-324 * 2**20),
    "tiny": normal(8, 3, 1e-170),
    "cancelling": cancelling(),
    "growing maxima": np.arange(1.0, 60.0)[:, None] * np.array([[1.0, -0.5]]),
    "far apart": np.array([[0.0, 1.0], [27.0, -1.0], [27.3, 2.0], [28.5, 1e-9]]),
    "constant column": np.hstack([normal(20, 3), np.full((20, 1), 0.1)]),
}


@pytest.mark.parametrize("columns", [1, 7, 512])
@pytest.mark.parametrize("weights", [identity, ones], ids=lambda w: w.value)
@pytest.mark.parametrize("matrix", NASTY.values(), ids=NASTY)
def test_no_softmax_error_exceeds_its_bound(matrix, weights, columns):
    found = attention(matrix, weights=weights, rows=5, columns=columns)
    assert np.isfinite(found.bounds).all()
    errors(found, exact(matrix, UNITS["softmax"][1], weights))


@pytest.mark.parametrize("weights", [identity, ones], ids=lambda w: w.value)
@pytest.mark.parametrize("unit", [u for u in UNITS if u != "softmax"])
@pytest.mark.parametrize("name", [n for n in NASTY if "range" not in n])
def test_no_error_of_another_unit_exceeds_its_bound(name, unit, weights):
    matrix = NASTY[name]
    found = attention(matrix, unit=UNITS[unit][0], weights=weights, rows=7, columns=6)
    bounded = np.isfinite(found.bounds).all(axis=1)
    truth = exact(matrix[: len(bounded)], UNITS[unit][1], weights)
    errors(found, truth)
    if name == "ordinary" and unit != "linear":
        assert bounded.all()


@pytest.mark.parametrize("unit", UNITS)
def test_single_precision_has_its_own_bound(unit):
    for matrix in (normal(30, 6, 0.5), normal(30, 6, 3), normal(30, 6, 1e3)):
        given = matrix.astype(np.float32)
        found = attention(given, unit=UNITS[unit][0], rows=8, columns=11)
        assert found.contexts.dtype == np.float32 and found.bounds.dtype == np.float64
        errors(found, exact(given, UNITS[unit][1]))


@pytest.mark.parametrize("unit", ["softmax", "linear", "square"])
def test_weights_may_be_any_matrix(unit):
    matrix, x = normal(14, 5), normal(5, 5)
    values = normal(14, 2)
    found = attention(matrix, values=values, weights=x, unit=UNITS[unit][0], columns=4)
    errors(found, exact(matrix, UNITS[unit][1], x, values))


def cross(queries, keys, values, link):
    """Attention of queries to other keys, from its definition, in Arb."""
    q, k, v = ([[arb(x) for x in row] for row in m.tolist()] for m in (queries, keys, values))
    contexts = []
    for row in q:
        u = [link(sum((a * b for a, b in zip(row, key, strict=True)), arb(0))) for key in k]
        sums = [
            sum((w * x for w, x in zip(u, c, strict=True)), arb(0)) for c in zip(*v, strict=True)
        ]
        contexts.append([s / sum(u, arb(0)) for s in sums])
    return contexts


@pytest.mark.parametrize("sizes", [(1e306, 4e-309), (4e-309, 1e306), (1e55, 1e50)])
@pytest.mark.parametrize("power", [2, -2])
def test_scores_that_cancel_at_the_ends_of_the_range(sizes, power):
    """The bounds are products of numbers that are nearly too small, or nearly too large."""
    unit = Unit("power", lambda z: z**power)
    for size in range(12):
        one, other = sizes
        q, k, v = normal(3, 3, one), normal(4, 3, other), normal(4, 2)
        small, large = (q, k) if one < other else (k, q)
        off = 0.5**size * 1e-3
        small[:, 2] = -(small[:, 0] * (large[0, 0] / large[0, 2]))
        small[:, 2] -= small[:, 1] * (large[0, 1] / large[0, 2]) * (1 + off)
        found = attention(q, k, v, unit=unit)
        assert np.isfinite(found.bounds).any() or power < 0
        errors(found, cross(q, k, v, lambda z: z**power))


def test_a_row_sum_that_overflows_has_no_number():
    matrix = np.full((3, 1), 1.6e9, dtype=np.float32)  # the square of a score is 6.6e36
    values = np.ones((3, 1), dtype=np.float32)
    found = attention(matrix, values=values, unit=Unit("square", lambda z: z**2))
    assert np.isfinite(found.bounds).all()
    keys = np.full((60, 1), 1.6e9, dtype=np.float32)
    values = np.full((60, 1), 1e-3, dtype=np.float32)
    found = attention(matrix, keys, values, unit=Unit("square", lambda z: z**2))
    assert np.isinf(found.bounds).all() and np.isnan(found.contexts).all()


@pytest.mark.parametrize("unit", ["softmax", "square", "softplus"])
def test_the_bound_is_useful_on_ordinary_data(unit):
    matrix = normal(60, 8, 0.6)
    found = attention(matrix, unit=UNITS[unit][0], rows=16, columns=16)
    seen = errors(found, exact(matrix, UNITS[unit][1]))
    assert np.median(found.bounds) < 1e3 * np.median(seen)
    assert found.bounds.max() < 1e-12


def test_a_mutation_of_the_result_is_noticed():
    """The comparison itself: a context moved by twice its bound is outside."""
    matrix = NASTY["ordinary"]
    found = attention(matrix)
    moved = found._replace(contexts=found.contexts + 3 * found.bounds)
    with pytest.raises(AssertionError):
        errors(moved, exact(matrix, UNITS["softmax"][1]))


def test_blocks_change_nothing_beyond_the_bounds():
    matrix = normal(300, 12)
    first = attention(matrix)
    for rows, columns in ((1, 300), (300, 1), (7, 13), (64, 64), (1024, 1024)):
        again = attention(matrix, rows=rows, columns=columns)
        assert (abs(first.contexts - again.contexts) <= first.bounds + again.bounds).all()


def test_rows_that_cannot_be_divided_have_no_number():
    found = attention([[1.0, 2.0], [-1.0, -2.0], [0.5, 0.25]], unit=linear)
    assert np.isfinite(found.bounds).all()
    found = attention([[1.0, 2.0], [-1.0, -2.0]], unit=linear)
    assert np.isnan(found.contexts).all() and np.isinf(found.bounds).all()
    nearly = np.array([[1.0, 0.1, 0.2], [1.0, 0.1, 0.2], [-2.0, -0.2, -0.4 * (1 + 2**-52)]])
    assert np.isinf(attention(nearly, unit=linear, weights=ones).bounds).all()


def test_links_without_a_value_have_no_number():
    found = attention([[1.0], [-1.0], [2.0]], unit=Unit("log", log))
    assert np.isinf(found.bounds).all() and np.isnan(found.contexts).all()
    with pytest.raises(UnsupportedTerm, match="sin"):
        attention([[1.0]], unit=Unit("sine", sin))


@pytest.mark.parametrize(
    ("matrix", "message"),
    [
        ([[1.0, float("nan")]], r"queries\[0, 1\] is nan; expected a finite number"),
        ([[float("-inf")]], r"queries\[0, 0\] is -inf"),
        ([[1j]], "complex128; expected real"),
        ([["1"]], "expected real"),
        ([1.0, 2.0], "queries is 2; expected a matrix"),
        (3.0, "a single number; expected a matrix"),
        (np.zeros((0, 3)), "queries is 0 x 3; expected at least one row"),
        (np.zeros((3, 0)), "queries is 3 x 0; expected at least one row"),
        ([[2**53 + 1]], "entry 9007199254740993, which is not a float64 number"),
    ],
)
def test_a_matrix_that_is_none_is_refused(matrix, message):
    with pytest.raises(InputError, match=message):
        attention(matrix)


def test_shapes_that_do_not_fit_are_refused():
    square = np.eye(3)
    with pytest.raises(InputError, match="keys is 3 x 2; expected 3 columns"):
        attention(square, square[:, :2])
    with pytest.raises(InputError, match="values is 2 x 3; expected 3 rows"):
        attention(square, values=square[:2])
    with pytest.raises(InputError, match="weights is 2 x 3; expected 3 x 3"):
        attention(square, weights=square[:2])
    with pytest.raises(InputError, match="rows: expected a positive integer as block size, got 0"):
        attention(square, rows=0)


def test_scores_beyond_the_range_are_refused():
    with pytest.raises(LimitExceeded, match="scores may be as large as"):
        attention([[1e200, 1.0]])
    with pytest.raises(LimitExceeded, match="sums of values"):
        attention([[1.0]] * 3, values=[[1e308]] * 3)


def test_a_machine_with_a_worse_exp_is_refused(monkeypatch):
    def worse(x):
        return np.expm1(x) + 1

    monkeypatch.setattr(rounding.np, "exp", worse)
    rounding._seen_error.cache_clear()
    with pytest.raises(ProofkitError, match="NumPy's exp or log in float64 is off by"):
        rounding.arithmetic(np.dtype(np.float64))
    rounding._seen_error.cache_clear()


@pytest.mark.parametrize("unit", ["softmax", "linear", "square"])
def test_memory_does_not_grow_with_the_square_of_n(unit):
    matrix = normal(4096, 8, 0.3)
    attention(matrix[:8], unit=UNITS[unit][0])
    tracemalloc.start()
    attention(matrix, unit=UNITS[unit][0], rows=128, columns=128)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 4096 * 4096 * 8 / 20
