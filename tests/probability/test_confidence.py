"""Clopper-Pearson intervals against mpmath's incomplete beta function."""

from fractions import Fraction
from math import comb

import mpmath
import pytest
from flint import arb, fmpq

from proofkit.foundations.errors import InputError
from proofkit.kernel.interval import Interval, exact
from proofkit.probability.confidence import ALARM, SHOWN, frequency, interval

CASES = [(0, 10), (10, 10), (1, 1), (3, 10), (649, 1000), (1, 500), (499, 500), (20, 40)]


@pytest.mark.parametrize("confidence", [SHOWN, ALARM, Fraction(1, 2)])
@pytest.mark.parametrize(("hits", "trials"), CASES)
def test_ends_are_outside_and_close(hits, trials, confidence):
    found = interval(hits, trials, confidence)
    with mpmath.workdps(40):
        half = mpmath.mpf((1 - confidence).numerator) / (1 - confidence).denominator / 2
        low, high = (mpmath.mpf(end.str(35, radius=False)) for end in (found.low, found.high))
        if hits:
            tail = mpmath.betainc(hits, trials - hits + 1, 0, low, regularized=True)
            assert half * (1 - mpmath.mpf("1e-4")) < tail < half
        else:
            assert low == 0
        if hits < trials:
            tail = mpmath.betainc(hits + 1, trials - hits, high, 1, regularized=True)
            assert half * (1 - mpmath.mpf("1e-4")) < tail < half
        else:
            assert high == 1


def test_the_interval_misses_no_more_often_than_it_says():
    """Coverage, exactly: the weight of the counts whose interval does not hold `p`."""
    trials, confidence = 12, Fraction(9, 10)
    for p in (Fraction(1, 20), Fraction(1, 3), Fraction(1, 2), Fraction(97, 100)):
        missed = sum(
            comb(trials, hits) * p**hits * (1 - p) ** (trials - hits)
            for hits in range(trials + 1)
            if interval(hits, trials, confidence).excludes(exact(p))
        )
        assert missed <= 1 - confidence


def test_only_what_is_certainly_outside_is_excluded():
    found = interval(50, 100)
    assert not found.excludes(Interval(arb(0), found.low))
    assert found.excludes(exact(Fraction(1, 3)))
    assert found.excludes(exact(Fraction(2, 3)))
    assert not found.excludes(exact(Fraction(1, 2)))


def test_text_is_rounded_outwards():
    found = interval(986_635, 10**6)
    low, high = (Fraction(text) for text in found.text(6))
    assert arb(fmpq(low.numerator, low.denominator)) <= found.low
    assert arb(fmpq(high.numerator, high.denominator)) >= found.high
    assert found.text(4) == ("0.9863", "0.9870")
    assert interval(0, 10).text(3) == ("0.000", "0.412")
    assert interval(10, 10).text(3) == ("0.588", "1.000")
    assert frequency(2, 3, 4) == "0.6667"
    assert frequency(3, 3, 2) == "1.00"


@pytest.mark.parametrize(("hits", "trials"), [(-1, 5), (6, 5), (0, 0)])
def test_counts_must_make_sense(hits, trials):
    with pytest.raises(InputError, match="hits in at least one trial"):
        interval(hits, trials)


def test_confidence_must_make_sense():
    with pytest.raises(InputError, match="between 0 and 1"):
        interval(1, 2, Fraction(1))
