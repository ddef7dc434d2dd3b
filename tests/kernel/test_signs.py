"""Exact probabilities at a point: against counting every sign, ties, and large numbers."""

from fractions import Fraction
from itertools import product
from math import comb

import mpmath
import pytest
from flint import arb, ctx, fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from proofkit.foundations.errors import Undefined
from proofkit.kernel import points
from proofkit.kernel.assumptions import Context
from proofkit.kernel.binomial import share
from proofkit.kernel.signs import MAX_COUNT
from proofkit.language.terms import ZERO, parse


def enclosed(source, values=None, kinds=None, bits=64):
    values = {name: Fraction(value) for name, value in (values or {}).items()}
    context = Context(kinds or dict.fromkeys(values, False))
    return points.enclose(context, parse(source), values, bits)


def contains(interval, value):
    """Is the rational in the interval, and is that a narrow one?"""
    exact = arb(fmpq(*value.as_integer_ratio()))
    narrow = interval.high - interval.low <= 1e-15
    return bool(interval.low <= exact.upper() and exact.lower() <= interval.high and narrow)


def decided(statement, values, kinds=None):
    left, relation, right = statement.split(" ? ")
    values = {name: Fraction(value) for name, value in values.items()}
    context = Context(kinds or dict.fromkeys(values, False))
    return points.decide(context, (parse(left), relation, parse(right)), values)


# Against counting ---------------------------------------------------------------------

weights = st.fractions(0, 2, max_denominator=3)
thresholds = st.fractions(-3, 4, max_denominator=3)
sizes = st.lists(st.integers(0, 4), min_size=1, max_size=3).filter(lambda k: 0 < sum(k) < 7)


@st.composite
def pairs(draw):
    """Two events about the same signs."""
    counts = draw(sizes)
    return [
        f"above({draw(thresholds)}, {', '.join(f'{draw(weights)}, {k}' for k in counts)})"
        for _ in range(2)
    ]


@settings(deadline=None)
@given(pairs(), st.integers(0, 3))
def test_every_event_is_as_likely_as_counting_says(build, events, m):
    one, two = events
    for source in (
        one,
        f"some({m}, {one})",
        f"none({m}, {one}, {two})",
        f"both(some({m}, {one}), none({m}, {two}))",
        f"both(none({m}, {one}), some({m}, {two}, {one}))",
        f"both(none({m}, {one}), none({m}, {two}))",
        f"both(some({m}, {one}, {two}), none({m}, {two}))",
    ):
        assert contains(enclosed(f"P({source})"), Fraction(build.chance(parse(source))))


SHOWN = {"w": "7/10", "n": "1000", "d": "9"}
IRRATIONAL = [
    ("sqrt(2)", ["sqrt(2)/2", "log(n)/9"], [3, 5]),
    ("1", ["n^(-w)", "sqrt(w)", "1/(d - 2)"], [1, 1, 7]),
    ("exp(-1)", ["exp(-w)", "log(2)", "n^(-1/10)"], [2, 2, 6]),
    ("0", ["-log(3)", "log(d)/2", "0"], [1, 1, 5]),  # log(9)/2 is log(3)
]


@pytest.mark.parametrize(("threshold", "terms", "counts"), IRRATIONAL)
def test_irrational_weights_against_120_digits(build, threshold, terms, counts):
    values = {name: Fraction(value) for name, value in SHOWN.items()}
    with mpmath.workdps(120):
        level, *sizes = (build.evaluate(parse(term), values, 120) for term in (threshold, *terms))
        spread = [w for w, k in zip(sizes, counts, strict=True) for _ in range(k)]
        totals = [
            mpmath.fsum(w * s for w, s in zip(spread, signs, strict=True)) - level
            for signs in product((1, -1), repeat=len(spread))
        ]
        found = sum(1 for total in totals if total > mpmath.mpf(10) ** -100)
    pairs = ", ".join(f"{w}, {k}" for w, k in zip(terms, counts, strict=True))
    p = Fraction(found, len(totals))
    assert contains(enclosed(f"P(above({threshold}, {pairs}))", SHOWN), p)


