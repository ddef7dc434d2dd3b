from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from proofkit.kernel.polynomial import UNIT, is_nonnegative, is_positive

F = Fraction
ENDS = st.sampled_from([None, F(-2), F(-1), F(0), F(1, 10), F(1, 2), F(1), F(3)])
COEFFICIENTS = st.sampled_from([F(-2), F(-1), F(-1, 10), F(0), F(1, 3), F(1), F(5)])
POINTS = [F(0), F(1, 97), F(1, 3), F(1, 2), F(13, 14), F(1)]


def poly(**powers):
    """`poly(one=-1, x2=1)` is x^2 - 1; `x1y2` is x*y^2."""
    table = {}
    for name, value in powers.items():
        pairs = (
            [] if name == "one" else [(name[k], int(name[k + 1])) for k in range(0, len(name), 2)]
        )
        table[frozenset((v, k) for v, k in pairs if k)] = F(value)
    return table


def on(low, high):
    return {"x": (None if low is None else F(low), None if high is None else F(high))}


@pytest.mark.parametrize(
    ("polynomial", "box", "nonnegative", "positive"),
    [
        # 11/100 - a - a^2 on [0, 1/10] touches 0 at the end exactly
        (poly(one=F(11, 100), x1=-1, x2=-1), on(0, F(1, 10)), True, False),
        (poly(one=F(11, 100), x1=-1, x2=-1), on(0, F(1, 10) + F(1, 10**30)), False, False),
        (poly(one=F(11, 100) + F(1, 10**30), x1=-1, x2=-1), on(0, F(1, 10)), True, True),
        # a tangency inside: cutting there finds it only if the cut falls on it
        (poly(one=F(1, 4), x1=-1, x2=1), on(0, 1), True, False),
        (poly(one=F(1, 4) - F(1, 10**9), x1=-1, x2=1), on(0, 1), False, False),
        (poly(one=F(1, 4) + F(1, 1000), x1=-1, x2=1), on(0, 1), True, True),
        # unbounded
        (poly(x1=1), on(0, None), True, False),
        (poly(x1=1), on(None, 0), False, False),
        (poly(x1=-1), on(None, 0), True, False),
        (poly(x1=1), on(None, None), False, False),
        (poly(x2=1), on(None, None), True, False),
        (poly(x2=1), on(-2, None), True, False),
        (poly(x2=1), on(-2, 1), True, False),
        (poly(one=1, x2=1), on(None, None), True, True),
        (poly(one=-1, x2=1), on(1, None), True, False),
        (poly(one=-1, x2=1), on(F(10**9 + 1, 10**9), None), True, True),
        (poly(one=1, x1=1), on(None, None), False, False),
        (poly(one=5, x1=-4, x2=1), on(0, None), True, True),
        (poly(x3=-1, one=10**6), on(0, None), False, False),
        # degenerate boxes and polynomials
        ({}, {}, True, False),
        ({UNIT: F(1)}, {}, True, True),
        ({UNIT: F(-1)}, {}, False, False),
        (poly(one=-1, x1=1), on(1, 1), True, False),
        (poly(one=-1, x2=1), on(2, 2), True, True),
        (poly(one=-1, x2=1), on(0, 0), False, False),
    ],
)
def test_signs(polynomial, box, nonnegative, positive):
    assert is_nonnegative(polynomial, box) == nonnegative
    assert is_positive(polynomial, box) == positive


@pytest.mark.parametrize(
    ("polynomial", "strict"),
    [
        (poly(x1y1=1), False),
        (poly(x1=1, y1=1), False),
        (poly(one=1, x1y1=1), True),
        (poly(y1=1), False),
        (poly(one=F(1, 100), x1=1, y2=1), True),
    ],
)
def test_strictness_where_one_side_is_bounded_and_one_is_not(polynomial, strict):
    box = {"x": (F(0), None), "y": (F(0), F(1))}
    assert is_nonnegative(polynomial, box)
    assert is_positive(polynomial, box) == strict


def test_a_variable_without_a_range_is_any_real():
    assert not is_nonnegative(poly(x1=1), {})
    assert is_positive(poly(one=1, x2=1, y4=1), {})


@st.composite
def problems(draw):
    degrees = st.integers(0, 3)
    table = {}
    for _ in range(draw(st.integers(1, 4))):
        powers = {"x": draw(degrees), "y": draw(degrees)}
        table[frozenset((v, k) for v, k in powers.items() if k)] = draw(COEFFICIENTS)
    box = {}
    for name in "xy":
        low, high = draw(ENDS), draw(ENDS)
        assume(low is None or high is None or low <= high)
        box[name] = (low, high)
    return table, box


def value(table, point):
    total = F(0)
    for monomial, coefficient in table.items():
        for name, power in monomial:
            coefficient *= point[name] ** power
        total += coefficient
    return total


def members(low, high):
    if low is not None and high is not None:
        return [low + s * (high - low) for s in POINTS]
    if low is None and high is None:
        return [F(0), F(-1), F(1), F(50), F(-77)]
    steps = [F(0), F(1, 10), F(1), F(5), F(1000)]
    return [low + s for s in steps] if low is not None else [high - s for s in steps]


@settings(deadline=None)
@given(problems())
def test_what_is_called_positive_is_positive(problem):
    table, box = problem
    nonnegative, positive = is_nonnegative(table, box), is_positive(table, box)
    assert nonnegative or not positive
    for x in members(*box["x"]):
        for y in members(*box["y"]):
            found = value(table, {"x": x, "y": y})
            assert found >= 0 or not nonnegative
            assert found > 0 or not positive


@settings(deadline=None)
@given(problems(), st.sampled_from(POINTS), st.sampled_from(POINTS))
def test_a_smaller_box_loses_no_sign(problem, first, second):
    table, box = problem
    low, high = box["x"]
    low = -2 if low is None else low
    high = low + 4 if high is None else high
    ends = sorted(low + s * (high - low) for s in (first, second))
    inner = {**box, "x": (Fraction(ends[0]), Fraction(ends[1]))}
    assert is_nonnegative(table, inner) or not is_nonnegative(table, {**box, "x": (low, high)})


@pytest.mark.parametrize(
    ("table", "box"),
    [
        ({frozenset((c, 40) for c in "abcdefgh"): F(1), UNIT: F(-1)}, {}),
        ({frozenset({("x", 10**100)}): F(1)}, {"x": (F(0), None)}),
        ({frozenset({("x", k)}): F((-1) ** k, 10**900 + k) for k in range(41)}, on(0, 10**900)),
        ({frozenset({("x", 2)}): F(1), frozenset({("y", 2)}): F(-1)}, {}),
        ({frozenset({(f"x{k}", 1)}): F(-1) for k in range(500)}, {}),
    ],
    ids=["tensor", "degree", "digits", "saddle", "many"],
)
def test_hard_problems_are_given_up_soon(table, box):
    assert not is_nonnegative(table, box)
