"""A proof that was found, told line by line, each with a reason that can be followed.

The kernel's own rules say what a node rests on: they are run with a listener in place of the
check, so that what is told is what was checked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from proofkit.foundations.errors import ProofkitError
from proofkit.kernel.assumptions import Fact, Known, upwards
from proofkit.kernel.inference import RULES
from proofkit.language.terms import ZERO, Term
from proofkit.language.words import FLIP, RELATIONS
from proofkit.search.inequalities.reasons import LONG, Reasons, term
from proofkit.search.inequalities.tidy import balanced, said, shown, undone
from proofkit.search.nodes import Node, accepted

LONGEST = 160
AT_SIGHT = ("assume", "ring", "sign", "box")
Premise = tuple[Known, Fact, Any]


@dataclass(frozen=True)
class Line:
    """A line of a proof; what it rests on stands before it, indented."""

    depth: int
    statement: str
    reason: str


def lines(
    known: Known, fact: Fact, node: Mapping[str, Any], entries: Sequence[Any] = ()
) -> list[Line]:
    """The proof of a fact, after the facts that it took."""
    teller = _Teller({upwards(fact), *known.facts.values()})
    whole = {"rule": "have", "facts": [*entries], "then": node} if entries else dict(node)
    return [*teller.tell(known, fact, whole, 0)]


def distinct(told: Iterable[Line]) -> list[Line]:
    """The lines that say something new, without the long words of the line right above."""
    kept = _pruned(told)
    return [*kept[:1], *(_shortened(line, above) for above, line in pairwise(kept))]


def _pruned(told: Iterable[Line]) -> list[Line]:
    """The lines without those that were told before, in the same case, in the same place, that
    turn round the line above, or that are given."""
    kept: list[Line] = []
    scope: dict[int, set[Line]] = {}
    told = [*told]
    for line in told:
        above = kept[-1] if kept else None
        if line.reason == f"because {line.statement}":
            line = replace(line, reason="given")
        if line.reason == "given" and line is not told[-1] and line.statement != told[-1].statement:
            continue
        scope = {depth: seen for depth, seen in scope.items() if depth <= line.depth}
        seen = scope.setdefault(line.depth, set())
        if above and above.depth <= line.depth and line in seen and line.reason:
            continue
        again = line.reason in ("given", f"because {above.statement}") if above else False
        if above and again and above.depth >= line.depth and _alike(line, above):
            if above.depth == line.depth:
                kept[-1] = replace(above, statement=line.statement)
            continue
        seen.add(line)
        kept.append(line)
    return kept


def _alike(line: Line, above: Line) -> bool:
    """Do both say the same, if need be from the other side?"""
    left, relation, right = line.statement.partition(_relation(line.statement))
    turned = f"{right} {FLIP[relation.strip()]} {left}" if relation else ""
    return above.statement in (line.statement, turned)


def _relation(statement: str) -> str:
    return next((f" {r} " for r in FLIP if f" {r} " in statement), "\0")


def _shortened(line: Line, above: Line) -> Line:
    said = above.statement
    for word in ("because ", "this is "):
        if len(said) >= LONG and above.depth >= line.depth and line.reason.endswith(word + said):
            return replace(line, reason=line.reason.removesuffix(said) + "the line above")
    return line


def reason(known: Known, fact: Fact, node: Mapping[str, Any]) -> str:
    """Why the fact holds, in one phrase: its proof's last reason, after what this rests on."""
    *before, last = _pruned(lines(known, fact, node))
    told = [line for line in before if line.depth == last.depth and line.reason]
    rests = [line.statement for line in told if line.statement not in last.reason]
    found = f"{last.reason}, after {'; '.join(rests[-3:])}" if rests else last.reason
    if told and last.reason.endswith(told[-1].statement) and len(told[-1].reason) <= LONGEST:
        found += f"; there {told[-1].reason}"
    return found


def lines_of(goal: Fact, node: Mapping[str, Any]) -> list[tuple[str, Term, Mapping[str, Any]]]:
    """The steps of a proof that is a chain from the left side on, else one step."""
    if node["rule"] == "have":
        inner = lines_of(goal, node["then"])
        return [(r, term, {**node, "then": because}) for r, term, because in inner]
    if node["rule"] == "chain" and term(node["start"]) == goal[0]:
        return [(s["relation"], term(s["term"]), s["because"]) for s in node["steps"]]
    return [(goal[1], goal[2], node)]


def premises(known: Known, goal: Fact, node: Mapping[str, Any]) -> list[Premise]:
    """What a node rests on, each with the place where it is proved, in the kernel's order."""
    found: list[Premise] = []

    def heard(place: Known, premise: Fact, because: Any) -> None:
        found.append((place, premise, because))

    RULES[node["rule"]].concludes(known, upwards(goal), node, heard)
    return found


