"""Half of the attention takes Taylor softmax an order of `log(n - 1)/log(1 + a1)` at least.

Let `U` and `u` be the sums up to the power k for the needle and for another key, so that
`U <= (1 + a1)^k*u` by the lemma taylor-order. The needle gets half of the attention where
`U >= (n - 1)*u`. So `(1 + a1)^k >= n - 1`: the order has to grow with log n.
"""

from sympy import log

from lemmas.mechanisms.preference import mechanism_lemma
from lemmas.mechanisms.taylor_order import U, asked, k, order_lower, so_far, u, u_positive, worth
from lemmas.notation import a1, also, n, on_d1
from proofkit.claims import Hypothesis, at_least
from proofkit.parameters import Parameter
from proofkit.proof import Chain

lemma = mechanism_lemma(
    "taylor-order-needed",
    "The order that half of the attention takes",
    also(
        on_d1,
        Parameter("k", "9", "an order", integer=True, least=0),
        Parameter("U", "7000", "the needle's sum of powers up to k"),
        Parameter("u", "7", "another key's sum of powers up to k"),
        order_lower,
        u_positive,
        so_far,
        Hypothesis("preferred", at_least(U, (n - 1) * u)),
    ),
    (asked,),
    __doc__,
)
enough = lemma.claim(
    "worth",
    at_least(worth, n - 1),
    Chain(worth)
    .at_least(U / u, "U <= (1 + a1)^k*u")
    .at_least(n - 1, "U >= (n - 1)*u, as half of the weight takes"),
)
lemma.claim(
    "order",
    at_least(k, log(n - 1) / log(1 + a1)),
    Chain(k)
    .equals(log(worth) / log(1 + a1), "the logarithm of a power")
    .at_least(log(n - 1) / log(1 + a1), "(1 + a1)^k >= n - 1", by=enough),
)
