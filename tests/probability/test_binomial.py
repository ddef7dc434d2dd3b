"""Weights of runs against plain sums over all members."""

import random
from fractions import Fraction
from math import comb

import mpmath
import pytest
from flint import arb, ctx, fmpq

from proofkit.foundations.errors import LimitExceeded
from proofkit.kernel.points import precision
from proofkit.probability import binomial
from proofkit.probability.runs import complement, run, union


def plain(size, runs):
    members = (r for first, last in runs for r in range(first, last + 1))
    return Fraction(sum(comb(size, r) for r in members), 2**size)


def encloses(ball, value):
    return ball.contains(arb(fmpq(value.numerator, value.denominator)))


def random_runs(source, size):
    ends = sorted(source.randrange(size + 1) for _ in range(2))
    return run(*ends)


def test_fractions_are_the_plain_sums():
    source = random.Random(1)
    for _ in range(300):
        size = source.randrange(40)
        runs = union(random_runs(source, size) for _ in range(2))
        assert binomial.fraction(size, runs) == plain(size, runs)


@pytest.mark.parametrize("bits", [64, 300])
def test_series_enclose_the_plain_sums(bits, monkeypatch):
    """The series for large sizes, on sizes at which the plain sum is at hand."""
    monkeypatch.setattr(binomial, "SMALL", -1)
    binomial._run.cache_clear()
    source = random.Random(bits)
    for _ in range(150):
        size = source.choice([0, 1, 2, 3, 10, 51, 200, 701])
        runs = random_runs(source, size)
        with precision(bits):
            ball = binomial.enclose(size, runs)
        with precision(2000):
            assert encloses(ball, plain(size, runs))
        # Tight: at most a few bits are lost, more only where two tails leave little over.
        if ball > 0:
            assert ball.rad() <= ball.mid() * arb(2) ** (24 - bits)
    binomial._run.cache_clear()


def test_tiny_tails_keep_their_digits():
    size, first = 5000, 4900
    with precision(64):
        ball = binomial.enclose(size, run(first, size))
    assert ball.rel_accuracy_bits() > 50
    with precision(8000):
        assert encloses(ball, plain(size, run(first, size)))


def test_a_million_signs():
    size = 10**6 - 3
    runs = run(size // 2 + 500, size)
    with precision(64):
        inside, outside = (binomial.enclose(size, s) for s in (runs, complement(runs, size)))
    assert (inside + outside).contains(1)
    with mpmath.workdps(30):
        normal = mpmath.erfc(mpmath.mpf(998) / mpmath.sqrt(2 * size)) / 2
        assert abs(float(inside.mid()) - normal) < 1e-6
    with precision(64):
        assert binomial.enclose(size, run((size + 1) // 2, size)) == arb(0.5)
        assert binomial.enclose(size, run(0, size)) == 1


def test_sums_that_would_never_end_are_refused():
    size = 10**16
    with precision(64), pytest.raises(LimitExceeded, match="d is too large"):
        binomial.enclose(size, run(size // 2 + 10**6, size))
    with precision(64):
        assert binomial.enclose(size, run(3 * size // 4, size)) > 0


def test_no_precision_is_left_changed():
    before = ctx.prec
    with precision(64):
        binomial.enclose(5000, run(2600, 5000))
    assert ctx.prec == before
