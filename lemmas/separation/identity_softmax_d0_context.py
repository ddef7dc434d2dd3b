"""Softmax on D0 with the weights `x = vec(I)`: every context, for each of the three queries.

A query hears the tokens of its own identity column louder than others, by `n^(b^2)`: so that
column carries at most `b*n^(b^2)/(d - 2)`, up to what the needle adds, where all-ones weights leave
about `b/(d - 2)`. The needle's column carries at most `a0*n^(-18/100)`.
"""

from sympy import Rational

from lemmas.notation import a0, b, constant, d, n, on_d0, t
from lemmas.separation import identity_softmax_d0_weights as weights
from lemmas.separation.identity_units import identity_lemma
from proofkit.claims import at_most
from proofkit.proof import Chain

attention = weights.attention

lemma = identity_lemma(on_d0, "softmax-d0-context", "Softmax contexts on D0", attention, __doc__)

f, context = attention.f, attention.context
f_NN, f_NS, f_NO = f("needle", "needle"), f("needle", "sibling"), f("needle", "other")
f_SS, f_SO = f("sibling", "sibling"), f("sibling", "other")
f_OP, f_OO = f("other", "peer"), f("other", "other")
f_SS_bound, f_SO_bound = weights.lemma.claims["f-SS"], weights.lemma.claims["f-SO"]
f_OP_bound, f_OO_bound = weights.lemma.claims["f-OP"], weights.lemma.claims["f-OO"]

# The needle's column

flat = n ** Rational(-18, 100)
only_the_needle = "only the needle has an entry in this column"
c_N, c_S, c_O = (context(query, "needle") for query in ("needle", "sibling", "other"))

lemma.claim(
    "needle",
    [
        (
            "the needle's query",
            at_most(c_N, a0 * flat),
            Chain(c_N)
            .equals(a0 * f_NN, only_the_needle)
            .at_most(a0 * flat, "f_NN <= n^(-18/100), and a0 >= 0", by=weights.f_NN_flat),
        ),
        (
            "a sibling's query",
            at_most(c_S, a0 * flat),
            Chain(c_S)
            .equals(a0 * f_SS, only_the_needle)
            .at_most(a0 * n ** (b**2 - 1), "f_SS <= n^(b^2 - 1), and a0 >= 0", by=f_SS_bound)
            .at_most(a0 * flat, "b <= 9/10", by=weights.b_upper),
        ),
        (
            "any other query",
            at_most(c_O, a0 * flat),
            Chain(c_O)
            .equals(a0 * f_OO, only_the_needle)
            .at_most(a0 / n, "f_OO <= 1/n, and a0 >= 0", by=f_OO_bound)
            .at_most(a0 * flat, "1/n <= n^(-18/100)"),
        ),
    ],
)

# The query's own identity column

loud = b * n ** (b**2) / (d - 2)
c_N, c_S, c_O = context("needle", "own"), context("sibling", "own"), context("other", "peer")
t_tokens = "t tokens have an entry in this column"

lemma.claim(
    "own",
    [
        (
            "the needle's query",
            at_most(c_N, loud + b * n ** (a0**2 + b**2 - 1)),
            Chain(c_N)
            .equals(b * (f_NN + (t - 1) * f_NS), "the needle and its t - 1 siblings")
            .at_most(
                b * (n ** (a0**2 + b**2 - 1) + (t - 1) * n ** (b**2 - 1)),
                "f-NN and f-NS",
                by=(weights.f_NN_bound, weights.f_NS_bound),
            )
            .at_most(loud + b * n ** (a0**2 + b**2 - 1), "t - 1 <= t, and t/n = 1/(d - 2)"),
        ),
        *(
            (
                query,
                at_most(c_j, loud),
                Chain(c_j)
                .equals(b * t * f_own, t_tokens)
                .at_most(b * t * n ** (b**2 - 1), "each weight is at most n^(b^2 - 1)", by=weight)
                .equals(loud, "t/n = 1/(d - 2)"),
            )
            for query, c_j, f_own, weight in (
                ("a sibling's query", c_S, f_SS, f_SS_bound),
                ("any other query", c_O, f_OP, f_OP_bound),
            )
        ),
    ],
)

# Any other identity column, and the bias column

lemma.claim(
    "class",
    [
        (
            query,
            at_most(context(role, "class"), b / (d - 2)),
            Chain(context(role, "class"))
            .equals(b * t * f_jO, t_tokens)
            .at_most(b * t / n, "each weight is at most 1/n", by=weight)
            .equals(b / (d - 2), "n = (d - 2)*t"),
        )
        for query, role, f_jO, weight in (
            ("the needle's query", "needle", f_NO, weights.f_NO_bound),
            ("a sibling's query", "sibling", f_SO, f_SO_bound),
            ("any other query", "other", f_OO, f_OO_bound),
        )
    ],
)
lemma.claim(
    "bias",
    [
        (query, *constant(context(role, "bias"), total))
        for query, role, total in (
            ("the needle's query", "needle", f_NN + (t - 1) * f_NS + (d - 3) * t * f_NO),
            ("a sibling's query", "sibling", t * f_SS + (d - 3) * t * f_SO),
            ("any other query", "other", t * f_OP + (d - 3) * t * f_OO),
        )
    ],
)
