"""Reading statements about probabilities back, in a grammar that shares nothing with the printer.

`P (signs 4) (above tau (spread ((w, 1%nat) :: ...)))` becomes an event again. Natural numbers
are read as the terms that premises such as `INR count_1 = d - 3` tie them to, and the number
of cases is compared with the number of signs in the event.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from proofkit.bridges.coq.theory import AXIOMS
from proofkit.foundations.errors import InputError
from proofkit.language.terms import Term, number, variable
from proofkit.language.words import EVENTS

if TYPE_CHECKING:
    from proofkit.bridges.coq.reader import Parser

CITED = tuple(AXIOMS.values())
"""What a theorem may assume without a proof in it; they are proved in the theory."""

WEIGHTS = variable("weights are not known")


@dataclass
class Signs:
    """What the premises of a statement say about its signs."""

    whole: frozenset[str] = frozenset()
    counts: dict[str, Term] = field(default_factory=dict)
    unknown: str = ""
    energy: Term | None = None
    cited: list[str] = field(default_factory=list)
    used: set[str] = field(default_factory=set)

    def require_used(self) -> None:
        """A premise about numbers or weights that the statement does not use could be false."""
        if self.whole != frozenset(self.counts) or self.used != set(self.counts):
            raise InputError("it assumes something of numbers that it does not speak of")


class Events:
    """The part of the grammar that is about events and about premises on signs; they are made of
    tokens and terms of real arithmetic."""

    def __init__(self, grammar: Parser) -> None:
        self.here, self.take, self.took = grammar.here, grammar.take, grammar.took
        self.sum, self.atom = grammar.sum, grammar.atom
        self.signs = Signs()

    def binder(self) -> None:
        """`forall count_1 count_2 : nat,` or `forall weights : list R,`."""
        self.take("forall")
        names = []
        while self.here() != ":":
            names.append(self.take())
        self.take(":")
        if self.take("nat", "list") == "nat":
            self.signs.whole |= set(names)
        else:
            self.take("R")
            (self.signs.unknown,) = names
        self.take(",")

    def premise(self) -> bool:
        """Read a premise about signs, if there is one here."""
        if self.here() in CITED:
            self.signs.cited.append(self.take())
            return True
        if self.took("INR"):
            name = self.take(*self.signs.whole)
            self.take("=")
            if name in self.signs.counts:
                raise InputError(f"{name} is given twice")
            self.signs.counts[name] = self.sum()
            return True
        if self.took("squares"):
            self.take(self.signs.unknown)
            self.take("<=")
            self.signs.energy = self.sum()
            return True
        return False

    def chance(self) -> Term:
        """`P cases event`."""
        self.take("P")
        neurons, size = self._cases()
        event = self._event(neurons)
        for part in _neurons(event):
            if _size(part) != size:
                raise InputError("the cases have another number of signs than the event")
        if (neurons is None) != (event.op not in ("some", "none", "both")):
            raise InputError("the cases are not those of the event")
        return Term("P", (event,))

    def _cases(self) -> tuple[Term | None, list[Term]]:
        self.take("(")
        neurons = self._count() if self.take("signs", "network") == "network" else None
        self.take("(")
        if self.took("length"):
            known = self._listed()
            size = [WEIGHTS] if known is None else [number(1), WEIGHTS]
        else:
            size = [self._count()]
            while self.took("+"):
                size.append(self._count())
        self.take(")")
        self.take(")")
        return neurons, size

    def _count(self) -> Term:
        token = self.take()
        if token == "1":
            self.took("%nat")
            return number(1)
        if token in self.signs.counts:
            self.signs.used.add(token)
            return self.signs.counts[token]
        raise InputError(f"{token} is not a number of signs or neurons")

    def _listed(self) -> Term | None:
        """`weights` or `(w :: weights)`."""
        if self.took(self.signs.unknown):
            return None
        self.take("(")
        return self._first()

    def _first(self) -> Term:
        """`w :: weights)`."""
        weight = self.sum()
        self.take("::")
        self.take(self.signs.unknown)
        self.take(")")
        return weight

    def _event(self, neurons: Term | None) -> Term:
        self.take("(")
        op = self.take("above", "reaches", "some", "none", "both")
        if op in ("above", "reaches"):
            term = self._weighted(op)
        elif op == "both":
            term = Term("both", (self._event(neurons), self._event(neurons)))
        else:
            if neurons is None:
                raise InputError("a network has a number of neurons")
            term = Term(op, (neurons, *self._list()))
        self.take(")")
        return term

    def _list(self) -> Iterator[Term]:
        self.take("(")
        while not self.took("nil"):
            yield self._event(None)
            self.take("::")
        self.take(")")

    def _weighted(self, op: str) -> Term:
        threshold = self.atom()
        if op == "above" and self.took(self.signs.unknown):
            if self.signs.energy is None:
                raise InputError("nothing is said of the weights")
            return Term("exceeds", (threshold, self.signs.energy))
        self.take("(")
        if not self.took("spread"):
            weight = self._first()
            if op != "above" or self.signs.energy is not None:
                raise InputError("not an event with one weight that is known")
            return Term("despite", (threshold, weight))
        groups: list[Term] = []
        self.take("(")
        while not self.took("nil"):
            self.take("(")
            groups.append(self.sum())
            self.take(",")
            groups.append(self._count())
            self.take(")")
            self.take("::")
        self.take(")")
        self.take(")")
        return Term(op, (threshold, *groups))


def _neurons(event: Term) -> Iterator[Term]:
    """The events of one neuron in an event."""
    if event.op in ("some", "none", "both"):
        for arg in event.args:
            if arg.op in EVENTS:
                yield from _neurons(arg)
    else:
        yield event


def _size(event: Term) -> list[Term]:
    if event.op == "exceeds":
        return [WEIGHTS]
    if event.op == "despite":
        return [number(1), WEIGHTS]
    return list(event.args[2::2])


def require_cited(found: tuple[str, ...], axioms: Collection[str]) -> None:
    """The theorem assumes each axiom, once, that its proof rests on and Coq has, and no other."""
    if found != tuple(AXIOMS[name] for name in AXIOMS if name in axioms):
        raise InputError("it cites something else than the proof of the claim")
