"""Ways to see the sign of a difference: terms that have it, and enclose well.

The difference of the two sides is brought to normal form, so that what they have in common
cancels exactly, and divided by one of its powers, so that it stays bounded where they grow.
Nothing here is trusted: each way becomes a node that says what it did, and the kernel checks it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm, prod

from proofkit.foundations.effort import limited
from proofkit.foundations.errors import ProofkitError
from proofkit.kernel.assumptions import Known
from proofkit.kernel.points import precision
from proofkit.kernel.polynomial import (
    ONE_SUM,
    Monomial,
    Sparse,
    Sum,
    as_sum,
    constant,
    inverse,
    join,
    monomial_term,
    over,
)
from proofkit.kernel.sign import NEGATIVE, POSITIVE
from proofkit.language.terms import (
    ONE,
    Term,
    add,
    multiply,
    number,
    text,
    whole_value,
)
from proofkit.search.exponents import degrees

MAX_WORK = 50_000
MAX_BITS = 1_000
DIVIDED = 4
MAX_DIVISORS = 4


@dataclass(frozen=True)
class Way:
    """`times * (right - left) = value * factor`, where `times` and `factor` are positive: the
    difference has the sign of `value`."""

    value: Term
    factor: Term = ONE
    times: Term = ONE


def ways(known: Known, left: Term, right: Term) -> tuple[Way, ...]:
    """The normal form of the difference, then divided by some of its powers; nothing where
    there is none."""
    try:
        with precision(), limited(MAX_WORK):
            gap = right - left
            above, below = known.ring.ratio(gap)
            upright, divisor = _upright(known, gap, above, below)
            common, rest = _factored(upright)
            shared = monomial_term(common)
            found = [Way(shared * _sum(rest), ONE, divisor)]
            for monomial in sorted(rest, key=lambda m: rest[m] < 0)[:DIVIDED]:
                if monomial and all(known.sign(atom) == POSITIVE for atom, _ in monomial):
                    value = shared * _sum(_divided(rest, monomial))
                    found.append(Way(value, monomial_term(monomial), divisor))
    except ProofkitError:
        return ()
    return tuple(found)


def _upright(known: Known, gap: Term, above: Sum, below: Sum) -> tuple[Sparse, Term]:
    """The quotient with a divisor that is seen to be positive, if there is one: as the terms
    have it where multiplying it out has hidden that."""
    whole = as_sum(below)
    if known.sign(whole) == NEGATIVE:
        return -above, as_sum(-below)
    if known.sign(whole) == POSITIVE:
        return above, whole
    bases = list(dict.fromkeys(_divisors(gap)))[:MAX_DIVISORS]
    for base in [*bases, *(x * y for x in bases for y in bases)]:
        expanded, left = known.ring.ratio(base)
        if left == ONE_SUM and len(expanded) == len(below) and known.sign(base) == POSITIVE:
            first = next(iter(expanded))
            for monomial in below:
                share = {join(monomial, inverse(first)): over(below[monomial], expanded[first])}
                if _times(expanded, share) == below and known.sign(as_sum(share)) == POSITIVE:
                    ((rest, scale),) = share.items()
                    return _times(above, {inverse(rest): over(1, scale)}), base
    return above, whole


def _divisors(term: Term) -> Iterator[Term]:
    """What a term divides by."""
    if term.op in ("number", "variable", "P"):
        return
    for arg in term.args:
        yield from _divisors(arg)
    if term.op == "power" and (whole_value(term.args[1]) or 0) < 0:
        yield term.args[0]


def _times(terms: Sparse, single: Sparse) -> Sparse:
    ((monomial, scale),) = single.items()
    return {join(m, monomial): c * scale for m, c in terms.items()}


def _factored(terms: Sparse) -> tuple[Monomial, Sparse]:
    """The whole powers that all terms have in common, and what they leave."""
    shared: list[tuple[Term, Sum]] = []
    for atom in {atom for monomial in terms for atom, _ in monomial}:
        wholes = [dict(m).get(atom, constant(0)).whole for m in terms]
        least = min((w for w in wholes if w is not None), default=0)
        if None not in wholes and least > 0:
            shared.append((atom, constant(least)))
    common = frozenset(shared)
    return common, _divided(terms, common)


def _divided(terms: Sparse, monomial: Monomial) -> Sparse:
    return _times(terms, {inverse(monomial): 1})


def _sum(terms: Sparse) -> Term:
    """The sum as a term, in an order of its own; powers of numbers are put together."""
    pieces = [number(c) * _product(m) for m, c in terms.items()]
    return add(*sorted(pieces, key=text))


def _product(monomial: Monomial) -> Term:
    """A product of powers, in which `2^(3*p) * 5^(3*p)` is `1000^p`: it encloses better."""
    rest, groups = set(monomial), dict[Sum, list[tuple[int, Fraction]]]()
    for atom, exponents in monomial:
        if atom.op == "number" and atom.args[0].denominator == 1:
            scale = _scale(exponents)
            direction = exponents * constant(1 / scale)
            groups.setdefault(direction, []).append((int(atom.args[0]), scale))
            rest.discard((atom, exponents))
    powers = [_of_numbers(direction, found) for direction, found in groups.items()]
    return multiply(*sorted([*powers, monomial_term(frozenset(rest))], key=text))


def _scale(exponents: Sum) -> Fraction:
    """The coefficient of an exponent's first monomial."""
    return Fraction(exponents[min(exponents, key=degrees)])


def _of_numbers(direction: Sum, found: list[tuple[int, Fraction]]) -> Term:
    """The product of `number^(scale*direction)` as one power, if its base is not too long."""
    below = lcm(*(scale.denominator for _, scale in found))
    common = Fraction(gcd(*(int(scale * below) for _, scale in found)), below)
    wholes = [(base, int(scale / common)) for base, scale in found]
    parts = [(Fraction(base), scale) for base, scale in found]
    if sum(abs(k) * base.bit_length() for base, k in wholes) <= MAX_BITS:
        parts = [(prod((Fraction(base) ** k for base, k in wholes), start=Fraction(1)), common)]
    powers = ((base, direction * constant(scale)) for base, scale in parts)
    return multiply(*(number(base) ** as_sum(e) for base, e in powers))
