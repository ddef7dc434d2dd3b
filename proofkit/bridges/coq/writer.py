"""The file of one lemma, given the theorems of the others."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from proofkit.attention import Attention
from proofkit.attention.scores import Scores
from proofkit.bridges.coq import claims, crowds, listing, refuted
from proofkit.bridges.coq.document import Document, Subject, Theorem, comment, encloses, module_of
from proofkit.bridges.coq.points import met
from proofkit.bridges.coq.printing import plain_name
from proofkit.bridges.coq.tokens import Tokens
from proofkit.foundations.errors import ProofkitError, UnsupportedTerm
from proofkit.kernel.assumptions import Context, Fact
from proofkit.kernel.certificates import read_context
from proofkit.language.lemma import Lemma
from proofkit.language.results import PROVED, ProvedClaim
from proofkit.language.terms import Term

REFUTING = " | interval with (i_prec 100)"
Found = dict[tuple[str, int], tuple[Theorem, str]]
"""Of a claim and a part, its theorem and the module it is in."""


class Writer:
    """Writes the file of one lemma."""

    def __init__(self, lemma: Lemma, proved: Sequence[ProvedClaim], known: Found) -> None:
        self.lemma, self.proved, self.known = lemma, proved, known
        self.contexts = {c.claim.name: read_context(c.certificate) for c in proved if c.certificate}
        self.subject = _subject(lemma, self.contexts.values())
        self.document = Document(module_of(lemma.id))

    def write(self) -> Document:
        document, subject = self.document, self.subject
        if subject.definitions:
            document.blocks.append(("", list(subject.defined())))
        if subject.hypotheses:
            document.blocks.append(("", list(subject.admissible())))
        for source in self.lemma.quantities:
            if isinstance(source, Attention):
                tokens = Tokens(source, subject.definitions, subject.parameters)
                document.blocks += [("", block) for block in tokens.blocks()]
            if isinstance(source, Scores):
                found = crowds.blocks(source, subject.definitions, subject.parameters)
                document.blocks += [("", block) for block in found]
        for claim in self.proved:
            self._claim(claim)
        document.head = self._head()
        return document

    def _head(self) -> list[str]:
        return [
            *self.subject.heading(),
            "Require Import Reals ZArith Lia Lra List.",
            "From Interval Require Import Tactic."
            if any(encloses(block) for _, block in self.document.blocks)
            else "",
            *(f"Require Import {name}." for name in self.document.theories),
            *(f"Require {module}." for module in self.document.needs),
            "Open Scope R_scope.",
            *(met(bool(self.subject.hypotheses), REFUTING) if self._refutes() else []),
        ]

    def _refutes(self) -> bool:
        return any(theorem.name.startswith("refuted_") for theorem in self.document.theorems)

    def _claim(self, claim: ProvedClaim) -> None:
        name = claim.claim.name
        if claim.verdict != PROVED:
            self._not_proved(claim)
            return
        context = self.contexts[name]
        statements, proofs = claim.certificate["statements"], claim.certificate["proofs"]
        for part, (stated, proof) in enumerate(zip(statements, proofs, strict=True)):
            try:
                self._part(claim, part, context, claims.stated(stated), proof)
            except (ProofkitError, RecursionError, KeyError) as problem:
                label = f", part {part + 1}" if len(statements) > 1 else ""
                self.document.left_out[f"{name}{label}"] = str(problem) or type(problem).__name__

    def _not_proved(self, claim: ProvedClaim) -> None:
        """A refuted claim is false at its witness; an open one is left out."""
        name = claim.claim.name
        if claim.witness is None:
            self.document.left_out[name] = f"{claim.verdict}, not proved"
            return
        part = claim.certificate["part"]
        fact = claims.stated(claim.certificate["statements"][part])
        witness = {p: Fraction(value) for p, value in claim.witness.items()}
        try:
            context = self.contexts[name]
            refuted.add(self.document, self.subject, name, context, part, fact, witness)
        except ProofkitError as problem:
            self.document.left_out[name] = f"refuted; {problem}"

    def _part(
        self, claim: ProvedClaim, part: int, context: Context, fact: Fact, proof: claims.Node
    ) -> None:
        name, count = claim.claim.name, len(claim.certificate["statements"])
        title = "claim_" + plain_name(claim.claim.id) + (f"_{part + 1}" if count > 1 else "")
        label = claim.claim.parts[part].label
        theorem = claims.write(
            self.document, self.subject, Theorem(title, name, part, context, fact),
            comment(name) + (f": {comment(label)}" if label else ""),
            self._cite, proof, claim.axioms,
        )  # fmt: skip
        self.known[name, part] = theorem, self.document.module
        listing.add(self.document, self.subject, theorem)

    def _cite(self, claim: str, part: int) -> tuple[Theorem, str]:
        if (claim, part) not in self.known:
            raise UnsupportedTerm(f"cites {claim}, which is not exported")
        theorem, module = self.known[claim, part]
        if module == self.document.module:
            return theorem, ""
        if module not in self.document.needs:
            self.document.needs.append(module)
        return theorem, f"{module}."


def _subject(lemma: Lemma, contexts: Iterable[Context]) -> Subject:
    definitions: dict[str, Term] = {}
    hypotheses: dict[str, Fact] = {}
    common = [h.id for h in lemma.hypotheses]
    for context in contexts:
        for name, term in context.definitions.items():
            definitions.setdefault(name, term)
        hypotheses |= {id: context.hypotheses[id] for id in common if id in context.hypotheses}
    about = f"{lemma.source}, [{lemma.provenance}]. {lemma.about or ''}"
    return Subject(
        lemma.title,
        about,
        tuple(p.name for p in lemma.parameters),
        {id: hypotheses[id] for id in common if id in hypotheses},
        definitions,
        {name: d.reason for name, d in lemma.definitions.items()},
    )
