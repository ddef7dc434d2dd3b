"""Linear attention with all-ones weights, for a needle of any strength a >= 0.

A score is a product of row sums, and linear attention uses it as it is: the needle's own score
is `(1 + a)^2*log n`, no more than a constant times any other. So its weight is of order 1/n.
"""

from sympy import Expr, Integer, log

from lemmas.notation import PartsOf, Side, n
from lemmas.separation.units import claim_units
from proofkit.attention import Attention
from proofkit.claims import at_most, equal
from proofkit.lemma import Lemma
from proofkit.proof import Chain

L = log(n)


def linear_weights(side: Side, attention: Attention, about: str) -> Lemma:
    """What u, alpha and f are, and what bounds f."""
    lemma = side.lemma("linear-{}-weights", "Linear weights on {}", attention, about)
    claim_units(lemma, attention, side.a, lambda score: score * L, "b + c = 1")
    _claim_rows(lemma, side, attention, "needle", 1 + side.a)
    _claim_rows(lemma, side, attention, "other", Integer(1))
    _claim_shares(lemma, side, attention)
    return lemma


def _claim_rows(lemma: Lemma, side: Side, attention: Attention, query: str, own: Expr) -> None:
    """alpha, the sum of a row of u, for a query whose row sum is `own`."""
    j, a, claims = query[0].upper(), side.a, lemma.claims
    alpha, total = attention.alpha(query), own * (n + a) * L
    lemma.claim(
        f"alpha-{j}",
        equal(alpha, total),
        Chain(alpha)
        .equals(
            attention.u(query, "needle") + (n - 1) * attention.u(query, "other"),
            "one needle and n - 1 others",
        )
        .equals(
            own * (1 + a) * L + (n - 1) * own * L,
            f"u-{j}N and u-{j}O",
            by=(claims[f"u-{j}N"], claims[f"u-{j}O"]),
        )
        .equals(total, f"(1 + {a}) + (n - 1) = n + {a}"),
    )


def _claim_shares(lemma: Lemma, side: Side, attention: Attention) -> None:
    """f: the weight of the needle, for its own query and for any other; then any other weight."""
    a = side.a
    no_less = f"n + {a} >= n, since {a} >= 0"

    def share(jk: str, value: Expr, cancelled: str) -> Chain:
        query, key = ("needle" if letter == "N" else "other" for letter in jk)
        return (
            Chain(attention.f(query, key))
            .equals(attention.u(query, key) / attention.alpha(query), "the definition of f")
            .equals(
                value,
                f"u-{jk} and alpha-{jk[0]}; cancel{cancelled}",
                by=(lemma.claims[f"u-{jk}"], lemma.claims[f"alpha-{jk[0]}"]),
            )
        )

    exact, usual, limit = (1 + a) / (n + a), 1 / (n + a), (1 + a) / n
    chains = {
        "NN": share("NN", exact, " (1 + a)*log n"),
        "NO": share("NO", usual, "").at_most(1 / n, no_less),
        "ON": share("ON", exact, " log n"),
        "OO": share("OO", usual, "").at_most(1 / n, no_less),
    }
    needle: PartsOf = []
    for jk in ("NN", "ON"):
        chain = chains[jk]
        needle += [
            (f"f_{jk}", equal(chain.written, exact), chain),
            (f"the bound on f_{jk}", at_most(chain.written, limit), chain.at_most(limit, no_less)),
        ]
    lemma.claim("f-needle", needle)
    lemma.claim(
        "f-other",
        [(f"f_{jk}", at_most(chains[jk].written, 1 / n), chains[jk]) for jk in ("NO", "OO")],
    )
