"""One place in a Coq proof: what is known there, what the facts are called, what is written.

A script is a row of assertions, each with its proof in braces, and a last line. `Known` is the
kernel's own account of the facts, so that the export knows as much as the proof does; whether
it is right is for Coq to say.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence

from proofkit.bridges.coq.printing import Printer
from proofkit.kernel.assumptions import Fact, Known, upwards
from proofkit.language.terms import Term

Lines = list[str]


class Names(dict[str, str]):
    """What facts are called in Coq, by their ids; remembers which of them were asked for."""

    def __init__(self, names: Mapping[str, str], asked: set[str] | None = None) -> None:
        super().__init__(names)
        self.asked: set[str] = set() if asked is None else asked

    def __getitem__(self, id: str) -> str:
        self.asked.add(id)
        return super().__getitem__(id)

    def only(self, ids: Iterable[str]) -> Names:
        return Names({id: name for id, name in self.items() if id in set(ids)}, self.asked)


class Place:
    """Where a part of a proof is written."""

    def __init__(
        self, known: Known, names: Names, printer: Printer, numbers: Iterator[int] | None = None
    ) -> None:
        self.known, self.names, self.printer = known, names.only(names), printer
        self.lines: Lines = []
        self.signs: dict[Term, tuple[int, str]] = {}
        self._numbers = itertools.count(1) if numbers is None else numbers

    def child(self, known: Known | None = None) -> Place:
        """A place inside this one, with its own lines."""
        inner = Place(known or self.known, self.names, self.printer, self._numbers)
        inner.signs = dict(self.signs)
        return inner

    def with_fact(self, id: str, fact: Fact, name: str) -> Place:
        """A place inside this one that knows one fact more, by its name in Coq."""
        inner = self.child(self.known.with_fact(id, fact))
        inner.names[id] = name
        return inner

    def grow(self, id: str, fact: Fact, name: str) -> None:
        """From here on, know one fact more."""
        self.known = self.known.with_fact(id, fact)
        self.names[id] = name

    # Terms ------------------------------------------------------------------------------

    def open(self, term: Term) -> Term:
        """The term with definitions written out."""
        return opened(term, self.known.context.definitions)

    def text(self, term: Term) -> str:
        return self.printer.term(self.open(term))

    def atom(self, term: Term) -> str:
        return f"({self.text(term)})"

    def said(self, fact: Fact) -> str:
        left, relation, right = upwards(fact)
        return f"{self.text(left)} {relation} {self.text(right)}"

    # Writing ----------------------------------------------------------------------------

    def new(self) -> str:
        """A name that nothing has."""
        return f"fact{next(self._numbers)}"

    def have(self, statement: str, proof: Sequence[str]) -> str:
        """Assert a statement here; the name of the fact."""
        name = self.new()
        if len(proof) == 1:
            self.lines.append(f"assert ({name} : {statement}) by ({proof[0].rstrip('.')}).")
        else:
            self.lines += [f"assert ({name} : {statement}).", *block(proof)]
        return name

    def linear(self, statement: str, *names: str) -> str:
        """Assert what follows from facts by linear arithmetic."""
        return self.have(statement, [f"clear - {' '.join(names)}; lra."])

    def note(self, proof: str) -> str:
        """Give what a term of Coq proves a name."""
        name = self.new()
        self.lines.append(f"assert ({name} := {proof}).")
        return name


def opened(term: Term, definitions: Mapping[str, Term]) -> Term:
    """The term with definitions written out, bracket by bracket as Coq unfolds them."""
    if term.op == "number":
        return term
    if term.op == "variable":
        meaning = definitions.get(term.args[0])
        return term if meaning is None else opened(meaning, definitions)
    return Term(term.op, tuple(opened(arg, definitions) for arg in term.args))


def block(lines: Sequence[str]) -> Lines:
    """A proof inside a proof."""
    return ["{", *(f"  {line}" for line in lines), "}"]
