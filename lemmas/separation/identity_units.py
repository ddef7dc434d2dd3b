"""The weights `x = vec(I)`, for a needle of any strength a: what softmax and linear attention, and
both data sets, share.

A score is the inner product of two rows: `c^2*log n` from the bias column, `b^2*log n` more when
the two tokens have the same identity column, and `a^2*log n` more for the needle with itself.
Queries and keys are the needle N, its siblings S and the others O; P is an other token with the
query's own identity column. The needle does not stand out as a key of any query but its own.
"""

from collections.abc import Callable

from sympy import Expr, Symbol

from lemmas.notation import b, c, d, directly, n, t
from proofkit.attention import Attention
from proofkit.claims import at_most, equal
from proofkit.lemma import Lemma
from proofkit.proof import Chain

alone = n ** (c**2)
same_column = n ** (b**2 + c**2)


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

    for query, letter in (("sibling", "S"), ("other", "O")):
        alpha = attention.alpha(query)
        lemma.claim(
            f"alpha-{letter}",
            *directly(
                equal(alpha, total),
                "t tokens in the query's identity column, t in each of d - 3 others",
            ),
        )

    for id, query, key in (("f-SS", "sibling", "sibling"), ("f-OP", "other", "peer")):
        f_own = attention.f(query, key)
        lemma.claim(
            id,
            at_most(f_own, n ** (b**2 - 1)),
            Chain(f_own)
            .equals(same_column / total, "the definition of f")
            .at_most(same_column / (n * alone), alike)
            .equals(n ** (b**2 - 1), "cancel n^(c^2)"),
        )

    for id, query in (("f-SO", "sibling"), ("f-OO", "other")):
        f_class = attention.f(query, "other")
        lemma.claim(
            id,
            at_most(f_class, 1 / n),
            Chain(f_class)
            .equals(alone / total, "the definition of f")
            .at_most(alone / (n * alone), alike)
            .equals(1 / n, "cancel n^(c^2)"),
        )
