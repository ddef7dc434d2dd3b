"""Tails of few signs, proved outright: all lists of signs are gone through.

Where a claim is about the sum of k unit signs, it is stated once more for k = 1, ..., 6. These
theorems do not assume Hoeffding's inequality and do not use its proof.
"""

from __future__ import annotations

from dataclasses import replace

from proofkit.bridges.coq.chance import ChancePrinter, groups_of, is_chance, premises_of
from proofkit.bridges.coq.document import Document, Subject, Theorem
from proofkit.bridges.coq.printing import plain_name
from proofkit.kernel.assumptions import Fact
from proofkit.language.terms import ONE, Term, number

SMALL = range(1, 7)


def size_of(fact: Fact) -> Term | None:
    """The number of signs, if the fact bounds the tail of a sum of unit signs."""
    left, relation, right = fact
    if not is_chance(left) or left.args[0].op != "reaches":
        return None
    groups = groups_of(left.args[0])
    few = len(groups) == 1 and groups[0][0] == ONE and groups[0][1].op == "variable"
    return groups[0][1] if few and relation == "<=" and right.op == "exp" else None


def add(document: Document, subject: Subject, theorem: Theorem) -> None:
    """The theorem for few signs, if it is of that form, each under a name of its own."""
    size = size_of(theorem.fact)
    if size is None:
        return
    premises = premises_of(theorem.fact)
    context = theorem.context
    printer = ChancePrinter(subject.parameters, context.definitions, premises, context)
    extra = [id for id in context.hypotheses if id not in subject.hypotheses]
    for k in SMALL:
        given, name = (size, "=", number(k)), f"{theorem.claim} for {k} signs"
        title = f"{theorem.name}_listed_{k}"
        lines = [
            f"(** ** {theorem.claim} for k = {k}, all signs gone through *)",
            f"Theorem {title} : {subject.forall()}",
            *premises.binders(),
            *([f"  admissible {subject.names} ->"] if subject.hypotheses else []),
            *(f"  {printer.statement(*context.hypotheses[id])} ->" for id in extra),
            *premises.lines(printer),
            f"  {printer.statement(*given)} -> (* at_value *)",
            f"  {printer.statement(*theorem.fact)}.",
        ]
        intros = [
            subject.names, *premises.bound, *(["allowed"] if subject.hypotheses else []),
            *(f"H_{plain_name(id)}" for id in extra), *premises.names, "at_value",
        ]  # fmt: skip
        script = [f"intros {' '.join(intros)}."]
        script += [subject.taken_apart()] if subject.hypotheses else []
        script += _script(theorem.fact, printer, k)
        body = [f"  {line}" for line in script]
        listed = replace(
            theorem, name=title, claim=name, part=0, premises=premises, given=(given,),
            origin=theorem.claim,
        )  # fmt: skip
        document.add(listed, [*lines, "Proof.", *body, "Qed."])


def _script(fact: Fact, printer: ChancePrinter, k: int) -> list[str]:
    """The proof, with `at_value` the premise that there are k signs."""
    threshold = printer.term(fact[0].args[0].args[0])
    return [
        f"assert (number : count_1 = {k}%nat)",
        "  by (apply INR_eq; rewrite whole_1, at_value; simpl; ring).",
        "rewrite number, at_value.",
        f"apply Rle_trans with (exp (- (({threshold}) ^ 2) / (2 * INR {k}))).",
        f"- apply (tail_by_listing {k}); [lia | vm_compute; reflexivity | lra].",
        "- right; f_equal; simpl; field.",
    ]
