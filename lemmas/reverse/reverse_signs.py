"""One neuron under linear attention: it hears D1' with probability at least 1/8, D0' with
probability at most exp(-1/(200*V)), where V bounds the energy of the context.
"""

from sympy import Rational

from lemmas.mechanisms.preference import hears
from lemmas.notation import a1, b, bounded, c, d, directly
from lemmas.reverse import reverse_context as context
from lemmas.reverse.data import linear_0, linear_1, on_offset, reverse_lemma
from lemmas.separation.silence import energy_of, less_energy, seldom_heard, tau, unheard
from proofkit.claims import at_least
from proofkit.events import P
from proofkit.proof import Chain

lemma = reverse_lemma(
    "reverse-signs",
    "One linear neuron with and without an offset",
    on_offset,
    (linear_1, linear_0),
    __doc__,
)
claims = context.lemma.claims
heard, hushed = P(hears(linear_1)), P(hears(linear_0))

needle, own, class_, bias = (linear_1.context(column) for column in context.COLUMNS)
lemma.claim(
    "probability-d1",
    *directly(
        at_least(heard, Rational(1, 8)),
        "fix three signs at +1; the class columns are empty",
        given=Chain(needle + own + bias - (d - 3) * class_)
        .equals(a1 + b + c, "the context is the needle's own row", by=claims["linear-d1"])
        .more_than(tau, "a1 >= 1/10 and b > 0"),
    ),
)

bounds = (context.needle, context.own, context.class_)
most = energy_of(*bounds)
columns = [linear_0.context(column) for column in context.COLUMNS]
*small, constant = (claims[f"linear-d0-{column}"] for column in context.COLUMNS)
energy = less_energy(columns[:3], bounds, small)
quiet = lemma.claim("energy-d0", *bounded(energy))
lemma.claim("probability-d0", *seldom_heard(Chain(hushed), unheard(most), quiet, constant))
