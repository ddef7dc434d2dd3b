"""The weights `x = vec(I)`, for a needle of any strength a: what softmax and linear attention, and
both data sets, share.

A score is the inner product of two rows: `c^2*log n` from the bias column, `b^2*log n` more when
the two tokens have the same identity column, and `a^2*log n` more for the needle with itself.
Queries and keys are the needle N, its siblings S and the others O; P is an other token with the
query's own identity column. The needle does not stand out as a key of any query but its own.
"""

from collections.abc import Callable

from sympy import Expr, Symbol

from lemmas.notation import Side, b, c, d, directly, n, t
from lemmas.separation.units import Row, claim_share
from proofkit.attention import Attention
from proofkit.claims import equal
from proofkit.lemma import Lemma

alone = n ** (c**2)
same_column = n ** (b**2 + c**2)


def identity_lemma(
    side: Side, id: str, title: str, attention: Attention, about: str, source: str = ""
) -> Lemma:
    """A lemma about these weights, which are ours: the paper has all ones."""
    id, title = f"identity-{id}", f"{title}, scores from inner products"
    label = {"source": source or "after Appendix D", "provenance": "O"}
    return side.lemma(id, title, attention, about, **label)


def claim_identity_units(
    lemma: Lemma, attention: Attention, a: Symbol, unit: Callable[[Expr], Expr]
) -> None:
    """The values of u, for all pairs of roles that differ: the unit of each score in multiples
    of log n."""
    for id, query, key, score, reason in (
        ("u-NN", "needle", "needle", a**2 + b**2 + c**2, "all three entries are shared"),
        ("u-NS", "needle", "sibling", b**2 + c**2, "class and bias are shared"),
        ("u-NO", "needle", "other", c**2, "the bias is shared"),
        ("u-SS", "sibling", "sibling", b**2 + c**2, "class and bias are shared"),
        ("u-SO", "sibling", "other", c**2, "the bias is shared"),
        ("u-OP", "other", "peer", b**2 + c**2, "class and bias are shared"),
        ("u-OO", "other", "other", c**2, "the bias is shared"),
    ):
        u_jk, value = attention.u(query, key), unit(score)
        lemma.claim(id, *directly(equal(u_jk, value), reason))


def claim_identity_bystanders(lemma: Lemma, attention: Attention) -> None:
    """What the siblings and the others see: the strength of the needle does not occur."""
    total = t * same_column + (d - 3) * t * alone
    alike = "b^2 >= 0, so n^(b^2 + c^2) >= n^(c^2) and alpha >= n*n^(c^2)"
    row = Row(total, n * alone, alike)

    for query, letter in (("sibling", "S"), ("other", "O")):
        alpha = attention.alpha(query)
        lemma.claim(
            f"alpha-{letter}",
            *directly(
                equal(alpha, total),
                "t tokens in the query's identity column, t in each of d - 3 others",
            ),
        )

    for id, query, key, limit, unit in (
        ("f-SS", "sibling", "sibling", n ** (b**2 - 1), same_column),
        ("f-OP", "other", "peer", n ** (b**2 - 1), same_column),
        ("f-SO", "sibling", "other", 1 / n, alone),
        ("f-OO", "other", "other", 1 / n, alone),
    ):
        f_jk = attention.f(query, key)
        claim_share(lemma, id, f_jk, limit, unit, row, "cancel n^(c^2)")
