"""Functions that are read as terms: the term has the function's value, and none where it has none."""

from fractions import Fraction
from itertools import product

import mpmath
import pytest
import sympy

from proofkit.claims import statement
from proofkit.foundations.errors import Undefined, UnsupportedTerm
from proofkit.kernel.assumptions import Context
from proofkit.kernel.points import Point, precision
from proofkit.language.defined import DEFINED
from proofkit.language.from_sympy import from_sympy
from proofkit.language.terms import number, variable
from proofkit.language.words import FUNCTIONS

TRUTH = {
    "ln": mpmath.log,
    "log2": lambda x: mpmath.log(x, 2),
    "log10": mpmath.log10,
    "log1p": mpmath.log1p,
    "expm1": mpmath.expm1,
    "sinh": mpmath.sinh,
    "cosh": mpmath.cosh,
    "tanh": mpmath.tanh,
    "coth": mpmath.coth,
    "sech": mpmath.sech,
    "asinh": mpmath.asinh,
    "acosh": mpmath.acosh,
    "atanh": mpmath.atanh,
    "sigmoid": lambda x: 1 / (1 + mpmath.exp(-x)),
    "softplus": lambda x: mpmath.log(1 + mpmath.exp(x)),
    "logit": lambda x: mpmath.log(x / (1 - x)),
    "relu": lambda x: max(x, mpmath.mpf(0)),
    "cbrt": lambda x: mpmath.sign(x) * mpmath.cbrt(abs(x)),
    "log": lambda x, base: mpmath.log(x, base) if base > 0 else mpmath.nan,
    "hypot": mpmath.hypot,
}
NUMBERS = (-7, -2, -1, "-1/2", "-1/9", 0, "1/9", "1/2", "4/5", 1, 2, 7)


def enclosed(term):
    """The number that a term is, as the kernel encloses it, or nothing where it has no value."""
    try:
        with precision(200):
            found = Point(Context({}, {}), {}).enclose(term, 200)
    except Undefined:
        return None
    assert found.high - found.low < 1e-30
    with mpmath.workdps(30):
        return mpmath.mpf(found.low.mid().str(30, radius=False))


def true_value(name, args):
    """A real number as mpmath computes it, or nothing."""
    try:
        with mpmath.workdps(30):
            found = TRUTH[name](*(mpmath.mpf(a.numerator) / a.denominator for a in args))
    except (ZeroDivisionError, ValueError, OverflowError):
        return None
    return found if isinstance(found, mpmath.mpf) and mpmath.isfinite(found) else None


def test_every_function_is_compared():
    assert {name for name, _ in DEFINED} == TRUTH.keys()
    assert not {key for key in DEFINED if key[0] in FUNCTIONS and key[1] == 1}


@pytest.mark.parametrize("record", DEFINED.values(), ids=lambda record: record.called)
def test_the_term_has_the_value_of_the_function(record):
    compared = 0
    for args in product(map(Fraction, NUMBERS), repeat=record.arguments):
        wanted, found = true_value(record.name, args), enclosed(record.of(*map(number, args)))
        assert (wanted is None) == (found is None), args
        if wanted is not None:
            with mpmath.workdps(30):
                assert abs(wanted - found) < 1e-20 * (1 + abs(wanted)), args
            compared += 1
    assert compared >= 3


@pytest.mark.parametrize(
    "record", [r for r in DEFINED.values() if r.sympy], ids=lambda record: record.sympy
)
def test_sympy_is_read_as_the_same_term(record):
    x = sympy.Symbol("x", real=True)
    assert from_sympy(getattr(sympy, record.sympy)(x)) is record.of(variable("x"))


def test_lemmas_may_type_them():
    said = statement("tanh(2x) < cosh(x)")
    x = variable("x")
    assert from_sympy(said.left) is DEFINED["tanh", 1].of(number(2) * x)
    assert from_sympy(said.right) is DEFINED["cosh", 1].of(x)


def test_sympy_functions_without_a_term_are_refused():
    with pytest.raises(UnsupportedTerm, match=r"no rule for sin; it knows .* sqrt, sinh, cosh"):
        from_sympy(sympy.sin(sympy.Symbol("x")))
