"""Softmax with all-ones weights: the exponential of each score, for a needle of any strength a.

The score of two tokens is the product of their row sums, and `b + c = 1` makes these
`(1 + a)*sqrt(log n)` for the needle and `sqrt(log n)` for any other token.
"""

from sympy import Symbol

from lemmas.notation import n
from proofkit.attention import Attention
from proofkit.claims import equal
from proofkit.lemma import Lemma
from proofkit.proof import Chain


def claim_softmax_units(lemma: Lemma, attention: Attention, a: Symbol) -> None:
    """The four values of u: needle and other, as query and as key."""
    u = attention.u
    u_NN, u_NO = u("needle", "needle"), u("needle", "other")
    u_ON, u_OO = u("other", "needle"), u("other", "other")
    needle_row = f"b + c = 1: the needle's row sum is (1 + {a})*sqrt(log n), any other sqrt(log n)"

    lemma.claim(
        "u-NN",
        equal(u_NN, n ** ((1 + a) ** 2)),
        Chain(u_NN).equals(n ** ((1 + a) ** 2), needle_row),
    )
    lemma.claim("u-NO", equal(u_NO, n ** (1 + a)), Chain(u_NO).equals(n ** (1 + a), needle_row))
    lemma.claim("u-ON", equal(u_ON, n ** (1 + a)), Chain(u_ON).equals(n ** (1 + a), needle_row))
    lemma.claim("u-OO", equal(u_OO, n), Chain(u_OO).equals(n, "b + c = 1: the score is log n"))
