"""The rules for probabilities of sign events, for all parameters.

An event is written as in `proofkit.events`. Signs are independent and uniform, neurons are
independent copies. That an event makes sense (its counts are integers >= 0, all its sums speak
of the same signs) is shown wherever a probability is shown to have a value.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from flint import ctx

from proofkit.foundations.errors import CertificateError, Undefined
from proofkit.foundations.shapes import a_truth, fields, items, whole
from proofkit.kernel import signs
from proofkit.kernel.assumptions import Fact, Known
from proofkit.kernel.binomial import MAX_BITS
from proofkit.kernel.interval import between, exact
from proofkit.kernel.reading import Node, Prove, valued
from proofkit.kernel.sign import POSITIVE
from proofkit.kernel.signs import First, Net, Neurons, roles, weighted
from proofkit.language.terms import HALF, ONE, SUMS, TWO, ZERO, Term, add, number

Group = tuple[Term, Term]
AT_MOST, AT_LEAST = "<=", ">="
OTHER = {"some": "none", "none": "some"}


def probability(event: Term) -> Term:
    return Term("P", (event,))


def _event(goal: Fact, side: str, *ops: str) -> tuple[Term, Term]:
    """The event whose probability is one side of the goal, and the bound on the other."""
    chance, bound = (goal[0], goal[2]) if side == AT_MOST else (goal[2], goal[0])
    if goal[1] != "<=" or chance.op != "P" or chance.args[0].op not in ops:
        raise CertificateError("", f"the rule proves P({ops[0]}(...)) {side} a bound")
    return chance.args[0], bound


def _sum(event: Term, node: Node, name: str) -> tuple[Term, list[Group], set[int]]:
    """The threshold of a sum, the signs whose weights are known, as (weight, how many), and
    which of them a node names."""
    groups = list(zip(event.args[1::2], event.args[2::2], strict=event.op in SUMS))
    if event.op == "despite":
        groups = [(event.args[1], ONE)]
    return event.args[0], groups, {whole(k, name, len(groups) - 1) for k in items(node[name], name)}


def _require_equal(known: Known, found: Term, expected: Term) -> None:
    known.require_value(expected)
    if not known.ring.equal(found, expected):
        raise CertificateError("", f"the bound should be {expected}, got {found}")


def fix(known: Known, goal: Fact, node: Node, prove: Prove) -> None:
    """Whole groups of signs are +1 with probability 2^-count, and then the event holds: either
    whatever the others do, or whenever their sum is >= 0, by symmetry with probability at
    least 1/2."""
    event, bound = _event(goal, AT_LEAST, *SUMS, "despite")
    threshold, groups, fixed = _sum(event, node, "fixed")
    symmetric = a_truth(node["symmetric"], "symmetric")
    if event.op == "despite" and not (symmetric and fixed):
        raise CertificateError("", "signs of unknown weight allow for symmetry only")
    total, halves = [], [number(int(symmetric))]
    for k, (weight, count) in enumerate(groups):
        if k in fixed:
            total.append(count * weight)
            halves.append(count)
        elif not symmetric:
            known.require_not_negative(weight)
            total.append(-(count * weight))
    _require_equal(known, bound, HALF ** add(*halves))
    known.trail.axioms.add("independence")
    prove(known, (threshold, "<=" if event.op == "reaches" else "<", add(*total)), node["because"])


def need(known: Known, goal: Fact, node: Node, prove: Prove) -> None:
    """An event that takes k single signs to be +1 has a probability of at most 2^-k: with any one
    of the signs in `needed` at -1, even all others at +1 are too little."""
    event, bound = _event(goal, AT_MOST, *SUMS)
    threshold, groups, needed = _sum(event, node, "needed")
    if len(needed) != len(items(node["because"], "because")):
        raise CertificateError("", "each sign that is needed has its proof")
    if any(groups[k][1] != ONE for k in needed):
        raise CertificateError("", "single signs are needed, not groups")
    for weight, _ in groups:
        known.require_not_negative(weight)
    _require_equal(known, bound, number(Fraction(1, 2 ** len(needed))))
    known.trail.axioms.add("independence")
    for k, because in zip(sorted(needed), node["because"], strict=True):
        most = add(*(count * weight for weight, count in groups), number(-2) * groups[k][0])
        prove(known, (most, "<" if event.op == "reaches" else "<=", threshold), because)


def hoeffding(known: Known, goal: Fact, node: Node, prove: Prove) -> None:
    """`P(sum > s) <= exp(-s^2/(2 E))` for s >= 0, where E is at least the sum of the squared
    weights; this inequality is cited, not proved. Signs listed in `dropped` count with their
    full weight; the others are bounded."""
    event, bound = _event(goal, AT_MOST, *SUMS, "exceeds")
    threshold, groups, dropped = _sum(event, node, "dropped")
    excess, energy = valued(known, node["excess"]), valued(known, node["energy"])
    known.require_not_negative(excess)
    for k in dropped:
        known.require_not_negative(groups[k][0])
    if known.sign(energy) != POSITIVE or bound.op != "exp":
        raise CertificateError("", "the energy is known to be > 0, and the bound an exponential")
    _require_equal(known, bound.args[0], signs.hoeffding(excess, energy).args[0])
    known.trail.axioms |= {"hoeffding", "independence"}
    lost = [-(count * weight) for k, (weight, count) in enumerate(groups) if k in dropped]
    squares = [count * weight**TWO for k, (weight, count) in enumerate(groups) if k not in dropped]
    squares += event.args[1:] if event.op == "exceeds" else ()
    prove(known, (excess, "<=", add(threshold, *lost)), node["because_excess"])
    prove(known, (add(*squares), "<=", energy), node["because_energy"])


# From bounds on the probabilities of events to one on another's ---------------------------


def _bounds(
    known: Known, node: Node, prove: Prove, side: str, events: Sequence[Term]
) -> list[Term]:
    """Bounds on the probabilities of these events, each proved."""
    bounds = [valued(known, bound) for bound in items(node["bounds"], "bounds")]
    if not len(events) == len(bounds) == len(items(node["because"], "because")):
        raise CertificateError("", "each event has a bound, with its proof")
    for event, bound, because in zip(events, bounds, node["because"], strict=True):
        prove(known, (probability(event), side, bound), because)
    return bounds


def union(known: Known, goal: Fact, node: Node, prove: Prove) -> None:
    """`P(some of m neurons) <= m*(q1 + q2 + ...)`; the same event twice is one event."""
    event, bound = _event(goal, AT_MOST, "some")
    bounds = _bounds(known, node, prove, AT_MOST, [*dict.fromkeys(event.args[1:])])
    _require_equal(known, bound, event.args[0] * add(*bounds))


def both(known: Known, goal: Fact, node: Node, prove: Prove) -> None:
    """`P(x and y) >= p + q - 1`."""
    event, bound = _event(goal, AT_LEAST, "both")
    _require_equal(known, bound, add(*_bounds(known, node, prove, AT_LEAST, event.args)) - ONE)


def copies(known: Known, goal: Fact, node: Node, prove: Prove) -> None:
    """`P(some of m independent neurons) >= 1 - (1 - q)^m`."""
    event, bound = _event(goal, AT_LEAST, "some")
    neurons, *events = event.args
    chance = valued(known, node["bound"])
    for gap in (chance, ONE - chance):
        known.require_not_negative(gap)
    _require_equal(known, bound, ONE - (ONE - chance) ** neurons)
    known.trail.axioms.add("independence")
    one = events[whole(node["event"], "event", len(events) - 1)]
    prove(known, (chance, "<=", probability(one)), node["because"])


def complement(known: Known, goal: Fact, node: Node, prove: Prove) -> None:
    """`P(none) >= 1 - q` from `P(some) <= q`, and the other way round."""
    side = AT_MOST if goal[0].op == "P" else AT_LEAST
    event, bound = _event(goal, side, *OTHER)
    other = valued(known, node["bound"])
    _require_equal(known, bound, ONE - other)
    prove(known, (other, side, probability(Term(OTHER[event.op], event.args))), node["because"])


def part(known: Known, goal: Fact, node: Node, prove: Prove) -> None:
    """`P(x and y) <= P(x)`, and so for y."""
    event, bound = _event(goal, AT_MOST, "both")
    one = event.args[whole(node["event"], "event", len(event.args) - 1)]
    prove(known, (probability(one), "<=", bound), node["because"])


def certain(known: Known, goal: Fact, node: Node, _: Prove) -> None:
    """`P(x) <= 1`."""
    if goal[0].op != "P" or goal[1:] != ("<=", ONE):
        raise CertificateError("", "the rule proves P(...) <= 1")


def never(known: Known, goal: Fact, node: Node, _: Prove) -> None:
    """`P(some(E) and none(E, ...)) = 0`: no event of `some` is one of those of `none`."""
    left, relation, right = goal
    parts = {part.op: part.args[1:] for part in left.args[0].args} if left.op == "P" else {}
    if right != ZERO or relation == "<" or parts.keys() != OTHER.keys():
        raise CertificateError("", "the rule proves P(both(some(...), none(...))) = 0")
    heard, silent = ({*map(known.context.unfold, parts[op])} for op in ("some", "none"))
    if not heard <= silent or any(event.op not in SUMS for event in heard):
        raise CertificateError("", "an event of `some` is none of those of `none`")


# Exact counts ------------------------------------------------------------------------------


def counts(known: Known, first: First) -> Neurons:
    """Exact probabilities where something moves, but not how many signs there are."""

    def ends(count: Term) -> tuple[Fraction, Fraction]:
        low, high = known.ends_of(count)
        if low is None or high is None:
            raise Undefined(f"{count} is not known to lie between two numbers")
        return low, high

    return Neurons(ends, first)


def counted(known: Known, goal: Fact, node: Node, prove: Prove) -> None:
    """Exact counts bound a probability where for every pattern of the single signs a number of
    the others is proved from which on an event happens, or up to which it does not. What is
    wanted of the goal happens at most from the numbers given on, what is not at least."""
    side = AT_MOST if goal[0].op == "P" else AT_LEAST
    event, bound = _event(goal, side, *SUMS, "some", "none", "both")
    if bound.op != "number":
        raise CertificateError("", "the bound is a number")
    _, wanted, unwanted = roles(event)
    if {*wanted} & {*unwanted}:
        raise CertificateError("", "the rule is not about a sum that is wanted and unwanted")
    allowed = wanted if side == AT_MOST else unwanted
    entries = iter(items(node["first"], "first"))

    def first(part: Term, net: Net, large: int, size: int) -> int:
        entry: Node = next(entries, {})
        fields(entry, "least ?because")
        least, at_most = whole(entry["least"], "least", size + 1), part in allowed
        if size:
            known.require_not_negative(part.args[1 + 2 * large])
        if least > 0 if at_most else least <= size:
            total = weighted(part, net, large, 2 * (least - at_most) - size)
            small, big = (total, part.args[0]) if at_most else (part.args[0], total)
            strict = (part.op == "reaches") == at_most
            prove(known, (small, "<" if strict else "<=", big), entry.get("because"))
        return least

    known.trail.axioms.add("independence")
    with ctx.workprec(max(32, whole(node["bits"], "bits", MAX_BITS))):
        found = counts(known, first).event(event).meet(between(Fraction(0), Fraction(1)))
        given = exact(bound.args[0])
    if not (found.high <= given.low if side == AT_MOST else given.high <= found.low):
        raise CertificateError("", "the counts do not give this bound")
