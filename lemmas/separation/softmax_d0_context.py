"""Softmax on D0: no query hears the needle, and its class column only as one among d - 2.

Every weight is at most `n^(-89/100)`, for the needle's query as for any other one, so that each
context is close to the average of all rows: `b/(d - 2)` in an identity column, `c` in the last.
"""

from sympy import Rational

from lemmas.notation import a0, b, constant, d, n, on_d0, t
from lemmas.separation.softmax_d0_weights import (
    attention,
    f_NN_flat,
    f_NO_bound,
    f_ON_flat,
    f_OO_bound,
)
from proofkit.claims import at_most
from proofkit.proof import Chain

lemma = on_d0.lemma("softmax-d0-context", "Softmax contexts on D0", attention, __doc__)

f, context = attention.f, attention.context
f_NN, f_NO = f("needle", "needle"), f("needle", "other")
f_ON, f_OO = f("other", "needle"), f("other", "other")
flat = n ** Rational(-89, 100)
holders = "the needle and its t - 1 siblings have an entry in this column"
few = "t - 1 <= t, and t/n = 1/(d - 2)"

# The needle's column

c_N, c_O = context("needle", "needle"), context("other", "needle")
lemma.claim(
    "needle",
    [
        (
            "the needle's query",
            at_most(c_N, a0 * flat),
            Chain(c_N)
            .equals(a0 * f_NN, "only the needle has an entry in this column")
            .at_most(a0 * flat, "f_NN <= n^(-89/100), and a0 >= 0", by=f_NN_flat),
        ),
        (
            "any other query",
            at_most(c_O, a0 * flat),
            Chain(c_O)
            .equals(a0 * f_ON, "only the needle has an entry in this column")
            .at_most(a0 * n ** Rational(-9, 10), "f_ON <= n^(-9/10), and a0 >= 0", by=f_ON_flat)
            .at_most(a0 * flat, "-9/10 <= -89/100"),
        ),
    ],
)

# The identity column that the needle has, and the other ones

c_N, c_O = context("needle", "own"), context("other", "own")
lemma.claim(
    "own",
    [
        (
            "the needle's query",
            at_most(c_N, b * (1 / (d - 2) + flat)),
            Chain(c_N)
            .equals(b * (f_NN + (t - 1) * f_NO), holders)
            .at_most(b * (flat + (t - 1) / n), "both weights are small", by=(f_NN_flat, f_NO_bound))
            .at_most(b * (1 / (d - 2) + flat), few),
        ),
        (
            "any other query",
            at_most(c_O, b * (1 / (d - 2) + flat)),
            Chain(c_O)
            .equals(b * (f_ON + (t - 1) * f_OO), holders)
            .at_most(
                b * (n ** Rational(-9, 10) + (t - 1) / n),
                "both weights are small",
                by=(f_ON_flat, f_OO_bound),
            )
            .at_most(b * (1 / (d - 2) + flat), f"{few}; -9/10 <= -89/100"),
        ),
    ],
)

c_N, c_O = context("needle", "class"), context("other", "class")
lemma.claim(
    "class",
    [
        (
            query,
            at_most(c_j, b / (d - 2)),
            Chain(c_j)
            .equals(b * t * f_jO, "t tokens have an entry in this column")
            .at_most(b * t / n, "the weight is at most 1/n", by=weight)
            .equals(b / (d - 2), "n = (d - 2)*t"),
        )
        for query, c_j, f_jO, weight in (
            ("the needle's query", c_N, f_NO, f_NO_bound),
            ("any other query", c_O, f_OO, f_OO_bound),
        )
    ],
)

# The bias column

c_N, c_O = context("needle", "bias"), context("other", "bias")
lemma.claim(
    "bias",
    [
        ("the needle's query", *constant(c_N, f_NN + (n - 1) * f_NO)),
        ("any other query", *constant(c_O, f_ON + (n - 1) * f_OO)),
    ],
)
