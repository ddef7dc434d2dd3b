"""Shares of runs against plain sums over all members."""

import random
from fractions import Fraction
from math import comb

import mpmath
import pytest
from flint import arb, ctx, fmpq

from proofkit.foundations.errors import LimitExceeded
from proofkit.kernel import binomial
from proofkit.kernel.points import precision


def plain(size, first, last):
    return Fraction(sum(comb(size, r) for r in range(first, last + 1)), 2**size)


def encloses(ball, value):
    return ball.contains(arb(fmpq(value.numerator, value.denominator)))


def random_run(source, size):
    return source.randrange(size + 1), source.randrange(size + 1)


def test_counts_are_the_plain_sums():
    source = random.Random(1)
    for _ in range(300):
        size = source.randrange(40)
        run = random_run(source, size)
        assert Fraction(binomial.count(size, *run), 2**size) == plain(size, *run)


@pytest.mark.parametrize("way", ["sum", "beta"])
@pytest.mark.parametrize("bits", [64, 250])
def test_both_ways_for_large_sizes_enclose_the_plain_sums(bits, way, monkeypatch):
    monkeypatch.setattr(binomial, "MAX_EXACT", -1)
    monkeypatch.setattr(binomial, "SHORT_SUM", 20_000 if way == "sum" else 0)
    binomial._share.cache_clear()
    source = random.Random(bits)
    for _ in range(100):
        size = source.choice([0, 1, 2, 3, 10, 51, 200, 701])
        run = random_run(source, size)
        with precision(bits):
            ball = binomial.share(size, *run)
        with precision(2000):
            assert encloses(ball, plain(size, *run))
        # Tight: at most a few bits are lost, more only where two tails leave little over.
        if ball > 0:
            assert ball.rad() <= ball.mid() * arb(2) ** (24 - bits)
    binomial._share.cache_clear()


def test_tiny_tails_keep_their_digits():
    size, first = 5000, 4900
    with precision(64):
        ball = binomial.share(size, first, size)
    assert ball.rel_accuracy_bits() > 50
    with precision(8000):
        assert encloses(ball, plain(size, first, size))


@pytest.mark.parametrize("size", [10**6 - 3, 10**13 - 3])
def test_many_signs(size):
    first = size // 2 + int(size**0.5 / 2)
    with precision(64):
        inside, outside = binomial.share(size, first, size), binomial.share(size, 0, first - 1)
        assert (inside + outside).contains(1)
        assert binomial.share(size, (size + 1) // 2, size) == arb(0.5)
        assert binomial.share(size, 0, size) == 1
    with mpmath.workdps(30):
        away = mpmath.mpf(2 * first - 1 - size)
        normal = mpmath.erfc(away / mpmath.sqrt(2 * size)) / 2
        assert abs(float(inside.mid()) - normal) < 1e-6


def test_sums_that_would_never_end_are_refused():
    size = 10**20
    with precision(64), pytest.raises(LimitExceeded, match="too many"):
        binomial.share(size, size // 2 + 10**9, size)
    with precision(64):
        assert binomial.share(size, 3 * size // 4, size) > 0


def test_no_precision_is_left_changed():
    before = ctx.prec
    with precision(64):
        binomial.share(5000, 2600, 5000)
    assert ctx.prec == before


@pytest.mark.parametrize("chance", [Fraction(1, 10**400), Fraction(1, 10**9), Fraction(1, 3)])
@pytest.mark.parametrize("many", [1, 7, 10**6])
def test_some_of_many_keeps_its_digits(chance, many):
    with precision(64):
        found = binomial.some_of(many, arb(fmpq(chance.numerator, chance.denominator)))
    with mpmath.workdps(900):
        one = mpmath.mpf(chance.numerator) / chance.denominator
        expected = 1 - (1 - one) ** many
        mantissa, exponent = found.mid().man_exp()
        assert abs(mpmath.ldexp(int(mantissa), int(exponent)) / expected - 1) < mpmath.mpf(2) ** -50
