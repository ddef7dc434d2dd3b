"""Exchanging subterms by facts that are known or cited, one after the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from proofkit.kernel.assumptions import Fact, Known
from proofkit.language.subterms import occurrences, parts
from proofkit.language.terms import Term, variable
from proofkit.language.words import FLIP, RELATIONS
from proofkit.search.nodes import HOLE, Cited, Node, chain, checked, exchange

Prove = Callable[[Fact], Node | None]


def exchanged(known: Known, goal: Fact, old: Term, new: Term, because: Node) -> Node | None:
    """The goal by exchanging one subterm everywhere, if the kernel accepts that."""
    function = occurrences(goal[0], old, variable(HOLE))
    if not RELATIONS[goal[1]].upwards:  # the kernel reads goals with the larger side on the right
        node = exchange(HOLE, function, new, old, because)
    else:
        node = exchange(HOLE, function, old, new, because)
    return checked(known, goal, node)


def alike(known: Known, goal: Fact, prove: Prove) -> Node | None:
    """Both sides are one function of two terms: `f(u) <= f(v)` from how u and v compare."""
    path = _difference(goal[0], goal[2])
    if path is None:
        return None
    old, new = path
    for relation in (goal[1], FLIP[goal[1]]):
        because = prove((old, relation, new))
        if because is not None:
            return exchanged(known, goal, old, new, because)
    return None


def _difference(left: Term, right: Term) -> tuple[Term, Term] | None:
    """The innermost place where the two terms differ, if there is one such place."""
    if left.op != right.op or left.op in ("number", "variable", "P"):
        return None
    if len(left.args) != len(right.args):
        return None
    unlike = [(x, y) for x, y in zip(left.args, right.args, strict=True) if x != y]
    if len(unlike) != 1:
        return None
    return _difference(*unlike[0]) or unlike[0]


def by_citation(known: Known, goal: Fact, cited: Sequence[Cited], finish: Prove) -> Node | None:
    """Exchange subterms of the left side by the facts, then `finish`."""
    left, relation, right = goal
    weak = {"<": "<=", ">": ">="}.get(relation, relation)
    here, steps = left, []
    # Of several facts about one term, the one whose other side is wanted comes first, then
    # one that says no more than the goal does.
    for cite, (x, _, y) in sorted(
        cited, key=lambda item: (item[1][2] not in parts(right), item[1][1] != weak)
    ):
        for old, new in ((x, y), (y, x)):
            if old == y and y.op in ("variable", "number"):
                continue  # a parameter alone stands for itself
            there = occurrences(here, old, new)
            if there == here:
                continue
            options = [relation, weak] if there == right and relation != weak else [weak]
            found = next(
                (
                    (wanted, node)
                    for wanted in options
                    if (node := exchanged(known, (here, wanted, there), old, new, cite))
                ),
                None,
            )
            if found is not None:
                steps.append((found[0], there, found[1]))
                here = there
                break
    if not steps:
        return None
    if here != right:
        last = finish((here, relation, right))
        if last is None:
            return None
        steps.append((relation, right, last))
    node = steps[0][2] if len(steps) == 1 else chain(left, steps)
    return checked(known, goal, node)
