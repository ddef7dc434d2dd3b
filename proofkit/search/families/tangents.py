"""Jensen and what is like it: a convex function is above its tangent at a weighted mean, for each
index; summed up with the weights that is a fact about sums."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from proofkit.kernel.assumptions import Fact
from proofkit.kernel.places import Indexed
from proofkit.kernel.polynomial import ONE_SUM, Monomial, Sum, as_sum
from proofkit.language.binding import put
from proofkit.language.terms import (
    HALF,
    ONE,
    ZERO,
    Term,
    exp,
    log,
    multiply,
    number,
    parse,
    variable,
)
from proofkit.search.families import scalar as numbers
from proofkit.search.families.forms import (
    FAULTS,
    Factor,
    factor_term,
    form,
    fresh_entry,
    in_form,
    is_not_negative,
    is_positive,
    ordered,
    summed,
    swapped,
)
from proofkit.search.families.linear import linear
from proofkit.search.families.prover import Families, least
from proofkit.search.families.shapes import clear, logs
from proofkit.search.nodes import SIGN, Node, accepted, have


class Tangent(NamedTuple):
    """`line <= curve`, or the other way round, in u about m."""

    line: Term
    curve: Term
    below: bool
    needs: tuple[str, ...]  # "<" or "<=" for 0 and u, and for 0 and m

    @property
    def fact(self) -> Fact:
        return (self.line, "<=", self.curve) if self.below else (self.curve, "<=", self.line)

    @property
    def facts(self) -> tuple[Fact, ...]:
        return tuple((ZERO, r, variable(n)) for r, n in zip(self.needs, "um", strict=False))


def _tangent(line: str, curve: str, below: bool = True, needs: str = "") -> Tangent:
    return Tangent(parse(line), parse(curve), below, tuple(needs.split()))


TANGENTS = {
    "exp": _tangent("exp(m) + exp(m)*(u - m)", "exp(u)"),
    "log": _tangent("log(m) + (u - m)/m", "log(u)", False, "< <"),
    "-1": _tangent("1/m - (u - m)/m^2", "1/u", True, "< <"),
    "3": _tangent("m^3 + 3*m^2*(u - m)", "u^3", True, "<= <="),
    "4": _tangent("m^4 + 4*m^3*(u - m)", "u^4"),
}


class Over(NamedTuple):
    """A range with an index, the place under it, and the terms summed over it with the rest of
    their monomials."""

    name: str
    low: Term
    high: Term
    here: Indexed
    terms: list[tuple[Monomial, Fraction, Monomial]]

    def total(self, term: Term) -> Term:
        return summed([(self.name, self.low, self.high)], term)


def tangent(search: Families, known: Indexed, goal: Fact, fuel: int) -> Node | None:
    """Facts from tangents, then by weights or numbers."""
    if goal[1] == "=" or any(id.startswith("tangent") for id in known.facts):
        return None
    p = form(known, goal[2] - goal[0])
    entries: list[Node] = []
    here = known
    for fact, node in _offers(search, known, p):
        here = search.add(here, entries, fact, node, "tangent")
        search.budget.spend()
    if not entries:
        return None
    found = search.after(here, entries, goal, (linear, numbers.scalar, clear, logs), 1)
    return found and least(known, goal, entries, found["then"])


def _offers(search: Families, known: Indexed, p: Sum) -> Iterator[tuple[Fact, Node]]:
    tried: set[object] = set()
    for over in _grouped(search, known, p):
        for kind, weight, u, m in _places(known, over, p):
            if (kind, weight, u, m) in tried or len(tried) > 24:
                continue
            tried.add((kind, weight, u, m))
            try:
                found = _summed_up(search, known, over, TANGENTS[kind], weight, u, m)
            except FAULTS:
                continue
            if found is not None:
                yield found


def _grouped(search: Families, known: Indexed, p: Sum) -> list[Over]:
    groups: dict[tuple[Term, Term], Over] = {}
    for m, c in p.items():
        for x, e in ordered(m):
            if x.op != "summed" or e != ONE_SUM:
                continue
            ends = x.args[0], x.args[1]
            if ends not in groups:
                name = search.name("i")
                groups[ends] = Over(name, *ends, known.with_index(name, *ends), [])
            over = groups[ends]
            for k, d in form(over.here, fresh_entry(x, over.name)).items():
                over.terms.append((k, Fraction(d * c), m - {(x, e)}))
    return list(groups.values())


Place_ = tuple[str, Term, Term, Term]


def _places(known: Indexed, over: Over, p: Sum) -> Iterator[Place_]:
    """Which tangent, the weight, what is put in for u, and where the tangent touches."""
    some_exp = any(part.op == "exp" for part in in_form(p))
    for kind, weight, u in _curves(over, some_exp):
        if not is_not_negative(over.here, weight):
            continue
        u = over.here.ring.canonical(u)
        try:
            whole = _known_total(known, over.total(weight))
            mean = known.ring.canonical(_known_total(known, over.total(weight * u)) / whole)
        except FAULTS:
            continue
        if is_positive(known, whole):
            yield kind, weight, u, mean
        if kind == "log":
            yield kind, weight, u, ONE


def _curves(over: Over, some_exp: bool) -> Iterator[tuple[str, Term, Term]]:
    by_weight: dict[tuple[Term, Monomial], list[tuple[Term, Fraction]]] = {}
    for k, d, rest in over.terms:
        for x, e in ordered(k):
            weight = factor_term(k - {(x, e)})
            if x.op == "log" and e == ONE_SUM:
                by_weight.setdefault((weight, rest), []).append((x.args[0], d))
            if x.op == "exp" and x.args[0] != ONE:
                plain = [f for f in ordered(k) if f[0].op != "exp"]
                inside = _plus(
                    [as_sum(f[1]) * f[0].args[0] for f in ordered(k) if f[0].op == "exp"]
                )
                yield "exp", factor_term(plain), inside
            if x.op in ("entry", "sum", "summed") and e.is_number and str(e.number) in TANGENTS:
                yield str(e.number), weight, x
            if x.op == "entry" and e.is_number and e.number == HALF.args[0]:
                yield "log", ONE, x
            if x.op == "entry" and e == ONE_SUM and some_exp and is_positive(over.here, x):
                yield "exp", weight, log(x)
        if len(k) == 1 and some_exp:
            yield "log", ONE, exp(factor_term(k))
    for (weight, rest), parts in by_weight.items():
        parts += _exponents(over, weight, rest)
        unit = abs(parts[0][1])
        product = multiply(*(x ** number(-d / unit) for x, d in parts))
        yield "log", weight, product
        yield "log", weight, over.here.ring.canonical(product) ** HALF
        for x, d in parts if len(parts) > 1 else ():
            yield "log", weight, x ** number(-1 if d > 0 else 1)
    yield from _linear_exponents(over)


def _exponents(over: Over, weight: Term, rest: Monomial) -> list[tuple[Term, Fraction]]:
    """Terms without a log under the same weight: `w*f` is `w*log(exp(f))`."""
    found: list[tuple[Term, Fraction]] = []
    read = form(over.here, weight)
    own = next(iter(read)) if len(read) == 1 else None
    for k, d, other in over.terms:
        left: list[Factor] = [f for f in ordered(k) if own is None or f not in own]
        fits = other == rest and own is not None and own <= k and len(left) == 1
        if fits and not any(x.op == "log" for x, _ in ordered(k)):
            found.append((exp(factor_term(left)), d))
    return found


def _linear_exponents(over: Over) -> Iterator[tuple[str, Term, Term]]:
    """Under exponential weights, `w*t` is `w*log(exp(t))`."""
    groups: dict[tuple[Term, Monomial], list[tuple[Term, Fraction]]] = {}
    for k, d, rest in over.terms:
        weights = frozenset(f for f in ordered(k) if f[0].op == "exp")
        if weights and len(k - weights) == 1:
            key = factor_term(weights), rest
            groups.setdefault(key, []).append((factor_term(k - weights), d))
    for (weight, _), parts in groups.items():
        unit = abs(parts[0][1])
        yield "log", weight, multiply(*(exp(t * number(-d / unit)) for t, d in parts))


def _plus(parts: list[Term]) -> Term:
    total = ZERO
    for part in parts:
        total = total + part
    return total


def _known_total(known: Indexed, total: Term) -> Term:
    """Sums of which a fact tells the value, put in."""
    found = known.ring.canonical(total)
    for left, relation, right in known.facts.values():
        for side, value in ((left, right), (right, left)):
            if relation == "=" and side.op == "summed" and value.op == "number":
                found = swapped(found, known.ring.canonical(side), value)
    return found


def _summed_up(
    search: Families, known: Indexed, over: Over, found: Tangent, weight: Term, u: Term, m: Term
) -> tuple[Fact, Node] | None:
    """The tangent inequality times the weight, summed, with known sums put in."""
    proof = numbers.lemma(found.fact, found.facts)
    if proof is None:
        return None
    values = {"u": u, "m": m}
    premises = [(fact, SIGN) for fact in found.facts]
    each = numbers.general(search, over.here, found.fact, values, premises, proof)
    inner = tuple(put(s, values) for s in found.fact[::2])
    fact = inner[0], "<=", inner[1]
    if each is None or not accepted(over.here, fact, each):
        return None
    entries: list[Node] = []
    ranges = [(over.name, over.low, over.high)]
    _, id = search.add_each(known, entries, ranges, fact, each)
    start = put(found.line, {"u": ZERO, "m": m})
    slope = known.ring.canonical(put(found.line, {"u": ONE, "m": m}) - start)
    start = known.ring.canonical(start)
    line, equations = ZERO, []
    for part, factor in ((weight, start), (weight * u, slope)):
        total = known.ring.canonical(over.total(part))
        value, equation = _value(known, total)
        line = line + factor * value
        if equation is not None:
            way = 1 if found.below else -1
            equations.append({"fact": equation[0], "times": number(equation[1] * way) * factor})
    curve = known.ring.canonical(over.total(weight * put(found.curve, values)))
    line = known.ring.canonical(line)
    goal = (line, "<=", curve) if found.below else (curve, "<=", line)
    used: Node = {
        "weight": "1",
        "over": [list(r) for r in ranges],
        "facts": [[id, variable(over.name)]],
        "signs": [weight],
    }
    then: Node = {"rule": "psatz", "sum": [used]}
    if equations:
        then["equations"] = equations
    return goal, have(entries, then)


def _value(known: Indexed, total: Term) -> tuple[Term, tuple[str, int] | None]:
    """The value of a sum, and the equation that says so, with the sign it is used with."""
    for id, (left, relation, right) in known.facts.items():
        for side, value, sign in ((left, right, -1), (right, left, 1)):
            fits = relation == "=" and side.op == "summed" and value.op == "number"
            if fits and known.ring.equal(side, total):
                return value, (id, sign)
    return total, None
