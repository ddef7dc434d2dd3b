"""Numbers made of radicals: no value but 0 is smaller than the bound, as mpmath has it."""

import random
from fractions import Fraction
from math import comb

import mpmath
import pytest

from proofkit.kernel.assumptions import Context
from proofkit.kernel.points import Point, decide
from proofkit.kernel.radicals import Radicals
from proofkit.language.terms import Term, add, multiply, negate, number, parse, power

DIGITS = 1500
HALF = Fraction(1, 2)


def value(term):
    """With mpmath, node by node; `ValueError` where there is none."""
    if term.op == "number":
        return mpmath.mpf(term.args[0].numerator) / term.args[0].denominator
    parts = [value(arg) for arg in term.args]
    if term.op == "sum":
        return mpmath.fsum(parts)
    if term.op == "product":
        return mpmath.fprod(parts)
    if term.op == "power":
        exponent = term.args[1].args[0]
        if parts[0] < 0 and exponent.denominator > 1:
            raise ValueError("a root of a negative number")
        if abs(parts[0]) < mpmath.mpf(10) ** (-DIGITS // 2) and exponent <= 0:
            raise ValueError("0 to a power that is not positive")
        return mpmath.power(parts[0], mpmath.mpf(exponent.numerator) / exponent.denominator)
    return {"abs": lambda x: abs(x), "max": max, "min": min}[term.op](*parts)


def radical(dice, depth):
    """Numbers, and roots nested so deep."""
    if not depth or dice.random() < 0.2:
        return number(Fraction(dice.randint(-9, 9), dice.choice((1, 1, 2, 7))))
    one, other = radical(dice, depth - 1), radical(dice, depth - 1)
    exponent = Fraction(dice.choice((-2, -1, 1, 1, 2, 3)), dice.choice((1, 2, 2, 3)))
    return dice.choice(
        [
            add(one, other),
            add(one, negate(other)),
            multiply(one, other),
            power(one, number(exponent)),
            power(one, number(Fraction(1, 2))),
            Term(dice.choice(("max", "min")), (one, other)),
            Term("abs", (one,)),
        ]
    )


@pytest.mark.parametrize("seed", range(4))
def test_no_number_but_zero_is_below_its_bound(seed):
    dice, told, zeros = random.Random(seed), 0, 0
    with mpmath.workdps(DIGITS):
        for _ in range(400):
            term = radical(dice, 3)
            bits = Radicals({}).bits(term)
            if bits is None or bits > 3 * DIGITS:
                continue
            try:
                found = value(term)
            except (ValueError, ZeroDivisionError):
                continue
            is_zero = abs(found) < mpmath.mpf(10) ** (-DIGITS + 60)
            assert is_zero or abs(found) >= mpmath.mpf(2) ** -bits, term
            told, zeros = told + 1, zeros + is_zero
    assert told > 100 and zeros > 5


@pytest.mark.parametrize("seed", range(4))
def test_verdicts_are_those_of_many_digits(seed):
    dice, decided = random.Random(100 + seed), 0
    with mpmath.workdps(DIGITS):
        for _ in range(60):
            left = radical(dice, 2)
            right = dice.choice(
                [radical(dice, 2), power(power(left, number(2)), number(Fraction(1, 2)))]
            )
            try:
                gap = value(left) - value(right)
            except (ValueError, ZeroDivisionError):
                continue
            sign = 0 if abs(gap) < mpmath.mpf(10) ** (-DIGITS // 2) else 1 if gap > 0 else -1
            for relation, signs in (("<", {-1}), ("<=", {-1, 0}), ("=", {0})):
                found = decide(Context({}), (left, relation, right), {})
                if found.value != "undecided":
                    decided += 1
                    assert (found.value == "holds") == (sign in signs), (left, relation, right)
    assert decided > 60


EQUAL = [
    ("sqrt(2) + sqrt(3)", "sqrt(5 + 2*sqrt(6))"),
    ("sqrt(3 + 2*sqrt(2))", "1 + sqrt(2)"),
    ("(7 + 5*sqrt(2))^(1/3)", "1 + sqrt(2)"),
    ("(2^(1/3) - 1)^(1/3)", "(1/9)^(1/3) - (2/9)^(1/3) + (4/9)^(1/3)"),
    ("sqrt(2) + sqrt(3) + sqrt(5)", "sqrt(10 + 2*sqrt(6) + 2*sqrt(10) + 2*sqrt(15))"),
]


@pytest.mark.parametrize(("left", "right"), EQUAL)
def test_nested_radicals_are_told_equal(left, right):
    sides = parse(left), parse(right)
    assert decide(Context({}), (sides[0], "=", sides[1]), {}).value == "holds"
    assert decide(Context({}), (sides[0], "<", sides[1]), {}).value == "fails"


@pytest.mark.parametrize(("left", "right"), EQUAL)
@pytest.mark.parametrize("off", [50, 300])
def test_what_is_off_by_little_is_not(left, right, off):
    other = add(parse(right), number(Fraction(1, 10**off)))
    assert decide(Context({}), (parse(left), "=", other), {}).value == "fails"
    assert decide(Context({}), (parse(left), "<", other), {}).value == "holds"


@pytest.mark.parametrize("source", ["exp(1)", "log(2)", "pi()", "2^sqrt(2)", "2^(1/200001)"])
def test_other_numbers_have_no_bound(source):
    assert Radicals({}).bits(parse(source)) is None
    assert Radicals({}).bits(parse("sqrt(2)"), parse(source)) is None


def test_definitions_and_values_are_followed():
    context = Context(
        {"x": False}, {}, {"r": parse("sqrt(x)"), "s": parse("sqrt(5 + 2*sqrt(3*x))")}
    )
    point = Point(context, {"x": Fraction(2)})
    assert point.decide((parse("r + sqrt(3)"), "=", parse("s"))).value == "holds"
    near = Point(context, {"x": 2 + Fraction(1, 10**40)})
    assert near.decide((parse("r + sqrt(3)"), "=", parse("s"))).value == "fails"


def test_a_sum_of_integers_close_to_zero_has_few_bits():
    assert Radicals({}).bits(number(3), number(-3)) == Radicals({}).bits(number(3), number(3)) < 5


@pytest.mark.parametrize("roots", [2, 3, 4, 6])
@pytest.mark.parametrize("start", [2, 1000, 10**12])
def test_differences_of_neighbouring_roots_are_tiny_and_not_zero(roots, start):
    """The differences of high order of `sqrt(n)`: sums of many roots that nearly cancel."""
    parts = [
        multiply(number((-1) ** k * comb(roots, k)), power(number(start + k), number(HALF)))
        for k in range(roots + 1)
    ]
    left, right = add(*parts[::2]), add(*map(negate, parts[1::2]))
    with mpmath.workdps(DIGITS):
        gap = value(left) - value(right)
        assert -(mpmath.mpf(1) / start ** (roots - 1)) < gap < 0
        assert abs(gap) > mpmath.mpf(2) ** -Radicals({}).bits(left, right)
    assert decide(Context({}), (left, "<", right), {}).value == "holds"
    assert decide(Context({}), (left, "=", right), {}).value == "fails"
    if roots == 6:
        return  # a tie would take more bits than there are
    tie = add(power(power(add(left, negate(right)), number(2)), number(HALF)), left)
    assert decide(Context({}), (tie, "=", right), {}).value == "holds"
