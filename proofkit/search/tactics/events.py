"""Rules for probabilities: which one a goal needs, and with what data."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from math import isqrt
from typing import NamedTuple

from proofkit.foundations.errors import CertificateError, LimitExceeded, Undefined
from proofkit.kernel.assumptions import Fact, Known
from proofkit.kernel.polynomial import ONE_SUM, Sparse, Sum, as_term, constant, inverse, join, over
from proofkit.language.terms import ONE, SUMS, Term, add, number
from proofkit.language.words import FLIP, RELATIONS
from proofkit.search.nodes import Cited, Node, accepted, first_accepted, have, rule, stated

Premise = Callable[[Fact], Node | None]


class Premises(NamedTuple):
    """How to prove what a rule needs: plainly, or by the chain the author gives, which ends
    in `end`."""

    plain: Premise
    given: Premise
    end: Term | None


TWO = number(2)
NEVER: Node = {"rule": "never"}


def justify(known: Known, goal: Fact, cited: Sequence[Cited], premises: Premises) -> Node | None:
    """A node for a goal `P(event) relation bound`; `premises` prove what it needs first."""
    return _by_citation(known, goal, cited) or first_accepted(
        known, goal, _candidates(known, goal, cited, premises)
    )


def _by_citation(known: Known, goal: Fact, cited: Sequence[Cited]) -> Node | None:
    return first_accepted(known, goal, (node for node, _ in cited))


def both_ways(known: Known, goal: Fact, cited: Sequence[Cited]) -> Node | None:
    """An equation from two bounds that are cited."""
    left, _, right = goal
    below = _by_citation(known, (left, "<=", right), cited)
    above = _by_citation(known, (right, "<=", left), cited)
    return rule("antisymmetric", below=below, above=above) if below and above else None


def _candidates(
    known: Known, goal: Fact, cited: Sequence[Cited], premises: Premises
) -> Iterator[Node]:
    event, relation, bound = goal[0].args[0], goal[1], goal[2]
    if (relation, bound) == ("<=", ONE):
        yield {"rule": "certain"}
    if event.op in (*SUMS, "despite") and relation == ">=":
        yield from _fix(event, bound, premises.given)
    elif event.op in SUMS and relation == "<=" and bound.op == "number":
        yield from _need(known, event, bound, cited, premises.plain)
    elif event.op in (*SUMS, "exceeds") and relation == "<=":
        yield from _hoeffding(known, event, bound, cited, premises)
    elif event.op == "some" and relation == "<=":
        yield from _of_each(known, "union", dict.fromkeys(event.args[1:]), "<=", cited)
        yield from _opposite(known, event, cited)
    elif event.op == "some" and relation == ">=":
        yield from _copies(known, event, cited)
    elif event.op == "none":
        yield from _complement(known, goal, cited, premises)
    elif event.op == "both" and relation == ">=":
        yield from _of_each(known, "both", event.args, ">=", cited)
    elif event.op == "both" and relation == "<=":
        yield from _part(known, goal, cited, premises)


def _groups(event: Term) -> list[tuple[int, Term, Term]]:
    if event.op == "exceeds":
        return []
    if event.op == "despite":
        return [(0, event.args[1], ONE)]
    pairs = zip(event.args[1::2], event.args[2::2], strict=True)
    return [(k, weight, count) for k, (weight, count) in enumerate(pairs)]


def _fix(event: Term, bound: Term, premise: Premise) -> Iterator[Node]:
    """Fix what the bound allows, with or without symmetry."""
    groups = _groups(event)
    for fixed, symmetric in _choices(groups, bound):
        total = [
            count * weight if k in fixed else -(count * weight)
            for k, weight, count in groups
            if k in fixed or not symmetric
        ]
        because = premise((add(*total), ">", event.args[0]))
        if because is not None:
            yield rule("fix", fixed=list(fixed), symmetric=symmetric, because=because)


def _choices(
    groups: list[tuple[int, Term, Term]], bound: Term
) -> Iterator[tuple[tuple[int, ...], bool]]:
    """As many single signs as a bound `2^-k` asks for; all signs if k is not a number."""
    if bound.op != "number":
        yield tuple(k for k, _, _ in groups), False
        return
    halves = bound.args[0].denominator.bit_length() - 1
    singles = [k for k, _, count in groups if count == ONE]
    for symmetric in (False, True):
        size = halves - symmetric
        for fixed in combinations(singles, size) if 0 <= size <= len(singles) else ():
            yield fixed, symmetric


def _need(
    known: Known, event: Term, bound: Term, cited: Sequence[Cited], premise: Premise
) -> Iterator[Node]:
    """As many single signs as the bound `2^-k` asks for, each of which is cited or shown to be
    needed."""
    groups = _groups(event)
    everything = [count * weight for _, weight, count in groups]
    found: dict[int, Node] = {}
    for k, weight, count in groups:
        most = add(*everything, number(-2) * weight)
        wanted = (most, "<" if event.op == "reaches" else "<=", event.args[0])
        if count == ONE:
            node = _by_citation(known, wanted, cited) or premise(wanted)
            found |= {k: node} if node else {}
    size = bound.args[0].denominator.bit_length() - 1
    for needed in combinations(found, size) if size <= len(found) else ():
        yield rule("need", needed=list(needed), because=[found[k] for k in needed])


def _hoeffding(
    known: Known, event: Term, bound: Term, cited: Sequence[Cited], premises: Premises
) -> Iterator[Node]:
    """The energy is a cited bound; the excess follows from it and the exponent wanted."""
    if bound.op != "exp":
        return
    groups = _groups(event)
    singles = [k for k, _, count in groups if count == ONE]
    energies = [fact[2] for _, fact in cited if fact[1] == "<=" and fact[0].op != "P"]
    for energy in energies if premises.end is None else [premises.end]:
        excess = _excess(known, bound.args[0], energy)
        if excess is None:
            continue
        for dropped in [(), *((k,) for k in reversed(singles))]:
            lost = [-(c * w) for k, w, c in groups if k in dropped]
            squares = [c * w**TWO for k, w, c in groups if k not in dropped]
            squares += event.args[1:] if event.op == "exceeds" else ()
            wanted = (add(*squares), "<=", energy)
            small = _by_citation(known, wanted, cited)
            if small is None and premises.end is not None:
                small = premises.given(wanted)
            enough = premises.plain((add(event.args[0], *lost), ">=", excess)) if small else None
            if enough and small:
                found = rule("hoeffding", dropped=list(dropped), excess=excess, energy=energy)
                yield {**found, "because_excess": enough, "because_energy": small}


def _excess(known: Known, exponent: Term, energy: Term) -> Term | None:
    """The s with `exponent = -s^2/(2*energy)`, if it is a square."""
    try:
        above, below = known.ring.ratio(number(-2) * exponent * energy)
    except (Undefined, LimitExceeded, CertificateError):
        return None
    for monomial, coefficient in above.items():
        for other, c in below.items():
            factor = Sum({join(monomial, inverse(other)): over(coefficient, c)})
            if below * factor == above:
                return _square_root(factor)
    return None


def _square_root(square: Sparse) -> Term | None:
    ((monomial, coefficient),) = square.items()
    if coefficient <= 0:
        return None
    roots = isqrt(coefficient.numerator), isqrt(coefficient.denominator)
    if Fraction(*roots) ** 2 != coefficient:
        return None
    halved = frozenset((atom, e * constant(Fraction(1, 2))) for atom, e in monomial)
    return as_term({halved: Fraction(*roots)}, ONE_SUM)


def _cited_bounds(
    known: Known, event: Term, relation: str, cited: Sequence[Cited]
) -> Iterator[tuple[Term, Node]]:
    """Bounds on the probability of an event that are cited, with the citations."""
    for node, (_, _, bound) in cited:
        if accepted(known, (Term("P", (event,)), relation, bound), node):
            yield bound, node


def _of_each(
    known: Known, name: str, events: Iterable[Term], relation: str, cited: Sequence[Cited]
) -> Iterator[Node]:
    """A rule that takes a cited bound of each of some events."""
    found = [next(_cited_bounds(known, event, relation, cited), None) for event in events]
    bounds = [pair for pair in found if pair is not None]
    if len(bounds) == len(found):
        yield rule(name, bounds=[b for b, _ in bounds], because=[node for _, node in bounds])


def _copies(known: Known, event: Term, cited: Sequence[Cited]) -> Iterator[Node]:
    for k, inner in enumerate(event.args[1:]):
        for bound, node in _cited_bounds(known, inner, ">=", cited):
            found = rule("copies", event=k, bound=bound, because=node)
            yield found
            yield have(_numbers(cited), found)  # they may say that the bound is at most 1


def _numbers(cited: Sequence[Cited]) -> list[Node]:
    """What is cited of numbers, to be known in a proof."""
    facts = [(node, fact) for node, fact in cited if "P" not in (fact[0].op, fact[2].op)]
    return [stated(f"cited {k}", fact, node) for k, (node, fact) in enumerate(facts)]


def _complement(
    known: Known, goal: Fact, cited: Sequence[Cited], premises: Premises
) -> Iterator[Node]:
    opposite = Term("P", (Term("some", goal[0].args[0].args),))
    bound = ONE - goal[2]
    fact = (opposite, FLIP[goal[1]], bound)
    because = None if RELATIONS[goal[1]].strict else justify(known, fact, cited, premises)
    if because is not None:
        yield rule("complement", bound=bound, because=because)


def _opposite(known: Known, event: Term, cited: Sequence[Cited]) -> Iterator[Node]:
    """Some neuron fires no oftener than is cited of none."""
    for bound, node in _cited_bounds(known, Term("none", event.args), ">=", cited):
        yield rule("complement", bound=bound, because=node)


def _part(known: Known, goal: Fact, cited: Sequence[Cited], premises: Premises) -> Iterator[Node]:
    """The bound holds for one of two events that happen together."""
    for k, inner in enumerate(goal[0].args[0].args):
        fact = (Term("P", (inner,)), goal[1], goal[2])
        because = justify(known, fact, cited, premises) or premises.plain(fact)
        if because is not None:
            yield rule("part", event=k, because=because)
