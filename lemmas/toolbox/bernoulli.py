"""Powers of `1 + x` and lines; powers of two; `(1 - 1/k)^k` beside `1/e`."""

from sympy import E, exp, log

from lemmas.notation import directly
from lemmas.toolbox.letters import K, S, X, k, k_from, not_negative, positive, s, textbook_lemma, x
from lemmas.toolbox.tangents import log_one_plus
from proofkit.claims import Hypothesis, at_least, at_most, greater
from proofkit.proof import Chain

lemma = textbook_lemma("bernoulli", "Bernoulli's inequality", (X, S, K), __doc__)
from_minus_one = Hypothesis("x-from-minus-one", at_least(x, -1))
above_minus_one = Hypothesis("x-above-minus-one", greater(x, -1))
steep = Hypothesis("s-from-one", at_least(s, 1))
flat = (Hypothesis("s-lower", at_least(s, 0)), Hypothesis("s-upper", at_most(s, 1)))

lemma.claim("integer", at_least((1 + x) ** k, 1 + k * x), extra=[from_minus_one, k_from(1)])
lemma.claim("real", at_least((1 + x) ** s, 1 + s * x), extra=[above_minus_one, steep])
root = lemma.claim("root", at_most((1 + x) ** s, 1 + s * x), extra=[above_minus_one, *flat])
line = lemma.claim(
    "root-line",
    *directly(at_most(x**s, 1 + s * (x - 1)), "the same at 1", by=root(x=x - 1)),
    extra=[positive["x"], *flat],
)
lemma.claim("exponential", at_most((1 + x) ** k, exp(k * x)), extra=[not_negative["x"], k_from(0)])
lemma.claim("two-to-the-k", at_least(2**k, k + 1), extra=[k_from(0)])
lemma.claim("two-to-the-k-square", at_least(2**k, k**2), extra=[k_from(4)])
lemma.claim("three-to-the-k", at_least(3**k, 2 * k + 1), extra=[k_from(0)])
lemma.claim(
    "one-over-e",
    at_most((1 - 1 / k) ** k, exp(-1)),
    Chain((1 - 1 / k) ** k)
    .equals(exp(k * log(1 - 1 / k)), "a power is an exponential")
    .at_most(exp(k * (-1 / k)), "the tangent of the logarithm", by=log_one_plus(x=-1 / k))
    .equals(exp(-1), "k cancels"),
    extra=[k_from(2)],
)
lemma.claim("one-over-e-lower", at_least((1 - 1 / k) ** (k - 1), exp(-1)), extra=[k_from(2)])
lemma.claim("towards-e", at_most((1 + 1 / k) ** k, E), extra=[k_from(1)])
lemma.claim("beyond-e", at_least((1 + 1 / k) ** (k + 1), E), extra=[k_from(1)])
