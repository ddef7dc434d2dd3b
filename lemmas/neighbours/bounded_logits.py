"""Bounded logits are deaf: any scores in a band leave a context without the needle.

If the largest unit is at most E times the smallest, every weight is at most `E/n`, and the context
of any query has at most the energy of an average, times E^2. So with `n >= 20*E*(a0 + 1)*sure`
tokens and `d >= 2 + 400*E^2*b^2*sure^2` columns a neuron hears it with probability at most
`exp(-sure^2)`. Attention that is computed fast because its logits are bounded pays for it here.

Compare Alman and Song, "Fast Attention Requires Bounded Entries".
"""

from sympy import Rational, exp, symbols

from lemmas.notation import (
    BIAS,
    CLASS,
    COLUMNS_AND_TOKENS,
    NEEDLE_D0,
    a0,
    a0_lower,
    b,
    d,
    layout_hypotheses,
    n,
    strength_hypotheses,
)
from lemmas.scaling.deaf_scaling import SURE, sure, sure_lower
from proofkit.claims import Hypothesis, at_least, at_most
from proofkit.events import P, exceeds
from proofkit.lemma import Lemma
from proofkit.parameters import Parameter
from proofkit.proof import Chain

E = symbols("E", real=True)
energy = E**2 * (a0**2 / n**2 + b**2 / (d - 2))
tenth = Rational(1, 10)

lemma = Lemma(
    "bounded-logits",
    title="Bounded logits are deaf",
    source="arXiv 2302.13214",
    provenance="O",
    section="Beyond the paper: neighbouring results",
    parameters=(
        *COLUMNS_AND_TOKENS,
        NEEDLE_D0,
        CLASS,
        BIAS,
        Parameter("E", "7/5", "how many times the smallest unit the largest is"),
        SURE,
    ),
    hypotheses=(
        *layout_hypotheses,
        *strength_hypotheses,
        a0_lower,
        Hypothesis("E-lower", at_least(E, 1)),
        sure_lower,
        Hypothesis("d-large", at_least(d, 2 + 400 * E**2 * b**2 * sure**2)),
        Hypothesis("n-large", at_least(n, 20 * E * (a0 + 1) * sure)),
    ),
    about=__doc__,
)
needle = lemma.claim(
    "needle",
    at_most(E * a0 / n, 1 / (20 * sure)),
    Chain(E * a0 / n)
    .at_most(a0 / (20 * (a0 + 1) * sure), "n >= 20*E*(a0 + 1)*sure")
    .at_most(1 / (20 * sure), "a0 <= a0 + 1"),
)
identity = lemma.claim(
    "identity",
    at_most(E**2 * b**2 / (d - 2), 1 / (400 * sure**2)),
    Chain(E**2 * b**2 / (d - 2)).at_most(1 / (400 * sure**2), "d - 2 >= 400*E^2*b^2*sure^2"),
)
small = lemma.claim(
    "energy",
    at_most(energy, 1 / (200 * sure**2)),
    Chain(energy)
    .equals((E * a0 / n) ** 2 + E**2 * b**2 / (d - 2), "multiply out")
    .at_most((1 / (20 * sure)) ** 2 + E**2 * b**2 / (d - 2), "the needle's column", by=needle)
    .at_most((1 / (20 * sure)) ** 2 + 1 / (400 * sure**2), "the identity columns", by=identity)
    .equals(1 / (200 * sure**2), "add up"),
)
heard = P(exceeds(tenth, energy))
lemma.claim(
    "probability",
    at_most(heard, exp(-(sure**2))),
    Chain(heard).at_most(exp(-(sure**2)), "Hoeffding", by=small),
)
