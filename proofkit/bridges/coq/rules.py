"""A node of a proof as lines of a Coq script: each rule is a lemma or a tactic, nothing is sought.

A function for each rule of `kernel.inference` writes assertions at a place and gives the lines
that prove the goal from them. Here are the rules about facts, relations and algebra.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from proofkit.bridges.coq import algebra, signs
from proofkit.bridges.coq.combination import combined
from proofkit.bridges.coq.monotone import put
from proofkit.bridges.coq.place import Lines, Place, block, opened
from proofkit.bridges.coq.printing import identifier
from proofkit.foundations.errors import UnsupportedTerm
from proofkit.kernel.assumptions import Context, Fact, Known, replace, upwards
from proofkit.kernel.reading import term as read_term
from proofkit.language.terms import ZERO, Term, subtract, variable, variables
from proofkit.language.words import RELATIONS

Node = Mapping[str, Any]
_COMPOSE = {
    ("<=", "<="): "Rle_trans", ("<", "<"): "Rlt_trans", ("<", "<="): "Rlt_le_trans",
    ("<=", "<"): "Rle_lt_trans", (">=", ">="): "Rge_trans", (">", ">"): "Rgt_trans",
    (">", ">="): "Rgt_ge_trans", (">=", ">"): "Rge_gt_trans",
}  # fmt: skip


Rule = Callable[[Place, Fact, Node, "Theory"], Lines]
"""Writes a rule at a place; gives the lines that prove the goal."""


@dataclass(frozen=True)
class Cited:
    """A theorem as later proofs apply it: its name, the parameters it is about in order, which
    are integers that its proof needs to be such, the hypotheses it rests on, what it says; of one
    about probabilities the numbers of signs, and the premises about them, by our names."""

    name: str
    context: Context
    hypotheses: Mapping[str, Fact]
    fact: Fact
    wholes: tuple[str, ...] = ()
    counted: tuple[str, ...] = ()
    premises: tuple[str, ...] = ()


class Theory:
    """The rules and theorems that a proof may use, and what it turns out to need."""

    def __init__(self, rules: Mapping[str, Rule], cite: Callable[[str, int], Cited]) -> None:
        self.rules, self.cite = rules, cite
        self.wholes: set[str] = set()
        """Integer parameters that the proof needs to be integers."""


def prove(place: Place, goal: Fact, node: Node, theory: Theory) -> Lines:
    """The lines that prove a goal, read with its larger side on the right."""
    rule = str(node["rule"])
    if rule not in theory.rules:
        raise UnsupportedTerm(f"rule {rule} has no counterpart in Coq")
    inner = place.child()
    lines = theory.rules[rule](inner, upwards(goal), node, theory)
    return [*inner.lines, *lines]


def have(place: Place, goal: Fact, node: Node, theory: Theory) -> str:
    """Assert a goal with the proof that the node is; its name."""
    return place.have(place.said(goal), prove(place, goal, node, theory))


def follows(place: Place, name: str, fact: Fact, goal: Fact) -> str:
    """The last line: the goal from a fact that says the same, perhaps in another order."""
    (a, relation, b), (left, wanted, right) = upwards(fact), upwards(goal)
    texts, found = (place.text(left), place.text(right)), (place.text(a), place.text(b))
    if relation == "=" and texts == found[::-1] != found:
        a, b, found, name = b, a, texts, f"(eq_sym {name})"
    if texts == found:
        if relation == wanted:
            return f"exact {name}."
        return f"exact ({'Req_le' if relation == '=' else 'Rlt_le'} _ _ {name})."
    if relation == "=" and place.known.ring.equal(a, right):
        a, b = b, a
    used = [name]
    for mine, yours in ((left, a), (right, b)):
        if place.text(mine) != place.text(yours):
            used.append(algebra.equation(place, mine, yours))
    return f"clear - {' '.join(n.removeprefix('(eq_sym ').rstrip(')') for n in used)}; lra."


def _stated(place: Place, entry: Node) -> Fact:
    left, right = (read_term(place.known, entry[side]) for side in ("left", "right"))
    return left, entry["relation"], right


def with_facts(place: Place, entries: Sequence[Node], theory: Theory) -> None:
    """Assert facts one after the other."""
    for entry in entries:
        fact = upwards(_stated(place, entry))
        place.grow(entry["id"], fact, have(place, fact, entry["because"], theory))


def is_whole(term: Term, theory: Theory) -> Lines:
    """The proof that a term is an integer; its variables have to be integers."""
    theory.wholes |= variables(term)
    return ["is_whole."]


# Facts ----------------------------------------------------------------------------------


def _assume(place: Place, goal: Fact, node: Node, _: Theory) -> Lines:
    id = node["fact"]
    return [follows(place, place.names[id], place.known.facts[id], goal)]


def _cite(place: Place, goal: Fact, node: Node, theory: Theory) -> Lines:
    known = place.known
    theorem = theory.cite(node["claim"], node["part"])
    unfold, definitions = theorem.context.unfold, theorem.context.definitions
    spoken: set[str] = set()
    for fact in (theorem.fact, *theorem.hypotheses.values()):
        spoken |= variables(unfold(fact[0])) | variables(unfold(fact[2]))
    given = {name: read_term(known, value) for name, value in node.get("with", {}).items()}
    values = {
        p: given.get(p, variable(p)) if p in spoken else ZERO for p in theorem.context.parameters
    }
    arguments = [*(place.atom(value) for value in values.values()), *theorem.counted]
    for p in theorem.wholes:
        arguments.append(place.have(f"whole {place.atom(values[p])}", is_whole(values[p], theory)))

    def told(fact: Fact) -> tuple[Fact, Fact]:
        """As Coq reads the theorem, and as the kernel does."""
        left, relation, right = upwards(fact)
        ours = [put(opened(side, definitions), values) for side in (left, right)]
        its = [replace(unfold(side), values) for side in (left, right)]
        return (ours[0], relation, ours[1]), (its[0], relation, its[1])

    premises = node.get("premises", {})
    for id, hypothesis in theorem.hypotheses.items():
        ours, its = told(hypothesis)
        if id in premises:
            name, fact = have(place, its, premises[id], theory), its
        else:
            name, fact = _known_fact(known, place, id, its)
        arguments.append(restated(place, name, fact, ours))
    ours, _ = told(theorem.fact)
    proof = f"exact ({' '.join([theorem.name, *arguments, *theorem.premises])})."
    cited = place.have(place.said(ours), [proof])
    return [follows(place, cited, ours, goal)]


def alone(place: Place, name: str, fact: Fact, goal: Fact) -> Lines:
    """The proof of a goal from a fact, as lines of its own."""
    inner = place.child()
    last = follows(inner, name, fact, goal)
    return [*inner.lines, last]


def restated(place: Place, name: str, fact: Fact, goal: Fact) -> str:
    """Assert what a fact says in other words."""
    return place.have(place.said(goal), alone(place, name, fact, goal))


def at(place: Place, fact: Fact, name: str, value: Term) -> tuple[Fact, Fact]:
    """A fact with a value for a variable, as the kernel has it and as Coq does."""
    left, relation, right = fact
    known = place.known
    its = known.put(left, name, value), relation, known.put(right, name, value)
    ours = [put(place.open(side), {name: value}) for side in (left, right)]
    return its, (ours[0], relation, ours[1])


def _known_fact(known: Known, place: Place, id: str, wanted: Fact) -> tuple[str, Fact]:
    from proofkit.kernel.inference import same

    found = [k for k, fact in known.facts.items() if same(known, fact, wanted)]
    if not found:
        raise UnsupportedTerm(f"the hypothesis {id} of a cited claim is not at hand")
    key = id if id in found else found[0]
    return place.names[key], known.facts[key]


def _have(place: Place, goal: Fact, node: Node, theory: Theory) -> Lines:
    with_facts(place, node["facts"], theory)
    return prove(place, goal, node["then"], theory)


def _cases(place: Place, goal: Fact, node: Node, theory: Theory) -> Lines:
    left, right = (read_term(place.known, node[side]) for side in ("left", "right"))
    name = place.new()
    split = f"destruct (Rle_or_lt {place.atom(left)} {place.atom(right)}) as [{name} | {name}]."
    lines = [split]
    for fact, side in (((left, "<=", right), "below"), ((right, "<", left), "above")):
        inner = place.with_fact(node["id"], fact, name)
        lines += block([*prove(inner, goal, node[side], theory)])
    return lines


def _general(place: Place, goal: Fact, node: Node, theory: Theory) -> Lines:
    known, fresh = place.known, node["fresh"]
    value = read_term(known, node["term"])
    whole = known.is_integer(value)
    wider = place.child(known.with_variable(fresh, whole))
    put_value, given = {fresh: value}, []
    intros, stated = [identifier(fresh)], []
    if whole:
        intros.append(f"W_{fresh}")
        stated.append(f"whole {identifier(fresh)} -> ")
        shown = place.have(f"whole {place.atom(value)}", is_whole(value, theory))
        given.append(shown)
    for entry in node["facts"]:
        fact = upwards(_stated(wider, entry))
        left, relation, right = fact
        instance = replace(left, put_value), relation, replace(right, put_value)
        name = have(place, instance, entry["because"], theory)
        raw = put(place.open(left), put_value), relation, put(place.open(right), put_value)
        given.append(place.have(place.said(raw), alone(place, name, instance, raw)))
        label = place.new()
        intros.append(label)
        stated.append(f"{wider.said(fact)} -> ")
        wider.grow(entry["id"], fact, label)
    left, right = (read_term(wider.known, node[side]) for side in ("left", "right"))
    general = left, goal[1], right
    proof = [f"intros {' '.join(intros)}.", *prove(wider, general, node["then"], theory)]
    shown = f"forall {identifier(fresh)} : R, {''.join(stated)}{wider.said(general)}"
    name = place.have(shown, proof)
    raw = put(place.open(left), put_value), goal[1], put(place.open(right), put_value)
    used = " ".join([name, place.atom(value), *given])
    instance_name = place.have(place.said(raw), [f"exact ({used})."])
    return [follows(place, instance_name, raw, goal)]


def _absurd(place: Place, _: Fact, node: Node, theory: Theory) -> Lines:
    name = have(place, (ZERO, "<", ZERO), node["because"], theory)
    return [f"exfalso; clear - {name}; lra."]


# Relations ------------------------------------------------------------------------------


def composed(names: Sequence[tuple[str, str]]) -> tuple[str, str]:
    """The steps put together: a proof, and the relation it is of."""
    proof, found = names[0]
    for name, step in names[1:]:
        if found == "=":
            proof = f"(eq_ind_r (fun x => {RELATIONS[step].coq} x _) {name} {proof})"
            found = step
        elif step == "=":
            proof = f"(eq_ind _ (fun x => {RELATIONS[found].coq} _ x) {proof} _ {name})"
        else:
            proof = f"({_COMPOSE[found, step]} _ _ _ {proof} {name})"
            found = max(found, step, key=lambda r: len(r) == 1)
    return proof, found


def _chain(place: Place, goal: Fact, node: Node, theory: Theory) -> Lines:
    here = read_term(place.known, node["start"])
    names = []
    for step in node["steps"]:
        there = read_term(place.known, step["term"])
        names.append(have(place, (here, step["relation"], there), step["because"], theory))
        here = there
    return [f"clear - {' '.join(names)}; lra."]


def _antisymmetric(place: Place, goal: Fact, node: Node, theory: Theory) -> Lines:
    left, _, right = goal
    below = have(place, (left, "<=", right), node["below"], theory)
    above = have(place, (right, "<=", left), node["above"], theory)
    return [f"exact (Rle_antisym _ _ {below} {above})."]


# Algebra --------------------------------------------------------------------------------


def _ring(place: Place, goal: Fact, node: Node, _: Theory) -> Lines:
    left, relation, right = goal
    if place.text(left) == place.text(right):
        return ["reflexivity." if relation == "=" else "apply Rle_refl."]
    name = algebra.equation(place, left, right)
    return [f"exact {name}." if relation == "=" else f"exact (Req_le _ _ {name})."]


def _sign(place: Place, goal: Fact, node: Node, __: Theory) -> Lines:
    left, _, right = goal
    name = signs.proved(place, right if left == ZERO else subtract(right, left))[1]
    return [f"clear - {name}; lra."]


def _psatz(place: Place, goal: Fact, node: Node, _: Theory) -> Lines:
    return combined(place, goal, node)


def _extreme(place: Place, goal: Fact, node: Node, theory: Theory) -> Lines:
    left, relation, right = goal
    if "because" not in node:
        return ["extremes; lra."]
    whole = left if left.op == "max" else right
    if left.op == "max":
        goals = [(arg, relation, right) for arg in left.args]
    else:
        goals = [(left, relation, arg) for arg in right.args]
    names = [have(place, g, b, theory) for g, b in zip(goals, node["because"], strict=True)]
    kind = ("max" if whole is left else "min", relation)
    lemma = {("max", "<="): "Rmax_lub", ("max", "<"): "Rmax_lub_lt",
             ("min", "<="): "Rmin_glb", ("min", "<"): "Rmin_glb_lt"}[kind]  # fmt: skip
    proof = names[-1]
    for name in reversed(names[:-1]):
        proof = f"({lemma} _ _ _ {name} {proof})"
    return [f"exact {proof}."]


FACTS: dict[str, Rule] = {
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
    "extreme": _extreme,
}
