"""What is proved about the network: lower bounds that exact values must respect.

A bound is the right side of a claim, under the hypotheses of the claim. Two things happen
together with at least the sum of their probabilities minus one, which gives the rest. All are
for all-ones weights. A bound says nothing where its hypotheses are unmet, and some quantities
have none; both are `None` here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from proofkit.attention import Weights
from proofkit.foundations.errors import Contradiction
from proofkit.kernel import points
from proofkit.kernel.interval import Interval, exact
from proofkit.kernel.scope import precision
from proofkit.kernel.sympy_terms import context_of, fact_of
from proofkit.language.claims import Claim, Hypothesis
from proofkit.language.parameters import Values
from proofkit.probability.model import QUANTITIES, TOGETHER, Setting
from proofkit.probability.network import Network, rounded
from proofkit.probability.separation import Separation

COMPARED_BITS = (64, 256, 1024)


@dataclass(frozen=True)
class Bound:
    """A lower bound of the probability that what every claim speaks of happens."""

    claims: tuple[Claim, ...]

    @property
    def source(self) -> str:
        return " with ".join(claim.name for claim in self.claims)

    @property
    def hypotheses(self) -> tuple[Hypothesis, ...]:
        return tuple(dict.fromkeys(h for claim in self.claims for h in claim.hypotheses))


def bounds_of(separation: Separation, mechanism: str) -> dict[str, Bound]:
    """Every bound that the claims of a collection give, by quantity."""
    stated = separation.bounds.get(mechanism, {})
    found = {quantity: Bound((claim,)) for quantity, claim in stated.items()}
    for quantity, both in TOGETHER.items():
        if all(one in stated for one in both):
            found.setdefault(quantity, Bound(tuple(stated[one] for one in both)))
    return found


def unmet(bound: Bound, setting: Setting) -> list[Hypothesis]:
    """The hypotheses that are not known to hold at this setting."""
    found = []
    for claim in bound.claims:
        context, values = context_of(claim), _own(claim, setting)
        for hypothesis in claim.hypotheses:
            if points.decide(context, fact_of(hypothesis.statement), values).value != "holds":
                found.append(hypothesis)
    return list(dict.fromkeys(found))


def unmet_hypotheses(setting: Setting) -> list[Hypothesis]:
    """All that keeps some bound from applying."""
    every = (bounds_of(setting.separation, name) for name, _ in setting.attentions())
    found = (h for bounds in every for bound in bounds.values() for h in unmet(bound, setting))
    return list(dict.fromkeys(found))


def applicable(mechanism: str, setting: Setting) -> dict[str, Bound]:
    """The bounds that the theorems give here, by quantity."""
    if setting.weights is not Weights.ONES:
        return {}
    bounds = bounds_of(setting.separation, mechanism)
    return {quantity: bound for quantity, bound in bounds.items() if not unmet(bound, setting)}


def enclose(bound: Bound, setting: Setting, bits: int) -> Interval:
    with precision(bits):
        total = exact(Fraction(1 - len(bound.claims)))
        for claim in bound.claims:
            _, _, right = fact_of(claim.parts[0].statement)
            total += points.enclose(context_of(claim), right, _own(claim, setting), bits)
        return total


def _own(claim: Claim, setting: Setting) -> Values:
    return {p.name: setting.values[p.name] for p in claim.parameters}


def decimal(bound: Bound, setting: Setting, digits: int) -> str | None:
    return rounded(lambda bits: enclose(bound, setting, bits), digits) or None


def proved(mechanism: str, setting: Setting, digits: int) -> Mapping[str, str | None]:
    """Every quantity's proved bound as text, `None` where no theorem gives one."""
    given = applicable(mechanism, setting)
    return {
        quantity: decimal(given[quantity], setting, digits) if quantity in given else None
        for quantity in QUANTITIES
    }


def compare(mechanism: str, setting: Setting, network: Network) -> None:
    """Raise the alarm if a proved bound exceeds the exact probability."""
    for quantity, bound in applicable(mechanism, setting).items():
        for bits in COMPARED_BITS:
            shown, exactly = enclose(bound, setting, bits), network.enclose(quantity, bits)
            if shown.low > exactly.high:
                raise Contradiction(
                    f"{mechanism}, {quantity}: the proved bound {shown.low.str(10, radius=False)} "
                    f"of {bound.source} exceeds the exact probability "
                    f"{exactly.high.str(10, radius=False)}"
                )
            if shown.high <= exactly.low:
                break
