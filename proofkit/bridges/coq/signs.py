"""Why a term has its sign: the kernel's evidence, written for Coq sign by sign."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from proofkit.bridges.coq import algebra
from proofkit.bridges.coq.place import Lines, Place
from proofkit.bridges.coq.printing import rational
from proofkit.evidence import signs as evidence
from proofkit.foundations.errors import UnsupportedTerm
from proofkit.kernel import sign
from proofkit.kernel.bounds import Bound
from proofkit.kernel.sign import (
    AT_LEAST_ZERO,
    AT_MOST_ZERO,
    NEGATIVE,
    NOT_ZERO,
    POSITIVE,
    ZERO_ONLY,
    within,
)
from proofkit.language.terms import HALF, MINUS_ONE, Term, number, power, text, whole_value

STATED = {
    POSITIVE: "0 < {}",
    AT_LEAST_ZERO: "0 <= {}",
    ZERO_ONLY: "{} = 0",
    NEGATIVE: "{} < 0",
    AT_MOST_ZERO: "{} <= 0",
    NOT_ZERO: "{} <> 0",
}
Sign = tuple[int, str]
"""What is known, and the name of the fact in Coq, or a term that proves it."""


def proved(place: Place, term: Term) -> Sign:
    """The sign of a term, proved at this place."""
    return shown(place, evidence.Sign(place.known, place.open(term)))


def shown(place: Place, why: evidence.Sign) -> Sign:
    """A sign, proved at this place as the kernel sees it."""
    if why.term in place.signs and within(place.signs[why.term][0], why.bits):
        return place.signs[why.term]
    if why.bits not in STATED:
        raise UnsupportedTerm(f"the sign of {text(why.term)} is not known")
    place.signs[why.term] = why.bits, place.have(*_proof(place, why))
    return place.signs[why.term]


def fact(place: Place, term: Term, wanted: int) -> str:
    """A term of Coq that proves the sign wanted, or one that says more."""
    return weaker(proved(place, term), wanted)


def weaker(found: Sign, wanted: int) -> str:
    """A proof of the sign wanted from one that says as much or more."""
    bits, name = found
    if bits == wanted:
        return name
    if not within(bits, wanted):
        raise UnsupportedTerm("a sign is not known as exactly as it is needed")
    if bits == ZERO_ONLY:
        return f"({'Req_le' if wanted == AT_MOST_ZERO else 'Req_ge_sym'} _ _ {name})"
    if wanted == NOT_ZERO:
        return f"({'Rgt_not_eq' if bits == POSITIVE else 'Rlt_not_eq'} _ _ {name})"
    return f"(Rlt_le _ _ {name})"


def _proof(place: Place, why: evidence.Sign) -> tuple[str, Lines]:
    stated, inner = STATED[why.bits].format(place.atom(why.term)), place.child()
    if why.by_parts == why.bits:
        return stated, _by_parts(inner, why, why.bits)
    used = dict.fromkeys(
        name
        for bound, turned in zip(why.bounds, (1, -1), strict=True)
        for name in (_bound(inner, why.term, bound, turned)[1] if bound else ())
    )
    found = [*used]
    if why.by_parts in STATED:
        half = STATED[why.by_parts].format(place.atom(why.term))
        found.append(inner.have(half, _by_parts(inner.child(), why, why.by_parts)))
    return stated, [*inner.lines, f"clear - {' '.join(found)}; lra."]


def bounding(place: Place, term: Term, bound: Bound, turned: int) -> str:
    """A number below `turned * term`, from the fact that says so."""
    stated, names = _bound(place, term, bound, turned)
    return place.linear(stated, *names) if stated else names[0]


def _bound(place: Place, term: Term, bound: Bound, turned: int) -> tuple[str, list[str]]:
    """The number below `turned * term`, and what it follows from; nothing is stated where what it
    follows from says it already."""
    if not bound.fact:
        return "", [algebra.equation(place, term, number(turned * bound.value))]
    goal = f"{turned} * {place.atom(term)}" if turned > 0 else f"- {place.atom(term)}"
    small, _, large = place.known.facts[bound.fact]
    low, high = (large, small) if bound.turned else (small, large)
    stated = f"({rational(Fraction(bound.value))}) {'<' if bound.strict else '<='} {goal}"
    name = place.names[bound.fact]
    if algebra.is_plain([place.open(t) for t in (term, small, large)]):
        return stated, [name]
    gap = f"({place.atom(high)} - {place.atom(low)})"
    said = f"({rational(Fraction(bound.scale))}) * {gap} + ({rational(Fraction(bound.value))})"
    return stated, [algebra.equal(place, goal, said, [term, small, large]), name]


# By the signs of the parts ---------------------------------------------------------------


def _by_parts(place: Place, why: evidence.Sign, bits: int) -> Lines:
    rule = _RULES.get(why.term.op)
    last = rule(place, why, bits) if rule else None
    if last is None:
        raise UnsupportedTerm(f"the sign of {text(why.term)} has no proof in Coq")
    return [*place.lines, last]


def _sum(place: Place, why: evidence.Sign, _: int) -> str:
    names = [shown(place, part)[1] for part in why.parts]
    return f"clear - {' '.join(names)}; lra."


_LEMMAS = {(POSITIVE, POSITIVE): "pp", (POSITIVE, NEGATIVE): "pn", (NEGATIVE, POSITIVE): "np",
           (NEGATIVE, NEGATIVE): "nn", (AT_LEAST_ZERO, AT_LEAST_ZERO): "gg",
           (AT_LEAST_ZERO, AT_MOST_ZERO): "gl", (AT_MOST_ZERO, AT_LEAST_ZERO): "lg",
           (AT_MOST_ZERO, AT_MOST_ZERO): "ll", (NOT_ZERO, NOT_ZERO): "zz"}  # fmt: skip


def times(left: Sign, right: Sign) -> Sign:
    """The sign of a product of two."""
    if (left[0], right[0]) in _LEMMAS:
        name = f"(times_{_LEMMAS[left[0], right[0]]} _ _ {left[1]} {right[1]})"
        return sign.times((left[0], right[0])), name
    for side, (bits, name) in (("l", left), ("r", right)):
        if bits == ZERO_ONLY:
            return ZERO_ONLY, f"(times_0{side} _ _ {name})"
    wanted = [_weak(bits) for bits, _ in (left, right)]
    if NOT_ZERO in wanted:
        wanted = [NOT_ZERO, NOT_ZERO]
    found = [weaker(side, want) for side, want in zip((left, right), wanted, strict=True)]
    name = f"(times_{_LEMMAS[wanted[0], wanted[1]]} _ _ {found[0]} {found[1]})"
    return sign.times(wanted), name


def _weak(bits: int) -> int:
    return {POSITIVE: AT_LEAST_ZERO, NEGATIVE: AT_MOST_ZERO}.get(bits, bits)


def product(place: Place, factors: list[Term]) -> Sign:
    """The sign of `f1 * f2 * ...` as Coq reads it."""
    zero = next((k for k, f in enumerate(factors) if place.known.sign(f) == ZERO_ONLY), None)
    if zero is not None:
        name = proved(place, factors[zero])[1]
        name = f"(times_0r _ _ {name})" if zero else name
        for _ in factors[zero + 1 :]:
            name = f"(times_0l _ _ {name})"
        return ZERO_ONLY, name
    found = proved(place, factors[0])
    for factor in factors[1:]:
        found = times(found, proved(place, factor))
    return found


def _product(place: Place, why: evidence.Sign, bits: int) -> str:
    found = weaker(product(place, list(why.term.args)), bits)
    written = " * ".join(map(place.atom, why.term.args))
    name = place.have(STATED[bits].format(f"({written})"), [f"exact {found}."])
    return f"replace {place.atom(why.term)} with ({written}) by same; exact {name}."


def _power(place: Place, why: evidence.Sign, bits: int) -> str | None:
    base, exponent = why.term.args
    whole = whole_value(exponent)
    if whole is None:
        return _real_power(place, base, exponent, bits)
    if whole == 0:
        return "simpl; lra."
    if whole < 0:
        inner = base if whole == -1 else power(base, number(-whole))
        name = fact(place, inner, bits)
        return (
            f"apply inverse_{ {POSITIVE: 'p', NEGATIVE: 'n', NOT_ZERO: 'z'}[bits] }; exact {name}."
        )
    raised = place.atom(base)
    if whole % 2 == 0 and bits == AT_LEAST_ZERO:
        return f"exact (even_nonneg {raised} {whole // 2})."
    if whole % 2 == 0 and bits == POSITIVE:
        return f"exact (even_pos {raised} {whole // 2} {fact(place, base, NOT_ZERO)})."
    name = fact(place, base, bits)
    if bits in (NEGATIVE, AT_MOST_ZERO):
        lemma = "odd_neg" if bits == NEGATIVE else "odd_nonpos"
        return f"exact ({lemma} {raised} {whole // 2} {name})."
    tactic = {POSITIVE: "pow_lt", AT_LEAST_ZERO: "pow_le", NOT_ZERO: "pow_nonzero"}.get(bits)
    return f"apply {tactic}; exact {name}." if tactic else f"try rewrite {name}; simpl; ring."


def _real_power(place: Place, base: Term, exponent: Term, bits: int) -> str | None:
    if bits == POSITIVE:
        name = fact(place, base, POSITIVE)
        return f"apply {'sqrt_lt_R0' if exponent == HALF else 'Rpow_pos'}; exact {name}."
    if exponent == HALF:
        return "apply sqrt_pos."
    names = fact(place, base, AT_LEAST_ZERO), fact(place, exponent, AT_LEAST_ZERO)
    return f"apply Rpow_nonneg; [exact {names[0]} | exact {names[1]}]."


def _log(place: Place, why: evidence.Sign, bits: int) -> str | None:
    inner = why.term.args[0]
    above = Term("sum", (inner, MINUS_ONE))
    name = fact(place, above, bits)
    lemma = {POSITIVE: "ln_pos", AT_LEAST_ZERO: "ln_nonneg"}.get(bits)
    if lemma:
        return f"apply {lemma}; exact {name}."
    if bits == ZERO_ONLY:
        return f"replace {place.atom(inner)} with 1 by (clear - {name}; lra); apply ln_1."
    lemma = {NEGATIVE: "ln_neg", AT_MOST_ZERO: "ln_nonpos"}.get(bits)
    here = fact(place, inner, POSITIVE)
    return f"apply {lemma}; [exact {here} | exact {name}]." if lemma else None


def _abs(place: Place, why: evidence.Sign, bits: int) -> str:
    (inner,) = why.parts
    if bits == AT_LEAST_ZERO:
        return "apply Rabs_pos."
    if bits == POSITIVE:
        return f"apply Rabs_pos_lt; exact {weaker(shown(place, inner), NOT_ZERO)}."
    return f"try rewrite {shown(place, inner)[1]}; apply Rabs_R0."


def _extreme(place: Place, why: evidence.Sign, _: int) -> str:
    names = [shown(place, part)[1] for part in why.parts if part.bits in STATED]
    return f"clear - {' '.join(names)}; extremes; lra."


_RULES: dict[str, Callable[[Place, evidence.Sign, int], str | None]] = {
    "number": lambda _, __, ___: "lra.",
    "pi": lambda _, __, ___: "apply PI_RGT_0.",
    "sum": _sum,
    "product": _product,
    "power": _power,
    "exp": lambda _, __, ___: "apply exp_pos.",
    "log": _log,
    "abs": _abs,
    "max": _extreme,
    "min": _extreme,
    "P": lambda _, __, ___: (
        "apply P_at_least_0; first [ apply signs_filled | apply network_filled ]."
    ),
}


_SUMS = {
    (False, False): "Rplus_le_le_0_compat",
    (False, True): "Rplus_le_lt_0_compat",
    (True, False): "Rplus_lt_le_0_compat",
    (True, True): "Rplus_lt_0_compat",
}


def summed(names: Sequence[str], bits: Sequence[int], relation: str) -> str:
    """Why a sum of what has these signs has one. Of many summands `lra` would multiply out each."""
    linear = f"clear - {' '.join(names)}; lra" if names else "lra"
    if not names or (relation == "<" and POSITIVE not in bits):
        return f"{linear}."
    proof, strict = "", False
    for name, found in zip(names, bits, strict=True):
        positive = relation == "<" and found == POSITIVE
        if found == POSITIVE and not positive:
            name = f"(Rlt_le _ _ {name})"
        elif found == sign.ZERO_ONLY:
            name = f"(Req_le _ _ (eq_sym {name}))"
        proof = f"({_SUMS[strict, positive]} _ _ {proof} {name})" if proof else name
        strict = strict or positive
    return f"first [ exact {proof} | {linear} ]."
