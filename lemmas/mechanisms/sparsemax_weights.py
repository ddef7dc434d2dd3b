"""Sparsemax: the needle's weight grows linearly with the gap of its score, until it has all.

On D1 the gap of the needle's own query is `p1*log n`. Half of the weight takes a gap of just
`(n - 2)/(2*(n - 1))`, less than 1/2 for every n, and from a gap of 1 on the needle takes all:
that is so on D1 for every n >= 3.
"""

from types import SimpleNamespace

from sympy import Rational, log

from lemmas.mechanisms.preference import SECTION, SOURCE
from lemmas.notation import D1, d1_hypotheses, d1_parameters, n, p1
from proofkit.attention import Attention, ones
from proofkit.attention.mechanisms.sparsemax import one_hot
from proofkit.claims import Hypothesis, at_least, equal
from proofkit.lemma import Lemma
from proofkit.proof import Chain

attention = Attention(D1, one_hot, ones)
gap, f_NN = attention.gap("needle"), attention.f("needle", "needle")
formulas = SimpleNamespace(definitions=attention.definitions)
"""Without a second opinion: NumPy knows any gap, the formula only those from 1 on."""

lemma = Lemma(
    "sparsemax-weights",
    title="Weights of sparsemax",
    source=SOURCE,
    provenance="O",
    section=SECTION,
    parameters=d1_parameters,
    hypotheses=d1_hypotheses,
    quantities=(formulas,),
    about=__doc__,
)
exact = Chain(gap).equals(p1 * log(n), "(1 + a1)^2 - (1 + a1) = p1, times log n")
lemma.claim("gap", equal(gap, p1 * log(n)), exact)
lemma.claim(
    "gap-least",
    at_least(gap, 1),
    exact.at_least(Rational(119, 100) * log(n), "a1 >= 7/10").at_least(1, "log 3 > 1"),
    extra=(Hypothesis("n-three", at_least(n, 3)),),
)
at_half = (n - 2) / (2 * (n - 1))
lemma.claim(
    "half",
    equal((1 + (n - 1) * at_half) / n, Rational(1, 2)),
    Chain((1 + (n - 1) * at_half) / n).equals(
        Rational(1, 2), "the weight (1 + (n - 1)*gap)/n of a gap up to 1, at (n - 2)/(2*(n - 1))"
    ),
)
lemma.claim(
    "one-hot",
    equal(f_NN, 1),
    Chain(f_NN).equals(1, "from a gap of 1 on the needle has all of the weight"),
    extra=(Hypothesis("n-three", at_least(n, 3)),),
)
