"""A lemma told as its proof: statement, derivation of the quantities, chain with reasons."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from typing import Any

from proofkit.language.claims import Claim, Definition, Hypothesis, Statement
from proofkit.language.from_sympy import data_from_sympy
from proofkit.language.lemma import Lemma
from proofkit.language.proof import Chain, Step
from proofkit.language.results import PROVED, Relations
from proofkit.language.terms import variables
from proofkit.questions.narration import narrated
from proofkit.readers.report import phrases, quantifiers, wording
from proofkit.readers.report.mathematics import LATEX, escape_latex
from proofkit.readers.report.quantifiers import Quantified, extra, further, of_claim, of_lemma
from proofkit.readers.report.style import Style

Selected = Sequence[tuple[Lemma, Sequence[Claim]]]
_NOTHING: Mapping[str, Relations] = {}


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
        for term in [part.statement.left, part.statement.right, *part.chain.terms()]:
            visit(_names(claim, term))
    return list(ordered.values())


def text(selected: Selected, style: Style, around: Mapping[str, Relations] = _NOTHING) -> str:
    """What `explain` prints; `around` says what each claim's proof uses, and who uses it."""
    lines: list[str] = []
    for lemma, claims in selected:
        lines += [*_introduction(lemma, style), *_symbols(lemma, style)]
        lines += assumptions(of_lemma(lemma), lemma.hypotheses, style)
        for claim in claims:
            known = around.get(claim.name)
            said = _claim(lemma, _told(claim, known), style, known)
            lines += ["", *said, *_relations(known, style)]
        lines.append("")
    return "\n".join(lines[:-1])


def latex(selected: Selected, around: Mapping[str, Relations] = _NOTHING) -> str:
    """What `explain --format latex` prints: one `align*` a chain, ready to be input."""
    lines: list[str] = []
    for lemma, claims in selected:
        source = f"{lemma.source}. {wording.provenance(lemma)}."
        lines += [rf"\subsection*{{{escape_latex(lemma.title)}}}", escape_latex(source), ""]
        lines += [*_display(of_lemma(lemma), lemma.hypotheses), ""]
        for claim in claims:
            sentences = [
                rf"{word.capitalize()}: {escape_latex(names)}."
                for word, names in wording.relations(around.get(claim.name))
            ]
            told = _told(claim, around.get(claim.name))
            lines += [*_latex_claim(lemma, told), *sentences, ""]
    return "\n".join(lines[:-1])


def _told(claim: Claim, known: Relations | None) -> Claim:
    """The claim with what was found, where its author gives no reason."""
    return claim if known is None or known.proof is None else narrated(known.proof)


def _names(claim: Claim, term: Any) -> list[str]:
    """The derived symbols in a term, in the order in which they were defined."""
    inside = variables(data_from_sympy(term))
    return [name for name in claim.definitions if name in inside]


def _introduction(lemma: Lemma, style: Style) -> list[str]:
    source = f"{lemma.source}{style.bullet}{wording.provenance(lemma)}"
    return [
        style.title(f"{lemma.id} {style.dash} {lemma.title}"),
        *style.wrap(source, "  "),
        *(line for said in wording.about(lemma) for line in ["", *style.wrap(said, "  ")]),
    ]


def _symbols(lemma: Lemma, style: Style) -> list[str]:
    rows = [
        f"{style.notation.symbol(p.name).ljust(5)} {p.meaning} (default {p.default})"
        for p in lemma.parameters
    ]
    wrapped = (line for row in rows for line in style.wrap(row, " " * 8, first="  "))
    return ["", style.paint("where", "faint"), *wrapped]


def assumptions(said: Quantified, hypotheses: Sequence[Hypothesis], style: Style) -> list[str]:
    """The kinds of the parameters, and the hypotheses by name."""
    domain = said.domain(quantifiers.plainly(style.notation))
    rows = [(h.id, style.notation.statement(h.statement)) for h in hypotheses]
    width = max((len(id) for id, _ in rows), default=0)
    lines = [f"  {id.ljust(width)}  {statement}" for id, statement in rows]
    head = _introduced(domain, bool(rows), "also assuming")
    return [*style.wrap(head, "  ", first="", tone="faint"), *lines]


def stated(claim: Claim, style: Style) -> list[str]:
    """The kinds of a claim's parameters, and its hypotheses by name."""
    return assumptions(of_claim(claim), claim.hypotheses, style)


def _introduced(domain: str, assumed: bool, otherwise: str) -> str:
    """The words before a list of hypotheses, or alone if the list is empty."""
    if not assumed:
        return domain
    return f"{domain} with" if domain else otherwise


def _claim(lemma: Lemma, claim: Claim, style: Style, known: Relations | None) -> list[str]:
    lines = [style.paint(f"{claim.name}:  {style.notation.claim(claim)}", "strong")]
    lines += assumptions(further(lemma, claim), extra(lemma, claim), style)
    lines += derived(claim, style)
    proof = "proof" if known is None or known.verdict == PROVED else "chain, not a proof"
    for part in claim.parts:
        label = f" of {part.label}" if part.label else ""
        lines += [style.paint(f"{proof}{label}", "faint"), *_chain(part.chain, style)]
    return lines + _ledger(claim, style)


