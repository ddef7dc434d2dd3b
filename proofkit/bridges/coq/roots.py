"""Powers of what may be 0, or of what has no known sign: roots, and powers that stay whole."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from proofkit.bridges.coq import algebra, signs
from proofkit.bridges.coq.place import Place
from proofkit.kernel.polynomial import UNIT, as_sum, constant
from proofkit.kernel.sign import AT_LEAST_ZERO, POSITIVE
from proofkit.language.terms import HALF, Term, multiply, power


def is_root(place: Place, sub: Term) -> bool:
    """Is it a square root of what may be 0?"""
    known = place.known
    return sub.op == "power" and sub.args[1] == HALF and known.sign(sub.args[0]) == AT_LEAST_ZERO


def squared(place: Place, sub: Term) -> str:
    """That the square of the root is what it is the root of."""
    shown, base = place.text(sub), place.atom(sub.args[0])
    nonneg = signs.fact(place, sub.args[0], AT_LEAST_ZERO)
    return place.have(f"({shown}) ^ 2 = {base}", [f"exact (pow2_sqrt _ {nonneg})."])


def put_in(
    place: Place,
    rooted: Mapping[tuple[Term, Any], str],
    given: Sequence[str],
    nonzero: Sequence[str],
) -> tuple[str, bool]:
    """The tactic that puts powers of roots for what they are roots of, where this is no sum; and is
    it so for all? Without divisors that is far quicker than to look for the powers."""
    gone = {name for (x, _), name in rooted.items() if place.open(x).op in ("variable", "log")}
    left = [name for name in given if name not in gone]
    more = f" [{' '.join(left)}]" if left else ""
    kept = " ".join(dict.fromkeys([*given, *nonzero]))
    return f"clear - {kept}; in_roots; field{more}; nonzero", not left


def content(place: Place, sub: Term) -> tuple[Term, Term] | None:
    """Of a square root of what may be 0: the number taken out, and what is left."""
    if not is_root(place, sub):
        return None
    factors = place.known.ring.factors(sub.args[0])
    numbers = [(x, e) for x, e in factors if x.op == "number"]
    rest = [(x, e) for x, e in factors if x.op != "number"]
    if not numbers or len(rest) != 1 or rest[0][1] != constant(1):
        return None
    taken = (power(x, as_sum(e)) for x, e in numbers)
    return multiply(*taken), rest[0][0]


def rewritten(place: Place, sub: Term) -> str | None:
    """The equation by which such a power is rewritten, if it is."""
    return _apart(place, sub) or _whole_part(place, sub) or _inside(place, sub)


def _apart(place: Place, sub: Term) -> str | None:
    """The square root of a number times what is left, as two square roots."""
    found = content(place, sub)
    if found is None:
        return None
    outer, rest = (place.atom(term) for term in found)
    same = algebra.equal(place, place.text(sub.args[0]), f"{outer} * {rest}", [sub.args[0]])
    proof = f"rewrite {same}; apply sqrt_mult_alt; lra."
    return place.have(f"{place.text(sub)} = sqrt {outer} * sqrt {rest}", [proof])


def _whole_part(place: Place, sub: Term) -> str | None:
    """`x^(e + k)` as `x^e * x^k`, for a whole k >= 1 and x that may be 0."""
    (base, exponent), known = sub.args, place.known
    exponents = dict(known.ring.polynomial(exponent) or ())
    k = exponents.pop(UNIT, Fraction(0))
    if known.sign(base) != AT_LEAST_ZERO or exponent == HALF or k < 1 or k.denominator > 1:
        return None
    rest = as_sum(exponents)
    if exponents and known.sign(rest) != POSITIVE:
        return None
    inner, x = place.child(), place.atom(base)
    nonneg = signs.fact(inner, base, AT_LEAST_ZERO)
    if exponents:
        total, value = (
            f"{place.text(rest)} + INR {k}",
            f"Rpow {x} {place.atom(rest)} * {x} ^ {k}",
        )
        proof = f"exact (Rpow_more _ _ {k} {nonneg} {signs.fact(inner, rest, POSITIVE)})."
    else:
        total, value = f"INR {k}", f"{x} ^ {k}"
        proof = f"exact (Rpow_nat _ {k} {nonneg})."
    same = inner.have(f"{place.text(exponent)} = {total}", ["simpl INR; ring."])
    return place.have(f"{place.text(sub)} = {value}", [*inner.lines, f"rewrite {same}.", proof])


def _inside(place: Place, sub: Term) -> str | None:
    """A power that stays whole, with its base and its exponent in normal form."""
    if sub.op != "power" or sub.args[1] == HALF:
        return None
    parts = [place.known.ring.canonical(arg) for arg in sub.args]
    if [place.text(part) for part in parts] == [place.text(arg) for arg in sub.args]:
        return None
    names = [algebra.equation(place, *pair) for pair in zip(sub.args, parts, strict=True)]
    shown = " ".join(map(place.atom, parts))
    proof = f"exact (f_equal2 Rpow {' '.join(names)})."
    return place.have(f"{place.text(sub)} = Rpow {shown}", [proof])
