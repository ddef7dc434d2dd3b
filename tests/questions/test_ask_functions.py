"""Statements about functions that are read as terms: true ones are proved, false twins refuted."""

import random

import mpmath
import pytest

import proofkit

SECONDS = 60

TRUE = [
    ("tanh(x) <= x", "x >= 0"),
    ("tanh(x)^2 < 1", ()),
    ("tanh(x) = sinh(x)/cosh(x)", ()),
    ("tanh(2x) = 2tanh(x)/(1 + tanh(x)^2)", ()),
    ("tanh(x/2) = 2sigmoid(x) - 1", ()),
    ("cosh(x) >= 1 + x²/2", ()),
    ("cosh(x) <= exp(x²/2)", ()),
    ("cosh(x) + cosh(y) >= 2cosh((x+y)/2)", ()),
    ("sinh(x) <= x*cosh(x)", "x >= 0"),
    ("sigmoid(x)*(1 - sigmoid(x)) <= 1/4", ()),
    ("sigmoid(x) <= sigmoid(y)", "x <= y"),
    ("softplus(x) >= relu(x)", ()),
    ("softplus(x) <= log(2) + x/2 + x²/8", ()),
    ("softplus(x) - softplus(-x) = x", ()),
    ("log2(x) <= x - 1", "x >= 2"),
    ("log10(1000) = 3 and log2(8) = 3", ()),
    ("log(x, y)*log(y, x) = 1", "x, y > 1"),
    ("log1p(x) <= x and expm1(x) >= x", "x > -1"),
    ("cbrt(x)^3 = x", ()),
    ("asinh(sinh(x)) = x", ()),
    ("acosh(x) >= 0", "x >= 1"),
    ("atanh(x) >= x", "x in [0, 1)"),
    ("logit(sigmoid(x)) = x", ()),
    ("hypot(x, y) <= |x| + |y|", ()),
]
FALSE = [
    ("tanh(x) <= x", ()),
    ("tanh(x)^2 < 99/100", ()),
    ("tanh(2x) = 2tanh(x)", ()),
    ("cosh(x) >= 1 + 0.51x²", ()),
    ("cosh(x) <= exp(0.49x²)", ()),
    ("cosh(x+y) <= cosh(x)*cosh(y)", ()),
    ("sinh(x) <= cosh(x) - 1/100", ()),
    ("sigmoid(x)*(1 - sigmoid(x)) < 1/4", ()),
    ("softplus(x) <= relu(x) + 0.69", ()),
    ("softplus(x) <= log(2) + x/2 + x²/9", ()),
    ("log2(x) <= x - 1", "x >= 1"),
    ("log(x, 2) <= log(x, 3)", "x > 1"),
    ("log1p(x) <= x and expm1(x) > x", "x > -1"),
    ("cbrt(x) >= 0", ()),
    ("asinh(x) >= x", "x >= 0"),
    ("atanh(x) <= x", "x in [0, 1)"),
    ("hypot(x, y) >= |x| + |y|/2", ()),
]


@pytest.mark.parametrize(("statement", "given"), TRUE)
def test_true_statements_are_proved(statement, given):
    assert proofkit.ask(statement, given=given, seconds=SECONDS).verdict == "proved"


@pytest.mark.parametrize(("statement", "given"), FALSE)
def test_false_statements_are_refuted(statement, given):
    assert proofkit.ask(statement, given=given, seconds=SECONDS).verdict == "refuted"


VALUES = {
    "tanh": mpmath.tanh,
    "sinh": mpmath.sinh,
    "cosh": mpmath.cosh,
    "sigmoid": lambda x: 1 / (1 + mpmath.exp(-x)),
    "softplus": lambda x: mpmath.log1p(mpmath.exp(x)),
    "expm1": mpmath.expm1,
    "asinh": mpmath.asinh,
    "cbrt": lambda x: mpmath.sign(x) * mpmath.cbrt(abs(x)),
}


def false_statement(draw):
    """A combination of functions is at most a number that it exceeds at a point, by a little."""
    point, total, parts = mpmath.mpf(draw.randint(-20, 20)) / 7, 0, []
    for _ in range(draw.randint(1, 3)):
        name, weight, slope = draw.choice([*VALUES]), draw.randint(-3, 3), draw.choice([-1, 1, 2])
        parts.append(f"({weight})*{name}({slope}*x)")
        total += weight * VALUES[name](slope * point)
    bound = mpmath.nstr(total - mpmath.mpf(draw.choice(["1e-9", "1e-3"])), 15, min_fixed=-99)
    return f"{' + '.join(parts)} <= {bound}"


def test_random_false_statements_are_never_proved():
    draw = random.Random(3)
    for _ in range(15):
        statement = false_statement(draw)
        assert proofkit.ask(statement, seconds=1).verdict != "proved", statement
