"""Why two terms are equal: the laws by which their normal form is read, with their conditions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from proofkit.evidence.signs import Listener, Sign
from proofkit.kernel.assumptions import Known
from proofkit.kernel.polynomial import as_term
from proofkit.kernel.ring import READERS, Ratio, Ring
from proofkit.language.terms import Term, text, whole_value


@dataclass(frozen=True)
class Law:
    """A function read as what it is equal to here, for which these signs were asked, and that
    these terms are integers."""

    term: Term
    form: Term
    signs: tuple[Sign, ...]
    integers: tuple[Term, ...]

    def facts(self) -> Iterator[str]:
        """The facts on which its conditions rest, by their ids; some may come twice."""
        for sign in self.signs:
            yield from sign.facts()


class _Heard(Ring):
    """The kernel's normal form at a place, whose questions are heard."""

    def __init__(self, known: Known) -> None:
        self.laws: dict[Term, Law] = {}
        self.known, self.listener = known, Listener(known)
        super().__init__(self.listener, known.context.definitions)

    def read(self, term: Term) -> Ratio:
        if term.op not in READERS:
            return super().read(term)
        outer, self.listener.asked = self.listener.asked, {}
        before, self.listener.integers = self.listener.integers, {}
        try:
            found = super().read(term)
            signs = tuple(Sign(self.known, part) for part in sorted(self.listener.asked, key=text))
            form, unfold = as_term(*found), self.known.context.unfold
            expands = term.op == "power" and whole_value(term.args[1]) is not None
            if unfold(form) != unfold(term) and (signs or not expands):
                self.laws[term] = Law(
                    term, form, signs, tuple(sorted(self.listener.integers, key=text))
                )
        finally:
            self.listener.asked, self.listener.integers = outer, before
        return found


@dataclass(frozen=True)
class Equality:
    """Two terms that have one normal form at a place."""

    known: Known
    left: Term
    right: Term

    @cached_property
    def laws(self) -> tuple[Law, ...]:
        """What is used beyond sums, products and whole powers, the shortest terms first: the normal
        form has no order of its own."""
        ring = _Heard(self.known)
        ring.equal(self.left, self.right)
        return tuple(sorted(ring.laws.values(), key=lambda law: (law.term.size, text(law.term))))

    def facts(self) -> Iterator[str]:
        """The facts on which the laws rest, by their ids; some may come twice."""
        for law in self.laws:
            yield from law.facts()
