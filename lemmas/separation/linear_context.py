"""Contexts of linear attention with all-ones weights, for a needle of any strength a >= 0.

The needle's query and any other query have the same weights, hence the same context.
"""

from sympy import Symbol

from lemmas.notation import b, c, d, n, t
from proofkit.attention import Attention
from proofkit.claims import at_most, equal
from proofkit.lemma import Lemma
from proofkit.proof import Chain


def claim_linear_context(lemma: Lemma, weights: Lemma, attention: Attention, a: Symbol) -> None:
    """State and prove every coordinate, its value and a bound, for both kinds of query."""
    f_needle, f_other = weights.claims["f-needle"], weights.claims["f-other"]
    no_less = f"n + {a} >= n, since {a} >= 0"
    needle, own, class_, bias = [], [], [], []

    for query, whose in (("needle", "the needle's query"), ("other", "any other query")):
        f_jN, f_jO = attention.f(query, "needle"), attention.f(query, "other")
        value, bound = f"{whose}: value", f"{whose}: bound"

        # The needle's column

        c_j = attention.context(query, "needle")
        exact = (
            Chain(c_j)
            .equals(a * f_jN, "only the needle has an entry in this column")
            .equals(a * (1 + a) / (n + a), "the weight of the needle", by=f_needle)
        )
        limit = a * (1 + a) / n
        needle += [
            (value, equal(c_j, a * (1 + a) / (n + a)), exact),
            (bound, at_most(c_j, limit), exact.at_most(limit, no_less)),
        ]

        # The identity column that the needle has

        c_j = attention.context(query, "own")
        exact = (
            Chain(c_j)
            .equals(b * (f_jN + (t - 1) * f_jO), "the needle and its t - 1 siblings")
            .equals(
                b * ((1 + a) / (n + a) + (t - 1) * f_jO), "the weight of the needle", by=f_needle
            )
            .equals(b * (t + a) / (n + a), f"any other weight is 1/(n + {a})")
        )
        limit = b * (1 / (d - 2) + a / n)
        bounded = exact.at_most(b * (t + a) / n, no_less).equals(limit, "n = (d - 2)*t")
        own += [
            (value, equal(c_j, b * (t + a) / (n + a)), exact),
            (bound, at_most(c_j, limit), bounded),
        ]

        # Any other identity column

        c_j = attention.context(query, "class")
        holders = Chain(c_j).equals(b * t * f_jO, "t tokens have an entry in this column")
        exact = holders.equals(b * t / (n + a), f"any other weight is 1/(n + {a})")
        bounded = holders.at_most(b * t / n, "any other weight is at most 1/n", by=f_other)
        class_ += [
            (value, equal(c_j, b * t / (n + a)), exact),
            (bound, at_most(c_j, b / (d - 2)), bounded.equals(b / (d - 2), "n = (d - 2)*t")),
        ]

        # The bias column

        c_j = attention.context(query, "bias")
        everyone = Chain(c_j).equals(c * (f_jN + (n - 1) * f_jO), "every token has the entry c")
        bias += [(whose, equal(c_j, c), everyone.equals(c, "the weights of a row sum to 1"))]

    lemma.claim("needle", needle)
    lemma.claim("own", own)
    lemma.claim("class", class_)
    lemma.claim("bias", bias)
