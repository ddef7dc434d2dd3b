"""One neuron in four, exactly: where the needle and the bias decide, and nothing else does.

All identity columns together hold b. If the needle's column is worth more than `b + 1/10`, the two
signs of needle and bias at +1 are enough; if it is worth no more than `2*c + 1/10 - b`, neither can
do without the other. So a neuron fires with a probability of exactly 1/4, and the bound of the
lemma fewer-neurons cannot be improved.
"""

from sympy import Rational

from lemmas.mechanisms.preference import hearing, hears, on_hearing, rho1
from lemmas.notation import NEURONS, a1, also, b, c, constant, d, directly, identity_columns, m, n
from lemmas.scaling import scaling_lemma
from lemmas.separation.silence import COLUMNS, claim_fires, m_range, tau
from proofkit.claims import Hypothesis, at_least, at_most, equal, greater
from proofkit.events import P, some
from proofkit.proof import Chain

tenth, quarter = Rational(1, 10), Rational(1, 4)
heard = a1 * rho1 / (rho1 + n - 1)
"""The needle's column of the context."""

lemma = scaling_lemma(
    "exact-quarter",
    "One neuron in four, exactly",
    also(
        on_hearing,
        NEURONS,
        Hypothesis("a1-positive", greater(a1, 0)),
        Hypothesis("rho1-lower", at_least(rho1, 1)),
        Hypothesis("loud", greater(heard, b + tenth)),
        Hypothesis("not-too-loud", at_most(heard, 2 * c + tenth - b)),
        m_range,
    ),
    (hearing,),
    __doc__,
    source="after section 6",
)
f_N, f_O = hearing.f("needle"), hearing.f("other")
needle, own, other, bias = (hearing.context(column) for column in COLUMNS)
value = lemma.claim(
    "needle",
    equal(needle, heard),
    Chain(needle)
    .equals(a1 * f_N, "only the needle has an entry in this column")
    .equals(heard, "the needle counts rho1 times, the others once"),
)
row = f_N + (n - 1) * f_O
identity = lemma.claim("identity", *identity_columns(own + (d - 3) * other, row))
contexts = (value, identity, lemma.claim("bias", *constant(bias, row)))
without = {
    "without the needle": own + (d - 3) * other + bias - needle,
    "without the bias": own + (d - 3) * other + needle - bias,
}
values = {"without the needle": b + c - heard, "without the bias": b + heard - c}
needed = lemma.claim(
    "needed",
    [
        (
            label,
            at_most(rest, tau),
            Chain(rest)
            .equals(values[label], "the contexts", by=contexts)
            .at_most(tau, "heard lies between b + 1/10 and 2*c + 1/10 - b"),
        )
        for label, rest in without.items()
    ],
)
event = hears(hearing)
left = needle + bias - own - (d - 3) * other
least = lemma.claim(
    "probability-least",
    *directly(
        at_least(P(event), quarter),
        "fix two signs at +1; the identity columns take back b at most",
        given=Chain(left)
        .equals(heard + c - b, "the contexts", by=contexts)
        .more_than(tau, "heard > b + 1/10"),
    ),
)
most = lemma.claim(
    "probability-most",
    *directly(at_most(P(event), quarter), "it takes both signs at +1", by=needed),
)
lemma.claim(
    "probability", *directly(equal(P(event), quarter), "neither more nor less", by=(least, most))
)
fires = P(some(m, event))
claim_fires(lemma, "fires", fires, Rational(3, 4), "each of which hears it", least)
