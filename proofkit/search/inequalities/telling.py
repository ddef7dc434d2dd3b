"""A proof that was found, told line by line, each with a reason that can be followed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from proofkit.kernel.assumptions import Fact, upwards
from proofkit.kernel.terms import (
    ONE,
    ZERO,
    Term,
    multiply,
    negate,
    number,
    parse,
    power,
    subtract,
    text,
)
from proofkit.language.words import FLIP

Facts = dict[str, Fact]


@dataclass(frozen=True)
class Line:
    """A line of a proof; what it rests on stands before it, indented."""

    depth: int
    statement: str
    reason: str


def said(fact: Fact) -> str:
    """The fact as it is written; `0 <= x` with the unknown first."""
    left, relation, right = fact
    if left.op == "number" and right.op != "number":
        left, relation, right = right, FLIP[relation], left
    return f"{text(left)} {relation} {text(right)}"


def lines(
    hypotheses: Mapping[str, Fact], fact: Fact, node: Mapping[str, Any], entries: Sequence[Any] = ()
) -> list[Line]:
    """The proof of a fact, after the facts that it took."""
    result: list[Line] = []
    teller = _Teller({id: upwards(f) for id, f in hypotheses.items()})
    for entry in entries:
        result += teller.stated(entry, 0)
    return [*result, *teller.tell(fact, node, 0)]


def distinct(told: Sequence[Line]) -> list[Line]:
    """The lines without those that were told before, in the same case, in the same place."""
    kept: list[Line] = []
    scope: dict[int, set[Line]] = {}
    before = 0
    for line in told:
        scope = {depth: seen for depth, seen in scope.items() if depth <= line.depth}
        seen = scope.setdefault(line.depth, set())
        if line in seen and line.reason and before <= line.depth:
            continue
        seen.add(line)
        kept.append(line)
        before = line.depth
    return kept


def reason(hypotheses: Mapping[str, Fact], fact: Fact, node: Mapping[str, Any]) -> str:
    """Why the fact holds, in one phrase: its proof's last reason, after what this rests on."""
    *before, last = distinct(lines(hypotheses, fact, node))
    rests = [
        line.statement
        for line in before
        if line.depth == last.depth and line.reason and line.statement not in last.reason
    ]
    return f"{last.reason}, after {'; '.join(rests[-3:])}" if rests else last.reason


def lines_of(goal: Fact, node: Mapping[str, Any]) -> list[tuple[str, Term, Mapping[str, Any]]]:
    """The steps of a proof that is a chain from the left side on, else one step."""
    if node["rule"] == "have":
        inner = lines_of(goal, node["then"])
        return [(r, term, {**node, "then": because}) for r, term, because in inner]
    if node["rule"] == "chain" and _term(node["start"]) == goal[0]:
        return [(s["relation"], _term(s["term"]), s["because"]) for s in node["steps"]]
    return [(goal[1], goal[2], node)]


class _Teller:
    def __init__(self, facts: Facts) -> None:
        self.facts = facts

    def with_facts(self, more: Mapping[str, Fact]) -> _Teller:
        return _Teller({**self.facts, **more})

    def stated(self, entry: Mapping[str, Any], depth: int) -> Iterator[Line]:
        fact = _term(entry["left"]), entry["relation"], _term(entry["right"])
        yield from self.tell(fact, entry["because"], depth)
        self.facts[entry["id"]] = fact

    def tell(self, goal: Fact, node: Mapping[str, Any], depth: int) -> Iterator[Line]:
        """What the goal rests on, then the goal."""
        inner = _TOLD.get(node["rule"])
        if inner is None:
            yield Line(depth, said(goal), _PLAIN.get(node["rule"], f"by the rule {node['rule']}"))
        else:
            yield from inner(self, goal, node, depth)

    def accepts(self, goal: Fact, node: Mapping[str, Any]) -> bool:
        """Does the node prove the goal from the facts here?"""
        from proofkit.kernel.assumptions import Context, Known, Trail
        from proofkit.kernel.terms import variables
        from proofkit.search.nodes import accepted

        facts = {id: fact for id, fact in self.facts.items() if fact[1] != "="}
        sides = [side for fact in (goal, *facts.values()) for side in fact[::2]]
        names = set().union(*map(variables, sides))
        return accepted(
            Known(Context(dict.fromkeys(names, False), facts), Trail()), goal, dict(node)
        )

    def name(self, id: str) -> str:
        return said(self.facts[id]) if id in self.facts else id


def _term(value: Any) -> Term:
    return value if isinstance(value, Term) else parse(value)


def _have(teller: _Teller, goal: Fact, node: Any, depth: int) -> Iterator[Line]:
    inner = teller.with_facts({})
    for entry in node["facts"]:
        yield from inner.stated(entry, depth)
    yield from inner.tell(goal, node["then"], depth)