def derived(claim: Claim, style: Style) -> list[str]:
    """What the quantities of a claim are, from the definitions."""
    lines = [style.paint("derived from the definitions", "faint")]
    for definition in derivation(claim):
        left = style.notation.term(definition.symbol)
        right = style.notation.term(definition.expression)
        lines += reasoned(f"  {left} = {right}", definition.reason, style)
    return lines if len(lines) > 1 else []


def _ledger(claim: Claim, style: Style) -> list[str]:
    """What may go wrong and how much of delta each may cost, from the claims cited."""
    rows = ledger(claim)
    if not rows:
        return []
    lines = [style.paint("ledger: what may go wrong, and the share of delta it has", "faint")]
    for cited, statement in rows:
        lines += reasoned(f"  {style.notation.statement(statement)}", cited.name, style)
    return lines


def ledger(claim: Claim) -> list[tuple[Claim, Statement]]:
    """The budgets among the claims a proof cites: `probability <= a share of delta`."""
    cited = [by for part in claim.parts for step in part.chain.all_steps() for by in step.by]
    return [
        (by, part.statement)
        for by in {claim.name: claim for claim in cited}.values()
        for part in by.parts
        if part.statement.relation == "<=" and "delta" in variables(part.statement.right)
    ]


def _chain(chain: Chain, style: Style, margin: str = "  ") -> list[str]:
    lines = [f"{margin}{style.notation.term(chain.start)}"]
    for step in chain.steps:
        lines += [*found(step, margin), *written(step, style, margin)]
        if step.given is not None:
            lines += [f"{margin}    since", *_chain(step.given, style, margin + "    ")]
    return lines


def found(step: Step, margin: str = "  ") -> list[str]:
    """What a line rests on that its author left to the search, as `ask` tells it."""
    return [
        f"{margin}{'  ' * (line.depth + 2)}{line.statement}"
        + (f"  [{line.reason}]" if line.reason else "")
        for line in step.found
    ]


def written(step: Step, style: Style, margin: str = "  ") -> list[str]:
    """One line of a chain with its reason."""
    relation = style.notation.relations[step.relation]
    line = f"{margin}  {relation} {style.notation.term(step.term)}"
    return reasoned(line, _reason(step), style)


def _reason(step: Step) -> str:
    cited = f" [by {', '.join(claim.citation for claim in step.by)}]" if step.by else ""
    return step.reason + cited


def reasoned(line: str, reason: str, style: Style) -> list[str]:
    """A formula with its reason beside it, or below it where the page is too narrow."""
    column = 46
    if len(line) < column and column + 2 + len(reason) <= style.width:
        return [line.ljust(column) + "  " + style.paint(reason, "faint")]
    return [line, *style.wrap(reason, " " * 10, tone="faint")]


def _relations(relations: Relations | None, style: Style) -> list[str]:
    """Which hypotheses and claims the proof uses, and which claims use this one."""
    lines = []
    for word, names in wording.relations(relations):
        lines += style.wrap(f"{word}: {names}", "    ", first="  ", tone="faint")
    return lines


def _display(said: Quantified, hypotheses: Sequence[Hypothesis]) -> list[str]:
    """The kinds of the parameters in a sentence, and the hypotheses displayed below it."""
    domain = phrases.latex(wording.capital(said.domain(quantifiers.running(LATEX))))
    head = _introduced(domain, bool(hypotheses), "Also assuming")
    if not hypotheses:
        return [f"{head}."] if head else []
    statements = [LATEX.statement(h.statement) for h in hypotheses]
    return [head, r"\[", r",\quad ".join(statements) + r".", r"\]"]


def _latex_claim(lemma: Lemma, claim: Claim) -> list[str]:
    lines = [rf"\paragraph{{{escape_latex(claim.id)}}}"]
    lines += ["$" + "$; $".join(LATEX.statement(part.statement) for part in claim.parts) + "$."]
    lines += _display(further(lemma, claim), extra(lemma, claim))
    if definitions := derivation(claim):
        rows = [
            (LATEX.term(d.symbol), "=", LATEX.term(d.expression), d.reason) for d in definitions
        ]
        lines += ["By definition", *_align(rows), "Proof."]
    names = {p.name for p in claim.parameters}
    for part in claim.parts:
        lines.append(display(part.chain, names))
        for step in part.chain.steps:
            if step.given is not None:
                lines += ["Here", display(step.given, names)]
    return lines


def _chain_rows(chain: Chain, unknowns: frozenset[str]) -> list[tuple[str, str, str, str]]:
    rows = []
    unknowns = unknowns.union(*(variables(term) for term in chain.terms()))
    left = LATEX.term(chain.start)
    for step in chain.steps:
        for line in step.found:
            said = r"\quad " * (line.depth + 1) + phrases.statement(line.statement, unknowns)
            rows.append((left, "", said, line.reason))
            left = ""
        rows.append((left, LATEX.relations[step.relation], LATEX.term(step.term), _reason(step)))
        left = ""
    return rows


def display(chain: Chain, unknowns: Set[str] = frozenset()) -> str:
    """A proof as an aligned display, relation by relation, with the reason at the right; beside
    the names in it, these are unknowns."""
    return "\n".join(_align(_chain_rows(chain, frozenset(unknowns))))


def _align(rows: Sequence[tuple[str, str, str, str]]) -> list[str]:
    lines = [
        rf"{left} &{relation} {right} && \text{{{phrases.latex(phrases.typeset(reason))}}}"
        for left, relation, right, reason in rows
    ]
    return [r"\begin{align*}", " \\\\\n".join(lines), r"\end{align*}"]
