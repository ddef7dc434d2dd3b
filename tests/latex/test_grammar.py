"""Each formula has one exact reading or is refused: the dangerous readings of LaTeX, and terms that
our own printer writes, read back."""

import math
import re

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Add, Integer, Max, Min, Mul, Pow, Rational, Symbol, exp, log, sqrt

from proofkit.language.grammar.statements import read as read_statement
from proofkit.latex.grammar import read_term
from proofkit.latex.node_reader import read
from proofkit.latex.parts import Names, written
from proofkit.latex.tokens import NotRead, SourceFile, tokenize
from proofkit.latex.vocabulary import Words
from proofkit.latex.words import GREEK
from proofkit.readers.report.mathematics import LATEX


def reading(text, numbers=(), functions=(), vectors=(), log_base="", declared=()):
    nodes = read(tokenize(SourceFile("paper.tex", text)))
    known = Words({*numbers, *declared}, set(declared), set(functions), set(vectors))
    known.log_base = log_base
    known.survey(nodes)
    return written(read_term(nodes, known), Names())


READ = [
    (r"|x| + |y|", "abs(x) + abs(y)"),
    (r"|a||b|", "abs(a)*abs(b)"),
    (r"\log n^2", "log(n^2)"),
    (r"\log^2 n", "log(n)^2"),
    (r"\log\log n", "log(log(n))"),
    (r"\log_2 n", "log(n)/log(2)"),
    (r"\ln(1+x) y", "log(1 + x)*y"),
    (r"x'", "x_prime"),
    (r"1{,}000 x", "1000*x"),
    (r"\frac12 x", "1/2*x"),
    (r"x_1^2", "x_1^2"),
    (r"x^{(t)}", "x_t"),
    (r"x^* + x^+", "x_star + x_plus"),
    (r"-x^2", "-x^2"),
    (r"(-x)^2", "(-x)^2"),
    (r"2^{-k}", "2^(-k)"),
    (r"\max(a,b) \min\{a, b\}", "max(a, b)*min(a, b)"),
    (r"e^{-x} + e", "exp(-x) + exp(1)"),
    (r"\mathrm{e}^{x}", "exp(x)"),
    (r"{x}^2 {y}", "x^2*y"),
    (r"\sqrt[3]{x}", "x^(1/3)"),
    (r"\left(1+\frac{1}{n}\right)^{n}", "(1 + 1/n)^n"),
    (r"n/\log n", "n/log(n)"),
    (r"2\pi r", "2*pi*r"),
    (r"1/2 \cdot x", "1/2*x"),
    (r"a \cdot b/c", "a*b/c"),
    (r"x_{i+1} - x_i", "x_i_plus_1 - x_i"),
    (r"\tilde{M}_2 + \tilde{M_2}", "tilde_M_2 + tilde_M_2_2"),
    (r"x \quad y", "x*y"),
    (r"\underbrace{x + y}_{\text{small}} z", "x + y*z"),
    (r"a - (b - c)", "a - (b - c)"),
    (r"a/(b c)", "a/(b*c)"),
    (r"(a^2)^c", "(a^2)^c"),
    (r"\|-x\| + y", "part_x + y"),
    (r"\|x\| - \|y\|", "part_x - part_y"),
]


@pytest.mark.parametrize(("text", "wanted"), READ)
def test_a_formula_with_one_reading(text, wanted):
    assert reading(text) == wanted