# Ties ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ("above(0, 1, 2)", "1/4"),
        ("above(2, 1, 2)", "0"),
        ("above(-2, 1, 2)", "3/4"),
        ("above(-2 - 1/10^400, 1, 2)", "1"),
        ("above(-1/10^400, 1, 2)", "3/4"),
        ("above(1/10^400, 1, 2)", "1/4"),
        ("above(1/10, 1/100, 10)", "0"),
        ("above(1/10 - 1/10^400, 1/100, 10)", "1/1024"),
        ("above(2, sqrt(2)*sqrt(2), 1)", "0"),
        ("above(0, sqrt(2), 1, 2^(1/2), 1)", "1/4"),
        ("above(0, log(4), 1, 2*log(2), 1)", "1/4"),
        ("above(0, exp(log(3)), 1, 3, 1)", "1/4"),
        ("above(0, log(8)/log(2), 1, 3, 1)", "1/4"),
        ("above(0, 0, 5)", "0"),
        ("above(-1, 0, 5)", "1"),
        ("above(-1, 0, 0)", "1"),
        ("above(0, 1, 0)", "0"),
        ("above(0, -1, 1, 1/2, 3)", "1/2"),
    ],
)
def test_ties_do_not_count(source, value):
    assert contains(enclosed(f"P({source})"), Fraction(value))


@pytest.mark.parametrize("guess", [(), (0,), (41, 40), (10**6, -1), (7, 8, 6)])
@pytest.mark.parametrize("source", ["above(1, 1/3, 40, 1, 1)", "reaches(1, 1/3, 40, 1, 1)"])
def test_a_wrong_guess_of_where_an_event_begins_costs_time_and_nothing_else(
    source, guess, monkeypatch
):
    right = enclosed(f"P({source})")
    monkeypatch.setattr(points.Point, "_near", lambda *_: guess)
    found = enclosed(f"P({source})")
    assert (found.low, found.high) == (right.low, right.high)


def test_where_an_event_begins_is_found_in_few_decisions(monkeypatch):
    tried = []
    decide = points.Point._is_greater
    monkeypatch.setattr(
        points.Point, "_is_greater", lambda *given: tried.append(1) or decide(*given)
    )
    enclosed(f"P(above(1/3, 1/7, {10**12}))")
    assert len(tried) <= 4


def test_a_tie_of_the_paper_at_a_size_where_doubles_see_nothing():
    """At b = 1/5 and d = 22, sums of class columns reach 1/10 exactly; what misses it by b/n at
    n = 10^18 is decided as what it is."""
    values = {"b": "1/5", "c": "4/5", "d": "22", "n": "1e18"}
    expected = {"- b/n": (0, 5), "+ 0": (0, 5), "+ b/n": (0, 6)}
    for change, (_, ways) in expected.items():
        source = f"P(above(c + 1/10, b/(d - 2) {change}, 20, c, 1))"
        tail = sum(comb(20, j) for j in range(ways))  # at most so many of 20 signs are -1
        assert contains(enclosed(source, values), Fraction(tail, 2**21))
        reached = source.replace("above", "reaches")
        most = 5 if change == "- b/n" else 6
        tail = sum(comb(20, j) for j in range(most))
        assert contains(enclosed(reached, values), Fraction(tail, 2**21))


@pytest.mark.parametrize(
    ("relation", "right", "verdict"),
    [
        (">=", "7/16", "holds"),
        (">", "7/16", "fails"),
        ("=", "7/16", "holds"),
        ("<=", "7/16", "holds"),
        ("<", "7/16", "fails"),
        ("<=", "7/16 - (1/10)^200", "fails"),
        (">=", "7/16 + (1/10)^200", "fails"),
        ("=", "7/16 + (1/10)^200", "fails"),
        ("<", "P(above(-1, 1, 3, 3, 1))", "holds"),
        ("=", "P(reaches(x, 1, 3, 3, 1))", "holds"),
        ("<", "P(reaches(0, 1, 3, 3, 1))", "holds"),
        ("=", "1 - P(none(1, above(x - 1/2, 1, 3, 3, 1)))", "holds"),
        ("<", "P(some(2, above(0, 1, 3, 3, 1)))", "holds"),
        ("=", "1 - sqrt(P(none(2, above(0, 1, 3, 3, 1))))", "holds"),
    ],
)
def test_statements_about_an_exact_probability(relation, right, verdict):
    left = "P(above(0, 1, 3, 3, 1))"
    assert decided(f"{left} ? {relation} ? {right}", {"x": "1/2"}).value == verdict


# Large numbers ------------------------------------------------------------------------


@pytest.mark.parametrize("size", [1, 2, 7, 4_000, 4_001, 5_000])
@pytest.mark.parametrize("part", [0, 1 / 3, 1 / 2, 0.51, 1])
def test_binomial_tails_against_an_incomplete_beta_function(size, part):
    for least in {int(size * part), int(size * part) + 1}:
        with ctx.workprec(128):
            found = share(size, 0, least - 1)
        with mpmath.workdps(40):
            expected = _tail(size, least)
            assert abs(mpmath.mpf(found.str(35, radius=False)) - expected) <= mpmath.mpf("1e-30")


