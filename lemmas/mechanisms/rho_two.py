"""Two contexts: a mechanism may prefer the needle more for the needle's own query.

Softmax, sigmoid and their like treat the needle's own query (preference `rho0`) otherwise than
any other (`rho2`, at most `rho0`). All bounds on the context grow with the preference, so that the
energy `V_rho` of the larger one bounds both: a network is silent but with probability at most
`2*m*exp(-1/(200*V_rho))`.
"""

from sympy import symbols

from lemmas.mechanisms import rho_context, rho_signs
from lemmas.mechanisms.preference import deaf, hears, mechanism_lemma, on_deaf, preferring, rho0
from lemmas.notation import NETWORK, a0, also, b, bounded, c, directly, m, n, t
from lemmas.separation.silence import (
    claim_few,
    claim_quiet,
    less_energy,
    network_ranges,
    seldom_heard,
    unheard,
)
from proofkit.claims import Hypothesis, at_least, at_most, equal
from proofkit.events import P, none
from proofkit.parameters import Parameter
from proofkit.proof import Chain

rho2 = symbols("rho2", real=True)
other = preferring(a0, rho2, "2")
needle, own, class_ = rho_context.needle, rho_context.own, rho_context.class_
energy = rho_signs.energy
hearing = 2 * m * unheard(energy)

lemma = mechanism_lemma(
    "rho-two",
    "Two preferences and a silent network",
    also(
        on_deaf,
        Parameter("rho2", "3/2", "how many times any other key the needle gets from another query"),
        *NETWORK,
        Hypothesis("rho2-lower", at_least(rho2, 1)),
        Hypothesis("rho2-upper", at_most(rho2, rho0)),
        *network_ranges,
    ),
    (deaf, other),
    __doc__,
)
total = rho2 + n - 1
c_needle, c_own, c_class = (other.context(column) for column in ("needle", "own", "class"))
bound = {
    "needle": Chain(c_needle)
    .equals(a0 * rho2 / total, "the needle counts rho2 times, the others once")
    .at_most(a0 * rho2 / n, "rho2 >= 1")
    .at_most(needle, "rho2 <= rho0"),
    "own": Chain(c_own)
    .equals(b * (rho2 + t - 1) / total, "the needle and its t - 1 siblings")
    .at_most(b * (rho2 + t - 1) / n, "rho2 >= 1")
    .at_most(b * (rho0 + t - 1) / n, "rho2 <= rho0")
    .equals(own, "n = (d - 2)*t"),
    "class": Chain(c_class)
    .equals(b * t / total, "t tokens, each of which counts once")
    .at_most(b * t / n, "rho2 >= 1")
    .equals(class_, "n = (d - 2)*t"),
}
small = {column: lemma.claim(column, *bounded(chain)) for column, chain in bound.items()}
bias = other.context("bias")
constant = lemma.claim("bias", *directly(equal(bias, c), "the weights of a row sum to 1"))
heard = less_energy((c_needle, c_own, c_class), (needle, own, class_), tuple(small.values()))
quiet = lemma.claim("energy", *bounded(heard))
unlikely = lemma.claim(
    "probability", *seldom_heard(Chain(P(hears(other))), unheard(energy), quiet, constant)
)
silent = P(none(m, hears(deaf), hears(other)))
each = (rho_signs.lemma.claims["probability"], unlikely)
claim_quiet(lemma, "silent", silent, hearing, each, " and 2 distinct contexts")
claim_few(lemma, "budget", 1 / (200 * energy), contexts=2)
