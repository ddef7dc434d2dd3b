"""Enclosures contain the true values, by mpmath's digits, with infinite ends too."""

from fractions import Fraction
from itertools import product

import mpmath
import pytest
from flint import arb, ctx, fmpq
from hypothesis import assume, given
from hypothesis import strategies as st

from proofkit.foundations.errors import Undefined
from proofkit.kernel.interval import INFINITY, MINUS_INFINITY, Interval, between, exact

ENDS = st.one_of(
    st.none(), st.sampled_from([Fraction(0), Fraction(1), Fraction(-1)]), st.fractions(-9, 9)
)
INSIDE = st.fractions(0, 1, max_denominator=50)


@st.composite
def intervals(draw, ends=ENDS):
    """An interval, with a member of it."""
    low, high = draw(ends), draw(ends)
    if low is not None and high is not None and low > high:
        low, high = high, low
    share, far = draw(INSIDE), draw(st.integers(0, 10**6))
    if low is None or high is None:
        point = (low + far) if low is not None else (high - far) if high is not None else far
    else:
        point = low + share * (high - low)
    return between(low, high), Fraction(point)


def holds(interval, value):
    """Is the 60-digit value inside, but for the last digits?"""
    with mpmath.workdps(60):
        slack = abs(value) * mpmath.mpf(10) ** -55
        low, high = (mpmath.mpf(str(end.mid().str(70, radius=False))) for end in ends(interval))
    return low <= value + slack and value - slack <= high


def ends(interval):
    with ctx.workdps(80):
        return [
            arb(10) ** 10**4
            if end == INFINITY
            else -(arb(10) ** 10**4)
            if end == MINUS_INFINITY
            else end
            for end in (interval.low, interval.high)
        ]


def real(value):
    return mpmath.mpf(value.numerator) / value.denominator


@given(intervals(), intervals())
def test_sums_and_products_contain_the_value(first, second):
    (x, a), (y, b) = first, second
    with mpmath.workdps(60):
        assert holds(x + y, real(a + b))
        assert holds(x - y, real(a - b))
        assert holds(x * y, real(a * b))
        assert holds(-x, real(-a))


@given(intervals(), st.integers(-9, 9))
def test_whole_powers_contain_the_value(pair, exponent):
    x, a = pair
    try:
        found = x.to_integer(exponent)
    except Undefined:
        assert exponent < 0
        assert x.low <= 0 <= x.high
        return
    with mpmath.workdps(60):
        assert holds(found, real(a) ** exponent)
    if exponent % 2 == 0:
        assert found.low >= 0


@given(intervals(st.one_of(st.none(), st.fractions(-9, 9))), intervals(st.fractions(-5, 5)))
def test_real_powers_exp_and_log_contain_the_value(first, second):
    (x, a), (y, b) = first, second
    assume(a < 10**4)
    with mpmath.workdps(60):
        assert holds(x.exp(), mpmath.exp(real(a)))
        try:
            power = x.to_power(y)
        except Undefined:
            assert x.low <= 0
        else:
            assert holds(power, real(a) ** real(b))
        try:
            logarithm = x.log()
        except Undefined:
            assert x.low <= 0
        else:
            assert holds(logarithm, mpmath.log(real(a)))


@pytest.mark.parametrize(
    ("low", "high", "exponent"),
    [
        (0, None, Fraction(-1, 2)),
        (0, 1, Fraction(-1, 2)),
        (-1, 1, Fraction(1, 2)),
        (None, 2, Fraction(3, 2)),
    ],
)
def test_powers_without_a_value(low, high, exponent):
    with pytest.raises(Undefined):
        between(*(None if end is None else Fraction(end) for end in (low, high))).to_power(
            exact(exponent)
        )


def test_zero_to_a_positive_power_is_zero():
    zero = exact(Fraction(0)).to_power(exact(Fraction(1, 2)))
    assert zero.low == zero.high == 0


@pytest.mark.parametrize("base", [(0, 0), (0, 1), (0, 3), (1, 2), (0, None)])
@pytest.mark.parametrize("exponent", [(0, 0), (0, 1), (0, 3), (1, 2), (0, None)])
def test_powers_from_zero_on_contain_zero_to_the_zero(base, exponent):
    """`0^0` is 1, to a power > 0 zero is 0: by exact fractions, for whole exponents and squares."""
    found = between(*(end if end is None else Fraction(end) for end in base)).to_power(
        between(*(end if end is None else Fraction(end) for end in exponent))
    )
    for x, y in product((0, Fraction(1, 4), 1, 2, 3, 9), (0, 1, 2, 3)):
        if all(a <= v and (b is None or v <= b) for v, (a, b) in ((x, base), (y, exponent))):
            assert found.low <= arb(fmpq(*Fraction(x**y).as_integer_ratio())) <= found.high


def test_zero_times_everything_is_zero():
    nothing = exact(Fraction(0)) * between(None, None)
    assert nothing.low == nothing.high == 0


def test_infinite_ends_do_not_cancel():
    everything = between(None, None)
    for result in (everything - everything, everything * everything, everything + everything):
        assert not result.low.is_finite()
        assert not result.high.is_finite()


def test_a_bound_out_of_reach_is_infinite_not_wrong():
    tower = exact(Fraction(10**9))
    for _ in range(4):
        tower = tower.exp()
    assert tower.low >= 0
    assert tower.high == INFINITY
    tiny = (-tower).exp()
    assert tiny.low == 0
    assert tiny.high <= 1


def test_ends_stay_exact_when_the_precision_falls():
    with ctx.workprec(300):
        third = exact(Fraction(1, 3))
    with ctx.workprec(53):
        negative = -third
        assert negative.low.is_exact()
        assert negative.low <= -third.high
        assert -third.low <= negative.high


@pytest.mark.parametrize(
    "ends", [(1, 0), (arb("nan"), 1), (0, arb("nan")), (arb("nan"), arb("nan"))]
)
def test_an_empty_interval_has_no_value(ends):
    with pytest.raises(Undefined):
        Interval(*map(arb, ends))


def test_meeting_apart_has_no_value():
    with pytest.raises(Undefined):
        exact(Fraction(1)).meet(exact(Fraction(2)))
