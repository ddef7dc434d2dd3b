"""What all-ones weights make of each score, for a needle of any strength a.

The score of two tokens is the product of their row sums, and `b + c = 1` makes these
`(1 + a)*sqrt(log n)` for the needle and `sqrt(log n)` for any other token.
"""

from collections.abc import Callable
from typing import NamedTuple

from sympy import Expr, Integer, Symbol

from lemmas.notation import directly
from proofkit.attention import Attention
from proofkit.claims import Claim, at_most, equal
from proofkit.lemma import Lemma
from proofkit.proof import Chain


class Row(NamedTuple):
    """The sum of a row of u, something simple that it is no less than, and why."""

    total: Expr
    least: Expr
    why: str


def claim_share(
    lemma: Lemma, id: str, f: Symbol, limit: Expr, unit: Expr, row: Row, cancelled: str
) -> Claim:
    """That a weight, a unit over the sum of its row, is at most `limit`."""
    return lemma.claim(
        id,
        at_most(f, limit),
        Chain(f)
        .equals(unit / row.total, "the definition of f")
        .at_most(unit / row.least, row.why)
        .equals(limit, cancelled),
    )


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
