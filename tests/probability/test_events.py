"""Events of a neuron against all sign vectors, one by one, at many digits."""

import random
from fractions import Fraction
from itertools import product

import mpmath
import numpy as np
import pytest

from proofkit.attention import Attention
from proofkit.attention.dense import Matrices
from proofkit.probability.events import Event, Neuron, Undecided, least
from proofkit.probability.model import MECHANISMS, setting
from proofkit.probability.separation import called

DIGITS = 60
EQUAL = 10**20  # in units of 10^-DIGITS: closer than 1e-40 is taken for equal


D0, D1 = called().data
TAU = called().threshold


def mp(number):
    return mpmath.mpf(number.numerator) / number.denominator


def matrix(values, strength, position=0):
    """The data matrix in units of `sqrt(log n)`, straight from its description."""
    n, width = values["n"].numerator, values["d"].numerator - 2
    rows = []
    for token in range(n):
        identity = [values["b"] if k == token % width else Fraction(0) for k in range(width)]
        needle = values[strength] if token == position else Fraction(0)
        rows.append([needle, *identity, values["c"]])
    return rows


def contexts(values, strength, weights, unit):
    """The distinct contexts of all tokens, as integers in units of `10^-DIGITS`."""
    found = set()
    with mpmath.workdps(DIGITS + 20):
        log_n = mpmath.log(values["n"].numerator)
        rows = matrix(values, strength)
        for query in rows:
            scores = [
                sum(query) * sum(key)
                if weights == "ones"
                else sum(x * y for x, y in zip(query, key, strict=True))
                for key in rows
            ]
            units = [mp(z) * log_n for z in scores]
            if unit == "softmax":
                units = [mpmath.exp(z) for z in units]
            alpha = mpmath.fsum(units)
            context = (
                mpmath.fsum(u * mp(row[k]) for u, row in zip(units, rows, strict=True)) / alpha
                for k in range(len(query))
            )
            found.add(tuple(int(mpmath.nint(x * mpmath.mpf(10) ** DIGITS)) for x in context))
    return found


def by_brute_force(values, strength, weights, unit):
    """For every sign vector, whether some token's context passes the threshold."""
    tau = (values["c"] + Fraction(1, 10)) * 10**DIGITS
    rows = contexts(values, strength, weights, unit)
    for y in product((-1, 1), repeat=values["d"].numerator):
        yield y, any(sum(c * s for c, s in zip(row, y, strict=True)) - tau > EQUAL for row in rows)


def place(y):
    """Pattern and number of positive class signs; the needle's own column is the first."""
    needle, own, *crowd, bias = y
    return (needle > 0) + 2 * (own > 0) + 4 * (bias > 0), sum(s > 0 for s in crowd)


def event(chosen, data, unit):
    attention = Attention(data, MECHANISMS[unit], chosen.weights)
    return Neuron(attention, chosen.data_values, TAU).fires


def settings():
    source = random.Random(5)
    shapes = [(3, 2), (4, 1), (3, 3), (4, 2), (4, 5), (5, 1), (5, 4), (6, 2), (7, 1), (7, 3)]
    strengths = ["0", "1/100", "1/10", "1/2", "7/10", "6/5", "3", "-1/2"]
    splits = ["1/10", "1/5", "1/2", "3/10", "9/10", "0", "-1/5", "6/5"]
    for shape in shapes * 2:
        a0, a1, b = (source.choice(options) for options in (strengths, strengths, splits))
        yield pytest.param(*shape, a0, a1, b, id=f"d{shape[0]}-t{shape[1]}-{a0},{a1},{b}")


@pytest.mark.parametrize("weights", ["ones", "identity"])
@pytest.mark.parametrize(("d", "t", "a0", "a1", "b"), list(settings()))
def test_events_are_those_of_all_sign_vectors(d, t, a0, a1, b, weights):
    chosen = setting({"d": d, "t": t, "a0": a0, "a1": a1, "b": b}, weights)
    for data, strength in ((D0, "a0"), (D1, "a1")):
        for unit in MECHANISMS:
            try:
                found = event(chosen, data, unit)
            except Undecided:
                pytest.fail("undecided")
            for y, fires in by_brute_force(chosen.values, strength, weights, unit):
                assert found.contains(*place(y)) == fires, (data.name, unit, y)


