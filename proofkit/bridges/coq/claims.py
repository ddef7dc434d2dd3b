"""The theorems of one claim: a lemma for every fact and step of its proof, then the claim."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from proofkit.bridges.coq.chance import NO_PREMISES, ChancePrinter, Premises, premises_of
from proofkit.bridges.coq.document import (
    Document,
    Subject,
    Theorem,
    comment,
    encloses,
    has_event,
    wrapped,
)
from proofkit.bridges.coq.place import Lines, Names, Place
from proofkit.bridges.coq.printing import Printer, identifier, plain_name
from proofkit.bridges.coq.rules import Cited, Theory, composed, prove
from proofkit.bridges.coq.table import RULES
from proofkit.foundations.errors import UnsupportedTerm
from proofkit.kernel.assumptions import Context, Fact, Known, Trail, upwards
from proofkit.language.terms import parse

Node = Mapping[str, Any]
Citation = Callable[[str, int], tuple[Theorem, str]]
"""Of a claim and a part of it, the theorem, and what to write before its name."""

TURN = {">=": ["apply Rle_ge."], ">": ["apply Rlt_gt."]}


class PartWriter:
    """Writes one part of a claim."""

    def __init__(
        self, subject: Subject, context: Context, title: str, cite: Citation, premises: Premises
    ) -> None:
        self.subject, self.context, self.title = subject, context, title
        self._cited, self.premises = cite, premises
        self.cites: set[tuple[str, int]] = set()
        self.asked: set[str] = set()
        self.theory = Theory(RULES, self._cite)
        self.lemmas: list[tuple[str, str, str, Lines]] = []
        """Of each lemma: the comment, its name, what it says, and its script."""

    def write(self, fact: Fact, proof: Node) -> list[str]:
        """The lines of all lemmas and of the theorem itself."""
        known = Known(self.context, Trail())
        facts: list[tuple[str, Fact, str]] = []
        for k, entry in enumerate(proof["facts"], 1):
            said, name = upwards(stated(entry)), f"{self.title}_fact_{k}"
            place = self._place(known, facts)
            script = prove(place, said, entry["because"], self.theory)
            self.lemmas.append((f"fact {entry['id']}", name, place.said(said), script))
            facts.append((entry["id"], said, name))
            known = known.with_fact(entry["id"], said)
        here, steps = fact[0], []
        for k, step in enumerate(proof["steps"], 1):
            goal = here, step["relation"], _term(step["term"])
            name = f"{self.title}_step_{k}"
            self._step(known, facts, name, goal, step)
            steps.append((name, step["relation"]))
            here = goal[2]
        return self._lines(fact, steps, [name for *_, name in facts])

    def _place(self, known: Known, facts: Sequence[tuple[str, Fact, str]]) -> Place:
        names = {id: f"H_{plain_name(id)}" for id in self.context.hypotheses}
        names |= {id: f"given{k}" for k, (id, _, _) in enumerate(facts, 1)}
        return Place(known, Names(names, self.asked), self._printer({}))

    def _printer(self, definitions: Mapping[str, Any]) -> ChancePrinter:
        return ChancePrinter(self.subject.parameters, definitions, self.premises, self.context)

    def _step(
        self,
        known: Known,
        facts: Sequence[tuple[str, Fact, str]],
        name: str,
        goal: Fact,
        step: Node,
    ) -> None:
        place = self._place(known, facts)
        folded = self._printer(self.context.definitions).statement(*goal)
        opened = place.said(goal)
        script = [*TURN.get(goal[1], ())]
        if folded != opened and self.context.definitions:
            script.append(f"change ({opened}).")
        script += prove(place, goal, step["because"], self.theory)
        self.lemmas.append((step["reason"], name, folded, script))

    # Text -----------------------------------------------------------------------------------

    @property
    def used(self) -> tuple[str, ...]:
        return tuple(id for id in self.context.hypotheses if id in self.asked)

    @property
    def wholes(self) -> tuple[str, ...]:
        return tuple(p for p in self.subject.parameters if p in self.theory.wholes)

    def _binders(self) -> list[str]:
        lines = [f"  {line}" for line in [self.subject.forall()] if line]
        lines += self.premises.binders()
        return [*lines, *(f"  whole {identifier(p)} ->" for p in self.wholes)]

    def _stated(self, ids: Sequence[str], turned: bool = True) -> list[str]:
        """The hypotheses as premises; in lemmas all with the larger side on the right."""
        printer, facts = Printer(self.subject.parameters, {}), self.context.hypotheses
        shown = [
            (printer.statement(*(upwards(facts[id]) if turned else facts[id])), id) for id in ids
        ]
        return [f"  {statement} -> (* {comment(id)} *)" for statement, id in shown]

    def _names(self, ids: Sequence[str]) -> list[str]:
        """What is introduced, in order."""
        return [
            *map(identifier, self.subject.parameters),
            *self.premises.bound,
            *(f"W_{identifier(p)}" for p in self.wholes),
            *(f"H_{plain_name(id)}" for id in ids),
            *self.premises.names,
        ]

    def _lemma(self, kind: str, name: str, said: str, middle: Sequence[str]) -> list[str]:
        given = self.premises.lines(self._printer(self.context.definitions))
        return [f"{kind} {name} :", *self._binders(), *middle, *given, f"  {said}."]

    def _intros(self, ids: Sequence[str]) -> str:
        names = self._names(ids)
        return f"intros {' '.join(names)}." if names else "idtac."

    def _applied(self, name: str) -> str:
        return f"({' '.join([name, *self._names(self.used)])})"

    def _lines(
        self, fact: Fact, steps: Sequence[tuple[str, str]], facts: Sequence[str]
    ) -> list[str]:
        used, lines = self.used, []
        for reason, name, said, script in self.lemmas:
            earlier = facts[: facts.index(name)] if name in facts else facts
            begun = [
                f"assert (given{k} := {self._applied(one)})."
                for k, one in enumerate(earlier, 1)
                if any(_mentions(line, f"given{k}") for line in script)
            ]
            body = [self._intros(used), *begun, *script]
            lines += ["", *wrapped(reason)]
            lines += self._lemma("Lemma", name, said, self._stated(used))
            lines += ["Proof.", *(f"  {line}" for line in body), "Qed."]
        said = self._printer(self.context.definitions).statement(*upwards(fact))
        proof, found = composed([(self._applied(name), relation) for name, relation in steps])
        proof, found = (f"(Rge_le _ _ {proof})", "<=") if found == ">=" else (proof, found)
        if found in ("=", "<", ">") and fact[1] in ("<=", ">="):
            weaker = "Rlt_le" if found != "=" else "Req_ge_sym" if fact[1] == ">=" else "Req_le"
            proof = f"({weaker} _ _ {proof})"
        inner = f"{self.title}_used"
        lines += ["", "(* The claim, from those hypotheses only that its proof uses *)"]
        lines += self._lemma("Lemma", inner, said, self._stated(used))
        lines += ["Proof.", f"  {self._intros(used)}", f"  exact {proof}.", "Qed."]
        return [*lines, "", *self._theorem(fact, inner)]

    def _theorem(self, fact: Fact, inner: str) -> list[str]:
        subject, said = self.subject, self._printer(self.context.definitions).statement(*fact)
        extra = [id for id in self.context.hypotheses if id not in subject.hypotheses]
        middle, intros = self._stated(extra, False), self._names(extra)
        script = []
        if subject.hypotheses:
            middle = [
                "  "
                + " ".join(["admissible", *([subject.names] if subject.names else [])])
                + " ->",
                *middle,
            ]
            place = len(self._names(())) - len(self.premises.names)
            intros.insert(place, "allowed")
            script = [subject.taken_apart()]
        lines = self._lemma("Theorem", self.title, said, middle)
        begun = f"intros {' '.join(intros)}." if intros else "idtac."
        turned = [
            f"apply Rge_le in H_{plain_name(id)}."
            for id in self.used
            if self.context.hypotheses[id][1] == ">="
        ]
        proof = self._applied(inner)
        proof = f"(Rle_ge _ _ {proof})" if fact[1] == ">=" else proof
        body = [begun, *script, *turned, f"exact {proof}."]
        return [*lines, "Proof.", *(f"  {line}" for line in body), "Qed."]

    # Citing ---------------------------------------------------------------------------------

    def _cite(self, claim: str, part: int) -> Cited:
        theorem, prefix = self._cited(claim, part)
        ours = {count: name for name, count in self.premises.counts}
        if theorem.premises.unknown or any(c not in ours for _, c in theorem.premises.counts):
            raise UnsupportedTerm(f"cites {claim}, which speaks of other signs")
        self.cites.add((claim, part))
        counted = tuple(ours[count] for _, count in theorem.premises.counts)
        premises = [name.replace("count", "whole") for name in counted]
        return Cited(
            f"{prefix}{theorem.inner}",
            theorem.context,
            {id: theorem.context.hypotheses[id] for id in theorem.used},
            theorem.fact,
            theorem.wholes,
            counted,
            (*premises, *theorem.premises.axioms),
        )


def stated(entry: Node) -> Fact:
    """What an entry of a certificate says."""
    return _term(entry["left"]), entry["relation"], _term(entry["right"])


def _term(value: object) -> Any:
    """A term of a certificate, which within this process may be a term already."""
    return parse(value) if isinstance(value, str) else value


def _mentions(line: str, name: str) -> bool:
    place = line.find(name)
    while place >= 0:
        if not line[place + len(name) : place + len(name) + 1].isalnum():
            return True
        place = line.find(name, place + 1)
    return False


def write(
    document: Document, subject: Subject, plain: Theorem, about: str, cite: Citation, proof: Node,
    axioms: Collection[str],
) -> Theorem:  # fmt: skip
    """Write one part of a claim, of which the theorem has the statement, under a heading."""
    fact, title = plain.fact, plain.name
    premises = premises_of(fact, axioms) if has_event(fact) else NO_PREMISES
    writer = PartWriter(subject, plain.context, title, cite, premises)
    lines = writer.write(fact, proof)
    theorem = replace(
        plain, enclosed=encloses(lines), premises=premises, inner=f"{title}_used",
        used=writer.used, wholes=writer.wholes, cites=frozenset(writer.cites),
    )  # fmt: skip
    document.add(theorem, [f"(** ** {about} *)", *lines])
    return theorem
