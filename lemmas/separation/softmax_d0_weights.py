"""Softmax on D0: the needle is too weak to be heard, every weight is below n^(-89/100)."""

from sympy import Rational

from lemmas.notation import a0, n, on_d0, p0
from lemmas.separation.units import Row, claim_share, claim_units
from proofkit.attention import Attention, ones, softmax
from proofkit.claims import at_least, at_most
from proofkit.proof import Chain

attention = Attention(on_d0.data, softmax, ones)
alpha, f = attention.alpha, attention.f

lemma = on_d0.lemma("softmax-d0-weights", "Softmax weights on D0", attention, __doc__)

# u: the exponential of each score

claim_units(lemma, attention, a0, lambda score: n**score, "b + c = 1: the score is log n")

# alpha: the sum of a row of u

alpha_O = alpha("other")
alpha_N_exact = n ** ((1 + a0) ** 2) + (n - 1) * n ** (1 + a0)
alpha_O_exact = n ** (1 + a0) + (n - 1) * n

lemma.claim(
    "alpha-O",
    at_least(alpha_O, n**2),
    Chain(alpha_O)
    .equals(alpha_O_exact, "one needle and n - 1 others")
    .at_least(n + (n - 1) * n, "a0 >= 0, so n^(1 + a0) >= n")
    .equals(n**2, "n + (n - 1)*n = n^2"),
)

# f: the softmax weights

f_NN, f_NO = f("needle", "needle"), f("needle", "other")
f_ON, f_OO = f("other", "needle"), f("other", "other")
all_alike = "a0 >= 0, so n^((1 + a0)^2) >= n^(1 + a0) and alpha_N >= n*n^(1 + a0)"
row_N = Row(alpha_N_exact, n * n ** (1 + a0), all_alike)
row_O = Row(alpha_O_exact, n**2, "a0 >= 0, so n^(1 + a0) >= n and alpha_O >= n^2")

own = n ** ((1 + a0) ** 2)
f_NN_bound = claim_share(
    lemma, "f-NN", f_NN, n ** (p0 - 1), own, row_N, "(1 + a0)^2 - (2 + a0) = p0 - 1"
)
f_NN_flat = lemma.claim(
    "f-NN-flat",
    at_most(f_NN, n ** Rational(-89, 100)),
    Chain(f_NN)
    .at_most(n ** (p0 - 1), "f-NN", by=f_NN_bound)
    .at_most(n ** Rational(-89, 100), "p0 <= 11/100 for a0 <= 1/10"),
)
f_NO_bound = claim_share(lemma, "f-NO", f_NO, 1 / n, n ** (1 + a0), row_N, "cancel n^(1 + a0)")
f_ON_bound = claim_share(
    lemma, "f-ON", f_ON, n ** (a0 - 1), n ** (1 + a0), row_O, "1 + a0 - 2 = a0 - 1"
)
f_ON_flat = lemma.claim(
    "f-ON-flat",
    at_most(f_ON, n ** Rational(-9, 10)),
    Chain(f_ON)
    .at_most(n ** (a0 - 1), "f-ON", by=f_ON_bound)
    .at_most(n ** Rational(-9, 10), "a0 <= 1/10"),
)
f_OO_bound = claim_share(lemma, "f-OO", f_OO, 1 / n, n, row_O, "cancel n")
