"""The preference rho: how many times the weight of any other key a query gives the needle.

It decides what a normalised mechanism hears: the needle's weight is `rho/(rho + n - 1)`.
"""

from __future__ import annotations

from functools import lru_cache

from sympy import Expr, Symbol

from proofkit.attention import Attention, DataSet, Projection, Weights
from proofkit.attention.choices import settled
from proofkit.attention.mechanisms import find
from proofkit.attention.units import AnyUnit
from proofkit.foundations.errors import Undefined
from proofkit.kernel import points
from proofkit.language.from_sympy import from_sympy
from proofkit.language.terms import ZERO
from proofkit.probability.model import Setting

QUERIES = ("needle", "other")


def preferences(setting: Setting, mechanism: str, data: DataSet) -> tuple[Expr, ...]:
    """The preference of each kind of query in terms of the parameters, for the needle's query
    first; once where both are alike, and none where one number does not say it all: where the
    mechanism does not normalise, looks at a part of the data, tells other keys apart, or gives
    them nothing."""
    chosen = find(mechanism)
    if chosen.mechanism.views is not None or not chosen.unit.normalised:
        return ()
    attention = _derived(data, chosen.unit, setting.weights)
    kinds = [list(attention.queries()), *(list(attention.keys(query)) for query in QUERIES)]
    if any(kind != list(QUERIES) for kind in kinds):
        return ()
    try:
        found = tuple(preference(attention, query, setting) for query in QUERIES)
    except Undefined:
        return ()
    if None in found:
        return ()
    return tuple(dict.fromkeys(rho for rho in found if rho is not None))


@lru_cache(maxsize=128)
def _derived(data: DataSet, unit: AnyUnit, weights: Weights) -> Attention:
    """Attention of which only preferences are asked: they are derived once for all values."""
    return Attention(data, unit, weights)


def preference(attention: Attention, query: str, setting: Setting) -> Expr | None:
    """The preference of one query, with every choice made as it is at these values; None
    where the other keys get nothing at all."""
    read = attention.f if isinstance(attention.unit, Projection) else attention.u
    needle, other = (written_out(attention, read(query, key), setting) for key in QUERIES)
    return None if _sign(other, setting) == 0 else needle / other


def written_out(attention: Attention, symbol: Symbol, setting: Setting) -> Expr:
    """A derived quantity in terms of the parameters, with every choice made as it is at these
    values; `Undefined` where one is undecided."""
    definitions = tuple((d.symbol, d.expression) for d in attention.definitions.values())
    return settled(_unfolded(symbol, definitions), lambda part: _sign(part, setting))


@lru_cache(maxsize=512)
def _unfolded(symbol: Symbol, definitions: tuple[tuple[Symbol, Expr], ...]) -> Expr:
    """The same at all values: SymPy takes long to put terms into choices."""
    term: Expr = symbol
    for name, expression in reversed(definitions):
        if term.has(name):
            term = term.xreplace({name: expression})
    return term


def _sign(term: Expr, setting: Setting) -> int:
    point = points.Point(setting.separation.context, setting.values)
    verdicts = [point.decide((from_sympy(term), relation, ZERO)).value for relation in "><"]
    if "undecided" in verdicts:
        raise Undefined("a choice between two terms is undecided")
    return int(verdicts[0] == "holds") - int(verdicts[1] == "holds")