def _psatz(teller: _Teller, goal: Fact, node: Any, depth: int) -> Iterator[Line]:
    yield Line(depth, said(goal), reason_of_sum(teller, goal, node))


def reason_of_sum(teller: _Teller, goal: Fact, node: Any) -> str:
    """`the difference is 2*(x - y)^2`, with the facts that make each product >= 0."""
    products, used, squares = [], [], False
    for entry in node["sum"]:
        factors = [_number(entry["weight"])] if entry["weight"] != "1" else []
        for id in entry.get("facts", ()):
            left, _, right = teller.facts[id]
            factors.append(right if left == ZERO else subtract(right, left))
            used.append(teller.name(id))
        factors += [_term(s) for s in entry.get("signs", ())]
        for square in entry.get("squares", ()):
            factors.append(power(_term(square), number(2)))
            squares = True
        products.append(multiply(*factors) if factors else ONE)
    times = node.get("times")
    used += [teller.name(entry["fact"]) for entry in node.get("equations", ())]
    shown = " + ".join(text(p) for p in products) or "0"
    if len(shown) > 240:
        shown = f"a sum of {len(products)} products that are >= 0"
    whole = "" if times is None or _term(times) == ONE else f" times {text(_term(times))}"
    because = list(dict.fromkeys(used))
    if [*map(set, node["sum"])] == [{"weight", "facts"}] and len(used) == 1 and not whole:
        return f"because {used[0]}"
    reason = f"the difference{whole} is {shown}"
    if because:
        reason += f", where {'; '.join(because[:6])}"
    elif squares:
        reason += ", and squares are >= 0"
    return reason


def _number(source: str) -> Term:
    from fractions import Fraction

    return number(Fraction(source))


def _cases(teller: _Teller, goal: Fact, node: Any, depth: int) -> Iterator[Line]:
    left, right = _term(node["left"]), _term(node["right"])
    if goal[2].op == "abs" and goal[0] in (goal[2].args[0], negate(goal[2].args[0])):
        yield Line(depth, said(goal), "by what an absolute value is")
        return
    for fact, part in (((left, "<=", right), "below"), ((right, "<", left), "above")):
        if node[part]["rule"] == "assume" and node[part]["fact"] == node["id"]:
            continue
        yield Line(depth, f"where {said(fact)}:", "")
        yield from teller.with_facts({node["id"]: fact}).tell(goal, node[part], depth + 1)
    yield Line(depth, said(goal), "in each case")


def _absurd(teller: _Teller, goal: Fact, node: Any, depth: int) -> Iterator[Line]:
    reason = reason_of_sum(teller, (ZERO, "<", ZERO), node["because"])
    yield Line(depth, "this cannot be", reason.replace("the difference is", "0 would be", 1))


def _chain(teller: _Teller, goal: Fact, node: Any, depth: int) -> Iterator[Line]:
    here = _term(node["start"])
    for step in node["steps"]:
        there = _term(step["term"])
        yield from teller.tell((here, step["relation"], there), step["because"], depth)
        here = there


def _exchange(teller: _Teller, goal: Fact, node: Any, depth: int) -> Iterator[Line]:
    old, new = _term(node["old"]), _term(node["new"])
    if node["because"]["rule"] not in ("assume", "ring", "sign"):
        premise = (old, goal[1], new)
        if not teller.accepts(premise, node["because"]):
            premise = (new, goal[1], old)
        yield from teller.tell(premise, node["because"], depth + 1)
    yield Line(
        depth, said(goal), f"both sides are the same function of {text(old)} and {text(new)}"
    )


def _cancel(teller: _Teller, goal: Fact, node: Any, depth: int) -> Iterator[Line]:
    function = _term(node["function"])
    names = {"log": "logarithms", "exp": "exponentials"}
    what = names.get(function.op, "squares" if function.op == "power" else "a rising function")
    left, relation, right = goal
    from proofkit.kernel.assumptions import replace

    sides = [replace(function, {node["hole"]: side}) for side in (left, right)]
    yield from teller.tell((sides[0], relation, sides[1]), node["because"], depth + 1)
    yield Line(depth, said(goal), f"compare {what} of both sides")


def _derive(teller: _Teller, goal: Fact, node: Any, depth: int) -> Iterator[Line]:
    from proofkit.kernel.assumptions import replace

    at, name = _term(node["at"]), node["variable"]
    start = [replace(side, {name: at}) for side in (goal[0], goal[2])]
    if node["start"]["rule"] != "ring":
        yield from teller.tell((start[0], goal[1], start[1]), node["start"], depth + 1)
    fresh, x = Term("variable", (node["fresh"],)), Term("variable", (name,))
    low, high = (at, x) if node["from"] == "below" else (x, at)
    inner = teller.with_facts(
        {f"{node['fresh']}-low": (low, "<", fresh), f"{node['fresh']}-high": (fresh, "<", high)}
    )
    for entry in (*node["closed"], *node["open"]):
        fact = _term(entry["left"]), entry["relation"], _term(entry["right"])
        inner.facts[entry["id"]] = fact
    between = f"for {node['fresh']} between {text(low)} and {text(high)}"
    way = "rises from there" if node["from"] == "below" else "falls towards it"
    reason = f"true at {name} = {text(at)}, and the difference {way}"
    slopes = list(inner.tell(_slope(goal, node), node["slope"], depth + 2))
    if len(slopes) == 1:
        slope = f"{slopes[0].statement} {between}, {slopes[0].reason}"
        reason += f"; its derivative is {slope}"
    else:
        yield Line(depth + 1, f"{between}:", "")
        yield from slopes
    yield Line(depth, said(goal), reason)


