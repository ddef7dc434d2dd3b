"""A proof told line by line, each with a reason that can be followed.

It walks the tree of the proof: the kernel's own rules say what a node rests on, so that what is
told is what was checked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from proofkit.evidence import proofs
from proofkit.evidence.lines import Line, distinct, pruned
from proofkit.evidence.proofs import Proof
from proofkit.evidence.reasons import Reasons, term
from proofkit.evidence.tidy import balanced, said, shown, undone
from proofkit.foundations.errors import CertificateError, ProofkitError
from proofkit.kernel.assumptions import Fact, Known, upwards
from proofkit.language.terms import ZERO, Term
from proofkit.language.words import FLIP, RELATIONS

LONGEST = 160
AT_SIGHT = ("assume", "ring", "sign", "box")


def of_part(certificate: Mapping[str, Any], part: int) -> tuple[list[Line], list[list[Line]]]:
    """Of one part of a claim the facts that are shown first, and each step of its proof."""
    *facts, chain = proofs.of_certificate(certificate, part).premises
    first = [line for premise in facts for line in told(premise)]
    return distinct(first), [distinct(told(step)) for step in chain.premises]


def told(proof: Proof) -> list[Line]:
    """A proof, after what it rests on."""
    teller = _Teller({proof.upward, *proof.known.facts.values()})
    return [*teller.tell(proof, 0)]


def lines(
    known: Known, fact: Fact, node: Mapping[str, Any], entries: Sequence[Any] = ()
) -> list[Line]:
    """The proof of a fact, after the facts that it took."""
    whole = {"rule": "have", "facts": [*entries], "then": node} if entries else node
    return told(Proof(known, fact, whole))


def reason(known: Known, fact: Fact, node: Mapping[str, Any]) -> str:
    """Why the fact holds, in one phrase: its proof's last reason, after what this rests on."""
    *before, last = pruned(lines(known, fact, node))
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


def _facing(proof: Proof, premise: Proof) -> Proof:
    """The premise written from the same side as the goal."""
    left, relation, right = premise.goal
    turned = RELATIONS[proof.goal[1]].upwards != RELATIONS[relation].upwards
    return replace(premise, goal=(right, FLIP[relation], left)) if turned else premise


class _Teller:
    """`written` are facts in the reader's own words, which stay as they are."""

    def __init__(self, written: set[Fact]) -> None:
        self.written = written

    def said(self, fact: Fact) -> str:
        return said(fact if upwards(fact) in self.written else balanced(fact))

    def reasons(self, known: Known) -> Reasons:
        return Reasons(known, lambda id: self.said(known.facts[id]) if id in known.facts else id)

    def tell(self, proof: Proof, depth: int) -> Iterator[Line]:
        """What the goal rests on, then the goal."""
        if proof.rule in _TOLD:
            yield from _TOLD[proof.rule](self, proof, depth)
        elif proof.rule in _SENTENCES:
            for premise in proof.premises:
                yield from self.tell(premise, depth + 1)
            yield self.line(proof, depth, _SENTENCES[proof.rule])
        else:
            yield self.line(proof, depth, self.at_once(proof))

    def line(self, proof: Proof, depth: int, reason: str) -> Line:
        """The goal with its reason."""
        return Line(depth, self.said(proof.goal), reason)

    def at_once(self, proof: Proof) -> str:
        """The reason of a rule that rests on no other node."""
        goal, node, reasons = proof.goal, proof.node, self.reasons(proof.known)
        if proof.rule == "assume":
            name = reasons.name(node["fact"])
            return "given" if name == self.said(goal) else f"because {name}"
        if proof.rule == "ring":
            return reasons.ring(goal)
        if proof.rule == "sign":
            return reasons.sign(goal)
        if proof.rule == "box":
            return reasons.box(goal)
        if proof.rule == "psatz":
            return reasons.sum(goal, node)
        if proof.rule == "counted":
            return "counted exactly, pattern of signs by pattern"
        return f"by the rule {proof.rule}"


def _have(teller: _Teller, proof: Proof, depth: int) -> Iterator[Line]:
    *facts, then = proof.premises
    for entry, fact in zip(proof.node["facts"], facts, strict=True):
        found = fact.upward == proof.upward
        then_at_once = fact is facts[-1] and _is(entry["id"], then.node)
        if found or (then_at_once and replace(fact, goal=proof.goal).is_accepted()):
            then = fact
            break
        if fact.rule != "assume":
            yield from teller.tell(fact, depth)
    yield from teller.tell(replace(then, goal=proof.goal), depth)


