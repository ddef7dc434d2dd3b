"""A proof as its author writes it: a chain of relations, each with a reason.

The chain is written once. The kernel checks it, `explain` prints it, the documentation
renders it. Nothing here says *how* a step is to be justified: that is found by
`proofkit.search` and recorded in the certificate. A step may come without a reason: then the
search writes one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from proofkit.foundations.errors import LemmaError
from proofkit.language.from_sympy import from_sympy
from proofkit.language.terms import Term

if TYPE_CHECKING:
    from sympy import Symbol

    from proofkit.language.claims import Claim

SEARCHED = "left to the search"
"""The reason of a step whose author gives none."""


@dataclass(frozen=True)
class Step:
    """`... relation term`, because of `reason`, using the claims in `by`.

    A step about a probability may need an inequality between numbers first; `given` is the
    chain that shows it.
    """

    relation: str
    term: Term
    reason: str
    by: tuple[Claim, ...] = ()
    given: Chain | None = None
    found: tuple[Any, ...] = ()  # lines of the proof that the search found, before this one
    written: Any = field(default=None, compare=False, repr=False)
    """The term as its author has it in SymPy."""

    def __post_init__(self) -> None:
        if self.written is None:
            object.__setattr__(self, "written", self.term)
        object.__setattr__(self, "term", from_sympy(self.term))


class Chain:
    """`Chain(x).equals(y, "why").at_most(z, "why")`; every method returns a longer chain."""

    def __init__(self, start: Any, steps: tuple[Step, ...] = ()) -> None:
        self.written = as_expression(start)
        self.start: Term = from_sympy(self.written)
        self.steps = steps

    @property
    def symbols(self) -> frozenset[Symbol]:
        """Those that SymPy has in it, which may assume more than a name says."""
        given = (step.given.symbols for step in self.steps if step.given is not None)
        lines = (step.written for step in self.steps)
        return symbols_of(self.written, *lines).union(*given)

    @property
    def ends(self) -> tuple[Any, Any]:
        """The first and the last term as their author has them in SymPy, to go on with."""
        last = self.steps[-1] if self.steps else self
        return self.written, last.written

    def equals(
        self, term: Any, reason: str = SEARCHED, by: Any = (), given: Chain | None = None
    ) -> Chain:
        """The next line: `= term`. `reason` is what a reader is told, `by` the claims that the line
        rests on, `given` for a line about a probability the chain that bounds its energy."""
        return self._then("=", term, reason, by, given)

    def at_most(
        self, term: Any, reason: str = SEARCHED, by: Any = (), given: Chain | None = None
    ) -> Chain:
        """The next line: `<= term`."""
        return self._then("<=", term, reason, by, given)

    def at_least(
        self, term: Any, reason: str = SEARCHED, by: Any = (), given: Chain | None = None
    ) -> Chain:
        """The next line: `>= term`."""
        return self._then(">=", term, reason, by, given)

    def less_than(
        self, term: Any, reason: str = SEARCHED, by: Any = (), given: Chain | None = None
    ) -> Chain:
        """The next line: `< term`."""
        return self._then("<", term, reason, by, given)

    def more_than(
        self, term: Any, reason: str = SEARCHED, by: Any = (), given: Chain | None = None
    ) -> Chain:
        """The next line: `> term`."""
        return self._then(">", term, reason, by, given)

    def all_steps(self) -> Iterator[Step]:
        """Every step, after the steps of the chain it needs first."""
        for step in self.steps:
            if step.given is not None:
                yield from step.given.all_steps()
            yield step

    def terms(self) -> Iterator[Term]:
        """Every term of the chain, of the chains it needs first and of what it cites."""
        yield self.start
        for step in self.steps:
            for claim in step.by:
                yield from claim.terms.values()
            if step.given is not None:
                yield from step.given.terms()
            yield step.term

    @classmethod
    def left_out(cls, start: Any, relation: str, end: Any) -> Chain:
        """A chain that the search is to find."""
        return cls(start)._then(relation, end, SEARCHED, (), None)

    def _then(self, relation: str, term: Any, reason: str, by: Any, given: Chain | None) -> Chain:
        cited = tuple(by) if isinstance(by, tuple | list) else (by,)
        if wrong := [claim for claim in cited if not hasattr(claim, "parts")]:
            raise LemmaError(f"by= expects claims that were made before, got {wrong[0]!r}")
        step = Step(relation, as_expression(term), reason, cited, given)
        return Chain(self.written, (*self.steps, step))


def as_expression(written: Any, expected: str = "a chain is made of expressions") -> Any:
    """A term, or an expression as SymPy has it: what is neither is named, with what was
    expected."""
    if isinstance(written, Term):
        return written
    from sympy import Expr, SympifyError, sympify

    try:
        found = sympify(written, strict=True)
    except SympifyError:
        found = None
    if not isinstance(found, Expr):
        text = ", which is text; numbers are written Rational(7, 10)"
        raise LemmaError(f"{expected}, got {written!r}{text if isinstance(written, str) else ''}")
    return found


def symbols_of(*written: Any) -> frozenset[Symbol]:
    """The symbols that SymPy has in what an author wrote."""
    return frozenset().union(*(getattr(term, "free_symbols", ()) for term in written))
