"""What may be assumed: a context, and the part of it that one step uses.

A `Context` has parameters, named hypotheses and definitions. A `Scope` is a context
together with the hypotheses a step cites, turned into facts the engines can work with:

- `x >= 2` bounds a variable;
- `n = (d - 2)*t` replaces a variable by a term, and so does `ceiling >= floor`, as
  `ceiling = floor + ceiling'` with a new variable `ceiling' >= 0`;
- an `origin` such as `d = 2 + d'` renames a variable so that its range starts at 0 or 1.

A hypothesis that is not cited is not used; that is what makes an audit possible.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager
from copy import copy
from fractions import Fraction
from graphlib import CycleError, TopologicalSorter

from flint import ctx

from proofkit.foundations.errors import CertificateError, InputError, Undefined
from proofkit.foundations.exact import shorten
from proofkit.kernel.assumptions import FLIP as FLIP
from proofkit.kernel.assumptions import Context as Context
from proofkit.kernel.assumptions import Fact as Fact
from proofkit.kernel.assumptions import known_relation as known_relation
from proofkit.kernel.effort import spend
from proofkit.kernel.interval import Interval, between, exact
from proofkit.kernel.terms import (
    Term,
    add,
    negate,
    number,
    subtract,
    variable,
    variables,
)
from proofkit.language.words import EVENTS

WORKING_BITS = 64


class Scope:
    """A context as one step may use it: bounds, substitutions and enclosures."""

    def __init__(
        self,
        context: Context,
        using: Iterable[str] = (),
        origin: Mapping[str, Fraction] | None = None,
        values: Mapping[str, Fraction] | None = None,
        known: Mapping[Term, Interval] | None = None,
    ) -> None:
        self.context = context
        self.low: dict[str, Fraction] = {}
        self.high: dict[str, Fraction] = {}
        self.replaced: dict[str, Term] = dict(context.definitions)
        self.positive: set[str] = set()
        self._enclosures: dict[Term, Interval | None] = dict(known or {})
        cited = [(id, *self._fact(id)) for id in using]
        for id, left, relation, right in cited:
            self._assume(id, left, relation, right)
        for _, left, relation, right in cited:
            self._pass_on(left, relation, right)
        for name, value in (values or {}).items():
            if name not in context.parameters:
                raise InputError(f"{shorten(name)} is not a parameter here")
            self._bound(name, low=value, high=value)
        for name, start in (origin or {}).items():
            self._shift(name, start)
        tied = self.replaced.keys() & context.parameters.keys()
        try:
            TopologicalSorter({name: variables(self.replaced[name]) for name in tied}).prepare()
        except CycleError:
            raise CertificateError("hypotheses", "a variable would stand for itself") from None

    def _fact(self, id: str) -> Fact:
        if id not in self.context.hypotheses:
            raise CertificateError(f"hypothesis {id}", "is cited but not stated")
        return self.context.hypotheses[id]

    def _assume(self, id: str, left: Term, relation: str, right: Term) -> None:
        """Ranges are closed; of a strict hypothesis the sign it gives is kept beside them."""
        if left.op != "variable":
            left, relation, right = right, FLIP[relation], left
        if left.op != "variable" or left.args[0] not in self.context.parameters:
            return  # not of a form that bounds a variable; the rule "hypothesis" can use it
        name = left.args[0]
        if right.op == "number":
            value = right.args[0]
            if relation == ">" and value >= 0:
                self.positive.add(name)
            self._bound(
                name,
                low=value if relation in (">=", ">", "=") else None,
                high=value if relation in ("<=", "<", "=") else None,
            )
            return
        if name in self.replaced:
            raise CertificateError(f"hypothesis {id}", f"{name} is bound by two terms at once")
        gap = variable(name + "'")
        if relation == "=":
            self.replaced[name] = right
            return
        self.low[name + "'"] = Fraction(0)
        if relation in ("<", ">"):
            self.positive.add(name + "'")
        grows = relation in (">=", ">")
        self.replaced[name] = add(right, gap) if grows else subtract(right, gap)

    def _pass_on(self, left: Term, relation: str, right: Term) -> None:
        """Of `c = 1 - b`, bounds on c are bounds on b too."""
        if relation != "=" or left.op != "variable" or right.op != "sum" or len(right.args) != 2:
            return
        (start, other), name = right.args, left.args[0]
        opposite = negate(other)
        if start.op == "number" and opposite.op == "variable":
            low, high = self.bounds(name)
            self._bound(
                opposite.args[0],
                low=None if high is None else start.args[0] - high,
                high=None if low is None else start.args[0] - low,
            )

    def _bound(self, name: str, low: Fraction | None = None, high: Fraction | None = None) -> None:
        if low is not None:
            self.low[name] = max(low, self.low.get(name, low))
        if high is not None:
            self.high[name] = min(high, self.high.get(name, high))
        if name in self.low and name in self.high and self.low[name] > self.high[name]:
            raise CertificateError("hypotheses", f"no {name} satisfies them")

    def _shift(self, name: str, start: Fraction) -> None:
        """Write `name` as `start + name'` and carry its bounds over."""
        if name in self.replaced or name not in self.context.parameters:
            raise CertificateError("origin", f"{name} cannot be moved")
        self.replaced[name] = add(number(start), variable(name + "'"))
        if name in self.low:
            self.low[name + "'"] = self.low[name] - start
        if name in self.high:
            self.high[name + "'"] = self.high[name] - start

    def halves(self, name: str, at: Fraction) -> tuple[Scope, Scope]:
        """This scope with `name <= at`, and with `name >= at`."""
        below, above = copy(self), copy(self)
        for half in (below, above):
            half.low, half.high, half._enclosures = dict(self.low), dict(self.high), {}
        below._bound(name, high=at)
        above._bound(name, low=at)
        return below, above

    # Enclosures -------------------------------------------------------------

    def bounds(self, name: str) -> tuple[Fraction | None, Fraction | None]:
        return self.low.get(name), self.high.get(name)

    def enclose(self, term: Term) -> Interval:
        """All values of `term` in this scope, at the current working precision."""
        if term not in self._enclosures:
            spend(1 + ctx.prec / 256)
            try:
                self._enclosures[term] = self._compute(term)
            except Undefined:
                self._enclosures[term] = None
        found = self._enclosures[term]
        if found is None:
            raise Undefined("a subterm is not shown to have a value")
        return found

    def _compute(self, term: Term) -> Interval:
        if term.op == "number":
            return exact(term.args[0])
        if term.op == "variable":
            name = term.args[0]
            range_ = between(*self.bounds(name))
            if name in self.replaced:
                return self.enclose(self.replaced[name]).meet(range_)
            return range_
        if term.op == "power":
            base, exponent = term.args
            if exponent.op == "number" and exponent.args[0].denominator == 1:
                return self.enclose(base).to_integer(int(exponent.args[0]))
            return self.enclose(base).to_power(self.enclose(exponent))
        if term.op == "P":
            return between(Fraction(0), Fraction(1))
        if term.op in EVENTS:
            raise Undefined("an event is not a number")
        parts = [self.enclose(arg) for arg in term.args]
        if term.op == "exp":
            return parts[0].exp()
        if term.op == "log":
            return parts[0].log()
        total = parts[0]
        for part in parts[1:]:
            total = total + part if term.op == "sum" else total * part
        return total


def precision(bits: int = WORKING_BITS) -> AbstractContextManager[None]:
    """The working precision for the statements inside `with precision(bits):`."""
    working: AbstractContextManager[None] = ctx.workprec(bits)
    return working
