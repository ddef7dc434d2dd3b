"""The rules for probabilities of sign events, for all parameters.

An event is written as in `proofkit.language.events`. Signs are independent and uniform, neurons are
independent copies. The rules:

- fix: k single signs are +1 with probability 2^-k, and then the event holds: either whatever
  the others do, or whenever their sum is >= 0, by symmetry with probability at least 1/2;
- hoeffding: `P(sum > s) <= exp(-s^2/(2 E))` for s >= 0, where E is at least the sum of the
  squared weights; this inequality is cited, not proved;
- union: `P(some of m neurons) <= m*(q1 + q2 + ...)`;
- copies: `P(some of m independent neurons) >= 1 - (1 - q)^m`;
- complement: `P(none) >= 1 - q` from `P(some) <= q`, and the other way round;
- both: `P(x and y) >= p + q - 1`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from proofkit.foundations.errors import CertificateError
from proofkit.kernel.normal import Normaliser
from proofkit.kernel.reading import fields, items, whole
from proofkit.kernel.rules import Bench, Used, check, scope_of
from proofkit.kernel.assumptions import Fact
from proofkit.kernel.terms import (
    ONE,
    SUMS,
    ZERO,
    Term,
    add,
    multiply,
    negate,
    number,
    parse,
    power,
    subtract,
)

Group = tuple[Term, Term]
TWO = number(2)


def probability(event: Term) -> Term:
    return Term("P", (event,))


def _event(goal: Fact, relation: str, *ops: str) -> Term:
    """The event of a goal `P(event) relation bound`, which must be of the right kind."""
    left, found, _ = goal
    if left.op != "P" or left.args[0].op not in ops or found != relation:
        raise CertificateError("", f"the rule proves P({ops[0]}(...)) {relation} a bound")
    event: Term = left.args[0]
    return event


def _groups(event: Term) -> tuple[Term, list[Group]]:
    """The threshold and the signs whose weights are known, as (weight, how many)."""
    if event.op == "exceeds":
        return event.args[0], []
    if event.op == "despite":
        return event.args[0], [(event.args[1], ONE)]
    return event.args[0], list(zip(event.args[1::2], event.args[2::2], strict=True))


def _require_equal(normaliser: Normaliser, found: Term, expected: Term) -> None:
    if normaliser.difference(found, expected):
        raise CertificateError("", f"the bound should be {expected}, got {found}")


def _using(node: Mapping[str, Any], *axioms: str) -> Used:
    return Used(frozenset(node["using"]), frozenset(axioms))


def _fix(bench: Bench, goal: Fact, node: Mapping[str, Any], depth: int) -> Used:
    fields(node, ("rule", "using", "fixed", "symmetric", "because"), ("origin",))
    event = _event(goal, ">=", *SUMS, "despite")
    threshold, groups = _groups(event)
    normaliser = Normaliser(scope_of(bench, node))
    fixed = {whole(k, "fixed", len(groups) - 1) for k in items(node["fixed"], "fixed")}
    symmetric = node["symmetric"]
    if not isinstance(symmetric, bool):
        raise CertificateError("", "symmetric: expected true or false")
    if event.op == "despite" and not (symmetric and fixed):
        raise CertificateError("", "signs of unknown weight allow for symmetry only")
    total = [weight for k, (weight, _) in enumerate(groups) if k in fixed]
    for k, (weight, count) in enumerate(groups):
        if k in fixed:
            if count != ONE:
                raise CertificateError("", "only single signs are fixed")
            continue
        normaliser.require_count(count)
        if not symmetric:
            if not normaliser.is_nonnegative(weight):
                raise CertificateError("", f"{weight} is not shown to be >= 0")
            total.append(negate(multiply(count, weight)))
    halves = len(fixed) + symmetric
    _require_equal(normaliser, goal[2], number(Fraction(1, 2**halves)))
    premise = (add(*total), ">", threshold)
    return _using(node, "independence") | check(bench, premise, node["because"], depth + 1)


def _hoeffding(bench: Bench, goal: Fact, node: Mapping[str, Any], depth: int) -> Used:
    """Signs listed in `dropped` count with their full weight; the others are bounded."""
    keys = ("rule", "using", "dropped", "excess", "energy", "because_excess", "because_energy")
    fields(node, keys, ("origin",))
    event = _event(goal, "<=", *SUMS, "exceeds")
    threshold, groups = _groups(event)
    normaliser = Normaliser(scope_of(bench, node))
    dropped = {whole(k, "dropped", len(groups) - 1) for k in items(node["dropped"], "dropped")}
    excess, energy = parse(node["excess"]), parse(node["energy"])
    bench.context.check_names(excess, energy)
    lost, squares = [threshold], [event.args[1]] if event.op == "exceeds" else []
    for k, (weight, count) in enumerate(groups):
        normaliser.require_count(count)
        if k in dropped:
            if not normaliser.is_nonnegative(weight):
                raise CertificateError("", f"{weight} is not shown to be >= 0")
            lost.append(negate(multiply(count, weight)))
        else:
            squares.append(multiply(count, power(weight, TWO)))
    if not normaliser.is_nonnegative(excess) or not normaliser.is_positive(energy):
        raise CertificateError("", "the excess is not shown to be >= 0, or the energy > 0")
    bound = goal[2]
    if bound.op != "exp":
        raise CertificateError("", "the bound is an exponential")
    exponent = multiply(number(Fraction(-1, 2)), power(excess, TWO), power(energy, number(-1)))
    _require_equal(normaliser, bound.args[0], exponent)
    used = _using(node, "hoeffding", "independence")
    used |= check(bench, (add(*lost), ">=", excess), node["because_excess"], depth + 1)
    return used | check(bench, (add(*squares), "<=", energy), node["because_energy"], depth + 1)


def _union(bench: Bench, goal: Fact, node: Mapping[str, Any], depth: int) -> Used:
    fields(node, ("rule", "using", "bounds", "because"), ("origin",))
    neurons, *listed = _event(goal, "<=", "some").args
    events = list(dict.fromkeys(listed))  # the same event twice is one event
    normaliser = Normaliser(scope_of(bench, node))
    normaliser.require_count(neurons)
    bounds = [parse(bound) for bound in items(node["bounds"], "bounds")]
    reasons = items(node["because"], "because")
    if not len(events) == len(bounds) == len(reasons):
        raise CertificateError("", "the union bound needs a bound for each event, with its reason")
    bench.context.check_names(*bounds)
    _require_equal(normaliser, goal[2], multiply(neurons, add(*bounds)))
    used = _using(node)
    for event, bound, because in zip(events, bounds, reasons, strict=True):
        used |= check(bench, (probability(event), "<=", bound), because, depth + 1)
    return used


def _copies(bench: Bench, goal: Fact, node: Mapping[str, Any], depth: int) -> Used:
    fields(node, ("rule", "using", "event", "bound", "because"), ("origin",))
    neurons, *events = _event(goal, ">=", "some").args
    event = events[whole(node["event"], "event", len(events) - 1)]
    bound = parse(node["bound"])
    normaliser = Normaliser(scope_of(bench, node))
    normaliser.require_count(neurons)
    if bound.op != "number" or not 0 <= bound.args[0] <= 1:
        raise CertificateError("", "the probability of one neuron is a number from 0 to 1")
    quiet = power(number(1 - bound.args[0]), neurons)
    _require_equal(normaliser, goal[2], subtract(ONE, quiet))
    premise = (probability(event), ">=", bound)
    return _using(node, "independence") | check(bench, premise, node["because"], depth + 1)


def _complement(bench: Bench, goal: Fact, node: Mapping[str, Any], depth: int) -> Used:
    fields(node, ("rule", "using", "bound", "because"), ("origin",))
    relation = {">=": "<=", "<=": ">="}.get(goal[1])
    event = goal[0].args[0] if goal[0].op == "P" else ZERO
    opposite = {"some": "none", "none": "some"}.get(event.op)
    if relation is None or opposite is None:
        raise CertificateError("", "the rule proves P(none(...)) or P(some(...)) >= or <= a bound")
    bound = parse(node["bound"])
    bench.context.check_names(bound)
    _require_equal(Normaliser(scope_of(bench, node)), goal[2], subtract(ONE, bound))
    premise = (probability(Term(opposite, event.args)), relation, bound)
    return _using(node) | check(bench, premise, node["because"], depth + 1)


def _both(bench: Bench, goal: Fact, node: Mapping[str, Any], depth: int) -> Used:
    fields(node, ("rule", "using", "bounds", "because"), ("origin",))
    events = _event(goal, ">=", "both").args
    bounds = [parse(bound) for bound in items(node["bounds"], "bounds")]
    reasons = items(node["because"], "because")
    if not len(bounds) == len(reasons) == 2:
        raise CertificateError("", "both events need a bound and a reason")
    bench.context.check_names(*bounds)
    total = add(*bounds, number(-1))
    _require_equal(Normaliser(scope_of(bench, node)), goal[2], total)
    used = _using(node)
    for event, bound, because in zip(events, bounds, reasons, strict=True):
        used |= check(bench, (probability(event), ">=", bound), because, depth + 1)
    return used


RULES: dict[str, Callable[[Bench, Fact, Mapping[str, Any], int], Used]] = {
    "fix": _fix,
    "hoeffding": _hoeffding,
    "union": _union,
    "copies": _copies,
    "complement": _complement,
    "both": _both,
}
