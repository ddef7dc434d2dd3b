"""What all-ones weights make of each score, for a needle of any strength a.

The score of two tokens is the product of their row sums, and `b + c = 1` makes these
`(1 + a)*sqrt(log n)` for the needle and `sqrt(log n)` for any other token.
"""

from collections.abc import Callable

from sympy import Expr, Integer, Symbol

from lemmas.notation import directly
from proofkit.attention import Attention
from proofkit.claims import equal
from proofkit.lemma import Lemma


def claim_units(
    lemma: Lemma, attention: Attention, a: Symbol, unit: Callable[[Expr], Expr], least: str
) -> None:
    """The four values of u, needle and other, as query and as key: the unit of each score in
    multiples of log n. `least` is the reason for the least of them."""
    needle_row = f"b + c = 1: the needle's row sum is (1 + {a})*sqrt(log n), any other sqrt(log n)"
    for id, query, key, score, reason in (
        ("u-NN", "needle", "needle", (1 + a) ** 2, needle_row),
        ("u-NO", "needle", "other", 1 + a, needle_row),
        ("u-ON", "other", "needle", 1 + a, needle_row),
        ("u-OO", "other", "other", Integer(1), least),
    ):
        u_jk, value = attention.u(query, key), unit(score)
        lemma.claim(id, *directly(equal(u_jk, value), reason))
