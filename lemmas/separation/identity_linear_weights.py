"""Linear attention with the weights `x = vec(I)`, for a needle of any strength a.

A score is the inner product of two rows: `c^2*log n` from the bias column, `b^2*log n` more when
the two tokens have the same identity column, and `a^2*log n` more for the needle with itself. All
are within constant factors of each other, so that every weight is of order 1/n.
"""

from sympy import Expr, log

from lemmas.notation import PartsOf, Side, b, c, d, n, t
from lemmas.separation.identity_units import claim_identity_units, identity_lemma
from proofkit.attention import Attention
from proofkit.claims import at_most, equal
from proofkit.lemma import Lemma
from proofkit.proof import Chain

L = log(n)
ROLES = {"N": "needle", "S": "sibling", "O": "other", "P": "peer"}
same_column, alone = b**2 + c**2, c**2


def row_sums(a: Expr) -> dict[str, Expr]:
    """The sum of a row of u in multiples of log n, by query."""
    others = t * b**2 + n * c**2
    return {"needle": a**2 + others, "sibling": others, "other": others}


def identity_linear_weights(side: Side, attention: Attention, about: str) -> Lemma:
    """What u, alpha and f are, and what bounds f."""
    lemma = identity_lemma(side, "linear-{}-weights", "Linear weights on {}", attention, about)
    claim_identity_units(lemma, attention, side.a, lambda score: score * L)
    _claim_rows(lemma, side, attention)
    itself = side.a**2 + b**2 + c**2
    for id, score, pairs in (
        ("f-NN", itself, ("NN",)),
        ("f-own", same_column, ("NS", "SS", "OP")),
        ("f-other", alone, ("NO", "SO", "OO")),
    ):
        parts = [part for jk in pairs for part in _share(lemma, side, attention, jk, score)]
        lemma.claim(id, parts)
    return lemma


def _claim_rows(lemma: Lemma, side: Side, attention: Attention) -> None:
    """alpha: the sum of a row of u."""
    itself = side.a**2 + b**2 + c**2
    needle = itself * L + (t - 1) * same_column * L + (d - 3) * t * alone * L
    others = t * same_column * L + (d - 3) * t * alone * L
    columns = "t tokens in the query's identity column, t in each of d - 3 others"
    for query, units, reason in (
        ("needle", needle, "the needle, t - 1 siblings and (d - 3)*t others"),
        ("sibling", others, columns),
        ("other", others, columns),
    ):
        alpha, total = attention.alpha(query), row_sums(side.a)[query] * L
        lemma.claim(
            f"alpha-{query[0].upper()}",
            equal(alpha, total),
            Chain(alpha).equals(units, reason).equals(total, "n = (d - 2)*t"),
        )


def _share(lemma: Lemma, side: Side, attention: Attention, jk: str, score: Expr) -> PartsOf:
    """f: the weight of one role for another, and what bounds it."""
    query, key = (ROLES[letter] for letter in jk)
    f_jk = attention.f(query, key)
    share, limit = score / row_sums(side.a)[query], score / (c**2 * n)
    exact = (
        Chain(f_jk)
        .equals(attention.u(query, key) / attention.alpha(query), "the definition of f")
        .equals(
            share,
            f"u-{jk} and alpha-{jk[0]}; cancel log n",
            by=(lemma.claims[f"u-{jk}"], lemma.claims[f"alpha-{jk[0]}"]),
        )
    )
    bounded = exact.at_most(limit, "keep only the bias in the sum of the row")
    return [
        (f"f_{jk}", equal(f_jk, share), exact),
        (f"the bound on f_{jk}", at_most(f_jk, limit), bounded),
    ]
