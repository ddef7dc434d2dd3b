"""One Coq file for the proved claims of a lemma."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from proofkit.attention import Attention
from proofkit.bridges.coq import listing, prelude, theory
from proofkit.bridges.coq.chance import NO_PREMISES, ChancePrinter, Premises, premises_of
from proofkit.bridges.coq.chance_steps import ChanceScripts
from proofkit.bridges.coq.matrix import Matrices, everything_in
from proofkit.bridges.coq.printing import Printer, identifier, parameters_of
from proofkit.bridges.coq.steps import Scripts, composed, together
from proofkit.foundations.errors import LimitExceeded, ProofkitError, Undefined, UnsupportedTerm
from proofkit.kernel.normal import Normaliser
from proofkit.kernel.replay import read_context
from proofkit.kernel.scope import Context, Fact, Scope
from proofkit.search.from_sympy import fact_of
from proofkit.kernel.terms import EVENTS, Term, parse
from proofkit.language.lemma import Lemma
from proofkit.language.results import PROVED, ProvedClaim


@dataclass(frozen=True)
class Theorem:
    """One statement of a claim: where it is and how a later file applies it."""

    name: str
    claim: str
    part: int
    context: Context
    common: tuple[str, ...]
    extra: tuple[str, ...]
    fact: Fact
    enclosed: bool = False
    """Is it proved by interval arithmetic?"""
    premises: Premises = NO_PREMISES
    given: tuple[Fact, ...] = ()
    """What a special case has beside the hypotheses of its claim."""


@dataclass
class Document:
    """A Coq file: its module, its text block by block, its theorems, and what it needs first."""

    module: str
    head: list[str] = field(default_factory=list)
    blocks: list[tuple[str, list[str]]] = field(default_factory=list)
    theorems: list[Theorem] = field(default_factory=list)
    needs: list[str] = field(default_factory=list)
    left_out: dict[str, str] = field(default_factory=dict)

    @property
    def chances(self) -> bool:
        """Does it speak of probabilities?"""
        return any(has_event(theorem.fact[0]) for theorem in self.theorems)

    def text(self) -> str:
        lines = [*self.head]
        for _, block in self.blocks:
            lines += ["", *block]
        return "\n".join(lines) + "\n"


def foundations(made: Sequence[Document]) -> dict[str, str]:
    """The files that all others rest on, in order; the theory of probabilities where used."""
    texts = {prelude.NAME: prelude.TEXT}
    return {**texts, theory.NAME: theory.TEXT} if any(d.chances for d in made) else texts


def module_of(lemma: str) -> str:
    return identifier(lemma)


class Writer:
    """Writes the file of one lemma, given the theorems of the others."""

    def __init__(
        self,
        lemma: Lemma,
        claims: Sequence[ProvedClaim],
        known: dict[tuple[str, int], Theorem],
    ) -> None:
        self.lemma, self.claims, self.known = lemma, claims, known
        self.contexts = {c.claim.name: read_context(c.certificate) for c in claims}
        self.parameters = tuple(p.name for p in lemma.parameters)
        self.hypotheses = {h.id: fact_of(h.statement) for h in lemma.hypotheses}
        self.definitions: dict[str, Term] = {}
        for context in self.contexts.values():
            for name, term in context.definitions.items():
                self.definitions.setdefault(name, term)
        self.printer = Printer(self.parameters, self.definitions)
        self.document = Document(module_of(lemma.id))
        self.premises = NO_PREMISES

    def write(self) -> Document:
        document = self.document
        self.signed: list[str] = []
        blocks = [("", list(self._definitions())), ("", list(self._admissible()))]
        document.blocks += blocks
        for source in self.lemma.quantities:
            if isinstance(source, Attention):
                made = Matrices(source, self.definitions, self.parameters).blocks()
                document.blocks += [("", block) for block in made]
        for name in self.definitions:
            self._sign(name)
        for claim in self.claims:
            self._claim(claim)
        document.head = self._head()
        return document

    def _head(self) -> list[str]:
        lemma = self.lemma
        about = textwrap.wrap(_comment(lemma.about or lemma.title), 92)
        return [
            f"(** * {_comment(lemma.title)}",
            f"    {_comment(lemma.source)}, [{lemma.provenance}].",
            "",
            *(f"    {line}" for line in about),
            "*)",
            "Require Import Reals ZArith Lia Lra List.",
            f"Require Import {prelude.NAME}.",
            *([f"Require Import {theory.NAME}."] if self.document.chances else []),
            *(f"Require {module}." for module in self.document.needs),
            "Open Scope R_scope.",
        ]

    def _definitions(self) -> Iterator[str]:
        yield "(** ** The quantities *)"
        reasons = self.lemma.definitions
        for name, term in self.definitions.items():
            own = parameters_of(name, self.definitions, self.parameters)
            reason = reasons[name].reason if name in reasons else ""
            yield ""
            if reason:
                yield from _wrapped(reason)
            arguments = f" ({' '.join(map(identifier, own))} : R)" if own else ""
            yield f"Definition {identifier(name)}{arguments} : R :="
            yield f"  {self.printer.term(term)}."

    def _admissible(self) -> Iterator[str]:
        yield "(** ** What is assumed *)"
        yield f"Definition admissible{self._bound()} : Prop :="
        last = len(self.hypotheses) - 1
        for k, (id, fact) in enumerate(self.hypotheses.items()):
            joint = "" if k == 0 else "/\\ "
            yield f"  {joint}{self.printer.statement(*fact)}{'.' if k == last else ''} (* {id} *)"

    def _bound(self) -> str:
        return f" ({' '.join(map(identifier, self.parameters))} : R)"

    def _names(self) -> str:
        return " ".join(map(identifier, self.parameters))

    def _intro(self, extra: Sequence[str]) -> list[str]:
        ids = [identifier(id) for id in self.hypotheses]
        pattern = ids[-1]
        for id in reversed(ids[:-1]):
            pattern = f"[{id} {pattern}]"
        names = [*self.premises.bound, "allowed", *map(identifier, extra), *self.premises.names]
        start = f"intros {self._names()} {' '.join(names)}."
        if len(ids) == 1:
            return [start, f"unfold admissible in allowed; rename allowed into {pattern}."]
        return [start, f"destruct allowed as {pattern}."]

    def _sign(self, name: str) -> None:
        """A lemma that a quantity is positive, or at least not negative, where that shows."""
        context = Context(
            {p.name: p.integer for p in self.lemma.parameters}, self.hypotheses, self.definitions
        )
        normaliser = Normaliser(Scope(context, together(context)))
        term = Term("variable", (name,))
        try:
            way = "<" if normaliser.is_positive(term) else "<="
            if way == "<=" and not normaliser.is_nonnegative(term):
                return
        except (Undefined, LimitExceeded):
            return
        opened = everything_in(name, self.definitions)
        self.document.blocks.append(
            (
                "",
                [
                    f"Lemma {identifier(name)}_sign : forall {self._names()} : R,",
                    f"  admissible {self._names()} -> 0 {way} {self.printer.term(term)}.",
                    "Proof.",
                    *(f"  {line}" for line in self._intro(())),
                    f"  unfold {', '.join(map(identifier, opened))}.",
                    f"  {'strict' if way == '<' else 'nonneg'}.",
                    "Qed.",
                ],
            )
        )
        self.signed.append(name)

    def _claim(self, claim: ProvedClaim) -> None:
        name = claim.claim.name
        if claim.verdict != PROVED:
            self.document.left_out[name] = f"{claim.verdict}, not proved"
            return
        context = self.contexts[name]
        statements, proofs = claim.certificate["statements"], claim.certificate["proofs"]
        for part, (statement, proof) in enumerate(zip(statements, proofs, strict=True)):
            fact = parse(statement["left"]), statement["relation"], parse(statement["right"])
            label = claim.claim.parts[part].label
            try:
                if has_event(fact[0]):
                    self.premises = premises_of(fact, "hoeffding" in claim.axioms)
                self._part(name, part, len(statements), label, context, fact, proof)
            except ProofkitError as problem:
                self.document.left_out[name] = str(problem)
            self._listed(name, context, fact)
            self.premises = NO_PREMISES

    def _listed(self, name: str, context: Context, fact: Fact) -> None:
        """A tail of a sum of few signs, without Hoeffding's inequality."""
        size = listing.size_of(fact)
        if size is None:
            return
        self.premises = premises_of(fact, False)
        extra = tuple(id for id in context.hypotheses if id not in self.hypotheses)
        printer = ChancePrinter(self.parameters, context.definitions, self.premises)
        for k in listing.SMALL:
            title = f"claim_{identifier(name.partition('/')[2])}_listed_{k}"
            given = listing.given(size, k)
            stated = f"{printer.statement(*given)} -> (* at_value *)\n  {printer.statement(*fact)}"
            intro = self._intro(extra)
            intro[0] = intro[0].replace(".", " at_value.")
            lines = [f"(** ** {name} for k = {k}, all signs gone through *)"]
            lines += self._statement("Theorem", title, stated, context, extra)
            script = [f"  {line}" for line in [*intro, *listing.script(fact, printer, k)]]
            self.document.blocks.append((f"{name}#{k}", [*lines, "Proof.", *script, "Qed."]))
            common = tuple(self.hypotheses)
            self.document.theorems.append(
                Theorem(
                    title,
                    name,
                    k,
                    context,
                    common,
                    extra,
                    fact,
                    premises=self.premises,
                    given=(given,),
                )
            )

    def _part(
        self, name: str, part: int, count: int, label: str, context: Context, fact: Fact,
        proof: Mapping[str, Any],
    ) -> None:  # fmt: skip
        title = (
            "claim_" + identifier(name.partition("/")[2]) + (f"_{part + 1}" if count > 1 else "")
        )
        extra = tuple(id for id in context.hypotheses if id not in self.hypotheses)
        theorem = Theorem(
            title, name, part, context, tuple(self.hypotheses), extra, fact, premises=self.premises
        )
        signs = [
            f"assert ({identifier(q)}_here := {identifier(q)}_sign {self._names()} known_allowed)."
            for q in self.signed
            if q in context.definitions
        ]
        printer = ChancePrinter(self.parameters, context.definitions, self.premises)
        lines = [f"(** ** {name}{': ' + _comment(label) if label else ''} *)"]
        scripts = (
            ChanceScripts(context, self._cite, signs, self.premises)
            if has_event(fact[0])
            else Scripts(context, self._cite, signs)
        )
        here, names = fact[0], []
        for k, step in enumerate(proof["steps"], 1):
            goal = here, step["relation"], parse(step["term"])
            own = f"{title}_step_{k}"
            lines += ["", *_wrapped(step["reason"])]
            lines += self._statement("Lemma", own, printer.statement(*goal), context, extra)
            lines += ["Proof.", *self._body(scripts.step(goal, step["because"]), extra), "Qed."]
            names.append((f"({own} {self._applied(extra)})", step["relation"]))
            here = goal[2]
        lines += ["", *self._statement("Theorem", title, printer.statement(*fact), context, extra)]
        lines += ["Proof."]
        lines += [f"  intros {self._applied(extra)}."]
        lines += [f"  {line}" for line in composed(names, fact[1])]
        lines += ["Qed."]
        self.document.blocks.append((f"{name}#{part}", lines))
        self.document.theorems.append(theorem)
        self.known[name, part] = theorem

    def _statement(
        self, kind: str, name: str, statement: str, context: Context, extra: Sequence[str]
    ) -> list[str]:
        lines = [
            f"{kind} {name} : forall {self._names()} : R,",
            *self.premises.binders(),
            f"  admissible {self._names()} ->",
        ]
        printer = Printer(self.parameters, {})
        for id in extra:
            lines.append(f"  {printer.statement(*context.hypotheses[id])} -> (* {id} *)")
        given = self.premises.lines(Printer(self.parameters, context.definitions))
        return [*lines, *given, f"  {statement}."]

    def _applied(self, extra: Sequence[str]) -> str:
        premises = self.premises
        names = [*premises.bound, "known_allowed", *map(identifier, extra), *premises.names]
        return " ".join([self._names(), *names])

    def _body(self, script: list[str], extra: Sequence[str]) -> list[str]:
        intro = self._intro(extra)
        keep = [intro[0], "pose proof allowed as known_allowed.", intro[1]]
        return [f"  {line}" for line in [*keep, *script]]

    def _cite(self, context: Context, name: str, part: int) -> str:
        """The theorem applied to our parameters, its hypotheses found among ours."""
        theorem = self.known.get((name, part))
        if theorem is None:
            raise UnsupportedTerm(f"cites {name}, which is not exported")
        module = module_of(name.partition("/")[0])
        own = module == self.document.module
        if not own and module not in self.document.needs:
            self.document.needs.append(module)
        prefix = "" if own else f"{module}."
        arguments = []
        for parameter in theorem.context.parameters:
            if parameter not in context.parameters:
                raise UnsupportedTerm(f"{name} speaks of {parameter}")
            arguments.append(identifier(parameter))
        arguments += self._counted(theorem)
        given = ["ltac:(assumption)"] * len(theorem.premises.names)
        holes = " ".join([*["ltac:(admissible)"] * len(theorem.extra), *given])
        allowed = f"ltac:(unfold {prefix}admissible; admissible)"
        return f"({prefix}{theorem.name} {' '.join(arguments)} {allowed} {holes})".replace(
            " )", ")"
        )

    def _counted(self, theorem: Theorem) -> list[str]:
        """Our names of the numbers of signs and neurons that a theorem speaks of."""
        ours = {count: name for name, count in self.premises.counts}
        if theorem.premises.unknown or any(c not in ours for _, c in theorem.premises.counts):
            raise UnsupportedTerm(f"cites {theorem.claim}, which speaks of other signs")
        return [ours[count] for _, count in theorem.premises.counts]


def has_event(term: Term) -> bool:
    """Is it about a probability?"""
    return term.op in EVENTS


def _comment(text: str) -> str:
    return " ".join(text.replace("(*", "( *").replace("*)", "* )").replace('"', "'").split())


def _wrapped(reason: str) -> list[str]:
    lines = textwrap.wrap(_comment(reason), 90)
    return (
        [f"(* {lines[0]}", *(f"   {line}" for line in lines[1:-1]), f"   {lines[-1]} *)"]
        if len(lines) > 1
        else [f"(* {lines[0]} *)"]
    )
