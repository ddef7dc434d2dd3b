"""What is known at one place of a proof: parameters, definitions, named facts.

`Context` is what a claim says it is about. `Known` grows from it along a proof: each rule that
adds a fact makes a larger one. It answers what no rule has to ask twice: the sign of a term,
whether it is an integer, whether it has a value. The answers follow from the facts by the
structure of the term, and from bounds that the facts put on a term up to a constant; nothing
is searched.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from fractions import Fraction

from proofkit.foundations.effort import spend
from proofkit.foundations.errors import CertificateError, LimitExceeded, Undefined
from proofkit.foundations.exact import shorten
from proofkit.kernel import sign
from proofkit.kernel.bounds import Bound, Bounds
from proofkit.kernel.operations import OPERATIONS, Knowledge, is_whole
from proofkit.kernel.ring import Ratio, Ring
from proofkit.kernel.sign import ANY, AT_LEAST_ZERO, POSITIVE, ZERO_ONLY, within
from proofkit.language import terms
from proofkit.language.binding import BINDING, ForEach, families, is_indexed, put
from proofkit.language.terms import LEAVES, SUMS, Term, rebuild, text, variable, variables
from proofkit.language.words import FLIP, RELATIONS

Fact = tuple[Term, str, Term]


def known_relation(relation: object) -> str:
    """One of the relations that there are, or a refusal."""
    if not isinstance(relation, str) or relation not in RELATIONS:
        raise CertificateError("", f"unknown relation {shorten(repr(relation))}")
    return relation


def upwards(fact: Fact) -> Fact:
    """The same fact with the larger side on the right, by one of the relations that the rules
    conclude; they take any that is neither `=` nor `<` for `<=`."""
    left, relation, right = fact
    if not RELATIONS[relation].upwards:
        left, relation, right = right, FLIP[relation], left
    if relation not in ("=", "<=", "<"):
        raise CertificateError("", f"no rule is about {relation}")
    return left, relation, right


def replace(term: Term, values: Mapping[str, Term]) -> Term:
    """The term with values for variables."""
    if term.op in LEAVES:
        return values.get(term.args[0], term) if term.op == "variable" else term
    if term.op in BINDING:
        return put(term, values)
    args = tuple(replace(arg, values) for arg in term.args)
    spend(1 + sum(len(arg.args) for arg in args) / 8)  # sums in a sum are written out in it
    return rebuild(term, args)


@dataclass
class Trail:
    """What a proof has used so far: hypotheses by id, axioms and theorems by name."""

    hypotheses: set[str] = field(default_factory=set)
    axioms: set[str] = field(default_factory=set)
    theorems: set[str] = field(default_factory=set)


@dataclass(frozen=True)
class Context:
    """What a claim is about: parameters (name -> is it an integer?), hypotheses by id,
    definitions by name. If it speaks of sums over an index: families (name -> are the entries
    integers, how many indices), and hypotheses for each index."""

    parameters: Mapping[str, bool]
    hypotheses: Mapping[str, Fact] = field(default_factory=dict)
    definitions: Mapping[str, Term] = field(default_factory=dict)
    families: Mapping[str, tuple[bool, int]] | None = None
    each: Mapping[str, ForEach] = field(default_factory=dict)
    _unfolded: dict[Term, Term] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        for name in {*self.parameters, *self.definitions}:
            if not terms.is_name(name):
                raise CertificateError(f"name {shorten(repr(name))}", "is not accepted as a name")
        for id, (left, relation, right) in self.hypotheses.items():
            known_relation(relation)
            _declared(f"hypothesis {id}", (left, right), self.parameters)
        for name in self.families or ():
            if not terms.is_name(name) or name in self.parameters or name in self.definitions:
                raise CertificateError(f"family {shorten(repr(name))}", "is not accepted as a name")
        for id, stated in self.each.items():
            _declared(f"hypothesis {id}", (stated.body,), self.parameters)
            known_relation(stated.relation)
        self._check_families(side for f in self.hypotheses.values() for side in f[::2])
        self._check_families(stated.body for stated in self.each.values())
        self._check_families(self.definitions.values())
        known = {*self.parameters}
        for name, term in self.definitions.items():
            if name in known:
                raise CertificateError(f"definition of {name}", "the name is already taken")
            _declared(f"definition of {name}", (term,), known)
            known.add(name)

    def check_names(self, *terms: Term) -> None:
        _declared("statement", terms, self.definitions, self.parameters)
        self._check_families(terms)

    def _check_families(self, terms: Iterable[Term]) -> None:
        """Sums over an index are taken only where families, if need be none, are declared."""
        for term in terms:
            if is_indexed(term) and self.families is None:
                raise CertificateError("", "sums over an index need families to be declared")
            for name, arity in families(term):
                if (self.families or {}).get(name, (False, 0))[1] != arity:
                    raise CertificateError("", f"{name} is no family with {arity} indices here")

    def unfold(self, term: Term) -> Term:
        """The term with every definition written out, and sums and products in a fixed order:
        what it says, whatever its parts are called."""
        if term.op in LEAVES and term.op != "variable":
            return term
        if (found := self._unfolded.get(term)) is None:
            if term.op == "variable":
                meaning = self.definitions.get(term.args[0])
                found = term if meaning is None else self.unfold(meaning)
            else:
                args = tuple(map(self.unfold, term.args))
                spend(1 + sum(arg.size for arg in args) / 8)  # as long as it is written out
                found = rebuild(term, args)
                if found.op in ("sum", "product"):
                    found = Term(found.op, tuple(sorted(found.args, key=text)))
            self._unfolded[term] = found
        return found


def _declared(where: str, terms: tuple[Term, ...], *known: Collection[str]) -> None:
    for name in sorted(frozenset().union(*map(variables, terms)).difference(*known)):
        raise CertificateError(where, f"{name} is not declared before it is used")


@dataclass(frozen=True)
class Theorem:
    """A claim proved earlier, as a rule may cite it."""

    context: Context
    facts: tuple[Fact, ...]
    used: Trail

    def parameters(self, part: int) -> dict[str, bool]:
        """Those that a part of it and its hypotheses speak of, and whether they are integers."""
        if part >= len(self.facts):
            raise CertificateError("", "the theorem cited has fewer parts")
        if self.context.families is not None:
            raise CertificateError("", "a theorem about sums over an index is not cited yet")
        facts = [self.facts[part], *(self.context.hypotheses[id] for id in self.used.hypotheses)]
        spoken = {n for f in facts for s in f[::2] for n in variables(self.context.unfold(s))}
        return {name: kind for name, kind in self.context.parameters.items() if name in spoken}

    def instance(self, part: int, values: Mapping[str, Term]) -> tuple[Fact, dict[str, Fact]]:
        """The part with terms for the parameters, and the hypotheses it rests on."""

        def put(fact: Fact) -> Fact:
            (left, relation, right), unfold = upwards(fact), self.context.unfold
            return replace(unfold(left), values), relation, replace(unfold(right), values)

        known, used = self.context.hypotheses, self.used.hypotheses
        return put(self.facts[part]), {id: put(known[id]) for id in known if id in used}


def no_theory(name: str) -> Theorem:
    raise CertificateError("", f"{shorten(name)} is not proved earlier in this file")


class Known:
    """The facts at one place, and what follows from them at sight."""

    def __init__(
        self, context: Context, trail: Trail, theory: Callable[[str], Theorem] = no_theory
    ) -> None:
        self.context, self.trail, self.theory = context, trail, theory
        self.kinds: dict[str, bool] = dict(context.parameters)
        self._everywhere: dict[Term, Ratio] = {}
        self._start({id: (fact, frozenset({id})) for id, fact in context.hypotheses.items()})

    # Growing ----------------------------------------------------------------------------

    def _start(self, facts: Mapping[str, tuple[Fact, frozenset[str]]]) -> None:
        self.facts: dict[str, Fact] = {}
        self._rests: dict[str, frozenset[str]] = {}
        self.bounds = Bounds()
        self._forget()
        for id, (fact, rests) in facts.items():
            self._add(id, fact, rests)

    def _forget(self) -> None:
        """Signs may become known when a fact is added; what was not known is asked again."""
        self.ring = Ring(self, self.context.definitions, self._everywhere)
        self._signs: dict[Term, int] = {}
        self._valued: set[Term] = set()

    def _larger(self) -> Known:
        other = copy(self)
        other.kinds, other.facts = dict(self.kinds), dict(self.facts)
        other._rests, other.bounds = dict(self._rests), Bounds(self.bounds)
        other._forget()
        return other

    def _add(self, id: str, fact: Fact, rests: frozenset[str]) -> None:
        small, relation, large = fact = upwards(fact)
        self.facts[id], self._rests[id] = fact, rests
        trail, self.trail = self.trail, Trail()  # nothing is used before it is asked for
        try:
            above, below = self.ring.ratio(large - small)
        except (Undefined, LimitExceeded):
            return
        finally:
            seen, self.trail = rests | self.trail.hypotheses, trail
            self._forget()
        self.bounds.note(above, below, Bound(0, relation == "<", seen, id))
        if relation == "=":
            self.bounds.note(-above, below, Bound(0, False, seen, id, True))

    def with_variable(self, name: object, integer: bool) -> Known:
        """With a new variable that may have any value."""
        if not terms.is_name(name) or name in self.kinds or name in self.context.definitions:
            raise CertificateError("", f"{shorten(repr(name))} is not a new name")
        other = self._larger()
        other.kinds[str(name)] = integer
        return other

    def with_fact(self, id: object, fact: Fact, rests: frozenset[str] = frozenset()) -> Known:
        """With one more fact, which rests on these hypotheses. Both sides have a value, since
        it is proved or assumed."""
        if not isinstance(id, str) or not id.isprintable() or id in self.facts:
            raise CertificateError("", f"{shorten(repr(id))} is not a new name for a fact")
        other = self._larger()
        other._add(id, fact, rests)
        return other

    def without(self, name: str) -> Known:
        """Without the facts that speak of a variable, in their own words or by a definition."""
        other, unfold = copy(self), self.context.unfold
        other._start(
            {
                id: (fact, self._rests[id])
                for id, fact in self.facts.items()
                if not any(name in variables(unfold(side)) for side in fact[::2])
            }
        )
        return other

    # What follows at sight --------------------------------------------------------------

    def use(self, id: object) -> Fact:
        """A fact by name; from here on the proof rests on it."""
        if not isinstance(id, str) or id not in self.facts:
            raise CertificateError("", f"no fact here is called {shorten(repr(id))}")
        self.trail.hypotheses |= self._rests[id]
        return self.facts[id]

    def bounds_of(self, term: Term) -> list[Bound | None]:
        """The numbers below a term that has a value, and below its opposite."""
        above, below = self.ring.ratio(term)
        return [self.bounds.lower(above, below), self.bounds.lower(-above, below)]

    def ends_of(self, term: Term) -> tuple[Fraction | None, Fraction | None]:
        """The numbers between which the facts put a term that has a value."""
        low, high = ends = self.bounds_of(term)
        self.trail.hypotheses.update(*(end.rests for end in ends if end))
        return low and Fraction(low.value), high and Fraction(-high.value)

    def range_of(self, name: str) -> tuple[Fraction | None, Fraction | None]:
        """The numbers between which the facts put a variable."""
        return self.ends_of(variable(name))

    def sign(self, term: Term) -> int:
        """What is known of the sign of a term that has a value."""
        if term not in self._signs:
            spend(1)
            self._signs[term] = ANY  # while it is asked for, it is not known
            self._signs[term] = self.sign_by_structure(term, self)
            if self._signs[term] not in (sign.NEGATIVE, ZERO_ONLY, POSITIVE):
                self._signs[term] &= self.sign_by_bounds(term)
        return self._signs[term]

    def sign_by_structure(self, term: Term, parts: Knowledge) -> int:
        """What follows from the signs of its parts."""
        if term.op == "number":
            return sign.of_number(term.args[0])
        if term.op == "variable":
            meaning = self.context.definitions.get(term.args[0])
            return ANY if meaning is None else parts.sign(meaning)
        if term.op == "P":
            return AT_LEAST_ZERO
        return OPERATIONS[term.op].sign(parts, term.args) if term.op in OPERATIONS else ANY

    def sign_by_bounds(self, term: Term) -> int:
        try:
            low, high = map(self._not_below_zero, self.bounds_of(term))
        except (Undefined, LimitExceeded):
            return ANY
        return low & sign.opposite(high)

    def _not_below_zero(self, bound: Bound | None) -> int:
        if bound is None or bound.value < 0:
            return ANY
        self.trail.hypotheses |= bound.rests
        return POSITIVE if bound.value > 0 or bound.strict else AT_LEAST_ZERO

    def is_integer(self, term: Term) -> bool:
        """Is it certain that the term is an integer?"""

        def declared(name: str) -> bool:
            meaning = self.context.definitions.get(name)
            return self.kinds[name] if meaning is None else self.is_integer(meaning)

        return is_whole(term, declared)

    # Values -------------------------------------------------------------------------------

    def require_value(self, term: Term) -> None:
        """Every part of the term has a value; else `Undefined`, naming the part."""
        if term in self._valued or term.op == "number":
            return
        spend(1)
        if term.op == "variable":
            meaning = self.context.definitions.get(term.args[0])
            if meaning is not None:
                self.require_value(meaning)
            elif term.args[0] not in self.kinds:
                raise CertificateError("", f"{shorten(term.args[0])} is not declared")
        elif term.op == "P":
            self._require_event(term.args[0])
        elif term.op not in OPERATIONS:
            raise Undefined(f"{term.op}(...) is an event, not a number")
        else:
            for arg in term.args:
                self.require_value(arg)
            if not OPERATIONS[term.op].has_value(self, term.args):
                raise Undefined(f"{shorten(text(term))} is not shown to have a value")
        self._valued.add(term)

    def _require_event(self, event: Term) -> None:
        """Signs and neurons are counted by integers >= 0, all neurons are as many, the same
        signs are meant everywhere, an energy is not negative."""
        for inner in terms.numbers_within(event):
            self.require_value(inner)
        parts = list(terms.events_within(event))
        neurons = [part.args[0] for part in parts if part.op in ("some", "none")]
        signs = [part.args[2::2] for part in parts if part.op in SUMS]
        counts = [*neurons, *(count for listed in signs for count in listed)]
        for count in counts:
            if not self.is_integer(count):
                raise Undefined(f"{text(count)} is not shown to be an integer")
        for number in [*counts, *(part.args[1] for part in parts if part.op == "exceeds")]:
            if not within(self.sign(number), AT_LEAST_ZERO):
                raise Undefined(f"{text(number)} is not shown to be >= 0")
        if not self._alike(neurons):
            raise Undefined("the number of neurons differs between two events")
        if len(set(map(len, signs))) > 1 or not all(map(self._alike, zip(*signs, strict=True))):
            raise Undefined("two events do not speak of the same signs")

    def _alike(self, counts: Sequence[Term]) -> bool:
        return all(self.ring.equal(count, counts[0]) for count in counts[1:])

    def require_not_negative(self, term: Term) -> None:
        if not within(self.sign(term), AT_LEAST_ZERO):
            raise CertificateError("", f"{shorten(text(term))} is not known to be >= 0")

    def put(self, term: Term, name: str, value: Term) -> Term:
        """The term, definitions written out, with a value for a variable."""
        return replace(self.context.unfold(term), {name: value})