REFUSED = [
    (r"f(x+1)", "a value of a function, or a product"),
    (r"p(1-p)", "a value of a function, or a product"),
    (r"f^2(x)", "a value of a function, or a product"),
    (r"f'(x)", "a value of a function, or a product"),
    (r"O(n)", "a value of a function, or a product"),
    (r"\sigma(x)", "a value of a function, or a product"),
    (r"\pi(x)", "a value of a function, or a product"),
    (r"\mathrm{vol} E", "a function or a product"),
    (r"x^{T} y", "a transpose or a power"),
    (r"x^\top y", "^\\top"),
    (r"A^{-1} B A", "inverse"),
    (r"\mu^{\theta} x", "a power, or a label"),
    (r"\beta_i^t", "a power, or a label"),
    (r"x^{t+1} - x^t + t", "iteration"),
    (r"|x|y|z|", "two ways"),
    (r"||x|-|y||", "two ways"),
    (r"\|a\|b\|c\|", "two ways"),
    (r"|x + y", "cannot be paired"),
    (r"1/2x", "a/bc"),
    (r"a/b c", "a/bc"),
    (r"a/b\cdot c", "which is divided"),
    (r"e^{-x^2/2\sigma^2}", "a/bc"),
    (r"\log 2n", "argument of the function end"),
    (r"\log n/m", "argument of the function end"),
    (r"\log n \cdot m", "argument of the function end"),
    (r"\log\frac{1}{x} y", "argument of the function end"),
    (r"\log(x)^2", "a power after a function"),
    (r"\log(x)(y)", "a power after a function"),
    (r"\exp^{-1} x", "an inverse"),
    (r"e^{i x}", "imaginary unit"),
    (r"e^{2\pi i}", "imaginary unit"),
    (r"KL+1", "a product or a word"),
    (r"abc", "a product or a word"),
    (r"x\pm y", "±"),
    (r"\mathbf{x}+1", "bold"),
    (r"\vec{x}+1", "vector"),
    (r"\mathcal{F} + 1", "a set"),
    (r"\foo x", "not known"),
    (r"x \circ y", "vectors or matrices"),
    (r"x * y", "asterisk"),
    (r"a \text{ or } b", "words inside"),
    (r"[0,1]", "a comma"),
    (r"[0,1)", "an interval"),
    (r"(x, y)", "a comma"),
    (r"\{x, y\}", "a set"),
    (r"\frac{d}{dx} x^2", "derivative"),
    (r"\frac{\partial f}{\partial x}", "derivative"),
    (r"\nabla f", "derivative"),
    (r"{a+b}^2", "of what"),
    (r"\boxed{a+b}^2", "of what"),
    (r"{n \choose k}", "not known"),
    (r"{a \over b}", "not known"),
    (r"(x)_+", "no name"),
    (r"2 3", "a number after a factor"),
    (r"x 2", "a number after a factor"),
    (r"x_1 + \dots + x_n", "dots"),
    (r"\sum_i a_i + b_i", "where does the"),
    (r"\max_{x} g - x", "where does the"),
    (r"\int f", "where does the integral end"),
    (r"\int f dx + g dx", "where does the integral end"),
    (r"\mathbb{E} X Y", "argument of E end"),
    (r"\mathbb{E}[X]^2", "argument of E end"),
    (r"\mathbb{E}^2 X", "a power of E"),
    (r"n!!", "double factorial"),
    (r"\overline{x + y}", "an accent over a formula"),
    (r"x_{i \le n}", "no part of a name"),
    (r"\begin{cases} x \\ y \end{cases}", "cases"),
    (r"\left. x \right|", "not seen"),
    (r"(x", "without its partner"),
    (r"x + ", "nothing where"),
    (r"+ x", "a plus sign in front"),
    (r"x - - y", "- out of place"),
    (r"\lg(n)(m)", "where does the argument of lg end"),
    (r"\lim_n x", "a limit"),
    (r"\hat\beta x(y)", "a value of a function, or a product"),
    ("(" * 50 + "x" + ")" * 50, "without its partner"),
    (r"\sqrt{" * 20 + "(" * 30 + "x" + ")" * 30 + "}" * 20, "too deep"),
    ("{" * 50 + "x" + "}" * 50, "too deep"),
]


@pytest.mark.parametrize(("text", "reason"), REFUSED)
def test_a_formula_with_more_readings_is_refused(text, reason):
    with pytest.raises(NotRead) as refused:
        reading(text)
    assert reason in refused.value.reason


def test_what_the_author_declares_decides():
    assert reading("p(1-p)", numbers={"p"}) == "p*(1 - p)"
    assert reading("p(q)", declared={"p"}) == "p*q"
    assert reading("abc", numbers={"a", "b", "c"}) == "a*b*c"
    assert reading(r"x^T", numbers={"T"}) == "x^T"
    assert reading(r"A^{-1}", numbers={"A"}) == "A^(-1)"
    assert reading("e^x", numbers={"e", "x"}) == "e_^x"
    assert reading(r"e^{i}", numbers={"i"}) == "exp(i)"
    assert reading(r"\log n", log_base="2") == "log(n)/log(2)"
    assert reading(r"\ln n", log_base="2") == "log(n)"
    assert reading("f(x)^2", functions={"f"}) == "part_f_x^2"


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("f(x)", {"numbers": {"f"}}),  # the text speaks of f: still a value, perhaps
        ("f'(1-x)", {"numbers": {"f'"}}),
        ("f'(x)", {"functions": {"f"}}),
        ("f^2(x)", {"functions": {"f"}}),
        ("f + 1", {"functions": {"f"}}),
        ("f(x)(y)", {"functions": {"f"}}),
        ("w + 1", {"vectors": {"w"}}),
        ("x^{t+1} - x^t", {"numbers": {"t"}}),
    ],
)
def test_what_the_author_declares_is_not_everything(text, known):
    with pytest.raises(NotRead):
        reading(text, **known)


LETTERS_OF_ANY_KIND = [
    *(f"\\{name}" for name in sorted(GREEK)),
    *"abcdfghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    *(
        rf"\mathrm{{{w}}}"
        for w in ("exp", "max", "log", "sum", "norm", "inner", "for", "OPT", "ln")
    ),
    *(rf"x_{{\text{{{w}}}}}" for w in ("max", "new", "old")),
]


