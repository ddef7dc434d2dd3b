"""What is known at a place of a proof about families: facts for each index, ranges, values.

Beside what `Known` says at sight, facts for each index are taken at the few index terms that a
term speaks of, where these are shown to be in range, and bounds on differences are chained:
from `1 <= k` and `k <= n` comes `n - 1 >= 0`. Under a binder, the index runs over its range.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from copy import copy
from itertools import product
from typing import cast

from proofkit.foundations.effort import spend
from proofkit.foundations.errors import CertificateError, LimitExceeded, Undefined
from proofkit.foundations.exact import shorten
from proofkit.kernel import sign
from proofkit.kernel.assumptions import Context, Fact, Known, Theorem, Trail, upwards
from proofkit.kernel.binders import KERNEL_BINDERS
from proofkit.kernel.bounds import Bound, direction
from proofkit.kernel.operations import WHOLE, Knowledge
from proofkit.kernel.polynomial import ONE_SUM, UNIT, Monomial, Sum, monomial_term, over
from proofkit.kernel.sign import ANY, AT_LEAST_ZERO, within
from proofkit.language.binding import BINDING, ForEach, families, loose, opened
from proofkit.language.terms import LEAVES, Term, text, variable, variables
from proofkit.language.words import FLIP, RELATIONS

MAX_INSTANCES, MAX_LEVELS = 6, 3
NAMELESS = frozenset({"index", "family", "for", "pair"})

Edge = tuple[Monomial, Monomial, Bound]
"""The first number is at least the second and the bound."""


class Indexed(Known):
    """The facts at one place, among them facts for each index, and what follows at sight."""

    def __init__(self, context: Context, trail: Trail, theory: Callable[[str], Theorem]) -> None:
        self.level = 0
        self.many: dict[str, tuple[ForEach, frozenset[str]]] = {}
        super().__init__(context, trail, theory)
        for id, stated in context.each.items():
            self.many[id] = _upwards(stated), frozenset({id})
        self._forget()

    # Growing ----------------------------------------------------------------------------

    def _forget(self) -> None:
        super()._forget()
        self._inside: dict[tuple[Term, Term], Indexed] = {}
        self._taken: set[tuple[str, tuple[Term, ...]]] = set()
        self._chains: list[Edge] | None = None
        self._plain = False

    def _larger(self) -> Indexed:
        other = cast("Indexed", super()._larger())
        other.many = dict(self.many)
        return other

    def with_variable(self, name: object, integer: bool) -> Known:
        if name in (self.context.families or ()):
            raise CertificateError("", f"{shorten(repr(name))} is not a new name")
        return super().with_variable(name, integer)

    def with_fact(self, id: object, fact: Fact, rests: frozenset[str] = frozenset()) -> Known:
        if id in self.many:
            raise CertificateError("", f"{shorten(repr(id))} is not a new name for a fact")
        return super().with_fact(id, fact, rests)

    def with_each(self, id: object, stated: ForEach) -> Indexed:
        """With one more fact for each index, which is proved."""
        if not isinstance(id, str) or not id.isprintable() or id in {*self.facts, *self.many}:
            raise CertificateError("", f"{shorten(repr(id))} is not a new name for a fact")
        other = self._larger()
        other.many[id] = _upwards(stated), frozenset()
        return other

    def with_index(self, name: object, low: Term, high: Term) -> Indexed:
        """With a new integer that runs over a range."""
        for end in (low, high):
            self.require_value(end)
            self.require_integer(end)
        other, index = self.with_variable(name, True), variable(str(name))
        other = other.with_fact(f"{name}-low", (low, "<=", index))
        other = other.with_fact(f"{name}-high", (index, "<=", high))
        return cast("Indexed", other)

    def inside(self, low: Term, high: Term) -> tuple[Indexed, Term]:
        """The place under a binder, with an index of its own that no text can name."""
        index = variable(f"${self.level + 1}")
        if (low, high) not in self._inside:
            spend(5)
            other = self._larger()
            other.level += 1
            other.kinds[index.args[0]] = True
            other._add(f"{index}-low", (low, "<=", index), frozenset())
            other._add(f"{index}-high", (index, "<=", high), frozenset())
            self._inside[low, high] = other
        return self._inside[low, high], index

    def without(self, name: str) -> Known:
        """Facts for each index go first: while others are noted they must not speak any more."""
        other, unfold = copy(self), self.context.unfold
        other.many = {
            id: stated
            for id, stated in self.many.items()
            if name not in variables(unfold(stated[0].body))
        }
        return Known.without(other, name)

    # Facts for each index ------------------------------------------------------------------

    def use_at(self, id: object, values: Sequence[Term]) -> Fact:
        """A fact for each index, at values that have values and are shown to be in range."""
        if not isinstance(id, str) or id not in self.many:
            raise CertificateError("", f"no fact for each index is called {shorten(repr(id))}")
        stated, rests = self.many[id]
        if len(values) != stated.arity:
            raise CertificateError("", f"{shorten(id)} is about {stated.arity} indices")
        fact = self.instance(stated, values)
        self.trail.hypotheses |= rests
        return fact

    def instance(self, stated: ForEach, values: Sequence[Term]) -> Fact:
        ranges, fact = stated.at(values)
        for value, low, high in ranges:
            self.require_value(value)
            self.require_integer(value)
            if not (self.at_least(value, low) and self.at_least(high, value)):
                raise Undefined(f"{shorten(text(value))} is not shown to be in the range")
        return fact

    def _take_instances(self, term: Term) -> None:
        """Bounds from facts for each index, at the index terms that a term speaks of."""
        if not self.many or self.level > MAX_LEVELS:
            return
        try:
            above, below = self.ring.ratio(term)
        except (Undefined, LimitExceeded):
            return
        atoms = {x for part in (above, below) for m in part for x, _ in m}
        found, names = set[Term](), set[object]()
        for x in atoms:
            names |= {*variables(x), *families(x)}
            found.update(_index_terms(x))
        values = sorted(found, key=text)[:MAX_INSTANCES]
        for id, (stated, rests) in list(self.many.items()):
            if names.isdisjoint({*variables(stated.body), *families(stated.body)}):
                continue
            for places in product(values, repeat=stated.arity):
                if (id, places) not in self._taken:
                    self._taken.add((id, places))
                    self._take(stated, places, rests)

    def _take(self, stated: ForEach, at: Sequence[Term], rests: frozenset[str]) -> None:
        try:
            small, relation, large = self.instance(stated, at)
            above, below = self.ring.ratio(large - small)
        except (CertificateError, Undefined, LimitExceeded):
            return
        rests |= self.trail.hypotheses  # among them what showed that this is in range
        self.bounds.note(above, below, Bound(0, relation == "<", rests))
        if relation == "=":
            self.bounds.note(-above, below, Bound(0, False, rests))
        self._chains = None

    # At sight -----------------------------------------------------------------------------

    def sign(self, term: Term) -> int:
        if term not in self._signs:
            self._take_instances(term)  # before the sign is under way, so that it may be asked for
        return super().sign(term)

    def at_least(self, large: Term, small: Term) -> bool:
        return within(self.sign(large - small), AT_LEAST_ZERO)

    def has_some(self, low: Term, high: Term) -> bool:
        """Is the range known not to be empty?"""
        return self.at_least(high, low)

    def sign_by_structure(self, term: Term, parts: Knowledge) -> int:
        if term.op in KERNEL_BINDERS:
            low, high, body = term.args
            here, index = self.inside(low, high)
            some = self.has_some(low, high)
            return KERNEL_BINDERS[term.op].sign(here.sign(opened(body, index)), some)
        return super().sign_by_structure(term, parts)

    def sign_by_bounds(self, term: Term) -> int:
        found = super().sign_by_bounds(term)
        if found in (sign.NEGATIVE, sign.ZERO_ONLY, sign.POSITIVE):
            return found
        try:
            above, below = self.ring.ratio(term)
            if below == ONE_SUM:
                low, high = (self._not_below_zero(self._chained(p)) for p in (above, -above))
                found &= low & sign.opposite(high)
            if found == ANY and not self._plain:
                self._plain = True
                try:
                    found &= self.sign(self.ring.canonical(term))
                finally:
                    self._plain = False
        except (Undefined, LimitExceeded):
            return found
        return found

    def _chained(self, target: Sum) -> Bound | None:
        """The greatest bound on a difference of two numbers that bounds on others chain up to."""
        key, scale, shift = direction(target, ONE_SUM)
        ends = _ends(key)
        if not scale or ends is None:
            return None
        up, down = ends
        if self._chains is None:
            self._chains = list(self._edges())
        reach = {down: Bound(0, False, frozenset())}
        for _ in range(len(self._chains) + 1):
            changed = False
            for above, below, bound in self._chains:
                if below in reach:
                    before, known = reach[below], reach.get(above)
                    value = before.value + bound.value
                    if known is None or known.value < value:
                        strict = before.strict or bound.strict
                        reach[above] = Bound(value, strict, before.rests | bound.rests)
                        changed = True
            spend(len(self._chains) / 8)
            if not changed:
                break
        best = reach.get(up)
        return best and Bound(best.value * scale + shift, best.strict, best.rests)

    def _edges(self) -> Iterator[Edge]:
        """Bounds on differences; between integers, whole ones."""
        for key, bound in self.bounds.items():
            ends = _ends(key)
            if ends is None:
                continue
            value, strict = bound.value, bound.strict
            if all(m == UNIT or self.is_integer(monomial_term(m)) for m in ends):
                whole = -(-value.numerator // value.denominator)
                value, strict = whole + (strict and whole == value), False
            yield (
                ends[0],
                ends[1],
                Bound(over(value.numerator, value.denominator), strict, bound.rests),
            )

    def is_integer(self, term: Term) -> bool:
        if term.op == "entry":
            return (self.context.families or {}).get(term.args[0].args[0], (False, 0))[0]
        if term.op in KERNEL_BINDERS:
            here, index = self.inside(term.args[0], term.args[1])
            return here.is_integer(opened(term.args[2], index))
        if term.op in WHOLE:
            return all(map(self.is_integer, term.args))
        if term.op in BINDING or term.op in NAMELESS:
            return False
        return super().is_integer(term)

    def require_integer(self, term: Term) -> None:
        if not self.is_integer(term):
            raise Undefined(f"{shorten(text(term))} is not shown to be an integer")

    # Values -------------------------------------------------------------------------------

    def require_value(self, term: Term) -> None:
        if term in self._valued:
            return
        if term.op in NAMELESS or term.op == "for":
            raise Undefined(f"{shorten(text(term))} is not a number")
        if term.op == "entry":
            self._require_entry(term)
        elif term.op in KERNEL_BINDERS:
            self._require_binder(term)
        else:
            super().require_value(term)
        self._valued.add(term)

    def _require_entry(self, term: Term) -> None:
        family, *indices = term.args
        declared = (self.context.families or {}).get(family.args[0])
        if declared is None or declared[1] != len(indices):
            raise CertificateError("", f"{shorten(text(term))}: no such family is declared")
        for index in indices:
            self.require_value(index)
            self.require_integer(index)

    def _require_binder(self, term: Term) -> None:
        """The ends are integers, and the body has a value for each index in the range."""
        low, high, body = term.args
        for end in (low, high):
            self.require_value(end)
            self.require_integer(end)
        if KERNEL_BINDERS[term.op].empty is None and not self.has_some(low, high):
            raise Undefined(f"the range of {shorten(text(term))} is not shown to have an index")
        here, index = self.inside(low, high)
        here.require_value(opened(body, index))

    def has_value(self, term: Term) -> bool:
        try:
            self.require_value(term)
        except (CertificateError, Undefined):
            return False
        return True


def _upwards(stated: ForEach) -> ForEach:
    """With the larger side on the right."""
    if RELATIONS[stated.relation].upwards:
        upwards((stated.body, stated.relation, stated.body))  # one that the rules conclude
        return stated
    return ForEach(FLIP[stated.relation], _turned(stated.body))


def _turned(body: Term) -> Term:
    if body.op == "pair":
        return Term("pair", body.args[::-1])
    return Term("for", (*body.args[:2], _turned(body.args[2])))


def _index_terms(term: Term) -> Iterator[Term]:
    """The indices of the entries in a term that are not those of its binders."""
    if term.op == "entry":
        yield from (at for at in term.args[1:] if not loose(at))
    if term.op not in LEAVES:
        for arg in term.args:
            yield from _index_terms(arg)


def _ends(key: object) -> tuple[Monomial, Monomial] | None:
    """Of the direction of a sum `up - down`, the two, one of which may be missing."""
    if not isinstance(key, frozenset) or not 0 < len(key) <= 2:
        return None
    ends = {1: UNIT, -1: UNIT}
    for monomial, coefficient in key:
        if coefficient not in ends or ends[coefficient] != UNIT:
            return None
        ends[coefficient] = monomial
    return ends[1], ends[-1]
