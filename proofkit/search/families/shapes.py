"""Tactics that go by the shape of a goal: extremes, absolute values, denominators, roots, logs."""

from __future__ import annotations

from fractions import Fraction

from proofkit.kernel.assumptions import Fact
from proofkit.kernel.binders import KERNEL_BINDERS
from proofkit.kernel.places import Indexed
from proofkit.kernel.polynomial import ONE_SUM, Sum, as_sum, constant, join
from proofkit.language.binding import loose
from proofkit.language.terms import (
    HALF,
    ONE,
    TWO,
    ZERO,
    Term,
    exp,
    log,
    multiply,
    number,
    variable,
)
from proofkit.search.families.forms import (
    FAULTS,
    atoms,
    compared,
    entry_of,
    even_root,
    factor_term,
    form,
    fresh_entry,
    is_not_negative,
    is_positive,
    ordered,
    sides,
    subterms,
    summed,
)
from proofkit.search.families.prover import Families, least, with_fact
from proofkit.search.nodes import HOLE, Node, cases, have, rule, stated


def by_fact(id: str, relation: str, times: Term | None = None) -> Node:
    """The goal, or `times` the goal, says the same as a fact."""
    if relation == "=":
        node: Node = {
            "rule": "psatz",
            "sum": [],
            "equations": [{"fact": id, "times": ONE}],
        }
    else:
        node = {"rule": "psatz", "sum": [{"weight": "1", "facts": [id]}]}
    return node if times is None else {**node, "times": times}


def extreme(search: Families, known: Indexed, goal: Fact, fuel: int) -> Node | None:
    """A max is below what each entry is below."""
    left, relation, right = goal
    for whole, way in ((left, 1), (right, -1)):
        record = KERNEL_BINDERS.get(whole.op)
        if record is None or record.bounds != way or relation == "=":
            continue
        i = search.name("i")
        entry = entry_of(whole, variable(i))
        here = known.with_index(i, whole.args[0], whole.args[1])
        inner = (entry, relation, right) if way > 0 else (left, relation, entry)
        node = search.prove(here, inner, fuel)
        if node:
            return rule("bounded", index=i, because=node)
    return None


def absolute(search: Families, known: Indexed, goal: Fact, fuel: int) -> Node | None:
    """Two cases for an absolute value whose sign is not known."""
    p = form(known, goal[2] - goal[0])
    powers = [(x, c) for m, c in p.items() for x, _ in ordered(m) if x.op == "abs" and not loose(x)]
    low = [x for x, c in powers if c < 0]
    high = [x for x, _ in powers if x not in low]
    for x in dict.fromkeys((low + high)[: 2 if fuel > 1 or low else 0]):
        id, inner = search.name("case"), x.args[0]
        left = fuel - (x in high)
        below = search.prove(with_fact(known, id, (inner, "<=", ZERO)), goal, left)
        above = below and search.prove(with_fact(known, id, (ZERO, "<", inner)), goal, left)
        if below and above:
            return cases(id, inner, ZERO, below, above)
    return None


def clear(search: Families, known: Indexed, goal: Fact, fuel: int) -> Node | None:
    """Multiplied by denominators that are > 0."""
    p = form(known, goal[2] - goal[0])
    times: dict[Term, Fraction] = {}
    for m in p:
        for x, e in ordered(m):
            if e.is_number and e.number < 0 and is_positive(known, x):
                times[x] = max(times.get(x, Fraction(0)), Fraction(-e.number))
    if not times:
        return None
    factor = multiply(*(x ** number(k) if k != 1 else x for x, k in times.items()))
    whole = frozenset((x, constant(k)) for x, k in times.items())
    product = Sum({join(m, whole): c for m, c in p.items()})
    try:
        cleared = form(known, as_sum(product))
    except FAULTS:
        return None
    inner_goal = compared(cleared, goal[1])
    inner = search.prove(known, inner_goal, fuel - 1)
    if inner is None:
        return None
    id = search.name("d")
    return have([stated(id, inner_goal, inner)], by_fact(id, goal[1], factor))


