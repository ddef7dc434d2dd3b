"""By the sign of a derivative: right at one end of a variable, and not falling from there on.

Multiplying by a positive term first makes exponentials and logarithms disappear: each power
and exponential in the goal is tried as a divisor, and so is what multiplies a logarithm. The
derivative with the fewest terms comes first.
"""

from __future__ import annotations

from proofkit.kernel.assumptions import Fact, Known
from proofkit.kernel.numbers import derivative
from proofkit.kernel.polynomial import Sparse, as_sum, constant, monomial_term
from proofkit.kernel.sign import POSITIVE
from proofkit.language.terms import (
    MINUS_ONE,
    ONE,
    ZERO,
    Term,
    multiply,
    variable,
    variables,
)
from proofkit.search.inequalities.prover import FAILURES, Prover, surroundings
from proofkit.search.inequalities.shapes import End, ends, form, split
from proofkit.search.inequalities.system import System
from proofkit.search.inequalities.values import prepared
from proofkit.search.nodes import Node, have, psatz, sign_of, stated, summand

MAX_MULTIPLIERS = 6
MAX_TERMS = 40
SHORT = 2
"""A derivative with so few terms is taken as it is."""


def prove(search: Prover, known: Known, goal: Fact, fuel: int) -> Node | None:
    _, relation, right = goal
    terms = form(known, right)
    if terms is None or len(terms) > MAX_TERMS:
        return None
    tries: list[tuple[int, int, str, Term, Term, list[End]]] = []
    for name in sorted(variables(right)):
        found = ends(known, name, (right,))
        if not found:
            continue
        for times in [ONE, *multipliers(known, terms, name)][: MAX_MULTIPLIERS + 1]:
            scaled = right if times == ONE else _divided(known, right, terms, times)
            size = max(_slope_size(known, scaled, name), SHORT)
            tries.append((size, len(tries), name, times, scaled, found))
    for _, _, name, times, scaled, found in sorted(tries, key=lambda t: t[:2]):
        for end in found:
            search.budget.spend()
            try:
                place, entries = prepared(search, known, scaled, 1)
                node = along(search, place, (ZERO, relation, scaled), name, end, fuel)
            except FAILURES:
                continue
            if node is None:
                continue
            if times != ONE:
                node = _unscaled(search, (ZERO, relation, scaled), times, node)
            return have(entries, node)
    return None


def _unscaled(search: Prover, scaled: Fact, times: Term, node: Node) -> Node:
    id = search.name("m")
    return have([stated(id, scaled, node)], psatz([summand(1, [id], [times])]))


def _divided(known: Known, whole: Term, terms: Sparse, times: Term) -> Term:
    above, below = known.ring.ratio(whole / times)
    if len(below) == 1:
        return as_sum(above) / as_sum(below) if as_sum(below) != ONE else as_sum(above)
    logs = {m: c for m, c in terms.items() if any(x.op == "log" for x, _ in m)}
    rest = {m: c for m, c in terms.items() if m not in logs}
    up, down = known.ring.ratio(as_sum(logs) / times)
    head = as_sum(up) if as_sum(down) == ONE else as_sum(up) / as_sum(down)
    return head - MINUS_ONE * as_sum(rest) * times**MINUS_ONE


def _slope_size(known: Known, term: Term, name: str) -> int:
    """How many terms the derivative has; many, if it has a value inside only."""
    try:
        slope = derivative(known, term, name)
        return len(known.ring.ratio(slope)[0])
    except FAILURES:
        return MAX_TERMS


def multipliers(known: Known, terms: Sparse, name: str) -> list[Term]:
    """Positive terms by which to divide."""
    found: list[Term] = []
    logarithms = dict.fromkeys(
        (x, e) for m in terms for x, e in m if x.op == "log" and name in variables(x)
    )
    beside_all: list[Term] = []
    for x, e in logarithms:
        if e == constant(1):
            beside = {n - {(x, e)}: c for n, c in terms.items() if (x, e) in n}
            both = [as_sum(beside), as_sum({n: -c for n, c in beside.items()})]
            beside_all += [term for term in both if sign_of(known, term) == POSITIVE]
            found += both
    if len(beside_all) == len(logarithms) == 2:
        found.append(multiply(*beside_all))
    for part in split(terms, name):
        factors = part.args if part.op == "product" else (part,)
        smooth = [f for f in factors if f.op != "log"]
        exponentials = [f for f in smooth if f.op in ("exp", "power") and name in variables(f)]
        exponentials = [f for f in exponentials if f.op == "exp" or f.args[1].op != "number"]
        for chosen in (exponentials, smooth):
            if chosen:
                found.append(multiply(*chosen))
                if len(chosen) > 1:
                    found += chosen
    for m in terms:
        found.append(monomial_term(frozenset((x, e) for x, e in m if x.op != "log")))
    result: list[Term] = []
    for term in found:
        if term not in result and term.op != "number" and sign_of(known, term) == POSITIVE:
            result.append(term)
    return result


