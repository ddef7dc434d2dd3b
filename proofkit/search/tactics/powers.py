"""Comparisons of powers: `x^q <= x^p` for x >= 1 and q <= p, or x <= 1 and q >= p."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress

from proofkit.foundations.errors import CertificateError, LimitExceeded, Undefined
from proofkit.kernel.assumptions import Fact, Known, replace
from proofkit.kernel.polynomial import Monomial, Sum, as_sum, inverse, join
from proofkit.kernel.sign import AT_LEAST_ZERO, AT_MOST_ZERO, POSITIVE, within
from proofkit.language.terms import ONE, ZERO, Term, exp, text, variable
from proofkit.search.budget import Budget
from proofkit.search.nodes import HOLE, Node, accepted, exchange, stated

MAX_STEPS = 3


class Comparisons:
    """Facts `1 <= x^gap`, each shown once."""

    def __init__(self, known: Known, budget: Budget) -> None:
        self.known, self.budget = known, budget
        self._found: dict[tuple[Term, Term], Node | None] = {}

    def path(
        self, small: Monomial, large: Monomial, back: Mapping[str, Term]
    ) -> Iterator[tuple[Monomial, Monomial, str]]:
        """From the smaller power to the larger one: `(power, factor, id of 1 <= factor)`."""
        ratio = join(large, inverse(small))
        if not 0 < len(ratio) <= MAX_STEPS:
            return
        steps = []
        for x, gap in sorted(ratio, key=lambda item: text(item[0])):
            entry = self._entry(replace(x, back), gap)
            if entry is None:
                return
            steps.append((frozenset({(x, gap)}), entry["id"]))
        here = small
        for factor, id in steps:
            yield here, factor, id
            here = join(here, factor)

    def entries(self, ids: Iterable[str]) -> list[Node]:
        """The facts named, as entries of `have`."""
        known = {entry["id"]: entry for entry in self._found.values() if entry}
        return [known[id] for id in dict.fromkeys(ids)]

    def _entry(self, x: Term, gap: Sum) -> Node | None:
        exponent = as_sum(gap)
        key = x, exponent
        if key not in self._found:
            self._found[key] = None
            with suppress(Undefined, LimitExceeded, CertificateError):
                self._found[key] = self._compared(x, exponent)
        return self._found[key]

    def _compared(self, x: Term, exponent: Term) -> Node | None:
        known = self.known
        if x == exp(ONE):
            return self._entered(exp(variable(HOLE)), (ZERO, "<=", exponent))
        above = known.sign(x - ONE)
        if known.sign(x) != POSITIVE:
            return None
        if within(above, AT_LEAST_ZERO):
            premise: Fact = (ZERO, "<=", exponent)
        elif within(above, AT_MOST_ZERO):
            premise = (exponent, "<=", ZERO)
        else:
            return None
        return self._entered(x ** variable(HOLE), premise)

    def _entered(self, function: Term, premise: Fact) -> Node | None:
        """`f(0) <= f(exponent)` from how 0 and the exponent compare."""
        from proofkit.search.tactics import products

        exponent = premise[2] if premise[0] == ZERO else premise[0]
        because = products.prove(self.known, premise, self.budget)
        if because is None:
            return None
        ends = [replace(function, {HOLE: end}) for end in (ZERO, exponent)]
        fact = (ends[0], "<=", ends[1])
        node = exchange(HOLE, function, ZERO, exponent, because)
        id = f"1 <= {text(fact[2])}"
        return stated(id, fact, node) if accepted(self.known, fact, node) else None
