"""Hoeffding's inequality for signs: cited, not proved, and checked against exact tails.

`tail` and `weighted` are instances of the inequality, which every theorem that uses it lists
as an axiom. At given parameters both are decided independently of it, by the exact
distribution of the sum. `weighted` has one large group of k signs of weight w and two single
signs of weights v1 and v2.
"""

from sympy import Integer, exp, symbols

from lemmas.notation import given, make_lemma
from proofkit.claims import Hypothesis, at_least, at_most, greater
from proofkit.events import P, reaches
from proofkit.parameters import Parameter
from proofkit.proof import Chain

k, s, w, v1, v2 = symbols("k s w v1 v2", real=True)

lemma = make_lemma(
    "hoeffding",
    "Hoeffding's inequality for signs",
    given(
        Parameter("k", "100", "number of signs", integer=True, least=1),
        Parameter("s", "30", "how far the sum is to get"),
        Parameter("w", "1", "weight of each of the k signs"),
        Parameter("v1", "3", "weight of a single sign"),
        Parameter("v2", "5", "weight of another single sign"),
        Hypothesis("k-range", at_least(k, 1)),
        Hypothesis("s-lower", at_least(s, 0)),
        Hypothesis("w-positive", greater(w, 0)),
        Hypothesis("v1-lower", at_least(v1, 0)),
        Hypothesis("v2-lower", at_least(v2, 0)),
    ),
    (),
    __doc__,
    source="Hoeffding bound",
    section="Section 3",
)
reason = "Hoeffding's inequality, with the sum of the squared weights"

far = P(reaches(s, Integer(1), k))
lemma.claim(
    "tail",
    at_most(far, exp(-(s**2) / (2 * k))),
    Chain(far).at_most(exp(-(s**2) / (2 * k)), reason, given=Chain(k).at_most(k, "k ones")),
)
energy = k * w**2 + v1**2 + v2**2
far = P(reaches(s, w, k, v1, Integer(1), v2, Integer(1)))
lemma.claim(
    "weighted",
    at_most(far, exp(-(s**2) / (2 * energy))),
    Chain(far).at_most(
        exp(-(s**2) / (2 * energy)), reason, given=Chain(energy).at_most(energy, "by definition")
    ),
)