def _is(id: str, node: Any) -> bool:
    """Does the node say no more than that the fact is the goal in other words?"""
    return bool(
        node["rule"] == "psatz"
        and node["sum"] == [{"weight": "1", "facts": [id]}]
        and node.keys() == {"rule", "sum"}
    )


def _cases(teller: _Teller, proof: Proof, depth: int) -> Iterator[Line]:
    left, _, right = proof.goal
    if right.op == "abs" and left in (right.args[0], -right.args[0]):
        yield teller.line(proof, depth, "by what an absolute value is")
        return
    id = proof.node["id"]
    told = [p for p in proof.premises if not (p.rule == "assume" and p.node["fact"] == id)]
    alone = len(told) == 1 and told[0].rule == "absurd"
    for case in told:
        fact = teller.said(case.known.facts[id])
        yield Line(depth, f"suppose {fact}:" if alone else f"where {fact}:", "")
        yield from teller.tell(replace(case, goal=proof.goal), depth + 1)
    yield teller.line(proof, depth, "otherwise a contradiction" if alone else "in each case")


def _absurd(teller: _Teller, proof: Proof, depth: int) -> Iterator[Line]:
    (because,) = proof.premises
    if because.rule == "psatz":
        found = teller.reasons(proof.known).products(because.node)
        yield Line(depth, "this cannot be", f"0 would be {found}")
    else:
        yield from teller.tell(because, depth)


def _chain(teller: _Teller, proof: Proof, depth: int) -> Iterator[Line]:
    unfold, steps = proof.known.context.unfold, proof.premises
    said = [p for p in steps if p.goal[1] != "=" or unfold(p.goal[0]) != unfold(p.goal[2])]
    for step in said or steps:
        yield from teller.tell(step, depth)


def _exchange(teller: _Teller, proof: Proof, depth: int) -> Iterator[Line]:
    (premise,) = proof.premises
    if set(premise.goal[::2]) == set(proof.goal[::2]):
        turned = proof.goal if premise.goal[1] == "=" else premise.goal
        yield from teller.tell(replace(premise, goal=turned), depth)
        return
    if premise.rule not in AT_SIGHT:
        yield from teller.tell(premise, depth + 1)
    put = teller.said(premise.goal)
    if proof.goal[1] != "=":
        grows = premise.goal[0] == proof.term("old")
        put += f", and the sides {'grow' if grows else 'fall'} with it"
    else:
        put += " is put in"
    yield teller.line(proof, depth, put)


def _cancel(teller: _Teller, proof: Proof, depth: int) -> Iterator[Line]:
    (premise,) = proof.premises
    function = term(proof.node["function"])
    names = {"log": "logarithms", "exp": "exponentials"}
    what = names.get(function.op, "squares" if function.op == "power" else "a rising function")
    if premise.rule == "ring":
        yield teller.line(proof, depth, teller.reasons(proof.known).ring(proof.goal))
        return
    if function.op in names:
        premise = _plain(premise)
    yield from teller.tell(_facing(proof, premise), depth + 1)
    yield teller.line(proof, depth, f"compare {what} of both sides")


def _plain(proof: Proof) -> Proof:
    """The goal in fewer words, if the same node proves that."""
    left, relation, right = proof.goal
    plain = replace(proof, goal=(undone(left), relation, undone(right)))
    return plain if plain.is_accepted() else proof


def _derive(teller: _Teller, proof: Proof, depth: int) -> Iterator[Line]:
    (start, *_, slope), node = proof.premises, proof.node
    at, name, fresh = shown(proof.term("at")), node["variable"], node["fresh"]
    if start.rule != "ring":
        yield from teller.tell(_facing(proof, start), depth + 1)
    rises = node["from"] == "below"
    ends = (at, name) if rises else (name, at)
    between = f"for {fresh} between {ends[0]} and {ends[1]}"
    way = "rises from there" if rises else "falls towards it"
    reason = f"true at {name} = {at}, and the difference {way}"
    steep = _slope(slope.known, slope.goal, rises)
    told = [*teller.tell(replace(slope, goal=steep), depth + 2)]
    said_ = said(steep)
    told[-1] = replace(told[-1], statement=said_)
    if len(told) == 1:
        reason += f"; its derivative is {said_} {between}, {told[0].reason}"
    else:
        yield Line(depth + 1, f"{between}:", "")
        yield from told
        reason += f", for its derivative is {said_}"
    yield teller.line(proof, depth, reason)


