"""Terms and their text are inverse to each other; what is no term is refused."""

import gc
import weakref
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from threading import Barrier

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofkit.foundations.errors import InputError, LimitExceeded
from proofkit.kernel.assumptions import Context
from proofkit.kernel.points import decide
from proofkit.language import terms
from proofkit.language.terms import add, multiply, negate, number, parse, power, text, variable

NUMBERS = st.fractions(-20, 20, max_denominator=12).map(number)
TERMS = st.recursive(
    st.one_of(NUMBERS, st.sampled_from(["x", "y", "n1", "s_N"]).map(variable)),
    lambda inner: st.one_of(
        st.lists(inner, min_size=1, max_size=4).map(lambda parts: add(*parts)),
        st.lists(inner, min_size=1, max_size=4).map(lambda parts: multiply(*parts)),
        st.tuples(inner, inner).map(lambda pair: power(*pair)),
        inner.map(terms.exp),
        inner.map(terms.log),
        inner.map(negate),
    ),
    max_leaves=12,
)


@given(TERMS)
def test_text_and_parse_are_inverse(term):
    assert parse(text(term)) == term


@given(TERMS)
def test_equal_terms_are_one_object(term):
    assert parse(text(term)) is term


def test_threads_that_make_the_same_terms_at_once_make_one_of_each():
    def chain(k):
        start.wait()
        found = variable(f"thread{k}")
        for j in range(200):
            found = add(power(found, number(j)), variable(f"thread{k}"))
        return found

    for k in range(20):
        start = Barrier(4)
        with ThreadPoolExecutor(4) as pool:
            first, *rest = pool.map(chain, [k] * 4)
        assert all(other is first for other in rest)


def test_a_term_that_nobody_has_is_forgotten():
    term = variable("soon_gone")
    seen = weakref.ref(term)
    del term
    gc.collect()
    assert seen() is None


@given(TERMS, TERMS)
def test_different_terms_have_different_texts(one, other):
    assert (text(one) == text(other)) == (one == other)


@pytest.mark.parametrize(
    ("source", "meaning"),
    [
        ("7/10", number(Fraction(7, 10))),
        ("0.7", number(Fraction(7, 10))),
        ("-x^2", negate(power(variable("x"), number(2)))),
        ("2^(-1)", power(number(2), number(-1))),
        ("x/2", multiply(variable("x"), number(Fraction(1, 2)))),
        ("1/x^2", power(power(variable("x"), number(2)), number(-1))),
        ("1 - x - y", add(number(1), negate(variable("x")), negate(variable("y")))),
        ("0/x", multiply(number(0), power(variable("x"), number(-1)))),
        ("sqrt(x)", power(variable("x"), number(Fraction(1, 2)))),
    ],
)
def test_what_a_text_means(source, meaning):
    assert parse(source) == meaning


def test_division_binds_to_the_left():
    about = Context({"x": False})
    for source, expected in [("8/4/2", 1), ("2*6/4", 3), ("1/2/x*6", 1), ("12/x/2*5", 10)]:
        fact = parse(source), "=", number(expected)
        assert decide(about, fact, {"x": Fraction(3)}).value == "holds"


@pytest.mark.parametrize(
    "source",
    [
        *("", " ", "x +", "(x", "x)", "2x", "x y", "x^-1", "x**2", "1.", ".5", "1e5", "--x"),
        *("x^y^z", "f(x)", "exp", "exp()", "exp x", "log(x, y)", "x=y", "1/0", "x/0", "nan'"),
        *("n'", "x_́", "ñ", "٣", "²", "x\0", "__import__('os')", "[]", "x;y", "1_000", "0x10"),
        None,
        1,
        1.5,
        True,
        b"x",
        ["x"],
    ],
)
def test_what_is_not_a_term_is_refused(source):
    with pytest.raises(InputError):
        parse(source)


@pytest.mark.parametrize(
    "source",
    [
        "(" * 10**5,
        "(" * 61 + "x" + ")" * 61,
        "exp(" * 61 + "x" + ")" * 61,
        "9" * 1001,
        "x+" * 10**7,
    ],
    ids=["brackets", "nested", "functions", "digits", "long"],
)
def test_bombs_are_refused(source):
    with pytest.raises(LimitExceeded):
        parse(source)


def test_terms_are_immutable():
    with pytest.raises(AttributeError, match="immutable"):
        parse("x").op = "number"


@pytest.mark.parametrize("name", ["exp", "log", "sqrt", "", "1x", "x'", "x y", "ñ", "x\n", None, 1])
def test_names_that_are_no_names(name):
    assert not terms.is_name(name)
