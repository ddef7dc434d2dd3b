"""A goal and the facts around it as polynomials: what the programs that seek certificates see,
and how their answers become nodes."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from proofkit.foundations.errors import LimitExceeded, Undefined
from proofkit.kernel.assumptions import Fact, Known
from proofkit.kernel.polynomial import Sum, as_sum
from proofkit.kernel.sign import AT_LEAST_ZERO, POSITIVE, within
from proofkit.language.terms import ONE, Term, add, multiply, number
from proofkit.search.inequalities import programs
from proofkit.search.inequalities.bases import meeting, monomials_up_to, quadratic, simple
from proofkit.search.inequalities.prover import Prover, live
from proofkit.search.inequalities.translation import Poly, TooWide, Translation
from proofkit.search.nodes import Node, assume, cases, checked, psatz, summand

MAX_FACT_TERMS = 60
MAX_MULTIPLES = 150
MAX_COLUMNS = 4_000
MAX_PRODUCT = 6_000
MAX_DIFFERENCES = 300
MAX_DEGREE = 60
MAX_PRODUCT_DEGREE = 3 * MAX_DEGREE
"""What stands under a root is put in for its square, and may have a far higher degree."""


@dataclass(frozen=True)
class Factor:
    """A polynomial that is >= 0, or > 0 if strict: the product of a fact's difference (the
    denied goal's, if the fact is "") and of terms of known sign."""

    poly: Poly
    strict: bool
    facts: tuple[str, ...] = ()
    signs: tuple[Term, ...] = ()

    @property
    def degree(self) -> int:
        return int(self.poly.total_degree())


@dataclass(frozen=True)
class Column:
    """A product of factors and of a square."""

    poly: Poly
    strict: bool
    factors: tuple[int, ...]
    square: Poly | None = None


@dataclass(frozen=True)
class Multiple:
    """An equation, as much of it as its form needs, times a monomial. Few of many are used, and
    only of those is the monomial written as a term."""

    poly: Poly
    equation: str
    times: Term
    monomial: Poly