def _facing(goal: Fact, premise: Fact) -> Fact:
    """The premise written from the same side as the goal."""
    left, relation, right = premise
    turned = RELATIONS[goal[1]].upwards != RELATIONS[relation].upwards
    return (right, FLIP[relation], left) if turned else premise


class _Teller:
    """`written` are facts in the reader's own words, which stay as they are."""

    def __init__(self, written: set[Fact]) -> None:
        self.written = written

    def said(self, fact: Fact) -> str:
        return said(fact if upwards(fact) in self.written else balanced(fact))

    def reasons(self, known: Known) -> Reasons:
        return Reasons(known, lambda id: self.said(known.facts[id]) if id in known.facts else id)

    def tell(self, known: Known, goal: Fact, node: Mapping[str, Any], depth: int) -> Iterator[Line]:
        """What the goal rests on, then the goal."""
        inner = _TOLD.get(node["rule"])
        if inner is not None:
            yield from inner(self, known, goal, node, depth)
        else:
            yield Line(depth, self.said(goal), self.at_once(known, goal, node))

    def at_once(self, known: Known, goal: Fact, node: Mapping[str, Any]) -> str:
        """The reason of a rule that rests on no other node."""
        rule, reasons = node["rule"], self.reasons(known)
        if rule == "assume":
            name = reasons.name(node["fact"])
            return "given" if name == self.said(goal) else f"because {name}"
        if rule == "ring":
            return reasons.ring(goal)
        if rule == "sign":
            return reasons.sign(goal, node)
        if rule == "box":
            return reasons.box(goal, node)
        if rule == "psatz":
            return reasons.sum(goal, node)
        if rule == "extreme":
            return "by what the greatest and the least are"
        return f"by the rule {rule}"

    def because(self, known: Known, goal: Fact, node: Node) -> tuple[Fact, Node]:
        """The goal in fewer words, if the same node proves that."""
        plain = undone(goal[0]), goal[1], undone(goal[2])
        return (plain, node) if plain != goal and accepted(known, plain, node) else (goal, node)


def _have(teller: _Teller, known: Known, goal: Fact, node: Any, depth: int) -> Iterator[Line]:
    *entries, (place, _, then) = premises(known, goal, node)
    for k, (there, fact, because) in enumerate(entries):
        found = upwards(fact) == upwards(goal)
        then_at_once = k + 1 == len(entries) and _is(node["facts"][k]["id"], then)
        if found or (then_at_once and accepted(there, goal, because)):
            place, then = there, because
            break
        if because["rule"] != "assume":
            yield from teller.tell(there, fact, because, depth)
    yield from teller.tell(place, goal, then, depth)


def _is(id: str, node: Any) -> bool:
    """Does the node say no more than that the fact is the goal in other words?"""
    return bool(
        node["rule"] == "psatz"
        and node["sum"] == [{"weight": "1", "facts": [id]}]
        and node.keys() == {"rule", "sum"}
    )


def _cases(teller: _Teller, known: Known, goal: Fact, node: Any, depth: int) -> Iterator[Line]:
    if goal[2].op == "abs" and goal[0] in (goal[2].args[0], -goal[2].args[0]):
        yield Line(depth, teller.said(goal), "by what an absolute value is")
        return
    told = [p for p in premises(known, goal, node) if not _assumes(p[2], node["id"])]
    alone = len(told) == 1 and told[0][2]["rule"] == "absurd"
    for place, _, because in told:
        fact = teller.said(place.facts[node["id"]])
        yield Line(depth, f"suppose {fact}:" if alone else f"where {fact}:", "")
        yield from teller.tell(place, goal, because, depth + 1)
    yield Line(depth, teller.said(goal), "otherwise a contradiction" if alone else "in each case")


def _assumes(node: Any, id: str) -> bool:
    return bool(node["rule"] == "assume" and node["fact"] == id)


def _absurd(teller: _Teller, known: Known, goal: Fact, node: Any, depth: int) -> Iterator[Line]:
    because = node["because"]
    if because["rule"] == "psatz":
        yield Line(depth, "this cannot be", f"0 would be {teller.reasons(known).products(because)}")
    else:
        yield from teller.tell(known, (ZERO, "<", ZERO), because, depth)


def _chain(teller: _Teller, known: Known, goal: Fact, node: Any, depth: int) -> Iterator[Line]:
    unfold = known.context.unfold
    told = premises(known, goal, node)
    steps = [p for p in told if p[1][1] != "=" or unfold(p[1][0]) != unfold(p[1][2])]
    for place, fact, because in steps or told:
        yield from teller.tell(place, fact, because, depth)


