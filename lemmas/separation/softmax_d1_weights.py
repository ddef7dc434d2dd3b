"""Softmax on D1: the needle's own token takes at least half of its attention, the rest little.

The score of the needle with itself is `(1 + a1)^2*log n`, so that `u` is a power of n with
exponent `(1 + a1)^2`; every other `u` is smaller by a power of n, whose exponent is at least `p1`.
"""

from sympy import Rational

from lemmas.notation import a1, directly, n, on_d1, p1
from lemmas.separation.units import Row, claim_share, claim_units
from proofkit.attention import Attention, ones, softmax
from proofkit.claims import at_least, at_most, equal
from proofkit.proof import Chain

attention = Attention(on_d1.data, softmax, ones)
alpha, f = attention.alpha, attention.f

lemma = on_d1.lemma(
    "softmax-d1-weights", "Softmax weights on D1", attention, __doc__, source="Lemma D.2"
)

# u: the exponential of each score

claim_units(lemma, attention, a1, lambda score: n**score, "b + c = 1: the score is log n")

# alpha: the sum of a row of u

alpha_N, alpha_O = alpha("needle"), alpha("other")
alpha_N_exact = n ** ((1 + a1) ** 2) + (n - 1) * n ** (1 + a1)
alpha_O_exact = n ** (1 + a1) + (n - 1) * n

lemma.claim(
    "alpha-N-lower",
    at_least(alpha_N, n ** ((1 + a1) ** 2)),
    Chain(alpha_N)
    .equals(alpha_N_exact, "one needle and n - 1 others")
    .at_least(n ** ((1 + a1) ** 2), "the others' terms are >= 0"),
)
lemma.claim(
    "alpha-N-upper",
    at_most(alpha_N, 2 * n ** ((1 + a1) ** 2)),
    Chain(alpha_N)
    .equals(alpha_N_exact, "one needle and n - 1 others")
    .at_most(n ** ((1 + a1) ** 2) + n ** (2 + a1), "n - 1 <= n")
    .at_most(2 * n ** ((1 + a1) ** 2), "p1 >= 1, that is 2 + a1 <= (1 + a1)^2"),
)
lemma.claim("alpha-O", *directly(equal(alpha_O, alpha_O_exact), "one needle and n - 1 others"))

# f: the softmax weights

f_NN, f_NO = f("needle", "needle"), f("needle", "other")
f_ON, f_OO = f("other", "needle"), f("other", "other")
f_NN_divided = 1 / (1 + (n - 1) * n ** (-p1))

f_NN_half = lemma.claim(
    "f-NN",
    at_least(f_NN, Rational(1, 2)),
    Chain(f_NN)
    .equals(f_NN_divided, "divide by u_NN")
    .at_least(1 / (1 + n ** (1 - p1)), "n - 1 <= n")
    .at_least(Rational(1, 2), "p1 >= 1, so n^(1 - p1) <= 1"),
)
lemma.claim(
    "f-NN-sharp",
    at_least(f_NN, 1 - n ** (1 - p1)),
    Chain(f_NN)
    .equals(f_NN_divided, "divide by u_NN")
    .at_least(1 / (1 + n ** (1 - p1)), "n - 1 <= n")
    .at_least(1 - n ** (1 - p1), "1/(1 + x) >= 1 - x, since (1 + x)*(1 - x) = 1 - x^2"),
)
row_N = Row(alpha_N_exact, n ** ((1 + a1) ** 2), "keep only the needle's term of alpha_N")
row_O = Row(alpha_O_exact, n**2, "n^(1 + a1) >= n, so alpha_O >= n^2")
f_NO_small = claim_share(
    lemma, "f-NO", f_NO, n ** (-p1), n ** (1 + a1), row_N, "(1 + a1)^2 - (1 + a1) = p1"
)
claim_share(lemma, "f-ON", f_ON, n ** (a1 - 1), n ** (1 + a1), row_O, "1 + a1 - 2 = a1 - 1")
claim_share(lemma, "f-OO", f_OO, 1 / n, n, row_O, "cancel n")
