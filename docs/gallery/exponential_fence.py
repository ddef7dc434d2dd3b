"""Between its tangent and a hyperbola: the exponential, twice bounded.

The lower bound is the tangent at 0, which nobody proves here: its chain is left out, and
the search finds one. The upper bound is the lower one at `-x`, turned over.
"""

from sympy import exp, symbols

from proofkit.claims import Hypothesis, at_least, at_most, less
from proofkit.lemma import Lemma
from proofkit.parameters import Parameter
from proofkit.proof import Chain

x = symbols("x", real=True)

lemma = Lemma(
    "exponential-fence",
    title="The exponential lies between its tangent and a hyperbola",
    source="any textbook",
    provenance="O",
    section="Textbook inequalities",
    parameters=(Parameter("x", "1/4", "a number"),),
    hypotheses=(),
    about=__doc__,
)

tangent = lemma.claim("tangent", at_least(exp(x), 1 + x))
lemma.claim(
    "hyperbola",
    at_most(exp(x), 1 / (1 - x)),
    Chain(exp(x))
    .equals(1 / exp(-x), "a power of -1")
    .at_most(1 / (1 - x), "exp(-x) >= 1 - x > 0", by=tangent(x=-x)),
    extra=[Hypothesis("x-below-one", less(x, 1))],
)
