"""The softmax unit: weights that are positive, add up to 1, and ignore a common shift.

One entry of the score vector is singled out, `x`; the others enter only through `rest`, the
sum of their exponentials. That covers every vector and every entry of it. The paper's summary says
only that the weights add up to 1.
"""

from sympy import Integer, exp, symbols

from lemmas.notation import given, make_lemma
from proofkit.claims import Hypothesis, at_least, equal, greater
from proofkit.lemma import Definitions
from proofkit.parameters import Parameter
from proofkit.proof import Chain

x, rest, shift = symbols("x rest shift", real=True)
quantities = Definitions()

lemma = make_lemma(
    "softmax-unit",
    "The softmax unit",
    given(
        Parameter("x", "1", "one entry of the score vector A x"),
        Parameter("rest", "10", "sum of the exponentials of the other scores"),
        Parameter("shift", "3", "constant added to every score"),
        Hypothesis("rest-lower", at_least(rest, 0)),
    ),
    (quantities,),
    __doc__,
    source="Definition of f_exp",
    provenance="S",
    section="Section 3.3",
)

alpha = quantities.let("alpha", exp(x) + rest, "alpha_exp = <u_exp, 1>, where u_exp = exp(A x)")
f_entry = quantities.let("f_entry", exp(x) / alpha, "f_exp = u_exp/alpha_exp, the entry for x")
f_rest = quantities.let("f_rest", rest / alpha, "all other entries of f_exp added up")
alpha_shifted = quantities.let(
    "alpha_shifted",
    exp(x + shift) + exp(shift) * rest,
    "alpha_exp of the shifted scores: each exponential is multiplied by exp(shift)",
)
f_shifted = quantities.let(
    "f_shifted", exp(x + shift) / alpha_shifted, "the entry of f_exp for the shifted scores"
)

lemma.claim(
    "normalised",
    equal(f_entry + f_rest, 1),
    Chain(f_entry + f_rest)
    .equals((exp(x) + rest) / (exp(x) + rest), "one denominator")
    .equals(Integer(1), "it is not zero: exp(x) > 0 and rest >= 0"),
)
lemma.claim(
    "positive",
    greater(f_entry, 0),
    Chain(f_entry)
    .equals(1 / (1 + rest * exp(-x)), "divide by exp(x) > 0")
    .more_than(Integer(0), "rest >= 0, so the denominator is positive"),
    provenance="R",
)
lemma.claim(
    "shift-invariant",
    equal(f_shifted, f_entry),
    Chain(f_shifted)
    .equals(exp(shift) * exp(x) / (exp(shift) * (exp(x) + rest)), "exp(x + shift) is a product")
    .equals(f_entry, "cancel exp(shift), which is not zero"),
    provenance="R",
)
