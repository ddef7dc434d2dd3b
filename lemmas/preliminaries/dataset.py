"""The self-attention data sets D0 and D1: how many tokens, and what their rows add up to."""

from sympy import log, sqrt

from lemmas.notation import (
    D0,
    D1,
    NEEDLE_D0,
    NEEDLE_D1,
    STRENGTHS,
    a0,
    a1,
    also,
    d,
    directly,
    make_lemma,
    n,
    on_layout,
    strength_hypotheses,
    t,
)
from proofkit.attention import Attention, ones, softmax
from proofkit.claims import equal
from proofkit.lemma import Definitions
from proofkit.proof import Chain

d0 = Attention(D0, softmax, ones, mark="0")
d1 = Attention(D1, softmax, ones, mark="1")
quantities = Definitions()

lemma = make_lemma(
    "dataset",
    "The data sets D0 and D1",
    also(on_layout, NEEDLE_D0, NEEDLE_D1, *STRENGTHS, *strength_hypotheses),
    (quantities, d0, d1),
    __doc__,
    provenance="S",
    section="Section 6",
)

tokens = quantities.let(
    "tokens", sum(role.count for role in d1.data.tokens), "all tokens, role by role"
)
lemma.claim(
    "token-count",
    equal(tokens, (d - 2) * t),
    Chain(tokens)
    .equals(n, "1 needle, t - 1 siblings and n - t others")
    .equals((d - 2) * t, "t copies of each of the d - 2 identity columns"),
)
lemma.claim(
    "row-sum-needle",
    [
        (data.data.name, *directly(equal(data.s("needle"), (1 + a) * sqrt(log(n))), "b + c = 1"))
        for data, a in ((d0, a0), (d1, a1))
    ],
    provenance="R",
)
lemma.claim(
    "row-sum-other",
    [
        (f"{data.data.name}, {role}", *directly(equal(data.s(role), sqrt(log(n))), "b + c = 1"))
        for data in (d0, d1)
        for role in data.query_roles("other")
    ],
    provenance="R",
)
