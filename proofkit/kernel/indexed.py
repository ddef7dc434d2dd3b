"""The rules for sums, products, maxima and minima over an index. Each asks the binder's record
what holds, and names no binder itself."""

from __future__ import annotations

from proofkit.foundations.errors import CertificateError
from proofkit.foundations.exact import shorten
from proofkit.foundations.shapes import a_text
from proofkit.kernel.assumptions import Fact, Known, replace
from proofkit.kernel.binders import KERNEL_BINDERS, Binder
from proofkit.kernel.places import Indexed
from proofkit.kernel.reading import Node, Prove, a_place, term, valued
from proofkit.language.binding import opened, over
from proofkit.language.terms import ONE, Term, text, variable


def _binder(whole: Term) -> tuple[Binder, Term, Term, Term]:
    if whole.op not in KERNEL_BINDERS:
        raise CertificateError("", f"{shorten(text(whole))} is nothing over an index")
    low, high, body = whole.args
    return KERNEL_BINDERS[whole.op], low, high, body


def _under(known: Known, node: Node, low: Term, high: Term) -> tuple[Indexed, Term]:
    """The place where the node's new index runs over a range."""
    if "index" not in node or ("because" not in node and "then" not in node):
        raise CertificateError("", "an index and a proof for it are missing")
    return a_place(known).with_index(node["index"], low, high), variable(node["index"])


def _require_at_least(here: Indexed, large: Term, small: Term, what: str) -> None:
    if not here.at_least(large, small):
        raise CertificateError("", f"{what} is not known to be at least {shorten(text(small))}")


def termwise(known: Known, goal: Fact, node: Node, prove: Prove) -> None:
    """`B(i, f) <= B(i, g)` over one range from `f <= g` for each index."""
    left, relation, right = goal
    (record, low, high, small), (_, low2, high2, large) = _binder(left), _binder(right)
    one = known.ring.equal(low, low2) and known.ring.equal(high, high2)
    if left.op != right.op or not one:
        raise CertificateError("", "the two sides are not over one range")
    if relation == "<" and (record.needs is not None or not a_place(known).has_some(low, high)):
        raise CertificateError("", "the range may be empty, or an entry 0: nothing is strict")
    here, index = _under(known, node, low, high)
    small, large = opened(small, index), opened(large, index)
    if record.needs is not None and relation != "=":
        _require_at_least(here, small, record.needs, "an entry")
    prove(here, (small, relation, large), node["because"])


def member(known: Known, goal: Fact, node: Node, prove: Prove) -> None:
    """One entry and the whole, where the others are large enough; `because` proves that."""
    whole, at = valued(known, node["whole"]), valued(known, node["at"])
    record, low, high, body = _binder(whole)
    place = a_place(known)
    place.require_integer(at)
    _require_at_least(place, at, low, "the index")
    _require_at_least(place, high, at, "the end of the range")
    if record.others is not None:
        here, index = _under(known, node, low, high)
        prove(here, (record.others, "<=", opened(body, index)), node["because"])
    small, large = (opened(body, at), whole)[:: record.way]
    equal = known.ring.equal
    if goal[1] != "<=" or not (equal(goal[0], small) and equal(goal[2], large)):
        raise CertificateError("", "the goal does not compare this entry with the whole")


def bounded(known: Known, goal: Fact, node: Node, prove: Prove) -> None:
    """A max is at most what each entry is at most; a min the other way round."""
    left, relation, right = goal
    if relation == "=":
        raise CertificateError("", "the rule proves no equation")
    for whole, way in ((left, 1), (right, -1)):
        if whole.op in KERNEL_BINDERS and KERNEL_BINDERS[whole.op].bounds == way:
            _, low, high, body = _binder(whole)
            here, index = _under(known, node, low, high)
            sides = (opened(body, index), right) if way > 0 else (left, opened(body, index))
            prove(here, (sides[0], relation, sides[1]), node["because"])
            return
    raise CertificateError("", "the rule is about a max on the left or a min on the right")


def attain(known: Known, goal: Fact, node: Node, prove: Prove) -> None:
    """A max or min is one of its entries: its index is a new one, of which nothing else is known,
    and which the goal does not name."""
    whole = valued(known, node["whole"])
    record, low, high, body = _binder(whole)
    if not record.bounds:
        raise CertificateError("", "the whole need not be one of its entries")
    here, index = _under(known, node, low, high)
    entry = opened(body, index)
    prove(here.with_fact(node["id"], (whole, "=", entry)), goal, node["then"])


def split(known: Known, goal: Fact, node: Node, _: Prove) -> None:
    """`B(lo..hi) = join(B(lo..m), B(m+1..hi))` for lo - 1 <= m <= hi, where no part is empty
    that has no value then."""
    whole, at, place = valued(known, node["whole"]), valued(known, node["at"]), a_place(known)
    record, low, high, body = _binder(whole)
    place.require_integer(at)
    _require_at_least(place, at, low if record.empty is None else low - ONE, "the cut")
    end = high - ONE if record.empty is None else high
    _require_at_least(place, end, at, "the end of the range")
    before, after = Term(whole.op, (low, at, body)), Term(whole.op, (at + ONE, high, body))
    _require_equation(known, goal, whole, record.join(before, after))


def _require_equation(known: Known, goal: Fact, left: Term, right: Term) -> None:
    """The goal is this equation, from either side."""
    known.require_value(right)
    equal = known.ring.equal
    for a, b in ((left, right), (right, left)):
        if goal[1] != "<" and equal(goal[0], a) and equal(goal[2], b):
            return
    raise CertificateError("", "the goal is another equation")


def reverse(known: Known, goal: Fact, node: Node, _: Prove) -> None:
    """`B(i=lo..hi, f(i)) = B(i=lo..hi, f(lo + hi - i))`."""
    whole = valued(known, node["whole"])
    low, high, body = _binder(whole)[1:]
    index = a_place(known).inside(low, high)[1]
    turned = opened(body, low + high - index)
    _require_equation(known, goal, whole, over(whole.op, index.args[0], low, high, turned))


def climb(known: Known, goal: Fact, node: Node, prove: Prove) -> None:
    """The goal is P(to): from P(from), and P(m + 1) from P(m) for from <= m < to. All that is
    known stays known, for m is a new integer below `to`."""
    place, name = a_place(known), a_text(node["variable"], "variable")
    start, end = valued(known, node["from"]), valued(known, node["to"])
    place.require_integer(start)
    place.require_integer(end)
    _require_at_least(place, end, start, "the end")
    index = variable(name)
    here = known.with_variable(name, True)
    left, right = term(here, node["left"]), term(here, node["right"])

    def at(value: Term) -> Fact:
        return replace(left, {name: value}), goal[1], replace(right, {name: value})

    whole = at(end)
    for side in whole[::2]:
        known.require_value(side)
    if not all(known.ring.equal(*sides) for sides in zip(whole[::2], goal[::2], strict=True)):
        raise CertificateError("", "the goal is not where the climb ends")
    prove(known, at(start), node["start"])
    here = here.with_fact(f"{name}-low", (start, "<=", index))
    here = here.with_fact(f"{name}-high", (index, "<=", end - ONE))
    here.require_value(left)
    here.require_value(right)
    here = here.with_fact(node["id"], (left, goal[1], right))
    prove(here, at(index + ONE), node["step"])
