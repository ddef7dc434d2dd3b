"""What is proved about the network: lower bounds that exact values must respect.

A bound is the right side of a claim, under the hypotheses of the claim. Two things happen
together with at least the sum of their probabilities minus one, which gives the rest. Of a
mechanism that no claim names, those claims speak that are about any preference for the needle.
All are for all-ones weights. A bound says nothing where its hypotheses are unmet, and some
quantities have none; both are `None` here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache, reduce

from sympy import Expr

from proofkit.attention import Weights
from proofkit.foundations.errors import Contradiction
from proofkit.kernel import points
from proofkit.kernel.interval import Interval
from proofkit.language.claims import Claim, Hypothesis, Statement
from proofkit.language.from_sympy import from_sympy
from proofkit.probability.model import QUANTITIES, TOGETHER, Setting
from proofkit.probability.network import Network, rounded
from proofkit.probability.preference import preferences
from proofkit.search.contexts import fact_of

COMPARED_BITS = (64, 256, 1024)


@dataclass(frozen=True)
class ProvedBound:
    """A proved lower bound of a probability, the claims it is from, and what they assume."""

    term: Expr
    source: str
    hypotheses: tuple[Hypothesis, ...]


def stated(claim: Claim, instead: Mapping[str, Expr]) -> ProvedBound:
    """What a claim says, with other terms in the place of some parameters."""
    (part,), swapped = claim.parts, tuple(instead.items())
    return ProvedBound(
        _with(part.statement, swapped).right,
        claim.name,
        tuple(Hypothesis(h.id, _with(h.statement, swapped)) for h in claim.hypotheses),
    )


@lru_cache(maxsize=2048)
def _with(statement: Statement, instead: tuple[tuple[str, Expr], ...]) -> Statement:
    left, right, terms = statement.left, statement.right, dict(instead)
    swap = {s: terms[s.name] for s in left.free_symbols | right.free_symbols if s.name in terms}
    return Statement(left.xreplace(swap), statement.relation, right.xreplace(swap))


def _both(first: ProvedBound, second: ProvedBound) -> ProvedBound:
    """Union bound: both happen with at least the sum of the probabilities minus one."""
    hypotheses = tuple(dict.fromkeys((*first.hypotheses, *second.hypotheses)))
    source = " and ".join(dict.fromkeys((first.source, second.source)))
    return ProvedBound(first.term + second.term - 1, source, hypotheses)


def of(mechanism: str, setting: Setting) -> Mapping[str, ProvedBound]:
    """The bounds that claims give for a mechanism, by quantity."""
    known = setting.separation.bounds.get(mechanism)
    if known is None:
        found = _by_preference(mechanism, setting)
    else:
        found = {quantity: stated(claim, {}) for quantity, claim in known.items()}
    for whole, parts in TOGETHER.items():
        if all(part in found for part in parts):
            found.setdefault(whole, _both(*(found[part] for part in parts)))
    return found


def _by_preference(mechanism: str, setting: Setting) -> dict[str, ProvedBound]:
    """A network is silent for every kind of query, each with its own preference; it fires
    where the needle's own query is heard, which comes first."""
    found = {}
    for quantity, claimed in setting.separation.preferred.items():
        data = setting.separation.data[int(quantity.endswith("d1"))]
        rho = preferences(setting, mechanism, data)
        kinds = rho[:1] if quantity.startswith("fires") else rho
        every = [stated(claimed.claim, {**claimed.instead, claimed.rho: one}) for one in kinds]
        if every:
            found[quantity] = reduce(_both, every)
    return found


def unmet(bound: ProvedBound, setting: Setting) -> list[Hypothesis]:
    """The hypotheses that are not known to hold at this setting."""
    point = points.Point(setting.separation.context, setting.values)
    return [h for h in bound.hypotheses if point.decide(fact_of(h.statement)).value != "holds"]


def unmet_hypotheses(setting: Setting) -> list[Hypothesis]:
    """All that keeps some bound of a named mechanism from applying."""
    every = (of(mechanism, setting).values() for mechanism in setting.separation.bounds)
    return list(dict.fromkeys(h for bounds in every for b in bounds for h in unmet(b, setting)))


def applicable(mechanism: str, setting: Setting) -> dict[str, ProvedBound]:
    """The bounds that the theorems give here, by quantity."""
    if setting.weights is not Weights.ONES:
        return {}
    return {
        quantity: bound
        for quantity, bound in of(mechanism, setting).items()
        if not unmet(bound, setting)
    }


def enclose(bound: ProvedBound, setting: Setting, bits: int) -> Interval:
    """The number that a bound is at a setting."""
    term = from_sympy(bound.term)
    return points.enclose(setting.separation.context, term, setting.values, bits)


def decimal(bound: ProvedBound, setting: Setting, digits: int) -> str | None:
    return rounded(lambda bits: enclose(bound, setting, bits), digits) or None


def proved(
    given: Mapping[str, ProvedBound], setting: Setting, digits: int
) -> dict[str, str | None]:
    """Every quantity's proved bound as text, `None` where no theorem gives one."""
    return {
        quantity: decimal(given[quantity], setting, digits) if quantity in given else None
        for quantity in QUANTITIES
    }


def compare(
    mechanism: str, given: Mapping[str, ProvedBound], setting: Setting, network: Network
) -> None:
    """Raise the alarm if a proved bound exceeds the exact probability."""
    for quantity, bound in given.items():
        for bits in COMPARED_BITS:
            found, exact = enclose(bound, setting, bits), network.enclose(quantity, bits)
            if found.low > exact.high:
                raise Contradiction(
                    f"{mechanism}, {quantity}: the proved bound "
                    f"{found.low.str(10, radius=False)} of {bound.source} exceeds the exact "
                    f"probability {exact.high.str(10, radius=False)}"
                )
            if found.high <= exact.low:
                break