def _tail(size, least):
    if least <= 0 or least > size:
        return mpmath.mpf(0 if least <= 0 else 1)
    return mpmath.betainc(size - least + 1, least, 0, mpmath.mpf(1) / 2, regularized=True)


@pytest.mark.parametrize("size", [10**6, 10**6 + 1])
@pytest.mark.parametrize("deviations", [-400, -40, -4, -1, -0.001])
def test_a_million_signs(size, deviations):
    """By the series for a lower tail, to full relative precision also where that is tiny."""
    least = size // 2 + int(deviations * size**0.5 / 2)
    found = enclosed(f"P(above({size - 2 * least + 1}, 1, {size}))", bits=128)
    with mpmath.workdps(60):
        k = least - 1
        last = mpmath.exp(
            mpmath.loggamma(size + 1)
            - mpmath.loggamma(k + 1)
            - mpmath.loggamma(size - k + 1)
            - size * mpmath.log(2)
        )
        expected = last * mpmath.hyp2f1(1, -k, size - k + 1, -1, maxterms=10**6)
        for end in (found.low, found.high):
            assert abs(_value(end) / expected - 1) < mpmath.mpf("1e-25")


def _value(end):
    mantissa, exponent = end.man_exp()
    return mpmath.ldexp(mpmath.mpf(int(mantissa)), int(exponent))


@pytest.mark.parametrize("size", [10**10, 10**12, MAX_COUNT])
@pytest.mark.parametrize("deviations", [-6, -1, 0, 2])
def test_very_many_signs_are_as_good_as_normal(size, deviations):
    least = size // 2 + deviations * int(size**0.5 / 2)
    with ctx.workprec(128):
        found = share(size, 0, least - 1)
    with mpmath.workdps(40):
        z = mpmath.mpf(2 * least - 1 - size) / mpmath.sqrt(size)
        assert abs(_value(found.mid()) / mpmath.ncdf(z) - 1) < 1000 / mpmath.mpf(size)


@pytest.mark.parametrize("m", [10**3, 10**9])
def test_a_billion_neurons(m):
    """1 - (1 - p)^m for one neuron's exact p, and both data sets at once."""
    rare, other = "above(59, 1, 60)", "above(57, 1, 60)"
    p, q = Fraction(1, 2**60), Fraction(61, 2**60)
    with mpmath.workdps(60):
        quiet, calm = (mpmath.exp(m * mpmath.log1p(-_mp(x))) for x in (p, q))
        expected = {
            f"P(some({m}, {rare}))": 1 - quiet,
            f"P(none({m}, {other}))": calm,
            f"P(both(none({m}, {rare}), some({m}, {other})))": quiet - calm,
            f"P(both(none({m}, {rare}), none({m}, {other})))": calm,
            f"P(both(some({m}, {rare}), none({m}, {other})))": mpmath.mpf(0),
        }
        for source, value in expected.items():
            found = enclosed(source, bits=160)
            assert abs(_value(found.low) - value) < mpmath.mpf("1e-35")
            assert found.high - found.low < 1e-40


def _mp(value):
    return mpmath.mpf(value.numerator) / value.denominator


@pytest.mark.parametrize(
    "source",
    [
        f"P(above(1, 1, {MAX_COUNT + 1}))",
        f"P(above(1, 1, {10**18}))",
        f"P(above(1, 1, {10**30}))",
        f"P(above(1, 1, {10**9}, 2, {10**9}))",
        "P(above(1, 1, 10, 2, 10))",
        f"P(some({10**9}, above(1, 1, 1, 1, {10**12}, 1, {10**12})))",
    ],
)
def test_too_many_signs_are_undecided_at_once(source):
    with pytest.raises(Undefined, match="too many signs"):
        enclosed(source)
    assert decided(f"{source} ? >= ? 1/2", {}).value == "undecided"


