"""The NumPy core against matrices and loops written straight from the definitions."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sympy import Integer, sqrt, symbols

from proofkit.attention import (
    Attention,
    ColumnRole,
    DataSet,
    Spread,
    TokenRole,
    Unit,
    identity,
    linear,
    ones,
    softmax,
)
from proofkit.attention.dense import Matrices, Roles, fits, measure
from proofkit.attention.logs import Logs, Measured
from proofkit.attention.needle import needle_data
from proofkit.foundations.errors import InputError, LimitExceeded, UnknownName

n, d, t = symbols("n d t", positive=True)
a, b, c = symbols("a b c", real=True)
DATA = needle_data("D1", n=n, d=d, t=t, a=a, b=b, c=c)
SHAPES = [(3, 2), (4, 1), (3, 5), (4, 2), (5, 1), (6, 3), (9, 2), (5, 7)]
LINKS = {
    "softmax": (softmax, math.exp),
    "linear": (linear, lambda z: z),
    "square": (Unit("square", lambda z: z**2 + 1), lambda z: z * z + 1),
}


def values(d, t, a="6/5", b="1/5", c="4/5"):
    given = {"n": (d - 2) * t, "d": d, "t": t, "a": a, "b": b, "c": c}
    return {name: Fraction(value) for name, value in given.items()}


def paper_matrix(v, position):
    """`t` stacked identities between the needle column and the bias column."""
    count, width = int(v["n"]), int(v["d"]) - 2
    needle = np.zeros((count, 1))
    needle[position] = float(v["a"])
    stacked = np.vstack([np.eye(width)] * int(v["t"])) * float(v["b"])
    bias = np.full((count, 1), float(v["c"]))
    return np.hstack([needle, stacked, bias]) * math.sqrt(math.log(count))


def loops(matrix, weights, link):
    """`f` and the contexts of every query, one number after another."""
    count, width = matrix.shape
    f, contexts = np.zeros((count, count)), np.zeros((count, width))
    for query in range(count):
        u = []
        for key in range(count):
            score = 0.0
            for p in range(width):
                for q in range(width):
                    if weights is ones or p == q:
                        score += matrix[query, p] * matrix[key, q]
            u.append(link(score))
        for key in range(count):
            f[query, key] = u[key] / sum(u)
            for p in range(width):
                contexts[query, p] += f[query, key] * matrix[key, p]
    return f, contexts


@pytest.mark.parametrize(("columns", "copies"), SHAPES)
def test_the_expanded_matrix_is_the_stack_of_identities(columns, copies):
    v = values(columns, copies)
    for position in range(int(v["n"])):
        dense = Matrices(Attention(DATA, softmax, ones), v, position)
        np.testing.assert_allclose(dense.matrix, paper_matrix(v, position), rtol=1e-15)
        assert dense.token_roles[position] == "needle"


def test_roles_of_tokens_and_columns_are_those_seen_by_the_query():
    dense = Matrices(Attention(DATA, softmax, identity), values(5, 3), position=4)
    assert list(dense.token_roles) == [
        "other", "sibling", "other", "other", "needle", "other", "other", "sibling", "other",
    ]  # fmt: skip
    assert list(dense.column_roles) == ["needle", "class", "own", "class", "bias"]
    tokens, columns = dense.seen_from(3)
    assert list(tokens) == [
        "peer", "sibling", "other", "peer", "needle", "other", "peer", "sibling", "other",
    ]  # fmt: skip
    assert list(columns) == ["needle", "peer", "own", "class", "bias"]
    assert dense.row_sum("other").value == pytest.approx(math.sqrt(math.log(9)), rel=1e-14)
    assert dense.row_sum("needle").value == pytest.approx(2.2 * math.sqrt(math.log(9)), rel=1e-14)


@pytest.mark.parametrize("name", LINKS)
@pytest.mark.parametrize("weights", [ones, identity])
@pytest.mark.parametrize(("columns", "copies"), SHAPES)
def test_every_weight_and_context_agrees_with_plain_loops(columns, copies, weights, name):
    unit, link = LINKS[name]
    v = values(columns, copies, a="3/7", b="2/5", c="5/8")
    position = int(v["n"]) // 2
    dense = Matrices(Attention(DATA, unit, weights), v, position)
    f, contexts = loops(paper_matrix(v, position), weights, link)
    for query in range(int(v["n"])):
        seen = dense.attend(query)
        measured = [seen.f(key).value for key in range(int(v["n"]))]
        np.testing.assert_allclose(measured, f[query], rtol=1e-12)
        assert math.fsum(measured) == pytest.approx(1, rel=1e-13)
        np.testing.assert_allclose(dense.contexts(query), contexts[query], rtol=1e-12)
        scaled = [dense.coordinate(seen, p).value * dense.scale for p in range(columns)]
        np.testing.assert_allclose(scaled, contexts[query], rtol=1e-12)


@pytest.mark.parametrize("weights", [ones, identity])
@pytest.mark.parametrize(("columns", "copies"), [(3, 2), (4, 1), (4, 3), (6, 2)])
def test_blocks_of_the_tensor_product_give_the_scores(columns, copies, weights):
    v = values(columns, copies)
    dense = Matrices(Attention(DATA, softmax, weights), v, position=1)
    for query in range(int(v["n"])):
        block = np.kron(dense.matrix, dense.matrix)[query * len(dense.matrix) :][
            : len(dense.matrix)
        ]
        x = np.ones(columns**2) if weights is ones else np.eye(columns).ravel()
        np.testing.assert_allclose(dense.scores(query), block @ x, rtol=1e-13)


@pytest.mark.parametrize(
    ("count", "columns", "expected"),
    [(5000, 1002, False), (5000, 502, True), (4000, 1002, True), (5500, 502, False)],
)
def test_what_is_written_out(count, columns, expected):
    attention = Attention(DATA, softmax, ones)
    v = values(columns, count // (columns - 2))
    if not expected:
        with pytest.raises(LimitExceeded, match="too large"):
            Matrices(attention, v)
    assert fits(DATA, v) is expected


@pytest.mark.parametrize("tiny", ["1e-200", "1e200"])
def test_entries_outside_the_range_of_doubles_are_left_to_the_roles(tiny):
    v = values(5, 3, a=Fraction(tiny))
    assert not fits(DATA, v)
    assert measure(Attention(DATA, linear, identity), v, ("u", "other", "other")) is not None


def test_the_spike_of_huge_data_neither_overflows_nor_underflows():
    attention = Attention(DATA, softmax, ones)
    v = values(22, 5 * 10**16, a=40)
    log_n = 18 * math.log(10)
    u = measure(attention, v, ("u", "needle", "needle"))
    assert u == (1, pytest.approx(41**2 * log_n, rel=1e-14))
    weight = measure(attention, v, ("f", "needle", "other"))
    assert weight == (1, pytest.approx(-1640 * log_n, rel=1e-14))
    coordinate = measure(attention, v, ("context", "needle", "class"))
    expected = math.log(0.2) + math.log(5e16) - 1640 * log_n
    assert coordinate == (1, pytest.approx(expected, rel=1e-14))
    assert coordinate.value == 0.0
    assert u.value == math.inf


def test_a_weight_close_to_one_keeps_its_distance_from_one():
    v = values(1002, 10**27, a=1)
    f = measure(Attention(DATA, softmax, ones), v, ("f", "needle", "needle"))
    assert f.log_abs == pytest.approx(-1e-30, rel=1e-9)


def test_a_number_of_tokens_beyond_all_doubles():
    v = values(12, 10**899)
    bias = measure(Attention(DATA, softmax, identity), v, ("context", "other", "bias"))
    assert bias.value == pytest.approx(0.8, rel=1e-12)
    f = measure(Attention(DATA, linear, ones), v, ("f", "other", "other"))
    assert f.log_abs == pytest.approx(-900 * math.log(10), rel=1e-14)


def test_a_link_that_overflows_is_unavailable():
    attention = Attention(DATA, LINKS["square"][0], ones)
    v = values(5, 3, a="1e90")
    assert fits(DATA, v)
    for measured in (("u", "needle", "needle"), ("alpha", "needle"), ("f", "needle", "needle")):
        assert measure(attention, v, measured) is None
    assert measure(attention, v, ("u", "other", "other")).value == pytest.approx(
        math.log(9) ** 2 + 1, rel=1e-14
    )


@pytest.mark.parametrize(
    ("columns", "copies", "weights", "measured"),
    [
        (5, 1, identity, ("u", "sibling", "sibling")),
        (5, 1, identity, ("f", "needle", "sibling")),
        (3, 4, identity, ("f", "other", "peer")),
        (3, 4, ones, ("context", "needle", "class")),
        (3, 4, identity, ("alpha", "other")),
    ],
)
def test_quantities_of_empty_roles_are_unavailable(columns, copies, weights, measured):
    attention = Attention(DATA, softmax, weights)
    assert measure(attention, values(columns, copies), measured) is None


@pytest.mark.parametrize("shape", [(3, 4), (5, 1), (4, 1), (3, 2)])
def test_merged_roles_stand_in_for_an_empty_one(shape):
    attention = Attention(DATA, softmax, ones)
    v = values(*shape)
    count = int(v["n"])
    expected = 1 / (count ** float(v["a"]) + count - 1)
    f = measure(attention, v, ("f", "other", "other"))
    assert f.value == pytest.approx(expected, rel=1e-13)
    assert measure(attention, v, ("s", "other")).value == pytest.approx(math.sqrt(math.log(count)))


def test_strength_zero_is_zero():
    v = values(5, 3, a=0)
    context = measure(Attention(DATA, softmax, ones), v, ("context", "needle", "needle"))
    assert context == (0, -math.inf)
    assert context.value == 0


def test_a_vanishing_normaliser_leaves_f_undefined():
    v = values(4, 1, a=-2, b="1/2", c="1/2")
    for core in (Matrices, Roles):
        keys = core(Attention(DATA, linear, ones), v).keys("needle")
        assert keys.alpha().sign == 0
        assert math.isnan(keys.f(0).log_abs)
    assert measure(Attention(DATA, linear, ones), v, ("f", "needle", "other")) is None


def test_the_needle_position_does_not_matter():
    attention = Attention(DATA, softmax, identity)
    v = values(6, 3)
    results = {
        measure(attention, v, ("context", "sibling", "own"), position).log_abs
        for position in range(12)
    }
    assert max(results) - min(results) < 1e-14


def test_descriptions_without_arrangement_come_in_order():
    k = symbols("k", positive=True)
    data = DataSet(
        "plain",
        sqrt(k),
        (
            TokenRole("flat", "F", Integer(2), {"wide": a}),
            TokenRole("hot", "H", 2 * k, {}, Spread("wide", b, copies=Integer(2))),
        ),
        (ColumnRole("wide", k),),
    )
    v = {"k": Fraction(4), "a": Fraction(3), "b": Fraction(5)}
    dense = Matrices(Attention(data, linear, identity), v)
    eye = np.eye(4)
    expected = 2 * np.vstack([3 * np.ones((2, 4)), 5 * eye, 5 * eye])
    np.testing.assert_array_equal(dense.matrix, expected)
    attention = dense.attention
    for query in ("flat", "hot"):
        for key in attention.keys(query):
            assert dense.keys(query).u.at(dense.keys(query).find(key)) == pytest.approx(
                Roles(attention, v).keys(query).u.at(Roles(attention, v).keys(query).find(key))
            )
        for column in attention.columns(query):
            assert dense.context(query, column) == pytest.approx(
                Roles(attention, v).context(query, column)
            )


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"n": Fraction(10)}, "7 other tokens are not 3 for each of 2 class columns"),
        ({"t": Fraction(1, 2)}, "no number of sibling tokens"),
        ({"d": Fraction(2)}, "no number of class columns"),
    ],
)
def test_sizes_that_do_not_fit_together_are_refused(changes, message):
    v = values(5, 3) | changes
    with pytest.raises(InputError, match=message):
        measure(Attention(DATA, softmax, ones), v, ("alpha", "needle"))


def test_misuse_is_refused_by_name():
    attention = Attention(DATA, softmax, ones)
    v = values(5, 3)
    with pytest.raises(UnknownName, match="does not name a derived quantity"):
        measure(attention, v, ("g", "needle"))
    with pytest.raises(UnknownName, match="does not name a derived quantity"):
        measure(attention, v, ())
    with pytest.raises(UnknownName, match="no value is given for a"):
        measure(attention, {k: x for k, x in v.items() if k != "a"}, ("alpha", "needle"))
    with pytest.raises(InputError, match="position 9 is not one of the 9 tokens"):
        measure(attention, v, ("alpha", "needle"), position=9)


@given(st.lists(st.floats(-1e6, 1e6).filter(lambda x: x == 0 or abs(x) > 1e-6), max_size=30))
def test_sums_of_logarithms_are_sums(numbers):
    with np.errstate(divide="ignore"):
        total = Logs.of(np.array(numbers, dtype=np.float64)).total()
    spread = sum(abs(x) for x in numbers)
    assert total.value == pytest.approx(math.fsum(numbers), rel=1e-12, abs=1e-13 * spread)


@given(st.floats(-700, 700), st.sampled_from([-1, 1]))
def test_measured_numbers_have_a_value(log_abs, sign):
    assert Measured(sign, log_abs).value == sign * math.exp(log_abs)
