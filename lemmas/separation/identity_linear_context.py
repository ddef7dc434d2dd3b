"""Contexts of linear attention with the weights `x = vec(I)`, for a needle of any strength a >= 0.

In units of the bias, `w = (b^2 + c^2)/c^2` bounds what a token in the query's own identity column
counts; every coordinate is that of the average of all rows, up to `w` and terms of order 1/n.
"""

from sympy import Expr, Integer

from lemmas.notation import PartsOf, Side, b, c, constant, d, n, t, value_and_bound
from lemmas.separation.identity_linear_weights import alone, row_sums, same_column
from lemmas.separation.identity_units import identity_lemma
from lemmas.separation.silence import COLUMNS
from proofkit.attention import Attention
from proofkit.claims import Claim
from proofkit.lemma import Lemma
from proofkit.proof import Chain

bias_only = "keep only the bias in the sum of the row"


def identity_linear_context(side: Side, weights: Lemma, attention: Attention, about: str) -> Lemma:
    """Every coordinate, its value and a bound, for the three kinds of query."""
    lemma = identity_lemma(side, "linear-{}-context", "Linear contexts on {}", attention, about)
    itself, claims = side.a**2 + b**2 + c**2, weights.claims
    found = [
        _coordinates(side, weights, attention, *query)
        for query in (
            ("needle", "the needle's query", itself, claims["f-NN"]),
            ("sibling", "a sibling's query", same_column, claims["f-own"]),
            ("other", "any other query", alone, claims["f-other"]),
        )
    ]
    for column in COLUMNS:
        lemma.claim(column, [part for parts in found for part in parts[column]])
    return lemma


def _coordinates(
    side: Side,
    weights: Lemma,
    attention: Attention,
    query: str,
    whose: str,
    seen: Expr,
    f_needle: Claim,
) -> dict[str, PartsOf]:
    """What there is to say of one query's context, by column; the needle is `seen` by the query
    with this score, and `f_needle` says what weight that is."""
    f, a, f_own = attention.f, side.a, weights.claims["f-own"]
    row, peer = row_sums(a)[query], "peer" if query == "other" else "sibling"
    f_jN, f_jO, f_jP = f(query, "needle"), f(query, "other"), f(query, peer)
    columns = ("needle", "peer" if query == "other" else "own", "class", "bias")
    needle, own, class_, bias = (Chain(attention.context(query, column)) for column in columns)
    t_tokens, layout = "t tokens have an entry in this column", "n = (d - 2)*t"
    of = f"{whose}: "

    holder = needle.equals(a * f_jN, "only the needle has an entry in this column")
    exact = holder.equals(a * seen / row, "its weight", by=f_needle)
    limit = a * seen / (c**2 * n)
    most = holder.at_most(limit, f"the bound on its weight, and {a} >= 0", by=f_needle)
    found = {"needle": value_and_bound(exact, most, of)}

    # The identity column that the query has

    held, cited, surplus = t * f_jP, (f_own,), Integer(0)
    own = own.equals(b * t * f_jP, t_tokens) if query != "needle" else own
    if query == "needle":
        held, cited, surplus = f_jN + (t - 1) * f_jP, (f_needle, f_own), a**2
        own = own.equals(b * held, "it and its t - 1 siblings")
    value, bound = (b * (t * same_column + surplus) / total for total in (row, c**2 * n))
    limit = b * (same_column / (c**2 * (d - 2)) + surplus / (c**2 * n))
    own = own.equals(value, "their weights", by=cited)
    most = own.at_most(bound, bias_only).equals(limit, layout)
    found["own"] = value_and_bound(own, most, of)

    # Any other identity column, and the bias column

    class_ = class_.equals(b * t * f_jO, t_tokens)
    class_ = class_.equals(b * t * alone / row, "their weights", by=weights.claims["f-other"])
    most = class_.at_most(b * t / n, bias_only).equals(b / (d - 2), layout)
    found["class"] = value_and_bound(class_, most, of)
    return found | {"bias": [(whose, *constant(bias.written, held + (d - 3) * t * f_jO))]}
