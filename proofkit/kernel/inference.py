"""The rules: what may be concluded from what, one function a rule.

A goal is `left relation right`. A node of a proof names its rule and carries all that the rule
needs, so that each is checked in one pass and nothing is sought. Where a goal and its node meet,
both sides of the goal are shown to have values; rules that only add facts leave that to the
node inside. Here are the table of the rules and those that pass from facts to facts; the others
are in `numbers` and `chances`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from proofkit.foundations.errors import CertificateError, Undefined
from proofkit.foundations.exact import shorten
from proofkit.foundations.shapes import a_text, at, fields, items, mapping, whole
from proofkit.kernel import chances, indexed, numbers
from proofkit.kernel.assumptions import Fact, Known, known_relation, replace, upwards
from proofkit.kernel.reading import Node, Prove, stated, term, used, valued, with_facts
from proofkit.language.terms import ZERO, variable
from proofkit.language.words import FLIP, IMPLIES, composed

MAX_NESTING = 42
MAX_STEPS = 400


class Rule(NamedTuple):
    """What a rule checks, and what its nodes carry beside their rule (`?`: or not)."""

    concludes: Callable[[Known, Fact, Node, Prove], None]
    keys: str = ""


def check(known: Known, goal: Fact, node: Node, depth: int = 0) -> None:
    """Check one node of a proof against its goal; raise `CertificateError` unless it is right."""
    if depth > MAX_NESTING:
        raise CertificateError("", f"a proof nested more than {MAX_NESTING} deep is not accepted")
    name = node.get("rule") if isinstance(node, Mapping) else None
    if not isinstance(name, str) or name not in RULES:
        raise CertificateError("", f"unknown rule {shorten(repr(name))}")
    goal, rule = upwards(goal), RULES[name]
    fields(node, f"rule {rule.keys}")

    def prove(place: Known, premise: Fact, because: Node) -> None:
        check(place, premise, because, depth + 1)

    try:
        if name not in OPENING:
            known.require_value(goal[0])
            known.require_value(goal[2])
        rule.concludes(known, goal, node, prove)
    except Undefined as problem:
        raise CertificateError("", f"rule {name}: {problem}") from None


# Facts ---------------------------------------------------------------------------------


def same(known: Known, fact: Fact, goal: Fact) -> bool:
    """Does the fact say the goal, definitions written out?"""
    (a, relation, b), unfold = upwards(fact), known.context.unfold
    if goal[1] not in IMPLIES[relation]:
        return False
    sides = (unfold(goal[0]), unfold(goal[2]))
    found = (unfold(a), unfold(b))
    return sides == found or (relation == "=" and sides == found[::-1])


def _assume(known: Known, goal: Fact, node: Node, _: Prove) -> None:
    """A fact; of one for each index, that `at` certain indices."""
    named = [node["fact"], *items(node["at"], "at")] if "at" in node else node["fact"]
    if not same(known, used(known, named), goal):
        raise CertificateError("", f"the fact {shorten(node['fact'])} says something else")


def _cite(known: Known, goal: Fact, node: Node, prove: Prove) -> None:
    """`with` gives terms for the theorem's parameters (themselves if not named), `premises`
    a proof of each hypothesis it rests on that is not known here by its own name."""
    name, part = a_text(node["claim"], "claim"), whole(node["part"], "part", 1000)
    theorem = known.theory(name)
    given, values = mapping(node.get("with", {}), "with"), {}
    for parameter, integer in theorem.parameters(part).items():
        values[parameter] = value = valued(known, given.get(parameter, variable(parameter)))
        if integer and not known.is_integer(value):
            raise CertificateError("", f"{name}: {parameter} is an integer, {value} may be none")
    fact, hypotheses = theorem.instance(part, values)
    if not same(known, fact, goal):
        raise CertificateError("", f"claim {name} says something else")
    premises = mapping(node.get("premises", {}), "premises")
    for id, hypothesis in hypotheses.items():
        if id in premises:
            prove(known, hypothesis, premises[id])
        elif id in known.facts and same(known, known.facts[id], hypothesis):
            known.use(id)
        else:
            raise CertificateError("", f"{name} needs the hypothesis {id}, not assumed here")
    known.trail.axioms |= theorem.used.axioms
    known.trail.theorems |= {*theorem.used.theorems, name}


def _have(known: Known, goal: Fact, node: Node, prove: Prove) -> None:
    prove(with_facts(known, node["facts"], prove), goal, node["then"])


def _cases(known: Known, goal: Fact, node: Node, prove: Prove) -> None:
    """`left <= right`, or `right < left`."""
    left, right = valued(known, node["left"]), valued(known, node["right"])
    prove(known.with_fact(node["id"], (left, "<=", right)), goal, node["below"])
    prove(known.with_fact(node["id"], (right, "<", left)), goal, node["above"])


def _general(known: Known, goal: Fact, node: Node, prove: Prove) -> None:
    """The goal is an instance, `fresh` being `term`, of one that is proved for every `fresh`
    with the facts stated, which the term has."""
    value = valued(known, node["term"])
    wider = known.with_variable(node["fresh"], known.is_integer(value))
    put = {node["fresh"]: value}
    for entry in items(node["facts"], "facts"):
        left, relation, right = fact = stated(wider, entry)
        prove(known, (replace(left, put), relation, replace(right, put)), entry["because"])
        wider.require_value(left)
        wider.require_value(right)
        wider = wider.with_fact(entry["id"], fact)
    left, right = term(wider, node["left"]), term(wider, node["right"])
    prove(wider, (left, goal[1], right), node["then"])
    for side, wanted in ((left, goal[0]), (right, goal[2])):
        instance = replace(side, put)
        known.require_value(instance)
        if not known.ring.equal(instance, wanted):
            raise CertificateError("", "the goal is no instance of what is stated")


def _absurd(known: Known, _: Fact, node: Node, prove: Prove) -> None:
    prove(known, (ZERO, "<", ZERO), node["because"])


# Relations -----------------------------------------------------------------------------


def _chain(known: Known, goal: Fact, node: Node, prove: Prove) -> None:
    """From one side of the goal to the other."""
    here, relations = term(known, node["start"]), list[str]()
    ways = [way for way in (goal, (goal[2], FLIP[goal[1]], goal[0])) if way[0] == here]
    if not ways:
        raise CertificateError("", "the chain does not start at a side of the goal")
    for k, step in enumerate(items(node["steps"], "steps", MAX_STEPS), 1):
        with at(f"step {k}"):
            fields(step, "relation term because ?reason ?digest")
            relations.append(known_relation(step["relation"]))
            there = term(known, step["term"])
            prove(known, (here, relations[-1], there), step["because"])
        here = there
    shown = IMPLIES.get(composed(relations), ()) if relations else ()
    if not any(here == end and relation in shown for _, relation, end in ways):
        raise CertificateError("conclusion", "the steps do not end in the statement")


def _antisymmetric(known: Known, goal: Fact, node: Node, prove: Prove) -> None:
    left, relation, right = goal
    if relation != "=":
        raise CertificateError("", "the rule proves an equation")
    prove(known, (left, "<=", right), node["below"])
    prove(known, (right, "<=", left), node["above"])


OPENING = frozenset({"have", "cases", "absurd"})
"""Rules that leave it to the nodes inside to show that the goal has a value."""

_PATH = "fresh closed open"
RULES: dict[str, Rule] = {
    # a fact known here; an earlier theorem, with terms for its parameters
    "assume": Rule(_assume, "fact ?at"),
    "cite": Rule(_cite, "claim part ?with ?premises"),
    # the goal with facts proved first; in two cases; as an instance; from `0 < 0` anything
    "have": Rule(_have, "facts then"),
    "cases": Rule(_cases, "id left right below above"),
    "general": Rule(_general, "fresh term left right facts then"),
    "absurd": Rule(_absurd, "because"),
    # transitivity; equality from both sides
    "chain": Rule(_chain, "start steps"),
    "antisymmetric": Rule(_antisymmetric, "below above"),
    # by normal form; at sight; the difference is a sum of known products >= 0
    "ring": Rule(numbers.ring),
    "sign": Rule(numbers.at_sight),
    "psatz": Rule(numbers.psatz, "sum ?times ?equations"),
    # from `u <= v` to `f(u) <= f(v)`, and back, for an f that rises or falls
    "exchange": Rule(numbers.exchange, "hole function old new because"),
    "cancel": Rule(numbers.cancel, "hole function because"),
    # max and min; `l < r + 1` for integers
    "extreme": Rule(numbers.extreme, "?because"),
    "integer": Rule(numbers.integer, "because"),
    # the difference is on one side of 0 on a box, cut as stated
    "box": Rule(numbers.box, "bits cuts"),
    # by the sign of a derivative, by concavity, by induction
    "derive": Rule(numbers.derive, f"variable at from strict start slope {_PATH}"),
    "concave": Rule(numbers.concave, f"variable low high left right bend {_PATH}"),
    "induct": Rule(numbers.induct, "variable from id start step"),
    # sums, products, maxima and minima over an index: entry by entry, one entry and the whole,
    # a bound on each entry, an entry that is the whole, in two parts, backwards; induction
    "termwise": Rule(indexed.termwise, "index because"),
    "member": Rule(indexed.member, "whole at ?index ?because"),
    "bounded": Rule(indexed.bounded, "index because"),
    "attain": Rule(indexed.attain, "whole index id then"),
    "split": Rule(indexed.split, "whole at"),
    "reverse": Rule(indexed.reverse, "whole"),
    "climb": Rule(indexed.climb, "variable from to left right id start step"),
    # probabilities of sign events
    "fix": Rule(chances.fix, "fixed symmetric because"),
    "need": Rule(chances.need, "needed because"),
    "hoeffding": Rule(chances.hoeffding, "dropped excess energy because_excess because_energy"),
    "union": Rule(chances.union, "bounds because"),
    "copies": Rule(chances.copies, "event bound because"),
    "complement": Rule(chances.complement, "bound because"),
    "both": Rule(chances.both, "bounds because"),
    "part": Rule(chances.part, "event because"),
    "counted": Rule(chances.counted, "bits first"),
    "never": Rule(chances.never),
    "certain": Rule(chances.certain),
}
