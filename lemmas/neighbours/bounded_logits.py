"""Bounded logits are deaf: any scores in a band leave a context without the needle.

Let the smallest unit be 1, which normalising allows, and the largest at most E. Then every weight
is at most `E/n`, and the context of any query has at most the energy of an average, times E^2. So
with `n >= 20*E*(a0 + 1)*sure` tokens and `d >= 2 + 400*E^2*b^2*sure^2` columns a neuron hears it
with probability at most `exp(-sure^2)`. Attention that is computed fast because its logits are
bounded pays for it here.

The units are one for each kind of key. Compare Alman and Song, "Fast Attention Requires Bounded
Entries".
"""

from sympy import exp, symbols

from lemmas.mechanisms.preference import UNITS, hears, whatever
from lemmas.neighbours import neighbour_lemma
from lemmas.notation import D0, a0, a0_lower, also, any_d0, b, bounded, c, d, directly, n, t
from lemmas.scaling.deaf_scaling import SURE, sure, sure_lower
from lemmas.separation.silence import COLUMNS, hears_row, less_energy
from proofkit.claims import Hypothesis, at_least, at_most, equal
from proofkit.events import P
from proofkit.parameters import Parameter
from proofkit.proof import Chain

E = symbols("E", real=True)
v_N, v_S, v_O = UNITS
any_ = whatever(D0, "B")
energy = E**2 * (a0**2 / n**2 + b**2 / (d - 2))

lemma = neighbour_lemma(
    "bounded-logits",
    "Bounded logits are deaf",
    also(
        any_d0,
        Parameter("E", "7/5", "how many times the smallest unit the largest is at most"),
        Parameter("v_N", "7/5", "the unit of the needle"),
        Parameter("v_S", "6/5", "the unit of a token of the same class"),
        Parameter("v_O", "1", "the unit of any other token"),
        SURE,
        a0_lower,
        Hypothesis("E-lower", at_least(E, 1)),
        *(Hypothesis(f"{v}-lower", at_least(v, 1)) for v in UNITS),
        *(Hypothesis(f"{v}-upper", at_least(E, v)) for v in UNITS),
        sure_lower,
        Hypothesis("d-large", at_least(d, 2 + 400 * E**2 * b**2 * sure**2)),
        Hypothesis("n-large", at_least(n, 20 * E * (a0 + 1) * sure)),
    ),
    (any_,),
    __doc__,
    source="arXiv 2302.13214",
)

# From the units to the energy of the context

total = v_N + (t - 1) * v_S + (n - t) * v_O
f = {role: any_.f(role) for role in ("needle", "sibling", "other")}
share = lemma.claim(
    "weights",
    [
        (
            role,
            at_most(f[role], E / n),
            Chain(f[role])
            .equals(v / total, "the definition of f")
            .at_most(v / n, "no unit is below 1")
            .at_most(E / n, "nor above E"),
        )
        for role, v in zip(f, UNITS, strict=True)
    ],
)
contexts = {column: any_.context(column) for column in COLUMNS}
column_most = E * b / (d - 2)
bounds = {
    "needle": Chain(contexts["needle"])
    .equals(a0 * f["needle"], "only the needle has an entry in this column")
    .at_most(E * a0 / n, "a weight", by=share),
    "own": Chain(contexts["own"])
    .equals(b * f["needle"] + b * (t - 1) * f["sibling"], "the needle and its t - 1 siblings")
    .at_most(b * (E / n) + b * (t - 1) * f["sibling"], "a weight", by=share)
    .at_most(b * (E / n) + b * (t - 1) * (E / n), "a weight", by=share)
    .equals(column_most, "n = (d - 2)*t"),
    "class": Chain(contexts["class"])
    .equals(b * t * f["other"], "t tokens have an entry in this column")
    .at_most(b * t * (E / n), "a weight", by=share)
    .equals(column_most, "n = (d - 2)*t"),
}
most = {
    column: lemma.claim(f"context-{column}", *bounded(chain)) for column, chain in bounds.items()
}
bias = lemma.claim(
    "context-bias", *directly(equal(contexts["bias"], c), "the weights of a row sum to 1")
)
columns = [contexts[column] for column in most]
less = less_energy(columns, (E * a0 / n, column_most, column_most), tuple(most.values()))
heard = less.written
spread = lemma.claim(
    "energy-most",
    at_most(heard, energy),
    less.equals(energy, "d - 2 columns, none above E*b/(d - 2)"),
)

# How large n and d must be for it to go unheard

needle = lemma.claim(
    "needle",
    at_most(E * a0 / n, 1 / (20 * sure)),
    Chain(E * a0 / n)
    .at_most(a0 / (20 * (a0 + 1) * sure), "n >= 20*E*(a0 + 1)*sure")
    .at_most(1 / (20 * sure), "a0 <= a0 + 1"),
)
identity = lemma.claim(
    "identity",
    *directly(at_most(E**2 * b**2 / (d - 2), 1 / (400 * sure**2)), "d - 2 >= 400*E^2*b^2*sure^2"),
)
limit = 1 / (200 * sure**2)
small = lemma.claim(
    "energy",
    at_most(energy, limit),
    Chain(energy)
    .equals((E * a0 / n) ** 2 + E**2 * b**2 / (d - 2), "multiply out")
    .at_most((1 / (20 * sure)) ** 2 + E**2 * b**2 / (d - 2), "the needle's column", by=needle)
    .at_most((1 / (20 * sure)) ** 2 + 1 / (400 * sure**2), "the identity columns", by=identity)
    .equals(limit, "add up"),
)
quiet = lemma.claim(
    "energy-heard",
    at_most(heard, limit),
    Chain(heard)
    .at_most(energy, "the bounds on the context", by=spread)
    .at_most(limit, "d and n are large enough", by=small),
)
event = P(hears(any_))
constant = P(hears_row(*columns, c))
lemma.claim(
    "probability",
    at_most(event, exp(-(sure**2))),
    Chain(event)
    .equals(constant, "the bias column", by=bias)
    .at_most(
        exp(-(sure**2)), "the bias gives at most c; Hoeffding for the other columns", by=quiet
    ),
)
