"""What the normal form asks of rational numbers: their factors, however large the powers are."""

from fractions import Fraction
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.kernel.test_terms import TERMS

from proofkit.foundations.effort import limited
from proofkit.foundations.errors import LimitExceeded, Undefined
from proofkit.kernel.assumptions import Context, Known, Trail
from proofkit.kernel.polynomial import over, prime_factors
from proofkit.language.terms import ZERO, variable

NAMES = dict.fromkeys(("x", "y", "n1", "s_N"), False)
POSITIVE = {name: (ZERO, "<", variable(name)) for name in NAMES}


@pytest.mark.parametrize(
    "base, exponent, factors",
    [
        (10, 1681, [(2, 1681), (5, 1681)]),
        (6, 36, [(2, 36), (3, 36)]),
        (10**13 + 37, 6, [(10**13 + 37, 6)]),
        (10**13 + 37, 1, [(10**13 + 37, 1)]),
    ],
)
def test_a_power_has_the_factors_of_its_root(base, exponent, factors):
    assert prime_factors(Fraction(base) ** exponent) == factors
    assert prime_factors(Fraction(1, base**exponent)) == [(p, -e) for p, e in factors]


@given(
    st.integers(1, 10**4),
    st.integers(1, 10**4),
    st.integers(1, 40),
)
def test_factors_multiply_to_the_number(above, below, exponent):
    number = Fraction(above, below) ** exponent
    factors = prime_factors(number)
    assert prod((Fraction(p) ** e for p, e in factors), start=Fraction(1)) == number
    assert [p for p, _ in factors] == sorted({p for p, _ in factors})


def numbers(terms):
    """Every number in a sum, its exponents and its atoms."""
    for monomial, coefficient in terms.items():
        yield coefficient
        for _, exponent in monomial:
            yield from numbers(exponent)


@given(TERMS, TERMS)
def test_no_quotient_of_integers_becomes_a_float(one, other):
    """Integers stand in the normal form as such, and anything else as a fraction in lowest terms."""
    ring = Known(Context(NAMES, POSITIVE), Trail()).ring
    try:
        with limited(20_000):
            found = ring.ratio(one / other)
    except (Undefined, LimitExceeded):
        return
    for coefficient in (c for side in found for c in numbers(side)):
        assert type(coefficient) in (int, Fraction)
        assert type(coefficient) is int or coefficient.denominator > 1


@given(st.fractions(), st.fractions().filter(bool))
def test_a_quotient_is_exact(above, below):
    for left in (above, above.numerator):
        for right in (below, below.numerator):
            assert over(left, right) * Fraction(right) == left
            assert type(over(left, right)) in (int, Fraction)
