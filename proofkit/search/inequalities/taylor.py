"""Taylor polynomials: an exponential, a logarithm or a root on a short range lies between two
polynomials, which take its place.

The polynomials are exact at a point where the function's derivatives are rational; the last
coefficient is rounded so that it bounds the derivative of that order. The bound is climbed by
the signs of derivatives, from that point, one order after the other.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil, factorial, floor

from flint import ctx

from proofkit.foundations.errors import Undefined
from proofkit.kernel.assumptions import Context, Fact, Known, Trail, replace
from proofkit.kernel.boxes import Box
from proofkit.kernel.numbers import derivative
from proofkit.kernel.polynomial import Sparse, Sum, as_sum, constant
from proofkit.kernel.sign import AT_LEAST_ZERO, AT_MOST_ZERO, within
from proofkit.language.terms import (
    MINUS_ONE,
    ONE,
    ZERO,
    Term,
    add,
    number,
    variable,
    variables,
)
from proofkit.search.budget import Budget
from proofkit.search.inequalities import direct
from proofkit.search.inequalities.derive import along
from proofkit.search.inequalities.prover import Prover
from proofkit.search.inequalities.shapes import End, form
from proofkit.search.nodes import Node, have, psatz, rule, stated, summand

ORDERS = (2, 4, 6, 8)
PLACES = 10**4
WIDEST = 3
SECONDS = 2.0
T = variable("t")


def prove(search: Prover, known: Known, goal: Fact, fuel: int) -> Node | None:
    terms, names = form(known, goal[2]), variables(goal[2])
    if terms is None or len(names) != 1 or "t" in known.kinds:
        return None
    found = _atoms(known, terms)
    if not found or any(end is None for end in known.range_of(min(names))):
        return None
    for order in ORDERS:
        search.budget.spend()
        bounds = [_bound(known, atom, beside, order) for atom, beside in found]
        node = _replaced(search, known, goal, found, bounds)
        if node is not None:
            return node
    return None


def _atoms(known: Known, terms: Sparse) -> list[tuple[Term, Term]]:
    """The functions in the goal, each with what multiplies it, of known sign; nothing if one
    stands in a way that is not understood."""
    groups: dict[Term, Sparse] = {}
    for m, c in terms.items():
        curved = [(x, e) for x, e in m if x.op != "variable" or e != constant(_degree(e))]
        if not curved:
            continue
        if len(curved) > 1:
            return []
        ((x, e),) = curved
        groups.setdefault(as_sum({frozenset({(x, e)}): Fraction(1)}), {})[m - {(x, e)}] = c
    found = [(atom, as_sum(beside)) for atom, beside in groups.items()]
    signs = [known.sign(beside) for _, beside in found]
    known_ = all(within(s, AT_LEAST_ZERO) or within(s, AT_MOST_ZERO) for s in signs)
    return found if known_ and all(map(_is_function, groups)) else []


def _degree(exponents: Sum) -> int:
    value = exponents.number
    return int(value) if value.denominator == 1 and value >= 0 else -1


def _is_function(atom: Term) -> bool:
    return atom.op in ("exp", "log") or (atom.op == "power" and atom.args[1].op == "number")


def _bound(known: Known, atom: Term, beside: Term, order: int) -> tuple[Fact, Node]:
    """`atom <= polynomial` if what multiplies it is <= 0, else the other way round."""
    above = not within(known.sign(beside), AT_LEAST_ZERO)
    inner, at = atom.args[0], ZERO if atom.op == "exp" else ONE
    low, high = _range(known, inner, at)
    if high - low > WIDEST or (atom.op != "exp" and low <= 0):
        raise Undefined("too wide")
    facts: dict[str, Fact] = {"t-low": (number(low), "<=", T), "t-high": (T, "<=", number(high))}
    alone = Known(Context({"t": False}, facts), Trail())
    function = Term(atom.op, (T, *atom.args[1:]))
    polynomial = _polynomial(alone, function, at, order, above)
    left, right = (function, polynomial) if above else (polynomial, function)
    node = _Climber(at).prove(alone, (left, "<=", right), order)
    if node is None:
        raise Undefined("the bound is not shown")
    ends = [stated(id, fact, direct.BOX) for id, fact in facts.items()]
    law = rule("general", fresh="t", term=inner, left=left, right=right, facts=ends, then=node)
    return (replace(left, {"t": inner}), "<=", replace(right, {"t": inner})), law


def _range(known: Known, inner: Term, at: Term) -> tuple[Fraction, Fraction]:
    """Short numbers between which a term lies, and the point of expansion too."""
    with ctx.workprec(64):
        box = Box({name: known.range_of(name) for name in variables(inner)}, {}).enclose(inner)
        low = Fraction(floor(float(box.low) * PLACES - 1), PLACES)
        high = Fraction(ceil(float(box.high) * PLACES + 1), PLACES)
    return min(low, at.args[0]), max(high, at.args[0])


def _polynomial(known: Known, function: Term, at: Term, order: int, above: bool) -> Term:
    """Of so high an order about a point, the last coefficient rounded upwards or downwards."""
    parts, slope = list[Term](), function
    step = T - at
    for k in range(order):
        value = known.ring.canonical(known.put(slope, "t", at))
        if value.op != "number":
            raise Undefined("no rational derivative")
        parts.append(number(value.args[0] / factorial(k)) * step ** number(k))
        slope = known.ring.canonical(derivative(known, slope, "t"))
    with ctx.workprec(64):
        found = Box({"t": known.range_of("t")}, {}).enclose(slope)
        last = (
            ceil(float(found.high) * PLACES + 1) if above else floor(float(found.low) * PLACES - 1)
        )
    weight = number(Fraction(last, PLACES * factorial(order)))
    return known.ring.canonical(add(*parts, weight * step ** number(order)))


class _Climber(Prover):
    """Proves a goal about `t` from the signs of its derivatives at a point, one after another."""

    def __init__(self, at: Term) -> None:
        super().__init__(Budget(SECONDS))
        self.at = at

    def _search(self, known: Known, goal: Fact, fuel: int) -> Node | None:
        if found := direct.prove(self, known, goal, 0):
            return found
        left, relation, right = goal
        name = max(known.kinds, key=len)
        whole: Fact = (ZERO, relation, known.ring.canonical(right - left))
        if goal != whole:
            inner, id = self.prove(known, whole, fuel), self.name("r")
            return inner and have([stated(id, whole, inner)], psatz([summand(1, [id])]))
        if fuel == 0:
            return None
        sides = [End(self.at, below, False) for below in (True, False)]
        x = variable(name)

        def from_there(place: Known) -> Node | None:
            falls = within(place.sign(x - self.at), AT_MOST_ZERO)
            return along(self, place, goal, name, sides[falls], fuel)

        gap = known.sign(x - self.at)
        if within(gap, AT_LEAST_ZERO) or within(gap, AT_MOST_ZERO):
            return from_there(known)
        return self.split(known, x, self.at, from_there)


def _replaced(
    search: Prover,
    known: Known,
    goal: Fact,
    found: list[tuple[Term, Term]],
    bounds: list[tuple[Fact, Node]],
) -> Node | None:
    """The goal from that about polynomials."""
    _, relation, whole = goal
    entries, parts = list[Node](), list[Node]()
    for (atom, beside), (fact, node) in zip(found, bounds, strict=True):
        id, above = search.name("t", fact), fact[0] == atom
        entries.append(stated(id, fact, node))
        weight = MINUS_ONE * beside if above else beside
        parts.append(summand(1, [id], [known.ring.canonical(weight)]))
        change = beside * ((fact[2] if above else fact[0]) - atom)
        whole = whole + change
    goal = (ZERO, relation, known.ring.canonical(whole))
    inner = search.prove(known, goal, 2)
    if inner is None:
        return None
    id = search.name("r")
    node = have([*entries, stated(id, goal, inner)], psatz([summand(1, [id]), *parts]))
    return node
