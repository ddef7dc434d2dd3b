"""Statements about probabilities as Coq writes them: events over lists of signs, counted.

The number of signs in a group and of neurons in a network are natural numbers of their own,
`count_1`, ..., tied to the parameters by premises such as `INR count_1 = d - 3`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from proofkit.bridges.coq.printing import Definitions, Printer
from proofkit.bridges.coq.theory import AXIOMS
from proofkit.foundations.errors import UnsupportedTerm
from proofkit.kernel.assumptions import Context, Fact, Known, Trail
from proofkit.language.subterms import parts
from proofkit.language.terms import ONE, SUMS, Term
from proofkit.language.words import EVENTS

Node = Mapping[str, Any]
WEIGHTS = "weights"


def is_chance(term: Term) -> bool:
    """Is this the probability of an event?"""
    return term.op == "P"


def events_in(term: Term) -> Iterator[Term]:
    """Every event in a term, outermost first."""
    return (part for part in parts(term) if part.op in EVENTS)


def groups_of(event: Term) -> list[tuple[Term, Term]]:
    """The weights of an event with how many signs have each."""
    return list(zip(event.args[1::2], event.args[2::2], strict=True))


def counts_of(term: Term) -> list[Term]:
    """The numbers of signs and neurons in a term that are not 1, each once."""
    found: dict[Term, None] = {}
    for event in events_in(term):
        if event.op in ("some", "none"):
            found[event.args[0]] = None
        elif event.op in SUMS:
            found.update(dict.fromkeys(count for _, count in groups_of(event)))
    return [count for count in found if count != ONE]


@dataclass(frozen=True)
class Premises:
    """What a theorem about a probability has beside the claim's hypotheses: the natural
    numbers, the energy of weights that are not known, and the axioms cited."""

    counts: tuple[tuple[str, Term], ...] = ()
    unknown: bool = False
    energy: Term | None = None
    axioms: tuple[str, ...] = ()

    @property
    def bound(self) -> list[str]:
        """The names a theorem quantifies over."""
        return [name for name, _ in self.counts] + ([WEIGHTS] if self.unknown else [])

    @property
    def names(self) -> list[str]:
        """The names of the premises."""
        return [
            *(name.replace("count", "whole") for name, _ in self.counts),
            *(["energy_known"] if self.energy is not None else []),
            *self.axioms,
        ]

    def binders(self) -> list[str]:
        """The lines that bind the names."""
        names = " ".join(name for name, _ in self.counts)
        lines = [f"  forall {names} : nat,"] if names else []
        return [*lines, f"  forall {WEIGHTS} : list R,"] if self.unknown else lines

    def lines(self, printer: Printer) -> list[str]:
        """The premises as they stand in a statement."""
        lines = [f"  INR {name} = {printer.term(count)} ->" for name, count in self.counts]
        if self.energy is not None:
            lines.append(f"  squares {WEIGHTS} <= {printer.term(self.energy)} ->")
        return [*lines, *(f"  {AXIOMS[name]} ->" for name in self.axioms)]


NO_PREMISES = Premises()


def premises_of(fact: Fact, axioms: Collection[str] = ()) -> Premises:
    """The premises that a statement needs whose proof rests on these axioms."""
    names = list(dict.fromkeys(count for side in fact[::2] for count in counts_of(side)))
    unknown = {e for side in fact[::2] for e in events_in(side) if e.op in ("exceeds", "despite")}
    if len(unknown) > 1:
        raise UnsupportedTerm("more than one event with weights that are not known")
    event = next(iter(unknown), None)
    return Premises(
        tuple((f"count_{k}", count) for k, count in enumerate(names, 1)),
        event is not None,
        event.args[1] if event is not None and event.op == "exceeds" else None,
        tuple(name for name in AXIOMS if name in axioms),
    )


class ChancePrinter(Printer):
    """Prints probabilities too."""

    def __init__(
        self,
        parameters: tuple[str, ...],
        definitions: Definitions,
        premises: Premises,
        context: Context,
    ) -> None:
        super().__init__(parameters, definitions)
        self.canonical = Known(context, Trail()).ring.canonical
        self.names = {self.canonical(count): name for name, count in premises.counts}

    def term(self, term: Term) -> str:
        """A probability, or any other term."""
        if is_chance(term):
            event = term.args[0]
            return f"P {self.cases(event)} {self.event(event)}"
        return super().term(term)

    def count(self, count: Term) -> str:
        """A number of signs or neurons."""
        if count == ONE:
            return "1"
        found = self.canonical(count)
        if found not in self.names:
            raise UnsupportedTerm("a number of signs that the claim does not speak of")
        return self.names[found]

    def cases(self, event: Term) -> str:
        """The cases over which an event is counted."""
        if event.op == "both":
            return self.cases(event.args[0])
        if event.op in ("some", "none"):
            return f"(network {self.count(event.args[0])} ({self.size(event.args[1])}))"
        return f"(signs ({self.size(event)}))"

    def size(self, event: Term) -> str:
        """How many signs one neuron has."""
        if event.op == "exceeds":
            return f"length {WEIGHTS}"
        if event.op == "despite":
            return f"length {self._despite(event)}"
        return " + ".join(self.count(count) for _, count in groups_of(event))

    def event(self, event: Term) -> str:
        """An event in brackets."""
        if event.op in SUMS:
            return f"({event.op} {self.atom(event.args[0])} (spread {self.groups(event)}))"
        if event.op == "exceeds":
            return f"(above {self.atom(event.args[0])} {WEIGHTS})"
        if event.op == "despite":
            return f"(above {self.atom(event.args[0])} {self._despite(event)})"
        if event.op in ("some", "none"):
            return f"({event.op} {self.events(event.args[1:])})"
        return f"(both {self.event(event.args[0])} {self.event(event.args[1])})"

    def events(self, events: tuple[Term, ...]) -> str:
        """A list of events."""
        return f"({' :: '.join(map(self.event, events))} :: nil)"

    def groups(self, event: Term, marked: frozenset[int] | None = None) -> str:
        """The groups of an event, with a mark for each if some are marked."""
        shown = []
        for k, (weight, count) in enumerate(groups_of(event)):
            number = f"{self.count(count)}%nat" if count == ONE else self.count(count)
            group = f"({self.term(weight)}, {number})"
            mark = "" if marked is None else ("true" if k in marked else "false")
            shown.append(f"({mark}, {group})" if mark else group)
        return f"({' :: '.join(shown)} :: nil)"

    def _despite(self, event: Term) -> str:
        return f"({self.atom(event.args[1])} :: {WEIGHTS})"
