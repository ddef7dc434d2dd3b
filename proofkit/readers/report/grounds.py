"""What the kernel checked for one line of a proof, in words: the node of the certificate with
what it rests on, from the top down.

It is read off the certificate, not made up here. Where a node does not say which way round an
inequality is used, the kernel is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from proofkit.foundations.errors import ProofkitError
from proofkit.kernel import inference
from proofkit.kernel.assumptions import Fact, Known, Trail, upwards
from proofkit.kernel.certificates import read_context
from proofkit.language.terms import Term, parse, subtract, text
from proofkit.language.words import FLIP
from proofkit.readers.report.mathematics import LATEX
from proofkit.readers.report.phrases import formula

Node = Mapping[str, Any]
DEEPEST = 5
"""How deep a proof is told; further in, only how many more nodes there are."""

LONGEST = 300
"""How many characters of LaTeX a formula may have to be shown; the certificate has them all."""


class Ground(NamedTuple):
    """A sentence with formulas between dollar signs, and what it rests on."""

    said: str
    inner: tuple[Ground, ...] = ()


def of_part(certificate: Mapping[str, Any], part: int) -> tuple[list[Ground], list[list[Ground]]]:
    """The facts proved before a part's chain, and the grounds of every step of the chain."""
    context = read_context(certificate)
    known = Known(context, Trail(), _no_theorem)
    proof = certificate["proofs"][part]
    facts, known = _facts(known, proof["facts"], 0)
    here, lines = _term(certificate["statements"][part]["left"]), []
    for step in proof["steps"]:
        goal = (here, step["relation"], _term(step["term"]))
        lines.append([_node(known, goal, step["because"], 0)])
        here = goal[2]
    return facts, lines


def _no_theorem(name: str) -> Any:
    raise ProofkitError(f"{name} is not looked up here")


def _term(value: Any) -> Term:
    return value if isinstance(value, Term) else parse(value)


def _written(value: Any) -> str:
    return formula(value if isinstance(value, str) else text(value))


def _statement(fact: tuple[Any, str, Any]) -> str:
    left, relation, right = fact
    return f"${_written(left)} {LATEX.relations[relation]} {_written(right)}$"


def _node(known: Known, goal: Fact, node: Node, depth: int, lead: str = "") -> Ground:
    """The sentence of a node, and the nodes that it rests on."""
    if depth > DEEPEST:
        return Ground(f"{lead}{_size(node)} more nodes")
    tell = _TELLERS.get(node["rule"], _by_name)
    said, inner = tell(known, upwards(goal), node, depth + 1)
    return Ground(lead + said, tuple(inner))


def _inner(known: Known, goal: Fact, node: Node, depth: int) -> Ground:
    """A node inside another, with its statement if that is short enough to be read."""
    statement = _statement(goal)
    return _node(known, goal, node, depth, f"{statement}: " if len(statement) < LONGEST else "")


def _size(node: Any) -> int:
    """How many nodes there are in a proof."""
    if isinstance(node, Mapping):
        return ("rule" in node) + sum(map(_size, node.values()))
    return sum(map(_size, node)) if isinstance(node, (list, tuple)) else 0


def _facts(known: Known, entries: Any, depth: int) -> tuple[list[Ground], Known]:
    """Facts proved one after the other, and the place where all are known."""
    told = []
    for entry in entries:
        fact = (_term(entry["left"]), entry["relation"], _term(entry["right"]))
        told.append(_inner(known, fact, entry["because"], depth))
        known = known.with_fact(entry["id"], fact)
    return told, known


Told = tuple[str, list[Ground]]

