"""A certificate file as a Coq file: what it proves, each claim with its own hypotheses."""

from __future__ import annotations

from proofkit.bridges.coq import claims, reader
from proofkit.bridges.coq.document import Document, Subject, Theorem, comment, encloses
from proofkit.bridges.coq.printing import plain_name
from proofkit.foundations.errors import Contradiction, InputError, ProofkitError, UnsupportedTerm
from proofkit.kernel.assumptions import Context
from proofkit.kernel.certificates import RegionVerdict, replay_text
from proofkit.language.results import PROVED
from proofkit.language.terms import Term

MODULE = "certificates"


def document(source: str) -> Document:
    """The Coq file of a certificate file, which the kernel replays first."""
    return _Writer(replay_text(source)).write()


class _Writer:
    def __init__(self, verdicts: list[RegionVerdict]) -> None:
        self.verdicts = verdicts
        self.document = Document(MODULE)
        self.known: dict[tuple[str, int], Theorem] = {}
        names = dict.fromkeys(p for v in verdicts for p in v.context.parameters)
        self.parameters = tuple(names)
        self.definitions: dict[str, Term] = {}

    def write(self) -> Document:
        proved = [v for v in self.verdicts if self._is_exported(v)]
        everything = Subject("Certificates", "", self.parameters, {}, self.definitions)
        if self.definitions:
            self.document.blocks.append(("", list(everything.defined())))
        for verdict in proved:
            self._claim(verdict)
        text = "".join(line for _, block in self.document.blocks for line in block)
        self.document.head = [
            *everything.heading(),
            "Require Import Reals ZArith Lia Lra List.",
            *(["From Interval Require Import Tactic."] if encloses([text]) else []),
            *(f"Require Import {name}." for name in self.document.theories),
            "Open Scope R_scope.",
        ]
        self._read_back()
        return self.document

    def _is_exported(self, verdict: RegionVerdict) -> bool:
        """Is it proved, with definitions that are no others' by the same name?"""
        if verdict.value != PROVED:
            self.document.left_out[verdict.name] = f"{verdict.value}, not proved"
            return False
        for name, term in verdict.context.definitions.items():
            if self.definitions.setdefault(name, term) != term:
                why = f"it defines {name} otherwise than another claim of the file"
                self.document.left_out[verdict.name] = why
                return False
        return True

    def _subject(self, context: Context) -> Subject:
        own = tuple(p for p in self.parameters if p in context.parameters)
        return Subject("", "", own, {}, context.definitions)

    def _claim(self, verdict: RegionVerdict) -> None:
        context = verdict.context
        if context.families is not None:
            self.document.left_out[verdict.name] = "sums over an index are not exported yet"
            return
        for part, (fact, proof) in enumerate(
            zip(verdict.facts, verdict.certificate["proofs"], strict=True)
        ):
            count = f"_{part + 1}" if len(verdict.facts) > 1 else ""
            title = f"claim_{plain_name(verdict.name)}{count}"
            plain = Theorem(title, verdict.name, part, context, fact)
            try:
                self.known[verdict.name, part] = claims.write(
                    self.document, self._subject(context), plain, comment(verdict.name),
                    self._cite, proof, verdict.used.axioms,
                )  # fmt: skip
            except (ProofkitError, RecursionError) as problem:
                self.document.left_out[verdict.name] = str(problem) or "nested too deep"
                return

    def _cite(self, claim: str, part: int) -> tuple[Theorem, str]:
        if (claim, part) not in self.known:
            raise UnsupportedTerm(f"cites {claim}, which is not exported")
        return self.known[claim, part], ""

    def _read_back(self) -> None:
        """Refuse a file that does not say what the certificates say."""
        module = reader.read(self.document.text())
        for theorem in self.document.theorems:
            found = module.statements[theorem.name]
            own = self._subject(theorem.context).parameters
            try:
                if found.negated or len(found.parameters) != len(own):
                    raise Contradiction("it has other parameters")
                ours = dict(zip(found.parameters, own, strict=True))
                kinds = theorem.context.parameters
                if not all(kinds[ours[name]] for name in found.wholes):
                    raise Contradiction("it takes a real parameter for an integer")
                reader.same_statement(found, ours, theorem.context, theorem.fact)
            except (InputError, Contradiction) as problem:
                raise Contradiction(f"{theorem.claim}, as exported to Coq: {problem}") from None
