"""A query that favours the needle n - 1 times or more is heard: with probability at least 1/8.

Half of the attention carries half of the needle's row, `a1/2` and `b/2`; all other class columns
together hold at most the other half of b. So three signs +1 leave `c + a1/2`, above the threshold
for any `a1 >= 1/4`. The lemma rho-loud asks for less than half.
"""

from sympy import Rational

from lemmas.mechanisms.preference import (
    a1_quarter,
    hearing,
    hears,
    mechanism_lemma,
    on_hearing,
    rho1,
    rho1_heard,
)
from lemmas.notation import NETWORK, a1, also, b, c, constant, d, directly, m, n, t
from lemmas.separation.silence import COLUMNS, claim_enough, claim_fires, network_ranges, tau
from proofkit.claims import at_least, at_most
from proofkit.events import P, some
from proofkit.proof import Chain

lemma = mechanism_lemma(
    "rho-hears",
    "The preference that is heard",
    also(on_hearing, *NETWORK, a1_quarter, rho1_heard, *network_ranges),
    (hearing,),
    __doc__,
)
f_N, f_O = hearing.f("needle"), hearing.f("other")
needle, own, other, bias = (hearing.context(column) for column in COLUMNS)
half, quiet = Rational(1, 2), Rational(7, 8)

f_half = lemma.claim(
    "f-N",
    at_least(f_N, half),
    Chain(f_N)
    .equals(rho1 / (rho1 + n - 1), "the needle counts rho1 times, the others once")
    .at_least(half, "rho1 >= n - 1"),
)
needle_half = lemma.claim(
    "needle",
    at_least(needle, a1 / 2),
    Chain(needle)
    .equals(a1 * f_N, "only the needle has an entry in this column")
    .at_least(a1 / 2, "f_N >= 1/2", by=f_half),
)
own_half = lemma.claim(
    "own",
    at_least(own, b / 2),
    Chain(own)
    .equals(b * (f_N + (t - 1) * f_O), "the needle and its t - 1 siblings")
    .at_least(b * f_N, "no weight is negative")
    .at_least(b / 2, "f_N >= 1/2", by=f_half),
)
class_half = lemma.claim(
    "class-share",
    at_most((d - 3) * other, b / 2),
    Chain((d - 3) * other)
    .equals((n - t) * b * f_O, "(d - 3)*t = n - t tokens have an entry in these columns")
    .at_most((n - 1) * b * f_O, "t >= 1, and no weight is negative")
    .equals(b * (1 - f_N), "the weights of a row sum to 1")
    .at_most(b * (1 - half), "f_N >= 1/2", by=f_half),
)
bias_all = lemma.claim("bias", *constant(bias, f_N + (n - 1) * f_O))
left = needle + own + bias - (d - 3) * other
heard = lemma.claim(
    "probability",
    *directly(
        at_least(P(hears(hearing)), Rational(1, 8)),
        "fix three signs at +1; the class columns take back at most all they have",
        given=Chain(left)
        .at_least(a1 / 2 + own + bias - (d - 3) * other, "needle", by=needle_half)
        .at_least(a1 / 2 + b / 2 + bias - (d - 3) * other, "own", by=own_half)
        .at_least(a1 / 2 + b / 2 + c - (d - 3) * other, "bias", by=bias_all)
        .at_least(a1 / 2 + b / 2 + c - b / 2, "class", by=class_half)
        .more_than(tau, "a1/2 >= 1/8 > 1/10"),
    ),
)
fires = P(some(m, hears(hearing)))
claim_fires(lemma, "fires", fires, quiet, "each of which hears the query", heard)
claim_enough(lemma, "budget", quiet)