def _slope(place: Known, slopes: Fact, rises: bool) -> Fact:
    """The derivative of the difference compared with 0."""
    low, relation, high = slopes
    whole = high - low
    try:
        whole = place.ring.canonical(whole if rises else low - high)
    except ProofkitError:
        return slopes
    return (whole, FLIP[relation], ZERO) if rises else (whole, relation, ZERO)


def _concave(teller: _Teller, proof: Proof, depth: int) -> Iterator[Line]:
    for end in proof.premises[:2]:
        if end.rule != "ring":
            yield from teller.tell(_facing(proof, end), depth + 1)
    low, high = shown(proof.term("low")), shown(proof.term("high"))
    reason = f"true at {proof.node['variable']} = {low} and = {high}; concave between them"
    yield teller.line(proof, depth, reason)


def _induct(teller: _Teller, proof: Proof, depth: int) -> Iterator[Line]:
    reason = f"by induction on {proof.node['variable']} from {proof.node['from']}"
    for premise in proof.premises:
        if premise.rule == "ring":
            reason += ", where both sides are the same"
            continue
        yield from teller.tell(_facing(proof, premise), depth + 1)
    yield teller.line(proof, depth, reason)


def _extreme(teller: _Teller, proof: Proof, depth: int) -> Iterator[Line]:
    for premise in proof.premises:
        yield from teller.tell(premise, depth + 1)
    yield teller.line(proof, depth, "by what the greatest and the least are")


def _cite(teller: _Teller, proof: Proof, depth: int) -> Iterator[Line]:
    for premise in _hypotheses(proof):
        yield from teller.tell(premise, depth + 1)
    given = proof.node.get("with", {}).items()
    values = ", ".join(f"{name} = {shown(term(value))}" for name, value in given)
    said = f"by the claim {proof.node['claim']}"
    yield teller.line(proof, depth, f"{said}, with {values}" if values else said)


def _hypotheses(proof: Proof) -> tuple[Proof, ...]:
    """Those of a claim that is cited, if it is at hand."""
    try:
        return proof.premises
    except CertificateError:
        return ()


def _antisymmetric(teller: _Teller, proof: Proof, depth: int) -> Iterator[Line]:
    if "extreme" in {premise.rule for premise in proof.premises}:
        yield teller.line(proof, depth, "by what the greatest and the least are")
        return
    for premise in proof.premises:
        yield from teller.tell(premise, depth + 1)
    yield teller.line(proof, depth, "from both sides")


def _general(teller: _Teller, proof: Proof, depth: int) -> Iterator[Line]:
    *_, then = proof.premises
    yield from teller.tell(then, depth + 1)
    put = f"{proof.node['fresh']} = {shown(proof.term('term'))}"
    yield teller.line(proof, depth, f"with {put} this is {teller.said(then.goal)}")


def _integer(teller: _Teller, proof: Proof, depth: int) -> Iterator[Line]:
    yield from teller.tell(proof.premises[0], depth + 1)
    yield teller.line(proof, depth, "both sides are integers")


_TOLD = {
    "have": _have,
    "cite": _cite,
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
    "extreme": _extreme,
}
_SENTENCES = {
    "fix": "signs fixed at +1, each with probability 1/2",
    "need": "signs that have to be +1, each with probability 1/2",
    "hoeffding": "Hoeffding's inequality, an axiom",
    "union": "the union bound: probabilities of the cases add up to at least that of any",
    "copies": "independent neurons: 1 - (1 - q)^m",
    "complement": "the probability of the opposite event is 1 less that of the event",
    "both": "two events happen together with probability p + q - 1 at least",
    "part": "two events happen together no oftener than one of them",
    "never": "an event and its opposite never happen together",
    "certain": "a probability is at most 1",
}
"""What is said of rules for probabilities, after what they rest on."""
