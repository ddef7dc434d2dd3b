"""A refuted claim as a theorem: it is not true for all parameters, because it fails at its
witness."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from proofkit.bridges.coq.document import Document, Subject, Theorem, comment
from proofkit.bridges.coq.points import OPPOSITE, at_values, enclosed, require_positive_bases
from proofkit.bridges.coq.printing import Printer, plain_name
from proofkit.foundations.errors import UnsupportedTerm
from proofkit.kernel.assumptions import Context, Fact
from proofkit.kernel.points import Point
from proofkit.language.words import EVENTS

AGAINST = {"<=": "Rgt_not_le _ _ ", "<": "Rge_not_lt _ _ ", ">=": "Rlt_not_ge _ _ ",
           ">": "Rle_not_gt _ _ ", "=": ""}  # fmt: skip


def add(
    document: Document, subject: Subject, name: str, context: Context, part: int, fact: Fact,
    witness: dict[str, Fraction],
) -> None:  # fmt: skip
    """Write that the statement is not true of all parameters."""
    if any(side.op in EVENTS for side in fact[::2]):
        raise UnsupportedTerm("refuted, and about a probability")
    point = Point(Context(context.parameters, {}, context.definitions), witness)
    for side in fact[::2]:
        require_positive_bases(point, side, context.definitions)
    said = fact[0], OPPOSITE[fact[1]], fact[2]
    shown = at_values(subject.parameters, context.definitions, witness)
    title = f"refuted_{plain_name(name.rpartition('/')[2])}"
    extra = [id for id in context.hypotheses if id not in subject.hypotheses]
    values = [shown.value(parameter) for parameter in subject.parameters]
    met = ["ltac:(met)"] * (len(extra) + bool(subject.hypotheses))
    there = " ".join(["every", *values, *met])
    lines = [
        f"(** ** {comment(name)} is refuted *)",
        f"Theorem {title} :",
        *_negated(subject, context, fact, extra),
        "Proof.",
        "  intro every.",
        f"  assert (here : {shown.term(said[0])} {said[1]} {shown.term(said[2])}).",
        "  {",
        *(f"    {line}" for line in enclosed(context, point, said)),
        "  }",
        f"  assert (there := {there}).",
        f"  exact ({AGAINST[fact[1]]}here there).",
        "Qed.",
    ]
    refuted = Theorem(title, f"{name} refuted", part, context, fact, enclosed=True, origin=name)
    document.add(refuted, lines)


def _negated(subject: Subject, context: Context, fact: Fact, extra: Sequence[str]) -> list[str]:
    plain = Printer(subject.parameters, context.definitions)
    premises = [f"admissible {subject.names} ->"] if subject.hypotheses else []
    premises += [f"{plain.statement(*context.hypotheses[id])} ->" for id in extra]
    bound = [subject.forall()] if subject.parameters else []
    lines = [*bound, *premises, f"{plain.statement(*fact)})."]
    return [f"  ~ ({lines[0]}", *(f"    {line}" for line in lines[1:])]
