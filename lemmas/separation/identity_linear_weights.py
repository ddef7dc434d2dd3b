"""Linear attention with the weights `x = vec(I)`, for a needle of any strength a.

A score is the inner product of two rows: `c^2*log n` from the bias column, `b^2*log n` more when
the two tokens have the same identity column, and `a^2*log n` more for the needle with itself. All
are within constant factors of each other, so that every weight is of order 1/n.
"""

from sympy import Symbol, log

from lemmas.notation import b, c, d, n, t
from proofkit.attention import Attention
from proofkit.claims import at_most, equal
from proofkit.lemma import Lemma
from proofkit.proof import Chain


def claim_identity_linear_weights(lemma: Lemma, attention: Attention, a: Symbol) -> None:
    """State and prove what u, alpha and f are, and what bounds f."""
    u, alpha, f = attention.u, attention.alpha, attention.f
    L = log(n)
    itself, same_column, alone = a**2 + b**2 + c**2, b**2 + c**2, c**2
    needle_row, other_row = a**2 + t * b**2 + n * c**2, t * b**2 + n * c**2

    # u: the scores themselves

    for id, query, key, value, reason in (
        ("u-NN", "needle", "needle", itself, "all three entries are shared"),
        ("u-NS", "needle", "sibling", same_column, "class and bias are shared"),
        ("u-NO", "needle", "other", alone, "the bias is shared"),
        ("u-SS", "sibling", "sibling", same_column, "class and bias are shared"),
        ("u-SO", "sibling", "other", alone, "the bias is shared"),
        ("u-OP", "other", "peer", same_column, "class and bias are shared"),
        ("u-OO", "other", "other", alone, "the bias is shared"),
    ):
        u_jk = u(query, key)
        lemma.claim(id, equal(u_jk, value * L), Chain(u_jk).equals(value * L, reason))

    # alpha: the sum of a row of u

    alpha_N = alpha("needle")
    units = itself * L + (t - 1) * same_column * L + (d - 3) * t * alone * L
    lemma.claim(
        "alpha-N",
        equal(alpha_N, needle_row * L),
        Chain(alpha_N)
        .equals(units, "the needle, t - 1 siblings and (d - 3)*t others")
        .equals(needle_row * L, "n = (d - 2)*t"),
    )
    units = t * same_column * L + (d - 3) * t * alone * L
    for id, query in (("alpha-S", "sibling"), ("alpha-O", "other")):
        alpha_j = alpha(query)
        lemma.claim(
            id,
            equal(alpha_j, other_row * L),
            Chain(alpha_j)
            .equals(units, "t tokens in the query's identity column, t in each of d - 3 others")
            .equals(other_row * L, "n = (d - 2)*t"),
        )

    # f: the needle's weight for itself, that of a token in the query's own column, any other

    bias_only = "keep only the bias in the sum of the row"
    for id, score, keys in (
        ("f-NN", itself, (("NN", "needle", "needle"),)),
        (
            "f-own",
            same_column,
            (("NS", "needle", "sibling"), ("SS", "sibling", "sibling"), ("OP", "other", "peer")),
        ),
        (
            "f-other",
            alone,
            (("NO", "needle", "other"), ("SO", "sibling", "other"), ("OO", "other", "other")),
        ),
    ):
        parts = []
        for jk, query, key in keys:
            u_jk, f_jk = u(query, key), f(query, key)
            values = (lemma.claims[f"u-{jk}"], lemma.claims[f"alpha-{jk[0]}"])
            share = score / (needle_row if query == "needle" else other_row)
            limit = score / (c**2 * n)
            exact = (
                Chain(f_jk)
                .equals(u_jk / alpha(query), "the definition of f")
                .equals(share, f"u-{jk} and alpha-{jk[0]}; cancel log n", by=values)
            )
            parts += [
                (f"f_{jk}", equal(f_jk, share), exact),
                (f"the bound on f_{jk}", at_most(f_jk, limit), exact.at_most(limit, bias_only)),
            ]
        lemma.claim(id, parts)
