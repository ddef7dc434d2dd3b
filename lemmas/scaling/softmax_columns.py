"""Softmax on D0 needs columns in proportion to log(m/delta) only, whatever the number of tokens.

Write `sure^2 = log(4*m/delta)`. With `d >= 2 + 800*b^2*sure^2` columns each of the two distinct
contexts has an energy of at most `1/(200*sure^2)`, so that m neurons all stay silent but with
probability at most `2*m*exp(-sure^2) = delta/2`. No condition on n is needed: there are at least
d - 2 tokens, and weights on D0 fall like `n^(-89/100)`.
"""

from dataclasses import replace

from sympy import sqrt

from lemmas.notation import a0, b, d, directly, m, n
from lemmas.scaling import scaling_lemma
from lemmas.scaling.deaf_scaling import SURE, claim_sure, sure, weakly
from lemmas.scaling.seldom import claim_seldom, limit, seldom
from lemmas.separation import softmax_d0_signs as signs
from lemmas.separation.silence import QUERIES, claim_quiet, hears
from lemmas.separation.softmax_d0_context import lemma as contexts
from proofkit.claims import at_most
from proofkit.events import P, none
from proofkit.proof import Chain

attention = signs.attention
lemma = scaling_lemma(
    "softmax-columns",
    "How many columns softmax needs",
    weakly(
        signs.lemma, replace(SURE, default="10/3", meaning="its square stands for log(4*m/delta)")
    ),
    (attention,),
    __doc__,
)
x, y = signs.flat, 1 / (d - 2)
root = 1 / (28 * b * sure)
column = lemma.claim(
    "column", *directly(at_most(y, 1 / (800 * b**2 * sure**2)), "d - 2 >= 800*b^2*sure^2")
)
share = lemma.claim(
    "share",
    at_most(x, root),
    Chain(x).at_most(1 / sqrt(n), "n >= 1").at_most(root, "n >= d - 2 >= 28^2*b^2*sure^2"),
)
share_square = lemma.claim(
    "share-square",
    at_most(x**2, root**2),
    Chain(x**2).at_most(1 / n, "n >= 1").at_most(root**2, "n >= d - 2 >= 28^2*b^2*sure^2"),
)
most = 1 / (800 * b**2 * sure**2)
small = lemma.claim(
    "energy",
    at_most(signs.energy, limit),
    Chain(signs.energy)
    .at_most(a0**2 * x**2 + b**2 * (y + x) ** 2 + b**2 * y, "d - 3 <= d - 2")
    .at_most(a0**2 * root**2 + b**2 * (y + x) ** 2 + b**2 * y, "a share", by=share_square)
    .at_most(a0**2 * root**2 + b**2 * (y + root) ** 2 + b**2 * y, "a share", by=share)
    .at_most(a0**2 * root**2 + b**2 * (most + root) ** 2 + b**2 * most, "a column", by=column)
    .equals(
        a0**2 / (784 * b**2 * sure**2)
        + (1 / (800 * b * sure**2) + 1 / (28 * sure)) ** 2
        + 1 / (800 * sure**2),
        "multiply out",
    )
    .at_most(
        1 / (784 * sure**2) + (1 / (80 * sure) + 1 / (28 * sure)) ** 2 + 1 / (800 * sure**2),
        "a0 <= 1/10 <= b and sure >= 1",
    )
    .at_most(limit, "1/784 + (1/80 + 1/28)^2 + 1/800 < 1/200"),
)
unlikely = claim_seldom(lemma, signs, contexts, small, "d is large enough")
silent = P(none(m, *(hears(attention, query) for query, _ in QUERIES)))
claim_quiet(lemma, "silent", silent, 2 * m * seldom, unlikely, " and 2 distinct contexts")
claim_sure(lemma, 2)
