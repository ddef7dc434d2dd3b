"""Contexts of linear attention with all-ones weights, for a needle of any strength a >= 0.

The needle's query and any other query have the same weights, hence the same context.
"""

from collections.abc import Mapping

from sympy import Symbol

from lemmas.notation import PartsOf, Side, b, constant, d, n, t, value_and_bound
from lemmas.separation.silence import COLUMNS, QUERIES
from proofkit.attention import Attention
from proofkit.claims import Claim
from proofkit.lemma import Lemma
from proofkit.proof import Chain


def linear_context(side: Side, weights: Lemma, attention: Attention, about: str) -> Lemma:
    """Every coordinate, its value and a bound, for both kinds of query."""
    lemma = side.lemma("linear-{}-context", "Linear contexts on {}", attention, about)
    found = [_coordinates(attention, weights.claims, side.a, *query) for query in QUERIES]
    for column in COLUMNS:
        lemma.claim(column, [part for parts in found for part in parts[column]])
    return lemma


def _coordinates(
    attention: Attention, claims: Mapping[str, Claim], a: Symbol, query: str, whose: str
) -> dict[str, PartsOf]:
    """What there is to say of one query's context, by column."""
    f_needle, f_other = claims["f-needle"], claims["f-other"]
    f_jN, f_jO = attention.f(query, "needle"), attention.f(query, "other")
    c_j = {column: Chain(attention.context(query, column)) for column in COLUMNS}
    weight, no_less = (1 + a) / (n + a), f"n + {a} >= n, since {a} >= 0"
    columns, usual = "n = (d - 2)*t", f"any other weight is 1/(n + {a})"

    needle = (
        c_j["needle"]
        .equals(a * f_jN, "only the needle has an entry in this column")
        .equals(a * weight, "the weight of the needle", by=f_needle)
    )
    own = (
        c_j["own"]
        .equals(b * (f_jN + (t - 1) * f_jO), "the needle and its t - 1 siblings")
        .equals(b * (weight + (t - 1) * f_jO), "the weight of the needle", by=f_needle)
        .equals(b * (t + a) / (n + a), usual)
    )
    below = own.at_most(b * (t + a) / n, no_less).equals(b * (1 / (d - 2) + a / n), columns)
    holders = c_j["class"].equals(b * t * f_jO, "t tokens have an entry in this column")
    few = holders.at_most(b * t / n, "any other weight is at most 1/n", by=f_other)
    class_ = holders.equals(b * t / (n + a), usual)
    of = f"{whose}: "
    return {
        "needle": value_and_bound(needle, needle.at_most(a * (1 + a) / n, no_less), of),
        "own": value_and_bound(own, below, of),
        "class": value_and_bound(class_, few.equals(b / (d - 2), columns), of),
        "bias": [(whose, *constant(c_j["bias"].written, f_jN + (n - 1) * f_jO))],
    }
