"""How far the Taylor polynomials of the exponential are off on a bounded range of scores.

On scores between -B and B the polynomial of order k misses exp by at most
`B^(k + 1)*e^B/(k + 1)!`; here this is proved for the orders 1 to 3. That is why bounded scores
allow attention in almost linear time, and by the lemma bounded-logits it is the same bound that
makes them deaf. The claims are for x from 0 to B, and for -x, where terms alternate and the first
one left out bounds the rest.

Compare Alman and Song, "Fast Attention Requires Bounded Entries".
"""

from sympy import Add, Expr, exp, factorial, symbols

from lemmas.neighbours import neighbour_lemma
from lemmas.notation import directly, given
from proofkit.claims import Hypothesis, at_least, at_most
from proofkit.parameters import Parameter
from proofkit.proof import Chain

x, B = symbols("x B", real=True)
ORDERS = (1, 2, 3)

lemma = neighbour_lemma(
    "taylor-remainder",
    "What Taylor polynomials of the exponential miss",
    given(
        Parameter("x", "1", "the size of a score"),
        Parameter("B", "2", "its bound"),
        Hypothesis("x-lower", at_least(x, 0)),
        Hypothesis("x-upper", at_most(x, B)),
    ),
    (),
    __doc__,
    source="arXiv 2302.13214",
)


def missed(z: Expr, order: int) -> Expr:
    """What the Taylor polynomial of an order misses of exp."""
    return exp(z) - Add(*(z**k / factorial(k) for k in range(order + 1)))


for order in ORDERS:
    beyond, sign = factorial(order + 1), (-1) ** (order + 1)
    power = x ** (order + 1) / beyond
    above, below = missed(x, order), sign * missed(-x, order)
    lemma.claim(f"least-{order}", *directly(at_least(above, 0), "no term left out is negative"))
    most = lemma.claim(
        f"most-{order}",
        *directly(at_most(above, power * exp(x)), "no derivative of exp up to x is above e^x"),
    )
    lemma.claim(
        f"remainder-{order}",
        at_most(above, B ** (order + 1) * exp(B) / beyond),
        Chain(above)
        .at_most(power * exp(x), "the next power", by=most)
        .at_most(B ** (order + 1) * exp(B) / beyond, "x <= B"),
    )
    lemma.claim(
        f"negative-least-{order}",
        *directly(at_least(below, 0), "the first term left out has this sign"),
    )
    lemma.claim(
        f"negative-most-{order}",
        at_most(below, B ** (order + 1) / beyond),
        Chain(below)
        .at_most(power, "no derivative of exp(-x) is above 1 in size")
        .at_most(B ** (order + 1) / beyond, "x <= B"),
    )