def roots(search: Families, known: Indexed, goal: Fact, fuel: int) -> Node | None:
    """Squares of both sides, where roots are about."""
    relation = goal[1]
    p = form(known, goal[2] - goal[0])
    halves = [x for m in p for x, e in ordered(m) if e.is_number and e.number.denominator == 2]
    if not halves or relation == "=":
        return None
    entries: list[Node] = []
    here = known
    if len(p) > 2 and not any(id.startswith("root") for id in known.facts):
        for fact in _schwarz(search, known, list(dict.fromkeys(halves))[:4]):
            node = search.prove(known, fact, 1)
            here = search.add(here, entries, fact, node, "root")
    low, high = sides(p)
    if is_not_negative(known, low) and is_not_negative(known, high):
        squared = low**TWO, relation, high**TWO
        inner = search.prove(here, squared, fuel - 1)
        return inner and have(
            entries, _cancelled(search, variable(HOLE) ** TWO, p, relation, inner)
        )
    if is_not_negative(known, high) and fuel > 0:
        id = search.name("case")
        below = search.prove(with_fact(known, id, (low, "<=", ZERO)), goal, fuel - 1)
        above = below and search.prove(with_fact(known, id, (ZERO, "<", low)), goal, fuel - 1)
        if below and above:
            return cases(id, low, ZERO, below, above)
    return None


def _cancelled(search: Families, function: Term, p: Sum, relation: str, inner: Node) -> Node:
    id = search.name("e")
    low, high = sides(p)
    node = rule("cancel", hole=HOLE, function=function, because=inner)
    return have([stated(id, (low, relation, high), node)], by_fact(id, relation))


def _schwarz(search: Families, known: Indexed, halves: list[Term]) -> list[Fact]:
    """Cauchy-Schwarz for each two roots of sums over one range."""
    found: list[Fact] = []
    for k, a in enumerate(halves):
        for b in halves[k + 1 :]:
            if not a.op == b.op == "summed" or a.args[:2] != b.args[:2]:
                continue
            i = search.name("i")
            here = known.with_index(i, a.args[0], a.args[1])
            bodies = [form(here, fresh_entry(t, i)) for t in (a, b)]
            if any(len(body) != 1 for body in bodies):
                continue
            inner = [even_root(here, m) for body in bodies for m in body]
            if inner[0] is None or inner[1] is None:
                continue
            dot = summed([(i, a.args[0], a.args[1])], inner[0] * inner[1])
            found += [(d, "<=", a**HALF * b**HALF) for d in (dot, -dot)]
    return found


def squares(search: Families, known: Indexed, goal: Fact, _: int) -> Node | None:
    """`x <= sqrt(A)*sqrt(B)` by its square, where x is > 0."""
    low, relation, high = goal
    if relation == "=" or is_not_negative(known, low) or not is_not_negative(known, high):
        return None
    if not any(part.op == "power" and part.args[1] == HALF for part in subterms(high)):
        return None
    id = search.name("case")
    below = search.prove(with_fact(known, id, (low, "<=", ZERO)), goal, 0)
    there = with_fact(known, id, (ZERO, "<", low))
    inner = below and search.prove(there, (low**TWO, relation, high**TWO), 1)
    if not below or not inner:
        return None
    above = rule("cancel", hole=HOLE, function=variable(HOLE) ** TWO, because=inner)
    return cases(id, low, ZERO, below, above)


def logs(search: Families, known: Indexed, goal: Fact, fuel: int) -> Node | None:
    """Exponentials of both sides, for logs alone; logs of both sides of a product."""
    left, relation, right = goal
    p = form(known, right - left)
    if relation == "=":
        return None
    with_log = [(m, c) for m, c in p.items() if any(x.op == "log" for x, _ in ordered(m))]
    if with_log and all(len(m) == 1 and c.denominator == 1 for m, c in with_log):
        low, high = sides(p)
        a, b = known.ring.canonical(exp(low)), known.ring.canonical(exp(high))
        inner = search.prove(known, (a, relation, b), fuel - 1)
        if inner:
            id = search.name("x")
            rewritten = have([stated(id, (a, relation, b), inner)], by_fact(id, relation))
            return _cancelled(search, exp(variable(HOLE)), p, relation, rewritten)
    some = any(x.op in ("exp", "multiplied") for x in atoms(p))
    if len(p) == 2 and some and is_positive(known, left) and is_positive(known, right):
        a, b = known.ring.canonical(log(left)), known.ring.canonical(log(right))
        inner = search.prove(known, (a, relation, b), fuel - 1)
        if inner:
            id = search.name("x")
            rewritten = have([stated(id, (a, relation, b), inner)], by_fact(id, relation))
            return rule("cancel", hole=HOLE, function=log(variable(HOLE)), because=rewritten)
    return None