@pytest.mark.parametrize(
    "source",
    [
        "P(above(0, 1, 1/2))",
        "P(above(0, 1, -1))",
        "P(above(0, 1, x))",
        "P(above(0, 1, 2*x - 2))",
        "P(above(0, 1, sqrt(2)))",
        "P(above(0, -1, 3))",
        "P(above(0, 1, 3, -x, 4))",
        "P(above(1/(x - x), 1, 1))",
        "P(above(log(-x), 1, 1))",
        "P(above(0, log(-x), 1))",
        "P(some(1/2, above(0, 1, 1)))",
        "P(some(-1, above(0, 1, 1)))",
        "P(none(x, above(0, 1, 1)))",
        "P(some(1, above(0, 1, 1), above(0, 1, 2)))",
        "P(some(1, above(0, 1, 1), above(0, 1, 1, 1, 1)))",
        "P(both(some(1, above(0, 1, 1)), none(2, above(0, 1, 1))))",
        "P(both(some(1, above(0, 1, 1)), none(1, above(0, 1, 2))))",
        "P(both(some(1, above(0, 1, 1)), some(1, above(0, 1, 1))))",
    ],
)
def test_what_is_no_probability_has_no_value(source):
    with pytest.raises(Undefined):
        enclosed(source, {"x": "1/2"})
    assert decided(f"{source} ? >= ? 0", {"x": "1/2"}).value == "undecided"


def test_weights_thresholds_and_counts_may_be_anything_that_has_a_value():
    """Even probabilities, and quantities by definition."""
    values = {"d": Fraction(5), "b": Fraction(1, 3)}
    context = Context({"d": True, "b": False}, {}, {"k": parse("d - 3"), "w": parse("b*3/2")})
    quarter = "P(above(0, 1, k))"
    source = parse(f"P(above(2*{quarter}, w, k, {quarter} + 1/4, 1))")  # 3 halves, above 1/2
    assert contains(points.enclose(context, source, values, 64), Fraction(1, 8))


@pytest.mark.parametrize(
    ("statement", "verdict"),
    [
        # what is wanted happens almost surely once nothing unwanted does
        (
            "P(both(some(3, above(-1000, 1, 1001)), none(3, above(-2, 1, 1001)))) ? <= ? 1/4",
            "holds",
        ),
        (
            "P(both(some(3, above(-1000, 1, 1001)), none(3, above(-2, 1, 1001)))) ? >= ? 1/10",
            "holds",
        ),
        # one neuron of `some` is one neuron, to the last bit
        ("P(some(1, reaches(0, 1, 5001))) ? = ? 1/2", "holds"),
        ("P(some(1, reaches(0, 1, 5001))) ? < ? 1/2", "fails"),
        # nothing unwanted is impossible
        ("P(both(some(2, above(0, 1, 1)), none(2, above(-2, 1, 1)))) ? = ? 0", "holds"),
    ],
)
def test_what_is_nearly_certain_or_impossible_is_decided(statement, verdict):
    assert decided(statement, {}).value == verdict


# Weights that are not known -----------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "low", "high"),
    [
        ("exceeds(1, 1/2)", 0, mpmath.exp(-1)),
        ("exceeds(0, 1/2)", 0, 1),
        ("exceeds(1, 1/1000)", 0, mpmath.exp(-500)),
        ("despite(1, 2)", 0.25, 1),
        ("despite(1, 1)", 0, 1),
        ("despite(sqrt(2)*sqrt(2), 2)", 0, 1),
        ("despite(1, -2)", 0, 1),
        ("despite(-2, -1)", 0.25, 1),
    ],
)
def test_only_bounds_are_known_of_unknown_weights(source, low, high):
    found = enclosed(f"P({source})")
    assert abs(found.low - low) < 1e-15
    assert abs(_value(found.high) - high) < 1e-15


@pytest.mark.parametrize("source", ["exceeds(-1, 1)", "exceeds(1, 0)", "exceeds(1, -1)"])
def test_where_no_bound_is_known_there_is_no_value(source):
    with pytest.raises(Undefined):
        enclosed(f"P({source})")


@pytest.mark.parametrize("weight", ["1/2", "1/1000", "7"])
def test_what_cannot_happen_has_probability_zero_exactly(weight):
    event = f"above(1/3, {weight}, 1, 1, k)"
    never = parse(f"P(both(some(m, {event}), none(m, {event})))")
    context = Context({"m": True, "k": True})
    at = {"m": Fraction(64), "k": Fraction(10**6)}
    assert points.decide(context, (never, "=", ZERO), at).value == "holds"


def test_what_can_happen_has_a_positive_probability():
    both = parse("P(both(some(m, above(1/3, 1, 1, 1, k)), none(m, above(2, 1, 1, 1, k))))")
    context = Context({"m": True, "k": True})
    at = {"m": Fraction(64), "k": Fraction(1000)}
    assert points.decide(context, (both, ">", ZERO), at).value == "holds"
