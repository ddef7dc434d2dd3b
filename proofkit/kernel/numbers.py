"""The rules for numbers: normal forms and signs, sums of products, monotone terms, enclosures on
boxes, derivatives and their signs, concavity, induction."""

from __future__ import annotations

from flint import ctx

from proofkit.foundations.effort import spend
from proofkit.foundations.errors import CertificateError, Undefined
from proofkit.foundations.exact import shorten
from proofkit.foundations.shapes import a_text, fields, fraction, items, whole
from proofkit.kernel.assumptions import Fact, Known, replace
from proofkit.kernel.boxes import Box
from proofkit.kernel.operations import OPERATIONS, STILL, Growth, operation
from proofkit.kernel.reading import Node, Prove, ranges, term, used, valued, with_facts
from proofkit.kernel.sign import AT_LEAST_ZERO, NOT_ZERO, POSITIVE, ZERO_ONLY, within
from proofkit.language.binding import Range
from proofkit.language.binding import over as sum_over
from proofkit.language.terms import (
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

MAX_PIECES = 4_000
MAX_BITS = 4_096


def ring(known: Known, goal: Fact, _: Node, __: Prove) -> None:
    """Both sides have one normal form."""
    left, relation, right = goal
    if relation == "<" or not known.ring.equal(left, right):
        raise CertificateError("", "the two sides are not shown to be equal")


def at_sight(known: Known, goal: Fact, _: Node, __: Prove) -> None:
    """The sign of the difference is known at sight."""
    left, relation, right = goal
    allowed = {"=": ZERO_ONLY, "<": POSITIVE, "<=": AT_LEAST_ZERO}[relation]
    if not within(known.sign(right - left), allowed):
        raise CertificateError("", f"the sign of {shorten(text(right))} is not known at sight")


def psatz(known: Known, goal: Fact, node: Node, _: Prove) -> None:
    """`times * (large - small)` is a sum of products of a weight > 0, facts, terms of known
    sign and squares, and of multiples of equations."""
    small, relation, large = goal
    summands = [_summand(known, entry) for entry in items(node["sum"], "sum")]
    total = [product for product, _ in summands]
    for entry in items(node.get("equations", []), "equations"):
        fields(entry, "fact times ?over")
        here, over = known, list[Range]()
        if "over" in entry:
            here, over = ranges(known, entry["over"])[:2]
        left, stated, right = used(here, entry["fact"])
        if stated != "=":
            raise CertificateError("", f"{shorten(str(entry['fact']))} is not an equation")
        total.append(_summed(valued(here, entry["times"]) * (right - left), over))
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
    """A product that is >= 0, perhaps summed over indices, and whether it is > 0."""
    fields(entry, "weight ?facts ?signs ?squares ?over")
    over, some = list[Range](), True
    if "over" in entry:
        known, over, some = ranges(known, entry["over"])
    weight = fraction(entry["weight"], "weight")
    if weight <= 0:
        raise CertificateError("", "a weight is > 0")
    facts = [used(known, id) for id in items(entry.get("facts", []), "facts")]
    signed = [valued(known, value) for value in items(entry.get("signs", []), "signs")]
    roots = [valued(known, value) for value in items(entry.get("squares", []), "squares")]
    for value in signed:
        known.require_not_negative(value)
    strict = (
        some
        and all(relation == "<" for _, relation, _ in facts)
        and all(known.sign(value) == POSITIVE for value in signed)
        and all(within(known.sign(root), NOT_ZERO) for root in roots)
    )
    gaps = (right - left for left, _, right in facts)
    product = multiply(number(weight), *gaps, *signed, *(root**TWO for root in roots))
    return _summed(product, over), strict


def _summed(whole: Term, over: list[Range]) -> Term:
    """Sums over the indices of a term that has a value for each of them."""
    for name, low, high in reversed(over):
        whole = sum_over("summed", name, low, high, whole)
    return whole


# Monotone terms --------------------------------------------------------------------------


def growth(known: Known, function: Term, hole: str, old: Term, new: Term) -> Growth:
    """How a term moves as its hole goes from one value to another, both being known."""
    if function == variable(hole):
        return Growth(1, True)
    if hole not in variables(function):
        return STILL
    if function.op not in OPERATIONS:
        raise Undefined(f"no rule says how {function.op}(...) grows with the subterm")
    moves = [growth(known, arg, hole, old, new) for arg in function.args]
    ends = [[replace(arg, {hole: end}) for arg in function.args] for end in (old, new)]
    return operation(function).growth(known, ends[0], ends[1], moves)


def _moved(
    known: Known, node: Node, old: Term, new: Term, equal: bool
) -> tuple[Term, Term, int, bool]:
    """A function of two values, which way it moves from one to the other, and if strictly."""
    function, hole = term(known.with_variable(node["hole"], False), node["function"]), node["hole"]
    left, right = (replace(function, {hole: end}) for end in (old, new))
    for value in () if equal else (old, new, left, right):
        known.require_value(value)
    found = Growth(1, True) if equal else growth(known, function, hole, old, new)
    return left, right, found.way, found.strict


def exchange(known: Known, goal: Fact, node: Node, prove: Prove) -> None:
    """From `old <= new` to `f(old) <= f(new)`; equals may be exchanged anywhere."""
    old, new, relation = term(known, node["old"]), term(known, node["new"]), goal[1]
    left, right, way, strict = _moved(known, node, old, new, relation == "=")
    if (left, relation, right) != goal:
        raise CertificateError("", "replacing the subterm does not give the two sides")
    if not way or (relation == "<" and not strict):
        raise CertificateError("", "the function is not shown to be monotone in the subterm")
    prove(known, (old, relation, new) if way > 0 else (new, relation, old), node["because"])


def cancel(known: Known, goal: Fact, node: Node, prove: Prove) -> None:
    """From `f(left) <= f(right)` to `left <= right`, for an f that is strictly monotone."""
    left, right, way, strict = _moved(known, node, goal[0], goal[2], False)
    if not way or not strict:
        raise CertificateError("", "the function is not shown to be strictly monotone")
    prove(known, (left, goal[1], right) if way > 0 else (right, goal[1], left), node["because"])


def extreme(known: Known, goal: Fact, node: Node, prove: Prove) -> None:
    """Each argument is at most the max; the max is below what each argument is below."""
    left, relation, right = goal
    greatest = right.op == "max" and left in right.args
    if relation == "<=" and (greatest or (left.op == "min" and right in left.args)):
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


# Ranges of variables -----------------------------------------------------------------------


def box(known: Known, goal: Fact, node: Node, _: Prove) -> None:
    """`cuts` is the subdivision in preorder: `["n", "64"]` cuts n at 64, `[]` is a piece."""
    small, relation, large = goal
    if relation == "=":
        raise CertificateError("", "an enclosure does not prove an equation")
    difference = known.context.unfold(large - small)
    ranges = {name: known.range_of(name) for name in variables(difference)}
    pending = [Box(ranges, {})]
    with ctx.workprec(max(whole(node["bits"], "bits", MAX_BITS), 32)):
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


def _runs(known: Known, goal: Fact, node: Node, *ends: Term) -> str:
    """The variable that an inequality lets run between terms without it."""
    name = a_text(node["variable"], "variable")
    if name not in known.kinds or goal[1] == "=" or any(name in variables(end) for end in ends):
        raise CertificateError("", f"{shorten(name)} does not run between fixed ends here")
    return name


def _at(known: Known, goal: Fact, relation: str, name: str, value: Term) -> Fact:
    """The goal with a value for a variable."""
    return known.put(goal[0], name, value), relation, known.put(goal[2], name, value)


def _path(known: Known, node: Node, kind: str, ends: tuple[Term, Term], prove: Prove) -> Known:
    """The place where a new real variable runs between two terms, with facts about it."""
    fresh, relation = a_text(node["fresh"], "fresh"), "<" if kind == "open" else "<="
    here = known.with_variable(fresh, False)
    here = here.with_fact(f"{fresh}-low", (ends[0], relation, variable(fresh)))
    here = here.with_fact(f"{fresh}-high", (variable(fresh), relation, ends[1]))
    return with_facts(here, node[kind], prove)


def require_continuous(known: Known, whole: Term, name: str) -> None:
    """A term that has a value wherever the facts known hold, definitions written out, goes there
    continuously with a variable."""
    if name not in variables(whole) or whole.op in ("variable", "P"):
        return
    spend(1)
    if operation(whole).jumps(known, whole.args, [name in variables(arg) for arg in whole.args]):
        raise Undefined(f"{shorten(text(whole))} is not shown to be continuous")
    for arg in whole.args:
        require_continuous(known, arg, name)


def _slopes(
    known: Known, node: Node, goal: Fact, ends: tuple[Term, Term], prove: Prove, order: int = 1
) -> tuple[Known, list[Term]]:
    """The sides' derivatives on the open path, after showing that the sides have values on the
    closed one, where they are continuous."""
    closed = _path(known, node, "closed", ends, prove)
    sides = [known.put(side, node["variable"], variable(node["fresh"])) for side in goal[::2]]
    for side in sides:
        closed.require_value(side)
        require_continuous(closed, side, node["fresh"])
    inside = _path(known, node, "open", ends, prove)
    for _ in range(order):
        sides = [derivative(inside, side, node["fresh"]) for side in sides]
        for side in sides:
            inside.require_value(side)
    return inside, sides


def derive(known: Known, goal: Fact, node: Node, prove: Prove) -> None:
    """`start` proves the goal at one end, `slope` that the right side moves away from it at
    least as fast as the left one: by the mean value theorem the goal holds at the other end."""
    relation, at, rises = goal[1], valued(known, node["at"]), node["from"] == "below"
    name = _runs(known, goal, node, at)
    if node["from"] not in ("below", "above"):
        raise CertificateError("", "derive: from below or above")
    ends = (at, variable(name)) if rises else (variable(name), at)
    gap = ends[1] - ends[0]
    known.require_not_negative(gap)
    by_start = a_text(node["strict"], "strict") == "start"
    if relation == "<" and not by_start and known.sign(gap) != POSITIVE:
        raise CertificateError("", f"{name} may be {shorten(str(at))}, where nothing is strict")
    start, steep = (relation, "<=") if by_start else ("<=", relation)
    prove(known, _at(known, goal, start, name, at), node["start"])
    there, slopes = _slopes(known, node, goal, ends, prove)
    prove(there, (slopes[not rises], steep, slopes[rises]), node["slope"])


def concave(known: Known, goal: Fact, node: Node, prove: Prove) -> None:
    """The right side less the left one is concave between two ends, and right at both."""
    low, high = valued(known, node["low"]), valued(known, node["high"])
    name = _runs(known, goal, node, low, high)
    known.require_not_negative(variable(name) - low)
    known.require_not_negative(high - variable(name))
    for end, because in ((low, node["left"]), (high, node["right"])):
        prove(known, _at(known, goal, goal[1], name, end), because)
    inside, bends = _slopes(known, node, goal, (low, high), prove, order=2)
    prove(inside, (bends[1], "<=", bends[0]), node["bend"])


def induct(known: Known, goal: Fact, node: Node, prove: Prove) -> None:
    """For an integer n >= k: the goal at k, and at n + 1 where it holds at n >= k."""
    name, low = a_text(node["variable"], "variable"), number(fraction(node["from"], "from"))
    n, relation = variable(name), goal[1]
    if not (known.kinds.get(name) and known.is_integer(low)):
        raise CertificateError("", f"{name} and the start are not known to be integers")
    known.require_not_negative(n - low)
    free = known.without(name)
    prove(free, _at(known, goal, relation, name, low), node["start"])
    before = free.with_fact(f"{name}-from", (low, "<=", n)).with_fact(node["id"], goal)
    prove(before, _at(known, goal, relation, name, n + ONE), node["step"])
