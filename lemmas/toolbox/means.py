"""Means of two and three numbers against each other."""

from sympy import Rational, sqrt

from lemmas.toolbox.bernoulli import line
from lemmas.toolbox.letters import (
    S,
    W,
    X,
    Y,
    Z,
    not_negative,
    positive,
    s,
    share,
    textbook_lemma,
    w,
    x,
    y,
    z,
)
from proofkit.claims import at_least, at_most
from proofkit.proof import Chain

lemma = textbook_lemma("means", "Means", (X, Y, Z, S, W), __doc__)
both = [positive["x"], positive["y"]]
three = [positive["x"], positive["y"], positive["z"]]

lemma.claim(
    "product",
    at_most(x * y, ((x + y) / 2) ** 2),
    Chain(x * y)
    .at_most(x * y + ((x - y) / 2) ** 2, "a square is added")
    .equals(((x + y) / 2) ** 2, "multiply out"),
)
lemma.claim("geometric", at_most(sqrt(x * y), (x + y) / 2), extra=both)
lemma.claim("harmonic", at_most(2 / (1 / x + 1 / y), sqrt(x * y)), extra=both)
lemma.claim("quadratic", at_most(((x + y) / 2) ** 2, (x**2 + y**2) / 2))
lemma.claim("quadratic-root", at_most((x + y) / 2, sqrt((x**2 + y**2) / 2)))
lemma.claim("cubic", at_most(((x + y) / 2) ** 3, (x**3 + y**3) / 2), extra=both)
lemma.claim("three", at_most(3 * x * y * z, x**3 + y**3 + z**3), extra=three)
lemma.claim("three-squares", at_most(x * y + y * z + z * x, x**2 + y**2 + z**2))
lemma.claim(
    "weighted",
    at_most(x**w * y ** (1 - w), w * x + (1 - w) * y),
    Chain(x**w * y ** (1 - w))
    .equals(y * (x / y) ** w, "take out y")
    .at_most(y * (1 + w * (x / y - 1)), "Bernoulli", by=line(x=x / y, s=w))
    .equals(w * x + (1 - w) * y, "multiply out"),
    extra=[*both, *share],
)
lemma.claim("young-square", at_most(x * y, s * x**2 + y**2 / (4 * s)), extra=[positive["s"]])
lemma.claim("young-cubic", at_most(x * y**2, x**3 / 3 + 2 * y**3 / 3), extra=both)
lemma.claim("reciprocal", at_least(x + 1 / x, 2), extra=[positive["x"]])
lemma.claim("ratio", at_least(x / y + y / x, 2), extra=both)
lemma.claim(
    "nesbitt", at_least(x / (y + z) + y / (x + z) + z / (x + y), Rational(3, 2)), extra=three
)
lemma.claim(
    "root-sum",
    at_most(sqrt(x + y), sqrt(x) + sqrt(y)),
    extra=[not_negative["x"], not_negative["y"]],
)