def _exchange(teller: _Teller, known: Known, goal: Fact, node: Any, depth: int) -> Iterator[Line]:
    ((place, premise, because),) = premises(known, goal, node)
    if set(premise[::2]) == set(goal[::2]):
        yield from teller.tell(known, goal if premise[1] == "=" else premise, because, depth)
        return
    if because["rule"] not in AT_SIGHT:
        yield from teller.tell(place, premise, because, depth + 1)
    put = teller.said(premise)
    if goal[1] != "=":
        grows = premise[0] == term(node["old"])
        put += f", and the sides {'grow' if grows else 'fall'} with it"
    else:
        put += " is put in"
    yield Line(depth, teller.said(goal), put)


def _cancel(teller: _Teller, known: Known, goal: Fact, node: Any, depth: int) -> Iterator[Line]:
    ((place, premise, because),) = premises(known, goal, node)
    function = term(node["function"])
    names = {"log": "logarithms", "exp": "exponentials"}
    what = names.get(function.op, "squares" if function.op == "power" else "a rising function")
    if because["rule"] == "ring":
        yield Line(depth, teller.said(goal), teller.reasons(known).ring(goal))
        return
    if function.op in names:
        premise, because = teller.because(place, premise, because)
    yield from teller.tell(place, _facing(goal, premise), because, depth + 1)
    yield Line(depth, teller.said(goal), f"compare {what} of both sides")


def _derive(teller: _Teller, known: Known, goal: Fact, node: Any, depth: int) -> Iterator[Line]:
    (place, start, begun), *_, (there, slopes, slope) = premises(known, goal, node)
    at, name, fresh = term(node["at"]), node["variable"], node["fresh"]
    if begun["rule"] != "ring":
        yield from teller.tell(place, _facing(goal, start), begun, depth + 1)
    ends = (shown(at), name) if node["from"] == "below" else (name, shown(at))
    between = f"for {fresh} between {ends[0]} and {ends[1]}"
    way = "rises from there" if node["from"] == "below" else "falls towards it"
    reason = f"true at {name} = {shown(at)}, and the difference {way}"
    steep = _slope(there, slopes, node["from"] == "below")
    told = [*teller.tell(there, steep, slope, depth + 2)]
    said_ = said(steep)
    told[-1] = replace(told[-1], statement=said_)
    if len(told) == 1:
        reason += f"; its derivative is {said_} {between}, {told[0].reason}"
    else:
        yield Line(depth + 1, f"{between}:", "")
        yield from told
        reason += f", for its derivative is {said_}"
    yield Line(depth, teller.said(goal), reason)


def _slope(place: Known, slopes: Fact, rises: bool) -> Fact:
    """The derivative of the difference compared with 0."""
    low, relation, high = slopes
    whole = high - low
    try:
        whole = place.ring.canonical(whole if rises else low - high)
    except ProofkitError:
        return slopes
    return (whole, FLIP[relation], ZERO) if rises else (whole, relation, ZERO)


def _concave(teller: _Teller, known: Known, goal: Fact, node: Any, depth: int) -> Iterator[Line]:
    (place, start, left), (_, end, right), *_ = premises(known, goal, node)
    for fact, because in ((start, left), (end, right)):
        if because["rule"] != "ring":
            yield from teller.tell(place, _facing(goal, fact), because, depth + 1)
    low, high = shown(term(node["low"])), shown(term(node["high"]))
    reason = f"true at {node['variable']} = {low} and = {high}; concave between them"
    yield Line(depth, teller.said(goal), reason)


def _induct(teller: _Teller, known: Known, goal: Fact, node: Any, depth: int) -> Iterator[Line]:
    reason = f"by induction on {node['variable']} from {node['from']}"
    for place, fact, because in premises(known, goal, node):
        if because["rule"] == "ring":
            reason += ", where both sides are the same"
            continue
        yield from teller.tell(place, _facing(goal, fact), because, depth + 1)
    yield Line(depth, teller.said(goal), reason)


def _antisymmetric(
    teller: _Teller, known: Known, goal: Fact, node: Any, depth: int
) -> Iterator[Line]:
    told = premises(known, goal, node)
    if "extreme" in (told[0][2]["rule"], told[1][2]["rule"]):
        yield Line(depth, teller.said(goal), "by what the greatest and the least are")
        return
    for place, fact, because in told:
        yield from teller.tell(place, fact, because, depth + 1)
    yield Line(depth, teller.said(goal), "from both sides")


def _general(teller: _Teller, known: Known, goal: Fact, node: Any, depth: int) -> Iterator[Line]:
    *_, (place, fact, because) = premises(known, goal, node)
    yield from teller.tell(place, fact, because, depth + 1)
    yield Line(
        depth,
        teller.said(goal),
        f"with {node['fresh']} = {shown(term(node['term']))} this is {teller.said(fact)}",
    )


def _integer(teller: _Teller, known: Known, goal: Fact, node: Any, depth: int) -> Iterator[Line]:
    ((place, fact, because),) = premises(known, goal, node)
    yield from teller.tell(place, fact, because, depth + 1)
    yield Line(depth, teller.said(goal), "both sides are integers")


_TOLD = {
    "have": _have,
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
