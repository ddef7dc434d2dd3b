"""The letters of the toolbox, and assumptions that many of its claims make."""

from sympy import symbols

from lemmas.notation import given, make_lemma
from proofkit.claims import Hypothesis, at_least, at_most, greater
from proofkit.lemma import Lemma
from proofkit.parameters import Parameter

x, y, z, s, w = symbols("x y z s w", real=True)
p, q, r = symbols("p q r", real=True)
k = symbols("k", integer=True)

X = Parameter("x", "1/2", "a number")
Y = Parameter("y", "1/3", "a number")
Z = Parameter("z", "2", "a number")
S = Parameter("s", "1", "an exponent")
W = Parameter("w", "1/4", "a weight")
P, Q, R = (Parameter(name, default, "a number") for name, default in zip("pqr", "123", strict=True))
K = Parameter("k", "5", "a natural number", integer=True)

positive = {
    n: Hypothesis(f"{n}-positive", greater(v, 0)) for n, v in zip("xyzs", (x, y, z, s), strict=True)
}
not_negative = {
    n: Hypothesis(f"{n}-not-negative", at_least(v, 0))
    for n, v in zip("xyz", (x, y, z), strict=True)
}
ordered = Hypothesis("y-at-most-x", at_most(y, x))
share = (Hypothesis("w-lower", at_least(w, 0)), Hypothesis("w-upper", at_most(w, 1)))


def textbook_lemma(id: str, title: str, letters: tuple[Parameter, ...], about: str) -> Lemma:
    """A lemma about all numbers that its letters may stand for."""
    label = {"section": "Toolbox", "source": "any textbook", "provenance": "O"}
    return make_lemma(id, title, given(*letters), (), about, **label)


def k_from(least: int) -> Hypothesis:
    """k is at least so much."""
    return Hypothesis(f"k-from-{least}", at_least(k, least))
