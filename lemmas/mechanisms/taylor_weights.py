"""Taylor softmax: a polynomial in place of the exponential prefers the needle a bounded number
of times: at most `(1 + a1)^k` for order k, proved here for orders 2 and 3.

Each power of the needle's score is at most `(1 + a1)^k` times that of any other, and so is their
sum. So the order, like the degree of a single power, has to grow like log n. Any order is the
subject of the lemma taylor-order.
"""

from sympy import Integer

from lemmas.mechanisms.preference import mechanism_lemma
from lemmas.notation import D1, a1, directly, n, on_d1
from proofkit.attention import Attention, ones
from proofkit.attention.mechanisms.taylor import unit
from proofkit.claims import at_least, at_most
from proofkit.proof import Chain

ORDERS = (2, 3)
attentions = {k: Attention(D1, unit(Integer(k)), ones, mark=str(k)) for k in ORDERS}

lemma = mechanism_lemma(
    "taylor-weights", "Weights of Taylor softmax", on_d1, tuple(attentions.values()), __doc__
)
most, least, weights = [], [], []
for k, attention in attentions.items():
    u_NN, u_NO = attention.u("needle", "needle"), attention.u("needle", "other")
    f_NN, bound, label = attention.f("needle", "needle"), (1 + a1) ** k, f"order {k}"
    most.append(
        (label, *directly(at_most(u_NN, bound * u_NO), "power by power: (1 + a1)^j <= (1 + a1)^k"))
    )
    least.append((label, *directly(at_least(u_NN, u_NO), "the needle scores more")))
    weights.append(
        (
            label,
            at_most(f_NN, bound / n),
            Chain(f_NN)
            .equals(u_NN / (u_NN + (n - 1) * u_NO), "the definition of f")
            .at_most(bound / n, f"u_NO <= u_NN <= (1 + a1)^{k}*u_NO"),
        )
    )
lemma.claim("preference-most", most)
lemma.claim("preference-least", least)
lemma.claim("f-NN-most", weights)
