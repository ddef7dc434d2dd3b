"""How large n and d have to be, with constants, for a preference rho0 to go unheard.

Write `sure^2 = log(2*m/delta)`. Then `d >= 2 + 800*b^2*sure^2` columns and
`n >= 20*rho0*(a0 + 2)*sure` tokens give an energy of at most `1/(200*sure^2)`: each neuron fires
with probability at most `exp(-sure^2) = delta/(2*m)`. Read the other way, a mechanism is deaf as
long as its preference stays below `n/(20*(a0 + 2)*sure)`. It hears from `n - 1` on: for a given
`sure`, up to a constant, that is the whole story.
"""

from dataclasses import replace

from sympy import Rational, exp, log, symbols

from lemmas.mechanisms import rho_signs as signs
from lemmas.mechanisms.preference import deaf, hears, rho0
from lemmas.mechanisms.rho_context import lemma as contexts
from lemmas.notation import NETWORK, Given, a0, also, b, d, delta, directly, given, m, n
from lemmas.scaling import scaling_lemma
from lemmas.separation.silence import claim_quiet, network_ranges, seldom_heard
from proofkit.claims import Hypothesis, at_least, at_most
from proofkit.events import P, none
from proofkit.lemma import Lemma
from proofkit.parameters import Parameter
from proofkit.proof import Chain

sure = symbols("sure", real=True)
SURE = Parameter("sure", "7/4", "its square stands for log(2*m/delta)")
sure_lower = Hypothesis("sure-lower", at_least(sure, 1))
enough_columns = (
    *network_ranges,
    sure_lower,
    Hypothesis("d-large", at_least(d, 2 + 800 * b**2 * sure**2)),
)


def weakly(known: Lemma, sure: Parameter) -> Given:
    """What is given, with a weak class, for which 102 columns are enough."""
    weak = {"b": "1/10", "c": "9/10"}
    parameters = (replace(p, default=weak.get(p.name, p.default)) for p in known.parameters)
    return given(*parameters, *NETWORK, sure, *known.hypotheses, *enough_columns)


def claim_sure(lemma: Lemma, contexts: int) -> None:
    """`budget`: for so many distinct contexts, `contexts*m*exp(-sure^2) <= delta/2`."""
    many, hearing = 2 * contexts * m / delta, contexts * m * exp(-(sure**2))
    lemma.claim(
        "budget",
        at_most(hearing, delta / 2),
        Chain(hearing)
        .at_most(contexts * m * exp(-log(many)), f"sure^2 >= log({2 * contexts}*m/delta)")
        .equals(delta / 2, "undo the logarithm"),
        extra=(Hypothesis("sure-enough", at_least(sure**2, log(many))),),
    )


lemma = scaling_lemma(
    "deaf-scaling",
    "How large n and d must be",
    also(
        weakly(signs.lemma, replace(SURE, default="10/3")),
        Hypothesis("n-large", at_least(n, 20 * rho0 * (a0 + 2) * sure)),
    ),
    (deaf,),
    __doc__,
)
bound = contexts.claims
x, y = rho0 / n, 1 / (d - 2)
x_most, y_most = 1 / (20 * (a0 + 2) * sure), 1 / (800 * b**2 * sure**2)
share = lemma.claim("share", *directly(at_most(x, x_most), "n >= 20*rho0*(a0 + 2)*sure"))
column = lemma.claim("column", *directly(at_most(y, y_most), "d - 2 >= 800*b^2*sure^2"))
small = lemma.claim(
    "energy",
    at_most(signs.energy, 1 / (200 * sure**2)),
    Chain(signs.energy)
    .at_most(a0**2 * x**2 + b**2 * (y + x) ** 2 + b**2 * y, "rho0 - 1 <= rho0 and d - 3 <= d - 2")
    .at_most(a0**2 * x_most**2 + b**2 * (y + x_most) ** 2 + b**2 * y, "share", by=share)
    .at_most(a0**2 * x_most**2 + b**2 * (y_most + x_most) ** 2 + b**2 * y_most, "column", by=column)
    .equals(
        a0**2 / (400 * (a0 + 2) ** 2 * sure**2)
        + (1 / (800 * b * sure**2) + b / (20 * (a0 + 2) * sure)) ** 2
        + 1 / (800 * sure**2),
        "multiply out",
    )
    .at_most(
        1 / (400 * sure**2)
        + (1 / (80 * sure) + Rational(9, 10) / (40 * sure)) ** 2
        + 1 / (800 * sure**2),
        "a0 <= a0 + 2, 1/10 <= b <= 9/10 and sure >= 1",
    )
    .at_most(1 / (200 * sure**2), "1/400 + (7/200)^2 + 1/800 < 1/200"),
)
quiet = lemma.claim(
    "energy-heard",
    at_most(signs.heard, 1 / (200 * sure**2)),
    Chain(signs.heard)
    .at_most(signs.energy, "the bounds on the context", by=signs.lemma.claims["energy"])
    .at_most(1 / (200 * sure**2), "d and n are large enough", by=small),
)
heard = P(hears(deaf))
unlikely = lemma.claim(
    "probability", *seldom_heard(Chain(heard), exp(-(sure**2)), quiet, bound["bias"])
)
silent, hearing = P(none(m, hears(deaf))), m * exp(-(sure**2))
claim_quiet(lemma, "silent", silent, hearing, unlikely)
claim_sure(lemma, 1)
