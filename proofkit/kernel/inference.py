"""The rules: what may be concluded from what, one function a rule.

A goal is `left relation right`. A node of a proof names its rule and carries all that the rule
needs, so that each is checked in one pass and nothing is sought. Where a goal and its node meet,
both sides of the goal are shown to have values; rules that only add facts leave that to the
node inside.

| rule | concludes |
|---|---|
| assume, cite | a fact known here; an earlier theorem, with terms for its parameters |
| have, cases, general | the goal with facts proved first; in two cases; as an instance |
| chain, antisymmetric | transitivity; equality from both sides |
| ring, sign, psatz | by normal form; at sight; the difference is a sum of known products >= 0 |
| exchange, cancel | from `u <= v` to `f(u) <= f(v)`, and back, for an f that rises or falls |
| extreme, integer, absurd | max and min; `l < r + 1` for integers; from `0 < 0` anything |
| box | the difference is on one side of 0 on a box, cut as stated |
| derive, concave, induct | by the sign of a derivative, by concavity, by induction |
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from flint import ctx

from proofkit.foundations.errors import CertificateError, InputError, Undefined
from proofkit.foundations.exact import shorten
from proofkit.kernel import calculus, chances
from proofkit.kernel.assumptions import FLIP, Fact, Known, known_relation, replace, upwards
from proofkit.kernel.boxes import Box
from proofkit.kernel.operations import OPERATIONS, STILL, Growth, operation
from proofkit.kernel.reading import a_text, fields, fraction, items, mapping, whole
from proofkit.kernel.sign import AT_LEAST_ZERO, NOT_ZERO, POSITIVE, within
from proofkit.kernel.terms import (
    ONE,
    ZERO,
    Term,
    add,
    multiply,
    number,
    parse,
    power,
    subtract,
    text,
    variable,
    variables,
)

Node = Mapping[str, Any]
MAX_NESTING = 40
MAX_STEPS = 400
MAX_PIECES = 4_000
MAX_BITS = 4_096
TWO = number(2)


def check(known: Known, goal: Fact, node: Node, depth: int = 0) -> None:
    """Check one node of a proof against its goal; raise `CertificateError` unless it is right."""
    if depth > MAX_NESTING:
        raise CertificateError("", f"a proof nested more than {MAX_NESTING} deep is not accepted")
    rule = node.get("rule") if isinstance(node, Mapping) else None
    if not isinstance(rule, str) or rule not in RULES:
        raise CertificateError("", f"unknown rule {shorten(repr(rule))}")
    goal = upwards(goal)
    try:
        if rule not in OPENING:
            known.require_value(goal[0])
            known.require_value(goal[2])
        RULES[rule](known, goal, node, depth + 1)
    except Undefined as problem:
        raise CertificateError("", f"rule {rule}: {problem}") from None


def term(known: Known, value: object) -> Term:
    """A term in a node: in this process a term, in a file its text."""
    found = value if isinstance(value, Term) else parse(value)
    for name in variables(found) - known.kinds.keys() - known.context.definitions.keys():
        raise CertificateError("", f"{shorten(name)} is not declared")
    return found


def _stated(known: Known, entry: Node) -> Fact:
    return (
        term(known, entry["left"]),
        known_relation(entry["relation"]),
        term(known, entry["right"]),
    )


# Facts ---------------------------------------------------------------------------------


def same(known: Known, fact: Fact, goal: Fact) -> bool:
    """Does the fact say the goal, definitions written out?"""
    (a, relation, b), unfold = upwards(fact), known.context.unfold
    if goal[1] not in IMPLIES[relation]:
        return False
    sides = (unfold(goal[0]), unfold(goal[2]))
    found = (unfold(a), unfold(b))
    return sides == found or (relation == "=" and sides == found[::-1])


def _assume(known: Known, goal: Fact, node: Node, _: int) -> None:
    fields(node, ("rule", "fact"))
    if not same(known, known.use(node["fact"]), goal):
        raise CertificateError("", f"the fact {shorten(node['fact'])} says something else")


def _cite(known: Known, goal: Fact, node: Node, depth: int) -> None:
    """`with` gives terms for the theorem's parameters (themselves if not named), `premises`
    a proof of each hypothesis it rests on that is not known here word for word."""
    fields(node, ("rule", "claim", "part"), ("with", "premises"))
    name = a_text(node["claim"], "claim")
    theorem = known.theory(name)
    given = {k: term(known, v) for k, v in mapping(node.get("with", {}), "with").items()}
    values = {}
    for parameter, integer in theorem.parameters(whole(node["part"], "part", 1000)).items():
        values[parameter] = value = given.get(parameter, variable(parameter))
        term(known, value)
        known.require_value(value)
        if integer and not known.is_integer(value):
            raise CertificateError("", f"{name}: {parameter} is an integer, {value} may be none")
    fact, hypotheses = theorem.instance(node["part"], values)
    if not same(known, fact, goal):
        raise CertificateError("", f"claim {name} says something else")
    premises = mapping(node.get("premises", {}), "premises")
    for id, hypothesis in hypotheses.items():
        if id in premises:
            check(known, hypothesis, premises[id], depth)
        elif id in (found := [k for k, f in known.facts.items() if same(known, f, hypothesis)]):
            known.use(id)
        elif found:
            known.use(found[0])
        else:
            raise CertificateError("", f"{name} needs the hypothesis {id}, not assumed here")
    known.trail.axioms |= theorem.axioms
    known.trail.theorems |= {*theorem.theorems, name}


def with_facts(known: Known, entries: object, depth: int) -> Known:
    """The place with facts added one after the other, each proved from those before."""
    for entry in items(entries, "facts"):
        fields(entry, ("id", "left", "relation", "right", "because"))
        fact = _stated(known, entry)
        check(known, fact, entry["because"], depth)
        known = known.with_fact(entry["id"], fact)
    return known


def _have(known: Known, goal: Fact, node: Node, depth: int) -> None:
    fields(node, ("rule", "facts", "then"))
    check(with_facts(known, node["facts"], depth), goal, node["then"], depth)


def _cases(known: Known, goal: Fact, node: Node, depth: int) -> None:
    """`left <= right`, or `right < left`."""
    fields(node, ("rule", "id", "left", "right", "below", "above"))
    left, right = term(known, node["left"]), term(known, node["right"])
    known.require_value(left)
    known.require_value(right)
    check(known.with_fact(node["id"], (left, "<=", right)), goal, node["below"], depth)
    check(known.with_fact(node["id"], (right, "<", left)), goal, node["above"], depth)


def _general(known: Known, goal: Fact, node: Node, depth: int) -> None:
    """The goal is an instance, `fresh` being `term`, of one that is proved for every `fresh`
    with the facts stated, which the term has."""
    fields(node, ("rule", "fresh", "term", "left", "right", "facts", "then"))
    value = term(known, node["term"])
    known.require_value(value)
    wider = known.with_variable(node["fresh"], known.is_integer(value))
    put = {node["fresh"]: value}
    for entry in items(node["facts"], "facts"):
        fields(entry, ("id", "left", "relation", "right", "because"))
        left, relation, right = fact = _stated(wider, entry)
        check(known, (replace(left, put), relation, replace(right, put)), entry["because"], depth)
        wider.require_value(left)
        wider.require_value(right)
        wider = wider.with_fact(entry["id"], fact)
    left, right = term(wider, node["left"]), term(wider, node["right"])
    check(wider, (left, goal[1], right), node["then"], depth)
    for side, wanted in ((left, goal[0]), (right, goal[2])):
        instance = replace(side, put)
        known.require_value(instance)
        if not known.ring.equal(instance, wanted):
            raise CertificateError("", "the goal is no instance of what is stated")


def _absurd(known: Known, _: Fact, node: Node, depth: int) -> None:
    fields(node, ("rule", "because"))
    check(known, (ZERO, "<", ZERO), node["because"], depth)


# Relations -----------------------------------------------------------------------------


IMPLIES = {"=": ("=", "<=", ">="), "<": ("<", "<="), "<=": ("<=",), ">": (">", ">="), ">=": (">=",)}


def composed(relations: list[str]) -> str:
    """The relation between the two ends of a chain."""
    for equal, weak, strict in (("=", "<=", "<"), ("=", ">=", ">")):
        if set(relations) <= {equal, weak, strict}:
            return strict if strict in relations else weak if weak in relations else equal
    raise CertificateError("", f"the relations {' '.join(relations)} do not compose")


def _chain(known: Known, goal: Fact, node: Node, depth: int) -> None:
    fields(node, ("rule", "start", "steps"))
    start = term(known, node["start"])
    if start not in goal[::2]:
        raise CertificateError("", "the chain does not start at a side of the goal")
    if start != goal[0]:
        goal = (goal[2], FLIP[goal[1]], goal[0])
    follow(known, goal, node["steps"], depth)


def follow(known: Known, goal: Fact, steps: object, depth: int = 0) -> None:
    """Check a chain of steps from the left side of the goal to its right side."""
    here, relation, right = goal
    relations = []
    for k, step in enumerate(items(steps, "steps", MAX_STEPS), 1):
        try:
            fields(step, ("relation", "term", "because"), ("reason", "digest"))
            relations.append(known_relation(step["relation"]))
            there = term(known, step["term"])
            check(known, (here, relations[-1], there), step["because"], depth)
        except (CertificateError, InputError, Undefined, RecursionError) as problem:
            raise step_refused(k, problem) from None
        here = there
    if not relations or here != right or relation not in IMPLIES[composed(relations)]:
        raise CertificateError("conclusion", "the steps do not end in the statement")


def step_refused(k: int, problem: Exception) -> CertificateError:
    """The refusal of a step, with its number."""
    if isinstance(problem, RecursionError):
        return CertificateError(f"step {k}", "nested too deep")
    if isinstance(problem, CertificateError) and problem.where:
        return CertificateError(f"step {k}, {problem.where}", problem.reason)
    return CertificateError(f"step {k}", str(problem))


def _antisymmetric(known: Known, goal: Fact, node: Node, depth: int) -> None:
    fields(node, ("rule", "below", "above"))
    left, relation, right = goal
    if relation != "=":
        raise CertificateError("", "the rule proves an equation")
    check(known, (left, "<=", right), node["below"], depth)
    check(known, (right, "<=", left), node["above"], depth)


# Algebra -------------------------------------------------------------------------------


def _ring(known: Known, goal: Fact, node: Node, _: int) -> None:
    fields(node, ("rule",))
    left, relation, right = goal
    if relation == "<" or not known.ring.equal(left, right):
        raise CertificateError("", "the two sides are not shown to be equal")


def _sign(known: Known, goal: Fact, node: Node, _: int) -> None:
    """One side is 0, and the sign of the other is known at sight."""
    fields(node, ("rule",))
    left, relation, right = goal
    allowed = {"=": 2, "<": POSITIVE, "<=": AT_LEAST_ZERO}[relation]
    found = known.sign(right if left == ZERO else subtract(right, left))
    if not within(found, allowed):
        raise CertificateError("", f"the sign of {shorten(text(right))} is not known at sight")


def _psatz(known: Known, goal: Fact, node: Node, _: int) -> None:
    """`times * (large - small)` is a sum of products of a weight > 0, facts, terms of known
    sign and squares, and of multiples of equations."""
    fields(node, ("rule", "sum"), ("times", "equations"))
    small, relation, large = goal
    total, strict = [], False
    for entry in items(node["sum"], "sum"):
        product, positive = _summand(known, entry)
        total.append(product)
        strict = strict or positive
    for entry in items(node.get("equations", []), "equations"):
        fields(entry, ("fact", "times"))
        left, fact_relation, right = known.use(entry["fact"])
        factor = term(known, entry["times"])
        known.require_value(factor)
        if fact_relation != "=":
            raise CertificateError("", f"{shorten(entry['fact'])} is not an equation")
        total.append(multiply(factor, subtract(right, left)))
    times = term(known, node.get("times", ONE))
    known.require_value(times)
    if known.sign(times) != POSITIVE:
        raise CertificateError("", f"{shorten(text(times))} is not known to be > 0")
    if relation == "=" and (node["sum"] or "equations" not in node):
        raise CertificateError("", "an equation follows from equations only")
    if relation == "<" and not strict:
        raise CertificateError("", "no summand is > 0")
    if not known.ring.equal(multiply(times, subtract(large, small)), add(*total)):
        raise CertificateError("", "the summands do not add up to the difference")


def _summand(known: Known, entry: Node) -> tuple[Term, bool]:
    """A product that is >= 0, and whether it is > 0."""
    fields(entry, ("weight",), ("facts", "signs", "squares"))
    weight = fraction(entry["weight"], "weight")
    if weight <= 0:
        raise CertificateError("", "a weight is > 0")
    factors, strict = [number(weight)], True
    for id in items(entry.get("facts", []), "facts"):
        left, relation, right = known.use(id)
        factors.append(subtract(right, left))
        strict = strict and relation == "<"
    for value in items(entry.get("signs", []), "signs"):
        factors.append(term(known, value))
        known.require_value(factors[-1])
        found = known.sign(factors[-1])
        if not within(found, AT_LEAST_ZERO):
            raise CertificateError("", f"{shorten(text(factors[-1]))} is not known to be >= 0")
        strict = strict and found == POSITIVE
    for value in items(entry.get("squares", []), "squares"):
        root = term(known, value)
        known.require_value(root)
        factors.append(power(root, TWO))
        strict = strict and within(known.sign(root), NOT_ZERO)
    return multiply(*factors), strict


# Monotone functions ----------------------------------------------------------------------


def growth(known: Known, function: Term, hole: str, old: Term, new: Term) -> Growth:
    """How a term moves as its hole goes from one value to another, both being known."""
    if function == variable(hole):
        return 1, True
    if hole not in variables(function):
        return STILL
    if function.op not in OPERATIONS:
        raise Undefined(f"no rule says how {function.op}(...) grows with the subterm")
    moves = [growth(known, arg, hole, old, new) for arg in function.args]
    ends = [[replace(arg, {hole: end}) for arg in function.args] for end in (old, new)]
    return operation(function).growth(known, ends[0], ends[1], moves)


def _function(known: Known, node: Node) -> tuple[Term, str]:
    wider = known.with_variable(node["hole"], False)
    return term(wider, node["function"]), node["hole"]


def _exchange(known: Known, goal: Fact, node: Node, depth: int) -> None:
    """From `old <= new` to `f(old) <= f(new)`; equals may be exchanged anywhere."""
    fields(node, ("rule", "hole", "function", "old", "new", "because"))
    function, hole = _function(known, node)
    old, new = term(known, node["old"]), term(known, node["new"])
    left, relation, right = goal
    if (replace(function, {hole: old}), replace(function, {hole: new})) != (left, right):
        raise CertificateError("", "replacing the subterm does not give the two sides")
    premise = (old, relation, new)
    if relation != "=":
        known.require_value(old)
        known.require_value(new)
        premise = _moved(known, function, hole, premise)
    check(known, premise, node["because"], depth)


def _cancel(known: Known, goal: Fact, node: Node, depth: int) -> None:
    """From `f(left) <= f(right)` to `left <= right`, for an f that is strictly monotone."""
    fields(node, ("rule", "hole", "function", "because"))
    function, hole = _function(known, node)
    left, relation, right = goal
    ends = [replace(function, {hole: side}) for side in (left, right)]
    for end in ends:
        known.require_value(end)
    way, strict = growth(known, function, hole, left, right)
    if not way or not strict:
        raise CertificateError("", "the function is not shown to be strictly monotone")
    premise = (ends[0], relation, ends[1]) if way > 0 else (ends[1], relation, ends[0])
    check(known, premise, node["because"], depth)


def _moved(known: Known, function: Term, hole: str, premise: Fact) -> Fact:
    old, relation, new = premise
    way, strict = growth(known, function, hole, old, new)
    if not way or (relation == "<" and not strict):
        raise CertificateError("", "the function is not shown to be monotone in the subterm")
    return premise if way > 0 else (new, relation, old)


def _extreme(known: Known, goal: Fact, node: Node, depth: int) -> None:
    """Each argument is at most the max; the max is below what each argument is below."""
    fields(node, ("rule",), ("because",))
    left, relation, right = goal
    if relation == "<=" and (
        (right.op == "max" and left in right.args) or (left.op == "min" and right in left.args)
    ):
        return
    if left.op == "max":
        goals: list[Fact] = [(arg, relation, right) for arg in left.args]
    elif right.op == "min":
        goals = [(left, relation, arg) for arg in right.args]
    else:
        raise CertificateError("", "the rule is about a max on the left or a min on the right")
    reasons = items(node.get("because"), "because")
    if relation == "=" or len(reasons) != len(goals):
        raise CertificateError("", "each argument has a proof")
    for premise, because in zip(goals, reasons, strict=True):
        check(known, premise, because, depth)


def _integer(known: Known, goal: Fact, node: Node, depth: int) -> None:
    fields(node, ("rule", "because"))
    left, relation, right = goal
    if relation != "<=" or not (known.is_integer(left) and known.is_integer(right)):
        raise CertificateError("", "the rule proves <= between integers")
    check(known, (left, "<", add(right, ONE)), node["because"], depth)


# Analysis --------------------------------------------------------------------------------


def _box(known: Known, goal: Fact, node: Node, _: int) -> None:
    """`cuts` is the subdivision in preorder: `["n", "64"]` cuts n at 64, `[]` is a piece."""
    fields(node, ("rule", "bits", "cuts"))
    small, relation, large = goal
    if relation == "=":
        raise CertificateError("", "an enclosure does not prove an equation")
    bits = whole(node["bits"], "bits", MAX_BITS)
    difference = known.context.unfold(subtract(large, small))
    ranges = {name: known.range_of(name) for name in variables(difference)}
    pending = [Box(ranges, {})]
    with ctx.workprec(max(bits, 32)):
        for cut in items(node["cuts"], "cuts", MAX_PIECES):
            if not pending:
                raise CertificateError("", "cuts: more pieces than were cut")
            box = pending.pop()
            if items(cut, "cuts", 2):
                name, at = a_text(cut[0], "cuts"), fraction(cut[-1], "cuts")
                if name not in ranges:
                    raise CertificateError("", f"cuts: {shorten(name)} has no range")
                pending.extend(reversed(box.halves(name, at)))
                continue
            low = box.enclose(difference).low
            if not (low > 0 if relation == "<" else low >= 0):
                raise CertificateError("", "the enclosure of a piece has not the sign needed")
    if pending:
        raise CertificateError("", "cuts: a piece is missing")


def _path(known: Known, node: Node, low: Term, high: Term, relation: str) -> Known:
    """The place where a new real variable runs between two terms; facts about it follow."""
    fresh = a_text(node["fresh"], "fresh")
    wider = known.with_variable(fresh, False)
    here = variable(fresh)
    wider = wider.with_fact(f"{fresh}-low", (low, relation, here))
    return wider.with_fact(f"{fresh}-high", (here, relation, high))


def _derive(known: Known, goal: Fact, node: Node, depth: int) -> None:
    """`start` proves the goal at one end, `slope` that the right side moves away from it at
    least as fast as the left one: by the mean value theorem the goal holds at the other end."""
    keys = ("rule", "variable", "at", "from", "fresh", "strict", "start", "closed", "open", "slope")
    fields(node, keys)
    left, relation, right = goal
    name, at = _runs(known, node["variable"]), term(known, node["at"])
    x, rises = variable(name), node["from"] == "below"
    if node["from"] not in ("below", "above") or relation == "=" or name in variables(at):
        raise CertificateError("", "derive: from below or above, an inequality, a fixed end")
    known.require_value(at)
    gap = known.sign(subtract(x, at) if rises else subtract(at, x))
    if not within(gap, AT_LEAST_ZERO):
        raise CertificateError("", f"{name} is not known to lie on this side of {shorten(str(at))}")
    by_start = a_text(node["strict"], "strict") == "start"
    if relation == "<" and not by_start and gap != POSITIVE:
        raise CertificateError("", f"{name} may be {shorten(str(at))}, where nothing is strict")
    start = "<" if relation == "<" and by_start else "<="
    ends = [known.put(side, name, at) for side in (left, right)]
    check(known, (ends[0], start, ends[1]), node["start"], depth)
    slopes, there = _slopes(known, node, (left, right), name, (at, x) if rises else (x, at), depth)
    steep = "<" if relation == "<" and not by_start else "<="
    slopes = slopes if rises else slopes[::-1]
    check(there, (slopes[0], steep, slopes[1]), node["slope"], depth)


def _runs(known: Known, value: object) -> str:
    """A variable that a rule may let run."""
    name = a_text(value, "variable")
    if name not in known.kinds:
        raise CertificateError("", f"{shorten(name)} is not a variable here")
    return name


def _slopes(
    known: Known,
    node: Node,
    sides: tuple[Term, Term],
    name: str,
    ends: tuple[Term, Term],
    depth: int,
    order: int = 1,
) -> tuple[list[Term], Known]:
    """The sides' derivatives on the open path, after showing that the sides have values on the
    closed one, where they are continuous."""
    here = [known.put(side, name, variable(a_text(node["fresh"], "fresh"))) for side in sides]
    closed = with_facts(_path(known, node, *ends, "<="), node["closed"], depth)
    for side in here:
        closed.require_value(side)
    inside = with_facts(_path(known, node, *ends, "<"), node["open"], depth)
    for _ in range(order):
        here = [calculus.derivative(inside, side, node["fresh"]) for side in here]
        for slope in here:
            inside.require_value(slope)
    return here, inside


def _concave(known: Known, goal: Fact, node: Node, depth: int) -> None:
    """The right side less the left one is concave between two ends, and right at both."""
    keys = ("rule", "variable", "low", "high", "fresh", "closed", "open", "left", "right", "bend")
    fields(node, keys)
    left, relation, right = goal
    name = _runs(known, node["variable"])
    low, high, x = term(known, node["low"]), term(known, node["high"]), variable(name)
    for below, above in ((low, x), (x, high)):
        known.require_value(subtract(above, below))
        if not within(known.sign(subtract(above, below)), AT_LEAST_ZERO):
            raise CertificateError("", f"{name} is not known to lie between the ends")
    if relation == "=" or name in variables(low) | variables(high):
        raise CertificateError("", "concave: an inequality, between fixed ends")
    for end, because in ((low, node["left"]), (high, node["right"])):
        values = [known.put(side, name, end) for side in (left, right)]
        check(known, (values[0], relation, values[1]), because, depth)
    bends, inside = _slopes(known, node, (left, right), name, (low, high), depth, order=2)
    check(inside, (bends[1], "<=", bends[0]), node["bend"], depth)


def _induct(known: Known, goal: Fact, node: Node, depth: int) -> None:
    """For an integer n >= k: the goal at k, and at n + 1 where it holds at n >= k."""
    fields(node, ("rule", "variable", "from", "id", "start", "step"))
    name, low = _runs(known, node["variable"]), number(fraction(node["from"], "from"))
    n = variable(name)
    if not (known.kinds[name] and known.is_integer(low)):
        raise CertificateError("", f"{name} and the start are not known to be integers")
    if not within(known.sign(subtract(n, low)), AT_LEAST_ZERO):
        raise CertificateError("", f"{name} is not known to be at least {low}")
    left, relation, right = goal
    free = known.without(name)
    start = [known.put(side, name, low) for side in (left, right)]
    check(free, (start[0], relation, start[1]), node["start"], depth)
    before = free.with_fact(f"{name}-from", (low, "<=", n)).with_fact(node["id"], goal)
    after = [known.put(side, name, add(n, ONE)) for side in (left, right)]
    check(before, (after[0], relation, after[1]), node["step"], depth)


OPENING = frozenset({"have", "cases", "absurd"})
"""Rules that leave it to the nodes inside to show that the goal has a value."""


def _of_chance(rule: Callable[[Known, Fact, Node, chances.Prove], None]) -> Rule:
    def checked(known: Known, goal: Fact, node: Node, depth: int) -> None:
        rule(known, goal, node, lambda k, fact, because: check(k, fact, because, depth))

    return checked


Rule = Callable[[Known, Fact, Node, int], None]
RULES: dict[str, Rule] = {
    "assume": _assume,
    "cite": _cite,
    "have": _have,
    "cases": _cases,
    "general": _general,
    "absurd": _absurd,
    "chain": _chain,
    "antisymmetric": _antisymmetric,
    "ring": _ring,
    "sign": _sign,
    "psatz": _psatz,
    "exchange": _exchange,
    "cancel": _cancel,
    "extreme": _extreme,
    "integer": _integer,
    "box": _box,
    "derive": _derive,
    "concave": _concave,
    "induct": _induct,
    **{name: _of_chance(rule) for name, rule in chances.RULES.items()},
}
