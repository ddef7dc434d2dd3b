"""What `ask` answers, as text, JSON and LaTeX."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proofkit.evidence import telling
from proofkit.evidence.lines import Line, distinct
from proofkit.evidence.tidy import said
from proofkit.kernel.assumptions import Known, Trail
from proofkit.readers.report import phrases
from proofkit.readers.report.json import dump
from proofkit.readers.report.phrases import formula
from proofkit.readers.report.wording import assigned

if TYPE_CHECKING:
    from proofkit.questions.ask import Answer


def lines(answer: Answer) -> list[Line]:
    """The proof of every part of the statement."""
    found: list[Line] = []
    for fact, node, entries in zip(answer.facts, answer.proofs, answer.entries, strict=True):
        found += telling.lines(Known(answer.context, Trail()), fact, node, entries)
    return distinct(found)


def as_text(answer: Answer) -> str:
    """For a terminal."""
    head = answer.statement.strip()
    if answer.verdict == "refuted":
        at = assigned(answer.witness or {})
        fact = said(answer.facts[answer.part])
        return f"refuted  {head}\n  {fact} fails{f' at {at}' if at else ''}"
    if answer.verdict == "open":
        return "\n".join([f"open  {head}", *(f"  {line}" for line in answer.closest)])
    shown = [f"proved  {head}"]
    for line in lines(answer):
        shown.append(
            f"  {'  ' * line.depth}{line.statement}{f'  [{line.reason}]' if line.reason else ''}"
        )
    return "\n".join(shown)


def as_json(answer: Answer) -> str:
    """For programs; numbers that could be rounded are strings."""
    content = {
        "verdict": answer.verdict,
        "statement": answer.statement,
        "given": list(answer.given),
        "steps": [vars(line) for line in lines(answer)] if answer.verdict == "proved" else [],
        "witness": dict(answer.witness) if answer.witness is not None else None,
        "closest": answer.closest,
        "seconds": f"{answer.seconds:.3f}",
    }
    return dump(content, ascii=False)


def as_latex(answer: Answer) -> str:
    """An `align*` of the lines, or the witness in a sentence."""
    if answer.verdict != "proved":
        body = as_text(answer).splitlines()
        return "\n".join(f"% {line}" for line in body)
    rows = []
    for line in lines(answer):
        quad = r"\quad " * line.depth
        rows.append(rf"  &{quad}{latex(line.statement)} && \text{{{_escaped(line.reason)}}}")
    return "\\begin{align*}\n" + " \\\\\n".join(rows) + "\n\\end{align*}"


def as_html(answer: Answer) -> str:
    """The lines of a proof, each with its reason at the right, for a page where something sets
    formulas."""
    shown, known = [], frozenset((*answer.context.parameters, *answer.context.definitions))
    for line in lines(answer):
        shown.append(line_html(line, known))
    return "".join(shown)


def line_html(line: Line, known: frozenset[str]) -> str:
    """One line of a proof that was found, for such a page; `known` are names of symbols."""
    words = line.statement.endswith(":") or line.statement.startswith("this")
    says = phrases.typeset(line.statement, known) if words else f"${formula(line.statement)}$"
    why = phrases.html(phrases.typeset(line.reason, known))
    return (
        f'<div class="proofkit-said" style="padding-left: {2 * line.depth}em">'
        f'<span class="proofkit-term">{phrases.html(says)}</span>'
        f'<span class="proofkit-why">{why}</span></div>'
    )


def latex(statement: str) -> str:
    """A statement as LaTeX."""
    if statement.endswith(":") or statement.startswith("this"):
        return rf"\text{{{_escaped(statement)}}}"
    return formula(statement)


def _escaped(reason: str) -> str:
    for character in "\\{}_^#&%$~":
        reason = reason.replace(
            character, {"^": r"\^{}", "\\": "/", "~": " "}.get(character, "\\" + character)
        )
    return reason
