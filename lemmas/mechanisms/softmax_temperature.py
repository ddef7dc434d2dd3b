"""Softmax at temperature 1/lam: the needle is worth n^(lam*p1) other keys to its own query.

So it has half of its attention for every n as soon as `lam*p1 >= 1`, that is at temperatures up to
p1: the golden ratio again, at temperature 1. For one n the greatest such temperature is
`p1*log(n)/log(n - 1)`, a little more. A hotter softmax is deaf, and the more so the longer the
text: `f_NN <= n^(lam*p1 - 1)`.
"""

from sympy import Rational, exp, log, symbols

from lemmas.mechanisms.preference import mechanism_lemma
from lemmas.mechanisms.share import claim_half, claim_preference
from lemmas.notation import D1, a1, also, n, on_d1, p1
from proofkit.attention import Attention, ones
from proofkit.attention.mechanisms.softmax import unit
from proofkit.claims import Hypothesis, at_least, at_most, greater
from proofkit.parameters import Parameter
from proofkit.proof import Chain

lam = symbols("lam", real=True)
attention = Attention(D1, unit(1 / lam), ones)
f_NN, f_ON = attention.f("needle", "needle"), attention.f("other", "needle")
rho, rho_other = n ** (lam * p1), n ** (lam * a1)

lemma = mechanism_lemma(
    "softmax-temperature",
    "Softmax at a temperature",
    also(
        on_d1,
        Parameter("lam", "1/2", "inverse temperature"),
        Hypothesis("lam-positive", greater(lam, 0)),
    ),
    (attention,),
    __doc__,
)
claim_preference(lemma, attention, rho, rho_other)
claim_half(lemma, f_NN, rho)
shared = Chain(f_NN).equals(rho / (rho + n - 1), "divide by u_NO")
divided = Chain(f_NN).equals(1 / (1 + (n - 1) / rho), "divide by u_NN")
lemma.claim(
    "f-NN",
    at_least(f_NN, Rational(1, 2)),
    divided.at_least(1 / (1 + n ** (1 - lam * p1)), "n - 1 <= n").at_least(
        Rational(1, 2), "lam*p1 >= 1, so n^(1 - lam*p1) <= 1"
    ),
    extra=(Hypothesis("cold", at_least(lam * p1, 1)),),
)
lemma.claim(
    "f-NN-least",
    at_least(f_NN, 1 - n ** (1 - lam * p1)),
    divided.at_least(1 / (1 + n ** (1 - lam * p1)), "n - 1 <= n").at_least(
        1 - n ** (1 - lam * p1), "1/(1 + x) >= 1 - x"
    ),
)
lemma.claim(
    "f-NN-most",
    at_most(f_NN, n ** (lam * p1 - 1)),
    shared.at_most(rho / n, "n^(lam*p1) >= 1").equals(n ** (lam * p1 - 1), "subtract exponents"),
)
lemma.claim(
    "f-ON-most",
    at_most(f_ON, n ** (lam * a1 - 1)),
    Chain(f_ON)
    .equals(rho_other / (rho_other + n - 1), "divide by u_OO")
    .at_most(rho_other / n, "n^(lam*a1) >= 1")
    .equals(n ** (lam * a1 - 1), "subtract exponents"),
)
coldest = log(n - 1) / (p1 * log(n))
lemma.claim(
    "f-NN-cold",
    at_least(f_NN, Rational(1, 2)),
    Chain(f_NN)
    .equals(1 / (1 + (n - 1) * exp(-lam * p1 * log(n))), "divide by u_NN")
    .at_least(1 / (1 + (n - 1) * exp(-log(n - 1))), "lam*p1*log n >= log(n - 1)")
    .equals(Rational(1, 2), "cancel n - 1"),
    extra=(Hypothesis("lam-enough", at_least(lam, coldest)),),
)
lemma.claim(
    "lam-needed",
    at_least(lam, coldest),
    Chain(lam)
    .equals(log(rho) / (p1 * log(n)), "the logarithm of a power")
    .at_least(coldest, "rho >= n - 1, as half of the weight takes"),
    extra=(Hypothesis("preferred", at_least(rho, n - 1)),),
)