_SENTENCES = {
    "ring": "both sides have one normal form",
    "fix": "signs fixed at $+1$, each with probability $\\tfrac{1}{2}$",
    "need": "signs that have to be $+1$, each with probability $\\tfrac{1}{2}$",
    "hoeffding": "Hoeffding's inequality, an axiom",
    "union": "the union bound: probabilities of the cases add up to at least that of any",
    "copies": "independent neurons: $1 - (1 - q)^m$",
    "complement": "the probability of the opposite event is $1$ less that of the event",
    "both": "two events happen together with probability $p + q - 1$ at least",
    "part": "two events happen together no oftener than one of them",
    "never": "an event and its opposite never happen together",
    "certain": "a probability is at most $1$",
    "counted": "counted exactly, pattern of signs by pattern",
    "extreme": "what a maximum or minimum means",
    "absurd": "what is known contradicts itself",
    "antisymmetric": "both $\\le$ and $\\ge$",
    "derive": "by the mean value theorem: right at one end, and the slopes compare on the way",
    "concave": "concave between two ends, and right at both",
    "induct": "by induction",
    "general": "an instance of what holds for every value",
    "integer": "between integers, less than one more is at most",
    "chain": "in steps",
    "exchange": "the same with one part changed",
    "psatz": "the difference is a sum of products of what is known to be $\\ge 0$",
    "sign": "seen from the signs of its parts",
    "box": "the difference is enclosed and has one sign",
    "have": "from facts shown first",
    "cases": "in two cases",
    "cancel": "the same after applying a function that is strictly monotone",
}


def _by_name(known: Known, goal: Fact, node: Node, depth: int) -> Told:
    """A rule in a sentence; what it rests on is told by its own rules."""
    inner = [ground for value in node.values() for ground in _rules_within(value)]
    return _named(node), inner


def _named(node: Node) -> str:
    return _SENTENCES.get(node["rule"], f"by the rule {node['rule']}")


def _rules_within(value: Any) -> Iterator[Ground]:
    """The outermost nodes in a piece of a certificate, without their goals."""
    if isinstance(value, Mapping) and "rule" in value:
        cited = {
            "cite": f"the claim {value.get('claim')}",
            "assume": f"the hypothesis {value.get('fact')}",
        }
        named = cited.get(value["rule"], _named(value))
        yield Ground(named, tuple(g for part in value.values() for g in _rules_within(part)))
    elif isinstance(value, Mapping):
        for part in value.values():
            yield from _rules_within(part)
    elif isinstance(value, list):
        for part in value:
            yield from _rules_within(part)


def _assume(known: Known, goal: Fact, node: Node, _: int) -> Told:
    id = node["fact"]
    if id in known.context.hypotheses:
        return f"the hypothesis {id}, {_statement(known.context.hypotheses[id])}", []
    return f"shown before: {_statement(known.facts[id])}", []


def _cite(known: Known, goal: Fact, node: Node, depth: int) -> Told:
    values = ", ".join(
        f"${LATEX.symbol(name)} = {_written(value)}$"
        for name, value in node.get("with", {}).items()
    )
    premises = [
        Ground(f"its hypothesis {id}: {ground.said}", ground.inner)
        for id, premise in node.get("premises", {}).items()
        for ground in _rules_within(premise)
    ]
    return f"the claim {node['claim']}" + (f" for {values}" if values else ""), premises


def _have(known: Known, goal: Fact, node: Node, depth: int) -> Told:
    told, wider = _facts(known, node["facts"], depth)
    said, inner = _TELLERS.get(node["then"]["rule"], _by_name)(wider, goal, node["then"], depth)
    first = [Ground(f"first, {ground.said}", ground.inner) for ground in told]
    return said, [*first, *inner]


def _cases(known: Known, goal: Fact, node: Node, depth: int) -> Told:
    left, right = _term(node["left"]), _term(node["right"])
    inner = []
    for branch, fact in (("below", (left, "<=", right)), ("above", (right, "<", left))):
        wider = known.with_fact(node["id"], fact)
        inner.append(_node(wider, goal, node[branch], depth, f"if {_statement(fact)}: "))
    return "in two cases", inner


def _chain(known: Known, goal: Fact, node: Node, depth: int) -> Told:
    here, inner = _term(node["start"]), []
    for step in node["steps"]:
        there = _term(step["term"])
        inner.append(_inner(known, (here, step["relation"], there), step["because"], depth))
        here = there
    return "in steps", inner


def _sign(known: Known, goal: Fact, node: Node, _: int) -> Told:
    left, relation, right = goal
    shown = right if text(left) == "0" else subtract(right, left)
    return f"${_written(shown)} {_with_zero(relation)}$, seen from the signs of its parts", []


