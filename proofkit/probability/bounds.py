"""What is proved about the network, as terms: lower bounds that exact values must respect.

All are for all-ones weights. A bound says nothing where its hypotheses are unmet, and some
quantities have no bound of their own; both are `None` here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sympy import Expr, Rational, Symbol, exp

from proofkit.attention import Weights
from proofkit.foundations.errors import Contradiction
from proofkit.kernel import points
from proofkit.kernel.interval import Interval
from proofkit.kernel.scope import Context
from proofkit.search.from_sympy import fact_of, from_sympy
from proofkit.language.claims import Hypothesis, at_least, at_most, equal
from proofkit.probability.model import PARAMETERS, QUANTITIES, Setting, a0, a1, b, c, d, m, n, t
from proofkit.probability.network import Network, rounded

_CONTEXT = Context({p.name: p.integer for p in PARAMETERS})
COMPARED_BITS = (64, 256, 1024)


def _tail(energy: Expr) -> Expr:
    """Hoeffding: a neuron's chance to pass the threshold by 1/10 on squares adding to `energy`."""
    return exp(-1 / (200 * energy))


def _class_energy() -> Expr:
    """The squares of the bounds `b/(d - 2)` in the d - 3 class columns."""
    return (d - 3) * (b / (d - 2)) ** 2


def softmax_energy() -> Expr:
    """`V` of softmax attention on D0: the squares of its context bounds, bias apart."""
    flat = n ** Rational(-89, 100)
    return (a0 * flat) ** 2 + (b * (1 / (d - 2) + flat)) ** 2 + _class_energy()


def linear_energy(a: Symbol) -> Expr:
    """`V` of linear attention on the data with a needle of strength `a`."""
    needle, own = a * (1 + a) / n, b * (1 / (d - 2) + a / n)
    return needle**2 + own**2 + _class_energy()


_SHARED = (
    Hypothesis("n-range", at_least(n, 2)),
    Hypothesis("d-range", at_least(d, 3)),
    Hypothesis("t-range", at_least(t, 1)),
    Hypothesis("layout", equal(n, (d - 2) * t)),
    Hypothesis("b-lower", at_least(b, Rational(1, 10))),
    Hypothesis("c-lower", at_least(c, Rational(1, 10))),
    Hypothesis("split", equal(c, 1 - b)),
)
_D0 = (
    *_SHARED,
    Hypothesis("a0-lower", at_least(a0, 0)),
    Hypothesis("a0-upper", at_most(a0, Rational(1, 10))),
)
_D1 = (*_SHARED, Hypothesis("a1-lower", at_least(a1, Rational(7, 10))))
_FOUR_TOKENS = Hypothesis("n-four", at_least(n, 4))


@dataclass(frozen=True)
class Bound:
    """A proved lower bound of a probability, the lemmas it is from, and what it assumes."""

    term: Expr
    source: str
    hypotheses: tuple[Hypothesis, ...]


def _both(first: Bound, second: Bound, source: str) -> Bound:
    """Union bound: both happen with at least the sum of the probabilities minus one."""
    hypotheses = tuple(dict.fromkeys((*first.hypotheses, *second.hypotheses)))
    return Bound(first.term + second.term - 1, source, hypotheses)


_fires = Bound(1 - Rational(7, 8) ** m, "softmax-d1-network/fires", (*_D1, _FOUR_TOKENS))
_softmax_silent = Bound(1 - 2 * m * _tail(softmax_energy()), "softmax-d0-network/silent", _D0)
_linear_silent_d0 = Bound(1 - m * _tail(linear_energy(a0)), "linear-d0-network/silent", _D0)
_linear_silent_d1 = Bound(1 - m * _tail(linear_energy(a1)), "linear-d1-network/silent", _D1)

BOUNDS: Mapping[str, Mapping[str, Bound]] = {
    "softmax": {
        "fires-d1": _fires,
        "silent-d0": _softmax_silent,
        "separates": _both(_fires, _softmax_silent, "main-theorem/softmax-separates"),
    },
    "linear": {
        "silent-d0": _linear_silent_d0,
        "silent-d1": _linear_silent_d1,
        "blind": _both(_linear_silent_d0, _linear_silent_d1, "main-theorem/linear-blind"),
    },
}


def unmet(bound: Bound, setting: Setting) -> list[Hypothesis]:
    """The hypotheses that are not known to hold at this setting."""
    return [
        hypothesis
        for hypothesis in bound.hypotheses
        if points.decide(_CONTEXT, fact_of(hypothesis.statement), setting.values).value != "holds"
    ]


def unmet_hypotheses(setting: Setting) -> list[Hypothesis]:
    """All that keeps some bound from applying."""
    found = (
        h for given in BOUNDS.values() for bound in given.values() for h in unmet(bound, setting)
    )
    return list(dict.fromkeys(found))


def applicable(mechanism: str, setting: Setting) -> dict[str, Bound]:
    """The bounds that the theorems give here, by quantity."""
    if setting.weights is not Weights.ONES:
        return {}
    return {
        quantity: bound
        for quantity, bound in BOUNDS[mechanism].items()
        if not unmet(bound, setting)
    }


def enclose(bound: Bound, setting: Setting, bits: int) -> Interval:
    return points.enclose(_CONTEXT, from_sympy(bound.term), setting.values, bits)


def decimal(bound: Bound, setting: Setting, digits: int) -> str | None:
    return rounded(lambda bits: enclose(bound, setting, bits), digits) or None


def proved(mechanism: str, setting: Setting, digits: int) -> dict[str, str | None]:
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
            low = enclose(bound, setting, bits).low
            exact = network.enclose(quantity, bits)
            if low > exact.high:
                raise Contradiction(
                    f"{mechanism}, {quantity}: the proved bound {low.str(10, radius=False)} of "
                    f"{bound.source} exceeds the exact probability "
                    f"{exact.high.str(10, radius=False)}"
                )
            if enclose(bound, setting, bits).high <= exact.low:
                break
