"""Contexts of linear attention with the weights `x = vec(I)`, for a needle of any strength a >= 0.

In units of the bias, `w = (b^2 + c^2)/c^2` bounds what a token in the query's own identity column
counts; every coordinate is that of the average of all rows, up to `w` and terms of order 1/n.
"""

from sympy import Integer, Symbol

from lemmas.notation import b, c, d, n, t
from proofkit.attention import Attention
from proofkit.claims import at_most, equal
from proofkit.lemma import Lemma
from proofkit.proof import Chain


def claim_identity_linear_context(
    lemma: Lemma, weights: Lemma, attention: Attention, a: Symbol
) -> None:
    """State and prove every coordinate, its value and a bound, for the three kinds of query."""
    f, claims = attention.f, weights.claims
    itself, same_column, alone = a**2 + b**2 + c**2, b**2 + c**2, c**2
    needle_row, other_row = a**2 + t * b**2 + n * c**2, t * b**2 + n * c**2
    columns = "n = (d - 2)*t"
    needle, own, class_, bias = [], [], [], []

    for whose, query, row, seen, f_needle in (
        ("the needle's query", "needle", needle_row, itself, claims["f-NN"]),
        ("a sibling's query", "sibling", other_row, same_column, claims["f-own"]),
        ("any other query", "other", other_row, alone, claims["f-other"]),
    ):
        value, bound = f"{whose}: value", f"{whose}: bound"
        f_jN, f_jO = f(query, "needle"), f(query, "other")
        f_jP = f(query, "peer" if query == "other" else "sibling")

        # The needle's column

        c_j = attention.context(query, "needle")
        holder = Chain(c_j).equals(a * f_jN, "only the needle has an entry in this column")
        exact, limit = a * seen / row, a * seen / (c**2 * n)
        needle += [
            (value, equal(c_j, exact), holder.equals(exact, "its weight", by=f_needle)),
            (
                bound,
                at_most(c_j, limit),
                holder.at_most(limit, f"the bound on its weight, and {a} >= 0", by=f_needle),
            ),
        ]

        # The identity column that the query has

        c_j = attention.context(query, "peer" if query == "other" else "own")
        if query == "needle":
            holders = Chain(c_j).equals(b * (f_jN + (t - 1) * f_jP), "it and its t - 1 siblings")
            cited, surplus = [f_needle, claims["f-own"]], a**2
        else:
            holders = Chain(c_j).equals(b * t * f_jP, "t tokens have an entry in this column")
            cited, surplus = [claims["f-own"]], Integer(0)
        exact = b * (t * same_column + surplus) / row
        limit = b * (same_column / (c**2 * (d - 2)) + surplus / (c**2 * n))
        chain = holders.equals(exact, "their weights", by=tuple(cited))
        bias_only = chain.at_most(
            b * (t * same_column + surplus) / (c**2 * n), "keep only the bias in the sum of the row"
        )
        own += [
            (value, equal(c_j, exact), chain),
            (bound, at_most(c_j, limit), bias_only.equals(limit, columns)),
        ]

        # Any other identity column

        c_j = attention.context(query, "class")
        holders = Chain(c_j).equals(b * t * f_jO, "t tokens have an entry in this column")
        exact, limit = b * t * alone / row, b / (d - 2)
        chain = holders.equals(exact, "their weights", by=claims["f-other"])
        bias_only = chain.at_most(b * t / n, "keep only the bias in the sum of the row")
        class_ += [
            (value, equal(c_j, exact), chain),
            (bound, at_most(c_j, limit), bias_only.equals(limit, columns)),
        ]

        # The bias column

        c_j = attention.context(query, "bias")
        shared = f_jN + (t - 1) * f_jP if query == "needle" else t * f_jP
        everyone = Chain(c_j).equals(
            c * (shared + (d - 3) * t * f_jO), "every token has the entry c"
        )
        bias += [(whose, equal(c_j, c), everyone.equals(c, "the weights of a row sum to 1"))]

    lemma.claim("needle", needle)
    lemma.claim("own", own)
    lemma.claim("class", class_)
    lemma.claim("bias", bias)