def termwise(search: Families, known: Indexed, goal: Fact, fuel: int) -> Node | None:
    """The difference as one sum of terms that are each >= 0; what is constant is spread evenly, or
    by weights of which the sum is known."""
    if goal[1] == "=":
        return None
    p = form(known, goal[2] - goal[0])
    ranges = dict.fromkeys(x.args[:2] for x in atoms(p) if x.op == "summed")
    for low, high in ranges:
        i = search.name("i")
        try:
            here = known.with_index(i, low, high)
        except FAULTS:
            continue
        for share, id in _shares(known, low, high, i):
            node = _spread(search, known, here, goal, p, (i, low, high), share, id, fuel)
            if node is not None:
                return node
    return None


def _shares(known: Indexed, low: Term, high: Term, name: str) -> list[tuple[Term, str]]:
    """Families that add up to 1 over a range, with the equation that says so."""
    found = []
    for id, (left, relation, right) in known.facts.items():
        for total, value in ((left, right), (right, left)):
            fits = relation == "=" and total.op == "summed" and total.args[:2] == (low, high)
            if fits and value.op == "number" and value.args[0] > 0:
                found.append((fresh_entry(total, name) / value, id))
    length = high - low + ONE
    if is_positive(known, length):
        found.append((ONE / known.ring.canonical(length), ""))
    return found or [(ZERO, "")]


def _spread(
    search: Families,
    known: Indexed,
    here: Indexed,
    goal: Fact,
    p: Sum,
    over: tuple[str, Term, Term],
    share: Term,
    id: str,
    fuel: int,
) -> Node | None:
    name, low, high = over
    parts, constants = [], list[Term]()
    for m, c in p.items():
        total = next(
            (x for x, e in ordered(m) if x.op == "summed" and x.args[:2] == (low, high)), None
        )
        if total is not None and (total, ONE_SUM) in m:
            rest = factor_term(m - {(total, ONE_SUM)})
            parts.append(number(c) * rest * fresh_entry(total, name))
        else:
            constants.append(number(c) * factor_term(m))
            parts.append(constants[-1] * share)
    if constants and share == ZERO:
        return None
    inner_goal = compared(form(here, _plus(parts)), goal[1])
    inner = search.prove(here, inner_goal, fuel - 2 if fuel > 1 else 0)
    if inner is None:
        return None
    entries: list[Node] = []
    _, each = search.add_each(known, entries, [over], inner_goal, inner)
    term: Node = {"weight": "1", "over": [list(over)], "facts": [[each, variable(name)]]}
    then: Node = {"rule": "psatz", "sum": [term]}
    if id and constants:
        left, _, right = known.facts[id]
        sign = 1 if left.op == "summed" else -1
        value = right if left.op == "summed" else left
        factor = _plus(constants) * number(Fraction(sign) / value.args[0])
        then["equations"] = [{"fact": id, "times": factor}]
    return have(entries, then)


def _plus(parts: list[Term]) -> Term:
    total = ZERO
    for part in parts:
        total = total + part
    return total


def members(search: Families, known: Indexed, goal: Fact, fuel: int) -> Node | None:
    """Single entries of sums and extremes beside the goal's index terms, and bounds on each."""
    from proofkit.search.families.entries import known_entries

    if fuel < 1 or any(id.startswith("member") for id in (*known.facts, *known.many)):
        return None
    entries: list[Node] = []
    here = known_entries(search, known, goal, entries)
    if not entries:
        return None
    inner = search.prove(here, goal, fuel)
    return inner and least(known, goal, entries, inner)
