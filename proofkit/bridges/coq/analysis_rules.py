"""Enclosures, derivatives, concavity, integers and induction as lines of a Coq script."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from proofkit.bridges.coq import algebra, signs
from proofkit.bridges.coq.analysis import Curve
from proofkit.bridges.coq.monotone import put
from proofkit.bridges.coq.place import Lines, Place, block
from proofkit.bridges.coq.printing import identifier, rational
from proofkit.bridges.coq.rules import (
    Node,
    Rule,
    Theory,
    alone,
    at,
    have,
    is_whole,
    prove,
    restated,
    with_facts,
)
from proofkit.evidence.proofs import Proof
from proofkit.foundations.errors import UnsupportedTerm
from proofkit.kernel.numbers import derivative
from proofkit.kernel.sign import AT_LEAST_ZERO, POSITIVE
from proofkit.language.subterms import inner_first
from proofkit.language.terms import ONE, ZERO, Term, add, number, subtract, variable, variables


def _integer(place: Place, proof: Proof, theory: Theory) -> Lines:
    left, _, right = proof.upward
    name = have(place, proof.premises[0], theory)
    wholes = [
        place.have(f"whole {place.atom(side)}", is_whole(place.open(side), theory))
        for side in (left, right)
    ]
    above = place.linear(f"{place.text(left)} < {place.atom(right)} + 1", name)
    return [f"exact (whole_below _ _ {wholes[0]} {wholes[1]} {above})."]


def _box(place: Place, proof: Proof, _: Theory) -> Lines:
    (small, relation, large), node = proof.upward, proof.node
    difference = subtract(large, small)
    bits = max(int(node["bits"]), 32)
    cut = sorted({step[0] for step in node["cuts"] if step})
    for name in sorted(variables(place.open(difference))):
        _ranges(place, name)
    gap = f"{place.text(large)} - {place.atom(small)}"
    bisect = "".join(f", i_bisect {identifier(name)}" for name in cut)
    depth = f", i_depth {20 + len(node['cuts'])}" if cut else ""
    powers = [
        f"?(Rpow_zero _ {signs.fact(place, sub.args[1], POSITIVE)})"
        if sub.args[0] == ZERO
        else f"?(Rpow_exp _ _ {signs.fact(place, sub.args[0], POSITIVE)})"
        for side in (small, large)
        for sub in _real_powers(place.open(side))
    ]
    opened = f"rewrite {', '.join(powers)}; " if powers else ""
    tactic = f"interval with (i_prec {bits}{bisect}{depth})"
    tries = f"first [ lra | {tactic} | interval with (i_prec {2 * bits}{bisect}{depth}) ]"
    name = place.have(f"0 {relation} {gap}", [f"{opened}{tries}."])
    return [f"clear - {name}; lra."]


def _real_powers(term: Term) -> list[Term]:
    return [
        part
        for part in inner_first(term)
        if part.op == "power"
        if part.args[1].op != "number" or part.args[1].args[0].denominator > 2
        or (part.args[1].args[0].denominator == 2 and abs(part.args[1].args[0]) != Fraction(1, 2))
    ]  # fmt: skip


def _ranges(place: Place, name: str) -> None:
    """Assert the bounds of a variable, where `interval` finds them."""
    ends = place.known.bounds_of(variable(name))
    for bound, fact, turned in zip(ends, ("{} <= {}", "{1} <= {0}"), (1, -1), strict=True):
        if bound:
            value = fact.format(rational(Fraction(turned * bound.value)), identifier(name))
            place.linear(value, signs.bounding(place, variable(name), bound, turned))


def _path(
    place: Place, node: Node, low: Term, high: Term, relation: str
) -> tuple[Place, list[str]]:
    """The place where a new variable runs between two terms, and what to introduce there."""
    fresh = node["fresh"]
    inner = place.child(place.known.with_variable(fresh, False))
    here, names = variable(fresh), [place.new(), place.new()]
    inner.grow(f"{fresh}-low", (low, relation, here), names[0])
    inner.grow(f"{fresh}-high", (here, relation, high), names[1])
    return inner, [f"intros {identifier(fresh)} [{names[0]} {names[1]}]."]


@dataclass(frozen=True)
class _Path:
    """A function on a path: as text, that it is continuous, its term, and, where it had to be
    written otherwise to be continuous at the ends, that it is the same on the path."""

    function: str
    smooth: str
    shape: Term
    alike: str


def _curve(
    place: Place, proof: Proof, ends: tuple[Term, Term], facts: Sequence[Proof], theory: Theory
) -> _Path:
    """The difference of the sides as a function, and that it is continuous on the path."""
    node, fresh = proof.node, variable(proof.node["fresh"])
    here = [put(place.open(side), {node["variable"]: fresh}) for side in proof.upward[::2]]
    shape = Term("sum", (here[1], Term("product", (number(-1), here[0]))))
    low, high = (place.atom(end) for end in ends)
    shown = identifier(node["fresh"])
    closed, intros = _path(place, node, *ends, "<=")
    with_facts(closed, node["closed"], facts, theory)
    continuous = closed.child()
    curve = Curve(continuous, node["fresh"])
    wider, bases = curve.from_zero(shape)
    name_here = curve.continuous(wider)
    functions = [f"(fun {shown} => {closed.text(term)})" for term in (shape, wider)]
    path = f"forall {shown} : R, {low} <= {shown} <= {high}"
    smooth = place.have(
        f"{path} -> continuity_pt {functions[1]} {shown}",
        [*intros, *closed.lines, *continuous.lines, f"exact {name_here}."],
    )
    alike = ""
    if bases:
        inner = closed.child()
        least = [signs.fact(inner, base, AT_LEAST_ZERO) for base in bases]
        opened = ", ".join(f"?(Rmax_right _ _ {name})" for name in least)
        alike = place.have(
            f"{path} -> {closed.text(shape)} = {closed.text(wider)}",
            [*intros, *closed.lines, *inner.lines, f"rewrite {opened}; reflexivity."],
        )
    return _Path(functions[1], smooth, shape, alike)


def _tidied(term: Term) -> Term:
    """A derivative with `x^(2 - 1)` written as a whole power."""
    if term.op in ("number", "variable"):
        return term
    args = tuple(map(_tidied, term.args))
    if term.op == "power" and args[1].op == "sum":
        numbers = [part.args[0] for part in args[1].args if part.op == "number"]
        if len(numbers) == len(args[1].args):
            args = args[0], number(sum(numbers))
    return Term(term.op, args)


def _slope(place: Place, shape: Term, slope: Term, fresh: str) -> tuple[str, Lines]:
    """That a term has a derivative, at a point of the open path."""
    inner = place.child()
    curve = Curve(inner, fresh)
    value, name = curve.slope(shape)
    used = [shape, slope, *curve.used]
    same = algebra.equal(inner, value, inner.text(slope), used)
    stated = f"derivable_pt_lim {curve.function(shape)} {curve.shown} {inner.atom(slope)}"
    return stated, [*inner.lines, f"exact (slope_is _ _ _ _ {name} {same})."]


def _sides(proof: Proof, order: int) -> list[list[Term]]:
    """The derivatives of the sides by the variable of the path, up to an order, on the open one."""
    node, known = proof.node, proof.premises[-1].known
    fresh = node["fresh"]
    here = [known.put(side, node["variable"], variable(fresh)) for side in proof.upward[::2]]
    found = []
    for _ in range(order):
        here = [_tidied(derivative(known, side, fresh)) for side in here]
        found.append(here)
    return found


def _on_the_way(proof: Proof, before: int) -> tuple[Sequence[Proof], Sequence[Proof]]:
    """The facts proved on the closed path, and on the open one."""
    count = before + len(proof.node["closed"])
    return proof.premises[before:count], proof.premises[count:-1]


def _compared(place: Place, proof: Proof, sides: Sequence[Term], theory: Theory) -> str:
    """What is proved of the derivatives, as they are written here."""
    here = replace(proof, goal=(sides[0], proof.goal[1], sides[1]))
    if here.is_accepted():
        return have(place, here, theory)
    return restated(place, have(place, proof, theory), proof.goal, here.goal)


def _derive(place: Place, proof: Proof, theory: Theory) -> Lines:
    node, start, slope = proof.node, proof.term("at"), proof.premises[-1]
    x, rises = variable(node["variable"]), node["from"] == "below"
    begun, steep = proof.premises[0], slope.goal[1]
    raw = at(place, proof.upward, node["variable"], start)
    first = have(place, begun, theory)
    ends = (start, x) if rises else (x, start)
    gap = signs.proved(place, subtract(ends[1], ends[0]))[1]
    order = place.linear(f"{place.text(ends[0])} {steep} {place.text(ends[1])}", gap)
    closed, opened = _on_the_way(proof, 1)
    curved = _curve(place, proof, ends, closed, theory)
    inside, intros = _path(place, node, *ends, "<")
    with_facts(inside, node["open"], opened, theory)
    fresh = identifier(node["fresh"])
    (slopes,) = _sides(proof, 1)
    difference = Term("sum", (slopes[1], Term("product", (number(-1), slopes[0]))))
    path = f"forall {fresh} : R, {place.text(ends[0])} < {fresh} < {place.text(ends[1])}"
    stated, script = _slope(inside, curved.shape, difference, node["fresh"])
    derived = place.have(f"{path} -> {stated}", [*intros, *inside.lines, *script])
    steepness = _compared(inside, slope, slopes if rises else slopes[::-1], theory)
    value = f"{inside.text(difference)}"
    signed = f"0 {steep} {value}" if rises else f"{value} {steep} 0"
    sloped = place.have(
        f"{path} -> {signed}", [*intros, *inside.lines, f"clear - {steepness}; lra."]
    )
    lemma = f"{'rises' if rises else 'sinks'}{'_lt' if steep == '<' else ''}"
    slope_function = f"(fun {fresh} => {value})"
    used = []
    if curved.alike:
        derived = f"(slope_between _ _ {slope_function} _ _ {curved.alike} {derived})"
        used = [_at(place, curved.alike, end, order) for end in ends]
    moved = place.note(
        f"{lemma} {curved.function} {slope_function} _ _ {curved.smooth} {derived} {order} {sloped}"
    )
    place.lines.append(f"cbv beta in {moved}.")
    began = restated(place, first, begun.upward, (raw[0], begun.upward[1], raw[2]))
    return [f"clear - {' '.join([moved, began, *used])}; lra."]


def _at(place: Place, alike: str, end: Term, order: str) -> str:
    """What is the same on a path, at one of its ends."""
    there = f"ltac:(clear - {order}; split; lra)"
    return place.note(f"{alike} {place.atom(end)} {there}")


def _concave(place: Place, proof: Proof, theory: Theory) -> Lines:
    node, relation = proof.node, proof.upward[1]
    low, high = proof.term("low"), proof.term("high")
    x, fresh = variable(node["variable"]), identifier(node["fresh"])
    order = []
    for below, above in ((low, x), (x, high)):
        gap = signs.proved(place, subtract(above, below))[1]
        order.append(place.linear(f"{place.text(below)} <= {place.text(above)}", gap))
    ends = []
    for end, premise in zip((low, high), proof.premises, strict=False):
        raw = at(place, proof.upward, node["variable"], end)
        ends.append(restated(place, have(place, premise, theory), premise.upward, raw))
    closed, opened = _on_the_way(proof, 2)
    curved = _curve(place, proof, (low, high), closed, theory)
    if curved.alike:
        raise UnsupportedTerm("concave: a power of what may be 0 is not followed to the end in Coq")
    inside, intros = _path(place, node, low, high, "<")
    with_facts(inside, node["open"], opened, theory)
    path = f"forall {fresh} : R, {place.text(low)} < {fresh} < {place.text(high)}"
    derived, values, before = [], [], curved.shape
    sides = _sides(proof, 2)
    for left, right in sides:
        slope = Term("sum", (right, Term("product", (number(-1), left))))
        stated, script = _slope(inside, before, slope, node["fresh"])
        derived.append(place.have(f"{path} -> {stated}", [*intros, *inside.lines, *script]))
        values.append(f"(fun {fresh} => {inside.text(slope)})")
        before = slope
    bent = _compared(inside, proof.premises[-1], sides[-1][::-1], theory)
    stated = f"{path} -> {inside.text(before)} <= 0"
    bend = place.have(stated, [*intros, *inside.lines, f"clear - {bent}; lra."])
    lemma = "concave_above_lt" if relation == "<" else "concave_above"
    edges = " ".join(f"ltac:(clear - {same}; cbv beta; lra)" for same in ends)
    moved = place.note(
        f"{lemma} {curved.function} {values[0]} _ _ {curved.smooth} "
        f"{derived[0]} {values[1]} {derived[1]} {bend} 0 {place.atom(x)} {order[0]} {order[1]} "
        f"{edges}"
    )
    place.lines.append(f"cbv beta in {moved}.")
    return [f"clear - {moved}; lra."]


def _induct(place: Place, proof: Proof, theory: Theory) -> Lines:
    node, name = proof.node, proof.node["variable"]
    low, n, shown = number(Fraction(node["from"])), variable(name), identifier(name)
    above = place.linear(f"{place.text(low)} <= {shown}", signs.proved(place, subtract(n, low))[1])
    theory.wholes.add(name)
    begun, next_ = proof.premises
    free = place.child(begun.known)
    free.signs = {}
    raw = at(place, proof.upward, name, low)
    started = free.have(free.said(begun.goal), prove(free, begun, theory))
    start = [*free.lines, *alone(free, started, begun.upward, raw)]
    inner = free.child(next_.known)
    inner.signs = {}
    names = [inner.new() for _ in range(3)]
    inner.names |= {f"{name}-from": names[1], node["id"]: names[2]}
    raw = at(place, proof.upward, name, add(n, ONE))
    stepped = inner.have(inner.said(next_.goal), prove(inner, next_, theory))
    step = [*inner.lines, *alone(inner, stepped, next_.upward, raw)]
    property_ = f"(fun {shown} => {place.said(proof.upward)})"
    return [
        f"apply (whole_induction {property_} {low.args[0]});",
        f"  [| | exact W_{shown} | exact {above}].",
        *block(["cbv beta.", *start]),
        *block([f"clear dependent {shown}.",
                f"intros {shown} W_{shown} {names[1]} {names[2]}; cbv beta in *.", *step]),
    ]  # fmt: skip


ANALYSIS: dict[str, Rule] = {
    "integer": _integer,
    "box": _box,
    "derive": _derive,
    "concave": _concave,
    "induct": _induct,
}
