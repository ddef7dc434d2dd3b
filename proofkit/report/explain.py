"""A lemma told as its proof: statement, derivation of the quantities, chain with reasons."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from proofkit.claims import Claim, Definition, Hypothesis, Part
from proofkit.lemma import Lemma
from proofkit.report import wording
from proofkit.report.mathematics import LATEX, escape_latex
from proofkit.report.style import Style

Selected = Sequence[tuple[Lemma, Sequence[Claim]]]


def derivation(claim: Claim) -> list[Definition]:
    """The definitions a claim needs, each after those it is made of."""
    ordered: dict[str, Definition] = {}

    def visit(names: Iterable[str]) -> None:
        for name in names:
            definition = claim.definitions.get(name)
            if definition is not None and name not in ordered:
                visit(_names(claim, definition.expression))
                ordered[name] = definition

    for part in claim.parts:
        terms = [part.statement.left, part.statement.right, part.chain.start]
        for term in [*terms, *(step.term for step in part.chain.steps)]:
            visit(_names(claim, term))
    return list(ordered.values())


def text(selected: Selected, style: Style) -> str:
    """What `explain` prints."""
    lines: list[str] = []
    for lemma, claims in selected:
        lines += [*_introduction(lemma, style), *_symbols(lemma, style)]
        lines += _assumptions("for", lemma.hypotheses, style)
        for claim in claims:
            lines += ["", *_claim(lemma, claim, style)]
        lines.append("")
    return "\n".join(lines[:-1])


def latex(selected: Selected) -> str:
    """What `explain --format latex` prints: one `align*` a chain, ready to be input."""
    lines: list[str] = []
    for lemma, claims in selected:
        source = f"{lemma.source}. {wording.provenance(lemma)}."
        lines += [rf"\subsection*{{{escape_latex(lemma.title)}}}", escape_latex(source), ""]
        lines += [r"For all parameters with", *_display(lemma.hypotheses), ""]
        for claim in claims:
            lines += [*_latex_claim(lemma, claim), ""]
    return "\n".join(lines[:-1])


def _names(claim: Claim, term: Any) -> list[str]:
    """The derived symbols in a term, in the order in which they were defined."""
    inside = {symbol.name for symbol in term.free_symbols}
    return [name for name in claim.definitions if name in inside]


def _extra(lemma: Lemma, claim: Claim) -> list[Hypothesis]:
    """What a claim assumes beyond its lemma."""
    common = {h.id for h in lemma.hypotheses}
    return [h for h in claim.hypotheses if h.id not in common]


def _introduction(lemma: Lemma, style: Style) -> list[str]:
    source = f"{lemma.source}{style.bullet}{wording.provenance(lemma)}"
    about = [" ".join(p.split()) for p in re.split(r"\n\s*\n", lemma.about or "") if p.strip()]
    return [
        style.paint(f"{lemma.id} {style.dash} {lemma.title}", "strong"),
        *style.wrap(source, "  "),
        *(line for paragraph in about for line in ["", *style.wrap(paragraph, "  ")]),
    ]


def _symbols(lemma: Lemma, style: Style) -> list[str]:
    rows = [
        f"{style.notation.symbol(p.name).ljust(5)} {p.meaning} (default {p.default})"
        for p in lemma.parameters
    ]
    return ["", style.paint("where", "faint"), *("  " + row for row in rows)]


def _assumptions(word: str, hypotheses: Sequence[Hypothesis], style: Style) -> list[str]:
    if not hypotheses:
        return []
    rows = [(h.id, style.notation.statement(h.statement)) for h in hypotheses]
    width = max(len(id) for id, _ in rows)
    lines = [f"  {id.ljust(width)}  {statement}" for id, statement in rows]
    return [style.paint(word, "faint"), *lines]


def _claim(lemma: Lemma, claim: Claim, style: Style) -> list[str]:
    statements = [style.notation.statement(part.statement) for part in claim.parts]
    lines = [style.paint(f"{claim.name}:  {'; '.join(statements)}", "strong")]
    lines += _assumptions("also assuming", _extra(lemma, claim), style)
    if definitions := derivation(claim):
        lines += [style.paint("derived from the definitions", "faint")]
        for definition in definitions:
            left = style.notation.term(definition.symbol)
            right = style.notation.term(definition.expression)
            lines += _reasoned(f"  {left} = {right}", definition.reason, style)
    for part in claim.parts:
        label = f" of {part.label}" if part.label else ""
        lines += [style.paint(f"proof{label}", "faint"), *_chain(part, style)]
    return lines


def _chain(part: Part, style: Style) -> list[str]:
    lines = [f"  {style.notation.term(part.chain.start)}"]
    for step in part.chain.steps:
        relation = style.notation.relations[step.relation]
        reason = step.reason
        if step.by:
            reason += f" [by {', '.join(claim.name for claim in step.by)}]"
        lines += _reasoned(f"    {relation} {style.notation.term(step.term)}", reason, style)
    return lines


def _reasoned(line: str, reason: str, style: Style) -> list[str]:
    """A formula with its reason beside it, or below it where the page is too narrow."""
    column = 46
    if len(line) < column and column + 2 + len(reason) <= style.width:
        return [line.ljust(column) + "  " + style.paint(reason, "faint")]
    below = style.wrap(reason, " " * 10)
    return [line, *(style.paint(text, "faint") for text in below)]


def _display(hypotheses: Sequence[Hypothesis]) -> list[str]:
    statements = [LATEX.statement(h.statement) for h in hypotheses]
    return [r"\[", r",\quad ".join(statements) + r".", r"\]"]


def _latex_claim(lemma: Lemma, claim: Claim) -> list[str]:
    lines = [rf"\paragraph{{{escape_latex(claim.id)}}}"]
    lines += ["$" + "$; $".join(LATEX.statement(part.statement) for part in claim.parts) + "$."]
    if extra := _extra(lemma, claim):
        lines += ["Also assuming", *_display(extra)]
    if definitions := derivation(claim):
        rows = [
            (LATEX.term(d.symbol), "=", LATEX.term(d.expression), d.reason) for d in definitions
        ]
        lines += ["By definition", *_align(rows), "Proof."]
    for part in claim.parts:
        lines += _align(_chain_rows(part))
    return lines


def _chain_rows(part: Part) -> list[tuple[str, str, str, str]]:
    rows = []
    left = LATEX.term(part.chain.start)
    for step in part.chain.steps:
        cited = f" [by {', '.join(claim.name for claim in step.by)}]" if step.by else ""
        relation = LATEX.relations[step.relation]
        rows.append((left, relation, LATEX.term(step.term), step.reason + cited))
        left = ""
    return rows


def _align(rows: Sequence[tuple[str, str, str, str]]) -> list[str]:
    lines = [
        rf"{left} &{relation} {right} && \text{{{escape_latex(reason)}}}"
        for left, relation, right, reason in rows
    ]
    return [r"\begin{align*}", " \\\\\n".join(lines), r"\end{align*}"]
