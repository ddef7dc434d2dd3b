"""Linear attention with all-ones weights, for a needle of any strength a >= 0.

A score is a product of row sums, and linear attention uses it as it is: the needle's own score
is `(1 + a)^2*log n`, no more than a constant times any other. So its weight is of order 1/n.
"""

from sympy import Symbol, log

from lemmas.notation import n
from proofkit.attention import Attention
from proofkit.claims import at_most, equal
from proofkit.lemma import Lemma
from proofkit.proof import Chain


def claim_linear_weights(lemma: Lemma, attention: Attention, a: Symbol) -> None:
    """State and prove what u, alpha and f are, and what bounds f."""
    u, alpha, f = attention.u, attention.alpha, attention.f
    L = log(n)

    # u: the scores themselves

    u_NN, u_NO = u("needle", "needle"), u("needle", "other")
    u_ON, u_OO = u("other", "needle"), u("other", "other")
    needle_row = f"b + c = 1: the needle's row sum is (1 + {a})*sqrt(log n), any other sqrt(log n)"

    NN = lemma.claim(
        "u-NN", equal(u_NN, (1 + a) ** 2 * L), Chain(u_NN).equals((1 + a) ** 2 * L, needle_row)
    )
    NO = lemma.claim("u-NO", equal(u_NO, (1 + a) * L), Chain(u_NO).equals((1 + a) * L, needle_row))
    ON = lemma.claim("u-ON", equal(u_ON, (1 + a) * L), Chain(u_ON).equals((1 + a) * L, needle_row))
    OO = lemma.claim("u-OO", equal(u_OO, L), Chain(u_OO).equals(L, "b + c = 1"))

    # alpha: the sum of a row of u

    alpha_N, alpha_O = alpha("needle"), alpha("other")
    N_sum = lemma.claim(
        "alpha-N",
        equal(alpha_N, (1 + a) * (n + a) * L),
        Chain(alpha_N)
        .equals(u_NN + (n - 1) * u_NO, "one needle and n - 1 others")
        .equals((1 + a) ** 2 * L + (n - 1) * (1 + a) * L, "u-NN and u-NO", by=(NN, NO))
        .equals((1 + a) * (n + a) * L, f"(1 + {a}) + (n - 1) = n + {a}"),
    )
    O_sum = lemma.claim(
        "alpha-O",
        equal(alpha_O, (n + a) * L),
        Chain(alpha_O)
        .equals(u_ON + (n - 1) * u_OO, "one needle and n - 1 others")
        .equals((1 + a) * L + (n - 1) * L, "u-ON and u-OO", by=(ON, OO))
        .equals((n + a) * L, f"(1 + {a}) + (n - 1) = n + {a}"),
    )

    # f: the weight of the needle, for its own query and for any other; then any other weight

    f_NN, f_NO = f("needle", "needle"), f("needle", "other")
    f_ON, f_OO = f("other", "needle"), f("other", "other")
    share, at_best = (1 + a) / (n + a), (1 + a) / n
    by_definition = "the definition of f"
    no_less = f"n + {a} >= n, since {a} >= 0"

    f_NN_exact = (
        Chain(f_NN)
        .equals(u_NN / alpha_N, by_definition)
        .equals(share, "u-NN and alpha-N; cancel (1 + a)*log n", by=(NN, N_sum))
    )
    f_ON_exact = (
        Chain(f_ON)
        .equals(u_ON / alpha_O, by_definition)
        .equals(share, "u-ON and alpha-O; cancel log n", by=(ON, O_sum))
    )
    lemma.claim(
        "f-needle",
        [
            ("f_NN", equal(f_NN, share), f_NN_exact),
            ("the bound on f_NN", at_most(f_NN, at_best), f_NN_exact.at_most(at_best, no_less)),
            ("f_ON", equal(f_ON, share), f_ON_exact),
            ("the bound on f_ON", at_most(f_ON, at_best), f_ON_exact.at_most(at_best, no_less)),
        ],
    )
    lemma.claim(
        "f-other",
        [
            (
                "f_NO",
                at_most(f_NO, 1 / n),
                Chain(f_NO)
                .equals(u_NO / alpha_N, by_definition)
                .equals(1 / (n + a), "u-NO and alpha-N; cancel", by=(NO, N_sum))
                .at_most(1 / n, no_less),
            ),
            (
                "f_OO",
                at_most(f_OO, 1 / n),
                Chain(f_OO)
                .equals(u_OO / alpha_O, by_definition)
                .equals(1 / (n + a), "u-OO and alpha-O; cancel", by=(OO, O_sum))
                .at_most(1 / n, no_less),
            ),
        ],
    )
