"""Rules of analysis: enclosures on boxes, derivatives and their signs, concavity, induction."""

from __future__ import annotations

from flint import ctx

from proofkit.foundations.effort import spend
from proofkit.foundations.errors import CertificateError, Undefined
from proofkit.foundations.exact import shorten
from proofkit.foundations.shapes import a_text, fraction, items, whole
from proofkit.kernel.assumptions import Fact, Known
from proofkit.kernel.boxes import Box
from proofkit.kernel.operations import operation
from proofkit.kernel.reading import Node, Prove, term, valued, with_facts
from proofkit.kernel.sign import POSITIVE
from proofkit.kernel.terms import ONE, ZERO, Term, add, number, text, variable, variables

MAX_PIECES = 4_000
MAX_BITS = 4_096


def box(known: Known, goal: Fact, node: Node, _: Prove) -> None:
    """`cuts` is the subdivision in preorder: `["n", "64"]` cuts n at 64, `[]` is a piece."""
    small, relation, large = goal
    if relation == "=":
        raise CertificateError("", "an enclosure does not prove an equation")
    bits = whole(node["bits"], "bits", MAX_BITS)
    difference = known.context.unfold(large - small)
    ranges = {name: known.range_of(name) for name in variables(difference)}
    pending = [Box(ranges, {})]
    with ctx.workprec(max(bits, 32)):
        for cut in items(node["cuts"], "cuts", MAX_PIECES):
            if not pending:
                raise CertificateError("", "cuts: more pieces than were cut")
            piece = pending.pop()
            if items(cut, "cuts", 2):
                name, at = a_text(cut[0], "cuts"), fraction(cut[-1], "cuts")
                if name not in ranges:
                    raise CertificateError("", f"cuts: {shorten(name)} has no range")
                pending.extend(reversed(piece.halves(name, at)))
                continue
            low = piece.enclose(difference).low
            if not (low > 0 if relation == "<" else low >= 0):
                raise CertificateError("", "the enclosure of a piece has not the sign needed")
    if pending:
        raise CertificateError("", "cuts: a piece is missing")


def derivative(known: Known, whole: Term, name: str) -> Term:
    """The derivative of a term, definitions written out, by a variable; each part that depends
    on the variable is differentiable wherever the facts known hold."""
    if name not in variables(whole):
        return ZERO
    if whole.op == "variable":
        return ONE
    if whole.op == "P":
        raise Undefined(f"{text(whole)} is not differentiated")
    spend(1 + whole.size / 8)
    record = operation(whole)
    parts = []
    for k, arg in enumerate(whole.args):
        inner = derivative(known, arg, name)
        if inner != ZERO:
            parts.append(inner * record.derivative(known, whole.args, k))
    return add(*parts)


def _runs(known: Known, value: object) -> str:
    """A variable that a rule may let run."""
    name = a_text(value, "variable")
    if name not in known.kinds:
        raise CertificateError("", f"{shorten(name)} is not a variable here")
    return name


def _path(known: Known, fresh: str, ends: tuple[Term, Term], relation: str) -> Known:
    """The place where a new real variable runs between two terms; facts about it follow."""
    wider, here = known.with_variable(fresh, False), variable(fresh)
    wider = wider.with_fact(f"{fresh}-low", (ends[0], relation, here))
    return wider.with_fact(f"{fresh}-high", (here, relation, ends[1]))


def _slopes(
    known: Known, node: Node, goal: Fact, ends: tuple[Term, Term], prove: Prove, order: int = 1
) -> tuple[list[Term], Known]:
    """The sides' derivatives on the open path, after showing that the sides have values on the
    closed one, where they are continuous."""
    fresh = a_text(node["fresh"], "fresh")
    here = [known.put(side, node["variable"], variable(fresh)) for side in goal[::2]]
    closed = with_facts(_path(known, fresh, ends, "<="), node["closed"], prove)
    for side in here:
        closed.require_value(side)
    inside = with_facts(_path(known, fresh, ends, "<"), node["open"], prove)
    for _ in range(order):
        here = [derivative(inside, side, fresh) for side in here]
        for slope in here:
            inside.require_value(slope)
    return here, inside


def _at(known: Known, goal: Fact, relation: str, name: str, value: Term) -> Fact:
    """The goal with a value for a variable."""
    return known.put(goal[0], name, value), relation, known.put(goal[2], name, value)


def derive(known: Known, goal: Fact, node: Node, prove: Prove) -> None:
    """`start` proves the goal at one end, `slope` that the right side moves away from it at
    least as fast as the left one: by the mean value theorem the goal holds at the other end."""
    relation, rises = goal[1], node["from"] == "below"
    name, at = _runs(known, node["variable"]), term(known, node["at"])
    if node["from"] not in ("below", "above") or relation == "=" or name in variables(at):
        raise CertificateError("", "derive: from below or above, an inequality, a fixed end")
    known.require_value(at)
    ends = (at, variable(name)) if rises else (variable(name), at)
    gap = ends[1] - ends[0]
    known.require_not_negative(gap)
    by_start = a_text(node["strict"], "strict") == "start"
    if relation == "<" and not by_start and known.sign(gap) != POSITIVE:
        raise CertificateError("", f"{name} may be {shorten(str(at))}, where nothing is strict")
    start, steep = (relation, "<=") if by_start else ("<=", relation)
    prove(known, _at(known, goal, start, name, at), node["start"])
    slopes, there = _slopes(known, node, goal, ends, prove)
    prove(there, (slopes[not rises], steep, slopes[rises]), node["slope"])


def concave(known: Known, goal: Fact, node: Node, prove: Prove) -> None:
    """The right side less the left one is concave between two ends, and right at both."""
    relation, name = goal[1], _runs(known, node["variable"])
    low, high = valued(known, node["low"]), valued(known, node["high"])
    if relation == "=" or name in variables(low) | variables(high):
        raise CertificateError("", "concave: an inequality, between fixed ends")
    known.require_not_negative(variable(name) - low)
    known.require_not_negative(high - variable(name))
    for end, because in ((low, node["left"]), (high, node["right"])):
        prove(known, _at(known, goal, relation, name, end), because)
    bends, inside = _slopes(known, node, goal, (low, high), prove, order=2)
    prove(inside, (bends[1], "<=", bends[0]), node["bend"])


def induct(known: Known, goal: Fact, node: Node, prove: Prove) -> None:
    """For an integer n >= k: the goal at k, and at n + 1 where it holds at n >= k."""
    name, low = _runs(known, node["variable"]), number(fraction(node["from"], "from"))
    n, relation = variable(name), goal[1]
    if not (known.kinds[name] and known.is_integer(low)):
        raise CertificateError("", f"{name} and the start are not known to be integers")
    known.require_not_negative(n - low)
    free = known.without(name)
    prove(free, _at(known, goal, relation, name, low), node["start"])
    before = free.with_fact(f"{name}-from", (low, "<=", n)).with_fact(node["id"], goal)
    prove(before, _at(known, goal, relation, name, n + ONE), node["step"])
