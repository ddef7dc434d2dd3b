"""Rules of algebra: equality by normal form, signs at sight, sums of products, monotone terms."""

from __future__ import annotations

from proofkit.foundations.errors import CertificateError, Undefined
from proofkit.foundations.exact import shorten
from proofkit.foundations.shapes import fields, fraction, items
from proofkit.kernel.assumptions import Fact, Known, replace
from proofkit.kernel.operations import OPERATIONS, STILL, Growth, operation
from proofkit.kernel.reading import Node, Prove, term, valued
from proofkit.kernel.sign import AT_LEAST_ZERO, NOT_ZERO, POSITIVE, ZERO_ONLY, within
from proofkit.kernel.terms import (
    ONE,
    TWO,
    ZERO,
    Term,
    add,
    multiply,
    number,
    text,
    variable,
    variables,
)


def ring(known: Known, goal: Fact, _: Node, __: Prove) -> None:
    """Both sides have one normal form."""
    left, relation, right = goal
    if relation == "<" or not known.ring.equal(left, right):
        raise CertificateError("", "the two sides are not shown to be equal")


def at_sight(known: Known, goal: Fact, _: Node, __: Prove) -> None:
    """One side is 0, and the sign of the other is known at sight."""
    left, relation, right = goal
    allowed = {"=": ZERO_ONLY, "<": POSITIVE, "<=": AT_LEAST_ZERO}[relation]
    found = known.sign(right if left == ZERO else right - left)
    if not within(found, allowed):
        raise CertificateError("", f"the sign of {shorten(text(right))} is not known at sight")


def psatz(known: Known, goal: Fact, node: Node, _: Prove) -> None:
    """`times * (large - small)` is a sum of products of a weight > 0, facts, terms of known
    sign and squares, and of multiples of equations."""
    small, relation, large = goal
    summands = [_summand(known, entry) for entry in items(node["sum"], "sum")]
    total = [product for product, _ in summands]
    for entry in items(node.get("equations", []), "equations"):
        fields(entry, "fact times")
        left, stated, right = known.use(entry["fact"])
        if stated != "=":
            raise CertificateError("", f"{shorten(entry['fact'])} is not an equation")
        total.append(valued(known, entry["times"]) * (right - left))
    times = valued(known, node.get("times", ONE))
    if known.sign(times) != POSITIVE:
        raise CertificateError("", f"{shorten(text(times))} is not known to be > 0")
    if relation == "=" and (summands or "equations" not in node):
        raise CertificateError("", "an equation follows from equations only")
    if relation == "<" and not any(strict for _, strict in summands):
        raise CertificateError("", "no summand is > 0")
    if not known.ring.equal(times * (large - small), add(*total)):
        raise CertificateError("", "the summands do not add up to the difference")


def _summand(known: Known, entry: Node) -> tuple[Term, bool]:
    """A product that is >= 0, and whether it is > 0."""
    fields(entry, "weight ?facts ?signs ?squares")
    weight = fraction(entry["weight"], "weight")
    if weight <= 0:
        raise CertificateError("", "a weight is > 0")
    factors, strict = [number(weight)], True
    for id in items(entry.get("facts", []), "facts"):
        left, relation, right = known.use(id)
        factors.append(right - left)
        strict = strict and relation == "<"
    for value in items(entry.get("signs", []), "signs"):
        factors.append(valued(known, value))
        known.require_not_negative(factors[-1])
        strict = strict and known.sign(factors[-1]) == POSITIVE
    for value in items(entry.get("squares", []), "squares"):
        root = valued(known, value)
        factors.append(root**TWO)
        strict = strict and within(known.sign(root), NOT_ZERO)
    return multiply(*factors), strict


# Monotone terms --------------------------------------------------------------------------


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


def exchange(known: Known, goal: Fact, node: Node, prove: Prove) -> None:
    """From `old <= new` to `f(old) <= f(new)`; equals may be exchanged anywhere."""
    function, hole = _function(known, node)
    old, new = term(known, node["old"]), term(known, node["new"])
    left, relation, right = goal
    if (replace(function, {hole: old}), replace(function, {hole: new})) != (left, right):
        raise CertificateError("", "replacing the subterm does not give the two sides")
    way = 1
    if relation != "=":
        known.require_value(old)
        known.require_value(new)
        way, strict = growth(known, function, hole, old, new)
        if not way or (relation == "<" and not strict):
            raise CertificateError("", "the function is not shown to be monotone in the subterm")
    prove(known, (old, relation, new) if way > 0 else (new, relation, old), node["because"])


def cancel(known: Known, goal: Fact, node: Node, prove: Prove) -> None:
    """From `f(left) <= f(right)` to `left <= right`, for an f that is strictly monotone."""
    function, hole = _function(known, node)
    left, relation, right = goal
    ends = [replace(function, {hole: side}) for side in (left, right)]
    for end in ends:
        known.require_value(end)
    way, strict = growth(known, function, hole, left, right)
    if not way or not strict:
        raise CertificateError("", "the function is not shown to be strictly monotone")
    prove(known, (ends[way < 0], relation, ends[way > 0]), node["because"])


def extreme(known: Known, goal: Fact, node: Node, prove: Prove) -> None:
    """Each argument is at most the max; the max is below what each argument is below."""
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
        prove(known, premise, because)


def integer(known: Known, goal: Fact, node: Node, prove: Prove) -> None:
    """`left <= right` between integers from `left < right + 1`."""
    left, relation, right = goal
    if relation != "<=" or not (known.is_integer(left) and known.is_integer(right)):
        raise CertificateError("", "the rule proves <= between integers")
    prove(known, (left, "<", right + ONE), node["because"])
