"""Lemmas of what once went wrong: keys that meet, names that are Coq's, claims of odd forms; of
constants, and of powers of what may be 0."""

from sympy import E, Rational, Symbol, log, pi, sqrt

from proofkit.claims import Hypothesis, at_least, at_most, equal, greater
from proofkit.lemma import Lemma
from proofkit.parameters import Parameter

NAMES = ("Proof", "in", "in_", "Set", "admissible", "squares", "fact1", "count_1", "H_x")
COQS = {name: Symbol(name, real=True) for name in NAMES}
n, x = Symbol("n", real=True), Symbol("x", real=True)


def lemma(id, names, hypotheses):
    parameters = [Parameter(name, "200", f"the number {name}") for name in names]
    return Lemma(
        id, title="Odd *) Axiom bad : False. (*", source="a test", provenance="R", section="Tests",
        parameters=parameters, hypotheses=hypotheses,
    )  # fmt: skip


def of_odd_names():
    made = lemma("odd-names", NAMES, [Hypothesis("in", at_least(COQS["in"], 1))])
    total = sum(COQS.values())
    made.claim("sum", at_least(total**2 + COQS["in"], 1))
    return made


def of_odd_claims():
    made = lemma("odd-claims", ("n", "x"), [])
    made.claim("free", at_least(x**2 + 1, 2 * x))
    far = Hypothesis("far", at_least(n, 100))
    made.claim("far-away", at_least(sqrt(n - 50) + 1, 1), extra=[far])
    made.claim("two", [("first", at_least(x**2, 0), None), ("second", equal(x - x, 0), None)])
    made.claim("wrong", at_most(x**2 / 2, n), extra=[far])
    made.claim("strict", greater(x, n))
    made.claim("unequal", equal(x + Rational(1, 3), x + n))
    return made


def of_constants_and_powers():
    y, z = Symbol("y", real=True), Symbol("z", real=True)
    least = [Hypothesis("x", at_least(x, 0)), Hypothesis("y", at_least(y, 0))]
    made = lemma("odd-powers", ("x", "y", "z"), [*least, Hypothesis("order", at_least(z, x))])
    made.claim("pi", greater(pi, 3))
    made.claim("area", at_least(pi * x**2, 3 * x**2))
    made.claim("root", at_least(E * x + sqrt(2 * pi), 2 * x))
    made.claim("log", equal(log(2 * pi), log(2) + log(pi)))
    made.claim("power", at_least(x**y, 0))
    made.claim("base", at_most(x**y, z**y))
    within = [Hypothesis("top", at_most(x, 1)), Hypothesis("exponents", at_least(z, y))]
    made.claim("exponent", at_most(x**z, x**y), extra=within)
    return made
