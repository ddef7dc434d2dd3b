"""Facts about exponentials, logarithms and powers in the goal: which of two is larger, what
bounds them from one side, between which numbers a constant lies."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from fractions import Fraction

from flint import arb, ctx

from proofkit.foundations.errors import Undefined
from proofkit.kernel.assumptions import Context, Fact, Known, Trail, replace
from proofkit.kernel.boxes import Box
from proofkit.language.subterms import parts
from proofkit.language.terms import (
    MINUS_ONE,
    ONE,
    ZERO,
    Term,
    exp,
    log,
    number,
    variable,
    variables,
)
from proofkit.search.inequalities.derive import fresh_name
from proofkit.search.inequalities.prover import FAILURES, Prover, live
from proofkit.search.inequalities.system import System
from proofkit.search.nodes import Node, accepted, box, exchange, have, rule, stated

DIGITS = 10**5
MAX_ATOMS = 10


def prove(search: Prover, known: Known, goal: Fact, fuel: int) -> Node | None:
    atoms = _atoms(known, goal)
    if not atoms or len(atoms) > MAX_ATOMS:
        return None
    entries: list[Node] = []
    for fact, node in _facts(search, known, atoms, fuel):
        search.budget.spend()
        if any(f == fact for f in known.facts.values()):
            continue
        id = search.name("a", fact)
        try:
            known.require_value(fact[0])
            known.require_value(fact[2])
            known = known.with_fact(id, fact)
        except FAILURES:
            continue
        entries.append(stated(id, fact, node))
    if not entries:
        return None
    found = System(search, known, goal).up_to(int(fuel > 1))
    return have(entries, found) if found else None


def _atoms(known: Known, goal: Fact) -> list[Term]:
    terms = [known.ring.canonical(goal[2] - goal[0])]
    terms += [side for fact in live(known, goal) for side in fact[::2]]
    found: list[Term] = []
    for part in parts(*terms):
        curved = part.op in ("exp", "log") or (
            part.op == "power"
            and (part.args[1].op != "number" or part.args[1].args[0].denominator > 1)
        )
        if curved and part not in found:
            found.append(part)
    return found


def _facts(
    search: Prover, known: Known, atoms: list[Term], fuel: int
) -> Iterator[tuple[Fact, Node]]:
    for atom in atoms:
        if not variables(atom):
            yield from _bracket(atom)
        elif atom.op in ("exp", "log"):
            yield from _tangent(search, known, atom)
    for one, two in itertools.permutations(atoms, 2):
        yield from _ordered(search, known, one, two)
    for atom in atoms:
        if atom.op == "log":
            yield from _against(search, known, atom, ONE, log(ONE))


def _bracket(atom: Term) -> Iterator[tuple[Fact, Node]]:
    """A constant between two numbers with few digits."""
    with ctx.workprec(64):
        ball = Box({}, {}).enclose(atom)
    low = Fraction(_whole((ball.low * DIGITS).floor()), DIGITS)
    high = Fraction(_whole((ball.high * DIGITS).ceil()), DIGITS)
    node = box(64)
    if low < high:
        yield (number(low), "<", atom), node
        yield (atom, "<", number(high)), node


def _whole(value: arb) -> int:
    found = value.unique_fmpz()
    if found is None:
        raise Undefined("too large to be bracketed")
    return int(found)


def _tangent(search: Prover, known: Known, atom: Term) -> Iterator[tuple[Fact, Node]]:
    """`1 + t <= exp(t)`, and `1 - 1/t <= log(t) <= t - 1`."""
    inner = atom.args[0]
    t = variable("t")
    if atom.op == "exp":
        laws = [(ONE + t, exp(t))]
    else:
        laws = [(log(t), t - ONE), (ONE - t**MINUS_ONE, log(t))]
    for small, large in laws:
        node = law(search, known, (small, "<=", large), inner, atom.op == "log")
        if node is not None:
            yield (replace(small, {"t": inner}), "<=", replace(large, {"t": inner})), node


def law(search: Prover, known: Known, fact: Fact, inner: Term, positive: bool) -> Node | None:
    """An instance of a law about every t, or every t > 0, that is proved where it is used."""
    if fresh_name(known, "t") != "t":
        return None
    key = ("law", fact)
    if key not in search.tried:
        facts: dict[str, Fact] = {"t-positive": (ZERO, "<", variable("t"))} if positive else {}
        alone = Known(Context({"t": False}, facts), Trail())
        node = None
        for fuel in (1, 2, 3):
            node = node or search.prove(alone, fact, fuel)
        search.tried[key] = 0, node
    node = search.tried[key][1]
    if node is None:
        return None
    facts_ = []
    if positive:
        because = search.prove(known, (ZERO, "<", inner), 0)
        if because is None:
            return None
        facts_ = [stated("t-positive", (ZERO, "<", variable("t")), because)]
    left, _, right = fact
    return rule("general", fresh="t", term=inner, left=left, right=right, facts=facts_, then=node)


def _ordered(search: Prover, known: Known, one: Term, two: Term) -> Iterator[tuple[Fact, Node]]:
    """`f(u) <= f(v)` from `u <= v`."""
    if one.op != two.op:
        return
    if one.op in ("exp", "log"):
        yield from _against(search, known, one, two.args[0], two)
    elif one.op == "power" and one.args[1] == two.args[1]:
        yield from _exchanged(search, known, one, two, 0)
    elif one.op == "power" and one.args[0] == two.args[0]:
        yield from _exchanged(search, known, one, two, 1)


def _against(
    search: Prover, known: Known, one: Term, other: Term, two: Term
) -> Iterator[tuple[Fact, Node]]:
    if one.args[0] != other and (variables(one) or variables(other)):
        yield from _exchanged(search, known, one, two, 0)


def _exchanged(
    search: Prover, known: Known, one: Term, two: Term, place: int
) -> Iterator[tuple[Fact, Node]]:
    hole = variable("hole")
    args = list(one.args)
    args[place] = hole
    function = Term(one.op, tuple(args))
    u, v = one.args[place], two.args[place]
    for relation in ("<", "<="):
        fact: Fact = (u, relation, v)
        if search.is_false(known, fact):
            return
        because = search.prove(known, fact, 0)
        if because is None:
            continue
        for up, ends in (((one, relation, two), (u, v)), ((two, relation, one), (v, u))):
            node = exchange("hole", function, *ends, because)
            if accepted(known, up, node):
                yield up, node
                return
