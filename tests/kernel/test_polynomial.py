"""What the normal form asks of rational numbers: their factors, however large the powers are."""

from fractions import Fraction
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofkit.kernel.polynomial import prime_factors


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
