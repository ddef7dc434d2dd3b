"""Lengths, angles and the triangle inequality, in the plane and in space."""

from sympy import sqrt

from lemmas.toolbox.letters import P, Q, R, X, Y, Z, p, positive, q, r, textbook_lemma, x, y, z
from proofkit.claims import at_least, at_most
from proofkit.proof import Chain

lemma = textbook_lemma(
    "cauchy-schwarz", "Cauchy, Schwarz and Minkowski", (X, Y, Z, P, Q, R), __doc__
)
plane, space = p * x + q * y, p * x + q * y + r * z
lengths = (p**2 + q**2) * (x**2 + y**2)
both = [positive["x"], positive["y"]]

lemma.claim(
    "two",
    at_most(plane**2, lengths),
    Chain(plane**2)
    .at_most(plane**2 + (p * y - q * x) ** 2, "a square is added")
    .equals(lengths, "Lagrange's identity"),
)
lemma.claim("three", at_most(space**2, (p**2 + q**2 + r**2) * (x**2 + y**2 + z**2)))
roots = lemma.claim("two-roots", at_most(plane, sqrt(p**2 + q**2) * sqrt(x**2 + y**2)))
longer = p**2 + q**2 + 2 * sqrt(p**2 + q**2) * sqrt(x**2 + y**2) + x**2 + y**2
lemma.claim(
    "minkowski-square",
    at_most((p + x) ** 2 + (q + y) ** 2, longer),
    Chain((p + x) ** 2 + (q + y) ** 2)
    .equals(p**2 + q**2 + 2 * plane + x**2 + y**2, "multiply out")
    .at_most(longer, "Cauchy and Schwarz", by=roots),
)
lemma.claim("quotients", at_least(p**2 / x + q**2 / y, (p + q) ** 2 / (x + y)), extra=both)
lemma.claim("sum-of-two", at_most((x + y) ** 2, 2 * (x**2 + y**2)))
lemma.claim("sum-of-three", at_most((x + y + z) ** 2, 3 * (x**2 + y**2 + z**2)))
lemma.claim("shift", at_least((x + y) ** 2, x**2 / 2 - y**2))
