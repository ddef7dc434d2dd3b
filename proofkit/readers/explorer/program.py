"""From kernel terms to the table of formulas that the page computes with.

Every term is one entry, however many claims it occurs in: `["sum", 3, 4]` adds the entries 3
and 4. Definitions are written out on the way. What the page could not compute is refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from proofkit.foundations.errors import UnsupportedTerm
from proofkit.kernel.assumptions import Context
from proofkit.kernel.points import most
from proofkit.language.terms import SUMS, Term, text
from proofkit.language.words import CONSTANTS, EVENTS, FUNCTIONS

Entry = tuple[str | int, ...]
MAX_EXPONENT = 10_000
_PLAIN = {"sum", "product", "power", *CONSTANTS, *(f.name for f in FUNCTIONS.values() if f.browser)}
_HALF = Fraction(1, 2)


class Program:
    """A table of formulas that grows as terms are added; the same terms make the same table."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self._places: dict[Entry, int] = {}

    def add(self, term: Term, context: Context) -> int:
        """The place of a term in the table, with the context's definitions written out."""
        return self._add(term, context.definitions, {})

    def _add(self, term: Term, definitions: Mapping[str, Term], known: dict[Term, int]) -> int:
        if term not in known:
            known[term] = self._write(term, definitions, known)
        return known[term]

    def _write(self, term: Term, definitions: Mapping[str, Term], known: dict[Term, int]) -> int:
        def places(args: Iterable[Term]) -> tuple[int, ...]:
            return tuple(self._add(arg, definitions, known) for arg in args)

        if term.op == "number":
            return self._place(("number", str(term.args[0])))
        if term.op == "variable":
            name = term.args[0]
            if name in definitions:
                return self._add(definitions[name], definitions, known)
            return self._place(("variable", name))
        if term.op == "power" and _is_whole(term.args[1]):
            return self._place(("whole", *places(term.args[:1]), int(term.args[1].args[0])))
        if term.op == "power" and term.args[1].op == "number" and term.args[1].args[0] == _HALF:
            return self._place(("root", *places(term.args[:1])))
        if term.op in _PLAIN or term.op == "P":
            return self._place((term.op, *places(term.args)))
        if term.op not in EVENTS:
            raise UnsupportedTerm(f"the explorer has no rule for {term.op}: {text(term)}")
        if term.op == "both" and any(arg.op not in ("some", "none") for arg in term.args):
            raise UnsupportedTerm(f"the explorer has no rule for this event: {text(term)}")
        if term.op in ("some", "none") and any(arg.op not in SUMS for arg in term.args[1:]):
            raise UnsupportedTerm(f"the explorer has no rule for this event: {text(term)}")
        bound = most(Term("P", (term,)))
        more = () if bound is None else (bound,)
        return self._place((term.op, *places((*term.args, *more))))

    def _place(self, entry: Entry) -> int:
        if entry not in self._places:
            self._places[entry] = len(self.entries)
            self.entries.append(entry)
        return self._places[entry]


def _is_whole(exponent: Term) -> bool:
    """Exponents that the kernel takes for repeated multiplication, whatever the base is."""
    if exponent.op != "number" or exponent.args[0].denominator != 1:
        return False
    if abs(exponent.args[0]) > MAX_EXPONENT:
        raise UnsupportedTerm(f"the explorer has no rule for an exponent of {text(exponent)}")
    return True