def _with_zero(relation: str) -> str:
    """How the difference of the two sides, the right less the left, compares with 0."""
    return f"{LATEX.relations[FLIP[relation]]} 0"


def _psatz(known: Known, goal: Fact, node: Node, _: int) -> Told:
    small, relation, large = goal
    terms = [_summand(known, entry) for entry in node["sum"]]
    for entry in node.get("equations", ()):
        left, _relation, right = known.facts[entry["fact"]]
        multiple = _written(entry["times"])
        start = "" if multiple == "1" else rf"\left({multiple}\right)\,"
        terms.append(rf"{start}\left({_written(subtract(right, left))}\right)")
    times = node.get("times")
    scaled = f", times {_short(_written(times), 'a term')} $> 0$," if times is not None else ""
    sign = _with_zero(relation)
    total = " + ".join(terms) or "0"
    said = f"a sum of {len(terms)} products of what is known to be ${sign}$"
    shown = f"${total} {sign}$" if len(total) < LONGEST else said
    return f"the difference {_difference(large, small)}{scaled} is {shown}", []


def _short(written: str, otherwise: str) -> str:
    return f"${written}$" if len(written) < LONGEST else otherwise


def _difference(large: Term, small: Term) -> str:
    above, below = _written(large), _written(small)
    if below == "0":
        return _short(above, "")
    bracketed = rf"\left({below}\right)" if _is_sum(below) else below
    return _short(f"{above} - {bracketed}", "of the two sides")


def _is_sum(written: str) -> bool:
    """Whether a plus or minus stands outside of all brackets and braces."""
    depth, sums = 0, False
    for place, letter in enumerate(written):
        depth += (letter in "({") - (letter in ")}")
        sums = sums or (depth == 0 and written[place : place + 3] in (" + ", " - "))
    return sums or written.startswith("-")


def _summand(known: Known, entry: Node) -> str:
    """A product that is >= 0: a weight, known facts, terms of known sign, and squares."""
    factors = [
        _written(subtract(right, left)) for left, _, right in map(upwards, _used(known, entry))
    ]
    factors += [_written(value) for value in entry.get("signs", ())]
    alone = len(factors) == 1 and entry["weight"] == "1" and not entry.get("squares")
    written = [rf"\left({f}\right)" if not alone and _is_sum(f) else f for f in factors]
    written += [rf"\left({_written(value)}\right)^2" for value in entry.get("squares", ())]
    weight = entry["weight"]
    shown = [] if weight == "1" and written else [_written(weight) if "/" in weight else weight]
    return r"\,".join([*shown, *written])


def _used(known: Known, entry: Node) -> list[Fact]:
    return [known.facts[id] for id in entry.get("facts", ())]


def _exchange(known: Known, goal: Fact, node: Node, depth: int) -> Told:
    old, new = _term(node["old"]), _term(node["new"])
    change = f"only ${_written(old)}$ changes, to ${_written(new)}$"
    ways = ((old, goal[1], new), (new, goal[1], old))
    for premise in ways:
        if _accepts(known, premise, node["because"]):
            return change, [_inner(known, premise, node["because"], depth)]
    return f"{change}, and the whole moves with it", [*_rules_within(node["because"])]


def _accepts(known: Known, goal: Fact, node: Node) -> bool:
    """Does the kernel accept the node for this goal?"""
    try:
        inference.check(known, goal, node)
    except (ProofkitError, ArithmeticError):
        return False
    return True


def _box(known: Known, goal: Fact, node: Node, _: int) -> Told:
    pieces = sum(1 for cut in node["cuts"] if not cut)
    where = "on the whole range" if pieces == 1 else f"on each of {pieces} pieces of the range"
    return f"the difference is enclosed {where}, with {node['bits']} bits, and has one sign", []


_TELLERS: dict[str, Callable[[Known, Fact, Node, int], Told]] = {
    "assume": _assume,
    "cite": _cite,
    "have": _have,
    "cases": _cases,
    "chain": _chain,
    "sign": _sign,
    "psatz": _psatz,
    "exchange": _exchange,
    "box": _box,
}
