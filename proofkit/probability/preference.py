"""The preference rho: how many times the weight of any other key a query gives the needle.

It decides what a normalised mechanism hears: the needle's weight is `rho/(rho + n - 1)`.
"""

from __future__ import annotations

from sympy import Expr

from proofkit.attention import Attention, DataSet, Projection
from proofkit.attention.choices import settled
from proofkit.attention.mechanisms import find
from proofkit.foundations.errors import Undefined
from proofkit.kernel import points
from proofkit.kernel.scope import Context
from proofkit.kernel.sympy_terms import from_sympy
from proofkit.kernel.terms import ZERO
from proofkit.language.parameters import Values
from proofkit.probability.model import PARAMETERS, Setting

QUERIES = ("needle", "other")


def preferences(setting: Setting, mechanism: str, data: DataSet) -> tuple[Expr, ...]:
    """The preference of each kind of query in terms of the parameters, for the needle's query
    first; once where both are alike, and none where the mechanism does not normalise, looks
    at a part of the data, or gives other keys nothing."""
    chosen = find(mechanism)
    if chosen.mechanism.views is not None or not _normalised(chosen.unit):
        return ()
    attention = Attention(data, chosen.unit, setting.weights)
    found = tuple(preference(attention, query, setting.values) for query in QUERIES)
    if None in found:
        return ()
    return tuple(dict.fromkeys(rho for rho in found if rho is not None))


def preference(attention: Attention, query: str, values: Values) -> Expr | None:
    """The preference of one query, with every choice made as it is at these values."""
    if isinstance(attention.unit, Projection):
        pair = attention.f(query, "needle"), attention.f(query, "other")
    else:
        pair = attention.u(query, "needle"), attention.u(query, "other")
    point = points.Point(Context({p.name: p.integer for p in PARAMETERS}), dict(values))

    def sign(term: Expr) -> int:
        verdicts = [point.decide((from_sympy(term), relation, ZERO)).value for relation in "><"]
        if "undecided" in verdicts:
            raise Undefined("a choice between two terms is undecided")
        return int(verdicts[0] == "holds") - int(verdicts[1] == "holds")

    try:
        needle, other = (settled(_unfolded(attention, symbol), sign) for symbol in pair)
        return None if sign(other) == 0 else needle / other
    except Undefined:
        return None


def _unfolded(attention: Attention, symbol: Expr) -> Expr:
    """A quantity in terms of the parameters."""
    term = symbol
    for name, definition in reversed(list(attention.definitions.items())):
        if name in {s.name for s in term.free_symbols}:
            term = term.xreplace({definition.symbol: definition.expression})
    return term


def _normalised(unit: object) -> bool:
    return isinstance(unit, Projection) or bool(getattr(unit, "normalised", False))
