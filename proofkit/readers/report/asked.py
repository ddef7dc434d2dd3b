"""What `ask` answers, as text, JSON and LaTeX."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from proofkit.kernel.terms import Term, multiply, text
from proofkit.search.inequalities import telling
from proofkit.search.inequalities.telling import Line, said

if TYPE_CHECKING:
    from proofkit.questions.ask import Answer

SCHEMA = 1


def lines(answer: Answer) -> list[Line]:
    """The proof of every part of the statement."""
    found: list[Line] = []
    for fact, node, entries in zip(answer.facts, answer.proofs, answer.entries, strict=True):
        found += telling.lines(answer.context.hypotheses, fact, node, entries)
    return telling.distinct(found)


def as_text(answer: Answer) -> str:
    """For a terminal."""
    head = answer.statement.strip()
    if answer.verdict == "refuted":
        at = ", ".join(f"{name} = {value}" for name, value in (answer.witness or {}).items())
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
        "schema": SCHEMA,
        "verdict": answer.verdict,
        "statement": answer.statement,
        "given": list(answer.given),
        "steps": [vars(line) for line in lines(answer)] if answer.verdict == "proved" else [],
        "witness": dict(answer.witness) if answer.witness is not None else None,
        "closest": answer.closest,
        "seconds": f"{answer.seconds:.3f}",
    }
    return json.dumps(content, indent=2, ensure_ascii=False)


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


def latex(statement: str) -> str:
    """A statement as LaTeX."""
    from proofkit.foundations.errors import InputError
    from proofkit.search.inequalities.statement import read

    if statement.endswith(":") or statement.startswith("this"):
        return rf"\text{{{_escaped(statement)}}}"
    try:
        found = read(statement).facts[0]
    except InputError:
        return rf"\text{{{_escaped(statement)}}}"
    relation = {"<=": r"\le", ">=": r"\ge"}.get(found[1], found[1])
    return f"{_latex(found[0])} {relation} {_latex(found[2])}"


def _latex(term: Term) -> str:
    if term.op == "number":
        p, q = term.args[0].numerator, term.args[0].denominator
        return str(p) if q == 1 else rf"{'-' if p < 0 else ''}\frac{{{abs(p)}}}{{{q}}}"
    if term.op == "variable":
        return str(term.args[0])
    parts = [_latex(arg) for arg in term.args]
    if term.op == "sum":
        return " + ".join(parts).replace("+ -", "- ")
    if term.op == "product":
        if parts[0] == "-1":
            return "-" + _latex(multiply(*term.args[1:]))
        return r" \, ".join(
            rf"\left({p}\right)" if a.op == "sum" else p
            for p, a in zip(parts, term.args, strict=True)
        )
    if term.op == "power":
        base = term.args[0]
        if text(term.args[1]) == "1/2":
            return rf"\sqrt{{{parts[0]}}}"
        inner = parts[0] if base.op == "variable" else rf"\left({parts[0]}\right)"
        return f"{inner}^{{{parts[1]}}}"
    form = {"exp": "e^{{{0}}}", "log": r"\log \left({0}\right)", "abs": r"\left|{0}\right|"}.get(
        term.op
    )
    return form.format(*parts) if form else rf"\{term.op}\left({', '.join(parts)}\right)"


def _escaped(reason: str) -> str:
    for character in "\\{}_^#&%$~":
        reason = reason.replace(
            character, {"^": r"\^{}", "\\": "/", "~": " "}.get(character, "\\" + character)
        )
    return reason
