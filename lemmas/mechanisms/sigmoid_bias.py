"""Sigmoid attention with a bias kappa*log n: it hears, where the golden ratio allows it.

Let the bias lie between the others' scores, so that together they weigh at most 1, and the
needle's: `2 + a1 <= kappa <= (1 + a1)^2`. There is room for such a kappa exactly when
`a1^2 + a1 >= 1`, the condition under which softmax gives the needle half for every n.
"""

from sympy import Rational, symbols

from lemmas.mechanisms.preference import mechanism_lemma
from lemmas.notation import D1, a1, also, directly, n, on_d1
from proofkit.attention import Attention, ones
from proofkit.attention.mechanisms.sigmoid import unit
from proofkit.claims import Hypothesis, at_least, at_most, equal
from proofkit.parameters import Parameter
from proofkit.proof import Chain

kappa = symbols("kappa", real=True)
attention = Attention(D1, unit(kappa), ones)
u_NN, u_NO = attention.u("needle", "needle"), attention.u("needle", "other")
f_NN = attention.f("needle", "needle")
half = Rational(1, 2)

lemma = mechanism_lemma(
    "sigmoid-bias",
    "Weights of the sigmoid with a bias",
    also(on_d1, Parameter("kappa", "4", "bias, in units of log n")),
    (attention,),
    __doc__,
)
low = Hypothesis("kappa-lower", at_least(kappa, 2 + a1))
high = Hypothesis("kappa-upper", at_most(kappa, (1 + a1) ** 2))

needle = lemma.claim(
    "u-NN",
    at_least(u_NN, half),
    Chain(u_NN)
    .equals(1 / (1 + n ** (kappa - (1 + a1) ** 2)), "the needle's score is (1 + a1)^2*log n")
    .at_least(half, "kappa <= (1 + a1)^2"),
    extra=(high,),
)
others = lemma.claim(
    "u-NO-total",
    at_most((n - 1) * u_NO, 1),
    Chain((n - 1) * u_NO)
    .equals((n - 1) / (1 + n ** (kappa - (1 + a1))), "the others' score is (1 + a1)*log n")
    .at_most((n - 1) / (1 + n), "kappa - (1 + a1) >= 1")
    .at_most(1, "n - 1 <= n + 1"),
    extra=(low,),
)
lemma.claim(
    "f-NN",
    at_least(f_NN, Rational(1, 3)),
    Chain(f_NN)
    .equals(u_NN / (u_NN + (n - 1) * u_NO), "the definition of f")
    .at_least(u_NN / (u_NN + 1), "the others weigh at most 1", by=others)
    .at_least(half / (half + 1), "u_NN >= 1/2", by=needle),
    extra=(low, high),
)
room = (1 + a1) ** 2 - (2 + a1)
lemma.claim("room", *directly(equal(room, a1**2 + a1 - 1), "multiply out: the golden ratio again"))
