"""From an energy of at most `1/(200*sure^2)` to a neuron that seldom hears either kind of query."""

from __future__ import annotations

from types import ModuleType

from sympy import Expr, exp

from lemmas.scaling.deaf_scaling import sure
from lemmas.separation.silence import COLUMNS, QUERIES, energy_of, hears, seldom_heard
from proofkit.claims import Claim, at_most
from proofkit.events import P
from proofkit.lemma import Lemma
from proofkit.proof import Chain

limit = 1 / (200 * sure**2)
seldom: Expr = exp(-(sure**2))


def claim_seldom(
    lemma: Lemma, signs: ModuleType, contexts: Lemma, small: Claim, enough: str
) -> Claim:
    """The claims `energy-heard` and `probability`; `signs` bounds the contexts by an energy that
    is `small`, since there is `enough` of something."""
    rows = {
        label: [signs.attention.context(query, column) for column in COLUMNS]
        for query, label in QUERIES
    }
    energies = {label: energy_of(*row[:3]) for label, row in rows.items()}
    events = {label: hears(signs.attention, query) for query, label in QUERIES}
    quiet = lemma.claim(
        "energy-heard",
        [
            (
                label,
                at_most(energy, limit),
                Chain(energy)
                .at_most(signs.energy, "the bounds on the context", by=signs.lemma.claims["energy"])
                .at_most(limit, enough, by=small),
            )
            for label, energy in energies.items()
        ],
    )
    return lemma.claim(
        "probability",
        [
            (label, *seldom_heard(Chain(P(event)), seldom, quiet, contexts.claims["bias"]))
            for label, event in events.items()
        ],
    )