@pytest.mark.parametrize("letter", LETTERS_OF_ANY_KIND)
def test_every_name_is_an_unknown_of_the_language(letter):
    name = reading(letter, numbers={letter})
    (fact,) = read_statement(f"{name} <= 0").facts
    assert fact[0].op == "variable"


UNKNOWN = [
    (r"\|x\|^2 + \|x\|", "part_x^2 + part_x"),
    (r"\|x\| + \|y\|", "part_x + part_y"),
    (r"\sum_i a_i b + c", "part_sum_i_a_i_b + c"),
    (r"\Pr[A|B]", "part_Pr_A_B"),
    (r"\int_0^1 g(x) \, dx + c", "part_int_0_1_g_x_dx + c"),
    (r"\binom{n}{k}", "part_binom_n_k"),
    (r"n! - 1", "part_n - 1"),
    (r"\lfloor x \rfloor", "part_lfloorx_rfloor"),
    (r"\langle x, y \rangle", "part_langlex_y_rangle"),
    (r"|\mathbf{x}|", "part_x"),
]


@pytest.mark.parametrize(("text", "wanted"), UNKNOWN)
def test_a_part_that_is_no_number_is_one_unknown(text, wanted):
    got = reading(text)
    assert got.count("part_") == wanted.count("part_")
    assert read_statement(f"{got} <= 0")


def test_equal_source_is_the_same_unknown_and_another_source_is_another():
    assert reading(r"\|x\|-\|{x}\|") == "part_x - part_x"
    assert (
        reading(r"\|x\| - \|x\|_2").split(" - ")[0] != reading(r"\|x\| - \|x\|_2").split(" - ")[1]
    )
    assert len(set(reading(r"\|x_1\| + \|x^1\| + \|x1\|").split(" + "))) == 3


# What our printer writes is read back as the same term.

LETTERS = [Symbol(name) for name in ("x", "y", "n", "alpha", "x_1", "a1", "beta_t")]


def terms():
    numbers = st.integers(1, 9).map(Integer) | st.builds(
        Rational, st.integers(1, 9), st.integers(2, 9)
    )
    atoms = st.sampled_from(LETTERS) | numbers

    def larger(inner):
        pairs = st.tuples(inner, inner)
        return st.one_of(
            pairs.map(lambda p: Add(*p)),
            pairs.map(lambda p: p[0] - p[1]),
            pairs.map(lambda p: Mul(*p)),
            pairs.map(lambda p: p[0] / p[1] if p[1] != 0 else p[0]),
            st.tuples(inner, st.integers(-3, 4)).map(lambda p: p[0] ** p[1] if p[0] != 0 else p[0]),
            pairs.map(lambda p: Pow(p[0], p[1]) if p[0] != 0 else p[0]),
            inner.map(exp),
            inner.map(lambda t: log(t) if t != 0 else t),
            inner.map(sqrt),
            pairs.map(lambda p: Max(*p, evaluate=False)),
            pairs.map(lambda p: Min(*p, evaluate=False)),
        )

    return st.recursive(atoms, larger, max_leaves=8)


NAMES = {s: reading(LATEX.symbol(s.name)) for s in LETTERS}
DECLARED = {LATEX.symbol(s.name) for s in LETTERS} | {"x", "a", "\\alpha", "\\beta"}
POINTS = [[(2 + 3 * k + 5 * place) / (3 + place) for place in range(7)] for k in range(3)]
FUNCTIONS = {
    **{name: getattr(math, name) for name in ("exp", "log", "sqrt")},
    **{"abs": abs, "max": max, "min": min},
}


def agree(text, term):
    """Are text and term the same at all points at which both have a real value?"""
    theirs = sympy.lambdify(LETTERS, term, modules=[{**FUNCTIONS, "Max": max, "Min": min}, "math"])
    for point in POINTS:
        at = {NAMES[s]: x for s, x in zip(LETTERS, point, strict=True)}
        try:
            wanted = theirs(*point)
            got = eval(text.replace("^", "**"), {**FUNCTIONS, **at})
        except (ArithmeticError, ValueError, TypeError):  # no value, or too large
            continue
        if not isinstance(got, complex) and abs(got - wanted) > (1 + abs(wanted)) / 10**6:
            return False
    return True


@settings(max_examples=200, deadline=None)
@given(terms())
def test_what_our_printer_writes_is_read_as_the_same_term(term):
    if term.has(sympy.zoo, sympy.nan, sympy.oo, sympy.I):
        return
    text = LATEX.term(term)
    try:
        got = reading(text, declared=DECLARED)
    except NotRead as refused:  # `exp(x)^y` and `2 2^y` are printed so that they may be two
        assert re.search("power after a function|a number after a factor", refused.reason), text
        return
    assert agree(got, term), (text, got)


def test_a_term_that_is_another_is_noticed():
    x, y = LETTERS[:2]
    assert agree("x*y - 1", x * y - 1) and not agree("x*(y - 1)", x * y - 1)
