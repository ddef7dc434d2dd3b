"""Terms in ASCII, Unicode and LaTeX keep the shape that their author gave them."""

import re

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sympy import (
    E,
    Function,
    Integer,
    Max,
    Mul,
    Pow,
    Rational,
    Sum,
    Symbol,
    binomial,
    exp,
    log,
    oo,
    pi,
    sqrt,
    symbols,
)

from proofkit.language.claims import less
from proofkit.readers.report.mathematics import LATEX, PLAIN, UNICODE, escape_latex

n, d, t, a1, b = symbols("n d t a1 b", positive=True)
alpha = Symbol("alpha_N")
p1 = a1 * (1 + a1)

TERMS = [
    (n ** ((1 + a1) ** 2), "n^((1 + a1)^2)", "n^((1 + a1)^2)"),
    (Rational(1, 2), "1/2", "1/2"),
    (-Rational(3, 4) * n, "-3*n/4", "-3·n/4"),
    (n - 1, "n - 1", "n - 1"),
    (a1**2 + a1 - 1, "a1^2 + a1 - 1", "a1^2 + a1 - 1"),
    (1 / (1 + n ** (1 - p1)), "1/(1 + n^(1 - a1*(1 + a1)))", "1/(1 + n^(1 - a1·(1 + a1)))"),
    (b * n ** (-p1), "b*n^(-a1*(1 + a1))", "b·n^(-a1·(1 + a1))"),
    (n ** Rational(-89, 100), "n^(-89/100)", "n^(-89/100)"),
    (sqrt(log(n)), "sqrt(log(n))", "√(log n)"),
    ((1 + a1) * log(n), "(1 + a1)*log(n)", "(1 + a1)·log n"),
    (log(n) * log(d), "log(d)*log(n)", "log(d)·log n"),
    (b * log(n) / 2, "b*log(n)/2", "b·log(n)/2"),
    (log(n) / 2 + 1, "1 + log(n)/2", "1 + log(n)/2"),
    (1 / log(n), "1/log(n)", "1/log(n)"),
    (n / log(2 * n), "n/log(2*n)", "n/log(2·n)"),
    (log(n) * (n + 1), "(1 + n)*log(n)", "(1 + n)·log n"),
    (E * n, "n*exp(1)", "n·exp(1)"),
    (Symbol("e") * pi + Symbol("pi"), "e*pi + pi", "e·π + pi"),
    (1 / log(n) ** 2, "1/log(n)^2", "1/(log n)^2"),
    (b / (t * (d - 2)), "b/(t*(d - 2))", "b/(t·(d - 2))"),
    (1 / sqrt(n), "1/sqrt(n)", "1/√n"),
    (Rational(7, 8) ** n, "(7/8)^n", "(7/8)^n"),
    (Integer(-2) ** n, "(-2)^n", "(-2)^n"),
    (Pow(Pow(n, d, evaluate=False), t, evaluate=False), "(n^d)^t", "(n^d)^t"),
    (n ** (d**t), "n^(d^t)", "n^(d^t)"),
    (Mul(-1, n + 1, evaluate=False), "-(1 + n)", "-(1 + n)"),
    (exp(-1 / (200 * n)), "exp(-1/(200*n))", "exp(-1/(200·n))"),
    (2 * alpha + pi, "2*alpha_N + pi", "2·α_N + π"),
    (Max(n, a1), "max(a1, n)", "max(a1, n)"),
    (Function("phi")(n), "phi(n)", "phi(n)"),
    (binomial(n, 2), "binomial(n, 2)", "binomial(n, 2)"),
    (oo, "oo", "∞"),
]


@pytest.mark.parametrize(("term", "plain", "fancy"), TERMS, ids=[row[1] for row in TERMS])
def test_terms_on_one_line(term, plain, fancy):
    assert PLAIN.term(term) == plain
    assert plain.isascii()
    assert UNICODE.term(term) == fancy


@pytest.mark.parametrize(
    ("term", "latex"),
    [
        (n ** ((1 + a1) ** 2), r"n^{\left(1 + a_{1}\right)^{2}}"),
        (b / (d - 2), r"\frac{b}{d - 2}"),
        (2 * b * n ** (-p1), r"2 \, b \, n^{-a_{1} \, \left(1 + a_{1}\right)}"),
        (sqrt(log(n)) / 2, r"\frac{\sqrt{\log n}}{2}"),
        (log(n) * b * log(d), r"b \, \log\left(d\right) \, \log n"),
        (E * Symbol("e"), r"e \, \mathrm{e}"),
        (pi * Symbol("pi"), r"\mathrm{pi} \, \pi"),
        (alpha, r"\alpha_{N}"),
        (Symbol("f_NN"), "f_{NN}"),
        (Symbol("c_own"), r"c_{\mathrm{own}}"),
        (Symbol("u_N_1"), "u_{N,1}"),
        (Symbol("floor"), r"\mathrm{floor}"),
        (Rational(7, 8) ** n, r"\left(\frac{7}{8}\right)^{n}"),
        (Function("my_link")(n), r"\operatorname{my\_link}\left(n\right)"),
    ],
)
def test_latex(term, latex):
    assert LATEX.term(term) == latex


def test_an_unknown_node_is_printed_and_never_guessed():
    total = Sum(n, (n, 1, d))
    assert PLAIN.term(total) == "Sum(n, Tuple(n, 1, d))"
    assert LATEX.term(total).startswith(r"\operatorname{Sum}")


def test_statements_keep_their_sides():
    assert PLAIN.statement(less(n - 1, n)) == "n - 1 < n"
    assert LATEX.statement(less(n, 2)) == "n < 2"


def test_text_in_latex_is_escaped():
    assert escape_latex("50% of a_1^2 & <= {x}") == (
        r"50\% of a\_1\textasciicircum{}2 \& $\le$ \{x\}"
    )


LEAVES = st.sampled_from([n, d, Integer(2), Integer(-3), Rational(-1, 2), Rational(7, 5)])


def _combine(children):
    pair = st.tuples(children, children)
    return st.one_of(
        pair.map(lambda p: p[0] + p[1]),
        pair.map(lambda p: p[0] - p[1]),
        pair.map(lambda p: p[0] * p[1]),
        pair.map(lambda p: Mul(*p, evaluate=False)),
        children.map(lambda x: 1 / (3 + x**2)),
        children.map(lambda x: n ** (x / 5)),
        children.map(lambda x: Pow(x, 2, evaluate=False)),
        children.map(lambda x: log(4 + x**2)),
    )


@given(st.recursive(LEAVES, _combine, max_leaves=8))
def test_plain_text_read_back_has_the_same_value(term):
    """What is printed means what is meant: brackets and signs are never lost."""
    names = {"log": mpmath.log, "sqrt": mpmath.sqrt, "mpf": mpmath.mpf}
    with mpmath.workdps(80):
        values = {"n": mpmath.mpf(3), "d": mpmath.mpf("1.5")}
        source = re.sub(r"\b(\d+)\b", r"mpf(\1)", PLAIN.term(term)).replace("^", "**")
        read = eval(source, {**names, **values})
        meant = mpmath.mpmathify(term.subs({n: 3, d: Rational(3, 2)}).evalf(80))
        assert mpmath.almosteq(read, meant, mpmath.mpf(10) ** -30, mpmath.mpf(10) ** -30)
