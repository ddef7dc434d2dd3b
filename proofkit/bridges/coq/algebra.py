"""Equal by the laws of algebra, powers, exponentials and logarithms: `ring` for Coq.

Every power with a real exponent, exponential and logarithm is written out as a product of whole
powers of a few exponentials, `exp (m * ln x / q)` for monomials m, as the kernel's normal form
does; what is left is an identity of quotients of polynomials, which `field` proves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import Any

from proofkit.bridges.coq import roots, signs
from proofkit.bridges.coq.exponentials import (
    Pieces,
    has_log,
    inside,
    logarithmic,
    logarithmic_sum,
    quotients,
    split,
)
from proofkit.bridges.coq.place import Lines, Place
from proofkit.kernel.polynomial import EULER, ONE_SUM, UNIT, Sum, as_sum, as_term, constant, divided
from proofkit.kernel.ring import Factors
from proofkit.kernel.sign import AT_LEAST_ZERO, AT_MOST_ZERO, NOT_ZERO, POSITIVE, within
from proofkit.language.subterms import parts
from proofkit.language.terms import HALF, Term, log, multiply, power, text, whole_value
from proofkit.language.words import CONSTANTS
from proofkit.search.exponents import degrees

Key = tuple[Term, Any]


def equation(place: Place, left: Term, right: Term) -> str:
    """Assert that two terms are equal."""
    return equal(place, place.text(left), place.text(right), [left, right])


def equal(place: Place, left: str, right: str, terms: Sequence[Term]) -> str:
    """Assert that two texts are equal, which are made of these terms."""
    return place.have(f"{left} = {right}", identity(place.child(), terms))


def identity(
    place: Place, terms: Sequence[Term], relations: Sequence[str] = (), nonzero: Sequence[str] = ()
) -> Lines:
    """The proof of an equation between quotients of polynomials in these terms, given equations
    and facts that divisors are not 0."""
    return _Identity(place, relations, nonzero).script([place.open(term) for term in terms])


def is_special(term: Term) -> bool:
    """Does the term stand for more than `field` sees?"""
    if term.op == "power":
        return whole_value(term.args[1]) is None
    return term.op not in ("number", "variable", "sum", "product", *CONSTANTS)


def is_plain(terms: Sequence[Term]) -> bool:
    """Are these polynomials in variables?"""
    return not any([*_specials(term), *_divisors(term)] for term in terms)


def _specials(term: Term) -> Iterator[Term]:
    if is_special(term):
        yield term
    elif term.op not in ("number", "variable"):
        for arg in term.args:
            yield from _specials(arg)


def _divisors(term: Term) -> Iterator[Term]:
    if is_special(term) or term.op in ("number", "variable"):
        return
    if term.op == "power" and (whole_value(term.args[1]) or 0) < 0:
        yield from _factors(term.args[0])
    for arg in term.args:
        yield from _divisors(arg)


def _factors(divisor: Term) -> Iterator[Term]:
    """A divisor, and what it is a product of: `field` asks for each."""
    yield divisor
    parts = divisor.args if divisor.op == "product" else ()
    if divisor.op == "power" and whole_value(divisor.args[1]) is not None:
        parts = divisor.args[:1]
    for part in parts:
        if part.op != "number":
            yield from _factors(part)


@dataclass
class _Identity:
    place: Place
    relations: Sequence[str]
    nonzero: Sequence[str] = ()
    generators: dict[Key, int] = field(default_factory=dict)
    """Of each exponential the whole number q that its exponent is divided by."""
    quotients: dict[Any, tuple[Term, Fraction]] = field(default_factory=dict)
    rooted: dict[Key, str] = field(default_factory=dict)

    def script(self, terms: list[Term]) -> Lines:
        place = self.place
        subterms, pieces = self._gather(terms)
        self._divide(pieces)
        equations, extra = [], list(self.relations)
        for sub in subterms:
            found = self._expand(sub, pieces.get(sub))
            if found:
                equations.append(found)
            if sub.op == "abs":
                extra.append(self._squared(sub))
            if roots.is_root(self.place, sub):
                extra.append(roots.squared(self.place, sub))
        extra += self.rooted.values()
        nonzero = [*self.nonzero]
        divisors = dict.fromkeys(d for term in terms for d in _divisors(term))
        nonzero += [self._nonzero(divisor, divisors) for divisor in divisors]
        lines = place.lines
        if equations:
            rewriting = f"rewrite {', '.join(f'?{name}' for name in equations)}"
            lines.append(f"{rewriting}.")
            lines += [f"{rewriting} in {name}." for name in (*nonzero, *self.rooted.values())]
        given = f" [{' '.join(extra)}]" if extra else ""
        tries = [f"ring{given}", f"field{given}; nonzero", "reflexivity"]
        if self.rooted:
            whole = [n for (x, _), n in self.rooted.items() if not [*_divisors(place.open(x))]]
            some = f" [{' '.join(whole)}]" if whole else ""
            opened = ", ".join(f"?{name}" for name in self.rooted.values())
            tries.append(f"rewrite {opened}; field{some}; nonzero")
            tactic, complete = roots.put_in(place, self.rooted, extra, nonzero)
            tries.insert(0 if complete and not divisors else len(tries), tactic)
        lines.append(f"first [ {' | '.join(tries)} ].")
        return lines

    def _gather(self, terms: list[Term]) -> tuple[list[Term], dict[Term, Pieces]]:
        """All that is rewritten, what contains others first, with the powers each is made of."""
        subterms: dict[Term, None] = {}
        pieces: dict[Term, Pieces] = {}
        pending = list(dict.fromkeys(s for term in terms for s in _specials(term)))
        while pending:
            sub = pending.pop(0)
            if sub in subterms:
                continue
            subterms[sub] = None
            found = self._pieces(sub)
            if found is not None:
                found.sort(key=lambda p: (text(p[0]), str(degrees(p[1])), p[2]))
                pieces[sub] = found
                pending += [s for x, m, _ in found if m == UNIT for s in _specials(x) if s != sub]
            pending += [power(part, HALF) for part in roots.content(self.place, sub) or ()]
        return sorted(subterms, key=lambda term: len(list(parts(term))), reverse=True), pieces

    def _divide(self, pieces: dict[Term, Pieces]) -> None:
        for found in pieces.values():
            for x, m, c in found:
                self.generators[x, m] = lcm(self.generators.get((x, m), 1), c.denominator)

    # What a subterm is a product of --------------------------------------------------------

    def _pieces(self, sub: Term) -> Pieces | None:
        if sub.op == "exp":
            return self._of_exp(sub.args[0])
        if sub.op != "power":
            return None
        base, exponent = sub.args
        known = self.place.known
        if known.sign(base) != POSITIVE:
            return None
        exponents = known.ring.polynomial(exponent)
        if exponents is None:
            return self._of_exp(multiply(exponent, log(base)))
        factors = known.ring.factors(base, known.is_integer(exponent))
        self._positive(base, factors)
        found: Pieces = []
        for x, e in factors:  # of a power of an exponential the exponent is divided as that of one
            raised = e * exponents
            if x.op == "exp" and x != EULER and not raised.is_number:
                found += self._of_exp(multiply(x.args[0], as_sum(raised)))
            else:
                found += split(self.place, [(x, e)], exponents)
        return found

    def _of_exp(self, inner: Term) -> Pieces:
        """As the kernel reads it; of a quotient the exponential as it was first met."""
        ring = self.place.known.ring
        for sub in _specials(inner):
            if sub.op == "log":
                self._positive(sub.args[0], ring.factors(sub.args[0]))
        above, below = ring.ratio(inner)
        if below == ONE_SUM:
            return split(self.place, ring.exponential(inner), constant(1))
        quotient, rest = divided(above, below) if len(below) > 1 else (Sum(), above)
        whole = self._of_exp(as_sum(quotient)) if quotient else []
        if not rest:
            return whole
        lead = min(rest, key=lambda m: str(as_term({m: 1}, ONE_SUM)))
        size = Fraction(rest[lead])
        key = frozenset((m, c / size) for m, c in rest.items()), frozenset(below.items())
        alone = as_term(rest, below) if quotient else inner
        first, scale = self.quotients.setdefault(key, (alone, size))
        return [*whole, (Term("exp", (first,)), UNIT, size / scale)]

    def _expand(self, sub: Term, pieces: Pieces | None) -> str | None:
        """The name of the equation by which a subterm is rewritten, if it is."""
        if sub.op == "log":
            return self._logarithm(sub)
        if sub.op == "abs":
            return self._absolute(sub)
        if pieces is None:
            return roots.rewritten(self.place, sub)
        place = self.place
        value = self._value(pieces)
        if value == f"({place.text(sub)})":
            return None
        inner = place.child()
        exponent, whole = self._product(inner, pieces)
        if sub.op == "exp":
            start, of = "", [sub.args[0]]
        else:
            positive = signs.fact(inner, sub.args[0], POSITIVE)
            lemma = "sqrt_Rpow" if sub.args[1] == HALF else "Rpow_exp"
            holes = "_" if sub.args[1] == HALF else "_ _"
            start, of = f"rewrite ({lemma} {holes} {positive}). ", [sub.args[1], log(sub.args[0])]
        same = identity(inner.child(), [*of, *(inside(x) for x, _, _ in pieces)])
        lines = [*inner.lines, f"{start}apply eq_trans with (exp ({exponent})); [| exact {whole}]."]
        return place.have(f"{place.text(sub)} = {value}", [*lines, "apply (f_equal exp).", *same])

    def _value(self, pieces: Pieces) -> str:
        return " * ".join(f"({self._written(*piece)[0]})" for piece in pieces) or "1"

    def _product(self, place: Place, pieces: Pieces) -> tuple[str, str]:
        """An exponent, and why its exponential is the product of whole powers."""
        if not pieces:
            return "0", "exp_0"
        exponent = proof = ""
        for x, m, c in pieces:
            shown = f"({place.text(logarithmic(x, m, c))})"
            value, why = self._written(x, m, c)
            trivial = value == f"exp {shown}"
            name = "eq_refl" if trivial else place.have(f"exp {shown} = {value}", [why])
            exponent = f"{exponent} + {shown}" if exponent else shown
            proof = f"(exp_sum _ _ _ _ {proof} {name})" if proof else name
        return exponent, proof

    def _written(self, x: Term, m: Any, c: Fraction) -> tuple[str, str]:
        """The whole power of a generator that `exp (c * m * ln x)` is, and why."""
        q = self.generators[x, m]
        k = int(c * q)
        if m == UNIT and q == 1 and has_log(x):
            positive = signs.fact(self.place, x, POSITIVE)
            lemma, base, more = "exp_base", self.place.atom(x), f" {positive}"
            args = f"{abs(k)} _ _{more}"
        else:
            generator = self.place.text(logarithmic(x, m, Fraction(1, q)))
            lemma, base = "exp_whole", f"exp ({generator})"
            args = f"{abs(k)} ({generator}) _"
            if m == UNIT and has_log(x) and (x, m) not in self.rooted:
                self._root(x, q, generator)
        name = lemma if k > 0 else {"exp_base": lemma + "_inverse"}.get(lemma, "exp_inverse")
        value = base if k == 1 else f"{base} ^ {k}" if k > 0 else f"/ {base} ^ {-k}"
        if k == 1:
            why = f"[apply ({name} {args}); counted | apply pow_1]"
            return value, f"apply eq_trans with (({base}) ^ 1); {why}."
        return value, f"apply ({name} {args}); counted."

    def _root(self, x: Term, q: int, generator: str) -> None:
        place = self.place
        positive = signs.fact(place, x, POSITIVE)
        stated = f"exp ({generator}) ^ {q} = {place.text(x)}"
        proof = f"apply (exp_root {q} _ _ {positive}); counted."
        self.rooted[x, UNIT] = place.have(stated, [proof])

    # Logarithms and absolute values ----------------------------------------------------------

    def _logarithm(self, sub: Term) -> str | None:
        place = self.place
        factors = quotients(place, place.known.ring.factors(sub.args[0]))
        factors.sort(key=lambda factor: (text(factor[0]), text(logarithmic_sum(*factor))))
        total = [logarithmic_sum(x, e) for x, e in factors]
        written = " + ".join(f"({place.text(term)})" for term in total) or "0"
        self._positive(sub.args[0], factors)
        if len(factors) == 1 and factors[0][1] == constant(1):
            alike = place.text(factors[0][0]) == place.text(sub.args[0])
            if alike and factors[0][0].op != "exp":
                return None
        inner = place.child()
        part = _Identity(inner, ())
        pieces = split(place, factors, constant(1))
        part._divide({sub: pieces})
        exponent, whole = part._product(inner, pieces)
        moved = ""
        if written != exponent:
            proof = identity(inner.child(), [inside(x) for x, _ in factors])
            moved = f"rewrite {inner.have(f'{written} = {exponent}', proof)}; "
        value = part._value(pieces)
        proof = identity(
            inner.child(),
            [sub.args[0], *(x for x, m, _ in pieces if m == UNIT)],
            list(part.rooted.values()),
        )
        same = inner.have(f"{place.text(sub.args[0])} = {value}", proof)
        other = f"{moved}symmetry; exact {whole}"
        last = f"apply ln_by; apply eq_trans with ({value}); [exact {same} | {other}]."
        return place.have(f"{place.text(sub)} = {written}", [*inner.lines, last])

    def _positive(self, base: Term, factors: Factors) -> None:
        """The one factor that is no number is > 0, because the product is."""
        place, lonely = self.place, [(x, e) for x, e in factors if x.op != "number"]
        if len(lonely) != 1 or lonely[0][1] != constant(1):
            return
        factor = place.open(lonely[0][0])
        if within(place.known.sign(factor), POSITIVE):
            return
        content = multiply(*(power(x, as_sum(e)) for x, e in factors
                             if x.op == "number"))  # fmt: skip
        whole, shown = multiply(content, factor), place.text(factor)
        same = equation(place, base, whole)
        positive = signs.fact(place, base, POSITIVE)
        name = place.linear(f"0 < {shown}", same, positive)
        place.signs[factor] = POSITIVE, name

    def _absolute(self, sub: Term) -> str | None:
        place, inner = self.place, sub.args[0]
        found = place.known.sign(inner)
        if within(found, AT_LEAST_ZERO):
            why = f"apply Rabs_pos_eq; exact {signs.fact(place, inner, AT_LEAST_ZERO)}."
            return place.have(f"{place.text(sub)} = {place.atom(inner)}", [why])
        if within(found, AT_MOST_ZERO):
            why = f"apply Rabs_left1; exact {signs.fact(place, inner, AT_MOST_ZERO)}."
            return place.have(f"{place.text(sub)} = - {place.atom(inner)}", [why])
        return None

    def _squared(self, sub: Term) -> str:
        shown, inner = self.place.text(sub), self.place.atom(sub.args[0])
        return self.place.have(f"({shown}) ^ 2 = {inner} ^ 2", ["apply pow2_abs."])

    def _nonzero(self, divisor: Term, others: Iterable[Term]) -> str:
        """That a divisor is not 0; where its sign is not known, because it is equal to another, or
        a factor of another."""
        place, known = self.place, self.place.known
        if not within(known.sign(divisor), NOT_ZERO):
            for other in others:
                if within(known.sign(other), NOT_ZERO) and known.ring.equal(divisor, other):
                    same = equation(place, divisor, other)
                    name = signs.fact(place, other, NOT_ZERO)
                    proof = f"rewrite {same}; exact {name}."
                    return place.have(f"{place.atom(divisor)} <> 0", [proof])
                if other.op == "product" and divisor in other.args:
                    name = signs.fact(place, other, NOT_ZERO)
                    proof = f"intro none; apply {name}; rewrite none; ring."
                    return place.have(f"{place.atom(divisor)} <> 0", [proof])
        name = signs.fact(place, divisor, NOT_ZERO)
        return place.have(f"{place.atom(divisor)} <> 0", [f"exact {name}."])
