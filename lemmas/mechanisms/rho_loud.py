"""Less than half of the attention may be enough: a smaller preference at which a neuron hears.

The class columns take back at most `b*(1 - f_N)`, the needle's row gives `(a1 + b)*f_N`. What is
left passes 1/10 as soon as `rho1` is above `(b + 1/10)/(a1 + b - 1/10)` times `n - 1`: for a strong
needle a small part of n, where half of the attention would take all of it.
"""

from sympy import Rational

from lemmas.mechanisms.preference import hearing, hears, mechanism_lemma, on_hearing, rho1
from lemmas.notation import a1, also, b, c, d, directly, n, t
from lemmas.separation.silence import COLUMNS, tau
from proofkit.claims import Hypothesis, at_least, greater
from proofkit.events import P
from proofkit.proof import Chain

tenth = Rational(1, 10)
loud = (b + tenth) / (a1 + b - tenth) * (n - 1)

lemma = mechanism_lemma(
    "rho-loud",
    "The preference that is just heard",
    also(
        on_hearing,
        Hypothesis("a1-fifth", at_least(a1, Rational(1, 5))),
        Hypothesis("rho1-lower", at_least(rho1, 1)),
        Hypothesis("loud", greater(rho1, loud)),
    ),
    (hearing,),
    __doc__,
)
f_N, f_O = hearing.f("needle"), hearing.f("other")
needle, own, other, bias = (hearing.context(column) for column in COLUMNS)
left = needle + own + bias - (d - 3) * other
all_of_a_row = "the weights of a row sum to 1"

lemma.claim(
    "probability",
    *directly(
        at_least(P(hears(hearing)), Rational(1, 8)),
        "fix three signs at +1; the class columns take back at most all they have",
        given=Chain(left)
        .equals(
            a1 * f_N + b * (f_N + (t - 1) * f_O) + c * (f_N + (n - 1) * f_O) - b * (n - t) * f_O,
            "the four contexts",
        )
        .equals(c + a1 * f_N + b * (f_N - (n - 2 * t + 1) * f_O), all_of_a_row)
        .at_least(c + a1 * f_N + b * (f_N - (n - 1) * f_O), "t >= 1")
        .equals(
            c + (a1 * rho1 + b * rho1 - b * (n - 1)) / (rho1 + n - 1),
            "the needle counts rho1 times, the others once",
        )
        .equals(
            tau + ((a1 + b - tenth) * rho1 - (b + tenth) * (n - 1)) / (rho1 + n - 1),
            "take 1/10 out of the fraction",
        )
        .more_than(tau, "rho1 is large enough"),
    ),
)