def _slope(goal: Fact, node: Any) -> Fact:
    """The goal of the slope, as the search's own place would have it."""
    from proofkit.foundations.errors import ProofkitError
    from proofkit.kernel.analysis import derivative
    from proofkit.kernel.assumptions import Context, Known, Trail, replace
    from proofkit.kernel.terms import variables

    fresh = node["fresh"]
    here = replace(subtract(goal[2], goal[0]), {node["variable"]: Term("variable", (fresh,))})
    facts = {
        e["id"]: (_term(e["left"]), e["relation"], _term(e["right"]))
        for e in (*node["closed"], *node["open"])
    }
    names = set().union(
        variables(here), *(variables(f[0]) | variables(f[2]) for f in facts.values())
    )
    try:
        known = Known(Context(dict.fromkeys(names, False), facts), Trail())
        slope = known.ring.canonical(derivative(known, here, fresh))
    except ProofkitError:
        slope = Term("variable", ("slope",))
    return (ZERO, "<=", slope) if node["from"] == "below" else (slope, "<=", ZERO)


def _concave(teller: _Teller, goal: Fact, node: Any, depth: int) -> Iterator[Line]:
    from proofkit.kernel.assumptions import replace

    for end, part in (("low", "left"), ("high", "right")):
        at = {node["variable"]: _term(node[end])}
        fact = replace(goal[0], at), goal[1], replace(goal[2], at)
        yield from teller.tell(fact, node[part], depth + 1)
    low, high = text(_term(node["low"])), text(_term(node["high"]))
    reason = f"true at {node['variable']} = {low} and = {high}; concave between them"
    yield Line(depth, said(goal), reason)


def _induct(teller: _Teller, goal: Fact, node: Any, depth: int) -> Iterator[Line]:
    from proofkit.kernel.assumptions import replace
    from proofkit.kernel.terms import add

    name, n = node["variable"], Term("variable", (node["variable"],))
    for value, part in ((_number(str(node["from"])), "start"), (add(n, ONE), "step")):
        at = {name: value}
        fact = replace(goal[0], at), goal[1], replace(goal[2], at)
        inner = (
            teller
            if part == "start"
            else teller.with_facts(
                {node["id"]: upwards(goal), f"{name}-from": (_number(str(node["from"])), "<=", n)}
            )
        )
        yield from inner.tell(fact, node[part], depth + 1)
    yield Line(depth, said(goal), f"by induction on {name} from {node['from']}")


def _antisymmetric(teller: _Teller, goal: Fact, node: Any, depth: int) -> Iterator[Line]:
    left, _, right = goal
    yield from teller.tell((left, "<=", right), node["below"], depth + 1)
    yield from teller.tell((right, "<=", left), node["above"], depth + 1)
    yield Line(depth, said(goal), "from both sides")


def _general(teller: _Teller, goal: Fact, node: Any, depth: int) -> Iterator[Line]:
    fact = _term(node["left"]), goal[1], _term(node["right"])
    inner = teller.with_facts(
        {e["id"]: (_term(e["left"]), e["relation"], _term(e["right"])) for e in node["facts"]}
    )
    yield from inner.tell(fact, node["then"], depth + 1)
    yield Line(depth, said(goal), f"this with {node['fresh']} = {text(_term(node['term']))}")


def _integer(teller: _Teller, goal: Fact, node: Any, depth: int) -> Iterator[Line]:
    left, _, right = goal
    from proofkit.kernel.terms import add

    yield from teller.tell((left, "<", add(right, ONE)), node["because"], depth + 1)
    yield Line(depth, said(goal), "both sides are integers")


_TOLD = {
    "have": _have,
    "psatz": _psatz,
    "cases": _cases,
    "absurd": _absurd,
    "chain": _chain,
    "exchange": _exchange,
    "cancel": _cancel,
    "derive": _derive,
    "concave": _concave,
    "induct": _induct,
    "antisymmetric": _antisymmetric,
    "general": _general,
    "integer": _integer,
}
_PLAIN = {
    "assume": "given",
    "ring": "both sides are the same when multiplied out",
    "sign": "by the signs of its parts",
    "extreme": "by what the greatest and the least are",
    "box": "by enclosing the values",
}
