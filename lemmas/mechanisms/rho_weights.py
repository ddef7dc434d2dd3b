"""One number decides: how much of its attention a query gives the needle.

Let the needle get rho times what any other key gets. There are n - 1 others, so that everything
turns on whether rho keeps up with n: the needle has at least half of the attention exactly when
`rho >= n - 1`, and never more than a share rho/n. How a mechanism comes by its rho (an
exponential, a power, a threshold) makes no difference any more.
"""

from sympy import Rational, symbols

from lemmas.mechanisms.preference import deaf, mechanism_lemma, on_deaf, rho0
from lemmas.notation import also, n
from proofkit.claims import Hypothesis, at_least, at_most, equal, greater
from proofkit.parameters import Parameter
from proofkit.proof import Chain

odds = symbols("odds", real=True)
f_N, f_O = deaf.f("needle"), deaf.f("other")
value_N, value_O = rho0 / (rho0 + n - 1), 1 / (rho0 + n - 1)

lemma = mechanism_lemma(
    "rho-weights",
    "The preference decides the weights",
    also(
        on_deaf,
        Parameter("odds", "1/500", "the needle's odds"),
        Hypothesis("odds-positive", greater(odds, 0)),
    ),
    (deaf,),
    __doc__,
)

exact_N = Chain(f_N).equals(value_N, "the needle counts rho0 times, the n - 1 others once")
exact_O = Chain(f_O).equals(value_O, "the needle counts rho0 times, the n - 1 others once")
f_needle = lemma.claim("f-N", equal(f_N, value_N), exact_N)
lemma.claim("f-O", equal(f_O, value_O), exact_O)
lemma.claim("f-N-most", at_most(f_N, rho0 / n), exact_N.at_most(rho0 / n, "rho0 >= 1"))
lemma.claim("f-O-most", at_most(f_O, 1 / n), exact_O.at_most(1 / n, "rho0 >= 1"))
lemma.claim(
    "f-N-least",
    at_least(f_N, 1 - (n - 1) / rho0),
    exact_N.equals(
        1 - (n - 1) / (rho0 + n - 1), "what the needle does not have, the others do"
    ).at_least(1 - (n - 1) / rho0, "rho0 + n - 1 >= rho0"),
)
lemma.claim(
    "half",
    equal(f_N - Rational(1, 2), (rho0 - (n - 1)) / (2 * (rho0 + n - 1))),
    Chain(f_N - Rational(1, 2))
    .equals(value_N - Rational(1, 2), "the weight of the needle", by=f_needle)
    .equals((rho0 - (n - 1)) / (2 * (rho0 + n - 1)), "so it has half exactly when rho0 >= n - 1"),
)
lemma.claim(
    "odds",
    equal(f_N - odds / (1 + odds), (rho0 - odds * (n - 1)) / ((1 + odds) * (rho0 + n - 1))),
    Chain(f_N - odds / (1 + odds))
    .equals(value_N - odds / (1 + odds), "the weight of the needle", by=f_needle)
    .equals(
        (rho0 - odds * (n - 1)) / ((1 + odds) * (rho0 + n - 1)),
        "so the needle has these odds or more exactly when rho0 >= odds*(n - 1)",
    ),
)
lemma.claim(
    "share",
    at_least(f_N, odds / (1 + odds)),
    exact_N.at_least(odds * (n - 1) / (odds * (n - 1) + n - 1), "a weight grows with rho0").equals(
        odds / (1 + odds), "cancel n - 1"
    ),
    extra=(Hypothesis("preferred", at_least(rho0, odds * (n - 1))),),
)
