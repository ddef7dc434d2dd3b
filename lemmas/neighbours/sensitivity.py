"""How much one token can change: the slope of softmax, and the exchange of one value.

A row of softmax's Jacobian sums to `2*p*(1 - p)` in absolute value, at most 1/2: no logit moves the
weights by more. And one token among n, with logits in a band, moves the output by at most its
weight times the distance of two values of size R, as long as its logit stays.

The second has the form of Lemma 5 in Hahn, "Theoretical Limitations of Self-Attention in
Neural Sequence Models".
"""

from sympy import Rational, symbols

from lemmas.neighbours import neighbour_lemma
from lemmas.neighbours.dispersion import E, f
from lemmas.neighbours.dispersion import lemma as dispersion
from lemmas.neighbours.logits import band, on_band
from lemmas.notation import also, n
from proofkit.claims import Hypothesis, at_least, at_most
from proofkit.lemma import Definitions
from proofkit.parameters import Parameter
from proofkit.proof import Chain

share, R = symbols("share R", real=True)
quantities = Definitions()
off = quantities.let("off", share - Rational(1, 2), "how far the weight is from one half")

lemma = neighbour_lemma(
    "sensitivity",
    "What one token can change",
    also(
        on_band,
        Parameter("share", "1/3", "a weight of softmax"),
        Parameter("R", "1", "the size of the largest value"),
        Hypothesis("R-lower", at_least(R, 0)),
    ),
    (quantities, band),
    __doc__,
    source="Hahn 2020, Lemma 5",
)
square = lemma.claim("square", at_least(off**2, 0), Chain(off**2).at_least(0, "a square"))
row = 2 * share * (1 - share)
lemma.claim(
    "jacobian",
    at_most(row, Rational(1, 2)),
    Chain(row)
    .equals(Rational(1, 2) - 2 * off**2, "complete the square")
    .at_most(Rational(1, 2), "a square is never negative", by=square),
)
lemma.claim(
    "exchange",
    at_most(2 * R * f, 2 * R * E / (E + n - 1)),
    Chain(2 * R * f).at_most(
        2 * R * E / (E + n - 1), "the weight of one token", by=dispersion.claims["most"]
    ),
)
