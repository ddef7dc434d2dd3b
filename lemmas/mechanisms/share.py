"""What every mechanism's lemma says of its weights, once its preference is known.

With `u_NN = rho*u_NO` the needle's own query gives the needle `rho/(rho + n - 1)`, so that it
has half exactly when `rho >= n - 1`. A mechanism's lemma shows what its rho is.
"""

from sympy import Expr, Rational

from lemmas.notation import n
from proofkit.attention import Attention
from proofkit.claims import equal
from proofkit.lemma import Lemma
from proofkit.proof import Chain

half = Rational(1, 2)


def claim_preference(lemma: Lemma, attention: Attention, rho: Expr, rho_other: Expr) -> None:
    """`preference`: u of the needle in multiples of any other key's, for both kinds of query."""
    parts = []
    for query, label, multiple in (
        ("needle", "the needle's query", rho),
        ("other", "any other query", rho_other),
    ):
        u_N, u_O = attention.u(query, "needle"), attention.u(query, "other")
        chain = Chain(u_N / u_O).equals(multiple, "the unit of the two scores")
        parts.append((label, equal(u_N / u_O, multiple), chain))
    lemma.claim("preference", parts)


def claim_half(lemma: Lemma, f_NN: Expr, rho: Expr, count: Expr = n) -> None:
    """`half`: how far the needle's weight is from one half, among `count` keys."""
    apart = (rho - (count - 1)) / (2 * (rho + count - 1))
    lemma.claim(
        "half",
        equal(f_NN - half, apart),
        Chain(f_NN - half)
        .equals(rho / (rho + count - 1) - half, "divide by u_NO")
        .equals(apart, f"so it has half exactly when rho >= {count} - 1"),
    )
