"""Polynomial attention of degree beta: the needle is worth (1 + a1)^beta other keys.

Scores are products of row sums: for the needle's query `(1 + a1)^2` and `1 + a1`, for any other
`1 + a1` and 1, in units of log n, which a power divides out again. So every query prefers the
needle alike. A fixed degree is deaf in a long text, `f_N <= (1 + a1)^beta/n`; to hear the needle
the degree has to grow like log n: half of the weight takes `log(n - 1)/log(1 + a1)`, no less.
Written as a power of n, `(1 + a1)^beta = n^kappa`, the threshold is at kappa = 1: the needle has at
most `n^(kappa - 1)`, and all but `n^(1 - kappa)`.

A sister paper, "The Expressibility of Polynomial based Attention Scheme" (arXiv 2310.20051),
compares high and low degrees on data of this kind. Its full text was not at hand.
"""

from sympy import Integer, Rational, exp, log, symbols

from lemmas.mechanisms.preference import mechanism_lemma
from lemmas.mechanisms.share import claim_half
from lemmas.notation import D1, a1, also, directly, n, on_d1
from proofkit.attention.mechanisms.power import unit
from proofkit.attention.query import Query
from proofkit.claims import Hypothesis, at_least, at_most, equal
from proofkit.parameters import Parameter
from proofkit.proof import Chain

one, half = Integer(1), Rational(1, 2)
beta = symbols("beta", integer=True, positive=True)
own = Query(D1, unit(beta), {"needle": (1 + a1) ** 2, "sibling": 1 + a1, "other": 1 + a1}, "N")
any_ = Query(D1, unit(beta), {"needle": 1 + a1, "sibling": one, "other": one}, "O")
f_N = own.f("needle")
rho = (1 + a1) ** beta

lemma = mechanism_lemma(
    "power-degree",
    "Polynomial attention of a degree",
    also(
        on_d1,
        Parameter("beta", "9", "degree of the polynomial", integer=True, least=1),
        Hypothesis("beta-lower", at_least(beta, 1)),
    ),
    (own, any_),
    __doc__,
)
lemma.claim(
    "preference",
    [
        (
            label,
            *directly(equal(query.u("needle") / query.u("other"), rho), "the power of the scores"),
        )
        for label, query in (("the needle's query", own), ("any other query", any_))
    ],
)
claim_half(lemma, f_N, rho)
shared = Chain(f_N).equals(rho / (rho + n - 1), "divide by u_NO")
all_others = "what the needle does not have, the others do"
others = Chain(f_N).equals(1 - (n - 1) / (rho + n - 1), all_others)
degree = Hypothesis("degree", at_least(rho, n - 1))
lemma.claim("f-N-most", at_most(f_N, rho / n), shared.at_most(rho / n, "(1 + a1)^beta >= 1"))
lemma.claim(
    "f-N-least",
    at_least(f_N, 1 - (n - 1) / rho),
    shared.equals(1 - (n - 1) / (rho + n - 1), all_others).at_least(
        1 - (n - 1) / rho, "rho + n - 1 >= rho"
    ),
)
lemma.claim(
    "f-N",
    at_least(f_N, half),
    others.at_least(1 - (n - 1) / (n - 1 + n - 1), "rho >= n - 1").equals(half, "cancel"),
    extra=(degree,),
)
kappa = beta * log(1 + a1) / log(n)
as_power = lemma.claim(
    "kappa",
    equal(rho, n**kappa),
    Chain(rho)
    .equals(exp(beta * log(1 + a1)), "a power is an exponential")
    .equals(n**kappa, "n^x = exp(x*log n)"),
)
lemma.claim(
    "f-N-kappa-most",
    at_most(f_N, n ** (kappa - 1)),
    shared.at_most(rho / n, "(1 + a1)^beta >= 1")
    .equals(n**kappa / n, "the same as a power of n", by=as_power)
    .equals(n ** (kappa - 1), "subtract exponents"),
)
lemma.claim(
    "f-N-kappa-least",
    at_least(f_N, 1 - n ** (1 - kappa)),
    shared.equals(1 - (n - 1) / (rho + n - 1), all_others)
    .at_least(1 - n / rho, "n - 1 <= n and rho + n - 1 >= rho")
    .equals(1 - n / n**kappa, "the same as a power of n", by=as_power)
    .equals(1 - n ** (1 - kappa), "subtract exponents"),
)
logarithm = Chain(rho).equals(exp(beta * log(1 + a1)), "a power is an exponential")
needed = log(n - 1) / log(1 + a1)
degree_enough = Hypothesis("degree-enough", at_least(beta, needed))
enough = lemma.claim(
    "degree-enough",
    at_least(rho, n - 1),
    logarithm.at_least(exp(log(n - 1)), "beta*log(1 + a1) >= log(n - 1)").equals(
        n - 1, "undo the logarithm"
    ),
    extra=(degree_enough,),
)
lemma.claim(
    "degree-needed",
    at_least(beta, needed),
    Chain(beta)
    .equals(log(rho) / log(1 + a1), "the logarithm of a power")
    .at_least(needed, "rho >= n - 1, as half of the weight takes"),
    extra=(degree,),
)
lemma.claim(
    "f-N-logarithm",
    at_least(f_N, half),
    others.at_least(1 - (n - 1) / (n - 1 + n - 1), "rho >= n - 1", by=enough).equals(
        half, "cancel"
    ),
    extra=(degree_enough,),
)
