"""The linear unit: weights that add up to 1 and ignore a common factor.

The paper's summary says that linear attention lacks the normalisation of softmax; here it divides
by its sum `alpha`, as reconstructed. The other reading is `unnormalised-network`.

One entry of the score vector is singled out, `x`; the others enter only through their sum.
`alpha` must not vanish: it is taken positive, and a negative one is covered by the claim on
negative factors, since `f_lin` of `-x` is `f_lin` of `x`.
"""

from sympy import Integer, symbols

from lemmas.notation import given, make_lemma
from proofkit.claims import Hypothesis, equal, greater
from proofkit.lemma import Definitions
from proofkit.parameters import Parameter
from proofkit.proof import Chain

x, total, factor = symbols("x total factor", real=True)
quantities = Definitions()

lemma = make_lemma(
    "linear-unit",
    "The linear unit",
    given(
        Parameter("x", "1", "one entry of the score vector A x"),
        Parameter("total", "10", "sum of all scores, alpha_lin"),
        Parameter("factor", "3", "size of the factor on every score"),
        Hypothesis("total-positive", greater(total, 0)),
        Hypothesis("factor-positive", greater(factor, 0)),
    ),
    (quantities,),
    __doc__,
    source="Definition of f_lin",
    section="Section 3.3",
)

f_entry = quantities.let("f_entry", x / total, "f_lin = u_lin/alpha_lin with u_lin = A x")
f_rest = quantities.let("f_rest", (total - x) / total, "all other entries of f_lin added up")
u_scaled = quantities.let("u_scaled", factor * x, "the entry of u_lin times factor")
alpha_scaled = quantities.let("alpha_scaled", factor * total, "every score times factor, added up")
f_scaled = quantities.let("f_scaled", u_scaled / alpha_scaled, "f_lin of the scores times factor")
u_negated = quantities.let("u_negated", -factor * x, "the entry of u_lin times -factor")
alpha_negated = quantities.let("alpha_negated", -factor * total, "every score times -factor")
f_negated = quantities.let("f_negated", u_negated / alpha_negated, "f_lin of those scores")

lemma.claim(
    "normalised",
    equal(f_entry + f_rest, 1),
    Chain(f_entry + f_rest)
    .equals((x + (total - x)) / total, "one denominator")
    .equals(Integer(1), "alpha_lin is not zero"),
)
lemma.claim(
    "scale-invariant",
    [
        (label, equal(scaled, f_entry), Chain(scaled).equals(f_entry, "cancel the factor"))
        for label, scaled in (("positive factor", f_scaled), ("negative factor", f_negated))
    ],
)