@pytest.mark.parametrize("weights", ["ones", "identity"])
@pytest.mark.parametrize(("d", "t", "position"), [(10, 3, 0), (9, 4, 11), (8, 1, 5), (3, 4, 2)])
def test_events_are_those_of_the_concrete_matrices(d, t, position, weights):
    """All sign vectors at once, needle anywhere; where doubles cannot tell, no comparison."""
    chosen = setting({"d": d, "t": t}, weights)
    signs = np.array(list(product((-1, 1), repeat=d)))
    for data in (D0, D1):
        for unit in MECHANISMS:
            attention = Attention(data, MECHANISMS[unit], chosen.weights)
            dense = Matrices(attention, chosen.values, position)
            rows = [dense.contexts(q) / dense.scale for q in range(len(dense.token_roles))]
            highest = (signs @ np.array(rows).T).max(axis=1) - 0.9
            own = list(dense.column_roles).index("own")
            order = [0, own, *(k for k in range(1, d - 1) if k != own), d - 1]
            found = event(chosen, data, unit)
            clear = np.abs(highest) > 1e-9
            assert clear.mean() > 0.8
            for y, fires in zip(signs[clear], highest[clear] > 0, strict=True):
                assert found.contains(*place(tuple(y[order]))) == fires


def by_roles(values, a, unit):
    """The contexts for all-ones weights from the closed forms, for any n, at 120 digits."""
    n, t = mp(values["n"]), mp(values["t"])
    b, c = mp(values["b"]), mp(values["c"])
    a = mp(a)
    link = mpmath.exp if unit == "softmax" else (lambda z: z)
    for row_sum in (1 + a, mpmath.mpf(1)):
        needle, other = (link(row_sum * key * mpmath.log(n)) for key in (1 + a, 1))
        alpha = needle + (n - 1) * other
        f, g = needle / alpha, other / alpha
        yield a * f, b * (f + (t - 1) * g), b * t * g, c


@pytest.mark.parametrize("unit", MECHANISMS)
@pytest.mark.parametrize("a0", ["0", "1/100"])
@pytest.mark.parametrize(
    ("n", "d"), [("1e18", 22), ("1e30", 22), ("100", 22), ("1e18", 12), ("1e6", 102)]
)
def test_ties_are_decided_as_120_digits_decide_them(n, d, a0, unit):
    chosen = setting({"n": n, "d": d, "a0": a0})
    crowd = d - 3
    with mpmath.workdps(120):
        for data, strength in ((D0, "a0"), (D1, "a1")):
            found = event(chosen, data, unit)
            rows = list(by_roles(chosen.values, chosen.values[strength], unit))
            tau = mp(chosen.values["c"] + Fraction(1, 10))
            close = mpmath.mpf(10) ** -100
            for pattern in range(8):
                needle, own, bias = (1 if pattern >> i & 1 else -1 for i in range(3))
                for j in range(crowd + 1):
                    totals = (
                        needle * p + own * q + bias * s + (2 * j - crowd) * r for p, q, r, s in rows
                    )
                    fires = any(total - tau > close for total in totals)
                    assert found.contains(pattern, j) == fires, (data.name, pattern, j)


def test_a_tie_that_doubles_cannot_see_changes_the_event():
    fires = event(setting({"n": "1e18", "d": 22, "a0": "1/100"}), D0, "softmax")
    equal = event(setting({"n": "1e18", "d": 22, "a0": "0"}), D0, "softmax")
    assert fires.patterns[6] != equal.patterns[6]


def test_what_is_divided_by_and_is_0_is_named():
    with pytest.raises(Undecided, match=r"query needle is not defined here: alpha_N = 0 at a1 = "):
        event(setting({"n": 1000, "d": 3, "a1": -1000}), D1, "linear")


def test_events_as_sets():
    event = Event(5, (((0, 2),), (), ((0, 5),), ((1, 1), (4, 5))))
    assert event.signs == 7
    assert event.complement().patterns == (((3, 5),), ((0, 5),), (), ((0, 0), (2, 3)))
    assert event.minus(event).never
    assert event.union(event.complement()).complement().never
    assert not event.never
    assert [event.contains(3, j) for j in range(6)] == [False, True, False, False, True, True]


@pytest.mark.parametrize("guess", [-10, 0, 3, 7, 8, 100])
def test_the_least_member_is_found_whatever_is_guessed(guess):
    for turn in range(9):
        assert least(lambda r, turn=turn: r >= turn, 7, guess) == min(turn, 8)