def fresh_name(known: Known, name: str) -> str:
    """A name like this one that nothing has yet."""
    while name in known.kinds:
        name += "_"
    return name


class Path:
    """The places on the closed and on the open path between two terms, with what was shown."""

    def __init__(
        self, search: Prover, known: Known, name: str, low: Term, high: Term, goal: Fact
    ) -> None:
        self.search, self.known, self.name = search, known, name
        self.fresh = fresh_name(known, name)
        self.closed: list[Node] = []
        self.open: list[Node] = []
        here = variable(self.fresh)
        wider = known.with_variable(self.fresh, False)
        places = []
        for relation, entries in (("<=", self.closed), ("<", self.open)):
            place = wider.with_fact(f"{self.fresh}-low", (low, relation, here))
            place = place.with_fact(f"{self.fresh}-high", (here, relation, high))
            places.append(self._moved(place, relation == "<", entries, goal))
        self.on_closed, self.on_open = places

    def _moved(self, place: Known, inside: bool, entries: list[Node], goal: Fact) -> Known:
        """Facts about the variable that hold all along the path."""
        for left, relation, right in surroundings(self.known, (*goal[::2], variable(self.name)))[1]:
            if relation == "=" or self.name not in variables(left) | variables(right):
                continue
            moved = [place.put(side, self.name, variable(self.fresh)) for side in (left, right)]
            for wanted in ("<", "<=") if inside or relation == "<" else ("<=",):
                fact = (moved[0], wanted, moved[1])
                if any(f[0] == fact[0] and f[2] == fact[2] for f in place.facts.values()):
                    break
                node = _quick(self.search, place, fact)
                if node is not None:
                    place, entries[:] = self.search.add(place, entries, fact, node)
                    break
        return place

    def slope(self, whole: Term, order: int) -> tuple[Known, Term]:
        """A derivative of a term along the path, with the open path on which it has a value."""
        slope = self.known.put(whole, self.name, variable(self.fresh))
        self.closed += prepared(self.search, self.on_closed, slope, 1)[1]
        inside, more = prepared(self.search, self.on_open, slope, 1)
        self.open += more
        for _ in range(order):
            slope = derivative(inside, slope, self.fresh)
            inside, more = prepared(self.search, inside, slope, 1)
            self.open += more
        return inside, slope


def _quick(search: Prover, known: Known, fact: Fact) -> Node | None:
    try:
        known.require_value(fact[0])
        known.require_value(fact[2])
        return System(search, known, fact, shadowed=True).combination(0)
    except FAILURES:
        return None


def along(search: Prover, known: Known, goal: Fact, name: str, end: End, fuel: int) -> Node | None:
    """The goal from one end of a variable."""
    _zero, relation, whole = goal
    at, x = end.term, variable(name)
    start = known.put(whole, name, at)
    gap = x - at if end.below else at - x
    placed = search.positive(known, gap, 1, "<=")
    if placed is None:
        return None
    known, shown = placed
    by_slope = relation == "<" and known.sign(gap) == POSITIVE
    beginning, begun = prepared(search, known, start, 1)
    if search.is_false(beginning, (ZERO, "<=", start)):
        return None
    low, high = (at, x) if end.below else (x, at)
    path = Path(search, known, name, low, high, goal)
    inside, slope = path.slope(whole, 1)
    sides = (ZERO, slope) if end.below else (slope, ZERO)
    if search.is_false(inside, (sides[0], "<=", sides[1])):
        return None
    for strict in ("start", "slope") if by_slope else ("start",):
        first = relation if strict == "start" else "<="
        steep = "<" if relation == "<" and strict == "slope" else "<="
        begins = search.prove(beginning, (ZERO, first, start), fuel - 1)
        if begins is None:
            continue
        slopes = search.prove(inside, (sides[0], steep, sides[1]), fuel - 1)
        if slopes is not None:
            node = {
                "rule": "derive",
                "variable": name,
                "at": at,
                "from": "below" if end.below else "above",
                "fresh": path.fresh,
                "strict": strict,
                "start": have(begun, begins),
                "closed": path.closed,
                "open": path.open,
                "slope": slopes,
            }
            return have(shown, node)
    return None
