"""Looking at normal forms: what multiplies an atom, how a variable is bounded, Horner's form."""

from __future__ import annotations

from dataclasses import dataclass

from proofkit.foundations.errors import LimitExceeded, Undefined
from proofkit.kernel.assumptions import Fact, Known
from proofkit.kernel.polynomial import ONE_SUM, Sparse, Sum, as_sum, constant, monomial_term, over
from proofkit.language.terms import Term, number, variable, variables
from proofkit.search.inequalities.prover import surroundings


@dataclass(frozen=True)
class End:
    """`term <= name` (or <) if below, else the other way round."""

    term: Term
    below: bool
    strict: bool


def form(known: Known, term: Term) -> Sparse | None:
    """The term as a sum, if it has no denominator."""
    above, below = known.ring.ratio(term)
    return above if below == ONE_SUM else None


def ends(known: Known, name: str, terms: tuple[Term, ...]) -> list[End]:
    """The ends that facts put to a variable, numbers before other terms."""
    found: list[End] = []
    for fact in surroundings(known, (*terms, variable(name)))[1]:
        end = end_by(known, name, fact)
        if end is not None and end not in found:
            found.append(end)
    found.sort(key=lambda e: e.term.size)
    best: list[End] = []
    for below_ in (True, False):
        numbers = [e for e in found if e.below == below_ and e.term.op == "number"]
        sign = 1 if below_ else -1
        numbers.sort(key=lambda e: (sign * e.term.args[0], e.strict))
        best += numbers[-1:]
    return best + [e for e in found if e.term.op != "number"]


def end_by(known: Known, name: str, fact: Fact) -> End | None:
    """The end that a fact puts to a variable, if it is linear in it."""
    left, relation, right = fact
    mono = frozenset({(variable(name), constant(1))})
    try:
        above, below = known.ring.ratio(right - left)
    except (Undefined, LimitExceeded):
        return None
    if relation == "=" or below != ONE_SUM or mono not in above:
        return None
    c = above[mono]
    rest = {m: over(-v, c) for m, v in above.items() if m != mono}
    if any(name in variables(monomial_term(m)) for m in rest):
        return None
    return End(as_sum(rest), c > 0, relation == "<")


def split(terms: Sparse, name: str) -> dict[Term, Sparse]:
    """The sum by its parts in a variable: part -> what multiplies it."""
    groups: dict[Term, Sparse] = {}
    for m, c in terms.items():
        inside = frozenset((x, e) for x, e in m if _speaks(x, e, name))
        groups.setdefault(monomial_term(inside), {})[m - inside] = c
    return groups


def _speaks(x: Term, exponents: Sum, name: str) -> bool:
    return name in variables(x) or any(v == variable(name) for m in exponents for v, _ in m)


def horner(terms: Sparse, name: str) -> Term | None:
    """The sum in Horner's form in a variable, if that occurs with whole powers only."""
    by_power: dict[int, Sparse] = {}
    x = variable(name)
    for m, c in terms.items():
        exponents = dict(m).get(x)
        k = 0 if exponents is None else exponents.whole
        if k is None or k < 0:
            return None
        rest = frozenset(item for item in m if item[0] != x)
        by_power.setdefault(k, {})[rest] = c
    powers = sorted(by_power, reverse=True)
    if len(powers) < 2:
        return None
    result = as_sum(by_power[powers[0]])
    for high, low in zip(powers, [*powers[1:], 0], strict=True):
        if high > low:
            step = x if high - low == 1 else x ** number(high - low)
            result = result * step
        if low in by_power and low != high:
            result = as_sum(by_power[low]) + result
    return result