class System:
    """Factor 0 is the goal denied; the others are facts and generators of known sign."""

    def __init__(self, search: Prover, known: Known, goal: Fact, shadowed: bool = False) -> None:
        self.search, self.known, self.goal = search, known, goal
        around = set(map(id, live(known, goal, shadowed)))
        facts = {k: f for k, f in known.facts.items() if id(f) in around}
        left, relation, right = goal
        forms: dict[str, tuple[Sum, Sum]] = {"": known.ring.ratio(right - left)}
        for name, fact in facts.items():
            try:
                form = known.ring.ratio(fact[2] - fact[0])
            except (Undefined, LimitExceeded):
                continue
            if len(form[0]) <= MAX_FACT_TERMS:
                forms[name] = form
        forms = _without_names(forms, {name for name, f in facts.items() if f[1] == "="})
        self.t = Translation(known, [form[0] for form in forms.values()])
        self.factors: list[Factor] = []
        self.equations: list[tuple[Poly, str, Term]] = []
        denied = self._factor("", forms.pop(""), relation == "<=")
        if denied is None:
            raise Undefined("the goal has a denominator of unknown sign")
        if denied.degree > MAX_DEGREE:
            raise TooWide
        self.factors.append(Factor(-denied.poly, denied.strict, denied.facts, denied.signs))
        seen: dict[str, int] = {}
        for name, form in forms.items():
            if facts[name][1] == "=":
                self._equation(name, form)
            elif made := self._factor(name, form, facts[name][1] == "<"):
                self._keep(made, seen)
        for gen, term in zip(self.t.gens, self.t.terms, strict=False):
            found = known.sign(term)
            if within(found, AT_LEAST_ZERO):
                self._keep(Factor(gen, found == POSITIVE, (), (term,)), seen)
        self.products: dict[tuple[int, ...], Poly] = {(): self.t.one}

    def _keep(self, factor: Factor, seen: dict[str, int]) -> None:
        """Once, and strict if it is so from one side."""
        if factor.degree > MAX_DEGREE:
            return
        content = factor.poly.leading_coefficient() if factor.poly else 1
        key = str(factor.poly / abs(content)) if factor.poly else "0"
        if key in seen:
            old = self.factors[seen[key]]
            if factor.strict and not old.strict:
                self.factors[seen[key]] = factor
            return
        if factor.degree > 0 or not factor.poly:
            seen[key] = len(self.factors)
            self.factors.append(factor)

    def _factor(self, name: str, form: tuple[Sum, Sum], strict: bool) -> Factor | None:
        poly, cleared = self.t.poly(form[0])
        signs = []
        for term in (as_sum(form[1]), self.t.power(cleared)):
            if term == ONE:
                continue
            found = self.known.sign(term)
            if not within(found, AT_LEAST_ZERO):
                return None
            strict = strict and found == POSITIVE
            if name == "" and found != POSITIVE:
                return None
            signs.append(term)
        return Factor(poly, strict, (name,), tuple(signs))

    def _equation(self, name: str, form: tuple[Sum, Sum]) -> None:
        poly, cleared = self.t.poly(form[0])
        times = as_sum(form[1]) * self.t.power(cleared)
        if int(poly.total_degree()) <= MAX_DEGREE:
            self.equations.append((poly, name, times))

    # Columns ----------------------------------------------------------------------------

    def product(self, factors: tuple[int, ...]) -> Poly:
        if factors not in self.products:
            self.products[factors] = self._times(
                self.product(factors[:-1]), self.factors[factors[-1]].poly
            )
        return self.products[factors]

    def _times(self, one: Poly, two: Poly) -> Poly:
        """The product, powers of roots written out; `TooWide` if that is long."""
        if len(one) * len(two) > MAX_PRODUCT:
            raise TooWide
        return self.t.reduced(one * two)

    def column(self, factors: tuple[int, ...], square: Poly | None = None) -> Column:
        poly = self.product(factors)
        if square is None:
            return Column(poly, all(self.factors[k].strict for k in factors), factors)
        return Column(self._times(poly, square * square), False, factors, square)

    def used(self) -> list[int]:
        """The generators that occur."""
        degrees = [0] * len(self.t.gens)
        for poly in [*(f.poly for f in self.factors), *(e[0] for e in self.equations)]:
            degrees = [max(a, int(b)) for a, b in zip(degrees, poly.degrees(), strict=True)]
        return [k for k, degree in enumerate(degrees) if degree]

    def up_to(self, level: int) -> Node | None:
        """A proof by the first level that finds one, from the lowest on."""
        return next(filter(None, map(self.combination, range(level + 1))), None)

    def combination(self, level: int) -> Node | None:
        count = len(self.factors)
        chosen: list[tuple[int, ...]] = [(), *((k,) for k in range(count))]
        squares: list[tuple[tuple[int, ...], Poly]] = []
        gens = [self.t.gens[k] for k in self.used()]
        if level >= 1 and count <= 40:
            chosen += itertools.combinations_with_replacement(range(count), 2)
            few = len(gens) <= 9
            roots = simple(gens, self.t.one) if few else meeting(self.factors[0].poly, self.t)
            squares += [((), s) for s in roots]
            squares += self._differences(gens)
        if level >= 2:
            more = quadratic(gens, self.t.one) if len(gens) <= 4 else []
            squares += [((), s) for s in more]
            if count <= 14 and len(gens) <= 5:
                squares += [((k,), s) for k in range(count) for s in roots]
            if count <= 20:
                chosen += itertools.combinations_with_replacement(range(count), 3)
        return self.solve(chosen, squares)

    def _differences(self, gens: Sequence[Poly]) -> list[tuple[tuple[int, ...], Poly]]:
        """Squares of generators and of their differences times a monomial that makes them part of
        the goal: `x^2*m` or `x*y*m` occurs there, and m is a product of generators >= 0."""
        monomials = [tuple(map(int, e)) for e in self.factors[0].poly.monoms()]
        if len(gens) > 5 or len(monomials) > 40:
            return []
        by_gen = self._signed()
        index = {str(gen): k for k, gen in enumerate(self.t.gens)}
        roots = [(x, [(index[str(x)],) * 2]) for x in gens]
        for x, y in itertools.combinations(gens, 2):
            i, j = index[str(x)], index[str(y)]
            roots.append((x - y, [(i, i), (j, j), (i, j)]))
        found: dict[tuple[tuple[int, ...], str], tuple[tuple[int, ...], Poly]] = {}
        for (root, squares), e in itertools.product(roots, monomials):
            for pair in squares:
                rest = [n - pair.count(g) for g, n in enumerate(e)]
                signed = all(g in by_gen for g, n in enumerate(rest) if n)
                if min(rest) >= 0 and any(rest) and signed:
                    factors = tuple(by_gen[g] for g, n in enumerate(rest) for _ in range(n))
                    found[factors, str(root)] = factors, root
        return list(found.values())[:MAX_DIFFERENCES]

    def _signed(self) -> dict[int, int]:
        """The generators that are >= 0, each with the factor that says so."""
        signed = {
            str(f.poly): k for k, f in enumerate(self.factors) if k and len(f.poly.to_dict()) == 1
        }
        return {g: signed[str(gen)] for g, gen in enumerate(self.t.gens) if str(gen) in signed}

    def solve(
        self,
        chosen: Iterable[tuple[int, ...]],
        squares: Iterable[tuple[tuple[int, ...], Poly]] = (),
    ) -> Node | None:
        columns = []
        for factors, square in (*((factors, None) for factors in chosen), *squares):
            self.search.budget.spend()
            try:
                columns.append(self.column(factors, square))
            except TooWide:
                continue
        columns = [c for c in columns if len(c.poly.to_dict()) <= 400][:MAX_COLUMNS]
        columns += self._monomials(columns)
        degrees = (int(c.poly.total_degree()) for c in columns if c.poly)
        free = self.multiples(min(max(degrees, default=0), MAX_PRODUCT_DEGREE))
        found = programs.combine(
            [c.poly for c in columns],
            [c.strict for c in columns],
            [f.poly for f in free],
            self.search.budget,
            [0 not in c.factors or (len(c.factors) == 1 and not c.square) for c in columns],
        )
        if found is None:
            return None
        weights, multipliers = found
        parts = [(w, c) for w, c in zip(weights, columns, strict=True) if w]
        equations = [(w, f) for w, f in zip(multipliers, free, strict=True) if w]
        return self.node(parts, equations)

    def _monomials(self, columns: Sequence[Column]) -> list[Column]:
        """Monomials that occur and are >= 0 by the signs of their generators."""
        by_gen = self._signed()
        seen = {c.factors for c in columns if c.square is None}
        result: list[Column] = []
        monomials = {
            tuple(map(int, e))
            for c in columns
            if len(c.poly.to_dict()) <= 60
            for e in c.poly.monoms()
            if sum(e) <= MAX_PRODUCT_DEGREE
        }
        for e in sorted(monomials):
            factors: list[int] = []
            square = self.t.one
            for g, n in enumerate(e):
                if g in by_gen and (n % 2 or self.factors[by_gen[g]].strict):
                    factors += [by_gen[g]] * n
                elif n % 2 == 0:
                    square = square * self.t.gens[g] ** (n // 2)
                elif n:
                    break
            else:
                root = None if square == self.t.one else square
                told = root is None and tuple(factors) in seen
                if sum(e) >= 2 and not told and len(result) < 400:
                    result.append(self.column(tuple(factors), root))
        return result

    def multiples(self, degree: int) -> list[Multiple]:
        """Multiples of the equations by monomials."""
        result = []
        gens = [self.t.gens[k] for k in self.used()] if self.equations else []
        for poly, name, times in self.equations:
            room = max(0, degree - int(poly.total_degree()))
            while comb(len(gens) + room, room) > MAX_MULTIPLES and room:
                room -= 1
            for m in monomials_up_to(gens, room, self.t.one):
                self.search.budget.spend()
                result.append(Multiple(self.t.reduced(poly * m), name, times, m))
        return result

    # Nodes ------------------------------------------------------------------------------

    def node(
        self, parts: list[tuple[Fraction, Column]], equations: list[tuple[Fraction, Multiple]]
    ) -> Node | None:
        """`sum of parts + equations = 0`, where factor 0 is the goal denied."""
        written = [
            (f.equation, number(w) * (f.times * self.t.term(f.monomial))) for w, f in equations
        ]
        return self._direct(parts, written) or self._absurd(parts, written)

    def _direct(
        self, parts: list[tuple[Fraction, Column]], equations: list[tuple[str, Term]]
    ) -> Node | None:
        with_goal = [(w, c) for w, c in parts if 0 in c.factors]
        if not with_goal or any(c.factors.count(0) > 1 for _, c in with_goal):
            return None
        times = []
        for w, c in with_goal:
            others = tuple(k for k in c.factors if k)
            square = [self.t.term(c.square) ** number(2)] if c.square is not None else []
            factors = [self._difference(name) for k in others for name in self.factors[k].facts]
            factors += [s for k in (0, *others) for s in self.factors[k].signs]
            times.append(multiply(number(w), *factors, *square))
        summands = [self._summand(w, c, {}) for w, c in parts if 0 not in c.factors]
        whole = add(*times)
        return checked(self.known, self.goal, psatz(summands, whole, equations))

    def _absurd(
        self, parts: list[tuple[Fraction, Column]], equations: list[tuple[str, Term]]
    ) -> Node | None:
        """The goal, or its opposite as a fact, from which `0 < 0` follows."""
        left, relation, right = self.goal
        id = self.search.name("not")
        summands = [self._summand(w, c, {"": id}) for w, c in parts]
        absurd = {"rule": "absurd", "because": psatz(summands, None, equations)}
        if relation == "<=":
            node = cases(id, left, right, assume(id), absurd)
        else:
            node = cases(id, right, left, absurd, assume(id))
        return checked(self.known, self.goal, node)

    def _summand(self, weight: Fraction, column: Column, names: dict[str, str]) -> Node:
        facts = [names.get(n, n) for k in column.factors for n in self.factors[k].facts]
        signs = [s for k in column.factors for s in self.factors[k].signs]
        squares = [] if column.square is None else [self.t.term(column.square)]
        return summand(weight, facts, signs, squares)

    def _difference(self, name: str) -> Term:
        left, _, right = self.known.facts[name]
        return right - left


def _without_names(
    forms: dict[str, tuple[Sum, Sum]], equations: set[str]
) -> dict[str, tuple[Sum, Sum]]:
    """The forms but for equations that only say what something else is called: an atom of
    theirs, no variable, occurs nowhere else."""
    atoms = {name: {x for m in form[0] for x, _ in m} for name, form in forms.items()}
    counts = Counter(x for found in atoms.values() for x in found)
    idle = {
        name
        for name in equations & forms.keys()
        if any(x.op != "variable" and counts[x] == 1 for x in atoms[name])
    }
    return {name: form for name, form in forms.items() if name not in idle}
